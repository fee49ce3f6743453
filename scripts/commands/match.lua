-- tesela match GAME A B: a tournament of two bots, with error bars.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local folder = require "tesela.folder"
local console = require "tesela.contest.console"
local opened = require "tesela.base.opened"
local position = require "tesela.cli.position_argument"
local definitions = require "tesela.contest.definition"
local match_format = require "tesela.contest.formats.match"
local text = require "tesela.text"

require "tesela.terminal.dialogue.show_values" -- sets the width of the terminal

-- The highest number N of a file `prefix`N.jsonl here, or 0.
local function last_number(base)
  local last = 0
  for _, name in ipairs(folder.list "." or {}) do
    local number = name:sub(1, #base) == base and name:sub(#base + 1):match "^(%d+)%.jsonl$"
    last = math.max(last, math.tointeger(tonumber(number or 0)) or 0)
  end
  return last
end

-- GAME-A-B-N.jsonl with the next free number or, to resume, the last one. For /dev/null,
-- which keeps no games, there is no file.
local function file_name(args, rules, names)
  if args.out == "/dev/null" then return nil end
  if args.out then
    local file <close> = not args.resume and opened(args.out)
    local size = file and file:seek "end" -- a pipe has none
    if size and size > 0 then
      cli.fail(1, "%s exists; --resume continues it, -o names another", args.out)
    end
    return args.out
  end
  local base = ("%s-%s-%s-"):format(rules.name, table.unpack(names)):gsub("/", "_")
  local function path(n) return ("%s%d.jsonl"):format(base, n) end
  local last = last_number(base)
  if not args.resume then return path(last + 1) end
  if last == 0 then cli.fail(1, "--resume: there is no %s", path(1)) end
  return path(last)
end

-- A number above 0 and below 1/2, a threshold for values.
local function below_half(words, option)
  local number = tonumber(words)
  if number and number > 0 and number < 0.5 then return number end
  cli.fail(2, "%s %s: expected a number above 0 and below 0.5", option, words)
end

-- A number of random plies, or a suite.
local function opening(words)
  if not words:find "^%-?[%d.]+$" then return words end
  return { plies = position.integer(words, "--openings", 1, 1000) }
end

-- The number of games per group of seats, for the wanted total.
local function games(words, seats)
  local number = words and (words:match "^%d+$" and math.tointeger(tonumber(words)) or 0)
  local of_group, expected = match_format.games(number, seats)
  return of_group or cli.fail(2, "--games %s: expected %s", words, expected)
end

local function definition(args, list, seats)
  return {
    name = ("%s against %s"):format(list[1].name, list[2].name),
    rules = args.game, options = position.settings(args), bots = list,
    format = "match", games = games(args.games, seats),
    seed = position.seed(args.seed, 1), budget = position.budget(args),
    max_plies = args.max_plies and position.integer(args.max_plies, "--max-plies", 1),
    resign = args.resign and { value = below_half(args.resign, "--resign") },
    openings = args.openings and opening(args.openings),
    draw = args.draw and { within = below_half(args.draw, "--draw") },
    workers = console.workers(args),
    trusted = args.trusted,
  }
end

return {
  summary = "Play a match between two bots.",
  configure = function(parser)
    position.add_rules(parser)
    parser:argument("a", "First bot: a name, a path or a command, with an optional "
      .. "budget (expert:seconds=0.5)."):argname("A")
    parser:argument("b", "Second bot."):argname("B")
    parser:option("-n --games", "Number of games (default 100): even for two seats; for more, "
      .. "a multiple that gives both bots the same seats."):argname("N")
    parser:option("--seed", "Seed of the match (default 1)."):argname("S")
    position.add_bot_budget(parser)
    position.add_clock(parser)
    parser:option("--max-plies", "A game of this many plies is a draw (default 100000).")
      :argname("N")
    parser:option("--openings", "Random plies before the bots play, or the name or path of a "
      .. "suite."):argname("N|SUITE")
    parser:option("--resign", "End a game as lost when both bots agree for three moves: one's "
      .. "value is at most V, the other's at least 1 - V."):argname("V")
    parser:option("--draw", "End a game as a draw, from ply 40 on, when both bots' last eight "
      .. "values are within W of 1/2."):argname("W")
    parser:flag("--resume", "Resume this match in its last file, or in the file of -o.")
    console.add(parser, "GAME-A-B-N.jsonl")
  end,
  run = function(args)
    local rules = position.rules(args)
    if rules.seats < 2 then
      cli.fail(2, "a match is between two bots, but %s has 1 seat here", tostring(rules))
    end
    local list, names = {}, {}
    for i, name in ipairs { args.a, args.b } do
      local spec, own = position.bot(name)
      local bot = cli.try(2, tesela.bot, spec, { trusted = args.trusted })
      local clean, budget = text.clean(bot.name), definitions.name("", own)
      own.name, own.bot = clean .. budget, spec
      list[i], names[i] = own, clean .. budget:gsub("[ ,]+", "_")
    end
    local given = definition(args, list, rules.seats)
    return console.run(given, { name = "tesela match", own = true, programs = true,
      file = not args.dry_run and file_name(args, rules, names) or nil,
      dry_run = args.dry_run, format = args.format,
      lock = not args.no_lock, prints = args.prints, shows = true,
      again = "the same command with --resume continues",
      hint = "; -o names another file to resume, and without --resume a new match begins" })
  end,
}
