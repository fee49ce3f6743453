-- The wall behind the boxes: what a worker of bots that are not trusted can ask
-- the kernel for, and that its games are the same without it.

local process = require "tesela.process"
local support = require "support"

local folder = support.folder()

teardown(support.clean)

local function must(command) return folder:must(command) end
local function write(...) return folder:write(...) end

-- Can there be a wall?
local function has_wall()
  return must "$T --version":match "wall: seccomp"
    and must "cat /proc/self/status":match "Seccomp:%s*0"
end

if not has_wall() then
  it("has no wall that could be tested: no seccomp here", function() end)
  return
end

-- What a worker says until it ends, and how it ended.
local function hear(f)
  local worker, heard = process.spawn(f), {}
  local text = ""
  while text do
    heard[#heard + 1] = text
    process.poll({ worker }, 1)
    text = worker:receive()
  end
  return table.concat(heard), worker:wait()
end

describe("behind the wall", function()
  local EPERM = 1
  local calls = assert(package.loadlib(os.getenv "TESELA_CALLS", "luaopen_calls"))()

  -- The error of each call, by its name, with a wall and without.
  local function errors(walled)
    local said, how = hear(function(channel)
      if walled then channel:wall() end
      for _, name in ipairs(calls.names) do
        channel:send(("%s: %d\n"):format(name, calls.try(name)))
      end
    end)
    assert.is_nil(how)
    local list = {}
    for name, number in said:gmatch "([^\n]+): (%d+)\n" do list[name] = tonumber(number) end
    return list
  end

  it("each call that a worker does not need fails", function()
    local before, behind, shown = errors(false), errors(true), 0
    for _, name in ipairs(calls.names) do
      assert.equal(EPERM, behind[name], name)
      if before[name] ~= EPERM then shown = shown + 1 end -- else it proves nothing
    end
    assert.is_true(shown > #calls.names / 2, shown)
  end)

  it("a worker shares no memory with another", function()
    local function shared(channel)
      local maps <close> = io.open "/proc/self/maps"
      local _, count = maps:read "a":gsub("rw%-s", "")
      channel:send(count .. "\n")
    end
    local first = process.spawn(function(channel) channel:receive() end)
    assert.same({ "1\n" }, { hear(shared) })
    first:send "end\n"
    first:wait()
  end)

  it("an error is reported as without a wall", function()
    for _, walled in ipairs { false, true } do
      local said, how = hear(function(channel)
        if walled then channel:wall() end
        error("oops", 0)
      end)
      assert.same({ "!\toops\n", "exit status 1" }, { said, how })
    end
  end)

  it("Lua plays, and ends by itself", function()
    local said, how = hear(function(channel)
      channel:wall()
      local last
      for i = 1, 100000 do last = { last, i } end
      assert(last[2] == 100000)
      local text = ("x"):rep(50 << 20)
      collectgarbage()
      print "said on stderr"
      channel:send(("%d %s %s\n"):format(#text, os.time() > 0, io.open "/etc/passwd"))
    end)
    assert.equal(("%d true nil\n"):format(50 << 20), said)
    assert.is_nil(how)
  end)
end)

-- Bots that take long from the second move on, so that a look at their worker finds them.
local SLOW = [[return function(view)
  local x = 0
  for i = 1, view.ply > 1 and 30000000 or 0 do x = x + i % 7 end
  return view:list()[1] end]]

-- What the kernel says of the first child of a command, once this file is there.
local function look(command, file)
  return must(([[%s >out.txt 2>&1 & P=$!
    while [ ! -s %s ]; do sleep 0.05; done
    W=; while [ -z "$W" ]; do sleep 0.1; W=$(cat /proc/$P/task/$P/children); done
    W=${W%%%% *}; sleep 0.5
    cat /proc/$W/status; ls /proc/$W/fd | tr '\n' ' '
    kill $P; wait $P || true]]):format(command, file))
end

local function assert_wall(text)
  assert.matches("\nSeccomp:%s*2\n", text)
  assert.matches("\nNoNewPrivs:%s*1\n", text)
  assert.matches("\nCapEff:%s*0+\n", text)
  assert.matches("\nCapBnd:%s*%x+\n", text)
  assert.matches("\n1 2 %d+ $", text) -- stdout is stderr there
end

describe("there is a wall", function()
  setup(function()
    write("slow.lua", SLOW)
    write("cup.lua", [[return { rules = "mixtour", games = 200, max_plies = 6,
      bots = { "./slow.lua", "random" } }]])
  end)

  it("in the workers of tournaments and matches", function()
    assert_wall(look("exec $T tournament cup.lua -w 1", "cup.jsonl"))
    assert_wall(look("exec $T match mixtour ./slow.lua random -w 1 -n 20 --max-plies 6",
      "mixtour-slow-random-1.jsonl"))
  end)

  it("in the process of a bot that plays in the program", function()
    assert_wall(look([[exec $T -e 'tesela.run { rules = tesela.rules "mixtour",
      bots = { "./slow.lua", "random" } }']], "cup.lua"))
  end)

  it("not if bots are trusted", function()
    local text = look("exec $T tournament cup.lua -w 1 --trusted -o trusted.jsonl", "trusted.jsonl")
    assert.matches("\nSeccomp:%s*0\n", text)
  end)
end)

it("plays without a wall if the kernel has none, and says so once", function()
  write("fast.lua", [[return { rules = "losetas", games = 40,
    bots = { "random", "greedy" } }]])
  must "$T tournament fast.lua -w 2 -o with.jsonl"
  local _, err = must(("FAULTY=seccomp:22 LD_PRELOAD=%s $T tournament fast.lua -w 2 "
    .. "-o without.jsonl"):format(support.quote(os.getenv "TESELA_FAULTY")))
  assert.equal("tesela: warning: the kernel provides no wall around sandboxed bots "
    .. "(seccomp: Invalid argument)\ngames: without.jsonl\n", err)
  assert.equal((must "$T merge with.jsonl"), (must "$T merge without.jsonl"))
end)

it("plays nothing in a worker that the kernel gives no wall", function()
  write("fast.lua", [[return { rules = "losetas", games = 4, bots = { "random", "greedy" } }]])
  local faulty = ("FAULTY=seccomp:-12 LD_PRELOAD=%s "):format(
    support.quote(os.getenv "TESELA_FAULTY"))
  for _, command in ipairs { "$T tournament fast.lua -w 2 -o none.jsonl",
    [[$T -e 'tesela.run { rules = tesela.rules "mixtour", bots = { "./slow.lua", "random" } }']]
  } do
    local _, err, status = folder:shell(faulty .. command)
    assert.not_equal(0, status)
    assert.matches("cannot put a wall around a worker %(seccomp: Cannot allocate memory%)", err)
    assert.not_matches("ended its process", err)
  end
end)
