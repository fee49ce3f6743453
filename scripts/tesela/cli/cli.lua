-- The commands of the program: `tesela NAME ...` runs commands/NAME.lua, which returns { summary
-- =, configure = function(parser), run = function(args) }. Help, the manual page and completion
-- know every file there. `run` returns the exit status (nothing = 0) and writes data to stdout;
-- everything else goes to stderr. Exit 0: done, 1: failed, 2: wrong options, or no such command,
-- game, bot or definition.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local interrupt = require "tesela.interrupt"
local process = require "tesela.process"
local registry = require "tesela.base.registry"
local text = require "tesela.text"

local M = {}

--- Is there a command of this name?
function M.has(name) return registry.path("commands", name) ~= nil end

--- The names of the commands, in the order of help.
function M.names() return registry.names "commands" end

--- The table that the file of a command returns.
function M.load(name)
  local path = registry.path("commands", name)
  local command = dofile(path)
  if type(command) == "table" and type(command.summary) == "string"
    and type(command.configure) == "function"
    and type(command.run) == "function" then return command end
  error(path .. ": expected a file that returns { summary =, configure =, "
    .. "run = }", 0)
end

-- Arguments for `format`: foreign text is cleaned and stays on one line.
local function cleaned(...)
  local values = table.pack(...)
  for i = 1, values.n do
    if type(values[i]) == "string" then values[i] = text.clean(values[i]) end
  end
  return table.unpack(values, 1, values.n)
end

--- Ends a command with a message of several lines: status 1, or 2 for wrong usage.
function M.fail_lines(status, lines)
  error(setmetatable({ status = status, message = table.concat(lines, "\n") }, {
    __tostring = function(self) return self.message end,
  }), 0)
end

--- The same with one line. An interruption ends the command as an interruption.
function M.fail(status, format, ...)
  interrupt.pass()
  M.fail_lines(status, { format:format(cleaned(...)) })
end

--- Writes a line about something to stderr.
function M.tell(format, ...)
  io.stderr:write(format:format(cleaned(...)), "\n")
end

--- Opens a file for reading; ends the command if there is none, or if it is a folder.
function M.open(path)
  local file, why = io.open(path, "rb")
  if not file then M.fail(1, "%s", why) end
  local _, trouble = file:read(0)
  if not trouble then return file end
  file:close()
  M.fail(1, "%s: %s", path, trouble)
end

--- A word as typed in a shell.
function M.quoted(word)
  if not word:find "[^%w_./=:,+-]" then return word end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Is a file, as Lua names it in a message, in the program's folder? Lua shortens a long path to
-- "..." and its end.
local function is_own(path)
  local home, tail = tesela.home .. "/", path:match "^%.%.%.(.*)$"
  if not tail then return path:find(home, 1, true) == 1 end
  for length = #home, 2, -1 do
    if tail:sub(1, length) == home:sub(-length) then return true end
  end
  return false
end

--- A message without the place in the library that raised it, which does not help the user of a
--- command.
function M.plain(message)
  local path, rest = tostring(message):match "^(.-%.lua):%d+: (.*)$"
  return path and is_own(path) and rest or tostring(message)
end

--- Calls f; an error ends the command with `status`.
function M.try(status, f, ...)
  local result = table.pack(pcall(f, ...))
  if not result[1] then
    local err = result[2]
    if type(err) == "table" and err.status or interrupt.pending() then error(err, 0) end
    M.fail(status, "%s", M.plain(err))
  end
  return table.unpack(result, 2, result.n)
end

-- Ends a command whose output is lost; the program itself reports this when it exits.
local LOST = { status = 1 }

--- Writes to stdout; a full disk ends the command.
function M.write(...)
  if not io.stdout:write(...) then error(LOST, 0) end
end

--- The parser of one command, or of the whole program with all of them.
function M.parser(name)
  local argparse = require "argparse"
  if name then
    local command = M.load(name)
    local parser = argparse("tesela " .. name, command.summary)
      :help_max_width(79)
    command.configure(parser)
    return parser, command
  end
  local parser = argparse("tesela", "A scriptable runtime for board games.")
  for _, each in ipairs(M.names()) do
    local ok, command = interrupt.try(M.load, each)
    if ok then command.configure(parser:command(each, command.summary)) end
  end
  return parser
end

-- The message of a function of the module already begins with its name.
local function complain(name, message)
  if not message then return end
  local front = "tesela." .. name .. ": "
  if message:sub(1, #front) == front then message = message:sub(#front + 1) end
  io.stdout:flush()
  io.stderr:write("tesela ", name, ": ", text.lines(message), "\n")
end

local function unknown(name)
  io.stderr:write("tesela: ", arguments.unknown("command", name, M.names()),
    "; or the path of a script\n")
  return 2
end

local INTERRUPTED = 130 -- the exit status in shells

local function report(name, err)
  if type(err) == "table" and err.status then
    complain(name, err.message)
    local scarce = err.message and err.message:find "not enough memory" -- not wrong usage
    return scarce and 1 or err.status
  end
  if interrupt.pending() then
    complain(name, (M.plain(err):gsub("!$", ""))) -- with the line of a game's author
    return INTERRUPTED
  end
  complain(name, M.plain(err))
  return 1
end

local function trace(err)
  if type(err) == "table" then return err end
  if not os.getenv "TESELA_TRACEBACK" then
    return type(err) == "string" and text.clean(err) or err
  end
  return interrupt.pending() and err or debug.traceback(err, 2)
end

-- All arguments, as in the usage, if one is missing: argparse does not say which.
local function missing(parser)
  local names = {}
  for i, argument in ipairs(parser._arguments) do names[i] = argument:_get_argname(1) end
  return ("an argument is missing; expected %s"):format(table.concat(names, " "))
end

-- The parser's message in our words. A negative number is never an option of ours. Errors of
-- argparse have no kind, so the beginning of the message decides: it is always argparse's own
-- text, never an argument.
local function meaning(why, parser)
  if why:find "^missing argument" then return missing(parser) end
  why = why:gsub("%s+Did you mean ", "; did you mean ")
  local number = why:match "^unknown option '(%-%d[%d.]*)'"
  return number and number .. ": expected a number that is not negative" or why
end

-- The largest number of values of the option with this name; 0: there is no such option.
local function values_of(parser, name)
  for _, option in ipairs(parser._options) do
    for _, alias in ipairs(option._aliases) do
      if alias == name then return option._maxargs end
    end
  end
  return 0
end

local INPUTS = { ["--load"] = true, ["--measures"] = true, ["--rules"] = true }

-- Is a "-" after these words the name of an input file?
local function is_input(parser, list)
  return INPUTS[list[#list]] or values_of(parser, list[#list]) == 0
    and values_of(parser, list[#list - 1]) < 2
end

-- The arguments after the name of the command. Values that argparse would take for options are
-- joined to their option, as --fen=TEXT: the position text of a game that has not begun, which
-- starts with "- ", and negative numbers, so that the option reports what it expects. If the option
-- has two values, the number gets a space before it instead.
local function arguments_of(args, parser)
  local list = {}
  for i = 2, #args do
    local word, before = args[i], list[#list]
    if word == "-" and is_input(parser, list) then
      list[#list + 1] = "/dev/stdin"
    elseif word:find "^%-[ %d]" and values_of(parser, before) == 1 then
      list[#list] = before .. (before:find "^%-%-" and "=" or "") .. word
    elseif word:find "^%-%d" and math.max(values_of(parser, before),
      values_of(parser, list[#list - 1])) == 2 then
      list[#list + 1] = " " .. word
    else
      list[#list + 1] = word
    end
  end
  return list
end

-- The parser adds a traceback of its own to an interruption, and raises the result or takes it for
-- a refused argument.
local function parse(parser, args)
  local done, ok, parsed = interrupt.try(parser.pparse, parser, args)
  if not done then error(ok, 0) end
  return ok, parsed
end

local function run(name, args)
  local parser, command = M.parser(name)
  local ok, parsed = parse(parser, arguments_of(args, parser))
  if ok then return command.run(parsed) end
  M.fail_lines(2, { text.clean(meaning(parsed, parser)), parser:get_usage() })
end

local function main(args)
  local name = args[1]
  if name == "__words" then -- see commands/completion.lua
    M.load("completion").words(table.move(args, 2, #args, 1, {}))
    return 0
  end
  if not M.has(name) then return unknown(name) end
  local ok, status = xpcall(run, trace, name, args)
  if not ok then return report(name, status) end
  return io.stdout:flush() and (status or 0) or 1
end

--- Runs a command with its arguments: { "moves", "mixtour", ... }.
function M.main(args) return process.pointed(main, args) end

return M
