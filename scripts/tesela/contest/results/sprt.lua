-- A sequential test between two bots: is A better than B by elo1 (H1) or by elo0 (H0)? It
-- continues until one of the two can be accepted.
--
-- The logarithm of the likelihood ratio of the two, LLR, is computed while games are played. The
-- test ends at
--
--     LLR >= log((1 - beta) / alpha): H1       LLR <= log(beta / (1 - alpha)): H0
--
-- which keeps the probabilities of a wrong H1 and a wrong H0 near alpha and beta (Wald,
-- "Sequential tests of statistical hypotheses", Annals of Mathematical Statistics 16(2), 1945).
--
-- An Elo difference determines only the expected score s, not the frequency of draws. So each
-- hypothesis uses the distribution with that expectation that makes the observations most likely,
-- which is the generalized test (Li, Liu and Ying, "Generalized sequential probability ratio test
-- for separate families of hypotheses", Sequential Analysis 33(4), 2014). For outcomes with scores
-- a_i and frequencies f_i it is
--
--     p_i = f_i / (1 + x (a_i - s)),  x such that  sum f_i (a_i-s) / (1+x(a_i-s)) = 0
--
-- (Van den Bergh, cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition 1.1; as in fishtest
-- and fastchess). Its normal approximation would be cheaper, but it divides by the observed
-- variance: two pairs that were both won have none, and it would accept H1.
--
-- The outcomes are those of pairs, 0 1/4 1/2 3/4 1 (pentanomial), whose games need not be
-- independent, or of games, 0 1/2 1 (trinomial). An outcome that was not seen yet counts as a
-- thousandth, as in fishtest, so that every logarithm exists.
--
-- In the model "normalized" elo0 and elo1 are normalized Elo (tesela/rating.lua) and the outcomes
-- are those of pairs. A hypothesis then fixes t = (mean - 1/2) / sigma instead of the mean. Its
-- most likely distribution has the same form with
--
--     v_i = a_i - 1/2 - t sigma (1 + ((a_i - mean) / sigma)^2) / 2
--
-- in place of a_i - s, where mean and sigma are its own: a fixed point, found from the uniform
-- distribution (Van den Bergh, "Comments on normalized Elo", 2021, section 4.1; as in fishtest and
-- fastchess).
--
-- Workers finish games in any order. The test uses pairs in the order of their numbers, each as
-- soon as all before it are complete, and keeps its first decision, so it depends on the games
-- alone.

local rating = require "tesela.rating"

local M = {}

local UNSEEN = 1e-3

-- The x of the formula above, with v_i for a_i - s. The sum falls from +inf to -inf
-- between the poles: Newton's method from 0, or bisection if a step would leave the known
-- bounds of x.
local function solve(values, seen)
  local low, high = -1 / math.max(table.unpack(values)), -1 / math.min(table.unpack(values))
  local x = 0
  for _ = 1, 200 do
    local sum, slope = 0, 0
    for i, value in ipairs(values) do
      local part = value / (1 + x * value)
      sum, slope = sum + seen[i] * part, slope - seen[i] * part * part
    end
    if sum > 0 then low = x else high = x end
    local after = x - sum / slope
    if not (after > low and after < high) then after = (low + high) / 2 end
    if math.abs(after - x) < 1e-14 then return after end
    x = after
  end
  return x
end

-- The most likely distribution with a sum of p_i v_i of 0, where f_i are the observed frequencies.
local function likeliest(values, seen)
  local x, list = solve(values, seen), {}
  for i, value in ipairs(values) do list[i] = seen[i] / (1 + x * value) end
  return list
end

-- The hypothesis of an expected score.
local function of_mean(scores, seen, mean)
  local values = {}
  for i, score in ipairs(scores) do values[i] = score - mean end
  return likeliest(values, seen)
end

local function moments(scores, list)
  local sum, mean, squares = 0, 0, 0
  for i, score in ipairs(scores) do
    sum, mean = sum + list[i], mean + list[i] * score
    squares = squares + list[i] * score * score
  end
  mean = mean / sum
  return mean, math.sqrt(squares / sum - mean * mean)
end

-- The hypothesis of a value of t.
local function of_t(scores, seen, t)
  local list, values, before = { 1, 1, 1, 1, 1 }, {}, nil
  for _ = 1, 30 do
    local mean, sigma = moments(scores, list)
    if before and math.abs(mean - before) < 1e-13 then break end
    before = mean
    for i, score in ipairs(scores) do
      values[i] = score - 0.5 - t * sigma * (1 + ((score - mean) / sigma) ^ 2) / 2
    end
    list = likeliest(values, seen)
  end
  return list
end

local function hypothesis(scores, seen, elo, model)
  if model ~= "normalized" then return of_mean(scores, seen, rating.expected(elo)) end
  return of_t(scores, seen, math.sqrt(2) * elo / rating.NORMAL)
end

--- The LLR of counts of outcomes: { lost, drawn, won } or those of pairs, from both lost to both
--- won. `model`: "normalized", or nil.
function M.llr(counts, elo0, elo1, model)
  local scores, seen, sum = {}, {}, 0
  for i, count in ipairs(counts) do
    scores[i] = (i - 1) / (#counts - 1)
    seen[i] = count > 0 and count or UNSEEN
  end
  local h0 = hypothesis(scores, seen, elo0, model)
  local h1 = hypothesis(scores, seen, elo1, model)
  for i in ipairs(scores) do sum = sum + seen[i] * math.log(h1[i] / h0[i]) end
  return sum
end

local Test = {}
Test.__index = Test

--- A test { elo0 =, elo1 =, alpha =, beta =, model = "pentanomial", "trinomial" or
--- "normalized" } to which games are added.
function M.new(test)
  return setmetatable({
    test = test, lower = math.log(test.beta / (1 - test.alpha)),
    upper = math.log((1 - test.beta) / test.alpha), llr = 0, pairs = 0,
    counts = test.model == "trinomial" and { 0, 0, 0 } or { 0, 0, 0, 0, 0 },
    waiting = {},
  }, Test)
end

-- The score of bot 1 in half points: 0, 1, 2.
local function half_points(game)
  local seat = game.players[1] == 1 and 1 or 2
  return rating.half_points(game.places[seat], game.places[3 - seat])
end

local function count(self, one, two)
  local counts = self.counts
  if #counts == 5 then
    counts[one + two + 1] = counts[one + two + 1] + 1
  else
    counts[one + 1] = counts[one + 1] + 1
    counts[two + 1] = counts[two + 1] + 1
  end
end

local function llr_of(self)
  local test = self.test
  return M.llr(self.counts, test.elo0, test.elo1, test.model)
end

-- Adds the next complete pairs.
local function advance(self)
  local waiting = self.waiting
  while not self.decision do
    local i = 2 * self.pairs + 1
    local one, two = waiting[i], waiting[i + 1]
    if not (one and two) then return end
    waiting[i], waiting[i + 1] = nil, nil
    count(self, one, two)
    self.pairs = self.pairs + 1
    self.llr = llr_of(self)
    self.decision = self.llr >= self.upper and "H1"
      or self.llr <= self.lower and "H0" or nil
  end
  self.waiting = {}
end

--- Adds a game: { number =, players =, places = }. After the decision nothing changes.
function Test:add(game)
  if self.decision then return end
  self.waiting[game.number] = half_points(game)
  advance(self)
end

--- { llr =, lower =, upper =, decision = "H0", "H1" or nil, at =, counts = }. The decision used
--- the first `at` games.
function Test:state()
  return {
    llr = self.llr, lower = self.lower, upper = self.upper,
    decision = self.decision, at = 2 * self.pairs,
    counts = table.move(self.counts, 1, #self.counts, 1, {}),
  }
end

--- The state of a definition's test after these games, in any order; nil if it
--- has none.
function M.state(def, games)
  if not def.sprt then return nil end
  local test = M.new(def.sprt)
  for _, game in ipairs(games) do test:add(game) end
  return test:state()
end

return M
