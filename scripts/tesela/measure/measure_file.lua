-- The file of games: a first line, {"measure":1}, then a line for each game, {"of": key, "game":
-- record}, and one for each that was searched, {"of": key, "number": i, "by": the search,
-- "values": [[chance by seat] by position]}.
--
-- The key identifies the games: their rules, bots, seed and program (measure_plan.lua). So one
-- file can have the games of any number of measures, and a change in one of these makes new games
-- beside the old ones. Lines are appended as games end and synced together; a game whose line is
-- torn is played again.

local tesela = require "tesela"
local resumable = require "tesela.base.resumable_file"

local M = {}

local HEADER = '{"measure":1}'
local ORDER = { "of", "number", "by" }

local Store = {}
Store.__index = Store

local NO_MEASURE = "%s exists, and is not a file of a measure; -o names another"

--- Opens or makes a file; nil and the reason.
function M.open(path, no_lock)
  local journal, why = resumable.open(path, HEADER, function()
    return NO_MEASURE:format(path)
  end, no_lock)
  if not journal then return nil, why end
  return setmetatable({ path = path, journal = journal }, Store)
end

-- The kind of a line: "game", its key and its record; "values", the key and the decoded line; or
-- nil.
local function read(line)
  local key, record = line:match '^{"of":"(%x+)","game":({.*})}$'
  if key then return "game", key, record end
  local value = tesela.decode(line)
  if type(value) == "table" and type(value.of) == "string" and type(value.by) == "string"
    and math.type(value.number) == "integer" and type(value.values) == "table" then
    return "values", value.of, value
  end
end

--- Calls take.game(key, record) or take.values(key, line) for each line; these return an error or
--- nothing. True, or nil and the error with its place.
function Store:each(take)
  local at = 0
  for line in io.lines(self.path) do
    at = at + 1
    local kind, key, value = read(line)
    local why = at > 1 and (not kind and "not a line of a measure"
      or kind and take[kind](key, value))
    if why then
      return nil, ("%s:%d: %s; without this line the same command resumes"):format(
        self.path, at, why)
    end
  end
  return true
end

local function append(self, line)
  local ok, why = self.journal:append(line .. "\n")
  if not ok then error(why, 0) end
end

--- Adds a game, whose record is a line.
function Store:add_game(key, record)
  append(self, ('{"of":"%s","game":%s}'):format(key, record:match "^[^\n]*"))
end

--- Adds the search of a game: its name, and the chances at its positions.
function Store:add_values(key, number, by, values)
  append(self, tesela.encode({ of = key, number = number, by = by, values = values }, ORDER))
end

--- Makes the added lines permanent.
function Store:sync()
  local ok, why = self.journal:sync()
  if not ok then error(why, 0) end
end

function Store:close() self.journal:close() end

return M
