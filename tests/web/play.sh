#!/bin/sh
# play.sh BUILD: the page of games in Chromium, as `sh .ci/web --build` has made it.
set -eu
. "$(dirname "$0")/here.sh"
need_page
exec /usr/bin/python3 "$here/play.py" "$site"
