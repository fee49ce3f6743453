-- The commands of the program, as other programs call them: stdout, stderr and
-- exit status.

local tesela = require "tesela"

local GAMES = table.concat(tesela.games(), ", ")
local support = require "support"
local lines = support.lines

local mixtour = tesela.rules "mixtour"
local START = "5/5/5/5/5 w 0:0 -"

teardown(support.clean)

-- What a command prints that must go well.
local function done(...)
  local out, err, status = support.tesela(...)
  assert.same({ "", 0 }, { err, status })
  return out
end

-- The line on stderr of a command that must fail, with nothing on stdout.
local function failed(expected, ...)
  local out, err, status = support.tesela(...)
  assert.equal("", out)
  assert.equal(expected, status)
  local line, more = err:match "^([^\n]+)\n(.*)$"
  assert.equal("", more, err)
  return line
end

local function legal_texts(state)
  local list = {}
  for move in state:moves() do list[#list + 1] = state:text(move) end
  return list
end

-- An argument of a command, split at blanks.
local function words(text)
  local list = {}
  for word in text:gmatch "%S+" do list[#list + 1] = word end
  return list
end

describe("tesela moves", function()
  it("lists the legal moves, one a line", function()
    assert.same(legal_texts(mixtour:start()), lines(done("moves", "mixtour")))
    local moves = "b2 c2 b2-c2"
    local state = mixtour:start()
    for _, move in ipairs(words(moves)) do state:play(move) end
    assert.same(legal_texts(state),
      lines(done("moves", "mixtour", "--moves", moves, "--seed", "5")))
  end)

  it("begins with a position text and options", function()
    local fen = "5/2,wrr,2/5/5/r,4 w 1:0 -"
    local state = tesela.rules("mixtour", { win_score = 3 }):load(fen):play "e5"
    assert.same(legal_texts(state), lines(done("moves", "mixtour", "--set",
      "win_score=3", "--fen", fen, "--moves", "e5")))
  end)

  it("prints nothing for a game that is over", function()
    assert.equal("rd@0,0\n", done("moves", "qwirkle", "--fen",
      "- rd/rs - 1 0:0 0"))
    assert.equal("", done("moves", "mixtour", "--fen",
      "5/1,rrw,1,ww,1/5/5/5 w 0:0 -", "--moves", "b4:3-d4"))
  end)
end)

describe("tesela perft", function()
  it("prints the number of leaves alone on the last line", function()
    assert.equal("1\n", done("perft", "mixtour", "0"))
    assert.equal("25\n", done("perft", "mixtour", "1"))
    assert.equal("14088\n", done("perft", "mixtour", "3"))
    assert.equal("24\n", done("perft", "mixtour", "1", "--moves", "a1"))
  end)

  it("divides", function()
    local list = lines(done("perft", "mixtour", "3", "--divide"))
    assert.equal(26, #list)
    local sum = 0
    for i = 1, 25 do sum = sum + math.tointeger(list[i]:match "^%S+ (%d+)$") end
    assert.equal("14088", list[26])
    assert.equal(14088, sum)
  end)
end)

describe("tesela result", function()
  it("prints one JSON object", function()
    assert.equal('{"over":false,"to_move":1,"scores":[0,0],"places":[],"winners":[],'
      .. '"reason":null,"fen":"' .. START .. '"}\n', done("result", "mixtour"))
    local over = tesela.decode(done("result", "mixtour", "--fen",
      "5/1,rrw,1,ww,1/5/5/5 w 0:0 -", "--moves", "b4:3-d4"))
    assert.same({ over = true, scores = { 1, 0 }, places = { 1, 2 }, winners = { 1 },
      reason = "points", fen = over.fen }, over)
  end)

  it("has null for who moves when over", function()
    assert.is_truthy(done("result", "mixtour", "--set", "stall=1", "--fen",
      "5/5/5/5/ww,w,3 w 0:0 -", "--moves", "a1-b1"):find('"to_move":null', 1, true))
  end)
end)

describe("--bag", function()
  it("is refused if nothing is dealt", function()
    for _, command in ipairs { "moves", "result", "random", "play" } do
      local _, err, status = support.tesela(command, "mixtour", "--bag", "x",
        command == "random" and "1" or nil)
      assert.equal(1, status)
      assert.is_truthy(err:find("mixtour deals nothing", 1, true))
    end
  end)
end)

describe("tesela random", function()
  local function replay(game)
    local rules = tesela.rules(game.game, game.options)
    local state = rules:start(game.seed)
    assert.equal(#game.moves, #game.counts)
    for i, move in ipairs(game.moves) do
      assert.equal(game.counts[i], state:count())
      state:play(move)
    end
    assert.is_true(state.over)
    assert.same({ state.over, state.scores, state.places, state.winners, state.reason,
      state:fen() }, { game.result.over, game.result.scores, game.result.places,
      game.result.winners, game.result.reason, game.result.fen })
    assert.same(rules.options, game.options)
  end

  it("prints a game that the module replays", function()
    for seed = 0, support.times(8, 2) do
      local out = done("random", "mixtour", tostring(seed))
      assert.is_truthy(out:match '^{"game":"mixtour","options":{.*},"seed":%d+,"moves":'
        .. '%[.*%],"counts":%[.*%],"result":{.*}}\n$')
      local game = tesela.decode(out)
      assert.equal(seed, game.seed)
      replay(game)
    end
  end)

  it("is the same for the same seed, and takes options", function()
    local out = done("random", "mixtour", "7")
    assert.equal(out, done("random", "mixtour", "7"))
    assert.are_not.equal(out, done("random", "mixtour", "8"))
    local game = tesela.decode(done("random", "mixtour", "7", "--set", "win_score=3",
      "-s", "stack=4"))
    assert.same({ 3, 4 }, { game.options.win_score, game.options.stack })
    replay(game)
  end)

  it("has options as an object, also if a game has none", function()
    local out = done("random", "tictactoe", "1")
    assert.matches('^{"game":"tictactoe","options":{},"seed":1,', out)
    assert.matches('"options":{},', tesela.rules "tictactoe":start():record())
    assert.matches('^{"game":"tictactoe","options":{},',
      (done("bench", "tictactoe", "--seconds", "0.05", "--json")))
  end)

  it("prints what check replays", function()
    local games = {}
    for i, name in ipairs { "mixtour", "qwirkle", "kuhn", "losetas" } do
      games[i] = done("random", name, "3")
    end
    games[5] = done("random", "qwirkle", "3", "--bag", tesela.rules "qwirkle":start(5):dealt())
    local path = support.file(table.concat(games))
    assert.equal(path .. ": 5 games, 0 bad\n", done("check", path))
    for wrong, why in pairs {
      [games[1]:gsub('"counts":%[25', '"counts":[24')] = "there are 25 moves at ply 0",
      [games[1]:gsub('"scores":%[', '"scores":[7')] = "result: scores is ",
      [games[1]:gsub('"moves":%["..", *"', '%0z9", "')] = "z9",
    } do
      local other = support.file(wrong)
      local out, err = support.tesela("check", other)
      assert.equal(other .. ": 1 game, 1 bad\n", out)
      assert.is_truthy(err:find(why, 1, true), err)
    end
  end)

  it("takes seeds up to 2^53-1", function()
    local out = done("random", "mixtour", "9007199254740991")
    assert.is_truthy(out:find('"seed":9007199254740991,', 1, true))
    replay(tesela.decode(out))
  end)
end)

describe("tesela bench", function()
  it("prints one JSON object", function()
    local bench = tesela.decode(done("bench", "mixtour", "--seconds", "0.05", "--json"))
    assert.equal("mixtour", bench.game)
    assert.same(mixtour.options, bench.options)
    assert.is_truthy(bench.signature:match "^%x+$" and #bench.signature == 16)
    for _, name in ipairs { "games_per_second", "listed_games_per_second",
      "lua_games_per_second", "perft_leaves_per_second" } do
      local speed = bench[name]
      assert.is_true(speed.min > 0 and speed.min <= speed.median
        and speed.median <= speed.max, name)
    end
    assert.is_true(bench.plies_per_game > 20 and bench.plies_per_game < 60)
    assert.is_true(bench.moves_per_ply > 20 and bench.moves_per_ply < 60)
  end)

  it("has a signature that depends on nothing but the rules", function()
    local function signature(...)
      return tesela.decode(done("bench", "mixtour", "--seconds", "0.01", "--json", ...))
        .signature
    end
    assert.equal(signature(), signature())
    assert.are_not.equal(signature(), signature("--set", "stack=4"))
  end)

  it("prints for people", function()
    local list = lines(done("bench", "mixtour", "--seconds", "0.05"))
    assert.equal("mixtour", list[1])
    assert.is_truthy(list[2]:match "^signature %x+$")
    assert.is_truthy(list[6]:match "^perft 3 +%d+ leaves/s +%(%d+ %.%. %d+%)$")
    assert.equal(7, #list)
  end)

  it("times perft of a game that ends before there are many leaves", function()
    local bench = tesela.decode(done("bench", "kuhn", "--seconds", "0.01", "--json"))
    assert.equal(3, bench.perft_leaves_per_second.depth)
  end)
end)

describe("tesela play", function()
  it("gives people one seat, several or none", function()
    local function seated(...)
      local out = support.tesela("play", "blokus", "--bot", "random", ...)
      return out:match "Tavitian%. (.-)%. Type":gsub("%s+", " ")
    end
    assert.equal("blue: you, yellow: random, red: random, green: random", (seated()))
    assert.equal("blue, yellow: random, red, green: random", (seated("--seat", "1,3")))
    for _, seats in ipairs { "1,0", "1,5", "1,", ",", "x" } do
      assert.is_truthy(failed(2, "play", "blokus", "--seat", seats)
        :find("expected a whole number in [01]%.%.4"))
    end
  end)
end)

describe("tesela match", function()
  local path = support.file(nil, ".jsonl")

  it("is of two bots in a game for more, each in as many seats as the other", function()
    assert.equal("tesela match: a match is between two bots, but blokus players=1 has "
      .. "1 seat here", failed(2, "match", "blokus", "greedy", "random", "--set", "players=1"))
    local refused = "tesela match: --games 8: expected a multiple of 6, at most 2147483646 "
      .. "(so both bots have the same seats)"
    assert.equal(refused, failed(2, "match", "crowns", "greedy", "random", "-n", "8", "--set",
      "players=3", "-o", path))
    for players, games in pairs { [3] = 6, [4] = 4 } do
      local out = support.tesela("match", "crowns", "greedy", "random", "-n", tostring(games),
        "--set", "players=" .. players, "-o", "/dev/null", "-f", "json")
      local summary = tesela.decode(out)
      assert.equal(games, summary.games)
      for _, bot in ipairs(summary.bots) do
        local seats = 0
        for _, times in ipairs(bot.places) do seats = seats + times end
        assert.same({ games, games * players // 2 }, { bot.games, seats })
      end
    end
  end)

  it("says margins, the same of what was played and of what is in a file", function()
    local folder = support.folder()
    for seats, game in pairs { [2] = "losetas --set size=3",
      [4] = "blokus" } do
      for _, form in ipairs { "text", "json", "csv" } do
        folder:remove "m.jsonl"
        local match = ("$T match %s greedy random -n 4 -o m.jsonl -f %s"):format(game, form)
        folder:must(match) -- what is played now has CPU times
        local out = folder:must(match .. " --resume")
        assert.equal(out, (folder:must("$T report m.jsonl -f " .. form)))
        assert.is_truthy(out:find("margin", 1, true))
        if form == "text" then
          assert.equal(seats == 4, out:find("\nSeats\n", 1, true) ~= nil)
          assert.matches("\n1 %S+ [^\n]* [-+]%d+%.%d %(too few%)\n", out)
          for _, line in ipairs(support.lines(out)) do assert.is_true(#line <= 80, line) end
        end
      end
      assert.matches("margin</th>", folder:must "$T report m.jsonl -f html")
    end
  end)

  it("prints a report and keeps the games", function()
    local out, err, status = support.tesela("match", "mixtour", "greedy", "random",
      "--games", "6", "--seed", "5", "--out", path)
    assert.equal(0, status)
    assert.equal("games: " .. path .. "\n", err)
    local rank, wins, draws, losses = out:match "\n(%d) greedy +6 +(%d) +(%d) +(%d) +[%d.]+ %%\n"
    assert.is_truthy(rank, out)
    assert.equal(6, wins + draws + losses)
    assert.is_truthy(out:find("Elo difference", 1, true))
    local records = lines(support.read(path))
    assert.equal(7, #records)
    for i = 2, 7 do assert.is_truthy(tesela.replay(records[i])) end
    assert.equal(path .. ": 6 games, 0 bad\n", done("check", path))
    assert.equal(support.without_usage(out), done("report", path))
  end)

  it("is what the module plays", function()
    local from_module = {}
    tesela.match { rules = mixtour, bots = { "greedy", "random" }, games = 6, seed = 5,
      on_game = function(game) from_module[#from_module + 1] = game.line end }
    local list = lines(support.read(path))
    table.remove(list, 1)
    table.sort(list)
    table.sort(from_module)
    assert.same(list, from_module)
  end)

  it("is refused before the first game if a bot cannot answer its first position", function()
    local folder = support.folder()
    folder:write("pie.lua", "return tesela.derive(\"mixtour\", { swap = true })")
    folder:write("fails.lua", "return function() error \"nothing found\" end")
    folder:write("wrong.lua", "return function() return \"z9\" end")
    folder:write("resigns.gtp", "#!/bin/sh\nwhile read id word; do case $word in "
      .. "genmove*) echo \"=$id resign\";; list_commands) echo \"=$id name\";; "
      .. "*) echo \"=$id\";; esac; echo; done\n")
    local function refused(match, message)
      local out, err, status = folder:shell("$T match " .. match .. " -n 4 -o kept.jsonl")
      assert.same({ "", 2 }, { out, status }, err)
      assert.matches("^tesela match: bot [^\n]*" .. message .. "[^\n]*\n$", err)
      local a, b = match:match "(%S+) (%S+)$"
      folder:write("cup.lua", ("return { rules = %q, bots = { %q, %s } }"):format(
        match:match "%S+", a, b:find "level" and "{ bot = \"greedy\", level = 3 }"
        or ("%q"):format(b:gsub("'", ""))))
      out, err, status = folder:shell "$T tournament cup.lua --programs -o kept.jsonl"
      assert.matches("^tesela tournament: bot [^\n]*" .. message .. "[^\n]*\n$", err)
      assert.same({ "", 2 }, { out, status })
      assert.is_nil(io.open(folder.path .. "/kept.jsonl"))
    end
    refused("mixtour random ./fails.lua", "fails.lua:1: nothing found")
    refused("mixtour random ./wrong.lua", "z9")
    refused("mixtour random greedy:level=3", "greedy level 3: it has no levels, but level 3")
    refused("qwirkle random alphabeta", "expected a game for two seats in which nothing is hidden")
    refused("qwirkle random 'gtp:cat'", "GTP cannot express hidden hands and chance")
    refused("./pie.lua random 'gtp:cat'", "GTP cannot express the pie rule")
    refused("mixtour random 'exec:false'", "the program ended: exit status 1")
    folder:must "$T match mixtour random 'gtp:sh resigns.gtp' -n 2 -o kept.jsonl"
  end)

  it("stops at a limit of the machine, which is not a bot's fault", function()
    local folder = support.folder()
    local _, err, status = folder:shell "ulimit -n 12; $T match mixtour random exec:cat -n 2 -o m"
    assert.matches("^tesela match: the machine cannot start [^\n]*: Too many open files\n$", err)
    assert.not_equal(0, status)
  end)

  it("is only described by a dry run", function()
    local folder = support.folder()
    folder:write("cup.lua", [[return { rules = "mixtour", bots = { "random", "greedy", "mcts" },
      games = 10, budget = { iterations = 10 } }]])
    for command, pairings in pairs {
      ["match mixtour random greedy -n 200 -w 1"] = "^random, greedy: 200 games\n"
        .. "The first game took %d+%.%d+ s: 200 games with 1 worker take about ",
      ["tournament cup.lua -w 2"] = "^random, greedy: 10 games\nrandom, mcts: 10 games\n"
        .. "greedy, mcts: 10 games\n"
        .. "The first game took %d+%.%d+ s: 30 games with 2 workers take about " } do
      assert.matches(pairings, (folder:must("$T " .. command .. " --dry-run")))
    end
    assert.equal("cup.lua\n", (folder:must "ls"))
  end)

  it("ends with 2 if a tournament or a match is not what can be played", function()
    local folder = support.folder()
    local function refused(command, message)
      local out, err, status = folder:shell("$T " .. command)
      assert.same({ "", 2 }, { out, status }, err)
      assert.matches(message, err)
    end
    for given, message in pairs {
      ["rules = 'nogame', bots = { 'random', 'random' }"] = "there is no game nogame",
      ["rules = 'mixtour', bots = { 'random', 'nobot' }"] = "there is no bot nobot",
      ["rules = 'mixtour', bots = { 'random', './no.lua' }"] = "./no.lua: No such file",
      ["rules = 'mixtour', bots = { 'random' }"] = "expected 2 to 1000 bots",
      ["rules = 'mixtour', bots = { 'random', 'random' }, game = 20"] = "game",
      ["rules = 'mixtour', bots = { 'random', 'random' }, openings = 'none'"] = "no suite none",
      ["rules = 'mixtour', bots = { 'random', 'random' }, openings = { 'z9' }"] = "z9",
    } do
      folder:write("cup.lua", ("return { %s }"):format(given))
      refused("tournament cup.lua", message)
      refused("tournament cup.lua --files", message)
    end
    refused("match mixtour random random --resign nan",
      "^tesela match: %-%-resign nan: expected a number above 0 and below 0.5\n$")
    refused("match mixtour random random --draw 0",
      "^tesela match: %-%-draw 0: expected a number above 0 and below 0.5\n$")
    refused("match mixtour random random --openings none", "there is no suite none")
    folder:must "$T match mixtour random random -n 2 -o m.jsonl"
    refused("report m.jsonl --ratings --anchor foo=0", "^tesela report: %-%-anchor: no bot foo "
      .. "has played\n$")
    folder:write("odd.lua", 'return { rules = "tictactoe", bots = { "random", "greedy" }, '
      .. "games = 3 }")
    local _, said = folder:must "$T tournament odd.lua"
    assert.matches("^tesela tournament: games=3: rounded up to 4 %(whole pairs%): 4 games\n", said)
  end)

  it("takes no option that means nothing there", function()
    local folder = support.folder()
    folder:write("puzzles.jsonl", '{"game":"tictactoe","fen":"3/3/3 x","best":["b2"]}\n')
    folder:must "$T match tictactoe random random -n 2 -o m.jsonl"
    for command, message in pairs {
      ["play puzzles.jsonl --bot nonesuch"] = "it is a file of positions; --bot needs a game",
      ["play puzzles.jsonl --seat 7"] = "it is a file of positions; --seat needs a game",
      ["play puzzles.jsonl --load m.jsonl"] = "it is a file of positions; --load needs",
      ["play puzzles.jsonl --set a=1"] = "it is a file of positions; --set needs a game",
      ["play m.jsonl"] = "it contains games, not positions; --load m.jsonl continues one",
      ["check-bot greedy tictactoe --all"] = "--all: only with positions",
      ["check-bot greedy tictactoe --game mixtour"] = "--game: only with positions",
      ["check-bot greedy tictactoe --rules none.lua"] = "--rules: only with positions",
      ["check-bot greedy puzzles.jsonl --game mixtour"] = "--game: only with the shipped positions",
      ["measure mixtour --sweep win_score=1..99999999999999999999"] = "win_score",
    } do
      local out, err, status = folder:shell("$T " .. command .. " </dev/null")
      assert.same({ "", 2 }, { out, status }, command .. err)
      assert.is_truthy(err:find(message, 1, true), err)
      assert.is_nil(err:find("attempt to", 1, true))
    end
    folder:write("none.jsonl", "")
    local _, err, status = folder:shell "$T check-bot greedy none.jsonl"
    assert.same({ "tesela check-bot: none.jsonl: expected at least one position\n", 1 },
      { err, status })
  end)

  it("begins no match with a bot that cannot be loaded", function()
    local out = support.file(nil, ".jsonl")
    for text, message in pairs {
      ["local function choose() end"] = "its file returns nothing; expected it to return a "
        .. "function or a table with choose",
      ["os.exit(0)"] = "attempt to index a nil value (global 'os') (a sandbox has no os; "
        .. "--trusted runs the bot with all of Lua)",
      ["return { choose = print, new = function() error 'unborn' end }"] = "unborn",
      ["return require 'tesela'.derive('mixtour', {})"] = "bots cannot make games",
    } do
      local bot = support.file(text, ".lua")
      for _, order in ipairs { { bot, "random" }, { "random", bot } } do
        local printed, err, status = support.tesela("match", "mixtour", order[1], order[2],
          "-n", "2", "-o", out)
        assert.equal("", printed)
        assert.matches("^tesela match: bot %S+: ", err)
        assert.is_truthy(err:find(message, 1, true), err)
        assert.equal(2, status)
        assert.is_nil(io.open(out))
      end
    end
  end)

  it("begins no game at the terminal with such a bot", function()
    for text, message in pairs {
      ["return 5"] = "expected a function or a table with choose, got number",
      ["return {"] = "unexpected symbol near <eof>",
      ["return { chose = print }"] = "there is no member chose; did you mean choose?",
      ["return { choose = print, new = function() error 'unborn' end }"] = "unborn",
      ["return { choose = print, parameters = { a = 1 } }"] = "parameters: a: expected",
    } do
      for _, trusted in ipairs { "--", "--trusted" } do
        local bot = support.file(text, ".lua")
        local printed, err, status = support.tesela("play", "--bot", bot, trusted, "mixtour")
        assert.same({ "", 2 }, { printed, status })
        assert.matches("^tesela play: bot [^\n]*\n$", err)
        assert.is_truthy(err:find(message, 1, true), err)
      end
    end
  end)

  it("tells what usual mistakes of bots are", function()
    for text, message in pairs {
      ["function(view) return io.read() end"] = "(global 'io') (a sandbox has no io; --trusted",
      ["function(view) return oss.time() end"] = "(global 'oss')",
      ["{ choose = function(self, view) return self:best(view) end }"] = "(method 'best')",
      ["{ choose = function(view, budget) return view:list()[1] end }"] =
        "(method 'list') (in a table, choose is called as choose(self, view, budget))",
      ["{ choose = function(view) for m in view:moves() do return m end end }"] =
        "(method 'moves') (in a table, choose is called as choose(self, view, budget))",
      ["function(view) view:play(view:list()[1]) return 77 end"] =
        "is not the number of a legal move here (view:play(m) changes the view; view:copy()",
      ["function(view, budget) return budget.iteration > 1 and 1 or 2 end"] =
        "budget: there is no member iteration; did you mean iterations?",
    } do
      local bot, out = support.file("return " .. text, ".lua"), support.file(nil, ".jsonl")
      for _, more in ipairs { {}, { "--trusted" } } do
        os.remove(out)
        local _, err = support.tesela("match", "tictactoe", bot, "random", "-n", "2", "-o", out,
          table.unpack(more))
        local said = more[1] and support.read(out) or err
        if not more[1] or text:find("budget", 1, true) then
          assert.is_truthy(said:find(message, 1, true), said)
        end
      end
    end
  end)

  it("says loudly if a bot has failed in all of its games", function()
    local bot = support.file("return function(view) if view.ply < 2 then "
      .. "return view:list()[1] end error 'on purpose' end", ".lua")
    local printed = support.tesela("match", "mixtour", bot, "random", "-n", "4",
      "-o", support.file(nil, ".jsonl"))
    assert.is_truthy(printed:find(": error 4, ALL of its games: nothing here says how well it "
      .. "plays\n", 1, true), printed)
    assert.matches("\nFigures\nNo Elo difference: %S+ has failed in all of its games\n", printed)
    assert.is_nil(printed:find("superior", 1, true))
  end)

  it("takes a bot by its path into a box, and one that is wrong loses", function()
    local evil = support.file(nil, ".txt")
    os.remove(evil)
    local text = ("local file = io and io.open(%q, 'w') return function(v) "
      .. "if v.ply < 2 then return v:list()[1] end error 'on purpose' end"):format(evil)
    local bot, other = support.file(text, ".lua"), support.file(nil, ".jsonl")
    local out, _, status = support.tesela("match", "mixtour", bot, "random", "-n", "2",
      "-o", other)
    assert.equal(0, status)
    assert.is_truthy(out:find("Ended by: error 2", 1, true), out)
    assert.is_truthy(support.read(other):find("on purpose", 1, true))
    assert.equal(other .. ": 2 games, 0 bad\n", done("check", other))
    assert.is_nil(io.open(evil))
    local _, err = support.tesela("match", "mixtour", bot, "random", "-n", "2", "--trusted",
      "-o", support.file(nil, ".jsonl"))
    assert.is_truthy(err:find("bots are trusted", 1, true))
    assert.is_truthy(io.open(evil))
    os.remove(evil)
  end)

  it("writes over nothing, and continues when it is asked to", function()
    local folder = support.file(nil, "")
    os.remove(folder)
    assert(os.execute("mkdir " .. support.quote(folder)))
    local function match(...)
      local line = table.concat({ "match mixtour greedy random", ... }, " ")
      local pipe = io.popen(("cd %s && %s %s 2>&1 >/dev/null"):format(
        support.quote(folder), support.quote(support.program), line))
      local text = pipe:read "a"
      pipe:close()
      return text:match "([^\n]*)\n$"
    end
    local first, second = "mixtour-greedy-random-1.jsonl", "mixtour-greedy-random-2.jsonl"
    assert.equal("tesela match: --resume: there is no " .. first, (match("--resume")))
    assert.equal("games: " .. first, (match("-n", "2")))
    assert.equal("games: " .. second, (match("-n", "2")))
    assert.equal("games: " .. second, (match("-n", "4", "--resume")))
    local function games_in(name)
      return select(2, support.read(folder .. "/" .. name):gsub('"number":', ""))
    end
    assert.same({ 2, 4 }, { games_in(first), games_in(second) })
    assert.equal(("tesela match: %s exists; --resume continues it, -o names another")
      :format(first), (match("-n", "2", "-o", first)))
    assert.equal("games: " .. first, (match("-n", "4", "-o", first, "--resume")))
    assert.equal(4, games_in(first))
    os.remove(folder .. "/" .. first)
    assert.equal("games: " .. second, (match("-n", "4", "--resume")))
    assert.equal("games: mixtour-greedy-random-3.jsonl", (match("-n", "2")))
    os.execute("rm -r " .. support.quote(folder))
  end)

  it("refuses what is wrong", function()
    local fresh = support.file(nil, ".jsonl")
    local function refused(...)
      return failed(2, "match", "mixtour", ...)
    end
    for _, games in ipairs { "3", "x", "0", "-2", "1.5", "" } do
      assert.equal(("tesela match: --games %s: expected an even number in 2..2147483646 "
        .. "(games come in pairs)"):format(games),
        refused("random", "random", "-n", games, "-o", fresh))
    end
    for _, plies in ipairs { "-2", "0", "1.5" } do
      assert.equal(("tesela match: --openings %s: expected a whole number in 1..1000"):format(
        plies), refused("random", "random", "--openings", plies, "-o", fresh))
    end
    assert.equal("tesela match: there is no bot deep; the bots: "
      .. table.concat(tesela.bots(), ", ") .. "; or the path of a file (./mine.lua)",
      refused("random", "deep", "-o", fresh))
    assert.equal("tesela match: bot ./none.lua: cannot open ./none.lua: No such file "
      .. "or directory", refused("./none.lua", "random", "-o", fresh))
    local other = support.file("return 5\n", ".txt")
    for _, more in ipairs { {}, { "--resume" } } do
      failed(1, "match", "mixtour", "random", "random", "-n", "2", "-o", other,
        table.unpack(more))
      assert.equal("return 5\n", support.read(other))
    end
    assert.equal("tesela match: /none/x: cannot open the file: No such file or directory",
      failed(1, "match", "mixtour", "random", "random", "-n", "2", "-o", "/none/x"))
    assert.is_truthy(failed(1, "match", "mixtour", "random", "random", "-n", "2", "-o",
      "/dev/full"):match "^tesela match: ")
  end)
end)

describe("tesela check", function()
  local function records()
    local list = {}
    tesela.match { rules = mixtour, bots = { "random", "random" }, games = 4, workers = 0,
      on_game = function(game) list[#list + 1] = game.line end }
    return list
  end

  it("replays a file of records", function()
    local path = support.file(table.concat(records(), "\n") .. "\n")
    assert.equal(path .. ": 4 games, 0 bad\n", done("check", path))
    assert.equal("/dev/null: 0 games, 0 bad\n", done("check", "/dev/null"))
    path = support.file(table.concat(records(), "\n\n") .. "\n \r\n")
    assert.equal(path .. ": 4 games, 0 bad\n", done("check", path))
  end)

  it("names each record that is wrong", function()
    local list = records()
    list[2] = list[2]:gsub('("moves":%["%w+","%w+",")%w+', "%1a9", 1)
    list[4] = list[4]:sub(1, -20)
    local path = support.file(table.concat(list, "\n") .. "\n")
    local out, err, status = support.tesela("check", path)
    assert.equal(path .. ": 4 games, 2 bad\n", out)
    assert.equal(1, status)
    local told = lines(err)
    assert.equal(2, #told)
    assert.is_truthy(told[1]:match "^tesela check: %S+:2: move 3 of %d+: a9: a9 is not "
      .. "a cell %(a1 to e5%)$", told[1])
    assert.is_truthy(told[2]:match "^tesela check: %S+:4: not JSON", told[2])
  end)

  it("holds a game against itself", function()
    assert.matches("^mixtour: 2 random games, all agree\nat a glance, 2 random games:\n",
      done("check", "mixtour", "--games", "2", "--seed", "9007199254740991"))
    assert.matches("^mixtour stack=3: 2 random games, all agree\n",
      done("check", "mixtour", "--games", "2", "--set", "stack=3"))
  end)

  it("says so when there is no such file or game", function()
    assert.equal("tesela check: there is no file nothing, and there is no game nothing; "
      .. "the games: " .. GAMES, failed(2, "check", "nothing"))
  end)
end)

describe("tesela help", function()
  it("explains everything, and fits the screen", function()
    for _, topic in ipairs { false, "mixtour", "play", "match", "moves", "result",
      "random", "perft", "bench", "check", "completion", "help" } do
      local out = topic and done("help", topic) or done("help")
      assert.is_true(#out > 100, topic or "help")
      for _, line in ipairs(lines(out)) do assert.is_true(#line <= 80, line) end
    end
    local overview = done "help"
    for _, name in ipairs { "play", "moves", "mixtour", "lookahead" } do
      assert.is_truthy(overview:find(name, 1, true), name)
    end
    local game = done("help", "mixtour")
    for _, option in ipairs(tesela.game "mixtour".options) do
      assert.is_truthy(game:find(option.name, 1, true), option.name)
    end
    for _, query in ipairs(tesela.game "mixtour".queries) do
      assert.is_truthy(game:find("s:" .. query.name, 1, true), query.name)
    end
  end)

  it("refuses what it does not know", function()
    assert.equal("tesela help: there is no help on chess; try tesela help",
      failed(2, "help", "chess"))
  end)
end)

describe("tesela completion", function()
  -- What bash completes in a folder with the file "my bot.lua", and in that alone.
  local function completed(typed)
    local folder = support.folder()
    folder:write("my bot.lua", "")
    folder:write("script", done("completion", "bash"))
    local _, count = typed:gsub("[^\\] ", "")
    folder:write("try", (". ./script; PATH=%s:$PATH; rm script try; COMP_WORDS=(tesela %s); "
      .. "COMP_CWORD=%d; _tesela; printf '%%s\\n' \"${COMPREPLY[@]}\""):format(
      support.quote(support.program:match "^(.*)/"), typed, count + 1))
    return folder:shell "bash try"
  end

  it("completes in bash", function()
    for typed, replies in pairs { ["pl"] = "play", ["play conn"] = "connect_four",
      ["match mixtour gre"] = "greedy", ["match mixtour greedy look"] = "lookahead",
      ["play mixtour -b ran"] = "random", ["check qwirkle_"] = "qwirkle_twelve",
      ["check-bot greedy hex"] = "hex", ["play --bo"] = "--bot", ["show conn"] = "",
      ["match --seed conn"] = "", ["completion fi"] = "fish",
      ["play --trusted conn"] = "connect_four", ["show --color al"] = "always",
      ["match mixtour my"] = "my bot.lua", ["play --bot my\\ b"] = "my bot.lua",
      ["nothing conn"] = "" } do
      local out, err = completed(typed)
      assert.same({ replies .. "\n", "" }, { out, err }, typed)
    end
  end)

  it("prints a script that zsh and fish read, where they are", function()
    for _, shell in ipairs { "bash", "zsh", "fish" } do
      local path = support.file(done("completion", shell))
      assert.same({ "", "", 0 }, { support.shell(("! command -v %s >/dev/null || %s -n %s")
        :format(shell, shell, path)) })
    end
  end)

  it("says what words mean", function()
    assert.equal("play\tPlay at the terminal.\n", done("__words", "pla"))
    assert.matches("^%-%-bot\t[^\t\n]+\n$", done("__words", "play", "--bo"))
    assert.equal("", done("__words", "play", "--seed", ""))
  end)
end)

-- ---- wrong inputs: one clear line, exit 1 or 2, nothing on stdout -----------

describe("a wrong input", function()
  local all_take = { "moves", "result", "perft", "random", "bench", "match", "play",
    "check" }

  -- A command with what it needs beside the game and more arguments.
  local function call(command, ...)
    local needs = {
      perft = { "2" }, random = { "7" }, match = { "random", "random", "-o",
        "/dev/null" },
    }
    local list = { command, "mixtour", table.unpack(needs[command] or {}) }
    for _, word in ipairs { ... } do list[#list + 1] = word end
    return table.unpack(list)
  end

  it("unknown game", function()
    for _, command in ipairs { "moves", "result", "bench", "play" } do
      assert.equal("tesela " .. command .. ": there is no game chess; the games: " .. GAMES,
        failed(2, command, "chess"))
    end
    assert.equal("tesela perft: there is no game chess; the games: " .. GAMES,
      failed(2, "perft", "chess", "3"))
    assert.equal("tesela random: there is no game chess; the games: " .. GAMES,
      failed(2, "random", "chess", "3"))
    assert.equal("tesela match: there is no game chess; the games: " .. GAMES,
      failed(2, "match", "chess", "random", "random"))
  end)

  it("unknown option, and values out of range", function()
    for _, command in ipairs(all_take) do
      local name = "tesela " .. command .. ": "
      assert.equal(name .. "mixtour: there is no option wins; the options: win_score, "
        .. "pieces, stack, repetition, stall", failed(2, call(command, "--set", "wins=3")))
      assert.equal(name .. "mixtour: win_score=0: expected a whole number in 1..99",
        failed(2, call(command, "--set", "win_score=0")))
      assert.equal(name .. "mixtour: win_score=abc: expected a whole number in 1..99",
        failed(2, call(command, "--set", "win_score=abc")))
      assert.equal(name .. "--set win_score: expected option=value",
        failed(2, call(command, "--set", "win_score")))
    end
  end)

  it("a move off the board, and of more pieces than there are", function()
    for _, command in ipairs { "moves", "result", "perft" } do
      local name = "tesela " .. command .. ": "
      assert.equal(name .. "move 2: f6: f6 is not a cell (a1 to e5)",
        failed(1, call(command, "--moves", "a1 f6")))
      assert.equal(name .. "move 3: a1:4-b1: a1 has only 1 piece",
        failed(1, call(command, "--moves", "a1 b1 a1:4-b1")))
      assert.equal(name .. "move 1: a1:2-b2: a1 is empty",
        failed(1, call(command, "--moves", "a1:2-b2")))
    end
  end)

  it("a truncated position text, and one with 26 pieces of one colour", function()
    for _, command in ipairs { "moves", "result", "perft" } do
      local name = "tesela " .. command .. ": mixtour position: "
      assert.equal(name .. "expected / after five cells, but the text ends",
        failed(1, call(command, "--fen", "5/5/5")))
      assert.equal(name .. "expected a space after five rows, but the text ends",
        failed(1, call(command, "--fen", "5/5/5/5/5")))
      for length = 0, #START - 1 do
        if command == "moves" or length % 5 == 0 then
          failed(1, call(command, "--fen", START:sub(1, length)))
        end
      end
      assert.equal(name .. "white has 26 pieces on the board, but only 20 in all",
        failed(1, call(command, "--fen",
          "wwww,wwww,wwww,wwww,wwww/wwww,ww,3/5/5/5 w 0:0 -")))
    end
  end)

  it("a record with an illegal move in the middle", function()
    local game = tesela.run { rules = mixtour, bots = { "random", "random" }, seed = 7 }
    local record = tesela.decode(game.line)
    local middle = #record.moves // 2
    local line = game.line:gsub('("moves":%[)(.-)%]', function(head, list)
      local n = 0
      return head .. list:gsub('"[^"]*"', function(move)
        n = n + 1
        return n == middle and '"a1-e4"' or move
      end) .. "]"
    end)
    local path = support.file(line .. "\n")
    local out, err, status = support.tesela("check", path)
    assert.equal(path .. ": 1 game, 1 bad\n", out)
    assert.equal(1, status)
    assert.is_truthy(err:match(("^tesela check: %%S+:1: move %d of %d: a1%%-e4: [^\n]+\n$")
      :format(middle, #record.moves)), err)
    assert.is_truthy(failed(1, "play", "mixtour", "--load", path):match(
      "^tesela play: %-%-load %S+: move %d+ of %d+: a1%-e4: "))
  end)

  it("a script with a syntax error", function()
    local path = support.file("local x = = 1\n", ".lua")
    assert.equal(("tesela: %s:1: unexpected symbol near '='"):format(path),
      failed(1, path))
    assert.is_truthy(failed(2, "match", "mixtour", path, "random"):match
      "^tesela match: bot %S+: %S+:1: unexpected symbol near '='$")
    assert.is_truthy(failed(2, "play", "mixtour", "--bot", path):match
      "^tesela play: bot %S+: %S+:1: unexpected symbol near '='$")
  end)

  it("a program that is named as if it were a bot in Lua", function()
    local function told(text, ending)
      local path = support.file(text, ending)
      return failed(2, "match", "mixtour", path, "random"), path
    end
    for _, case in ipairs { { "import sys\n", ".py", "python3 " },
      { "#!/bin/sh\necho 1\n", ".py", "python3 " },
      { "const x = {}\n", ".js", "node " }, { "#!/bin/sh\necho 1\n", "", "" },
      { "\127ELF\2\1", "", "" } } do
      local err, path = told(case[1], case[2])
      local ending = ("; for a program write 'exec:%s%s'\n"):format(case[3], path)
      assert.equal(ending, (err .. "\n"):sub(-#ending))
    end
    for _, text in ipairs { "x = = 1\n", "#!/usr/bin/env lua\nx = = 1\n",
      "#!/usr/bin/env tesela\nx = = 1\n" } do
      assert.is_nil(told(text, ".lua"):find "exec:")
    end
    for _, command in ipairs { "python3 ./mine.py", "mine --fast", "./mine --fast" } do
      assert.is_truthy(failed(2, "play", "mixtour", "--bot", command):find(
        ("; for a program write 'exec:%s'"):format(command), 1, true))
    end
    assert.is_nil(failed(2, "play", "mixtour", "--bot", "./my bots/mine.lua"):find "exec:")
  end)

  it("a full disk behind stdout", function()
    for _, command in ipairs { "moves", "random", "result", "perft", "help" } do
      local arguments = {}
      for i, word in ipairs { call(command) } do
        if command ~= "help" or i < 3 then arguments[i] = support.quote(word) end
      end
      local out, err, status = support.shell(("%s %s </dev/null >/dev/full"):format(
        support.quote(support.program), table.concat(arguments, " ")))
      assert.equal("", out)
      assert.equal(1, status)
      assert.is_truthy(err:match "^tesela[^\n]*: cannot write output[^\n]*\n$", err)
    end
  end)

  it("moves at which rules fail, one after another", function()
    local path = support.file([[return require "tesela".derive("mixtour", {
      apply = function(base, s, m) base.apply(s, m)
        if s:reserve(1) < 19 then error "bang" end end })]], ".lua")
    local out, err, status = support.shell(
      ("printf 'a1\\nb1\\nc1\\nd1\\nfen\\nquit\\n' | %s play %s --bot none")
        :format(support.quote(support.program), path))
    assert.same({ "", 0 }, { err, status })
    local _, failures = out:gsub("that failed: [^\n]*bang %(the game continues%)\n", "")
    assert.equal(2, failures)
    assert.is_truthy(out:find(" w 0:0 b1\n", 1, true), out)
  end)

  it("a full disk while saving", function()
    local out, err, status = support.shell(
      ("printf 'save /dev/full\\nb2\\nfen\\nquit\\n' | %s play mixtour --bot none")
        :format(support.quote(support.program)))
    assert.equal(0, status)
    assert.equal("", err)
    assert.is_truthy(out:find("save: cannot write /dev/full: No space left on device "
      .. "(the game continues)\n", 1, true))
    assert.is_truthy(out:find("5/5/5/1,w,3/5 r 0:0 b2\n", 1, true))
  end)

  -- What each command says with status 2 to a name that there is not; one that takes
  -- no name to a word too many.
  local misnamed = {
    play = "zz", moves = "zz", result = "zz", random = "zz 1", perft = "zz 1",
    bench = "zz", check = "zz", match = "zz random random", help = "zz",
    new = "game /none/x.lua --from zz", ask = "zz /none", ["check-bot"] = "zz",
    tournament = "/none/x.lua", report = "--zz /none", merge = "--zz /none",
    ["repeat"] = "--zz /none", show = "--zz /none", completion = "zz", man = "zz",
    svg = "zz", levels = "zz", engine = "zz", tune = "random zz",
    measure = "zz", learn = "zz",
    convert = "/none zz", analyse = "--zz /none", openings = "zz",
  }
  local more = { "play mixtour --bot zz", "match mixtour zz random",
    "check-bot random --rules zz", "check-bot random --game zz", "ask random /none --rules zz",
    "check /none --rules zz", "play ./zz.lua", "match mixtour ./zz.lua random" }

  it("names that there are not, with the same status everywhere", function()
    for _, name in ipairs(require "tesela.cli.cli".names()) do
      local line = name .. " " .. assert(misnamed[name], name .. " is not in the list")
      more[#more + 1] = line
    end
    for _, line in ipairs(more) do
      local out, err, status = support.tesela(table.unpack(words(line)))
      assert.same({ "", 2 }, { out, status }, line)
      assert.matches("^tesela %l[%l-]*: .", err)
    end
  end)

  it("nothing of which there is one in the plural", function()
    local cup = support.file(nil, ".jsonl")
    support.tesela("match", "mixtour", "random", "random", "-n", "2", "--max-plies", "1",
      "-o", cup)
    local one = support.file(support.read(cup):match "^[^\n]*\n[^\n]*\n")
    local said = { (support.tesela("check", "mixtour", "--games", "1")),
      (support.tesela("check", cup)), (support.tesela("check", one)),
      (support.tesela("report", one)), (support.tesela("report", one, "--game", "1")),
      (select(2, support.tesela("merge", one))),
      (support.tesela("ask", "random", cup, "--iterations", "1")),
      (select(2, support.tesela("ask", "random", cup, "--ply", "1"))) }
    for _, each in ipairs(said) do
      for _, word in ipairs { "games", "random games", "complete pairs", "moves", "plies",
        "iterations", "ways", "times" } do
        assert.is_nil(each:find("%f[%w.]1 " .. word), each)
      end
    end
  end)

  it("folders, by their paths", function()
    for _, line in ipairs { "check /tmp", "check-bot random /tmp", "report /tmp", "merge /tmp",
      "repeat /tmp", "show /tmp", "convert /tmp a.jsonl", "ask random /tmp",
      "play mixtour --load /tmp" } do
      assert.matches("/tmp: Is a directory$", failed(1, table.unpack(words(line))))
    end
  end)

  it("numbers that are none", function()
    assert.equal("tesela moves: --seed x: expected a whole number in "
      .. "0..9007199254740991", failed(2, "moves", "mixtour", "--seed", "x"))
    for _, seed in ipairs { "-1", "1.5", "9007199254740992", "1e3", "0x10", "" } do
      local out, err, status = support.tesela("random", "mixtour", "--", seed)
      assert.same({ "", 2 }, { out, status })
      assert.equal("tesela random: SEED " .. seed .. ": expected a whole number in "
        .. "0..9007199254740991\n", err)
    end
    assert.equal("tesela perft: depth 101: expected a whole number in 0..100",
      failed(2, "perft", "mixtour", "101"))
    assert.matches("^tesela perft: %-1: expected a number that is not negative\n",
      (select(2, support.tesela("perft", "mixtour", "-1"))))
    for _, line in ipairs { "match mixtour random random --max-plies -1",
      "match mixtour random random -w -1", "openings mixtour -w -1" } do
      assert.matches("^tesela %l+: %-%-[%l-]+ %-1: expected a whole number in %d%.%.%d+$",
        failed(2, table.unpack(words(line))))
    end
    assert.equal("tesela bench: --seconds 0: expected a number above 0, less than a million",
      failed(2, "bench", "mixtour", "--seconds", "0"))
    assert.equal("tesela check: --games 0: expected a whole number in 1..2147483647",
      failed(2, "check", "mixtour", "--games", "0"))
    assert.equal("tesela play: --seat 3: expected a whole number in 0..2",
      failed(2, "play", "mixtour", "--seat", "3"))
  end)

  it("starts that cannot be combined, or do not exist", function()
    assert.equal("tesela moves: --seed and --fen: expected at most one of --seed, --fen "
      .. "and --bag", failed(2, "moves", "mixtour", "--seed", "1", "--fen", START))
    assert.equal("tesela moves: mixtour deals nothing: its start cannot be given as a "
      .. "bag", failed(1, "moves", "mixtour", "--bag", "rc,rs"))
  end)

  it("unknown commands, scripts and files", function()
    assert.is_truthy(failed(2, "chess"):match
      "^tesela: there is no command chess; the commands: ")
    assert.is_truthy(failed(1, "./none.lua"):match "^tesela: cannot open ./none.lua")
    assert.equal("tesela play: --load /none: No such file or directory",
      failed(1, "play", "mixtour", "--load", "/none"))
    assert.is_truthy(failed(2, "--nothing"):match "^tesela: unknown option '%-%-nothing'")
  end)

  it("missing arguments and unknown options of a command show its usage", function()
    for _, arguments in ipairs { { "moves" }, { "perft", "mixtour" },
      { "random", "mixtour" }, { "match", "mixtour", "random" },
      { "moves", "mixtour", "--what" }, { "completion", "csh" } } do
      local out, err, status = support.tesela(table.unpack(arguments))
      assert.same({ "", 2 }, { out, status })
      assert.is_truthy(err:match("^tesela " .. arguments[1] .. ": [^\n]+\nUsage: tesela "
        .. arguments[1]), err)
    end
  end)

  it("names what the usage names, and the command once", function()
    for typed, message in pairs {
      ["match ./a.lua ./b.lua"] = "an argument is missing; expected <game> A B",
      ["new bot"] = "an argument is missing; expected {bot,game} FILE",
      ["report"] = "an argument is missing; expected FILE",
      ["match mixtour random random --seconds -1"] =
        "--seconds -1: expected a number above 0, less than a million",
      ["match mixtour random random --seconds 0"] =
        "--seconds 0: expected a number above 0, less than a million",
      ["match mixtour random random --lvel 1"] = "unknown option '--lvel'; did you mean '--level'?",
      ["play mixtour --bot random --level 3"] = "bot random: it has no levels, but level 3 is "
        .. "requested",
    } do
      local list = {}
      for word in typed:gmatch "%S+" do list[#list + 1] = word end
      local _, err = support.tesela(table.unpack(list))
      assert.equal(("tesela %s: %s"):format(list[1], message), err:match "^[^\n]*")
    end
  end)

  it("names what is wrong with the budget of a bot", function()
    local wanted = "expected a budget after the colon (level=, iterations=, seconds= or "
      .. "clock=, each once), as in expert:level=3,seconds=0.5; got "
    for bot, message in pairs {
      ["expert:iteratons=3"] = wanted .. '"iteratons=3"', ["expert:3"] = wanted .. '"3"',
      ["expert:"] = wanted .. '""', ["expert:level=1,level=2"] = wanted .. '"level=2"',
      ["./a:b:level="] = wanted .. '"level="',
      ["expert:level=10"] = "level 10: expected a whole number in 1..9",
      ["expert:seconds=0"] = "seconds 0: expected a number above 0, less than a million",
      ["expert:clock=5,seconds=1"] = "clock and seconds: expected one of them",
      ["exec:python3 x.py:seconds=x"] = "seconds x: expected a number above 0, less than a million",
    } do
      local _, err = support.tesela("match", "mixtour", bot, "random")
      assert.equal(("tesela match: bot %s: %s\n"):format(bot, message), err)
    end
    local _, err = support.tesela("engine", "mixtour", "--bot", "expert:clock=5")
    assert.equal("tesela engine: bot expert:clock=5: clock: expected level, iterations or "
      .. "seconds\n", err)
  end)

  it("leaves the colons of paths and commands alone", function()
    local position = require "tesela.cli.position_argument"
    for _, spec in ipairs { "expert", "./a:b.lua", "./a:b", "a:b/c", "./level=3:x.lua",
      "exec:python3 x.py", "gtp:pentobi-gtp --level 5", "exec:x host:port=80",
      'exec:x "to:level=3"', "exec:x to:level=3 y", "./a:level=3.lua" } do
      assert.same({ spec, {} }, { position.bot(spec) })
    end
    for spec, name in pairs { ["./a:b:clock=10/60"] = "./a:b", ["a.lua:clock=10/60"] = "a.lua",
      ["exec:x y:clock=10/60"] = "exec:x y", ["expert:clock=10/60"] = "expert" } do
      assert.same({ name, { clock = "10/60" } }, { position.bot(spec) })
    end
  end)

  it("is reported without the place in the program, however long its path", function()
    local cli = require "tesela.cli.cli"
    local home, file = tesela.home, "/tesela/terminal/play/play.lua"
    finally(function() tesela.home = home end)
    for length = 1, 200 do
      tesela.home = "/" .. ("folder/"):rep(length // 7) .. ("x"):rep(length % 7 + 1)
      local _, message = pcall(assert(load("error 'oops'", "@" .. tesela.home .. file)))
      assert.equal("oops", cli.plain(message))
    end
    local mine = "/home/" .. ("mine/"):rep(20) .. "bot.lua"
    local _, message = pcall(assert(load("error 'oops'", "@" .. mine)))
    assert.equal(message, cli.plain(message))
    assert.equal("bot.lua:1: oops", cli.plain "bot.lua:1: oops")
  end)
end)

describe("a match whose file is torn", function()
  it("has the same games by the same numbers, and reports the torn line", function()
    local folder = support.folder()
    folder:must "$T match tictactoe random random -n 6 -o g.jsonl"
    local texts = lines(folder:read "g.jsonl")
    local header = table.remove(texts, 1)
    table.sort(texts, function(a, b) return a:reverse() > b:reverse() end) -- 6 to 1
    local all = header .. "\n" .. table.concat(texts, "\n") .. "\n"
    folder:write("torn.jsonl", all:sub(1, -50))
    folder:write("crlf.jsonl", (all:gsub("\n", "\r\n")))
    local game = folder:must "$T show g.jsonl --game 5 --ply 4 </dev/null"
    assert.equal(game, folder:must "$T show crlf.jsonl --game 5 --ply 4 </dev/null")
    assert.equal((game:gsub(" of 6:", ", one of 5:")), folder:shell(
      "$T show torn.jsonl --game 5 --ply 4 </dev/null 2>/dev/null")) -- the first is gone
    for _, command in ipairs { "show torn.jsonl --game 5", "analyse torn.jsonl --iterations 1",
      "convert torn.jsonl new.jsonl" } do
      assert.matches("torn.jsonl:7: the last line is torn\n",
        folder:shell("$T " .. command .. " 2>&1 </dev/null"), 1, true)
    end
  end)
end)

describe("the game that the file of a tournament names by its path", function()
  it("is run by the commands that the page on trust names, and by no other", function()
    local folder = support.folder()
    folder:write("mine.lua", 'return require "tesela".derive("blokus", { name = "mine", '
      .. 'options = { variant = "duo" } })')
    folder:write("cup.lua", 'return { rules = "./mine.lua", bots = { "random", "random" }, '
      .. "games = 2, workers = 1 }")
    folder:must "$T tournament cup.lua -o cup.jsonl"
    folder:write("mine.lua", 'error "it runs"')
    for command, runs in pairs {
      ["check cup.jsonl"] = true, ["show cup.jsonl --game 1"] = true,
      ["analyse cup.jsonl"] = true, ["ask random cup.jsonl"] = true,
      ["repeat cup.jsonl"] = true, ["convert cup.jsonl new.jsonl"] = true,
      ["report cup.jsonl --game 1"] = true, ["report cup.jsonl -f html -o new.html"] = true,
      ["report cup.jsonl"] = false, ["report cup.jsonl -f json"] = false,
      ["merge cup.jsonl"] = false,
    } do
      local out, err = folder:shell("$T " .. command .. " </dev/null")
      assert.equal(runs, (out .. err):find("it runs", 1, true) ~= nil, command)
    end
  end)
end)
