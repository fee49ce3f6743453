-- `keep`, which forbids moves of the game below; boards that are read in one go;
-- and how many iterations a search of a game makes where nobody says.

local tesela = require "tesela"
local support = require "support"
local budget = require "tesela.bots.search_budget"

local derive, raised = support.derive, support.raised

local HERE = debug.getinfo(1, "S").short_src

local made = 0

local function define(t)
  made = made + 1
  t.name = "board_" .. made
  t.endings = t.endings or { "full" }
  t.fields = t.fields or { board = { cells = 6, max = 2 } }
  t.apply = t.apply or function(s, m)
    s.board[m], s.seat = s.seat, 3 - s.seat
    if #s.board:find(0) == 0 then s.over = "full" end
  end
  t.moves = t.moves or function(s, out) out(s.board:find(0)) end
  t.result = t.result or function(s) return { #s.board:find(1), #s.board:find(2) } end
  return tesela.define(t)
end

local function fails(pattern, f, ...)
  local message = raised(f, ...)
  assert.matches(pattern, message)
  return message
end

-- Nobody enters on a corner.
local function apart(_, s, m)
  local move = s:parts(m)
  return move.kind ~= "enter" or not move.to:find "[ae][15]"
end

local function as_moves(base, s, out)
  for m in base.moves(s) do
    if apart(base, s, m) then out(m) end
  end
end

local function perft(game, depth) return tesela.rules(game):start(1):perft(depth) end

describe("keep", function()
  local keep = derive("mixtour", { keep = apart })
  local once = derive("mixtour", { keep = apart, keep_by = "move" })
  local moves = derive("mixtour", { moves = as_moves })

  it("lists the moves below that it keeps, in their order", function()
    local rng = tesela.rng(1)
    for game = 1, 5 do
      local states = {}
      for i, variant in ipairs { keep, once, moves } do
        states[i] = tesela.rules(variant):start(game)
      end
      while not states[3].over do
        assert.same(states[3]:list(), states[1]:list())
        assert.same(states[3]:list(), states[2]:list())
        assert.equal(states[3]:count(), states[1]:count())
        local m = rng:pick(states[3]:list())
        for _, s in ipairs(states) do s:play(m) end
        assert.equal(states[3]:fen(), states[1]:fen())
        assert.equal(states[3]:fen(), states[2]:fen())
      end
    end
    assert.equal(perft(moves, 3), perft(keep, 3))
    assert.equal(perft(moves, 3), perft(once, 3))
  end)

  it("is sound", function()
    for _, game in ipairs { keep, once } do
      assert(tesela.rules(game):check { games = 2 })
    end
  end)

  it("says why a move is refused", function()
    local s = tesela.rules(keep):start()
    assert.matches("a1: the rules of derived_%d+ do not allow it here", select(2, s:move "a1"))
    assert.matches("a1%-b1: a1 is empty", select(2, s:move "a1-b1"))
    assert.is_false(s:legal "a1")
    assert.is_true(s:legal "b2")
  end)

  it("makes a pass of nothing that is kept", function()
    local none = derive("mixtour", { keep = function() return false end })
    local s = tesela.rules(none):start()
    assert.equal("pass", s:text(s:list()[1]))
    s:play("pass"):play("pass")
    assert.is_true(s.over)
    assert(tesela.rules(none):check { games = 1 })
    local _, report = tesela.search(tesela.rules(none):start(), { iterations = 20 })
    assert.equal("pass", report.best)
  end)

  it("goes over another one, over moves, and over a whole game", function()
    local function not_middle(_, s, m) return s:text(m) ~= "c3" end
    for _, below in ipairs { keep, once, moves } do
      local both = derive(below, { keep = not_middle })
      assert.equal(20, tesela.rules(both):start():count())
      assert(tesela.rules(both):check { games = 1 })
      assert(tesela.search(tesela.rules(both):start(), { iterations = 50 }))
      local more = derive(both, { moves = function(base, s, out)
        for m in base.moves(s) do if s:text(m) ~= "b2" then out(m) end end
      end })
      assert.equal(19, tesela.rules(more):start():count())
    end
    local whole = derive(define {}, { keep = function(_, s, m)
      return m > 3 or #s.board:find(0) < 6
    end })
    assert.same({ 4, 5, 6 }, tesela.rules(whole):start():list())
    assert(tesela.rules(whole):check { games = 3 })
    assert(tesela.search(tesela.rules(whole):start(), { iterations = 50 }))
  end)

  it("may be beside the other functions", function()
    local ended = derive("mixtour", {
      keep = apart, fields = { plies = 1 }, endings = { "long" },
      apply = function(base, s, m)
        base.apply(s, m)
        s.plies = s.plies + 1
      end,
      over = function(_, s) if s.plies == 6 then return "long" end end,
    })
    local rules = tesela.rules(ended)
    assert(rules:check { games = 2 })
    local _, report = tesela.search(rules:start(), { iterations = 100 })
    assert.equal(21, #report.moves)
  end)

  it("keeps what searches learn about the moves below", function()
    local s = tesela.rules(keep):start(1)
    for _, m in ipairs { "b2", "c3", "c3-b2", "d4", "e3" } do s:play(m) end
    for _, options in ipairs { { method = "alphabeta", depth = 3 }, { iterations = 300 } } do
      local move, report = tesela.search(s, options)
      assert.is_true(s:legal(move))
      for _, seen in ipairs(report.moves) do assert.is_true(s:legal(seen.move)) end
    end
    for _, game in ipairs { "blokus", "qwirkle" } do
      local few = derive(game, { keep = function(_, _, m) return m % 3 ~= 0 end,
        keep_by = "move" })
      local state = tesela.rules(few):start(1)
      for _ = 1, 3 do
        local move = tesela.search(state:view(state.seat, 1), { iterations = 10 })
        state:play(move)
      end
      assert(tesela.rules(few):check { games = 1, max_plies = 20 })
    end
  end)

  it("is asked about each move once, if it is by move", function()
    local asked = {}
    local counted = derive("mixtour", { keep_by = "move", keep = function(_, s, m)
      local key = s.seat .. " " .. m
      asked[key] = (asked[key] or 0) + 1
      return true
    end })
    local rules = tesela.rules(counted)
    rules:playouts { games = 20, seed = 1 }
    tesela.search(rules:start(), { iterations = 200 })
    assert.is_true(next(asked) ~= nil)
    for key, count in pairs(asked) do assert.equal(1, count, key) end
    assert.equal(perft("mixtour", 3), perft(counted, 3))
  end)

  it("is asked once about moves of the same parts", function()
    local asked = {}
    local counted = derive("qwirkle", { keep_by = "kind", keep = function(_, s, m)
      local kind = s:parts(m, "kind")
      asked[#asked + 1] = s.seat .. kind
      return kind ~= "swap"
    end })
    local plain = derive("qwirkle", { keep = function(_, s, m)
      return s:parts(m, "kind") ~= "swap"
    end })
    local rules = tesela.rules(counted)
    local s, t, rng = rules:start(4), tesela.rules(plain):start(4), tesela.rng(4)
    while not t.over do
      assert.same(t:list(), s:list())
      local m = rng:pick(t:list())
      s:play(m)
      t:play(m)
    end
    table.sort(asked)
    assert.equal("1place 1swap 2place 2swap", (table.concat(asked, " "):gsub(" %dpass", "")))
    assert(rules:check { games = 1, max_plies = 20 })
    local both = derive("mixtour", { keep = apart, keep_by = { "kind", "to" } })
    assert.equal(perft(keep, 3), perft(both, 3))
    assert(tesela.rules(both):check { games = 2 })
  end)

  it("is found out if it looks at other parts", function()
    local wrong = tesela.rules(derive("mixtour", { keep = apart, keep_by = "kind" }))
    assert.matches("gives different answers for one move", select(2, wrong:check { games = 1 }))
  end)

  it("remembers thousands of moves", function()
    local function odd(_, _, m) return m % 2 == 1 end
    local s = tesela.rules(derive("blokus", { keep = odd, keep_by = "move" })):start()
    local plain, rng = tesela.rules(derive("blokus", { keep = odd })):start(), tesela.rng(1)
    for _ = 1, 60 do
      local list = plain:list()
      assert.same(list, s:list())
      local m = rng:pick(list)
      s:play(m)
      plain:play(m)
    end
  end)

  it("is found out if it is not by move", function()
    local hidden = tesela.rules(derive("mixtour", { keep_by = "move", keep = function(_, s)
      return s:reserve(1) > 18
    end }))
    local passed, why = hidden:check { games = 1 }
    assert.is_nil(passed)
    assert.matches(HERE:gsub("%p", "%%%0") .. ":%d+: ", why)
    assert.matches("gives different answers for one move", why)
  end)

  it("answers with true or false", function()
    for said, value in pairs { ["nil"] = {}, ["3"] = { 3 }, ['"x"'] = { "x" } } do
      local rules = tesela.rules(derive("mixtour", { keep = function() return value[1] end }))
      local s = rules:start()
      local why = fails("keep%(%) returned " .. said .. ": expected true or false",
        s.list, s)
      assert.matches(HERE:gsub("%p", "%%%0") .. ":%d+: ", why)
      fails("expected true or false", tesela.search, s, { iterations = 10 })
    end
  end)

  it("may look and not touch", function()
    local rules = tesela.rules(derive("mixtour", { fields = { mark = 1 },
      keep = function(_, s) s.mark = 1 return true end }))
    fails("may read the state but not change it", function() rules:start():list() end)
  end)

  it("is refused if it means nothing", function()
    fails("keep: expected keep or moves, not both", derive,
      "mixtour", { keep = apart, moves = as_moves })
    fails("keep_by: expected a function keep", derive, "mixtour", { keep_by = "move" })
    fails("keep_by: there is no part sead", derive, "mixtour", { keep = apart, keep_by = "sead" })
    fails("keep_by: there is no part move; .* kind, from, to, pieces", derive, "mixtour",
      { keep = apart, keep_by = { "move" } })
    fails("keep_by: expected the parts", derive, "mixtour", { keep = apart, keep_by = {} })
    fails("keep: expected a function, got true", define, { keep = true })
    fails("there is no member keep_by", define, { keep = apart, keep_by = "move" })
    fails("there is no member pick", derive, "mixtour", { pick = apart })
  end)
end)

describe("a board that is read in one go", function()
  local s

  before_each(function()
    s = tesela.rules(define { fields = { board = { cells = 6, max = 2 }, last = 1 } }):start()
    s:play(2):play(5)
  end)

  it("is a table of all its cells", function()
    local all = s.board:all()
    assert.same({ 0, 1, 0, 0, 2, 0 }, all)
    all[1] = 7
    assert.equal(0, s.board[1])
    assert.equal(s.board, s.board)
  end)

  it("finds the cells with a number, of the first or all", function()
    assert.same({ 1, 3, 4, 6 }, s.board:find(0))
    assert.same({ 1, 3 }, s.board:find(0, 3))
    assert.same({ 0, 1 }, s.board:all(2))
    assert.same({}, s.board:all(-1))
    assert.same({ 0, 1, 0, 0, 2, 0 }, s.board:all(99))
    assert.same({ 1, 3, 4, 6 }, s.board:find(0, 99))
    assert.same({}, s.board:find(0, -1))
    assert.same({ 5 }, s.board:find(2))
    assert.same({}, s.board:find(9))
  end)

  it("says what is wrong", function()
    fails("find: expected a whole number, got no value", s.board.find, s.board)
    fails("find: expected the cells of a field, got number", s.board.find, 3, 1)
    fails("all: expected the cells of a field, got no value", s.board.all)
    fails("the number of a cell, got \"nothing\"", function() return s.board.nothing end)
  end)

  it("gives moves that are listed in one go", function()
    assert.same({ 1, 3, 4, 6 }, s:list())
    assert(s.rules:check { games = 3 })
    for _, list in ipairs { { 1, 0 }, { "x" }, { 1.5 } } do
      local wrong = tesela.rules(define { moves = function(_, out) out(list) end })
      fails("out: expected a move", function() wrong:start():list() end)
    end
    local foreign = tesela.rules(derive("mixtour", { moves = function(_, _, out) out { 3 } end }))
    fails("not a move of base here", function() foreign:start():list() end)
  end)

  it("is of the state that it was asked of", function()
    local copy = s:copy():play(1)
    assert.same({ 1, 1, 0, 0, 2, 0 }, copy.board:all())
    assert.same({ 0, 1, 0, 0, 2, 0 }, s.board:all())
  end)
end)

-- ---- drawing instead of listing ---------------------------------------------

-- No stone beside another one, on a line of six cells, 2 to 7.
local function line(t)
  t.fields = { board = { cells = 9, max = 2 }, turns = { max = 5000 } }
  t.moves = t.moves or function(_, out) for cell = 2, 7 do out(cell) end end
  t.apply = function(s, m)
    s.board[m], s.seat, s.turns = s.seat, 3 - s.seat, s.turns + 1
    local free = false
    for cell = 2, 7 do
      if s.board[cell - 1] + s.board[cell] + s.board[cell + 1] == 0 then free = true end
    end
    if not free then s.over = "full" end
  end
  return tesela.rules(define(t))
end

local function alone(s, m) return s.board[m - 1] + s.board[m] + s.board[m + 1] == 0 end

local function any(s, rng)
  while true do
    local cell = 1 + rng:int(6)
    if alone(s, cell) then return cell end
  end
end

local function listed(s, out)
  for cell = 2, 7 do if alone(s, cell) then out(cell) end end
end

describe("a whole game", function()
  it("keeps some of the moves that it calls out", function()
    local keeps, lists = line { keep = alone }, line { moves = listed }
    assert.same(lists:start():list(), keeps:start():list())
    assert.equal(lists:start():perft(3), keeps:start():perft(3))
    assert.is_false(keeps:start():play(2):legal(3))
    for _, way in ipairs { "listed", "drawn", "games" } do
      local options = { games = 40, seed = 3 }
      options[way] = way ~= "games" or 40
      local plies = keeps:playouts(options)
      assert.is_true(plies >= 80 and plies <= 120)
    end
    assert.same({ lists:playouts { games = 40 } }, { keeps:playouts { games = 40 } })
    assert(keeps:check { games = 5 })
    local _, report = tesela.search(keeps:start(), { iterations = 100, seed = 1 })
    assert.equal(6, #report.moves)
    local derived = derive(keeps.name, { keep = function(_, _, m) return m ~= 4 end })
    assert.equal(5, tesela.rules(derived):start():count())
    assert(tesela.rules(derived):check { games = 3 })
    assert(tesela.search(tesela.rules(derived):start(), { iterations = 50 }))
  end)

  it("picks moves, each of them as often if it draws so", function()
    local picks, keeps = line { moves = listed, pick = any }, line { keep = alone }
    assert(picks:check { games = 5 })
    for _, rules in ipairs { picks, keeps } do
      local plies = rules:playouts { games = 4000, drawn = true }
      local same = rules:playouts { games = 4000 }
      assert.is_true(math.abs(plies - same) < 200)
      assert(tesela.search(rules:start(), { iterations = 50, seed = 2 }))
    end
  end)

  it("is found out if it draws other moves than it lists", function()
    local function found(pattern, t)
      local ok, why = line(t):check { games = 40 }
      assert.is_nil(ok)
      assert.matches(pattern, why)
    end
    found("pick%(%) gave %d, which is not listed", { moves = listed, pick = function(_, rng)
      return 1 + rng:int(6)
    end })
    found("pick%(%) never gave %d, which is listed", { moves = listed, pick = function(s)
      return s:list()[1]
    end })
    found("pick%(%) never gave 7, which is listed", { moves = listed, pick = function(s, rng)
      local m = any(s, rng)
      return m == 7 and #s:list() > 1 and s:list()[1] or m
    end })
    found("pick%(%) returned nil: expected a move", { moves = listed, pick = function() end })
    local odd = 0
    found("", { moves = listed, pick = function(s)
      odd = odd + 1
      return s:list()[odd % #s:list() + 1]
    end })
    found("", { keep = function(s, m)
      odd = odd + 1
      return alone(s, m) and odd % 3 > 0
    end })
    found("keep%(%) returned 1: expected true or false", { keep = function() return 1 end })
    found("listed nothing", { keep = function() return false end })
    found("may read the state", { moves = listed, pick = function(s, rng)
      s.turns = 1
      return any(s, rng)
    end })
  end)
end)

-- ---- cells of a board -------------------------------------------------------

describe("cells of a board", function()
  it("show what a seat sees of them alone", function()
    local rules = tesela.rules(define { moves = function(s, out) s.board:find(0, out) end,
      board = tesela.board.square(2), fields = { own = { cells = "board", max = 2,
        seen = { 1, 1, 2, 2 } } }, apply = function(s) s.over = "full" end,
      start = function(s) for i = 1, 3 do s.own[i] = 1 end end })
    local view = rules:start():view(1).own
    assert.same({ { 3, true, true, true, true }, 1, { 3 }, 1 },
      { { rules:start().own:group(1) }, view:around(1, 1), view:find(-1), view:count(-1) })
  end)

  it("are those of base in a variant, too", function()
    local whole = define { board = tesela.board.square(3, 2), fields = {} }
    local few = tesela.rules(derive(whole, {
      moves = function(_, s, out) s.board:find(0, out) end }))
    assert.equal(6, few:start():count())
    local wrong = tesela.rules(derive(whole, {
      moves = function(_, s, out) s.board:find(s.board[1], out) out(0x7) end }))
    fails("not a move of base", function() wrong:start():list() end)
  end)
end)

-- ---- values -----------------------------------------------------------------

describe("the values of a state that is lent", function()
  -- Reads everything twice, by name and by the cell, in every function.
  local function read(s)
    local sum = 0
    for i = 1, #s.board do sum = 3 * sum + s.board[i] end
    return ("%d %d %s %s %d"):format(sum, s.seat, s.over, s.last, s.options.size)
  end

  local seen
  local game = { endings = { "full" }, options = { size = 4 },
    fields = { board = { cells = 6, max = 2 }, last = { max = 6 } },
    moves = function(s, out)
      seen[#seen + 1] = read(s)
      s.board:find(0, out)
    end,
    apply = function(s, m)
      seen[#seen + 1] = read(s)
      s.board[m], s.last, s.seat = s.seat, m, 3 - s.seat
      seen[#seen + 1] = read(s)
      if s.board:count(0) == 0 then
        s.over = "full"
        seen[#seen + 1] = read(s)
      end
    end,
    result = function(s) return { s.board:count(1), s.board:count(2) } end }

  it("are those of the call, however often it was lent", function()
    local rules = tesela.rules(define(game))
    seen = {}
    rules:playouts { games = 300, seed = 5 }
    local often, first = seen, tesela.rules(define(game))
    seen = {}
    first:playouts { games = 300, seed = 5, listed = true }
    assert.same(seen, often)
    seen = {}
    local a, b = rules:start(1), rules:start(2):play(3)
    for _ = 1, 40 do
      for _, s in ipairs { a, b } do
        seen = {}
        s:list()
        assert.equal(read(s), seen[#seen] or read(s))
        local copy = s:copy()
        seen = {}
        copy:play(s:list()[1])
        assert.equal(read(copy), seen[#seen])
      end
    end
    assert.equal(tesela.rules(define(game)):start():perft(4), rules:start():perft(4))
  end)

  it("follow what base changes", function()
    local rules = tesela.rules(derive(define(game), { fields = { mark = 1 },
      apply = function(base, s, m)
        local before = read(s)
        base.apply(s, m)
        assert(s.last == m and s.board[m] == 3 - s.seat and read(s) ~= before)
      end }))
    seen = {}
    rules:playouts { games = 30 }
  end)

  it("cannot be set if the state cannot, and options never", function()
    local function wrong(f)
      local t = { over = f }
      for name, value in pairs(game) do t[name] = t[name] or value end
      seen = {}
      local rules = tesela.rules(define(t))
      local good = false
      t.over = nil
      local plain_game = tesela.rules(define(t))
      plain_game:playouts { games = 50 }
      fails("", function() good = true rules:start() end)
      assert.is_true(good)
      return raised(function() rules:start() end)
    end
    assert.matches("may read the state", wrong(function(s) s.last = 1 end))
    assert.matches("may read the state", wrong(function(s) s.board[1] = 1 end))
    assert.matches("this table of values is read%-only", wrong(function(s) s.options.size = 1 end))
    assert.matches("there is no option siz", wrong(function(s) return s.options.siz end))
  end)

  it("say that they are gone when the state is lent no more", function()
    local kept, calls = {}, 0
    local t = { moves = function(s, out)
      calls = calls + 1
      if calls == 50 then kept = { s, s.board, s.seat, s.board[1] } end
      s.board:find(0, out)
    end }
    for name, value in pairs(game) do t[name] = t[name] or value end
    seen = {}
    local rules = tesela.rules(define(t))
    rules:start():perft(4)
    fails("lent to a function", function() return kept[1].last2 end)
    for _ = 1, 30 do rules:start():perft(4) end
    fails("lent to a function", function() return kept[1].seat end)
    fails("lent to a function", function() return kept[2][1] end)
    fails("lent to a function", function() kept[2][1] = 1 end)
  end)
end)

describe("a state that is lent", function()
  -- Keeps what it is given once, and looks at it at the next call.
  local function careless()
    local kept
    return define { moves = function(s, out)
      if kept then return kept.board:all() end
      kept = s
      out(s.board:find(0))
    end }
  end

  it("is gone when its function has returned", function()
    local u = tesela.rules(careless()):start()
    assert.equal(6, u:count())
    fails("lent to a function of the rules", function() u:play(1):count() end)
  end)

  it("is lent again to each function that is checked", function()
    local rules = tesela.rules(define {})
    rules:playouts { games = 20 }
    local last
    rules = tesela.rules(define { moves = function(s, out)
      assert.is_false(rawequal(last, s))
      last = s
      out(s.board:find(0))
    end })
    for _ = 1, 2 do assert(rules:check { games = 2 }) end
  end)
end)

describe("iterations", function()
  it("are declared by a game, and by those that are derived from it", function()
    local game = define { iterations = 70 }
    assert.equal(70, tesela.rules(game).iterations)
    assert.equal(70, tesela.rules(derive(game, { title = "the same" })).iterations)
    assert.equal(80, tesela.rules(derive(game, { iterations = 80 })).iterations)
    assert.equal(90, tesela.rules(derive("mixtour", { iterations = 90 })).iterations)
    assert.is_nil(tesela.rules("mixtour").iterations)
    assert.is_nil(tesela.rules(define {}).iterations)
    for _, wrong in ipairs { 0, -1, 1.5 } do
      local why = "iterations: expected a whole number in 1..2147483647, got .?"
      fails(why .. math.abs(wrong), define, { iterations = wrong })
    end
    fails("iterations: expected a number, got \"many\"", define, { iterations = "many" })
  end)

  it("are what bots do if the budget says nothing", function()
    local s = tesela.rules(define { iterations = 70 }):start()
    for _, name in ipairs { "expert", "mcts" } do
      local bot = tesela.bot(name)
      local player = bot.new(s.rules, 1, 1)
      assert.equal(70, player.iterations)
      bot.choose(player, s:view(1), { seed = 1 })
    end
  end)

  it("give way to a second if someone waits", function()
    local rules = tesela.rules(define {})
    assert.same({ nil, 1 }, { budget.waiting(rules) })
    assert.same({ 5 }, { budget.waiting(rules, 5) })
    assert.same({ nil, 3 }, { budget.waiting(rules, nil, 3) })
    assert.same({}, { budget.waiting(tesela.rules "mixtour") })
    assert.same({}, { budget.waiting(tesela.rules "mixtour_points") })
  end)

  it("are suggested", function()
    local count = budget.suggested(tesela.rules(define {}))
    assert.equal("integer", math.type(count))
    assert.is_true(count >= 1)
  end)
end)

describe("a seat that is left no move", function()
  -- Of Blokus a colour has a turn, and the rules pass for one that can place nothing.
  it("passes until no colour has one", function()
    for _, options in ipairs { { players = 2 }, { players = 3 }, {}, { variant = "duo" } } do
      local game = derive("blokus", { keep = function(_, _, m) return m % 2 == 0 end })
      for seed = 1, 3 do
        local s, rng, forced = tesela.rules(game, options):start(), tesela.rng(seed), 0
        while not s.over do
          local move = rng:pick(s:list())
          local pass = s:text(move) == "pass"
          s:play(move)
          forced = pass and forced + 1 or 0
          assert.is_true(s.ply < 200)
        end
        assert.is_true(s.reason ~= "stuck" or forced >= (options.variant and 2 or 4))
      end
    end
  end)
end)
