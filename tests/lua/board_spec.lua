-- Boards that games declare: the same asked of a slow and plain board in Lua, and games of
-- data beside the same rules as functions.

local tesela = require "tesela"

local number = 0

local function define(t)
  number = number + 1
  t.name = t.name or "declared" .. number
  t.moves = t.moves or { "place" }
  t.endings = t.endings or { { "full", full = true } }
  return tesela.define(t)
end

local function fails(pattern, f, ...)
  local ok, why = pcall(f, ...)
  assert.is_false(ok, pattern)
  assert.matches(pattern, why)
end

-- ---- the board --------------------------------------------------------------

local STEPS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 },
  { -1, -1 } }

-- A board as columns and rows, and what is asked of it, answered cell by cell.
local function plain(t)
  local first, stride = t.first or 1, t.stride or t.columns
  local holes = {}
  for _, name in ipairs(t.holes or {}) do holes[name] = true end
  local P = {}
  function P.cell(x, y)
    if t.wrap == "left-right" or t.wrap == "both" then x = (x - 1) % t.columns + 1 end
    if t.wrap == "lower-upper" or t.wrap == "both" then y = (y - 1) % t.rows + 1 end
    local inside = x >= 1 and x <= t.columns and y >= 1 and y <= t.rows
    local hole = inside and holes[string.char(96 + x) .. y]
    return inside and not hole and first + (y - 1) * stride + x - 1 or nil, x, y
  end
  function P.next(x, y, way) return P.cell(x + STEPS[way][1], y + STEPS[way][2]) end
  function P.ray(board, x, y, way, through, wanted)
    local from, count = P.cell(x, y), 0
    local cell
    repeat
      cell, x, y = P.next(x, y, way)
      if cell == from then return wanted and 0 or count end
      count = count + 1
    until not cell or board[cell] ~= through
    if wanted and (not cell or board[cell] ~= wanted) then return 0 end
    return count - 1
  end
  -- The most of one number in a straight row through a cell, each cell once.
  function P.run(board, x, y, ways)
    local most = 0
    for way = 1, ways, 2 do
      local seen, size = {}, 0
      for side = way, way + 1 do
        local cell, u, v = P.cell(x, y)
        local what = board[cell]
        while cell and board[cell] == what and not (seen[cell] and cell ~= P.cell(x, y)) do
          if not seen[cell] then seen[cell], size = true, size + 1 end
          cell, u, v = P.next(u, v, side)
          if cell == P.cell(x, y) then break end
        end
      end
      most = math.max(most, size)
    end
    return most
  end
  function P.group(board, x, y, ways)
    local seen, size, sides = {}, 0, { false, false, false, false }
    local what = board[P.cell(x, y)]
    local function visit(cell, u, v)
      if not cell or seen[cell] or board[cell] ~= what then return end
      seen[cell], size = true, size + 1
      for i, at in ipairs { u == 1, u == t.columns, v == 1, v == t.rows } do
        sides[i] = sides[i] or at
      end
      for way = 1, ways do visit(P.next(u, v, way)) end
    end
    visit(P.cell(x, y))
    return { size, table.unpack(sides) }
  end
  return P
end

local function filled(board, cells)
  return tesela.rules(define { board = board, pieces = { "a", "b" },
    start = function(s, rng)
      for cell = 1, cells do s.board[cell] = rng:int(3) - 1 end
    end })
end

local BOARDS = {
  ["squares"] = { columns = 5, rows = 4 },
  ["squares of four ways"] = { columns = 4, rows = 3, ways = 4 },
  ["numbers with a border"] = { columns = 4, rows = 4, first = 7, stride = 6, cells = 30 },
  ["a column"] = { columns = 1, rows = 3 },
  ["holes"] = { columns = 4, rows = 5, holes = { "a1", "b3", "d5" } },
  ["a cylinder"] = { columns = 5, rows = 3, wrap = "left-right" },
  ["a ring"] = { columns = 3, rows = 5, wrap = "lower-upper" },
  ["a torus"] = { columns = 4, rows = 3, wrap = "both" },
}

local function ask_all(t, ways, rules, seed)
  local P, board, empty = plain(t), rules:start(seed).board, {}
  for y = 1, t.rows do
    for x = 1, t.columns do
      local cell = P.cell(x, y)
      if cell then
        local around = 0
        if board[cell] == 0 then empty[#empty + 1] = cell end
        assert.equal(P.run(board, x, y, ways), board:run(cell))
        assert.same(P.group(board, x, y, ways), { board:group(cell) })
        assert.equal(cell, board:cell(board:name(cell)))
        for way = 1, ways do
          local next = P.next(x, y, way)
          assert.is_true(next == board:next(cell, way))
          around = around + (next and board[next] == 1 and 1 or 0)
          assert.equal(P.ray(board, x, y, way, 1, 2), board:ray(cell, 1, 2, way))
          assert.equal(P.ray(board, x, y, way, 0), board:ray(cell, 0, nil, way))
        end
        assert.equal(around, board:around(cell, 1))
      end
    end
  end
  assert.same(empty, board:find(0))
  assert.equal(#empty, board:count(0))
  assert.same(empty, rules:start(seed):list())
end

describe("a declared board", function()
  for name, t in pairs(BOARDS) do
    it("answers as a plain one does: " .. name, function()
      local rules = filled(tesela.board.square(t), t.cells or t.columns * t.rows)
      for seed = 1, 8 do ask_all(t, t.ways or 8, rules, seed) end
    end)
  end

  it("of hexagons has six ways", function()
    local t = { columns = 4, rows = 5 }
    local rules = filled(tesela.board.hex(4, 5), 20)
    for seed = 1, 8 do ask_all(t, 6, rules, seed) end
  end)

  it("has as many cells as an option says", function()
    local game = define { options = { size = { default = 4, min = 2, max = 6 } },
      board = tesela.board.square "size" }
    for size = 2, 6 do
      local s = tesela.rules(game, { size = size }):start()
      assert.equal(size * size, s:count())
      assert.equal(36, #s.board)
    end
    local few = tesela.derive(game, { name = "declared_few", options = { size = { max = 3,
      default = 3 } } })
    assert.equal(9, tesela.rules(few):start():count())
  end)

  it("of points has lines through them", function()
    local s = tesela.rules(define { board = tesela.board.graph {
      lines = { "a1 b1 c1", "a1 a2", "a2 b1", "a1 c3" } } }):start()
    local names = {}
    for cell = 1, #s.board do names[cell] = s.board:name(cell) end
    assert.same({ "a1", "b1", "c1", "a2", "c3" }, names)
    local links = {}
    for cell = 1, 5 do
      local list = {}
      for way = 1, 6 do list[#list + 1] = s.board:next(cell, way) end
      table.sort(list)
      links[cell] = list
    end
    assert.same({ { 2, 4, 5 }, { 1, 3, 4 }, { 2 }, { 1, 2 }, { 1 } }, links)
    local placed = { { "far", 4, 1 }, { "near", 1, 1 } }
    local other = tesela.rules(define { board = tesela.board.graph { points = placed } }):start()
    assert.same({ "near", "far" }, { other:text(1), other:text(2) })
  end)

  it("is drawn as it lies", function()
    local s = tesela.rules(define { board = tesela.board.graph { lines = { "a1 c1", "a1 a3",
      "a1 c3" },
      coordinates = false } }):start()
    s:play "c3"
    assert.same({ "+   W", "| /  ", "+ - +" }, (function()
      local lines = {}
      for line in tostring(s):gmatch "[^\n]+" do
        lines[#lines + 1] = line:match "^%s+[|+W].*" and line:gsub("%[W%]", " W"):sub(5, 9) or nil
      end
      return lines
    end)())
    assert.matches("<path d='M0 0L200 %-200'", s:svg())
  end)

  it("says what is wrong with it", function()
    local function with(board) return function() define { board = board } end end
    local square, graph = tesela.board.square, tesela.board.graph
    fails("board: expected tesela.board.square, hex or graph", with { columns = 3 })
    fails("board.columns: expected a whole number in 1..64, got 0", with(square(0)))
    fails("board.rows: .* got 65", with(square(3, 65)))
    fails("an option with a range within 1..64, got \"size\"", with(square "size"))
    fails("board.ways: expected 4 or 8, got 6", with(square { columns = 3, ways = 6 }))
    fails("board.wrap: expected left%-right", with(square { columns = 3, wrap = "columns" }))
    fails("board.stride: .* 3..4095", with(square { columns = 3, stride = 2 }))
    fails("board.cells: .* 9..4095, got 8", with(square { columns = 3, cells = 8 }))
    fails("there is no member wide", with(square { columns = 3, wide = 3 }))
    fails("board.holes: expected the name of a cell, got \"d1\"",
      with(square { columns = 3, holes = { "d1" } }))
    fails("board.ground: there is no colour pink", with(square { columns = 3, ground = "pink" }))
    fails("board: expected lines or points", with(graph {}))
    fails("A1: expected a name such as d4", with(graph { lines = { "A1 b1" } }))
    fails("expected at least two points", with(graph { lines = { "a1" } }))
    fails("there is no point c1", with(graph { points = { { "a1", 1, 1 } }, lines = { "a1 c1" } }))
    fails("it occurs twice", with(graph { points = { { "a", 1, 1 }, { "a", 2, 1 } } }))
    fails("at most 4 lines through a point",
      with(graph { lines = { "a1 b1", "a1 c1", "a1 d1", "a1 e1", "a1 f1" } }))
    fails("board: expected at most 4095 cells, got 4096", with(square(64)))
    fails("board.holes: expected the name of a cell, got 5",
      with(square { columns = 3, holes = 5 }))
    fails("board.holes: expected a list", with(square { columns = 3, holes = { a = "a1" } }))
    fails("board.holes: expected a cell that is not a hole",
      with(square { columns = 2, rows = 1, holes = { "a1", "b1" } }))
    for _, given in ipairs { "a1", 5, true } do
      fails("board.regions: expected cells by name", with(square { columns = 3, regions = given }))
    end
    for name, shown in pairs { [1] = "1", left = "\"left\"" } do
      fails("board.regions: expected a name that no side has, got " .. shown,
        with(square { columns = 3, regions = { [name] = "a1" } }))
    end
    fails("board.regions.home: expected the name of a cell, got \"a1\"",
      with(square { columns = 3, holes = "a1", regions = { home = "a1" } }))
    fails("board.edges: expected a colour, got 3", with(square { columns = 3, edges = 3 }))
    fails("board.edges: expected at most 4, got 5", with(square { columns = 3,
      edges = { "red", "red", "red", "red", "red" } }))
    fails("board.ground: expected a colour, got table", with(square { columns = 3, ground = {} }))
    for _, empty in ipairs { "", "ab", "\n", "\xff", 5 } do
      fails("board.empty: expected a letter", with(square { columns = 3, empty = empty }))
    end
    for _, given in ipairs { 5, "a", { 1 } } do
      fails("board.points%[1%]: expected { name, column, row }", with(graph { points = given }))
    end
    fails("board.points%[1%]: expected { name, column, row }, got 5", with(graph(5)))
    fails("board.lines: expected strings .* got table", with(graph { lines = { {} } }))
    fails("board.points: \"b\": it has the same place as a",
      with(graph { points = { { "a", 1, 1 }, { "b", 1, 1 } } }))
    fails("fields.board: the declared board has this name", function()
      define { board = square(3), fields = { board = 9 } }
    end)
    fails("fields.last: the board has this field", function()
      define { board = square(3), fields = { last = 9 } }
    end)
    local board = filled(square(3), 9):start().board
    for _, cell in ipairs { -1, 0, 10, math.maxinteger, math.mininteger } do
      fails("is not a cell of the board", board.run, board, cell)
      fails("is not a cell of the board", board.next, board, cell, 1)
      fails("is not a cell of the board", board.name, board, cell)
    end
    for _, way in ipairs { 0, 9, math.mininteger } do
      fails("expected a way in 1%.%.8", board.ray, board, 7, 1, 2, way)
      fails("expected a way in 1%.%.8", board.next, board, 7, way)
    end
    assert.is_nil(board:cell "d4")
    local hand = tesela.rules(define { board = square(3), fields = { hand = 2 } }):start().hand
    fails("expected cells of the board, but hand has none", hand.group, hand, 1)
  end)

  it("has fields with a number for each of its cells", function()
    local s = tesela.rules(define { board = tesela.board.square(2, 3),
      fields = { height = { cells = "board", max = 3 } } }):start()
    assert.equal(6, #s.height)
    assert.equal(2, s.height:run(1) - 1)
  end)
end)

-- ---- games of data beside functions -----------------------------------------

-- Do two games have the same moves, ends and results along random games?
local function same(a, b, games)
  local rules_a, rules_b = tesela.rules(a), tesela.rules(b)
  local ends = {}
  for seed = 1, games do
    local s, t, rng = rules_a:start(), rules_b:start(), tesela.rng(seed)
    while not s.over do
      local texts, others = {}, {}
      for i, m in ipairs(s:list()) do texts[i] = s:text(m) end
      for i, m in ipairs(t:list()) do others[i] = t:text(m) end
      table.sort(texts)
      table.sort(others)
      assert.same(others, texts)
      local move = texts[rng:int(#texts)]
      s:play(move)
      t:play(move)
      assert.equal(t.over, s.over)
      assert.equal(t.seat, s.seat)
    end
    assert.same({ t.reason, t.places, t.scores }, { s.reason, s.places, s.scores })
    ends[s.reason] = true
  end
  return ends
end

local function two(winner) return { winner == 1 and 1 or 0, winner == 2 and 1 or 0 } end

describe("games of data", function()
  it("place, and count rows", function()
    for _, exact in ipairs { false, true } do
      local function rule(loses)
        return define { board = tesela.board.square(4), endings = {
          { "line", row = 3, exact = exact, loses = loses or nil }, { "full", full = true } } }
      end
      local function plainly(loses)
        return define { board = tesela.board.square(4), endings = { "line", "full" },
          moves = function(s, out) out(s.board:find(0)) end,
          apply = function(s, m)
            s.board[m], s.last, s.seat = s.seat, m, 3 - s.seat
            local run = s.board:run(m)
            if run == 3 or run > 3 and not exact then s.over = "line"
            elseif s.board:count(0) == 0 then s.over = "full" end
          end,
          result = function(s)
            if s.reason ~= "line" then return two() end
            return two(loses and s.seat or 3 - s.seat)
          end }
      end
      for _, loses in ipairs { false, true } do
        assert.is_true(same(rule(loses), plainly(loses), 60).line)
      end
    end
  end)

  local WAYS = { forward = { { 0, 1 } }, ["forward diagonal"] = { { -1, 1 }, { 1, 1 } },
    straight = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } }

  local function may_reach(verb, kind)
    if type(verb.to) == "string" then return verb.to == kind end
    return verb.to[1] == kind or verb.to[2] == kind
  end

  -- The moves of verbs on a board of 5 times 5, as texts.
  local function plainly(s, verbs)
    local list, board = {}, s.board
    local function at(x, y) return x > 0 and x < 6 and y > 0 and y < 6 and 5 * y - 5 + x or nil end
    for _, from in ipairs(board:find(s.seat)) do
      local x, y = (from - 1) % 5 + 1, (from + 4) // 5
      for _, verb in ipairs(verbs) do
        for _, way in ipairs(WAYS[verb.ways]) do
          local dx, dy = way[1], s.seat == 1 and way[2] or -way[2]
          local far = verb[1] == "hop" and 2 or 1
          local over, to = at(x + dx, y + dy), at(x + far * dx, y + far * dy)
          if verb[1] == "hop" and not (over and board[over] > 0) then to = nil end
          while to do
            local what = board[to]
            local kind = what == 0 and "empty" or what == s.seat and "own" or "enemy"
            if may_reach(verb, kind) then
              list[#list + 1] = board:name(from) .. (what > 0 and "x" or "-") .. board:name(to)
            end
            far = far + 1
            to = verb[1] == "slide" and what == 0 and at(x + far * dx, y + far * dy) or nil
          end
        end
      end
    end
    table.sort(list)
    return list
  end

  for name, verbs in pairs {
    step = { { "step", ways = "forward", to = "empty" },
      { "step", ways = "forward diagonal", to = { "empty", "enemy" } } },
    slide = { { "slide", ways = "straight", to = { "empty", "enemy" } } },
    hop = { { "step", ways = "straight", to = "empty" },
      { "hop", ways = "straight", to = { "empty", "own" } } },
  } do
    it(name .. ", and take what is there", function()
      local rules = tesela.rules(define { board = tesela.board.square(5), moves = verbs,
        start = { W = { "row 1", "c2" }, B = "row -1" },
        endings = { { "taken", none = true }, { "blocked", no_moves = true } } })
      for seed = 1, 20 do
        local s, rng = rules:start(), tesela.rng(seed)
        while not s.over and s.ply < 80 do
          local texts = {}
          for i, m in ipairs(s:list()) do texts[i] = s:text(m) end
          table.sort(texts)
          assert.same(plainly(s, verbs), texts)
          local before, move = s:copy(), texts[rng:int(#texts)]
          s:play(move)
          local from, to = s.board:cell(move:sub(1, 2)), s.board:cell(move:sub(4))
          local other = 3 - before.seat
          assert.same({ 0, before.seat, not s.over and other or nil },
            { s.board[from], s.board[to], s.seat })
          assert.equal(s.board:count(other) == 0, s.reason == "taken")
          assert.equal(s.reason ~= "taken" and #plainly({ board = s.board, seat = other },
            verbs) == 0,
            s.reason == "blocked")
          if s.over then assert.same({ before.seat }, s.winners) end
        end
      end
    end)
  end

  it("list a move once, however many ways lead to it", function()
    local to = { "empty", "enemy" }
    local slide = { { "slide", to = to } }
    for _, t in ipairs {
      { board = tesela.board.square { columns = 4, wrap = "both" }, moves = slide },
      { board = tesela.board.graph { lines = { "a1 b1 b2 a2 a1", "a1 b2" } }, moves = slide },
      { board = tesela.board.square(3), moves = { { "step", ways = "forward", to = to },
        { "step", to = to } } },
      { board = tesela.board.square(3), moves = { "place", "place", "swap", "swap" } },
    } do
      t.start = t.moves[1] ~= "place" and { W = "a1", B = "b2" } or nil
      t.endings = { { "taken", none = true }, { "full", full = true } }
      local rules = tesela.rules(define(t))
      assert.same({ true }, { rules:check { games = 5 } })
    end
  end)

  it("are drawn if a test is said to be so and is not", function()
    local s = tesela.rules(define { board = tesela.board.square(3),
      apply = function(s, m) s.board[m], s.seat = s.seat, 3 - s.seat end,
      over = function(s) if s.board[5] > 0 then return "line" end end,
      endings = { { "line", row = 3 } } }):start()
    s:play "b2"
    assert.same({ "line", { 1, 1 } }, { s.reason, s.places })
  end)

  it("join sides, and swap the first stone", function()
    local hex = tesela.rules("hex", { size = 4 })
    local s = hex:start()
    s:play "b3"
    s:play "swap"
    assert.same({ 2, 0, 1 }, { s.board[s.board:cell "c2"], s.board[s.board:cell "b3"], s.seat })
    assert.is_nil(s:move "swap")
    for _, move in ipairs { "a1", "b2", "d4", "a2", "d3" } do s:play(move) end
    assert.is_false(s.over)
    s:play "d2"
    assert.same({ "joined", { 2 } }, { s.reason, s.winners })
    assert.is_nil(tesela.rules("hex", { swap = "off" }):start():move "swap")
    local holes = tesela.rules(define { moves = { "place", "swap" },
      board = tesela.board.square { columns = 2, holes = "a2" } })
    local t = holes:start()
    t:play "b1"
    assert.is_nil(t:move "swap")
  end)

  it("end as their tests say", function()
    local function ends(t, moves)
      local s = tesela.rules(define(t)):start()
      for move in moves:gmatch "%S+" do s:play(move) end
      return { s.reason, table.unpack(s.winners or {}) }
    end
    local square = tesela.board.square
    assert.same({ "side", 1 }, ends({ board = square(3), endings = {
      { "side", reaches = { "upper", { "left", "lower" } } } } }, "a1 b2 c3"))
    assert.same({ "side", 2 }, ends({ board = square(3), endings = {
      { "side", reaches = { "upper", { "left", "lower" } } } } }, "b2 a2"))
    assert.same({ "full", 1 }, ends({ board = square(3, 1), endings = {
      { "full", full = true, most = true } } }, "a1 b1 c1"))
    assert.same({ "home", 1 }, ends({ board = square { columns = 3, regions = { home = { "b2" } } },
      endings = { { "home", reaches = { "home", "upper" }, loses = true } } }, "a1 b3"))
  end)

  it("drop to the lowest empty cell, even on a board with holes", function()
    local s = tesela.rules(define { board = tesela.board.square { columns = 2, rows = 3,
      holes = { "b1" } }, moves = { "drop" } }):start()
    for _, move in ipairs { "b", "b", "a", "a", "a" } do s:play(move) end
    assert.same({ 1, 2, 1, 1, 1, 2 }, { s.board[1], s.board[3], s.board[5], s.board[4] , 1, 2 })
    assert.equal("full", s.reason)
  end)

  it("pass when there is nothing else", function()
    local s = tesela.rules(define { board = tesela.board.square(2, 1), start = { W = "a1" },
      moves = { { "step", to = "empty" }, "pass" }, endings = {
        { "side", reaches = { "right", "left" } } } }):start()
    assert.equal("a1-b1", s:text(s:list()[1]))
    assert.equal(1, s:count())
    local t = tesela.rules(define { board = tesela.board.square(3, 1), start = { W = "a1",
      B = "b1" },
      moves = { { "step", ways = "straight" }, "pass" }, endings = { { "calm", draw = true } },
      over = function(now) if now.last == 1 << 26 then return "calm" end end }):start()
    t:play "pass"
    assert.same({ "calm", { 1, 2 } }, { t.reason, t.winners })
  end)

  it("go with functions, which are asked first", function()
    local s = tesela.rules(define { board = tesela.board.square(3),
      over = function(s) if s.board[5] > 0 then return "middle" end end,
      endings = { { "middle", loses = true }, { "line", row = 3 } } }):start()
    local t = s:copy()
    s:play "b2"
    assert.same({ "middle", { 1 } }, { s.reason, s.winners })
    for _, move in ipairs { "a1", "a2", "b1", "a3", "c1" } do t:play(move) end
    assert.same({ "line", { 1 } }, { t.reason, t.winners })
  end)

  it("make no move that is none of the board's", function()
    for _, move in ipairs { 10, 5000, 1 << 13, 10 << 13 | 1, 1 << 13 | 10, (1 << 26) + 1, 1 << 30,
      1 << 60 } do
      local rules = tesela.rules(define { board = tesela.board.square(3),
        moves = function(_, out) out(move) end, endings = { { "full", full = true } } })
      local words = ("move %d does not consist of cells of the board: expected a function "
        .. "apply for it"):format(move)
      local s = rules:start()
      fails(words, s.play, s, move)
      fails(words, s.playout, s, tesela.rng(1))
      assert.equal("1 board=0*9 last=0", s:fen())
    end
  end)

  it("are played in a variant, and by all threads", function()
    local whole = define { board = tesela.board.square(4),
      endings = { { "line", row = 3 }, { "full", full = true } } }
    local corner = tesela.rules(tesela.derive(whole, { name = "declared_keep",
      keep = function(_, s, m) return s.last > 0 or s.board:name(m) == "a1" end }))
    assert.equal(1, corner:start():count())
    assert.is_true(corner:check { games = 20 })
    assert.is_true(tesela.rules(whole):check { games = 50 })
    local move, report = tesela.search(tesela.rules(whole):start(), { iterations = 200,
      threads = 2 })
    assert.is_truthy(move and report)
  end)

  it("read moves as people write them, and say why not", function()
    local function why(game, played, move)
      local s = tesela.rules(game):start()
      for each in played:gmatch "%S+" do s:play(each) end
      local m, reason, kind = s:move(move)
      return m and s:text(m) or reason, kind
    end
    for written, read in pairs { ["a2-a3"] = "a2-a3", a2a3 = "a2-a3", a2xa3 = "a2-a3",
      ["a2-a9"] = "a2-a9: expected cells in a1..h8", z = "z: expected cells in a1..h8",
      ["a2-a4"] = "a2-a4: that piece cannot move to a4",
      ["a7-a6"] = "a7-a6: a7 has a piece that is not yours",
      ["a3-a4"] = "a3-a4: a3 is empty",
      a3 = "a3: expected two cells, the origin and the target" } do
      assert.equal(read, (why("breakthrough", "", written)))
    end
    assert.equal("no cell", select(2, why("breakthrough", "", "a2-a9")))
    assert.equal("b2: b2 is not empty", (why("tictactoe", "b2", "b2")))
    assert.equal("a", (why("connect_four", "a", "a")))
    assert.equal("a: a6 is not empty", (why("connect_four", "a a a a a a", "a")))
    assert.equal("h: expected a column, a..g", (why("connect_four", "", "h")))
    assert.equal("swap: it is not possible now", (why("hex", "", "swap")))
    local kept = define { board = tesela.board.square(3), keep = function(_, m) return m > 1 end }
    assert.equal("a1 is not a legal move here", (why(kept, "", "a1")))
    assert.equal("b1: b1 is not empty", (why(kept, "b1", "b1")))
  end)

  it("say what is wrong with them", function()
    local square = tesela.board.square
    local function with(t)
      t.board = t.board or square(3)
      return function() define(t) end
    end
    fails("moves%[1%]: there is no verb put", with { moves = { "put" } })
    fails("there is no member way", with { moves = { { "step", way = "all" } } })
    fails("moves%[1%].ways: expected a whole number in 1..8", with { moves = { { "step",
      ways = "up" } } })
    fails("a board of squares, and two seats", with { seats = 3, moves = { { "step",
      ways = "forward" } } })
    fails("drop: expected a board of squares", with { board = tesela.board.hex(3),
      moves = { "drop" } })
    fails("there is no piece \"Q\"", with { moves = { { "step", pieces = "Q" } } })
    fails("when: expected an option with words", with { moves = { { "place",
      when = { swap = "on" } } } })
    fails("expected a list of verbs", with { moves = {} })
    fails("expected a test", with { endings = { { "line" } } })
    fails("expected one of full and row", with { endings = { { "line", row = 3, full = true } } })
    fails("endings%[1%]: expected { \"line\"", with { endings = { "line" } })
    fails("there is no region top", with { endings = { { "side", reaches = { "top", "left" } } } })
    fails("for each of 2 seats", with { endings = { { "side", reaches = { "left" } } } })
    fails("start.Q: there is no piece with these letters", with { start = { Q = "a1" } })
    fails("start.W: expected rows from 1", with { start = { W = "row 4" } })
    fails("start.W: expected the name of a cell", with { start = { W = "d4" } })
    fails("start.W: expected rows from 1", with { start = { W = "row 99999999999999999999" } })
    fails("start.W: expected the name of a cell", with { start = { W = "a1" },
      board = square { columns = 3, holes = "a1" } })
    fails("start.X: two pieces have these letters", with { start = { X = "a1" },
      pieces = { "X", "X" } })
    fails("pieces: expected one for seat 2, because moves are verbs", with { pieces = { "X" } })
    fails("pieces: expected one for seat 1", with { board = square { columns = 3, max = 9 } })
    fails("joins: expected a region for each seat",
      with { endings = { { "side", joins = { {}, "left" } } } })
    fails("moves%[1%].when: expected an option", with { moves = { { "place",
      when = { a = "on", b = "on" } } }, options = { a = { words = { "on", "off" } },
      b = { words = { "on", "off" } } } })
    for _, given in ipairs { 5, "a b", "" } do
      fails("former%[1%]: expected a word", with { former = { given } })
    end
    local function list(count, value)
      local made = {}
      for i = 1, count do made[i] = value(i) end
      return made
    end
    fails("moves: expected at most 16, got 17", with { moves = list(17, function()
      return "place" end) })
    fails("pieces: expected at most 32, got 33", with { pieces = list(33, function(i)
      return { "p" .. i, owner = i % 2 + 1 } end) })
    fails("start: rows and cells: expected at most 64, got 65", with { start = { W = list(65,
      function() return "a1" end) } })
    fails(": tesela.define: declared%d+: expected at most 16 endings$", with {
      endings = list(17, function(i) return { "e" .. i, full = true } end) })
    fails("endings%[1%]: expected a word, got table", function()
      tesela.derive("tictactoe", { name = "declared_no", endings = { { "x", row = 2 } } })
    end)
    fails("moves: expected a function, got", function() tesela.define { name = "declared_no",
      moves = { "place" }, apply = print, result = print, endings = { "a" } } end)
  end)
end)

-- Counts by two programs of their own for the same rules.
describe("the shipped games", function()
  for name, counts in pairs { breakthrough = { 22, 484, 11132, 256036 },
    morris = { 24, 552, 12144, 255024 }, kalah = { 6, 35, 185, 942, 4690 } } do
    it("have as many games as elsewhere: " .. name, function()
      local s = tesela.rules(name):start()
      for depth, count in ipairs(counts) do assert.equal(count, s:perft(depth)) end
    end)
  end
end)
