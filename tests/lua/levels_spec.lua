-- Levels of bots: what a level is told, and by whom; how moves are drawn.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local levels = require "tesela.levels"
local loop = require "tesela.turns.game_loop"
local play = require "tesela.terminal.play.play"
local support = require "support"

teardown(support.clean)

local rules = tesela.rules "mixtour"

-- A report of moves with these values, as a search of that method has it.
local function report(method, ...)
  local list = { method = method, moves = {}, untried = {} }
  for i, value in ipairs { ... } do list.moves[i] = { move = i, value = value } end
  return list
end

-- A view whose moves exchange tiles from `first` on.
local function view(first)
  return { parts = function(_, move) return first and move >= first and "swap" or "place" end }
end

-- How often each of the moves is picked.
local function counts(overlooked, seen, times)
  local list = {}
  for i = 1, #seen.moves do list[i] = 0 end
  for seed = 1, times do
    local move = levels.pick(seen, overlooked, seed, view())
    list[move] = list[move] + 1
  end
  return list
end

describe("a level", function()
  it("overlooks each of the moves with the same chance, the best first", function()
    local list = counts(0.5, report("mcts", 0.1, 0.9, 0.5), 8000)
    -- 1/2, 1/4, 1/8 and, of those that overlook all, a third each.
    for i, share in ipairs { 0.5 + 1 / 24, 0.25 + 1 / 24, 0.125 + 1 / 24 } do
      assert.is_near(share, list[i] / 8000, 0.02)
    end
  end)

  it("looks at the moves of alpha-beta by their values", function()
    local list = counts(0.2, report("alphabeta", 0.3, 0.9, 0.3, 0.1), 8000)
    assert.is_near(0.8, list[2] / 8000, 0.02)
    assert.is_near(0.09, list[1] / 8000, 0.02)
    assert.is_near(0.09, list[3] / 8000, 0.02)
  end)

  it("picks the best of all if nothing is overlooked, any if all is", function()
    local seen = report("mcts", 0.5, 0.5, 0.5)
    assert.same({ 500, 0, 0 }, counts(0, seen, 500))
    for _, count in ipairs(counts(1, seen, 6000)) do assert.is_near(2000, count, 150) end
  end)

  it("looks at moves that were not tried last, in their order", function()
    local seen = report("mcts", 0.1, 0.9)
    seen.untried = { 4, 3 }
    local picked = {}
    for seed = 1, 8000 do
      local move = levels.pick(seen, 0.5, seed, view())
      picked[move] = (picked[move] or 0) + 1
    end
    for move, share in pairs { 0.5, 0.25, 0.0625, 0.125 } do
      assert.is_near(share + 1 / 64, picked[move] / 8000, 0.02)
    end
  end)

  it("overlooks a move that wins only in each of sixty looks", function()
    local seen = report("mcts", 0.9, 0.1)
    seen.moves[1].proof = "win"
    -- Of all that overlook the other move too a half are drawn.
    local share = 1 - 0.99 ^ 60 * (1 - 0.99 * 0.5)
    assert.is_near(share, counts(0.99, seen, 8000)[1] / 8000, 0.02)
  end)

  it("exchanges tiles only if nothing else can be played", function()
    local seen = report("mcts", 0.1, 0.9, 0.5)
    for seed = 1, 200 do
      assert.equal(1, levels.pick(seen, 0.9, seed, view(2)))
      assert.is_true(levels.pick(seen, 0.9, seed, view(1)) <= 3)
    end
  end)

  it("picks the same for the same seed", function()
    local seen = report("alphabeta", 0, 0, 0, 0)
    for seed = 1, 50 do
      assert.equal(levels.pick(seen, 0.5, seed, view()), (levels.pick(seen, 0.5, seed, view())))
    end
  end)
end)

describe("a scale", function()
  it("overlooks less and less, and then searches longer and longer", function()
    local overlooked, iterations = 1, 0
    for level, row in ipairs(levels.scale(100, 1e7)) do
      assert.is_true((row[2] or 0) < overlooked or not row[2] and row[1] > iterations, level)
      overlooked, iterations = row[2] or overlooked, row[1]
    end
    assert.equal(1e7, iterations)
    assert.equal(levels.MOST, #levels.USUAL)
  end)

  it("is read as it was written", function()
    local rows = levels.scale(100, 12345)
    assert.same(rows, levels.read(levels.text(rows)))
  end)

  it("is refused with what was expected", function()
    local text = levels.text(levels.USUAL)
    for wrong, expected in pairs {
      [text .. "5\n"] = "expected 2 to 9 levels, got 10",
      [""] = "expected 2 to 9 levels, got 0",
      [text:gsub("0%.95", "1.5", 1)] = "line 2: expected iterations, and a share of moves in 0..1",
      [text:gsub("50 ", "0 ", 1)] = "line 2: expected iterations, and a share of moves in 0..1",
      ["5 0.5 1"] = "line 1: expected iterations, and a share of moves in 0..1",
      ["x"] = "line 1: expected iterations, and a share of moves in 0..1",
      ["nan nan"] = "line 1: expected iterations, and a share of moves in 0..1",
    } do
      local rows, why = levels.read(wrong)
      assert.same({ nil, expected }, { rows, why })
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
    local function bot(seen_from, budget)
      seen[#seen + 1] = { budget.iterations or 0, budget.seconds or 0, budget.clock or false }
      return seen_from:list()[1]
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

  it("tells no level if a bot has none", function()
    for _, trusted in ipairs { false, true } do
      assert.same({ 0, 0, 0, 0 }, told({ bots = { without, without }, trusted = trusted,
        budget = { level = 2 } })[1])
    end
  end)

  it("is refused if a bot without levels is to have its own", function()
    local given, expected = { { bot = without, level = 3 }, with }, "it has no levels, but "
      .. "level 3 is requested"
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
      for _, level in ipairs { 1, 3, 4 } do
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

  it("spends what its row says", function()
    local own, one = player("mixtour", 2)
    local state = own:start()
    one.object.levels = { { 30, 0.5 }, { 40 } }
    for level = 1, #one.object.levels do
      assert.is_truthy(bots.choose(one, state, 1, { level = level, seed = 5 }))
      -- With one for each of 25 moves it has looked at all of them.
      assert.equal(level == 1 and 25 or 40, one.object.report.iterations)
    end
  end)

  it("is stronger at a higher level", function()
    local result = tesela.match { rules = rules, games = 20,
      bots = { { bot = "expert", level = 5 }, { bot = "expert", level = 1 } } }
    assert.same({ "expert level 5", "expert level 1" }, result.players)
    assert.is_true(result.wins >= 15, result.wins)
  end)

  it("does not throw tiles away at a low level", function()
    local own, exchanged, moves = tesela.rules "qwirkle", 0, 0
    for seed = 1, 10 do
      local state, _, one = own:start(seed), player("qwirkle", 3)
      while state.ply < 8 do
        local move = bots.choose(one, state, state.seat, { level = 3, seed = seed })
        moves = moves + 1
        if state:text(move):find "^x" then exchanged = exchanged + 1 end
        state:play(move)
      end
    end
    assert.is_true(exchanged <= moves // 10, exchanged)
  end)
end)

describe("tesela levels", function()
  local GAME = [[
return tesela.define { name = "few", board = tesela.board.square(3),%s
  seat_names = { "X", "O" }, pieces = { { "X" }, { "O" } }, moves = { "place" },
  endings = { { "line", row = 3 }, { "full", full = true } } }
]]

  local SOURCE = [[$T -e 'print(require "tesela".game("./few.lua").source)']]

  it("finds a scale, writes it and measures it; the game plays by it", function()
    local folder = support.folder()
    folder:write("few.lua", GAME:format "")
    local source = folder:must(SOURCE)
    local _, lines = folder:must("$T levels few.lua -n 2 -w 2 --seconds 0.02"):gsub("\n", "")
    assert.is_true(lines >= 4 and lines <= 11, lines)
    local rows = assert(levels.read(folder:read "few.levels"))
    folder:write("few.lua", GAME:format ' levels = "few.levels",')
    assert.equal(source, folder:must(SOURCE))
    local measured, level = folder:must "$T levels --measure few.lua -n 2 -w 2", 0
    for number, iterations in measured:gmatch "\n +(%d) +(%d+) " do
      level = level + 1
      assert.same({ level, rows[level][1] }, { tonumber(number), tonumber(iterations) })
    end
    assert.equal(#rows, level)
    folder:write("few.levels", "1 2 3")
    assert.matches("few.levels: line 1: expected iterations",
      select(2, folder:shell "$T moves few.lua"))
    folder:remove "few.levels"
    assert.matches("few.lua: levels: .*No such file",
      select(2, folder:shell "$T moves few.lua"))
  end)

  it("refuses a file that is something else, and a game for one", function()
    local folder = support.folder()
    folder:write("mine", "something else\n")
    local out = folder:shell "$T levels tictactoe -n 2 -o mine 2>&1"
    assert.matches("mine: it exists, and is not a scale of levels", out)
    assert.equal("something else\n", folder:read "mine")
    assert.matches("expected a game for two or more",
      folder:shell "$T levels blokus -s players=1 2>&1")
  end)
end)
