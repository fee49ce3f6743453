-- A player in a box of this process: a bot that is not trusted (see loop.lua for
-- what a player is asked, interior.lua for what runs in the box).
--
-- A box is made for a bot and lasts for many games. After the end of a budget it
-- is used up, and with it the process: there may be no safe way to close it.

local box = require "tesela.box"
local loop = require "tesela.player.loop"
local process = require "tesela.process"
local sources = require "tesela.player.sources"

local M = {}

local Boxed = {}
Boxed.__index = Boxed

local function need(ok, reason, message)
  if not ok then error(("%s: %s"):format(reason, message), 0) end
  return ok
end

local function open_box(supplies, clock)
  local b = need(box.open(supplies.memory, supplies.interior.text,
    "@" .. supplies.interior.path, clock))
  for _, file in ipairs(supplies.modules) do need(b:call("module", file.name, file.text)) end
  for _, file in ipairs(supplies.library) do need(b:call("library", file.name, file.text)) end
  for _, file in ipairs(supplies.games) do
    need(b:call("game", file.name, file.path, file.text))
  end
  need(b:rules(supplies.rules_name, supplies.settings))
  return b
end

--- `supplies` is what a box needs for the rules (supplies.lua), `bot` is { name =,
--- source = } (sources.lua), `budget` { iterations =, seconds =, limit =,
--- clock = }: with seconds or a clock it may know the time.
function M.new(supplies, bot, budget)
  return setmetatable({ box = open_box(supplies,
    budget.clock or budget.seconds ~= nil), bot = bot,
    name = bot.name, budget = budget }, Boxed)
end

-- What a box has answered; of the end of the time it knows no more than that.
local function answer(self, ok, reason, message, traceback)
  if ok == nil and reason == "time" then message = loop.late(self.budget.limit) end
  return ok, reason, message, traceback
end

-- Compiling a bot's file takes time that is its own, too.
local function load_bot(self, state, seat)
  local bot = self.bot
  process.enter(state, seat, self.budget.limit)
  local ok, reason, message, traceback = sources.hand(self.box, bot.name, bot.source)
  process.leave()
  self.loaded = ok
  return ok, reason, message, traceback
end

function Boxed:begin(state, seat, seed)
  if not self.loaded then
    local ok, reason, message, traceback = load_bot(self, state, seat)
    if not ok then return answer(self, nil, reason, message, traceback) end
  end
  return answer(self, self.box:begin(state, seat, self.budget.limit, seed))
end

function Boxed:choose(state, seat, seed)
  local budget = self.budget
  return answer(self, self.box:choose(state, seat, budget.limit, seed,
    budget.iterations, budget.seconds))
end

-- An answer of a bot is a move, as far as a box knows: 1 is yes.
function Boxed:agrees(state, seat, seed)
  return self.box:choose(state, seat, self.budget.limit, seed, nil, nil, "draw") == 1
end

return M
