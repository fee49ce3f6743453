-- The legal moves of a position for people: by kind, and within a kind by the origin of the moves,
-- in columns that fit the screen. If moves have points, the best come first, as many as fit.

local spoken = require "tesela.rules.spoken_moves"
local texts = require "tesela.text"

local M = {}

local LINES = 20

-- The columns for items, after a margin.
local function room() return texts.room() - 3 end

-- The parts of a move as words: kinds, pieces and cells.
local function words_of(parts)
  local words = {}
  for _, value in pairs(parts) do
    if type(value) == "table" then
      table.move(value, 1, #value, #words + 1, words)
    elseif type(value) == "string" then
      words[#words + 1] = value
    end
  end
  return words
end

-- Does a move concern the person's words: a cell, a tile, or a kind? (The number of an orientation
-- does not count.) All words must match.
local function touches(text, parts, word)
  local first, rest = word:match "^(%S+)%s+(.+)$"
  if first then
    return touches(text, parts, first) and touches(text, parts, rest)
  end
  if parts.piece then text = text:gsub("/%d+$", "") end
  for _, each in ipairs(words_of(parts)) do
    if each == word then return true end
  end
  for _, separated in ipairs { "%w+", "[^@+:]+" } do
    for each in text:gmatch(separated) do
      if each == word then return true end
    end
  end
  return false
end

-- The list of a key in a list of lists; a new one is added at the end.
local function list_of(lists, key)
  if not lists[key] then
    lists[key] = { name = key }
    lists[#lists + 1] = lists[key]
  end
  return lists[key]
end

-- { name = kind, { name = source, text, ... }, ... }, the number of moves, their points by text if
-- they have any, and whether they have pieces.
local function sorted(state, word)
  local kinds, count, points, bare, pieces = {}, 0, {}, false, false
  for move in state:moves() do
    local parts = state:parts(move)
    local text = spoken.text(state, move, parts)
    if not word or touches(text, parts, word) then
      local kind = list_of(kinds, parts.kind or "moves")
      local source = list_of(kind, parts.from or parts.piece or "")
      source[#source + 1] = text
      kind.count = (kind.count or 0) + 1
      count = count + 1
      points[text] = parts.points
      pieces = pieces or parts.piece ~= nil
      if not parts.points then bare = true end
    end
  end
  for _, kind in ipairs(bare and next(points) and kinds or {}) do
    for _, source in ipairs(kind) do
      for _, text in ipairs(source) do points[text] = points[text] or 0 end
    end
  end
  return kinds, count, points, pieces
end

--- Items in columns of a width, as lines.
local function columns(items, width, lines)
  local per_line = math.max(1, room() // width)
  for first = 1, #items, per_line do
    local line = {}
    for i = first, math.min(first + per_line - 1, #items) do
      line[#line + 1] = items[i] .. (" "):rep(width - texts.columns(items[i]))
    end
    lines[#lines + 1] = "  " .. table.concat(line):gsub("%s+$", "")
  end
end

local function all_items(kind)
  local items, width = {}, 0
  for _, source in ipairs(kind) do
    for _, text in ipairs(source) do
      items[#items + 1] = text
      width = math.max(width, texts.columns(text) + 2)
    end
  end
  return items, width
end

-- Each source begins a new line, or follows the previous one.
local function lay_out(kinds, apart)
  local lines = {}
  for _, kind in ipairs(kinds) do
    local items, width = all_items(kind)
    lines[#lines + 1] = ("%s (%d)"):format(kind.name, kind.count)
    for _, group in ipairs(apart and kind or { items }) do
      columns(group, width, lines)
    end
  end
  return lines
end

-- The number of items that fit on this many lines, and the width of a column, with as many
-- columns as the longest of these items allows.
local function fit(items, lines)
  for across = 6, 1, -1 do
    local count, width = math.min(#items, lines * across), 0
    for i = 1, count do width = math.max(width, texts.columns(items[i]) + 2) end
    if across * width <= room() or across == 1 then return count, width end
  end
end

-- The best moves of a kind, with their points before them, on at most this many lines.
local function best_of(kind, points, most, lines)
  local items = all_items(kind)
  table.sort(items, function(a, b)
    if points[a] ~= points[b] then return points[a] > points[b] end
    if #a ~= #b then return #a < #b end
    return a < b
  end)
  for i, text in ipairs(items) do
    if points[text] > 0 then items[i] = ("%2d %s"):format(points[text], text) end
  end
  local shown, width = fit(items, most)
  columns(table.move(items, 1, shown, 1, {}), width, lines)
  if shown < #items then
    lines[#lines + 1] = ("  ... %d more; moves CELL or moves TILE shows fewer")
      :format(#items - shown)
  end
end

local function by_points(kinds, points)
  local lines = {}
  for i, kind in ipairs(kinds) do
    lines[#lines + 1] = ("%s (%d)"):format(kind.name, kind.count)
    best_of(kind, points, i == 1 and LINES - 8 or 3, lines)
  end
  return lines
end

-- The number of moves of each piece, if all of them are too many to read.
local function by_pieces(kinds)
  local lines = {}
  for _, kind in ipairs(kinds) do
    local items, width = {}, 0
    for i, source in ipairs(kind) do
      items[i] = source.name == "" and source[1] or ("%s: %d"):format(source.name, #source)
      width = math.max(width, texts.columns(items[i]) + 2)
    end
    lines[#lines + 1] = ("%s (%d)"):format(kind.name, kind.count)
    columns(items, width, lines)
  end
  lines[#lines + 1] = "moves PIECE or moves CELL lists them"
  return lines
end

--- The text of the legal moves, or of those that concern a cell or are of a kind; nil if there are
--- none.
function M.text(state, word)
  local kinds, count, points, pieces = sorted(state, word)
  if count == 0 then return nil end
  if next(points) then return table.concat(by_points(kinds, points), "\n") end
  local lines = lay_out(kinds, true)
  if #lines > LINES then lines = lay_out(kinds, false) end
  if #lines > LINES and not word and pieces then lines = by_pieces(kinds) end
  return table.concat(lines, "\n")
end

--- The words that `text` accepts: cells and kinds of the legal moves.
function M.words(state)
  local seen, list = {}, {}
  for move in state:moves() do
    for _, word in ipairs(words_of(state:parts(move))) do
      if not seen[word] then
        seen[word] = true
        list[#list + 1] = word
      end
    end
  end
  return list
end

return M
