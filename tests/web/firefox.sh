#!/bin/sh
# firefox.sh BUILD: the pages of browser.sh in Firefox, which breaks lines elsewhere. No test of
# the suite. Where Firefox is not installed it says so and ends with 77.
set -eu
here=$(dirname "$0")
export TESELA="$1/bin/tesela"
FIREFOX=$(command -v firefox-esr || command -v firefox || true)
export FIREFOX
if [ -z "$FIREFOX" ]; then
  echo "not here: firefox-esr"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$TESELA" "$here/pages.lua" "$folder" >/dev/null
/usr/bin/python3 "$here/firefox.py" "$folder"
