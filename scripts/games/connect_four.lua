-- Options of one's own have a default, a range and a line that says what they
-- are, as those of games in C. Cells are declared for the largest board.

local tesela = require "tesela"

local WIDE = 14 -- twelve columns and a border, on which nothing ever stands
local CELLS = WIDE * WIDE
local STEPS = { 1, WIDE - 1, WIDE, WIDE + 1 }
local COLOURS, DISCS = { "red", "yellow" }, { "R", "Y" }

-- How many discs of one colour there are from a cell on, itself included.
local function run(board, cell, step)
  local disc, count = board[cell], 0
  repeat
    cell, count = cell + step, count + 1
  until cell < 1 or cell > CELLS or board[cell] ~= disc
  return count
end

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
  fields = { board = { cells = CELLS, max = 2 }, last = { max = CELLS } },
  options = { columns = { default = 7, min = 2, max = 12, doc = "columns of the board" },
    rows = { default = 6, min = 2, max = 12, doc = "rows of the board" },
    length = { default = 4, min = 2, max = 12, doc = "discs in a line that win" } },
  moves = function(s, out)
    local o, board = s.rules.options, s.board
    local top = o.rows * WIDE + 1
    for x = 1, o.columns do if board[top + x] == 0 then out(x) end end
  end,
  apply = function(s, x)
    local cell = landing(s, x)
    s.board[cell], s.last, s.seat = s.seat, cell, 3 - s.seat
  end,
  over = function(s)
    local o, board, last = s.rules.options, s.board, s.last
    for _, step in ipairs(last > 0 and STEPS or {}) do
      if run(board, last, step) + run(board, last, -step) > o.length then return "line" end
    end
    for x = 1, o.columns do
      if board[o.rows * WIDE + 1 + x] == 0 then return nil end
    end
    return "full"
  end,
  result = function(s) return s.reason == "line" and { s.seat - 1, 2 - s.seat } or { 0, 0 } end,
  print = function(_, x) return string.char(96 + x) end,
  draw = function(s, board)
    local o, hint = s.rules.options, board.hint and landing(s, board.hint)
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
