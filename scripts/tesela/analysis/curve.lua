-- The curve of a game: each seat's chance in its positions, as text of 80 columns, or of fewer in
-- a narrow terminal, and as a picture. For two seats one curve, that of the first, is enough.

local texts = require "tesela.text"
local verdicts = require "tesela.analysis.verdict"

local M = {}

local BLOCKS = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }
local SCALE = 7       -- columns beside a curve
local ROWS = { 8, 4 } -- of a single curve, and of each of several

--- The chance of a seat at each position; gaps are false.
function M.values(game, seat)
  local list = {}
  for i, value in ipairs(game.verdict.values) do list[i] = value and value[seat] end
  return list
end

-- ---- text -------------------------------------------------------------------

-- The columns of a curve: several for each position, or several positions in one.
local function stretched(values)
  local count, room = #values, texts.room() - SCALE
  local times = math.max(1, math.min(4, room // count))
  local width, list = math.min(room, count * times), {}
  for column = 1, width do
    list[column] = values[1 + (column - 1) * count // width]
  end
  return list, width / count
end

local function letter(fill, symbols)
  if fill >= 1 then return symbols and BLOCKS[8] or "#" end
  local eighths = math.floor(8 * fill + 0.5)
  if not symbols then return eighths >= 4 and "#" or " " end
  return eighths > 0 and BLOCKS[eighths] or " "
end

-- A row of bars, from the bottom: 1.
local function bars(columns, row, rows, symbols)
  local list = {}
  for i, value in ipairs(columns) do
    list[i] = value and letter(value * rows - row + 1, symbols) or "?"
  end
  return table.concat(list)
end

-- The label of the upper edge of a row.
local function label(row, rows)
  return row == rows and "100 %" or 2 * row == rows and " 50 %" or "     "
end

-- The columns of the moves that lost most.
local function marks(game, width, times)
  local line = {}
  for i = 1, width do line[i] = " " end
  for rank, i in ipairs(verdicts.worst(game.verdict, 3)) do
    local column = math.min(width, math.floor(i * times) + 1)
    line[column] = tostring(rank)
  end
  return table.concat(line)
end

local function one(game, seat, rows, symbols)
  local columns, times = stretched(M.values(game, seat))
  local lines = { ("chance of %s"):format(game.names[seat]) }
  for row = rows, 1, -1 do
    lines[#lines + 1] = label(row, rows) .. " |"
      .. bars(columns, row, rows, symbols):gsub("%s+$", "")
  end
  return lines, #columns, times
end

--- The curve as text. `symbols`: with blocks, which are not ASCII.
function M.text(game, symbols)
  local seats, lines = game.rules.seats, {}
  local width, times
  for seat = 1, seats == 2 and 1 or seats do
    local more
    more, width, times = one(game, seat, ROWS[seats == 2 and 1 or 2], symbols)
    table.move(more, 1, #more, #lines + 1, lines)
  end
  lines[#lines + 1] = "  0 % +" .. ("-"):rep(width)
  local under = marks(game, width, times):gsub("%s+$", "")
  if under ~= "" then lines[#lines + 1] = "       " .. under end
  return table.concat(lines, "\n")
end

-- ---- a picture --------------------------------------------------------------

local WIDTH, HEIGHT = 640, 240
local LEFT, TOP, RIGHT, BOTTOM = 48, 24, 12, 28
local COLOURS = { "#0b62a4", "#c4441c", "#3a7d2c", "#7b4ba0", "#8a6d1f", "#2f7f86",
  "#a83a6b", "#555555" }

local ESCAPES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escaped(words) return (texts.clean(words):gsub('[&<>"]', ESCAPES)) end

local function x_of(i, count)
  return LEFT + (WIDTH - LEFT - RIGHT) * (i - 1) / math.max(1, count - 1)
end

local function y_of(value) return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value) end

local function path(values, colour)
  local parts, command = {}, "M"
  for i, value in ipairs(values) do
    if value then
      parts[#parts + 1] = ("%s%.1f %.1f"):format(command, x_of(i, #values), y_of(value))
    end
    command = value and "L" or "M"
  end
  return ('<path d="%s" fill="none" stroke="%s" stroke-width="2"/>\n'):format(
    table.concat(parts), colour)
end

local function grid(count)
  local parts = {}
  for _, value in ipairs { 0, 0.5, 1 } do
    local y = y_of(value)
    parts[#parts + 1] = ('<path d="M%d %.1fH%d" stroke="#bbb"/>\n'
      .. '<text x="%d" y="%.1f" text-anchor="end">%d %%</text>\n'):format(LEFT, y,
      WIDTH - RIGHT, LEFT - 6, y + 4, 100 * value)
  end
  local step = math.max(1, math.ceil((count - 1) / 10))
  for ply = 0, count - 1, step do
    parts[#parts + 1] = ('<text x="%.1f" y="%d" text-anchor="middle">%d</text>\n'):format(
      x_of(ply + 1, count), HEIGHT - BOTTOM + 16, ply)
  end
  return table.concat(parts)
end

local function dots(game, say)
  local parts, count = {}, #game.verdict.values
  for _, i in ipairs(verdicts.worst(game.verdict, 3)) do
    local seat = game.verdict.moves[i].seat
    local shown = game.rules.seats == 2 and 1 or seat
    local value = game.verdict.values[i + 1]
    if value then
      parts[#parts + 1] = ('<circle cx="%.1f" cy="%.1f" r="5" fill="%s"><title>%s</title>'
        .. "</circle>\n"):format(x_of(i + 1, count), y_of(value[shown]), COLOURS[shown],
        escaped(say(game, i)))
    end
  end
  return table.concat(parts)
end

local function legend(game, seats)
  local parts = {}
  for seat = 1, seats do
    parts[seat] = ('<text x="%d" y="16" fill="%s">%s</text>\n'):format(
      LEFT + (seat - 1) * 150, COLOURS[seat], escaped(game.names[seat]))
  end
  return table.concat(parts)
end

--- The curve as a picture (SVG). `say(game, i)` returns a sentence about a move.
function M.svg(game, say)
  local seats = game.rules.seats == 2 and 1 or game.rules.seats
  local parts = { ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" '
    .. 'width="%d" height="%d" font-family="sans-serif" font-size="12">\n'):format(WIDTH,
    HEIGHT, WIDTH, HEIGHT),
    ('<rect width="%d" height="%d" fill="#fff"/>\n'):format(WIDTH, HEIGHT),
    grid(#game.verdict.values), legend(game, seats) }
  for seat = 1, seats do parts[#parts + 1] = path(M.values(game, seat), COLOURS[seat]) end
  parts[#parts + 1] = dots(game, say)
  return table.concat(parts) .. "</svg>\n"
end

return M
