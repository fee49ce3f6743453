-- SPSA: simultaneous perturbation stochastic approximation (J. C. Spall, "Multivariate stochastic
-- approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
-- Automatic Control 37(3), 1992; the decay of its gains: Spall, "Implementation of the
-- simultaneous perturbation algorithm", IEEE Transactions on Aerospace and Electronic Systems
-- 34(3), 1998).
--
-- Each step moves all parameters at once, randomly up or down, plays this setting against the
-- opposite one, and moves a little towards the winner. In step k of n, in units of the range of a
-- parameter (0: its minimum, 1: its maximum),
--
--     tried:  x +- c_k d      d: 1 or -1 for each parameter, c_k = C / k^0.101
--     next:   x + a_k s / (2 c_k) d    s: the mean result of "up", -1..1
--                                      a_k = A ((1 + n/10) / (k + n/10))^0.602
--
-- and the answer is the mean over the second half of the steps, which varies less than the last
-- step (Polyak and Juditsky 1992). Positive parameters whose range spans a factor of ten or more
-- are tuned on a log scale, unless they are whole numbers: for these, the two tried values differ
-- by at least 1.

local tesela = require "tesela"
local seeds = require "tesela.base.seeds"

local M = {}

local A, C = 0.04, 0.1
local ALPHA, GAMMA = 0.602, 0.101
local DECADE = 10

-- ---- units ------------------------------------------------------------------

local function by_logarithm(row)
  return not row.whole and row.least > 0 and row.most >= DECADE * row.least
end

local function scaled(row, value)
  if by_logarithm(row) then
    return math.log(value / row.least) / math.log(row.most / row.least)
  end
  return (value - row.least) / (row.most - row.least)
end

local function within(x) return math.max(0.0, math.min(1.0, x)) end

local DIGITS = "%.4g" -- the useful digits of a parameter

-- The value for a place in its range.
local function value_at(row, x)
  x = within(x)
  local value = by_logarithm(row) and row.least * (row.most / row.least) ^ x
    or row.least + (row.most - row.least) * x
  if row.whole then return math.tointeger(math.floor(value + 0.5)) end
  return math.max(row.least, math.min(row.most, tonumber(DIGITS:format(value))))
end

--- The place of a value in its range, 0..1.
M.scaled = scaled

--- Values by name for places in the ranges.
function M.values(rows, point)
  local values = {}
  for i, row in ipairs(rows) do values[row.name] = value_at(row, point[i]) end
  return values
end

--- The start of tuning.
function M.start(rows)
  local point = {}
  for i, row in ipairs(rows) do point[i] = scaled(row, row.start) end
  return point
end

-- ---- a step -----------------------------------------------------------------

local HALF = 0.501 -- of a whole number, so that the two never round to the same

-- The distance by which a parameter is moved in a trial.
local function reach(row, k)
  local c = C / k ^ GAMMA
  if not row.whole then return c end
  return math.max(c, HALF / (row.most - row.least))
end

--- The trial of step k: the two points and the signs, drawn from the seed.
function M.tried(rows, point, k, seed)
  local rng, up, down, signs = tesela.rng(seeds.derive(seed, k)), {}, {}, {}
  for i, row in ipairs(rows) do
    signs[i] = rng:int(2) == 1 and 1 or -1
    up[i] = within(point[i] + signs[i] * reach(row, k))
    down[i] = within(point[i] - signs[i] * reach(row, k))
  end
  return up, down, signs
end

--- The point after step k of n, in which "up" had this score, 0..1.
function M.moved(rows, point, signs, k, n, score)
  local a = A * ((1 + n / 10) / (k + n / 10)) ^ ALPHA
  local moved = {}
  for i, row in ipairs(rows) do
    moved[i] = within(point[i] + a * (2 * score - 1) / (2 * reach(row, k)) * signs[i])
  end
  return moved
end

--- The answer: the mean of the points after the second half of the steps.
function M.answer(points)
  local first, sum = #points // 2 + 1, {}
  for k = first, #points do
    for i, x in ipairs(points[k]) do sum[i] = (sum[i] or 0) + x end
  end
  for i in ipairs(sum) do sum[i] = sum[i] / (#points - first + 1) end
  return sum
end

return M
