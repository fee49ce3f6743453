-- Clocks of games: how they are read, who is charged what, what bots are told.

local tesela = require "tesela"
local clocks = require "tesela.base.clocks"
local pace = require "tesela.pace"
local play = require "tesela.terminal.play.play"
local support = require "support"

teardown(support.clean)

local rules = tesela.rules "mixtour"

describe("a clock", function()
  it("is read from a text", function()
    assert.same({ text = "60+1", main = 60, increment = 1 }, clocks.read "60+1")
    assert.same({ text = "5m+3", main = 300, increment = 3 }, clocks.read "5m+3")
    assert.same({ text = "0.5m", main = 30, increment = 0 }, clocks.read "0.5m")
    assert.same({ text = "0+2", main = 0, increment = 2 }, clocks.read "0+2")
    assert.same({ text = "10/60", main = 60, increment = 0, moves = 10 }, clocks.read "10/60")
    assert.same({ text = "40/2m", main = 120, increment = 0, moves = 40 },
      clocks.read "40/2m")
  end)

  it("is refused with what was expected", function()
    for _, text in ipairs { "", "x", "60+", "60+x", "+1", "0", "0+0", "0/60", "10/0", "10/",
      "1e9", "60+-1", "-5", "1.5/60", "60+1+1", "nan", "inf", "60 + 1" } do
      local control, why = clocks.read(text)
      assert.is_nil(control, text)
      assert.is_truthy(why:find("expected a clock, like \"60+1\"", 1, true))
    end
    assert.is_nil(clocks.read(60))
  end)

  it("runs, and gets more time for each move, including the first", function()
    local clock = clocks.new("10+2", 2)
    assert.same({ 12, 12 }, clock.left)
    assert.is_true(clock:spend(1, 4))
    assert.equal(10, clock:moved(1))
    assert.same({ left = { 10, 12 }, increment = 2, limit = 13 }, clock:told(2))
    assert.is_false(clock:spend(2, 12.5))
    assert.same({ 5 }, clocks.new("0+5", 1).left)
  end)

  it("is set again after that many moves", function()
    local clock = clocks.new("2/10", 2)
    clock:spend(1, 4)
    assert.equal(6, clock:moved(1))
    assert.equal(1, clock:told(1).moves)
    clock:spend(1, 5)
    assert.equal(10, clock:moved(1))
    assert.equal(2, clock:told(1).moves)
  end)

  it("is restored", function()
    local clock = clocks.new("10+0", 2)
    clock:spend(1, 9)
    clock:restore({ 1, 2, 1 }, { 8, nil, 7 })
    assert.same({ 7, 10 }, clock.left)
  end)

  it("runs for those seats alone that have one", function()
    local clock = clocks.new({ "2/10", nil, "5+1" }, 3)
    assert.same({ left = { 10, math.huge, 6 }, increment = 1, limit = 7 }, clock:told(3))
    assert.is_nil(clock:told(2))
    assert.is_true(clock:spend(2, 1e9))
    assert.is_nil(clock:moved(2))
    assert.equal(7, clock:moved(3))
    assert.equal(1, clock:told(1).moves - 1)
  end)

  it("is written to a string without loss", function()
    for _, told in ipairs { { left = { 1 / 3, 2, 0 }, increment = 0.1 },
      { left = { math.huge, 2 }, increment = 0.1 },
      { left = { 1e-9, 3600 }, increment = 0, moves = 7 } } do
      assert.same(told, clocks.unpack(clocks.pack(told)))
    end
  end)

  it("is shown as people read it", function()
    assert.same({ "0.0", "9.5", "0:10", "1:05", "59:59", "1:00:01" }, {
      clocks.shown(-1), clocks.shown(9.5), clocks.shown(10.9), clocks.shown(65),
      clocks.shown(3599), clocks.shown(3601) })
  end)
end)

-- A bot that burns so much of the processor with each move.
local BURNS = [[
local burnt = %g
return function(view, budget)
  assert(#budget.clock == 2 and budget.increment)
  local x, n = 0, 0
  while n < burnt do for i = 1, 20000 do x = x + i %% 7 end n = n + 1 end
  return view:list()[1]
end]]

local function record_of(given)
  local records = {}
  given.rules, given.games, given.max_plies = rules, 2, given.max_plies or 6
  given.on_game = function(game) records[#records + 1] = tesela.decode(game.line) end
  return tesela.match(given), records
end

describe("a game with a clock", function()
  local quick = support.file(BURNS:format(0), ".lua")
  local slow = support.file(BURNS:format(5000), ".lua")

  it("keeps what each had left in its record", function()
    for _, trusted in ipairs { false, true } do
      local _, records = record_of { bots = { quick, quick }, budget = { clock = "5+0.5" },
        trusted = trusted }
      for _, record in ipairs(records) do
        assert.equal("5+0.5", record.control)
        assert.equal(6, #record.clock)
        assert.is_true(record.clock[1] > 5.5 and record.clock[1] <= 6)
        assert.is_true(record.clock[5] > record.clock[3])
      end
    end
  end)

  it("of increments alone leaves time for the first move", function()
    for _, bot in ipairs { quick, "expert" } do
      local result = record_of { bots = { bot, "random" }, budget = { clock = "0+0.2" } }
      assert.same({ plies = 2 }, result.reasons)
    end
    local game <close> = play.open { rules = rules, bot = "none", clock = "0+5", seed = 1 }
    game.people_here.choose = function() return "c3" end
    assert.is_true(game:step())
    assert.is_false(game:over())
  end)

  it("reports no time of a first move with an increment, which had none in earlier versions",
    function()
      local folder = support.folder()
      folder:write("cup.lua", [[return { rules = "tictactoe", bots = { "random", "greedy" },
        games = 2, budget = { clock = "9+1" } }]])
      folder:must "$T tournament cup.lua"
      local function longest(left)
        folder:write("cup.jsonl", (folder:read "cup.jsonl":gsub('"clock":%[[%d.]+,[%d.]+,',
          ('"clock":[%g,%g,'):format(left, left))))
        return tesela.decode(folder:must "$T report cup.jsonl -f json").usage[1].longest
      end
      for _, left in ipairs { 8, 9, 10, 11 } do assert.is_true(longest(left) < 3) end
    end)

  it("is lost by whoever runs out of time, in a box and outside", function()
    for _, trusted in ipairs { false, true } do
      local result, records = record_of { bots = { slow, quick },
        budget = { clock = "0.05" }, trusted = trusted }
      assert.equal(2, result.losses)
      for _, record in ipairs(records) do
        assert.equal("time", record.result.reason)
        assert.equal("its clock has run out", record.result.message)
      end
    end
  end)

  it("is what is said of a bot that never comes back, in a box and outside", function()
    local folder = support.folder()
    folder:write("stuck.lua", [[return { name = "stuck",
      choose = function(_, view) while view.ply > 1 do end return view:list()[1] end }]])
    for _, trusted in ipairs { "", " --trusted" } do
      folder:shell("$T match tictactoe ./stuck.lua random -n 2 --clock 0.3 -o s.jsonl" .. trusted)
      local games = support.games(folder:merged "s.jsonl")
      assert.equal(2, #games)
      for _, game in ipairs(games) do
        assert.equal("its clock has run out", game.result.message)
      end
      folder:remove "s.jsonl"
    end
  end)

  it("paces the highest level, too", function()
    local result, records = record_of { bots = { { bot = "expert", level = 9 }, "random" },
      budget = { clock = "0.5" } }
    assert.equal(0, result.losses)
    for _, record in ipairs(records) do assert.is_nil(record.result.message) end
  end)

  it("is in reports, and in games that are shown", function()
    local folder = support.folder()
    folder:write("cup.lua", [[return { rules = "tictactoe", bots = { "random", "greedy" },
      games = 2, budget = { clock = "9+1" } }]])
    local out = folder:shell "$T tournament cup.lua 2>/dev/null"
    assert.matches("tictactoe, match of 2 bots, seed 0, clock 9%+1\n", out)
    assert.is_truthy(folder:shell("$T show cup.jsonl --game 1 --ply 3 </dev/null"):find(
      ", clock 0:12", 1, true))
  end)

  it("has the same record as ever without one", function()
    local _, records = record_of { bots = { "random", "random" } }
    assert.is_nil(records[1].clock)
    assert.is_nil(records[1].control)
  end)

  it("tells bots the clocks of all, what is added, and the moves to go", function()
    local seen = {}
    local function bot(view, budget)
      seen[#seen + 1] = { #budget.clock, budget.increment, budget.moves }
      assert.is_nil(budget.seconds)
      return view:list()[1]
    end
    record_of { bots = { bot, bot }, budget = { clock = "2/10" }, workers = 0, max_plies = 4 }
    assert.same({ { 2, 0, 2 }, { 2, 0, 2 }, { 2, 0, 1 }, { 2, 0, 1 } },
      table.move(seen, 1, 4, 1, {}))
  end)

  it("is that of each bot, or of one alone", function()
    local seen = {}
    local function bot(view, budget)
      seen[#seen + 1] = { budget.clock or false, budget.increment or false, view.seat }
      return view:list()[1]
    end
    local folder = support.folder()
    local path = folder.path .. "/one.jsonl"
    local _, records = record_of { file = path, bots = { { bot = bot, clock = "9+1" },
      { bot = bot, iterations = 5 } }, budget = { clock = "2/10" }, workers = 0, max_plies = 3 }
    assert.same({ "9+1", tesela.null }, { records[1].control[1], records[1].control[2]
      or tesela.null })
    assert.same({ { { 10, math.huge }, 1, 1 }, { false, false, 2 } },
      table.move(seen, 1, 2, 1, {}))
    assert.is_true(records[1].clock[1] > 10 and records[1].clock[3] > records[1].clock[1])
    assert.is_nil(records[2].clock[1])
    assert.matches("clock 9%+1 against none", folder:shell(
      "$T show one.jsonl --game 1 --ply 3 </dev/null"))
    local summary = folder:shell "$T report one.jsonl -f json"
    assert.equal(1, tesela.decode(summary).usage[1].moves)
    seen = {}
    record_of { bots = { { bot = bot, clock = "9+1" }, bot }, budget = { clock = "2/10" },
      workers = 0, max_plies = 2 }
    assert.same({ { { 10, 10 }, 1, 1 }, { table.unpack(seen[2]) } },
      table.move(seen, 1, 2, 1, {}))
    assert.same({ 0, 2 }, { seen[2][2], seen[2][3] })
  end)

  it("charges a program for the time by the wall", function()
    local path = support.file([[
import json, sys, time
for line in sys.stdin:
    said = json.loads(line)
    if "hello" in said:
        print(json.dumps({"ok": {}}), flush=True)
    elif "go" in said:
        go = said["go"]
        assert go["increment"] == 0 and len(go["clock"]) == 2 and "togo" not in go
        assert go.get("clock")[2 - go.get("seat")] == 1e9
        time.sleep(0.2)
        print(json.dumps({"id": go["id"], "move": go["moves"][0]}), flush=True)
]], ".py")
    local result, records = record_of { bots = { { bot = "exec:python3 " .. path,
      clock = "0.5" }, "random" }, programs = true, max_plies = 20 }
    assert.equal(2, result.losses)
    assert.equal("time", records[1].result.reason)
    assert.is_true(#records[1].moves >= 2)
  end)

  it("tells a program what it has left as the limit after which it loses", function()
    local path = support.file([[
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if "hello" in said:
        print(json.dumps({"ok": {}}), flush=True)
    elif "go" in said:
        go = said["go"]
        assert go["limit"] == go["clock"][go["seat"] - 1]
        print(json.dumps({"id": go["id"], "move": go["moves"][0]}), flush=True)
]], ".py")
    local result = record_of { bots = { { bot = "exec:python3 " .. path, clock = "2+1" },
      "random" }, programs = true }
    assert.same({ plies = 2 }, result.reasons)
  end)

  it("goes with no other budget", function()
    for _, name in ipairs { "seconds", "iterations" } do
      assert.is_false(pcall(tesela.match, { rules = rules, games = 2,
        bots = { "random", "random" }, budget = { clock = "1+1", [name] = 1 } }))
    end
    assert.is_false(pcall(tesela.match, { rules = rules, games = 2,
      bots = { "random", "random" }, budget = { clock = "soon" } }))
    assert.is_false(pcall(play.open, "mixtour", { clock = "soon" }))
  end)
end)

describe("a bot that ponders", function()
  it("keeps what it has found for the move that is then made", function()
    local own = tesela.rules "tictactoe"
    local bot = tesela.bot "expert"
    local object = bot.new(own, 2, 1)
    local state = own:start()
    for _ = 1, 20 do
      if not bot.ponder(object, state, 0.01) then break end
    end
    state:play(state:list()[5])
    local _, report = object.searcher:search(state, { iterations = 1, seed = 1 })
    assert.is_true(report.kept > 0)
  end)

  it("stops if there is nothing more to find", function()
    local bot = tesela.bot "expert"
    local near = rules:load "5/5/5/5/5 w 0:0 -"
    local object = bot.new(rules, 2, 1)
    assert.is_true(bot.ponder(object, near, 0.01))
    local tiny = tesela.rules "tictactoe"
    local state, other = tiny:start(), bot.new(tiny, 2, 1)
    for _, move in ipairs { 1, 1, 1, 1, 1, 1, 1 } do
      if not state.over then state:play(state:list()[move]) end
    end
    if not state.over then assert.is_false(bot.ponder(other, state, 1)) end
  end)

  it("is no bot with a level", function()
    assert.has_error(function() play.open("mixtour", { level = 3, ponder = true }) end,
      "tesela.play: level: not together with ponder")
    local game <close> = play.open("mixtour", { ponder = true })
    assert.is_nil(game.level)
    assert.equal("expert", game.players[2].name)
  end)
end)

describe("a game at the terminal", function()
  it("has its clock again from its record", function()
    local game <close> = play.open { rules = rules, bot = "none", clock = "60+1", seed = 1 }
    game.clock:spend(1, 10)
    game:make "c3"
    game.log.clock[1] = game.clock:moved(1)
    local again <close> = play.open { record = game:record(), bot = "none" }
    assert.equal("60+1", again.clock.controls[1].text)
    assert.same({ 52, 61 }, again.clock.left)
  end)

  it("sets the clocks back with a move that is taken back", function()
    local game <close> = play.open { rules = rules, bot = "none", clock = "60+1", seed = 1 }
    for seat, move in ipairs { "c3", "c4" } do
      game.clock:spend(seat, 10)
      game:make(move)
      game.log.clock[seat] = game.clock:moved(seat)
    end
    assert.same({ 52, 52 }, game.clock.left)
    assert.is_true(game:take_back())
    assert.same({ 52, 61 }, game.clock.left)
  end)

  it("is over when a clock has run out", function()
    local game <close> = play.open { rules = rules, bot = "none", clock = "1", seed = 1 }
    game:run_out(1)
    assert.is_true(game:over())
    local result = tesela.decode(game:record()).result
    assert.same({ "time", { 2, 1 } }, { result.reason, result.places })
  end)
end)

describe("the pace of expert", function()
  local function share(left, moves, more, to_go)
    return pace.share({ clock = { left }, increment = more or 0, moves = to_go }, 1, moves)
  end

  it("is a part of what is left, and never all", function()
    for _, left in ipairs { -1, 0, 0.01, 0.05, 1, 60, 3600, 1e14 } do
      for _, more in ipairs { 0, 0.1, 10 } do
        for moves = 1, 40, 3 do
          local usual, most = share(left, moves, more)
          assert.is_true(usual <= most and most < math.max(left, 0.01)
            and most <= 1e9, left)
        end
      end
    end
    assert.is_true(share(60, 10) > share(60, 20))
    assert.is_true(share(60, 20, 1) > share(60, 20))
    assert.is_true(share(60, 20, 0, 2) > share(60, 20))
  end)

  -- The seconds of a search that finds, when `part` of the most that it has is over,
  -- what `found` returns for that.
  local function spent(found)
    local passed
    local searcher = { search = function(_, _, budget)
      for look = 1, math.huge do
        passed = look * budget.every
        local report = found(passed / budget.seconds)
        report.seconds, report.method = passed, report.method or "alphabeta"
        if passed >= budget.seconds or budget.progress(report) then return 1, report end
      end
    end }
    pace.search(searcher, rules:start(), { clock = { 100, 100 }, increment = 0, seed = 1 },
      20, 0.5)
    return passed
  end

  local function like(best, value, depth)
    return { best = best, value = value, depth = depth or 3 }
  end

  it("searches longer if the best move changes, and shorter if all is decided", function()
    local usual = spent(function() return like("a1", 0.5) end)
    assert.is_true(spent(function(part)
      return like(part < 0.4 and "a1" or "a2", 0.5)
    end) > 1.2 * usual)
    assert.is_true(spent(function() return like("a1", 0.2) end) > 1.2 * usual)
    assert.is_true(spent(function() return like("a1", 0.999) end) < 0.5 * usual)
  end)

  it("begins no depth that it would not finish", function()
    local usual = spent(function() return like("a1", 0.5) end)
    assert.is_true(spent(function(part)
      return like("a1", 0.5, part < 0.2 and 3 or 4)
    end) < 0.7 * usual)
  end)

  it("ends a search whose best move cannot be reached any more", function()
    local function visited(first, second)
      return function(part)
        local report = like("a1", 0.5)
        report.method, report.iterations = "mcts", math.floor(1e6 * part)
        report.moves = { { visits = first * report.iterations },
          { visits = second * report.iterations } }
        return report
      end
    end
    local usual = spent(visited(0.5, 0.49))
    assert.is_true(spent(visited(0.8, 0.1)) < 0.7 * usual)
    assert.is_true(spent(visited(0.5, 0.49)) <= usual)
  end)

  it("searches once", function()
    local searches = 0
    local searcher = tesela.searcher(rules, { method = "alphabeta" })
    local counted = { search = function(_, ...)
      searches = searches + 1
      return searcher:search(...)
    end }
    local move, report = pace.search(counted, rules:start(),
      { clock = { 1, 1 }, increment = 0, seed = 1 }, 20)
    assert.equal(1, searches)
    assert.equal(report.best, rules:start():text(move))
  end)

  it("never comes near the end of its clock", function()
    local result, records = record_of { bots = { "expert", "expert" },
      budget = { clock = "0.5+0.02" }, max_plies = 200 }
    assert.is_nil(result.reasons.time)
    for _, record in ipairs(records) do
      for _, left in ipairs(record.clock) do assert.is_true(left > 0.01, left) end
    end
  end)
end)
