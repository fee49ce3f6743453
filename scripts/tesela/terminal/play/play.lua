-- tesela.play: opens a game at the terminal; game_session.lua plays it.
--
-- Every fault of the arguments is found before anything is shown, and raised as one message
-- at the place of the call.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local budget = require "tesela.bots.search_budget"
local players = require "tesela.seats.seat"
local cli = require "tesela.cli.cli"
local clocks = require "tesela.base.clocks"
local folder = require "tesela.folder"
local games = require "tesela.rules.games"
local interrupt = require "tesela.interrupt"
local curtain = require "tesela.terminal.play.curtain"
local registry = require "tesela.base.registry"
local kept = require "tesela.terminal.play.kept_games"
local loop = require "tesela.turns.game_loop"
local levels = require "tesela.levels"
local pace = require "tesela.terminal.play.opponent_level"
local results = require "tesela.analysis.analysis_result"
local seeds = require "tesela.base.seeds"
local session = require "tesela.terminal.play.game_session"
local show = require "tesela.terminal.dialogue.show_values"

local M = {}

local NAME = "tesela.play"
local WANTED = "expected the name of a game, rules, a state or a table"

local OPTIONS = {
  "rules", "state", "record", "set", "bot", "seat", "seed", "iterations",
  "seconds", "level", "clock", "ponder", "threads", "trusted", "programs", "limit",
}

local FIRST_LEVEL = 4 -- the default of bots that have levels

local function fail(form, ...) arguments.fail(NAME, form, ...) end

-- ---- the arguments ----

-- The meaning of the first argument in the table of options.
local function named(what)
  local kind = arguments.kind(what)
  if kind == "string" then
    return what:find "^%s*{" and { record = what } or { rules = what }
  end
  if kind == "tesela.state" then return { state = what } end
  if kind == "table" then return what end
  if kind:find "^tesela%." then return { rules = what } end
  fail(WANTED)
end

local function joined(what, more)
  if more ~= nil then arguments.table(NAME, more) end
  local options = {}
  for _, given in ipairs { more or {}, named(what) } do
    tables.copy(given, options)
  end
  if not (options.rules or options.state or options.record) then
    fail(WANTED)
  end
  return options
end

-- One seat, or a list of them.
local function check_seats(options, rules)
  if type(options.seat) ~= "table" then
    return arguments.whole(NAME, options, "seat", 0, rules.seats)
  end
  for i in ipairs(options.seat) do
    arguments.whole(NAME, { seat = options.seat[i] }, "seat", 1, rules.seats)
  end
end

local function check(options, rules)
  check_seats(options, rules)
  arguments.member(NAME, options, "trusted", "boolean")
  arguments.member(NAME, options, "programs", "boolean")
  arguments.whole(NAME, options, "seed", 0, arguments.SEED_MAX)
  pace.check(NAME, options)
  local other = pace.beside_level(options)
  if other then fail("level: not together with %s", other) end
end

-- ---- the game ----

local function named_rules(options)
  arguments.member(NAME, options, "set", "table")
  if arguments.is_game(options.rules) then
    return tesela.rules(options.rules, options.set,
      { trusted = options.trusted, limit = options.limit })
  end
  for _, name in ipairs { "set", "limit" } do
    if options[name] then fail("%s: only with the name of a game", name) end
  end
  arguments.member(NAME, options, "rules", "tesela.rules", not options.state)
  return options.rules
end

-- A resumed game has its rules: a name only says which game it is.
local function rules_of(options)
  arguments.member(NAME, options, "state", "tesela.state")
  local rules, state = named_rules(options), options.state
  if not (state and rules) then return rules or state.rules end
  local exact = options.set or type(options.rules) ~= "string"
  local text = exact and tostring or function(r) return r.name end
  if text(rules) ~= text(state.rules) then
    fail("%s: it is a game of %s, not of %s", options.record and "record" or "state",
      text(state.rules), text(rules))
  end
  return state.rules
end

-- The times and notes in the record of a game, and its clock. Notes written by an analysis are left
-- out, since the analysis contains them, and so are members unknown to our records.
local function log_of(line)
  local log = { seconds = {}, values = {}, notes = {}, clock = {} }
  local record = line and tesela.decode(results.plain(line)) or {}
  for key, value in pairs(record) do
    local ply = math.tointeger(tonumber(key:match "^note (%d+)$"))
    if ply and ply <= #record.moves and type(value) == "string" then
      log.notes[ply] = value
    elseif key == "clock" then
      log.clock = type(value) == "table" and value or log.clock
    end
  end
  log.seconds, log.values = loop.kept(record)
  return log, clocks.read(record.control) and record.control or nil
end

-- The time that each mover had left, as far as the record contains it.
local function seconds_left(list)
  for ply, left in pairs(list) do
    if type(left) ~= "number" or left < 0 then list[ply] = nil end
  end
  return list
end

-- The clock of a resumed game: the one given, or that of the record.
local function clock_of(self, text)
  if not text then return nil end
  self.log.clock = seconds_left(self.log.clock)
  local clock, seats = clocks.new(text, self.rules.seats), {}
  for ply = 1, #self.states - 1 do seats[ply] = self.states[ply].seat end
  clock:restore(seats, self.log.clock)
  return clock
end

-- All positions from the beginning of a game to a state.
local function states_to(state)
  if state.viewer then fail "state: expected a game, got a view" end
  local states = { assert(tesela.replay(state:record(), 0, state.rules)) }
  for i, move in ipairs(state:history()) do
    states[i + 1] = states[i]:copy():play(move)
  end
  return states
end

local function seat_bot(self, bot, seat, level)
  self.levels = levels.count(bot, self.rules)
  level = level and math.min(level, self.levels)
  local player, why = players.player(bot, self.rules, { iterations = self.iterations,
    seconds = self.seconds, level = level, must = level ~= nil, clock = true,
    threads = level and 1 or self.threads, control = self.clock and self.clock.controls[seat] })
  if not player then fail("bot %s: %s", bot.name, why) end
  if level then player.name = ("%s level %d"):format(player.name, level) end
  self.players[seat], self.level = player, level
  local ok, fault = player:begin(self.states[1], seat, self.seeds[seat])
  if not ok then fail("%s", bots.said(bot.name, fault.message)) end
end

-- The level at which a bot plays; nil: none is given, and it has no levels.
local function level_of(bot, options)
  if pace.is_said(options) then return options.level end
  return bot.levels and FIRST_LEVEL or nil
end

local function seat_bots(self, options)
  if options.bot == "none" then return end
  bots.permit(options.bot, options.programs)
  local bot = bots.bot(options.bot == nil and "expert" or options.bot,
    { trusted = options.trusted })
  local own, mine = options.seat or 1, {}
  for _, seat in ipairs(type(own) == "table" and own or { own }) do
    mine[seat] = true
  end
  for seat = 1, self.rules.seats do
    if not mine[seat] then seat_bot(self, bot, seat, level_of(bot, options)) end
  end
  self.seat_bot = function(seat, level) seat_bot(self, bot, seat, level) end
end

local function state_of(options)
  if not options.record then return options.state end
  if type(options.record) ~= "string" then
    arguments.expected(NAME, "record: a line of JSON", options.record)
  end
  local state, why = tesela.replay(options.record)
  return state or fail("record: %s", why)
end

local function has_query(game, name)
  for _, query in ipairs(game.queries) do
    if query.name == name then return true end
  end
  return false
end

--- The identity of a bot, independent of the working directory: its name, the path of its
--- file from the root, or its command; nil: it has no file.
function M.lasting_bot(bot)
  if bot == nil then return "expert" end
  if type(bot) ~= "string" then return nil end
  if bots.is_program(bot) or not bots.is_path(bot) then return bot end
  return folder.real(bot)
end

-- The identity of rules; nil: they exist only in this session.
local function name_of(rules)
  local path = games.path(rules.name)
  if path and path ~= registry.path("games", rules.name) then
    return folder.real(path)
  end
  for _, name in ipairs(tesela.games()) do
    if name == rules.name then return name end
  end
end

-- The given options that are needed to resume the game later; nil: it cannot be resumed.
local function setup_of(rules, options)
  local name = name_of(rules)
  if not name then return nil end
  return pace.copy(options, { rules = name, bot = M.lasting_bot(options.bot),
    trusted = options.trusted, limit = options.limit })
end

-- The analysis in the record of a finished game, or nil.
local function judged_of(self, line)
  if not line or self.rules.seats < 2 or not self:over() then return nil end
  return analysis.stored(line, { rules = self.rules })
end

-- Only the options of play are allowed; those of the game are in a table, `set`.
local function check_names(options)
  local own = {}
  for _, name in ipairs(OPTIONS) do own[name] = true end
  local known, game = interrupt.try(tesela.game, options.rules)
  for _, option in ipairs(known and game.options or {}) do
    local name = option.name
    if options[name] ~= nil and not own[name] then
      fail("%s is an option of %s: set = { %s = ... }", name, game.name, name)
    end
  end
  arguments.names(NAME, options, OPTIONS)
end

--- A game before its first move, from the arguments of play. If the bot cannot play it,
--- `refused(message)` is called, if given, before the error is raised.
function M.open(what, more, refused)
  local options = joined(what, more)
  check_names(options)
  options.state = state_of(options)
  local rules = rules_of(options)
  check(options, rules)
  local seed = options.seed or seeds.fresh()
  local game = tesela.game(rules.name)
  local log, control = log_of(options.record)
  local iterations, seconds = budget.waiting(rules, options.iterations, options.seconds)
  local self = session.new {
    rules = rules, game = game, hidden = game.hidden, seed = seed,
    explains = has_query(game, "explain"),
    iterations = iterations, seconds = seconds, ponder = options.ponder,
    threads = budget.threads { threads = options.threads, seconds = options.seconds,
      clock = options.clock or control, ponder = options.ponder },
    states = states_to(options.state or rules:start(seed)),
    log = log, setup = setup_of(rules, options),
  }
  self.clock = clock_of(self, options.clock or control)
  local ok, why = pcall(seat_bots, self, options)
  if ok then
    self.judged = judged_of(self, options.record)
    return self
  end
  self:close()
  if refused and not interrupt.pending() then refused(why) end
  error(why, 0)
end

-- The files of kept games, by the states that play has returned.
local kept_as = setmetatable({}, { __mode = "k" })

-- The session prints the results of play: while hands are hidden, only what the screen has shown.
local function veil(self, state, record)
  if not self.hidden or self:over() or self:people() == 0 then return end
  show.veil(state, curtain.hangs(self)
    and "a game with hidden hands: view(SEAT) of it shows one"
    or self:eyes())
  show.veil(record, "its record, with all hands")
end

local function farewell(self)
  self.say "To continue: play(s), where s is the state that play returned (or _)."
end

--- Plays at the terminal. `what` is the name of a game, rules, a state or a record to continue, or
--- a table that also contains the options. These are `set` (the options of a game given by name),
--- `bot` (a name, path, function or table; "none": people only; default expert), `seat` (yours, or
--- a list of all people's seats; 0: none; the bot has the rest), `seed`, `level` or `iterations`
--- and `seconds` (the bot's budget), `clock` (for all players) and `threads` (of its searches).
--- Returns the last state and the record of the game as a line of JSON.
function M.play(what, options)
  local ok, self = pcall(M.open, what, options)
  if not ok then
    interrupt.pass()
    arguments.raise(cli.plain(self))
  end
  local again = joined(what, options)
  while true do
    local game <close> = self
    game.farewell = farewell
    local name = again.state and kept_as[again.state]
    game.kept = name and kept.open(name)
    game:greet()
    game:loop()
    if not game.again then
      local state, record = game:last(), game:record()
      veil(game, state, record)
      kept_as[state] = game.kept and game.kept.name
      return state, record
    end
    again = game:once_more(again)
    self = M.open(again)
  end
end

return M
