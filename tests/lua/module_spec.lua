-- The module as DESIGN.md shows it, on Mixtour.

local tesela = require "tesela"
local support = require "support"

local mixtour = tesela.rules "mixtour"
local long_rules = tesela.rules("mixtour", { win_score = 99, repetition = 0 })

local START = "5/5/5/5/5 w 0:0 -"

-- A position in which white wins in one, b4:3-d4.
local function near_end()
  return mixtour:load "5/1,rrw,1,ww,1/5/5/5 w 0:0 -"
end

local function texts(state)
  local list = {}
  for move in state:moves() do list[#list + 1] = state:text(move) end
  return list
end

local function play_all(state, moves)
  for _, move in ipairs(moves) do state:play(move) end
  return state
end

-- The texts of moves given as integers, from the start of rules.
local function as_texts(rules, moves)
  local state, list = rules:start(), {}
  for i, move in ipairs(moves) do
    list[i] = state:text(move)
    state:play(move)
  end
  return list
end

describe("the module", function()
  it("names its games, version and folder", function()
    local names = tesela.games()
    assert.same({ "mixtour", "blokus", "losetas", "qwirkle" },
      { table.unpack(names, 1, 4) })
    assert.same(require("tesela.rules.games").names(), { table.unpack(names, 5) })
    assert.is_nil(tesela.game(names[4]).source)
    assert.is_truthy(tesela.game(names[5]).source)
    assert.is_truthy(tesela._VERSION:match "^%d+%.%d+%.%d+$")
    assert.is_truthy(io.open(tesela.home .. "/tesela/library.lua"))
    assert.is_nil(tesela.nothing_of_this_name)
    assert.equal(tesela, require "tesela")
  end)

  it("describes a game", function()
    local game = tesela.game "mixtour"
    assert.equal("mixtour", game.name)
    assert.equal("Mixtour, by Dieter Stein", game.title)
    assert.same({ "white", "red" }, tesela.rules("mixtour").seat_names)
    assert.same({ "points", "passes", "repetition", "stall" }, game.endings)
    local options = {}
    for i, option in ipairs(game.options) do
      options[i] = ("%s %s %s"):format(option.name, option.default, option.range)
    end
    assert.same({ "win_score 1 1..99", "pieces 20 1..20", "stack 5 2..8",
      "repetition 3 2..9 or 0", "stall 100 1..100" }, options)
  end)

  it("has a clock that goes forward", function()
    local before = tesela.clock()
    assert.is_true(tesela.clock() >= before)
  end)

  local stock = "works as a shared module in a stock lua5.4"
  local others = "is refused by other versions of Lua"
  if support.sanitized then
    pending(stock .. " (not with a module built with sanitizers)")
    pending(others .. " (not with a module built with sanitizers)")
  else
    local cpath = support.program:match "^(.*)/bin/[^/]*$" .. "/lib/lua/5.4/?.so;;"

    local function stock_lua(lua, script, environment)
      return support.shell(("env -u LUA_INIT LUA_CPATH=%s %s timeout 10 %s -e %s"):format(
        support.quote(cpath), environment or "", lua, support.quote(script)))
    end

    it(stock, function()
      local out, err, status = stock_lua("lua5.4", [[
        local tesela = require "tesela"
        assert(not pcall(require, "tesela.line"))
        local s = tesela.rules("mixtour", { win_score = 3 }):start(42)
        print(s:play "b2":fen(), s:count(), #tesela.bots(), _VERSION)
        print(tesela.match { rules = s.rules, bots = { "greedy", "random" },
          games = 2 }.games)]])
      assert.equal("", err)
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2\t24\t6\tLua 5.4\n2\n", out)
      assert.equal(0, status)
    end)

    it(others, function()
      local there = stock_lua("lua5.4", 'print(package.searchpath("tesela", package.cpath))')
      cpath = there:gsub("tesela%.so\n$", "?.so")
      local function refusal(lua, environment)
        return stock_lua(lua, 'print(pcall(require, "tesela"))', environment)
      end
      for _, lua in ipairs { "lua5.1", "lua5.3" } do
        local out, err, status = refusal(lua)
        assert.match("^false\t.*undefined symbol: lua", out)
        assert.same({ "", 0 }, { err, status })
      end
      -- An interpreter whose process has the functions of 5.4, too.
      assert.match("^false\tversion mismatch",
        (refusal("lua5.3", "LD_PRELOAD=liblua5.4.so.0")))
    end)

    it("is not compiled for integers of 32 bits", function()
      local out = support.shell([[set -e
        folder=$(mktemp -d)
        trap 'rm -rf "$folder"' EXIT
        flags=$(pkg-config --cflags lua5.4)
        cp "$(echo "$flags" | sed 's/^.*-I\([^ ]*lua5\.4\).*/\1/')"/*.h "$folder"
        sed -i 's/^#define LUA_32BITS.*/#define LUA_32BITS 1/' "$folder/luaconf.h"
        cc -fsyntax-only -w -I"$folder" $flags -I]] .. support.root .. "/core -I"
        .. support.root .. "/bindings " .. support.root .. "/bindings/ltesela.c 2>&1")
      assert.match("tesela needs a Lua with 64%-bit integers", out)
    end)
  end
end)

describe("rules", function()
  it("know name, seats and all options", function()
    local rules = tesela.rules("mixtour", { win_score = 3, stall = "50" })
    assert.equal("mixtour", rules.name)
    assert.equal(2, rules.seats)
    assert.same({ win_score = 3, pieces = 20, stack = 5, repetition = 3, stall = 50 },
      rules.options)
    assert.equal("mixtour win_score=3 stall=50", tostring(rules))
    assert.equal("mixtour", tostring(mixtour))
  end)

  it("hand out options that are a copy", function()
    mixtour.options.win_score = 9
    assert.equal(1, mixtour.options.win_score)
  end)

  it("are the ones of their states", function()
    assert.equal(mixtour, mixtour:start().rules)
    assert.equal(mixtour, mixtour:start():copy():view(1).rules)
  end)

  it("are kept alive by a state, a loop, a history", function()
    local state = tesela.rules("mixtour", { win_score = 5 }):start():play "a1"
    collectgarbage()
    assert.equal(5, state.rules.options.win_score)
    local loop = tesela.rules "mixtour":start():moves()
    collectgarbage()
    assert.is_truthy(loop())
    local copy = tesela.rules("mixtour", { stack = 3 }):start():play "a1":view(2)
    collectgarbage()
    assert.same({ "a1" }, copy:history())
    assert.equal(24, copy:count())
  end)

  it("check themselves", function()
    assert.is_true(mixtour:check { games = support.times(3), seed = 4 })
    assert.is_true(mixtour:check { games = 1, seed = (1 << 53) - 1, max_plies = 5 })
  end)

  it("play random games both ways to the same end", function()
    local games = support.times(200)
    local plies, signature = mixtour:playouts { games = games, seed = 5 }
    assert.same({ plies, signature },
      { mixtour:playouts { games = games, seed = 5, listed = true } })
    assert.is_true(plies >= 9 * games)
    assert.same({ 0, 0 }, { mixtour:playouts { games = 0 } })
  end)

  it("load what fen wrote", function()
    local count = 0
    for seed = 1, support.times(20) do
      local state = long_rules:start(seed)
      local rng = tesela.rng(seed)
      while not state.over and state.ply < 150 do
        state:play(rng:pick(state:list()))
        if state.over then break end
        local again = long_rules:load(state:fen())
        if again == state then
          count = count + 1
          assert.equal(state:hash(), again:hash())
        end
        assert.equal(state:fen(), again:fen())
        assert.same(texts(state), texts(again))
        assert.same({}, again:history())
        assert.equal(0, again.ply)
      end
    end
    assert.is_true(count > 100 or support.stress)
  end)

  it("say what is wrong with a position text", function()
    local function refused(fen) return select(2, pcall(mixtour.load, mixtour, fen)) end
    assert.equal("mixtour position: expected / after five cells, but the text ends",
      refused "5/5/5/5")
    assert.equal(
      "mixtour position: white has 26 pieces on the board, but only 20 in all",
      refused "wwww,wwww,wwww,wwww,wwww/wwww,ww,3/5/5/5 w 0:0 -")
    assert.equal("mixtour position: the stack on c3 is higher than 4",
      refused "5/5/2,wrwrw,2/5/5 w 0:0 -")
    assert.equal("mixtour position: white has won with 1 of 1 points",
      refused "5/5/5/5/5 w 1:0 -")
  end)
end)

describe("a state", function()
  it("tells seat, over, ply and scores", function()
    local state = mixtour:start(42)
    assert.same({ 1, false, 0, { 0, 0 } },
      { state.seat, state.over, state.ply, state.scores })
    assert.is_nil(state.places)
    assert.is_nil(state.winners)
    assert.is_nil(state.reason)
    assert.is_nil(state.viewer)
    assert.is_nil(state:dealt())
    state:play "b2"
    assert.same({ 2, 1 }, { state.seat, state.ply })
  end)

  it("tells places, winners and reason when it is over", function()
    local state = near_end():play "b4:3-d4"
    assert.is_true(state.over)
    assert.is_nil(state.seat)
    assert.same({ { 1, 0 }, { 1, 2 }, { 1 }, "points" },
      { state.scores, state.places, state.winners, state.reason })
    assert.equal(0, state:count())
    assert.same({}, state:list())
    assert.is_nil(state:moves()())
    assert.same({ nil, "the game is over (points)", "illegal" }, { state:move "a1" })
    assert.is_false(pcall(state.play, state, "a1"))
  end)

  it("gives the point to whoever's piece is on top", function()
    local state = mixtour:load "5/1,wwr,1,ww,1/5/5/5 w 0:0 -":play "b4:3-d4"
    assert.same({ { 0, 1 }, { 2, 1 }, { 2 } },
      { state.scores, state.places, state.winners })
  end)

  it("shares the places of a draw", function()
    local rules = tesela.rules("mixtour", { stall = 1 })
    local state = rules:load "5/5/5/5/ww,w,3 w 0:0 -":play "a1-b1"
    assert.same({ "stall", { 1, 1 }, { 1, 2 }, true },
      { state.reason, state.places, state.winners, state.over })
  end)

  it("has moves that are positive integers", function()
    local state = mixtour:start()
    local list, i = state:list(), 0
    for move in state:moves() do
      i = i + 1
      assert.equal("integer", math.type(move))
      assert.is_true(move > 0)
      assert.equal(list[i], move)
      assert.equal(move, state:move(state:text(move)))
      assert.equal(move, state:move(move))
      assert.is_true(state:legal(move))
      assert.is_true(state:legal(state:text(move)))
    end
    assert.equal(25, i)
    assert.equal(25, state:count())
    assert.is_false(state:legal(0))
    assert.is_false(state:legal(-1))
    assert.is_false(state:legal(math.maxinteger))
    assert.is_false(state:legal "a1-b2")
  end)

  it("goes through the moves of the position in which the loop began", function()
    local state, count = mixtour:start(), 0
    for move in state:moves() do
      count = count + 1
      if count == 1 then state:play(move) end
    end
    assert.equal(25, count)
    assert.equal(1, state.ply)
  end)

  it("allows loops inside of loops", function()
    local state, count = mixtour:start(), 0
    for move in state:moves() do
      for _ in state:copy():play(move):moves() do count = count + 1 end
    end
    assert.equal(600, count)
  end)

  it("lists correctly when a finalizer lists, too", function()
    local state, other = mixtour:start(), mixtour:start():play "a1":play "b1"
    local expected, run, wrong = state:list(), 0, 0
    local meta = { __gc = function()
      run = run + #other:list()
    end }
    local mode = collectgarbage("incremental", 100, 1000, 1)
    for _ = 1, support.times(5000) do
      setmetatable({}, meta)
      local list = state:list()
      if #list ~= 25 or list[25] ~= expected[25] then wrong = wrong + 1 end
      local i = 0
      for move in state:moves() do
        i = i + 1
        if move ~= expected[i] then wrong = wrong + 1 end
      end
      if i ~= 25 then wrong = wrong + 1 end
    end
    if not support.stress then collectgarbage(mode) end
    assert.is_true(run > 0)
    assert.equal(0, wrong)
  end)

  it("plays texts and integers and returns itself", function()
    local state = mixtour:start()
    assert.equal("5/5/5/1,w,3/5 r 0:0 b2", state:play "b2":fen())
    assert.is_true(rawequal(state, state:play(state:move "c2")))
    assert.equal("5/5/5/1,w,r,2/5 w 0:0 c2", state:fen())
    assert.equal(state:move "b2-c2", state:move "b2:1-c2")
  end)

  it("refuses an illegal move with the reason and stays as it is", function()
    local state = mixtour:load "5/2,wwr,2/3,rr,1/5/5 w 0:0 -"
    local before, ply = state:fen(), state.ply
    local reason = "c4:3-d3: d3 is 2 high, but c4 is 1 away"
    assert.same({ nil, reason, "illegal" }, { state:move "c4:3-d3" })
    assert.same({ false, reason }, { pcall(state.play, state, "c4:3-d3") })
    assert.same({ nil, "12345 is not the number of a legal move here", "illegal" },
      { state:move(12345) })
    assert.same({ false, "12345 is not the number of a legal move here" },
      { pcall(state.play, state, 12345) })
    assert.equal(before, state:fen())
    assert.equal(ply, state.ply)
    assert.same({}, state:history())
  end)

  it("says of which kind a refusal is", function()
    local kinds = {
      mixtour = { unreadable = { "expected", "B2", "b2 c3", "b2:0-c3", "is not a cell", "b\0" },
        ["no cell"] = { "b9", "b2-f1" }, illegal = { "b2-c3", "pass", "b2:200-c3" } },
      mixtour_points = { unreadable = { "illegal" }, ["no cell"] = { "b9" },
        illegal = { "b2-c3" } },
      blokus = { unreadable = { "(piece V3 shows them)", "expected@a1", "Q@a1", "T4" },
        ["no cell"] = { "u1", "V3@u1" }, ways = { "V3@a1", "V3@a1/9", "V3@a1/3" },
        illegal = { "b2", "a1,c1", "V3@t20", "pass" } },
      losetas = { unreadable = { "is not a cell", "3x3@a1", "2x2@" }, ["no cell"] = { "2x2@z9" },
        illegal = { "2x2@a1" } },
      qwirkle = { unreadable = { "expected", "rc@", "xx@0,0" },
        illegal = { "rc@0,9", "7@0,0", "swap:rc", "pass" } },
      tictactoe = { unreadable = { "expected", "is not a cell", "b" }, ["no cell"] = { "a9" } },
    }
    for game, of_game in pairs(kinds) do
      local state = tesela.rules(game):start(1)
      for kind, moves in pairs(of_game) do
        for _, text in ipairs(moves) do
          assert.equal(kind, select(3, state:move(text)), text)
          assert.equal(kind, select(3, state:try(text)), text)
        end
      end
    end
  end)

  it("raises where the caller stands", function()
    local state = mixtour:start()
    local ok, why = pcall(function() state:play "z9" end)
    assert.is_false(ok)
    assert.is_truthy(why:match "module_spec%.lua:%d+: z9: z9 is not a cell")
  end)

  it("tells the parts of a move", function()
    local state = mixtour:load "5/2,wwr,r,1/5/5/5 w 0:0 -"
    assert.same({ kind = "move", from = "c4", to = "d4", pieces = 3 },
      state:parts "c4:3-d4")
    assert.same({ kind = "move", from = "c4", to = "d4", pieces = 1 },
      state:parts "c4-d4")
    assert.same({ kind = "enter", to = "a1" }, state:parts(state:move "a1"))
    local only_pass = tesela.rules("mixtour", { pieces = 1 })
      :load "5/5/2,w,2/5/5 w 0:0 -"
    assert.same({ kind = "pass" }, only_pass:parts "pass")
  end)

  it("gives single parts of a move as values", function()
    local state = mixtour:load "5/2,wwr,r,1/5/5/5 w 0:0 -"
    local values = table.pack(state:parts("a1", "to", "from", "kind", "nothing"))
    assert.same({ "a1", nil, "enter", nil, n = 4 }, values)
    assert.equal(3, state:parts("c4:3-d4", "pieces"))
    assert.same({ "a1", "b1" }, (tesela.rules "blokus":start():parts("a1,b1", "cells")))
    assert.matches("state:parts: expected the name of a part, got number",
      support.raised(state.parts, state, "a1", 3))
  end)

  it("tells lists as lists, numbers as numbers and names as texts", function()
    local blokus = tesela.rules "blokus":start()
    assert.same({ kind = "place", colour = "blue", piece = "2", turn = 1, at = "a1",
      size = 2, cells = { "a1", "b1" } }, blokus:parts "a1,b1")
    assert.same({ "a1" }, blokus:parts("a1").cells)
    assert.same({ "h8", "i8", "h9", "i9" }, tesela.rules "losetas":start():parts("2x2@h8").cells)
    local qwirkle = tesela.rules("qwirkle"):start { bag = tesela.rules "qwirkle":start(3):dealt() }
    local parts = qwirkle:parts(qwirkle:list()[1])
    assert.equal(parts.size, #parts.tiles)
    assert.equal(parts.size, #parts.cells)
    assert.equal("0,0", parts.cells[1])
    local digits = tesela.derive("blokus", { name = "digits", pieces = { ["1"] = "x" } })
    local state = tesela.rules(digits):start()
    assert.equal("1", state:parts(state:list()[1]).piece)
  end)

  it("tells the parts of moves in Lua by their numbers", function()
    local state = tesela.rules "tictactoe":start()
    local move = state:list()[5]
    assert.same({ kind = "move", number = move }, state:parts(move))
    local own = tesela.rules(tesela.derive("qwirkle", { name = "idle",
      moves = function(base, s, out)
        for m in base.moves(s) do out(m) end
        out(base.own(7))
      end,
      apply = function(base, s, m)
        if base.number(m) then base.pass(s) else base.apply(s, m) end
      end })):start(1)
    assert.same({ kind = "own", number = 7 }, own:parts "7")
    for _, bot in ipairs { "greedy", "lookahead" } do
      local game = tesela.run { rules = own.rules, bots = { bot, "random" },
        budget = { iterations = 5 }, max_plies = support.times(6, 2) }
      assert.is_nil(game.message)
    end
  end)

  it("answers mixtour's queries", function()
    local state = mixtour:load "5/2,wrr,2/5/5/r,4 w 0:0 -"
    assert.equal("wrr", state:cell "c4")
    assert.equal("", state:cell "e5")
    assert.equal(3, state:height "c4")
    assert.equal(0, state:height "e5")
    assert.equal(19, state:reserve(1))
    assert.equal(17, state:reserve(2))
    assert.equal(25, #state:cells())
    assert.equal("a1", state:cells()[1])
    assert.equal("e5", state:cells()[25])
    local pieces = 0
    for _, cell in ipairs(state:cells()) do
      assert.equal(#state:cell(cell), state:height(cell))
      pieces = pieces + state:height(cell)
    end
    assert.equal(40, pieces + state:reserve(1) + state:reserve(2))
  end)

  it("draws its board", function()
    local drawing = tostring(mixtour:load "5/2,wrr,2/5/5/r,4 r 0:0 -")
    assert.is_truthy(drawing:find("wrR", 1, true))
    assert.is_truthy(drawing:find("red to move   score 0:0   reserve 19:17", 1, true))
    for line in drawing:gmatch "[^\n]+" do assert.is_true(#line <= 79) end
  end)

  it("counts leaves", function()
    local state = mixtour:start()
    local known = { [0] = 1, 25, 600, 14088, 330384 }
    for depth = 0, support.stress and 3 or 4 do
      assert.equal(known[depth], state:perft(depth))
    end
    assert.equal(0, near_end():play "b4:3-d4":perft(1))
    assert.equal(START, state:fen())
  end)
end)

describe("equality and hash", function()
  it("do not look at the ply nor the way", function()
    local a = mixtour:start():play "a1":play "e5":play "c3"
    local b = mixtour:start(7):play "c3":play "e5":play "a1"
    a, b = a:play "d1", b:play "d1"
    assert.is_true(a == b)
    assert.equal(a:hash(), b:hash())
    local again = mixtour:load(a:fen())
    assert.is_true(a == again)
    assert.equal(a:hash(), again:hash())
    assert.are_not.equal(a.ply, again.ply)
  end)

  it("tell different positions, and rules, apart", function()
    local state, seen, count = mixtour:start(), {}, 0
    for move in state:moves() do
      local after = state:copy():play(move)
      assert.is_true(after ~= state)
      assert.is_nil(seen[after:hash()])
      seen[after:hash()] = true
      count = count + 1
    end
    assert.equal(25, count)
    local other = tesela.rules("mixtour", { win_score = 3 }):start()
    assert.is_false(state == other)
    assert.is_true(state == tesela.rules "mixtour":start())
    assert.is_true(state == tesela.rules("mixtour", { win_score = 1 }):start())
    assert.is_false(state == mixtour)
    assert.is_false(state == 5)
    assert.is_false(state == tesela.rng(1))
  end)
end)

describe("memory", function()
  local moves = support.long_game(mixtour, 60)

  it("is not allocated by playing integers", function()
    local state = mixtour:start()
    assert.equal(0, support.allocated(function()
      for i = 1, 60 do state:play(moves[i]) end
    end))
    assert.equal(60, state.ply)
  end)

  it("is allocated once for a loop, whatever the number of moves", function()
    local wide, narrow = mixtour:start(), mixtour:start()
    for i = 1, 40 do wide:play(moves[i]) end
    narrow:play "a1"
    assert.is_true(wide:count() > narrow:count())
    local next_move, sum = nil, 0
    for _, state in ipairs { wide, narrow } do
      assert.is_true(support.allocated(function() next_move = state:moves() end) > 0)
      assert.equal(0, support.allocated(function()
        for move in next_move do sum = sum + move end
      end))
    end
    -- Between two numbers of moves there is only the room for the moves.
    local function bytes(state)
      return support.allocated(function() state:moves() end)
    end
    assert.equal(8 * (wide:count() - narrow:count()), bytes(wide) - bytes(narrow))
  end)

  it("is not allocated by questions that numbers answer", function()
    local state, rng = mixtour:start(), tesela.rng(1)
    local move = state:move "c3"
    local other, sum = state:copy(), 0
    assert.equal(0, support.allocated(function()
      for _ = 1, 10 do
        sum = sum + state.seat + state.ply + state:count() + state:height "c3"
        sum = sum + state:move(move) + state:perft(1) + state:hash() % 7 + rng:int(6)
        if state.over or state ~= other or not state:legal(move) then sum = 0 end
      end
    end))
    assert.is_true(sum > 0)
  end)

  it("of a copy does not grow with the game", function()
    local function bytes(state)
      return support.allocated(function() state:copy() end)
    end
    local state = mixtour:start()
    local first = bytes(state)
    for i = 1, 60 do state:play(moves[i]) end
    assert.equal(first, bytes(state))
  end)
end)

describe("a copy", function()
  it("is equal and independent", function()
    local state = mixtour:start():play "a1":play "b1"
    local before = state:fen()
    local copy = state:copy()
    assert.is_true(copy == state)
    assert.is_false(rawequal(copy, state))
    copy:play "c3"
    assert.equal(before, state:fen())
    assert.equal("b1", state:history()[2])
    assert.same({ "a1", "b1", "c3" }, copy:history())
    assert.same({ "a1", "b1" }, state:history())
    state:play "d4"
    assert.same({ "a1", "b1", "c3" }, copy:history())
    assert.same({ "a1", "b1", "d4" }, state:history())
  end)

  it("keeps its own history in a tree of branches", function()
    local rng = tesela.rng(11)
    local branches = { { state = long_rules:start(), moves = {} } }
    for step = 1, support.times(1500, 200) do
      local branch = rng:pick(branches)
      if rng:int(4) == 1 and #branches < 30 then
        branches[#branches + 1] = { state = branch.state:copy(),
          moves = table.move(branch.moves, 1, #branch.moves, 1, {}) }
      elseif not branch.state.over then
        local move = rng:pick(branch.state:list())
        branch.moves[#branch.moves + 1] = branch.state:text(move)
        branch.state:play(move)
      end
      if step % 100 == 0 then
        for _, each in ipairs(branches) do
          assert.same(each.moves, each.state:history())
          assert.is_true(each.state == play_all(long_rules:start(), each.moves))
        end
      end
    end
  end)
end)

describe("a history", function()
  -- 64 moves is where its first memory ends, and 128 where the next does.
  for _, plies in ipairs { 63, 64, 65, 127, 128, 129, 200, 300 } do
    it(("is whole after %d plies"):format(plies), function()
      local moves = support.long_game(long_rules, plies)
      local list = as_texts(long_rules, moves)
      local state = long_rules:start()
      for i = 1, plies do state:play(moves[i]) end
      assert.equal(plies, state.ply)
      assert.same(table.move(list, 1, plies, 1, {}), state:history())
      local a, b = state:copy(), state:copy()
      if not state.over then
        local first = a:list()
        a:play(first[1])
        b:play(first[#first])
        assert.equal(plies + 1, #a:history())
        assert.equal(plies + 1, #b:history())
        assert.are_not.equal(a:history()[plies + 1], b:history()[plies + 1])
      end
      assert.equal(plies, #state:history())
    end)
  end

  it("begins again with a position that was loaded", function()
    local state = mixtour:load "5/2,wrr,2/5/5/r,4 w 0:0 -"
    assert.same({}, state:history())
    assert.same({ "e5" }, state:play "e5":history())
  end)

  it("can be seen in a view, and continues in it", function()
    local state = mixtour:start():play "a1":play "b1"
    local view = state:view(1)
    assert.same({ "a1", "b1" }, view:history())
    view:play "c1"
    assert.same({ "a1", "b1", "c1" }, view:history())
    state:play "e5"
    assert.same({ "a1", "b1", "e5" }, state:history())
    assert.same({ "a1", "b1", "c1" }, view:history())
    local copy, deeper = view:copy(), view:view(1)
    view:play "d1"
    copy:play "d2"
    deeper:play "d3"
    assert.same({ "a1", "b1", "c1", "d1" }, view:history())
    assert.same({ "a1", "b1", "c1", "d2" }, copy:history())
    assert.same("d3", deeper:history()[#deeper:history()])
  end)

  it("of a view is whole in long games", function()
    local moves = support.long_game(long_rules, 210)
    local list = as_texts(long_rules, moves)
    local state = long_rules:start()
    for i = 1, 70 do state:play(moves[i]) end
    local view = state:view(2)
    for i = 71, 210 do view:play(moves[i]) end
    assert.same(table.move(list, 1, 210, 1, {}), view:history())
    assert.equal(70, #state:history())
  end)
end)

describe("a view", function()
  it("shows all of mixtour, where nothing is hidden", function()
    local state = mixtour:start():play "a1"
    for seat = 1, 2 do
      for _, rng in ipairs { 0, 5, tesela.rng(3), false } do
        local view = state:view(seat, rng or nil)
        assert.equal(seat, view.viewer)
        assert.is_true(view == state)
        assert.equal(state:hash(), view:hash())
        assert.equal(state:fen(), view:fen())
        assert.equal(tostring(state), tostring(view))
        assert.equal(state.ply, view.ply)
      end
    end
    assert.is_nil(state.viewer)
  end)

  it("is the view of one seat only", function()
    local view = mixtour:start():view(1)
    assert.equal(1, view:view(1).viewer)
    assert.equal(1, view:copy().viewer)
    assert.same({ false, "state:view: this is the view of seat 1; seat 2 is hidden" },
      { pcall(view.view, view, 2) })
  end)

  it("is not a game to be recorded", function()
    local view = mixtour:start():view(1)
    assert.same({ false, "state:record: expected a game, got a view" },
      { pcall(view.record, view) })
  end)
end)

describe("play_random", function()
  it("makes the move that a generator picks of the list, and it is one of the game", function()
    for _, name in ipairs(tesela.games()) do
      local rules = tesela.rules(name)
      local a, b = tesela.rng(8), tesela.rng(8)
      local state, slow = rules:start(4), rules:start(4)
      while not state.over and state.ply < 300 do
        assert.is_true(rawequal(state, state:play_random(a)))
        slow:play(b:pick(slow:list()))
        assert.is_true(state == slow, name)
      end
      assert.same(slow:history(), state:history())
      assert.equal(b:seed(), a:seed())
    end
  end)

  it("makes each legal move about as often as the others", function()
    local start, rng, times = mixtour:start():play "a1":play "b2", tesela.rng(5), {}
    local rounds = 200 * start:count()
    for _ = 1, rounds do
      local move = start:copy():play_random(rng):history()[3]
      times[move] = (times[move] or 0) + 1
    end
    for _, move in ipairs(start:texts()) do
      assert.is_true(times[move] > 130 and times[move] < 270, move)
    end
  end)

  it("is refused when the game is over", function()
    local state = near_end():play "b4:3-d4"
    assert.error_matches(function() state:play_random(tesela.rng(1)) end,
      "the game is over %(points%)")
  end)
end)

describe("a playout", function()
  it("ends a game and leaves the state as it is", function()
    local state = mixtour:start():play "a1"
    local rng = tesela.rng(8)
    for _ = 1, support.times(50) do
      local final = state:playout(rng)
      assert.is_true(final.over)
      assert.is_truthy(final.reason)
      assert.is_true(#final.winners > 0)
      assert.is_true(final.ply > state.ply)
      assert.same({}, final:history())
    end
    assert.equal("5/5/5/5/w,4 r 0:0 a1", state:fen())
    assert.same({ "a1" }, state:history())
  end)

  it("follows from its generator", function()
    local state = mixtour:start()
    local a, b = tesela.rng(3), tesela.rng(3)
    for _ = 1, 10 do assert.is_true(state:playout(a) == state:playout(b)) end
    assert.equal(a:seed(), b:seed())
  end)

  it("of a finished game is that game", function()
    local state = near_end():play "b4:3-d4"
    assert.is_true(state == state:playout(tesela.rng(1)))
  end)

  it("cannot be recorded", function()
    local final = mixtour:start():playout(tesela.rng(1))
    assert.same({ false, "state:record: this state has no history" },
      { pcall(final.record, final) })
    assert.same({}, final:view(1):history())
  end)
end)

describe("a generator", function()
  it("gives the same numbers for the same seed", function()
    local a, b, c = tesela.rng(7), tesela.rng(7), tesela.rng(8)
    local same, different = true, false
    for _ = 1, 100 do
      local x = a:seed()
      same = same and x == b:seed()
      different = different or x ~= c:seed()
    end
    assert.is_true(same and different)
  end)

  it("gives numbers in range, all of them", function()
    local rng, seen = tesela.rng(1), {}
    for _ = 1, support.times(600, 100) do
      local n, x, seed = rng:int(6), rng:float(), rng:seed()
      assert.equal("integer", math.type(n))
      seen[n] = true
      assert.is_true(n >= 1 and n <= 6 and x >= 0 and x < 1)
      assert.is_true(seed >= 0 and seed < 1 << 53)
    end
    assert.same({ true, true, true, true, true, true }, seen)
    assert.equal(1, rng:int(1))
    assert.is_true(rng:int(math.maxinteger) > 0)
    assert.equal("x", rng:pick { "x" })
  end)

  it("shuffles a list into every order", function()
    local rng, list, orders = tesela.rng(1), { 1, 2, 3 }, {}
    for _ = 1, 200 do
      assert.equal(list, rng:shuffle(list))
      orders[table.concat(list)] = true
    end
    assert.same({ ["123"] = true, ["132"] = true, ["213"] = true, ["231"] = true,
      ["312"] = true, ["321"] = true }, orders)
    assert.same({}, rng:shuffle {})
    assert.has_error(function() rng:shuffle(3) end)
  end)
end)

describe("a record", function()
  it("holds a finished game and replays to it", function()
    local moves, state = support.random_game(mixtour, 7)
    local line = state:record { players = { "a", "b" }, pair = 3,
      seconds = { 0.5, [3] = 0.25 }, values = { [2] = 0.25 } }
    assert.is_nil(line:find "\n")
    local record = tesela.decode(line)
    assert.same({ 1, "mixtour", 7, { "a", "b" }, 3 }, { record.tesela, record.game,
      record.seed, record.players, record.pair })
    assert.same(mixtour.options, record.options)
    assert.same(as_texts(mixtour, moves), record.moves)
    assert.same({ state.scores, state.places, state.winners, state.reason },
      { record.result.scores, record.result.places, record.result.winners,
        record.result.reason })
    assert.same({ 0.5, nil, 0.25 }, { table.unpack(record.seconds, 1, 3) })
    assert.equal(0.25, record.values[2])
    local again = tesela.replay(line)
    assert.is_true(again == state)
    assert.same(state:history(), again:history())
    assert.equal(state.ply, again.ply)
    assert.equal(support.timeless(again:record { players = { "a", "b" }, pair = 3,
      values = { [2] = 0.25 } }), support.timeless(line))
  end)

  it("holds a game that is not over, with its options", function()
    local rules = tesela.rules("mixtour", { win_score = 2, stack = 3 })
    local state = rules:start(9):play "a1":play "b1"
    local again = tesela.replay(state:record())
    assert.is_true(again == state)
    assert.equal(2, again.rules.options.win_score)
    assert.equal(3, again.rules.options.stack)
    assert.same({ "a1", "b1" }, again:history())
    assert.is_nil(tesela.decode(state:record()).result)
  end)

  it("holds a game that began with a position", function()
    local fen = "5/2,wrr,2/5/5/r,4 w 0:0 -"
    local state = mixtour:load(fen):play "e5":play "d5"
    local line = state:record {}
    assert.equal(fen, tesela.decode(line).fen)
    local again = assert(tesela.replay(line))
    assert.is_true(again == state)
    assert.same({ "e5", "d5" }, again:history())
  end)

  it("holds a result from outside", function()
    local state = mixtour:start(3):play "a1":play "b1"
    for _, reason in ipairs { "resigned", "agreement", "time", "memory", "illegal",
      "error", "plies", "adjudicated" } do
      local line = state:record { result = { reason = reason, places = { 2, 1 },
        message = "why\n\"not\"" } }
      assert.same({ reason = reason, places = { 2, 1 }, winners = { 2 },
        scores = { 0, 0 }, message = "why\n\"not\"" }, tesela.decode(line).result)
      assert.is_true(tesela.replay(line) == state)
    end
    local line = state:record { result = { reason = "time", places = { 1, 1 } } }
    local _, why = tesela.replay((line:gsub('"time"', '"boredom"')))
    assert.equal('result: "boredom" is not a reason that mixtour knows', why)
  end)

  it("has places that are those of a result, and no minus zero", function()
    local state = tesela.rules("blokus", { players = 3 }):start(1)
    for _, places in ipairs { { 1, 1, 2 }, { 1, 3, 3 } } do
      assert.matches("a gap after a shared place", support.raised(state.record, state,
        { result = { reason = "agreement", places = places } }))
    end
    local good = state:record { result = { reason = "agreement", places = { 1, 1, 3 } } }
    assert.is_true(tesela.replay(good) == state)
    local _, why = tesela.replay((good:gsub("%[1,1,3%]", "[1,1,2]")))
    assert.matches("^result: expected a seat in place 1, and a gap", why)
    state = tesela.rules("mixtour"):start(1):play "b2"
    assert.equal(state:record { seconds = { 0 }, values = { 0 } },
      state:record { seconds = { -0.0 }, values = { -0.0 } })
  end)

  it("holds the result of the rules before one from outside", function()
    local _, state = support.random_game(mixtour, 7)
    local line = state:record { result = { reason = "resigned", places = { 2, 1 } } }
    assert.equal(state.reason, tesela.decode(line).result.reason)
  end)

  it("replays a part", function()
    local _, state = support.random_game(mixtour, 7)
    local line = state:record()
    for _, plies in ipairs { 0, 1, 5, #state:history() } do
      local part = tesela.replay(line, plies)
      assert.equal(plies, part.ply)
      assert.same(table.move(state:history(), 1, plies, 1, {}), part:history())
    end
    assert.equal(state.ply, tesela.replay(line, 1000).ply)
    local other = tesela.replay(line, 5)
    other:play(other:list()[1])
    assert.equal(6, #tesela.decode(other:record()).moves)
  end)

  it("of a long game replays", function()
    local moves, state, seed = support.long_game(long_rules, 210)
    local line = state:record()
    assert.equal(#moves, #tesela.decode(line).moves)
    assert.equal(seed, tesela.decode(line).seed)
    assert.is_true(tesela.replay(line) == state)
  end)

  it("that is wrong says why", function()
    local _, state = support.random_game(mixtour, 7)
    local record = tesela.decode(state:record { players = { "a", "b" } })
    local function refused(change)
      local copy = tesela.decode(tesela.encode(record))
      change(copy)
      local result, why = tesela.replay(tesela.encode(copy))
      assert.is_nil(result)
      return why
    end
    assert.equal("move 3 of 36: z9: z9 is not a cell (a1 to e5)",
      refused(function(r) r.moves[3] = "z9" end))
    assert.equal("result: recorded places [2,1], but the rules give [1,2]",
      refused(function(r) r.result.places, r.result.winners = { 2, 1 }, { 2 } end))
    assert.matches("^there is no game chess; the games: ",
      refused(function(r) r.game = "chess" end))
    assert.equal("mixtour: win_score=0: expected a whole number in 1..99",
      refused(function(r) r.options.win_score = 0 end))
    assert.equal("mixtour: there is no option wins; the options: win_score, pieces, "
      .. "stack, repetition, stall", refused(function(r) r.options.wins = 1 end))
    assert.equal("this is format version 2; this program reads 1",
      refused(function(r) r.tesela = 2 end))
    assert.is_truthy(select(2, tesela.replay "{"):match "^not JSON")
    assert.is_truthy(select(2, tesela.replay ""):match "^not JSON")
  end)
end)

describe("a question about a move", function()
  it("takes its integer as its text, in every game", function()
    local asked = 0
    for _, name in ipairs(tesela.games()) do
      for _, query in ipairs(tesela.game(name).queries) do
        local s = tesela.rules(name):start(1)
        for _, m in ipairs(query.takes:find "move" and s:list() or {}) do
          local told, answer = pcall(s[query.name], s, s:text(m))
          assert.same({ told, answer }, { pcall(s[query.name], s, m) })
          asked = asked + 1
        end
      end
    end
    assert.is_true(asked > 0)
  end)

  it("takes its integer as its text, in the middle of a game", function()
    local s = tesela.rules("qwirkle"):load("rc@0,0 rd+rs+yu/gf bf 1 0:0 0")
    for m in s:moves() do
      if s:parts(m).kind == "place" then
        assert.equal(s:points(s:text(m)), s:points(m))
        assert.equal(s:explain(s:text(m)), s:explain(m))
      end
    end
    assert.same({ false, "5 is not the number of a legal move here" },
      { pcall(s.points, s, 5) })
  end)
end)

describe("what a move of Mixtour scores", function()
  local s = tesela.rules("mixtour"):start():play "b2"

  it("is nothing for most legal moves", function()
    for m in s:moves() do assert.equal("", s:explain(m)) end
  end)

  it("is not said of moves that are not legal", function()
    for text, why in pairs {
      ["b2-b2"] = "b2%-b2: ", ["d4-e5"] = "d4%-e5: d4 is empty", ["b2"] = "b2 is not empty",
      ["pass"] = "pass", ["b2-d4"] = "d4 is empty", ["zz"] = "zz", [""] = ".",
    } do
      local told, message = pcall(s.explain, s, text)
      assert.is_false(told, text)
      assert.matches(why, message)
      assert.equal(select(2, s:move(text)), message)
    end
    assert.is_false(pcall(s.explain, s))
    assert.is_false(pcall(s.explain, s, 0))
  end)

  it("is not said if the game is over", function()
    local final = tesela.rules("mixtour"):start():playout(tesela.rng(1))
    assert.is_false(pcall(final.explain, final, "a1"))
  end)
end)

describe("a game whose author wrote no texts", function()
  it("has its name for a title, and empty ones", function()
    local game = tesela.game(tesela.define { name = "bare", seats = 2,
      endings = { "done" }, moves = function(_, out) out(1) end,
      apply = function() end, result = function() return { 0, 0 } end })
    assert.same({ "bare", "", "" }, { game.title, game.summary, game.notation })
  end)

  it("is called as its base, with its name", function()
    local four = tesela.derive("mixtour", { name = "four" })
    assert.equal("Mixtour, by Dieter Stein (four)", tesela.game(four).title)
    assert.equal("Mixtour, by Dieter Stein (fourth)",
      tesela.game(tesela.derive(four, { name = "fourth" })).title)
    assert.equal("Mine", tesela.game(tesela.derive(four, { name = "mine", title = "Mine" })).title)
  end)

  it("does not give the rules of its base for its own if functions change them", function()
    local base = tesela.game "mixtour".summary
    local function summary_of(name, t)
      t.name = name
      return tesela.game(tesela.derive("mixtour", t)).summary
    end
    assert.equal(base, summary_of("as_base", { options = { win_score = 3 } }))
    assert.equal("mine", summary_of("own_words", { summary = "mine",
      keep = function() return true end }))
    for _, name in ipairs { "start", "moves", "keep", "apply", "over", "result" } do
      assert.equal("A variant that changes some of the rules of mixtour, which are:\n" .. base,
        summary_of("changes_" .. name, { [name] = function() return true end }))
    end
  end)
end)

describe("state:try", function()
  local function random_game(name, seed, play)
    local state, rng = tesela.rules(name):start(seed), tesela.rng(seed)
    while not state.over do play(state, rng:pick(state:list())) end
    return state
  end

  it("makes a move, and says why it does not", function()
    for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
      local state = tesela.rules(name):start(1)
      local before = state:copy()
      local move, why = state:try "nonsense"
      assert.is_nil(move)
      assert.equal(select(2, state:move "nonsense"), why)
      assert.equal(before, state)
      move = state:list()[1]
      assert.equal(move, state:try(state:text(move)))
      assert.equal(before:play(move), state)
    end
  end)

  it("leaves the same record as play, whoever goes another way from there", function()
    for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
      for seed = 1, support.times(5, 1) do
        local played = random_game(name, seed, function(s, m) s:play(m) end)
        local tried = random_game(name, seed, function(s, m) assert(s:try(m)) end)
        assert.equal(played:record(), tried:record())
        assert.same(played:history(), tried:history())
        local sides = {}
        local mixed = random_game(name, seed, function(s, m)
          local side = s:copy() -- goes another way from the same history
          local list = side:list()
          if s.ply % 3 == 0 then s:play(m) else s:try(m) end
          side:try(list[#list])
          if not side.over then side:try(side:list()[1]) end
          sides[#sides + 1] = side
        end)
        assert.equal(played:record(), mixed:record())
        for _, side in ipairs(sides) do
          assert.same(assert(tesela.replay(side:record())):history(), side:history())
        end
      end
    end
  end)

  it("takes back what a game in Lua refused half-way", function()
    local fail = false
    local function apply(base, s, m)
      if fail then error "no" end
      base.apply(s, m)
    end
    local rules = tesela.rules(tesela.derive("losetas", { name = "fragile", apply = apply }))
    local state = rules:start(1)
    assert(state:try(state:list()[1]))
    fail = true
    assert.is_false((pcall(state.try, state, state:list()[1])))
    fail = false
    local list = state:list()
    state:play(list[#list])
    local text = state:copy():history()
    assert.same(text, assert(tesela.replay(state:record(), nil, rules)):history())
  end)
end)
