-- What holds in the house: no circle, no arrow upwards, one caller, one
-- definition of each name.

local graph = require "graph"
local say = require "house".say

local M = {}

-- A file uses its own room and what is below; rooms beside each other do not
-- know each other.
local function upwards(house)
  for _, from in ipairs(graph.keys(house.uses)) do
    for _, to in ipairs(graph.keys(house.uses[from])) do
      local a, b = house.files[from].room, house.files[to].room
      if a ~= b and a.floor and b.floor and a.floor <= b.floor then
        say(house, "%s (%s) uses what is %s: %s (%s): %s", from, a.name,
          a.floor < b.floor and "above" or "beside", to, b.name,
          graph.why(house.uses[from][to]))
      end
    end
  end
end

-- ---- the one caller -------------------------------------------------------------

local CALLER = "^core/runtime/"
local GAMES = "^core/games/"

-- The bodies of the structs of core's headers: lists of tokens, by name.
local function structs(house)
  local bodies = {}
  for path, file in pairs(house.files) do
    local list = path:find "^core/.*%.h$" and file.tokens or {}
    for i = 3, #list do
      if list[i] == "{" and list[i - 2] == "struct" then
        local stop = i
        while list[stop] and list[stop] ~= "}" do stop = stop + 1 end
        bodies[list[i - 1]] = table.move(list, i, stop, 1, {})
      end
    end
  end
  return bodies
end

-- Adds the functions of a struct, and of those that it points to.
local function functions(bodies, name, found)
  local body = bodies[name] or {}
  bodies[name] = nil
  for i = 1, #body - 3 do
    if body[i] == "(" and body[i + 1] == "*" and body[i + 3] == ")" then
      found[body[i + 2]] = true
    elseif body[i] == "const" and body[i + 2] == "*" and body[i + 4] == ";" then
      functions(bodies, body[i + 1], found)
    end
  end
  return found
end

-- What else has a function of that name: the hooks of a search, and structs
-- that are at hand; a game is a constant somewhere else.
local function is_game(list, i)
  if list[i] == "." then return list[i - 1] == "game" or list[i - 1] == ")" end
  return list[i] == ">" and list[i - 1] == "-" and list[i - 2] ~= "hooks"
end

-- Whether the token at i is a member that is called: x->name( or (*x->name)(
local function called(list, i)
  return is_game(list, i - 1)
    and (list[i + 1] == "(" or list[i + 1] == ")" and list[i + 2] == "(")
end

local function hold_caller(house, file, methods)
  local list = file.tokens
  for i = 4, #list do
    if methods[list[i]] and called(list, i) then
      say(house, "%s:%d: calls %s of a game itself: expected its wrapper in core/runtime",
        file.path, file.lines[i], list[i])
    elseif list[i] == "game" and list[i - 1] == ">" and list[i - 3] == "rules"
      and file.path:find(GAMES) then
      say(house, "%s:%d: reads rules->game, which in a variant is another one",
        file.path, file.lines[i])
    end
  end
end

-- Nobody but core/runtime calls a function of struct tes_game, and no game
-- looks at which game its rules have. A function that is taken out first and
-- called by another name is not seen.
local function one_caller(house)
  local methods = functions(structs(house), "tes_game", {})
  if not methods.moves or not methods.apply then
    say(house, "no struct tes_game with moves and apply in the headers of core")
  end
  for _, path in ipairs(house.paths) do
    local file = house.files[path]
    if file.kind == "c" and not path:find(CALLER) then
      hold_caller(house, file, methods)
    end
  end
end

-- ---- the one definition -----------------------------------------------------------

local CONTROL = { ["if"] = true, ["for"] = true, ["while"] = true, ["switch"] = true }

-- The name of the function whose body begins at `i`, or nil.
local function function_at(list, i)
  local open, depth = i, 0
  repeat
    open = open - 1
    depth = depth + (list[open] == ")" and 1 or list[open] == "(" and -1 or 0)
  until depth == 0 or open == 1
  local name = list[open] == "(" and list[open - 1]
  return name and name:find "^[%a_]" and not CONTROL[name] and name or nil
end

-- Calls found(name, index) for each function, struct, union, enum and typedef
-- of a struct in a list of tokens. Bodies are skipped.
local function each_definition(list, found)
  local depth = 0
  for i = 2, #list do
    if list[i] == "}" then
      depth = depth - 1
      if depth == 0 and list[i + 2] == ";" then found(list[i + 1], i) end
    elseif list[i] == "{" then
      local tag = list[i - 2]
      local name = (tag == "struct" or tag == "union" or tag == "enum") and list[i - 1]
        or list[i - 1] == ")" and function_at(list, i)
      if depth == 0 and name then found(name, i) end
      depth = depth + 1
    end
  end
end

-- No name of the core, the bindings and the program means two things, so that a
-- search finds the one definition.
local function one_definition(house)
  local first = {}
  for _, path in ipairs(house.paths) do
    local file = house.files[path]
    local list = file.room.part ~= "scripts" and file.kind == "c" and file.tokens or {}
    each_definition(list, function(name, i)
      local other = first[name] or path
      if other ~= path then
        say(house, "%s:%d: defines %s, as %s does: expected one definition of a name",
          path, file.lines[i], name, other)
      end
      first[name] = path
    end)
  end
end

--- Adds to the problems of a house what is against the laws.
function M.hold(house)
  for _, circle in ipairs(house.circles) do say(house, "%s", circle) end
  upwards(house)
  one_caller(house)
  one_definition(house)
end

return M
