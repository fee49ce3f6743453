-- tesela moves GAME: the legal moves of a position, one per line.

local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"

return {
  summary = "List the legal moves of a position.",
  configure = position.add,
  run = function(args)
    local state = position.state(args)
    for move in state:moves() do
      cli.write(state:text(move), "\n")
    end
  end,
}
