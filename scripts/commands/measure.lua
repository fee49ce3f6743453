-- tesela measure GAME: what its rules make of it, beside the game that it is derived from
-- or over the values of its options, with error bars.

local tesela = require "tesela"
local cli = require "tesela.command.cli"
local columns = require "tesela.measure.columns"
local console = require "tesela.tournament.console"
local input = require "tesela.terminal.input"
local measures = require "tesela.measure.measure"
local position = require "tesela.command.position"
local process = require "tesela.process"
local progress = require "tesela.tournament.progress"
local report = require "tesela.measure.report"
local simultaneous = require "tesela.simultaneous"
local text = require "tesela.text"

require "tesela.terminal.show" -- which knows how wide the terminal is

local GAMES, MAX_PLIES = 200, "1000"

-- ---- what is asked for ------------------------------------------------------

local UNITS = { s = 1, m = 60, h = 3600 }

-- "90s", "10m", "2h".
local function duration(words)
  if not words then return nil end
  local number, unit = words:match "^([%d.]+)([smh])$"
  number = tonumber(number)
  if number and number > 0 then return number * UNITS[unit] end
  cli.fail(2, "--time %s: expected a number with its unit: 90s, 10m or 2h", words)
end

local function bots(args)
  local names, list = args.bots or args.level and "expert" or "mcts", {}
  for name in names:gmatch "[^,]+" do list[#list + 1] = name end
  if #list < 1 or #list > 2 then
    cli.fail(2, "--bots %s: expected one bot, or two with a comma between", names)
  end
  list[2] = list[2] or list[1]
  if args.level and not (list[1] == "expert" and list[2] == "expert") then
    cli.fail(2, "--level is of expert, and --bots %s names others", names)
  end
  local made = {}
  for i, name in ipairs(list) do
    made[i] = cli.try(2, tesela.bot, name, { trusted = args.trusted })
  end
  return list, made[1]
end

-- The bot of the ladder: one of the program, whose iterations can be set. Others would be
-- the same on each rung.
local function climber(args, name, bot, rules)
  if args.level then return tesela.bot "mcts" end
  for _, own in ipairs(tesela.bots()) do
    if own == name and bot.new(rules, 1, 1).iterations then return bot end
  end
  if args.doublings and args.doublings ~= "0" then
    cli.fail(2, "--doublings: skill is measured with a bot of the program that has "
      .. "iterations, and %s is none", bot.name)
  end
end

-- A move has so much less than in a match, a search of a position than a move of expert.
local PLAYED, SEARCHED, LEAST = 40, 50, 100

-- A budget that all columns can have: a part of what a bot has by itself.
local function budget(list, name, part)
  local most = math.huge
  for _, column in ipairs(list) do
    most = math.min(most, tesela.bot(name).new(column.rules, 1, 1).iterations)
  end
  return math.max(LEAST, most // part)
end

local function own_measures(args, list)
  local own, why = columns.measures(list, args.measures)
  if not own then cli.fail(2, "%s", why) end
  return own
end

local function settings(args)
  position.check_games_path(args.out)
  local list, base = cli.try(2, columns.of, { game = args.game, against = args.against,
    options = position.settings(args), sweeps = args.sweep or {},
    terms = position.terms(args) })
  local names, first = bots(args)
  local time = duration(args.time)
  local games = args.games and position.integer(args.games, "--games", 2)
  return { columns = list, base = base, bots = names,
    climber = climber(args, names[1], first, list[1].rules),
    iterations = args.iterations and position.integer(args.iterations, "--iterations", 1)
      or budget(list, "mcts", PLAYED),
    level = args.level and position.integer(args.level, "--level", 1, 9),
    search = budget(list, "expert", SEARCHED), own = own_measures(args, list),
    openings = args.openings and position.integer(args.openings, "--openings", 1, 1000),
    doublings = args.doublings and position.integer(args.doublings, "--doublings", 0, 30) or 4,
    games = games or not time and GAMES or nil, time = time,
    looked = args.looked and position.integer(args.looked, "--looked", 0),
    seed = position.seed(args.seed, 1), trusted = args.trusted,
    max_plies = position.integer(args.max_plies, "--max-plies", 1),
    workers = console.workers(args), no_lock = args.no_lock,
    path = args.out or list[1].rules.name .. ".measure.jsonl" }
end

-- ---- playing ----------------------------------------------------------------

local function progress_line()
  if not process.terminal() then return nil end
  return function(measure)
    local words = ("%s played"):format(text.count(measure:played(), "game"))
    local seconds = measure:left()
    progress.show(words .. (seconds and "  " .. progress.duration(seconds) .. " left" or ""))
  end
end

-- After Ctrl-C there is still a report to be made, which is longer than somebody has who
-- only catches it.
local function play(measure)
  local result = table.pack(input.guard(measure.play, measure))
  if measure.show then progress.clear() end
  if result[1] == nil then return "interrupted" end
  if not result[1] then
    measure:close()
    console.try(error, result[2], 0)
  end
  return table.unpack(result, 2, result.n)
end

local function write(measure, format)
  local ok, result = pcall(measure.result, measure)
  measure:close()
  if not ok then console.try(error, result, 0) end
  if format == "html" then return cli.write(require "tesela.web.measure".page(result)) end
  cli.write(report[format](result))
end

local function run(args)
  local given = settings(args)
  given.show = progress_line()
  function given.say(games, seconds)
    cli.tell("tesela measure: %s", report.beforehand(games, #given.columns, seconds))
  end
  local measure, why = console.try(measures.open, given)
  if not measure then cli.fail(1, "%s", why) end
  for _, column in ipairs(given.columns) do
    local warning = simultaneous.warning(column.rules)
    if warning then cli.tell("tesela measure: %s: %s", column.rules.name, warning) end
  end
  local stopped, fault = play(measure)
  if fault then
    measure:close()
    cli.fail(1, "a bot lost by its mistake: %s", fault)
  end
  write(measure, args.format)
  io.stderr:write("games: ", text.clean(given.path), "\n")
  if stopped ~= "interrupted" then return end
  cli.tell "tesela measure: interrupted; the same command goes on"
  return 130
end

return {
  summary = "Measure what rules make of a game.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("--against", "The game to hold it against (default: the one that it is "
      .. "derived from)."):argname("GAME")
    parser:option("--sweep", "Over the values of an option: win_score=1..5, corners=any,fixed "
      .. "or tiles=8,8,3/4,4,2; also of two."):argname("K=V"):count("*")
    parser:option("-n --games", "Games of each column, and of each rung of its ladder "
      .. "(default 200)."):argname("N")
    parser:option("--time", "As many games as fit into it: 90s, 10m, 2h."):argname("T")
    parser:option("--bots", "Who plays: a bot against itself, or two (default mcts).")
      :argname("A[,B]")
    parser:option("--level", "Expert plays at this level, 1 to 9 (and mcts climbs the ladder)."
      ):argname("L")
    parser:option("--iterations", "Budget of each move (default: a fortieth of that of mcts)."
      ):argname("N")
    parser:option("--openings", "So many random plies before the bots play (default 0)."
      ):argname("N")
    parser:option("--doublings", "Rungs of the ladder that measures skill (default 4; 0: "
      .. "none)."):argname("N")
    parser:option("--looked", "Games of each column whose positions are searched (default: a "
      .. "quarter)."):argname("N")
    parser:option("--measures", "File of Lua that returns measures of your own.")
      :argname("FILE")
    parser:option("--max-plies", "Games that get this long have no end."):argname("N")
      :default(MAX_PLIES)
    parser:option("--seed", "Seed of all games (default 1)."):argname("S")
    parser:option("-w --workers", "Processes that play (default: one a core)."):argname("N")
    parser:option("-f --format", "The report: text, json or html (a page in one file).")
      :choices({ "text", "json", "html" }):default("text")
    parser:option("-o --out", "File of the games (default GAME.measure.jsonl).")
      :argname("FILE")
    parser:flag("--no-lock", "Where the file system has no locks.")
  end,
  run = run,
}
