-- Distinguishes mistakes of a bot from mistakes of rules in Lua.
--
-- A mistake in the rules is raised, and no one loses because of it. Random games reveal it; the
-- message of a bot proves nothing, because a bot can say anything.

local interrupt = require "tesela.interrupt"
local tesela = require "tesela"

local M = {}

local GAMES, PLIES = 30, 500
local SECONDS = 1 -- of CPU time, after which no other game begins

local written = setmetatable({}, { __mode = "k" }) -- rules: are they in Lua?

local function are_written(rules)
  if written[rules] == nil then written[rules] = tesela.game(rules).source ~= nil end
  return written[rules]
end

--- Before a bot must choose: raises an error if the rules list no move although the game is not
--- over.
function M.check_moves(state)
  if are_written(state.rules) and state:count() == 0 then
    error(("%s: moves() listed nothing, but the game is not over"):format(state.rules.name), 0)
  end
end

-- Plays a random game from a seat's view of the state, with hidden information dealt again:
-- the error raised by the rules in it, or nil.
local function play(state, rng)
  local deal = state:view(state.seat, rng)
  for _ = 1, PLIES do
    if deal.over then return end
    deal:play_random(rng)
  end
end

local function failure(state, rng)
  local ok, why = interrupt.try(play, state, rng)
  return not ok and tostring(why) or nil
end

--- After a bot has failed in a position: it may have looked ahead to a position where the rules
--- fail. If they fail in random games, too, their error is raised.
function M.check_failure(state)
  if not are_written(state.rules) then return end
  local rng, since = tesela.rng(1), os.clock()
  for _ = 1, GAMES do
    local why = failure(state, rng)
    if why then error(why, 0) end
    if os.clock() - since > SECONDS then return end
  end
end

return M
