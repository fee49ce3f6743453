-- A knockout: the loser of a match is out. Bots are seeded by their order in the definition, 1
-- against the last and so on, and the first have byes if the number is not a power of two. A stage
-- is the matches of a round, all of the same length; drawn matches get another stage of one pair
-- of games each, and so on. After EXTRA of these the better seed advances, because bots that
-- always draw, or always fail, would play for ever.

local text = require "tesela.text"

local M = { title = "knockout" }

local EXTRA = 10

function M.check(def)
  return def.seats % 2 ~= 0
    and ("format: a knockout needs an even number of seats, and %s has %d"):format(def.game,
      def.seats)
end

--- Two bots share all seats of a game.
function M.at_once() return 2 end

-- Drawn matches have more games than planned.
function M.total() return nil end

local Knockout = {}
Knockout.__index = Knockout

-- The seeds in the order of a bracket: the best two meet in the last round.
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

--- The bracket of a definition, with this number of games in each match.
function M.stages(def, games)
  return setmetatable({ def = def, games = games, most = def.seats * def.seats // 2,
    rounds = {} }, Knockout)
end

-- A round of the remaining bots, in pairs; one without an opponent advances.
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

-- Evaluates the last stage.
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

-- Each match eliminates one bot; a drawn match adds games.
function Knockout:total(known)
  local begun = 0
  for _, round in ipairs(self.rounds) do
    for _, match in ipairs(round) do begun = begun + (match.b and 1 or 0) end
  end
  return known + (#self.def.bots - 1 - begun) * self.games
end

-- Points of a match, including the current stage.
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
  return { bracket = rounds }, rows, { "round" }
end

local function round_name(matches)
  local names = { "Final", "Semifinals", [4] = "Quarterfinals" }
  return names[matches] or ("Round of %d"):format(2 * matches)
end

local function match_line(summary, match, name_of)
  local a, b = name_of(summary, match.a), match.b and name_of(summary, match.b)
  if not b then return ("  %s: bye"):format(a) end
  local line = ("  %s - %s: %s - %s"):format(a, b, text.trimmed(match.points[1]),
    text.trimmed(match.points[2]))
  return line .. (match.by_seed and ", " .. a .. " advances as the better seed" or "")
    .. (match.winner and "" or ", undecided")
end

--- The report: the matches of each round.
function M.section(summary, name_of)
  local lines, winner = {}, nil
  for _, round in ipairs(summary.standing.bracket) do
    lines[#lines + 1] = round_name(#round)
    for _, match in ipairs(round) do lines[#lines + 1] = match_line(summary, match, name_of) end
    winner = #round == 1 and round[1].winner
  end
  if winner then lines[#lines + 1] = "Winner: " .. name_of(summary, winner) end
  return { title = "Bracket", lines = lines }
end

return M
