-- Parameters of a bot: numbers that it declares, and that users may set, as `tesela tune` does.
--
--   parameters = { exploration = { 0.6, 0.05, 3 }, depth = { 3, 1, 9, whole = true } }
--
-- Each has a start, a minimum and a maximum; `whole`: only whole numbers are allowed. The bot gets
-- their values by name: as the fourth argument of `new`, and in `budget.parameters`.
--
-- Sandboxes read this file, too (interior.lua), so it requires nothing.

local shown = require "tesela.shown"
local words = require "tesela.names"

local M = {}

local function fail(form, ...) error("parameters: " .. form:format(...), 0) end

local function is_number(value)
  return type(value) == "number" and value == value and math.abs(value) < math.huge
end

local function check_members(name, given)
  for key in pairs(given) do
    if key ~= 1 and key ~= 2 and key ~= 3 and key ~= "whole" then
      fail("%s: expected { start, min, max } and perhaps whole = true, got the member %s",
        name, shown.value(key))
    end
  end
  if given.whole ~= nil and type(given.whole) ~= "boolean" then
    fail("%s: whole: expected true or false, got %s", name, shown.value(given.whole))
  end
end

-- One row of a declaration.
local function row(name, given)
  if type(name) ~= "string" or not name:find "^[%a_][%w_]*$" then
    fail("expected names of letters and digits, got %s", shown.value(name))
  end
  if type(given) ~= "table" then
    fail("%s: expected { start, min, max }, got %s", name, shown.value(given))
  end
  check_members(name, given)
  local start, least, most = given[1], given[2], given[3]
  if not (is_number(start) and is_number(least) and is_number(most)) then
    fail("%s: expected three numbers, { start, min, max }", name)
  end
  if not (least <= start and start <= most and least < most) then
    fail("%s: expected start in min..max, got { %s, %s, %s }", name, start, least, most)
  end
  if not is_number(most - least) or (least > 0 and not is_number(most / least)) then
    fail("%s: expected a finite range, got %s..%s", name, least, most)
  end
  local whole = given.whole or nil
  if whole and not (math.tointeger(start) and math.tointeger(least)
    and math.tointeger(most)) then
    fail("%s: expected whole numbers, because whole = true", name)
  end
  return { name = name, start = start, least = least, most = most, whole = whole }
end

--- The rows of a declaration by their names, { name =, start =, least =, most =, whole = }, none
--- without a declaration. Raises errors in it.
function M.declared(given)
  if given ~= nil and type(given) ~= "table" then
    fail("expected a table, got %s", shown.value(given))
  end
  local rows = {}
  for name, values in pairs(given or {}) do rows[#rows + 1] = row(name, values) end
  table.sort(rows, function(a, b) return a.name < b.name end)
  return rows
end

-- A value as its row requires it, or nil.
local function fitting(value, of)
  if not is_number(value) or value < of.least or value > of.most then return nil end
  if of.whole then return math.tointeger(value) end
  return value
end

local function check_names(rows, set)
  local names = {}
  for i, of in ipairs(rows) do names[i], names[of.name] = of.name, true end
  for name in pairs(set) do
    if #rows == 0 then fail("the bot declares none, but %s is set", shown.value(name)) end
    if not names[name] then fail("%s", words.unknown("parameter", name, names)) end
  end
end

--- The values by name: those that are set, and the start of the others; nil if none are declared.
--- Raises an error for an unknown name or an invalid value.
function M.values(rows, set)
  check_names(rows, set or {})
  if #rows == 0 then return nil end
  local values = {}
  for _, of in ipairs(rows) do
    local wanted = set and set[of.name]
    values[of.name] = wanted == nil and of.start or fitting(wanted, of)
    if values[of.name] == nil then
      fail("%s: expected a %snumber in %s..%s, got %s", of.name, of.whole and "whole " or "",
        of.least, of.most, shown.value(wanted))
    end
  end
  return values
end

return M
