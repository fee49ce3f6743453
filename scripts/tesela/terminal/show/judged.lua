-- The analysis of a recorded game, for a person who steps through it: it is read from the record
-- (analysis/analysis_result.lua), where `tesela analyse` has written it.

local tesela = require "tesela"
local report = require "tesela.analysis.analysis_report"
local results = require "tesela.analysis.analysis_result"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"

local M = {}

local LOSS = 0.01 -- the least loss of a move to mention

--- Adds the verdict in its record to a game, if there is one.
function M.attach(game)
  game.verdict = results.of_record(game)
  game.settings = game.verdict and results.settings(game.record)
end

local percent = report.percent

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
