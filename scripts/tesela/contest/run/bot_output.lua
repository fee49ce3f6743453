-- The output of bots in many games, and their failures: lines "game 17 ply 12 mybot: text" in a
-- file; the first of them also at the terminal.
--
-- A game sends its log: lines "seat ply text" with tabs between them, in the order of printing
-- (bindings/process/lwatch.h), followed by lines that begin with ! and describe a bot's failure.
-- The text comes from the bots, and is cleaned here.

local opened = require "tesela.base.opened"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local texts = require "tesela.text"

local M = {}

local COLUMNS = 300 -- of a line
local SHOWN = 20    -- lines at the terminal

local Prints = {}
Prints.__index = Prints

--- The lines of a log that describe the failure of a seat.
function M.fault(seat, ply, reason, message, traceback)
  local lines = { ("!%d\t%d\t%s: %s\n"):format(seat, ply, reason,
    (message or ""):gsub("\n", " ")) }
  for line in (traceback or ""):gmatch "[^\n]+" do
    lines[#lines + 1] = ("!%d\t%d\t  %s\n"):format(seat, ply, line)
  end
  return table.concat(lines)
end

-- Opens a file for output, new or existing.
local function open(path)
  local file, why = io.open(path, "a+")
  if not file then return nil, why end
  local size = file:seek "end" -- a pipe has none
  file:seek "set"
  if size and size > 0 and not (file:read "l" or ""):find "^game %d+ ply " then
    file:close()
    return nil, path .. ": it exists, and does not contain the output of bots"
  end
  if size then file:seek "end" end -- as required between reading and writing
  return file
end

local function is_there(path)
  local file <close> = opened(path)
  return file ~= nil
end

--- Handles the bots' output in the games of a tournament. It is added to the file at `path`, if
--- given; `late`: the file is made with the first line. With the `name` of a command, shows the
--- first failure of each bot and, without a file, its first lines. Nil and the reason if it fails.
function M.open(path, name, late)
  local self = setmetatable({ name = name, path = path, shown = 0, failed = {} }, Prints)
  if path and not (late and not is_there(path)) then
    local why
    self.file, why = open(path)
    if not self.file then return nil, why end
  end
  return self
end

local function say(...)
  if process.terminal() then progress.clear() end
  io.stderr:write(...)
end

-- Shows a line that a bot has printed.
function Prints:show(line)
  if self.shown > SHOWN then return end
  self.shown = self.shown + 1
  if self.shown <= SHOWN then return say(line) end
  say(self.name, ": more output follows; --prints FILE keeps all of it\n")
end

function Prints:write(line)
  local ok, why
  if not self.file then self.file, why = open(self.path) end
  if self.file then ok, why = self.file:write(line) end
  if not ok then error(("tesela.tournament: %s: %s"):format(self.path, why), 0) end
end

--- The log of game `number`, in which `players` (numbers of bots by seat) played.
function Prints:add(def, number, players, log)
  local failing -- the first failure of a bot
  for fault, seat, ply, text in log:gmatch "(!?)(%d+)\t(%d+)\t([^\n]*)\n" do
    local bot = players[math.tointeger(tonumber(seat))]
    local line = ("game %d ply %s %s: %s\n"):format(number, ply,
      bot and def.bots[bot].name or "?", texts.cut(texts.clean(text), COLUMNS))
    if self.path then self:write(line) end
    if fault ~= "" and bot and not self.failed[bot] then
      self.failed[bot], failing = true, bot
    end
    if self.name and fault ~= "" and failing then
      say(line)
    elseif self.name and fault == "" and not self.path then
      self:show(line)
    end
  end
end

--- Writes the waiting output to the file.
function Prints:flush()
  if not self.file then return end
  local ok, why = self.file:flush()
  if not ok then error(("tesela.tournament: %s: %s"):format(self.path, why), 0) end
end

function Prints:close()
  if self.file then self.file:close() end
  self.file = nil
end

return M
