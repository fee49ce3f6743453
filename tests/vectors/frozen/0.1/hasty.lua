-- Mixtour that ends when a player has entered eight pieces.
local tesela = require "tesela"
return tesela.derive("mixtour", {
  endings = { "entered" },
  over = function(base, s)
    if s:reserve(1) < 13 or s:reserve(2) < 13 then return "entered" end
    return base.over(s)
  end,
})
