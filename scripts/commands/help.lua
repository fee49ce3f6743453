-- tesela help [TOPIC]: the commands, a command, a game with its options, a
-- function or method of the module: what help prints in a session.

local cli = require "tesela.command.cli"
local help = require "tesela.help.help"

return {
  summary = "Explain a command, a game or a function.",
  configure = function(parser)
    parser:argument("topic",
      "A command, a game, a function (match), a method (s:play), session ...")
      :args("?")
  end,
  run = function(args)
    local text = help.text(args.topic)
    if not text then
      cli.fail(2, "there is no help on %s%s", args.topic,
        help.suggestion(args.topic, "tesela help"))
    end
    cli.write(text)
  end,
}
