-- The additions to Lua in a session at the prompt: `play`, `help`, `show`, `svg` and `reload` as
-- globals, readable values, the latest values as globals `_` and `_1`, `_2` ..., folded errors
-- with suggestions, and completion.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local input = require "tesela.terminal.dialogue.input"
local show = require "tesela.terminal.dialogue.show_values"
local text = require "tesela.text"
local thinking = require "tesela.terminal.dialogue.thinking"

local KEPT = 9

-- The answer to the name of a function typed alone.
local FUNCTIONS = {
  play = 'play "mixtour" begins a game; help "play" says more',
  help = 'help() explains; help "mixtour", help "match" say more',
  show = "show(s) draws a position; help \"show\" says more",
  svg = "svg(s, FILE) writes a picture of a position; help \"svg\" says more",
  reload = "reload(FILE) reads the file of a game again; help \"reload\" says more",
}

for name, words in pairs(FUNCTIONS) do
  if rawget(_G, name) == nil then
    rawset(_G, name, function(...) return tesela[name](...) end)
    show.veil(_G[name], words)
  end
end

-- Words typed by people who want to leave.
local function leave() os.exit(true, true) end
local way_out = setmetatable({}, {
  __tostring = function() return "Ctrl-D or quit() leaves the session" end,
  __call = leave,
})
for _, name in ipairs { "quit", "exit" } do
  if rawget(_G, name) == nil then rawset(_G, name, way_out) end
end

-- A suggestion for a line that is not Lua, or nil: a function and a name without quotes, or a
-- command of the shell.
local function meant(line)
  local word, rest = line:match "^%s*([%a-]+)%s+([%a./][^\n]*)$"
  if not word then return nil end
  rest = rest:gsub("%s+$", "")
  if FUNCTIONS[word] and not rest:find "%s" then
    return ("put the name in quotes: %s %q"):format(word, rest)
  end
  return cli.has(word)
    and ("that looks like a command; outside of the session: tesela %s %s"):format(word, rest)
    or nil
end

-- An error for the terminal; `line` is typed text that is not Lua.
local function tell(message, line)
  local hint = line and meant(line)
  if hint then message = ("%s\n%s"):format(message, hint) end
  if not input.terminal() then return message end
  return (message:gsub("[^\n]+", function(each)
    return text.columns(each) > text.room() and text.fold(each, "", "  ") or each
  end))
end

-- `_` and `_1` are the first value, `_2` the second, and so on.
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
  --- An error for the terminal (see above).
  tell = tell,
  complete = function(line) return require "tesela.repl.complete".complete(line) end,
}
