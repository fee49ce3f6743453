#!/bin/sh
# native.sh BUILD: the program as WebAssembly, which `sh .ci/web --build` makes, says under
# node what the one of BUILD says, byte for byte, and exits with the same. Where Emscripten
# or what it is built from is not here it says so and ends with 77.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
for program in emcc node dpkg-source ninja; do
  command -v "$program" >/dev/null || {
    echo "not here: $program, for the program as WebAssembly"
    exit 77
  }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sh "$root/.ci/web" --build >"$folder/log" 2>&1 || {
  cat "$folder/log"
  ! grep -q '^could not fetch' "$folder/log" || exit 77
  exit 1
}
cat "$folder/log"

native="$(cd "$1" && pwd)/bin/tesela"
printf '#!/bin/sh\nexec node "%s" "$@"\n' "$root/.build/web/bin/tesela.js" >"$folder/web"
chmod +x "$folder/web"
mkdir "$folder/1" "$folder/2"
failed=0

# same COMMAND: in a folder of each program, which is called as tesela.
same() {
  for number in 1 2; do
    [ "$number" = 1 ] && program=$native || program=$folder/web
    (
      cd "$folder/$number"
      tesela() { "$program" "$@"; }
      # Without times, the memory in the same lines, and the column of ratios, which is
      # there only if every bot took a measurable time.
      timeless() { grep -v '[0-9][.][0-9][0-9][0-9][0-9][0-9]' | sed 's/  CPU ratio$//'; }
      eval "$1"
      echo "status $?"
    ) >"$folder/out$number" 2>"$folder/err$number" </dev/null || true
  done
  for what in out err; do
    cmp -s "$folder/${what}1" "$folder/${what}2" || {
      echo "not the same: $1"
      diff "$folder/${what}1" "$folder/${what}2" | head -n 10
      failed=1
    }
  done
}

cp "$here/../../scripts/games/tictactoe.lua" "$here"/native/*.lua "$folder/1"
cp "$folder"/1/*.lua "$folder/2"
while IFS= read -r line; do
  case $line in '' | '#'*) ;; *) same "$line" ;; esac
done <"$here/native/commands"

# A bot that never answers. By the processor's time, which is not told here, it would take
# the native one too long; by the clock that one may have been asleep.
(cd "$folder/2" && "$folder/web" match tictactoe ./thinks.lua random --games 2 \
  --seconds 0.1 2>/dev/null) | grep -q "^thinks: time 2, ALL of its games" || {
  echo "a bot that never answers did not lose by that"
  failed=1
}
# A page whose memory is full.
node "$here/native/memory.js" "$root/.build/web/bin/tesela.js" || failed=1
echo "$(grep -c '^[^#]' "$here/native/commands") commands, compared"
exit $failed
