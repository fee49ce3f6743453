-- A board may be slanted: each row stands half a cell to the right of the one
-- below, so that the six cells around one are beside it on the screen too.

local tesela = require "tesela"

local WIDE, SWAP = 21, 1 -- nineteen columns and a border: nothing ever stands there
local CELLS = WIDE * WIDE
local AROUND = { 1, -1, WIDE, -WIDE, WIDE - 1, 1 - WIDE }
local COLOURS, STONES = { "red", "blue" }, { "R", "B" }

-- Does the chain of a stone join both edges? Those that were seen go from the board,
-- which is a copy.
local function joins(board, from, size)
  local seat, chain, low, high = board[from], { from }, false, false
  board[from] = 0
  for _, cell in ipairs(chain) do -- which grows meanwhile
    local line = seat == 1 and cell // WIDE or cell % WIDE
    low, high = low or line == 1, high or line == size
    for i = 1, 6 do
      local beside = cell + AROUND[i]
      if board[beside] == seat then
        chain[#chain + 1], board[beside] = beside, 0
      end
    end
  end
  return low and high
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
    local options, list = s.rules.options, {}
    local board = s.board:all(options.size * (WIDE + 1))
    for row = WIDE, options.size * WIDE, WIDE do
      for cell = row + 1, row + options.size do
        if board[cell] == 0 then list[#list + 1] = cell end
      end
    end
    out(list)
    if s.stones == 1 and s.last > 0 and options.swap == "on" then out(SWAP) end
  end,
  apply = function(s, cell)
    if cell == SWAP then s.board[s.last], cell = 0, s.last % WIDE * WIDE + s.last // WIDE end
    s.board[cell], s.last, s.stones = s.seat, cell, s.stones + 1
    local size = s.rules.options.size
    if joins(s.board:all(size * (WIDE + 1)), cell, size) then s.over = "joined" end
    s.seat = 3 - s.seat
  end,
  result = function(s) return s.over and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(_, m) return m == SWAP and "swap" or string.char(96 + m % WIDE) .. m // WIDE end,
  draw = function(s, board)
    local size = s.rules.options.size
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
