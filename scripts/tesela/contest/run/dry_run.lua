-- The pairings of a tournament, and an estimate of its duration from the first game, which is
-- played but not kept.

local tesela = require "tesela"
local machine = require "tesela.contest.tournament"
local cores = require "tesela.base.cores"
local progress = require "tesela.contest.run.progress"
local runner = require "tesela.contest.run.runner"
local formats = require "tesela.contest.formats"
local schedule = require "tesela.contest.schedule.schedule"
local text = require "tesela.text"

local M = {}

local SHOWN = 20 -- pairings

-- The bots of pairing k: the schedule begins with one pair of games for each pairing.
local function names_of(def, plan, k)
  local _, players = plan:seated((k - 1) * def.seats + 1)
  local names = {}
  for seat, bot in ipairs(players) do names[seat] = def.bots[bot].name end
  return table.concat(names, ", ")
end

local function add_pairings(lines, def, plan)
  local staged = formats.is_staged(def)
  local count = staged and plan:known() // schedule.games(def) or formats.groups(def)
  local games = def.games and text.count(schedule.games(def), "game") or "games until it ends"
  for k = 1, math.min(count, SHOWN) do
    lines[k] = ("%s: %s"):format(names_of(def, plan, k), games)
  end
  if count > SHOWN then lines[#lines + 1] = ("... and %d more pairings"):format(count - SHOWN) end
  if staged then lines[#lines + 1] = "Later pairings follow from the results." end
end

-- The seconds of the first game, including the start of its process.
local function first_game(session)
  local since = tesela.clock()
  runner.run { job = session.job, stats = session.stats, total = 1,
    done = machine.numbers(), mine = function() return true end, here = session.here }
  return tesela.clock() - since
end

local function time_line(def, total, seconds)
  local workers = def.workers or math.max(1, cores.count())
  local one = ("The first game took %.2f s"):format(seconds)
  if not total then return one .. "." end
  return ("%s: %s with %s take about %s."):format(one, text.count(total, "game"),
    text.count(workers, "worker"), progress.duration(total * seconds / workers))
end

--- The lines of a dry run of a session that has no games.
function M.text(session)
  local def, plan, lines = session.job.def, session.stats.plan, {}
  add_pairings(lines, def, plan)
  lines[#lines + 1] = time_line(def, plan:total(), first_game(session))
  return table.concat(lines, "\n") .. "\n"
end

return M
