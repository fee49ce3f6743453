-- What rules in Lua say themselves: why a move cannot be made (why), and texts of positions
-- (position, read_position).

local tesela = require "tesela"
local support = require "support"

local derive, raised = support.derive, support.raised

local made = 0

-- Two kings on four by four that never stand side by side.
local function kings(more)
  made = made + 1
  local t = { name = "kings" .. made,
    board = tesela.board.square { columns = 4, ways = 8 },
    pieces = { { "K", colour = "white" }, { "k", colour = "black" } },
    start = { K = "a1", k = "d4" }, fields = { plies = { max = 30 } },
    moves = { { "step", ways = "all", to = "empty" } },
    keep = function(s, m)
      return s:after(m).board:around(m % 8192, 3 - s.seat) == 0
    end,
    apply = function(s, m)
      local from, to = m // 8192, m % 8192
      s.board[to], s.board[from], s.last = s.board[from], 0, m
      s.seat, s.plies = 3 - s.seat, s.plies + 1
    end,
    endings = { "calm" }, over = function(s) return s.plies == 30 and "calm" or nil end,
    result = function() return { 0, 0 } end }
  for name, value in pairs(more or {}) do t[name] = value end
  return tesela.define(t)
end

-- What a position says is whose turn it is and where the kings are: "a1 d4 w".
local function position(s)
  return ("%s %s %s"):format(s.board:name(s.board:find(1)[1]),
    s.board:name(s.board:find(2)[1]), s.seat == 1 and "w" or "b")
end

local function read_position(s, text)
  local white, black, seat = text:match "^(%w+) (%w+) ([wb])$"
  white, black = white and s.board:cell(white), white and s.board:cell(black)
  if not (white and black) then return "expected two cells, and w or b: a1 d4 w" end
  s.board[white], s.board[black], s.seat = 1, 2, seat == "w" and 1 or 2
end

describe("why", function()
  -- What is said of a move after some others.
  local function reason(game, played, text)
    local s = tesela.rules(game):start()
    for each in played:gmatch "%S+" do s:play(each) end
    local m, why = s:move(text)
    assert.is_nil(m)
    return why
  end

  local function side_by_side(_, text, m)
    if m then return "the kings may not stand side by side" end
    if #text < 4 then return "expected a move as in a1-a2" end
  end

  it("says of a move that keep refuses, and of a text, why it is none", function()
    local game = kings { why = side_by_side }
    for text, words in pairs {
      ["d4-c3"] = "d4-c3: the kings may not stand side by side",
      ["?"] = "?: expected a move as in a1-a2", ["d4-d9"] = "d4-d9: expected cells in a1..d4",
      ["d4-a4"] = "d4-a4: that piece cannot move to a4",
      ["b2-b3"] = "b2-b3: b2 has a piece that is not yours" } do
      assert.equal(words, reason(game, "a1-b2", text))
    end
    assert.equal("d4-c3 is not a legal move here", reason(kings(), "a1-b2", "d4-c3"))
    assert(tesela.rules(game):check { games = 3 })
  end)

  it("is given for the moves of a game that prints them itself", function()
    local function numbers(more)
      made = made + 1
      local t = { name = "numbers" .. made, fields = { sum = { max = 40 } }, endings = { "there" },
        moves = function(_, out) out(1) out(2) out(3) end,
        keep = function(s, m) return (s.sum + m) % 5 > 0 end,
        apply = function(s, m) s.sum, s.seat = s.sum + m, 3 - s.seat end,
        over = function(s) return s.sum > 20 and "there" or nil end,
        result = function(s) return { s.seat - 1, 2 - s.seat } end,
        print = function(_, m) return "+" .. m end,
        why = function(s, text, m)
          return m and ("%d is a multiple of 5"):format(s.sum + m)
            or not text:find "^%+[123]$" and "expected +1, +2 or +3" or nil
        end }
      for name, value in pairs(more or {}) do t[name] = value end
      return tesela.define(t)
    end
    assert.equal("+2: 5 is a multiple of 5", reason(numbers(), "+3", "+2"))
    assert.equal("four: expected +1, +2 or +3", reason(numbers(), "+3", "four"))
    assert.equal("+2 is not a legal move here", reason(numbers { why = function() end }, "+3",
      "+2"))
    local even = derive(numbers(), { keep = function(_, s, m) return (s.sum + m) % 2 == 0 end,
      why = function(_, s, _, m)
        if m and (s.sum + m) % 2 > 0 then return ("%d is odd"):format(s.sum + m) end
      end })
    assert.equal("+1: 3 is odd", reason(even, "+2", "+1"))
    assert.equal(3, tesela.rules(even):start():play "+2":move "+2" + 1)
  end)

  it("is asked in a variant of a game in C, and of what has it already", function()
    local function corner(_, s, _, m)
      local to = m and s:cells() and m ~= 0 and "corner"
      return to and "no one enters in a corner" or nil
    end
    local game = derive("mixtour", { keep = function(_, s, m)
      return not s:text(m):find "^[ae][15]$"
    end, why = corner })
    assert.equal("a1: no one enters in a corner", reason(game, "", "a1"))
    assert.matches("b2%-b3: b2 is empty", reason(game, "", "b2-b3"))
    local above = derive(game, { keep = function(_, s, m) return s:text(m) ~= "c3" end })
    assert.equal("a1: no one enters in a corner", reason(above, "", "a1"))
    assert.equal(20, tesela.rules(above):start():count())
    assert(tesela.rules(above):check { games = 1 })
  end)

  it("answers with a line", function()
    local wrong = kings { why = function() return "two\nlines" end }
    assert.matches("why%(%) returned \"two%?lines\": expected a line of text, or nil",
      reason(wrong, "", "a1-a1"))
    local fails = kings { why = function() error "oops" end }
    assert.matches("reasons_spec.lua:%d+: oops", reason(fails, "", "a1-a1"))
    assert.matches("why: expected a function, got 3", raised(kings, { why = 3 }))
  end)
end)

describe("a text of positions", function()
  local game = kings { position = position, read_position = read_position }
  local rules = tesela.rules(game)

  it("is written and read, and what it does not say follows it", function()
    local s = rules:start()
    assert.equal("a1 d4 w", s:fen())
    s:play "a1-b2"
    assert.equal("b2 d4 b last=8198 plies=1", s:fen())
    for seed = 1, support.times(4, 1) do
      local t, rng = rules:start(), tesela.rng(seed)
      while not t.over do
        assert.equal(t, rules:load(t:fen()))
        t:play_random(rng)
      end
    end
    assert(rules:check { games = support.times(5, 1) })
  end)

  it("is read without the fields, and so is the text without functions", function()
    assert.equal("c3 a1 b", rules:load "c3 a1 b":fen())
    assert.equal(7, rules:load "c3 a1 b plies=7".plies)
    assert.equal("a1 d4 w plies=4", rules:load "1 board=1,0*14,2 last=0 plies=4":fen())
    assert.equal(tesela.rules(kings()):load "2 board=1,0*14,2 last=0 plies=4":fen(),
      "2 board=1,0*14,2 last=0 plies=4")
    for text, words in pairs { ["a1 d4"] = "expected two cells, and w or b: a1 d4 w",
      ["a1 d9 w"] = "expected two cells, and w or b", ["a1 d4 w plies=31"] = "expected plies=a "
      .. "number in 0..30", ["a1 d4 w more"] = "expected two cells",
      ["1 board=1,0*14,2 last=0"] = "expected plies=a number" } do
      assert.matches("kings%d+ position: " .. words, raised(rules.load, rules, text))
    end
  end)

  it("goes with variants, with the pie rule, and into records", function()
    local variant = tesela.rules(derive(game, { fields = { extra = { max = 3 } },
      apply = function(base, s, m) base.apply(s, m) s.extra = 1 end }))
    local s = variant:start():play "a1-b2"
    assert.matches("^b2 d4 b last=8198 plies=1 extra=1$", s:fen())
    assert.equal(s, variant:load(s:fen()))
    local pie = tesela.rules(derive(game, { swap = true }))
    s = pie:start():play "a1-b2":play "swap"
    assert.equal("b2 d4 b last=8198 plies=1 swap=3", s:fen())
    assert.same({ s, 1 }, { pie:load(s:fen()), pie:load(s:fen()).seat })
    s = rules:load "c3 a1 b"
    assert.equal(s, tesela.replay(s:record(), nil, rules))
  end)

  it("is the plain one if the function cannot say the position", function()
    local wrong = tesela.rules(kings { position = function() return "a1 d4 w" end,
      read_position = read_position })
    local s = wrong:start():play "a1-b2"
    assert.equal("2 board=0*5,1,0*9,2 last=8198 plies=1", s:fen())
    assert.equal(s, wrong:load(s:fen()))
  end)

  it("is refused if it cannot be", function()
    assert.matches("position: expected a function read_position, too, or neither",
      raised(kings, { position = position }))
    assert.matches("position: expected a game in which nothing is hidden or left to chance",
      raised(kings, { position = position, read_position = read_position,
        fields = { plies = { max = 30 }, card = { max = 3, seen = false } } }))
    assert.matches("there is no member position", raised(derive, game, { position = position }))
  end)
end)
