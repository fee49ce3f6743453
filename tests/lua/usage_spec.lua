-- What the moves of a tournament took: memory in its records, and both in its report.

local tesela = require "tesela"
local files = require "tesela.tournament.file"
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
    assert.equal("boxed.merged: 6 of 6 games again, 0 not the same\n",
      (folder:must "$T repeat boxed.merged"))
  end)

  it("is not what a game is held against when it is repeated", function()
    local text = cup("boxed", BOXED:format "")
    folder:write("other.jsonl", (text:gsub('"memory":%[%d+', '"memory":[7')))
    assert.equal("other.jsonl: 6 of 6 games again, 0 not the same\n",
      (folder:must "$T repeat other.jsonl"))
    folder:write("older.jsonl", (text:gsub('"memory":%[[^%]]*%],', "")))
    assert.equal("older.jsonl: 6 of 6 games again, 0 not the same\n",
      (folder:must "$T repeat older.jsonl"))
    assert.is_nil(folder:must "$T report older.jsonl":find("Time and memory", 1, true))
  end)

  it("is unknown without a box, and after the end of its time", function()
    assert.is_nil(cup("trusted", BOXED:format "trusted = true"):find('"memory"', 1, true))
    folder:write("late.lua", "return function() while true do end end")
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
    assert.is_truthy(report:match "\n%d hungry +%d+%.%d +%d+%.%d\n", report)
    assert.is_truthy(report:match "\n%d %S+ +%- +%-\n", report)
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
      local row = ("%s +%d +%.3f +%.3f +%.1f +%.1f\n"):format(bot.name, all.moves,
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

  it("tells what moves took of a clock, but not where that was set anew", function()
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
