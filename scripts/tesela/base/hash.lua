-- FNV-1a, 64 bits (Fowler, Noll and Vo 1991), in hexadecimal: identifies text. It is in the files
-- of tournaments and in records, so it must not change.

local M = {}

--- The hash of a string.
function M.text(text)
  local h = 0xcbf29ce484222325
  for i = 1, #text do h = (h ~ text:byte(i)) * 0x100000001b3 end
  return ("%016x"):format(h)
end

return M
