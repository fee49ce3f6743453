-- A tournament as text, Markdown, CSV and JSON.

local tesela = require "tesela"
local support = require "support"
local report = require "tesela.contest.results.report"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
local stats = require "tesela.contest.results.stats"

local function define(bots, more)
  local given = { rules = "mixtour", bots = bots }
  for key, value in pairs(more or {}) do given[key] = value end
  return (definitions.normalise(given))
end

-- Games in which who comes first in the definition wins, but for every n-th.
local function play(def, count, every)
  local games = {}
  for i = 1, count do
    local game = schedule.game(def, i)
    game.places, game.reason, game.plies = {}, "points", 20
    for seat, bot in ipairs(game.players) do
      game.places[seat] = 1
      for _, other in ipairs(game.players) do
        if other < bot and i % every > 0 then
          game.places[seat] = game.places[seat] + 1
        end
      end
    end
    games[i] = game
  end
  return games
end

local function spoil(game, reason, seat, message)
  for each in ipairs(game.players) do game.places[each] = 1 end
  game.places[seat] = #game.players
  game.reason, game.message = reason, message
end

local function of_nobody()
  local def = definitions.normalise { rules = "tictactoe", bots = { "random", "mcts", "greedy" },
    games = 2 }
  local game = schedule.game(def, 3) -- random and greedy
  return require "tesela.contest.results.report".text(def, { { number = 3, pair = game.pair,
    players = game.players, places = { 2, 1 }, reason = "line" } })
end

describe("who has played no game", function()
  it("has no rank and no rating", function()
    local text = of_nobody()
    assert.matches("\nToo few: an interval needs 10 starts", text)
    assert.matches("\n1 greedy +%+%d+ %(too few%) +1 ", text)
    assert.matches("\n2 random +%-%d+ %(too few%) +1 ", text)
    assert.matches("\n%- mcts +%- +0 +0 +0 +0 +%-\n", text)
  end)
end)

describe("the text of a match", function()
  it("has its faults first, then what it came to", function()
    local def = define({ "alpha", "beta" }, { name = "Try", seed = 4,
      options = { win_score = 3 }, games = 40 })
    local games = play(def, 40, 5)
    spoil(games[3], "error", 1, "./alpha.lua:4: oh\nstack traceback:")
    assert.equal([[
Try
mixtour win_score=3, match of 2 bots, seed 4
40 of 40 games, 20 complete pairs

Lost by a fault: 1 game
alpha: error 1
game  bot    fault  message
3     alpha  error  ./alpha.lua:4: oh

Standings
bot      games  wins  draws  losses   score
1 alpha     40    31      8       1  87.5 %
2 beta      40     1      8      31  12.5 %

Figures
alpha: Elo difference +311 +/- 120 (95 %), superior with > 99.9 %
Pairs by points 0 1/2 1 3/2 2: 0 0 1 8 11, normalized Elo +623 +/- 108
Draws 20.0 %, first seat 47.5 % (Elo -17 +/- 65), 20.0 plies a game
Ended by: error 1, points 39
]], report.text(def, games))
  end)

  it("knows a bot that fails in all of its games, with however many seats", function()
    local def = definitions.normalise { rules = "blokus", bots = { "good", "bad" }, games = 8 }
    local games = {}
    for number = 1, 8 do
      local pair, players = schedule.seated(def, number)
      local places, culprit = {}, nil
      for seat, bot in ipairs(players) do if bot == 2 then culprit = seat end end
      for seat = 1, 4 do places[seat] = seat == culprit and 4 or 1 end
      games[number] = { number = number, pair = pair, players = players, plies = 1,
        places = places, reason = "error", message = "oh" }
    end
    local words = report.text(def, games)
    assert.is_truthy(words:find("bad: error 8, ALL of its games", 1, true), words)
    assert.is_truthy(words:find("No Elo difference: bad has failed", 1, true), words)
  end)

  it("has the test", function()
    local def = define({ "a", "b" }, { sprt = { elo0 = 0, elo1 = 60 } })
    local text = report.text(def, play(def, 60, 7))
    assert.is_truthy(text:find(
      "SPRT, elo0 0, elo1 60, alpha 0.05, beta 0.05, pentanomial:\n"
      .. "  LLR 3.00 (-2.94, 2.94), H1 accepted after 38 games\n", 1, true), text)
    assert.is_truthy(text:find("\n60 games, 30 complete pairs\n", 1, true))
    text = report.text(def, play(def, 2, 7))
    assert.is_truthy(text:find("undecided after 2 games", 1, true))
  end)

  it("names the better one, whichever that is", function()
    local def = define { "b", "a" }
    local games = play(def, 20, 3)
    for _, game in ipairs(games) do
      game.places = { game.places[2], game.places[1] }
    end
    local text = report.text(def, games)
    assert.is_truthy(text:find("\na: Elo difference +", 1, true), text)
    assert.is_truthy(text:find("superior with > 99.9 %", 1, true), text)
    assert.is_truthy(text:find("\n1 a ", 1, true))
    -- The counts are those of b, told the other way round.
    local counts = stats.summary(def, games).pairings[1].pentanomial
    assert.is_true(counts[1] + counts[2] > counts[4] + counts[5])
    assert.is_truthy(text:find(("Pairs by points 0 1/2 1 3/2 2: %d %d %d %d %d, "):format(
      counts[5], counts[4], counts[3], counts[2], counts[1]), 1, true), text)
  end)
end)

describe("the text of a tournament", function()
  it("has ratings, all against each other, and every pairing", function()
    local def = define({ "c", "b", "a" }, { games = 20 })
    local text = report.text(def, play(def, 60, 4))
    assert.is_truthy(text:find([[
Wins, draws and losses against each other
bot       1       2       3
1 c       .  15-5-0  15-5-0
2 b  0-5-15       .  15-5-0
3 a  0-5-15  0-5-15       .
]], 1, true), text)
    assert.is_truthy(text:find("\nc - b ", 1, true))
    assert.is_truthy(text:find("\nb - a ", 1, true))
    assert.is_truthy(text:find("Ratings are Elo above the average", 1, true))
  end)

  it("of four seats has the places", function()
    local def = define({ "a", "b", "c", "d" }, { rules = "blokus" })
    local text = report.text(def, play(def, 8, 99))
    assert.matches("Places\nFirst, %%: [^\n]*\nbot  1st  2nd  3rd  4th +first, %% +mean rank\n"
      .. "1 a    8    0    0    0  100.0 %(too few%)  1.00 %(too few%)\n", text)
    assert.matches("\nSeats\nseat  wins  draws  losses   score       mean rank\n"
      .. "1        2      0       6  50.0 %%  2.50 %(too few%)\n", text)
    assert.is_truthy(text:find("  superior\n", 1, true)) -- the last column
  end)

  it("fits a terminal, however many bots there are", function()
    local bots = {}
    for i = 1, 24 do
      bots[i] = { name = ("bot with a quite long name %d"):format(i), bot = "random" }
    end
    local def = define(bots, { games = 40, name = ("x"):rep(40) })
    local games = play(def, 276 * 4, 9)
    for i = 1, 300 do spoil(games[i], "time", 1, ("long "):rep(100)) end
    local text = report.text(def, games)
    for _, line in ipairs(support.lines(text)) do
      assert.is_true(utf8.len(line) <= 79, line)
    end
    assert.is_truthy(text:find("Lost by a fault: 300 games", 1, true))
    assert.is_truthy(text:find("The first of them:", 1, true))
    -- Every column of the cross table is there once.
    for i = 1, 24 do
      local _, times = text:gsub("%f[%w]" .. i .. " bot with a quite long n", "")
      assert.is_true(times >= 2)
    end
  end)

  it("fits a narrow terminal, with all columns", function()
    local bots = {}
    for i = 1, 5 do
      bots[i] = { name = ("bot with a quite long name %d"):format(i), bot = "random" }
    end
    local def = define(bots, { games = 40, name = ("word "):rep(20) })
    local games = play(def, 80, 9)
    for i = 1, 3 do spoil(games[i], "time", 1, ("long "):rep(100)) end
    for _, columns in ipairs { 40, 60 } do
      local said = support.at_columns(columns, report.text, def, games)
      assert.is_true(support.width(said) < columns, said)
      for _, column in ipairs { "message", "rating", "losses", "score", "superior", "pairs" } do
        assert.is_truthy(said:find("%f[%w]" .. column .. "%f[%W]"), column)
      end
    end
  end)

  it("keeps to one line what is in names and messages", function()
    local def = define({ { name = "a|b\n\27[31m", bot = "random" },
      { name = ("\u{e9}"):rep(60), bot = "random" }, { name = "\xff\xfe", bot = "random" } })
    local games = play(def, 12, 3)
    spoil(games[1], "error", 1, "\27[2Jgone\r\nmore")
    local text = report.text(def, games)
    assert.is_nil(text:find "[\27\r]")
    assert.is_truthy(text:find("?[2Jgone", 1, true))
    assert.is_nil(text:find("more", 1, true))
    for _, line in ipairs(support.lines(text)) do
      assert.is_true((utf8.len(line) or #line) <= 79, line)
    end
    for _, format in ipairs(report.formats) do
      assert.is_string(report[format](def, games))
    end
  end)
end)

describe("reports", function()
  local given = { define { "a", "b" }, define({ "a", "b" }, { sprt = {} }),
    define { "a", "b", "c" }, define({ "a", "b" }, { rules = "blokus" }),
    define({ "a", "b", "c", "d", "e" }, { rules = "qwirkle",
      options = { players = 3 } }) }

  it("show no infinite number, nor one that is none", function()
    for _, def in ipairs(given) do
      for _, count in ipairs { 0, 1, 2, 7, 300 } do
        for _, every in ipairs { 1, 3, 1000 } do
          for _, format in ipairs(report.formats) do
            local text = report[format](def, play(def, count, every)):lower()
            assert.is_nil(text:find "%f[%a]nan%f[%A]", text)
            assert.is_nil(text:find "%f[%a]inf%f[%A]", text)
            assert.is_nil(text:find "%s%-0%s", text)
          end
        end
      end
    end
  end)

  it("are the same whatever the order of the games", function()
    for _, def in ipairs(given) do
      local games, back = play(def, 60, 4), {}
      spoil(games[5], "illegal", 2, "z9")
      spoil(games[8], "memory", 1, "too much")
      for i = #games, 1, -1 do back[#back + 1] = games[i] end
      for _, format in ipairs(report.formats) do
        assert.equal(report[format](def, games), report[format](def, back))
      end
    end
  end)

  it("in Markdown are tables, with what would be markup taken literally", function()
    local def = define({ { name = "a|b*", bot = "random" }, "b", "c" }, { games = 4 })
    local text = report.markdown(def, play(def, 12, 4))
    assert.equal("# Tournament", support.lines(text)[1])
    assert.is_truthy(text:find("\n| 1 a\\|b\\* | +", 1, true), text)
    assert.is_truthy(text:find("\n| :--- | ---: | ---: |", 1, true))
    local columns
    for _, line in ipairs(support.lines(text)) do
      local _, bars = line:gsub("\\|", ""):gsub("|", "")
      columns = bars > 0 and (columns or bars) or nil
      assert.equal(columns or 0, bars, line)
    end
  end)

  it("in CSV are one table of numbers", function()
    local def = define({ { name = 'a "x", y', bot = "random" }, "b", "c" })
    local games = play(def, 12, 4)
    spoil(games[1], "time", 1, "")
    local text = report.csv(def, games)
    local rows = {}
    for line in text:gmatch "([^\r\n]*)\r\n" do rows[#rows + 1] = line end
    assert.equal(1 + 3 + 6 + 2, #rows)
    assert.equal("bot,opponent,games,wins,draws,losses,score,elo,margin,los,"
      .. "time,memory,error,illegal,nelo,nelo_margin,seat,mean_margin,mean_margin_interval,"
      .. "mean_rank,mean_rank_interval,first_share,first_share_interval,cpu,cpu_move,cpu_ratio",
      rows[1])
    assert.is_truthy(text:find('\r\n"a ""x"", y",,8,', 1, true), text)
    assert.is_truthy(text:find('\r\n"a ""x"", y",b,4,', 1, true), text)
    for i = 2, #rows do
      local _, commas = rows[i]:gsub('"[^"]*"', ""):gsub(",", "")
      assert.equal(25, commas)
    end
  end)

  it("in JSON are the summary", function()
    local def = define({ "a", "b", "c" }, { openings = { plies = 2 } })
    local games = play(def, 30, 4)
    spoil(games[9], "error", 1, "no")
    local back = tesela.decode(report.json(def, games))
    local summary = stats.summary(def, games)
    assert.equal(tesela.encode(summary), tesela.encode(back))
    assert.equal(30, back.games)
    assert.equal(9, back.odd[1].number)
    assert.equal("a", back.bots[back.ranking[1]].name)
  end)

  it("come from a summary, too", function()
    local def = define { "a", "b" }
    local games = play(def, 10, 3)
    for _, format in ipairs(report.formats) do
      assert.equal(report[format](def, games),
        report.render(stats.summary(def, games), format))
    end
  end)
end)
