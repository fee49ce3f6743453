-- Estimates with their 95 % intervals.
--
-- Games come in pairs from one start, so the unit is the pair: its value is the mean of its games.
-- From the values x of n pairs:
--
--     number       mean +- t s / sqrt(n), t of Student's distribution with n - 1 degrees
--     share        x in 0..1; a game counts 0, 1 or a part of 1: like the score of a match
--                  (tesela/rating.lua) with half a pair of 1 and half a pair of 0 on top, so
--                  that 0 of 100 has a margin, too. The interval is not symmetric
--                  about the mean; the margin is the wider half.
--     difference   over the pairs that both have, pair by pair, in the same way; for shares
--                  with half a pair of 1 and half a pair of -1 on top
--
-- An estimate is { value =, margin =, n = }, all numbers; without margin if n is too small for an
-- interval (rating.enough).

local rating = require "tesela.rating"
local tables = require "tesela.base.tables"

local M = {}

--- The number of units, the sum of their values and that of their squares: always added in the
--- order of the pairs, so that the last bit is the same.
local function sums(units)
  local keys, sum, squares = tables.keys(units), 0, 0
  for _, pair in ipairs(keys) do
    sum, squares = sum + units[pair], squares + units[pair] ^ 2
  end
  return #keys, sum, squares
end

M.sums = sums

--- The mean of units by pair; nil if there are none.
function M.number(units) return rating.number(sums(units)) end

--- The same for shares.
function M.share(units) return rating.share(sums(units)) end

local function paired(units, base)
  local list = {}
  for pair, x in pairs(units) do
    if base[pair] then list[pair] = x - base[pair] end
  end
  return list
end

--- Marks a difference whose interval excludes 0.
function M.marked(difference)
  if difference and difference.margin then
    difference.marked = math.abs(difference.value) > difference.margin
  end
  return difference
end

--- The difference between units and those of a base, pair by pair, or nil.
function M.difference(units, base, share)
  local list = paired(units, base)
  if not share then return M.marked(M.number(list)) end
  local n, sum, squares = sums(list)
  if n == 0 then return nil end
  local mean = sum / (n + 1)
  local err = math.sqrt((squares + 1) / (n + 1) - mean * mean) / math.sqrt(n + 1)
  return M.marked { value = sum / n, n = n, margin = rating.enough(n)
    and rating.student(n) * err + math.abs(mean - sum / n) or nil }
end

return M
