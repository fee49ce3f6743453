-- Files of positions whose best moves are known.
--
-- A position is a line of JSON: game, fen, best (a list of moves), and optionally options, name,
-- and iterations or seconds. Here it is { state, best = a set of moves, words = their text, name,
-- budget, place = "FILE:LINE" }.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local cli = require "tesela.cli.cli"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local texts = require "tesela.text"

local M = {}

-- The best moves, as integers in a set.
local function best_of(state, list)
  local best = {}
  if not arguments.is_list(list) or #list == 0 then error("best: expected a list of moves", 0) end
  for i, word in ipairs(list) do
    local move, why = state:copy():try(word)
    if not move then error(("best[%d]: %s"):format(i, why), 0) end
    best[move] = true
  end
  return best
end

local function text(given, name)
  if type(given[name]) == "string" then return given[name] end
  error(("%s: expected a string"):format(name), 0)
end

local function budget_of(given)
  arguments.amounts("budget", given)
  return { iterations = given.iterations, seconds = given.seconds }
end

local function check_option(name, value)
  local good = type(value) ~= "table" or arguments.is_list(value)
  for _, item in ipairs(type(value) == "table" and value or {}) do
    good = good and type(item) ~= "table"
  end
  if good then return end
  error(("options: %s: expected a string, a number or a list of these, got %s"):format(
    texts.clean(name), arguments.json(value)), 0)
end

local function check_options(given)
  if type(given) ~= "table" or #given > 0 then
    error("options: expected an object, got " .. arguments.json(given), 0)
  end
  for name, value in pairs(given) do check_option(tostring(name), value) end
end

-- The rules named in a line. It is data: only --rules runs the file of a game.
local function rules_of(given)
  local name = text(given, "game")
  if games.is_path(name) then
    error("game: expected a name, got a path; --rules FILE names the rules", 0)
  end
  if given.options ~= nil then check_options(given.options) end
  return tesela.rules(name, given.options)
end

-- The position of a line; raises errors in it.
local function read_position(line, rules)
  local given = tesela.decode(line)
  if type(given) ~= "table" then error("expected an object of JSON", 0) end
  rules = rules or rules_of(given)
  local state = rules:load(text(given, "fen"))
  if state.over then error("fen: the game is over", 0) end
  return { state = state, best = best_of(state, given.best), words = given.best,
    name = texts.clean(type(given.name) == "string" and given.name or given.fen),
    budget = budget_of(given) }
end

--- Adds the positions of a file to a list. `rules` are used instead of the games that it names.
function M.read(path, list, rules)
  local file <close> = cli.open(path)
  local number = 0
  for line in file:lines() do
    number = number + 1
    if line:find "%S" then
      local ok, found = interrupt.try(read_position, line, rules)
      if not ok then cli.fail(1, "%s:%d: %s", path, number, cli.plain(found)) end
      found.place = ("%s:%d"):format(path:match "[^/]*$", number)
      list[#list + 1] = found
    end
  end
end

return M
