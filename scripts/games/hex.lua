-- A board of hexagons. `joins` names the sides that each seat's chain of stones must
-- touch. The second move may be a swap: a verb with a condition. (The cells are
-- numbered as in records of earlier versions.)

local tesela = require "tesela"

return tesela.define {
  title = "Hex, by Piet Hein and John Nash",
  summary = "Red must join the lower and the upper edge with a chain of stones, blue the left\n"
    .. "and the right. Instead of placing its first stone, blue may take over red's (swap).",
  notation = "c4    an empty cell\nswap  red's first stone becomes blue's, mirrored",
  seat_names = { "red", "blue" },
  options = { size = { default = 11, min = 2, max = 19, doc = "cells on each side" },
    swap = { words = { "on", "off" }, doc = "blue may take over red's first stone" } },
  board = tesela.board.hex { columns = "size", edges = { "red", "blue", "red", "blue" },
    empty = ".", width = 2, cells = 441, first = 22, stride = 21 },
  moves = { "place", { "swap", when = { swap = "on" } } },
  endings = { { "joined", joins = { { "lower", "upper" }, { "left", "right" } } } },
  former = { "stones" },
}
