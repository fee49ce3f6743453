-- A game at the terminal (game_session.lua) so far.
--
-- `states` contains every position from the start on (so states[i].ply is i - 1), `at` is
-- the one on display: the last, unless a person looks back. `log` contains the data of a
-- record by ply, and nothing beyond the last ply: a move from an earlier position, or taking
-- moves back, cuts off everything later (cut), including the end, an analysis and the
-- times on the clock. `saved` is where the game was last written, `changed` whether
-- something has happened since it was kept.
--
-- With hidden hands (`hidden`) the display shows what `viewer` sees: the only person, or
-- of several the one at the keyboard. No one at the table may see everything until the
-- game is over, unless bots play among themselves.
--
-- This file prints nothing, so that the display (screen.lua) and the turns
-- (game_session.lua) can both use all of it.

local analysis = require "tesela.analysis.analysis"
local folder = require "tesela.folder"
local hash = require "tesela.base.hash"
local input = require "tesela.terminal.dialogue.input"
local loop = require "tesela.turns.game_loop"
local output = require "tesela.base.output"
local results = require "tesela.analysis.analysis_result"
local seeds = require "tesela.base.seeds"
local spoken = require "tesela.rules.spoken_moves"

local Played = setmetatable({}, { __index = loop.Game })
Played.__index = Played

-- After any failure the game waits: files can be read again, and moves taken back.
function Played.check_moves() end
function Played.check_failure() end

function Played:state() return self.states[self.at] end

function Played:last() return self.states[#self.states] end

function Played:is_back() return self.at < #self.states end

function Played:over() return self.outside ~= nil or self:last().over end

--- Is the end of the game on display?
function Played:ended() return self:over() and not self:is_back() end

function Played:name(seat)
  return self:state().seat_names[seat]
end

function Played:is_bot(seat) return not self.players[seat].person end

function Played:full_name(seat)
  return self:name(seat)
    .. (self:is_bot(seat) and (" (%s)"):format(self.players[seat].name) or "")
end

--- A query of the game, by name; nil if there is none.
function Played:query(name)
  for _, query in ipairs(self.game.queries) do
    if query.name == name then return query end
  end
end

--- The number of people's seats.
function Played:people()
  local count = 0
  for seat = 1, self.rules.seats do
    if not self:is_bot(seat) then count = count + 1 end
  end
  return count
end

--- The seat whose hand the screen may show; nil: everything may be shown.
function Played:eyes()
  if not self.hidden then return self:state().seat end
  if self:over() or self:people() == 0 then return nil end
  return self.viewer or self:first_person()
end

--- The lowest seat of a person.
function Played:first_person()
  for seat = 1, self.rules.seats do
    if not self:is_bot(seat) then return seat end
  end
end

--- A position as the person at the screen may see it: a view with hidden hands.
function Played:seen(state)
  local seat = self:eyes()
  state = state or self:state()
  return seat and state:view(seat, seeds.eyes(self.seed)) or state
end

--- May the person at the screen see the moves of the position on display?
function Played:is_open()
  local seat = self:eyes()
  return not (self.hidden and seat) or self:state().seat == seat
end

--- The moves of the game so far, as far as they may be known.
function Played:moves() return self:seen(self:last()):history() end

--- One of these moves, as people write it.
function Played:move_text(ply)
  return spoken.of(self:seen(self.states[ply]), self:moves()[ply])
end

--- Do people choose now, not the side to move?
function Played:asks()
  return self.paused or self:over() or self:is_back()
    or not self:is_bot(self:state().seat)
end

function Played:player(seat)
  return self:asks() and self.people_here or self.players[seat]
end

--- The number of moves that a seat has chosen: moves taken back do not count.
function Played:turn(seat)
  local count = 1
  for ply = 1, self.at - 1 do
    if self.states[ply].seat == seat then count = count + 1 end
  end
  return count
end

--- A seat's player starts its game again before its next turn: it may remember moves that are no
--- longer in the game.
function Played:begin_anew(seat) self.anew[seat] = self:is_bot(seat) or nil end

--- From its next move on each bot plays at that level.
function Played:set_level(level)
  self.other_level = level
  for seat = 1, self.rules.seats do
    local player = self:is_bot(seat) and self.players[seat]
    if player then
      self.seat_bot(seat, level)
      player:close()
      self:begin_anew(seat)
    end
  end
end

-- The seats that made the moves up to a position.
local function seats_to(self, at)
  local seats = {}
  for ply = 1, at - 1 do seats[ply] = self.states[ply].seat end
  return seats
end

-- Removes everything after a position, including the end. Clocks return to their times then.
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

--- Makes a move in the displayed position.
function Played:make(answer, seconds, value)
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

--- The pass of a person who has no other move (it is made at once at a terminal), or nil.
function Played.forced(state)
  if state.over or state:count() > 1 then return nil end
  local only = state:list()[1]
  return state:text(only) == "pass" and only or nil
end

-- Does this position pass without a person's choice?
local function goes_by(self, state)
  return self:people() > 0
    and (self:is_bot(state.seat) or input.terminal() and self.forced(state) ~= nil)
end

--- Takes back everything after the displayed position, or at the last position all moves back to a
--- person's last choice. False if there is none.
function Played:take_back()
  local at = self.at
  if not self:is_back() then
    if not self.outside then at = at - 1 end
    while at >= 1 and goes_by(self, self.states[at]) do at = at - 1 end
  end
  if at < 1 then return false end
  cut(self, at)
  return true
end

--- Displays another position of the game, at most the last. At the end of a finished game, its
--- outcome is shown again.
function Played:walk(plies)
  self.at = math.max(1, math.min(#self.states, self.at + plies))
  self.shown, self.told = nil, self.told and not self:ended()
end

--- Lets bots move again, from the last position.
function Played:go_on()
  self:walk(#self.states)
  self.paused = false
end

--- The seat whose clock runs: none while the game waits for people although it is a bot's turn.
function Played:charged()
  local seat = self:last().seat
  if self:over() or self:asks() and self:is_bot(seat) then return nil end
  return seat
end

--- Ends the game because a seat's clock has run out.
function Played:run_out(seat)
  self:finish("time", loop.lost(self.rules.seats, seat),
    ("the clock of %s has run out"):format(self:full_name(seat)))
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

--- The game as a line of JSON, with its analysis if that is complete.
function Played:record()
  local line, game = plain_record(self), self.judged
  if not (game and game.verdict.whole) then return line end
  game.line = line
  return results.line(game)
end

--- Ends the game for a reason from outside.
function Played:finish(...)
  loop.Game.finish(self, ...)
  self.changed, self.mine = true, true
end

--- Adds a note to the displayed position.
function Played:note(words)
  self.log.notes[self.at - 1], self.saved = words, nil
  self.changed, self.mine = true, true
end

--- Writes the record to a file, replacing the game that came from there: true, or nil and the
--- reason. The game then belongs to that file.
function Played:save(path)
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

-- ---- the analysis (judging.lua) ----

function Played:judged_game() return self.judged end

function Played:to_judge(budget)
  return analysis.game(plain_record(self), { rules = self.rules, budget = budget })
end

function Played:keep_verdict(game)
  self.judged = game
  if game.verdict.whole then self.saved, self.changed = nil, true end
end

--- Does the file in which the game is kept have all of it?
function Played:is_kept() return self.kept ~= nil and not self.stale end

--- Has no person at the table done anything that lasts?
function Played:is_untouched()
  if not self.mine and self:people() > 0 then return true end
  return #self.states == self.opened and next(self.log.notes) == nil
end

return Played
