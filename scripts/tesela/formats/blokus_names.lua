-- Blokus in other programs: the names of its games and of its colours, in files (.blksgf) and in
-- the engine's protocol (GTP).
--
-- If a game has two colours they are B and W, else 1 to 4; if it has two players these are B and
-- W, else 1 to 4. A blocked colour does not pass: it has no more turns. First pieces are placed as
-- with `corners=fixed`.

local tables = require "tesela.base.tables"
local tesela = require "tesela"

local M = {}

local GAMES = {
  { name = "Blokus", players = 4, variant = "classic" },
  { name = "Blokus Two-Player", players = 2, variant = "classic" },
  { name = "Blokus Three-Player", players = 3, variant = "classic" },
  { name = "Blokus Duo", players = 2, variant = "duo" },
}

local WORDS = {
  classic = { { "blue", "b" }, { "yellow", "y" }, { "red", "r" }, { "green", "g" } },
  duo = { { "b", "blue", "black", "purple", "p" }, { "w", "green", "white", "orange", "o" } },
}

--- Are the rules Blokus, or derived from it?
function M.is(rules)
  local game = tesela.game(rules)
  return game.name == "blokus" or game.root == "blokus"
end

--- The names of its games.
function M.names()
  local list = {}
  for i, game in ipairs(GAMES) do list[i] = game.name end
  return list
end

--- The options of a game by its name, together with other options; nil if it is unknown.
function M.options(name, options)
  for _, game in ipairs(GAMES) do
    if game.name == name then
      local all = tables.copy(options, { corners = "fixed" })
      all.players, all.variant = game.players, game.variant
      return all
    end
  end
end

--- The name of the game with these rules; nil: it has none.
function M.name(rules)
  if rules.name ~= "blokus" then return nil end
  for _, game in ipairs(GAMES) do
    if game.players == rules.seats and game.variant == rules.options.variant then
      return game.name
    end
  end
end

--- The names of the colours in files: { "B", "W" } or { "1", "2", "3", "4" }.
function M.colours(rules)
  return rules.options.variant == "duo" and { "B", "W" } or { "1", "2", "3", "4" }
end

--- The names of the players.
function M.players(rules)
  return rules.seats == 2 and { "B", "W" } or { "1", "2", "3", "4" }
end

--- The words for the n-th colour, in addition to its number.
function M.words(rules, n) return WORDS[rules.options.variant][n] end

--- The number of the colour to move; nil: the game is over.
function M.turn(state)
  if state.over then return nil end
  local name = state:colour()
  for n, colour in ipairs(state:colours()) do
    if colour == name then return n end
  end
end

--- Can the side to move only pass?
function M.blocked(state)
  return not state.over and state:count() == 1 and state:text(state:list()[1]) == "pass"
end

--- Passes for colours that can do nothing else, until one can.
function M.skip(state)
  while M.blocked(state) do state:play "pass" end
  return state
end

--- The same position with the n-th colour to move; its history begins there.
function M.with_turn(state, n)
  local letter = state:colours()[n]:sub(1, 1)
  return state.rules:load((state:fen():gsub(" %l ", (" %s "):format(letter), 1)))
end

--- The points of each colour as other programs count them: plus one for a square on the board, not
--- minus one for a square in hand.
function M.points(state)
  local list, start = {}, state.rules:start()
  for n, colour in ipairs(state:colours()) do
    list[n] = state:points(colour) - start:points(colour)
  end
  return list
end

--- The result of a game for two, "B+3", "W+3" or "0".
function M.difference(state)
  local by = state.scores[1] - state.scores[2]
  return by > 0 and ("B+%d"):format(by) or by < 0 and ("W+%d"):format(-by) or "0"
end

return M
