#!/bin/sh
# What it costs to put a large tournament together: bytes, seconds and memory of `merge`
# and `report` over 100 parts. The games are not played: those of 2000 are written again
# and again, with the numbers and starts of others.
#   sh tests/bench/merge.sh .build/release [GAMES]
# It needs the program time, and twice 460 bytes of disk a game.
set -eu
tesela=$(cd "$1" && pwd)/bin/tesela
games=${2:-1000000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat >cup.lua <<'L'
return { rules = "mixtour", bots = { "random", "greedy" }, games = 2000, seed = 1 }
L
"$tesela" tournament cup.lua >/dev/null 2>&1
"$tesela" merge cup.jsonl -o games.jsonl

cat >parts.lua <<'L'
local tesela = require "tesela"
local files = require "tesela.contest.games_file"
local schedule = require "tesela.contest.schedule.schedule"
local lines, parts, count = {}, {}, math.tointeger(arg[1])
for line in io.lines "games.jsonl" do lines[#lines + 1] = line end
local header = tesela.decode(table.remove(lines, 1))
local def = header.definition
def.games = count
for i, line in ipairs(lines) do
  lines[i] = { line:match '^(.-"seed":)%d+(.*"pair":)%d+(.*,"number":)%d+}$' }
end
for i = 1, 100 do
  parts[i] = assert(io.open(("part.%d.jsonl"):format(i), "wb"))
  parts[i]:write(files.header(def, ("%d/100"):format(i), header), "\n")
end
for number = 1, count do
  local pair, line = (number + 1) // 2, lines[(number - 1) % #lines + 1]
  parts[(pair - 1) % 100 + 1]:write(line[1], schedule.start(def, pair), line[2],
    pair, line[3], number, "}\n")
end
for _, part in ipairs(parts) do part:close() end
L
"$tesela" parts.lua "$games"
measure() {
  what=$1
  shift
  command time -f "$what: %e s (%U s of the processor), %M KB" "$tesela" "$@" >out
}
measure merge merge part.*.jsonl -o all.jsonl
measure report report all.jsonl
echo "$(wc -c <all.jsonl) bytes, $games games"
