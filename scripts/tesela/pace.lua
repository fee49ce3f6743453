-- How a search spends the time of a clock: how long a move may take, and when it has been
-- looked at enough.
--
-- A move has its share of what is left. It is searched in steps, and what they find says
-- how many of them it is worth: few where all is decided, more where the best move has
-- changed or its value has fallen, since then there is something to be found.

local M = {}

local STEP = 0.4        -- of the share: how long a step is
local MOST = 3          -- shares, that a move may take
local PART = 0.5        -- of what is left, that it may take
local RESERVE = 0.04    -- of what is left, that stays; and seconds of it at least
local RESERVE_SECONDS = 0.05
local DECIDED = 0.02    -- a value so close to 0 or 1
local FALLEN = 0.06     -- a value so much lower than before
local SHORTEST = 0.002  -- seconds

--- The seconds that a move should take, and those that it may take, of a budget with a
--- clock: `moves` is how many moves of its own the seat may still have to make.
function M.share(budget, seat, moves)
  local left = budget.clock[seat]
  local safe = math.max(0, left - math.max(RESERVE_SECONDS, RESERVE * left))
  local to_go = math.max(1, math.min(moves, budget.moves or moves))
  local share = safe / to_go + 0.8 * (budget.increment or 0)
  local most = to_go == 1 and safe or PART * safe
  return math.max(SHORTEST, math.min(share, most)), math.max(SHORTEST, math.min(MOST * share, most))
end

-- How many shares a position is worth, as far as its search has come: `before` is what
-- the step before has found, `value` what the last move was worth.
local function worth(report, before, value)
  if math.abs(report.value - 0.5) > 0.5 - DECIDED then return STEP end
  local shares = 1
  if value and report.value < value - FALLEN then shares = shares + 1 end
  if before and (before.best ~= report.best or report.value < before.value - FALLEN) then
    shares = shares + 1
  end
  return shares
end

-- One step of a search: what it has found, with the seconds that it took at least.
local function step(self, seconds)
  local _, report = self.searcher:search(self.view,
    { seconds = math.max(SHORTEST, seconds), seed = self.seed })
  self.spent = self.spent + math.max(report.seconds, SHORTEST)
  return report
end

--- Searches a position of a game with a clock, as searcher:search: the move and the
--- report of the last step. `value` is what the seat's last move was worth, or nil.
function M.search(searcher, view, budget, moves, value)
  local share, most = M.share(budget, view.seat, moves)
  local self = { searcher = searcher, view = view, seed = budget.seed, spent = 0 }
  local report = step(self, STEP * share)
  local shares = worth(report, nil, value)
  while not (report.proof or report.stopped)
    and self.spent < math.min(shares * share - STEP * share / 2, most - SHORTEST) do
    local before = report
    report = step(self, math.min(STEP * share, most - self.spent))
    shares = math.max(shares, worth(report, before, value))
  end
  return view:move(report.best), report
end

return M
