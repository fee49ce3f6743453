-- A member of a JSON object in its text: it is changed, and all else stays byte for
-- byte what it was.
--
-- The text must be a whole object that has been decoded before: what is read here
-- is not checked again.

local tesela = require "tesela"

local M = {}

-- The position after the string whose first quote is at `at`.
local function behind_text(line, at)
  local quote
  repeat
    quote = line:find('["\\]', at + 1)
    at = line:sub(quote, quote) == "\\" and quote + 1 or quote
  until at == quote
  return at + 1
end

-- The position after the value that begins at `at`.
local function behind_value(line, at)
  local depth = 0
  repeat
    at = line:find('[][{}",]', at)
    local sign = line:sub(at, at)
    if sign == "," and depth == 0 then return at end
    if sign == "[" or sign == "{" then depth = depth + 1 end
    if sign == "]" or sign == "}" then depth = depth - 1 end
    if depth < 0 then return at end
    at = sign == '"' and behind_text(line, at) or at + 1
  until false
end

-- Calls f(name, first, last, from) for each member: where its value stands, and the
-- quote that it begins with.
local function each(line, f)
  local at = line:find '"'
  while at do
    local past = behind_text(line, at)
    local first = line:match("^%s*:%s*()", past)
    local last = behind_value(line, first)
    local value = line:sub(first, last - 1):match "^.*%S"
    f(tesela.decode(line:sub(at, past - 1)), first, first + #value - 1, at)
    at = line:match('^,%s*()"', last)
  end
end

-- Where a member stands: that of its quote and of its end, and whether it is the first.
local function find(line, name)
  local from, to, is_first
  local count = 0
  each(line, function(key, _, final, quote)
    count = count + 1
    if key == name then from, to, is_first = quote, final, count == 1 end
  end)
  return from, to, is_first
end

--- The text of an object without a member, however often its name is repeated.
function M.remove(line, name)
  local from, to, is_first = find(line, name)
  if not from then return line end
  local head, tail = line:sub(1, from - 1), line:sub(to + 1)
  if is_first then
    tail = tail:gsub("^%s*,%s*", "")
  else
    head = head:gsub("%s*,%s*$", "")
  end
  return M.remove(head .. tail, name)
end

--- The text of an object in which a member has another value, a text of JSON too. A
--- new one comes at the end, but before the member `last` (may be nil), if that is
--- there.
function M.set(line, name, value, last)
  local from, to, place
  each(line, function(key, first, final, quote)
    if key == name then from, to = first, final end
    if key == last then place = quote end
  end)
  if from then return line:sub(1, from - 1) .. value .. line:sub(to + 1) end
  local member = tesela.encode(name) .. ":" .. value
  if place then return line:sub(1, place - 1) .. member .. "," .. line:sub(place) end
  local head, tail = line:match "^(.*)(}.-)$"
  return head .. (head:find '"' and "," or "") .. member .. tail
end

return M
