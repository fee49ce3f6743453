-- Advice for the author of a bot in Lua, after the message of a common mistake.
--
-- A bot's error is known only by its message: most come from Lua, which does not classify its
-- errors. So a message that imitates one of these gets the advice, too, but nothing else
-- depends on it. Programs get no advice, because their messages do not come from Lua.

local M = {}

-- Globals that a sandbox lacks.
local OUTSIDE = { os = true, io = true, debug = true, package = true, dofile = true,
  loadfile = true }

-- Methods of the view that bots call: without `self` the view is missing and the first argument is
-- the budget.
local OF_VIEW = { list = true, count = true, move = true, legal = true, copy = true,
  play = true, text = true, fen = true, moves = true, parts = true, view = true,
  history = true, try = true }

-- Patterns, and the advice: a string, or a function of the captures.
local tips = {
  { "%(global '(%a+)'%)$", function(name)
    return OUTSIDE[name]
      and "a sandbox has no " .. name .. "; --trusted runs the bot with all of Lua"
  end },
  { "attempt to call a nil value %(method '([%w_]+)'%)$", function(name)
    return OF_VIEW[name] and "in a table, choose is called as choose(self, view, budget)"
  end },
  { "^attempt to index a function value",
    "view:moves() is an iterator: for move in view:moves() do; view:list() is a table" },
  { "is not the number of a legal move here$",
    "view:play(m) changes the view; view:copy():play(m) does not" },
}

--- The message of a player with its tip, if there is one.
function M.with(player, message)
  if player.child then return message end
  for _, row in ipairs(tips) do
    local found = message:match(row[1])
    local tip = found and (type(row[2]) == "string" and row[2] or row[2](found))
    if tip then return ("%s (%s)"):format(message, tip) end
  end
  return message
end

return M
