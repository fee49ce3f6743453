-- Games that are small enough to be solved, and by what: a way of its own to know what
-- positions are worth.

local M = {}

--- What a position is worth to a seat: 1, 1/2 or 0, by looking at all of it.
local function solved(state, seat, known)
  if state.over then
    return #state.winners == 2 and 0.5 or state.winners[1] == seat and 1 or 0
  end
  local key = seat .. state:fen()
  if known[key] then return known[key] end
  local best = state.seat == seat and 0 or 1
  local better = state.seat == seat and math.max or math.min
  for move in state:moves() do
    best = better(best, solved(state:copy():play(move), seat, known))
  end
  known[key] = best
  return best
end

-- Connect Four on 4 by 4: a column is five bits, of which the uppermost is free.
local COLUMN, TOPS = 31, 0x84210

local function in_line(discs)
  for _, step in ipairs { 1, 4, 5, 6 } do
    local twos = discs & discs >> step
    if twos & twos >> 2 * step ~= 0 then return true end
  end
  return false
end

-- What it is worth to the mover, who has `mine` of `all` discs: 1, 0 or -1.
local function mover_worth(mine, all, known)
  local key = mine << 20 | all
  if known[key] then return known[key] end
  local best
  for column = 0, 15, 5 do
    local bit = all + (1 << column) & COLUMN << column
    if bit & TOPS == 0 then
      local value = in_line(mine | bit) and 1 or -mover_worth(all & ~mine, all | bit, known)
      best = math.max(best or -1, value)
    end
  end
  known[key] = best or 0
  return known[key]
end

--- As solved, of a game of Connect Four on 4 by 4.
local function four_by_four(state, seat, known)
  if state.over then return solved(state, seat, {}) end
  local mine, other, all = 0, 0, 0
  for _, move in ipairs(state:history()) do
    local column = 5 * (move:byte() - ("a"):byte())
    local bit = all + (1 << column) & COLUMN << column
    mine, other, all = other, mine | bit, all | bit
  end
  local value = mover_worth(mine, all, known)
  return 0.5 + (state.seat == seat and value or -value) / 2
end

M.solved, M.four_by_four = solved, four_by_four

return M
