-- A game for measures: the contents of its record, and its positions.

local tesela = require "tesela"

local M = {}

-- The result of a game: by its rules if they ended it, else as recorded.
local function ended(state, record)
  local result = state.over and state or record.result
  return result.places, result.reason
end

local function winners(places)
  local list = {}
  for seat, place in ipairs(places) do
    if place == 1 then list[#list + 1] = seat end
  end
  return list
end

local function play_through(state, record, game)
  for i, text in ipairs(record.moves) do
    local list = state:list()
    local move = assert(state:move(text))
    game.seats[i], game.choices[i], game.parts[i] = state.seat, #list, state:parts(move)
    state:play(move)
  end
end

--- A game from its record, a line; nil and the reason if it has other rules. `values`: the
--- chances of the seats at each position, if it was searched.
function M.of(line, rules, values)
  local sound, why = tesela.replay(line, nil, rules)
  if not sound then return nil, why end
  local record = tesela.decode(line)
  local state = tesela.replay(line, 0, rules)
  local game = { record = record, moves = record.moves, plies = #record.moves,
    pair = record.pair, number = record.number, values = values,
    seats = {}, choices = {}, parts = {}, state = state }
  play_through(state, record, game)
  game.over, game.scores = state.over, state.scores
  game.places, game.reason = ended(state, record)
  game.winners = winners(game.places)
  return game
end

return M
