-- Boards as text and as pictures, and when they are coloured.

local tesela = require "tesela"
local support = require "support"

local state = tesela.rules("mixtour"):start():play "b2"

describe("state:draw", function()
  it("is what tostring says, without colour", function()
    assert.equal(tostring(state), state:draw())
    assert.equal(tostring(state), state:draw { palette = 0 })
  end)

  it("only adds escape sequences for colours", function()
    for _, palette in ipairs { 16, 256 } do
      local text = state:draw { palette = palette }
      assert.is_truthy(text:find("\27[", 1, true))
      assert.equal(tostring(state), (text:gsub("\27%[[%d;]*m", "")))
    end
  end)

  it("marks the last move and another one", function()
    assert.is_truthy(state:draw():find("[W]", 1, true))
    assert.is_truthy(state:draw { mark = "c3" }:find("< >", 1, true))
    assert.is_falsy(state:draw():find("< >", 1, true))
    local board = state:draw { cells = { "a1", "b2" } }
    assert.is_truthy(board:find("< >", 1, true) and board:find("<W>", 1, true))
  end)

  it("marks more cells as the last move is", function()
    local later = state:copy():play "c3"
    assert.is_falsy(later:draw():find("[W]", 1, true))
    local board = later:draw { last = { "b2" } }
    assert.is_truthy(board:find("[W]", 1, true) and board:find("[R]", 1, true))
  end)

  it("shows empty cells that are open", function()
    local board = tesela.rules("blokus", { variant = "duo" }):start():play "X@e9"
      :draw { open = { "c9", "e10", "a14" } }
    assert.matches("\n14  %+ %. %.", board)
    assert.matches("\n 9  %. %. %+ %.%[P%]%.", board)
    assert.matches("\n10  %. %. %.%[P P P%]%.", board)
    assert.has_error(function() state:draw { open = { "z9" } } end,
      "state:draw: open[1] is not the name of a cell")
  end)

  it("says more in lines of its own", function()
    assert.equal(state:draw() .. "one\ntwo ?\n", state:draw { notes = { "one", "two \27" } })
    local beside = tesela.rules("blokus"):start():draw { notes = { "", "   red plays 2@t1" } }
    assert.matches("\n 5 [ .]+  5     red plays 2@t1\n", beside)
    assert.has_error(function() state:draw { notes = { 7 } } end,
      "state:draw: notes[1]: expected a string")
    assert.error_matches(function() state:draw { notes = "x" } end, "notes as a list")
  end)

  it("refuses what it cannot draw", function()
    assert.has_error(function() state:draw(7) end,
      "state:draw: expected a table of options, got number")
    assert.has_error(function() state:draw { palette = 8 } end)
    assert.has_error(function() state:draw { mark = "b2" } end)
    assert.has_error(function() state:svg { mark = {} } end)
    assert.has_error(function() state:draw { cells = { "a1", "z9" } } end,
      "state:draw: cells[2] is not the name of a cell")
    assert.has_error(function() state:draw { cells = "a1" } end)
    assert.has_error(function() state:draw { last = { "z9" } } end,
      "state:draw: last[1] is not the name of a cell")
  end)
end)

describe("the scores of a variant", function()
  -- Whether the board and the picture of its parent show them, in this form.
  local function assert_drawn(game, options, form)
    local s = tesela.rules(tesela.derive(game, { name = "scored_" .. game,
      fields = { turns = { cells = 4, max = 99 } },
      apply = function(base, t, m)
        t.turns[t.seat] = t.turns[t.seat] + 10 * t.seat
        base.apply(t, m)
      end,
      result = function(_, t) return table.move(t.turns:all(), 1, t.rules.seats, 1, {}) end,
    }), options):start(1)
    for _ = 1, 3 do s:play(s:list()[1]) end
    assert.is_true(s.scores[1] * s.scores[2] > 0)
    assert.matches(form:format(s.scores[1], s.scores[2]), tostring(s))
    assert.matches((">%d points<.*>%d points<"):format(s.scores[1], s.scores[2]), s:svg())
  end

  it("are those on the board and in the picture of its parent", function()
    assert_drawn("mixtour", nil, "score %d:%d ")
    assert_drawn("qwirkle", nil, "seat 1 +%d .*seat 2 +%d ")
    assert_drawn("blokus", { variant = "duo" }, "purple +%d\n.*orange +%d\n")
  end)
end)

describe("a dense board", function()
  local function plain(text) return (text:gsub("\27%[[%d;]*m", "")) end

  it("leaves a line for the prompt on a screen of 80x24", function()
    for _, options in ipairs { {}, { variant = "duo" }, { players = 1 } } do
      local s, rng = tesela.rules("blokus", options):start(), tesela.rng(7)
      repeat
        local text, lines = s:draw(), 0
        for line in text:gmatch "([^\n]*)\n" do
          lines = lines + 1
          assert.is_true(#line < 80 and not line:find " $", line)
        end
        assert.is_true(lines < 24, text)
        for _, palette in ipairs { 16, 256 } do
          assert.equal(text, plain(s:draw { palette = palette }))
        end
        if not s.over then s:play(rng:pick(s:list())) end
      until s.over
      local kept = rng:pick(s:left(s:colours()[1]))
      assert.is_truthy(s:draw():find(" " .. kept, 1, true))
    end
  end)

  it("is any of a game in Lua that would not fit with lines", function()
    local text = tesela.rules("gomoku"):start():play "h8":draw()
    assert.equal(17, select(2, text:gsub("\n", "")))
    assert.matches("\n 8  %. %. %. %. %. %. %.%[X%]%. %. %. %. %. %. %.  8\n", text)
  end)

  it("has brackets around what is marked side by side", function()
    local s = tesela.rules("blokus", { variant = "duo" }):start()
    s:play "e10,f10,g10,g9"
    assert.matches("\n10  %. %. %. %.%[P P P%]%. %.", s:draw())
    assert.matches("\n 9  %. %. %. %. %. %.%[P%]%. %.", s:draw())
    assert.matches("\n14 <%. %.>%.<%.>%.", s:draw { cells = { "a14", "b14", "d14" } })
    assert.matches("\n 1 <%*>%.", tesela.rules("blokus"):start():draw { mark = "a1" })
  end)

  it("has its notes below if nothing fits beside it", function()
    local told = tesela.derive("blokus", { name = "told_drawn",
      draw = function(base, s, board)
        base.draw(s, board)
        board:note(("words "):rep(9))
      end })
    local text = tesela.rules(told, { variant = "duo" }):start():draw()
    assert.matches("\n 1 [ .]+  1\n    a b c d e f g h i j k l m n\n > purple +%-89\n", text)
  end)
end)

describe("a board for a screen", function()
  local s, rng = tesela.rules("qwirkle", { players = 4 }):start(1), tesela.rng(3)
  for _ = 1, 80 do
    if not s.over then s:play(rng:pick(s:list())) end
  end

  local function size(text)
    local rows, columns = 0, 0
    for line in text:gmatch "([^\n]*)\n" do
      rows, columns = rows + 1, math.max(columns, utf8.len(line))
    end
    return columns, rows
  end

  it("is whole if it has room", function()
    local columns, rows = size(s:draw())
    assert.equal(s:draw(), s:draw { columns = columns, rows = rows })
    assert.equal(s:draw(), s:draw { columns = 1000, rows = 1000 })
    for _, name in ipairs(tesela.games()) do
      if name ~= "hex" then
        local fresh = tesela.rules(name):start(1)
        assert.equal(fresh:draw(), fresh:draw { columns = 79, rows = 23 })
      end
    end
  end)

  it("has beside or below it only what the screen has room for", function()
    local of = tesela.rules("blokus"):start()
    local pieces = "1 2 I3 V3 I4 L4"
    local wide = size(of:draw())
    for _, case in ipairs { { 79, 24, 1 }, { wide, 24, 1 }, { wide - 1, 24, nil },
      { wide - 1, 37, 23 }, { 50, 36, nil }, { 40, 24, nil }, { 40, 37, nil },
      { 40, 38, 23 }, { 40, nil, 23 }, { 20, 60, nil } } do
      local text = of:draw { columns = case[1], rows = case[2] }
      local columns, rows = size((text:gsub("   there is more: [^\n]+\n", "\n")))
      assert.is_true(columns <= case[1] and rows <= (case[2] or rows), text)
      local before = text:match("^(.-)" .. pieces)
      assert.equal(case[3], before and select(2, before:gsub("\n", "")), text)
    end
    assert.equal(of:draw(), of:draw { columns = wide })
    assert.matches("t\nred plays\n   there is more: beside\n$",
      of:draw { columns = 50, rows = 24, notes = { "red plays" } })
  end)

  it("is where one may begin, before anything was played", function()
    local start = tesela.rules("blokus"):start()
    local text = start:draw { columns = 59, rows = 19 }
    assert.matches("\n 1  %*[ .]+%*  1\n", text)
    assert.matches("\n   there is more: above, beside\n$", text)
    assert.is_nil(text:find("\n17 ", 1, true))
    text = tesela.rules("blokus", { variant = "duo" }):start():draw { columns = 30, rows = 12 }
    assert.matches("e.*\n10 .*%*.*\n 5 .*%*", text)
  end)

  it("is where most of what is marked lies, if not all has room", function()
    local of = tesela.rules("blokus"):start()
    for _, move in ipairs { "t1", "a1", "a20", "t20" } do of:play(move) end
    local text = of:draw { columns = 59, rows = 19, last = { "a1", "a20" } }
    assert.matches("\n20 %[R%][ .]+%[G%] 20\n", text)
    text = of:draw { columns = 30, rows = 19, last = { "a1", "a20" } }
    assert.matches("%[%u%]", text)
    text = of:draw { columns = 59, rows = 19, mark = of:list()[1] }
    assert.is_truthy(text:find "<")
  end)

  it("leaves the lines that notes take below a dense one", function()
    local of = tesela.rules("blokus"):start():play "t1"
    for rows = 12, 40 do
      local text = of:draw { columns = 59, rows = rows, notes = { "one", "two", "three" } }
      assert.matches("\none\ntwo\nthree\n", text)
      assert.is_true(select(2, text:gsub("\n", "")) <= rows, text)
    end
  end)

  it("folds what is said below between words", function()
    local of = tesela.rules("qwirkle"):start(1)
    local wide = of:draw { columns = 79 }
    for columns = 20, 60 do
      local text = of:draw { columns = columns }
      local board, below = text:match "^(.-\n)(   seat 1.*)$"
      assert.equal(wide:sub(1, #board), board)
      assert.is_true(size(below) <= columns, text)
      assert.equal(wide:sub(#board + 1):gsub("%s+", " "), (below:gsub("%s+", " ")))
    end
    assert.matches("\n     6:rd\n", of:draw { columns = 45 })
  end)

  it("is a part of it elsewhere, with what was played last and what is below", function()
    for _, most in ipairs { { 48, 14 }, { 50, 17 }, { 50, 100 }, { 200, 14 } } do
      for _, mark in ipairs { false, s:list()[1] } do
        local text = s:draw { columns = most[1], rows = most[2], mark = mark or nil }
        local columns, rows = size(text)
        assert.is_true(columns <= math.max(most[1], 44) and rows <= most[2], text)
        assert.is_truthy(text:find(mark and "<" or "[", 1, true), text)
        assert.is_truthy(text:find("bag", 1, true))
        assert.matches("\n   there is more: %l[%l, ]+\n$", text)
      end
    end
    local _, rows = size(tesela.rules("tictactoe"):start():draw { columns = 1, rows = 1 })
    assert.equal(7, rows)
    assert.has_error(function() s:draw { columns = 0 } end)
    assert.error_matches(function() s:draw { rows = "x" } end, "rows")
  end)
end)

describe("tesela.svg", function()
  it("writes a picture that is a whole document", function()
    local path = os.tmpname()
    assert.is_true(tesela.svg(state, path))
    local text = support.read(path)
    os.remove(path)
    assert.equal(state:svg(), text)
    assert.is_truthy(text:match "^<svg .*</svg>\n$")
  end)

  it("says why a file cannot be written", function()
    local ok, why = tesela.svg(state, "/nonexistent/x.svg")
    assert.is_nil(ok)
    assert.is_truthy(why:find("No such file", 1, true))
    ok, why = tesela.svg(state, "/dev/full")
    assert.is_nil(ok)
    assert.is_truthy(why:find("No space left", 1, true))
  end)
end)

describe("colour", function()
  -- In a program of its own, whose output is a pipe.
  local function shown(settings, option)
    local pipe = assert(io.popen(([[%s '%s' -e '%s tesela.show(
      tesela.rules("mixtour"):start():play "b2")']]):format(settings,
      support.program, option or "")))
    local text = pipe:read "a"
    pipe:close()
    return text:find("\27[", 1, true) ~= nil
  end

  it("stays out of pipes, unless it is asked for", function()
    assert.is_false(shown("TERM=xterm-256color"))
    assert.is_true(shown("TERM=xterm", 'tesela.color = "always"'))
    assert.is_true(shown("NO_COLOR=1", 'tesela.color = "always"'))
    assert.is_false(shown("TERM=xterm", 'tesela.color = "never"'))
  end)
end)

describe("a text for a screen", function()
  it("is folded to its columns, if it is narrower than others", function()
    require "tesela.terminal.dialogue.show_values"
    local input, text = require "tesela.terminal.dialogue.input", require "tesela.text"
    local size <const> = input.size
    local _ <close> = setmetatable({}, { __close = function() input.size = size end })
    for columns, width in pairs { [40] = 39, [80] = 79, [200] = 79, [5] = 20, [0] = 79 } do
      input.size = function() if columns > 0 then return columns, 24 end end
      local most = 0
      for line in text.fold(("a "):rep(300)):gmatch "[^\n]+" do most = math.max(most, #line) end
      assert.equal(width - (width + 1) % 2, most)
    end
  end)
end)
