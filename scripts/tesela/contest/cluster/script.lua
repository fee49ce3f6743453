-- A shell script that plays a tournament in parts, with GNU parallel over ssh or as a Slurm job
-- array, merges the parts and prints a report.

local cli = require "tesela.cli.cli"

local M = {}

-- Replaces NAME, PARTS ... in a script with values.
local function filled(form, values)
  return (form:gsub("%f[%w_]%u%u+%f[^%w_]", values))
end

-- Hosts share no disk: the needed files are sent, and the part comes back. A part is for one
-- core; with many parts, slow hosts and long parts matter less.
local PARALLEL = [=[
#!/bin/sh
# Plays FILE in PARTS parts with GNU parallel, one at a time on each core of some hosts,
# merges them and prints a report. Running it again plays the missing games.
#   HOSTS=one,4/two sh SCRIPT       (4/two: at most four at a time)
# It needs tesela and rsync on every host, and ssh without a password. A part that fails
# is tried on other hosts, three times in all.
set -eu
: "${HOSTS:?expected names of hosts, like HOSTS=one,two}"
# After a lost connection a part may be tried again on the same host while the first try
# still plays, or removes the files that were sent to the second. So each try has a folder of
# its own, and plays there with the files of this folder or not at all.
cat >NAME.part.sh <<'E'
set -e
here=$PWD own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
trap 'exit 1' HUP INT TERM
cp -R . "$own"
cd "$own"
[ "$(cat FILES | cksum)" = "$2 $3" ]
COMMAND --shard "$1/PARTS" -w 1 >/dev/null
cp "NAME.$1-of-PARTS.jsonl" "$here/part.$$"
mv "$here/part.$$" "$here/NAME.$1-of-PARTS.jsonl"
E
play() {
  parallel --sshlogin "$HOSTS" --workdir ... --cleanup \
    --retries 3 --joblog NAME.joblog --resume-failed \
TRANSFER    --transferfile NAME.part.sh \
    --return NAME.{}-of-PARTS.jsonl \
    sh NAME.part.sh {} $(cat FILES | cksum) ::: $(seq PARTS)
}
# A part that was played and did not come back must be played again.
forget_lost() {
  awk 'NR == 1 || !system("test -e NAME." $1 "-of-PARTS.jsonl")' NAME.joblog >NAME.joblog.new
  mv NAME.joblog.new NAME.joblog
}
# A part may be left over from other files: the hash in its first line then differs from that
# of most parts. It is played again.
set_aside() {
  for part in $(awk 'FNR > 1 { nextfile }
    { match($0, /"hash":"[^"]*"/); hash = substr($0, RSTART, RLENGTH) }
    { of[FILENAME] = hash; if (hash != "" && ++n[hash] > most) { most = n[hash]; best = hash } }
    END { for (part in of) if (of[part] != best) print part }' NAME.*-of-PARTS.jsonl); do
    echo "$part is of another tournament: it is now $part.aside, and is played again" >&2
    mv "$part" "$part.aside"
  done
}
[ ! -e NAME.joblog ] || forget_lost
play
set_aside
if [ "$(ls NAME.*-of-PARTS.jsonl | wc -l)" -lt PARTS ]; then
  forget_lost
  play
  set_aside
fi
tesela merge NAME.*-of-PARTS.jsonl -o NAME.jsonl
tesela report NAME.jsonl
]=]

-- The hosts of Slurm share the folder. The last job runs even if parts fail, because
-- `merge` names the missing ones.
local SLURM = [=[
#!/bin/sh
# Plays FILE in PARTS parts as a job array of Slurm, merges them and prints a report
# to NAME.report. Running it again plays the missing games.
#   sh SCRIPT [options of sbatch for the parts: --cpus-per-task=4, --time=60 ...]
# Every node needs tesela, and access to this folder.
set -eu
parts=$(sbatch --parsable --job-name=NAME --array=1-PARTS --requeue \
  --open-mode=append --output=NAME.%a.log "$@" --wrap 'exec COMMAND \
  --shard "$SLURM_ARRAY_TASK_ID/PARTS" -w "${SLURM_CPUS_PER_TASK:-1}" >/dev/null')
sbatch --job-name=NAME.report --dependency="afterany:${parts%%;*}" \
  --output=NAME.report --wrap 'tesela merge NAME.*-of-PARTS.jsonl -o NAME.jsonl &&
  tesela report NAME.jsonl'
]=]

local FORMS = { parallel = PARALLEL, slurm = SLURM }

-- Files are sent by their names, so they must be in this folder or below it. Returns their
-- names as words, and the options that send them.
local function transfers(files)
  local names, lines = {}, {}
  for _, file in ipairs(files) do
    if file:find "^/" or ("/" .. file .. "/"):find("/../", 1, true) then
      cli.fail(1, "--script parallel: %s: expected files in this folder or below it, "
        .. "which are sent to the hosts", file)
    end
    names[#names + 1] = cli.quoted(file)
    lines[#lines + 1] = ("    --transferfile %s \\\n"):format(names[#names])
  end
  return table.concat(names, " "), table.concat(lines)
end

--- A script. `with` is { file = of the definition, name = cup for cup.jsonl, parts =, command =
--- words that play it, files = the files it needs }.
function M.text(kind, with)
  if with.command:find "[^%w_./+ -]" or with.file:find " " then
    cli.fail(1, "--script: %s: expected names made of letters, digits and _ . - + /",
      with.command)
  end
  local names, options
  if kind == "parallel" then names, options = transfers(with.files) end
  return filled(FORMS[kind], { FILE = with.file, NAME = with.name, PARTS = with.parts,
    COMMAND = with.command, SCRIPT = with.name .. "." .. kind .. ".sh",
    FILES = names, TRANSFER = options })
end

return M
