-- Parameters of bots, and their tuning.

local tesela = require "tesela"
local parameters = require "tesela.bots.parameters"
local spsa = require "tesela.tune.spsa"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

local function why(f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  return message
end

describe("a declaration", function()
  it("is read", function()
    local rows = parameters.declared { b = { 3, 1, 9, whole = true }, a = { 0.5, 0, 1 } }
    assert.same({ { name = "a", start = 0.5, least = 0, most = 1 },
      { name = "b", start = 3, least = 1, most = 9, whole = true } }, rows)
    assert.same({ a = 0.5, b = 3 }, parameters.values(rows))
    assert.same({ a = 0.25, b = 7 }, parameters.values(rows, { a = 0.25, b = 7.0 }))
    assert.equal("integer", math.type(parameters.values(rows, { b = 7.0 }).b))
    assert.is_nil(parameters.values(parameters.declared(nil)))
  end)

  it("is refused in one line", function()
    for given, expected in pairs {
      [{ a = { 2, 0, 1 } }] = "a: expected start in min..max, got { 2, 0, 1 }",
      [{ a = { 1, 1, 1 } }] = "a: expected start in min..max, got { 1, 1, 1 }",
      [{ a = { 0, -1e308, 1e308 } }] = "a: expected a finite range, got "
        .. "-1e+308..1e+308",
      [{ a = { 5e-324, 5e-324, 1 } }] = "a: expected a finite range, got "
        .. "4.9406564584125e-324..1",
      [{ a = { 0 / 0, 0, 1 } }] = "a: expected three numbers, { start, min, max }",
      [{ a = { 0, 0, math.huge } }] = "a: expected three numbers, { start, min, max }",
      [{ a = 3 }] = "a: expected { start, min, max }, got 3",
      [{ a = { 1, 0, 2, all = true } }] =
        "a: expected { start, min, max } and perhaps whole = true, got the member all",
      [{ a = { 0.5, 0, 2, whole = true } }] =
        "a: expected whole numbers, because whole = true",
      [{ ["a b"] = { 1, 0, 2 } }] = "expected names of letters and digits, got a b",
      [7] = "expected a table, got 7",
    } do
      assert.equal("parameters: " .. expected, why(parameters.declared, given))
    end
  end)

  it("says which values there may be", function()
    local rows = parameters.declared { depth = { 3, 1, 9, whole = true } }
    assert.equal("parameters: there is no parameter dept; did you mean depth? "
      .. "The parameters: depth", why(parameters.values, rows, { dept = 3 }))
    assert.equal("parameters: depth: expected a whole number in 1..9, got 10",
      why(parameters.values, rows, { depth = 10 }))
    assert.equal("parameters: depth: expected a whole number in 1..9, got 2.5",
      why(parameters.values, rows, { depth = 2.5 }))
  end)
end)

describe("SPSA", function()
  local rows = parameters.declared { x = { 0.9, 0, 1 }, y = { 2, 0.1, 10 },
    n = { 2, 1, 20, whole = true } }

  -- The score of a player with some values against another: the better, the nearer to
  -- x = 0.3, y = 0.5, n = 12; with what chance adds in 16 games.
  local function worth(values)
    return -4 * (values.x - 0.3) ^ 2 - (math.log(values.y / 0.5)) ^ 2 / 4
      - ((values.n - 12) / 10) ^ 2
  end

  local function played(up, down, rng)
    local chance = 1 / (1 + math.exp(worth(down) - worth(up)) ^ 3)
    local score = 0
    for _ = 1, 16 do
      if rng:float() < chance then score = score + 1 / 16 end
    end
    return score
  end

  local function tuned(seed, steps)
    local rng, point, points = tesela.rng(seed), spsa.start(rows), {}
    for k = 1, steps do
      local up, down, signs = spsa.tried(rows, point, k, seed)
      point = spsa.moved(rows, point, signs, k, steps,
        played(spsa.values(rows, up), spsa.values(rows, down), rng))
      points[k] = point
    end
    return spsa.values(rows, spsa.answer(points))
  end

  it("finds what is best", function()
    local before = worth(spsa.values(rows, spsa.start(rows)))
    for seed = 1, 20 do
      local values = tuned(seed, 400)
      assert.is_true(worth(values) > before / 10, ("seed %d: x %s, y %s, n %s"):format(seed,
        values.x, values.y, values.n))
    end
  end)

  it("keeps within the ranges, and tries two different whole numbers", function()
    for seed = 1, 50 do
      local point = spsa.start(rows)
      for k = 1, 60 do
        local up, down, signs = spsa.tried(rows, point, k, seed)
        local one, other = spsa.values(rows, up), spsa.values(rows, down)
        for _, values in ipairs { one, other } do parameters.values(rows, values) end
        assert.not_equal(one.n, other.n)
        point = spsa.moved(rows, point, signs, k, 60, seed % 2)
      end
    end
  end)
end)

-- Takes a win that there is as often as its parameter says.
local CLIMBER = [[
return {
  parameters = { skill = { 0.1, 0, 1 } },
  new = function(rules, seat, seed, parameters)
    assert(parameters.skill >= 0 and parameters.skill <= 1)
    return { skill = parameters.skill }
  end,
  choose = function(self, view, budget)
    assert(budget.parameters.skill == self.skill)
    local tesela = require "tesela"
    local rng = tesela.rng(budget.seed)
    local list = view:list()
    if rng:float() < self.skill then
      for _, m in ipairs(list) do
        local after = view:copy():play(m)
        if after.over and after.winners[1] == view.seat then return m end
      end
    end
    return rng:pick(list)
  end,
}
]]

describe("the gain of a bot without luck", function()
  it("is of games that differ", function()
    folder:write("still.lua", [[return {
      parameters = { w = { 0.45, 0, 1 } },
      new = function(_, _, _, parameters) return { w = parameters.w } end,
      choose = function(self, view)
        local list = view:list()
        for i = 1, self.w > 0.45 and #list or 0 do
          local after = view:copy():play(list[i])
          if after.over and after.winners[1] == view.seat then return list[i] end
        end
        return list[self.w > 0.45 and 1 or #list]
      end }]])
    folder:must "$T tune ./still.lua mixtour --games 160 --gain 200 -o still.jsonl"
    local pairs_, sum, squares = 0, 0, 0
    for line in folder:read "still.jsonl":gmatch '[^\n]*"gain"[^\n]*' do
      local gain = tesela.decode(line)
      pairs_, sum = pairs_ + gain.pairs, sum + gain.sum
      squares = squares + gain.squares
    end
    assert.equal(100, pairs_)
    assert.is_true(squares * pairs_ > 1.001 * sum * sum)
  end)
end)

local TUNE = "$T tune ./climber.lua tictactoe --games 640 --gain 300 -o a.jsonl -f json"

describe("tesela tune", function()
  local bot = folder:write("climber.lua", CLIMBER)

  it("gives a bot its parameters wherever it plays", function()
    for _, trusted in ipairs { false, true } do
      local game = tesela.run { rules = tesela.rules "tictactoe", bots = { bot, bot },
        trusted = trusted }
      assert.is_nil(game.message)
    end
  end)

  it("reports progress in a pipe, too", function()
    local _, err = folder:shell("$T tune ./climber.lua tictactoe --games 160 --gain 0 "
      .. "--iterations 10 -o progress.jsonl")
    assert.matches("^%d+/160 games  [^\n]*%l+ %-?[%d.]+\n", err)
    local _, lines = err:gsub("/160 games  ", "")
    assert.is_true(lines >= 2 and lines <= 21, err)
  end)

  it("tunes a bot from a file with all of Lua", function()
    folder:must("$T tune ./climber.lua tictactoe --games 16 --gain 0 --trusted -o t.jsonl")
    folder:must("$T tune ./climber.lua tictactoe --games 16 --gain 0 --trusted -o t.jsonl")
    local before = folder:read "t.jsonl"
    folder:write("climber.lua", CLIMBER .. "\n-- changed\n")
    local out = folder:shell("$T tune ./climber.lua tictactoe --games 16 --gain 0 --trusted "
      .. "-o t.jsonl 2>&1")
    folder:write("climber.lua", CLIMBER)
    assert.matches("^tesela tune: t.jsonl was begun with an earlier version of the file of "
      .. "[%w_]+; to tune it again, name another", out)
    assert.equal(before, folder:read "t.jsonl")
  end)

  it("finds better values, measures them, and continues where it stopped", function()
    local out = folder:must(TUNE)
    local found = tesela.decode(out)
    assert.is_true(found.values.skill > 0.4, out)
    assert.is_true(found.gain.elo - found.gain.margin > 0, out)
    assert.equal(300, found.gain.games)

    local text = folder:read "a.jsonl"
    for _, size in ipairs { 0, 7, #text // 2, #text - 5, #text } do
      folder:write("a.jsonl", text:sub(1, size))
      assert.equal(out, folder:must(TUNE .. " -w 1"))
      assert.equal(text, folder:read "a.jsonl")
    end
  end)

  it("continues after kill -9 as if nothing had been", function()
    local whole = folder:read "a.jsonl"
    folder:remove "a.jsonl"
    folder:shell(TUNE .. [[ >out 2>err & p=$!
      until [ -e a.jsonl ] && [ "$(wc -l <a.jsonl)" -ge 3 ] || ! kill -0 $p; do :; done
      kill -9 $p; wait $p]])
    folder:must(TUNE)
    assert.equal(whole, folder:read "a.jsonl")
  end)

  it("takes no other file, and no line that it has not written", function()
    local text = folder:read "a.jsonl"
    local function refused(name, content, expected)
      folder:write(name, content)
      local _, err, status = folder:shell(TUNE:gsub("a%.jsonl", name))
      assert.equal(1, status)
      assert.equal(expected .. "\n", err)
      assert.equal(content, folder:read(name))
    end
    local lines = support.lines(text)
    refused("b.jsonl", "my letter\n",
      "tesela tune: b.jsonl exists, and is not a tuning file; choose another with -o")
    refused("b.jsonl", "my letter",
      "tesela tune: b.jsonl exists, and is not a tuning file; choose another with -o")
    refused("b.jsonl", "my letter\nand what follows",
      "tesela tune: b.jsonl exists, and is not a tuning file; choose another with -o")
    refused("b.jsonl", (text:gsub('"seed":1', '"seed":2')),
      "tesela tune: b.jsonl is of another tuning (in the file, and now): seed: 2 and 1; "
        .. "-o names another")
    refused("b.jsonl", lines[1] .. "\n" .. lines[3] .. "\n",
      "tesela tune: b.jsonl:2: not a line of this tuning")
    refused("b.jsonl", lines[1] .. "\n" .. lines[2]:gsub('"score":[^,]*', '"score":7') .. "\n",
      "tesela tune: b.jsonl:2: not a line of this tuning")
  end)

  it("takes no member of a line that it could not have written", function()
    local lines = support.lines(folder:read "a.jsonl")
    local steps = 640 // 16
    local function refused(at, pattern, text)
      local list = table.move(lines, 1, #lines, 1, {})
      local count
      list[at], count = list[at]:gsub(pattern, text)
      assert.equal(1, count)
      folder:write("b.jsonl", table.concat(list, "\n") .. "\n")
      local _, err, status = folder:shell(TUNE:gsub("a%.jsonl", "b.jsonl"))
      assert.equal(1, status)
      assert.equal(("tesela tune: b.jsonl:%d: not a line of this tuning\n"):format(at), err)
    end
    for _, late in ipairs { "0.5", "-1", "1e300", "9007199254740992", '"0"', "null", "[]" } do
      refused(2, '"late":[^}]*', '"late":' .. late)
      refused(steps + 2, '"late":[^}]*', '"late":' .. late)
    end
    for _, score in ipairs { "-0.1", "1.1", '"1"', "null" } do
      refused(3, '"score":[^,]*', '"score":' .. score)
    end
    for _, each in ipairs { { "pairs", "0" }, { "pairs", "50.5" }, { "pairs", "1e300" },
      { "sum", "-1" }, { "sum", "51" }, { "squares", "-1" }, { "squares", "0" },
      { "squares", "50" }, { "sum", "null" }, { "squares", '"3"' }, { "gain", "2" } } do
      refused(steps + 2, ('"%s":[^,]*'):format(each[1]), ('"%s":%s'):format(each[1], each[2]))
    end
    refused(steps + 1, ".*", '{"gain":1,"pairs":50,"sum":25,"squares":20,"late":0}')
    refused(steps + 2, ".*", ('{"step":%d,"score":0.5,"late":0}'):format(steps + 1))
  end)

  it("says what is wrong with a bot", function()
    local function fails(text, expected, status)
      folder:write("bad.lua", text)
      local _, err, code = folder:shell "$T tune ./bad.lua tictactoe -o bad.jsonl"
      assert.equal(status or 1, code)
      -- A slow machine shows its progress before.
      assert.equal("tesela tune: " .. expected .. "\n", (err:gsub("^%d+/%d+ games[^\n]*\n", "")))
    end
    fails("return function(v) return v:list()[1] end", "bot bad: it declares no parameters; "
      .. "expected parameters = { name = { start, min, max } }", 2)
    fails("return { parameters = { a = 1 }, choose = print }",
      "bot bad: parameters: a: expected { start, min, max }, got 1", 2)
    fails("return 5", "bot bad: expected a function or a table with choose, got number", 2)
    fails("return { parameters = { a = { 1, 0, 2 } }, choose = function() error 'oops' end }",
      "bad: ./bad.lua:1: oops")
    fails("return {", "bot ./bad.lua: ./bad.lua:1: unexpected symbol near <eof>", 2)
    local _, err = folder:shell "$T tune ./climber.lua blokus --set players=1"
    assert.equal("tesela tune: a bot is tuned against itself, but blokus players=1 has 1 seat "
      .. "here\n", err)
  end)

  it("is of games for more, in rounds in which both settings have the same seats", function()
    for players, step in pairs { [3] = 18, [4] = 16 } do
      local out = folder:must(("$T tune ./climber.lua crowns --set players=%d --games %d "
        .. "--gain 0 --iterations 1 -o crowns%d.jsonl"):format(players, 2 * step, players))
      assert.is_truthy(out:find(("2 of 2 steps of %d games"):format(step), 1, true), out)
      local sums = {}
      for i, line in ipairs(support.lines(folder:read(("crowns%d.jsonl"):format(players)))) do
        if i > 1 then sums[#sums + 1] = tesela.decode(line).score end
      end
      assert.equal(2, #sums)
    end
  end)

  it("plays definitions with values of their own, which tell tournaments apart", function()
    local function definition(value)
      folder:write("cup.lua", ([[return { rules = "tictactoe", games = 2, bots = {
        { name = "one", bot = "./climber.lua", parameters = { skill = %s } },
        { name = "two", bot = "./climber.lua" } } }]]):format(value))
      return folder:shell "$T tournament cup.lua"
    end
    assert.matches("2 of 2 games", (definition "0.9"))
    local _, err = definition "0.8"
    assert.matches("has games of another tournament", err)
    folder:remove "cup.jsonl"
    _, err = definition "3"
    assert.matches("skill: expected a number in 0..1, got 3", err)
    folder:remove "cup.jsonl"
    _, err = definition "'high'"
    assert.matches("bots%[1%]%.parameters%.skill: expected a number, got \"high\"", err)
    folder:remove "cup.jsonl"
    folder:write("cup.lua", [[return { rules = "tictactoe", games = 2, bots = { "random",
      { bot = "exec:true", parameters = { skill = 1 } } } }]])
    _, err = folder:shell "$T tournament cup.lua --programs"
    assert.matches("bots%[2%]: parameters: a program has none", err)
  end)
end)
