-- A line of six brings twelve points more. Options keep their names, their
-- ranges and what help says about them; only the default is another.
local tesela = require "tesela"
return tesela.derive("qwirkle", {
  title = "Qwirkle with a bonus of twelve", options = { bonus = 12 },
})
