-- A player who can place nothing passes; two passes in a row end the game. `over`
-- decides whether the game has ended: nil takes back the parent's ending.

local tesela = require "tesela"

return tesela.derive("losetas", {
  title = "Losetas with passes",
  summary = tesela.game("losetas").summary:gsub("The%sgame%sends[^.]*",
    "A player\nwho can place nothing passes; when both pass, the game ends"),
  over = function() return nil end,
})
