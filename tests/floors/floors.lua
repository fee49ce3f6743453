-- Holds the structure of the house:
--   tesela tests/floors/floors.lua [--print] BUILD
-- BUILD is the folder of a finished build. What is held stands in floors.txt,
-- house.lua and laws.lua; what is wrong is printed, and the exit status is 1
-- then. With --print the floors are printed, and nothing is held.

local folder = arg[0]:match "^(.*)/[^/]*$" or "."
package.path = folder .. "/?.lua;" .. package.path

local graph = require "graph"
local laws = require "laws"

-- The names of the files of a room by their level, and the levels from the top.
local function by_level(room, levels)
  local rows = {}
  for _, path in ipairs(room.files) do
    local name = path:match "([^/]*)%.[cl]%w*$" or path:match "[^/]*$"
    rows[-levels[path]] = rows[-levels[path]] or {}
    table.insert(rows[-levels[path]], name)
  end
  return rows, graph.keys(rows)
end

-- A line, broken before the 80th column.
local function print_names(head, names)
  local line = head
  for _, name in ipairs(names) do
    if #line + #name > 78 then
      print(line)
      line = (" "):rep(#head)
    end
    line = line .. " " .. name
  end
  print(line)
end

local function print_room(room, levels)
  local rows, order = by_level(room, levels)
  local name = room.name
  for _, level in ipairs(order) do
    print_names(("  %-11s %2d "):format(name, -level), rows[level])
    name = ""
  end
end

local function print_floors(house)
  for i = #house.parts, 1, -1 do
    local part = house.parts[i]
    print(part.name)
    for room = #part.rooms, 1, -1 do print_room(part.rooms[room], house.levels) end
  end
end

local build = arg[#arg]
if #arg == 0 or build:find "^%-" then
  io.stderr:write "usage: tesela tests/floors/floors.lua [--print] BUILD\n"
  os.exit(2)
end
local file <close> = assert(io.open(folder .. "/floors.txt"))
local house = require "house".read(folder .. "/../..", build, file:read "a")
if arg[1] == "--print" then return print_floors(house) end
laws.hold(house)
for _, problem in ipairs(house.problems) do print(problem) end
os.exit(#house.problems == 0)
