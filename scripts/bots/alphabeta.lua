-- alphabeta: alpha-beta search, deeper and deeper until its budget is used up.
--
-- For two players, with nothing hidden. It finds every win within its depth; at
-- that depth the game's own rules of thumb judge the position. Its table of
-- positions is kept for the whole game.

local pace = require "tesela.pace"
local tesela = require "tesela"

local POSITIONS = 200000 -- by default (tesela.pace)

return {
  name = "alphabeta",
  new = function(rules)
    return {
      searcher = tesela.searcher(rules, { method = "alphabeta" }),
      iterations = pace.iterations(rules, POSITIONS),
    }
  end,
  choose = function(self, view, budget)
    if budget.clock then
      local move, report = pace.search(self.searcher, view, budget)
      return move, report.value
    end
    local move, report = self.searcher:search(view, {
      iterations = budget.iterations or not budget.seconds and self.iterations or nil,
      seconds = budget.seconds,
      threads = budget.threads,
    })
    return move, report.value
  end,
}
