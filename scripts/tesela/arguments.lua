-- Checks of arguments for the public functions that are written in Lua. Each
-- raises "function: ..." at the place that called the public function, which
-- is the fourth level: these are called by a function `check` of its own.

local M = {}

local LEVEL = 4

--- The type, and of userdata of this module its name: "tesela.rules" ...
function M.kind(value)
  if type(value) ~= "userdata" then return type(value) end
  local meta = getmetatable(value)
  local name = type(meta) == "table" and meta.__name
  return type(name) == "string" and name or "userdata"
end

-- What a message says that was given instead.
local function shown(value)
  return type(value) == "number" and tostring(value) or M.kind(value)
end

function M.expected(name, what, value)
  error(("%s: expected %s, got %s"):format(name, what, shown(value)), LEVEL)
end

--- The options, which must be a table.
function M.table(name, options)
  if type(options) ~= "table" then
    error(("%s: expected a table of options, got %s"):format(name,
      shown(options)), LEVEL)
  end
end

--- The names in a table of options are all among those that are known.
--- `where` is what the table itself is called, if it is one of the options.
function M.names(name, options, known, where)
  local is_known = {}
  for _, key in ipairs(known) do is_known[key] = true end
  for key in pairs(options or {}) do
    if not is_known[key] then
      error(("%s: %sthere is no option %s; expected some of %s"):format(name,
        where and where .. ": " or "", tostring(key), table.concat(known, ", ")),
        LEVEL)
    end
  end
end

M.BUDGET = { "iterations", "seconds" }

--- A member of the options that is of a kind, or absent if it may be.
function M.member(name, options, key, kind, required)
  local value = options[key]
  if value == nil and not required then return end
  if M.kind(value) ~= kind then
    error(("%s: %s: expected %s, got %s"):format(name, key,
      kind == "tesela.rules" and "rules (tesela.rules)" or "a " .. kind,
      shown(value)), LEVEL)
  end
end

--- A whole number among the options, or absent.
function M.whole(name, options, key, least, most)
  local value = options[key]
  if value == nil then return end
  if math.type(value) ~= "integer" or value < least or value > most then
    error(("%s: %s: expected a whole number in %d..%d, got %s"):format(name, key,
      least, most, shown(value)), LEVEL)
  end
end

M.SEED_MAX = (1 << 53) - 1

return M
