-- Placing pieces by their cells: `X f6` is the piece X covering f6, `X f6 g7` covering both. If
-- several placements fit, they are drawn with letters.
--
-- This needs moves with the parts piece, turn, at and cells (Blokus and its variants).

local interrupt = require "tesela.interrupt"
local text = require "tesela.text"

local M = {}

local LETTERS = "abcdefghijklmnopqrstuvwxyz"
local ROWS = 18 -- of pictures

--- Are pieces placed in this position?
function M.is_of(state)
  local move = state:list()[1]
  return move ~= nil and state:parts(move).turn ~= nil
end

local function is_left(state, piece)
  local names = (" %s "):format(table.concat(state:left(state:colour()), " "):upper())
  return names:find((" %s "):format(piece:upper()), 1, true) ~= nil
end

-- Is a line that begins with "a5" a list of cells, and not a piece?
local function are_cells(state, word, line)
  if not word:find "^%a%d+$" then return false end
  return not is_left(state, word) or state:move((line:lower():gsub("%s+", ","))) ~= nil
end

-- The piece and the cells of "X f6 g7", or of "X@f6" or "X@f6/3", with `at` true.
local function read(state, line)
  local piece, sign, rest = line:match "^(%w+)%s*([@%s])%s*(.*)$"
  if not piece or are_cells(state, piece, line) then return nil end
  local cells = {}
  for cell in (sign == "@" and rest:gsub("/.*", "") or rest):lower():gmatch "%S+" do
    if not cell:find "^%l%d+$" then return nil end
    cells[#cells + 1] = cell
  end
  if #cells > 0 then return { piece = piece:upper(), cells = cells, at = sign == "@" } end
end

local function covers(parts, cells)
  local seen = {}
  for _, cell in ipairs(parts.cells) do seen[cell] = true end
  for _, cell in ipairs(cells) do
    if not seen[cell] then return false end
  end
  return true
end

local function found(state, asked)
  local list = {}
  for move in state:moves() do
    local parts = state:parts(move)
    local fits = parts.piece and parts.piece:upper() == asked.piece and (asked.at
      and parts.at == asked.cells[1] or not asked.at and covers(parts, asked.cells))
    if fits then list[#list + 1] = { move = move, cells = parts.cells } end
  end
  return list
end

--- An example of a placement, of a piece if one is given: "X f6"; nil: there is none.
function M.example(state, piece)
  local last
  for move in state:moves() do
    local parts = state:parts(move)
    if parts.piece and (not piece or parts.piece:upper() == piece:upper()) then last = parts end
  end
  for _, cell in ipairs(last and state:open_corners() or {}) do
    if covers(last, { cell }) then return ("%s %s"):format(last.piece, cell) end
  end
end

-- The reason why no placement of a piece covers some cells.
local function reason(state, asked)
  for _, cell in ipairs(asked.cells) do
    local _, why, kind = state:move(("%s@%s"):format(asked.piece, cell))
    if kind == "no cell" or not is_left(state, asked.piece)
      or why and why:find((": %s "):format(cell), 1, true) then
      return why:gsub("^[^:]*: ", "", 1):gsub(";.*", "")
    end
  end
  if not M.example(state, asked.piece) then return "it fits nowhere now; moves lists what does" end
  return ("it cannot cover that; moves %s shows where it fits"):format(asked.piece)
end

--- The placements named by a line: a list of { move =, cells = }, and if there is not exactly one,
--- the reason; nil: the line does not name a placement.
function M.read(state, line)
  local example = line:find "^%u%d?$" and M.is_of(state) and M.example(state, line)
  if example then
    return {}, ("%s: where? Name a cell that it covers, as in: %s"):format(line, example)
  end
  local asked = M.is_of(state) and read(state, line)
  if not asked then return nil end
  local list = found(state, asked)
  list.asked = asked
  if #list == 1 then return list end
  return list, ("%s: %s"):format(line, #list > 1
    and ("it fits in %d ways"):format(#list) or reason(state, asked))
end

-- ---- pictures ----

local function place(cell) return cell:byte() - 96, tonumber(cell:sub(2)) end

-- The cells around a placement: its first and last column and row.
local function window(cells)
  local left, right, low, high = math.huge, 0, math.huge, 0
  for _, cell in ipairs(cells) do
    local x, y = place(cell)
    left, right = math.min(left, x), math.max(right, x)
    low, high = math.min(low, y), math.max(high, y)
  end
  return left - 1, right + 1, low - 1, high + 1
end

-- The content of a cell: the initial of a colour, or a space off the board.
local function ground(state, x, y)
  local name = x > 0 and x <= 26 and y > 0 and string.char(96 + x) .. y
  local ok, has = interrupt.try(state.cell, state, name or "")
  if not ok or has == "hole" then return " " end
  return has == "" and "." or has:sub(1, 1):upper()
end

-- A placement and its surroundings, with its letter above: the rows from the top down.
local function picture(state, choice, letter, named)
  local covered, left, right, low, high = {}, window(choice.cells)
  for _, cell in ipairs(choice.cells) do covered[cell] = "#" end
  for _, cell in ipairs(named) do covered[cell] = "o" end
  local rows = { letter .. (" "):rep(right - left) }
  for y = high, low, -1 do
    local row = {}
    for x = left, right do
      row[#row + 1] = x > 0 and covered[string.char(96 + x) .. y] or ground(state, x, y)
    end
    rows[#rows + 1] = table.concat(row)
  end
  return rows
end

-- Pictures side by side, as lines.
local function shelf(pictures)
  local height, lines = 0, {}
  for _, rows in ipairs(pictures) do height = math.max(height, #rows) end
  for i = 1, height do
    local row = {}
    for k, rows in ipairs(pictures) do row[k] = rows[i] or (" "):rep(#rows[1]) end
    lines[i] = ("  " .. table.concat(row, "   ")):gsub("%s+$", "")
  end
  return lines
end

-- Pictures in rows that fit the terminal.
local function shelves_of(state, list)
  local shelves, width = {}, math.huge
  for i = 1, math.min(#list, #LETTERS) do
    local rows = picture(state, list[i], LETTERS:sub(i, i), list.asked.cells)
    if width + #rows[1] + 3 > text.room() then
      shelves[#shelves + 1], width = {}, 2
    end
    local row = shelves[#shelves]
    row[#row + 1], width = rows, width + #rows[1] + 3
  end
  return shelves
end

--- The placements of a list with their letters, as many as fit a screen; `shown` of the list
--- becomes their number.
function M.pictures(state, list)
  local lines = {}
  list.shown = 0
  for _, row in ipairs(shelves_of(state, list)) do
    local more = shelf(row)
    if list.shown > 0 and #lines + #more > ROWS then break end
    table.move(more, 1, #more, #lines + 1, lines)
    list.shown = list.shown + #row
  end
  return table.concat(lines, "\n")
end

--- The placement with this letter among those shown.
function M.chosen(list, word)
  local number = #word == 1 and LETTERS:find(word:lower(), 1, true)
  return number and number <= list.shown and list[number] or nil
end

return M
