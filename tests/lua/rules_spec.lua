-- Rules whose author is careless or hostile: whatever a function of them does,
-- the message says the author's file and line, the game that was being played
-- is as it was before, and the process lives. Under the sanitizers and the
-- aggressive collector this is also a search for what is used after it is gone.

local tesela = require "tesela"
local support = require "support"

local HERE = debug.getinfo(1, "S").short_src
local END = "stuck" -- an ending that mixtour does not have

-- What the module returned, or raises why it is nil. (assert is luassert's.)
local function sure(ok, why) return ok or error(why, 0) end

local made = 0

-- A variant of mixtour, and a whole game: both under a new name each.
local function derive(hooks, parent)
  made = made + 1
  hooks.name = "abused_" .. made
  return tesela.derive(parent or "mixtour", hooks)
end

-- One pile of stones, of which each seat takes one or two.
local function define(hooks)
  made = made + 1
  local t = {
    name = "pile_" .. made, endings = { "empty" }, fields = { left = 1, row = 9 },
    start = function(s) s.left = 6 end,
    moves = function(s, out) for m = 1, math.min(2, s.left) do out(m) end end,
    apply = function(s, m)
      s.left = s.left - m
      if s.left == 0 then s.over = "empty" else s.seat = 3 - s.seat end
    end,
    result = function(s) return { s.seat == 1 and 1 or 0, s.seat == 2 and 1 or 0 } end,
  }
  for key, value in pairs(hooks) do t[key] = value end
  return tesela.define(t)
end

local function all(base, s, out) for m in base.moves(s) do out(m) end end

local raised = support.raised

-- f raises the pattern behind a place of this file; whole lines count.
local function fails(pattern, f, ...)
  local message = raised(f, ...)
  assert.matches(HERE:gsub("%p", "%%%0") .. ":%d+: ", message)
  assert.matches(pattern, message)
  return message
end

-- ---- what a hook may raise --------------------------------------------------

local function endless() while true do end end -- luacheck: ignore 542

local raisings = {
  { "a text", "oh no", function() error "oh no" end },
  { "a text without a place", "oh no", function() error("oh no", 0) end },
  { "a number", "42", function() error(42, 0) end },
  { "a table", "not a string was raised %(table%)", function() error {} end },
  { "nil", "not a string was raised %(nil%)", function() error() end },
  { "a table that cannot be a text", "not a string was raised %(table%)", function()
    error(setmetatable({}, { __tostring = error, __index = error, __len = error }))
  end },
  { "an error of Lua", "attempt to index a nil value", function()
    local nothing = nil
    return nothing.x
  end },
  { "an error from a tail call", "attempt to yield", function()
    return coroutine.yield()
  end },
  { "an error in C", "bad argument", function() string.rep() end },
  { "an error in a coroutine", "inside", function()
    coroutine.wrap(function() error "inside" end)()
  end },
  { "by a recursion without end", "stack overflow", function()
    local function f() return 1 + f() end
    return f()
  end },
  { "by a yield", "attempt to yield", function() coroutine.yield() end },
}

-- What is done to a state of rules with a raising function, by the function.
local uses = {
  moves = function(s) return s:count() end,
  apply = function(s) return s:play "a1" end,
  over = function(s) return s:play "a1" end,
  result = function(s) return s.scores end,
  print = function(s) return s:text(s:list()[1]) end,
  draw = function(s) return tostring(s) end,
  hide = function(s) return s:view(1) end,
}

describe("a function of rules that raises", function()
  local names = {}
  for name in pairs(uses) do names[#names + 1] = name end
  table.sort(names)

  for _, row in ipairs(raisings) do
    it(row[1] .. " says its author's line", function()
      if support.stress and row[2] == "stack overflow" then return end -- for ever
      for _, name in ipairs(names) do
        local hooks, armed = {}, false
        hooks[name] = function(base, s, ...)
          if armed then row[3]() end
          if name == "moves" then return all(base, s, ...) end
          return name ~= "over" and base[name](s, ...) or nil
        end
        local s = tesela.rules(derive(hooks)):start(1)
        local before = s:fen()
        armed = true
        fails(row[2], uses[name], s)
        armed = false
        assert.equal(before, s:fen())
        assert.equal(0, s.ply)
        assert.same({}, s:history())
        assert.equal(1, s:copy():play "a1".ply)
      end
      local start = derive { start = function(base, s, rng)
        base.start(s, rng)
        row[3]()
      end }
      fails(row[2], function() tesela.rules(start):start(1) end)
    end)
  end

  it("is stopped where it is, in a game of its own", function()
    local armed = false
    local rules = tesela.rules(define { apply = function(s, m)
      s.left = s.left - m
      s.row[3] = 7
      s.seat = 3 - s.seat
      if armed then error "after it has changed all" end
    end })
    local s = rules:start():play "1"
    local before = s:fen()
    armed = true
    fails("after it has changed all", s.play, s, "2")
    armed = false
    assert.equal(before, s:fen())
    assert.same({ "1" }, s:history())
    assert.equal(3, s:play "2".left)
    assert.same({ "1", "2" }, s:history())
  end)

  it("fails what the core was doing, not the process", function()
    local calls, limit = 0, math.huge
    local function tick()
      calls = calls + 1
      if calls > limit then error "worn out" end
    end
    local rules = tesela.rules(derive {
      moves = function(base, s, out) tick() all(base, s, out) end,
      apply = function(base, s, m) tick() base.apply(s, m) end,
      over = function(base, s) tick() return base.over(s) end,
      result = function(base, s) tick() return base.result(s) end,
      print = function(base, s, m) tick() return base.print(s, m) end,
      draw = function(base, s, board) tick() base.draw(s, board) end,
    })
    local s = rules:start(1):play("a1"):play("b2"):play("b1")
    local line = s:record()
    local tasks = {
      function() s:perft(2) end,
      function() s:playout(tesela.rng(1)) end,
      function() s:copy():play_random(tesela.rng(1)) end,
      function() rules:playouts { games = 1 } end,
      function() s:svg() end,
      function() s:draw() end,
      function() s:record() end,
      function() s:history() end,
      function() sure(tesela.replay(line)) end,
      function() sure(rules:check { games = 1, max_plies = 2 }) end,
    }
    local before = s:fen()
    for i, task in ipairs(tasks) do
      calls, limit = 0, math.huge
      task()
      local all_calls, step = calls, support.times(1, 7)
      for n = 0, math.min(all_calls - 1, support.times(40, 7)), step do
        calls, limit = 0, n
        assert.matches("worn out", raised(task), 1, true, i)
        assert.equal(before, s:fen())
      end
      calls, limit = 0, math.huge
    end
    assert.equal(line, s:record())
  end)
end)

-- ---- nonsense ---------------------------------------------------------------

describe("nonsense from a function of rules is refused:", function()
  local strange = {
    "b2", "", 2 ^ 63, 0 / 0, 1 / 0, -1, 0, math.mininteger, 1.5, true, false,
    print, {}, coroutine.create(print), io.stdout,
    setmetatable({}, { __index = function() error "from __index" end,
      __len = function() error "from __len" end,
      __tostring = function() error "from __tostring" end }),
    setmetatable({}, { __tostring = function() return 5 end }),
  }

  local function each(f)
    for i = 1, #strange do f(strange[i], tostring(i)) end
  end

  it("moves", function()
    each(function(value)
      if type(value) == "table" then value = { value } end -- a list of moves
      local s = tesela.rules(derive { moves = function(_, _, out) out(value) end })
        :start(1)
      fails("", s.count, s)
      for _, ask in ipairs { s.legal, s.move, s.try, s.play } do
        fails("", ask, s, 1)
        fails("", ask, s, "a1")
      end
      fails("", s.perft, s, 2)
      local w = tesela.rules(define { moves = function(_, out) out(value) end }):start()
      fails("", w.count, w)
    end)
    local s = tesela.rules(derive { moves = function(_, _, out) out() end }):start()
    fails("expected a move", s.count, s)
  end)

  it("a move that is not in the list", function()
    local s = tesela.rules(derive { moves = function(_, _, out) out(12345) end }):start()
    fails("out: 12345 is not a move of base here", s.count, s)
    s = tesela.rules(derive { apply = function(base, t) base.apply(t, 12345) end }):start()
    fails("base.apply: 12345 is not a move of base here", s.play, s, "a1")
    s = tesela.rules(derive { apply = function(base, t, m)
      base.apply(t, m)
      base.apply(t, m)
    end }):start()
    fails("base.apply: %d+ is not a move of base here", s.play, s, "a1")
    assert.equal("5/5/5/5/5 w 0:0 -", s:fen())
  end)

  it("numbers of moves of its own", function()
    local number
    local s = tesela.rules(derive { moves = function(base, _, out)
      out(base.own(number))
    end }):start()
    for _, value in ipairs { 0, -1, 1 << 62, math.mininteger, 2 ^ 63, 0 / 0, "x" } do
      number = value
      fails("base.own: expected a", s.count, s)
    end
    number = (1 << 62) - 1
    assert.equal(1, s:count())
    assert.matches("expected apply%(%), because it has moves", raised(s.play, s, s:list()[1]))
  end)

  it("results", function()
    each(function(value)
      local s = tesela.rules(derive { result = function() return value end }):start()
      fails("", function() return s.scores end)
      s = tesela.rules(derive { result = function() return { value, 1 } end }):start()
      if value ~= -1 and value ~= 0 then
        fails("", function() return s.scores end)
      end
      s = tesela.rules(derive { result = function() return { 1, 1 }, { value, 1 } end })
        :start()
      fails("", function() return s.scores end)
    end)
    for _, places in ipairs { { 1, 3 }, { 2, 2 }, { 0, 1 }, { 1 }, { 1 << 40, 1 } } do
      local s = tesela.rules(derive { result = function() return { 0, 0 }, places end })
        :start()
      fails("result%(%) returned", function() return s.scores end)
    end
    local s = tesela.rules(derive { result = function() end }):start()
    fails("result%(%) returned nil: expected a list", function() return s.scores end)
    for _, row in ipairs {
      { { 1, 2, 3 }, "a list of 3 (1, 2, 3): expected a list of 2 whole numbers, one per seat" },
      { {}, "a list of 0: expected a list of 2 whole numbers, one per seat" },
      { { white = 1 }, "a table without items: expected a list of 2 whole numbers, one per seat" },
      { { 1, 1.5 }, "a list of 2 (1, 1.5): expected a whole number for seat 2" },
      { { 1, "1" }, 'a list of 2 (1, "1"): expected a whole number for seat 2' },
      { { nil, 1 }, "a list of 2 (nil, 1): expected a whole number for seat 1" },
      { "draw", '"draw": expected a list of 2 whole numbers, one per seat' },
      { print, "a function: expected a list of 2 whole numbers, one per seat" },
    } do
      local value, message = row[1], row[2]
      s = tesela.rules(derive { result = function() return value end }):start()
      local why = raised(function() return s.scores end)
      assert.equal(("abused_%d: result() returned %s"):format(made, message),
        why:match ":%d+: (abused.*)$")
    end
  end)

  it("endings", function()
    each(function(value)
      if value == false then return end
      local s = tesela.rules(derive { over = function(_, t)
        return t.seat == 2 and value or nil
      end }):start()
      if value then fails("", s.play, s, "a1") end
      assert.equal(0, s.ply)
      s = tesela.rules(define { apply = function(t) t.over = value end }):start()
      fails("over: ", s.play, s, "1")
    end)
    local s = tesela.rules(derive { apply = function(base, t, m)
      base.apply(t, m)
      t.over = END
    end }):start()
    fails("over: there is no ending stuck; the endings: ", s.play, s, "a1")
  end)

  it("texts of moves", function()
    each(function(value)
      local s = tesela.rules(derive { print = function() return value end }):start()
      if value == "b2" then return end
      fails("", s.text, s, s:list()[1])
      fails("", s.move, s, "a1")
    end)
    for _, text in ipairs { "a b", "a\nb", "\27[31m", "\0", "a\0b", "\127" } do
      local s = tesela.rules(derive { print = function() return text end }):start()
      fails("expected text without spaces", s.text, s, s:list()[1])
    end
    local long = ("x"):rep(1000)
    local s = tesela.rules(derive { print = function() return long end }):start()
    assert.equal(long, s:text(s:list()[1]))
    s = tesela.rules(derive { print = function() return long .. "x" end }):start()
    fails("returned 1001 bytes: expected text of at most 1000 bytes", s.text, s,
      s:list()[1])
  end)

  it("cells and fields", function()
    each(function(value)
      local s = tesela.rules(define { apply = function(t) t.left = value end }):start()
      if value ~= -1 and value ~= 0 then fails("left", s.play, s, "1") end
      s = tesela.rules(define { apply = function(t) t.row[value] = 1 end }):start()
      fails("row", s.play, s, "1")
      s = tesela.rules(define { apply = function(t) return t.row[value] end }):start()
      fails("row", s.play, s, "1")
      s = tesela.rules(define { apply = function(t) t[value] = 1 end }):start()
      fails("", s.play, s, "1")
      s = tesela.rules(define { apply = function(t) t.seat = value end }):start()
      fails("seat", s.play, s, "1")
    end)
    for _, value in ipairs { 1 << 31, -(1 << 31) - 1, math.maxinteger } do
      local s = tesela.rules(define { apply = function(t) t.left = value end }):start()
      fails("32 bits", s.play, s, "1")
    end
    for _, i in ipairs { 0, 10, -1, math.maxinteger, math.mininteger } do
      local s = tesela.rules(define { apply = function(t) t.row[i] = 1 end }):start()
      fails("expected a cell in 1..9", s.play, s, "1")
    end
  end)

  it("drawings", function()
    local acts = {
      function(b) b:size(0, 1) end,
      function(b) b:size(65, 1) end,
      function(b) b:size(2 ^ 63, 1) end,
      function(b) b:put(1, 1, "x") end,
      function(b) b:size(1, 1):size(1, 1) end,
      function(b) b:size(1, 1, 1000) end,
      function(b) b:size(1, 1):put(2, 1, "x") end,
      function(b) b:size(1, 1):put(1, 1, "\27") end,
      function(b) b:size(1, 1):put(1, 1, "\xff") end,
      function(b) b:size(1, 1):put(1, 1, "\xe2\x82") end,
      function(b) b:size(1, 1):put(1, 1, "x", "pink") end,
      function(b) b:size(1, 1):note "two\nlines" end,
      function(b)
        b:size(1, 1)
        while true do b:note(("again"):rep(1000)) end
      end,
      function(b) b.size(nil, 1, 1) end,
      function(b) b.nothing() end,
      function(b) b.seat = 3 end,
    }
    for _, act in ipairs(acts) do
      local s = tesela.rules(define { draw = function(_, b) act(b) end }):start()
      fails("", tostring, s)
      fails("", s.svg, s)
    end
    local s = tesela.rules(define { draw = function() end }):start()
    assert.matches("draw%(%) did not call board:size", raised(tostring, s))
    s = tesela.rules(define { draw = function(_, b)
      b:size(1, 1):put(1, 1, ("é"):rep(100000))
    end }):start()
    assert.equal("string", type(tostring(s)))
  end)

  it("lists without end", function()
    if support.stress then return end -- each move is looked at by the collector
    local s = tesela.rules(derive { moves = function(base, _, out)
      while true do out(base.own(1)) end
    end }):start()
    fails("out: expected at most %d+ moves", s.count, s)
  end)
end)

-- ---- changing what is only to be looked at ----------------------------------

describe("a state that is lent", function()
  -- What a state says of a number of a move: is it legal?
  local function said(s, m)
    local legal, move = s:legal(m), s:move(m)
    assert.equal(legal, move ~= nil)
    if legal then assert.equal(m, move) end
    return legal
  end

  it("tells the moves of the game on top, whatever base has listed", function()
    local looks
    local rules = tesela.rules(derive { keep = function(_, _, m) return m % 2 == 0 end,
      result = function(base, s)
        if looks then
          local legal = {}
          for _, m in ipairs(s:list()) do legal[m] = true end
          for m in base.moves(s) do assert.equal(legal[m] or false, said(s, m)) end
          for m in base.moves(s) do assert.equal(legal[m] or false, said(s, m)) end
          looks = looks + 1
        end
        return { 0, 0 }
      end })
    local s = rules:start(1)
    looks = 0
    assert.same({ 0, 0 }, s.scores)
    assert.is_true(looks > 0)
  end)

  it("does not call legal what a change has made illegal", function()
    local told = {}
    local s = tesela.rules(tesela.define { name = "cells", fields = { board = 3 },
      endings = { "full" },
      moves = function(s, out) for m = 1, 3 do if s.board[m] == 0 then out(m) end end end,
      apply = function(s, m)
        assert.is_true(said(s, m))
        s.board[m] = s.seat
        told[#told + 1] = { said(s, m), s:text(m) }
        s.seat = 3 - s.seat
        if #told == 3 then s.over = "full" end
        told[#told][3] = said(s, m)
      end,
      result = function() return { 0, 0 } end }):start()
    for m = 1, 3 do s:play(m) end
    assert.same({ { false, "1", false }, { false, "2", false }, { false, "3", false } }, told)
  end)

  it("does not take such a move to base.apply either", function()
    local below = define { fields = { left = 1, row = 9, shut = 1 },
      moves = function(s, out) for m = 1, 3 do if m ~= s.shut then out(m) end end end }
    local same = derive({ fields = { own = 1 }, apply = function(base, s, m)
      s.own = m
      base.apply(s, m)
    end }, below)
    assert.equal(5, tesela.rules(same):start():play(1).left)
    local shut = derive({ apply = function(base, s, m)
      s.shut = m
      base.apply(s, m)
    end }, below)
    local s = tesela.rules(shut):start()
    fails("base.apply: 1 is not a move of base here", s.play, s, 1)
    assert.equal(6, s.left)
  end)

  it("says of 0 what it says of other numbers", function()
    local why
    local s = tesela.rules(derive { result = function(_, s)
      why = { s:move(0), select(2, s:move(0)), s:legal(0), (pcall(s.text, s, 0)) }
      return { 0, 0 }
    end }):start()
    assert.same({ 0, 0 }, s.scores)
    assert.same({ nil, "0 is not the number of a legal move here", false, false }, why)
  end)

  local changes = {
    function(s) s.left = 1 end,
    function(s) s.row[1] = 1 end,
    function(s) s.seat = 1 end,
    function(s) s.over = "empty" end,
    function(s) s:play(1) end,
  }

  it("is not changed by a function that looks", function()
    local hooks = {
      moves = uses.moves, over = function(s) return s:play "1" end,
      result = uses.result, draw = uses.draw,
      print = function(s) return s:text(1) end,
    }
    for name, use in pairs(hooks) do
      for _, change in ipairs(changes) do
        local armed = false
        local s = tesela.rules(define { [name] = function(t, out)
          if armed then change(t) end
          if name == "moves" then out(1) end
        end }):start()
        local before = s:fen()
        armed = true
        fails("", use, s)
        armed = false
        assert.equal(before, s:fen())
      end
    end
    for name, use in pairs(uses) do
      if name ~= "apply" and name ~= "hide" then
        for _, call in ipairs { "apply", "pass", "start", "hide" } do
          local armed = false
          local s = tesela.rules(derive { [name] = function(base, t)
            if armed then base[call](t, 1, tesela.rng(1)) end
          end }):start()
          armed = true
          fails("may read the state but not change it", use, s)
        end
      end
    end
  end)

  it("is not changed by another function than the one it was lent to", function()
    local kept
    local rules = tesela.rules(define {
      apply = function(s)
        kept = s
        s:count()
      end,
      moves = function(_, out)
        if kept then
          kept.row[1] = 5
        end
        out(1)
      end,
    })
    local s = rules:start()
    fails("lent to another function of the rules", s.play, s, 1)
    local base_of
    local derived = tesela.rules(derive {
      apply = function(base, t, m)
        base_of, kept = base, t
        return t:count(), m
      end,
      moves = function(base, t, out)
        if kept then base_of.apply(kept, 1) end
        all(base, t, out)
      end,
    })
    kept = nil
    s = derived:start()
    fails("lent to another function of the rules", s.play, s, "a1")
  end)

  it("is not played on, nor is the one that a function is asked about", function()
    local outer
    for name, use in pairs(uses) do
      local rules = tesela.rules(derive { [name] = function(base, s, ...)
        if outer then
          local played = outer
          outer = nil
          played:play "e5"
        end
        if name == "moves" then return all(base, s, ...) end
        return name ~= "over" and base[name](s, ...) or nil
      end })
      local s = rules:start(1)
      local before = s:fen()
      outer = s
      if name == "hide" then -- it is asked about a copy
        assert.equal(0, use(s).ply)
        assert.equal(1, s.ply)
      else
        fails("play on s:copy%(%)", use, s)
        assert.equal(before, s:fen())
      end
    end
  end)

  it("is not played on during a perft, a record or a game from there", function()
    local outer, armed
    local rules = tesela.rules(derive { moves = function(base, s, out)
      if armed then outer:play "e5" end
      all(base, s, out)
    end, print = function(base, s, m)
      if armed then outer:play "e5" end
      return base.print(s, m)
    end })
    outer = rules:start(1):play "a1"
    armed = true
    local before = outer:fen()
    fails("play on s:copy", outer.perft, outer, 2)
    fails("play on s:copy", outer.history, outer)
    fails("play on s:copy", outer.record, outer)
    fails("play on s:copy", outer.svg, outer, { mark = "a1" })
    assert.equal(before, outer:fen())
  end)

  it("may be copied, and copies played on", function()
    local rules = tesela.rules(derive { over = function(_, s)
      local copy = s:copy()
      assert(copy:list()[1])
      assert.equal(0, #copy:history())
      return nil
    end })
    local s = rules:start(1):play "a1"
    assert.equal(1, s.ply)
    local seen = {}
    rules = tesela.rules(derive { result = function(base, t)
      local copy = t:copy():play "a1"
      seen[#seen + 1] = copy
      return base.result(t)
    end })
    s = rules:start(1)
    assert.same({ 0, 0 }, s.scores)
    assert.equal("5/5/5/5/w,4 r 0:0 a1", seen[1]:fen())
    assert.equal("5/5/5/5/5 w 0:0 -", s:fen())
  end)

  it("has nothing to tell before base.start", function()
    local looks = {
      function(s) s:count() end, function(s) s:list() end, function(s) s:text(1) end,
      function(s) s:fen() end, function(s) s:perft(1) end, function(s) s:svg() end,
      function(s) tostring(s) end, function(s) return s.scores end,
      function(s) s:play(1) end, function(s) s:copy():list() end,
      function(s) s:view(1) end, function(s, base) base.moves(s) end,
      function(s, base) base.pass(s) end, function(s, base) base.apply(s, 1) end,
      function(s, base) base.result(s) end, function(s) s:cell "a1" end,
    }
    for _, look in ipairs(looks) do
      local rules = tesela.rules(derive { start = function(base, s) look(s, base) end })
      fails("", rules.start, rules, 1)
    end
    local rules = tesela.rules(derive { start = function() end })
    assert.matches("start%(%) did not call base.start", raised(rules.start, rules, 1))
    for _, game in ipairs { "mixtour", "blokus", "qwirkle", "losetas" } do
      rules = tesela.rules(derive({ start = function(base, s, rng)
        base.start(s, rng)
        base.start(s, rng)
      end }, game))
      assert.is_true(rules:start(3):count() > 0)
    end
  end)
end)

-- ---- what is kept beyond the call -------------------------------------------

describe("what a function was lent, used later,", function()
  -- Keeps all that it gets; everything is tried afterwards.
  local function hoard(kept)
    return derive {
      fields = { mark = 1, marks = 4 },
      start = function(base, s, rng)
        base.start(s, rng)
        kept.start, kept.rng = s, rng
        kept.cells = s.marks
      end,
      moves = function(base, s, out)
        kept.moves, kept.out, kept.base = s, out, base
        kept.iterator = base.moves(s)
        all(base, s, out)
      end,
      apply = function(base, s, m)
        kept.apply = s
        base.apply(s, m)
      end,
      draw = function(base, s, board)
        kept.board = board
        base.draw(s, board)
      end,
      hide = function(_, s) kept.hide = s end,
    }
  end

  local function try_all(kept)
    for _, name in ipairs { "start", "moves", "apply", "hide" } do
      local s = kept[name]
      for _, act in ipairs {
        function() return s.seat end, function() return s.mark end,
        function() s.mark = 1 end, function() return s.marks end,
        function() s:count() end, function() s:copy() end, function() s:fen() end,
        function() kept.base.moves(s) end, function() kept.base.apply(s, 1) end,
        function() tostring(s) end, function() return s:cell "a1" end,
      } do
        assert.matches("lent to a function of the rules", raised(act))
      end
      assert.is_false(s == kept.other)
    end
    for _, act in ipairs {
      function() return kept.cells[1] end, function() kept.cells[1] = 1 end,
      function() kept.out(1) end,
    } do
      assert.matches("lent to a function of the rules", raised(act))
    end
    assert.equal(4, #kept.cells)
    assert.matches("board was lent", raised(kept.board.size, kept.board, 1, 1))
    assert.matches("board was lent", raised(kept.board.put, kept.board, 1, 1, "x"))
    assert.equal(0, kept.board.seat)
    assert.is_true(kept.rng:int(6) <= 6) -- an ordinary generator of its own
    assert.equal("integer", math.type(kept.iterator()))
  end

  local function fill()
    local kept = {}
    local s = tesela.rules(hoard(kept)):start(1)
    s:play "a1"
    tostring(s)
    s:view(1)
    kept.other = s:copy()
    return kept, s
  end

  it("says that it is gone", function()
    local kept = fill()
    try_all(kept)
  end)

  it("says so even when the rules are gone", function()
    local kept = fill()
    kept.other = nil
    collectgarbage()
    collectgarbage()
    try_all(kept)
  end)

  it("says so inside a later call", function()
    local kept, s = fill()
    local rules = tesela.rules(derive { moves = function(base, t, out)
      try_all(kept)
      all(base, t, out)
    end })
    assert.equal(25, rules:start(1):count())
    assert.equal(1, s.ply)
    local inner
    rules = tesela.rules(derive { moves = function(base, t, out)
      if inner then inner(1) end -- `out` of the call before
      inner = out
      all(base, t, out)
    end })
    local u = rules:start(1)
    assert.equal(25, u:count())
    fails("lent to a function", function() u:play("a1"):count() end)
  end)

  it("is found out in a finalizer", function()
    local why
    local s = tesela.rules(derive { moves = function(base, t, out)
      setmetatable({ t }, { __gc = function(box)
        why = select(2, pcall(box[1].count, box[1]))
      end })
      all(base, t, out)
    end }):start(1)
    s:count()
    collectgarbage()
    collectgarbage()
    assert.matches("lent to a function of the rules", why)
  end)
end)

-- ---- calling back -----------------------------------------------------------

describe("a field of a name with control characters", function()
  it("is told without them", function()
    assert.error_matches(function() tesela.rules "mixtour":start()["\27[2J"] = 1 end,
      "?%[2J: only the rules change a state")
  end)
end)

-- Functions that do another thing each time: whatever they do to themselves, the
-- game below gets no move that it does not know.
describe("rules that do not always do the same", function()
  local function fickle(parent, differs)
    differs.name = "fickle"
    return tesela.rules(tesela.derive(parent, differs))
  end

  -- Another of the moves, more and more often.
  local function wandering(parent)
    local calls = 0
    return fickle(parent, { apply = function(base, s, m)
      calls = calls + 1
      if calls > 2 then
        for each in base.moves(s) do
          if each ~= m then return base.apply(s, each) end
        end
      end
      base.apply(s, m)
    end })
  end

  it("fail if a game is told again", function()
    local s = wandering "mixtour":start()
    for _ = 1, 2 do s:play(s:list()[1]) end
    assert.error_matches(function() s:history() end,
      "fickle: move 2 of the history has become illegal: expected functions that always give the "
        .. "same answers")
    assert.error_matches(function() s:record() end, "always give the same answers")
  end)

  -- None of these may end the program; what they come to is nobody's matter.
  local function try_all(rules)
    for _, method in ipairs { "mcts", "alphabeta" } do
      pcall(tesela.search, rules:start(), { method = method,
        iterations = support.stress and 15 or support.times(300, 50), memory = 1 << 20 })
    end
    pcall(rules.check, rules, { games = support.times(2, 1),
      max_plies = support.stress and 2 or support.times(30, 6) })
    pcall(rules.playouts, rules, { games = 2 })
    pcall(rules.start(rules).perft, rules:start(), 2)
  end

  it("fail, and the program continues", function()
    for _, parent in ipairs { "mixtour", "losetas", "tictactoe" } do
      try_all(wandering(parent))
      local calls = 0
      try_all(fickle(parent, { endings = { "enough" }, over = function()
        calls = calls + 1
        return calls % 7 == 0 and "enough" or nil
      end }))
      try_all(fickle(parent, { moves = function(base, s, out)
        for m in base.moves(s) do
          calls = calls + 1
          if calls % 3 > 0 then out(m) end
        end
        out(base.own(calls % 5 + 1))
      end, apply = function(base, s, m)
        if base.number(m) then return base.pass(s) end
        base.apply(s, m)
      end }))
    end
  end)
end)

describe("rules that call the module", function()
  it("may ask about copies and other games", function()
    local asked = 0
    local line = tesela.rules("mixtour"):start(1):play("a1"):record()
    local rules = tesela.rules(derive { moves = function(base, s, out)
      asked = asked + 1
      local other = tesela.rules("blokus", { players = 2 }):start(1)
      if other:count() == 0 then error "nothing to do" end
      sure(tesela.replay(line))
      sure(tesela.rules("mixtour"):check { games = 1, max_plies = 5 })
      tesela.rules("mixtour"):start():perft(2)
      tesela.rules("mixtour"):start():playout(tesela.rng(1))
      tesela.search(tesela.rules("mixtour"):start(), { iterations = 9, seed = 1 })
      all(base, s, out)
    end })
    assert.equal(25, rules:start(1):count())
    assert.equal(1, asked)
  end)

  it("about themselves are stopped if that goes too deep", function()
    local acts = {
      function(s) s:count() end, function(s) s:list() end, function(s) s:perft(1) end,
      function(s) s:legal(1) end, function(s) s:copy():count() end,
      function(s) s.rules:start(1):count() end,
      function(s) s:copy():play "a1" end,
      function(s) sure(s.rules:check { games = 1, max_plies = 1 }) end,
      function(s) s.rules:playouts { games = 1 } end,
      function(s) s.rules:load "5/5/5/5/5 w 0:0 -":list() end,
      function(s) coroutine.wrap(function() s:count() end)() end,
      function(s) tesela.search(s, { iterations = 2, seed = 1 }) end,
      function(s) tesela.search(s:copy(), { iterations = 2, seed = 1 }) end,
    }
    for _, act in ipairs(acts) do
      local s = tesela.rules(derive { moves = function(base, t, out)
        act(t)
        all(base, t, out)
      end }):start(1)
      local before = s:fen()
      fails("", s.count, s)
      assert.equal(before, s:fen())
    end
  end)

  it("by opening them again are stopped, too", function()
    local game
    game = derive { moves = function() tesela.rules(game):start(1):count() end }
    local s = tesela.rules(game):start(1)
    fails("", s.count, s)
    game = derive { start = function(base, t, rng)
      tesela.rules(game):start(1)
      base.start(t, rng)
    end }
    local rules = tesela.rules(game)
    fails("", rules.start, rules, 1)
  end)

  it("may define and load games", function()
    local path = support.file([[
      local tesela = require "tesela"
      return tesela.derive("mixtour", { name = "loaded_inside" })
    ]], ".lua")
    local rules = tesela.rules(derive { moves = function(base, s, out)
      local inner = tesela.rules(define {}):start()
      assert.equal(2, inner:count())
      assert.equal("loaded_inside", tesela.rules(path).name)
      tesela.reload(path)
      collectgarbage()
      all(base, s, out)
    end })
    assert.equal(600, rules:start(1):perft(2))
    support.clean()
  end)

  it("cannot close themselves", function()
    local s = tesela.rules(derive { moves = function(base, t, out)
      getmetatable(t.rules).__gc(t.rules)
      all(base, t, out)
    end }):start(1)
    fails("in use and cannot be closed", s.count, s)
    local open = tesela.rules(define {})
    local state = open:start()
    local row = state.row
    getmetatable(open).__gc(open)
    assert.matches("closed", raised(function() return row[1] end))
    assert.matches("closed", raised(state.count, state))
  end)

  it("work in coroutines, also those that never end", function()
    local sleeping = {}
    local rules = tesela.rules(derive { moves = function(base, s, out)
      local co = coroutine.create(function()
        s:copy():fen()
        coroutine.yield()
        s:count()
      end)
      assert(coroutine.resume(co))
      sleeping[#sleeping + 1] = co
      all(base, s, out)
    end })
    local outer = coroutine.wrap(function()
      local s = rules:start(1)
      coroutine.yield(s:perft(2))
      return s:play("a1"):count()
    end)
    assert.equal(600, outer())
    collectgarbage()
    assert.equal(24, outer())
    local ok, why = coroutine.resume(sleeping[1])
    assert.is_false(ok)
    assert.matches("lent to a function of the rules", why)
  end)

  it("work on the thread that asks, whatever has been resumed before", function()
    local s = tesela.rules(derive { moves = all }):start(1)
    for _ = 1, support.times(200, 20) do
      coroutine.wrap(function() s:count() coroutine.yield() end)()
      setmetatable({}, { __gc = function()
        coroutine.wrap(function() s:copy():count() coroutine.yield() end)()
      end })
      collectgarbage()
      assert.equal(25, #s:list())
      assert.equal(1, s:copy():play("a1").ply)
    end
  end)

  it("work in finalizers, once more when they are collected themselves", function()
    local counts = {}
    for i = 1, support.times(50, 5) do
      local s = tesela.rules(derive({ moves = all }, derive { moves = all })):start(1)
      setmetatable({ s }, { __gc = function(box)
        local ok, n = pcall(box[1].count, box[1])
        counts[i] = ok and n or tostring(n)
      end })
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(#counts > 0)
    for _, n in ipairs(counts) do
      if n ~= 25 then assert.matches("closed", tostring(n)) end
    end
    assert.equal(25, counts[#counts])
  end)

  it("are not misled by a finalizer that plays", function()
    local s = tesela.rules "mixtour":start(1)
    local function trap()
      setmetatable({}, { __gc = function() pcall(s.play, s, s:list()[1]) end })
    end
    for _ = 1, support.times(300, 30) do
      trap()
      if s.over then s = tesela.rules "mixtour":start(1) end
      pcall(s.play, s:copy(), s:list()[1])
      local before = s.ply
      pcall(s.play, s, s:list()[1])
      assert.is_true(s.ply >= before)
      -- None of them plays between the two that are compared.
      collectgarbage "stop"
      assert.equal(s.ply, #s:history())
      collectgarbage "restart"
    end
    collectgarbage()
  end)
end)

-- ---- loops ------------------------------------------------------------------

describe("a loop without end", function()
  it("is ended by a budget, everything as it was", function()
    for name, use in pairs(uses) do
      local armed = false
      local rules = tesela.rules(derive { [name] = function(base, s, ...)
        if armed then endless() end
        if name == "moves" then return all(base, s, ...) end
        return name ~= "over" and base[name](s, ...) or nil
      end })
      local s = rules:start(1)
      local before = s:fen()
      local hook, mask, count = debug.gethook()
      armed = true
      debug.sethook(function() error "the budget is spent" end, "", 20000)
      local ok, why = pcall(use, s)
      debug.sethook(hook, mask, count)
      armed = false
      assert.is_false(ok)
      assert.matches("the budget is spent", why)
      assert.equal(before, s:fen())
      assert.equal(1, s:play("a1").ply)
    end
  end)
end)

-- ---- layers -----------------------------------------------------------------

describe("layers", function()
  local trail

  local function layer(name, parent)
    local function note(hook) trail[#trail + 1] = name .. "." .. hook end
    return derive({
      options = { ["o_" .. name] = { default = 1 } },
      fields = { ["f_" .. name] = 3 },
      start = function(base, s, rng)
        note "start"
        base.start(s, rng)
        s["f_" .. name][2] = 7
      end,
      moves = function(base, s, out) note "moves" all(base, s, out) end,
      apply = function(base, s, m)
        note "apply"
        base.apply(s, m)
        s["f_" .. name][1] = s["f_" .. name][1] + 1
      end,
      over = function(base, s) note "over" return base.over(s) end,
      result = function(base, s) note "result" return base.result(s) end,
      print = function(base, s, m) note "print" return base.print(s, m) end,
      draw = function(base, s, board) note "draw" base.draw(s, board) end,
      hide = function(base, s, seat, rng) note "hide" base.hide(s, seat, rng) end,
    }, parent)
  end

  -- Which layers were asked, each once, in their order.
  local function path(hook, f)
    trail = {}
    f()
    local seen, list = {}, {}
    for _, entry in ipairs(trail) do
      local name, which = entry:match "(%w+)%.(%w+)"
      if which == hook and not seen[name] then
        seen[name] = true
        list[#list + 1] = name
      end
    end
    return table.concat(list, " ")
  end

  for _, root in ipairs { "mixtour", "qwirkle", "blokus", "losetas" } do
    it("of three variants of " .. root .. " call each other", function()
      trail = {}
      local rules = tesela.rules(layer("c", layer("b", layer("a", root))))
      local s
      assert.equal("c b a", path("start", function() s = rules:start(1) end))
      assert.equal("c b a", path("moves", function() s:count() end))
      local m = s:list()[1]
      assert.equal("c b a", path("print", function() s:text(m) end))
      assert.equal("c b a", path("draw", function() tostring(s) end))
      assert.equal("c b a", path("result", function() return s.scores end))
      assert.equal("c b a", path("hide", function() s:view(1, 5) end))
      assert.equal("a b c", path("over", function() s:copy():play(m) end))
      assert.equal("c b a", path("apply", function() s:play(m) end))
      assert.same({ 1, 1, 1 }, { s.f_a[1], s.f_b[1], s.f_c[1] })
      local again = rules:load(s:fen(), 1)
      assert.same({ 1, 7, 0 }, { again.f_c[1], again.f_b[2], again.f_a[3] })
      if support.stress then return end -- minutes; the check of two layers is below
      local ok, why = rules:check {
        games = support.sanitized and 1 or 2, max_plies = support.times(12),
      }
      assert.is_true(ok, why)
    end)
  end

  it("over a whole game in Lua call it as its base", function()
    trail = {}
    local rules = tesela.rules(layer("b", layer("a", define { draw = function(s, board)
      board:size(1, 1):note(("%d left"):format(s.left))
    end })))
    local s = rules:start(1)
    assert.equal("1 left=6 row=0*9 passes=0 f_a=0,7,0 f_b=0,7,0", s:fen())
    assert.matches("6 left", tostring(s))
    assert.equal("b a", path("moves", function() s:count() end))
    assert.equal("b a", path("hide", function() s:view(2) end))
    assert.equal("b a", path("apply", function() s:play "2" end))
    assert.same({ 4, 1, 1, 2 }, { s.left, s.f_a[1], s.f_b[1], s.seat })
    local ok, why = rules:check { games = 1 }
    assert.is_true(ok, why)
    local none = tesela.rules(derive({ moves = function() end }, define {})):start()
    assert.equal("stuck", none:play("pass"):play("pass").reason)
    assert.matches("left 6", tostring(none))
    local passing = tesela.rules(derive({ apply = function(base, t)
      base.pass(t)
    end }, define {})):start()
    assert.equal(2, passing:play("1").seat)
    assert.equal(6, passing.left)
  end)

  it("with moves of their own both play them", function()
    local function own(n, parent)
      return derive({
        endings = { "goal" },
        moves = function(base, s, out)
          all(base, s, out)
          out(base.own(n))
        end,
        apply = function(base, s, m)
          if base.number(m) == n then base.pass(s) else base.apply(s, m) end
        end,
        over = function(base, s)
          return base.over(s) or s:reserve(1) < 8 and "goal" or nil
        end,
      }, parent)
    end
    local first = own(3)
    local rules = tesela.rules(own(5, own(4, first)))
    local s = rules:start(1)
    assert.equal(28, s:count())
    for _, text in ipairs { "3", "a1", "4", "b2", "5" } do
      assert.equal(text, s:text(s:move(text)))
      s:play(text)
    end
    assert.same({ "3", "a1", "4", "b2", "5" }, s:history())
    assert.is_nil((s:move "6"))
    local ok, why = rules:check { games = 1, max_plies = support.times(20, 3) }
    assert.is_true(ok, why)
  end)

  it("that leave no move pass, and all passes end the game", function()
    local none = derive { moves = function() end }
    local top = derive({ moves = all }, none)
    for _, game in ipairs { none, top } do
      local s = tesela.rules(game):start(1)
      assert.equal("pass", s:text(s:list()[1]))
      s:play "pass"
      assert.equal(2, s.seat)
      s:play "pass"
      assert.is_true(s.over)
      assert.same({ "pass", "pass" }, s:history())
    end
    local rules = tesela.rules(none)
    for _, passes in ipairs { "2147483647", "-2147483648", "-1" } do
      local ok, s = pcall(rules.load, rules, "5/5/5/5/5 w 0:0 - passes=" .. passes)
      if ok then s:play "pass" end
    end
  end)

  it("keep the count of passes of a move that fails", function()
    local armed = false
    local rules = tesela.rules(derive {
      moves = function(base, s, out)
        if s.seat == 2 then all(base, s, out) end
      end,
      apply = function(base, s, m)
        base.apply(s, m)
        if armed then error "late" end
      end,
    })
    local s = rules:start(1):play "pass"
    local before = s:fen()
    assert.matches("passes=1", before)
    armed = true
    fails("late", s.play, s, "a1")
    assert.equal(before, s:fen())
  end)
end)

-- ---- tables -----------------------------------------------------------------

describe("the table of a game", function()
  it("is copied: its author may change it afterwards", function()
    local t = {
      name = "copied" .. made, title = "T" .. made, endings = {}, seat_names = {},
      fields = { left = 1 }, options = { size = { words = {}, doc = "d" .. made } },
      moves = function(_, out) out(1) end,
      apply = function(s) s.over = "end" .. "ing1" end,
      result = function() return { 1, 0 } end,
    }
    for i = 1, 3 do t.endings[i] = "ending" .. i end
    for i = 1, 3 do t.options.size.words[i] = "word" .. i end
    for i = 1, 2 do t.seat_names[i] = "name" .. i end
    local game = tesela.define(t)
    for i = 1, 3 do t.endings[i], t.options.size.words[i] = nil, nil end
    t.seat_names[1], t.seat_names[2], t.title, t.options.size.doc = nil, nil, nil, nil
    collectgarbage()
    collectgarbage()
    local rules = tesela.rules(game, { size = "word3" })
    assert.equal("word3", rules.options.size)
    assert.same({ "name1", "name2" }, rules.seat_names)
    assert.equal("ending1", rules:start():play("1").reason)
    assert.same({ "ending1", "ending2", "ending3" }, tesela.game(game).endings)
  end)

  local function bad(pattern, changes, parent)
    local message
    if parent then
      message = raised(function() derive(changes, parent) end)
    else
      message = raised(function() define(changes) end)
    end
    assert.matches(pattern, message)
  end

  it("is refused by the name of what is wrong", function()
    bad("doc: expected a line of text, got 5", { options = { a = { default = 1, doc = 5 } } })
    bad("words: expected a list of words", { options = { a = { words = 5 } } })
    bad("words%[1%]: expected a word", { options = { a = { words = { "a|b" } } } })
    bad("words%[1%]: expected a word", { options = { a = { words = { 5 } } } })
    bad("32 bits", { options = { a = { default = 1 << 31, max = 1 << 32 } } })
    bad("32 bits", { options = { a = { default = 0 / 0 } } })
    bad("seats: expected an option", { seats = "a",
      options = { a = { words = { "x" }, min = 1, max = 8 } } })
    bad("seats", { seats = 0 })
    bad("seats", { seats = 9 })
    bad("seats", { seats = 2 ^ 63 })
    bad("the number of its cells", { fields = { a = 4097 } })
    bad("the number of its cells", { fields = { a = (1 << 32) + 1 } })
    bad("at most %d+ fields with %d+ cells", { fields = { a = 4096, b = 1 } })
    bad("fields.a: expected the number of its cells", { fields = { a = {
      cells = 4097 } } })
    bad("fields.a: there is no member most", { fields = { a = { most = 2 } } })
    bad("fields.a.max: expected a whole number of 32 bits", { fields = { a = {
      max = 1 << 31 } } })
    bad("fields.a: expected a range with 0 in it, .* got 1..2147483647", { fields = { a = {
      min = 1 } } })
    bad("fields.a: expected a range with 0 in it, .* got %-5..%-1", { fields = { a = {
      min = -5, max = -1 } } })
    bad("a state has something else", { fields = { play = 1 } })
    bad("a state has something else", { fields = { passes = 1 } })
    bad("fields by name", { fields = { ["a=b"] = 1 } })
    bad("fields by name", { fields = { ["a b"] = 1 } })
    bad("fields by name", { fields = { [1] = 1 } })
    bad("moves: expected a function", { moves = 5 })
    bad("there is no member", { colour = "red" })
    bad("endings%[1%]", { endings = { 5 } })
    bad("endings%[2%]: done: it occurs twice", { endings = { "done", "done" } })
    bad("endings: expected a word other than time, which is for endings outside the rules",
      { endings = { "done", "time" } })
    bad("seat_names: expected a name for each of 2 seats, got 1", { seat_names = { "a" } })
    bad("seat_names: expected a name for each of 2 seats, got 3",
      { seat_names = { "a", "b", "c" } })
    local four = { "a", "b", "c", "d" }
    assert.same({ "a", "b" }, tesela.rules(tesela.derive("qwirkle",
      { name = "named", seat_names = four })).seat_names)
    assert.error_matches(function()
      tesela.derive("qwirkle", { name = "named", seat_names = { "e", table.unpack(four) } })
    end, "seat_names: expected a name for each of 4 seats, got 5")
    assert.error_matches(function()
      tesela.derive("blokus", { name = "named", seat_names = { "a", "b" } })
    end, "seat_names: expected a name for each of 4 seats, got 2")
    local variant = derive { endings = { "late", "points" } }
    assert.same({ "points", "passes", "repetition", "stall", "late" },
      tesela.game(variant).endings)
  end)

  -- What it is looked at several times for could be something else each time.
  it("has no metatable that lies, in no table that is in it", function()
    local function lie() error "asked" end
    for _, event in ipairs { "__index", "__pairs", "__len", "__metatable" } do
      local function lying(t) return setmetatable(t or {}, { [event] = lie }) end
      for name, t in pairs {
        itself = lying { name = "lies" }, options = { options = lying() },
        option = { options = { n = lying { default = 1 } } },
        words = { options = { n = { words = lying { "a", "b" } } } },
        endings = { endings = lying { "full" } }, fields = { fields = lying() },
        seat_names = { seat_names = lying { "a", "b" } },
      } do
        if name ~= "itself" then t.name = "lies" end
        assert.error_matches(function() tesela.derive("mixtour", t) end,
          "expected tables without metatables")
        assert.error_matches(function() tesela.define(t) end,
          "expected tables without metatables")
      end
    end
    local round = {}
    round.options = round
    assert.error_matches(function() tesela.derive("mixtour", round) end, "contain themselves")
  end)

  it("is what it was when its author changes the table", function()
    local options = { n = { words = { "a", "b" }, default = "b" } }
    local names, ends = { "left", "right" }, { "full" }
    local game = define { options = options, seat_names = names, endings = ends }
    options.n.words[2], options.n, names[1], ends[1] = "c", nil, "top", "empty"
    local rules = tesela.rules(game)
    assert.equal("b", rules.options.n)
    assert.same({ "left", "right" }, rules.seat_names)
    assert.same({ "full" }, tesela.game(game).endings)
  end)

  it("has words that are shown, and kept, however many", function()
    local words = {}
    for i = 1, 30 do words[i] = ("x"):rep(38) .. ("%02d"):format(i) end
    local game = define { options = { map = { words = words, default = words[30] } } }
    assert.equal(table.concat(words, "|"), tesela.game(game).options[1].range)
    local s = tesela.rules(game, { map = words[7] }):start()
    assert.equal(words[7], tesela.replay(s:record(), nil, game).rules.options.map)
    assert.error_matches(function() tesela.rules(game, { map = "y" }) end,
      "map=y: expected one of x+01|x+02")
    local below = tesela.derive(game, { name = "below_it", options = { map = words[9] } })
    assert.equal(words[9], tesela.rules(below).options.map)
    words[3] = ("x"):rep(41)
    assert.error_matches(function() define { options = { map = { words = words } } } end,
      "options.map.words%[3%]: expected a word of at most 40 letters, got 41")
  end)

  it("has no more endings, and no more iterations, than there can be", function()
    local ends = {}
    for i = 1, 17 do ends[i] = "end" .. i end
    assert.error_matches(function() define { endings = ends } end, "at most 16 endings")
    ends[17] = nil
    assert.equal(16, #tesela.game(define { endings = ends }).endings)
    assert.error_matches(function() tesela.derive("mixtour",
      { name = "endless", endings = ends }) end, "at most 16 endings")
    for _, count in ipairs { 0, 1 << 31, (1 << 32) + 7, 1.5 } do
      assert.error_matches(function() define { iterations = count } end,
        "iterations: expected a whole number in 1..2147483647, got")
    end
    local most = (1 << 31) - 1
    assert.equal(most, tesela.rules(define { iterations = most }).iterations)
  end)
end)

-- ---- position text ----------------------------------------------------------

describe("position text with fields", function()
  it("is read to the letter", function()
    local rules = tesela.rules(define {})
    local s = rules:start():play "2"
    assert.equal("2 left=4 row=0*9", s:fen())
    assert.is_true(rules:load(s:fen()) == s)
    for _, text in ipairs {
      "", "2", "2 left=4", "2 left=4 row=0*8", "2 left=4 row=0*10", "2 left=4 row=0*0",
      "2 left=4 row=0*-1", "2 left=4 row=0*9,0", "2 left=4 row=0*9 ", "2 left= row=0*9",
      "2 left=4x row=0*9", "2 left=2147483648 row=0*9", "2  left=4 row=0*9",
      "3 left=4 row=0*9", "0 left=4 row=0*9", "12 left=4 row=0*9",
      "2 left=4 row=0*99999999999999999999", "2 row=0*9 left=4", "2 left=+4 row=0*9",
      "2 left=4 row=0x1*9", "2 left=%s row=0*9", " left=4 row=0*9",
    } do
      assert.matches(rules.name .. " position: ", raised(rules.load, rules, text))
    end
    local odd = tesela.rules(derive { fields = { one = 1, two = 3 } })
    local t = odd:start(1):play "a1"
    assert.equal("5/5/5/5/w,4 r 0:0 a1 one=0 two=0*3", t:fen())
    assert.is_true(odd:load(t:fen()) == t)
    assert.equal(t:hash(), odd:load(t:fen()):hash())
  end)
end)

describe("fields with ranges", function()
  local game = define {
    fields = { left = { max = 9 }, row = { cells = 9, min = -1, max = 2 } },
    apply = function(s, m)
      s.left, s.seat = s.left - m, 3 - s.seat
      s.row[1] = s.left == 2 and 3 or -1
    end,
  }
  local rules = tesela.rules(game)

  it("refuse what no position can hold where it is read", function()
    local s = rules:load "2 left=9 row=-1,2*8"
    assert.same({ 9, -1, 2 }, { s.left, s.row[1], s.row[9] })
    for text, range in pairs {
      ["2 left=10 row=0*9"] = "left=a number in 0..9, 1 in all, at 10 row",
      ["2 left=-1 row=0*9"] = "left=a number in 0..9, 1 in all, at %-1 row",
      ["2 left=4 row=0*8,3"] = "row=numbers %(5,5,0%*7%) in %-1..2, 9 in all, at 3$",
      ["2 left=4 row=-2*9"] = "row=numbers %(5,5,0%*7%) in %-1..2, 9 in all, at %-2",
    } do
      assert.matches(rules.name .. " position: expected " .. range,
        raised(rules.load, rules, text))
    end
  end)

  it("refuse it where the rules write it, and the state is as it was", function()
    local s = rules:load "1 left=4 row=0*9"
    assert.matches("row: expected a whole number in %-1..2, got 3", raised(s.play, s, "2"))
    assert.equal("1 left=4 row=0*9", s:fen())
    assert.equal("2 left=3 row=-1,0*8", s:play "1":fen())
  end)

  -- Numbers of positions of shipped games, changed: what is read can be shown and
  -- counted.
  it("of games that are shipped let nothing through that they fail with", function()
    local rng = tesela.rng(7)
    local odd = { "-1", "0", "1", "2", "3", "7", "31", "255", "256", "16384", "65535" }
    local function try(rules_of, text)
      local ok, s = pcall(rules_of.load, rules_of, text)
      if not ok then return false end
      local what = ("%s at %q"):format(rules_of.name, text)
      local fine, why = pcall(function()
        assert(#tostring(s) > 0 and #s.scores > 0)
        for m in s:moves() do s:text(m) end
      end)
      assert(fine, what .. ": " .. tostring(why))
      return true
    end
    for _, name in ipairs { "tictactoe", "connect_four", "hex", "mixtour_in_lua",
      "mixtour_exactly_five", "pig", "kuhn", "crowns" } do
      local shipped, read = tesela.rules(name), 0
      for seed = 1, support.times(60, 4) do
        local s = shipped:start(seed)
        for _ = 1, rng:int(12) do if not s.over then s:play(rng:pick(s:list())) end end
        local text = s:fen()
        local numbers = select(2, text:gsub("%-?%d+", ""))
        local at, n = rng:int(numbers - 1), 0
        for _, value in ipairs(odd) do
          n = 0
          local changed = text:gsub("%-?%d+", function()
            n = n + 1
            if n == at + 1 then return value end
          end)
          if try(shipped, changed) then read = read + 1 end
        end
      end
      assert.is_true(read > 0, name)
    end
  end)
end)
