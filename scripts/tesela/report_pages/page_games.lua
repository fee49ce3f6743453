-- The games of a page: the data of the list of all games, and the data to replay one,
-- packed in blocks that are unpacked when one of their games is opened.

local tesela = require "tesela"
local html = require "tesela.base.html"
local interrupt = require "tesela.interrupt"
local packed = require "tesela.report_pages.packed_bytes"
local replay = require "tesela.report_pages.replay_data"
local report = require "tesela.contest.results.report"
local results = require "tesela.analysis.analysis_result"

local M = {}

local CHUNK = 50 -- games of a block

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

-- The remarks of a record by ply, or nil.
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

-- The chances of all seats by position, where the game was analysed.
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

-- A game that was not played to its end has nothing of this.
local UNFINISHED = { scores = {}, places = {}, reason = "not over" }

-- The KB that the bots had, by seat.
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

-- Adds what is needed to replay a game; returns the seats to move by ply, or nil, where
-- it cannot be: the first reason is kept.
local function add_replay(self, game)
  local ok, rows, movers, names = interrupt.try(self.book.game, self.book, game.line,
    game.record.moves, self.variant)
  if not ok then
    self.lost = self.lost + 1
    self.why = self.why or ("game %d: %s"):format(game.number, tostring(rows))
  end
  for i = 1, ok and replay.ROWS or 0 do table.insert(self.rows_of_numbers[i], rows[i]) end
  table.insert(self.details, detail_of(game.record, ok and movers or {},
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

--- The games of a page: bots = their names, variant = as for tesela.replay, most = how
--- many can be replayed.
function M.new(bots, variant, most)
  local names = {}
  for i, name in ipairs(bots) do names[i] = report.name(name) end
  return setmetatable({ bots = names, variant = variant, most = most, rows = {}, places = {},
    book = replay.book(), details = {}, rows_of_numbers = empty_rows(), blocks = {}, reasons = {},
    reason_of = {}, replayed = 0, lost = 0 }, Games)
end

local function reason_number(self, reason)
  if not self.reason_of[reason] then
    self.reasons[#self.reasons + 1] = html.clean(reason)
    self.reason_of[reason] = #self.reasons - 1
  end
  return self.reason_of[reason]
end

-- Packs the games that were added since, and begins a new block.
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

--- Adds a game { number =, line =, record =, players = numbers of bots by seat }. Returns
--- the seats to move by ply, if it can be replayed.
function Games:add(game)
  local result, players = game.record.result or UNFINISHED, {}
  for seat, bot in ipairs(game.players) do players[seat] = bot - 1 end
  local seconds = seconds_of(game.record)
  self.timed = self.timed or seconds ~= nil
  self.rows[#self.rows + 1] = { game.number, players, result.places, result.scores,
    reason_number(self, result.reason), #game.record.moves, seconds }
  self.places[#self.places + 1] = { number = game.number, players = game.players,
    places = result.places }
  if self.replayed == self.most then return end
  self.replayed = self.replayed + 1
  local movers = add_replay(self, game)
  if #self.details == CHUNK then flush(self) end
  return movers
end

--- The blocks of the page { id =, text = }.
function Games:data()
  flush(self)
  local index = { bots = cleaned(self.bots), reasons = self.reasons, games = self.rows,
    chunk = CHUNK, replayed = self.replayed, timed = self.timed or false }
  local list = { { id = "index", text = packed.pack(tesela.encode(index) .. "\n") } }
  if self.replayed > 0 then
    list[2] = { id = "book", text = packed.pack(tesela.encode(self.book:contents()) .. "\n") }
  end
  for i, block in ipairs(self.blocks) do
    list[#list + 1] = { id = "games-" .. i - 1, text = block }
  end
  return list
end

return M
