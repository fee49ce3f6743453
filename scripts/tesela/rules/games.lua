-- The games that are written in Lua: finds them by name or path, and loads
-- their files.
--
-- A file returns what tesela.derive or tesela.define returned. It is run once
-- and kept until it is loaded again by reload; rules that were opened before
-- keep the game that they were opened with.
--
-- A file is not trusted (fence.lua), unless it is one of the library, the caller says so
-- (terms), or a trusted file loads it.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local fence = require "tesela.rules.fence"
local folder = require "tesela.folder"
local guard = require "tesela.guard"
local opened = require "tesela.base.opened"
local registry = require "tesela.base.registry"
local shown = require "tesela.shown"
local source = require "tesela.base.source"
local weights = require "tesela.weights"

local M = {}

--- Those of the library, games/NAME.lua, in the order in which they are listed.
function M.names() return registry.names "games" end

local known = {} -- games by name
local built_in   -- names of those in C
local paths = {} -- the file that a game came from, by the game's name

--- The file that is being loaded: { path =, text =, files =, fenced = it is not
--- trusted, limit = milliseconds that its functions may take, or nil }; or nil.
M.loading = nil

--- Why the file that is being loaded may not call a game so, or nil: one that is not
--- trusted takes no name away.
function M.refused(name)
  local file = M.loading
  if not (file and file.fenced) or file.path:match "([^/]+)%.lua$" == name then return end
  local owner = known[name] and (paths[name] or "the program")
    or registry.path("games", name)
  return owner and owner ~= file.path and ("%s has this name; choose another"):format(owner)
    or nil
end

-- Whether the name of a shipped game stays that one's: a file of this name that is not
-- trusted has its game by its path alone.
local function is_taken(name, file)
  local owner = registry.path("games", name)
  return file ~= nil and file.fenced and owner ~= nil and owner ~= file.path
end

local function note(name, game, file)
  if is_taken(name, file) then return end
  known[name] = game
  paths[name] = file and file.path
end

--- Notes a game under its name; tesela.derive and tesela.define call it.
function M.add(name, game) note(name, game, M.loading) end

local learnt = {} -- bytes of weights, by the game's name

--- Are weights that a file names left out? So it is where they are to be learnt.
M.without_weights = false

--- Gives the rules of a game, when they are opened, weights (tesela learn): their bytes, or
--- nil.
function M.give(name, bytes)
  learnt[name] = bytes
  weights.set(name, bytes)
end

--- The bytes of the weights that a game has, or nil.
function M.weights(name) return learnt[name] end

--- Gives a game that is loaded the weights that its file names, which lie beside it; nil:
--- none.
function M.learnt(name, file)
  if not file or M.without_weights then return M.give(name, nil) end
  local from = M.loading and M.loading.path
  if not from or file:find "[/%z]" then
    error(("weights = \"%s\": expected a file beside the game's"):format(shown.clean(file)), 0)
  end
  local bytes, why = source.text((from:match "^.*/" or "") .. file)
  if not bytes then error(("%s: weights: %s"):format(from, shown.clean(why)), 0) end
  M.give(name, bytes)
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

-- The file, or nil and a message if there is none; raises what else is wrong.
local function read(path)
  local file, why, missing = source.read(path)
  if file then return file end
  if missing then return nil, shown.clean(no_file(path, missing)) end
  error(shown.clean(why), 0)
end

-- ---- whom to trust ----------------------------------------------------------

local LIMIT = 1 -- seconds of the processor, of a call
local said = {} -- of files by their paths: { trusted =, limit = seconds }

local function is_shipped(path)
  local folder_name = tesela.home .. "/games/"
  return path:sub(1, #folder_name) == folder_name
    and path:sub(#folder_name + 1):find "^[%w_]+%.lua$" ~= nil
end

-- Whether a file is fenced in, and how long its functions may take, in milliseconds:
-- those that are trusted as long as they like, if nothing is said.
local function terms_of(path)
  local of, from = said[path] or {}, M.loading
  local fenced = not (of.trusted or is_shipped(path) or from and not from.fenced)
  local limit = of.limit or fenced and LIMIT
  return fenced, limit and math.ceil(limit * 1000) or from and from.limit
end

-- ---- loading ----------------------------------------------------------------

local function trusted(file)
  local chunk, why = load(file.text, "@" .. file.path, "t")
  if not chunk then error(why, 0) end
  if not file.limit then return chunk() end
  local ok, value = guard.run(file.limit, file.path, chunk)
  return ok and value or error(value, 0)
end

--- Runs a file: what it returns, and the file; nil and a message if there is no such file.
function M.run(path)
  local file, missing = read(path)
  if not file then return nil, missing end
  file.fenced, file.limit = terms_of(path)
  return guard.with(M, "loading", file, function()
    return (file.fenced and fence.run or trusted)(file)
  end), file
end

--- The same of a file that returns a game.
function M.load(path)
  local game, file = M.run(path)
  if type(file) == "string" then return nil, file end
  if arguments.kind(game) ~= "tesela.game" then
    error(("%s: expected a file that returns a game (tesela.derive or "
      .. "tesela.define), it returns %s"):format(path,
      game == nil and "nothing" or "a " .. type(game)), 0)
  end
  note(game.name, game, file)
  return game
end

--- Does this name a file, and not one of the games by name?
function M.is_path(name)
  return name:find "/" ~= nil or name:find "%.lua$" ~= nil
end

local function exists(path)
  local file = opened(path)
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

-- A game in C and an option of it that make what a name says, "duo" or "blokus_duo".
local function by_option(name)
  for _, game in ipairs(M.built_in()) do
    local word = name:match("^" .. game .. "[_ -]?(%w+)$") or name
    for _, option in ipairs(tesela.game(game).options) do
      local there = ("|" .. option.range .. "|"):find("|" .. word .. "|", 1, true)
      if there and word ~= option.default then
        return ("%s with %s=%s (--set %s=%s)"):format(game, option.name, word, option.name,
          word)
      end
    end
  end
end

-- What a name that is no game probably means, or nil.
local function meant(name)
  local file = "./" .. name .. ".lua"
  if exists(file) then return ("did you mean %s?"):format(file) end
  local option = by_option(name)
  return option and ("that is %s"):format(option)
end

--- That there is no such game, as text.
function M.unknown(name)
  local meaning = meant(name)
  return meaning and ("there is no game %s; %s"):format(name, meaning)
    or arguments.unknown("game", name, M.all())
end

-- The same without the list of all games.
local function unlisted(name)
  local near = arguments.near(name, M.all(), 1)[1]
  local meaning = meant(name) or near and ("did you mean %s?"):format(near)
  return ("there is no game %s%s"):format(shown.value(name), meaning and "; " .. meaning or "")
end

local by_path = {} -- games by the path that they were asked for by

--- What is said of the file of a game, by its path, from now on: { trusted =, limit =
--- seconds }, both of which may be absent. Of games by other names, and of those that
--- are no files, there is nothing to say.
function M.terms(name, given)
  local where = "tesela.rules"
  arguments.options(where, given, { { "trusted", "boolean" }, { "limit", "amount" } })
  if type(name) ~= "string" or not M.is_path(name) then return end
  local before = said[name] or {}
  local now = { trusted = given.trusted or before.trusted, limit = given.limit or before.limit }
  if now.trusted ~= before.trusted or now.limit ~= before.limit then
    by_path[name] = nil
  end
  said[name] = now
end

-- The game of a path, as find.
local function find_path(path)
  if by_path[path] then return by_path[path] end
  local game, missing = M.load(path)
  by_path[path] = game
  return game, missing
end

--- The game in Lua of a name or a path, or nil and a message if there is no such game;
--- raises what is wrong with its file.
function M.find(name)
  if M.is_path(name) then
    return find_path(M.loading and source.beside(name, M.loading.path) or name)
  end
  if known[name] then return known[name] end
  local path = registry.path("games", name)
  if path then return M.load(path) end
  return nil, M.unknown(name)
end

--- The file of a game, by its name or the path; nil where it has none.
function M.path(name)
  return M.is_path(name) and name or paths[name] or registry.path("games", name)
end

--- Is that what every session knows by the name of a game, of which tesela.game tells:
--- one in C, or of the library?
function M.is_everywhere(game)
  if not game.source then return true end
  local name = game.name
  return paths[name] ~= nil and paths[name] == registry.path("games", name)
    and tesela.game(known[name]).source == game.source
end

--- What the file of a game says; "" where it has none.
function M.text(name)
  local path = M.path(name)
  local file = path and source.read(path)
  return file and file.text or ""
end

--- The game of the library, made after one (NAME_...), that has an option which that
--- one has not; or nil.
function M.elsewhere(name, option)
  for _, other in ipairs(M.names()) do
    local made_after = other:sub(1, #name + 1) == name .. "_"
    for _, row in ipairs(made_after and tesela.game(other).options or {}) do
      if row.name == option then return other end
    end
  end
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
    arguments.expected("tesela.reload", "the name of a game or the path of its file", name)
  end
  local path = M.path(name)
  if not path then error(no_source(name), 0) end
  local before = paths[name] and known[name]
  local game, missing = M.load(path)
  if not game then error(missing, 0) end
  by_path[path] = game
  for other, old in pairs(by_path) do -- the same file by another path
    if old == before then by_path[other] = game end
  end
  return game
end

--- Why a record cannot be replayed, from the reason and the missing game that
--- tesela.replay returns: with what its reader can do.
function M.explained(why, missing)
  if not missing then return why end
  return (M.is_path(missing) and why or unlisted(missing)) .. "; --rules FILE names the rules"
end

return M
