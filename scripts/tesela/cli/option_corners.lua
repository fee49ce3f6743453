-- The corners of a game's options, where rules are most likely to be wrong:
-- each option at its default, its least and its most, one at a time, then
-- several at once.

local text = require "tesela.text"

local M = {}

-- The values of an option worth trying in addition to its default.
local function values(option)
  local count, least, most = option.range:match "^(%d+) of (%-?%d+)%.%.(%-?%d+)"
  if count then
    local function times(value) return (value .. ","):rep(count):sub(1, -2) end
    return { times(least), times(most) }
  end
  least, most = option.range:match "^(%-?%d+)%.%.(%-?%d+)"
  if not least then
    local list = {}
    for word in option.range:gmatch "[^|]+" do list[#list + 1] = word end
    return list
  end
  local list = { least, most }
  if option.range:find " or 0$" then list[3] = "0" end
  return list
end

--- A list of settings for tesela.rules; the first is empty: all defaults.
function M.list(options)
  local list, seen = {}, {}
  local function add(settings)
    local words = {}
    for _, option in ipairs(options) do
      words[#words + 1] = settings[option.name] or text.value(option.default)
    end
    local key = table.concat(words, " ")
    if not seen[key] then list[#list + 1] = settings end
    seen[key] = true
  end
  -- All options at once: option i at its most if is_most(i), else at its least.
  local function add_all(is_most)
    local settings = {}
    for i, option in ipairs(options) do
      local all = values(option)
      settings[option.name] = all[is_most(i) and math.min(#all, 2) or 1]
    end
    add(settings)
  end
  add {}
  for _, option in ipairs(options) do
    for _, value in ipairs(values(option)) do add { [option.name] = value } end
  end
  add_all(function() return false end)
  add_all(function() return true end)
  add_all(function(i) return i % 2 == 0 end)
  add_all(function(i) return i % 2 == 1 end)
  return list
end

return M
