-- Boxes: what bots have in them, what they do not have, and that nothing gets
-- out of one. One bot for each way to escape.

local tesela = require "tesela"
local box = require "tesela.box"
local support = require "support"

local rules = tesela.rules "mixtour"
local interior = support.read(tesela.home .. "/tesela/tournament/interior.lua")

local function open(source, megabytes, clock)
  local b = assert(box.open((megabytes or 64) << 20, interior, "@interior", clock))
  assert(b:call("module", "tesela.worth",
    support.read(tesela.home .. "/tesela/worth.lua")))
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
    local bots = require "tesela.bots"
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

  it("begins each game anew", function()
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

  it("has no doors", function()
    for _, name in ipairs { "io", "os", "debug", "package", "dofile", "loadfile",
      "warn", "string.dump", "copy" } do
      assert.equal("nil", (ask(("local t, name = _G, %q for part in "
        .. "name:gmatch '%%w+' do t = t[part] end return type(t)"):format(name))))
    end
    for _, name in ipairs { "io", "tesela.process", "tesela.journal", "tesela.box",
      "tesela.bots", "tesela.make" } do
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
      assert.is_truthy(message:match "bots cannot make games")
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

  it("shows no addresses in messages of the module either", function()
    local search = "return select(2, pcall(require 'tesela'.search, view, %s))"
    for _, options in ipairs { "{ memory = {} }", "{ method = print }",
      "{ evaluate = function() return { {}, 1 } end }", "{ prior = function() return 5 end }" } do
      local message = ask(search:format(options))
      assert.is_nil(message:find "0x", message)
    end
    assert.equal("tesela.search: memory: expected a whole number in 0..9223372036854775807, "
      .. "got table: 1", (ask(search:format "{ memory = {} }")))
  end)

  it("has a clock only if it is given one", function()
    for _, body in ipairs { "return tostring(require 'tesela'.clock())",
      "return (require 'tesela'.search(view, { seconds = 0.01 }))" } do
      local _, why, message = ask(body)
      assert.equal("error", why)
      assert.is_truthy(message:match "bots have a clock only where budgets are in seconds$")
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
    assert.equal("illegal", (select(2, ask "return {}")))
    assert.equal("expected a move, got 1.5", (select(3, ask "return 1.5")))
    assert.equal("expected a move, got a text with a zero byte",
      (select(3, ask "return 'b2\\0'")))
    local b = open "return {}"
    local _, why, message = b:begin(rules:start(1), 1, 10, 1)
    assert.same({ "error", "bot mine: expected a function or a table with choose, got table" },
      { why, message })
    b = open "return { chose = print }"
    assert.equal("bot mine: there is no member chose; did you mean choose? The members: "
      .. "name, new, choose, draw", (select(3, b:begin(rules:start(1), 1, 10, 1))))
  end)
end)

describe("the end of a budget", function()
  it("of time holds whatever a bot does", function()
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

  it("of memory holds too", function()
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
    local blokus = "require 'tesela'.rules 'blokus'"
    ended("local t = {} while true do t[#t + 1] = " .. blokus .. " end")
    assert.equal("done", (ask(("for _ = 1, 2000 do local _ = %s end return 'done'")
      :format(blokus), { seconds = 600, megabytes = 16 })))
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
