-- Skill: the gain of a search from twice the iterations, over a ladder of doublings.
--
-- A rung is 2n against n; its score is converted to an Elo difference as in a match
-- (tesela/rating.lua). Elo differences add up, so the mean of the rungs is the slope of the
-- ladder, the gain of a doubling. The ladder ends at the first n after which no rung's interval
-- excludes 0.

local rating = require "tesela.rating"
local estimates = require "tesela.measure.estimate"

local M = {}

local function elo(units)
  local n, sum, squares = estimates.sums(units)
  if n == 0 then return nil end
  local value, margin = rating.interval(rating.mean(n, sum, squares))
  return { value = value, margin = margin, n = n }
end

-- The average gain of a doubling.
local function slope(rungs)
  local sum, variance, n = 0, 0, 0
  for _, rung in ipairs(rungs) do
    local gain = rung.elo
    if not gain then return nil end
    variance = variance and gain.margin and variance + gain.margin ^ 2
    sum, n = sum + gain.value, n + gain.n
  end
  return { value = sum / #rungs, margin = variance and math.sqrt(variance) / #rungs, n = n }
end

-- The n of the first rung after the last one that gains; false if the last rung does.
local function end_of(rungs)
  for i = #rungs, 1, -1 do
    local gain = rungs[i].elo
    if gain and gain.margin and gain.value > gain.margin then
      return i < #rungs and rungs[i + 1].n or false
    end
  end
  return rungs[1].n
end

--- The ladder of the rungs of a column (measure_plan.lua): { rungs = { { n =, elo = } }, slope =,
--- ends = the n of its end, or false: not reached }; nil if there are none.
function M.of(parts)
  local rungs = {}
  for _, part in ipairs(parts) do
    if part.rung then rungs[#rungs + 1] = { n = part.rung, elo = elo(part:scores()) } end
  end
  if #rungs == 0 then return nil end
  return { rungs = rungs, slope = slope(rungs), ends = end_of(rungs) }
end

--- The difference between two Elo differences, from different games.
function M.difference(one, base)
  if not (one and base) then return nil end
  return estimates.marked { value = one.value - base.value, n = one.n,
    margin = one.margin and base.margin and math.sqrt(one.margin ^ 2 + base.margin ^ 2) }
end

return M
