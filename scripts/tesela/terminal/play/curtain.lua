-- The screen between the turns of several people at one terminal with hidden hands: it is erased,
-- including scrolled lines, and the next hand is shown when the next person has the keyboard.

local colour = require "tesela.terminal.dialogue.colour"
local input = require "tesela.terminal.dialogue.input"

local M = {}

-- Erases the screen and the scrolled lines, and goes to the top; a terminal that cannot do this at
-- least scrolls it away.
local WIPE, SCROLL = "\27[H\27[2J\27[3J", ("\n"):rep(100)

--- Do people at this terminal have secrets from each other?
function M.hangs(session)
  return session.hidden and session:people() > 1 and not session:over()
end

-- The seat that has the keyboard next.
local function next_viewer(session)
  local seat = session:state().seat
  if session:is_back() or session:is_bot(seat) then
    return session.viewer or session:first_person()
  end
  return seat
end

--- Does the keyboard now pass to another person?
function M.falls(session)
  return M.hangs(session) and session.viewer ~= next_viewer(session)
end

-- The number of the last move that a seat made, or 0.
local function last_ply_of(session, seat)
  for ply = #session.states - 1, 1, -1 do
    if session.states[ply].seat == seat then return ply end
  end
  return 0
end

-- Asks for the next person. True: leave.
local function wait_for(session, seat)
  local line, why = input.read(("%s, take the keyboard and press Enter> ")
    :format(session:name(seat)))
  if line then
    session.viewer = seat
    return line:match "^%s*quit%s*$" ~= nil
  end
  if why == "interrupted" then return false end
  session.say ""
  return true
end

--- Waits for the next person, after listing the moves since that person's last turn. Without a
--- terminal there is no one to wait for. True: leave.
function M.fall(session)
  local seat = next_viewer(session)
  if input.terminal() then io.write(colour.can_move() and WIPE or SCROLL) end
  session.viewer, session.shown = seat, nil
  local first = math.max(last_ply_of(session, seat) + 1,
    #session.states - session.rules.seats)
  for ply = math.max(first, 1), #session.states - 1 do session:tell_move(ply) end
  if not input.terminal() then return false end
  session.viewer = nil
  return wait_for(session, seat)
end

return M
