-- Levels 1..9 of a bot: its strength as one knob.
--
-- The upper ones are searches by iterations, each by so many times as many as the one
-- before. The lower ones draw among the moves that a short search has seen, by their
-- values: a move that is worse by the temperature comes e times as rarely as the best
-- one (the softmax of Boltzmann). So a low level plays moves that are a little worse, and
-- seldom blunders out of nothing. Nothing depends on the clock or on the processors: a
-- level means the same everywhere.

local tesela = require "tesela"

local M = {}

M.MOST = 9

--- The temperatures of the levels that draw.
M.TEMPERATURES = { 1.2, 0.35, 0.12, 0.04 }

--- The highest level that draws among the moves.
M.DRAWN = #M.TEMPERATURES

--- The iterations of a level that does not draw: from `least` to `most`, in equal ratios.
function M.iterations(level, least, most)
  local steps = M.MOST - M.DRAWN - 1
  return math.floor(least * (most / least) ^ ((level - M.DRAWN - 1) / steps) + 0.5)
end

-- How often a move is drawn, as its value is so much below the best one.
local function weight(seen, best, level)
  return math.exp((seen.value - best) / M.TEMPERATURES[level])
end

--- The move, and its value, that a level draws from what a search has seen.
function M.pick(report, level, seed)
  local best, sum = -math.huge, 0
  for _, seen in ipairs(report.moves) do best = math.max(best, seen.value) end
  for _, seen in ipairs(report.moves) do sum = sum + weight(seen, best, level) end
  local drawn = tesela.rng(seed):float() * sum
  for _, seen in ipairs(report.moves) do
    drawn = drawn - weight(seen, best, level)
    if drawn < 0 then return seen.move, seen.value end
  end
  return report.moves[1].move, report.moves[1].value
end

return M
