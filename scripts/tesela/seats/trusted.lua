-- A player that runs in this Lua state: a trusted bot, or a function that was typed (see
-- game_loop.lua for the methods of a player).

local bots = require "tesela.bots.bots"
local interrupt = require "tesela.interrupt"
local loop = require "tesela.turns.game_loop"
local process = require "tesela.process"

local M = {}

local Trusted = {}
Trusted.__index = Trusted

--- `bot` is a result of tesela.bot; `budget` is { iterations =, seconds =, level =, must =, limit
--- =, threads = }: a bot that takes longer than `limit` seconds for a move (wall-clock or CPU time,
--- see game_loop.lua) has lost (nil: no limit). `set` are parameters (parameters.lua).
function M.new(bot, budget, set)
  return setmetatable({ bot = bot, name = bot.name, budget = budget, set = set }, Trusted)
end

--- The same for the file of a bot, which is run when its first game begins, as part of the bot's
--- time.
function M.of_file(path, budget, set)
  return setmetatable({ path = path, name = path, budget = budget, set = set }, Trusted)
end

-- Calls f within the limit of its clock or of its budget.
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

--- See boxed.lua.
function Trusted:cpu() return self.used end

--- Reads the bot's file again, for games that begin from now on: true; false if it has none; nil
--- and the reason.
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

--- Players with resources release them here; this one has none.
function Trusted.close() end

Trusted.__close = Trusted.close

return M
