-- A position of a game as a page shows it: the picture and where its cells are, what is
-- on them in words, what stands beside, whose turn it is and what has happened.

local picking = require "tesela.browser.picking"
local spoken = require "tesela.spoken"
local texts = require "tesela.text"
local things = require "tesela.web.things"

local M = {}

-- ---- the board --------------------------------------------------------------

-- A frame with room for all cells, by their numbers, that moves name.
local function widened(frame, state)
  local left, low = frame.column, frame.row
  local right, high = left + frame.columns - 1, low + frame.rows - 1
  for move in state:moves() do
    for _, name in ipairs(state:parts(move).cells or {}) do
      local x, y = name:match "^(%-?%d+),(%-?%d+)$"
      if x then
        x, y = math.tointeger(x), math.tointeger(y)
        left, right = math.min(left, x), math.max(right, x)
        low, high = math.min(low, y), math.max(high, y)
      end
    end
  end
  return { column = left, row = low, columns = right - left + 1, rows = high - low + 1 }
end

-- What lies on each cell, from the bottom up, by the cell's numbers.
local function looks_of(elements)
  local looks = {}
  for _, element in ipairs(elements) do
    local look = element.box == 0 and element.kind ~= "cell" and things.look(element) or ""
    for _, square in ipairs(look ~= "" and element.squares or {}) do
      local key = ("%d %d"):format(square[1], square[2])
      looks[key] = looks[key] and looks[key] .. ", " .. look or look
    end
  end
  return looks
end

-- The cells of the picture by name: where they are, and what is on them.
local function cells_of(spots, elements)
  local looks, cells = looks_of(elements), {}
  for _, spot in ipairs(spots) do
    local look = looks[("%d %d"):format(spot.column, spot.row)]
    cells[spot.name] = { column = spot.column, row = spot.row, x = spot.x, y = spot.y,
      words = look or "empty" }
  end
  return cells
end

-- The boxes beside the board: for each the elements in it, as HTML and as what they are.
local function boxes_of(elements)
  local boxes, numbers = {}, {}
  for _, element in ipairs(elements) do
    local box = element.box > 0 and boxes[element.box]
    if element.box > 0 and not box then
      box = { box = element.box, html = "" }
      boxes[element.box], numbers[#numbers + 1] = box, element.box
    end
    if box then box.html = box.html .. things.html(element) end
  end
  table.sort(numbers)
  local list = {}
  for i, number in ipairs(numbers) do list[i] = boxes[number] end
  return list
end

-- The pictures of the tiles that whoever has the turn holds, by their letters.
local function tiles_of(elements)
  local tiles = {}
  for _, element in ipairs(elements) do
    if element.box > 0 and element.kind == "tile" and not tiles[element.text] then
      tiles[element.text] = things.picture(element)
    end
  end
  return next(tiles) and tiles or nil
end

--- The board of a state as somebody sees it, with a move marked: its parts of the reply.
function M.board(state, mark)
  local playable = not state.over
  local frame = select(2, state:elements())
  frame = playable and widened(frame, state) or frame
  local elements, _, spots = state:elements { svg = true, frame = frame }
  return { svg = state:svg { beside = false, frame = frame, mark = mark },
    cells = cells_of(spots, elements), frame = frame, beside = boxes_of(elements),
    tiles = tiles_of(elements) }
end

-- ---- the game ---------------------------------------------------------------

local function moves_of(game)
  local list, seen = {}, game:moves()
  for ply, text in ipairs(seen) do
    list[ply] = { text = text, words = game:move_text(ply), seat = game.states[ply].seat }
  end
  return list
end

local function players_of(game)
  local list = {}
  for seat, player in ipairs(game.players) do list[seat] = player.name end
  return list
end

-- The notes by ply, as names of an object.
local function notes_of(game)
  local notes = {}
  for ply, note in pairs(game.log.notes) do notes[tostring(ply)] = note end
  return notes
end

-- The text lines below the board, as a screen has them.
local function status_of(state, game)
  if state.over then return ("over, %s"):format(spoken.ending(state.reason)) end
  return ("%s to move"):format(game:full_name(state.seat))
end

-- The options that are not as they usually are.
local function options_of(game)
  local set = {}
  for _, option in ipairs(game.game.options) do
    local value, usual = game.rules.options[option.name], option.default
    if type(value) == "table" then
      value, usual = table.concat(value, ","), table.concat(usual, ",")
    end
    if value ~= usual then set[option.name] = value end
  end
  return set
end

--- A position of a game (terminal/session.lua): the newest, or that after `ply`.
function M.of(game, ply)
  local at = ply and math.max(0, math.min(ply, #game.states - 1)) or #game.states - 1
  local newest, full = at == #game.states - 1, game.states[at + 1]
  local state = game:seen(full)
  local over = newest and game:over()
  local reply = M.board(state)
  reply.game, reply.title = game.rules.name, game.game.title
  reply.options, reply.seed = options_of(game), game.seed
  reply.players, reply.seats = players_of(game), state.seat_names
  reply.ply, reply.plies = at, #game.states - 1
  reply.to_move = not over and state.seat or nil
  reply.person = newest and not over and not game:is_bot(state.seat)
  reply.over, reply.scores = over, state.scores
  reply.status = texts.clean(status_of(state, game))
  reply.text = tostring(state)
  reply.moves, reply.notes = moves_of(game), notes_of(game)
  reply.played = game:last():history() -- to open it again, not to be shown
  if reply.person then
    game.pointing = picking.new(state, reply.cells)
    reply.pick = picking.pick(game.pointing, {})
  end
  return reply
end

return M
