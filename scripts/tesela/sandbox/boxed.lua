-- A player in a sandbox of this process: an untrusted bot (see game_loop.lua for the methods of a
-- player, interior.lua for the code in the sandbox).
--
-- A sandbox is made for a bot and lasts for many games. After the end of a budget it is used up,
-- and so is the process: there may be no safe way to close it.

local tesela = require "tesela"
local box = require "tesela.box"
local clocks = require "tesela.base.clocks"
local interrupt = require "tesela.interrupt"
local loop = require "tesela.turns.game_loop"
local process = require "tesela.process"
local sources = require "tesela.bots.bot_sources"

local M = {}

local Boxed = {}
Boxed.__index = Boxed

local function need(ok, reason, message)
  if not ok then error(("%s: %s"):format(reason, message), 0) end
  return ok
end

-- A sandbox that runs its interior. (Without pcall, an error for lack of memory would begin with
-- our file and line.)
local function new_box(...)
  local ok, b, reason, message = interrupt.try(box.open, ...)
  if not ok then error(b, 0) end
  return need(b, reason, message)
end

-- `knows`: it may read the time; `by_clock`: its limits are in wall-clock time.
local function open_box(supplies, knows, by_clock)
  local b = new_box(supplies.memory, supplies.interior.text,
    "@" .. supplies.interior.path, knows, by_clock)
  for _, file in ipairs(supplies.modules) do need(b:call("module", file.name, file.text)) end
  for _, file in ipairs(supplies.library) do need(b:call("library", file.name, file.text)) end
  for _, file in ipairs(supplies.games) do
    need(b:call("game", file.name, file.path, file.text))
    for _, other in ipairs(file.files) do
      need(b:call("game_file", file.name, other.name, other.path, other.text))
    end
  end
  if supplies.weights then need(b:call("weights", table.unpack(supplies.weights))) end
  need(b:rules(supplies.rules_name, supplies.settings))
  return b
end

--- `supplies` are the contents of a sandbox for the rules (supplies.lua), `bot` is { name =, source
--- =, parameters = } (bot_sources.lua), `budget` { iterations =, seconds =, level =, must =, limit
--- =, clock = }: with seconds or a clock (the game's, or true) it may read the time; `must`: a bot
--- without levels is refused.
function M.new(supplies, bot, budget)
  local by_clock = budget.seconds ~= nil
  return setmetatable({ box = open_box(supplies, budget.clock or by_clock, by_clock),
    bot = bot, name = bot.name, budget = budget }, Boxed)
end

-- The answer of a sandbox: a value and more, or nil, a reason, a message, a traceback and whether
-- it is doubtful. If its time ran out, nothing else is known.
local function answer_or(too_late, ok, more, message, traceback, doubtful)
  if ok == "resign" then return nil, { reason = "resigned" } end
  if ok ~= nil or more == nil then return ok, more, message end
  return nil, { reason = more, message = more == "time" and too_late or message,
    traceback = traceback, doubtful = doubtful or nil }
end

local function answer(self, ...)
  return answer_or(loop.late(self.budget.limit), ...)
end

-- The time to compile a bot's file is the bot's own.
local function load_bot(self, state, seat)
  process.enter(state, seat, self.budget.limit, self.budget.seconds ~= nil)
  local loaded, fault = answer(self, sources.hand(self.box, self.bot, self.budget))
  process.leave()
  self.loaded = loaded
  return loaded, fault
end

local function begin(self, state, seat, seed)
  if not self.loaded then
    local loaded, fault = load_bot(self, state, seat)
    if not loaded then return nil, fault end
  end
  self.begun = true
  return answer(self, self.box:begin(state, seat, self.budget.limit, seed))
end

function Boxed:begin(...)
  self.begun, self.used = false, 0
  return loop.charge(self, os.clock(), begin(self, ...))
end

local function choose(self, state, seat, seed, time)
  local budget = self.budget
  if not time then
    return answer(self, self.box:choose(state, seat, budget.limit, seed,
      budget.iterations, budget.seconds))
  end
  return answer_or(loop.OUT, self.box:choose(state, seat, time.limit, seed, nil, nil, nil,
    clocks.pack(time)))
end

-- (`spent`: what a move of a game with a clock has cost)
function Boxed:choose(...) return loop.charge(self, os.clock(), choose(self, ...)) end

--- The CPU seconds of the bot in this game, including its beginning.
function Boxed:cpu() return self.used end

--- The most bytes of memory that the bot had in this game, or nil if unknown.
function Boxed:memory() return self.begun and self.box:memory() or nil end

-- To a sandbox the answer is a move: 1 means yes.
function Boxed:agrees(state, seat, seed)
  local yes, fault = answer(self, self.box:choose(state, seat, self.budget.limit, seed, nil,
    nil, "draw"))
  if yes == nil then return nil, fault end
  return yes == 1
end

--- The parameters declared by the bot, as text (interior.lua); or nil, as in choose.
function Boxed:parameters(state, seat)
  process.enter(state, seat, self.budget.limit, false)
  local told, fault = answer(self, self.box:call "parameters")
  process.leave()
  return told, fault
end

-- The number and duration of repetitions of a move for a profile.
local function repeat_move(self, base, state, seat, seeds, times, seconds)
  local count, taken, since = 0, 0, tesela.clock()
  repeat
    local ok, fault = self:begin(base, seat, seeds.game)
    local before = tesela.clock()
    if ok then ok, fault = self:choose(state, seat, seeds.move) end
    if ok == nil then return nil, fault end
    count, taken = count + 1, taken + tesela.clock() - before
  until count >= (times or math.huge)
    or not times and tesela.clock() - since >= seconds
  return count, taken
end

--- A profile of a move, repeated this many times or for this many seconds, each time in a new game:
--- { moves =, seconds =, looks =, functions = as in box:profiled }; or nil, as in choose.
function Boxed:profile(base, state, seat, seeds, times, seconds)
  self.box:profile(true)
  local count, taken = repeat_move(self, base, state, seat, seeds, times, seconds)
  self.box:profile(false)
  if not count then return nil, taken end
  local functions, looks = self.box:profiled()
  return { moves = count, seconds = taken, looks = looks, functions = functions }
end

return M
