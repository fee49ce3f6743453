-- tesela repeat: games of a file once more.

local tesela = require "tesela"
local again = require "tesela.contest.results.repeats"
local support = require "support"

local folder = support.folder()

teardown(support.clean)

local function write(...) return folder:write(...) end
local function read(name) return folder:read(name) end
local function shell(command) return folder:shell(command) end

local MINE = [[return function(view)
  local list = view:list()
  return list[view.ply % #list + 1], view.ply / 256
end]]

-- A tournament of 20 games of a bot of one's own.
local function cup(more)
  write("mine.lua", MINE)
  write("cup.lua", ([[return { rules = "mixtour", bots = { "./mine.lua", "random" },
    games = 20, max_plies = 20, %s }]]):format(more or ""))
  folder:remove "cup.jsonl"
  local _, err, status = shell "$T tournament cup.lua"
  assert.equal(0, status, err)
end

local function refused(command, pattern)
  local out, err, status = shell(command)
  assert.same({ "", 1 }, { out, status })
  assert.is_truthy(err:match("^tesela repeat: " .. pattern), err)
end

describe("tesela repeat", function()
  it("says that games are the same", function()
    cup()
    assert.same({ "cup.jsonl: 20 of 20 games repeated, 0 differ\n", "", 0 },
      { shell "$T repeat cup.jsonl" })
    assert.equal("cup.jsonl: 7 of 20 games repeated, 0 differ\n",
      (shell "$T repeat cup.jsonl -n 7 --seed 5 -w 1"))
    local _, err, status = shell "$T match mixtour greedy random -n 4 -o match.jsonl"
    assert.equal(0, status, err)
    assert.equal("match.jsonl: 4 of 4 games repeated, 0 differ\n",
      (shell "$T repeat match.jsonl"))
  end)

  it("names those that are not, with the ply", function()
    cup()
    local lines = support.lines(read "cup.jsonl")
    local function change(number, pattern, text)
      for i, line in ipairs(lines) do
        if line:find(('"number":%d}'):format(number), 1, true) then
          local count
          lines[i], count = line:gsub(pattern, text, 1)
          assert.equal(1, count)
        end
      end
    end
    change(2, '("moves":%["%w+",")[^"]+', "%1zz")
    change(3, '"values":%[0', '"values":[7.5')
    change(4, '"reason":"[^"]*"', '"reason":"luck"')
    change(5, '"values":%[[^%]]*%],', "")
    change(7, '"seed":%d+', '"seed":5')
    write("other.jsonl", table.concat(lines, "\n") .. "\n")
    local out, err, status = shell "$T repeat other.jsonl"
    assert.same({ "tesela repeat: other.jsonl:8: not a game of this tournament: game 7 "
      .. "has another start\ntesela repeat: 1 line was skipped\n", 1 },
      { (err:gsub("jsonl:%d+:", "jsonl:8:")), status })
    local told = support.lines(out)
    assert.equal(5, #told, out)
    for i, pattern in ipairs { "^game 2: ply 2: zz, then %S+$",
      "^game 3: ply 1: value 7%.5, then 0$", "^game 4: after ply %d+: .*luck.*, then {",
      "^game 5: ply [12]: value nothing, then ",
      "^other%.jsonl: 19 of 19 games repeated, 4 differ$" } do
      assert.is_truthy(told[i]:match(pattern), told[i])
    end
  end)

  it("plays again what was lost by a fault", function()
    write("bad.lua", "return function(view) if view.ply > 5 then error 'tired' end "
      .. "return view:list()[1] end")
    write("bad-cup.lua", [[return { rules = "mixtour", games = 6,
      bots = { "./bad.lua", "random" } }]])
    shell "$T tournament bad-cup.lua"
    assert.is_truthy(read "bad-cup.jsonl":find "tired")
    assert.equal("bad-cup.jsonl: 6 of 6 games repeated, 0 differ\n",
      (shell "$T repeat bad-cup.jsonl"))
  end)

  it("says when games may differ", function()
    cup "budget = { seconds = 20 }"
    assert.same({ "cup.jsonl: 20 of 20 games repeated, 0 differ\n",
      "tesela repeat: with budgets in seconds or a clock, games may differ\n", 0 },
      { shell "$T repeat cup.jsonl" })
  end)

  it("refuses bots that are not those that played", function()
    cup()
    write("mine.lua", MINE .. " -- changed")
    refused("$T repeat cup.jsonl", "the bots or rules have changed: "
      .. "bots: the file of mine has changed\n$")
    folder:remove "mine.lua"
    refused("$T repeat cup.jsonl", "cannot open %./mine%.lua: No such file")
    write("fun.lua", [[local tesela = require "tesela"
      local function first(view) return view:list()[1] end
      tesela.tournament({ rules = "mixtour", games = 2, trusted = true,
        bots = { { name = "first", bot = first }, "random" } }, { file = "fun.jsonl" })]])
    shell "$T fun.lua"
    refused("$T repeat fun.jsonl", "the bots were trusted; %-%-trusted runs them")
    refused("$T repeat --trusted fun.jsonl",
      "bots: first was not in a file, and cannot play again\n$")
  end)

  it("runs trusted bots if the command line says so, and only there", function()
    cup "trusted = true"
    write("mine.lua", MINE)
    refused("$T repeat cup.jsonl", "the bots were trusted")
    assert.equal("cup.jsonl: 20 of 20 games repeated, 0 differ\n",
      (shell "$T repeat --trusted cup.jsonl"))
  end)

  it("refuses what is not a file of a tournament", function()
    write("letter.jsonl", "hello\n")
    refused("$T repeat letter.jsonl", "letter.jsonl: not a file of a tournament")
    refused("$T repeat none.jsonl", "none.jsonl: No such file")
  end)
end)

describe("the games that are played again", function()
  it("are spread over the file, and follow from a seed", function()
    local list = {}
    for i = 1, 100 do list[i] = 10 * i end
    local chosen = again.choose(list, 10, 1)
    assert.equal(10, #chosen)
    for i, number in ipairs(chosen) do
      assert.is_true(number > 100 * (i - 1) and number <= 100 * i)
    end
    assert.same(chosen, again.choose(list, 10, 1))
    assert.are_not.same(chosen, again.choose(list, 10, 2))
    assert.same(list, again.choose(list, 100, 1))
    assert.same(list, again.choose(list, 1000, 1))
  end)

  it("differ in more than their times", function()
    local function record(members) return tesela.encode(members) end
    local a = record { moves = { "a", "b" }, seconds = { 1, 2 }, result = { reason = "x" } }
    local b = record { moves = { "a", "b" }, seconds = { 3, 4 }, result = { reason = "x" } }
    assert.is_nil(again.difference(a, b))
    local c = record { moves = { "a", "b", "c" }, result = { reason = "x" } }
    assert.equal("ply 3: nothing, then c", again.difference(a, c))
  end)
end)
