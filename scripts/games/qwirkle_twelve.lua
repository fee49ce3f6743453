-- A line of six earns a bonus of twelve points. The option keeps its name, range and
-- help; only its default changes.
local tesela = require "tesela"
return tesela.derive("qwirkle", {
  title = "Qwirkle with a bonus of twelve", options = { bonus = 12 },
})
