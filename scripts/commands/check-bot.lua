-- tesela check-bot BOT [GAME|FILE]: tests a bot in every situation of a game; or counts
-- the best moves that it finds in the positions of a file, or in the shipped ones.

local tesela = require "tesela"
local asking = require "tesela.cli.asking"
local cli = require "tesela.cli.cli"
local opened = require "tesela.base.opened"
local position = require "tesela.cli.position_argument"
local positions = require "tesela.cli.position_files"
local registry = require "tesela.base.registry"
local seeds = require "tesela.base.seeds"
local texts = require "tesela.text"
local tryout = require "tesela.cli.bot_trial"

-- ---- a trial ----------------------------------------------------------------

-- Whether the argument is a game, not a file of positions.
local function is_game(name)
  if name:find "[./]" then return name:find "%.lua$" ~= nil end
  if pcall(tesela.game, name) then return true end
  local file <close> = opened(name)
  return file == nil
end

local function try_out(bot, args)
  local rules = position.rules { game = args.file, set = args.set, trusted = args.trusted,
    limit = args.limit }
  local budget, name = asking.budget(args), texts.clean(bot.name)
  tryout.new {
    bot = bot, rules = rules, seed = position.seed(args.seed, 1),
    player = function(one) return asking.player(one, rules, budget) end,
    write = function(format, ...) cli.write(format:format(...)) end,
    fail = function(lines)
      lines[1] = ("%s fails %s"):format(name, lines[1])
      cli.fail_lines(1, lines)
    end,
  }:run()
  cli.write(("%s plays %s\n"):format(name, tostring(rules)))
end

-- ---- positions --------------------------------------------------------------

local function paths_of(args)
  if args.file then return { args.file } end
  local list = {}
  for _, name in ipairs(registry.names("positions", "jsonl")) do
    if not args.game or args.game == name then
      list[#list + 1] = registry.path("positions", name, "jsonl")
    end
  end
  if #list > 0 then return list end
  cli.fail(2, "there are no positions for %s, only for %s", args.game,
    table.concat(registry.names("positions", "jsonl"), ", "))
end

-- ---- asking -----------------------------------------------------------------

-- The answer of a bot (see asking.lua) for the seat to move.
local function ask(bot, args, found)
  local state = found.state
  local player <close> = asking.player(bot, state.rules, asking.budget(args, found.budget))
  local seat = state.seat
  local seed = seeds.seats(position.seed(args.seed), state.rules.seats)[seat]
  return asking.begin(player, state:copy(), seat, seed)
    or asking.ask(player, state, seat, seeds.moves(seed):number(1))
end

local function line_of(found, answer, good)
  local best = table.concat(found.words, ", ")
  local says = answer.reason
    and ("fails: %s: %s"):format(answer.reason, texts.clean(answer.message or ""))
    or "plays " .. answer.text
  return ("%s %s (%s): %s, best: %s, %.3f s\n"):format(good and "found " or "missed",
    found.place, found.name, says, best, answer.seconds)
end

local function ask_all(bot, args, list)
  local right, seconds = 0, 0
  for _, found in ipairs(list) do
    local answer = ask(bot, args, found)
    local good = answer.move ~= nil and found.best[answer.move] == true
    seconds = seconds + answer.seconds
    if good then right = right + 1 end
    if args.all or not good then cli.write(line_of(found, answer, good)) end
  end
  return right, seconds
end

return {
  summary = "Check that a bot plays, or count the best moves that it finds.",
  configure = function(parser)
    parser:argument("bot", "Name, path or command of a bot."):argname("BOT")
    parser:argument("file", "Name or path of a game to play, or file of positions with "
      .. "their best moves (JSON Lines; default: the shipped positions).")
      :argname("GAME|FILE"):args("?")
    parser:option("-s --set", "Set an option of the game."):argname("K=V"):count("*")
    parser:option("--game", "Only the shipped positions of this game."):argname("GAME")
    parser:option("--seed", "Seed of the bot (default: 1 if GAME is given, otherwise 0)."
      ):argname("S")
    asking.add(parser)
    parser:flag("--all", "Show the bot's move in every position.")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
  end,
  run = function(args)
    local bot, list = asking.bot(args), {}
    if args.file and is_game(args.file) then
      for _, name in ipairs { "game", "all", "rules" } do
        if args[name] then cli.fail(2, "--%s: only with positions", name) end
      end
      return try_out(bot, args)
    end
    if #args.set > 0 then cli.fail(2, "--set: only with a game") end
    if args.file and args.game then
      cli.fail(2, "--game: only with the shipped positions")
    end
    local rules = position.given_rules(args)
    for _, path in ipairs(paths_of(args)) do positions.read(path, list, rules) end
    if #list == 0 then cli.fail(1, "%s: expected at least one position", args.file) end
    local right, seconds = ask_all(bot, args, list)
    cli.write(("%s finds %d of %d, %.3f s\n"):format(texts.clean(bot.name), right, #list,
      seconds))
  end,
}
