-- A game for tesela: the player who takes the last stone wins. It runs as it is. Make
-- it your own, then play it and check its rules:
--   tesela play ./mine.lua
--   tesela check ./mine.lua
-- help "Defined" and help "Board" list everything that a game can have.
local tesela = require "tesela"

return tesela.define {
  title = "The last stone",
  summary = "Take stones in turn; the player who takes the last one wins.",
  notation = "2 (take two stones)",
  seats = 2,
  seat_names = { "first", "second" },
  options = {
    stones = { default = 15, min = 1, max = 60, doc = "stones at the start" },
    take = { default = 3, min = 1, max = 9, doc = "most stones in one move" },
  },
  -- iterations = 1000,         -- of a search in a match; tesela check suggests a number
  endings = { "empty" },        -- how a game can end: s.over and s.reason

  -- The position is s.seat and these fields. A field is a name with its number of cells:
  -- row = 9 gives s.row[1] to s.row[9]. Cells are whole numbers, 0 at the start. A table
  -- sets their range: row = { cells = 9, max = 2 }; without `cells` there is one, s.left.
  fields = { left = { max = 60 } },

  -- All chance comes from rng: rng:int(6).
  start = function(s, _rng)
    s.left = s.options.stones
  end,
  -- A move is a whole number from 1 up; you decide what it means.
  moves = function(s, out)
    for m = 1, math.min(s.options.take, s.left) do out(m) end
  end,
  apply = function(s, m)
    s.left = s.left - m
    if s.left == 0 then
      s.over = "empty"          -- s.seat stays the winner's
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
  -- The text of a move, without spaces.
  print = function(_, m) return tostring(m) end,
  draw = function(s, board)
    board:size(10, 6)
    for i = 1, s.left do
      board:shape((i - 1) % 10 + 1, 6 - (i - 1) // 10, "disc", "blue", "o")
    end
    board:note(("%d left, seat %d"):format(s.left, s.seat))
  end,
}
