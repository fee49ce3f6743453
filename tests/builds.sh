#!/bin/sh
# Builds of a small copy of the tree, in which the core has two sources:
# - the static library with generators that the presets do not use: the first build
#   makes it, and the next one puts the change of a source into it (a partial link needs
#   no more of the core);
# - a build that fails: the scripts of .ci show the compiler's error.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$root"
cp -R .ci CMakeLists.txt CHANGELOG.md LICENSE README.md bindings core repl scripts "$work"
cd "$work"
find core -name '*.c' ! -name rng.c ! -name near.c -delete

# wrong WHAT: ends the test with the log.
wrong() {
  cat log
  echo "$1"
  exit 1
}

# build FOLDER NAME: makes the library there, which then defines the name.
build() {
  cmake --build "$1" --config Release --target tesela_core -j2 >log 2>&1 ||
    wrong "$1: the build failed"
  nm "$(find "$1" -name libtesela.a)" >log
  grep -q " T $2\$" log || wrong "$1: expected $2 in libtesela.a"
}

for generator in "Unix Makefiles" "Ninja Multi-Config"; do
  cmake -G "$generator" -B "$generator" -D CMAKE_C_FLAGS_RELEASE=-O0 >log
  build "$generator" tes_rng_next
  added=tes_with_${generator%% *}
  {
    echo "__attribute__((visibility(\"default\"))) int $added(void);"
    echo "int $added(void) { return 1; }"
  } >>core/base/rng.c
  build "$generator" "$added"
done

# Every package is installed, and every compiler fails.
mkdir -p bin .build/web/sources/lua5.4 .build/web/sources/jansson
stub() {
  printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
  chmod +x "bin/$1"
}
stub dpkg-query 'echo "install ok installed"'
stub dpkg-parsechangelog 'echo 1.0'
stub cmake '[ "$1" != --build ] || { printf "a.c:1: error: broken\nstopped\n"; exit 1; }'
PATH=$work/bin:$PATH
for script in play test "web --build"; do
  # shellcheck disable=SC2086 # a script and its arguments
  ! sh .ci/$script >log 2>&1 || wrong ".ci/$script: expected a failure"
  grep -q '^a.c:1: error: broken$' log || wrong ".ci/$script: expected the compiler's error"
done
