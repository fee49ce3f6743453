-- Suites of openings: files of records, as written by `tesela openings`, or of Blokus games
-- (.blksgf). A tournament uses the moves of each game. Shipped suites have names.

local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local registry = require "tesela.base.registry"
local texts = require "tesela.text"

local M = {}

local function fail(form, ...) error(form:format(...), 0) end

local function path_of(name)
  if games.is_path(name) or name:find "%.jsonl$" or name:find "%.blksgf$" then return name end
  local path = registry.path("openings", name, "jsonl")
  if path then return path end
  fail("there is no suite %s; expected %s, or the path of a file (./mine.jsonl)", name,
    table.concat(registry.names("openings", "jsonl"), ", "))
end

local function is_record(value)
  return type(value) == "table" and type(value.moves) == "table"
    and type(value.game) == "string"
end

-- Does a record have these rules? (Options with null in a list cannot be encoded again.)
local function is_of(record, rules)
  if record.game ~= rules.name then return false end
  local ok, options = interrupt.try(tesela.encode, record.options or {})
  return ok and options == tesela.encode(rules.options)
end

-- The moves that lead to a position, as text; without the last one if that ends the game.
local function opening_of(state)
  local list = state:history()
  if state.over then list[#list] = nil end
  return table.concat(list, " ")
end

-- Adds the openings of a line, by these rules.
local function add_line(list, line, rules)
  local record = tesela.decode(line)
  if not is_record(record) then
    fail "not a record of a game"
  elseif not is_of(record, rules) then
    fail(record.game ~= rules.name and "it is of %s, not of %s"
      or "it is of %s with other rules than %s", texts.clean(record.game), tostring(rules))
  elseif record.fen or record.deal then
    fail "it has a different start"
  end
  local state, why = tesela.replay(line, nil, rules)
  if not state then fail("%s", why) end
  list[#list + 1] = opening_of(state)
end

-- The lines of a file, as records; parts of it that are left out are not openings.
local function lines_of(path)
  local file <close>, reason = io.open(path, "rb")
  local content
  if file then content, reason = file:read "a" end
  if not content then fail("%s", reason) end
  if not blksgf.is(content) then return content:gmatch "([^\n]+)\n?" end
  local lines, why = blksgf.lines(path, content)
  if not lines then fail("%s", why) end
  local number = 0
  return function()
    number = number + 1
    return lines[number] and lines[number].line
  end
end

--- The openings of a suite, by its name or path, for some rules: a list of "m1 m2 ...". Raises the
--- reason if there are none.
function M.read(name, rules)
  local path = path_of(name)
  local list, number = {}, 0
  for line in lines_of(path) do
    number = number + 1
    local ok, why = interrupt.try(add_line, list, line, rules)
    if not ok then fail("%s:%d: %s", path, number, why) end
  end
  if #list == 0 then fail("%s: there are no openings", path) end
  return list
end

return M
