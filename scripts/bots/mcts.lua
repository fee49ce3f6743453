-- mcts: Monte Carlo tree search, as it comes.
--
-- Any game, any number of seats, and nothing known about it but its rules and
-- how the game itself plays on from a position (its rollout, where it has one;
-- any moves where not): all moves begin equal. What is hidden is dealt anew in
-- every iteration. The searcher lives as long as the game and keeps its tree
-- from move to move.

local pace = require "tesela.pace"
local tesela = require "tesela"
local worth = require "tesela.worth"

local ITERATIONS = 10000 -- usually (tesela.pace)

return {
  name = "mcts",
  new = function(rules)
    return {
      searcher = tesela.searcher(rules, { policy = "none" }),
      iterations = pace.iterations(rules, ITERATIONS),
    }
  end,
  choose = function(self, view, budget)
    if budget.clock then
      local move, report = pace.search(self.searcher, view, budget)
      return move, worth.chance(report, view.seat)
    end
    local move, report = self.searcher:search(view, {
      iterations = budget.iterations or not budget.seconds and self.iterations or nil,
      seconds = budget.seconds,
      threads = budget.threads,
      seed = budget.seed,
    })
    return move, worth.chance(report, view.seat)
  end,
}
