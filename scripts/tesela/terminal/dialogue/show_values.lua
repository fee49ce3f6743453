-- How a session prints values: states as boards, tables sorted and nested, cut if they are long.

local arguments = require "tesela.base.arguments"
local colour = require "tesela.terminal.dialogue.colour"
local input = require "tesela.terminal.dialogue.input"
local output = require "tesela.base.output"
local tables = require "tesela.base.tables"
local words = require "tesela.text"

local M = {}

local ITEMS, DEPTH, WIDTH, LONG = 40, 4, 76, 240

local NARROW = 20 -- columns; no text is folded to less

-- At a terminal, text is folded to its width.
function words.room()
  local columns = input.size()
  return math.max(NARROW, math.min(words.WIDTH, (columns or words.WIDTH + 1) - 1))
end

local function quoted(value)
  if type(value) ~= "string" then return tostring(value) end
  return (("%q"):format(value):gsub("\\\n", "\\n"))
end

local function is_name(key)
  return type(key) == "string" and key:match "^[%a_][%w_]*$" ~= nil
end

-- Numbers before strings before the rest.
local function before(a, b)
  local rank = { number = 1, string = 2 }
  local x, y = rank[type(a)] or 3, rank[type(b)] or 3
  if x ~= y then return x < y end
  if x < 3 then return a < b end
  return tostring(a) < tostring(b)
end

local function sorted_keys(value)
  local keys = {}
  for key in next, value do keys[#keys + 1] = key end
  table.sort(keys, before)
  return keys
end

local describe

local function items_of(value, depth, seen)
  local items, keys = {}, sorted_keys(value)
  for i, key in ipairs(keys) do
    if i > ITEMS then
      items[i] = ("... %d more"):format(#keys - ITEMS)
      break
    end
    local text = describe(value[key], depth + 1, seen)
    if key ~= i then
      local name = is_name(key) and key or "[" .. quoted(key) .. "]"
      text = name .. " = " .. text
    end
    items[i] = text
  end
  return items
end

local function braces(items, depth)
  local line = "{ " .. table.concat(items, ", ") .. " }"
  if #line + 2 * depth <= WIDTH and not line:find "\n" then return line end
  local indent = ("  "):rep(depth + 1)
  return "{\n" .. indent .. table.concat(items, ",\n" .. indent) .. "\n"
    .. ("  "):rep(depth) .. "}"
end

local function plain_table(value)
  local meta = getmetatable(value)
  return type(value) == "table"
    and not (type(meta) == "table" and meta.__tostring)
end

local function is_state(value)
  local meta = getmetatable(value)
  return type(value) == "userdata" and type(meta) == "table"
    and meta.__name == "tesela.state"
end

-- A state among other values, without room for its board.
local function line_of(state)
  return ("<%s, ply %d, %s>"):format(state.rules.name, state.ply, state.over
    and "over (" .. state.reason .. ")"
    or state.seat_names[state.seat] .. " to move")
end

function describe(value, depth, seen)
  if is_state(value) then return line_of(value) end
  if not plain_table(value) then
    local text = quoted(value)
    return text:find "\n" and type(value) ~= "string" and "<" .. type(value) .. ">"
      or text
  end
  if seen[value] then return "<the table above>" end
  if next(value) == nil then return "{}" end
  if depth >= DEPTH then return "{...}" end
  seen[value] = true
  local text = braces(items_of(value, depth, seen), depth)
  seen[value] = nil
  return text
end

--- The text of a state's board, in colour and with symbols if these are wanted, with additional
--- `options` of state:draw; as much of it as the terminal has room for above a prompt, or, if
--- `whole`, as much as fits in its columns.
function M.board(state, options, whole)
  local columns, rows = input.size()
  if whole then rows = nil end
  return state:draw(tables.copy(options or {}, {
    palette = colour.palette(), symbols = colour.symbols(),
    columns = columns and columns - 1, rows = rows and rows - 1,
  }))
end

-- Values that would reveal too much, and what a session prints instead: for a state, the view of
-- this seat; for any other value, this string.
local veils = setmetatable({}, { __mode = "k" })

--- From now on a session prints only what this seat sees of an unfinished state, or this string
--- instead of another value. This only keeps the value off the screen: code can still read it.
function M.veil(value, seat_or_text) veils[value] = seat_or_text end

local function veiled(value)
  local veil = value ~= nil and veils[value]
  if math.type(veil) ~= "integer" then return veil end
  return not value.over and M.board(value:view(veil))
end

--- The state that a session may draw unasked: this one, or a seat's view of it; nil: neither.
function M.seen(state)
  local veil = veils[state]
  if veil == nil or state.over then return state end
  return math.type(veil) == "integer" and state:view(veil) or nil
end

--- Prints a state as a board; `move` is marked.
function M.show(state, move)
  if not is_state(state) then
    arguments.expected("tesela.show", "a state", state)
  end
  io.write(M.board(state, { mark = move }))
end

--- Writes a picture of a state to a new file: true, or nil and the reason.
function M.svg(state, path)
  if not is_state(state) then
    arguments.expected("tesela.svg", "a state", state)
  end
  arguments.text("tesela.svg", "the name of a file", path)
  local ok, why = output.write(path, output.PICTURE, state:svg())
  if ok then return true end
  return nil, ("%s: %s"):format(path, why)
end

--- The text of a value in a session.
function M.text(value)
  local veil = veiled(value)
  if veil then return veil end
  if is_state(value) then return M.board(value) end
  if plain_table(value) then return words.lines(describe(value, 0, {})) end
  if type(value) == "string" and #value > LONG then
    return words.lines(("%s... %d bytes more"):format(value:sub(1, LONG), #value - LONG))
  end
  return words.lines(tostring(value))
end

--- Values as text in a session: side by side, but a value with several lines by itself.
function M.texts(...)
  local texts = table.pack(...)
  for i = 1, texts.n do texts[i] = M.text(texts[i]):gsub("\n$", "") end
  local long = table.concat(texts, ""):find "\n"
  return table.concat(texts, long and "\n" or "\t")
end

--- Prints values as a session does.
function M.print(...) print(M.texts(...)) end

return M
