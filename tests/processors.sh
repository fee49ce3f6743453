#!/bin/sh
# Random games and searches are those of the gate (tests/gate.lua) with every set of
# instructions: on this processor at each level, and under qemu-user, which has no AVX-512,
# on processors that lack one.
#   sh tests/processors.sh BUILD [PROCESSOR OF QEMU...]
set -eu
program=$1/bin/tesela
shift
gate=$(dirname "$0")/gate.lua
# (With AVX2 but without BMI1, glibc itself crashes.)
[ $# -gt 0 ] || set -- qemu64 Haswell Haswell,-abm Haswell,-avx Haswell,-avx2 \
  Haswell,-avx2,-bmi1 Haswell,-bmi2 Haswell,-popcnt Haswell,-xsave Skylake-Server max
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# same NAME [COMMAND...]: the program passes the gate, run by the command.
same() {
  name=$1
  shift
  for facts in "random games" search; do
    "$@" "$program" "$gate" "$facts" >"$log" 2>&1 || {
      cat "$log"
      echo "$name, $facts: differs"
      exit 1
    }
  done
  echo "$name: the same"
}

for level in any bmi2 avx2 avx512; do
  same "here, at most $level" env TESELA_CPU="$level"
done
for processor; do
  same "$processor" qemu-x86_64 -cpu "$processor"
done
