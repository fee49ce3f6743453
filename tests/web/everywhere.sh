#!/bin/sh
# everywhere.sh BUILD [--whole]: the page of games, pages of tournaments and the manual in Chromium,
# Firefox and WebKitGTK, on a desk and on a phone. With --whole, which is no test of the suite, light
# and dark, and with whole games: half an hour.
set -eu
. "$(dirname "$0")/here.sh"
need firefox-esr WebKitWebDriver Xvfb
need_page
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1400x1000x24 3>"$folder/display" 2>/dev/null &
display=$!
trap 'kill "$display"; rm -rf "$folder"' EXIT
until [ -s "$folder/display" ]; do sleep 0.1; done
mkdir -p "$folder/pages/manual"
"$TESELA" "$here/pages.lua" "$folder/pages" >/dev/null
"$TESELA" man --html "$folder/pages/manual"
DISPLAY=:$(cat "$folder/display") /usr/bin/python3 "$here/everywhere.py" "$site" "$folder/pages" \
  "${2-}"
