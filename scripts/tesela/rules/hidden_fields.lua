-- The visibility of the fields of a game in Lua, as declared by `seen`.
-- bindings/luagames/hidden/lsecret.c does the rest: views, text, and dealing again.

local arguments = require "tesela.base.arguments"

local M = {}

-- By cell, as in bindings/luagames/lgame.h; a seat is its number.
local TO_ALL, TO_NO_ONE, ASKED = 0, 9, 10

local fail, shown = arguments.fail, arguments.shown

local function whom(what, member, i, given)
  if given == true then return TO_ALL end
  if given == false then return TO_NO_ONE end
  if math.type(given) == "integer" and given >= 1 and given <= 8 then return given end
  fail(what, "%s.seen[%d]: expected a seat, true (all) or false (no one), got %s", member,
    i, shown(given))
end

-- Who sees each cell, as a list.
local function list_of(what, member, seen, count)
  local list = {}
  if type(seen) == "table" then
    if #seen ~= count then
      fail(what, "%s.seen: expected a list of %d, one a cell, got %d", member, count, #seen)
    end
    for i = 1, count do list[i] = whom(what, member, i, seen[i]) end
    return list
  end
  local all = type(seen) == "function" and ASKED or seen == false and TO_NO_ONE
  if not all then
    fail(what, "%s.seen: expected a list of seats, false (no one) or a function "
      .. "(s, cell, seat), got %s", member, shown(seen))
  end
  for i = 1, count do list[i] = all end
  return list
end

-- Hidden numbers begin at 1: 0 is an empty cell.
local function check_range(what, member, given, field)
  field.min, field.max = field.min or 0, field.max or (1 << 31) - 1
  if field.min ~= 0 or field.max < 1 then
    fail(what, "%s: expected min = 0 and a larger max, because hidden numbers begin at 1", member)
  end
  if given.deal == "any" and not given.max then
    fail(what, "%s: expected max, because deal = \"any\" draws from 1..max", member)
  end
end

local function check_pool(what, member, given)
  if given.deal ~= nil and given.deal ~= "pool" and given.deal ~= "any" then
    fail(what, "%s.deal: expected \"pool\" or \"any\", got %s", member, shown(given.deal))
  end
  if given.pool == nil then return end
  if given.deal == "any" then
    fail(what, "%s: expected a pool or deal = \"any\", not both", member)
  end
  if type(given.pool) ~= "string" or not given.pool:match "^%a[%w_]*$"
    or #given.pool > 40 then
    fail(what, "%s.pool: expected a name, got %s", member, shown(given.pool))
  end
end

--- Adds the declared visibility to the field as passed to C.
function M.read(what, name, given, field)
  local member = "fields." .. name
  if given.seen == nil then
    if given.pool == nil and given.deal == nil then return end
    fail(what, "%s: %s is for a field that hides something; expected seen, too", member,
      given.pool ~= nil and "pool" or "deal")
  end
  check_pool(what, member, given)
  check_range(what, member, given, field)
  field.seen = list_of(what, member, given.seen, field.count)
  field.asked = type(given.seen) == "function" and given.seen or nil
  field.random = given.deal == "any"
  if not field.random then field.pool = given.pool or name end
end

-- Does a seat see a cell, according to the game's author?
local function sees(field, s, cell, seat)
  local answer = field.asked(s, cell, seat)
  if type(answer) == "boolean" then return answer end
  local author = debug.getinfo(field.asked, "S")
  error(("%s:%d: seen() of %s returned %s: expected true or false"):format(
    author.short_src, author.linedefined, field.name, shown(answer)), 0)
end

local function ask(field, s, seat, hide, least, most)
  local cells = s[field.name]
  for cell = least, most do
    local value = field.count == 1 and cells or cells[cell]
    if value ~= 0 and not sees(field, s, cell, seat) then hide(field.first + cell) end
  end
end

--- The function that C calls for the fields of one game: it calls hide(i) for each of their cells
--- that the seat does not see, or only for cell `only` if it is one of them. nil if no field has a
--- function.
function M.asker(fields, has_base)
  local asked = {}
  for _, field in ipairs(fields) do
    if field.asked then asked[#asked + 1] = field end
  end
  if not asked[1] then return nil end
  local function seen(s, seat, hide, only)
    for _, field in ipairs(asked) do
      local first = field.first
      if not only then
        ask(field, s, seat, hide, 1, field.count)
      elseif only > first and only <= first + field.count then
        ask(field, s, seat, hide, only - first, only - first)
      end
    end
  end
  return has_base and function(_, ...) return seen(...) end or seen
end

return M
