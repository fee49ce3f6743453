-- Files of lines: what was accepted is there, whole, whatever happened.

local journal = require "tesela.journal"
local process = require "tesela.process"
local support = require "support"

teardown(support.clean)

local function open(path)
  local j, why = journal.open(path)
  return assert(j, why)
end

describe("a journal", function()
  it("keeps lines, in order, and continues", function()
    local path = support.file(nil, ".jsonl")
    local j = open(path)
    assert.same({ 0, 0 }, { j:size() })
    assert.is_true(j:append "one\n")
    assert.is_true(j:append "two\nthree\n")
    assert.is_true(j:sync())
    j:close()
    j = open(path)
    assert.same({ 14, 0 }, { j:size() })
    assert.is_true(j:append "four\n")
    j:close()
    assert.equal("one\ntwo\nthree\nfour\n", support.read(path))
  end)

  it("cuts off a torn line, however long", function()
    for _, torn in ipairs { "x", ("y"):rep(4095), ("z"):rep(10000) } do
      for _, whole in ipairs { "", "one\n", ("1"):rep(5000) .. "\n" } do
        local path = support.file(whole .. torn, ".jsonl")
        local j = open(path)
        assert.same({ #whole, #torn }, { j:size() })
        assert(j:append "next\n")
        j:close()
        assert.equal(whole .. "next\n", support.read(path))
      end
    end
  end)

  it("changes nothing before the first line", function()
    local path = support.file("one\nhalf", ".jsonl")
    open(path):close()
    assert.equal("one\nhalf", support.read(path))
    local j = open(path)
    assert(j:cut(4))
    assert.same({ 4, 0 }, { j:size() })
    j:close()
    assert.equal("one\n", support.read(path))
  end)

  it("takes whole lines only", function()
    local j = open(support.file(nil, ".jsonl"))
    assert.has_error(function() j:append "half" end)
    assert.has_error(function() j:append "" end)
    j:close()
    assert.has_error(function() j:append "late\n" end)
  end)

  it("says who writes to it", function()
    local path = support.file(nil, ".jsonl")
    local j = open(path)
    local second, why, kind = journal.open(path)
    assert.is_nil(second)
    local self = support.shell "echo $PPID":match "%d+"
    assert.equal(("%s: process %s is writing to this file"):format(path, self), why)
    assert.equal("busy", kind)
    j:close()
    open(path):close()
  end)

  it("is not written over for the words of its name", function()
    local output = require "tesela.base.output"
    for _, words in ipairs { "has no locks", "Permission denied" } do
      local path = support.file("old\n", " " .. words .. ".jsonl")
      local j = open(path)
      local ok, why = output.put(path, "new\n")
      assert.is_nil(ok)
      assert.matches("is writing to this file$", why)
      assert.equal("old\n", support.read(path))
      j:close()
      assert(output.put(path, "new\n"))
      assert.equal("new\n", support.read(path))
    end
  end)

  it("is not waited for if no one wants to", function()
    local path = support.file(nil, ".jsonl")
    local j = open(path)
    local second, why = journal.open(path, false, true)
    assert.is_nil(second)
    assert.matches("is writing to this file", why, 1, true)
    j:close()
    assert(journal.open(path, false, true)):close()
  end)

  it("is not held by a worker that has forgotten it", function()
    local path = support.file(nil, ".jsonl")
    local j = open(path)
    local worker = process.spawn(function(channel)
      j:forget()
      channel:receive()
    end)
    j:close()
    open(path):close()
    worker:kill()
    assert.is_truthy(worker:wait():match "^signal 9")
  end)

  it("misses its file when another one has its place, or none", function()
    local path, other = support.file(nil, ".jsonl"), support.file "other\n"
    local j = open(path)
    assert(j:append "one\n")
    assert(j:sync())
    assert(os.rename(other, path))
    local ok, why = j:sync()
    assert.same({ nil, path .. ": it was moved, replaced or removed while games were "
      .. "written to it" }, { ok, why })
    why = select(2, j:append "two\n")
    assert.is_truthy(why:match "cannot write any more")
    j:close()
    assert.equal("other\n", support.read(path))
  end)

  it("notices that its file was cut, or written to by others", function()
    for _, change in ipairs { "truncate -s 5 %s", ": >%s", "echo more >>%s", "echo x >%s" } do
      local path = support.file(nil, ".jsonl")
      local j = open(path)
      assert(j:append "one line\n")
      assert(j:sync())
      assert(os.execute(change:format(support.quote(path))))
      assert(j:append "two\n")
      local ok, why = j:sync()
      assert.same({ nil, path .. ": another program has truncated or changed it while games were "
        .. "written to it" }, { ok, why })
      assert.is_nil((j:append "three\n"))
      j:close()
    end
  end)

  it("locks the file that has the path, not one that had it", function()
    local path = support.file(nil, ".jsonl")
    local j = open(path)
    local worker = process.spawn(function(channel)
      j:forget()
      channel:send "go\n"
      local late = assert(journal.open(path)) -- waits for the lock
      assert(late:append "late\n")
      channel:send(tostring(late:sync()) .. "\n")
    end)
    process.poll({ worker }, 10)
    assert(os.remove(path))
    j:close()
    local told = ""
    while not told:find "true" and not told:find "!" do
      process.poll({ worker }, 10)
      told = told .. (worker:receive() or "!")
    end
    assert.is_truthy(told:find "true", told)
    assert.equal("late\n", support.read(path))
    worker:wait()
  end)

  it("leaves no empty file that it has made", function()
    local path = support.file(nil, ".jsonl")
    open(path):close()
    assert.is_nil(io.open(path))
    open(path)
    collectgarbage()
    collectgarbage()
    assert.is_nil(io.open(path))
    local j = open(path)
    local worker = process.spawn(function() j:forget() end)
    assert.is_nil(worker:wait())
    assert.equal("", support.read(path))
    j:close()
    path = support.file("", ".jsonl") -- and one that was there stays
    open(path):close()
    assert.equal("", support.read(path))
  end)

  it("may take the place of a file, or leave nothing", function()
    local path = support.file("old\n", ".jsonl")
    local function beside() return (support.shell("ls " .. support.quote(path) .. "*")) end
    local j = assert(journal.replace(path))
    assert(j:append "new\n")
    assert.equal("old\n", support.read(path))
    j:close()
    assert.same({ path .. "\n", "old\n" }, { beside(), support.read(path) })
    j = assert(journal.replace(path))
    assert(j:append "new\n")
    assert(j:commit())
    j:close()
    assert.same({ path .. "\n", "new\n" }, { beside(), support.read(path) })
    local held = open(path)
    local _, why = journal.replace(path)
    assert.is_truthy(why:match ": process %d+ is writing to this file$")
    held:close()
    j = assert(journal.replace(path)) -- somebody begins to write meanwhile
    held = open(path)
    _, why = j:commit()
    assert.is_truthy(why:match "is writing to this file$")
    held:close()
    assert(j:commit())
    assert.is_false(journal.replace "/dev/null")
    local link = support.file(nil, ".link")
    assert(os.execute(("ln -s no-such-file %s"):format(support.quote(link))))
    assert.is_false(journal.replace(link))
    os.remove(link)
    assert.is_truthy(select(2, journal.replace "/nowhere/x"):match "^/nowhere/x: cannot make")
    assert.has_error(function() open(path):commit() end)
  end)

  it("says why it cannot be opened", function()
    local _, why = journal.open "/nowhere/x.jsonl"
    assert.equal("/nowhere/x.jsonl: cannot open the file: No such file or directory", why)
    _, why = journal.open "/tmp"
    assert.is_truthy(why:match "^/tmp: cannot open the file: ")
  end)
end)

-- What a worker says next, however long it takes.
local function listen(worker)
  local text
  repeat
    process.poll({ worker }, 10)
    text = worker:receive()
  until text ~= ""
  return text
end

describe("a worker", function()
  it("gets lines and sends lines", function()
    local worker = process.spawn(function(channel)
      channel:send("got " .. channel:receive())
    end)
    worker:send "hello\n"
    assert.equal("got hello\n", listen(worker))
    assert.is_nil(worker:wait())
  end)

  it("tells how it ended", function()
    local worker = process.spawn(function() error "no" end)
    assert.is_truthy(listen(worker):match "^!\t.*: no\n$")
    assert.equal("exit status 1", worker:wait())
  end)

  it("tells it even if no one was to hear of ends", function()
    local script = support.file([[local process = require "tesela.process"
      print(process.spawn(function() os.exit(7) end):wait())]], ".lua")
    local out = support.shell(("env --ignore-signal=CHLD %s %s"):format(
      support.quote(support.program), support.quote(script)))
    assert.equal("exit status 7\n", out)
  end)

  it("lowers its limits and raises none", function()
    local script = support.file([[local process = require "tesela.process"
      local worker = process.spawn(function(channel)
        process.limit(64 << 30)
        for line in io.lines "/proc/self/limits" do
          local soft = line:match "^Max address space%s+(%S+)"
          if soft then channel:send(soft) end
        end
      end)
      process.poll({ worker }, 600)
      print(worker:receive())]], ".lua")
    local out = support.shell(("ulimit -S -v 8000000; exec %s %s"):format(
      support.quote(support.program), support.quote(script)))
    if not support.sanitized then assert.equal("8192000000\n", out) end
  end)

  it("ends with its parent", function()
    local script = support.file([[
      local process = require "tesela.process"
      local worker = process.spawn(function(channel)
        local file = io.open("/proc/self/stat")
        channel:send(file:read "n" .. "\n")
        while true do end
      end)
      process.poll({ worker }, 600)
      io.write(worker:receive())
      io.stdout:flush()
      os.execute "kill -9 $PPID" ]], ".lua")
    local out = support.shell(("%s %s; true"):format(support.quote(support.program),
      support.quote(script)))
    local pid = assert(out:match "%d+", out)
    local _, _, status = support.shell(("for i in $(seq 600); do "
      .. "grep -qs '^State:.[RSD]' /proc/%s/status || exit 7; sleep 0.1; done")
      :format(pid))
    assert.equal(7, status)
  end)
end)
