-- What the numbers of a tournament mean: who meets whom, in which seats, from
-- which seeds; and what a definition may say.

local tesela = require "tesela"
local seeds = require "tesela.base.seeds"
local support = require "support"
local definitions = require "tesela.contest.definition"
local identity = require "tesela.contest.identity"
local formats = require "tesela.contest.formats"
local schedule = require "tesela.contest.schedule.schedule"

teardown(support.clean)

local function four(players)
  return tesela.rules("blokus", { players = players })
end

local function define(bots, more)
  local given = { rules = "mixtour", bots = {} }
  for i = 1, bots do given.bots[i] = { name = "b" .. i, bot = "random" } end
  for key, value in pairs(more or {}) do given[key] = value end
  return (definitions.normalise(given))
end

-- The definition as earlier programs wrote it into their files.
local function older(def)
  def.openings_version = nil
  return def
end

local function digits(list) return table.concat(list) end

local function groups(def)
  local list = {}
  for i = 1, formats.groups(def) do list[i] = digits(schedule.group(def, i)) end
  return table.concat(list, " ")
end

local function seatings(def, from, to)
  local list = {}
  for i = from, to do
    list[#list + 1] = digits(schedule.game(def, i).players)
  end
  return table.concat(list, " ")
end

describe("the groups", function()
  it("of a match and of a round robin", function()
    assert.equal("12", groups(define(2)))
    assert.equal("12 13 14 23 24 34", groups(define(4)))
    assert.equal("12 13 14 23 24 34", groups(define(4, { format = "roundrobin" })))
  end)

  it("of a gauntlet all have the first bot", function()
    assert.equal("12 13 14", groups(define(4, { format = "gauntlet" })))
    assert.equal("123 124 134",
      groups(define(4, { format = "gauntlet", rules = four(3) })))
  end)

  it("are all combinations if there are more bots than seats", function()
    assert.equal("123 124 134 234", groups(define(4, { rules = four(3) })))
    assert.equal("1234 1235 1245 1345 2345", groups(define(5, { rules = four(4) })))
    assert.equal(210, formats.groups(define(10, { rules = four(4) })))
  end)

  it("are as many as there may be, and none of them is looked for", function()
    local def = define(1000)
    assert.equal(499500, formats.groups(def))
    assert.same({ 1, 1000 }, schedule.group(def, 999))
    assert.same({ 2, 3 }, schedule.group(def, 1000))
    assert.same({ 999, 1000 }, schedule.group(def, 499500))
    def = define(1000, { rules = four(3), format = "gauntlet" })
    assert.equal(498501, formats.groups(def))
    assert.same({ 1, 999, 1000 }, schedule.group(def, 498501))
    assert.error_matches(function() define(1000, { rules = four(4) }) end,
      "1000 bots at 4 seats make more than 1000000 groups")
    def.seats, def.format = 4, "roundrobin" -- what nobody would be let define
    assert.is_true(formats.groups(def) > 1000000)
    assert.same({ 1, 2, 3, 1000 }, schedule.group(def, 997))
  end)

  it("give seats that are left over to all in turn", function()
    assert.equal("1122", groups(define(2, { rules = four(4) })))
    assert.equal("112 122", groups(define(2, { rules = four(3) })))
    assert.equal("1123 1223 1233", groups(define(3, { rules = four(4) })))
    assert.equal("1234", groups(define(4, { rules = four(4) })))
  end)
end)

describe("the games of a tournament", function()
  it("go through the groups in turn, in pairs with swapped seats", function()
    assert.equal("12 21 12 21", seatings(define(2), 1, 4))
    assert.equal("12 21 13 31 23 32 12 21", seatings(define(3), 1, 8))
  end)

  it("give everybody every seat once a pair", function()
    for _, def in ipairs { define(4, { rules = four(4) }),
      define(5, { rules = four(3) }), define(3, { rules = four(4) }) } do
      for pair = 1, 40 do
        local seen = {}
        for seat = 1, def.seats do seen[seat] = {} end
        for turn = 1, def.seats do
          local game = schedule.game(def, (pair - 1) * def.seats + turn)
          assert.equal(pair, game.pair)
          for seat, bot in ipairs(game.players) do
            table.insert(seen[seat], bot)
          end
        end
        for seat = 1, def.seats do
          table.sort(seen[seat])
          assert.same(schedule.group(def, (pair - 1) % formats.groups(def) + 1),
            seen[seat])
        end
      end
    end
  end)

  it("go through the circular orders, round by round", function()
    local def = define(4, { rules = four(4) })
    local first = {}
    for round = 0, 5 do
      first[round + 1] = seatings(def, 4 * round + 1, 4 * round + 1)
    end
    assert.equal("1234 1243 1324 1342 1423 1432", table.concat(first, " "))
    assert.equal("1234 2341 3412 4123", seatings(def, 1, 4))
    assert.equal("1234 2341 3412 4123", seatings(def, 25, 28))
    assert.equal("123 231 312 132 321 213",
      seatings(define(3, { rules = four(3) }), 1, 6))
  end)

  it("are as many as asked for in each group, in whole pairs", function()
    assert.equal(100, schedule.total(define(2)))
    assert.equal(600, schedule.total(define(4)))
    assert.equal(8, schedule.total(define(2, { games = 7 })))
    assert.equal(2, schedule.total(define(2, { games = 1 })))
    assert.equal(5 * 12, schedule.total(define(5, { games = 10, rules = four(4) })))
  end)

  it("are explained if they are not as many as asked for", function()
    local function explained(bots, games, seats)
      return schedule.explanation(define(bots, { games = games, rules = seats and four(seats) }))
    end
    assert.is_nil(explained(2, 100))
    assert.is_nil(explained(5, 8, 4))
    assert.is_nil(explained(2, 8, 4))
    assert.equal("games=7: rounded up to 8 (whole pairs): 8 games", explained(2, 7))
    assert.equal("games=5: rounded up to 6 (whole pairs), for each of 3 pairings: 18 games",
      explained(3, 5))
    assert.matches("^games=12: for each of 2 line%-ups %(%S+ %S+ %S+, %S+ %S+ %S+%): 24 games$",
      explained(2, 12, 3))
    assert.matches("^games=10: rounded up to 12 %(whole groups of 3%), for each of 2 line%-ups %(",
      explained(2, 10, 3))
    assert.is_nil(schedule.explanation(define(2, { sprt = {} })))
    assert.is_nil(schedule.explanation(define(4, { format = "swiss", games = 3 })))
  end)

  it("have no end if a rule stops them, unless there is also a number", function()
    assert.is_nil(schedule.total(define(2, { sprt = {} })))
    assert.is_nil(schedule.total(define(2, { time = 60 })))
    assert.equal(400, schedule.total(define(2, { sprt = {}, games = 400 })))
    assert.equal("12 21", seatings(define(2, { sprt = {} }), 999999999, 1000000000))
  end)
end)

describe("the seeds of a tournament", function()
  it("follow from the definition and the number alone", function()
    local def = define(3, { seed = 5, openings = { plies = 4 } })
    local forward, again = {}, {}
    for i = 1, 30 do forward[i] = schedule.game(def, i) end
    for i = 30, 1, -1 do
      again[i] = schedule.game(definitions.normalise(def), i)
    end
    assert.same(forward, again)
    assert.are_not.same(forward, (function()
      local other = {}
      local def6 = define(3, { seed = 6, openings = { plies = 4 } })
      for i = 1, 30 do other[i] = schedule.game(def6, i) end
      return other
    end)())
  end)

  it("are the same start in a pair, and other luck for every seat", function()
    local def, starts, luck = define(3, { openings = { plies = 3 } }), {}, {}
    for pair = 1, 50 do
      local one = schedule.game(def, 2 * pair - 1)
      local two = schedule.game(def, 2 * pair)
      assert.equal(one.seed, two.seed)
      assert.same(one.opening, two.opening)
      assert.equal(3, one.opening.plies)
      for _, seed in ipairs { one.seed, one.opening.seed } do
        assert.is_nil(starts[seed])
        starts[seed] = true
      end
      for _, game in ipairs { one, two } do
        for seat = 1, 2 do
          local seed = game.seeds[seat]
          assert.is_true(seed >= 0 and seed < 1 << 53)
          assert.is_nil(luck[seed] or starts[seed])
          luck[seed] = true
        end
      end
    end
  end)

  it("of a bot are made from a game's, which the start is not made from", function()
    local def = define(2, { seed = 77 })
    local game = schedule.game(def, 4)
    local pair_seed = seeds.derive(77, 2)
    assert.equal(seeds.derive(pair_seed, -1), game.seed)
    assert.equal(seeds.derive(seeds.derive(pair_seed, 2), 1), game.seeds[1])
  end)

  it("hold for ever: files of games are older than programs", function()
    local game = schedule.game(older(define(3, { seed = 1, openings = { plies = 2 } })), 7)
    assert.same({ number = 7, pair = 4, group = 1, players = { 1, 2 },
      seed = 1479423236469112, opening = { plies = 2, seed = 8726571681627460 },
      seeds = { 7404449698303427, 4538924476274787 } }, game)
  end)

  it("are fresh from the kernel, not from the clock", function()
    local first, second = seeds.fresh(), seeds.fresh()
    assert.is_true(first >= 0 and first < 1 << 53 and second >= 0 and second < 1 << 53)
    assert.not_equal(first, second)
  end)

  it("come with openings of a list, in its order in files of earlier programs", function()
    local def = older(define(3, { openings = { "a1 b2", "c3", "d4 e5" } }))
    for round = 0, 5 do
      for i = 1, 6 do
        assert.equal(def.openings[round % 3 + 1],
          schedule.game(def, 6 * round + i).opening)
      end
    end
    assert.is_nil(schedule.game(define(3), 1).opening)
  end)
end)

describe("the openings of a list", function()
  local LIST = { "a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2" }

  -- The openings of a pass, a letter and a digit each; all groups of a round have the same.
  local function pass(def, number)
    local list, count = {}, formats.groups(def)
    for round = number * #LIST, (number + 1) * #LIST - 1 do
      local first = schedule.game(def, 2 * count * round + 1).opening
      for i = 1, 2 * count do
        assert.equal(first, schedule.game(def, 2 * count * round + i).opening)
      end
      list[#list + 1] = first
    end
    return list
  end

  it("are all played once in each pass, in an order of its own by the seed", function()
    local seen = {}
    for seed = 1, 3 do
      local def = define(3, { openings = LIST, seed = seed })
      for number = 0, 3 do
        local list = pass(def, number)
        local order = digits(list)
        assert.is_nil(seen[order])
        seen[order] = true
        assert.equal(order, digits(pass(define(3, { openings = LIST, seed = seed }), number)))
        table.sort(list)
        assert.equal("a1a2b1b2c1c2d1d2e1e2", digits(list))
      end
    end
  end)

  it("come equally often at each place of the order", function()
    local counts = {}
    for seed = 1, 1000 do
      local first = schedule.game(define(2, { openings = { "a1", "b1", "c1" }, seed = seed }), 1)
      counts[first.opening] = (counts[first.opening] or 0) + 1
    end
    for _, moves in ipairs { "a1", "b1", "c1" } do assert.near(1000 / 3, counts[moves], 75) end
  end)
end)

describe("a definition", function()
  it("is filled in", function()
    assert.same({
      rules = "mixtour", game = "mixtour", title = "mixtour", seats = 2, alike = true,
      format = "match",
      options = tesela.rules("mixtour").options, games = 100, seed = 0,
      budget = {}, bots = {
        { name = "random", bot = "random" }, { name = "mine", bot = "./a/mine.lua" },
      },
    }, (definitions.normalise { rules = "mixtour",
      bots = { "random", "./a/mine.lua" } }))
  end)

  it("may be read again, also from JSON", function()
    local def = define(3, { rules = "losetas", options = { tiles = { 3, 3, 1 } },
      openings = { plies = 2 }, budget = { seconds = 0.5 }, max_plies = 9,
      name = "try", workers = 2, trusted = true, memory = 1e8, time = 5.5 })
    assert.same(def, (definitions.normalise(def)))
    local back = tesela.decode(tesela.encode(def))
    assert.same(def, (definitions.normalise(back)))
    assert.same({ 3, 3, 1 }, def.options.tiles)
  end)

  it("of a test is filled in", function()
    assert.same({ elo0 = 0, elo1 = 5, alpha = 0.05, beta = 0.05,
      model = "pentanomial" }, define(2, { sprt = {} }).sprt)
    assert.equal("trinomial", define(2, { sprt = { model = "trinomial" } }).sprt.model)
  end)

  it("takes rules and bots that are values, and gives them back", function()
    local rules, bot = tesela.rules("mixtour", { win_score = 3 }), function() end
    local def, values = definitions.normalise { rules = rules,
      bots = { bot, { name = "x", bot = bot }, { name = "y", choose = bot } } }
    assert.equal(rules, values.rules)
    assert.equal(bot, values.bots[1])
    assert.equal(bot, values.bots[2])
    assert.equal(bot, values.bots[3].choose)
    assert.equal(3, def.options.win_score)
    assert.same({ { name = "bot" }, { name = "x" }, { name = "y" } }, def.bots)
    assert.same(def, (definitions.normalise(tesela.decode(tesela.encode(def)))))
  end)

  it("tells bots of one name apart, without opening their files", function()
    local def = definitions.normalise { rules = "mixtour", bots = { "random",
      "random", "/nowhere/random.lua", { name = "random (2)", bot = "greedy" } } }
    local names = {}
    for i, bot in ipairs(def.bots) do names[i] = bot.name end
    assert.same({ "random", "random (2)", "random (3)", "random (2) (2)" }, names)
    assert.equal("/nowhere/random.lua", def.bots[3].bot)
  end)

  local two = { "random", "greedy" }
  local wrong = {
    { 5, "the definition: expected a table, got 5" },
    { { bots = two }, "rules: expected a game, its path or its rules" },
    { { rules = 5, bots = two }, "rules: expected a string, got 5" },
    { { rules = "mixtour", bots = two, game = 20 },
      "there is no member game; did you mean games?" },
    { { rules = "mixtour", bots = two, seats = 4 }, "there is no member seats; " },
    { { rules = "mixtour", bots = two, alike = true }, "there is no member alike; " },
    { { rules = "chess", bots = two }, "rules: there is no game chess; the games: " },
    { { rules = "mixtour", options = { win_score = 0 }, bots = two },
      "rules: mixtour: win_score=0: expected a whole number in 1..99" },
    { { rules = tesela.rules "mixtour", options = {}, bots = two },
      "options: the rules already have their own" },
    { { rules = "blokus", options = { players = 1 }, bots = two },
      "rules: expected two seats or more, but blokus has 1" },
    { { rules = "mixtour" }, "bots: expected a list of bots, got nil" },
    { { rules = "mixtour", bots = { "random" } },
      "bots: expected 2 to 1000 bots, got 1" },
    { { rules = "mixtour", bots = { "random", 5 } },
      "bots[2]: expected a bot: a name, a path, a function or { name =, bot = }, got 5" },
    { { rules = "mixtour", bots = { "random", { name = "x", bot = {} } } },
      "bots[2].bot: expected a name, a path, a function or a table with choose, got table" },
    { { rules = "mixtour", bots = { "random", { name = "x", bott = "y" } } },
      "bots[2]: there is no member bott; did you mean bot? The members: bot, "
      .. "clock, cpu, iterations, level, memory, name, parameters, reuse, seconds, start" },
    { { rules = "mixtour", bots = { "random", { bot = "random", clock = "1+x" } } },
      'bots[2]: clock: expected a clock, like "60+1"' },
    { { rules = "mixtour", bots = { "random", { bot = "random", clock = "1", seconds = 1 } } },
      "bots[2]: clock: not together with seconds" },
    { { rules = "mixtour", bots = { "random", { name = "x", bot = "exec:x", cpu = 1e300 } } },
      "bots[2].cpu: expected a number above 0, less than a million, got 1e+300" },
    { { rules = "mixtour", bots = { "a", "b", "c" }, format = "match" },
      "format: a match is between two bots, got 3" },
    { { rules = "mixtour", bots = { nil, "random", "greedy" } },
      "bots[1]: expected an item, got nothing" },
    { { rules = "mixtour", bots = { "random", nil, "greedy" } },
      "bots[2]: expected an item, got nothing" },
    { { rules = "mixtour", bots = { [0] = "random", "random", "greedy" } },
      "bots: expected a list and nothing else, got the member 0" },
    { { rules = "mixtour", bots = two, openings = { nil, "a1" } },
      "openings[1]: expected an item, got nothing" },
    { { rules = "mixtour", bots = two, openings = { [3] = "a1" } },
      "openings[1]: expected an item, got nothing" },
    { { rules = "mixtour", bots = two, format = "cup" },
      'format: expected one of match, roundrobin, gauntlet, swiss, knockout, got "cup"' },
    { { rules = "mixtour", bots = two, opening = {} },
      "there is no member opening; did you mean openings? The members: bots, budget" },
    { { rules = "mixtour", bots = two, games = 0 },
      "games: expected a whole number in 1..2147483648, got 0" },
    { { rules = "mixtour", bots = two, games = 1.5 },
      "games: expected a whole number in 1..2147483648, got 1.5" },
    { { rules = "mixtour", bots = two, time = 0 },
      "time: expected a number above 0, got 0" },
    { { rules = "mixtour", bots = two, time = 0 / 0 },
      "time: expected a number above 0, got " },
    { { rules = "mixtour", bots = two, seed = -1 },
      "seed: expected a whole number in 0..9007199254740991, got -1" },
    { { rules = "mixtour", bots = two, trusted = 1 },
      "trusted: expected true or false, got 1" },
    { { rules = "mixtour", bots = two, budget = { second = 1 } },
      "budget: there is no member second; did you mean seconds? The members: cloc" },
    { { rules = "mixtour", bots = two, openings = {} },
      "openings: expected { plies = N }, a suite or a list of openings, got table" },
    { { rules = "mixtour", bots = two, openings = { "a1", 5 } },
      "openings[2]: expected a string, got 5" },
    { { rules = "mixtour", bots = two, openings = { plies = 0 } },
      "openings.plies: expected a whole number in 1..1000, got 0" },
    { { rules = "mixtour", bots = two, sprt = { elo0 = 5 } },
      "sprt: expected elo0 below elo1, got 5 and 5" },
    { { rules = "mixtour", bots = two, sprt = { alpha = 0.5 } },
      "sprt.alpha: expected a probability of at least 1e-9 and below 0.5, got 0.5" },
    { { rules = "mixtour", bots = two, sprt = { elo1 = 250, model = "normalized" } },
      "sprt.elo1: expected normalized Elo in -200..200, got 250" },
    { { rules = "mixtour", bots = { "a", "b", "c" }, sprt = {} },
      "sprt: expected a match of two bots in a game for two, got 3 in a game for 2" },
    { { rules = "mixtour", bots = { "random", "./b\xFF\27.lua" } },
      "bots[2].bot: expected a name or a path in UTF-8, got ./b? .lua" },
    { { rules = "mixtour", bots = { { name = "x", bot = "\xFF" }, "random" } },
      "bots[1].bot: expected a name or a path in UTF-8, got ?" },
    { { rules = "m\xFF", bots = two }, "rules: expected text in UTF-8, got m?" },
    { { rules = "mixtour", bots = two, format = "a\nb" },
      'format: expected one of match, roundrobin, gauntlet, swiss, '
      .. 'knockout, got "a?b"' },
    { { rules = "blokus", bots = (function()
      local list = {}
      for i = 1, 1000 do list[i] = "random" end
      return list
    end)() }, "bots: 1000 bots at 4 seats make more than 1000000 groups" },
    { { rules = "blokus", bots = two, sprt = {} },
      "sprt: expected a match of two bots in a game for two, got 2 in a game for 4" },
  }
  for _, each in ipairs(wrong) do
    it("is refused: " .. each[2]:sub(1, 60), function()
      local ok, why = pcall(definitions.normalise, each[1])
      assert.is_false(ok)
      assert.equal("tesela.tournament: " .. each[2],
        why:sub(1, #each[2] + #"tesela.tournament: "))
      assert.is_nil(why:find "\n")
    end)
  end
end)

describe("a definition in a file", function()
  local function refused(more)
    local def = { rules = "mixtour", game = "mixtour", title = "mixtour", seats = 2,
      options = {}, format = "gauntlet", bots = { { name = "a" }, { name = "b" }, { name = "c" } },
      games = 2 }
    assert(definitions.read(def))
    for key, value in pairs(more) do def[key] = tesela.decode(value) end
    return (support.raised(definitions.read, def):gsub("^tesela%.tournament: ", ""))
  end

  it("has lists without holes, wherever they stand", function()
    for _, each in ipairs {
      { { bots = '[null,{"name":"b"},{"name":"c"}]' }, "bots[1]: expected an item, got nothing" },
      { { bots = '[{"name":"a"},null,{"name":"c"}]' }, "bots[2]: expected an item, got nothing" },
      { { bots = '[null,null,{"name":"b"},{"name":"c"}]', format = '"knockout"' },
        "bots[1]: expected an item, got nothing" },
      { { openings = '[null,"b2"]' }, "openings[1]: expected an item, got nothing" },
      { { openings = '["b2",null,"c3"]' }, "openings[2]: expected an item, got nothing" },
      { { options = '{"corners":[null,1]}' },
        "options: expected strings, whole numbers or lists of whole numbers" },
      { { options = '{"corners":{"a":1}}' },
        "options: expected strings, whole numbers or lists of whole numbers" },
      { { grown = "1" }, "grown: expected a table, got 1" },
      { { budget = "[null,1]" }, "budget: there is no member 2; " },
    } do
      assert.equal(each[2], refused(each[1]):sub(1, #each[2]))
    end
  end)
end)

describe("the hash of a definition", function()
  local function hash(more) return identity.hash(define(2, more)) end

  it("changes with all that the games depend on", function()
    local seen = { [hash()] = true }
    for _, more in ipairs { { seed = 1 }, { options = { win_score = 2 } },
      { rules = "losetas" }, { budget = { iterations = 1 } },
      { budget = { seconds = 1 } }, { openings = { plies = 1 } },
      { openings = { "a1" } }, { max_plies = 100 }, { memory = 1e6 },
      { bots = { "random", "greedy" } }, { bots = { "greedy", "random" } },
      { format = "gauntlet" }, { bots = { { bot = "random", source = "1" }, "greedy" } },
      { bots = { { bot = "random", source = "2" }, "greedy" } }, { trusted = true },
      { bots = { { bot = "random", source = "2", modules = "3" }, "greedy" } } } do
      local key = hash(more)
      assert.is_truthy(key:match "^%x+$")
      assert.equal(16, #key)
      assert.is_nil(seen[key])
      seen[key] = true
    end
  end)

  it("does not change with who plays it, and for how long", function()
    for _, more in ipairs { { workers = 8 }, { time = 5 }, { trusted = false },
      { name = "x" }, { games = 8 }, { sprt = {} } } do
      assert.equal(hash(), hash(more))
    end
  end)

  it("does not tell 1000 from 1e3", function()
    local def = define(2, { games = 1e3, seed = 1e3, max_plies = 1e3, budget = { level = 3.0 } })
    assert.same({ "1000", "1000", "1000", "3" }, { tostring(def.games), tostring(def.seed),
      tostring(def.max_plies), tostring(def.budget.level) })
    assert.equal(identity.hash(define(2, { seed = 1000 })),
      identity.hash(define(2, { seed = 1e3 })))
  end)

  it("does not tell 2 from 2.0", function()
    assert.equal(hash { budget = { seconds = 2 }, memory = 64 },
      hash { budget = { seconds = 2.0 }, memory = 64.0 })
  end)

  it("does not depend on where a bot's file lies, if its text is known", function()
    assert.equal(
      hash { bots = { { name = "a", bot = "/x/a.lua", source = "1" }, "greedy" } },
      hash { bots = { { name = "a", bot = "/y/a.lua", source = "1" }, "greedy" } })
    assert.are_not.equal(hash { bots = { { name = "a", bot = "/x/a.lua" }, "greedy" } },
      hash { bots = { { name = "a", bot = "/y/a.lua" }, "greedy" } })
  end)

  it("has its differences named", function()
    local a = define(2)
    assert.equal("", identity.differences(a, define(2, { workers = 3 })))
    assert.equal("openings: nothing and {\"plies\":2}; seed: 0 and 4",
      identity.differences(a, define(2, { seed = 4, openings = { plies = 2 } })))
    local drawn = { openings = { plies = 2 } }
    local earlier, now = define(2, drawn), define(2, drawn)
    earlier.openings_version = nil
    assert.equal("openings: an earlier version draws them differently",
      identity.differences(earlier, now))
  end)
end)
