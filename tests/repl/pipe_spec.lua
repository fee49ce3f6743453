-- The program without a terminal: options, scripts, standard input, and games
-- that come through a pipe. Where `lua5.4` takes the same words, both have to
-- do the same.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")

local quote, program = shell.quote, shell.program

describe("tesela in a pipe", function()
  local directory

  setup(function()
    directory = shell.directory()
    shell.write(directory .. "/script.lua", [[
print("script", #arg, ...)
for i = -6, 6 do
  if i ~= 0 and arg[i] and not arg[i - 1] then print("first", i, arg[i + 1]) end
  if arg[i] and i >= 0 then print(i, arg[i]) end
end
]])
    shell.write(directory .. "/status.lua", "os.exit(tonumber(...))\n")
    shell.write(directory .. "/fails.lua", "local t = nil\nprint(t.x)\n")
    shell.write(directory .. "/syntax.lua", "x = = 1\n")
  end)

  teardown(function() shell.remove(directory) end)

  -- Runs the program in the directory of the scripts.
  local function run(arguments, input)
    return shell.run(("cd %s; XDG_STATE_HOME=%s/state %s %s"):format(directory,
      directory, program, arguments), input)
  end

  -- The program's name begins a message of either.
  local function run_lua(arguments, input)
    local out, err, status = shell.run(("cd %s; lua5.4 %s"):format(directory,
      arguments), input)
    return out, err:gsub("^lua5%.4: ", "tesela: "), status
  end

  describe("takes what lua takes:", function()
    local as_lua = {
      { "script.lua" },
      { "./script.lua a 'b c' -x" },
      { "-e 'x = 1' script.lua a" },
      { "-- script.lua a" },
      { "- a b", "print('stdin', arg[0], arg[1], ...)" },
      { "", "#!/usr/bin/env lua\nprint('stdin', ...)" },
      { "--", "print('stdin', ...)" },
      { "-", "error 'wrong'" },
      { "-", "x = = 1" },
      { "-- -", "print 'not read: - is the name of a file here'" },
      { "-e 'print(1)' -e 'print(2)'" },
      { "-e'print(1)'" },
      { "-e 'print(1)'", "print 'not read'" },
      { "-l string -lm=math -e 'print(m.type(1), string.rep(\"x\", 3))'" },
      { "-W -e 'warn \"careful\"'" },
      { "-E -e 'print(1)'" },
      { "-e 'os.exit(3)'" },
      { "-e 'os.exit(true)'" },
      { "-e 'os.exit(false)'" },
      { "-e 'error \"wrong\"' script.lua" },
      { "-e 'error(\"wrong\", 0)'" },
      { "-e 'error {}'" },
      { "-e 'error()'" },
      { "-e 'error(setmetatable({}, { __tostring = function() return \"t\" end }))'" },
      { "-e 'x ='" },
      { "-e 'arg = nil' script.lua" },
      { "status.lua 7" },
      { "fails.lua" },
      { "syntax.lua" },
      { "./nothing.lua" },
    }
    for _, row in ipairs(as_lua) do
      local arguments, input = table.unpack(row)
      local name = arguments .. (input and " < " .. input or "")
      it((name:gsub("\n", " ")), function()
        if not shell.exists "lua5.4" then
          pending "lua5.4 is not installed"
          return
        end
        local out, err, status = run(arguments, input)
        local lua_out, lua_err, lua_status = run_lua(arguments, input)
        assert.equal(lua_out, out)
        assert.equal(lua_err, err)
        assert.equal(lua_status, status)
      end)
    end

    it("all that is before the script, in arg", function()
      local out = run "-e 'x = 1' -W script.lua a"
      assert.matches("script\t1\ta\nfirst\t-4\t-e\n0\tscript.lua\n1\ta\n", out, 1, true)
    end)

    it("LUA_INIT, unless -E is there", function()
      local command = "LUA_INIT_5_4= LUA_INIT='print(5)'; export LUA_INIT; "
        .. "unset LUA_INIT_5_4; " .. program
      assert.equal("5\n1\n", (shell.run(command .. " -e 'print(1)'")))
      assert.equal("1\n", (shell.run(command .. " -E -e 'print(1)'")))
    end)

    it("-v, which prints the version and continues", function()
      assert.matches("^tesela %d+%.%d+%.%d+ %(Lua 5%.4%.%d+%)\n1\n$",
        (run "-v -e 'print(1)'"))
      assert.matches("^tesela [^\n]+\n$", (run("-v", "print 'not read'")))
    end)

    it("--version, which tells what it was built from and does nothing else", function()
      local form = "^tesela [%d.]+ %(Lua [%d.]+%)\ncommit: [%x%+unkow]+\n"
        .. "compiler: [^\n]+ %d[^\n]+\ninstructions: (%w+)\nwall: %a+\n$"
      local most = (run("--version", "print 'not read'")):match(form)
      assert.is_truthy((" any bmi2 avx2 avx512 "):find((" %s "):format(most), 1, true))
      assert.equal("any", (shell.run("TESELA_CPU=any " .. program .. " --version"))
        :match(form))
    end)

    it("--color, which the module knows", function()
      assert.equal("never\n", (run "--color=never -e 'print(tesela.color)'"))
      assert.equal("always\n", (run "--color=auto --color=always -e 'print(tesela.color)'"))
      assert.equal("nil\n", (run "-e 'print(tesela.color)'"))
    end)

    it("-i, which reads statements and prints values", function()
      local out, err, status = run("-i -e 'x = 20'",
        "x + 1\nfor i = 1, 2 do\nx = x + i\nend\nx\nerror 'wrong'\nx + 2\n")
      assert.equal("21\n23\n25\n", out)
      assert.equal("stdin:1: wrong\n", err)
      assert.equal(0, status)
    end)

    it("-i after a script, and not after one that failed", function()
      assert.matches("^script\t.*\n42\n$", (run("-i script.lua", "42\n")))
      local out, _, status = run("-i fails.lua", "42\n")
      assert.equal("", out)
      assert.equal(1, status)
    end)

    it("a script with #!", function()
      local path = directory .. "/tool"
      shell.write(path, ("#!/bin/sh\nexec %s %s/tool.lua \"$@\"\n"):format(program,
        directory))
      shell.write(directory .. "/tool.lua", "#!/usr/bin/env tesela\nprint(arg[0], ...)\n")
      os.execute("chmod +x " .. path)
      assert.equal(directory .. "/tool.lua\ta\tb\n", (shell.run(path .. " a b")))
      local link = directory .. "/tesela"
      os.execute(("ln -sf %s %s; chmod +x %s/tool.lua"):format(program, link, directory))
      local out = shell.run(("PATH=%s:$PATH %s/tool.lua a b"):format(directory,
        directory))
      assert.equal(directory .. "/tool.lua\ta\tb\n", out)
    end)

    it("a null byte and a last line without its end", function()
      assert.equal("3\n", (run("-", 'print(#"a\0b")')))
      assert.equal("3\n", (run("-i", '#"a\0b"')))
    end)
  end)

  describe("refuses", function()
    local wrong = {
      { "-x", 2, "unknown option '-x'" },
      { "-vi", 2, "unknown option '-vi'" },
      { "--wrong", 2, "unknown option '--wrong'" },
      { "--color=blue", 2, "expected always, never or auto for option '--color=blue'" },
      { "--color", 2, "unknown option '--color'" },
      { "-e", 2, "no value for option '-e'" },
      { "-l", 2, "no value for option '-l'" },
      { "-e 'print(1)' -x", 2, "unknown option '-x'" },
      { "nothing", 2, "there is no command nothing" },
      { "-l nothing", 1, "module 'nothing' not found" },
      { "syntax.lua", 1, "syntax.lua:1: unexpected symbol near '='" },
      { "play", 2, "expected a game, as in: tesela play mixtour" },
      { "play mixtour --wrong", 2, "unknown option '--wrong'" },
      { "play nothing", 2,
        "there is no game nothing; the games: mixtour, blokus, losetas, qwirkle" },
      { "play mixtour --set high=1", 2, "mixtour: there is no option high" },
      { "play mixtour --set win_score=0", 2,
        "win_score=0: expected a whole number in 1..99" },
      { "play mixtour --set win_score=abc", 2,
        "win_score=abc: expected a whole number in 1..99" },
      { "play mixtour --seat 3", 2, "--seat 3: expected a whole number in 0..2" },
      { "play mixtour --bot nobody", 2, "there is no bot nobody" },
      { "play mixtour --bot ./syntax.lua", 2, "syntax.lua:1: unexpected symbol" },
      { "play mixtour --load nothing", 1, "nothing: No such file or directory" },
      { "play mixtour --load .", 1, "Is a directory" },
      { "play mixtour --load short.fen", 1, "but the text ends" },
      { "play mixtour --load many.fen", 1, "white has 26 pieces on the board" },
      { "play mixtour --load bad.json", 1, "a2-a1" },
    }
    for _, row in ipairs(wrong) do
      it(row[1], function()
        shell.write(directory .. "/short.fen", "5/5/2,wrr")
        shell.write(directory .. "/many.fen",
          "wwww,wwww,wwww,wwww,wwww/wwww,ww,3/5/5/5 w 0:0 -\n")
        local record = run("-", [[
          local s = tesela.rules "mixtour":start(1)
          print((s:play "a1":play "b2":play "c3":record():gsub('"b2"', '"a2-a1"')))
        ]])
        shell.write(directory .. "/bad.json", record)
        local out, err, status = run(row[1])
        assert.equal("", out)
        assert.equal(row[2], status)
        assert.matches("^tesela", err)
        assert.matches(row[3], err, 1, true)
      end)
    end

    it("a full disk", function()
      for _, arguments in ipairs { "-e 'print(1)'", "moves mixtour", "-h", "help",
        "-e 'print(1) os.exit(0)'", "play mixtour --seed 1" } do
        local _, err, status = run(arguments .. " >/dev/full")
        assert.equal(1, status, arguments)
        assert.matches("^tesela[^\n]*: No space left on device\n$", err)
      end
    end)
  end)

  describe("plays a game", function()
    it("from its lines", function()
      local pipe = assert(io.popen(("printf '%%s\\n' a3 b3 d1 a3-b3 d1-b3 c5 d4 b5 "
        .. "c5-b5 b3:3-b5 | %s play mixtour --bot none --seed 5; echo $?")
        :format(program)))
      local out = pipe:read "a"
      pipe:close()
      assert.matches("The game is over: white wins %(by points%), score 1:0\n0\n$", out)
    end)

    it("with wrong lines among them, of which none is lost", function()
      local out, err, status = run("play mixtour --bot none",
        "a3\na9\n\nx\nb3\nfen\nundo\nfen\nsave /dev/full\nfen\n")
      assert.equal("", err)
      assert.equal(0, status)
      local fens = {}
      for fen in out:gmatch "\n(5/5/%S+ %a 0:0 %S+)" do fens[#fens + 1] = fen end
      assert.same({ "5/5/w,r,3/5/5 w 0:0 b3", "5/5/w,4/5/5 r 0:0 a3",
        "5/5/w,4/5/5 r 0:0 a3" }, fens)
      assert.matches("\na9: a9 is not a cell", out)
      assert.matches("save: cannot write /dev/full: No space left on device", out,
        1, true)
      assert.matches("\nLeft at 5/5/w,4/5/5 r 0:0 a3\n$", out)
      assert.is_nil(out:find("red>", 1, true)) -- prompts are for terminals
    end)

    it("against the bot, the same for the same seed", function()
      local input = ("hint\n"):rep(3) .. "b2\nquit\n"
      local arguments = "play mixtour --seed 5 --set win_score=3 --iterations 2000"
      local first = run(arguments, input)
      assert.matches(("\ntry %w+ [^\n]*\n.*"):rep(2) .. "\ntry %w+ [^\n]*\nred %(expert%) plays ",
        first)
      assert.equal(first, (run(arguments, input)))
    end)

    it("of two bots that a person watches", function()
      local command = "play mixtour --seed 5 --set win_score=3 --seat 0 --bot greedy"
      local out, err, status = run(command)
      assert.equal("", err)
      assert.equal(0, status)
      assert.matches("\nThe game is over: %a+ wins %(by points%), score %d:%d\n$", out)
      assert.equal(out, (run(command)))
    end)

    it("that ends with its input", function()
      local out, err, status = run("play mixtour --seed 5", "")
      assert.equal("", err)
      assert.equal(0, status)
      assert.matches("\nLeft at 5/5/5/5/5 w 0:0 %-\n$", out)
    end)
  end)

  it("is ended by SIGINT, with the status that a shell gives it", function()
    local interrupt = 'io.popen("kill -INT $PPID"):close() '
    for _, rest in ipairs { "while true do end", "while true do pcall(error) end",
      "while true do pcall(function() while true do end end) end" } do
      local _, err, status = run("-e " .. quote(interrupt .. rest))
      assert.equal(130, status, rest)
      assert.matches("^tesela: interrupted!\nstack traceback:", err)
    end
    assert.equal("caught\n", (run("-e " .. quote(
      "pcall(function() " .. interrupt .. "while true do end end) print 'caught'"))))
  end)
end)
