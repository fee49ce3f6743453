-- Games that end because the values of both players agree.

local tesela = require "tesela"
local adjudicate = require "tesela.turns.adjudicate"
local definitions = require "tesela.contest.definition"
local identity = require "tesela.contest.identity"
local support = require "support"

-- What a judge says, by the rule as it is written: from lists of what both have said
-- so far, { seat =, value =, silent = } by ply.
local function plain_loser(said, resign, draw)
  local function all(seat, most, good)
    local count = 0
    for i = #said, 1, -1 do
      local one = said[i]
      if one.seat == seat and not one.silent then
        if count == most then break end
        if not (one.value and one.value >= 0 and one.value <= 1 and good(one.value)) then
          return false
        end
        count = count + 1
      end
    end
    return count == most
  end
  for seat = 1, 2 do
    if all(seat, resign.moves, function(v) return v <= resign.value end)
      and all(3 - seat, resign.moves, function(v) return v >= 1 - resign.value end) then
      return seat
    end
  end
  local function even(v) return math.abs(v - 0.5) <= draw.within end
  if #said >= draw.after and all(1, draw.moves, even) and all(2, draw.moves, even) then
    return 0
  end
end

describe("the judge of a game", function()
  it("agrees with the rule as it is written", function()
    local rng, seen = tesela.rng(5), {}
    local resign, draw = { value = 0.1, moves = 2 }, { within = 0.1, moves = 2, after = 6 }
    local values = { 0, 0.1, 0.45, 0.6, 0.9, 1, 0.3, 7, -1 }
    for _ = 1, support.times(2000, 20) do
      local judge, said = adjudicate.new(resign, draw), {}
      for ply = 1, 16 do
        local one = { seat = (rng:int(4) > 0 and ply or ply + 1) % 2 + 1,
          silent = rng:int(8) == 0 }
        if not one.silent then
          one.value = values[rng:int(rng:int(3) == 0 and #values + 1 or 6) + 1]
          judge:add(one.seat, one.value)
        end
        said[ply] = one
        local loser = plain_loser(said, resign, draw)
        assert.equal(loser, judge:loser(ply))
        seen[loser or "none"] = true
        if loser then break end
      end
    end
    assert.same({ [0] = true, true, true, none = true }, seen)
  end)

  it("is not there if nothing is asked for", function()
    assert.is_nil(adjudicate.new(nil, nil))
  end)
end)

-- ---- bots that say a value --------------------------------------------------

-- `says` by ply: a function from the ply and the seat.
local function sayer(name, says)
  return { name = name, choose = function(_, view, budget)
    return tesela.rng(budget.seed):pick(view:list()), says(view.ply, view.seat)
  end }
end

local function play(a, b, more)
  local options = { rules = tesela.rules "mixtour", bots = { a, b }, games = 2, seed = 3,
    workers = 0, resign = { value = 0.05, moves = 2 },
    draw = { within = 0.01, moves = 2, after = 9 } }
  local lines = {}
  options.on_game = function(game) lines[#lines + 1] = game.line end
  for key, value in pairs(more or {}) do options[key] = value end
  return tesela.match(options), lines
end

local function is(value) return function() return value end end

describe("a value that a bot says", function()
  -- The values of the record of a game of these bots.
  local function values(...)
    return tesela.decode(tesela.run { rules = tesela.rules "tictactoe", bots = { ... },
      seed = 3 }.line).values or {}
  end

  it("is kept if it is a chance, and nothing else", function()
    for _, value in ipairs { 7, -0.5, 1.0000001, 0 / 0, math.huge, -math.huge, "0.5", {}, true } do
      local list = values(sayer("odd", is(value)), sayer("even", is(0.25)))
      assert.same({ nil, 0.25, nil, 0.25 }, { table.unpack(list, 1, 4) }, tostring(value))
      for _, each in pairs(list) do assert.equal(0.25, each) end
    end
    assert.same({ 0, 1, 0 }, { table.unpack(values(sayer("a", is(0)), sayer("b", is(1))), 1, 3) })
  end)

  it("is kept like that for a sandboxed bot, too", function()
    local path = support.file("return function(view) return view:list()[1], 7 end", ".lua")
    assert.is_nil(next(values(path, "random")))
  end)

  it("is bad in a record if it is none", function()
    local line = tesela.run { rules = tesela.rules "tictactoe", seed = 3,
      bots = { sayer("a", is(0.25)), sayer("b", is(0.5)) } }.line
    for bad, told in pairs { [line] = false, [line:gsub("0%.25", "7", 1)] = "7 for move 1",
      [line:gsub("0%.5", "-0.5", 1)] = "-0.5 for move 2" } do
      local out, err, status = support.tesela("check", support.file(bad .. "\n", ".jsonl"))
      assert.equal(told and 1 or 0, status)
      assert.matches(told and "1 game, 1 bad" or "1 game, 0 bad", out)
      if told then assert.matches("expected numbers in 0..1, got " .. told, err, 1, true) end
    end
  end)
end)

describe("a game", function()
  it("is lost if both say so", function()
    local result, lines = play(sayer("low", is(0.01)), sayer("high", is(0.99)))
    assert.same({ adjudicated = 2 }, result.reasons)
    assert.equal(2, result.losses)
    for _, line in ipairs(lines) do
      local record = tesela.decode(line)
      assert.equal(4, #record.moves)
      assert.is_true(tesela.replay(line).ply == 4)
      assert.is_nil(record.result.message)
    end
    assert.is_nil(result.fault)
    assert.matches("ended by: adjudicated 2", tostring(result))
  end)

  it("is a draw if both say so, from a ply on", function()
    local result, lines = play(sayer("one", is(0.5)), sayer("two", is(0.505)))
    assert.same({ adjudicated = 2 }, result.reasons)
    assert.equal(2, result.draws)
    assert.equal(9, #tesela.decode(lines[1]).moves)
  end)

  it("continues if one says nothing, something else, or what is not a chance", function()
    for _, other in ipairs { is(nil), is(0.8), is(1.2), is(-3) } do
      local result = play(sayer("low", is(0.01)), sayer("other", other),
        { max_plies = 14 })
      assert.is_nil(result.reasons.adjudicated)
    end
    -- Both hopeful, or both in despair.
    for _, value in ipairs { 0.99, 0.01 } do
      assert.is_nil(play(sayer("a", is(value)), sayer("b", is(value)),
        { max_plies = 14 }).reasons.adjudicated)
    end
  end)

  it("ends by its rules if they end it", function()
    local shuts = { name = "sure", choose = function(_, view)
      for move in view:moves() do
        if view:copy():play(move).over then return move, 1 end
      end
      return view:list()[1], 0.7
    end }
    local result = play(shuts, sayer("low", is(0)), { games = 20, resign = { moves = 1 } })
    assert.is_true((result.reasons.adjudicated or 0) < 20)
    assert.is_true(result.games == 20)
  end)
end)

describe("a definition", function()
  local function normal(more)
    local given = { rules = "mixtour", bots = { "random", "greedy" } }
    for key, value in pairs(more) do given[key] = value end
    return definitions.normalise(given)
  end

  it("has defaults for what is left out", function()
    local def = normal { resign = {}, draw = { moves = 3 } }
    assert.same({ value = 0.03, moves = 3 }, def.resign)
    assert.same({ within = 0.02, moves = 3, after = 40 }, def.draw)
    assert.same(def, (normal(def)))
  end)

  it("says what is wrong", function()
    for wrong, more in pairs {
      ["resign.value: expected a number above 0 and below 0.5, got 0.5"] =
        { resign = { value = 0.5 } },
      ["draw.after: expected a whole number in 0..2147483648, got -1"] =
        { draw = { after = -1 } },
      ["resign: expected a table, got 3"] = { resign = 3 },
      ["resign: expected a game for two, got one for 3"] =
        { rules = "qwirkle", options = { players = 3 }, resign = {} },
    } do
      assert.equal("tesela.tournament: " .. wrong, support.raised(normal, more))
    end
  end)

  it("without them is the one that it was, and with them another", function()
    local plain, other = normal {}, normal { resign = {} }
    assert.not_equal(identity.hash(plain), identity.hash(other))
    assert.equal('resign: nothing and {"moves":3,"value":0.03}',
      identity.differences(plain, other))
  end)
end)

describe("a tournament", function()
  local folder = support.folder()
  teardown(support.clean)

  it("ends games so, after kill -9 too, and finds them good again", function()
    folder:write("glad.lua", [[return function(view)
      return view:list()[1], view.ply > 6 and 1 or 0.5 end]])
    folder:write("sad.lua", [[return function(view)
      return view:list()[1], view.ply > 6 and 0 or 0.5 end]])
    folder:write("cup.lua", ([[return { rules = "mixtour", seed = 3, games = %d,
      bots = { "./glad.lua", "./sad.lua", "random" }, resign = { moves = 2 } }]])
      :format(support.sanitized and 20 or 200))
    local out = folder:must "$T tournament cup.lua -w 1 -o one.jsonl"
    assert.matches("Ended by: adjudicated " .. (support.sanitized and 20 or 200), out)
    local one = folder:merged "one.jsonl"
    for tries = 1, support.sanitized and 2 or 6 do
      folder:shell(("timeout -s KILL %.3f $T tournament cup.lua -o many.jsonl")
        :format(0.05 * tries))
    end
    assert.equal(support.without_usage(out), support.without_usage(
      folder:must "$T tournament cup.lua -o many.jsonl"))
    assert.equal(one, folder:merged "many.jsonl")
    assert.matches(", 0 bad\n", (folder:must "$T check many.jsonl"))
    assert.matches(", 0 differ\n", (folder:must "$T repeat one.jsonl --games 20"))
    local _, why = folder:shell [[sed 's/resign.*/}/' cup.lua >plain.lua
      $T tournament plain.lua -o one.jsonl]]
    assert.matches('resign: {"moves":2,"value":0.03} and nothing', why, 1, true)
  end)
end)
