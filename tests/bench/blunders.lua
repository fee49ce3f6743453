-- tesela tests/bench/blunders.lua GAME [GAMES [ITERATIONS [OPTION=VALUE ...]]]
--
-- Does an analysis find what was wrong? In each game between experts, which begins with
-- moves at random so that no two are alike, one blunder is planted: the move behind which
-- a search sees the mover worst, at the first position behind a random one where neither
-- side is ahead by much and there is a move that bad. Then the game is analysed, with
-- other seeds; the planted move should be named first.

local tesela = require "tesela"
local bots = require "tesela.bots"
local judge = require "tesela.analysis.judge"

local RANDOM = 4          -- moves at the beginning
local SAMPLE = 16         -- moves, of which the worst is played: if there are more, any
local EARLY, LATE = 4, 12 -- the random position is between these
local OPEN = 0.25         -- how far from 1/2 a chance may be there
local COSTS = { open = 0.2, veiled = 0.1 } -- what a blunder costs at least

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

-- The worst of some moves as text, and the chance behind it.
local function worst_of(examiner, state, moves)
  local worst, least
  for _, move in ipairs(moves) do
    local text = state:text(move)
    local chance = examiner:chance(state, text)
    if not least or chance < least then worst, least = text, chance end
  end
  return worst, least
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
        local bad, least = worst_of(examiner, state, sample(state, rng))
        if chance - least >= COST then
          text, planted, cost = bad, state.ply + 1, chance - least
        end
      end
    end
    state:play(text)
  end
  return state:record(), planted, cost
end

local found, planted_games = 0, 0
for seed = 1, games do
  local line, planted, cost = play(seed)
  local analysis = tesela.analyse { record = line, budget = { iterations = iterations } }
  local first = analysis.worst[1]
  if planted then
    planted_games = planted_games + 1
    if first == planted then found = found + 1 end
  end
  print(("%s game %d: planted move %s (%.0f %%), named first: %s (%.0f %%)%s"):format(name,
    seed, planted or "none", 100 * (cost or 0), first or "none",
    100 * (first and analysis.moves[first].lost or 0),
    first == planted and "" or "  <---"))
  io.stdout:flush()
end
print(("%s: %d of %d named first"):format(name, found, planted_games))
