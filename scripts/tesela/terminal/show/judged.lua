-- The analysis of a recorded game, for a person who steps through it: it is read from the record
-- (analysis/analysis_result.lua), where `tesela analyse` has written it.

local tesela = require "tesela"
local colour = require "tesela.terminal.dialogue.colour"
local curve = require "tesela.analysis.curve"
local report = require "tesela.analysis.analysis_report"
local results = require "tesela.analysis.analysis_result"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"

local M = {}

local LOSS = 0.01 -- the least loss of a move to mention
local ROOM = 21   -- lines of a position, above its result and a prompt

--- Adds the verdict in its record to a game, if there is one.
function M.attach(game)
  game.verdict = results.of_record(game)
  game.settings = game.verdict and results.settings(game.record)
end

local percent = report.percent

-- ---- in a line --------------------------------------------------------------

local BLOCKS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }

-- A chance as one letter: a block, or tenths.
local function letter(chance, symbols)
  if not chance then return "?" end
  if symbols then return BLOCKS[math.min(8, math.floor(8 * chance) + 1)] end
  return tostring(math.min(9, math.floor(10 * chance)))
end

-- The chances of a seat over the game in this many columns, and the column of a ply.
local function strip(game, seat, ply, most)
  local values, list = curve.values(game, seat), {}
  local width, symbols = math.min(most, #values), colour.symbols()
  for column = 1, width do
    list[column] = letter(values[1 + (column - 1) * #values // width], symbols)
  end
  return table.concat(list), math.max(1, math.ceil((ply + 1) * width / #values))
end

-- Do these strings together leave room for a result and a prompt on a screen?
local function is_room(...)
  local _, lines = table.concat({ ... }):gsub("\n", "")
  return lines <= ROOM
end

--- The curve of the game, a line for each seat (a single line for two), and a line that points at a
--- position; "" if there is no room for it above `rest`.
function M.strips(game, ply, rest)
  if not game.verdict then return "" end
  local seats, width, lines, at = game.rules.seats, 0, {}, nil
  for seat = 1, seats do width = math.max(width, #game.names[seat]) end
  for seat = 1, seats == 2 and 1 or seats do
    local blocks
    blocks, at = strip(game, seat, ply, text.WIDTH - width - 2)
    lines[seat] = ("%-" .. width .. "s  %s\n"):format(game.names[seat], blocks)
  end
  local strips = table.concat(lines) .. (" "):rep(width + 1 + at) .. "^\n"
  return is_room(rest, strips) and strips or ""
end

-- ---- a move -----------------------------------------------------------------

local function chances_text(game, ply)
  local parts = {}
  for seat, chance in ipairs(game.verdict.values[ply + 1]) do
    parts[seat] = ("%s %s"):format(game.names[seat], percent(chance))
  end
  return table.concat(parts, ", ")
end

local function better(game, ply)
  local move = game.verdict and game.verdict.moves[ply]
  if not move or move.best == move.move or move.lost < LOSS then return nil end
  return move
end

--- Remarks on a position and the move that led to it; "" without a verdict.
function M.text(game, ply)
  if not (game.verdict and game.verdict.values[ply + 1]) then return "" end
  local words, move = "chances: " .. chances_text(game, ply), better(game, ply)
  if move then
    words = words .. ("; %s given away, better was %s"):format(percent(move.lost),
      text.clean(spoken.of(tesela.replay(game.line, ply - 1, game.variant), move.best)))
  end
  return report.fold(words) .. "\n"
end

--- Is the note at a position the analysis' own, which says no more than `text` does?
function M.says(game, ply) return game.verdict and results.notes(game.record)[ply] end

--- The better line in place of the move that led to a position, given by its ply: the states from
--- the previous one on, and the moves; nil: there is none.
function M.line(game, ply)
  local move = better(game, ply)
  if not move then return nil end
  local state = tesela.replay(game.line, ply - 1, game.variant)
  local states, moves = { state }, {}
  for i, word in ipairs(move.line[1] == move.best and move.line or { move.best }) do
    state = state:copy()
    if not state:try(word) then break end -- the hidden tiles differ from the search's
    states[i + 1], moves[i] = state, word
  end
  return states, moves
end

return M
