-- tesela perft GAME N: the number of move sequences of exactly N plies.

local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"

local function divide(state, depth)
  for move in state:moves() do
    local count = state:copy():play(move):perft(depth - 1)
    cli.write(("%s %d\n"):format(state:text(move), count))
  end
end

return {
  summary = "Count the leaves of the game tree at a depth.",
  configure = function(parser)
    position.add(parser)
    parser:argument("depth", "Number of plies, 0..100."):argname("N")
    parser:flag("-d --divide", "Print the count below each move first.")
  end,
  run = function(args)
    local depth = position.integer(args.depth, "depth", 0, 100)
    local state = position.state(args)
    if args.divide and depth > 0 then divide(state, depth) end
    cli.write(("%d\n"):format(state:perft(depth)))
  end,
}
