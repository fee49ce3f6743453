-- What a session at the prompt has beyond Lua: `play`, `help`, `show` and
-- `svg` as globals, and values that are printed readably.

local tesela = require "tesela"
local show = require "tesela.show"

for _, name in ipairs { "play", "help", "show", "svg" } do
  if rawget(_G, name) == nil then
    rawset(_G, name, function(...) return tesela[name](...) end)
  end
end

return { print = show.print }
