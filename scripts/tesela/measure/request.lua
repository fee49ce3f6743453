-- tesela.measure, and the part of it shared with the command: from the given options to the
-- arguments of measure.lua. Messages name an option as the command does, with "--".

local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local columns = require "tesela.measure.columns"
local interrupt = require "tesela.interrupt"
local measures = require "tesela.measure.measure"
local report = require "tesela.measure.measure_report"

local M = {}

local GAMES, DOUBLINGS, MAX_PLIES = 200, 4, 1000

-- Divisors of the default budgets of mcts, for a move, and of expert, for the search of a position;
-- and the minimum of both.
local PLAYED, SEARCHED, LEAST = 40, 50, 100

local function fail(form, ...) error(form:format(...), 0) end

-- The two bots.
local function players(options)
  local list = options.bots or { options.level and "expert" or "mcts" }
  if #list < 1 or #list > 2 then
    fail("--bots: expected one bot or two, got %d", #list)
  end
  local one, two = list[1], list[2] or list[1]
  if options.level and not (one == "expert" and two == "expert") then
    fail("--level is for expert, but --bots names others")
  end
  return { one, two }
end

-- The bot of the ladder: a built-in one, whose iterations can be set. Other bots would play the
-- same on each rung.
local function climber(options, bot, rules)
  if options.level then return bots.bot "mcts" end
  local made = bots.bot(bot, { trusted = options.trusted })
  for _, own in ipairs(bots.bots()) do
    if own == bot and made.new(rules, 1, 1).iterations then return made end
  end
  if options.doublings and options.doublings > 0 then
    fail("--doublings: skill is measured with a built-in bot that has iterations, not "
      .. "with %s", made.name)
  end
end

-- A budget for all columns: a fraction of a bot's default.
local function budget(list, name, part)
  local most = math.huge
  for _, column in ipairs(list) do
    most = math.min(most, bots.bot(name).new(column.rules, 1, 1).iterations)
  end
  return math.max(LEAST, most // part)
end

--- The arguments of measure.open, from the options of tesela.measure; `set` are the options of
--- rules that all columns have (nil: those that are not defaults). Raises errors.
function M.of(options, set)
  local sweeps = options.sweep or {}
  if type(sweeps) == "string" then sweeps = { sweeps } end
  local list, base = columns.of { rules = options.rules, against = options.against,
    options = set or columns.options(options.rules), sweeps = sweeps }
  local both = players(options)
  return { columns = list, base = base, bots = both,
    climber = climber(options, both[1], list[1].rules),
    iterations = options.iterations or budget(list, "mcts", PLAYED), level = options.level,
    search = budget(list, "expert", SEARCHED),
    own = columns.measures(list, options.measures), openings = options.openings,
    doublings = options.doublings or DOUBLINGS, looked = options.looked,
    games = options.games or not options.time and GAMES or nil, time = options.time,
    seed = options.seed or 1, max_plies = options.max_plies or MAX_PLIES,
    trusted = options.trusted, programs = options.programs, workers = options.workers,
    path = options.file, no_lock = options.lock == false }
end

-- ---- the function of the module ---------------------------------------------

local WHERE = "tesela.measure"
local OPTIONS = { "rules", "against", "sweep", { "games", 2, 1 << 20 }, { "time", "amount" },
  { "bots", "table" }, { "level", 1, 9 }, { "iterations", 1, 1 << 31 }, "openings",
  { "doublings", 0, 30 }, { "looked", 0, 1 << 20 }, "measures", "max_plies", "seed",
  { "workers", 0, 1 << 10 }, { "file", "string" }, { "lock", "boolean" }, "trusted",
  "programs" }

-- Calls f; its errors name the options as in a table.
local function try(f, ...)
  local result = table.pack(interrupt.try(f, ...))
  if result[1] then return table.unpack(result, 2, result.n) end
  local message = arguments.raised(result[2]):gsub("^tesela%.%l+: ", "")
  arguments.fail(WHERE, "%s", (message:gsub("%-%-(%l)", "%1")))
end

local function check(options)
  local sweep = options.sweep
  for _, text in ipairs(type(sweep) == "table" and sweep or { sweep }) do
    arguments.text(WHERE .. ": sweep", 'strings ("win_score=1..5")', text)
  end
  return options
end

--- Measures rules, and returns the results of their games, which print as a report; and the reason
--- for an early end, if any.
function M.measure(given)
  local options = check(arguments.options(WHERE, given, OPTIONS))
  local opened, why = try(function() return measures.open(M.of(options)) end)
  if not opened then arguments.fail(WHERE, "%s", why) end
  local measure <close> = opened
  local stopped, fault = try(measure.play, measure)
  if fault then arguments.fail(WHERE, "a bot lost by its mistake: %s", fault) end
  return setmetatable(try(measure.result, measure), { __tostring = report.text }), stopped
end

return M
