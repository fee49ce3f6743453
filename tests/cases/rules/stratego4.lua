-- Stratego on 4x4: the pieces of each are dealt at random: flag, bomb, spy, scout, marshal.
-- The board shows whose a piece is; what it is is a field that the other seat does not see.
local tesela = require "tesela"
local FROM = 1 << 13 -- a move is from and to
local FLAG, SPY, SCOUT, MARSHAL, BOMB = 1, 2, 3, 4, 5
local RANKS = { [-1] = "?", "F", "S", "2", "10", "B" }
local COLOURS = { "red", "blue" }

local function ranks_of(seat)
  return { cells = "board", max = BOMB, seen = function(s, cell, viewer)
    return viewer == seat or s.shown[cell] == 1 or s.over
  end }
end

return tesela.define {
  title = "Stratego on 4x4", seat_names = COLOURS,
  summary = "Each has a flag, a spy, a scout, a marshal and a bomb, which others do not see. The\n"
    .. "pieces go one step; flag and bomb stay. An attack shows both: the higher stays,\n"
    .. "equal ones leave; the spy takes the marshal, the scout takes the bomb. Taking the\n"
    .. "flag wins, and so does leaving the other seat without a move.",
  notation = "a1-a2  a step\na2xa3  an attack",
  board = tesela.board.square { columns = 4, ways = 4 },
  pieces = { { "r", colour = "red" }, { "b", colour = "blue" } },
  fields = { red = ranks_of(1), blue = ranks_of(2), shown = { cells = "board", max = 1 },
    calm = { max = 40 } },
  endings = { { "flag", wins = true }, { "stuck", wins = true }, { "calm", draw = true } },
  start = function(s, rng)
    for seat = 1, 2 do
      local ranks = rng:shuffle { FLAG, SPY, SCOUT, MARSHAL, BOMB }
      for i, cell in ipairs(seat == 1 and { 1, 2, 3, 4, 6 } or { 13, 14, 15, 16, 11 }) do
        s[COLOURS[seat]][cell], s.board[cell] = ranks[i], seat
      end
    end
  end,
  moves = { { "step", to = { "empty", "enemy" } } },
  keep = function(s, m)
    local rank = s[COLOURS[s.seat]][m // FROM]
    return rank > FLAG and rank < BOMB
  end,
  why = function(_, _, m) return m and "flag and bomb stay where they are" or nil end,
  apply = function(s, m)
    local from, to = m // FROM, m % FROM
    local own, other = s[COLOURS[s.seat]], s[COLOURS[3 - s.seat]]
    local a, b, shown = own[from], other[to], s.shown[from]
    local wins = b == FLAG or a == SPY and b == MARSHAL or a == SCOUT and b == BOMB or a > b
    own[from], s.shown[from], s.board[from], s.last = 0, 0, 0, m
    s.calm = b == 0 and s.calm + 1 or 0
    if wins then
      own[to], other[to], s.board[to], s.shown[to] = a, 0, s.seat, b > 0 and 1 or shown
    elseif a == b then
      other[to], s.board[to], s.shown[to] = 0, 0, 0
    else
      s.shown[to] = 1
    end
    if b == FLAG then s.over = "flag" return end
    s.seat = 3 - s.seat
    if s:count() == 0 then s.over, s.seat = "stuck", 3 - s.seat end
  end,
  over = function(s) return s.reason or s.calm == 40 and "calm" or nil end,
  draw = function(s, board)
    board:size(4, 4, 3):ground "green"
    for cell = 1, 16 do
      local x, y, seat = (cell - 1) % 4 + 1, (cell - 1) // 4 + 1, s.board[cell]
      if seat > 0 then
        local letters = COLOURS[seat]:sub(1, 1) .. RANKS[s[COLOURS[seat]][cell]]
        board:shape(x, y, "card", COLOURS[seat], letters)
      end
      if s.last % FROM == cell then board:mark(x, y, "last") end
      if board.hint and board.hint % FROM == cell then board:mark(x, y, "hint") end
    end
  end,
}
