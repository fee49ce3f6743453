-- Three in a row. A board, its pieces, moves by verbs and endings by tests are a whole
-- game: no function has to be written, and it runs as fast as a game in C.

local tesela = require "tesela"

return tesela.define {
  title = "Tic-tac-toe",
  summary = "The first to have three in a row, a column or a diagonal wins.",
  notation = "b2  a cell that is empty, a1 to c3",
  seat_names = { "X", "O" },
  board = tesela.board.square(3),
  pieces = { { "X", colour = "blue", shape = "letters" }, { "O", colour = "red", shape = "ring" } },
  moves = { "place" },
  endings = { { "line", row = 3 }, { "full", full = true } },
}
