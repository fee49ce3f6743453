-- A game for tesela: whoever takes the last stone wins. It runs as it is; make
-- another of it, and look whether it is sound:
--   tesela play ./mine.lua
--   tesela check ./mine.lua
-- help "Defined" and help "Board" tell what there is.
local tesela = require "tesela"

return tesela.define {
  title = "The last stone",
  summary = "Take stones in turn; whoever takes the last one wins.",
  notation = "2 (take two stones)",
  seats = 2,
  seat_names = { "first", "second" },
  options = {
    stones = { default = 15, min = 1, max = 60, doc = "stones at the start" },
    take = { default = 3, min = 1, max = 9, doc = "most that a move takes" },
  },
  -- iterations = 1000,         -- of searches in matches: see tesela check
  endings = { "empty" },        -- how a game can end: s.over and s.reason

  -- All that a position is, besides s.seat: names with the number of cells,
  -- which hold whole numbers and begin as 0: s.left, and, of row = 9, s.row[1]
  -- to s.row[9]. A table says what they may hold: row = { cells = 9, max = 2 }.
  fields = { left = { max = 60 } },

  -- rng is the only chance there is: rng:int(6).
  start = function(s, _rng)
    s.left = s.options.stones
  end,
  -- A move is a whole number from 1 on; what it means is up to you.
  moves = function(s, out)
    for m = 1, math.min(s.options.take, s.left) do out(m) end
  end,
  apply = function(s, m)
    s.left = s.left - m
    if s.left == 0 then
      s.over = "empty"          -- the winner stays at the turn
    else
      s.seat = s.seat % s.rules.seats + 1
    end
  end,
  -- Scores by seat; the places follow from them.
  result = function(s)
    local scores = { 0, 0 }
    if s.over then scores[s.seat] = 1 end
    return scores
  end,
  -- How a move is written, without blanks.
  print = function(_, m) return tostring(m) end,
  draw = function(s, board)
    board:size(10, 6)
    for i = 1, s.left do
      board:shape((i - 1) % 10 + 1, 6 - (i - 1) // 10, "disc", "blue", "o")
    end
    board:note(("%d left, seat %d"):format(s.left, s.seat))
  end,
}
