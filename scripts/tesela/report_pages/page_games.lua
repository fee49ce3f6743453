-- The games of a page: the data of the list of all games, and the data to replay one,
-- packed in blocks that are unpacked when one of their games is opened.
--
-- There may be a million games, so only packed blocks are kept in memory.

local tesela = require "tesela"
local html = require "tesela.base.html"
local interrupt = require "tesela.interrupt"
local known_games = require "tesela.rules.games"
local packed = require "tesela.report_pages.packed_bytes"
local replay = require "tesela.report_pages.replay_data"
local report = require "tesela.contest.results.report"
local results = require "tesela.analysis.analysis_result"

local M = {}

local CHUNK = 50  -- games in a block to replay
local LIST = 5000 -- games in a block of the list

-- ---- of a game --------------------------------------------------------------

-- Numbers of a record, with three decimals; null for gaps.
local function rounded(list)
  if type(list) ~= "table" or #list == 0 then return nil end
  local made = {}
  for i = 1, #list do
    made[i] = type(list[i]) == "number" and math.floor(1000 * list[i] + 0.5) / 1000
      or tesela.null
  end
  return made
end

local function cleaned(list)
  local made = {}
  for i, text in ipairs(list) do made[i] = html.clean(text) end
  return made
end

-- The notes of a record by ply, or nil.
local function notes(record)
  local list
  for key, value in pairs(record) do
    local ply = type(key) == "string" and key:match "^note (%d+)$"
    if ply and type(value) == "string" then
      list = list or {}
      list[ply] = html.clean(value)
    end
  end
  return list
end

-- The chances of all seats by position, if the game was analysed.
local function chances(record)
  local verdict, list = results.verdict(record, #record.players), {}
  for i, values in ipairs(verdict and verdict.values or {}) do
    list[i] = values and rounded(values) or tesela.null
  end
  return #list > 0 and list or nil
end

local function column(record, name)
  local list = record[name]
  return type(list) == "table" and #list > 0 and rounded(list) or nil
end

-- The memory of the bots in KB, by seat.
local function memory(record)
  if type(record.memory) ~= "table" then return nil end
  local list = {}
  for seat = 1, #record.players do
    local kb = record.memory[seat]
    list[seat] = math.type(kb) == "integer" and kb or tesela.null
  end
  return list
end

local function detail_of(record, movers, names)
  local message = record.result and record.result.message
  return { moves = cleaned(record.moves), seats = table.concat(movers), names = cleaned(names),
    lost = #movers == 0 or nil, values = column(record, "values"),
    seconds = column(record, "seconds"), clock = column(record, "clock"),
    notes = notes(record), memory = memory(record), chances = chances(record),
    message = message and html.clean(message) or nil }
end

-- Adds the data to replay a game; returns the seats to move by ply, or nil if it cannot be
-- replayed, and keeps the first reason.
local function add_replay(self, game, record)
  local ok, rows, movers, names = false, self.fault, nil, nil
  if not self.fault then
    ok, rows, movers, names = interrupt.try(self.book.game, self.book, game.line,
      record.moves, self.variant)
  end
  if not ok then
    self.lost = self.lost + 1
    self.why = self.why or ("game %d: %s"):format(game.number, tostring(rows))
  end
  for i = 1, ok and replay.ROWS or 0 do table.insert(self.rows_of_numbers[i], rows[i]) end
  table.insert(self.details, detail_of(record, ok and movers or {},
    ok and names or {}))
  return ok and movers or nil
end

-- ---- of all -----------------------------------------------------------------

local function empty_rows()
  local rows = {}
  for i = 1, replay.ROWS do rows[i] = {} end
  return rows
end

local Games = {}
Games.__index = Games

--- The games of a page: bots = their names, variant = as for tesela.replay, most = the number of
--- games that can be replayed.
function M.new(bots, variant, most)
  local names = {}
  for i, name in ipairs(bots) do names[i] = report.name(name) end
  return setmetatable({ bots = names, variant = variant, most = most,
    fault = most > 0 and known_games.fault(variant) or nil,
    rows = {}, lists = {}, book = replay.book(), details = {}, rows_of_numbers = empty_rows(),
    blocks = {}, reasons = {}, reason_of = {}, replayed = 0, lost = 0 }, Games)
end

local function reason_number(self, reason)
  if not self.reason_of[reason] then
    self.reasons[#self.reasons + 1] = html.clean(reason)
    self.reason_of[reason] = #self.reasons - 1
  end
  return self.reason_of[reason]
end

-- Packs the rows added to the list since the last time.
local function flush_list(self)
  if #self.rows == 0 then return end
  self.lists[#self.lists + 1] = packed.pack("[" .. table.concat(self.rows, ",") .. "]\n")
  self.rows = {}
end

-- Packs the games added since the last time, and begins a new block.
local function flush(self)
  if #self.details == 0 then return end
  local rows, lengths = {}, {}
  for i, row in ipairs(self.rows_of_numbers) do
    rows[i] = table.concat(row)
    lengths[i] = #rows[i]
  end
  self.blocks[#self.blocks + 1] = packed.pack(
    tesela.encode { games = self.details, lengths = lengths } .. "\n" .. table.concat(rows))
  self.details, self.rows_of_numbers = {}, empty_rows()
end

local function seconds_of(record)
  local sum = 0
  for i = 1, type(record.seconds) == "table" and #record.seconds or 0 do
    local seconds = record.seconds[i]
    sum = sum + (type(seconds) == "number" and seconds or 0)
  end
  return sum > 0 and math.floor(10 * sum + 0.5) / 10 or nil
end

local function add_row(self, game, seconds)
  local players = {}
  for seat, bot in ipairs(game.players) do players[seat] = bot - 1 end
  self.timed = self.timed or seconds ~= nil
  self.rows[#self.rows + 1] = tesela.encode { game.number, players, game.places, game.scores,
    reason_number(self, game.reason), game.plies, seconds }
  if #self.rows == LIST then flush_list(self) end
end

--- Adds a game { number =, line =, players = numbers of bots by seat, places =, scores =,
--- reason =, plies =, timed = may its record have seconds }. Returns the seats to move by
--- ply, if it can be replayed.
function Games:add(game)
  local shown = self.replayed < self.most
  local record = (shown or game.timed) and tesela.decode(game.line)
  add_row(self, game, record and seconds_of(record))
  if not shown then return end
  self.replayed = self.replayed + 1
  local movers = add_replay(self, game, record)
  if #self.details == CHUNK then flush(self) end
  return movers
end

local function add_blocks(list, name, blocks)
  for i, block in ipairs(blocks) do
    list[#list + 1] = { id = ("%s-%d"):format(name, i - 1), text = block }
  end
end

--- The blocks of the page { id =, text = }.
function Games:data()
  flush(self)
  flush_list(self)
  local index = { bots = cleaned(self.bots), reasons = self.reasons, lists = #self.lists,
    chunk = CHUNK, replayed = self.replayed, timed = self.timed or false }
  local list = { { id = "index", text = packed.pack(tesela.encode(index) .. "\n") } }
  if self.replayed > 0 then
    list[2] = { id = "book", text = packed.pack(tesela.encode(self.book:contents()) .. "\n") }
  end
  add_blocks(list, "list", self.lists)
  add_blocks(list, "games", self.blocks)
  return list
end

return M
