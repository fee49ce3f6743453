-- A board may be slanted: each row stands half a cell to the right of the one
-- below, so that the six cells around one are beside it on the screen too.

local tesela = require "tesela"

local WIDE, SWAP = 21, 1 -- nineteen columns and a border, where nothing ever stands
local CELLS = WIDE * WIDE
local AROUND = { 1, -1, WIDE, -WIDE, WIDE - 1, 1 - WIDE }
local COLOURS, STONES = { "red", "blue" }, { [0] = ".", "R", "B" }

local function joins(board, from, size) -- does its chain join both edges?
  local seat, chain, seen, edges = board[from], { from }, { [from] = true }, {}
  for _, cell in ipairs(chain) do -- which grows meanwhile
    edges[seat == 1 and cell // WIDE or cell % WIDE] = true
    for _, step in ipairs(AROUND) do
      local beside = cell + step
      if not seen[beside] and beside > 0 and beside <= CELLS and board[beside] == seat then
        chain[#chain + 1], seen[beside] = beside, true
      end
    end
  end
  return edges[1] and edges[size]
end

return tesela.define {
  title = "Hex, by Piet Hein and John Nash",
  summary = "Red joins the lower and the upper edge by a chain of stones, blue the left\n"
    .. "and the right. Instead of its first stone blue may make red's its own: swap.",
  notation = "c4    an empty cell\nswap  red's first stone becomes blue's, mirrored",
  seat_names = COLOURS, endings = { "joined" },
  fields = { board = { cells = CELLS, max = 2 }, last = { max = CELLS },
    stones = { max = CELLS } },
  options = { size = { default = 11, min = 2, max = 19, doc = "cells on each side" },
    swap = { words = { "on", "off" }, doc = "may blue take over red's first stone" } },
  moves = function(s, out)
    local size, swap = s.rules.options.size, s.rules.options.swap == "on"
    for row = WIDE, size * WIDE, WIDE do
      for cell = row + 1, row + size do if s.board[cell] == 0 then out(cell) end end
    end
    if swap and s.stones == 1 and s.last > 0 then out(SWAP) end -- a number of the border
  end,
  apply = function(s, cell)
    if cell == SWAP then s.board[s.last], cell = 0, s.last % WIDE * WIDE + s.last // WIDE end
    s.board[cell], s.last, s.stones = s.seat, cell, s.stones + 1
    if joins(s.board, cell, s.rules.options.size) then s.over = "joined" end
    s.seat = 3 - s.seat
  end,
  result = function(s) return s.over and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(_, m) return m == SWAP and "swap" or string.char(96 + m % WIDE) .. m // WIDE end,
  draw = function(s, board)
    local size = s.rules.options.size
    board:size(size, size, 2):slant()
    for i = 0, size * size - 1 do
      local x, y = i % size + 1, i // size + 1
      local stone = s.board[WIDE * y + x]
      board:put(x, y, STONES[stone], COLOURS[stone])
      if WIDE * y + x == s.last then board:mark(x, y) end
      if WIDE * y + x == board.hint then board:mark(x, y, "hint") end
    end
  end,
}
