-- The pie rule: once purple has laid its first piece, the other player may take over
-- purple. `swap` adds the rule to any game for two in which nothing is hidden.

local tesela = require "tesela"

return tesela.derive("blokus", {
  title = "Blokus Duo with the pie rule", options = { variant = "duo" }, swap = true,
})
