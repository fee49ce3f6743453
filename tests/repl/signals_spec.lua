-- Ctrl-C and Ctrl-\ wherever something takes long: in commands, searches, and
-- functions in C that nobody can end.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local quote = shell.quote
local INTERRUPT_SECONDS = 20 -- how soon a signal has to help, on any machine

local t, directory

before_each(function() directory = shell.directory() end)

after_each(function()
  if t then t:stop() end
  t = nil
  shell.remove(directory)
end)

local function path(name) return directory .. "/" .. name end

-- ---- commands ---------------------------------------------------------------

-- A game that says "thinking" and then never lists a move.
local SLOW = [[
local tesela = require "tesela"
return tesela.define {
  name = "slow", fields = { n = 1 }, endings = { "end" },
  moves = function(s, out)
    if s.n == %d then print "thinking" while true do end end
    out(1)
  end,
  apply = function(s) s.n = s.n + 1 if s.n == 3 then s.over = "end" end end,
  result = function() return { 0, 0 } end,
}
]]

describe("Ctrl-C ends the command", function()
  -- Waits for "thinking", or a moment (sign: false), interrupts, and looks for one
  -- line of the command's own behind it.
  local function ends(name, arguments, sign)
    t = terminal.start(("sh -c %s"):format(quote(("cd %s; exec %s %s %s"):format(directory,
      terminal.program, name, arguments))))
    if sign == false then os.execute "sleep 0.3" else t:wait "thinking" end
    t:send "C-c"
    t:wait("%[exit %d+%]", INTERRUPT_SECONDS)
    local screen = t:screen()
    assert.matches("\ntesela " .. name:gsub("%p", "%%%0")
      .. ": [^\n]*interrupted!?\n%[exit 130%]$",
      "\n" .. screen)
    assert.is_nil(screen:find("traceback", 1, true), screen)
    local _, lines = screen:gsub("interrupted", "")
    assert.equal(1, lines, screen)
    t:stop()
  end

  before_each(function()
    shell.write(path "slow.lua", SLOW:format(0))
    shell.write(path "late.lua", SLOW:format(1))
  end)

  it("with one line, wherever it is", function()
    ends("moves", "./slow.lua")
    ends("bench", "./slow.lua")
    ends("result", "./late.lua --moves '1 1'")
    ends("perft", "./slow.lua 2")
    ends("random", "./slow.lua 1")
    ends("check", "./slow.lua")
    ends("perft", "--divide ./late.lua 2")
  end)

  it("that works in C", function()
    ends("perft", "mixtour 12", false)
    ends("bench", "mixtour --seconds 3000", false)
  end)

  it("that reads a file", function()
    shell.write(path "write.lua", [[
local tesela = require "tesela"
local record = tesela.rules("./late.lua"):start(1):record()
print((record:gsub('"moves":%[%]', '"moves":["1","1"]')))
]])
    local record = shell.run(("cd %s && %s ./write.lua"):format(directory, terminal.program))
    shell.write(path "late.jsonl", record)
    ends("check", "--rules ./late.lua late.jsonl")
    ends("show", "--rules ./late.lua late.jsonl")
    ends("ask", "--trusted --rules ./late.lua random late.jsonl")
  end)

  it("that is being loaded, or asks a bot", function()
    shell.write(path "endless.lua", 'print "thinking" while true do end')
    ends("moves", "./endless.lua")
    ends("tournament", "./endless.lua")
    ends("match", "--trusted mixtour ./endless.lua random")
    ends("new", "game mine.lua --from ./endless.lua")
    ends("help", "./endless.lua")
    shell.write(path "bot.lua",
      'return function() print "thinking" while true do end end')
    ends("check-bot", "--trusted ./bot.lua")
  end)

  it("that has hardly begun", function()
    local function at(seconds, words)
      local out = shell.run(("cd %s; timeout --foreground -s INT %.3f %s %s 2>&1 >/dev/null")
        :format(directory, seconds, terminal.program, words))
      local told = out == "" or out:find "^[^\n]*interrupted\n$"
      assert.is_truthy(told, ("%s s, %s: %s"):format(seconds, words, out))
      return out ~= ""
    end
    local count = 0
    for i = 1, 40 do
      local seconds = 0.002 * 1.12 ^ i -- up to 0.19
      for _, words in ipairs { "help", "report --help",
        "openings mixtour --plies 8 -n 5000 --iterations 500 -o found.jsonl" } do
        if at(seconds, words) then count = count + 1 end
      end
    end
    assert.is_true(count > 0)
  end)

  it("that waits for input or output", function()
    shell.run(("cd %s && mkfifo pipe"):format(directory))
    for _, name in ipairs { "merge", "report", "check", "repeat" } do
      t = terminal.start(("sh -c %s"):format(quote(
        ("cd %s; (sleep 300 >pipe &) ; exec %s %s pipe"):format(directory,
          terminal.program, name))))
      os.execute "sleep 0.3"
      t:send "C-c"
      t:wait("%[exit 130%]", INTERRUPT_SECONDS)
      assert.is_nil(t:screen():find("traceback", 1, true), t:screen())
      t:stop()
    end
  end)
end)

-- ---- programs ---------------------------------------------------------------

describe("a program that thinks for ever", function()
  local function running()
    return shell.output(("ps -eo args | grep '^python3 %s/sleeps.py'; true"):format(directory))
  end

  before_each(function()
    shell.write(path "sleeps.py", [[
import sys, time
for line in sys.stdin:
    if "hello" in line: print('{"ok":{}}', flush=True)
    if "{\"go" == line[:4]: print("thinking", file=sys.stderr, flush=True); time.sleep(1000)
]])
  end)

  it("gives the move back at the table, as often as that is asked for", function()
    t = terminal.start(("sh -c %s"):format(quote(("cd %s; exec %s play mixtour --bot "
      .. "'exec:python3 %s/sleeps.py'"):format(directory, terminal.program, directory))))
    for _, move in ipairs { "b2", "c3" } do
      t:wait "white>$"
      t:line(move)
      t:wait "sleeps: thinking"
      t:send "C-c"
      t:wait("interrupted: your move is taken back", INTERRUPT_SECONDS)
      t:send "C-l"
    end
    t:wait "white>$"
    t:line "quit"
    t:wait "%[exit 0%]"
    assert.equal("", running())
  end)

  it("ends with the command that asks it", function()
    t = terminal.start(("sh -c %s"):format(quote(("cd %s; exec %s check-bot "
      .. "'exec:python3 %s/sleeps.py' mixtour"):format(directory, terminal.program, directory))))
    t:wait "thinking"
    t:send "C-c"
    t:wait("%[exit 130%]", INTERRUPT_SECONDS)
    assert.equal("", running())
  end)
end)

-- ---- searches ---------------------------------------------------------------

describe("a search that Ctrl-C ends", function()
  local function start()
    t = terminal.start(terminal.program)
    t:prompt()
    t:ask 's = tesela.rules "mixtour":start(1):play "b2"'
  end

  -- Runs a statement that says "go" first, and interrupts it.
  local function interrupt(statement)
    t:line("print 'go' " .. statement)
    t:wait "\ngo$"
    os.execute "sleep 0.2"
    t:send "C-c"
    t:prompt("^>$", INTERRUPT_SECONDS)
    return t:screen()
  end

  it("returns what it has seen", function()
    start()
    for _, method in ipairs { "mcts", "alphabeta" } do
      local screen = interrupt(("return tesela.search(s, { seconds = 1e6, method = %q })")
        :format(method))
      assert.matches(method .. ": %d+ iterations .*\nline: .*\nstopped\n>$", screen)
      assert.is_nil(screen:find("interrupted", 1, true), screen)
      assert.equal("true    true    true", (t:ask "s:legal(_1), _2.stopped, #_2.line > 0"))
      assert.equal("nil", (t:ask "(debug.gethook())"))
      t:ask "for i = 1, 24 do print() end"
    end
  end)

  it("of a game in Lua, and of a searcher in a function, does too", function()
    start()
    t:ask 'u = tesela.rules "tictactoe":start(1)'
    t:ask 'long = { seconds = 1e6, evaluate = function() return { 0.5, 0.5 } end }'
    t:ask 'r = tesela.searcher(tesela.rules "connect_four", { playouts = "uniform" })'
    t:ask 'function think() return r:search(r0, { seconds = 1e6 }) end'
    t:ask 'r0 = tesela.rules "connect_four":start(1)'
    interrupt "m, report = think()"
    assert.equal("true    true", (t:ask "r0:legal(m), report.stopped"))
  end)

  it("goes on to what stands behind it, and the second Ctrl-C does not", function()
    start()
    assert.matches("\nbehind\n", interrupt(
      "local _, r = tesela.search(s, { seconds = 1e6 }) print(r.stopped) print 'behind'"))
    t:ask "for i = 1, 24 do print() end"
    t:line "print 'go' while true do tesela.search(s, { seconds = 1e6 }) print 'next' end"
    t:wait "\ngo$"
    os.execute "sleep 0.2"
    t:send "C-c"
    t:wait("\nnext", INTERRUPT_SECONDS)
    os.execute "sleep 0.2"
    t:send "C-c"
    t:prompt("^>$", INTERRUPT_SECONDS)
    t:wait "interrupted!"
  end)

  it("of a bot is the end of its game", function()
    start()
    t:ask "function bot(v) print 'thinks' return (tesela.search(v, { seconds = 1e6 })) end"
    t:ask "m = { rules = tesela.rules 'mixtour', bots = { bot, bot }, workers = 0 }"
    t:line "tesela.match(m)"
    t:wait "\nthinks$"
    os.execute "sleep 0.2"
    t:send "C-c"
    t:prompt("^>$", INTERRUPT_SECONDS)
    t:wait "\ninterrupted!"
  end)

  it("shows its report until then", function()
    start()
    t:ask "s = require'tesela'.rules 'mixtour':start()"
    t:line "tesela.search(s, { seconds = 1e6 })"
    t:wait "\nmcts: %d+ iterations in .*\n +%d+ +0%.%d+  %S+\n.*\nline: %S+"
    t:send "C-c"
    t:prompt("^>$", INTERRUPT_SECONDS)
    local screen = t:screen()
    assert.matches("\nstopped\n>$", screen)
    assert.equal(1, select(2, screen:gsub("mcts: ", "")), screen)
  end)

  it("of a hint shows it", function()
    t = terminal.start(terminal.program .. " play mixtour --seconds 100000 --seed 1")
    t:prompt "^white>$"
    t:line "hint"
    os.execute "sleep 0.3"
    t:send "C-c"
    t:prompt("^white>$", INTERRUPT_SECONDS)
    assert.matches("\ntry %w+ %(ok plays it%)\nwhite>$", t:screen())
    assert.is_nil(t:screen():find("interrupted", 1, true), t:screen())
  end)

  it("of a bot makes it play what it has", function()
    local function think(game, shown, prompt)
      t = terminal.start(("%s play %s --seconds 100000"):format(terminal.program, game))
      t:wait("%(expert%) thinks: %d+%.%d s, [%d,]+ iterations" .. shown)
      t:send "C-c"
      t:wait("%(expert%) plays %S+\n", INTERRUPT_SECONDS)
      t:prompt(prompt)
      assert.is_nil(t:screen():find("interrupted", 1, true), t:screen())
      t:stop()
    end
    think("mixtour --seat 2", ", likes %S+ %(%d+ %%%)$", "^red>$") -- alpha-beta
    think("qwirkle --seed 1", "$", "^seat 1>$") -- Monte Carlo, and a hand that nobody sees
  end)

  it("of a bot that does not search takes the person's move back", function()
    shell.write(path "slow.lua", "return function() while true do end end")
    t = terminal.start(("%s play mixtour --bot %s"):format(terminal.program,
      path "slow.lua"))
    t:prompt()
    t:line "b2"
    t:wait "\nred %(slow%) thinks: %d+%.%d s$"
    t:send "C-c"
    t:wait("interrupted: your move is taken back", INTERRUPT_SECONDS)
  end)

  it("of a script is what the script continues with", function()
    shell.write(path "think.lua", [[
local tesela = require "tesela"
print "go"
local move, report = tesela.search(tesela.rules "mixtour":start(1), { seconds = 1e6 })
print(report.best ~= nil, report.stopped, math.type(move))
]])
    t = terminal.start(terminal.program .. " " .. path "think.lua")
    t:wait "go"
    os.execute "sleep 0.3"
    t:send "C-c"
    t:wait("true%s+true%s+integer\n%[exit 0%]", INTERRUPT_SECONDS)
  end)
end)

-- ---- Ctrl-\ -----------------------------------------------------------------

describe("Ctrl-\\ leaves", function()
  local STUCK = {
    find = "local _ = (('x'):rep(40)):find(('x?'):rep(40) .. ('x'):rep(41))",
    sort = "table.sort(setmetatable({}, { __len = function() return 1 << 30 end }), "
      .. "function() return false end)",
    finalizer = "setmetatable({}, { __gc = function() while true do end end }) "
      .. "collectgarbage()",
  }

  for what, statement in pairs(STUCK) do
    it("an endless " .. what .. ", and the history is kept", function()
      local env = { XDG_STATE_HOME = path "state" }
      t = terminal.start(terminal.program, env)
      t:prompt()
      t:ask "before = 1"
      t:line("print 'go' " .. statement)
      t:wait "\ngo$"
      os.execute "sleep 0.2"
      if what ~= "sort" then
        t:send "C-c"
        os.execute "sleep 0.2"
      end
      t:send "'C-\\'"
      t:wait("%[exit 131%]", INTERRUPT_SECONDS)
      assert.is_nil(t:screen():find("core dumped", 1, true))
      t:stop()
      t = terminal.start(terminal.program, env)
      t:prompt()
      t:send "Up"
      t:wait "print 'go'"
      t:send "Up"
      t:wait "> before = 1"
    end)
  end

  it("a game, whose lines are kept too", function()
    local env = { XDG_STATE_HOME = path "state" }
    t = terminal.start(terminal.program, env)
    t:prompt()
    t:ask("function bot() print 'go' " .. STUCK.find .. " end")
    t:line "play('mixtour', { bot = bot })"
    t:prompt "^white>$"
    t:line "b2"
    t:wait "\ngo$"
    t:send "'C-\\'"
    t:wait("%[exit 131%]", INTERRUPT_SECONDS)
    t:stop()
    t = terminal.start(terminal.program, env)
    t:prompt()
    t:send "Up"
    t:prompt "^> b2$"
  end)

  it("an endless completion, and the terminal is as it was", function()
    t = terminal.start(("sh -c %s"):format(quote(
      ("trap : QUIT; stty -a >%s; %s; stty -a >%s"):format(path "before", terminal.program,
        path "after"))))
    t:prompt()
    t:ask("require 'tesela.repl.complete'.tab = function() print 'go' " .. STUCK.find
      .. " end")
    t:type "x"
    t:send "Tab"
    t:wait "go$"
    t:send "'C-\\'"
    t:wait("%[exit %d+%]", INTERRUPT_SECONDS)
    assert.equal(shell.output("cat " .. path "before"), shell.output("cat " .. path "after"))
  end)

  it("nothing at the prompt, where it does nothing", function()
    t = terminal.start(terminal.program)
    t:prompt()
    t:send "'C-\\'"
    os.execute "sleep 0.2"
    assert.equal("2", (t:ask "1 + 1"))
  end)
end)
