-- tesela tune BOT GAME: finds better values for the parameters that a bot declares.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local console = require "tesela.contest.console"
local loop = require "tesela.turns.game_loop"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local tables = require "tesela.base.tables"
local report = require "tesela.tune.tune_report"
local text = require "tesela.text"
local tune = require "tesela.tune.tune"

-- The number of steps, and the number of parts that measure the gain.
local function games(args, rules)
  local step = tune.step(rules)
  local steps = (position.integer(args.games, "--games", step) + step - 1) // step
  local gain = position.integer(args.gain, "--gain", 0)
  if gain % 100 ~= 0 then
    cli.fail(2, "--gain %d: expected a multiple of 100", gain)
  end
  return steps, gain // 100
end

local PART = 20 -- games after which a pipe gets a line

-- A function that shows the progress: in one line of a terminal, else line by line.
local function progress_line()
  local since, first, shown = tesela.clock(), nil, nil
  return function(tuning, playing)
    local done, total = tuning:done() + playing, tuning:total()
    first = first or done
    local part = process.terminal() or done * PART // total
    if part == shown then return end
    shown = not process.terminal() and part or nil
    local rate = (done - first) / math.max(tesela.clock() - since, 1e-9)
    local words, values = { ("%d/%d games"):format(done, total) }, tuning:values()
    if rate > 0 then
      words[2] = progress.duration((total - done) / rate) .. " left"
    end
    for _, name in ipairs(tables.keys(values)) do
      words[#words + 1] = ("%s %.4g"):format(name, values[name])
    end
    local line = table.concat(words, "  ")
    if process.terminal() then progress.show(line) else cli.tell("%s", line) end
  end
end

local function open(args, rules, bot)
  local steps, gain = games(args, rules)
  local budget = position.budget(args)
  local rows, why = cli.try(1, tune.rows, bot, rules, loop.limit(budget))
  if not rows then cli.fail(2, "%s", bots.said(bot.name, why)) end
  local path = args.out or ("%s-%s.tune.jsonl"):format(bot.name, rules.name):gsub("/", "_")
  local tuning
  tuning, why = console.try(tune.open, { rules = rules, bot = args.bot, made = bot,
    rows = rows, budget = budget, steps = steps, gain = gain,
    seed = position.seed(args.seed, 1), trusted = args.trusted,
    workers = console.workers(args), path = path, no_lock = args.no_lock,
    show = progress_line() })
  if not tuning then cli.fail(1, "%s", why) end
  return tuning
end

local function play(tuning)
  local result = table.pack(pcall(tuning.play, tuning))
  if process.terminal() then progress.clear() end
  tuning:close()
  return console.try(function()
    if not result[1] then error(result[2], 0) end
    return table.unpack(result, 2, result.n)
  end)
end

return {
  summary = "Find better values for the parameters of a bot.",
  configure = function(parser)
    parser:argument("bot", "Name or path of the bot."):argname("BOT")
    position.add_rules(parser)
    parser:option("-n --games", "Games to play while tuning."):argname("N"):default("2400")
    parser:option("--gain", "Games that measure the gain, a multiple of 100.")
      :argname("N"):default("400")
    parser:option("--seed", "Seed of the tuning (default 1)."):argname("S")
    position.add_budget(parser)
    parser:option("-w --workers", "Number of worker processes (default: one per core).")
      :argname("N")
    parser:option("-f --format", "Format of the report: text or json.")
      :choices({ "text", "json" }):default("text")
    parser:option("-o --out", "File for the steps (default BOT-GAME.tune.jsonl).")
      :argname("FILE")
    parser:flag("--no-lock", "For file systems without locks.")
  end,
  run = function(args)
    local rules = position.rules(args)
    if rules.seats < 2 then
      cli.fail(2, "a bot is tuned against itself, but %s has 1 seat here", tostring(rules))
    end
    position.take_budget(args)
    local bot = cli.try(2, tesela.bot, args.bot, { trusted = args.trusted })
    local tuning = open(args, rules, bot)
    local ok, why, wrong = play(tuning)
    if wrong then cli.fail(1, "%s: %s", bot.name, wrong) end
    cli.write(report[args.format](tuning))
    if not ok then
      cli.tell("tesela tune: %s; the same command resumes", why)
      return 130
    end
    io.stderr:write("steps: ", text.clean(tuning.path), "\n")
  end,
}
