-- A match of weights at equal time: `tesela tests/bench/against.lua GAME A B [SECONDS
-- [GAMES]]`, where A and B are files of weights, or none: tree search without an estimate.

local games = require "tesela.rules.games"
local tesela = require "tesela"

local name, seconds, count = arg[1], tonumber(arg[4] or 0.05), tonumber(arg[5] or 200)
local plain = tesela.rules(name)

local function rules_with(path)
  if path == "none" then return plain end
  local file <close> = assert(io.open(path, "rb"))
  games.give(plain.name, file:read "a")
  local rules = tesela.rules(name)
  games.give(plain.name, nil)
  return rules
end

local function searcher(rules)
  if not rules.learnt then return tesela.searcher(rules, { margin = 0.1 }) end
  return tesela.searcher(rules, { method = "alphabeta", reductions = "late" })
end

local function player(path)
  local rules = rules_with(path)
  return { name = path, bot = { name = path, new = function()
    return { searcher = searcher(rules) }
  end, choose = function(self, view, budget)
    return (self.searcher:search(rules:load(view:fen()), { seconds = budget.seconds,
      seed = budget.seed }))
  end } }
end

io.stdout:write(tostring(tesela.match { rules = plain, trusted = true, games = count,
  seed = 5, budget = { seconds = seconds }, openings = { plies = 4 },
  bots = { player(arg[2]), player(arg[3]) } }))
