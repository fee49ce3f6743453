-- Once purple has laid its first piece, the other player may take purple over:
-- the pie rule, which any game for two takes if nothing is hidden in it.

local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus Duo with the pie rule", options = { variant = "duo" }, swap = true,
})
