-- How do the winners of Losetas play? What differs between them and the losers, in all
-- games of a file; those that are the same count once.
--   tesela tests/bench/areas.lua FILE

local tesela = require "tesela"

if not arg[1] then error("usage: areas.lua FILE", 0) end
local EARLY, LATE = 4, 9 -- the first moves of a seat, and from which on they are late

local function mean() return { sum = 0, count = 0 } end

local function add(to, value)
  to.sum, to.count = to.sum + value, to.count + 1
end

local function side()
  return { areas = mean(), largest = mean(), above = mean(),
    ["2x2"] = mean(), ["2x1"] = mean(), ["1x1"] = mean(),
    early = mean(), late = mean() }
end

-- Plays a game again, and adds up what one seat has done.
local function look(line, seat, to)
  local s, played = tesela.replay(line, 0), { ["2x2"] = 0, ["2x1"] = 0, ["1x1"] = 0 }
  local own = 0
  for _, text in ipairs(tesela.decode(line).moves) do
    local move = s:move(text)
    if s.seat == seat then
      local parts = s:parts(move)
      local piece = parts.piece == "1x2" and "2x1" or parts.piece
      own, played[piece] = own + 1, played[piece] + 1
      if own <= EARLY then add(to.early, piece == "1x1" and 100 or 0) end
      if own >= LATE then
        add(to.late, piece == "1x1" and 100 or 0)
        add(to.above, parts.kind == "cover" and 100 or 0)
      end
    end
    s:play(move)
  end
  for piece, count in pairs(played) do add(to[piece], count) end
  add(to.areas, #s:areas()[seat])
  add(to.largest, s:areas()[seat][1])
end

local winner, loser, seen, games = side(), side(), {}, 0
for line in io.lines(arg[1]) do
  local game = tesela.decode(line)
  if game.moves and game.game ~= "losetas" then
    error(("%s: expected games of losetas, found %s"):format(arg[1], game.game), 0)
  end
  local key = game.moves and table.concat(game.moves, " ")
  local won = key and not seen[key] and game.result and game.result.winners
  if won and #won == 1 then
    seen[key], games = true, games + 1
    look(line, won[1], winner)
    look(line, 3 - won[1], loser)
  end
end
if games == 0 then error(arg[1] .. ": no game that somebody has won", 0) end

print(("%-34s %8s %8s"):format(games .. " games", "winner", "loser"))
for _, row in ipairs { { "areas in the end", "areas" }, { "cells of the largest", "largest" },
  { "2x2 that were played", "2x2" }, { "2x1 and 1x2", "2x1" }, { "1x1", "1x1" },
  { "1x1 among the first four moves, %", "early" }, { "1x1 from the ninth on, %", "late" },
  { "covers from the ninth on, %", "above" } } do
  local a, b = winner[row[2]], loser[row[2]]
  print(("%-34s %8.1f %8.1f"):format(row[1], a.sum / a.count, b.sum / b.count))
end
