-- Sources in C and Lua as lists of tokens: words, signs of one character, and
-- strings, which begin with a quote whatever they were written with. Comments
-- are left out, so that nothing here is taken in by what they say.

local M = {}

-- Where the string that begins at `at` ends.
local function quoted(text, at)
  local quote, stop = text:sub(at, at), at + 1
  while stop < #text and text:sub(stop, stop) ~= quote do
    stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
  end
  return stop
end

local COMMENTS = {
  c = { "^/%*.-%*/", "^//[^\n]*" },
  lua = { "^%-%-%[(=*)%[.-%]%1%]", "^%-%-[^\n]*" },
}

-- Where what begins at `at` and is no token ends: blanks and comments.
local function skip(text, at, kind)
  local _, stop = text:find("^%s+", at)
  for i = 1, stop and 0 or 2 do
    if i > 0 then _, stop = text:find(COMMENTS[kind][i], at) end
    if stop then break end
  end
  return stop
end

-- The token at `at` and where it ends.
local function token(text, at, kind)
  local _, stop = text:find("^[%w_]+", at)
  if stop then return text:sub(at, stop), stop end
  if text:find("^[\"']", at) then
    stop = quoted(text, at)
    return '"' .. text:sub(at + 1, stop - 1), stop
  end
  local body
  if kind == "lua" then
    _, stop, _, body = text:find("^%[(=*)%[(.-)%]%1%]", at)
    if stop then return '"' .. body, stop end
  end
  return text:sub(at, at), at
end

--- The tokens of a text of `kind` "c" or "lua", and the line of each.
function M.tokens(text, kind)
  local list, lines, at, line = {}, {}, 1, 1
  while at <= #text do
    local stop = skip(text, at, kind)
    if not stop then
      list[#list + 1], stop = token(text, at, kind)
      lines[#list] = line
    end
    line = line + select(2, text:sub(at, stop):gsub("\n", ""))
    at = stop + 1
  end
  return list, lines
end

--- What C includes: a list of { name, line, own }; own: in quotes.
function M.includes(list, lines)
  local found = {}
  for i = 1, #list - 2 do
    if list[i] == "#" and list[i + 1] == "include" then
      local name, at = list[i + 2], i + 3
      local own = name ~= "<"
      if not own then
        while list[at] ~= ">" do name, at = name .. list[at], at + 1 end
      end
      found[#found + 1] = { name = name:sub(2), line = lines[i], own = own }
    end
  end
  return found
end

--- What Lua requires by a string: a list of { name, line }; the name of what is
-- no string is nil. A method or a field of that name is somebody else's.
function M.requires(list, lines)
  local found = {}
  for i, word in ipairs(list) do
    local before, after = list[i - 1], list[i + 1] or ""
    if word == "require" and before ~= "." and before ~= "function" then
      if after == "(" or after == "," then after = list[i + 2] end
      found[#found + 1] = { name = after:match '^"(.*)', line = lines[i] }
    end
  end
  return found
end

--- Which members of the module Lua uses: a list of { name, line }.
function M.members(list, lines)
  local found = {}
  for i = 1, #list - 2 do
    if list[i] == "tesela" and list[i + 1] == "." and list[i - 1] ~= "." then
      found[#found + 1] = { name = list[i + 2], line = lines[i] }
    end
  end
  return found
end

return M
