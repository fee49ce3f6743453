-- A graph: points with lines through them. Points with names like d7 lie where their names
-- say. `moves` is a function, because closing a mill takes a man in the same move. A move is
-- take * TAKE plus the move on the board, which is from * 8192 + to, or only `to`.

local tesela = require "tesela"

local FROM, TAKE = 8192, 1 << 30
local MEN, CALM = 9, 100

local function parts(m) return m % TAKE // FROM, m % FROM, m // TAKE end

-- Does a man of this seat close a mill by going to `to` from `from` (0: a new man)?
local function closes(board, seat, from, to)
  for pair = 1, 3, 2 do
    local men = 0
    for way = pair, pair + 1 do
      local at = board:next(to, way)
      while at and at ~= from and board[at] == seat do
        men, at = men + 1, board:next(at, way)
      end
    end
    if men == 2 then return true end
  end
  return false
end

-- The enemy men that a mill may take: those outside mills, if there are any.
local function takes(s)
  local all, free = s.board:find(3 - s.seat), {}
  for _, cell in ipairs(all) do
    if s.board:run(cell) < 3 then free[#free + 1] = cell end
  end
  return #free > 0 and free or all
end

-- Calls add(from, to) for each way to place or move a man.
local function each_step(s, add)
  local board = s.board
  local own, empty = board:find(s.seat), board:find(0)
  if s.placed[s.seat] < MEN then own = { 0 } end
  for _, from in ipairs(own) do
    if from == 0 or #own == 3 then
      for _, to in ipairs(empty) do add(from, to) end
    else
      for way = 1, 4 do
        local to = board:next(from, way)
        if to and board[to] == 0 then add(from, to) end
      end
    end
  end
end

return tesela.define {
  title = "Nine Men's Morris",
  summary = "Each side places nine men, then moves them along the lines; a side with three left\n"
    .. "may jump. Three in a line, a mill, take an enemy man, from outside its mills if\n"
    .. "possible. A side with two men left, or without a move, loses. After a hundred plies\n"
    .. "in which no man is placed or taken, the game is a draw.",
  notation = "d6       place a man\nd6-d7    move it\nd6-d7xa1 close a mill and take a1\n"
    .. "d6xa1    place a man, close a mill and take a1",
  seat_names = { "white", "black" }, iterations = 300,
  board = tesela.board.graph { lines = {
    "a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6",
    "a7 d7 g7", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5",
    "f2 f4 f6", "g1 g4 g7",
  } },
  fields = { placed = { cells = 2, max = MEN }, calm = { max = CALM } },
  endings = { { "two left", loses = true }, { "no moves", loses = true }, { "calm", draw = true } },
  moves = function(s, out)
    local taken = takes(s)
    each_step(s, function(from, to)
      if not closes(s.board, s.seat, from, to) then
        out(from * FROM + to)
      else
        for _, take in ipairs(taken) do out(take * TAKE + from * FROM + to) end
      end
    end)
  end,
  apply = function(s, m)
    local from, to, take = parts(m)
    s.calm = s.calm + 1
    if from > 0 then s.board[from] = 0 else s.placed[s.seat], s.calm = s.placed[s.seat] + 1, 0 end
    if take > 0 then s.board[take], s.calm = 0, 0 end
    s.board[to], s.last, s.seat = s.seat, m % TAKE, 3 - s.seat
  end,
  over = function(s)
    if s.placed[s.seat] < MEN then return end
    if s.board:count(s.seat) < 3 then return "two left" end
    local moves = 0
    each_step(s, function() moves = moves + 1 end)
    return moves == 0 and "no moves" or s.calm == CALM and "calm" or nil
  end,
  print = function(s, m)
    local from, to, take = parts(m)
    return (from > 0 and s.board:name(from) .. "-" or "") .. s.board:name(to)
      .. (take > 0 and "x" .. s.board:name(take) or "")
  end,
}
