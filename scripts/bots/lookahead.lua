-- lookahead: two plies of search, then random games to choose among equals.
--
-- It always takes a win in one, and never leaves one to the next player if it
-- can avoid it: the value of a move is the value after the best reply. Moves
-- of equal value are tried in random games, and the one with the best average
-- result is played. `budget.iterations` is the total number of these games
-- (default 1000), and `budget.seconds` ends them early; if two plies take more
-- than half of that time, only the moves searched by then are compared.
--
-- If moves have points, there may be thousands of moves, and hidden hands. Then
-- only the moves with the most points are compared, by their average value after
-- the best reply over several deals of the hidden tiles.

local tesela = require "tesela"
local points = require "tesela.worth"

local ITERATIONS = 1000
local CANDIDATES, DEALS = 12, 4

-- The value after the reply that is worst for the seat, or any value below `enough`.
local function after_reply(state, seat, enough)
  if state.over then return points.worth(state, seat) end
  local least = math.huge
  for reply in state:moves() do
    least = math.min(least, points.worth(state:copy():play(reply), seat))
    if least < enough then break end
  end
  return least
end

-- Is the time limit, if there is one, over?
local function late(finish) return finish ~= nil and tesela.clock() >= finish end

local function best_moves(view, seat, finish)
  local best, found = -math.huge, {}
  for move in view:moves() do
    if #found > 0 and late(finish) then break end
    local value = after_reply(view:copy():play(move), seat, best)
    if value > best then best, found = value, {} end
    if value == best then found[#found + 1] = move end
    if best == points.WIN then break end
  end
  return found, best
end

local function best_reply(state)
  local best = 0
  for reply in state:moves() do
    best = math.max(best, state:parts(reply, "points") or 0)
  end
  return best
end

-- The best of some moves, by the average value after the best reply.
local function best_on_average(view, moves, self, finish)
  local sums, best, found, deals = {}, -math.huge, {}, 0
  while deals < DEALS and not (deals > 0 and late(finish)) do
    deals = deals + 1
    local deal = view:view(self.seat, self.rng)
    for i, move in ipairs(moves) do
      local after = deal:copy():play(move)
      sums[i] = (sums[i] or 0) + points.worth(after, self.seat)
        - (after.over and 0 or best_reply(after))
    end
  end
  for i, move in ipairs(moves) do
    if sums[i] > best then best, found = sums[i], {} end
    if sums[i] == best then found[#found + 1] = move end
  end
  return found, best / deals
end

-- 1 for a win, a share of it for a draw, 0 for a loss.
local function share(final, seat)
  for _, winner in ipairs(final.winners) do
    if winner == seat then return 1 / #final.winners end
  end
  return 0
end

-- Plays a random game for each move in rotation; with a time limit, until another game as long as
-- the longest might exceed it. Returns the best move, and the mean of all games, because the best
-- move's own mean is the luckiest of many.
local function try_out(view, moves, self, budget, finish)
  local rounds = math.max(1, (budget.iterations or self.iterations) // #moves)
  local states, sums, played, sum, games = {}, {}, {}, 0, 0
  for i, move in ipairs(moves) do
    states[i], sums[i], played[i] = view:copy():play(move), 0, 0
  end
  local longest = 0
  for n = 1, rounds * #moves do
    local since = finish and tesela.clock() or 0
    if n > 1 and late(finish and finish - longest) then break end
    local i = (n - 1) % #moves + 1
    local result = share(states[i]:playout(self.rng), self.seat)
    sums[i], played[i] = sums[i] + result, played[i] + 1
    sum, games = sum + result, games + 1
    longest = finish and math.max(longest, tesela.clock() - since) or 0
  end
  local best = 1
  for i = 2, #sums do
    if played[i] > 0 and sums[i] / played[i] > sums[best] / played[best] then best = i end
  end
  return moves[best], sum / games
end

return {
  name = "lookahead",
  new = function(_, seat, seed)
    return { seat = seat, rng = tesela.rng(seed), iterations = ITERATIONS }
  end,
  choose = function(self, view, budget)
    local finish, half
    if budget.seconds then
      local since = tesela.clock()
      finish, half = since + budget.seconds, since + budget.seconds / 2
    end
    local candidates = points.best(view, CANDIDATES)
    local moves, value
    if candidates then
      moves, value = best_on_average(view, candidates, self, half)
    else
      moves, value = best_moves(view, self.seat, half)
    end
    if value >= points.WIN then return moves[1], 1 end
    if #moves == 1 then return moves[1] end
    return try_out(view, moves, self, budget, finish)
  end,
  -- Called when the opponent offers a draw.
  draw = function(self, view)
    local scores = view.scores
    for seat, score in ipairs(scores) do
      if seat ~= self.seat and score < scores[self.seat] then return false end
    end
    return view.ply >= 40
  end,
}
