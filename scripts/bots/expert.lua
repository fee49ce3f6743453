-- expert: for each game the search that serves it best.
--
-- A row holds what goes to tesela.searcher, and how many iterations there are
-- where neither the budget nor the game's file says: about half a second.
-- Variants are played as the game that they are derived from, and what is not
-- known at all by tree search, with points counting a little. `levels` are the
-- iterations of the levels from 5 to 9, the last of which is about ten seconds of
-- thought; those below draw among the moves that a few random games tell apart.

local levels = require "tesela.levels"
local pace = require "tesela.pace"
local tesela = require "tesela"

local ways = {
  -- A game of tactics, decided in a few plies that must all be seen: alpha-beta
  -- misses none of them.
  mixtour = { iterations = 500000, method = "alphabeta", levels = { 1000, 20000000 },
    plies = 40 },
  -- Random games do not see the one cover that cuts an area in two, alpha-beta
  -- does; and the game knows that small tiles and few areas win the end.
  losetas = { iterations = 500000, method = "alphabeta", levels = { 1000, 15000000 },
    plies = 30 },
  -- Hundreds of moves, which the game weighs: what they open, what they take
  -- from the others. By how many points a game is won tells playouts apart.
  blokus = { iterations = 20000, margin = 0.8, levels = { 150, 600000 }, plies = 44 },
  -- What counts is the lead in points; what others hold is dealt anew. Of the
  -- hundreds of moves the game names the few that give nothing away and keep
  -- a good hand; playouts of a few plies tell them apart.
  qwirkle = { iterations = 20000, margin = 1, levels = { 150, 500000 }, plies = 50 },
}
local other = { iterations = 5000, margin = 0.1 }

-- Playouts of each legal move, for the levels that draw among them.
local DRAWN = { 1, 2, 6, 30 }

-- How many moves of its own a seat always has before it, as far as clocks go; and the
-- plies of a game where nobody knows.
local LEAST_MOVES = 6
local PLIES = 60

-- The game's file tells how many iterations are a tenth of a second; else these many.
local USUAL = 1000

-- The way for a game, or for the one that it comes from.
local function way_of(rules)
  local known, game = pcall(tesela.game, rules.name)
  return ways[rules.name] or known and ways[game.root] or other
end

-- Alpha-beta is for two who see everything; some variants are not.
local function searcher(rules, way)
  if way.method == "alphabeta" then
    local ok, made = pcall(tesela.searcher, rules, { method = way.method })
    if ok then return made, way end
    way = other
  end
  return tesela.searcher(rules, { margin = way.margin }), way
end

-- The iterations of levels 5 and 9; rules in Lua are too slow for those of their game.
local function ends_of_levels(rules, way)
  local known, game = pcall(tesela.game, rules.name)
  local slow = rules.iterations or known and game.slow
  if way.levels and not slow then return table.unpack(way.levels) end
  local second = 10 * (rules.iterations or USUAL)
  return math.min(100, second), 10 * second
end

-- A move of a level that draws among them: by random games, which know nothing.
local function draw(self, view, budget)
  local level = budget.level
  self.simple = self.simple or tesela.searcher(view.rules, { policy = "none" })
  local _, report = self.simple:search(view, { seed = budget.seed,
    iterations = view:count() * DRAWN[level] })
  self.report = report
  return levels.pick(report, level, budget.seed)
end

-- How many moves the seat may still have to make: a game has `plies` at most times.
local function moves_left(self, view)
  return math.max(LEAST_MOVES, (self.plies - view.ply) / view.rules.seats)
end

-- How long a search is.
local function length(self, budget)
  local level = budget.level
  if level then
    return { seed = budget.seed, iterations = levels.iterations(level, self.least, self.most) }
  end
  return { seconds = budget.seconds, seed = budget.seed,
    iterations = budget.iterations or not budget.seconds and self.iterations or nil }
end

return {
  name = "expert",
  levels = true,
  new = function(rules)
    local made, way = searcher(rules, way_of(rules))
    local least, most = ends_of_levels(rules, way)
    return { searcher = made, iterations = rules.iterations or way.iterations,
      least = least, most = most, plies = way.plies or PLIES }
  end,
  choose = function(self, view, budget)
    local only = view:count() == 1 and view:list()[1]
    if only then return only end
    if budget.level and budget.level <= levels.DRAWN then return draw(self, view, budget) end
    local move, report
    if budget.clock and not budget.level then
      move, report = pace.search(self.searcher, view, budget, moves_left(self, view),
        self.report and self.report.value)
    else
      move, report = self.searcher:search(view, length(self, budget))
    end
    self.report = report
    return move, report.value
  end,
  -- Asked when the other player offers a draw.
  draw = function(self) return self.report ~= nil and self.report.value < 0.5 end,
}
