-- mcts: plain Monte Carlo tree search.
--
-- It plays any game with any number of seats, and knows only the rules and the game's
-- own rollout (random moves if there is none): all moves begin equal. Hidden information
-- is dealt again in every iteration. The searcher keeps its tree from move to move.

local pace = require "tesela.pace"
local tesela = require "tesela"
local worth = require "tesela.worth"

local ITERATIONS = 10000 -- by default (tesela.pace)

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
