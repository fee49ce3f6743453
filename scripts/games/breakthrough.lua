-- Pieces that step. `ways` are seen from the side that moves, and `to` says what the
-- target cell may contain.

local tesela = require "tesela"

return tesela.define {
  title = "Breakthrough, by Dan Troyka",
  summary = "A piece moves one step forward, straight or diagonally, to an empty cell, or\n"
    .. "takes diagonally. The first to reach the far row, or to take all enemy pieces, wins.",
  notation = "a2-a3  a step\na2xb3  a capture",
  seat_names = { "white", "black" },
  options = { size = { default = 8, min = 4, max = 12, doc = "cells on each side" } },
  board = tesela.board.square { columns = "size", chequered = true },
  start = { W = { "row 1", "row 2" }, B = { "row -1", "row -2" } },
  moves = {
    { "step", ways = "forward", to = "empty" },
    { "step", ways = "forward diagonal", to = { "empty", "enemy" } },
  },
  endings = { { "goal", reaches = { "upper", "lower" } }, { "taken", none = true } },
}
