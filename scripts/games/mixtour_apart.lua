-- One may not enter beside a stack that holds a piece of one's own. `keep` is
-- asked about moves of its parent; when it keeps none, the turn is a pass.

local tesela = require "tesela"

-- Is there a piece of this side ("w", "r") on one of the cells around?
local function beside(s, cell, side)
  local column, row = cell:byte(1, 2)
  for x = math.max(column - 1, 97), math.min(column + 1, 101) do -- a..e
    for y = math.max(row - 1, 49), math.min(row + 1, 53) do -- 1..5
      if s:cell(string.char(x, y)):find(side) then return true end
    end
  end
end

return tesela.derive("mixtour", {
  title = "Mixtour in which pieces enter apart",
  summary = tesela.game("mixtour").summary .. "\nNo piece may enter next to a stack, diagonally"
    .. " either, that holds a piece\nof its own colour.",
  keep = function(_, s, m)
    local kind, to = s:parts(m, "kind", "to")
    return kind ~= "enter" or not beside(s, to, s.seat == 1 and "w" or "r")
  end,
})
