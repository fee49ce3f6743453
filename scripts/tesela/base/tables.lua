-- Functions for any table.

local M = {}

local function before(a, b)
  local kind = type(a)
  if kind ~= type(b) then return kind < type(b) end
  if kind == "number" or kind == "string" then return a < b end
  return tostring(a) < tostring(b)
end

--- The keys of a table, sorted.
function M.keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys, before)
  return keys
end

--- The members of a table (nil: none), in a new one or in `to`.
function M.copy(t, to)
  to = to or {}
  for key, value in pairs(t or {}) do to[key] = value end
  return to
end

return M
