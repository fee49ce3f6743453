-- The recorded games of tests/vectors, replayed through the program: any other
-- one can do so, from the start and the moves that a line has.

local tesela = require "tesela"
local support = require "support"

local function settings(options)
  local names, words = {}, {}
  for name in pairs(options) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    words[#words + 1] = "--set"
    words[#words + 1] = ("%s=%s"):format(name, options[name])
  end
  return words
end

-- `tesela result` after the first moves of a record; decoded.
local function result(record, plies)
  local words = settings(record.options)
  if record.bag then table.move({ "--bag", record.bag }, 1, 2, #words + 1, words) end
  words[#words + 1] = "--moves"
  words[#words + 1] = table.concat(record.moves, " ", 1, plies)
  local out, err, status = support.tesela("result", record.game,
    table.unpack(words))
  assert.equal("", err)
  assert.equal(0, status)
  return tesela.decode(out)
end

local function records(game)
  local list = {}
  for line in io.lines(support.root .. "/tests/vectors/" .. game .. ".games") do
    list[#list + 1] = tesela.decode(line)
  end
  return list
end

describe("tesela result", function()
  for _, game in ipairs { "mixtour", "blokus", "qwirkle" } do
    it("replays the recorded games of " .. game, function()
      for _, record in ipairs(records(game)) do
        local found, expected = result(record, #record.moves), record.result
        for _, name in ipairs { "over", "scores", "fen", "winners" } do
          assert.same(expected[name], found[name])
        end
        if expected.over then
          assert.same(expected.places, found.places)
          assert.equal(expected.reason, found.reason)
        end
      end
    end)
  end

  it("counts the turns of the worked game of Qwirkle", function()
    local list = records "qwirkle"
    local record, before = list[#list], { 0, 0, 0, 0 }
    local points = { 3, 7, 4, 6, 7, 6, 3, 3, 10, 9, 18, 9 }
    assert.equal(#points, #record.moves)
    for ply = 1, #points do
      local scores, seat = result(record, ply).scores, (ply - 1) % 4 + 1
      before[seat] = before[seat] + points[ply]
      assert.same(before, scores)
    end
  end)
end)
