-- The questions of `tesela play` without a game: the game, the opponent, its level and, after the
-- answer `options`, the options of the game and the seat. Enter accepts the answer in brackets; a
-- wrong answer is explained, and the question repeated.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local games = require "tesela.rules.games"
local levels = require "tesela.levels"
local my_games = require "tesela.terminal.play.my_games"
local question = require "tesela.terminal.dialogue.question"
local text = require "tesela.text"

local M = {}

local say = question.say

local GAMES = {
  { "mixtour", "pieces move as far as their target stack is high" },
  { "blokus", "pieces that touch at corners only; for one to four" },
  { "losetas", "tiles on tiles: the largest area wins" },
  { "qwirkle", "rows of colours and shapes; for two to four" },
}

local BOTS = {
  { "random", "plays any legal move" },
  { "greedy", "plays the best move at once" },
  { "lookahead", "looks two moves ahead" },
  { "mcts", "searches with random games" },
  { "alphabeta", "searches all lines, deeper and deeper" },
  { "expert", "searches as suits the game; has levels" },
  { "none", "people only" },
}

-- Prints a list of names with a word about each, and with numbers; then the other names. Returns
-- all, in this order.
local function listed(title, told, more)
  local names, lines = {}, { title }
  for i, each in ipairs(told) do
    names[i], names[each[1]] = each[1], true
    lines[i + 1] = ("  %d  %-10s %s"):format(i, each[1], each[2])
  end
  for _, name in ipairs(more) do
    if not names[name] then names[#names + 1] = name end
  end
  cli.write(text.narrow(table.concat(lines, "\n")), "\n")
  if #names > #told then
    say("more: %s", table.concat(names, ", ", #told + 1))
  end
  return names
end

local HELP = "Enter accepts the answer in brackets; type options to set the options of the game "
  .. "and your seat, too; q leaves. In a game, help lists the commands."

-- Asks with a default answer; nil: the person leaves. The answer `options` sets `args.more`.
local function ask(args, words, usual, names, accept)
  return question.ask(("%s [%s] "):format(words, usual), function(line)
    local word = line:lower()
    if word == "options" then
      args.more = true
      say "You can choose options and seat after the opponent."
    elseif word == "help" or word == "?" then
      say(HELP)
    else
      return accept(line ~= "" and line or usual)
    end
  end, names)
end

-- The name that an answer means: by its number in a list, or in any case.
local function named(names, answer)
  local number = math.tointeger(tonumber(answer))
  if names[number or 0] then return names[number] end
  return answer:find "[/.]" and answer or answer:lower()
end

local function range_of(option)
  return ("%s=%s (%s)"):format(option.name, type(option.default) == "table"
    and table.concat(option.default, ",") or option.default, option.range)
end

-- The name and the value set by "variant=duo" or, if only one option has that word, "duo".
local function setting(game, word)
  local name, value = word:match "^([^=]+)=(.*)$"
  for _, option in ipairs(name and {} or tesela.game(game).options) do
    if option.name == word then
      error(("%s: expected %s=VALUE (%s)"):format(word, word, option.range), 0)
    elseif ("|" .. option.range .. "|"):find("|" .. word .. "|", 1, true) then
      return option.name, word
    end
  end
  if not name then error(("%s: expected option=value"):format(word), 0) end
  return name, value
end

-- { "win_score=3", ... } from a line; raises an error if the game refuses them.
local function settings(game, line)
  local list, set = {}, {}
  for word in (line == "none" and "" or line):gmatch "%S+" do
    local name, value = setting(game, word)
    list[#list + 1], set[name] = ("%s=%s"):format(name, value), value
  end
  return { list = list, rules = tesela.rules(game, set) }
end

-- Asks for the options of a game; Enter leaves them unchanged.
local function ask_options(args)
  local names, ranges = {}, {}
  for i, option in ipairs(tesela.game(args.game).options) do
    names[i], ranges[i] = option.name .. "=", range_of(option)
  end
  if #names == 0 then return settings(args.game, "none") end
  say("Options: %s", table.concat(ranges, ", "))
  return ask(args, "Which to change?", "none", names,
    function(line) return settings(args.game, line) end)
end

local function seat_of(line, most)
  local seat = math.tointeger(tonumber(line))
  if not seat or seat < 0 or seat > most then
    error(("%s: expected a seat in 1..%d, or 0 to watch"):format(line, most), 0)
  end
  return tostring(seat)
end

-- The level as text, of an opponent with `most` levels.
local function level_of(line, most)
  local level = math.tointeger(tonumber(line))
  if not level or level < 1 or level > most then
    error(("%s: expected a level in 1..%d"):format(line, most), 0)
  end
  return tostring(level)
end

-- Asks for the level, if the opponent has any and none was given; false: the person leaves.
local function ask_level(args)
  if args.bot == "none" or args.level or args.iterations or args.seconds
    or not tesela.bot(args.bot).levels then
    return true
  end
  local set = {}
  for _, each in ipairs(args.set) do
    local name, value = each:match "^([^=]+)=(.*)$"
    set[name] = value
  end
  local rules = tesela.rules(args.game, set)
  local most = levels.count(tesela.bot(args.bot), rules)
  local record = my_games.record(rules, args.bot)
  if record then say("%s.", record) end
  if args.bot == "expert" then
    say("Level 1 beats random, 3 is as strong as greedy, %d is the strongest.", most)
  end
  args.level = ask(args, ("Which level, 1 to %d?"):format(most), "4", {},
    function(line) return level_of(line, most) end)
  return args.level ~= nil
end

-- Asks for options and the seat, if requested; false: the person leaves.
local function ask_more(args)
  if not args.more then return true end
  local chosen = ask_options(args)
  if not chosen then return false end
  table.move(chosen.list, 1, #chosen.list, #args.set + 1, args.set)
  if args.bot == "none" then return true end
  local seats = chosen.rules.seats
  args.seat = ask(args, ("Which seat is yours, 1 to %d?"):format(seats), args.seat, {},
    function(line) return seat_of(line, seats) end)
  return args.seat ~= nil
end

-- The game, and options given in the same answer: "blokus duo".
local function ask_game(args)
  local names = listed("Games:", GAMES, games.all())
  say "Enter accepts the answer in brackets; type options to set options and your seat, too."
  return ask(args, "Which game?", "mixtour", names, function(answer)
    local name = named(names, answer:match "^%S+")
    local chosen = tesela.game(name) and settings(name, answer:match "^%S+%s*(.*)$")
    table.move(chosen.list, 1, #chosen.list, #args.set + 1, args.set)
    return name
  end)
end

--- Completes the arguments of play; false: the person leaves.
function M.ask(args)
  args.game = ask_game(args)
  if not args.game then return false end
  local names = listed("Opponents:", BOTS, tesela.bots())
  args.bot = ask(args, "Against whom?", args.bot, names, function(answer)
    local name = named(names, answer)
    return (name == "none" or tesela.bot(name)) and name
  end)
  return args.bot ~= nil and ask_level(args) and ask_more(args)
end

return M
