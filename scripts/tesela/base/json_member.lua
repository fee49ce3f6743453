-- Changes a member in the text of a JSON object, leaving everything else unchanged byte for byte.
--
-- The text must be a complete object that has been decoded before: it is not checked again here.

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

-- Calls f(name, first, last, from) for each member: the range of its value, and the position of
-- its first quote.
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

-- The place of a member: its quote and its end, and whether it is the first.
local function find(line, name)
  local from, to, is_first
  local count = 0
  each(line, function(key, _, final, quote)
    count = count + 1
    if key == name then from, to, is_first = quote, final, count == 1 end
  end)
  return from, to, is_first
end

--- The text of an object without a member, even if its name is repeated.
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

--- The text of an object with another value of a member, also as JSON text. A new member comes at
--- the end, but before the member `last` (may be nil), if there is one.
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
