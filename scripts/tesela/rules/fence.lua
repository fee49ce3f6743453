-- The Lua of an untrusted game's file: the same as a bot's, but inside the program, so without
-- anything that belongs to the program.
--
-- Its globals are a separate table, with copies of the libraries (bindings/values/lallowed.h) and
-- of the module; `require` knows these and the files beside it, which were read before. It gets
-- nothing that refers to the program: no metatables except those that it has set, no thread of the
-- caller's, no function that opens a path elsewhere. Its time and memory are limited in every call
-- (bindings/values/lguard.h); so there are no finalizers, which nothing could stop.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local guard = require "tesela.guard"
local shown = require "tesela.shown"
local source = require "tesela.base.source"
local texts = require "tesela.text"

local M = {}

-- The same as in bindings/lmodule.c for sandboxes.
local GIVEN = { "games", "rng", "clock", "search", "searcher", "_VERSION" }

local function compile(file, env)
  local chunk, why = load(file.text, "@" .. file.path, "t", env)
  if not chunk then error(texts.clean(why), 0) end
  return chunk
end

-- ---- paths ------------------------------------------------------------------

local function plain(path)
  path = path:gsub("/%./", "/")
  return (path:gsub("^%./", ""))
end

-- Does a path lead to the folder of a file, or below it?
local function is_beside(path, file)
  local folder = plain(file.path):match "^.*/" or ""
  path = plain(path)
  local rest = path:sub(#folder + 1)
  return path:sub(1, #folder) == folder and not ("/" .. rest .. "/"):find("/../", 1, true)
    and (folder ~= "" or path:sub(1, 1) ~= "/")
end

-- The game that a file refers to.
local function asked(file, game)
  if type(game) ~= "string" or not (game:find "/" or game:find "%.lua$") then return game end
  game = source.beside(game, file.path)
  if not is_beside(game, file) then
    error(("%s: %s is not beside it (a trusted file may use it)"):format(file.path,
      texts.clean(game)), 0)
  end
  return game
end

-- ---- the module -------------------------------------------------------------

-- A file that keeps making games would fill the memory.
local function make(file, name, ...)
  if not file.loading then
    error(("%s: a game can only be made while its file is being read"):format(name), 0)
  end
  return tesela[name](...)
end

local function module(file)
  local own = {}
  for _, name in ipairs(GIVEN) do own[name] = tesela[name] end
  function own.rules(game, options) return tesela.rules(asked(file, game), options) end
  function own.game(game) return tesela.game(asked(file, game)) end
  function own.derive(game, t) return make(file, "derive", asked(file, game), t) end
  function own.define(t) return make(file, "define", t) end
  own.board = tables.copy(tesela.board)
  return own
end

-- ---- globals ----------------------------------------------------------------

local function add_metatables(env)
  local set = setmetatable({}, { __mode = "k" }) -- by the file itself
  function env.setmetatable(t, meta)
    if type(meta) == "table" and rawget(meta, "__gc") ~= nil then
      error("games have no finalizers (__gc)", 2)
    end
    t = setmetatable(t, meta)
    if meta ~= nil then set[meta] = true end
    return t
  end
  function env.getmetatable(value)
    local meta = getmetatable(value)
    if type(meta) ~= "table" or set[meta] then return meta end
    return type(value) ~= "table" and meta.__name and { __name = meta.__name } or nil
  end
end

local function add_load(env)
  function env.load(text, name, _, ...)
    if select("#", ...) > 0 then return load(text, name, "t", (...)) end
    return load(text, name, "t", env)
  end
end

local function add_print(env)
  function env.print(...)
    local words = {}
    for i = 1, select("#", ...) do
      words[i] = texts.clean(tostring((select(i, ...))))
    end
    io.stderr:write(table.concat(words, "\t"), "\n")
  end
end

-- The chunks that a file may require, by name.
local function chunks(file, env)
  local list = {}
  for _, module_ in ipairs(source.modules()) do
    list[module_.name] = { path = module_.name, text = module_.text }
  end
  for _, other in ipairs(file.files) do list[other.name] = other end
  return setmetatable({}, { __index = function(_, name)
    return list[name] and compile(list[name], env)
  end })
end

local function add_require(env, file)
  local loaded, waiting = { tesela = env.tesela, ["tesela.shown"] = {} }, {}
  for name, f in pairs(shown) do loaded["tesela.shown"][name] = f end
  local known = chunks(file, env)
  function env.require(name)
    if loaded[name] ~= nil then return loaded[name] end
    local chunk = known[name]
    if not chunk then
      error(("module '%s': expected tesela or a file beside the game's (if trusted, it may "
        .. "have others)"):format(shown.value(name)), 2)
    end
    if waiting[name] then error(("module '%s': it requires itself"):format(name), 2) end
    waiting[name] = true
    loaded[name] = chunk(name) or true
    return loaded[name]
  end
end

local function globals(file)
  local env = guard.library()
  env._G, env.tesela = env, module(file)
  add_metatables(env)
  add_load(env)
  add_print(env)
  add_require(env, file)
  return env
end

--- Runs the file of a game, { path =, text =, files =, limit = milliseconds }, and returns its
--- result. Raises an error with the line where it fails.
function M.run(file)
  local chunk = compile(file, globals(file))
  local ok, value
  guard.with(file, "loading", true, function()
    ok, value = guard.run(file.limit, file.path, chunk)
  end)
  if not ok then error(texts.clean(value), 0) end
  return value
end

return M
