-- The use of colours in output.
--
-- tesela.color decides: "always" or "never" (--color sets it). Otherwise there is colour on a
-- terminal that can show it, and none if NO_COLOR is set (no-color.org) or the terminal is dumb.

local tesela = require "tesela"
local input = require "tesela.terminal.dialogue.input"

local M = {}

--- Can the terminal do more than append lines?
function M.can_move()
  local term = os.getenv "TERM" or ""
  return term ~= "" and term ~= "dumb"
end

local function wanted()
  local color = rawget(tesela, "color")
  if color == "always" then return true end
  if color == "never" then return false end
  if (os.getenv "NO_COLOR" or "") ~= "" or not M.can_move() then return false end
  return input.terminal()
end

--- 0, 16 or 256: the palette for state:draw.
function M.palette()
  if not wanted() then return 0 end
  local term, depth = os.getenv "TERM" or "", os.getenv "COLORTERM" or ""
  return (term:find "256color" or depth ~= "") and 256 or 16
end

--- Can boards show symbols? With colours, and if text is UTF-8.
function M.symbols()
  if M.palette() == 0 then return false end
  local locale = ""
  for _, name in ipairs { "LC_ALL", "LC_CTYPE", "LANG" } do
    if locale == "" then locale = os.getenv(name) or "" end
  end
  return locale:lower():find "utf%-?8" ~= nil
end

--- Sets tesela.color from the text of an option; nil and the reason if it is invalid.
function M.set(text)
  if text ~= "always" and text ~= "never" and text ~= "auto" then
    return nil, ("--color %s: expected always, never or auto"):format(text)
  end
  tesela.color = text
  return true
end

return M
