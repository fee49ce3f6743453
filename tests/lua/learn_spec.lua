-- Estimates that are learnt (tesela learn).

local learning = require "tesela.learn.learn"
local tesela = require "tesela"
local support = require "support"
local weights = require "tesela.weights"

local folder = support.folder()
teardown(support.clean)

local function learn(...)
  local out, err, status = support.tesela("learn", ...)
  assert.equal(0, status, err)
  return out, err
end

local function path(name) return folder.path .. "/" .. name end

-- Weights that have seen some games.
local function taught(rules, games)
  local w = weights.new(rules, 1)
  for number = 1, games do w:learn(number, w:play(number, 0.2), 0.2, 3, 0.9) end
  return w
end

-- The states of a random game that go on.
local function states_of(rules, seed)
  local list, state, rng = {}, rules:start(seed), tesela.rng(seed)
  while not state.over do
    list[#list + 1] = state:copy()
    state:play_random(rng)
  end
  return list
end

describe("weights", function()
  -- The number of images of each pattern, and the patterns' lengths.
  local function images_of(rules)
    local bytes = weights.new(rules, 1):bytes()
    local cells, patterns, images, at = bytes:match "\nsizes %d+ (%d+) (%d+) (%d+) %d\n()"
    local lengths, count = {}, {}
    at = at + cells
    for i = 1, math.tointeger(patterns) do
      lengths[i], at = ("<I2"):unpack(bytes, at)
      count[i] = 0
    end
    for _ = 1, math.tointeger(images) do
      local pattern = ("<I2"):unpack(bytes, at) + 1
      count[pattern], at = count[pattern] + 1, at + 2 + 2 * lengths[pattern]
    end
    return count, lengths
  end

  -- The patterns with more images than there are symmetries.
  local function rows_of(rules)
    local rows, count, lengths = {}, images_of(rules)
    for i, images in ipairs(count) do
      if images > 8 then rows[#rows + 1] = images .. " of " .. lengths[i] end
    end
    return rows
  end

  it("share what is symmetric in the rules, and nothing else", function()
    -- Patterns of more than six cells are no rows: each has an image for each symmetry.
    for name, symmetries in pairs { tictactoe = 8, connect_four = 2, hex = 2, breakthrough = 2,
      othello = 4 } do
      local most, count, lengths = 0, images_of(tesela.rules(name))
      for i, images in ipairs(count) do
        if lengths[i] > 6 then most = math.max(most, images) end
      end
      assert.equal(symmetries, most, name)
    end
  end)

  it("share the rows of a direction everywhere on the board", function()
    -- Rows and columns of 9 cells have 4 rows of 6, and the diagonals 4 x 4; both ways round.
    assert.same({ "144 of 6", "64 of 6" }, rows_of(tesela.rules("gomoku", { size = 9 })))
    -- In Breakthrough only left and right are alike: rows both ways round, columns, diagonals.
    assert.same({ "48 of 6", "24 of 6", "18 of 6" }, rows_of(tesela.rules("breakthrough")))
    assert.same({ "32 of 3" }, rows_of(tesela.rules "morris"))
  end)

  it("estimate a position the same one after another and again", function()
    for _, name in ipairs { "tictactoe", "connect_four", "kalah", "morris" } do
      local rules = tesela.rules(name)
      local w = taught(rules, 40)
      for _, state in ipairs(states_of(rules, 3)) do
        local _, report = tesela.search(state, { method = "alphabeta", depth = 1, weights = w })
        local best = -math.huge
        for move in state:moves() do
          local child = state:copy():play(move)
          local value
          if child.over then
            value = child.places[state.seat] < child.places[3 - state.seat] and 1
              or child.places[1] == child.places[2] and 0.5 or 0
          else
            local lead = w:estimate(child)[state.seat] / 1000
            value = 0.5 + 0.5 * lead / (math.abs(lead) + 1)
          end
          best = math.max(best, value)
        end
        assert.near(best, report.value, 0.001, name .. " " .. state:fen())
      end
    end
  end)

  it("are the same after a file", function()
    local rules = tesela.rules "connect_four"
    local w = taught(rules, 60)
    local again = assert(weights.read(rules, w:bytes()))
    assert.equal(w:bytes(), again:bytes())
    for _, state in ipairs(states_of(rules, 5)) do
      assert.near(w:estimate(state)[1], again:estimate(state)[1], 150)
    end
  end)

  it("learn: by one ply no game of tic-tac-toe is lost to any moves", function()
    local rules = tesela.rules "tictactoe"
    local w, lost = taught(rules, 3000), 0
    for seed = 1, support.times(200, 20) do
      local state, rng, own = rules:start(seed), tesela.rng(seed), 1 + seed % 2
      while not state.over do
        if state.seat == own then state:play(w:choose(state, 1)) else state:play_random(rng) end
      end
      if state.places[own] > state.places[3 - own] then lost = lost + 1 end
    end
    assert.equal(0, lost)
  end)

  it("that are damaged are refused, whatever is wrong", function()
    local rules = tesela.rules "tictactoe"
    local bytes, rng = taught(rules, 20):bytes(), tesela.rng(7)
    local function refused(text)
      local w, why = weights.read(rules, text)
      if not w then assert.matches("^weights: ", why) end
      return not w
    end
    for length = 0, #bytes - 1, support.times(7, 400) do
      assert.is_true(refused(bytes:sub(1, length)))
    end
    for _ = 1, support.times(2000, 100) do
      local at = math.tointeger(1 + rng:float() * #bytes // 1)
      local byte = string.char(math.tointeger(rng:float() * 256 // 1))
      refused(bytes:sub(1, at - 1) .. byte .. bytes:sub(at + 1))
    end
  end)

  it("are for the rules and the options that they were learnt for", function()
    local bytes = taught(tesela.rules "connect_four", 1):bytes()
    local function why(...)
      local w, message = weights.read(tesela.rules(...), bytes)
      assert.is_nil(w)
      return message
    end
    assert.equal("weights: learnt for rules other than those of hex (its file has changed, or "
      .. "they are for another game); learn them again with tesela learn", why "hex")
    assert.equal("weights: learnt for options other than those of connect_four; learn them again "
      .. "with tesela learn", why("connect_four", { columns = 8 }))
  end)
end)

describe("tesela learn", function()
  it("finds the same with any number of workers, and after an end in the middle", function()
    local alone, three = path "alone.weights", path "three.weights"
    learn("tictactoe", "-n", "700", "--gain", "0", "-w", "1", "-o", alone)
    learn("tictactoe", "-n", "700", "--gain", "0", "-w", "3", "-o", three)
    assert.equal(support.read(alone), support.read(three))
  end)

  it("resumes", function()
    local whole, broken = path "whole.weights", path "broken.weights"
    local files = require "tesela.learn.learn"
    local rules = tesela.rules "tictactoe"
    learn("tictactoe", "-n", "700", "--gain", "0", "-o", whole)
    local first = assert(files.open { rules = rules, seed = 1, games = 700, workers = 1,
      path = broken })
    local shown = 0
    first.show = function()
      shown = shown + 1
      if shown == 2 then error("power", 0) end
      first.kept = -1e9 -- keeps now
    end
    assert.equal("power", select(2, pcall(first.run, first)))
    local _, err, status = support.tesela("learn", "tictactoe", "-n", "700", "-o", broken)
    assert.equal(1, status)
    assert.matches("broken.weights.lock", err, 1, true)
    first:close()
    assert.is_not_nil(io.open(broken .. ".part"))
    learn("tictactoe", "-n", "700", "--gain", "0", "-o", broken)
    assert.equal(support.read(whole), support.read(broken))
    assert.is_nil(io.open(broken .. ".part"))
  end)

  it("does not touch files of others", function()
    local other = support.file "mine"
    local _, err, status = support.tesela("learn", "tictactoe", "-n", "10", "-o", other)
    assert.equal(1, status)
    assert.matches(other .. ": it exists, and is not learnt weights", err, 1, true)
    assert.equal("mine", support.read(other))
  end)

  it("measures what it brings at equal time", function()
    local out = learn("tictactoe", "-n", "300", "--gain", "4", "--format", "json", "-o",
      path "gain.weights")
    local told = tesela.decode(out)
    assert.equal(4, told.gain.games)
    assert.equal(300, told.games)
    assert.equal(300, told.curve[#told.curve].games)
  end)

  -- Searches that are timed in a new searcher each take longer than those of a game.
  it("times the searches of a side in one searcher", function()
    local of, made = tesela.searcher, {}
    tesela.searcher = function(...)
      made[#made + 1] = of(...)
      return made[#made]
    end
    local rules = tesela.rules "tictactoe"
    local ok, why = pcall(learning.match, { rules = rules, a = { "a", rules }, b = { "b", rules },
      games = 2, seconds = 0.001, seed = 1, workers = 1 })
    tesela.searcher = of
    assert.is_true(ok, why)
    assert.equal(2, #made)
  end)

  it("says why a game has nothing to learn from", function()
    local _, err, status = support.tesela("learn", "qwirkle", "-n", "10")
    assert.equal(1, status)
    assert.equal("tesela learn: qwirkle describes no cells to learn from\n", err)
  end)
end)

describe("a game whose file names weights", function()
  local TEXT = [[
local tesela = require "tesela"
return tesela.define {
  title = "Three", seat_names = { "a", "b" },
  board = tesela.board.square { columns = 3 }, moves = { "place" },%s
  endings = { { "row", row = 3 }, { "full", full = true } },
}
]]

  local function write(name, text) return folder:write(name, text) end

  it("has them in all its searches, boxes included, and the same source", function()
    local game = write("three.lua", TEXT:format "")
    learn(game, "-n", "500", "--gain", "0", "-o", path "three.weights")
    local source = tesela.game(game).source
    assert.is_false(tesela.rules(game).learnt)
    write("three.lua", TEXT:format '\n  weights = "three.weights",')
    tesela.reload(game)
    assert.equal(source, tesela.game(game).source)
    assert.is_true(tesela.rules(game).learnt)
    local bot = write("asks.lua", [[
return function(view)
  assert(view.rules.learnt)
  return view:list()[1]
end
]])
    local out, err, status = support.tesela("match", game, bot, "expert", "-n", "2", "-o",
      "/dev/null")
    assert.equal(0, status, err)
    assert.is_nil(out:find "fault", out)
  end)

  it("has the same source wherever they are named, and the file in the message", function()
    local game = write("six.lua", TEXT:format "")
    learn(game, "-n", "20", "--gain", "0", "-o", path "six.weights")
    local source, text = tesela.game(game).source, TEXT:format ""
    for from, to in pairs { ["define {\n"] = "%0  weights = \"six.weights\",\n",
      ["(\n%s*)(title)"] = "%1weights = \"six.weights\", %2",
      ["(seat_names[^\n]*)"] = "%1 weights = \"six.weights\"," } do
      local named, count = text:gsub(from, to)
      assert.equal(1, count, from)
      write("six.lua", named)
      tesela.reload(game)
      assert.equal(source, tesela.game(game).source, named)
      assert.is_true(tesela.rules(game).learnt)
    end
    for kept, why in pairs { [100] = "damaged, or cut short",
      [3] = "expected a file written by tesela learn" } do
      write("six.weights", folder:read "six.weights":sub(1, kept))
      tesela.reload(game)
      assert.matches(path "six.weights" .. ": weights: " .. why,
        select(2, pcall(tesela.rules, game)), 1, true)
    end
  end)

  it("is refused when its rules have changed", function()
    local game = write("four.lua", TEXT:format "")
    learn(game, "-n", "20", "--gain", "0", "-o", path "four.weights")
    write("four.lua", (TEXT:format '\n  weights = "four.weights",'):gsub("columns = 3",
      "columns = 4"))
    tesela.reload(game)
    local ok, why = pcall(tesela.rules, game)
    assert.is_false(ok)
    assert.matches("learnt for rules other than those of four", why, 1, true)
    learn(game, "-n", "20", "--gain", "0", "-o", path "four.weights")
    tesela.reload(game)
    assert.is_true(tesela.rules(game).learnt)
  end)

  it("is refused without them", function()
    local game = write("five.lua", TEXT:format '\n  weights = "none.weights",')
    local ok, why = pcall(tesela.rules, game)
    assert.is_false(ok)
    assert.matches("five.lua: weights: cannot open", why, 1, true)
    game = write("five.lua", TEXT:format '\n  weights = "../none.weights",')
    ok, why = pcall(tesela.rules, game)
    assert.is_false(ok)
    assert.matches("expected a file beside the game's", why, 1, true)
  end)
end)
