-- Suites of openings: files of records, as `tesela openings` writes them, of which a
-- tournament takes the moves. Those that are shipped have names.

local tesela = require "tesela"
local games = require "tesela.games"
local interrupt = require "tesela.interrupt"
local registry = require "tesela.registry"
local texts = require "tesela.text"

local M = {}

local function fail(form, ...) error(form:format(...), 0) end

local function path_of(name)
  if games.is_path(name) or name:find "%.jsonl$" then return name end
  local path = registry.path("openings", name, "jsonl")
  if path then return path end
  fail("there is no suite %s; there are %s, and files by their paths (./mine.jsonl)", name,
    table.concat(registry.names("openings", "jsonl"), ", "))
end

local function is_record(value)
  return type(value) == "table" and type(value.moves) == "table"
    and type(value.game) == "string"
end

-- Is a record one of these rules? (Options with null in a list cannot be written again.)
local function is_of(record, rules)
  if record.game ~= rules.name then return false end
  local ok, options = interrupt.try(tesela.encode, record.options or {})
  return ok and options == tesela.encode(rules.options)
end

-- The moves of a line, by these rules; of a whole game those before the last one.
local function moves_of(line, rules)
  local record = tesela.decode(line)
  if not is_record(record) then
    fail "not a record of a game"
  elseif not is_of(record, rules) then
    fail(record.game ~= rules.name and "it is of %s, not of %s"
      or "it is of %s with other rules than %s", texts.clean(record.game), tostring(rules))
  elseif record.fen or record.deal then
    fail "it begins elsewhere"
  end
  local state, why = tesela.replay(line, nil, rules)
  if not state then fail("%s", why) end
  local moves = state:history()
  if state.over then moves[#moves] = nil end
  return table.concat(moves, " ")
end

--- The openings of a suite, by its name or path, for some rules: a list of "m1 m2 ...".
--- Raises why there are none.
function M.read(name, rules)
  local path = path_of(name)
  local file <close>, reason = io.open(path, "rb")
  if not file then fail("%s", reason) end
  local list = {}
  for line in file:lines() do
    local ok, moves = interrupt.try(moves_of, line, rules)
    if not ok then fail("%s:%d: %s", path, #list + 1, moves) end
    list[#list + 1] = moves
  end
  if #list == 0 then fail("%s: there are no openings", path) end
  return list
end

return M
