-- How the score and a sequential test went, over the games in the order of their numbers.

local sprt = require "tesela.contest.results.sprt"

local M = {}

local SAMPLES = 200 -- points of a line, at most
local LINES = 8     -- bots that have one: the best

-- The shares of the points of a game, by seat: an opponent that finishes lower counts one,
-- an equal one a half.
local function add_game(totals, game)
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

local function percents()
  local list = {}
  for i = 0, 4 do list[i + 1] = { value = i / 4, text = 25 * i .. " %" } end
  return list
end

--- The scores of the best bots, of two that of the better one, so far at each game: a
--- chart (charts.course) of games { number =, players =, places = } in order.
function M.scores(summary, games)
  local totals, series, step = {}, {}, math.max(1, #games // SAMPLES)
  for i = 1, #summary.bots do totals[i] = { points = 0, of = 0 } end
  for rank = 1, #summary.bots == 2 and 1 or math.min(LINES, #summary.bots) do
    local bot = summary.ranking[rank]
    series[rank] = { bot = bot, name = summary.bots[bot].name, points = {} }
  end
  for i, game in ipairs(games) do
    add_game(totals, game)
    for _, line in ipairs((i % step == 0 or i == #games) and series or {}) do
      local total = totals[line.bot]
      if total.of > 0 then
        line.points[#line.points + 1] = { i, total.points / total.of }
      end
    end
  end
  return { label = "Score so far, over the games", least = 0, most = 1, last = #games,
    marks = percents(), series = series }
end

--- The LLR of a test after each pair, with the bounds that end it; nil: there is none.
function M.test(summary, games)
  local def = summary.definition
  if not def.sprt or #games < 2 then return nil end
  local test, points, state = sprt.new(def.sprt), {}, nil
  local step = math.max(1, #games // SAMPLES)
  for i, game in ipairs(games) do
    test:add(game)
    state = test:state()
    if i % step == 0 or i == #games then points[#points + 1] = { i, state.llr } end
  end
  local least, most = math.min(state.lower, 0), math.max(state.upper, 0)
  return { label = "LLR of the test so far, between its bounds", last = #games,
    least = 1.1 * least, most = 1.1 * most, series = { { name = "LLR", points = points } },
    marks = { { value = 0, text = "0" },
      { value = state.lower, text = ("%.2f"):format(state.lower), bound = true },
      { value = state.upper, text = ("%.2f"):format(state.upper), bound = true } } }
end

return M
