-- What help says: games from their tables, commands from their parsers.

local tesela = require "tesela"
local arguments = require "tesela.arguments"
local cli = require "tesela.cli"
local text = require "tesela.text"

local M = {}

local function put(lines, format, ...)
  lines[#lines + 1] = format:format(...)
end

local function shown(value)
  return type(value) == "table" and table.concat(value, ",") or tostring(value)
end

local function game_text(name)
  local game, lines = tesela.game(name), {}
  put(lines, "%s (%s)\n", game.title, game.name)
  put(lines, "Moves\n  %s\n", game.notation:gsub("\n", "\n  "))
  put(lines, "Options (name, default, range)")
  for _, option in ipairs(game.options) do
    local head = ("  %-12s %-8s %-12s "):format(option.name,
      shown(option.default), option.range)
    put(lines, "%s", text.fold(option.doc, head, (" "):rep(#head)))
  end
  put(lines, "\nMethods of a state, besides those that every game has")
  for _, query in ipairs(game.queries) do
    local call = ("s:%s(%s)"):format(query.name, query.takes)
    local head = ("  %-18s "):format(call)
    put(lines, "%s", text.fold(query.doc, head, (" "):rep(#head)))
  end
  return table.concat(lines, "\n") .. "\n"
end

local function overview()
  local lines = {}
  put(lines, "tesela %s: a scriptable runtime for board games\n", tesela._VERSION)
  put(lines, "  tesela                     open the REPL")
  put(lines, "  tesela script.lua ...      run a Lua script, as lua does")
  put(lines, "  tesela COMMAND ...         run a command\n")
  put(lines, "Commands (more with: tesela help COMMAND)")
  for _, name in ipairs(cli.names) do
    put(lines, "  %-12s %s", name, cli.load(name).summary)
  end
  put(lines, "\nGames (more with: tesela help GAME)")
  for _, name in ipairs(tesela.games()) do
    put(lines, "  %-12s %s", name, tesela.game(name).title)
  end
  put(lines, "\nBots: %s; or the path of a Lua file",
    table.concat(tesela.bots(), ", "))
  return table.concat(lines, "\n") .. "\n"
end

local function is_game(topic)
  for _, name in ipairs(tesela.games()) do
    if name == topic then return true end
  end
  return false
end

--- The help on a topic, or nil where there is none.
function M.text(topic)
  if topic == nil then return overview() end
  if is_game(topic) then return game_text(topic) end
  if cli.has(topic) then
    local parser = cli.parser(topic)
    return parser:get_help() .. "\n"
  end
  return nil
end

local function check(topic)
  if topic ~= nil and type(topic) ~= "string" then
    arguments.expected("tesela.help", "the name of a game or a command", topic)
  end
end

--- help(), help "mixtour", help "play": prints it.
function M.help(topic)
  check(topic)
  local words = M.text(topic)
  if not words then
    error(("help: there is none on %s; try help()"):format(tostring(topic)), 2)
  end
  io.write(words)
end

return M
