-- How searches keep `seconds`: for every game, those in Lua, one that random moves
-- never end and one that takes a millisecond for a move among them, what was asked for
-- and what was taken, by the clock around the call, at the start and in the middle of a
-- game. The worst of some runs for each way to search; a tenth more than was asked for
-- is marked.
--   tesela tests/bench/budgets.lua [SECONDS [RUNS]]

local tesela = require "tesela"
local bots = require "tesela.bots.bots"

local SECONDS, RUNS = tonumber(arg[1] or 0.2), tonumber(arg[2] or 3)

local endless = tesela.define {
  name = "endless", fields = { n = 1 }, endings = { "never" },
  moves = function(_, out) for m = 1, 20 do out(m) end end,
  apply = function(s, m) s.n, s.seat = (s.n + m) % 100, 3 - s.seat end,
  result = function(s) return { s.n, 100 - s.n } end,
}

local slow = tesela.define {
  name = "slow", fields = { n = 1 }, endings = { "end" },
  moves = function(_, out) for m = 1, 20 do out(m) end end,
  apply = function(s)
    local sum = 0
    for i = 1, 200000 do sum = sum + i end
    s.n, s.seat = s.n + 1, 3 - s.seat
    if s.n == 30 then s.over = "end" end
  end,
  result = function(s) return { s.n % 7, 3 } end,
}

local function even(state)
  local values = {}
  for seat = 1, state.rules.seats do values[seat] = 0.5 end
  return values
end

local WAYS = {
  { "mcts" }, { "mcts, points", margin = 1 }, { "mcts, uniform", playouts = "uniform" },
  { "mcts, evaluate", evaluate = even }, { "alphabeta", method = "alphabeta" },
  { "alphabeta, evaluate", method = "alphabeta", evaluate = even },
}

local function middle(rules)
  local state, rng = rules:start(1), tesela.rng(1)
  for _ = 1, 12 do
    local before = state:copy()
    state:play(rng:pick(state:list()))
    if state.over then return before end
  end
  return state
end

local function clocked(f, ...)
  local since = tesela.clock()
  local ok, why = pcall(f, ...)
  if ok then return tesela.clock() - since end
  return nil, why
end

-- The longest of some runs of what `ready` makes for a state; nil where this way is
-- not for the game.
local function worst(ready, states)
  local most = 0
  for _ = 1, RUNS do
    for _, state in ipairs(states) do
      local taken, why = clocked(ready(state))
      if not taken then
        assert(tostring(why):find "alphabeta: expected a game for two", why)
        return nil
      end
      most = math.max(most, taken)
    end
  end
  return most
end

local function tell(name, way, taken)
  if not taken then return end
  print(("%-22s %-20s %.3f s  %+6.1f %%%s"):format(name, way, taken,
    100 * (taken / SECONDS - 1), taken > 1.1 * SECONDS and "  late" or ""))
end

local function measure(rules)
  local states = { rules:start(1), middle(rules) }
  for _, way in ipairs(WAYS) do
    local options = { seconds = SECONDS }
    for key, value in pairs(way) do if key ~= 1 then options[key] = value end end
    tell(rules.name, way[1], worst(function(state)
      return function() tesela.search(state, options) end
    end, states))
  end
  for _, name in ipairs { "expert", "lookahead" } do
    local bot = bots.bot(name)
    tell(rules.name, name, worst(function(state)
      local player = bots.player(bot, rules, state.seat, 1)
      return function()
        local move, _, why = bots.choose(player, state, state.seat,
          { seconds = SECONDS, seed = 1 })
        if not move then error(why, 0) end
      end
    end, states))
  end
end

print(("%.3g s asked for, the worst of %d"):format(SECONDS, 2 * RUNS))
for _, name in ipairs(tesela.games()) do measure(tesela.rules(name)) end
measure(tesela.rules(endless))
measure(tesela.rules(slow))
