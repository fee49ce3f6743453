-- Finds a scale of levels for a game (tesela.levels), and measures one.
--
-- One knob, x, sets the strength of a search, in doublings: from 0 up it has GLANCE * 2^x
-- iterations; below 0 it has GLANCE, and overlooks all but a share of 2^x of the moves.
--
-- At level 1 the search scores about two thirds against `random`, at level 3 it is even with
-- `greedy`, level 2 is half-way; the highest level has the iterations of some seconds. The
-- levels between are at equal Elo differences: neighbours on a ladder of knob settings play
-- matches, and if a move takes too long for these, the last differences are continued. If
-- little lies between, there are fewer levels.

local bots = require "tesela.bots.bots"
local interrupt = require "tesela.interrupt"
local levels = require "tesela.levels"
local match = require "tesela.contest.match"
local rating = require "tesela.rating"
local speed = require "tesela.bots.search_speed"
local tesela = require "tesela"

local M = {}

local GLANCE = { mcts = 50, alphabeta = 1000 }
local LOWEST = -9            -- of the knob: all but one of 512 moves are overlooked
local AGAINST_RANDOM, AGAINST_GREEDY = 0.7, 0.52
local STEPS = 6              -- of a bisection
local RUNGS = 9              -- of the ladder
local SLOW = 0.3             -- seconds a move: slower rungs are not played
local STEP = 40              -- Elo between two levels, at least: 56 %

-- A player at the level of a row.
local function player(row)
  local expert = bots.bot "expert"
  local name = ("%d %g"):format(row[1], row[2] or 0)
  return { name = name, bot = { name = name, new = function(rules, seat, seed)
    local self = expert.new(rules, seat, seed)
    self.levels = { row }
    return self
  end, choose = function(self, view, budget)
    return expert.choose(self, view, { level = 1, seed = budget.seed })
  end } }
end

-- The score of the first of two, which are rows or names of bots, and half of its interval.
local function score(self, a, b, games)
  local rules = self.rules
  local result = match.match { rules = rules, trusted = true, seed = self.seed,
    games = games or self.games, workers = self.workers,
    bots = { type(a) == "table" and player(a) or a, type(b) == "table" and player(b) or b },
    openings = not tesela.game(rules).hidden and { plies = 2 } or nil }
  if result.interrupted then interrupt.raise() end
  local n, sum, squares = 0, 0, 0
  for _, one in ipairs(result.pair_scores) do
    n, sum, squares = n + 1, sum + one, squares + one * one
  end
  local _, deviation = rating.mean(n, sum, squares)
  return sum / n, deviation and rating.Z95 * deviation
end

-- ---- time -------------------------------------------------------------------

-- Chooses moves at the level of a row, to be timed: as in a game, each seat keeps its player,
-- because a new one takes time for its memory.
local function chooser(rules, row)
  local bot, players = player(row).bot, {}
  return function(view, i)
    players[view.seat] = players[view.seat] or bot.new(rules, view.seat, i)
    return bot.choose(players[view.seat], view, { seed = i })
  end
end

-- The seconds that a row takes for a move, on average.
local function seconds(self, row)
  return speed.seconds(self.rules, self.seed, chooser(self.rules, row))
end

-- Two leading digits.
local function round(number)
  local unit = 1
  while number >= 100 * unit do unit = 10 * unit end
  return math.floor(number / unit + 0.5) * unit
end

-- The iterations that take this many seconds.
local function iterations_in(self, wanted)
  local row = { self.glance } -- changed by each timed search
  local choose = chooser(self.rules, row)
  return math.max(self.glance, round(speed.iterations(self.rules, self.seed, wanted,
    function(iterations, view, i)
      row[1] = iterations
      choose(view, i)
    end)))
end

-- ---- finding ----------------------------------------------------------------

local function row(self, x)
  if x >= 0 then return { round(self.glance * 2 ^ x) } end
  return { self.glance, math.floor(1000 * (1 - 2 ^ x) + 0.5) / 1000 }
end

-- The knob in a range with which a search has this score against a bot.
local function even(self, bot, share, low, high)
  for _ = 1, STEPS do
    local middle = (low + high) / 2
    local found = score(self, row(self, middle), bot)
    self.show("%s against %s: %.0f %%", table.concat(row(self, middle), " "), bot, 100 * found)
    if found < share then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- The ladder from one knob to another: lists of knobs and of Elo above the lowest.
local function ladder(self, from, to)
  local knobs, elo, step = { from }, { 0 }, (to - from) / RUNGS
  local difference = 0
  for i = 1, RUNGS do
    knobs[i + 1] = from + i * step
    local upper, lower = row(self, knobs[i + 1]), row(self, knobs[i])
    if seconds(self, upper) < SLOW then
      local found = score(self, upper, lower)
      difference = math.max(0, rating.elo(rating.mean(self.games // 2,
        found * (self.games // 2), 0)))
      self.show("%s against %s: %.0f %%", table.concat(upper, " "),
        table.concat(lower, " "), 100 * found)
    end
    elo[i + 1] = elo[i] + difference
  end
  return knobs, elo
end

-- Interpolates: the value of `other` that corresponds to a value of an increasing list.
local function at(value, list, other)
  local i = 1
  while i < #list - 1 and list[i + 1] < value do i = i + 1 end
  local part = list[i + 1] > list[i] and (value - list[i]) / (list[i + 1] - list[i]) or 0
  return other[i] + part * (other[i + 1] - other[i])
end

--- Finds a scale for { rules =, games = (of a match), seconds = (a move of the highest level),
--- seed =, workers =, show = function(format, ...) }: a list of rows.
function M.find(options)
  local self = options
  local searcher = bots.bot "expert".new(self.rules, 1, 1).searcher
  local _, report = searcher:search(self.rules:start(self.seed), { iterations = 1 })
  self.glance = GLANCE[report.method]
  local most = iterations_in(self, self.seconds)
  local top = math.log(most / self.glance, 2)
  local third = even(self, "greedy", AGAINST_GREEDY, LOWEST, top)
  local first = even(self, "random", AGAINST_RANDOM, LOWEST, third)
  local knobs, elo = ladder(self, third, top)
  local rows = { row(self, first), row(self, (first + third) / 2), row(self, third) }
  local more = math.max(1, math.min(levels.MOST - 3, elo[#elo] // STEP))
  for i = 1, more - 1 do rows[3 + i] = row(self, at(elo[#elo] * i / more, elo, knobs)) end
  rows[#rows + 1] = { most }
  return rows
end

--- Measures a scale: calls done(level, { random =, greedy =, below =, seconds = }) for each
--- of its levels, with scores as { mean, half of the interval }. A bot that has been beaten
--- in all games is not played again.
function M.measure(options, rows, done)
  local beaten = {}
  for level, one in ipairs(rows) do
    local found = { seconds = seconds(options, one) }
    for _, bot in ipairs { "random", "greedy" } do
      if not beaten[bot] then found[bot] = { score(options, one, bot) } end
      beaten[bot] = beaten[bot] or found[bot][1] == 1
    end
    if level > 1 then found.below = { score(options, one, rows[level - 1]) } end
    done(level, found)
  end
end

return M
