-- Blokus for two on a board of 10x10.
--
-- Anything left out stays as in Blokus, such as the pieces. There must be a start
-- cell for each colour; a colour may begin on any of them or, with corners=fixed,
-- only on its own: the first colour on the first cell, and so on.
local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus on 10x10",
  board = 10,
  starts = { "c3", "h8" },
  options = { variant = "duo" },
})
