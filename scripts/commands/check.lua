-- tesela check FILE|GAME: replays recorded games, or compares a game's functions with
-- each other in random games; for a game in Lua also with extreme values of its options. Then
-- it describes the game, with warnings, which do not change the exit status.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local cli = require "tesela.cli.cli"
local files = require "tesela.contest.games_file"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local loop = require "tesela.turns.game_loop"
local machine = require "tesela.contest.tournament"
local merge = require "tesela.contest.cluster.merge"
local mistakes = require "tesela.cli.mistakes"
local opened = require "tesela.base.opened"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local text = require "tesela.text"
local trial = require "tesela.cli.game_trial"

local GAMES = 100  -- random ones
local SECONDS = 10 -- of CPU time
local SHOWN = 20   -- bad lines listed one by one
local LIMIT = "1"  -- seconds per call, even if the file is trusted

local function is_game(name)
  if name:find "%.lua$" then return true end
  for _, known in ipairs(tesela.games()) do
    if known == name then return true end
  end
  return false
end

-- An argument that is not a file and does not look like one is taken as a game's name.
local function check_name(name)
  local file <close> = opened(name)
  if file or name:find "[./]" then return end
  cli.fail(2, "there is no file %s, and %s", name, games.unknown(name))
end

-- How to reproduce a failure.
local function again(args, settings, seed)
  local words = { "tesela check " .. cli.quoted(args.what) }
  for _, name in ipairs(tables.keys(settings)) do
    words[#words + 1] = ("--set %s"):format(
      cli.quoted(name .. "=" .. settings[name]))
  end
  words[#words + 1] = ("--seed %d --games 1"):format(seed)
  return table.concat(words, " ")
end

-- `why` ends with the seed and the ply; `found` is the third result of rules:check, nil if the
-- check could not continue.
local function fail(args, settings, why, found)
  if not found then cli.fail_lines(1, { why }) end
  local seed, ply = found.seed, found.ply
  local last = (" (seed %d, ply %d)"):format(seed, ply)
  local lines = { why:sub(1, -#last - 1) }
  local meaning = tesela.game(args.what).source and mistakes.meaning(found)
  if meaning then lines[2] = text.fold(meaning, "  ", "  ") end
  lines[#lines + 1] = ("  in the game of seed %d after %d %s; to see it "
    .. "again:"):format(seed, ply, ply == 1 and "ply" or "plies")
  lines[#lines + 1] = "  " .. again(args, settings, seed)
  cli.fail_lines(1, lines)
end

-- Prints a line in place of the progress line.
local function write(line)
  if process.terminal() then progress.clear() end
  cli.write(line)
end

local function seconds(args)
  if args.thorough or args.games and not args.seconds then return nil end
  return args.seconds and position.budget(args).seconds or SECONDS
end

local function check_game(args)
  local rules = position.rules { game = args.what, set = args.set,
    trusted = args.trusted, limit = args.limit or LIMIT }
  local on_terminal = process.terminal()
  local _ <close> = setmetatable({}, { __close = on_terminal and progress.clear
    or function() end })
  local why = trial.new({
    what = args.what, rules = rules, settings = position.settings(args),
    games = args.games and position.integer(args.games, "--games", 1) or GAMES,
    exact = args.games ~= nil,
    seed = position.seed(args.seed), seconds = seconds(args), write = write,
    show = on_terminal and progress.show or nil,
    fail = function(...) fail(args, ...) end,
  }):run()
  if why then cli.fail(1, "%s: %s", tostring(rules), why) end
end

-- The rules of a tournament's games if they are not given by a name, or nil.
local function rules_of(of, header)
  if type(of.rules) ~= "string" then return of.rules end
  local ok, rules = interrupt.try(tesela.rules, of.rules, header.definition.options)
  return ok and rules or nil -- replaying the games says why
end

-- Reads the line that declares the tournament of the games after it. Returns nil, or why
-- it is not the same tournament.
local function take_header(of, line)
  if of.header then return select(2, files.later_header(of.reader, of.header, line)) end
  local header, why = files.read_header(line)
  if not header then return why end
  position.say_terms(of.args, merge.game(header.definition))
  of.rules = of.rules or merge.game(header.definition)
  local fault = games.fault(of.rules)
  if fault then cli.fail(1, "%s: %s", of.args.what, fault) end
  of.header, of.reader = header, files.reader(header.definition, header, rules_of(of, header))
end

-- The fault of a game as part of a tournament, or nil.
local function foreign(of, line)
  local game, why = of.reader:read(line)
  if not game then return why end
  if of.done:has(game.number) then return ("game %d occurs twice"):format(game.number) end
  of.done:add(game.number)
end

-- The fault in the values of a record, or nil.
local function wrong_value(line)
  local values = line:find('"values"', 1, true) and tesela.decode(line).values
  for ply, value in pairs(values or {}) do
    if not loop.chance(value) then
      return ("values: expected numbers in 0..1, got %g for move %d"):format(value, ply)
    end
  end
end

-- The output of `tesela random` is not a record, but a game with the number of moves at
-- each ply and the result as in `tesela result`. Returns nil, or the fault.
local function replay_random(of, game)
  local rules = of.rules or tesela.rules(game.game, game.options)
  local state = rules:start(game.bag and { bag = game.bag } or game.seed)
  for i, move in ipairs(game.moves) do
    local count = state:count()
    if count ~= game.counts[i] then
      return ("counts: there are %d moves at ply %d, not %s"):format(count, i - 1,
        text.value(game.counts[i]))
    end
    state:play(move)
  end
  local result, expected = position.result(state), game.result
  for _, name in ipairs(position.result_order) do -- a null is read as nil
    if result[name] ~= tesela.null and text.value(result[name]) ~= text.value(expected[name]) then
      return ("result: %s is %s, not %s"):format(name, text.value(result[name]),
        text.value(expected[name]))
    end
  end
end

local function random_game(line)
  local game = line:find('"counts":', 1, true) and tesela.decode(line)
  return type(game) == "table" and game.tesela == nil and type(game.moves) == "table"
    and type(game.counts) == "table" and type(game.result) == "table" and game
end

local function check_random(of, game)
  local ok, why = interrupt.try(replay_random, of, game)
  return ok and why or not ok and tostring(why) or nil
end

local function check_record(of, line)
  local random = random_game(line)
  if random then return check_random(of, random) end
  local ok, state, why, missing = interrupt.try(tesela.replay, line, nil, of.rules)
  if not ok or not state then return games.explained(tostring(ok and why or state), missing) end
  return wrong_value(line) or of.reader and foreign(of, line)
end

-- The lines of a file; Blokus games of other programs as records.
local function lines_of(path)
  local file = cli.open(path)
  local next_line = file:lines()
  local first = next_line()
  if not first or first:find "^%s*{" then
    return function()
      local line = first or next_line()
      first = nil
      return line
    end
  end
  local rest, trouble = file:read "a"
  if not rest then cli.fail(1, "%s: %s", path, trouble) end
  local content = first .. "\n" .. rest
  file:close()
  if not blksgf.is(content) then return content:gmatch "([^\n]*)\n?" end
  local lines, why = blksgf.lines(path, content)
  if not lines then cli.fail(1, "%s", why) end
  for _, words in ipairs(lines.said) do cli.tell("%s: %s", path, words) end
  local number = 0
  return function()
    number = number + 1
    return lines[number] and lines[number].line
  end
end

local function check_file(args)
  local path, rules = args.what, position.given_rules(args)
  local of = { args = args, rules = rules, done = machine.numbers() }
  local good, bad, number = 0, 0, 0
  for line in lines_of(path) do
    number = number + 1
    local is_header, is_empty = files.is_header(line), not line:find "%S"
    local wrong = not is_empty and (is_header and take_header or check_record)(of, line)
    if wrong then
      bad = bad + 1
      if bad <= SHOWN then cli.tell("tesela check: %s:%d: %s", path, number, wrong) end
    elseif not (is_header or is_empty) then
      good = good + 1
    end
  end
  if bad > SHOWN then cli.tell("tesela check: %d more lines are bad", bad - SHOWN) end
  cli.write(("%s: %s, %d bad\n"):format(text.clean(path), text.count(good + bad, "game"),
    bad))
  return bad > 0 and 1 or 0
end

return {
  summary = "Replay recorded games, or check a game's rules.",
  configure = function(parser)
    parser:argument("what", "File of records (JSON Lines) or of Blokus games (.blksgf); or "
      .. "a game: its name, or the path of its file, ending in .lua.")
      :argname("FILE|GAME")
    parser:option("-s --set", "Set an option of the game (default for a game in Lua: "
      .. "its extreme values, too)."):argname("K=V"):count("*")
    parser:option("-n --games", "Random games to play, without a time limit unless --seconds "
      .. "is given (default: up to 100)."):argname("N")
    parser:option("--seconds", "CPU seconds for the check of a game (default 10).")
      :argname("S")
    parser:flag("--thorough", "Play all random games with all extreme values of the "
      .. "options, without a time limit.")
    parser:option("--seed", "Seed of the first game (default 0)."):argname("S")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    position.add_terms(parser)
  end,
  run = function(args)
    if is_game(args.what) then return check_game(args) end
    check_name(args.what)
    return check_file(args)
  end,
}
