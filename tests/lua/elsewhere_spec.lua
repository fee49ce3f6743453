-- Tournaments on other machines: what a definition needs there, and the scripts that
-- play its parts. (sh .ci/hosts runs them with what they are for.)

local support = require "support"

local folder, whole

local function failed(command)
  local _, err, status = folder:shell(command)
  assert.equal(2, status, err)
  return err
end

-- A program of these lines, found before all others.
local function stand_in(name, lines)
  folder:must("mkdir -p bin; chmod +x " .. folder:write("bin/" .. name, lines))
end

setup(function()
  folder = support.folder()
  folder:must "mkdir lib bin; ln -s $T bin/tesela"
  folder:write("names.lua", 'return { "random", "./bot.lua" }')
  folder:write("lib/mean.lua", "return 1")
  folder:write("bot.lua", [[require "lib.mean" return function(v) return v:list()[1] end]])
  folder:write("below.lua", [[return require "tesela".derive("mixtour", { name = "below" })]])
  folder:write("rules.lua", [[return require "tesela".derive("./below.lua", {
    name = "above" })]])
  folder:write("openings.jsonl", "")
  folder:write("cup.lua", [[return { rules = "./rules.lua", bots = dofile "names.lua",
    games = 6, seed = 3 }]])
  whole = (folder:must "$T tournament cup.lua -w 1 -o whole.jsonl >/dev/null 2>&1; \
    $T merge whole.jsonl")
end)

teardown(support.clean)

describe("tesela tournament --files", function()
  it("lists what is read, and nothing that is the program's own", function()
    assert.equal("cup.lua\nnames.lua\nbot.lua\nlib/mean.lua\nrules.lua\nbelow.lua\n",
      (folder:must "$T tournament cup.lua --files"))
  end)

  it("lists suites, modules and what programs are run from", function()
    folder:write("mean.lua", "return { 'random', 'exec:sh ./mine.sh --fast' }")
    folder:write("mine.sh", "")
    folder:must "$T openings mixtour -n 2 --plies 4 --iterations 20 -o two.jsonl >/dev/null 2>&1"
    folder:write("other.lua", [[package.path = "./?.lua;" .. package.path
      return { rules = "mixtour", bots = require "mean", openings = "./two.jsonl" }]])
    assert.matches("^other.lua\nmean.lua\ntwo.jsonl\nmine.sh\n$",
      (folder:must "$T tournament other.lua --files --programs"))
    assert.matches("starting a program needs %-%-programs",
      select(2, folder:shell "$T tournament other.lua --files"))
  end)

  it("writes nothing", function()
    local before = folder:must "ls"
    folder:must "$T tournament cup.lua --files"
    folder:must "$T tournament cup.lua --script slurm"
    assert.equal(before, (folder:must "ls"))
  end)

  it("goes with what says what is played, and with nothing else", function()
    for _, option in ipairs { "--shard 1/2", "-o x", "--prints x", "-w 1",
      "--no-lock", "--script slurm" } do
      assert.matches("^tesela tournament: %-%-files and %-%-%S+ cannot be combined\n$",
        failed("$T tournament cup.lua --files " .. option))
    end
    assert.matches("only with %-%-script", failed "$T tournament cup.lua --parts 2")
    assert.matches("%-%-parts 4: expected a whole number in 1..3",
      failed "$T tournament cup.lua --script slurm --parts 4")
  end)
end)

describe("tesela tournament --script", function()
  it("is refused if parts cannot be played", function()
    folder:write("swiss.lua", [[return { rules = "mixtour", format = "swiss",
      bots = { "random", "greedy", "lookahead" } }]])
    local _, err, status = folder:shell "$T tournament swiss.lua --script slurm"
    assert.equal(1, status)
    assert.matches("a swiss depends on earlier games", err)
  end)

  it("is refused if names would have to be quoted twice", function()
    folder:must "cp cup.lua \"it's.lua\""
    local _, err, status = folder:shell "$T tournament \"it's.lua\" --script slurm"
    assert.equal(1, status)
    assert.matches("expected names made of letters", err)
  end)

  it("sends no files that lie elsewhere", function()
    folder:must "mkdir deep"
    folder:write("deep/cup.lua", "return { rules = 'mixtour', bots = { 'random', '../bot.lua' } }")
    local _, err, status = folder:shell "cd deep; $T tournament cup.lua --script parallel"
    assert.equal(1, status)
    assert.matches("expected files in this folder or below it", err)
  end)

  it("slurm plays all parts and merges them", function()
    -- Runs the job, or those of its array, at once, and says what it was asked for.
    stand_in("sbatch", [=[#!/bin/bash
for word; do
  case $word in --array=1-*) last=${word#--array=1-} ;; esac
done
echo "${@:1:$#-2}" >>asked
for ((i = 1; i <= ${last:-1}; i++)); do
  SLURM_ARRAY_TASK_ID=$i SLURM_CPUS_PER_TASK=1 sh -c "${!#}" >>ran 2>&1
done
echo '17;cluster'
]=])
    folder:must "$T tournament cup.lua --script slurm --parts 3 >play.sh"
    folder:must "PATH=$PWD/bin:$PATH sh play.sh --cpus-per-task=1"
    assert.equal(whole, folder:read "cup.jsonl")
    assert.matches("Standings", folder:read "ran")
    assert.equal("--parsable --job-name=cup --array=1-3 --requeue --open-mode=append "
      .. "--output=cup.%a.log --cpus-per-task=1\n--job-name=cup.report "
      .. "--dependency=afterany:17 --output=cup.report\n", folder:read "asked")
  end)

  it("parallel sends what is needed, and merges what comes back", function()
    -- Plays the parts here, as `parallel` would on its hosts.
    stand_in("parallel", [=[#!/bin/bash
for word; do
  [ "$word" = sh ] && break
  echo "$word" >>options
  shift
done
while [ "$1" != ::: ]; do command="$command $1"; shift; done
shift
for part; do sh -c "${command//\{\}/$part}"; done
]=])
    folder:must "rm cup.*jsonl; $T tournament cup.lua -n 6 --script parallel >play.sh"
    local out = folder:must "HOSTS=one,two PATH=$PWD/bin:$PATH sh play.sh 2>/dev/null"
    assert.matches("Standings", out)
    assert.equal(whole, folder:read "cup.jsonl")
    assert.equal("--sshlogin one,two --workdir ... --cleanup --retries 3 --joblog "
      .. "cup.joblog --resume-failed --transferfile cup.lua --transferfile names.lua "
      .. "--transferfile bot.lua --transferfile lib/mean.lua --transferfile rules.lua "
      .. "--transferfile below.lua --transferfile cup.part.sh --return cup.{}-of-3.jsonl",
      (folder:read "options":gsub("\n", " "):gsub(" $", "")))
  end)

  -- A connection may end when a part is played, and before it is here.
  it("parallel plays again what was lost on the way back", function()
    stand_in("parallel", [=[#!/bin/bash
while [ "$1" != sh ]; do shift; done
while [ "$1" != ::: ]; do command="$command $1"; shift; done
shift
[ -e cup.joblog ] || echo "Seq Host Starttime JobRuntime Send Receive Exitval" >cup.joblog
for part; do
  grep -q "^$part " cup.joblog && continue
  echo "$part one 0 0 0 0 0" >>cup.joblog
  echo "$part" >>played
  sh -c "${command//\{\}/$part}"
  [ "$(grep -c "^$part$" played)" -gt "$LOSES" ] || [ "$part" != 2 ] || rm cup.2-of-3.jsonl
done
]=])
    folder:must "$T tournament cup.lua -n 6 --script parallel >play.sh"
    local function play(loses)
      folder:must "rm -f cup.*jsonl cup.joblog played"
      return ("HOSTS=one LOSES=%d PATH=$PWD/bin:$PATH sh play.sh 2>&1"):format(loses)
    end
    folder:must(play(1))
    assert.equal("1\n2\n3\n2\n", folder:read "played")
    assert.equal(whole, folder:read "cup.jsonl")
    local command = play(2)
    local out, _, status = folder:shell(command)
    assert.matches("part 2/3", out)
    assert.is_true(status ~= 0)
    folder:must(command)
    assert.equal("1\n2\n3\n2\n2\n", folder:read "played")
    assert.equal(whole, folder:read "cup.jsonl")
  end)

  it("parallel plays a part of another tournament again", function()
    stand_in("parallel", [=[#!/bin/bash
while [ "$1" != sh ]; do shift; done
while [ "$1" != ::: ]; do command="$command $1"; shift; done
shift
[ -e cup.joblog ] || echo "Seq Host Starttime JobRuntime Send Receive Exitval" >cup.joblog
for part; do
  grep -q "^$part " cup.joblog && continue
  echo "$part one 0 0 0 0 0" >>cup.joblog
  other=; grep -q "^2$" played || [ "$part" != 2 ] || other="--seed 77"
  sed -i "s/-w 1.*>/-w 1 $other >/" cup.part.sh
  echo "$part" >>played
  sh -c "${command//\{\}/$part}"
done
]=])
    folder:must "rm -f cup.*jsonl cup.joblog played; touch played"
    local said = folder:must "HOSTS=one PATH=$PWD/bin:$PATH sh play.sh 2>&1"
    assert.matches("cup.2%-of%-3.jsonl is of another tournament: "
      .. "it is now cup.2%-of%-3.jsonl.aside", said)
    assert.equal("1\n2\n3\n2\n", folder:read "played")
    assert.equal(whole, folder:read "cup.jsonl")
    assert.matches('"seed":77', folder:read "cup.2-of-3.jsonl.aside")
  end)

  it("a host plays with the files that were sent, or not at all", function()
    -- Part 2 lacks a file at first; that of others is removed while they play.
    stand_in("parallel", [=[#!/bin/bash
while [ "$1" != sh ]; do shift; done
while [ "$1" != ::: ]; do command="$command $1"; shift; done
shift
for part; do
  for try in 1 2; do
    rm -rf host; mkdir host; cp -R *.lua lib cup.part.sh host
    [ "$part$try" != 21 ] || rm host/lib/mean.lua
    (cd host && HOST=$PWD PATH=$PWD/../removing:$PATH sh -c "${command//\{\}/$part}") &&
      echo "$part $try" >>played
  done
  cp host/cup.*jsonl .
done
]=])
    folder:must("mkdir removing; " .. 'printf "#!/bin/sh\\nrm -r \\"\\$HOST\\"/*\\nexec $T'
      .. ' \\"\\$@\\"\\n" >removing/tesela; chmod +x removing/tesela')
    folder:must "rm -f cup.*jsonl cup.joblog played"
    folder:must "HOSTS=one PATH=$PWD/bin:$PATH sh play.sh 2>&1"
    assert.equal("1 1\n1 2\n2 2\n3 1\n3 2\n", folder:read "played")
    assert.equal(whole, folder:read "cup.jsonl")
  end)

  it("parallel asks for hosts", function()
    local _, err, status = folder:shell "sh play.sh"
    assert.matches("HOSTS: expected names of hosts", err)
    assert.is_true(status ~= 0)
  end)
end)
