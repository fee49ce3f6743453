-- The options of rules that are not as usual, as people set them: "win_score=3".

local tesela = require "tesela"
local text = require "tesela.text"

local M = {}

--- Those of rules that differ from what their game has where nothing is said: a list of
--- { name =, text = }. `usual`: a game that is compared with instead, in the options
--- that it has.
function M.changed(rules, usual)
  local defaults, list = {}, {}
  for _, game in ipairs { rules, usual } do
    for _, option in ipairs(tesela.game(game).options) do
      defaults[option.name] = text.value(option.default)
    end
  end
  for _, option in ipairs(tesela.game(rules).options) do
    local value = text.value(rules.options[option.name])
    if value ~= defaults[option.name] then
      list[#list + 1] = { name = option.name, text = ("%s=%s"):format(option.name, value) }
    end
  end
  return list
end

--- What differs from the game in C that the rules are made from, as text, or nil: the
--- defaults of a variant, too.
function M.text(rules)
  local words = {}
  for i, each in ipairs(M.changed(rules, tesela.game(rules).root)) do words[i] = each.text end
  return #words > 0 and table.concat(words, ", ") or nil
end

--- A line of JSON whose members `options` are objects: a table that has none would be a
--- list, which records do not have there.
function M.line(value, order)
  return (tesela.encode(value, order):gsub('"options":%[%]', '"options":{}'))
end

return M
