-- The meaning of the numbers of games, even if it depends on earlier games. Readers of games always
-- use this file, which refers to schedule.lua if it does not.
--
-- A tournament in stages has a stage of games at a time: some groups of bots, each with a number
-- of pairs of games, alternating. The stages follow from the definition and from the points of
-- each earlier stage, in whole half points; so games of a stage may come in any order, and all
-- processes that play or read them compute the same next stage.
--
-- Earlier versions could add bots and games to a tournament that had begun (`grown` in its later
-- headers). Such a file can be read, but not continued: its games name their players.

local combinations = require "tesela.contest.schedule.combinations"
local formats = require "tesela.contest.formats"
local rating = require "tesela.rating"
local schedule = require "tesela.contest.schedule.schedule"

local M = {}

-- ---- known beforehand -------------------------------------------------------

local Plan = {}
Plan.__index = Plan

--- The seats of game i: its pair, the numbers of the bots by seat, its round and its group; nil if
--- not yet known, or if there is no such game.
function Plan:seated(i) return schedule.seated(self.def, i) end

--- Game i as schedule.game returns it, or nil.
function Plan:game(i)
  local pair, players, round, group = self:seated(i)
  return pair and schedule.game(self.def, i, pair, players, round, group)
end

--- Notes a finished game: { number =, players =, places = }.
function Plan.add() end

--- The number of the last game whose players are known already; nil: all are known.
function Plan.known() end

--- The number of games, as far as known; nil: only a stopping rule ends them.
function Plan:total() return schedule.total(self.def) end

--- The standings, as a table for a summary, and the bots in that order; nil: by ratings.
function Plan.standing() end

-- ---- files that grew --------------------------------------------------------

local Grown = setmetatable({}, { __index = Plan })
Grown.__index = Grown

local function new_grown(def, before)
  return setmetatable({ def = def, before = before, players = {} }, Grown)
end

function Grown:seated(i)
  if self.before and i <= schedule.total(self.before) then
    return schedule.seated(self.before, i)
  end
  local players = self.players[i]
  if players then return (i - 1) // self.def.seats + 1, players end
end

function Grown:add(game) self.players[game.number] = game.players end

--- The plan of a definition that differs only in the number of games, or that grew.
function Plan:widen(def)
  if def.grown and not self.def.grown then return new_grown(def, self.def) end
  self.def = def
  return self
end

-- ---- stages -----------------------------------------------------------------

local Staged = {}
Staged.__index = Staged
setmetatable(Staged, Plan)

local function append(self)
  local last, stage = self.stages[#self.stages], self.form:next()
  if not stage then return end
  stage.first = last and last.first + last.size or 1
  stage.before = last and last.before + last.pairs or 0
  stage.size = #stage.groups * stage.pairs
  stage.left, stage.seen = stage.size * self.def.seats, {}
  self.stages[#self.stages + 1] = stage
end

-- The last known stage; if its games are all over, the next one.
local function advance(self)
  local last = self.stages[#self.stages]
  if not last or last.left == 0 then append(self) end
  return self.stages[#self.stages]
end

local function stage_of(self, pair)
  local last = advance(self)
  if pair < 1 or pair >= last.first + last.size then return nil end
  for i = #self.stages, 1, -1 do
    if pair >= self.stages[i].first then return self.stages[i] end
  end
end

function Staged:seated(i)
  local pair = (i - 1) // self.def.seats + 1
  local stage = stage_of(self, pair)
  if not stage then return nil end
  local at, count = pair - stage.first, #stage.groups
  local round, group = stage.before + at // count, at % count + 1
  local turn = (i - 1) % self.def.seats + 1
  return pair, combinations.seated(stage.groups[group], round, turn), round, group
end

function Staged:add(game)
  local stage = stage_of(self, (game.number - 1) // self.def.seats + 1)
  if not stage or stage.seen[game.number] then return end
  stage.seen[game.number], stage.left = true, stage.left - 1
  for i, a in ipairs(game.players) do
    for j, b in ipairs(game.players) do
      if a ~= b then
        stage.points[a] = (stage.points[a] or 0)
          + rating.half_points(game.places[i], game.places[j])
      end
    end
  end
end

function Staged:known()
  local last = advance(self)
  return (last.first + last.size - 1) * self.def.seats
end

function Staged:total() return self.form:total(self:known()) end

function Staged:widen(def)
  self.def = def
  self.form:widen(def)
  return self
end

-- The numbers of rows, one for each bot, the best first.
local function rank(rows, keys)
  local order = {}
  for bot = 1, #rows do order[bot] = bot end
  table.sort(order, function(a, b)
    for _, key in ipairs(keys) do
      if rows[a][key] ~= rows[b][key] then return rows[a][key] > rows[b][key] end
    end
    return a < b
  end)
  return order
end

function Staged:standing()
  advance(self)
  local data, rows, keys = self.form:standing()
  return data, rank(rows, keys)
end

-- ---- the face ---------------------------------------------------------------

--- The plan of a definition, before any game.
function M.of(def)
  if def.grown then return new_grown(def) end
  local format = formats.of(def)
  if not format.stages then return setmetatable({ def = def }, Plan) end
  return setmetatable({ def = def, form = format.stages(def, schedule.games(def)),
    stages = {} }, Staged)
end

return M
