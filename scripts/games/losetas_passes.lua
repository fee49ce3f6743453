-- Whoever can place nothing passes, until both have. `over` decides whether the
-- game has ended: nil takes back what its parent says.

local tesela = require "tesela"

return tesela.derive("losetas", {
  title = "Losetas with passes",
  summary = tesela.game("losetas").summary:gsub("The game\n.-nothing",
    "A player\nwho can place nothing passes; when both do it ends"),
  over = function() return nil end,
})
