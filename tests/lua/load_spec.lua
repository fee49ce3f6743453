-- A machine that is slow, stops processes or has no memory costs nobody a game,
-- and bots that take too long are ended all the same.

local tesela = require "tesela"
local support = require "support"

local folder = support.folder()

teardown(support.clean)

local function write(...) return folder:write(...) end
local function must(...) return folder:must(...) end
local function merged(name) return folder:merged(name) end

local function assert_nobody_blamed(text, count)
  local list = support.games(text)
  assert.equal(count, #list)
  for _, game in ipairs(list) do
    assert.is_nil(game.result.message, game.result.message)
  end
end

-- A tournament with a bot that takes some processor time for each move.
local function cup(work, budget, games, plies)
  write("busy.lua", ([[return function(view)
    local x = 0
    for i = 1, %d do x = x + i %% 7 end
    return view:list()[x %% #view:list() + 1] end]]):format(work))
  write("cup.lua", ([[return { rules = "mixtour", bots = { "./busy.lua", "random" },
    games = %d, max_plies = %d, budget = { %s } }]]):format(games, plies, budget))
end

-- Starts it with so many workers and waits until they run.
local START = [[rm -f games.jsonl
  ASAN_OPTIONS=detect_leaks=0 $T tournament cup.lua -w %d -o games.jsonl & P=$!
  sleep 0.3; W=$(cat /proc/$P/task/$P/children)
  ]]

local WORK = support.sanitized and 500000 or 3000000 -- some hundredths of a second

describe("no one loses a game", function()
  it("by workers that were stopped, with the program or without it", function()
    cup(WORK, "limit = 0.8", 4, 20)
    must "$T tournament cup.lua -w 2 -o whole.jsonl"
    local whole = merged "whole.jsonl"
    assert_nobody_blamed(whole, 4)
    for workers, who in ipairs { "$W $P", "$W" } do
      must((START .. "kill -STOP %s; sleep 3; kill -CONT %s; wait $P")
        :format(workers, who, who))
      assert.equal(whole, merged "games.jsonl")
    end
  end)

  it("by workers that were stopped or killed, with budgets in seconds", function()
    cup(WORK, "seconds = 1", 4, 20)
    for workers, signal in ipairs { "KILL", "STOP" } do
      must((START .. "kill -%s $W; sleep 1.5; kill -CONT $W; wait $P")
        :format(workers, signal))
      assert_nobody_blamed(merged "games.jsonl", 4)
    end
  end)

  it("by other programs that take the processor", function()
    cup(WORK * 4, "limit = 0.8", 2, 6)
    must [[B=; for i in 1 2 3 4 5 6 7 8; do sh -c 'while :; do :; done' & B="$B $!"; done
      $T tournament cup.lua -w 2 -o loaded.jsonl; S=$?; kill $B; exit $S]]
    assert_nobody_blamed(merged "loaded.jsonl", 2)
  end)

  if not support.sanitized then -- a sanitizer and a preloaded library do not agree
    it("by a machine that has no memory for a moment", function()
      write("eager.lua", ("local _ = '%s' return function(view) "
        .. "return view:list()[#view:list()] end"):format(("x"):rep(300000)))
      write("cup.lua", [[return { rules = "mixtour", bots = { "./eager.lua", "random" },
        games = 4, max_plies = 24 }]])
      must "rm -f whole.jsonl; $T tournament cup.lua -w 1 -o whole.jsonl"
      for n = 1, 2 do
        must(("rm -f games.jsonl; FAULTY=block:%d LD_PRELOAD=%s $T tournament cup.lua -w 1 "
          .. "-o games.jsonl"):format(n, support.quote(os.getenv "TESELA_FAULTY")))
        assert.equal(merged "whole.jsonl", merged "games.jsonl")
      end
    end)
  end
end)

describe("a bot that does not end", function()
  for name, body in pairs {
    Lua = "while true do end",
    C = "return (('a'):rep(300000)):find(('.-'):rep(90) .. 'b')",
  } do
    it("has lost, whatever its budget is: " .. name, function()
      write("loop.lua", ("return function(view) if view.ply < 2 then "
        .. "return view:list()[1] end %s end"):format(body))
      for _, budget in ipairs { "limit = 0.3", "seconds = 0.1" } do
        write("cup.lua", ([[return { rules = "mixtour", games = 2,
          bots = { "./loop.lua", "random" }, budget = { %s } }]]):format(budget))
        must "rm -f games.jsonl; $T tournament cup.lua -w 2 -o games.jsonl"
        for _, game in ipairs(support.games(merged "games.jsonl")) do
          assert.equal("time", game.result.reason)
          assert.equal("random", game.players[game.result.places[1] == 1 and 1 or 2])
        end
      end
    end)
  end

  it("has lost in a single game too", function()
    write("loop.lua", "return function() while true do end end")
    local result = tesela.run { rules = tesela.rules "mixtour",
      bots = { folder.path .. "/loop.lua", "random" }, budget = { seconds = 0.1 } }
    assert.same({ { 2, 1 }, "time" }, { result.places, result.reason })
  end)
end)
