-- Boxes: what bots have in them, what they do not have, and that nothing gets
-- out of one. One bot for each way to escape.

local tesela = require "tesela"
local box = require "tesela.box"
local process = require "tesela.process"
local sources = require "tesela.bots.bot_sources"
local support = require "support"

local boxed = require "tesela.sandbox.boxed"
local supplies = require "tesela.sandbox.supplies"

local rules = tesela.rules "mixtour"
local interior = support.read(tesela.home .. "/tesela/sandbox/interior.lua")

local function hand_library(b, games_in_lua)
  for _, file in ipairs(sources.library(games_in_lua)) do
    assert(b:call("library", file.name, file.text))
  end
end

local function open(source, megabytes, clock)
  local b = assert(box.open((megabytes or 64) << 20, interior, "@interior", clock, clock))
  for _, name in ipairs { "worth", "levels", "pace" } do
    assert(b:call("module", "tesela." .. name,
      support.read(("%s/tesela/%s.lua"):format(tesela.home, name))))
  end
  hand_library(b)
  assert(b:rules("mixtour", ""))
  assert(b:call("bot", "mine", "mine.lua", source))
  return b
end

-- What a bot with this body answers: move and value, or nil, reason, message.
local function ask(body, options)
  options = options or {}
  local b = open("local view, budget = nil\nreturn function(v, b) view, budget = v, b "
    .. body .. " end", options.megabytes, options.clock)
  local state = options.state or rules:start(1)
  assert(b:begin(state, 1, 10, options.seed or 1))
  local move, value, message = b:choose(state, 1, options.seconds or 10, 5, 3, 0.5)
  return move, value, message, b
end

local function assert_ended(reason, body)
  local begin = tesela.clock()
  local move, why, _, b = ask(body, { seconds = 0.1 })
  assert.is_nil(move)
  assert.equal(reason, why)
  assert.is_true(b:ended())
  assert.is_true(tesela.clock() - begin < 60)
end

describe("a box", function()
  it("gives a bot its view and its budget", function()
    local body = [[return ("%d %s %s %s %d"):format(view.viewer, budget.iterations,
      budget.seconds, budget.seed, #view:history()), 2.5]]
    local move, value = ask(body)
    assert.same({ "1 3 0.5 5 0", 2.5 }, { move, value })
  end)

  it("refuses an option that the game does not have, as outside", function()
    local _, _, message = ask "tesela.rules('mixtour', { size = 6 })"
    assert.matches("mixtour: there is no option size; the options: win_score,", message, 1, true)
  end)

  it("follows the game, and knows what a seat may know of it", function()
    local b = open "return function(v) return table.concat(v:history(), ' ') end"
    local state = rules:start(1)
    assert(b:begin(state, 1, 10, 1))
    for _, move in ipairs { "b2", "c3", "b2-c3" } do state:play(move) end
    assert.equal("b2 c3 b2-c3", (b:choose(state, 1, 10, 1)))
    for _ = 1, 80 do state:play(state:list()[1]) if state.over then break end end
    assert.equal(table.concat(state:history(), " "):sub(1, 400),
      (b:choose(state, 1, 10, 1)))
  end)

  it("hands a bot no more than a view", function()
    local qwirkle = tesela.rules "qwirkle"
    local b = assert(box.open(64 << 20, interior, "@interior"))
    hand_library(b)
    assert(b:rules("qwirkle", ""))
    assert(b:call("bot", "mine", "mine.lua", "return function(v) return v:fen() end"))
    for seed = 1, 5 do
      local state = qwirkle:start(seed)
      assert(b:begin(state, 1, 10, 1))
      assert.equal(state:view(1, 9):fen(), (b:choose(state, 1, 10, 9)))
      assert.is_nil((b:choose(state, 1, 10, 9)):find(state:fen(), 1, true))
    end
  end)

  it("plays the shipped bots as they play outside", function()
    local bots = require "tesela.bots.bots"
    for _, name in ipairs(tesela.bots()) do
      local b = open(support.read(("%s/bots/%s.lua"):format(tesela.home, name)))
      local state = rules:start(3)
      assert(b:begin(state, 1, 30, 77))
      local player = bots.player(bots.bot(name), rules, 1, 77)
      local inside, value = b:choose(state, 1, 30, 5, 20)
      local move, worth = bots.choose(player, state, 1, { iterations = 20, seed = 5 })
      assert.same({ move, worth }, { inside, value })
    end
  end)

  it("starts each game afresh", function()
    local b = open [[
      count = (count or 0) + 1
      local old = string.rep
      string.rep, math.pi = nil, count
      return function() return ("%s %s %s"):format(count, old ~= nil, tostring({})) end]]
    for _ = 1, 3 do
      local state = rules:start(1)
      assert(b:begin(state, 1, 10, 1))
      assert.equal("1 true table: 1", (b:choose(state, 1, 10, 1)))
    end
  end)

  it("begins each game as the first one, whatever was left behind", function()
    local b = open [[
      local rules = require "tesela".rules "mixtour"
      local meta = { big = ("x"):rep(1 << 20) }
      function meta.__gc() setmetatable({}, meta) math.randomseed(3) end
      setmetatable({}, meta)
      -- A record of which the half is written: memory that the core has.
      local trap = setmetatable({}, { __index = function() error "enough" end })
      return function(v)
        local weak = setmetatable({}, { __mode = "v" })
        for i = 1, 5000 do weak[i] = { pcall(rules:start(1).record, rules:start(1),
          { players = trap }) } end
        local left = 0
        for _ in pairs(weak) do left = left + 1 end
        return ("%d %d %s"):format(left, math.random(1 << 40), {})
      end]]
    local state, first = rules:start(1), nil
    for _ = 1, 5 do
      assert(b:begin(state, 1, 60, 1))
      local told = b:choose(state, 1, 60, 1)
      first = first or told
      assert.equal(first, told)
    end
    -- What is called between two games is there in all that come.
    assert(b:call("bot", "other", "other.lua", "return function() return 'b2' end"))
    for _ = 1, 2 do
      assert(b:begin(state, 1, 60, 1))
      assert.equal("b2", (b:choose(state, 1, 60, 1)))
    end
  end)

  it("has no doors", function()
    for _, name in ipairs { "io", "os", "debug", "package", "dofile", "loadfile",
      "warn", "string.dump", "copy", "where" } do
      assert.equal("nil", (ask(("local t, name = _G, %q for part in "
        .. "name:gmatch '%%w+' do t = t[part] end return type(t)"):format(name))))
    end
    for _, name in ipairs { "io", "tesela.process", "tesela.journal", "tesela.box",
      "tesela.bots.bots", "tesela.make" } do
      local _, why, message = ask(("require %q"):format(name))
      assert.equal("error", why)
      assert.is_truthy(message:match "bots cannot have it")
    end
  end)

  it("loads text only, and into the bot's own globals", function()
    assert.equal("nil", (ask [[return tostring(load("\27Lua"))]]))
    assert.equal("nil", (ask [[return tostring(load("return io")())]]))
    assert.equal("5", (ask [[x = 5 return tostring(load("return x")())]]))
  end)

  it("makes no games, which would outlive the one that is played", function()
    for _, name in ipairs { "derive", "define" } do
      local _, why, message = ask(("require 'tesela'.%s('mixtour', {})"):format(name))
      assert.equal("error", why)
      assert.is_nil(message:find("interior", 1, true))
      assert.is_truthy(message:match "bots cannot make games$")
    end
  end)

  it("hands out no metatables of types", function()
    assert.equal("nil", (ask [[return tostring(getmetatable(""))]]))
    assert.equal("nil", (ask [[return tostring(getmetatable(view).__index)]]))
    assert.equal("nil", (ask [[return tostring(getmetatable(_G))]]))
    assert.equal("tesela.state", (ask [[return getmetatable(view).__name]]))
  end)

  it("goes through tables in a fixed order", function()
    local build = [[local t = { b = 1, a = 2, [10] = 1, [2] = 1, [true] = 2, [1] = 3,
      [1.5] = 3, [false] = 1, [-7] = 1, ["10"] = 4 } local o = {} ]]
    local order = "-7 1 1.5 2 10 10 a b false true"
    assert.equal(order, (ask(build .. [[for k in pairs(t) do o[#o + 1] = tostring(k) end
      return table.concat(o, " ")]])))
    assert.equal(order, (ask(build .. [[for k in next, t do o[#o + 1] = tostring(k) end
      return table.concat(o, " ")]])))
    assert.equal("-7 1 1.5 2 10 10 a b false true 0", (ask(build .. [[
      for k in pairs(t) do o[#o + 1] = tostring(k) t[k] = nil end
      local left = 0 for _ in pairs(t) do left = left + 1 end
      return table.concat(o, " ") .. " " .. left]])))
  end)

  it("goes through them by next, whatever has changed since", function()
    local go = [[local function keys(t, change)
        local seen = {}
        for k in next, t do seen[#seen + 1] = tostring(k) if change then change(k) end end
        return table.concat(seen, " ")
      end
      local t = { a = 1, b = 2, c = 3, [print] = 4 } ]]
    assert.equal("a b c", (ask(go .. [[t[print] = nil
      return keys(t, function(k) t[k] = nil end)]])))
    assert.equal("a b c", (ask(go .. [[t[print] = nil
      for k in next, t do if k == "b" then break end end
      return keys(t)]])))
    assert.equal("0 a b c d", (ask(go .. [[t[print] = nil
      for k in next, t do if k == "b" then break end end
      t.d, t[0] = 4, 0
      return keys(t)]])))
    assert.equal("c d nil", (ask(go .. [[t[print] = nil
      assert(next(t, "b") == "c")
      t.b, t.bb, t.d = nil, 1, 2
      return tostring(next(t, "bb")) .. " " .. next(t, "c") .. " " .. tostring(next(t, "d"))]])))
    assert.equal("true nil", (ask(go .. [[local first = next { [t] = 1 }
      return tostring(first == t) .. " " .. tostring(next({}, t))]])))
    assert.equal("false", (ask(go .. [[return tostring((pcall(next, t, 0 / 0)))]])))
  end)

  it("goes through tables whose items vanish meanwhile, however many", function()
    local clear = [[local function clear(t, keep)
        local seen = 0
        for k in pairs(t) do
          seen = seen + 1
          if k == 1 then for i = 2, 100000 do if i ~= keep then t[i] = nil end end end
        end
        return seen
      end
      local function list() local t = {} for i = 1, 100000 do t[i] = i end return t end
      local function both(keep)
        local sparse = list()
        sparse.x = true
        return clear(list(), keep) .. " " .. clear(sparse, keep)
      end ]]
    local coroutines = clear .. "return coroutine.wrap(both)(%s)"
    for keep, seen in pairs { [0] = "1 2", [100000] = "2 3", [500] = "2 3" } do
      assert.equal(seen, (ask(clear .. ("return both(%d)"):format(keep))))
      assert.equal(seen, (ask(coroutines:format(keep))))
    end
  end)

  it("sorts, whatever the order, and shows no addresses", function()
    assert.equal("sorted", (ask [[
      local t = {} for i = 1, 1000 do t[i] = i * 7919 % 1009 end
      table.sort(t) for i = 2, #t do assert(t[i - 1] <= t[i]) end
      table.sort(t, function(a, b) return a > b end)
      for i = 2, #t do assert(t[i - 1] >= t[i]) end return "sorted"]]))
    assert.equal("table: 2 function: 3 table: 1 5 %", (ask [[local t = {}
      return ("%s %p %s %d %%"):format({}, print, tostring(t), 5)]]))
  end)

  -- Closures with 255 upvalues are among the largest values that can be keys.
  local large_keys = [[
    local function names(letter, count)
      local list = {}
      for i = 1, count do list[i] = letter .. i end
      return table.concat(list, ","), table.concat(list, "+")
    end
    local a, sum_a = names("a", 150)
    local b, sum_b = names("b", 105)
    local make = load(("local %s = 1 return function() local %s = 1 "
      .. "return function() return %s + %s end end"):format(a, b, sum_a, sum_b))()
    local t, number, order = {}, {}, {}
    for i = 1, 8 do
      local key = make()
      t[key], number[key] = true, i
    end
    for key in pairs(t) do order[#order + 1] = number[key] end
    do return table.concat(order) end]]

  it("keeps large keys in an order that no other game changes", function()
    local first = ask(large_keys)
    assert.equal(8, #first)
    local kept = {}
    for i = 1, 4 do
      for j = 1, 50 do kept[#kept + 1] = ("x"):rep(1900 + 100 * i + j) .. i end
      assert.equal(first, (ask(large_keys)))
    end
  end)

  it("shows no addresses in messages of the module either", function()
    local search = "return select(2, pcall(require 'tesela'.search, view, %s))"
    for _, options in ipairs { "{ memory = {} }", "{ method = print }",
      "{ evaluate = function() return { {}, 1 } end }", "{ prior = function() return 5 end }" } do
      local message = ask(search:format(options))
      assert.is_nil(message:find "0x", message)
    end
    assert.equal("tesela.search: memory: expected a whole number in 0..9223372036854775807, "
      .. "got table", (ask(search:format "{ memory = {} }")))
  end)

  it("reads no JSON, which would take memory that is not its own", function()
    for _, name in ipairs { "decode", "replay" } do
      assert.equal("nil", (ask(("return tostring(require 'tesela'.%s)"):format(name))))
    end
  end)

  it("gets the progress of a search only if there is a clock", function()
    local body = "local told = 0 require 'tesela'.search(view, { iterations = %d, "
      .. "progress = function() told = told + 1 return true end }) return tostring(told)"
    assert.equal("0", (ask(body:format(30000))))
    assert.equal("1", (ask(body:format(1 << 40), { clock = true })))
  end)

  it("has a clock only if it is given one", function()
    for _, body in ipairs { "return tostring(require 'tesela'.clock())",
      "return (require 'tesela'.search(view, { seconds = 0.01 }))" } do
      local _, why, message = ask(body)
      assert.equal("error", why)
      assert.is_truthy(message:match "bots have a clock only if budgets are in seconds$")
      assert.is_truthy((ask(body, { clock = true })))
    end
    local seconds = [[local _, r = require 'tesela'.search(view, { iterations = 100 })
      return tostring(r.seconds > 0)]]
    assert.equal("false", (ask(seconds)))
    assert.equal("true", (ask(seconds, { clock = true })))
  end)

  it("draws from the game's seed", function()
    local body = "math.randomseed() return tostring(math.random(1 << 40))"
    assert.equal((ask(body, { seed = 4 })), (ask(body, { seed = 4 })))
    assert.are_not.equal((ask(body, { seed = 4 })), (ask(body, { seed = 5 })))
  end)

  it("tells what a bot did wrong", function()
    local _, reason, words = ask "error 'no'"
    assert.same({ "error", "mine.lua:2: no" }, { reason, words })
    assert.equal("(error object is a table value)", (select(3, ask "error({})")))
    assert.equal('(error object is a table: code = 1, deep = table, why = "n\\o")',
      (select(3, ask "error({ why = 'n\\\\o', code = 1, deep = {}, 5 })")))
    assert.equal("(error object is a table: a1 = true, a2 = true, a3 = true, a4 = true, a5 = true, "
      .. "a6 = true, a7 = true, a8 = true, ...)", (select(3,
        ask "local t = {} for i = 1, 9 do t['a' .. i] = true end error(t)")))
    assert.equal("illegal", (select(2, ask "return {}")))
    assert.equal("expected a move, got 1.5", (select(3, ask "return 1.5")))
    assert.equal("b2\0", (ask "return 'b2\\0'"))
    local b = open "return {}"
    local _, why, message = b:begin(rules:start(1), 1, 10, 1)
    assert.same({ "error", "bot mine: expected a function or a table with choose, got table" },
      { why, message })
    b = open "return { chose = print }"
    assert.equal("bot mine: there is no member chose; did you mean choose? The members: "
      .. "name, new, choose, draw, parameters, levels, ponder",
      (select(3, b:begin(rules:start(1), 1, 10, 1))))
    b = open "return { choose = 3 }"
    assert.equal("bot mine: choose: expected a function, got a number",
      (select(3, b:begin(rules:start(1), 1, 10, 1))))
  end)
end)

describe("the end of a budget", function()
  it("on time is kept whatever a bot does", function()
    assert_ended("time", "while true do end")
    assert_ended("time", "while true do pcall(function() while true do end end) end")
    assert_ended("time", [[while true do
      xpcall(function() while true do end end, function() while true do end end) end]])
    assert_ended("time", "coroutine.wrap(function() while true do end end)()")
    assert_ended("time", "while true do coroutine.wrap(function() end)() end")
    assert_ended("time", [[while true do
      coroutine.resume(coroutine.create(function() while true do end end)) end]])
    assert_ended("time", "local function f() return f() end f()")
    local close = [[local function stuck() while true do end end
      local co = coroutine.%s(function()
        local x <close> = setmetatable({}, { __close = stuck }) %s end) ]]
    assert_ended("time", close:format("wrap", "error 'x'") .. "co()")
    assert_ended("time", close:format("create", "coroutine.yield()")
      .. "coroutine.resume(co) while true do pcall(coroutine.close, co) end")
    assert_ended("time", "view:perft(100)")
    assert_ended("time",
      "error(setmetatable({}, { __tostring = function() while true do end end }))")
    assert_ended("time", [[local t = setmetatable({}, { __index = function(t, k)
      while true do end end }) return t.x]])
  end)

  it("is not the end of the C stack: coroutines that close each other", function()
    local chain = [[local co, told = {}, nil
      for i = 1, 1000 do
        co[i] = coroutine.create(function()
          local _ <close> = setmetatable({}, { __close = function()
            local ok, why = true, nil
            if co[i + 1] then ok, why = coroutine.close(co[i + 1]) end
            told = told or not ok and why
          end })
          coroutine.yield()
        end)
        coroutine.resume(co[i])
      end
      local done, why = coroutine.close(co[1])
      local said = tostring(done) .. " " .. tostring(told or why)
      do %s end]]
    local pattern = "^%a+ .*C stack overflow\n?$"
    assert.matches(pattern, (ask(chain:format "return said")))
    assert.matches(pattern, (support.tesela("-e", chain:format "print(said)")))
  end)

  it("is over when that is told, whatever was called", function()
    for call, body in pairs {
      call = "function M.slow() while true do end end",
      rules = "function M.rules() while true do end end",
      open = "while true do end",
    } do
      process.enter(rules:start(1), 1, 0.1, false)
      local b, why = box.open(64 << 20, ("local M = {} %s return M"):format(body), "=slow")
      if b and call == "call" then
        b, why = b:call "slow"
      elseif b then
        b, why = b:rules "mixtour"
      end
      process.leave()
      assert.same({ nil, "time" }, { b, why })
      assert.is_true(pcall(tesela.search, rules:start(1), { iterations = 50 }))
    end
  end)

  it("is not what an error of the bot says", function()
    for _, words in ipairs { "not enough memory", "out of time", "interrupted!" } do
      local _, why, message = ask(("error(%q, 0)"):format(words))
      assert.same({ "error", words }, { why, message })
      for _, caught in ipairs { "pcall(error, %q, 0)", "load(function() error(%q, 0) end)",
        "coroutine.resume(coroutine.create(error), %q, 0)" } do
        assert.equal("b2", (ask(caught:format(words) .. " return 'b2'")))
      end
    end
  end)

  it("on memory is kept, too", function()
    local fill = "local t = {} while true do t[#t + 1] = ('x'):rep(1000000) .. #t end"
    local function ended(body)
      local move, why, message, b = ask(body, { seconds = 600, megabytes = 16 })
      assert.same({ "memory", "more than 16 MB" }, { why, message }, tostring(move))
      assert.is_true(b:ended())
    end
    ended(fill)
    ended(("while true do pcall(function() %s end) end"):format(fill))
    ended(("coroutine.wrap(function() %s end)()"):format(fill))
    ended "local s = 'x' while true do s = s .. s end"
    ended(("pcall(load, function() %s end)"):format(fill))
    ended "load(('x = 1 '):rep(2 << 20))"
    ended(("pcall(load(function() %s end) or print)"):format(fill))
    for _, hook in ipairs { "evaluate", "prior" } do
      ended(("pcall(require 'tesela'.search, view, { %s = function() %s end })")
        :format(hook, fill))
    end
    ended(([[setmetatable({}, { __gc = function() %s end })
      for i = 1, 1000000 do local _ = { i } end]]):format(fill))
    local blokus = "require 'tesela'.rules 'blokus'"
    ended("local t = {} while true do t[#t + 1] = " .. blokus .. " end")
    assert.equal("done", (ask(("for _ = 1, 2000 do local _ = %s end return 'done'")
      :format(blokus), { seconds = 600, megabytes = 16 })))
    ended [[local _, report = require "tesela".search(view, { iterations = 5 })
      report.moves[1].text = ("x"):rep(6 << 20)
      return tostring(report)]]
    ended [[local kept, tesela = {}, require 'tesela' while true do
      kept[#kept + 1] = tesela.searcher(view.rules, { method = "alphabeta" }) end]]
    -- A search has half of the memory at most, and gives it back.
    for _, method in ipairs { "mcts", "alphabeta" } do
      assert.equal("done", (ask(([[for i = 1, 50 do
        local s = require 'tesela'.searcher(view.rules, { memory = 1 << 40, method = %q })
        s:search(view, { iterations = 2000 })
        s = nil
        require 'tesela'.search(view, { method = %q, memory = 1 << 40 })
      end return 'done']]):format(method, method), { seconds = 600, megabytes = 16 })))
    end
    ended "return table.pack(string.byte(('x'):rep(900000), 1, -1)), string.rep('x', 2^30 // 1 | 0)"
  end)

  it("does not hold what is in time", function()
    assert.equal("fine", (ask [[
      local ok = pcall(error, "x")
      local co = coroutine.wrap(function(a) local b = coroutine.yield(a) return b end)
      co(1) co(2)
      local ok2, text = xpcall(error, function(m) return "h" .. m end, "y")
      return not ok and not ok2 and text == "hy" and "fine" or "not fine"]]))
    assert.equal("true true false x error", (ask [[
      local co = coroutine.create(function() coroutine.yield() end)
      coroutine.resume(co)
      local a, b = coroutine.close(co), coroutine.close(coroutine.create(print))
      co = coroutine.create(function()
        local c <close> = setmetatable({}, { __close = function() error("x", 0) end })
        coroutine.yield() end)
      coroutine.resume(co)
      local c, d = coroutine.close(co)
      local e = pcall(coroutine.close, (coroutine.running())) and "closed" or "error"
      return ("%s %s %s %s %s"):format(a, b, c, d, e)]]))
  end)
end)

-- A bot that was asked once, with this text in front of the function.
local function asked(source, options)
  options = options or {}
  local b = open(source, options.megabytes)
  local state = rules:start(1)
  local fine, reason, message, trace = b:begin(state, 1, 10, 1)
  if not fine then return b, reason, message, trace end
  local _, why, words, lines = b:choose(state, 1, options.seconds or 10, 5)
  return b, why, words, lines
end

describe("what a bot prints", function()
  local LIMIT = 8 * 1024
  local NOTE = "(more was printed, but left out)"

  before_each(function() process.begin(0) end)

  it("is kept in order, with its seat and ply", function()
    local b = open [[print("file", nil, 1.5, true)
      return { new = function() print(_G ~= nil, {}, print) print() return {} end,
        choose = function(_, v) print("ply", v.ply) return v:list()[1] end }]]
    local state = rules:start(1)
    assert.is_nil(process.printed())
    assert(b:begin(state, 1, 10, 1))
    local lines = "1\t0\tfile\tnil\t1.5\ttrue\n1\t0\ttrue\ttable: 1\tfunction: 2\n1\t0\t\n"
    assert.same({ lines, #lines }, { process.printed() })
    for ply = 0, 2 do
      state:play((b:choose(state, ply % 2 + 1, 10, 1)))
      lines = ("%s%d\t%d\tply\t%d\n"):format(lines, ply % 2 + 1, ply, ply)
    end
    assert.equal(lines, (process.printed()))
    process.begin(1)
    assert.is_nil(process.printed())
  end)

  it("is kept as it is, whatever it is", function()
    asked [[return function() print("a\0b\27[2J\xff\r\n2\t7\tno\n") end]]
    assert.equal("1\t0\ta\0b\27[2J\xff\r\n1\t0\t2\t7\tno\n1\t0\t\n", (process.printed()))
  end)

  it("is kept up to a limit for each seat, and no memory of the bot is", function()
    local _, why = asked([[return function(v)
      for i = 1, 200 do print(("x"):rep(1000000)) end
      return v:list()[1] end]], { megabytes = 8, seconds = 600 })
    assert.is_nil(why)
    local full = "1\t0\t" .. ("x"):rep(LIMIT - 5) .. "\n1\t0\t" .. NOTE .. "\n"
    assert.equal(full, (process.printed()))
    local b, state = open [[return function(v)
      print((("x"):rep(8187))) print() print "more" end]], rules:start(1)
    assert(b:begin(state, 2, 10, 1))
    b:choose(state, 2, 10, 1)
    b:choose(state, 1, 10, 1)
    assert.equal(full .. "2\t0\t" .. ("x"):rep(LIMIT - 5) .. "\n2\t0\t" .. NOTE .. "\n",
      (process.printed()))
    for seat = 3, 8 do
      process.enter(state, seat, 10)
      process.print(("x"):rep(1000000))
      process.leave()
    end
    assert.equal(8 * #full, #process.printed())
  end)

  it("has room for many short lines", function()
    local state = rules:start(1)
    for round = 1, 10 do
      for seat = 1, 8 do
        process.enter(state, seat, 10)
        for _ = 1, round == 10 and 10000 or 10 do
          process.print()
          pcall(process.print, "x", setmetatable({}, { __tostring = error }))
        end
        process.leave()
      end
    end
    local lines = 0
    for seat, ply in process.printed():gmatch "(%d+)\t(%d+)\t[^\n]*\n" do
      lines = lines + 1
      assert(tonumber(seat) <= 8 and ply == "0")
    end
    assert.is_true(lines > 8 * LIMIT // 8)
  end)

  it("is a text, however it becomes one", function()
    local _, _, words = asked [[local t = setmetatable({}, { __tostring = function()
        return {} end })
      return function() print("a", t) end]]
    assert.equal("mine.lua:3: '__tostring' must return a string", words)
    process.begin(0)
    asked [[local loud = setmetatable({}, { __tostring = function()
        print "in"
        return "out" end })
      return function(v) print(loud) return v:list()[1] end]]
    assert.equal("1\t0\tin\n1\t0\tout\n", (process.printed()))
    local _, why = asked([[return function() print(setmetatable({}, { __tostring = function()
      while true do end end })) end]], { seconds = 0.1 })
    assert.equal("time", why)
  end)

  it("is nothing when nothing is asked any more", function()
    do
      asked [[kept = setmetatable({}, { __gc = function() print "gone" end })
        return function(v) return v:list()[1] end]]
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(process.printed())
  end)

  it("is not what the rules of a game in Lua print", function()
    local b = assert(box.open(64 << 20, interior, "@interior"))
    hand_library(b, true)
    assert(b:call("game", "loud", "loud.lua", [[return require "tesela".derive("mixtour", {
      name = "loud", options = {}, result = function(s, base) print "rules"
      return base.result(s) end })]]))
    assert(b:rules("loud", ""))
    assert.is_nil(process.printed())
  end)
end)

describe("where a bot failed", function()
  local function lines(text)
    local list = {}
    for line in text:gmatch "[^\n]+" do list[#list + 1] = line end
    return list
  end

  it("is said in lines of its own functions", function()
    local _, reason, message, trace = asked [[
      local M = {}
      local function inner(v) return v.ply.x.y end
      function M:score(v) local n = inner(v) return n end
      function M:choose(v)
        local list = { 1, 2 }
        table.sort(list, function() local n = self:score(v) return n end)
      end
      return M]]
    assert.equal("error", reason)
    assert.equal("mine.lua:2: attempt to index a number value (field 'ply')", message)
    assert.same({ "mine.lua:2: in function 'inner'", "mine.lua:3: in function 'score'",
      "mine.lua:6: in function <mine.lua:6>", "mine.lua:6: in function <mine.lua:4>" },
      lines(trace))
  end)

  it("is said of its file, of new, and of modules of the library", function()
    assert.equal("mine.lua:2: in main chunk", (select(4, asked "\nerror 'no'")))
    assert.equal("mine.lua:1: in function 'new'", (select(4,
      asked "return { new = function() error 'no' end, choose = print }")))
    local trace = select(4, asked("local points = require 'tesela.worth' "
      .. "return function(v) local n = points.worth(nil, 1) return n end"))
    assert.is_truthy(trace:match "^tesela.worth:%d+: in function '[%w.]*worth'\n"
      .. "mine.lua:1: in function <mine.lua:1>$", trace)
    trace = select(4, asked("return function(v) require 'io' end"))
    assert.equal("mine.lua:1: in function <mine.lua:1>", trace)
    assert.is_nil((select(4, asked "return {}")))
    assert.is_nil((select(4, asked "return function() return {} end")))
    local b = open "return 1"
    local _, why, message, none = b:call("bot", "bad", "bad.lua", "return (")
    assert.same({ "error", "bad.lua:1: unexpected symbol near <eof>" }, { why, message })
    assert.is_nil(none)
  end)

  it("is said through coroutines", function()
    local source = [[local function deep() error "no" end
      local function inner() coroutine.wrap(function() deep() end)() end
      return function(v)
        pcall(coroutine.wrap(function() error "caught" end))
        coroutine.resume(coroutine.create(function()
          coroutine.wrap(function() error "lost" end)() end))
        coroutine.wrap(function() inner() end)()
      end]]
    assert.same({ "mine.lua:1: in function 'deep'", "mine.lua:2: in function <mine.lua:2>",
      "mine.lua:2: in function 'inner'", "mine.lua:7: in function <mine.lua:7>",
      "mine.lua:7: in function <mine.lua:3>" }, lines((select(4, asked(source)))))
    local caught = "pcall(coroutine.wrap(function() error 'caught' end)) error 'no'"
    assert.same({ "mine.lua:1: in function <mine.lua:1>" },
      lines((select(4, asked("return function() " .. caught .. " end")))))
  end)

  it("is said where its time ended", function()
    local _, reason, _, trace = asked([[local function loop() while true do end end
      return function() coroutine.wrap(function() while true do pcall(loop) end end)() end]],
      { seconds = 0.1 })
    assert.equal("time", reason)
    assert.is_truthy(trace:match "^mine.lua:1: in function <mine.lua:1>\n", trace)
    assert.is_truthy(trace:match "\nmine.lua:2: in function <mine.lua:2>\n", trace)
  end)

  it("is cut, shows no addresses, and does not change the message", function()
    local _, reason, message, trace = asked([[local function down(n)
        if n == 0 then error({}) end
        return 1 + down(n - 1)
      end
      return function() return down(190000) end]], { megabytes = 128 })
    assert.same({ "error", "(error object is a table value)" }, { reason, message })
    assert.equal(21, #lines(trace))
    assert.equal("...", lines(trace)[21])
    assert.is_nil(trace:find "0x")
    _, reason, message, trace = asked([[local down
      function down() return 1 + down() end
      return function() return down() end]], { megabytes = 128 })
    assert.equal("error", reason)
    assert.is_truthy(message:match "^mine.lua:2: stack overflow", message)
    assert.equal(21, #lines(trace))
    _, reason, message, trace = asked [[local t = setmetatable({}, {})
      getmetatable(t).__index = function(_, k) return t[k .. "x"] end
      return function() return t.x end]]
    assert.equal("error", reason)
    assert.is_truthy(message:match "C stack overflow", message)
    assert.equal(21, #lines(trace))
    local name = ("n"):rep(50000)
    trace = select(4, asked(("local %s %s = function(n) if n == 0 then error 'x' end "
      .. "return 1 + %s(n - 1) end return function() return %s(100) end")
      :format(name, name, name, name)))
    assert.is_true(#trace <= 2000)
  end)

  it("is reported if memory is short, and is not the end of a budget", function()
    local _, reason, message = asked([[local t = {}
      return function()
        pcall(function() for i = 1, 1e9 do t[i] = {} end end)
      end]], { megabytes = 8, seconds = 600 })
    assert.same({ "memory", "more than 8 MB" }, { reason, message })
    local trace
    _, reason, message, trace = asked([[local t, s = {}, ("x"):rep(1000)
      return function()
        error(setmetatable({}, { __tostring = function()
          while true do t[#t + 1] = s .. #t end end }))
      end]], { megabytes = 8, seconds = 600 })
    assert.same({ "memory", "more than 8 MB" }, { reason, message })
    assert.equal("mine.lua:3: in function <mine.lua:2>", trace)
    _, reason = asked([[return function() error(setmetatable({}, { __tostring = function()
      while true do end end })) end]], { seconds = 0.1 })
    assert.equal("time", reason)
  end)
end)

describe("a profile", function()
  local BUSY = [[
    local function busy() local t = {} for i = 1, 3000000 do t[i & 255] = i end end
    local function idle() return 1 end
    local function inner() busy() idle() end
    return function(v)
      coroutine.wrap(function() inner() end)()
      print(v:list()[1])
      return v:list()[v.ply % 3 + 1], 0.5
    end]]

  -- The moves of some plies, and what is known afterwards.
  local function played(source, profiled, plies)
    local b, state, moves = open(source), rules:start(1), {}
    if profiled then b:profile(true) end
    assert(b:begin(state, 1, 600, 1))
    for ply = 1, plies do
      moves[ply] = assert(b:choose(state, 1, 600, 5))
      state:play(moves[ply])
    end
    local list, looks = b:profiled()
    return moves, list, looks, b
  end

  local function entry(list, name)
    for _, e in ipairs(list) do if e.name == name then return e end end
  end

  it("says in which functions the time goes, and changes no move", function()
    local without, none, never = played(BUSY, false, 5)
    assert.same({ {}, 0 }, { none, never })
    local moves, list, looks, b = played(BUSY, true, 5)
    assert.same(without, moves)
    assert.is_true(looks > 0)
    assert.same({ "busy", "mine.lua", 1 }, { list[1].name, list[1].file, list[1].line })
    local inner = entry(list, "inner")
    assert.is_true(inner.total >= list[1].total and inner.self <= list[1].self)
    assert.is_true(list[1].total >= list[1].self and list[1].total <= looks)
    for i = 2, #list do
      assert.is_true(list[i - 1].self >= list[i].self)
      assert.is_nil(list[i].file:find "interior")
    end
    b:profile(false)
    assert.equal(looks, (select(2, b:profiled())))
    b:profile(true)
    assert.equal(0, (select(2, b:profiled())))
  end)

  it("counts functions in C where they are called", function()
    local _, list = played([[local function roll(v)
        local rng = require "tesela".rng(1)
        for _ = 1, 100000 do v:playout(rng) end
      end
      return function(v) roll(v) return v:list()[1] end]], true, 1)
    assert.equal("playout", list[1].name)
    assert.equal("[C]", list[1].file)
    assert.is_true(entry(list, "roll").total >= list[1].self)
  end)

  it("has room for as many functions as there are", function()
    local _, list = played([[return function(v)
      for i = 1, 3000 do
        load("local t = {} for i = 1, 5000 do t[i & 255] = i end", "=chunk " .. i)()
      end
      return v:list()[1] end]], true, 1)
    assert.is_true(#list <= 400)
  end)

  it("does not hold the end of a budget", function()
    for _, body in ipairs { "while true do end",
      "while true do pcall(function() while true do end end) end",
      "while true do coroutine.wrap(function() end)() end",
      [[while true do coroutine.resume(coroutine.create(function() while true do end end)) end]],
      "view:perft(100)" } do
      local b = open("return function(view) " .. body .. " end")
      local state = rules:start(1)
      b:profile(true)
      assert(b:begin(state, 1, 10, 1))
      assert.equal("time", (select(2, b:choose(state, 1, 0.1, 5))))
    end
  end)

  it("ends with its box", function()
    for _ = 1, 3 do
      played(BUSY, true, 1)
      collectgarbage()
    end
  end)
end)

describe("a box for which there is no memory", function()
  it("is reported without places in our code", function()
    local old = box.open
    -- As luaL_error does, with the place of who calls.
    rawset(box, "open", function() error("not enough memory for a sandbox", 2) end)
    local ok, why = pcall(boxed.new, supplies.of("mixtour", {}), { name = "mine" }, {})
    rawset(box, "open", old)
    assert.same({ false, "not enough memory for a sandbox" }, { ok, why })
  end)
end)
