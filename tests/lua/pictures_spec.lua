-- Pictures as librsvg renders them: nothing leaves the view box. What is beyond
-- it would not be seen, so that the box is made larger on all sides and the
-- paper, which is the first rectangle, is left out: then only the margin that
-- was added must be empty.

local tesela = require "tesela"
local support = require "support"

local WIDTH = 150 -- pixels, of which the margins have a third

-- The picture with a quarter more on each side, without paper.
local function widened(svg)
  local wide, high = svg:match 'viewBox="0 0 (%d+) (%d+)"'
  local x, y = wide // 4, high // 4
  svg = svg:gsub('<svg [^>]*>', ([[<svg xmlns="http://www.w3.org/2000/svg"
    font-family="sans-serif" width="%d" height="%d" viewBox="%d %d %d %d">]])
    :format(WIDTH, WIDTH * high // wide, -x, -y, wide + 2 * x, high + 2 * y), 1)
  return (svg:gsub('<rect[^>]*/>', "", 1))
end

-- Rows of pixels, a byte each: how much there is of something.
local function rendered(svg)
  local image = support.shell("rsvg-convert " .. support.quote(support.file(svg))
    .. " | pngtopam -alphapam | pamchannel -tupletype GRAYSCALE 3")
  local wide, start = image:match "WIDTH (%d+).-\nENDHDR\n()"
  local rows = {}
  for at = start, #image, wide do rows[#rows + 1] = image:sub(at, at + wide - 1) end
  return rows
end

-- Where something is in the margin, or nil.
local function outside(svg)
  local rows = rendered(widened(svg))
  local columns, tall = #rows[1] // 6, #rows // 6
  for i, row in ipairs(rows) do
    if (i <= tall or i > #rows - tall) and row:find "[^\0]" then
      return "above or below, in row " .. i
    end
    if row:sub(1, columns):find "[^\0]" then return "left of it, in row " .. i end
    if row:sub(-columns):find "[^\0]" then return "right of it, in row " .. i end
  end
end

local function expect_inside(state, what)
  local where = outside(state:svg())
  assert.is_nil(where, ("%s: %s"):format(what, where))
end

-- A position so many random moves from the start.
local function later(state, plies, rng)
  for _ = 1, plies do
    if state.over then break end
    local list = state:list()
    state:play(list[rng:int(#list)])
  end
  return state
end

local installed = os.execute "command -v rsvg-convert pamchannel >/dev/null"

describe("a picture", function()
  teardown(support.clean)
  if not installed then return pending "librsvg2-bin or netpbm is not installed" end

  it("that is cut is noticed", function()
    local svg = tesela.rules("mixtour"):start():svg()
    assert.is_nil(outside(svg))
    local wide, high = svg:match 'viewBox="0 0 (%d+) (%d+)"'
    for _, cut in ipairs { { wide - 60, high }, { wide, high - 60 } } do
      assert.is_truthy(outside((svg:gsub("viewBox=[^>]*",
        ('viewBox="0 0 %d %d"'):format(cut[1], cut[2])))))
    end
  end)

  for _, name in ipairs(tesela.games()) do
    it("of " .. name .. " holds all that it shows", function()
      local rng = tesela.rng(#name)
      local start = tesela.rules(name):start(7)
      expect_inside(start, "the opening")
      for _, plies in ipairs { 9, 31 } do
        expect_inside(later(start:copy(), plies, rng), plies .. " plies later")
      end
    end)
  end

  it("of odd options does too", function()
    local rng = tesela.rng(5)
    local odd = {
      { "mixtour", { stack = 8, pieces = 20 } }, { "qwirkle", { players = 4, hand = 9 } },
      { "blokus", { variant = "duo" } }, { "blokus", { players = 1 } },
      { "losetas", { frame = "fixed", size = 3 } },
    }
    for _, case in ipairs(odd) do
      local state = tesela.rules(case[1], case[2]):start(3)
      expect_inside(later(state, 40, rng), case[1])
    end
  end)
end)
