-- Hidden things and chance in games written in Lua: what follows from what their
-- fields say. The heart of it is a property of random games: states that a seat
-- cannot tell apart are the same to it in all that the module shows of them.

local tesela = require "tesela"
local support = require "support"

local raised = support.raised
local made = 0

-- A hand of two cells each and a bag of three, of which each turn plays one card.
local function define(t)
  made = made + 1
  local game = {
    name = "secret_" .. made, endings = { "empty" },
    fields = {
      hand = { cells = 4, max = 9, seen = { 1, 1, 2, 2 }, pool = "cards" },
      bag = { cells = 3, max = 9, seen = false, pool = "cards" },
      open = { cells = 2, max = 9 },
    },
    start = function(s, rng)
      for i = 1, 4 do s.hand[i] = rng:int(9) end
      for i = 1, 3 do s.bag[i] = rng:int(9) end
    end,
    moves = function(s, out)
      for i = 2 * s.seat - 1, 2 * s.seat do if s.hand[i] > 0 then out(i) end end
    end,
    apply = function(s, m)
      s.open[s.seat], s.hand[m] = s.hand[m], 0
      s.seat = 3 - s.seat
      if s.hand[1] + s.hand[2] + s.hand[3] + s.hand[4] == 0 then s.over = "empty" end
    end,
    result = function(s) return { s.open[1], s.open[2] } end,
  }
  for key, value in pairs(t or {}) do game[key] = value end
  return tesela.define(game)
end

local function load(game, fen) return tesela.rules(game):load(fen) end

local FEN = "1 bag=1,2,3 hand=4*2,5,0 open=0,7"

describe("a field that says who sees it", function()
  it("is hidden from the others, even in text", function()
    local s = load(define(), FEN)
    assert.equal(FEN, s:fen())
    local first, second = s:view(1), s:view(2)
    assert.equal("1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2,3,5", first:fen())
    assert.equal("1 bag=?*3 hand=?*2,5,0 open=0,7 unseen=cards:1,2,3,4*2", second:fen())
    assert.is_true(tesela.game(s.rules.name).hidden)
    assert.is_false(tesela.game(s.rules.name).chance)
  end)

  it("is -1 in a view if it is not seen", function()
    local s = load(define(), FEN)
    local view = s:view(1)
    local hand = view.hand
    assert.same({ 4, 4, -1, 0, -1, 7 },
      { hand[1], hand[2], hand[3], hand[4], view.bag[1], view.open[2] })
    assert.equal(5, s.hand[3])
    assert.equal(-1, view:copy().hand[3])
    assert.same({ 4, 4, -1, 0 }, hand:all())
    assert.same({ { 4, 4, 5, 0 }, { 3 } }, { s.hand:all(), s.hand:find(5) })
    assert.same({ {}, { 3 }, { 1, 2 } }, { hand:find(5), hand:find(-1), hand:find(4) })
    view:play(1)
    assert.same({ -1, 0, 4 }, { view.hand[3], view.hand[1], view.open[1] })
  end)

  it("is ? if it has no drawing of its own", function()
    local s = load(define(), FEN)
    local screen = "2 | %s |   | 2\n   +---+---+\n 1 | 4 | 4 | 1\n   +---+---+\n"
      .. "     a   b\nbag %s\nopen 0 7\nseat 1 to move\n"
    assert.equal(screen:format("?", "? ? ?"), s:view(1):draw():match "2 .*$")
    assert.equal(screen:format("5", "1 2 3"), s:draw():match "2 .*$")
  end)

  it("is -1 for its own drawing, which cannot ask in other ways", function()
    local game = define { draw = function(s, board)
      board:size(1, 1)
      local deep = s:copy():play(s:list()[1])
      board:note(("%d %d %d %s %s %d"):format(board.seat, s.hand[1], s.hand[3],
        s.viewer, s:fen(), deep.hand[3]))
    end }
    local a = load(game, FEN)
    local b = load(game, "1 bag=3,2,5 hand=4,4,1,0 open=0,7")
    assert.matches("1 4 %-1 1 1 bag=%?%*3 hand=4%*2,%?,0 .* %-1\n$", a:view(1):draw())
    assert.equal(a:view(1, 5):draw(), b:view(1, 6):draw())
    assert.equal(a:view(1, 5):svg(), b:view(1, 6):svg())
    assert.same(a:view(1, 5):elements(), b:view(1, 6):elements())
    assert.matches("0 4 5 nil", a:draw())
  end)

  it("is not seen by the scores that a parent draws", function()
    local rules = tesela.rules(tesela.derive("mixtour", { name = "secret_scores",
      fields = { secret = { cells = 3, max = 9, seen = { 1, 2, false }, pool = "secrets" } },
      result = function(_, s) return { s.secret[1], s.secret[2] } end }))
    local a = rules:load "5/5/5/5/5 w 0:0 - secret=2,7,4"
    local b = rules:load "5/5/5/5/5 w 0:0 - secret=2,4,7"
    assert.matches("score 2:7 ", a:draw())
    assert.equal(a:view(1, 5):draw(), b:view(1, 6):draw())
    assert.equal(a:view(1, 5):svg(), b:view(1, 6):svg())
  end)

  it("is dealt again from all that its pool hides, and the rules see that", function()
    local rules = tesela.rules(define { draw = function(s, board)
      board:size(1, 1)
      local sum = 0
      for i = 1, 4 do sum = sum + s.hand[i] end
    end })
    local s, seen = rules:load(FEN), {}
    for seed = 1, 60 do
      local view = s:view(1, seed)
      local again = rules:load(view:fen(), seed) -- no view: it shows all
      local all = { again.hand[3], again.bag[1], again.bag[2], again.bag[3] }
      table.sort(all)
      assert.same({ 1, 2, 3, 5 }, all)
      seen[again.hand[3]] = true
      assert.equal(view:fen(), again:view(1):fen())
    end
    assert.same({ true, true, true, nil, true }, seen)
  end)

  it("may be drawn from all there is", function()
    local rules = tesela.rules(define { fields = {
      hand = { cells = 4, max = 3, seen = { 1, 1, 2, 2 }, deal = "any" },
      open = { cells = 2, max = 3 },
    }, start = function(s) for i = 1, 4 do s.hand[i] = 1 end end })
    local s, seen = rules:start(), {}
    assert.equal("1 hand=1*2,?*2 open=0*2", s:view(1):fen())
    for seed = 1, 30 do
      seen[rules:load(s:view(1, seed):fen(), seed).hand[4]] = true
    end
    assert.same({ true, true, true }, seen)
  end)

  it("may leave it to a function", function()
    local game = define { fields = {
      hand = { cells = 4, max = 9, seen = function(s, cell, seat)
        return (cell + 1) // 2 == seat or s.open[seat] > 5
      end },
      bag = 3, open = { cells = 2, max = 9 },
    } }
    local s = load(game, "1 bag=1,2,3 hand=4,4,5,0 open=0,7")
    assert.equal("1 bag=1,2,3 hand=4*2,?,0 open=0,7 unseen=hand:5", s:view(1):fen())
    assert.equal("1 bag=1,2,3 hand=4*2,5,0 open=0,7", s:view(2):fen())
    assert.same({ -1, 5 }, { s:view(1).hand[3], s:view(2).hand[3] })
    assert.same({ true }, { s.rules:check { games = 3 } })
  end)

  it("may be one cell, and of a variant", function()
    made = made + 1
    local game = tesela.derive("mixtour", {
      name = "secret_" .. made,
      fields = { gift = { max = 3, seen = { 2 } } },
      start = function(base, s, rng)
        base.start(s, rng)
        s.gift = rng:int(3)
      end,
    })
    local s = tesela.rules(game):start(1)
    assert.matches(" gift=%? unseen=gift:%d$", s:view(1):fen())
    assert.matches(" gift=%d$", s:view(2):fen())
    assert.same({ -1, s.gift }, { s:view(1).gift, s:view(2).gift })
    assert.same({ true }, { s.rules:check { games = 2 } })
    made = made + 1
    local over = tesela.derive(game, { name = "secret_" .. made,
      fields = { own = { max = 3, seen = function(_, _, seat) return seat == 1 end } },
      start = function(base, t, rng)
        base.start(t, rng)
        t.own = 2
      end })
    s = tesela.rules(over):start(1)
    assert.matches(" gift=%? own=2 unseen=gift:%d$", s:view(1):fen())
    assert.matches(" gift=%d own=%? unseen=own:2$", s:view(2):fen())
    assert.same({ true }, { s.rules:check { games = 2 } })
  end)

  it("may have a function of its own called behind it, which cannot leak", function()
    local asked = {}
    local rules = tesela.rules(define { hide = function(s, seat)
      asked[#asked + 1] = s.hand[3]
      if seat == 1 and s.hand[3] > 1 then -- the others never hold more than a one
        for i = 1, 3 do
          if s.bag[i] == 1 then s.bag[i], s.hand[3] = s.hand[3], 1 end
        end
      end
    end })
    for seed = 1, 20 do
      local view = rules:load(FEN):view(1, seed)
      assert.equal(-1, view.hand[3])
    end
    local seen = {}
    for _, value in ipairs(asked) do seen[value] = true end
    assert.is_true(seen[1] and seen[2] and seen[3])
  end)

  it("tells moves as a seat may know them", function()
    local rules = tesela.rules(define {
      print = function(s, m) return "card" .. m .. ":" .. s.hand[m] end,
      tell = function(s, m, seat) return seat == s.seat and "card" .. m .. ":" .. s.hand[m]
        or "card" .. m end,
    })
    local s = rules:load(FEN)
    s:play "card1:4"
    assert.same({ "card1:4" }, s:history())
    assert.same({ "card1:4" }, s:view(1):history())
    assert.same({ "card1" }, s:view(2):history())
    assert.same({ true }, { rules:check { games = 3 } })
  end)

  it("is written in records as it is", function()
    local _, s = support.random_game(tesela.rules(define()), 3)
    assert.equal(s, (assert(tesela.replay(s:record()))))
  end)
end)

describe("a text with hidden cells", function()
  local game

  setup(function() game = define() end)

  it("is read only as it is written", function()
    for fen, why in pairs {
      ["1 bag=?*3 hand=4*2,?,0 open=0,7"] = "expected unseen=cards:numbers in 1..9, 4 in all",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2,3"] = "4 in all, at $",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2,3,0"] = "4 in all, at 0$",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2,3,10"] = "4 in all, at 10$",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2*3*2"] = "expected the end at %*2",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=cards:1,2,3,4,5"] = "expected the end at ,5",
      ["1 bag=?*3 hand=4*2,?,0 open=0,7 unseen=hand:1,2,3,5"] = "at hand:1",
      ["1 bag=1*3 hand=4*2,0*2 open=0,7 unseen=cards:1"] = "expected the end at  unseen",
      ["1 bag=1*3 hand=4*2,0*2 open=0,?"] = "expected open=numbers.* in 0..9, 2 in all, at %?",
      ["1 bag=1*3 hand=4*2,?* open=0,7"] = "expected hand=numbers.* in 0..9 or %?, 4 in all",
      ["1 bag=1*3 hand=4*2,?*3 open=0,7"] = "expected hand=numbers",
    } do
      assert.matches(why, raised(load, game, fen))
    end
    assert.equal(load(game, FEN), load(game, "1 bag=1,2,3 hand=4*2,?,0 open=0,7 unseen=cards:5"))
  end)
end)

describe("what fields may say", function()
  it("is looked at", function()
    local function fails(why, field, other)
      local message = raised(define, { fields = { hand = field, open = 2, other = other } })
      assert.matches("^[^:]*:?%d*:? ?tesela.define: .*" .. why, message)
    end
    fails("fields.hand.seen: expected a list of seats, false %(no one%) or a function", {
      max = 3, seen = true })
    fails("fields.hand.seen: expected a list of seats.* got 1", { max = 3, seen = 1 })
    fails("fields.hand.seen: expected a list of 3, one a cell, got 2", {
      cells = 3, max = 3, seen = { 1, 2 } })
    fails("fields.hand.seen%[2%]: expected a seat, true %(all%) or false %(no one%), got 9", {
      cells = 2, max = 3, seen = { 1, 9 } })
    fails("seen%[1%]: expected a seat", { max = 3, seen = { "red" } })
    fails("pool is for a field that hides something; expected seen", { max = 3, pool = "x" })
    fails("deal is for a field that hides something; expected seen", { max = 3, deal = "any" })
    fails('pool: expected a name, got "a b"', { max = 3, seen = false, pool = "a b" })
    fails('deal: expected "pool" or "any", got "all"', {
      max = 3, seen = false, deal = "all" })
    fails("expected a pool or deal = \"any\", not both", {
      max = 3, seen = false, deal = "any", pool = "x" })
    fails("expected min = 0 and a larger max, because", { min = -1, max = 3, seen = false })
    fails("expected max, because deal = \"any\" draws from 1..max", { seen = false, deal = "any" })
    fails("member seem", { max = 3, seem = false })
    assert.matches("fields.other: expected max = 3, as in hand, which shares its pool x",
      raised(define, { fields = { open = 2, hand = { max = 3, seen = false, pool = "x" },
        other = { max = 4, seen = false, pool = "x" } } }))
  end)

  it("does not take names that texts have", function()
    for _, name in ipairs { "unseen", "chance", "passes" } do
      assert.matches("fields." .. name .. ": a state has something else with this name",
        raised(define, { fields = { [name] = 1 } }))
    end
  end)
end)

-- ---- what goes wrong --------------------------------------------------------

describe("a game that tells what it hides", function()
  local function check(t)
    local ok, why, found = tesela.rules(define(t)):check { games = 5 }
    assert.is_nil(ok)
    return why, found
  end

  local function hand(seen)
    return { hand = { cells = 4, max = 9, seen = seen },
      bag = { cells = 3, max = 9 }, open = { cells = 2, max = 9 } }
  end

  it("by seen() is found", function()
    local fields = hand(function(s, cell, seat)
      return (cell + 1) // 2 == seat or s.bag[1] > 5
    end)
    fields.bag.seen = false
    assert.matches("seen%(%) of hand depends on cells hidden from seat [12]",
      check { fields = fields })
  end)

  it("by its moves, their texts or its end is found", function()
    assert.matches("changed the moves of seat 1, which is to move", check { moves = function(s, out)
      out(1)
      if s.hand[3] > 4 then out(2) end
    end, apply = function(s) s.seat, s.open[1] = 1, s.open[1] + 1
      if s.open[1] > 5 then s.over = "empty" end
    end })
    local why, found = check { print = function(s, m) return m .. ":" .. s.bag[1] end }
    assert.matches("print%(%) writes ", why)
    assert.same({ "print", "tells" }, { found["function"], found.fault })
    assert.matches("from tell%(%) or print%(%)", require("tesela.cli.mistakes").meaning(found))
    assert.matches("result%(%) of a finished game depends on information hidden from", check {
      result = function(s) return { s.bag[1], s.bag[2] } end,
    })
  end)

  it("cannot by its drawing", function()
    local rules = tesela.rules(define { draw = function(s, board)
      board:size(1, 1)
      board:note(("%d %d"):format(s:copy():play(s:list()[1] or 1).hand[3], s.bag[1]))
    end, moves = function(s, out) for i = 1, 4 do if s.hand[i] > 0 then out(i) end end end })
    assert.matches("%-1 %-1\n$", rules:load(FEN):view(1):draw())
  end)

  it("gets what seen() returned", function()
    local here = debug.getinfo(1, "S").short_src:gsub("%p", "%%%0")
    local s = tesela.rules(define { fields = hand(function() end) }):start(1)
    assert.matches("^" .. here .. ":%d+: seen%(%) of hand returned nil: expected true or false",
      raised(s.view, s, 1))
    s = tesela.rules(define { fields = hand(function() error "no" end) }):start(1)
    assert.matches("^" .. here .. ":%d+: no$", raised(s.view, s, 1))
    assert.matches("hand=%?%*4", tesela.rules(s.rules.name):load(s:fen()):fen()
      :gsub("hand=[%d,*]+", "hand=?*4"))
  end)
end)

-- ---- chance -----------------------------------------------------------------

-- Throws one die a move for 20 moves, or none (move 2).
local function dice(t)
  made = made + 1
  local game = {
    name = "dice_" .. made, endings = { "end" }, chance = true,
    fields = { sum = { cells = 2, max = 1000 }, thrown = { max = 20 } },
    moves = function(_, out) out(1) out(2) end,
    apply = function(s, m, rng)
      if m == 1 then s.sum[s.seat] = s.sum[s.seat] + rng:int(6) end
      s.thrown = s.thrown + 1
      if s.thrown == 20 then s.over = "end" end
      s.seat = 3 - s.seat
    end,
    result = function(s) return { s.sum[1], s.sum[2] } end,
  }
  for key, value in pairs(t or {}) do game[key] = value end
  return tesela.define(game)
end

local function bits(s) return s:fen():match "chance=(%x+)$" end

describe("chance", function()
  it("is a generator that apply gets, and follows from the seed", function()
    local rules = tesela.rules(dice())
    local function sums(seed)
      local s = rules:start(seed)
      for _ = 1, 20 do s:play(1) end
      return s.sum[1] .. " " .. s.sum[2], s
    end
    local all = {}
    for seed = 1, 10 do
      local text, s = sums(seed)
      assert.equal(text, (sums(seed)))
      assert.equal(s, (assert(tesela.replay(s:record()))))
      all[text] = true
    end
    assert.is_truthy(next(all, next(all)))
    assert.same({ true }, { rules:check { games = 3 } })
    assert.same({ false, true },
      { tesela.game(rules.name).hidden, tesela.game(rules.name).chance })
  end)

  it("throws all numbers, as often as each other", function()
    local count, rules = {}, tesela.rules(dice())
    for seed = 1, 300 do
      local s = rules:start(seed)
      for _ = 1, 10 do
        local before = s.sum[s.seat]
        local seat = s.seat
        s:play(1)
        local die = s.sum[seat] - before
        count[die] = (count[die] or 0) + 1
      end
    end
    assert.equal(6, #count)
    for die = 1, 6 do assert.is_true(count[die] > 400 and count[die] < 600) end
  end)

  it("moves on only when something is thrown", function()
    local s = tesela.rules(dice()):start(3)
    local before = bits(s)
    assert.equal(16, #before)
    s:play(2)
    assert.equal(before, bits(s))
    s:play(1)
    assert.are_not.equal(before, bits(s))
  end)

  it("is seen by no one", function()
    local rules = tesela.rules(dice())
    local s, all = rules:start(3), {}
    for seed = 1, 40 do
      local view = s:view(1, seed)
      assert.matches("chance=%?$", view:fen())
      view:play(1)
      all[view.sum[1]] = true
      all[-rules:load(s:view(2):fen(), seed):play(1).sum[1]] = true
    end
    for die = 1, 6 do assert.is_true(all[die] and all[-die]) end
    assert.equal(s, rules:load(s:fen()))
    for _, text in ipairs { "", "0", "x", "00000000000000000", "0123456789abcdeF", "??" } do
      assert.matches("expected ", raised(rules.load, rules,
        (s:fen():gsub("chance=.*", "chance=" .. text))))
    end
  end)

  it("goes through layers, each with numbers of its own", function()
    local parent = dice { fields = { sum = { cells = 2, max = 1000 }, thrown = { max = 20 },
      die = { max = 6 }, other = { max = 6 } },
      apply = function(s, m, rng)
        s.die = m == 1 and rng:int(6) or 0
        s.thrown = s.thrown + 1
        if s.thrown == 20 then s.over = "end" end
      end }
    made = made + 1
    local rules = tesela.rules(tesela.derive(parent, { name = "dice_" .. made,
      apply = function(base, s, m, rng)
        base.apply(s, m)
        if m == 1 then s.other = rng:int(6) end
      end }))
    local same, s = 0, rules:start(4)
    local before = bits(s)
    assert.equal(before, bits(s:copy():play(2)))
    for seed = 1, 60 do
      s = rules:start(seed):play(1)
      if s.die == s.other then same = same + 1 end
    end
    assert.is_true(same > 0 and same < 30)
    assert.same({ true }, { rules:check { games = 2 } })
  end)

  it("may be of a variant of a game in C", function()
    made = made + 1
    local rules = tesela.rules(tesela.derive("qwirkle", { name = "dice_" .. made,
      fields = { gift = { cells = 4, max = 1000 } }, chance = true,
      apply = function(base, s, m, rng)
        local seat = s.seat
        base.apply(s, m)
        s.gift[seat] = s.gift[seat] + rng:int(3)
      end,
      result = function(base, s)
        local scores = base.result(s)
        for seat = 1, #scores do scores[seat] = scores[seat] + s.gift[seat] end
        return scores
      end }), { players = 2 })
    assert.same({ true }, { rules:check { games = 1, max_plies = 30 } })
    assert.is_nil(rules:start():dealt()) -- a bag does not say how the dice fall
    local s = rules:start(2):play(rules:start(2):list()[1])
    assert.equal(s, rules:load(s:fen()))
  end)

  it("needs apply(), and is refused by alphabeta", function()
    made = made + 1
    assert.matches("chance: expected an apply%(%) that draws", raised(tesela.derive, "mixtour",
      { name = "dice_" .. made, chance = true }))
    local rules = tesela.rules(dice())
    assert.matches("alphabeta: expected a game for two seats in which nothing is hidden or "
      .. "left to chance", raised(tesela.searcher, rules, { method = "alphabeta" }))
    assert.is_truthy(tesela.search(rules:start(), { iterations = 50 }))
  end)

  it("is weighed by searches", function()
    -- The die is two or five; to stop brings three for certain, four or two.
    for sure, best in pairs { [2] = 1, [3] = 1, [4] = 2, [5] = 2 } do
      local rules = tesela.rules(dice { fields = { sum = { cells = 2, max = 9 } },
        apply = function(s, m, rng)
          s.sum[1] = m == 2 and sure or 2 + 3 * (rng:int(2) - 1)
          s.over = "end"
        end })
      assert.equal(best, (tesela.search(rules:start(1), { iterations = 2000, margin = 1 })))
    end
  end)
end)

-- ---- twins ------------------------------------------------------------------

local function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local keys, items = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do items[i] = tostring(key) .. "=" .. shown(value[key]) end
  return "{" .. table.concat(items, ";") .. "}"
end

-- All that a seat is shown of its view, and of what comes behind it.
local function look(view, fields)
  local found = { view:fen(), tostring(view:hash()), view:draw(), view:svg(),
    shown(view:elements()),
    shown(view.scores), shown(view.winners), tostring(view.seat) }
  local function note(...) found[#found + 1] = shown { ... } end
  for _, name in ipairs(fields) do
    local field = view[name]
    for i = 1, type(field) == "userdata" and #field or 0 do note(name, i, field[i]) end
    if type(field) ~= "userdata" then note(name, field) end
  end
  for m in view:moves() do note(m, view:text(m), view:parts(m)) end
  if view.over then return found end
  local move, report = tesela.search(view, { iterations = 30, seed = 4 })
  note(move, report.value, report.moves and #report.moves)
  local final = view:copy():playout(tesela.rng(3))
  note(final:fen(), final.scores)
  local first = view:copy():play(view:list()[1])
  note(first:fen(), first:draw(), first:history())
  return found
end

-- Two states that the seat cannot tell from the one that its view is of.
local function twins(state, seat)
  local text = state:view(seat):fen()
  return state.rules:load(text, 11), state.rules:load(text, 12)
end

describe("twins", function()
  local differ

  local function compare(state, seat)
    local a, b = twins(state, seat)
    local va, vb = a:view(seat, 7), b:view(seat, 7)
    local where = ("seat %d of %s"):format(seat, state:fen())
    differ = differ or a:fen() ~= b:fen()
    assert.is_true(va == vb, where)
    assert.is_true(va == state:view(seat, 7), where)
    if a.seat == seat then
      local budget = { iterations = 20, seed = 5 }
      assert.equal(tesela.search(a, budget), (tesela.search(b, budget)), where)
    end
    local fields = tesela.game(state.rules.name).fields or {}
    assert.same(look(va, fields), look(vb, fields), where)
  end

  for name, options in pairs {
    kuhn = {}, pig = { points = 20 }, crowns = { calm = 20 }, qwirkle = { players = 3 },
    cards = {},
  } do
    it("of " .. name .. " look the same", function()
      local rules = tesela.rules(name == "cards" and define() or name, options)
      differ = false
      for seed = 1, support.times(3, 1) do
        local state, rng = rules:start(seed), tesela.rng(seed)
        while not state.over and state.ply < 24 do
          if state.ply < 4 or rng:int(4) == 1 then
            for seat = 1, rules.seats do compare(state, seat) end
          end
          state:play(rng:pick(state:list()))
        end
      end
      assert.is_true(differ or name == "kuhn")
    end)
  end
end)

describe("a throw that came to nothing", function()
  it("leaves the generator as it was", function()
    local game = define { chance = true, fields = { open = { cells = 2, max = 9 } },
      start = function() end, moves = function(_, out) out(1) end,
      apply = function(s, _, rng) if rng:int(6) < 6 then error "again" end s.over = "empty" end }
    local tried = 0
    for seed = 1, 20 do
      local s = tesela.rules(game):start(seed)
      local before = s:fen()
      if not pcall(s.play, s, 1) then
        assert.equal(before, s:fen())
        assert.is_false((pcall(s.play, s, 1)))
        tried = tried + 1
      end
    end
    assert.is_true(tried > 10)
  end)
end)
