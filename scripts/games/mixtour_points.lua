-- To five points. A variant is its parent and what differs: here the default
-- of an option, so that nothing runs in Lua and nothing is slower.
local tesela = require "tesela"
return tesela.derive("mixtour", {
  title = "Mixtour to five points", options = { win_score = 5 },
})
