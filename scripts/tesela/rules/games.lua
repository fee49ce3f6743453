-- The games written in Lua: finds them by name or path, and loads their files.
--
-- A file returns a result of tesela.derive or tesela.define. It is run once and kept until reload
-- loads it again; rules that were opened before keep their game.
--
-- A file is not trusted (fence.lua), unless it belongs to the library, the caller trusts it
-- (terms), or a trusted file loads it.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local fence = require "tesela.rules.fence"
local folder = require "tesela.folder"
local guard = require "tesela.guard"
local interrupt = require "tesela.interrupt"
local opened = require "tesela.base.opened"
local registry = require "tesela.base.registry"
local shown = require "tesela.shown"
local source = require "tesela.base.source"
local levels = require "tesela.levels"
local weights = require "tesela.weights"

local M = {}

--- The games of the library, games/NAME.lua, in list order.
function M.names() return registry.names "games" end

local known = {} -- games by name
local built_in   -- names of those in C
local paths = {} -- the file that a game came from, by the game's name

--- The file that is being loaded: { path =, text =, files =, fenced = it is not trusted, limit =
--- milliseconds for its functions, or nil, from = the file that loads it, or nil }; or nil.
M.loading = nil

--- The reason why the file being loaded may not use this name for a game, or nil: an untrusted file
--- cannot replace a game.
function M.refused(name)
  local file = M.loading
  if not (file and file.fenced) or file.path:match "([^/]+)%.lua$" == name then return end
  local owner = known[name] and (paths[name] or "the program")
    or registry.path("games", name)
  if not owner or owner == file.path then return nil end
  return ("%s already uses this name; choose another"):format(owner)
end

-- Is this the name of a shipped game? An untrusted file of this name has its game only by its
-- path.
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

--- Are weights named in files ignored? They are while weights are being learnt.
M.without_weights = false

--- Gives the rules of a game, when they are opened, learnt weights: their bytes, or nil, and
--- the file that they are from, if any.
function M.give(name, bytes, path)
  learnt[name] = bytes
  weights.set(name, bytes, path and shown.clean(path))
end

--- The bytes of a game's weights, or nil.
function M.weights(name) return learnt[name] end

-- The bytes and the path of the file beside a game's file that a member of it names.
local function beside(member, file)
  local from = M.loading and M.loading.path
  if not from or file:find "[/%z]" then
    error(("%s = \"%s\": expected a file beside the game's"):format(member,
      shown.clean(file)), 0)
  end
  local path = (from:match "^.*/" or "") .. file
  local bytes, why = source.text(path)
  if not bytes then error(("%s: %s: %s"):format(from, member, shown.clean(why)), 0) end
  return bytes, path
end

--- Gives a game the weights and the levels whose files its own file names; nil: none.
function M.attach(name, weights_file, levels_file)
  local has_weights = weights_file and not M.without_weights
  if has_weights then M.give(name, beside("weights", weights_file)) else M.give(name, nil) end
  local text, path, rows, why
  if levels_file then
    text, path = beside("levels", levels_file)
    rows, why = levels.read(text)
    if not rows then error(("%s: %s"):format(shown.clean(path), why), 0) end
  end
  levels.give(name, rows)
end

--- The result of tesela.games: the games in C, whose names are the argument, and those of the
--- library.
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

-- The file, or nil and a message if there is none; raises other errors.
local function read(path)
  local file, why, missing = source.read(path)
  if file then return file end
  if missing then return nil, shown.clean(no_file(path, missing)) end
  error(shown.clean(why), 0)
end

-- ---- whom to trust ----------------------------------------------------------

local LIMIT = 1 -- CPU seconds for a call
local said = {} -- terms of files by their paths: { trusted =, limit = seconds }

local function is_shipped(path)
  local folder_name = tesela.home .. "/games/"
  return path:sub(1, #folder_name) == folder_name
    and path:sub(#folder_name + 1):find "^[%w_]+%.lua$" ~= nil
end

-- Is a file fenced, and what is the limit of its functions, in milliseconds? Trusted ones have
-- none by default.
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

local DEEPEST = 32 -- files that load each other

-- Raises an error if a file loads itself, or too many files wait for each other.
local function check_chain(path)
  local from, depth = M.loading, 1
  while from do
    if from.path == path then error(shown.clean(path) .. ": it loads itself", 0) end
    from, depth = from.from, depth + 1
  end
  if depth > DEEPEST then
    error(("%s: expected at most %d files that load each other"):format(shown.clean(path),
      DEEPEST), 0)
  end
end

--- Runs a file: its result, and the file; nil and a message if there is no such file.
function M.run(path)
  check_chain(path)
  local file, missing = read(path)
  if not file then return nil, missing end
  file.from, file.fenced, file.limit = M.loading, terms_of(path)
  return guard.with(M, "loading", file, function()
    return (file.fenced and fence.run or trusted)(file)
  end), file
end

--- The same for a file that returns a game.
function M.load(path)
  local game, file = M.run(path)
  if type(file) == "string" then return nil, file end
  if arguments.kind(game) ~= "tesela.game" then
    error(("%s: expected a file that returns a game (tesela.derive or "
      .. "tesela.define), but it returns %s"):format(path,
      game == nil and "nothing" or "a " .. type(game)), 0)
  end
  note(game.name, game, file)
  return game
end

--- Is it the path of a file, and not the name of a game?
function M.is_path(name)
  return name:find "/" ~= nil or name:find "%.lua$" ~= nil
end

local function exists(path)
  local file = opened(path)
  if file then file:close() end
  return file ~= nil
end

--- Every game with a name: shipped games and those loaded from files.
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

-- A game in C and its option for a name such as "duo" or "blokus_duo".
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

-- The probable meaning of a name that is not a game, or nil.
local function meant(name)
  local file = "./" .. name .. ".lua"
  if exists(file) then return ("did you mean %s?"):format(file) end
  local option = by_option(name)
  return option and ("that is %s"):format(option)
end

--- The message that there is no such game.
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

local by_path = {} -- games by the path used for them

--- Sets the terms of a game's file, by its path, from now on: { trusted =, limit = seconds }, both
--- optional. They do not apply to games by name, nor to other paths.
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

-- The game of a path; see find.
local function find_path(path)
  if by_path[path] then return by_path[path] end
  local game, missing = M.load(path)
  by_path[path] = game
  return game, missing
end

--- The game in Lua with a name or a path, or nil and a message if there is no such game; raises
--- errors in its file.
function M.find(name)
  if M.is_path(name) then
    return find_path(M.loading and source.beside(name, M.loading.path) or name)
  end
  if known[name] then return known[name] end
  local path = registry.path("games", name)
  if path then return M.load(path) end
  return nil, M.unknown(name)
end

--- The reason why the file of a game cannot be loaded; nil: it can, or there is none. A command
--- with many games asks once, because the file would run again for each of them.
function M.fault(name)
  local ok, why = true, nil
  if type(name) == "string" then ok, why = interrupt.try(M.find, name) end
  return not ok and tostring(why) or nil
end

--- The file of a game, by its name or path; nil if it has none.
function M.path(name)
  return M.is_path(name) and name or paths[name] or registry.path("games", name)
end

--- Is this a game in C or in the library, which every session finds by its name?
function M.is_everywhere(game)
  if not game.source then return true end
  local name = game.name
  return paths[name] ~= nil and paths[name] == registry.path("games", name)
    and tesela.game(known[name]).source == game.source
end

--- The text of a game's file; "" if it has none.
function M.text(name)
  local path = M.path(name)
  local file = path and source.read(path)
  return file and file.text or ""
end

--- The game of the library, based on this one (NAME_...), that has an option which this one lacks;
--- or nil.
function M.elsewhere(name, option)
  for _, other in ipairs(M.names()) do
    local made_after = other:sub(1, #name + 1) == name .. "_"
    for _, row in ipairs(made_after and tesela.game(other).options or {}) do
      if row.name == option then return other end
    end
  end
end

-- The reason why there is no file of a game.
local function no_source(name)
  for _, each in ipairs(M.built_in()) do
    if each == name then return name .. " is in C: there is no file to read again" end
  end
  return known[name] and name .. " did not come from a file: there is none to read again"
    or M.unknown(name)
end

--- Loads a game's file again, by the game's name or path: rules opened from now on are the new
--- ones.
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

--- The reason why a record cannot be replayed, from the reason and the missing game returned by
--- tesela.replay: with advice for its reader.
function M.explained(why, missing)
  if not missing then return why end
  return (M.is_path(missing) and why or unlisted(missing)) .. "; --rules FILE names the rules"
end

return M
