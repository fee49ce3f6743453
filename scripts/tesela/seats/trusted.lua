-- A player that runs in this Lua state: a bot that is trusted, or a function
-- that was typed (see game_loop.lua for what a player is asked).

local bots = require "tesela.bots.bots"
local interrupt = require "tesela.interrupt"
local loop = require "tesela.turns.game_loop"
local process = require "tesela.process"

local M = {}

local Trusted = {}
Trusted.__index = Trusted

--- `bot` as tesela.bot returns it; `budget` is { iterations =, seconds =, level =,
--- must =, limit =, threads = }:
--- a move that takes longer than `limit` seconds (of the clock or of the processor,
--- see game_loop.lua) has lost (absent: none does). `set` are parameters (parameters.lua).
function M.new(bot, budget, set)
  return setmetatable({ bot = bot, name = bot.name, budget = budget, set = set }, Trusted)
end

--- The same for the file of a bot, which is run when its first game begins: the time
--- that this takes is the bot's.
function M.of_file(path, budget, set)
  return setmetatable({ path = path, name = path, budget = budget, set = set }, Trusted)
end

-- Calls f within the limit, that of its clock or that of its budget.
local function limited(self, time, state, seat, f, ...)
  local limit = time and time.limit or self.budget.limit
  if not limit then return f(...) end
  process.enter(state, seat, limit, self.budget.seconds ~= nil)
  local answer, more, offers = f(...)
  local late = process.leave()
  if not late then return answer, more, offers end
  return nil, loop.too_late(limit, time, late)
end

local function open(self, state, seat, seed)
  if not self.bot then
    local ok, bot = interrupt.try(bots.bot, self.path, { trusted = true })
    if not ok then return nil, { reason = "error", message = bot } end
    self.bot = bot
  end
  return bots.player(self.bot, state.rules, seat, seed, self.set, self.budget)
end

function Trusted:begin(state, seat, seed)
  self.used = 0
  local player, fault = loop.charge(self, os.clock(),
    limited(self, nil, state, seat, open, self, state, seat, seed))
  self.player = player
  return player and true, fault
end

function Trusted:choose(state, seat, seed, time)
  local budget, told = self.budget, time or {}
  return loop.charge(self, os.clock(), limited(self, time, state, seat, bots.choose,
    self.player, state, seat, { iterations = budget.iterations, seconds = budget.seconds,
      level = self.player.level, clock = told.left, increment = told.increment,
      moves = told.moves, seed = seed, threads = budget.threads,
      parameters = self.player.parameters }))
end

--- As boxed.lua.
function Trusted:cpu() return self.used end

--- Reads the bot's file again, for the games that begin now: true; false, it has
--- none; nil and why it cannot be read.
function Trusted:reload()
  if not self.bot.path then return false end
  local ok, bot = interrupt.try(bots.bot, self.bot.path, { trusted = true })
  if not ok then return nil, bot end
  self.bot = bot
  return true
end

function Trusted:agrees(state, seat, seed)
  return limited(self, nil, state, seat, bots.agrees, self.player, state, seat, seed)
end

--- Players that hold something let it go here; this one does not.
function Trusted.close() end

Trusted.__close = Trusted.close

return M
