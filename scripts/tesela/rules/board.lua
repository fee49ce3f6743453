-- tesela.board: the boards that games declare, and their declarations without functions: pieces,
-- their initial placement, moves as verbs, and endings as tests. Everything is checked here and
-- becomes the `plan` of a definition, which bindings/luagames/plan/lplanread.c reads.

local arguments = require "tesela.base.arguments"
local shown = require "tesela.shown"
local tables = require "tesela.base.tables"

local M = { board = {} }

local fail = arguments.fail
-- One cell of the 4096 that a state may have is for the last move.
local CELLS_MAX, SIDE_MAX, WAYS_MAX = 4095, 64, 8
local PIECES_MAX, VERBS_MAX, SETUPS_MAX = 32, 16, 64

-- ---- boards ----

local function made(kind, first, second)
  if type(first) == "table" then
    local board = tables.copy(first)
    board.kind = kind
    return board
  end
  return { kind = kind, columns = first, rows = second or first }
end

--- A board of squares: square(8), square(7, 6), square("size") with the name of an option, or a
--- table with columns and rows and other members.
function M.board.square(columns, rows) return made("square", columns, rows) end

--- A board of hexagons: each row is half a cell to the right of the one below.
function M.board.hex(columns, rows) return made("hex", columns, rows) end

--- A board of points with given places, and lines through some of them.
function M.board.graph(t) return made("graph", type(t) == "table" and t or { points = t }) end

local LOOK = { ground = true, empty = true, width = true, edges = true, chequered = true,
  coordinates = true }
local COMMON = { "kind", "max", "ground", "empty", "width", "edges", "chequered", "coordinates" }
local MEMBERS = {
  square = { "columns", "rows", "ways", "wrap", "holes", "regions", "cells", "first", "stride" },
  hex = { "columns", "rows", "holes", "regions", "cells", "first", "stride" },
  graph = { "points", "lines", "regions" },
}
local WRAPS = { ["left-right"] = { true, false }, ["lower-upper"] = { false, true },
  both = { true, true } }

-- A value or a list of values, as a list.
local function listed(what, member, value)
  local list = type(value) == "table" and value or { value }
  if #tables.keys(list) ~= #list then fail(what, "%s: expected a list", member) end
  return list
end

local function check_count(what, member, list, most)
  if #list > most then fail(what, "%s: expected at most %d, got %d", member, most, #list) end
end

-- ---- squares and hexagons ----

local function whole(what, member, value, least, most)
  if math.type(value) ~= "integer" or value < least or value > most then
    fail(what, "%s: expected a whole number in %d..%d, got %s", member, least, most,
      arguments.shown(value))
  end
  return value
end

-- The longest side: a number, or the maximum of an option.
local function side(what, member, value, options)
  if type(value) ~= "string" then return whole(what, member, value, 1, SIDE_MAX) end
  local option = options[value]
  if not option or option.words or (option.min or 0) < 1 or option.max > SIDE_MAX then
    fail(what, "%s: expected a number, or an option with a range within 1..%d, got %s",
      member, SIDE_MAX, arguments.shown(value))
  end
  return option.max
end

-- The names of cells, by number, and the numbers by name.
local function name_cells(plan)
  local names = {}
  if type(plan.columns) == "string" or type(plan.rows) == "string" then return names end
  for y = 1, plan.rows do
    for x = 1, plan.columns do
      local name = plan.columns <= 26 and string.char(96 + x) .. y or x .. "," .. y
      names[name] = plan.first + (y - 1) * (plan.stride or plan.columns) + x - 1
    end
  end
  return names
end

local function read_sides(what, board, plan, options)
  local columns = side(what, "board.columns", board.columns, options)
  local rows = side(what, "board.rows", board.rows or board.columns, options)
  plan.columns, plan.rows = board.columns, board.rows or board.columns
  plan.first = whole(what, "board.first", board.first or 1, 1, CELLS_MAX)
  plan.stride = board.stride and whole(what, "board.stride", board.stride, columns, CELLS_MAX)
  local needed = plan.first - 1 + (rows - 1) * (plan.stride or columns) + columns
  plan.cells = board.cells or needed
  if needed <= CELLS_MAX then whole(what, "board.cells", plan.cells, needed, CELLS_MAX) end
end

local function read_lattice(what, board, plan, options)
  read_sides(what, board, plan, options)
  local hex = board.kind == "hex"
  plan.ways = hex and 6 or board.ways or 8
  if not hex and plan.ways ~= 4 and plan.ways ~= 8 then
    fail(what, "board.ways: expected 4 or 8, got %s", arguments.shown(board.ways))
  end
  local wraps = board.wrap and WRAPS[board.wrap]
  if board.wrap and not wraps then
    fail(what, "board.wrap: expected left-right, lower-upper or both, got %s",
      arguments.shown(board.wrap))
  end
  if wraps then plan.wraps_columns, plan.wraps_rows = wraps[1], wraps[2] end
  plan.slanted, plan.names_of = hex, name_cells(plan)
end

-- ---- graphs ----

local function lines_of(what, board)
  local lines = listed(what, "board.lines", board.lines)
  for _, line in ipairs(lines) do
    if type(line) ~= "string" then
      fail(what, "board.lines: expected strings such as \"a1 d1 g1\", got %s",
        arguments.shown(line))
    end
  end
  return lines
end

-- The points with their places: from a list, or from the names in lines.
local function points_of(what, board, lines)
  local list, seen, taken = {}, {}, {}
  local function add(name, x, y)
    local member = ("board.points: %s"):format(arguments.shown(name))
    if type(name) ~= "string" or not name:match "^%a[%w_]*$" or #name > 12 then
      fail(what, "%s: expected a name of letters and digits, 12 at most", member)
    elseif seen[name] then
      fail(what, "%s: it occurs twice", member)
    end
    local place = whole(what, member, x, 1, SIDE_MAX) * SIDE_MAX
      + whole(what, member, y, 1, SIDE_MAX)
    if taken[place] then fail(what, "%s: it has the same place as %s", member, taken[place]) end
    seen[name], taken[place] = true, name
    list[#list + 1] = { name = name, x = x, y = y }
  end
  for i, point in ipairs(listed(what, "board.points", board.points)) do
    if type(point) ~= "table" then
      fail(what, "board.points[%d]: expected { name, column, row }, got %s", i,
        arguments.shown(point))
    end
    add(point[1], point[2], point[3])
  end
  for _, line in ipairs(not board.points and lines or {}) do
    for name in line:gmatch "%S+" do
      local letter, row = name:match "^(%l)(%d+)$"
      if not letter then
        fail(what, "board.lines: %s: expected a name such as d4, or board.points", name)
      end
      if not seen[name] then add(name, letter:byte() - 96, math.tointeger(row)) end
    end
  end
  table.sort(list, function(a, b) return a.y ~= b.y and a.y < b.y or a.y == b.y and a.x < b.x end)
  if #list == 0 then fail(what, "board: expected lines or points") end
  return list
end

-- The numbers of the points of a line.
local function line_of(what, line, numbers)
  local list = {}
  for name in line:gmatch "%S+" do
    list[#list + 1] = numbers[name]
      or fail(what, "board.lines: there is no point %s", shown.clean(name))
  end
  if #list < 2 then fail(what, "board.lines: expected at least two points, got %s", line) end
  return list
end

-- A pair of ways that no other line uses at the points of this one.
local function free_pair(what, line, used)
  for pair = 1, WAYS_MAX // 2 do
    local free = true
    for _, cell in ipairs(line) do free = free and not used[cell][pair] end
    if free then
      for _, cell in ipairs(line) do used[cell][pair] = true end
      return pair
    end
  end
  fail(what, "board.lines: expected at most %d lines through a point", WAYS_MAX // 2)
end

local function link(lines, cells, what)
  local used, next_of, most = {}, {}, 1
  for cell = 1, cells do used[cell] = {} end
  for way = 1, WAYS_MAX do next_of[way] = {} end
  for _, line in ipairs(lines) do
    local pair = free_pair(what, line, used)
    most = math.max(most, pair)
    for i = 1, #line - 1 do
      next_of[2 * pair - 1][line[i]], next_of[2 * pair][line[i + 1]] = line[i + 1], line[i]
    end
  end
  local links = {}
  for way = 1, 2 * most do
    for cell = 1, cells do
      links[#links + 1] = string.pack("=i2", (next_of[way][cell] or 0) - 1)
    end
  end
  return table.concat(links), 2 * most
end

local function read_graph(what, board, plan)
  local given = lines_of(what, board)
  local points, numbers, names, spots, lines = points_of(what, board, given), {}, {}, {}, {}
  for i, point in ipairs(points) do
    numbers[point.name], names[i] = i, point.name .. " "
    spots[i] = string.char(point.x - 1, point.y - 1)
  end
  for i, line in ipairs(given) do lines[i] = line_of(what, line, numbers) end
  plan.columns, plan.rows, plan.first, plan.cells = #points, 1, 1, #points
  plan.links, plan.ways = link(lines, #points, what)
  plan.names, plan.spots, plan.names_of = table.concat(names), table.concat(spots), numbers
end

-- ---- regions and holes ----

local SIDES = { left = 1, right = 2, lower = 4, upper = 8 }
local REGIONS_MAX, HOLE = 15, 1 << 15

local function cell_of(what, member, name, plan)
  return type(name) == "string" and plan.names_of[name] or next(plan.names_of) == nil
    and fail(what, "%s: cells have names only if the board has a fixed size", member)
    or fail(what, "%s: expected the name of a cell, got %s", member, arguments.shown(name))
end

-- The names of regions, which must differ from sides.
local function region_names(what, regions, sides)
  if regions ~= nil and type(regions) ~= "table" then
    fail(what, "board.regions: expected cells by name, as in { home = { \"a1\" } }, got %s",
      arguments.shown(regions))
  end
  local names = tables.keys(regions or {})
  check_count(what, "board.regions", names, REGIONS_MAX - 4)
  for _, name in ipairs(names) do
    if type(name) ~= "string" or sides[name] then
      fail(what, "board.regions: expected a name that no side has, got %s", arguments.shown(name))
    end
  end
  return names
end

-- Holes lose their names.
local function read_regions(what, board, plan)
  local bits, sides = {}, board.kind == "graph" and {} or SIDES
  plan.regions_of = tables.copy(sides)
  local function mark(member, names, bit)
    for _, name in ipairs(listed(what, member, names)) do
      local cell = cell_of(what, member, name, plan)
      bits[cell] = (bits[cell] or 0) | bit
      if bit == HOLE then plan.names_of[name] = nil end
    end
  end
  mark("board.holes", board.holes, HOLE)
  if board.holes and next(plan.names_of) == nil then
    fail(what, "board.holes: expected a cell that is not a hole")
  end
  for i, name in ipairs(region_names(what, board.regions, sides)) do
    plan.regions_of[name] = 1 << i + 3
    mark("board.regions." .. name, board.regions[name], 1 << i + 3)
  end
  if next(bits) == nil then return end
  local list = {}
  for cell = 1, plan.cells do list[cell] = string.pack("=I2", bits[cell] or 0) end
  plan.regions = table.concat(list)
end

-- Regions by name, as bits.
local function region(what, member, names, plan)
  local bits = 0
  for _, name in ipairs(listed(what, member, names)) do
    bits = bits | (plan.regions_of[name]
      or fail(what, "%s: %s", member,
        arguments.unknown("region", tostring(name), tables.keys(plan.regions_of))))
  end
  return bits > 0 and bits or fail(what, "%s: expected a region for each seat", member)
end

local function by_seat(what, member, given, seats, plan)
  if type(given) ~= "table" or #given ~= seats then
    fail(what, "%s: expected a region, or a list of them, for each of %d seats", member, seats)
  end
  local list = {}
  for seat = 1, seats do list[seat] = region(what, member, given[seat], plan) end
  return list
end

-- ---- pieces ----

local COLOURS = { "white", "black", "red", "blue", "yellow", "green", "purple", "orange" }
local IS_COLOUR = { grey = true, plain = true }
for _, colour in ipairs(COLOURS) do IS_COLOUR[colour] = true end
local SHAPES = { letters = true, disc = true, ring = true, card = true, die = true,
  circle = true, diamond = true, clover = true, square = true, star = true, sun = true }

local function check_colour(what, member, colour)
  if colour ~= nil and type(colour) ~= "string" then
    fail(what, "%s: expected a colour, got %s", member, arguments.shown(colour))
  elseif colour and not IS_COLOUR[colour] then
    fail(what, "%s: %s", member, arguments.unknown("colour", colour, tables.keys(IS_COLOUR)))
  end
  return colour
end

local function piece_of(what, i, given, seats)
  local member = ("pieces[%d]"):format(i)
  if type(given) == "string" then given = { given } end
  if type(given) ~= "table" then
    fail(what, "%s: expected a letter or a table, got %s", member, arguments.shown(given))
  end
  arguments.names(what .. ": " .. member, given, { 1, "shape", "colour", "owner" }, "member")
  local letters = given[1] or ""
  if type(letters) ~= "string" or shown.clean(letters) ~= letters or #letters > 12 then
    fail(what, "%s: expected a letter or a few, got %s", member, arguments.shown(letters))
  end
  local shape = given.shape or given.colour and "disc" or "letters"
  if not SHAPES[shape] then
    fail(what, "%s: %s", member, arguments.unknown("shape", tostring(shape), tables.keys(SHAPES)))
  end
  local owner = given.owner or i <= seats and i or 0
  return { letters = letters, shape = shape, owner = whole(what, member, owner, 0, seats),
    colour = check_colour(what, member, given.colour) }
end

-- A disc for each seat, in the colour of its name.
local function discs(seats, names)
  local list = {}
  for seat = 1, seats do
    local name = names and names[seat]
    local colour = IS_COLOUR[name] and name or COLOURS[seat]
    list[seat] = { letters = (name or colour):sub(1, 1):upper(), shape = "disc",
      colour = colour, owner = seat }
  end
  return list
end

local function read_pieces(what, t, plan, seats)
  plan.piece = {}
  if t.pieces then
    for i, given in ipairs(t.pieces) do plan.piece[i] = piece_of(what, i, given, seats) end
  elseif not t.board.max then
    plan.piece = discs(seats, t.seat_names)
  end
  check_count(what, "pieces", plan.piece, PIECES_MAX)
end

-- ---- the start ----

local function setup_of(what, member, place, plan)
  local row = type(place) == "string" and place:match "^row (%-?%d+)$"
  if not row then return { cell = cell_of(what, member, place, plan) } end
  row = math.tointeger(row) or 0
  local rows = type(plan.rows) == "string" and SIDE_MAX or plan.rows
  if row == 0 or math.abs(row) > rows then
    fail(what, "%s: expected rows from 1, or from -1 downwards, got %s", member, place)
  end
  return { row = row }
end

local function read_start(what, t, plan)
  plan.setup = {}
  if type(t.start) ~= "table" then return end
  for _, letters in ipairs(tables.keys(t.start)) do
    local piece
    local member = "start." .. tostring(letters)
    for i, each in ipairs(plan.piece) do
      if each.letters == letters then
        if piece then fail(what, "%s: two pieces have these letters", member) end
        piece = i
      end
    end
    if not piece then fail(what, "%s: there is no piece with these letters", member) end
    for _, place in ipairs(listed(what, member, t.start[letters])) do
      local setup = setup_of(what, member, place, plan)
      setup.piece = piece
      plan.setup[#plan.setup + 1] = setup
    end
  end
  check_count(what, "start: rows and cells", plan.setup, SETUPS_MAX)
end

-- ---- moves ----

local VERBS = { place = 0, drop = 1, step = 2, slide = 3, hop = 4, swap = 5, pass = 6 }
local MOVING = { step = true, slide = true, hop = true }
local TO = { empty = 1, enemy = 2, own = 4 }
-- The words for directions: for seat 1 and for seat 2.
local WAYS = {
  straight = { 15, 15 }, diagonal = { 240, 240 }, all = { 255, 255 }, sideways = { 3, 3 },
  forward = { 4, 8 }, back = { 8, 4 },
  ["forward diagonal"] = { 80, 160 }, ["back diagonal"] = { 160, 80 },
}

local function ways_of(what, member, given, board, plan, seats)
  local masks, all = {}, (1 << plan.ways) - 1
  for seat = 1, seats do masks[seat] = 0 end
  for _, word in ipairs(listed(what, member .. ".ways", given or "all")) do
    local both = WAYS[word]
    local turns = both and both[1] ~= both[2]
    if both and word ~= "all" and board.kind ~= "square" or turns and seats ~= 2 then
      fail(what, "%s.ways: %s: expected a board of squares%s", member, word,
        turns and ", and two seats" or "")
    elseif not both then
      both = { 1 << whole(what, member .. ".ways", word, 1, plan.ways) - 1 }
    end
    for seat = 1, seats do masks[seat] = masks[seat] | (both[seat] or both[1]) & all end
  end
  return masks
end

local function to_of(what, member, given)
  local bits = 0
  for _, word in ipairs(listed(what, member .. ".to", given or "empty")) do
    bits = bits | (TO[word] or fail(what, "%s.to: %s", member,
      arguments.unknown("word", tostring(word), tables.keys(TO))))
  end
  return bits
end

-- The pieces that make a move, as bits.
local function makers_of(what, member, given, plan)
  if given == nil then return -1 end
  local bits = 0
  for _, letters in ipairs(listed(what, member .. ".pieces", given)) do
    local found = false
    for i, piece in ipairs(plan.piece) do
      if piece.letters == letters then bits, found = bits | 1 << i - 1, true end
    end
    if not found then
      fail(what, "%s.pieces: there is no piece %s", member, arguments.shown(letters))
    end
  end
  return bits
end

-- when = { swap = "on" }: the option, and the index of the word.
local function condition(what, member, given, options)
  if given == nil then return nil end
  local name = type(given) == "table" and next(given)
  local option = options[name]
  if not option or not option.words or next(given, name) then
    fail(what, "%s.when: expected an option with words, as in { swap = \"on\" }", member)
  end
  local number = 0
  for word in option.words:gmatch "[^|]+" do
    if word == given[name] then return name, number end
    number = number + 1
  end
  fail(what, "%s.when: %s: expected one of %s", member, name, option.words)
end

local function verb_of(what, i, given, c)
  local member = ("moves[%d]"):format(i)
  if type(given) == "string" then given = { given } end
  local verb = type(given) == "table" and given[1]
  if not VERBS[verb] then
    fail(what, "%s: %s", member, arguments.unknown("verb", tostring(verb), tables.keys(VERBS)))
  end
  local known = MOVING[verb] and { 1, "ways", "to", "pieces", "when" } or { 1, "when" }
  arguments.names(what .. ": " .. member, given, known, "member")
  if verb == "drop" and c.board.kind ~= "square" or verb == "swap" and c.seats ~= 2 then
    fail(what, "%s: %s: expected %s", member, verb,
      verb == "drop" and "a board of squares" or "two seats")
  end
  local option, word = condition(what, member, given.when, c.options)
  return { kind = VERBS[verb], option = option, word = word,
    ways = MOVING[verb] and ways_of(what, member, given.ways, c.board, c.plan, c.seats),
    on = MOVING[verb] and to_of(what, member, given.to),
    pieces = makers_of(what, member, given.pieces, c.plan) }
end

-- ---- endings ----

local TESTS = { row = 1, joins = 2, reaches = 3, none = 4, no_moves = 5, full = 6 }
local VERDICTS = { draw = 0, wins = 1, loses = 2, most = 3 }
local USUAL = { row = 1, joins = 1, reaches = 1, none = 2, no_moves = 2, full = 0 }
local ENDING = { 1, "row", "joins", "reaches", "none", "no_moves", "full", "exact", "draw",
  "wins", "loses", "most" }

-- The one of these members that is given, or nil; two are an error.
local function only(what, member, given, names)
  local found
  for _, name in ipairs(tables.keys(names)) do
    if given[name] then
      if found then fail(what, "%s: expected one of %s and %s", member, found, name) end
      found = name
    end
  end
  return found
end

local function read_test(what, member, given, test, c)
  local finish = { exact = given.exact == true }
  if test == "row" then
    finish.count = given.row
    side(what, member .. ".row", given.row, c.options)
  elseif test == "joins" or test == "reaches" then
    finish.region = by_seat(what, member .. "." .. test, given[test], c.seats, c.plan)
  end
  return finish
end

local function finish_of(what, i, given, c)
  if type(given) ~= "table" then return { test = 0, verdict = 0 } end
  local member = ("endings[%d]"):format(i)
  arguments.names(what .. ": " .. member, given, ENDING, "member")
  local test = only(what, member, given, TESTS)
  local verdict = only(what, member, given, VERDICTS)
  if not test and not verdict then
    fail(what, "%s: expected a test: %s", member, table.concat(tables.keys(TESTS), ", "))
  end
  local finish = read_test(what, member, given, test, c)
  finish.test = TESTS[test] or 0
  finish.verdict = verdict and VERDICTS[verdict] or USUAL[test]
  return finish
end

-- The winner must follow from each ending, or from result().
local function check_results(what, t, plan)
  for i, ending in ipairs(t.endings) do
    if type(ending) ~= "table" and not t.result then
      fail(what, "endings[%d]: expected { %q, ... } with a test, or with draw, wins or loses; "
        .. "or a function result", i, tostring(ending))
    end
  end
  plan.result = not t.result
end

-- ---- all of it ----

--- The names of endings, some of which may be tables.
function M.endings(list)
  if type(list) ~= "table" then return list end
  local names = {}
  for i, ending in ipairs(list) do
    names[i] = type(ending) == "table" and ending[1] or ending
  end
  return names
end

local function read_look(what, board, plan)
  for name in pairs(LOOK) do plan[name] = board[name] end
  plan.bare = board.coordinates == false
  check_colour(what, "board.ground", board.ground)
  local edges = listed(what, "board.edges", board.edges)
  check_count(what, "board.edges", edges, 4)
  for i, name in ipairs { "below", "right", "above", "left" } do
    plan[name] = check_colour(what, "board.edges", edges[i])
  end
  if board.width then whole(what, "board.width", board.width, 1, 8) end
  local empty = board.empty
  if empty and (type(empty) ~= "string" or utf8.len(empty) ~= 1
      or shown.clean(empty) ~= empty) then
    fail(what, "board.empty: expected a letter, got %s", arguments.shown(empty))
  end
end

local function read_board(what, t, plan, options)
  local board = t.board
  local members = type(board) == "table" and MEMBERS[board.kind]
  if not members then
    fail(what, "board: expected tesela.board.square, hex or graph, got %s",
      arguments.shown(board))
  end
  local known = tables.copy(COMMON)
  table.move(members, 1, #members, #known + 1, known)
  arguments.names(what .. ": board", board, known, "member")
  if board.kind == "graph" then
    read_graph(what, board, plan)
  else
    read_lattice(what, board, plan, options)
  end
  if plan.cells > CELLS_MAX then
    fail(what, "board: expected at most %d cells, got %d", CELLS_MAX, plan.cells)
  end
  read_regions(what, board, plan)
  read_look(what, board, plan)
end

-- Verbs move pieces of the seat, and place its first one.
local function check_owners(what, pieces, seats)
  local has = {}
  for _, piece in ipairs(pieces) do has[piece.owner] = true end
  for seat = 1, seats do
    if not has[seat] then
      fail(what, "pieces: expected one for seat %d, because moves are verbs", seat)
    end
  end
end

local function read_moves(what, t, c)
  c.plan.verb = {}
  if type(t.moves) ~= "table" then return end
  check_count(what, "moves", t.moves, VERBS_MAX)
  for i, given in ipairs(t.moves) do c.plan.verb[i] = verb_of(what, i, given, c) end
  if not c.plan.verb[1] then fail(what, "moves: expected a list of verbs") end
  c.plan.moves = true
end

local function read_endings(what, t, c)
  local tests = false
  c.plan.finish = {}
  for i, given in ipairs(t.endings) do
    local finish = finish_of(what, i, given, c)
    c.plan.finish[i], tests = finish, tests or finish.test > 0
  end
  c.plan.tests = tests
  c.plan.over = tests and not t.over
end

--- The data that a board gives a definition: the plan, and the fields `board` and `last`. `options`
--- are those of the game, by name.
function M.plan(what, t, options, seats)
  local plan = {}
  read_board(what, t, plan, options)
  read_pieces(what, t, plan, seats)
  read_start(what, t, plan)
  local c = { plan = plan, board = t.board, options = options, seats = seats }
  read_moves(what, t, c)
  read_endings(what, t, c)
  if plan.moves then check_owners(what, plan.piece, seats) end
  check_results(what, t, plan)
  plan.apply = not t.apply
  return plan
end

return M
