-- Searches of both kinds find the same move, at the same value.
local tesela = require "tesela"

for _, game in ipairs { "mixtour", "blokus", "losetas", "qwirkle", "tictactoe", "hex" } do
  local start = tesela.rules(game):start(1)
  for _, method in ipairs { "mcts", "alphabeta" } do
    local view = start:view(start.seat)
    local ok, move, seen = pcall(tesela.search, view,
      { method = method, iterations = game == "hex" and 100 or 3000, seed = 1 })
    print(game, method, ok and view:text(move) or move, ok and seen.value)
  end
end
