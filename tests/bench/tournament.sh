#!/bin/sh
# What a tournament costs beside its games: random games of losetas, bare (as
# tesela.run plays them), with one worker and with two. The best of some runs.
#   sh tests/bench/tournament.sh BUILD [GAMES [RUNS]]
set -eu
build=$(cd "${1:?usage: tournament.sh BUILD [GAMES [RUNS]]}" && pwd)
export GAMES="${2:-40000}" RUNS="${3:-5}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >bench.lua <<'EOF'
local tesela = require "tesela"
local games, runs = tonumber(os.getenv "GAMES"), tonumber(os.getenv "RUNS")
local rules, bots = tesela.rules "losetas", { "random", "random" }

local function bare()
  local list = { tesela.bot "random", tesela.bot "random" }
  for i = 1, games do
    tesela.run { rules = rules, bots = list, seed = i, pair = i }
  end
end

local function tournament(workers)
  return function()
    os.remove "bench.jsonl"
    tesela.tournament({ rules = "losetas", bots = bots, games = games,
      workers = workers }, { file = "bench.jsonl" })
  end
end

local kinds = { { "bare", bare }, { "one worker", tournament(1) },
  { "two workers", tournament(2) } }
local best = {}
for _ = 1, runs do -- in turn, so that what else runs disturbs all alike
  for i, kind in ipairs(kinds) do
    local begin = tesela.clock()
    kind[2]()
    best[i] = math.min(best[i] or math.huge, tesela.clock() - begin)
  end
end
for i, kind in ipairs(kinds) do
  print(("%-12s %7.2f us a game  %.2f x bare"):format(kind[1],
    best[i] / games * 1e6, best[1] / best[i]))
end
EOF
"$build/bin/tesela" bench.lua
