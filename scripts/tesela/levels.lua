-- Levels 1..9 of a bot: its strength as one number.
--
-- The highest level is the bot's own search. Those below draw among the moves that a short search
-- has seen, by their values: a move that is worse by the temperature is e times rarer than the
-- best one (the softmax of Boltzmann). So a low level plays moves that are a little worse, and
-- seldom blunders out of nowhere. The lower the level, the fewer playouts and the higher the
-- temperature. Nothing depends on the clock or on the processors: a level means the same
-- everywhere.

local tesela = require "tesela"

local M = {}

M.MOST = 9

--- For the levels that draw: playouts of each legal move, and the temperature; for games without
--- their own numbers.
M.USUAL = { { 1, 3 }, { 1, 0.7 }, { 1, 0.35 }, { 2, 0.22 }, { 5, 0.13 }, { 11, 0.08 },
  { 22, 0.05 }, { 45, 0.035 } }

-- The weight of a move, from the distance of its value to the best one.
local function weight(seen, best, temperature)
  return math.exp((seen.value - best) / temperature)
end

--- A move drawn from the moves in a search's report, and its value.
function M.pick(report, temperature, seed)
  local best, sum = -math.huge, 0
  for _, seen in ipairs(report.moves) do best = math.max(best, seen.value) end
  for _, seen in ipairs(report.moves) do sum = sum + weight(seen, best, temperature) end
  local drawn = tesela.rng(seed):float() * sum
  for _, seen in ipairs(report.moves) do
    drawn = drawn - weight(seen, best, temperature)
    if drawn < 0 then return seen.move, seen.value end
  end
  return report.moves[1].move, report.moves[1].value
end

--- The choice of a level that draws, with a row like those of M.USUAL: the move, the mean of the
--- playouts, and the report.
function M.draw(searcher, view, row, seed)
  local _, report = searcher:search(view, { seed = seed, iterations = view:count() * row[1] })
  local move = M.pick(report, row[2], seed)
  return move, report.values[view.seat], report
end

--- Iterations of the levels if all of them search: from `least` to `most`, in equal ratios.
function M.iterations(level, least, most)
  return math.floor(least * (most / least) ^ ((level - 1) / (M.MOST - 1)) + 0.5)
end

return M
