-- Places a piece with keys. The board shows one of its placements: arrows move it, space turns and
-- flips it, Enter plays it and Escape leaves.

local input = require "tesela.terminal.dialogue.input"
local show = require "tesela.terminal.dialogue.show_values"

local M = {}

local WAYS = { up = { 0, 1 }, down = { 0, -1 }, right = { 1, 0 }, left = { -1, 0 } }
local ASIDE = 3 -- the extra cost of a column or row aside

local HELP = "arrows move, space turns and flips, Enter plays, Esc leaves"

-- The centre of some cells.
local function middle(cells)
  local x, y = 0, 0
  for _, cell in ipairs(cells) do
    x, y = x + cell:byte() - 96, y + tonumber(cell:sub(2))
  end
  return x / #cells, y / #cells
end

-- The legal placements of a piece: { move =, turn =, x =, y = }.
local function placements(state, piece)
  local list = {}
  for move in state:moves() do
    local parts = state:parts(move)
    if parts.piece == piece and parts.turn then
      local x, y = middle(parts.cells)
      list[#list + 1] = { move = move, turn = parts.turn, x = x, y = y }
    end
  end
  return list
end

-- The entry with the least cost; entries whose cost(entry) is nil are excluded.
local function nearest(list, cost)
  local best, least
  for _, entry in ipairs(list) do
    local value = cost(entry)
    if value and (not least or value < least) then best, least = entry, value end
  end
  return best
end

-- The next placement in a direction, with the same orientation.
local function moved(list, at, way)
  return nearest(list, function(entry)
    local x, y = entry.x - at.x, entry.y - at.y
    local ahead = x * way[1] + y * way[2]
    local aside = math.abs(x * way[2]) + math.abs(y * way[1])
    return entry.turn == at.turn and ahead > 0 and ahead + ASIDE * aside or nil
  end)
end

-- The nearest placement with the next possible orientation.
local function turned(list, at)
  return nearest(list, function(entry)
    local steps = (entry.turn - at.turn) % 8
    return steps > 0
      and 1000 * steps + math.abs(entry.x - at.x) + math.abs(entry.y - at.y) or nil
  end)
end

-- Draws a position with a placement marked, in place of the screen.
local function draw(state, at)
  io.stdout:write("\27[H\27[J", show.board(state, { mark = at.move }), "   ", HELP)
end

--- The placement of a piece that a person chooses; or nil, with the reason if there is none to
--- choose from.
function M.choose(state, piece)
  local list = placements(state, piece)
  if #list == 0 then return nil, piece .. " fits nowhere now" end
  local at = list[1]
  while true do
    draw(state, at)
    local key = input.key()
    if key == "enter" or key == "escape" or key == nil then
      io.stdout:write "\n"
      return key == "enter" and at.move or nil
    end
    at = WAYS[key] and moved(list, at, WAYS[key]) or key == " " and turned(list, at) or at
  end
end

return M
