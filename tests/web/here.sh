# Sourced by the scripts beside it, with BUILD: what tests of pages need. Where something is
# missing they say so and end with 77.
here=$(dirname "$0")
export TESELA="$1/bin/tesela" PYTHONDONTWRITEBYTECODE=1

# need PROGRAM...: and Selenium.
need() {
  for program in /usr/bin/python3 "$@"; do
    command -v "$program" >/dev/null && /usr/bin/python3 -c "import selenium" 2>/dev/null || {
      echo "not here: $* and python3-selenium"
      exit 77
    }
  done
}

need_page() {
  site=$here/../../.build/web/site
  [ -f "$site/index.html" ] || {
    echo "not here: the page, which sh .ci/web --build makes"
    exit 77
  }
}

need chromium chromedriver
