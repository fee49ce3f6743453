-- greedy: looks one ply ahead and plays the best move at once.
--
-- The value of a move is its player's lead over the best opponent after it, in points; a
-- sole win is worth more than any points. If a game reports the points of its moves
-- (points= among the parts of a move), only the moves with the most points are tried.
-- Ties are broken at random.

local tesela = require "tesela"
local points = require "tesela.worth"

-- The moves that score the most points, or all moves if they have none.
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
