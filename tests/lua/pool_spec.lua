-- Ratings over several files, and two tournaments side by side.

local tesela = require "tesela"
local compare = require "tesela.contest.results.compare"
local pool = require "tesela.contest.results.rating_pool"
local rating = require "tesela.rating"
local ratings = require "tesela.contest.results.ratings"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
local stats = require "tesela.contest.results.stats"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

local STRENGTHS = { one = 1, two = 2, three = 4, four = 1, five = 3 }

-- A tournament of bots of these names with games by strengths: as pool.read has it, and
-- its games.
local function played(names, more, seed, strengths)
  local bots = {}
  for i, name in ipairs(names) do
    bots[i] = { name = name, source = "h" .. (more.source or "") }
  end
  local given = { rules = "mixtour", bots = bots, games = more.games or 40, seed = seed,
    format = "roundrobin", budget = more.budget }
  local def = definitions.normalise(given)
  local all, list, rng = stats.new(def), {}, tesela.rng(seed)
  for number = 1, schedule.total(def) do
    local pair, players = schedule.seated(def, number)
    local a = (strengths or STRENGTHS)[names[players[1]]]
    local b = (strengths or STRENGTHS)[names[players[2]]]
    local x = rng:int(1 << 30) / (1 << 30)
    local game = { number = number, pair = pair, players = players, plies = 10,
      reason = x < 0.1 and "draw" or "points", places = x < 0.1 and { 1, 1 }
        or (x - 0.1) / 0.9 < a / (a + b) and { 1, 2 } or { 2, 1 } }
    list[number] = game
    all:add(game)
  end
  return { paths = { "file" .. seed }, definition = def, stats = all,
    summary = all:summary(), games = list }
end

describe("one list of several files", function()
  it("is that of all games together", function()
    local a = played({ "one", "two", "three" }, {}, 1)
    local b = played({ "three", "four", "two" }, {}, 2)
    local list = pool.list({ a, b }, {})
    -- In the order in which they come: one two three four.
    local model, numbers = ratings.new(4), { { 1, 2, 3 }, { 3, 4, 2 } }
    for k, one in ipairs { a, b } do
      for _, game in ipairs(one.games) do
        model:add({ numbers[k][game.players[1]], numbers[k][game.players[2]] },
          game.places, 1)
      end
    end
    local fit = model:fit()
    assert.equal(240, list.games)
    for i, name in ipairs { "one", "two", "three", "four" } do
      local elo, margin = ratings.rating(fit, i)
      for _, bot in ipairs(list.bots) do
        if bot.name == name then
          assert.is_true(math.abs(bot.rating - elo) < 1e-9)
          assert.is_true(math.abs(bot.margin - margin) < 1e-9)
          assert.equal((i == 2 or i == 3) and 160 or 80, bot.games)
        end
      end
    end
    assert.equal("three", list.bots[1].name)
    assert.equal(1, #list.islands)
  end)

  it("has its anchors where they are held", function()
    local a = played({ "one", "two", "three" }, {}, 3)
    local list = pool.list({ a }, { two = 1000 })
    local fit = a.stats.model:fit()
    for _, bot in ipairs(list.bots) do
      local i = ({ one = 1, two = 2, three = 3 })[bot.name]
      local far, err = ratings.difference(fit, i, 2)
      assert.is_true(math.abs(bot.rating - 1000 - far) < 1e-9)
      assert.is_true(math.abs(bot.margin - rating.Z95 * err) < 1e-9)
    end
    local both, sum = pool.list({ a }, { two = 1000, one = 700 }), 0
    for _, bot in ipairs(both.bots) do
      if bot.name ~= "three" then sum = sum + bot.rating end
    end
    assert.is_true(math.abs(sum - 1700) < 1e-9)
    assert.same({ n = 2, [2] = "nobody" }, table.pack(pool.list({ a }, { nobody = 1 })))
  end)

  it("tells bots of the same name apart", function()
    local list = pool.list({ played({ "one", "two" }, {}, 1),
      played({ "one", "two" }, { budget = { iterations = 5 } }, 2),
      played({ "one", "three" }, { source = "x" }, 3),
      played({ "one", "two" }, {}, 4) }, {})
    local names = {}
    for _, bot in ipairs(list.bots) do names[#names + 1] = bot.name .. bot.path end
    table.sort(names)
    assert.same({ "one@2file2", "one@3file3", "onefile1", "threefile3", "two@2file2",
      "twofile1" }, names)
    assert.same({ { "one", "two" }, { "one@2", "two@2" }, { "one@3", "three" } },
      list.islands)
    local shown = table.concat(pool.parts(list)[1].lines, "\n")
    assert.matches("one, two | one@2, two@2 | one@3, three", shown, 1, true)
    assert.matches("one@3: the bot in file3, with another text or budget", shown, 1, true)
  end)

  it("is of one game", function()
    local a, b = played({ "one", "two" }, {}, 1), played({ "one", "two" }, {}, 2)
    b.definition.options = { stack = 4 }
    b.definition.title = "mixtour (stack=4)"
    assert.equal("file1 has games of mixtour, but file2 of mixtour (stack=4)",
      support.raised(pool.list, { a, b }, {}))
  end)
end)

describe("two tournaments side by side", function()
  it("have the change and its interval", function()
    local names = { "one", "two", "three" }
    local a = played(names, {}, 1)
    local b = played({ "three", "five", "one" }, { games = 60 }, 2)
    local found = compare.of(a.summary, b.summary)
    assert.equal(1, #found.pairings)
    local row = found.pairings[1]
    assert.same({ "one", "three" }, row.names)
    -- By hand: means over pairs, with half a pair won and half a pair lost.
    local function by_hand(one, who, other)
      local half, scores = {}, { 1, 0 } -- of half pairs
      local n, sum, squares = 1, 0.5, 0.5
      for _, game in ipairs(one.games) do
        local first = one.definition.bots[game.players[1]].name
        local second = one.definition.bots[game.players[2]].name
        if first == who and second == other or first == other and second == who then
          local mine = first == who and 1 or 2
          local points = game.places[mine] < game.places[3 - mine] and scores[1]
            or game.places[mine] == game.places[3 - mine] and 0.5 or scores[2]
          if half[game.pair] then
            local score = (half[game.pair] + points) / 2
            n, sum, squares = n + 1, sum + score, squares + score * score
          end
          half[game.pair] = points
        end
      end
      local mean = sum / n
      return mean, (squares / n - mean * mean) / n
    end
    local m1, v1 = by_hand(a, "one", "three")
    local m2, v2 = by_hand(b, "one", "three")
    local margin = 1.959963984540054 * math.sqrt(v1 + v2)
    assert.is_true(math.abs(row.low - (m2 - m1 - margin)) < 1e-9)
    assert.is_true(math.abs(row.high - (m2 - m1 + margin)) < 1e-9)
    assert.is_nil(compare.of(a.summary, played({ "four", "five" }, {}, 3).summary))
  end)

  it("mark one row in twenty if nothing has changed, and what has", function()
    local rows, marked = 0, 0
    for seed = 1, support.times(120, 2) do
      local found = compare.of(played({ "one", "two", "three" }, {}, 2 * seed).summary,
        played({ "one", "two", "three" }, {}, 2 * seed + 1).summary)
      for _, list in ipairs { found.bots, found.pairings } do
        for _, row in ipairs(list) do
          rows, marked = rows + 1, marked + (row.marked and 1 or 0)
        end
      end
    end
    assert.is_true(marked / rows < 0.08, marked / rows)
    assert.is_true(support.stress or support.sanitized or marked / rows > 0.015)
    local found = compare.of(played({ "one", "two" }, { games = 200 }, 1).summary,
      played({ "one", "two" }, { games = 200 }, 2, { one = 4, two = 1 }).summary)
    assert.is_true(found.pairings[1].marked and found.pairings[1].low > 0)
  end)
end)

describe("tesela report", function()
  local function cup(name, more)
    folder:write(name .. ".lua", ([[return { rules = "losetas",
      options = { size = 3, tiles = { 3, 3, 2 } }, games = 20, %s }]]):format(more))
    folder:must(("$T tournament %s.lua"):format(name))
  end

  it("rates the bots of files, and compares them, in all formats", function()
    cup("one", 'bots = { "random", "greedy" }, seed = 1')
    cup("two", 'bots = { "greedy", "lookahead" }, seed = 2')
    cup("three", 'bots = { "random", "greedy" }, seed = 3')
    local out = folder:must
      "$T report one.jsonl two.jsonl three.jsonl --ratings --anchor greedy=100"
    assert.matches("3 tournaments, 60 games of 3 bots\n", out)
    assert.matches("Ratings are Elo with greedy at 100, with 95 %% intervals", out)
    assert.matches("\n%d greedy +%+100 %+/%- 0 +60 ", out)
    for _, line in ipairs(support.lines(out)) do assert.is_true(#line <= 80) end
    local json = tesela.decode((folder:must
      "$T report one.jsonl two.jsonl --ratings -f json"))
    assert.equal(3, #json.bots)
    assert.matches("^bot,rating,games", (folder:must
      "$T report one.jsonl two.jsonl --ratings -f csv"))
    out = folder:must "$T report one.jsonl three.jsonl --compare"
    assert.matches("Different: seed: 1 and 3\n", out)
    assert.matches("\nrandom %- greedy +[%d.]+ %% +[%d.]+ %%", out)
    assert.matches("\n| random %- greedy | [%d.]+ %% | ", (folder:must
      "$T report one.jsonl three.jsonl --compare -f markdown"))
  end)

  it("knows bots apart by their parameters", function()
    folder:write("slider.lua", [[return { parameters = { x = { 1, 0, 4 } },
      choose = function(_, view) return view:list()[1] end }]])
    for x = 1, 2 do
      cup("slider" .. x, ([[bots = { { name = "s", bot = "./slider.lua",
        parameters = { x = %d } }, "random" }]]):format(x))
    end
    local out = folder:must "$T report slider1.jsonl slider2.jsonl --ratings"
    assert.matches("40 games of 3 bots", out)
    assert.matches(" s@2 ", out)
    cup("slider3", [[bots = { { name = "s", bot = "./slider.lua",
      parameters = { x = 2 } }, "greedy" }]])
    out = folder:must "$T report slider2.jsonl slider3.jsonl --ratings"
    assert.matches("40 games of 3 bots", out)
    assert.is_nil(out:find "s@2")
  end)

  it("takes parts as one tournament, and no game twice", function()
    folder:must "$T tournament one.lua --shard 1/2"
    folder:must "$T tournament one.lua --shard 2/2"
    assert.equal((folder:must "$T report one.jsonl --ratings"),
      (folder:must "$T report one.1-of-2.jsonl one.2-of-2.jsonl --ratings"))
    local _, err, status = folder:shell "$T report one.jsonl one.1-of-2.jsonl --ratings"
    assert.matches("game %d+ is also in one.jsonl", err)
    assert.equal(1, status)
  end)

  it("counts a game once that is the same in several files", function()
    folder:write("first.lua", "return function(view) return view:list()[1] end")
    folder:write("last.lua", [[return function(view) local l = view:list(); return l[#l] end]])
    local files, margins = {}, {}
    for seed = 1, 3 do
      folder:write("again.lua", ([[return { rules = "connect_four", options = { columns = 12 },
        openings = { plies = 1 }, games = 200, seed = %d,
        bots = { "./first.lua", "./last.lua" } }]]):format(seed))
      files[seed] = ("again-%d.jsonl"):format(seed)
      folder:must("$T tournament again.lua -w 1 -o " .. files[seed])
      local out = folder:must("$T report --ratings " .. table.concat(files, " "))
      margins[seed] = out:match "first%s+[-+]%d+ %+/%- (%d+)"
      assert.is_truthy(out:find(("Only 24 different games of %d: first, last"):format(
        200 * seed), 1, true))
    end
    assert.is_string(margins[1])
    assert.is_true(tonumber(margins[3]) > 0.75 * tonumber(margins[1]),
      table.concat(margins, " "))
  end)

  it("has no rating and no rank for who has no game", function()
    folder:write("four.lua", [[return { rules = "tictactoe", games = 2, seed = 1,
      format = "roundrobin", bots = { "random", "greedy", "random", "greedy" } }]])
    folder:must "$T tournament four.lua --shard 1/6 -o four.jsonl"
    local out = folder:must "$T report four.jsonl --ratings"
    local _, none = out:gsub("\n%- [^\n]* %- +0 +0 +0 +0 +%-", "")
    assert.equal(2, none, out)
    local _, err = folder:shell "$T report four.jsonl --ratings --anchor 'greedy (2)=1500'"
    assert.equal("tesela report: --anchor: no bot greedy (2) has played\n", err)
  end)

  it("says what is wrong", function()
    for words, why in pairs {
      ["one.jsonl --anchor a=1"] = "--anchor: expected --ratings with it",
      ["one.jsonl --compare --ratings"] = "--ratings and --compare: expected one of them",
      ["one.jsonl --game 1 --ratings"] = "--game and --ratings: expected one of them",
      ["one.jsonl --game 1 -f json"] = "-f json: not with --game, which prints the record "
        .. "and its board",
      ["one.jsonl --ratings --anchor a"] = "--anchor a: expected NAME=ELO",
      ["one.jsonl --ratings --anchor a=1"] = "--anchor: no bot a has played",
      ["one.jsonl --ratings --anchor random=1 --anchor random=2"] =
        "--anchor random=2: random already has a rating",
      ["one.jsonl --ratings --anchor random=" .. ("9"):rep(400)] =
        "--anchor: expected a rating of at most 100000",
      ["one.jsonl --compare"] = "--compare: expected files of two tournaments, got 1",
      ["one.jsonl none.jsonl --ratings"] = "none.jsonl: No such file or directory",
    } do
      local _, err, status = folder:shell("$T report " .. words)
      assert.equal("tesela report: " .. why .. "\n", err)
      assert.is_true(status > 0)
    end
  end)
end)
