-- Completion of input during a game.
--
-- If very many moves begin with the input, they are completed part by part: the tile, then the
-- cell, then the next tile.

local listing = require "tesela.terminal.play.legal_moves"
local spoken = require "tesela.rules.spoken_moves"

local M = {}

local MANY = 40 -- more moves than this are completed part by part

-- The texts of moves up to the end of the part in which `begin` ends.
local function shortened(texts, begin)
  local seen, words = {}, {}
  for _, each in ipairs(texts) do
    local word = begin .. each:sub(#begin + 1):match "^%+?[^@+:]*[@:]?"
    if not seen[word] then
      seen[word] = true
      words[#words + 1] = word
    end
  end
  return words
end

local function move_words(state, begin)
  local texts, others = {}, {}
  for move in state:moves() do
    local each, other = spoken.text(state, move), state:text(move)
    if each:sub(1, #begin) == begin then
      texts[#texts + 1] = each
    elseif other:sub(1, #begin) == begin then
      others[#others + 1] = other
    end
  end
  if #texts == 0 then texts = others end
  return #texts > MANY and shortened(texts, begin) or texts
end

local function has(list, word)
  for _, each in ipairs(list) do
    if each == word then return true end
  end
  return false
end

-- The next word after a piece: the cells that it can cover, together with another cell if one is
-- given; or its first cells, if it has only one orientation.
local function piece_words(state, piece, cell)
  local seen, words = { [cell or ""] = true }, {}
  for move in state:moves() do
    local parts = state:parts(move)
    if parts.piece == nil then return words end
    local cells = parts.turn and parts.cells or not cell and { parts.at } or {}
    local fits = tostring(parts.piece) == piece and (not cell or has(cells, cell))
    for _, word in ipairs(fits and cells or {}) do
      if not seen[word] then words[#words + 1], seen[word] = word, true end
    end
  end
  return words
end

-- The cells of all moves, if cells are numbers: "x,y".
local function open_cells(state)
  local seen, list = {}, {}
  for move in state:moves() do
    for _, cell in ipairs(state:parts(move, "cells") or {}) do
      if not seen[cell] and cell:find "^%-?%d+,%-?%d+$" then
        seen[cell] = true
        list[#list + 1] = cell
      end
    end
  end
  return list
end

-- The possible words after tiles and @ or a space: a cell and, for several tiles, a
-- direction.
local function laid_words(state, tiles, sign)
  local words = {}
  for _, cell in ipairs(open_cells(state)) do
    local alone = state:legal(tiles .. sign .. cell)
    for _, way in ipairs(alone and { "" } or { ">", "<", "^", "v" }) do
      if alone or state:legal(tiles .. sign .. cell .. way) then
        words[#words + 1] = cell .. way
      end
    end
  end
  return words
end

--- The moves of a state that begin with `begin`, or only their next part.
function M.moves(state, begin)
  local tiles = begin:match "^(%w+)@"
  local words = move_words(state, begin)
  if tiles and #words == 0 then
    for i, word in ipairs(laid_words(state, tiles, "@")) do
      words[i] = tiles .. "@" .. word
    end
  end
  return words
end

-- Completes a line of one word: a command or a move.
local function first_words(state, begin, names)
  local words = M.moves(state, begin)
  return table.move(names, 1, #names, #words + 1, words)
end

-- Completes a second or third word: `rest` are those between.
local function next_words(state, first, rest)
  local words = piece_words(state, first, rest ~= "" and rest or nil)
  if #words > 0 or rest ~= "" then return words end
  return laid_words(state, first, " ")
end

--- The possible completions of the last word of a line, and the start of that word.
function M.fitting(words, line)
  local found, start = {}, line:match "()%S*$"
  local begin = line:sub(start)
  for _, word in ipairs(words) do
    if word:sub(1, #begin) == begin then found[#found + 1] = word end
  end
  table.sort(found)
  return found, start
end

--- The completions of the last word of a line, and the start of that word. `state` is nil or false
--- if the moves must stay unknown. `names` are the names of a menu's commands and of queries.
function M.words(state, line, names, menu)
  local words, begin = {}, line:match "%S*$"
  local first, rest = line:match "^%s*(%S+)%s+(%S-)%s*%S*$"
  if not state then
    words = not first and names or words
  elseif not first then
    words = line:find "^%s*%S*$" and first_words(state, begin, names) or words
  elseif first == "moves" or first == "place" then
    words = rest == "" and listing.words(state) or words
  elseif not menu:named(first) then
    words = next_words(state, first, rest)
  end
  return M.fitting(words, line)
end

return M
