-- What the numbers of games mean where that follows from the games before, too; and the
-- same where it does not (schedule.lua): who reads games asks here.
--
-- A tournament in stages has a stage of games at a time: some groups of bots, with so
-- many pairs of games each, in turn. The stages follow from the definition and the
-- points that each stage before has brought, in whole half points; so games of a stage
-- may come in any order, and all that play or read them come to the same next one.
--
-- Swiss (pairing.lua): a stage is a round. A bye is worth as much as winning all games.
--
-- Knockout: bots are seeded by their order in the definition, 1 against the last and so
-- on, and the first have byes where they are no power of two. A stage is the matches of a
-- round, of the same length; matches that are drawn have one more stage of a pair of games
-- each, again and again. After EXTRA of them the better seed goes on: bots that draw
-- always, or that always fail, would play for ever.
--
-- Earlier versions could add bots and games to a tournament that had begun (`grown` in
-- its later headers). Such a file can be read, not continued: its games say who played.

local pairing = require "tesela.tournament.pairing"
local schedule = require "tesela.tournament.schedule"

local M = {}

local EXTRA = 10

-- ---- known beforehand -------------------------------------------------------

local Plan = {}
Plan.__index = Plan

--- Who sits where in game i: its pair, the numbers of the bots by seat, its round and
--- its group; nil where nobody knows yet, or there is no such game.
function Plan:seated(i) return schedule.seated(self.def, i) end

--- Game i as schedule.game has it, or nil.
function Plan:game(i)
  local pair, players, round, group = self:seated(i)
  return pair and schedule.game(self.def, i, pair, players, round, group)
end

--- Takes note of a game that is over: { number =, players =, places = }.
function Plan.add() end

--- The last number that means something by now; nil: all do.
function Plan.known() end

--- How many games there are, as far as is known; nil: only a stopping rule ends them.
function Plan:total() return schedule.total(self.def) end

--- How it stands, as a table for a summary, and the bots in that order; nil: by ratings.
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

--- The plan of a definition that is the same but for the number of games, or that grew.
function Plan:widen(def)
  if def.grown and not self.def.grown then return new_grown(def, self.def) end
  self.def = def
  return self
end

-- ---- Swiss ------------------------------------------------------------------

local Swiss = {}
Swiss.__index = Swiss

-- Points that a bot has in one game at most.
local function most_of_game(def)
  if def.format == "swiss" then return 2 * (def.seats - 1) end
  return def.seats * def.seats // 2
end

local function new_swiss(def)
  local self = { def = def, games = schedule.games(def), most = most_of_game(def),
    met = {}, byes = {}, rounds = {}, asked = def.rounds }
  for bot = 1, #def.bots do self.met[bot], self.byes[bot] = {}, 0 end
  return setmetatable(self, Swiss)
end

-- The points of all, and those that come in a round.
function Swiss:scores()
  local sums = {}
  for bot = 1, #self.def.bots do
    sums[bot] = 0
    for _, round in ipairs(self.rounds) do sums[bot] = sums[bot] + (round.points[bot] or 0) end
  end
  return sums
end

function Swiss:widen(def) self.def, self.asked = def, math.max(self.asked, def.rounds) end

function Swiss:next()
  if #self.rounds == self.asked then return nil end
  local met = self.met
  local groups, byes = pairing.round { bots = #self.def.bots, seats = self.def.seats,
    score = self:scores(), byes = self.byes,
    met = function(a, b) return met[a][b] or 0 end }
  local round = { groups = groups, pairs = self.games // self.def.seats, points = {} }
  for _, bot in ipairs(byes) do
    self.byes[bot] = self.byes[bot] + 1
    round.points[bot] = self.games * self.most
  end
  for _, group in ipairs(groups) do
    for _, a in ipairs(group) do
      for _, b in ipairs(group) do
        if a ~= b then met[a][b] = (met[a][b] or 0) + 1 end
      end
    end
  end
  self.rounds[#self.rounds + 1] = round
  return round
end

function Swiss:total() return schedule.total(self.def) end

-- The points of all whom a bot has met.
local function buchholz(self, scores, bot)
  local sum = 0
  for other, times in pairs(self.met[bot]) do sum = sum + times * scores[other] end
  return sum
end

-- The numbers of rows, one for each bot, from the best.
local function rank(rows, ...)
  local order, keys = {}, { ... }
  for bot = 1, #rows do order[bot] = bot end
  table.sort(order, function(a, b)
    for _, key in ipairs(keys) do
      if rows[a][key] ~= rows[b][key] then return rows[a][key] > rows[b][key] end
    end
    return a < b
  end)
  return order
end

local function round_of(round, bot, most)
  for _, group in ipairs(round.groups) do
    local others, here = {}, false
    for _, other in ipairs(group) do
      if other == bot then here = true else others[#others + 1] = other end
    end
    if here then
      return { opponents = others, points = (round.points[bot] or 0) / most }
    end
  end
  return { bye = true, points = round.points[bot] / most }
end

function Swiss:standing()
  local scores, rows = self:scores(), {}
  for bot = 1, #self.def.bots do
    local row = { points = scores[bot] / self.most,
      buchholz = buchholz(self, scores, bot) / self.most, rounds = {} }
    for i, round in ipairs(self.rounds) do row.rounds[i] = round_of(round, bot, self.most) end
    rows[bot] = row
  end
  return { swiss = rows }, rank(rows, "points", "buchholz")
end

-- ---- knockout ---------------------------------------------------------------

local Knockout = {}
Knockout.__index = Knockout

-- The seeds in the order of a bracket: the best two meet in the end.
local function bracket(count)
  local list = { 1 }
  while #list < count do
    local wider = {}
    for _, seed in ipairs(list) do
      wider[#wider + 1], wider[#wider + 2] = seed, 2 * #list + 1 - seed
    end
    list = wider
  end
  return list
end

local function new_knockout(def)
  return setmetatable({ def = def, games = schedule.games(def), most = most_of_game(def),
    rounds = {} }, Knockout)
end

-- A round of those that are left, two by two; who has nobody to play goes on.
function Knockout:begin(entrants)
  local round, count = {}, #self.def.bots
  for i = 1, #entrants, 2 do
    local a, b = entrants[i], entrants[i + 1]
    if a > b then a, b = b, a end
    local match = { a = a, b = b <= count and b or nil, points = { 0, 0 }, games = 0 }
    match.winner = not match.b and a or nil
    round[#round + 1] = match
  end
  self.rounds[#self.rounds + 1] = round
end

-- What the last stage has brought.
function Knockout:settle(round)
  for _, match in ipairs(round) do
    if not match.winner then
      local points = self.stage.points
      match.games = match.games + self.stage.pairs * self.def.seats
      match.points[1] = match.points[1] + (points[match.a] or 0)
      match.points[2] = match.points[2] + (points[match.b] or 0)
      local lead = match.points[1] - match.points[2]
      match.by_seed = lead == 0 and match.games >= self.games + EXTRA * self.def.seats
        or nil
      match.winner = (lead > 0 or match.by_seed) and match.a or lead < 0 and match.b or nil
    end
  end
end

-- Half of the seats for each of two bots.
local function table_of(def, match)
  local group = {}
  for seat = 1, def.seats do group[seat] = seat <= def.seats // 2 and match.a or match.b end
  return group
end

function Knockout:open_matches(round)
  local groups = {}
  for _, match in ipairs(round) do
    if not match.winner then groups[#groups + 1] = table_of(self.def, match) end
  end
  return groups
end

local function winners(round)
  local list = {}
  for i, match in ipairs(round) do list[i] = match.winner end
  return list
end

function Knockout:widen(def) self.def = def end

function Knockout:next()
  local games, round = self.def.seats, self.rounds[#self.rounds]
  if round then self:settle(round) end
  local groups = round and self:open_matches(round) or {}
  if #groups == 0 then
    if round and #round == 1 then
      self.stage = nil
      return nil
    end
    self:begin(round and winners(round) or bracket(#self.def.bots))
    games, groups = self.games, self:open_matches(self.rounds[#self.rounds])
  end
  self.stage = { groups = groups, pairs = games // self.def.seats, points = {} }
  return self.stage
end

-- Each match puts one bot out; more games than these come only where one is drawn.
function Knockout:total(known)
  local begun = 0
  for _, round in ipairs(self.rounds) do
    for _, match in ipairs(round) do begun = begun + (match.b and 1 or 0) end
  end
  return known + (#self.def.bots - 1 - begun) * self.games
end

-- Points of a match, with those of the stage that is being played.
local function shown(self, match)
  local points = self.stage and not match.winner and self.stage.points or {}
  return { a = match.a, b = match.b, winner = match.winner, by_seed = match.by_seed,
    points = match.b and { (match.points[1] + (points[match.a] or 0)) / self.most,
      (match.points[2] + (points[match.b] or 0)) / self.most } }
end

function Knockout:standing()
  local reached, rounds = {}, {}
  for i, round in ipairs(self.rounds) do
    rounds[i] = {}
    for k, match in ipairs(round) do
      rounds[i][k] = shown(self, match)
      reached[match.a] = i + (match.winner == match.a and 1 or 0)
      if match.b then reached[match.b] = i + (match.winner == match.b and 1 or 0) end
    end
  end
  local rows = {}
  for bot = 1, #self.def.bots do rows[bot] = { round = reached[bot] or 0 } end
  return { bracket = rounds }, rank(rows, "round")
end

-- ---- stages -----------------------------------------------------------------

local forms = { swiss = new_swiss, knockout = new_knockout }

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

-- The last stage that is known: where its games are all over, the one behind it.
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
  return pair, schedule.seats(self.def, stage.groups[group], round, i), round, group
end

local function half_points(own, other)
  return own < other and 2 or own == other and 1 or 0
end

function Staged:add(game)
  local stage = stage_of(self, (game.number - 1) // self.def.seats + 1)
  if not stage or stage.seen[game.number] then return end
  stage.seen[game.number], stage.left = true, stage.left - 1
  for i, a in ipairs(game.players) do
    for j, b in ipairs(game.players) do
      if a ~= b then
        stage.points[a] = (stage.points[a] or 0)
          + half_points(game.places[i], game.places[j])
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

function Staged:standing()
  advance(self)
  return self.form:standing()
end

-- ---- the face ---------------------------------------------------------------

--- The plan of a definition, before any game.
function M.of(def)
  if def.grown then return new_grown(def) end
  local form = forms[def.format]
  if not form then return setmetatable({ def = def }, Plan) end
  return setmetatable({ def = def, form = form(def), stages = {} }, Staged)
end

return M
