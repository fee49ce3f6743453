-- expert: the search that plays each game best.
--
-- A row contains the options of tesela.searcher, and the usual number of iterations
-- (tesela.pace): about half a second. Variants are played like the game that they are
-- derived from, and unknown games by tree search in which points count a little.
-- `levels` are the playouts of each move and the temperatures of the lower levels,
-- which draw among moves rated by random games (tesela.levels); `most` is the number of
-- iterations of the highest level, up to ten seconds of thought; `sh
-- tests/bench/levels.sh` measures the levels.

local levels = require "tesela.levels"
local pace = require "tesela.pace"
local tesela = require "tesela"
local worth = require "tesela.worth"

-- As many as decide a game: in the end little is left to choose from.
local function plies_of_blokus(rules)
  return rules.options.variant == "duo" and 30 or 60
end

local ways = {
  -- A game of tactics, decided by threats that must be answered: alpha-beta
  -- follows them, and looks less deep at what comes late in its order.
  mixtour = { iterations = 500000, method = "alphabeta", reductions = "late",
    most = 20000000, plies = 40, levels = { { 1, 4 }, { 1, 0.75 }, { 1, 0.42 }, { 2, 0.3 },
      { 2, 0.21 }, { 5, 0.12 }, { 12, 0.08 }, { 18, 0.06 } } },
  -- Random games do not see the one cover that cuts an area in two, alpha-beta
  -- does; and the game knows that small tiles and few areas win the end.
  losetas = { iterations = 500000, method = "alphabeta", most = 15000000, plies = 30,
    levels = { { 1, 1 }, { 2, 0.38 }, { 4, 0.2 }, { 7, 0.12 }, { 13, 0.08 }, { 27, 0.047 },
      { 55, 0.03 }, { 120, 0.018 } } },
  -- Hundreds of moves, which the game weighs: what they open, what they take
  -- from the others. By how many points a game is won tells playouts apart.
  blokus = { iterations = 20000, margin = 0.8, most = 600000, plies = plies_of_blokus,
    levels = { { 1, 0.43 }, { 1, 0.26 }, { 2, 0.21 }, { 3, 0.115 }, { 5, 0.085 }, { 9, 0.06 },
      { 14, 0.048 }, { 24, 0.035 } } },
  -- What counts is the lead in points; what others hold is dealt anew. Of the
  -- hundreds of moves the game names the few that give nothing away and keep
  -- a good hand; playouts of a few plies tell them apart.
  qwirkle = { iterations = 20000, margin = 1, most = 500000, plies = 34,
    levels = { { 1, 1 }, { 1, 0.35 }, { 2, 0.2 }, { 5, 0.125 }, { 10, 0.08 }, { 15, 0.06 },
      { 22, 0.046 }, { 35, 0.034 } } },
}
local other = { iterations = 5000, margin = 0.1 }
-- An estimate that was learnt (tesela learn) serves where lines are followed. Of a position
-- it takes as long as some plies of a random game.
local learnt = { iterations = 200000, method = "alphabeta", reductions = "late" }
local POSITIONS = 20 -- that are estimated in the time of a random game

-- The game's file tells how many iterations are a tenth of a second; else these many.
local USUAL = 1000

-- The way for a game, or for the one that it comes from.
local function way_of(rules)
  if rules.learnt then return learnt end
  local known, game = pcall(tesela.game, rules.name)
  return ways[rules.name] or known and ways[game.root] or other
end

-- Alpha-beta is for two who see everything; some variants are not.
local function searcher(rules, way)
  if way.method == "alphabeta" then
    local ok, made = pcall(tesela.searcher, rules,
      { method = way.method, reductions = way.reductions })
    if ok then return made, way end
    way = other
  end
  return tesela.searcher(rules, { margin = way.margin }), way
end

-- The iterations of the highest level. Rules in Lua are too slow for those of other games:
-- they have much fewer, or what their own file says.
local function most_of(rules, way)
  if rules.iterations then return 100 * rules.iterations end
  local known, game = pcall(tesela.game, rules.name)
  local slow = known and game.slow
  if way.most then return slow and way.most // 100 or way.most end
  return (slow and 10 or 100) * USUAL
end

-- A move of a level that draws among them: by random games, which know nothing.
local function draw(self, view, budget)
  self.simple = self.simple or tesela.searcher(view.rules, { policy = "none" })
  local move, value
  move, value, self.report = levels.draw(self.simple, view, self.rows[budget.level],
    budget.seed)
  return move, value
end

-- How long games are, or nil.
local function plies_of(rules, way)
  return type(way.plies) == "function" and way.plies(rules) or way.plies
end

-- How long a search is. Tree search ends when the choice is settled: its time would be lost.
local function length(self, budget)
  local iterations = budget.level and self.most or budget.iterations
  local seconds = not budget.level and budget.seconds or nil
  return { seconds = seconds, seed = budget.seed, threads = budget.threads,
    settle = self.settle, iterations = iterations or not seconds and self.iterations or nil }
end

return {
  name = "expert",
  levels = true,
  new = function(rules)
    local made, way = searcher(rules, way_of(rules))
    local own = rules.learnt and rules.iterations
    return { searcher = made, iterations = own and own * POSITIONS
      or pace.iterations(rules, way.iterations),
      rows = way.levels or levels.USUAL, most = most_of(rules, way),
      plies = plies_of(rules, way), settle = way.method ~= "alphabeta" or nil }
  end,
  choose = function(self, view, budget)
    local only = view:count() == 1 and view:list()[1]
    if only then return only end
    if self.rows[budget.level or 0] then return draw(self, view, budget) end
    local move, report
    if budget.clock then
      move, report = pace.search(self.searcher, view, budget, self.plies,
        self.report and self.report.value)
    else
      move, report = self.searcher:search(view, length(self, budget))
    end
    self.report = report
    return move, worth.chance(report, view.seat)
  end,
  -- While another one thinks: what is found there serves on.
  ponder = function(self, view, seconds, threads)
    local _, report = self.searcher:search(view, { seconds = seconds, threads = threads })
    return not (report.full or report.proof or report.stopped)
  end,
  -- Asked when the other player offers a draw.
  draw = function(self) return self.report ~= nil and self.report.value < 0.5 end,
}
