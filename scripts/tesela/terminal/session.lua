-- A game at the terminal while it is played.
--
-- `states` holds every position from the start on (so states[i].ply is i - 1),
-- `at` is the one that is shown: the last, unless somebody looks back. It is a
-- game of player/loop.lua in which people, who are players too, may go back and
-- do other things than to move. Bots are asked only when the last position is
-- shown and nobody paused the game; at all other times people are. What fails or
-- is interrupted leaves these as they were, so the game goes on; so does a bot
-- that does something wrong: it may be repaired.
--
-- Where hands are hidden (`hidden`), what is shown is what `viewer` sees: the
-- only person, or whoever of several has the keyboard now; a curtain falls
-- before it goes to the next. Nobody is at the table who may see everything
-- until the game is over, unless bots play among themselves.

local analysis = require "tesela.analysis.analysis"
local cli = require "tesela.command.cli"
local clocks = require "tesela.clocks"
local input = require "tesela.terminal.input"
local folder = require "tesela.folder"
local interrupt = require "tesela.interrupt"
local hash = require "tesela.hash"
local judged = require "tesela.terminal.judged"
local kept = require "tesela.terminal.kept"
local levels = require "tesela.levels"
local loop = require "tesela.player.loop"
local meant = require "tesela.terminal.meant"
local output = require "tesela.output"
local person = require "tesela.terminal.person"
local results = require "tesela.analysis.result"
local seeds = require "tesela.seeds"
local settings = require "tesela.settings"
local show = require "tesela.terminal.show"
local spoken = require "tesela.spoken"
local text = require "tesela.text"
local thinking = require "tesela.terminal.thinking"
local watch = require "tesela.player.watch"
local commands = require "tesela.terminal.commands"
local curtain = require "tesela.terminal.curtain"

local Session = setmetatable({}, { __index = loop.Game })
Session.__index = Session

-- Lets the players go, and the file in which the game is kept.
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

-- Whoever thinks may be shown in the line where this begins.
local function write(...)
  watch.clear()
  cli.write(...)
end

--- Writes lines. What they are made of may be anybody's.
function Session.say(format, ...) write(text.lines(format:format(...)), "\n") end

--- Writes a board, which may have colours.
function Session.show(board) write((board:gsub("\n$", "")), "\n") end

--- Writes a text, folded between words where it is too long for a line.
function Session.tell(format, ...)
  write(text.fold(text.lines(format:format(...)), "", "  "), "\n")
end

-- ---- the game so far ----

function Session:state() return self.states[self.at] end

function Session:last() return self.states[#self.states] end

function Session:is_back() return self.at < #self.states end

function Session:over() return self.outside ~= nil or self:last().over end

--- Whether the end of the game is shown.
function Session:ended() return self:over() and not self:is_back() end

function Session:name(seat)
  return self:state().seat_names[seat]
end

function Session:is_bot(seat) return not self.players[seat].person end

function Session:full_name(seat)
  return self:name(seat)
    .. (self:is_bot(seat) and (" (%s)"):format(self.players[seat].name) or "")
end

--- How many seats people have.
function Session:people()
  local count = 0
  for seat = 1, self.rules.seats do
    if not self:is_bot(seat) then count = count + 1 end
  end
  return count
end

--- Whose eyes the screen is for; nil: everybody may see everything.
function Session:eyes()
  if not self.hidden then return self:state().seat end
  if self:over() or self:people() == 0 then return nil end
  return self.viewer or self:first_person()
end

--- The lowest seat that a person has.
function Session:first_person()
  for seat = 1, self.rules.seats do
    if not self:is_bot(seat) then return seat end
  end
end

--- A position as whoever sits at the screen may see it: a view where hands are
--- hidden.
function Session:seen(state)
  local seat = self:eyes()
  state = state or self:state()
  return seat and state:view(seat, seeds.eyes(self.seed)) or state
end

--- Whether the moves of the position that is shown are no secret to whoever
--- sits at the screen.
function Session:is_open()
  local seat = self:eyes()
  return not (self.hidden and seat) or self:state().seat == seat
end

--- The moves of the game so far, as far as they may be known.
function Session:moves() return self:seen(self:last()):history() end

--- A move of them, as people write it.
function Session:move_text(ply)
  return spoken.of(self:seen(self.states[ply]), self:moves()[ply])
end

-- Whether people are asked, whoever has the turn.
local function asks(self)
  return self.paused or self:over() or self:is_back()
    or not self:is_bot(self:state().seat)
end

function Session:player(seat)
  return asks(self) and self.people_here or self.players[seat]
end

--- How many moves a seat has been asked for: what is taken back does not count.
function Session:turn(seat)
  local count = 1
  for ply = 1, self.at - 1 do
    if self.states[ply].seat == seat then count = count + 1 end
  end
  return count
end

--- A seat's player begins its game anew before it is asked again: what it keeps in
--- mind may be of moves that are not in the game any more.
function Session:begin_anew(seat) self.anew[seat] = self:is_bot(seat) or nil end

-- Who has made the moves up to a position.
local function seats_to(self, at)
  local seats = {}
  for ply = 1, at - 1 do seats[ply] = self.states[ply].seat end
  return seats
end

-- Forgets all that came after a position, the end too. Clocks are what they were then.
local function cut(self, at)
  self.saved, self.shown, self.outside, self.told = nil, nil, nil, nil
  self.judged, self.begun = nil, nil
  self.at, self.changed = at, true
  for seat = 1, at < #self.states and self.rules.seats or 0 do self:begin_anew(seat) end
  if at == #self.states then return end
  for i = #self.states, at + 1, -1 do
    self.states[i] = nil
    for _, list in pairs(self.log) do list[i - 1] = nil end
  end
  if self.clock then self.clock:restore(seats_to(self, at), self.log.clock) end
end

--- Makes a move in the position that is shown.
function Session:make(answer, seconds, value)
  local state = self:state():copy()
  local move, why = state:try(answer)
  if not move then return nil, why end
  self.mine = self.mine or not self:is_bot(self:state().seat)
  cut(self, self.at)
  self.log.seconds[state.ply], self.log.values[state.ply] = seconds, value
  self.states[self.at + 1] = state
  self.at = self.at + 1
  return move
end

-- The move of a person who has no choice, on whom no time is spent at a terminal:
-- to pass.
local function forced(state)
  if state.over or state:count() > 1 then return nil end
  local only = state:list()[1]
  return state:text(only) == "pass" and only or nil
end

-- Whether nobody at the terminal has a choice there.
local function goes_by(self, state)
  return self:people() > 0
    and (self:is_bot(state.seat) or input.terminal() and forced(state) ~= nil)
end

--- Takes back what came after the position that is shown; from the last one a
--- move, and all to the last choice that a person had. False if there is no such.
function Session:take_back()
  local at = self.at
  if not self:is_back() then
    if not self.outside then at = at - 1 end
    while at >= 1 and goes_by(self, self.states[at]) do at = at - 1 end
  end
  if at < 1 then return false end
  cut(self, at)
  return true
end

--- Shows another position of the game, at most the last. Whoever comes back to the end of
--- one that is over is told it again.
function Session:walk(plies)
  self.at = math.max(1, math.min(#self.states, self.at + plies))
  self.shown, self.told = nil, self.told and not self:ended()
end

--- Lets bots move again, from the last position.
function Session:go_on()
  self:walk(#self.states)
  self.paused = false
end

--- Whose clock runs: nobody's while the game waits for people where a bot is to move.
function Session:charged()
  local seat = self:last().seat
  if self:over() or asks(self) and self:is_bot(seat) then return nil end
  return seat
end

--- The clock of a seat has run out.
function Session:run_out(seat)
  self:finish("time", loop.lost(self.rules.seats, seat),
    ("the clock of %s has run out"):format(self:full_name(seat)))
end

--- A bot has done something wrong: that is told, and the game waits; unless its time is
--- over.
function Session:lose(seat, reason, message, traceback)
  if reason == "time" and self.clock then return self:run_out(seat) end
  self.tell("%s: %s: %s", self:full_name(seat), reason, message or "")
  if traceback then self.say("%s", traceback) end
  self.paused = true
  self:tell_paused()
end

--- Tells how a game goes on that waits because a bot has done something wrong.
function Session:tell_paused()
  self.say "The game waits: reload reads the bots' files again, go asks once more."
end

-- The game as a line of JSON, without an analysis.
local function plain_record(self)
  local names = {}
  for seat, player in ipairs(self.players) do names[seat] = player.name end
  local record = self:last():record {
    players = names, seconds = self.log.seconds, values = self.log.values,
    notes = self.log.notes, result = self.outside,
  }
  return loop.with_programs(loop.with_clock(record, self.clock, self.log.clock,
    #self.states - 1), self.players)
end

--- The game as a line of JSON, with the analysis of all of it, if there is one.
function Session:record()
  local line, game = plain_record(self), self.judged
  if not (game and game.verdict.whole) then return line end
  game.line = line
  return results.line(game)
end

--- Ends the game for a reason from outside.
function Session:finish(...)
  loop.Game.finish(self, ...)
  self.changed, self.mine = true, true
end

--- Keeps a remark on the position that is shown.
function Session:note(words)
  self.log.notes[self.at - 1], self.saved = words, nil
  self.changed, self.mine = true, true
end

--- Writes the record to a file, in place of the game that came from there: true, or
--- nil and why not. It is where the game comes from then.
function Session:save(path)
  local source, line = self.source, self:record()
  local ok, why
  if source and source.path == (folder.real(path) or path) then
    ok, why = output.replace_line(path, source.hash, line)
  else
    ok, why = output.write(path, output.GAME, line .. "\n")
  end
  if not ok then return nil, why end
  self.saved, self.changed = path, true
  self.source = { path = folder.real(path) or path, hash = hash.text(line) }
  return true
end

-- ---- what an analysis has found (judging.lua) ----

function Session:judged_game() return self.judged end

function Session:to_judge(budget)
  return analysis.game(plain_record(self), { rules = self.rules, budget = budget })
end

function Session:keep_verdict(game)
  self.judged = game
  if game.verdict.whole then self.saved, self.changed = nil, true end
end

-- Keeps the game by itself where somebody plays it at a terminal. That it cannot be
-- is said once.
local function keep(self)
  if not (self.changed and self.setup and input.terminal()) then return end
  local ok, done, why = pcall(kept.keep, self)
  interrupt.pass(ok, done)
  self.changed, self.stale = false, not (ok and done)
  if not self.stale or self.complained then return end
  self.complained = true
  self.tell("(This game is not kept by itself: %s)", cli.plain(ok and why or done):match "^[^;]*")
end

--- Whether the file in which the game is kept has all of it.
function Session:is_kept() return self.kept ~= nil and not self.stale end

-- ---- what is shown ----

-- The first of the moves that others have made since whoever has the turn moved, or the
-- number of the last one.
local function first_since(self)
  local last, seat = self.at - 1, self:state().seat
  if self:is_bot(seat) then return last end
  local first = last
  while first > 1 and self.states[first].seat ~= seat
    and self.states[first - 1].seat ~= seat do
    first = first - 1
  end
  return first
end

-- The cells of a move that others may know.
local function cells_of(self, ply)
  local before, move = self.states[ply], self:moves()[ply]
  if move ~= self:last():history()[ply] then return {} end
  local parts = before:parts(move)
  return parts.cells or { parts.to or parts.at }
end

-- The cells of the moves from one to another, without those that are in the last.
local function cells_between(self, first, last)
  local seen, cells = {}, {}
  for _, cell in ipairs(last > 0 and cells_of(self, last) or {}) do seen[cell] = true end
  for ply = first, last - 1 do
    for _, cell in ipairs(cells_of(self, ply)) do
      if not seen[cell] then cells[#cells + 1], seen[cell] = cell, true end
    end
  end
  return cells
end

local function told_move(self, ply)
  return ("   %s %s"):format(self:name(self.states[ply].seat),
    spoken.deed(self:move_text(ply)))
end

-- Whose moves they were, in lines.
local function tell_between(self, first, last)
  local lines = {}
  for ply = first, first < last and last or first - 1 do
    lines[#lines + 1] = told_move(self, ply)
  end
  return lines
end

local FULL = 20 -- rows of a screen that is not to be spared

-- Whether a board leaves no room above it for the line that tells the last move.
local function fills_screen(board)
  local _, rows = input.size()
  return rows ~= nil and rows >= FULL and select(2, board:gsub("\n", "")) + 4 > rows
end

local MORE = "   there is more: [^\n]*"

-- A board that is drawn; where it says that there is more, how that is seen.
local function with_more(draw)
  local board = draw(false)
  if not board:find(MORE) or draw(true):find(MORE) then return board end
  return (board:gsub(MORE, function(line)
    local told = line .. "; board shows all"
    return text.columns(told) <= text.room() and told or "   there is more: board shows it"
  end))
end

--- The board, with a move marked on it beside the last one; and where several others
--- have moved since, all of that. `whole`: with what a window has no lines for.
function Session:draw(move, whole)
  local state, ply = self:seen(), self.at - 1
  local first = ply > 1 and not state.over and first_since(self) or ply
  local known, cells = pcall(cells_between, self, first, ply)
  local told = tell_between(self, first, ply)
  local function draw(all)
    return show.board(state, move, nil, known and cells or nil, told, all)
  end
  local board = whole and draw(true) or with_more(draw)
  if #told == 0 and ply > 0 and not whole and fills_screen(board) then
    told = { told_move(self, ply) }
    board = with_more(draw)
  end
  self.show(board)
  local game = self:judged_game()
  if game then
    local words = judged.text(game, ply)
    write(judged.strips(game, ply, board .. words), words)
  end
  local note = self.log.notes[ply]
  if note then self.say("%s", text.fold(note, "   note: ", "     ")) end
  if not self:is_back() then return end
  self.say("   move %d of %d%s: back, forward; go to the end", ply,
    #self.states - 1,
    ply > 0 and ", " .. self:move_text(ply) or "")
end

-- The points of a move, line by line, where the game can tell them. What is
-- not known of a move is not explained either.
local function explanation(self, ply)
  local before, move = self.states[ply], self:moves()[ply]
  if not self.explains or move ~= self:last():history()[ply] then return {} end
  local known, lines = pcall(before.explain, before, move)
  if not known then return {} end -- a move of a variant's own
  if type(lines) == "table" then return lines end
  local list = {}
  for line in lines:gmatch "[^\n]+" do list[#list + 1] = line end
  return list
end

--- Tells a move that was made: whose it was (unless `own`), and its points.
function Session:tell_move(ply, own)
  if not own then
    local left = self.clock and self.log.clock[ply]
    self.tell("%s %s%s", self:full_name(self.states[ply].seat),
      spoken.deed(self:move_text(ply)),
      left and (", and has %s"):format(clocks.shown(left)) or "")
  end
  for _, line in ipairs(explanation(self, ply)) do self.say("  %s", line) end
end

function Session:show_board()
  local state = self:state()
  if self.shown == state then return end
  self.say ""
  self:draw()
  self.shown = state
end

local function list_of(names)
  if #names == 1 then
    return names[1] .. (names[1]:find " and " and " win" or " wins")
  end
  return ("%s and %s share the first place"):format(
    table.concat(names, ", ", 1, #names - 1), names[#names])
end

local ORDINALS = { "first", "second", "third", "fourth" }

-- What the end is for the only person at the table, where others play too.
local function own_result(self, places, winners)
  local place = places[self:first_person() or 0]
  if self:people() ~= 1 or #winners == 0 or #winners == #places then return "" end
  if place == 1 then return #winners == 1 and "You win. " or "You are among the first. " end
  return #places == 2 and "You lose. "
    or ("You are %s. "):format(ORDINALS[place] or "number " .. place)
end

--- Tells who has won and why, in a line.
function Session:tell_outcome()
  local state, outside = self:last(), self.outside
  local places = outside and outside.places or state.places
  local winners = {}
  for seat, place in ipairs(places) do
    if place == 1 then winners[#winners + 1] = self:name(seat) end
  end
  local what = #winners == 0 and "nobody wins"
    or #winners == self.rules.seats and #winners > 1 and "a draw"
    or list_of(winners)
  local own = (self.personal or input.terminal()) and own_result(self, places, winners) or ""
  self.tell("%sThe game is over: %s (%s), score %s", own, what,
    spoken.ending(outside and outside.reason or state.reason),
    table.concat(state.scores, ":"))
  if outside and outside.message then self.tell("%s", outside.message) end
end

function Session:tell_result()
  self.at = #self.states
  self:show_board()
  self:tell_outcome()
end

-- ---- turns ----

--- Asks a question that is answered with yes or with anything else.
function Session.confirm(question)
  local answer = input.read(text.clean(question) .. " (yes/no) ")
  return answer ~= nil and answer:match "^%s*[yY]" ~= nil
end

-- Whether a person may make a move that is legal in the position that is shown,
-- which may be one where somebody looks back.
local function may_move(self, move)
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

--- A line that a person typed: the move that it makes, if it makes one.
function Session:obey(line)
  line = line:match "^%s*(.-)%s*$"
  local word, rest = line:match "^(%S+)%s*(.*)$"
  if not word then return end
  local command = commands.named(word)
  if command then return command.run(self, rest) end
  local ended = self:ended()
  local move, why = self:seen():move(line)
  if ended then move, why = nil, "the game is over" end
  if move then return may_move(self, move) and move or nil end
  if commands.query(self, word, rest) then return end
  local clear
  if self:is_open() and not ended then move, clear = meant.move(self:seen(), line) end
  if move then return may_move(self, move) and move or nil end
  local short, hint = commands.abbreviated(self, word, rest)
  if short and not clear then return short.run(self, rest) end
  hint = hint or "help lists what you can type"
  if not self:is_open() then
    why = ("it is the turn of %s"):format(self:full_name(self:state().seat))
  end
  self.tell("%s; %s", why:find "expected" and clear or why, hint)
  local query, argument = why:match "%((%l+) (%S+) shows them%)"
  if query then commands.query(self, query, argument) end
end

local function prompt(self)
  if self:is_back() then return "back> " end
  if self:over() then return "over> " end
  if self:is_bot(self:state().seat) then return "paused> " end
  local seat = self:state().seat
  local left = self.clock and " " .. clocks.shown(self.clock.left[seat]) or ""
  return self:name(seat) .. left .. "> "
end

-- Runs a line; what fails in it is told, and only that is lost.
local function protected(self, line)
  local ok, move = pcall(self.obey, self, line)
  if ok then return move end
  if type(move) ~= "string" or interrupt.is(move) then error(move, 0) end
  self.tell("that failed: %s (the game goes on)", cli.plain(move))
end

local SLICE = 0.05    -- seconds: how long whoever types waits for the first letter
local PONDERED = 120  -- seconds that a bot thinks about a position of another one

-- What a bot does while a person thinks: it thinks about the same position, bit by bit;
-- nil: none does. (Where hands are hidden it would learn nothing that serves on.)
local function ponderer(self)
  if not self.ponder or self.hidden or asks(self) and (self:is_back() or self:over()) then
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
    and forced(self:state())
  if pass then
    if curtain.hangs(self) then self:show_board() end
    self.tell("%s has no other move: pass", self:name(self:state().seat))
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
    if not curtain.hangs(self) then input.add_history(line) end
    return protected(self, line)
  end
  if why == "interrupted" and input.terminal() then return end
  if input.terminal() then self.say "" end
  self.left = true
end

--- A seat's player is ready to be asked; false: it failed, and that is told.
function Session:ready(seat)
  if not self.anew[seat] then return true end
  local ok, reason, message, traceback = self.players[seat]:begin(self.states[1], seat,
    self.seeds[seat])
  if not ok then self:lose(seat, reason, message, traceback) end
  self.anew[seat] = not ok or nil
  return ok
end

--- Whether the player of a seat agrees to a draw in the position that is shown.
function Session:agrees(seat)
  return self:ready(seat)
    and self.players[seat]:agrees(self:state(), seat, self:move_seed(seat))
end

-- Whether a person who has moved waits at a terminal for a bot to answer.
local function waits(self)
  return input.terminal() and not curtain.hangs(self) and self.at > 1
    and not self:is_bot(self.states[self.at - 1].seat)
end

local function call(f, ...) return f(...) end

-- Whoever has the turn is asked. While a bot thinks a line says so; where people wait
-- for it, Ctrl-C makes it play what it has.
local function advance(self, own)
  if own then return self:step() end
  local state = self:state()
  local seat = state.seat
  return thinking.asking(self.players[seat], self:full_name(seat),
    self:is_open() and state:copy(), self:people() > 0 and input.think or call,
    self.step, self)
end

-- One turn of a bot or one line of a person. (When the game is over nobody has the
-- turn, and what is typed makes no move.)
local function step(self)
  keep(self)
  if self:ended() then
    self:ask()
    return
  end
  local own = asks(self)
  if not own and not self:ready(self:state().seat) then return end
  local waited_for = not own and waits(self)
  if waited_for or not own and self:people() == 0 then self:show_board() end
  if advance(self, own) and not curtain.falls(self) then self:tell_move(self.at - 1, own) end
end

-- Ctrl-C ends what is being done, not the game: a bot that was thinking gives
-- the turn back to the person who moved last. Where there is none the game is
-- paused, so that it can be saved.
local function interrupted(self)
  if asks(self) then
    self.say "interrupted"
  elseif self:people() > 0 and self:take_back() then
    self.say "interrupted: your move is taken back"
  else
    self.paused = true
    self.say "interrupted: go lets the game go on, save FILE keeps it"
  end
end

-- One step, however it ends: where the rules fail at a move that was typed, only
-- that is lost. A second Ctrl-C comes while the first is told.
local function survive(self)
  local ok, why = input.guard(step, self)
  local before = self.failed
  self.failed = not ok and not interrupt.is(why)
  if ok then return end
  if self.failed and (before or not asks(self)) then error(why, 0) end
  if self.failed then
    self.tell("that failed: %s (the game goes on)", cli.plain(why))
    return
  end
  ok, why = input.guard(interrupted, self)
  if not ok and not interrupt.is(why) then error(why, 0) end
  if self.paused and not input.terminal() then self.left = true end
end

-- What is proposed after a game with a bot that has levels: one up or down.
local function other_level(self)
  local places = self.outside and self.outside.places or self:last().places
  local place = places[self:first_person() or 0]
  if self.level and self:people() == 1 then
    if place == 1 and self.level < levels.MOST then
      return ("again %d (a level up)"):format(self.level + 1)
    elseif place > 1 and self.level > 1 then
      return ("again %d (a level down)"):format(self.level - 1)
    end
  end
  return "again (once more)"
end

local function tell_end(self)
  local ok, err = input.guard(self.tell_result, self)
  if ok then ok, err = input.guard(self.tell_end, self) end
  if not ok and not interrupt.is(err) then error(err, 0) end
  self.told = true
  if not input.terminal() then
    self.left = true
  elseif not self.welcome then
    self.welcome = true
    self.tell("Look back, analyse, undo, save FILE, %s, or quit.",
      other_level(self))
  end
end

--- Whether nobody at the table has done anything that lasts.
function Session:is_untouched()
  if not self.mine and self:people() > 0 then return true end
  return #self.states == self.opened and next(self.log.notes) == nil
end

-- Somebody leaves a game that is not over: at a terminal it is told how to go on, else
-- from where.
local function tell_left(self)
  if input.terminal() then return self:farewell() end
  self.say("Left at %s", self:seen(self:last()):fen())
end

--- Plays until somebody leaves; where nobody sits at a terminal, until the game is
--- over.
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

--- The arguments of play for the same game once more: other luck, and who had a seat
--- gets the next one.
function Session:once_more(options)
  local seats, turned = self.rules.seats, {}
  for seat = 1, seats do
    if not self:is_bot(seat) then turned[#turned + 1] = seat % seats + 1 end
  end
  local more = { rules = self.rules, seat = #turned > 0 and turned or 0,
    seed = seeds.again(self.seed), level = self.wanted or self.level }
  for _, name in ipairs { "bot", "iterations", "seconds", "clock", "ponder", "threads",
    "trusted", "programs" } do
    more[name] = options[name]
  end
  if more.level then more.iterations, more.seconds = nil, nil end
  return more
end

--- Says who plays.
function Session:greet()
  local list, people = {}, self:people()
  local most = self.level and (" (of %d)"):format(levels.MOST) or ""
  for seat, player in ipairs(self.players) do
    local is_bot = self:is_bot(seat)
    list[seat] = self:name(seat) .. (is_bot and ": " .. player.name .. most
      or people == 1 and ": you" or "")
    if is_bot then most = "" end -- said once
  end
  local set = settings.text(self.rules)
  self.tell("%s%s. %s. Type a move or help.", self.game.title, set and "; " .. set or "",
    table.concat(list, ", "))
end

return Session
