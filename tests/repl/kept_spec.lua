-- Nothing is lost: games at a terminal are kept as they go, whatever ends them, and
-- `tesela play` offers to go on.

local tesela = require "tesela"

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

describe("a game at a terminal", function()
  local directory, t, other

  before_each(function() directory = shell.directory() end)

  after_each(function()
    for _, each in pairs { t or false, other or false } do
      if each then each:stop() end
    end
    t, other = nil, nil
    shell.remove(directory)
  end)

  local function start(arguments, env)
    local all = { XDG_STATE_HOME = directory .. "/state" }
    for name, value in pairs(env or {}) do all[name] = value end
    return terminal.start(("%s play %s"):format(terminal.program, arguments or ""), all)
  end

  local function play(arguments, env)
    if t then t:stop() end
    t = start(arguments, env)
    t:prompt "^%a+ ?%d*>$"
  end

  -- Starts where a game is offered, and goes on with it.
  local function go_on(arguments)
    if t then t:stop() end
    t = start(arguments)
    t:wait "Go on? [Y/n]"
    local said = t:screen()
    t:send "Enter"
    t:prompt "^%a+ ?%d*>$"
    return said
  end

  -- Starts where a game is offered, and begins another.
  local function put_aside(arguments)
    t:stop()
    t = start(arguments)
    t:wait "Go on?"
    t:line "n"
    t:prompt "^%a+>$"
  end

  local function kill()
    local pid = shell.output("pgrep -P " .. shell.output(t.tmux .. "list-panes -F '#{pane_pid}'"))
    os.execute("kill -9 " .. pid)
    t:wait "[exit 137]"
  end

  local function files(folder)
    return shell.output(("cd %s/state/tesela/games%s 2>/dev/null && ls | grep -v earlier")
      :format(directory, folder or ""))
  end

  local function count(folder)
    local _, number = files(folder):gsub("[^\n]+", "")
    return number
  end

  it("has a name by UTC", function()
    local function now() return os.date "!%Y-%m-%d-%H" end
    local before = now()
    play("tictactoe", { TZ = "UTC-14" })
    t:ask "a2"
    local name = files():match "^%d+%-%d+%-%d+%-%d%d"
    assert.is_true(name == before or name == now(), name)
  end)

  it("is listed by show and analyse without a file, of which a number opens one", function()
    local out, err, status = shell.run(terminal.program .. " show")
    assert.same({ "", "tesela show: expected a file\n", 2 }, { out, err, status })
    local env = { XDG_STATE_HOME = directory .. "/state" }
    t = terminal.start(terminal.program .. " analyse", env)
    t:wait "no game is kept in"
    assert.equal(1, t:finish())
    play "mixtour --level 2"
    t:ask "c3"
    t:resign()
    t:wait "over>"
    t:line "quit"
    t:finish()
    play "tictactoe --bot random --seed 2"
    t:ask "a1"
    t:line "quit"
    t:finish()
    t:stop()
    t = terminal.start(terminal.program .. " show", env)
    t:wait "Which game? [1]"
    assert.matches("\n  1  [%d-]+ [%d:]+  tictactoe  random +not over, 2 moves\n"
      .. "  2  [%d-]+ [%d:]+  mixtour    expert level 2  lost 0:0, %d moves\n", t:screen())
    t:line "3"
    t:wait "3: expected a number in 1..2, or q to leave"
    t:line "2"
    t:prompt "^0/%d>$"
    assert.matches("game 1 of 1: mixtour, white (human) against red (expert level 2)", t:screen(),
      1, true)
    t:line "q"
    t:finish()
    t:stop()
    play "mixtour --level 3"
    assert.matches("^You have won against level 2: 0 of 1.\n", t:screen(), 1)
    t:stop()
    t = start ""
    t:wait "tictactoe"
    t:line "new"
    for _, question in ipairs { "Which game? [mixtour]", "Against whom? [expert]" } do
      t:wait(question)
      t:send "Enter"
    end
    t:wait "You have won against level 2: 0 of 1.\n"
  end)

  it("continues against the same bot where it began in a recorded one", function()
    local file = directory .. "/one.jsonl"
    shell.write(file, tesela.rules "mixtour":start():play("b2"):play("c3"):record {} .. "\n")
    t = terminal.start(("%s show %s"):format(terminal.program, file),
      { XDG_STATE_HOME = directory .. "/state" })
    t:prompt "^0/2>$"
    t:line "play greedy"
    t:prompt "^white>$"
    t:ask "d4"
    t:line "quit"
    t:prompt "^0/2>$"
    assert.matches("2 moves, against greedy, was not finished", (go_on():gsub("\n *", " ")))
    assert.matches("red: greedy", t:screen())
  end)

  it("is there when the program was killed, with its opponent and its notes", function()
    play "mixtour --bot random --seat 2 --seed 1 --set win_score=3 --iterations 77"
    t:ask "e1"
    t:ask "note so far, so good"
    local before = t:ask "fen"
    kill()
    assert.equal(2, count()) -- its lock, too
    local said = go_on()
    assert.matches("A game of mixtour (win_score=3) from a moment ago, 3 moves, against random,",
      said, 1, true)
    assert.matches("white: random, red: you", t:screen(), 1, true)
    assert.equal(before, (t:ask "fen"))
    assert.equal("note 1: so far, so good", (t:ask "note"))
    assert.matches("moves z9: z9 is not a cell", (t:ask "moves z9"))
    t:line "quit"
    assert.equal(0, t:finish())
    assert.matches("To go on:\n  tesela play mixtour\n", t:screen())
    assert.matches("^[%d-]+%-mixtour%.jsonl$", files())
    local record = tesela.decode(shell.read(directory .. "/state/tesela/games/" .. files()))
    assert.same({ 77, 3, { 2 } },
      { record.table.iterations, record.options.win_score, record.table.seats })
  end)

  it("is resumed as version 0.1.0 left it", function()
    os.execute(("cp -R %s/../vectors/frozen/0.1/state %s"):format(here, directory))
    t = start()
    t:wait "4 moves, against expert level 2"
    t:send "Enter"
    t:prompt "^white 1:%d%d>$"
    t:line "fen"
    t:wait "1,r,3/3,w,1/5/1,w,2,r/5 w 0:0 b5"
    t:line "quit"
    assert.equal(0, t:finish())
    local record = tesela.decode(shell.read(directory .. "/state/tesela/games/" .. files()))
    assert.same({ "expert", 2, "60+5", { 1 }, "a good cell" }, { record.table.bot,
      record.table.level, record.table.clock, record.table.seats, record["note 2"] })
  end)

  it("is the same game with the same bot from then on", function()
    local function three(break_off)
      play "qwirkle --seed 8 --iterations 60"
      for i = 1, 3 do
        if i == 3 and break_off then
          kill()
          go_on "qwirkle"
        end
        t:ask(t:ask("hint", "^seat 1>$"):match "\ntry (%S+)", "^seat 1>$")
      end
      t:line("save " .. directory .. "/g.json")
      t:wait "saved to"
      local moves = tesela.decode(shell.read(directory .. "/g.json")).moves
      t:line "quit"
      t:finish()
      os.execute(("rm -rf %s/state %s/g.json"):format(directory, directory))
      return moves
    end
    assert.same(three(false), three(true))
  end)

  it("with hidden hands shows none before someone takes the keyboard", function()
    local curtain = "^seat %d, take the keyboard and press Enter>$"
    t = start "qwirkle --bot none --seed 8"
    t:prompt(curtain)
    t:send "Enter"
    t:prompt "^seat %d>$"
    t:ask(t:ask("hint", "^seat %d>$"):match "\ntry (%S+)", curtain)
    kill()
    t:stop()
    t = start ""
    t:wait "Go on? [Y/n]"
    assert.is_nil(t:screen():find("%d:%l%l"))
    t:send "Enter"
    t:prompt(curtain)
    assert.is_nil(t:screen():find("1:%l%l"))
    assert.matches("seat %d plays ", t:screen())
    t:send "Enter"
    t:prompt "^seat %d>$"
    assert.matches(" 1:%l%l.* 6:%l%l", t:screen())
    t:line "quit"
    t:finish()
    assert.is_nil(t:screen():find("Left at", 1, true))
    assert.matches("To go on:\n  tesela play qwirkle\n", t:screen())
  end)

  it("continues with a bot that thinks meanwhile, by whatever command", function()
    play "tictactoe --ponder"
    assert.is_nil(t:screen():find("level", 1, true))
    t:ask "a2"
    t:line "quit"
    t:finish()
    go_on "--ponder"
    assert.is_nil(t:screen():find("level", 1, true))
    t:line "quit"
    t:finish()
    put_aside "tictactoe"
    assert.matches("(It is kept: tesela play --ponder --load", t:screen(), 1, true)
    t:line "quit"
    t:finish()
    t:stop()
    t = start "tictactoe --clock 5m+1 --threads 1"
    t:wait "X 5:01>"
    t:line "a2"
    t:line "quit"
    t:finish()
    put_aside "tictactoe"
    assert.matches("tesela play --clock 5m+1 --threads 1 --load", t:screen():gsub("\n *", " "),
      1, true)
  end)

  it("says where its program was started, if that is elsewhere", function()
    play(("tictactoe --bot 'exec:%s engine tictactoe --protocol json --bot random'")
      :format(terminal.program))
    t:ask "a2"
    t:line "quit"
    t:finish()
    go_on()
    assert.is_nil(t:screen():find("may not be found", 1, true))
    t:line "quit"
    t:finish()
    t:stop()
    t = terminal.start(("sh -c 'cd / && %s play'"):format(terminal.program),
      { XDG_STATE_HOME = directory .. "/state" })
    t:wait "Go on? [Y/n]"
    t:send "Enter"
    t:prompt "^X>$"
    assert.matches("Its bot was started in /.*; here it may not be found%.",
      (t:screen():gsub("\n *", " ")))
  end)

  it("of a file with a blank in its name is gone on with by what is said", function()
    shell.write(directory .. "/my rules.lua",
      'return require("tesela").derive("mixtour", { name = "mine" })\n')
    play(("'%s/my rules.lua' --bot none"):format(directory))
    t:ask "c3"
    t:line "quit"
    t:finish()
    assert.matches("To go on:\n  tesela play '%S+/my rules.lua'\n", t:screen())
  end)

  it("is offered until it is gone on with, and only if it fits", function()
    play "mixtour --bot none"
    t:ask "c3"
    t:line "quit"
    t:finish()
    for _, words in ipairs { "losetas", "mixtour --set win_score=2", "mixtour --bot greedy",
      "mixtour --seed 3", "mixtour --fen '5/5/5/5/5 w 0:0 -'" } do
      play(words)
      assert.is_nil(t:screen():find("Go on?", 1, true), words)
    end
    t:stop()
    t = start "mixtour"
    t:wait "Go on?"
    t:line "perhaps"
    t:wait "Expected yes"
    t:send "C-d"
    assert.equal(0, t:finish())
    put_aside "mixtour"
    assert.matches("(It is kept: tesela play --bot none --load", t:screen(), 1, true)
    t:line "quit"
    t:finish()
    play "mixtour"
    assert.is_nil(t:screen():find("Go on?", 1, true))
    play("mixtour --bot none --load " .. directory .. "/state/tesela/games/earlier/"
      .. files "/earlier")
    assert.matches(" c3$", (t:ask "fen"))
  end)

  it("stays if another one is named instead", function()
    play "mixtour --bot none"
    t:ask "c3"
    t:line "quit"
    t:finish()
    for line, said in pairs { Tictactoe = "Tic-tac-toe", new = "Which game?" } do
      t:stop()
      t = start "--bot none"
      t:wait "Go on? [Y/n]"
      t:line "hexx"
      t:wait "Expected yes (or Enter), no to put it aside, new or the name of a game"
      t:line(line)
      t:wait(said)
      t:line "q"
      assert.equal(0, t:finish())
      assert.equal(0, count "/earlier")
    end
    go_on "mixtour"
    assert.matches(" c3$", (t:ask "fen"))
  end)

  it("is not kept if someone only looked how a bot plays on", function()
    play "mixtour --bot none"
    t:ask "c3"
    t:ask "e1"
    t:ask "a1"
    t:ask("save " .. directory .. "/g.json")
    t:line "quit"
    t:finish()
    os.execute(("rm -r %s/state"):format(directory))
    play("mixtour --bot random --load " .. directory .. "/g.json")
    assert.not_matches(" a1$", (t:ask "fen"))
    t:line "quit"
    t:finish()
    assert.equal("", files())
  end)

  it("is kept without locks, and if the clock was set back", function()
    os.execute(("mkdir -p %s/state/tesela/games/earlier; cd %s/state/tesela/games/earlier; "
      .. "for i in $(seq 200); do : >9000-$i.jsonl; done"):format(directory, directory))
    play("mixtour --bot none", { FAULTY = "lock:37", LD_PRELOAD = os.getenv "TESELA_FAULTY" })
    t:ask "c3"
    assert.matches("mixtour.jsonl", files())
    t:resign()
    t:prompt "^over>$"
    t:line "quit"
    t:finish()
    assert.equal(200, count "/earlier")
    assert.matches("mixtour.jsonl", files "/earlier")
    os.execute(("rm -r %s/state"):format(directory))
  end)

  it("is put aside when it is over, and so is what no one played", function()
    play "mixtour --bot none"
    t:ask "c3"
    t:resign()
    t:prompt "^over>$"
    t:line "quit"
    t:finish()
    t:wait "The game is kept: tesela show\n"
    assert.equal("", files())
    assert.equal(1, count "/earlier")
    play "mixtour --bot random --seat 2"
    t:line "quit"
    t:finish()
    play "mixtour --bot none"
    t:ask "c3"
    t:ask "undo"
    assert.equal("", files())
    t:line "quit"
    t:finish()
    assert.matches("white> quit\n%[exit 0%]$", t:screen())
    assert.equal("", files())
  end)

  it("is one of several at once", function()
    play "mixtour --bot none"
    t:ask "a1"
    other = start "mixtour --bot none"
    other:prompt "^white>$"
    assert.is_nil(other:screen():find("Go on?", 1, true))
    other:ask "b2"
    t:ask "c3"
    assert.equal(4, count())
    for _, each in ipairs { t, other } do
      each:line "quit"
      each:finish()
    end
    assert.equal(2, count())
    t:stop()
    t = start "mixtour"
    t:wait "Go on?"
    other:stop()
    other = start "mixtour" -- that one is being asked about
    other:wait "Go on?"
    t:send "Enter"
    other:send "Enter"
    local moves = {}
    for i, each in ipairs { t, other } do
      each:prompt "^%a+>$"
      moves[i] = each:ask("fen"):match "%S+$"
    end
    table.sort(moves)
    assert.same({ "b2", "c3" }, moves)
  end)

  local faulty = shell.quote(os.getenv "TESELA_FAULTY" or "")

  it("is whole when the machine fails in the middle of a write", function()
    t = start("mixtour --bot none", { LD_PRELOAD = faulty:match "'(.*)'",
      FAULTY = "write:3" })
    t:prompt "^white>$"
    t:ask "a1"
    t:ask "b2"
    t:line "c3"
    t:wait "[exit 137]"
    assert.equal(3, count())
    assert.matches("2 moves", go_on "mixtour", 1, true)
    assert.matches(" b2$", (t:ask "fen"))
    assert.equal(2, count())
  end)

  it("continues if nothing can be kept, and says so once", function()
    play("mixtour --bot none", { LD_PRELOAD = faulty:match "'(.*)'", FAULTY = "full:200" })
    t:ask "a1"
    t:wait "not kept automatically: .*No space left on%s+device%)"
    t:ask "a2"
    t:ask "a3"
    local _, times = t:capture(200):gsub("not kept", "")
    assert.equal(1, times)
    t:line "quit"
    t:finish()
    assert.matches("\n  tesela play mixtour --bot none --fen ", t:screen(), 1, true)
    play("mixtour --bot none", { XDG_STATE_HOME = "state", HOME = "" })
    t:ask "a1"
    t:wait "not kept automatically: HOME is not set"
  end)

  it("of root lies in no folder of someone else", function()
    if shell.output "id -u" ~= "0" then return end
    os.execute(("mkdir -p %s/home && chown 65534 %s/home"):format(directory, directory))
    play("mixtour --bot none", { XDG_STATE_HOME = "", HOME = directory .. "/home" })
    t:ask "a1"
    t:wait "not kept automatically"
    assert.equal("", shell.output(("ls -A %s/home"):format(directory)))
  end)

  it("asks for another bot if that one is gone", function()
    shell.write(directory .. "/mine.lua", "return function(v) return v:list()[1] end\n")
    play(("mixtour --bot %s/mine.lua"):format(directory))
    t:ask "c3"
    kill()
    os.execute("rm " .. directory .. "/mine.lua")
    go_on ""
    assert.matches("mine.lua was not found: expert plays instead.", t:screen():gsub("\n *", " "),
      1, true)
    assert.matches("red: expert", t:screen(), 1, true)
  end)

  it("of rules that have changed is not gone on with", function()
    local text = 'return require("tesela").derive("mixtour", { name = "mine"%s })\n'
    shell.write(directory .. "/mine.lua", text:format "")
    play(directory .. "/mine.lua --bot none")
    t:ask "c3"
    kill()
    assert.matches("A game of mine from", go_on(directory .. "/mine.lua"), 1, true)
    kill()
    shell.write(directory .. "/mine.lua", text:format
      ", apply = function(base, s, m) base.apply(s, m) s.seat = 1 end")
    play(directory .. "/mine.lua")
    t:wait "cannot be resumed: "
  end)

  it("that was trusted is not run before someone says so again", function()
    local text = 'io.open(%q, "w"):close()\n'
      .. 'return require("tesela").derive("mixtour", { name = "mine" })\n'
    local ran = directory .. "/ran"
    shell.write(directory .. "/mine.lua", text:format(ran))
    play("--trusted --bot none " .. directory .. "/mine.lua")
    t:ask "c3"
    t:line "quit"
    t:finish()
    assert.matches("To go on:\n  tesela play %S+mine.lua%s+%-%-trusted\n", t:screen())
    os.remove(ran)
    play "mixtour --bot none"
    t:line "quit"
    t:finish()
    t:stop()
    t = start ""
    t:wait "was trusted. To resume it: tesela%s+play %-%-trusted"
    t:wait "Which game?"
    assert.is_nil(io.open(ran))
    go_on "--trusted"
    assert.matches(" c3$", (t:ask "fen"))
    assert(io.open(ran)):close()
  end)

  it("that is damaged is not offered, and hinders no one", function()
    play "mixtour --bot none --seed 5"
    t:ask "c3"
    t:line "quit"
    t:finish()
    local path = directory .. "/state/tesela/games/" .. files()
    local whole = shell.read(path)
    local setup = tesela.decode(whole).table
    local function damaged(number, name, value)
      local old = setup[name] ~= nil
        and ('"%s":%s'):format(name, tesela.encode(setup[name])) or "}}\n"
      local new = ('"%s":%s'):format(name, value)
      local first, last = whole:find(old, whole:find '"table"', true)
      local text = whole:sub(1, first - 1) .. (old == "}}\n" and "," .. new .. old or new)
        .. whole:sub(last + 1)
      assert.is_table(tesela.decode(text), text)
      shell.write(("%s/state/tesela/games/2030-%02d-mixtour.jsonl"):format(directory,
        number), text)
    end
    local number = 0
    for name, values in pairs {
      seats = { "null", '"x"', "[1,{}]", "[1.5]", "[9]", '{"a":1}' },
      rules = { "null", "5" }, bot = { "[1]" }, iterations = { "{}", "0" },
      seconds = { '"q"', "-1" }, seed = { '"q"', "null", "-1" }, fen = { "{}" },
      time = { "[]", "1.5" }, trusted = { '"yes"' }, limit = { "[1]" },
      saved = { "5", '{"path":1}' }, over = { '"no"' },
    } do
      for _, value in ipairs(values) do
        number = number + 1
        damaged(number, name, value)
      end
    end
    play "mixtour --set win_score=2" -- reads the options of all
    t:line "quit"
    t:finish()
    go_on "mixtour"
    assert.matches(" c3$", (t:ask "fen"))
  end)

  it("is not kept in a pipe", function()
    local command = ("XDG_STATE_HOME=%s/state %s play mixtour --bot none"):format(directory,
      terminal.program)
    local _, err, status = shell.run(command, "c3\nc4\nquit\n")
    assert.same({ "", 0 }, { err, status })
    assert.equal("", files())
  end)

  describe("of a file", function()
    local path

    before_each(function()
      path = directory .. "/g.jsonl"
      play "mixtour --bot none --seed 5"
      t:ask "c3"
      t:ask "note the middle"
      t:ask("save " .. path)
      t:line "quit"
      t:finish()
      os.execute(("rm -r %s/state"):format(directory))
    end)

    it("is saved there again, between the others", function()
      local line = shell.read(path)
      local first, last = line:gsub("c3", "a1"), line:gsub("c3", "b2"):gsub("\n", "")
      shell.write(path, first .. line .. "\n" .. last)
      play(("mixtour --bot none --load %s --game 2"):format(path))
      assert.equal("note 1: the middle", (t:ask "note"))
      t:ask "c4"
      assert.equal("saved to " .. path, (t:ask "save"))
      t:ask "d4"
      assert.matches("^saved to ", (t:ask("save " .. path)))
      local one, two, rest = shell.read(path):match "^([^\n]*\n)([^\n]*\n)(.*)$"
      assert.same({ first, "\n" .. last }, { one, rest })
      local record = tesela.decode(two)
      assert.same({ { "c3", "c4", "d4" }, "the middle" }, { record.moves, record["note 1"] })
      t:line "quit"
      t:finish()
      t:stop()
      go_on "mixtour"
      t:ask "e5"
      assert.matches("^saved to ", (t:ask "save"))
      assert.equal(2, select(2, shell.read(path):gsub('e5', "")) + 1)
    end)

    it("is kept there by --save, too", function()
      local line = shell.read(path)
      local first = line:gsub("c3", "a1")
      shell.write(path, first .. line)
      play(("mixtour --bot none --load %s --game 2 --save %s"):format(path, path))
      t:ask "c4"
      t:line "quit"
      t:finish()
      local one, two = shell.read(path):match "^([^\n]*\n)([^\n]*)\n$"
      assert.same({ first, { "c3", "c4" } }, { one, tesela.decode(two).moves })
    end)

    it("is not written over others, or if it no longer exists", function()
      local line = shell.read(path)
      play(("mixtour --bot none --load %s"):format(path))
      shell.write(path, line:gsub("c3", "a1") .. line:gsub("c3", "a2"))
      assert.matches("it no longer contains this%s+game", (t:ask "save"))
      play "mixtour --bot none --seed 1"
      assert.matches("it contains%s+several games", (t:ask("save " .. path)))
      os.execute("rm " .. path)
      assert.matches("^saved to", (t:ask("save " .. path)))
    end)
  end)
end)
