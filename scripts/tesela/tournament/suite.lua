-- Suites of openings: files of records, as `tesela openings` writes them, of which a
-- tournament takes the moves. Those that are shipped have names.

local tesela = require "tesela"
local games = require "tesela.games"
local registry = require "tesela.registry"

local M = {}

local function fail(form, ...) error(form:format(...), 0) end

local function path_of(name)
  if games.is_path(name) or name:find "%.jsonl$" then return name end
  local path = registry.path("openings", name, "jsonl")
  if path then return path end
  fail("there is no suite %s; there are %s, and files by their paths (./mine.jsonl)", name,
    table.concat(registry.names("openings", "jsonl"), ", "))
end

-- The moves of a line, by these rules.
local function moves_of(line, rules)
  local record = tesela.decode(line)
  if type(record) ~= "table" or type(record.moves) ~= "table" then
    fail "not a record of a game"
  elseif record.game ~= rules.name
    or tesela.encode(record.options or {}) ~= tesela.encode(rules.options) then
    fail("it is of %s with other rules than %s", tostring(record.game), tostring(rules))
  elseif record.fen or record.deal then
    fail "it begins elsewhere"
  end
  local state, why = tesela.replay(line, nil, rules)
  if not state then fail("%s", why) end
  return table.concat(state:history(), " ")
end

--- The openings of a suite, by its name or path, for some rules: a list of "m1 m2 ...".
--- Raises why there are none.
function M.read(name, rules)
  local path = path_of(name)
  local file <close>, reason = io.open(path, "rb")
  if not file then fail("%s", reason) end
  local list = {}
  for line in file:lines() do
    local ok, moves = pcall(moves_of, line, rules)
    if not ok then fail("%s:%d: %s", path, #list + 1, moves) end
    list[#list + 1] = moves
  end
  if #list == 0 then fail("%s: there are no openings", path) end
  return list
end

return M
