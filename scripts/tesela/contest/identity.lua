-- The identity of a definition's tournament: a hash of everything that its games depend on, and
-- the differences between two definitions.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local formats = require "tesela.contest.formats"
local hash = require "tesela.base.hash"

local M = {}

-- The members that games depend on: not the name of a tournament, its length, or its machine.
local decisive = { "game", "options", "source", "seats", "bots", "format",
  "openings", "openings_version", "seed", "budget", "max_plies", "resign", "draw", "memory",
  "trusted", "grown" }

-- Members that older files lack; if absent, they do not change the hash.
local optional = { trusted = true, resign = true, draw = true, grown = true,
  openings_version = true }

-- The name of a bot, if it matters: a bot whose text is known is the same in any folder, unless it
-- is a program.
local function called(bot)
  return (not bot.source or bots.is_program(bot.bot)) and bot.bot or nil
end

local function identity(bot)
  return { name = bot.name, source = bot.source, modules = bot.modules,
    bot = called(bot), parameters = bot.parameters, level = bot.level,
    iterations = bot.iterations, seconds = bot.seconds, clock = bot.clock,
    reuse = bot.reuse or nil,
    start = bot.start, memory = bot.memory, cpu = bot.cpu, out = bot.out }
end

local function identities(list)
  local same = {}
  for i, bot in ipairs(list) do same[i] = identity(bot) end
  return same
end

local function decides(def, key)
  local value = def[key]
  if key == "bots" then value = identities(value) end
  return value == nil and "nothing" or tesela.encode(value)
end

-- If stages or added games follow the first games, the number of the first games matters, too.
local function keys(def)
  return (formats.is_staged(def) or def.grown) and { "games", table.unpack(decisive) } or decisive
end

--- A hash of all that the games depend on.
function M.hash(def)
  local parts = {}
  for _, key in ipairs(keys(def)) do
    if def[key] ~= nil or not optional[key] then
      parts[#parts + 1] = key .. decides(def, key)
    end
  end
  return hash.text(table.concat(parts))
end

-- Members that an earlier version could change after a tournament had begun.
local GROWING = { bots = true, format = true, grown = true }

--- Is the second definition the first one with bots or games that were added later?
function M.grew(old, new)
  if not new.grown or #new.bots < #old.bots then return false end
  for _, key in ipairs(decisive) do
    if not GROWING[key] and decides(old, key) ~= decides(new, key) then return false end
  end
  return true
end

-- Messages about the changed files of bots; false if the bots differ in other ways, or not at all.
local function changed_bots(a, b)
  local list = {}
  for i = 1, #a == #b and #a or 0 do
    local one, two = a[i], b[i]
    if one.name ~= two.name or not one.source ~= not two.source then return false end
    if one.source ~= two.source then
      list[#list + 1] = ("bots: the file of %s has changed"):format(one.name)
    elseif one.modules ~= two.modules then
      list[#list + 1] = ("bots: a module that %s requires has changed"):format(one.name)
    elseif called(one) ~= called(two) then
      return false
    end
  end
  return #list > 0 and list
end

--- The differences between two definitions that affect the games, as text: "seed: 1 and 2; ...";
--- empty if they have the same games.
function M.differences(a, b)
  local list = {}
  for _, key in ipairs(keys(a)) do
    local one, two = decides(a, key), decides(b, key)
    local changed = one ~= two and key == "bots" and changed_bots(a.bots, b.bots)
    if one ~= two and key == "source" then
      list[#list + 1] = ("rules: the file of %s has changed"):format(b.game)
    elseif one ~= two and key == "openings_version" then
      list[#list + 1] = a.openings and b.openings
        and "openings: an earlier version draws them differently" or nil
    elseif changed then
      table.move(changed, 1, #changed, #list + 1, list)
    elseif one ~= two then
      list[#list + 1] = ("%s: %s and %s"):format(key, one, two)
    end
  end
  return table.concat(list, "; ")
end

return M
