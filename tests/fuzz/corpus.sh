#!/bin/sh
# Hands the corpus to all targets: what seeds.lua makes and what is kept here.
# usage: sh tests/fuzz/corpus.sh BUILD   (built without libFuzzer)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$1/bin/tesela" "$here/seeds.lua" "$made"
for target in "$1"/tests/fuzz_*; do
  name=${target##*fuzz_}
  find "$made/$name" "$here/corpus/$name" -type f 2>/dev/null | sort >"$made/list"
  xargs "$target" <"$made/list" 2>"$made/log" || {
    tail -n 20 "$made/log"
    echo "fuzz_$name failed; above its message is the path of the input"
    exit 1
  }
  echo "fuzz_$name: $(wc -l <"$made/list") inputs"
done
