-- The options of rules that differ from the defaults, as people set them: "win_score=3".

local tesela = require "tesela"
local text = require "tesela.text"

local M = {}

--- The options of rules that differ from the defaults of their game: a list of { name =, text = }.
--- `usual`: another game whose defaults to compare with, for the options that it has.
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

--- The differences from the game in C that the rules are based on, as text, or nil: including the
--- defaults of a variant.
function M.text(rules)
  local words = {}
  for i, each in ipairs(M.changed(rules, tesela.game(rules).root)) do words[i] = each.text end
  return #words > 0 and table.concat(words, ", ") or nil
end

--- A line of JSON whose members `options` are objects: an empty table would be a list, which
--- records do not allow there.
function M.line(value, order)
  return (tesela.encode(value, order):gsub('"options":%[%]', '"options":{}'))
end

return M
