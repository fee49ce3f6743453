#!/bin/sh
# Is each of the bots better than the one before? In all games, or in those
# named ("mixtour losetas qwirkle duo blokus"): expert against mcts, mcts against
# greedy, greedy against random, GAMES (100) a match, SECONDS (0.1) a move, with
# as many workers as there are cores. Nothing else should run; all of it takes
# half an hour on two cores. What was played is kept in BUILD/strength: the same
# command goes on where it stopped.
#   sh tests/bench/strength.sh BUILD [GAMES [SECONDS [NAMES]]]
set -eu
build=$(cd "${1:?usage: strength.sh BUILD [GAMES [SECONDS [NAMES]]]}" && pwd)
tesela=$build/bin/tesela
games=${2:-100}
seconds=${3:-0.1}
wanted=" ${4:-mixtour losetas qwirkle duo blokus} "
mkdir -p "$build/strength"
cd "$build/strength"

match() { # NAME RULES FIRST SECOND
  cat >"$1-$3-$4.lua" <<END
return {
  $2, bots = { "$3", "$4" }, games = $games, seed = 1,
  budget = { seconds = $seconds }, max_plies = 500,
}
END
  printf '\n%s: %s - %s, %s games, %s s a move\n' "$1" "$3" "$4" "$games" \
    "$seconds"
  "$tesela" tournament "$1-$3-$4.lua"
}

chain() { # NAME RULES
  case $wanted in *" $1 "*) ;; *) return ;; esac
  match "$1" "$2" greedy random
  match "$1" "$2" mcts greedy
  match "$1" "$2" expert mcts
}

chain mixtour 'rules = "mixtour"'
chain losetas 'rules = "losetas"'
chain qwirkle 'rules = "qwirkle"'
chain duo 'rules = "blokus", options = { variant = "duo" }'
chain blokus 'rules = "blokus", options = { players = 2 }'
