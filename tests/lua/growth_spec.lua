-- Tournaments that grow: more bots, fewer, more games; only what is new is played, and
-- every reader of the file knows what its numbers mean.

local growth = require "tesela.tournament.growth"
local schedule = require "tesela.tournament.schedule"
local support = require "support"
local tesela = require "tesela"

local folder = support.folder()
local lines, games = support.lines, support.games

teardown(support.clean)

local function write(...) return folder:write(...) end
local function read(name) return folder:read(name) end
local function must(command) return folder:must(command) end
local function shell(command) return folder:shell(command) end
local function merged(name) return folder:merged(name) end

-- ---- numbers ----------------------------------------------------------------

local function define(names, more)
  local given = { rules = "mixtour", bots = {}, games = 4 }
  for name in names:gmatch "%a" do
    given.bots[#given.bots + 1] = { name = name, bot = "random" }
  end
  for key, value in pairs(more or {}) do given[key] = value end
  return (schedule.normalise(given))
end

local function grow(old, names, more)
  local def, gone = growth.grow(old, define(names, more), schedule.same_bot)
  return (schedule.normalise(def)), gone
end

-- How many games each group has, in the order of their first ones.
local function groups(def, first, last)
  local counts, order = {}, {}
  for number = first, last do
    local list = schedule.game(def, number).players
    local group = table.move(list, 1, #list, 1, {})
    table.sort(group)
    local key = table.concat(group)
    if not counts[key] then order[#order + 1] = key end
    counts[key] = (counts[key] or 0) + 1
  end
  for i, key in ipairs(order) do order[i] = key .. ":" .. counts[key] end
  return table.concat(order, " ")
end

local function new_groups(old, def)
  return groups(def, schedule.total(old) + 1, schedule.total(def))
end

describe("a tournament that has grown", function()
  it("has the games that it had, and those of the new bot", function()
    local old = define "abc"
    local def = grow(old, "abcd")
    for i = 1, schedule.total(old) do
      assert.same(schedule.game(old, i).players, schedule.game(def, i).players)
      assert.same(schedule.game(old, i).seeds, schedule.game(def, i).seeds)
    end
    assert.equal("14:4 24:4 34:4", new_groups(old, def))
    assert.is_nil(schedule.seated(def, schedule.total(def) + 1))
    assert.equal(1, schedule.grows(old, def))
    assert.equal(0, schedule.grows(def, def))
    assert.is_nil(schedule.grows(def, old))
    assert.is_nil(schedule.grows(define "abd", def))
  end)

  it("has the more games that are asked for, of all", function()
    local old = define "abc"
    local def = grow(old, "abcd", { games = 6 })
    assert.equal("12:2 13:2 14:6 23:2 24:6 34:6", new_groups(old, def))
    local again = grow(def, "abcd", { games = 8 })
    assert.equal("12:2 13:2 14:2 23:2 24:2 34:2", new_groups(def, again))
    assert.equal(2, schedule.grows(old, again))
  end)

  it("goes on through orders and openings of a group", function()
    local more = { openings = { "a1", "b1", "c1" }, games = 2 }
    local old = define("abc", more)
    local def = grow(old, "abc", { openings = more.openings, games = 6 })
    local seen = {}
    for i = 1, schedule.total(def) do
      local game = schedule.game(def, i)
      if #game.players == 2 and game.players[1] + game.players[2] == 3 then
        seen[#seen + 1] = game.opening
      end
    end
    assert.same({ "a1", "a1", "b1", "b1", "c1", "c1" }, seen)
  end)

  it("has no games any more of who has gone, but is the same as before when it is back",
    function()
      local old = define "abc"
      local def, gone = grow(old, "abd")
      assert.is_true(gone)
      assert.is_true(def.bots[3].out)
      assert.equal("14:4 24:4", new_groups(old, def))
      local back = grow(def, "abcd")
      assert.equal("34:4", new_groups(def, back))
      assert.is_nil(back.bots[3].out)
    end)

  it("begins as a match, or is a gauntlet, or a game for three", function()
    local old = define "ab"
    local def = grow(old, "abc")
    assert.equal("roundrobin", def.format)
    assert.equal("13:4 23:4", new_groups(old, def))
    old = define("abc", { format = "gauntlet" })
    def = grow(old, "abcde", { format = "gauntlet" })
    assert.equal("14:4 15:4", new_groups(old, def))
    local three = { rules = tesela.rules("blokus", { players = 3 }), games = 3 }
    old = define("abc", three)
    def = grow(old, "abcd", three)
    assert.equal("124:3 134:3 234:3", new_groups(old, def))
  end)

  it("changes nothing where nothing is new", function()
    local old = define "abc"
    assert.is_nil(grow(old, "abc").grown)
    assert.is_nil(grow(old, "cab", { games = 2 }).grown)
    local def = grow(old, "abcd")
    assert.equal(schedule.hash(def), schedule.hash(grow(def, "abcd")))
    assert.equal(schedule.hash(old), schedule.hash(growth.before(def)))
  end)

  it("is refused where it could not have grown so", function()
    local def = grow(define "abc", "abcd")
    for _, grown in ipairs { {}, 1, { 1 }, { { bots = 5, games = 4, format = "roundrobin",
      out = {} } }, { { bots = 3, games = 0, format = "roundrobin", out = {} } },
      { { bots = 3, games = 4, format = "gauntlet", out = {} } },
      { { bots = 3, games = 4, format = "roundrobin", out = { 1, 2 } } },
      { { bots = 3, games = 4, format = "roundrobin", out = { 4 } } } } do
      def.grown = grown
      assert.is_false(pcall(schedule.normalise, def))
    end
  end)
end)

-- ---- files ------------------------------------------------------------------

local MANY = support.sanitized and 10 or 40
local function cup(bots, more)
  write("cup.lua", ([[return { rules = "losetas", options = { size = 3, tiles = { 3, 3, 2 } },
    games = %d, seed = 5, bots = { %s }, %s }]]):format(MANY, bots, more or ""))
end

local FIRST, MINE, MORE = '"random", "greedy", "./mine.lua"',
  "return function(v) return v:list()[%d] end", ', { name = "other", bot = "random" }'

local function start()
  write("mine.lua", MINE:format(1))
  folder:remove "cup.jsonl"
  cup(FIRST)
  must "$T tournament cup.lua -w 2"
  return read "cup.jsonl"
end

local function players_of(list)
  local seen = {}
  for _, game in ipairs(list) do
    for _, name in ipairs(game.players) do seen[name] = (seen[name] or 0) + 1 end
  end
  return seen
end

local whole
local function reference()
  if not whole then
    start()
    cup(FIRST .. MORE)
    must "$T tournament cup.lua --extend -w 1"
    whole = merged "cup.jsonl"
  end
  return whole
end

describe("tesela tournament --extend", function()
  it("plays the games of a new bot, and only these", function()
    reference()
    local before = start()
    cup(FIRST .. MORE)
    local _, err, status = shell "$T tournament cup.lua"
    assert.equal(1, status)
    assert.matches("cup.jsonl has games of another tournament .*; %-%-extend goes on with the "
      .. "bots as they are now beside those before; %-o names another file\n$", err)
    must "$T tournament cup.lua --extend -w 2"
    local after = read "cup.jsonl"
    assert.equal(before, after:sub(1, #before))
    assert.equal(reference(), merged "cup.jsonl")
    assert.equal(6 * MANY, #games(merged "cup.jsonl"))
    must "$T tournament cup.lua --extend"
    assert.equal(after, read "cup.jsonl")
    _, err, status = shell "$T tournament cup.lua"
    assert.equal(1, status)
    assert.matches("another tournament", err)
    cup(FIRST)
    _, err, status = shell "$T tournament cup.lua"
    assert.equal(1, status)
    assert.matches("the tournament has grown here, or .* %-%-extend goes on", err)
  end)

  it("is understood by all that read the file", function()
    start()
    cup(FIRST .. MORE)
    must "$T tournament cup.lua --extend"
    assert.equal(("cup.jsonl: %d games, 0 bad\n"):format(6 * MANY), (must "$T check cup.jsonl"))
    must "$T merge cup.jsonl -o merged.jsonl"
    assert.equal(("merged.jsonl: %d games, 0 bad\n"):format(6 * MANY),
      (must "$T check merged.jsonl"))
    assert.equal((must "$T tournament cup.lua --extend"), (must "$T report cup.jsonl"))
    assert.equal((must "$T report merged.jsonl"), (must "$T report cup.jsonl"))
    assert.matches(" 0 not the same\n", (must "$T repeat -n 12 cup.jsonl"))
    must(("$T show cup.jsonl --game %d"):format(6 * MANY))
    must(("$T ask greedy cup.jsonl --ply 1 --game %d"):format(6 * MANY))
    must "$T tournament cup.lua --extend -o merged.jsonl"
  end)

  it("goes on after kill -9, and from wherever its file was cut", function()
    local all = lines(reference())
    local before = start()
    cup(FIRST .. MORE)
    math.randomseed(5)
    local longest, times = 0.3, support.sanitized and 2 or 5
    while times > 0 do
      local _, _, status = shell(("timeout -s KILL %.4f $T tournament cup.lua --extend -w 2")
        :format(longest * math.random()))
      if status ~= 0 then
        times = times - 1
      else
        write("cup.jsonl", before)
        longest = longest / 2
      end
    end
    must "$T tournament cup.lua --extend"
    assert.equal(reference(), merged "cup.jsonl")
    local text = read "cup.jsonl"
    local header = text:find('\n{"tournament"', 1, true)
    for _, more in ipairs { 0, 1, 9, 300, 5000, #text - header - 4 } do
      local at = header + more
      write("cup.jsonl", text:sub(1, at))
      must "$T tournament cup.lua --extend"
      assert.equal(reference(), merged "cup.jsonl")
    end
    assert.equal(6 * MANY + 1, #all)
  end)

  it("takes a changed bot beside its old version", function()
    start()
    write("mine.lua", MINE:format(2))
    must "$T tournament cup.lua --extend"
    local seen = players_of(games(merged "cup.jsonl"))
    assert.same({ random = 3 * MANY, greedy = 3 * MANY, mine = 2 * MANY, ["mine@2"] = 2 * MANY },
      seen)
    must "$T tournament cup.lua --extend"
    assert.same(seen, players_of(games(merged "cup.jsonl")))
    write("mine.lua", MINE:format(3))
    must "$T tournament cup.lua --extend"
    assert.equal(2 * MANY, players_of(games(merged "cup.jsonl"))["mine@3"])
    must "$T check cup.jsonl"
    assert.matches(" 0 not the same\n", (must "$T repeat -n 12 cup.jsonl"))
    os.remove(folder.path .. "/mine.lua") -- who has gone needs no file
    cup('"random", "greedy"' .. MORE)
    must "$T tournament cup.lua --extend"
    assert.equal(2 * MANY, players_of(games(merged "cup.jsonl")).other)
  end)

  it("needs all games of who goes", function()
    local all = lines(start())
    write("cup.jsonl", table.concat(all, "\n", 1, #all - 2) .. "\n")
    cup('"random", "greedy"')
    local _, err, status = shell "$T tournament cup.lua --extend"
    assert.same({ 1, ("tesela tournament: --extend: 2 of %d games are missing; they are "
      .. "played before a bot goes\n"):format(3 * MANY) }, { status, err })
  end)

  it("is not asked for where there are fewer bots than seats: more games are played", function()
    local function play(count, more)
      write("four.lua", ([[return { rules = "blokus_small_start", bots = { "random", "greedy" },
        games = %d, seed = 2 }]]):format(count))
      return shell("$T tournament four.lua " .. (more or ""))
    end
    play(4)
    local _, err, status = play(8, "--extend")
    assert.same({ 1, "tesela tournament: --extend: with fewer bots than seats only games can be "
      .. "added, without --extend\n" }, { status, err })
    assert.matches("\n8 of 8 games", (play(8)))
  end)

  it("is refused where a tournament cannot grow", function()
    start()
    for more, why in pairs { ['format = "gauntlet"'] = "the format is another one",
      ["seed = 6"] = "seed: 5 and 6", ["max_plies = 9"] = "max_plies: nothing and 9" } do
      cup(FIRST .. MORE, more)
      local _, err, status = shell "$T tournament cup.lua --extend"
      assert.equal(1, status)
      assert.matches(why, err, 1, true)
    end
    local _, _, status = shell "$T tournament cup.lua --extend --shard 1/2"
    assert.equal(2, status)
    cup(FIRST, 'format = "swiss"')
    must "$T tournament cup.lua -o swiss.jsonl"
    local err
    _, err, status = shell "$T tournament cup.lua --extend -o swiss.jsonl"
    assert.equal(1, status)
    assert.matches("a swiss cannot grow by bots or games", err, 1, true)
  end)
end)
