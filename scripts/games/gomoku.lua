-- A grid whose size an option says: `s.board:find(0, out)` lists its empty cells as
-- moves, and `s.board:run(cell)` is the longest row of stones through a cell.

local tesela = require "tesela"

local MOST = 19
local COLOURS, STONES = { "black", "white" }, { "X", "O" }

return tesela.define {
  title = "Gomoku",
  summary = "Who first has five stones or more in a row, a column or a diagonal, wins.",
  notation = "h8  an empty cell",
  seat_names = COLOURS, endings = { "five", "full" }, iterations = 200,
  fields = {
    board = { cells = MOST * MOST, max = 2, grid = { columns = "size", rows = "size" } },
    last = { max = MOST * MOST }, stones = { max = MOST * MOST },
  },
  options = { size = { default = 15, min = 9, max = MOST, doc = "cells on each side" } },
  moves = function(s, out) s.board:find(0, out) end,
  apply = function(s, cell)
    s.board[cell], s.last, s.stones, s.seat = s.seat, cell, s.stones + 1, 3 - s.seat
    if s.board:run(cell) >= 5 then
      s.over = "five"
    elseif s.stones == s.options.size ^ 2 then
      s.over = "full"
    end
  end,
  result = function(s) return s.reason == "five" and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(s, m)
    local size = s.options.size
    return string.char(97 + (m - 1) % size) .. 1 + (m - 1) // size
  end,
  draw = function(s, board)
    local size = s.options.size
    board:size(size, size)
    for cell = 1, size * size do
      local x, y, stone = (cell - 1) % size + 1, (cell - 1) // size + 1, s.board[cell]
      if stone > 0 then board:shape(x, y, "disc", COLOURS[stone], STONES[stone]) end
      if cell == s.last then board:mark(x, y) end
      if cell == board.hint then board:mark(x, y, "hint") end
    end
  end,
}
