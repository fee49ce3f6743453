-- Keys in a session: editing, completion, the history, pastes, and Ctrl-C in
-- everything that can run, in a terminal of 80 by 24.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local INTERRUPT_SECONDS = 20 -- how soon Ctrl-C has to help, on any machine

describe("keys", function()
  local t

  local function start(arguments, env)
    t = terminal.start(terminal.program .. " " .. (arguments or ""), env)
    t:prompt()
  end

  local function answer(text) return (t:ask(text)) end

  -- Until the line that is edited reads like this.
  local function reads(line)
    t:prompt("^> " .. line:gsub("%p", "%%%0") .. "$")
  end

  after_each(function()
    if t then t:stop() end
    t = nil
  end)

  describe("edit a line:", function()
    it("arrows, Home and End, backspace and delete", function()
      start()
      t:type "2 + 3"
      reads "2 + 3"
      t:send("Home")
      t:type "1"
      reads "12 + 3"
      t:send("End", "BSpace")
      t:type "4"
      reads "12 + 4"
      t:send("Left", "Left", "Left", "DC")
      t:type "-"
      reads "12 - 4"
      t:send("Home", "Right", "DC", "Enter")
      t:prompt()
      t:wait "\n-3\n>"
    end)

    it("characters of several bytes", function()
      start()
      t:type "'höhe'"
      reads "'höhe'"
      t:send("Left", "Left", "Left", "BSpace")
      t:type "ü"
      reads "'hühe'"
      t:send "Enter"
      t:wait "\nhühe\n>"
    end)

    it("Ctrl-D, which deletes, and leaves at an empty line", function()
      start()
      t:type "x1"
      reads "x1"
      t:send("Left", "C-d")
      reads "x"
      t:send("C-u", "C-d")
      assert.equal(0, t:finish())
    end)
  end)

  describe("walk through the history:", function()
    it("up and down", function()
      start()
      answer "1 + 1"
      answer "2 + 2"
      t:send("Up", "Up")
      reads "1 + 1"
      t:send "Down"
      reads "2 + 2"
      t:send "Down"
      t:prompt "^>$"
    end)

    it("Ctrl-R, which searches", function()
      start()
      answer "first = 'needle'"
      answer "second = 2"
      t:send "C-r"
      t:type "need"
      t:wait "bck:need"
      t:send "Enter"
      t:prompt()
      t:wait "> first = 'needle'\n>"
      t:send "C-r"
      t:wait "bck:"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      assert.equal("2", answer "second")
    end)

    it("Ctrl-R, in what an earlier session said", function()
      local directory = shell.directory()
      local env = { XDG_STATE_HOME = directory .. "/state" }
      start("", env)
      answer "haystack = 'needle'"
      t:stop()
      start("", env)
      t:send "C-r"
      t:type "need"
      t:wait "haystack = 'needle'"
      t:send "Enter"
      t:prompt()
      assert.equal("needle", answer "haystack")
      shell.remove(directory)
    end)
  end)

  describe("complete:", function()
    it("the only candidate", function()
      start()
      t:type "tese"
      t:send "Tab"
      reads "tesela"
      t:type ".clo"
      t:send "Tab"
      reads "tesela.clock"
    end)

    it("what all candidates begin with, then their list", function()
      start()
      answer "box = { alpha = 1, alpine = 2, beta = 3 }"
      t:type "box.a"
      t:send "Tab"
      reads "box.alp"
      t:send "Tab"
      t:wait "\nalpha   alpine\n> box.alp"
      t:type "h"
      t:send "Tab"
      reads "box.alpha"
      t:send "Enter"
      t:wait "\n1\n>"
    end)

    it("options of a game, also in the next line", function()
      start()
      t:type "tesela.rules('mixtour', { w"
      t:send "Tab"
      t:prompt "{ win_score =$"
      t:send "C-c"
      t:prompt()
      t:ask("tesela.rules('mixtour', {", "^>>$")
      t:type "w"
      t:send "Tab"
      t:prompt "^>> win_score =$"
    end)

    it("nothing if there is nothing, and indentation in an empty line", function()
      start()
      t:type "nothing.x"
      t:send "Tab"
      t:type "y"
      reads "nothing.xy"
      t:send "C-c"
      t:prompt "^>$"
      t:send "Tab"
      t:type "5"
      t:prompt "^>   5$"
    end)

    it("with what line.read is given", function()
      start()
      answer "line = require 'tesela.line'"
      answer "function moves(text) return { 'a1-b2', 'a1-c3', 'quit' }, 1 end"
      t:line "line.read('red> ', moves)"
      t:prompt "^red>$"
      t:send "Tab"
      t:wait "a1%-b2  a1%-c3  quit\nred>"
      t:type "a"
      t:send "Tab"
      t:prompt "^red> a1%-$"
      t:type "c"
      t:send("Tab", "Enter")
      t:wait "\na1-c3\n>"
    end)

    it("with a completer that fails or does not end", function()
      start()
      answer "line = require 'tesela.line'"
      t:line "line.read('one> ', error)"
      t:prompt "^one>$"
      t:send "Tab"
      t:type "x"
      t:prompt "^one> x$"
      t:send "Enter"
      t:prompt()
      local sign = shell.directory() .. "/asked"
      t:line(("line.read('two> ', function() io.open(%q, 'w'):close() "
        .. "while true do end end)"):format(sign))
      t:prompt "^two>$"
      t:send "Tab"
      t:poll(function() return io.open(sign) end, "the completer")
      shell.remove(sign:match "^(.*)/")
      t:send "C-c"
      os.execute "sleep 0.2"
      t:type "y"
      t:prompt("^two> y$", INTERRUPT_SECONDS)
      t:send "Enter"
      t:wait "\ny\n>"
    end)
  end)

  describe("paste:", function()
    it("a function of several lines as one entry", function()
      start()
      t:paste "function twice(x)\n\tlocal y = x\n  return 2 * y\nend\n"
      t:wait "\nend$"
      assert.is_nil(t:screen():find(">>", 1, true))
      t:send "Enter"
      t:prompt()
      assert.equal("42", answer "twice(21)")
      t:send("Up", "Up")
      t:wait "> function twice"
      t:prompt "^end$"
      t:send("Up", "End", "C-c")
      t:prompt("^>$", INTERRUPT_SECONDS)
      assert.equal("2", answer "twice(1)")
    end)

    it("a block whose locals are known to its end", function()
      start()
      t:paste "local a = 20\nlocal b = 22\nprint(a + b)"
      t:wait "\nprint%(a %+ b%)$"
      t:send "Enter"
      t:prompt()
      t:wait "\n42\n>"
    end)

    it("statements and expressions, one after the other", function()
      start()
      t:paste "x = 20\nx + 1\nfor i = 1, 2 do\n  x = x + i\nend\nx, 'done'\n"
      t:wait "\nx, 'done'$"
      t:send "Enter"
      t:prompt()
      t:wait "\n21\n23      done\n>"
      t:paste "x = 1\nx = = 2\nx = 3"
      t:wait "\nx = 3$"
      t:send "Enter"
      t:prompt()
      t:wait "stdin:2: unexpected symbol near '='"
      assert.equal("23", answer "x") -- none of it was run
    end)

    it("and edit it: arrows go from line to line", function()
      start()
      t:paste "x = {\n  1,\n  2 }"
      t:wait "\n  2 }$"
      t:send("Up", "Home", "Right", "Right", "Right", "Right", "Down", "BSpace", "Down",
        "Up")
      t:send("C-c")
      t:prompt("^>$", INTERRUPT_SECONDS)
      t:paste "'one',\n'two'"
      t:wait "\n'two'$"
      t:send("Up", "Left", "BSpace")
      t:type "E"
      t:wait "'onE',\n'two'$"
      t:send "Enter"
      t:prompt()
      t:wait "\nonE     two\n>"
    end)

    it("more than the screen holds", function()
      start()
      local lines = {}
      for i = 1, 60 do lines[i] = ("sum = (sum or 0) + %d"):format(i) end
      t:paste(table.concat(lines, "\n"))
      t:prompt "^sum = %(sum or 0%) %+ 60$"
      t:send "Enter"
      t:prompt()
      assert.equal("1830", answer "sum")
    end)

    it("lines that end in two characters", function()
      start()
      t:paste "x = {\r\n1,\r\n2,\r\n\r\n3 }"
      t:wait "x = {\n1,\n2,\n\n3 }$"
    end)

    it("control characters are left out", function()
      start()
      t:paste "'a\27[31mb\7'"
      t:type " "
      t:prompt "^> 'a%[31mb'$"
    end)
  end)

  describe("Ctrl-C ends", function()
    -- A statement that says "go" first and would not end.
    local function stops(statement)
      t:line("print 'go' " .. statement)
      t:wait "\ngo$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      t:wait "interrupted!"
      assert.equal("nil", answer "(debug.gethook())")
      t:ask "for i = 1, 24 do print() end"
    end

    local function game()
      start()
      answer "r, g = tesela.rules 'mixtour', tesela.rng(1)"
      answer "s = r:start(1)"
    end

    it("what runs in C", function()
      game()
      stops "s:perft(9)"
      stops "r:playouts { games = 1000000000 }"
      stops "r:playouts { games = 1000000000, listed = true }"
      stops "r:check { games = 1000000 }"
      stops "while true do s:playout(g) end"
    end)

    it("what runs in C and is caught", function()
      game()
      stops "while true do pcall(s.perft, s, 9) end"
      stops "coroutine.wrap(function() s:perft(9) end)()"
      stops "while true do pcall(string.rep, 'x', 1000000) end"
      t:line "print 'go' print(pcall(s.perft, s, 9)) print 'after'"
      t:wait "\ngo$"
      t:send "C-c"
      t:wait("false +interrupted!\nafter\n>$", INTERRUPT_SECONDS)
      assert.equal("24", answer "s:perft(1)  - 1")
    end)

    it("what closes the variables of a coroutine", function()
      start()
      answer "x = { __close = function() while true do end end }"
      answer "function f() local y <close> = setmetatable({}, x) coroutine.yield() end"
      stops "co = coroutine.create(f) coroutine.resume(co) coroutine.close(co)"
      stops "coroutine.wrap(function() local y <close> = setmetatable({}, x) f(nil + 1) end)()"
    end)

    it("it again and again", function()
      game()
      for _ = 1, 3 do
        stops "while true do end"
        stops "s:perft(9)"
      end
    end)

    it("and leaves no hook, neither before nor after", function()
      start()
      answer "function spin() while true do pcall(coroutine.yield, 1) end end"
      answer "co = coroutine.create(spin)"
      answer "coroutine.resume(co)"
      assert.equal("nil     nil", answer "debug.gethook(co), (debug.gethook())")
      for _ = 1, 5 do
        stops "while true do coroutine.resume(co) end"
        assert.equal("nil     nil", answer "debug.gethook(co), (debug.gethook())")
      end
    end)

    it("a match, of which the games that are over are kept", function()
      start()
      answer "m = { rules = tesela.rules 'mixtour', games = 100000 }"
      answer "m.bots = { 'greedy', 'random' }"
      answer "function m.on_game(g, r) if r.games == 3 then print 'three' end end"
      t:line "r = tesela.match(m)"
      t:wait "\nthree$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      assert.equal("true    100000", answer "r.games >= 3, r.interrupted")
      assert.matches("interrupted after %d+ of 100000 games", answer "r")
      assert.equal("nil", answer "(debug.gethook())")
    end)

    it("a match whose bots catch errors", function()
      start()
      answer "function bot(v) pcall(function() while true do end end) return v:list()[1] end"
      answer "m = { rules = tesela.rules 'mixtour', bots = { bot, bot }, workers = 0 }"
      answer "m.rules = tesela.rules('mixtour', { stall = 1 })"
      t:line "print 'go' tesela.match(m)"
      t:wait "\ngo$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      t:wait "\ninterrupted!"
    end)

    it("the command match, which keeps the games and prints their table", function()
      local directory = shell.directory()
      t = terminal.start(("sh -c \"cd %s; exec %s match mixtour greedy random -n 100000\"")
        :format(directory, terminal.program))
      local path = directory .. "/mixtour-greedy-random-1.jsonl"
      t:poll(function()
        local file = io.open(path)
        local text = file and file:read "a" or ""
        if file then file:close() end
        return select(2, text:gsub("\n", "")) >= 3
      end, "two games")
      t:send "C-c"
      t:wait("%[exit 130%]", INTERRUPT_SECONDS)
      t:wait "%d+ of 100000 games"
      t:wait "\ntesela match: interrupted; "
      local games = tonumber(t:screen():match "(%d+) of 100000 games")
      local text, count = shell.read(path):gsub("[^\n]*\n", "")
      assert.equal("", text) -- no half line
      assert.equal(games + 1, count) -- and the header
      shell.remove(directory)
    end)

    -- How many optional letters make a search in C last for some seconds here:
    -- each doubles it.
    local function letters()
      local function seconds(n)
        local begin = os.clock()
        local _ = (("x"):rep(n)):find(("x?"):rep(n) .. ("x"):rep(n + 1))
        return os.clock() - begin
      end
      local n = 16
      while seconds(n) < 0.7 do n = n + 1 end
      return n + 1
    end

    it("a function in C that does not look, as soon as it returns", function()
      start()
      answer("n = " .. letters())
      answer "text, pattern = ('x'):rep(n), ('x?'):rep(n) .. ('x'):rep(n + 1)"
      t:line "print 'go' print(text:find(pattern)) print 'not reached'"
      t:wait "\ngo$"
      t:send "C-c"
      os.execute "sleep 0.2"
      t:send "C-c" -- a second one does not end the session
      t:wait("waiting for a function in C", INTERRUPT_SECONDS)
      t:prompt "^>$"
      t:wait "interrupted!"
      assert.is_nil(t:screen():find("\nnot reached", 1, true))
      assert.equal("2", answer "1 + 1")
    end)
  end)

  describe("twice Ctrl-C in a coroutine", function()
    -- Whether the program says that it was interrupted, and whether it lives:
    -- so long one waits for it to say so, and to end.
    local function interrupt(program, patience, last)
      t = terminal.start(program, { TERM = "dumb" })
      t:prompt()
      t:line "coroutine.wrap(function() print 'go' while true do end end)()"
      t:wait "\ngo$"
      t:send "C-c"
      local told = pcall(t.wait, t, "interrupted!", patience)
      t:send "C-c"
      local ended = pcall(t.wait, t, "%[exit 130%]", last)
      return told, not ended
    end

    it("is not lost and does not end the session", function()
      local told, lives = interrupt(terminal.program, INTERRUPT_SECONDS, 2)
      assert.is_true(told)
      assert.is_true(lives)
      assert.equal("2", answer "1 + 1")
    end)

    it("which lua5.4 loses and dies of", function()
      if not shell.exists "lua5.4" then
        pending "lua5.4 is not installed"
        return
      end
      local told, lives = interrupt("lua5.4", 2, INTERRUPT_SECONDS)
      assert.is_false(told)
      assert.is_false(lives)
    end)
  end)

  describe("a terminal that changes its size", function()
    it("shows the line again", function()
      start()
      t:type "'a rather long line, which a narrow window folds'"
      t:wait "folds'"
      t:resize(40, 20)
      t:type " .. '!'"
      t:poll(function(screen) return screen:gsub("%s", ""):find("folds'..'!'", 1, true) end,
        "the line in 40 columns")
      t:resize(100, 30)
      t:send "Enter"
      t:wait "\na rather long line, which a narrow window folds!\n>"
      assert.equal("2", answer "1 + 1")
    end)

    it("continues with a game", function()
      t = terminal.start(terminal.program .. " play mixtour --bot none --seed 5")
      t:prompt()
      t:ask "a3"
      t:resize(60, 20)
      t:ask "b3"
      t:type "d"
      t:resize(120, 40)
      t:type "1"
      t:prompt "> d1$"
      t:send "Enter"
      t:prompt()
      t:ask "fen"
      t:wait "d1"
      t:send "C-c"
      t:wait "\nred>\nred>$"
      t:ask("quit", "%[exit 0%]")
    end)

    it("continues while a bot thinks", function()
      local directory = shell.directory()
      local bot = directory .. "/slow.lua"
      shell.write(bot, [[
return function(view)
  print "thinking"
  local finish = tesela.clock() + 0.5
  while tesela.clock() < finish do end
  return view:list()[1]
end
]])
      t = terminal.start(terminal.program .. " play mixtour --seed 5 --trusted --bot "
        .. bot)
      t:prompt()
      t:line "a3"
      t:wait "\nthinking"
      t:resize(70, 20)
      t:resize(80, 24)
      t:prompt()
      t:wait "plays a1"
      shell.remove(directory)
    end)
  end)
end)
