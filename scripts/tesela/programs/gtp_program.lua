-- A player that is a program and talks GTP: `gtp:COMMAND` (see game_loop.lua for the
-- methods of a player, and formats/gtp_dialect.lua for the language of a game).
--
-- It gets the moves since its last turn, and generates a move. Our rules decide: a program
-- that refuses a legal move, or makes an illegal one, has lost, and the message has both
-- opinions. If a move was taken back the game begins again on its board. Games that GTP
-- cannot express cannot be played with it: hidden hands, chance, starts other than the
-- game's own.

local tesela = require "tesela"
local children = require "tesela.programs.child"
local clocks = require "tesela.base.clocks"
local commands = require "tesela.programs.command_line"
local dialect = require "tesela.formats.gtp_dialect"
local loop = require "tesela.turns.game_loop"
local program = require "tesela.programs.json_program"
local texts = require "tesela.text"

local M = {}

local FOREVER = 1e9
local NAME = 60       -- columns of a name or version
local WORDS = 200     -- and of its answers in messages
local LINES = 10000   -- of an answer
local SEED = 0x7FFFFFFF

local Program = setmetatable({ farewell = "quit\n" }, program.Program)
Program.__index = Program

--- See json_program.lua.
function M.new(bot, budget, listen)
  return setmetatable({ bot = bot, name = bot.name, budget = budget, id = 0,
    program = commands.known(bot), child = children.new(bot, listen) }, Program)
end

-- ---- commands and answers ---------------------------------------------------

local function cut(text, columns) return texts.cut(texts.clean(text), columns or WORDS) end

-- Ends the current request: it was the program's fault.
local function fault(self, reason, form, ...)
  local _, what = self.child:fault(reason, form:format(...))
  error({ fault = what }, 0)
end

-- Returns the child's result, unless there was a fault.
local function good(value, what)
  return value or error({ fault = what }, 0)
end

-- A line of an answer, until the time is over.
local function receive(self, empty)
  return good(self.child:receive(math.max(0, self.finish - tesela.clock()), self.late, empty))
end

-- Is it only a comment?
local function is_comment(line) return line:find "^%s*#" ~= nil end

-- The first line of an answer: comments and empty lines may come before it.
local function first_line(self)
  local line
  repeat line = receive(self) until line:find "%S" and not is_comment(line)
  return line
end

-- An answer: its sign, and its text.
local function answer(self, id, command)
  local first = first_line(self)
  local sign, got, text = first:match "^([=?])(%d*)[ \t]*(.-)%s*$"
  if not sign or got ~= "" and got ~= tostring(id) then
    fault(self, "error", "expected an answer of GTP (=%d) to %s, got %s", id, command,
      children.shown(first))
  end
  local lines, line = { text }, receive(self, true)
  while line:find "%S" do
    lines[#lines + 1] = line
    if #lines > LINES then
      fault(self, "error", "the program answers %s with more than %d lines", command, LINES)
    end
    line = receive(self, true)
  end
  return sign, table.concat(lines, "\n")
end

-- Sends commands and reads the answers: returns the last one.
local function ask_all(self, list, refused)
  local parts, first = {}, self.id + 1
  for i, command in ipairs(list) do parts[i] = ("%d %s\n"):format(self.id + i, command) end
  self.id = self.id + #list
  good(self.child:quiet(is_comment))
  good(self.child:send(table.concat(parts)))
  local sign, text
  for i, command in ipairs(list) do
    sign, text = answer(self, first + i - 1, cut(command, NAME))
    if sign == "?" and refused then refused(command, cut(text)) end
  end
  return sign, text
end

local function refused_by(self)
  return function(command, text)
    fault(self, "error", "the program refuses %s: %s", cut(command, NAME), text)
  end
end

-- The answer to a required command.
local function ask(self, command)
  local _, text = ask_all(self, { command }, refused_by(self))
  return text
end

-- Starts the time limit.
local function limit(self, seconds, late)
  self.finish, self.late = tesela.clock() + seconds, late
end

-- ---- the beginning ----------------------------------------------------------

local function has_pie_rule(rules)
  local state = rules:start()
  state:play(state:list()[1])
  return not state.over and state:move "swap" ~= nil
end

-- The reason why GTP cannot express a game, or nil.
local function untold(state)
  local rules, game = state.rules, tesela.game(state.rules)
  if game.hidden or game.chance then
    return "GTP cannot express hidden hands and chance"
  elseif has_pie_rule(rules) then
    return "GTP cannot express the pie rule"
  end
  local start = rules:start()
  for _, move in ipairs(state:history()) do
    if not start:try(move) then break end
  end
  return start ~= state and "GTP cannot express a start other than the game's own" or nil
end

-- Finds out which optional commands it supports.
local function learn(self)
  self.knows = {}
  for word in ask(self, "list_commands"):gmatch "%S+" do self.knows[word] = true end
  self.program.name = cut(ask(self, "name"), NAME)
  self.program.version = cut(ask(self, "version"), NAME)
end

local function size_of(rules)
  local _, frame = rules:start():elements()
  return frame.columns == frame.rows and frame.columns
end

-- Clears the board, and sets the rules of the game.
local function clear(self)
  local talk, list = self.dialect, {}
  if talk.passes then
    list[1] = "set_game " .. talk:name()
  else
    local size = self.knows.boardsize and size_of(self.base.rules)
    if size then list[1] = "boardsize " .. size end
    list[#list + 1] = "clear_board"
  end
  ask_all(self, list, refused_by(self))
  self.told = {}
end

-- The commands for its time; some programs accept only whole seconds. GTP has no
-- increments: the time left is sent before each move.
local function settings_of(budget)
  local control = budget.control
  if not control then
    return budget.seconds and ("0 %s 1"):format(texts.number("%g", budget.seconds))
  end
  if control.moves then
    return ("0 %s %d"):format(texts.number("%g", control.main), control.moves)
  end
  return texts.number("%g", clocks.first(control)) .. " 0 0"
end

local function set_up(self)
  clear(self)
  if self.knows.set_random_seed then
    ask(self, ("set_random_seed %d"):format(self.seed & SEED))
  end
  local words = self.knows.time_settings and settings_of(self.budget)
  if words then ask_all(self, { "time_settings " .. words }) end
end

-- Starts it, if it is not running, and begins the game.
local function start(self)
  local seconds = self.child:start_seconds()
  limit(self, seconds, ("the game has not begun within %g s"):format(seconds))
  if not self.child:runs() then
    good(self.child:start())
    self.id = 0
    learn(self)
  end
  set_up(self)
  return true
end

-- Calls f and returns its errors; an interruption (Ctrl-C) ends the process.
local function guarded(self, f, ...)
  local done = false
  local _ <close> = setmetatable({}, { __close = function()
    if not done then self.child:kill() end
  end })
  local ok, value, more = pcall(f, self, ...)
  if not ok and not (type(value) == "table" and value.fault) then error(value, 0) end
  done = true
  if ok then return value, more end
  return nil, value.fault
end

function Program:begin(state, seat, seed)
  self:renew(state, seat, seed)
  local why = untold(state)
  if why then return nil, { reason = "error", message = why } end
  self.dialect = dialect.of(state.rules)
  if self.dialect.passes and not self.dialect:name() then
    return nil, { reason = "error", message = "GTP has no name for these rules of Blokus" }
  end
  return guarded(self, start)
end

-- ---- a move -----------------------------------------------------------------

-- The number of moves of a history that the program has received.
local function agreed(told, history)
  local count = 0
  while count < #told and told[count + 1] == history[count + 1] do count = count + 1 end
  return count
end

-- The commands that lead to a state.
local function news(self, state)
  local talk, history = self.dialect, state:history()
  if agreed(self.told, history) < #self.told then clear(self) end
  local at, list = state.rules:start(), {}
  for ply, move in ipairs(history) do
    local colour = talk:turn(at)
    if ply > #self.told then
      if not (talk.passes and move == "pass") then
        list[#list + 1] = ("play %s %s"):format(talk:colour_word(colour), move)
      end
      self.told[ply] = move
    end
    at:try(move)
  end
  return list
end

-- Its answer to genmove as a move of ours.
local function move_of(self, state, text)
  if text:lower() == "resign" then return nil, { reason = "resigned" } end
  local move, why = self.dialect:move(state, text)
  if move then return move end
  fault(self, "illegal", "the program plays %s; by the rules: %s", cut(text, NAME), cut(why))
end

local function value_of(self)
  if not self.knows.get_value then return nil end
  local sign, text = ask_all(self, { "get_value" })
  return sign == "=" and loop.chance(tonumber(text)) or nil
end

-- A possible reason for the disagreement.
local function hint(self)
  local corners = self.base.rules.options.corners
  return self.dialect.passes and corners and corners ~= "fixed"
    and " (other engines have corners=fixed)" or ""
end

local function choose(self, state)
  if not self.child:runs() then start(self) end
  local time = self.time
  local seconds = time and time.limit or self.budget.limit or FOREVER
  limit(self, seconds, loop.late(seconds))
  ask_all(self, news(self, state), function(command, text)
    fault(self, "illegal", "%s: the program says: %s; by the rules it is legal%s",
      cut(command, NAME), text, hint(self))
  end)
  if self.dialect:stuck(state) then return "pass" end
  local colour = self.dialect:colour_word(self.dialect:turn(state))
  if time and self.knows.time_left then
    local left = texts.number("%.2f", math.max(0, time.left[state.seat]))
    ask_all(self, { ("time_left %s %s %d"):format(colour, left, time.moves or 0) })
  end
  local text = ask(self, "genmove " .. colour)
  local move, why = move_of(self, state, text)
  if not move then return nil, why end
  self.told[#self.told + 1] = state:text(move)
  return move, value_of(self)
end

function Program:choose(state, _, _, time)
  self.time = time
  return guarded(self, choose, state)
end

--- GTP has no words for a draw.
function Program.agrees() return false end

-- ---- the end ----------------------------------------------------------------

--- The game is over; the process stays if it also plays the next one.
function Program:over()
  if not self.bot.reuse then self:close() end
end

Program.__close = Program.close

return M
