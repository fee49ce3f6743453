-- The part of the module `tesela` that is written in Lua: which name is found
-- in which file. A file is loaded when one of its names is first used.

local files = {
  match = "tesela.match",
  tournament = "tesela.tournament",
  play = "tesela.play",
  derive = "tesela.derive",
  define = "tesela.derive",
  reload = "tesela.games",
  bot = "tesela.bots",
  bots = "tesela.bots",
  run = "tesela.run",
  help = "tesela.help",
  show = "tesela.show",
  svg = "tesela.show",
}

return setmetatable({}, {
  __index = function(self, name)
    local file = files[name]
    if not file then return nil end
    local value = require(file)[name]
    rawset(self, name, value)
    return value
  end,
  -- For completion, help and the test that holds the annotations to this.
  __pairs = function() return pairs(files) end,
})
