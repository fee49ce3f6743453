#!/bin/sh
# Makes this folder from its scripts and inputs, by tesela 0.1.0: sh make.sh PROGRAM
set -eux
T=$1
play() { "$T" tournament "$@" -w 1 >>log 2>&1; }

"$T" records.lua
for game in mixtour blokus losetas qwirkle; do "$T" random $game 7; done >random.jsonl

"$T" openings mixtour --plies 4 -n 4 --iterations 200 --seed 2 -o suite.jsonl
for name in cup match gauntlet swiss knockout hasty-cup; do
  play $name.lua
  "$T" report $name.jsonl -f json >$name.report
done
play program.lua --programs
for part in 1 2 3; do play cup.lua --shard $part/3; done
"$T" merge cup.?-of-3.jsonl -o merged.jsonl
sed 's/, ".\/tuned.lua"//' grown.lua >two.lua
play two.lua -o grown.jsonl
play grown.lua --extend -o grown.jsonl
"$T" merge grown.jsonl -o grown-merged.jsonl
"$T" report grown.jsonl -f json >grown.report
"$T" match mixtour ./first.lua ./drawn.lua -n 2 --seed 9 -w 1 -o plain.jsonl >>log 2>&1
"$T" match stones.lua ./first.lua ./drawn.lua -n 2 --clock 5+1 -w 1 -o clock.jsonl >>log 2>&1

"$T" analyse plain.jsonl --iterations 100 -w 1 -o analysed.jsonl >>log
"$T" analyse cup.jsonl --iterations 200 -w 1 --puzzles puzzles.jsonl >>log
"$T" measure stones.lua --bots ./first.lua,./drawn.lua -n 4 --doublings 0 --looked 2 \
  --iterations 20 -w 1 -o measure.jsonl >>log 2>&1
"$T" tune ./tuned.lua stones.lua -n 160 --gain 100 --seed 3 -w 1 -o tune.jsonl -f json >tune.report 2>>log

"$T" convert played.blksgf converted.jsonl 2>>log
"$T" convert games.jsonl --game 6 written.blksgf 2>>log
"$T" engine blokus --bot ./first.lua <gtp.in >gtp.out
"$T" engine mixtour --protocol json --bot ./first.lua <json.in >json.out

# Left at a terminal.
echo 'b2
note a good cell
d4
quit' | XDG_STATE_HOME=$PWD/state script -qc "'$T' play mixtour --level 2 --clock 60+5 --seed 5" \
  /dev/null >>log
rm -f log two.lua *.prints *.part
