-- tesela measure GAME: measures a game beside its base, or over the values of its options,
-- with error bars.

local cli = require "tesela.cli.cli"
local console = require "tesela.contest.console"
local input = require "tesela.terminal.dialogue.input"
local measures = require "tesela.measure.measure"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local report = require "tesela.measure.measure_report"
local request = require "tesela.measure.request"
local text = require "tesela.text"

require "tesela.terminal.dialogue.show_values" -- sets the width of the terminal

-- ---- options ----------------------------------------------------------------

local UNITS = { s = 1, m = 60, h = 3600 }

-- "90s", "10m", "2h".
local function duration(words)
  if not words then return nil end
  local number, unit = words:match "^([%d.]+)([smh])$"
  number = tonumber(number)
  if number and number > 0 then return number * UNITS[unit] end
  cli.fail(2, "--time %s: expected a number with its unit: 90s, 10m or 2h", words)
end

local function bots(words)
  if not words then return nil end
  local list = {}
  for name in words:gmatch "[^,]+" do list[#list + 1] = name end
  return list
end

local function integer(args, name, least, most)
  local words = args[name:gsub("-", "_")]
  return words and position.integer(words, "--" .. name, least, most)
end

local function settings(args)
  position.check_games_path(args.out)
  position.say_terms(args, args.against)
  local plies = integer(args, "openings", 1, 1000)
  local given = cli.try(2, request.of, { rules = position.rules(args),
    against = args.against, sweep = args.sweep, games = integer(args, "games", 2),
    time = duration(args.time), bots = bots(args.bots), level = integer(args, "level", 1, 9),
    iterations = integer(args, "iterations", 1), openings = plies and { plies = plies },
    doublings = integer(args, "doublings", 0, 30), looked = integer(args, "looked", 0),
    measures = args.measures, max_plies = integer(args, "max-plies", 1),
    seed = args.seed and position.seed(args.seed), trusted = args.trusted, programs = true,
    workers = console.workers(args), lock = not args.no_lock }, position.settings(args))
  given.path = args.out or given.columns[1].rules.name .. ".measure.jsonl"
  return given
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

-- After Ctrl-C the report still has to be made, which takes longer than a handler may take.
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
  if format == "html" then
    return cli.write(require "tesela.report_pages.measure_page".page(result))
  end
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
  local stopped, fault = play(measure)
  if fault then
    measure:close()
    cli.fail(1, "a bot lost by its mistake: %s", fault)
  end
  write(measure, args.format)
  io.stderr:write("games: ", text.clean(given.path), "\n")
  if stopped ~= "interrupted" then return end
  cli.tell "tesela measure: interrupted; the same command resumes"
  return 130
end

return {
  summary = "Measure how rules change a game.",
  configure = function(parser)
    position.add_rules(parser)
    position.add_weights(parser)
    parser:option("--against", "The game to compare with (default: the game that it is "
      .. "derived from)."):argname("GAME")
    parser:option("--sweep", "Compare the values of an option: win_score=1..5, "
      .. "corners=any,fixed or tiles=8,8,3/4,4,2; use it twice for two options.")
      :argname("K=V"):count("*")
    parser:option("-n --games", "Games per column of the table, and per rung of its ladder "
      .. "(default 200)."):argname("N")
    parser:option("--time", "Time limit, instead of a number of games: 90s, 10m, 2h."):argname("T")
    parser:option("--bots", "A bot that plays itself, or two bots (default mcts).")
      :argname("A[,B]")
    parser:option("--level", "Level of expert, 1 to 9. With a level, mcts plays the games of "
      .. "the ladder."
      ):argname("L")
    parser:option("--iterations", "Budget of each move (default: 1/40 of the default of mcts)."
      ):argname("N")
    parser:option("--openings", "Random plies before the bots play (default 0)."
      ):argname("N")
    parser:option("--doublings", "Rungs of the ladder, which measures skill by doubling the "
      .. "iterations; 0 for none (default 4)."):argname("N")
    parser:option("--looked", "Games per column whose positions are searched (default: a "
      .. "quarter)."):argname("N")
    parser:option("--measures", "Lua file that returns your own measures.")
      :argname("FILE")
    parser:option("--max-plies", "A game with this many plies counts as endless (default 1000)."
      ):argname("N")
    parser:option("--seed", "Seed of all games (default 1)."):argname("S")
    parser:option("-w --workers", "Number of worker processes (default: one per core).")
      :argname("N")
    parser:option("-f --format", "Format of the report: text, json or html (in one file).")
      :choices({ "text", "json", "html" }):default("text")
    parser:option("-o --out", "File for the games (default GAME.measure.jsonl).")
      :argname("FILE")
    parser:flag("--no-lock", "For file systems without locks.")
  end,
  run = run,
}
