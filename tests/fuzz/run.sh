#!/bin/sh
# Fuzzes what reads texts of others, and the API, with libFuzzer: one target after
# the other, under sanitizers.
# usage: sh tests/fuzz/run.sh [SECONDS each, default 60] [TARGET...]
# Inputs that reach something new are kept in .build/fuzz/corpus for the next run;
# TESELA_FUZZ_BUILD is another folder than .build/fuzz. Exits 1 on a finding.
set -eu
cd "$(dirname "$0")/../.."
seconds=${1:-60}
[ $# -eq 0 ] || shift
build=${TESELA_FUZZ_BUILD:-.build/fuzz}
[ -d "$build" ] || cmake --preset fuzz -B "$build" >/dev/null
cmake --build "$build" --target fuzzers | tail -n 1
[ $# -gt 0 ] || set -- position moves options pieces bag json record file \
  definition game calls blksgf engine page texts kept
rm -rf "$build/seeds"
ASAN_OPTIONS=detect_leaks=0 "$build/bin/tesela" tests/fuzz/seeds.lua "$build/seeds"

dictionary() {
  case $1 in
  json | record | file | definition | page | texts | kept) echo -dict=tests/fuzz/json.dict ;;
  options | pieces) echo -dict=tests/fuzz/rules.dict ;;
  esac
}

found=0
for name; do
  log=$build/$name.log
  corpus=$build/corpus/$name
  findings=$build/findings/$name-
  mkdir -p "$corpus" "$build/findings" "$build/seeds/$name"
  kept=tests/fuzz/corpus/$name
  [ -d "$kept" ] || kept=
  # shellcheck disable=SC2046,SC2086
  if "$build/tests/fuzz_$name" $(dictionary "$name") -max_total_time="$seconds" \
    -timeout=20 -rss_limit_mb=3000 -max_len=20000 -print_final_stats=1 \
    -artifact_prefix="$findings" "$corpus" "$build/seeds/$name" $kept >"$log" 2>&1
  then
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    echo "$name: $runs executions, nothing found"
  else
    found=1
    echo "$name: FOUND, see $log"
    sed -n 's/.*Test unit written to /  the input is /p' "$log"
    grep -m 1 -E 'must hold|^told|ERROR|runtime error' "$log" | sed 's/^/  /' || true
  fi
done
exit $found
