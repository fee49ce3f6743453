-- A test of a game: the conformance check (for a game in Lua, also with extreme values of its
-- options), then a glance at random games. With a limit of CPU seconds, each way to set the
-- options gets a share of the remaining time, the first (the defaults) the largest. Ways
-- that got too little time are reported.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local budget = require "tesela.bots.search_budget"
local corners = require "tesela.cli.option_corners"
local games = require "tesela.rules.games"
local glance = require "tesela.cli.game_statistics"
local interrupt = require "tesela.interrupt"
local text = require "tesela.text"

local M = {}

-- Options away from their defaults get 1/PART of the games, and random games without an end are cut
-- off after this many plies.
local PART, PLIES = 10, 400
-- The share of the time for the glance, and the share of the rest for the first way.
local GLANCE, FIRST = 0.2, 0.4
local BLINK = 0.1 -- seconds between progress lines

local Trial = {}
Trial.__index = Trial

--- A trial of { what = a name or path, rules =, settings = the given ones, games =, exact = exactly
--- this number, seed =, seconds = or nil, write = function(line), show = function(words) or nil,
--- fail = function(settings, why, found), which does not return }.
function M.new(trial)
  trial.shown = -math.huge
  return setmetatable(trial, Trial)
end

-- The ways to set the options: { { settings =, rules = }, ... }, without combinations that the
-- game refuses.
local function ways(self)
  local list = { { settings = self.settings, rules = self.rules, games = self.games,
    done = 0 } }
  local game = tesela.game(self.rules)
  if not game.source or next(self.settings) or self.games == 1 then return list end
  for i, settings in ipairs(corners.list(game.options)) do
    local opened, rules = interrupt.try(tesela.rules, self.what, settings)
    if opened and i > 1 then
      list[#list + 1] = { settings = settings, rules = rules, done = 0,
        games = math.max(1, self.games // PART), max_plies = PLIES }
    end
  end
  return list
end

-- Shows the current activity, now and then.
local function show(self, form, ...)
  local now = self.show and os.clock()
  if not now or now - self.shown < BLINK then return end
  self.shown = now
  self.show(form:format(...))
end

-- Continues the check of a way until a moment, with its remaining games.
local function check(self, way, finish)
  local name, begun, cut = tostring(way.rules), way.done, false
  local ok, why, found = way.rules:check {
    games = way.games - begun, seed = (self.seed + begun) % (1 << 53),
    max_plies = way.max_plies,
    watch = function(done, ply)
      way.done = begun + done
      show(self, "%s: game %d of %d, ply %d", name, way.done + 1, way.games, ply)
      cut = os.clock() >= finish
      return cut
    end,
  }
  if not ok then self.fail(way.settings, why, found) end
  if not cut then way.done = way.games end
end

local function verdict(way)
  local words = way.done == way.games and text.count(way.games, "random game")
    or way.done == 0 and "part of a random game"
    or ("%d of %d random games"):format(way.done, way.games)
  return ("%s: %s, all agree\n"):format(tostring(way.rules), words)
end

-- The seconds left for checks.
local function left(self)
  if not self.seconds then return math.huge end
  return self.since + self.seconds * (1 - GLANCE) - os.clock()
end

-- Continues the unfinished ways: the first has a share of the time, the others share the rest
-- equally.
local function go_through(self, list, first_share)
  for i, way in ipairs(list) do
    local share = i == 1 and #list > 1 and first_share or 1 / (#list - i + 1)
    local seconds = left(self) * share
    if seconds > 0 then check(self, way, os.clock() + seconds) end
    if way.done == way.games then self.write(verdict(way)) end
  end
end

-- The unfinished ways.
local function undone(list)
  local rest = {}
  for _, way in ipairs(list) do
    if way.done < way.games then rest[#rest + 1] = way end
  end
  return rest
end

-- Checks all ways, and continues those that had too little time if there is time left. Returns the
-- number of ways, and how many of these were played with all games.
local function check_all(self)
  local list = ways(self)
  go_through(self, list, FIRST)
  go_through(self, undone(list))
  local rest = undone(list)
  for _, way in ipairs(rest) do self.write(verdict(way)) end
  return #list, #list - #rest
end

local function look(self)
  local finish = self.seconds and self.since + self.seconds or math.huge
  local seen = glance.new(self.rules, games.text(self.rules.name))
  seen:look((self.seconds == nil or self.exact) and self.games or nil, self.seed,
    function() return os.clock() >= finish end,
    function(done) show(self, "random game %d", done + 1) end)
  return seen
end

local function write_coverage(self, count, whole)
  if count > 1 and whole == count then
    self.write(("%d ways to set the options, all agree\n"):format(count))
  elseif count > 1 then
    self.write(("%d of %d ways to set the options with all their games, the rest with "
      .. "fewer, all agree\n"):format(whole, count))
  end
  if whole < count then
    self.write(("the time (%g s) ended before all games were played; --thorough has no time "
      .. "limit\n"):format(self.seconds))
  end
end

-- Suggests a number of iterations for a file whose functions are in Lua.
local function write_iterations(self)
  local rules = self.rules
  if rules.iterations or not tesela.game(rules).slow then return end
  self.write(("iterations = %d takes a tenth of a second per move here\n"):format(
    budget.suggested(rules)))
end

--- Runs the trial and reports. Returns the reason why the game is broken although nothing
--- disagrees, or nil.
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

local SECONDS = 10 -- of CPU time

--- game:check(options): prints the output of `tesela check` for a game; returns true, or nil and
--- the reason.
function M.check(game, options)
  options = arguments.options("game:check", options or {}, { { "games", 1, 1 << 31 }, "seed",
    { "seconds", "amount" } })
  local function disagree(_, why) error({ why = why }, 0) end
  local trial = M.new { what = game, rules = tesela.rules(game), settings = {},
    games = options.games or 100, exact = options.games ~= nil, seed = options.seed or 0,
    seconds = options.seconds or not options.games and SECONDS or nil,
    write = function(line) io.write(line) end, fail = disagree }
  local ok, why = pcall(trial.run, trial)
  if ok then return why == nil or nil, why end
  if type(why) ~= "table" then error(why, 0) end
  return nil, why.why
end

return M
