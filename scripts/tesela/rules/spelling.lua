-- Other spellings of a move: with capitals, with spaces left out, or with a space for a sign.

local M = {}

-- A piece has capitals before its @, a cell small letters: I5@a20.
local function piece_and_cell(line)
  local piece, rest = line:match "^([^@]+)(@.*)$"
  return piece and piece:upper() .. rest:lower() or line
end

local SPELLINGS = { tostring, string.lower, piece_and_cell }
-- The replacements for the first space and for later ones.
local NO_BLANKS = { "", "" }
local BLANKS = { NO_BLANKS, { "-", "-" }, { ",", "," }, { ":", "," }, { ":", "+" }, { "@", "," },
  { "@", "/" } }

-- Is the meaning of a refused spelling clear? With signs between words, a word that is not a cell
-- may not be meant as one.
local function is_clear(kind, signs)
  return kind ~= "unreadable" and (signs == NO_BLANKS or kind ~= "no cell")
end

--- The move that a line means in another spelling; or nil, with the reason if one spelling is an
--- illegal move.
function M.move(state, line)
  local reason
  for _, spelling in ipairs(SPELLINGS) do
    for _, signs in ipairs(BLANKS) do
      local close = line:gsub("%->", "-"):gsub("%s*([@:,/+-])%s*", "%1"):gsub("%s+", signs[1], 1)
        :gsub("%s+", signs[2])
      local move, why, kind = state:move(spelling(close))
      if move then return move end
      if is_clear(kind, signs) then reason = reason or why end
    end
  end
  return nil, reason
end

return M
