-- A board that is read in one go: `s.board:all()` is a table of its cells, which
-- is many times faster to look at than the state, cell by cell. Who has no move
-- passes, and a pass is a move.

local tesela = require "tesela"

local PASS = 65
local COLOURS, DISCS = { "black", "white" }, { "X", "O" }

-- RAYS[cell]: the cells from there on in each direction in which there are two.
local RAYS = {}
for cell = 1, 64 do
  RAYS[cell] = {}
  for way = 0, 8 do
    local dx, dy, ray = way % 3 - 1, way // 3 - 1, {}
    local x, y = (cell - 1) % 8 + dx, (cell - 1) // 8 + dy
    while way ~= 4 and x >= 0 and x < 8 and y >= 0 and y < 8 do
      ray[#ray + 1] = 8 * y + x + 1
      x, y = x + dx, y + dy
    end
    if #ray > 1 then table.insert(RAYS[cell], ray) end
  end
end

-- How many discs of the other side a ray takes in before one of this side.
local function taken(board, ray, seat)
  local other, count = 3 - seat, 0
  while board[ray[count + 1]] == other do count = count + 1 end
  return count > 0 and board[ray[count + 1]] == seat and count or 0
end

local function takes(board, cell, seat)
  local other = 3 - seat
  for _, ray in ipairs(RAYS[cell]) do
    if board[ray[1]] == other and taken(board, ray, seat) > 0 then return true end
  end
end

local function can_move(board, seat)
  for cell = 1, 64 do
    if board[cell] == 0 and takes(board, cell, seat) then return true end
  end
end

return tesela.define {
  title = "Othello, by Goro Hasegawa",
  summary = "A disc takes in a line of the other side's between itself and another of its\n"
    .. "colour: they turn over. Whoever cannot do that passes; when neither can, the\n"
    .. "most discs win.",
  notation = "d3    an empty cell\npass  only where there is no other move",
  seat_names = COLOURS, endings = { "no moves" }, iterations = 150,
  fields = { board = { cells = 64, max = 2 }, last = { max = PASS } },
  start = function(s)
    s.board[28], s.board[37], s.board[29], s.board[36] = 2, 2, 1, 1
  end,
  moves = function(s, out)
    local board, seat, any = s.board:all(), s.seat, false
    for cell = 1, 64 do
      if board[cell] == 0 and takes(board, cell, seat) then
        out(cell)
        any = true
      end
    end
    if not any then out(PASS) end
  end,
  apply = function(s, m)
    local cells, board, seat = s.board, s.board:all(), s.seat
    for _, ray in ipairs(m ~= PASS and RAYS[m] or {}) do
      for i = 1, taken(board, ray, seat) do cells[ray[i]] = seat end
    end
    if m ~= PASS then cells[m] = seat end
    s.last, s.seat = m, 3 - seat
  end,
  over = function(s)
    local board = s.board:all()
    if not can_move(board, s.seat) and not can_move(board, 3 - s.seat) then return "no moves" end
  end,
  result = function(s) return { #s.board:find(1), #s.board:find(2) } end,
  print = function(_, m)
    return m == PASS and "pass" or string.char(97 + (m - 1) % 8, 49 + (m - 1) // 8)
  end,
  draw = function(s, board)
    board:size(8, 8):ground "green"
    for cell = 1, 64 do
      local x, y, disc = (cell - 1) % 8 + 1, (cell + 7) // 8, s.board[cell]
      if disc > 0 then board:shape(x, y, "disc", COLOURS[disc], DISCS[disc]) end
      if cell == s.last then board:mark(x, y) end
      if cell == board.hint then board:mark(x, y, "hint") end
    end
  end,
}
