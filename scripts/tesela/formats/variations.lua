-- Variations in the records of games: other moves from some position on, as in files of other
-- programs (formats/blksgf.lua).
--
-- A record, and each of its variations, may have `variations`, a list of { after = the number of
-- plies before it, moves =, ["note 7"] =, variations = }.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local tables = require "tesela.base.tables"

local M = {}

local DEEPEST = 50

local function is_variation(value)
  return type(value) == "table" and math.type(value.after) == "integer"
    and (value.moves == nil or arguments.is_list(value.moves))
end

-- The variations of a record or a variation, by the ply after which they begin; and their number.
local function by_ply(of)
  local list, count = {}, 0
  for _, each in ipairs(arguments.is_list(of.variations) and of.variations or {}) do
    local after = is_variation(each) and each.after or -1
    list[after], count = list[after] or {}, count + 1
    table.insert(list[after], each)
  end
  return list, count
end

local function add_notes(line, of)
  for name, value in pairs(of) do
    if type(name) == "string" and name:find "^note %d+$" and type(value) == "string" then
      line[name] = value
    end
  end
end

local function line_of(of, from, depth, tally)
  local line, state = { after = from.ply, moves = {}, forks = {}, of = of }, from:copy()
  local waiting, count = by_ply(of)
  add_notes(line, of)
  for i = 0, depth < DEEPEST and #(of.moves or {}) or -1 do
    local move = i > 0 and of.moves[i]
    if move and (type(move) ~= "string" or state.over or not state:try(move)) then
      tally.bad = tally.bad + 1
      break
    end
    line.moves[i] = move or nil
    for _, each in ipairs(waiting[state.ply] or {}) do
      local forks = line.forks[state.ply] or {}
      line.forks[state.ply], count = forks, count - 1
      forks[#forks + 1] = line_of(each, state, depth + 1, tally)
    end
  end
  tally.bad = tally.bad + count
  return line
end

--- The line of a record (as decoded) from its start, with its variations: { after =, moves =, forks
--- = lists of such lines by their plies, ["note 7"] =, of = the record or variation }. And the
--- number of variations that are invalid, or cannot be played to their ends.
function M.of(record, start)
  local tally = { bad = 0 }
  return line_of(record, start, 0, tally), tally.bad
end

--- The moves of a variation from the start of the line that it belongs to.
function M.moves(line, variation)
  local moves = table.move(line.moves, 1, variation.after - line.after, 1, {})
  return table.move(variation.moves, 1, #variation.moves, #moves + 1, moves)
end

local function add_paths(list, line)
  list[#list + 1] = line.moves
  for _, ply in ipairs(tables.keys(line.forks)) do
    for _, each in ipairs(line.forks[ply]) do
      add_paths(list, { after = line.after, moves = M.moves(line, each), forks = each.forks })
    end
  end
  return list
end

--- All ways from the start of a line to an end: lists of moves, the main line first.
function M.paths(line) return add_paths({}, line) end

local HEAD = { "tesela", "game", "options", "source", "seed", "deal", "fen", "players" }
local ORDER = table.move({ "moves", "after" }, 1, 2, #HEAD + 1, { table.unpack(HEAD) })

-- JSON's null is read as a hole in a list; it is put back here, to be written again.
local function players_of(of, seats)
  local list = {}
  for seat = 1, seats do list[seat] = of.players[seat] or tesela.null end
  return list
end

--- The record of a game in which a variation of a line was played, for `seats` seats.
function M.record(line, variation, seats)
  local record = { moves = M.moves(line, variation), variations = variation.of.variations }
  for _, name in ipairs(HEAD) do record[name] = line.of[name] end
  record.players = players_of(line.of, seats)
  for name, words in pairs(line) do
    local ply = type(name) == "string" and math.tointeger(tonumber(name:match "^note (%d+)$"))
    if ply and ply <= variation.after then record[name] = words end
  end
  add_notes(record, variation)
  return tesela.encode(record, ORDER)
end

return M
