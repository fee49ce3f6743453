-- What `tesela play` asks who did not say what to play: the game, its options, the
-- opponent and the seat. Enter takes what stands in brackets; what cannot be is told
-- and asked again.

local tesela = require "tesela"
local cli = require "tesela.command.cli"
local games = require "tesela.games"
local input = require "tesela.terminal.input"
local text = require "tesela.text"

local M = {}

local function say(format, ...)
  cli.write(text.fold(text.lines(format:format(...)), "", "  "), "\n")
end

local function with_prefix(list, word)
  local found = {}
  for _, name in ipairs(list) do
    if name:sub(1, #word) == word then found[#found + 1] = name end
  end
  return found
end

-- Asks until accept(answer) returns something: that. Nil: whoever was asked has left.
local function ask(question, usual, names, accept)
  while true do
    local line, why = input.read(("%s [%s] "):format(question, usual), function(before)
      local word = before:match "%S*$"
      return with_prefix(names, word), #before - #word + 1
    end)
    if not line and why ~= "interrupted" then cli.write "\n" end
    if not line then return nil end
    line = line:match "^%s*(.-)%s*$"
    local ok, found = pcall(accept, line ~= "" and line or usual)
    if ok then return found end
    say("%s", cli.plain(found))
  end
end

local function range_of(option)
  return ("%s=%s (%s)"):format(option.name, type(option.default) == "table"
    and table.concat(option.default, ",") or option.default, option.range)
end

-- { "win_score=3", ... } from a line; raises if the game does not take them.
local function settings(game, line)
  local list, set = {}, {}
  for word in (line == "none" and "" or line):gmatch "%S+" do
    local name, value = word:match "^([^=]+)=(.*)$"
    if not name then error(("%s: expected option=value"):format(word), 0) end
    list[#list + 1], set[name] = word, value
  end
  return { list = list, rules = tesela.rules(game, set) }
end

local function ask_options(game)
  local names, ranges = {}, {}
  for i, option in ipairs(tesela.game(game).options) do
    names[i], ranges[i] = option.name .. "=", range_of(option)
  end
  if #names == 0 then return settings(game, "none") end
  say("Options: %s", table.concat(ranges, ", "))
  return ask("Which to change?", "none", names,
    function(line) return settings(game, line) end)
end

local function seat_of(line, most)
  local seat = math.tointeger(tonumber(line))
  if not seat or seat < 0 or seat > most then
    error(("%s: expected a seat in 1..%d, or 0 to watch"):format(line, most), 0)
  end
  return tostring(seat)
end

--- Fills in what the arguments of play leave open; false: whoever was asked has left.
function M.ask(args)
  say("Games: %s.", table.concat(games.all(), ", "))
  args.game = ask("Which game?", "mixtour", games.all(), function(name)
    return tesela.game(name) and name
  end)
  local chosen = args.game and ask_options(args.game)
  if not chosen then return false end
  table.move(chosen.list, 1, #chosen.list, #args.set + 1, args.set)
  say("Opponents: %s, none (people only), or the path of a bot.",
    table.concat(tesela.bots(), ", "))
  args.bot = ask("Against whom?", args.bot, tesela.bots(), function(name)
    return (name == "none" or tesela.bot(name)) and name
  end)
  if not args.bot or args.bot == "none" then return args.bot ~= nil end
  local seats = chosen.rules.seats
  args.seat = ask(("Which seat is yours, 1 to %d?"):format(seats), args.seat, {},
    function(line) return seat_of(line, seats) end)
  return args.seat ~= nil
end

return M
