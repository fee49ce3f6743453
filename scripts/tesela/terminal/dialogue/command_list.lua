-- The commands of a dialogue.
--
-- A command is { name, call = how to type it, doc, run = function(session, argument), when = a
-- condition, with a meaning given by the dialogue }.

local text = require "tesela.text"

local Menu = {}
Menu.__index = Menu

--- A menu without commands. aliases: other words for commands.
function Menu.new(aliases)
  return setmetatable({ list = {}, by_name = {}, aliases = aliases }, Menu)
end

--- Adds a command.
function Menu:add(call, doc, run, when)
  local each = { name = call:match "^%a+", call = call, doc = doc, run = run, when = when }
  self.list[#self.list + 1], self.by_name[each.name] = each, each
end

--- The command with exactly this name.
function Menu:named(word) return self.by_name[self.aliases[word] or word] end

--- The names of the commands that begin with `begin` and pass a test, if there is one.
function Menu:names(begin, test)
  local found = {}
  for _, each in ipairs(self.list) do
    if each.name:sub(1, #begin) == begin and (not test or test(each)) then
      found[#found + 1] = each.name
    end
  end
  return found
end

--- The commands with their docs, a line each, beginning with number `first`.
function Menu:help(first)
  local lines = {}
  for i = first, #self.list do
    lines[#lines + 1] = ("  %-12s  %s"):format(self.list[i].call, self.list[i].doc)
  end
  return text.narrow(table.concat(lines, "\n"))
end

return Menu
