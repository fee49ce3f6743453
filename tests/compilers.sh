#!/bin/sh
# The gate (tests/gate.lua) passes with every compiler, without and with optimization.
#   sh tests/compilers.sh [COMPILER...]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ $# -gt 0 ] || set -- gcc clang
for compiler; do
  for level in -O0 -O2; do
    build=$folder/$compiler$level
    {
      cmake -S "$root" -B "$build" -G Ninja -D CMAKE_BUILD_TYPE=None \
        -D CMAKE_C_COMPILER="$compiler" -D CMAKE_C_FLAGS="$level"
      cmake --build "$build" --target tesela
    } >"$folder/log" 2>&1 || {
      cat "$folder/log"
      exit 1
    }
    "$build/bin/tesela" "$root/tests/gate.lua" || {
      echo "$compiler $level: differs"
      exit 1
    }
    echo "$compiler $level: the same"
  done
done
