-- An engine for lines of JSON, as used by the programs of `exec:`: the other side of
-- programs/json_program.lua, see the page `protocol`.
--
-- Each message is sufficient: `go` has everything that its seat may know. The moves before
-- it are played along as long as they lead to the view, so that a bot sees the history and
-- a search keeps its tree; if they do not (hidden information cannot be followed), the game
-- begins at the view.

local clocks = require "tesela.base.clocks"
local tesela = require "tesela"
local interrupt = require "tesela.interrupt"
local tables = require "tesela.engine.engine_game"
local texts = require "tesela.text"

local M = {}

local PROTOCOL = 1
local SHOWN = 200
local SEED_MAX = (1 << 53) - 1

local Engine = {}
Engine.__index = Engine

local function refuse(form, ...) error({ refused = form:format(...) }, 0) end

local function shown(value) return texts.cut(texts.clean(tostring(value)), SHOWN) end

-- A member of this type, or absent if it may be.
local function member(of, name, kind, optional)
  local value = of[name]
  if value == nil and optional then return nil end
  local found = math.type(value) or type(value)
  if found == kind or kind == "number" and type(value) == kind then return value end
  refuse("%s: expected %s %s, got %s", name, kind == "integer" and "an" or "a",
    kind == "table" and "list or an object" or kind, type(value))
end

local function check_seed(seed)
  if seed < 0 or seed > SEED_MAX then refuse("seed: expected 0..%d, got %d", SEED_MAX, seed) end
end

-- A position from its text.
local function load_view(rules, text, seed)
  local ok, state = interrupt.try(rules.load, rules, text, seed)
  return ok and state or refuse("view: %s", shown(state))
end

-- ---- messages ---------------------------------------------------------------

local messages = {}

function messages.hello(self, hello)
  if member(hello, "protocol", "integer") ~= PROTOCOL then
    refuse("protocol: expected %d, got %d", PROTOCOL, hello.protocol)
  end
  local name = member(hello, "game", "string")
  if name ~= self.rules.name then
    refuse("game: this engine plays %s, not %s", self.rules.name, shown(name))
  end
  local ok, rules = interrupt.try(tesela.rules, self.game,
    member(hello, "options", "table", true) or self.options, self.terms)
  if not ok then refuse("options: %s", shown(rules)) end
  local seat, view = member(hello, "seat", "integer"), member(hello, "view", "string", true)
  local seed = member(hello, "seed", "integer", true) or 0
  if seat < 1 or seat > rules.seats then
    refuse("seat: expected one in 1..%d, got %d", rules.seats, seat)
  end
  check_seed(seed)
  local state = view and load_view(rules, view, seed)
  self.rules, self.seat, self.seed = rules, seat, seed
  self.table:close()
  self.table.rules, self.table.state = rules, nil
  if state then self.table:begin(state) end
  return { ok = { name = "tesela " .. self.table.bot.name,
    version = tesela._VERSION:match "%S+$", want = {} } }
end

function messages.moved(self, moved)
  local before = self.table.state
  if not before then return end
  local state = before:copy()
  if not state:try(member(moved, "move", "string")) or state.over
    or state:view(self.seat):fen() ~= moved.view then
    self.table.state = nil
    return
  end
  self.table:push(state)
end

-- Brings the game to the position of `go`.
local function arrive(self, go)
  local view, state = member(go, "view", "string"), self.table.state
  if not state or state:view(self.seat):fen() ~= view then
    self.table:begin(load_view(self.rules, view, go.seed))
    state = self.table.state
  end
  if state.seat ~= self.seat then
    refuse("view: it is the turn of seat %d, and this is seat %d", state.seat, self.seat)
  end
end

-- The clock of a game, as bots get it (clocks.lua), or nil.
local function time_of(self, go)
  local list = member(go, "clock", "table", true)
  if not list then return nil end
  local time = { left = {}, increment = member(go, "increment", "number", true) or 0,
    moves = member(go, "togo", "integer", true) }
  for seat = 1, self.rules.seats do
    local left = list[seat]
    if type(left) ~= "number" or left ~= left or math.abs(left) == math.huge then
      refuse("clock: expected the seconds of each of %d seats", self.rules.seats)
    end
    time.left[seat] = left
  end
  time.limit = clocks.limit(time.left[self.seat])
  return time
end

function messages.go(self, go)
  if not self.seat then refuse "go: expected hello before it" end
  local budget = { iterations = member(go, "iterations", "integer", true),
    seconds = member(go, "seconds", "number", true),
    level = member(go, "level", "integer", true), time = time_of(self, go) }
  if budget.level and (budget.level < 1 or budget.level > 9) then
    refuse("level: expected 1 to 9, got %d", budget.level)
  end
  for _, name in ipairs { "iterations", "seconds" } do
    if budget[name] and not (budget[name] > 0 and budget[name] < math.huge) then
      refuse("%s: expected a number above 0, got %s", name, budget[name])
    end
  end
  local seed = member(go, "seed", "integer", true)
  if seed then check_seed(seed) end
  arrive(self, go)
  local text, value, line, draw = self.table:think(self.table.state, self.table.root, budget,
    { game = self.seed, move = seed }, member(go, "draw_offered", "boolean", true))
  if not text then refuse("the bot failed: %s", shown(value)) end
  return { id = go.id, move = text, value = value, line = line, draw = draw }
end

function messages.quit(self) self.left = true end

-- ---- lines ------------------------------------------------------------------

local ORDER = { "id", "move", "value", "line", "draw" }

local function obey(self, line)
  local value, why = tesela.decode(line)
  if type(value) ~= "table" then
    refuse("expected an object of JSON%s", why and ": " .. shown(why) or "")
  end
  for name, message in pairs(messages) do
    local said = value[name]
    if said ~= nil then
      return message(self, type(said) == "table" and said
        or refuse("%s: expected an object, got a %s", name, type(said)))
    end
  end
end

--- The answer to a line; nil: none.
function Engine:answer(line)
  if not line:find "%S" then return nil end
  local ok, answer = pcall(obey, self, line)
  if not ok and type(answer) == "table" and answer.refused then
    answer = { error = answer.refused }
  elseif not ok then
    error(answer, 0)
  end
  return answer and tesela.encode(answer, ORDER) .. "\n"
end

--- The answer to a line that is not executed, for a reason.
function Engine.refuse(_, _, why) return tesela.encode { error = why } .. "\n" end

--- Closes the bot.
function Engine:close() self.table:close() end

Engine.__close = Engine.close

--- An engine for a game: a bot with a budget.
function M.new(given, bot, budget, seed)
  local rules = tesela.rules(given.game, given.options, given.terms)
  return setmetatable({ game = given.game, options = given.options, terms = given.terms,
    rules = rules,
    table = tables.new(rules, bot, budget, seed) }, Engine)
end

return M
