-- Games position by position, for the script that shows them (web/board.js).
--
-- A position is two lists in painting order: the items on the board, and those in the boxes of the
-- side panel. Each item has a body (SVG around 0 0, or HTML with a gap for its number) and a place.
-- On the board the place is counted from the middle of cell 0 0, so that it means the same in all
-- games, even on growing tables; in the panel it is the box, and the number. Bodies, steps from
-- place to place and the ground of the board are in a book that all games of a page share.
--
-- A game is eleven rows of numbers (packed.number), because numbers of one kind compress best
-- together; five for the board and six for the boxes:
--
--     counts   for each position the numbers of items that go and come; the board's row begins
--              with the ground, and the place of cell 0 0
--     gone     for each item that goes: the number of items between it and the last that went
--     places   for each item that comes: its distance from the index that its key gives; keys
--              follow the painting order as far as it is known without the game
--     bodies   the body of each item that comes
--     steps    on the board: the number of the step to it from the item that came before
--     boxes    in the panel: the distance of its box from that of the item that it replaces,
--              or else of the item that came before
--     numbers  if its body has a gap: the difference from the last number of this body and box
--
-- Items are counted from the end of the list, where most changes are.

local tesela = require "tesela"
local drawing = require "tesela.drawing"
local html = require "tesela.base.html"
local packed = require "tesela.report_pages.packed_bytes"
local things = require "tesela.report_pages.element_words"

local M = {}

-- ---- the book ---------------------------------------------------------------

local Book = {}
Book.__index = Book

local function shelf() return { list = {}, number = {} } end

--- An empty book.
function M.book()
  return setmetatable({ bodies = shelf(), looks = {}, orders = {}, steps = shelf(),
    names = {}, named = {}, grounds = shelf(), things = {}, colours = shelf() }, Book)
end

-- The number of a string on a shelf, from 0.
local function number_of(self, text)
  local number = self.number[text]
  if not number then
    number = #self.list
    self.list[number + 1], self.number[text] = text, number
  end
  return number
end

local FAR = 1 << 20 -- no place in a picture is this far away

-- The number of a step.
local function step_number(self, x, y)
  local key = x * FAR + y
  local number = self.number[key]
  if not number then
    number = #self.list
    self.list[number + 1], self.number[key] = x .. " " .. y, number
  end
  return number
end

--- The contents of the book, as written into the page.
function Book:contents()
  return { bodies = self.bodies.list, looks = self.looks, orders = self.orders,
    steps = self.steps.list, names = self.names, grounds = self.grounds.list }
end

-- ---- bodies -----------------------------------------------------------------

-- The name of the cell at the end of an element's id: "disc b2/1", "last b2".
local function cell_of(id)
  return id:match " ([^ /]+)/%d+$" or id:match "^last ([^ ]+)$"
end

local PIECES, MARKS, SIDES = 101, 200, 1000

-- Elements with a higher order are painted later. In an even order the lower rows come first, in
-- an odd one the rows at the back; a row is painted from the left. Pieces made of squares are in
-- order of their colours, elements beside the board in order of kind and letters.
local function order_of(book, element)
  if element.box > 0 then
    local kind = element.shape == "heading" and 0 or element.shape == "line" and 1 or 2
    local one, two = element.text:byte(1, 2)
    return SIDES + kind << 16 | (one or 0) << 8 | (two or 0)
  elseif element.kind == "cell" then
    return 0
  elseif element.kind == "mark" then
    return MARKS
  elseif element.shape ~= "squares" then
    return PIECES
  end
  return 2 + 2 * math.min(40, number_of(book.colours, element.colour))
end

-- The number of a body, from 0. A new body is described by its element.
local function body_of(book, body, element)
  local number = number_of(book.bodies, body)
  if not book.looks[number + 1] then
    book.looks[number + 1] = things.words(element)
    book.orders[number + 1] = order_of(book, element)
  end
  return number
end

-- Text as HTML, with its number replaced by a gap (NUL, which no text contains); and the number.
local function split(text)
  local before, digits, behind = text:match "^(%D*)(%d+)(.*)$"
  if not digits or #digits > 9 or digits:find "^0." then return html.text(text) end
  return html.text(before) .. "\0" .. html.text(behind), math.tointeger(digits)
end

-- The picture of an element in a box.
local function thing_picture(book, element)
  local known = book.things[element.look] or things.picture(element)
  book.things[element.look] = known
  return known
end

-- An element of a box as HTML, and the number in it.
local function thing_of(book, element)
  local picture = element.kind ~= "words" and thing_picture(book, element)
  local words, number = "", nil
  if element.kind == "words" or element.shape == "squares" and element.text ~= "" then
    words, number = split(element.text)
  end
  return things.html(element, picture, words), number
end

-- ---- items ------------------------------------------------------------------

local SCALE = 1000000 -- of the parts of a key

-- An item on the board, { body =, x =, y =, key =, at = its index in the list now }.
local function board_item(book, element, origin)
  local x, y = element.left - origin[1], element.top - origin[2]
  local place = x * FAR + y
  if not book.named[place] then
    local name = cell_of(element.id)
    book.named[place], book.names[x .. " " .. y] = name, name
  end
  local body = body_of(book, element.look, element)
  local order = book.orders[body + 1]
  return { body = body, x = x, y = y,
    key = (order * SCALE + (order % 2 == 1 and y or -y)) * SCALE + x, at = element.order }
end

-- The same for a box, { body =, box =, number =, key =, at = }.
local function box_item(book, element, at)
  local text, number = thing_of(book, element)
  local body = body_of(book, text, element)
  return { body = body, box = element.box, number = number,
    key = element.box * SCALE * SCALE + book.orders[body + 1], at = at }
end

-- ---- rows -------------------------------------------------------------------

local BOARD = { "counts", "gone", "places", "bodies", "steps" }
local BOXES = { "counts", "gone", "places", "bodies", "boxes", "numbers" }

--- The number of rows of a game.
M.ROWS = #BOARD + #BOXES

-- A list of items and its rows: `write(item, went)` adds the numbers that only items of this kind
-- have to the rows; `went` is the item that this one replaces.
local function writer(names, write)
  local rows = { items = {}, write = write }
  for _, name in ipairs(names) do rows[name] = {} end
  return rows
end

local function add(row, number)
  row[#row + 1] = packed.small[number] or packed.number(number)
end

-- Maps a signed number to an unsigned one.
local function unsigned(n) return n < 0 and -2 * n - 1 or 2 * n end

-- The index at which a key belongs in a list; items from `last` on do not count.
local function place_of(items, last, key)
  local low, high = 1, last
  while low < high do
    local middle = (low + high) // 2
    if items[middle].key > key then high = middle else low = middle + 1 end
  end
  return low
end

-- Removes and returns the items at these places, which are in order from the last.
local function take(rows, places)
  local items, went = rows.items, {}
  local before = #items + 1
  add(rows.counts, #places)
  for i, place in ipairs(places) do
    add(rows.gone, before - place - 1)
    went[i], before = table.remove(items, place), place
  end
  return went
end

-- Inserts items at their places, in order from the last.
local function put(rows, come, went)
  local items = rows.items
  local last, count = #items + 1, #items + #come
  add(rows.counts, #come)
  for i, item in ipairs(come) do
    local at = #items + 1 - (count - item.at)
    add(rows.places, unsigned(at - place_of(items, last, item.key)))
    add(rows.bodies, item.body)
    rows:write(item, went[i])
    table.insert(items, at, item)
    last = at
  end
end

-- The number of the step to an item from the one before.
local function board_writer(book)
  local x, y = 0, 0
  return writer(BOARD, function(rows, item)
    add(rows.steps, step_number(book.steps, item.x - x, item.y - y))
    x, y = item.x, item.y
  end)
end

local function box_writer()
  local box, numbers = 0, {}
  return writer(BOXES, function(rows, item, went)
    add(rows.boxes, unsigned(item.box - (went and went.box or box)))
    box = item.box
    if not item.number then return end
    local key = 16 * item.body + box
    add(rows.numbers, unsigned(item.number - (numbers[key] or 0)))
    numbers[key] = item.number
  end)
end

-- ---- games ------------------------------------------------------------------

-- A frame with room for the cells of both.
local function joined(a, b)
  local column, row = math.min(a.column, b.column), math.min(a.row, b.row)
  return { column = column, row = row,
    columns = math.max(a.column + a.columns, b.column + b.columns) - column,
    rows = math.max(a.row + a.rows, b.row + b.rows) - row }
end

local STEP = 2 -- the sides of a growing table grow by this, so that more games share a ground

local function rounded(frame)
  local function outwards(from, count)
    local first = from // STEP * STEP
    return first, (from + count - first + STEP - 1) // STEP * STEP
  end
  local column, columns = outwards(frame.column, frame.columns)
  local row, rows = outwards(frame.row, frame.rows)
  return { column = column, row = row, columns = columns, rows = rows }
end

local function same(a, b)
  return a.column == b.column and a.row == b.row and a.columns == b.columns
    and a.rows == b.rows
end

-- The first position of a game, the drawings of all positions, the seats to move, and the frame
-- that contains all drawings.
local function drawings(line, moves, variant)
  local state, why = tesela.replay(line, 0, variant)
  if not state then error(why, 0) end
  local game, narrow, frame = { first = state:copy(), list = {}, movers = {} }, nil, nil
  for ply = 0, #moves do
    if ply > 0 then state:play(moves[ply]) end
    local kept, room = drawing.of(state)
    game.list[ply + 1], game.movers[ply + 1] = kept, state.seat
    narrow, frame = narrow or room, frame and joined(frame, room) or room
  end
  game.grows = not same(narrow, frame)
  game.frame = game.grows and rounded(frame) or frame
  return game
end

-- The place of the cell 0 0 of a growing table in a picture, if an element shows it.
local function origin_of(elements)
  for _, element in ipairs(elements) do
    if element.box == 0 and element.x then
      return { element.left - 100 * element.x, element.top + 100 * element.y }
    end
  end
end

-- The ground of the board: the beginning of a picture.
local function ground_of(state, options)
  local svg = state:svg(options)
  return svg:sub(1, (svg:find("<g data-id=", 1, true) or svg:find("</svg>", 1, true)) - 1)
end

-- Separates the places of two consecutive lists; the first has this many items.
local function parted(places, first)
  local one, two = {}, {}
  for _, place in ipairs(places) do
    if place > first then two[#two + 1] = place - first else one[#one + 1] = place end
  end
  return one, two
end

-- Writes the differences from one position to the next.
local function add_position(self, board, boxes, gone, come, origin)
  local from_board, from_boxes = parted(gone, #board.items)
  local went = take(boxes, from_boxes)
  take(board, from_board)
  local on_board, beside = {}, 0
  for i, element in ipairs(come) do
    if element.box == 0 then
      on_board[#on_board + 1] = board_item(self, element, origin)
    else
      beside = i -- these come first
    end
  end
  local in_boxes, first = {}, #board.items + #on_board
  for i = 1, beside do in_boxes[i] = box_item(self, come[i], come[i].order - first) end
  put(board, on_board, {})
  put(boxes, in_boxes, went)
end

--- Adds the items of a game (its record's line, its moves, its rules as for tesela.replay) to the
--- book. Returns its rows of numbers, as strings of bytes; the seats to move by ply; the names of
--- the seats; and the options of state:svg for drawing each position.
function Book:game(line, moves, variant)
  local game = drawings(line, moves, variant)
  local board, boxes, origin = board_writer(self), box_writer(), not game.grows and { 0, 0 }
  for i, each in ipairs(game.list) do
    local gone, come = drawing.changes(game.list[i - 1], each, game.frame)
    origin = origin or origin_of(come)
    add_position(self, board, boxes, gone, come, origin or { 0, 0 })
  end
  origin = origin or { 0, 0 }
  local options = { beside = false, frame = game.frame }
  table.insert(board.counts, 1, packed.number(number_of(self.grounds,
    ground_of(game.first, options))) .. packed.number(unsigned(origin[1]))
    .. packed.number(unsigned(origin[2])))
  local rows = {}
  for _, name in ipairs(BOARD) do rows[#rows + 1] = table.concat(board[name]) end
  for _, name in ipairs(BOXES) do rows[#rows + 1] = table.concat(boxes[name]) end
  return rows, game.movers, game.first.seat_names, options
end

return M
