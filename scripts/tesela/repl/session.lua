-- What a session at the prompt has beyond Lua: `play`, `help`, `show`,
-- `svg` and `reload` as globals, values that are printed readably, the last ones as globals
-- `_` and `_1`, `_2` ..., and completion.

local tesela = require "tesela"
local show = require "tesela.terminal.show"
local thinking = require "tesela.terminal.thinking"

local KEPT = 9

for _, name in ipairs { "play", "help", "show", "svg", "reload" } do
  if rawget(_G, name) == nil then
    rawset(_G, name, function(...) return tesela[name](...) end)
  end
end

-- Words that are typed alone by those who look for the way out.
local function leave() os.exit(true, true) end
local way_out = setmetatable({}, {
  __tostring = function() return "Ctrl-D leaves the session, or quit()" end,
  __call = leave,
})
for _, name in ipairs { "quit", "exit" } do
  if rawget(_G, name) == nil then rawset(_G, name, way_out) end
end

-- `_` and `_1` are the first value, `_2` the second: those that there are.
local function keep(...)
  local values = table.pack(...)
  rawset(_G, "_", values[1])
  for i = 1, KEPT do rawset(_G, "_" .. i, values[i]) end
end

thinking.at_prompt()

return {
  --- Keeps the values of an expression as `_`, `_1` ...
  keep = keep,
  --- Prints and keeps the values of an expression.
  print = function(...)
    keep(...)
    show.print(...)
  end,
  complete = function(text) return require "tesela.repl.complete".complete(text) end,
}
