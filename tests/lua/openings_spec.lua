-- Suites of openings: how they are made, and how tournaments take them.

local tesela = require "tesela"
local openings = require "tesela.analysis.find_openings"
local registry = require "tesela.base.registry"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
local suites = require "tesela.contest.schedule.opening_suite"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

-- The rules that a record is of.
local function rules_of(record) return tesela.rules(record.game, record.options) end

describe("boards", function()
  local mixtour = tesela.rules "mixtour"
  local function key(moves)
    local state = mixtour:start(0)
    for move in moves:gmatch "%S+" do state:play(move) end
    return openings.key(state)
  end

  it("are alike in eight ways", function()
    for _, other in ipairs { "e1 d1 d2", "a5 b5 b4", "e5 d5 d4", "a1 a2 b2", "e1 e2 d2",
      "a5 a4 b4", "e5 e4 d4", "b2 b1 a1" } do
      assert.equal(key "a1 b1 b2", key(other), other)
    end
  end)

  it("are not if something lies elsewhere, or another one is to move", function()
    for _, other in ipairs { "a1 b2 b1", "a1 b1", "a1 b1 c1", "b1 a1 b2", "a1 b1 b2 c3" } do
      assert.not_equal(key "a1 b1 b2", key(other), other)
    end
  end)

  it("of Losetas are the same wherever they lie", function()
    local rules = tesela.rules "losetas"
    local function losetas(moves)
      local state = rules:start(0)
      for move in moves:gmatch "%S+" do state:play(move) end
      return openings.key(state)
    end
    assert.equal(losetas "2x1@h8 1x1@h7", losetas "1x2@h8 1x1@g8")
    assert.not_equal(losetas "2x1@h8 1x1@h7", losetas "2x1@h8 1x1@g8")
  end)

  it("are counted once: tic-tac-toe has 12 of two moves and 38 of three", function()
    for plies, count in pairs { [2] = 12, [3] = support.stress and nil or 38 } do
      local suite, seen = openings.new(tesela.rules "tictactoe",
        { plies = plies, iterations = 1, seed = 3 }), 0
      suite:fill(1000, { workers = 0, on_line = function() seen = seen + 1 end })
      assert.same({ count, seen }, { suite.tried, #suite.lines })
    end
  end)
end)

describe("tesela openings", function()
  it("searches as expert does at a level", function()
    local expert = require "tesela.bots.bots".bot "expert".new(tesela.rules "tictactoe", 1, 1)
    local out = folder:shell "$T openings tictactoe --plies 2 --level 5 -n 1 2>/dev/null"
    local iterations = tesela.decode(out).opening.iterations
    assert.equal(math.max(100, expert.levels[5][1]), iterations)
    assert.is_truthy(folder:shell(
      "$T openings tictactoe --level 10 2>&1"):find("a whole number in 1..9", 1, true))
    assert.is_truthy(folder:shell(
      "$T openings tictactoe --level 5 --iterations 9 2>&1"):find("expected one of them", 1, true))
  end)

  local COMMAND = "$T openings mixtour --plies 14 --iterations 100 --seed 4 -n 12 "

  it("finds the same on any number of processors, and continues after kill -9", function()
    local one = folder:must(COMMAND .. "-w 1")
    assert.equal(12, #support.lines(one))
    assert.equal(one, folder:must(COMMAND .. "-w 3"))
    for _, cut in ipairs { 0, 50, 700, 2000 } do
      local file <close> = assert(io.open(folder.path .. "/part.jsonl", "wb"))
      file:write(one:sub(1, cut))
      file:close()
      local _, err = folder:must(COMMAND .. "-o part.jsonl")
      assert.equal(one, folder:read "part.jsonl")
      assert.matches("^12 of %d+ positions are even\n$", err)
    end
    folder:remove "part.jsonl"
    for tries = 1, support.sanitized and 2 or 8 do
      folder:shell(("timeout -s KILL %.3f "):format(0.05 + 0.03 * tries) .. COMMAND
        .. "-o part.jsonl")
    end
    folder:must(COMMAND .. "-o part.jsonl")
    assert.equal(one, folder:read "part.jsonl")
  end)

  it("ends with 1 if there are fewer than that", function()
    local _, err, status = folder:shell "$T openings mixtour --plies 1 --iterations 20 -n 7"
    assert.equal(1, status)
    assert.matches("^%d of %d+ positions are even; expected 7, but no others "
      .. "differ from these\n$", err)
  end)

  it("writes what it has after Ctrl-C", function()
    local out, err, status = folder:shell(
      [[$T openings losetas --iterations 2000 -n 100000 -o part2.jsonl & pid=$!
      while [ ! -s part2.jsonl ]; do sleep 0.02; done
      kill -INT $pid; wait $pid]])
    assert.same({ "", 130 }, { out, status })
    assert.matches("^%d+ of %d+ positions are even; interrupted\n$", err)
    assert.is_true(#support.lines(folder:read "part2.jsonl") > 0)
  end)

  it("does not go on with another suite", function()
    folder:must(COMMAND .. "-o first.jsonl")
    for _, more in ipairs { "--seed 5", "--plies 5", "--iterations 101" } do
      local _, err, status = folder:shell(COMMAND .. "-o first.jsonl " .. more)
      assert.equal("tesela openings: first.jsonl:1: not an opening of this suite; name "
        .. "another file to begin a new one\n", err)
      assert.equal(1, status)
    end
  end)

  it("does not go on with a line that it would write in another way, and sees it soon",
    function()
    folder:must(COMMAND .. "-o first.jsonl")
    local lines = support.lines(folder:read "first.jsonl")
    local number = tesela.decode(lines[3]).opening.number
    for _, each in ipairs {
      { '"number":%d+', '"number":9223372036854775807' }, { '"number":%d+', '"number":1e18' },
      { '"number":%d+', '"number":-1' }, { '"number":%d+', '"number":"7"' },
      { '"number":%d+', ('"number":%d'):format(number + 1) },
      { '"number":%d+', ('"number":%d.0'):format(number) },
      { '"chances":%b[]', '"chances":[null,0.5]' }, { '"chances":%b[]', '"chances":[]' },
      { '"chances":%b[]', '"chances":[0.5,"0.5"]' }, { '"chances":%b[]', '"chances":[0.9,0.1]' },
      { '"chances":%b[]', '"chances":{"a":0.5}' }, { '"opening":%b{}', '"opening":[null,1]' },
    } do
      local line, count = lines[3]:gsub(each[1], each[2])
      assert.equal(1, count)
      local text = lines[1] .. "\n" .. lines[2] .. "\n" .. line .. "\n"
      folder:write("other.jsonl", text)
      local _, err, status = folder:shell("timeout 60 " .. COMMAND .. "-o other.jsonl")
      assert.equal("tesela openings: other.jsonl:3: not an opening of this suite; name "
        .. "another file to begin a new one\n", err)
      assert.equal(1, status)
      assert.equal(text, folder:read "other.jsonl")
    end
    folder:write("other.jsonl", lines[1] .. "\n" .. lines[1] .. "\n")
    assert.matches("other.jsonl:2: ", select(2, folder:shell(COMMAND .. "-o other.jsonl")))
  end)

  it("cuts nothing off what is not its own", function()
    local letter = "my letter, without a newline"
    local record = folder:read "first.jsonl":match "^[^\n]*"
    for text, line in pairs { [letter] = 1, ["a\n" .. letter] = 1, [record .. "\n" .. letter] = 2,
      ['{"tesela":1}'] = 1, [record:sub(2)] = 1 } do
      folder:write("letter.txt", text)
      local _, err, status = folder:shell(COMMAND .. "-o letter.txt")
      assert.equal(("tesela openings: letter.txt:%d: not an opening of this suite; name "
        .. "another file to begin a new one\n"):format(line), err)
      assert.equal(1, status)
      assert.equal(text, folder:read "letter.txt")
    end
    local whole = folder:read "first.jsonl"
    for _, size in ipairs { 1, 20, #record, #whole - 3 } do
      folder:write("cut.jsonl", whole:sub(1, size - 1))
      folder:must(COMMAND .. "-o cut.jsonl")
      assert.equal(whole, folder:read "cut.jsonl")
    end
  end)

  it("is not for games that begin by chance", function()
    local _, err, status = folder:shell "$T openings qwirkle"
    assert.equal("tesela openings: qwirkle: its deal already gives each "
      .. "pair of games a different opening\n", err)
    assert.equal(2, status)
  end)
end)

describe("a suite that is shipped", function()
  local names = registry.names("openings", "jsonl")

  it("is there of every game without chance, and has even positions, none twice", function()
    local games = {}
    for _, name in ipairs(names) do
      local keys, record = {}, nil
      for line in io.lines(registry.path("openings", name, "jsonl")) do
        record = tesela.decode(line)
        local state = assert(tesela.replay(line, nil, rules_of(record)))
        assert.is_false(state.over)
        for _, chance in ipairs(record.opening.chances) do
          assert.is_true(math.abs(chance - 1 / state.rules.seats) <= 0.0501)
        end
        local key = not support.stress and openings.key(state) or line
        assert.is_nil(keys[key], name)
        keys[key] = true
      end
      games[record.game] = true
    end
    for _, name in ipairs { "mixtour", "losetas", "blokus", "connect_four", "othello",
      "gomoku", "hex", "tictactoe" } do
      assert.is_true(games[name], name)
    end
  end)

  it("is what a definition names", function()
    local given = { rules = "mixtour", bots = { "random", "greedy" }, openings = "mixtour" }
    local def = definitions.normalise(given)
    assert.same(suites.read("mixtour", tesela.rules "mixtour"), def.openings)
    assert.equal(def.openings[schedule.opening_number(def, 1)],
      schedule.game(def, 3).opening)
    assert.same(def, (definitions.normalise(def)))
  end)

  it("is for two and more", function()
    local _, err, status = folder:shell "$T openings blokus --set players=1 -n 1"
    assert.same({ "tesela openings: blokus players=1 is for one: openings need two players or "
      .. "more\n", 2 }, { err, status })
  end)

  it("is refused by other rules", function()
    local function raised(rules, name)
      return support.raised(definitions.normalise, { rules = rules, openings = name,
        bots = { "random", "greedy" } })
    end
    assert.matches("^tesela.tournament: openings: there is no suite nobody; expected .+"
      .. ", or the path of a file", raised("mixtour", "nobody"))
    assert.matches("mixtour.jsonl:1: it is of mixtour, not of mixtour_points",
      raised("mixtour_points", "mixtour"))
    local path = folder:write("wrong.jsonl", '{"game":"mixtour"}\n')
    assert.matches("wrong.jsonl:1: not a record of a game", raised("mixtour", path))
    local line = support.lines((folder:must "$T openings tictactoe --plies 1 -n 1"))[1]
    for options, why in pairs { ['"options":[null,1]'] = "it is of tictactoe with other rules than",
      ['"options":7'] = "it is of tictactoe with other rules than tictactoe" } do
      path = folder:write("wrong.jsonl", (line:gsub('"options":{}', function() return options end)))
      assert.matches("wrong.jsonl:1: .*" .. why, raised("tictactoe", path))
    end
    for _, game in ipairs { "[[]]", "{}", "null", "7" } do
      path = folder:write("wrong.jsonl", (line:gsub('"game":"tictactoe"', '"game":' .. game)))
      assert.matches("wrong.jsonl:1: not a record of a game", raised("tictactoe", path))
    end
    path = folder:write("wrong.jsonl", (line:gsub('"game":"tic', '"game":"\\u001btic')))
    assert.matches("wrong.jsonl:1: it is of [^\27]+tictactoe, not of tictactoe",
      raised("tictactoe", path))
    assert.matches("wrong.jsonl: there are no openings",
      raised("mixtour", folder:write("wrong.jsonl", "")))
  end)

  it("is played", function()
    folder:write("cup.lua", [[return { rules = "connect_four", games = 6, seed = 2,
      bots = { "random", "greedy" }, openings = "connect_four" }]])
    folder:must "$T tournament cup.lua"
    local text = folder:merged "cup.jsonl"
    local def = tesela.decode(support.lines(text)[1]).definition
    assert.same(suites.read("connect_four", tesela.rules "connect_four"), def.openings)
    for _, game in ipairs(support.games(text)) do
      local opening = def.openings[schedule.opening_number(def, game.pair - 1)]
      assert.equal(opening, table.concat(game.moves, " "):sub(1, #opening))
    end
  end)

  it("of whole games is read as far as they continue", function()
    local rules, lines, moves = tesela.rules "tictactoe", {}, {}
    for seed = 1, 5 do
      local state, rng = rules:start(), tesela.rng(seed)
      while not state.over do state:play_random(rng) end
      lines[seed], moves[seed] = state:record(), state:history()
    end
    local path = folder:write("whole.jsonl", table.concat(lines, "\n") .. "\n")
    for i, opening in ipairs(suites.read(path, rules)) do
      assert.equal(table.concat(moves[i], " ", 1, #moves[i] - 1), opening)
    end
  end)
end)

describe("openings that end the game", function()
  local function cup(list)
    folder:write("cup.lua", ([[return { rules = "tictactoe", games = 10, seed = 1,
      bots = { "random", "greedy" }, openings = %s }]]):format(list))
  end

  local function refused(command, why)
    local _, err, status = folder:shell("$T " .. command)
    assert.same({ ("tesela %s: %s\n"):format(command:match "%a+", why), 2 }, { err, status })
  end

  -- The plies of the shortest game of a file, and how many games there are.
  local function shortest(name)
    local least, count = math.huge, 0
    for moves in folder:read(name):gmatch '"moves":(%b[])' do
      least, count = math.min(least, #tesela.decode(moves)), count + 1
    end
    return least, count
  end

  it("are refused in a list before anything is written", function()
    cup '{ "b2", "a1 b1 a2 b2 a3" }'
    folder:remove "cup.jsonl"
    for _, command in ipairs { "tournament cup.lua", "tournament cup.lua --files" } do
      refused(command, "openings[2]: a1 b1 a2 b2 a3: expected moves after which the game "
        .. "continues")
    end
    assert.is_nil(io.open(folder.path .. "/cup.jsonl"))
  end)

  it("are refused if all random ones do", function()
    local why = "openings: plies=9: 1000 random openings ended the game; expected fewer plies"
    cup "{ plies = 9 }"
    refused("tournament cup.lua", why)
    refused("match tictactoe random greedy --openings 9", why)
  end)

  it("are drawn again", function()
    folder:must "$T match tictactoe random greedy -n 60 --openings 7 -o again.jsonl"
    assert.is_true(shortest "again.jsonl" > 7)
    folder:must("$T measure tictactoe --bots random -n 20 --openings 7 --looked 1 "
      .. "--iterations 10 --doublings 0 -o again.measure.jsonl")
    assert.is_true(shortest "again.measure.jsonl" > 7)
  end)

  -- A file that an earlier program has begun: its definition has no version of openings.
  local function begun_earlier()
    local loaded = dofile(folder.path .. "/cup.lua")
    loaded.games = 4
    local def = definitions.normalise(loaded)
    def.openings_version = nil
    tesela.tournament(def, { file = folder.path .. "/cup.jsonl" })
  end

  it("stay in files of earlier programs, which are resumed and repeated", function()
    for _, list in ipairs { "{ plies = 8 }", '{ "b2", "a1 b1 a2 b2 a3", "a1 b1" }' } do
      cup(list)
      folder:remove "cup.jsonl"
      begun_earlier()
      folder:must "$T tournament cup.lua"
      local least, count = shortest "cup.jsonl"
      assert.same({ true, 10 }, { least < 8, count })
      assert.is_nil(folder:read "cup.jsonl":find("openings_version", 1, true))
      assert.equal("cup.jsonl: 10 of 10 games repeated, 0 differ\n",
        folder:must "$T repeat cup.jsonl")
      assert.equal("", (folder:must "$T check cup.jsonl":gsub("^.*0 bad.*$", "")))
    end
  end)
end)
