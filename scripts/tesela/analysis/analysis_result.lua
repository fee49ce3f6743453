-- An analysis as a value and in a record: a table that prints as a report. In the record it is the
-- member "analysis", with a note ("note 14") at each of the worst moves, unless there is already
-- one. "notes" in the member lists the notes of the analysis.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local member = require "tesela.base.json_member"
local report = require "tesela.analysis.analysis_report"
local verdicts = require "tesela.analysis.verdict"

local M = {}

local MARK = "analysis: " -- the start of our notes
local DIGITS = 1e4

local Analysis = {}
Analysis.__index = Analysis
Analysis.__name = "tesela.analysis"

function Analysis:__tostring() return report.text(getmetatable(self).games[self]) end

-- The game of each result.
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

--- The member of a record for a completely analysed game.
function M.member(game)
  local verdict, settings = game.verdict, game.settings
  local self = { version = verdicts.VERSION, by = settings.by, seed = settings.seed,
    iterations = settings.iterations, seconds = settings.seconds, values = {}, moves = {} }
  for i, list in ipairs(verdict.values) do self.values[i] = rounded_list(list) end
  for i, move in ipairs(verdict.moves) do self.moves[i] = move_of(move) end
  return self
end

--- The result of an analysed game.
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

local ORDER = { "version", "by", "iterations", "seconds", "seed", "notes", "values",
  "moves", "seat", "best", "line", "before", "after", "lost", "luck", "proof", "forced" }

--- The plies of a decoded record with notes of its analysis, as keys.
function M.notes(record)
  local own, found = {}, record.analysis
  for _, ply in ipairs(type(found) == "table" and type(found.notes) == "table"
    and found.notes or {}) do
    local note = record[("note %s"):format(ply)]
    -- A person may have replaced it since.
    if type(note) == "string" and note:sub(1, #MARK) == MARK then own[ply] = true end
  end
  return own
end

--- A record's line without its analysis.
function M.plain(line)
  for ply in pairs(M.notes(tesela.decode(line))) do
    line = member.remove(line, "note " .. ply)
  end
  return member.remove(line, "analysis")
end

-- The worst moves without a note.
local function to_note(game, record)
  local list = {}
  for _, i in ipairs(verdicts.worst(game.verdict, report.WORST)) do
    if record["note " .. i] == nil then list[#list + 1] = i end
  end
  return list
end

--- The record's line with its analysis. In a tournament the end of the line stays the same.
function M.line(game)
  local line, found = M.plain(game.line), M.member(game)
  local list = to_note(game, tesela.decode(line))
  found.notes = #list > 0 and list or nil
  line = member.set(line, "analysis", tesela.encode(found, ORDER), "pair")
  for _, i in ipairs(list) do
    line = member.set(line, "note " .. i, tesela.encode(MARK .. report.sentence(game, i)),
      "pair")
  end
  return line
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

local PROOFS = { win = true, loss = true, draw = true }

local function is_luck(x) return type(x) == "number" and x >= -1 and x <= 1 end

local function is_move(move, seats)
  return type(move) == "table" and math.type(move.seat) == "integer"
    and move.seat >= 1 and move.seat <= seats and is_text(move.best)
    and is_chance(move.before) and is_chance(move.after) and is_chance(move.lost)
    and (move.luck == nil or is_luck(move.luck))
    and (move.proof == nil or PROOFS[move.proof])
    and (move.forced == nil or type(move.forced) == "boolean")
    and type(move.line) == "table" and is_list(move.line, #move.line, is_text)
end

local function is_budget(x) return x == nil or type(x) == "number" and x > 0 and x < 1e15 end

local function has_settings(found)
  return is_text(found.by) and math.type(found.seed) == "integer"
    and is_budget(found.iterations) and is_budget(found.seconds)
    and (found.iterations == nil or math.type(found.iterations) == "integer")
end

-- Whether a member is an analysis of that record, for any contents.
local function is_whole(found, record)
  if type(found) ~= "table" or found.version ~= verdicts.VERSION
    or not has_settings(found) then
    return false
  end
  local first = type(found.values) == "table" and found.values[1]
  local seats, plies = type(first) == "table" and #first or 0, #record.moves
  return is_list(found.values, plies + 1, function(list)
    return is_list(list, seats, is_chance)
  end) and is_list(found.moves, plies, function(move) return is_move(move, seats) end)
end

--- The verdict (verdict.lua) in a decoded record of a game for this many seats (nil: any
--- number); nil without one.
function M.verdict(record, seats)
  local found = record.analysis
  if not is_whole(found, record) then return nil end
  if seats and #found.values[1] ~= seats then return nil end
  local verdict = { values = found.values, moves = {}, whole = true }
  for i, move in ipairs(found.moves) do
    verdict.moves[i] = tables.copy(move, { move = record.moves[i] })
  end
  return verdict
end

-- Did the seats in the verdict make these moves?
local function fits(verdict, game)
  local state = tesela.replay(game.line, 0, game.variant)
  for _, move in ipairs(verdict.moves) do
    if state.over or state.seat ~= move.seat or not state:try(move.move) then return false end
  end
  return true
end

--- The verdict in the record of a game (line, record, rules, variant), checked against the game;
--- nil if there is none.
function M.of_record(game)
  local verdict = M.verdict(game.record, game.rules.seats)
  return verdict and fits(verdict, game) and verdict or nil
end

--- The settings of the analysis in a record: { by =, iterations =, seconds =, seed = }.
function M.settings(record)
  local of = record.analysis
  return { by = of.by, iterations = of.iterations, seconds = of.seconds, seed = of.seed }
end

return M
