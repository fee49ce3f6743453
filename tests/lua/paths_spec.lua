-- Games in files of one's own, wherever the commands and the module take a
-- game: played, checked, recorded, loaded again, begun from a template.

local tesela = require "tesela"
local support = require "support"

local SOURCE = [[
local tesela = require "tesela"
return tesela.derive("mixtour", { options = { win_score = 2 } })
]]

local directory

local function path(name) return directory .. "/" .. name end

local function write(name, text)
  local file <close> = assert(io.open(path(name), "wb"))
  assert(file:write(text))
  return path(name)
end

-- Runs a command in the folder of the files.
local function run(words)
  return support.shell(("cd %s && %s %s </dev/null"):format(
    support.quote(directory), support.quote(support.program), words))
end

local function done(words)
  local out, err, status = run(words)
  assert.same({ "", 0 }, { err, status }, words)
  return out
end

local function failed(expected, words)
  local out, err, status = run(words)
  assert.same({ "", expected }, { out, status }, words)
  return err
end

setup(function()
  local pipe <close> = assert(io.popen "mktemp -d")
  directory = pipe:read "l"
  support.program = support.shell(("realpath \"$(command -v %s)\""):format(
    support.quote(support.program))):gsub("\n$", "")
  write("mine.lua", SOURCE)
end)

teardown(function() os.execute("rm -rf " .. support.quote(directory)) end)

describe("the path of a game", function()
  it("is taken by every command that takes a game", function()
    assert.equal("24\n", done "perft ./mine.lua 1 --moves a1")
    assert.equal("600\n", done "perft mine.lua 2")
    assert.equal("600\n", done("perft " .. path "mine.lua" .. " 2"))
    assert.matches("^a1\n", done "moves ./mine.lua")
    assert.equal("mine", tesela.decode(done "random ./mine.lua 7").game)
    assert.equal(2, tesela.decode(done "result ./mine.lua --moves a1").to_move)
    assert.matches("^mine\nsignature %x+\n", done "bench ./mine.lua --seconds 0.05")
    assert.matches("^mine win_score=3: 2 random games",
      done "check ./mine.lua --games 2 --set win_score=3")
    assert.matches("win_score +2 ", done "help ./mine.lua")
    local out, err, status = run "play ./mine.lua --seat 0 --bot random --seed 3 --save g.jsonl"
    assert.same({ "", 0 }, { err, status })
    assert.matches("The game is over", out)
    out, err, status = run "match ./mine.lua random random -n 2 -o m.jsonl"
    assert.same({ "games: m.jsonl\n", 0 }, { err, status })
    assert.matches("mine", out)
  end)

  it("continues with a game that was saved", function()
    run "play ./mine.lua --seat 0 --bot random --seed 3 --save g.jsonl"
    local out, err, status = run "play ./mine.lua --load g.jsonl"
    assert.same({ "", 0 }, { err, status })
    assert.matches("The game is over", out)
    err = failed(1, "play mixtour --load g.jsonl")
    assert.matches("g.jsonl: ", err)
  end)

  it("that does not exist is reported in a line", function()
    for _, words in ipairs { "moves", "play", "random", "bench", "result" } do
      local arguments = words .. " ./mien.lua" .. (words == "random" and " 1" or "")
      assert.equal(("tesela %s: there is no game ./mien.lua: No such file or "
        .. "directory; did you mean ./mine.lua?\n"):format(words), failed(2, arguments))
    end
    assert.equal("tesela check: there is no game ./mien.lua: No such file or directory; "
      .. "did you mean ./mine.lua?\n", failed(2, "check ./mien.lua"))
    assert.equal("tesela moves: there is no game /nowhere/x.lua: No such file or "
      .. "directory\n", failed(2, "moves /nowhere/x.lua"))
    assert.equal("tesela moves: there is no game mine; did you mean ./mine.lua?\n",
      failed(2, "moves mine"))
    assert.matches("^tesela moves: there is no game mixtuor; did you mean mixtour%? The "
      .. "games: mixtour, ", failed(2, "moves mixtuor"))
    assert.matches("^tesela check: there is no file mixtuor, and there is no game "
      .. "mixtuor; did you mean mixtour%? The games: mixtour, ", failed(2, "check mixtuor"))
  end)

  it("of a file that is wrong is reported with its line", function()
    write("syntax.lua", "local x = \nreturn }")
    assert.equal("tesela moves: syntax.lua:2: unexpected symbol near 'return'\n",
      failed(2, "moves syntax.lua"))
    write("raises.lua", "\nerror 'at once'")
    assert.equal("tesela check: ./raises.lua:2: at once\n", failed(2, "check ./raises.lua"))
    write("number.lua", "return 5")
    assert.matches("number.lua: expected a file that returns a game .* a number\n$",
      failed(2, "moves ./number.lua"))
    write("nothing.lua", "")
    assert.matches("it returns nothing\n$", failed(2, "moves ./nothing.lua"))
    write("member.lua", "return require 'tesela'.derive('mixtour', { mvoes = print })")
    assert.matches("there is no member mvoes; did you mean moves%? The members: ",
      failed(2, "moves ./member.lua"))
    os.execute("mkdir " .. support.quote(path "folder.lua"))
    assert.matches("folder.lua", failed(2, "moves ./folder.lua"))
  end)

  it("is completed, and its game by name once it is loaded", function()
    tesela.rules(write("completed_one.lua", SOURCE))
    local complete = require "tesela.repl.complete".complete
    assert.same({ "completed_one" }, (complete 'tesela.rules "completed_'))
    assert.same({ "completed_one" }, (complete 'help "completed_'))
    assert.matches("win_score", require "tesela.manual.help".text "completed_one")
  end)
end)

describe("tesela check of a game in Lua", function()
  it("tries the corners of its options", function()
    write("corners.lua", [[
local tesela = require "tesela"
return tesela.define {
  options = { size = { default = 3, min = 2, max = 5 },
    mode = { words = { "plain", "odd" } } },
  endings = { "full" }, fields = { used = 1 },
  moves = function(_, out) out(1) end,
  apply = function(s)
    s.used = s.used + 1
    if s.used == s.rules.options.size then s.over = "full" end
    s.seat = 3 - s.seat
  end,
  result = function(s) return { s.used, 0 } end,
}
]])
    assert.equal([[
corners: 20 random games, all agree
corners mode=odd: 2 random games, all agree
corners size=2: 2 random games, all agree
corners size=5: 2 random games, all agree
corners mode=odd size=5: 2 random games, all agree
corners mode=odd size=2: 2 random games, all agree
at a glance, 20 random games:
  length   3 to 3 plies, median 3
  moves    1 to 1, 1.0 a ply
  endings  full: 20
  winners  seat 1: 20, seat 2: 0
  share    seat 1 has 100 % of the points (+/- 9)
  scores   seat 1: 3 to 3 (3.0), seat 2: 0 to 0 (0.0)
warning: there was never more than one move
warning: seat 1 won every game
6 ways to set the options, all agree
]], (done "check ./corners.lua --games 20":gsub("iterations = %d+ [^\n]*\n", "")))
  end)

  it("finds what is wrong at one corner only", function()
    write("corner.lua", [[
local tesela = require "tesela"
return tesela.derive("mixtour", { moves = function(base, s, out)
  for m in base.moves(s) do out(m) end
  if s.rules.options.stack == 8 then
    for m in base.moves(s) do out(m) return end
  end
end })
]])
    local out, err, status = run "check corner.lua --games 3"
    assert.matches("^corner: 3 random games, all agree\n", out)
    assert.equal(1, status)
    assert.equal([[
tesela check: corner: moves() listed a1 twice at "5/5/5/5/5 w 0:0 - passes=0"
  Each move is listed once, but moves() called out(m) for it a second time.
  in the game of seed 0 after 0 plies; to see it again:
  tesela check corner.lua --set stack=8 --seed 0 --games 1
]], err)
    assert.equal(err, failed(1, "check corner.lua --set stack=8 --seed 0 --games 1"))
  end)

  -- Hooks of a game of one pile that contradict themselves, and what is said.
  local wrong = {
    { "moves", "gave a different list", "in the state", [[
      local n = 0
      return function(s, out)
        n = n + 1
        out(1)
        if n % 2 == 0 then out(2) end
      end]] },
    { "moves", "listed nothing", "End the game", "return function() end" },
    { "apply", "different bytes", "in the state", [[
      local n = 0
      return function(s) n = n + 1 s.left = n s.seat = 3 - s.seat end]] },
    { "start", "different bytes", "the generator that start", [[
      local n = 0
      return function(s) n = n + 1 s.left = n end]] },
    { "print", "writes", "a text of its own",
      "return function() return 'x' end" },
    { "result", "result%(%) returned nil", "or returned a wrong value",
      "return function() end" },
    { "apply", "at once", "raised an error",
      "return function() error 'at once' end" },
    { "apply", "too deeply", "raised an error", -- not by our words
      "return function() error('its functions call each other too deeply', 0) end" },
    { "apply", "listed 1 twice", "raised an error",
      "return function() error('moves() listed 1 twice', 0) end" },
    { "moves", "too deeply", "calls itself through the state",
      "return function(s, out) s:count() out(1) end" },
  }

  for i, row in ipairs(wrong) do
    it(("explains %s() that %s"):format(row[1], row[2]), function()
      local name = "wrong" .. i
      write(name .. ".lua", ([[
local function %s_of() %s end
local t = {
  endings = { "empty" }, fields = { left = 1 },
  start = function(s) s.left = 5 end,
  moves = function(_, out) out(1) out(2) end,
  apply = function(s)
    s.left = s.left - 1
    if s.left == 0 then s.over = "empty" end
    s.seat = 3 - s.seat
  end,
  result = function(s) return { s.left, 0 } end,
}
t.%s = %s_of()
return require "tesela".define(t)
]]):format(row[1], row[4], row[1], row[1]))
      local err = failed(1, "check ./" .. name .. ".lua --games 2")
      assert.matches("^tesela check: " .. name .. ": " .. row[1] .. "%(%) ", err)
      assert.matches(row[2], err)
      assert.matches(row[3], (err:gsub("\n +", " ")))
      assert.matches(' at "', err)
      assert.matches("\n  tesela check ./" .. name .. ".lua %-%-seed %d+ "
        .. "%-%-games 1\n$", err)
      for line in err:gmatch "[^\n]+" do
        assert.is_true(#line <= 80 or line:find ' at "' ~= nil, line)
      end
    end)
  end
end)

describe("a game in Lua that fails", function()
  local SHAPE = [[
return require "tesela".define {
  fields = { board = { cells = 9, max = 2 } }, endings = { "full" },
  moves = function(s, out) %s end,
  apply = function(s, m)
    %s
    s.board[m], s.seat = s.seat, 3 - s.seat
    if #s.board:find(0) == 0 then s.over = "full" end
  end,
  result = function() return { 1, 1 } end,
}
]]
  local STUCK = "stuck: moves() listed nothing, but the game is not over"
  local faults = { { "stuck", STUCK }, { "broken", "./broken.lua:5: no room" } }

  setup(function()
    write("stuck.lua",
      SHAPE:format("if #s.board:find(0) > 5 then out(s.board:find(0)) end", ""))
    write("broken.lua", SHAPE:format("out(s.board:find(0))",
      'if #s.board:find(0) < 6 then error "no room" end'))
  end)

  it("is what has failed, whoever plays it: no bot loses", function()
    for _, fault in ipairs(faults) do
      os.remove(path "cup.jsonl")
      write("cup.lua", ('return { rules = "./%s.lua", games = 2, bots = { %q, %q } }')
        :format(fault[1], "random", "greedy"))
      for _, words in ipairs { "match ./%s.lua random greedy -n 2",
        "match ./%s.lua greedy random -n 2", "match ./%s.lua random lookahead -n 2",
        "match ./%s.lua mcts random -n 2", "match ./%s.lua random expert -n 2",
        "match ./%s.lua alphabeta mcts -n 2", "tournament cup.lua", "measure ./%s.lua -n 2",
        "random ./%s.lua 1", "openings ./%s.lua -n 3 --plies 6",
        "bench ./%s.lua --seconds 0.1" } do
        assert.equal(("tesela %s: %s\n"):format(words:match "%S+", fault[2]),
          failed(1, words:format(fault[1])), words)
      end
      for _, bot in ipairs { "random", "greedy", "mcts", "expert" } do
        local _, err, status = run(("check-bot %s ./%s.lua"):format(bot, fault[1]))
        assert.same({ ("tesela check-bot: %s\n"):format(fault[2]), 1 }, { err, status }, bot)
      end
    end
  end)

  it("is not what has failed if a bot only says so", function()
    write("sound.lua", SHAPE:format("out(s.board:find(0))", ""))
    for _, fault in ipairs(faults) do
      write("liar.lua", ("return function(view) if view.ply < 2 then return view:list()[1] end "
        .. "error(%q, 0) end"):format(fault[2]))
      os.remove(path "lies.jsonl")
      assert.matches("liar has failed in all of its games",
        (run "match ./sound.lua ./liar.lua random -n 2 -o lies.jsonl"))
    end
  end)

  it("is what has failed, whatever a bot says that fails there", function()
    for _, said in ipairs { faults[2][2], "on purpose" } do
      write("failing.lua", ("return function(view) if view.ply < 2 then return "
        .. "view:list()[1] end error(%q, 0) end"):format(said))
      os.remove(path "said.jsonl")
      assert.equal(("tesela match: %s\n"):format(faults[2][2]),
        failed(1, "match ./broken.lua ./failing.lua random -n 2 -o said.jsonl"), said)
    end
  end)

  it("is found if each game has another number, by dice and by what is hidden", function()
    local games = {
      numbered = SHAPE:format("out(s.board:find(0))",
        'if #s.board:find(0) < 8 then error(("no room for <%d>"):format(m)) end'),
      dice = SHAPE:format("out(s.board:find(0))",
        'if rng:int(6) == 6 then error "six" end'):gsub("%(s, m%)", "(s, m, rng)", 1)
        :gsub("endings", "chance = true, endings"),
    }
    for name, text in pairs(games) do
      write(name .. ".lua", text)
      for seed = 1, 3 do
        os.remove(path "found.jsonl")
        assert.matches(("^tesela match: ./%s.lua:5: "):format(name), failed(1,
          ("match ./%s.lua mcts random -n 2 --iterations 200 -o found.jsonl --seed %d")
          :format(name, seed)))
      end
    end
  end)

  it("waits at a terminal: moves are taken back, and the game is saved", function()
    local typed = [[printf '1\nundo\nsave kept.jsonl\nquit\n' | ]]
    for _, fault in ipairs(faults) do
      os.remove(path "kept.jsonl")
      local out = support.shell(("cd %s && " .. typed .. "%s play ./%s.lua --bot mcts "
        .. "--iterations 300"):format(support.quote(directory), support.quote(support.program),
        fault[1]))
      assert.matches("The game waits", out, 1, true)
      assert.matches(fault[2], (out:gsub("%s+", " ")), 1, true)
      assert.matches('"moves":[]', support.read(path "kept.jsonl"), 1, true)
    end
  end)

  it("says so to whoever types a move or looks for one", function()
    local typed = [[printf '1\n2\n3\n4\nmoves\nmoves 5\n5\n' | %s play ./stuck.lua --bot none]]
    local out = support.shell(("cd %s && " .. typed):format(support.quote(directory),
      support.quote(support.program)))
    assert.is_truthy(out:find(("\nmoves: %s\nmoves: %s\n%s\n"):format(STUCK, STUCK,
      STUCK), 1, true), out)
  end)
end)

describe("records of a game in a file", function()
  it("are replayed with --rules, by those rules alone", function()
    os.remove(path "m.jsonl")
    run "match ./mine.lua random random -n 4 -o m.jsonl"
    local games = support.read(path "m.jsonl"):gsub("^[^\n]*\n", "")
    write("m.jsonl", games)
    assert.equal("m.jsonl: 4 games, 0 bad\n", done "check m.jsonl --rules ./mine.lua")
    assert.matches("^game 2 of 4: mine, ", done "show m.jsonl --rules ./mine.lua --game 2")
    assert.matches("ply 3 of", done "show m.jsonl --rules ./mine.lua --ply 3")
    local out, err, status = run "check m.jsonl"
    assert.same({ "m.jsonl: 4 games, 4 bad\n", 1 }, { out, status })
    assert.matches("m.jsonl:1: there is no game mine; did you mean ./mine.lua%?; "
      .. "%-%-rules FILE names the rules\n", err)
    assert.matches("%-%-rules FILE names the rules\n$", failed(1, "show m.jsonl"))
    write("mine.lua", SOURCE:gsub("= 2", "= 3"))
    out, err, status = run "check m.jsonl --rules ./mine.lua"
    write("mine.lua", SOURCE)
    assert.same({ "m.jsonl: 4 games, 4 bad\n", 1 }, { out, status })
    assert.matches("m.jsonl:1: ", err)
    assert.matches("played with a different", err)
    out, err = run "check m.jsonl --rules mixtour"
    assert.equal("m.jsonl: 4 games, 4 bad\n", out)
    assert.matches("m.jsonl:1: ", err)
    assert.matches("there is no game ./none.lua", failed(2, "check m.jsonl --rules ./none.lua"))
  end)
end)

describe("a record or a position whose game is a path", function()
  it("runs no file", function()
    run "match mixtour random random -n 2 -o p.jsonl"
    local line = support.read(path "p.jsonl"):match "\n([^\n]*\n)"
    write("trap.lua", "io.open('sprung', 'w'):close() return nil")
    for _, trap in ipairs { "./trap.lua", "trap.lua", path "trap.lua" } do
      write("p.jsonl", (line:gsub('"mixtour"', '"' .. trap .. '"')))
      for _, command in ipairs { "check p.jsonl", "show p.jsonl",
        "play mixtour --load p.jsonl", "play --load p.jsonl --bot none",
        "play --load p.jsonl --bot none --trusted" } do
        local _, err, status = run(command)
        assert.equal(1, status)
        assert.matches("game is not a name but a path", err)
      end
      write("q.jsonl", ('{"game":"%s","fen":"5/5/5/5/5 w 0:0 -","best":["a1"]}\n'):format(trap))
      assert.matches("q.jsonl:1: game: expected a name, got a path; %-%-rules FILE",
        failed(1, "check-bot random q.jsonl"))
    end
    assert.is_nil(io.open(path "sprung"))
  end)
end)

describe("a file that is written", function()
  it("replaces the same kind of thing, and nothing else", function()
    local state = tesela.rules "mixtour":start()
    local other = write("kept.txt", "mine\n")
    assert.same({ nil, other .. ": it exists, and is not a picture (SVG)" },
      { tesela.svg(state, other) })
    assert.equal("tesela man: --out kept.txt: it exists, and is not a manual page\n",
      failed(1, "man -o kept.txt"))
    assert.equal("tesela play: --save kept.txt: it exists, and is not a saved game\n",
      failed(1, "play mixtour --bot none --save kept.txt"))
    assert.equal("mine\n", support.read(other))
    for _ = 1, 2 do
      assert.is_true(tesela.svg(state, path "board.svg"))
      done "man -o tesela.1"
      assert.equal(0, (select(3, run "play mixtour --bot none --save new.jsonl")))
    end
  end)

  it("is no folder", function()
    assert.equal("tesela play: --save .: Is a directory\n",
      failed(1, "play mixtour --bot none --save ."))
    assert.same({ nil, "Is a directory" }, { require "tesela.base.output".write("/",
      require "tesela.base.output".GAME, "x") })
  end)

  it("is tried before the game", function()
    assert.equal("tesela play: --save /nodir/x: No such file or directory\n",
      failed(1, "play mixtour --bot none --save /nodir/x"))
  end)

  it("is what a link leads to, also if there is nothing yet", function()
    local output = require "tesela.base.output"
    local link, real = path "link.jsonl", path "real.jsonl"
    os.remove(real)
    support.shell(("ln -sf real.jsonl %s"):format(support.quote(link)))
    local function leads() return (support.shell("readlink " .. support.quote(link))) end
    assert.is_true(output.check(link, output.GAME))
    assert.equal("real.jsonl\n", leads())
    assert.is_nil(io.open(real))
    assert.is_true(output.write(link, output.GAME, '{"tesela":1}\n'))
    assert.is_true(output.check(link, output.GAME))
    assert.equal("real.jsonl\n", leads())
    assert.equal('{"tesela":1}\n', support.read(real))
  end)
end)

describe("a saved game", function()
  it("continues with who played it, if no one says who plays", function()
    local levelled, searched = { "expert level 2", "human" }, { "mcts", "human" }
    local people = { "human", "human" }
    for _, case in ipairs {
      { levelled, "", levelled }, { levelled, "--level 3", { "expert level 3", "human" } },
      { levelled, "--iterations 5", { "expert", "human" } }, { searched, "", searched },
      { searched, "--level 3", { "expert level 3", "human" } },
      { searched, "--bot greedy", { "human", "greedy" } },
      { searched, "--seat 1", { "human", "expert level 4" } },
      { { "robo", "human" }, "", { "expert level 4", "human" } }, { people, "", people },
      { people, "--level 3", { "human", "expert level 3" } },
      { { "greedy", "mcts" }, "", { "human", "expert level 4" } },
    } do
      local state = tesela.rules "mixtour":start():play "a1":play "b2":play "c3"
      write("who.jsonl", state:record { players = case[1] } .. "\n")
      local _, err = support.shell(("cd %s && printf 'save went.jsonl\\nquit\\n' | "
        .. "%s play --load who.jsonl %s"):format(support.quote(directory),
        support.quote(support.program), case[2]))
      assert.equal("", err)
      assert.same(case[3], tesela.decode(support.read(directory .. "/went.jsonl")).players)
    end
  end)

  it("takes its rules from the file that is named", function()
    write("six_high.lua", 'return require "tesela".derive("mixtour", { options = { stack = 6 } })')
    local state = tesela.rules(directory .. "/six_high.lua"):start():play "a1"
    write("six_high.jsonl", state:record() .. "\n")
    assert.matches("there is no game six_high", failed(2, "play --load six_high.jsonl"))
    local out = support.shell(("cd %s && echo quit | %s play --load six_high.jsonl --rules "
      .. "./six_high.lua --bot none"):format(support.quote(directory),
      support.quote(support.program)))
    assert.matches("Left at 5/5/5/5/w,4 r", out)
    assert.matches("%-%-rules: only with %-%-load",
      failed(2, "play --rules ./six_high.lua"))
  end)

  it("that is broken says where", function()
    for text, why in pairs {
      ['{"tesela":1,"game":"mix'] = "--load cut.jsonl: not JSON at byte 23: ",
      ['{"tesela":1,"moves":[]}'] = "--load cut.jsonl: it does not name its game; name it "
        .. "first, as in: tesela play mixtour --load cut.jsonl\n",
    } do
      write("cut.jsonl", text .. "\n")
      assert.matches("tesela play: " .. why, failed(text:find "moves" and 2 or 1,
        "play --load cut.jsonl"), 1, true)
    end
  end)

  it("comes through a pipe as well", function()
    write("saved.jsonl", tesela.rules "mixtour":start():play "a1":play "b2":record() .. "\n")
    for _, game in ipairs { "", " mixtour" } do
      local out, err = support.shell(("cd %s && cat saved.jsonl | %s play%s --load /dev/stdin "
        .. "--bot none"):format(support.quote(directory), support.quote(support.program), game))
      assert.equal("", err)
      assert.matches("\n 1 |   W   |", out)
    end
    local fifo = ("cd %s && mkfifo pipe && { cat saved.jsonl >pipe & "
      .. "timeout 20 %s play --load pipe --bot none </dev/null; }"):format(
      support.quote(directory), support.quote(support.program))
    assert.equal(0, (select(3, support.shell(fifo))))
  end)
end)

describe("a file in another's place", function()
  it("is reported", function()
    write("game.lua", SOURCE)
    for _, file in ipairs { "game.lua", "./game.lua", path "game.lua" } do
      local err = failed(2, "tournament " .. file)
      assert.equal(("tesela tournament: %s is a game; a tournament is a file that returns a "
        .. 'table: { rules = "%s", bots = { "expert", "greedy" } }\n'):format(file,
        file == "game.lua" and "./game.lua" or file), err)
    end
    for _, call in ipairs { "error('tesela.derive: name: expected a name', 0)",
      "return { rules = require 'tesela'.derive('mixtour', {}) }" } do
      write("cup.lua", call)
      assert.matches("^tesela tournament: [^ ]*%s?tesela.derive: name: expected a name",
        failed(2, "tournament cup.lua"))
    end
    write("bot.lua", "return function(view) return view:list()[1] end")
    assert.equal("tesela match: there is no bot bot; did you mean ./bot.lua?\n",
      failed(2, "match mixtour bot random"))
  end)
end)

describe("a game that is loaded", function()
  it("has its own options, and --set may only repeat them", function()
    run "play mixtour --set win_score=3 --bot none --save three.jsonl"
    local load = "play mixtour --bot none --load three.jsonl"
    assert.equal(0, (select(3, run(load .. " --set win_score=3"))))
    assert.equal("tesela play: --load three.jsonl: its game has win_score=3, but --set says 2\n",
      failed(2, load .. " --set win_score=2"))
  end)
end)

describe("reload", function()
  it("takes a changed file; games in progress keep their rules", function()
    local file = write("changing.lua", SOURCE)
    local old = tesela.rules(file)
    local s = old:start():play "a1"
    write("changing.lua", (SOURCE:gsub("= 2", "= 4")))
    assert.equal(2, tesela.rules(file).options.win_score) -- until it is asked to
    tesela.reload "changing"
    collectgarbage()
    assert.equal(4, tesela.rules(file).options.win_score)
    assert.equal(4, tesela.rules "changing".options.win_score)
    assert.equal(2, old.options.win_score)
    assert.equal(2, s:play("b2").rules.options.win_score)
    assert.same({ "a1", "b2" }, s:history())
    local line = s:record()
    local again, why = tesela.replay(line)
    assert.is_nil(again)
    assert.matches("played with a different", why)
    assert.equal(s:fen(), tesela.replay(line, nil, s.rules):fen())
    assert.equal(2, tesela.game(s.rules).options[1].default)
    tesela.reload(file)
    assert.equal(4, tesela.rules "changing".options.win_score)
  end)

  it("by another path means the same game", function()
    local file = write("twice.lua", SOURCE)
    local other = directory .. "/./twice.lua"
    tesela.rules(other)
    tesela.rules(file)
    write("twice.lua", (SOURCE:gsub("= 2", "= 5")))
    tesela.reload "twice"
    assert.equal(5, tesela.rules(file).options.win_score)
  end)

  it("of a file that is wrong keeps what was", function()
    local file = write("broken.lua", SOURCE)
    tesela.rules(file)
    write("broken.lua", "return }")
    local ok, why = pcall(tesela.reload, "broken")
    assert.is_false(ok)
    assert.matches("broken.lua:1: ", why)
    assert.equal(2, tesela.rules "broken".options.win_score)
    assert.equal(2, tesela.rules(file).options.win_score)
    ok, why = pcall(tesela.reload, "nothing_like_it")
    assert.is_false(ok)
    assert.matches("^there is no game nothing_like_it; the games: ", why)
  end)

  it("says which games have no file", function()
    local function refused(name, message)
      local ok, why = pcall(tesela.reload, name)
      assert.is_false(ok)
      assert.equal(message, (why:gsub("^[^ ]*:%d+: ", "")))
    end
    tesela.derive("mixtour", { name = "without_file" })
    refused("mixtour", "mixtour is in C: there is no file to read again")
    refused("without_file", "without_file did not come from a file: there is none to read again")
    refused(nil, "tesela.reload: expected the name of a game or the path of its file, got nil")
  end)

  it("is a global of sessions", function()
    local out, err = support.shell(("cd %s && printf %s | %s -i"):format(
      support.quote(directory),
      support.quote 'tesela.rules "./mine.lua"\nreload "mine"\n',
      support.quote(support.program)))
    assert.matches("game: mine", out .. err)
  end)
end)

describe("tesela new game", function()
  local function check(words, name, games)
    local out, err, status = run(words)
    assert.same({ "", 0 }, { out, status }, err)
    assert.matches("is written, and runs as it is", err)
    assert.matches("tesela check ./" .. name .. "\n", err)
    assert.matches("all agree\n", done("check ./" .. name .. " --games " .. games))
    for line in support.read(path(name)):gmatch "[^\n]+" do
      assert.is_true(#line <= 100, line)
      assert.is_nil(line:find("%-%- .*mine.lua"), line)
      assert.is_nil(line:find("OPTIONS", 1, true), line)
    end
  end

  it("writes a whole game that runs as it is", function()
    check("new game begun.lua", "begun.lua", 5)
    local out = done "play ./begun.lua --seat 0 --seed 1"
    assert.matches("The game is over: %a+ wins %(empty%)", out)
    assert.equal("3\n", done "perft ./begun.lua 1")
  end)

  for _, game in ipairs { "mixtour", "blokus", "losetas", "qwirkle", "tictactoe" } do
    it("writes a variant of " .. game, function()
      local name = "my_" .. game .. ".lua"
      check(("new game %s --from %s"):format(name, game), name,
        game == "mixtour" and 2 or 1)
      assert.equal(done("moves " .. game), done("moves ./" .. name))
    end)
  end

  it("writes a variant of a file", function()
    check("new game mine_too.lua --from ./mine.lua", "mine_too.lua", 1)
    assert.matches("win_score = 2,", support.read(path "mine_too.lua"))
    check("new game mine_again.lua --from " .. path "mine.lua", "mine_again.lua", 1)
    os.execute("mkdir " .. path "b")
    assert.matches("expected a file in the folder of b/x.lua",
      failed(2, "new game b/x.lua --from ./mine.lua"))
    os.execute(("cp %s %s"):format(path "mine.lua", path "b/o.lua"))
    check("new game ./b/more.lua --from b/o.lua", "b/more.lua", 1)
  end)

  it("refuses what cannot be one", function()
    assert.matches("expected a letter, then letters, digits and _, 40 at most, in the name of",
      failed(2, "new game my-game.lua"))
    assert.matches("there is already a game mixtour", failed(2, "new game mixtour.lua"))
    assert.matches("mine.lua already exists", failed(1, "new game mine.lua"))
    assert.matches("there is no game chess", failed(2, "new game x.lua --from chess"))
    assert.matches("only for a game", failed(2, "new bot x.lua --from mixtour"))
    assert.is_nil(io.open(path "x.lua"))
  end)
end)
