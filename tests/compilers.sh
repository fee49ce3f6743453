#!/bin/sh
# The gate (tests/gate.lua) passes with every compiler, without and with optimization. All
# C compiles as the newest standard with GNU extensions, too, where no name of ours is a
# name of a system header that we use.
#   sh tests/compilers.sh [COMPILER...]
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$root"
grep -hoE '^#include <(sys/)?[a-z]+\.h>' -r core bindings repl/*.[ch] |
  grep -vE 'lua|lauxlib|jansson|histedit|immintrin' |
  sort -u >"$folder/headers.h"

# compiles COMPILER FILE
compiles() {
  # shellcheck disable=SC2046 # one word for each flag
  "$1" -std=gnu2x -D_GNU_SOURCE -w -fsyntax-only -Icore -Ibindings \
    -include "$folder/headers.h" $(pkg-config --cflags lua5.4 jansson libedit) "$2"
}

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
  for file in $(find core bindings -name '*.c') repl/*.c; do
    compiles "$compiler" "$file"
  done
  echo "$compiler -std=gnu2x: compiles"
done
