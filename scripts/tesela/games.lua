-- The games that are written in Lua: finds them by name or path, and loads
-- their files.
--
-- A file returns what tesela.derive or tesela.define returned. It is run once
-- and kept until it is loaded again by reload; rules that were opened before
-- keep the game that they were opened with.

local tesela = require "tesela"
local arguments = require "tesela.arguments"
local folder = require "tesela.folder"
local registry = require "tesela.registry"

local M = {}

--- Those of the library, games/NAME.lua, in the order in which they are listed.
function M.names() return registry.names "games" end

local known = {} -- games by name
local built_in   -- names of those in C
local paths = {} -- the file that a game came from, by the game's name

--- The file that is being loaded: { path =, text = }, or nil.
M.loading = nil

--- Notes a game under its name; tesela.derive and tesela.define call it.
function M.add(name, game)
  known[name] = game
  paths[name] = M.loading and M.loading.path
end

--- What tesela.games returns: the games in C, whose names it is called with,
--- and those of the library.
function M.listed(names)
  built_in = names
  local list, seen = {}, {}
  for _, some in ipairs { names, M.names() } do
    for _, name in ipairs(some) do
      if not seen[name] then list[#list + 1] = name end
      seen[name] = true
    end
  end
  return list
end

--- The names of the games in C.
function M.built_in()
  if not built_in then tesela.games() end
  return built_in
end

local function lua_files(path)
  local list = {}
  for _, name in ipairs(folder.list(path) or {}) do
    if name:find "%.lua$" then list[#list + 1] = name end
  end
  return list
end

local function no_file(path, why)
  local place, base = path:match "^(.*/)([^/]*)$"
  place, base = place or "", base or path
  local meant = arguments.near(base, lua_files(place ~= "" and place or "."), 1)[1]
  return ("there is no game %s%s"):format(why,
    meant and ("; did you mean %s%s?"):format(place, meant) or "")
end

local function read(path)
  local file, why = io.open(path, "rb")
  if not file then error(no_file(path, why), 0) end
  local text
  text, why = file:read "a"
  file:close()
  return text or error(("%s: %s"):format(path, why), 0)
end

-- Runs f with the file noted as the one that is being loaded.
local function with(loading, f)
  local before = M.loading
  M.loading = loading
  local result = table.pack(pcall(f))
  M.loading = before
  if not result[1] then error(result[2], 0) end
  return result[2]
end

--- Runs a file and returns its game.
function M.load(path)
  local text = read(path)
  local chunk, why = load(text, "@" .. path, "t")
  if not chunk then error(why, 0) end
  local game = with({ path = path, text = text }, chunk)
  local meta = type(game) == "userdata" and getmetatable(game)
  if not (meta and meta.__name == "tesela.game") then
    error(("%s: expected a file that returns a game (tesela.derive or "
      .. "tesela.define), it returns %s"):format(path,
      game == nil and "nothing" or "a " .. type(game)), 0)
  end
  paths[game.name] = path
  known[game.name] = game
  return game
end

--- Does this name a file, and not one of the games by name?
function M.is_path(name)
  return name:find "/" ~= nil or name:find "%.lua$" ~= nil
end

local function exists(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

--- Every game that can be named without its path: those that are shipped and
--- those that were loaded from files.
function M.all()
  local list, seen = tesela.games(), {}
  for _, name in ipairs(list) do seen[name] = true end
  local more = {}
  for name in pairs(known) do
    if not seen[name] then more[#more + 1] = name end
  end
  table.sort(more)
  return table.move(more, 1, #more, #list + 1, list)
end

--- That there is no such game, as text.
function M.unknown(name)
  local file = "./" .. name .. ".lua"
  return exists(file) and ("there is no game %s; did you mean %s?"):format(name, file)
    or arguments.unknown("game", name, M.all())
end

local by_path = {} -- games by the path that they were asked for by

--- The game in Lua of a name or a path; raises what is wrong.
function M.find(name)
  if M.is_path(name) then
    by_path[name] = by_path[name] or M.load(name)
    return by_path[name]
  end
  if known[name] then return known[name] end
  local path = registry.path("games", name)
  return path and M.load(path) or error(M.unknown(name), 0)
end

--- The file of a game, by its name or the path; nil where it has none.
function M.path(name)
  return M.is_path(name) and name or paths[name] or registry.path("games", name)
end

-- Why there is no file of a game.
local function no_source(name)
  for _, each in ipairs(M.built_in()) do
    if each == name then return name .. " is in C: there is no file to read again" end
  end
  return known[name] and name .. " came from no file: there is none to read again"
    or M.unknown(name)
end

--- Loads a game's file again, by the game's name or the path: what is opened
--- from now on has the new rules.
function M.reload(name)
  if type(name) ~= "string" then
    arguments.expected("tesela.reload", "the name of a game or a path", name)
  end
  local path = M.path(name)
  if not path then error(no_source(name), 0) end
  local before = paths[name] and known[name]
  local game = M.load(path)
  by_path[path] = game
  for other, old in pairs(by_path) do -- the same file by another path
    if old == before then by_path[other] = game end
  end
  return game
end

--- To the reason why a record cannot be replayed: what its reader can do.
function M.explained(why)
  if not why:find "^there is no game " then return why end
  return why:gsub("[; ]+[Tt]he games: .*$", "") .. "; --rules FILE names the rules"
end

return M
