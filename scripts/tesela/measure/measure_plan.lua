-- The plan: for each column (rules to measure) its games, and for each rung of its ladder the
-- games of a search with 2n iterations a move against one with n.
--
-- Each of these is a part: a match of two bots like those of a tournament, from the same seed, so
-- that pair i begins alike in all parts. Its key is a hash of everything that its games depend on.

local files = require "tesela.contest.games_file"
local hash = require "tesela.base.hash"
local machine = require "tesela.contest.tournament"
local origin = require "tesela.contest.origin"
local identity = require "tesela.contest.identity"
local formats = require "tesela.contest.formats"
local stats = require "tesela.contest.results.stats"
local tables = require "tesela.base.tables"

local M = {}

local MOST = 1 << 20 -- games of a part

local Part = {}
Part.__index = Part

-- ---- definitions ------------------------------------------------------------

-- The bot with this many iterations a move, whatever the budget.
local function fixed(bot, iterations)
  return { name = ("%s %d"):format(bot.name, iterations), new = bot.new,
    parameters = bot.parameters,
    choose = function(self, view, budget)
      local own = { iterations = iterations, seed = budget.seed,
        parameters = budget.parameters }
      return bot.choose(self, view, own)
    end }
end

local function definition(settings, rules, bots)
  return { rules = rules, format = "match", bots = bots, seed = settings.seed,
    budget = settings.level and { level = settings.level }
      or { iterations = settings.iterations }, max_plies = settings.max_plies,
    openings = settings.openings,
    trusted = settings.trusted, workers = settings.workers, games = MOST }
end

local function part_of(settings, column, bots, rung)
  local given = definition(settings, column.rules, bots)
  local def = machine.job(given, true, settings.programs).def
  local signature = origin.of(column.rules).signature
  return setmetatable({ given = given, def = def, column = column, rung = rung,
    programs = settings.programs,
    key = hash.text(identity.hash(def) .. signature), groups = formats.groups(def),
    records = {}, numbers = {}, count = 0, values = {}, reader = files.reader(def) }, Part)
end

--- The budgets n of a ladder of some rungs, 2n against n: the last has the iterations of the games.
--- Rungs below one iteration are left out.
function M.rungs(iterations, count)
  local list = {}
  for i = count, 1, -1 do
    local n = iterations >> i
    if n > 0 then list[#list + 1] = n end
  end
  return list
end

--- The parts of a column { name =, rules = }: its games, and then its rungs.
function M.parts(settings, column)
  local list = { part_of(settings, column, { settings.bots[1], settings.bots[2] }) }
  local climber = settings.climber
  for _, n in ipairs(climber and M.rungs(settings.iterations, settings.doublings) or {}) do
    list[#list + 1] = part_of(settings, column,
      { fixed(climber, 2 * n), fixed(climber, n) }, n)
  end
  return list
end

--- The number of games that makes all pairs of a part whole.
function Part:unit() return self.def.seats * self.groups end

--- This many games, rounded up to whole pairs.
function Part:rounded(games)
  local unit = self:unit()
  return (games + unit - 1) // unit * unit
end

-- ---- games ------------------------------------------------------------------

--- Adds a game from its record: nil, or the reason why it does not belong to this part.
function Part:add(record)
  local game, why = self.reader:read(record)
  if not game then return why end
  if self.numbers[game.number] then return ("game %d occurs twice"):format(game.number) end
  self.numbers[game.number], self.count = record, self.count + 1
end

--- The records of the first `most` games, in order.
function Part:list(most)
  local list = tables.keys(self.numbers)
  for i, number in ipairs(list) do list[i] = { number = number, line = self.numbers[number] } end
  return table.move(list, 1, math.min(#list, most or #list), 1, {})
end

local FAULTS = { error = true, illegal = true } -- these say nothing about strength

--- Plays the missing games up to number `target`, and calls `keep(part, line)` for each.
--- Returns nil; the reason, if it stopped early; or nil and a bot's fault. `here`: in this process.
function Part:play(target, keep, here, progress)
  local given, fault = tables.copy(self.given), nil
  given.games = target // self.groups
  local session = machine.open(given, { own = true, programs = self.programs, here = here,
    on_game = function(game, line)
      if not FAULTS[game.reason] then return keep(self, line) end
      fault = fault or game.message or game.reason
    end })
  for number in pairs(self.numbers) do session.done:add(number) end
  local ok, why = pcall(machine.play, session, progress)
  machine.close(session)
  if not ok then error(why, 0) end
  if fault then return nil, fault end
  return why
end

-- ---- who wins ---------------------------------------------------------------

--- The scores of the first bot by pair.
function Part:scores()
  local sums, counts, reader = {}, {}, files.reader(self.def)
  for _, each in ipairs(self:list()) do
    local game = reader:read(each.line)
    sums[game.pair] = (sums[game.pair] or 0) + stats.score(game, 1)
    counts[game.pair] = (counts[game.pair] or 0) + 1
  end
  for pair, sum in pairs(sums) do sums[pair] = sum / counts[pair] end
  return sums
end

--- The number of games lost by time or memory, or by a mistake of a bot.
function Part:faults()
  local count, reader = 0, files.reader(self.def)
  for _, each in ipairs(self:list()) do
    local reason = reader:read(each.line).reason
    if FAULTS[reason] or reason == "time" or reason == "memory" then count = count + 1 end
  end
  return count
end


return M
