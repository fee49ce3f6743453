-- tesela random GAME SEED: one uniformly random game, as one JSON object.

local tesela = require "tesela"
local cli = require "tesela.cli"
local position = require "tesela.position"

local order = { "game", "options", "seed", "bag", "moves", "counts", "result" }
for _, key in ipairs(position.result_order) do order[#order + 1] = key end

return {
  summary = "Play one random game and print it as JSON.",
  configure = function(parser)
    position.add_rules(parser)
    parser:argument("seed", "Seed of the game, 0 .. 2^53-1.")
  end,
  run = function(args)
    local seed = position.integer(args.seed, "SEED", 0, (1 << 53) - 1)
    local rules = position.rules(args)
    local state = rules:start(seed)
    local rng = tesela.rng(seed)
    local game = {
      game = rules.name, options = rules.options, seed = seed,
      bag = state:dealt(), moves = {}, counts = {},
    }
    while not state.over do
      local move = rng:pick(state:list())
      game.counts[#game.counts + 1] = state:count()
      game.moves[#game.moves + 1] = state:text(move)
      state:play(move)
    end
    game.result = position.result(state)
    cli.write(tesela.encode(game, order), "\n")
  end,
}
