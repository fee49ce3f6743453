-- Moves that people write differently from the game: `B2`, `c3c4`, `b2 c3`, `swap 1`, `i5 @ A20`;
-- or a piece and a cell that it covers (pieces_by_cells.lua).
--
-- A line means a move if it is another spelling of it, or if it has the letters and digits of
-- exactly one legal move. A valid move never comes here.

local covering = require "tesela.terminal.play.pieces_by_cells"
local spelling = require "tesela.rules.spelling"

local M = {}

-- The characters that must be the same: letters, digits, and the signs between numbers.
local function letters(text)
  return (text:lower():gsub("([+-])%f[%d]", { ["+"] = "\1", ["-"] = "\2" })
    :gsub("%f[%d](%d+)[^%w\1\2<>^]+%f[%d]", "%1_"):gsub("[^%w_\1\2<>^]", ""))
end

-- The legal move with the letters and digits of a line, if there is only one. (Letters of other
-- alphabets never occur in a move, and after a final sign something is missing.)
local function resembled(state, line)
  if line:find "[\x80-\xff]" or line:find "[@:,/+-]%s*$" then return nil end
  local wanted, found = letters(line), nil
  for move in state:moves() do
    if letters(state:text(move)) == wanted then
      if found then return nil end
      found = move
    end
  end
  return found
end

--- The legal move meant by a line; or nil and, if the meaning is clear, why it is not
--- legal. If a piece fits in several ways, also a list of these.
function M.move(state, line)
  if letters(line) == "" then return nil end
  local list, why_not = covering.read(state, line)
  if list and not (list.asked and list.asked.at) then
    if #list == 1 then return list[1].move end
    return nil, why_not, #list > 1 and list or nil
  end
  local move, why = spelling.move(state, line)
  if move or why then return move, why end
  return resembled(state, line)
end

return M
