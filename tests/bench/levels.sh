#!/bin/sh
# How strong the levels are, each against the one below: an hour and more for the four
# games.
#   sh tests/bench/levels.sh .build/release [GAME|all [GAMES]]
build=$1
shift
exec "$build/bin/tesela" "$(dirname "$0")/levels.lua" "$@"
