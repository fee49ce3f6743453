-- Three in a row. A board, pieces, moves and endings, all declared, make a whole game:
-- it needs no function, and runs as fast as a game in C.

local tesela = require "tesela"

return tesela.define {
  title = "Tic-tac-toe",
  summary = "The first to have three in a row, a column or a diagonal wins.",
  notation = "b2  an empty cell, a1 to c3",
  seat_names = { "X", "O" },
  board = tesela.board.square(3),
  pieces = { { "X", colour = "blue", shape = "letters" }, { "O", colour = "red", shape = "ring" } },
  moves = { "place" },
  endings = { { "line", row = 3 }, { "full", full = true } },
}
