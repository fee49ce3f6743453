#!/bin/sh
# The long test of tournaments: a hundred kills at random moments, some of them
# between a write and its sync or in the middle of a write, with 1 and with 8
# workers; then a million games, of which the memory must not grow, and their
# merge and their page, which grow little; and a hundredth as many with programs,
# of which nothing may be left.
#   sh tests/soak/run.sh BUILD [KILLS [GAMES]]
set -eu
build=$(cd "${1:?usage: run.sh BUILD [KILLS [GAMES]]}" && pwd)
kills=${2:-100} games=${3:-1000000}
tesela=$build/bin/tesela
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >cup.lua <<'EOF'
return { rules = "losetas", bots = { "random", "greedy" }, games = 4000, seed = 5 }
EOF
"$tesela" tournament cup.lua -w 1 -o whole.jsonl >/dev/null 2>&1
"$tesela" merge whole.jsonl -o whole.merged

# What the disk does in the N-th attempt: mostly nothing.
fault() {
  case $(($1 % 5)) in
    1) echo "sync:$(($1 % 7 + 1))" ;;
    2) echo "write:$(($1 % 11 + 2))" ;;
  esac
}

killed=0 attempt=0 completed=0
while [ "$killed" -lt "$kills" ]; do
  attempt=$((attempt + 1))
  workers=$((attempt % 2 * 7 + 1))
  wait=$(awk -v seed="$attempt" 'BEGIN { srand(seed); print 0.02 + rand() / 4 }')
  status=0
  FAULTY=$(fault "$attempt") LD_PRELOAD=$build/tests/libfaulty.so \
    timeout -s KILL "$wait" "$tesela" tournament cup.lua -w "$workers" \
    -o killed.jsonl >/dev/null 2>&1 || status=$?
  case $status in
    0) ;;
    137) killed=$((killed + 1)) && continue ;;
    *) echo "attempt $attempt ended with status $status" && exit 1 ;;
  esac
  "$tesela" merge killed.jsonl -o killed.merged
  cmp whole.merged killed.merged
  completed=$((completed + 1))
  rm killed.jsonl
done
"$tesela" tournament cup.lua -o killed.jsonl >/dev/null 2>&1
"$tesela" merge killed.jsonl -o killed.merged
cmp whole.merged killed.merged
echo "$killed kills in $((completed + 1)) tournaments: the same games as at one go"

# The most memory that a script has had, in KB.
cat >peak.lua <<'EOF'
for line in io.lines "/proc/self/status" do
  local most = line:match "^VmHWM:%s*(%d+)"
  if most then print(most) end
end
EOF

played() {
  cat >many.lua <<EOF
local tesela = require "tesela"
tesela.tournament({ rules = "losetas", bots = { "random", "random" }, games = $1 },
  { file = "many.jsonl" })
dofile "peak.lua"
EOF
  rm -f many.jsonl
  "$tesela" many.lua
}
few=$(played $((games / 20)))
many=$(played "$games")
echo "memory: $few KB for $((games / 20)) games, $many KB for $games"
[ "$many" -lt $((few * 3 / 2)) ]
"$tesela" check many.jsonl

# A merge has a number for each game.
cat >merged.lua <<'EOF'
local merge = require "tesela.contest.cluster.merge"
merge.each(assert(merge.read { arg[1] }), function() end)
dofile "peak.lua"
EOF
head -n 2 many.jsonl >one.jsonl
few=$("$tesela" merged.lua one.jsonl)
many=$("$tesela" merged.lua many.jsonl)
echo "merge: $few KB for 1 game, $many KB for $games"
[ "$many" -lt $((few + games * 40 / 1024 + 4096)) ]

# A page has in addition the packed list of all games.
cat >paged.lua <<'EOF'
local merge = require "tesela.contest.cluster.merge"
local pages = require "tesela.report_pages.tournament_page"
pages.page(assert(merge.read { arg[1] }), { most = 1000 })
dofile "peak.lua"
EOF
head -n 1001 many.jsonl >some.jsonl
few=$("$tesela" paged.lua some.jsonl)
many=$("$tesela" paged.lua many.jsonl)
echo "page: $few KB for 1000 games, $many KB for $games"
[ "$many" -lt $((few + games * 64 / 1024 + 4096)) ]

# Games with programs: no process is left, and the parent holds no more descriptors
# than before.
"$tesela" new bot mine.c 2>/dev/null
cc -O2 -o soaked mine.c
cat >programs.lua <<EOF
local tesela = require "tesela"
local function held()
  local pipe <close> = io.popen "ls /proc/\$PPID/fd | wc -l"
  return pipe:read "n"
end
local before = held()
for _, workers in ipairs { 0, 4 } do
  tesela.match { rules = tesela.rules "mixtour", games = $((games / 200)), seed = workers,
    workers = workers, bots = { tesela.bot "exec:./soaked", "random" } }
end
print(before, held())
EOF
set -- $("$tesela" programs.lua)
echo "programs: $1 descriptors before $((games / 100)) games, $2 behind them"
[ "$1" -eq "$2" ]
[ "$(ps -eo comm | grep -c '^soaked$')" -eq 0 ]
