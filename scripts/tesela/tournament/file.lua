-- The file of a tournament: a line that says what it is, then a line for each
-- game that is over, in the order in which they ended.
--
-- Line 1 is { "tournament": 1, "definition": ..., "hash": ... } (and "shard" in
-- a part). A tournament that goes on with more games, or with another rule to
-- stop, has one more such line from there on; the last one counts. A game is a
-- record as state:record writes it, with "number" behind it. What a line says
-- about its game is found without reading all of it as JSON, which would take as
-- long as playing a short game; a quote inside of a text is written \", so that
-- no text can look like a member.

local tesela = require "tesela"
local schedule = require "tesela.tournament.schedule"

local M = {}

local ORDER = { "tournament", "definition", "hash", "shard", "name", "rules",
  "game", "options", "source", "seats", "bots", "format", "games", "seed" }

-- How many worked on it does not belong to the games.
local function plain(def)
  local copy = {}
  for key, value in pairs(def) do copy[key] = value end
  copy.workers = nil
  return copy
end

--- The first line; `shard` is nil or { part =, of = }.
function M.header(def, shard)
  return tesela.encode({
    tournament = 1, definition = plain(def), hash = schedule.hash(def),
    shard = shard and ("%d/%d"):format(shard.part, shard.of) or nil,
  }, ORDER)
end

local FIRST = '{"tournament":'

--- Could this be what is left of a first line?
function M.is_torn_header(text)
  local most = math.min(#text, #FIRST)
  return text:sub(1, most) == FIRST:sub(1, most)
end

--- What a first line says: { definition =, hash =, shard = "2/4" }; nil and why
--- it is none.
function M.read_header(line)
  local header = line and tesela.decode(line)
  if type(header) ~= "table" or header.tournament == nil then
    return nil, "not a file of a tournament: expected a first line {\"tournament\":1, ...}"
  end
  if header.tournament ~= 1 or type(header.definition) ~= "table" then
    return nil, ("a tournament of format %s; expected 1"):format(
      tostring(header.tournament))
  end
  local def = header.definition
  def.budget = def.budget and next(def.budget) and def.budget or {}
  return header
end

local function numbers(text)
  local list = {}
  for number in text:gmatch "%d+" do list[#list + 1] = math.tointeger(number) end
  return list
end

--- A cache of lists of numbers by their text: games have the same ones again
--- and again.
function M.lists()
  return setmetatable({}, { __index = function(self, text)
    local list = numbers(text)
    self[text] = list
    return list
  end })
end

-- The numbers of the bots by their names.
local function indices(def)
  local by_name = {}
  for i, bot in ipairs(def.bots) do by_name[tesela.encode(bot.name)] = i end
  return by_name
end

-- nil where a name has a quote or a backslash in it.
local function players_of(text, by_name)
  local list = {}
  local at = 1
  while at <= #text do
    local name = text:match('^"[^"\\]*"', at)
    if not name then return nil end
    list[#list + 1] = by_name[name]
    at = at + #name + 1
  end
  return list
end

-- A name with quotes or the like: the long way.
local function decoded_players(line, def)
  local record, list = tesela.decode(line), {}
  for seat, name in ipairs(record and record.players or {}) do
    for i, bot in ipairs(def.bots) do
      if bot.name == name then list[seat] = i end
    end
  end
  return list
end

--- A function that reads a game's line as { number =, pair =, players =,
--- places =, reason =, message =, plies = }, nil if it is none.
function M.reader(def)
  local by_name, lists, seated = indices(def), M.lists(), {}
  local function players(text, line)
    local list = players_of(text, by_name)
    if not list or #list ~= def.seats then list = decoded_players(line, def) end
    seated[text] = list
    return list
  end
  return function(line)
    local number = line:match '"number":(%d+)}$'
    local pair = line:match('"pair":(%d+)', -60)
    local who = line:match '"players":%[(.-)%],"moves":'
    local moves = line:match '"moves":%[(.-)%],"'
    local places = line:match '"places":%[([%d,]*)%]'
    local reason = line:match '"reason":"([^"]*)"'
    if not (number and pair and who and moves and places and reason) then return nil end
    local _, commas = moves:gsub('",', "")
    local message = line:match '"message":"'
      and tesela.decode(line).result.message or nil
    return { number = math.tointeger(number), pair = math.tointeger(pair),
      players = seated[who] or players(who, line), places = lists[places],
      reason = reason, message = message,
      plies = moves == "" and 0 or commas + 1 }
  end
end

--- Is this a first line, which may stand further down too?
function M.is_header(line) return line:sub(1, #FIRST) == FIRST end

-- What is wrong with a line, and what to do about it.
local function complaint(path, at, line)
  if line:sub(-1) == "\r" then
    return ("%s:%d: ends with CR LF: a program has changed the file"):format(path, at)
  end
  return ("%s:%d: not a game of a tournament; without this line the same command "
    .. "plays what is missing"):format(path, at)
end

--- Calls f(game, line) for all games of a file, and f(nil, line) for a header
--- among them; nil and a message when a line is neither, or when f returns one.
--- `lines` begins behind the first header.
function M.each(path, def, lines, f)
  local read, at = M.reader(def), 1
  for line in lines do
    at = at + 1
    local game = not M.is_header(line) and read(line) or nil
    if not game and not M.is_header(line) then
      return nil, complaint(path, at, line)
    end
    local why = f(game, line)
    if why then return nil, ("%s:%d: %s"):format(path, at, why) end
  end
  return true
end

--- Opens a file: its header, an iterator over the lines behind it, and the file;
--- nil and a message.
function M.open(path)
  local file, why = io.open(path, "rb")
  if not file then return nil, why end
  local header, first
  first, why = file:read "l"
  if not why then header, why = M.read_header(first) end
  if not header then
    file:close()
    return nil, ("%s: %s"):format(path, why)
  end
  return header, file:lines(), file
end

return M
