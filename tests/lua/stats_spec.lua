-- What games say: against published figures, against simulation (with fixed
-- seeds), and whatever the order of the games.

local tesela = require "tesela"
local support = require "support"
local rating = require "tesela.rating"
local ratings = require "tesela.contest.results.ratings"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
local sprt = require "tesela.contest.results.sprt"
local stats = require "tesela.contest.results.stats"

local function near(expected, actual, tolerance, what)
  assert.is_true(math.abs(expected - actual) <= tolerance,
    ("%s: expected %.10g, got %.10g"):format(what or "", expected, actual))
end

local function finite(value)
  if type(value) == "table" then
    for _, each in pairs(value) do finite(each) end
  elseif math.type(value) == "float" then
    assert.is_true(value == value and math.abs(value) < math.huge)
  end
end

local function shuffled(list, seed)
  local rng, other = tesela.rng(seed), table.move(list, 1, #list, 1, {})
  for i = #other, 2, -1 do
    local j = rng:int(i)
    other[i], other[j] = other[j], other[i]
  end
  return other
end

-- ---- one pairing ------------------------------------------------------------

-- Scores of pairs from how many lost both ... won both.
local function scores(counts)
  local list = {}
  for i, count in ipairs(counts) do
    for _ = 1, count do list[#list + 1] = (i - 1) / 4 end
  end
  return list
end

local function sums(list)
  local sum, squares = 0, 0
  for _, score in ipairs(list) do
    sum, squares = sum + score, squares + score * score
  end
  return #list, sum, squares
end

local function superiority(list) return rating.superiority(rating.mean(sums(list))) end

describe("the normal distribution", function()
  it("is that of the tables", function() -- Abramowitz and Stegun, table 26.1
    for x, value in pairs { [0] = 0.5, [0.5] = 0.691462461274013,
      [1] = 0.841344746068543, [2] = 0.977249868051821, [3] = 0.998650101968370,
      [5] = 0.999999713348428 } do
      near(value, rating.phi(x), 1e-14, x)
      near(1 - value, rating.phi(-x), 1e-14, -x)
    end
    near(0.975, rating.phi(rating.Z95), 1e-15)
    assert.equal(1, rating.phi(40))
    assert.equal(0, rating.phi(-40))
  end)
end)

describe("the Elo difference by pairs", function()
  -- fastchess, app/tests/elo_test.cpp: the same but for our half pairs on top.
  it("is that of fastchess", function()
    local elo, margin = rating.difference(scores { 34, 54, 63, 64, 75 })
    near(55.58, elo, 0.01 * 55.58)
    near(27.65, margin, 0.01 * 27.65)
    elo, margin = rating.difference(scores { 332, 433, 498, 333, 334 })
    near(-8.64, elo, 0.01 * 8.64)
    near(10.33, margin, 0.01 * 10.33)
    elo, margin = rating.difference(scores { 7895, 8757, 5685, 568, 9999 })
    near(-21.04, elo, 0.01 * 21.04)
    near(2.95, margin, 0.01 * 2.95)
  end)

  it("has the likelihood of superiority of fastchess", function()
    near(0.0505, superiority(scores { 332, 433, 498, 333, 334 }), 0.0005)
    near(1.0000, superiority(scores { 34, 54, 63, 64, 75 }), 0.00005)
  end)

  -- Pairs from known chances: the interval holds the truth as often as it says.
  it("has an interval that contains the truth in 95 of 100 matches", function()
    local rng = tesela.rng(11)
    for _, truth in ipairs { { 0.1, 0.2, 0.4, 0.2, 0.1 },
      { 0.02, 0.08, 0.3, 0.3, 0.3 }, { 0.25, 0, 0.5, 0, 0.25 } } do
      local mean, held, rounds = 0, 0, support.times(600, 20)
      for i, chance in ipairs(truth) do mean = mean + chance * (i - 1) / 4 end
      for _ = 1, rounds do
        local list = {}
        for n = 1, 100 do
          local x, i = rng:float(), 1
          while i < 5 and x >= truth[i] do x, i = x - truth[i], i + 1 end
          list[n] = (i - 1) / 4
        end
        local elo, margin = rating.difference(list)
        if math.abs(elo - rating.elo(mean)) <= margin then held = held + 1 end
      end
      if not support.stress then near(0.95, held / rounds, 0.025) end
    end
  end)
end)

describe("normalized Elo", function()
  -- fastchess, app/tests/elo_test.cpp, EloPentanomial: to 1 % there.
  it("is that of fastchess", function()
    for _, row in ipairs { { { 34, 54, 63, 64, 75 }, 57.94, 28.28 },
      { { 332, 433, 498, 333, 334 }, -9.17, 10.96 },
      { { 7895, 8757, 5685, 568, 9999 }, -19.01, 2.65 } } do
      local nelo, margin = rating.normalized(sums(scores(row[1])))
      near(row[2], nelo, 0.01)
      near(row[3], margin, 0.01)
    end
  end)

  -- The raw statistics of a test at montytest.muzhen.org (fishtest's code).
  it("is that of fishtest", function()
    near(-63.97, (rating.normalized(sums(scores { 13, 37, 50, 25, 3 }))), 0.005)
  end)

  it("is nothing if all pairs are the same", function()
    assert.is_nil(rating.normalized(0, 0, 0))
    assert.is_nil(rating.normalized(sums(scores { 0, 0, 0, 0, 9 })))
    assert.is_nil(rating.normalized(sums(scores { 0, 0, 9, 0, 0 })))
  end)
end)

-- ---- the sequential test ----------------------------------------------------

describe("the likelihood ratio", function()
  -- fastchess, app/tests/sprt_test.cpp, model "logistic".
  it("is that of fastchess", function()
    near(-1.57, sprt.llr({ 21184, 40708, 21404 }, 0.5, 2.5), 0.005)
    near(-2.59, sprt.llr({ 57030, 106593, 57433 }, 0, 2), 0.005)
    near(-3.07, sprt.llr({ 223, 9863, 21279, 10037, 246 }, 0.5, 2.5), 0.005)
    near(-4.98, sprt.llr({ 871, 26175, 55983, 26678, 821 }, 0, 2), 0.005)
  end)

  -- fastchess, app/tests/sprt_test.cpp, and the raw statistics of a test at
  -- montytest.muzhen.org: LLR, normalized (exact).
  it("of normalized Elo is that of fastchess and fishtest", function()
    near(2.25, sprt.llr({ 365, 16618, 36229, 16974, 390 }, 0, 2, "normalized"), 0.005)
    near(3.01, sprt.llr({ 127, 4883, 10712, 5150, 104 }, -1.75, 0.25, "normalized"), 0.005)
    near(-0.54912, sprt.llr({ 13, 37, 50, 25, 3 }, 0, 4, "normalized"), 5e-6)
  end)

  it("of normalized Elo is finite and even for whatever was seen", function()
    local rng = tesela.rng(3)
    for _ = 1, 300 do
      local seen, low = {}, 400 * rng:float() - 200
      for i = 1, 5 do seen[i] = rng:int(({ 1, 3, 100, 100000 })[rng:int(4)]) - 1 end
      local high = low + (200 - low) * rng:float()
      local llr = sprt.llr(seen, low, high, "normalized")
      finite { llr }
      near(-llr, sprt.llr({ seen[5], seen[4], seen[3], seen[2], seen[1] }, -high, -low,
        "normalized"), 1e-9 * (1 + math.abs(llr)))
    end
  end)

  -- All drawn: with t the likeliest has a share of t^2 of pairs that were both won.
  it("of normalized Elo refuses a difference if all was drawn", function()
    near(5000 * math.log(1 - 2 * (5 / rating.NORMAL) ^ 2),
      sprt.llr({ 0, 0, 5000, 0, 0 }, 0, 5, "normalized"), 0.02)
  end)

  -- fishtest, server/fishtest/stats/LLRcalc.py, LLR_logistic(0, 5, ...): what it
  -- gives to ten places, also where an outcome was not seen.
  it("is that of fishtest", function()
    for _, row in ipairs { { { 10, 25, 45, 25, 10 }, -0.0421241799 },
      { { 30, 120, 240, 180, 30 }, 1.6228091706 },
      { { 0, 3, 65, 4, 2 }, 0.6755509925 },
      { { 50, 150, 400, 200, 60 }, 1.7993290877 },
      { { 141, 593, 1112, 666, 158 }, 2.1466073915 } } do
      near(row[2], sprt.llr(row[1], 0, 5), 1e-9)
    end
  end)

  -- Van den Bergh, cantate.be/Fishtest/GSPRT_approximation.pdf; fishtest,
  -- LLRcalc.py, LLR_alt2.
  it("is near its normal approximation if there are many games", function()
    for _, counts in ipairs { { 223, 9863, 21279, 10037, 246 },
      { 100, 300, 700, 350, 120 }, { 4000, 9000, 4100 } } do
      local n, s, squares = 0, 0, 0
      for i, count in ipairs(counts) do
        local score = (i - 1) / (#counts - 1)
        n, s = n + count, s + count * score
        squares = squares + count * score * score
      end
      local s0, s1 = rating.expected(0), rating.expected(5)
      local mean = s / n
      near(n * (s1 - s0) * (2 * mean - s0 - s1) / (squares / n - mean * mean) / 2,
        sprt.llr(counts, 0, 5), 0.01)
    end
  end)

  it("changes its sign with the sides", function()
    near(sprt.llr({ 3, 9, 40, 12, 5 }, -5, 5), -sprt.llr({ 5, 12, 40, 9, 3 }, -5, 5),
      1e-9)
  end)

  it("is small after a game, and finite when all were won", function()
    near(0, sprt.llr({ 0, 0, 0, 0, 1 }, 0, 5), 0.05)
    near(0, sprt.llr({ 0, 0, 1 }, 0, 5), 0.05)
    -- All won: the most likely distribution with mean s wins with probability s.
    near(500 * math.log(rating.expected(5) / rating.expected(0)),
      sprt.llr({ 0, 0, 0, 0, 500 }, 0, 5), 0.05)
    finite { sprt.llr({ 0, 0, 0, 0, 1000000 }, -400, 400) }
    finite { sprt.llr({ 1000000, 0, 0 }, 0, 5) }
    near(0, sprt.llr({ 0, 0, 0 }, 0, 5), 0.01)
  end)
end)

-- A match between two, whose results are drawn: chances by seat of the first.
local function simulate(def, games, rng, win, draw)
  local list = {}
  for i = 1, games do
    local game, x = schedule.game(def, i), rng:float()
    local first = game.players[1] == 1 and 1 or 2
    game.places = { 1, 1 }
    if x < win then
      game.places[3 - first] = 2
    elseif x >= win + draw then
      game.places[first] = 2
    end
    game.reason, game.plies = "points", 10 + i % 7
    list[i] = game
  end
  return list
end

local function match(more)
  local given = { rules = "mixtour", bots = { "a", "b" } }
  for key, value in pairs(more or {}) do given[key] = value end
  return (definitions.normalise(given))
end

describe("a sequential test", function()
  local def = match { sprt = { elo0 = 0, elo1 = 60 } }

  it("has Wald's bounds", function()
    local state = sprt.state(def, {})
    near(math.log(19), state.upper, 1e-12)
    near(-math.log(19), state.lower, 1e-12)
    assert.equal(0, state.llr)
    assert.equal(0, state.at)
    assert.is_nil(state.decision)
    local skew = sprt.new { elo0 = 0, elo1 = 5, alpha = 0.01, beta = 0.2,
      model = "pentanomial" }
    near(math.log(0.8 / 0.01), skew.upper, 1e-12)
    near(math.log(0.2 / 0.99), skew.lower, 1e-12)
    assert.is_nil(sprt.state(match(), {}))
  end)

  it("errs as seldom as it says", function()
    for _, model in ipairs { "pentanomial", "trinomial" } do
      local rng, rounds = tesela.rng(3), support.times(150, 3)
      for elo, right in pairs { [0] = "H0", [60] = "H1" } do
        local wrong, games, score = 0, 0, rating.expected(elo)
        for _ = 1, rounds do
          local test = sprt.new { elo0 = 0, elo1 = 60, alpha = 0.05, beta = 0.05,
            model = model }
          local number = 0
          while not test.decision do
            number = number + 1
            local x = rng:float()
            local points = x < score - 0.15 and 1 or x < score + 0.15 and 0.5 or 0
            test:add { number = number, players = { 1, 2 },
              places = points == 1 and { 1, 2 } or points == 0 and { 2, 1 } or { 1, 1 } }
          end
          games = games + test:state().at
          if test.decision ~= right then wrong = wrong + 1 end
        end
        if not support.stress then
          assert.is_true(wrong <= 0.08 * rounds, ("%s %d: %d"):format(model, elo, wrong))
          -- Wald's expected length, with the variance of a game, 0.21: near.
          local s1 = rating.expected(60)
          local length = 0.9 * math.log(19) * 2 * 0.175 / (s1 - 0.5) ^ 2
          assert.is_true(games / rounds > 0.8 * length
            and games / rounds < 1.6 * length, games / rounds / length)
        end
      end
    end
  end)

  it("decides on the longest complete prefix of pairs, in any order", function()
    local games = simulate(def, 1000, tesela.rng(8), 0.5, 0.2)
    local state = sprt.state(def, games)
    assert.equal("H1", state.decision)
    assert.is_true(state.at > 20 and state.at < 900 and state.at % 2 == 0)
    for seed = 1, 5 do
      assert.same(state, sprt.state(def, shuffled(games, seed)))
    end
    -- It stays with its decision, and nothing less leads to it.
    assert.same(state, sprt.state(def, table.move(games, 1, state.at, 1, {})))
    local before = sprt.state(def, table.move(games, 1, state.at - 1, 1, {}))
    assert.is_nil(before.decision)
    assert.equal(state.at - 2, before.at)
    -- A gap stops it, whatever comes behind.
    local gap = table.move(games, 1, #games, 1, {})
    table.remove(gap, 10)
    state = sprt.state(def, gap)
    assert.equal(8, state.at)
    assert.is_nil(state.decision)
    assert.equal(4, state.counts[1] + state.counts[2] + state.counts[3]
      + state.counts[4] + state.counts[5])
  end)

  it("counts games, not pairs, in the trinomial model", function()
    local three = match { sprt = { model = "trinomial" } }
    local state = sprt.state(three, simulate(three, 11, tesela.rng(1), 0.4, 0.3))
    assert.equal(10, state.at)
    assert.equal(10, state.counts[1] + state.counts[2] + state.counts[3])
  end)
end)

-- ---- ratings ----------------------------------------------------------------

-- Adds a ranking of the first, second ... bot; 0: it does not take part.
local function add_ranking(model, ranking)
  local players, places = {}, {}
  for bot, place in ipairs(ranking) do
    if place > 0 then
      players[#players + 1], places[#places + 1] = bot, place
    end
  end
  model:add(players, places)
end

local function errors_against(fit, i, n)
  local list = {}
  for j = 1, n do
    local _, err = ratings.difference(fit, j, i)
    list[j] = err / fit.elo
  end
  return list
end

describe("ratings", function()
  -- Davidson (1970), table 2, and the vignette of the R package PlackettLuce,
  -- section 2.1: brands of pudding, i against j: won, lost, tied. (The published
  -- worths are those after seven steps of a slower method.)
  it("are those of Davidson's puddings", function()
    local model = ratings.new(6)
    for _, row in ipairs {
      { 1, 2, 19, 22, 16 }, { 1, 3, 16, 19, 12 }, { 2, 3, 19, 19, 10 },
      { 1, 4, 18, 23, 13 }, { 2, 4, 23, 19, 9 }, { 3, 4, 19, 20, 15 },
      { 1, 5, 13, 19, 18 }, { 2, 5, 16, 20, 12 }, { 3, 5, 16, 15, 17 },
      { 4, 5, 17, 14, 16 }, { 1, 6, 18, 21, 12 }, { 2, 6, 22, 20, 12 },
      { 3, 6, 13, 18, 10 }, { 4, 6, 14, 19, 18 }, { 5, 6, 11, 21, 12 } } do
      local both = { row[1], row[2] }
      model:add(both, { 1, 2 }, row[3])
      model:add(both, { 2, 1 }, row[4])
      model:add(both, { 1, 1 }, row[5])
    end
    local fit, sum = model:fit(0), 0
    for i = 1, 6 do sum = sum + math.exp(fit.worths[i]) end
    local published = { 0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805,
      0.2023855 }
    for i = 1, 6 do
      near(published[i], math.exp(fit.worths[i]) / sum, 3e-5, i)
    end
    near(0.7468147, math.exp(fit.ties[2]), 1e-4)
    near(1619.4, -2 * fit.likelihood, 0.05)
    -- Standard errors against the first brand, and against the mean.
    local errors = errors_against(fit, 1, 6)
    for i, err in ipairs { 0, 0.1872, 0.1935, 0.1882, 0.1927, 0.1924 } do
      near(err, errors[i], 1e-4, i)
    end
    local means = { -0.176581, 0.043664, -0.023617, -0.001295, -0.042726, 0.200555 }
    for i, err in ipairs { 0.121949, 0.121818, 0.126823, 0.122003, 0.127054,
      0.126594 } do
      local elo, margin = ratings.rating(fit, i)
      near(means[i], elo / fit.elo, 2e-4, i)
      near(err, margin / fit.elo / rating.Z95, 1e-5, i)
    end
  end)

  -- PlackettLuce, tests/testthat/_snaps/S3-methods.md.
  it("are those of PlackettLuce with ties and half games against no one", function()
    local model = ratings.new(3)
    for _, ranking in ipairs { { 1, 2, 0 }, { 3, 1, 2 }, { 2, 1, 1 },
      { 1, 2, 3 }, { 2, 1, 1 }, { 1, 0, 2 } } do
      add_ranking(model, ranking)
    end
    local fit = model:fit()
    near(0.2867987, fit.worths[2] - fit.worths[1], 1e-7)
    near(-0.4636687, fit.worths[3] - fit.worths[1], 1e-7)
    near(-1.0701129, fit.ties[2], 1e-7)
  end)

  -- PlackettLuce, vignette, section 2.3: D only loses.
  it("are those of PlackettLuce if one only loses", function()
    local model = ratings.new(4)
    for _, ranking in ipairs { { 1, 2, 0, 0 }, { 2, 0, 1, 0 }, { 1, 0, 0, 2 },
      { 2, 1, 0, 0 }, { 0, 1, 2, 0 } } do
      add_ranking(model, ranking)
    end
    local fit = model:fit()
    near(0.5184185, fit.worths[2] - fit.worths[1], 1e-7)
    near(0.1354707, fit.worths[3] - fit.worths[1], 1e-7)
    near(-1.1537565, fit.worths[4] - fit.worths[1], 1e-7)
    model = ratings.new(3)
    for _, ranking in ipairs { { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 }, { 0, 1, 2 } } do
      add_ranking(model, ranking)
    end
    fit = model:fit(0)
    near(0.8392, fit.worths[2] - fit.worths[1], 5e-5)
    near(0.4196, fit.worths[3] - fit.worths[1], 5e-5)
    local errors = errors_against(fit, 1, 3)
    near(1.3596, errors[2], 5e-5)
    near(1.5973, errors[3], 5e-5)
  end)

  it("of two without draws are Elo's", function()
    local model = ratings.new(2)
    model:add({ 1, 2 }, { 1, 2 }, 750)
    model:add({ 1, 2 }, { 2, 1 }, 250)
    near(rating.elo(0.75), (ratings.difference(model:fit(0), 1, 2)), 1e-6)
  end)

  it("of two near each other are Elo's with many draws, too", function()
    local model = ratings.new(2)
    model:add({ 1, 2 }, { 1, 2 }, 130)
    model:add({ 1, 2 }, { 2, 1 }, 90)
    model:add({ 2, 1 }, { 1, 1 }, 780)
    near(rating.elo(0.52), (ratings.difference(model:fit(0), 1, 2)), 0.2)
  end)

  it("fit the scores: of each bot what it has is what is expected", function()
    local model = ratings.new(3)
    for pair, results in pairs { [{ 1, 2 }] = { 9, 4, 3 }, [{ 1, 3 }] = { 7, 7, 1 },
      [{ 2, 3 }] = { 2, 6, 8 } } do
      model:add(pair, { 1, 2 }, results[1])
      model:add(pair, { 2, 1 }, results[2])
      model:add(pair, { 1, 1 }, results[3])
    end
    local fit = model:fit(0)
    local function expected(i, j)
      local x, y = math.exp(fit.worths[i]), math.exp(fit.worths[j])
      local tie = math.exp(fit.ties[2]) * math.sqrt(x * y)
      return (x + tie / 2) / (x + y + tie)
    end
    near(9 + 3 / 2 + 7 + 1 / 2, 16 * expected(1, 2) + 15 * expected(1, 3), 1e-9)
    near(4 + 3 / 2 + 2 + 8 / 2, 16 * expected(2, 1) + 16 * expected(2, 3), 1e-9)
  end)

  it("are finite without games, after one, and when all were won", function()
    local model = ratings.new(3)
    local none, margin = ratings.rating(model:fit(), 1)
    near(0, none, 1e-9)
    finite { margin }
    model:add({ 1, 2 }, { 1, 2 })
    local elo, wide = ratings.rating(model:fit(), 1)
    finite { elo, wide }
    assert.is_true(elo > 0 and elo < 400 and wide > 100)
    model:add({ 1, 2 }, { 1, 2 }, 10000)
    local more, still = ratings.rating(model:fit(), 1)
    finite { more, still }
    assert.is_true(more > elo and more < 2000 and still > 100)
    for _, places in ipairs { { 1, 1 }, { 1, 1, 1 }, { 1, 1, 1, 1 }, { 2, 1, 2, 2 },
      { 1, 2, 3, 4 } } do
      for _, times in ipairs { 1, 1000 } do
        model = ratings.new(4)
        local players = table.move({ 1, 2, 3, 4 }, 1, #places, 1, {})
        model:add(players, places, times)
        local fit = model:fit()
        finite(fit)
        for i = 1, 4 do finite { ratings.rating(fit, i) } end
      end
    end
  end)

  -- By symmetry all worths are equal. A tie of three has then the chance
  -- d / (3 + d), in the game and in that of the nobodies, and is expected as often
  -- as it was seen: 2 d / (3 + d) = 1 + 1/2.
  it("of one game that is a tie of three are what they can be said to be", function()
    local model = ratings.new(3)
    model:add({ 1, 2, 3 }, { 1, 1, 1 })
    near(math.log(9), model:fit().ties[3], 1e-9)
  end)

  it("of one game with a tie of three are finite and moderate", function()
    for _, places in ipairs { { 1, 1, 1, 4 }, { 1, 2, 2, 2 }, { 1, 1, 1 } } do
      for _, times in ipairs { 1, 1000 } do
        local model = ratings.new(4)
        model:add(table.move({ 1, 2, 3, 4 }, 1, #places, 1, {}), places, times)
        local fit = model:fit()
        finite(fit)
        assert.is_true(fit.ties[3] > 0 and fit.ties[3] < 20)
        for i = 1, 4 do
          local elo, margin = ratings.rating(fit, i)
          assert.is_true(math.abs(elo) < 4000 and margin > 1 and margin < 20000)
        end
      end
    end
  end)

  it("are finite for whatever results", function()
    local rng = tesela.rng(9)
    for _ = 1, support.times(120, 5) do
      local bots = rng:int(6) + 1
      local model = ratings.new(bots)
      for _ = 1, rng:int(40) do
        local players, places, strength = {}, {}, {}
        for seat = 1, rng:int(3) + 1 do
          players[seat], strength[seat] = rng:int(bots), rng:int(rng:int(4))
        end
        for seat in ipairs(players) do
          places[seat] = 1
          for other in ipairs(players) do
            if strength[other] < strength[seat] then places[seat] = places[seat] + 1 end
          end
        end
        model:add(players, places,
          rng:int(3) == 1 and math.tointeger(10 ^ rng:int(6)) or 1)
      end
      local fit = model:fit()
      for i = 1, bots do
        local elo, margin = ratings.rating(fit, i)
        finite { elo, margin }
        assert.is_true(math.abs(elo) < 1e5 and margin > 0)
      end
    end
  end)

  it("say nothing of bots that play themselves only", function()
    local model = ratings.new(2)
    model:add({ 1, 1, 2, 2 }, { 1, 2, 1, 2 }, 50)
    near(0, (ratings.rating(model:fit(), 1)), 1e-9)
  end)

  -- A choice out of `left` (bots with their worths) by the model's own chances.
  local function choose(rng, left, worths, ties)
    local sets, sum = {}, 0
    for bits = 1, (1 << #left) - 1 do
      local members, product = {}, 1
      for i, seat in ipairs(left) do
        if bits >> (i - 1) & 1 == 1 then
          members[#members + 1] = seat
          product = product * worths[seat]
        end
      end
      local weight = (ties[#members] or 0) * product ^ (1 / #members)
      sets[#sets + 1] = { members, weight }
      sum = sum + weight
    end
    local x = rng:float() * sum
    for _, set in ipairs(sets) do
      x = x - set[2]
      if x < 0 then return set[1] end
    end
    return sets[#sets][1]
  end

  local function play(rng, worths, ties)
    local places, left, place = {}, {}, 1
    for seat = 1, #worths do left[seat] = seat end
    while #left > 0 do
      local chosen = choose(rng, left, worths, ties)
      for _, seat in ipairs(chosen) do places[seat] = place end
      local rest = {}
      for _, seat in ipairs(left) do
        if not places[seat] then rest[#rest + 1] = seat end
      end
      left, place = rest, place + #chosen
    end
    return places
  end

  it("of four find the worths that games were drawn from", function()
    local rng, logs, ties = tesela.rng(21), { 0.8, 0.2, -0.3, -0.7 }, { 1, 0.4, 0.2, 0.1 }
    local worths, held, rounds = {}, 0, support.times(60, 2)
    for i, log in ipairs(logs) do worths[i] = math.exp(log) end
    local biases = { 0, 0, 0, 0 }
    for _ = 1, rounds do
      local model = ratings.new(4)
      for _ = 1, 150 do model:add({ 1, 2, 3, 4 }, play(rng, worths, ties)) end
      local fit = model:fit()
      for i, log in ipairs(logs) do
        local elo, margin = ratings.rating(fit, i)
        biases[i] = biases[i] + (elo / fit.elo - log) / rounds
        if math.abs(elo / fit.elo - log) <= margin / fit.elo then held = held + 1 end
      end
    end
    if support.stress then return end
    near(0.95, held / rounds / 4, 0.03)
    for i = 1, 4 do near(0, biases[i], 0.05, i) end
  end)

  it("do not depend on the order of the games, to the last bit", function()
    local rng, games = tesela.rng(5), {}
    for i = 1, 200 do
      games[i] = { { rng:int(5), 6, 7 }, play(rng, { 1, 2, 3 }, { 1, 0.3, 0.2 }) }
    end
    local function fit(list)
      local model = ratings.new(7)
      for _, game in ipairs(list) do model:add(game[1], game[2]) end
      return model:fit()
    end
    local first = fit(games)
    for seed = 1, 3 do assert.same(first, fit(shuffled(games, seed))) end
  end)
end)

-- ---- the whole --------------------------------------------------------------

-- Games of a definition whose places a function of the game gives.
local function games_of(def, from, to, places)
  local list = {}
  for i = from, to do
    local game = schedule.game(def, i)
    game.places, game.reason, game.plies = places(game), "points", 20
    list[#list + 1] = game
  end
  return list
end

-- The lower number wins; every fifth pair is drawn.
local function in_order(game)
  local places = {}
  for seat, bot in ipairs(game.players) do
    places[seat] = 1
    for _, other in ipairs(game.players) do
      if other < bot and game.pair % 5 > 0 then places[seat] = places[seat] + 1 end
    end
  end
  return places
end

local function by_seat(game) return game.players[1] and { 1, 2 } end

describe("a summary", function()
  it("of a match adds up", function()
    local def = match { games = 40 }
    local summary = stats.summary(def, games_of(def, 1, 40, in_order))
    assert.equal(40, summary.games)
    assert.equal(40, summary.total)
    assert.equal(20, summary.pairs)
    assert.equal(20, summary.plies)
    assert.equal(0.2, summary.draws)
    assert.same({ points = 40 }, summary.reasons)
    assert.same({}, summary.odd)
    local a, b, pairing = summary.bots[1], summary.bots[2], summary.pairings[1]
    assert.same({ 40, 32, 8, 0, 0.9 }, { a.games, a.wins, a.draws, a.losses, a.score })
    assert.same({ 40, 0, 8, 32, 0.1 }, { b.games, b.wins, b.draws, b.losses, b.score })
    assert.same({ 40, 0 }, a.places)
    assert.same({ 8, 32 }, b.places)
    assert.same({ 0, 0, 4, 0, 16 }, pairing.pentanomial)
    assert.same({ 1, 2, 40, 32, 8, 0, 0.9 }, { pairing.a, pairing.b, pairing.games,
      pairing.wins, pairing.draws, pairing.losses, pairing.score })
    local list = {}
    for i = 1, 20 do list[i] = i % 5 > 0 and 1 or 0.5 end
    local elo, margin = rating.difference(list)
    near(elo, pairing.elo, 1e-9)
    near(margin, pairing.margin, 1e-9)
    near(superiority(list), pairing.los, 1e-9)
    assert.same({ 1, 2 }, summary.ranking)
    near(0, a.rating + b.rating, 1e-9)
    -- Both have the first seat once in each pair: it is worth nothing here.
    assert.equal(0.5, summary.first_seat.score)
    near(0, summary.first_seat.elo, 1e-9)
    assert.equal(40, summary.seats[1].games)
  end)

  it("knows the first seat's advantage from the bots' strength", function()
    local def = match { games = 40 }
    local summary = stats.summary(def, games_of(def, 1, 40, by_seat))
    assert.equal(1, summary.first_seat.score)
    assert.equal(0.5, summary.bots[1].score)
    assert.same({ 0, 0, 20, 0, 0 }, summary.pairings[1].pentanomial)
    assert.is_true(summary.first_seat.elo > 400 and summary.first_seat.los > 0.99)
    near(0, summary.pairings[1].elo, 1e-9)
    near(0.5, summary.pairings[1].los, 1e-9)
  end)

  it("compares the first seat with all others", function()
    local def = (definitions.normalise { rules = "blokus", bots = { "a", "b", "c", "d" } })
    local summary = stats.summary(def, games_of(def, 1, 40, function() return { 3, 4, 1, 1 } end))
    near(1 / 3, summary.first_seat.score, 1e-12)
    local list = {}
    for i = 1, 10 do list[i] = 1 / 3 end
    local elo, margin = rating.difference(list)
    near(elo, summary.first_seat.elo, 1e-9)
    near(margin, summary.first_seat.margin, 1e-9)
  end)

  it("of very many different outcomes adds up, too", function()
    if support.stress then return end
    local bots = {}
    for i = 1, 96 do bots[i] = { name = "b" .. i, bot = "random" } end
    local def = match { bots = bots, games = 2 }
    local total = schedule.total(def)
    assert.equal(96 * 95, total) -- more than are tallied at once
    local self = stats.new(def)
    for _, game in ipairs(games_of(def, 1, total, in_order)) do self:add(game) end
    self.model.fit = function() -- not what this is about, and slow
      return ratings.new(#bots):fit()
    end
    local summary = self:summary()
    assert.equal(total // 2, summary.pairs)
    assert.equal(total // 2, #summary.pairings)
    for _, bot in ipairs(summary.bots) do assert.equal(2 * 95, bot.games) end
    for _, pairing in ipairs(summary.pairings) do
      assert.equal(2, pairing.games)
      local whole = 0
      for _, times in ipairs(pairing.pentanomial) do whole = whole + times end
      assert.equal(1, whole)
    end
  end)

  it("of a round robin has every pairing", function()
    local def = match { bots = { "c", "b", "a", "d" }, games = 20 }
    local summary = stats.summary(def, games_of(def, 1, 120, in_order))
    assert.equal(6, #summary.pairings)
    for _, pairing in ipairs(summary.pairings) do
      assert.is_true(pairing.a < pairing.b)
      assert.equal(20, pairing.games)
      assert.is_true(pairing.elo > 0 and pairing.los > 0.5)
    end
    assert.same({ 1, 2, 3, 4 }, summary.ranking)
    near(0, summary.bots[1].rating + summary.bots[4].rating, 1e-6)
    assert.equal(60, summary.bots[2].games)
  end)

  it("of four seats goes by places", function()
    local def = (definitions.normalise { rules = "blokus", bots = { "a", "b", "c", "d", "e" },
      games = 8 })
    local total = schedule.total(def)
    assert.equal(40, total)
    local summary = stats.summary(def, games_of(def, 1, total, in_order))
    assert.equal(10, summary.pairs)
    assert.same({ 1, 2, 3, 4, 5 }, summary.ranking)
    local a = summary.bots[1]
    assert.equal(32, a.games)
    assert.same({ 32, 0 }, { a.wins, a.losses })
    local points = 0
    for _, bot in ipairs(summary.bots) do
      assert.equal(bot.games, bot.wins + bot.draws + bot.losses)
      assert.equal(bot.games, bot.places[1] + bot.places[2] + bot.places[3] + bot.places[4])
      points = points + bot.score * bot.games
    end
    near(total * 2, points, 1e-9) -- half of the four seats' points a game
    assert.equal(10, #summary.pairings)
    for _, pairing in ipairs(summary.pairings) do
      assert.equal(24, pairing.games)
      assert.is_nil(pairing.pentanomial)
      assert.equal(24, pairing.wins + pairing.draws + pairing.losses)
    end
    assert.equal(0.5, summary.first_seat.score)
  end)

  it("of two bots in four seats does not count a bot against itself", function()
    local def = (definitions.normalise { rules = "blokus", bots = { "a", "b" }, games = 12 })
    local summary = stats.summary(def, games_of(def, 1, 12, in_order))
    local a, pairing = summary.bots[1], summary.pairings[1]
    assert.same({ 12, 12, 0, 0 }, { a.games, a.wins, a.draws, a.losses }) -- not its seats
    assert.same({ 24, 0, 0, 0 }, a.places)
    assert.equal(1, a.score)
    assert.equal(0, summary.draws) -- it shares the first place with itself alone
    assert.same({ 12, 12 }, { pairing.wins, pairing.games })
    assert.equal(1, pairing.score)
    finite(summary)
  end)

  -- Games of bots whose points are of their strength, of their seat and of a pair's luck.
  local function with_points(def, count, points)
    local games = games_of(def, 1, count, in_order)
    for _, game in ipairs(games) do
      game.scores = {}
      for seat, bot in ipairs(game.players) do
        game.scores[seat] = points(bot, seat, game)
      end
    end
    return games
  end

  it("of two seats has mean margins by pairs, for bots and for seats", function()
    local def = match { games = 20 }
    local function luck(bot, seat, game)
      return 10 * (2 - bot) + 3 * (2 - seat) + (bot == 1 and game.pair or 0)
    end
    local summary = stats.summary(def, with_points(def, 20, luck))
    local margin = summary.bots[1].mean_margin
    near(10 + 5.5, margin.value, 1e-9)
    -- Of the pairs' 11, 12 ... 20: t of 9 degrees times their deviation by the root of 10.
    near(2.2622 * math.sqrt(82.5 / 9 / 10), margin.margin, 1e-3)
    assert.same({ -margin.value, margin.margin }, { summary.bots[2].mean_margin.value,
      summary.bots[2].mean_margin.margin })
    near(3, summary.seats[1].mean_margin.value, 1e-9)
    near(-3, summary.seats[2].mean_margin.value, 1e-9)
    assert.is_nil(summary.bots[1].mean_rank)
    assert.is_nil(stats.summary(def, with_points(def, 18, luck)).bots[1].mean_margin.margin)
  end)

  it("has no margin of pairs that were not played to the end, and none of 0 and 1", function()
    local def = match { games = 40 }
    local games = with_points(def, 40, function(bot) return bot == 1 and 9 or 4 end)
    for i, reason in ipairs { "time", "resigned", "adjudicated", "plies", "illegal" } do
      games[2 * i].reason, games[2 * i].scores = reason, { 100, -100 }
    end
    local summary = stats.summary(def, games)
    assert.same({ value = 5, margin = 0 }, summary.bots[1].mean_margin)
    games = with_points(def, 40, function(bot) return bot == 1 and 1 or 0 end)
    assert.is_nil(stats.summary(def, games).bots[1].mean_margin)
    assert.is_nil(stats.summary(def, games_of(def, 1, 40, in_order)).bots[1].mean_margin)
  end)

  it("of more seats has mean ranks and shares of first places, where ties share", function()
    local def = definitions.normalise { rules = "blokus", games = 40,
      bots = { "a", "b", "c", "d" } }
    local games = with_points(def, 40, function(bot) return -bot end)
    for _, game in ipairs(games) do
      local places = { 1, 1, 3, 4 } -- of a, b, c, d
      for seat, bot in ipairs(game.players) do game.places[seat] = places[bot] end
    end
    local summary = stats.summary(def, games)
    for bot, rank in ipairs { 1.5, 1.5, 3, 4 } do
      near(rank, summary.bots[bot].mean_rank.value, 1e-9)
      near(bot < 3 and 0.5 or 0, summary.bots[bot].first_share.value, 1e-9)
      -- -1, -2, -3, -4, each against the mean of the others
      near(-bot - (-10 + bot) / 3, summary.bots[bot].mean_margin.value, 1e-9)
    end
    for seat = 1, 4 do
      near(2.5, summary.seats[seat].mean_rank.value, 1e-9)
      near(0.25, summary.seats[seat].first_share.value, 1e-9)
      near(0, summary.seats[seat].mean_margin.value, 1e-9)
    end
  end)

  it("compares the points of a bot's seats with those of other bots", function()
    local def = definitions.normalise { rules = "blokus", options = { players = 3 },
      bots = { "a", "b" }, games = 30 }
    local summary = stats.summary(def, with_points(def, 60, function(bot, seat)
      return bot == 1 and 7 + seat or seat
    end))
    near(7, summary.bots[1].mean_margin.value, 1e-9)
    near(-7, summary.bots[2].mean_margin.value, 1e-9)
    local shares = summary.bots[1].first_share.value + summary.bots[2].first_share.value
    near(1, shares, 1e-9)
    near(0, summary.seats[2].mean_margin.value, 1e-9)
    near(1.5, summary.seats[3].mean_margin.value, 1e-9)
  end)

  it("is the same in any order of the games, to the last bit", function()
    local function random_places(rng, seats)
      return function()
        local places = {}
        for seat = 1, seats do places[seat] = rng:int(seats) end
        local ranked = {}
        for seat = 1, seats do
          ranked[seat] = 1
          for other = 1, seats do
            if places[other] < places[seat] then ranked[seat] = ranked[seat] + 1 end
          end
        end
        return ranked
      end
    end
    for _, def in ipairs { match { sprt = { elo0 = 0, elo1 = 30 } },
      match { bots = { "a", "b", "c" } }, (definitions.normalise { rules = "blokus",
        options = { players = 3 }, bots = { "a", "b", "c", "d" } }) } do
      local games = games_of(def, 1, support.times(400, 40),
        random_places(tesela.rng(4), def.seats))
      for _, game in ipairs(games) do
        game.scores = {}
        for seat, place in ipairs(game.places) do game.scores[seat] = game.number % 7 - place end
        if game.number % 9 == 0 then
          game.reason = game.number % 2 == 0 and "error" or "time"
          game.message = "game " .. game.number
        end
      end
      local text = tesela.encode(stats.summary(def, games))
      for seed = 1, 3 do
        assert.equal(text, tesela.encode(stats.summary(def, shuffled(games, seed))))
      end
    end
  end)

  it("does not depend on when it is asked for", function()
    local def = match { bots = { "a", "b", "c" } }
    local games = simulate(def, 101, tesela.rng(6), 0.4, 0.2)
    local often = stats.new(def)
    for _, game in ipairs(games) do
      often:add(game)
      often:summary()
    end
    assert.equal(tesela.encode(stats.summary(def, games)),
      tesela.encode(often:summary()))
  end)

  it("is finite without games, after one, and when all were won", function()
    for _, def in ipairs { match(), match { sprt = {} },
      match { bots = { "a", "b", "c" } }, (definitions.normalise { rules = "blokus",
        bots = { "a", "b" } }) } do
      finite(stats.summary(def, {}))
      for _, count in ipairs { 1, 2, 3, 400 } do
        local summary = stats.summary(def, games_of(def, 1, count, function(game)
          local places = {}
          for seat, bot in ipairs(game.players) do
            places[seat] = bot == 1 and 1 or 1 + #game.players // 2
          end
          return places
        end))
        finite(summary)
        local pairing = summary.pairings[1]
        assert.is_true(pairing.elo > 0)
        assert.equal(count == 400, pairing.margin ~= nil and pairing.margin > 0)
        assert.equal(count == 400, pairing.los ~= nil and pairing.los > 0.5)
        assert.equal(count == 400, summary.bots[1].margin ~= nil)
        assert.equal(1, summary.ranking[1])
      end
    end
  end)

  it("uses games as long as no pair is complete", function()
    local def = match()
    local games = games_of(def, 1, 9, in_order)
    local halves = { games[1], games[3], games[5], games[7] }
    local summary = stats.summary(def, halves)
    assert.equal(0, summary.pairs)
    assert.same({ 0, 0, 0, 0, 0 }, summary.pairings[1].pentanomial)
    near((rating.difference { 1, 1, 1, 1 }), summary.pairings[1].elo, 1e-9)
    -- The game of a pair that is not complete counts for scores alone.
    summary = stats.summary(def, { games[1], games[2], games[9] })
    near((rating.difference { 1 }), summary.pairings[1].elo, 1e-9)
    assert.equal(3, summary.bots[1].games)
  end)

  it("has the games that were lost by a fault, and whose it was", function()
    local def = match { bots = { "a", "b", "c" } }
    local games = games_of(def, 1, 60, in_order)
    local function spoil(number, reason, seat)
      local game = games[number]
      game.reason, game.message = reason, "why " .. number
      game.places = { 1, 1 }
      game.places[seat] = 2
      return game.players[seat]
    end
    local first = spoil(5, "time", 2)
    spoil(2, "illegal", 1)
    local summary = stats.summary(def, games)
    assert.same({ { number = 2, pair = 1, bot = 2, reason = "illegal",
        message = "why 2", players = { 2, 1 } },
      { number = 5, pair = 3, bot = first, reason = "time", message = "why 5",
        players = { 2, 3 } } }, summary.odd)
    assert.same({ illegal = 1 }, summary.bots[2].faults)
    assert.same({ time = 1 }, summary.bots[3].faults)
    for number = 1, 60 do spoil(number, "memory", 1) end
    summary = stats.summary(def, shuffled(games, 1))
    assert.equal(30, #summary.odd) -- ten of each bot
    assert.equal(1, summary.odd[1].number)
    assert.same({ memory = 20 }, summary.bots[1].faults)
  end)

  it("has the state of the test", function()
    local def = match { sprt = { elo0 = 0, elo1 = 60 } }
    local games = simulate(def, 400, tesela.rng(8), 0.5, 0.2)
    assert.same(sprt.state(def, games), stats.summary(def, games).sprt)
    assert.is_nil(stats.summary(match(), {}).sprt)
  end)

  it("grows in memory with what is different, not with the games", function()
    if support.stress then return end
    local def = match { bots = { "a", "b", "c" } }
    local self, game = stats.new(def), nil
    local function add(from, to)
      for i = from, to do
        game = schedule.game(def, i)
        game.places = (i * 7 % 3 == 0) and { 1, 2 } or { 2, 1 }
        self:add(game)
      end
      collectgarbage()
      return collectgarbage "count"
    end
    local before = add(1, 6000)
    assert.is_true(add(6001, 30000) < before + 20)
  end)
end)
