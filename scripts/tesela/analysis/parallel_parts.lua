-- Numbered parts of a task in several processes: forks of this one, each of which gets one number
-- at a time and answers with a value, as JSON. Ctrl-C ends it; the caller keeps the answers so
-- far.

local tesela = require "tesela"
local cores = require "tesela.base.cores"
local interrupt = require "tesela.interrupt"
local process = require "tesela.process"

local M = {}

local TICK = 0.1 -- seconds between two checks for signals

local function answer(work, number)
  local ok, value = pcall(work, number)
  if not ok then return "!" .. tostring(value):gsub("\n", " ") .. "\n" end
  return tesela.encode(value) .. "\n"
end

local function serve(work, channel)
  local rest = ""
  while true do
    local text = channel:receive()
    if not text then return end
    rest = rest .. text
    for number in rest:gmatch "(%d+)\n" do
      channel:send(answer(work, math.tointeger(number)))
    end
    rest = rest:match "[^\n]*$"
  end
end

local function hand_out(self, w)
  self.last = self.last + 1
  w.number = self.numbers[self.last]
  if w.number then w.process:send(w.number .. "\n") end
end

local function start(self)
  local w = { rest = "" }
  w.process = process.spawn(function(channel)
    for _, other in ipairs(self.workers) do other.process:forget() end
    serve(self.work, channel)
  end)
  self.workers[#self.workers + 1] = w
  hand_out(self, w)
end

local function take(self, w, line)
  if line:sub(1, 1) == "!" then error(line:sub(2), 0) end
  self.done(w.number, assert(tesela.decode(line)))
  hand_out(self, w)
end

local function listen(self, w)
  local text = w.process:receive()
  if not text then error("a worker process has ended", 0) end
  w.rest = w.rest .. text
  local line, rest = w.rest:match "^([^\n]*)\n(.*)$"
  while line do
    w.rest = rest
    take(self, w, line)
    line, rest = w.rest:match "^([^\n]*)\n(.*)$"
  end
end

-- The processes that are still working.
local function busy(self)
  local list = {}
  for _, w in ipairs(self.workers) do
    if w.number then list[#list + 1] = w.process end
  end
  return list
end

local function go_on(self)
  local list = busy(self)
  while #list > 0 do
    process.poll(list, TICK)
    if process.interrupted() > 0 then return "interrupted" end
    for _, w in ipairs(self.workers) do
      if w.number then listen(self, w) end
    end
    if self.tick then self.tick() end
    list = busy(self)
  end
end

local function with_workers(self, count)
  if not self.caught then process.catch(true) end
  local ok, why = pcall(function()
    for _ = 1, math.min(count, #self.numbers) do start(self) end
    return go_on(self)
  end)
  for _, w in ipairs(self.workers) do
    w.process:kill()
    w.process:wait()
  end
  if not self.caught then process.catch(false) end
  if not ok then error(why, 0) end
  return why
end

local function here(self)
  for _, number in ipairs(self.numbers) do
    local ok, value = pcall(self.work, number)
    if not ok and interrupt.pending() then return "interrupted" end
    if not ok then error(value, 0) end
    self.done(number, value)
    if self.tick then self.tick() end
  end
end

--- Runs work(number), which returns a table for JSON, for all `numbers`, and calls done(number,
--- value) as results arrive, and tick() between them. `workers`: the number of processes (nil: one
--- for each core; 0: this one). Returns "interrupted" if Ctrl-C has ended it; `caught`: the caller
--- handles signals itself.
function M.run(options)
  local self = { numbers = options.numbers, work = options.work, done = options.done,
    tick = options.tick, caught = options.caught, workers = {}, last = 0 }
  local count = options.workers or cores.count()
  if count == 0 then return here(self) end
  return with_workers(self, count)
end

return M
