-- The rounds of a Swiss, held against all pairings that there are.

local tesela = require "tesela"
local matching = require "tesela.contest.schedule.maximum_matching"
local pairing = require "tesela.contest.schedule.swiss_pairing"
local support = require "support"

-- ---- fields -----------------------------------------------------------------

local function meet(field, group)
  for _, a in ipairs(group) do
    for _, b in ipairs(group) do
      if a ~= b then field.times[a][b] = (field.times[a][b] or 0) + 1 end
    end
  end
end

local function new_field(bots, seats)
  local field = { bots = bots, seats = seats, score = {}, byes = {}, times = {} }
  for bot = 1, bots do field.score[bot], field.byes[bot], field.times[bot] = 0, 0, {} end
  function field.met(a, b) return field.times[a][b] or 0 end
  return field
end

local function shuffled(rng, count)
  local list = {}
  for bot = 1, count do table.insert(list, rng:int(bot), bot) end
  return list
end

-- Bots with scores by chance that have met by chance in so many rounds.
local function random_field(rng, bots, seats, rounds)
  local field = new_field(bots, seats)
  for _ = 1, rounds do
    local list = shuffled(rng, bots)
    while #list >= seats do
      local group = {}
      for seat = 1, seats do group[seat] = table.remove(list) end
      meet(field, group)
    end
    for _, bot in ipairs(list) do field.byes[bot] = field.byes[bot] + 1 end
  end
  for bot = 1, bots do field.score[bot] = rng:int(4) end
  return field
end

-- Plays a round; whoever has the better number wins, or by chance.
local function play(field, rng)
  local groups, byes = pairing.round(field)
  for _, group in ipairs(groups) do
    meet(field, group)
    for place, bot in ipairs(group) do
      local points = rng and rng:int(3) - 1 or #group - place
      field.score[bot] = field.score[bot] + points
    end
  end
  for _, bot in ipairs(byes) do
    field.byes[bot], field.score[bot] = field.byes[bot] + 1, field.score[bot] + 2
  end
  return groups, byes
end

-- ---- the slow way -----------------------------------------------------------

local function without(list, a, b)
  local rest = {}
  for _, bot in ipairs(list) do
    if bot ~= a and bot ~= b then rest[#rest + 1] = bot end
  end
  return rest
end

local function each_pairing(list, f, before)
  if #list == 0 then return f(before) end
  for i = 2, #list do
    local more = table.move(before, 1, #before, 1, {})
    more[#more + 1] = { list[1], list[i], list = list }
    each_pairing(without(list, list[1], list[i]), f, more)
  end
end

local function least(field)
  local times = math.huge
  for a = 1, field.bots do
    for b = 1, a - 1 do times = math.min(times, field.met(a, b)) end
  end
  return times
end

-- What counts, from the first to the last: how many meet again in all; and of each pair
-- from the top whether they do, how far their scores are apart, how far the second
-- one is from the beginning of the lower half, and where it stands.
local function cost(field, tables)
  local again, parts = 0, { 0 }
  for _, two in ipairs(tables) do
    local a, b = two[1], two[2]
    local repeated = field.met(a, b) > least(field) and 1 or 0
    local equal, place = 0, nil
    for i, bot in ipairs(two.list) do
      if field.score[bot] == field.score[a] then equal = equal + 1 end
      if bot == b then place = i end
    end
    local gap = field.score[a] - field.score[b]
    again = again + repeated
    table.move({ repeated, gap, gap == 0 and math.abs(place - 1 - math.max(1, equal // 2))
      or 0, place }, 1, 4, #parts + 1, parts)
  end
  parts[1] = again
  return parts
end

local function less(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then return a[i] < b[i] end
  end
  return false
end

local function best_of(field, list)
  local best, tables
  each_pairing(list, function(found)
    local its = cost(field, found)
    if not best or less(its, best) then best, tables = its, found end
  end, {})
  return best, tables
end

local function slowly(field)
  local list = {}
  for bot = 1, field.bots do list[bot] = bot end
  table.sort(list, function(a, b)
    local one, two = field.score[a], field.score[b]
    return one > two or one == two and a < b
  end)
  if #list % 2 == 0 then return select(2, best_of(field, list)) end
  local fewest, best, tables, bye = math.huge, math.huge, nil, nil
  for _, bot in ipairs(list) do fewest = math.min(fewest, field.byes[bot]) end
  for i = #list, 1, -1 do
    if field.byes[list[i]] == fewest then
      local its, found = best_of(field, without(list, list[i]))
      if its[1] < best then best, tables, bye = its[1], found, list[i] end
    end
  end
  return tables, bye
end

local function shown(tables)
  local list = {}
  for i, two in ipairs(tables) do list[i] = table.concat(two, "-", 1, 2) end
  return table.concat(list, " ")
end

-- ---- tests ------------------------------------------------------------------

describe("as many as can be", function()
  it("are paired, in random graphs", function()
    local rng = tesela.rng(3)
    for _ = 1, support.times(400, 20) do
      local count, share, edges, list = rng:int(8), rng:float(), {}, {}
      for a = 1, count do
        edges[a], list[a] = {}, a
        for b = 1, a - 1 do
          edges[a][b] = rng:float() < share
          edges[b][a] = edges[a][b]
        end
      end
      local function alone(rest)
        if #rest == 0 then return 0 end
        local best = 1 + alone(without(rest, rest[1]))
        for i = 2, #rest do
          if edges[rest[1]][rest[i]] then
            best = math.min(best, alone(without(rest, rest[1], rest[i])))
          end
        end
        return best
      end
      assert.equal(alone(list), matching.alone(list, function(a, b) return edges[a][b] end))
    end
  end)

  it("are all but one of a ring of odd length, whatever hangs on it", function()
    local function ring(a, b)
      if a > b then a, b = b, a end
      return b <= 9 and (b - a == 1 or a == 1 and b == 9) or a == 5 and b == 10
    end
    assert.equal(0, matching.alone({ 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 }, ring))
    assert.equal(1, matching.alone({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }, ring))
  end)
end)

describe("a round for two", function()
  it("is the best of all pairings", function()
    local rng = tesela.rng(1)
    for bots = 2, 7 do
      for rounds = 0, bots do
        for _ = 1, support.times(3, 1) do
          local field = random_field(rng, bots, 2, rounds)
          local tables, bye = slowly(field)
          local groups, byes = pairing.round(field)
          assert.equal(shown(tables), shown(groups))
          assert.equal(bye, byes[1])
        end
      end
    end
  end)

  it("begins with the upper half against the lower half", function()
    assert.equal("1-5 2-6 3-7 4-8", shown((pairing.round(new_field(8, 2)))))
    local groups, byes = pairing.round(new_field(7, 2))
    assert.same({ "1-4 2-5 3-6", 7 }, { shown(groups), byes[1] })
  end)

  it("never brings two together twice while that can be", function()
    for _, bots in ipairs { 9, 16, 33, 64 } do
      local field, rng = new_field(bots, 2), tesela.rng(bots)
      for _ = 1, bots // 2 do play(field, rng) end
      for a = 1, bots do
        assert.is_true(field.byes[a] <= 1)
        for b = 1, bots do assert.is_true(field.met(a, b) <= 1) end
      end
    end
  end)

  it("begins again if all have met all, and repeats one if it must", function()
    local field = new_field(2, 2)
    for _ = 1, 3 do assert.equal("1-2", shown((play(field)))) end
    field = new_field(6, 2) -- 1, 2, 3 have met 4, 5, 6: two triangles are left
    for a = 1, 3 do
      for b = 4, 6 do meet(field, { a, b }) end
    end
    local again = 0
    for _, two in ipairs((pairing.round(field))) do again = again + field.met(two[1], two[2]) end
    assert.equal(1, again)
  end)

  it("is the same whenever it is asked for", function()
    local rng = tesela.rng(8)
    for _ = 1, 5 do
      local field = random_field(rng, 40, 2, 12)
      assert.same({ pairing.round(field) }, { pairing.round(field) })
    end
  end)
end)

describe("a round for three and four", function()
  it("has everybody once, and few meetings again", function()
    for _, sizes in ipairs { { 3, 9, 4 }, { 4, 16, 4 }, { 3, 11, 3 }, { 4, 7, 3 }, { 4, 4, 2 } } do
      local seats, bots, rounds = table.unpack(sizes)
      local field, rng = new_field(bots, seats), tesela.rng(bots)
      for round = 1, rounds do
        local groups, byes = play(field, rng)
        local seen = {}
        for _, group in ipairs { byes, table.unpack(groups) } do
          assert.is_true(group == byes or #group == seats)
          for _, bot in ipairs(group) do
            assert.is_nil(seen[bot])
            seen[bot] = true
          end
        end
        assert.equal(bots, #seen)
        assert.equal(bots % seats, #byes)
        for bot = 1, bots do
          assert.is_true(field.byes[bot] <= 1 + round * #byes // bots)
          for other = 1, bots do
            if round <= 2 and bots >= seats * seats then
              assert.is_true(field.met(bot, other) <= 1)
            end
          end
        end
      end
    end
  end)
end)
