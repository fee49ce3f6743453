#!/bin/sh
# Installs a build under a prefix and uses it as its users would: the program,
# the module from a stock Lua, the library from C by pkg-config and by CMake. Then
# moves the whole prefix and uses it again. Installs it once more below DESTDIR, and
# takes that away.
# usage: install.sh BUILD_FOLDER
set -eu
build=$1
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cmake --install "$build" --prefix "$work/first" >/dev/null
mkdir moved
cp -a first moved/second

cat >count.c <<'C'
#include <stdio.h>
#include <tesela.h>

/* Names that the library has inside, too. */
int tree_free = 1, table_init = 2, call_open = 3;

int main(void) {
  tes_error error;
  tes_work work;
  uint64_t leaves = 0;
  const char *set[] = {"stack=4"};
  tes_rules *rules =
      tes_rules_open(tes_game_find("mixtour"), set, 1, NULL, &error);
  if (rules == NULL || tes_work_init(&work, rules) != TES_OK) return 1;
  tes_state *state = tes_state_new(rules);
  tes_start(rules, state, 0, &work);
  tes_perft(rules, state, 3, &leaves, &work);
  printf("%llu\n", (unsigned long long)leaves);
  tes_state_free(rules, state);
  tes_work_free(&work);
  tes_rules_close(rules);
  return 0;
}
C

cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(count LANGUAGES C)
find_package(tesela 0.1 REQUIRED)
add_executable(shared count.c)
target_link_libraries(shared tesela::tesela)
add_executable(static count.c)
target_link_libraries(static tesela::static)
CMAKE

# Does a library define names that begin with tes_ and no others?
only_ours() {
  nm "$1" --defined-only "$2" | awk -v library="$2" '
    NF == 3 && $3 ~ /^tes_/ { ours++ }
    NF == 3 && $3 !~ /^tes_/ { print library " defines " $3; others++ }
    END { exit others > 0 || ours == 0 }'
}

use() {
  prefix=$1
  [ "$("$prefix/bin/tesela" perft mixtour 3)" = 14088 ]
  "$prefix/bin/tesela" match mixtour random greedy --games 2 --out /dev/null \
    >/dev/null 2>&1
  "$prefix/bin/tesela" help s:play | grep -q '^s:play(move)$'
  for section in 1 3; do
    gzip -dc "$prefix/share/man/man$section/tesela.$section.gz" >page
    "$prefix/bin/tesela" man $section | cmp - page
  done
  "$prefix/bin/tesela" completion bash |
    cmp - "$prefix/share/bash-completion/completions/tesela"
  "$prefix/bin/tesela" completion zsh |
    cmp - "$prefix/share/zsh/site-functions/_tesela"
  "$prefix/bin/tesela" completion fish |
    cmp - "$prefix/share/fish/vendor_completions.d/tesela.fish"
  "$prefix/bin/tesela" help trust | grep -q '^The sandbox of a bot$'
  "$prefix/bin/tesela" new bot mine.lua 2>/dev/null
  "$prefix/bin/tesela" match mixtour ./mine.lua random --games 2 -o /dev/null \
    >/dev/null 2>&1
  rm mine.lua
  LUA_CPATH="$prefix/lib/lua/5.4/?.so" lua5.4 -e '
    local tesela = require "tesela"
    local s = tesela.rules("mixtour"):start(1)
    assert(s:perft(2) == 600)
    assert(tesela.match { rules = s.rules, bots = { "random", "random" },
      games = 2 }.games == 2)'
  pc=$(dirname "$(find "$prefix" -name tesela.pc)")
  flags=$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs tesela)
  libs=$(PKG_CONFIG_PATH=$pc pkg-config --variable=libdir tesela)
  only_ours -D "$libs/libtesela.so"
  only_ours -g "$libs/libtesela.a"
  # shellcheck disable=SC2086
  cc count.c -o count $flags
  [ "$(LD_LIBRARY_PATH=$libs ./count)" = 14088 ]
  # shellcheck disable=SC2086
  cc count.c -o count $(PKG_CONFIG_PATH=$pc pkg-config --cflags tesela) \
    "$libs/libtesela.a" -lm -ljansson
  [ "$(./count)" = 14088 ]
  rm -rf cmake
  cmake -S . -B cmake -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
  cmake --build cmake >/dev/null
  [ "$(cmake/shared) $(cmake/static)" = "14088 14088" ]
  # shellcheck disable=SC2086,SC2046
  cc -shared -fPIC "$tests/embed/toy.c" "$tests/core/toy_game.c" -o toy.so \
    $(pkg-config --cflags lua5.4) $flags
  LUA_CPATH="./?.so;$prefix/lib/lua/5.4/?.so" lua5.4 -e '
    local tesela, toy = require "tesela", require "toy"
    assert(tesela.rules(toy.game):start(1):perft(2) == 16)'
}

use "$work/first"
rm -rf first
use "$work/moved/second"

# LuaRocks knows the version, too.
version=$("$work/moved/second/bin/tesela" --version |
  sed -n 's/^tesela \([0-9.]*\) .*/\1/p')
grep -q "^version = \"$version-[1-9]\"$" "$tests/../bindings/rockspec"

# Below DESTDIR, where another file lies already. What is taken away are the files
# and the folders that were made, and no others.
mkdir -p stage/usr/share/man stage/usr/local
echo theirs >stage/usr/share/theirs
find stage | sort >before
for _ in first again; do
  DESTDIR=$work/stage cmake --install "$build" --prefix /usr >/dev/null
done
[ "$(stage/usr/bin/tesela perft mixtour 2)" = 600 ]
DESTDIR=$work/stage cmake --build "$build" --target uninstall >/dev/null
find stage | sort | diff before -
! cmake --build "$build" --target uninstall >refused 2>&1
tr -s ' \n' ' ' <refused | grep -q 'nothing was installed from here' # in lines
echo "installed, used, moved, used again and taken away"
