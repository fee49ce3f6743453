-- A game on trial: the conformance check, of a game in Lua at the corners of its
-- options too, then a glance at random games. Within so many seconds of the
-- processor, if any are said: each way to set the options gets its share of what is
-- left, the first (as the game is) the most, and what had no time is told.

local tesela = require "tesela"
local budget = require "tesela.budget"
local corners = require "tesela.command.corners"
local glance = require "tesela.command.glance"
local interrupt = require "tesela.interrupt"
local text = require "tesela.text"

local M = {}

-- Options away from their defaults get a part of the games, and random games
-- that do not end by themselves are left after so many plies.
local PART, PLIES = 10, 400
-- Shares of the time: of the glance, and of what is left the first way's.
local GLANCE, FIRST = 0.2, 0.4
local BLINK = 0.1 -- seconds between two progress lines

local Trial = {}
Trial.__index = Trial

--- A trial of { what = a name or path, rules =, settings = what was set, games =,
--- seed =, seconds = or nil, write = function(line), show = function(words) or nil,
--- fail = function(settings, why), which does not return }.
function M.new(trial)
  trial.shown = -math.huge
  return setmetatable(trial, Trial)
end

-- The ways to set the options: { { settings =, rules = }, ... }. Settings that a game
-- refuses together are none.
local function ways(self)
  local list = { { settings = self.settings, rules = self.rules } }
  local game = tesela.game(self.rules)
  if not game.source or next(self.settings) or self.games == 1 then return list end
  for i, settings in ipairs(corners.list(game.options)) do
    local opened, rules = pcall(tesela.rules, self.what, settings)
    interrupt.pass(opened, rules)
    if opened and i > 1 then list[#list + 1] = { settings = settings, rules = rules } end
  end
  return list
end

-- Shows what is being done, now and then.
local function show(self, form, ...)
  local now = self.show and os.clock()
  if not now or now - self.shown < BLINK then return end
  self.shown = now
  self.show(form:format(...))
end

-- Checks one way until a moment: how many games were done, of how many.
local function check(self, way, number, finish)
  local name, done = tostring(way.rules), 0
  local options = { games = self.games, seed = self.seed }
  if number > 1 then
    options.games, options.max_plies = math.max(1, self.games // PART), PLIES
  end
  local cut = false
  function options.watch(games, ply)
    done = games
    show(self, "%s: game %d of %d, ply %d", name, games + 1, options.games, ply)
    cut = os.clock() >= finish
    return cut
  end
  local ok, why = way.rules:check(options)
  if not ok then self.fail(way.settings, why) end
  return cut and done or options.games, options.games
end

local function verdict(way, done, games)
  local words = done == games and text.count(games, "random game")
    or done == 0 and "a part of a random game"
    or ("%d of %d random games"):format(done, games)
  return ("%s: %s, all agree\n"):format(tostring(way.rules), words)
end

-- When the share of a way is over.
local function share_of(self, number, count)
  if not self.seconds then return math.huge end
  local now = os.clock()
  local left = self.since + self.seconds * (1 - GLANCE) - now
  local part = count == 1 and 1 or number == 1 and FIRST or 1 / (count - number + 1)
  return now + math.max(0, left) * part
end

-- Checks all ways: how many there are, and how many were played with all games.
local function check_all(self)
  local list, whole = ways(self), 0
  for number, way in ipairs(list) do
    local done, games = check(self, way, number, share_of(self, number, #list))
    if done == games then whole = whole + 1 end
    self.write(verdict(way, done, games))
  end
  return #list, whole
end

local function look(self)
  local finish = self.seconds and self.since + self.seconds or math.huge
  local seen = glance.new(self.rules)
  seen:look(self.seconds == nil and self.games or nil, self.seed,
    function() return os.clock() >= finish end,
    function(games) show(self, "random game %d", games + 1) end)
  return seen
end

local function write_coverage(self, count, whole)
  if count > 1 and whole == count then
    self.write(("%d ways to set the options, all agree\n"):format(count))
  elseif count > 1 then
    self.write(("%d of %d ways to set the options with all their games, the others with "
      .. "fewer, all agree\n"):format(whole, count))
  end
  if whole < count then
    self.write(("the time (%g s) was over before all was played; --thorough takes as long "
      .. "as it takes\n"):format(self.seconds))
  end
end

--- Checks, looks and tells. Returns why the game is broken though nothing disagrees, or
--- nil.
-- How many iterations a file may declare whose functions are in Lua.
local function write_iterations(self)
  local rules = self.rules
  if rules.iterations or not tesela.game(rules.name).slow then return end
  self.write(("iterations = %d is a tenth of a second a move here\n"):format(
    budget.suggested(rules)))
end

function Trial:run()
  self.since = os.clock()
  local count, whole = check_all(self)
  local seen = look(self)
  for _, line in ipairs(seen:lines()) do self.write(line .. "\n") end
  local why = seen:broken()
  if why then return why end
  for _, warning in ipairs(seen:warnings()) do
    self.write(text.fold(warning, "warning: ", "  ") .. "\n")
  end
  write_iterations(self)
  write_coverage(self, count, whole)
end

return M
