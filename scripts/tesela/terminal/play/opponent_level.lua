-- The strength or the time of the bot in a game at the terminal, as options of `tesela
-- play`: used for kept games, for objections to an offered game, to resume a game and to
-- start it again.

local arguments = require "tesela.base.arguments"
local cli = require "tesela.cli.cli"

local M = {}

-- A bot has a level, or these options for its time and thinking.
local THOUGHT = { "iterations", "seconds", "ponder", "threads" }
local NAMES = { "level", "clock", "seconds", "iterations", "threads", "ponder" }

--- Raises errors in these options, if they were given.
function M.check(where, options)
  arguments.amounts(where, options)
  arguments.whole(where, options, "threads", 1, arguments.THREADS_MAX)
  arguments.whole(where, options, "level", 1, 9)
  arguments.member(where, options, "ponder", "boolean")
  arguments.clock(where, { clock = options.clock, iterations = options.iterations,
    seconds = options.seconds })
end

--- A given option that is incompatible with a level; nil: none.
function M.beside_level(options)
  for _, name in ipairs(options.level and THOUGHT or {}) do
    if options[name] then return name end
  end
end

--- Is any of them given?
function M.is_said(options)
  for _, name in ipairs(NAMES) do
    if options[name] then return true end
  end
  return false
end

--- Copies these options unchanged.
function M.copy(from, to)
  for _, name in ipairs(NAMES) do to[name] = from[name] end
  return to
end

--- Copies a game's options to the arguments of a command, which are strings except for flags.
function M.to_arguments(from, args)
  for _, name in ipairs(NAMES) do
    local value = from[name]
    args[name] = type(value) == "number" and tostring(value) or value
  end
end

--- Does no argument contradict the game's options?
function M.agrees(args, has)
  for _, name in ipairs(NAMES) do
    local said, value = args[name], has[name]
    if said and said ~= value and not (value and tonumber(said) == value) then
      return false
    end
  end
  return true
end

--- Appends to the words of a command those that repeat these options.
function M.append(words, of)
  for _, name in ipairs(NAMES) do
    local value = of[name]
    if value == true then
      words[#words + 1] = "--" .. name
    elseif value then
      words[#words + 1] = ("--%s %s"):format(name, cli.quoted(tostring(value)))
    end
  end
end

return M
