-- The file of a tournament: a line that describes it, then a line for each game that is
-- over, in the order in which they ended.
--
-- Line 1 is { "tournament": 1, "version": ..., "signature": ..., "strength": ...,
-- "definition": ..., "hash": ... } (and "shard" in a part). A tournament that continues
-- with more games, with another stopping rule or with another program has one more such line
-- at that point; the last one counts. (In files of earlier versions it may add bots:
-- later_games.lua.) A game is a record of state:record, with "number" at the end.
--
-- Nothing is taken on trust. The meaning of a game's number (the seats, the pair, the
-- start, the opening) follows from the definition, and a line that says otherwise is
-- foreign: no tournament of this definition wrote it. (Openings are not always known:
-- opening.lua.)
--
-- Decoding a line as JSON would take as long as playing a short game. So a line is first
-- matched against the shape in which games are written, piece by piece from the front,
-- reading each byte once or twice; a line that fits is JSON. A quote inside a string is
-- written \", so no string can look like a member. Lines that do not fit (names and moves
-- with escapes or other letters, messages, times, values) are decoded as JSON.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local interrupt = require "tesela.interrupt"
local openings = require "tesela.contest.schedule.opening"
local origin = require "tesela.contest.origin"
local plans = require "tesela.contest.schedule.later_games"
local definitions = require "tesela.contest.definition"
local identity = require "tesela.contest.identity"
local formats = require "tesela.contest.formats"
local schedule = require "tesela.contest.schedule.schedule"

local M = {}

local ORDER = { "tournament", "version", "signature", "strength", "definition", "hash", "shard",
  "name", "rules", "game", "options", "source", "seats", "bots", "format", "games",
  "seed" }

-- ---- headers ----------------------------------------------------------------

-- The number of workers does not belong to the games.
local function plain(def)
  local copy = tables.copy(def)
  copy.workers = nil
  return copy
end

--- The first line; `shard` is nil or "2/4", `from` is { version =, signature =, strength = }.
function M.header(def, shard, from)
  return tesela.encode({
    tournament = 1, version = from.version, signature = from.signature,
    strength = from.strength, definition = plain(def), hash = identity.hash(def), shard = shard,
  }, ORDER)
end

local FIRST = '{"tournament":'

--- Could this be a torn first line?
function M.is_torn_header(text)
  local most = math.min(#text, #FIRST)
  return text:sub(1, most) == FIRST:sub(1, most)
end

--- Is this a header? There may be more of them further down.
function M.is_header(line)
  return line:gsub("^\xEF\xBB\xBF", ""):sub(1, #FIRST) == FIRST
end

M.PARTS = 1000000 -- the most that a tournament has

--- The description of a shard in messages.
M.A_SHARD = ("I/N, the I-th of N parts, at most %d"):format(M.PARTS)

--- Part and number of parts of "2/4", or nil.
function M.shard(text)
  local part, of = text:match "^(%d+)/(%d+)$"
  part, of = math.tointeger(tonumber(part)), math.tointeger(tonumber(of))
  if part and of and part >= 1 and part <= of and of <= M.PARTS then return part, of end
end

local function are_strengths(given)
  if given ~= nil and type(given) ~= "table" then return false end
  for _, version in pairs(given or {}) do
    if math.type(version) ~= "integer" then return false end
  end
  return true
end

local TEXTS = { "version", "signature", "hash", "shard" }

local function check_members(header)
  for _, key in ipairs(TEXTS) do
    local value = header[key]
    if value ~= nil and type(value) ~= "string" then
      return ("%s: expected a string"):format(key)
    end
  end
  if not are_strengths(header.strength) then return "strength: expected whole numbers by bot" end
  if header.shard and not M.shard(header.shard) then return "shard: expected " .. M.A_SHARD end
  local def = header.definition
  if header.shard and formats.is_staged(def) then
    return ("shard: a %s has no parts"):format(def.format)
  end
  local hash = identity.hash(header.definition)
  if not header.version then header.hash = hash end -- it was computed differently then
  if header.hash ~= hash then
    return "the hash does not match the definition: one of them was changed"
  end
end

--- The contents of a first line: { definition =, hash =, version =, signature =, strength = by bot,
--- shard = "2/4" }; nil and the reason if it is not one.
function M.read_header(line)
  local header = line and tesela.decode(line)
  if type(header) ~= "table" or header.tournament == nil then
    return nil, "not a file of a tournament: expected a first line {\"tournament\":1, ...}"
  elseif header.tournament ~= 1 then
    return nil, ("a tournament of format %s; expected 1"):format(
      type(header.tournament) == "number" and header.tournament or "unknown")
  end
  local ok, def = interrupt.try(definitions.read, header.definition)
  local why = not ok and def:gsub("^tesela%.tournament: ", "")
  if ok then
    header.definition = def
    why = check_members(header)
  end
  if why then return nil, "a damaged first line: " .. why end
  return header
end

-- ---- games ------------------------------------------------------------------

--- The whole numbers in a string.
function M.numbers(text)
  local list = {}
  for number in text:gmatch "-?%d+" do list[#list + 1] = math.tointeger(number) end
  return list
end

--- A cache of lists of numbers by their text, because games repeat them.
function M.lists()
  return setmetatable({}, { __index = function(self, text)
    local list = M.numbers(text)
    self[text] = list
    return list
  end })
end

--- The moves of a game's line as text: '"m1","m2"'.
function M.moves(line) return line:match '"moves":%[(.-)%],"' end

local MOST = 1 << 53 -- a number that JSON can represent
local KEPT = 4096    -- outcomes, of which there may be as many as games

local Reader = {}
Reader.__index = Reader

-- A whole number in its canonical form, up to `most`.
local function whole(text, most)
  local number = #text <= 16 and math.tointeger(text)
  return number and number <= most and tostring(number) == text and number or nil
end

local function is_whole(value, least, most)
  return math.type(value) == "integer" and value >= least and value <= most
end

-- Places, one for each seat.
local function are_places(list, seats)
  if not arguments.is_list(list) or #list ~= seats then return false end
  for _, place in ipairs(list) do
    if not is_whole(place, 1, seats) then return false end
  end
  return true
end

-- The points of the seats, if they are numbers.
local function scores_of(list, seats)
  if not arguments.is_list(list) or #list ~= seats then return nil end
  for _, points in ipairs(list) do
    if math.type(points) ~= "integer" then return nil end
  end
  return list
end

-- Does a record begin from another position than its seed's?
local function is_elsewhere(record) return record.fen ~= nil or record.deal ~= nil end

-- Does a record have these rules?
function Reader:is_ours(record)
  local def = self.def
  if record.game ~= def.game or def.source and record.source ~= def.source then return false end
  local ok, options = interrupt.try(tesela.encode, record.options)
  return ok and options == self.options
end

-- Is this the part of a line before the seed? It contains the rules,
-- and is the same text in all games of a file.
function Reader:is_head(head)
  if head == self.head then return true end
  local record = tesela.decode(head .. "}")
  if not record or record.tesela ~= 1 or is_elsewhere(record)
    or not self:is_ours(record) then return false end
  self.head = head
  return true
end

-- The lists in [scores],[places],[winners]; false if they are wrong.
function Reader:outcome(scores, places, winners)
  local text = ("[[%s],[%s],[%s]]"):format(scores, places, winners)
  local known = self.outcomes[text]
  if known ~= nil then return known end
  local lists = tesela.decode(text)
  local good = lists and #lists[1] == self.def.seats
    and are_places(lists[2], self.def.seats)
  if self.count >= KEPT then self.outcomes, self.count = {}, 0 end
  self.outcomes[text], self.count = good and lists or false, self.count + 1
  return self.outcomes[text]
end

-- The text before a mark from `from` on, and the place after the mark.
local function before(line, from, mark)
  local first, last = line:find(mark, from, true)
  if first then return line:sub(from, first - 1), last + 1 end
end

local RESULT = '^([%d,-]*)%],"places":%[([%d,]*)%],"winners":%[([%d,]*)%],'
  .. '"reason":"([^"\\%c\128-\255]*)"},"pair":(%d+),'
local END = RESULT .. '"number":(%d+)}$'
local END_WITH_MEMORY = RESULT .. '"memory":%[([%d,nul]*)%],"number":(%d+)}$'

local COLUMNS = { seconds = true, values = true }

-- Moves, and the columns after them: the number of moves, and whether their seconds are known; nil
-- for anything else.
local function plies_of(body)
  local moves, at = before(body, 1, '],"')
  local columns
  if at then
    columns = tesela.decode('{"' .. body:sub(at) .. "]}")
    for name in pairs(columns or { none = true }) do
      if not COLUMNS[name] then return nil end
    end
  end
  moves = moves or body
  if moves == "" then return 0 end
  local rest, plies = (moves .. ","):gsub('"[^"\\%c\128-\255]*",', "")
  return rest == "" and plies or nil, columns and columns.seconds ~= nil
end

-- The fields of a line in the common shape; nil: read it as JSON.
function Reader:quick(line)
  local head, at = before(line, 1, ',"seed":')
  if not head then return nil end
  local seed, from = line:match('^(%d+),"players":%[()', at)
  if not seed then return nil end
  local who, body
  who, at = before(line, from, '],"moves":[')
  if not who then return nil end
  body, at = before(line, at, '],"result":{"scores":[')
  if not body then return nil end
  local scores, places, winners, reason, pair, memory, number =
    line:match(END_WITH_MEMORY, at)
  if not scores then
    scores, places, winners, reason, pair, number = line:match(END, at)
  end
  if not scores then return nil end
  local plies, timed = plies_of(body)
  local lists = self:outcome(scores, places, winners)
  local had = memory and tesela.decode("[" .. memory .. "]")
  if not (plies and lists and had ~= nil == (memory ~= nil) and self:is_head(head)) then
    return nil
  end
  return { number = whole(number, MOST), pair = whole(pair, MOST), who = who,
    seed = whole(seed, MOST), scores = lists[1], places = lists[2], reason = reason, plies = plies,
    memory = had, timed = timed or nil, moves = body }
end

local function texts(list)
  if not arguments.is_list(list) then return false end
  for _, text in ipairs(list) do
    if type(text) ~= "string" then return false end
  end
  return true
end

-- The memory of bots, by seat, if it is valid.
local function memory_of(list)
  for _, kb in pairs(type(list) == "table" and list or {}) do
    if not is_whole(kb, 0, MOST) then return nil end
  end
  return type(list) == "table" and list or nil
end

-- The CPU time of bots, and their number of moves, by seat, if valid.
local function cpu_of(list)
  for _, pair in pairs(type(list) == "table" and list or {}) do
    local seconds = type(pair) == "table" and pair[1]
    if not (type(seconds) == "number" and seconds >= 0 and seconds < 1e9
      and is_whole(pair[2], 0, MOST)) then return nil end
  end
  return type(list) == "table" and list or nil
end

-- The same for a line as JSON; nil if it is not a game.
function Reader:slow(line)
  local record = tesela.decode(line)
  local result = type(record) == "table" and record.result
  if type(result) ~= "table" or not texts(record.players) or not texts(record.moves)
    or not are_places(result.places, self.def.seats)
    or type(result.reason) ~= "string" or record.tesela ~= 1
    or result.message ~= nil and type(result.message) ~= "string"
    or not is_whole(record.number, 0, MOST) or not is_whole(record.pair, 0, MOST) then
    return nil
  end
  local names = tesela.encode(record.players)
  return { number = record.number, pair = record.pair, who = names:sub(2, -2),
    seed = not is_elsewhere(record) and record.seed, places = result.places,
    scores = scores_of(result.scores, self.def.seats), reason = result.reason,
    message = result.message, plies = #record.moves,
    other = not self:is_ours(record) or nil, memory = memory_of(record.memory),
    cpu = cpu_of(record.cpu),
    timed = type(record.seconds or record.clock) == "table" or nil,
    moves = self.openings and tesela.encode(record.moves):sub(2, -2) }
end

-- The seed of the start of a pair. The games of a pair come one after the other.
function Reader:start(pair)
  if pair ~= self.pair then
    self.pair, self.seed = pair, schedule.start(self.def, pair)
  end
  return self.seed
end

function Reader:who(players)
  local list = {}
  for seat, bot in ipairs(players) do list[seat] = self.names[bot] end
  return table.concat(list, ",")
end

-- The numbers of the bots named in a game, by seat.
function Reader:named(who)
  local players = {}
  for seat, name in ipairs(tesela.decode("[" .. who .. "]")) do
    players[seat] = self.numbers[tesela.encode(name)]
  end
  return #players == self.def.seats and players or nil
end

-- The reason why no tournament with this definition could have written this game, or nil. Adds the
-- players to the game.
function Reader:foreign(game)
  if game.other then return "it has other rules" end
  local number = game.number
  if not number or number < 1 or number > self.most then
    return self.most < MOST and ("its number is not in 1..%d"):format(self.most)
      or "it has no valid number"
  end
  local pair, players = self.plan:seated(number)
  if not pair and self.def.grown then
    pair, players = (number - 1) // self.def.seats + 1, self:named(game.who)
  end
  if not players then
    return ("the pairing of game %d depends on games that are missing from this "
      .. "file"):format(number)
  end
  if game.pair ~= pair then return ("game %d is of another pair"):format(number) end
  if game.who ~= self:who(players) then
    return ("game %d has other players"):format(number)
  end
  if game.seed ~= self:start(pair) then
    return ("game %d has another start"):format(number)
  end
  if self.openings and not self.def.grown
    and not self.openings:begins(self.plan, number, pair, game.moves) then
    return ("game %d has another opening"):format(number)
  end
  game.players = players
end

-- Does text contain a zero byte, which the replay of games refuses?
local function has_zero(line)
  return line:find("\\u0000", 1, true)
    and line:gsub("\\\\", ""):find("\\u0000", 1, true) ~= nil
end

--- A line without a final CR from another program.
function M.plain_line(line) return (line:gsub("\r$", "")) end

--- Reads a game's line: { number =, pair =, players =, places =, scores = or nil, reason =, message
--- =, plies =, memory = and cpu = by seat, timed = are there seconds of its moves }; nil, the
--- reason, and whether it is a game at all.
function Reader:read(line)
  line = M.plain_line(line)
  local game = not has_zero(line) and (self:quick(line) or self:slow(line))
  if not game then return nil, "not a game of a tournament", false end
  local why = self:foreign(game)
  if why then return nil, "not a game of this tournament: " .. why, true end
  self.plan:add(game)
  game.moves = self.def.alike and M.moves(line) or nil
  return game
end

-- The names of all bots, as JSON.
local function names_of(def)
  local names = {}
  for i, bot in ipairs(def.bots) do names[i] = tesela.encode(bot.name) end
  return names
end

--- From here on there may be as many games as in this definition.
function Reader:widen(def)
  self.def, self.names, self.numbers = def, names_of(def), {}
  for bot, name in ipairs(self.names) do self.numbers[name] = bot end
  self.most = math.max(self.most, schedule.total(def) or MOST)
  self.plan = self.plan:widen(def)
end

--- A reader of the games of a definition, in the order in which they were played or in that of
--- their numbers. `plan` gives the meaning of their numbers. Openings are checked if `from`, the
--- header, is given, with these rules or those of the game's name.
function M.reader(def, from, rules)
  local self = setmetatable({ def = def, most = 0, outcomes = {},
    plan = plans.of(def), count = 0, options = tesela.encode(def.options),
    openings = openings.of(def, from, rules) }, Reader)
  self:widen(def)
  return self
end

-- ---- files ------------------------------------------------------------------

--- A header among the games; nil and the reason if it does not belong to this tournament.
function M.later_header(reader, first, line)
  local header, why = M.read_header(line)
  if not header then return nil, why, false end
  local last = reader.last or first
  if header.hash ~= last.hash and not identity.grew(last.definition, header.definition) then
    return nil, "another tournament begins here", true
  end
  local same, reason = origin.agree(first.definition.game, last, header)
  if not same then return nil, reason, true end
  reader:widen(header.definition)
  reader.last = header
  return header
end

--- Reads the lines after the first header: calls f(game, line, nil, at) for each game, f(nil, line,
--- header, at) for a header among them, and bad(at, why, kind, line) for any other line. `at` is
--- the number of the line; `kind`: it could belong to another tournament. Ends when a call returns
--- a value, and returns that. `rules` may be nil (see reader).
function M.each(first, lines, f, bad, rules)
  local reader, at = M.reader(first.definition, first, rules), 1
  for line in lines do
    at = at + 1
    local header, game, why, kind
    if M.is_header(line) then
      header, why, kind = M.later_header(reader, first, line)
    else
      game, why, kind = reader:read(line)
    end
    local answer
    if why then
      answer = bad(at, why, kind, line)
    else
      answer = f(game, line, header, at)
    end
    if answer then return answer end
  end
end

local PIECE = 1 << 20

--- Opens a file so that any part of it can be read again: input from a pipe is copied first.
--- Returns the file, and whether it is such a copy; nil and a message.
function M.source(path)
  local file, why = io.open(path, "rb")
  if not file then return nil, why end
  if file:seek() then return file, false end
  local copy, ok
  copy, why = io.tmpfile()
  while copy do
    local piece = file:read(PIECE)
    if not piece then break end
    ok, why = copy:write(piece)
    if not ok then copy = nil end
  end
  file:close()
  if not copy then return nil, ("%s: cannot be copied: %s"):format(path, why) end
  copy:seek "set"
  return copy, true
end

--- Opens a file, or rewinds an open one: its header, an iterator over the lines after it,
--- the file, and whether it is a copy (see source); nil and a message.
function M.open(path, opened)
  local file, copied = opened, nil
  if opened then opened:seek "set" else file, copied = M.source(path) end
  if not file then return nil, copied end
  local header, line, why
  line, why = file:read "l"
  if not why then header, why = M.read_header(line) end
  if not header then
    file:close()
    return nil, ("%s: %s"):format(path, why)
  end
  return header, file:lines(), file, copied
end

return M
