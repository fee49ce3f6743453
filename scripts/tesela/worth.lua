-- What a position is worth to a seat by its points alone, for simple bots.

local WIN = 1e6

--- The points by which the seat is ahead of the best other one. A game that
--- has ended with a single winner is worth `WIN` more than any points, or as
--- much less.
local function worth(state, seat)
  if state.over and #state.winners == 1 then
    return state.winners[1] == seat and WIN or -WIN
  end
  local scores, best = state.scores, -math.huge
  for other, score in ipairs(scores) do
    if other ~= seat then best = math.max(best, score) end
  end
  return #scores == 1 and scores[1] or scores[seat] - best
end

return { worth = worth, WIN = WIN }
