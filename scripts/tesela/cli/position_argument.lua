-- The common arguments of several commands: a game, its options, a start and the moves from there.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local clocks = require "tesela.base.clocks"
local games = require "tesela.rules.games"
local opened = require "tesela.base.opened"
local source = require "tesela.base.source"

local M = {}

--- Adds --programs: only this option allows starting programs named in a file.
function M.add_programs(parser)
  parser:flag("--programs", "Start the programs (exec:COMMAND) that the file names as "
    .. "bots.")
end

--- Adds --trusted, for all files given by path, and the time limit for functions of a game from a
--- file.
function M.add_terms(parser)
  parser:flag("--trusted", "Run game and bot files unsandboxed, with all of Lua.")
  parser:option("--limit", "Time limit in seconds for a call to a function in a game file "
    .. "(default 1)."):argname("S")
end

--- Adds --weights.
function M.add_weights(parser)
  parser:option("--weights", "Searches use these weights (tesela learn)."):argname("FILE")
end

--- Gives a game the weights in the file of --weights.
function M.give_weights(args, name)
  if not args.weights then return end
  local bytes, why = source.text(args.weights)
  if not bytes then cli.fail(2, "--weights: %s", why) end
  local rules = cli.try(2, tesela.rules, name, nil, M.terms(args))
  games.give(rules.name, bytes, args.weights)
end

--- Adds GAME, --set and the arguments for the game's file.
function M.add_rules(parser, optional)
  parser:argument("game", "Name of a game, or path of its file.")
    :args(optional and "?" or 1)
  parser:option("-s --set", "Set an option of the game."):argname("K=V"):count("*")
  M.add_terms(parser)
end

--- Adds all arguments that determine a position.
function M.add(parser)
  M.add_rules(parser)
  parser:option("--seed", "Seed of the starting position (default 0)."):argname("S")
  parser:option("--fen", "Position text of the start."):argname("F")
  parser:option("--bag", "Draw order of the start."):argname("TILES")
  parser:option("-m --moves", "Moves to play from there."):argname('"M1 M2 ..."')
end

--- A whole number from the command line.
function M.integer(text, what, least, most)
  local number = math.tointeger(tonumber(text))
  most = most or (1 << 31) - 1
  if not number or not text:match "^%d+$" or number < least or number > most then
    cli.fail(2, "%s %s: expected a whole number in %d..%d", what, text, least, most)
  end
  return number
end

--- Seconds from the command line.
function M.seconds(text, option)
  local number = tonumber(text)
  if arguments.is_amount(number) then return number end
  cli.fail(2, "%s %s: expected %s", option, text, arguments.AN_AMOUNT)
end

--- Adds the budget of a move.
function M.add_budget(parser)
  parser:option("--iterations", "Budget of each move, in iterations."):argname("N")
  parser:option("--seconds", "Budget of each move, in seconds."):argname("S")
end

--- The same for bots, which may have levels.
function M.add_bot_budget(parser)
  M.add_budget(parser)
  parser:option("--level", "Level of the bots that have levels, such as expert: 1 to 9.")
    :argname("L")
end

--- Adds --clock, for commands that play games.
function M.add_clock(parser)
  parser:option("--clock", "Clock of a game: seconds plus seconds per move (60+1, 5m+3), "
    .. "or moves in seconds (10/60)."):argname("C")
end

-- The clock in the arguments, as text.
local function clock(args, before)
  if not args.clock then return nil end
  local control, why = clocks.read(args.clock)
  if not control then cli.fail(2, "%sclock %s: %s", before, args.clock, why) end
  for _, name in ipairs { "iterations", "seconds" } do
    if args[name] then
      cli.fail(2, "%sclock and %s: expected one of them", before, before:match "%-*$" .. name)
    end
  end
  return control.text
end

--- The budget in the arguments: { iterations =, seconds =, level =, clock = }. `before`: the
--- beginning of a message about one of them, in place of "--".
function M.budget(args, before)
  before = before or "--"
  return {
    iterations = args.iterations and M.integer(args.iterations, before .. "iterations", 1),
    seconds = args.seconds and M.seconds(args.seconds, before .. "seconds"),
    level = args.level and M.integer(args.level, before .. "level", 1, 9),
    clock = clock(args, before),
  }
end

-- ---- bots with a budget of their own ------------------------------------------

local OWN = { level = true, iterations = true, seconds = true, clock = true }

-- A bot's text without its budget, and the budget as text, "level=3,seconds=0.5", or nil. The
-- budget follows the last colon; but paths and commands may contain colons, too.
local function split(spec)
  local name, rest = spec:match "^(.*):([^:]*)$"
  local first = rest and rest:match "^([%a_][%w_]*)="
  if not name or spec:find "%.lua$" then return spec end
  if bots.is_program(spec) and (not OWN[first] or rest:find "[%s'\"]") then return spec end
  if bots.is_path(spec) and not first then return spec end
  return name, rest
end

-- The same with the words of the budget by name; ends the command if they are invalid.
local function own_words(spec)
  local name, rest = split(spec)
  local words = {}
  for word in rest and (rest .. ","):gmatch "([^,]*)," or function() end do
    local key, value = word:match "^(%a+)=(.+)$"
    if not OWN[key] or words[key] then
      cli.fail(2, "bot %s: expected a budget after the colon (level=, iterations=, seconds= "
        .. "or clock=, each once), as in expert:level=3,seconds=0.5; got %s", spec,
        arguments.shown(word))
    end
    words[key] = value
  end
  return name, words, M.budget(words, ("bot %s: "):format(spec))
end

--- The bot that a text names, and its own budget: "expert:level=3,seconds=0.5".
function M.bot(spec)
  local name, _, budget = own_words(spec)
  return name, budget
end

--- Moves the budget in the text of a command's only bot to the command's options. `timed`: the
--- command has clocks.
function M.take_budget(args, timed)
  local name, words = own_words(args.bot)
  if words.clock and not timed then
    cli.fail(2, "bot %s: clock: expected level, iterations or seconds", args.bot)
  end
  if words.iterations or words.seconds or words.clock then
    args.iterations, args.seconds, args.clock = nil, nil, nil
  end
  tables.copy(words, args)
  args.bot = name
end

function M.seed(text, default)
  if not text then return default or 0 end
  return M.integer(text, "--seed", 0, (1 << 53) - 1)
end

--- The settings of --set, as a table.
function M.settings(args)
  local options = {}
  for _, setting in ipairs(args.set or {}) do
    local name, value = setting:match "^([^=]+)=(.*)$"
    if not name then
      cli.fail(2, "--set %s: expected option=value", setting)
    end
    options[name] = value
  end
  return options
end

--- Ends a command whose file (`--out`) is for games if it is given the name of a page.
function M.check_games_path(path)
  if path and path:lower():find "%.html?$" then
    cli.fail(2, "--out %s: expected a file for games, one per line; for the page write "
      .. "-f html >%s", path, cli.quoted(path))
  end
end

--- The arguments for the game's file.
function M.terms(args)
  return { trusted = args.trusted,
    limit = args.limit and M.seconds(args.limit, "--limit") }
end

--- Applies these terms to the game named in a file of games, if it is a path.
function M.say_terms(args, path)
  if path then cli.try(2, games.terms, path, M.terms(args)) end
end

--- The rules of GAME and --set.
function M.rules(args)
  M.give_weights(args, args.game)
  return cli.try(2, tesela.rules, args.game, M.settings(args), M.terms(args))
end

--- The rules of --rules, or nil.
function M.given_rules(args)
  return args.rules and cli.try(2, tesela.rules, args.rules, nil, M.terms(args)) or nil
end

--- The rules of a path that a file of games names, if there is such a file; or nil.
function M.named_rules(args, path)
  local file <close> = path and opened(path)
  return file and cli.try(1, tesela.rules, path, nil, M.terms(args)) or nil
end

local function only_one(args)
  local given = {}
  for _, name in ipairs { "seed", "fen", "bag" } do
    if args[name] then given[#given + 1] = "--" .. name end
  end
  if #given > 1 then
    cli.fail(2, "%s: expected at most one of --seed, --fen and --bag",
      table.concat(given, " and "))
  end
end

--- Plays "m1 m2 ..."; an error gives the number of the illegal move.
function M.play(state, moves)
  local number = 0
  for word in moves:gmatch "%S+" do
    number = number + 1
    local move, why = state:move(word)
    if not move then cli.fail(1, "move %d: %s", number, why) end
    state:play(move)
  end
end

--- The state in the arguments.
function M.state(args)
  only_one(args)
  local rules = M.rules(args)
  local state
  if args.fen then
    state = cli.try(1, rules.load, rules, args.fen)
  elseif args.bag then
    state = cli.try(1, rules.start, rules, { bag = args.bag })
  else
    state = rules:start(M.seed(args.seed))
  end
  M.play(state, args.moves or "")
  return state
end

local result_order = {
  "over", "to_move", "scores", "places", "winners", "reason", "fen",
}
M.result_order = result_order

--- The output of `tesela result`, as a table for tesela.encode.
function M.result(state)
  local result = {
    over = state.over,
    to_move = state.seat or tesela.null,
    scores = state.scores,
    places = state.places or {},
    winners = state.winners or {},
    reason = state.reason or tesela.null,
    fen = state:fen(),
  }
  for _, query in ipairs(tesela.game(state.rules).queries) do
    if query.name == "areas" then result.areas = state:areas() end
  end
  return result
end

return M
