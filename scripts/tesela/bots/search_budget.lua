-- The length of searches without a budget.
--
-- Games in C are searched so fast that a bot's default number of iterations takes well under
-- a second. Functions in Lua may take a hundred times longer, so a person waits one second
-- for a move of such a game. Matches and tournaments do not depend on the clock; there
-- a game's file may set the number (`iterations`).

local arguments = require "tesela.base.arguments"
local interrupt = require "tesela.interrupt"
local cores = require "tesela.base.cores"
local tesela = require "tesela"
local text = require "tesela.text"

local M = {}

local WAIT = 1         -- seconds that a person waits for a move
local SUGGESTED = 0.1  -- and of a move in a match, for a suggested number
local POSITIONS = 5    -- in which the speed is measured

--- A budget in words: "level 3", "200 iterations", "0.5 s", "clock 60+1".
function M.words(budget)
  local words = {}
  local function add(form, value) words[#words + 1] = value and form:format(value) end
  add("level %d", budget.level)
  add("%s", budget.iterations and text.count(budget.iterations, "iteration"))
  add("%g s", budget.seconds)
  add("clock %s", budget.clock)
  return words
end

--- The budget, iterations and seconds, of a search for a waiting person.
function M.waiting(rules, iterations, seconds)
  if iterations or seconds then return iterations, seconds end
  local known, game = interrupt.try(tesela.game, rules.name)
  if known and game.slow then return nil, WAIT end
end

--- The search threads of a bot for a waiting person: all cores with a time limit, one with
--- iterations, so that the same seed gives the same result. `options` are those of play.
function M.threads(options)
  if options.threads then return options.threads end
  if not (options.seconds or options.clock or options.ponder) then return 1 end
  return math.max(1, math.min(cores.count(), arguments.THREADS_MAX))
end

-- The largest number with one significant digit up to this one: 4000 for 4711.
local function rounded(number)
  local unit = 10 ^ math.floor(math.log(math.max(number, 1), 10) + 1e-9)
  return math.tointeger(number // unit * unit)
end

-- Positions of a random game, one from each part of it.
local function positions(rules)
  local rng, states = tesela.rng(1), { rules:start(1) }
  while not states[#states].over and #states < 500 do
    states[#states + 1] = states[#states]:copy():play_random(rng)
  end
  local some = {}
  for i = 1, POSITIONS do
    local s = states[1 + (#states - 1) * (i - 1) // POSITIONS]
    if not s.over then some[#some + 1] = s end
  end
  return some
end

--- The `iterations` of a game for moves of a tenth of a second on this machine: a suggestion for
--- its file.
function M.suggested(rules)
  local count, time = 0, 0
  for _, s in ipairs(positions(rules)) do
    local _, report = tesela.search(s:view(s.seat, 1), { seconds = SUGGESTED })
    count, time = count + report.iterations, time + report.seconds
  end
  return rounded(math.max(1, count * SUGGESTED / math.max(time, 1e-6)))
end

return M
