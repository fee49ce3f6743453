-- greedy: looks one ply ahead and takes what is best at once.
--
-- A move is worth the points by which its player is then ahead of the best
-- other one; ending the game as the only winner is worth more than any
-- points. Where a game tells the points of its moves (points= among the parts
-- of a move), only those that bring the most are looked at. Among equals it
-- takes any.

local tesela = require "tesela"
local points = require "tesela.worth"

-- All moves, or those that bring more points than the others.
local function most_points(view)
  local moves, worth = points.best(view)
  if not moves then return view:list() end
  local count = 1
  while moves[count + 1] and worth[moves[count + 1]] == worth[moves[1]] do
    count = count + 1
  end
  return table.move(moves, 1, count, 1, {})
end

return {
  name = "greedy",
  new = function(_, seat, seed)
    return { seat = seat, rng = tesela.rng(seed) }
  end,
  choose = function(self, view)
    local best, found = -math.huge, {}
    for _, move in ipairs(most_points(view)) do
      local value = points.worth(view:copy():play(move), self.seat)
      if value > best then best, found = value, {} end
      if value == best then found[#found + 1] = move end
    end
    return self.rng:pick(found)
  end,
}
