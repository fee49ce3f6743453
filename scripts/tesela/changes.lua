-- The differences between two lists of elements (state:elements), by their ids.
--
-- If ids depend on places, a piece that moves is one that left and another that came. Two with the
-- same shape, colour and letters are paired, the lowest first; then two that differ only in
-- letters, such as the top of a pile.

local M = {}

local function by_id(list)
  local found = {}
  for _, element in ipairs(list) do found[element.id] = element end
  return found
end

-- When an element leaves a box, the others move up: that does not count as another place.
local function place(element)
  local words = { element.box, element.box == 0 and element.level or nil }
  for _, square in ipairs(element.squares) do
    words[#words + 1] = table.concat(square, ",")
  end
  return table.concat(words, " ")
end

local function look(element)
  return table.concat({ element.shape, element.colour, element.text }, "\0")
end

local function bare(element) return element.shape .. "\0" .. element.colour end

-- Elements of `list` that are not among `known`, the lowest first.
local function unknown(list, known)
  local rest = {}
  for i, element in ipairs(list) do
    if not known[element.id] then rest[#rest + 1] = { i, element } end
  end
  table.sort(rest, function(a, b)
    if a[2].level ~= b[2].level then return a[2].level < b[2].level end
    return a[1] < b[1]
  end)
  for i, pair in ipairs(rest) do rest[i] = pair[2] end
  return rest
end

-- Marks and words do not move.
local function goes(element) return element.kind == "piece" or element.kind == "tile" end

-- Moves pairs { before, after } with the same `key` from two lists to `moved`; returns the rest.
local function pair(went, came, moved, key)
  local waiting, paired = {}, {}
  for _, element in ipairs(went) do
    local name = goes(element) and key(element)
    if name then
      waiting[name] = waiting[name] or {}
      table.insert(waiting[name], element)
    end
  end
  for _, element in ipairs(came) do
    local queue = goes(element) and waiting[key(element)] or {}
    local was = table.remove(queue, 1)
    if was then
      moved[#moved + 1] = { was, element }
      paired[was], paired[element] = true, true
    end
  end
  local function rest(list)
    local others = {}
    for _, element in ipairs(list) do
      if not paired[element] then others[#others + 1] = element end
    end
    return others
  end
  return rest(went), rest(came)
end

--- The elements that left and came, and pairs { before, after } of those that are elsewhere or look
--- different: { went =, came =, moved =, changed = }.
function M.between(before, after)
  local old, new = by_id(before), by_id(after)
  local moved, changed = {}, {}
  local went, came = pair(unknown(before, new), unknown(after, old), moved, look)
  went, came = pair(went, came, moved, bare)
  for _, element in ipairs(after) do
    local was = old[element.id]
    local elsewhere = was and place(was) ~= place(element)
    if elsewhere and goes(element) then
      moved[#moved + 1] = { was, element }
    elseif elsewhere or was and (look(was) ~= look(element) or was.turn ~= element.turn) then
      changed[#changed + 1] = { was, element }
    end
  end
  return { went = went, came = came, moved = moved, changed = changed }
end

return M
