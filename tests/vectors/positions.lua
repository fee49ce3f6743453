-- Prints scripts/positions/mixtour.jsonl: positions of Mixtour that are won by force in
-- one, two or three moves, and all the moves that do so. They are those of mixtour.wins
-- and what follows from them. No other move wins within one move more (but where the
-- win is there at once: there they may). Both are proved by alpha-beta.
--   tesela tests/vectors/positions.lua <tests/vectors/mixtour.wins

local tesela = require "tesela"

local rules = tesela.rules "mixtour"
local WANTED = { 12, 12, 8 } -- positions won in so many moves
local MOST = 3               -- moves that win

local searcher = tesela.searcher(rules, { method = "alphabeta" })

-- Does whoever has the turn win within so many plies by a move?
local function wins(state, move, plies)
  local after = state:copy():play(move)
  if after.over then return #after.winners == 1 and after.winners[1] == state.seat end
  if plies == 1 then return false end
  local _, report = searcher:search(after, { depth = plies - 1 })
  return report.proof == "loss"
end

-- All moves that win within so many plies; nil if another does in two plies more.
local function solution(state, plies)
  local best = {}
  for move in state:moves() do
    if wins(state, move, plies) then
      best[#best + 1] = state:text(move)
    elseif #best > MOST or plies > 1 and wins(state, move, plies + 2) then
      return nil
    end
  end
  return #best <= MOST and best or nil
end

-- Writes a position, if it is a good one; where the game goes on, or nil.
local function try(state)
  local _, report = searcher:search(state, { depth = 2 * #WANTED - 1 })
  if report.proof ~= "win" then return nil end
  local moves = (report.plies + 1) // 2
  local best = WANTED[moves] > 0 and solution(state, report.plies)
  if best then
    print(tesela.encode({ game = "mixtour", name = "win in " .. moves, fen = state:fen(),
      best = best }, { "game", "name", "fen", "best" }))
    io.stdout:flush()
    WANTED[moves] = WANTED[moves] - 1
  end
  for i = 1, 2 do if report.line[i] then state:try(report.line[i]) end end
  return moves > 1 and not state.over and state or nil
end

for line in io.lines() do
  local plies, moves = line:match "^([35]) %- (.*)$"
  local state = plies and rules:start()
  if plies then
    for move in moves:gmatch "%S+" do state:play(move) end
  end
  while state do state = try(rules:load(state:fen())) end
end
