-- Elements, what is different between two lists of them, and films: that is, all of
-- pictures but what they look like.

local tesela = require "tesela"
local changes = require "tesela.changes"
local film = require "tesela.cli.animated_svg"
local support = require "support"

local function lines(state, options)
  local list = {}
  for i, e in ipairs((state:elements(options))) do
    local squares = {}
    for k, square in ipairs(e.squares) do squares[k] = ("%d,%d"):format(table.unpack(square)) end
    list[i] = ("%d %s: %s %s %s, %d %d %q|%s"):format(e.box, e.id, e.kind, e.shape, e.colour,
      e.level, e.turn, e.text, table.concat(squares, " "))
  end
  return table.concat(list, "\n") .. "\n"
end

local function ids(list)
  local found = {}
  for i, e in ipairs(list) do found[i] = e.id or e[1].id .. " to " .. e[2].id end
  table.sort(found)
  return found
end

-- A random game of the seed, and its positions.
local function played(name, seed, most, options)
  local rng, states = tesela.rng(seed), { tesela.rules(name, options):start(seed) }
  while #states <= most and not states[#states].over do
    local last = states[#states]
    states[#states + 1] = last:copy():play(rng:pick(last:list()))
  end
  return states
end

describe("elements", function()
  local all = tesela.games()

  -- Each list of these positions, as golden text: tests/lua/elements/GAME.txt.
  it("of games are those that they were", function()
    for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle", "hex", "crowns", "kuhn",
      "tictactoe" } do
      local states = played(name, 7, 12)
      local path = ("%s/tests/lua/elements/%s.txt"):format(support.root, name)
      local text = lines(states[1]) .. "\n" .. lines(states[#states])
      if os.getenv "TESELA_GOLDEN" then
        local file <close> = assert(io.open(path, "w"))
        file:write(text)
      end
      assert.equal(support.read(path), text, name)
    end
  end)

  it("have ids that no other has", function()
    for _, name in ipairs(all) do
      local states, seen = played(name, 3, 15), {}
      for _, e in ipairs((states[#states]:elements())) do
        assert.is_nil(seen[e.id], name .. " " .. e.id)
        seen[e.id] = true
      end
    end
  end)

  it("are parts of the picture", function()
    for _, name in ipairs(all) do
      local states = played(name, 4, 8)
      local state = states[#states]
      local options = { coordinates = false, width = 300 }
      local svg = state:svg(options)
      options.svg = true
      for _, e in ipairs((state:elements(options))) do
        assert.is_truthy(svg:find(e.svg, 1, true), name .. " " .. e.id)
      end
    end
  end)

  it("lie within the frame", function()
    for _, name in ipairs(all) do
      local states = played(name, 5, 8)
      local elements, frame = states[#states]:elements()
      for _, e in ipairs(elements) do
        for _, square in ipairs(e.box == 0 and e.squares or {}) do
          assert.is_true(square[1] >= frame.column and square[1] < frame.column + frame.columns)
          assert.is_true(square[2] >= frame.row and square[2] < frame.row + frame.rows)
        end
      end
    end
  end)

  it("refuse options that mean nothing", function()
    local state = tesela.rules("mixtour"):start()
    for _, wrong in ipairs { { width = 3 }, { width = "wide" }, { frame = 3 }, { frame = {} },
      { frame = { column = 1, row = 1, columns = 0, rows = 1 } }, { cells = { "z9" } },
      { mark = "a9" } } do
      assert.has_error(function() state:elements(wrong) end)
      assert.has_error(function() state:svg(wrong) end)
    end
  end)
end)

describe("a board", function()
  local rules

  local function drawn(draw)
    rules = rules or {}
    return tesela.rules(tesela.define { name = "drawn", fields = { a = 1 }, endings = { "end" },
      moves = function(_, out) out(1) end, apply = function() end,
      result = function() return { 0, 0 } end,
      draw = function(_, board) draw(board:size(4, 3)) end }):start()
  end

  it("leaves out the letters of discs only if they all say nothing but their colours", function()
    local function letters(list)
      local svg = drawn(function(b)
        for i, each in ipairs(list) do b:shape(i, 1, table.unpack(each)) end
      end):svg { coordinates = false }
      local found = {}
      for letter in svg:gmatch ">(%w+)</text>" do found[#found + 1] = letter end
      return table.concat(found, " ")
    end
    local white, black = { "disc", "white", "w" }, { "disc", "black", "B" }
    assert.equal("", letters { white, black, { "ring", "red", "r" }, { "disc", "red", "x" } })
    assert.equal("w B n", letters { white, black, { "disc", "black", "n" } })
    assert.equal("b K", letters { { "ring", "blue", "b" }, { "disc", "white", "K" } })
    assert.equal("b rK", letters { { "disc", "black", "b" }, { "ring", "red", "rK" } })
  end)

  it("takes shapes, on it and beside it", function()
    local state = drawn(function(b)
      b:shape(1, 1, "disc", "red", "R"):shape(1, 1, "disc", "black")
      b:shape(2, 1, "squares", "blue", "b"):cover(2, 2):name "I2"
      b:beside(2, "heading", "red", "two"):beside(2, "card", nil, "Q")
      b:mark(1, 1, "last", 4, 3):fill(3, 3, "grey"):fill(3, 3, "green")
    end)
    assert.equal([[
0 disc a1/1: piece disc red, 1 0 "R"|1,1
0 disc a1/2: piece disc black, 2 0 ""|1,1
0 I2: piece squares blue, 1 0 "b"|2,1 2,2
2 heading 2:1: words heading red, 1 0 "two"|
2 card 2:2: piece card plain, 2 0 "Q"|
0 last a1: mark last plain, 2 0 ""|1,1 4,3
0 ground c3: cell ground green, 0 0 ""|3,3
]], lines(state))
    assert.matches("\n 2 |   | b |   |   | 2\n", state:draw())
  end)

  it("refuses what cannot be drawn", function()
    for _, act in ipairs {
      function(b) b:shape(1, 1, "disk") end, function(b) b:shape(5, 1, "disc") end,
      function(b) b:shape(1, 1, "disc", "pink") end, function(b) b:shape(1, 1, "line") end,
      function(b) b:shape(1, 1, "disc", "red", "\27") end, function(b) b:cover(1, 1) end,
      function(b) b:shape(1, 1, "disc"):cover(1, 2) end, function(b) b:name "x" end,
      function(b) b:shape(1, 1, "disc"):name "a b" end,
      function(b) b:shape(1, 1, "disc"):name "x":shape(1, 2, "disc"):name "x" end,
      function(b) b:beside(0, "disc") end, function(b) b:beside(1, "last") end,
      function(b) b:beside(1, "line", nil, ("x"):rep(64)) end,
      function(b) while true do b:shape(1, 1, "disc") end end,
      function(b) while true do b:beside(1, "disc") end end,
      function(b) b:empty "xyzzy" end, function(b) b:ground "pink" end,
      function(b) b:edges("red", "pink") end,
      function(b) b:edges("red", "blue") end, function(b) b:mark(1, 1, "last", 9, 9) end,
    } do
      local state = drawn(act)
      assert.has_error(function() state:draw() end)
      assert.has_error(function() state:elements() end)
    end
  end)
end)

describe("what is different", function()
  local function between(name, moves)
    local state = tesela.rules(name):start()
    for move in moves:gmatch "%S+" do state:play(move) end
    local before = state:copy():elements()
    return function(move) return changes.between(before, (state:play(move):elements())) end
  end

  it("is found if ids follow from places", function()
    local found = between("mixtour", "b2 c3 b2-c3 b2")("c3:2-b2")
    assert.same({ "disc c3/1 to disc b2/2", "disc c3/2 to disc b2/3" }, ids(found.moved))
    assert.same({ "disc b2/1 to disc b2/1", "last b2 to last b2" }, ids(found.changed))
    found = between("mixtour", "b2")("c3")
    assert.same({ "disc 2:22 to disc c3/1" }, ids(found.moved))
  end)

  it("is found if things have ids of their own", function()
    local found = between("blokus", "")(tesela.rules("blokus"):start():list()[1])
    assert.equal(1, #found.moved)
    assert.matches("^blue (%S+) to blue %1$", ids(found.moved)[1])
  end)

  it("is what turned over", function()
    local found = between("othello", "")(tesela.rules("othello"):start():list()[1])
    assert.equal(1, #found.changed)
    assert.equal("white", found.changed[1][1].colour)
    assert.equal("black", found.changed[1][2].colour)
    assert.equal(2, #found.came) -- a disc and its mark
  end)
end)

describe("a film", function()
  -- The parts that a film shows at a time, by its animations alone.
  local function at(text, time)
    local defined, shown, hidden = {}, {}, {}
    for line in text:gmatch "[^\n]+" do
      local values, times, length = line:match(
        '<animate [^>]* values="([^"]*)" keyTimes="([^"]*)" dur="(%d+)s"')
      local name, body = line:match '<g id="(tesela%-%d+)">(.*)</g>'
      if name then
        defined[name] = body
      elseif line:match "^<g[ >]" and not line:match "^<g [^>]*data%-id" then
        local value = line:find 'visibility="hidden"' and "hidden" or "visible"
        local key = times and times:gmatch "[^;]+"
        for each in (values or ""):gmatch "[^;]+" do
          if tonumber(key()) * length <= time + 1e-3 then value = each end
        end
        hidden[#hidden + 1] = value == "hidden"
      elseif line == "</g>" then
        hidden[#hidden] = nil
      elseif not hidden[#hidden] then
        shown[#shown + 1] = line:gsub('<use href="#(tesela%-%d+)"/>', defined)
      end
    end
    return shown
  end

  it("shows each position as its picture does", function()
    for _, name in ipairs { "mixtour", "connect_four", "qwirkle" } do
      local states, positions = played(name, 2, 16), {}
      local _, frame = states[#states]:elements()
      for i, state in ipairs(states) do
        positions[i] = { svg = state:svg { frame = frame }, elements = state:elements() }
      end
      local text = film.text(positions)
      for i, position in ipairs(positions) do
        local film_lines = table.concat(at(text, i - 0.5), "\n")
        for line in position.svg:gmatch "[^\n]+" do
          if line:find "^<g" then assert.is_truthy(film_lines:find(line, 1, true), name) end
        end
        local _, groups = film_lines:gsub("\n<g ", "")
        local _, expected = position.svg:gsub("\n<g ", "")
        assert.equal(expected, groups)
      end
    end
  end)
end)

describe("a command", function()
  local folder

  before_each(function() folder = support.folder() end)
  after_each(support.clean)

  it("writes a picture of a position", function()
    local path = folder:write("a.svg", "")
    local out, told, status = support.tesela("svg", "mixtour", "--moves", "b2 c3", "--hint",
      "b2-c3", "--width", "300", "-o", path)
    assert.same({ "", "", 0 }, { out, told, status })
    local state = tesela.rules("mixtour"):start():play "b2":play "c3"
    assert.equal(state:svg { mark = "b2-c3", width = 300 }, support.read(path))
  end)

  it("writes no picture over something else", function()
    local path = folder:write("notes.txt", "my notes")
    local _, why, status = support.tesela("svg", "mixtour", "-o", path)
    assert.equal(1, status)
    assert.matches("it exists, and is not a picture", why)
    assert.equal("my notes", support.read(path))
    _, why, status = support.tesela("svg", "mixtour", "--hint", "z9")
    assert.equal(1, status)
    assert.matches("^tesela svg: %-%-hint z9: z9 is not a cell", why)
  end)

  it("makes the pictures of README and the manual", function()
    local made, script = folder.path .. "/made", "/scripts/pages/pictures/make.sh"
    support.shell(("mkdir -p %s/scripts/pages/pictures %s/scripts/pages/site && cd %s && "
      .. "PATH=%s:$PATH sh %s"):format(made, made, made, support.program:match "^(.*)/",
      support.root .. script))
    local paths = support.shell(("cd %s && find . -name '*.svg'"):format(made))
    for path in paths:gmatch "%S+" do
      assert.is_true(support.read(made .. "/" .. path)
        == support.read(support.root .. "/" .. path), path .. ": sh " .. script .. " makes it")
    end
    assert.equal(5, select(2, paths:gsub("%S+", "")))
  end)

  it("writes a picture of each position of a game, and a film", function()
    local states = played("losetas", 6, 9)
    local record = folder:write("game.jsonl", states[#states]:record() .. "\n")
    local film_path = folder.path .. "/game.svg"
    local _, told = support.tesela("show", record, "--svg", folder.path, "--animate", film_path)
    assert.equal("", told)
    local wide
    for ply = 0, #states - 1 do
      local svg = support.read(("%s/%03d.svg"):format(folder.path, ply))
      local width = svg:match "^<svg .- viewBox=\"(0 0 %d+)"
      assert.equal(wide or width, width)
      wide = width
    end
    assert.matches("^<svg .*prefers%-reduced%-motion.*<animate .*</svg>\n$",
      support.read(film_path))
    local _, why, status = support.tesela("show", record, "--svg", folder.path .. "/nowhere")
    assert.equal(1, status)
    assert.matches("^tesela show: %-%-svg .*/nowhere/000.svg: No such file", why)
  end)
end)
