#!/bin/sh
# browser.sh BUILD: pages of tournaments in Chromium.
set -eu
. "$(dirname "$0")/here.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$TESELA" "$here/pages.lua" "$folder" >"$folder/expected"
/usr/bin/python3 "$here/browser.py" "$folder" <"$folder/expected"
