-- What the moves of a tournament took: memory in its records, and both in its report.

local tesela = require "tesela"
local files = require "tesela.contest.games_file"
local support = require "support"

local folder = support.folder()

teardown(support.clean)

-- A bot that has a text of so many MB while it moves, and a table that grows game by game,
-- if it could.
local HUNGRY = [[
local kept = {}
return function(view)
  local text = ("x"):rep(%d << 20)
  kept[#kept + 1] = text:sub(1, 10)
  return view:list()[1 + #text %% 1]
end]]

local function cup(name, text, ...)
  folder:write("small.lua", "return function(view) return view:list()[1] end")
  folder:write("hungry.lua", HUNGRY:format(5))
  folder:write(name .. ".lua", text)
  folder:remove(name .. ".jsonl")
  folder:must(("$T tournament %s.lua %s"):format(name, table.concat({ ... }, " ")))
  folder:remove(name .. ".merged")
  return folder:read(folder:must(("$T merge %s.jsonl -o %s.merged"):format(name, name))
    and name .. ".merged")
end

local function records(text)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    if line:find('"moves":', 1, true) then
      list[#list + 1] = tesela.decode((line:gsub("null", '"unknown"')))
    end
  end
  return list
end

local BOXED = [[return { rules = "mixtour", games = 2, seed = 2, max_plies = 6,
  bots = { "./hungry.lua", "./small.lua", "random" }, %s }]]

describe("the memory of a bot", function()
  it("is in the record of each game in which it was in a box", function()
    local found = records(cup("boxed", BOXED:format ""))
    assert.equal(6, #found)
    for _, record in ipairs(found) do
      for seat, name in ipairs(record.players) do
        local kb = record.memory[seat]
        assert.equal("integer", math.type(kb))
        assert.equal(name == "hungry", kb > 5 * 1024)
        assert.equal(name ~= "hungry", kb < 1024)
        assert.is_true(kb < 64 * 1024)
      end
    end
  end)

  it("is the same whoever plays the game", function()
    local text = cup("boxed", BOXED:format "", "-w 1")
    assert.equal(text, (cup("boxed", BOXED:format "", "-w 2")))
    folder:remove "boxed.jsonl"
    assert.equal("boxed.merged: 6 of 6 games repeated, 0 differ\n",
      (folder:must "$T repeat boxed.merged"))
  end)

  it("is not what a game is held against when it is repeated", function()
    local text = cup("boxed", BOXED:format "")
    folder:write("other.jsonl", (text:gsub('"memory":%[%d+', '"memory":[7')))
    assert.equal("other.jsonl: 6 of 6 games repeated, 0 differ\n",
      (folder:must "$T repeat other.jsonl"))
    folder:write("older.jsonl", (text:gsub('"memory":%[[^%]]*%],', "")))
    assert.equal("older.jsonl: 6 of 6 games repeated, 0 differ\n",
      (folder:must "$T repeat older.jsonl"))
    assert.is_nil(folder:must "$T report older.jsonl":find("Time and memory", 1, true))
  end)

  it("is unknown without a box, and after the end of its time", function()
    assert.is_nil(cup("trusted", BOXED:format "trusted = true"):find('"memory"', 1, true))
    folder:write("late.lua", [[return function(v)
      while v.ply > 1 do end return v:list()[1] end]])
    local late = records(cup("slow", [[return { rules = "mixtour", games = 2,
      bots = { "./late.lua", "./small.lua" }, budget = { limit = 0.2 } }]]))
    for _, record in ipairs(late) do
      for seat, name in ipairs(record.players) do
        assert.equal(name == "late", record.memory[seat] == "unknown")
      end
    end
  end)

  it("is known of boxes beside programs, as without them", function()
    local program = ('"exec:%s engine mixtour --protocol json --bot random"'):format(
      support.program)
    local text = [[return { rules = "mixtour", games = 2, seed = 2, max_plies = 6,
      bots = { "./hungry.lua", "./small.lua", %s } }]]
    local found = records(cup("mixed", text:format(program), "--programs"))
    local alone, both = records(cup("alone", text:format '"random"')), 0
    for number, record in ipairs(found) do
      local programs = 0
      for seat, name in ipairs(record.players) do
        local boxed = name == "hungry" or name == "small"
        programs = programs + (boxed and 0 or 1)
        assert.equal(boxed, math.type(record.memory[seat]) == "integer")
      end
      if programs == 0 then
        both = both + 1
        assert.same(alone[number].moves, record.moves)
        assert.same(alone[number].memory, record.memory)
      end
    end
    assert.equal(2, both)
    local report = folder:must "$T report mixed.jsonl"
    assert.is_truthy(report:match "\n%d hungry +%d+%.%d +%d+%.%d ", report)
    assert.is_truthy(report:match "\n%d %S+ +%- +%- ", report)
  end)

  it("is a list of whole numbers by seat, or the line is read without", function()
    local text = cup("boxed", BOXED:format "")
    local header = assert(files.read_header(text:match "^[^\n]*"))
    local line = text:match '[^\n]*"number":1}'
    local memory = files.reader(header.definition):read(line).memory
    assert.equal(2, #memory)
    for bad, expected in pairs { ["[1.5,2]"] = false, ["[-1,2]"] = false, ['["1",2]'] = false,
      ["7"] = false, ["null"] = false, ["[null,2]"] = { nil, 2 } } do
      local game = files.reader(header.definition):read(
        (line:gsub('"memory":%[[^%]]*%]', '"memory":' .. bad)))
      assert.same(expected or nil, game.memory, bad)
    end
    assert.is_nil((files.reader(header.definition):read(
      (line:gsub('"memory":%[[^%]]*%]', '"memory":[01,,n]')))))
  end)
end)

describe("a report", function()
  it("tells the time and the memory of moves as far as they are known", function()
    local text = cup("timed", BOXED:format "budget = { seconds = 5 }")
    folder:write("timed.jsonl", text)
    local by_bot = {}
    for _, record in ipairs(records(text)) do
      for ply, seconds in ipairs(record.seconds) do
        local name = record.players[2 - ply % 2]
        local all = by_bot[name] or { moves = 0, sum = 0, longest = 0, games = 0, most = 0 }
        by_bot[name] = all
        all.moves, all.sum = all.moves + 1, all.sum + seconds
        all.longest = math.max(all.longest, seconds)
      end
      for seat, name in ipairs(record.players) do
        local all = by_bot[name]
        all.games, all.most = all.games + 1, math.max(all.most, record.memory[seat])
      end
    end
    local summary = tesela.decode((folder:must "$T report timed.jsonl -f json"))
    local told = folder:must "$T report timed.jsonl"
    local page = folder:must "$T report timed.jsonl -f html"
    for i, bot in ipairs(summary.bots) do
      local all, usage = by_bot[bot.name], summary.usage[i]
      assert.same({ all.moves, all.games, all.most }, { usage.moves, usage.games, usage.most })
      assert.is_true(math.abs(usage.seconds - all.sum / all.moves) < 1e-9)
      assert.equal(all.longest, usage.longest)
      local row = ("%s +%d +%.3f +%.3f +%.1f +%.1f "):format(bot.name, all.moves,
        usage.seconds, all.longest, usage.memory / 1024, all.most / 1024):gsub("%.", "%%.")
      assert.is_truthy(told:match("\n%d " .. row), told)
      local cells = ("<td>%d</td><td>%.3f</td><td>%.3f</td><td>%.1f</td><td>%.1f</td>"):format(
        all.moves, usage.seconds, all.longest, usage.memory / 1024, all.most / 1024)
      assert.is_truthy(page:find(cells, 1, true), cells)
    end
    local section = page:match '<section id="usage".-</section>'
    local _, bars = section:gsub('<svg class="bar"', "")
    assert.equal(2 * #summary.bots, bars)
  end)

  it("tells what moves took of a clock, but not if that was set again", function()
    local text = cup("clock", BOXED:format "budget = { clock = '60+0.5' }")
    local sum, moves = 0, 0
    for _, record in ipairs(records(text)) do
      local left = { 60, 60 }
      for ply, now in ipairs(record.clock) do
        local seat = 2 - ply % 2
        if record.players[seat] == "hungry" and ply > 2 then -- earlier versions began without 0.5
          sum, moves = sum + left[seat] + 0.5 - now, moves + 1
        end
        left[seat] = now
      end
    end
    folder:write("clock.jsonl", text)
    local usage = tesela.decode((folder:must "$T report clock.jsonl -f json")).usage[1]
    assert.equal(moves, usage.moves)
    assert.is_true(usage.seconds > 0 and math.abs(usage.seconds - sum / moves) < 0.002)
    text = cup("clock", BOXED:format "budget = { clock = '2/60' }")
    folder:write("clock.jsonl", text)
    usage = tesela.decode((folder:must "$T report clock.jsonl -f json")).usage[1]
    local known = 0
    for _, record in ipairs(records(text)) do
      for ply = 1, #record.clock do
        local hungry = record.players[2 - ply % 2] == "hungry"
        known = known + (hungry and (ply + 1) // 2 % 2 == 1 and 1 or 0)
      end
    end
    assert.equal(known, usage.moves)
  end)
end)

-- A bot that works for each move, and one that does not.
local WORKS = "return function(view) for _ = 1, %d do end return view:list()[1] end"

-- A program that has another one work for each of its moves, which runs as long as it does.
local HAS_WORK_DONE = [[
import json, subprocess, sys
helper = subprocess.Popen([sys.executable, "-c", """
for line in iter(input, ''):
    for i in range(%d): pass
    print(flush=True)
"""], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    said = json.loads(line)
    if "hello" in said:
        print(json.dumps({"ok": {}}), flush=True)
    elif "go" in said:
        helper.stdin.write("go\n")
        helper.stdin.flush()
        helper.stdout.readline()
        go = said["go"]
        print(json.dumps({"id": go["id"], "move": go["moves"][0]}), flush=True)
]]

describe("the CPU time of a bot", function()
  local function match(...)
    folder:remove "cpu.jsonl"
    return (folder:must("$T match tictactoe " .. table.concat({ ... }, " ")
      .. " -n 2 -o cpu.jsonl"))
  end

  local function usage_of(report) return tesela.decode(report).usage end

  setup(function()
    folder:write("works.lua", WORKS:format(2000000))
    folder:write("rests.lua", WORKS:format(0))
    folder:write("works.py", HAS_WORK_DONE:format(3000000))
    folder:write("rests.py", HAS_WORK_DONE:format(0))
  end)

  it("is in the report, if games are by iterations, too", function()
    for _, trusted in ipairs { "", "--trusted" } do
      local usage = usage_of(match("./works.lua", "./rests.lua", trusted, "-f json"))
      assert.is_true(usage[1].cpu > usage[2].cpu and usage[2].cpu > 0)
      assert.is_true(usage[1].cpu_move < usage[1].cpu)
      assert.equal(1, usage[2].cpu_ratio)
      assert.is_true(math.abs(usage[1].cpu_ratio - usage[1].cpu / usage[2].cpu) < 1e-6)
      assert.is_nil(folder:read "cpu.jsonl":find('"cpu"', 1, true))
    end
    assert.matches("\nbot +CPU a game +CPU a move +CPU ratio\n1 [^\n]+ +%d%.%d+ +%d%.%d+ +"
      .. "%d+%.%d\n", match("random", "random:iterations=5"))
    assert.matches(",cpu,cpu_move,cpu_ratio\r\n.-random,,[^\r]*,[%d.e-]+,[%d.e-]+,[%d.]+\r\n",
      match("random", "greedy", "-f csv"))
  end)

  it("is in the records of games that may not come out the same again", function()
    local live = usage_of(match("./works.lua:seconds=9", "./rests.lua", "-f json"))
    local sums = { 0, 0 }
    for _, record in ipairs(records(folder:read "cpu.jsonl")) do
      assert.equal(#record.moves, #record.cpu_seconds)
      local moves, seconds = { 0, 0 }, { 0, 0 }
      for ply, used in ipairs(record.cpu_seconds) do
        local seat = 2 - ply % 2
        moves[seat], seconds[seat] = moves[seat] + 1, seconds[seat] + used
      end
      for seat, name in ipairs(record.players) do
        assert.equal(moves[seat], record.cpu[seat][2])
        assert.is_true(record.cpu[seat][1] >= seconds[seat] - 1e-5)
        local bot = name == "rests" and 2 or 1
        sums[bot] = sums[bot] + record.cpu[seat][1]
      end
    end
    local usage = usage_of(folder:must "$T report cpu.jsonl -f json")
    for bot = 1, 2 do
      assert.equal(live[bot].cpu, usage[bot].cpu)
      assert.is_true(math.abs(usage[bot].cpu - sums[bot] / 2) < 1e-5)
    end
    assert.matches("<th[^\n]*CPU ratio", folder:must "$T report cpu.jsonl -f html")
    match("./rests.lua:clock=9+1", "./rests.lua")
    assert.is_truthy(folder:read "cpu.jsonl":find('"cpu":[[', 1, true))
  end)

  it("is that of a program and of all that it has started", function()
    local text = match([['exec:python3 works.py' 'exec:python3 rests.py' -f json]])
    local usage = usage_of(text)
    assert.is_true(usage[1].cpu > usage[2].cpu and usage[2].cpu > 0)
    assert.same(usage[1].cpu, usage_of(folder:must "$T report cpu.jsonl -f json")[1].cpu)
  end)

  it("is a list of seconds and moves by seat, or the line is read without", function()
    match("./works.lua:seconds=9", "./rests.lua")
    local text = folder:read "cpu.jsonl"
    local header = assert(files.read_header(text:match "^[^\n]*"))
    local line = text:match '[^\n]*"number":1}'
    for bad, expected in pairs { ["[1,2]"] = false, ["[[1]]"] = false, ["[[-1,2]]"] = false,
      ["[[1,2.5]]"] = false, ["7"] = false, ["[null,[0.5,2]]"] = { nil, { 0.5, 2 } } } do
      local game = files.reader(header.definition):read(
        (line:gsub('"cpu":%b[]', '"cpu":' .. bad)))
      assert.same(expected or nil, game.cpu, bad)
    end
  end)
end)
