-- The games that are shipped in Lua: all of them by the conformance check and
-- by their records, then each by what it says of itself.

local tesela = require "tesela"
local support = require "support"
local games = require "tesela.rules.games"

-- For how many plies a game is checked: for half of them where it comes from another
-- one, or where there are hundreds of moves at each; the playouts of the check reach the
-- end all the same.
local function plies_of(rules, plies)
  local derived = tesela.game(rules.name).root ~= nil
  return (derived or rules:start():count() >= 100) and plies // 2 or plies
end

-- The values at the edges of an option's range.
local function corners(option)
  if type(option.default) == "table" then return {} end
  local least, most = option.range:match "(%-?%d+)%.%.(%-?%d+)"
  if least then return { math.tointeger(least), math.tointeger(most) } end
  local words = {}
  for word in option.range:gmatch "[^|]+" do words[#words + 1] = word end
  return words
end

local texts = support.texts

local function played(rules, moves)
  local s = rules:start()
  for move in moves:gmatch "%S+" do s:play(move) end
  return s
end

describe("every shipped game", function()
  it("names the kinds of its moves", function()
    for _, name in ipairs(tesela.games()) do
      local words
      for _, part in ipairs(tesela.game(name).parts) do
        if part.name == "kind" then words = part.doc end
      end
      local state, rng = tesela.rules(name):start(3), tesela.rng(3)
      while words and not state.over and state.ply < 40 do
        local move = rng:pick(state:list())
        local kind = state:parts(move).kind
        assert.is_truthy(words:find("%f[%w]" .. kind .. "%f[%W]"), name .. ": " .. kind)
        state:play(move)
      end
    end
  end)

  local tried = 0
  for _, name in ipairs(games.names()) do
    it(name .. " is listed, and says what it is", function()
      local listed = table.concat(tesela.games(), " ")
      assert.is_truthy((" " .. listed .. " "):find(" " .. name .. " ", 1, true))
      local game = tesela.game(name)
      assert.is_true(#game.title > 0 and #game.summary > 0 and #game.notation > 0)
      assert.is_truthy(support.read(tesela.home .. "/games/" .. name .. ".lua"):find "^%-%- %S")
    end)

    it(name .. " states its own rules where functions change those of its base", function()
      local game = tesela.game(name)
      local text = support.read(tesela.home .. "/games/" .. name .. ".lua")
      local changed = game.root and text:find "\n  [%l_]+ = function" ~= nil
      if changed then assert.not_equal(tesela.game(game.root).summary, game.summary) end
      assert.is_nil(game.summary:find("A variant that changes", 1, true))
    end)

    it(name .. " has searches that are not too long for its functions", function()
      local game, rules = tesela.game(name), tesela.rules(name)
      if not game.slow then return end
      local bots = require "tesela.bots.bots"
      local below = game.root and tesela.rules(game.root)
      for bot, usual in pairs { mcts = 10000, alphabeta = 200000, expert = 5000 } do
        local ok, made = pcall(bots.bot(bot).new, rules, 1, 1)
        if ok then
          usual = below and bots.bot(bot).new(below, 1, 1).iterations or usual
          assert.equal(rules.iterations or usual // 5, made.iterations)
        end
      end
    end)

    it(name .. " passes the conformance check", function()
      local rules = tesela.rules(name)
      assert.same({ true }, { rules:check { games = 1, seed = 100,
        max_plies = plies_of(rules, 80) } })
    end)

    it(name .. " passes it at the corners of its options", function()
      for _, option in ipairs(tesela.game(name).options) do
        for _, value in ipairs(corners(option)) do
          tried = tried + 1
          if tesela.game(name).root and tried % 3 ~= 0 then goto next end
          local ok, rules = pcall(tesela.rules, name, { [option.name] = value })
          -- A game in C may refuse a combination.
          if ok then
            assert.same({ true }, { rules:check { games = 1, seed = 7,
              max_plies = plies_of(rules, 8) } })
          end
          assert.is_true(ok or tesela.game(name).root ~= nil)
          ::next::
        end
      end
    end)

    it(name .. " has records that replay", function()
      for seed = 1, 3 do
        local _, final = support.random_game(tesela.rules(name), seed)
        local line = final:record()
        local again = assert(tesela.replay(line))
        assert.equal(final, again)
        assert.equal(tesela.game(name).source, tesela.decode(line).source)
      end
    end)
  end
end)

describe("mixtour_points", function()
  it("is won by five points", function()
    local rules = tesela.rules "mixtour_points"
    local s = rules:load "5/5/1,r,wrrr,2/5/5 r 4:3 -"
    s:play "c3:4-b3"
    assert.same({ 4, 4 }, s.scores)
    assert.is_false(s.over)
    s = rules:load("5/5/1,r,wrrr,2/5/5 r 4:4 -"):play "c3:4-b3"
    assert.same({ "points", { 2 } }, { s.reason, s.winners })
  end)
end)

describe("mixtour_exactly_five", function()
  local rules = tesela.rules "mixtour_exactly_five"

  it("gives two points for five, one for more", function()
    local s = rules:load "5/5/1,r,wrrr,2/5/5 r 0:0 - more=0*2"
    assert.same({ 0, 2 }, s:play("c3:4-b3").scores)
    assert.is_false(s.over)
    s = rules:load "5/5/wr,1,wrrr,2/5/5 w 0:0 - more=0*2"
    assert.same({ 0, 1 }, s:play("c3:4-a3").scores)
  end)

  it("ends when the points are reached", function()
    local s = rules:load("5/5/1,r,wrrr,2/5/5 w 0:1 - more=0*2"):play "c3:4-b3"
    assert.same({ "points", { 0, 3 }, { 2 } }, { s.reason, s.scores, s.winners })
    s = rules:load("5/5/1,r,wrrr,2/5/5 w 0:0 - more=0,1"):play "c3:4-b3"
    assert.same({ "points", { 0, 3 }, { 2 } }, { s.reason, s.scores, s.winners })
  end)

  it("leaves a draw a draw", function()
    local s = tesela.rules("mixtour_exactly_five", { stall = 1 })
      :load("5/5/1,wr,r,2/5/5 w 0:0 - more=1,0"):play "b3-c3"
    assert.same({ "stall", { 1, 0 }, { 1, 2 } }, { s.reason, s.scores, s.winners })
  end)
end)

describe("mixtour_apart", function()
  local rules = tesela.rules "mixtour_apart"

  it("lets no one enter beside a piece of their own", function()
    local s = rules:start():play "b2"
    assert.is_true(s:legal "b3") -- red beside white
    s:play "e5"
    for _, cell in ipairs { "a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3" } do
      assert.is_false(s:legal(cell))
    end
    assert.same({ nil, "c3: the rules of mixtour_apart do not allow it here", "illegal" },
      { s:move "c3" })
    assert.equal(25 - 9 - 1, s:count())
    assert.is_true(s:legal "d4") -- white beside red
  end)

  it("looks into stacks", function()
    local s = rules:load "5/5/2,wr,2/5/5 w 0:0 - passes=0"
    assert.is_false(s:legal "b2")
    assert.is_true(s:legal "a1")
  end)

  it("passes when nothing is left", function()
    local s = rules:load "1,w,2,w/5/5/1,w,2,w/5 w 0:0 - passes=0"
    assert.same({ "pass" }, texts(s))
    s:play "pass"
    assert.equal(2, s.seat)
    assert.equal(21, s:count())
  end)
end)

describe("blokus_small_start", function()
  it("begins with four cells at most, and continues with any", function()
    local s = tesela.rules("blokus_small_start", { players = 2 }):start()
    local before = tesela.rules("blokus", { players = 2 }):start()
    for _ = 1, 4 do
      local all, small = 0, 0
      for m in s:moves() do
        all = all + 1
        if s:parts(m).size < 5 then small = small + 1 end
      end
      assert.equal(all, small)
      for m in before:moves() do
        if before:parts(m).size < 5 then small = small - 1 end
      end
      assert.equal(0, small) -- and all of those
      local first = s:text(s:list()[1])
      s:play(first)
      before:play(first)
    end
    assert.same(texts(before), texts(s))
    assert.is_truthy(table.concat(s:left "blue", " "):find "5")
  end)
end)

-- V3@a1 means what the game that is played has among its moves, not what
-- Blokus has: only these ways to lay a piece count.
describe("short notation of Blokus", function()
  local function ways_of(s)
    local ways = {}
    for m in s:moves() do
      local parts = s:parts(m)
      if parts.kind == "place" then
        local short = parts.piece .. "@" .. parts.at
        ways[short] = ways[short] or {}
        ways[short][parts.turn] = m
      end
    end
    return ways
  end

  local function reads(s, short, ways)
    local turns = {}
    for turn = 1, 8 do
      assert.equal(ways[turn], (s:move(short .. "/" .. turn)))
      if ways[turn] then turns[#turns + 1] = turn end
    end
    local move, why = s:move(short)
    assert.equal(#turns == 1 and ways[turns[1]] or nil, move)
    if #turns == 1 then return end
    assert.matches(#turns > 1 and ("add the way (/N); ways %s fit there (piece %s shows them)")
      :format(table.concat(turns, " "), short:match "^[^@]+")
      or "^" .. short .. ": ", why, 1, #turns > 1)
  end

  local function reads_all(s)
    local all = ways_of(s)
    for short in pairs(ways_of(tesela.rules "blokus":start())) do
      all[short] = all[short] or {}
    end
    for short, ways in pairs(all) do reads(s, short, ways) end
  end

  local played_with = { "blokus", tesela.derive("blokus", {
    name = "blokus_as_drawn",
    moves = function(base, s, out)
      for m in base.moves(s) do
        if (s:parts(m).turn or 1) == 1 then out(m) end
      end
    end,
  }) }
  for _, name in ipairs(games.names()) do
    if tesela.game(name).root == "blokus" then
      played_with[#played_with + 1] = name
    end
  end

  for _, game in ipairs(played_with) do
    local rules = tesela.rules(game)
    it("reads the ways that " .. rules.name .. " allows", function()
      local s, rng = rules:start(), tesela.rng(5)
      reads_all(s)
      if support.sanitized then return end
      for _ = 1, 10 do s:play(rng:pick(s:list())) end
      reads_all(s)
    end)
  end

  it("says of a way that is none here why", function()
    local s = tesela.rules "blokus_small_start":start()
    local blokus = tesela.rules "blokus":start()
    assert.matches("ways 1 2 4 fit there ", select(2, s:move "V3@a1"))
    assert.equal(blokus:move "V3@a1/2", (s:move "V3@a1/2"))
    assert.matches("ways 1 2 fit there ", select(2, blokus:move "I5@a1"))
    assert.equal("I5@a1: the rules of blokus_small_start do not allow it here",
      select(2, s:move "I5@a1"))
  end)
end)

describe("qwirkle_twelve", function()
  it("gives twelve more for a line of six", function()
    local fen = "rc@0,0+rd@1,0+rf@2,0+rs@3,0+rt@4,0 ru+yu/gf bf 1 0:0 0"
    assert.same({ 18, 0 },
      tesela.rules("qwirkle_twelve"):load(fen):play("ru@5,0").scores)
    assert.same({ 12, 0 }, tesela.rules("qwirkle"):load(fen):play("ru@5,0").scores)
  end)
end)

describe("losetas_misere", function()
  it("is won by the smaller area", function()
    local rules = tesela.rules("losetas_misere", { frame = "fixed", size = 2, tiles = { 1, 0, 0 } })
    local s = played(rules, "2x2@a1")
    assert.same({ { 4, 0 }, { 2 } }, { s.scores, s.winners })
  end)

  it("is drawn if all areas are equal", function()
    local rules = tesela.rules("losetas_misere", { frame = "fixed", size = 2, tiles = { 0, 0, 2 } })
    local s = played(rules, "1x1@a1 1x1@b1 1x1@b2 1x1@a2")
    assert.same({ { { 1, 1 }, { 1, 1 } }, { 1, 2 } }, { s:areas(), s.winners })
  end)

  it("looks at the second largest if the largest are equal", function()
    local rules, seen = tesela.rules("losetas_misere", { size = 3 }), 0
    for seed = 1, 400 do
      local _, s = support.random_game(rules, seed)
      local grey, blue = table.unpack(s:areas())
      if grey[1] == blue[1] and #grey + #blue > 0 then
        local winner
        for i = 1, math.max(#grey, #blue) do
          local a, b = grey[i] or 0, blue[i] or 0
          if a ~= b then winner = a < b and 1 or 2 break end
        end
        assert.same(winner and { winner } or { 1, 2 }, s.winners)
        seen = seen + (winner and 1 or 0)
      end
      if seen == 5 then return end
    end
    assert.is_true(seen > 0)
  end)
end)

describe("tictactoe", function()
  local rules = tesela.rules "tictactoe"

  it("is won by a line, or drawn", function()
    local s = played(rules, "a1 b1 a2 b2 a3")
    assert.same({ "line", { 1, 0 }, { 1 } }, { s.reason, s.scores, s.winners })
    s = played(rules, "a1 b2 a2 a3 b1 c1")
    assert.same({ "line", { 0, 1 }, { 2 } }, { s.reason, s.scores, s.winners })
    s = played(rules, "b2 a1 a3 c1 b1 b3 a2 c2 c3")
    assert.same({ "full", { 0, 0 }, { 1, 2 } }, { s.reason, s.scores, s.winners })
    s = played(rules, "a1 b1 a2 b2 c1 c2 b3 c3 a3") -- the last move makes a line
    assert.same({ "line", { 1 } }, { s.reason, s.winners })
  end)

  it("has as many games as there are", function()
    for depth, leaves in ipairs { 9, 72, 504, 3024, 15120, 54720 } do
      assert.equal(leaves, rules:start():perft(depth))
    end
  end)

  it("does not read a position that is over, or has no sense", function()
    assert.has_error(function() rules:load "2 board=1*3,2,2,0*4 last=1" end,
      "tictactoe position: the game is over (line)")
  end)

  it("is drawn with the last move and the hint", function()
    assert.equal([[
     a   b   c
   +---+---+---+
 3 |   |   |   | 3
   +---+---+---+
 2 |   |[X]|   | 2
   +---+---+---+
 1 |< >|   |   | 1
   +---+---+---+
     a   b   c
O to move
]], played(rules, "b2"):draw { mark = "a1" })
  end)
end)

describe("connect_four", function()
  local rules = tesela.rules "connect_four"

  it("lets discs fall, and is won by four in any direction", function()
    for moves, winner in pairs {
      ["a b a b a b a"] = 1, ["a g b g c g e g"] = 2, ["a a b b c c d"] = 1,
      ["a b b c c d c d d a d"] = 1, ["d c c b b a b a a g a"] = 1,
    } do
      local s = played(rules, moves)
      assert.same({ "line", { winner } }, { s.reason, s.winners })
    end
    local s = played(rules, "a a a a a a")
    assert.same({ "b", "c", "d", "e", "f", "g" }, texts(s))
    assert.equal(16807, rules:start():perft(5))
  end)

  -- A second opinion about any board.
  local function has_line(grid, o, disc)
    for x = 1, o.columns do
      for y = 1, o.rows do
        for _, step in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
          local count = 0
          for i = 0, o.length - 1 do
            local column = grid[x + i * step[1]]
            if column and column[y + i * step[2]] == disc then count = count + 1 end
          end
          if count == o.length then return true end
        end
      end
    end
  end

  it("ends if a second opinion says so", function()
    local drawn = 0
    for _, o in ipairs {
      { columns = 7, rows = 6, length = 4 }, { columns = 12, rows = 12, length = 3 },
      { columns = 2, rows = 2, length = 3 }, { columns = 3, rows = 12, length = 4 },
    } do
      for seed = 1, 10 do
        local s, rng, discs = tesela.rules("connect_four", o):start(), tesela.rng(seed), 0
        local grid = {}
        for x = 1, o.columns do grid[x] = {} end
        while not s.over do
          local seat, m = s.seat, rng:pick(s:list())
          local column = grid[s:text(m):byte() - 96]
          s:play(m)
          column[#column + 1], discs = seat, discs + 1
          local line = has_line(grid, o, seat)
          local full = discs == o.columns * o.rows
          assert.equal(line and "line" or full and "full" or nil, s.reason)
          if s.over then assert.same(line and { seat } or { 1, 2 }, s.winners) end
          if s.over and not line then drawn = drawn + 1 end
        end
      end
    end
    assert.is_true(drawn > 0)
  end)
end)

describe("othello", function()
  local rules = tesela.rules "othello"

  it("turns discs over", function()
    local s = played(rules, "d3 c5")
    assert.same({ 3, 3 }, s.scores)
    assert.matches("c5 is not a legal move here", select(2, s:move "c5"))
  end)

  it("has its perft counts", function()
    for depth, leaves in ipairs { 4, 12, 56, 244, 1396, 8200 } do
      assert.equal(leaves, rules:start():perft(depth))
    end
  end)

  it("passes only if there is no move, and ends if there is none for both", function()
    local passes, rng = 0, tesela.rng(1)
    for seed = 1, 30 do
      local s = rules:start(seed)
      while not s.over do
        local list = s:list()
        for _, m in ipairs(list) do
          if s:text(m) == "pass" then
            assert.equal(1, #list)
            passes = passes + 1
          end
        end
        s:play(rng:pick(list))
      end
      local scores = s.scores
      assert.is_true(scores[1] + scores[2] <= 64)
      assert.equal(scores[1] > scores[2], s.places[1] == 1 and s.places[2] == 2)
    end
    assert.is_true(passes > 0)
  end)
end)

describe("gomoku", function()
  local rules = tesela.rules("gomoku", { size = 9 })

  it("is won by five in any direction, and not around the edge", function()
    for line, won in pairs {
      ["a1 b1 c1 d1 e1"] = true, ["a1 a2 a3 a4 a5"] = true, ["a1 b2 c3 d4 e5"] = true,
      ["e1 d2 c3 b4 a5"] = true, ["a1 c1 d1 e1 b1"] = true, ["h1 i1 a2 b2 c2"] = false,
    } do
      local s, other = rules:start(), 1
      for m in line:gmatch "%S+" do
        s:play(m)
        if not s.over then
          s:play(("%s9"):format(string.char(96 + 2 * other - (other > 4 and 1 or 0))))
          other = other + 1
        end
      end
      assert.equal(won, s.over, line)
      if won then assert.same({ 1, 0 }, s.scores) end
    end
  end)

  it("is a draw when the board is full", function()
    assert.same({ 0, 0 }, rules:start().scores)
    assert.equal(81, rules:start():count())
    assert.equal(361, tesela.rules("gomoku", { size = 19 }):start():count())
  end)
end)

describe("hex", function()
  it("is won by a chain across", function()
    local rules = tesela.rules("hex", { size = 3, swap = "off" })
    local s = played(rules, "a1 b1 a2 b2 a3")
    assert.same({ "joined", { 1, 0 }, { 1 } }, { s.reason, s.scores, s.winners })
    s = played(rules, "a3 a2 b3 b2 c3 c1") -- slanting down: b2 and c1 touch
    assert.same({ "joined", { 2 } }, { s.reason, s.winners })
    s = played(rules, "a1 a2 b2 b1 c3") -- upwards to the right they do not
    assert.is_false(s.over)
  end)

  it("lets blue swap, once", function()
    local s = played(tesela.rules "hex", "b5")
    assert.equal(121, s:count())
    s:play "swap"
    assert.is_false(s:legal "e2")
    assert.is_true(s:legal "b5")
    assert.is_false(s:legal "swap")
    assert.equal(1, s.seat)
    local off = played(tesela.rules("hex", { swap = "off" }), "b5")
    assert.equal(120, off:count())
  end)

  it("never ends without a winner", function()
    for _, size in ipairs { 2, 3, 5, 8 } do
      for seed = 1, 10 do
        local moves, s = support.random_game(tesela.rules("hex", { size = size }), seed)
        assert.equal("joined", s.reason)
        assert.same({ 2 - #moves % 2 }, s.winners) -- who moved last
      end
    end
  end)

  it("is drawn slanted", function()
    local s = played(tesela.rules("hex", { size = 2 }), "b1")
    assert.equal([[
         a   b
   2  .   .   2
 1  .  [R]  1
     a   b
blue to move
]], s:draw())
    assert.is_truthy(s:svg():find "svg")
  end)
end)

describe("pig", function()
  local rules = tesela.rules "pig"

  it("adds up until a one, or until it is held", function()
    local seen = {}
    for seed = 1, 40 do
      local s = rules:load("1 die=0 kept=40,7,0*2 turn=11 chance=?", seed)
      local held = s:copy():play "hold"
      assert.same({ 51, 7, 0, 2 }, { held.kept[1], held.kept[2], held.turn, held.seat })
      s:play "roll"
      seen[s.die] = true
      if s.die == 1 then
        assert.same({ 40, 0, 2 }, { s.kept[1], s.turn, s.seat })
      else
        assert.same({ 40, 11 + s.die, 1 }, { s.kept[1], s.turn, s.seat })
      end
    end
    assert.equal(6, #seen)
  end)

  it("is won by the player who holds the points", function()
    local s = rules:load "2 die=3 kept=99,60,0*2 turn=40 chance=?"
    assert.same({ "hold" }, texts(s))
    s:play "hold"
    assert.same({ "points", { 99, 100 }, { 2 } }, { s.reason, s.scores, s.winners })
  end)

  it("is rolled on with little, and held with much", function()
    local little = rules:load "1 die=2 kept=30,30,0*2 turn=2 chance=?"
    local much = rules:load "1 die=6 kept=30,30,0*2 turn=60 chance=?"
    for _, row in ipairs { { little, "roll" }, { much, "hold" } } do
      local move = tesela.search(row[1], { iterations = 2000 })
      assert.equal(row[2], row[1]:text(move))
    end
  end)
end)

describe("kuhn", function()
  local rules = tesela.rules "kuhn"
  local function dealt(cards) return rules:load("1 bet=0*2 card=" .. cards .. " checks=0") end

  local function after(cards, moves)
    local s = dealt(cards)
    for move in moves:gmatch "%S+" do s:play(move) end
    return s
  end

  it("is worth the chips in the pot", function()
    for moves, chips in pairs {
      ["check check"] = { 1, -1 }, ["bet call"] = { 2, -2 }, ["check bet call"] = { 2, -2 },
      ["bet fold"] = { 1, 1 }, ["check bet fold"] = { -1, -1 },
    } do
      for i, cards in ipairs { "3,1,2", "1,2,3" } do
        local s = after(cards, moves)
        assert.same({ { chips[i], -chips[i] }, { chips[i] > 0 and 1 or 2 } },
          { s.scores, s.winners })
      end
    end
  end)

  it("shows the cards at a showdown, and never the third", function()
    local s = dealt "3,1,2"
    assert.equal("1 bet=0*2 card=?,1,? checks=0 unseen=card:2,3", s:view(2):fen())
    assert.matches(" card=%?,1,%? ", after("3,1,2", "bet fold"):view(2):fen())
    assert.matches(" card=3,1,%? ", after("3,1,2", "bet call"):view(2):fen())
    assert.equal([[
     a   b
   +---+---+
 2 | K |[2]| 2
   +---+---+
 1 | ? | 1 | 1
   +---+---+
     a   b
second to move
]], after("3,1,2", "bet"):view(1):draw())
  end)

  it("calls with a king, and folds with a jack", function()
    for card, move in pairs { [3] = "call", [1] = "fold" } do
      local s = after("2," .. card .. "," .. 4 - card, "bet"):view(2)
      assert.equal(move, s:text((tesela.search(s, { iterations = 1000, margin = 1 }))))
    end
  end)
end)

describe("crowns", function()
  local rules = tesela.rules "crowns"

  -- Red has a piece on c3 and a crown on a1, blue a piece on c4 and one on f6.
  local function meet(a, b)
    local s = rules:load(("1 at=15,1,0*2,21,36,0*10 blue=%d,1,3,4 calm=5 green=0*4 last=0 "
      .. "red=%d,1,3,4 shown=0*16 yellow=0*4"):format(b, a))
    return s:play "c3xc4"
  end

  it("is fought by the higher, but a one takes a three", function()
    for a = 2, 4 do
      for b = 2, 4 do
        local s, wins = meet(a, b), a > b
        if a == 2 and b == 4 then wins = true end
        if a == 4 and b == 2 then wins = false end
        local left = { s.at[1], s.at[5] }
        assert.same(a == b and { 0, 0 } or wins and { 21, 0 } or { 0, 21 }, left)
        assert.same({ b, a, -1, 0 },
          { s:view(1).blue[1], s:view(2).red[1], s:view(1).blue[2], s.calm })
        assert.is_false(s.over)
      end
    end
  end)

  it("is over when one has a crown", function()
    local s = meet(2, 1)
    assert.same({ "crowns", { 2, 0 }, { 1 }, 1 },
      { s.reason, s.scores, s.winners, s:view(1).blue[2] })
    s = meet(1, 1)
    assert.same({ "crowns", { 2, 0 }, { 1 } }, { s.reason, s.scores, s.winners })
  end)

  it("goes round for up to four, without those who have left", function()
    for players = 2, 4 do
      local all = tesela.rules("crowns", { players = players })
      for seed = 1, support.times(6) do
        local s, rng = all:start(seed), tesela.rng(seed)
        local out = {}
        while not s.over do
          assert.is_nil(out[s.seat])
          s:play(rng:pick(s:list()))
          for seat, count in ipairs(s.scores) do out[seat] = count == 0 or nil end
        end
        assert.is_true(s.reason == "calm" or #s.winners == 1)
      end
    end
  end)

  it("shows where pieces stand, and the own ones", function()
    assert.equal(tesela.rules("crowns", { players = 4 }):start(1):view(3, 5):draw(),
      tesela.rules("crowns", { players = 4 }):start(1):view(3, 6):draw())
    local board = tesela.rules("crowns"):start(1):view(1):draw()
    local _, hidden = board:gsub("b%?", "")
    local _, own = board:gsub("r[C123]", "")
    assert.same({ 4, 4 }, { hidden, own })
  end)
end)

describe("mixtour_in_lua", function()
  local function both(options)
    return tesela.rules("mixtour", options), tesela.rules("mixtour_in_lua", options)
  end

  local function compare(c, lua)
    assert.same(texts(c), texts(lua))
    assert.same({ c.seat, c.over, c.reason, c.scores, c.places },
      { lua.seat, lua.over, lua.reason, lua.scores, lua.places })
  end

  -- Back to where a move began: two who go to and fro repeat positions.
  local function reversed(text)
    local from, pieces, to = (text or ""):match "^(%l%d)(:?%d*)%-(%l%d)$"
    return from and to .. pieces .. "-" .. from
  end

  it("has the options of the game in C, and its size", function()
    local c, lua = tesela.game("mixtour").options, tesela.game("mixtour_in_lua").options
    c[#c + 1] = { name = "size", default = 5, range = "3..8",
      doc = "cells on each side" }
    local function by_name(a, b) return a.name < b.name end
    table.sort(c, by_name)
    table.sort(lua, by_name)
    assert.same(c, lua)
  end)

  it("is named to those who ask the game in C for another size", function()
    assert.has_error(function() tesela.rules("mixtour", { size = 6 }) end,
      "mixtour: there is no option size; the options: win_score, pieces, stack, "
      .. "repetition, stall; mixtour_in_lua has it")
    assert.error_matches(function() tesela.rules("mixtour", { wins = 6 }) end, "stall$")
    assert.error_matches(function()
      tesela.derive("mixtour", { name = "wide_mixtour", options = { size = 6 } })
    end, "no option size.*; mixtour_in_lua has it$")
  end)

  it("has its perft counts", function()
    local c, lua = both()
    for depth = 1, support.sanitized and 3 or 4 do
      assert.equal(c:start():perft(depth), lua:start():perft(depth))
    end
  end)

  it("agrees with it at every ply of random games, with any options", function()
    local seen, rng = {}, tesela.rng(2)
    for _ = 1, support.sanitized and 40 or 250 do
      local c, lua = both {
        win_score = rng:int(3), pieces = rng:int(8) == 1 and 20 or rng:int(6),
        stack = math.max(1 + rng:int(7), 1 + rng:int(7)),
        repetition = ({ 0, 2, 3 })[rng:int(3)], stall = rng:int(3) == 1 and 4 or 100,
      }
      local a, b, back, moves = c:start(), lua:start(), rng:int(2) == 1, {}
      while not a.over do
        compare(a, b)
        local move = rng:pick(texts(a))
        local before = reversed(moves[#moves - 1])
        if back and before and a:legal(before) then move = before end
        moves[#moves + 1] = move
        a:play(move)
        b:play(move)
      end
      compare(a, b)
      seen[a.reason] = true
    end
    if not support.stress then
      assert.same({ points = true, passes = true, repetition = true, stall = true }, seen)
    end
  end)

  it("counts as it does from the middle of games", function()
    local c, lua = both { win_score = 2 }
    for seed = 1, support.times(6) do
      local moves = support.random_game(c, seed)
      local a, b = c:start(), lua:start()
      for i = 1, #moves - 4 do
        local text = a:text(moves[i])
        a:play(text)
        b:play(text)
      end
      assert.equal(a:perft(2), b:perft(2))
    end
  end)

  it("is drawn as it is", function()
    local c, lua = both()
    local a, b = played(c, "b2 c3 b2-c3"), played(lua, "b2 c3 b2-c3")
    local function board(s) return s:draw { mark = "b3" }:match "^(.*\n)[^\n]*\n$" end
    assert.equal(board(a), board(b))
  end)

  -- ---- boards of other sizes: a slow second opinion ----

  local WAYS = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 },
    { -1, 0 }, { 0, -1 }, { -1, -1 }, { -1, 1 } }

  local function cell_name(x, y) return ("%c%d"):format(96 + x, y) end

  -- The board as stacks by the names of their cells, bottom to top: "wrr".
  local function plain(size, o)
    return { size = size, options = o, stacks = {}, turn = "w", back = "",
      left = { w = o.pieces, r = o.pieces }, score = { w = 0, r = 0 } }
  end

  -- Every way to walk to the stack from as far as it is high.
  local function add_carries(game, x, y, list)
    local target = game.stacks[cell_name(x, y)]
    for _, way in ipairs(target and WAYS or {}) do
      local from
      for step = 1, #target do
        from = cell_name(x + step * way[1], y + step * way[2])
        if step < #target and game.stacks[from] then from = "" break end
      end
      for count = 1, #(game.stacks[from] or "") do
        local text = from .. (count > 1 and ":" .. count or "") .. "-" .. cell_name(x, y)
        if text ~= game.back then list[#list + 1] = text end
      end
    end
  end

  local function plain_moves(game)
    local list = {}
    for x = 1, game.size do
      for y = 1, game.size do
        add_carries(game, x, y, list)
        if not game.stacks[cell_name(x, y)] and game.left[game.turn] > 0 then
          list[#list + 1] = cell_name(x, y)
        end
      end
    end
    if #list == 0 then list[1] = "pass" end
    table.sort(list)
    return list
  end

  -- A stack that is high enough leaves the board: true if one did.
  local function plain_removal(game, to)
    local stack = game.stacks[to]
    if #stack < game.options.stack then return end
    for piece in stack:gmatch "." do game.left[piece] = game.left[piece] + 1 end
    local top = stack:sub(-1)
    game.score[top] = game.score[top] + 1
    game.stacks[to] = nil
    return true
  end

  local function plain_carry(game, from, count, to)
    local stacks = game.stacks
    local source = stacks[from]
    stacks[to] = stacks[to] .. source:sub(-count)
    stacks[from] = #source > count and source:sub(1, -count - 1) or nil
    local removed = plain_removal(game, to)
    game.back = not removed and stacks[from]
      and to .. (count > 1 and ":" .. count or "") .. "-" .. from or ""
  end

  local function plain_play(game, text)
    local from, count, to = text:match "^(%l%d):?(%d*)%-(%l%d)$"
    game.back = ""
    if from then
      plain_carry(game, from, tonumber(count) or 1, to)
    elseif text ~= "pass" then
      game.stacks[text] = game.turn
      game.left[game.turn] = game.left[game.turn] - 1
    end
    game.passed = text == "pass" and (game.passed or 0) + 1 or 0
    game.turn = game.turn == "w" and "r" or "w"
  end

  local function plain_reason(game)
    local score, wanted = game.score, game.options.win_score
    if score.w >= wanted or score.r >= wanted then return "points" end
    return game.passed == 2 and "passes" or nil
  end

  it("agrees with a second opinion on boards of any size", function()
    local seen, rng = {}, tesela.rng(4)
    for round = 1, support.sanitized and 6 or 24 do
      local size = 3 + round % 6
      local o = { size = size, win_score = rng:int(2), pieces = rng:int(3) == 1 and 20
        or rng:int(2 * size), stack = 1 + rng:int(7), repetition = 0 }
      local s, game = tesela.rules("mixtour_in_lua", o):start(), plain(size, o)
      while not s.over do
        local list = texts(s)
        assert.same(plain_moves(game), list)
        local move = rng:pick(list)
        s:play(move)
        plain_play(game, move)
        assert.same({ game.score.w, game.score.r }, s.scores)
        if s.reason ~= "stall" then assert.equal(plain_reason(game), s.reason) end
      end
      seen[s.reason .. (size > 5 and " wide" or "")] = true
    end
    if not support.sanitized then
      assert.is_true(seen.points and seen["points wide"])
    end
  end)

  it("is read back and drawn at any size", function()
    for size = 3, 8 do
      local rules = tesela.rules("mixtour_in_lua", { size = size })
      local corner = ("%c%d"):format(96 + size, size)
      local s = played(rules, corner .. " a1")
      assert.equal(s:hash(), rules:load(s:fen()):hash())
      assert.equal(2 * size + 4, select(2, s:draw():gsub("\n", "")))
      assert.is_true(s:legal "b2")
      assert.is_nil((s:move(("%c1"):format(97 + size))))
      if size == 3 then assert.is_true(rules:check { games = 2 }) end
    end
  end)
end)

describe("the hash of a shipped game", function()
  it("is that of its first records while it is played as then", function()
    local sources = {}
    for _, name in ipairs(tesela.games()) do sources[tesela.game(name).source or ""] = name end
    for _, first in pairs(require "tesela.rules.first_sources") do
      assert(sources[first], first .. " is no game's: has one that is in first_sources changed?")
    end
  end)
end)
