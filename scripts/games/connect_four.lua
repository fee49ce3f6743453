-- The options of a game have a default, a range and a line of help, like those of games
-- in C. (The cells are numbered as in records of earlier versions, with a border around
-- the largest board.)

local tesela = require "tesela"

return tesela.define {
  title = "Connect Four, by Howard Wexler",
  summary = "A disc falls to the lowest free cell of its column. Four in a line win.",
  notation = "d  a column that is not full",
  seat_names = { "red", "yellow" },
  options = { columns = { default = 7, min = 2, max = 12, doc = "columns of the board" },
    rows = { default = 6, min = 2, max = 12, doc = "rows of the board" },
    length = { default = 4, min = 2, max = 12, doc = "discs in a line to win" } },
  board = tesela.board.square { columns = "columns", rows = "rows", ground = "blue",
    cells = 196, first = 16, stride = 14 },
  moves = { "drop" },
  endings = { { "line", row = "length" }, { "full", full = true } },
}
