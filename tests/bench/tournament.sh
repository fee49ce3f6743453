#!/bin/sh
# What a tournament costs beside its games: games of losetas, bare (in one process:
# only states, views, bots and moves; and as tesela.run plays them), with one worker
# and with two. The best of some runs, in turn, so that what else runs disturbs all
# alike. BOT is random, of which a game takes so little that it shows what a
# tournament does for each, or greedy: a bot in Lua that thinks a little.
#   sh tests/bench/tournament.sh BUILD [GAMES [RUNS [BOT]]]
set -eu
build=$(cd "${1:?usage: tournament.sh BUILD [GAMES [RUNS [BOT]]]}" && pwd)
export GAMES="${2:-100000}" RUNS="${3:-5}" BOT="${4:-random}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bench.lua <<'EOF'
local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local games, runs = tonumber(os.getenv "GAMES"), tonumber(os.getenv "RUNS")
local name = os.getenv "BOT"
local rules, names = tesela.rules "losetas", { name, name }

local function bare()
  local bot = tesela.bot(name)
  for i = 1, games do
    local state, players = rules:start(i), {}
    for seat = 1, 2 do players[seat] = bots.player(bot, rules, seat, 2 * i + seat) end
    while not state.over do
      local seat = state.seat
      state:play((bots.choose(players[seat], state, seat, { seed = i })))
    end
  end
end

local function run()
  local list = { tesela.bot(name), tesela.bot(name) }
  for i = 1, games do tesela.run { rules = rules, bots = list, seed = i, pair = i } end
end

local function tournament(workers)
  return function()
    os.remove "bench.jsonl"
    tesela.tournament({ rules = "losetas", bots = names, games = games,
      workers = workers }, { file = "bench.jsonl" })
  end
end

-- Seconds of the processor that this process has had, and its children: fields
-- 14 to 17 of proc(5), of which the first three are left out here.
local function processor()
  local file <close> = assert(io.open "/proc/self/stat")
  local fields = {}
  for field in file:read "a":match "%) (.*)":gmatch "%S+" do
    fields[#fields + 1] = tonumber(field)
  end
  return (fields[11] + fields[12]) / 100, (fields[13] + fields[14]) / 100
end

local kinds = { { "bare", bare }, { "tesela.run", run },
  { "one worker", tournament(1) }, { "two workers", tournament(2) } }
local best = {}
for _ = 1, runs do
  for i, kind in ipairs(kinds) do
    collectgarbage()
    local own, others = processor()
    local begin = tesela.clock()
    kind[2]()
    local wall = tesela.clock() - begin
    local own_after, others_after = processor()
    if not best[i] or wall < best[i].wall then
      best[i] = { wall = wall, own = own_after - own, others = others_after - others }
    end
  end
end
local function us(seconds) return seconds / games * 1e6 end
print(("%d games of losetas between %s, best of %d; us a game"):format(games, name,
  runs))
print "              time  parent  workers"
for i, kind in ipairs(kinds) do
  local b = best[i]
  print(("%-11s %6.1f  %6.1f   %6.1f"):format(kind[1], us(b.wall), us(b.own), us(b.others)))
end
print(("one worker: %+.1f us a game beside the bare games, %+.1f %%; of tesela.run %+.1f %%")
  :format(us(best[3].wall - best[1].wall), 100 * (best[3].wall / best[1].wall - 1),
    100 * (best[3].wall / best[2].wall - 1)))
print(("two workers do %.2f times the games of one"):format(best[3].wall / best[4].wall))
EOF
"$build/bin/tesela" bench.lua
