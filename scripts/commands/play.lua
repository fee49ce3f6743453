-- tesela play GAME: a game at the terminal, against a bot or another person.

local tesela = require "tesela"
local cli = require "tesela.cli"
local position = require "tesela.position"

-- A saved game (a record) or position text.
local function load(path, args)
  local file, why = io.open(path)
  if not file then cli.fail(1, "--load %s", why) end
  local text = file:read "a"
  file:close()
  if not text then cli.fail(1, "--load %s: cannot be read", path) end
  text = text:match "^%s*([^\n]*)"
  if text:sub(1, 1) ~= "{" then
    local rules = position.rules(args)
    return cli.try(1, rules.load, rules, text)
  end
  local state
  state, why = tesela.replay(text)
  if not state then cli.fail(1, "--load %s: %s", path, why) end
  if state.rules.name ~= args.game then
    cli.fail(1, "--load %s: it is a game of %s, not of %s", path,
      state.rules.name, args.game)
  end
  return state
end

return {
  summary = "Play at the terminal.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("-b --bot",
      "Who has the other seats: a bot's name or path, or none for two people.")
      :default "lookahead"
    parser:option("--seat", "Which seat is yours; 0 to watch."):default "1"
    parser:option("--seed", "Seed of the start and of the bot."):argname("S")
    parser:option("--load", "Go on from a saved game or position text.")
      :argname("FILE")
    parser:option("--seconds", "How long the bot may think at each move.")
  end,
  run = function(args)
    local rules = position.rules(args)
    local state = args.load and load(args.load, args)
    cli.try(1, tesela.play, {
      rules = rules, state = state,
      bot = args.bot ~= "none" and cli.try(2, tesela.bot, args.bot) or nil,
      seat = position.integer(args.seat, "--seat", 0, rules.seats),
      seed = args.seed and position.seed(args.seed),
      seconds = args.seconds and (tonumber(args.seconds)
        or cli.fail(2, "--seconds %s: expected a number", args.seconds)),
    })
  end,
}
