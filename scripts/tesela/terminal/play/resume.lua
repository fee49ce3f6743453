-- `tesela play` offers unfinished games (kept_games.lua): the newest first, of those that fit the
-- arguments. A game that is not wanted is put aside and is not offered again.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local folder = require "tesela.folder"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local kept = require "tesela.terminal.play.kept_games"
local opened = require "tesela.base.opened"
local pace = require "tesela.terminal.play.opponent_level"
local play = require "tesela.terminal.play.play"
local question = require "tesela.terminal.dialogue.question"
local settings = require "tesela.rules.settings"
local text = require "tesela.text"

local M = {}

local say = question.say

-- The time since then, in words.
local function ago(time)
  local seconds = math.max(0, os.time() - (math.tointeger(time) or 0))
  local minutes, hours = seconds // 60, (seconds + 1800) // 3600
  if minutes < 1 then return "a moment ago" end
  if minutes < 90 then return text.count(minutes, "minute") .. " ago" end
  if hours < 36 then return text.count(hours, "hour") .. " ago" end
  return text.count((hours + 12) // 24, "day") .. " ago"
end

local function seats_text(seats) return table.concat(seats, ",") end

-- Do all arguments agree with a game? `rules`: the requested ones, if any; `exact`: with their
-- options.
local function fits(entry, args, rules, exact)
  local setup, record = entry.table, entry.record
  if rules and rules.name ~= record.game then return false end
  if exact and rules and not kept.has_rules(record, rules) then return false end
  if args.bot and play.lasting_bot(args.bot) ~= setup.bot then return false end
  if args.seat and args.bot ~= "none" and args.seat ~= seats_text(setup.seats) then
    return false
  end
  return pace.agrees(args, setup)
end

-- Did a game run files with all of Lua? The claim in its own file is not a permission: that comes
-- from the person who starts the program.
local function was_trusted(entry)
  local setup = entry.table
  return setup.trusted and (games.is_path(setup.rules) or setup.bot ~= nil
    and not bots.is_program(setup.bot) and bots.is_path(setup.bot))
end

-- The position of a game, or nil and the reason why it cannot be resumed.
local function state_of(entry)
  local setup = entry.table
  local is_path = games.is_path(setup.rules)
  local ok, rules = interrupt.try(tesela.rules, setup.rules, entry.record.options,
    is_path and { trusted = setup.trusted, limit = setup.limit } or nil)
  if not ok then return nil, cli.plain(rules) end
  for _, seat in ipairs(setup.seats) do
    if seat > rules.seats then return nil, ("it has no seat %d"):format(seat) end
  end
  local state, why
  ok, state, why = interrupt.try(tesela.replay, entry.line, nil, rules)
  if not ok then return nil, cli.plain(state) end
  if state and state:fen() ~= setup.fen then
    return nil, "its rules have changed"
  end
  return state, why
end

-- The meaning of a line: true (yes), false (no), "new", or the name of a game if none was given;
-- nil: none of these.
local function meaning(line, args)
  local word = line:lower():match "^%s*(%S*)"
  if ("yes"):sub(1, #word) == word then return true end
  if word ~= "" and ("no"):sub(1, #word) == word then return false end
  if word == "new" then return word end
  for _, name in ipairs(args.game and {} or games.all()) do
    if name == word then return name end
  end
end

-- The answer of the person (see meaning); nil: the person leaves.
local function answer_of(args)
  return question.ask("Go on? [Y/n] ", function(line)
    local found = meaning(line, args)
    if found ~= nil then return found end
    error(("Expected yes (or Enter), no to put it aside, new%s, or q to leave."):format(
      args.game and "" or " or the name of a game for another one"), 0)
  end)
end

-- The name of a game in a message, with the options set, if its rules are known.
local function described(entry, rules)
  local set = rules and settings.text(rules)
  return ("A game of %s%s from %s, %s,"):format(entry.record.game,
    set and (" (%s)"):format(set) or "", ago(entry.table.time),
    text.count(#entry.record.moves, "move"))
end

-- Asks about one game: true, false (not this one), the game to begin (see meaning), or nil
-- (leave).
local function wanted(entry, args)
  local setup = entry.table
  local state, why = state_of(entry)
  local what = described(entry, state and state.rules)
  if not state then
    say("%s cannot be resumed: %s", what, tostring(why))
    return false
  end
  entry.rules = state.rules
  say("%s%s was not finished. (Type new to start another.)", what, setup.bot and setup.bot ~= "none"
    and (" %s %s%s,"):format(#setup.seats > 0 and "against" or "by", setup.bot,
      setup.level and (" level %d"):format(setup.level) or "") or "")
  return answer_of(args)
end

-- If a bot cannot be found, the person may name another one for its seats.
local function find_bot(entry)
  local setup = entry.table
  if setup.bot == "none" then return setup.bot end
  if bots.is_program(setup.bot) then
    if setup.folder and setup.folder ~= folder.real "." then
      say("Its bot was started in %s; here it may not be found.", text.clean(setup.folder))
    end
    return setup.bot
  end
  local ok, why = interrupt.try(function()
    return bots.path(assert(setup.bot, "it was not in a file"))
  end)
  local file <close> = ok and opened(why)
  if file then return setup.bot end
  say("The bot %s was not found: expert plays instead.", setup.bot or "of this game")
  return "expert"
end

-- Sets the arguments of play to those of the game.
local function take(entry, args)
  local setup = entry.table
  args.game, args.set = setup.rules, {}
  args.bot, args.trusted = find_bot(entry), args.trusted and setup.trusted
  args.seat = #setup.seats > 0 and seats_text(setup.seats) or "0"
  args.limit = setup.limit
  pace.to_arguments(setup, args)
  return entry
end

-- How to resume a game that was put aside.
local function command_of(entry)
  local setup, words = entry.table, { "tesela play" }
  if games.is_path(setup.rules) then words[2] = cli.quoted(setup.rules) end
  if was_trusted(entry) then words[#words + 1] = "--trusted" end
  if setup.bot and setup.bot ~= "expert" then
    words[#words + 1] = "--bot " .. cli.quoted(setup.bot)
  end
  pace.append(words, setup)
  if setup.limit then words[#words + 1] = ("--limit %s"):format(setup.limit) end
  if setup.bot ~= "none" and seats_text(setup.seats) ~= "1" then
    words[#words + 1] = "--seat " .. seats_text(setup.seats)
  end
  words[#words + 1] = "--load " .. kept.short(entry:put_aside())
  return table.concat(words, " ")
end

-- Leaves a game unchanged and begins the named one; false if there is none.
local function begin(entry, args, name)
  entry:release()
  if name == nil then return false end
  if name ~= "new" then args.game = name end
end

--- The unfinished game to resume: an entry of kept_games.lua with its rules, and the original
--- `args`; nil: there is none, false: the person has left.
function M.ask(args, rules, exact)
  for _, name in ipairs(kept.names()) do
    local entry = kept.open(name)
    if entry and fits(entry, args, rules, exact) and was_trusted(entry)
      and not args.trusted then
      say("%s was trusted. To resume it: tesela play --trusted", described(entry))
      entry:release()
    elseif entry and fits(entry, args, rules, exact) then
      local answer = wanted(entry, args)
      if answer == true then return take(entry, args) end
      if answer ~= false then return begin(entry, args, answer) end
      say("(It is kept: %s)", command_of(entry))
    elseif entry then
      entry:release()
    end
  end
end

return M
