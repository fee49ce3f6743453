-- Clocks of games: the time of a player for all moves together.
--
--   "60+1"    60 seconds for the game, and a second more for each move: 61 for the first
--   "5m+3"    the same in minutes; the increment is in seconds
--   "10/60"   60 seconds for every ten moves; then there are 60 again
--
-- A bot in a process of ours pays with CPU time, so that a slow machine costs no bot a
-- game; programs and people pay by the wall clock. A player with less than nothing left has
-- lost on time.

local texts = require "tesela.text"

local M = {}

local MOST = 1e6 -- seconds, and moves

local WANTED = 'expected a clock, like "60+1" (seconds for a game and for each move), '
  .. '"5m+3" or "10/60" (moves in seconds)'

local function amount(text, least)
  local number = tonumber(text)
  return number and number >= least and number <= MOST and number or nil
end

-- The seconds in a string: "90", or "5m" for minutes.
local function seconds_of(text)
  local minutes = text:match "^([%d.]+)m$"
  local seconds = amount(minutes or text:match "^[%d.]+$", 0)
  return seconds and seconds * (minutes and 60 or 1) or nil
end

--- Parses a string: { text =, main =, increment = } or { text =, moves =, main =, increment =
--- 0 }; or nil and what was expected.
function M.read(text)
  if type(text) ~= "string" then return nil, WANTED end
  local moves, period = text:match "^(%d+)/(.+)$"
  if moves then
    local count, seconds = math.tointeger(amount(moves, 1)), seconds_of(period)
    if not (count and seconds and seconds > 0) then return nil, WANTED end
    return { text = text, main = seconds, increment = 0, moves = count }
  end
  local main, more = text:match "^([^+]+)%+?(.*)$"
  local seconds = main and seconds_of(main)
  local increment = more == "" and 0 or amount(more and more:match "^[%d.]+$", 0)
  if not (seconds and increment and seconds + increment > 0) then return nil, WANTED end
  if text:find("+", 1, true) and more == "" then return nil, WANTED end
  return { text = text, main = seconds, increment = increment }
end

local Clock = {}
Clock.__index = Clock

--- The seconds of a seat before its first move.
function M.first(control) return control.main + control.increment end

-- The control of a seat, as M.read returns it, or nil.
local function control_of(given, seat)
  if type(given) == "table" then given = given[seat] end
  return (M.read(given))
end

-- Sets all clocks to their state before the first move.
local function wind(self)
  for seat = 1, self.seats do
    local control = self.controls[seat]
    self.left[seat], self.made[seat] = control and M.first(control) or math.huge, 0
  end
end

--- Clocks for a number of seats, from a string for M.read, or a list of them by seat, some of
--- which may be absent. A seat without a clock has math.huge seconds left.
function M.new(given, seats)
  local self = setmetatable({ seats = seats, controls = {}, left = {}, made = {} }, Clock)
  for seat = 1, seats do self.controls[seat] = control_of(given, seat) end
  wind(self)
  return self
end

--- Seconds have passed for a seat: false if it has none left.
function Clock:spend(seat, seconds)
  self.left[seat] = self.left[seat] - math.max(0, seconds)
  return self.left[seat] >= 0
end

--- A seat has made a move: its time now; nil: it has no clock.
function Clock:moved(seat)
  local control, made = self.controls[seat], self.made[seat] + 1
  if not control then return nil end
  self.made[seat] = made
  if not control.moves then
    self.left[seat] = self.left[seat] + control.increment
  elseif made % control.moves == 0 then
    self.left[seat] = control.main
  end
  return self.left[seat]
end

local GRACE = 1 -- seconds beyond its clock to wait for a bot

--- The seconds after which a bot with this much time left is ended.
function M.limit(left) return math.max(0, math.min(left, MOST)) + GRACE end

--- The clock as a bot gets it: { left = by seat, increment =, moves = to go in this period,
--- or nil, limit = seconds after which the bot is ended }; nil without a clock.
function Clock:told(seat)
  local control = self.controls[seat]
  if not control then return nil end
  local moves = control.moves
  return { left = table.move(self.left, 1, #self.left, 1, {}),
    increment = control.increment,
    moves = moves and moves - self.made[seat] % moves or nil,
    limit = M.limit(self.left[seat]) }
end

--- Sets the clocks to their state after some moves: `seats` made them, `list` is the time
--- that each had left then (nil if unknown).
function Clock:restore(seats, list)
  wind(self)
  for ply, seat in ipairs(seats) do
    self.made[seat] = self.made[seat] + 1
    self.left[seat] = list[ply] or self.left[seat]
  end
end

--- Seconds as people read them: "4:05", and below ten "9.5".
function M.shown(seconds)
  if seconds < 10 then return ("%.1f"):format(math.max(0, seconds)) end
  local whole = math.floor(seconds)
  if whole < 3600 then return ("%d:%02d"):format(whole // 60, whole % 60) end
  return ("%d:%02d:%02d"):format(whole // 3600, whole // 60 % 60, whole % 60)
end

-- The clock in a message to a sandbox or a process, as text, read in interior.lua.

--- "0.5 - 60 58.2": increment, moves to go, and the time left by seat; "-": none.
function M.pack(told)
  local words = { texts.number("%.17g", told.increment), told.moves or "-" }
  for seat, left in ipairs(told.left) do
    words[seat + 2] = left < math.huge and texts.number("%.17g", left) or "-"
  end
  return table.concat(words, " ")
end

--- Reads the text of M.pack.
function M.unpack(text)
  local told = { left = {} }
  for word in text:gmatch "%S+" do
    local number = tonumber(word)
    if told.increment == nil then
      told.increment = number
    elseif told.moves == nil then
      told.moves = math.tointeger(number) or false
    else
      table.insert(told.left, number or math.huge)
    end
  end
  told.moves = told.moves or nil
  return told
end

return M
