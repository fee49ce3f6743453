-- expert: the search that plays each game best.
--
-- Each row of `ways` contains options of tesela.searcher, and the default number of
-- iterations (tesela.pace), which take about half a second. Variants are played like the game
-- that they are derived from, and unknown games by tree search in which points count a little.
-- `levels` is the scale of the game (tesela.levels), with the length of the search at each
-- level, up to ten seconds. Other games have the scale that their file names, or a default.

local levels = require "tesela.levels"
local pace = require "tesela.pace"
local tesela = require "tesela"
local worth = require "tesela.worth"

-- The plies that decide a game: at the end there is little left to choose.
local function plies_of_blokus(rules)
  return rules.options.variant == "duo" and 30 or 60
end

-- In duo the same share of overlooked moves leaves a stronger player.
local function levels_of_blokus(rules)
  local duo = rules.options.variant == "duo"
  return { { 50, 0.988 }, { 50, duo and 0.976 or 0.968 }, { 50, duo and 0.95 or 0.925 },
    { 50, 0.76 }, { 50, 0.2 }, { 200 }, { 1000 }, { 12000 }, { 600000 } }
end

local ways = {
  -- A game of tactics, decided by threats that must be answered: alpha-beta follows them, and
  -- searches late moves less deep.
  mixtour = { iterations = 500000, method = "alphabeta", reductions = "late", plies = 40,
    levels = { { 1000, 0.996 }, { 1000, 0.992 }, { 1000, 0.988 }, { 1000, 0.84 }, { 1000, 0.55 },
      { 500 }, { 5000 }, { 90000 }, { 20000000 } } },
  -- Random games miss the one tile that cuts an area in two, but alpha-beta finds it; and the game
  -- knows that small tiles and few areas win the endgame.
  losetas = { iterations = 500000, method = "alphabeta", plies = 30,
    levels = { { 1000, 0.975 }, { 1000, 0.92 }, { 1000, 0.845 }, { 1000, 0.72 }, { 1000, 0.44 },
      { 300 }, { 2300 }, { 60000 }, { 15000000 } } },
  -- Hundreds of moves, which the game weights by the cells that they open and those that they take
  -- from the opponents. Playouts are compared by their margin in points.
  blokus = { iterations = 20000, margin = 0.8, plies = plies_of_blokus,
    levels = levels_of_blokus },
  -- The lead in points counts; opponents' hands are dealt again. From hundreds of moves the game
  -- selects the few that give nothing away and keep a good hand, and playouts of a few plies
  -- compare them.
  qwirkle = { iterations = 20000, margin = 1, plies = 34,
    levels = { { 50, 0.8 }, { 50, 0.5 }, { 50, 0.2 }, { 300 }, { 20000 } } },
}
local other = { iterations = 5000, margin = 0.1 }
-- Games with a learnt estimate (tesela learn) use alpha-beta. Estimating a position takes as long
-- as a few plies of a random game.
local learnt = { iterations = 200000, method = "alphabeta", reductions = "late" }
local POSITIONS = 20 -- estimates in the time of a random game

-- The game's file may give the iterations for a tenth of a second; this is the default.
local USUAL = 1000

-- The way for a game, or for the one that it is derived from.
local function way_of(rules)
  if rules.learnt then return learnt end
  local known, game = pcall(tesela.game, rules.name)
  return ways[rules.name] or known and ways[game.root] or other
end

-- Alpha-beta needs two seats and nothing hidden; other variants use tree search.
local function searcher(rules, way)
  if way.method == "alphabeta" then
    local ok, made = pcall(tesela.searcher, rules,
      { method = way.method, reductions = way.reductions })
    if ok then return made, way end
    way = other
  end
  return tesela.searcher(rules, { margin = way.margin }), way
end

-- A value of a way for these rules: the value itself, or the result of its function.
local function of(rules, said) return type(said) == "function" and said(rules) or said end

-- The scale of a game. If it has none, the number of iterations in its file sets the longest
-- search; without that, games with rules in Lua, which are slow, get fewer iterations.
local function levels_of(rules, way)
  local given = levels.of(rules.name)
  if given then return given end
  local known, game = pcall(tesela.game, rules.name)
  local slow = known and game.slow
  if way.levels and not slow and not rules.iterations then return of(rules, way.levels) end
  local most = 100 * (rules.iterations or slow and USUAL // 10 or USUAL)
  if way.method == "alphabeta" then most = POSITIONS * most end
  return levels.scale(math.min(100, most), most)
end

-- The length of a search without a level.
local function length(self, budget)
  return { seconds = budget.seconds, seed = budget.seed, threads = budget.threads,
    settle = self.settle,
    iterations = budget.iterations or not budget.seconds and self.iterations or nil }
end

-- A search without a clock: the move and the report.
local function search(self, view, budget)
  if budget.level then
    local row = self.levels[math.min(budget.level, #self.levels)]
    -- If moves are overlooked, alpha-beta looks at all of them exactly one ply ahead: otherwise it
    -- would look at some more deeply and at others not at all.
    local move, _, report = levels.choose(self.searcher, view, row, budget.seed,
      { settle = self.settle, threads = budget.threads,
        depth = row[2] and not self.settle and 1 or nil })
    return move, report
  end
  return self.searcher:search(view, length(self, budget))
end

return {
  name = "expert",
  levels = function(rules) return #levels_of(rules, way_of(rules)) end,
  new = function(rules)
    local made, way = searcher(rules, way_of(rules))
    local own = rules.learnt and rules.iterations
    return { searcher = made, iterations = own and own * POSITIONS
      or pace.iterations(rules, way.iterations),
      levels = levels_of(rules, way), plies = of(rules, way.plies),
      -- Tree search ends when the choice is settled: more time would be wasted.
      settle = way.method ~= "alphabeta" or nil }
  end,
  choose = function(self, view, budget)
    local only = view:count() == 1 and view:list()[1]
    if only then return only end
    local move, report
    if budget.clock then
      move, report = pace.search(self.searcher, view, budget, self.plies,
        self.report and self.report.value)
    else
      move, report = search(self, view, budget)
    end
    self.report = report
    return move, worth.chance(report, view.seat)
  end,
  -- Searches while the opponent thinks; the results are used later.
  ponder = function(self, view, seconds, threads)
    local _, report = self.searcher:search(view, { seconds = seconds, threads = threads })
    return not (report.full or report.proof or report.stopped)
  end,
  -- Called when the opponent offers a draw.
  draw = function(self) return self.report ~= nil and self.report.value < 0.5 end,
}
