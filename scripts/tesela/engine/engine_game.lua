-- The game of an engine: a position, those before it, and a bot for any seat.
--
-- The positions are a stack, so that moves can be taken back; each has a root, where its history
-- begins, and from which a bot gets the game. The bot's seeds follow from the engine's, the seat
-- and the ply, so the same session gives the same game.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local budgets = require "tesela.bots.search_budget"
local loop = require "tesela.turns.game_loop"
local seating = require "tesela.seats.seat"
local seeds = require "tesela.base.seeds"

local M = {}

local LONGEST = 1e9 -- seconds of a search

local Table = {}
Table.__index = Table

--- `bot` is a result of tesela.bot; `budget` { iterations =, seconds =, level = } the default for
--- each move.
function M.new(rules, bot, budget, seed)
  local self = setmetatable({ rules = rules, bot = bot, budget = budget, seed = seed,
    players = {} }, Table)
  self:start()
  return self
end

--- Starts another game with the same rules, or with new ones.
function Table:start(rules)
  self:close()
  self.rules = rules or self.rules
  self:begin(self.rules:start(self.seed))
end

--- A game that continues from a position.
function Table:begin(state)
  self.state, self.root, self.before = state, state:copy(), {}
end

--- Replaces the current position; this can be taken back.
function Table:push(state, root)
  self.before[#self.before + 1] = { self.state, self.root }
  self.state, self.root = state, root or self.root
end

--- Makes a move: true, or nil and the reason.
function Table:play(text)
  local state = self.state:copy()
  local move, why = state:try(text)
  if not move then return nil, why end
  self:push(state)
  return true
end

--- Takes back the last step; false: there is none.
function Table:undo()
  local last = table.remove(self.before)
  if not last then return false end
  self.state, self.root = table.unpack(last)
  return true
end

-- ---- the bot ----------------------------------------------------------------

-- The player of a seat with a budget, which has the game from the root. A player in this process
-- can get another budget for each move.
local function player_of(self, seat, root, budget, seed)
  local player, key = self.players[seat], tesela.encode(budget)
  if player and player.budget then
    player.budget = budget
  elseif player and player.given ~= key then
    player:close()
    player = nil
  end
  if not player then
    local why
    player, why = seating.player(self.bot, root.rules, budget)
    if not player then return nil, why end
    player.given, self.players[seat] = key, player
  end
  if player.root ~= root then
    local ok, fault = player:begin(root, seat, seed)
    if not ok then return nil, fault.message end
    player.root = root
  end
  return player
end

-- The expected moves of a search, if known.
local function line_of(player, text)
  local report = player.player and player.player.object.report
  return report and report.best == text and report.line or nil
end

-- A sandboxed bot or a program loses if a move takes too long, as in a match: an engine does not
-- wait for ever.
local function limited(self, budget, control)
  local others = rawget(self.bot, "source") or rawget(self.bot, "command")
  budget.limit = others and loop.limit { seconds = budget.seconds, level = budget.level,
    control = control } or nil
  return budget
end

-- The budget of a move, and its clock, if it has one and the request has no limit: options of the
-- engine have precedence over requests.
local function filled(self, budget)
  local iterations, seconds = self.budget.iterations, self.budget.seconds
  local level = self.budget.level
  if not (iterations or seconds) then
    iterations, seconds, level = budget.iterations, budget.seconds, level or budget.level
  end
  local must = self.budget.level ~= nil
  if budget.time and not (iterations or seconds) then
    return limited(self, { clock = true, level = level, must = must }, true), budget.time
  end
  iterations, seconds = budgets.waiting(self.rules, iterations, seconds)
  return limited(self, { iterations = iterations, seconds = seconds
    and math.min(seconds, LONGEST), level = level, must = must })
end

--- The bot's move in a position with a root: the move as text, its value and expected line, and
--- whether it offers a draw; "resign"; "draw" to accept one that is `offered`; or nil and the
--- reason if it has none. `given` are seeds of the game and of the move, if they do not follow from
--- the table's.
function Table:think(state, root, budget, given, offered)
  local seat = state.seat
  local game = given and given.game or seeds.derive(self.seed, seat)
  local own, time = filled(self, budget)
  local player, why = player_of(self, seat, root, own, game)
  if not player then return nil, why end
  local seed = given and given.move or seeds.derive(game, state.ply + 1)
  if offered and player:agrees(state, seat, seed) then return "draw" end
  local answer, value, offers = player:choose(state, seat, seed, time)
  if answer == nil then
    if value.reason == "resigned" then return "resign" end
    return nil, ("%s: %s"):format(value.reason, value.message)
  end
  local move, reason = state:move(answer)
  if not move then return nil, "illegal: " .. reason end
  local text = state:text(move)
  return text, loop.chance(value), line_of(player, text), offers or nil
end

--- Changes the seed, for later games and for the bot.
function Table:reseed(seed)
  self:close()
  self.seed = seed
end

--- Closes the bot.
function Table:close()
  for _, player in pairs(self.players) do player:close() end
  self.players = {}
end

Table.__close = Table.close

--- A bot for an engine, like tesela.bot; one from a file is sandboxed unless it is trusted.
function M.bot(name, trusted) return bots.bot(name, { trusted = trusted }) end

return M
