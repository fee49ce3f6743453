-- The contents of a sandbox: the sources of its bot and of everything that the bot needs;
-- and a trusted bot, from its sources.

local tesela = require "tesela"
local games = require "tesela.rules.games"
local hash = require "tesela.base.hash"
local reader = require "tesela.base.source"

local M = {}

--- The text of a file, or nil and the reason; a bot's source, or nil and the reason.
M.text, M.read = reader.text, reader.read

-- ---- a bot and the files beside it ------------------------------------------

-- The path of a module that a trusted bot finds outside of its folder; nil if there is none, or
-- it is the program's.
local function elsewhere(name)
  if (name .. "."):match "^tesela%." then return nil end
  return package.searchpath(name, package.path) or package.searchpath(name, package.cpath)
end

--- A hash of the modules that a trusted bot finds outside of its folder, and of those that these
--- require, as far as their names are literal; nil: there are none. Or nil and the reason why one
--- cannot be read.
function M.outside(source)
  local texts, seen, found = { source.text }, {}, {}
  for i, file in ipairs(source.files) do texts[i + 1], seen[file.name] = file.text, true end
  local at = 1
  while texts[at] do
    for name in reader.required(texts[at]) do
      local path = not seen[name] and elsewhere(name)
      seen[name] = true
      if path then
        local text, why = reader.text(path)
        if not text then return nil, why end
        texts[#texts + 1] = text
        found[#found + 1] = { name = name, text = text }
      end
    end
    at = at + 1
  end
  return #found > 0 and hash.text(reader.whole("", found)) or nil
end

local function hand_parameters(box, set)
  for name, value in pairs(set or {}) do
    local handed = table.pack(box:call("parameter", name, value))
    if not handed[1] then return table.unpack(handed, 1, handed.n) end
  end
  return true
end

--- Passes a bot, { name =, source =, parameters = }, and its level, if its budget has one, to a
--- sandbox (interior.lua); returns the same as box:call.
function M.hand(box, bot, budget)
  local source = bot.source
  if budget and budget.level then
    local handed = table.pack(box:call("level", budget.level, budget.must and 1 or 0))
    if not handed[1] then return table.unpack(handed, 1, handed.n) end
  end
  local set = table.pack(hand_parameters(box, bot.parameters))
  if not set[1] then return table.unpack(set, 1, set.n) end
  for _, file in ipairs(source.files) do
    local handed = table.pack(box:call("file", file.name, file.path, file.text))
    if not handed[1] then return table.unpack(handed, 1, handed.n) end
  end
  return box:call("bot", bot.name, source.path, source.text)
end

-- ---- a bot that is trusted --------------------------------------------------

local function compile(file, env)
  return load(file.text, "@" .. file.path, "bt", env)
end

-- `require` for this bot: the files beside it are its own, even if other bots have files of the
-- same names; all other names are the program's.
local function requirer(files, env)
  local loaded, waiting = {}, {}
  return function(name)
    local file = files[name]
    if not file then return _G["require"](name) end
    if waiting[name] then error(("module '%s': it requires itself"):format(name), 2) end
    if loaded[name] == nil then
      local chunk, why = compile(file, env)
      if not chunk then error(why, 0) end
      waiting[name] = true
      local _ <close> = setmetatable({}, { __close = function() waiting[name] = nil end })
      loaded[name] = chunk(name, file.path) or true
    end
    return loaded[name]
  end
end

--- The function of a source in this program, or nil and the reason. If a bot has files beside it,
--- its globals are a table in front of the program's, in which only `require` differs.
function M.load(source)
  if #source.files == 0 then return compile(source, _G) end
  local files, env = {}, setmetatable({}, { __index = _G, __newindex = _G })
  for _, file in ipairs(source.files) do files[file.name] = file end
  rawset(env, "require", requirer(files, env))
  return compile(source, env)
end

-- ---- other contents of a sandbox --------------------------------------------

-- Modules of the library required by others, that are provided otherwise.
local OUTSIDE = { tesela = true, ["tesela.rules.games"] = true, ["tesela.interrupt"] = true,
  ["tesela.make"] = true, ["tesela.names"] = true, ["tesela.shown"] = true }

--- The modules of the library that bots may require: a list of { name =, text = }.
M.modules = reader.modules

local function add_library(list, name)
  if OUTSIDE[name] or list[name] then return list end
  local text = reader.library(name)
  list[name] = true
  list[#list + 1] = { name = name, text = text }
  for other in reader.required(text) do
    if other:match "^tesela" then add_library(list, other) end
  end
  return list
end

--- The modules that the interior of a sandbox requires, and games in Lua if there are any.
function M.library(games_in_lua)
  local list = add_library({}, "tesela.bots.parameters")
  add_library(list, "tesela.bots.shape")
  add_library(list, "tesela.base.clocks")
  if not games_in_lua then return list end
  add_library(list, "tesela.rules.derive")
  for _, file in ipairs(reader.modules()) do add_library(list, file.name) end
  return list
end

local function add_games(list, rules_name)
  local info = tesela.game(rules_name)
  if not info.source then return list end
  local found = false
  for _, name in ipairs { rules_name, info.name } do
    local path = games.path(name)
    if path then
      local file, why = reader.read(path)
      if not file then return nil, why end
      -- A derived game may refer to it by its name or by its path.
      for _, called in ipairs { name, path ~= name and path or nil } do
        list[#list + 1] = { name = called, path = path, text = file.text, files = file.files }
      end
      found = true
    end
  end
  if not (found or #list > 0) then
    return nil, ("rules: %s was not loaded from a file; only trusted bots can "
      .. "use it (trusted = true)"):format(rules_name)
  end
  return info.parent and add_games(list, info.parent) or list
end

--- The files of a game in Lua and of those that it is derived from, by the names used for them: a
--- list of { name =, path =, text =, files = }, empty for a game in C; or nil and the reason.
function M.games(rules_name) return add_games({}, rules_name) end

return M
