-- How a search spends the time of a clock: how long a move may take, and when it has been
-- looked at enough.
--
-- A move has its share of what is left. It is one search, which is asked again and again
-- how it goes: it ends early where all is decided or no other move can come up any more,
-- and late where the best move has just changed or its value has fallen, since then there
-- is something to be found. What one move does not use is there for those after it.
--
-- Without a clock it is iterations, so that matches are the same on any machine.

local tesela = require "tesela"

local M = {}

local SLOWER = 5 -- times, a game is taken to be that has functions in Lua, at least

local MOST = 3          -- shares, that a move may take
local PART = 0.4        -- of what is left, that it may take
local RESERVE = 0.04    -- of what is left, that stays; and seconds of it at least
local RESERVE_SECONDS = 0.05
local DECIDED = 0.02    -- a value so close to 0 or 1
local FALLEN = 0.05     -- a value so much lower than before is worth
local MORE = 0.7        -- of a share more
local EARLY = 0.3       -- of a share: who is the best changes anyway
local AFTER = 1.5       -- times what it took to find another best move is looked at all
local LEAST = 0.25      -- of a share, that a move takes in any case
local COMPLETE = 0.55   -- of its time, after which no depth is begun
local UNDER_WAY = 1.5   -- of it, after which one that is not complete is left
local CATCHES_UP = 0.6  -- share of the remaining visits that a rival may win
local LOOKS = 12        -- how often a share is looked at
local SHORTEST = 0.002  -- seconds
local LONGEST = 1e9
local PLIES = 60        -- plies left in a game of unknown length
local LEAST_MOVES = 6   -- that a seat always has before it

--- The iterations of a search without a budget: the number in the game's file, or the usual
--- number for a game in C.
function M.iterations(rules, usual)
  if rules.iterations then return rules.iterations end
  local known, game = pcall(tesela.game, rules.name)
  return known and game.slow and usual // SLOWER or usual
end

--- The seconds that a move should take, and those that it may take, of a budget with a
--- clock: `moves` is how many moves of its own the seat may still have to make.
function M.share(budget, seat, moves)
  local left = math.min(budget.clock[seat], LONGEST)
  local safe = math.max(0, left - math.max(RESERVE_SECONDS, RESERVE * left))
  local to_go = math.max(1, math.min(moves, budget.moves or moves))
  local share = safe / to_go + 0.8 * (budget.increment or 0)
  local most = to_go == 1 and safe or PART * safe
  return math.max(SHORTEST, math.min(share, most)), math.max(SHORTEST, math.min(MOST * share, most))
end

-- How many moves of its own the seat may still have to make: a game has `plies` at most
-- times.
local function moves_left(view, plies)
  return math.max(LEAST_MOVES, ((plies or PLIES) - view.ply) / view.rules.seats)
end

-- Whether no other move can have more visits than the best one after `seconds`, if the
-- others win only a part of the remaining visits.
local function is_ahead(report, seconds)
  local first, second = report.moves[1], report.moves[2]
  if not second then return true end
  local to_come = report.iterations * math.max(0, seconds / report.seconds - 1)
  return first.visits - second.visits > CATCHES_UP * to_come
end

local function is_decided(value) return math.abs(value - 0.5) > 0.5 - DECIDED end

-- How many shares a position is worth: `changed` is when, in shares, another move was
-- found to be the best, or 0.
local function worth(report, value, changed)
  local shares = 1
  if value and report.value < value - FALLEN then shares = shares + MORE end
  return math.max(shares, math.min(AFTER * changed, shares + 1))
end

-- A function that gets the progress of a search and returns true when it is enough. A depth
-- of alpha-beta costs several times the one before: after one that is complete late no new
-- one is begun, and a depth in progress gets a little longer.
local function judge(share, value)
  local best, depth, changed = nil, 0, 0
  return function(report)
    local passed, complete = report.seconds / share, report.depth > depth
    if best and report.best ~= best and passed > EARLY then changed = passed end
    best, depth = report.best, report.depth
    if passed > LEAST and is_decided(report.value) then return true end
    local shares = worth(report, value, changed)
    if report.method == "alphabeta" then
      return passed >= shares * (complete and COMPLETE or UNDER_WAY)
    end
    return passed >= shares or passed > LEAST and is_ahead(report, shares * share)
  end
end

--- Searches a position of a game with a clock, as searcher:search: the move and the
--- report. `plies` is how long games are, or nil; `value` what the seat's last move was
--- worth, or nil.
function M.search(searcher, view, budget, plies, value)
  local share, most = M.share(budget, view.seat, moves_left(view, plies))
  return searcher:search(view, { seconds = most, seed = budget.seed, every = share / LOOKS,
    threads = budget.threads, progress = judge(share, value) })
end

return M
