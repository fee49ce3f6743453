-- Games that are the same once more, as bots without luck play them.

local tesela = require "tesela"
local stats = require "tesela.contest.results.stats"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

for name, choice in pairs { first = "view:list()[1]", last = "view:list()[#view:list()]" } do
  folder:write(name .. ".lua", ("return function(view) return %s end"):format(choice))
end

-- The summary of a match at the command line.
local function played(game, a, b, words)
  folder:remove "m.jsonl"
  local out = folder:must(("$T match %s %s %s %s -f json -o m.jsonl"):format(game, a, b, words))
  return tesela.decode(out)
end

describe("bots without luck", function()
  it("have as many different games as starts, which is reported", function()
    local one = played("tictactoe", "./first.lua", "./last.lua", "-n 2")
    local many = played("tictactoe", "./first.lua", "./last.lua", "-n 40")
    assert.is_nil(one.repeats)
    assert.same({ { bots = { 1, 2 }, games = 40, different = 2 } }, many.repeats)
    assert.near(one.pairings[1].elo, many.pairings[1].elo, 1e-9)
    assert.same({}, { one.pairings[1].margin, many.pairings[1].margin }) -- of two games each
    assert.same({}, { one.first_seat.margin, many.first_seat.margin })
    assert.equal(20, many.pairings[1].pentanomial[3]) -- what was played stays
    for _, command in ipairs { "report m.jsonl", "match tictactoe ./first.lua ./last.lua "
      .. "-n 40 -o m.jsonl --resume" } do
      assert.is_truthy(folder:must("$T " .. command):find("\nOnly 2 different games of 40: "
        .. "first, last\nIntervals count each different game once; openings make games "
        .. "differ\n", 1, true))
    end
  end)

  it("are distinguished from those that have some", function()
    assert.is_nil(played("tictactoe", "random", "random", "-n 40").repeats)
    assert.is_nil(played("tictactoe", "./first.lua", "random", "-n 40").repeats)
    assert.is_nil(played("kuhn", "./first.lua", "./last.lua", "-n 20").repeats)
  end)

  it("have one for each opening and seat", function()
    local random = played("tictactoe", "./first.lua", "./last.lua", "-n 200 --openings 1")
    assert.same({ { bots = { 1, 2 }, games = 200, different = 18 } }, random.repeats)
    assert.is_truthy(folder:must "$T report m.jsonl":find("; more openings make more differ", 1,
      true))
    local suite = played("tictactoe", "./first.lua", "./last.lua", "-n 20 --openings tictactoe")
    assert.is_nil(suite.repeats)
    assert.is_truthy(folder:read "m.jsonl":find('"openings":["', 1, true))
    local _, err, status = folder:shell "$T match tictactoe random random --openings 0"
    assert.same({ "tesela match: --openings 0: expected a whole number in 1..1000\n", 2 },
      { err, status })
  end)

  it("play the same in a round robin, whose other games count", function()
    folder:write("cup.lua", [[return { rules = "tictactoe", games = 20, seed = 3,
      bots = { "./first.lua", "./last.lua", "random" } }]])
    local summary = tesela.decode((folder:must "$T tournament cup.lua -f json"))
    assert.same({ { bots = { 1, 2 }, games = 20, different = 2 } }, summary.repeats)
    local list = tesela.decode((folder:must "$T report cup.jsonl --ratings -f json"))
    for _, bot in ipairs(list.bots) do
      for _, other in ipairs(summary.bots) do
        if other.name == bot.name then assert.near(other.margin, bot.margin, 1e-6) end
      end
    end
  end)

  it("are counted by tesela.match, too", function()
    local result = tesela.match { rules = tesela.rules "tictactoe", games = 10,
      bots = { function(view) return view:list()[1] end, function(view) return view:list()[2] end },
      openings = { "b2", "a1" } }
    assert.equal(4, result.different)
    assert.is_truthy(tostring(result):find("only 4 different games of 10; the interval counts "
      .. "these\n", 1, true))
    result = tesela.match { rules = tesela.rules "tictactoe", games = 10,
      bots = { "random", "random" } }
    assert.equal(10, result.different)
  end)
end)

describe("what is counted", function()
  it("does not depend on the order of the games", function()
    local def = definitions.normalise { rules = "tictactoe", bots = { "random", "greedy" },
      games = 40 }
    local games = {}
    for i = 1, 40 do
      local seated = schedule.game(def, i)
      games[i] = { number = i, pair = seated.pair, players = seated.players, places = { 1, 2 },
        reason = "line", moves = ('"a%d"'):format(i % 2) }
    end
    local one = stats.summary(def, games)
    assert.same({ { bots = { 1, 2 }, games = 40, different = 2 } }, one.repeats)
    local rng = tesela.rng(5)
    for _ = 1, 5 do
      for i = #games, 2, -1 do
        local k = rng:int(i)
        games[i], games[k] = games[k], games[i]
      end
      assert.equal(tesela.encode(one), tesela.encode(stats.summary(def, games)))
    end
    games[7].moves = '"b1"'
    assert.is_nil(stats.summary(def, games).repeats)
  end)
end)
