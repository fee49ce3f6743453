-- Text for a terminal of 80 columns.

local M = {}

-- A terminal that has written its last column goes on in the next line.
M.WIDTH = 79

--- Breaks a text between words. `head` stands before it in the first line,
--- `indent` in the others.
function M.fold(text, head, indent)
  local lines, line, begun = {}, head or "", false
  for word in text:gmatch "%S+" do
    if begun and #line + 1 + #word > M.WIDTH then
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
