-- tesela measure: figures held against games that are solved or counted out, intervals
-- against games whose chances are known, and the command.

local tesela = require "tesela"
local estimates = require "tesela.measure.estimate"
local rating = require "tesela.rating"
local figures = require "tesela.measure.figures"
local readers = require "tesela.measure.measured_game"
local reports = require "tesela.measure.measure_report"
local measures = require "tesela.measure.measure"
local solving = require "solving"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

-- ---- measuring in this process ----------------------------------------------

-- A measure of some rules alone, without a file; `more` replaces what is said here.
local function measured(rules, more)
  local given = { columns = { { name = "it", rules = rules } }, base = 1,
    bots = { "random", "random" }, iterations = 1, search = 1, doublings = 0, games = 40,
    looked = 0, seed = 1, max_plies = 1000, workers = 0 }
  for key, value in pairs(more or {}) do given[key] = value end
  local measure = assert(measures.open(given))
  assert.is_nil(measure:play())
  return measure:result(), measure
end

-- The estimate of a figure by its name, in column i, or the difference there.
local function estimate(result, name, i, member)
  for _, figure in ipairs(result.figures) do
    if figure.name == name then return figure[member or "columns"][i or 1] end
  end
end

-- Whether an estimate holds what is true: within 1.5 of its margins.
local function holds(result, name, truth)
  local found = estimate(result, name)
  assert.is_true(math.abs(found.value - truth) <= 1.5 * found.margin + 1e-9,
    ("%s: %g +/- %g, and truly %g"):format(name, found.value, found.margin, truth))
end

-- ---- random games, counted out ----------------------------------------------

-- How likely each length and outcome of random games is: a list of { plies, result for
-- seat 1, probability }, by going through all positions.
local function all_ends(rules)
  local level, ends = { [rules:start():fen()] = { rules:start(), 1 } }, {}
  local plies = 0
  while next(level) do
    local after = {}
    for _, entry in pairs(level) do
      local state, chance = entry[1], entry[2]
      if state.over then
        ends[#ends + 1] = { plies, solving.solved(state, 1, {}), chance, state.reason }
      end
      for _, move in ipairs(state.over and {} or state:list()) do
        local one = state:copy():play(move)
        local key = one:fen() .. (one.reason or "")
        after[key] = after[key] or { one, 0 }
        after[key][2] = after[key][2] + chance / state:count()
      end
    end
    level, plies = after, plies + 1
  end
  return ends
end

local function expected(ends, f)
  local sum = 0
  for _, each in ipairs(ends) do sum = sum + each[3] * f(each[1], each[2], each[4]) end
  return sum
end

describe("what is measured of random games", function()
  it("is what counting all games of tic-tac-toe says", function()
    local rules = tesela.rules "tictactoe"
    local ends = all_ends(rules)
    local plies = expected(ends, function(n) return n end)
    assert.is_true(math.abs(expected(ends, function(_, x) return x == 0.5 and 1 or 0 end)
      - 16 / 126) < 1e-9) -- of 362,880 orders of the cells 46,080
    local result = measured(rules, { games = support.times(400, 100) // 2 * 2 })
    holds(result, "plies", plies)
    holds(result, "spread", math.sqrt(expected(ends, function(n) return n * n end)
      - plies * plies))
    holds(result, "legal moves a ply", expected(ends, function(n) return (19 - n) / 2 end))
    holds(result, "plies with a choice", expected(ends, function(n)
      return n == 9 and 8 / 9 or 1
    end))
    holds(result, "drawn", expected(ends, function(_, x) return x == 0.5 and 1 or 0 end))
    holds(result, "by line", expected(ends, function(_, _, r)
      return r == "line" and 1 or 0
    end))
    holds(result, "first seat's score", expected(ends, function(_, x) return x end))
    assert.equal(1, estimate(result, "by the rules").value)
  end)

  it("is what counting all games of small Losetas says", function()
    local rules = tesela.rules("losetas", { size = 2, tiles = { 0, 2, 2 }, frame = "fixed" })
    local ends = all_ends(rules)
    local result = measured(rules, { games = support.times(400, 40) // 2 * 2 })
    holds(result, "plies", expected(ends, function(n) return n end))
    holds(result, "drawn", expected(ends, function(_, x) return x == 0.5 and 1 or 0 end))
    holds(result, "first seat's score", expected(ends, function(_, x) return x end))
  end)
end)

-- ---- games that are solved --------------------------------------------------

-- What the course of a game is by its values, each in the slowest way.
local function course(values, won)
  local changes, last, behind, gaps, decided = 0, nil, 0, 0, 0
  for i, value in ipairs(values) do
    local now = value > 0.5 and 1 or value < 0.5 and 2 or last
    if last and now ~= last then changes = changes + 1 end
    last = now
    local own = won == 1 and value or 1 - value
    if own < 0.5 then behind, gaps = behind + 1, gaps + 1 - 2 * own end
    local all = i < #values
    for k = i, #values do all = all and (won == 1 and values[k] or 1 - values[k]) > 0.9 end
    if all then decided = math.max(decided, #values - i) end
  end
  return changes, decided, behind > 0 and gaps / behind or 0
end

-- Plays random games of some rules, and the mean of their course as it is measured and as
-- it truly is.
local function courses(rules, games, search, solver)
  local result, measure = measured(rules, { games = games, looked = games, search = search })
  local part, known = measure.parts[1], {}
  local sums, won_games = { 0, 0, 0 }, 0
  for _, each in ipairs(part:list()) do
    local record, values = tesela.decode(each.line), {}
    local state = tesela.replay(each.line, 0)
    values[1] = solver(state, 1, known)
    for i, move in ipairs(record.moves) do values[i + 1] = solver(state:play(move), 1, known) end
    local won = #state.winners == 1 and state.winners[1]
    local changes, decided, drama = course(values, won or 1)
    sums[1] = sums[1] + changes / games
    if won then
      sums[2], sums[3], won_games = sums[2] + decided, sums[3] + drama, won_games + 1
    end
  end
  assert.is_true(won_games > 1)
  return result, { sums[1], sums[2] / won_games, sums[3] / won_games }
end

-- The mean of what was measured: that of pairs is that of games only where both have one.
local function near(result, names, truth, most)
  for i, name in ipairs(names) do
    local found = estimate(result, name).value
    assert.is_true(math.abs(found - truth[i]) <= most[i], ("%s: %g, and truly %g"):format(name,
      found, truth[i]))
  end
end

local COURSE = { "lead changes", "plies when decided", "drama" }

describe("the course of games", function()
  it("is that of small Losetas, solved", function()
    local rules = tesela.rules("losetas", { size = 3, tiles = { 1, 2, 2 }, frame = "fixed" })
    local result, truth = courses(rules, support.times(6, 2) // 2 * 2, 100000, solving.solved)
    assert.equal(truth[1], estimate(result, "lead changes").value)
    near(result, COURSE, truth, { 0, 0.5, 0.1 })
  end)

  it("is nearly that of tic-tac-toe and Connect Four on 4 by 4, solved", function()
    local result, truth = courses(tesela.rules "tictactoe", 4, 200, solving.solved)
    near(result, COURSE, truth, { 1, 1, 0.35 })
    local rules = tesela.rules("connect_four", { columns = 4, rows = 4 })
    result, truth = courses(rules, 2, 100, solving.four_by_four)
    near(result, COURSE, truth, { 2, 2, 0.35 })
  end)

  it("is counted as the page says", function()
    local function game(winners, ...)
      local values = {}
      for i, x in ipairs { ... } do values[i] = { x, 1 - x } end
      return { winners = winners, values = values }
    end
    -- nobody leads at an even start, and who is caught up with leads on
    assert.equal(0, figures.lead_changes(game({ 1 }, 0.5, 0.6, 0.5, 0.6, 1)))
    assert.equal(2, figures.lead_changes(game({ 1 }, 0.5, 0.6, 0.4, 0.5, 0.8, 1)))
    -- and a lead is a tenth
    assert.equal(0, figures.lead_changes(game({ 1 }, 0.56, 0.46, 0.54, 0.51, 0.8, 1)))
    assert.equal(2, figures.decided(game({ 1 }, 0.95, 0.9, 0.91, 0.92, 1)))
    assert.equal(0, figures.decided(game({ 2 }, 0.5, 0.6, 0.7, 0)))
    assert.is_nil(figures.decided(game({ 1, 2 }, 0.5, 0.5)))
    assert.is_true(math.abs(figures.drama(game({ 2 }, 0.5, 0.6, 0.8, 0.3, 0)) - 0.4) < 1e-9)
    assert.equal(0, figures.drama(game({ 1 }, 0.5, 0.6, 1)))
    -- among three: against the best of the others
    local three = { winners = { 3 }, values = { { 0.45, 0.3, 0.25 }, { 0, 0, 1 } } }
    assert.is_true(math.abs(figures.drama(three) - 0.2) < 1e-9)
    assert.equal(1, figures.lead_changes(three))
  end)

  it("ends as good players end it", function()
    local rules = tesela.rules "tictactoe"
    local good = { bots = { "expert", "expert" }, iterations = 1000, games = 2 }
    assert.equal(1, estimate(measured(rules, good), "drawn").value)
    rules = tesela.rules("losetas", { size = 3, tiles = { 1, 2, 2 }, frame = "fixed" })
    good.iterations = 20000
    assert.equal(solving.solved(rules:start(), 1, {}),
      estimate(measured(rules, good), "first seat's score").value)
  end)
end)

-- ---- chance -----------------------------------------------------------------

-- A coin: who is to move throws it, whatever is called.
local coin = tesela.define {
  name = "coin", endings = { "fell" }, chance = true, fields = { fell = { max = 2 } },
  moves = function(_, out) out(1) out(2) end,
  apply = function(s, _, rng) s.fell, s.over = rng:int(2), "fell" end,
  result = function(s) return { s.fell == 1 and 1 or 0, s.fell == 2 and 1 or 0 } end,
}

-- Straws: `bias` of ten win for who draws, and random players draw any.
local function straws(bias)
  return tesela.define {
    name = "straws" .. bias, endings = { "drawn" }, fields = { drawn = { max = 10 } },
    moves = function(_, out) for m = 1, 10 do out(m) end end,
    apply = function(s, m) s.drawn, s.over = m, "drawn" end,
    result = function(s)
      local won = s.drawn <= bias
      return { won and 1 or 0, won and 0 or 1 }
    end,
  }
end

describe("an interval", function()
  it("has Student's quantiles", function()
    for degrees, t in pairs { [9] = 2.2622, [10] = 2.2281, [30] = 2.0423, [1000] = 1.9623 } do
      assert.is_true(math.abs(rating.student(degrees) - t) < 0.0002 * t, degrees)
    end
  end)

  it("is of pairs, and marks what excludes 0", function()
    local found = estimates.number { 1, 2, 3, 4, 5, 6, 7, 8, 9, [17] = 15 }
    assert.same({ 6, 10 }, { found.value, found.n })
    assert.is_true(math.abs(found.margin - 2.2622 * math.sqrt(150 / 9 / 10)) < 0.001)
    assert.is_nil(estimates.number {})
    assert.is_nil(estimates.number({ 1, 2, 3, 4, 5, 6, 7, 8, 9 }).margin)
    assert.is_nil(estimates.share({ 0, 0, 1, 1, 0, 0, 0, 0, 0 }).margin)
    local none = estimates.share { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
    assert.is_true(none.value == 0 and none.margin > 0.1 and none.margin < 0.3, none.margin)
    local paired = estimates.difference({ 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, [19] = 100 },
      { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10.1, [18] = -50 })
    assert.is_true(paired.n == 10 and paired.marked and math.abs(paired.value - 0.99) < 1e-9)
    local one, zero = {}, {}
    for i = 1, 10 do one[i], zero[i] = 1, 0 end
    assert.is_true(estimates.difference(one, zero, true).marked)
    for i = 1, 10 do one[i], zero[i] = i % 2, (i + 1) % 2 end
    assert.is_false(estimates.difference(one, zero, true).marked)
    one[10] = nil
    assert.is_nil(estimates.difference(one, zero, true).marked)
  end)

  it("holds what is true of random players in 95 of 100 seeds", function()
    local seeds = support.times(100, 3)
    local missed = { even = 0, biased = 0, skill = 0, difference = 0 }
    local even, biased = tesela.rules(straws(5)), tesela.rules(straws(7))
    for seed = 1, seeds do
      local result = measured(even, { seed = seed, games = 20, doublings = 1, iterations = 2,
        climber = tesela.bot "random",
        columns = { { name = "even", rules = even }, { name = "biased", rules = biased } } })
      local function count(name, found, truth)
        if math.abs(found.value - truth) > found.margin then missed[name] = missed[name] + 1 end
      end
      count("even", estimate(result, "first seat's score", 1), 0.5)
      count("biased", estimate(result, "first seat's score", 2), 0.7)
      count("difference", estimate(result, "first seat's score", 2, "differences"), 0.2)
      count("skill", estimate(result, "a doubling", 1), 0)
    end
    for name, count in pairs(missed) do
      assert.is_true(count <= seeds // 10, ("%s: %d of %d seeds"):format(name, count, seeds))
    end
  end)

  it("finds no skill in a coin", function()
    local result = measured(tesela.rules(coin), { games = 20, doublings = 2, iterations = 8,
      climber = tesela.bot "mcts" })
    local found = estimate(result, "a doubling")
    assert.is_true(math.abs(found.value) <= found.margin)
    assert.is_true(found.margin > 0)
    assert.equal(2, result.skill_ends[1])
  end)
end)

-- ---- the command ------------------------------------------------------------

-- Tic-tac-toe in which nobody may begin in the middle.
local APART = [[
local tesela = require "tesela"
return tesela.derive("tictactoe", {
  keep = function(_, s, m) return m ~= 5 or #s.board:find(0) < 9 end,
  measures = {
    corners = function(game)
      local count = 0
      for _, move in ipairs(game.moves) do
        if move:find "^[ac][13]$" then count = count + 1 end
      end
      return count
    end,
  },
})
]]

local MEASURE = "$T measure ./apart.lua --bots mcts --iterations 8 --doublings 1 --games 40 "
  .. "--looked 2 -o a.jsonl"

describe("the report of a measure", function()
  local names = { "a name that is rather long", "another one", "third" }

  local function text_of(count)
    local columns = {}
    for i = 1, count do
      local rules = tesela.rules("connect_four", { columns = 3 + i, rows = 4 })
      columns[i] = { name = names[i], rules = rules }
    end
    local result = measured(columns[1].rules, { columns = columns, games = 6, looked = 1 })
    return result, reports.text(result)
  end

  it("fits a narrow terminal, with all that it says", function()
    for count = 1, 3 do
      local result, usual = text_of(count)
      assert.is_true(support.width(usual) <= 79, usual)
      assert.equal(usual, (support.at_columns(80, reports.text, result)))
      assert.equal(usual, (support.at_columns(200, reports.text, result)))
      local least = support.at_columns(40, reports.text, result)
      assert.is_true(support.width(least) < 40, least)
      for _, columns in ipairs { 46, 50, 65 } do
        local text = support.at_columns(columns, reports.text, result)
        assert.is_true(support.width(text) < columns, text)
        for _, figure in ipairs(result.figures) do
          assert.is_truthy(text:find(reports.label(figure), 1, true), figure.name)
          for i = 1, count do
            local cell = reports.cell(figure.kind, figure.columns[i])
            assert.is_truthy(text:find(cell, 1, true), figure.name)
          end
        end
      end
    end
  end)
end)

describe("tesela measure", function()
  folder:write("apart.lua", APART)

  it("holds a variant against its game, and continues where it stopped", function()
    local out, err = folder:must(MEASURE)
    assert.matches("^apart, tictactoe\nmcts, 8 iterations a move, seed 1\n"
      .. "40 games each, 2 of them looked at\nToo few: an interval needs 10 starts, each played "
      .. "in all seatings.\n\n +tictactoe +apart +difference\nLength\n", out)
    assert.matches("\n  lead changes +[%d.]+ %(too few%) +[%d.]+ %(too few%) +[-+]", out)
    assert.matches("\n  plies +[%d.]+ %+/%- [%d.]+ +[%d.]+ %+/%- [%d.]+ +[-+][%d.]+ %+/%-", out)
    assert.matches("\nYour own\n  corners ", out)
    assert.matches("\nSkill, Elo\n  8 against 4 .*\n  a doubling .*\n  the ladder +%a", out)
    assert.matches("^tesela measure: 40 games each of 2 columns: about %d", err)
    assert.matches("\ngames: a%.jsonl\n$", err)

    local text = folder:read "a.jsonl"
    for _, size in ipairs { 7, #text // 3, #text - 5 } do
      folder:write("a.jsonl", text:sub(1, size))
      assert.equal(out, (folder:must(MEASURE .. " -w 1")))
    end
    assert.equal(#text, #folder:read "a.jsonl")
  end)

  it("continues after kill -9", function()
    local out = folder:must(MEASURE)
    folder:remove "a.jsonl"
    folder:shell(MEASURE .. [[ >out 2>err & p=$!
      until [ -e a.jsonl ] && [ "$(wc -l <a.jsonl)" -ge 20 ] || ! kill -0 $p; do sleep 0.01; done
      kill -9 $p; wait $p]])
    assert.equal(out, (folder:must(MEASURE)))
  end)

  it("tells what there is when Ctrl-C ends it", function()
    local long = MEASURE:gsub("40", "40000"):gsub("a%.jsonl", "long.jsonl")
    local out, err, status = folder:shell(long .. [[ & p=$!
      until [ "$(wc -l <long.jsonl 2>/dev/null || echo 0)" -ge 60 ]; do sleep 0.02; done
      kill -INT $p; wait $p]])
    assert.equal(130, status)
    assert.matches("^apart, tictactoe\n.*\n  plies ", out)
    assert.matches("\ntesela measure: interrupted; the same command resumes\n$", err)
  end)

  it("plays only what is missing if more is asked for", function()
    local before = folder:read "a.jsonl"
    local out = folder:must((MEASURE:gsub("40", "44")))
    assert.matches("\n44 games each", out)
    assert.equal(before, folder:read("a.jsonl"):sub(1, #before))
  end)

  it("measures what a file says, of games that are there", function()
    folder:write("mine.lua", [[return {
      middle = function(game) return game.moves[1] == "b2" and 1 or 0 end,
      known = function(game) return game.values and #game.values - game.plies end,
      never = function() end,
    }]])
    local size = #folder:read "a.jsonl"
    local out = folder:must(MEASURE .. " --measures mine.lua -f json")
    assert.equal(size, #folder:read "a.jsonl")
    local result = tesela.decode(out)
    assert.equal(1, estimate(result, "known", 2).value)
    assert.equal(0, estimate(result, "middle", 1).value)
    assert.is_true(estimate(result, "middle", 2).value > 0)
    assert.is_false(estimate(result, "never", 1))
    assert.same({ 2, "apart", "tictactoe", 44 }, { result.base, result.columns[1].name,
      result.columns[2].game, result.columns[1].games })
    for name, words in pairs {
      ["error 'oops'"] = "measure wrong: wrong%.lua:1: oops",
      ["return 'a'"] = "measure wrong: expected a number of at most 1e100 or nil, got a string",
      ["error {}"] = "measure wrong: %(error object is a table value%)",
      ["error(print)"] = "measure wrong: %(error object is a function value%)",
      ["error()"] = "measure wrong: %(error object is a nil value%)",
      ["return 1e308"] = "measure wrong: expected a number of at most 1e100 or nil, got 1e%+308",
      ["return 0 / 0"] = "measure wrong: expected a number of at most 1e100 or nil, got %-?nan",
    } do
      folder:write("wrong.lua", ("return { wrong = function() %s end }"):format(name))
      local _, err, status = folder:shell(MEASURE .. " --measures wrong.lua")
      assert.equal(1, status)
      assert.matches("^tesela measure: " .. words .. "\n$", err)
    end
  end)

  it("gives a measure all that its annotation says, and nothing else", function()
    folder:write("all.lua", [[return { all = function(game)
      local names = {}
      for name in pairs(game) do names[#names + 1] = name end
      table.sort(names)
      error(table.concat(names, " "), 0)
    end }]])
    local _, err = folder:shell(MEASURE .. " --measures all.lua")
    local names = {}
    local annotations = require "tesela.manual.annotations"
    for i, field in ipairs(annotations.load().classes.MeasuredGame.fields) do
      names[i] = field.name
    end
    table.sort(names)
    assert.matches("tesela measure: measure all: " .. table.concat(names, " ") .. "\n$", err)
  end)

  it("lets no measure of a file run for ever", function()
    folder:write("slow.lua", [[local tesela = require "tesela"
      return tesela.derive("tictactoe", {
        measures = { slow = function() while true do end end } })]])
    local _, err, status = folder:shell(
      "$T measure ./slow.lua --bots random --games 2 --doublings 0 --looked 0 --limit 0.1")
    assert.equal(1, status)
    assert.equal("tesela measure: measure slow: ./slow.lua:3: takes longer than 0.1 s\n", err)
    local why = support.raised(tesela.derive, "tictactoe", { name = "x", measures = { 3 } })
    assert.matches("measures: expected functions by name, got 1 = 3", why)
  end)

  it("has names that can be shown", function()
    for _, name in ipairs { "M\27[31m", "M\u{202e}", "a\nb", "\xFF" } do
      local why = support.raised(tesela.derive, "tictactoe", { name = "x",
        measures = { [name] = print } })
      assert.matches("measures: expected names that can be shown, got ", why)
      assert.is_nil(why:find("[%c\x80-\xFF]"))
      folder:write("names.lua", ("return { [%q] = print }"):format(name))
      local out, err, status = folder:shell("$T measure tictactoe --measures names.lua")
      assert.same({ "", 2 }, { out, status })
      assert.matches("^tesela measure: names.lua: expected names that can be shown, got ", err)
      assert.is_nil(err:find("\27", 1, true))
    end
  end)

  it("goes over the values of options, from the default on", function()
    local out = folder:must "$T measure connect_four --set rows=4 --sweep columns=6,7 \z
      --sweep length=3..4 --bots random --games 20 --doublings 0 --looked 0 -o b.jsonl"
    assert.matches("^columns=6 length=3, columns=6 length=4, columns=7 length=3, columns=7 "
      .. "length=4\n", (out:gsub("\n", " ", 1):gsub("length=4 ", "length=4\n", 2)))
    assert.matches("\nLength: plies\n  columns=6 length=3 +| *%-*o%-* *| [%d.]+ %+/%- ", out)
    assert.matches("\n%* differs from columns=7 length=4: ", out)
  end)

  it("has as many games as fit into a time, and continues in another one", function()
    local before = 0
    for _ = 1, 2 do
      local since = tesela.clock()
      local out = folder:must "$T measure tictactoe --bots mcts --iterations 4 \z
        --doublings 1 --time 0.3s -w 1 -o c.jsonl"
      assert.is_true(tesela.clock() - since < 60)
      local games = tonumber(out:match "\n(%d+) games each")
      assert.is_true(games >= before + 4, games)
      before = games
    end
  end)

  it("plays with levels, and bots from files", function()
    local out = folder:must "$T measure tictactoe --level 2 --games 4 --doublings 1 \z
      --iterations 4 --looked 0 -o g.jsonl"
    assert.matches("^tictactoe\nexpert, level 2, seed 1\n4 games each", out)
    for _, names in ipairs { "expert", "expert,expert" } do
      local also = folder:must("$T measure tictactoe --level 2 --games 4 --doublings 1 "
        .. "--iterations 4 --looked 0 -o named.jsonl --bots " .. names)
      assert.equal(out, also)
    end
    assert.matches("\n  4 against 2 ", out)
    folder:write("first.lua", "return function(view) return view:list()[1] end")
    out = folder:must "$T measure tictactoe --bots random,./first.lua --games 4 --looked 0 \z
      -o g.jsonl --doublings 0"
    assert.matches("^tictactoe\nrandom and first, ", out)
    out = folder:must "$T measure tictactoe --bots random --games 4 --looked 0 -o r.jsonl"
    assert.is_nil(out:find("a doubling", 1, true))
    for _, name in ipairs { "random", "greedy", "./first.lua" } do
      local _, err, status = folder:shell("$T measure tictactoe --games 4 --looked 0 "
        .. "-o r.jsonl --doublings 2 --bots " .. name)
      assert.equal(2, status)
      assert.matches("^tesela measure: %-%-doublings: skill is measured with a built%-in bot that "
        .. "has iterations, not with %a+\n$", err)
    end
    folder:write("first.lua", "return function() error 'oops' end")
    local _, err, status = folder:shell "$T measure tictactoe --bots ./first.lua --games 4 \z
      --looked 0 -o g.jsonl --doublings 0"
    assert.equal(1, status)
    assert.equal("tesela measure: a bot lost by its mistake: ./first.lua:1: oops\n", err)
  end)

  it("says if all games are alike", function()
    local out = folder:must "$T measure losetas --set size=3 --set tiles=1,1,1 --bots expert \z
      --iterations 50 --games 4 --doublings 0 --looked 0 -o d.jsonl"
    assert.matches("\nlosetas: all games are alike; %-%-openings 2 begins", out)
    -- Two bots without luck have one game for each of their seatings.
    out = folder:must "$T measure losetas --set size=3 --set tiles=1,1,1 --bots \z
      expert,alphabeta --iterations 50 --games 12 --doublings 0 --looked 0 -o e.jsonl"
    assert.matches("all games are alike", out)
    assert.is_nil(out:find("+/- 0.0", 1, true))
  end)

  it("keeps no game of a bot that fails, and says so each time", function()
    folder:write("half.lua", [[return function(view, budget)
      if budget.seed % 2 == 0 then error "oops" end
      return view:list()[1]
    end]])
    for _ = 1, 4 do
      local _, err, status = folder:shell "$T measure tictactoe --bots ./half.lua,random \z
        --games 8 --doublings 0 --looked 0 -w 1 -o h.jsonl"
      assert.same({ 1, "tesela measure: a bot lost by its mistake: ./half.lua:1: oops\n" },
        { status, (err:gsub("half.lua:%d+", "half.lua:1")) })
    end
  end)

  it("separates players and sides, and tells who is first among three", function()
    local rules = tesela.rules(support.derive("losetas", { swap = true,
      options = { size = 3, tiles = { default = { 1, 1, 1 } } } }))
    local state, rng = rules:start(), tesela.rng(2)
    state:play(state:list()[1]):play "swap"
    while not state.over do state:play(rng:pick(state:list())) end
    local record = state:record { pair = 1 }
    local game, told = readers.of(record, rules), {}
    for _, figure in ipairs(figures.list({ game }, { rules }, {})) do
      told[figure.name] = figure.value and figure.value(game)
    end
    assert.equal(1, #state.winners)
    assert.same({ state.winners[1] == 1 and 1 or 0, state.winners[1] == 2 and 1 or 0, 1 },
      { told["first player's score"], told["first side's score"], told["sides swapped"] })
    local out = folder:must "$T measure pig --set players=3 --set points=10 --bots mcts \z
      --games 12 --doublings 1 --iterations 2 --looked 0 -o f.jsonl"
    for _, name in ipairs { "seat 1 is first", "seat 3 is first", "first places' gap" } do
      assert.is_truthy(out:find("  " .. name, 1, true), out)
    end
  end)

  it("refuses in one line what makes no sense", function()
    local function refused(arguments, words, status)
      local out, err, code = folder:shell("$T measure " .. arguments)
      assert.same({ "", "tesela measure: " .. words .. "\n", status or 2 },
        { out, err, code })
    end
    refused("mixtour --against mixtour", "--against mixtour: it is the game itself; --sweep "
      .. "compares values of an option")
    refused("mixtour --sweep win_score=1", "--sweep win_score=1: expected option=values, two or "
      .. "more, as in win_score=1..5, corners=any,fixed or tiles=8,8,3/4,4,2")
    refused("mixtour --sweep win_score=1..50", "--sweep: expected at most 40 columns, got more")
    refused("mixtour --sweep win_score=0..2", "mixtour: win_score=0: expected a whole number in "
      .. "1..99")
    refused("mixtour --sweep a=1,2 --sweep b=1,2 --sweep c=1,2",
      "--sweep: expected one option, or two")
    refused("mixtour --sweep stack=4,5 --against mixtour",
      "--against and --sweep cannot be combined")
    refused("mixtour --set win_score=2 --sweep win_score=1..3",
      "--sweep win_score=1..3: win_score is already set")
    refused("mixtour --sweep win_score=1,2 --sweep win_score=3,4",
      "--sweep win_score=3,4: win_score is already set")
    refused("mixtour -f html -o 'my page.html'", "--out my page.html: expected a file for "
      .. "games, one per line; for the page write -f html >'my page.html'")
    refused("mixtour --time 10", "--time 10: expected a number with its unit: 90s, 10m or 2h")
    refused("mixtour --bots random,greedy,mcts", "--bots: expected one bot or two, got 3")
    for _, names in ipairs { "mcts", "expert,mcts", "mcts,expert" } do
      refused(("mixtour --bots %s --level 3"):format(names),
        "--level is for expert, but --bots names others")
    end
    folder:write("mine_too.lua", "return function(view) return view:list()[1] end")
    refused("mixtour --bots ./mine_too.lua --doublings 2", "--doublings: skill is measured with "
      .. "a built-in bot that has iterations, not with mine_too")
    refused("blokus --set players=1", "blokus players=1 is for one: a measure needs players who "
      .. "compete")
    folder:write("four.lua", "return 4")
    refused("mixtour --measures four.lua", "four.lua: expected a table of functions by name, "
      .. "got a number")
    folder:write("four.lua", "return { [{}] = print }")
    refused("mixtour --measures four.lua", "four.lua: expected functions by name, got table")
    folder:write("four.lua", "error {}")
    refused("mixtour --measures four.lua", "(error object is a table value)")
    folder:write("letter.jsonl", "Dear all\n")
    refused("mixtour -o letter.jsonl", "letter.jsonl exists, and is not a file of a measure; "
      .. "-o names another", 1)
    assert.equal("Dear all\n", folder:read "letter.jsonl")
    folder:write("bad.jsonl", '{"measure":1}\n{"of":3}\n')
    refused("mixtour -o bad.jsonl", "bad.jsonl:2: not a line of a measure; without this line "
      .. "the same command resumes", 1)
    local text = folder:read "a.jsonl"
    folder:write("b.jsonl", (text:gsub('("values":%[)%[[%d.,]+%],', "%1", 1)))
    local _, err = folder:shell((MEASURE:gsub("a%.jsonl", "b.jsonl")))
    assert.matches("b%.jsonl: the values of game %d of %l+ do not belong to it\n$", err)
    local moves = '"moves":["a1","a1",'
    folder:write("b.jsonl", (text:gsub('"moves":%["%w+","%w+",', moves, 1)))
    _, err = folder:shell((MEASURE:gsub("a%.jsonl", "b.jsonl")))
    assert.matches("b%.jsonl: a game of %l+: .*a1", err)
    folder:write("b.jsonl", (text:gsub('"pair":1', '"pair":7', 1)))
    _, err = folder:shell((MEASURE:gsub("a%.jsonl", "b.jsonl")))
    assert.matches("b%.jsonl:%d+: not a game of this tournament: .*; without this line the "
      .. "same command resumes\n$", err)
    refused("mixtour --sweep win_score=1,1", "win_score=1 and win_score=1 are the same rules", 1)
  end)
end)

-- ---- the function of the module ---------------------------------------------

describe("tesela.measure", function()
  local function apart()
    return tesela.derive("tictactoe", { name = "apart_typed",
      keep = function(_, s, m) return m ~= 5 or #s.board:find(0) < 9 end })
  end

  it("has the figures of the command, of a game that is typed, a path or a name", function()
    folder:write("apart.lua", APART)
    local rest = " --iterations 8 --doublings 1 --games 20 --looked 2 --seed 3 -o same.jsonl"
    local told = folder:must("$T measure ./apart.lua --bots mcts" .. rest)
    local function options(rules)
      return { rules = rules, bots = { "mcts" }, iterations = 8, doublings = 1, games = 20,
        looked = 2, seed = 3, workers = 0 }
    end
    local of_path = options(folder.path .. "/apart.lua")
    local result, stopped = tesela.measure(of_path)
    assert.is_nil(stopped)
    assert.equal(told, tostring(result))
    local typed = options(apart())
    typed.measures = { corners = function() return 1 end }
    assert.matches("\n  corners +1%.0 ", tostring(tesela.measure(typed)))
    typed.rules, typed.measures = tesela.rules(typed.rules), nil
    assert.same(result.figures[1], tesela.measure(typed).figures[1])
    assert.equal("tictactoe", tesela.measure { rules = "tictactoe", bots = { "random" },
      games = 2, looked = 0, workers = 0 }.columns[1].name)
  end)

  it("compares with another game, goes over options, and keeps its games", function()
    local options = { rules = apart(), against = "tictactoe", bots = { "random", "greedy" },
      games = 4, looked = 0, workers = 0, file = folder.path .. "/kept.jsonl" }
    assert.equal("tictactoe", tesela.measure(options).columns[2].name)
    local text = folder:read "kept.jsonl"
    tesela.measure(options)
    assert.equal(text, folder:read "kept.jsonl")
    local swept = tesela.measure { rules = tesela.rules("connect_four", { rows = 4 }),
      sweep = { "columns=6,7", "length=3..4" }, bots = { "random" }, games = 4, looked = 0,
      workers = 0 }
    assert.same({ "columns=6 length=3", 4, 4 }, { swept.columns[1].name,
      swept.columns[1].options.rows, swept.base })
    local _, stopped = tesela.measure { rules = "tictactoe", bots = { "random" }, time = 0.05,
      looked = 0, workers = 0 }
    assert.equal("time", stopped)
  end)

  it("says where searches cannot judge the game", function()
    local result = tesela.measure { bots = { "random" }, games = 2, looked = 0, workers = 0,
      rules = tesela.define { name = "both_at_once", endings = { "shown" },
        fields = { choice = { max = 3, deal = "any", seen = { 1 } } },
        moves = function(_, out) for m = 1, 3 do out(m) end end,
        apply = function(s, m)
          if s.seat == 1 then s.choice, s.seat = m, 2 else s.choice, s.over = 0, "shown" end
        end,
        result = function() return { 0, 0 } end,
        tell = function(s, m, seat) return s.seat == seat and tostring(m) or "one" end } }
    assert.matches("both_at_once: seat 2 chooses without seeing the previous move",
      (tostring(result):gsub("\n", " ")))
  end)

  it("refuses in one line what makes no sense", function()
    local function refused(words, more)
      local given = { rules = "mixtour", games = 2, workers = 0 }
      for key, value in pairs(more) do given[key] = value end
      local why = support.raised(tesela.measure, given)
      assert.equal("tesela.measure: " .. words, why:match "tesela%.measure: .*$")
    end
    refused("against mixtour: it is the game itself; sweep compares values of an option",
      { against = "mixtour" })
    refused("level is for expert, but bots names others", { level = 3, bots = { "mcts" } })
    refused("bots: expected one bot or two, got 0", { bots = {} })
    refused("win_score=1 and win_score=1 are the same rules", { sweep = "win_score=1,1" })
    refused('sweep: expected strings ("win_score=1..5"), got 3', { sweep = { 3 } })
    refused("measures: expected a table of functions by name, got a number", { measures = 3 })
    refused("games: expected a whole number in 2..1048576, got 1", { games = 1 })
    refused("openings: expected a table, got 3", { openings = 3 })
    refused("bot exec:true: starting a program needs programs (in Lua "
      .. "programs = true, or tesela.bot)", { bots = { "exec:true" }, doublings = 0 })
    refused("a bot lost by its mistake: oops", { doublings = 0, looked = 0,
      bots = { function() error("oops", 0) end } })
  end)
end)
