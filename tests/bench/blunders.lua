-- tesela tests/bench/blunders.lua GAME [GAMES [ITERATIONS [OPTION=VALUE ...]]]
--
-- Does an analysis find what was wrong? In each game between experts, which begins with
-- moves at random so that no two are alike, one blunder is planted: the move behind which
-- a search sees the mover worst, at the first position behind a random one where neither
-- side is ahead by much and there is a move that bad. Then the game is analysed, with
-- other seeds; the planted move should be named first. Where it is not, both moves are
-- looked at once more, LONGER as long: was it the analysis, or did an expert do worse?
-- Games without such a position do not count: others are played in their place.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local judge = require "tesela.analysis.judge"

local RANDOM = 4          -- moves at the beginning
local SAMPLE = 48         -- moves that are looked at quickly: if there are more, any
local QUICK, WORST = 8, 2 -- that is, so much shorter; and so many of them as usual
local EARLY, LATE = 4, 12 -- the random position is between these
local OPEN = 0.25         -- how far from 1/2 a chance may be there
local COSTS = { open = 0.3, veiled = 0.15 } -- what a blunder costs at least
local LONGER = 10

local name, games = arg[1], tonumber(arg[2] or 20) // 1 | 0
local iterations = tonumber(arg[3] or 20000) // 1 | 0
local options = {}
for i = 4, #arg do
  local key, value = arg[i]:match "^(%w+)=(.*)$"
  options[key] = value
end
local rules = tesela.rules(name, options)
local COST = judge.veiled(rules) and COSTS.veiled or COSTS.open

local function sample(state, rng)
  local list = rng:shuffle(state:list())
  return table.move(list, 1, math.min(SAMPLE, #list), 1, {})
end

-- Moves with the chance behind them, the worst first.
local function by_chance(examiner, state, texts)
  local list = {}
  for i, text in ipairs(texts) do
    list[i] = { text = text, chance = examiner:chance(state, text) }
  end
  table.sort(list, function(a, b) return a.chance < b.chance end)
  return list
end

-- The worst of some moves as text, and the chance behind it.
local function worst_of(quick, examiner, state, moves)
  local texts, few = {}, {}
  for i, move in ipairs(moves) do texts[i] = state:text(move) end
  for i, each in ipairs(by_chance(quick, state, texts)) do
    if i <= WORST then few[i] = each.text end
  end
  local worst = by_chance(examiner, state, few)[1]
  return worst.text, worst.chance
end

local function expert_move(expert, state, seed)
  local self = expert.objects[state.seat]
  return (expert.bot.choose(self, state:view(state.seat, seed),
    { iterations = iterations, seed = seed }))
end

-- The record of a game, the number of the planted move, and what it should have cost.
local function play(seed)
  local rng, state = tesela.rng(seed), rules:start(seed)
  local examiner = judge.new(rules, { iterations = iterations, seed = 1000 + seed })
  local quick = judge.new(rules, { iterations = iterations // QUICK, seed = 1000 + seed })
  local expert = { bot = bots.bot "expert", objects = {} }
  for seat = 1, rules.seats do
    expert.objects[seat] = expert.bot.new(rules, seat, seed)
  end
  local from, planted, cost = rng:int(LATE - EARLY) + EARLY, nil, nil
  while not state.over do
    local move = state.ply < RANDOM and rng:pick(state:list())
      or expert_move(expert, state, rng:seed())
    local text = state:text(move)
    if not planted and state.ply >= from and state:count() > 1 then
      local chance = examiner:chance(state, text)
      if math.abs(chance - 1 / rules.seats) <= OPEN then
        local bad, least = worst_of(quick, examiner, state, sample(state, rng))
        if chance - least >= COST then
          text, planted, cost = bad, state.ply + 1, chance - least
        end
      end
    end
    state:play(text)
  end
  return state:record(), planted, cost
end

-- What a move of the game loses in a longer search.
local function loss(line, analysis, i)
  local state = tesela.replay(line, i - 1)
  local examiner = judge.new(rules, { iterations = LONGER * iterations, seed = 0 })
  return examiner:chance(state, analysis.moves[i].best)
    - examiner:chance(state, tesela.decode(line).moves[i])
end

local function tell_miss(line, analysis, planted, first)
  print(("  %d times as long: planted move %d loses %.0f %%, move %d %.0f %%"):format(LONGER,
    planted, 100 * loss(line, analysis, planted), first,
    100 * loss(line, analysis, first)))
end

local found, planted_games, seed = 0, 0, 0
while planted_games < games and seed < 3 * games do
  seed = seed + 1
  local line, planted, cost = play(seed)
  local analysis = tesela.analyse { record = line, budget = { iterations = iterations },
    workers = 0 }
  local first = analysis.worst[1]
  if planted then
    planted_games = planted_games + 1
    if first == planted then found = found + 1 end
  end
  print(("%s game %d: planted move %s (%.0f %%), named first: %s (%.0f %%)%s"):format(name,
    seed, planted or "none", 100 * (cost or 0), first or "none",
    100 * (first and analysis.moves[first].lost or 0),
    (first == planted or not planted) and "" or "  <---"))
  if planted and first and first ~= planted then tell_miss(line, analysis, planted, first) end
  io.stdout:flush()
end
print(("%s: %d of %d named first"):format(name, found, planted_games))
