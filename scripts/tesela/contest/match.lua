-- tesela.match: a match of two bots, which is a tournament of two.
--
-- Its games are those of the tournament with the same bots and seed, played on all cores.
-- They are reported in the order of their numbers, so that the same match has the same
-- report.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local interrupt = require "tesela.interrupt"
local machine = require "tesela.contest.tournament"
local rating = require "tesela.rating"
local match_format = require "tesela.contest.formats.match"
local stats = require "tesela.contest.results.stats"
local texts = require "tesela.text"

local M = {}

local OPTIONS = { "rules", "bots", { "games", 2, 1 << 31 }, "seed", "budget", "max_plies",
  "resign", "draw", "openings", { "on_game", "function" }, { "workers", 0, 1 << 10 },
  { "file", "string" }, { "lock", "boolean" }, { "prints", "string" }, "trusted", "programs" }

local Result = {}
Result.__index = Result

-- The options, with rules; the number of games in each group, and in all.
local function check(options)
  local name = "tesela.match"
  options = arguments.options(name, options, OPTIONS)
  local seats = options.rules.seats
  if seats < 2 then
    arguments.fail(name, "expected rules for two seats or more, got %d", seats)
  end
  if #options.bots ~= 2 then
    arguments.fail(name, "bots: expected two bots, got %d", #options.bots)
  end
  local games, total = match_format.games(options.games, seats)
  if not games then arguments.fail(name, "games: expected %s, got %d", total, options.games) end
  return options, games, total
end

-- ---- counting ---------------------------------------------------------------

-- The score of the first seat against all opponents.
local function first_seat(places)
  local players = { 1 }
  for seat = 2, #places do players[seat] = 2 end
  return stats.score({ players = players, places = places }, 1)
end

local function count(result, game)
  local score = stats.score(game, 1)
  local key = score > 0.5 and "wins" or score < 0.5 and "losses" or "draws"
  result[key] = result[key] + 1
  result.games, result.sum = result.games + 1, result.sum + score
  result.plies = result.plies + game.plies
  result.first_seat = result.first_seat + first_seat(game.places)
  result.reasons[game.reason] = (result.reasons[game.reason] or 0) + 1
  if game.message and not result.fault then
    result.fault = ("game %d, %s: %s"):format(game.number, game.reason, game.message)
  end
  local open = result.open[game.pair] or { games = 0, sum = 0 }
  open.games, open.sum = open.games + 1, open.sum + score
  local complete = open.games == #game.places
  if complete then result.pair_scores[#result.pair_scores + 1] = open.sum / open.games end
  result.open[game.pair] = not complete and open or nil
end

-- Returns a function that calls f(game, line) in the order of the numbers, once all earlier games
-- are there; and a function that calls f for the rest.
local function in_order(f)
  local waiting, next_number = {}, 1
  local function pass_on()
    while waiting[next_number] do
      local one = waiting[next_number]
      waiting[next_number] = nil
      next_number = next_number + 1
      f(table.unpack(one))
    end
  end
  return function(game, line)
    waiting[game.number] = { game, line }
    pass_on()
  end, function()
    while next(waiting) do
      if not waiting[next_number] then next_number = next_number + 1 end
      pass_on()
    end
  end
end

-- ---- the whole --------------------------------------------------------------

local function definition(options, games)
  local workers = options.workers
  return { rules = options.rules, bots = options.bots, format = "match",
    games = games, seed = options.seed or 1, budget = options.budget,
    max_plies = options.max_plies, resign = options.resign, draw = options.draw,
    openings = options.openings,
    workers = workers ~= 0 and workers or nil,
    trusted = options.trusted }
end

-- Reports errors of a tournament in the name of the match.
local function try(f, ...)
  local ok, value = pcall(f, ...)
  if ok then return value end
  error(type(value) == "string" and value:gsub("^tesela%.tournament", "tesela.match")
    or value, 0)
end

local function new_result(options)
  return setmetatable({
    rules = tostring(options.rules), seed = options.seed or 1, games = 0, sum = 0, wins = 0,
    draws = 0, losses = 0, plies = 0, first_seat = 0, reasons = {}, pair_scores = {},
    open = {}, players = {}, interrupted = false,
  }, Result)
end

-- Repeated games count once (same_games.lua).
local function settle(result, counted)
  result.open = nil
  result.score, result.sum = result.sum / result.games, nil
  local part = counted:part(1)
  result.different = math.floor(result.games * part + 0.5)
  result.elo, result.margin = rating.difference(result.pair_scores, part)
  return result
end

-- A sandbox that a bot has used up ends with its process.
local function check_boxes(session)
  if not session.here or not next(session.job.bots) then return end
  machine.close(session)
  error("tesela.match: workers: a bot from a file plays in a worker; expected 1 or "
    .. "more, or trusted = true", 0)
end

-- Counts the games, and passes on the new ones.
local function counter(options, result)
  local new = {}
  local add, flush = in_order(function(game, line)
    count(result, game)
    if not (options.on_game and new[game.number]) then return end
    new[game.number] = nil
    options.on_game({
      number = game.number, places = game.places, reason = game.reason,
      message = game.message, line = line,
      state = assert(tesela.replay(line, nil, options.rules)),
    }, result)
  end)
  return add, flush, function(game, line)
    new[game.number] = true
    add(game, line)
  end
end

--- Plays a match { rules =, bots = { a, b }, games =, seed =, budget =, max_plies =, resign =, draw
--- =, openings =, on_game = function(game, result), workers =, file =, prints =, trusted =,
--- programs = } and returns its result, which prints as a table. After an interruption,
--- `interrupted` is the number of planned games; `fault` is the message of the first game that a
--- bot lost by an error or an illegal move. With 0 workers it is played in this process, where
--- functions keep their notes.
function M.match(given)
  local options, games, total = check(given)
  local result = new_result(options)
  local seen, flush, on_game = counter(options, result)
  local session = try(machine.open, definition(options, games), {
    file = options.file, lock = options.lock, prints = options.prints, seen = seen,
    on_game = on_game, own = true, tries = true, programs = options.programs,
    here = options.workers == 0 })
  check_boxes(session)
  for i, bot in ipairs(session.job.def.bots) do result.players[i] = bot.name end
  local ok, why = pcall(try, machine.play, session)
  machine.close(session)
  if not ok then error(why, 0) end
  flush()
  if why and result.games == 0 then interrupt.raise() end
  if why then result.interrupted = total end
  return settle(result, session.stats)
end

local function reasons(result)
  local parts = {}
  for i, name in ipairs(tables.keys(result.reasons)) do
    parts[i] = ("%s %d"):format(name, result.reasons[name])
  end
  return table.concat(parts, ", ")
end

function Result:__tostring()
  local a, b = self.players[1], self.players[2]
  local width = math.max(#a, #b, 6)
  local row = "%-" .. width .. "s %6s %6s %6s %8s\n"
  local text = { row:format("", "wins", "draws", "losses", "score") }
  text[2] = row:format(a, self.wins, self.draws, self.losses,
    texts.percent(self.score))
  text[3] = row:format(b, self.losses, self.draws, self.wins,
    texts.percent(1 - self.score))
  text[4] = ("Elo difference %s, %s of %s, seed %d\n")
    :format(rating.words("%+.0f", self.elo, self.margin), texts.count(self.games, "game"),
      self.rules, self.seed)
  text[5] = ("first seat %.1f %%, %.1f plies a game, ended by: %s\n"):format(
    100 * self.first_seat / self.games, self.plies / self.games, reasons(self))
  if self.different < self.games then
    text[#text + 1] = ("only %d different games of %d; the interval counts these\n")
      :format(self.different, self.games)
  end
  if self.fault then
    text[#text + 1] = ("first fault: %s\n"):format(self.fault)
  end
  if self.interrupted then
    text[#text + 1] = ("interrupted after %d of %d games\n"):format(self.games,
      self.interrupted)
  end
  return table.concat(text)
end

return M
