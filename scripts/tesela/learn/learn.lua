-- Learns to evaluate the positions of a game: weights (tesela.weights) that improve by playing.
-- core/weights/learn.c plays a game and learns from it; this file organizes the games.
--
-- Games are played in rounds: all games of a round with the same weights, by forks made at its
-- beginning. Results are added in the order of the games' numbers, so any number of workers finds
-- the same weights. Rounds grow with the number of games. After each of them everything can be
-- saved (learn_file.lua), and learning resumes there.
--
-- The curve is the score of one ply of search with the weights, against random moves.

local tesela = require "tesela"
local files = require "tesela.learn.learn_file"
local bots = require "tesela.bots.bots"
local known_games = require "tesela.rules.games"
local match = require "tesela.contest.match"
local parallel = require "tesela.analysis.parallel_parts"
local process = require "tesela.process"
local match_format = require "tesela.contest.formats.match"
local rating = require "tesela.rating"
local seeds = require "tesela.base.seeds"
local speed = require "tesela.bots.search_speed"
local weights = require "tesela.weights"

local M = {}

local EXPLORE = 0.2              -- of the moves are random
local RATE, TRACE = 3, 0.9       -- of the learner (core/weights/weights.h)
local ROUND_LEAST, ROUND_MOST = 128, 4096
local PART = 16                  -- a round has at most 1/PART of the games so far
local BLOCK = 16                 -- games that a worker plays at once
local KEEP = 30                  -- seconds between two saves
local PROBES = 100               -- games for a point of the curve
local PROBE = -2                 -- their seeds
local GAIN_SECONDS = 0.05       -- of CPU time, per move of the match at the end
local OPENING = 4                -- random plies at the beginning of a game

local Learning = {}
Learning.__index = Learning

-- ---- playing ----------------------------------------------------------------

-- The first number of each block of a round.
local function blocks(from, to)
  local list = {}
  for number = from, to, BLOCK do list[#list + 1] = number end
  return list
end

local function seed_of(self, number) return seeds.derive(self.seed, number) end

-- A round, up to game `to`: true, or nil if it was interrupted.
local function round(self, to)
  local played = {}
  local stopped = parallel.run { numbers = blocks(self.games + 1, to), workers = self.workers,
    caught = true,
    work = function(first)
      local games = {}
      for number = first, math.min(first + BLOCK - 1, to) do
        games[#games + 1] = self.weights:play(seed_of(self, number), EXPLORE)
      end
      return games
    end,
    done = function(first, games)
      for i, moves in ipairs(games) do played[first + i - 1] = moves end
    end }
  if stopped then return nil end
  for number = self.games + 1, to do
    self.weights:learn(seed_of(self, number), played[number], EXPLORE, RATE, TRACE)
  end
  self.games = to
  return true
end

-- ---- the curve --------------------------------------------------------------

-- Plays one ply of search against random moves in a game; returns the score of the weights.
local function probe(self, number)
  local seed = seeds.derive(seeds.derive(self.seed, PROBE), number)
  local state, own = self.rules:start(seed), 1 + number % self.rules.seats
  local rng = tesela.rng(seed)
  for _ = 1, OPENING do if not state.over then state:play_random(rng) end end
  while not state.over and state.ply < 2000 do
    if state.seat == own then
      state:play(self.weights:choose(state, rng:seed()))
    else
      state:play_random(rng)
    end
  end
  local behind, others = 0, self.rules.seats - 1
  for seat = 1, self.rules.seats do
    if state.places[seat] > state.places[own] then behind = behind + 1 end
    if seat ~= own and state.places[seat] == state.places[own] then behind = behind + 0.5 end
  end
  return others > 0 and behind / others or state.places[1] == 1 and 1 or 0
end

-- A point of the curve: true, or nil if it was interrupted.
local function measure(self)
  local numbers, n, sum, squares = {}, 0, 0, 0
  for i = 1, PROBES do numbers[i] = i end
  local stopped = parallel.run { numbers = numbers, workers = self.workers,
    caught = true,
    work = function(number) return { probe(self, number) } end,
    done = function(_, score)
      n, sum, squares = n + 1, sum + score[1], squares + score[1] * score[1]
    end }
  if stopped then return nil end
  local mean, error_ = rating.mean(n, sum, squares)
  table.insert(self.curve, { games = self.games, score = mean, margin = 1.96 * error_ })
  return true
end

-- ---- the gain ---------------------------------------------------------------

-- The search that plays the game best, with weights or without.
local function searcher(rules) return bots.bot "expert".new(rules, 1, 1).searcher end

-- A player with as many iterations a move as fit in this many seconds of CPU time. As in a
-- game, one searcher makes all searches that are timed: a new one takes time for its memory.
local function player(name, rules, seconds, seed)
  local timed = searcher(rules)
  local iterations = speed.iterations(rules, seed, seconds, function(some, view)
    timed:search(view, { iterations = some, seed = seed })
  end)
  return { name = name, bot = { name = name, new = function()
    return { searcher = searcher(rules) }
  end, choose = function(self, view, budget)
    return (self.searcher:search(rules:load(view:fen()), { iterations = iterations,
      seed = budget.seed }))
  end } }
end

--- A match of the searches of two rules of a game, { name, rules } each, one of which has
--- weights, or both: { rules =, a =, b =, games =, seconds = (of CPU time, per move),
--- seed =, workers = }.
function M.match(of)
  return match.match { rules = of.rules, trusted = true, games = of.games, seed = of.seed,
    workers = of.workers, openings = { plies = OPENING },
    bots = { player(of.a[1], of.a[2], of.seconds, of.seed),
      player(of.b[1], of.b[2], of.seconds, of.seed) } }
end

--- This many games or more, so that both sides have the same seats.
function M.gain_games(rules, games)
  local round_of = match_format.round(rules.seats)
  return (games + round_of - 1) // round_of * round_of
end

--- Plays new games at equal time with and without the weights: the match's result.
function Learning:gain(games)
  local before = known_games.weights(self.rules.name)
  known_games.give(self.rules.name, self.weights:bytes())
  local learnt = tesela.rules(self.rules.name, self.rules.options)
  known_games.give(self.rules.name, before)
  return M.match { rules = self.rules, a = { "learnt", learnt }, b = { "before", self.rules },
    games = games, seconds = GAIN_SECONDS, seed = seeds.derive(self.seed, -1),
    workers = self.workers }
end

-- ---- the whole --------------------------------------------------------------

-- Is it time for another point: at the beginning, then whenever the number of games has doubled?
local function is_due(self)
  local last = self.curve[#self.curve]
  return not last or self.games >= 2 * last.games
end

local function next_round(self)
  local size = math.max(ROUND_LEAST, math.min(ROUND_MOST, self.games // PART))
  return self.total and math.min(self.total, self.games + size) or self.games + size
end

local function is_over(self)
  if self.total then return self.games >= self.total end
  return self.spent + tesela.clock() - self.since >= self.time
end

--- Opens { rules =, games = or time = (seconds), seed =, path =, workers =, no_lock =,
--- show = function(learning) }, with the contents of its file; nil and the reason.
function M.open(options)
  local self = setmetatable(options, Learning)
  self.total, self.games, self.spent, self.curve = options.games, 0, 0, {}
  self.weights = weights.new(self.rules, self.seed)
  local file, why = files.open(self.path, { learning = 1, game = self.rules.name,
    options = self.rules.options, source = tesela.game(self.rules.name).source,
    seed = self.seed, games = self.total }, self.no_lock)
  if not file then return nil, why end
  self.file = file
  local kept = file:read()
  if kept then
    self.games, self.spent, self.curve = kept.done, kept.spent, kept.curve
    if not self.weights:recall(kept.memory) then return nil, file:damaged() end
  end
  return self
end

local function keep(self)
  local now = tesela.clock()
  self.spent, self.since, self.kept = self.spent + now - self.since, now, now
  local ok, why = self.file:keep { done = self.games, spent = self.spent, curve = self.curve,
    memory = self.weights:memory() }
  if not ok then error(why, 0) end
end

local function work(self)
  local going = true
  while going and not is_over(self) do
    going = round(self, next_round(self))
    if going and is_due(self) then going = measure(self) end
    if self.show then self.show(self) end
    if tesela.clock() - self.kept > KEEP then keep(self) end
    going = going and process.interrupted() == 0
  end
  if going and self.curve[#self.curve].games < self.games then going = measure(self) end
  keep(self)
  return going
end

--- Learns: true, or nil if it was interrupted; saves everything in both cases. Ctrl-C is only
--- counted until then, so no round is left half learnt.
function Learning:run()
  self.since = tesela.clock()
  self.kept = self.since
  process.catch(true)
  local ok, value = pcall(work, self)
  process.catch(false)
  if not ok then error(value, 0) end
  return value
end

--- Writes the weights, and removes the saved state.
function Learning:write()
  local ok, why = self.file:finish(self.weights:bytes())
  if not ok then error(why, 0) end
end

function Learning:close() self.file:close() end


return M
