-- An engine for GTP: the draft of version 2 of the standard, and for Blokus the additions
-- of other engines of that game.
--
--   [id] command arguments   a line; # begins a comment, control characters are
--                            dropped, a tab is a space, empty lines are skipped
--   =[id] answer             and an empty line after it
--   ?[id] error              the same, in one line
--
-- A command is a function of `commands`: it gets the engine and its arguments, as words and
-- as one string, and returns the answer (nil: an empty one); `refuse` raises an error. The
-- dialect defines the notation of colours and moves: formats/gtp_dialect.lua.

local clocks = require "tesela.base.clocks"
local tables = require "tesela.base.tables"
local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local dialect = require "tesela.formats.gtp_dialect"
local output = require "tesela.base.output"
local source = require "tesela.base.source"
local texts = require "tesela.text"
local boards = require "tesela.engine.engine_game"

local M = {}

local ARGUMENTS = 400 -- letters of an argument in a message

local function refuse(form, ...) error({ refused = form:format(...) }, 0) end

local function shown(word) return texts.cut(texts.clean(word), ARGUMENTS) end

-- ---- arguments --------------------------------------------------------------

local function need(words, count, what)
  if #words == count then return end
  refuse("syntax error: expected %s", what)
end

local function number_of(word, what, least)
  local number = tonumber(word or "")
  if number and number == number and number >= (least or -math.huge)
    and number < 1e15 then return number end
  refuse("syntax error: expected %s, got %s", what, shown(word or "nothing"))
end

local function whole_of(word, what, least)
  local number = math.tointeger(number_of(word, what, least))
  return number or refuse("syntax error: expected %s, got %s", what, shown(word))
end

-- The number of the colour that a word means.
local function colour_of(engine, word)
  local colour = engine.dialect:colour(word or "")
  if colour then return colour end
  refuse("syntax error: expected a colour, %s, got %s",
    engine.dialect:colours_text(), shown(word or "nothing"))
end

-- ---- the turn ---------------------------------------------------------------

-- The position in which a colour is to move, and its root; refuses if there is none.
local function position_for(engine, colour)
  local state = engine.table.state
  local turn = engine.dialect:turn(state)
  if turn == colour then return state, engine.table.root end
  if not turn then refuse("the game is over: %s", state.reason) end
  local other = engine.dialect:with_turn(state, colour)
  if other then return other, other:copy() end
  refuse("it is the turn of %s", engine.dialect:colour_name(turn))
end

local function play(engine, colour, text)
  local state, root = position_for(engine, colour)
  local move, why = engine.dialect:move(state, text)
  if not move then refuse("illegal move: %s", shown(why)) end
  if move == "skip" then return end
  engine.table:push(engine.dialect:settle(state:copy():play(move)), root)
  engine.value = nil
end

-- "pass" if there is no move to make, or a move, the position and its root.
local function think(engine, colour)
  if engine.table.state.over and engine.dialect.passes then return "pass" end
  local state, root = position_for(engine, colour)
  if engine.dialect:stuck(state) then return "pass" end
  local _ <close> = engine.clock:run(colour)
  local text, value = engine.table:think(state, root,
    { time = engine.clock:told(colour, state) })
  if not text then refuse("the bot failed: %s", shown(value)) end
  engine.value = value
  return text, state, root
end

local function generate(engine, colour)
  local text, state, root = think(engine, colour)
  if state and text ~= "resign" then
    engine.table:push(engine.dialect:settle(state:copy():play(text)), root)
  end
  return text
end

-- ---- the clock --------------------------------------------------------------

local LEAST = 0.02 -- seconds

local Clock = {}
Clock.__index = Clock

-- The time that a colour has left, and the number of moves that it is for; nil: all of the game.
function Clock:has(colour)
  local left, stones = self.left[colour] or self.main, self.stones[colour] or 0
  if stones > 0 then return math.max(LEAST, left), stones end
  if left <= 0 and self.per > 0 then return math.max(LEAST, self.period), self.per end
  return math.max(LEAST, left)
end

-- The clock of the colour to move in a position, as bots get it (clocks.lua); nil if
-- there is no limit.
function Clock:told(colour, state)
  if not self.main then return nil end
  local left, moves = self:has(colour)
  local told = { left = {}, increment = 0, moves = moves, limit = clocks.limit(left) }
  for seat = 1, state.rules.seats do told.left[seat] = self.left[seat] or self.main end
  told.left[state.seat] = left
  return told
end

-- Runs the clock of a colour until the result is closed.
function Clock:run(colour)
  local since = tesela.clock()
  return setmetatable({}, { __close = function()
    if not self.main then return end
    self.left[colour] = (self.left[colour] or self.main) - (tesela.clock() - since)
  end })
end

local function new_clock(main, period, per)
  return setmetatable({ main = main, period = period or 0, per = per or 0, left = {}, stones = {} },
    Clock)
end

-- ---- the standard -----------------------------------------------------------

local commands = {}

function commands.protocol_version() return "2" end

function commands.name() return "tesela" end

function commands.version() return tesela._VERSION:match "%S+$" end

function commands.known_command(_, words)
  need(words, 1, "the name of a command")
  return tostring(commands[words[1]] ~= nil)
end

function commands.list_commands() return table.concat(tables.keys(commands), "\n") end

function commands.quit(engine) engine.left = true end

function commands.boardsize(engine, words)
  need(words, 1, "a size")
  local size = whole_of(words[1], "a size", 1)
  local rules = engine.dialect:resized(size)
  if not rules then refuse "unacceptable size" end
  engine:use(rules)
end

function commands.clear_board(engine) engine:use(engine.table.rules) end

function commands.komi(_, words)
  need(words, 1, "a number")
  number_of(words[1], "a number")
end

function commands.play(engine, words)
  need(words, 2, "a colour and a move")
  play(engine, colour_of(engine, words[1]), words[2])
end

function commands.genmove(engine, words)
  need(words, 1, "a colour")
  return generate(engine, colour_of(engine, words[1]))
end

function commands.reg_genmove(engine, words)
  need(words, 1, "a colour")
  return (think(engine, colour_of(engine, words[1])))
end

function commands.undo(engine)
  if not engine.table:undo() then refuse "cannot undo" end
  engine.value = nil
end

-- An empty line would be the end of the answer.
function commands.showboard(engine)
  local lines = { "" }
  for line in engine.table.state:draw():gmatch "([^\n]*)\n" do
    lines[#lines + 1] = line == "" and " " or line
  end
  return table.concat(lines, "\n")
end

function commands.final_score(engine)
  return engine.dialect:score(engine.table.state) or refuse "cannot score: the game is not over"
end

function commands.all_legal(engine, words)
  need(words, 1, "a colour")
  local colour = colour_of(engine, words[1])
  if engine.table.state.over then return end
  local state, list = position_for(engine, colour), {}
  if engine.dialect:stuck(state) then return end
  for move in state:moves() do list[#list + 1] = state:text(move) end
  return table.concat(list, "\n")
end

function commands.time_settings(engine, words)
  need(words, 3, "main time, byo-yomi time and byo-yomi stones")
  local main = number_of(words[1], "seconds of main time", 0)
  local period = number_of(words[2], "seconds of byo-yomi time", 0)
  local per = whole_of(words[3], "byo-yomi stones", 0)
  if period > 0 and per == 0 then main = nil end
  engine.clock = new_clock(main, period, per)
end

function commands.time_left(engine, words)
  need(words, 3, "a colour, seconds and stones")
  local colour = colour_of(engine, words[1])
  engine.clock.main = engine.clock.main or 0
  engine.clock.left[colour] = number_of(words[2], "seconds", 0)
  engine.clock.stones[colour] = whole_of(words[3], "stones", 0)
end

-- ---- additions of Blokus engines --------------------------------------------

function commands.g(engine)
  return generate(engine, engine.dialect:turn(engine.table.state) or 1)
end

function commands.p(engine, words)
  need(words, 1, "a move")
  play(engine, engine.dialect:turn(engine.table.state)
    or refuse("the game is over: %s", engine.table.state.reason), words[1])
end

function commands.set_game(engine, _, line)
  engine:use(engine.dialect:game(line, engine.options)
    or refuse("expected one of %s, got %s", table.concat(engine.dialect:games(), ", "),
      shown(line)))
end

function commands.get_value(engine)
  local value = engine.value
  return value and ("%.4f"):format(value) or refuse "no generated move has a value"
end

function commands.get_place(engine, words)
  need(words, 1, "a colour")
  local colour = colour_of(engine, words[1])
  return engine.dialect:place(engine.table.state, colour)
    or refuse "this colour has no place, or the game is not over"
end

function commands.set_random_seed(engine, words)
  need(words, 1, "a seed")
  engine.table:reseed(whole_of(words[1], "a seed", 0))
end

function commands.cputime() return ("%.3f"):format(os.clock()) end

-- The number of plies of a record before a move of its file, which has no passes; nil: all.
local function plies_before(line, number)
  local moves = 0
  for ply, move in ipairs(tesela.decode(line).moves) do
    if move ~= "pass" then moves = moves + 1 end
    if moves == number then return ply - 1 end
  end
end

-- Plays the moves of a history, as if each had been sent.
local function play_all(engine, history)
  for _, move in ipairs(history) do
    if move ~= "pass" then
      engine.table:push(engine.dialect:settle(engine.table.state:copy():play(move)))
    end
  end
end

function commands.savesgf(engine, words)
  need(words, 1, "a file")
  local state = engine.table.state
  local ok, why = nil, blksgf.refused(state.rules)
  if not why then
    ok, why = output.write(words[1], output.BLOKUS, (blksgf.write(state:record())))
  end
  if not ok then refuse("cannot save file: %s", shown(why)) end
end

function commands.loadsgf(engine, words)
  if #words == 2 then words[2] = whole_of(words[2], "the number of a move", 1) end
  if #words < 1 or #words > 2 then refuse "syntax error: expected a file, and a move" end
  local text, why = source.text(words[1])
  local games = text and { blksgf.read(text) }
  if not text or not games[1] then refuse("cannot load file: %s", shown(why or games[2])) end
  local line = games[1][1].line
  local state = tesela.replay(line, words[2] and plies_before(line, words[2]))
  engine:use(state.rules)
  engine.table:begin(engine.dialect:settle(tesela.replay(line, 0)))
  play_all(engine, state:history())
end

-- Settings by name: how to read and show them.
local settings = {
  fixed_simulations = { "iterations", function(word)
    local count = whole_of(word, "a number of simulations, or 0", 0)
    return count > 0 and count or nil
  end },
  seconds = { "seconds", function(word)
    local seconds = number_of(word, "seconds, or 0", 0)
    return seconds > 0 and seconds or nil
  end },
}
settings.iterations = settings.fixed_simulations

function commands.param(engine, words)
  local budget = engine.table.budget
  if #words == 0 then
    return ("iterations %d\nseconds %g"):format(budget.iterations or 0, budget.seconds or 0)
  end
  need(words, 2, "a name and a value")
  local setting = settings[words[1]]
  if not setting then
    refuse("unknown parameter %s: expected iterations (fixed_simulations) or seconds",
      shown(words[1]))
  end
  local new = { iterations = budget.iterations, seconds = budget.seconds }
  new[setting[1]] = setting[2](words[2])
  if not (new.iterations or new.seconds) then new.level = budget.level end
  engine.table.budget = new
end

-- ---- lines ------------------------------------------------------------------

local Engine = {}
Engine.__index = Engine

--- Begins another game, perhaps by other rules.
function Engine:use(rules)
  self.dialect = dialect.of(rules)
  self.table:start(rules)
  self.dialect:settle(self.table.state)
  self.table:begin(self.table.state)
  self.value = nil
  if self.clock then
    self.clock = new_clock(self.clock.main, self.clock.period, self.clock.per)
  else
    self.clock = new_clock()
  end
end

-- The text in quotes, from after the first quote, and the start of the rest.
local function quoted(text, from)
  local at = from
  while true do
    local sign = text:find('["\\]', at)
    if not sign then return text:sub(from), #text + 1 end
    if text:sub(sign, sign) == '"' then
      return (text:sub(from, sign - 1):gsub("\\(.)", "%1")), sign + 1
    end
    at = sign + 2
  end
end

-- The words of a string; a word in quotes may have spaces, and a backslash before a quote.
local function words_of(text)
  local words, at = {}, text:match "^%s*()"
  while at <= #text do
    if text:sub(at, at) == '"' then
      words[#words + 1], at = quoted(text, at + 1)
    else
      words[#words + 1], at = text:match("^(%S+)()", at)
    end
    at = text:match("^%s*()", at)
  end
  return words
end

-- The command of a line: id, name, words and text; nil: none.
local function command_of(line)
  line = line:gsub("[\0-\8\v-\31\127]", ""):gsub("\t", " "):gsub("#.*", "")
  local id, rest = line:match "^%s*(%d*)%s*(.-)%s*$"
  if id ~= "" and not line:match "^%s*%d+%s" and rest ~= "" then id, rest = "", id .. rest end
  if rest == "" and id == "" then return nil end
  local name, text = rest:match "^(%S*)%s*(.*)$"
  return id, name, words_of(text), text
end

-- The answer of a command: the sign and the text.
local function obey(self, name, words, text)
  local command = commands[name]
  if not command then return "?", "unknown command" end
  local ok, answer = pcall(command, self, words, text)
  if ok then return "=", answer or "" end
  if type(answer) == "table" and answer.refused then return "?", answer.refused end
  error(answer, 0)
end

--- The answer to a line, with the empty line after it; nil: the line contains no command.
function Engine:answer(line)
  local id, name, words, text = command_of(line)
  if not id then return nil end
  local sign, answer = obey(self, name, words, text)
  return ("%s%s %s\n\n"):format(sign, id, answer)
end

--- The answer to a line with this beginning that is not executed, for a reason; nil: it is a
--- comment.
function Engine.refuse(_, line, why)
  if line:find "^%s*#" then return nil end
  return ("?%s %s\n\n"):format(line:match "^%s*(%d+)%s" or "", why)
end

--- Closes the bot.
function Engine:close() self.table:close() end

Engine.__close = Engine.close

-- The initial rules, with the start cells that other engines use, unless they are set.
local function rules_of(given)
  local info, options = tesela.game(given.game), tables.copy(given.options)
  if info.name == "blokus" or info.root == "blokus" then
    options.corners = options.corners or "fixed"
  end
  return tesela.rules(given.game, options, given.terms)
end

--- An engine for a game, { game =, options =, terms = for tesela.rules }: a bot with a budget and a
--- seed.
function M.new(given, bot, budget, seed)
  local rules = rules_of(given)
  local self = setmetatable({ table = boards.new(rules, bot, budget, seed),
    options = rules.options }, Engine)
  self:use(rules)
  return self
end

--- The names of its commands.
function M.commands() return tables.keys(commands) end

return M
