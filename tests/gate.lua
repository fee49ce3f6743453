-- The gate: facts that a refactoring must not change. For each game: perft, random games,
-- position texts, boards and pictures; for each search: the report; for each bot: whole games.
--   tesela tests/gate.lua [--update] [WORDS]
-- Each fact is a line of tests/vectors/gate.txt, `name: value`, most values being hashes.
-- The gate prints the lines that differ and exits with 1; --update writes the file instead,
-- unless a bot plays other moves and scripts/bots/strength has the same version of it.
-- WORDS restrict it to the facts whose names contain them: `tesela tests/gate.lua qwirkle`.
-- Everything follows from seeds and iterations, on one thread, so a fact is the same on
-- every machine, with every compiler and at every level of optimization.

local bots = require "tesela.bots.bots"
local hash = require "tesela.base.hash"
local tesela = require "tesela"

local folder = arg[0]:match "^(.*)/[^/]*$" or "."
local FILE = folder .. "/vectors/gate.txt"

-- ---- facts ------------------------------------------------------------------

local Facts = {}
Facts.__index = Facts

local function new_facts(words)
  return setmetatable({ words = words, names = {}, values = {} }, Facts)
end

function Facts:set(name, value)
  self.names[#self.names + 1], self.values[name] = name, value
end

--- Computes a fact if its name is asked for.
function Facts:add(name, value, ...)
  if name:find(self.words, 1, true) then self:set(name, value(...)) end
end

local function read_facts(path, words)
  local facts = new_facts(words)
  for line in io.lines(path) do
    local name, value = line:match "^(.-): (.*)$"
    facts:add(name, function() return value end)
  end
  return facts
end

function Facts:write(path)
  local file <close> = assert(io.open(path, "w"))
  for _, name in ipairs(self.names) do
    assert(file:write(name, ": ", self.values[name], "\n"))
  end
end

--- Prints the facts that another list lacks or has with another value; whether there
--- is one.
function Facts:differ(sign, other)
  local found = false
  for _, name in ipairs(self.names) do
    if self.values[name] ~= other.values[name] then
      print(("%s %s: %s"):format(sign, name, self.values[name]))
      found = true
    end
  end
  return found
end

-- ---- games ------------------------------------------------------------------

-- Options that change how a game in C is played, or that make a game in Lua short; others
-- have their defaults.
local SETTINGS = {
  mixtour = { {}, { win_score = 3 }, { stack = 3, pieces = 6, repetition = 0, stall = 20 } },
  blokus = { {}, { players = 3 }, { players = 2, corners = "fixed" }, { players = 1 },
    { variant = "duo" }, { variant = "duo", players = 1, corners = "fixed" } },
  losetas = { {}, { frame = "fixed", touch = "corner" }, { size = 5, tiles = { 2, 3, 2 } } },
  qwirkle = { {}, { players = 4 }, { players = 3, hand = 4, hands = "open" },
    { colours = 4, shapes = 3, copies = 2 } },
  blokus_small_start = { { variant = "duo", corners = "fixed" } },
  gomoku = { { size = 9 } },
  hex = { { size = 6 } },
}

local function all_rules()
  local list = {}
  for _, game in ipairs(tesela.games()) do
    for _, options in ipairs(SETTINGS[game] or { {} }) do
      list[#list + 1] = tesela.rules(game, options)
    end
  end
  return list
end

local function is_slow(rules) return tesela.game(rules.name).slow end

local function perft(rules)
  local start = rules:start(1)
  local depth = (is_slow(rules) or start:count() >= 100) and 2 or 3
  return ("%d at depth %d"):format(start:perft(depth), depth)
end

local RANDOM_GAMES = 20

local function playouts(rules)
  local plies, signature = rules:playouts { games = RANDOM_GAMES, seed = 1 }
  return ("%d plies, %016x"):format(plies, signature)
end

-- The hash of what describe(state) returns for the positions of a random game: those at
-- each `step` plies, and the last one.
local function along(rules, step, describe)
  local state, rng, list = rules:start(2), tesela.rng(2), {}
  while not state.over do
    if state.ply % step == 0 then list[#list + 1] = describe(state) end
    state:play(rng:pick(state:list()))
  end
  list[#list + 1] = describe(state)
  return ("%d plies, %s"):format(state.ply, hash.text(table.concat(list, "\n")))
end

-- A state, and where hands are hidden what each seat sees of it.
local function views(state)
  local list = { state }
  if tesela.game(state.rules.name).hidden then
    for seat = 1, state.rules.seats do list[seat + 1] = state:view(seat, state.ply) end
  end
  return list
end

local function position(state)
  local list = { tesela.encode { state.reason or tesela.null, state.scores, state.places
    or tesela.null, state.over and tesela.null or state:parts(state:list()[1]) } }
  for _, view in ipairs(views(state)) do
    list[#list + 1] = view:fen()
    list[#list + 1] = table.concat(view:texts(), " ")
    list[#list + 1] = table.concat(view:history(), " ")
  end
  return table.concat(list, "\n")
end

local function board(state)
  local list = {}
  for _, view in ipairs(views(state)) do
    list[#list + 1] = view:draw()
    list[#list + 1] = view:draw { palette = 16, symbols = true }
    list[#list + 1] = view:draw { palette = 256, columns = 60, rows = 20 }
  end
  return table.concat(list, "\n")
end

local function picture(state) return state:svg() end

local function add_game(facts, rules)
  local name = tostring(rules)
  facts:add(name .. ", perft", perft, rules)
  facts:add(name .. ", random games", playouts, rules)
  facts:add(name .. ", positions", along, rules, 1, position)
  facts:add(name .. ", boards", along, rules, 5, board)
  facts:add(name .. ", pictures", along, rules, 10, picture)
end

-- ---- searches ---------------------------------------------------------------

local ALPHABETA = { method = "alphabeta" }

-- A game, its options, those of the searcher, iterations, and plies that it plays: of
-- Blokus, whose numbers depend on the phase of the game, all of them.
local SEARCHES = {
  { "mixtour", {}, {}, 2000, 6 },
  { "mixtour", {}, { playouts = "uniform" }, 2000, 6 },
  { "mixtour", { win_score = 3 }, { margin = 0.5 }, 900, 6 },
  { "losetas", {}, {}, 2000, 6 },
  { "losetas", {}, { margin = 1 }, 900, 6 },
  { "blokus", {}, {}, 400, 4 },
  { "blokus", { players = 1 }, {}, 300, 3 },
  { "blokus", { players = 3 }, { margin = 0.1 }, 300, 4 },
  { "blokus", { variant = "duo" }, { margin = 0.8 }, 150, 40 },
  { "blokus", { players = 2 }, { margin = 0.8 }, 150, 80 },
  { "qwirkle", {}, {}, 200, 4 },
  { "qwirkle", { players = 4 }, { margin = 1 }, 150, 4 },
  { "mixtour", {}, ALPHABETA, 20000, 6 },
  { "mixtour", {}, { method = "alphabeta", reductions = "late" }, 20000, 6 },
  { "losetas", {}, ALPHABETA, 20000, 4 },
  { "blokus", { variant = "duo" }, ALPHABETA, 5000, 3 },
}

-- Everything that a report says of its moves, the values to the last bit.
local function seen(report)
  local list = { table.concat(report.line, " ") }
  for _, move in ipairs(report.moves) do
    list[#list + 1] = ("%s %d %a %s"):format(move.text, move.visits, move.value, move.proof)
  end
  return table.concat(list, "\n")
end

local function searched(rules, options, iterations, plies)
  local state, searcher, list = rules:start(7), tesela.searcher(rules, options), {}
  while state.ply < plies and not state.over do
    local move, report = searcher:search(state, { iterations = iterations, seed = 5 })
    list[#list + 1] = seen(report)
    state:play(move)
  end
  return ("%s, %s"):format(state:history()[1], hash.text(table.concat(list, "\n")))
end

local function add_searches(facts)
  for _, row in ipairs(SEARCHES) do
    local game, options, how, iterations, plies = table.unpack(row)
    local rules = tesela.rules(game, options)
    facts:add(("%s, search %s"):format(rules, tesela.encode(how)), searched, rules, how,
      iterations, plies)
  end
end

-- ---- bots -------------------------------------------------------------------

-- Their budgets, and the plies after which their games end, of rules with functions in Lua
-- and of others.
local BOTS = {
  { "random", {}, in_lua = 1000 },
  { "greedy", {} },
  { "lookahead", { iterations = 20 }, in_lua = 1, in_c = 2 },
  { "mcts", { iterations = 50 } },
  { "alphabeta", { iterations = 1000 } },
  { "expert", { iterations = 100 } },
  { "expert", { level = 1 } },
  { "expert", { level = 3 } },
}
local IN_LUA = 6

-- The plies of a game, why it ended, and hashes of its moves and places, and of the values
-- that the bot returned.
local function played(rules, bot, budget, plies)
  local players = {}
  for seat = 1, rules.seats do players[seat] = bot end
  local game = tesela.run { rules = rules, bots = players, seed = 3, budget = budget,
    max_plies = plies }
  local moves = game.state:history()
  return ("%d plies, %s, %s, values %s"):format(#moves, game.reason,
    hash.text(table.concat(moves, " ") .. table.concat(game.places, " ")),
    hash.text(game.line:match '"values":%b[]' or ""))
end

local function add_bots(facts, rules)
  local slow = is_slow(rules)
  for _, row in ipairs(BOTS) do
    local bot, budget = table.unpack(row)
    local kind, amount = next(budget)
    local name = kind and ("%s %s=%d"):format(bot, kind, amount) or bot
    facts:add(("%s, %s"):format(rules, name), played, rules, bot, budget,
      slow and (row.in_lua or IN_LUA) or row.in_c)
  end
end

local function add_versions(facts)
  for _, bot in ipairs(tesela.bots()) do
    facts:add(bot .. ", version", function() return tostring(bots.strength(bot)) end)
  end
end

-- The moves of a bot's fact, which are before its values; nil: it is another one.
local function moves_of(fact) return fact and fact:match "^(.*), values " end

-- A bot that plays other moves in a game that is the same, in the same version; or nil.
local function changed_bot(before, now)
  local function is_same(name) return before.values[name] == now.values[name] end
  for _, name in ipairs(now.names) do
    local rules, bot = name:match "^(.-), (%S+)"
    local was, is = moves_of(before.values[name]), moves_of(now.values[name])
    if was and is and was ~= is and is_same(rules .. ", random games")
      and is_same(bot .. ", version") then return bot end
  end
end

-- ---- the gate ---------------------------------------------------------------

local function found(words)
  local facts = new_facts(words)
  add_versions(facts)
  for _, rules in ipairs(all_rules()) do
    add_game(facts, rules)
    add_bots(facts, rules)
  end
  add_searches(facts)
  return facts
end

local update = arg[1] == "--update"
local words = table.concat(arg, " ", update and 2 or 1)
if update then
  local now = found ""
  local bot = changed_bot(read_facts(FILE, ""), now)
  if bot then
    error(bot .. " plays otherwise: expected a new version of it in scripts/bots/strength", 0)
  end
  now:write(FILE)
else
  local before, now = read_facts(FILE, words), found(words)
  if #now.names == 0 then error(("no fact has %q in its name"):format(words), 0) end
  local gone, new = before:differ("-", now), now:differ("+", before)
  if gone or new then print("if these changes are meant: " .. arg[0] .. " --update") end
  os.exit(not (gone or new))
end
