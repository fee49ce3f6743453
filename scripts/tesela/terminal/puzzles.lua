-- Puzzles at the terminal: positions whose best moves are known, one after another. A move is
-- right if it is among them.

local tesela = require "tesela"
local hint = require "tesela.terminal.play.hint"
local input = require "tesela.terminal.dialogue.input"
local interrupt = require "tesela.interrupt"
local listing = require "tesela.terminal.play.legal_moves"
local meant = require "tesela.terminal.play.meant_moves"
local menus = require "tesela.terminal.dialogue.command_list"
local show = require "tesela.terminal.dialogue.show_values"
local text = require "tesela.text"

local M = {}

local menu = menus.new { n = "next", q = "quit", exit = "quit", h = "help", ["?"] = "help",
  ["give up"] = "give", solution = "give" }

local REPLY = { iterations = 1000, seed = 0 } -- to find the answer to a move

local Setter = {}
Setter.__index = Setter

function Setter:say(form, ...)
  self.write(text.fold(text.clean(form:format(...)), "", "  "), "\n")
end

local function board(puzzle, state)
  return show.board((state or puzzle.state):view(puzzle.state.seat))
end

local function name_of(state, seat) return state.seat_names[seat] end

-- The position after a move; nil if it depends on hidden information.
local function after(state, move)
  local ok, next_state = interrupt.try(function() return state:copy():play(move) end)
  return ok and next_state or nil
end

-- Does the side to move win at once with this move?
local function wins(state, move)
  local position = after(state, move)
  return position and position.over and #position.winners == 1
    and position.winners[1] == state.seat
end

-- The question.
local function question(puzzle)
  local state, count, at_once = puzzle.state, 0, true
  for move in pairs(puzzle.best) do
    count, at_once = count + 1, at_once and wins(state, move)
  end
  local who = name_of(state, state.seat)
  if at_once then return ("%s wins at once: how?"):format(who) end
  return ("what does %s play? %s best"):format(who,
    count == 1 and "one move is" or count .. " moves are")
end

-- The reason why a move is wrong: the reply to it; nil if unknown.
local function refuted(state, move)
  local position = after(state, move)
  if position and position.over then
    local winner = #position.winners == 1 and name_of(state, position.winners[1])
    return winner and winner .. " wins" or "no one wins"
  end
  if not position or position.seat == state.seat then return nil end
  local ok, best = interrupt.try(hint.of, position, 1, REPLY)
  local who = name_of(state, position.seat)
  return ok and ("%s answers %s"):format(who, best[1].text) or nil
end

-- Shows puzzle number i; false: there is none.
function Setter:open(i)
  local puzzle = self.list[i]
  if not puzzle then return false end
  self.at, self.puzzle, self.tries = i, puzzle, 0
  self.write("\n", board(puzzle))
  self:say("puzzle %d of %d (%s): %s", i, #self.list, puzzle.name, question(puzzle))
  return true
end

-- True: there are no more.
function Setter:next() return not self:open(self.at + 1) end

menu:add("board", "show the position again", function(self)
  self.write(board(self.puzzle))
end)

menu:add("moves", "the legal moves", function(self)
  self.write(listing.text(self.puzzle.state), "\n")
end)

menu:add("rules", "the rules of the game", function(self)
  self:say("%s", text.paragraph(tesela.game(self.puzzle.state.rules.name).summary))
end)

-- The cell or the piece that it begins with; if a move is no more than that, its first character.
menu:add("hint", "the beginning of the best move", function(self)
  local words = self.puzzle.words[1]
  self:say("it begins with %s", words:match "^(%w+)%W" or words:match(utf8.charpattern))
end)

menu:add("give up", "show the best move", function(self)
  self:say("best: %s", table.concat(self.puzzle.words, ", "))
  return self:next()
end)

menu:add("help", "this text", function(self)
  self.write("  MOVE          your move\n", menu:help(1), "\n")
end)

menu:add("next", "skip to the next puzzle (or n)", Setter.next)

menu:add("quit", "leave (or q, Ctrl-D)", function() return true end)

function Setter:try(line)
  local state = self.puzzle.state
  local move, why = state:move(line)
  if not move then move, why = meant.move(state, line) or nil, why end
  if not move then
    self:say("%s; help lists the commands", why)
    return
  end
  self.tries = self.tries + 1
  if not self.puzzle.best[move] then
    local reply = refuted(state, move)
    self:say("%s is not it%s; try another, or give up", state:text(move),
      reply and ": " .. reply or "")
    return
  end
  local position = after(state, move)
  if position then self.write("\n", board(self.puzzle, position)) end
  self:say("%s it is", state:text(move))
  if self.tries == 1 then self.found = self.found + 1 else self.later = self.later + 1 end
  return self:next()
end

-- True: the end.
function Setter:obey(line)
  local word = line:match "^%s*(.-)%s*$":gsub("%s+", " ")
  if word == "" then return end
  local command = menu:named(word:lower())
  if command then return command.run(self) end
  return self:try(word)
end

--- Shows the puzzles of a list (cli/position_files.lua) until all are done or the person leaves.
--- `write` prints.
function M.set(list, write)
  local self = setmetatable({ list = list, write = write, found = 0,
    later = 0 }, Setter)
  self:open(1)
  local left
  repeat
    local line, why = input.read(("%d/%d> "):format(self.at, #list))
    left = not line and why ~= "interrupted"
    if line then left = self:obey(line) end
  until left
  self:say("%d of %s found at once%s", self.found, text.count(#list, "puzzle"),
    self.later > 0 and (", %d after a wrong move"):format(self.later) or "")
end

return M
