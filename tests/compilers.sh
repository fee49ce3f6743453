#!/bin/sh
# The searches find the same with every compiler: their signatures with gcc and
# clang, without and with optimization.
#   sh tests/compilers.sh [COMPILER...]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ $# -gt 0 ] || set -- gcc clang
for compiler; do
  for level in -O0 -O2; do
    # shellcheck disable=SC2046 # one word for each file and flag
    "$compiler" -std=c11 "$level" -ffp-contract=off \
      -DTESELA_VECTORS="\"$root/tests/vectors\"" -I"$root/core" \
      -o "$folder/test_search" $(find "$root/core" -name '*.c') \
      "$root/tests/core/test_search.c" "$root/tests/core/toy_game.c" \
      $(pkg-config --cflags --libs cmocka jansson) -lm
    "$folder/test_search" same_everywhere >"$folder/log" 2>&1 || {
      cat "$folder/log"
      echo "$compiler $level: differs"
      exit 1
    }
    echo "$compiler $level: the same"
  done
done
