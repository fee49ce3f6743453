-- Questions of a dialogue, each asked until its answer is accepted.

local cli = require "tesela.cli.cli"
local input = require "tesela.terminal.dialogue.input"
local interrupt = require "tesela.interrupt"
local text = require "tesela.text"

local M = {}

local LEAVING = { q = true, quit = true, exit = true }

--- Writes a line, folded.
function M.say(format, ...)
  cli.write(text.fold(text.lines(format:format(...)), "", "  "), "\n")
end

local function with_prefix(list, word)
  local found = {}
  for _, name in ipairs(list) do
    if name:sub(1, #word) == word then found[#found + 1] = name end
  end
  return found
end

--- Asks until accept(line) returns a value, and returns that; nil: the person leaves. Errors of
--- accept are shown. `names` complete the last word.
function M.ask(prompt, accept, names)
  while true do
    local line, why = input.read(prompt, function(before)
      local word = before:match "%S*$"
      return with_prefix(names or {}, word), #before - #word + 1
    end)
    if not line and why ~= "interrupted" then cli.write "\n" end
    line = line and line:match "^%s*(.-)%s*$"
    if not line or LEAVING[line:lower()] then return nil end
    local ok, found = interrupt.try(accept, line)
    if ok and found ~= nil then return found end
    if not ok then M.say("%s", cli.plain(found)) end
  end
end

return M
