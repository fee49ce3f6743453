-- Measures: some rules (the columns), played by the same bots from the same starts, and
-- what their games say.
--
-- All columns and rungs (plan.lua) have the same number of games, and go on together in
-- rounds, so that whatever ends it leaves figures that can be compared. Of the first
-- quarter of the games of each column all positions are searched as `tesela analyse`
-- does: a chance is the mean of what both sides' searches say, since each is hopeful for
-- whoever moves. Everything is kept in a file (store.lua), and what is there is not
-- played again. Figures are made of the records in the end; new ones cost nothing.

local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local estimates = require "tesela.measure.estimate"
local figures = require "tesela.measure.figures"
local interrupt = require "tesela.interrupt"
local plan = require "tesela.measure.plan"
local readers = require "tesela.measure.game"
local skill = require "tesela.measure.skill"
local stores = require "tesela.measure.store"

local M = {}

local ROUNDS = 8     -- of what is left, when the time is given
local MOST = 1 << 20 -- games, where only the time ends it

local Measure = {}
Measure.__index = Measure

-- ---- what is there ----------------------------------------------------------

-- By what positions are searched, as it stands in the file.
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

-- What a game with chances may hold: a list by seat for each position.
local function are_values(values, rules, plies)
  if #values ~= plies + 1 then return false end
  for _, chances in ipairs(values) do
    if type(chances) ~= "table" or #chances ~= rules.seats then return false end
    for _, x in ipairs(chances) do
      if type(x) ~= "number" or not (x >= 0 and x <= 1) then return false end
    end
  end
  return true
end

-- The parts of all columns, each once: why not, or nil.
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

--- Opens a measure, with what its file has; nil and why not. `measure`: columns = { { name =,
--- rules = } }, base = the number of the one that the others are held against, bots = { A, B },
--- iterations = of a move, openings = random plies or nil, games = or nil, time = seconds or
--- nil, climber = the bot of the ladder or nil, doublings = its rungs, looked = how many games
--- are searched or nil, search = iterations of such a search, seed =, max_plies =, trusted =,
--- workers = (0: this process), own = measures by name, path = or nil, no_lock =, show =
--- function(measure), say = function(games, seconds).
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

-- Plays a part up to so many games: nil; why it stopped; nil and what is wrong.
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

-- How many games of a column are looked at, where so many are played.
local function to_look_at(self, games)
  return self.looked and math.min(self.looked, games) or (games + 3) // 4
end

-- Looks at some games of a column that nobody has looked at: "interrupted", or nil.
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

local AT_ONCE = 16 -- what an interruption may cost

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

-- Brings all parts to so many games: nil; why it stopped; nil and what is wrong.
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

-- ---- how long ---------------------------------------------------------------

-- The most games that make pairs whole in each part.
local function unit(self)
  local most = 1
  for _, part in ipairs(self.parts) do most = math.max(most, part:unit()) end
  return most
end

--- How many games all parts have at least.
function Measure:done()
  local least = math.huge
  for _, part in ipairs(self.parts) do least = math.min(least, part.count) end
  return least
end

--- How many games there are in all parts.
function Measure:played()
  local sum = 0
  for _, part in ipairs(self.parts) do sum = sum + part.count end
  return sum
end

-- The seconds that are left for so many games of each part; nil: nobody knows.
local function left(self, games)
  local sum = 0
  for _, part in ipairs(self.parts) do
    local more = math.max(0, part:rounded(games) - part.count)
    if more > 0 and not part.cost then return nil end
    sum = sum + more * (part.cost or 0)
  end
  for _, column in ipairs(self.columns) do
    local part, count = column.parts[1], 0
    for _ in pairs(part.values) do count = count + 1 end
    local more = math.max(0, to_look_at(self, games) - count)
    if more > 0 and not part.look_cost then return nil end
    sum = sum + more * (part.look_cost or 0)
  end
  return sum
end

--- The seconds that are left for what is asked for, or nil.
function Measure:left() return self.goal and left(self, self.goal) end

-- As many games as the time allows.
local function fitting(self, seconds)
  local most, step = self.games or MOST, unit(self)
  local low, high = self:done() // step, (most + step - 1) // step
  while low < high do
    local middle = (low + high + 1) // 2
    if (left(self, middle * step) or 0) <= seconds then low = middle else high = middle - 1 end
  end
  return math.min(most, low * step)
end

-- What is said before all is played, once a few games have shown how long they take.
local function announce(self)
  local seconds = left(self, self.goal)
  if self.say and seconds and seconds > 0 then self.say(self.goal, seconds) end
end

-- The first games show what others will cost.
local function try_out(self)
  local first = self:done() + unit(self)
  first = math.max(first, 4)
  return advance(self, math.min(first, self.games or MOST))
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

--- Plays what is missing: nil; why it stopped before the end ("time", "interrupted"); nil
--- and what is wrong with a bot.
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

-- ---- what it says -----------------------------------------------------------

-- The games of a column as measures see them: those that all columns have.
local function games_of(self, column)
  local part, list = column.parts[1], {}
  for _, each in ipairs(part:list()) do
    local values = part.values[each.number]
    local game, why = readers.of(each.line, column.rules, values)
    if not game then
      error(("%s: a game of %s: %s"):format(self.path, column.name, why), 0)
    end
    if values and not are_values(values, column.rules, game.plies) then
      error(("%s: the values of game %d of %s are not its own"):format(self.path,
        each.number, column.name), 0)
    end
    list[#list + 1] = game
  end
  return list
end

local function own_value(self, name)
  return function(game)
    local ok, value = pcall(self.own[name], game)
    interrupt.pass(ok, value)
    if not ok then error(("measure %s: %s"):format(name, value), 0) end
    if value == nil or math.type(value) == "integer" then return value end
    if type(value) == "number" and value == value and math.abs(value) < math.huge then
      return value
    end
    error(("measure %s: expected a number or nil, got %s"):format(name,
      type(value) == "number" and tostring(value) or "a " .. type(value)), 0)
  end
end

local ESTIMATES = { number = estimates.number, percent = estimates.number,
  share = estimates.share }

-- A row of the result: an estimate and its difference from the base by column.
local function row(self, figure, units)
  local made = { group = figure.group, name = figure.name, kind = figure.kind,
    columns = {}, differences = {} }
  for i in ipairs(self.columns) do
    made.columns[i] = ESTIMATES[figure.kind](units[i]) or false
    made.differences[i] = i ~= self.base and estimates.difference(units[i],
      units[self.base], figure.kind == "share") or false
  end
  return made
end

local function by_column(self, games, f)
  local units = {}
  for i in ipairs(self.columns) do units[i] = f(games[i]) end
  return units
end

-- What is no mean over games by itself.
local function add_special(self, rows, games)
  table.insert(rows, 2, row(self, { group = "Length", name = "spread", kind = "number" },
    by_column(self, games, figures.spread)))
  local seats = self.columns[1].rules.seats
  for _, column in ipairs(self.columns) do
    if column.rules.seats ~= seats then return end
  end
  if seats == 2 then return end
  local at = 1
  while rows[at].name ~= "first seat's score" do at = at + 1 end
  table.insert(rows, at, row(self, { group = "Seats", name = "first places' gap",
    kind = "percent" }, by_column(self, games, function(list)
      return figures.gap(list, seats)
    end)))
end

local function skill_row(self, name, estimates_)
  local made = { group = "Skill, Elo", name = name, kind = "number", columns = {},
    differences = {} }
  for i in ipairs(self.columns) do
    made.columns[i] = estimates_[i] or false
    made.differences[i] = i ~= self.base
      and skill.difference(estimates_[i], estimates_[self.base]) or false
  end
  return made
end

local function add_skill(self, rows)
  local ladders = {}
  for i, column in ipairs(self.columns) do ladders[i] = skill.of(column.parts) end
  if not ladders[1] then return nil end
  local function each(pick)
    local list = {}
    for i, ladder in ipairs(ladders) do list[i] = pick(ladder) or false end
    return list
  end
  for k, rung in ipairs(ladders[1].rungs) do
    rows[#rows + 1] = skill_row(self, ("%d against %d"):format(2 * rung.n, rung.n),
      each(function(ladder) return ladder.rungs[k].elo end))
  end
  rows[#rows + 1] = skill_row(self, "a doubling",
    each(function(ladder) return ladder.slope end))
  return each(function(ladder) return ladder.ends end)
end

-- Whether all games go alike: where nothing is left to chance, bots may play always the same.
local function alike(games)
  for i, game in ipairs(games) do
    local one, other = table.concat(game.moves, " "), table.concat(games[1].moves, " ")
    if i > 1 and one ~= other then return false end
  end
  return #games > 2
end

local function told_column(column, games)
  local looked, faults = 0, 0
  for _, game in ipairs(games) do looked = looked + (game.values and 1 or 0) end
  for _, part in ipairs(column.parts) do faults = faults + part:faults() end
  return { name = column.name, game = column.rules.name, options = column.rules.options,
    games = #games, looked = looked, faults = faults, alike = alike(games) }
end

--- All that the games say so far, as a table that could be written as JSON: columns, and
--- the figures with an estimate (false: none) and a difference from the base for each.
function Measure:result()
  local games, all, rules, told = {}, {}, {}, {}
  for i, column in ipairs(self.columns) do
    games[i], rules[i] = games_of(self, column), column.rules
    table.move(games[i], 1, #games[i], #all + 1, all)
    told[i] = told_column(column, games[i])
  end
  local own = {}
  for name in pairs(self.own or {}) do own[name] = own_value(self, name) end
  local rows = {}
  for _, figure in ipairs(figures.list(all, rules, own)) do
    rows[#rows + 1] = row(self, figure, by_column(self, games, function(list)
      return figures.units(figure, list)
    end))
  end
  add_special(self, rows, games)
  local ends = add_skill(self, rows)
  return { measure = 1, seed = self.seed, iterations = self.iterations,
    bots = { self.parts[1].def.bots[1].name, self.parts[1].def.bots[2].name },
    base = self.base, columns = told, figures = rows, skill_ends = ends }
end

function Measure:close()
  if self.store then self.store:close() end
end

return M
