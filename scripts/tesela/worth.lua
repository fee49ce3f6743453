-- The value of positions and moves: from points alone, for simple bots, and from searches.

local M = { WIN = 1e6 }

--- The lead of the seat over the best opponent, in points. A game that has ended with a single
--- winner counts as `WIN` more than any points, or as much less.
function M.worth(state, seat)
  if state.over and #state.winners == 1 then
    return state.winners[1] == seat and M.WIN or -M.WIN
  end
  local scores, best = state.scores, -math.huge
  for other, score in ipairs(scores) do
    if other ~= seat then best = math.max(best, score) end
  end
  return #scores == 1 and scores[1] or scores[seat] - best
end

--- The legal moves that score the most points at once, according to their parts: the best `most`
--- of them (default: all), the best first; and the points of all moves, by move. nil if the game's
--- moves have no points.
function M.best(state, most)
  local moves, points = state:list(), {}
  for i, move in ipairs(moves) do
    local brings = state:parts(move, "points")
    if i == 1 and not brings then return nil end
    points[move] = brings or 0 -- a variant's own moves have none
  end
  table.sort(moves, function(a, b)
    if points[a] ~= points[b] then return points[a] > points[b] end
    return a < b
  end)
  most = math.min(most or #moves, #moves)
  return table.move(moves, 1, most, 1, {}), points
end

--- The chance of the seat to move, 0..1, from the report of a search: the proven value, or the mean
--- of its playouts. The value of the best move would be too high, because it is the luckiest of
--- many moves with few playouts each.
function M.chance(report, seat)
  return not report.proof and report.values and report.values[seat] or report.value
end

return M
