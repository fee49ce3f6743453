-- state:hint: the best moves of a position, with their values and what comes after.

local tesela = require "tesela"

local function start(name, options) return tesela.rules(name, options):start(1) end

describe("state:hint", function()
  it("tells the best moves and what is expected after each", function()
    for _, name in ipairs { "mixtour", "tictactoe" } do -- alpha-beta and not
      local s = start(name)
      local hint = s:hint(3, { iterations = 4000 })
      assert.equal(3, #hint)
      for i, entry in ipairs(hint) do
        assert.equal(entry.move, s:move(entry.text))
        assert.is_true(entry.value >= 0 and entry.value <= 1)
        assert.is_true(i < 3 or entry.value <= hint[i - 1].value)
        assert.equal(entry.text, entry.line[1])
        assert.is_true(#entry.line > 1)
        local line = s:copy()
        for _, move in ipairs(entry.line) do line:play(move) end
      end
      assert.equal(start(name), s)
    end
  end)

  it("prints as the board with the best on it, and the moves", function()
    local s = start "mixtour"
    local lines = {}
    local hint = s:hint(nil, { iterations = 4000, seed = 1 })
    for line in tostring(hint):gmatch "[^\n]+" do
      assert.is_true(#line < 80)
      lines[#lines + 1] = line
    end
    assert.equal(s:draw { mark = hint[1].move }, table.concat(lines, "\n", 1, 14) .. "\n")
    assert.equal(17, #lines)
    assert.matches("^ 1  " .. hint[1].text .. " +%d+ %%  then %l%d", lines[15])
  end)

  it("says of the best that it was tried most, if another one seems better", function()
    local lines = require "tesela.terminal.play.hint".lines
    local function entry(text, value) return { text = text, value = value, line = { text } } end
    assert.equal(" 1  a1  57 %  (tried most)\n 2  b2  58 %",
      lines { entry("a1", 0.57), entry("b2", 0.58) })
    assert.equal(" 1  a1  57 %\n 2  b2  57 %", lines { entry("a1", 0.571), entry("b2", 0.573) })
    assert.equal(" 1  a1  58 %\n 2  b2  57 %", lines { entry("a1", 0.58), entry("b2", 0.57) })
  end)

  it("does not tell what is hidden", function()
    local s = start "qwirkle"
    local hint = s:hint(2, { iterations = 200 })
    assert.equal(1, #hint[1].line)
    assert.matches(("\n   seat %d +0   6 tiles\n"):format(3 - s.seat), tostring(hint))
  end)

  it("says where a choice is made without seeing the one before", function()
    local function both(tells)
      return tesela.rules(tesela.define { name = "both", endings = { "shown" },
        fields = { choice = { max = 3, deal = "any", seen = { 1 } } },
        moves = function(_, out) for m = 1, 3 do out(m) end end,
        apply = function(s, m)
          if s.seat == 1 then s.choice, s.seat = m, 2 else s.choice, s.over = 0, "shown" end
        end,
        result = function() return { 0, 0 } end,
        tell = tells and function(s, m, seat)
          return (s.seat == seat or s.seat == 2) and tostring(m) or "one"
        end or nil }):start()
    end
    assert.matches("seat 2 chooses without seeing the previous move: searches assume",
      tostring(both(true):hint(1, { iterations = 20 })))
    assert.is_nil(tostring(both(false):hint(1, { iterations = 20 })):find("chooses", 1, true))
    assert.is_nil(tostring(start "kuhn":hint(1, { iterations = 20 })):find("chooses", 1, true))
  end)

  it("says what is proven", function()
    local wins = tesela.rules("mixtour"):load
      "w,1,r,2/3,r,w/rr,1,r,www,w/ww,4/ww,r,2,r w 0:0 c3:2-d3"
    local told = tostring(wins:hint(2, { iterations = 40000 }))
    assert.matches("\n 1  %S+ +100 %%  a proven win", told)
  end)

  it("tells its errors", function()
    local s = start "mixtour"
    assert.has_error(function() s:hint(0) end,
      "state:hint: expected a number of moves, 1 or more")
    assert.error_matches(function() s:hint(1, { second = 1 }) end,
      "there is no option second; did you mean seconds?")
    assert.error_matches(function() s:hint(1, { seconds = 0 }) end, "a number above 0")
    assert.error_matches(function() s.hint(7) end, "state:hint: expected a state")
    while not s.over do s:play(s:list()[1]) end
    assert.has_error(function() s:hint() end, "state:hint: the game is over")
  end)
end)
