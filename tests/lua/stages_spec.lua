-- Tournaments of which the pairings follow from the games before: the same games
-- whoever plays them, whatever happens, and files that say so.

local tesela = require "tesela"
local plans = require "tesela.contest.schedule.later_games"
local definitions = require "tesela.contest.definition"
local identity = require "tesela.contest.identity"
local support = require "support"

local folder = support.folder()
local lines, games = support.lines, support.games

teardown(support.clean)

local function write(...) return folder:write(...) end
local function must(command) return folder:must(command) end
local function shell(command) return folder:shell(command) end
local function merged(name) return folder:merged(name) end

local FORMATS = { "swiss", "knockout" }

local function define(format, bots, more)
  local given = { rules = "mixtour", format = format, bots = {} }
  for i = 1, bots do given.bots[i] = { name = "b" .. i, bot = "random" } end
  for key, value in pairs(more or {}) do given[key] = value end
  return (definitions.normalise(given))
end

local GREAT = support.sanitized and 6 or 20
local function cup(format, more)
  return ([[return { rules = "losetas", options = { size = 3, tiles = { 3, 3, 2 } },
    format = "%s", games = %d, seed = 5, bots = { "random", "greedy", "random", "greedy",
    "random", "random", "greedy" }, %s }]]):format(format, GREAT, more or "")
end

-- What an uninterrupted run with one worker has.
local whole = {}
local function reference(format)
  if not whole[format] then
    write(format .. ".lua", cup(format))
    must(("$T tournament %s.lua -w 1 -o whole-%s.jsonl"):format(format, format))
    whole[format] = merged(("whole-%s.jsonl"):format(format))
  end
  return whole[format]
end

-- Plays a plan to its end: score(a, b) of two bots is 1, 1/2 or 0.
local function play(plan, score, order)
  local number, played = 1, {}
  while number <= plan:known() do
    local stage = {}
    while number <= plan:known() do
      stage[#stage + 1] = plan:game(number)
      number = number + 1
    end
    for i = 1, #stage do
      local game = table.remove(stage, order == "backwards" and #stage or 1)
      local one = score(game.players[1], game.players[2])
      game.places = { one >= 0.5 and 1 or 2, one <= 0.5 and 1 or 2 }
      played[#played + 1] = game
      plan:add(game)
      plan:add(game) -- once more: no difference
      if i == 1 and #stage > 0 then assert.is_nil(plan:game(plan:known() + 1)) end
    end
  end
  return played
end

local function better(a, b) return a < b and 1 or 0 end
local function even() return 0.5 end

describe("the plan of a swiss", function()
  it("follows from the games, whatever their order", function()
    local one, two = plans.of(define("swiss", 9)), plans.of(define("swiss", 9))
    play(one, better)
    play(two, better, "backwards")
    assert.same({ one:standing() }, { two:standing() })
    assert.equal(4 * 4 * 2, one:total())
  end)

  it("puts the best first, and gives a bye the points of a round", function()
    local plan = plans.of(define("swiss", 5, { rounds = 3 }))
    play(plan, better)
    local standing, order = plan:standing()
    assert.equal(1, order[1])
    local byes = 0
    for _, row in ipairs(standing.swiss) do
      for _, round in ipairs(row.rounds) do
        if round.bye then
          byes = byes + 1
          assert.equal(2, round.points)
        end
      end
    end
    assert.equal(3, byes)
  end)

  it("has each pair with swapped seats, and more rounds behind the others", function()
    local def = define("swiss", 6, { rounds = 2, games = 3 })
    local plan = plans.of(def)
    local list = play(plan, better)
    assert.equal(2 * 3 * 4, #list)
    for i = 1, #list, 2 do
      assert.same({ list[i].players[2], list[i].players[1] }, list[i + 1].players)
      assert.equal(list[i].seed, list[i + 1].seed)
    end
    def.rounds = 3
    plan:widen(def)
    assert.equal(36, plan:known())
    assert.equal(identity.hash(define("swiss", 6, { rounds = 2, games = 3 })),
      identity.hash(def))
    assert.are_not.equal(identity.hash(define("swiss", 6)), identity.hash(def))
  end)

  it("of two bots is the same pair again and again", function()
    assert.equal(8, #play(plans.of(define("swiss", 2, { rounds = 4 })), even))
  end)
end)

describe("the plan of a knockout", function()
  it("is seeded, with byes for the first", function()
    for bots = 2, 17 do
      local plan = plans.of(define("knockout", bots))
      assert.equal(2 * (bots - 1), plan:total())
      assert.equal(2 * (bots - 1), #play(plan, better))
      local standing, order = plan:standing()
      assert.same({ 1, 2 }, { order[1], order[2] }) -- who meet in the end
      local final = standing.bracket[#standing.bracket]
      assert.same({ 1, 2, 1 }, { final[1].a, final[1].b, final[1].winner })
      for _, match in ipairs(standing.bracket[1]) do
        assert.equal(match.b == nil, 1 << #standing.bracket >= bots + match.a)
      end
    end
  end)

  it("has more games if a match is drawn, and no lots", function()
    local drawn = 0
    local plan = plans.of(define("knockout", 4))
    local list = play(plan, function(a, b)
      drawn = drawn + 1
      return drawn <= 6 and 0.5 or better(b, a)
    end)
    -- Both pairs are drawn, then one of them once more; then the final.
    assert.equal(2 * 2 + 2 * 2 + 2 + 2, #list)
    local standing = plan:standing()
    assert.equal(2, #standing.bracket)
    assert.equal(4, (select(2, plan:standing()))[1])
  end)

  it("ends if all games are drawn: the better seed goes on", function()
    local plan = plans.of(define("knockout", 3))
    assert.equal(2 * 2 * 11, #play(plan, even))
    local standing, order = plan:standing()
    assert.same({ 1, 2, 3 }, order)
    assert.is_true(standing.bracket[2][1].by_seed)
    -- A bot that fails in the first seat and one that does so too.
    plan = plans.of(define("knockout", 2))
    assert.equal(2 * 11, #play(plan, function() return 0 end))
  end)

  it("seats two bots at four seats twice each", function()
    local def = define("knockout", 2, { rules = tesela.rules("blokus", { players = 4 }) })
    local game = plans.of(def):game(2)
    table.sort(game.players)
    assert.same({ 1, 1, 2, 2 }, game.players)
  end)
end)

describe("a knockout at four seats", function()
  it("has room for the boxes of all of them", function()
    write("four.lua", [[return { rules = "blokus", format = "knockout", games = 2, seed = 2,
      bots = { "random", "random", "random", "random", "random" },
      budget = { iterations = 20 } }]])
    local out = must "$T tournament four.lua -w 1"
    assert.matches("\nEnded by: blocked %d+\n", out)
  end)
end)

describe("a definition in stages", function()
  it("is refused if it makes no sense", function()
    local four = tesela.rules("blokus", { players = 4 })
    local three = tesela.rules("blokus", { players = 3 })
    for why, try in pairs {
      ["sprt: a test needs a match, not a swiss"] = { "swiss", 2, { sprt = {} } },
      ["bots: a swiss of a game for 4 needs 4 bots or more, got 3"] =
        { "swiss", 3, { rules = four } },
      ["format: a knockout needs an even number of seats, and blokus has 3"] =
        { "knockout", 4, { rules = three } },
      ["rounds: only a swiss has rounds, not a knockout"] =
        { "knockout", 4, { rounds = 2 } },
      ["bots: expected 2 to 1000 bots, got 1"] = { "swiss", 1 },
    } do
      assert.error_matches(function() define(table.unpack(try)) end, why, 1, true)
    end
  end)
end)

for _, format in ipairs(FORMATS) do
  describe("a " .. format, function()
    it("has the same games with any number of workers", function()
      for _, workers in ipairs { 2, 8 } do
        reference(format)
        must(("$T tournament %s.lua -w %d -o many.jsonl"):format(format, workers))
        assert.equal(reference(format), merged "many.jsonl")
        folder:remove "many.jsonl"
      end
    end)

    it("continues after kill -9 at any moment", function()
      reference(format)
      math.randomseed(7)
      local command = ("$T tournament %s.lua -w 2 -o killed.jsonl"):format(format)
      local longest, times = 0.4, support.sanitized and 3 or 6
      while times > 0 do
        local _, _, status = shell(("timeout -s KILL %.4f %s"):format(
          longest * math.random(), command))
        if status ~= 0 then
          times = times - 1
        else
          folder:remove "killed.jsonl"
          longest = longest / 2
        end
      end
      must(command)
      assert.equal(reference(format), merged "killed.jsonl")
      folder:remove "killed.jsonl"
    end)

    it("continues wherever its file was cut", function()
      local all = lines(reference(format))
      for _, kept in ipairs { 1, 2, GREAT, 3 * GREAT, 3 * GREAT + 1, 3 * GREAT + 2,
        #all - 1, #all } do
        write("cut.jsonl", table.concat(all, "\n", 1, kept) .. "\n"
          .. (all[kept + 1] or ""):sub(1, 30))
        must(("$T tournament %s.lua -w 2 -o cut.jsonl"):format(format))
        assert.equal(reference(format), merged "cut.jsonl")
      end
    end)

    it("is understood by all that read it", function()
      local count = #lines(reference(format)) - 1
      local file = ("whole-%s.jsonl"):format(format)
      assert.equal(("%s: %d games, 0 bad\n"):format(file, count), (must("$T check " .. file)))
      assert.matches((": 9 of %d games repeated, 0 differ\n"):format(count),
        (must("$T repeat -n 9 " .. file)))
      must(("$T report %s --game %d"):format(file, count))
      must(("$T show %s --game %d"):format(file, count))
      must(("$T ask greedy %s --game %d --ply 1"):format(file, count))
      for _, form in ipairs { "text", "markdown", "csv", "json" } do
        assert.equal((must(("$T tournament %s.lua -o %s -f %s"):format(format, file, form))),
          (must(("$T report %s -f %s"):format(file, form))))
      end
    end)

    it("has no games that do not follow from those before", function()
      local all = lines(reference(format))
      local behind = table.remove(all, 3 * GREAT) -- of the first round
      write("hole.jsonl", table.concat(all, "\n") .. "\n")
      local _, err, status = shell "$T merge hole.jsonl -o other.jsonl"
      assert.equal(1, status)
      assert.matches("hole.jsonl:%d+: not a game of this tournament: the pairing of game "
        .. "%d+ depends on games that are missing from this file\n", err)
      assert.matches("games are missing: games %d+, ", err)
      _, err, status = shell(("$T tournament %s.lua -o hole.jsonl"):format(format))
      assert.equal(1, status)
      assert.matches("depends on games that are missing from this file", err)
      all[#all + 1] = behind
      write("hole.jsonl", table.concat(all, "\n") .. "\n")
      assert.are_not.equal(0, (select(3, shell "$T check hole.jsonl")))
    end)

    it("says what is missing, and has no parts", function()
      local all = lines(reference(format))
      write("half.jsonl", table.concat(all, "\n", 1, 10) .. "\n")
      local _, err = shell "$T merge half.jsonl"
      assert.matches("^tesela merge: %d+ of %d+ games are missing: games 10%.%.%d+\n", err)
      must "$T report half.jsonl"
      local status
      _, err, status = shell(("$T tournament %s.lua --shard 1/2"):format(format))
      assert.same({ 1, ("tesela tournament: a %s depends on earlier games, and cannot "
        .. "be played in shards\n"):format(format) }, { status, err })
      write("part.jsonl", (all[1]:gsub('("hash":"%x+")', '%1,"shard":"1/2"')) .. "\n")
      _, err = shell "$T report part.jsonl"
      assert.matches("shard: a " .. format .. " has no parts", err)
    end)

    it("may be of bots that always fail, and of games that are always drawn", function()
      write("fail.lua",
        "return function(v) if v.ply < 1 then return v:list()[1] end error 'no' end")
      write("bad.lua", ([[return { rules = "mixtour", format = "%s", max_plies = 3,
        bots = { "./fail.lua", "random", "random", "./fail.lua" } }]]):format(format))
      must "$T tournament bad.lua -w 1 -o bad1.jsonl"
      must "$T tournament bad.lua -w 3 -o bad3.jsonl"
      assert.equal(merged "bad1.jsonl", merged "bad3.jsonl")
      folder:remove "bad1.jsonl"
      folder:remove "bad3.jsonl"
    end)

    it("plays games again of which the end is doubtful", function()
      write("dies.lua", ([[return function(v)
        local first = io.open "died"
        if first then return v:list()[1] end
        io.open("died", "w"):close()
        os.execute "kill -9 $PPID"
      end]]))
      write("dying.lua", ([[return { rules = "mixtour", format = "%s", trusted = true,
        max_plies = 20, bots = { "./dies.lua", "random", "random" } }]]):format(format))
      must "$T tournament dying.lua -w 2"
      for _, game in ipairs(games(merged "dying.jsonl")) do
        assert.is_nil(game.result.message)
      end
      must "$T tournament dying.lua -w 1 -o dying1.jsonl"
      assert.equal(merged "dying1.jsonl", merged "dying.jsonl")
      for _, name in ipairs { "died", "dying.jsonl", "dying1.jsonl" } do folder:remove(name) end
    end)
  end)
end

describe("a swiss", function()
  it("may have more rounds later, or fewer", function()
    reference "swiss"
    write("rounds.lua", cup("swiss", "rounds = 1"))
    must "$T tournament rounds.lua -o rounds.jsonl"
    must "$T tournament swiss.lua -o rounds.jsonl"
    assert.equal(reference "swiss", merged "rounds.jsonl")
    local out = must "$T tournament rounds.lua -o rounds.jsonl"
    assert.matches("Rounds: 3 of 1", out)
    assert.equal(out, (must "$T report rounds.jsonl"))
    must "$T check rounds.jsonl"
  end)

  it("may be of games for three and four", function()
    for _, seats in ipairs { 3, 4 } do
      write("seats.lua", ([[return { rules = "qwirkle", options = { players = %d },
        format = "swiss", max_plies = 12, rounds = 2, openings = { plies = 2 }, bots = {
        "random", "greedy", "random", "random", "greedy", "random", "random", "random" } }]])
        :format(seats))
      must "$T tournament seats.lua -w 1 -o one.jsonl"
      must "$T tournament seats.lua -w 3 -o three.jsonl"
      assert.equal(merged "one.jsonl", merged "three.jsonl")
      assert.equal(2 * (8 // seats) * seats, #games(merged "one.jsonl"))
      must "$T check one.jsonl"
      folder:remove "one.jsonl"
      folder:remove "three.jsonl"
    end
  end)

  it("may be played by tesela.tournament", function()
    local summary = tesela.tournament { rules = "mixtour", format = "swiss", max_plies = 10,
      bots = { "random", "random", "random" } }
    assert.equal(2, #summary.standing.swiss[1].rounds)
    assert.matches("Rounds: 2 of 2\n", tostring(summary))
  end)
end)
