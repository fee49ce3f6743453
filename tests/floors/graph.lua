-- Arrows between files, the circles among them, and how high each file stands.

local M = {}

--- The keys of a table, in order.
function M.keys(t)
  local list = {}
  for key in pairs(t) do list[#list + 1] = key end
  table.sort(list)
  return list
end

--- An arrow: `from` uses `to`, which `reason` says in words.
function M.arrow(uses, from, to, reason)
  if from == to then return end
  uses[from] = uses[from] or {}
  uses[from][to] = uses[from][to] or {}
  table.insert(uses[from][to], reason)
end

--- A few reasons of an arrow in one line.
function M.why(reasons)
  local text = table.concat(reasons, ", ", 1, math.min(#reasons, 4))
  return #reasons > 4 and ("%s and %d more"):format(text, #reasons - 4) or text
end

-- The circle that the end of a path makes, in words.
local function circle(uses, path, first)
  local text = "a circle: " .. path[first]
  for i = first, #path do
    local to = path[i + 1] or path[first]
    text = ("%s\n    -> %s: %s"):format(text, to, M.why(uses[path[i]][to]))
  end
  return text
end

--- The level of each file, 0 if it uses none, else one above the highest that
-- it uses; and the circles in words, one for each arrow that closes one.
function M.climb(uses, files)
  local levels, circles, path, on_path = {}, {}, {}, {}
  local function visit(file)
    if levels[file] then return levels[file] end
    local level = 0
    path[#path + 1], on_path[file] = file, #path + 1
    for _, used in ipairs(M.keys(uses[file] or {})) do
      if on_path[used] then
        circles[#circles + 1] = circle(uses, path, on_path[used])
      else
        level = math.max(level, visit(used) + 1)
      end
    end
    path[#path], on_path[file], levels[file] = nil, nil, level
    return level
  end
  for _, file in ipairs(files) do visit(file) end
  return levels, circles
end

return M
