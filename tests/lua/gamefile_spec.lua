-- Games from files that do what they should not: each is told with one line, and the
-- program is what it was.

local tesela = require "tesela"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

local LIMIT = 0.1 -- seconds of the processor
local count = 0

-- A file with this text, and what tesela.rules says of it: rules, or nil and why.
local function open(text, terms)
  count = count + 1
  local path = folder:write(("game%d.lua"):format(count), text)
  local ok, value = pcall(tesela.rules, path, nil, terms or { limit = LIMIT })
  return ok and value or nil, ok and path or value, path
end

local GAME = [[local tesela = require "tesela"
return tesela.derive("mixtour", { %s = function(base, s, ...) %s return base.%s(s, ...) end })]]

-- A variant that differs in a function, which does this first.
local function with_hook(hook, body)
  local text = GAME:format(hook, body, hook)
  return hook ~= "moves" and text
    or (text:gsub("return base.moves%(s, %.%.%.%)", "for m in base.moves(s) do (...)(m) end"))
end

-- Plays a few moves and shows the game.
local function use(rules)
  local state = rules:start(1)
  for _ = 1, 3 do state:play(state:list()[1]) end
  tostring(state)
  return state
end

-- ---- the program is what it was ---------------------------------------------

local function copy(t)
  local list = {}
  for key, value in pairs(t) do list[key] = value end
  return list
end

local function look()
  local seen = { _G = copy(_G), loaded = copy(package.loaded), tesela = copy(tesela),
    hook = { debug.gethook() }, of_text = getmetatable "",
    in_text = copy(getmetatable ""), running = collectgarbage "isrunning" }
  for _, name in ipairs { "string", "table", "math", "utf8", "coroutine", "io", "os",
    "debug", "package" } do
    seen[name] = copy(_G[name])
  end
  return seen
end

tesela.rules(folder:write("first.lua", with_hook("moves", ""))):start() -- loads all there is
local before = look()

after_each(function()
  local now = look()
  for name, value in pairs(now.loaded) do -- what is loaded late
    if before.loaded[name] == nil then before.loaded[name] = value end
  end
  for name, value in pairs(now.tesela) do
    if before.tesela[name] == nil then before.tesela[name] = value end
  end
  for name, value in pairs(before) do assert.same(value, now[name], name) end
  for line in folder:must "ls":gmatch "[^\n]+" do
    assert.is_truthy(line:find "%.lua$", line)
  end
end)

-- ---- what it cannot have ----------------------------------------------------

describe("a game from a file has no", function()
  for name, case in pairs {
    io = { "io.open 'x'", "nil value %(global 'io'%)" },
    os = { "os.execute 'touch x'", "nil value %(global 'os'%)" },
    debug = { "debug.getregistry()", "nil value %(global 'debug'%)" },
    package = { "package.loadlib('x', 'y')", "nil value %(global 'package'%)" },
    dofile = { "dofile 'x'", "nil value %(global 'dofile'%)" },
    loadfile = { "loadfile 'x'", "nil value %(global 'loadfile'%)" },
    arg = { "return #arg", "nil value %(global 'arg'%)" },
    getfenv = { "getfenv(1)", "nil value %(global 'getfenv'%)" },
    ["string.dump"] = { "string.dump(print)", "nil value %(field 'dump'%)" },
    ["modules of the system"] = { "require 'posix'", "module 'posix': expected tesela or" },
    ["io by require"] = { "require 'io'", "module 'io': expected tesela or" },
    ["private modules"] = { "require 'tesela.process'", "module 'tesela.process': exp" },
    ["box of its own"] = { "require 'tesela.box'", "module 'tesela.box': expected" },
    bytecode = { "assert(load(('').dump(function() end)))", "attempt to load a binary chunk" },
    ["bytecode by its mode"] = { "assert(load('\\27Lua', 'x', 'b'))", "a binary chunk" },
    ["files by bots"] = { "require 'tesela'.bot('./x.lua', { trusted = true })",
      "nil value %(field 'bot'%)" },
    tournaments = { "require 'tesela'.tournament({}, { file = 'x' })", "field 'tournament'" },
    matches = { "require 'tesela'.match { file = 'x' }", "field 'match'" },
    reload = { "require 'tesela'.reload 'hex'", "field 'reload'" },
    ["home of the program"] = { "return require 'tesela'.home .. 'x'", "field 'home'" },
    ["other paths"] = { "require 'tesela'.rules '/tmp/x.lua'", "is not beside it" },
    ["paths above it"] = { ("require 'tesela'.derive(%q, {})"):format(folder.path
      .. "/../x.lua"), "is not beside it" },
    finalizers = { "setmetatable({}, { __gc = function() end })", "have no finalizers" },
    ["word on its own trust"] = { [[local t = require 'tesela'
      t.rules('hex', nil, { trusted = 5 }) error "not looked at"]], "not looked at" },
    ["name of a shipped game"] = { "return tesela.derive('mixtour', { name = 'hex' })",
      "hex%.lua already uses this name; choose another" },
    ["name of the program's"] = { "return tesela.derive('mixtour', { name = 'mixtour' })",
      "a game in C already uses this name" },
  } do
    it(name, function()
      local rules, why = open("local tesela = require 'tesela' " .. case[1])
      assert.is_nil(rules)
      assert.is_truthy(why:find(case[2]), why)
      assert.is_nil(why:find "\n")
    end)
  end

  it("way to what the program has", function()
    local rules, why = open [[
      local tesela, try = require "tesela", pcall
      string.rep, table.insert, math.random, tesela.rules = nil, nil, nil, nil
      _G.print, _G.tostring, _ENV.pcall = nil, nil, nil
      math.randomseed(1)
      collectgarbage "stop"
      rawset(_G, "string", 7)
      local mine = setmetatable({}, { __metatable = "closed" })
      if getmetatable(mine) ~= "closed" then error "its own" end
      if getmetatable "" ~= nil then error "of texts" end
      local own = { __index = {} }
      if getmetatable(setmetatable({}, own)) ~= own then error "of its own" end
      local game = tesela.derive("mixtour", { moves = function(base, s, out)
        local meta = getmetatable(s)
        meta.__index, meta.__name = nil, nil
        if getmetatable(s).__name ~= "tesela.state" then error "of states" end
        if getmetatable(s.rules).__methods then error "of rules" end
        if try(function() base.apply = nil end) then error "sets what base has" end
        for m in base.moves(s) do out(m) end
      end })
      if getmetatable(game).__index then error "of games" end
      return game]]
    assert(rules, why)
    use(rules)
  end)

  it("thread of its caller's", function()
    local rules, why = open(with_hook("moves", [[
      local co = coroutine.running()
      if co then error "has it" end
      coroutine.wrap(function() if not coroutine.running() then error "its own" end end)()]]))
    assert(rules, why)
    local co = coroutine.wrap(function()
      coroutine.yield(use(rules).ply)
      return "on"
    end)
    assert.equal(3, co())
    assert.equal("on", co())
  end)

  it("games made later", function()
    local rules = assert(open(with_hook("moves", "require 'tesela'.derive('mixtour', {})")))
    local ok, why = pcall(use, rules)
    assert.is_false(ok)
    assert.is_truthy(why:find "derive: a game can only be made while its file is being read", why)
  end)
end)

-- ---- what it may have -------------------------------------------------------

describe("a game from a file has", function()
  it("the files beside it, in its boxes too, and records know them", function()
    folder:write("numbers.lua", "return { two = 2, env = _ENV, name = ... }")
    local text = [[local n = require "numbers"
      assert(n == require "numbers" and n.env == _G and n.name == "numbers")
      return require "tesela".derive("mixtour", { options = { win_score = n.two } })]]
    local rules, path = open(text)
    assert(rules, path)
    assert.equal(2, rules.options.win_score)
    local bot = folder:write("still.lua", "return function(view) return view:list()[1] end")
    local match = tesela.match { rules = rules, bots = { bot, "random" }, games = 2 }
    assert.equal(2, match.games)
    local hash = tesela.game(rules).source
    folder:write("numbers.lua", "return { two = 2, env = _ENV, name = ..., more = 1 }")
    tesela.reload(path)
    assert.are_not.equal(hash, tesela.game(path).source)
    folder:remove "numbers.lua"
  end)

  it("no more in the boxes of bots than elsewhere, and what it breaks is its own", function()
    local text = ([[
      local function none(what) error("it has " .. what, 0) end
      local code = %q
      if load(code, "x", "b") or load(code, "x") or load(code, "x", "bt", {}) then
        none "bytecode"
      end
      if getmetatable "" then none "what texts have in common" end
      local tesela = require "tesela"
      local meta = getmetatable(tesela.rules "mixtour")
      if meta.__gc or meta.__index or not meta.__name then none "what rules have in common" end
      for _, name in ipairs { "tesela.make", "tesela.rules.games", "tesela.rules.derive",
        "tesela.names", "tesela.bots.shape", "mine" } do
        if pcall(require, name) then none("module " .. name) end
      end
      for _, name in ipairs { "io", "os", "debug", "package", "dofile", "copy", "where" } do
        if _G[name] ~= nil or rawget(_G, name) ~= nil then none(name) end
      end
      math.randomseed()
      local game = tesela.derive("mixtour", { options = { win_score = 2 } })
      string.rep, table.insert, math.random, tesela.rules, print = nil, nil, nil, nil, nil
      require "tesela.shown".value = nil
      require "tesela.text".clean = nil
      _G.pcall = nil
      return game]]):format(string.dump(function() return 1 end))
    local rules, path = open(text)
    assert(rules, path)
    folder:write("mine.lua", "return {}")
    local bot = folder:write("user.lua", [[local mine = require "mine"
      return function(view)
        mine.text = ("x"):rep(math.random(3)) .. require "tesela.text".clean "x"
        return view:list()[1], pcall(print) and 0.5
      end]])
    local reasons = {}
    tesela.match { rules = rules, bots = { bot, "random" }, games = 2, on_game = function(game)
      reasons[#reasons + 1] = tesela.decode(game.line).result.reason
    end }
    assert.same({ "points", "points" }, reasons)
    folder:remove "mine.lua"
  end)

  it("what bots may require, each its own", function()
    local rules, why = open [[local texts = require "tesela.text"
      texts.clean = function() error "theirs" end
      return require "tesela".derive("mixtour", { title = "x" })]]
    assert(rules, why)
    assert.equal("x", require "tesela.text".clean "x")
  end)

  it("prints without what would change a terminal", function()
    local path = folder:write("loud.lua", with_hook("moves", [[print("\27[2Jx", 1, nil)]]))
    local out, said = support.tesela("moves", path)
    assert.is_truthy(said:find("^ %[2Jx\t1\tnil\n"), said)
    assert.is_nil(out:find "2J", out)
    path = folder:write("loud2.lua", [[error("\27[2Jx\ny")]])
    local _, err = support.tesela("moves", path)
    assert.is_nil(err:find "\27")
    assert.is_truthy(err:find "x y", err)
  end)

  it("tables in one order, whatever process it is in", function()
    local text = [[
      local words = {}
      for c in ("abcdefghijklmnopqrst"):gmatch "." do words[c:rep(3)] = c:byte() end
      return require "tesela".define { name = "words", fields = { n = 1, turn = 1 },
        endings = { "full" },
        moves = function(_, out) for _, move in %s do out(move) end end,
        apply = function(s, m) s.n, s.turn, s.seat = m, s.turn + 1, 3 - s.seat end,
        over = function(s) return s.turn > 9 and "full" or nil end,
        result = function(s) return { s.n, 0 } end }]]
    for _, way in ipairs { "pairs(words)", "next, words" } do
      local path = folder:write("words.lua", text:format(way))
      local first = support.tesela("random", path, "1")
      assert.is_truthy(first:find "%w", first)
      for _ = 1, 3 do assert.equal(first, (support.tesela("random", path, "1"))) end
    end
  end)

  it("all of Lua if it is trusted, as does what it loads", function()
    local inner = folder:write("inner.lua", "return (function() io.open 'x' "
      .. "return require 'tesela'.derive('mixtour', { name = 'inner' }) end)()")
    local text = ("os.time() return require 'tesela'.derive(%q, {})"):format(inner)
    local rules, why, path = open(text)
    assert.is_nil(rules, why)
    assert.is_truthy(why:find "nil value %(global 'os'%)", why)
    assert(tesela.rules(path, nil, { trusted = true }))
    assert(tesela.rules(path)) -- said once
    local out, err = support.tesela("moves", path)
    assert.equal("", out)
    assert.is_truthy(err:find "global 'os'", err)
    assert.equal("", (select(2, support.tesela("moves", path, "--trusted"))))
  end)

  it("no name of a shipped game for its file, but the path", function()
    local path = folder:write("hex.lua", "return require 'tesela'.derive('mixtour', {})")
    assert.equal("mixtour", tesela.game(path).root)
    assert.is_nil(tesela.game "hex".root)
    assert.equal(11, tesela.rules "hex".options.size)
    assert.equal("", (select(2, support.tesela("moves", path))))
  end)

  it("what lies beside it, wherever the program runs", function()
    folder:must "mkdir -p deep/er"
    folder:write("deep/low.lua", "return require 'tesela'.derive('mixtour', "
      .. "{ options = { win_score = 7 } })")
    for i, path in ipairs { "./low.lua", "low.lua" } do
      local above = folder:write(("deep/above%d.lua"):format(i),
        ("return require 'tesela'.derive(%q, {})"):format(path))
      assert.equal(7, tesela.rules(above).options.win_score)
    end
    folder:write("at_work.lua", "return require 'tesela'.derive('mixtour', {})")
    folder:write("deep/old.lua", "return require 'tesela'.derive('./at_work.lua', {})")
    assert.matches("^%a%d", (folder:must "$T moves deep/old.lua --trusted"))
    folder:write("deep/bot.lua", "return function(view) return view:list()[1] end")
    folder:write("deep/cup.lua", "return { rules = './above1.lua', bots = { './bot.lua', "
      .. "'random' }, games = 2 }")
    folder:must "$T tournament deep/cup.lua -w 1 -o cup.jsonl >/dev/null 2>&1"
    assert.matches("2 games, 0 bad", (folder:must "$T check cup.jsonl; rm cup.jsonl*"))
    folder:must "rm -r deep"
  end)

  it("terms that are checked", function()
    for _, case in ipairs { { { trusted = 1 }, "trusted" }, { { limit = -1 }, "limit" },
      { { limits = 1 }, "limits" }, { 5, "table" } } do
      local ok, why = pcall(tesela.rules, "mixtour", nil, case[1])
      assert.is_false(ok)
      assert.is_truthy(why:find(case[2]), why)
    end
  end)
end)

-- ---- time and memory --------------------------------------------------------

local LOOPS = {
  plain = "while true do end",
  ["pcall"] = "while true do pcall(function() while true do end end) end",
  ["nested pcall"] = "while true do pcall(pcall, pcall, function() while true do end end) end",
  ["xpcall"] = [[while true do xpcall(function() while true do end end,
    function() while true do end end) end]],
  ["a handler"] = "xpcall(error, function() while true do end end)",
  ["coroutines"] = "while true do pcall(coroutine.wrap(function() while true do end end)) end",
  ["resume"] = [[while true do
    coroutine.resume(coroutine.create(function() while true do end end)) end]],
  ["close in a coroutine"] = [[local co = coroutine.wrap(function()
    local x <close> = setmetatable({}, { __close = function() while true do end end })
    while true do end end) while true do pcall(co) end]],
  ["coroutine.close"] = [[local co = coroutine.create(function()
    local x <close> = setmetatable({}, { __close = function() while true do end end })
    coroutine.yield() end)
    coroutine.resume(co) while true do pcall(coroutine.close, co) end]],
  ["close"] = [[local x <close> = setmetatable({}, { __close = function()
    while true do end end }) while true do end]],
  ["tail calls"] = "local function f() return f() end f()",
  ["metamethods"] = [[local t = setmetatable({}, { __index = function() while true do end end })
    while true do pcall(function() return t.x end) end]],
  ["errors"] = [[while true do pcall(error, setmetatable({}, { __tostring = function()
    while true do end end })) end]],
  ["gsub"] = "(('x'):rep(100)):gsub('x', function() while true do end end)",
  ["sort"] = "table.sort({ 2, 1, 3 }, function() while true do end end)",
  ["load"] = "load('while true do end')()",
  ["a search"] = "require 'tesela'.rules 'mixtour':start():perft(100)",
}

describe("a game from a file is ended", function()
  for name, body in pairs(LOOPS) do
    it("when its file loops by " .. name, function()
      local rules, why = open(body)
      assert.is_nil(rules)
      assert.is_truthy(why:find "takes longer than 0.1 s$", why)
      assert.is_truthy(why:find "^%S*:%d*:? ", why)
    end)

    it("when it is asked for moves and loops by " .. name, function()
      local rules, why = open(with_hook("moves", body))
      assert(rules, why)
      local ok, told = pcall(use, rules)
      assert.is_false(ok)
      assert.is_truthy(told:find "moves: takes longer than 0.1 s$", told)
      assert.is_false(pcall(use, rules)) -- and again
    end)
  end

  for _, hook in ipairs { "start", "moves", "apply", "print", "draw", "result" } do
    it("in " .. hook, function()
      local text = with_hook(hook, "\nwhile true do end")
      local rules, why, path = open(text)
      assert(rules, why)
      local ok, told = pcall(function()
        local state = use(rules)
        return state:text(state:list()[1]), support.random_game(rules, 1), state.scores
      end)
      assert.is_false(ok)
      assert.is_truthy(told:find(("%s:3: %s: takes longer than 0.1 s"):format(
        path:match "[^/]*$", hook), 1, true), told)
    end)
  end

  for name, body in pairs {
    tables = "local t = {} while true do t[#t + 1] = { #t } end",
    ["small tables"] = "local t = {} while true do t[#t + 1] = {} end",
    texts = "local t = {} for i = 1, 400 do t[i] = ('x'):rep(1 << 20) end",
    ["one text"] = "local t = ('x'):rep(1 << 30)",
    ["what it keeps"] = "KEPT = KEPT or {} KEPT[#KEPT + 1] = ('x'):rep(90 << 20)",
  } do
    it("when it takes memory by " .. name, function()
      local rules, why = open(with_hook("moves", body), { limit = 60 })
      assert(rules, why)
      local ok, told = pcall(function() for _ = 1, 5 do use(rules) end end)
      assert.is_false(ok)
      assert.is_truthy(told:find "%.lua:2: moves: takes more than 256 MB$", told)
    end)
  end

  it("and not for what another one has left to the collector", function()
    local full = open(with_hook("moves",
      "local t = {} for i = 1, 400 do t[i] = ('x'):rep(1 << 20) end"), { limit = 60 })
    local rules, why = open(with_hook("moves", "local t = ('x'):rep(2 << 20)"), { limit = 60 })
    assert(rules, why)
    assert.is_false((pcall(use, full)))
    use(rules)
  end)

  it("and not when it is in time, or makes garbage", function()
    local rules, why = open(with_hook("moves", "local t = ('x'):rep(1 << 20)"),
      { limit = 60 })
    assert(rules, why)
    for _ = 1, support.times(60, 5) do use(rules) end
    assert.equal("fine", (open [[
      local ok, text = xpcall(error, function(m) return "h" .. m end, "y")
      assert(not ok and text == "hy" and select(2, xpcall(math.max, print, 1, 2)) == 2)
      local co = coroutine.wrap(function(a) return coroutine.yield(a) end)
      assert(co(1) == 1 and co(2) == 2)
      return require "tesela".derive("mixtour", { name = "fine" })]]).name)
  end)
end)

it("what is being loaded is put back if the limit ends it inside a function", function()
  local games = require "tesela.rules.games"
  folder:write("forever.lua", "while true do end")
  local rules = assert(open(with_hook("moves",
    ("require 'tesela'.rules(%q)"):format(folder.path .. "/forever.lua"))))
  local ok, why = pcall(use, rules)
  assert.is_false(ok)
  assert.matches("takes longer than 0.1 s$", why)
  assert.is_nil(games.loading)
  assert.equal("after", tesela.derive("mixtour", { name = "after" }).name)
end)

-- ---- wherever a game is named -----------------------------------------------

describe("the end of a game's function is reported once by", function()
  local path = folder:write("endless.lua", [[
local tesela = require "tesela"
return tesela.derive("mixtour", {
  moves = function(base, s, out)
    for m in base.moves(s) do out(m) end
    while s:reserve(2) < 20 do end
  end,
})]])
  local told = "endless.lua:5: moves: takes longer than 0.1 s"
  for _, words in ipairs { "check", "perft 4", "random 1", "bench",
    "moves --moves 'a1 b2'", "match random greedy", "play --bot none <moves" } do
    it("tesela " .. words, function()
      local command, rest = words:match "^(%S+)%s*(.*)$"
      folder:write("moves", "a1\nb2\nmoves\n")
      if command == "match" then rest = rest .. " -o /dev/null -n 2 -w 1 -f json" end
      local out, err, status = folder:shell(("$T %s ./endless.lua --limit 0.1 %s")
        :format(command, rest))
      folder:remove "moves"
      local text = out .. err
      assert.is_truthy(text:find(told, 1, true), text)
      assert.equal(1, select(2, text:gsub("takes longer", "")), text)
      assert.is_nil(text:find "traceback", text)
      assert.equal(command == "play" and 0 or 1, status)
    end)
  end

  it("the session, which continues", function()
    local out = support.shell(("printf 'r = tesela.rules(%q, nil, { limit = 0.1 })\n"
      .. "print(pcall(r.start(r).perft, r:start(), 3))\nprint \"on\"\n' | %s -i 2>&1")
      :format(path, support.quote(support.program)))
    assert.is_truthy(out:find(told, 1, true), out)
    assert.is_truthy(out:find "\non\n", out)
  end)

  it("Ctrl-C before that, with the author's line", function()
    local _, err = folder:shell "timeout --foreground -s INT 2 $T perft ./endless.lua 4 --limit 99"
    assert.is_truthy(err:find("endless.lua:5: interrupted", 1, true), err)
  end)
end)

it("tesela tournament and repeat have a limit for it, too", function()
  -- The games of the tournament, and one of those before by which rules are known.
  folder:write("slow.lua", with_hook("start",
    "N = (N or 0) + 1 for _ = 1, N > 18 and 1.2e8 or 0 do end"))
  folder:write("cup.lua", "return { rules = './slow.lua', bots = { 'random', 'greedy' }, "
    .. "games = 2, max_plies = 2 }")
  local function late(command)
    local out, err, status = folder:shell(command)
    assert.same({ "", 1 }, { out, status })
    return err
  end
  local err = late "$T tournament cup.lua -o cup.txt -w 1 --limit 0.2"
  folder:remove "cup.txt"
  assert.is_truthy(err:find("start: takes longer than 0.2 s", 1, true), err)
  folder:must "$T tournament cup.lua -o cup.txt -w 1 --limit 60"
  assert.equal("cup.txt: 2 of 2 games repeated, 0 differ\n",
    (folder:must "$T repeat cup.txt --limit 60 -w 1"))
  late "$T repeat cup.txt --limit 0.2"
  assert.equal("tesela tournament: --limit no: expected a number above 0, less than "
    .. "a million\n", (select(2, folder:shell "$T tournament cup.lua --limit no")))
  folder:remove "cup.txt"
  folder:remove "cup.lua"
end)

it("tesela show finds the rules that a tournament names by their path", function()
  folder:write("house.lua",
    "return require 'tesela'.derive('mixtour', { options = { win_score = 2 } })")
  folder:write("cup.lua", "return { rules = './house.lua', bots = { 'random', 'greedy' }, "
    .. "games = 2 }")
  folder:must "$T tournament cup.lua -o cup.txt"
  assert.is_truthy(folder:must "$T show cup.txt --ply 0":find("game 1 of 2: house,", 1, true))
  folder:remove "house.lua"
  local _, err, status = folder:shell "$T show cup.txt"
  assert.same({ "tesela show: cup.txt:N: there is no game house; --rules FILE names the "
    .. "rules\n", 1 }, { (err:gsub(":%d:", ":N:")), status })
  folder:remove "cup.txt"
  folder:remove "cup.lua"
end)

it("rules that fail in the words of a missing game are not taken for one", function()
  folder:write("house.lua", "return require 'tesela'.derive('mixtour', {})")
  folder:write("cup.lua", "return { rules = './house.lua', bots = { 'random', 'random' }, "
    .. "games = 2 }")
  folder:must "$T tournament cup.lua -o cup.txt"
  folder:write("house.lua", "error('there is no game house; the games: none', 0)")
  for _, command in ipairs { "show cup.txt", "check cup.txt", "ask greedy cup.txt --game 1" } do
    local _, err, status = folder:shell("$T " .. command)
    assert.equal(1, status, command)
    assert.matches("there is no game house; the games: none\n", err)
    assert.is_nil(err:find("--rules", 1, true), err)
  end
  local state, why, missing = tesela.replay(tesela.rules("mixtour"):start():record(), nil,
    "nothing")
  assert.is_nil(state)
  assert.matches("^there is no game nothing; ", why)
  assert.equal("nothing", missing)
  assert.same({ nil, 'no member "tesela"', n = 2 }, table.pack(tesela.replay "{}"))
  folder:remove "house.lua"
  folder:remove "cup.txt"
  folder:remove "cup.lua"
end)

it("a file of games that names rules runs them as those of a stranger", function()
  folder:write("spy.lua", [[io.open("found.lua", "w")
    return require "tesela".derive("mixtour", {})]])
  folder:write("cup.lua", "return { rules = './spy.lua', bots = { 'random', 'greedy' }, "
    .. "games = 2, trusted = true }")
  folder:must "$T tournament cup.lua -o cup.txt"
  folder:remove "found.lua"
  for _, command in ipairs { "check cup.txt", "report -g 1 cup.txt", "show cup.txt",
    "report -f html cup.txt -o page.html", "analyse cup.txt", "ask greedy cup.txt --game 1" } do
    local out, err = folder:shell("$T " .. command)
    assert.is_nil(folder:must "ls":find "found", command)
    assert.is_truthy((out .. err):find "global 'io'" or command:find "show", out .. err)
  end
  folder:write("spy.lua", 'print "run" error "no game"')
  local function runs(command)
    local _, err = folder:shell("$T " .. command)
    return select(2, err:gsub("run\n", ""))
  end
  for command, times in pairs { ["report cup.txt"] = 0, ["merge cup.txt -o all.txt"] = 0,
    ["report -f html --no-games cup.txt -o page.html"] = 0, ["check cup.txt"] = 1,
    ["report -f html cup.txt -o page.html"] = 1, ["analyse cup.txt"] = 1 } do
    assert.equal(times, runs(command), command)
  end
  folder:must "rm -f all.txt page.html"
  folder:remove "cup.txt"
end)

it("files that load each other without an end are refused", function()
  local form = "return require 'tesela'.derive('./%s.lua', {})"
  folder:write("one.lua", form:format "two")
  folder:write("two.lua", form:format "one")
  local _, err = folder:shell "$T moves ./one.lua"
  assert.equal("tesela moves: ./one.lua: it loads itself\n", err)
  folder:write("link0.lua", form:gsub("'%./%%s%.lua'", "'mixtour'"))
  for i = 1, 32 do folder:write(("link%d.lua"):format(i), form:format("link" .. i - 1)) end
  folder:must "$T moves --limit 30 ./link31.lua"
  _, err = folder:shell "$T moves --limit 30 ./link32.lua"
  assert.equal("tesela moves: ./link0.lua: expected at most 32 files that load each other\n",
    err)
end)
