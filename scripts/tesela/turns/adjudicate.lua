-- Games between two players that end before their rules say so, because both agree on the
-- result: by the values that they return with their moves, each its own chance in 0..1.
--
-- One player alone decides nothing, because its numbers may mean anything. The loser must
-- have had values of `resign.value` or less in its last `resign.moves` moves, and the
-- winner values as close to 1. For a draw both must have been within `draw.within` of 1/2
-- in their last `draw.moves` moves, from ply `draw.after` on. A move without a
-- value, or with one that is not a chance, resets the count, unless it was forced: a forced
-- move says nothing.

local M = {}

local Judge = {}
Judge.__index = Judge

--- The defaults of a definition.
M.RESIGN = { value = 0.03, moves = 3 }
M.DRAW = { within = 0.02, moves = 8, after = 40 }

local function count() return { low = 0, high = 0, even = 0 } end

--- A judge of one game, or nil if neither is given.
function M.new(resign, draw)
  if not (resign or draw) then return nil end
  return setmetatable({ resign = resign, draw = draw, count(), count() }, Judge)
end

local function step(counts, key, more) counts[key] = more and counts[key] + 1 or 0 end

--- Notes the value of a seat's move, or nil.
function Judge:add(seat, value)
  local counts, resign, draw = self[seat], self.resign, self.draw
  local chance = value and value >= 0 and value <= 1
  step(counts, "low", chance and resign and value <= resign.value)
  step(counts, "high", chance and resign and value >= 1 - resign.value)
  step(counts, "even", chance and draw and math.abs(value - 0.5) <= draw.within)
end

local function has_lost(self, seat)
  local moves = self.resign and self.resign.moves
  return moves and self[seat].low >= moves and self[3 - seat].high >= moves
end

--- The loser after this many plies; 0: it is a draw; nil: the game continues.
function Judge:loser(ply)
  if has_lost(self, 1) then return 1 end
  if has_lost(self, 2) then return 2 end
  local draw = self.draw
  if not draw or ply < draw.after then return nil end
  return self[1].even >= draw.moves and self[2].even >= draw.moves and 0 or nil
end

return M
