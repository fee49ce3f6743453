-- Games position by position, for the script that shows them (web/board.js).
--
-- A position is two lists in the order in which they are painted: what is on the board,
-- and what is in the boxes beside it. Each item is a look, the number of a body (SVG
-- around 0 0, or HTML of a box's words), and where it is: its box, or its place on the
-- board, from the middle of the cell that has the number 0 0, so that it means the same in
-- all games, also on tables that grow. Bodies, steps from place to place and the ground
-- that the board is painted on are in a book that all games of a page share.
--
-- A game is ten rows of numbers (packed.number), five for the board and five for the boxes,
-- as numbers of one kind take least room together:
--
--     counts  for each position how many items go and how many come; before the first of
--             the board the ground, and where its cell 0 0 is
--     gone    for each that goes: the items that stay behind it, up to the one before
--     gaps    for each that comes: the items behind it, up to the one before
--     bodies  its body
--     places  the number of the step that leads to its place from that of the item that
--             came before; of a box its number
--
-- All is counted from the end of the list, where most changes are.

local tesela = require "tesela"
local film = require "tesela.film"
local packed = require "tesela.web.packed"
local html = require "tesela.web.html"

local M = {}

-- ---- the book ---------------------------------------------------------------

local Book = {}
Book.__index = Book

local function shelf() return { list = {}, number = {} } end

--- A book without anything in it.
function M.book()
  return setmetatable({ bodies = shelf(), looks = {}, steps = shelf(), names = {},
    grounds = shelf(), things = {} }, Book)
end

-- The number of a text on a shelf, from 0.
local function number_of(self, text)
  local number = self.number[text]
  if not number then
    number = #self.list
    self.list[number + 1], self.number[text] = text, number
  end
  return number
end

--- All that games refer to, as it is written into the page.
function Book:contents()
  return { bodies = self.bodies.list, looks = self.looks, steps = self.steps.list,
    names = self.names, grounds = self.grounds.list }
end

-- ---- what is painted --------------------------------------------------------

local function plain(id)
  return (id:gsub("&lt;", "<"):gsub("&gt;", ">"):gsub("&quot;", '"'):gsub("&amp;", "&"))
end

-- The name of the cell that an element's id ends with: "disc b2/1", "last b2".
local function cell_of(id)
  return id:match " ([^ /]+)/%d+$" or id:match "^last ([^ ]+)$"
end

local function look_label(element)
  if not element or element.kind == "mark" then return "" end
  return html.clean((element.colour == "plain" and "" or element.colour .. " ")
    .. element.shape)
end

-- The number of a body; `label` says what it looks like where it is new.
local function body_of(book, body, label)
  local number = number_of(book.bodies, body)
  book.looks[number + 1] = book.looks[number + 1] or label
  return number
end

-- The item of an element's line, { body, x, y }. `origin` is where the cell 0 0 is.
local function item_of(book, line, elements, origin)
  local id, x, y, body = line:match(
    '^<g data%-id="([^"]*)" transform="translate%((%-?%d+) (%-?%d+)%)">(.*)</g>$')
  id, x, y = plain(id), x - origin[1], y - origin[2]
  local label
  for _, element in ipairs(book.bodies.number[body] and {} or elements) do
    label = element.id == id and look_label(element) or label
  end
  local place = ("%d %d"):format(x, y)
  book.names[place] = book.names[place] or cell_of(id)
  return { body_of(book, body, label or ""), x, y }
end

-- The items on the board, and what they are painted on. `known` are those of lines that
-- this game had before.
local function board_of(book, known, svg, elements, origin)
  local items, at = {}, svg:find("<g data-id=", 1, true) or svg:find("</svg>", 1, true)
  for line in svg:gmatch("(<g [^\n]*)\n", at) do
    known[line] = known[line] or item_of(book, line, elements, origin)
    items[#items + 1] = known[line]
  end
  return items, svg:sub(1, at - 1)
end

-- Where the cell 0 0 of a table that grows is in a picture, as far as an element says so.
local function origin_of(svg, elements)
  for _, element in ipairs(elements) do
    local x, y = svg:match('<g data%-id="' .. element.id:gsub("%p", "%%%0")
      .. '" transform="translate%((%-?%d+) (%-?%d+)%)">')
    if x and element.x then
      return { x - 100 * element.x, y + 100 * element.y }
    end
  end
end

-- ---- what is beside it ------------------------------------------------------

-- The picture of an element in a box, cut to its squares.
local function thing_picture(element, state)
  local left, right, top, bottom = 0, 0, 0, 0
  local first = element.squares[1] or { 0, 0 }
  for _, square in ipairs(element.squares) do
    left, right = math.min(left, square[1] - first[1]), math.max(right, square[1] - first[1])
    bottom, top = math.min(bottom, square[2] - first[2]), math.max(top, square[2] - first[2])
  end
  local body = ""
  for _, other in ipairs((state:elements { svg = true })) do
    if other.id == element.id then
      body = other.svg:match '^<g [^>]*><g transform="[^"]*">(.*)</g>' or ""
      body = element.shape == "squares" and body:match "^(.-)</g>" or body:gsub("</g>$", "")
    end
  end
  local wide, high = right - left + 1, top - bottom + 1
  return ('<svg viewBox="%d %d %d %d" width="%d" height="%d" aria-hidden="true">%s</svg>')
    :format(100 * left - 56, -100 * top - 56, 100 * wide + 12, 100 * high + 12,
      12 * wide + 2, 12 * high + 2, body)
end

-- An element of a box as HTML.
local function thing_text(element, state)
  if element.shape == "line" then
    return "<p>" .. html.escape(element.text) .. "</p>"
  elseif element.shape == "heading" then
    return "<h4>" .. html.escape(element.text) .. "</h4>"
  end
  local tail = element.shape == "squares" and element.text ~= ""
    and "<b>" .. html.escape(element.text) .. "</b>" or ""
  return "<i>" .. thing_picture(element, state) .. tail .. "</i>"
end

-- What elements that look alike have in common.
local function key_of(element)
  local parts = { element.shape, element.colour, element.text, element.turn,
    element.kind }
  for _, square in ipairs(element.squares) do
    parts[#parts + 1] = square[1] .. "," .. square[2]
  end
  return table.concat(parts, "\t")
end

local function has_changed(a, b)
  return not a or a.text ~= b.text or a.colour ~= b.colour or a.turn ~= b.turn
    or a.box ~= b.box or a.shape ~= b.shape
end

-- The items of the boxes. `known` are the elements that this game had before, by id, and
-- the items that they were.
local function boxes_of(book, known, elements, state)
  local items = {}
  for _, element in ipairs(elements) do
    if element.box > 0 then
      if has_changed(known[element.id], element) then
        local key = key_of(element)
        book.things[key] = book.things[key]
          or body_of(book, thing_text(element, state), look_label(element))
        element.item = { book.things[key], element.box, 0 }
        known[element.id] = element
      end
      items[#items + 1] = known[element.id].item
    end
  end
  return items
end

-- ---- edits ------------------------------------------------------------------

local function alike(a, b)
  return a and b and a[1] == b[1] and a[2] == b[2] and a[3] == b[3]
end

-- For each item between two indices its key, which no other has.
local function keys_of(items, from, to)
  local keys, seen = {}, {}
  for i = from, to do
    local key = table.concat(items[i], " ")
    local times = seen[key] or 0
    seen[key], keys[i - from + 1] = times + 1, key .. " " .. times
  end
  return keys
end

-- Which items of both lists stay: sets of indices. What both begin and end with does.
local function staying(before, after)
  local head, tail, place, places, old, new = 0, 0, {}, {}, {}, {}
  while alike(before[head + 1], after[head + 1]) do head = head + 1 end
  while #before - tail > head and #after - tail > head
    and alike(before[#before - tail], after[#after - tail]) do
    tail = tail + 1
  end
  for i, key in ipairs(keys_of(before, head + 1, #before - tail)) do place[key] = i end
  for i, key in ipairs(keys_of(after, head + 1, #after - tail)) do
    places[i] = place[key] or false
  end
  for i in pairs(film.rising(places)) do old[head + places[i]], new[head + i] = true, true end
  local function stays(set, count)
    return function(i) return i <= head or i > count - tail or set[i] end
  end
  return stays(old, #before), stays(new, #after)
end

local ROWS = { "counts", "gone", "gaps", "bodies", "places" }

-- What is written of a list, and how: `place` is the number of an item's place.
local function writer(place)
  local rows = { place = place, list = {} }
  for _, name in ipairs(ROWS) do rows[name] = {} end
  return rows
end

local function add(row, number) row[#row + 1] = packed.number(number) end

-- Calls f with each item that does not stay, from the end, and those behind it that do.
local function each_change(items, stays, f)
  local gap = 0
  for i = #items, 1, -1 do
    if stays(i) then
      gap = gap + 1
    else
      f(items[i], gap)
      gap = 0
    end
  end
end

-- Writes what leads from the list before to this one.
local function add_list(rows, items)
  local old, new = staying(rows.list, items)
  local gone, come = 0, 0
  each_change(rows.list, old, function(_, gap)
    gone = gone + 1
    add(rows.gone, gap)
  end)
  each_change(items, new, function(item, gap)
    come = come + 1
    add(rows.gaps, gap)
    add(rows.bodies, item[1])
    add(rows.places, rows.place(item))
  end)
  add(rows.counts, gone)
  add(rows.counts, come)
  rows.list = items
end

local function box_number(item) return item[2] end

-- A function that says the number of the step to an item from the one before.
local function walk(book)
  local x, y = 0, 0
  return function(item)
    local step = ("%d %d"):format(item[2] - x, item[3] - y)
    x, y = item[2], item[3]
    return number_of(book.steps, step)
  end
end

-- ---- games ------------------------------------------------------------------

-- What both frames have room for.
local function joined(a, b)
  local column, row = math.min(a.column, b.column), math.min(a.row, b.row)
  return { column = column, row = row,
    columns = math.max(a.column + a.columns, b.column + b.columns) - column,
    rows = math.max(a.row + a.rows, b.row + b.rows) - row }
end

local STEP = 2 -- of the sides of a table that grows, so that games share some

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

-- The positions of a game, with their elements, and the frame that holds all.
local function positions(line, moves, variant)
  local state, why = tesela.replay(line, 0, variant)
  if not state then error(why, 0) end
  local list, first, frame = {}, nil, nil
  for ply = 0, #moves do
    if ply > 0 then state = state:copy():play(moves[ply]) end
    local elements, room = state:elements()
    list[ply + 1] = { state = state, elements = elements }
    first, frame = first or room, frame and joined(frame, room) or room
  end
  local grows = not same(first, frame)
  return list, grows and rounded(frame) or frame, grows
end

-- A number that may be negative as one that is not.
local function unsigned(n) return n < 0 and -2 * n - 1 or 2 * n end

--- The rows of numbers of a game are so many.
M.ROWS = 2 * #ROWS

--- A game (its record's line, its moves, its rules as for tesela.replay) as rows of numbers,
--- a list of bytes, with all that it needs in the book; the seats to move by ply, the names
--- of the seats, and the options of state:svg by which each position is drawn.
function Book:game(line, moves, variant)
  local list, frame, grows = positions(line, moves, variant)
  local options, movers, lines, things = { beside = false, frame = frame }, {}, {}, {}
  local board, boxes, first = writer(walk(self)), writer(box_number), nil
  local origin = not grows and { 0, 0 } or nil
  for i, position in ipairs(list) do
    local state = position.state
    local svg = state:svg(options)
    origin = origin or origin_of(svg, position.elements)
    local items, ground = board_of(self, lines, svg, position.elements, origin or { 0, 0 })
    first = first or ground
    add_list(board, items)
    add_list(boxes, boxes_of(self, things, position.elements, state))
    movers[i] = state.seat
  end
  origin = origin or { 0, 0 }
  table.insert(board.counts, 1, packed.number(number_of(self.grounds, first))
    .. packed.number(unsigned(origin[1])) .. packed.number(unsigned(origin[2])))
  local rows = {}
  for _, written in ipairs { board, boxes } do
    for _, name in ipairs(ROWS) do rows[#rows + 1] = table.concat(written[name]) end
  end
  return rows, movers, list[1].state.seat_names, options
end

return M
