-- Refuses bots that cannot answer the first position, before the first game.
--
-- A bot from a file or a program begins a game and makes one move in a process of its own, with a
-- small budget of the same kind as in its games. A built-in bot only begins a game: that shows
-- whether it fits the rules and has levels. Trusted bots, and functions, may keep notes in this
-- process, so they are not tried. A failure that may be the machine's is not blamed on the bot.

local blame = require "tesela.turns.blame"
local bots = require "tesela.bots.bots"
local hosted = require "tesela.sandbox.hosted"
local opening = require "tesela.contest.schedule.opening"
local schedule = require "tesela.contest.schedule.schedule"
local seating = require "tesela.seats.seat"
local tips = require "tesela.turns.error_advice"
local trusted = require "tesela.seats.trusted"
local worker = require "tesela.contest.run.worker"

local M = {}

local SECONDS, LEFT = 0.1, 1 -- of a move, and on a clock

local function quiet() end

local function short_budget(def, i)
  local budget = worker.budget(def, i)
  budget.iterations = budget.iterations and 1
  budget.seconds = budget.seconds and math.min(budget.seconds, SECONDS)
  return budget
end

-- Players with a bot at this seat, and the others after it.
local function players_with(def, i, seat)
  local players = {}
  for other = 1, def.seats do players[other] = (i - 1 + other - seat) % #def.bots + 1 end
  return players
end

-- A short time on the clock of a bot; nil: it has no clock.
local function short_time(def, i, seat)
  local clock = worker.times(def, players_with(def, i, seat))
  local time = clock and clock:told(seat)
  if time then time.left[seat] = math.min(time.left[seat], LEFT) end
  return time
end

-- The player of a bot, and whether it makes a move; nil: the bot is not tried.
local function player_of(job, i, budget)
  local value = job.values[i]
  if job.programs[i] then return seating.program(job.programs[i], budget, quiet), true end
  if job.bots[i] then return hosted.new(job.supplies, job.bots[i], budget, quiet), true end
  if type(value) == "string" and not bots.is_path(value) then
    local listed = job.def.bots[i]
    local bot = setmetatable({ name = listed.name }, { __index = bots.bot(value) })
    return trusted.new(bot, budget, listed.parameters), false
  end
end

local function choose(player, state, time)
  local answer, fault = player:choose(state, state.seat, 0, time)
  if answer == nil then
    if fault.reason == "error" then blame.check_failure(state) end
    return fault.reason == "resigned", fault
  end
  local move, why = state:copy():try(answer)
  return move ~= nil, { message = why }
end

-- Does a bot answer? Or false, and its fault. On a clock a slow bot loses its games on time, which
-- is no reason to refuse it.
local function answers(job, i, state)
  local budget = short_budget(job.def, i)
  local player <close>, moves = player_of(job, i, budget)
  if not player then return true end
  local ok, fault = player:begin(state, state.seat, 0)
  local time = short_time(job.def, i, state.seat)
  if ok and moves then ok, fault = choose(player, state, time) end
  return ok, not ok and { doubtful = fault.doubtful or time ~= nil and fault.reason == "time",
    message = tips.with(player, fault.message or fault.reason) }
end

-- The first position after the opening. In definitions of earlier versions the opening may have
-- ended the game.
local function position(job)
  local first = schedule.game(job.def, 1)
  local start = job.rules:start(first.seed)
  local state = opening.play(start, first.opening)
  return state.over and start or state
end

--- Raises an error that names a bot of a job that cannot answer the first position, and the reason.
function M.check(job, fail)
  local state = position(job)
  blame.check_moves(state)
  for i, bot in ipairs(job.def.bots) do
    local ok, fault = answers(job, i, state)
    if not ok and not fault.doubtful then fail("%s", bots.said(bot.name, fault.message)) end
  end
end

return M
