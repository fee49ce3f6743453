-- Hidden pieces: everyone sees where a piece is, but only its owner sees its kind, until
-- it fights. So `seen` is a function. Each seat's pieces are a field of their own, because
-- hidden cells are dealt again within their field: no deal gives a seat two crowns.

local tesela = require "tesela"

local SIDE, EACH = 6, 4
local CROWN, ONE, THREE = 1, 2, 4
local ATTACK = 1 << 12 -- added to a move, which is from << 6 | to
local KINDS = { [-1] = "?", [0] = "", "C", "1", "2", "3" }
local COLOURS = { "red", "blue", "green", "yellow" }
local HOMES = { { 1, 3 }, { 1, 2, 3 }, { 1, 2, 3, 4 } } -- south, west, north, east
local STEPS = { { 0, 1 }, { 1, 0 }, { 0, -1 }, { -1, 0 } }

local fields = {
  at = { cells = 4 * EACH, max = SIDE * SIDE }, -- the cell of each piece, by seat; 0: taken
  shown = { cells = 4 * EACH, max = 1 }, last = { max = SIDE * SIDE },
  calm = { max = 1000 },
}
for seat, colour in ipairs(COLOURS) do
  fields[colour] = { cells = EACH, max = EACH, seen = function(s, piece, viewer)
    return viewer == seat or s.shown[EACH * (seat - 1) + piece] == 1
  end }
end

local function owner(piece) return (piece - 1) // EACH + 1 end
local function kind(s, piece) return s[COLOURS[owner(piece)]][(piece - 1) % EACH + 1] end
local function column_and_row(cell) return (cell - 1) % SIDE + 1, (cell - 1) // SIDE + 1 end

local function name(cell)
  local x, y = column_and_row(cell)
  return string.char(96 + x) .. y
end

local function pieces_by_cell(s)
  local on = {}
  for piece = 1, EACH * s.rules.seats do
    if s.at[piece] > 0 then on[s.at[piece]] = piece end
  end
  return on
end

local function left(s, seat)
  local count = 0
  for piece = EACH * (seat - 1) + 1, EACH * seat do
    if s.at[piece] > 0 then count = count + 1 end
  end
  return count
end

local function beats(a, b)
  if a == ONE and b == THREE or a == THREE and b == ONE then return a == ONE end
  return a > b
end

-- A seat that loses its crown loses all its pieces, and shows them.
local function take(s, piece)
  s.at[piece] = 0
  if kind(s, piece) ~= CROWN then return end
  for other = EACH * (owner(piece) - 1) + 1, EACH * owner(piece) do
    s.at[other], s.shown[other] = 0, 1
  end
end

local function fight(s, piece, other)
  local a, b = kind(s, piece), kind(s, other)
  s.shown[piece], s.shown[other], s.calm = 1, 1, 0
  if b == CROWN or not beats(b, a) then take(s, other) end
  if b ~= CROWN and not beats(a, b) then take(s, piece) end
end

return tesela.define {
  title = "Crowns",
  summary = "Each player has a crown and pieces 1, 2 and 3, in an order hidden from the others.\n"
    .. "A piece moves one step. If it meets an enemy piece, both are shown and fight: the\n"
    .. "higher stays and equals are both lost; but a 1 beats a 3, and any piece takes a\n"
    .. "crown. A player who loses the crown is out. The last player left wins; after many\n"
    .. "plies without a fight, the player with most pieces.",
  notation = "c1-c2  one step\nc4xc5  one step onto an enemy piece",
  seats = "players", seat_names = COLOURS, endings = { "crowns", "calm" },
  options = { players = { default = 2, min = 2, max = 4, doc = "number of players" },
    calm = { default = 60, min = 10, max = 1000, doc = "plies without a fight to end a game" } },
  fields = fields,
  start = function(s, rng)
    for seat, home in ipairs(HOMES[s.rules.seats - 1]) do
      local kinds = { 1, 2, 3, 4 }
      for i = 1, EACH do
        local along, across = i + 1, home > 2 and SIDE or 1
        local x, y = along, across
        if home % 2 == 0 then x, y = across, along end
        s.at[EACH * (seat - 1) + i] = SIDE * (y - 1) + x
        s[COLOURS[seat]][i] = table.remove(kinds, rng:int(#kinds))
      end
    end
  end,
  moves = function(s, out)
    local on = pieces_by_cell(s)
    for piece = EACH * (s.seat - 1) + 1, EACH * s.seat do
      local from = s.at[piece]
      local x, y = column_and_row(from)
      for _, step in ipairs(from > 0 and STEPS or {}) do
        local to_x, to_y = x + step[1], y + step[2]
        local to = SIDE * (to_y - 1) + to_x
        local inside = to_x >= 1 and to_x <= SIDE and to_y >= 1 and to_y <= SIDE
        if inside and not on[to] then
          out(from << 6 | to)
        elseif inside and owner(on[to]) ~= s.seat then
          out(ATTACK | from << 6 | to)
        end
      end
    end
  end,
  apply = function(s, m)
    local on, from, to = pieces_by_cell(s), m >> 6 & 63, m & 63
    s.calm, s.last = s.calm + 1, to
    if on[to] then fight(s, on[from], on[to]) end
    if s.at[on[from]] > 0 then s.at[on[from]] = to end
    for _ = 1, s.rules.seats do
      s.seat = s.seat % s.rules.seats + 1
      if left(s, s.seat) > 0 then return end
    end
  end,
  over = function(s)
    local playing = 0
    for seat = 1, s.rules.seats do
      if left(s, seat) > 0 then playing = playing + 1 end
    end
    return playing < 2 and "crowns" or s.calm >= s.options.calm and "calm" or nil
  end,
  result = function(s) -- pieces
    local scores = {}
    for seat = 1, s.rules.seats do scores[seat] = left(s, seat) end
    return scores
  end,
  print = function(_, m)
    return name(m >> 6 & 63) .. (m & ATTACK > 0 and "x" or "-") .. name(m & 63)
  end,
  draw = function(s, board)
    board:size(SIDE, SIDE, 2)
    for piece = 1, EACH * s.rules.seats do
      if s.at[piece] > 0 then
        local x, y = column_and_row(s.at[piece])
        local colour = COLOURS[owner(piece)]
        board:shape(x, y, "disc", colour, colour:sub(1, 1) .. KINDS[kind(s, piece)])
          :name(colour .. (piece - 1) % EACH + 1)
      end
    end
    if s.last > 0 then board:mark(column_and_row(s.last)) end
    if not board.hint then return end
    for _, cell in ipairs { board.hint >> 6 & 63, board.hint & 63 } do
      local x, y = column_and_row(cell)
      board:mark(x, y, "hint")
    end
  end,
}
