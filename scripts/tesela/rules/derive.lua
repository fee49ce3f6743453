-- tesela.derive and tesela.define: a game from a table. Every error in the table is found here, by
-- name; bindings/luagames/call/lmake.c makes the game.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local board = require "tesela.rules.board"
local first_sources = require "tesela.rules.first_sources"
local games = require "tesela.rules.games"
local hash = require "tesela.base.hash"
local interrupt = require "tesela.interrupt"
local make = require "tesela.make"
local kit = require "tesela.rules.blokus_kit"
local secret = require "tesela.rules.hidden_fields"
local shown = require "tesela.shown"
local source = require "tesela.base.source"

local M = {}

local HOOKS = {
  "start", "moves", "apply", "over", "result", "print", "draw", "hide", "tell", "estimate",
  "policy", "why",
}
local CELLS_MAX = 4096 -- of all fields together, as in bindings/luagames/lgame.h
local OPTION = { "default", "min", "max", "or_zero", "words", "doc" }
local TEXTS = { "title", "summary", "notation" }

-- The members of a table that are not functions, and their types.
local MEMBERS = {
  name = "string", title = "string", summary = "string", notation = "string",
  options = "table", endings = "table", fields = "table",
  seat_names = "table", chance = "boolean", iterations = "number", measures = "table",
  swap = "boolean", weights = "string", levels = "string",
}
-- Members only for whole games, only for derived games, and only for games derived from certain
-- ones: the members of `data`, which a function writes for the game in C.
local WHOLE = { seats = true, keep = "function", pick = "function", parts = "table",
  position = "function", read_position = "function", board = "table", pieces = "table",
  moves = true, start = true, former = "table" }
local DERIVED = { keep = "function", keep_by = true }
local DATA = { blokus = kit }
-- The parts of each game, for games derived from it.
local parts_of = setmetatable({}, { __mode = "k" })
-- By the name of a game: its measures, and the time limit of a function.
local measures_of = {}

local fail = arguments.fail

-- ---- the parts of a table ----

local DEEPEST = 8

-- A deep copy of a table as its author has written it, so that later changes to the
-- original have no effect.
local function taken_down(what, value, depth)
  if type(value) ~= "table" then return value end
  if getmetatable(value) ~= nil then
    fail(what, "expected tables without metatables")
  end
  if depth > DEEPEST then fail(what, "expected tables that do not contain themselves") end
  local copy = {}
  for key, member in next, value do copy[key] = taken_down(what, member, depth + 1) end
  return copy
end

local function check_members(what, t, whole, data)
  local wanted = {}
  for _, name in ipairs(HOOKS) do wanted[name] = "function" end
  for _, all in ipairs { MEMBERS, data or {}, whole and WHOLE or DERIVED } do
    tables.copy(all, wanted)
  end
  arguments.names(what, t, tables.keys(wanted), "member")
  for _, name in ipairs(tables.keys(t)) do
    if wanted[name] ~= true and type(t[name]) ~= wanted[name] then
      fail(what, "%s: expected a %s, got %s", name, wanted[name], arguments.shown(t[name]))
    end
  end
end

-- The name in the table, or that of the file.
local function name_of(what, t)
  local name = t.name
  local from_file = not name and games.loading ~= nil
  if from_file then name = games.loading.path:match "([^/]+)%.lua$" end
  if not name then fail(what, "name: expected a name for the game") end
  if not name:match "^%a[%w_]*$" or #name > 40 then
    fail(what, "name %s: expected a letter, then letters, digits and _, 40 at most%s", name,
      from_file and " (it is the file's; name = \"...\" gives another)" or "")
  end
  for _, builtin in ipairs(games.built_in()) do
    if builtin == name then
      fail(what, "name %s: a game in C already uses this name; choose another", name)
    end
  end
  local why = games.refused(name)
  if why then fail(what, "name %s: %s", name, why) end
  return name
end

local function integer(what, member, value)
  if math.type(value) ~= "integer" or value < -(1 << 31)
    or value >= 1 << 31 then
    fail(what, "%s: expected a whole number of 32 bits, got %s", member,
      arguments.shown(value))
  end
  return value
end

-- Texts for people appear on terminals: `keep` are the control characters that they may contain.
local function check_clean(what, member, value, keep)
  if shown.clean(value, keep) ~= value then
    fail(what, "%s: expected text in UTF-8 without control characters", member)
  end
end

-- A list of strings.
local function texts_of(what, member, list, pattern)
  local copy = {}
  for i, text in ipairs(list or {}) do
    if type(text) ~= "string" or not text:match(pattern) then
      fail(what, "%s[%d]: expected a word, got %s", member, i, arguments.shown(text))
    end
    check_clean(what, ("%s[%d]"):format(member, i), text)
    copy[i] = text
  end
  return list and copy
end

-- The endings added to those of the game below, whose names may be repeated.
local function endings_of(what, t, below)
  local names = t.board and board.endings(t.endings) or t.endings
  local list = texts_of(what, "endings", names, "^%g[%g ]*$")
  local seen, new = {}, {}
  for i, ending in ipairs(list or {}) do
    if seen[ending] then fail(what, "endings[%d]: %s: it occurs twice", i, ending) end
    seen[ending] = true
  end
  for _, ending in ipairs(below and below.endings or {}) do seen[ending] = nil end
  for _, ending in ipairs(list or {}) do
    if seen[ending] then new[#new + 1] = ending end
  end
  return new
end

-- The parts of a range: "1..99", "1..9 or 0", "any|fixed", "3 of 0..16".
local function parsed(option)
  local least, most = option.range:match "(%-?%d+)%.%.(%-?%d+)"
  local words = {}
  if not least then
    for word in option.range:gmatch "[^|]+" do words[#words + 1] = word end
  end
  return {
    name = option.name, range = option.range, default = option.default,
    min = math.tointeger(least), max = math.tointeger(most),
    or_zero = option.range:find " or 0$", words = not least and words or nil,
  }
end

-- Is the default in the range, or 0 if that is also allowed?
local function check_default(what, new, or_zero)
  local value = new.default
  if value >= new.min and value <= new.max or or_zero and value == 0 then return end
  fail(what, "options.%s: expected a default in %d..%d, got %d", new.name, new.min,
    new.max, value)
end

-- The index of the default word.
local function changed_word(what, old, given)
  if given.min or given.max then
    fail(what, "options.%s: it is one of %s and has no range", old.name, old.range)
  end
  local at
  for i, word in ipairs(old.words) do
    if word == given.default then at = i - 1 end
  end
  return at or fail(what, "options.%s: expected one of %s, got %s", old.name, old.range,
    arguments.shown(given.default))
end

local function changed_list(what, old, given)
  local name = old.name
  if type(given.default) ~= "table" or rawlen(given.default) ~= #old.default then
    fail(what, "options.%s: expected a list of %d whole numbers", name, #old.default)
  end
  local values = {}
  for i = 1, #old.default do
    values[i] = integer(what, "options." .. name, given.default[i])
    if values[i] < old.min or values[i] > old.max then
      fail(what, "options.%s: expected numbers in %s", name, old.range)
    end
  end
  return values
end

local function set_range(what, new, old, given)
  local name = new.name
  new.min = integer(what, "options." .. name .. ".min", given.min or old.min)
  new.max = integer(what, "options." .. name .. ".max", given.max or old.max)
  if new.min < old.min or new.max > old.max or new.min > new.max then
    fail(what, "options.%s: expected a range within %s, got %d..%d", name,
      old.range, new.min, new.max)
  end
  new.default = integer(what, "options." .. name, given.default or old.default)
  check_default(what, new, old.or_zero)
end

-- A changed option of the game below: its range may only become narrower, because the game in C
-- relies on it.
local function changed_option(what, old, given)
  local plain = type(given) ~= "table" or given[1] ~= nil
  if plain then given = { default = given } end
  local new = { name = old.name, doc = given.doc }
  if old.words then
    new.default = changed_word(what, old, given)
  elseif type(old.default) == "table" then
    new.default = changed_list(what, old, given)
  else
    set_range(what, new, old, given)
  end
  return new
end

local WORD_MOST = 40 -- letters

local function set_words(what, new, given)
  local name = new.name
  if type(given.words) ~= "table" or not given.words[1] then
    fail(what, "options.%s: words: expected a list of words", name)
  end
  local words = texts_of(what, "options." .. name .. ".words", given.words, "^[%w_-]+$")
  new.words = table.concat(words, "|")
  for i, word in ipairs(words) do
    if #word > WORD_MOST then
      fail(what, "options.%s.words[%d]: expected a word of at most %d letters, got %d", name,
        i, WORD_MOST, #word)
    end
    if word == (given.default or words[1]) then new.default = i - 1 end
  end
  if not new.default then
    fail(what, "options.%s: the default is not among the words", name)
  end
end

local NUMBERS_MOST = 4 -- in a list, as in core/tesela.h

local function set_list(what, new, given)
  local count = rawlen(given.default)
  if count < 1 or count > NUMBERS_MOST then
    fail(what, "options.%s: expected a list of 1 to %d whole numbers, got %d", new.name,
      NUMBERS_MOST, count)
  end
  new.count, new.default = count, {}
  for i = 1, count do
    local value = integer(what, "options." .. new.name, given.default[i])
    if value < new.min or value > new.max then
      fail(what, "options.%s: expected numbers in %d..%d", new.name, new.min, new.max)
    end
    new.default[i] = value
  end
end

local function new_option(what, name, given)
  if type(name) ~= "string" or not name:match "^%a[%w_]*$" or #name > 40 then
    fail(what, "options: expected options by name, got %s", arguments.shown(name))
  end
  if type(given) == "number" then given = { default = given } end
  if type(given) ~= "table" then
    fail(what, "options.%s: expected a number or { default =, min =, max =, "
      .. "doc = }, got %s", name, arguments.shown(given))
  end
  local new = { name = name, doc = given.doc or "an option of this game" }
  if given.words then
    set_words(what, new, given)
    return new
  end
  new.min = integer(what, "options." .. name .. ".min", given.min or 0)
  new.max = integer(what, "options." .. name .. ".max", given.max or 99)
  if type(given.default) == "table" then
    set_list(what, new, given)
    return new
  end
  new.default = integer(what, "options." .. name, given.default)
  new.or_zero = given.or_zero == true
  check_default(what, new, new.or_zero)
  return new
end

-- The description of an option, if any.
local function check_doc(what, name, given)
  local doc = type(given) == "table" and given.doc
  if doc and (type(doc) ~= "string" or shown.clean(doc) ~= doc) then
    fail(what, "options.%s: doc: expected a line of text, got %s", name,
      arguments.shown(doc))
  end
end

-- Does one word differ from another by one letter that is changed, added, left out or swapped with
-- the next? (A digit makes a different word.)
local function is_slip(a, b)
  local first = 1
  while first <= #a and a:byte(first) == b:byte(first) do first = first + 1 end
  a, b = a:sub(first):reverse(), b:sub(first):reverse()
  first = 1
  while first <= #a and a:byte(first) == b:byte(first) do first = first + 1 end
  a, b = a:sub(first), b:sub(first)
  return #a <= 1 and #b <= 1 and not (a .. b):find "%d" or #a == 2 and a == b:reverse()
end

-- A new option must not have nearly the same name as an existing one: that one was probably meant.
local function check_new(what, name, below, old)
  for _, other in ipairs(tables.keys(old)) do
    if type(name) == "string" and #other > 3 and is_slip(name, other) then
      fail(what, "options.%s: did you mean %s, an option of %s? A new one needs a less similar "
        .. "name", name, other, below.name)
    end
  end
end

-- A plain value is only for an option of the game below; a table gives the parts of an option by
-- name.
local function check_option(what, name, given, below, old)
  if type(given) == "table" then
    if given[1] == nil then
      arguments.names(("%s: options.%s"):format(what, name), given, OPTION, "member")
    end
    if below and not old[name] then check_new(what, name, below, old) end
  elseif below and not old[name] then
    local other = games.elsewhere(below.root or below.name, name)
    fail(what, "options: %s; a new one is a table, { default = ... }%s",
      arguments.unknown("option", name, tables.keys(old)),
      other and ("; %s has it"):format(other) or "")
  end
end

-- Descriptions of options of the game below that the table does not change.
local function describe_options(what, list, old, docs)
  local by_name = {}
  for _, option in ipairs(list) do by_name[option.name] = option end
  for name, doc in pairs(docs) do
    if not by_name[name] then
      by_name[name] = changed_option(what, old[name], { default = old[name].default })
      list[#list + 1] = by_name[name]
    end
    by_name[name].doc = by_name[name].doc or doc
  end
end

local function options_of(what, t, below, docs)
  local old = {}
  for _, option in ipairs(below and below.options or {}) do
    old[option.name] = parsed(option)
  end
  local list = {}
  for _, name in ipairs(tables.keys(t.options or {})) do
    local given = t.options[name]
    check_option(what, name, given, below, old)
    check_doc(what, name, given)
    list[#list + 1] = old[name] and changed_option(what, old[name], given)
      or new_option(what, name, given)
  end
  describe_options(what, list, old, docs or {})
  return list
end

-- Names that a state already has, with their meanings.
local function taken(below)
  local names = { passes = "s.passes", unseen = "unseen= in its text",
    chance = "chance= in its text" }
  local meta = getmetatable(tesela.rules(games.built_in()[1]):start())
  for _, name in ipairs(meta.__fields) do names[name] = "s." .. name end
  for name in pairs(meta.__methods) do names[name] = ("s:%s()"):format(name) end
  for _, query in ipairs(below and below.queries or {}) do
    names[query.name] = ("s:%s()"):format(query.name)
  end
  for _, name in ipairs(below and below.fields or {}) do
    names[name] = ("s.%s of %s"):format(name, below.name)
  end
  return names
end

local FIELD = { "cells", "min", "max", "seen", "pool", "deal" }
local MOVE_MOST = (1 << 27) - 1 -- of the moves listed by a plan

-- The range of a field's cells: from 0 if only one end is given, else any number. They begin as 0,
-- which must be in it.
local function range_of(what, name, given)
  if given.min == nil and given.max == nil then return nil end
  local least = integer(what, name .. ".min", given.min or 0)
  local most = integer(what, name .. ".max", given.max or (1 << 31) - 1)
  if least > 0 or most < 0 then
    fail(what, "%s: expected a range with 0 in it, because cells begin as 0, got %d..%d",
      name, least, most)
  end
  return least, most
end

-- A field as the number of its cells, or a table with their range. The number may come from the
-- board: one for each of its cells.
local function field_of(what, name, given, plan)
  local member = "fields." .. name
  local is_table = type(given) == "table"
  if is_table then arguments.names(what .. ": " .. member, given, FIELD, "member") end
  local count = given
  if is_table then count = given.cells or 1 end
  local on_board = plan ~= nil and count == "board"
  if on_board then count = plan.cells end
  if math.type(count) ~= "integer" or count < 1 or count > CELLS_MAX then
    fail(what, "%s: expected the number of its cells, 1..%d, got %s", member,
      CELLS_MAX, arguments.shown(count))
  end
  local field = { name = name, count = count, on_board = on_board }
  if is_table then
    field.min, field.max = range_of(what, member, given)
    secret.read(what, name, given, field)
  end
  return field
end

-- The fields that a board adds: the contents of its cells, and the last move.
local function add_board(what, t, plan, list)
  local given = t.fields or {}
  if given.board then fail(what, "fields.board: the declared board has this name") end
  local most = t.board.max or math.max(1, #plan.piece)
  list[1] = field_of(what, "board", { cells = "board", max = most }, plan)
  if given.last and not t.apply then
    fail(what, "fields.last: the board has this field; your own needs a function apply")
  end
  if not given.last then list[2] = field_of(what, "last", { max = MOVE_MOST }, plan) end
end

local function fields_of(what, t, below, plan)
  local list, names = {}, taken(below)
  if plan then add_board(what, t, plan, list) end
  for _, name in ipairs(tables.keys(t.fields or {})) do
    if type(name) ~= "string" or not name:match "^%a[%w_]*$" or #name > 40 then
      fail(what, "fields: expected fields by name, got %s", arguments.shown(name))
    end
    if names[name] then
      fail(what, "fields.%s: a state has something else with this name: %s", name, names[name])
    end
    list[#list + 1] = field_of(what, name, t.fields[name], plan)
  end
  return list
end

-- What the answers of `keep` depend on: "move", or a list of parts of the move.
local function keep_by(what, t, below)
  if below and t.keep and t.moves then
    fail(what, "keep: expected keep or moves, not both")
  end
  local by = t.keep_by
  if by == nil then return nil end
  if not t.keep then fail(what, "keep_by: expected a function keep, too") end
  if by == "move" then return by end
  local list, names, known = type(by) == "table" and by or { by }, { "move" }, {}
  for _, part in ipairs(below.parts) do names[#names + 1], known[part.name] = part.name, true end
  if not list[1] then fail(what, "keep_by: expected the parts that keep reads") end
  for _, name in ipairs(list) do
    if not known[name] then fail(what, "keep_by: %s", arguments.unknown("part", name, names)) end
  end
  return list
end

local PARTS_MOST = 12
local GIVES = { text = true, number = true, list = true }

-- The parts of moves: a function by the name of each part, or a table with it, `gives` (a type)
-- and `doc`. Returns the rows, a kind first, and one function for all.
local function parts_in(what, t)
  local rows, asks = {}, {}
  for _, name in ipairs(tables.keys(t.parts or {})) do
    local given = t.parts[name]
    if type(given) == "function" then given = { given } end
    if type(name) ~= "string" or not name:match "^%a[%w_]*$" or name == "number" then
      fail(what, "parts: expected parts by name, got %s", arguments.shown(name))
    elseif type(given) ~= "table" or type(given[1]) ~= "function" then
      fail(what, "parts.%s: expected a function, or { function, gives =, doc = }, got %s", name,
        arguments.shown(given))
    elseif not GIVES[given.gives or "text"] then
      fail(what, "parts.%s: gives: expected text, number or list, got %s", name,
        arguments.shown(given.gives))
    end
    local doc = given.doc or "a part of a move"
    check_clean(what, "parts." .. name, doc)
    table.insert(rows, name == "kind" and 1 or #rows + 1,
      { name = name, gives = given.gives or "text", doc = doc })
  end
  if #rows > PARTS_MOST then fail(what, "parts: expected at most %d", PARTS_MOST) end
  for i, row in ipairs(rows) do
    local given = t.parts[row.name]
    asks[i] = type(given) == "table" and given[1] or given
  end
  return rows, rows[1] and function(s, m, row) return asks[row](s, m) end
end

-- Measures by name, and those of the game below.
local function measures_in(what, t, below)
  local all = tables.copy(below and M.measures(below.name))
  for name, f in pairs(t.measures or {}) do
    if type(name) ~= "string" or type(f) ~= "function" then
      fail(what, "measures: expected functions by name, got %s = %s", arguments.shown(name),
        arguments.shown(f))
    elseif name:find "%c" or shown.clean(name) ~= name then
      fail(what, "measures: expected names that can be shown, got %s", arguments.shown(name))
    end
    all[name] = f
  end
  return all
end

local ITERATIONS_MOST = (1 << 31) - 1

local function iterations_of(what, t)
  local count = t.iterations
  if count and (math.type(count) ~= "integer" or count < 1 or count > ITERATIONS_MOST) then
    fail(what, "iterations: expected a whole number in 1..%d, got %s", ITERATIONS_MOST,
      arguments.shown(count))
  end
  return count
end

-- ---- the hash of the source ----

-- C functions have no text.
local function code(f)
  local ok, text = pcall(string.dump, f, true)
  return ok and text or "C"
end

-- A value as text, equal for equal values.
local function written(value, depth)
  if type(value) == "function" then return code(value) end
  if type(value) ~= "table" or depth > 4 then return tostring(value) end
  local parts = {}
  for _, key in ipairs(tables.keys(value)) do
    parts[#parts + 1] = tostring(key) .. "=" .. written(value[key], depth + 1)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

-- The members that name files for bots are no part of the rules.
local function without_files(text)
  for _, member in ipairs { "weights", "levels" } do
    local from, to, indent, rest = text:find("(\n?[ \t]*)%f[%w_]" .. member
      .. "%s*=%s*\"[^\"\n]*\"%s*,?([ \t]*)")
    if from and indent:find "\n" and text:find("^[^\n]", to + 1) then
      text = text:sub(1, from - 1) .. indent .. text:sub(to + 1) -- the first of its line
    elseif from then
      text = text:sub(1, from - 1) .. rest .. text:sub(to + 1)
    end
  end
  return text
end

-- The text of the file and those beside it, or the given table if there is no file; and that of
-- the game below.
local function source_of(name, t, below)
  local file = games.loading
  local text = file and source.whole(without_files(file.text), file.files)
    or written(t, 0)
  local own = hash.text(name .. "\n" .. text .. "\n" .. (below and below.source or ""))
  return first_sources[own] or own
end

-- The most seats that the options of a game allow.
local function most_seats(game)
  local most = tesela.rules(game).seats
  for _, option in ipairs(tesela.game(game).options) do
    local ok, rules = interrupt.try(tesela.rules, game, { [option.name] = parsed(option).max })
    if ok then most = math.max(most, rules.seats) end
  end
  return most
end

-- Data, the names of seats and their number are checked when rules are opened.
local function check_opened(what, game, names)
  local opens, why = interrupt.try(tesela.rules, game)
  if not opens then fail(what, "%s", why) end
  local most = names and most_seats(game)
  if names and #names > most then
    fail(what, "seat_names: expected a name for each of %d seats, got %d", most, #names)
  end
end

-- ---- the two functions ----

-- The line in the file being loaded that calls a function, if there is exactly one. (`return
-- tesela.derive(...)` leaves no frame on the stack.)
local function place_of(what)
  local file, number, found = games.loading, 0, {}
  local pattern = "%f[%w]" .. what:match "%a+$" .. "%s*[({]"
  for line in (file.text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    if line:gsub("%-%-.*", ""):find(pattern) then found[#found + 1] = number end
  end
  return #found == 1 and ("%s:%d: "):format(file.path, found[1]) or file.path .. ": "
end

-- Raises errors with the place of the author's call.
local function placed(what, f, ...)
  if not games.loading then return f(...) end
  local ok, value = pcall(f, ...)
  if ok then return value end
  local bare = type(value) == "string" and value:sub(1, #what + 2) == what .. ": "
  error(bare and place_of(what) .. value or value, 0)
end

-- The title of a game, without the name that a variant without its own title has in it.
local function title_of(game) return (game.title:gsub(" %(" .. game.name .. "%)$", "")) end

-- The declarations of a game in place of functions.
local function plan_of(what, t, definition)
  if not definition.seats or not t.board then return nil end
  local options = {}
  for _, option in ipairs(definition.options) do options[option.name] = option end
  local seats = definition.seats_option and options[definition.seats_option].max
  return board.plan(what, t, options, seats or definition.seats)
end

local function finish(what, t, definition, below, parent)
  definition.name = name_of(what, t)
  if below and not t.title then
    definition.title = ("%s (%s)"):format(title_of(below), definition.name)
  end
  for _, name in ipairs(TEXTS) do
    if t[name] then check_clean(what, name, t[name], name ~= "title" and "\n\t" or nil) end
    definition[name] = t[name] or definition[name]
  end
  definition.options = options_of(what, t, below, definition.docs)
  definition.plan = plan_of(what, t, definition)
  definition.fields = fields_of(what, t, below, definition.plan)
  definition.endings = endings_of(what, t, below)
  definition.seat_names = texts_of(what, "seat_names", t.seat_names, "^[^%c]+$")
  definition.source = source_of(definition.name, t, below)
  definition.limit = games.loading and games.loading.limit
  definition.iterations = iterations_of(what, t)
  definition.keep_by = keep_by(what, t, below)
  definition.hooks = { keep = t.keep, pick = t.pick, position = t.position,
    read_position = t.read_position }
  for _, name in ipairs(HOOKS) do
    definition.hooks[name] = type(t[name]) == "function" and t[name] or nil
  end
  definition.parts, definition.hooks.parts = parts_in(what, t)
  definition.hooks.seen = secret.asker(definition.fields, below ~= nil)
  definition.chance = t.chance
  local former = texts_of(what, "former", t.former, "^%a[%w_]*$")
  definition.former = former and table.concat(former, " ") .. " "
  if t.chance and not t.apply then
    fail(what, "chance: expected an apply() that draws from the generator")
  end
  local measures = measures_in(what, t, below)
  games.attach(definition.name, nil, nil) -- an earlier game of this name may have had files
  local made, game = interrupt.try(make, definition, parent)
  if not made then fail(what, "%s", game) end
  if definition.data or t.seat_names or t.swap then
    check_opened(what, game, definition.seat_names)
  end
  measures_of[definition.name] = { functions = measures, limit = definition.limit }
  games.attach(definition.name, t.weights, t.levels)
  games.add(definition.name, game)
  return game
end

-- The pie rule: one more move, which is added to the texts of the game.
local function add_swap(what, t, definition, texts)
  if not t.swap then return end
  if t.fields and t.fields.swap then
    fail(what, "fields.swap: with the pie rule a state has a field of this name")
  end
  local function with(text, more) return text and text ~= "" and text .. "\n" .. more or more end
  definition.swap = true
  definition.summary = with(texts.summary, "After the first move the other player may take"
    .. " over the side\nthat made it (swap). Then the player who made it moves again.")
  definition.notation = with(texts.notation, "swap  take over the first side")
end

-- The functions that change the play.
local CHANGES = { "start", "moves", "keep", "apply", "over", "result" }

-- Changed rules need a summary of their own.
local function own_summary(t, definition, below)
  local summary, changed = definition.summary or below.summary, false
  if t.summary == below.summary then t.summary = nil end
  for _, name in ipairs(CHANGES) do changed = changed or t[name] ~= nil end
  if not changed or summary == "" then return end
  definition.summary = ("A variant that changes some of the rules of %s, which are:\n")
    :format(below.name) .. summary
end

local function derive(parent, t)
  local what = "tesela.derive"
  if type(t) ~= "table" then
    fail(what, "expected a table of the differences, got %s", arguments.shown(t))
  end
  t = taken_down(what, t, 1)
  local below = tesela.game(parent)
  local data = DATA[below.root or below.name]
  check_members(what, t, false, data and data.members)
  local builtin = {}
  for _, name in ipairs(games.built_in()) do builtin[name] = true end
  if type(parent) == "string" and not builtin[parent] then
    parent = games.find(parent)
  end
  local definition, parts = {}, nil
  if data then definition.data, parts = data.write(what, t, parts_of[parent]) end
  add_swap(what, t, definition, below)
  own_summary(t, definition, below)
  if data then
    definition.docs = data.docs(parts)
    definition.notation = data.notation(definition.notation or below.notation, parts,
      parts_of[parent])
  end
  local game = finish(what, t, definition, below, parent)
  parts_of[game] = parts
  return game
end

local function check_seats(what, t, definition)
  if type(t.seats) == "string" then
    local option = t.options and t.options[t.seats]
    local most = type(option) == "table" and not option.words and option.max
    if not (most and most <= 8 and (option.min or 0) >= 1) then
      fail(what, "seats: expected an option %s with a range within 1..8",
        t.seats)
    end
    definition.seats_option = t.seats
  elseif math.type(t.seats or 2) ~= "integer" or (t.seats or 2) < 1
    or (t.seats or 2) > 8 then
    fail(what, "seats: expected 1..8 or the name of an option, got %s",
      arguments.shown(t.seats))
  end
  definition.seats = math.type(t.seats) == "integer" and t.seats or 2
end

-- The required functions; a board replaces some of them.
local function check_functions(what, t)
  if t.pieces and not t.board then fail(what, "pieces: expected a board, too") end
  if (t.position == nil) ~= (t.read_position == nil) then
    fail(what, "position: expected a function read_position, too, or neither")
  end
  for _, name in ipairs { "moves", "apply", "result" } do
    if not t[name] and not (t.board and name ~= "moves") then
      fail(what, "%s: expected a function", name)
    end
  end
  for _, name in ipairs { "moves", "start" } do
    local kind = type(t[name])
    if kind ~= "nil" and kind ~= "function" and not (kind == "table" and t.board) then
      fail(what, "%s: expected a function%s, got %s", name, t.board and " or a table" or "",
        arguments.shown(t[name]))
    end
  end
end

local function define(t)
  local what = "tesela.define"
  if type(t) ~= "table" then
    fail(what, "expected a table, got %s", arguments.shown(t))
  end
  t = taken_down(what, t, 1)
  check_members(what, t, true)
  check_functions(what, t)
  if not (t.endings and t.endings[1]) then
    fail(what, "endings: expected a list of words: how a game can end")
  end
  local definition = {
    title = t.name, summary = "", notation = "",
  }
  check_seats(what, t, definition)
  add_swap(what, t, definition, t)
  if t.swap then t.summary, t.notation = definition.summary, definition.notation end
  return finish(what, t, definition)
end

--- The measures of a game: functions by name, and their time limit in milliseconds (nil: none).
function M.measures(name)
  local of = measures_of[name] or { functions = {} }
  return of.functions, of.limit
end

--- A variant: the game below (a name, path or game) and the differences.
function M.derive(parent, t) return placed("tesela.derive", derive, parent, t) end

--- A whole game.
function M.define(t) return placed("tesela.define", define, t) end

return M
