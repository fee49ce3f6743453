-- A gauntlet: the first bot against the others.

local combinations = require "tesela.contest.schedule.combinations"

local M = { title = "gauntlet" }

--- Groups with the first bot come first in their order.
function M.groups(def)
  local n, seats = #def.bots, def.seats
  return n > seats and combinations.ways(n - 1, seats - 1) or combinations.count(n, seats)
end

return M
