-- The game loop: the player to move chooses a move, which is made, until the game is over.
-- It plays all games: of tesela.run, play, matches and tournaments.
--
-- A player is one seat of one game, with these methods:
--
--   begin(state, seat, seed)   the game begins: true
--   choose(state, seat, seed, time)  a move as text or integer, optionally its value, and
--                              true to offer a draw with it; nothing: it did something
--                              else, call it again. `time` is the clock (clocks.lua), if
--                              there is one; `spent` is then the cost of the move, if
--                              it is not the wall-clock time
--   agrees(state, seat, seed)  true: it agrees to a draw; nil: it answers in place of its
--                              next move; nil and a fault: it did not answer
--   over(result)               the game has ended: { scores =, places =, reason = }
--   cpu()                      its CPU seconds in this game, or nil
--   close()                    it is no longer needed         (these may be absent)
--
-- (`person`: it may think as long as it likes, and its time is not counted.) A fault is
-- returned as nil and { reason = "error", "illegal", "time" or "memory", message =,
-- traceback = the author's, doubtful = }: the player has lost. It has also lost with the
-- reason "resigned"; with "agreement" it agrees to the offered draw. The state is the whole
-- game; each player makes the bot's view of it (trusted.lua, boxed.lua, hosted.lua,
-- json_program.lua, gtp_program.lua; people: terminal/play/person.lua).
--
-- A game is a table that its caller may read and extend (terminal/play/game_so_far.lua):
--
--   players, seeds   by seat; the seeds are those of seeds.lua
--   log              { seconds =, values = } by ply: the time of a move (unless there is
--                    no such list), and its value to its player, a chance in 0..1;
--                    `cpu`, if present: its CPU seconds
--   outside          { reason =, places =, message = } if the game has ended for a
--                    reason outside its rules
--   clock            of a game in which a seat has one (clocks.lua); `log.clock` is the
--                    time that the mover had left, by ply
--   judge            ends the game if both players' values agree (adjudicate.lua)
--   fault            { seat =, traceback =, doubtful = } of a player that has lost
--                    by it
--
-- Time is CPU time, so that a slow machine costs no bot a game; with budgets in seconds it
-- is wall-clock time. A move that was late because the machine did not run its player, and
-- memory that the machine did not have, make the end of a game doubtful. If the caller can,
-- it plays such a game again from its start, TRIES times in all, and the last result counts.
-- The record does not mention it.

local blame = require "tesela.turns.blame"
local tesela = require "tesela"
local guard = require "tesela.guard"
local seeds = require "tesela.base.seeds"
local tips = require "tesela.turns.error_advice"

local M = {}

local Game = {}
Game.__index = Game
M.Game = Game

--- The places when `loser` has lost for a reason outside the rules; 0: no one has. (A
--- single player comes second: no one has won.)
function M.lost(seats, loser)
  local places = {}
  for seat = 1, seats do
    places[seat] = seat == loser and math.max(seats, 2) or 1
  end
  return places
end

-- The extra time of a move beyond its budget, because no program stops on the dot.
local MARGIN, SHARE = 0.1, 0.1
local LIMIT = 10
local LEVEL_LIMIT = 120 -- for the highest level, which takes ten seconds on a good machine

M.TRIES = 3

--- The seconds after which a bot loses its game, from a budget: in wall-clock time if it has
--- `seconds`, otherwise in CPU time.
function M.limit(budget)
  if budget.limit then return budget.limit end
  if budget.level or budget.control then return LEVEL_LIMIT end
  return budget.seconds and budget.seconds * (1 + SHARE) + MARGIN or LIMIT
end

--- Adds the CPU seconds of a player in this process since `since`: for its game (`used`),
--- and for its clock (`spent`; several threads use more than wall-clock time). Returns the
--- remaining arguments.
function M.charge(player, since, ...)
  local seconds = os.clock() - since
  player.used = player.used + seconds
  player.spent = (player.budget.threads or 1) == 1 and seconds or nil
  return ...
end

M.OUT = "its clock has run out"
M.UNENDED = ("the game did not end within %d plies"):format(guard.plies)

--- The message about a player that exceeded its limit of seconds, or, with a clock, its remaining
--- time.
function M.late(limit, clock)
  return clock and M.OUT or ("no move within %g s"):format(limit)
end

--- The fault of a player that was stopped because it was late; `why` is "starved" if the machine
--- did not run it.
function M.too_late(limit, clock, why)
  return { reason = "time", message = M.late(limit, clock ~= nil), doubtful = why == "starved" }
end

--- The message about a bot whose process has ended.
function M.ended(how) return "the bot ended its process: " .. how end

--- Whether a process that ended so was killed from outside, as the system does when memory is
--- short: no bot is to blame for that.
function M.is_killed(message) return message:find(M.ended "signal 9 ", 1, true) ~= nil end

--- The player's value of its move: its chance, in 0..1; any other value becomes nil,
--- without a message.
function M.chance(value)
  return type(value) == "number" and value >= 0 and value <= 1 and value or nil
end

local function positive(value)
  return type(value) == "number" and value >= 0 and value < math.huge and value or nil
end

local function filtered(column, length, fits)
  local list = {}
  for ply = 1, column and length or 0 do list[ply] = fits(column[ply]) end
  return list
end

--- The seconds and the values of a record that state:record can write again, because a
--- record from elsewhere may contain anything. `plies`: the number of moves.
function M.kept(record, plies)
  local length = plies or #(record.moves or {})
  return filtered(record.seconds, length, positive), filtered(record.values, length, M.chance)
end

--- A game from the position of a state: { start = the state, on which moves are made, players =,
--- seeds =, log =, max_plies =, judge = }.
function M.new(game)
  game.turns, game.luck = {}, {}
  return setmetatable(game, Game)
end

--- The current position.
function Game:state() return self.start end

--- The player of a seat.
function Game:player(seat) return self.players[seat] end

--- The number of moves that a seat has chosen, including this one.
function Game:turn(seat)
  local turn = (self.turns[seat] or 0) + 1
  self.turns[seat] = turn
  return turn
end

--- The seed of a seat's next move.
function Game:move_seed(seat)
  local luck = self.luck[seat] or seeds.moves(self.seeds[seat])
  self.luck[seat] = luck
  return luck:number(self:turn(seat))
end

--- Ends the game for a reason from outside.
function Game:finish(reason, places, message)
  self.outside = { reason = reason, places = places, message = message }
end

--- A seat has given up, or has a fault: it has lost.
function Game:lose(seat, fault)
  local player = self.players and self.players[seat] -- none in a game of an ended worker
  local message = fault.message
  message = player and message and tips.with(player, message) or message
  self:finish(fault.reason, M.lost(self:state().rules.seats, seat), message)
  if fault.reason == "resigned" then return end
  self.fault = { seat = seat, traceback = fault.traceback, doubtful = fault.doubtful }
end

--- Does the player of a seat agree to a draw? A player that has not answered an offer in the time
--- for a move gets no other offer.
function Game:agrees(seat)
  self.unanswered = self.unanswered or {}
  if self.unanswered[seat] then return false end
  local state = self:state()
  local yes, fault = self.players[seat]:agrees(state, seat,
    seeds.derive(self.seeds[seat], state.ply))
  self.unanswered[seat] = yes == nil and fault ~= nil
  return not self.unanswered[seat] and yes
end

function Game:finish_drawn() self:finish("agreement", M.lost(self:state().rules.seats, 0)) end

--- A seat offers a draw with its move: between two the opponent may agree.
function Game:offer_draw(seat)
  if self:state().rules.seats == 2 and not self:over() and self:agrees(3 - seat) then
    self:finish_drawn()
  end
end

--- Could the machine be to blame for the end of the game?
function Game:doubtful() return self.fault and self.fault.doubtful or false end

--- The clock of a seat that is choosing a move.
function Game.charged(_, seat) return seat end

--- A seat's clock has run out.
function Game:run_out(seat) self:lose(seat, { reason = "time", message = M.OUT }) end

function Game:over() return self.outside ~= nil or self:state().over end

--- Tells the players that the game begins.
function Game:begin()
  for seat, player in ipairs(self.players) do
    self.begun = seat
    local ok, fault = player:begin(self:state(), seat, self.seeds[seat])
    if not ok then return self:lose(seat, fault) end
  end
end

--- Makes a move of a player, and notes it: the move as an integer, or nil and the reason why it is
--- illegal.
function Game:make(answer, seconds, value)
  local state, log = self.start, self.log
  local move, why = state:try(answer)
  if not move then return nil, why end
  local ply = state.ply
  if seconds then log.seconds[ply] = seconds end
  if value then log.values[ply] = value end
  return move
end

local NOTICE = 0.02 -- seconds of a move that the wall clock does not charge

-- Calls a player, and charges its clock. Returns whether that has run out, and the answer.
local function ask(self, player, state, seat)
  local clock = self.clock
  local time = clock and clock:told(seat)
  if not time then return false, player:choose(state, seat, self:move_seed(seat)) end
  local since = tesela.clock()
  player.spent = nil
  local answer, value, offers = player:choose(state, seat, self:move_seed(seat), time)
  local spent = player.spent or tesela.clock() - since - NOTICE
  local charged = self:charged(seat)
  return charged and not clock:spend(charged, spent), answer, value, offers
end

--- Before a bot must choose, and after one has failed: raises errors of rules in Lua as their own
--- (blame.lua). A game at the terminal waits instead.
function Game.check_moves(_, state) blame.check_moves(state) end
function Game.check_failure(_, state) blame.check_failure(state) end

-- A player returned nothing, or a fault.
local function refuse(self, seat, fault)
  if not fault then return end
  if fault.reason == "agreement" then return self:finish_drawn() end
  if fault.reason == "error" then self:check_failure(self:state()) end
  self:lose(seat, fault)
end

-- Ends a game that both players consider decided.
local function adjudicate(self)
  local state = self:state()
  local loser = not state.over and self.judge:loser(state.ply)
  if loser then self:finish("adjudicated", M.lost(state.rules.seats, loser)) end
end

--- Lets the player to move choose, and makes the move; true if one was made.
function Game:step()
  local state = self:state()
  if state.ply >= (self.max_plies or guard.plies) then
    local seats = state.rules.seats
    return self:finish("plies", M.lost(seats, seats == 1 and 1 or 0),
      not self.max_plies and M.UNENDED or nil)
  end
  local seat = state.seat
  local player = self:player(seat)
  if not player.person then self:check_moves(state) end
  local since = self.log.seconds and not player.person and tesela.clock()
  local used = self.log.cpu and player:cpu()
  local out, answer, value, offers = ask(self, player, state, seat)
  if out and not (answer == nil and value) then return self:run_out(self:charged(seat)) end
  if answer == nil then return refuse(self, seat, value) end
  value = M.chance(value)
  local judge = self.judge
  local silent = judge and value == nil and state:count() == 1
  local move, why = self:make(answer,
    since and tesela.clock() - since or nil, value)
  if not move then return self:lose(seat, { reason = "illegal", message = why }) end
  if used then self.log.cpu[self:state().ply] = player:cpu() - used end
  if self.clock then self.log.clock[self:state().ply] = self.clock:moved(seat) end
  if judge and not silent then judge:add(seat, value) end
  if judge then adjudicate(self) end
  if offers == true then self:offer_draw(seat) end
  return true
end

--- Tells the players that the game is over.
function Game:tell_end()
  local places, reason = self:result()
  for _, player in ipairs(self.players) do
    if player.over then
      player:over { scores = self:state().scores, places = places, reason = reason }
    end
  end
end

--- Plays to the end.
function Game:play()
  self:begin()
  while not self:over() do self:step() end
  self:tell_end()
end

--- Closes all players.
function Game:close()
  for _, player in ipairs(self.players) do
    if player.close then player:close() end
  end
end

Game.__close = Game.close

--- The end of the game: places, reason and message.
function Game:result()
  local from = self.outside or self:state()
  return from.places, from.reason, self.outside and self.outside.message
end

--- A record, with the known facts about players that are programs, and a mark that their
--- games may not be repeatable. (A game whose process died has no players to describe.)
function M.with_programs(record, players)
  local list = {}
  for seat, player in ipairs(players or {}) do list[tostring(seat)] = player.program end
  if not next(list) then return record end
  return ('%s,"programs":%s,"repeatable":false}'):format(record:sub(1, -2),
    tesela.encode(list))
end

-- The clocks in a record: one string for all seats, or a list by seat, with null for a seat without
-- a clock.
local function control_of(clock)
  local list, same = {}, true
  for seat = 1, clock.seats do
    local control = clock.controls[seat]
    list[seat] = control and control.text or tesela.null
    same = same and list[seat] == list[1]
  end
  return same and list[1] or list
end

--- A record of this many plies, with the clock of its game, if there is one, and the time
--- that each mover had left.
function M.with_clock(record, clock, list, plies)
  if not clock then return record end
  local left = {}
  for ply = 1, plies do
    left[ply] = list[ply] and math.floor(list[ply] * 1000 + 0.5) / 1000 or tesela.null
  end
  return ('%s,"control":%s,"clock":%s}'):format(record:sub(1, -2),
    tesela.encode(control_of(clock)), #left > 0 and tesela.encode(left) or "[]")
end

--- The record, a line of JSON. `more`: additional members.
function Game:record(more)
  more.seconds, more.values, more.result = self.log.seconds, self.log.values, self.outside
  local state = self:state()
  return M.with_programs(M.with_clock(state:record(more), self.clock, self.log.clock,
    state.ply), self.players)
end

return M
