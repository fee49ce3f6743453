-- Bots: by name, by path, by a command ("exec:python3 mine.py"), as a function or as a
-- table.
--
-- A bot is a function (view, budget) -> move, or a table with `choose` and optionally `new`
-- and `name`; a loaded bot is always the table. A player is a bot in one seat of one game.
-- Every fault of a bot is returned as nil, reason, message, and the place in its functions
-- (lines, or nil). Only interruptions are raised.

local arguments = require "tesela.base.arguments"
local box = require "tesela.box"
local commands = require "tesela.programs.command_line"
local interrupt = require "tesela.interrupt"
local opened = require "tesela.base.opened"
local parameters = require "tesela.bots.parameters"
local registry = require "tesela.base.registry"
local shape = require "tesela.bots.shape"
local shown = require "tesela.shown"
local sources = require "tesela.bots.bot_sources"
local text = require "tesela.text"

local M = {}

--- The names of the bots of the library.
function M.bots() return registry.names "bots" end

--- The version of the strength of a built-in bot: a whole number that is raised whenever its play
--- changes. Nil: there is none, or it is not built in.
function M.strength(name)
  for _, line in ipairs(registry.lines("bots", "strength")) do
    local bot, version = line:match "^(%S+)%s+(%d+)"
    if bot == name then return math.tointeger(version) end
  end
end

--- Is a bot given by the path of its file, not by its name?
function M.is_path(spec) return spec:find("/", 1, true) ~= nil or spec:match "%.lua$" ~= nil end

-- A hint if a name without "exec:" may mean a command ("python3 mine.py"), or a file that is not
-- Lua and has a first line for the shell or a known ending; else "".
local INTERPRETERS = { py = "python3 ", js = "node ", rb = "ruby ", pl = "perl " }

local function program_meant(spec, source)
  local command
  if source then
    local by = INTERPRETERS[spec:match "%.(%w+)$"]
    local line = source:match "^%-%-#!([^\n]*)"
    local own = line and not (line:find "lua" or line:find "tesela")
      or source:find "^\127ELF"
    command = (by or own) and (by or "") .. spec
  elseif spec:find "^[^/%s]+ +%S" or spec:find "^%S+ +%-" then
    command = spec
  end
  return command and ("; for a program write '%s'"):format("exec:" .. command) or ""
end

-- The error that there is no such bot; mentions a file of that name, if there is one.
local function unknown(name)
  local beside = "./" .. name .. ".lua"
  local file <close> = opened(beside)
  return file and ("there is no bot %s; did you mean %s?"):format(name, beside)
    or arguments.unknown("bot", name, M.bots()) .. "; or the path of a file (./mine.lua)"
      .. program_meant(name)
end

--- The file of a bot, by its name or path; raises an error if there is none.
function M.path(name)
  local path = M.is_path(name) and name or registry.path("bots", name)
  return path or error(unknown(name), 0)
end

local function file_name(path)
  return text.clean(path:match "([^/]*)%.lua$" or path)
end

local function fail(name, why, ...)
  error(("bot %s: %s"):format(shown.clean(name), why:format(...)), 0)
end

--- A message about a bot, beginning with its name, which it may have already.
function M.said(name, message)
  local front = ("bot %s: "):format(shown.clean(name))
  return message:sub(1, #front) == front and message or front .. message
end

-- ---- bots in this program ---------------------------------------------------

local function as_table(bot, name)
  if type(bot) == "function" then
    return setmetatable({ name = name, choose = function(_, view, budget)
      return bot(view, budget)
    end }, { made = true })
  end
  if type(bot) == "table" and type(bot.choose) == "function" then
    local own = type(bot.name) == "string" and bot.name or name
    return setmetatable({ name = text.clean(own) }, { __index = bot, made = true })
  end
  fail(name, "%s", shape.no_bot(bot))
end

-- The source of a bot that has a name or a path.
local function read(spec)
  local source, why, missing = sources.read(M.path(spec))
  if source then return source end
  fail(spec, "%s%s", why, missing and program_meant(spec) or "")
end

local function need(chunk, source, name, why)
  if not chunk then fail(name, "%s%s", why, program_meant(name, source.text)) end
  return chunk
end

-- A message without the list of places where Lua looked for a module.
local function brief(why)
  return (tostring(why):gsub("(module '([^']+)') not found:\n.*$", function(module, name)
    return ("%s: there is no %s.lua beside the bot or in Lua's path"):format(module,
      (name:gsub("%.", "/")))
  end))
end

local function load_source(source, name)
  local loaded, why = sources.load(source)
  local chunk = need(loaded, source, name, why)
  local ok, value = interrupt.try(chunk)
  if not ok then fail(name, "%s", brief(value)) end
  local bot = as_table(value, file_name(name))
  bot.path = source.path
  return bot
end

-- ---- bots that are boxed ----------------------------------------------------

local Boxed = { made = true }
Boxed.__index = Boxed

function Boxed:choose()
  fail(self.path, "it runs sandboxed, and only in games; tesela.bot(path, "
    .. "{ trusted = true }) loads it here")
end

-- Reports a syntax error now; the file does not run until it is in its sandbox.
local function boxed(source, name)
  local chunk, why = load(source.text, "@" .. source.path, "t", {})
  need(chunk, source, name, why)
  return setmetatable({ name = file_name(name), path = source.path, source = source },
    Boxed)
end

--- A bot by name or path that plays in a sandbox, even a built-in one.
function M.boxed(spec) return boxed(read(spec), spec) end

-- ---- bots that are programs -------------------------------------------------

local Command = { made = true }
Command.__index = Command

function Command:choose()
  fail(self.name, "it is a program, and plays only in games")
end

--- The options of a program, in addition to its command.
M.PROGRAM = { "reuse", "start", "memory", "cpu" }

--- Is a bot named by a command?
function M.is_program(spec) return type(spec) == "string" and commands.split(spec) ~= nil end

--- A bot that is a program; `options` are those of M.PROGRAM.
function M.program(spec, options)
  local kind, command = commands.split(spec)
  local bot, why = commands.read(command)
  if not bot then fail(spec, "%s", why) end
  bot.kind = kind
  for _, name in ipairs(options and M.PROGRAM or {}) do bot[name] = options[name] end
  return setmetatable(bot, Command)
end

--- Refuses a bot that is a command, unless starting programs is allowed: by the option `programs`,
--- not by the file that names it.
function M.permit(spec, programs)
  if programs or not M.is_program(spec) then return end
  error(("bot %s: starting a program needs --programs (in Lua "
    .. "programs = true, or tesela.bot)"):format(shown.clean(spec)), 0)
end

-- ---- all --------------------------------------------------------------------

local OPTIONS = { "trusted", { "reuse", "boolean" }, { "start", "amount" },
  { "memory", "amount" }, { "cpu", "amount" } }

local function check(spec, options)
  local name, kind = "tesela.bot", type(spec)
  if options ~= nil then arguments.options(name, options, OPTIONS) end
  if kind == "string" or kind == "function" then return end
  if kind == "table" and type(spec.choose) == "function" then return end
  local misspelt = shape.misspelt(spec)
  if misspelt then arguments.fail(name, "%s", misspelt) end
  arguments.expected(name, "a name, a path, a function or a table with choose", spec)
end

--- Is a value a result of tesela.bot? (Its members prove nothing: a table from a file may have the
--- same.)
function M.is_made(spec)
  local meta = type(spec) == "table" and getmetatable(spec)
  return type(meta) == "table" and meta.made == true
end

--- A bot from its name, its path, a command, a function or a table. A bot from a path plays in a
--- sandbox, unless it is trusted; a command starts a program.
function M.bot(spec, options)
  check(spec, options)
  if M.is_made(spec) then return spec end
  if type(spec) ~= "string" then return as_table(spec, "bot") end
  if M.is_program(spec) then return M.program(spec, options) end
  local source = read(spec)
  if M.is_path(spec) and not (options and options.trusted) then return boxed(source, spec) end
  return load_source(source, spec)
end

local where -- the running functions of the bot that failed last

-- Calls a function of a bot: like pcall, but for three results; notes where it failed.
local function try(f, see, ...)
  local ok, first, second, third = xpcall(f, see, ...)
  return ok, first, second, third
end

local function see(err)
  where = box.trace(2, try)
  return err
end

-- The text of a raised value, the same for the same game: without addresses, even if its
-- __tostring fails.
local function text_of(err)
  local meta = type(err) == "table" and getmetatable(err)
  if type(err) == "string" or type(err) == "number"
    or type(meta) == "table" and meta.__tostring then
    local ok, words = interrupt.try(tostring, err)
    if ok then return words end
  end
  return shown.raised(err)
end

local function failed(err)
  local trace = where
  where = nil
  return nil, { reason = "error", message = text_of(err), traceback = trace }
end

-- The parameters of a bot, or nil.
local function values_of(bot, set)
  return parameters.values(parameters.declared(bot.parameters), set)
end

-- The level of a bot that has levels, from a budget.
local function level_of(bot, budget)
  if bot.levels or not budget.must then return bot.levels and budget.level end
  error(("it has no levels, but level %d is requested"):format(budget.level), 0)
end

-- The parts of a player in addition to its object: { bot =, level =, parameters = }; raises errors
-- in them.
local function settings_of(bot, budget, set)
  return { bot = bot, object = bot, level = level_of(bot, budget),
    parameters = values_of(bot, set) }
end

--- The bot in one seat of one game, or nil and a fault (game_loop.lua); `set` are some of its
--- parameters, `budget` may have a level (and `must`: a bot without levels fails).
function M.player(bot, rules, seat, seed, set, budget)
  local fine, player = interrupt.try(settings_of, bot, budget or {}, set)
  if not fine then
    return nil, { reason = "error", message = ("bot %s: %s"):format(bot.name, player) }
  end
  if not bot.new then return player end
  local ok, object = try(bot.new, see, rules, seat, seed, player.parameters)
  interrupt.pass() -- an interruption is not the bot's fault
  if not ok then return failed(object) end
  if type(object) == "table" and getmetatable(object) == nil then
    setmetatable(object, { __index = bot })
  end
  player.object = object
  return player
end

-- A number that a record can contain, or nothing.
local function value_of(value)
  if type(value) == "number" and value == value and math.abs(value) < math.huge then
    return value
  end
end

-- The reason why an answer cannot be a move, or nil.
local function what_is_wrong(move)
  if type(move) == "string" or math.type(move) == "integer" then return nil end
  return math.type(move) == "float" and shown.value(move) or type(move)
end

-- A misspelled member of the budget is reported, not nil.
local strict = { __index = function(_, name)
  local slip = shape.slip(name)
  if slip then error(slip, 2) end
end }

--- A player's choice: text or integer, its own value of the move, and whether it offers a draw; or
--- nil and a fault.
function M.choose(player, state, seat, budget)
  local view = state:view(seat, budget.seed)
  local ok, move, value, offer = try(player.bot.choose, see, player.object, view,
    setmetatable(budget, strict))
  interrupt.pass()
  if not ok then return failed(move) end
  local what = what_is_wrong(move)
  if what then return nil, { reason = "illegal", message = "expected a move, got " .. what } end
  if move == "resign" then return nil, { reason = "resigned" } end
  return move, value_of(value), offer == "draw"
end

--- Does a player agree to a draw? Only true counts as yes.
function M.agrees(player, state, seat, seed)
  if not player.bot.draw then return false end
  local ok, answer = interrupt.try(player.bot.draw, player.object, state:view(seat, seed))
  return ok and answer == true
end

return M
