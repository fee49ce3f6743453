-- The speed of searches in positions of a random game, by CPU time, so that other work on
-- the machine does not count.

local tesela = require "tesela"

local M = {}

local POSITIONS = 6
local PLIES = 2000       -- of the game, at most
local SHORTEST = 0.02    -- seconds of a measurement
local MOST = 1 << 30     -- iterations

-- Positions of a random game, as the seat to move sees them.
local function positions(rules, seed)
  local list, some, state, rng = {}, {}, rules:start(seed), tesela.rng(seed)
  while not state.over and state.ply < PLIES do
    list[#list + 1] = state:view(state.seat)
    state:play_random(rng)
  end
  for i = 1, POSITIONS do some[i] = list[1 + (i - 1) * #list // POSITIONS] end
  return some
end

--- The mean seconds that choose(view, number) takes.
function M.seconds(rules, seed, choose)
  local sum = 0
  for i, view in ipairs(positions(rules, seed)) do
    local before = os.clock()
    choose(view, i)
    sum = sum + os.clock() - before
  end
  return sum / POSITIONS
end

--- The iterations with which search(iterations, view, number) takes this many seconds.
function M.iterations(rules, seed, seconds, search)
  local some, spent = 16, 0
  while spent < math.min(SHORTEST, seconds) and some < MOST do
    some = 2 * some
    spent = M.seconds(rules, seed, function(view, i) search(some, view, i) end)
  end
  return math.max(1, math.floor(some * seconds / spent))
end

return M
