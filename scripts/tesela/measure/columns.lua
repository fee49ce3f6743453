-- The columns of a measure: a game and the one to compare it with, or one game with each value of
-- an option, or of two; and additional measures.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local derive = require "tesela.rules.derive"
local guard = require "tesela.guard"
local interrupt = require "tesela.interrupt"
local texts = require "tesela.text"

local M = {}

local MOST = 40 -- columns

local function fail(form, ...) error(form:format(...), 0) end

-- ---- sweeps -----------------------------------------------------------------

-- "1..5" as its numbers; else the values between slashes or, without any, commas.
local function values_of(text)
  local least, most = text:match "^(%-?%d+)%.%.(%-?%d+)$"
  least, most = math.tointeger(tonumber(least)), math.tointeger(tonumber(most))
  local list = {}
  if least and most then
    for value = least, math.min(most, least + MOST) do list[#list + 1] = tostring(value) end
    return list
  end
  for value in text:gmatch(text:find("/", 1, true) and "[^/]+" or "[^,]+") do
    list[#list + 1] = value
  end
  return list
end

local function read_sweep(text)
  local name, values = text:match "^([^=]+)=(.+)$"
  local list = values and values_of(values) or {}
  if #list < 2 then
    fail("--sweep %s: expected option=values, two or more, as in win_score=1..5, "
      .. "corners=any,fixed or tiles=8,8,3/4,4,2", text)
  end
  return { name = name, values = list }
end

-- Each setting with each value of another option.
local function crossed(settings, sweep)
  local list = {}
  for _, before in ipairs(settings) do
    for _, value in ipairs(sweep.values) do
      local one = table.move(before, 1, #before, 1, {})
      one[#one + 1] = { name = sweep.name, value = value }
      list[#list + 1] = one
    end
  end
  return list
end

--- The options of the rules that differ from the defaults.
function M.options(rules)
  local list = {}
  for _, option in ipairs(tesela.game(rules).options) do
    local value = rules.options[option.name]
    if texts.value(option.default) ~= texts.value(value) then list[option.name] = value end
  end
  return list
end

-- Does each option of the setting have its default in these rules?
local function are_defaults(rules, setting)
  local set = M.options(rules)
  for _, each in ipairs(setting) do
    if set[each.name] ~= nil then return false end
  end
  return true
end

-- The settings of all sweeps together. Only one of them may set an option.
local function settings_of(asked)
  local settings, swept = { {} }, {}
  for _, words in ipairs(asked.sweeps) do
    local sweep = read_sweep(words)
    if asked.options[sweep.name] or swept[sweep.name] then
      fail("--sweep %s: %s is already set", words, sweep.name)
    end
    swept[sweep.name] = true
    settings = crossed(settings, sweep)
  end
  return settings
end

local function swept(asked)
  local settings = settings_of(asked)
  if #settings > MOST then fail("--sweep: expected at most %d columns, got more", MOST) end
  local list, base = {}, nil
  for i, setting in ipairs(settings) do
    local options, words = tables.copy(asked.options), {}
    for k, each in ipairs(setting) do
      options[each.name], words[k] = each.value, each.name .. "=" .. each.value
    end
    local rules = tesela.rules(asked.rules, options)
    list[i] = { name = table.concat(words, " "), rules = rules }
    base = base or are_defaults(rules, setting) and i or nil
  end
  return list, base or 1
end

-- ---- two games --------------------------------------------------------------

-- Those of the options that a game has, too.
local function common(options, game)
  local list = {}
  for _, option in ipairs(tesela.game(game).options) do
    list[option.name] = options[option.name]
  end
  return list
end

local function against(asked)
  local own = asked.rules
  local game = tesela.game(own)
  local base = asked.against or game.parent or game.root
  if not base then return { { name = own.name, rules = own } }, 1 end
  local below = tesela.rules(base, common(asked.options, base))
  if below.name == own.name then
    fail("--against %s: it is the game itself; --sweep compares values of an option",
      own.name)
  end
  return { { name = own.name, rules = own }, { name = below.name, rules = below } }, 2
end

--- The requested columns { name =, rules = }, and the number of the base: { rules =, options =
--- those that all columns have, against = or nil, sweeps = strings }. Raises errors.
function M.of(asked)
  local list, base
  if #asked.sweeps > 0 then
    if asked.against then fail("--against and --sweep cannot be combined") end
    if #asked.sweeps > 2 then fail("--sweep: expected one option, or two") end
    list, base = swept(asked)
  else
    list, base = against(asked)
  end
  for _, column in ipairs(list) do
    if column.rules.seats < 2 then
      fail("%s is for one: a measure needs players who compete",
        tostring(column.rules))
    end
  end
  return list, base
end

-- ---- measures ---------------------------------------------------------------

local function check(where, own)
  if type(own) ~= "table" then
    fail("%s: expected a table of functions by name, got %s", where,
      own == nil and "nothing" or "a " .. type(own))
  end
  for name, f in pairs(own) do
    if type(name) ~= "string" or type(f) ~= "function" then
      fail("%s: expected functions by name, got %s", where, arguments.shown(name))
    elseif name ~= texts.clean(name) then
      fail("%s: expected names that can be shown, got %s", where, texts.clean(name))
    end
  end
  return own
end

-- Measures by name from a table or a file, which runs as a program of the user's own.
local function read(given)
  if type(given) ~= "string" then return check("--measures", given) end
  local chunk, why = loadfile(given)
  if not chunk then fail("%s", why) end
  local ok, value = interrupt.try(chunk)
  if not ok then fail("%s", arguments.raised(value)) end
  return check(given, value)
end

-- A function from a game's file, run with the same limits as the file's other functions.
local function guarded(limit, name, f)
  if not limit then return f end
  return function(game)
    local ok, value = guard.run(limit, name, f, game)
    if not ok then error(value, 0) end
    return value
  end
end

--- The measures by name of the games in the columns, and those from a table or a file. Raises
--- errors.
function M.measures(list, given)
  local own = {}
  for _, column in ipairs(list) do
    local of_game, limit = derive.measures(column.rules.name)
    for name, f in pairs(of_game) do own[name] = own[name] or guarded(limit, name, f) end
  end
  return given and tables.copy(read(given), own) or own
end

return M
