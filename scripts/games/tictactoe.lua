-- Three in a row. A whole game is its cells (`fields`), all 0 at the start and
-- never above `max`, and a few functions: `moves` lists whole numbers, `apply`
-- does what one of them stands for and gives the turn on, `over` says whether
-- that was the end and `result` who won. `print` and `draw` make it pleasant. Cells
-- with a `grid` know their neighbours: `run` counts how many in a row are equal.

local tesela = require "tesela"

local function column_and_row(cell) return (cell - 1) % 3 + 1, (cell + 2) // 3 end

return tesela.define {
  title = "Tic-tac-toe",
  summary = "Who first has three in a row, a column or a diagonal, wins.",
  notation = "b2  a cell that is empty, a1 to c3",
  seat_names = { "X", "O" },
  fields = { board = { cells = 9, max = 2, grid = { columns = 3, rows = 3 } },
    last = { max = 9 } },
  endings = { "line", "full" },
  moves = function(s, out) s.board:find(0, out) end,
  apply = function(s, cell)
    s.board[cell], s.last = s.seat, cell
    s.seat = 3 - s.seat
  end,
  over = function(s)
    if s.last > 0 and s.board:run(s.last) == 3 then return "line" end
    if s.board:count(0) == 0 then return "full" end
  end,
  result = function(s) -- who made a line is not to move any more
    local won = s.reason == "line" and 3 - s.seat
    return { won == 1 and 1 or 0, won == 2 and 1 or 0 }
  end,
  print = function(_, cell)
    local column, row = column_and_row(cell)
    return ("abc"):sub(column, column) .. row
  end,
  draw = function(s, board)
    board:size(3, 3)
    for cell = 1, 9 do
      local x, y = column_and_row(cell)
      if s.board[cell] == 1 then board:put(x, y, "X", "blue") end
      if s.board[cell] == 2 then board:shape(x, y, "ring", "red", "O") end
      if s.last == cell then board:mark(x, y) end
      if board.hint == cell then board:mark(x, y, "hint") end
    end
  end,
}
