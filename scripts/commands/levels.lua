-- tesela levels GAME: finds a scale of levels for a game, writes and measures it.

local cli = require "tesela.cli.cli"
local console = require "tesela.contest.console"
local files = require "tesela.base.output"
local levels = require "tesela.levels"
local position = require "tesela.cli.position_argument"
local scale = require "tesela.tune.scale"

local function percent(score)
  if not score then return "" end
  return ("%.0f %%"):format(100 * score[1])
    .. (score[2] and (" +/- %.0f"):format(100 * score[2]) or "")
end

local LINE = "%5s  %10s  %9s  %12s  %12s  %12s  %9s\n"
local HEAD = LINE:format("level", "iterations", "overlooks", "random", "greedy", "level below",
  "a move")

local function line(level, row, found)
  return LINE:format(level, row[1], row[2] and ("%.3g %%"):format(100 * row[2]) or "",
    percent(found.random), percent(found.greedy), percent(found.below),
    ("%.3f s"):format(found.seconds))
end

-- The scale that a game has for expert.
local function scale_of(rules)
  return require "tesela.bots.bots".bot "expert".new(rules, 1, 1).levels
end

-- Finds a scale and writes it.
local function find(options, args)
  local path = args.out or options.rules.name .. ".levels"
  local ok, why = files.check(path, files.LEVELS)
  if not ok then cli.fail(1, "%s: %s", path, why) end
  local rows = scale.find(options)
  ok, why = files.write(path, files.LEVELS, levels.text(rows))
  if not ok then cli.fail(1, "%s: %s", path, why) end
  cli.tell("%s: in the game's file, write  levels = \"%s\",", path, path:match "[^/]*$")
  return rows
end

return {
  summary = "Find a scale of levels for a game, and measure it.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("-n --games", "Games per match."):argname("N"):default("40")
    parser:option("--seconds", "Seconds per move at the highest level."):argname("S")
      :default("10")
    parser:flag("--measure", "Only measure the game's present scale.")
    parser:option("--seed", "Seed of the games (default 1)."):argname("S")
    parser:option("-w --workers", "Number of worker processes (default: one per core).")
      :argname("N")
    parser:option("-o --out", "File for the scale (default GAME.levels)."):argname("FILE")
  end,
  run = function(args)
    local rules = position.rules(args)
    if rules.seats < 2 then
      cli.fail(2, "%s: expected a game for two or more players", rules.name)
    end
    local options = { rules = rules, games = position.integer(args.games, "--games", 2),
      seconds = position.seconds(args.seconds, "--seconds"),
      seed = position.seed(args.seed, 1), workers = console.workers(args), show = cli.tell }
    local rows = args.measure and scale_of(rules) or find(options, args)
    cli.write(tostring(rules) .. "\n" .. HEAD)
    scale.measure(options, rows, function(level, found)
      cli.write(line(level, rows[level], found))
    end)
  end,
}
