-- Slips of the pen in games in Lua: what is misspelt, of the wrong type or forgotten
-- is told with what came, what was expected, and the author's line.

local tesela = require "tesela"
local support = require "support"

-- The message of what f raises, without the place.
local function raised(f, ...)
  local ok, why = pcall(f, ...)
  assert.is_false(ok, "nothing was raised")
  return (tostring(why):gsub("^.-slips_spec%.lua:%d+: ", ""))
end

local made = 0

-- The rules of a whole game with these members changed.
local function define(members)
  made = made + 1
  local t = {
    name = "slip_" .. made, endings = { "line", "full" },
    fields = { last = 1, board = { cells = 4, max = 2 } },
    moves = function(_, out) out(1) end,
    apply = function(s) s.last = 1 s.over = "full" end,
    result = function() return { 1, 0 } end,
  }
  for name, value in pairs(members) do t[name] = value end
  return tesela.rules(tesela.define(t))
end

-- What is said of a game that does this in apply.
local function applied(f)
  local s = define({ apply = f }):start()
  return raised(s.play, s, s:list()[1])
end

describe("a field", function()
  for name, case in pairs {
    ["set to a text"] = { function(s) s.last = "5" end,
      'last: expected a whole number of 32 bits, got "5"' },
    ["set to a long text"] = { function(s) s.last = ("x"):rep(100) end,
      'last: expected a whole number of 32 bits, got "' .. ("x"):rep(60) .. '..."' },
    ["set to nothing"] = { function(s) s.last = nil end,
      "last: expected a whole number of 32 bits, got nil" },
    ["of many cells set to a text"] = { function(s) s.board[1] = "1" end,
      'board: expected a whole number of 32 bits, got "1"' },
    ["asked for by a text"] = { function(s) return s.board.a1 end,
      'board: expected the number of a cell, got "a1"' },
    ["of many cells set at once"] = { function(s) s.board = 5 end,
      "board: set its cells one by one, as in s.board[1]" },
    ["for the seat"] = { function(s) s.seat = "2" end, 'seat: expected a seat, got "2"' },
    ["misspelt"] = { function(s) s.lats = 5 end,
      "state: there is no field lats; did you mean last? The fields: board, last, seat, over" },
    ["that there is not"] = { function(s) s.winner = 5 end,
      "state: there is no field winner; the fields: board, last, seat, over" },
  } do
    it(name .. " is told", function() assert.equal(case[2], applied(case[1])) end)
  end
end)

describe("an ending that there is not", function()
  it("is reported with the known names", function()
    assert.equal("over: there is no ending lin; did you mean line? The endings: line, full",
      applied(function(s) s.over = "lin" end))
    local s = define({ apply = function(t) t.last = 1 end,
      over = function(t) return t.last == 1 and "fulll" or nil end }):start()
    assert.matches('over%(%) returned "fulll": expected nil, or an ending: line, full$',
      raised(s.play, s, 1))
    s = define({ apply = function(t) t.last = 1 end,
      over = function(t) return t.last == 1 or nil end }):start()
    assert.matches("over%(%) returned true: expected nil, or an ending: line, full$",
      raised(s.play, s, 1))
  end)
end)

describe("a list of moves that is returned", function()
  it("is none", function()
    local s = define({ moves = function() return { 1, 2 } end }):start()
    assert.matches("moves%(%) returned a list of 2 %(1, 2%): expected nothing, and a call "
      .. "out%(m%) for each move$", raised(s.count, s))
    s = tesela.rules(tesela.derive("mixtour", { name = "slip_returned",
      moves = function(base, t) return base.moves(t) end })):start()
    assert.matches("moves%(%) returned a function: expected nothing, and a call out%(m%) for "
      .. "each move$", raised(s.count, s))
    assert.matches('out: expected a move, a positive whole number, got "1"$',
      raised(define({ moves = function(_, out) out "1" end }):start().count,
        define({ moves = function(_, out) out "1" end }):start()))
  end)

  it("is no matter if moves were called out", function()
    local s = define({ moves = function(_, out)
      out(1)
      return { 1 }
    end }):start()
    assert.equal(1, s:count())
    s = define({ moves = function(_, out) return out(1) end }):start()
    assert.equal(1, s:count())
  end)
end)

describe("a name", function()
  it("that no state has is reported with the one that was meant", function()
    local s = tesela.rules "mixtour":start()
    assert.equal("a state of mixtour has no plya; did you mean play?",
      raised(function() return s:plya "a1" end))
    assert.equal("a state of mixtour has no hieght; did you mean height?",
      raised(function() return s.hieght end))
    assert.equal("a state of mixtour has no foo; it has cell(), height(), reserve(), "
      .. "cells(), explain(), seat, over, ply, rules, options, viewer, scores, places, winners, "
      .. "reason, seat_names, "
      .. 'and the methods of all states (help "state")', raised(function() return s.foo end))
    assert.matches("^a state of mixtour has no 1; it has cell", raised(function() return s[1] end))
    assert.is_nil(s.winners)
    assert.is_nil(s.viewer)
  end)

  it("is reported to functions of rules with their line, fields first", function()
    local s = define({ moves = function(t, out) out(t.lastt) end }):start()
    assert.matches("a state of slip_%d+ has no lastt; did you mean last%?$",
      raised(s.count, s))
    s = define({ moves = function(t, out) out(t.foo) end }):start()
    assert.matches("has no foo; it has board, last, seat, over, ", raised(s.count, s))
  end)

  it("that rules lack is reported, too", function()
    local rules = tesela.rules "mixtour"
    assert.equal("the rules of mixtour: there is no member seat; did you mean seats? The "
      .. "members: name, seats, seat_names, options, start, load, check, playouts",
      raised(function() return rules.seat end))
    assert.matches("there is no member 1; the members: ", raised(function() return rules[1] end))
  end)
end)

describe("what rules read of a table", function()
  local function reading(read)
    made = made + 1
    return tesela.rules(tesela.derive("mixtour", { name = "reader_" .. made,
      keep = function(base, s, m)
        read(base, s, m)
        return true
      end })):start()
  end

  it("is reported if no move of the game has such a part", function()
    local s = reading(function(_, t, m) return t:parts(m).knd end)
    assert.matches("^state:parts: there is no part knd; did you mean kind%? The parts: kind, "
      .. "from, to, pieces, number$", raised(s.list, s))
    s = reading(function(_, t, m) return (t:parts(m, "kind", "knd")) end)
    assert.matches("^state:parts: there is no part knd; did you mean kind%?", raised(s.list, s))
    s = reading(function(_, t, m) return t:parts(m).size end)
    assert.matches("there is no part size; the parts: kind,", raised(s.list, s))
  end)

  it("is nil if this move has none, and so it is for a function that looks itself", function()
    local seen
    local s = reading(function(_, t, m)
      local parts, names = t:parts(m), {}
      for name in pairs(parts) do names[#names + 1] = name end
      table.sort(names)
      seen = { tostring(parts.from), rawget(parts, "size") == nil, table.concat(names, " "),
        getmetatable(parts) }
      t.rules.options.more = 1
    end)
    s:list()
    assert.same({ "nil", true, "kind to", false }, seen)
    assert.is_nil(s:parts "a1".size) -- bots are for any game
    assert.is_nil(s.rules.options.colours)
  end)

  it("is reported for options and for base", function()
    local s = reading(function(_, t) return t.rules.options.win_scroe end)
    assert.matches("rules.options: there is no option win_scroe; did you mean win_score%?",
      raised(s.list, s))
    s = reading(function(base, t) return base.oevr(t) end)
    assert.matches("base: there is no function oevr; did you mean over%?", raised(s.list, s))
  end)
end)

describe("the author's function", function()
  local function failing(members)
    made = made + 1
    members.name = "failing_" .. made
    return tesela.rules(tesela.derive("mixtour", members))
  end

  it("that failed is named by the check, not the one that asked it", function()
    local function told(members)
      return select(2, failing(members):check { games = 1 })
    end
    assert.matches(": over%(%) failed: .*:%d+: not now", told { over = function()
      error "not now"
    end })
    assert.matches(": keep%(%) failed: ", told { keep = function() error "not now" end })
    assert.matches(": keep%(%) failed: ", told { keep = function() return 1 end })
    assert.matches(": apply%(%) failed: .*:%d+: not now", told { apply = function()
      error "not now"
    end })
  end)

  it("that takes its arguments in the wrong order is reported", function()
    local s = failing({ keep = function(t, base, m) return t:parts(m).kind and base end }):start()
    assert.matches("^base comes first: function%(base, s%); base: there is no function parts;",
      raised(s.list, s))
    local rules = failing { over = function(state) state.over = "points" end }
    local why = raised(rules.start, rules)
    assert.matches("base comes first: function%(base, s%); base: this table of functions is "
      .. "read%-only", why)
    s = failing({ keep = function(_, t) return t.foo end }):start()
    assert.not_matches("base comes first", raised(s.list, s))
  end)

  it("that says true of an ending gets the known endings", function()
    assert.equal("over: there is no ending true; the endings: line, full",
      applied(function(s) s.over = true end))
  end)

  it("finds what a field's name is already", function()
    assert.matches("fields.count: a state has something else with this name: s:count%(%)$",
      raised(tesela.derive, "mixtour", { name = "taken", fields = { count = 1 } }))
  end)
end)

describe("what does not end", function()
  it("is reported for a random game", function()
    local s = define({ apply = function(s) s.last = 3 - s.last end }):start()
    assert.matches("^slip_%d+: the game did not end within 100000 plies$",
      raised(s.playout, s, tesela.rng(1)))
  end)

  it("ends in a match as a draw, and `random` and `bench` say so", function()
    local path = support.file([[local tesela = require "tesela"
      return tesela.define { endings = { "done" }, fields = { n = 1 },
        moves = function(s, out) out(1) out(2) end,
        apply = function(s, m) s.n = m - 1 s.seat = 3 - s.seat end,
        result = function() return { 0, 0 } end }]], ".lua")
    local game = tesela.run { rules = tesela.rules(path), bots = { "random", "greedy" } }
    assert.same({ "plies", { 1, 1 }, "the game did not end within 100000 plies" },
      { game.reason, game.places, game.message })
    for _, words in ipairs { { "random", path, "1" }, { "bench", path } } do
      local _, err, status = support.tesela(table.unpack(words))
      assert.equal(1, status)
      assert.matches("the game did not end within 100000 plies\n$", err)
    end
  end)

  it("writes no endless texts of moves", function()
    local s = define({ print = function(_, m) return ("x"):rep(1000) .. m end }):start()
    assert.matches("print%(%) returned 1001 bytes: expected text of at most 1000 bytes",
      raised(s.texts, s))
  end)

  it("is reported at once for functions that ask for themselves", function()
    local asked, list = 0, { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
    local s = define({ moves = function(s, out)
      asked = asked + 1
      for _, m in ipairs(list) do
        if not s:legal(m) then out(m) end
      end
    end }):start()
    assert.matches("slip_%d+: its functions call each other too deeply$", raised(s.list, s))
    assert.is_true(asked < 10, tostring(asked))
    list = {}
    assert.same({}, s:list())
  end)
end)

describe("s.ply", function()
  local MESSAGE = "the rules cannot read s.ply: position text and search tables lack it; "
    .. "count plies in a field of your own"
  local uses = {
    start = function(_, rules) rules:start() end,
    moves = function(s) s:list() end,
    apply = function(s) s:play(s:list()[1]) end,
    over = function(s) s:play(s:list()[1]) end,
    result = function(s) return s.scores end,
    print = function(s) s:text(s:list()[1]) end,
    hide = function(s) s:view(1) end,
    tell = function(s) s:view(2):history() end,
  }
  -- The rules in which one function reads it.
  local function reading(name, read, armed)
    local t = { apply = function(s) s.last = 1 end, over = function(s)
      return s.last > 1 and "full" or nil
    end }
    local plain = { result = { 1, 0 }, print = "a", tell = "a" }
    t[name] = function(s, out)
      if armed[1] then read(s) end
      if name == "moves" then out(1) elseif name == "apply" then s.last = 1 end
      return plain[name]
    end
    return define(t)
  end

  it("is not the rules' to read, in no function of theirs", function()
    for name, use in pairs(uses) do
      for _, read in ipairs { function(s) return s.ply end,
        function(s) return s:copy().ply end } do
        local armed = {}
        local rules = reading(name, read, armed)
        local s = rules:start()
        s:play(s:list()[1])
        armed[1] = true
        assert.equal(MESSAGE, raised(use, s, rules):match ": (the rules .*)$", name)
        assert.equal(1, s.ply)
      end
    end
  end)

  it("is what draws may read, and scripts outside", function()
    local plies = {}
    local s = define({ apply = function(s) s.last = 1 end, draw = function(s, board)
      plies[#plies + 1] = s.ply + s:copy().ply
      board:size(1, 1)
    end }):start()
    s:play "1":draw()
    assert.same({ 2 }, plies)
    assert.equal(1, s.ply)
    assert.equal(1, s:copy().ply)
  end)
end)

describe("what is the program's own", function()
  local function derive(name, members)
    members.name = name
    return tesela.rules(tesela.derive("mixtour", members))
  end

  it("is not listed as a move", function()
    local s = define { moves = function(_, out) out(1 << 62) end }:start()
    assert.matches("out: expected a number below 2^62, got 4611686018427387904",
      raised(s.list, s))
    s = derive("own_pass", { moves = function(base, state, out)
      for m in base.moves(state) do out(m) end
      out(1 << 62)
    end }):start()
    assert.matches("out: 4611686018427387904 is not a move of base here", raised(s.list, s))
  end)

  it("is not written to", function()
    local rules = derive("own_fields", { swap = true, moves = function(base, state, out)
      for m in base.moves(state) do out(m) end
    end, apply = function(base, state, m)
      base.apply(state, m)
      state[state.swap < 2 and "passes" or "swap"] = 1
    end })
    local s = rules:start()
    assert.matches("passes: this field is read%-only$", raised(s.play, s, "b2"))
  end)
end)

describe("a text of the game below", function()
  local rules = tesela.rules(tesela.derive("mixtour", { name = "texts", chance = true,
    fields = { first = { max = 9 }, more = { cells = 2, max = 3 } },
    apply = function(base, s, m, rng) base.apply(s, m) s.first = rng:int(9) end,
    keep = function() return true end }))

  it("is one of a variant, whose fields are 0", function()
    local plain = "5/5/2,w,2/5/5 r 0:0 c3"
    assert.matches("^" .. plain:gsub("%p", "%%%0")
      .. " passes=0 first=0 more=0%*2 chance=%x+$", rules:load(plain):fen())
    assert.matches(" passes=0 first=0 more=1,2 chance=%x+$", rules:load(plain .. " more=1,2"):fen())
  end)

  it("has no other names", function()
    assert.matches("expected chance= and 16 digits, or %?, at  moer=1",
      raised(rules.load, rules, "5/5/2,w,2/5/5 r 0:0 c3 first=1 moer=1"))
    assert.matches("^tictactoe position: expected last=a number",
      raised(tesela.rules "tictactoe".load, tesela.rules "tictactoe", "1 board=0*9"))
  end)
end)

describe("a check from within a check", function()
  it("leaves it its doubts", function()
    local asked = 0
    local rules = tesela.rules(tesela.derive("mixtour", { name = "fickle", keep_by = "move",
      keep = function() asked = asked + 1 return asked % 50 ~= 0 end }))
    local ok, why = rules:check { games = 2, max_plies = 30, watch = function()
      rules:check { games = 1, max_plies = 1 }
    end }
    assert.is_nil(ok)
    assert.matches("keep", why)
  end)
end)

describe("an option that is a list", function()
  it("is changed by a list, of as many numbers", function()
    local game = tesela.derive("losetas", { name = "few", options = { tiles = { 8, 8, 5 } } })
    assert.same({ 8, 8, 5 }, tesela.rules(game).options.tiles)
    for _, wrong in ipairs { { 8, 8 }, "8,8,5", 8 } do
      assert.matches("^tesela.derive: options.tiles: expected a list of 3 whole numbers",
        raised(tesela.derive, "losetas", { name = "few", options = { tiles = wrong } }))
    end
  end)
end)
