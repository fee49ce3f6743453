-- To five points. A variant lists only its differences from its parent: here the default
-- of an option, so no Lua runs and nothing is slower.
local tesela = require "tesela"
return tesela.derive("mixtour", {
  title = "Mixtour to five points", options = { win_score = 5 },
})
