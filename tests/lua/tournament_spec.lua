-- Tournaments as people run them: the same games whoever plays them, nothing
-- lost whatever happens, and bots that do everything that they should not.

local tesela = require "tesela"
local support = require "support"

local lines = support.lines
local folder = support.folder()

teardown(support.clean)

local games = support.games
local function write(...) return folder:write(...) end
local function read(name) return folder:read(name) end
local function shell(command) return folder:shell(command) end
local function must(command) return folder:must(command) end
local function merged(name) return folder:merged(name) end

-- Many short games, so that there is something to interrupt.
local SMALL = support.sanitized and 40 or 400
local function small(more)
  return ([[return { rules = "losetas", options = { size = 3, tiles = { 3, 3, 2 } },
    bots = { "random", "greedy" }, games = %d, seed = 5, %s }]]):format(SMALL, more or "")
end

-- What an uninterrupted run with one worker has.
local whole
local function reference()
  if not whole then
    write("small.lua", small())
    must "$T tournament small.lua --workers 1 -o whole.jsonl"
    whole = merged "whole.jsonl"
    assert.equal(SMALL + 1, #lines(whole))
  end
  return whole
end

describe("the games of a tournament", function()
  it("do not depend on how many boxes a worker keeps", function()
    local worker = require "tesela.contest.run.worker"
    local bots = { "greedy" }
    for i = 2, 7 do bots[i] = { name = "r" .. i, bot = "random" } end
    local files = {}
    local usual = worker.BOXES
    for i, boxes in ipairs { usual, 3 } do
      worker.BOXES = boxes
      local path = ("%s/boxes%d.jsonl"):format(folder.path, i)
      local summary = tesela.tournament({ rules = "tictactoe", games = 2, bots = bots,
        workers = 1 }, { file = path })
      assert.equal(42, summary.games)
      files[i] = merged(("boxes%d.jsonl"):format(i))
    end
    worker.BOXES = usual
    assert.equal(files[1], files[2])
  end)

  it("do not depend on how many workers there are", function()
    reference()
    for _, workers in ipairs { 2, 8 } do
      must(("$T tournament small.lua -w %d -o many.jsonl"):format(workers))
      assert.equal(reference(), merged "many.jsonl")
      folder:remove "many.jsonl"
    end
  end)

  it("follow from their numbers", function()
    local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
    local def = definitions.normalise(load(small())())
    for i, game in ipairs(games(reference())) do
      local planned = schedule.game(def, i)
      assert.same({ i, planned.pair, planned.seed }, { game.number, game.pair, game.seed })
      for seat, bot in ipairs(planned.players) do
        assert.equal(def.bots[bot].name, game.players[seat])
      end
    end
  end)

  it("are the same for bots whose tables and chance would differ", function()
    write("odd.lua", [[
      local seen = 0
      return function(view)
        seen = seen + 1
        local words = {}
        for i = 1, 40 do words["k" .. math.random(1000)] = i end
        local sum = seen
        for key, value in pairs(words) do sum = sum * 31 + value + #tostring({}) end
        local list = view:list()
        return list[sum % #list + 1]
      end]])
    write("odd-cup.lua", [[return { rules = "mixtour", bots = { "./odd.lua", "random" },
      games = 20, max_plies = 60 }]])
    local first
    for _, workers in ipairs { 1, 2, 8 } do
      must(("$T tournament odd-cup.lua -w %d -o odd.jsonl"):format(workers))
      first = first or merged "odd.jsonl"
      assert.equal(first, merged "odd.jsonl")
      folder:remove "odd.jsonl"
    end
    for _, game in ipairs(games(first)) do assert.is_nil(game.result.message) end
  end)

  -- What bots could keep from game to game, or learn of those before.
  local churn = "local function churn() for _ = 1, 3000 do local _ = { {} } end end\n"
  local memory = {
    ["finalizers that call math.randomseed"] = [[
      return function(view)
        setmetatable({}, { __gc = function() math.randomseed(42) end })
        churn()
        local list = view:list()
        return list[math.random(#list)]
      end]],
    ["a weak table"] = [[
      local weak = setmetatable({}, { __mode = "k" })
      return function(view)
        for _ = 1, 100 do weak[{}] = true end
        local left, list = 0, view:list()
        for _ in pairs(weak) do left = left + 1 end
        return list[left % #list + 1], left
      end]],
    ["a table that becomes weak later"] = [[
      local meta = {}
      local weak = setmetatable({}, meta)
      return function(view)
        rawset(meta, "__mode", "v")
        for i = 1, 100 do weak[i] = {} end
        local left, list = 0, view:list()
        for i = 1, 100 do left = left + (weak[i] and 1 or 0) end
        return list[left % #list + 1], left
      end]],
    ["a count of finalizers"] = [[
      local count = 0
      return function(view)
        for _ = 1, 100 do setmetatable({}, { __gc = function() count = count + 1 end }) end
        local list = view:list()
        return list[count % #list + 1], count
      end]],
    ["finalizers that carry memory on"] = [[
      local big = ("x"):rep(3 << 20)
      local meta = { big = big }
      function meta.__gc() setmetatable({}, meta) end
      setmetatable({}, meta)
      return function(view)
        churn()
        return view:list()[1]
      end]],
    ["keys that are objects"] = [[
      local set = {}
      for i = 1, 40 do set[{ i }] = true set[function() return i end] = true end
      return function(view)
        local sum, list = 0, view:list()
        for key in pairs(set) do
          sum = sum * 31 + (type(key) == "table" and key[1] or 100 + key())
        end
        return list[sum % #list + 1], sum % 1000
      end]],
    ["the collector's figures"] = [[
      return function(view)
        local list = view:list()
        churn()
        collectgarbage "step"
        return list[collectgarbage "count" // 1 % #list + 1], collectgarbage "count"
      end]],
    ["prints in finalizers"] = [[
      return function(view)
        setmetatable({}, { __gc = function(t) print(t, {}, view) end })
        churn()
        local list = view:list()
        return list[tonumber(tostring({}):match "%d+") % #list + 1]
      end]],
    ["coroutines that are left over"] = [[
      local co = coroutine.wrap(function()
        local _ <close> = setmetatable({}, { __close = function() math.randomseed(9) end })
        coroutine.yield()
      end)
      co()
      return function(view)
        local list = view:list()
        return list[math.random(#list)]
      end]],
  }
  local REMEMBER = support.sanitized and 20 or 80

  for name, bot in pairs(memory) do
    it("are the same for bots with " .. name, function()
      write("keeper.lua", churn .. bot)
      folder:remove "keeper.jsonl"
      write("keeper-cup.lua", ([[return { rules = "mixtour", games = %d, max_plies = 12,
        bots = { "./keeper.lua", "random" }, memory = 10 }]]):format(REMEMBER))
      local first
      for _, workers in ipairs { 1, 2 } do
        must(("$T tournament keeper-cup.lua -w %d -o keeper.jsonl"):format(workers))
        first = first or merged "keeper.jsonl"
        assert.equal(first, merged "keeper.jsonl")
        folder:remove "keeper.jsonl"
      end
      for _, game in ipairs(games(first)) do assert.is_nil(game.result.message) end
    end)
  end

  it("tell no bot what the other one has in its hand", function()
    -- Both games of a pair have one deal: what was seen in the first is the other
    -- bot's in the second. Told by what the seed of chance is made.
    write("spy.lua", [[
      local function heard()
        local told = math.random(1 << 30)
        for tile = 1, 36 do
          math.randomseed(tile)
          if math.random(1 << 30) == told then return tile end
        end
      end
      local function tell(tile)
        local meta = {}
        function meta.__gc()
          math.randomseed(tile)
          setmetatable({}, meta)
        end
        setmetatable({}, meta)
      end
      local first = true
      return function(view)
        for _ = 1, first and 200000 or 0 do local _ = { {} } end
        local secret = first and heard()
        if first then tell(#view:fen() % 36 + 1) end
        first = false
        return view:list()[1], (secret or 0) / 100
      end]])
    write("spy-cup.lua", ([[return { rules = "qwirkle", games = %d, max_plies = 4,
      bots = { "./spy.lua", "random" }, seed = 77 }]]):format(REMEMBER))
    must "$T tournament spy-cup.lua -w 1"
    for _, game in ipairs(games(read "spy-cup.jsonl")) do
      assert.is_nil(game.result.message)
      for _, value in ipairs(game.values) do
        assert.is_truthy(not tonumber(value) or value == 0, value)
      end
    end
    must "$T tournament spy-cup.lua -w 2 -o spy2.jsonl"
    assert.equal(merged "spy-cup.jsonl", merged "spy2.jsonl")
  end)

  it("are all found good by check", function()
    reference()
    assert.equal(("whole.jsonl: %d games, 0 bad\n"):format(SMALL),
      (must "$T check whole.jsonl"))
  end)

  it("have no times, unless budgets are in seconds", function()
    assert.is_nil(reference():find('"seconds":[', 1, true))
    write("timed.lua", [[return { rules = "mixtour", bots = { "random", "greedy" },
      games = 2, budget = { seconds = 20 } }]])
    must "$T tournament timed.lua"
    for _, game in ipairs(games(read "timed.jsonl")) do
      assert.equal(#game.moves, #game.seconds)
    end
  end)

  it("of three and four seats, and with openings, too", function()
    write("three.lua", [[return { rules = "qwirkle", options = { players = 3 },
      bots = { "random", "greedy" }, games = 6, openings = { plies = 3 } }]])
    must "$T tournament three.lua -w 1"
    must "$T tournament three.lua -w 2 -o two.jsonl"
    assert.equal(merged "three.jsonl", merged "two.jsonl")
    must "$T check three.jsonl"
    local list = games(merged "three.jsonl")
    for ply = 1, 3 do assert.equal(list[1].moves[ply], list[2].moves[ply]) end
  end)

  it("may be of a game in Lua", function()
    write("variant.lua", [[local tesela = require "tesela"
      return tesela.derive("mixtour", { name = "hasty", endings = { "enough" },
        fields = { plies = 1 },
        apply = function(base, s, m) base.apply(s, m) s.plies = s.plies + 1 end,
        over = function(_, s) if s.plies == 12 then return "enough" end end })]])
    write("hasty.lua", [[return { rules = "./variant.lua", games = 8,
      bots = { "random", "greedy" } }]])
    must "$T tournament hasty.lua"
    assert.equal("hasty.jsonl: 8 games, 0 bad\n", (must "$T check hasty.jsonl"))
    for _, game in ipairs(games(read "hasty.jsonl")) do
      assert.is_true(#game.moves <= 12)
    end
    must "$T report hasty.jsonl --game 3"
  end)
end)

describe("an interrupted tournament", function()
  -- Again and again until it is done; how often it was.
  local function finish(command, first)
    shell(first .. " " .. command)
    for tries = 1, 200 do
      local _, _, status = shell(command)
      if status == 0 then return tries end
    end
    error "it does not come to an end"
  end

  -- A run that came to its end before it was killed begins anew, with less
  -- time: how fast the machine is does not matter.
  local function kill(command, times, file)
    local longest = 0.4
    while times > 0 do
      local seconds = longest * math.random()
      local _, _, status = shell(("timeout -s KILL %.4f %s"):format(seconds, command))
      if status ~= 0 then
        times = times - 1
      else
        os.remove(file)
        longest = longest / 2
      end
    end
  end

  it("continues after kill -9 at any moment", function()
    reference()
    math.randomseed(11)
    for _, workers in ipairs { 1, 8 } do
      local command = ("$T tournament small.lua -w %d -o killed.jsonl"):format(workers)
      kill(command, support.sanitized and 4 or 12, folder.path .. "/killed.jsonl")
      must(command)
      assert.equal(reference(), merged "killed.jsonl")
      folder:remove "killed.jsonl"
    end
  end)

  if not support.sanitized then
    local faulty = "LD_PRELOAD=" .. support.quote(os.getenv "TESELA_FAULTY" or "") .. " FAULTY="

    it("trusts no file of which the cut could not be synced", function()
      write("cut.jsonl", "one\ntwo\nto")
      write("cut.lua", [[local j = require "tesela.journal".open "cut.jsonl"
        print(j:cut(4))
        print(j:size())
        print(j:append "three\n")]])
      local out = shell(faulty .. "bad:1 $T cut.lua")
      assert.is_truthy(out:match
        "^nil\t[^\n]*cut[^\n]*\n4\t0\nnil\t[^\n]*cannot write any more", out)
      assert.equal("one\n", read "cut.jsonl")
    end)

    it("continues after an end between write and sync, and in a write", function()
      reference()
      for _, fault in ipairs { "sync:1", "sync:2", "write:1", "write:2", "write:3" } do
        for _, workers in ipairs { 1, 8 } do
          local command = ("$T tournament small.lua -w %d -o torn.jsonl"):format(workers)
          local _, _, status = shell(faulty .. fault .. " " .. command)
          assert.equal(137, status)
          if fault == "write:3" then
            assert.are_not.equal("\n", read "torn.jsonl":sub(-1))
          end
          finish(command, faulty .. fault)
          assert.equal(reference(), merged "torn.jsonl")
          folder:remove "torn.jsonl"
        end
      end
    end)

    it("says that the disk is full, and loses nothing", function()
      reference()
      local command = "$T tournament small.lua -w 2 -o full.jsonl"
      local _, err, status = shell(faulty .. "full:20000 " .. command)
      assert.equal(1, status)
      assert.equal("tesela tournament: full.jsonl: cannot write: No space left on "
        .. "device; earlier games are safe; the same command resumes\n", err)
      assert.equal("\n", read "full.jsonl":sub(-1))
      finish(command, "true")
      assert.equal(reference(), merged "full.jsonl")
    end)

    it("stops when a sync fails", function()
      reference()
      local _, err, status = shell(faulty
        .. "bad:2 $T tournament small.lua -w 2 -o bad.jsonl")
      assert.equal(1, status)
      assert.equal("tesela tournament: bad.jsonl: cannot sync: Input/output error\n", err)
      must "$T tournament small.lua -w 2 -o bad.jsonl"
      assert.equal(reference(), merged "bad.jsonl")
    end)
  end

  it("says that a file may grow no more", function()
    reference()
    local _, err, status = shell "ulimit -f 8; $T tournament small.lua -o limited.jsonl"
    assert.equal(1, status)
    assert.is_truthy(err:match "limited.jsonl: cannot write: File too large; earlier games")
    must "$T tournament small.lua -o limited.jsonl"
    assert.equal(reference(), merged "limited.jsonl")
  end)

  it("cuts off a torn line and plays what is missing, and only that", function()
    local all = lines(reference())
    local kept = { all[1], all[3], all[4], all[7] }
    write("part.jsonl", table.concat(kept, "\n") .. "\n" .. all[9]:sub(1, 50))
    local _, err = must "$T tournament small.lua -o part.jsonl"
    assert.is_truthy(err:find("part.jsonl: cut off a torn line at the end (50 bytes)",
      1, true))
    assert.equal(table.concat(kept, "\n") .. "\n",
      read "part.jsonl":sub(1, #table.concat(kept, "\n") + 1))
    assert.equal(reference(), merged "part.jsonl")
    local before = read "part.jsonl"
    must "$T tournament small.lua -o part.jsonl"
    assert.equal(before, read "part.jsonl")
  end)

  it("cuts off a last line that is not a game, and a first one that is torn", function()
    local all = lines(reference())
    local bad = all[2]:gsub("..$", "")
    write("last.jsonl", table.concat({ all[1], all[3], bad }, "\n") .. "\n")
    local _, err = must "$T tournament small.lua -o last.jsonl"
    assert.is_truthy(err:find(("a torn line at the end (%d bytes)"):format(#bad + 1), 1, true))
    assert.equal(reference(), merged "last.jsonl")
    for _, left in ipairs { 0, 1, 14, 15, 100, #all[1] } do
      write("first.jsonl", all[1]:sub(1, left))
      must "$T tournament small.lua -o first.jsonl"
      assert.equal(reference(), merged "first.jsonl")
    end
  end)

  it("says which bot has changed", function()
    write("changing.lua", "return function(view) return view:list()[1] end\n")
    write("changing-cup.lua", [[return { rules = "mixtour", games = 2,
      bots = { "random", "./changing.lua" } }]])
    must "$T tournament changing-cup.lua"
    write("changing.lua", "return function(view) return view:list()[2] end\n")
    local _, err, status = shell "$T tournament changing-cup.lua"
    assert.equal(1, status)
    assert.is_truthy(err:match("another tournament.* bots: the file of changing has changed; "
      .. "%-o names another file\n$"), err)
  end)

  it("tries its openings before it writes anything", function()
    write("opened-cup.lua", [[return { rules = "mixtour", games = 2,
      bots = { "random", "random" }, openings = { "b2 c3", "b2 z9" } }]])
    local _, err, status = shell "$T tournament opened-cup.lua"
    assert.equal(2, status)
    assert.equal('tesela tournament: opening "b2 z9": z9: z9 is not a cell (a1 to e5)\n', err)
    assert.equal("", (shell "ls | grep opened-cup.jsonl"))
  end)

  it("has games that can be looked at", function()
    reference()
    local out = must "$T show whole.jsonl --game 2"
    assert.is_truthy(out:match "^game 2 of %d+: ", out)
  end)

  it("refuses a file that is not its own", function()
    reference()
    local function refused(command, pattern)
      local _, err, status = shell(command)
      assert.equal(1, status)
      assert.is_truthy(err:match(pattern), err)
    end
    refused("$T tournament small.lua --seed 6 -o whole.jsonl",
      "whole.jsonl has games of another tournament.* seed: 5 and 6; %-o names another file\n$")
    refused("$T tournament small.lua --shard 1/2 -o whole.jsonl",
      "whole.jsonl has games of the whole; asked for shard 1/2\n$")
    for _, text in ipairs { "{}\n", "a letter\nto a friend", "a letter", "\0\0\0",
      ("x"):rep(10000) } do
      write("other.jsonl", text)
      refused("$T tournament small.lua -o other.jsonl", "not a file of a tournament")
      assert.equal(text, read "other.jsonl") -- nothing is cut off
    end
    refused("$T tournament small.lua -o /dev/null", "/dev/null: expected a file to which")
    refused("$T tournament small.lua -o .", "cannot open the file: Is a directory")
    local all = lines(whole)
    write("twice.jsonl", table.concat({ all[1], all[2], all[2], all[3] }, "\n") .. "\n")
    refused("$T tournament small.lua -o twice.jsonl",
      "twice.jsonl:3: game 1 occurs twice\n$")
    write("hole.jsonl", table.concat({ all[1], "{}", all[3] }, "\n") .. "\n")
    refused("$T tournament small.lua -o hole.jsonl",
      "hole.jsonl:2: not a game of a tournament; without this line, the same "
      .. "command plays the missing games\n$")
  end)

  it("counts lines that end with CR LF", function()
    reference()
    local all = lines(whole)
    local part = table.concat(all, "\r\n", 1, 3) .. "\r\n"
    write("part.jsonl", part)
    must "$T tournament small.lua -o part.jsonl"
    assert.same({ part, #all }, { read("part.jsonl"):sub(1, #part), #lines(read "part.jsonl") })
    write("crlf.jsonl", (whole:gsub("\n", "\r\n")))
    for _, command in ipairs { "report %s", "report %s -f csv", "report %s -f json" } do
      assert.equal(must("$T " .. command:format "whole.jsonl"),
        must("$T " .. command:format "crlf.jsonl"))
    end
    must "$T merge crlf.jsonl -o merged.jsonl"
    must "$T merge whole.jsonl -o merged.jsonl"
    assert.equal(must "$T merge whole.jsonl", read "merged.jsonl")
    must "$T repeat crlf.jsonl --games 2"
    assert.is_truthy(must "$T check crlf.jsonl":find(" 0 bad", 1, true))
  end)

  it("plays on when its workers are killed", function()
    reference()
    -- Between two kills a game is over, so that each is of other games. A check
    -- for leaks has a child too, and would wait for it for ever.
    must [[ASAN_OPTIONS=detect_leaks=0 $T tournament small.lua -w 2 -o orphan.jsonl & P=$!
      count() { wc -l <orphan.jsonl 2>/dev/null || echo 0; }
      for i in 1 2 3 4 5; do
        for worker in $(cat /proc/$P/task/$P/children); do kill -9 $worker; done
        sleep 0.05; N=$(count)
        while grep -qs '^State:.[RSD]' /proc/$P/status && [ $(count) -le $N ]; do sleep 0.01; done
      done
      wait $P]]
    assert.equal(reference(), merged "orphan.jsonl")
  end)

  -- A bot that ends its worker with this signal at its third move, if that file exists.
  local function killer(signal)
    write("killer.lua", ([[local asked = 0
      return function(v)
        asked = asked + 1
        local armed = asked == 3 and io.open "armed"
        if not armed then return v:list()[1] end
        io.open("deaths", "a"):write "x":close()
        os.execute "kill -%s $PPID"
      end]]):format(signal))
    write("killer-cup.lua", [[return { rules = "mixtour", games = 2, max_plies = 20,
      bots = { "./killer.lua", "random" }, trusted = true }]])
    write("armed", "")
    os.remove(folder.path .. "/deaths")
    os.remove(folder.path .. "/killer-cup.jsonl")
  end

  it("blames a bot whose worker crashes in one game three times", function()
    killer "SEGV"
    must "$T tournament killer-cup.lua -w 1"
    assert.equal(("x"):rep(6), read "deaths")
    for _, game in ipairs(games(read "killer-cup.jsonl")) do
      assert.equal("error", game.result.reason)
      assert.equal("the bot ended its process: signal 11 (Segmentation fault)",
        game.result.message)
      assert.equal("killer", game.players[game.result.places[1] == 2 and 1 or 2])
      assert.is_true(#game.moves >= 4) -- those before are kept
    end
    must "$T check killer-cup.jsonl"
  end)

  it("leaves out games whose processes the system kills, and plays them later", function()
    killer "KILL"
    local _, err, status = shell "$T tournament killer-cup.lua -w 1"
    assert.equal(1, status)
    assert.matches("some games are missing: the system killed their processes", err, 1, true)
    assert.equal(("x"):rep(6), read "deaths")
    assert.same({}, games(read "killer-cup.jsonl"))
    os.remove(folder.path .. "/armed")
    must "$T tournament killer-cup.lua -w 1"
    assert.equal(2, #games(read "killer-cup.jsonl"))
  end)

  it("may go on with more games", function()
    reference()
    must(("$T tournament small.lua -n %d -o more.jsonl"):format(SMALL // 2))
    local _, err = must "$T tournament small.lua -o more.jsonl"
    assert.is_truthy(err:find(("more.jsonl has %d games; %d are planned\n"):format(
      SMALL // 2, SMALL), 1, true))
    assert.equal(reference(), merged "more.jsonl")
    assert.equal((must "$T report whole.jsonl"), (must "$T report more.jsonl"))
    assert.equal(("more.jsonl: %d games, 0 bad\n"):format(SMALL),
      (must "$T check more.jsonl"))
    local out = must "$T tournament small.lua -n 2 -o more.jsonl" -- or with fewer
    assert.is_truthy(out:find(("\n%d of %d games,"):format(SMALL, SMALL), 1, true))
  end)

  it("refuses a bot that has changed", function()
    write("mine.lua", "return function(v) return v:list()[1] end")
    write("mine-cup.lua", [[return { rules = "mixtour", games = 2,
      bots = { "./mine.lua", "random" } }]])
    must "$T tournament mine-cup.lua"
    write("mine.lua", "return function(v) return v:list()[2] end")
    local _, err, status = shell "$T tournament mine-cup.lua"
    assert.equal(1, status)
    assert.is_truthy(err:match " bots: ")
  end)

  it("is no one else's as long as it runs", function()
    write("long.lua", [[return { rules = "blokus", games = 1000000,
      bots = { "random", "random", "random", "random" } }]])
    local _, err, status = shell [[$T tournament long.lua -w 1 >/dev/null 2>&1 & P=$!
      until [ -s long.jsonl ]; do sleep 0.05; done
      $T tournament long.lua; S=$?; kill -9 $P; echo $P >&2; exit $S]]
    assert.equal(1, status)
    local pid = err:match "(%d+)\n$"
    assert.is_truthy(err:find(("long.jsonl: process %s is writing to this file\n")
      :format(pid), 1, true), err)
  end)

  it("by Ctrl-C ends after the games in progress, and shows how it stands", function()
    write("slow.lua", [[return { rules = "blokus", games = 1000000,
      bots = { "random", "random", "random", "random" } }]])
    for _, signal in ipairs { "INT", "TERM" } do
      -- It has begun when there are more games than before.
      local out, err, status = shell(([[touch slow.jsonl; N=$(wc -l <slow.jsonl)
        $T tournament slow.lua -w 2 & P=$!
        until [ $(wc -l <slow.jsonl) -gt $((N + 1)) ]; do sleep 0.05; done
        kill -%s $P; wait $P]]):format(signal))
      assert.equal(130, status)
      assert.is_truthy(out:match "\nStandings\n")
      assert.is_truthy(err:match "interrupted; the same command resumes\n")
      must "$T check slow.jsonl"
    end
    assert.equal("\n", read "slow.jsonl":sub(-1))
  end)

  it("by Ctrl-C twice ends now", function()
    write("sleepy.lua", [[return function(v)
      while v.ply > 1 do end return v:list()[1] end]])
    write("stuck.lua", [[return { rules = "mixtour", games = 2, budget = { limit = 1000 },
      bots = { "./sleepy.lua", "random" } }]])
    local out, err, status = shell [[$T tournament stuck.lua & P=$!
      until [ -s stuck.jsonl ] && [ -n "$(cat /proc/$P/task/$P/children)" ]
      do sleep 0.05; done
      while grep -qs '^State:.[RSD]' /proc/$P/status; do kill -INT $P; sleep 2; done; wait $P]]
    assert.equal(130, status)
    assert.is_truthy(out:match "\n0 of 2 games")
    assert.is_truthy(err:match "interrupted; the same command resumes\n")
    assert.equal(1, #lines(read "stuck.jsonl"))
  end)
end)

describe("the progress line", function()
  it("is for terminals only", function()
    write("long-cup.lua", [[return { rules = "blokus", games = 1000000, seed = 1,
      bots = { "random", "random", "random", "random" } }]])
    local command = "$T tournament long-cup.lua -w 2 -o progress.jsonl"
    local _, err, status = shell("timeout -s INT 2 " .. command)
    assert.is_truthy(status == 124 or status == 130)
    assert.is_nil(err:find "[\27\r]")
    -- In a terminal, until the line has been seen.
    local out = shell(([[export T; script -qec '%s & P=$!
      until grep -aq "[0-9sh] left" typescript; do sleep 0.05; done
      kill -INT $P; wait $P' -f typescript]]):format(command))
    assert.is_truthy(out:match "\r\27%[K\27%[%?7l%d+/1000000 games  [%d.]+/s  [^\r]* left", out)
    assert.is_truthy(out:match "\nStandings")
  end)

  it("says how a test stands", function()
    local progress = require "tesela.contest.run.progress"
    local stats = require "tesela.contest.results.stats"
    local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"
    local def = definitions.normalise { rules = "mixtour", bots = { "a", "b" }, games = 100,
      sprt = { elo0 = 0, elo1 = 20 } }
    local session = { played = 0, planned = 100, stats = stats.new(def) }
    local runner = { played = 10, since = 0 }
    for i = 1, 10 do
      local game = schedule.game(def, i)
      game.places, game.reason, game.plies = { 1, 1 }, "stuck", 9
      session.stats:add(game)
    end
    assert.equal("10/100 games  5.0/s  18 s left  50.0 %  +0 (too few)  LLR -0.29 (-2.94..2.94)",
      progress.words(session, runner, 2))
    runner.stopping = "interrupted"
    assert.is_truthy(progress.words(session, runner, 2):match "ending: interrupted$")
  end)
end)

describe("parts of a tournament", function()
  it("give the whole when they are merged", function()
    reference()
    for part = 1, 3 do must(("$T tournament small.lua --shard %d/3"):format(part)) end
    local count = 0
    for part = 1, 3 do
      count = count + #lines(read(("small.%d-of-3.jsonl"):format(part))) - 1
    end
    assert.equal(SMALL, count)
    assert.equal(reference(), (must "$T merge small.?-of-3.jsonl"))
    assert.equal((must "$T report whole.jsonl"), (must "$T report small.?-of-3.jsonl"))
  end)

  it("may be merged into what is not a file", function()
    reference()
    assert.equal(whole, (must "$T merge whole.jsonl -o /dev/fd/1"))
    local _, err, status = shell "$T merge whole.jsonl >/dev/full"
    assert.same({ "tesela: cannot write output: No space left on device\n", 1 }, { err, status })
  end)

  it("may be played by GNU parallel", function()
    local _, _, status = shell "command -v parallel >/dev/null"
    if status ~= 0 then return pending "GNU parallel is not installed" end
    reference()
    must "seq 4 | parallel --will-cite -j2 $T tournament small.lua -w 1 --shard {}/4"
    assert.equal(reference(), (must "$T merge small.?-of-4.jsonl"))
  end)

  it("are refused if they do not belong together", function()
    reference()
    must "$T tournament small.lua --shard 1/2 -w 1"
    local _, err, status = shell "$T merge whole.jsonl small.1-of-2.jsonl"
    assert.equal(1, status)
    assert.is_truthy(err:match
      "^tesela merge: small.1%-of%-2.jsonl:2: game %d+ is also in whole.jsonl\n$")
    must "$T tournament small.lua --seed 8 --shard 2/2 -o eight.jsonl"
    _, err, status = shell "$T merge small.1-of-2.jsonl eight.jsonl"
    assert.equal(1, status)
    assert.equal("tesela merge: small.1-of-2.jsonl and eight.jsonl are of "
      .. "different tournaments: seed: 5 and 8\n", err)
    _, err = must "$T merge small.1-of-2.jsonl -o half.jsonl --partial"
    assert.is_truthy(err:match "^tesela merge: %d+ of %d+ games are missing: part 2/2\n$")
  end)

  it("cannot be of what needs the games before", function()
    for name, rule in pairs { sprt = "sprt = { elo1 = 50 }", time = "time = 1" } do
      write(name .. ".lua", small(rule))
      local _, err, status = shell(("$T tournament %s.lua --shard 1/2"):format(name))
      assert.equal(1, status)
      assert.equal(("tesela tournament: %s depends on earlier games, and cannot "
        .. "be played in shards\n"):format(name), err)
    end
  end)
end)

describe("a tournament stops", function()
  it("when its test has decided, after the same game with any workers", function()
    write("test.lua", [[return { rules = "losetas", options = { size = 3,
      tiles = { 3, 3, 2 } }, bots = { "greedy", "random" }, sprt = { elo0 = 0, elo1 = 60 } }]])
    local first
    for _, workers in ipairs { 1, 2, 8 } do
      local _, err = must(("$T tournament test.lua -w %d -o test.jsonl"):format(workers))
      assert.is_truthy(err:match "the test has decided")
      first = first or merged "test.jsonl"
      assert.equal(first, merged "test.jsonl")
      must "$T tournament test.lua -o test.jsonl" -- again: it is over
      assert.equal(first, merged "test.jsonl")
      folder:remove "test.jsonl"
    end
  end)

  it("when its time is over", function()
    write("brief.lua", [[return { rules = "mixtour", bots = { "random", "random" },
      time = 0.5 }]])
    local begin = tesela.clock()
    local _, err = must "$T tournament brief.lua"
    assert.is_truthy(err:match "the time is up")
    assert.is_true(tesela.clock() - begin < 60)
  end)
end)

describe("tesela report", function()
  it("shows the same as the tournament, in all formats", function()
    reference()
    for _, format in ipairs { "text", "markdown", "csv", "json" } do
      assert.equal((must("$T tournament small.lua -o whole.jsonl -f " .. format)),
        (must("$T report whole.jsonl -f " .. format)))
    end
  end)

  it("shows one game", function()
    reference()
    local out = must "$T report whole.jsonl --game 7"
    assert.equal(7, tesela.decode(out:match "^[^\n]*").number)
    assert.is_truthy(out:match "place 1")
    local _, err, status = shell "$T report whole.jsonl --game 9999"
    assert.same({ "tesela report: there is no game 9999\n", 1 }, { err, status })
  end)
end)

-- ---- bots that do what they should not --------------------------------------

-- One for each escape, from the second move on, the reasons for which it may lose, and how
-- long a move may take, where that is not why.
local escapes = {
  { "pattern", "return (('a'):rep(300000)):find(('.-'):rep(90) .. 'b')", "time" },
  { "rep", "return string.rep('', 1 << 50)", "time" },
  { "move", "table.move({}, 1, 1 << 50, 2)", "time" },
  { "len", [[return table.concat(setmetatable({}, { __len = function() return 1 << 50 end,
      __index = function() return "" end }))]], "time memory" },
  { "gc", [[setmetatable({}, { __gc = function() while true do end end })
      local t repeat t = { t } until false]], "time" },
  { "handler", [[xpcall(function() local x = nil; x() end,
      function() while true do end end)]], "time" },
  { "coroutines", "while true do coroutine.wrap(function() end)() end", "time" },
  { "gsub", [[local s = ("x"):rep(10 << 20)
      while true do s = s:gsub("x", "y"):gsub("y", "x") end]], "time" },
  { "close", [[local co = coroutine.create(function()
      local x <close> = setmetatable({}, { __close = function() while true do end end })
      coroutine.yield() end)
      coroutine.resume(co) coroutine.close(co)]], "time" },
  { "tree", [[local tesela, kept = require "tesela", {}
      while true do
        local s = tesela.searcher(view.rules, { memory = 1 << 40 })
        s:search(view, { iterations = 50000 })
        kept[#kept + 1] = s
      end]], "memory", 600 },
  { "catch", "while true do pcall(function() while true do end end) end", "time" },
  { "hoard", [[local t = {} while true do
      pcall(function() t[#t + 1] = ("x"):rep(1 << 20) .. #t end) end]], "memory", 600 },
  { "rules", [[local tesela, t = require "tesela", {}
      for i = 1, 1 << 30 do t[i] = tesela.rules("blokus") end]], "memory time error" },
  { "deep", "local function f() return 1 + f() end return f()", "error memory", 600 },
  { "illegal", "return 1 << 40", "illegal" },
  { "raise", "error 'I give up'", "error" },
  { "nothing", "return", "illegal" },
  { "file", "return io.open('/etc/passwd')", "error" },
}

describe("a bot that is not trusted", function()
  for _, escape in ipairs(escapes) do
    local name, body, reasons, limit = table.unpack(escape)
    it("loses its own games, and no one else's: " .. name, function()
      write(name .. ".lua", ("return function(view) if view.ply < 2 then "
        .. "return view:list()[1] end %s end"):format(body))
      write(name .. "-cup.lua", ([[return { rules = "mixtour", games = 2, memory = 48,
        max_plies = 40, budget = { limit = %s }, bots = { "random", "./%s.lua", "random" } }]])
        :format(limit or support.sanitized and 2 or 0.25, name))
      must(("$T tournament %s-cup.lua -w 2"):format(name))
      local list = games(read(name .. "-cup.jsonl"))
      assert.equal(6, #list)
      for _, game in ipairs(list) do
        local seat = game.players[1] == name and 1 or game.players[2] == name and 2
        if seat then
          assert.is_truthy(reasons:find(game.result.reason, 1, true), game.result.reason
            .. ": " .. tostring(game.result.message))
          assert.equal(2, game.result.places[seat])
          assert.is_truthy(game.result.message)
        else
          assert.is_nil(game.result.message)
        end
      end
      must(("$T check %s-cup.jsonl"):format(name))
    end)
  end

  it("is refused where its file takes too long to be compiled", function()
    write("source.lua", "return " .. ("a or "):rep(1000000) .. "a")
    write("source-cup.lua", [[return { rules = "mixtour", games = 2,
      bots = { "./source.lua", "random" }, budget = { limit = 0.5 } }]])
    local _, err, status = shell "$T tournament source-cup.lua"
    assert.same({ 2, "tesela tournament: bot source: no move within 0.5 s\n" }, { status, err })
    write("source.lua", "-- " .. ("long"):rep(5 << 20))
    _, err, status = shell "$T tournament source-cup.lua"
    assert.same({ 2, "tesela tournament: ./source.lua: expected a file of at most 16 MB\n" },
      { status, err })
  end)

  it("may say what it likes when it fails", function()
    write("words.lua", [[return function(view)
      if view.ply < 2 then return view:list()[1] end
      error("a\0b\nc\t\xff|,\"\u{e9}\27[2J", 0) end]])
    write("words-cup.lua", [[return { rules = "mixtour", games = 2,
      bots = { { name = 'w|,"\n\xff', bot = "./words.lua" }, "random" } }]])
    must "$T tournament words-cup.lua" -- what is played has CPU times
    for _, format in ipairs { "text", "markdown", "csv", "json" } do
      assert.equal((must("$T tournament words-cup.lua -f " .. format)),
        (must("$T report words-cup.jsonl -f " .. format)))
    end
    local game = games(merged "words-cup.jsonl")[1]
    assert.equal("a b c ?|,\"\u{e9} [2J", game.result.message)
    assert.same({ 'w|," ?', "random" }, game.players)
    must "$T check words-cup.jsonl"
  end)

  it("has a clock only if budgets are in seconds", function()
    write("clock.lua", [[local tesela = require "tesela"
      return function(v) return v:list()[tesela.clock() > 0 and 1 or 2] end]])
    local function cup(budget)
      write("clock-cup.lua", ([[return { rules = "mixtour", games = 2, max_plies = 4,
        bots = { "./clock.lua", "random" }, budget = { %s } }]]):format(budget))
    end
    cup "iterations = 5"
    local _, err, status = shell "$T tournament clock-cup.lua"
    assert.same({ 2, "tesela tournament: bot clock: ./clock.lua:2: tesela.clock: bots have a "
      .. "clock only if budgets are in seconds\n" }, { status, err })
    for _, budget in ipairs { "seconds = 60", "clock = '60+1'" } do
      cup(budget)
      folder:remove "clock-cup.jsonl"
      must "$T tournament clock-cup.lua"
      for _, game in ipairs(games(read "clock-cup.jsonl")) do
        assert.equal("plies", game.result.reason)
      end
    end
  end)

  it("may be several files, trusted or not", function()
    write("eval.lua", "return function(v) return v:list()[#v:list()] end")
    write("many.lua", [[local eval = require "eval"
      return function(v) return eval(v) end]])
    write("many-cup.lua", [[return { rules = "mixtour", games = 4,
      bots = { "./many.lua", "random" } }]])
    must "$T tournament many-cup.lua"
    must "$T tournament many-cup.lua --trusted -o trusted-cup.jsonl"
    local boxed, trusted = games(merged "many-cup.jsonl"), games(merged "trusted-cup.jsonl")
    for i, game in ipairs(boxed) do
      assert.same(game.moves, trusted[i].moves)
      assert.are_not.equal("error", game.result.reason)
    end
    write("eval.lua", "return function(v) return v:list()[1] end")
    local _, err, status = shell "$T tournament many-cup.lua"
    assert.equal(1, status)
    assert.is_truthy(err:match "bots: the file of many has changed")
  end)

  it("must be in a file", function()
    local ok, why = pcall(tesela.tournament, { rules = "mixtour", games = 2,
      bots = { function(v) return v:list()[1] end, "random" } })
    assert.is_false(ok)
    assert.is_truthy(why:match "bot is not in a file; an untrusted bot needs a name")
  end)
end)

describe("a bot that is trusted", function()
  it("may be a function, and have all of Lua", function()
    local summary = tesela.tournament({ rules = "mixtour", games = 4, trusted = true,
      bots = { function(v) return os and v:list()[1] end, "random" } })
    assert.equal(4, summary.games)
    assert.same({}, summary.odd)
    assert.is_truthy(tostring(summary):match "Standings")
  end)

  it("loses by time all the same", function()
    local summary = tesela.tournament({ rules = "mixtour", games = 2, trusted = true,
      budget = { limit = 0.1 }, bots = { function() while true do end end, "random" } })
    assert.equal(2, summary.reasons.time)
  end)

  it("is run when its first game begins, in its own time", function()
    write("endless.lua", "while true do end")
    write("unfinished.lua", "return {")
    for name, reason in pairs { endless = "time", unfinished = "error" } do
      write("cup.lua", ([[return { rules = "mixtour", games = 2, trusted = true,
        budget = { limit = 0.1 }, bots = { "./%s.lua", "random" } }]]):format(name))
      assert.matches("\nEnded by: " .. reason .. " 2\n",
        (must("$T tournament cup.lua -o " .. name .. ".jsonl")))
    end
  end)

  it("is announced", function()
    write("trusted.lua", [[return { rules = "mixtour", games = 2,
      bots = { "random", "random" } }]])
    local _, err = must "$T tournament trusted.lua --trusted"
    assert.is_truthy(err:match "bots are trusted: like rules from files, they run with all of Lua")
  end)
end)
