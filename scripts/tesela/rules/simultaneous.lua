-- Does a seat choose without knowing what another one has chosen, as where both show at
-- once? A search deals what is hidden and then sees it: it takes the second to answer the
-- first, so what it says of such a game is wrong. Random games show it: a seat that has
-- the turn reads another text for the move before than was made.

local tesela = require "tesela"

local M = {}

local GAMES, PLIES = 4, 60

local known = setmetatable({}, { __mode = "k" }) -- by the rules

-- Who does not know the last move of whom: the name of a seat that does not, or nil.
local function blind(state)
  local seat, ply = state.seat, state.ply
  if state:view(seat, 1):history()[ply] == state:history()[ply] then return nil end
  return state.seat_names[seat]
end

local function look(rules)
  local game = tesela.game(rules)
  if game.root or not game.source then return nil end
  for seed = 1, GAMES do
    local state, rng = rules:start(seed), tesela.rng(seed)
    while not state.over and state.ply < PLIES do
      local seat = state.seat
      state:play_random(rng)
      local name = not state.over and state.seat ~= seat and blind(state)
      if name then return name end
    end
  end
end

--- What is wrong with judging such a game, as text; nil: it is none.
function M.warning(rules)
  if known[rules] == nil then known[rules] = look(rules) or false end
  return known[rules] and ("%s chooses without seeing the move before: searches take it for "
    .. "seen, so what hints, analysis and measures say of this game is not to be trusted")
    :format(known[rules]) or nil
end

return M
