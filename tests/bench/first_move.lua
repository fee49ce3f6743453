-- Does the first move of Blokus look arbitrary? Short searches of the empty board with
-- 20 seeds, and what a long one says of the moves that they would play.
--   tesela tests/bench/first_move.lua [duo|classic [SHORT [LONG]]]   (iterations)

local tesela = require "tesela"

local OPTIONS = { duo = { variant = "duo" }, classic = { players = 2 } }
local SEEDS, MARGIN, MEMORY = 20, 0.8, 1 << 30 -- the margin is that of expert

local options = OPTIONS[arg[1] or "duo"]
local short, long = tonumber(arg[2] or 200000), tonumber(arg[3] or 6000000)
if not (options and short and long) then
  error("usage: first_move.lua [duo|classic [SHORT [LONG]]]", 0)
end
local state = tesela.rules("blokus", options):start()

local function search(from, iterations, seed)
  return tesela.search(from, { iterations = iterations, seed = seed, margin = MARGIN,
    memory = MEMORY })
end

-- What a long search of the position behind a move says. (One of all moves hardly visits
-- those that mirror its best, and says little of them.)
local function judge(move)
  local _, report = search(state:copy():play(move), long, 0)
  return report.values[1]
end

local count = {}
for seed = 1, SEEDS do
  local move = search(state, short, seed)
  count[move] = (count[move] or 0) + 1
end
local best = search(state, long, 0)
count[best] = count[best] or 0

local values, most, least = {}, 0, 1
for move in pairs(count) do
  values[#values + 1] = { move = move, value = judge(move) }
  most = math.max(most, values[#values].value)
  if count[move] > 0 then least = math.min(least, values[#values].value) end
end
table.sort(values, function(a, b) return a.value > b.value end)
for _, one in ipairs(values) do
  print(("%2d of %d seeds  %-24s %.3f"):format(count[one.move], SEEDS,
    state:text(one.move), one.value))
end
print(("the worst is %.3f below the best"):format(most - least))
