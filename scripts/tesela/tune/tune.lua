-- The tuning of a bot: its games and their results.
--
-- Each step (spsa.lua) is a small tournament of the bot against itself, "up" against "down", on
-- all cores and in sandboxes like any other; only its score is used. Seeds follow from that of the
-- tuning and the step, so the same command finds the same values with any number of workers, and
-- resumes. At the end the found values play against the declared ones, on starts that no step has
-- seen, in parts of GAINS games: the gain is measured there, not in the games that chose the
-- values.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local files = require "tesela.tune.tune_file"
local interrupt = require "tesela.interrupt"
local machine = require "tesela.contest.tournament"
local parameters = require "tesela.bots.parameters"
local rating = require "tesela.rating"
local definitions = require "tesela.contest.definition"
local match_format = require "tesela.contest.formats.match"
local seating = require "tesela.seats.seat"
local seeds = require "tesela.base.seeds"
local sources = require "tesela.bots.bot_sources"
local spsa = require "tesela.tune.spsa"
local stats = require "tesela.contest.results.stats"

local M = {}

local STEP = 16 -- games of a step, or a few more

local GAINS = 100 -- games of a part of the gain, or a few more
local FRESH = -1 -- the seeds of the gain

-- This many games or more, so that both settings have the same seats.
local function rounded(games, rules)
  local round = match_format.round(rules.seats)
  return (games + round - 1) // round * round
end

--- The games of a step.
function M.step(rules) return rounded(STEP, rules) end

-- ---- declarations -----------------------------------------------------------

local function read_rows(text)
  local declared = {}
  for name, start, least, most, kind in text:gmatch "(%S+) (%S+) (%S+) (%S+) (%S+)\n" do
    declared[name] = { tonumber(start), tonumber(least), tonumber(most),
      whole = kind == "whole" or nil }
  end
  return parameters.declared(declared)
end

--- The rows of the parameters that a bot (from tesela.bot) declares (parameters.lua); or nil and
--- the reason. A bot from a file is run in its sandbox for this.
function M.rows(bot, rules, limit)
  local rows
  if rawget(bot, "command") then return nil, "a program declares no parameters" end
  if rawget(bot, "source") then
    local state = rules:start(0)
    local player <close> = assert(seating.player(bot, rules, { limit = limit }))
    local ok, fault = player:begin(state, 1, 0)
    local told
    if ok then told, fault = player:parameters(state, 0) end
    if not told then return nil, fault.message end
    rows = read_rows(told)
  else
    local ok, declared = interrupt.try(parameters.declared, bot.parameters)
    if not ok then return nil, declared end
    rows = declared
  end
  if #rows > 0 then return rows end
  return nil, "it declares no parameters; expected parameters = { name = { start, min, max } }"
end

-- ---- games ------------------------------------------------------------------

local FAULTS = { error = true, illegal = true } -- these say nothing about strength
local LATE = { time = true, memory = true }

-- Plays games (whole rounds of a match) between two settings of the bot: the sums of the scores of
-- the first by pairs, and the number of games lost by time or memory; nil and the reason why it
-- stopped; nil, nil and the fault of the bot.
local function play(self, first, second, games, seed, openings)
  local halves, sums, fault = {}, { pairs = 0, sum = 0, squares = 0, late = 0 }, nil
  local session = machine.open({
    rules = self.rules, format = "match", seed = seed, budget = self.budget,
    games = match_format.games(games, self.rules.seats),
    openings = openings,
    bots = { { name = "first", bot = self.bot, parameters = first },
      { name = "second", bot = self.bot, parameters = second } },
    trusted = self.trusted, workers = self.workers,
  }, { own = true, on_game = function(game)
    if FAULTS[game.reason] and game.message then fault = fault or game.message end
    if LATE[game.reason] then sums.late = sums.late + 1 end
    halves[#halves + 1] = game
  end })
  if session.job.def.bots[1].source ~= self.source then
    machine.close(session)
    return nil, nil, "its file has changed; to tune it again, name another file with -o"
  end
  local why = machine.play(session, self.show and function(runner)
    self.show(self, runner.played)
  end)
  machine.close(session)
  if fault then return nil, nil, fault end
  if why then return nil, why end
  table.sort(halves, function(a, b) return a.number < b.number end)
  local seats = self.rules.seats
  for i = 1, #halves, seats do
    local score = 0
    for k = i, i + seats - 1 do score = score + stats.score(halves[k], 1) / seats end
    sums.pairs, sums.sum, sums.squares = sums.pairs + 1, sums.sum + score,
      sums.squares + score * score
  end
  return sums
end

-- ---- steps ------------------------------------------------------------------

-- The points after the steps in the file.
local function replay(self)
  self.points, self.late = {}, 0
  self.point = spsa.start(self.rows)
  for k, line in ipairs(self.file.steps) do
    local _, _, signs = spsa.tried(self.rows, self.point, k, self.seed)
    self.point = spsa.moved(self.rows, self.point, signs, k, self.steps, line.score)
    self.points[k], self.late = self.point, self.late + line.late
  end
  for _, line in ipairs(self.file.gains) do self.late = self.late + line.late end
end

local function keep(self, list, line)
  local ok, why = self.file:add(list, line)
  if not ok then error(why, 0) end
end

local function step(self)
  local k = #self.points + 1
  local up, down, signs = spsa.tried(self.rows, self.point, k, self.seed)
  local sums, why, wrong = play(self, spsa.values(self.rows, up),
    spsa.values(self.rows, down), self.step, seeds.derive(self.seed, k))
  if not sums then return nil, why, wrong end
  local score = sums.sum / sums.pairs
  keep(self, self.file.steps, { step = k, score = score, late = sums.late })
  self.point = spsa.moved(self.rows, self.point, signs, k, self.steps, score)
  self.points[k], self.late = self.point, self.late + sums.late
  return true
end

-- Without a deal, bots without randomness would repeat one game, and the interval would count each
-- as a different one: these begin with some random moves.
local OPENING = 4

local function gain(self)
  local i = #self.file.gains + 1
  local sums, why, wrong = play(self, self:values(), spsa.values(self.rows,
    spsa.start(self.rows)), self.part, seeds.derive(seeds.derive(self.seed, FRESH), i),
    definitions.begin_alike(self.rules) and { plies = OPENING } or nil)
  if not sums then return nil, why, wrong end
  sums.gain = i
  keep(self, self.file.gains, sums)
  self.late = self.late + sums.late
  return true
end

-- ---- the whole --------------------------------------------------------------

-- The hash of the bot's file, as in a tournament's definition; nil if it is not in a file.
local function hash_of(self)
  local source = rawget(self.made, "source")
  if not source and type(self.bot) == "string" then
    source = assert(sources.read(bots.path(self.bot)))
  end
  return source and source.hash
end

local Tuning = {}
Tuning.__index = Tuning

--- A tuning { rules =, bot = (its name or path), made = (that bot), rows =, budget =, steps =, gain
--- = (parts of GAINS games), seed =, trusted =, workers =, path =, no_lock =, show =
--- function(tuning, number of games in play) }, with the contents of its file; nil and the reason.
function M.open(tuning)
  local self = setmetatable(tuning, Tuning)
  self.step, self.part = M.step(self.rules), rounded(GAINS, self.rules)
  self.source = hash_of(self)
  local info = tesela.game(self.rules.name)
  local file, why = files.open(self.path, { tuning = 1, game = self.rules.name,
    options = self.rules.options, source = info.source, bot = self.made.name,
    code = self.source, parameters = self.rows, budget = self.budget, steps = self.steps,
    seed = self.seed, trusted = self.trusted }, self.no_lock)
  if not file then return nil, why end
  self.file = file
  replay(self)
  return self
end

--- The number of games in all, and the number that is done.
function Tuning:total() return self.steps * self.step + self.gain * self.part end

function Tuning:done()
  local count = #self.points * self.step
  for _, line in ipairs(self.file.gains) do count = count + self.rules.seats * line.pairs end
  return count
end

--- Plays the missing games: true; nil and the reason why it stopped; nil, nil and the fault.
function Tuning:play()
  while #self.points < self.steps do
    local ok, why, wrong = step(self)
    if not ok then return nil, why, wrong end
    if self.show then self.show(self, 0) end
  end
  while self.gain > #self.file.gains do
    local ok, why, wrong = gain(self)
    if not ok then return nil, why, wrong end
  end
  return true
end

--- The values found so far, by name.
function Tuning:values()
  local points = #self.points > 0 and self.points or { spsa.start(self.rows) }
  return spsa.values(self.rows, spsa.answer(points))
end

--- Their gain: an Elo difference, half of its 95 % interval, and the number of games; nil if none
--- were played.
function Tuning:gained()
  local n, sum, squares = 0, 0, 0
  for _, line in ipairs(self.file.gains) do
    n, sum, squares = n + line.pairs, sum + line.sum, squares + line.squares
  end
  if n == 0 then return nil end
  local elo, margin = rating.interval(rating.mean(n, sum, squares))
  return elo, margin, self.rules.seats * n
end

function Tuning:close() self.file:close() end

return M
