-- Chess: castling, en passant, promotion, mate, stalemate, fifty moves, threefold repetition
-- and bare kings. Moves are written as computers do: e2e4, e7e8q, e1g1.
local tesela = require "tesela"
local FROM, PROMOTION = 1 << 13, 1 << 30 -- a move is from, to, and what a pawn becomes
local P, N, B, R, Q, K = 1, 2, 3, 4, 5, 6 -- white's; black's are six more
local KING = { { 1, 0 }, { 1, 1 }, { 0, 1 }, { -1, 1 }, { -1, 0 }, { -1, -1 }, { 0, -1 },
  { 1, -1 } }
local STEPS = { [B] = { KING[2], KING[4], KING[6], KING[8] }, [Q] = KING, [K] = KING,
  [R] = { KING[1], KING[3], KING[5], KING[7] }, [N] = { { 1, 2 }, { 2, 1 }, { 2, -1 },
    { 1, -2 }, { -1, -2 }, { -2, -1 }, { -2, 1 }, { -1, 2 } } }

local function owner(piece) return piece > 6 and 2 or piece > 0 and 1 or 0 end
local function kind(piece) return (piece - 1) % 6 + 1 end
local function ahead(seat) return seat == 1 and 1 or -1 end
local function target(cell, dx, dy)
  local x, y = (cell - 1) % 8 + dx, (cell - 1) // 8 + dy
  return x >= 0 and x < 8 and y >= 0 and y < 8 and 8 * y + x + 1 or nil
end

-- Shows the cells that a kind of piece reaches, until `see` has seen enough.
local function reach(board, from, of, see)
  for _, step in ipairs(STEPS[of]) do
    local to = target(from, step[1], step[2])
    while to do
      if see(to, board[to]) then return true end
      to = board[to] == 0 and of ~= N and of ~= K and target(to, step[1], step[2])
    end
  end
  return false
end

local function attacked(board, cell, by)
  local own = 6 * (by - 1)
  for dx = -1, 1, 2 do
    local from = target(cell, dx, -ahead(by))
    if from and board[from] == own + P then return true end
  end
  for of = N, K do
    if reach(board, cell, of, function(_, piece) return piece == own + of end) then
      return true
    end
  end
  return false
end

local function in_check(s, seat)
  return attacked(s.board:all(), s.board:find(6 * seat)[1], 3 - seat)
end

local function add_pawn(s, board, from, add)
  local way = ahead(s.seat)
  local to = from + 8 * way
  if board[to] == 0 then
    add(from, to)
    if (from - 1) // 8 == (way == 1 and 1 or 6) and board[to + 8 * way] == 0 then
      add(from, to + 8 * way)
    end
  end
  for dx = -1, 1, 2 do
    local aside = target(from, dx, way)
    if aside and (owner(board[aside]) == 3 - s.seat or aside == s.ep) then add(from, aside) end
  end
end

local function add_castling(s, board, add)
  local home = s.seat == 1 and 5 or 61
  for side, way in ipairs { 1, -1 } do
    local free = s.castle[2 * s.seat - 2 + side] == 1
    for cell = 1, way == 1 and 2 or 3 do free = free and board[home + way * cell] == 0 end
    if free and not attacked(board, home, 3 - s.seat)
      and not attacked(board, home + way, 3 - s.seat) then
      add(home, home + 2 * way)
    end
  end
end

-- The moves, also those after which the king is in check.
local function called(s)
  local board, list = s.board:all(), {}
  local function add(from, to)
    local m, promotes = from * FROM + to, kind(board[from]) == P and (to < 9 or to > 56)
    for piece = promotes and N or 0, promotes and Q or 0 do
      list[#list + 1] = m + piece * PROMOTION
    end
  end
  for from = 1, 64 do
    local of = owner(board[from]) == s.seat and kind(board[from])
    if of == P then
      add_pawn(s, board, from, add)
    elseif of then
      reach(board, from, of, function(to, piece)
        if owner(piece) ~= s.seat then add(from, to) end
      end)
    end
  end
  add_castling(s, board, add)
  return list
end

local function is_legal(s, m) return not in_check(s:after(m), s.seat) end
local function is_stuck(s)
  for _, m in ipairs(called(s)) do if is_legal(s, m) then return false end end
  return true
end

local function key(s) -- of what may come again
  local h = s.seat * 31 + s.ep
  for i = 1, 4 do h = h * 3 + s.castle[i] end
  for _, piece in ipairs(s.board:all()) do h = (h * 1000003 + piece) & 0x7fffffff end
  return math.max(h, 1)
end

return tesela.define {
  title = "Chess", seat_names = { "white", "black" },
  summary = "Chess, with castling, en passant and promotion. Mate wins; stalemate, a position\n"
    .. "three times, fifty moves without a capture or a pawn, and bare kings are draws.",
  notation = "e2e4   from, to\ne7e8q  with promotion\ne1g1   castling",
  board = tesela.board.square { columns = 8, chequered = true },
  pieces = { { "P", colour = "white", owner = 1 }, { "N", colour = "white", owner = 1 },
    { "B", colour = "white", owner = 1 }, { "R", colour = "white", owner = 1 },
    { "Q", colour = "white", owner = 1 }, { "K", colour = "white", owner = 1 },
    { "p", colour = "black", owner = 2 }, { "n", colour = "black", owner = 2 },
    { "b", colour = "black", owner = 2 }, { "r", colour = "black", owner = 2 },
    { "q", colour = "black", owner = 2 }, { "k", colour = "black", owner = 2 } },
  fields = { castle = { cells = 4, max = 1 }, ep = { max = 64 }, calm = { max = 100 },
    trail = { cells = 100, max = 0x7fffffff } },
  endings = { { "mate", loses = true }, { "stalemate", draw = true },
    { "fifty", draw = true }, { "repetition", draw = true }, { "bare", draw = true } },
  start = function(s)
    for x, of in ipairs { R, N, B, Q, K, B, N, R } do
      s.board[x], s.board[8 + x], s.board[48 + x], s.board[56 + x] = of, P, 6 + P, 6 + of
    end
    for i = 1, 4 do s.castle[i] = 1 end
  end,
  moves = function(s, out) out(called(s)) end,
  keep = is_legal,
  why = function(_, _, m) return m and "the king would be in check" or nil end,
  apply = function(s, m)
    local from, to, becomes = m // FROM % FROM, m % FROM, m // PROMOTION
    local piece, length = s.board[from], to - from
    local pawn = kind(piece) == P
    s.calm = (pawn or s.board[to] > 0) and 0 or math.min(s.calm + 1, 100)
    if s.calm > 0 then s.trail[s.calm] = key(s) end
    if pawn and to == s.ep then s.board[to - 8 * ahead(s.seat)] = 0 end
    if kind(piece) == K and math.abs(length) == 2 then
      local rook = length > 0 and to + 1 or to - 2
      s.board[from + length // 2], s.board[rook] = s.board[rook], 0
    end
    s.board[from], s.board[to] = 0, becomes > 0 and 6 * (s.seat - 1) + becomes or piece
    for i, corner in ipairs { 8, 1, 64, 57 } do
      local king = i < 3 and 5 or 61
      if from == corner or to == corner or from == king then s.castle[i] = 0 end
    end
    s.ep = pawn and math.abs(length) == 16 and from + length // 2 or 0
    if s.calm == 0 then for i = 1, 100 do s.trail[i] = 0 end end
    s.last, s.seat = m % PROMOTION, 3 - s.seat
  end,
  over = function(s)
    if is_stuck(s) then return in_check(s, s.seat) and "mate" or "stalemate" end
    if s.calm == 100 then return "fifty" end
    if s.trail:count(key(s)) > 1 then return "repetition" end
    if s.board:count(0) == 62 then return "bare" end
  end,
  estimate = function(s)
    local white = 0
    for piece, worth in ipairs { 1, 3, 3, 5, 9 } do
      white = white + worth * (s.board:count(piece) - s.board:count(6 + piece))
    end
    return { white, 0 }, 4
  end,
  print = function(s, m)
    local from, to, becomes = m // FROM % FROM, m % FROM, m // PROMOTION
    local letter = becomes > 0 and ("nbrq"):sub(becomes - 1, becomes - 1) or ""
    return s.board:name(from) .. s.board:name(to) .. letter
  end,
}
