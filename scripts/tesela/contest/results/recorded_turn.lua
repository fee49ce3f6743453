-- A turn of a recorded game, to be repeated: its position and, in a tournament or a match,
-- the seeds and the budget of its bots.

local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local files = require "tesela.contest.games_file"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local merge = require "tesela.contest.cluster.merge"
local openings = require "tesela.contest.schedule.opening"
local seeds = require "tesela.base.seeds"
local text = require "tesela.text"

local M = {}

-- Line `number` of a file of records, not counting headers.
local function plain_line(path, file, number)
  local count = 0
  for line in file:lines() do
    if line:find "%S" and not files.is_header(line) then
      count = count + 1
      if count == number then return line end
    end
  end
  return nil, ("%s: there is no game %d; it has %s"):format(path, number, text.count(count, "game"))
end

local function planned_line(path, file, number)
  local parts, why = merge.read { { path = path, file = file } }
  if not parts then return nil, why end
  local line = merge.line(parts, number)
  if line then return line, nil, parts.definition, parts.stats.plan end
  return nil, ("%s: there is no game %d; it has %s"):format(path, number,
    text.count(parts.count, "game"))
end

-- The same for a Blokus file from another program.
local function foreign_line(path, content, number)
  local lines, why = blksgf.lines(path, content)
  if not lines then return nil, why end
  if lines[number] then return lines[number].line, nil, nil, nil, lines.said end
  return nil, ("%s: there is no game %d; it has %s"):format(path, number,
    text.count(#lines, "game"))
end

local function read_line(path, number)
  local file <close>, why = files.source(path)
  if not file then return nil, why end
  local first
  first, why = file:read "l"
  if why then return nil, ("%s: %s"):format(path, why) end
  if first and files.is_header(first) then return planned_line(path, file, number) end
  file:seek "set"
  if first and not first:find "^%s*{" then
    local content
    content, why = file:read "a"
    if not content then return nil, ("%s: %s"):format(path, why) end
    if blksgf.is(content) then return foreign_line(path, content, number) end
    file:seek "set"
  end
  return plain_line(path, file, number)
end

--- Game `number` of a file, with given rules or those of its record: { number =, line =, record =,
--- rules =, and for a tournament definition =, plan = (schedule.lua: game), for a file from another
--- program said = messages about the parts that were not kept }; or nil and the reason. In a
--- file without a definition `number` counts the games. `named` gets the path of the game file that
--- a tournament names, before it is read.
function M.game(path, number, rules, named)
  local line, why, def, plan, said = read_line(path, number)
  if not line then return nil, why end
  if named and def then named(merge.game(def)) end
  rules = rules or def and merge.game(def)
  local ok, state, reason, missing = interrupt.try(tesela.replay, line, nil, rules)
  if not ok or not state then
    return nil, ("%s: game %d: %s"):format(path, number,
      games.explained(tostring(ok and reason or state), missing))
  end
  return { number = number, line = line, record = tesela.decode(line), rules = rules,
    definition = def, plan = def and plan:game(number), said = said or {} }
end

local function at(game, ply) return assert(tesela.replay(game.line, ply, game.rules)) end

-- The position in which the bots began to play.
local function begin(game)
  if not game.plan then return at(game, 0) end
  return at(game, openings.play(at(game, 0), game.plan.opening).ply)
end

-- The reason why no bot is to move after this many moves, or nil.
local function refusal(game, ply, opening)
  local moves = #game.record.moves
  if ply > moves then
    return ("there is no ply %d in game %d, which has %s"):format(ply, game.number,
      text.count(moves, "move"))
  elseif ply < opening then
    return ("ply %d of game %d is in its opening; its bots play from ply %d on"):format(
      ply, game.number, opening)
  elseif at(game, ply).over then
    return ("game %d is over after %s; the last turn is ply %d"):format(game.number,
      text.count(moves, "move"), moves - 1)
  end
end

local function seat_seed(game, seat, seed)
  if game.plan and not seed then return game.plan.seeds[seat] end
  local luck = seed or game.record.seed or 0
  return seeds.seats(luck, at(game, 0).rules.seats)[seat]
end

--- The turn after `ply` moves: { state =, base = the position in which the bots began, seat =, seed
--- = that of the seat, move_seed =, before = the earlier turns of the seat: a list of { state =,
--- seed = } }; or nil and the reason. `seed`: for the bot's randomness, in place of the game's.
function M.turn(game, ply, seed)
  local base = begin(game)
  local opening = #base:history()
  local why = refusal(game, ply, opening)
  if why then return nil, why end
  local turn = { base = base, state = at(game, ply), before = {} }
  turn.seat = turn.state.seat
  turn.seed = seat_seed(game, turn.seat, seed)
  local luck, state, count = seeds.moves(turn.seed), base:copy(), 0
  for number = opening + 1, ply do
    if state.seat == turn.seat then
      count = count + 1
      turn.before[count] = { state = state:copy(), seed = luck:number(count) }
    end
    assert(state:try(game.record.moves[number]))
  end
  turn.move_seed = luck:number(count + 1)
  return turn
end

return M
