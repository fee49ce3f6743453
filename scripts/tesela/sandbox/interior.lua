-- The interior of a sandbox: the code that runs in the Lua state of an untrusted bot, before the
-- bot and around it (bindings/sandbox/lboxmodule.c).
--
-- Nothing that the bot can reach outlives a game: the sandbox begins each game as it began the
-- first, byte for byte (lboxmodule.c). So everything set here during a game disappears with
-- it, and nothing needs cleaning up. Globals and libraries are still tables of the bot's own,
-- because the interior must not see its changes to them. Files are compiled as functions of these
-- globals: the bot's and the modules before the first game, the files beside the bot's
-- (bot_sources.lua) when they are required.
--
-- The only remaining difference between processes is Lua's seed for hashes of strings, which `#`
-- shows for some tables with holes.
--
-- Games in Lua are loaded here, too, with the same Lua as a bot and globals that it never sees.
--
-- Functions are called from outside with only strings and numbers; those that set something up
-- return true.

local inner, make, words, shown, set_weights = ...
local copy, where = copy, where -- luacheck: ignore 113
_G.copy, _G.where = nil, nil

local chunks = {}  -- of modules that bots may require, by name
local files = {}   -- beside the bot's: path and text, by their names in `require`
local library = {} -- of modules that games in Lua require, by name
local games = {}   -- texts of the files of games, by path
local bot = { set = {} } -- chunk, name, and the parameters that are set
local object       -- of the bot, in the current game
local choose, draw -- its functions
local rows, values -- of its parameters (parameters.lua)
local level        -- of the bot
local shape        -- of bots and budgets (shape.lua)

local M = {}

-- A file as a function of its globals; lines keep their numbers.
local function compile(name, text)
  local chunk, why = load("local _ENV = ...; " .. text, "@" .. name, "t", {})
  if not chunk then error(why, 0) end
  return chunk
end

-- ---- the globals of bots ----------------------------------------------------

-- The globals of a game are made on first use: most bots need few of them, and short games
-- take less time than making all. Code that iterates over them, or gives them a metatable,
-- gets all.

local libraries, base = {}, {}
for _, name in ipairs { "string", "table", "math", "utf8", "coroutine" } do
  libraries[name] = _G[name]
end
for name, value in pairs(_G) do
  if type(value) ~= "table" then base[name] = value end
end

local luck = 0 -- of the game
local own, lazy = {}, {}

function own._G(env) return env end

-- Text only, and with the globals of this game.
function own.load(env)
  return function(text, name, _, ...)
    if select("#", ...) > 0 then return load(text, name, "t", (...)) end
    return load(text, name, "t", env)
  end
end

-- A game made by a bot would outlive the game that it plays.
local function no_games() error(where() .. "bots cannot make games", 0) end

function own.tesela()
  local module = copy(inner)
  module.derive, module.define = no_games, no_games
  return module
end

-- The chunk of a module or of a file, or nil.
local function find(name)
  local file = files[name]
  if file and not file.chunk then file.chunk = compile(file.path, file.text) end
  return file and file.chunk or chunks[name]
end

local NO_FILES = { io = true, os = true, debug = true, package = true, tesela = true }

local function no_module(name)
  local is_file = type(name) == "string" and not NO_FILES[name:match "^[^.]*"]
  local file = is_file and shown.value(name):gsub("%.", "/") .. ".lua"
  error(("%smodule '%s': %s; expected one of tesela, %s"):format(where(), shown.value(name),
    file and ("there is no %s beside the bot"):format(file) or "bots cannot have it",
    table.concat(M.modules, ", ")), 0)
end

-- Modules that are running, so that none requires itself.
local Waiting = {}

function Waiting:__close() self[#self] = nil end

local function wait_for(waiting, name)
  for i, other in ipairs(waiting) do
    if other == name then
      error(("%smodule '%s': it requires itself: %s -> %s"):format(where(), name,
        table.concat(waiting, " -> ", i), name), 0)
    end
  end
  waiting[#waiting + 1] = name
end

function own.require(env)
  local loaded, waiting = { tesela = env.tesela }, setmetatable({}, Waiting)
  return function(name)
    if name == "tesela.shown" and not loaded[name] then loaded[name] = copy(shown) end
    if loaded[name] == nil then
      local chunk = find(name) or no_module(name)
      wait_for(waiting, name)
      local _ <close> = waiting
      loaded[name] = chunk(env) or true
    end
    return loaded[name]
  end
end

-- Without arguments Lua would use the time as a seed.
function own.math()
  local numbers, seed = copy(math), luck
  function numbers.randomseed(a, ...)
    if a == nil then math.randomseed(seed) else math.randomseed(a, ...) end
  end
  return numbers
end

function lazy.__index(env, name)
  local value = base[name]
  if own[name] then
    value = own[name](env)
  elseif libraries[name] then
    value = copy(libraries[name])
  end
  if value ~= nil then rawset(env, name, value) end
  return value
end

-- Makes all of them, once.
local function complete(env)
  if type(env) ~= "table" or getmetatable(env) ~= lazy then return end
  for _, all in ipairs { base, own, libraries } do
    for name in pairs(all) do local _ = env[name] end
  end
  setmetatable(env, nil)
end

function lazy.__pairs(env)
  complete(env)
  return pairs(env)
end

function base.rawget(t, key)
  complete(t)
  return rawget(t, key)
end

function base.setmetatable(t, meta)
  complete(t)
  return setmetatable(t, meta)
end

-- The methods of a type are shared by all games: returns only its name.
function base.getmetatable(value)
  complete(value)
  local meta = getmetatable(value)
  if type(value) == "table" then return meta end
  local name = type(meta) == "table" and meta.__name
  return name and { __name = name } or nil
end

-- ---- called from outside ----------------------------------------------------

M.modules = {}

--- A module that bots may require.
function M.module(name, text)
  M.modules[#M.modules + 1] = name
  chunks[name] = compile(name, text)
  return true
end

--- A module that games in Lua require.
function M.library(name, text)
  library[name] = text
  return true
end

--- The file of a game, by the name or path used for it.
function M.game(name, path, text)
  games[name] = { path = path, text = text, files = {} }
  return true
end

--- The weights of a game.
function M.weights(name, bytes)
  set_weights(name, bytes)
  return true
end

--- A file beside that of a game, which the game may require.
function M.game_file(game, name, path, text)
  table.insert(games[game].files, { name = name, path = path, text = text })
  return true
end

--- A file beside the bot's, which the bot may require.
function M.file(name, path, text)
  M.modules[#M.modules + 1] = name
  files[name] = { path = path, text = text }
  return true
end

function M.bot(name, path, text)
  shape = require "tesela.bots.shape"
  bot.name, bot.chunk = name, compile(path, text)
  return true
end

--- The bot's level, if it has levels; `must`: it has to have them.
function M.level(number, must)
  bot.level, bot.must = number, must == 1
  return true
end

--- Sets a parameter of the bot.
function M.parameter(name, value)
  bot.set[name] = value
  return true
end

--- The rules of a game, with settings "name=value name=value".
function M.rules(name, settings)
  local options = {}
  for key, value in settings:gmatch "([^%s=]+)=(%S+)" do options[key] = value end
  return inner.rules(name, options)
end

-- Checks a bot's table, or returns the error in it.
local function check_bot(value)
  if type(value) == "function" then
    return { choose = function(_, view, budget) return value(view, budget) end }
  end
  if type(value) == "table" and type(value.choose) == "function" then return value end
  error(("bot %s: %s"):format(bot.name, shape.no_bot(value)), 0)
end

-- Most bots have none.
local function read_parameters(declaration)
  rows, values = {}, nil
  if declaration == nil and next(bot.set) == nil then return end
  local parameters = require "tesela.bots.parameters"
  local ok, why = pcall(function()
    rows = parameters.declared(declaration)
    values = parameters.values(rows, bot.set)
  end)
  if not ok then error(("bot %s: %s"):format(bot.name, why), 0) end
end

-- The level of a bot that has levels.
local function level_of(value)
  if value.levels then return bot.level end
  if bot.must then
    error(("bot %s: it has no levels, but level %d is requested"):format(bot.name,
      bot.level), 0)
  end
end

--- A game begins.
function M.begin(rules, seat, seed)
  luck = seed
  math.randomseed(seed)
  local value = check_bot(bot.chunk(setmetatable({}, lazy)))
  choose, draw, object = value.choose, value.draw, value
  read_parameters(value.parameters)
  level = level_of(value)
  if not value.new then return end
  object = value.new(rules, seat, seed, values)
  if type(object) == "table" and getmetatable(object) == nil then
    setmetatable(object, { __index = value })
  end
end

-- A misspelled member of the budget is reported, not nil.
local strict = { __index = function(_, name)
  local slip = shape.slip(name)
  if slip then error(slip, 2) end
end }

--- A move and its value; or, after an offer of a draw, 1 for yes and 0 for no. `clock` is packed by
--- clocks.lua, or nil.
function M.choose(view, seed, iterations, seconds, offer, clock)
  if offer then return draw and draw(object, view) == true and 1 or 0 end
  local told = clock and require "tesela.base.clocks".unpack(clock) or {}
  return choose(object, view, setmetatable(
    { iterations = iterations, seconds = seconds, level = level, clock = told.left,
      increment = told.increment, moves = told.moves, seed = seed, parameters = values },
    strict))
end

--- The parameters declared by the bot, a line each.
function M.parameters()
  local lines = {}
  luck = 0
  read_parameters(check_bot(bot.chunk(setmetatable({}, lazy))).parameters)
  for i, row in ipairs(rows) do
    local numbers = ("%.17g %.17g %.17g"):format(row.start, row.least, row.most)
    lines[i] = ("%s %s %s\n"):format(row.name, numbers:gsub("[^-%d ea-z]", "."),
      row.whole and "whole" or "any")
  end
  return table.concat(lines)
end

-- ---- games in Lua -----------------------------------------------------------

local loaded = { tesela = inner, ["tesela.make"] = make, ["tesela.names"] = words,
  ["tesela.shown"] = shown }

local boxed_games = { loading = nil, built_in = inner.games }
loaded["tesela.rules.games"] = boxed_games
-- Hooks end a sandbox, even if it catches every error.
loaded["tesela.interrupt"] = { pass = function() end, try = pcall }
local known = {}

function boxed_games.add(name, game) known[name] = game end

-- Errors were reported outside, so nothing is refused here.
function boxed_games.refused() end
function boxed_games.attach() end
function boxed_games.terms() end
function boxed_games.elsewhere() end

-- Games are known only by their names.
function boxed_games.listed(names) return names end

local function run(file, env, ...)
  local chunk, why = load(file.text, "@" .. file.path, "t", env)
  if not chunk then error(why, 0) end
  return chunk(...)
end

-- The globals of a game's file: a bot's, but it can make games, and `require` finds the files
-- beside it.
local function globals(file)
  local env = setmetatable({}, lazy)
  local done = { tesela = copy(inner), ["tesela.shown"] = copy(shown) }
  env.tesela, env.print = done.tesela, function() end -- its rules also run outside
  function env.require(name)
    for _, other in ipairs(file.files) do
      if other.name == name and done[name] == nil then
        done[name] = run(other, env, name) or true
      end
    end
    if done[name] == nil then
      local chunk = chunks[name]
      if not chunk then error(("module '%s': games cannot have it"):format(name), 2) end
      done[name] = chunk(env) or true
    end
    return done[name]
  end
  return env
end

-- The names by which games are derived; the same as outside.
function boxed_games.find(name)
  if known[name] then return known[name] end
  local from = boxed_games.loading and boxed_games.loading.path:match "^.*/" or ""
  local file = games[name] or games[from .. name:gsub("^%./", "")]
  if not file then return nil, ("there is no game %s"):format(name) end
  local before = boxed_games.loading
  boxed_games.loading = file
  local game = run(file, globals(file))
  boxed_games.loading = before
  known[name] = game
  return game
end

-- A global for C, which finds games with it, and for the library.
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

function inner.derive(...) return require "tesela.rules.derive".derive(...) end

function inner.define(...) return require "tesela.rules.derive".define(...) end

-- Only make tables, so they are loaded with the rest at the first call.
inner.board = {}
for _, kind in ipairs { "square", "hex", "graph" } do
  inner.board[kind] = function(...) return require "tesela.rules.board".board[kind](...) end
end

return M
