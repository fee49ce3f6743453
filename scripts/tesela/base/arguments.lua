-- Checks of arguments for functions written in Lua, mainly of tables written by users. Errors are
-- raised as "function: ...", with the line that called into the library, however deep inside they
-- were found. C uses the same words, and finds that line (bindings/values/lnames.h).

local tesela = require "tesela"
local clocks = require "tesela.base.clocks"
local interrupt = require "tesela.interrupt"
local names = require "tesela.names"
local shown = require "tesela.shown"
local texts = require "tesela.text"

local M = {}

--- The words of a list that were probably meant, the nearest first: near(typed, words, most).
M.near = names.near

--- The message about an unknown name: unknown(kind, typed, words).
M.unknown = names.unknown

--- Raises a message with the line that called into the library.
M.raise = names.raise

--- The type; for userdata of this module its name: "tesela.rules" ...
function M.kind(value)
  if type(value) ~= "userdata" then return type(value) end
  local meta = getmetatable(value)
  local name = type(meta) == "table" and meta.__name
  return type(name) == "string" and name or "userdata"
end

--- A value in a message: a number or a string (in quotes), else its type.
function M.shown(value)
  return type(value) == "userdata" and M.kind(value) or shown.got(value)
end

-- The same for a value of the wrong type.
local function given_as(value)
  local is_shown = type(value) == "number" or type(value) == "string"
  return is_shown and M.shown(value) or M.kind(value)
end

local LONGEST = 60 -- columns of a value

--- A value that came as JSON, in a message. (null in a list is a hole, which could not be written
--- again.)
function M.json(value)
  local ok, text = interrupt.try(tesela.encode, value)
  return ok and texts.cut(texts.clean(text), LONGEST) or "a list with null"
end

--- An error of a user's function, in a message: without addresses.
function M.raised(err)
  if type(err) == "string" or type(err) == "number" then return tostring(err) end
  return shown.raised(err)
end

--- Is a value a list: a table with items 1..n, and nothing else? (A null in a list of JSON is a
--- hole, and # may return either side of it.)
function M.is_list(t)
  if type(t) ~= "table" then return false end
  local count, last = 0, rawlen(t)
  for key in pairs(t) do
    if math.type(key) ~= "integer" or key < 1 or key > last then return false end
    count = count + 1
  end
  return count == last
end

--- Is a value a list of this many chances, 0..1?
function M.are_chances(list, count)
  if not M.is_list(list) or #list ~= count then return false end
  for _, x in ipairs(list) do
    if type(x) ~= "number" or not (x >= 0 and x <= 1) then return false end
  end
  return true
end

--- Raises "where: ...".
function M.fail(where, form, ...)
  M.raise(where .. ": " .. form:format(...))
end

function M.expected(where, what, value)
  M.fail(where, "expected %s, got %s", what, given_as(value))
end

--- The options, which must be a table.
function M.table(where, options)
  if type(options) ~= "table" then
    M.expected(where, "a table of options", options)
  end
end

--- Checks that all names in a table are known. `kind` is the word for them: "option" by default.
function M.names(where, given, known, kind)
  local is_known = {}
  for _, name in ipairs(known) do is_known[name] = true end
  for name in pairs(given) do
    if not is_known[name] then
      M.fail(where, "%s", M.unknown(kind or "option", name, known))
    end
  end
end

--- A string without zero bytes, at which C would stop.
function M.text(where, what, value)
  if type(value) ~= "string" then M.expected(where, what, value) end
  if value:find("\0", 1, true) then
    M.fail(where, "expected %s, got text with a zero byte", what)
  end
end

-- Raises an error if a bot is missing before the last one.
local function check_bots(where, list)
  for i = 1, rawlen(list) do
    if list[i] == nil then M.fail(where, "bots[%d]: expected a bot, got nil", i) end
  end
end

local WANTED = { ["tesela.rules"] = "the name of a game, or rules" }

--- A member of the options that has this kind, or is absent if it may be.
function M.member(where, options, key, kind, required)
  local value = options[key]
  if value == nil and not required then return end
  if M.kind(value) ~= kind then
    M.expected(where .. ": " .. key, WANTED[kind] or "a " .. kind, value)
  elseif kind == "string" then
    M.text(where .. ": " .. key, "a string", value)
  end
end

--- A number as the integer that it equals (1e3 counts); nil if it is not whole or out of range.
function M.integer(value, least, most)
  local number = type(value) == "number" and math.tointeger(value)
  return number and number >= least and number <= most and number or nil
end

--- Fails unless the option is absent, or a whole number in least..most.
function M.whole(where, options, key, least, most)
  local value = options[key]
  if value == nil or M.integer(value, least, most) then return end
  M.expected(where .. ": " .. key, ("a whole number in %d..%d"):format(least, most), value)
end

--- The description of valid seconds and megabytes.
M.AN_AMOUNT = "a number above 0, less than a million"

function M.is_amount(value) return type(value) == "number" and value > 0 and value < 1e6 end

--- Numbers above 0 among the options, or absent.
function M.positive(where, options, list)
  for _, name in ipairs(list) do
    local value = options[name]
    if value ~= nil and not M.is_amount(value) then
      M.expected(where .. ": " .. name, M.AN_AMOUNT, value)
    end
  end
end

--- The given members of a budget.
function M.amounts(where, budget)
  M.positive(where, budget, { "seconds" })
  local count = budget.iterations
  if count ~= nil and not M.integer(count, 1, math.maxinteger) then
    M.expected(where .. ": iterations", "a whole number above 0", count)
  end
end

--- The clock of a budget, or absent; other limits on the time of a move are incompatible with it.
function M.clock(where, budget)
  if budget.clock == nil then return end
  local control, why = clocks.read(budget.clock)
  if not control then M.fail(where, "clock: %s, got %s", why, M.shown(budget.clock)) end
  for _, name in ipairs { "seconds", "iterations", "limit" } do
    if budget[name] then M.fail(where, "clock: not together with %s", name) end
  end
end

--- The budget of bots among the options, or absent.
function M.budget(where, options)
  M.member(where, options, "budget", "table")
  local name, budget = where .. ": budget", options.budget or {}
  M.names(name, budget, { "iterations", "seconds", "level", "clock" })
  M.clock(name, budget)
  M.amounts(name, budget)
  M.whole(name, budget, "level", 1, 9)
end

M.SEED_MAX = (1 << 53) - 1
M.THREADS_MAX = 64 -- of a search

--- Can rules be opened with this value: a name, a path or a game?
function M.is_game(value) return type(value) == "string" or M.kind(value) == "tesela.game" end

-- The options, with rules in place of a game.
local function with_rules(where, options)
  local name = options.rules
  if not M.is_game(name) then return options end
  local ok, rules = interrupt.try(tesela.rules, name, nil, { trusted = options.trusted })
  if not ok then M.fail(where, "rules: %s", (tostring(rules):gsub("^tesela%.rules: ", ""))) end
  return setmetatable({ rules = rules }, { __index = options })
end

-- ---- schemas ----------------------------------------------------------------

-- How some kinds of members are checked; all others are those of M.kind.
local KINDS = { budget = M.budget }

function KINDS.amount(where, options, name) M.positive(where, options, { name }) end

function KINDS.bots(where, options)
  M.member(where, options, "bots", "table", true)
  check_bots(where, options.bots)
end

-- The rows for members that several tables of options share.
local ROWS = { rules = { "rules", "tesela.rules", needed = true }, bots = { "bots", "bots" },
  budget = { "budget", "budget" }, seed = { "seed", 0, M.SEED_MAX },
  threads = { "threads", 1, M.THREADS_MAX }, max_plies = { "max_plies", 1, 1 << 31 },
  trusted = { "trusted", "boolean" }, programs = { "programs", "boolean" } }

local function check_member(where, options, row)
  local name, kind, most = row[1], row[2], row[3]
  if most then return M.whole(where, options, name, kind, most) end
  if KINDS[kind] then return KINDS[kind](where, options, name) end
  if kind then M.member(where, options, name, kind, row.needed) end
end

--- The options, with rules: a table with no other members than those of a schema. Its rows are {
--- name, kind (as in M.kind), needed = }, { name, "amount" } for a number above 0, { name, least,
--- most } for a whole number, or a name, of a common row or of a member of any kind.
function M.options(where, options, schema)
  M.table(where, options)
  local known, rows = {}, {}
  for i, row in ipairs(schema) do
    rows[i] = ROWS[row] or type(row) == "table" and row or { row }
    known[i] = rows[i][1]
  end
  M.names(where, options, known)
  options = with_rules(where, options)
  for _, row in ipairs(rows) do check_member(where, options, row) end
  return options
end

return M
