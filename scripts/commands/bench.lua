-- tesela bench GAME: a signature that changes only with behaviour, then the speed of
-- uniformly random games: in the fastest way, with all legal moves listed at every ply,
-- and driven from Lua; and the speed of perft, with the game's `count` if it has one.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"
local settings = require "tesela.rules.settings"

local SLICES = 7

-- Games of a signature: a fixed number, fewer for a game from a file, which may be slow,
-- so that the signature depends on the rules alone.
local GAMES, GAMES_OF_A_FILE = 1000, 10

-- The final positions of games played both ways from the same seed.
local function signature(rules)
  local playouts = require "tesela.contest.origin".playouts
  local games = tesela.game(rules).source and GAMES_OF_A_FILE or GAMES
  local fast, listed = playouts(rules, games), playouts(rules, games, true)
  if fast ~= listed then
    cli.fail(1, "playout and listed games end differently (%s, %s)", fast, listed)
  end
  return fast, games
end

local function lua_games(rules, seed, games)
  local rng = tesela.rng(seed)
  for _ = 1, games do
    local state = rules:start(rng:seed())
    while not state.over do
      state:play(rng:pick(state:list()))
    end
  end
end

-- Games per second of play(games, seed) in slices of about seconds / SLICES.
local function measure(play, seconds)
  local slice, games = seconds / SLICES, 1
  local function time(seed)
    local start = tesela.clock()
    play(games, seed)
    return tesela.clock() - start
  end
  while time(0) < slice / 4 do games = games * 2 end
  local speeds = {}
  for i = 1, SLICES do speeds[i] = games / time(i) end
  table.sort(speeds)
  return {
    min = speeds[1], median = speeds[(SLICES + 1) // 2], max = speeds[SLICES],
  }
end

-- The smallest depth from the start with enough leaves to time, or the deepest one that
-- fits into the time.
local LEAVES = 1000
local function perft_depth(state, seconds)
  local depth, leaves, next_one = 0, 1, 0
  while leaves < LEAVES and next_one <= seconds do
    local start = tesela.clock()
    local deeper = state:perft(depth + 1)
    if deeper == 0 then break end
    next_one = (tesela.clock() - start) * deeper / leaves
    depth, leaves = depth + 1, deeper
  end
  return depth, leaves
end

local function measure_perft(rules, seconds)
  local state = rules:start(1)
  local depth, leaves = perft_depth(state, seconds / SLICES)
  local speed = measure(function(times)
    for _ = 1, times do state:perft(depth) end
  end, seconds)
  for name, runs in pairs(speed) do speed[name] = runs * leaves end
  speed.depth = depth
  return speed
end

local function lengths(rules, seconds)
  local rng, start = tesela.rng(1), tesela.clock()
  local games, plies, moves = 0, 0, 0
  while games < 200 and (games == 0 or tesela.clock() - start < seconds) do
    games = games + 1
    local state = rules:start(rng:seed())
    while not state.over do
      plies, moves = plies + 1, moves + state:count()
      state:play_random(rng)
    end
  end
  return plies / games, moves / plies
end

local function run(rules, seconds)
  local start = tesela.clock()
  local final, final_games = signature(rules) -- first: it fails if games do not end
  local plies, moves = lengths(rules, seconds / 5)
  local each = math.max(seconds - (tesela.clock() - start), seconds / 4) / 4
  return {
    game = rules.name,
    options = rules.options,
    signature = final,
    signature_games = final_games,
    games_per_second = measure(function(games, seed)
      rules:playouts { games = games, seed = seed, drawn = true }
    end, each),
    listed_games_per_second = measure(function(games, seed)
      rules:playouts { games = games, seed = seed, listed = true }
    end, each),
    lua_games_per_second = measure(function(games, seed)
      lua_games(rules, seed, games)
    end, each),
    perft_leaves_per_second = measure_perft(rules, each),
    plies_per_game = plies,
    moves_per_ply = moves,
  }
end

local function print_speed(label, speed, unit)
  cli.write(("%-24s %12.0f %-9s (%.0f .. %.0f)\n"):format(label,
    speed.median, unit .. "/s", speed.min, speed.max))
end

return {
  summary = "Measure random games and perft per second.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("--seconds", "Seconds to measure in all."):argname("S"):default("3")
    parser:flag("--json", "Print one JSON object.")
  end,
  run = function(args)
    local seconds = position.seconds(args.seconds, "--seconds")
    local rules = position.rules(args)
    local result = run(rules, seconds)
    if args.json then
      cli.write(settings.line(result, { "game", "options", "signature",
        "signature_games", "games_per_second", "listed_games_per_second", "lua_games_per_second",
        "perft_leaves_per_second", "plies_per_game", "moves_per_ply", "min", "median", "max",
        "depth" }), "\n")
      return
    end
    cli.write(("%s\nsignature %s\n"):format(tostring(rules), result.signature))
    print_speed("playout", result.games_per_second, "games")
    print_speed("list, pick and apply", result.listed_games_per_second, "games")
    print_speed("driven from Lua", result.lua_games_per_second, "games")
    local perft = result.perft_leaves_per_second
    print_speed(("perft %d"):format(perft.depth), perft, "leaves")
    cli.write(("%.1f plies a game, %.1f moves a ply\n"):format(
      result.plies_per_game, result.moves_per_ply))
  end,
}
