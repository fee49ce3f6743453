-- The shape of a bot, and of its budget: the names of their members, and the messages about
-- mistakes in them. They are the same for bots in this program (bots.lua) and in a sandbox
-- (interior.lua); so nothing is required here that sandboxes lack.

local names = require "tesela.names"

local M = {}

-- Bots may have members of their own.
local BOT = { "name", "new", "choose", "draw", "parameters", "levels", "ponder" }

local BUDGET = { "clock", "increment", "iterations", "level", "moves", "parameters",
  "seconds", "seed", "threads" }

--- The message about a table whose `choose` is not a function, or that has a misspelt member; or
--- nil.
function M.misspelt(bot)
  if type(bot) ~= "table" then return nil end
  if bot.choose ~= nil then
    return "choose: expected a function, got a " .. type(bot.choose)
  end
  for name in pairs(bot) do
    if type(name) == "string" and names.near(name, { "choose" })[1] then
      return names.unknown("member", name, BOT)
    end
  end
end

--- The error for a value that is not a bot.
function M.no_bot(value)
  if value == nil then
    return "its file returns nothing; expected it to return a function or a table with choose"
  end
  return M.misspelt(value)
    or "expected a function or a table with choose, got " .. type(value)
end

local known = {}
for _, name in ipairs(BUDGET) do known[name] = true end

--- The message about an unknown member of a budget that is similar to a known one, or nil.
--- The caller raises it, so that no traceback shows this file.
function M.slip(name)
  if type(name) == "string" and not known[name] and names.near(name, BUDGET)[1] then
    return "budget: " .. names.unknown("member", name, BUDGET)
  end
end

return M
