-- The verdict on a game, from the judge's reports on each ply.
--
--   values[ply + 1][seat]   the chance of the seat at a position: the mean of the mover's
--                           search and the next seat's search after the best move. Each
--                           is optimistic for its own side; the mean cancels that.
--   moves[i]                for each move: seat, move, best, line, before and after (the
--                           mover's chance), lost, proof, forced (it was the only move)
--                           and, if the mover cannot know the next position, luck
--
-- The loss is the difference between two searches by the same side, after the best move and after
-- the played one; never below 0, because a played move that comes out better is the best. Luck,
-- from the draw and opponents' hands, is the mover's chance in the next position minus `after`.

local M = {}

--- The version of the analysis in records.
M.VERSION = 1

-- The loss at which a move becomes a mistake.
local MISTAKE = 0.1

local function mean(a, b)
  local list = {}
  for seat, x in ipairs(a) do list[seat] = (x + b[seat]) / 2 end
  return list
end

-- The results after the best move and after the played one; nil if not known yet.
local function behind(found, ply)
  local here, next_one = found[ply], found[ply + 1]
  local after = here.after or next_one and next_one.here
  local kept = here.kept or after
  return kept, after
end

-- The chances of a position.
local function value_of(found, ply)
  local here = found[ply]
  if not here then return nil end
  if not here.seat then return here.here end
  local kept, after = behind(found, ply)
  if not kept then return nil end
  local seat = here.seat
  return mean(here.here, after and after[seat] > kept[seat] and after or kept)
end

local function verdict_on(found, ply, move)
  local here, before = found[ply], value_of(found, ply)
  local kept, after = nil, nil
  if here then kept, after = behind(found, ply) end
  if not (before and kept and after) then return nil end
  local seat = here.seat
  local better = move ~= here.best and after[seat] > kept[seat]
  local lost = (move == here.best or better) and 0 or kept[seat] - after[seat]
  local worth = math.max(before[seat], lost)
  return { seat = seat, move = move, best = better and move or here.best,
    line = better and { move } or here.line, before = worth, after = worth - lost,
    lost = lost, proof = here.proof, forced = here.forced }
end

local function add_luck(moves, values)
  for i, move in ipairs(moves) do
    local next_one = values[i + 1]
    if move and next_one then move.luck = next_one[move.seat] - move.after end
  end
end

--- The verdict on a game: `record` as decoded, found[ply] from the judge for ply 0 to the last
--- position, and whether movers do not know the next position. Gaps in `found` become gaps in
--- values and moves (false); `whole` is true without gaps.
function M.of(record, found, veiled)
  local self = { values = {}, moves = {}, whole = true }
  for ply = 0, #record.moves do
    self.values[ply + 1] = value_of(found, ply) or false
    self.whole = self.whole and self.values[ply + 1] ~= false
  end
  for i, move in ipairs(record.moves) do
    self.moves[i] = verdict_on(found, i - 1, move) or false
    self.whole = self.whole and self.moves[i] ~= false
  end
  if veiled then add_luck(self.moves, self.values) end
  return self
end

-- ---- derived figures --------------------------------------------------------

--- The accuracy in percent of a move with this loss (lichess.org/page/accuracy).
function M.accuracy(lost)
  local percent = 103.1668 * math.exp(-0.04354 * 100 * lost) - 3.1669
  return math.max(0, math.min(100, percent))
end

--- Sums over moves; `add` adds a move.
local Tally = {}
Tally.__index = Tally

function M.tally()
  return setmetatable({ moves = 0, lost = 0, accuracy = 0, mistakes = 0 }, Tally)
end

--- Moves without a choice do not count.
function Tally:add(move)
  if not move or move.forced then return end
  self.moves = self.moves + 1
  self.lost = self.lost + move.lost
  self.accuracy = self.accuracy + M.accuracy(move.lost)
  if move.lost >= MISTAKE then self.mistakes = self.mistakes + 1 end
end

--- The means: accuracy in percent, loss of a move; nil without moves.
function Tally:means()
  if self.moves == 0 then return nil end
  return self.accuracy / self.moves, self.lost / self.moves
end

--- The tallies of the seats in a game.
function M.by_seat(verdict, seats)
  local list = {}
  for seat = 1, seats do list[seat] = M.tally() end
  for _, move in ipairs(verdict.moves) do
    if move then list[move.seat]:add(move) end
  end
  return list
end

--- The numbers of the moves that lost most, the worst first: at most `most`, of those whose loss is
--- worth mentioning.
function M.worst(verdict, most)
  local list = {}
  for i, move in ipairs(verdict.moves) do
    if move and move.lost >= 0.01 then list[#list + 1] = i end
  end
  table.sort(list, function(a, b)
    local x, y = verdict.moves[a].lost, verdict.moves[b].lost
    if x ~= y then return x > y end
    return a < b
  end)
  return table.move(list, 1, math.min(most, #list), 1, {})
end

return M
