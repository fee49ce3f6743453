-- The end of a round robin when its first place is decided.

local tesela = require "tesela"
local first = require "tesela.contest.results.first_place"
local definitions = require "tesela.contest.definition"
local formats = require "tesela.contest.formats"
local schedule = require "tesela.contest.schedule.schedule"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

-- Definitions need bots with names only.
local function definition(bots, p, rules, options)
  local list = {}
  for i = 1, bots do list[i] = { name = "bot" .. i } end
  return definitions.normalise { rules = rules or "mixtour", options = options, bots = list,
    format = "roundrobin", decided = p, games = 1000000, seed = 1 }
end

-- A game by the worths of bots, with draws.
local function places_of(game, worths, rng)
  local a, b = worths[game.players[1]], worths[game.players[2]]
  local x = rng:int(1 << 30) / (1 << 30)
  if x < 0.2 then return { 1, 1 } end
  return (x - 0.2) / 0.8 < a / (a + b) and { 1, 2 } or { 2, 1 }
end

-- Who is called first in a cup, and after how many games; nil: nobody.
local function cup(def, worths, rounds, rng)
  local test = first.new(def)
  for number = 1, rounds * test.round_games do
    local game = { number = number, players = def.seated[number % test.round_games] }
    game.places = places_of(game, worths, rng)
    test:add(game)
    if test.decision then break end
  end
  local state = test:state()
  return state.decision, state.at
end

-- In how many of so many cups somebody is called first who is not better than all.
local function errors(worths, cups, rounds, p, seed)
  local rng, def, wrong, right, games = tesela.rng(seed), definition(#worths, p), 0, 0, 0
  def.seated = {} -- in each round the same
  for number = 1, #worths * (#worths - 1) do
    local _, players = schedule.seated(def, number)
    def.seated[number % (#worths * (#worths - 1))] = players
  end
  for _ = 1, cups do
    local who, at = cup(def, worths, rounds, rng)
    games = games + at
    local best = who ~= nil
    for j, worth in ipairs(worths) do
      best = best and (j == who or worth < worths[who])
    end
    if best then right = right + 1 elseif who then wrong = wrong + 1 end
  end
  return wrong, right, games / cups
end

describe("the test of the first place", function()
  local CUPS = support.times(200, 4)
  local ROUNDS = support.times(60, 10)

  -- Of 200 cups with an error in 5 % each, 17 or more are wrong in one of fifty.
  it("errs in 5 % of cups between equals at most", function()
    for bots, seed in pairs { [2] = 1, [3] = 2 } do
      local worths = {}
      for i = 1, bots do worths[i] = 1 end
      assert.is_true(errors(worths, CUPS, ROUNDS, 0.95, seed) <= 16)
    end
    -- Two are equal, the others do not matter: nothing is worse.
    assert.is_true(errors({ 1, 1, 0.1 }, CUPS, ROUNDS, 0.95, 4) <= 16)
  end)

  it("makes use of what it may err: with p = 0.6 it errs, in 40 % at most", function()
    local wrong = errors({ 1, 1 }, CUPS, ROUNDS, 0.6, 5)
    assert.is_true(support.stress or wrong > 20, wrong)
    assert.is_true(wrong <= 100, wrong)
  end)

  it("finds who is better by 200 Elo, soon", function()
    if support.stress then return end
    local wrong, right, games = errors({ 1, 1, 10 ^ (200 / 400) }, CUPS, ROUNDS, 0.95, 6)
    assert.is_true(right >= CUPS * 0.98, right)
    assert.is_true(wrong <= 4)
    assert.is_true(games < 600, games)
  end)

  it("depends on the games alone, whatever their order", function()
    local def, rng, list = definition(3, 0.9), tesela.rng(8), {}
    for number = 1, 600 do
      local _, players = schedule.seated(def, number)
      list[number] = { number = number, players = players }
      list[number].places = places_of(list[number], { 1, 2, 1 }, rng)
    end
    local in_order, mixed = first.new(def), first.new(def)
    for _, game in ipairs(list) do in_order:add(game) end
    for i = #list, 2, -1 do
      local j = rng:int(i) + 1
      list[i], list[j] = list[j], list[i]
    end
    for _, game in ipairs(list) do mixed:add(game) end
    assert.equal(2, in_order:state().decision)
    assert.same(in_order:state(), mixed:state())
    assert.equal(0, in_order:state().at % 6)
  end)

  -- A slow second opinion: all rounds from their games, products and not steps.
  it("agrees with its definition, even at three seats", function()
    local def, rng = definition(4, 0.8, "qwirkle", { players = 3 }), tesela.rng(9)
    local size, games, test = formats.groups(def) * 3, {}, first.new(def)
    local expected
    for number = 1, 40 * size do
      local _, players = schedule.seated(def, number)
      local strong = false
      for _, bot in ipairs(players) do strong = strong or bot == 3 end
      local places = {}
      for seat, bot in ipairs(players) do
        places[seat] = strong and bot == 3 and rng:int(3) > 0 and 1 or rng:int(2) + 2
      end
      games[number] = { number = number, players = players, places = places }
      test:add(games[number])
    end
    local known = {}
    local function share(round, bot)
      local key = round * 10 + bot
      if known[key] then return known[key] end
      local points, most = 0, 0
      for number = (round - 1) * size + 1, round * size do
        local game = games[number]
        for i, a in ipairs(game.players) do
          for j, b in ipairs(game.players) do
            if a == bot and b ~= bot then
              local x, y = game.places[i], game.places[j]
              points, most = points + (x < y and 1 or x == y and 0.5 or 0), most + 1
            end
          end
        end
      end
      known[key] = points / most
      return known[key]
    end
    local bets = { 0.95, 0.66, 0.46, 0.32, 0.23, 0.16, 0.11, 0.08, 0.055, 0.04 }
    for last = 1, 40 do
      for i = 1, 4 do
        local least = math.huge
        for j = 1, 4 do
          local sum = 0
          for _, x in ipairs(bets) do
            local product = 0.1
            for round = 1, last do
              product = product * (1 + x * (share(round, i) - share(round, j)))
            end
            sum = sum + product
          end
          if i ~= j then least = math.min(least, sum) end
        end
        if least >= 4 / 0.2 and not expected then expected = { i, last * size } end
      end
    end
    assert.same(expected, { test:state().decision, test:state().at })
    assert.equal(3, expected[1])
  end)
end)

describe("a tournament with decided", function()
  local CUP = [[return { rules = "losetas", options = { size = 3, tiles = { 3, 3, 2 } },
    bots = { "random", "greedy", "random" }, games = 4000, seed = 5, decided = %s,
    name = "Short" }]]

  it("ends, after the same game with any workers and after kill -9", function()
    folder:write("short.lua", CUP:format "0.95")
    local out, err = folder:must "$T tournament short.lua -w 1 -o one.jsonl"
    assert.matches("\nFirst place: greedy, decided with 95 %% after %d+ games\n", out)
    assert.matches("the test has decided", err)
    local one = folder:merged "one.jsonl"
    for tries = 1, support.sanitized and 2 or 6 do
      folder:shell(("timeout -s KILL %.3f $T tournament short.lua -w 3 -o many.jsonl")
        :format(0.03 * tries))
    end
    local function same(report)
      assert.equal(support.without_usage(out), support.without_usage(report))
    end
    same(folder:must "$T tournament short.lua -w 3 -o many.jsonl")
    assert.equal(one, folder:merged "many.jsonl")
    same(folder:must "$T report many.jsonl")
    assert.matches(", 0 differ", (folder:must "$T repeat one.jsonl --games 10"))
    local _, why = folder:shell "$T tournament short.lua --shard 1/2"
    assert.matches("decided depends on earlier games", why)
  end)

  it("may be asked for, changed and left out: reports have the games that count", function()
    local games = support.sanitized and 60 or 200
    local function play(more)
      folder:write("test.lua", ([[return { rules = "tictactoe", bots = { "random", "greedy" },
        games = %d, seed = 3, %s }]]):format(games, more))
      local out = folder:must "$T tournament test.lua"
      assert.equal(support.without_usage(out), support.without_usage(
        folder:must "$T report test.jsonl"))
      for _, form in ipairs { "json", "csv", "markdown", "html" } do
        folder:must("$T report test.jsonl -f " .. form)
      end
      local count = #support.lines(folder:read "test.jsonl")
      local _, why, status = folder:shell "$T merge test.jsonl -o test.jsonl"
      if status == 0 then
        assert.equal("", why)
      else
        assert.matches("line %d+ is not among the games that are merged", why)
        assert.equal(count, #support.lines(folder:read "test.jsonl"))
      end
      return math.tointeger(out:match "(%d+) of %d+ games"), status
    end
    local decided = play "sprt = { elo0 = 0, elo1 = 50 }"
    assert.is_true(decided < games)
    assert.same({ games, 0 }, { play "" })
    assert.same({ decided, 1 }, { play "sprt = { elo0 = 0, elo1 = 50 }" })
    local other = play "sprt = { elo0 = -500, elo1 = -400 }"
    assert.is_true(other < decided)
    assert.is_true(play "sprt = { elo0 = 0, elo1 = 1 }" > decided)
  end)

  it("says what is wrong", function()
    for given, why in pairs {
      ['decided = 1, '] = "decided: expected a probability above 0.5 and below 1, got 1",
      ['decided = 0.9, format = "gauntlet", '] =
        "decided: expected a round robin without sprt",
    } do
      assert.equal("tesela.tournament: " .. why, support.raised(definitions.normalise,
        load("return {" .. given .. [[rules = "mixtour", bots = { "random", "greedy",
          "mcts" } }]])()))
    end
  end)
end)
