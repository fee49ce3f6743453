#!/bin/sh
# play.sh BUILD: the page of games in Chromium, as `sh .ci/web --build` has made it. Where
# that, Chromium, its driver or python3-selenium is missing it says so and ends with 77.
set -eu
here=$(dirname "$0")
site=$here/../../.build/web/site
export TESELA="$1/bin/tesela"
CHROMIUM=$(command -v chromium || true)
CHROMEDRIVER=$(command -v chromedriver || true)
export CHROMIUM CHROMEDRIVER
if [ -z "$CHROMIUM" ] || [ -z "$CHROMEDRIVER" ] ||
  ! /usr/bin/python3 -c "import selenium" 2>/dev/null; then
  echo "not here: chromium, chromium-driver and python3-selenium"
  exit 77
fi
if ! [ -f "$site/tesela.wasm" ] || ! [ -f "$site/index.html" ]; then
  echo "not here: the page, which sh .ci/web --build makes"
  exit 77
fi
PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 "$here/play.py" "$site"
