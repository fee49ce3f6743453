-- The people at a terminal, as a player of the game loop (turns/game_loop.lua): to choose a move,
-- they type lines. A line may also do something else, or leave the game.

local M = {}

local Person = { name = "human", person = true }
Person.__index = Person

--- The person at a session's terminal, in any seat.
function M.new(session) return setmetatable({ session = session }, Person) end

function Person.begin() return true end

function Person:choose() return self.session:ask() end

function Person:agrees(_, seat)
  return self.session.confirm(("%s, do you agree to a draw?")
    :format(self.session:name(seat)))
end

return M
