-- Long answers at a terminal: through $PAGER, or less.

local cli = require "tesela.cli.cli"
local input = require "tesela.terminal.dialogue.input"

local M = {}

local function pager()
  local own = os.getenv "PAGER" or ""
  if own ~= "" then return own end
  return os.execute "command -v less >/dev/null 2>&1" and "less -FRX" or nil
end

-- Did a program show the text?
local function shown(words)
  local program = pager()
  local path = program and os.tmpname()
  local file <close> = path and io.open(path, "w")
  if not file then return false end
  file:write(words)
  file:close()
  local _, _, status = os.execute(("%s <%s"):format(program, cli.quoted(path)))
  os.remove(path)
  return status ~= 127 -- no such program
end

--- Writes text, with a function (default: as commands do); text higher than the terminal is paged.
function M.write(words, write)
  local _, rows = input.size()
  local long = rows and select(2, words:gsub("\n", "")) >= rows
  if not (long and shown(words)) then (write or cli.write)(words) end
end

return M
