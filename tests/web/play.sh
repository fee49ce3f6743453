#!/bin/sh
# play.sh BUILD [--whole]: the page of games in Chromium, as `sh .ci/web --build` has made it.
# With --whole, which is no test of the suite, each of the four games by a mouse, a finger and
# keys, and axe, which npm brings, on all screens: half an hour.
set -eu
. "$(dirname "$0")/here.sh"
need_page
exec /usr/bin/python3 "$here/play.py" "$site" "${2-}"
