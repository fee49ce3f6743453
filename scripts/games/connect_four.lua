-- Options of one's own have a default, a range and a line that says what they
-- are, as those of games in C. Cells are declared for the largest board.

local tesela = require "tesela"

local WIDE = 14 -- from one row to the next; the second begins at 15, its border
local CELLS = WIDE * WIDE
local COLOURS, DISCS = { "red", "yellow" }, { "R", "Y" }

local function landing(s, x)
  local board, cell = s.board, WIDE + 1 + x
  while board[cell] ~= 0 do cell = cell + WIDE end
  return cell
end

return tesela.define {
  title = "Connect Four, by Howard Wexler",
  summary = "A disc falls to the lowest free cell of its column. Four in a line win.",
  notation = "d  a column that is not full",
  seat_names = COLOURS, endings = { "line", "full" },
  fields = {
    board = { cells = CELLS, max = 2,
      grid = { columns = "columns", rows = "rows", first = WIDE + 2, stride = WIDE } },
    last = { max = CELLS },
  },
  options = { columns = { default = 7, min = 2, max = 12, doc = "columns of the board" },
    rows = { default = 6, min = 2, max = 12, doc = "rows of the board" },
    length = { default = 4, min = 2, max = 12, doc = "discs in a line that win" } },
  moves = function(s, out)
    local board, top = s.board, s.options.rows * WIDE + 1
    for x = 1, s.options.columns do if board[top + x] == 0 then out(x) end end
  end,
  apply = function(s, x)
    local cell = landing(s, x)
    s.board[cell], s.last, s.seat = s.seat, cell, 3 - s.seat
  end,
  over = function(s)
    if s.last > 0 and s.board:run(s.last) >= s.options.length then return "line" end
    if s.board:count(0) == 0 then return "full" end
  end,
  result = function(s) return s.reason == "line" and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(_, x) return string.char(96 + x) end,
  draw = function(s, board)
    local o, hint = s.options, board.hint and landing(s, board.hint)
    board:size(o.columns, o.rows):ground "blue"
    for i = 0, o.columns * o.rows - 1 do
      local x, y = i % o.columns + 1, i // o.columns + 1
      local cell = WIDE * y + 1 + x
      local disc = s.board[cell]
      if disc > 0 then board:shape(x, y, "disc", COLOURS[disc], DISCS[disc]) end
      if cell == s.last then board:mark(x, y) end
      if cell == hint then board:mark(x, y, "hint") end
    end
  end,
}
