-- The contents of a sandbox in addition to its bot, for some rules: read once, so that later
-- changes to a file have no effect.

local tesela = require "tesela"
local known_games = require "tesela.rules.games"
local sources = require "tesela.bots.bot_sources"

local M = {}

local MB = 1024 * 1024
local MEMORY = 256 -- of a bot, in MB

--- The memory of a process in addition to its sandboxes, in bytes.
M.ROOM = 256 * MB

--- The most memory of the machine that a sandbox of this size uses (lboxmodule.c).
function M.ceiling(memory) return memory // 2 * 5 end

-- "name=value name=value" for all options.
local function settings(options)
  local list = {}
  for name, value in pairs(options) do
    list[#list + 1] = ("%s=%s"):format(name,
      type(value) == "table" and table.concat(value, ",") or tostring(value))
  end
  table.sort(list)
  return table.concat(list, " ")
end

--- The supplies for a game, by its name or path, and its options; each sandbox has this
--- many MB. Or nil and the reason.
function M.of(rules_name, options, megabytes)
  local games, why = sources.games(rules_name)
  if not games then return nil, why end
  local path = tesela.home .. "/tesela/sandbox/interior.lua"
  local name = tesela.game(rules_name).name
  local bytes = known_games.weights(name)
  return {
    weights = bytes and { name, bytes },
    memory = math.tointeger(math.ceil((megabytes or MEMORY) * MB)),
    interior = { path = path, text = assert(sources.text(path)) },
    modules = sources.modules(), games = games,
    library = sources.library(#games > 0),
    rules_name = rules_name, settings = settings(options),
  }
end

return M
