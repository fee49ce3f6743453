-- A bot for tesela. It runs as it is; make it better:
--   tesela match mixtour ./mine.lua greedy
--   tesela play mixtour --bot ./mine.lua
local tesela = require "tesela"

-- The value of a position for a seat, from 0 (lost) to 1 (won): start by changing this.
local function worth(state, seat)
  if state.over and #state.winners == 1 then
    return state.winners[1] == seat and 1 or 0
  end
  return 1 / (1 + math.exp(-state.scores[seat] / 10))
end

-- A small bonus for the kind of move. help "mixtour" and help "Parts" list the parts
-- of a move: kind, from, to, pieces.
local function taste(parts)
  return parts.kind == "enter" and 0.01 or 0
end

return {
  -- A new object for each game: what you keep in it lasts for the game.
  new = function(_rules, seat, _seed)
    return { seat = seat, asked = 0 }
  end,
  -- Returns each move. The view is what your seat may know of the position; the budget
  -- says how long to think, and has a seed for random choices.
  choose = function(self, view, budget)
    self.asked = self.asked + 1
    local best, found = -math.huge, {}
    for move in view:moves() do            -- all legal moves, as integers
      local after = view:copy():play(move) -- tried on a copy
      local value = worth(after, self.seat) + taste(view:parts(move))
      if value > best then best, found = value, {} end
      if value == best then found[#found + 1] = move end
    end
    return tesela.rng(budget.seed):pick(found), best
  end,
}
