-- tesela ask BOT FILE: makes a bot choose again in a position of a recorded game, and compares
-- its move with the one played and with those of expert.

local tesela = require "tesela"
local turns = require "tesela.contest.results.recorded_turn"
local asking = require "tesela.cli.asking"
local bots = require "tesela.bots.bots"
local budgets = require "tesela.bots.search_budget"
local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"
local definitions = require "tesela.contest.definition"
local show = require "tesela.terminal.dialogue.show_values"
local texts = require "tesela.text"

local BEST = 5     -- moves of expert to show
local LINES = 20   -- of a profile
local SECONDS = 1  -- least length of a profile

-- ---- the turn ---------------------------------------------------------------

local function open(args)
  local rules = position.given_rules(args)
  local game, why = turns.game(args.file, position.integer(args.game, "--game", 1), rules,
    function(path) position.say_terms(args, path) end)
  if not game then cli.fail(1, "%s", why) end
  for _, words in ipairs(game.said) do cli.tell("%s: %s", args.file, words) end
  local ply = position.integer(args.ply, "--ply", 0)
  local turn
  turn, why = turns.turn(game, ply, args.seed and position.seed(args.seed))
  if not turn then cli.fail(1, "%s", why) end
  return game, turn, ply
end

-- In a tournament or a match: the bot that had the turn, as in the definition, and its
-- budget; or nil.
local function own_bot(game, turn)
  if not game.plan then return nil end
  local index = game.plan.players[turn.seat]
  return game.definition.bots[index], definitions.budget(game.definition, index)
end

-- The parameters of the game, if this is the same bot.
local function own_parameters(bot, args, own)
  if not own then return nil end
  local source = rawget(bot, "source")
  local same = own.bot == args.bot or source and source.hash == own.source
  return same and own.parameters or nil
end

local function head(game, turn, ply, budget)
  local seat, words = turn.seat, budgets.words(budget)
  local name = game.record.players and game.record.players[seat]
  cli.write(show.board(turn.state:view(seat, turn.move_seed)))
  cli.write(("game %d, ply %d: %s%s to move, %s\n"):format(game.number, ply,
    turn.state.seat_names[seat], name and (" (%s)"):format(texts.clean(name)) or "",
    #words > 0 and table.concat(words, ", ") or "no budget"))
  io.stdout:flush()
end

-- ---- what was played, and what is now ---------------------------------------

local function value_text(value)
  return type(value) == "number" and (", value %.4g"):format(value) or ""
end

local function write_failure(name, answer)
  cli.write(("%s fails: %s: %s, %.3f s\n"):format(name, answer.reason,
    texts.clean(answer.message or ""), answer.seconds))
  for line in (answer.traceback or ""):gmatch "[^\n]+" do
    cli.write("  ", texts.clean(line), "\n")
  end
end

local function write_played(game, ply)
  local record = game.record
  local move, result = record.moves[ply + 1], record.result or {}
  if not move then
    cli.write(("played: nothing (%s%s)\n"):format(
      texts.clean(result.reason or "the game continues"),
      result.message and ": " .. texts.clean(result.message) or ""))
  else
    cli.write(("played: %s%s\n"):format(texts.clean(move),
      value_text(record.values and record.values[ply + 1] or nil)))
  end
end

local function write_answer(name, answer)
  if not answer.text then return write_failure(name, answer) end
  cli.write(("%s plays %s%s, %.3f s\n"):format(name, answer.text,
    value_text(answer.value), answer.seconds))
end

-- Makes the bot choose, with --from-start after all its earlier turns.
local function ask(player, turn, from_start)
  local fault = asking.begin(player, turn.base, turn.seat, turn.seed)
  if fault then return fault end
  for _, before in ipairs(from_start and turn.before or {}) do
    local answer = asking.ask(player, before.state, turn.seat, before.seed)
    if answer.reason then return answer end
  end
  return asking.ask(player, turn.state, turn.seat, turn.move_seed)
end

-- ---- what expert says -------------------------------------------------------

local function rank_text(moves, i, marks)
  local seen = moves[i]
  local mark = marks[seen.move]
  return ("  %3d  %-12s %s%-6.4g %s\n"):format(i, seen.text, seen.bound and "<= " or "   ",
    seen.value, (seen.proof or "") .. (mark and (seen.proof and ", " or "") .. mark or ""))
    :gsub("%s+\n$", "\n")
end

local function write_moves(moves, marks)
  local last = 0
  for i, seen in ipairs(moves) do
    if i <= BEST or marks[seen.move] then
      if i > last + 1 then cli.write "  ...\n" end
      cli.write((rank_text(moves, i, marks)))
      last = i
    end
    marks[seen.move] = nil
  end
  for _, mark in pairs(marks) do cli.write(("  not looked at: %s\n"):format(mark)) end
end

local function expert_says(turn, budget, marks)
  local state = turn.state
  local expert = bots.player(bots.bot "expert", state.rules, turn.seat, turn.seed)
  expert.object.settle = nil -- so that all moves are searched
  local since = tesela.clock()
  local iterations, seconds = budgets.waiting(state.rules, budget.iterations, budget.seconds)
  local move = bots.choose(expert, state, turn.seat, { iterations = iterations,
    seconds = seconds, seed = turn.move_seed })
  local report = expert.object.report
  if not report then
    cli.write(("expert: %s is the only move\n"):format(state:text(move)))
  else
    cli.write(("expert plays %s%s, %.3f s; of %s:\n"):format(report.best,
      value_text(report.value), tesela.clock() - since,
      texts.count(state:count(), "move")))
    write_moves(report.moves, marks)
  end
end

-- The marks of the bot's and the game's move in expert's list.
local function marks_of(game, turn, ply, answer, name)
  local marks = {}
  local played = game.record.moves[ply + 1]
  played = played and turn.state:copy():try(played)
  if played then marks[played] = "played" end
  if answer.move then
    marks[answer.move] = marks[answer.move] and "played, " .. name or name
  end
  return marks
end

-- ---- where the time goes ----------------------------------------------------

local function write_profile(name, found)
  local looks = math.max(found.looks, 1)
  cli.write(("%s, %s, %.3f ms each:\n   self  total\n"):format(name,
    texts.count(found.moves, "time"), 1000 * found.seconds / found.moves))
  for i, f in ipairs(found.functions) do
    if i > LINES then break end
    local place = f.line >= 0 and ("%s:%d"):format(f.file, f.line) or f.file
    cli.write(("%5.1f %% %5.1f %%  %s (%s)\n"):format(100 * f.self / looks,
      100 * f.total / looks, texts.clean(f.name), texts.clean(place)))
  end
  if #found.functions == 0 then cli.write "  too fast to be seen; --times N\n" end
end

local function profile(player, turn, args, name)
  local times = args.times and position.integer(args.times, "--times", 1)
  local found, fault = player:profile(turn.state, turn.seat, turn.move_seed, times, SECONDS)
  if not found then
    fault.seconds = 0
    return write_failure(name, fault)
  end
  write_profile(name, found)
end

local function check(args)
  if args.times then args.profile = true end
  if args.profile and (args.trusted or bots.is_program(args.bot)) then
    cli.fail(2, "--profile: expected a sandboxed bot, %s", args.trusted and "got --trusted"
      or "got a program")
  end
end

return {
  summary = "Make a bot choose again in a position of a recorded game.",
  configure = function(parser)
    parser:argument("bot", "Name, path or command of a bot."):argname("BOT")
    parser:argument("file", "File of games: records or Blokus games (.blksgf). In the file "
      .. "of a tournament or a match, budget and seeds are those of the game."):argname("FILE")
    parser:option("-g --game", "Number of the game in a tournament or match; in other "
      .. "files, its place.")
      :argname("N"):default("1")
    parser:option("-p --ply", "Number of moves before the turn to repeat.")
      :argname("N"):default("0")
    parser:option("--seed", "Seed of the bots."):argname("S")
    asking.add(parser)
    parser:flag("--from-start", "Repeat all earlier turns of the bot first.")
    parser:flag("--profile", "Show the time spent in each function.")
    parser:option("--times", "How many times to repeat the move for --profile (default: for one "
      .. "second).")
      :argname("N")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    parser:option("--color", "Whether boards have colours (default auto).")
      :choices { "always", "never", "auto" }
  end,
  run = function(args)
    check(args)
    if args.color then tesela.color = args.color end
    local bot = asking.bot(args)
    local game, turn, ply = open(args)
    local own, given = own_bot(game, turn)
    local budget = asking.budget(args, given)
    local name = texts.clean(bot.name)
    local player <close> = asking.player(bot, turn.state.rules, budget,
      own_parameters(bot, args, own))
    head(game, turn, ply, budget)
    local answer = ask(player, turn, args.from_start)
    write_played(game, ply)
    write_answer(name, answer)
    if args.profile and answer.move then profile(player, turn, args, name) end
    expert_says(turn, budget, marks_of(game, turn, ply, answer, name))
  end,
}
