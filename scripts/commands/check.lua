-- tesela check FILE|GAME: replay recorded games, or hold a game's functions
-- against each other in random games.

local tesela = require "tesela"
local cli = require "tesela.cli"
local position = require "tesela.position"

local function is_game(name)
  for _, known in ipairs(tesela.games()) do
    if known == name then return true end
  end
  return false
end

local function check_game(args)
  local rules = position.rules { game = args.what, set = args.set }
  local ok, why = rules:check {
    games = position.integer(args.games, "--games", 1),
    seed = position.seed(args.seed),
  }
  if not ok then cli.fail(1, "%s", why) end
  cli.write(("%s: %s random games, all agree\n"):format(tostring(rules), args.games))
end

local function check_file(path)
  local file, why = io.open(path)
  if not file then
    cli.fail(1, "%s; expected a file of records or one of the games %s", why,
      table.concat(tesela.games(), ", "))
  end
  local good, bad, number = 0, 0, 0
  for line in file:lines() do
    number = number + 1
    local state, reason = tesela.replay(line)
    if state then
      good = good + 1
    else
      bad = bad + 1
      io.stderr:write(("tesela check: %s:%d: %s\n"):format(path, number, reason))
    end
  end
  file:close()
  cli.write(("%s: %d games, %d bad\n"):format(path, good + bad, bad))
  return bad > 0 and 1 or 0
end

return {
  summary = "Replay recorded games, or check a game's rules.",
  configure = function(parser)
    parser:argument("what", "File of records (JSON Lines), or a game.")
      :argname("FILE|GAME")
    parser:option("-s --set", "Set an option of the game."):argname("K=V"):count("*")
    parser:option("--games", "Random games to check."):default("100")
    parser:option("--seed", "Seed of the first game (default 0)."):argname("S")
  end,
  run = function(args)
    if is_game(args.what) then return check_game(args) end
    return check_file(args.what)
  end,
}
