-- Measures: some rules (the columns), played by the same bots from the same starts, and the
-- figures of their games.
--
-- All columns and rungs (measure_plan.lua) have the same number of games, and advance together in
-- rounds, so that an early end leaves comparable figures. In the first quarter of the games of
-- each column all positions are searched as by `tesela analyse`: a chance is the mean of both
-- sides' searches, because each is optimistic for the side to move. Everything is kept in a file
-- (measure_file.lua), and games in it are not played again. Figures are made from the records at
-- the end, so new figures need no new games.

local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local plan = require "tesela.measure.measure_plan"
local results = require "tesela.measure.measure_result"
local stores = require "tesela.measure.measure_file"

local M = {}

local ROUNDS = 8     -- of the remaining games, with a time limit
local MOST = 1 << 20 -- games, if only the time limits them

local Measure = {}
Measure.__index = Measure

-- ---- opening ----------------------------------------------------------------

-- The name of the searches in the file.
local function judge_name(self) return ("expert %d"):format(self.search) end

local function read(self)
  local by_key = {}
  for _, part in ipairs(self.parts) do by_key[part.key] = part end
  return self.store:each {
    game = function(key, record) return by_key[key] and by_key[key]:add(record) end,
    values = function(key, line)
      local part = by_key[key]
      if part and line.by == judge_name(self) then part.values[line.number] = line.values end
    end }
end

-- Adds the parts of all columns, each once: nil, or the error.
local function add_parts(self)
  local seen = {}
  self.parts = {}
  for _, column in ipairs(self.columns) do
    column.parts = plan.parts(self, column)
    for _, part in ipairs(column.parts) do
      local other = seen[part.key]
      if other then
        return ("%s and %s are the same rules"):format(other, column.name)
      end
      seen[part.key] = column.name
      self.parts[#self.parts + 1] = part
    end
  end
end

--- Opens a measure, with the contents of its file; nil and the reason. `measure`: columns = { {
--- name =, rules = } }, base = the number of the column to compare with, bots = { A, B },
--- iterations = of a move, level = or nil: in place of iterations, openings = as in a tournament,
--- or nil, games = or nil, time = seconds or nil, climber = the bot of the ladder or nil, doublings
--- = its rungs, looked = the number of games to search or nil, search = iterations of such a
--- search, seed =, max_plies =, trusted =, programs =, workers = (0: this process), own = measures
--- by name, path = or nil, no_lock =, show = function(measure), say = function(games, seconds).
function M.open(measure)
  local self = setmetatable(measure, Measure)
  self.here = self.workers == 0
  if self.here then self.workers = nil end
  local why = add_parts(self)
  if why then return nil, why end
  if not self.path then return self end
  self.store, why = stores.open(self.path, self.no_lock)
  if not self.store then return nil, why end
  local ok
  ok, why = read(self)
  if ok then return self end
  self.store:close()
  return nil, why
end

-- ---- playing ----------------------------------------------------------------

local function sync(self)
  if self.store then self.store:sync() end
end

-- Plays a part up to this many games: nil; the reason why it stopped; nil and the error.
local function play_part(self, part, games)
  local target = part:rounded(games)
  if part.count >= target then return nil end
  local since, before = tesela.clock(), part.count
  local why, fault = part:play(target, function(_, line)
    if self.store then self.store:add_game(part.key, line) end
    part:add(line:match "^[^\n]*")
  end, self.here, self.show and function() self.show(self) end)
  sync(self)
  if part.count > before then
    part.cost = (tesela.clock() - since) / (part.count - before)
  end
  return why, fault
end

-- The number of games of a column to search, for this many games played.
local function to_look_at(self, games)
  return self.looked and math.min(self.looked, games) or (games + 3) // 4
end

-- Searches more games of a column: "interrupted", or nil.
local function look_at(self, part, list)
  local games, since = {}, tesela.clock()
  for i, each in ipairs(list) do
    games[i] = analysis.game(each.line, { rules = part.column.rules,
      budget = { iterations = self.search } })
  end
  local why = analysis.run(games, { workers = self.here and 0 or self.workers })
  for i, game in ipairs(games) do
    if game.verdict.whole then
      part.values[list[i].number] = game.verdict.values
      if self.store then
        self.store:add_values(part.key, list[i].number, judge_name(self), game.verdict.values)
      end
    end
  end
  sync(self)
  if not why then part.look_cost = (tesela.clock() - since) / #list end
  return why
end

local AT_ONCE = 16 -- the most that an interruption may lose

local function look(self, column, games)
  local part, list = column.parts[1], {}
  for _, each in ipairs(part:list(to_look_at(self, games))) do
    if not part.values[each.number] then list[#list + 1] = each end
  end
  for first = 1, #list, AT_ONCE do
    local why = look_at(self, part, table.move(list, first,
      math.min(#list, first + AT_ONCE - 1), 1, {}))
    if self.show then self.show(self) end
    if why then return why end
  end
end

-- Brings all parts to this many games: nil; the reason why it stopped; nil and the error.
local function advance(self, games)
  for _, part in ipairs(self.parts) do
    local why, fault = play_part(self, part, games)
    if why or fault then return why, fault end
  end
  for _, column in ipairs(self.columns) do
    local why = look(self, column, games)
    if why then return why end
  end
end

-- ---- duration ---------------------------------------------------------------

-- The number of games that makes whole pairs in each part.
local function unit(self)
  local most = 1
  for _, part in ipairs(self.parts) do most = math.max(most, part:unit()) end
  return most
end

--- The number of games that every part has.
function Measure:done()
  local least = math.huge
  for _, part in ipairs(self.parts) do least = math.min(least, part.count) end
  return least
end

--- The number of games in all parts.
function Measure:played()
  local sum = 0
  for _, part in ipairs(self.parts) do sum = sum + part.count end
  return sum
end

-- The largest of some costs by part, used for parts whose cost is unknown.
local function dearest(self, name)
  local most
  for _, part in ipairs(self.parts) do
    if part[name] then most = math.max(most or 0, part[name]) end
  end
  return most
end

-- The seconds of this many more games of a part, by the cost of this name; nil if unknown.
local function seconds_of(self, part, name, more)
  if more <= 0 then return 0 end
  local cost = part[name] or dearest(self, name)
  return cost and more * cost
end

local function count_of(t)
  local count = 0
  for _ in pairs(t) do count = count + 1 end
  return count
end

-- The seconds left for this many games of each part; nil if unknown.
local function left(self, games)
  local sum = 0
  for _, part in ipairs(self.parts) do
    local played = seconds_of(self, part, "cost", part:rounded(games) - part.count)
    local looked = part.rung and 0 or seconds_of(self, part, "look_cost",
      to_look_at(self, games) - count_of(part.values))
    if not (played and looked) then return nil end
    sum = sum + played + looked
  end
  return sum
end

--- The remaining seconds to the goal, or nil.
function Measure:left() return self.goal and left(self, self.goal) end

-- The number of games that the time allows. Unknown costs are measured by a step.
local function fitting(self, seconds)
  local most, step = self.games or MOST, unit(self)
  local low, high = self:done() // step, (most + step - 1) // step
  if not left(self, (low + 1) * step) then return math.min(most, (low + 1) * step) end
  while low < high do
    local middle = (low + high + 1) // 2
    if (left(self, middle * step) or math.huge) <= seconds then
      low = middle
    else
      high = middle - 1
    end
  end
  return math.min(most, low * step)
end

-- Announces the rest, once a few games have shown their duration.
local function announce(self)
  local seconds = left(self, self.goal)
  if self.say and seconds and seconds > 0 then self.say(self.goal, seconds) end
end

local FIRST = 4 -- one of them is searched

-- The first games show the cost of the others.
local function try_out(self)
  return advance(self, math.min(self:done() + math.max(unit(self), FIRST),
    self.games or MOST))
end

local function play_for_time(self, since)
  local why, fault
  repeat
    local spent = tesela.clock() - since
    self.goal = fitting(self, self.time - spent)
    local done = self:done()
    local next_one = math.min(self.goal, math.max(done + unit(self),
      done + (self.goal - done) // ROUNDS))
    if next_one <= done then return "time" end
    why, fault = advance(self, next_one)
  until why or fault or self.games and self:done() >= self.games
  return why, fault
end

--- Plays the missing games: nil; the reason for an early end ("time", "interrupted"); nil and the
--- fault of a bot.
function Measure:play()
  local since = tesela.clock()
  if self.games and self:done() >= self.games and left(self, self.games) == 0 then
    return nil
  end
  local why, fault = try_out(self)
  if why or fault then return why, fault end
  self.goal = self.time and fitting(self, self.time - (tesela.clock() - since)) or self.games
  announce(self)
  if self.time then return play_for_time(self, since) end
  for round = 1, 4 do
    local done = self:done()
    why, fault = advance(self, done + (self.games - done) // (5 - round))
    if why or fault then return why, fault end
  end
end

--- The result of all games so far (measure_result.lua).
function Measure:result() return results.of(self) end

function Measure:close()
  if self.store then self.store:close() end
end

Measure.__close = Measure.close

return M
