-- Searches from Lua: what they return, how they print, what they refuse, and
-- functions in Lua in the place of the game's own.

local tesela = require "tesela"
local support = require "support"

local mixtour = tesela.rules "mixtour"
local TACTICAL = "ww,r,2,rwr/2,wr,2/3,r,1/1,r,3/1,w,w,rr,w w 0:0 -"

teardown(support.clean)

-- Noughts and crosses.
local LINES = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 }, { 1, 4, 7 }, { 2, 5, 8 },
  { 3, 6, 9 }, { 1, 5, 9 }, { 3, 5, 7 } }

local function has_line(s, seat)
  for _, line in ipairs(LINES) do
    if s.board[line[1]] == seat and s.board[line[2]] == seat
      and s.board[line[3]] == seat then
      return true
    end
  end
end

local noughts = tesela.define {
  name = "noughts_searched", fields = { board = 9 }, endings = { "line", "full" },
  moves = function(s, out)
    for i = 1, 9 do if s.board[i] == 0 then out(i) end end
  end,
  apply = function(s, m)
    s.board[m] = s.seat
    if has_line(s, s.seat) then
      s.over = "line"
    else
      local full = true
      for i = 1, 9 do full = full and s.board[i] ~= 0 end
      if full then s.over = "full" end
    end
    s.seat = 3 - s.seat
  end,
  result = function(s)
    return { has_line(s, 1) and 1 or 0, has_line(s, 2) and 1 or 0 }
  end,
}

local function played(rules, ...)
  local s = rules:start()
  for _, move in ipairs { ... } do s:play(move) end
  return s
end

describe("a search", function()
  it("finds what wins, and proves it", function()
    for _, method in ipairs { "mcts", "alphabeta" } do
      local s = mixtour:load(TACTICAL)
      local move, report = tesela.search(s, { method = method, iterations = 20000 })
      assert.equal("win", report.proof)
      assert.equal("b5-e5", report.best)
      assert.equal(s:move "b5-e5", move)
      assert.equal(move, report.moves[1].move)
      assert.equal("win", report.moves[1].proof)
      assert.equal(1, report.value)
      assert.equal("b5-e5", report.line[1])
    end
  end)

  it("is the same for the same seed, whatever Lua does meanwhile", function()
    for _, game in ipairs { "mixtour", "losetas", "blokus", "qwirkle" } do
      local s = tesela.rules(game):start(3)
      local options = { iterations = support.times(300, 20), seed = 4 }
      local move, report = tesela.search(s, options)
      collectgarbage()
      local again, same = tesela.search(s:copy(), options)
      assert.equal(move, again)
      report.seconds, same.seconds = nil, nil
      assert.same(report, same)
    end
  end)

  it("continues with its tree where the game went on", function()
    local searcher = tesela.searcher(mixtour)
    local s = mixtour:start()
    local _, first = searcher:search(s, { iterations = 2000 })
    assert.equal(0, first.kept)
    s:play(first.line[1]):play(first.line[2])
    local _, second = searcher:search(s:view(s.seat), { iterations = 100 })
    assert.is_true(second.kept > 0 and second.kept < 2000)
    -- Not on another way to the same position.
    local other = mixtour:start():play(first.line[1])
    local _, third = searcher:search(other, { iterations = 100 })
    assert.equal(0, third.kept)
    searcher:clear()
    assert.equal(0, (select(2, searcher:search(other, { iterations = 9 }))).kept)
  end)

  -- Searches of seeds 0 to 15 shared all their deals, in another order: they came to nearly
  -- the same, wrong as all of them were.
  it("deals again for each seed, however alike seeds are", function()
    if support.stress then return end
    local state = tesela.rules("crowns"):start(2)
    local function spread(seed_of)
      local sum, squares, count = 0, 0, 16
      for i = 0, count - 1 do
        local _, report = tesela.search(state, { iterations = 300, seed = seed_of(i) })
        local value = report.values[1]
        sum, squares = sum + value, squares + value ^ 2
      end
      return math.sqrt(math.max(0, squares / count - (sum / count) ^ 2))
    end
    local near = spread(function(i) return i end)
    local far = spread(function(i) return i * 0x9e3779b97f4a7 % (1 << 52) end)
    assert.is_true(near > far / 2, ("%.4f %.4f"):format(near, far))
  end)

  it("shows only what the seat sees to who weighs moves", function()
    local rules = tesela.rules "qwirkle"
    local state = rules:start(5)
    for _ = 1, 6 do state:play(state:list()[1]) end
    local fen = state:view(state.seat):fen()
    local one, other = rules:load(fen, 1), rules:load(fen, 2)
    assert.not_equal(one:fen(), other:fen())
    local function first_shown(from)
      local shown
      tesela.search(from, { iterations = 20, seed = 3, prior = function(s, moves)
        shown = shown or s:fen()
        local weights = {}
        for i = 1, #moves do weights[i] = 1 end
        return weights
      end })
      return shown
    end
    assert.equal(first_shown(one), first_shown(other))
  end)

  it("sees only what the seat sees", function()
    local rules = tesela.rules "qwirkle"
    local s = rules:start(8)
    for _ = 1, 4 do s:play(s:list()[1]) end
    local options = { iterations = support.times(100, 10), seed = 2, margin = 1 }
    local _, truth = tesela.search(s, options)
    for seed = 1, 3 do
      local _, seen = tesela.search(s:view(s.seat, seed), options)
      truth.seconds, seen.seconds = nil, nil
      assert.same(truth, seen)
    end
  end)

  it("plays for several seats and for one", function()
    for _, players in ipairs { 1, 3, 4 } do
      local s = tesela.rules("blokus", { players = players }):start()
      local move, report = tesela.search(s, { iterations = support.times(60, 5) })
      assert.is_true(s:legal(move))
      assert.is_true(report.value >= 0 and report.value <= 1)
    end
  end)

  it("keeps to its budget", function()
    local s = mixtour:start()
    local _, report = tesela.search(s, { iterations = 50, seconds = 100 })
    assert.equal(50, report.iterations)
    _, report = tesela.search(s, { seconds = 0.02 })
    assert.is_true(report.seconds >= 0.02 and report.seconds < 60)
    _, report = tesela.search(s, { method = "alphabeta", depth = 2 })
    assert.equal(2, report.depth)
    _, report = tesela.search(s)
    assert.equal(1000, report.iterations)
  end)

  it("ends when the choice is settled, if it may", function()
    local settled = 0
    for i = 1, 12 do
      local s = tesela.rules("blokus", { variant = "duo" }):start()
      for ply = 1, 2 * i do s:play(s:list()[1 + ply * 7919 % s:count()]) end
      local budget = { iterations = 600, seed = i, margin = 1 } -- nothing is proven
      local move = tesela.search(s, budget)
      budget.settle = true
      local same, report = tesela.search(s, budget)
      assert.equal(move, same)
      assert.equal(report.iterations < 600, report.settled)
      settled = settled + (report.settled and 1 or 0)
    end
    assert.is_true(settled > 0)
  end)

  it("stays within its memory", function()
    local _, report = tesela.search(mixtour:start(), {
      memory = 1 << 16, iterations = support.times(20000, 3000) })
    assert.is_true(report.memory <= 1 << 16)
    assert.is_true(report.full)
  end)

  -- MB of this process in memory; nil if the system does not say.
  local function resident()
    local file = io.open "/proc/self/status"
    local text = file and file:read "a"
    if file then file:close() end
    return text and tonumber(text:match "VmRSS:%s+(%d+)") // 1024
  end

  local function searched(iterations)
    local searcher = tesela.searcher(mixtour, { method = "alphabeta" })
    local _, report = searcher:search(mixtour:start(), { iterations = iterations })
    return searcher, report
  end

  it("takes memory only for what it keeps", function()
    local before, all = resident(), {}
    for i = 1, 50 do
      local report
      all[i], report = searched(100)
      assert.is_true(report.memory < 1 << 20)
    end
    assert.equal(50, #all)
    if not before or support.sanitized then return end
    assert.is_true(resident() - before < 50)
  end)

  it("is collected with its memory, even if its searcher is old", function()
    if not resident() or support.sanitized then return end
    local mode = collectgarbage "generational"
    local before, old = resident(), {}
    for i = 1, 60 do
      old[i % 3] = searched(20000)
      collectgarbage "step"
    end
    collectgarbage(mode)
    assert.equal(2, #old)
    assert.is_true(resident() - before < 300)
  end)

  it("prints as a table", function()
    local _, report = tesela.search(mixtour:load(TACTICAL), { method = "alphabeta",
      depth = 3 })
    local text = tostring(report)
    assert.matches("^alphabeta: %d+ iterations in %d+%.%d+ s", text)
    assert.matches("\n +visits +value +move\n", text)
    assert.matches("\n +%d+ +1%.000 +b5%-e5 +win\n", text)
    assert.matches("\n  and %d+ more\n", text)
    assert.matches("\nline: b5%-e5 %S+", text)
    assert.matches("\nproven: win within 3 plies$", text)
  end)
end)

-- Calls f so often, while finalizers call `trap` wherever something is made.
local function trapped(trap, times, f)
  local inside, run = false, 0
  local meta = {}
  function meta.__gc()
    if not inside then return end
    inside, run = false, run + 1
    trap()
    inside = true
  end
  local mode = collectgarbage("incremental", 100, 1000, 1)
  for i = 1, support.times(times, 50) do
    for _ = 1, i % 7 do setmetatable({}, meta) end
    inside = true
    f(i)
    inside = false
  end
  if not support.stress then collectgarbage(mode) end
  assert.is_true(run > 0)
end

describe("finalizers", function()
  it("cannot search with a searcher before its report is made", function()
    local here, there = mixtour:start(), mixtour:start()
    local rng = tesela.rng(3)
    for _ = 1, 12 do there:play(rng:pick(there:list())) end
    local s = tesela.searcher(mixtour)
    local expected
    trapped(function()
      local ok, why = pcall(s.search, s, there, { iterations = 20 })
      assert(ok or why:find "is busy", why)
    end, 60, function()
      s:clear()
      local _, report = s:search(here, { iterations = 20, seed = 1 })
      local texts = {}
      for i, seen in ipairs(report.moves) do texts[i] = seen.text end
      local all = table.concat(texts, " ") .. ": " .. table.concat(report.line, " ")
      expected = expected or all
      assert.equal(expected, all)
    end)
  end)

  it("may play on the state that is searched: the report is of one position", function()
    local now, positions
    local function fits(state, report)
      for _, seen in ipairs(report.moves) do
        if not state:legal(seen.text) then return false end
      end
      local copy = state:copy()
      for _, move in ipairs(report.line) do
        if not copy:try(move) then return false end
      end
      return #report.moves > 0
    end
    trapped(function()
      now:play(now:list()[1])
      positions[#positions + 1] = now:copy()
    end, 60, function(i)
      now = mixtour:start()
      positions = { now:copy() }
      local _, report = tesela.search(now, { iterations = 20, seed = i })
      local found = false
      for _, state in ipairs(positions) do found = found or fits(state, report) end
      assert.is_true(found)
    end)
  end)
end)

describe("what playouts have come to", function()
  local function sum(list)
    local all = 0
    for _, x in ipairs(list) do all = all + x end
    return all
  end

  it("is given by seat", function()
    local state = tesela.rules("blokus", { variant = "duo" }):start(1)
    local _, report = tesela.search(state, { iterations = 50, seed = 1 })
    assert.is_true(math.abs(sum(report.values) - 1) < 1e-9)
    assert.is_true(math.abs(sum(report.leads)) < 1e-9)
    local four = tesela.rules("blokus", { players = 4 }):start(1)
    _, report = tesela.search(four, { iterations = 20, seed = 1 })
    assert.same({ 4, 4 }, { #report.values, #report.leads })
    assert.is_true(math.abs(sum(report.values) - 2) < 1e-9)
  end)

  it("is nothing if none was played out", function()
    local state = mixtour:start()
    local _, report = tesela.search(state, { method = "alphabeta", depth = 2 })
    assert.same({}, { report.values, report.leads })
    _, report = tesela.search(state, { iterations = 9,
      evaluate = function() return { 0.25, 0.75 } end })
    assert.same({ 0.25, 0.75 }, report.values)
    assert.is_nil(report.leads)
  end)
end)

describe("a search of a game in Lua", function()
  local rules = tesela.rules(noughts)

  it("proves its draw by both ways", function()
    local s = played(rules, "5", "1", "2", "8")
    local _, deep = tesela.search(s, { method = "alphabeta", depth = 9 })
    assert.equal("draw", deep.proof)
    if support.stress then return end
    local _, wide = tesela.search(s, { iterations = 20000 })
    assert.equal("draw", wide.proof)
    assert.equal(0.5, wide.value)
  end)

  it("finds the only move", function()
    local s = played(rules, "1", "5", "9", "3")
    for _, method in ipairs { "mcts", "alphabeta" } do
      local _, report = tesela.search(s, { method = method,
        iterations = support.times(2000, 500) })
      assert.equal("7", report.best)
    end
  end)

  it("tells its errors", function()
    local broken = tesela.define {
      name = "broken_searched", fields = { n = 1 }, endings = { "end" },
      moves = function(_, out) out(1) end,
      apply = function(s)
        s.n = s.n + 1
        if s.n > 3 then error "on purpose" end
        s.seat = 3 - s.seat
      end,
      result = function() return { 0, 0 } end,
    }
    local s = tesela.rules(broken):start()
    for _, method in ipairs { "mcts", "alphabeta" } do
      assert.error_matches(function() tesela.search(s, { method = method }) end,
        "search_spec.lua:%d+: on purpose")
    end
  end)

  it("knows nothing of the game below if rules differ", function()
    local differs = tesela.derive("mixtour", {
      name = "differs_searched",
      moves = function(base, s, out)
        for m in base.moves(s) do out(m) end
        out(base.own(1))
      end,
      apply = function(base, s, m)
        if base.number(m) then base.pass(s) else base.apply(s, m) end
      end,
    })
    local s = tesela.rules(differs):start()
    local move = tesela.search(s, { iterations = support.times(200, 10) })
    assert.is_true(s:legal(move))
    move = tesela.search(s, { method = "alphabeta", depth = 2 })
    assert.is_true(s:legal(move))
  end)
end)

describe("functions in Lua", function()
  it("value positions in place of playing on", function()
    local asked = 0
    local function evaluate(state)
      asked = asked + 1
      local height = state:height "c3"
      return { height > 0 and 0.9 or 0.1, height > 0 and 0.1 or 0.9 }
    end
    for _, method in ipairs { "mcts", "alphabeta" } do
      asked = 0
      local _, report = tesela.search(mixtour:start(), { method = method, seed = 1,
        depth = method == "alphabeta" and 1 or nil,
        iterations = support.times(400, 100), evaluate = evaluate })
      assert.equal("c3", report.best)
      assert.is_true(asked >= 20)
    end
  end)

  it("weigh moves before they are tried", function()
    local _, report = tesela.search(mixtour:start(), {
      iterations = 100, evaluate = function() return { 0.5, 0.5 } end,
      prior = function(state, moves)
        local weights = {}
        for i, m in ipairs(moves) do
          weights[i] = state:text(m) == "d4" and 100 or 1
        end
        return weights
      end,
    })
    assert.equal("d4", report.best)
    assert.is_true(report.moves[1].visits > 50)
  end)

  it("may look at positions as they like, even search", function()
    local _, report = tesela.search(mixtour:start(), {
      iterations = 5,
      evaluate = function(state)
        local _, inner = tesela.search(state:copy(), { iterations = 3 })
        return state.seat == 1 and { inner.value, 1 - inner.value }
          or { 1 - inner.value, inner.value }
      end,
    })
    assert.equal(5, report.iterations)
  end)

  it("leave the searcher alone that calls them", function()
    local searcher
    searcher = tesela.searcher(mixtour, { evaluate = function(state)
      searcher:search(state:copy())
    end })
    for _ = 1, 2 do
      assert.error_matches(function() searcher:search(mixtour:start()) end,
        "searcher:search: this searcher is busy")
    end
  end)

  it("end the search by what they raise or return", function()
    local function fails(option, f, pattern)
      assert.error_matches(function()
        tesela.search(mixtour:start(), { iterations = 9, [option] = f })
      end, pattern)
    end
    fails("evaluate", function() error "oops" end, "search_spec.lua:%d+: oops")
    fails("evaluate", function() return { 1 } end,
      "evaluate%(%) returned a list of 1 %(1%): expected a list of 2 numbers in 0..1")
    fails("evaluate", function() return { 0, 1, 0 } end,
      "evaluate%(%) returned a list of 3 %(0, 1, 0%): expected a list of 2 numbers in 0..1")
    fails("evaluate", function() return { 2, 0 } end,
      "evaluate%(%) returned 2 as item 1: expected a list of 2 numbers")
    fails("evaluate", function() end,
      "evaluate%(%) returned nil: expected a list of 2 numbers in 0..1")
    fails("prior", function() return { -1 } end,
      "prior%(%) returned a list of 1 %(%-1%): expected a list of 25 numbers of at least 0")
    local kept
    tesela.search(mixtour:start(), { iterations = 9, evaluate = function(state)
      kept = state
      return { 0.5, 0.5 }
    end })
    assert.error_matches(function() return kept.ply end, "this state was lent")
  end)
end)

describe("a search that reports its progress", function()
  local s = mixtour:start()

  -- Searches until the second report, and returns that and what came of it all.
  local function listen(method, answer)
    local reports = {}
    local move, report = tesela.search(s, { method = method, seconds = 1e6,
      progress = function(now)
        reports[#reports + 1] = now
        if #reports == 2 then return answer() end
      end })
    return reports, move, report
  end

  it("says how it goes, and ends on request", function()
    for _, method in ipairs { "mcts", "alphabeta" } do
      local reports, move, report = listen(method, function() return true end)
      local first, second = reports[1], reports[2]
      assert.is_true(first.iterations < second.iterations and first.seconds < second.seconds)
      assert.is_true(first.seconds >= 0.1)
      assert.equal(method, second.method)
      assert.equal(second.best, second.moves[1].text)
      assert.equal(second.best, second.line[1])
      assert.is_true(#second.moves <= 10 and s:legal(second.moves[1].move))
      assert.matches("^" .. method .. ": %d+ iterations in .*\nline: %S+", tostring(second))
      assert.is_true(report.stopped and report.iterations >= second.iterations)
      assert.is_true(s:legal(move))
    end
  end)

  it("says it as often as it shall, and at each depth that is complete", function()
    local depths, count, deepest = {}, 0, support.times(5, 3)
    tesela.search(s, { method = "alphabeta", depth = deepest, every = 1e-9,
      progress = function(now) depths[now.depth], count = true, count + 1 end })
    for depth = 1, deepest - 1 do assert.is_true(depths[depth], depth) end
    assert.is_true(count > 5)
    tesela.search(s, { seconds = 1e6, every = 0.3, progress = function(now)
      assert.is_true(now.seconds >= 0.3)
      return true
    end })
    assert.error_matches(function() tesela.search(s, { every = -1 }) end,
      "tesela.search: every: expected a number in 0..")
  end)

  it("ends by what the function raises", function()
    for _, method in ipairs { "mcts", "alphabeta" } do
      assert.error_matches(function()
        listen(method, function() error "not that way" end)
      end, "search_spec.lua:%d+: not that way")
    end
    assert.error_matches(function() tesela.search(s, { progress = 7 }) end,
      "tesela.search: progress: expected a function, got number")
    assert.error_matches(function()
      tesela.searcher(mixtour, { progress = print })
    end, "progress")
  end)

  it("may be looked at in any way, even by a search", function()
    local searcher, state, count = tesela.searcher(mixtour), mixtour:start(), 0
    local move, report = searcher:search(state, { seconds = 1e6, progress = function(now)
      count = count + 1
      tesela.search(state, { iterations = 50 })
      assert.error_matches(function() searcher:search(state) end, "is busy")
      state:play(state:list()[1])
      collectgarbage()
      return count == 3 or now.iterations == 0
    end })
    assert.is_true(mixtour:start():legal(move) and report.stopped)
    assert.equal(3, state.ply)
  end)
end)

describe("whoever watches", function()
  local watch = require "tesela.turns.watch"

  it("comes from all searches, until something else watches", function()
    local seen, over, inner = 0, 0, 0
    local function eyes(see, done)
      return { see = see, over = done, tick = function() end, clear = function() end }
    end
    local function search(enough)
      tesela.search(mixtour:start(), { seconds = 1e6, progress = enough })
    end
    local function until_seen()
      local before = seen + inner
      search(function() return seen + inner > before end)
    end
    watch.during(eyes(function(report)
      seen = seen + 1
      assert.is_true(report.iterations > 0)
    end, function() over = over + 1 end), function()
      until_seen()
      watch.during(eyes(function() inner = inner + 1 end, function() end), until_seen)
      until_seen()
      assert.has_error(function() watch.during(eyes(), error, "oops") end, "oops")
      until_seen()
      assert.has_error(function() search(function() error("oops", 0) end) end, "oops")
    end)
    assert.is_true(seen >= 3 and inner >= 1)
    assert.equal(3, over)
    search(function() return true end)
    assert.equal(3, over)
  end)
end)

describe("a game that random moves never end", function()
  local applied = 0
  local endless = tesela.rules(tesela.define {
    name = "endless_searched", fields = { n = 1 }, endings = { "never" },
    moves = function(_, out) out(1) out(2) end,
    apply = function(s, m)
      applied = applied + 1
      s.n, s.seat = (s.n + m) % 10, 3 - s.seat
    end,
    result = function(s) return { s.n, 9 - s.n } end,
  })

  before_each(function() applied = 0 end)

  local function even() return { 0.5, 0.5 } end

  it("is not played out if a function evaluates", function()
    for _, margin in ipairs { 0, 0.5, 1 } do
      local _, report = tesela.search(endless:start(),
        { iterations = 10, evaluate = even, margin = margin })
      assert.equal(10, report.iterations)
    end
    assert.is_true(applied < 200, applied)
    local _, report = tesela.search(endless:start(), { seconds = 0.05, evaluate = even })
    assert.is_true(report.iterations > 0)
  end)

  it("is played out as far as the budget goes, and some plies at most", function()
    for _, margin in ipairs { 0, 1 } do
      local _, report = tesela.search(endless:start(), { iterations = 2, margin = margin })
      assert.equal(2, report.iterations)
    end
    assert.is_true(applied > 4000)
    for _, playouts in ipairs { "game", "uniform" } do
      local _, report = tesela.search(endless:start(),
        { seconds = 0.02, margin = 1, playouts = playouts })
      assert.is_true(report.iterations >= 1)
    end
  end)
end)

it("a search that knows nothing yet returns a move", function()
  local s = tesela.rules "mixtour":start(1)
  for _, text in ipairs { "b2", "b3", "c3", "c2" } do s:play(text) end
  for _, method in ipairs { "mcts", "alphabeta" } do
    for _, budget in ipairs { { iterations = 1 }, { seconds = 1e-9 } } do
      budget.method = method
      local move, report = tesela.search(s, budget)
      assert.is_truthy(s:legal(move))
      assert.equal(s:text(move), report.best)
      assert.equal(report.best, report.line[1])
    end
  end
end)

describe("what is refused", function()
  local s = mixtour:start()
  local function says(pattern, ...)
    local arguments = table.pack(...)
    assert.error_matches(function()
      tesela.search(table.unpack(arguments, 1, arguments.n))
    end, pattern)
  end

  it("is reported", function()
    says("tesela.search: expected a state, got nil", nil)
    says("tesela.search: expected a table of options, got number", s, 1)
    says('method: expected "mcts" or "alphabeta", got "deep"', s, { method = "deep" })
    says("iterations: expected a whole number in 0%.%.%d+, got 1.5", s,
      { iterations = 1.5 })
    says("seconds: expected a number in 0%.%.%S+, got %-1", s, { seconds = -1 })
    says("settle: expected true or false, got 1", s, { settle = 1 })
    says("margin: expected a number in 0%.%.1.0, got 2", s, { margin = 2 })
    says("evaluate: expected a function, got number", s, { evaluate = 1 })
    says("tesela.search: there is no option iteration; did you mean iterations%? The options: "
      .. "method, .*, iterations, seconds, depth, seed, progress, every, threads, settle$", s,
      { iteration = 5 })
    says("tesela.search: there is no option 1; the options: method", s, { 5 })
    for name, value in pairs { exploration = 1, playouts = "uniform", policy = "none",
      prior = print, settle = true } do
      says("tesela.search: " .. name .. ': only for method "mcts"', s,
        { method = "alphabeta", [name] = value })
    end
    says('tesela.search: depth: only for method "alphabeta"', s, { depth = 3 })
    says('tesela.search: depth: only for method "alphabeta"', s,
      { depth = 3, method = "mcts" })
    says('tesela.search: reductions: only for method "alphabeta"', s, { reductions = "late" })
    says('reductions: expected "none" or "late", got 1', s,
      { method = "alphabeta", reductions = 1 })
    says("alphabeta: expected a game for two seats in which nothing is hidden or left to chance",
      tesela.rules("qwirkle"):start(), { method = "alphabeta" })
    local over = mixtour:start()
    local rng = tesela.rng(1)
    while not over.over do over:play(rng:pick(over:list())) end
    says("search: the game is over", over)
    assert.error_matches(function()
      tesela.searcher(mixtour):search(tesela.rules("losetas"):start())
    end, "searcher:search: expected a state of the searcher's rules")
    assert.error_matches(function() tesela.searcher(mixtour, { seconds = 1 }) end,
      "tesela.searcher: there is no option seconds; the options: method.*weights$")
    assert.error_matches(function()
      tesela.searcher(mixtour):search(s, { margin = 1 })
    end, "searcher:search: there is no option margin; the options: iterations")
    assert.error_matches(function() tesela.searcher(s) end,
      "tesela.searcher: expected rules")
  end)
end)

describe("the bots that search", function()
  it("play every game to its end without a fault", function()
    for _, game in ipairs { "mixtour", "losetas", "qwirkle" } do
      for _, bot in ipairs { "mcts", "alphabeta", "expert" } do
        if not (game == "qwirkle" and bot == "alphabeta") then
          local result = tesela.match { rules = tesela.rules(game),
            bots = { bot, "random" }, games = 2, seed = 1, max_plies = 200,
            budget = { iterations = support.times(40, 5) } }
          assert.is_nil(result.fault)
        end
      end
    end
  end)

  it("are far better than any moves", function()
    if support.stress or support.sanitized then return end
    for _, bot in ipairs { "mcts", "alphabeta", "expert" } do
      local result = tesela.match { rules = mixtour, bots = { bot, "random" },
        games = 10, seed = 1, budget = { iterations = 3000 } }
      assert.is_true(result.wins >= 9, bot)
    end
  end)

  it("are expert, which ends if its choice is settled and chooses the same", function()
    local rules = tesela.rules("blokus", { variant = "duo" })
    local s = rules:start()
    for ply = 1, 20 do s:play(s:list()[1 + ply * 7919 % s:count()]) end
    local expert = tesela.bot "expert"
    local object = expert.new(rules)
    local move = expert.choose(object, s, { iterations = 600, seed = 3 })
    assert.is_true(object.report.settled)
    assert.equal(tesela.search(s, { margin = 0.8, iterations = 600, seed = 3 }), move)
    expert.choose(object, s, { seconds = 0.01, seed = 3 })
    assert.is_false(object.report.settled)
  end)

  it("know what a variant comes from", function()
    local variant = tesela.derive("mixtour", { name = "slow_searched",
      options = { win_score = 2 } })
    local bot = tesela.bot "expert"
    local object = bot.new(tesela.rules(variant))
    local move, value = bot.choose(object, tesela.rules(variant):start(),
      { iterations = 500, seed = 1 })
    assert.is_true(tesela.rules(variant):start():legal(move))
    assert.is_true(value > 0 and value < 1)
    assert.is_false(bot.draw { report = { value = 0.6 } })
    assert.is_true(bot.draw { report = { value = 0.4 } })
  end)

  it("prove on copies of rules what they prove on their own", function()
    local state = assert(tesela.replay(mixtour:start():play("c3"):record(), 1))
    local move = tesela.searcher(mixtour):search(state)
    assert.is_true(state:legal(move))
  end)
end)

describe("alpha-beta with proofs", function()
  local late = { method = "alphabeta", reductions = "late" }
  local function search(state, more)
    for name, value in pairs(late) do more[name] = value end
    return tesela.search(state, more)
  end

  it("makes do with any memory", function()
    for memory = 1, 5 do
      local move = search(mixtour:start(), { memory = memory, iterations = 20000 })
      assert.is_true(mixtour:start():legal(move))
    end
  end)

  it("tells the line of the best move, of no more positions than it may look at", function()
    local rng = tesela.rng(1)
    for game = 1, support.times(60, 6) do
      local s = mixtour:start()
      for _ = 1, 8 + game % 25 do
        if not s.over then s:play(rng:pick(s:list())) end
      end
      if not s.over then
        local most = rng:int(20000)
        local told
        local _, report = search(s, { memory = 1 << 18, iterations = most, every = 1e-3,
          progress = function(now) told = now end })
        assert.is_true(report.iterations <= most)
        assert.equal(report.best, report.line[1])
        for _, one in ipairs { told, report } do
          assert.equal(one.best, one.moves[1].text)
          assert.equal(one.best, one.line[1])
        end
      end
    end
  end)

  it("forgets what has no win in sight when the game continues", function()
    if support.stress then return end
    local corridor = tesela.rules(tesela.define { name = "corridor",
      fields = { left = { min = -1000, max = 1000 }, off = { max = 1000 },
        way = { min = 0, max = 1 << 30 } },
      endings = { "won", "drawn" },
      start = function(s) s.left = 70 end,
      moves = function(s, out)
        for k = 1, (s.seat == 1 or s.off > 0) and 6 or 1 do out(k) end
      end,
      apply = function(s, m)
        if s.off > 0 or m > 1 then
          s.off, s.way = s.off + 1, (s.way * 31 + m * 7 + s.left) % 1000003
        end
        s.left, s.seat = s.left - 1, 3 - s.seat
      end,
      over = function(s)
        if s.off >= 150 then return "drawn" end
        if s.off == 0 and s.left <= 0 then return "won" end
      end,
      result = function(s) return { s.off == 0 and 5 or 0, 0 } end })
    local searcher = tesela.searcher(corridor, late)
    local s, budget = corridor:start(), { iterations = 150000 }
    assert.is_nil(select(2, searcher:search(s, budget)).proof)
    for _ = 1, 12 do s:play(1) end
    assert.equal("win", select(2, searcher:search(s, budget)).proof)
  end)
end)

describe("a game without a move that is not over", function()
  it("is the same error in all searches", function()
    local stuck = tesela.rules(tesela.define { name = "stuck_searched",
      fields = { left = { max = 21 } }, endings = { "empty" },
      start = function(s) s.left = 8 end,
      moves = function(s, out)
        if s.left == 5 then return end
        for number = 1, math.min(3, s.left) do out(number) end
      end,
      apply = function(s, m) s.left, s.seat = s.left - m, 3 - s.seat end,
      over = function(s) if s.left == 0 then return "empty" end end,
      result = function(s) return { s.seat == 2 and 1 or 0, s.seat == 1 and 1 or 0 } end })
    for _, options in ipairs { {}, { method = "alphabeta" },
      { method = "alphabeta", reductions = "late" } } do
      options.iterations = 1000
      assert.error_matches(function() tesela.search(stuck:start(), options) end,
        "stuck_searched: moves%(%) listed nothing, but the game is not over")
    end
  end)
end)

describe("a variant whose moves are several plies", function()
  it("proves what holds with what was before", function()
    -- White has nine moves in a row: so a draw by stall comes within fewer of them.
    local rules = tesela.rules(tesela.derive("mixtour", { name = "nine_searched",
      options = { stall = 7, repetition = 0, stack = 6, pieces = 6 },
      fields = { done = { max = 9 } },
      apply = function(base, s, m)
        local white = s.seat == 1
        base.apply(s, m)
        if not white then return end
        s.done = (s.done + 1) % 9
        if s.done > 0 and not s.over then base.pass(s) end
      end }))
    local s = rules:start()
    for move in ("d2 c1 a2 d2-c1 d2 c4 a3 a3-c1 c4-c1 b2 c1:3-b2 b2-a2 b2-c1 c1:2-d2")
      :gmatch "%S+" do
      s:play(move)
    end
    local searcher = tesela.searcher(rules, { method = "alphabeta" })
    assert.equal("win", select(2, searcher:search(rules:load(s:fen()), { depth = 4 })).proof)
    assert.equal("draw", select(2, searcher:search(s, { depth = 4 })).proof)
  end)
end)

-- Blokus foresees points of its own, which others may count otherwise.
describe("a variant that says who wins", function()
  it("is not searched by what its root foresees", function()
    local duo = tesela.rules("blokus", { variant = "duo" })
    local few = tesela.rules(support.derive("blokus", { options = { variant = "duo" },
      result = function(base, s)
        local scores = base.result(s)
        return { -scores[1], -scores[2] }
      end }))
    local s = duo:start()
    for ply = 1, 8 do s:play(support.placement(s, ply % 2 == 1)) end
    local other = few:start()
    for _, move in ipairs(s:history()) do other:play(move) end
    local function value(state)
      return select(2, tesela.search(state, { method = "mcts", margin = 0.8, seed = 1,
        iterations = 300 })).value
    end
    assert.is_true(value(s) > 0.6)
    assert.is_true(value(other) < 0.45)
  end)

  -- A stalled game is won by white. Whether a position is near to that its text does not
  -- say; what was proven where it was is not so elsewhere.
  it("proves no win by what was before where that is not", function()
    local rules = tesela.rules(support.derive("mixtour", {
      result = function(base, s)
        local scores, places = base.result(s)
        return scores, s.over and s.reason == "stall" and { 1, 2 } or places
      end }), { stall = 4, pieces = 5 })
    -- By the rules alone as far as that is quick; else by a search that knows nothing else.
    local function forced(s, plies, seat)
      if s.over then return #s.winners == 1 and s.winners[1] == seat end
      if plies == 0 then return false end
      local mine = s.seat == seat
      for move in s:moves() do
        if forced(s:copy():play(move), plies - 1, seat) == mine then return mine end
      end
      return not mine
    end
    local function wins(s, seat)
      if forced(s, 2, seat) then return true end
      local _, report = tesela.search(s, { method = "alphabeta", depth = 5 })
      return report.proof == (s.seat == seat and "win" or "loss")
    end
    local rng, claims = tesela.rng(5), 0
    for number = 1, support.times(240, 40) do
      local s = rules:start()
      for _ = 1, 4 + rng:int(16) do
        if not s.over then s:play(rng:pick(s:list())) end
      end
      if not s.over then
        local searcher = tesela.searcher(rules, { method = "alphabeta", memory = 1 << 20,
          reductions = number % 2 == 0 and "late" or nil })
        searcher:search(s, { depth = 3 })
        local bare = rules:load(s:fen())
        local _, report = searcher:search(bare, { depth = 2 })
        for _, seen in ipairs(report.moves) do
          if seen.proof == "loss" then
            claims = claims + 1
            assert.is_true(wins(bare:copy():play(seen.move), 3 - bare.seat), s:fen())
          end
        end
        local winner = report.proof == "win" and bare.seat
          or report.proof == "loss" and 3 - bare.seat
        if winner then assert.is_true(wins(bare, winner), s:fen()) end
      end
    end
    assert.is_true(claims > 20)
  end)
end)
