-- A board may be slanted: each row stands half a cell to the right of the one
-- below, so that the six cells around one are beside it on the screen too. A grid
-- with six `ways` is such a board; `group` says which sides a chain of stones touches.

local tesela = require "tesela"

local WIDE, SWAP = 21, 1 -- from one row to the next; a1 begins the second row
local CELLS = WIDE * WIDE
local COLOURS, STONES = { "red", "blue" }, { "R", "B" }

return tesela.define {
  title = "Hex, by Piet Hein and John Nash",
  summary = "Red joins the lower and the upper edge by a chain of stones, blue the left\n"
    .. "and the right. Instead of its first stone blue may make red's its own: swap.",
  notation = "c4    an empty cell\nswap  red's first stone becomes blue's, mirrored",
  seat_names = COLOURS, endings = { "joined" },
  fields = {
    board = { cells = CELLS, max = 2,
      grid = { columns = "size", rows = "size", first = WIDE + 1, stride = WIDE, ways = 6 } },
    last = { max = CELLS }, stones = { max = CELLS },
  },
  options = { size = { default = 11, min = 2, max = 19, doc = "cells on each side" },
    swap = { words = { "on", "off" }, doc = "may blue take over red's first stone" } },
  moves = function(s, out)
    s.board:find(0, out)
    if s.stones == 1 and s.last > 0 and s.options.swap == "on" then out(SWAP) end
  end,
  apply = function(s, cell)
    if cell == SWAP then s.board[s.last], cell = 0, s.last % WIDE * WIDE + s.last // WIDE end
    s.board[cell], s.last, s.stones = s.seat, cell, s.stones + 1
    local _, left, right, lower, upper = s.board:group(cell)
    if s.seat == 1 and lower and upper or s.seat == 2 and left and right then s.over = "joined" end
    s.seat = 3 - s.seat
  end,
  result = function(s) return s.over and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(_, m) return m == SWAP and "swap" or string.char(96 + m % WIDE) .. m // WIDE end,
  draw = function(s, board)
    local size = s.options.size
    board:size(size, size, 2):slant():empty ".":edges("red", "blue", "red", "blue")
    for i = 0, size * size - 1 do
      local x, y = i % size + 1, i // size + 1
      local stone = s.board[WIDE * y + x]
      if stone > 0 then board:shape(x, y, "disc", COLOURS[stone], STONES[stone]) end
      if WIDE * y + x == s.last then board:mark(x, y) end
      if WIDE * y + x == board.hint then board:mark(x, y, "hint") end
    end
  end,
}
