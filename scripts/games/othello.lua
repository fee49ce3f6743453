-- Rays: `s.board:rays(0, 2, 1, out)` lists the empty cells from which a row of twos
-- leads to a one, `s.board:ray` counts these. Whoever has no move passes, and a pass
-- is a move.

local tesela = require "tesela"

local PASS = 65
local COLOURS, DISCS = { "black", "white" }, { "X", "O" }

local STEPS = { 1, -1, 8, -8, 7, -7, 9, -9 } -- in the order of ways

return tesela.define {
  title = "Othello, by Goro Hasegawa",
  summary = "A disc takes in a line of the other side's between itself and another of its\n"
    .. "colour: they turn over. Whoever cannot do that passes; when neither can, the\n"
    .. "most discs win.",
  notation = "d3    an empty cell\npass  only where there is no other move",
  seat_names = COLOURS, endings = { "no moves" }, iterations = 150,
  fields = { board = { cells = 64, max = 2, grid = { columns = 8, rows = 8 } },
    last = { max = PASS } },
  start = function(s)
    s.board[28], s.board[37], s.board[29], s.board[36] = 2, 2, 1, 1
  end,
  moves = function(s, out)
    if s.board:rays(0, 3 - s.seat, s.seat, out) == 0 then out(PASS) end
  end,
  apply = function(s, m)
    local board, seat = s.board, s.seat
    for way, step in ipairs(m ~= PASS and STEPS or {}) do
      for i = 1, board:ray(m, 3 - seat, seat, way) do board[m + i * step] = seat end
    end
    if m ~= PASS then board[m] = seat end
    s.last, s.seat = m, 3 - seat
  end,
  over = function(s)
    local board, seat, other = s.board, s.seat, 3 - s.seat
    if board:rays(0, other, seat) == 0 and board:rays(0, seat, other) == 0 then
      return "no moves"
    end
  end,
  result = function(s) return { s.board:count(1), s.board:count(2) } end,
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
