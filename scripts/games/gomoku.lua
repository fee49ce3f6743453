-- Moves that are listed in one go: `s.board:find(0, n)` finds the empty ones of
-- the first n cells, and `out` takes a list of moves.

local tesela = require "tesela"

local MOST = 19
local COLOURS, STONES = { "black", "white" }, { "X", "O" }

-- How many stones of one colour stand in a row from a cell on, itself included.
local function run(board, size, cell, dx, dy)
  local stone, count = board[cell], 0
  local x, y = (cell - 1) % size, (cell - 1) // size
  repeat
    x, y, count = x + dx, y + dy, count + 1
  until x < 0 or x >= size or y < 0 or y >= size or board[y * size + x + 1] ~= stone
  return count
end

local function five(board, size, cell)
  for _, way in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
    local dx, dy = way[1], way[2]
    if run(board, size, cell, dx, dy) + run(board, size, cell, -dx, -dy) > 5 then return true end
  end
end

return tesela.define {
  title = "Gomoku",
  summary = "Who first has five stones or more in a row, a column or a diagonal, wins.",
  notation = "h8  an empty cell",
  seat_names = COLOURS, endings = { "five", "full" }, iterations = 200,
  fields = { board = { cells = MOST * MOST, max = 2 }, last = { max = MOST * MOST },
    stones = { max = MOST * MOST } },
  options = { size = { default = 15, min = 9, max = MOST, doc = "cells on each side" } },
  moves = function(s, out)
    local size = s.rules.options.size
    out(s.board:find(0, size * size))
  end,
  apply = function(s, cell)
    local board, size, seat = s.board, s.rules.options.size, s.seat
    board[cell], s.last, s.stones, s.seat = seat, cell, s.stones + 1, 3 - seat
    if five(board, size, cell) then
      s.over = "five"
    elseif s.stones == size * size then
      s.over = "full"
    end
  end,
  result = function(s) return s.reason == "five" and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(s, m)
    local size = s.rules.options.size
    return string.char(97 + (m - 1) % size) .. 1 + (m - 1) // size
  end,
  draw = function(s, board)
    local size = s.rules.options.size
    board:size(size, size)
    for cell = 1, size * size do
      local x, y, stone = (cell - 1) % size + 1, (cell - 1) // size + 1, s.board[cell]
      if stone > 0 then board:shape(x, y, "disc", COLOURS[stone], STONES[stone]) end
      if cell == s.last then board:mark(x, y) end
      if cell == board.hint then board:mark(x, y, "hint") end
    end
  end,
}
