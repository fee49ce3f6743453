-- Searches with several threads, from Lua: where there are several, where there is one
-- whatever is asked, and who asks.

local tesela = require "tesela"
local play = require "tesela.terminal.play.play"
local process = require "tesela.process"
local support = require "support"
local watching = require "tesela.watching"

local mixtour = tesela.rules "mixtour"
local CORES = math.min(process.cores(), 64)

teardown(support.clean)

local function search(s, budget)
  local move, report = tesela.search(s, budget)
  assert.is_truthy(s:legal(move))
  return report
end

describe("several threads", function()
  it("share the iterations of a search", function()
    for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
      local s = tesela.rules(name):start(1)
      for _, threads in ipairs { 0, 1, 2, 5 } do
        local report = search(s, { iterations = 300, threads = threads })
        assert.equal(300, report.iterations)
        assert.equal(math.max(1, threads), report.threads)
        local visits = 0
        for _, seen in ipairs(report.moves) do visits = visits + seen.visits end
        assert.equal(300, visits)
      end
    end
  end)

  it("stand in the report", function()
    local s = mixtour:start()
    assert.matches("^mcts: 100 iterations in [^\n]*, 3 threads, depth",
      tostring(search(s, { iterations = 100, threads = 3 })))
    assert.not_matches("thread", tostring(search(s, { iterations = 100 })))
  end)

  it("go on with the tree of the move before", function()
    local s = mixtour:start()
    local searcher = tesela.searcher(mixtour)
    for i = 1, 6 do
      local move, report = searcher:search(s, { iterations = 2000, threads = i % 3 + 1 })
      assert.equal(i > 1, report.kept > 0)
      s:play(move)
    end
  end)

  it("rest while someone is told how it goes, who may do anything", function()
    for _, method in ipairs { "mcts", "alphabeta" } do
      local told = 0
      local report = search(mixtour:start(), { method = method, seconds = 1e6, threads = 3,
        every = 1e-3, progress = function(now)
          told = told + 1
          assert.equal(3, now.threads)
          collectgarbage()
          search(mixtour:start(), { method = method, iterations = 100, threads = 2 })
          return told == 10
        end })
      assert.equal(10, told)
      assert.is_true(report.stopped)
    end
  end)

  it("end by what is raised there", function()
    assert.error_matches(function()
      search(mixtour:start(), { seconds = 1e6, threads = 4, every = 1e-3,
        progress = function() error "no more" end })
    end, "no more")
  end)
end)

describe("one thread", function()
  it("searches if the game has functions in Lua, and only there", function()
    local thirds = support.derive("mixtour", { options = { win_score = 3 } })
    local slow = support.derive("mixtour", { result = function(base, s) return base.result(s) end })
    assert.equal(2, search(tesela.rules(thirds):start(),
      { iterations = 100, threads = 2 }).threads)
    for _, method in ipairs { "mcts", "alphabeta" } do
      assert.equal(1, search(tesela.rules(slow):start(),
        { iterations = 100, threads = 2, method = method }).threads)
    end
  end)

  it("calls the functions of the searcher", function()
    local s = mixtour:start()
    assert.equal(1, search(s, { iterations = 50, threads = 4,
      evaluate = function() return { 0.5, 0.5 } end }).threads)
    assert.equal(1, search(s, { iterations = 50, threads = 4, prior = function(_, moves)
      local list = {}
      for i in ipairs(moves) do list[i] = 1 end
      return list
    end }).threads)
  end)

  it("is all that a box has", function()
    local path = support.file([[
      local tesela = require "tesela"
      return function(view)
        local move, report = tesela.search(view, { iterations = 20, threads = 4 })
        assert(report.threads == 1, "threads in a box")
        return move
      end]], ".lua")
    local game = tesela.run { rules = tesela.rules "tictactoe", bots = { path, "random" } }
    assert.is_nil(game.message)
  end)
end)

describe("threads", function()
  it("are refused if they are not a valid number", function()
    for _, threads in ipairs { -1, 65, 1.5, "2" } do
      assert.error_matches(function()
        tesela.search(mixtour:start(), { threads = threads })
      end, "tesela.search: threads: expected a whole number in 0..64, got ")
    end
    assert.error_matches(function() play.open("mixtour", { threads = 65 }) end,
      "tesela.play: threads: expected a whole number in 1..64, got 65")
    assert.error_matches(function() mixtour:start():hint(1, { threads = 0 }) end,
      "state:hint: threads: expected a whole number in 1..64, got 0")
    assert.error_matches(function() play.open("mixtour", { threads = 2, level = 3 }) end,
      "tesela.play: level: not together with threads")
  end)

  it("are not beside a level on the command line, nor is what else says how long", function()
    for _, option in ipairs { "--threads=2", "--ponder", "--seconds=1", "--iterations=1" } do
      local _, err, status = support.tesela("play", "mixtour", "--level", "3", option)
      assert.equal(2, status)
      assert.equal(("tesela play: --level and %s: expected one of them\n")
        :format(option:match "^[^=]*"), err)
    end
  end)

  -- What a game at the terminal tells its bot.
  local function told(options)
    local budget
    options.seat, options.seed = 2, 1
    options.bot = { levels = true, choose = function(_, view, given)
      budget = given
      return view:list()[1]
    end }
    local game <close> = play.open("mixtour", options)
    game.players[1]:choose(game:last(), 1, 1, {})
    return budget.threads
  end

  it("are all there are where someone waits for a time, and one for iterations", function()
    assert.equal(1, told {})
    assert.equal(1, told { level = 9 })
    assert.equal(1, told { level = 9, clock = "10+1" })
    assert.equal(1, told { iterations = 10 })
    assert.equal(CORES, told { seconds = 0.01 })
    assert.equal(CORES, told { clock = "10+1" })
    assert.equal(CORES, told { ponder = true })
    assert.equal(7, told { iterations = 10, threads = 7 })
    assert.equal(1, told { seconds = 0.01, threads = 1 })
    local timed <close> = play.open("mixtour", { bot = "none", clock = "10+1", seed = 1 })
    timed:make "c3"
    local again <close> = play.open { record = timed:record(), bot = "none" }
    assert.equal(CORES, again.threads)
  end)

  it("are charged for the time that passes, not once for each of them", function()
    for threads = 1, 2 do
      local game <close> = play.open("mixtour", { clock = "10+1", threads = threads, seat = 2 })
      local player = game.players[1]
      assert.is_truthy(player:choose(game:last(), 1, 1, game.clock:told(1)))
      assert.equal(threads == 1, player.spent ~= nil)
    end
  end)

  it("serve the bots of the house", function()
    for _, name in ipairs { "expert", "mcts", "alphabeta" } do
      for _, budget in ipairs { { seconds = 0.02 }, { iterations = 100 },
        { clock = { 1, 1 }, increment = 0 } } do
        budget.threads, budget.seed = 2, 1
        local bot, report = tesela.bot(name), nil
        local object = bot.new(mixtour, 1, 1)
        local searcher = object.searcher
        object.searcher = { search = function(_, ...)
          local move
          move, report = searcher:search(...)
          return move, report
        end }
        assert.is_truthy(mixtour:start():legal(bot.choose(object, mixtour:start(), budget)))
        assert.equal(2, report.threads)
      end
    end
  end)

  it("are those of a hint", function()
    local seen
    local before = watching.set(function(report) seen = report and report.threads or seen end)
    for _, case in ipairs { { CORES, { seconds = 0.25 } },
      { 3, { seconds = 0.25, threads = 3 } } } do
      seen = nil
      assert.equal(1, #mixtour:start():hint(1, case[2]))
      assert.equal(case[1], seen)
    end
    watching.set(before)
  end)
end)
