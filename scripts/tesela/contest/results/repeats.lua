-- Repeats the games of a tournament and compares them.
--
-- Games are played from the definition in their file, by the bots that it names, and
-- compared with their lines. Files of bots must be unchanged; games played with all of Lua
-- need not repeat.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local machine = require "tesela.contest.tournament"
local merge = require "tesela.contest.cluster.merge"
local origin = require "tesela.contest.origin"
local runner = require "tesela.contest.run.runner"
local definitions = require "tesela.contest.definition"
local stats = require "tesela.contest.results.stats"

local M = {}

local function fail(form, ...) error("tesela.tournament: " .. form:format(...), 0) end

-- ---- which games ------------------------------------------------------------

--- `count` items of a list, one at random from each of as many equal parts; all of them if
--- there are no more.
function M.choose(list, count, seed)
  if count >= #list then return list end
  local rng, chosen = tesela.rng(seed), {}
  for i = 1, count do
    local first, last = (i - 1) * #list // count + 1, i * #list // count
    chosen[i] = list[first - 1 + rng:int(last - first + 1)]
  end
  return chosen
end

-- ---- who plays --------------------------------------------------------------

local function definition(header, options)
  local def = tables.copy(header.definition)
  if def.grown then
    fail "an earlier version added bots or games to this tournament: it cannot be repeated"
  elseif def.trusted and not options.trusted then
    fail "the bots were trusted; --trusted runs them with all of Lua again"
  end
  for _, bot in ipairs(def.bots) do
    if not bot.source then
      fail("bots: %s was not in a file, and cannot play again", bot.name)
    end
  end
  def.workers = options.workers
  def.sprt, def.decided, def.time = nil, nil, nil -- the games are already known
  return def
end

local function job_of(header, options)
  local job = machine.job(definition(header, options), nil, options.programs)
  local differs = machine.mismatch(job.def, header)
  if differs then fail("the bots or rules have changed: %s", differs) end
  local changed, said = machine.upgrade(job.def, header, origin.of(job.rules, job.def))
  if changed then fail("%s", changed) end
  return job, said
end

-- ---- comparing --------------------------------------------------------------

local function same(a, b) return tesela.encode { a } == tesela.encode { b } end

local function shown(value)
  if value == nil or value == tesela.null then return "nothing" end
  return type(value) == "string" and value or tesela.encode(value)
end

-- The first difference between two lists, and the items there; nil if there is none.
local function first_difference(was, is)
  for i = 1, math.max(#was, #is) do
    if not same(was[i], is[i]) then return i, shown(was[i]), shown(is[i]) end
  end
end

local function values(record)
  local list = {}
  for ply = 1, #record.moves do
    local value = record.values and record.values[ply]
    list[ply] = value == nil and "nothing" or value
  end
  return list
end

local COMPARED = { moves = true, values = true, result = true, seconds = true,
  memory = true, cpu = true, cpu_seconds = true }

-- Removes additions made after the game from a record.
local function drop_remarks(record)
  record.analysis = nil
  for _, name in ipairs(tables.keys(record)) do
    if name:match "^note %d+$" then record[name] = nil end
  end
end

--- The differences between two records of a game, as text; nil if only times and memory differ.
--- (Memory may differ with another Lua.)
function M.difference(before, after)
  local was, is = tesela.decode(before), tesela.decode(after)
  local ply, a, b = first_difference(was.moves, is.moves)
  if ply then return ("ply %d: %s, then %s"):format(ply, a, b) end
  ply, a, b = first_difference(values(was), values(is))
  if ply then return ("ply %d: value %s, then %s"):format(ply, a, b) end
  if not same(was.result, is.result) then
    return ("after ply %d: %s, then %s"):format(#was.moves, shown(was.result),
      shown(is.result))
  end
  for key in pairs(COMPARED) do was[key], is[key] = nil, nil end
  drop_remarks(was)
  return not same(was, is) and "before ply 1: the start or the players" or nil
end

-- ---- the whole --------------------------------------------------------------

local function play(job, parts, numbers)
  job.plan = parts.stats.plan -- of all games in the file
  local wanted, different, played = {}, {}, 0
  for _, number in ipairs(numbers) do wanted[number] = true end
  local why = runner.run {
    job = job, stats = stats.new(job.def), total = numbers[#numbers] or 0,
    done = machine.numbers(), mine = function(number) return wanted[number] end,
    on_game = function(game, line)
      played = played + 1
      local how = M.difference(merge.line(parts, game.number), line)
      if how then different[#different + 1] = { number = game.number, how = how } end
    end }
  table.sort(different, function(a, b) return a.number < b.number end)
  return different, played, why
end

--- Plays games of a file again. `options`: games, seed (chooses them), workers, trusted, complain
--- (see merge.lua), say_terms = function(path), which is called with the path of the games' rules,
--- or nil. Returns { played =, of =, different = { { number =, how = } ... }, timed = budgets are
--- in seconds, stopped = "interrupted" or nil, programs = some play, upgraded = a remark about the
--- program }.
function M.run(path, options)
  local parts, why = merge.read({ path }, options.complain)
  if not parts then fail("%s", why) end
  if parts.count == 0 then fail("%s has no games", path) end
  options.say_terms(merge.game(parts[1].header.definition))
  local job, upgraded = job_of(parts[1].header, options)
  local numbers = M.choose(merge.numbers(parts), options.games, options.seed)
  local different, played, stopped = play(job, parts, numbers)
  return { played = played, of = parts.count, different = different,
    timed = definitions.is_timed(job.def),
    programs = next(job.programs) ~= nil, stopped = stopped, upgraded = upgraded }
end

return M
