-- A board whose cells contain numbers: `max` instead of pieces. The points of a graph have
-- names and places, here in two rows.

local tesela = require "tesela"

local STORES = { 7, 8 }
-- The cells in the order of sowing, and the place of each cell in that order.
local AROUND, PLACE = { 1, 2, 3, 4, 5, 6, 7, 14, 13, 12, 11, 10, 9, 8 }, {}
for i, cell in ipairs(AROUND) do PLACE[cell] = i end

local points = {}
for i = 1, 7 do
  points[i] = { ("bcdefgh"):sub(i, i) .. "1", i + 1, 1 }
  points[7 + i] = { ("abcdefg"):sub(i, i) .. "2", i, 2 }
end

local function is_own(seat, cell)
  return seat == 1 and cell < STORES[1] or seat == 2 and cell > STORES[2]
end

local function sum(s, seat)
  local seeds = 0
  for cell = 1, 14 do if is_own(seat, cell) then seeds = seeds + s.board[cell] end end
  return seeds
end

return tesela.define {
  title = "Kalah, by William Julius Champion",
  summary = "South has the pits b1 to g1 and the store h1, north g2 to b2 and a2. Sow the seeds\n"
    .. "from one of your pits one by one around the board, past the opponent's store. If the\n"
    .. "last seed lands in your store, you move again. If it lands in an empty pit of yours\n"
    .. "with seeds opposite, it goes to your store with them. When a side's pits are all\n"
    .. "empty, the other side keeps the seeds in its own. Most seeds win.",
  notation = "c1  the pit to sow from",
  seat_names = { "south", "north" }, iterations = 500,
  options = { seeds = { default = 4, min = 1, max = 6, doc = "in each pit at the start" } },
  board = tesela.board.graph { points = points, max = 72, width = 2 },
  endings = { "empty" },
  start = function(s)
    for cell = 1, 14 do
      if cell ~= STORES[1] and cell ~= STORES[2] then s.board[cell] = s.options.seeds end
    end
  end,
  moves = function(s, out)
    for cell = 1, 14 do
      if is_own(s.seat, cell) and s.board[cell] > 0 then out(cell) end
    end
  end,
  apply = function(s, m)
    local board, seat, at = s.board, s.seat, PLACE[m]
    local store, seeds = STORES[seat], board[m]
    board[m], s.last = 0, m
    while seeds > 0 do
      at = at % 14 + 1
      local cell = AROUND[at]
      if cell ~= STORES[3 - seat] then board[cell], seeds = board[cell] + 1, seeds - 1 end
    end
    local cell = AROUND[at]
    local opposite = cell < 7 and cell + 8 or cell - 8
    if is_own(seat, cell) and board[cell] == 1 and board[opposite] > 0 then
      board[store] = board[store] + 1 + board[opposite]
      board[cell], board[opposite] = 0, 0
    end
    if cell ~= store then s.seat = 3 - seat end
    if sum(s, 1) > 0 and sum(s, 2) > 0 then return end
    for side = 1, 2 do
      board[STORES[side]] = board[STORES[side]] + sum(s, side)
      for pit = 1, 14 do if is_own(side, pit) then board[pit] = 0 end end
    end
    s.over = "empty"
  end,
  result = function(s) return { s.board[STORES[1]], s.board[STORES[2]] } end,
}
