-- The process of a program that plays, in any protocol (json_program.lua): its start, a line to it
-- and a line from it within a time limit, and its end.
--
-- Its faults are returned as nil and a fault (game_loop.lua), whose message contains the last
-- lines of its stderr. Then it is gone, with all its children; the next request starts it again.
--
-- Time is wall-clock time: a program that sleeps uses its time. Only if this process itself was
-- stopped (Ctrl-Z) is it uncertain that the program had its time; then, or if it was killed from
-- outside, its game may be played again.

local tesela = require "tesela"
local children = require "tesela.child"
local folder = require "tesela.folder"
local loop = require "tesela.turns.game_loop"
local texts = require "tesela.text"
local watch = require "tesela.turns.watch"

local M = {}

local MB = 1024 * 1024
local TICK = 0.1     -- how long Ctrl-C may be delayed, in seconds
local ASLEEP = 0.5   -- after a delay of this long, this process was stopped
local START = 30     -- seconds that a start may take, even while others use the machine
local GRACE = 0.3    -- the time to end after a request
local LAST = 3       -- lines of stderr to show
local KEPT = 2000    -- bytes of it
local COLUMNS = 120  -- columns of such a line

-- Signals from outside: SIGHUP, SIGINT, SIGKILL, SIGTERM.
local OUTSIDE = { [1] = true, [2] = true, [9] = true, [15] = true }

local SHELL = 128 -- plus a signal: the exit status of a shell whose program it ended

local Child = {}
Child.__index = Child

--- The child of a bot (bots.lua). `listen`, if given, gets each line of its stderr.
function M.new(bot, listen)
  return setmetatable({ bot = bot, listen = listen, heard = "", rest = "",
    used = 0, before = 0 }, Child)
end

--- Is it running, as far as known? (It may have ended since the last check.)
function Child:runs() return self.process ~= nil end

--- Has it ended without a fault?
function Child:has_ended() return self.process ~= nil and self.process:ended(0) ~= nil end

--- The seconds that its start may take.
function Child:start_seconds() return self.bot.start or START end

-- ---- stderr -----------------------------------------------------------------

-- Passes on the lines of a string; returns the rest after the last.
local function tell_lines(text, listen)
  local from = 1
  while true do
    local newline = text:find("\n", from, true)
    if not newline then return text:sub(from) end
    listen(text:sub(from, newline - 1))
    from = newline + 1
  end
end

-- Reads its stderr; `all`: including an unfinished line.
local function hear(self, all)
  local text = self.process:said()
  self.heard = (self.heard .. text):sub(-KEPT)
  if not self.listen then return end
  self.rest = tell_lines(self.rest .. text, self.listen):sub(-KEPT)
  if not all or self.rest == "" then return end
  self.listen(self.rest)
  self.rest = ""
end

-- The last lines of it, joined, with an introduction; "" if there are none.
local function last_words(self)
  local lines = {}
  for line in self.heard:gmatch "[^\n]+" do
    if line:find "%S" then lines[#lines + 1] = texts.cut(texts.clean(line), COLUMNS) end
  end
  if #lines == 0 then return "" end
  return "; its stderr: " .. table.concat(lines, " / ", math.max(1, #lines - LAST + 1))
end

-- ---- faults -----------------------------------------------------------------

--- Ends it for a fault. `slip` is kept: the kind of a common mistake of programs ("hello": no
--- answer to it, "output": a line that is no answer, "id": an answer to another question), or nil.
function Child:fault(reason, message, doubtful, slip)
  self.slip = slip
  if self.process then
    self.process:ended(0)
    hear(self, true)
  end
  message = message .. last_words(self)
  self:kill()
  return nil, { reason = reason, message = message, doubtful = doubtful or nil }
end

-- May it have been ended from outside? A shutdown of the machine ends every process.
local function ended_from_outside(signal, status)
  return OUTSIDE[signal or status and status - SHELL]
end

-- Its input or output is closed: it has ended, or will soon.
local function closed(self)
  local how, signal, status = self.process:ended(TICK)
  if not how then return self:fault("error", "the program has closed its input or output") end
  if signal == 24 then return self:fault("time", "the program has used up its CPU time") end
  return self:fault("error", "the program ended: " .. how, ended_from_outside(signal, status))
end

-- ---- talking ----------------------------------------------------------------

--- Starts it: true, or the fault. A limit of the machine is raised as an error: it is not the bot's
--- fault.
function Child:start()
  local bot = self.bot
  self.heard, self.rest, self.used, self.before = "", "", 0, 0
  local process, why, kind = children.start(bot.path, bot.words, {
    cpu = bot.cpu and math.ceil(bot.cpu),
    memory = bot.memory and math.tointeger(math.ceil(bot.memory * MB)) })
  self.process = process
  if process then return true end
  if kind == "limit" then error(("the machine cannot start %s: %s"):format(bot.path, why), 0) end
  return self:fault("error", ("the program cannot be started: %s: %s"):format(bot.path, why))
end

--- Sends text: true, or the fault.
function Child:send(text)
  if self.process:send(text) then return true end
  return closed(self)
end

--- The next line that is not empty, within this many seconds; or the fault. `late` is the
--- message if none comes (default: as for any move); with `empty` the line may be empty.
--- (Empty lines do not extend the time.)
function Child:receive(seconds, late, empty)
  local finish = tesela.clock() + seconds
  local line, why, left
  repeat
    left = finish - tesela.clock()
    line, why = self.process:receive(math.max(0, math.min(left, TICK)))
    hear(self)
    if not line then watch.tick() end
    if line == "" and not empty then line = nil end
  until line or why == "closed" or why == "long" or left <= 0
  if line then return line end
  if why == "closed" then return closed(self) end
  if why == "long" then
    return self:fault("error", "the program wrote a line of more than a megabyte")
  end
  return self:fault("time", late or loop.late(seconds), left < -ASLEEP)
end

--- Checks that there is no unread output, except empty lines and lines that `passed`
--- accepts: true, or the fault.
function Child:quiet(passed)
  for line in (self.process:unread() or ""):gmatch "[^\n]+" do
    if line:find "%S" and not (passed and passed(line)) then
      return self:fault("error", "the program wrote an unexpected line: "
        .. M.shown(line), false, "output")
    end
  end
  return true
end

--- Asks a question, and waits for the answer.
function Child:ask(text, seconds, late)
  local ok, fault = self:quiet()
  if ok then ok, fault = self:send(text) end
  if not ok then return nil, fault end
  return self:receive(seconds, late)
end

-- ---- CPU time ----------------------------------------------------------------

local TICKS = 100 -- per second, the unit of the kernel in /proc

-- utime, stime, cutime and cstime, which come after the name and twelve other fields.
local TIMES = "^.*%) %S" .. (" %S+"):rep(10) .. (" (%d+)"):rep(4)

local function content(form, ...)
  local file <close> = io.open(form:format(...))
  return file and file:read "a" or ""
end

-- The ticks of a process, of its finished children, and of all running processes below it.
local function ticks(pid)
  local sum = 0
  for _, number in ipairs { content("/proc/%s/stat", pid):match(TIMES) } do
    sum = sum + tonumber(number)
  end
  for _, thread in ipairs(folder.list(("/proc/%s/task"):format(pid)) or {}) do
    for below in content("/proc/%s/task/%s/children", pid, thread):gmatch "%d+" do
      sum = sum + ticks(below)
    end
  end
  return sum
end

-- As far as the kernel reports them: a process that ends between two readings is included in the
-- next.
local function look(self)
  if self.process then self.used = math.max(self.used, ticks(self.process:keeper()) / TICKS) end
  return self.used
end

--- A game begins: earlier time does not count.
function Child:begin() self.before = look(self) end

--- The CPU seconds of the program, and of all that it has started, in this game.
function Child:cpu() return look(self) - self.before end

-- ---- the end ----------------------------------------------------------------

--- Closes its input, so that it ends soon.
function Child:close()
  if not self.process then return end
  self.process:finish()
  self.process:ended(GRACE)
  hear(self, true)
  self:kill()
end

--- Ends it at once.
function Child:kill()
  look(self)
  local process = self.process
  self.process = nil
  if process and not process:kill() and self.listen then
    self.listen "a process that it started may still be running"
  end
end

--- Its output for a message: the beginning of it, in quotes.
function M.shown(text)
  return '"' .. texts.cut(texts.clean(text:match "[^\n]*":sub(1, 1000)), 60) .. '"'
end

return M
