-- A folder of the scripts is its own registry: a file in commands, bots, games or pages
-- makes its name known, without a list.
--
-- A file `order` in the folder may name those to show first; all others follow by name.
-- (The order is not part of the files themselves: a record contains the hash of its game's
-- file, a tournament those of its bots.)

local tesela = require "tesela"
local folder = require "tesela.folder"
local opened = require "tesela.base.opened"

local M = {}

-- Only commands may have names that are not names in Lua.
local function pattern(kind)
  return kind == "commands" and "[%w_][%w_-]*" or "[%w_]+"
end

--- The file of a name in one of the folders, or nil if there is none. The default ending is lua.
function M.path(kind, name, ending)
  if not name:match("^" .. pattern(kind) .. "$") then return nil end
  local path = ("%s/%s/%s.%s"):format(tesela.home, kind, name, ending or "lua")
  local file = opened(path)
  if not file then return nil end
  file:close()
  return path
end

--- The lines of a data file in one of the folders, without comments (# ...).
function M.lines(kind, name)
  local list, file = {}, opened(("%s/%s/%s"):format(tesela.home, kind, name))
  for line in file and file:lines() or function() end do
    list[#list + 1] = line:gsub("#.*", "")
  end
  if file then file:close() end
  return list
end

-- The names in the file `order`; spaces and new lines are equivalent.
local function first_names(kind)
  local list = {}
  for name in table.concat(M.lines(kind, "order"), " "):gmatch "%S+" do
    list[#list + 1] = name
  end
  return list
end

--- The names in one of the folders, in the order for display.
function M.names(kind, ending)
  local path, found, list = tesela.home .. "/" .. kind, {}, {}
  for _, file in ipairs(folder.list(path) or {}) do
    local name = file:match("^(" .. pattern(kind) .. ")%." .. (ending or "lua") .. "$")
    if name then
      found[#found + 1] = name
      found[name] = true
    end
  end
  table.sort(found)
  for _, some in ipairs { first_names(kind), found } do
    for _, name in ipairs(some) do
      if found[name] then list[#list + 1] = name end
      found[name] = nil
    end
  end
  return list
end

return M
