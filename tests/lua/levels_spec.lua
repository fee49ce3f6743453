-- Levels of bots: what a level is told, and by whom; how moves are drawn.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local levels = require "tesela.levels"
local loop = require "tesela.turns.game_loop"
local play = require "tesela.terminal.play.play"
local support = require "support"

teardown(support.clean)

local rules = tesela.rules "mixtour"

-- A report of moves with these values.
local function report(...)
  local list = { moves = {} }
  for i, value in ipairs { ... } do list.moves[i] = { move = i, value = value } end
  return list
end

-- How often each of them is drawn.
local function counts(temperature, seen, times)
  local list = {}
  for i = 1, #seen.moves do list[i] = 0 end
  for seed = 1, times do
    local move = levels.pick(seen, temperature, seed)
    list[move] = list[move] + 1
  end
  return list
end

describe("a level", function()
  it("goes from the least to the most iterations in equal ratios", function()
    assert.equal(100, levels.iterations(1, 100, 1e10))
    assert.equal(1000, levels.iterations(2, 100, 1e10))
    assert.equal(1e10, levels.iterations(9, 100, 1e10))
    assert.equal(1, levels.iterations(1, 1, 7))
  end)

  it("draws better moves more often, the more so the higher it is", function()
    local seen, before, playouts = report(0.4, 0.6, 0.5), 0, 0
    for level = 1, levels.MOST - 1 do
      local row = levels.USUAL[level]
      local list = counts(row[2], seen, 1000)
      assert.is_true(list[2] > list[3] and list[3] >= list[1], level)
      assert.is_true(list[2] > before and row[1] >= playouts, level)
      before, playouts = list[2], row[1]
    end
  end)

  it("draws by the softmax of the values", function()
    -- Two moves of which one is worse by the temperature are drawn as e : 1.
    for _, temperature in ipairs { 0.03, 0.2, 0.9 } do
      local list = counts(temperature, report(0.9, 0.9 - temperature), 20000)
      assert.is_near(math.exp(1) / (1 + math.exp(1)), list[1] / 20000, 0.015)
    end
  end)

  it("draws the same for the same seed, and a move that there is", function()
    local seen = report(0, 0, 0, 0)
    for seed = 1, 50 do
      local move, value = levels.pick(seen, 1, seed)
      assert.equal(move, (levels.pick(seen, 1, seed)))
      assert.equal(0, value)
      assert.is_true(move >= 1 and move <= 4)
    end
  end)
end)

-- A bot with levels, in a file, that tells its budget by its value (a tenth of the level,
-- for values are in 0..1), and makes its first move.
local SHOWS = [[return { levels = %s, choose = function(_, view, budget)
  return view:list()[1], (budget.level or 0) / 10 end }]]

-- The values of the moves of a game.
local function told(given)
  local list = {}
  given.games, given.rules, given.max_plies = 2, rules, 4
  given.on_game = function(game)
    list[#list + 1] = tesela.decode(game.line).values
  end
  local result = tesela.match(given)
  return list, result
end

describe("the budget", function()
  local with = support.file(SHOWS:format "true", ".lua")
  local without = support.file(SHOWS:format "false", ".lua")

  it("has the level of a bot, or that of all", function()
    for _, trusted in ipairs { false, true } do
      local list = told { bots = { { bot = with, level = 7 }, with }, trusted = trusted,
        budget = { level = 2 } }
      assert.same({ { 0.7, 0.2, 0.7, 0.2 }, { 0.2, 0.7, 0.2, 0.7 } }, list)
      assert.same({ 0, 0, 0, 0 }, told({ bots = { with, with }, trusted = trusted })[1])
    end
  end)

  it("is a bot's own, which replaces all that says how long it thinks", function()
    local seen = {}
    local function bot(view, budget)
      seen[#seen + 1] = { budget.iterations or 0, budget.seconds or 0, budget.clock or false }
      return view:list()[1]
    end
    tesela.match { rules = rules, games = 2, max_plies = 2, workers = 0,
      bots = { { bot = bot, iterations = 7 }, { bot = bot, seconds = 9 } },
      budget = { seconds = 5 } }
    assert.same({ { 7, 0, false }, { 0, 9, false } }, table.move(seen, 1, 2, 1, {}))
    local definitions = require "tesela.contest.definition"
    local def = definitions.normalise { rules = rules, budget = { level = 2, iterations = 4,
      limit = 3 }, bots = { "expert", { bot = "expert", seconds = 1 },
      { bot = "expert", level = 5 }, { bot = "expert", clock = "9+1", level = 1 } } }
    assert.same({ level = 2, iterations = 4, limit = 3 }, definitions.budget(def, 1))
    assert.same({ level = 2, seconds = 1 }, definitions.budget(def, 2))
    assert.same({ level = 5, iterations = 4, limit = 3 }, definitions.budget(def, 3))
    assert.same({ level = 1, clock = "9+1" }, definitions.budget(def, 4))
    local names = {}
    for i, one in ipairs(def.bots) do names[i] = one.name end
    assert.same({ "expert", "expert 1 s", "expert level 5", "expert level 1, clock 9+1" }, names)
  end)

  it("tells no level where a bot has none", function()
    for _, trusted in ipairs { false, true } do
      assert.same({ 0, 0, 0, 0 }, told({ bots = { without, without }, trusted = trusted,
        budget = { level = 2 } })[1])
    end
  end)

  it("is refused where a bot without levels is to have its own", function()
    local given, expected = { { bot = without, level = 3 }, with }, "it has no levels, and "
      .. "level 3 is asked for"
    assert.matches(expected, support.raised(told, { bots = given }))
    local _, result = told { bots = given, trusted = true }
    assert.is_truthy(result.fault:find(expected, 1, true), result.fault)
  end)

  it("is in 1..9", function()
    for _, level in ipairs { 0, 10, 2.5, "3" } do
      assert.is_false(pcall(tesela.match, { rules = rules, bots = { "expert", "random" },
        games = 2, budget = { level = level } }))
      assert.is_false(pcall(tesela.match, { rules = rules, games = 2,
        bots = { { bot = "expert", level = level }, "random" } }))
      assert.is_false(pcall(play.open, "mixtour", { level = level }))
    end
    assert.has_error(function() play.open("mixtour", { level = 3, iterations = 100 }) end,
      "tesela.play: level: not together with iterations")
  end)

  it("lets a bot with a level think as long as the highest needs", function()
    assert.equal(10, loop.limit {})
    assert.equal(120, loop.limit { level = 1 })
    assert.equal(3, loop.limit { level = 1, limit = 3 })
  end)
end)

describe("expert", function()
  local function player(name, level)
    local own = tesela.rules(name)
    return own, assert(bots.player(bots.bot "expert", own, 1, 1, nil, { level = level }))
  end

  it("plays at each level, the same for the same seed", function()
    for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle", "connect_four" } do
      for _, level in ipairs { 1, 4, 6 } do
        local moves = {}
        for i = 1, 2 do
          local own, one = player(name, level)
          local state = own:start(3)
          moves[i] = bots.choose(one, state, state.seat, { level = level, seed = 5 })
          assert.is_truthy(state:try(moves[i]), name)
        end
        assert.equal(moves[1], moves[2])
      end
    end
  end)

  it("spends what its row says, and most at the highest", function()
    local own, one = player("mixtour", 2)
    local state = own:start()
    one.object.most = 5000
    for level, playouts in pairs { [1] = 1, [9] = 0 } do
      assert.is_truthy(bots.choose(one, state, 1, { level = level, seed = 5 }))
      local spent = one.object.report.iterations
      assert.equal(playouts > 0 and state:count() * playouts or 5000, spent, level)
    end
  end)

  it("is stronger at a higher level", function()
    local result = tesela.match { rules = rules, games = 20,
      bots = { { bot = "expert", level = 5 }, { bot = "expert", level = 1 } } }
    assert.same({ "expert level 5", "expert level 1" }, result.players)
    assert.is_true(result.wins >= 15, result.wins)
  end)
end)
