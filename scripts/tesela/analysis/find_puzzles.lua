-- Puzzles from games: positions with one winning move that was not played. They are lines for
-- `tesela check-bot`: game, options, name, fen, best.
--
-- If alpha-beta can search the game, the win is proven, as is the absence of an equally fast win;
-- otherwise the best move has a chance of at least WON, and the played move and the search's next
-- best moves have at most OPEN.

local tesela = require "tesela"
local crew = require "tesela.analysis.parallel_parts"
local judge = require "tesela.analysis.judge"

local M = {}

local WON, OPEN = 0.9, 0.6 -- chances: a won position, and an open one
local PLIES = 9            -- of a proven win, at most
local NODES = 200000       -- for the search after another move
local OTHERS = 4           -- moves to check if nothing is proven

-- The position as far as the mover may know it, without its history.
local function position_of(game, i)
  local state = assert(tesela.replay(game.line, i - 1, game.variant))
  local seen = judge.veiled(game.rules) and state:view(state.seat) or state
  local fen = seen:fen()
  return game.rules:load(fen), fen
end

-- Does no other move have a proof of a win within these plies?
local function is_only_proof(state, best, plies)
  local searcher = tesela.searcher(state.rules, { method = "alphabeta" })
  for move in state:moves() do
    local after = state:copy():play(move)
    if move ~= best then
      if after.over and after.winners[1] == state.seat then return false end
      local _, found
      if not after.over then
        _, found = searcher:search(after, { depth = plies, iterations = NODES })
      end
      if found and found.proof == "loss" then return false end
    end
  end
  return true
end

local function is_only_good(examiner, state, report)
  for i = 2, math.min(#report.moves, OTHERS + 1) do
    if examiner:chance(state, report.moves[i].text) > OPEN then return false end
  end
  return true
end

local function examine(game, i)
  local state, fen = position_of(game, i)
  local examiner = judge.new(game.rules, game.settings)
  local move, report = examiner:report(state)
  if report.best == game.record.moves[i] then return {} end
  local only
  if report.method == "alphabeta" then
    only = report.proof == "win" and report.plies <= PLIES
      and is_only_proof(state, move, report.plies)
  else
    only = examiner:chance(state, report.best) >= WON
      and is_only_good(examiner, state, report)
  end
  return only and { fen = fen, best = { report.best } } or {}
end

-- Moves that turned a won game into an open one: { game =, i = }.
local function candidates(games)
  local list = {}
  for _, game in ipairs(games) do
    for i, move in ipairs(game.verdict.moves) do
      if move.before >= (WON + OPEN) / 2 and move.after <= OPEN and not move.forced then
        list[#list + 1] = { game = game, i = i }
      end
    end
  end
  return list
end

local ORDER = { "game", "options", "name", "fen", "best" }

local function line_of(candidate, found)
  local game = candidate.game
  local options = next(game.record.options) and game.record.options or nil
  return tesela.encode({ game = game.rules.name, options = options, fen = found.fen,
    name = ("game %d, move %d"):format(game.number or 1, candidate.i),
    best = found.best }, ORDER) .. "\n"
end

--- The puzzles of some games, as lines; nil if Ctrl-C has ended it. `workers`: see
--- parallel_parts.lua.
function M.text(games, workers)
  local list, numbers, lines = candidates(games), {}, {}
  for i = 1, #list do numbers[i] = i end
  local stopped = #list > 0 and crew.run { numbers = numbers, workers = workers,
    work = function(number) return examine(list[number].game, list[number].i) end,
    done = function(number, found)
      lines[number] = found.fen and line_of(list[number], found) or ""
    end }
  return not stopped and table.concat(lines) or nil
end

return M
