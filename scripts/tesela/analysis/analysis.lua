-- Analysis of played games: searches every position with the search of `expert`, on all cores, and
-- judges each move.
--
-- A game here is { line, record (as decoded), variant = the given rules, rules, names = of the
-- seats at the end, settings = of the searches, found[ply] (judge.lua), verdict (verdict.lua) }.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local crew = require "tesela.analysis.parallel_parts"
local interrupt = require "tesela.interrupt"
local judge = require "tesela.analysis.judge"
local results = require "tesela.analysis.analysis_result"
local verdicts = require "tesela.analysis.verdict"

local M = {}

-- A whole game has the budget of this many moves of expert in a match, about 15 seconds of
-- CPU time; a search has at most that of one such move.
local MOVES = 40
local OPEN, VEILED = 1.6, 3 -- searches of a ply, on average
local SECONDS = 20          -- for a game whose functions are in Lua and slow

-- ---- the budget -------------------------------------------------------------

-- Slow games have no known number of iterations, unless their file sets it.
local function is_slow(rules)
  local known, game = interrupt.try(tesela.game, rules.name)
  return known and game.slow and not rules.iterations
end

--- The search of each position of a game with this many moves: { by =, iterations =,
--- seconds =, seed = }. `budget` is that of a search, if given.
function M.settings(rules, plies, budget, seed)
  local settings = { by = "expert", seed = seed or 0 }
  local searches = math.max(1, plies) * (judge.veiled(rules) and VEILED or OPEN)
  if budget and (budget.iterations or budget.seconds) then
    settings.iterations, settings.seconds = budget.iterations, budget.seconds
  elseif is_slow(rules) then
    settings.seconds = SECONDS / searches
  else
    local usual = bots.bot("expert").new(rules, 1, 1).iterations
    settings.iterations = math.min(usual, math.max(100, usual * MOVES // searches // 1 | 0))
  end
  return settings
end

-- ---- games ------------------------------------------------------------------

--- A game from its record, a line; raises the reason why it cannot be analysed. `options`: rules
--- (in place of the game of that name), budget, seed.
function M.game(line, options)
  local state, why = tesela.replay(line, nil, options.rules)
  if not state then error(why, 0) end
  local rules, record = state.rules, tesela.decode(line)
  if rules.seats < 2 then
    error(("%s is for one: an analysis compares the searches of both sides"):format(rules.name), 0)
  end
  return { line = line, record = record, variant = options.rules, rules = rules,
    names = state.seat_names, found = {},
    settings = M.settings(rules, #record.moves, options.budget, options.seed) }
end

-- The positions of the games still to be searched: { game =, ply = } by number.
local function open_plies(games)
  local list = {}
  for _, game in ipairs(games) do
    for ply = 0, #game.record.moves do
      if not game.found[ply] then list[#list + 1] = { game = game, ply = ply } end
    end
  end
  return list
end

-- Searches a position in such a list. The judge of a game is kept while the rules stay the same.
local function looker(list)
  local kept = {}
  return function(number)
    local game, ply = list[number].game, list[number].ply
    local key = tostring(game.rules)
    if kept.key ~= key or kept.settings ~= game.settings then
      kept = { key = key, settings = game.settings,
        judge = judge.new(game.rules, game.settings) }
    end
    local state = assert(tesela.replay(game.line, ply, game.variant))
    return kept.judge:look(state, game.record.moves[ply + 1])
  end
end

--- Searches all remaining positions of some games, and makes the verdicts. `options`: workers (0:
--- this process), on_ply = function(game, ply, found), tick = function(done, of). Returns
--- "interrupted" if Ctrl-C has ended it.
function M.run(games, options)
  local list, numbers, count = open_plies(games), {}, 0
  for i = 1, #list do numbers[i] = i end
  local why = #list > 0 and crew.run {
    numbers = numbers, workers = options.workers, work = looker(list),
    done = function(number, found)
      local game, ply = list[number].game, list[number].ply
      game.found[ply], count = found, count + 1
      if options.on_ply then options.on_ply(game, ply, found) end
    end,
    tick = options.tick and function() options.tick(count, #list) end,
  } or nil
  for _, game in ipairs(games) do
    game.verdict = verdicts.of(game.record, game.found, judge.veiled(game.rules))
  end
  return why
end

-- ---- for showing games ------------------------------------------------------

--- The analysis in a record, as a game with its verdict; nil if there is none.
function M.stored(line, options)
  local game = M.game(line, options or {})
  game.verdict = results.of_record(game)
  if not game.verdict then return nil end
  game.line, game.settings = results.plain(line), results.settings(game.record)
  return game
end

-- ---- the function of the module ---------------------------------------------

local WHERE = "tesela.analyse"
local OPTIONS = { { "record", "string", needed = true }, "budget", "seed",
  { "rules", "tesela.rules" }, { "workers", 0, 1024 } }

--- Analyses the record of a game; see bindings/tesela.lua.
function M.analyse(given)
  local options = arguments.options(WHERE, given, OPTIONS)
  local ok, game = interrupt.try(M.game, options.record, options)
  if not ok then arguments.fail(WHERE, "%s", game) end
  if M.run({ game }, { workers = options.workers }) then interrupt.raise() end
  return results.of(game)
end

return M
