-- The results of an incomplete analysis: a file beside its output, FILE.part, with a line for each
-- position. Its first line describes the analysis: with other games or budgets it starts again.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local hash = require "tesela.base.hash"
local resumable = require "tesela.base.resumable_file"

local M = {}

local HEAD = '{"analysis":'

local Keep = {}
Keep.__index = Keep

-- The records and the settings of their searches, as text.
local function head_of(games)
  local parts = {}
  for i, game in ipairs(games) do
    parts[i] = game.line .. tesela.encode(game.settings)
  end
  return tesela.encode { analysis = 1, of = hash.text(table.concat(parts, "\n")) }
end

local function are_texts(list)
  if not arguments.is_list(list) then return false end
  for _, item in ipairs(list) do
    if type(item) ~= "string" then return false end
  end
  return true
end

local function is_absent_or(kind, value) return value == nil or type(value) == kind end

-- Is this a possible report of the judge on a ply? For a position that is over there are only
-- chances.
local function is_found(found, game, ply)
  local seats = game.rules.seats
  if type(found) ~= "table" or not arguments.are_chances(found.here, seats) then return false end
  if found.seat == nil then return ply == #game.record.moves end
  return math.type(found.seat) == "integer" and found.seat >= 1 and found.seat <= seats
    and type(found.best) == "string" and are_texts(found.line)
    and (found.kept == nil or arguments.are_chances(found.kept, seats))
    and (found.after == nil or arguments.are_chances(found.after, seats))
    and is_absent_or("string", found.proof) and is_absent_or("boolean", found.forced)
end

local function take(games, line)
  local entry = tesela.decode(line)
  local game = type(entry) == "table" and games[entry.game]
  if game and math.type(entry.ply) == "integer" and is_found(entry.found, game, entry.ply) then
    game.found[entry.ply] = entry.found
    return 1
  end
  return 0
end

--- Opens the results kept for a file, and adds them to the games. Returns the open results and the
--- number of positions in them; or nil and the reason. (no_lock: see journal.open.)
function M.open(path, games, no_lock)
  local self = setmetatable({ path = path .. ".part", index = {} }, Keep)
  for i, game in ipairs(games) do self.index[game] = i end
  local why
  self.file, why = resumable.open(self.path, head_of(games), function(first)
    return first:sub(1, #HEAD) ~= HEAD and self.path .. ": it exists, and is not of an analysis"
  end, no_lock)
  if not self.file then return nil, why end
  local count = 0
  for line in io.lines(self.path) do count = count + take(games, line) end
  return self, count
end

--- Keeps the result of a position; raises an error if it cannot.
function Keep:add(game, ply, found)
  local ok, why = self.file:append(tesela.encode { game = self.index[game], ply = ply,
    found = found } .. "\n")
  if not ok then error(why, 0) end
end

--- Closes it; the same command can resume it.
function Keep:close() self.file:close() end

return M
