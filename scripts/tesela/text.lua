-- Text for a terminal of 80 columns.

local M = {}

-- A terminal that has written its last column goes on in the next line.
M.WIDTH = 79

-- What makes a terminal show a text in another order than it has: the marks of
-- direction, embeddings, overrides and isolates; and what ends a line.
local MARKS = { "\u{61C}", "\u{200E}", "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}",
  "\u{202B}", "\u{202C}", "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}",
  "\u{2069}", "\u{FEFF}" }

local function without_marks(value)
  for _, mark in ipairs(MARKS) do value = value:gsub(mark, "?") end
  return (value:gsub("\xC2[\x80-\x9F]", " "))
end

--- A text as UTF-8 in one line, in the order in which it is written: a blank for
--- each control character, "?" for each mark that would change the order, and for
--- each byte that does not belong.
function M.clean(value)
  value = value:gsub("%c", " ")
  if value:find "[\x80-\xFF]" then value = without_marks(value) end
  local at = 1
  repeat
    local length, bad = utf8.len(value, at)
    if not length then
      value, at = value:sub(1, bad - 1) .. "?" .. value:sub(bad + 1), bad + 1
    end
  until length
  return value
end

--- "1 game", "2 games".
function M.count(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

--- How many columns a text takes.
function M.columns(value) return utf8.len(value) or #value end

--- So much of a text as has room in these columns.
function M.cut(value, columns)
  if M.columns(value) <= columns then return value end
  local at = utf8.len(value) and utf8.offset(value, columns - 2) or columns - 2
  return value:sub(1, at - 1) .. "..."
end

--- Breaks a text between words. `head` stands before it in the first line,
--- `indent` in the others; `width` is that of a terminal if nothing is said.
function M.fold(text, head, indent, width)
  width = width or M.WIDTH
  local lines, line, begun = {}, head or "", false
  for word in text:gmatch "%S+" do
    if begun and #line + 1 + #word > width then
      lines[#lines + 1] = line
      line, begun = indent or "", false
    end
    line = line .. (begun and " " or "") .. word
    begun = true
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

return M
