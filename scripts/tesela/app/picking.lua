-- Pointing at a move: a person chooses things, one after another, until a legal move is complete.
-- The possible next choices follow from the legal moves alone.
--
-- A move is a list of tokens, strings that describe the choices: "cell c3", "piece T4", "turn 2",
-- "tile rc", "count 3", "move pass". It has a `head`, whose tokens come in order, and `groups`,
-- which may come in any order: the tiles of a line with their cells. The choices so far lead to
-- each move that begins with them.
--
-- The parts of a move (state:parts) determine how it is pointed at; if a game has none, its text
-- does, if it contains names of cells; otherwise the whole move is one thing.

local words = require "tesela.app.page_words"

local M = {}

-- ---- moves as tokens --------------------------------------------------------

local function cell(name) return "cell " .. name end

-- Squares from 0 0 on, by row and column, and the index of the one to hold: the one nearest to
-- their centre.
local function form_of(cells, find)
  local squares, left, low, x, y = {}, math.huge, math.huge, 0, 0
  for i, name in ipairs(cells) do
    local at = find[name]
    squares[i] = { at.column, at.row }
    left, low = math.min(left, at.column), math.min(low, at.row)
    x, y = x + at.column / #cells, y + at.row / #cells
  end
  local handle, least = 1, math.huge
  for i, square in ipairs(squares) do
    local distance = (square[1] - x) ^ 2 + (square[2] - y) ^ 2
    if distance < least - 1e-9 then handle, least = i, distance end
    squares[i] = { square[1] - left, square[2] - low }
  end
  return squares, handle
end

-- A piece of several cells; `turn` if it has several orientations.
local function of_piece(parts, find)
  local squares, handle = form_of(parts.cells, find)
  local head = { "piece " .. parts.piece }
  if parts.turn then head[2] = "turn " .. parts.turn end
  head[#head + 1] = cell(parts.cells[handle])
  return { head = head, groups = {}, squares = squares, colour = parts.colour,
    cells = parts.cells }
end

local function of_tiles(parts)
  local groups = {}
  for i, tile in ipairs(parts.tiles) do
    groups[i] = { "tile " .. tile, parts.cells and cell(parts.cells[i]) }
  end
  return { head = parts.cells and {} or { "swap tiles" }, groups = groups,
    cells = parts.cells }
end

-- A move of the things on one cell to another; for a pile, with their number.
local function of_step(parts)
  local head = { cell(parts.from), cell(parts.to) }
  if math.type(parts.pieces) == "integer" then head[3] = "count " .. parts.pieces end
  return { head = head, groups = {}, cells = { parts.to } }
end

-- A column, by its letter: any of its cells chooses it.
local function of_column(text, find)
  if not (text:find "^%l$" and find[text .. "1"]) then return nil end
  local cells = {}
  for name in pairs(find) do
    if name:find("^" .. text .. "%d+$") then cells[#cells + 1] = name end
  end
  table.sort(cells)
  return { head = { "move " .. text }, groups = {}, column = cells }
end

-- The cells named by the text of a move, if it names nothing else.
local function of_text(text, find)
  local head, cells = {}, {}
  for name in text:gmatch "%l%d+" do
    if not find[name] then return nil end
    head[#head + 1], cells[1] = cell(name), name
  end
  if #head > 0 and not text:gsub("%l%d+", ""):find "[%w+]" then
    return { head = head, groups = {}, cells = cells }
  end
  return nil
end

local function of_move(state, move, find)
  local parts, text = state:parts(move), state:text(move)
  if parts.piece and parts.cells then return of_piece(parts, find) end
  if parts.tiles then return of_tiles(parts) end
  if parts.from and parts.to and find[parts.from] and find[parts.to] then
    return of_step(parts)
  end
  local to = parts.to or parts.at
  if to and find[to] then return { head = { cell(to) }, groups = {}, cells = { to } } end
  return of_text(text, find) or of_column(text, find) or { head = { "move " .. text }, groups = {} }
end

--- The things to point at in a position. `find`: the cells by name, each with `column` and `row`;
--- `tiles`: by their letters { svg =, words =, order = }, if there are any.
function M.new(state, find, tiles)
  local self = { state = state, moves = {}, find = find, tiles = tiles or {} }
  for move in state:moves() do
    local way = of_move(state, move, find)
    way.text, way.points = state:text(move), state:parts(move, "points")
    self.moves[#self.moves + 1] = way
  end
  return self
end

-- ---- the next choices -------------------------------------------------------

local function copy(list) return table.move(list, 1, #list, 1, {}) end

-- The remaining groups after taking one that begins with these tokens.
local function without(groups, first, second)
  for i, group in ipairs(groups) do
    if group[1] == first and (second == nil or group[2] == second) then
      local rest = copy(groups)
      table.remove(rest, i)
      return rest
    end
  end
end

-- The tokens that lead from the choices towards a move, and whether it is complete; nil: the
-- choices do not lead to it.
local function next_of(way, chosen)
  local head, groups = way.head, way.groups
  for i = 1, math.min(#head, #chosen) do
    if chosen[i] ~= head[i] then return nil end
  end
  if #chosen < #head then return { head[#chosen + 1] }, false end
  local at = #head + 1
  while chosen[at] do
    local pair = groups[1] and groups[1][2] ~= nil
    if pair and not chosen[at + 1] then
      local cells = {}
      for _, group in ipairs(groups) do
        if group[1] == chosen[at] then cells[#cells + 1] = group[2] end
      end
      if #cells > 0 then return cells, false end
      return nil
    end
    groups = without(groups, chosen[at], pair and chosen[at + 1] or nil)
    if not groups then return nil end
    at = at + (pair and 2 or 1)
  end
  local tokens = {}
  for i, group in ipairs(groups) do tokens[i] = group[1] end
  return tokens, #groups == 0
end

-- ---- forms ------------------------------------------------------------------

-- The key of squares: equal for equal forms.
local function key_of(squares)
  local left, low, names = math.huge, math.huge, {}
  for _, square in ipairs(squares) do
    left, low = math.min(left, square[1]), math.min(low, square[2])
  end
  for i, square in ipairs(squares) do
    names[i] = ("%d,%d"):format(square[1] - left, square[2] - low)
  end
  table.sort(names)
  return table.concat(names, " ")
end

local function mapped(squares, f)
  local list = {}
  for i, square in ipairs(squares) do list[i] = { f(square[1], square[2]) } end
  return list
end

local function turned(x, y) return y, -x end -- to the right
local function turned_back(x, y) return -y, x end
local function flipped(x, y) return -x, y end

-- The token of the form that results from turning or flipping a form; if that fits nowhere, it is
-- turned further.
local function led_to(tokens, squares, f)
  squares = mapped(squares, f)
  for _ = 1, 4 do
    local token = tokens[key_of(squares)]
    if token then return token end
    squares = mapped(squares, f == flipped and turned or f)
  end
end

-- ---- words ------------------------------------------------------------------

local COUNTS = { "1 piece", "%d pieces" }

-- A token in words.
local function words_of(token)
  local kind, what = token:match "^(%S+) (.*)$"
  if kind == "count" then return what == "1" and COUNTS[1] or COUNTS[2]:format(what) end
  if kind == "turn" then return "way " .. what end
  if kind == "swap" then return "exchange tiles" end
  return what
end

local GROUPS = { piece = "piece", turn = "turn", tile = "tile", count = "count",
  move = "other", swap = "other" }

local function group_of(token) return GROUPS[token:match "^%S+"] end

-- A thing that can be chosen, or has been.
local function thing_of(self, token, way, selected)
  local tile = self.tiles[token:match "^tile (.*)$"]
  return { token = token, words = tile and tile.words or words_of(token),
    group = group_of(token), svg = tile and tile.svg,
    squares = (token:find "^piece" or token:find "^turn") and way.squares or nil,
    colour = way.colour, selected = selected or nil }
end

local ORDER = { piece = 1, turn = 2, tile = 3, count = 4, other = 5 }

-- The order of things: small pieces first, tiles as in the hand.
local function rank_of(self, thing)
  local what = thing.token:match "^%S+ (.*)$"
  local tile = self.tiles[what]
  return thing.group == "piece" and #thing.squares or thing.group == "tile" and tile
    and tile.order or tonumber(what) or 0
end

local function sort(self, list)
  table.sort(list, function(a, b)
    if a.group ~= b.group then return ORDER[a.group] < ORDER[b.group] end
    local one, two = rank_of(self, a), rank_of(self, b)
    if one ~= two then return one < two end
    return a.token < b.token
  end)
end

local function is_cell(token) return token:find "^cell " ~= nil end

-- The number of tiles of a kind in a move.
local function times(way, token)
  local count = 0
  for _, group in ipairs(way.groups) do
    if group[1] == token then count = count + 1 end
  end
  return count
end

-- All cells of a column choose it.
local function add_column(list, token, way)
  for _, name in ipairs(way.column) do list[name] = { token = token, ghost = { name } } end
end

local function add_cell(list, token, way, last)
  local name = token:sub(6)
  local entry = list[name] or { token = token, ghost = { name } }
  if last and #way.groups == 0 and way.cells then entry.ghost = way.cells end
  entry.more = entry.more or not last and #way.groups == 0 or nil
  list[name] = entry
end

-- Alternatives to the choices: other pieces and orientations, and other tiles for a tile that has
-- no cell yet.
local function siblings(self, chosen, ways, add)
  local next_one = ways[1].tokens[1]
  for i, token in ipairs(chosen) do
    local in_head = token:find "^piece" or token:find "^turn"
    local waits = i == #chosen and token:find "^tile" and next_one and is_cell(next_one)
    if in_head or waits then
      local before = table.move(chosen, 1, i - 1, 1, {})
      for _, way in ipairs(self.moves) do
        local tokens = next_of(way, before)
        for _, other in ipairs(tokens and (in_head and { way.head[i] } or tokens) or {}) do
          if not is_cell(other) then add(other, way, other == token, before) end
        end
      end
    end
  end
end

-- ---- orientations of a piece ---------------------------------------------------

local TURNED = { [0] = "", "turned once", "turned twice", "turned three times" }

-- The turns, perhaps after flipping, from the form that shows a piece to another: "flipped, turned
-- once"; "" if it is the same.
local function lies_of(base, squares)
  local wanted = key_of(squares)
  for _, flip in ipairs { false, true } do
    local form = flip and mapped(base, flipped) or base
    for turns = 0, 3 do
      if key_of(form) == wanted then
        local between = flip and turns > 0 and ", " or ""
        return (flip and "flipped" or "") .. between .. TURNED[turns]
      end
      form = mapped(form, turned)
    end
  end
end

-- The choices, in words: "F, turned once", "red square", "b2".
local function held_words(self, result, chosen)
  local first, last = chosen[1], chosen[#chosen]
  local tile = last and self.tiles[last:match "^tile (.*)$"]
  if tile then return tile.words end
  if first and is_cell(first) and #chosen == 1 then return "from " .. words_of(first) end
  if not (first and first:find "^piece") then return nil end
  local base, now
  for _, thing in ipairs(result.things) do
    if thing.token == first then base = thing.squares end
    if thing.group == "turn" and thing.selected then now = thing.squares end
  end
  local lies, name = base and now and lies_of(base, now) or "", words_of(first)
  return name:gsub("^%d+$", "piece %0") .. (lies ~= "" and ", " .. lies or "")
end

local function capital(text) return (text:gsub("^%l", string.upper)) end

local function say_of(self, result, chosen)
  if result.move and not next(result.cells) and #result.things == 0 then return "" end
  local groups = {}
  for _, thing in ipairs(result.things) do
    if not thing.selected and not thing.before then groups[thing.group] = true end
  end
  local list = {}
  if next(result.cells) then
    list[1] = #chosen == 0 and "a cell" or "where to"
  end
  for _, name in ipairs { "piece", "tile", "count" } do
    if groups[name] then
      list[#list + 1] = name == "count" and "how many"
        or (result.move and "another " or "a ") .. name
    end
  end
  local held = held_words(self, result, chosen)
  local what = #list > 0 and "choose " .. table.concat(list, ", or ") or nil
  if result.move then what = "play it" .. (what and ", or " .. what or ", or choose again") end
  if not what then return "" end
  return capital(held and ("%s: %s"):format(held, what) or what)
end

-- The tokens that result from turning and flipping the chosen piece. If orientations are pieces of
-- their own, as in Losetas, these are the pieces that it becomes.
local function add_keys(result, chosen)
  local group = chosen[2] and chosen[2]:find "^turn" and "turn" or "piece"
  local tokens, now = {}, nil
  for _, thing in ipairs(result.things) do
    if thing.group == group and thing.squares then
      local key = key_of(thing.squares)
      tokens[key] = tokens[key] or thing.token
      now = thing.selected and thing or now
    end
  end
  if not now then return end
  result.turns = {}
  for key, f in pairs { r = turned, l = turned_back, f = flipped } do
    local token = led_to(tokens, now.squares, f)
    if token and token ~= now.token then
      result.turns[key] = group == "turn" and { chosen[1], token } or { token }
    end
  end
end

-- The moves that are still possible, and the next choices of each.
local function open(self, chosen)
  local ways, whole = {}, nil
  for _, way in ipairs(self.moves) do
    local tokens, done = next_of(way, chosen)
    if tokens then
      ways[#ways + 1] = { way = way, tokens = tokens }
      if done then whole = way end
    end
  end
  return ways, whole
end

-- If only one token continues and it is not a cell, a person has no choice.
local function forced(ways, whole)
  local only
  for _, each in ipairs(ways) do
    for _, token in ipairs(each.tokens) do
      if is_cell(token) or only and only ~= token or token:find "^[ms]" then return nil end
      only = token
    end
  end
  return not whole and only or nil
end

-- A chosen piece gets an orientation at once.
local function settled(self, chosen)
  local ways, whole = open(self, chosen)
  local token = #chosen > 0 and forced(ways, whole)
  if not token and #chosen > 0 and ways[1] and chosen[#chosen]:find "^piece" then
    token = ways[1].tokens[1]:find "^turn" and ways[1].tokens[1]
  end
  if not token then return chosen, ways, whole end
  chosen = copy(chosen)
  chosen[#chosen + 1] = token
  return settled(self, chosen)
end

-- The tiles that are already placed, from the tokens: each comes before its cell.
local function placed_by(chosen)
  local list = {}
  for i = 2, #chosen do
    if is_cell(chosen[i]) and chosen[i - 1]:find "^tile" then
      list[#list + 1] = { cell = chosen[i]:sub(6), tile = chosen[i - 1]:sub(6) }
    end
  end
  return list
end

--- The possible choices after these tokens; nil if they lead to no move:
---
---   chosen  the tokens, and those after them that leave no choice
---   cells   by name: { token =, ghost = the cells that are then covered, more = true if
---           another cell comes next }
---   things  choices beside the board: { token =, words =, group =, count = their number,
---           svg = or squares = and colour =, selected = true if chosen, before = the
---           tokens before it, if it replaces a choice }
---   turns   { r =, l =, f = }: lists of tokens that result from turning a piece to the right
---           or left and from flipping it; without those that change nothing
---   placed  the tiles already placed: { cell =, tile = }
---   move    the text of the move, if complete; its words and points
---   say     what to do, in words
function M.pick(self, given)
  local chosen, ways, whole = settled(self, given)
  if #ways == 0 then return nil end
  local result = { chosen = chosen, cells = {}, things = {}, move = whole and whole.text,
    placed = placed_by(chosen) }
  local known = {}
  local function add(token, way, selected, before)
    local thing = known[token]
    if not thing then
      thing = thing_of(self, token, way, selected)
      thing.before = before
      known[token], result.things[#result.things + 1] = thing, thing
    end
    local count = math.max(thing.count or 1, times(way, token))
    thing.count = count > 1 and count or nil
  end
  siblings(self, chosen, ways, add)
  for _, each in ipairs(ways) do
    for _, token in ipairs(each.tokens) do
      if is_cell(token) then
        add_cell(result.cells, token, each.way, #chosen + 1 == #each.way.head)
      elseif each.way.column then
        add_column(result.cells, token, each.way)
      else
        add(token, each.way)
      end
    end
  end
  if whole then
    local state = self.state
    result.words = words.move(state, state:copy():play(whole.text), whole.text)
    result.points = whole.points
  end
  sort(self, result.things)
  add_keys(result, chosen)
  result.say = say_of(self, result, chosen)
  return result
end

return M
