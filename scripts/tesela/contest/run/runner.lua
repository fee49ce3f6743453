-- The parent of a tournament's workers: hands out the numbers of games, keeps the results, and
-- ends workers that hang.
--
-- A worker gets several numbers at once, enough for about SPAN, and the next ones while it still
-- plays, because a message costs more than a short game. The numbers that a worker has not sent
-- back are in `given`; when the worker ends, for any reason, the game in progress is scored if its
-- bot is to blame, and the rest is given to others. If the blame is uncertain (game_loop.lua),
-- another worker plays the game again.
--
-- If games depend on earlier ones, all of these are over before the workers begin: each stage has
-- a new set of workers (later_games.lua).
--
-- Results are appended to the file as they come, and synced before they count as done, at most
-- every SYNC seconds, so a loss of power costs less than that, and the end of the process nothing.

local tesela = require "tesela"
local interrupt = require "tesela.interrupt"
local cores = require "tesela.base.cores"
local loop = require "tesela.turns.game_loop"
local process = require "tesela.process"
local files = require "tesela.contest.games_file"
local prints = require "tesela.contest.run.bot_output"
local worker = require "tesela.contest.run.worker"

local M = {}

local SPAN = 0.05        -- seconds of games to hand out at once
local MOST = 1000        -- and the most games
local SHARES = 4         -- a batch is at most 1/SHARES of what remains for each worker
local SYNC = 0.1
local TICK = 0.1         -- seconds between two checks of the clock
local ASLEEP = 0.5       -- without a check for this long, this process was not running
local SHOW = 0.25        -- seconds between two progress lines
local RESTARTS = 20      -- workers in a row that end without a game

local Runner = {}
Runner.__index = Runner

-- ---- which games ------------------------------------------------------------

-- The last number known now: workers that begin now know no more.
local function look_further(self)
  self.upto = math.min(self.total or math.huge, self.job.plan:known() or math.huge)
end

local function is_more(self) return self.again[1] or self.last < self.upto end

-- The next number that is to be played, or nil.
local function next_number(self)
  local again = table.remove(self.again)
  if again then return again end
  while self.last < self.upto do
    self.last = self.last + 1
    local number = self.last
    if self.mine(number) and not self.done:has(number) then return number end
  end
end

-- ---- workers ----------------------------------------------------------------

local function start_worker(self)
  local w = { given = {}, first = 1, last = 0, lines = 0, rest = "" }
  w.process = process.spawn(function(channel)
    for _, other in ipairs(self.workers) do other.process:forget() end
    if self.journal then self.journal:forget() end
    worker.work(self.job, channel)
  end, worker.needs_wall(self.job))
  return w
end

local function note(w, number)
  w.last = w.last + 1
  w.given[w.last] = number
end

-- The number of games in one message: fewer towards the end, so that all workers finish at about
-- the same time.
local function batch(self)
  local seconds = self.game_seconds
  if not seconds then return 1 end
  local share = (self.upto - self.last) // (SHARES * #self.workers)
  return math.max(1, math.min(MOST, SPAN // seconds, share))
end

local function send_more(self, w)
  local numbers = {}
  for _ = 1, batch(self) do
    local number = next_number(self)
    if not number then break end
    numbers[#numbers + 1] = number
    note(w, number)
  end
  if #numbers == 0 then return false end
  w.lines = w.lines + 1
  w.process:send(table.concat(numbers, " ") .. "\n")
  return true
end

-- If games are slow, a worker has none waiting, because others may play them sooner.
local function feed(self, w)
  local most = batch(self) > 1 and 2 or 1
  while not self.stopping and w.lines < most and send_more(self, w) do end
end

-- ---- results ----------------------------------------------------------------

local function forget_number(w, number)
  while w.first <= w.last and not w.given[w.first] do w.first = w.first + 1 end
  for i = w.first, w.last do
    if w.given[i] == number then
      w.given[i] = nil
      return true
    end
  end
  return false
end

local FIELDS = "(%d+)\t(%d+)\t([%d,]+)\t([%d,]+)\t([%d,-]+)\t(%d+)\t([^\t]*)\t"
  .. "([%d,nul]*)\t([^\t]*)\t([^\n]*)\n"

-- Accepts finished games: their lines and their records (see worker.lua). `w` is nil if they were
-- played in this process.
local function accept(self, w, lines, records)
  local looks = self.stats:looks()
  local next_record = (self.on_game or looks) and records:gmatch "[^\n]*"
  self.lines[#self.lines + 1] = records
  self.unanswered = 0
  for number, pair, players, places, scores, plies, reason, memory, cpu, text
    in lines:gmatch(FIELDS) do
    local game = { number = math.tointeger(number), pair = math.tointeger(pair),
      players = self.lists[players], places = self.lists[places],
      scores = files.numbers(scores), plies = math.tointeger(plies), reason = reason,
      memory = memory ~= "" and tesela.decode("[" .. memory .. "]") or nil,
      cpu = cpu ~= "" and tesela.decode(cpu) or nil,
      message = text ~= "" and text or nil }
    assert(not w or forget_number(w, game.number), "this game was not requested")
    local record = next_record and next_record()
    game.moves = looks and files.moves(record) or nil
    self.stats:add(game)
    self.played = self.played + 1
    if self.on_game then self.on_game(game, record) end
  end
end

-- Only a repetition shows whose fault such an end is. Returns "again" for a repetition; after
-- enough attempts "counts", or "missing" if the system killed the process each time.
local function verdict(self, number, message)
  local tries = (self.tries[number] or 0) + 1
  self.tries[number] = tries < loop.TRIES and tries or nil
  if tries < loop.TRIES then return "again" end
  if not loop.is_killed(message) then return "counts" end
  self.missing = true
  return "missing"
end

-- A game with a doubtful end; its worker ends.
local function doubt(self, w, lines, records)
  self.unanswered = 0
  local number = math.tointeger(lines:match "^%d+")
  local becomes = verdict(self, number, lines)
  w.refused = becomes ~= "counts"
  if becomes == "missing" then forget_number(w, number) end
  if not w.refused then accept(self, w, lines, records) end
end

-- The output of bots in a game, from a worker; returns the offset of the next message.
local function take_log(self, w, text, from, newline)
  local number, players, n = text:match("^(%d+)\t([%d,]+)\t(%d+)", from + 2)
  local last = newline + tonumber(n)
  if last > #text then return nil end
  if w.refused then return last + 1 end
  self.prints:add(self.job.def, math.tointeger(number), self.lists[players],
    text:sub(newline + 1, last))
  return last + 1
end

-- Processes the message at offset `from` in a string, if it is complete; returns the offset of the
-- next one, or nil.
local function take_message(self, w, text, from)
  local newline = text:find("\n", from, true)
  if not newline then return nil end
  local kind = text:sub(from, from)
  if kind == "." then
    w.lines = w.lines - 1
    return newline + 1
  elseif kind == "+" then
    return take_log(self, w, text, from, newline)
  elseif kind ~= "=" and kind ~= "?" then
    error("tesela.tournament: " .. text:sub(from + 2, newline - 1), 0)
  end
  local n, m = text:match("^(%d+)\t(%d+)", from + 2)
  local middle, last = newline + tonumber(n), newline + tonumber(n) + tonumber(m)
  if last > #text then return nil end
  local take = kind == "=" and accept or doubt
  take(self, w, text:sub(newline + 1, middle), text:sub(middle + 1, last))
  return last + 1
end

-- Reads everything that a worker has sent; false when it is gone.
local function read(self, w)
  while true do
    local text = w.process:receive()
    if not text then return false end
    if text == "" then return true end
    local from, after = 1, 1
    text = w.rest .. text
    while after do
      from, after = after, take_message(self, w, text, after)
    end
    w.rest = text:sub(from)
  end
end

-- ---- workers that end -------------------------------------------------------

-- Scores the game that a worker was playing when it was ended.
local function score(self, w, number, seat, fault)
  local game = worker.game(self.job, number)
  local state = game:state()
  for ply, move in ipairs(fault.moves) do
    if ply > state.ply then state:try(move) end
  end
  game:lose(seat, fault)
  accept(self, w, worker.report(self.job, game))
  if not self.prints then return end
  self.prints:add(self.job.def, number, game.plan.players, (fault.printed or "")
    .. prints.fault(seat, state.ply, fault.reason, fault.message))
end

-- Takes back a worker's numbers, in order.
local function return_numbers(self, w)
  for i = w.last, w.first, -1 do
    if w.given[i] then self.again[#self.again + 1] = w.given[i] end
  end
  w.given, w.lines, w.first, w.last = {}, 0, 1, 0
end

local function check_restarts(self, how)
  self.unanswered = self.unanswered + 1
  if self.unanswered > RESTARTS then
    local killed = how and loop.is_killed(loop.ended(how))
    error(("tesela.tournament: workers end without a game: %s%s"):format(
      how or "for an unknown reason", killed and "; the system kills them when memory is short: "
      .. "fewer workers (-w) need less" or ""), 0)
  end
end

-- The message about a bot that was late in a game.
local function late_message(self, number, seat)
  local players = number > 0 and seat > 0 and self.job.plan:game(number).players
  local budget = worker.budget(self.job.def, players and players[seat] or 1)
  return loop.late(budget.limit, budget.clock ~= nil)
end

-- A worker is gone; `late`: "late" or "starved" if it was ended for that, else false. A worker that
-- died may have been ended from outside.
local function bury(self, w, late)
  local number, seat = w.process:doing()
  local fault = { moves = w.process:moves(), printed = w.process:printed() }
  local how = w.process:wait()
  if number == 0 and late == "late" then
    error("tesela.tournament: a worker process has stopped responding", 0)
  end
  if late then
    fault.reason, fault.message = "time", late_message(self, number, seat)
  elseif how then
    fault.reason, fault.message = "error", loop.ended(how)
  end
  local becomes = number > 0 and (late == "late" and "counts"
    or how and verdict(self, number, fault.message))
  local blamed = becomes == "counts"
  if becomes == "missing" then forget_number(w, number) end
  if blamed and seat > 0 then
    score(self, w, number, seat, fault)
  elseif blamed and late then
    error(("tesela.tournament: game %d: the rules take more than a minute between "
      .. "two moves"):format(number), 0)
  end
  return_numbers(self, w)
  check_restarts(self, how)
end

local function replace(self, i)
  if self.stopping or not is_more(self) then
    table.remove(self.workers, i)
    return
  end
  local fresh = start_worker(self)
  self.workers[i] = fresh
  feed(self, fresh)
end

-- A worker that was stopped together with us (Ctrl-Z) is not late.
local function end_late_workers(self)
  local since = self.looked
  self.looked = tesela.clock()
  if self.looked - since > ASLEEP then return end
  for i = #self.workers, 1, -1 do
    local w = self.workers[i]
    local _, _, late = w.process:doing()
    if late then
      w.process:kill()
      read(self, w)
      bury(self, w, late)
      replace(self, i)
    end
  end
end

-- ---- the file ---------------------------------------------------------------

local function write(self)
  if self.prints then self.prints:flush() end
  if #self.lines == 0 then return end
  local text = table.concat(self.lines)
  self.lines = {}
  if not self.journal then return end
  local ok, why = self.journal:append(text)
  if not ok then
    error(("tesela.tournament: %s; earlier games are safe; the same command "
      .. "resumes"):format(why), 0)
  end
  self.unsynced = true
end

local function sync(self)
  if not self.unsynced then return end
  local ok, why = self.journal:sync()
  if not ok then error("tesela.tournament: " .. why, 0) end
  self.unsynced, self.synced = false, tesela.clock()
end

-- At the end the file must still be at its path.
local function settle(self)
  write(self)
  self.unsynced = self.journal ~= nil
  sync(self)
end

-- ---- when to stop -----------------------------------------------------------

local function stop(self, why)
  if self.stopping then return end
  self.stopping = why
  for _, w in ipairs(self.workers) do w.process:stop() end
end

local function look_for_reasons(self)
  local count = process.interrupted()
  if count > 0 then stop(self, "interrupted") end
  local test = self.stats.sprt
  if test and test.decision then stop(self, "sprt") end
  local time = self.job.def.time
  if time and tesela.clock() - self.since >= time then stop(self, "time") end
  return count > 1
end

-- ---- the whole --------------------------------------------------------------

-- The average duration of a game so far.
local function measure(self)
  local seconds = tesela.clock() - self.since
  if self.played > 0 then
    self.game_seconds = seconds * #self.workers / self.played
  end
end

local function serve(self)
  local all = {}
  for i, w in ipairs(self.workers) do all[i] = w.process end
  process.poll(all, TICK)
  for i = #self.workers, 1, -1 do
    local w = self.workers[i]
    if not read(self, w) then
      bury(self, w, false)
      replace(self, i)
    end
  end
  write(self)
  measure(self)
  for _, w in ipairs(self.workers) do feed(self, w) end
  if tesela.clock() - self.synced >= SYNC then sync(self) end
end

-- Ends a worker, which first ends the processes that it has started.
local function dismiss(self, w)
  if not next(self.job.programs) then w.process:kill() end
  w.process:send "end\n"
  w.process:wait()
end

-- Ends workers that have no more work.
local function release(self)
  for i = #self.workers, 1, -1 do
    local w = self.workers[i]
    if w.lines == 0 then
      dismiss(self, w)
      table.remove(self.workers, i)
    end
  end
end

local function serve_all(self)
  while #self.workers > 0 do
    serve(self)
    local now = look_for_reasons(self)
    if now then return end
    end_late_workers(self)
    release(self)
    if self.progress and tesela.clock() - self.shown >= SHOW then
      sync(self)
      self.shown = tesela.clock()
      self.progress(self)
    end
  end
end

local function start(self)
  local count = self.job.def.workers or cores.count()
  count = math.min(count, math.max(1, self.upto - self.last))
  for i = 1, count do
    self.workers[i] = start_worker(self)
    feed(self, self.workers[i])
    if self.workers[i].lines == 0 then break end
  end
end

-- Without workers. Here Ctrl-C is an error raised by the running code.
local function play_here(self)
  local number = next_number(self)
  while number do
    local line, record, _, doubtful, log, players = worker.play(self.job, number)
    local becomes = doubtful and verdict(self, number, line) or "counts"
    if becomes == "again" then
      self.again[#self.again + 1] = number
    elseif becomes == "counts" then
      accept(self, nil, line, record)
      if log then self.prints:add(self.job.def, number, players, log) end
    end
    write(self)
    look_for_reasons(self)
    if tesela.clock() - self.synced >= SYNC then sync(self) end
    look_further(self)
    number = not self.stopping and next_number(self)
  end
end

local function play_in_workers(self)
  process.catch(true)
  repeat
    start(self)
    serve_all(self)
    look_further(self)
  until self.stopping or not is_more(self)
end

local function play_all(self)
  if self.stats.sprt and self.stats.sprt.decision then return end
  look_further(self)
  if not self.here then return play_in_workers(self) end
  local restore = worker.listen(self.job)
  local ok, why = pcall(play_here, self)
  restore()
  worker.close(self.job)
  if not ok and interrupt.pending() then
    self.stopping = "interrupted"
  elseif not ok then
    error(why, 0)
  end
end

local function finish(self)
  for _, w in ipairs(self.workers) do
    w.process:kill()
    w.process:wait()
  end
  process.catch(false)
end

--- Plays the missing games. `options`: job (see tournament.lua), stats, total, done = set
--- of numbers with has, mine = function(number), journal, on_game, progress =
--- function(runner), here = true: without workers, prints = receives the output of bots
--- (with job.listens). Returns why it stopped early: "interrupted", "sprt", "time" or nil.
function M.run(options)
  local self = setmetatable(options, Runner)
  local now = tesela.clock()
  self.workers, self.again, self.lines, self.last = {}, {}, {}, 0
  self.since, self.synced, self.shown, self.played = now, now, now, 0
  self.tries, self.unanswered, self.looked = {}, 0, now
  self.lists = files.lists()
  local ok, why = pcall(function()
    play_all(self)
    settle(self)
  end)
  finish(self)
  if not ok then error(why, 0) end
  return self.stopping or self.missing and "killed" or nil
end

return M
