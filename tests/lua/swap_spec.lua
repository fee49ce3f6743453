-- The pie rule: held against the game without it, whose first seat is played by the
-- second player once sides were changed.

local tesela = require "tesela"
local support = require "support"

local derive, raised, texts = support.derive, support.raised, support.texts

local SMALL = { board = 6, starts = { "b2", "e5" }, options = { variant = "duo" },
  pieces = { I1 = "x", I2 = "xx", V3 = "x./xx", I3 = "xxx", L4 = "x../xxx" } }

local function small(more)
  local t = {}
  for key, value in pairs(SMALL) do t[key] = value end
  for key, value in pairs(more or {}) do t[key] = value end
  return derive("blokus", t)
end

-- A whole game of functions: who has two in a row on a line of seven loses it.
local lines = 0
local function line(more)
  lines = lines + 1
  local t = { name = "line_swap" .. lines, seat_names = { "left", "right" },
    fields = { row = { cells = 7, max = 2 }, made = { cells = 2, max = 9 } },
    endings = { "two", "full" },
    moves = function(s, out) s.row:find(0, out) end,
    keep = function(s, m) return m > 1 or s.made[1] > 0 end,
    apply = function(s, m)
      s.row[m], s.made[s.seat], s.seat = s.seat, s.made[s.seat] + 1, 3 - s.seat
    end,
    over = function(s)
      for i = 2, 7 do
        if s.row[i] > 0 and s.row[i] == s.row[i - 1] then return "two" end
      end
      return s.row:count(0) == 0 and "full" or nil
    end,
    result = function(s)
      return s.reason == "two" and { 2 - s.seat, s.seat - 1 } or { 0, 0 }
    end,
    draw = function(s, board)
      board:size(7, 1)
      for i = 1, 7 do if s.row[i] > 0 then board:put(i, 1, ("LR"):sub(s.row[i], s.row[i])) end end
    end,
    estimate = function(s) return { s.row:count(1), s.row:count(2) } end,
    policy = function(_, m) return m end }
  for name, value in pairs(more or {}) do t[name] = value end
  return tesela.define(t)
end

-- A game of data.
local function rows(more)
  lines = lines + 1
  local t = { name = "rows_swap" .. lines, board = tesela.board.square(3), moves = { "place" },
    seat_names = { "left", "right" },
    endings = { { "line", row = 3 }, { "full", full = true } } }
  for name, value in pairs(more or {}) do t[name] = value end
  return tesela.define(t)
end

-- The first seat may not play everywhere.
local function kept(more)
  local t = { keep = function(_, s, m) return s.seat == 2 or m % 5 > 0 end }
  for name, value in pairs(more or {}) do t[name] = value end
  return derive(rows(), t)
end

local GAMES = {
  { name = "mixtour", plain = "mixtour", pie = derive("mixtour", { swap = true }),
    options = { win_score = 2 } },
  { name = "losetas", plain = "losetas", pie = derive("losetas", { swap = true }),
    options = { size = 4 } },
  { name = "blokus", plain = small(), pie = small { swap = true } },
  { name = "blokus for two", plain = "blokus", pie = derive("blokus", { swap = true,
    options = { players = 2 } }), options = { players = 2 }, long = true },
  { name = "a game of data", plain = rows(), pie = rows { swap = true } },
  { name = "a game of functions", plain = line(), pie = line { swap = true } },
  { name = "functions of a variant", plain = kept(), pie = kept { swap = true } },
}

-- What seats are called in the game without the rule, where they are sides.
local function turned(list, changed)
  if not list or not changed then return list end
  return { list[2], list[1] }
end

-- What is drawn, wherever there is room for the words about the swap.
local function letters(drawing)
  local rest, count = drawing:gsub("sides swapped", "")
  return rest:gsub("%s", "") .. ("!"):rep(count)
end

local function compare(game, plain, pie, changed, open)
  local moves = texts(plain)
  if open then
    moves[#moves + 1] = "swap"
    table.sort(moves)
  end
  assert.same(moves, texts(pie))
  assert.equal(#moves, pie:count())
  if not plain.over then
    assert.equal(changed and 3 - plain.seat or plain.seat, pie.seat)
  end
  assert.same({ plain.over, plain.reason }, { pie.over, pie.reason })
  assert.same(turned(plain.scores, changed), pie.scores)
  assert.same(turned(plain.places, changed), pie.places)
  assert.same(turned(plain.rules.seat_names, changed), pie.seat_names)
  assert.equal(letters(plain:draw() .. (changed and "sides swapped" or "")),
    letters(pie:draw()))
  if game.name == "mixtour" then
    for seat = 1, 2 do
      assert.equal(plain:reserve(seat), pie:reserve(changed and 3 - seat or seat))
    end
  elseif game.name == "losetas" then
    assert.same(turned(plain:areas(), changed), pie:areas())
    assert.same({ plain:left(), plain:left "grey", plain:left(1) },
      { pie:left(), pie:left "grey", pie:left(changed and 2 or 1) })
  end
  if plain.over then return end
  local m = plain:list()[1]
  assert.same(plain:parts(m), pie:parts(m))
  assert.equal(plain:svg { mark = m } == pie:svg { mark = m }, not changed)
  local fen = pie:fen()
  assert.equal(pie.swap, tonumber(fen:match " swap=(%d)"))
  assert.equal(plain:fen(), (fen:gsub(" swap=%d", "")))
  local again = pie.rules:load(fen)
  assert.is_true(again == pie)
  assert.same({ again.seat, again:fen(), again:hash() }, { pie.seat, fen, pie:hash() })
end

describe("the pie rule", function()
  for _, game in ipairs(GAMES) do
    it("over " .. game.name .. " is what a second look says", function()
      local plains = tesela.rules(game.plain, game.options)
      local pies = tesela.rules(game.pie, game.options)
      for seed = 1, support.times(game.long and 2 or 12, 1) do
        local plain, pie, rng = plains:start(), pies:start(), tesela.rng(seed)
        local changed = false
        while not plain.over do
          compare(game, plain, pie, changed, plain.ply == 1 and not changed)
          if plain.ply == 1 and seed % 2 == 0 and not changed then
            changed = true
            pie:play "swap"
          else
            local move = rng:pick(texts(plain))
            plain:play(move)
            pie:play(move)
          end
        end
        compare(game, plain, pie, changed, false)
        local record = pie:record()
        assert.is_true(assert(tesela.replay(record)) == pie)
        assert.same(pie:history(), tesela.decode(record).moves)
        assert.equal(changed and "swap" or nil, changed and pie:history()[2] or nil)
      end
    end)

    it("over " .. game.name .. " passes the conformance check", function()
      assert.same({ true }, { tesela.rules(game.pie, game.options)
        :check { games = game.long and 1 or 3, max_plies = support.times(60, 3) } })
    end)
  end

  it("is one move more behind the first", function()
    local rules = tesela.rules(GAMES[1].pie)
    local s = rules:start()
    assert.same({ 25, 625, 14688 }, { s:perft(1), s:perft(2), s:perft(3) })
    for _, name in ipairs { 3, 2 } do
      local plain = tesela.rules(GAMES[name].plain, GAMES[name].options):start()
      local pie = tesela.rules(GAMES[name].pie, GAMES[name].options):start()
      assert.equal(plain:perft(2) + plain:perft(1), pie:perft(2))
      assert.equal(plain:perft(3) + plain:perft(2), pie:perft(3))
    end
  end)

  it("is a choice that comes once", function()
    local s = tesela.rules(GAMES[1].pie):start()
    assert.same({ nil, "swap: possible only as the answer to the first move", "illegal" },
      { s:move "swap" })
    s:play "c3"
    local m = assert(s:move "swap")
    assert.same({ "swap", "swap", 2, 1 }, { s:text(m), s:parts(m).kind, s.seat, s.swap })
    assert.is_string(s:draw { mark = "swap" })
    local other = s:copy():play "swap"
    assert.same({ 1, 3, { "red", "white" } }, { other.seat, other.swap, other.seat_names })
    assert.matches("red to move", tostring(other))
    assert.is_false(other:legal "swap")
    assert.is_false(other:legal(m))
    assert.is_false(other:play("a1"):legal "swap")
    s:play "a1"
    assert.same({ 1, 2, { "white", "red" } }, { s.seat, s.swap, s.seat_names })
    assert.is_false(s:legal "swap")
  end)

  it("is known to the texts of the game", function()
    local game = tesela.game(GAMES[1].pie)
    assert.matches("\nswap  take over the first side$", game.notation)
    assert.matches("take over the side", game.summary)
    assert.equal("mixtour", game.root)
    game = tesela.game(line { swap = true, summary = "Mine.", notation = "2  a cell" })
    assert.matches("^Mine.\nAfter the first move", game.summary)
    assert.equal("2  a cell\nswap  take over the first side", game.notation)
  end)

  it("goes with other functions, here and in layers, which go by sides", function()
    local below = derive("mixtour", { swap = true, options = { win_score = 2 },
      endings = { "late" }, fields = { made = 2 },
      moves = function(base, s, out)
        for m in base.moves(s) do
          local part = s:parts(m)
          if part.kind ~= "enter" or part.to ~= "c3" then out(m) end
        end
      end,
      apply = function(base, s, m)
        s.made[s.seat] = s.made[s.seat] + 1
        base.apply(s, m)
      end,
      over = function(base, s)
        return s.made[1] + s.made[2] > 20 and "late" or base.over(s)
      end,
      result = function(base, s)
        local points, places = base.result(s)
        return points, places
      end,
      draw = function(base, s, board) base.draw(s, board) end,
      print = function(base, s, m) return "to:" .. base.print(s, m) end,
    })
    for _, each in ipairs { below, derive(below, { over = function(base, s)
      return base.over(s)
    end }) } do
      local rules = tesela.rules(each)
      local s = rules:start()
      assert.equal(24, s:count())
      s:play "to:a1"
      assert.equal(24, s:count()) -- 23 cells, and swap
      s:play "swap":play "to:b2"
      assert.same({ 2, 3, 1, 1 }, { s.seat, s.swap, s.made[1], s.made[2] })
      assert.matches("passes=0 swap=3 made=1*2", s:fen(), 1, true)
      assert.same({ true }, { rules:check { games = 1, max_plies = support.times(25, 3) } })
    end
  end)

  it("goes below variants, and over those that have functions", function()
    for _, each in ipairs { "mixtour_points", "mixtour_remover" } do
      local rules = tesela.rules(derive(each, { swap = true }))
      local s = rules:start():play "a1":play "swap":play "b2"
      assert.same({ 2, "white" }, { s.seat, s.seat_names[2] })
      assert.same({ true }, { rules:check { games = 1, max_plies = support.times(60, 3) } })
    end
    local passes = tesela.rules(derive(derive("losetas", { swap = true }),
      { over = function() return nil end }), { size = 3 })
    for seed = 1, support.times(10, 1) do
      assert.equal("stuck", select(2, support.random_game(passes, seed)).reason)
    end
    assert.same({ true }, { passes:check { games = 2 } })
  end)

  it("begins again if base.start does", function()
    local s = tesela.rules(derive("mixtour", { swap = true, apply = function(base, s, m)
      base.apply(s, m)
      if s:reserve(1) + s:reserve(2) == 37 then base.start(s, tesela.rng(1)) end
    end })):start()
    for _ = 1, 2 do
      s:play "a1":play "swap":play "b2"
      assert.same({ 2, "white", 3 }, { s.seat, s.seat_names[2], s.swap })
      s:play "c3"
      assert.same({ 1, "white", 0, 25 }, { s.seat, s.seat_names[1], s.swap, s:count() })
      assert.equal(s, s.rules:load(s:fen()))
      assert.equal(s, tesela.replay(s:record(), nil, s.rules))
    end
    s:play "a1"
    assert.equal("swap", s:text(s:move "swap"))
  end)

  it("is refused if it cannot be", function()
    assert.matches("derived_%d+: swap: expected two seats, got 4",
      raised(derive, "blokus", { swap = true }))
    local two = derive("blokus", { swap = true, options = { players = 2 } })
    assert.matches("swap: expected two seats, got 3",
      raised(tesela.rules, two, { players = 3 }))
    for below, words in pairs { qwirkle = "in which nothing is hidden or left to chance",
      kuhn = "in which nothing is hidden or left to chance",
      pig = "in which nothing is hidden or left to chance",
      hex = "without a swap", blokus_pie = "without a swap" } do
      assert.matches("swap: expected a game " .. words,
        raised(derive, below, { swap = true }))
    end
    assert.matches("swap: expected two seats, got 3", raised(line, { swap = true, seats = 3,
      seat_names = { "a", "b", "c" } }))
    assert.matches('swap: expected a boolean, got "yes"', raised(derive, "mixtour",
      { swap = "yes" }))
    assert.matches("fields.swap: with the pie rule", raised(derive, "mixtour",
      { swap = true, fields = { swap = 1 } }))
    assert.same({}, tesela.game(derive("mixtour", { swap = false })).fields)
  end)

  it("reads no other numbers", function()
    local rules = tesela.rules(GAMES[1].pie)
    assert.equal(1, rules:load "5/5/5/5/w,4 r 0:0 a1 swap=3".seat)
    assert.equal(2, rules:load "5/5/5/5/w,4 r 0:0 a1 swap=1".seat)
    assert.matches("expected swap=a number in 0..3",
      raised(rules.load, rules, "5/5/5/5/w,4 r 0:0 a1 swap=4"))
  end)
end)

describe("searches under the pie rule", function()
  -- 1: seat 1 wins, 2: seat 2, 0: a draw.
  local known = {}
  local function outcome(s)
    if s.over then return #s.winners == 2 and 0 or s.winners[1] end
    local key = s:fen()
    if known[key] then return known[key] end
    local best
    for m in s:moves() do
      local o = outcome(s:copy():play(m))
      if best == nil or o == s.seat or (o == 0 and best ~= s.seat) then best = o end
    end
    known[key] = best
    return best
  end

  it("prove what trying all shows", function()
    local rules = tesela.rules(GAMES[2].pie,
      { frame = "fixed", size = 3, tiles = { 1, 1, 0 } })
    local start, seen = rules:start(), {}
    for m in start:moves() do
      local s = start:copy():play(m)
      for _, each in ipairs { s, s:copy():play "swap" } do
        local want = outcome(each)
        local word = want == 0 and "draw" or want == each.seat and "win" or "loss"
        seen[word] = true
        for _, method in ipairs { "alphabeta", "mcts" } do
          local _, found = tesela.search(each, { method = method, iterations = 50000,
            memory = 1 << 20 })
          assert.equal(word, found.proof, method .. " " .. each:fen())
        end
        if support.stress then return end
      end
    end
    assert.is_true(seen.win)
  end)

  it("take over a side that wins", function()
    local rules = tesela.rules(GAMES[1].pie)
    local s = rules:load "5/5/1,r,wrrr,2/5/5 w 0:0 - swap=1" -- with red's side one wins
    for _, method in ipairs { "alphabeta", "mcts" } do
      local _, found = tesela.search(s, { method = method, iterations = 3000, seed = 1 })
      assert.equal("swap", found.best)
    end
    local duo = tesela.rules "blokus_pie"
    local b = duo:start()
    b:play(b:list()[1])
    assert.equal("swap=1", b:fen():match "swap=%d")
    for _, method in ipairs { "alphabeta", "mcts" } do
      assert.is_true(b:legal((tesela.search(b, { method = method, iterations = 60, seed = 1 }))))
    end
  end)
end)

-- What is foreseen of Blokus are points of sides.
describe("scores that are foreseen", function()
  local function value(s, iterations)
    return (select(2, tesela.search(s, { method = "mcts", margin = 0.8, seed = 1,
      iterations = iterations }))).value
  end

  it("are those of who has the side", function()
    local plain = tesela.rules("blokus", { variant = "duo" }):start()
    local pie = tesela.rules("blokus_pie"):start()
    for ply = 1, 12 do
      local move = support.placement(plain, ply % 2 == 1)
      plain:play(move)
      pie:play(move)
      if ply == 1 then pie:play "swap" end
      assert.equal(3 - plain.seat, pie.seat)
      if ply > 1 then assert.equal(value(plain, 300), value(pie, 300)) end
    end
  end)

  it("are the better ones for whoever may swap", function()
    assert.is_true(value(tesela.rules("blokus", { variant = "duo" }):start(), 9) > 0.6)
    assert.is_true(value(tesela.rules("blokus_pie"):start(), 9) < 0.4)
  end)
end)

describe("scores on the board", function()
  it("are those of the sides", function()
    local s = tesela.rules(derive("mixtour", { swap = true,
      fields = { of = { cells = 2, max = 9 } },
      start = function(base, s, rng) base.start(s, rng) s.of[1], s.of[2] = 3, 5 end,
      result = function(_, s) return s.of:all() end })):start():play "c3"
    assert.matches("score 3:5 ", tostring(s))
    s:play "swap"
    assert.same({ { 5, 3 }, { "red", "white" } }, { s.scores, s.seat_names })
    assert.matches("score 3:5 ", tostring(s))
  end)
end)

describe("blokus_pie", function()
  it("lets the second player take purple", function()
    local s = tesela.rules "blokus_pie":start()
    assert.same({ "purple", "orange" }, s.seat_names)
    s:play "I5@e10/1":play "swap"
    assert.same({ 1, "orange", { "orange", "purple" } }, { s.seat, s:colour(), s.seat_names })
    assert.same({ s:points "orange", s:points "purple" }, s.scores)
  end)
end)
