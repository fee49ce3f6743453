-- What people mean who do not write a move as the game does: `B2`, `c3c4`,
-- `b2 c3`, `swap 1`, `i5 @ A20`.
--
-- A line means a move if it is one in some other spelling (capitals, blanks left
-- out or in place of a sign), or if it has the letters and digits of one legal
-- move, and of no other. What is a move as it stands is never looked at here.

local M = {}

-- A piece has capitals before its @, a cell small letters: I5@a20.
local function piece_and_cell(line)
  local piece, rest = line:match "^([^@]+)(@.*)$"
  return piece and piece:upper() .. rest:lower() or line
end

local function same(line) return line end

local SPELLINGS = { same, string.lower, piece_and_cell }
-- What the first blank and the others stand for.
local NO_BLANKS = { "", "" }
local BLANKS = { NO_BLANKS, { "-", "-" }, { ",", "," }, { ":", "," }, { "@", "," },
  { "@", "/" } }

-- Whether it is clear what a refused spelling means. With signs between words, a
-- word that is not a cell may not be meant as one.
local function is_clear(kind, signs)
  return kind ~= "unreadable" and (signs == NO_BLANKS or kind ~= "no cell")
end

-- The move that a line is in another spelling; or nil and, if it is only not legal
-- in one, why not.
local function spelt(state, line)
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

-- What must be the same: letters, digits, and the signs that tell numbers apart.
local function letters(text)
  return (text:lower():gsub("([+-])%f[%d]", { ["+"] = "\1", ["-"] = "\2" })
    :gsub("%f[%d](%d+)[^%w\1\2<>^]+%f[%d]", "%1_"):gsub("[^%w_\1\2<>^]", ""))
end

-- The legal move that has the letters and digits of a line, if only one has. (Letters
-- of other alphabets are none of a move, and where a sign is last something is missing.)
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

--- The legal move that somebody means by a line; or nil and, where it is clear what
--- was meant, why that is not legal.
function M.move(state, line)
  if letters(line) == "" then return nil end
  local move, why = spelt(state, line)
  if move or why then return move, why end
  return resembled(state, line)
end

return M
