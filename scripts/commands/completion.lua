-- tesela completion SHELL: a completion script for bash, zsh or fish.

local cli = require "tesela.command.cli"

return {
  summary = "Print completions for bash, zsh or fish.",
  configure = function(parser)
    parser:argument("shell", "bash, zsh or fish."):choices { "bash", "zsh", "fish" }
  end,
  run = function(args)
    local parser = cli.parser()
    cli.write(parser[("get_%s_complete"):format(args.shell)](parser))
  end,
}
