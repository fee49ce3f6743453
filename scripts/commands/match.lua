-- tesela match GAME A B: two bots against each other, with error bars.

local tesela = require "tesela"
local cli = require "tesela.command.cli"
local interrupt = require "tesela.interrupt"
local position = require "tesela.command.position"

local function budget(args)
  return {
    iterations = args.iterations
      and position.integer(args.iterations, "--iterations", 1),
    seconds = args.seconds and (tonumber(args.seconds)
      or cli.fail(2, "--seconds %s: expected a number", args.seconds)),
  }
end

local BEGIN = '{"tesela":' -- of a record

-- What is no file of games is not written over. (Devices and pipes have no end,
-- and to look into one opened for reading and writing takes nothing out of it.)
local function check_records(path)
  local file <close> = io.open(path, "r+b")
  local size = file and file:seek "end"
  if not size or size == 0 then return end
  file:seek "set"
  if file:read(#BEGIN) == BEGIN then return end
  cli.fail(1, "%s is there, and is no file of a match; -o names another", path)
end

-- Opens the file of the records; tells at once when it cannot be written.
local function open_records(path)
  check_records(path)
  local file, why = io.open(path, "w")
  if not file then cli.fail(1, "cannot write the games: %s", why) end
  return file
end

local function keep(file, path, line)
  local ok, why = file:write(line, "\n")
  if ok then ok, why = file:flush() end
  if not ok then cli.fail(1, "cannot write the games to %s: %s", path, why) end
end

-- Two bots have two seats; a game for more may still be one for two.
local function check_seats(rules)
  if rules.seats == 2 then return end
  local way = ""
  for _, option in ipairs(tesela.game(rules.name).options) do
    if option.name == "players" then way = "; --set players=2 may make it two" end
  end
  cli.fail(2, "a match is between two bots, and %s has %d seat%s here%s",
    tostring(rules), rules.seats, rules.seats == 1 and "" or "s", way)
end

return {
  summary = "Play a match between two bots.",
  configure = function(parser)
    position.add_rules(parser)
    parser:argument("a", "First bot: a name or a path."):argname("A")
    parser:argument("b", "Second bot."):argname("B")
    parser:option("-n --games", "Number of games, even."):default("100")
    parser:option("--seed", "Seed of the match (default 1)."):argname("S")
    parser:option("--iterations", "Budget of each move.")
    parser:option("--seconds", "Budget of each move.")
    parser:option("--max-plies", "Games this long are draws.")
    parser:option("-o --out",
      "File for the games, a line of JSON each (default GAME-A-B.jsonl).")
  end,
  run = function(args)
    local rules = position.rules(args)
    check_seats(rules)
    local a = cli.try(2, tesela.bot, args.a)
    local b = cli.try(2, tesela.bot, args.b)
    local games = position.integer(args.games, "--games", 2)
    if games % 2 ~= 0 then
      cli.fail(2, "--games %d: expected an even number (games come in pairs)",
        games)
    end
    local path = args.out or ("%s-%s-%s.jsonl"):format(rules.name, a.name, b.name)
    local settings = {
      rules = rules, bots = { a, b }, games = games,
      seed = position.seed(args.seed, 1), budget = budget(args),
      max_plies = args.max_plies
        and position.integer(args.max_plies, "--max-plies", 1),
    }
    local file = open_records(path)
    settings.on_game = function(game) keep(file, path, game.line) end
    local ok, result = pcall(tesela.match, settings)
    file:close()
    if not ok and interrupt.is(result) then
      cli.fail(130, "interrupted before the first game was over")
    elseif not ok then
      error(result, 0)
    end
    cli.write(tostring(result))
    if result.interrupted then io.stderr:write("tesela match: interrupted\n") end
    io.stderr:write("games: ", path, "\n")
    return result.interrupted and 130 or 0
  end,
}
