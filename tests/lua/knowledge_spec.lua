-- What a game's file tells searches (estimate, policy), and filters that look at the
-- position after a move (base.after, s:after).

local tesela = require "tesela"
local support = require "support"

local derive, raised = support.derive, support.raised

-- A race: whoever is first at 12. A step may be long.
local function race(t)
  t.name, t.endings, t.fields = "race_known", { "there" }, { at = { cells = 2, max = 40 } }
  t.moves = function(_, out) out(1) out(2) out(3) end
  t.apply = function(s, m)
    s.at[s.seat] = s.at[s.seat] + m
    if s.at[s.seat] >= 30 then s.over = "there" else s.seat = 3 - s.seat end
  end
  t.result = function(s) return s.over and { s.seat == 1 and 1 or 0, s.seat - 1 } or { 0, 0 } end
  return tesela.define(t)
end

describe("an estimate", function()
  local asked = 0
  local game = race { estimate = function(s)
    asked = asked + 1
    return { s.at[1], s.at[2] }, 4, 100
  end }
  local rules = tesela.rules(game)

  it("is used by both searches, and by expert", function()
    local s = rules:start()
    for _, options in ipairs { { iterations = 300, margin = 0.1 },
      { method = "alphabeta", iterations = 300, depth = 3 } } do
      local before = asked
      assert.equal("3", s:text((tesela.search(s, options))))
      assert.is_true(asked > before)
    end
    local before = asked
    local bot = tesela.bot "expert".new(rules, 1, 1)
    assert.equal("3", s:text((tesela.bot "expert".choose(bot, s, { iterations = 50 }))))
    assert.is_true(asked > before)
    assert(rules:check { games = 3 })
  end)

  it("takes the place of random games as far as it is trusted", function()
    local function plies(trust)
      local count = 0
      local some = race { estimate = function(s) return { s.at[1], s.at[2] }, 4, trust end,
        over = function() count = count + 1 end }
      tesela.search(tesela.rules(some):start(), { iterations = 200, seed = 1, margin = 0.1 })
      return count
    end
    local few, many = plies(100), plies(50)
    assert.is_true(few < many / 2, ("%d of %d"):format(few, many))
  end)

  it("belongs to variants, too, and to those that are derived from them", function()
    local variant = derive("mixtour", { estimate = function(base, s)
      return base.result(s), 1, 50
    end })
    for _, each in ipairs { variant, derive(variant, { keep = function() return true end }) } do
      local some = tesela.rules(each)
      tesela.search(some:start(), { iterations = 100 })
      tesela.search(some:start(), { iterations = 100, method = "alphabeta", depth = 2 })
      assert(some:check { games = 2 })
    end
  end)

  it("that is none is reported", function()
    for why, said in pairs {
      ["3: expected a list of numbers, one for each seat"] = { 3 },
      ["a list of 1 %(1%): expected a list of numbers"] = { { 1 } },
      ["nan: expected a list of numbers"] = { { 1, 0 / 0 } },
      ["0: expected a lead above 0, worth 3/4 of a win"] = { { 1, 2 }, 0 },
      ["%-1: expected a trust in percent"] = { { 1, 2 }, 1, -1 },
    } do
      local s = tesela.rules(race { estimate = function() return table.unpack(said) end }):start()
      assert.matches("estimate%(%) returned " .. why, raised(tesela.search, s,
        { iterations = 9, margin = 0.1 }))
    end
  end)
end)

describe("a policy", function()
  it("weighs moves for tree search", function()
    local function first(policy)
      local s = tesela.rules(race { policy = policy }):start()
      local _, report = tesela.search(s, { iterations = 30, seed = 1 })
      return s:text(report.moves[1].move), report.moves[1].visits
    end
    for step = 1, 3 do
      local name, visits = first(function(_, m) return m == step and 50 or 0.1 end)
      assert.equal(tostring(step), name)
      assert.is_true(visits > 15)
    end
    local rules = tesela.rules(derive("mixtour", { policy = function(_, s, m)
      return s:parts(m, "pieces") or 1
    end }))
    tesela.search(rules:start(), { iterations = 50 })
    assert(rules:check { games = 2 })
  end)

  it("that is none is reported", function()
    for why, said in pairs { ['"x"'] = { "x" }, ["%-1"] = { -1 }, ["nil"] = {} } do
      local s = tesela.rules(race { policy = function() return said[1] end }):start()
      assert.matches("policy%(%) returned " .. why .. ": expected a weight of at least 0",
        raised(tesela.search, s, { iterations = 9 }))
    end
  end)
end)

describe("the order of turns in a variant", function()
  it("is changed by passes, and the message says so", function()
    local again = tesela.rules(derive("mixtour", { apply = function(base, s, m)
      base.apply(s, m)
      if s.reserve(s, 1) == 18 and s.seat == 2 then base.pass(s) end
    end })):start()
    local seats = {}
    for _, move in ipairs { "a1", "b2", "c3", "d4" } do
      again:play(move)
      seats[#seats + 1] = again.seat
    end
    assert.same({ 2, 1, 1, 2 }, seats)
    local set = tesela.rules(derive("mixtour", { apply = function(base, s, m)
      base.apply(s, m)
      s.seat = 1
    end })):start()
    assert.matches("the moves decide whose turn it is; base.pass%(s%) after base.apply%(s, m%) "
      .. "gives it to the next seat; any other order needs a whole game",
      raised(set.play, set, "a1"))
  end)
end)

describe("the parts of moves of a whole game", function()
  local function board(parts)
    return tesela.define { name = "board_parts", endings = { "full" },
      fields = { board = { cells = 9, max = 2 } }, parts = parts,
      moves = function(s, out) s.board:find(0, out) end,
      apply = function(s, m)
        s.board[m], s.seat = s.seat, 3 - s.seat
        if s.board:count(0) == 0 then s.over = "full" end
      end,
      result = function(s) return { s.board:count(1), s.board:count(2) } end }
  end
  local game = board { kind = function(_, m) return m == 5 and "middle" or "side" end,
    row = { function(_, m) return (m + 2) // 3 end, gives = "number", doc = "its row" },
    cells = { function(s, m) return { "c" .. m, "s" .. s.seat } end, gives = "list" },
    rare = function(_, m) return m == 9 and "last" or nil end }

  it("are what functions say, by name", function()
    local s = tesela.rules(game):start()
    assert.same({ kind = "middle", row = 2, cells = { "c5", "s1" }, number = 5 }, s:parts(5))
    assert.same({ "side", 3, "last", n = 3 }, table.pack(s:parts(9, "kind", "row", "rare")))
    assert.equal("integer", math.type(s:parts(1, "row")))
    assert.same({ "kind", "string", "row", "integer" }, (function(parts)
      return { parts[1].name, parts[1].gives, parts[4].name, parts[4].gives }
    end)(tesela.game(game).parts))
    assert(tesela.rules(game):check { games = 3 })
  end)

  it("serve a filter over it", function()
    local rules = tesela.rules(derive(game, { keep_by = "kind",
      keep = function(_, s, m) return s:parts(m, "kind") ~= "middle" end }))
    assert.equal(8, rules:start():count())
    assert(rules:check { games = 2 })
  end)

  it("that are none are reported", function()
    for why, said in pairs { ['"a b"'] = { "a b" }, ["1.5"] = { 1.5 },
      ['"a%+b"'] = { { "a+b" } } } do
      local s = tesela.rules(board { kind = function() return said[1] end }):start()
      assert.matches("knowledge_spec.lua:%d+: board_parts: parts%(%) returned .*" .. why
        .. ".*: expected a word, a whole number, a list of words, or nil",
        raised(s.parts, s, 1))
    end
    assert.matches("parts.kind: expected a function, or", raised(board, { kind = 3 }))
    assert.matches("parts.kind: gives: expected text, number or list", raised(board,
      { kind = { print, gives = "words" } }))
    assert.matches("parts: expected parts by name, got \"number\"",
      raised(board, { number = print }))
  end)
end)

describe("base.after", function()
  -- No move gives the game away.
  local careful = derive("mixtour", { keep = function(base, s, m)
    local t = base.after(s, m)
    return not t.over or t.winners[1] == s.seat
  end })

  it("is the position after a move, by the rules below", function()
    local rules, plain = tesela.rules(careful), tesela.rules "mixtour"
    for seed = 1, support.times(6, 1) do
      local s, rng = rules:start(), tesela.rng(seed)
      while not s.over do
        local t, kept = plain:load((s:fen():gsub(" passes=.*", ""))), {}
        for m in t:moves() do
          local after = t:copy():play(m)
          if not after.over or after.winners[1] == s.seat then kept[#kept + 1] = m end
        end
        if kept[1] then assert.same(kept, s:list()) end
        s:play_random(rng)
      end
    end
    assert(rules:check { games = 2 })
  end)

  it("leaves the state alone, and is no move of base's for any other", function()
    local fen, later
    local rules = tesela.rules(derive("mixtour", { keep = function(base, s, m)
      fen = s:fen()
      later = base.after(s, m)
      assert(s:fen() == fen and later:fen() ~= fen)
      return true
    end }))
    local s = rules:start()
    s:list()
    assert.matches("^5/5/5/5/5 w", s:fen())
    assert.equal(1, later.ply) -- a state like any other
    assert.equal(2, later.seat)
    local wrong = tesela.rules(derive("mixtour", { keep = function(base, t)
      return base.after(t, 1 << 40) ~= nil
    end })):start()
    assert.matches("base.after: %d+ is not a move of base here", raised(wrong.list, wrong))
  end)
end)

describe("s:after", function()
  -- No stone may make a row of three; whoever has no move loses.
  local function no_three(more)
    local t = { name = "no_three_known", board = tesela.board.square(3), moves = { "place" },
      keep = function(s, m) return s:after(m).board:run(m) < 3 end, endings = { "stuck" },
      over = function(s) return s:count() == 0 and "stuck" or nil end,
      result = function(s) return { s.seat - 1, 2 - s.seat } end }
    for name, value in pairs(more or {}) do t[name] = value end
    return tesela.rules(tesela.define(t))
  end

  -- The same, by looking for rows.
  local ROWS = { "a1b1c1", "a2b2c2", "a3b3c3", "a1a2a3", "b1b2b3", "c1c2c3", "a1b2c3",
    "a3b2c1" }
  local function allowed(s, name)
    for _, row in ipairs(ROWS) do
      local own = 0
      for cell in row:gmatch ".." do
        own = own + ((cell == name or s.board[s.board:cell(cell)] == s.seat) and 1 or 0)
      end
      if row:find(name, 1, true) and own == 3 then return false end
    end
    return s.board[s.board:cell(name)] == 0
  end

  it("is the position after a move, that keep and over are not asked about", function()
    local rules = no_three()
    for seed = 1, support.times(10, 2) do
      local s, rng = rules:start(), tesela.rng(seed)
      while not s.over do
        for cell = 1, 9 do
          local name = s.board:name(cell)
          assert.equal(allowed(s, name), s:legal(name))
        end
        s:play_random(rng)
      end
    end
    assert(rules:check { games = support.times(20, 2) })
  end)

  it("goes with functions that list and make moves, in a variant of the game too", function()
    local listed = no_three { moves = function(s, out)
      for _, m in ipairs(s.board:find(0)) do
        if s:after(m).board:run(m) < 3 then out(m) end
      end
    end, apply = function(s, m) s.board[m], s.seat = s.seat, 3 - s.seat end }
    local rules = no_three()
    assert.equal(rules:start():perft(4), listed:start():perft(4))
    local variant = tesela.rules(derive(rules, { keep = function(_, _, m) return m ~= 5 end }))
    assert.equal(8, variant:start():count())
    assert(variant:check { games = 2 })
  end)

  it("leaves the state alone", function()
    local later
    local s = no_three { keep = function(s, m)
      local fen = s:fen()
      later = s:after(m)
      assert(s:fen() == fen and later:fen() ~= fen and s:after(m) == later)
      return true
    end }:start()
    s:list()
    assert.same({ 1, 2, 8 }, { later.ply, later.seat, later.board:count(0) })
  end)

  it("says where it cannot be", function()
    local s = no_three():start()
    assert.matches("state:after: only functions of a whole game can ask in this way whether a "
      .. "move is legal; elsewhere use s:copy%(%):play%(m%)", raised(s.after, s, 1))
    local variant = tesela.rules(derive("mixtour", { keep = function(_, t, m)
      return t:after(m) ~= nil
    end })):start()
    assert.matches("a variant uses base.after%(s, m%)", raised(variant.list, variant))
    for move, words in pairs { [1 << 62] = "state:after: expected a number below 2%^62",
      [10] = "move 10 does not consist of cells of the board" } do
      local wrong = no_three { over = function() end,
        keep = function(t) return t:after(move) ~= nil end }:start()
      assert.matches(words, raised(wrong.list, wrong))
    end
  end)
end)
