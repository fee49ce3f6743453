#!/bin/sh
# browser.sh BUILD: pages of tournaments in Chromium. Where that, its driver or
# python3-selenium is not installed it says so and ends with 77.
set -eu
here=$(dirname "$0")
export TESELA="$1/bin/tesela"
CHROMIUM=$(command -v chromium || true)
CHROMEDRIVER=$(command -v chromedriver || true)
export CHROMIUM CHROMEDRIVER
if [ -z "$CHROMIUM" ] || [ -z "$CHROMEDRIVER" ] ||
  ! /usr/bin/python3 -c "import selenium" 2>/dev/null; then
  echo "not here: chromium, chromium-driver and python3-selenium"
  exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$TESELA" "$here/pages.lua" "$folder" >"$folder/expected"
/usr/bin/python3 "$here/browser.py" "$folder" <"$folder/expected"
