-- What ends a variant: `over` decides, an ending that is taken back is one that the
-- game goes on behind, and nothing of that is lost in texts, records and searches.

local tesela = require "tesela"
local support = require "support"

local derive, raised, texts = support.derive, support.raised, support.texts

local function never() return nil end
local function counted(base, s, m)
  base.apply(s, m)
  s.plies = s.plies + 1
end

-- Reads what it writes, and that is the same position.
local function round(s)
  local again = s.rules:load(s:fen())
  assert.equal(s:fen(), again:fen())
  assert.is_true(s == again)
  assert.equal(s:hash(), again:hash())
  assert.same(texts(s), texts(again))
end

local SCORES = "5/5/1,r,wrrr,2/5/5 r 0:0 -" -- c3:4-b3 is a point for red

describe("over() of a variant", function()
  it("takes an ending back", function()
    local s = tesela.rules(derive("mixtour", { over = never })):load(SCORES)
    s:play "c3:4-b3"
    assert.same({ false, 1, { 0, 1 } }, { s.over, s.seat, s.scores })
    assert.is_nil(s.reason)
    assert.is_true(s:count() > 20)
    round(s)
    round(s:play "a1")
    local again = assert(tesela.replay(s:record()))
    assert.is_true(s == again)
  end)

  it("gets what the game below has found", function()
    local said
    local rules = tesela.rules(derive("mixtour", { over = function(base, s)
      said = { base.over(s), s.over, s.reason }
      return base.over(s)
    end }), { stall = 1 })
    local s = rules:load(SCORES)
    assert.same({ nil, false }, said)
    s:play "c3:4-b3"
    assert.same({ "points", true, "points" }, said)
    assert.equal("points", s.reason)
    s = rules:load "5/5/1,wr,r,2/5/5 w 0:0 -":play "b3-c3"
    assert.same({ "stall", true, "stall" }, said)
    assert.equal("stall", s.reason)
  end)

  it("puts another one in its place", function()
    local s = tesela.rules(derive("mixtour", { endings = { "enough" }, over = function(base, s)
      return base.over(s) == "points" and "enough" or nil
    end })):load(SCORES):play "c3:4-b3"
    assert.same({ true, "enough", { 2 } }, { s.over, s.reason, s.winners })
  end)

  it("decides about positions that are read, too", function()
    local strict = tesela.rules(derive("mixtour", { over = function(base, s)
      return base.over(s)
    end }))
    assert.matches("position: the game is over %(points%)",
      raised(strict.load, strict, "5/5/5/5/5 w 0:1 -"))
    local open = tesela.rules(derive("mixtour", { over = never }))
    round(open:load "5/5/5/5/5 w 0:254 -")
    assert.matches("expected a score", raised(open.load, open, "5/5/5/5/5 w 0:256 -"))
    assert.matches("mixtour cannot continue: 255 points is the maximum",
      raised(open.load, open, "5/5/5/5/5 w 0:255 -"))
  end)

  it("of one layer is based on that of another", function()
    local seen = {}
    local below = derive("mixtour", { fields = { plies = 1 }, apply = counted,
      over = function(base, s)
        seen[#seen + 1] = tostring(base.over(s))
        return s.plies % 2 == 0 and s.plies > 0 and base.over(s) or nil
      end })
    local rules = tesela.rules(derive(below, { endings = { "late" }, over = function(base, s)
      seen[#seen + 1] = tostring(base.over(s))
      return s.plies > 3 and "late" or nil
    end }))
    local s = rules:load(SCORES .. " plies=0")
    seen = {}
    s:play "c3:4-b3"
    assert.same({ "points", "nil" }, seen)
    seen = {}
    s:play "a1" -- the points are still there
    assert.same({ "points", "points" }, seen)
    assert.is_false(s.over)
    assert.equal("late", s:play("e5"):play("e4").reason)
  end)

  it("of a layer below does not take back what is set above it", function()
    local below = derive("mixtour", { over = never })
    local rules = tesela.rules(derive(below, { endings = { "early" }, fields = { plies = 1 },
      apply = function(base, s, m)
        counted(base, s, m)
        if s.plies == 3 then s.over = "early" end
      end }))
    local s = rules:start():play("a1"):play("b1"):play("c1")
    assert.same({ true, "early" }, { s.over, s.reason })
  end)

  it("leaves the position as it was if it fails", function()
    local armed = false
    local below = derive("mixtour", { over = function(base, s)
      if armed then error "not now" end
      return base.over(s)
    end })
    local s = tesela.rules(below):start()
    armed = true
    assert.matches("not now", raised(s.play, s, "a1"))
    assert.equal("5/5/5/5/5 w 0:0 -", s:fen())
    armed = false
    local inside
    s = tesela.rules(derive(below, { apply = function(base, t, m)
      armed = true
      assert(not pcall(base.apply, t, m))
      inside = t:fen()
      armed = false
      base.apply(t, m)
    end })):start():play "a1"
    assert.equal("5/5/5/5/5 w 0:0 -", inside)
    assert.equal("5/5/5/5/w,4 r 0:0 a1", s:fen())
  end)

  it("cannot take back what the game below has no way on from", function()
    local rules = tesela.rules(derive("blokus", { board = 5, pieces = { I1 = "x", I2 = "xx" },
      options = { variant = "duo" }, starts = { "a1", "e5" }, over = never }))
    local s, rng, why = rules:start(), tesela.rng(1), nil
    while not why do
      local ok, message = pcall(s.play, s, rng:pick(s:list()))
      why = not ok and message
    end
    assert.matches("ends_spec.lua:%d+: derived_%d+: over%(%) returned nil: expected an ending, "
      .. "because blokus cannot continue: no player can place a piece$", why)
    assert.is_false(s.over)
  end)

  it("keeps its say in a whole game in Lua", function()
    local rules = tesela.rules(derive("tictactoe", { over = function(base, s)
      local ending = base.over(s)
      return ending ~= "line" and ending or nil
    end }))
    local s = rules:start()
    for _, move in ipairs { "a1", "b1", "a2", "b2", "a3" } do s:play(move) end
    assert.is_false(s.over)
    round(s)
    for _, move in ipairs { "b3", "c1", "c2", "c3" } do s:play(move) end
    assert.equal("full", s.reason) -- the last move made no line
    rules = tesela.rules(derive("tictactoe", { over = never }))
    s = select(2, support.random_game(rules, 1))
    assert.same({ "stuck", 11 }, { s.reason, s.ply }) -- all cells, and two passes
    assert.same({ true }, { rules:check { games = 2 } })
  end)
end)

describe("s.over in apply()", function()
  it("can be read, and taken back", function()
    local seen
    local s = tesela.rules(derive("mixtour", { apply = function(base, t, m)
      base.apply(t, m)
      seen = { t.over, t.reason }
      t.over = nil
      assert(t.over == false and t:count() > 0)
    end })):load(SCORES):play "c3:4-b3"
    assert.same({ true, "points" }, seen)
    assert.is_false(s.over)
    round(s)
  end)

  it("lets a turn go on behind an end", function()
    local s = tesela.rules(derive("mixtour", { apply = function(base, t, m)
      base.apply(t, m)
      t.over = nil
      base.apply(t, assert(t:move "a1"))
      assert(t.over) -- the points are still there
      t.over = nil
    end })):load(SCORES):play "c3:4-b3"
    assert.same({ "w", 2 }, { s:cell "a1", s.seat })
  end)

  it("says why it cannot be taken back", function()
    local rules = tesela.rules(derive("blokus", { board = 3, pieces = { I1 = "x" },
      options = { variant = "duo" }, starts = { "a1", "c3" }, apply = function(base, t, m)
        base.apply(t, m)
        t.over = nil
      end }))
    local s = rules:start()
    s:play(s:list()[1])
    assert.matches("ends_spec.lua:%d+: .*blokus cannot continue: no player can place a piece",
      raised(s.play, s, s:list()[1]))
  end)

  it("stands in a text where over() says nothing else", function()
    local rules = tesela.rules(derive("losetas", { apply = function(base, t, m)
      base.apply(t, m)
      t.over = nil
    end }), { frame = "fixed", size = 2, tiles = { 0, 1, 1 } })
    local s, rng = rules:start(), tesela.rng(3)
    while not s.over do
      round(s)
      s:play(rng:pick(s:list()))
    end
    assert.equal("stuck", s.reason)
  end)
end)

-- ---- a second look ----------------------------------------------------------

describe("Mixtour that nothing ends", function()
  local rules = tesela.rules(derive("mixtour", { over = never }),
    { win_score = 1, repetition = 2, stall = 3 })
  local said
  local telling = tesela.rules(derive("mixtour", { over = function(base, s)
    said = base.over(s)
    return said == "passes" and said or nil
  end }), { win_score = 1, repetition = 0, stall = 3, pieces = 6 })

  it("is played as one of which the ends are far", function()
    local plain = tesela.rules("mixtour", { win_score = 99, repetition = 0, stall = 100 })
    for seed = 1, support.times(20, 2) do
      local a, b, rng = plain:start(), rules:start(), tesela.rng(seed)
      while not a.over and a.ply < 200 do
        assert.same(texts(a), texts(b))
        assert.same({ a.seat, a.scores, false }, { b.seat, b.scores, b.over })
        local move = rng:pick(texts(a))
        a:play(move)
        b:play(move)
        if a.ply % 10 == 0 then round(b) end
      end
    end
  end)

  -- The same by cells: does the move leave all as it could be again?
  local function quiet_after(row, before, move, after)
    local part = before:parts(move)
    if part.kind == "pass" then return row + 1 end
    if part.kind == "enter" or after:cell(part.from) == "" or after:cell(part.to) == "" then
      return 0
    end
    return row + 1
  end

  it("finds its endings again each time", function()
    local counts = { none = 0, points = 0, stall = 0 }
    for seed = 1, support.times(20, 2) do
      local s, rng, row = telling:start(), tesela.rng(seed), 0
      while not s.over and s.ply < 150 do
        local move, before = rng:pick(s:list()), s:copy()
        s:play(move)
        row = quiet_after(row, before, move, s)
        local points = s.scores[1] + s.scores[2] > 0
        if said ~= "passes" then
          assert.equal(row >= 3 and "stall" or points and "points" or nil, said)
          counts[said or "none"] = counts[said or "none"] + 1
        end
      end
    end
    assert.is_true(counts.none > 0 and counts.points > 0 and counts.stall > 0)
  end)

  it("finds repetitions within the rows that it remembers", function()
    local repeated = {}
    local r = tesela.rules(derive("mixtour", { over = function(base, s)
      repeated[#repeated + 1] = base.over(s) or "-"
      return nil
    end }), { stall = 12, repetition = 2 })
    local s = r:load "5/5/wr,r,1,rw,w/5/5 w 0:0 -"
    repeated = {}
    for _ = 1, 6 do
      for _, move in ipairs { "a3-b3", "e3-d3", "b3-a3", "d3-e3" } do
        if not s:legal(move) then return end
        s:play(move)
      end
    end
    assert.is_truthy(table.concat(repeated, " "):find "repetition")
    assert.equal(24, s.ply)
  end)

  -- After two passes a position is the same again: the third time is the fourth pass.
  it("finds repetitions by passes that end nothing", function()
    local s = tesela.rules(derive("mixtour", {
      moves = function(base, _, out) out(base.own(1)) end,
      apply = function(base, s) base.pass(s) end,
      over = function(base, s)
        local ending = base.over(s)
        return ending ~= "passes" and ending or nil
      end,
    })):start()
    while not s.over do s:play(s:list()[1]) end
    assert.same({ "repetition", 4 }, { s.reason, s.ply })
  end)

  it("says when no one can ever move", function()
    local stuck = tesela.rules(derive("mixtour", { over = never }), { pieces = 1 })
    local s = stuck:load "w,4/5/5/5/4,r w 0:0 -"
    assert.same({ "pass" }, texts(s))
    s:play "pass"
    assert.matches("mixtour cannot continue: no player can enter or move a piece",
      raised(s.play, s, "pass"))
  end)

  it("passes the conformance check", function()
    for _, each in ipairs { rules, telling } do
      assert.same({ true }, { each:check { games = 1, max_plies = support.times(150, 5) } })
    end
  end)
end)

describe("Losetas with passes", function()
  local function small(options)
    return tesela.rules("losetas_passes", options), tesela.rules("losetas", options)
  end

  -- Whoever has no move in the game below passes; two passes in a row end it.
  it("is what a second look says", function()
    local passes, behind = 0, 0
    for seed = 1, support.times(60, 4) do
      local rules, plain = small { size = 3 + seed % 3, frame = seed % 2 == 0 and "fixed"
        or "floating" }
      local s, rng, row = rules:start(), tesela.rng(seed), 0
      while row < 2 do
        assert.is_false(s.over)
        local fen = s:fen()
        local base, count = fen:match "^(.*) passes=(%d)$"
        assert.equal(row, tonumber(count))
        local ok, t = pcall(plain.load, plain, base)
        if ok and row > 0 then behind = behind + 1 end
        assert.same(ok and texts(t) or { "pass" }, texts(s))
        assert.equal(ok and t:count() or 1, s:count())
        if s.ply % 3 == 0 or not ok then round(s) end
        passes, row = passes + (ok and 0 or 1), ok and 0 or row + 1
        s:play(rng:pick(s:list()))
      end
      assert.same({ true, "stuck" }, { s.over, s.reason })
      assert.same({ s:areas()[1][1] or 0, s:areas()[2][1] or 0 }, s.scores)
    end
    assert.is_true(passes > 20 or support.stress)
    assert.is_true(behind > 0) -- somebody went on after the other had passed
  end)

  it("says pass and why not", function()
    local s = small { frame = "fixed", size = 2 }:start()
    assert.is_false(s:legal "pass")
    assert.is_string(select(2, s:move "pass"))
    s:play "2x2@a1":play "1x1@a1"
    while s:text(s:list()[1]) ~= "pass" do s:play(s:list()[1]) end
    local m = s:list()[1]
    assert.same({ true, "pass", m, 1 }, { s:legal(m), s:text(m), (s:move "pass"), s:count() })
    assert.equal("pass", s:parts(m).kind)
    assert.is_string(s:draw { mark = m })
    assert.is_nil((s:move "1x1@a1"))
  end)

  it("is not stuck by what over() says", function()
    local s = select(2, support.random_game(tesela.rules(derive("losetas", { over = never }),
      { size = 3 }), 5))
    assert.same({ "stuck", "stuck" }, { s.reason, table.concat(tesela.game(s.rules).endings) })
    assert.same({ "pass", "pass" }, table.move(s:history(), s.ply - 1, s.ply, 1, {}))
  end)

  -- Of two, by trying all: 1 seat 1 wins, 2 seat 2, 0 a draw.
  local function outcome(s)
    if s.over then return #s.winners == 2 and 0 or s.winners[1] end
    local best
    for m in s:moves() do
      local o = outcome(s:copy():play(m))
      if o == s.seat then return o end
      if best == nil or o == 0 then best = o end
    end
    return best
  end

  it("is proven by searches as by trying all", function()
    local o = { frame = "fixed", size = 3, tiles = { 1, 1, 0 } }
    local rules, rng = small(o), tesela.rng(4)
    for _ = 1, support.times(12, 1) do
      local s = rules:start()
      for _ = 1, 2 do if not s.over then s:play(rng:pick(s:list())) end end
      if not s.over then
        local want = outcome(s)
        local word = want == 0 and "draw" or want == s.seat and "win" or "loss"
        for _, method in ipairs { "alphabeta", "mcts" } do
          local _, found = tesela.search(s, { method = method, iterations = 20000,
            memory = 1 << 20 })
          assert.equal(word, found.proof, method .. " " .. s:fen())
        end
      end
    end
  end)
end)

describe("Qwirkle behind someone who is out", function()
  local rules = tesela.rules(derive("qwirkle", { over = function(base, s)
    local ending = base.over(s)
    return ending ~= "out" and ending or nil
  end }))

  it("continues until no one can place", function()
    local fen = "rc@0,0+rd@1,0 rf/rs+rt+gu - 1 0:0 0"
    local s = rules:load(fen):play "rf@2,0"
    assert.same({ false, 2, { 9, 0 } }, { s.over, s.seat, s.scores })
    round(s)
    s:play "rs@3,0"
    assert.same({ "pass" }, texts(s)) -- without tiles
    round(s)
    s:play "pass"
    s:play "rt@4,0"
    while not s.over do
      round(s)
      assert.is_true(s.seat == 2 or texts(s)[1] == "pass")
      s:play(s:list()[1])
    end
    assert.equal("passes", s.reason)
    local record = s:record()
    assert.equal("passes", tesela.replay(record).reason)
    assert.equal("passes", -- as it was called once
      tesela.replay((record:gsub('"passes"', '"passed"'))).reason)
  end)

  it("ends when all tiles are placed", function()
    local s = rules:load "rc@0,0+rd@1,0 rf/rs - 1 0:0 0":play "rf@2,0"
    assert.matches("qwirkle cannot continue: all tiles are placed", raised(s.play, s, "rs@3,0"))
    local open = tesela.rules(derive("qwirkle", { over = function(base, t)
      if #t:hand(1) + #t:hand(2) == 0 then return "out" end
      local ending = base.over(t)
      return ending ~= "out" and ending or nil
    end }))
    s = open:load "rc@0,0+rd@1,0 rf/rs - 1 0:0 0":play "rf@2,0":play "rs@3,0"
    assert.same({ "out", { 9, 10 } }, { s.reason, s.scores })
  end)

  it("passes the conformance check", function()
    local open = tesela.rules(derive("qwirkle", { over = function(base, s)
      local ending = base.over(s)
      local left = s:hand_count(1) + s:hand_count(2)
      return (ending ~= "out" or left == 0) and ending or nil
    end }), { copies = 1, hand = 3 })
    assert.same({ true }, { open:check { games = 2, max_plies = support.times(90, 5) } })
    for seed = 1, support.times(30, 2) do
      local s = select(2, support.random_game(open, seed))
      assert.is_true(s.over)
    end
  end)
end)

describe("mixtour_remover", function()
  local rules = tesela.rules "mixtour_remover"

  it("counts who removes", function()
    local s = rules:load "5/5/1,r,wrrr,2/5/5 w 0:0 - removed=0*2":play "c3:4-b3"
    assert.same({ { 1, 0 }, false }, { s.scores, s.over })
    s = rules:load("5/5/1,r,wrrr,2/5/5 w 0:2 - removed=2,0"):play "c3:4-b3"
    assert.same({ { 3, 0 }, "points", { 1 } }, { s.scores, s.reason, s.winners })
  end)

  it("shows its own scores, on the board and in pictures", function()
    local s = rules:load "5/5/rr,1,wrr,2/5/5 w 0:0 - removed=0*2":play "c3:3-a3"
    assert.matches("score 1:0 ", tostring(s))
    assert.matches(">1 point<.*>0 points<", s:svg())
  end)

  it("never ends with no one at three points but by a draw", function()
    local ends = {}
    for seed = 1, support.times(60, 3) do
      local s = select(2, support.random_game(rules, seed))
      local most = math.max(s.scores[1], s.scores[2])
      assert.equal(s.reason == "points", most >= 3)
      ends[s.reason] = true
    end
    assert.is_true(ends.points)
  end)
end)

describe("a variant's own result", function()
  -- The board and the picture of a position whose scores a variant counts; the words of the
  -- picture are joined by "|".
  local function drawn(name, options, result)
    local s = tesela.rules(derive(name, { result = result }), options):start(1)
    for i = 1, 8 do s:play(s:list()[i]) end
    local words = {}
    for word in s:svg():gmatch "<text[^>]*>([^<]+)<" do words[#words + 1] = word end
    return tostring(s), "|" .. table.concat(words, "|") .. "|"
  end

  local function unchanged(base, s) return base.result(s) end

  it("is shown beside the areas of Losetas", function()
    local board, picture = drawn("losetas", {}, function() return { 70, 1 } end)
    assert.matches("grey  left [^\n]*  score 70  areas %d", board)
    assert.matches("blue  left [^\n]*  score 1  areas %d", board)
    assert.matches("|grey|70 points|largest area %d", picture)
    assert.matches("|blue|1 point|largest area %d", picture)
    board, picture = drawn("losetas", {}, unchanged)
    assert.is_nil(board:find "score")
    assert.is_nil(picture:find "point")
  end)

  it("is shown by seats if these play several colours of Blokus", function()
    local board, picture = drawn("blokus", { players = 2 }, function() return { 1, -70 } end)
    assert.matches(" blue\n", board)
    assert.matches("blue and red +1\n", board)
    assert.matches("yellow and green +%-70\n", board)
    assert.matches("|blue|blue and red: 1|yellow|yellow and green: %-70|red|green|", picture)
    board, picture = drawn("blokus", { players = 1, variant = "duo" },
      function() return { 70 } end)
    assert.matches("all colours +70\n", board)
    assert.matches("|purple|all colours: 70|orange|", picture)
    board, picture = drawn("blokus", { players = 2 }, unchanged)
    assert.matches(" blue +%-%d+\n", board)
    assert.is_nil(board:find "blue and red")
    assert.matches("|green|%-%d+ points|", picture)
  end)

  it("leaves the colour that three players share without points", function()
    local board, picture = drawn("blokus", { players = 3 },
      function() return { 1, -70, 3 } end)
    assert.matches(" blue +1\n.* yellow +%-70\n.* red +3\n.* green\n", board)
    assert.matches("|blue|1 point|yellow|%-70 points|red|3 points|green|", picture)
    board, picture = drawn("blokus", { players = 3 }, unchanged)
    assert.matches(" green +%-%d+\n", board)
    assert.matches("|green|%-%d+ points|", picture)
  end)
end)
