-- Memory runs out now and then: a command does what it does otherwise, or says that this
-- is why not. No file is called bad for it.

local support = require "support"

local folder = support.folder()

teardown(support.clean)

local SEEDS = support.times(20, 5)

local commands = {
  "check games.jsonl", "report games.jsonl", "repeat games.jsonl",
  "show games.jsonl --game 2 --ply 3", "measure tictactoe -n 4 -w 1 -o measured.jsonl",
}

-- What is said of a lack of memory, by us, by Lua and by the C library.
local reasons = { "not enough memory", "out of memory", "Cannot allocate memory",
  "module '[%w._]+' not found:", "error loading module" }

local function has_reason(err)
  for _, reason in ipairs(reasons) do
    if err:find(reason) then return true end
  end
  return false
end

local function run(command, before)
  folder:remove "measured.jsonl"
  return folder:shell(("%s $T %s"):format(before or "", command))
end

-- Figures of time are no two times the same.
local function steady(out)
  return (out:gsub("Time and memory a move.-\n\n", ""):gsub("%d+%.%d+ s", ""))
end

describe("with scarce memory", function()
  setup(function()
    folder:must "$T match mixtour random greedy -n 4 -w 1 -o games.jsonl"
  end)

  for _, command in ipairs(commands) do
    it(command .. " does it, or says why not", function()
      local whole, _, status = run(command)
      assert.equal(0, status)
      local failed = 0
      for seed = 1, SEEDS do
        local out, err, how = run(command, ("FAULTY=memory:%d LD_PRELOAD=%s"):format(seed,
          support.quote(os.getenv "TESELA_FAULTY")))
        local at = ("seed %d: %s%s"):format(seed, out, err)
        if how == 0 then
          assert.equal(steady(whole), steady(out), at)
        else
          failed = failed + 1
          assert.is_true(how == 1 or how == 2, at)
          assert.is_true(has_reason(err), at)
        end
      end
      assert.is_true(failed > 0, "no seed did any harm")
    end)
  end
end)
