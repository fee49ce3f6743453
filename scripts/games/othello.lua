-- A declared board with moves in functions: `moves` and `apply` use the board's rays. A
-- pass is a move, and the board draws itself.

local tesela = require "tesela"

local PASS = 65

return tesela.define {
  title = "Othello, by Goro Hasegawa",
  summary = "A new disc must enclose a line of enemy discs between itself and another of its\n"
    .. "colour; it turns them over. A side that cannot do so passes; when neither can, most\n"
    .. "discs win.",
  notation = "d3    an empty cell\npass  only if there is no other move",
  seat_names = { "black", "white" }, iterations = 150,
  board = tesela.board.square { columns = 8, ground = "green" },
  pieces = { { "X", colour = "black" }, { "O", colour = "white" } },
  fields = { last = { max = PASS } },
  start = { X = { "d5", "e4" }, O = { "d4", "e5" } },
  endings = { { "no moves", most = true } },
  moves = function(s, out)
    if s.board:rays(0, 3 - s.seat, s.seat, out) == 0 then out(PASS) end
  end,
  apply = function(s, m)
    local board, seat = s.board, s.seat
    for way = 1, m ~= PASS and 8 or 0 do
      local cell = m
      for _ = 1, board:ray(m, 3 - seat, seat, way) do
        cell = board:next(cell, way)
        board[cell] = seat
      end
    end
    if m ~= PASS then board[m] = seat end
    s.last, s.seat = m, 3 - s.seat
  end,
  over = function(s)
    local board, seat, other = s.board, s.seat, 3 - s.seat
    if board:rays(0, other, seat) == 0 and board:rays(0, seat, other) == 0 then
      return "no moves"
    end
  end,
  print = function(s, m) return m == PASS and "pass" or s.board:name(m) end,
}
