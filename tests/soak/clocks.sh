#!/bin/sh
# Games of expert by a clock, which it must not lose by time however busy the machine is:
# twice as many workers as cores play.
#   sh tests/soak/clocks.sh .build/release [CLOCK [GAMES]]
set -eu
tesela=$1/bin/tesela
clock=${2:-5+0.1}
games=${3:-1000}
workers=$(($(nproc) * 2))
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for game in mixtour losetas qwirkle "blokus --set players=2 --set variant=duo"; do
  # shellcheck disable=SC2086
  "$tesela" match $game expert expert -n "$games" --clock "$clock" -w "$workers" \
    -o "$work/games.jsonl" >/dev/null 2>&1
  lost=$(grep -c '"reason":"time"' "$work/games.jsonl" || true)
  echo "$game: $games games at $clock, $lost lost by time"
  rm "$work/games.jsonl"
  [ "$lost" -eq 0 ]
done
