-- Blokus for two around a pond: holes in the board.
--
-- Holes are cells that no piece may cover, drawn as #; a start cell cannot be a hole.
-- With holes along the edges a board can have any outline.
local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus around a pond",
  holes = {
    "g9", "h9", "f8", "g8", "h8", "i8", "f7", "g7", "h7", "i7", "g6", "h6",
  },
  options = { variant = "duo" },
})
