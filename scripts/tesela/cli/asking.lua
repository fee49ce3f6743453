-- The common parts of the commands that let a bot choose in a position: `ask` and `check-bot`.

local tesela = require "tesela"
local blame = require "tesela.turns.blame"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local loop = require "tesela.turns.game_loop"
local position = require "tesela.cli.position_argument"
local seating = require "tesela.seats.seat"

local M = {}

--- Adds the budget of a move, and the arguments for files.
function M.add(parser)
  position.add_bot_budget(parser)
  position.add_terms(parser)
end

--- The budget in the arguments, on top of a given one.
function M.budget(args, given)
  local budget = position.budget(args)
  if not next(budget) and given then
    budget.iterations, budget.seconds = given.iterations, given.seconds
    budget.level = given.level
  end
  budget.must = args.level ~= nil
  budget.limit = given and given.limit
  budget.limit = loop.limit(budget)
  return budget
end

--- The bot in the arguments. A budget in its name has precedence over the options.
function M.bot(args)
  position.take_budget(args)
  if bots.is_program(args.bot) then return cli.try(2, tesela.bot, args.bot) end
  if args.trusted then
    return cli.try(2, tesela.bot, args.bot, { trusted = true })
  end
  return cli.try(2, bots.boxed, args.bot)
end

--- The bot's player for games with these rules; `set`: its parameters.
function M.player(bot, rules, budget, set)
  local player, why = seating.player(bot, rules, budget, set)
  return player or cli.fail(1, "%s", why)
end

--- Begins a player's game from a state, with a seed: nil, or the fault as in `ask`.
function M.begin(player, state, seat, seed)
  local since = tesela.clock()
  local ok, fault = player:begin(state, seat, seed)
  if ok then return nil end
  fault.seconds = tesela.clock() - since
  return fault
end

--- Lets a player choose a move, and checks it: { move = as an integer, text =, value =, seconds =
--- }, or { reason =, message =, traceback =, seconds = }; if it gives up, reason = "resigned" and
--- `text`. Errors of the rules are raised.
function M.ask(player, state, seat, seed)
  blame.check_moves(state)
  local since = tesela.clock()
  local answer, value = player:choose(state, seat, seed)
  local seconds = tesela.clock() - since
  if answer == nil then
    if value.reason == "error" then blame.check_failure(state) end
    value.seconds, value.text = seconds, value.reason == "resigned" and "resign" or nil
    return value
  end
  local move, why = state:copy():try(answer)
  if not move then return { reason = "illegal", message = why, seconds = seconds } end
  return { move = move, text = state:text(move), value = loop.chance(value),
    seconds = seconds }
end

return M
