-- The prompt of a page: Lua typed by the user, run as the program's own prompt runs it
-- (repl/loop.c), but one input at a time; print writes as usual.

local cli = require "tesela.cli.cli"
local complete = require "tesela.repl.complete"
local session = require "tesela.repl.globals"
local show = require "tesela.terminal.dialogue.show_values"
local texts = require "tesela.text"

local M = {}

-- Could more lines complete the code? Lua's only sign of this is the end of the message; its own
-- prompt (lua.c) uses it too.
local function is_incomplete(why) return why:find "<eof>$" ~= nil end

-- The function of some code, an expression or statements; or nil and the error; or only nil if the
-- code is incomplete.
local function compile(code)
  local f, why = load("return " .. code, "=stdin", "t")
  if f then return f end
  local more = is_incomplete(why)
  f, why = load(code, "=stdin", "t")
  if f then return f end
  if more or is_incomplete(why) then return nil end
  return nil, why
end

-- The pictures of the states among some values.
local function pictures_of(values)
  local list = {}
  for i = 1, values.n do
    local meta = getmetatable(values[i])
    if type(values[i]) == "userdata" and type(meta) == "table"
      and meta.__name == "tesela.state" then
      local seen = show.seen(values[i])
      list[#list + 1] = seen and seen:svg()
    end
  end
  return list
end

--- Runs code: { shown = its values, pictures = of states among them }, { done = true } without
--- values, { error = }, or { more = true } if it is incomplete.
function M.run(code)
  local f, why = compile(code)
  if not f then return why and { error = texts.lines(why) } or { more = true } end
  local values = table.pack(pcall(f))
  if not values[1] then return { error = texts.lines(cli.plain(values[2])) } end
  table.remove(values, 1)
  values.n = values.n - 1
  if values.n == 0 then return { done = true } end
  session.keep(table.unpack(values, 1, values.n))
  return { shown = show.texts(table.unpack(values, 1, values.n)), pictures = pictures_of(values) }
end

--- The possible continuations of a line: the list, and the letter (from 0) at which they begin.
function M.complete(line)
  local list, start = complete.complete(line)
  return { list = list, from = start - 1 }
end

return M
