-- What must not stand in a message: words of Lua or of our own about the inside of
-- the library, and what is different at every run.

local tesela = require "tesela"

local M = {}

local INTERNAL = { "attempt to ", "bad argument", "0x%x%x%x%x%x", "internal",
  "stack overflow", "C stack", "invalid option '", "invalid value", "invalid order",
  "string slice", "too many results", "too many captures", "malformed pattern",
  "integer overflow", "number has no integer" }

local RAW = { "[\0-\31\127]", "\u{202E}" }

-- Is one of some words in a text, and none that the input itself has? Messages leave
-- out what no terminal shows, so that a word may come together there.
local function has(text, list, given)
  local left = given:gsub("%c", "")
  for _, words in ipairs(list) do
    if text:find(words) and not given:find(words) and not left:find(words) then
      return true
    end
  end
  return false
end

-- Lua itself says what cannot be done with a value, at a line of a fuzzer, and where
-- coroutine.yield cannot be called; "odd" is what values.lua raises.
local function is_own(message)
  return message == "odd" or type(message) == "string"
    and (message:find "^[^\n]-tests/fuzz/%w+%.lua:%d+: attempt to "
      or message:find "attempt to yield") ~= nil
end

--- Raises a message that should not have been told; every other value, too.
function M.check(message)
  if message == nil or is_own(message) then return end
  if type(message) ~= "string" then error("told as a " .. type(message), 0) end
  local text = message:gsub("\n", "")
  -- What was given may say anything, but not raw.
  if has(text, RAW, "") or has(text, INTERNAL, rawget(_G, "given") or "") then
    error("told: " .. message, 0)
  end
  if message:find(tesela.home .. "/tesela/", 1, true) then
    error("told at a line of the library: " .. message, 0)
  end
end

--- As pcall, for a function of the library: what it raises must be told well.
function M.call(f, ...)
  local results = table.pack(pcall(f, ...))
  if not results[1] then M.check(results[2]) end
  return table.unpack(results, 1, results.n)
end

return M
