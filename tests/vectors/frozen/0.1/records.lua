-- Writes games.jsonl, a random game of each game and option; positions.jsonl, positions of
-- these games with their facts; and notes.jsonl, records with all members.
local tesela = require "tesela"

local settings = {
  mixtour = { {}, { win_score = 3 }, { pieces = 5, stack = 3, repetition = 0, stall = 9 },
    { stack = 8, repetition = 2 } },
  blokus = { {}, { corners = "fixed" }, { players = 3 }, { players = 2, bonus_all = 0 },
    { players = 1 }, { variant = "duo" }, { variant = "duo", corners = "fixed" },
    { variant = "duo", players = 1, bonus_last = 99 } },
  losetas = { {}, { frame = "fixed", touch = "corner" }, { size = 4, tiles = { 2, 3, 1 } } },
  qwirkle = { {}, { players = 3, hands = "open" }, { players = 4, hand = 4 },
    { colours = 3, shapes = 4, copies = 2, bonus = 9, end_bonus = 0 } },
}

local games, positions = assert(io.open("games.jsonl", "w")),
  assert(io.open("positions.jsonl", "w"))

local function of(state)
  return tesela.encode({ game = state.rules.name, options = state.rules.options,
    fen = state:fen(), moves = state:count(), seat = state.seat, scores = state.scores },
    { "game", "options" })
end

local function play(rules, seed)
  local state, rng = rules:start(seed), tesela.rng(seed)
  while not state.over do
    if state.ply % 25 == 9 then positions:write(of(state), "\n") end
    state:play(rng:pick(state:list()))
  end
  games:write(state:record(), "\n")
end

for seed, name in ipairs(tesela.games()) do
  for i, options in ipairs(settings[name] or { {} }) do
    play(tesela.rules(name, options), 10 * seed + i)
  end
end
games:close()
positions:close()

local state = tesela.rules("mixtour"):start():play "b2":play "c3":play "b2-c3"
local full = assert(io.open("notes.jsonl", "w"))
full:write(state:record { players = { "Ada", "Bob" }, seconds = { 1.5, nil, 0.25 },
  values = { 0.5, 0.75 }, pair = 4, notes = { [0] = "a good start", [3] = "ünder way" },
  result = { reason = "resigned", places = { 1, 2 } } }, "\n")
full:write(state:record { result = { reason = "error", places = { 2, 1 },
  message = "bot.lua:3: a nil value" } }, "\n")
full:write(tesela.rules("mixtour"):load("5/5/2,rwrw,2/1,w,3/5 w 0:0 -"):play "c3:4-b2"
  :record {}, "\n")
full:close()
