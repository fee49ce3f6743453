#!/bin/sh
# What a tournament costs beside its games: random games of losetas, bare (in one
# process: only states, views, bots and moves; and as tesela.run plays them), with
# one worker and with two. The best of some runs, in turn, so that what else runs
# disturbs all alike.
#   sh tests/bench/tournament.sh BUILD [GAMES [RUNS]]
set -eu
build=$(cd "${1:?usage: tournament.sh BUILD [GAMES [RUNS]]}" && pwd)
export GAMES="${2:-100000}" RUNS="${3:-5}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bench.lua <<'EOF'
local tesela = require "tesela"
local bots = require "tesela.bots"
local games, runs = tonumber(os.getenv "GAMES"), tonumber(os.getenv "RUNS")
local rules, names = tesela.rules "losetas", { "random", "random" }

local function bare()
  local random = tesela.bot "random"
  for i = 1, games do
    local state, players = rules:start(i), {}
    for seat = 1, 2 do players[seat] = bots.player(random, rules, seat, 2 * i + seat) end
    while not state.over do
      local seat = state.seat
      state:play((bots.choose(players[seat], state, seat, { seed = i })))
    end
  end
end

local function run()
  local list = { tesela.bot "random", tesela.bot "random" }
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
print(("%d random games of losetas, best of %d; us a game"):format(games, runs))
print "              time  parent  workers"
for i, kind in ipairs(kinds) do
  local b = best[i]
  print(("%-11s %6.1f  %6.1f   %6.1f"):format(kind[1], us(b.wall), us(b.own), us(b.others)))
end
print(("one worker: %.2f times the time of tesela.run, %+.1f us beside the bare games")
  :format(best[3].wall / best[2].wall, us(best[3].wall - best[1].wall)))
print(("two workers do %.2f times the games of one"):format(best[3].wall / best[4].wall))
EOF
"$build/bin/tesela" bench.lua
