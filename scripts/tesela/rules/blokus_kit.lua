-- The parts of a variant of Blokus that are data: its own pieces, board, holes and start
-- cells, written as the text that the game in C reads. This file checks the shape of the
-- table; the cells are checked in C.

local arguments = require "tesela.base.arguments"

local M = {}

--- The members of the table, all of which may be absent.
M.members = { pieces = true, board = true, holes = true, starts = true }

local fail = arguments.fail

-- A drawing as rows joined by /. If it is given in lines, empty lines around it are dropped; spaces
-- mean dots.
local function drawing(what, name, shape)
  if type(shape) ~= "string" then
    fail(what, "pieces.%s: expected a drawing, like \"x./xx\", got a %s", name,
      type(shape))
  end
  local text = shape:gsub("\r?\n", "/"):gsub("[ .]*%f[/\0]", "")
  text = text:gsub("^/+", ""):gsub("/+$", ""):gsub("[X#]", "x"):gsub(" ", ".")
  if text:find "[^x./]" then
    fail(what, "pieces.%s: expected a drawing of x and ., got %q", name,
      text:match "[^x./]")
  end
  return text
end

local function whole(value)
  return math.type(value) == "integer"
end

-- The pieces of a list in its order; pieces by name, the smaller ones first.
local function in_order(what, pieces)
  local list = {}
  if arguments.is_list(pieces) then
    for i, piece in ipairs(pieces) do
      if type(piece) == "table" then
        arguments.names(("%s: pieces[%d]"):format(what, i), piece,
          { "name", "shape" }, "member")
      end
      if type(piece) ~= "table" or type(piece.name) ~= "string" then
        fail(what, "pieces[%d]: expected { name =, shape = }", i)
      end
      list[i] = { name = piece.name,
        shape = drawing(what, piece.name, piece.shape) }
    end
    return list
  end
  for name, shape in pairs(pieces) do
    if type(name) ~= "string" then
      fail(what, "pieces: expected names or a list, got both")
    end
    list[#list + 1] = { name = name, shape = drawing(what, name, shape) }
  end
  local function size(piece)
    return select(2, piece.shape:gsub("x", ""))
  end
  table.sort(list, function(a, b)
    if size(a) ~= size(b) then return size(a) < size(b) end
    return a.name < b.name
  end)
  return list
end

local function pieces_of(what, pieces)
  if type(pieces) ~= "table" or next(pieces) == nil then
    fail(what, "pieces: expected pieces by name, like { V3 = \"x./xx\" }")
  end
  local lines = {}
  for i, piece in ipairs(in_order(what, pieces)) do
    if not piece.name:match "^[%w_]+$" then
      fail(what, "pieces: expected a name of letters, digits and _, got %q",
        piece.name)
    end
    lines[i] = ("piece %s %s\n"):format(piece.name, piece.shape)
  end
  return table.concat(lines)
end

local function board_of(what, board)
  local size = whole(board) and { board, board } or board
  if type(size) ~= "table" or not (whole(size[1]) and whole(size[2]))
    or #size ~= 2 then
    fail(what, "board: expected 3..20 or { columns, rows }, got %s",
      type(board) == "table" and "another table" or arguments.shown(board))
  end
  return ("board %dx%d\n"):format(size[1], size[2])
end

local function cells_of(what, member, cells)
  if not arguments.is_list(cells) then
    fail(what, "%s: expected a list of cells, like { \"e5\", \"j10\" }", member)
  end
  for i, cell in ipairs(cells) do
    if type(cell) ~= "string" or not cell:match "^%w+$" then
      fail(what, "%s[%d]: expected a cell, like \"e5\", got %s", member, i,
        arguments.shown(cell))
    end
  end
  return member .. " " .. table.concat(cells, " ") .. "\n"
end

-- In the order in which they are written.
local MEMBERS = {
  { name = "board", write = board_of },
  { name = "holes",
    write = function(what, holes) return cells_of(what, "holes", holes) end },
  { name = "starts",
    write = function(what, starts) return cells_of(what, "starts", starts) end },
  { name = "pieces", write = pieces_of },
}

--- The text of a table's members, and its parts: `below` are those of the game below, which stay
--- unless the table replaces them. nil if it has none.
function M.write(what, t, below)
  local parts, text, any = {}, "", false
  for _, member in ipairs(MEMBERS) do
    local name, given = member.name, t[member.name]
    any = any or given ~= nil
    parts[name] = below and below[name]
    if given ~= nil then parts[name] = member.write(what, given) end
    text = text .. (parts[name] or "")
  end
  if not any then return nil, below end
  return text, parts
end

-- The piece used in explanations of moves: as in the game in C, the fourth, or the first if there
-- are fewer.
local function example(parts)
  local names = {}
  for name in (parts and parts.pieces or "piece 1\npiece 2\npiece I3\npiece V3\n")
    :gmatch "piece (%S+)" do
    names[#names + 1] = name
  end
  return names[4] or names[1]
end

--- The notation of moves, with an existing piece in place of one of the game below.
function M.notation(text, parts, below)
  local old, new = example(below), example(parts)
  if old == new then return text end
  local blanks = #new - #old
  return (text:gsub("%f[%w]" .. old .. "(@a1%S*)( +)", function(rest, gap)
    return new .. rest .. (" "):rep(math.max(2, #gap - blanks))
  end))
end

--- The descriptions of options, by name, for another board.
function M.docs(parts)
  return parts and parts.board
    and { variant = "classic: four colours; duo: two, purple and orange" } or {}
end

return M
