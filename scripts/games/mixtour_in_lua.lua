-- Mixtour, all of it in Lua: a whole game with the hard parts (stacks, a forbidden move,
-- draws by repetition), and a measure of what Lua costs compared with C. The board may have
-- any size from 3x3 to 8x8. On 5x5 the tests compare it with the game in C, with any
-- options: moves, scores, endings and perft counts are the same.
--
-- A stack is a number in binary: 1, then its pieces from the bottom up (0 white,
-- 1 red); 0 is no stack. `trail` contains the last `quiet` moves, all reversible: a
-- position can only have occurred before among these, so we take them back to count.

local tesela = require "tesela"

local LEAST, MOST = 3, 8 -- sizes of the board; cells are numbered row by row
local PASS, ENTER = 1 << 18, 1 << 17 -- or pieces << 14 | from << 7 | to
local BACK = 1 << 19 -- in the trail: this move may not be taken back
local TRAIL = 100 -- the most moves in it
local SIDES = { "white", "red" }

local HEIGHT, REDS = { [0] = 0, 0 }, { [0] = 0, 0 }
for stack = 2, 0x7fff do
  HEIGHT[stack] = HEIGHT[stack >> 1] + 1
  REDS[stack] = REDS[stack >> 1] + (stack & 1)
end

-- The lines that lead to a cell, by their length: `from` is where a move begins,
-- [1..] are the cells between.
local function lines_to(to, size)
  local x, y, lines = (to - 1) % size, (to - 1) // size, {}
  for distance = 0, MOST do lines[distance] = {} end
  for way = 0, 8 do
    local dx, dy, line = way % 3 - 1, way // 3 - 1, {}
    for distance = 1, way == 4 and 0 or size - 1 do
      local u, v = x + distance * dx, y + distance * dy
      if u < 0 or u >= size or v < 0 or v >= size then break end
      line.from = size * v + u + 1
      table.insert(lines[distance], line)
      line = { table.unpack(line) }
      line[distance] = size * v + u + 1
    end
  end
  return lines
end

-- LINES[size][to][distance], made when a size is first played.
local LINES = setmetatable({}, { __index = function(known, size)
  known[size] = {}
  for to = 1, size * size do known[size][to] = lines_to(to, size) end
  return known[size]
end })

local function name(cell, size)
  return string.char(97 + (cell - 1) % size, 49 + (cell - 1) // size)
end

local function split(m) return m >> 14, m >> 7 & 127, m & 127 end

local function reversed(m)
  local pieces, from, to = split(m)
  return pieces << 14 | to << 7 | from
end

-- Marks the cells that a move begins and ends on.
local function mark(board, m, size, how)
  local _, from, to = split(m)
  if to == 0 then return end
  local x, y = (to - 1) % size + 1, (to - 1) // size + 1
  if m >= ENTER then
    board:mark(x, y, how)
  else
    board:mark(x, y, how, (from - 1) % size + 1, (from - 1) // size + 1)
  end
end

-- How often the position has occurred, including now.
local function occurrences(s, cells)
  local now, then_, trail, count = s.stack:all(cells), s.stack:all(cells), s.trail, 1
  for ply = s.quiet, 1, -1 do
    local pieces, from, to = split(trail[ply] & ~BACK)
    if then_[from] and then_[to] then -- no pass
      then_[from] = then_[from] << pieces | then_[to] & (1 << pieces) - 1
      then_[to] = then_[to] >> pieces
    end
    local before = ply > 1 and trail[ply - 1] or 0
    local forbidden = before & BACK ~= 0 and reversed(before & ~BACK) or 0
    local same = (s.quiet - ply) % 2 == 1 and forbidden == s.forbidden
    for cell = 1, same and cells or 0 do
      if now[cell] ~= then_[cell] then same = false break end
    end
    if same then count = count + 1 end
  end
  return count
end

local function keep_quiet(s, o, m)
  s.quiet = math.min(s.quiet + 1, TRAIL)
  s.trail[s.quiet] = m | (s.forbidden ~= 0 and BACK or 0)
  if o.repetition > 0 and s.quiet >= 4 * (o.repetition - 1)
    and occurrences(s, o.size * o.size) >= o.repetition then
    s.over = "repetition"
  elseif s.quiet >= o.stall then
    s.over = "stall"
  end
end

local function break_quiet(s)
  local trail = s.trail
  for ply = 1, s.quiet do trail[ply] = 0 end
  s.quiet = 0
end

local function apply_pass(s, o)
  local again = s.last == PASS
  s.forbidden = 0
  keep_quiet(s, o, PASS)
  if again then s.over = "passes" end
end

local function apply_enter(s, cell)
  s.stack[cell] = 1 + s.seat -- 2 or 3: a piece on nothing
  s.placed[s.seat] = s.placed[s.seat] + 1
  s.forbidden = 0
  break_quiet(s)
end

-- A stack that is high enough leaves the board, and its top piece scores.
local function remove(s, o, stack)
  local owner = 1 + (stack & 1)
  s.placed[1] = s.placed[1] - HEIGHT[stack] + REDS[stack]
  s.placed[2] = s.placed[2] - REDS[stack]
  s.score[owner] = s.score[owner] + 1
  if s.score[owner] >= o.win_score then s.over = "points" end
end

local function apply_move(s, o, m)
  local pieces, from, to = split(m)
  local source, target = s.stack[from], s.stack[to]
  local rest = source >> pieces
  local stack = target << pieces | source & (1 << pieces) - 1
  local removed, emptied = HEIGHT[stack] >= o.stack, rest == 1
  s.stack[from] = emptied and 0 or rest
  s.stack[to] = removed and 0 or stack
  s.forbidden = not removed and not emptied
    and HEIGHT[rest] == HEIGHT[target] and reversed(m) or 0
  if removed then remove(s, o, stack) end
  if removed or emptied then break_quiet(s) else keep_quiet(s, o, m) end
end

return tesela.define {
  title = "Mixtour in Lua",
  summary = tesela.game("mixtour").summary,
  notation = tesela.game("mixtour").notation,
  seat_names = SIDES,
  options = {
    size = { default = 5, min = LEAST, max = MOST, doc = "cells on each side" },
    win_score = { default = 1, min = 1, doc = "points needed to win" },
    pieces = { default = 20, min = 1, max = 20, doc = "pieces per player" },
    stack = { default = 5, min = 2, max = 8,
      doc = "height at which a stack is removed and scores" },
    repetition = { default = 3, min = 2, max = 9, or_zero = true,
      doc = "occurrences of a position that make a draw; 0 = off" },
    stall = { default = 100, min = 1, max = TRAIL,
      doc = "reversible plies in a row that make a draw" },
  },
  fields = {
    stack = { cells = MOST * MOST, max = 0xff }, placed = { cells = 2, max = 20 },
    score = { cells = 2, max = 99 }, forbidden = { max = ENTER - 1 }, last = { max = PASS },
    quiet = { max = TRAIL }, trail = { cells = TRAIL, max = BACK | PASS },
  },
  endings = { "points", "passes", "repetition", "stall" },
  moves = function(s, out)
    local o, list, forbidden = s.options, {}, s.forbidden
    local stack, lines = s.stack:all(o.size * o.size), LINES[o.size]
    if s.placed[s.seat] < o.pieces then
      for cell = 1, #stack do
        if stack[cell] == 0 then list[#list + 1] = ENTER | cell end
      end
    end
    for to = 1, #stack do
      for _, line in ipairs(lines[to][HEIGHT[stack[to]]]) do
        local free = true
        for i = 1, #line do free = free and stack[line[i]] == 0 end
        for pieces = 1, free and HEIGHT[stack[line.from]] or 0 do
          local m = pieces << 14 | line.from << 7 | to
          if m ~= forbidden then list[#list + 1] = m end
        end
      end
    end
    out(#list > 0 and list or PASS)
  end,
  apply = function(s, m)
    local o = s.options
    if m == PASS then
      apply_pass(s, o)
    elseif m >= ENTER then
      apply_enter(s, m & 127)
    else
      apply_move(s, o, m)
    end
    s.last, s.seat = m, 3 - s.seat
  end,
  result = function(s)
    local score = { s.score[1], s.score[2] }
    return score, s.over and s.reason ~= "points" and { 1, 1 } or nil
  end,
  print = function(s, m)
    local size, pieces, from, to = s.options.size, split(m)
    if m == PASS then return "pass" elseif m >= ENTER then return name(to, size) end
    return name(from, size) .. (pieces > 1 and ":" .. pieces or "") .. "-" .. name(to, size)
  end,
  draw = function(s, board)
    local size = s.options.size
    board:size(size, size, s.options.stack > 5 and 7 or 5)
    for cell = 1, size * size do
      local stack, x, y = s.stack[cell], (cell - 1) % size + 1, (cell - 1) // size + 1
      for i = HEIGHT[stack] - 1, 0, -1 do
        local side = 1 + (stack >> i & 1)
        board:shape(x, y, "disc", SIDES[side], (i == 0 and "WR" or "wr"):sub(side, side))
      end
    end
    mark(board, s.last, size, "last")
    mark(board, board.hint or PASS, size, "hint")
  end,
}
