-- A sequential test of whether the first place of a round robin is decided. It may be
-- checked after every round, and its error rate is at most the given one.
--
-- A round is a pair of games of every group. Round r gives each bot a share of its
-- points, and each two bots a difference D_r of these shares, in -1..1. A gambler who
-- believes that i is better than j bets the part x of his money, and then has
-- 1 + x D_r times as much. If i is not better, no D_r is expected to be above 0, so the
-- probability that he ever has W times his stake is at most 1 / W, with any strategy
-- (Ville 1939). Nothing else is assumed: neither a model of
-- strength nor of draws, nor a number of games (Waudby-Smith and Ramdas, "Estimating
-- means of bounded random variables by betting", Journal of the Royal Statistical
-- Society B 86(1), 2024). How much to bet depends on how much better i is, so the money
-- is first split equally between several x, which is still a fair bet.
--
-- Bot i is first when the bets on it have won n / (1 - p) times their money against all
-- other bots. The probability that a bot that is not better than all others is called
-- first is then at most 1 - p: there are n such bots, each with at most (1 - p) / n.
-- (If more than two are equal it is much less: one would have to win all its bets.)
--
-- Workers finish games in any order. Rounds are taken in the order of their numbers,
-- each when it and all before it are complete, up to the first decision, so that it
-- depends on the games alone. Rounds are exchangeable, since openings come in random
-- order (schedule.lua).

local formats = require "tesela.contest.formats"

local M = {}

-- The shares x that are bet, each with an equal part of the money.
local BETS = { 0.95, 0.66, 0.46, 0.32, 0.23, 0.16, 0.11, 0.08, 0.055, 0.04 }

local First = {}
First.__index = First

local function square(n, make)
  local rows = {}
  for i = 1, n do
    rows[i] = {}
    for j = 1, n do rows[i][j] = i ~= j and make() or nil end
  end
  return rows
end

local function start_money()
  local money = {}
  for k = 1, #BETS do money[k] = 1 / #BETS end
  return money
end

--- The test of a definition's `decided`, to which games are added.
function M.new(def)
  local n = #def.bots
  return setmetatable({ bots = n, seats = def.seats, rounds = 0, waiting = {},
    round_games = formats.groups(def) * def.seats, needed = n / (1 - def.decided),
    money = square(n, start_money) }, First)
end

-- A bot's half points in a round, and the most possible.
local function shares(round, n)
  local list = {}
  for bot = 1, n do list[bot] = round.points[bot] / round.most[bot] end
  return list
end

-- Updates the money of the bets on one bot against another after D; returns its sum.
local function bet(money, difference)
  local sum = 0
  for k, part in ipairs(BETS) do
    money[k] = money[k] * (1 + part * difference)
    sum = sum + money[k]
  end
  return sum
end

local function take(self, round)
  local share, first = shares(round, self.bots), nil
  for i = 1, self.bots do
    local least = math.huge
    for j = 1, self.bots do
      if i ~= j then least = math.min(least, bet(self.money[i][j], share[i] - share[j])) end
    end
    if least >= self.needed then first = i end
  end
  self.rounds, self.decision = self.rounds + 1, first
end

local function new_round(n)
  local round = { games = 0, points = {}, most = {} }
  for bot = 1, n do round.points[bot], round.most[bot] = 0, 0 end
  return round
end

local function add_seat(round, game, seat)
  local bot, place = game.players[seat], game.places[seat]
  for other, theirs in ipairs(game.places) do
    if game.players[other] ~= bot then
      round.points[bot] = round.points[bot] + (place < theirs and 2 or place == theirs
        and 1 or 0)
      round.most[bot] = round.most[bot] + 2
    end
  end
end

--- Adds a game { number =, players =, places = }. After the decision nothing changes.
function First:add(game)
  if self.decision then return end
  local number = (game.number - 1) // self.round_games + 1
  local round = self.waiting[number] or new_round(self.bots)
  self.waiting[number] = round
  round.games = round.games + 1
  for seat = 1, self.seats do add_seat(round, game, seat) end
  local next_one = self.waiting[self.rounds + 1]
  while next_one and next_one.games == self.round_games and not self.decision do
    self.waiting[self.rounds + 1] = nil
    take(self, next_one)
    next_one = self.waiting[self.rounds + 1]
  end
end

--- { decision = the bot that is first, or nil, at = the number of the last game used
--- for it }.
function First:state()
  return { decision = self.decision, at = self.rounds * self.round_games }
end

return M
