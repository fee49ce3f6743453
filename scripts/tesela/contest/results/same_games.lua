-- Repeated games: the same bots in the same seats, with the same moves.
--
-- Bots without randomness always play one start alike, and a hundred such games say no more than
-- the first. So different games are counted, and intervals are as wide as for these alone. Bots
-- count as deterministic if their games from one opening are all the same; as soon as two differ,
-- each is a sample and counts, even if it equals another. If games have a deal each pair has its
-- own start, and nothing is compared (`alike` in a definition: schedule.lua).
--
-- The first game of each opening and seating is kept, up to a limit beyond which hardly any repeat.
-- The count does not depend on the order of the games.

local schedule = require "tesela.contest.schedule.schedule"

local M = {}

local LOOKED = 10000 -- games to keep
local PLIES = 8      -- of random openings; longer ones differ

local Repeats = {}
Repeats.__index = Repeats

function M.new() return setmetatable({ groups = {}, begun = {}, kept = 0 }, Repeats) end

-- The first moves of a string "m1","m2",...
local function beginning(moves, plies)
  return moves:match("^" .. ('"[^"]*",?'):rep(plies)) or moves
end

-- The opening that must be the same in addition to the seats; nil: nothing is compared.
local function opening_of(def, plan, game)
  local given = def.openings
  if not given then return "" end
  if given.plies then
    return given.plies <= PLIES and beginning(game.moves, given.plies) or nil
  end
  local _, _, round = plan:seated(game.number)
  return round and tostring(schedule.opening_number(def, round))
end

-- The bots of a game, in any seats.
local function group_of(self, players)
  local list, seen = {}, {}
  for _, bot in ipairs(players) do
    if not seen[bot] then list[#list + 1] = bot end
    seen[bot] = true
  end
  table.sort(list)
  local key = table.concat(list, ",")
  self.groups[key] = self.groups[key] or { bots = list, games = 0, same = 0 }
  return self.groups[key]
end

-- Counts a game of a group: as the first with its players and opening, or as one of those
-- that follow, which may have the same moves.
local function look(self, group, players, opening, moves)
  local key = table.concat(players, ",") .. ";" .. opening
  local first = self.begun[key]
  if first == nil then
    self.begun[key], self.kept = moves, self.kept + 1
  elseif first == moves then
    group.same = group.same + 1
  else
    group.varied = true
  end
end

--- Are the moves of games needed? A definition's games follow from its plan.
function Repeats:looks(def) return def.alike and self.begun ~= nil end

--- Counts a game: { number =, players =, moves = '"m1","m2"' }.
function Repeats:add(def, plan, game)
  if not (self:looks(def) and game.moves) then return end
  local group = group_of(self, game.players)
  group.games = group.games + 1
  local opening = not group.varied and opening_of(def, plan, game)
  if opening then look(self, group, game.players, opening, game.moves) end
  if self.kept > LOOKED then self.begun = nil end
end

--- Adds the counts of another tournament: `map` gives the numbers of its bots here, `own` is text
--- that distinguishes its openings from others with the same key.
function Repeats:absorb(other, map, own)
  local function mapped(bots)
    local list = {}
    for i, bot in ipairs(bots) do list[i] = map[bot] end
    return list
  end
  for _, theirs in pairs(other.groups) do
    local group = group_of(self, mapped(theirs.bots))
    group.games, group.same = group.games + theirs.games, group.same + theirs.same
    group.varied = group.varied or theirs.varied or not other.begun
  end
  for key, moves in pairs(other.begun or {}) do
    local bots, opening = {}, key:match ";(.*)$"
    for bot in key:match "^[^;]*":gmatch "%d+" do bots[#bots + 1] = math.tointeger(bot) end
    local players = mapped(bots)
    look(self, group_of(self, players), players, own .. opening, moves)
  end
end

-- The number of games of a group that repeat others.
local function same(self, group) return self.begun and not group.varied and group.same or 0 end

local function has(group, bot)
  for _, other in ipairs(group.bots) do
    if bot == other then return true end
  end
  return false
end

--- The share of different games among those of these bots (nil: any).
function Repeats:part(a, b)
  local games, again = 0, 0
  for _, group in pairs(self.groups) do
    if (not a or has(group, a)) and (not b or has(group, b)) then
      games, again = games + group.games, again + same(self, group)
    end
  end
  return games > 0 and (games - again) / games or 1
end

--- The groups with repeated games: a list of { bots =, games =, different = }.
function Repeats:list()
  local list = {}
  for _, group in pairs(self.groups) do
    local again = same(self, group)
    if again > 0 then
      list[#list + 1] = { bots = group.bots, games = group.games,
        different = group.games - again }
    end
  end
  table.sort(list, function(a, b)
    return table.concat(a.bots, ",") < table.concat(b.bots, ",")
  end)
  return list
end

return M
