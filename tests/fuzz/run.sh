#!/bin/sh
# Fuzzes position text, moves and records with libFuzzer.
# usage: sh tests/fuzz/run.sh [SECONDS each, default 60]
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
out=.build/fuzz
mkdir -p "$out/position" "$out/record"
printf 'a5/5/2,wrr,2/5/5 w 0:0 -\nb2\nb2-c3\nc3:2-b2\npass\n' >"$out/position/seed"
printf 'gbb18/b19/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20/20 y -\nt20\n1 t1\n' \
  >"$out/position/blokus"
printf 'i14/14/14/14/4p9/14/14/14/14/14/14/14/14/14 o p\nV3 j5 1\nf9,g9\npass\n' \
  >"$out/position/duo"
printf 'jg2x2@h8,b2x1@j8,b1x1@h8,g1x1@j8 b\n1x2@g9\n2x2 i9\n1x1@i8\n' \
  >"$out/position/losetas"
printf 'orc@0,0+rs@1,0 yc+bc+rt/gs+rd rf+gc 1 2:0 0\nyc@0,1+bc@0,2\n12@2,0>\nswap:1\n' \
  >"$out/position/qwirkle"
printf 'prc@0,0+rs@1,0 yc+bc+rt/?+? ?+? 1 2:0 0 1\nyc@0,1\n' \
  >"$out/position/view"
.build/release/bin/tesela match mixtour random greedy --games 2 \
  --out "$out/games" >/dev/null 2>&1
head -n 1 "$out/games" >"$out/record/seed"
for target in position record; do
  # shellcheck disable=SC2046
  clang -std=c11 -g -O1 -Icore -fsanitize=fuzzer,address,undefined \
    -fno-sanitize-recover=all "tests/fuzz/fuzz_$target.c" \
    $(find core -name '*.c') -lm -ljansson -o "$out/fuzz_$target"
  "$out/fuzz_$target" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="$out/" "$out/$target"
done
