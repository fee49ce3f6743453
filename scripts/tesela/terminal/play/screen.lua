-- The display of a game at the terminal (game_session.lua, game_so_far.lua).
--
-- All output goes through say, tell and show: a thinking player may be shown in the current
-- line, which is cleared first. With hidden hands only what `eyes` may see is shown. A board is
-- shown once, until something changes (`shown` is its position).

local cli = require "tesela.cli.cli"
local clocks = require "tesela.base.clocks"
local covering = require "tesela.terminal.play.pieces_by_cells"
local input = require "tesela.terminal.dialogue.input"
local interrupt = require "tesela.interrupt"
local judged = require "tesela.terminal.show.judged"
local Played = require "tesela.terminal.play.game_so_far"
local settings = require "tesela.rules.settings"
local show = require "tesela.terminal.dialogue.show_values"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"
local watch = require "tesela.turns.watch"

local Screen = setmetatable({}, { __index = Played })
Screen.__index = Screen

Screen.corners = true -- mark open corners when a person moves

-- A thinking player may be shown in the current line.
local function write(...)
  watch.clear()
  cli.write(...)
end

--- Writes lines, cleaned because their contents may be foreign.
function Screen.say(format, ...) write(text.lines(format:format(...)), "\n") end

--- Writes a board, which may have colours.
function Screen.show(board) write((board:gsub("\n$", "")), "\n") end

--- Writes text, folded between words if it is too long for a line.
function Screen.tell(format, ...)
  write(text.fold(text.lines(format:format(...)), "", "  "), "\n")
end

-- The number of the opponents' first move since the side to move last moved; or the number of the
-- last move.
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

-- The cells of a move that the viewer may know.
local function cells_of(self, ply)
  local before, move = self.states[ply], self:moves()[ply]
  if move ~= self:last():history()[ply] then return {} end
  local parts = before:parts(move)
  return parts.cells or { parts.to or parts.at }
end

-- The cells of a range of moves, except those of the last.
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
  return ("   %s%s %s"):format(self:name(self.states[ply].seat),
    spoken.with_colour(self.states[ply]), spoken.deed(self:move_text(ply)))
end

-- Lists the moves in between and their players.
local function tell_between(self, first, last)
  local lines = {}
  for ply = first, first < last and last or first - 1 do
    lines[#lines + 1] = told_move(self, ply)
  end
  return lines
end

local function height(board) return select(2, board:gsub("\n", "")) end

-- Does a board fit above a prompt?
local function fits(board)
  local _, rows = input.size()
  return not rows or height(board) < rows
end

local FULL = 20 -- rows of a screen with room to spare

-- Does a board leave no room above it for the last message: the last move, or the greeting?
local function fills_screen(board)
  local _, rows = input.size()
  return rows ~= nil and rows >= FULL and height(board) + 4 > rows
end

-- The answer to a query that only some games have, by its name; nil: this one lacks it.
local function answer(self, name)
  local query = self:query(name)
  if not query then return nil end
  local ok, found = interrupt.try(function(state) return state[name](state) end, self:state())
  return ok and found or nil
end

-- Must a person choose a move in the displayed position?
local function is_asked(self)
  return not self:over() and self:asks() and not self:is_bot(self:state().seat)
end

local WIDE = 119 -- columns for a board with pieces drawn beside it

-- Notes with drawings of the remaining pieces, if the terminal has room for them.
local function with_pieces(self, notes)
  local columns = input.size()
  local pieces = (columns or 0) > WIDE and is_asked(self) and answer(self, "pictures")
  if not pieces then return notes end
  local list = table.move(notes, 1, #notes, 1, {})
  list[#list + 1] = ""
  for line in pieces:gmatch "[^\n]+" do list[#list + 1] = "  " .. line:gsub("%s+$", "") end
  return list
end

local BESIDE = 27 -- columns beside a board of Blokus

-- The greeting as notes.
local function greeting_lines(self)
  local lines = { "" }
  for line in text.fold(self.greeting or "", "", "", BESIDE):gmatch "[^\n]+" do
    lines[#lines + 1] = "   " .. line
  end
  return lines
end

local MORE = "   there is more: [^\n]*"

-- A drawn board; if it says that there is more, adds how to see that.
local function with_more(draw)
  local board = draw(false)
  if not board:find(MORE) or draw(true):find(MORE) then return board end
  return (board:gsub(MORE, function(line)
    local told = line .. "; board shows all"
    return text.columns(told) <= text.room() and told or "   there is more: board shows it"
  end))
end

--- The board, with `move` marked in addition to the last move or, if several opponents have moved,
--- to all their moves. `whole`: including lines that do not fit the window.
function Screen:draw(move, whole)
  local state, ply = self:seen(), self.at - 1
  local first = ply > 1 and not state.over and first_since(self) or ply
  local known, cells = interrupt.try(cells_between, self, first, ply)
  local told = tell_between(self, first, ply)
  local marks = { mark = move, last = known and cells or nil, notes = with_pieces(self, told),
    open = self.corners and is_asked(self) and answer(self, "open_corners") or nil }
  local function draw(all) return show.board(state, marks, all) end
  local board = whole and draw(true) or with_more(draw)
  if not fits(board) and marks.notes ~= told then
    marks.notes = told
    board = with_more(draw)
  end
  if #told == 0 and not whole and fills_screen(board) then
    marks.notes = ply > 0 and { told_move(self, ply) } or greeting_lines(self)
    local other = with_more(draw)
    if ply > 0 or height(other) == height(board) then board = other end
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

--- The points of a move, line by line, if the game can explain them. Unknown parts of a move are
--- not explained either.
function Screen:explanation(ply)
  local before, move = self.states[ply], self:moves()[ply]
  if not self.explains or move ~= self:last():history()[ply] then return {} end
  local known, lines = interrupt.try(before.explain, before, move)
  if not known then return {} end -- a move of a variant's own
  if type(lines) == "table" then return lines end
  local list = {}
  for line in lines:gmatch "[^\n]+" do list[#list + 1] = line end
  return list
end

--- Reports a move: its player (unless `own`), and its points.
function Screen:tell_move(ply, own)
  if not own then
    local left = self.clock and self.log.clock[ply]
    self.tell("%s%s %s%s", self:full_name(self.states[ply].seat),
      spoken.with_colour(self.states[ply]), spoken.deed(self:move_text(ply)),
      left and (", and has %s"):format(clocks.shown(left)) or "")
  end
  for _, line in ipairs(self:explanation(ply)) do self.say("  %s", line) end
end

function Screen:show_board()
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
  return ("%s and %s share first place"):format(
    table.concat(names, ", ", 1, #names - 1), names[#names])
end

local ORDINALS = { "first", "second", "third", "fourth" }

-- The result for the only human player, if bots play, too.
local function own_result(self, places, winners)
  local place = places[self:first_person() or 0]
  if self:people() ~= 1 or #winners == 0 or #winners == #places then return "" end
  if place == 1 then return #winners == 1 and "You win" or "You share first place" end
  return #places == 2 and "You lose"
    or ("You are %s"):format(ORDINALS[place] or "number " .. place)
end

--- The outcome of the game, in words: { own = for the only human player, or "", who =, why =,
--- score =, message = if there was one }.
function Screen:outcome()
  local state, outside = self:last(), self.outside
  local places = outside and outside.places or state.places
  local winners = {}
  for seat, place in ipairs(places) do
    if place == 1 then winners[#winners + 1] = self:name(seat) end
  end
  local what = #winners == 0 and "no one wins"
    or #winners == self.rules.seats and #winners > 1 and "a draw"
    or list_of(winners)
  return { own = own_result(self, places, winners), who = what,
    why = spoken.ending(outside and outside.reason or state.reason),
    score = spoken.scores(state, state.scores), message = outside and outside.message }
end

--- Reports the winner and the reason, in a line.
function Screen:tell_outcome()
  local is = self:outcome()
  self.tell("%sThe game is over: %s (%s), score %s",
    is.own ~= "" and input.terminal() and is.own .. ". " or "", is.who, is.why, is.score)
  if is.message then self.tell("%s", is.message) end
end

function Screen:tell_result()
  self.at = #self.states
  self:show_board()
  self:tell_outcome()
end

--- Names the players.
function Screen:greet()
  local list, people = {}, self:people()
  local most = self.level and (" (of %d)"):format(self.levels) or ""
  for seat, player in ipairs(self.players) do
    local is_bot = self:is_bot(seat)
    list[seat] = self:name(seat) .. (is_bot and ": " .. player.name .. most
      or people == 1 and ": you" or "")
    if is_bot then most = "" end -- only once
  end
  local set = settings.text(self.rules)
  local example = is_asked(self) and covering.is_of(self:state())
    and covering.example(self:state())
  self.greeting = ("%s%s. %s. Type a move%s or help."):format(self.game.title,
    set and "; " .. set or "", table.concat(list, ", "),
    example and (" (%s)"):format(example) or "")
  self.tell("%s", self.greeting)
end

--- Explains how to continue a game that waits because a bot has failed.
function Screen:tell_paused()
  self.say "The game waits: reload reads the bots' files again; go lets the bot try again."
end

return Screen
