-- The interior of a box: what runs in the Lua state of a bot that is not
-- trusted, before the bot and around it (bindings/lbox.c).
--
-- Nothing that the bot can reach outlives a game, so that no game depends on
-- those that were played before it: each gets tables of its own for globals
-- and libraries, and in them the bot's file and the modules it requires are
-- run anew. They are compiled once, as functions of their globals.
--
-- Games in Lua are loaded here too, with globals that the bot never sees.
--
-- Functions are called from outside with texts and numbers only.

local inner, make = ...

local chunks = {}  -- of modules that bots may require, by name
local library = {} -- of modules that games in Lua require, by name
local games = {}   -- texts of files of games, by path
local bot = {}     -- chunk and name
local object       -- of the bot, in the game that is played
local choose       -- its function

local M = {}

-- A file as a function of its globals; lines keep their numbers.
local function compile(name, text)
  local body = text:gsub("^#[^\n]*", "")
  local chunk, why = load("local _ENV = ...; " .. body, "@" .. name, "t", {})
  if not chunk then error(why, 0) end
  return chunk
end

-- ---- what bots have ---------------------------------------------------------

local LIBRARIES = { "string", "table", "math", "utf8", "coroutine" }

-- What a type can do is shared by all games: only its name is told.
local function type_of(value)
  local meta = getmetatable(value)
  if type(value) == "table" then return meta end
  local name = type(meta) == "table" and meta.__name
  return name and { __name = name } or nil
end

local base = {}
for name, value in pairs(_G) do
  if type(value) ~= "table" then base[name] = value end
end
base.getmetatable = type_of

-- Lists of pairs: quicker to copy than tables.
local function listed(from)
  local list = {}
  for key, value in pairs(from) do
    list[#list + 1] = key
    list[#list + 1] = value
  end
  return list
end
local globals, libraries = listed(base), {}
for i, name in ipairs(LIBRARIES) do libraries[i] = listed(_G[name]) end
local view_of_tesela = listed(inner)

local function copied(list)
  local copy = {}
  for i = 1, #list, 2 do copy[list[i]] = list[i + 1] end
  return copy
end

-- Text only, and with the globals of this game.
local function loader(env)
  return function(text, name, _, ...)
    if select("#", ...) > 0 then return load(text, name, "t", (...)) end
    return load(text, name, "t", env)
  end
end

local function requirer(env)
  local loaded = { tesela = copied(view_of_tesela) }
  return function(name)
    if loaded[name] == nil then
      local chunk = chunks[name]
      if not chunk then
        error(("module '%s': bots cannot have it; expected one of tesela, %s")
          :format(tostring(name), table.concat(M.modules, ", ")), 2)
      end
      loaded[name] = chunk(env) or true
    end
    return loaded[name]
  end, loaded.tesela
end

-- Without arguments Lua would take the time for a seed.
local function seeder(seed)
  return function(a, ...)
    if a == nil then math.randomseed(seed) else math.randomseed(a, ...) end
  end
end

-- Globals for one game, whose chance follows from the seed.
local function new_globals(seed)
  local env = copied(globals)
  for i, name in ipairs(LIBRARIES) do env[name] = copied(libraries[i]) end
  env._G = env
  env.load = loader(env)
  env.require, env.tesela = requirer(env)
  env.math.randomseed = seeder(seed)
  math.randomseed(seed)
  return env
end

-- ---- called from outside ----------------------------------------------------

M.modules = {}

--- A module that bots may require.
function M.module(name, text)
  M.modules[#M.modules + 1] = name
  chunks[name] = compile(name, text)
end

--- A module that games in Lua require.
function M.library(name, text) library[name] = text end

--- The file of a game, by the name or path that it is asked for by.
function M.game(name, path, text) games[name] = { path = path, text = text } end

function M.bot(name, path, text)
  bot.name, bot.chunk = name, compile(path, text)
end

--- The rules of a game, with settings "name=value name=value".
function M.rules(name, settings)
  local options = {}
  for key, value in settings:gmatch "([^%s=]+)=(%S+)" do options[key] = value end
  return inner.rules(name, options)
end

-- A bot's table as it may be, or what is wrong with it.
local function check_bot(value)
  if type(value) == "function" then
    return { choose = function(_, view, budget) return value(view, budget) end }
  end
  if type(value) == "table" and type(value.choose) == "function" then return value end
  error(("bot %s: expected a function or a table with choose, got %s")
    :format(bot.name, type(value)), 0)
end

--- A game begins.
function M.begin(rules, seat, seed)
  local value = check_bot(bot.chunk(new_globals(seed)))
  choose, object = value.choose, value
  if not value.new then return end
  object = value.new(rules, seat, seed)
  if type(object) == "table" and getmetatable(object) == nil then
    setmetatable(object, { __index = value })
  end
end

function M.choose(view, seed, iterations, seconds)
  return choose(object, view,
    { iterations = iterations, seconds = seconds, seed = seed })
end

-- ---- games in Lua -----------------------------------------------------------

local loaded = { tesela = inner, ["tesela.make"] = make }

local boxed_games = { names = {}, loading = nil }
loaded["tesela.games"] = boxed_games
local known = {}

function boxed_games.add(name, game) known[name] = game end

-- Names of games by which they are derived from; here as outside.
function boxed_games.find(name)
  if known[name] then return known[name] end
  local file = games[name]
  if not file then error(("there is no game %s"):format(name), 0) end
  local chunk, why = load(file.text, "@" .. file.path, "t")
  if not chunk then error(why, 0) end
  local before = boxed_games.loading
  boxed_games.loading = { path = file.path, text = file.text }
  local game = chunk()
  boxed_games.loading = before
  known[name] = game
  return game
end

-- Global for C, which finds games by it, and for the files of games.
function require(name) -- luacheck: ignore 121
  if loaded[name] == nil then
    local text = library[name]
    if not text then error(("module '%s': games cannot have it"):format(name), 2) end
    local chunk, why = load(text, "@" .. name, "t")
    if not chunk then error(why, 0) end
    loaded[name] = chunk(name) or true
  end
  return loaded[name]
end

tesela = inner -- luacheck: ignore 111

function inner.derive(...) return require "tesela.derive".derive(...) end

function inner.define(...) return require "tesela.derive".define(...) end

return M
