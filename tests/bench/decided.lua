-- How many positions from the middle of a game does expert's search of Mixtour decide?
--   tesela tests/bench/decided.lua [ITERATIONS [FILE]]
-- FILE has a position on each line. In tests/vectors/mixtour.middle they are 16 to 31
-- plies into games of searches of 5,000 iterations, each from four random moves.

local tesela = require "tesela"

local folder = arg[0]:match "^(.*)/" or "."
local iterations = math.tointeger(tonumber(arg[1] or 250000))
local path = arg[2] or folder .. "/../vectors/mixtour.middle"
if not iterations then error("usage: decided.lua [ITERATIONS [FILE]]", 0) end
local mixtour = tesela.rules "mixtour"

local all, count, plies, start = 0, { win = 0, draw = 0, loss = 0 }, 0, os.clock()
for line in io.lines(path) do
  local _, report = tesela.search(mixtour:load(line), { method = "alphabeta",
    reductions = "late", iterations = iterations })
  all = all + 1
  if report.proof then
    count[report.proof] = count[report.proof] + 1
    plies = math.max(plies, report.plies)
  end
end
print(("%d of %d decided: %d wins, %d losses, %d draws; at most %d plies; %.1f s"):format(
  count.win + count.loss + count.draw, all, count.win, count.loss, count.draw, plies,
  os.clock() - start))
