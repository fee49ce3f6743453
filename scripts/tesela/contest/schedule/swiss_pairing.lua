-- The tables of a round of a Swiss.
--
-- Based on FIDE's Dutch system (Handbook C.04.3): bots are ordered by score, equal scores by the
-- definition. No two bots meet twice if that can be avoided; a higher bot comes first and gets the
-- partner with the nearest score; among equals the upper half plays the lower half, first against
-- first. A bot left over has a bye, at most one more than any other: the last one that leaves the
-- others the most choice.
--
-- Not from FIDE: colours (each bot at a table has each seat in the games of a round), limits to
-- floating twice, exchanges between the halves (instead the higher bot gets the next one in that
-- order).
--
-- Tables are filled from the top. With two seats the remaining bots can still be paired as well as
-- at the beginning (maximum_matching.lua), so there is no backtracking. With more seats there is;
-- if it takes too long, one more repeated meeting is allowed.
--
-- A meeting is a repeated one if two other bots have met less often: when all have met all,
-- counting starts again.

local matching = require "tesela.contest.schedule.maximum_matching"

local M = {}

local TRIES = 2000 -- tables to try with a number of repeated meetings

local function without(list, taken)
  local rest = {}
  for _, bot in ipairs(list) do
    if bot ~= taken then rest[#rest + 1] = bot end
  end
  return rest
end

-- Numbers of bots in the order of their scores.
local function by_score(field)
  local list = {}
  for bot = 1, field.bots do list[bot] = bot end
  table.sort(list, function(a, b)
    local one, two = field.score[a], field.score[b]
    if one ~= two then return one > two end
    return a < b
  end)
  return list
end

-- The least number of meetings of any two bots.
local function least_met(field)
  local least = math.huge
  for a = 1, field.bots - 1 do
    for b = a + 1, field.bots do least = math.min(least, field.met(a, b)) end
    if least == 0 then break end
  end
  return least
end

-- ---- tables -----------------------------------------------------------------

local Search = {}
Search.__index = Search

function Search:again(a, b) return self.field.met(a, b) > self.least end

-- The least number of repeated meetings among these bots.
function Search:unavoidable(list)
  if self.field.seats > 2 then return 0 end
  return matching.alone(list, function(a, b) return not self:again(a, b) end) // 2
end

function Search:repeats(group, bot)
  local count = 0
  for _, other in ipairs(group) do
    if self:again(other, bot) then count = count + 1 end
  end
  return count
end

-- The best position in the rest of its score group for the next bot of a table: each comes from
-- another part of the group.
local function ideal(score, group, rest, seats)
  local size = #group
  for _, bot in ipairs(rest) do
    if score[bot] == score[group[1]] then size = size + 1 end
  end
  return math.max(1, 1 + #group * (size // seats) - #group)
end

-- The candidates for the next seat at a table (`group`), the best one first: { bot =, repeats = }.
function Search:choices(group, rest)
  local score, list = self.field.score, {}
  local best = ideal(score, group, rest, self.field.seats)
  for place, bot in ipairs(rest) do
    local gap = score[group[1]] - score[bot]
    list[place] = { bot = bot, place = place, gap = gap,
      repeats = self:repeats(group, bot), off = gap == 0 and math.abs(place - best) or 0 }
  end
  table.sort(list, function(a, b)
    for _, key in ipairs { "repeats", "gap", "off" } do
      if a[key] ~= b[key] then return a[key] < b[key] end
    end
    return a.place < b.place
  end)
  return list
end

-- Fills the table of a group, and the following ones, with at most this many repeated
-- meetings.
function Search:fill(group, rest, budget)
  if #group == self.field.seats then
    self.tries = self.tries + 1
    if self:unavoidable(rest) > budget then return false end
    self.tables[#self.tables + 1] = group
    if #rest == 0 or self:fill({ rest[1] }, without(rest, rest[1]), budget) then
      return true
    end
    self.tables[#self.tables] = nil
    return false
  end
  for _, choice in ipairs(self:choices(group, rest)) do
    if self.tries > TRIES then return false end
    local more = table.move(group, 1, #group, 1, {})
    more[#more + 1] = choice.bot
    if choice.repeats <= budget
      and self:fill(more, without(rest, choice.bot), budget - choice.repeats) then
      return true
    end
  end
  return false
end

-- ---- byes -------------------------------------------------------------------

-- Takes the bot with the bye out of a list.
function Search:take_bye(list)
  local fewest, best, chosen = math.huge, math.huge, nil
  for _, bot in ipairs(list) do fewest = math.min(fewest, self.field.byes[bot]) end
  for i = #list, 1, -1 do
    if self.field.byes[list[i]] == fewest and best > 0 then
      local left = self:unavoidable(without(list, list[i]))
      if left < best then best, chosen = left, list[i] end
    end
  end
  return without(list, chosen), chosen
end

--- The tables of a round, each a list of bots from the highest, and a list of those that have a
--- bye. `field`: { bots =, seats =, score = { ... }, byes = { ... }, met = function(a, b), the
--- number of times that two have met }.
function M.round(field)
  local self = setmetatable({ field = field, least = least_met(field) }, Search)
  local list, byes = by_score(field), {}
  while #list % field.seats > 0 do
    list, byes[#byes + 1] = self:take_bye(list)
  end
  local budget = self:unavoidable(list)
  repeat
    self.tables, self.tries = {}, 0
    local done = self:fill({ list[1] }, without(list, list[1]), budget)
    budget = budget + 1
  until done
  return self.tables, byes
end

return M
