-- What a second thread brings: iterations a second of two over those of one, in turns, by
-- the clock, on a machine that has nothing else to do.
--   tesela tests/bench/threads.lua [SECONDS of a search, 0.5 if nothing is said]

local tesela = require "tesela"

local SECONDS, TURNS = tonumber(arg[1]) or 0.5, 8
local SORTS = {
  { "mixtour", "mcts" }, { "mixtour", "alphabeta" }, { "losetas", "mcts" },
  { "losetas", "alphabeta" }, { "blokus", "mcts" }, { "qwirkle", "mcts" },
}

local function position(name)
  local state = tesela.rules(name):start(3)
  for i = 1, 6 do
    local list = state:list()
    state:play(list[1 + i * 7 % #list])
  end
  return state
end

for _, sort in ipairs(SORTS) do
  local state, speed = position(sort[1]), { 0, 0 }
  for turn = 1, TURNS do
    for threads = 1, 2 do
      local _, report = tesela.search(state, { method = sort[2], seconds = SECONDS,
        seed = turn, threads = threads })
      speed[threads] = speed[threads] + report.iterations / report.seconds / TURNS
    end
  end
  print(("%-8s %-9s %9.0f %9.0f a second, %.2f times"):format(sort[1], sort[2], speed[1],
    speed[2], speed[2] / speed[1]))
end
