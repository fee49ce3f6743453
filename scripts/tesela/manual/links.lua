-- Addresses in the manual's site, by help topic and by the code in a text.
--
--   NAME.html        a page of the manual
--   commands.html    the program, a session, the commands: #NAME
--   games.html       the games: #NAME, #NAME.OPTION
--   reference.html   the module: functions (#NAME), classes with methods (#Class,
--                    #Class.member), other classes and aliases (#Name)

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local cli = require "tesela.cli.cli"
local pages = require "tesela.manual.pages"
local reference = require "tesela.manual.reference"

local M = {}

local own = { commands = "commands.html", games = "games.html", bots = "bots.html",
  functions = "reference.html", reference = "reference.html", pages = "index.html",
  session = "commands.html#session",
  tesela = "index.html" }

--- A class or an alias by its name.
function M.named(name)
  local known = annotations.load()
  if known.classes[name] or known.aliases[name] then return "reference.html#" .. name end
end

local function page(name) return pages.has(name) and name .. ".html" or nil end

local function command(name) return cli.has(name) and "commands.html#" .. name or nil end

local function module_function(name)
  return annotations.load().functions[name] and "reference.html#" .. name or nil
end

local function game(name)
  for _, each in ipairs(tesela.games()) do
    if each == name then return "games.html#" .. name end
  end
end

local function option(name)
  for _, each in ipairs(tesela.games()) do
    for _, row in ipairs(tesela.game(each).options) do
      if row.name == name then return ("games.html#%s.%s"):format(each, name) end
    end
  end
end

-- Methods that only the states of one game have are listed with that game.
local function query(words)
  local name = words:match "^s:(.+)$" or words
  for _, each in ipairs(tesela.games()) do
    for _, row in ipairs(tesela.game(each).queries) do
      if row.name == name then return "games.html#" .. each end
    end
  end
end

-- A class by its name, however it is written, or by its variable: "state", "s".
local function class_of(word)
  local known = annotations.load()
  for _, list in ipairs { known.classes, known.aliases } do
    for _, each in ipairs(list) do
      if each.name:lower() == word:lower() then return each end
    end
  end
  for _, class in ipairs(known.classes) do
    if reference.variable(class.name) == word then return class end
  end
end

local function class(word)
  local found = class_of(word)
  return found and M.named(found.name)
end

-- "s:play", "state.scores", "tesela.match"
local function member(words)
  local owner, name = words:match "^([%a_][%w_]*)[.:]([%a_][%w_]*)$"
  if owner == "tesela" then return module_function(name) end
  local found = owner and class_of(owner)
  if not found or not found.methods then return end
  if found.methods[name] or found.fields[name] then
    return #found.methods > 0 and ("reference.html#%s.%s"):format(found.name, name)
      or M.named(found.name)
  end
end

local function method(name)
  for _, each in ipairs(annotations.load().classes) do
    if each.methods[name] then return ("reference.html#%s.%s"):format(each.name, name) end
  end
end

--- The address of a topic; if several things have the name, of the one that help shows.
function M.topic(words)
  local named = words:match "^page%s+(.+)$"
  if named then return page(named) end
  return own[words] or game(words) or command(words) or module_function(words)
    or class(words) or member(words) or method(words) or page(words) or option(words)
    or query(words)
end

--- The address that code in a text refers to, by the code and the text before it.
function M.code(words, before)
  local topic = words:match "^tesela help (.+)$" or words:match '^help "(.+)"$'
  if topic then return M.topic(topic) end
  local name = words:match "^tesela ([%l-]+)"
  if name then return command(name) end
  if before:match "%f[%a]page $" then return page(words) end
  return member((words:gsub("%b()$", ""))) or words:match "^%u%w+$" and class(words)
end

return M
