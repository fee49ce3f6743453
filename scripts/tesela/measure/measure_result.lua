-- The result of a measure: its figures, with estimates and differences.

local arguments = require "tesela.base.arguments"
local estimates = require "tesela.measure.estimate"
local figures = require "tesela.measure.figures"
local interrupt = require "tesela.interrupt"
local readers = require "tesela.measure.measured_game"
local simultaneous = require "tesela.rules.simultaneous"
local skill = require "tesela.measure.skill"

local M = {}

-- ---- games ------------------------------------------------------------------

-- Are these valid chances for a game: a list by seat for each position?
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

-- The games of a column as measures see them.
local function games_of(self, column)
  local part, list = column.parts[1], {}
  for _, each in ipairs(part:list()) do
    local values = part.values[each.number]
    local game, why = readers.of(each.line, column.rules, values)
    if not game then
      error(("%s: a game of %s: %s"):format(self.path, column.name, why), 0)
    end
    if values and not are_values(values, column.rules, game.plies) then
      error(("%s: the values of game %d of %s do not belong to it"):format(self.path,
        each.number, column.name), 0)
    end
    list[#list + 1] = game
  end
  return list
end

local MOST = 1e100 -- limit of a user's value, so that sums of squares stay finite

local function own_value(self, name)
  return function(game)
    local ok, value = interrupt.try(self.own[name], game)
    if not ok then error(("measure %s: %s"):format(name, arguments.raised(value)), 0) end
    if value == nil then return nil end
    if type(value) == "number" and value + 0.0 >= -MOST and value + 0.0 <= MOST then
      return value + 0.0
    end
    error(("measure %s: expected a number of at most 1e100 or nil, got %s"):format(name,
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

-- Are all games alike? Without chance, bots may repeat themselves, with at most one distinct game
-- per seating.
local function alike(games, seats)
  local seen, count = {}, 0
  for _, game in ipairs(games) do
    local moves = table.concat(game.moves, " ")
    count, seen[moves] = count + (seen[moves] and 0 or 1), true
  end
  return #games > seats and count <= seats
end

-- Equal games say no more than the first pair.
local function first_pair(games)
  local list = {}
  for _, game in ipairs(games) do
    if game.pair == games[1].pair then list[#list + 1] = game end
  end
  return list
end

local function told_column(column, games)
  local looked, faults = 0, 0
  for _, game in ipairs(games) do looked = looked + (game.values and 1 or 0) end
  for _, part in ipairs(column.parts) do faults = faults + part:faults() end
  return { name = column.name, game = column.rules.name, options = column.rules.options,
    games = #games, looked = looked, faults = faults, alike = alike(games, column.rules.seats),
    warning = simultaneous.warning(column.rules) }
end

--- The results so far, as a table that can be written as JSON: columns, and the figures with an
--- estimate (false: none) and a difference from the base for each.
function M.of(self)
  local games, all, rules, told = {}, {}, {}, {}
  for i, column in ipairs(self.columns) do
    games[i], rules[i] = games_of(self, column), column.rules
    table.move(games[i], 1, #games[i], #all + 1, all)
    told[i] = told_column(column, games[i])
    if told[i].alike then games[i] = first_pair(games[i]) end
  end
  local own = {}
  for name in pairs(self.own or {}) do own[name] = own_value(self, name) end
  local rows = {}
  for _, figure in ipairs(figures.list(all, rules, own)) do
    rows[#rows + 1] = row(self, figure, by_column(self, games, function(list)
      return figures.units(figure, list)
    end))
  end
  local ends = add_skill(self, rows)
  return { measure = 1, seed = self.seed, iterations = self.iterations,
    level = self.level,
    bots = { self.parts[1].def.bots[1].name, self.parts[1].def.bots[2].name },
    base = self.base, columns = told, figures = rows, skill_ends = ends }
end

return M
