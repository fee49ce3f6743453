-- A worker of a tournament: a process that plays the games whose numbers its parent sends, and
-- returns their results.
--
-- A game depends only on the definition and its number (schedule.lua), or on earlier games as
-- well, which the parent knew when it started this worker (later_games.lua). Each bot runs in a
-- sandbox of its own (sandbox/boxed.lua) or, if bots are trusted, here.
--
-- With untrusted bots all this is behind a wall (bindings/sandbox/lwall.h). Sandboxes need no
-- files, and are opened on first use. No program can be started behind the wall: if one plays, the
-- worker has neither wall nor sandboxes, and each sandbox is in a process of its own with a wall
-- (sandbox/hosted.lua).
--
-- Messages begin with a line. In: "17 18 19", numbers of games. Out, with tabs between fields:
--   =  n  m    n bytes of lines, one for each game: number, pair, players, places,
--              points, plies, reason, memory, CPU time and message; then m bytes,
--              their records
--   ?  n  m    the same for a game with a doubtful end (game_loop.lua); it is the last
--   +  game  players  n    the output of bots in a game, n bytes (bot_output.lua)
--   .          the numbers of one line are done
--   !  text    the tournament cannot continue
-- "end" means that no more will come; when the worker ends, so have all processes that it started.
-- The records are contiguous, so that the parent can write them unchanged. A bot that exceeds its
-- budget uses up its sandbox, and the worker ends, because there may be no safe way to close it.
-- Another worker plays the remaining games.

local tesela = require "tesela"
local adjudicate = require "tesela.turns.adjudicate"
local bots = require "tesela.bots.bots"
local boxed = require "tesela.sandbox.boxed"
local clocks = require "tesela.base.clocks"
local hosted = require "tesela.sandbox.hosted"
local loop = require "tesela.turns.game_loop"
local opening = require "tesela.contest.schedule.opening"
local prints = require "tesela.contest.run.bot_output"
local process = require "tesela.process"
local definitions = require "tesela.contest.definition"
local seating = require "tesela.seats.seat"
local texts = require "tesela.text"
local trusted = require "tesela.seats.trusted"

local M = {}

local MESSAGE = 400 -- bytes of a message to keep

-- A sandbox is kept for the next game of its bot, and needs some memory in addition to the bot's:
-- this is about the most that there are.
M.BOXES = 100

-- The seconds that results may wait for others.
local PATIENCE = 0.04

--- The budget of a bot, by its number: { iterations =, seconds =, level =, must =, clock = as
--- text, control = as clocks.read returns it, limit = }.
function M.budget(def, index)
  local budget = definitions.budget(def, index)
  budget.must = def.bots[index].level ~= nil
  budget.control = budget.clock and clocks.read(budget.clock)
  budget.limit = loop.limit(budget)
  return budget
end

-- ---- players ----------------------------------------------------------------

-- A player whose bot runs in a process of its own, which controls its time itself: the watch only
-- shows the seat to move, and that the rules are not late.
local Outside = {}
Outside.__index = Outside

local WAITS = 60

local function watched(self, name, state, seat, seed, time)
  process.enter(state, seat, time and time.limit + WAITS or self.limit, true)
  local answer, more, offers = self.player[name](self.player, state, seat, seed, time)
  process.leave()
  self.program, self.spent = self.player.program, self.player.spent
  return answer, more, offers
end

function Outside:begin(...) return watched(self, "begin", ...) end

function Outside:choose(...) return watched(self, "choose", ...) end

function Outside:agrees(...) return watched(self, "agrees", ...) end

function Outside:cpu() return self.player:cpu() end

-- The memory of a program and its children is unknown.
function Outside:memory()
  return self.player.memory and self.player:memory()
end

function Outside:over(result)
  if self.player.over then self.player:over(result) end
end

function Outside:close() self.player:close() end

-- `start`: the seconds that its start may take, if more than a move.
local function apart(player, budget, start)
  return setmetatable({ player = player, name = player.name,
    limit = math.max(budget.limit, start or 0) + WAITS }, Outside)
end

local function open_player(job, index)
  local bot, value, budget = job.bots[index], job.values[index], M.budget(job.def, index)
  local program = job.programs[index]
  if program then
    return apart(seating.program(program, budget, process.print), budget, program.start)
  end
  if bot and next(job.programs) then
    return apart(hosted.new(job.supplies, bot, budget, process.print), budget)
  end
  if bot then return boxed.new(job.supplies, bot, budget) end
  local set = job.def.bots[index].parameters
  if job.def.trusted and type(value) == "string" then
    return trusted.of_file(value, budget, set)
  end
  return trusted.new(bots.bot(value), budget, set)
end

-- The player of a bot that already has this many seats. Sandboxes are counted.
local function player_of(job, index, before)
  local key = index + before * #job.def.bots
  job.players = job.players or {}
  if not job.players[key] then
    job.players[key] = open_player(job, index)
    job.boxes = (job.boxes or 0) + (job.players[key].box and 1 or 0)
  end
  return job.players[key]
end

-- Frees the sandboxes of all bots that are not in this game.
local function give_back(job, game)
  local plays = {}
  for _, index in ipairs(game.players) do plays[index] = true end
  for key, player in pairs(job.players) do
    if player.box and not plays[(key - 1) % #job.def.bots + 1] then
      job.players[key], job.boxes = nil, job.boxes - 1
    end
  end
  collectgarbage()
end

local function seat_players(job, game)
  if (job.boxes or 0) >= M.BOXES then give_back(job, game) end
  local list, seen = {}, {}
  for seat, index in ipairs(game.players) do
    local before = seen[index] or 0
    list[seat], seen[index] = player_of(job, index, before), before + 1
  end
  return list
end

--- A wall is for untrusted bots; functions of the user's program may need its full rights.
function M.needs_wall(job)
  if next(job.programs) then return false end
  for index, value in pairs(job.values) do
    if not job.bots[index] and type(value) ~= "string" then return false end
  end
  return job.supplies ~= nil
end

-- Built-in bots that play without a sandbox are read before the wall is raised.
local function open_outside(job)
  local count = #job.def.bots
  for index = 1, count do
    for before = 0, (job.def.seats - 1) // count do
      if not job.bots[index] then player_of(job, index, before) end
    end
  end
end

-- ---- one game ---------------------------------------------------------------

local function names(job, game)
  local list = {}
  for seat, index in ipairs(game.players) do list[seat] = job.def.bots[index].name end
  return list
end

--- The clocks of the seats, if one has a clock, with these bots (numbers); and whether any budget
--- is in seconds.
function M.times(def, players)
  local texts_of, seconds = {}, false
  for seat, index in ipairs(players) do
    local budget = definitions.budget(def, index)
    texts_of[seat], seconds = budget.clock, seconds or budget.seconds ~= nil
  end
  return next(texts_of) and clocks.new(texts_of, def.seats), seconds
end

--- Game `number`, beginning after its opening, without its players.
function M.game(job, number)
  local plan = job.plan:game(number)
  local state = opening.play(job.rules:start(plan.seed), plan.opening)
  local clock, in_seconds = M.times(job.def, plan.players)
  return loop.new { start = state, plan = plan, seeds = plan.seeds,
    max_plies = job.def.max_plies,
    judge = adjudicate.new(job.def.resign, job.def.draw),
    clock = clock,
    log = { seconds = in_seconds and {} or nil, cpu = in_seconds and {} or nil, values = {},
      clock = clock and {} } }
end

-- The peak memory of the bot in each seat in KB, null if unknown; "" if unknown for all.
local function memory_of(game)
  local list, known = {}, false
  for seat, player in ipairs(game.players or {}) do
    local asked = player.memory and seat <= (game.begun or 0)
    local bytes = asked and player:memory() or nil
    known = known or bytes ~= nil
    list[seat] = bytes and tostring((bytes + 1023) // 1024) or "null"
  end
  return known and table.concat(list, ",") or ""
end

-- The CPU seconds and the moves of the bot in each seat: "[[0.5,20],null]"; "" if all are
-- unknown.
local function cpu_of(game)
  local list = {}
  for seat, player in ipairs(game.players or {}) do
    local seconds = seat <= (game.begun or 0) and player:cpu()
    list[seat] = seconds and ("[%s,%d]"):format(texts.number("%.6g", seconds),
      game.turns[seat] or 0) or "null"
  end
  return #list > 0 and "[" .. table.concat(list, ",") .. "]" or ""
end

-- May a repetition of the game come out differently?
local function varies(game)
  for _, player in ipairs(game.players or {}) do
    if player.program then return true end
  end
  return game.log.cpu ~= nil or game.clock ~= nil
end

-- The CPU members of a record: nothing if the same game must have the same record.
local function cpu_members(game, cpu)
  if cpu == "" or not varies(game) then return "" end
  local list = game.log.cpu
  for ply = 1, list and game:state().ply or 0 do
    list[ply] = list[ply] and math.floor(list[ply] * 1e6 + 0.5) / 1e6 or tesela.null
  end
  return (list and ',"cpu_seconds":' .. tesela.encode(list) or "") .. ',"cpu":' .. cpu
end

--- The line for a game that is over, and its record; each with its newline.
function M.report(job, game)
  local plan = game.plan
  local places, reason, message = game:result()
  if message then -- in one line
    message = texts.clean(message:sub(1, MESSAGE))
    game.outside.message = message
  end
  local memory, cpu = memory_of(game), cpu_of(game)
  local record = game:record { players = names(job, plan), pair = plan.pair }
  return table.concat({ plan.number, plan.pair, table.concat(plan.players, ","),
    table.concat(places, ","), table.concat(game:state().scores, ","), game:state().ply,
    reason, memory, cpu,
    (message or "") .. "\n" }, "\t"),
    record:sub(1, -2) .. cpu_members(game, cpu)
    .. (memory ~= "" and ',"memory":[' .. memory .. "]" or "")
    .. ',"number":' .. plan.number .. "}\n"
end

-- The log of a game: the output of its bots, and the place of a failure; nil if there is
-- nothing.
local function log_of(game)
  local printed, fault = process.printed(), game.fault
  if not fault then return printed end
  return (printed or "") .. prints.fault(fault.seat, game:state().ply,
    game.outside.reason, game.outside.message, fault.traceback)
end

--- Plays a game; returns its line, its record, whether it used up a budget, whether its end is
--- doubtful, a log (see bot_output.lua) and the players.
function M.play(job, number)
  process.begin(number)
  local game = M.game(job, number)
  game.players = seat_players(job, game.plan)
  game:play()
  local log = job.listens and log_of(game)
  local line, record = M.report(job, game)
  process.begin(0)
  local outside = game.outside
  return line, record,
    outside and (outside.reason == "time" or outside.reason == "memory"),
    game:doubtful(), log or nil, game.plan.players
end

-- ---- the loop ---------------------------------------------------------------

-- Results wait a little for each other, because a message costs more than a short game.
local Post = {}
Post.__index = Post

local function new_post(channel)
  return setmetatable({ channel = channel, lines = {}, records = {}, logs = {},
    since = tesela.clock() }, Post)
end

local function games(kind, lines, records)
  if lines == "" then return "" end
  return ("%s\t%d\t%d\n%s%s"):format(kind, #lines, #records, lines, records)
end

local function log_message(number, log, players)
  if not log then return "" end
  return ("+\t%d\t%s\t%d\n%s"):format(number, table.concat(players, ","), #log, log)
end

-- Sends the waiting data, followed by `more`.
function Post:send(more)
  self.channel:send(games("=", table.concat(self.lines), table.concat(self.records))
    .. table.concat(self.logs) .. more)
  self.lines, self.records, self.logs, self.since = {}, {}, {}, tesela.clock()
end

function Post:add(line, record, log)
  local n = #self.lines + 1
  self.lines[n], self.records[n] = line, record
  self.logs[#self.logs + 1] = log ~= "" and log or nil
  if tesela.clock() - self.since >= PATIENCE then self:send "" end
end

-- Returns false if a sandbox is used up.
local function play_line(job, line, post)
  for number in line:gmatch "%d+" do
    if process.stopped() then break end
    number = math.tointeger(number)
    local game, record, ended, doubtful, log, players = M.play(job, number)
    if doubtful then
      post:send(games("?", game, record) .. log_message(number, log, players))
      return false
    end
    post:add(game, record, log_message(number, log, players))
    if ended then
      post:send ""
      return false
    end
  end
  post:send ".\n"
  return true
end

--- If there is a listener, also passes on the output of bots outside of sandboxes, from
--- here on. Returns a function to call at the end.
function M.listen(job)
  local before = print
  if job.listens then rawset(_G, "print", process.print) end
  return function() rawset(_G, "print", before) end
end

--- Ends the processes that the players have started.
function M.close(job)
  for _, player in pairs(job.players or {}) do
    if player.close then player:close() end
  end
end

--- The loop of a worker, until its parent has no more games for it.
function M.work(job, channel)
  local post, rest = new_post(channel), ""
  local _ <close> = setmetatable({}, { __close = function() M.close(job) end })
  M.listen(job)
  if job.ceiling then process.limit(job.ceiling) end
  if M.needs_wall(job) then
    open_outside(job)
    channel:wall()
  end
  while true do
    local text = channel:receive()
    if not text then return end
    rest = rest .. text
    local newline = rest:find("\n", 1, true)
    while newline do
      if rest:sub(1, newline - 1) == "end" then return end
      if not play_line(job, rest:sub(1, newline - 1), post) then return end
      rest = rest:sub(newline + 1)
      newline = rest:find("\n", 1, true)
    end
  end
end

return M
