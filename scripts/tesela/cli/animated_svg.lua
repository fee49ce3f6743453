-- A game as one moving picture, without scripts: SVG with its own animations (SMIL), repeated for
-- ever.
--
-- The picture of a position is a list of parts, its outermost elements, in painting order. The
-- film contains each part once, with its lives: the positions that show it. The parts of the first
-- position are visible even without animation. Moving pieces glide from their former places.

local changes = require "tesela.changes"

local M = {}

local SECONDS, REST, GLIDE = 1, 2, 0.4 -- for a position, extra for the last, for a move

-- ---- parts ------------------------------------------------------------------

-- The outermost elements of a picture, the text before them and their bytes.
local function parts_of(svg)
  local head, inner = svg:match "^(<svg [^>]*>)(.*)</svg>%s*$"
  local parts, depth, first = {}, 0, 1
  for at, close, single, after in inner:gmatch "()<(/?)[^>]-(/?)>()" do
    if depth == 0 then first = at end
    depth = depth + (close ~= "" and -1 or single ~= "" and 0 or 1)
    if depth == 0 then parts[#parts + 1] = inner:sub(first, after - 1) end
  end
  return parts, head
end

-- The largest set of parts that stay between two positions: a longest increasing subsequence of
-- their places in the other position (false: none). Returns a set of indices.
local function rising(places)
  local best, before, last = {}, {}, 0 -- the ends of subsequences, by their length
  for i = 1, #places do
    local place, low, high = places[i], 1, last
    while place and low <= high do
      local middle = (low + high) // 2
      if places[best[middle]] < place then low = middle + 1 else high = middle - 1 end
    end
    if place then
      best[low], before[i], last = i, best[low - 1], math.max(last, low)
    end
  end
  local kept, i = {}, best[last]
  while i do kept[i], i = true, before[i] end
  return kept
end

-- The place in the film of each part of a position, or false; and the keys of the parts.
local function find(film, parts)
  local place, places, keys, seen = {}, {}, {}, {}
  for i, each in ipairs(film) do place[each.key] = i end
  for i, text in ipairs(parts) do
    seen[text] = (seen[text] or 0) + 1
    keys[i] = text .. seen[text]
    places[i] = place[keys[i]] or false
  end
  return places, keys
end

local function live(part, time)
  local life = part.lives[#part.lives]
  if life and life[2] == time then
    life[2] = time + 1
  else
    part.lives[#part.lives + 1] = { time, time + 1 }
  end
end

-- Adds a position to the film; returns the parts that it shows.
local function add(film, parts, time)
  local places, keys = find(film, parts)
  local kept, longer, done, shown = rising(places), {}, 0, {}
  local function copy(most)
    for i = done + 1, most do longer[#longer + 1] = film[i] end
    done = math.max(done, most)
  end
  for i, text in ipairs(parts) do
    if kept[i] then
      copy(places[i])
    else
      longer[#longer + 1] = { key = keys[i], text = text, lives = {}, glides = {} }
    end
    local part = kept[i] and film[places[i]] or longer[#longer]
    live(part, time)
    shown[i] = part
  end
  copy(#film)
  return longer, shown
end

-- ---- moves ------------------------------------------------------------------

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

-- The part of an element, and its centre.
local function find_part(by_id, element)
  local part = by_id[element.id:gsub('[&<>"]', ENTITIES)]
  if not part then return end
  local x, y = part.text:match ' transform="translate%((%-?%d+) (%-?%d+)%)'
  return part, tonumber(x), tonumber(y)
end

local function by_id(parts)
  local found = {}
  for _, part in ipairs(parts) do
    local id = part.text:match '^<g data%-id="([^"]*)"'
    if id then found[id] = part end
  end
  return found
end

local function add_glides(before, after, time)
  local from, to = by_id(before.shown), by_id(after.shown)
  for _, pair in ipairs(changes.between(before.elements, after.elements).moved) do
    local _, x, y = find_part(from, pair[1])
    local part, to_x, to_y = find_part(to, pair[2])
    if x and to_x then
      table.insert(part.glides, { time, ("%d %d"):format(x - to_x, y - to_y) })
    end
  end
end

-- ---- writing ----------------------------------------------------------------

local function animation(form, values, times, length)
  for i, time in ipairs(times) do
    times[i] = ("%.6f"):format(time / length):gsub("%.?0+$", "")
  end
  return (form .. ' values="%s" keyTimes="%s" dur="%gs" repeatCount="indefinite"/>')
    :format(table.concat(values, ";"), table.concat(times, ";"), length)
end

-- The times of visibility of a part; "" if always.
local function lives_text(part, last, length)
  local lives = part.lives
  if lives[1][1] == 0 and lives[1][2] == last then return "" end
  local values, times = {}, {}
  if lives[1][1] > 0 then values[1], times[1] = "hidden", 0 end
  for _, life in ipairs(lives) do
    values[#values + 1], times[#times + 1] = "visible", life[1] * SECONDS
    if life[2] < last then
      values[#values + 1], times[#times + 1] = "hidden", life[2] * SECONDS
    end
  end
  return animation('<animate attributeName="visibility" calcMode="discrete"',
    values, times, length)
end

local function glides_text(part, length)
  if #part.glides == 0 then return "" end
  local values, times = { "0 0" }, { 0 }
  for _, glide in ipairs(part.glides) do
    local time = glide[1] * SECONDS
    for _, each in ipairs { { time, "0 0" }, { time, glide[2] }, { time + GLIDE, "0 0" } } do
      times[#times + 1], values[#values + 1] = each[1], each[2]
    end
  end
  times[#times + 1], values[#values + 1] = length, "0 0"
  return animation('<animateTransform attributeName="transform" type="translate"',
    values, times, length)
end

-- The look of an element without its place; and the SVG around it.
local function body_of(text)
  local start = text:match '^<g [^>]- transform="[^"]*">'
    or text:match '^<g [^>]*><g transform="[^"]*">'
  if not start then return nil end
  local _, depth = start:gsub("<g ", "")
  local close = ("</g>"):rep(depth)
  if text:sub(-#close) ~= close then return nil end
  return text:sub(#start + 1, -1 - #close), start, close
end

-- Elements drawn at several places are stored once: definitions for the head, and the parts as
-- written.
local function share(film)
  local counts, numbers, definitions = {}, {}, {}
  for _, part in ipairs(film) do
    local body = body_of(part.text)
    if body then counts[body] = (counts[body] or 0) + 1 end
  end
  local function write(part)
    local body, start, close = body_of(part.text)
    if not body or counts[body] == 1 or #body < 60 then return part.text end
    if not numbers[body] then
      numbers[body] = #definitions + 1
      definitions[#definitions + 1] = ('<g id="tesela-%d">%s</g>'):format(numbers[body], body)
    end
    return ('%s<use href="#tesela-%d"/>%s'):format(start, numbers[body], close)
  end
  return definitions, write
end

-- With reduced motion the first position stays: `!important` overrides animations.
local STILL = [[
<style>@media (prefers-reduced-motion: reduce) {
.film { visibility: visible !important; transform: none !important }
.film[visibility] { visibility: hidden !important }
}</style>]]

-- Neighbours with the same lives and movements are one group.
local function write(film, last, length)
  local definitions, text_of = share(film)
  local lines, open = {}, ""
  for _, part in ipairs(film) do
    local moves = lives_text(part, last, length) .. glides_text(part, length)
    if moves ~= open then
      if open ~= "" then lines[#lines + 1] = "</g>" end
      local hidden = part.lives[1][1] > 0 and ' visibility="hidden"' or ""
      if moves ~= "" then lines[#lines + 1] = ('<g class="film"%s>%s'):format(hidden, moves) end
      open = moves
    end
    lines[#lines + 1] = text_of(part)
  end
  if open ~= "" then lines[#lines + 1] = "</g>" end
  return ("%s\n<defs>%s</defs>\n%s"):format(STILL, table.concat(definitions, "\n"),
    table.concat(lines, "\n"))
end

-- A tag with another width and height.
local function sized(tag, width, height)
  return (tag:gsub(' width="%d+"', (' width="%d"'):format(width), 1)
    :gsub(' height="%d+"', (' height="%d"'):format(height), 1))
end

--- The film of positions, a list of { svg = a picture, elements = a list of its elements }, in one
--- frame. The boxes beside the board may grow, so each position gets paper (its second part) of the
--- greatest width and height.
function M.text(positions)
  local film, head, wide, high = {}, nil, 0, 0
  for _, position in ipairs(positions) do
    local start
    position.parts, start = parts_of(position.svg)
    local width, height = start:match ' viewBox="0 0 (%d+) (%d+)"'
    head, wide, high = head or start, math.max(wide, width // 1), math.max(high, height // 1)
  end
  local paper = sized(positions[1].parts[2], wide, high)
  head = sized(head, head:match ' width="(%d+)"' // 1,
    head:match ' width="(%d+)"' * high // wide)
    :gsub(' viewBox="[^"]*"', (' viewBox="0 0 %d %d"'):format(wide, high))
  for i, position in ipairs(positions) do
    position.parts[2] = paper
    film, position.shown = add(film, position.parts, i - 1)
    if i > 1 then add_glides(positions[i - 1], position, i - 1) end
  end
  local length = #positions * SECONDS + REST
  return ("%s\n%s\n</svg>\n"):format(head, write(film, #positions, length))
end

return M
