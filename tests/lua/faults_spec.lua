-- A machine that has no steady clock, little address space, a read-only disk or no locks:
-- commands do their work, or say in one line why not, and harm no file.

local support = require "support"

local folder = support.folder()

teardown(support.clean)

-- The start of a command on a machine with this fault (tests/preload).
local function faulty(fault)
  return ("FAULTY=%s LD_PRELOAD=%s "):format(fault, support.quote(os.getenv "TESELA_FAULTY"))
end

setup(function()
  folder:must "$T match mixtour random greedy -n 4 -w 1 -o games.jsonl"
  folder:write("cup.lua", [[return { rules = "mixtour", bots = { "random", "greedy" },
    games = 6, seed = 5 }]])
  folder:write("endless.lua", [[return function(view)
    while view.ply > 1 do end
    return view:list()[1]
  end]])
end)

describe("with a time of day that jumps by decades", function()
  local jumping = faulty "clock:1000000000"

  it("games are the same", function()
    folder:must(jumping .. "$T match mixtour random greedy -n 4 -w 2 -o jumped.jsonl")
    assert.equal(folder:merged "games.jsonl", folder:merged "jumped.jsonl")
  end)

  it("no bot loses on time, with seconds or a clock", function()
    for _, budget in ipairs { "greedy --clock 60", "greedy --seconds 1" } do
      folder:remove "timed.jsonl"
      folder:must(("%s$T match mixtour random %s -n 2 -w 2 -o timed.jsonl"):format(jumping,
        budget))
      for _, game in ipairs(support.games(folder:read "timed.jsonl")) do
        assert.equal("points", game.result.reason)
      end
    end
  end)

  it("a bot that does not answer loses on time", function()
    local out = folder:must(jumping .. [[$T match mixtour ./endless.lua random -n 2 -w 1 \
      --seconds 0.1]])
    assert.matches("time 2", out)
  end)

  it("a tournament ends after its time", function()
    folder:write("timed.lua", [[return { rules = "mixtour", bots = { "random", "greedy" },
      time = 0.3 }]])
    local _, err = folder:must(jumping .. "$T tournament timed.lua -w 2 -o ended.jsonl")
    assert.matches("the time is up", err)
  end)

  it("the same weights are learnt", function()
    local learn = "$T learn connect_four --games 40 --gain 0 -w 2 -o %s.weights"
    folder:must(learn:format "plain")
    folder:must(jumping .. learn:format "jumped")
    assert.equal(folder:read "plain.weights", folder:read "jumped.weights")
  end)
end)

describe("with little address space", function()
  local commands = {
    "check games.jsonl", "report games.jsonl", "repeat games.jsonl", "merge games.jsonl",
    "show games.jsonl --game 2 --ply 3", "report games.jsonl -f html --no-games",
    "match mixtour random greedy -n 2 -w 2", "check mixtour --games 2",
    "analyse games.jsonl -g 1 --iterations 20 -w 2", "openings mixtour -n 1 --plies 4 "
    .. "--iterations 20", "measure tictactoe -n 4 -w 2 -o measured.jsonl", "man",
    "learn connect_four --games 20 --gain 0 -w 2 -o learnt.weights",
  }

  for _, command in ipairs(commands) do
    it(command .. " does it, or says why not", function()
      local games, status = folder:read "games.jsonl", nil
      for _, kilobytes in ipairs { 9000, 20000, 35000, 60000, 100000, 400000 } do
        folder:must "rm -f measured.jsonl learnt.weights*"
        local _, err
        _, err, status = folder:shell(("ulimit -v %d; $T %s"):format(kilobytes, command))
        if status == 0 then break end
        local at = ("%d KB: %s"):format(kilobytes, err)
        assert.equal(1, status, at)
        assert.matches("not enough memory[^\n]*\n$", err, at)
      end
      assert.equal(0, status)
      assert.equal(games, folder:read "games.jsonl")
    end)
  end

  it("old searchers make room for new ones", function()
    folder:must [[ulimit -v 150000; $T -e 'local rules = tesela.rules "mixtour"
      for _ = 1, 100 do tesela.searcher(rules, { method = "alphabeta" }) end']]
  end)

  it("a tournament says what its sandboxes need, and leaves no file", function()
    local _, err, status = folder:shell "ulimit -v 900000; $T tournament cup.lua -w 2"
    assert.equal(1, status)
    assert.matches("^tesela tournament: not enough memory for a sandbox of 256 MB: it needs "
      .. "640 MB of address space %(ulimit %-v%)\n$", err)
    assert.equal("", (folder:must "ls | grep cup.jsonl || true"))
    folder:write("small.lua", [[local cup = dofile "cup.lua"; cup.memory = 16; return cup]])
    folder:must "ulimit -v 200000; $T tournament small.lua -w 2 -o cup.jsonl"
    folder:remove "cup.jsonl"
  end)
end)

-- A folder is read-only in a name space of its own, where the system allows that.
local unshare = ("unshare -m%s sh -c "):format(
  select(3, support.shell '[ "$(id -u)" -eq 0 ]') == 0 and "" or "r")
local can_mount = select(3, support.shell(unshare .. "true")) == 0

describe("on a read-only disk", function()
  local read_only = 'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && %s'
  local commands = {
    ["match mixtour random random -n 2 -o out.jsonl"] = "out.jsonl: cannot open the file",
    ["tournament cup.lua -w 1"] = "cup.jsonl: cannot open the file",
    ["merge games.jsonl -o games.jsonl"] = "games.jsonl: cannot make a file beside it",
    ["report games.jsonl -f html -o page.html"] = "%-%-out page.html",
    ["analyse games.jsonl -g 1 -o out.jsonl"] = "out.jsonl",
    ["svg mixtour -o out.svg"] = "%-%-out out.svg",
    ["new bot mine.lua"] = "mine.lua",
    ["learn tictactoe --games 4"] = "tictactoe.weights[.part]*",
    ["measure tictactoe -n 2 -o out.jsonl"] = "out.jsonl: cannot open the file",
    ["openings mixtour -n 1 --plies 2 --iterations 9 -o out.jsonl"] =
      "out.jsonl: cannot open the file",
  }
  for command, front in pairs(can_mount and commands or {}) do
    it(command .. " is refused", function()
      local _, err, status = folder:shell("export T; " .. unshare
        .. support.quote(read_only:format("$T " .. command)))
      assert.equal(1, status, err)
      assert.matches(("^tesela %%a+: %s: Read%%-only file system\n$"):format(front), err)
    end)
  end
end)

describe("on a file system without locks", function()
  it("learn continues with --no-lock", function()
    local learn = faulty "lock:37" .. "$T learn tictactoe --games 4 --gain 0 -w 1"
    local _, err, status = folder:shell(learn)
    assert.equal(1, status)
    assert.matches("this file system has no locks .*use %-%-no%-lock", err)
    folder:must(learn .. " --no-lock")
  end)
end)
