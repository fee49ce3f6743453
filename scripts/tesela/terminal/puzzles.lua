-- Puzzles at the terminal: positions of which the best moves are known, one after the
-- other. A move is right if it is among them.

local input = require "tesela.terminal.input"
local meant = require "tesela.terminal.meant"
local show = require "tesela.terminal.show"
local text = require "tesela.text"

local M = {}

local HELP = [[
MOVE       what you would play (board shows the position again)
give up    what was best
n          leave this one for the next
q          leave
]]

local Setter = {}
Setter.__index = Setter

function Setter:say(form, ...) self.write(text.clean(form:format(...)), "\n") end

local function board(puzzle)
  local state = puzzle.state
  return show.board(state:view(state.seat))
end

-- Shows puzzle number i; false: there is none.
function Setter:open(i)
  local puzzle = self.list[i]
  if not puzzle then return false end
  self.at, self.puzzle, self.tries = i, puzzle, 0
  self.write("\n", board(puzzle))
  self:say("puzzle %d of %d (%s): what does %s play?", i, #self.list, puzzle.name,
    puzzle.state.seat_names[puzzle.state.seat])
  return true
end

-- True: there are no more.
function Setter:next() return not self:open(self.at + 1) end

local commands = {}

function commands.n(self) return self:next() end

function commands.q() return true end

function commands.h(self) self.write(HELP) end

function commands.board(self) self.write(board(self.puzzle)) end

commands["give up"] = function(self)
  self:say("best: %s", table.concat(self.puzzle.words, ", "))
  return self:next()
end

local names = { n = "n", next = "n", q = "q", quit = "q", exit = "q", h = "h", help = "h",
  ["?"] = "h", board = "board", ["give up"] = "give up", solution = "give up" }

function Setter:try(line)
  local state = self.puzzle.state
  local move, why = state:move(line)
  if not move then move, why = meant.move(state, line) or nil, why end
  if not move then
    self:say("%s; help lists what you can type", why)
    return
  end
  self.tries = self.tries + 1
  if not self.puzzle.best[move] then
    self:say("%s is not it; another one, or give up", state:text(move))
    return
  end
  self:say("%s it is", state:text(move))
  if self.tries == 1 then self.found = self.found + 1 end
  return self:next()
end

-- True: the end.
function Setter:obey(line)
  local word = line:match "^%s*(.-)%s*$":gsub("%s+", " ")
  if word == "" then return end
  local name = names[word]
  if name then return commands[name](self) end
  return self:try(word)
end

--- Sets the puzzles of a list (command/positions.lua) until all are done or whoever sits
--- at the terminal leaves. `write` is told what to print.
function M.set(list, write)
  local self = setmetatable({ list = list, write = write, found = 0 }, Setter)
  self:open(1)
  local left
  repeat
    local line, why = input.read(("%d/%d> "):format(self.at, #list))
    left = not line and why ~= "interrupted"
    if line then left = self:obey(line) end
  until left
  self:say("%d of %s found at once", self.found, text.count(#list, "puzzle"))
end

return M
