-- A player in a sandbox in a process of its own: an untrusted bot, for a game that is
-- played in this process (see game_loop.lua for the methods of a player).
--
-- The process is a fork that has the rules, the bot's source and the state at the start of
-- the game; it gets the moves made since. It may be ended at any time: when it is too slow,
-- or by Ctrl-C. The next request to the bot starts another one.
--
-- Messages are packed lists of strings. To the process: seed, moves ("c3 b2"), and
-- optionally a request in place of a move: "draw", "parameters", or "profile" with times
-- and seconds; "move" with its limit and clock in a game with a clock. From it: a type, the
-- most memory of the player in the sandbox so far, its CPU seconds, and its answer. The
-- bot's output is in shared memory, so that it is shown while the bot thinks, and after it
-- was ended.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local boxed = require "tesela.sandbox.boxed"
local clocks = require "tesela.base.clocks"
local interrupt = require "tesela.interrupt"
local loop = require "tesela.turns.game_loop"
local process = require "tesela.process"
local supplies = require "tesela.sandbox.supplies"
local texts = require "tesela.text"
local watch = require "tesela.turns.watch"

local M = {}

local RULES = "rules" -- the rules are at fault, and no bot was called
local TICK = 0.1
local FOREVER = 1e9
local LINE = 300 -- columns of a line to show

--- Shows a line that a bot has printed.
function M.show(name, line)
  watch.clear()
  io.stderr:write(name, ": ", texts.cut(texts.clean(line), LINE), "\n")
end

local Hosted = {}
Hosted.__index = Hosted

-- ---- messages ---------------------------------------------------------------

local function pack(...)
  local fields = { ... }
  for i = 1, select("#", ...) do
    local field = fields[i]
    local word = math.type(field) == "float" and texts.number("%.17g", field)
      or tostring(field)
    fields[i] = ("Bs4"):pack(field == nil and 0 or 1, word)
  end
  return ("s4"):pack(table.concat(fields))
end

-- The fields of the message at the front of a string; nil: it is incomplete.
local function unpack_message(text)
  if #text < 4 or #text < 4 + ("I4"):unpack(text) then return nil end
  local message, fields, count, at = ("s4"):unpack(text), {}, 0, 1
  while at <= #message do
    local given, field
    given, field, at = ("Bs4"):unpack(message, at)
    count = count + 1
    fields[count] = given == 1 and field or nil
  end
  return fields, count
end

-- ---- the process ------------------------------------------------------------

-- The results of a function of the player, with the type of the first.
local function answer(player, ok, more, offers)
  local kind, memory, used = math.type(ok) or type(ok), player:memory(), player:cpu()
  if ok ~= nil or not more then return pack(kind, memory, used, ok, more, offers) end
  return pack(kind, memory, used, nil, more.reason, more.message, more.traceback,
    more.doubtful)
end

local read = {
  integer = function(text) return text and math.tointeger(tonumber(text)) end,
  float = function(text) return text and tonumber(text) end,
  boolean = function(text) return text == "true" end,
  string = function(text) return text end,
  ["nil"] = function() return nil end,
}

local function position(base, moves)
  local state = base:copy()
  for move in moves:gmatch "%S+" do assert(state:try(move)) end
  return state
end

local function profile(player, game, seed, moves, times, seconds)
  local found, fault = player:profile(game.base, position(game.base, moves), game.seat,
    { game = game.seed, move = seed }, read.integer(times), read.float(seconds))
  return found and tesela.encode(found), fault
end

local function timed(player, game, state, seed, limit, packed)
  local time = clocks.unpack(packed)
  time.limit = read.float(limit)
  return player:choose(state, game.seat, seed, time)
end

local function ask(player, game, seed, moves, what, ...)
  seed = read.integer(seed)
  if what == "profile" then return profile(player, game, seed, moves, ...) end
  local state = position(game.base, moves)
  if what == "parameters" then return player:parameters(state, game.seat) end
  if what == "move" then return timed(player, game, state, seed, ...) end
  if what == "draw" then return player:agrees(state, game.seat, seed) end
  return player:choose(state, game.seat, seed)
end

local function serve(self, game, channel)
  local ok, player = pcall(function()
    process.limit(supplies.ceiling(self.supplies.memory) + supplies.ROOM)
    channel:wall()
    return boxed.new(self.supplies, self.bot, self.limited)
  end)
  if not ok then return channel:send(pack(RULES, player)) end
  channel:send(answer(player, player:begin(game.base, game.seat, game.seed)))
  local rest = ""
  while true do
    local fields, count = unpack_message(rest)
    if fields then
      rest = ""
      channel:send(answer(player, ask(player, game, table.unpack(fields, 1, count))))
    else
      local text = channel:receive()
      if not text then return end
      rest = rest .. text
    end
  end
end

-- ---- from outside -----------------------------------------------------------

--- `bot` is { name =, source =, parameters = }, `budget` { iterations =, seconds =, limit
--- =, clock = }: without a limit it may think for ever; with a clock it may read the time even
--- if its budget is not in seconds. `listen` gets the lines that the bot prints; without it
--- they are shown.
function M.new(needed, bot, budget, listen)
  return setmetatable({ supplies = needed, bot = bot, name = bot.name, listen = listen
    or function(text) M.show(bot.name, text) end, limited = {
    iterations = budget.iterations, seconds = budget.seconds, level = budget.level,
    must = budget.must, clock = budget.clock,
    limit = budget.limit or FOREVER } }, Hosted)
end

-- Passes on the bot's new output, line by line.
local function show(self)
  local lines, told = self.process:printed(self.told)
  if not lines then return end
  self.told = told
  for line in lines:gmatch "%d+\t%d+\t([^\n]*)\n" do
    self.listen(line)
  end
end

-- The process is gone, or is late (or starved, process:doing) and ends now: the fault of the bot.
local function bury(self, late)
  local limit = self.time and self.time.limit or self.limited.limit
  local running = self.process
  if late then running:kill() end
  show(self)
  self.process, self.most = nil, nil
  local how = running:wait()
  if late then return nil, loop.too_late(limit, self.time, late) end
  return nil, { reason = "error", doubtful = true, message = loop.ended(how or "it was closed") }
end

-- The answer of the process, as the player in it returned it.
local function receive(self)
  local rest = ""
  while true do
    local text = self.process:receive()
    if not text then return bury(self) end
    rest = rest .. text
    show(self)
    local fields = unpack_message(rest)
    if fields then
      if fields[1] == RULES then error(fields[2], 0) end
      local ok, more = read[fields[1]](fields[4]), fields[5]
      local used = tonumber(fields[3])
      self.most, self.spent, self.used = tonumber(fields[2]), used - self.used, used
      if ok ~= nil then return ok, tonumber(more), fields[6] == "true" end
      return nil, more and { reason = more, message = fields[6], traceback = fields[7],
        doubtful = fields[8] == "true" or nil }
    end
    local _, _, late = self.process:doing()
    if late then return bury(self, late) end
    process.poll({ self.process }, TICK)
    watch.tick()
  end
end

-- An interruption (Ctrl-C) ends the process.
local function abandon(self)
  if self.busy then self:close() end
end

local function wait(self)
  self.busy = true
  local _ <close> = setmetatable({}, { __close = function() abandon(self) end })
  local ok, more, offers = receive(self)
  self.busy = false
  if ok == nil and more and (more.reason == "time" or more.reason == "memory") then
    self:close() -- used up
  end
  return ok, more, offers
end

local function start(self)
  local game = { base = self.base, seat = self.seat, seed = self.seed }
  self.process, self.told = process.spawn(function(channel)
    serve(self, game, channel)
  end, true), 0
  self.used = 0
  local begun, fault = wait(self)
  if not begun then self:close() end
  return begun, fault
end

function Hosted:begin(state, seat, seed)
  self:close()
  self.most = nil
  self.base, self.seat, self.seed = state:copy(), seat, seed
  return start(self)
end

-- The moves since the beginning as text.
local function moves_since(base, state)
  return table.concat(state:history(), " ", #base:history() + 1)
end

local function send(self, state, seed, ...)
  if not self.process then
    local begun, fault = start(self)
    if not begun then return nil, fault end
  end
  self.process:send(pack(seed, moves_since(self.base, state), ...))
  return wait(self)
end

-- (`spent`: see boxed.lua)
function Hosted:choose(state, _, seed, time)
  self.time = time
  if not time then return send(self, state, seed) end
  return send(self, state, seed, "move", time.limit, clocks.pack(time))
end

--- See boxed.lua.
function Hosted:memory() return self.most end
function Hosted:cpu() return self.used end

function Hosted:agrees(state, _, seed) return send(self, state, seed, "draw") end

--- The parameters declared by the bot, as text (interior.lua).
function Hosted:parameters(state, seed) return send(self, state, seed, "parameters") end

--- A profile of a move (see boxed.lua): repeated this many times, or for this many seconds.
function Hosted:profile(state, _, seed, times, seconds)
  local text, fault = send(self, state, seed, "profile", times, seconds)
  if not text then return nil, fault end
  return tesela.decode(text)
end

--- Reads the bot's file again: true, or nil and the reason.
function Hosted:reload()
  local ok, bot = interrupt.try(bots.boxed, self.bot.source.path)
  if not ok then return nil, bot end
  self:close()
  self.bot = { name = self.bot.name, source = bot.source,
    parameters = self.bot.parameters }
  return true
end

--- Ends the process.
function Hosted:close()
  if not self.process then return end
  self.process:kill()
  show(self)
  self.process:wait()
  self.process, self.busy = nil, false
end

Hosted.__close = Hosted.close

return M
