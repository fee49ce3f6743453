-- The interactive session of the program, in a terminal of 80 by 24.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local INTERRUPT_SECONDS = 20 -- how soon Ctrl-C has to help, on any machine

describe("a session", function()
  local t

  local function start(arguments, env)
    t = terminal.start(terminal.program .. " " .. (arguments or ""), env)
    t:prompt()
  end

  -- What is printed for a statement that is typed.
  local function answer(text) return (t:ask(text)) end

  after_each(function()
    if t then t:stop() end
    t = nil
  end)

  it("begins with the version and a prompt", function()
    start()
    assert.matches("^tesela %d+%.%d+%.%d+ %(Lua 5%.4%.%d+%): "
      .. "help%(%) for help, Ctrl%-D to quit\n>$", t:screen())
  end)

  -- A few ms here; a busy machine may need some tries.
  it("is there within 20 ms of processor time", function()
    if (os.getenv "TESELA_SANITIZED" or "") ~= "" then
      pending "sanitizers take longer"
      return
    end
    local best = math.huge
    for _ = 1, 10 do
      best = math.min(best, tonumber((shell.run(terminal.program .. " -i",
        "os.clock()\n"))))
    end
    assert.is_true(best < 0.02, best)
  end)

  describe("prints", function()
    it("the values of expressions", function()
      start()
      assert.equal("2", answer "1 + 1")
      assert.equal("1       nil     true", answer "1, nil, true")
      assert.equal("text", answer "= 'text'")
      assert.equal("nil", answer "undefined")
      assert.equal("", answer "x = 5")
      assert.equal("5", answer "x")
      assert.equal("", answer "local y = 1")
      assert.equal("nil", answer "y")
      assert.equal("", answer "-- nothing")
      assert.equal("said", answer "print 'said'")
      assert.equal("2", answer "#'é'")
    end)

    it("the board of a state", function()
      start()
      answer 's = tesela.rules("mixtour"):start(1)'
      local board = answer "s:play 'b2'"
      assert.matches("\n 2 |       |  [W]  |", board, 1, true)
      assert.matches("red to move   score 0:0   reserve 19:20", board, 1, true)
      assert.equal(board, answer "s")
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", answer "s:fen()")
      local moves = answer "for m in s:moves() do io.write(s:text(m), ' ') end print()"
      assert.matches("^a1 b1 c1 ", moves)
    end)

    it("what help says, in 80 columns", function()
      start()
      for _, topic in ipairs { "", "'mixtour'" } do
        for line in answer(("tesela.help(%s)"):format(topic)):gmatch "[^\n]+" do
          assert.is_true(#line < 80, line)
        end
      end
    end)

    it("long help by a pager, and short help at once", function()
      start("", { PAGER = "sed s/^/:/" })
      local said = answer "tesela.help 'play'"
      assert.matches("\n:See also help \"s:play\"$", said)
      assert.is_nil((answer "tesela.help 'seeds'"):find "^:")
      t:stop()
      start("", { PAGER = "/nowhere/pager" })
      assert.matches("\nSee also help \"s:play\"$", (answer "tesela.help 'play'"))
      local paged = shell.output(("PAGER='sed s/^/:/' %s help play"):format(terminal.program))
      assert.matches("^Usage: tesela play .*\ntesela%.play%(what, options%?%)\n", paged)
    end)

    it("with tostring of what is printed failing, and continues", function()
      start()
      assert.matches("cannot print: .*no text", answer(
        "setmetatable({}, { __tostring = function() error 'no text' end })"))
      assert.equal("2", answer "1 + 1")
    end)
  end)

  describe("goes on in the next line", function()
    it("with a statement that is not complete", function()
      start()
      local _, prompt = t:ask "for i = 1, 3 do"
      assert.equal(">>", prompt)
      t:ask "io.write(i, ' ')"
      assert.equal("1 2 3", answer "end print()")
      t:ask "return 1 +"
      assert.equal("3", answer "2")
      t:ask "'a' .."
      assert.equal("ab", answer "'b'")
      t:ask "[[long"
      assert.equal("long\ntext", answer "text]]")
    end)

    it("until Ctrl-C gives it up", function()
      start()
      t:ask "x = function()"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      assert.equal("nil", answer "x")
    end)

    it("with the user's own prompts, even wrong ones", function()
      start()
      t:ask("_PROMPT, _PROMPT2 = 'go> ', 'on> '", "^go>$")
      t:ask("if true then", "^on>$")
      t:ask("end", "^go>$")
      t:ask("_PROMPT = setmetatable({}, { __tostring = error })", "^>$")
      assert.equal("2", answer "1 + 1")
    end)
  end)

  describe("survives", function()
    it("an error, which it traces", function()
      start()
      answer "function f() error 'wrong' end"
      assert.equal("stdin:1: wrong\nstack traceback:\n"
        .. "        stdin:1: in function 'f'\n        stdin:1: in main chunk",
        answer "f() return")
      assert.equal("2", answer "1 + 1")
    end)

    it("an error of the line itself, if there is nothing to trace", function()
      start()
      assert.equal("stdin:1: wrong", answer "error 'wrong'")
      assert.matches("^stdin:1: attempt to index a nil value [^\n]*$", answer "x.y = 1")
      assert.matches("there is no game nothing; the games: [^:]*$",
        answer "tesela.rules 'nothing'")
      assert.matches("^tesela.match: expected a table of options, got nil$",
        (answer "tesela.match()":gsub("^stdin:1: ", "")))
    end)

    it("an error below the program's own functions, which are not traced", function()
      start()
      answer "function bad() error 'mine' end"
      answer "m = { rules = tesela.rules 'mixtour', on_game = bad, games = 2 }"
      answer "m.bots = { 'random', 'random' }"
      local trace = answer "tesela.match(m)"
      assert.matches("^stdin:1: mine\n?", trace)
      assert.is_nil(trace:find("match.lua", 1, true))
      assert.is_nil(trace:find("[C]: in ?", 1, true))
      answer "function again(f) table.sort({ 1, 2 }, f) end"
      assert.matches("^stdin:1: mine\nstack traceback:\n +stdin:1: in function 'bad'\n"
        .. " +%[C%]: in function 'table.sort'\n +stdin:1: in function 'again'\n",
        answer "again(bad) return")
    end)

    it("a deep one, of which ten frames are shown", function()
      start()
      answer "function deep(n) if n == 0 then error 'low' end return 1 + deep(n - 1) end"
      local _, lines = answer "deep(50)":gsub("in [^\n]*function 'deep'", "")
      assert.equal(10, lines)
      assert.matches("\n +%.%.%.$", answer "deep(50)")
    end)

    it("an error that is no string, one without end, and bad syntax", function()
      start()
      assert.equal("error: {}", answer "error {}")
      assert.equal('error: { code = 5, why = "late" }', answer "error { code = 5, why = 'late' }")
      assert.equal("mine", answer(
        "error(setmetatable({}, { __tostring = function() return 'mine' end }))"))
      assert.matches("stack overflow", answer "function f() return 1 + f() end f()")
      assert.matches("^stdin:1: syntax error near 'y'", answer "x y z")
      assert.equal("2", answer "1 + 1")
    end)

    it("an illegal move", function()
      start()
      answer 's = tesela.rules("mixtour"):start(1)'
      assert.matches("a1 is empty", answer "s:play 'a1-b2'")
      assert.equal("5/5/5/5/5 w 0:0 -", answer "s:fen()")
    end)
  end)

  it("says what may have been meant by those who do not write Lua", function()
    start()
    assert.matches("^help%(%) explains", answer "help")
    assert.matches('^play "mixtour" begins a game', answer "play")
    assert.matches("syntax error near 'mixtour'\nput the name in quotes: play \"mixtour\"",
      answer "play mixtour", 1, true)
    assert.matches("\nthat looks like a command; outside of the session: tesela match mixtour"
      .. " random greedy", answer("match mixtour random greedy"):gsub("\n  ", " "), 1, true)
    assert.matches("^stdin:1: syntax error near 'y'$", answer "x y z")
    assert.matches("^stdin:1: syntax error near '5'$", answer "play 5")
  end)

  it("folds an error that is longer than a line", function()
    start()
    local said = answer("error(('word '):rep(40), 0)")
    for line in said:gmatch "[^\n]+" do assert.is_true(#line < 80, line) end
    assert.matches("word\n  word", said, 1, true)
  end)

  describe("keeps the last values", function()
    it("as _ and _1, _2 ...", function()
      start()
      answer "6 * 7"
      assert.equal("42      42      nil", answer "_, _1, _2")
      assert.equal("42      42      nil", answer "_1, _2, _3")
      assert.equal("nil     x", answer "nil, 'x'")
      assert.equal("nil     x       nil", answer "_, _2, _3")
      answer "x = 5"
      answer "print 'nothing'"
      assert.equal("nil", answer "_")
    end)

    it("even those that cannot be printed", function()
      start()
      answer "setmetatable({ 7 }, { __tostring = error })"
      assert.equal("7", answer "_[1]")
    end)
  end)

  describe("keeps its history", function()
    local directory

    before_each(function() directory = shell.directory() end)
    after_each(function() shell.remove(directory) end)

    it("for the next session", function()
      local env = { XDG_STATE_HOME = directory .. "/state" }
      start("", env)
      answer "first = 41"
      t:ask "if first then"
      answer "second = 42 end"
      t:send "C-d"
      assert.equal(0, t:finish())
      t:stop()
      start("", env)
      t:send("Up")
      t:wait "if first then"
      t:send("Up", "Up") -- to the first line of the entry, and beyond it
      t:prompt "^> first = 41$"
      t:send "Enter"
      t:prompt()
      assert.equal("41", answer "first")
    end)

    it("when it is killed, too, and without a place to keep it", function()
      local env = { XDG_STATE_HOME = directory .. "/state" }
      start("", env)
      answer "kept = 1"
      t:stop()
      start("", env)
      t:send "Up"
      t:prompt "^> kept = 1$"
      t:stop()
      start("", { XDG_STATE_HOME = "/dev/null" })
      assert.equal("2", answer "1 + 1")
      t:send "Up"
      t:prompt "^> 1 %+ 1$"
    end)
  end)

  it("keeps the history of two sessions that are open at once", function()
    local directory = shell.directory()
    local env = { XDG_STATE_HOME = directory .. "/state" }
    start("", env)
    answer "before = 1"
    local first = t
    start("", env)
    answer "other = 2"
    local second = t
    t = first
    answer "mine = 3"
    first:stop()
    second:stop()
    start("", env)
    for _, line in ipairs { "mine = 3", "other = 2", "before = 1" } do
      t:send "Up"
      t:prompt("^> " .. line .. "$")
    end
    shell.remove(directory)
  end)

  describe("is stopped by Ctrl-C", function()
    -- Loops that say "go" first.
    local function stops(statement)
      t:line("print 'go' " .. statement)
      t:wait "\ngo$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      t:wait "interrupted!"
      assert.equal("2", answer "1 + 1")
      t:ask "for i = 1, 24 do print() end"
    end

    it("in a loop", function()
      start()
      stops "while true do end"
      stops "repeat local s = ('x'):rep(10) until s == ''"
    end)

    it("in coroutines", function()
      start()
      stops "coroutine.wrap(function() while true do end end)()"
      stops("c = coroutine.wrap(function() while true do coroutine.yield() end end) "
        .. "while true do c() end")
      stops("while true do coroutine.resume(coroutine.create(function() "
        .. "while true do end end)) end")
    end)

    it("where errors are caught", function()
      start()
      stops "while true do pcall(error) end"
      stops "while true do pcall(function() while true do end end) end"
      stops "while true do pcall(coroutine.wrap(function() while true do end end)) end"
      stops("coroutine.wrap(function() while true do pcall(function() "
        .. "while true do end end) end end)()")
    end)

    it("in code that may clean up", function()
      start()
      t:ask "function clean() for i = 1, 100 do done = i end end"
      stops "local c <close> = setmetatable({}, { __close = clean }) while true do end"
      assert.equal("100", answer "done")
      t:line "print('go', pcall(function() print 'go' while true do end end)) clean()"
      t:wait "\ngo$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      t:wait "go +false +interrupted!\n>$"
    end)

    it("in games", function()
      start()
      stops('local r, g = tesela.rules "mixtour", tesela.rng(1) '
        .. "while true do r:start(1):playout(g) end")
    end)

    it("in rules written in Lua, whose game is as it was", function()
      local folder = shell.directory()
      local path = folder .. "/endless.lua"
      shell.write(path, [[
local tesela = require "tesela"
game = tesela.derive("mixtour", {
  name = "endless",
  moves = function(base, s, out)
    if armed == "moves" then while true do pcall(s.count, s) end end
    for m in base.moves(s) do out(m) end
  end,
  apply = function(base, s, m)
    base.apply(s, m)
    while armed == "apply" do end
  end,
  result = function(base, s)
    if armed == "result" then coroutine.wrap(function() while true do end end)() end
    return base.result(s)
  end,
})
return game
]])
      start()
      answer(("s = tesela.rules(%q, {}, { trusted = true }):start(1):play 'a1'"):format(path))
      local asks = { moves = "s:list()", result = "s.scores[1]" }
      for _, hook in ipairs { "apply", "moves", "result" } do
        answer(("armed = %q"):format(hook))
        stops("print(" .. (asks[hook] or "s:play 'b2'") .. ")")
        answer "armed = nil"
        assert.equal("1", answer "s.ply")
        assert.equal("24", answer "s:count()")
        assert.equal("a1", answer "table.concat(s:history(), ' ')")
      end
      assert.equal("2", answer "s:play 'b2'.ply")
      shell.remove(folder)
    end)

    it("at the prompt, where it gives up the line", function()
      start()
      t:type "x = 1"
      t:prompt "^> x = 1$"
      t:send "C-c"
      t:prompt("^>$", INTERRUPT_SECONDS)
      assert.equal("nil", answer "x")
      t:send "C-c"
      t:wait(">\n>$", INTERRUPT_SECONDS)
      assert.equal("2", answer "1 + 1")
    end)
  end)

  describe("ends", function()
    it("with Ctrl-D", function()
      start()
      t:send "C-d"
      assert.equal(0, t:finish())
    end)

    it("with os.exit", function()
      start()
      t:line "os.exit(7)"
      assert.equal(7, t:finish())
    end)
  end)

  it("follows a script with -i", function()
    start "-i -e 'x = 6'"
    assert.equal("6", answer "x")
  end)

  it("works in a terminal that cannot move the cursor", function()
    start("", { TERM = "dumb" })
    assert.equal("2", answer "1 + 1")
    t:type "1 + "
    t:prompt "^> 1 %+$"
    t:send "C-c"
    t:prompt("^>$", INTERRUPT_SECONDS)
    assert.equal("2", answer "1 + 1")
    t:send "C-d"
    assert.equal(0, t:finish())
  end)
end)
