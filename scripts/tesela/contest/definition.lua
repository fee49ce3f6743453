-- The definition of a tournament: written by a user, checked and completed, and written to its
-- file.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local adjudicate = require "tesela.turns.adjudicate"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local budgets = require "tesela.bots.search_budget"
local combinations = require "tesela.contest.schedule.combinations"
local formats = require "tesela.contest.formats"
local interrupt = require "tesela.interrupt"
local shape = require "tesela.bots.shape"
local suite = require "tesela.contest.schedule.opening_suite"
local clean = require "tesela.text".clean

local M = {}

local NAME = "tesela.tournament"

-- ---- the members of a definition ----------------------------------------------

local function fail(form, ...) arguments.fail(NAME, form, ...) end

local function expected(key, what, value)
  fail("%s: expected %s, got %s", key, what, arguments.shown(value))
end

local function whole(key, value, least, most)
  return arguments.integer(value, least, most)
    or expected(key, ("a whole number in %d..%d"):format(least, most), value)
end

-- 1.0 becomes 1: the tournament is the same.
local function plain(number) return math.tointeger(number) or number end

local LEAST = 2 -- of a bot, in MB: a sandbox and some memory to play with

-- Numbers for which `fits` is true, described by `what`.
local function of_numbers(what, fits)
  return function(key, value)
    if type(value) ~= "number" or not fits(value) then expected(key, what, value) end
    return plain(value)
  end
end

local megabytes = of_numbers(("a number of MB, %d or more"):format(LEAST), function(x)
  return x >= LEAST and x < 1 << 40
end)

local positive = of_numbers("a number above 0", function(x)
  return x > 0 and x < math.huge
end)

-- The values that tesela.bot accepts for a program.
local amount = of_numbers(arguments.AN_AMOUNT, arguments.is_amount)

local function flag(key, value)
  if type(value) ~= "boolean" then expected(key, "true or false", value) end
  return value
end

-- A definition is written to the file of games, which is JSON.
local function in_utf8(key, what, value)
  if utf8.len(value) then return value end
  fail("%s: expected %s in UTF-8, got %s", key, what, clean(value))
end

local function text(key, value)
  if type(value) ~= "string" then expected(key, "a string", value) end
  return in_utf8(key, "text", value)
end

-- A name is cleaned before any use.
local function any_text(key, value)
  return type(value) == "string" and value or text(key, value)
end

local function of_words(words)
  return function(key, value)
    for _, word in ipairs(words) do
      if value == word then return value end
    end
    expected(key, "one of " .. table.concat(words, ", "), value)
  end
end

local function of_range(least, most)
  return function(key, value) return whole(key, value, least, most) end
end

-- The members of a table, each read by its function; others are refused.
local function members(where, given, readers)
  if type(given) ~= "table" then
    expected(where == "" and "the definition" or where, "a table", given)
  end
  local read, prefix = {}, where == "" and "" or where .. "."
  for _, name in ipairs(tables.keys(given)) do
    if not readers[name] then
      fail("%s%s", where == "" and "" or where .. ": ",
        arguments.unknown("member", name, tables.keys(readers)))
    end
    read[name] = readers[name](prefix .. name, given[name])
  end
  return read
end

local function elo(key, value)
  if type(value) ~= "number" or value ~= value or math.abs(value) > 4000 then
    expected(key, "an Elo difference in -4000..4000", value)
  end
  return value
end

local risk = of_numbers("a probability of at least 1e-9 and below 0.5", function(x)
  return x >= 1e-9 and x < 0.5
end)

local likely = of_numbers("a probability above 0.5 and below 1", function(x)
  return x > 0.5 and x < 1
end)

local NORMALIZED = 200 -- the largest nElo of a test

-- A sequential test { elo0 =, elo1 =, alpha =, beta =, model = } with its defaults.
local function sprt(key, value)
  local test = members(key, value, { elo0 = elo, elo1 = elo, alpha = risk,
    beta = risk, model = of_words { "pentanomial", "trinomial", "normalized" } })
  test.elo0, test.elo1 = test.elo0 or 0, test.elo1 or 5
  test.alpha, test.beta = test.alpha or 0.05, test.beta or 0.05
  test.model = test.model or "pentanomial"
  if test.elo0 >= test.elo1 then
    fail("%s: expected elo0 below elo1, got %s and %s", key, test.elo0, test.elo1)
  end
  for _, name in ipairs { "elo0", "elo1" } do
    if test.model == "normalized" and math.abs(test[name]) > NORMALIZED then
      expected(key .. "." .. name, ("normalized Elo in -%d..%d"):format(NORMALIZED,
        NORMALIZED), test[name])
    end
  end
  return test
end

local function has_items(value)
  for name in pairs(value) do
    if math.type(name) == "integer" then return true end
  end
  return false
end

-- A list must have no other members, and no holes.
local function list_only(key, value)
  for name in pairs(value) do
    if math.type(name) ~= "integer" or name < 1 then
      fail("%s: expected a list and nothing else, got the member %s", key,
        type(name) == "string" and clean(name) or arguments.shown(name))
    end
  end
  if arguments.is_list(value) then return end
  local missing = 1
  while value[missing] ~= nil do missing = missing + 1 end
  fail("%s[%d]: expected an item, got nothing", key, missing)
end

local function openings(key, value)
  if type(value) == "string" then return text(key, value) end
  if type(value) == "table" and has_items(value) then
    list_only(key, value)
    local list = {}
    for i, moves in ipairs(value) do
      list[i] = text(("%s[%d]"):format(key, i), moves)
    end
    return list
  end
  local random = members(key, value, { plies = of_range(1, 1000) })
  if not random.plies then
    expected(key, "{ plies = N }, a suite or a list of openings", value)
  end
  return random
end

-- A number above 0 and below 1/2.
local below_half = of_numbers("a number above 0 and below 0.5", function(x)
  return x > 0 and x < 0.5
end)

-- A table of some members, with defaults.
local function filled(readers, defaults)
  return function(key, value)
    local read = members(key, value, readers)
    for name, usual in pairs(defaults) do
      if read[name] == nil then read[name] = usual end
    end
    return read
  end
end

local resign = filled({ value = below_half, moves = of_range(1, 1000) },
  adjudicate.RESIGN)
local draw = filled({ within = below_half, moves = of_range(1, 1000),
  after = of_range(0, 1 << 31) }, adjudicate.DRAW)

local BUDGET = { seconds = amount, iterations = of_range(1, 1 << 53),
  level = of_range(1, 9), clock = any_text, limit = amount }

local function budget(key, value)
  local read = members(key, value, BUDGET)
  arguments.clock(("%s: %s"):format(NAME, key), read)
  return read
end

-- ---- bots -------------------------------------------------------------------

-- The name of a bot, found without running its file.
local function name_of(bot)
  if bots.is_program(bot) then return bots.program(bot).name end
  if type(bot) == "string" then
    return bot:match "([^/]*)%.lua$" or bot:match "([^/]+)$" or bot
  end
  return type(bot) == "table" and type(bot.name) == "string" and bot.name or "bot"
end

local function is_bot(value)
  return type(value) == "string" or type(value) == "function"
    or type(value) == "table" and type(value.choose) == "function"
end

local function check_spelling(key, bot)
  local misspelt = shape.misspelt(bot)
  if misspelt then fail("%s: %s", key, misspelt) end
end

local function bot_value(key, value)
  if type(value) == "string" then return in_utf8(key, "a name or a path", value) end
  if is_bot(value) then return value end
  check_spelling(key, value)
  expected(key, "a name, a path, a function or a table with choose", value)
end

-- Values for the parameters of a bot; they are checked against its declarations when it plays.
local function parameters(key, value)
  if type(value) ~= "table" then expected(key, "a table of numbers", value) end
  local read = {}
  for name, number in pairs(value) do
    if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
      fail("%s: expected names of parameters, got %s", key, arguments.shown(name))
    elseif type(number) ~= "number" or number ~= number or math.abs(number) == math.huge then
      expected(("%s.%s"):format(key, name), "a number", number)
    end
    read[name] = plain(number)
  end
  return next(read) and read or nil
end

-- (reuse, start, memory and cpu are for programs: bots.lua. source, modules: the hashes of its file
-- and of the modules from elsewhere. out: only in files that grew, see later_games.lua.)
local BOT = setmetatable({ name = any_text, bot = bot_value, reuse = flag, start = amount,
    memory = amount, cpu = amount, parameters = parameters, level = BUDGET.level,
    iterations = BUDGET.iterations, seconds = BUDGET.seconds, clock = BUDGET.clock },
  { __index = { source = text, modules = text, out = flag } })

--- The name of a bot that has a budget of its own: "expert level 3".
function M.name(name, bot)
  local words = budgets.words(bot)
  return #words > 0 and name .. " " .. table.concat(words, ", ") or name
end

-- A bot that is a value (a function, a table with choose) cannot be written to a file: only its
-- name is.
local function bot_of(key, given)
  if is_bot(given) then given = { bot = given } end
  if type(given) == "table" then check_spelling(key, given) end
  local bot = type(given) == "table" and members(key, given, BOT)
  if not bot or bot.bot == nil and bot.name == nil then
    expected(key, "a bot: a name, a path, a function or { name =, bot = }", given)
  end
  local value = bot.bot
  if bot.parameters and bots.is_program(value) then
    fail("%s: parameters: a program has none", key)
  end
  arguments.clock(("%s: %s"):format(NAME, key), bot)
  bot.name = clean(bot.name or M.name(name_of(value), bot))
  if type(value) ~= "string" then bot.bot = nil end
  return bot, value
end

-- Bots of the same name get numbers: "random", "random (2)".
local function distinct(list)
  local seen = {}
  for _, bot in ipairs(list) do
    local name, n = bot.name, 1
    while seen[name] do
      n = n + 1
      name = ("%s (%d)"):format(bot.name, n)
    end
    seen[name], bot.name = true, name
  end
end

local function read_bots(given)
  if type(given) ~= "table" then expected("bots", "a list of bots", given) end
  list_only("bots", given)
  if rawlen(given) < 2 or rawlen(given) > 1000 then
    fail("bots: expected 2 to 1000 bots, got %d", rawlen(given))
  end
  local list, values = {}, {}
  for i, bot in ipairs(given) do -- a value may be nil: then there is only its name
    list[i], values[i] = bot_of(("bots[%d]"):format(i), bot)
  end
  distinct(list)
  return list, values
end

-- ---- the whole --------------------------------------------------------------

local function as_is(_, value) return value end

local function any_table(key, value)
  if type(value) ~= "table" then expected(key, "a table", value) end
  return value
end

-- How openings are drawn. In definitions without a version, those of a list come in order, and
-- random plies may end the game. In version 2 each pass through a list has its own random order,
-- and random plies are drawn again until the game continues.
local OPENINGS_VERSION = 2

-- Members that this file writes into a definition, and users must not. (own: built-in bots play
-- without sandboxes; alike: there is no deal, so all games begin alike before their openings.)
local WRITTEN = { game = text, title = text, seats = as_is, source = text, own = flag,
  grown = any_table, alike = flag,
  openings_version = of_range(OPENINGS_VERSION, OPENINGS_VERSION) }

local readers = setmetatable({
  name = text, rules = as_is, options = as_is, bots = as_is,
  format = of_words(formats.names()),
  rounds = of_range(1, 1000),
  games = of_range(1, 1 << 31), time = positive, sprt = sprt, decided = likely,
  openings = openings, seed = of_range(0, arguments.SEED_MAX), budget = budget,
  max_plies = of_range(1, 1 << 31), resign = resign, draw = draw, workers = of_range(1, 1 << 10),
  trusted = function(key, value) return flag(key, value) or nil end,
  memory = megabytes,
}, { __index = WRITTEN })

-- Did normalise write this definition?
local function is_written(given)
  return type(given.game) == "string" and type(given.title) == "string"
    and math.type(given.seats) == "integer"
end

-- In a user's definition these are mistakes.
local function check_own_members(given)
  if type(given) ~= "table" or is_written(given) then return end
  for _, name in ipairs(tables.keys(WRITTEN)) do
    if given[name] ~= nil then
      fail("%s", arguments.unknown("member", name, tables.keys(readers)))
    end
  end
end

local function rules_of(given)
  local rules = given.rules
  if rules == nil then fail "rules: expected a game, its path or its rules" end
  if arguments.kind(rules) == "tesela.rules" then
    if given.options then fail "options: the rules already have their own" end
    return rules, rules.name
  end
  local is_game = arguments.kind(rules) == "tesela.game"
  if not is_game then text("rules", rules) end
  local ok, opened = interrupt.try(tesela.rules, rules, given.options,
    { trusted = given.trusted })
  if not ok then fail("rules: %s", (tostring(opened):gsub("^tesela%.rules: ", ""))) end
  return opened, is_game and opened.name or rules
end

-- The openings of a suite, which is read now, because the file of games contains them.
local function listed_openings(given, rules)
  if type(given) ~= "string" then return given end
  local ok, list = interrupt.try(suite.read, given, rules)
  if not ok then fail("openings: %s", list) end
  return list
end

local DEALS = 8

--- Do all games begin alike? Rules that fail are reported when they play.
function M.begin_alike(rules)
  local ok, first = interrupt.try(rules.start, rules, 0)
  for seed = 1, ok and DEALS or 0 do
    local again, other = interrupt.try(rules.start, rules, seed)
    ok = ok and again and other == first
  end
  return ok or nil
end

local SEATS = 8 -- the most seats of a game

-- A sequential test needs two bots at two seats.
local function check_sprt(def)
  if def.seats == 2 and #def.bots == 2 then return end
  fail("sprt: expected a match of two bots in a game for two, got %d in a game for %d",
    #def.bots, def.seats)
end

local function check_tests(def, format)
  if def.sprt then check_sprt(def) end
  if def.sprt and format.stages then fail("sprt: a test needs a match, not a %s", def.format) end
  if def.decided and (not format.has_places or def.sprt) then
    fail("decided: expected a round robin without sprt")
  end
end

local function check_format(def)
  local format = formats.of(def)
  if def.rounds and not format.has_rounds then
    fail("rounds: only a swiss has rounds, not a %s", def.format)
  end
  if def.seats < 2 then
    fail("rules: expected two seats or more, but %s has %d", def.game, def.seats)
  end
  check_tests(def, format)
  local early = def.resign and "resign" or def.draw and "draw"
  if early and def.seats ~= 2 then
    fail("%s: expected a game for two, got one for %d", early, def.seats)
  end
  local wrong = format.check and format.check(def)
  if wrong then fail("%s", wrong) end
  if not format.stages and formats.groups(def) > combinations.MOST then
    fail("bots: %d bots at %d seats make more than %d groups", #def.bots, def.seats,
      combinations.MOST)
  end
end

--- The definition of a tournament as a plain table of strings, numbers and lists, with all defaults
--- filled in; and the values that could not be written as such, { rules =, bots = {...} }. Raises
--- a one-line message if it is wrong. The result is itself a valid argument.
function M.normalise(given)
  check_own_members(given)
  local def = members("", given, readers)
  local rules, name = rules_of(given)
  local source = tesela.game(rules).source -- of a game in Lua
  if def.source and def.source ~= source then
    fail("rules: %s has changed since the definition was made", name)
  end
  def.rules, def.game, def.source = name, rules.name, source
  def.options, def.seats, def.alike = rules.options, rules.seats, M.begin_alike(rules)
  def.openings = listed_openings(def.openings, rules)
  if def.openings and not is_written(given) then def.openings_version = OPENINGS_VERSION end
  def.title = def.title or tostring(rules) -- with the given options
  local values
  def.bots, values = read_bots(given.bots)
  def.format = def.format or (#def.bots == 2 and "match" or "roundrobin")
  def.seed = def.seed or 0
  def.budget = def.budget or {}
  local format = formats.of(def)
  if format.stages then
    def.games = def.games or def.seats
  elseif not (def.games or def.sprt or def.time) then
    def.games = 100
  end
  check_format(def)
  if format.complete then format.complete(def) end
  return def, { rules = rules, bots = values }
end

-- ---- a definition in a file -------------------------------------------------

local function written_bots(given)
  local names = {}
  for i, bot in ipairs(type(given) == "table" and given or {}) do
    names[i] = type(bot) == "table" and bot.name
  end
  local list = read_bots(given)
  for i, bot in ipairs(list) do
    if bot.name ~= names[i] then
      fail("bots[%d]: expected { name =, ... }, each name once", i)
    end
  end
  return list
end

local function word(value)
  return type(value) == "string" or math.type(value) == "integer"
end

local function written_options(given)
  if type(given) ~= "table" then expected("options", "a table", given) end
  for name, value in pairs(given) do
    local good = type(name) == "string"
      and (word(value) or arguments.is_list(value))
    for _, item in ipairs(type(value) == "table" and value or {}) do
      good = good and math.type(item) == "integer"
    end
    if not good then fail "options: expected strings, whole numbers or lists of whole numbers" end
  end
  return given
end

--- A definition written by normalise and read from a file: the game is not looked up. Raises a
--- one-line message if it is invalid.
function M.read(given)
  local def = members("", given, readers)
  def.rules, def.game = text("rules", given.rules), text("game", given.game)
  def.title = text("title", given.title)
  def.seats = whole("seats", given.seats, 2, SEATS)
  def.options, def.bots = written_options(given.options), written_bots(given.bots)
  def.seed, def.budget = def.seed or 0, def.budget or {}
  if type(def.openings) == "string" then expected("openings", "a list", def.openings) end
  if not def.format then expected("format", "match, roundrobin or gauntlet", nil) end
  check_format(def)
  local format = formats.of(def)
  if format.stages and not def.games then expected("games", "a number", nil) end
  if format.has_rounds and not def.rounds then expected("rounds", "a number", nil) end
  return def
end

-- ---- budgets ----------------------------------------------------------------

--- The budget of a bot by its number, completed from the definition's. A bot with iterations,
--- seconds or a clock of its own takes only the level from there.
function M.budget(def, index)
  local bot, budget_of = def.bots[index], {}
  local own = bot.iterations or bot.seconds or bot.clock
  for name in pairs(BUDGET) do
    local usual = (name == "level" or not own) and def.budget[name] or nil
    budget_of[name] = bot[name] or usual
  end
  return budget_of
end

--- Does time affect the games: has any bot a budget in seconds, or a clock?
function M.is_timed(def)
  for index = 1, #def.bots do
    local budget_of = M.budget(def, index)
    if budget_of.seconds or budget_of.clock then return true end
  end
  return false
end

return M
