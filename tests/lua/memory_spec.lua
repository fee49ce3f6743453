-- Memory runs out now and then, or a disk fails: a command does what it does otherwise, or
-- says that this is why not. No file is called bad for it, and none is lost.

local support = require "support"

local folder = support.folder()

teardown(support.clean)

local SEEDS = support.times(20, 5)

local commands = {
  "check games.jsonl", "report games.jsonl", "repeat games.jsonl",
  "show games.jsonl --game 2 --ply 3", "merge games.jsonl",
  "measure tictactoe -n 4 -w 1 -o measured.jsonl",
}

-- What is said of a lack of memory, by us, by Lua and by the C library.
local reasons = { "not enough memory", "out of memory", "Cannot allocate memory",
  "module '[%w._]+'", "error loading module" }

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

setup(function()
  folder:must "$T match mixtour random greedy -n 4 -w 1 -o games.jsonl"
end)

describe("with scarce memory", function()
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

describe("merge on a machine that fails", function()
  local old = "{\"tournament\":1}\n"

  -- Merges over a file that is there, or over none: the exit status and the file.
  local function merge(fault, before)
    folder:must "rm -f out.jsonl*"
    if before then folder:write("out.jsonl", before) end
    local _, _, status = folder:shell(("FAULTY=%s LD_PRELOAD=%s $T merge games.jsonl -o out.jsonl")
      :format(fault, support.quote(os.getenv "TESELA_FAULTY")))
    return status, (folder:shell "cat out.jsonl 2>/dev/null")
  end

  for _, fault in ipairs { "full:0", "full:2000", "bad:1", "sync:1", "write:1" } do
    it("leaves what was there: " .. fault, function()
      local whole = folder:merged "games.jsonl"
      local status, text = merge(fault)
      assert.is_true(status ~= 0 and text == "", text)
      status, text = merge(fault, whole)
      assert.is_true(status ~= 0 and text == whole, text)
    end)
  end

  for _, number in ipairs { 11, 37, 38, 95 } do -- EAGAIN, ENOLCK, ENOSYS, EOPNOTSUPP
    it("writes all or nothing without locks: error " .. number, function()
      local whole = folder:merged "games.jsonl"
      local status, text = merge("lock:" .. number, old)
      assert.is_true(status ~= 0 and text == old, text)
      status, text = merge("lock:" .. number)
      assert.same({ 0, whole }, { status, text })
    end)
  end
end)

it("one game of a long file needs memory for one, not for all", function()
  local line = folder:read "games.jsonl":match '\n({"tesela".-"number":)%d+}'
  local list = {}
  for i = 1, (1 << 25) // #line do list[i] = ("%s%d}"):format(line, i) end
  folder:write("short.jsonl", list[1] .. "\n" .. list[#list] .. "\n")
  folder:write("long.jsonl", table.concat(list, "\n") .. "\n")
  local long = folder:must(("ulimit -v 60000; $T show long.jsonl --game %d --ply 3"):format(#list))
  local short = folder:must(("$T show short.jsonl --game %d --ply 3"):format(#list))
  assert.equal(short:match "\n.*", long:match "\n.*")
  folder:must(("ulimit -v 60000; $T analyse long.jsonl --game %d --iterations 1 -w 0"):format(
    #list))
  folder:remove "long.jsonl"
end)

it("convert keeps the text of games, not the games", function()
  local line = folder:must("$T match blokus_ten random random -n 2 -w 1 -o blokus.jsonl && "
    .. "tail -n 1 blokus.jsonl"):match '{"tesela".*\n'
  folder:write("many.jsonl", line:gsub(',"number":%d+', ""):rep(800))
  folder:must "ulimit -v 60000; $T convert many.jsonl converted.jsonl"
  assert.equal(folder:read "many.jsonl", folder:read "converted.jsonl")
end)
