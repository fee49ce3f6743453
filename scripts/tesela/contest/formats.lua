-- The formats of tournaments. Each is a file, formats/NAME.lua: all that the program knows
-- of it is there, and a new file is a new format. The file returns a table of
--
--   title             what reports call it
--   check(def)        why a definition is none of this format, or nil
--   complete(def)     fills in what its definition leaves out
--   groups(def)       how many groups of bots there are, the first of the combinations
--                     (combinations.lua); all of them if it has no such function
--   has_rounds        a definition may have `rounds`
--   has_places        all play against all: `decided` may end it
--   stages(def, games)  where the groups follow from the games before: an object that
--                     knows them (later_games.lua), for a definition with `games` games a group
--   total(def, games) how many games there are in all; nil: it depends on how they end.
--                     Without this function each group has `games`
--   section(summary, name_of)  what a report says of its stages, a part (report.lua)
--   at_once(def)      how many bots share the seats of a game, if not all
--
-- Only the title is needed.

local combinations = require "tesela.contest.schedule.combinations"
local registry = require "tesela.base.registry"

local M = {}

local FOLDER = "tesela/contest/formats"

--- Their names, as messages list them.
function M.names() return registry.names(FOLDER) end

local known = setmetatable({}, { __index = function(self, name)
  self[name] = dofile(registry.path(FOLDER, name))
  return self[name]
end })

--- The format of a definition.
function M.of(def) return known[def.format] end

--- Do the groups follow from the games before?
function M.is_staged(def) return M.of(def).stages ~= nil end

--- How many groups there are, where these do not follow from games.
function M.groups(def)
  local groups = M.of(def).groups
  return groups and groups(def) or combinations.count(#def.bots, def.seats)
end

return M
