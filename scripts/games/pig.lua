-- Dice: with `chance = true`, `apply` gets a random generator. It is a part of the state
-- that no seat sees: the seed and the moves determine the game, but no player knows the
-- next throw. Searches sample the outcomes.

local tesela = require "tesela"

local ROLL, HOLD = 1, 2
local COLOURS = { "red", "blue", "green", "yellow" }

return tesela.define {
  title = "Pig, after John Scarne",
  summary = "Throw the die as often as you like. The throws of your turn add up, and you score\n"
    .. "the sum when you hold; but a one ends the turn without points. The first to reach a\n"
    .. "hundred points wins.",
  notation = "roll  throw the die\nhold  end the turn and score its points",
  seats = "players", seat_names = COLOURS, endings = { "points" },
  options = { players = { default = 2, min = 2, max = 4, doc = "number of players" },
    points = { default = 100, min = 10, max = 500, doc = "points needed to win" } },
  fields = { kept = { cells = 4, max = 1200 }, turn = { max = 600 }, die = { max = 6 } },
  chance = true,
  moves = function(s, out)
    if s.kept[s.seat] + s.turn < s.options.points then out(ROLL) end
    if s.turn > 0 then out(HOLD) end
  end,
  apply = function(s, m, rng)
    s.die = m == ROLL and rng:int(6) or 0
    if s.die > 1 then
      s.turn = s.turn + s.die
    else
      if m == HOLD then s.kept[s.seat] = s.kept[s.seat] + s.turn end
      s.turn, s.seat = 0, s.seat % s.rules.seats + 1
    end
  end,
  over = function(s)
    for seat = 1, s.rules.seats do
      if s.kept[seat] >= s.options.points then return "points" end
    end
  end,
  result = function(s)
    local points = {}
    for seat = 1, s.rules.seats do points[seat] = s.kept[seat] end
    return points
  end,
  print = function(_, m) return m == ROLL and "roll" or "hold" end,
  draw = function(s, board)
    local thrower = s.die == 1 and (s.seat - 2) % s.rules.seats + 1 or s.seat
    board:size(3, s.rules.seats, 3):table()
    for seat = 1, s.rules.seats do
      local row = s.rules.seats + 1 - seat
      board:put(1, row, tostring(s.kept[seat]), COLOURS[seat])
      if seat == s.seat then board:put(2, row, "+" .. s.turn, COLOURS[seat]) end
      if s.die > 0 and seat == thrower then board:shape(3, row, "die", "white", tostring(s.die)) end
      if seat == s.seat and board.hint then
        board:mark(board.hint == HOLD and 1 or 3, row, "hint")
      end
    end
    board:note(s.over and "over (points)" or s.rules.seat_names[s.seat] .. " to move")
  end,
}
