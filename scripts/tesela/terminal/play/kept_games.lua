-- Games at a terminal are kept automatically, each in a file of its own,
-- $XDG_STATE_HOME/tesela/games/WHEN-GAME.jsonl (WHEN in UTC). The file is a saved game (a record)
-- with everything needed to resume it against the same opponent, in its member `table`.
--
-- The games in the folder are in progress, or were left unfinished. A lock beside each,
-- WHEN-GAME.lock, distinguishes the two: the process that plays the game has the lock, which ends
-- with the process. A file is only written, moved or removed by the owner of its lock, and always
-- replaced as a whole.
--
-- Finished games, and games that the person does not want to resume, go to the folder `earlier`,
-- which keeps the last EARLIER of them.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local folder = require "tesela.folder"
local interrupt = require "tesela.interrupt"
local journals = require "tesela.journal"
local opened = require "tesela.base.opened"
local output = require "tesela.base.output"
local pace = require "tesela.terminal.play.opponent_level"

local M = {}

local EARLIER = 200

-- The folder, or nil and the reason.
local function place()
  local state, home = os.getenv "XDG_STATE_HOME" or "", os.getenv "HOME" or ""
  if state:sub(1, 1) == "/" then return state .. "/tesela/games" end
  if home:sub(1, 1) == "/" then return home .. "/.local/state/tesela/games" end
  return nil, "HOME is not set"
end

--- A path as a person would type it.
function M.short(path)
  local home = os.getenv "HOME" or ""
  if home ~= "" and path:sub(1, #home + 1) == home .. "/"
    and not path:find "[^%w_./-]" then
    return "~" .. path:sub(#home + 1)
  end
  return cli.quoted(path)
end

-- ---- one file ---------------------------------------------------------------

local Kept = {}
Kept.__index = Kept

-- A file of this name with our lock; or nil, the reason, and whether another game has the name.
local function claim(where, name, is_new)
  local self = setmetatable({ folder = where, name = name,
    path = ("%s/%s.jsonl"):format(where, name) }, Kept)
  local lock, why, kind = journals.open(("%s/%s.lock"):format(where, name), false, true)
  if kind == "no locks" then -- there is no way to ask who else plays it
    lock, why = journals.open(("%s/%s.lock"):format(where, name), true, true)
  end
  if not lock then return nil, why, kind == "busy" end
  self.lock = lock
  local there <close> = opened(self.path)
  if (there == nil) == (is_new == true) then return self end
  self:release()
  return nil, "taken", true
end

--- Releases the lock, and leaves the file as it is.
function Kept:release()
  if not self.lock then return end
  os.remove(("%s/%s.lock"):format(self.folder, self.name))
  self.lock:close()
  self.lock = nil
end

Kept.__close = Kept.release

-- Removes the oldest games until there is room for another. (By their names: if the clock was
-- set back, a new game is older than all others.)
local function prune(where)
  local names = {}
  for _, name in ipairs(folder.list(where) or {}) do
    if name:find "%.jsonl$" then names[#names + 1] = name end
  end
  table.sort(names)
  for i = 1, #names + 1 - EARLIER do os.remove(where .. "/" .. names[i]) end
end

--- Moves the game to those that will not be resumed, and releases the lock; returns its new path.
function Kept:put_aside()
  local where = self.folder .. "/earlier"
  local path, number = ("%s/%s.jsonl"):format(where, self.name), 1
  while folder.real(path) do
    number = number + 1
    path = ("%s/%s-%d.jsonl"):format(where, self.name, number)
  end
  if self.lock and folder.make(where) then
    prune(where)
    if os.rename(self.path, path) then self.path = path end
  end
  self:release()
  return self.path
end

-- ---- a game that is played --------------------------------------------------

-- Everything needed to resume the game unchanged, in addition to its record.
local function table_of(session)
  local setup = session.setup
  local people = {}
  for seat = 1, session.rules.seats do
    if not session:is_bot(seat) then people[#people + 1] = seat end
  end
  local game = pace.copy(setup, {
    time = os.time(), over = session:over(), fen = session:last():fen(),
    seats = people, seed = session.seed, rules = setup.rules, bot = setup.bot,
    trusted = setup.trusted, limit = setup.limit, saved = session.source,
    folder = bots.is_program(setup.bot) and folder.real "." or nil,
  })
  game.level = session.level
  game.clock = session.clock and session.clock.controls[1].text
  return game
end

-- Is there anything to lose: has a person moved or written a note, in this game and not only in
-- the one that it continues?
local function has_worth(session)
  if not (session.mine or session.kept) then return false end
  if next(session.log.notes) then return true end
  for ply = 1, #session.states - 1 do
    if not session:is_bot(session.states[ply].seat) then return true end
  end
  return false
end

-- A file for a new game.
local function new_file(session)
  local where, why = place()
  if not where then return nil, why end
  local made
  made, why = folder.make(where)
  if not made then return nil, why end
  local name = os.date "!%Y-%m-%d-%H%M%S-" .. session.rules.name:gsub("[^%w_]", "_")
  for i = 1, 100 do
    local self, reason, taken = claim(where, i == 1 and name or name .. "-" .. i, true)
    if self then return self end
    why = reason
    if not taken then break end
  end
  return nil, why
end

--- Keeps the game of a session as it is now: true, or nil and the reason.
function M.keep(session)
  local worth = has_worth(session)
  local self = session.kept
  if not worth then
    if self then
      os.remove(self.path)
      self:release()
      session.kept = nil
    end
    return true
  end
  if not self then
    local why
    self, why = new_file(session)
    if not self then return nil, why end
    session.kept = self
  end
  local text = session:record()
  return output.put(self.path, ('%s,"table":%s}\n'):format(text:sub(1, -2),
    tesela.encode(table_of(session))), true)
end

--- Leaves a session: a finished game is put aside. Returns the game's path, or nil.
function M.leave(session)
  local self = session.kept
  if not (self and self.lock) then return nil end
  if session:over() then return self:put_aside() end
  self:release()
  return self.path
end

-- ---- games that were left ---------------------------------------------------

-- Do these members, if they exist, have this type?
local function are(of, kind, names)
  for _, name in ipairs(names) do
    if of[name] ~= nil and type(of[name]) ~= kind then return false end
  end
  return true
end

local function are_seats(list)
  local count = 0
  for _, seat in pairs(list) do
    if math.type(seat) ~= "integer" or seat < 1 then return false end
    count = count + 1
  end
  return count == #list
end

-- Raises if the data to resume a game do not have the types written by table_of: a file may
-- be damaged, or of another version.
local function check(setup)
  assert(are(setup, "string", { "rules", "fen", "bot", "folder" }))
  assert(setup.rules and setup.fen)
  assert(are(setup, "boolean", { "over", "trusted" }))
  assert(are(setup, "table", { "seats", "saved" }) and are_seats(setup.seats))
  assert(math.type(setup.time) == "integer")
  arguments.whole("table", setup, "seed", 0, arguments.SEED_MAX)
  pace.check("table", setup)
  arguments.positive("table", setup, { "limit" })
  assert(setup.seed)
  local saved = setup.saved
  assert(not saved or saved.path and saved.hash and are(saved, "string", { "path", "hash" }))
end

local function is_good(setup)
  local ok = interrupt.try(check, setup)
  return ok
end

-- The line of a file that can be resumed, and its contents; or nil.
local function read(path)
  local file <close> = opened(path)
  local line = file and file:read "l"
  local ok, record = interrupt.try(tesela.decode, line or "")
  if ok and type(record) == "table" and type(record.table) == "table"
    and type(record.moves) == "table" and type(record.options) == "table"
    and type(record.game) == "string" and is_good(record.table) then
    return line, record
  end
end

-- The names in the folder, the newest first.
local function names_in(where)
  local list, seen = {}, {}
  for _, file in ipairs(folder.list(where) or {}) do
    local name = file:match "^(.*)%.jsonl$" or file:match "^(.*)%.lock$"
      or file:match "^(.*)%.jsonl%.%d+%-%d+$"
    if name and not seen[name] then
      seen[name] = true
      list[#list + 1] = name
    end
  end
  table.sort(list, function(a, b) return a > b end)
  return list
end

-- Removes the temporary files of a write that a crash interrupted.
local function clear(where, name)
  for _, file in ipairs(folder.list(where) or {}) do
    if file:sub(1, #name + 7) == name .. ".jsonl." then os.remove(where .. "/" .. file) end
  end
end

--- All kept games, the newest first: a list of { path =, record =, table = }; and the folder.
function M.all()
  local where, list = place(), {}
  for _, folder_name in ipairs(where and { where, where .. "/earlier" } or {}) do
    for _, name in ipairs(names_in(folder_name)) do
      local path = ("%s/%s.jsonl"):format(folder_name, name)
      local _, record = read(path)
      if record then
        list[#list + 1] = { path = path, record = record, table = record.table }
      end
    end
  end
  table.sort(list, function(a, b) return a.table.time > b.table.time end)
  return list, where
end

--- Was a record played with these rules and all their options?
function M.has_rules(record, rules)
  for name, value in pairs(rules.options) do
    if tesela.encode(record.options[name]) ~= tesela.encode(value) then return false end
  end
  return record.game == rules.name
end

--- Their names, the newest first.
function M.names()
  local where = place()
  return where and names_in(where) or {}
end

--- A game that was left unfinished: its file, which is ours until `release`, with its line, the
--- decoded record, and the data to resume it (table); or nothing if another process plays it or the
--- file is not such a game.
function M.open(name)
  local self = claim(place(), name)
  if not self then return nil end
  clear(self.folder, name)
  self.line, self.record = read(self.path)
  self.table = self.line and self.record.table
  if self.line and not self.table.over then return self end
  if self.line then self:put_aside() end
  self:release()
end

return M
