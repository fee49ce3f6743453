-- What the commands share that ask a bot about a position: `ask` and `check-bot`.

local tesela = require "tesela"
local blame = require "tesela.turns.blame"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local loop = require "tesela.turns.game_loop"
local position = require "tesela.cli.position_argument"
local seating = require "tesela.seats.seat"

local M = {}

--- Adds the budget of a move, and what is said of files.
function M.add(parser)
  position.add_bot_budget(parser)
  position.add_terms(parser)
end

--- The budget that the arguments mean, over one that there is already.
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

--- The bot that the arguments name. A budget in its name counts for more than the options.
function M.bot(args)
  position.take_budget(args)
  if bots.is_program(args.bot) then return cli.try(2, tesela.bot, args.bot) end
  if args.trusted then
    return cli.try(2, tesela.bot, args.bot, { trusted = true })
  end
  return cli.try(2, bots.boxed, args.bot)
end

--- Its player in games of some rules; `set`: of its parameters.
function M.player(bot, rules, budget, set)
  local player, why = seating.player(bot, rules, budget, set)
  return player or cli.fail(1, "%s", why)
end

--- Begins a game, from a state with the seed of a seat: nil, or as `ask` what is wrong.
function M.begin(player, state, seat, seed)
  local since = tesela.clock()
  local ok, fault = player:begin(state, seat, seed)
  if ok then return nil end
  fault.seconds = tesela.clock() - since
  return fault
end

--- Asks a player for a move, and says whether it is legal: { move = as an integer,
--- text =, value =, seconds = }, or { reason =, message =, traceback =, seconds = }; where
--- it gives up, reason = "resigned" and a text.
--- What is wrong with the rules is raised.
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
