-- A match: the games of two bots.

local combinations = require "tesela.contest.schedule.combinations"

local M = { title = "match" }

function M.check(def)
  return #def.bots ~= 2 and ("format: a match is between two bots, got %d"):format(#def.bots)
end

--- The games of a round: a pair of each group of seats. In whole rounds both bots have the same
--- seats.
function M.round(seats) return seats * combinations.count(2, seats) end

--- The number of games of each group, and in all: the given number or (nil) 100, rounded up; or nil
--- and what was expected.
function M.games(games, seats)
  local round, most = M.round(seats), (1 << 31) - 1
  games = games or (99 // round + 1) * round
  if games >= round and games <= most and games % round == 0 then
    return games // (round // seats), games
  end
  local form = seats == 2 and "an even number in %d..%d (games come in pairs)"
    or "a multiple of %d, at most %d (so both bots have the same seats)"
  return nil, form:format(round, most // round * round)
end

return M
