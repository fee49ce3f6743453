-- A match of two bots.
--
-- Games come in pairs: both of a pair start from the same seed, with the seats
-- swapped. The seed of pair i follows from the match's seed and i alone. The
-- luck of the bots is another one in each game, or a bot would only repeat in
-- the second what the other one did in the first.

local arguments = require "tesela.arguments"
local bots = require "tesela.bots"
local interrupt = require "tesela.interrupt"
local rating = require "tesela.rating"
local run = require "tesela.run"

local M = {}

local OPTIONS = { "rules", "bots", "games", "seed", "budget", "max_plies", "on_game" }

local Result = {}
Result.__index = Result

local function check(options)
  local name = "tesela.match"
  arguments.table(name, options)
  arguments.names(name, options, OPTIONS)
  arguments.member(name, options, "rules", "tesela.rules", true)
  arguments.member(name, options, "bots", "table", true)
  arguments.member(name, options, "budget", "table")
  arguments.names(name, options.budget, arguments.BUDGET, "budget")
  arguments.member(name, options, "on_game", "function")
  arguments.whole(name, options, "games", 2, 1 << 31)
  arguments.whole(name, options, "seed", 0, arguments.SEED_MAX)
  arguments.whole(name, options, "max_plies", 1, 1 << 31)
  if options.rules.seats ~= 2 then
    error(("%s: expected rules for two seats, got %d"):format(name,
      options.rules.seats), 3)
  end
  if #options.bots ~= 2 then
    error(("%s: bots: expected two bots, got %d"):format(name, #options.bots), 3)
  end
  local games = options.games or 100
  if games % 2 ~= 0 then
    error(("%s: games: expected an even number (games come in pairs), got %d")
      :format(name, games), 3)
  end
  return games
end

local function distinct_names(list)
  local a, b = list[1].name, list[2].name
  return { a, a == b and b .. " (2)" or b }
end

-- Score of bot `first` (1 or 2) in a game in which it had `seat`.
local function score_of(places, seat)
  if places[seat] < places[3 - seat] then return 1 end
  return places[seat] == places[3 - seat] and 0.5 or 0
end

local function count(result, score, game)
  local key = score == 1 and "wins" or score == 0 and "losses" or "draws"
  result[key] = result[key] + 1
  result.games = result.games + 1
  result.plies = result.plies + game.state.ply
  result.reasons[game.reason] = (result.reasons[game.reason] or 0) + 1
  if game.message and not result.fault then
    result.fault = ("game %d, %s: %s"):format(result.games, game.reason,
      game.message)
  end
end

-- Both games of pair i; returns the score of the first bot, 0..1.
local function play_pair(options, list, i, result)
  local sum, seed = 0, run.derive(options.seed or 1, i)
  for seat = 1, 2 do
    local seated = { list[seat], list[3 - seat] }
    local game = run.run {
      rules = options.rules, bots = seated, pair = i, budget = options.budget,
      max_plies = options.max_plies, seed = seed, luck = run.derive(seed, -seat),
    }
    local score = score_of(game.places, seat)
    sum = sum + score
    count(result, score, game)
    result.first_seat = result.first_seat + score_of(game.places, 1)
    if options.on_game then options.on_game(game, result) end
  end
  return sum / 2
end

-- Ctrl-C ends a match with the games that are over, if there are any.
local function play_pairs(options, list, pairs_count, result)
  for i = 1, pairs_count do
    local ok, score = pcall(play_pair, options, list, i, result)
    if ok then
      result.pair_scores[i] = score
    elseif result.games > 0 and interrupt.is(score) then
      result.interrupted = 2 * pairs_count
      return
    else
      error(score, 0)
    end
  end
end

--- Plays a match { rules =, bots = { a, b }, games =, seed =, budget =,
--- max_plies =, on_game = function(game, result) } and returns its result,
--- which prints as a table. One that was interrupted has the number of games
--- that were planned in `interrupted`; `fault` is the message of the first
--- game that a bot lost by an error or an illegal move.
function M.match(options)
  local games = check(options)
  local list = { bots.bot(options.bots[1]), bots.bot(options.bots[2]) }
  local result = setmetatable({
    rules = tostring(options.rules), players = distinct_names(list),
    seed = options.seed or 1, games = 0, wins = 0, draws = 0, losses = 0,
    plies = 0, first_seat = 0, reasons = {}, pair_scores = {},
    interrupted = false,
  }, Result)
  play_pairs(options, list, games // 2, result)
  result.score = (result.wins + result.draws / 2) / result.games
  result.elo, result.margin = rating.difference(result.pair_scores)
  return result
end

local function reasons(result)
  local names, parts = {}, {}
  for name in pairs(result.reasons) do names[#names + 1] = name end
  table.sort(names)
  for i, name in ipairs(names) do
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
    ("%.1f %%"):format(100 * self.score))
  text[3] = row:format(b, self.losses, self.draws, self.wins,
    ("%.1f %%"):format(100 * (1 - self.score)))
  text[4] = ("Elo difference %+.0f +/- %.0f (95 %%), %d games of %s, seed %d\n")
    :format(self.elo, self.margin, self.games, self.rules, self.seed)
  text[5] = ("first seat %.1f %%, %.1f plies a game, ended by: %s\n"):format(
    100 * self.first_seat / self.games, self.plies / self.games, reasons(self))
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
