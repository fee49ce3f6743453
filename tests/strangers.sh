#!/bin/sh
# Builds as others do, who do not know our presets:
#   sh tests/strangers.sh          every case below, a quarter of an hour
#   sh tests/strangers.sh CASE...  some of them
#   sh tests/strangers.sh quick    those of the suite: of a copy of the tree in which
#                                  the core is its lowest room only
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# wrong WHAT: ends the test with the log.
wrong() {
  cat "$work/log"
  echo "$1"
  exit 1
}

# logged COMMAND...: shows its output only if it fails.
logged() {
  "$@" >"$work/log" 2>&1 || wrong "failed: $*"
}

# copy FOLDER: what a release has of the tree, without git; the folder is in $work.
copy() {
  mkdir -p "$work/$1"
  (cd "$root" && cp -R .ci CMakeLists.txt CMakePresets.json CHANGELOG.md LICENSE README.md \
    bindings core repl scripts "$work/$1")
}

# built FOLDER: is there a program, that runs?
built() {
  [ "$("$(find "$1" -type f -name tesela -perm -u+x | head -n 1)" perft mixtour 3)" = 14088 ] ||
    wrong "$1: expected the program"
}

# ---- quick ---------------------------------------------------------------------

# tiny FOLDER: a copy whose core is its lowest room.
tiny() {
  copy "$1"
  find "$work/$1/core" -name '*.c' ! -path '*/core/base/*' -delete
}

# make_library SOURCE BUILD NAME: makes the static library, which then defines the name.
make_library() {
  logged cmake --build "$2" --config Release --target tesela_core -j2
  nm "$(find "$2" -name libtesela.a)" >"$work/log"
  grep -q " T $3\$" "$work/log" || wrong "$2: expected $3 in libtesela.a"
}

# With other generators: the first build makes the static library, and the next one puts
# the change of a source into it (a partial link needs no more of the core). The flags
# are those of whoever builds.
case_generators() {
  tiny generators
  for generator in "Unix Makefiles" "Ninja Multi-Config"; do
    build=$work/build-$generator
    logged cmake -G "$generator" -S generators -B "$build" \
      -D CMAKE_C_FLAGS_RELEASE="-O0 -DMINE" -D CMAKE_EXPORT_COMPILE_COMMANDS=ON
    grep -q -e '-O0 -DMINE' "$build/compile_commands.json" || wrong "$build: expected my flags"
    make_library generators "$build" tes_rng_next
    added=tes_with_${generator%% *}
    {
      echo "__attribute__((visibility(\"default\"))) int $added(void);"
      echo "int $added(void) { return 1; }"
    } >>generators/core/base/rng.c
    make_library generators "$build" "$added"
  done
}

# within SOURCE HOW: a project that uses ours by add_subdirectory or FetchContent, has
# targets of its own with names that we might take, and finds no install rules of ours.
within() {
  mkdir -p "within-$2"
  cat >"within-$2/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(theirs LANGUAGES C)
foreach(name commit manual uninstall package tests core_objects)
  add_custom_target(\${name})
endforeach()
if("$2" STREQUAL FetchContent)
  include(FetchContent)
  FetchContent_Declare(tesela SOURCE_DIR "$1")
  FetchContent_MakeAvailable(tesela)
else()
  add_subdirectory("$1" tesela)
endif()
add_executable(static main.c)
target_link_libraries(static tesela::static)
add_executable(shared main.c)
target_link_libraries(shared tesela::tesela)
install(TARGETS static)
END
  cat >"within-$2/main.c" <<'END'
#include <tesela_game.h>
/* Names that the library has inside, too. */
int blokus_get = 1, tree_free = 2;
int main(void) {
  tes_rng rng;
  tes_rng_seed(&rng, 1);
  return tes_rng_next(&rng) == 0 || blokus_get + tree_free != 3;
}
END
  logged cmake -S "within-$2" -B "$work/build-within-$2" -D CMAKE_BUILD_TYPE=Release
  logged cmake --build "$work/build-within-$2" -j2
  "$work/build-within-$2/static" || wrong "within, by $2: static fails"
  "$work/build-within-$2/shared" || wrong "within, by $2: shared fails"
  logged cmake --install "$work/build-within-$2" --prefix "$work/installed-$2"
  [ "$(find "$work/installed-$2" -type f | wc -l)" -eq 1 ] || wrong "within: installs ours, too"
}

case_within_tiny() {
  tiny tiny
  within "$work/tiny" add_subdirectory
}

# Every package is installed, and every compiler fails: the scripts show the error.
# Without apt they say what is needed.
case_scripts() {
  tiny scripts
  cd scripts
  mkdir -p bin none .build/web/sources/lua5.4 .build/web/sources/jansson
  stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
  }
  stub dpkg-query 'echo "install ok installed"'
  stub dpkg-parsechangelog 'echo 1.0'
  stub apt-get 'exit 1'
  stub cmake '[ "$1" != --build ] || { printf "a.c:1: error: broken\nstopped\n"; exit 1; }'
  for script in play test "web --build"; do
    # shellcheck disable=SC2086 # a script and its arguments
    ! PATH=$PWD/bin:$PATH sh .ci/$script >"$work/log" 2>&1 || wrong ".ci/$script: expected a failure"
    grep -q '^a.c:1: error: broken$' "$work/log" ||
      wrong ".ci/$script: expected the compiler's error"
  done
  for program in sh cat dirname ninja; do
    ln -s "$(command -v $program)" none
  done
  for script in play test; do
    ! PATH=$PWD/none sh .ci/$script >"$work/log" 2>&1 || wrong ".ci/$script: expected a failure"
    grep -q 'install what is missing: cmake cc pkg-config$' "$work/log" ||
      wrong ".ci/$script without apt: expected what is missing"
    grep -q 'Fedora  sudo dnf install ' "$work/log" || wrong "expected how to install it"
  done
  cd ..
}

# ---- and the others --------------------------------------------------------------

# From a source that cannot be written to, whose path has blanks and letters, without git.
case_source() {
  copy "a brown föx"
  find "a brown föx" | sort >before
  chmod -R a-w "a brown föx"
  logged cmake -G "Unix Makefiles" -S "a brown föx" -B "$work/a build" -D BUILD_SHARED_LIBS=ON
  logged cmake --build "$work/a build" -j2
  built "$work/a build"
  find "a brown föx" | sort | diff before - || wrong "expected nothing new among the sources"
  logged env DESTDIR="$work/stage" cmake --install "$work/a build" --prefix /opt/tesela
  [ "$(stage/opt/tesela/bin/tesela perft mixtour 3)" = 14088 ]
}

# Other types of builds, and several in one.
case_types() {
  for type in Debug MinSizeRel; do
    logged cmake -G Ninja -S "$root" -B "$work/$type" -D CMAKE_BUILD_TYPE=$type
    logged cmake --build "$work/$type"
    built "$work/$type"
  done
  logged cmake -G "Ninja Multi-Config" -S "$root" -B "$work/multi"
  logged cmake --build "$work/multi" --config RelWithDebInfo
  built "$work/multi"
}

# Optimized when it is linked, as several distributions do: what is installed works, and
# exports no other names.
case_lto() {
  for compiler in gcc clang; do
    for how in CMAKE_C_FLAGS=-flto CMAKE_INTERPROCEDURAL_OPTIMIZATION=ON; do
      build=$work/lto-$compiler-${how%%=*}
      linker=
      [ $compiler = gcc ] || linker=-fuse-ld=lld
      logged cmake -G Ninja -S "$root" -B "$build" -D CMAKE_C_COMPILER=$compiler -D $how \
        -D CMAKE_EXE_LINKER_FLAGS="$linker" -D CMAKE_SHARED_LINKER_FLAGS="$linker" \
        -D CMAKE_MODULE_LINKER_FLAGS="$linker"
      logged cmake --build "$build"
      logged sh "$root/tests/exports.sh" "$build"
      logged sh "$root/tests/install.sh" "$build"
    done
  done
}

case_within() {
  within "$root" add_subdirectory
  within "$root" FetchContent
}

# The library with another C library, whose jansson is not there: its headers do.
case_musl() {
  mkdir -p musl
  cp /usr/include/jansson*.h musl
  cp "$(find /usr/include -name jansson_config.h | head -n 1)" musl
  logged cmake -G Ninja -S "$root" -B "$work/build-musl" -D CMAKE_C_COMPILER=musl-gcc \
    -D TESELA_LIBRARY_ONLY=ON -D CMAKE_C_FLAGS="-isystem $work/musl"
  logged cmake --build "$work/build-musl" --target tesela_core
}

quick="generators within_tiny scripts"
all="$quick source types lto within musl"
[ $# -gt 0 ] || set -- $all
[ "$1" != quick ] || set -- $quick
for name; do
  case " $all " in
  *" $name "*) ;;
  *)
    echo "expected some of: quick $all" >&2
    exit 2
    ;;
  esac
  cd "$work"
  "case_$name"
  echo "$name: as expected"
done
