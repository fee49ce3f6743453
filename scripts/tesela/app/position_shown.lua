-- A position of a game for a page: the picture and the places of its cells, the contents of cells
-- in words, the side panel, the player to move and the moves so far.

local changes = require "tesela.changes"
local drawing = require "tesela.drawing"
local html = require "tesela.base.html"
local picking = require "tesela.app.picking"
local settings = require "tesela.rules.settings"
local things = require "tesela.report_pages.element_words"
local words = require "tesela.app.page_words"

local M = {}

-- ---- the board --------------------------------------------------------------

-- A frame with room for all cells that moves name, by their numbers.
local function widened(frame, state)
  local left, low = frame.column, frame.row
  local right, high = left + frame.columns - 1, low + frame.rows - 1
  for move in state:moves() do
    for _, name in ipairs(state:parts(move, "cells") or {}) do
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

-- The cells of the picture by name: their places, and their contents.
local function cells_of(spots, state)
  local looks, cells = words.looks(state), {}
  for _, spot in ipairs(spots) do
    local list = looks[("%d %d"):format(spot.column, spot.row)]
    cells[spot.name] = { column = spot.column, row = spot.row, x = spot.x, y = spot.y,
      words = list and table.concat(list, ", ") or "empty" }
  end
  return cells
end

-- The boxes beside the board, as HTML, and the colour of each; those of seats have the `names` of
-- players.
local function boxes_of(elements, state, names)
  local boxes, numbers = {}, {}
  for _, element in ipairs(elements) do
    local box = element.box > 0 and boxes[element.box]
    if element.box > 0 and not box then
      box = { box = element.box, html = "", colour = element.colour }
      boxes[element.box], numbers[#numbers + 1] = box, element.box
    end
    if box then
      local picture = element.kind ~= "words" and things.picture(element)
      local is_name = element.text == state.seat_names[element.box]
      box.html = box.html .. things.html(element, picture,
        html.text(is_name and names and names[element.box] or element.text))
    end
  end
  table.sort(numbers)
  local list = {}
  for i, number in ipairs(numbers) do list[i] = boxes[number] end
  return list
end

-- The visible tiles in boxes, by their letters, in order: each as a picture and in words.
local function tiles_of(elements)
  local tiles = {}
  for i, element in ipairs(elements) do
    if element.box > 0 and element.kind == "tile" and not tiles[element.text] then
      tiles[element.text] = { svg = things.picture(element), words = things.words(element),
        order = i }
    end
  end
  return tiles
end

-- Are the cells hexagons? Their rows are closer together than those of squares.
local function is_slanted(spots, frame)
  local above = spots[frame.columns + 1]
  return above ~= nil and spots[1].y - above.y < 100
end

-- The elements of a drawing in painting order, with their looks.
local function elements_of(drawn, frame)
  local _, come = drawing.changes(nil, drawn, frame)
  local list = {}
  for i = #come, 1, -1 do list[#list + 1] = come[i] end
  return list
end

--- The board of a state for its viewer, with a move marked: its parts of the reply; and the visible
--- tiles beside it. `names`: those of the players.
function M.board(state, mark, names)
  local drawn, frame = drawing.of(state)
  frame = state.over and frame or widened(frame, state)
  local elements, spots = elements_of(drawn, frame), drawing.cells(drawn, frame)
  return { svg = state:svg { beside = false, frame = frame, mark = mark },
    cells = cells_of(spots, state), frame = frame, beside = boxes_of(elements, state, names),
    slanted = is_slanted(spots, frame) }, tiles_of(elements)
end

-- ---- the game ---------------------------------------------------------------

-- A move of a game in words, computed once.
local function words_of(game, ply)
  game.spoken = game.spoken or setmetatable({}, { __mode = "k" })
  local state, text = game.states[ply + 1], game:moves()[ply]
  local known = game.spoken[state]
  if not known or known.text ~= text then
    known = { text = text, words = words.made(game, ply) }
    game.spoken[state] = known
  end
  return known.words
end

-- Each move as it was made, for a page that opens the game again, and as it may be shown.
local function moves_of(game)
  local list = {}
  for ply, text in ipairs(game:last():history()) do
    list[ply] = { text = text, short = game:move_text(ply), words = words_of(game, ply),
      seat = game.states[ply].seat }
  end
  return list
end

-- The changes of the board by the last move, for animations: pairs of ids for elements that have
-- moved, and the ids of new elements.
local function changes_of(game, at)
  if at == 0 then return nil end
  local before, after = game:seen(game.states[at]), game:seen(game.states[at + 1])
  local found = changes.between(before:elements(), after:elements())
  local moved, came = {}, {}
  for i, pair in ipairs(found.moved) do moved[i] = { pair[1].id, pair[2].id } end
  for _, element in ipairs(found.came) do
    if element.box == 0 and element.kind ~= "mark" then came[#came + 1] = element.id end
  end
  return { moved = moved, came = came }
end

local USUAL = 4 -- the default level of a bot

-- The players of the seats, in the form in which a page opens a game (if it can), and their names.
local function players_of(game)
  local players, names = {}, {}
  for seat, player in ipairs(game.players) do
    players[seat] = game:is_bot(seat) and (game.brought or game.level or USUAL) or "human"
    names[seat] = player.name
  end
  return players, names
end

-- Must a game be opened again from its record? Its start has no seed, or it has clocks.
local function needs_record(game)
  return game.clock ~= nil or game.states[1] ~= game.rules:start(game.seed)
end

-- Does each bot play at a level, or come from a file that the page has, so that a page can open it?
local function has_known_bots(game)
  return game:people() == game.rules.seats or game.brought ~= nil
    or game.level ~= nil and game.setup ~= nil and game.setup.bot == "expert"
end

-- The reason why a page cannot open the game again, or nil.
local function only_here(game)
  if game.own_rules then return "only this prompt knows its rules" end
  if not has_known_bots(game) then return "its bots are neither at a level nor in this page" end
  if game.hidden and not game:over() and needs_record(game) then
    return "its record would show hands that are hidden"
  end
end

-- The notes by ply, as names of an object.
local function notes_of(game)
  local notes = {}
  for ply, note in pairs(game.log.notes) do notes[tostring(ply)] = note end
  return notes
end

-- The options that differ from their defaults.
local function options_of(game)
  local set = {}
  for _, each in ipairs(settings.changed(game.rules)) do
    local value = game.rules.options[each.name]
    set[each.name] = type(value) == "table" and table.concat(value, ",") or value
  end
  return set
end

-- Marks the box from which the player to move chooses.
local function mark_own(reply, seat)
  local colour, group
  for _, thing in ipairs(reply.pick.things) do
    colour, group = thing.colour, thing.group
    if group == "tile" or group == "piece" then break end
  end
  for _, box in ipairs(reply.beside) do
    box.mine = group == "tile" and box.box == seat or group == "piece" and box.colour == colour
      or nil
  end
end

-- The position at a ply, and the players so far.
local function add_game(reply, game)
  reply.game, reply.title = game.rules.name, game.game.title
  reply.options, reply.seed = options_of(game), game.seed
  reply.players, reply.names = players_of(game)
  reply.seats, reply.plies = game:last().seat_names, #game.states - 1
  reply.moves, reply.notes, reply.only_here = moves_of(game), notes_of(game), only_here(game)
  reply.record = not reply.only_here and needs_record(game) and game:record() or nil
end

--- A position of a game (terminal/play/game_so_far.lua): the newest, or that after `ply`.
function M.of(game, ply)
  local at = ply and math.max(0, math.min(ply, #game.states - 1)) or #game.states - 1
  local newest, state = at == #game.states - 1, game:seen(game.states[at + 1])
  local over = newest and game:over()
  local called = {}
  for seat = 1, game.rules.seats do called[seat] = words.full_player(game, seat) end
  local reply, tiles = M.board(state, nil, called)
  add_game(reply, game)
  reply.called, reply.changes = called, changes_of(game, at)
  reply.ply, reply.over, reply.scores = at, over, state.scores
  reply.winners = state.over and state.winners or {}
  reply.to_move = not over and state.seat or nil
  reply.colour = reply.beside[state.seat] and reply.beside[state.seat].colour
    or state.seat_names[state.seat]
  reply.person = newest and not over and not game:is_bot(state.seat)
  reply.status, reply.text = words.status(game, state, over), tostring(state)
  if reply.person then
    game.pointing = picking.new(state, reply.cells, tiles)
    reply.pick = picking.pick(game.pointing, {})
    mark_own(reply, state.seat)
  end
  return reply
end

return M
