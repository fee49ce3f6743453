-- tesela help [TOPIC]: help on the commands, a command, a game with its options, a page of
-- the manual, a function or method of the module, as in a session.

local cli = require "tesela.cli.cli"
local help = require "tesela.manual.help"
local pager = require "tesela.terminal.dialogue.pager"
local text = require "tesela.text"

require "tesela.terminal.dialogue.show_values" -- sets the width of the terminal

return {
  summary = "Explain a command, a game or a function; show the manual.",
  configure = function(parser)
    parser:argument("topic",
      "A command, a game, a page (variants, page mixtour), a function (match), "
        .. "a method (s:play), session or reference.")
      :args("*")
  end,
  run = function(args)
    local topic = table.concat(args.topic, " ")
    local words = help.text(topic)
    if not words then
      cli.fail(2, "there is no help on %s%s", topic,
        help.suggestion(topic, "tesela help"))
    end
    pager.write(text.narrow(words))
  end,
}
