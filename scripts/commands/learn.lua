-- tesela learn GAME: learns an estimate of a game's positions by playing it.

local cli = require "tesela.cli.cli"
local console = require "tesela.contest.console"
local known_games = require "tesela.rules.games"
local learn = require "tesela.learn.learn"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local report = require "tesela.learn.learn_report"
local tesela = require "tesela"

local USUAL = "10m"
local UNITS = { s = 1, m = 60, h = 3600 }

-- "90s", "30m", "2h" as seconds.
local function seconds(words)
  local number, unit = words:match "^(%d+%.?%d*)([smh])$"
  number = tonumber(number or "")
  if number and number > 0 then return number * UNITS[unit] end
  cli.fail(2, "--time %s: expected a time like 90s, 30m or 2h", words)
end

-- The part of the work that is done, 0 to 1, and the seconds spent.
local function done(learning)
  local spent = learning.spent + tesela.clock() - learning.since
  return learning.total and learning.games / learning.total or spent / learning.time, spent
end

local function words(learning, timed)
  local part, spent = done(learning)
  local list = { ("%d games"):format(learning.games) }
  if timed and part > 0 and part < 1 then
    list[#list + 1] = progress.duration(spent / part - spent) .. " left"
  end
  local last = learning.curve[#learning.curve]
  list[#list + 1] = last and ("%.0f %% against random moves"):format(100 * last.score)
  return table.concat(list, "  ")
end

-- On a terminal one line that changes; otherwise a line for each point of the curve.
local function shower()
  local points = 0
  return function(learning)
    if process.terminal() then
      progress.show(words(learning, true))
    elseif #learning.curve > points then
      points = #learning.curve
      cli.tell("%s", words(learning))
    end
  end
end

local function open(args, rules)
  local games = args.games and position.integer(args.games, "--games", 1)
  if games and args.time then cli.fail(2, "expected --games or --time, got both") end
  local path = args.out or rules.name .. ".weights"
  local learning, why = cli.try(1, learn.open, { rules = rules, games = games,
    time = not games and seconds(args.time or USUAL), seed = position.seed(args.seed, 1),
    workers = console.workers(args), path = path,
    no_lock = args.no_lock, show = shower() })
  return learning or cli.fail(1, "%s", why)
end

return {
  summary = "Learn an estimate for a game by playing it.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("-n --games", "Games to learn from; the result is the same with any "
      .. "number of workers."):argname("N")
    parser:option("--time", "How long to learn, without --games: 90s, 30m, 2h (default 10m).")
      :argname("TIME")
    parser:option("--gain", "Games to play at the end, at equal time, against a search "
      .. "without weights (0: none)."):argname("N"):default("200")
    parser:option("--seed", "Seed of the games (default 1)."):argname("S")
    parser:option("-w --workers", "Number of worker processes (default: one per core).")
      :argname("N")
    parser:option("-f --format", "Format of the report: text or json.")
      :choices({ "text", "json" }):default("text")
    parser:option("-o --out", "File for the weights (default GAME.weights).")
      :argname("FILE")
    parser:flag("--no-lock", "For file systems without locks.")
  end,
  run = function(args)
    known_games.without_weights = true
    local rules = position.rules(args)
    local gain = learn.gain_games(rules, position.integer(args.gain, "--gain", 0))
    local learning = open(args, rules)
    local going = cli.try(1, learning.run, learning)
    if process.terminal() then progress.clear() end
    if going then cli.try(1, learning.write, learning) end
    learning:close()
    if not going then
      cli.tell("tesela learn: interrupted after %d games; the same command resumes",
        learning.games)
      return 130
    end
    local match = gain > 0 and rules.seats > 1 and cli.try(1, learning.gain, learning, gain)
      or nil
    cli.write(report[args.format](learning, match))
    cli.tell("weights: %s", learning.path)
    if match and match.interrupted then return 130 end
  end,
}
