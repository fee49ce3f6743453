-- Wrong arguments: each raises a message that names the function and what was
-- expected, and changes nothing.

local tesela = require "tesela"
local support = require "support"

local rules = tesela.rules "mixtour"
local seed_range = "a seed, a whole number in 0..2^53-1"

local function state() return rules:start(1):play "a1" end

local raised = support.raised

teardown(support.clean)

local NONE = {} -- no argument at all

local function arguments_of(row)
  local list = table.pack(table.unpack(row, 2, row.n - 1))
  if list[1] == NONE then return 0 end
  return list.n, table.unpack(list, 1, list.n)
end

-- Rows of { method, arguments ..., message }.
local function check(object, index, rows)
  for _, row in ipairs(rows) do
    local n, a, b, c = arguments_of(row)
    local given = { a, b, c }
    local f = index[row[1]]
    local message
    if object == nil then
      message = raised(f, table.unpack(given, 1, n))
    else
      message = raised(f, object, table.unpack(given, 1, n))
    end
    assert.equal(row[row.n], message)
  end
end

local function row(...) return table.pack(...) end

local no_game = "there is no game chess; the games: "
  .. table.concat(tesela.games(), ", ")

describe("a wrong argument", function()
  it("of the module's functions is named", function()
    check(nil, tesela, {
      row("rules", NONE, "tesela.rules: expected the name of a game, got no value"),
      row("rules", nil, "tesela.rules: expected the name of a game, got nil"),
      row("rules", 5, "tesela.rules: expected the name of a game, got number"),
      row("rules", {}, "tesela.rules: expected the name of a game, got table"),
      row("rules", "chess", no_game),
      row("rules", "mixtour\0", "tesela.rules: expected the name of a game, got "
        .. "text with a zero byte"),
      row("rules", "mixtour", 5, "tesela.rules: expected a table of options, got number"),
      row("rules", "mixtour", "win_score=3",
        "tesela.rules: expected a table of options, got \"win_score=3\""),
      row("rules", "mixtour", { "win_score=3" },
        "tesela.rules: expected options by name, got a number"),
      row("rules", "mixtour", { wins = 3 }, "mixtour: there is no option wins; the options: "
        .. "win_score, pieces, stack, repetition, stall"),
      row("rules", "mixtour", { win_score = 0 },
        "mixtour: win_score=0: expected a whole number in 1..99"),
      row("rules", "mixtour", { win_score = "abc" },
        "mixtour: win_score=abc: expected a whole number in 1..99"),
      row("rules", "mixtour", { win_score = 1.5 },
        "mixtour: win_score=1.5: expected a whole number in 1..99"),
      row("rules", "mixtour", { win_score = true },
        "mixtour: win_score=true: expected a whole number in 1..99"),
      row("rules", "mixtour", { repetition = 1 },
        "mixtour: repetition=1: expected a whole number in 2..9 or 0"),
      row("rules", "mixtour", { stack = { 3, 4 } },
        "mixtour: stack=3,4: expected a whole number in 2..8"),
      row("rules", "mixtour", { stack = {} },
        "mixtour: stack=: expected a whole number in 2..8"),
      row("game", nil, "tesela.game: expected the name of a game, got nil"),
      row("game", "chess", no_game),
      row("reload", nil, "tesela.reload: expected the name of a game or the path of "
        .. "its file, got nil"),
      row("reload", rules, "tesela.reload: expected the name of a game or the path of "
        .. "its file, got tesela.rules"),
      row("rng", NONE, "tesela.rng: expected " .. seed_range .. ", got no value"),
      row("rng", "1", "tesela.rng: expected " .. seed_range .. ", got \"1\""),
      row("rng", 1.5, "tesela.rng: expected " .. seed_range .. ", got 1.5"),
      row("rng", -1, "tesela.rng: expected " .. seed_range .. ", got -1"),
      row("rng", 1 << 53, "tesela.rng: expected " .. seed_range
        .. ", got 9007199254740992"),
      row("replay", nil, "tesela.replay: expected a line of a record, got nil"),
      row("replay", {}, "tesela.replay: expected a line of a record, got table"),
      row("replay", "{}", "x", "tesela.replay: expected plies, got \"x\""),
      row("replay", "{}", 1.5, "tesela.replay: expected plies, got 1.5"),
      row("replay", "{}", -1, "tesela.replay: expected plies of at least 0"),
      row("decode", nil, "tesela.decode: expected JSON text, got nil"),
      row("decode", 5, "tesela.decode: expected JSON text, got number"),
      row("encode", print, "tesela.encode: expected data, got function"),
      row("encode", { a = { rules } }, "tesela.encode: expected data at a[1], got tesela.rules"),
      row("encode", {}, 5, "tesela.encode: expected a list of keys, got number"),
      row("encode", { [true] = 1 }, "tesela.encode: expected strings as keys, got boolean"),
    })
  end)

  it("is named among the options of a tournament", function()
    local function says(message, options)
      assert.error_matches(function() tesela.tournament({}, options) end,
        "tesela.tournament: " .. message)
    end
    says("expected a table of options, got \"cup.jsonl\"", "cup.jsonl")
    says("file: expected a string, got 3", { file = 3 })
    says("on_game: expected a function, got 3", { on_game = 3 })
    says("shard: expected a table, got \"1/2\"", { shard = "1/2" })
    says("expected shard.of in 1..1000000, got nil", { shard = { part = 1 } })
    says("expected shard.of in 1..1000000, got 1000001",
      { shard = { part = 1, of = 1000001 } })
    says("expected shard.part in 1..2, got 3", { shard = { part = 3, of = 2 } })
  end)

  it("of the functions in Lua is named", function()
    local match = "tesela.match: "
    local cup = "tesela.tournament: "
    local function with(changes)
      local options = { rules = rules, bots = { "random", "random" }, games = 2 }
      for key, value in pairs(changes) do options[key] = value end
      return options
    end
    check(nil, tesela, {
      row("bot", NONE, "tesela.bot: expected a name, a path, a function or a table "
        .. "with choose, got nil"),
      row("bot", {}, "tesela.bot: expected a name, a path, a function or a table "
        .. "with choose, got table"),
      row("bot", 7, "tesela.bot: expected a name, a path, a function or a table "
        .. "with choose, got 7"),
      row("bot", "deep", "there is no bot deep; the bots: "
        .. table.concat(tesela.bots(), ", ") .. "; or the path of a file (./mine.lua)"),
      row("bot", "./none.lua", "bot ./none.lua: cannot open ./none.lua: "
        .. "No such file or directory"),
      row("match", NONE, match .. "expected a table of options, got nil"),
      row("match", "mixtour", match .. "expected a table of options, got \"mixtour\""),
      row("match", {}, match .. "rules: expected the name of a game, or rules, got nil"),
      row("match", with { rules = "./none.lua" },
        match .. "rules: there is no game ./none.lua: No such file or directory"),
      row("match", with { rules = state() },
        match .. "rules: expected the name of a game, or rules, got tesela.state"),
      row("analyse", { record = "{}", rules = true },
        "tesela.analyse: rules: expected the name of a game, or rules, got boolean"),
      row("match", with { bots = "random" },
        match .. "bots: expected a table, got \"random\""),
      row("match", with { bots = { nil, "random" } },
        match .. "bots[1]: expected a bot, got nil"),
      row("match", with { bots = { "random" } },
        match .. "bots: expected two bots, got 1"),
      row("match", with { games = 3 }, match .. "games: expected an even number in "
        .. "2..2147483646 (games come in pairs), got 3"),
      row("match", with { games = 0 },
        match .. "games: expected a whole number in 2..2147483648, got 0"),
      row("match", with { games = "2" },
        match .. "games: expected a whole number in 2..2147483648, got \"2\""),
      row("match", with { seed = -1 },
        match .. "seed: expected a whole number in 0..9007199254740991, got -1"),
      row("match", with { seed = 1.5 },
        match .. "seed: expected a whole number in 0..9007199254740991, got 1.5"),
      row("match", with { trials = 4 }, match .. "there is no option trials; the options: "
        .. "rules, bots, games, seed, budget, max_plies, resign, draw, openings, on_game, workers, "
        .. "file, lock, prints, trusted, programs"),
      row("match", with { [1] = 4 }, match .. "there is no option 1; the options: "
        .. "rules, bots, games, seed, budget, max_plies, resign, draw, openings, on_game, workers, "
        .. "file, lock, prints, trusted, programs"),
      row("match", with { budget = 100 }, match .. "budget: expected a table, got 100"),
      row("match", with { budget = { seconds = "ten" } },
        match .. "budget: seconds: expected a number above 0, less than a million, got \"ten\""),
      row("match", with { budget = { seconds = -1 } },
        match .. "budget: seconds: expected a number above 0, less than a million, got -1"),
      row("match", with { budget = { iterations = 1.5 } },
        match .. "budget: iterations: expected a whole number above 0, got 1.5"),
      row("match", with { max_plies = 0 },
        match .. "max_plies: expected a whole number in 1..2147483648, got 0"),
      row("match", with { on_game = true },
        match .. "on_game: expected a function, got boolean"),
      row("run", NONE, "tesela.run: expected a table of options, got nil"),
      row("tournament", NONE, cup .. "expected a definition (a table), got nil"),
      row("tournament", "cup.lua", cup .. "expected a definition (a table), got \"cup.lua\""),
      row("tournament", { bots = { "random", "random", mcts = 1 }, rules = "mixtour" },
        cup .. "bots: expected a list and nothing else, got the member mcts"),
      row("tournament", { bots = { { nam = "x", bot = "random" }, "random" }, rules = rules },
        cup .. "bots[1]: there is no member nam; did you mean name? The members: bot, "
        .. "clock, cpu, iterations, level, memory, name, parameters, reuse, seconds, start"),
      row("tournament", { bots = { "random", "random" }, rules = "mixtour",
        memory = 0.1 }, cup .. "memory: expected a number of MB, 2 or more, got 0.1"),
      row("run", { rules = 5 }, "tesela.run: rules: expected the name of a game, or rules, got 5"),
      row("run", { rules = rules, bots = { "random" } },
        "tesela.run: bots: expected a bot for each of 2 seats, got 1"),
      row("run", { rules = rules, bots = { "random", "random" }, seed = "x" },
        "tesela.run: seed: expected a whole number in 0..9007199254740991, got \"x\""),
      row("help", 5, "tesela.help: expected a topic or a function, rules, a state, "
        .. "got 5"),
      row("help", "chess", "help: there is no help on chess; try help()"),
      row("play", NONE,
        "tesela.play: expected the name of a game, rules, a state or a table"),
      row("play", 5, "tesela.play: expected the name of a game, rules, a state or a table"),
      row("play", "chess", no_game),
      row("play", tesela.rng(1),
        "tesela.play: rules: expected the name of a game, or rules, got tesela.rng"),
      row("play", { rules = rules, seat = 3 },
        "tesela.play: seat: expected a whole number in 0..2, got 3"),
    })
  end)

  it("of rules is named", function()
    check(rules, rules, {
      row("start", "x", "rules:start: expected " .. seed_range .. ", got \"x\""),
      row("start", -1, "rules:start: expected " .. seed_range .. ", got -1"),
      row("start", 0.5, "rules:start: expected " .. seed_range .. ", got 0.5"),
      row("start", {}, "rules:start: expected a seed or { bag = text }"),
      row("start", { bag = "rc" },
        "mixtour deals nothing: its start cannot be given as a bag"),
      row("load", NONE, "rules:load: expected position text, got no value"),
      row("load", 5, "rules:load: expected position text, got number"),
      row("load", "", "mixtour position: expected a stack (wrr) or a number, "
        .. "but the text ends"),
      row("load", "5/5/5/5/5 w 0:0 -", "x",
        "rules:load: expected " .. seed_range .. ", got \"x\""),
      row("check", NONE, "rules:check: expected a table of options, got no value"),
      row("check", { games = 0 },
        "rules:check: games: expected a whole number in 1..2147483647, got 0"),
      row("check", { games = "3" },
        "rules:check: games: expected a whole number in 1..2147483647, got \"3\""),
      row("check", { max_plies = 1.5 },
        "rules:check: max_plies: expected a whole number in 1..2147483647, got 1.5"),
      row("playouts", 5, "rules:playouts: expected a table of options, got number"),
      row("playouts", { seed = -1 },
        "rules:playouts: seed: expected a whole number in 0..9007199254740991, got -1"),
    })
  end)

  it("of a state is named", function()
    local s, move = state(), "expected a move (text or integer), got "
    check(s, s, {
      row("play", NONE, "state:play: " .. move .. "no value"),
      row("play", nil, "state:play: " .. move .. "nil"),
      row("play", {}, "state:play: " .. move .. "table"),
      row("play", 1.5, "state:play: " .. move .. "1.5"),
      row("play", 0, "0 is not the number of a legal move here"),
      row("play", -5, "-5 is not the number of a legal move here"),
      row("play", math.mininteger,
        "-9223372036854775808 is not the number of a legal move here"),
      row("play", "", ": expected an entry (b2), a move (a1-b2, c4:3-d3) or pass"),
      row("play", "b2\0", "expected a move, got text with a zero byte"),
      row("play", "a1", "a1: a1 is not empty; a piece enters on an empty cell"),
      row("play", "a1:2-b2", "a1:2-b2: a1 has only 1 piece"),
      row("play", "pass", "pass: red may pass only if there is no other move"),
      row("move", nil, "state:move: " .. move .. "nil"),
      row("move", true, "state:move: " .. move .. "boolean"),
      row("legal", {}, "state:legal: " .. move .. "table"),
      row("text", nil, "state:text: " .. move .. "nil"),
      row("text", 77, "77 is not the number of a legal move here"),
      row("parts", print, "state:parts: " .. move .. "function"),
      row("parts", "f6", "f6: f6 is not a cell (a1 to e5)"),
      row("view", NONE, "state:view: expected a seat, got no value"),
      row("view", 0, "state:view: expected a seat in 1..2, got 0"),
      row("view", 3, "state:view: expected a seat in 1..2, got 3"),
      row("view", 1.5, "state:view: expected a seat, got 1.5"),
      row("view", "1", "state:view: expected a seat, got \"1\""),
      row("view", 1, "x", "state:view: expected " .. seed_range .. ", got \"x\""),
      row("view", 1, rules, "state:view: expected " .. seed_range .. ", got tesela.rules"),
      row("perft", nil, "state:perft: expected a depth in 0..100, got nil"),
      row("perft", -1, "state:perft: expected a depth in 0..100, got -1"),
      row("perft", 101, "state:perft: expected a depth in 0..100, got 101"),
      row("perft", "3", "state:perft: expected a depth in 0..100, got \"3\""),
      row("play_random", nil, "state:play_random: expected a generator (tesela.rng), got nil"),
      row("play_random", 5, "state:play_random: expected a generator (tesela.rng), got number"),
      row("playout", nil, "state:playout: expected a generator (tesela.rng), got nil"),
      row("playout", 5, "state:playout: expected a generator (tesela.rng), got number"),
      row("record", 5, "state:record: expected a table of options, got number"),
      row("record", { players = "a" },
        "state:record: players: expected a table, got \"a\""),
      row("record", { players = { 5 } },
        "state:record: expected the names of the players, got number"),
      row("record", { seconds = 1 },
        "state:record: seconds: expected a table, got number"),
      row("record", { values = { "x" } },
        "state:record: values: expected numbers in 0..1, got \"x\""),
      row("record", { pair = 1.5 }, "state:record: expected pair, a whole number, got 1.5"),
      row("record", { result = "draw" },
        "state:record: result: expected a table, got \"draw\""),
      row("record", { result = {} },
        "state:record: result: expected a reason and places"),
      row("record", { result = { reason = "resigned", places = { 1 } } },
        "state:record: result: expected a place in 1..2 for each seat"),
      row("record", { result = { reason = "resigned", places = { 0, 3 } } },
        "state:record: result: expected a place in 1..2 for each seat"),
      row("record", { result = { reason = "resigned", places = { "1", 2 } } },
        "state:record: result: expected a place in 1..2 for each seat"),
      row("cell", NONE, "cell: expected a cell, a1 to e5"),
      row("cell", "z9", "cell: expected a cell, a1 to e5"),
      row("cell", {}, "cell: expected a cell, got table"),
      row("cell", false, "cell: expected a cell, got boolean"),
      row("reserve", {}, "reserve: expected a seat, got table"),
      row("explain", {}, "explain: expected a move, got table"),
      row("cells", "b2", "cells: expected no argument, got \"b2\""),
      row("cells", false, "cells: expected no argument, got boolean"),
      row("height", "a11", "height: expected a cell, a1 to e5"),
      row("reserve", NONE, "reserve: expected a seat, 1 or 2"),
      row("reserve", 3, "reserve: expected a seat, 1 or 2"),
    })
    assert.equal("5/5/5/5/w,4 r 0:0 a1", s:fen())
    assert.same({ "a1" }, s:history())
  end)

  it("of a question that may do without one is named, and not taken for none", function()
    for name, queries in pairs {
      blokus = { "points", "left", "open_corners", "forbidden", "pictures",
        "moves_of" },
      losetas = { "left" },
    } do
      local s = tesela.rules(name):start()
      for _, query in ipairs(queries) do
        assert.is_true(pcall(s[query], s), query)
        assert.is_true(pcall(s[query], s, nil), query)
        for _, given in ipairs { false, true, {}, print, rules } do
          assert.matches("^" .. query .. ": expected a colour, got ",
            raised(s[query], s, given))
        end
      end
    end
  end)

  it("of a question that takes none is refused, in every game", function()
    local asked = 0
    for _, name in ipairs(tesela.games()) do
      local s = tesela.rules(name):start(1)
      for _, query in ipairs(tesela.game(name).queries) do
        if query.takes == "" then
          asked = asked + 1
          assert.is_true(pcall(s[query.name], s, nil))
          for given, shown in pairs { a1 = '"a1"', [5] = "number", [true] = "boolean" } do
            assert.equal(query.name .. ": expected no argument, got " .. shown,
              raised(s[query.name], s, given))
          end
        end
      end
    end
    assert.is_true(asked > 10)
  end)

  it("of a record is named if it belongs to no seat, move or ply", function()
    local s, nan = state(), 0 / 0
    local two = s:copy():play "b1"
    local function places(reason, list)
      return { result = { reason = reason, places = list } }
    end
    check(two, two, {
      row("record", { players = { "a", "b", "c" } },
        "state:record: players: expected seats in 1..2, got 3"),
      row("record", { players = { first = "a" } },
        'state:record: players: expected seats in 1..2, got "first"'),
      row("record", { seconds = { [3] = 1 } },
        "state:record: seconds: expected moves in 1..2, got 3"),
      row("record", { seconds = { [0] = 1 } },
        "state:record: seconds: expected moves in 1..2, got 0"),
      row("record", { seconds = { [1.5] = 1 } },
        "state:record: seconds: expected moves in 1..2, got 1.5"),
      row("record", { values = { 0, 1, 0.5 } },
        "state:record: values: expected moves in 1..2, got 3"),
      row("record", { seconds = { -1 } },
        "state:record: seconds: expected numbers of at least 0, got -1"),
      row("record", { seconds = { nan } },
        "state:record: seconds: expected numbers of at least 0, got nan"),
      row("record", { seconds = { 1 / 0 } },
        "state:record: seconds: expected numbers of at least 0, got inf"),
      row("record", { values = { 2, 0 } },
        "state:record: values: expected numbers in 0..1, got 2"),
      row("record", { values = { 1, -0.5 } },
        "state:record: values: expected numbers in 0..1, got -0.5"),
      row("record", { values = { nan } },
        "state:record: values: expected numbers in 0..1, got nan"),
      row("record", { notes = { [3] = "x" } },
        "state:record: notes: expected plies in 0..2, got 3"),
      row("record", { notes = { [-1] = "x" } },
        "state:record: notes: expected plies in 0..2, got -1"),
      row("record", places("resigned", { 1, 2, 2 }),
        "state:record: result: places: expected seats in 1..2, got 3"),
      row("record", places("resigned", { 2, 2 }),
        "state:record: result: expected a seat in place 1, and a gap after a shared place, "
        .. "as in 1, 1, 3"),
      row("record", places("foo", { 1, 2 }), "state:record: result: there is no reason foo; "
        .. "the reasons: resigned, agreement, time, memory, illegal, error, plies, adjudicated"),
      row("record", places("points", { 1, 2 }), "state:record: result: there is no reason "
        .. "points; the reasons: resigned, agreement, time, memory, illegal, error, plies, "
        .. "adjudicated"),
      row("record", { result = { reason = "error", places = { 1, 2 }, message = true } },
        "state:record: result: expected the message, got boolean"),
    })
    check(rules:start(), s, {
      row("record", { seconds = { 1 } }, "state:record: seconds: expected no moves, got 1"),
    })
    local line = two:record { players = { [2] = "b" }, seconds = { [2] = 0 },
      values = { 0, 1 }, notes = { [0] = "start", [2] = "end" } }
    assert.is_true(tesela.replay(line) == two)
  end)

  it("of a generator is named", function()
    local rng = tesela.rng(1)
    check(rng, rng, {
      row("int", NONE, "rng:int: expected a whole number, got no value"),
      row("int", 0, "rng:int: expected a number of at least 1"),
      row("int", 2.5, "rng:int: expected a whole number, got 2.5"),
      row("int", "6", "rng:int: expected a whole number, got \"6\""),
      row("pick", NONE, "rng:pick: expected a table, got no value"),
      row("pick", "abc", "rng:pick: expected a table, got \"abc\""),
      row("pick", {}, "rng:pick: the table is empty"),
    })
    assert.equal(tesela.rng(1):seed(), rng:seed())
  end)
end)

-- ---- zero bytes ----

-- C ends a text there: what stands behind one would be cut, and nobody told.
describe("a text with a zero byte", function()
  local ZERO = "got text with a zero byte"

  it("is refused if options and starts are named", function()
    local qwirkle = tesela.rules "qwirkle"
    check(nil, tesela, {
      row("rules", "blokus", { corners = "any\0x" },
        "tesela.rules: expected values of options, " .. ZERO),
      row("rules", "mixtour", { win_score = "3\0x" },
        "tesela.rules: expected values of options, " .. ZERO),
      row("rules", "losetas", { tiles = { 1, 1, "1\0" } },
        "tesela.rules: expected values of options, " .. ZERO),
      row("rules", "blokus", { ["corners\0x"] = "any" },
        "tesela.rules: expected options by name, " .. ZERO),
    })
    check(qwirkle, qwirkle, {
      row("start", { bag = qwirkle:start(1):dealt() .. "\0x" },
        "rules:start: expected the bag as a string, " .. ZERO),
    })
    assert.matches("^rules:start: there is no option bag%?x",
      raised(qwirkle.start, qwirkle, { ["bag\0x"] = "rc" }))
    assert.matches("there is no member name%?x", raised(function()
      return rules["name\0x"]
    end))
  end)

  it("is refused by questions", function()
    local s = state()
    check(s, s, {
      row("cell", "b2\0junk", "cell: expected a cell, " .. ZERO),
      row("height", "b2\0junk", "height: expected a cell, " .. ZERO),
      row("reserve", "1\0", "reserve: expected a seat, " .. ZERO),
      row("explain", "b2\0", "explain: expected a move, " .. ZERO),
      row("draw", { cells = { "b2\0zz" } },
        "state:draw: cells[1] is not the name of a cell"),
      row("draw", { last = { "b2", "b3\0" } },
        "state:draw: last[2] is not the name of a cell"),
      row("svg", { cells = { "b2\0zz" } },
        "state:svg: cells[1] is not the name of a cell"),
    })
    local losetas = tesela.rules("losetas"):start()
    for _, query in ipairs { "cell", "height", "side", "stack", "tile", "area" } do
      assert.equal(query .. ": expected a cell, " .. ZERO,
        raised(losetas[query], losetas, "h8\0x"))
    end
  end)

  it("is refused in the options of records and searches", function()
    local s = state()
    check(s, s, {
      row("record", { result = { reason = "resigned\0b", places = { 1, 2 } } },
        "state:record: result: expected a reason, " .. ZERO),
      row("record", { result = { reason = "error", places = { 1, 2 }, message = "a\0b" } },
        "state:record: result: expected the message, " .. ZERO),
      row("record", { players = { "a\0b" } },
        "state:record: expected the names of the players, " .. ZERO),
      row("record", { notes = { "a\0b" } }, "state:record: expected notes, " .. ZERO),
    })
    assert.matches('method: expected "mcts" or "alphabeta", got "mcts%?x"',
      raised(tesela.search, s, { method = "mcts\0x" }))
    assert.matches("there is no option seed%?x",
      raised(tesela.search, s, { ["seed\0x"] = 1 }))
  end)

  it("is refused in the paths of files, of which none is made", function()
    local folder = support.folder()
    local path = folder.path .. "/made"
    local s, bots = state(), { "random", "random" }
    local definition = { rules = "tictactoe", bots = bots, games = 2, workers = 0 }
    folder:write("bot.lua", "return function(view) return view:list()[1] end")
    assert.equal("tesela.svg: expected the name of a file, " .. ZERO,
      raised(tesela.svg, s, path .. "\0.txt"))
    for _, name in ipairs { "file", "prints" } do
      local options = setmetatable({ [name] = path .. "\0y" }, { __index = definition })
      assert.equal(("tesela.match: %s: expected a string, %s"):format(name, ZERO),
        raised(tesela.match, { rules = "tictactoe", bots = bots, games = 2, workers = 0,
          [name] = options[name] }))
      assert.equal(("tesela.tournament: %s: expected a string, %s"):format(name, ZERO),
        raised(tesela.tournament, definition, { [name] = options[name] }))
    end
    local bot = folder.path .. "/bot.lua"
    assert.equal("bot", tesela.bot(bot).name)
    assert.matches("expected the path of a file, " .. ZERO, raised(tesela.bot, bot .. "\0y"))
    assert.matches("expected the name of a game, " .. ZERO, raised(tesela.rules, bot .. "\0y"))
    assert.same({ "bot.lua" }, require "tesela.folder".list(folder.path))
    local output = require "tesela.base.output"
    assert.same({ nil, "expected a path without zero bytes" },
      { output.write(path .. "\0y", output.PICTURE, "<svg ") })
  end)
end)

-- ---- wrong selves -----------------------------------------------------------

local methods_of = support.methods_of

local function sorted(names)
  local list = {}
  for name in pairs(names) do list[#list + 1] = name end
  table.sort(list)
  return list
end

describe("a wrong self", function()
  local selves = { nil, 5, "x", true, {}, print, io.stdout, rules, tesela.rng(1),
    (coroutine.create(print)) }

  local function refused(prefix, methods, what, is_self)
    for _, name in ipairs(sorted(methods)) do
      for i = 1, 10 do
        local given = selves[i]
        if not is_self(given) then
          local shown = i == 1 and "nil" or i == 3 and '"x"' or i == 7 and "FILE*"
            or i == 8 and "tesela.rules" or i == 9 and "tesela.rng" or type(given)
          assert.equal(("%s%s: expected %s, got %s"):format(prefix, name, what, shown),
            raised(methods[name], given, 1))
        end
      end
      assert.equal(("%s%s: expected %s, got no value"):format(prefix, name, what),
        raised(methods[name]))
    end
  end

  it("is refused by every method of a state", function()
    refused("state:", methods_of(state()), "a state", function() return false end)
    local queries = {}
    for _, query in ipairs(tesela.game "mixtour".queries) do
      queries[query.name] = state()[query.name]
    end
    refused("", queries, "a state", function() return false end)
  end)

  it("is refused by every method of rules and generators", function()
    refused("rules:", methods_of(rules), "rules (tesela.rules)",
      function(given) return given == rules end)
    refused("rng:", methods_of(tesela.rng(1)), "a generator (tesela.rng)",
      function(given) return given == selves[9] end)
  end)

  it("is refused by metamethods", function()
    for _, object in ipairs { rules, state(), tesela.rng(1) } do
      local meta = debug.getmetatable(object)
      for name, f in pairs(meta) do
        if type(f) == "function" and name ~= "__eq" then
          assert.is_false(pcall(f))
          assert.is_false(pcall(f, {}, "seat"))
          assert.is_false(pcall(f, io.stdout, "name"))
        end
      end
    end
    assert.is_false(debug.getmetatable(state()).__eq(1, 2))
  end)

  it("that was closed is refused", function()
    local own = tesela.rules "mixtour"
    local s = own:start()
    local close = getmetatable(own).__gc
    close(own)
    close(own)
    assert.equal("rules:start: these rules are closed", raised(own.start, own))
    for name, method in pairs(methods_of(s)) do
      assert.equal(("state:%s: the rules of this state are closed"):format(name),
        raised(method, s, 1))
    end
    assert.is_false(pcall(tostring, own))
    assert.is_false(pcall(tostring, s))
    assert.is_false(pcall(function() return s.scores end))
    assert.is_false(s == rules:start())
  end)

  it("that is closed in the middle of a call serves it to its end", function()
    for _ = 1, support.times(50, 2) do
      local own = tesela.rules "mixtour"
      local s, searcher = own:start(1), tesela.searcher(own, {})
      local close = getmetatable(own).__gc
      setmetatable({}, { __gc = function() close(own) end })
      for _ = 1, 40 do
        local ok, list = pcall(s.list, s)
        if not ok then break end
        assert.equal(25, #list)
      end
      close(own)
      assert.matches("rules of this searcher are closed",
        raised(searcher.search, searcher, s, { iterations = 1 }))
    end
    collectgarbage()
  end)

  it("that is a searcher reports that it was closed while its arguments were read", function()
    local close = getmetatable(tesela.searcher(rules)).__gc
    for _, late in ipairs {
      function(searcher) close(searcher) end,
      function(searcher)
        setmetatable({}, { __gc = function() close(searcher) end })
        collectgarbage()
      end,
    } do
      local searcher = tesela.searcher(rules)
      assert.matches("this searcher is closed", raised(searcher.search, searcher,
        rules:start(1), setmetatable({}, { __index = function() late(searcher) end })))
    end
  end)

  it("in a finalizer at the very end does not crash", function()
    local out, err, status = support.tesela("-e", [[
      late = setmetatable({}, { __gc = function()
        print(pcall(state.play, state, "a1"))
      end })
      state = tesela.rules "mixtour":start()]])
    assert.same({ "false\tstate:play: the rules of this state are closed\n", "", 0 },
      { out, err, status })
  end)
end)

-- ---- junk -------------------------------------------------------------------

describe("junk as arguments", function()
  local rng = tesela.rng(20)

  local function loud() error "junk" end

  local pool = {
    function() return nil end,
    function() return rng:pick { true, false } end,
    function() return rng:int(12) - 4 end,
    function()
      return rng:pick { 0, -1, 1 << 53, (1 << 53) - 1, math.maxinteger,
        math.mininteger, 1 << 31, -(1 << 31), 1 << 32 }
    end,
    function() return rng:int(1 << 15) end, -- the range of mixtour's moves
    function()
      return rng:pick { 0.5, -0.5, 1 / 0, -1 / 0, 0 / 0, 2.0 ^ 63, 1e300, 3.0 }
    end,
    function()
      return rng:pick { "", "a1", "e5", "b2-c3", "a1:2-b1", "pass", "z9", "mixtour",
        "random", "1", "0x10", "-1", "\0", "a1\0", "%s%n%d", ("x"):rep(1000),
        ("("):rep(300), "\xff\xfe", "5/5/5/5/5 w 0:0 -", "5/5/5/5/w,4 r 0:0 a1",
        "{}", "[[[[", '{"tesela":1}', "./none.lua", "win_score" }
    end,
    function()
      local bytes = {}
      for i = 1, rng:int(12) do bytes[i] = string.char(rng:int(256) - 1) end
      return table.concat(bytes)
    end,
    function() return rng:pick { print, loud, coroutine.yield, string.rep } end,
    function() return rng:pick { io.stdout, tesela.null, rules, tesela } end,
    function() return tesela.rng(rng:seed()) end,
    function() return state() end,
    function() return rng:pick { rules:start():view(2), rules:start():moves() } end,
    function() return coroutine.create(loud) end,
    function() return setmetatable({}, { __index = loud, __tostring = loud }) end,
    function() return setmetatable({}, { __len = function() return -1 end }) end,
  }

  local junk

  -- Tables of junk, with keys that are looked at.
  local keys = { 1, 2, 3, "rules", "bots", "seed", "max_plies", "bag",
    "players", "seconds", "values", "result", "reason", "places", "message", "pair",
    "win_score", "stack", "name", "choose", "new", "budget", "listed", true }

  local function junk_table(depth)
    local t = {}
    for _ = 1, rng:int(4) - 1 do t[rng:pick(keys)] = junk(depth - 1) end
    return t
  end

  function junk(depth)
    if depth > 0 and rng:int(5) == 1 then return junk_table(depth) end
    return rng:pick(pool)()
  end

  -- What takes long with arguments that are right, plays at the terminal or
  -- writes files.
  local function skip(name, arguments)
    if name == "svg" then return type(arguments[2]) == "string" end
    if name == "play" then return type(arguments[1]) ~= "number" end
    if name == "perft" then
      local depth = math.tointeger(arguments[2])
      return depth and depth > 2 and depth <= 100
    end
    if name == "check" or name == "match" or name == "run" then
      local options = arguments[name == "check" and 2 or 1]
      return type(options) == "table" and (options.rules ~= nil or name == "check")
    end
    return name == "playouts" and type(arguments[2]) == "table"
      and arguments[2].games ~= nil
  end

  local function call(f, name, ...)
    local arguments = table.pack(...)
    local ok, skipped = pcall(skip, name, arguments)
    if not ok or skipped then return end
    local done, why = pcall(f, ...)
    if not done and type(why) ~= "string" then
      error(name .. " raised a " .. type(why))
    end
    return done
  end

  it("never crashes the module's functions", function()
    local names = {}
    for name, value in pairs(tesela) do
      if type(value) == "function" then names[#names + 1] = name end
    end
    for name in pairs(require "tesela.library") do names[#names + 1] = name end
    table.sort(names)
    local write = io.write
    io.write = function() end -- luacheck: ignore 122
    for _ = 1, support.times(200, 5) do
      for _, name in ipairs(names) do
        call(tesela[name], name, junk(2), junk(2), junk(1))
      end
    end
    io.write = write -- luacheck: ignore 122
    assert.equal("5/5/5/5/w,4 r 0:0 a1", state():fen())
  end)

  local PLAYS = { play = true, play_random = true, try = true }

  -- Calls every method on a copy: what raises leaves the copy as it was, and
  -- nothing that is done to a copy reaches the state.
  local function torment(methods, s, rounds)
    local names, fen, past = sorted(methods), s:fen(), s:history()
    local played = 0
    for _ = 1, rounds do
      for _, name in ipairs(names) do
        local copy = s:copy()
        local self = rng:int(8) == 1 and junk(0) or copy
        local plays, done = PLAYS[name], nil
        if plays then
          local list = copy:list()
          local good = name == "play_random" and tesela.rng(1) or #list > 0 and rng:pick(list)
          local ok, made = pcall(copy[name], copy,
            good and rng:int(4) == 1 and good or junk(1))
          done = ok and made ~= nil
          played = played + (done and 1 or 0)
        elseif self ~= nil then
          done = call(methods[name], name, self, junk(2), junk(1))
        end
        if not plays or not done then
          assert.is_true(copy == s, name)
          assert.same(past, copy:history())
        else
          assert.equal(#past + 1, #copy:history())
        end
        assert.equal(fen, s:fen())
      end
    end
    assert.same(past, s:history())
    return played
  end

  it("never crashes a state's methods, nor changes it", function()
    local _, final = support.random_game(rules, 7)
    local methods = {}
    for name, method in pairs(methods_of(final)) do methods[name] = method end
    for _, query in ipairs(tesela.game "mixtour".queries) do
      methods[query.name] = final[query.name]
    end
    local played = 0
    local middle = tesela.replay(final:record(), 20)
    for _, s in ipairs { rules:start(), middle, middle:view(1), final } do
      played = played + torment(methods, s, support.times(60, 3))
    end
    assert.is_true(played > 0)
  end)

  it("never crashes the methods of rules and generators", function()
    for _ = 1, support.times(300, 5) do
      for _, object in ipairs { rules, tesela.rng(3) } do
        for _, name in ipairs(sorted(methods_of(object))) do
          local self = rng:int(8) == 1 and junk(0) or object
          call(methods_of(object)[name], name, self, junk(2), junk(1))
        end
      end
    end
    assert.equal(25, rules:start():count())
  end)

  it("never crashes by being asked for as a field", function()
    for _ = 1, support.times(500) do
      for _, object in ipairs { rules, tesela.rng(3), state(), tesela } do
        pcall(function() return object[junk(0)] end)
        local ok, value = pcall(function()
          object[junk(0)] = 1
        end)
        assert.is_true(object == tesela or not ok, value)
      end
    end
    for key in pairs(tesela) do
      if type(key) ~= "string" or rawget(tesela, key) == 1 then tesela[key] = nil end
    end
  end)
end)
