-- The files that a tournament's definition needs where it is played: all files read while it, its
-- bots, games and openings are loaded, and the files in the commands of its programs.

local tesela = require "tesela"
local child = require "tesela.child"

local M = {}

-- The functions that read a file by its name: { table, their name in it }.
local READERS = { { io, "open" }, { io, "lines" }, { _G, "loadfile" }, { _G, "dofile" } }

-- Calls f with replacements for these: `note` is called with each file name.
local function watched(f, note)
  local before, search = {}, package.searchers[2]
  for i, reader in ipairs(READERS) do
    local old = reader[1][reader[2]]
    before[i] = old
    rawset(reader[1], reader[2], function(path, ...)
      if type(path) == "string" then note(path) end
      return old(path, ...)
    end)
  end
  package.searchers[2] = function(name)
    local loader, path = search(name)
    if path then note(path) end
    return loader, path
  end
  local result = table.pack(pcall(f))
  for i, reader in ipairs(READERS) do rawset(reader[1], reader[2], before[i]) end
  package.searchers[2] = search
  if not result[1] then error(result[2], 0) end
  return table.unpack(result, 2, result.n)
end

-- A set of the existing files, without those of the program itself.
local function collector()
  local list, seen = {}, {}
  return function(path)
    path = path:gsub("^%./+", "")
    local own = path:find(tesela.home .. "/", 1, true) == 1
    if not own and not seen[path] and child.print(path) then
      seen[path] = true
      list[#list + 1] = path
    end
  end, list
end

--- The files that are read while `open` makes a session (tournament.lua), by the names used there;
--- and the session.
function M.of(open)
  local note, list = collector()
  local session = watched(open, note)
  for _, program in pairs(session.job.programs) do
    for i, word in ipairs(program.words) do
      if i > 1 or word:find("/", 1, true) then note(word) end
    end
  end
  return list, session
end

return M
