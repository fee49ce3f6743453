-- The formats of tournaments. Each is a file, formats/NAME.lua, the only place that defines it; a
-- new file is a new format. The file returns a table of
--
--   title             its name in reports
--   check(def)        why a definition is not valid for this format, or nil
--   complete(def)     fills in defaults of its definition
--   groups(def)       the number of groups of bots: the first combinations
--                     (combinations.lua); all of them without this function
--   has_rounds        a definition may have `rounds`
--   has_places        all play against all: `decided` may end it
--   stages(def, games)  if the groups depend on earlier games: an object that knows
--                     them (later_games.lua), for a definition with `games` games a group
--   total(def, games) the number of games in all; nil: it depends on results.
--                     Without this function each group has `games`
--   section(summary, name_of)  the report on its stages, a part (report.lua)
--   at_once(def)      the number of bots that share the seats of a game, if not all
--
-- Only the title is required.

local combinations = require "tesela.contest.schedule.combinations"
local registry = require "tesela.base.registry"

local M = {}

local FOLDER = "tesela/contest/formats"

--- Their names, for messages.
function M.names() return registry.names(FOLDER) end

local known = setmetatable({}, { __index = function(self, name)
  self[name] = dofile(registry.path(FOLDER, name))
  return self[name]
end })

--- The format of a definition.
function M.of(def) return known[def.format] end

--- Do the groups depend on earlier games?
function M.is_staged(def) return M.of(def).stages ~= nil end

--- The number of groups, if they do not depend on games.
function M.groups(def)
  local groups = M.of(def).groups
  return groups and groups(def) or combinations.count(#def.bots, def.seats)
end

return M
