-- How a search spends the time of a clock: the time for a move, and when to stop.
--
-- A move has its share of the remaining time. It is one search, whose progress is checked again
-- and again: it ends early if all is decided or no other move can still catch up, and late if the
-- best move has just changed or its value has fallen, because then there is something to find.
-- Time that a move does not use is left for later ones.
--
-- Without a clock there is a number of iterations, so matches are the same on any machine.

local tesela = require "tesela"

local M = {}

local SLOWER = 5 -- a game with functions in Lua counts as this many times slower, at least

local MOST = 3          -- shares that a move may take
local PART = 0.4        -- of the remaining time that it may take
local RESERVE = 0.04    -- of the remaining time is kept, and at least these seconds
local RESERVE_SECONDS = 0.05
local DECIDED = 0.02    -- a value this close to 0 or 1
local FALLEN = 0.05     -- if the value fell by this much,
local MORE = 0.7        -- the time grows by this much of a share
local EARLY = 0.3       -- of a share: before this the best move changes anyway
local AFTER = 1.5       -- the minimum, relative to the time of the last change of the best move
local LEAST = 0.25      -- of a share: the minimum for a move
local COMPLETE = 0.55   -- of its time, after which no new depth begins
local UNDER_WAY = 1.5   -- of it, after which an incomplete depth is abandoned
local CATCHES_UP = 0.6  -- the share of the remaining visits that a rival may win
local LOOKS = 12        -- checks during a share
local SHORTEST = 0.002  -- seconds
local LONGEST = 1e9
local PLIES = 60        -- plies left in a game of unknown length
local LEAST_MOVES = 6   -- the least number of moves that a seat still expects to make

--- The iterations of a search without a budget: the number in the game's file, or `usual` for a
--- game in C, or less for other games in Lua.
function M.iterations(rules, usual)
  if rules.iterations then return rules.iterations end
  local known, game = pcall(tesela.game, rules.name)
  return known and game.slow and usual // SLOWER or usual
end

--- The seconds that a move should take, and the most that it may take, from a budget with a clock:
--- `moves` is the number of its own moves that the seat may still have to make.
function M.share(budget, seat, moves)
  local left = math.min(budget.clock[seat], LONGEST)
  local safe = math.max(0, left - math.max(RESERVE_SECONDS, RESERVE * left))
  local to_go = math.max(1, math.min(moves, budget.moves or moves))
  local share = safe / to_go + 0.8 * (budget.increment or 0)
  local most = to_go == 1 and safe or PART * safe
  return math.max(SHORTEST, math.min(share, most)), math.max(SHORTEST, math.min(MOST * share, most))
end

-- The number of its own moves that the seat may still have to make, in a game of `plies` plies
-- (nil: unknown).
local function moves_left(view, plies)
  return math.max(LEAST_MOVES, ((plies or PLIES) - view.ply) / view.rules.seats)
end

-- Will the best move still have the most visits after `seconds`, if any rival can get only a part
-- of the remaining visits?
local function is_ahead(report, seconds)
  local first, second = report.moves[1], report.moves[2]
  if not second then return true end
  local to_come = report.iterations * math.max(0, seconds / report.seconds - 1)
  return first.visits - second.visits > CATCHES_UP * to_come
end

local function is_decided(value) return math.abs(value - 0.5) > 0.5 - DECIDED end

-- The number of shares for a position: `changed` is the time, in shares, at which another move
-- became the best, or 0.
local function worth(report, value, changed)
  local shares = 1
  if value and report.value < value - FALLEN then shares = shares + MORE end
  return math.max(shares, math.min(AFTER * changed, shares + 1))
end

-- A function that receives the progress of a search and returns true to end it. A depth of
-- alpha-beta costs several times the previous one: if a depth is completed late no new one begins,
-- and a depth in progress gets a little longer.
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

--- Searches a position of a game with a clock, like searcher:search; returns the move and the
--- report. `plies` is the usual length of the game, `value` that of the seat's last move, or nil.
function M.search(searcher, view, budget, plies, value)
  local share, most = M.share(budget, view.seat, moves_left(view, plies))
  return searcher:search(view, { seconds = most, seed = budget.seed, every = share / LOOKS,
    threads = budget.threads, progress = judge(share, value) })
end

return M
