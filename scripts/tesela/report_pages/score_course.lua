-- The course of the score and of a sequential test, over the games in the order of their numbers.

local sprt = require "tesela.contest.results.sprt"

local M = {}

local SAMPLES = 200 -- points of a line, at most
local LINES = 8     -- bots with a line: the best

local Course = {}
Course.__index = Course

--- A course, to which this number of games is added: the scores of the best bots (of two, only
--- the better one), and the LLR of a test.
function M.new(summary, games)
  local self = setmetatable({ games = 0, step = math.max(1, games // SAMPLES), last = games,
    totals = {}, series = {}, llrs = {},
    sprt = summary.definition.sprt and sprt.new(summary.definition.sprt) }, Course)
  for i = 1, #summary.bots do self.totals[i] = { points = 0, of = 0 } end
  for rank = 1, #summary.bots == 2 and 1 or math.min(LINES, #summary.bots) do
    local bot = summary.ranking[rank]
    self.series[rank] = { bot = bot, name = summary.bots[bot].name, points = {} }
  end
  return self
end

-- Adds the points of a game by seat: one for each opponent that finishes lower, and half for one
-- in the same place.
local function add_points(totals, game)
  for seat, bot in ipairs(game.players) do
    for other, rival in ipairs(game.players) do
      if rival ~= bot then
        local own, its = game.places[seat], game.places[other]
        local total = totals[bot]
        total.points = total.points + (own < its and 1 or own == its and 0.5 or 0)
        total.of = total.of + 1
      end
    end
  end
end

-- Adds a point to each line.
local function sample(self)
  for _, line in ipairs(self.series) do
    local total = self.totals[line.bot]
    if total.of > 0 then
      line.points[#line.points + 1] = { self.games, total.points / total.of }
    end
  end
  if self.sprt then
    self.llrs[#self.llrs + 1] = { self.games, self.sprt:state().llr }
  end
end

--- Adds the next game { number =, players =, places = }.
function Course:add(game)
  self.games = self.games + 1
  add_points(self.totals, game)
  if self.sprt then self.sprt:add(game) end
  if self.games % self.step == 0 or self.games == self.last then sample(self) end
end

local function percents()
  local list = {}
  for i = 0, 4 do list[i + 1] = { value = i / 4, text = 25 * i .. " %" } end
  return list
end

--- The scores as a chart (charts.course).
function Course:scores()
  return { label = "Score so far, over the games", least = 0, most = 1, last = self.last,
    marks = percents(), series = self.series }
end

--- The LLR of the test, with the bounds that end it; nil without a test.
function Course:test()
  if not self.sprt then return nil end
  local state = self.sprt:state()
  local least, most = math.min(state.lower, 0), math.max(state.upper, 0)
  return { label = "LLR of the test so far, between its bounds", last = self.last,
    least = 1.1 * least, most = 1.1 * most, series = { { name = "LLR", points = self.llrs } },
    marks = { { value = 0, text = "0" },
      { value = state.lower, text = ("%.2f"):format(state.lower), bound = true },
      { value = state.upper, text = ("%.2f"):format(state.upper), bound = true } } }
end

return M
