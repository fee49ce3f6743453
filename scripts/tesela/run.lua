-- One game between bots, from its seed alone.

local tesela = require "tesela"
local arguments = require "tesela.arguments"
local bots = require "tesela.bots"

local M = {}

local MASK = arguments.SEED_MAX
local OPTIONS = { "rules", "bots", "seed", "luck", "budget", "max_plies", "pair" }

--- The i-th seed that follows from a seed. (An odd multiple of i keeps the
--- sums apart; the generator mixes them.)
---
--- It leads one way only. A bot that could go back from the seed that it is
--- given would come to the seed of the start, and would know all that is hidden.
--- The first number of a generator can be turned into its seed: it is made from
--- it by steps each of which can be undone. The sum of two cannot, except by
--- trying the seeds, of which there are 2^53.
function M.derive(seed, i)
  local rng = tesela.rng((seed + i * 0x9E3779B97F4A7C15) & MASK)
  return rng:seed() ~ rng:seed()
end

--- The places when `loser` has lost for a reason from outside. (Alone one
--- comes second: nobody has won.)
function M.lost(seats, loser)
  local places = {}
  for seat = 1, seats do
    places[seat] = seat == loser and math.max(seats, 2) or 1
  end
  return places
end

local function seat_players(options, rules)
  local players = {}
  for seat = 1, rules.seats do
    local player, reason, message = bots.player(options.bots[seat], rules, seat,
      M.derive(options.luck, seat))
    if not player then
      return nil, { reason = reason, message = message,
        places = M.lost(rules.seats, seat) }
    end
    players[seat] = player
  end
  return players
end

local function budget_of(options, state)
  local budget = options.budget or {}
  return { iterations = budget.iterations, seconds = budget.seconds,
    seed = M.derive(options.luck, 1000 + state.ply) }
end

-- Plays to the end; returns the result from outside, if there is one.
local function play(options, state, players, log)
  while not state.over do
    if options.max_plies and state.ply >= options.max_plies then
      local seats = state.rules.seats
      return { reason = "plies", places = M.lost(seats, seats == 1 and 1 or 0) }
    end
    local seat, begin = state.seat, tesela.clock()
    local move, value, message = bots.choose(players[seat], state, seat,
      budget_of(options, state))
    if not move then
      return { reason = value, message = message,
        places = M.lost(state.rules.seats, seat) }
    end
    state:play(move)
    log.seconds[state.ply] = tesela.clock() - begin
    log.values[state.ply] = value
  end
end

local function names(options)
  local list = {}
  for seat, bot in ipairs(options.bots) do list[seat] = bot.name end
  return list
end

local function check(options)
  local name = "tesela.run"
  arguments.table(name, options)
  arguments.names(name, options, OPTIONS)
  arguments.member(name, options, "rules", "tesela.rules", true)
  arguments.member(name, options, "bots", "table", true)
  arguments.budget(name, options)
  arguments.whole(name, options, "seed", 0, arguments.SEED_MAX)
  arguments.whole(name, options, "luck", 0, arguments.SEED_MAX)
  arguments.whole(name, options, "max_plies", 1, 1 << 31)
  arguments.whole(name, options, "pair", -arguments.SEED_MAX, arguments.SEED_MAX)
  local seats = options.rules.seats
  if #options.bots ~= seats then
    arguments.fail(name, "bots: expected a bot for each of %d seats, got %d", seats,
      #options.bots)
  end
end

--- Plays { rules =, bots =, seed =, luck =, budget =, max_plies =, pair = } to
--- the end. `bots` holds a bot for each seat. The start follows from the seed
--- (0 if absent), what the bots draw from `luck` (the seed if absent). Returns
--- a table: the final state, places, reason and message, and the record as a
--- line of JSON.
function M.run(options)
  check(options)
  local rules, seed = options.rules, options.seed or 0
  local seated = { rules = rules, luck = options.luck or seed, bots = {},
    budget = options.budget, max_plies = options.max_plies }
  for seat, bot in ipairs(options.bots) do seated.bots[seat] = bots.bot(bot) end
  local state = rules:start(seed)
  local log = { seconds = {}, values = {} }
  local players, outside = seat_players(seated, rules)
  if players then outside = play(seated, state, players, log) end
  outside = outside or {}
  return {
    state = state,
    places = outside.places or state.places,
    reason = outside.reason or state.reason,
    message = outside.message,
    line = state:record {
      players = names(seated), seconds = log.seconds, values = log.values,
      pair = options.pair, result = outside.reason and outside or nil,
    },
  }
end

return M
