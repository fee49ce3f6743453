-- tesela random GAME SEED: one uniformly random game, as one JSON object.
--
-- The seed determines the start and the moves. If the start is dealt, the moves use
-- the first seed derived from it (seeds.derive): with the same generator they would
-- depend on the numbers that shuffled the bag.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"
local seeds = require "tesela.base.seeds"
local settings = require "tesela.rules.settings"

local order = { "game", "options", "seed", "bag", "moves", "counts", "result" }
for _, key in ipairs(position.result_order) do order[#order + 1] = key end

return {
  summary = "Play one random game and print it as JSON.",
  configure = function(parser)
    position.add_rules(parser)
    parser:argument("seed", "Seed of the game, 0..2^53-1.")
    parser:option("--bag", "Draw order of the start."):argname("TILES")
  end,
  run = function(args)
    local seed = position.integer(args.seed, "SEED", 0, (1 << 53) - 1)
    local rules = position.rules(args)
    local state = args.bag and cli.try(1, rules.start, rules, { bag = args.bag })
      or rules:start(seed)
    local bag = state:dealt()
    local rng = tesela.rng(bag and seeds.derive(seed, 1) or seed)
    local game = {
      game = rules.name, options = rules.options, seed = seed, bag = bag,
      moves = {}, counts = {},
    }
    while not state.over do
      game.counts[#game.counts + 1] = state:count()
      state:play_random(rng)
    end
    game.moves = state:history()
    game.result = position.result(state)
    cli.write(settings.line(game, order), "\n")
  end,
}
