-- An option sets the size of the board.

local tesela = require "tesela"

return tesela.define {
  title = "Gomoku",
  summary = "The first to have five or more stones in a row, a column or a diagonal wins.",
  notation = "h8  an empty cell",
  seat_names = { "black", "white" }, iterations = 200,
  options = { size = { default = 15, min = 9, max = 19, doc = "cells on each side" } },
  board = tesela.board.square "size",
  pieces = { { "X", colour = "black" }, { "O", colour = "white" } },
  moves = { "place" },
  endings = { { "five", row = 5 }, { "full", full = true } },
  former = { "stones" },
}
