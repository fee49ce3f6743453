-- Text for a terminal of 80 columns.

local shown = require "tesela.shown"

local M = {}

-- A terminal that has written its last column goes on in the next line.
M.WIDTH = 79

--- A text of others as UTF-8 in one line: a blank for each control character,
--- "?" for what else is not shown, changes the order of letters, or does not belong.
function M.clean(value)
  return shown.clean((value:gsub("%c", " "):gsub("\xC2[\x80-\x9F]", " ")))
end

--- The same of a text that may have several lines.
function M.lines(value) return shown.clean(value, "\n\t") end

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

--- The columns that a line may fill; a narrower terminal replaces it (terminal/show.lua).
function M.room() return M.WIDTH end

--- Breaks a text between words. `head` stands before it in the first line,
--- `indent` in the others; `width` is that of a terminal if nothing is said.
function M.fold(text, head, indent, width)
  width = width or M.room()
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
