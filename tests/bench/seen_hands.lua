-- What is it worth in Qwirkle to see the others' hands? The search of expert plays with
-- open hands against itself with hidden ones: each deal once from every seat.
--   tesela tests/bench/seen_hands.lua [DEALS [ITERATIONS [PLAYERS]]]
-- That is what this search could gain at most by guessing what others hold.

local tesela = require "tesela"

local deals = math.tointeger(tonumber(arg[1] or 100))
local iterations = math.tointeger(tonumber(arg[2] or 1500))
local players = math.tointeger(tonumber(arg[3] or 2))
if not (deals and iterations and players) or deals < 1 then
  error("usage: seen_hands.lua [DEALS [ITERATIONS [PLAYERS]]]", 0)
end
local MARGIN = 1 -- that of expert

local hidden = tesela.rules("qwirkle", { players = players })
local open = tesela.rules("qwirkle", { players = players, hands = "open" })
local blind = tesela.searcher(hidden, { margin = MARGIN })
local seeing = tesela.searcher(open, { margin = MARGIN })

local function search(s, sees)
  local budget = { iterations = iterations, seed = s.ply }
  if sees then return (seeing:search(open:load(s:fen()), budget)) end
  return (blind:search(s, budget))
end

-- How far the seat that sees is ahead of the others' mean, and its share of first places.
local function outcome(s, seat)
  local others, won = 0, 0
  for i, score in ipairs(s.scores) do
    if i ~= seat then others = others + score / (players - 1) end
  end
  for _, winner in ipairs(s.winners) do
    if winner == seat then won = 1 / #s.winners end
  end
  return s.scores[seat] - others, won
end

local function play(deal, seat)
  local s = hidden:start(deal)
  while not s.over do s:play(search(s, s.seat == seat)) end
  return outcome(s, seat)
end

local function told(sum, squares, n)
  local mean = sum / n
  return mean, 1.96 * math.sqrt(math.max(0, squares / n - mean * mean) / n)
end

local lead, lead2, won, won2 = 0, 0, 0, 0
for deal = 1, deals do
  local points, firsts = 0, 0
  for seat = 1, players do
    local ahead, first = play(deal, seat)
    points, firsts = points + ahead / players, firsts + first / players
  end
  lead, lead2 = lead + points, lead2 + points * points
  won, won2 = won + firsts, won2 + firsts * firsts
end
print(("%.1f +/- %.1f points a game ahead"):format(told(lead, lead2, deals)))
local share, within = told(won, won2, deals)
print(("first in %.1f +/- %.1f %% of %d games"):format(100 * share, 100 * within,
  deals * players))
