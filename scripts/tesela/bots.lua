-- Bots: by name, by path, as a function or as a table.
--
-- A bot is a function (view, budget) -> move, or a table with `choose` and
-- perhaps `new` and `name`; what is loaded is always the table. A player is a
-- bot in one seat of one game. Whatever a bot does wrong comes back as
-- nil, reason, message; it never raises.

local arguments = require "tesela.arguments"
local interrupt = require "tesela.interrupt"
local registry = require "tesela.registry"

local M = {}

--- The names of the bots of the library.
function M.bots() return registry.names "bots" end

local function from_file(path, name)
  local chunk, why = loadfile(path)
  if not chunk then error(("bot %s: %s"):format(name, why), 0) end
  local ok, bot = pcall(chunk)
  if not ok then error(("bot %s: %s"):format(name, bot), 0) end
  return bot
end

local function is_path(text) return text:find "/" or text:match "%.lua$" end

--- The file of a bot, by its name or the path; raises that there is none.
function M.path(name)
  local path = is_path(name) and name or registry.path("bots", name)
  return path or error(
    ("there is no bot %s; the bots: %s; or the path of a file (./mine.lua)")
    :format(name, table.concat(M.bots(), ", ")), 0)
end

local function file_name(path) return path:match "([^/]*)%.lua$" or path end

local function as_table(bot, name)
  if type(bot) == "function" then
    return { name = name, choose = function(_, view, budget)
      return bot(view, budget)
    end }
  end
  if type(bot) == "table" and type(bot.choose) == "function" then
    local own = type(bot.name) == "string" and bot.name or name
    return setmetatable({ name = own }, { __index = bot })
  end
  error(("bot %s: expected a function or a table with choose, got %s")
    :format(name, type(bot)), 0)
end

local function check(spec)
  local kind = type(spec)
  if kind == "string" or kind == "function" then return end
  if kind == "table" and type(spec.choose) == "function" then return end
  arguments.expected("tesela.bot",
    "a name, a path, a function or a table with choose", spec)
end

--- A bot from its name, its path, a function or a table.
function M.bot(spec)
  check(spec)
  if type(spec) == "string" then
    return as_table(from_file(M.path(spec), spec), file_name(spec))
  end
  return as_table(spec, "bot")
end

-- The text of whatever was raised: the same for the same game, so without
-- addresses, and whatever its __tostring does.
local function text_of(err)
  local meta = type(err) == "table" and getmetatable(err)
  if type(err) == "string" or type(err) == "number"
    or type(meta) == "table" and meta.__tostring then
    local ok, text = pcall(tostring, err)
    if ok then return text end
  end
  return ("(error object is a %s value)"):format(type(err))
end

--- The bot in one seat of one game, or nil and why it failed.
function M.player(bot, rules, seat, seed)
  if not bot.new then return { bot = bot, object = bot } end
  local ok, object = pcall(bot.new, rules, seat, seed)
  interrupt.pass(ok, object) -- which is not the bot's fault
  if not ok then return nil, "error", text_of(object) end
  if type(object) == "table" and getmetatable(object) == nil then
    setmetatable(object, { __index = bot })
  end
  return { bot = bot, object = object }
end

-- A number that a record can hold, or nothing.
local function value_of(value)
  if type(value) == "number" and value == value and math.abs(value) < math.huge then
    return value
  end
end

--- A player's move in a state: the integer and the bot's own value of it, or
--- nil, "error" or "illegal", and the message.
function M.choose(player, state, seat, budget)
  local view = state:view(seat, budget.seed)
  local ok, move, value = pcall(player.bot.choose, player.object, view, budget)
  interrupt.pass(ok, move)
  if not ok then return nil, "error", text_of(move) end
  if type(move) ~= "string" and math.type(move) ~= "integer" then
    return nil, "illegal", ("expected a move, got %s"):format(
      math.type(move) == "float" and tostring(move) or type(move))
  end
  local fine, legal, why = pcall(state.move, state, move)
  interrupt.pass(fine, legal)
  if not fine then return nil, "illegal", legal end
  if not legal then return nil, "illegal", why end
  return legal, value_of(value)
end

return M
