-- Blokus for two on a board of 10x10.
--
-- What is not given stays: the pieces are the usual ones. There must be a start
-- cell for each colour; any may be begun from, or, with corners=fixed, the
-- first belongs to the first colour and so on.
local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus on 10x10",
  board = 10,
  starts = { "c3", "h8" },
  options = { variant = "duo" },
})
