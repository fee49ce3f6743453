-- No piece may enter beside a stack that contains a piece of its own colour. `keep`
-- filters the moves of the parent; if none is left, the seat passes.

local tesela = require "tesela"

-- Whether a neighbouring stack contains a piece of this side ("w", "r").
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
  summary = tesela.game("mixtour").summary .. "\nNo piece may enter next to a stack, even"
    .. " diagonally, that contains a piece\nof its own colour.",
  keep = function(_, s, m)
    local kind, to = s:parts(m, "kind", "to")
    return kind ~= "enter" or not beside(s, to, s.seat == 1 and "w" or "r")
  end,
})
