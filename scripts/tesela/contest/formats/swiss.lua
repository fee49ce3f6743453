-- A Swiss: in each round bots play others with a similar number of points (swiss_pairing.lua). A
-- stage is a round. A bye is worth as much as winning all games.

local pairing = require "tesela.contest.schedule.swiss_pairing"
local text = require "tesela.text"

local M = { title = "swiss", has_rounds = true }

function M.check(def)
  return #def.bots < def.seats
    and ("bots: a swiss of a game for %d needs %d bots or more, got %d"):format(def.seats,
      def.seats, #def.bots)
end

--- The least number of rounds after which only one bot can have won all.
function M.complete(def)
  local rounds = 0
  while 1 << rounds < #def.bots do rounds = rounds + 1 end
  def.rounds = def.rounds or rounds
end

function M.total(def, games) return def.rounds * (#def.bots // def.seats) * games end

local Swiss = {}
Swiss.__index = Swiss

--- The rounds of a definition, with this number of games in each group.
function M.stages(def, games)
  local self = { def = def, games = games, most = 2 * (def.seats - 1), -- points of a game
    met = {}, byes = {}, rounds = {}, asked = def.rounds }
  for bot = 1, #def.bots do self.met[bot], self.byes[bot] = {}, 0 end
  return setmetatable(self, Swiss)
end

-- The points of all bots, and the points of the current round.
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

function Swiss:total() return M.total(self.def, self.games) end

-- The points of all opponents that a bot has met.
local function buchholz(self, scores, bot)
  local sum = 0
  for other, times in pairs(self.met[bot]) do sum = sum + times * scores[other] end
  return sum
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
  return { swiss = rows }, rows, { "points", "buchholz" }
end

-- The opponents, by their ranks, and the result.
local function round_cell(round, ranks)
  if round.bye then return "bye " .. text.trimmed(round.points) end
  local list = {}
  for i, bot in ipairs(round.opponents) do list[i] = ranks[bot] end
  table.sort(list)
  return ("%s: %s"):format(table.concat(list, ","), text.trimmed(round.points))
end

--- The report: the points of each round.
function M.section(summary, name_of)
  local rows, ranks = {}, {}
  local columns, asked = { "bot", "points", "Buchholz" }, summary.definition.rounds
  for rank, i in ipairs(summary.ranking) do ranks[i] = rank end
  for rank, i in ipairs(summary.ranking) do
    local bot = summary.standing.swiss[i]
    rows[rank] = { ("%d %s"):format(rank, name_of(summary, i)), text.trimmed(bot.points),
      text.trimmed(bot.buchholz) }
    for k, round in ipairs(bot.rounds) do
      columns[3 + k], rows[rank][3 + k] = ("round %d"):format(k), round_cell(round, ranks)
    end
  end
  return { title = ("Rounds: %d of %d"):format(#columns - 3, asked),
    lines = { "In each round: the ranks of the opponents, and the points. Buchholz: the "
      .. "opponents' total points, which breaks ties." },
    columns = columns, rows = rows, left = { true } }
end

return M
