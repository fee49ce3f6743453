-- tesela help [TOPIC]: the commands, a command, or a game with its options.

local cli = require "tesela.cli"
local help = require "tesela.help"

return {
  summary = "Explain a command or a game.",
  configure = function(parser)
    parser:argument("topic", "A command or a game."):args("?")
  end,
  run = function(args)
    local text = help.text(args.topic)
    if not text then
      cli.fail(2, "there is no help on %s; try tesela help", args.topic)
    end
    cli.write(text)
  end,
}
