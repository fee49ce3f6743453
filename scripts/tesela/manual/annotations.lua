-- Reads bindings/tesela.lua (LuaCATS annotations), the only source of the texts
-- about functions in help and in the manual page.
--
-- A block of `---` lines ends with the line that it belongs to:
--   function tesela.NAME(...)     a function of the module
--   function Variable:NAME(...)   a method of the class that was last bound to
--                                 the variable by `local Variable = {}`
--   anything else                 a class or an alias, if the block names one
-- An entry is { name, doc, params, returns, example } for functions (methods also have
-- `class`, the name of their class), { name, doc, fields, methods } for classes and
-- { name, doc, type } for aliases. An example is between ```lua and ```: Lua as in a
-- session, with its output in order as "--> text"; "--> ..." is any further output.
-- Items of params, returns and fields are { name, type, doc, optional }. The prefix
-- "tesela." of classes and aliases is left out everywhere. Lists keep the order of the
-- file; their entries are also found by name, beside the items 1..n.

local tesela = require "tesela"

local M = {}

-- The end of a type that begins at `from`: a space outside of brackets, but the type of a
-- function continues after its colon, and a list of results after its commas.
local function type_end(text, from)
  local depth = 0
  for at = from, #text do
    local char = text:sub(at, at)
    if char:match "[%(%[{<]" then
      depth = depth + 1
    elseif char:match "[%)%]}>]" then
      depth = depth - 1
    elseif char == " " and depth == 0 and not text:sub(at - 1, at - 1):match "[:,|]"
      and not text:match("^ +|", at) then
      return at - 1
    end
  end
  return #text
end

local function take_type(text)
  local last = type_end(text, 1)
  return (text:sub(1, last):gsub("tesela%.", "")), text:match("^%s*(.-)%s*$", last + 1)
end

-- "T?" and "(T)?" may be nil; after the results of a function's type the mark belongs to
-- the last one.
local function item(name, kind, doc)
  local plain = kind:match "^(.*)%?$"
  if plain and kind:match "^fun%b():" then plain = nil end
  if plain then kind = plain:match "^%((.*)%)$" or plain end
  local bare = name:match "^(.*)%?$"
  return { name = bare or name, type = kind, doc = doc,
    optional = (plain or bare) and true or false }
end

-- name[?] type doc
local function named_item(rest)
  local name, more = rest:match "^(%S+)%s+(.*)$"
  local kind, doc = take_type(more)
  return item(name, kind, doc)
end

-- type name doc
local function returned_item(rest)
  local kind, more = take_type(rest)
  local name, doc = more:match "^(%S*)%s*(.*)$"
  return item(name, kind, doc)
end

local function add(list, entry)
  list[#list + 1] = entry
  list[entry.name] = entry
end

local tags = {}

function tags.param(block, rest) add(block.params, named_item(rest)) end

function tags.field(block, rest) add(block.fields, named_item(rest)) end

tags["return"] = function(block, rest)
  block.returns[#block.returns + 1] = returned_item(rest)
end

function tags.class(block, rest) block.class = rest:match "^[%w_.]+" end

function tags.alias(block, rest)
  block.alias, block.type = rest:match "^(%S+)%s+(.*)$"
end

-- A line of the doc, or of the example in it.
local function take_words(block, line)
  if line:match "^```" then
    block.inside = not block.inside
    block.example = block.example or ""
  elseif block.inside then
    block.example = block.example .. line .. "\n"
  else
    block.doc[#block.doc + 1] = line
  end
end

local function new_block()
  return { doc = {}, params = {}, returns = {}, fields = {} }
end

local function short(name) return (name:gsub("^tesela%.", "")) end

-- Makes an entry of the block that the line ends; nothing for other lines.
local function keep(found, variables, block, line)
  local doc = table.concat(block.doc, " ")
  local owner, name = line:match "^function ([%w_]+)[.:]([%w_]+)%("
  if owner then
    local class = variables[owner]
    local module = owner == "tesela"
    add(module and found.functions or class.methods, { name = name, doc = doc,
      class = not module and class.name or nil,
      params = block.params, returns = block.returns, example = block.example })
  elseif block.class then
    local class = { name = short(block.class), doc = doc, fields = block.fields,
      methods = {} }
    add(found.classes, class)
    local variable = line:match "^local ([%w_]+) = {}"
    if variable then variables[variable] = class end
  elseif block.alias then
    add(found.aliases, { name = short(block.alias), doc = doc,
      type = (block.type:gsub("tesela%.", "")) })
  end
end

--- The entries of a text of annotations: { functions, classes, aliases }.
function M.parse(text)
  local found = { functions = {}, classes = {}, aliases = {} }
  local variables, block = {}, new_block()
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local tag, rest = line:match "^%-%-%-@(%w+)%s*(.*)$"
    if tag then
      if tags[tag] then tags[tag](block, rest) end
    elseif line:match "^%-%-%- " then
      take_words(block, line:sub(5))
    else
      keep(found, variables, block, line)
      block = new_block()
    end
  end
  return found
end

local loaded

--- The entries of the module's annotations.
function M.load()
  if not loaded then
    local path = tesela.home .. "/meta/tesela.lua"
    local file <close> = assert(io.open(path, "rb"))
    loaded = M.parse(file:read "a")
  end
  return loaded
end

return M
