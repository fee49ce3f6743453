-- What a move of a bot that is a program costs beside the program:
--   tesela tests/bench/programs.lua [COMMAND]
-- For each game a row: its moves a game on average, how many texts of moves a question
-- has, the milliseconds of this process for a move of the bot, and those of the clock
-- from question to answer. The command is that of a program that answers at once; without
-- one it is the template in C, compiled with cc.

local tesela = require "tesela"
local seats = require "tesela.seats.seat"

local GAMES = { mixtour = 10, losetas = 20, qwirkle = 5, blokus = 5 }

local function template()
  local path = os.tmpname()
  assert(os.execute(("cc -O2 -o %s %s/templates/bot.c"):format(path, tesela.home)))
  return "exec:" .. path, path
end

local function measure(bot, name, games)
  local rules = tesela.rules(name)
  local player <close> = seats.player(bot, rules, { limit = 10 })
  local moves, texts, own, clock = 0, 0, 0, 0
  for seed = 1, games do
    local state, rng = rules:start(seed), tesela.rng(seed)
    assert(player:begin(state, 1, seed))
    while not state.over do
      if state.seat == 1 then
        moves, texts = moves + 1, texts + state:count()
        local begun, since = os.clock(), tesela.clock()
        local move = assert(player:choose(state, 1, seed))
        own, clock = own + os.clock() - begun, clock + tesela.clock() - since
        state:play(move)
      else
        state:play(rng:pick(state:list()))
      end
    end
    player:over { scores = state.scores, places = state.places, reason = state.reason }
  end
  print(("%-8s %5.1f moves a game, %6.1f texts, %.3f ms of ours, %.3f ms by the clock")
    :format(name, moves / games, texts / moves, 1000 * own / moves, 1000 * clock / moves))
end

local spec, path = arg[1], nil
if not spec then spec, path = template() end
local names = {}
for name in pairs(GAMES) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do measure(tesela.bot(spec, { reuse = true }), name, GAMES[name]) end
if path then os.remove(path) end
