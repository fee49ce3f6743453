-- A player that is a program and uses lines of JSON: `exec:COMMAND` (see game_loop.lua for the
-- methods of a player, scripts/pages/protocol.md for the messages).
--
-- It gets the moves since its last turn only with the next request, as its seat may know them:
-- from the views of a replay beside the game. So it knows the same whether it has played from the
-- start or was started in the middle, after Ctrl-C or a move taken back.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local children = require "tesela.programs.child"
local commands = require "tesela.programs.command_line"
local loop = require "tesela.turns.game_loop"
local spelling = require "tesela.rules.spelling"
local texts = require "tesela.text"

local M = {}

M.PROTOCOL = 1

local FOREVER = 1e9
local NAME = 60 -- columns of a name or version

local Program = { farewell = '{"quit":{}}\n' }
Program.__index = Program
M.Program = Program -- the base of gtp_program.lua

--- `bot` is a result of tesela.bot, `budget` { iterations =, seconds =, level =, limit = }:
--- without a limit it may think for ever. `listen`, if given, gets the lines of its stderr.
function M.new(bot, budget, listen)
  return setmetatable({ bot = bot, name = bot.name, budget = budget,
    program = commands.known(bot), child = children.new(bot, listen) }, Program)
end

-- ---- messages ---------------------------------------------------------------

-- An object, even without members.
local function object(value, order)
  return next(value) == nil and "{}" or tesela.encode(value, order)
end

local HELLO = '{"hello":{"protocol":%d,"game":%s,"options":%s,"seats":%d,"seat":%d,'
  .. '"seed":%s,"view":%s}}\n'

local function hello(self)
  local rules = self.base.rules
  return HELLO:format(M.PROTOCOL, tesela.encode(rules.name), object(rules.options),
    rules.seats, self.seat, tesela.encode(self.seed),
    tesela.encode(self.base:view(self.seat):fen()))
end

local MOVED = { "seat", "move", "view" }
local GO = { "id", "seat", "view", "moves", "points", "iterations", "seconds", "level", "clock",
  "increment", "togo", "limit", "draw_offered", "seed" }
local OVER = { "scores", "places", "reason" }

local function line(name, value, order)
  return ('{"%s":%s}\n'):format(name, tesela.encode(value, order))
end

-- A value from the program, if it is readable. (A table would be an address.)
local function told(value, columns)
  if type(value) == "table" then return "(no text)" end
  return texts.cut(texts.clean(tostring(value)), columns)
end

-- Its answer to a question, as a table; or the fault.
local function decode(self, text, ...)
  if text == nil then return nil, ... end
  local value, why = tesela.decode(text)
  if not why and not text:find "^%s*{" then why = "it is not an object" end
  if why then
    return self.child:fault("error", ("expected an object of JSON, got %s: %s"):format(
      children.shown(text), why), false, "output")
  end
  if value.error ~= nil then
    return self.child:fault("error", "the program says: " .. told(value.error, 200))
  end
  return value
end

local function ask(self, text, ...)
  return decode(self, self.child:ask(text, ...))
end

-- ---- the beginning ----------------------------------------------------------

local function name(value) return value and texts.cut(texts.clean(value), NAME) end

local function is_text(value) return type(value) == "string" end

local function is_list_of_texts(value)
  if type(value) ~= "table" then return false end
  for key, item in pairs(value) do
    if not (math.type(key) == "integer" and is_text(item)) then return false end
  end
  return true
end

-- The possible members of its answer to hello.
local MEMBERS = { { "name", is_text, "a string" }, { "version", is_text, "a string" },
  { "want", is_list_of_texts, "a list of strings" } }

-- The error in its answer to hello, or nil. (An empty list is an empty object.)
local function wrong(ok)
  if type(ok) ~= "table" or #ok > 0 then
    return 'expected {"ok":{...}} as the answer to hello'
  end
  for _, row in ipairs(MEMBERS) do
    local member, is_good, what = table.unpack(row)
    if ok[member] ~= nil and not is_good(ok[member]) then
      return ("the answer to hello: %s: expected %s"):format(member, what)
    end
  end
end

-- Does it want this? By default the moves.
local function wants(want, what)
  for _, word in ipairs(want or { "moves" }) do
    if word == what then return true end
  end
  return false
end

-- The points that each move brings, if the moves of the game have points.
local function points_of(view)
  local list, any = {}, false
  for i, move in ipairs(view:list()) do
    local points = view:parts(move, "points")
    list[i], any = points or 0, any or points ~= nil
  end
  return any and list or nil
end

-- Notes its answer to hello.
local function know(self, ok)
  local why = wrong(ok)
  if why then return self.child:fault("error", why) end
  self.moves, self.points = wants(ok.want, "moves"), wants(ok.want, "points")
  self.program.name, self.program.version = name(ok.name), name(ok.version)
  return true
end

local function greet(self)
  local seconds = self.child:start_seconds()
  local answer, fault = ask(self, hello(self), seconds,
    ("no answer to hello within %g s"):format(seconds))
  if not answer then
    if fault.reason == "time" then self.child.slip = "hello" end
    return nil, fault
  end
  return know(self, answer.ok)
end

-- Starts it, if it is not running, and announces the game.
local function start(self)
  self.at, self.told = self.base:copy(), #self.base:history()
  self.hidden = tesela.game(self.base.rules).hidden
  if not self.child:runs() then
    self.id = 0
    local ok, fault = self.child:start()
    if not ok then return nil, fault end
  end
  return greet(self)
end

-- An interruption (Ctrl-C) ends the process.
local function guarded(self, f, ...)
  local done = false
  local _ <close> = setmetatable({}, { __close = function()
    if not done then self.child:kill() end
  end })
  local got = table.pack(f(self, ...))
  done = true
  return table.unpack(got, 1, got.n)
end

--- A game begins, perhaps in another process.
function Program:renew(state, seat, seed)
  if self.child:has_ended() or not self.bot.reuse then self:close() end
  self.child:begin()
  self.base, self.seat, self.seed = state:copy(), seat, seed
end

function Program:begin(state, seat, seed)
  self:renew(state, seat, seed)
  self.offered = nil
  return guarded(self, start)
end

-- ---- a move -----------------------------------------------------------------

-- The moves since its last turn, as its seat may know them, and the positions after them.
local function news(self, state)
  local parts, at, seat = {}, self.at, self.seat
  local history = state:history()
  local known = self.hidden and state:view(seat):history() or history
  for number = self.told + 1, #history do
    local mover = at.seat
    assert(at:try(history[number]))
    parts[#parts + 1] = line("moved", { seat = mover, move = known[number],
      view = (self.hidden and at:view(seat) or at):fen() }, MOVED)
  end
  self.told = #history
  return parts
end

-- The seconds left for each seat; JSON has no infinity for those without a clock.
local function numbers_of(left)
  for seat, seconds in ipairs(left or {}) do left[seat] = math.min(seconds, FOREVER) end
  return left
end

local function go(self, state, seed)
  local view, budget = state:view(self.seat), self.budget
  local time = self.time or {}
  return line("go", { id = self.id, seat = self.seat, view = view:fen(),
    moves = self.moves and view:texts() or nil,
    points = self.points and points_of(view) or nil, iterations = budget.iterations,
    seconds = budget.seconds, level = budget.level, clock = numbers_of(time.left),
    increment = time.increment, togo = time.moves,
    limit = time.left and time.left[self.seat] or budget.limit, draw_offered = self.offered,
    seed = seed }, GO)
end

-- The move in an answer to go.
local function move_of(self, state, answer)
  if answer.id ~= self.id then
    return self.child:fault("error", ("expected the answer with id %d, got id %s"):format(
      self.id, arguments.json(answer.id)), false, "id")
  end
  if type(answer.move) ~= "string" then
    return self.child:fault("illegal", "move: expected a string")
  end
  local offered = self.offered
  self.offered = nil
  if answer.move == "resign" then return nil, { reason = "resigned" } end
  if answer.move == "draw" and offered then return nil, { reason = "agreement" } end
  local move, why = state:move(answer.move)
  move = move or spelling.move(state, answer.move)
  if not move then return self.child:fault("illegal", why) end
  return move, loop.chance(answer.value), answer.draw == true
end

local function choose(self, state, seed)
  if not self.child:runs() then
    local ok, fault = start(self)
    if not ok then return nil, fault end
  end
  self.id = self.id + 1
  local message = news(self, state)
  message[#message + 1] = go(self, state, seed)
  local answer, fault = ask(self, table.concat(message),
    self.time and self.time.limit or self.budget.limit or FOREVER)
  if not answer then return nil, fault end
  return move_of(self, state, answer)
end

function Program:choose(state, _, seed, time)
  self.time = time
  return guarded(self, choose, state, seed)
end

--- See boxed.lua.
function Program:cpu() return self.child:cpu() end

--- Between two players an offer of a draw is part of the next question.
function Program:agrees()
  if self.base.rules.seats ~= 2 then return false end
  self.offered = true
end

-- ---- the end ----------------------------------------------------------------

--- Tells the program that the game is over.
function Program:over(result)
  if not self.child:runs() then return end
  self.child:send(line("over", result, OVER))
  if not self.bot.reuse then self:close() end
end

--- Starting it reads its files again: true.
function Program:reload()
  self:close()
  return true
end

--- Ends it.
function Program:close()
  if not self.child:runs() then return end
  if self.child:send(self.farewell) then self.child:close() end
end

Program.__close = Program.close

return M
