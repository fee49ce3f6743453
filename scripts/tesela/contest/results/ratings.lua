-- Ratings of all participants at once, from the places of all games.
--
-- The model is that of Davidson and Luce (Firth, Kosmidis and Turner, "Davidson-Luce model for
-- multi-item choice with ties", 2019, arXiv:1909.07123; Turner, van Etten, Firth and Kosmidis,
-- "Modelling rankings in R: the PlackettLuce package", Computational Statistics 35, 2020). Each
-- bot has a worth a_i > 0. A game is a series of choices: which bots are first among all seats,
-- which are next among the rest, and so on. A set S of bots, all in the same place, is chosen from
-- A with a probability proportional to
--
--     d_|S| * (product of a_i over S) ^ (1/|S|)
--
-- where d_1 = 1 and d_2, d_3 ... give the frequency of ties of two, three ... With two seats this
-- is Davidson's model (1970) of wins, draws and losses, and without draws Elo's. Without ties it
-- is the model of Plackett (1975) and Luce (1959). We use it because all that it needs of a
-- bot's results is how often the bot was chosen, a tie counting each bot's share: with two seats,
-- its score. In the other well-known model of draws, by Rao and Kupper (1967) and used
-- in BayesElo, a draw counts as a win and a loss together, like two games.
--
-- The worths are those that make the results most likely. A bot that won all games would have an
-- infinite one. So for every bot half a won game and half a lost game against an additional,
-- imaginary participant are counted (the same paper: pseudo-rankings). This keeps all worths and
-- their errors finite, even after one game, draws them a little together, and fades with the
-- number of games. If all games of three were ties of three, d_3 would be infinite in the same
-- way: so among three imaginary bots, half a game is tied and half a game has a winner, and
-- likewise for every larger tie that was seen.
--
-- With l_i = log a_i the likelihood is that of an exponential family, concave, and Newton's method
-- finds its maximum. Intervals are from the curvature there (the observed information), of l_i
-- minus the mean of all l: they give the distance of a bot from the average participant. Games
-- count as independent. Those of a pair share their start, and swapping the seats turns luck of
-- one side into luck of both, so the intervals are rather too wide.
--
-- Elo. The log-odds of a win against a loss, 400 log10(a_i / a_j), are larger than the score
-- suggests if many games are drawn. Ratings are scaled so that between equals they are the slope
-- of the expected score, as in Elo's formula; from (a + d/2 sqrt(a b)) / (a + b + d sqrt(a b))
-- follows the factor 2 / (2 + d_2) (as in Coulom's BayesElo, command `scale`).
--
-- Everything added to the model is counted in whole numbers, so the order of the games does not
-- matter, down to the last bit.

local rating = require "tesela.rating"
local tables = require "tesela.base.tables"

local M = {}

local SEATS = 8 -- the most seats of a game

local LONGEST = 2 -- the longest step towards the maximum, in any l and log d

local Model = {}
Model.__index = Model

--- A model of this many bots, to which games are added.
function M.new(bots)
  return setmetatable({ bots = bots, sets = {}, chosen = {}, games = 0 }, Model)
end

-- ---- counting ---------------------------------------------------------------

-- `sets` counts how often each set of seats was chosen from, by its text "1,1,3";
-- `chosen[i][size]` how often bot i was in a chosen set of this size.
local function count_choice(self, left, winners, times)
  table.sort(left)
  local key = table.concat(left, ",")
  self.sets[key] = (self.sets[key] or 0) + times
  for _, bot in ipairs(winners) do
    local of_bot = self.chosen[bot] or {}
    self.chosen[bot] = of_bot
    of_bot[#winners] = (of_bot[#winners] or 0) + times
  end
end

local function by_place(players, places)
  local order = {}
  for seat, bot in ipairs(players) do
    order[seat] = { bot = bot, place = places[seat] }
  end
  table.sort(order, function(a, b) return a.place < b.place end)
  return order
end

--- Adds a game with these bots by seat and these places, `times` times.
function Model:add(players, places, times)
  local order, first = by_place(players, places), 1
  self.games = self.games + (times or 1)
  while first < #order do
    local left, winners = {}, {}
    for i = first, #order do
      left[#left + 1] = order[i].bot
      if order[i].place == order[first].place then
        winners[#winners + 1] = order[i].bot
      end
    end
    count_choice(self, left, winners, times or 1)
    first = first + #winners
  end
end

--- Adds the games of another model, whose bot i is bot map[i] here.
function Model:absorb(other, map)
  self.games = self.games + other.games
  for key, times in pairs(other.sets) do
    local left = {}
    for bot in key:gmatch "%d+" do left[#left + 1] = map[math.tointeger(bot)] end
    count_choice(self, left, {}, times)
  end
  for bot, sizes in pairs(other.chosen) do
    local of_bot = self.chosen[map[bot]] or {}
    self.chosen[map[bot]] = of_bot
    for size, times in pairs(sizes) do of_bot[size] = (of_bot[size] or 0) + times end
  end
end

-- ---- the likelihood ---------------------------------------------------------

-- The parameters: l of the bots, of the imaginary one (if there is one), then log d of
-- the sizes of ties that were seen. Ties of other sizes do not occur: their log d is -inf.
local function parameters(self, pseudo)
  local p = { bots = self.bots, imaginary = pseudo > 0 and self.bots + 1 or nil,
    tie = {} }
  local seen = {}
  for _, of_bot in pairs(self.chosen) do
    for size in pairs(of_bot) do seen[size] = true end
  end
  p.count = p.imaginary or self.bots
  for size = 2, SEATS do
    if seen[size] then
      p.count = p.count + 1
      p.tie[size] = p.count
    end
  end
  return p
end

-- The sets of the added games, each for two half games: a bot and the imaginary one, and imaginary
-- ones alone for each size of tie.
local function pseudo_sets(p)
  local list = {}
  for bot = 1, p.imaginary and p.bots or 0 do list[bot] = { bot, p.imaginary } end
  for size = 3, p.imaginary and SEATS or 0 do
    if p.tie[size] then
      local left = {}
      for i = 1, size do left[i] = p.imaginary end
      list[#list + 1] = left
    end
  end
  return list
end

-- The sets with their counts in a fixed order: { left =, times = }.
local function sets_of(self, p, pseudo)
  local list = {}
  for i, key in ipairs(tables.keys(self.sets)) do
    local left = {}
    for bot in key:gmatch "%d+" do left[#left + 1] = math.tointeger(bot) end
    list[i] = { left = left, times = self.sets[key] }
  end
  for _, left in ipairs(pseudo_sets(p)) do
    list[#list + 1] = { left = left, times = 2 * pseudo }
  end
  return list
end

-- The observed choices in terms of the parameters: shares of bots, numbers of ties.
local function observed(self, p, pseudo)
  local sum = {}
  for k = 1, p.count do sum[k] = 0 end
  for bot = 1, p.bots do
    for size = 1, SEATS do
      local times = self.chosen[bot] and self.chosen[bot][size]
      if times then
        sum[bot] = sum[bot] + times / size
        -- A tie is counted by each of its bots: in whole numbers.
        if size > 1 then sum[p.tie[size]] = sum[p.tie[size]] + times end
      end
    end
  end
  for size, k in pairs(p.tie) do sum[k] = sum[k] / size end
  for _, left in ipairs(pseudo_sets(p)) do
    -- A bot and the imaginary one won once each; of imaginary ones, one won or all tied.
    sum[left[1]] = sum[left[1]] + pseudo
    sum[p.imaginary] = sum[p.imaginary] + pseudo
    if #left > 2 then sum[p.tie[#left]] = sum[p.tie[#left]] + pseudo end
  end
  return sum
end

-- The subsets of `left` that can be chosen, each as a list of its contributions to the parameters:
-- { { k, amount }, ... }.
local function choices(left, p)
  local list = {}
  for bits = 1, (1 << #left) - 1 do
    local members = {}
    for i, bot in ipairs(left) do
      if bits >> (i - 1) & 1 == 1 then members[#members + 1] = bot end
    end
    local size = #members
    if size == 1 or p.tie[size] then
      local terms = {}
      for i, bot in ipairs(members) do terms[i] = { bot, 1 / size } end
      if size > 1 then terms[#terms + 1] = { p.tie[size], 1 } end
      list[#list + 1] = terms
    end
  end
  return list
end

-- The weights of the choices at x, and the logarithm of their sum.
local function weigh(list, x)
  local weights, largest, sum = {}, -math.huge, 0
  for i, terms in ipairs(list) do
    local power = 0
    for _, term in ipairs(terms) do power = power + x[term[1]] * term[2] end
    weights[i] = power
    largest = math.max(largest, power)
  end
  for i, power in ipairs(weights) do
    weights[i] = math.exp(power - largest)
    sum = sum + weights[i]
  end
  return weights, sum, largest + math.log(sum)
end

local function likelihood(problem, x)
  local value = 0
  for k, amount in ipairs(problem.observed) do value = value + amount * x[k] end
  for _, set in ipairs(problem.sets) do
    local _, _, log_sum = weigh(set.choices, x)
    value = value - set.times * log_sum
  end
  return value
end

local function square(n)
  local matrix = {}
  for i = 1, n do
    matrix[i] = {}
    for j = 1, n do matrix[i][j] = 0 end
  end
  return matrix
end

-- The expectation of a set's choice, by parameter, and these parameters.
local function mean_of(set, weights, sum)
  local mean, touched = {}, {}
  for c, terms in ipairs(set.choices) do
    for _, term in ipairs(terms) do
      if not mean[term[1]] then touched[#touched + 1] = term[1] end
      mean[term[1]] = (mean[term[1]] or 0) + weights[c] / sum * term[2]
    end
  end
  return mean, touched
end

-- Adds a set's part: the expected sum of the choice, and its covariance. The covariance is summed
-- from distances to the mean, because a difference of large numbers would cancel completely if a
-- choice were nearly certain.
local function add_set(set, x, expected, information)
  local weights, sum = weigh(set.choices, x)
  local mean, touched = mean_of(set, weights, sum)
  for _, i in ipairs(touched) do expected[i] = expected[i] + set.times * mean[i] end
  for c, terms in ipairs(set.choices) do
    local far, times = {}, set.times * weights[c] / sum
    for _, i in ipairs(touched) do far[i] = -mean[i] end
    for _, term in ipairs(terms) do far[term[1]] = far[term[1]] + term[2] end
    for _, i in ipairs(touched) do
      local row, part = information[i], times * far[i]
      for _, j in ipairs(touched) do row[j] = row[j] + part * far[j] end
    end
  end
end

-- The slope of the likelihood and its curvature, the information. Adding the same to all l changes
-- nothing, so the sum of the bots' l is fixed at 0 by an additional term, which does not change
-- the result. (The imaginary bot's is left out: if nearly all games are tied, hardly anything is
-- known of it.)
local function derivatives(problem, x)
  local p = problem.parameters
  local expected, information = {}, square(p.count)
  for k = 1, p.count do expected[k] = 0 end
  for _, set in ipairs(problem.sets) do add_set(set, x, expected, information) end
  local slope = {}
  for k = 1, p.count do slope[k] = problem.observed[k] - expected[k] end
  for i = 1, p.bots do
    for j = 1, p.bots do information[i][j] = information[i][j] + 1 end
  end
  return slope, information
end

-- ---- linear algebra ---------------------------------------------------------

-- The lower triangle L with L L' = matrix (Cholesky). After rounding, a pivot is at least a tiny
-- part of its diagonal.
local function triangle(matrix)
  local lower = square(#matrix)
  for i = 1, #matrix do
    for j = 1, i do
      local sum = matrix[i][j]
      for k = 1, j - 1 do sum = sum - lower[i][k] * lower[j][k] end
      lower[i][j] = i == j and math.sqrt(math.max(sum, 1e-14 * matrix[i][i]))
        or sum / lower[j][j]
    end
  end
  return lower
end

local function solve(lower, right)
  local n, x = #lower, {}
  for i = 1, n do
    local sum = right[i]
    for k = 1, i - 1 do sum = sum - lower[i][k] * x[k] end
    x[i] = sum / lower[i][i]
  end
  for i = n, 1, -1 do
    local sum = x[i]
    for k = i + 1, n do sum = sum - lower[k][i] * x[k] end
    x[i] = sum / lower[i][i]
  end
  return x
end

local function inverse(lower)
  local columns = {}
  for j = 1, #lower do
    local unit = {}
    for i = 1, #lower do unit[i] = i == j and 1 or 0 end
    columns[j] = solve(lower, unit)
  end
  return columns -- symmetric
end

-- ---- the fit ----------------------------------------------------------------

local function problem_of(self, pseudo)
  local p = parameters(self, pseudo)
  local sets = sets_of(self, p, pseudo)
  for _, set in ipairs(sets) do set.choices = choices(set.left, p) end
  return { parameters = p, sets = sets, observed = observed(self, p, pseudo) }
end

-- Makes a step, or the first half, quarter ... of it that leads upwards. Returns the new point, its
-- likelihood, and the length of the step. Steps are limited: a long one can end where all is
-- certain and the slope says nothing.
local function go(problem, x, value, step)
  local far = 0
  for k = 1, #x do far = math.max(far, math.abs(step[k])) end
  local share = math.min(1, LONGEST / far)
  for _ = 1, 40 do
    local after = {}
    for k = 1, #x do after[k] = x[k] + step[k] * share end
    local reached = likelihood(problem, after)
    if reached >= value then return after, reached, far * share end
    share = share / 2
  end
  return x, value, 0
end

local function maximum(problem)
  local x = {}
  for k = 1, problem.parameters.count do x[k] = 0 end
  local value = likelihood(problem, x)
  for _ = 1, 200 do
    local slope, information = derivatives(problem, x)
    local far
    x, value, far = go(problem, x, value, solve(triangle(information), slope))
    if far < 1e-11 then break end
  end
  return x, value
end

--- The most likely worths: { worths = { l_i }, ties = { [size] = log d },
--- covariance = of all these, likelihood = its logarithm, elo = the factor from
--- l to Elo }. `pseudo` is the number of games won, and lost, against the imaginary bot.
function Model:fit(pseudo)
  local problem = problem_of(self, pseudo or 0.5)
  local p = problem.parameters
  local x, value = maximum(problem)
  local _, information = derivatives(problem, x)
  local ties = {}
  for size, k in pairs(p.tie) do ties[size] = x[k] end
  local draws = ties[2] and math.exp(ties[2]) or 0
  return {
    worths = table.move(x, 1, p.bots, 1, {}), ties = ties, likelihood = value,
    covariance = inverse(triangle(information)),
    elo = 400 / math.log(10) * 2 / (2 + draws),
  }
end

-- The variance of the sum of c_i l_i, where the c_i add up to 0.
local function variance(fit, c)
  local sum = 0
  for i, a in ipairs(c) do
    for j, b in ipairs(c) do sum = sum + a * b * fit.covariance[i][j] end
  end
  return math.max(sum, 0)
end

-- The bots whose average rating is fixed, and its value: those of `held`, else all at 0.
local function anchors(fit, held)
  local bots, level = {}, 0
  for k = 1, #fit.worths do
    if not held or held[k] then
      bots[#bots + 1], level = k, level + (held and held[k] or 0)
    end
  end
  return bots, level / #bots
end

--- The rating of bot i above the average of all, in Elo, and the half-width of its 95 % interval.
--- `held`: given ratings by bot; the average rating of these bots is then the same as given.
function M.rating(fit, i, held)
  local c, mean = {}, 0
  for k = 1, #fit.worths do c[k] = k == i and 1 or 0 end
  local bots, level = anchors(fit, held)
  for _, k in ipairs(bots) do
    c[k] = c[k] - 1 / #bots
    mean = mean + fit.worths[k] / #bots
  end
  return fit.elo * (fit.worths[i] - mean) + level,
    rating.Z95 * fit.elo * math.sqrt(variance(fit, c))
end

--- The margin of a rating if only `part` of the pairs of games differ; nil: they are too few.
function M.margin(margin, pairs_of_games, part)
  return rating.enough(pairs_of_games * part) and margin / math.sqrt(part) or nil
end

--- The difference of bot i to bot j, in Elo, and its standard error.
function M.difference(fit, i, j)
  local c = {}
  for k = 1, #fit.worths do c[k] = (k == i and 1 or 0) - (k == j and 1 or 0) end
  return fit.elo * (fit.worths[i] - fit.worths[j]),
    fit.elo * math.sqrt(variance(fit, c))
end

return M
