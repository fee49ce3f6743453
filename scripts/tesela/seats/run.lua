-- tesela.run: one game between bots, from its seed alone.

local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local clocks = require "tesela.base.clocks"
local loop = require "tesela.turns.game_loop"
local seating = require "tesela.seats.seat"
local seeds = require "tesela.base.seeds"

local M = {}

local OPTIONS = { "rules", "bots", "seed", { "luck", 0, arguments.SEED_MAX }, "budget",
  "max_plies", { "pair", -arguments.SEED_MAX, arguments.SEED_MAX }, "trusted", "programs" }

-- The options, with rules.
local function check(options)
  local name = "tesela.run"
  options = arguments.options(name, options, OPTIONS)
  local seats = options.rules.seats
  if #options.bots ~= seats then
    arguments.fail(name, "bots: expected a bot for each of %d seats, got %d", seats,
      #options.bots)
  end
  return options
end

local function names(players)
  local list = {}
  for seat, player in ipairs(players) do list[seat] = player.name end
  return list
end

local function result(game, pair)
  local places, reason, message = game:result()
  return {
    state = game:state(), places = places, reason = reason, message = message,
    line = game:record { players = names(game.players), pair = pair },
  }
end

-- A player for each seat; those from files have the same limits as in tournaments.
local function seat_players(options, control)
  local given, players = options.budget or {}, {}
  for number, spec in ipairs(options.bots) do
    bots.permit(spec, options.programs)
    local bot = bots.bot(spec, { trusted = options.trusted })
    local limited = rawget(bot, "source") or rawget(bot, "command")
    local why
    players[number], why = seating.player(bot, options.rules, {
      iterations = given.iterations, seconds = given.seconds, level = given.level,
      clock = given.clock, control = control,
      limit = limited and loop.limit { seconds = given.seconds, level = given.level,
        control = control } })
    if why then error("tesela.run: " .. why, 0) end
  end
  return players
end

local function play(options)
  local rules, seed = options.rules, options.seed or 0
  local timed = options.budget and options.budget.clock
  local control = timed and clocks.read(timed)
  local game <close> = loop.new { start = rules:start(seed),
    clock = timed and clocks.new(timed, rules.seats),
    players = seat_players(options, control), max_plies = options.max_plies,
    seeds = seeds.seats(options.luck or seed, rules.seats),
    log = { seconds = {}, values = {}, clock = {} } }
  game:play()
  return game
end

--- Plays { rules =, bots =, seed =, luck =, budget =, max_plies =, pair =, trusted =, programs = }
--- to the end. `bots` has a bot for each seat. The start follows from the seed (default 0), the
--- bots' random choices from `luck` (default: the seed). Returns a table: the final state, places,
--- reason and message, and the record as a line of JSON.
function M.run(given)
  local options = check(given)
  local game = play(options)
  for _ = 2, loop.TRIES do
    if game:doubtful() then game = play(options) end
  end
  return result(game, options.pair)
end

return M
