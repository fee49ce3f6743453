-- Variants of Blokus with pieces, boards, holes and start cells of their own.

local tesela = require "tesela"

local function derive(t, parent)
  t.name = t.name or "own"
  return tesela.derive(parent or "blokus", t)
end

local function rules(t, options)
  return tesela.rules(derive(t), options)
end

describe("the placements of a colour", function()
  it("are those that it has when it is its turn", function()
    local s = tesela.rules "blokus":start():play "a1,a2"
    local blue = s:moves_of "blue"
    assert.is_true(#blue > 20)
    assert.same(blue, s:view(3):moves_of "blue")
    s:play "t1,t2":play "a20":play "t20"
    assert.same(blue, s:texts())
    assert.same(blue, s:moves_of())
  end)
end)

describe("what is said of a variant of Blokus", function()
  it("names its pieces, and no board that it has not", function()
    local game = tesela.game(derive { name = "said", board = 8, starts = { "a1", "h8" },
      options = { variant = "duo", players = 2 },
      pieces = { Corner = "x./xx", Bar = "xxx", Dot = "x", Big = "xxx/x.x/xxx" } })
    assert.matches("^Big@a1     a piece by name and its first cell .*\n"
      .. "Big@a1/2   the same, with the number of its orientation\n", game.notation)
    assert.is_nil(game.notation:find "V3")
    assert.matches("^Blokus, by Bernard Tavitian %(said%)\n\nRules\n",
      require "tesela.manual.help".text "said")
    for _, option in ipairs(game.options) do assert.is_nil(option.doc:find "14x14") end
    local more = tesela.game(derive({ name = "more", pieces = { Only_this = "xx/xx" } }, "said"))
    assert.matches("^Only_this@a1  a piece by name", more.notation)
    assert.is_nil(more.notation:find "Big")
    local usual = tesela.game "blokus"
    local pie = tesela.game(derive { name = "only_starts", starts = { "a1", "a5", "e1", "e5" } })
    assert.same({ usual.notation, usual.options[3].doc }, { pie.notation, pie.options[3].doc })
  end)
end)

local function sorted_moves(state, keep)
  local list = {}
  for move in state:moves() do
    if not keep or keep(state:parts(move)) then
      list[#list + 1] = state:text(move)
    end
  end
  table.sort(list)
  return list
end

local USUAL = {
  { "1", "x" }, { "2", "xx" }, { "I3", "xxx" }, { "V3", "x/xx" },
  { "I4", "xxxx" }, { "L4", "x/xxx" }, { "O", "xx/xx" }, { "T4", ".x/xxx" },
  { "Z4", "xx/.xx" }, { "F", ".xx/xx/.x" }, { "I5", "xxxxx" },
  { "L5", "x/xxxx" }, { "N", "xx/.xxx" }, { "P", "xx/xx/x" },
  { "T5", "xxx/.x/.x" }, { "U", "x.x/xxx" }, { "V5", "x/x/xxx" },
  { "W", "x/xx/.xx" }, { "X", ".x/xxx/.x" }, { "Y", ".x/xxxx" },
  { "Z5", "xx/.x/.xx" },
}

local function usual()
  local list = {}
  for i, piece in ipairs(USUAL) do
    list[i] = { name = piece[1], shape = piece[2] }
  end
  return list
end

-- Plays two games of the same moves and compares all lists, in their order.
local function same_game(a, b, seed)
  local s, t, rng = a:start(), b:start(), tesela.rng(seed)
  while not s.over do
    local moves, others = s:list(), t:list()
    assert.same(moves, others)
    local move = rng:pick(moves)
    s:play(move)
    t:play(move)
  end
  assert.is_truthy(t.over)
  assert.equal(s:fen(), t:fen())
  assert.same(s.scores, t.scores)
end

describe("how many play duo", function()
  local function seats(players)
    return tesela.rules(tesela.derive("blokus", { name = "some",
      options = { variant = "duo", players = players } }))
  end

  it("is two, unless a variant says something else", function()
    for _, most in ipairs { 2, 4 } do
      assert.equal(2, seats({ max = most, default = most }).seats)
    end
    assert.equal(2, seats().seats)
    local alone = seats { default = 1, min = 1, max = 1 }
    assert.same({ 1, 1 }, { alone.seats, alone.options.players })
    local s = alone:start()
    assert.equal(1, tesela.replay(s:play(s:list()[1]):record(), nil, "some").ply)
    assert.error_matches(function() seats(3) end,
      "players=3: expected 1 or 2 with variant=duo")
    assert.error_matches(function() seats { default = 4, min = 3 } end,
      "players=2: expected a number in 3..4")
  end)
end)

describe("pieces of one's own", function()
  it("are Blokus, if they are those of Blokus", function()
    local own = rules({ pieces = usual(), board = 20,
      starts = { "a20", "t20", "t1", "a1" } }, { corners = "fixed" })
    local blokus = tesela.rules("blokus", { corners = "fixed" })
    assert.equal(195112, own:start():perft(3))
    for seed = 1, 3 do same_game(own, blokus, seed) end
  end)

  it("go the wide way if a larger one is among them", function()
    local pieces = usual()
    pieces[22] = { name = "I8", shape = "xxxxxxxx" }
    local own, blokus = rules { pieces = pieces }, tesela.rules "blokus"
    local s, rng = own:start(), tesela.rng(1)
    local function five(parts) return parts.size <= 5 end
    for _ = 1, 40 do
      if s.over then break end
      local mine = sorted_moves(s, five)
      assert.same(mine, sorted_moves(blokus:load(s:fen())))
      s:play(rng:pick(mine))
    end
  end)

  it("may be drawn on lines, with blanks and around empty ones", function()
    local s = rules({ pieces = { hook = [[

        x
        x
        xx
         x
    ]], dot = "#", bar = ". .\n.XX" } }):start()
    assert.same({ "dot", "bar", "hook" }, s:left "blue")
    assert.equal("hook", s:parts("a1,a2,b2,b3,b4").piece)
  end)

  it("are listed from the smallest, or in the order of a list", function()
    local shapes = { b = "xx", a = "xxx", c = "x/xx" }
    assert.same({ "b", "a", "c" }, rules({ pieces = shapes }):start():left "red")
    local list = { { name = "c", shape = "x/xx" }, { name = "b", shape = "xx" } }
    assert.same({ "c", "b" }, rules({ pieces = list }):start():left "red")
  end)

  it("are found by their names in any letters, and drawn", function()
    local s = rules({ pieces = { Corner = "x/xx", LongOne = "xxxxxx" } }):start()
    assert.equal("a1,b1,a2", s:text(s:move "corner@a1/1"))
    assert.equal("a1,b1,c1,d1,e1,f1", s:text(s:move "LONGONE@a1/1"))
    assert.matches("o#####", s:piece "longone")
    assert.matches("Corner +\n", s:pictures "blue")
    assert.has_error(function() s:piece "V3" end,
      "piece: expected a name: Corner, LongOne")
  end)

  it("have the games of a set of 64", function()
    local list = {}
    local function grow(text, x, depth) -- bars with cells above them
      if depth == 0 then
        list[#list + 1] = { name = "p" .. #list + 1, shape = text .. "/xxxxx" }
        return
      end
      grow(text .. ".", x + 1, depth - 1)
      if #text:gsub("%.", "") < 3 then grow(text .. "x", x + 1, depth - 1) end
    end
    grow("", 0, 5)
    local own = {}
    for _, piece in ipairs(list) do -- those that are no reflections
      local top = piece.shape:match "^[^/]+"
      if top <= top:reverse() then own[#own + 1] = piece end
    end
    assert.is_true(rules({ pieces = own }):check { games = 2 })
  end)
end)

describe("boards of one's own", function()
  it("are square or not", function()
    local s = rules({ board = { 12, 5 } }):start()
    assert.equal("12/12/12/12/12 b -", s:fen())
    assert.matches("l5", table.concat(s:open_corners "blue", " "))
    s:play "I5@a1/2"
    assert.equal("b11/b11/b11/b11/b11 y -", s:fen())
    assert.equal(s:hash(), s.rules:load(s:fen()):hash())
    assert.is_true(rules({ board = 7 }):check { games = 5 })
    assert.is_true(rules({ board = { 3, 20 } }):check { games = 5 })
  end)

  it("have the start cells of duo a third from the edges", function()
    local function starts(board)
      return rules({ board = board }, { variant = "duo" }):start()
        :open_corners "purple"
    end
    assert.same({ "j5", "e10" }, starts(14))
    assert.same({ "f4", "c7" }, starts { 8, 10 })
  end)
end)

describe("start cells of one's own", function()
  local function first(options)
    local s = rules({ starts = { "e5", "f8", "a1" }, board = 9,
      options = { variant = "duo" } }, options):start()
    local lists = { s:open_corners "purple" }
    lists[2] = s:open_corners "orange"
    return lists
  end

  it("are everybody's, or one for each colour", function()
    assert.same({ { "a1", "e5", "f8" }, { "a1", "e5", "f8" } },
      first())
    assert.same({ { "e5" }, { "f8" } },
      first { corners = "fixed" })
  end)

  it("may be all cells", function()
    local all = {}
    for column = 0, 7 do
      for row = 1, 15 do all[#all + 1] = ("%c%d"):format(97 + column, row) end
    end
    local own = rules({ starts = all, board = { 8, 15 } })
    assert.equal(120, #own:start():open_corners "blue")
    assert.is_true(own:check { games = 3 })
  end)
end)

describe("holes", function()
  local own = derive { board = 6, holes = { "c3", "d4" },
    starts = { "a1", "f6" }, options = { variant = "duo" } }

  it("are cells that no one covers", function()
    local r = tesela.rules(own)
    local s = r:start()
    assert.equal("hole", s:cell "c3")
    assert.equal("", s:cell "c4")
    assert.equal("6/6/6/6/6/6 p -", s:fen())
    assert.same({ nil, "a1,a2,a3,b3,c3: c3 is a hole", "illegal" },
      { s:move "a1,a2,a3,b3,c3" })
    local seen, rng = 0, tesela.rng(1)
    while not s.over do
      for move in s:moves() do
        local cells = "," .. s:text(move) .. ","
        assert.is_falsy(cells:find ",c3," or cells:find ",d4,")
        seen = seen + 1
      end
      s:play(rng:pick(s:list()))
    end
    assert.is_true(seen > 100)
    assert.is_true(r:check { games = 5 })
  end)

  it("are drawn", function()
    local s = tesela.rules(own):start()
    assert.matches("\n 4  %. %. %. # %. %.  4\n", s:draw())
    local holes = {}
    for _, element in ipairs(s:elements()) do
      if element.shape == "hole" then holes[#holes + 1] = element.id end
    end
    assert.same({ "hole c3", "hole d4" }, holes)
  end)

  it("are handed on, and filled again", function()
    local same = derive({ name = "same", pieces = { I2 = "xx" } }, own)
    assert.equal("hole", tesela.rules(same):start():cell "d4")
    local filled = derive({ name = "filled", holes = {} }, same)
    assert.equal("", tesela.rules(filled):start():cell "d4")
    assert.same({ "I2" }, tesela.rules(filled):start():left "orange")
  end)
end)

describe("a variant with data", function()
  it("hands it on to what is derived from it", function()
    local middle = derive { name = "middle", board = 8, pieces = { I2 = "xx" },
      starts = { "a1", "b8", "h1", "h8" } }
    local kept = derive({ name = "kept" }, middle)
    assert.equal("8/8/8/8/8/8/8/8 b -", tesela.rules(kept):start():fen())
    local wider = tesela.rules(derive({ name = "wider", board = { 9, 8 } }, kept))
    local s = wider:start()
    assert.equal("9/9/9/9/9/9/9/9 b -", s:fen())
    assert.same({ "I2" }, s:left "blue")
    assert.same({ "a1", "h1", "b8", "h8" }, s:open_corners "blue")
  end)

  it("may have rules in Lua as well", function()
    local own = rules { pieces = { V3 = "x/xx", I6 = "xxxxxx", O = "xx/xx" },
      board = 9,
      moves = function(base, s, out)
        for m in base.moves(s) do
          if s:parts(m).size ~= 6 or #s:left() < 3 then out(m) end
        end
      end }
    assert.is_true(own:check { games = 3 })
    assert.equal(4 * 4, own:start():count())
  end)

  it("is known by its pieces in records", function()
    local a, b = derive { pieces = { I2 = "xx" } }, derive { pieces = { I3 = "xxx" } }
    assert.not_equal(a.source, b.source)
  end)
end)

describe("what cannot be", function()
  local cases = {
    { { board = 2 }, "own: board: expected 3x3 to 20x20, got 2x2" },
    { { board = { 5, 21 } }, "own: board: expected 3x3 to 20x20, got 5x21" },
    { { board = "ten" }, "board: expected 3..20 or { columns, rows }, got \"ten\"" },
    { { board = { 5 } },
      "board: expected 3..20 or { columns, rows }, got another table" },
    { { board = 9.5 }, "board: expected 3..20 or { columns, rows }, got 9.5" },
    { { pieces = {} },
      'pieces: expected pieces by name, like { V3 = "x./xx" }' },
    { { pieces = { "x/xx" } }, "pieces[1]: expected { name =, shape = }" },
    { { pieces = { "xx", I3 = "xxx" } },
      "pieces: expected names or a list, got both" },
    { { pieces = { I3 = 3 } },
      'pieces.I3: expected a drawing, like "x./xx", got a number' },
    { { pieces = { I3 = "ooo" } },
      'pieces.I3: expected a drawing of x and ., got "o"' },
    { { pieces = { ["a b"] = "x" } },
      'pieces: expected a name of letters, digits and _, got "a b"' },
    { { pieces = { much_too_long = "x" } },
      "own: pieces: expected a name of 1 to 12 letters, digits and _, "
      .. "got much_too_long" },
    { { pieces = { none = "./." } }, "own: pieces.none: expected one cell or more" },
    { { pieces = { I9 = "xxxxxxxxx" } },
      "own: pieces.I9: expected at most eight cells" },
    { { pieces = { two = "x./.x" } },
      "own: pieces.two: its cells are not connected along edges" },
    { { pieces = { I3 = "xxx", i3 = "x/xx" } },
      "own: pieces.i3: there is already a piece I3" },
    { { pieces = { S = ".xx/xx.", Z = "xx./.xx" } },
      "own: pieces.Z: the same as S, turned or reflected" },
    { { starts = "a1" },
      'starts: expected a list of cells, like { "e5", "j10" }' },
    { { starts = { "a1", 5 } }, 'starts[2]: expected a cell, like "e5", got 5' },
    { { starts = { "a1", "b1", "u1" } },
      "own: starts: expected a cell, a1 to t20, got u1" },
    { { starts = { "a1", "b1", "a1" } }, "own: starts: a1 is listed twice" },
    { { starts = { "a1", "b1", "c1" } },
      "own: starts: expected 4 or more, one for each colour, got 3" },
    { { holes = "c3" },
      'holes: expected a list of cells, like { "e5", "j10" }' },
    { { holes = { "c3", 5 } },
      'holes[2]: expected a cell, like "e5", got 5' },
    { { holes = { "c3", "u1" } },
      "own: holes: expected a cell, a1 to t20, got u1" },
    { { holes = { "c3", "c3" } }, "own: holes: c3 is listed twice" },
    { { holes = { "c3", "a20" } }, "own: holes: a20 is a start cell" },
    { { starts = {} }, "own: starts: expected 4 or more, one for each colour, got 0" },
    { { pieces = { X = ".x/xxx/.x" } }, "own: starts: no piece can cover any of them" },
  }
  for i, case in ipairs(cases) do
    it(("is said in a line: %d"):format(i), function()
      local done, why = pcall(derive, case[1])
      assert.is_false(done)
      assert.equal("tesela.derive: " .. case[2], why)
    end)
  end

  it("is not known as a game afterwards", function()
    pcall(derive, { name = "never", board = 99 })
    assert.has_error(function() tesela.rules "never" end)
  end)

  it("is only for Blokus", function()
    local done, why = pcall(derive, { board = 5 }, "mixtour")
    assert.is_false(done)
    assert.matches("there is no member board", why)
  end)
end)

describe("the shipped ones", function()
  it("has Blokus's own placements of pentominoes", function()
    local blokus = tesela.rules "blokus"
    local s, rng = tesela.rules("blokus_pentominoes"):start(), tesela.rng(3)
    assert.equal(12, #s:left "green")
    local function five(parts) return parts.size == 5 end
    for _ = 1, 20 do
      local mine = sorted_moves(s)
      assert.same(sorted_moves(blokus:load(s:fen()), five), mine)
      s:play(rng:pick(mine))
    end
    assert.is_true(s.rules:check { games = 5 })
  end)

  it("has two colours that begin on 10x10", function()
    local r = tesela.rules "blokus_ten"
    assert.equal(2, r.seats)
    local s = r:start()
    assert.equal("10/10/10/10/10/10/10/10/10/10 p -", s:fen())
    assert.same({ "c3", "h8" }, s:open_corners "purple")
    for move in s:moves() do
      local cells = "," .. s:text(move) .. ","
      assert.is_truthy(cells:find ",c3," or cells:find ",h8,")
    end
    assert.is_true(r:check { games = 10 })
  end)

  it("has a pond in the middle of duo", function()
    local s = tesela.rules("blokus_holes"):start()
    assert.same({ "j5", "e10" }, s:open_corners "purple")
    local holes = 0
    for column = 1, 14 do
      for row = 1, 14 do
        if s:cell(("%c%d"):format(96 + column, row)) == "hole" then
          holes = holes + 1
        end
      end
    end
    assert.equal(12, holes)
    assert.equal(s:hash(), s.rules:load(s:fen()):hash())
    assert.is_true(s.rules:check { games = 5 })
  end)
end)
