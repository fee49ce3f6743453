-- greedy: looks one ply ahead and takes what is best at once.
--
-- A move is worth the points by which its player is then ahead of the best
-- other one; ending the game as the only winner is worth more than any
-- points. Among equals it takes any.

local tesela = require "tesela"
local points = require "tesela.worth"

return {
  name = "greedy",
  new = function(_, seat, seed)
    return { seat = seat, rng = tesela.rng(seed) }
  end,
  choose = function(self, view)
    local best, found = -math.huge, {}
    for move in view:moves() do
      local value = points.worth(view:copy():play(move), self.seat)
      if value > best then best, found = value, {} end
      if value == best then found[#found + 1] = move end
    end
    return self.rng:pick(found)
  end,
}
