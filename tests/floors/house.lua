-- The house as it is declared (floors.txt) and as it stands: which room each
-- file is in, and who uses whom by symbols, includes and requires.
--
-- A header and the .c file of its name are one file, unless the header has the
-- name of its folder: then it is what all files there share, below them.

local graph = require "graph"
local source = require "source"

local M = {}

--- Adds to what is wrong with a house.
function M.say(house, ...) table.insert(house.problems, string.format(...)) end
local say = M.say

local function lines_of(command)
  local pipe <close> = assert(io.popen(command))
  local list = {}
  for line in pipe:lines() do list[#list + 1] = line end
  return list
end

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

-- ---- what is declared --------------------------------------------------------

-- A pattern of floors.txt, relative to its part, as one of Lua's.
local function pattern_of(part, glob)
  local text = (part .. "/" .. glob):gsub("[%.%-]", "%%%0"):gsub("%*", "[^/]*")
  return "^" .. text .. (glob:find "%.%w+$" and "" or "%.%w+") .. "$"
end

local function room_of(part, line, floor)
  local room = { part = part.name, files = {}, patterns = {}, floor = floor }
  for word in line:gsub("^%s*%+", ""):gmatch "%S+" do
    if not room.name then
      room.name = word
    else
      table.insert(room.patterns, pattern_of(part.name, word))
    end
  end
  part.rooms[#part.rooms + 1] = room
end

-- A line that stands further in goes on with the one before.
local function declared(text)
  local parts, outside, elsewhere, floor = {}, {}, {}, 0
  for line in text:gsub("#[^\n]*", ""):gsub("\n      +", " "):gmatch "[^\n]+" do
    local names, folder = line:match "^outside%s+(.*)", line:match "^elsewhere%s+(%S+)"
    if names then
      for name in names:gmatch "%S+" do outside[name] = true end
    elseif folder then
      elsewhere[#elsewhere + 1] = folder
    elseif line:find "^%S" then
      parts[#parts + 1] = { name = line:match "%S+", rooms = {} }
    elseif line:find "%S" then
      if not line:find "^%s*%+" then floor = floor + 1 end
      room_of(parts[#parts], line, floor)
    end
  end
  return parts, outside, elsewhere
end

-- ---- which room a file is in --------------------------------------------------

local function rooms_with(part, path)
  local found, names = {}, {}
  for _, room in ipairs(part.rooms) do
    for _, pattern in ipairs(room.patterns) do
      if path:find(pattern) and found[#found] ~= room then
        found[#found + 1], names[#names + 1] = room, room.name
      end
    end
  end
  return found, #names > 0 and table.concat(names, " and ") or "none"
end

local function place(house, part, path)
  local rooms, names = rooms_with(part, path)
  if #rooms ~= 1 then
    say(house, "%s: expected to be in one room of floors.txt, is in %s", path, names)
  end
  local kind = path:find "%.lua$" and "lua" or "c"
  local input <close> = assert(io.open(house.root .. "/" .. path))
  local tokens, lines = source.tokens(input:read "a", kind)
  house.files[path] = { path = path, room = rooms[1] or { part = part.name, files = {} },
    kind = kind, tokens = tokens, lines = lines }
end

-- Is it of a folder that builds of other kinds have?
local function is_elsewhere(house, path)
  for _, folder in ipairs(house.elsewhere) do
    if path:sub(1, #folder) == folder then return true end
  end
  return false
end

local function walk(house, part)
  local listed = lines_of(("cd %s && find %s -name '*.[ch]' -o -path 'scripts/*.lua'")
    :format(quote(house.root), part.name))
  table.sort(listed)
  for _, path in ipairs(listed) do
    if not is_elsewhere(house, path) then place(house, part, path) end
  end
end

-- A file is known by its .c where header and .c are one.
local function join(house)
  for _, path in ipairs(graph.keys(house.files)) do
    local file = house.files[path]
    local folder, stem = path:match "([^/]*)/([^/]*)%.h$"
    local body = house.files[path:gsub("%.h$", ".c")]
    file.unit = body and body.room == file.room and stem ~= folder and body.path or path
    if file.unit == path then table.insert(file.room.files, path) end
  end
end

local function hold_rooms(house)
  for _, part in ipairs(house.parts) do
    for _, room in ipairs(part.rooms) do
      if #room.files == 0 then
        say(house, "%s: room %s has no files", part.name, room.name)
      end
    end
  end
end

-- ---- who uses whom --------------------------------------------------------------

local function arrow(house, from, to, ...)
  graph.arrow(house.uses, from.unit, to.unit, string.format(...))
end

-- The symbols that objects define, and those that they use: pairs of a file
-- and a name. Objects whose source is gone are left over from other builds.
local function symbols(house)
  local defined, used, built = {}, {}, {}
  local command = ("find %s -name '*.c.o' -print -exec nm -A -g {} +")
    :format(quote(house.build .. "/CMakeFiles"))
  for _, line in ipairs(lines_of(command)) do
    local path, rest = line:match "%.dir/(.-)%.o(.*)"
    local kind, name = (rest or ""):match "^:%x*%s+(%a) (%S+)$"
    local file = house.files[path]
    if file then built[path] = true end
    if file and kind == "U" then
      used[#used + 1] = { file = file, name = name }
    elseif file and kind then
      defined[name] = file
    end
  end
  return defined, used, built
end

local function by_symbols(house)
  local defined, used, built = symbols(house)
  for _, use in ipairs(used) do
    local to = defined[use.name]
    if to then arrow(house, use.file, to, "%s", use.name) end
    if use.file.room.part == "core" and use.name:find "^lua%a*_" then
      say(house, "%s: core knows Lua: it uses %s", use.file.path, use.name)
    end
  end
  for _, path in ipairs(graph.keys(house.files)) do
    if path:find "%.c$" and not path:find "^scripts/" and not built[path] then
      say(house, "%s: not built in %s", path, house.build)
    end
  end
end

-- The file that an include means: beside the one that includes it, or from the
-- folder of a part. nil: a header of the system.
local function included(house, file, name)
  local beside = file.path:match "(.*/)" .. name
  repeat
    local n
    beside, n = beside:gsub("[^/]+/%.%./", "", 1)
  until n == 0
  if house.files[beside] then return house.files[beside] end
  for _, part in ipairs(house.parts) do
    local found = house.files[part.name .. "/" .. name]
    if found then return found end
  end
end

local LUA = { ["lua.h"] = true, ["lauxlib.h"] = true, ["lualib.h"] = true }

local function by_includes(house, file)
  for _, include in ipairs(source.includes(file.tokens, file.lines)) do
    local name, line = include.name, include.line
    local to, of_lua = included(house, file, name), LUA[name:match "[^/]*$"]
    if to then
      arrow(house, file, to, "%s:%d includes %s", file.path, line, name)
    elseif not of_lua and include.own then
      say(house, "%s:%d: includes %s: expected its path from the folder of a part",
        file.path, line, name)
    elseif of_lua and file.room.part == "core" then
      say(house, "%s:%d: core knows Lua: it includes %s", file.path, line, name)
    end
  end
end

local LIBRARY = "scripts/tesela/library.lua"

local function module(house, name)
  return house.files["scripts/" .. name:gsub("%.", "/") .. ".lua"]
end

-- The table of the library: in which file each member of the module is. It
-- loads them by these names.
local function library(house)
  local members = {}
  local file = house.files[LIBRARY]
  for i, token in ipairs(file and file.tokens or {}) do
    local to = token:find '^"tesela%.' and module(house, token:sub(2))
    if to and file.tokens[i - 1] == "=" then
      members[file.tokens[i - 2]] = to
      arrow(house, file, to, "line %d names it", file.lines[i])
    end
  end
  if file and not next(members) then say(house, "%s: has no table of members", LIBRARY) end
  return members
end

local function by_requires(house, file, members)
  for _, use in ipairs(source.requires(file.tokens, file.lines)) do
    local to = use.name and module(house, use.name)
    if to then
      arrow(house, file, to, "line %d requires it", use.line)
    elseif file.path ~= LIBRARY and not house.outside[use.name or ""] then
      say(house, "%s:%d: requires %s: neither in scripts nor one of those outside",
        file.path, use.line, use.name or "what is not a string")
    end
  end
  for _, use in ipairs(source.members(file.tokens, file.lines)) do
    local to = members[use.name]
    if to then arrow(house, file, to, "line %d: tesela.%s", use.line, use.name) end
  end
end

local function find_arrows(house)
  local members = library(house)
  for _, path in ipairs(graph.keys(house.files)) do
    local file = house.files[path]
    if file.kind == "c" then by_includes(house, file)
    else by_requires(house, file, members) end
  end
  by_symbols(house)
end

--- Reads the house at `root`, built in `build`, as the text `floors` has it:
-- its parts, files and arrows, and what is wrong so far.
function M.read(root, build, floors)
  local house = { root = root, build = build, files = {}, uses = {}, problems = {} }
  house.parts, house.outside, house.elsewhere = declared(floors)
  for _, part in ipairs(house.parts) do walk(house, part) end
  join(house)
  hold_rooms(house)
  find_arrows(house)
  house.paths = graph.keys(house.files)
  house.levels, house.circles = graph.climb(house.uses, house.paths)
  return house
end

return M
