-- random: any legal move, each equally likely.
--
-- The smallest bot with a state of its own: `new` makes an object for one
-- game, and `choose` returns each move. The seed makes its games repeatable.

local tesela = require "tesela"

return {
  name = "random",
  new = function(_, _, seed)
    return { rng = tesela.rng(seed) }
  end,
  choose = function(self, view)
    return self.rng:pick(view:list())
  end,
}
