-- Files of earlier versions are read, resumed, merged, repeated and converted. The folder
-- tests/vectors/frozen has such files, and the results of their version. The specs compare
-- facts (games, scores, places, pairings), not the wording of reports.

local tesela = require "tesela"
local support = require "support"

local folder

before_each(function()
  folder = support.folder()
  folder:must(("cp -R '%s/tests/vectors/frozen/0.1/.' ."):format(support.root))
end)

after_each(support.clean)

local function decoded(name)
  local list = {}
  for i, line in ipairs(support.lines(folder:read(name))) do
    list[i] = assert(tesela.decode(line))
  end
  return list
end

-- The first lines of a file, and a part of the next one, as after a crash.
local function cut(name, count)
  local lines = support.lines(folder:read(name))
  folder:write(name, table.concat(lines, "\n", 1, count) .. "\n" .. lines[count + 1]:sub(1, 40))
end

-- A record without times and memory.
local function game_of(line) return (support.timeless(line):gsub('"memory":%b[],', "")) end

-- The games of a file in the order of their numbers.
local function games(name)
  local list = {}
  for i, line in ipairs(support.lines(folder:merged(name))) do
    if i > 1 then list[i - 1] = game_of(line) end
  end
  return list
end

local function starts_with(text, beginning) return text:sub(1, #beginning) == beginning end

-- ---- records and positions --------------------------------------------------

describe("records of 0.1.0", function()
  it("are replayed", function()
    for _, name in ipairs { "games", "notes", "plain", "clock", "converted", "analysed" } do
      local of = name == "clock" and " --rules stones.lua" or ""
      assert.matches(" 0 bad\n$", folder:must("$T check " .. name .. ".jsonl" .. of))
    end
  end)

  it("end where they ended, and are written as they were", function()
    for _, line in ipairs(support.lines(folder:read "games.jsonl")) do
      assert.equal(line, assert(tesela.replay(line)):record())
    end
  end)

  it("have notes, values, results from outside and other starts", function()
    local lines, list = support.lines(folder:read "notes.jsonl"), decoded "notes.jsonl"
    assert.equal("resigned", list[1].result.reason)
    assert.matches("a good start", folder:must "$T show notes.jsonl --ply 0")
    assert.matches("ünder way", folder:must "$T show notes.jsonl --ply 3")
    assert.matches("a nil value", folder:must "$T show notes.jsonl --game 2")
    local state = assert(tesela.replay(lines[3]))
    assert.same({ { 1, 0 }, "points" }, { state.scores, state.reason })
  end)

  it("come out of tesela random again", function()
    for _, game in ipairs(decoded "random.jsonl") do
      assert.same(game, tesela.decode((folder:must("$T random " .. game.game .. " 7"))))
    end
  end)
end)

describe("positions of 0.1.0", function()
  it("are read, and mean the same", function()
    for _, line in ipairs(decoded "positions.jsonl") do
      local state = tesela.rules(line.game, line.options):load(line.fen)
      -- Gomoku and Hex counted their stones in a field, which is not needed any more.
      local fen = line.fen:gsub(" stones=%d+$", "")
      assert.same({ fen, line.moves, line.seat, line.scores },
        { state:fen(), state:count(), state.seat, state.scores })
    end
  end)

  it("are puzzles", function()
    assert.matches(" 2 of 7", (folder:must "$T check-bot ./first.lua puzzles.jsonl"))
  end)
end)

-- ---- tournaments ------------------------------------------------------------

-- The members of a report that are counts, and not estimates.
local COUNTED = { games = true, pairs = true, ranking = true, bots = true,
  name = true, wins = true, draws = true, losses = true, places = true, pairings = true,
  a = true, b = true, pentanomial = true, reasons = true, plies = true, standing = true }

local function counted(report)
  local list = {}
  for key, value in pairs(report) do
    if key == "standing" then
      list[key] = value
    elseif type(key) == "number" or COUNTED[key] then
      list[key] = type(value) == "table" and key ~= "reasons" and counted(value) or value
    end
  end
  return list
end

local function report_of(name)
  return counted(tesela.decode((folder:must("$T report " .. name .. ".jsonl -f json"))))
end

local function frozen_report(name) return counted(decoded(name .. ".report")[1]) end

describe("a tournament of 0.1.0", function()
  for _, name in ipairs { "cup", "match", "gauntlet", "swiss", "knockout", "hasty-cup" } do
    it("is checked, reported, repeated and resumed: " .. name, function()
      local file = name .. ".jsonl"
      local whole = games(file)
      assert.matches((" %d games, 0 bad\n"):format(#whole), folder:must("$T check " .. file))
      assert.same(frozen_report(name), report_of(name))
      assert.matches(" 0 differ\n$", folder:must("$T repeat -w 1 -n 4 " .. file))
      local head = support.lines(folder:read(file))[1]
      cut(file, #whole // 2)
      folder:must(("$T tournament %s.lua -w 1"):format(name))
      assert.same(whole, games(file))
      assert.equal(head, support.lines(folder:read(file))[1])
    end)
  end

  it("is resumed with a program", function()
    local whole = games "program.jsonl"
    cut("program.jsonl", 2)
    folder:must "$T tournament program.lua --programs -w 1"
    assert.same(whole, games "program.jsonl")
  end)

  it("is merged of its parts, byte for byte", function()
    assert.equal(folder:read "merged.jsonl", (folder:must "$T merge cup.?-of-3.jsonl"))
    cut("cup.2-of-3.jsonl", 5)
    folder:must "$T tournament cup.lua --shard 2/3 -w 1; $T merge cup.?-of-3.jsonl -o new.jsonl"
    assert.same(games "merged.jsonl", games "new.jsonl")
  end)

  it("has grown, and is checked, reported and merged", function()
    assert.matches(" 12 games, 0 bad\n", folder:must "$T check grown.jsonl")
    assert.same(frozen_report "grown", report_of "grown")
    assert.equal(folder:read "grown-merged.jsonl", folder:merged "grown.jsonl")
  end)
end)

-- ---- other files ------------------------------------------------------------

describe("a file of 0.1.0", function()
  it("has an analysis that is not searched again", function()
    folder:must "$T analyse analysed.jsonl --iterations 100 -w 1 -o again.jsonl"
    assert.equal(folder:read "analysed.jsonl", folder:read "again.jsonl")
  end)

  it("has openings, and more are appended", function()
    local suite = folder:read "suite.jsonl"
    local command = "$T openings mixtour --plies 4 --iterations 200 --seed 2 -w 1 -o suite.jsonl"
    folder:must(command .. " -n 4")
    assert.equal(suite, folder:read "suite.jsonl")
    folder:must(command .. " -n 5")
    assert.is_true(starts_with(folder:read "suite.jsonl", suite))
  end)

  it("has the games of a measure, and keeps them", function()
    local before = folder:read "measure.jsonl"
    folder:must [[$T measure stones.lua --bots ./first.lua,./drawn.lua -n 4 --doublings 0 \
      --looked 2 --iterations 20 -w 1 -o measure.jsonl]]
    assert.is_true(starts_with(folder:read "measure.jsonl", before))
  end)

  it("has the steps of a tuning, which is resumed", function()
    local whole = folder:read "tune.jsonl"
    cut("tune.jsonl", 6)
    local out = folder:must [[$T tune ./tuned.lua stones.lua -n 160 --gain 100 --seed 3 -w 1 \
      -o tune.jsonl -f json]]
    assert.equal(whole, folder:read "tune.jsonl")
    local before, now = decoded("tune.report")[1], tesela.decode(out)
    assert.same({ before.values, before.curve }, { now.values, now.curve })
  end)

  it("is one of Blokus, and is converted both ways", function()
    folder:must "$T convert played.blksgf new.jsonl; $T convert games.jsonl --game 6 new.blksgf"
    assert.equal(folder:read "converted.jsonl", folder:read "new.jsonl")
    local function text(name) return (folder:read(name):gsub("AP%[tesela:[^]]*%]", "AP")) end
    assert.equal(text "written.blksgf", text "new.blksgf")
    folder:must "$T convert written.blksgf back.jsonl"
    assert.same(decoded("games.jsonl")[6].moves, decoded("back.jsonl")[1].moves)
  end)

  it("is a session of an engine, which answers the same", function()
    assert.equal(folder:read "gtp.out",
      (folder:must "$T engine blokus --bot ./first.lua <gtp.in"))
    local function text(out) return (out:gsub('"version":"[^"]*"', "")) end
    assert.equal(text(folder:read "json.out"),
      text((folder:must "$T engine mixtour --protocol json --bot ./first.lua <json.in")))
  end)
end)
