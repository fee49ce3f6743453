-- An analysis as it is handed out and as it stands in a record: a table that prints as
-- a report. In the record it is the member "analysis", and a note ("note 14") at each
-- of the moves that have lost most, unless somebody has written one there.

local tesela = require "tesela"
local report = require "tesela.analysis.report"
local verdicts = require "tesela.analysis.verdict"

local M = {}

local MARK = "analysis: " -- how our notes begin
local DIGITS = 1e4

local Analysis = {}
Analysis.__index = Analysis
Analysis.__name = "tesela.analysis"

function Analysis:__tostring() return report.text(getmetatable(self).games[self]) end

-- The game that a result is of.
Analysis.games = setmetatable({}, { __mode = "k" })

local function rounded(x)
  return x and math.floor(x * DIGITS + 0.5) / DIGITS
end

local function rounded_list(list)
  local copy = {}
  for i, x in ipairs(list) do copy[i] = rounded(x) end
  return copy
end

local function move_of(move)
  return { seat = move.seat, best = move.best, line = move.line,
    before = rounded(move.before), after = rounded(move.after), lost = rounded(move.lost),
    luck = rounded(move.luck), proof = move.proof, forced = move.forced }
end

--- What is written of a game that was analysed as a whole.
function M.member(game)
  local verdict, settings = game.verdict, game.settings
  local self = { version = verdicts.VERSION, by = settings.by, seed = settings.seed,
    iterations = settings.iterations, seconds = settings.seconds, values = {}, moves = {} }
  for i, list in ipairs(verdict.values) do self.values[i] = rounded_list(list) end
  for i, move in ipairs(verdict.moves) do self.moves[i] = move_of(move) end
  return self
end

--- The result of a game that was analysed.
function M.of(game)
  local self = M.member(game)
  self.accuracy, self.line = {}, M.line(game)
  for seat, tally in ipairs(verdicts.by_seat(game.verdict, game.rules.seats)) do
    self.accuracy[seat] = rounded(tally:means() or 100)
  end
  self.worst = verdicts.worst(game.verdict, report.WORST)
  Analysis.games[self] = game
  return setmetatable(self, Analysis)
end

-- ---- in a record ------------------------------------------------------------

local ORDER = { "version", "by", "iterations", "seconds", "seed", "values", "moves",
  "seat", "best", "line", "before", "after", "lost", "luck", "proof", "forced" }

local function without(line, text)
  local first, last = line:find(text, 1, true)
  return first and line:sub(1, first - 1) .. line:sub(last + 1) or line
end

--- A record's line without what an analysis has written into it.
function M.plain(line)
  local record = tesela.decode(line)
  for name, value in pairs(record) do
    if name:match "^note %d+$" and type(value) == "string"
      and value:sub(1, #MARK) == MARK then
      line = without(line, ',"' .. name .. '":' .. tesela.encode(value))
    end
  end
  if record.analysis ~= nil then line = line:gsub(',"analysis":%b{}', "", 1) end
  return line
end

local function notes(game, record)
  local list = {}
  for _, i in ipairs(verdicts.worst(game.verdict, report.WORST)) do
    if record["note " .. i] == nil then
      list[#list + 1] = (',"note %d":%s'):format(i,
        tesela.encode(MARK .. report.sentence(game, i)))
    end
  end
  return table.concat(list)
end

--- The record's line with the analysis in it. What stands at its end in games of a
--- tournament stays there.
function M.line(game)
  local line = M.plain(game.line)
  local head, tail = line:match '^(.*)(,"pair":%d+,"number":%d+})$'
  if not head then head, tail = line:sub(1, -2), "}" end
  return head .. ',"analysis":' .. tesela.encode(M.member(game), ORDER)
    .. notes(game, tesela.decode(line)) .. tail
end

-- ---- back from a record -----------------------------------------------------

local function is_chance(x) return type(x) == "number" and x >= 0 and x <= 1 end

local function is_list(list, count, good)
  if type(list) ~= "table" or #list ~= count then return false end
  for _, item in ipairs(list) do
    if not good(item) then return false end
  end
  return true
end

local function is_text(x) return type(x) == "string" end

local function is_move(move, seats)
  return type(move) == "table" and math.type(move.seat) == "integer"
    and move.seat >= 1 and move.seat <= seats and is_text(move.best)
    and is_chance(move.before) and is_chance(move.after) and is_chance(move.lost)
    and (move.luck == nil or type(move.luck) == "number")
    and type(move.line) == "table" and is_list(move.line, #move.line, is_text)
end

-- Whether a member is an analysis of that record, whatever somebody has written there.
local function is_whole(member, record)
  if type(member) ~= "table" or member.version ~= verdicts.VERSION then return false end
  local first = type(member.values) == "table" and member.values[1]
  local seats, plies = type(first) == "table" and #first or 0, #record.moves
  return is_list(member.values, plies + 1, function(list)
    return is_list(list, seats, is_chance)
  end) and is_list(member.moves, plies, function(move) return is_move(move, seats) end)
end

--- The verdict (verdict.lua) that stands in a record, as decoded, of a game for so many
--- seats (nil: that is not looked at); nil: there is none.
function M.verdict(record, seats)
  local member = record.analysis
  if not is_whole(member, record) then return nil end
  if seats and #member.values[1] ~= seats then return nil end
  local verdict = { values = member.values, moves = {}, whole = true }
  for i, move in ipairs(member.moves) do
    local copy = { move = record.moves[i] }
    for name, value in pairs(move) do copy[name] = value end
    verdict.moves[i] = copy
  end
  return verdict
end

--- How that was made: { by =, iterations =, seconds =, seed = }.
function M.settings(record)
  local of = record.analysis
  return { by = of.by, iterations = of.iterations, seconds = of.seconds, seed = of.seed }
end

return M
