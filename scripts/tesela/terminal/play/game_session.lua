-- A game at the terminal in progress: the turns, and the actions in them.
--
-- It is a game of turns/game_loop.lua in which people, who are players too, may go back and
-- do other things than move. Three files, each with the functions of the one before: the
-- game so far (game_so_far.lua), its display (screen.lua), and here the turns. Bots choose
-- only when the last position is shown and the game is not paused; at all other times
-- people do. A failure or an interruption leaves `states` and `at` unchanged, so the game
-- continues. It also survives a faulty bot, which may be repaired. With hidden hands a
-- curtain falls before the keyboard passes to the next person.

local cli = require "tesela.cli.cli"
local clocks = require "tesela.base.clocks"
local commands = require "tesela.terminal.play.commands"
local covering = require "tesela.terminal.play.pieces_by_cells"
local curtain = require "tesela.terminal.play.curtain"
local input = require "tesela.terminal.dialogue.input"
local interrupt = require "tesela.interrupt"
local kept = require "tesela.terminal.play.kept_games"
local loop = require "tesela.turns.game_loop"
local meant = require "tesela.terminal.play.meant_moves"
local pace = require "tesela.terminal.play.opponent_level"
local person = require "tesela.terminal.play.person"
local Screen = require "tesela.terminal.play.screen"
local seeds = require "tesela.base.seeds"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"
local thinking = require "tesela.terminal.dialogue.thinking"

local Session = setmetatable({}, { __index = Screen })
Session.__index = Session

-- Closes the players, and the file of the game.
function Session:close()
  kept.leave(self)
  loop.Game.close(self)
end

Session.__close = Session.close

--- A session from its members (see play.lua).
function Session.new(self)
  self.at, self.luck, self.players, self.anew = #self.states, {}, {}, {}
  self.opened = #self.states
  self.seeds = seeds.seats(self.seed, self.rules.seats)
  setmetatable(self, Session)
  self.people_here = person.new(self)
  for seat = 1, self.rules.seats do self.players[seat] = self.people_here end
  return self
end

--- A bot has failed: this is reported, and the game waits, unless the bot's time is over.
function Session:lose(seat, fault)
  if fault.reason == "resigned" then return loop.Game.lose(self, seat, fault) end
  if fault.reason == "time" and self.clock then return self:run_out(seat) end
  self.tell("%s: %s: %s", self:full_name(seat), fault.reason, fault.message or "")
  if fault.traceback then self.say("%s", fault.traceback) end
  self.paused = true
  self:tell_paused()
end

-- Keeps the game if a person plays it at a terminal. A failure to keep it is reported once.
local function keep(self)
  if not (self.changed and self.setup and input.terminal()) then return end
  local ok, done, why = interrupt.try(kept.keep, self)
  self.changed, self.stale = false, not (ok and done)
  if not self.stale or self.complained then return end
  self.complained = true
  self.tell("(This game is not kept automatically: %s)",
    cli.plain(ok and why or done):match "^[^;]*")
end

--- Asks a question: is the answer yes?
function Session.confirm(question)
  local answer = input.read(text.clean(question) .. " (yes/no) ")
  return answer ~= nil and answer:match "^%s*[yY]" ~= nil
end

--- May a person make a move that is legal in the displayed position, which may be an earlier one?
function Session:may_move(move)
  local state = self:state()
  if self:is_bot(state.seat) or not self:is_open() then
    self.tell("it is the turn of %s%s", self:full_name(state.seat),
      self:is_back() and ": go back or forward to one of yours"
      or "; go lets it move")
    return false
  end
  local later = #self.states - self.at
  if later > 0 and self:last():history()[self.at] == state:text(move) then
    self:walk(1)
    return false
  end
  return later == 0 or self.confirm(("this takes back the %s after it; play it?")
    :format(later == 1 and "move" or later .. " moves"))
end

-- Shows the ways in which a piece fits; from now on a letter chooses one.
local function offer(self, list, why)
  self.choices = list
  self.tell("%s. Type the letter of one:", why)
  self.say("%s", covering.pictures(self:seen(), list))
  local more = #list - list.shown
  if more > 0 then
    self.tell("and %d more; name another cell that it covers, as in: %s %s %s", more,
      list.asked.piece, list.asked.cells[1], list[#list].cells[#list[#list].cells])
  end
end

-- Answers a line that makes no move; `hint`: a suggestion of what to type, or "".
local function refuse(self, line, why, hint)
  local word = line:match "^%a%a%a+%f[%A]"
  if word == "pass" then word = nil end
  local example = hint ~= "" and not self:ended() and covering.is_of(self:seen())
    and covering.example(self:seen())
  if self:ended() then why = "the game is over" end
  if example then
    why = ("%s: expected a piece and a cell that it covers, as in: %s"):format(line, example)
  end
  if word and hint ~= "" and not commands.begins_move(self:seen(), word) then
    why = word .. ": there is no such command"
  elseif not self:is_open() then
    why = ("it is the turn of %s"):format(self:full_name(self:state().seat))
  end
  self.tell("%s%s%s", why, hint ~= "" and "; " or "", hint)
end

-- Guesses the move meant by input that is not a command, a query or a move as typed; or answers,
-- and returns nothing.
local function guess(self, line, why, kind)
  local word, rest = line:match "^(%S+)%s*(.*)$"
  local may = self:is_open() and not self:ended()
  local move, clear, list
  if may then move, clear, list = meant.move(self:seen(), line) end
  if move then return self:may_move(move) and move or nil end
  if kind == "ways" and may then list = covering.read(self:seen(), line) end
  if list and #list > 1 then return offer(self, list, clear or why) end
  local short, hint = commands.abbreviated(self, word, rest)
  if short and not clear then return short.run(self, rest) end
  if clear and kind == "unreadable" then return self.tell("%s", clear) end
  refuse(self, line, why, kind ~= "unreadable" and not self:ended() and "" or hint)
end

--- Obeys a line that a person typed; returns the move that it makes, if any.
function Session:obey(line)
  line = line:match "^%s*(.-)%s*$"
  local word, rest = line:match "^(%S+)%s*(.*)$"
  if not word then return end
  local chosen = self.choices and covering.chosen(self.choices, line)
  self.choices = nil
  if chosen then return self:may_move(chosen.move) and chosen.move or nil end
  local command = commands.named(word)
  if command then return command.run(self, rest) end
  local move, why, kind = self:seen():move(line)
  if self:ended() then move = nil end
  if move then return self:may_move(move) and move or nil end
  if commands.query(self, word, rest) then return end
  return guess(self, line, why, kind)
end

local function prompt(self)
  if self:is_back() then return "back> " end
  if self:over() then return "over> " end
  if self:is_bot(self:state().seat) then return "paused> " end
  local seat = self:state().seat
  local left = self.clock and " " .. clocks.shown(self.clock.left[seat]) or ""
  return self:name(seat) .. spoken.with_colour(self:state()) .. left .. "> "
end

-- Runs a line; a failure is reported, and only that line is lost.
local function protected(self, line)
  local ok, move = pcall(self.obey, self, line)
  if ok then return move end
  if type(move) ~= "string" or interrupt.pending() then error(move, 0) end
  self.tell("that failed: %s (the game continues)", cli.plain(move))
end

local SLICE = 0.05    -- seconds between two checks for input
local PONDERED = 120  -- seconds that a bot thinks about another player's position

-- A bot's work while a person thinks: a search of the same position, in steps; nil if no bot can.
-- (With hidden hands the results would be useless later.)
local function ponderer(self)
  if not self.ponder or self.hidden or self:asks() and (self:is_back() or self:over()) then
    return nil
  end
  local seats = self.rules.seats
  for i = 1, seats - 1 do
    local seat = (self:state().seat + i - 1) % seats + 1
    local player = self.players[seat].player
    local ponder = player and player.bot.ponder
    if ponder then
      local view, left = self:last():copy(), PONDERED // SLICE
      return function()
        left = left - 1
        return left > 0 and ponder(player.object, view, SLICE, self.threads)
      end
    end
  end
end

--- Asks the people for a line: the move that they make, or nothing.
function Session:ask()
  if curtain.falls(self) then
    self.left = curtain.fall(self)
    return
  end
  local pass = input.terminal() and not (self:is_back() or self:over() or self.paused)
    and self.forced(self:state())
  if pass then
    if curtain.hangs(self) then self:show_board() end
    self.tell("%s%s has no other move: pass", self:name(self:state().seat),
      spoken.with_colour(self:state()))
    if curtain.hangs(self) then input.read "(Enter) " end
    return pass
  end
  self:show_board()
  local thinks = ponderer(self)
  if thinks then input.idle(thinks) end
  local line, why = input.read(prompt(self), function(before)
    return commands.complete(self, before)
  end)
  if line then
    self.lines = (self.lines or 0) + 1
    if not curtain.hangs(self) then input.add_history(line) end
    return protected(self, line)
  end
  if why == "interrupted" and input.terminal() then return end
  if input.terminal() then self.say "" end
  self.left = true
end

--- Prepares a seat's player; false: it failed, which is reported.
function Session:ready(seat)
  if not self.anew[seat] then return true end
  local ok, fault = self.players[seat]:begin(self.states[1], seat, self.seeds[seat])
  if not ok then self:lose(seat, fault) end
  self.anew[seat] = not ok or nil
  return ok
end

--- Does the player of a seat agree to a draw in the displayed position?
function Session:agrees(seat)
  if not self:ready(seat) then return false end
  return loop.Game.agrees(self, seat)
end

--- A bot offers a draw: the opponent answers when the move has been shown.
function Session:offer_draw(seat) self.offered = seat end

local function answer_offer(self)
  local seat = self.offered
  self.offered = nil
  self.tell("%s offers a draw", self:name(seat))
  loop.Game.offer_draw(self, seat)
end

-- Is a person who has moved waiting at a terminal for a bot's answer?
local function waits(self)
  return input.terminal() and not curtain.hangs(self) and self.at > 1
    and not self:is_bot(self.states[self.at - 1].seat)
end

local function call(f, ...) return f(...) end

-- Lets the player to move choose. While a bot thinks a line shows it; if people are waiting,
-- Ctrl-C makes it play its best move so far.
local function advance(self, own)
  if own then return self:step() end
  local state = self:state()
  local seat = state.seat
  return thinking.asking(self.players[seat], self:full_name(seat),
    self:is_open() and state:copy(), self:people() > 0 and input.think or call,
    self.step, self)
end

-- One turn of a bot or one line of a person. (In a finished game there is no turn, and input makes
-- no move.)
local function step(self)
  keep(self)
  if self:ended() then
    self:ask()
    return
  end
  local own = self:asks()
  if not own and not self:ready(self:state().seat) then return end
  local waited_for = not own and waits(self)
  if waited_for or not own and self:people() == 0 then self:show_board() end
  if advance(self, own) and not curtain.falls(self) then self:tell_move(self.at - 1, own) end
  if self.offered then answer_offer(self) end
end

-- Ctrl-C ends the current action, not the game: a thinking bot returns the turn to the person who
-- moved last. If there is none the game is paused, so that it can be saved.
local function interrupted(self)
  if self:asks() then
    self.say "interrupted"
  elseif self:people() > 0 and self:take_back() then
    self.say "interrupted: your move is taken back"
  else
    self.paused = true
    self.say "interrupted: go continues the game; save FILE keeps it"
  end
end

-- One step, with any outcome: if the rules fail at a typed move, only that move is lost. (A
-- failure that repeats without new input is raised, or it would repeat for ever.) The
-- second guard catches a second Ctrl-C while the first is being handled.
local function survive(self)
  local ok, why = input.guard(step, self)
  if ok then return end
  if ok == false then
    if self.failed == (self.lines or 0) or not self:asks() then error(why, 0) end
    self.failed = self.lines or 0
    self.tell("that failed: %s (the game continues)", cli.plain(why))
    return
  end
  ok, why = input.guard(interrupted, self)
  if ok == false then error(why, 0) end
  if self.paused and not input.terminal() then self.left = true end
end

-- The proposal after a game with a bot that has levels: one up or down.
local function other_level(self)
  local places = self.outside and self.outside.places or self:last().places
  local place = places[self:first_person() or 0]
  if self.level and self:people() == 1 then
    if place == 1 and self.level < self.levels then
      return ("again %d (a level up)"):format(self.level + 1)
    elseif place > 1 and self.level > 1 then
      return ("again %d (a level down)"):format(self.level - 1)
    end
  end
  return "again (another game)"
end

local function tell_end(self)
  local ok, err = input.guard(self.tell_result, self)
  if ok then ok, err = input.guard(self.tell_end, self) end
  if ok == false then error(err, 0) end
  self.told = true
  if not input.terminal() then
    self.left = true
  elseif not self.welcome then
    self.welcome = true
    self.tell("Type back, analyse, undo, save FILE, %s, or quit.",
      other_level(self))
  end
end

-- Tells a person who leaves an unfinished game how to resume it or, without a terminal, its
-- position.
local function tell_left(self)
  if input.terminal() then return self:farewell() end
  self.say("Left at %s", self:seen(self:last()):fen())
end

--- Plays until a person leaves; without a terminal, until the game is over.
function Session:loop()
  self.left = false
  repeat
    if self:over() and not self.told then tell_end(self) else survive(self) end
  until self.left
  if not input.guard(keep, self) then input.guard(keep, self) end -- Ctrl-C, once
  if not self:over() then tell_left(self) end
  local path = kept.leave(self)
  if path and self:over() and not (self.again or self.saved or self.saves) then
    self.tell("The game is kept: tesela show %s", kept.short(path))
  end
end

--- The arguments of play for another game with the same players: other random choices, and
--- each player gets the next seat.
function Session:once_more(options)
  local seats, turned = self.rules.seats, {}
  for seat = 1, seats do
    if not self:is_bot(seat) then turned[#turned + 1] = seat % seats + 1 end
  end
  local more = pace.copy(options, { rules = self.rules, bot = options.bot,
    seat = #turned > 0 and turned or 0, seed = seeds.again(self.seed),
    trusted = options.trusted, programs = options.programs })
  more.level = self.wanted or self.level
  return more
end

return Session
