-- Any move: drawn by the seed of the game, or by that of the move.
local tesela = require "tesela"
return {
  new = function(_, _, seed) return { rng = tesela.rng(seed) } end,
  choose = function(self, view, budget)
    local rng = view.ply % 2 == 0 and self.rng or tesela.rng(budget.seed)
    return rng:pick(view:list())
  end,
}
