-- expert: for each game the search that serves it best.
--
-- A row holds what goes to tesela.searcher, and how many iterations there are
-- where neither the budget nor the game's file says: about half a second.
-- Variants are played as the game that they are derived from, and what is not
-- known at all by tree search, with points counting a little.

local tesela = require "tesela"

local ways = {
  -- A game of tactics, decided in a few plies that must all be seen: alpha-beta
  -- misses none of them.
  mixtour = { iterations = 500000, method = "alphabeta" },
  -- Random games do not see the one cover that cuts an area in two, alpha-beta
  -- does; and the game knows that small tiles and few areas win the end.
  losetas = { iterations = 500000, method = "alphabeta" },
  -- Hundreds of moves, which the game weighs: what they open, what they take
  -- from the others. By how many points a game is won tells playouts apart.
  blokus = { iterations = 20000, margin = 0.8 },
  -- What counts is the lead in points; what others hold is dealt anew. Of the
  -- hundreds of moves the game names the few that give nothing away and keep
  -- a good hand; playouts of a few plies tell them apart.
  qwirkle = { iterations = 20000, margin = 1 },
}
local other = { iterations = 5000, margin = 0.1 }

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

return {
  name = "expert",
  new = function(rules)
    local made, way = searcher(rules, way_of(rules))
    return { searcher = made, iterations = rules.iterations or way.iterations }
  end,
  choose = function(self, view, budget)
    local only = view:count() == 1 and view:list()[1]
    if only then return only end
    local move, report = self.searcher:search(view, {
      iterations = budget.iterations
        or not budget.seconds and self.iterations or nil,
      seconds = budget.seconds,
      seed = budget.seed,
    })
    self.report = report
    return move, report.value
  end,
  -- Asked when the other player offers a draw.
  draw = function(self) return self.report ~= nil and self.report.value < 0.5 end,
}
