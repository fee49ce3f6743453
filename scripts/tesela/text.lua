-- Text for a terminal of 80 columns.

local shown = require "tesela.shown"

local M = {}

-- A terminal wraps after its last column.
M.WIDTH = 79

--- Foreign text as UTF-8 in one line: a space for each control character, "?" for other characters
--- that are invisible, change the order of letters, or are invalid.
function M.clean(value)
  return shown.clean((value:gsub("%c", " "):gsub("\xC2[\x80-\x9F]", " ")))
end

--- The same for text that may have several lines.
function M.lines(value) return shown.clean(value, "\n\t") end

-- A character as JSON escapes it.
local function escape(letter)
  local code = utf8.len(letter) and utf8.codepoint(letter) or 0xfffd
  if code < 0x10000 then return ("\\u%04x"):format(code) end
  code = code - 0x10000
  return ("\\u%04x\\u%04x"):format(0xd800 + (code >> 10), 0xdc00 + (code & 0x3ff))
end

--- The same JSON text, with escapes for characters that a terminal should not receive.
function M.json(value)
  return (value:gsub("[\xC2-\xF4][\x80-\xBF]+", function(letter)
    return M.clean(letter) ~= letter and escape(letter) or nil
  end))
end

--- "1 game", "2 games".
function M.count(number, word)
  return ("%d %s%s"):format(number, word, number == 1 and "" or "s")
end

--- A number with a format like "%.4f", with a decimal point in any locale: for programs.
function M.number(form, value)
  local words, mark = form:format(value), ("%.1f"):format(0):sub(2, -2)
  local first, last = words:find(mark, 1, true)
  return first and words:sub(1, first - 1) .. "." .. words:sub(last + 1) or words
end

--- A number with two digits at the most: "1.5", "2".
function M.trimmed(number) return (("%.2f"):format(number):gsub("%.?0+$", "")) end

--- The value of an option: a word, a number or a list of them.
function M.value(value)
  return type(value) == "table" and table.concat(value, ",") or tostring(value)
end

--- A share 0..1 as "12.5 %"; nil: "-".
function M.percent(share) return share and ("%.1f %%"):format(100 * share) or "-" end

--- The number of columns of a string.
function M.columns(value) return utf8.len(value) or #value end

--- The part of a string that fits into these columns.
function M.cut(value, columns)
  if M.columns(value) <= columns then return value end
  local at = utf8.len(value) and utf8.offset(value, columns - 2) or columns - 2
  return value:sub(1, at - 1) .. "..."
end

--- The number of columns of a line; replaced for narrower terminals
--- (terminal/dialogue/show_values.lua).
function M.room() return M.WIDTH end

--- Breaks text between words. `head` begins the first line, `indent` the others; `width` is by
--- default that of a terminal.
function M.fold(text, head, indent, width)
  width = width or M.room()
  local lines, line, begun = {}, head or "", false
  local used = M.columns(line)
  for word in text:gmatch "%S+" do
    local columns = M.columns(word)
    if begun and used + 1 + columns > width then
      lines[#lines + 1] = line
      line, begun = indent or "", false
      used = M.columns(line)
    end
    line = line .. (begun and " " or "") .. word
    used, begun = used + (begun and 1 or 0) + columns, true
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- Do all lines fit?
local function has_room(words, room)
  for line in words:gmatch "[^\n]+" do
    if M.columns(line) > room then return false end
  end
  return true
end

--- Text of several lines, unchanged if it fits after a margin; otherwise as one paragraph.
function M.paragraph(words, margin)
  local room = M.room() - (margin or 0)
  return has_room(words, room) and words or M.fold(words, "", "", room)
end

-- The part of a line before its second column, or its margin.
local function head_of(line)
  local head = line:match "^%s*%S.-%s%s+" or ""
  return head ~= "" and M.columns(head) <= M.room() // 2 and head or line:match "^%s*"
end

-- Lines, together with those that continue below a second column: { head =, line ... }.
local function entries(words)
  local list, last = {}, nil
  for line in words:gmatch "([^\n]*)\n" do
    local margin = #line:match "^%s*"
    if last and margin == M.columns(last.head) and last.head:find "%S" then
      last[#last + 1] = line
    else
      last = { head = head_of(line), line }
      list[#list + 1] = last
    end
  end
  return list
end

--- For a terminal narrower than 80 columns: breaks overlong lines at spaces; the rest of a line
--- continues below its second column, if it has one.
function M.narrow(words)
  if M.room() >= M.WIDTH or has_room(words, M.room()) then return words end
  local ended, lines = words:sub(-1) == "\n", {}
  for i, entry in ipairs(entries(ended and words or words .. "\n")) do
    lines[i] = table.concat(entry, "\n")
    if not has_room(lines[i], M.room()) then
      lines[i] = M.fold(lines[i]:sub(#entry.head + 1), entry.head,
        (" "):rep(M.columns(entry.head)))
    end
  end
  return table.concat(lines, "\n") .. (ended and "\n" or "")
end

return M
