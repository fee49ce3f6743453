-- Does a seat choose without knowing another's choice, as when both choose at once? A search deals
-- what is hidden and then sees it: it lets the second answer the first, so its results for such a
-- game are wrong. Random games show it: the seat to move sees a different text for the previous
-- move.

local tesela = require "tesela"

local M = {}

local GAMES, PLIES = 4, 60

local known = setmetatable({}, { __mode = "k" }) -- by the rules

-- A seat that does not know the last move: its name, or nil.
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

--- The problem with analysing such a game, as text; nil: there is none.
function M.warning(rules)
  if known[rules] == nil then known[rules] = look(rules) or false end
  return known[rules] and ("%s chooses without seeing the previous move: searches assume that it "
    .. "is seen, so hints, analyses and measures of this game cannot be trusted")
    :format(known[rules]) or nil
end

return M
