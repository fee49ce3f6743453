-- Bots that are programs of their own: what they do wrong loses their game, and nothing
-- else; and nothing of them is left.

local tesela = require "tesela"
local commands = require "tesela.programs.command_line"
local support = require "support"

local folder = support.folder()
local mixtour = tesela.rules "mixtour"

local hosted = require "tesela.sandbox.hosted"
local show = hosted.show

setup(function()
  hosted.show = function() end -- what they write to stderr
  for _, name in ipairs { "mine.lua", "mine.py", "mine.js", "mine.c" } do
    folder:must("$T new bot " .. name)
  end
  folder:must "cc -O1 -Wall -Wextra -Werror -o mine mine.c"
end)

teardown(function()
  hosted.show = show
  support.clean()
end)

-- A bot that plays the first move, but does what its first argument says at its second
-- turn.
local FAULTY = folder:write("faulty.py", [[
import json, os, signal, sys, time
mode, turn, game = sys.argv[1], 0, 0
def say(x):
    sys.stdout.write(x if isinstance(x, str) else json.dumps(x) + "\n")
    sys.stdout.flush()
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        game += 1
        if mode == "deaf": time.sleep(1000)
        if mode == "refuse": say({"error": "I do not know\n mixtour"}); continue
        if mode == "object": say({"error": {"code": 1}}); continue
        if mode == "what": say({"fine": True}); continue
        say({"ok": {"name": "faulty", "version": "1.%d" % game,
            "want": [] if mode == "unwanted"
                else ["moves", "beer"] + ["points"] * (mode == "points")}, "more": 1})
    if "go" not in message: continue
    go, turn = message["go"], turn + 1
    answer = {"id": go["id"], "move": go.get("moves", ["a1"])[0], "value": turn / 2}
    if turn < 2 and mode != "unwanted": say(answer); continue
    if mode == "sleep": time.sleep(1000)
    if mode == "freeze": os.kill(os.getppid(), signal.SIGSTOP); say({}); continue
    if mode == "exit": sys.exit("first\nand last\033[2J words")
    if mode == "crash": {}["missing"]
    if mode == "killed": os.kill(os.getpid(), signal.SIGKILL)
    if mode == "garbage": say("hello \033 world\n")
    if mode == "bytes": os.write(1, b"\xff\x00\xfe\n")
    if mode == "list": say("[1]\n")
    if mode == "null": say("null\n")
    if mode == "deep": say("[" * 100000 + "\n")
    if mode == "liar": say({"error": "expected an object of JSON (global 'io')"})
    if mode == "number": say({"id": go["id"], "move": 7})
    if mode == "illegal": say({"id": go["id"], "move": "zz9"})
    if mode == "zero": say({"id": go["id"], "move": "a1\0b"})
    if mode == "list id": say({"id": [1]})
    if mode == "text id": say({"id": str(go["id"]), "move": go["moves"][0]})
    if mode == "no id": say({"move": go["moves"][0]})
    if mode == "id": say({"id": go["id"] - 1, "move": go["moves"][0]})
    if mode == "twice": say((json.dumps(answer) + "\n") * 2); continue
    if mode == "half": say(json.dumps(answer)[:-3]); os.close(1); time.sleep(1000)
    if mode == "long": os.write(2, b"now\n"); [os.write(1, b"x" * 65536) for _ in range(1600)]
    if mode == "shut": os.close(1); os.close(0); time.sleep(1000)
    if mode == "loud": [os.write(2, b"y" * 65536) for _ in range(160)]
    if mode == "large":
        say('{"id":0,"nodes":18446744073709551615,"nps":1e400,"value":-1e400,"move":"%s","id":%d}\n'
            % (answer["move"], go["id"])); continue
    if mode in ("resign", "draw"): answer["move"] = mode
    if mode == "nan": answer["value"] = float("nan")
    if mode == "spelt": answer["move"] = " %s " % answer["move"].upper().replace("-", " -> ")
    if mode == "offer": answer["draw"] = True
    if mode == "agree" and go.get("draw_offered"): answer["move"] = "draw"
    if mode == "blank": say("\n\r\n")
    while mode == "blanks": os.write(1, b"\n" * 65536)
    if mode == "unwanted" and "moves" in go: sys.exit("moves")
    if mode == "points":
        if not "points" in go: sys.exit("no points")
        answer["move"] = go["moves"][go["points"].index(max(go["points"]))]
    elif "points" in go: sys.exit("points")
    if mode == "unwanted": answer["move"] = sorted(set("%s%d" % (c, r)
        for c in "abcde" for r in range(1, 6)))[turn * 7 % 25]
    say(answer)
]])

local function command(mode) return ("exec:python3 %s %s"):format(FAULTY, mode) end

local function run(bot, options)
  local more = { rules = mixtour, bots = { bot, "random" }, seed = 3, max_plies = 12,
    programs = true }
  for key, value in pairs(options or {}) do more[key] = value end
  return tesela.run(more)
end

-- The seat of the program has lost, for this reason.
local function loses(mode, reason, message, options)
  local game = run(options and options.bot or command(mode), options and options.run)
  assert.same({ reason, { 2, 1 } }, { game.reason, game.places }, game.message)
  assert.equal(message, game.message)
end

local function plays(bot, options)
  local game = run(bot, options)
  assert.equal("plies", game.reason, game.message)
  return tesela.decode(game.line)
end

describe("words of a command", function()
  local function says(text, ...) assert.same({ ... }, commands.words(text), text) end
  local function fails(text, why)
    assert.same({ nil, why }, { commands.words(text) }, text)
  end

  it("are as a shell splits them", function()
    says("python3 mine.py", "python3", "mine.py")
    says("  a\tb\nc  ", "a", "b", "c")
    says([[a 'b c' "d e" f\ g]], "a", "b c", "d e", "f g")
    says([["a\"b\\c\d\$" '\' x''y ""]], [[a"b\c\d$]], [[\]], "xy", "")
    says("a\\\nb \"c\\\nd\"", "ab", "cd")
    says("$HOME * ~ `x` | > # ; &", "$HOME", "*", "~", "`x`", "|", ">", "#", ";", "&")
    says([[é'ü'"ö"]], "éüö")
  end)

  it("are the same that a shell has", function()
    local rng, signs = tesela.rng(5), { "a", "b", " ", "'", '"', "\\", "\t", "=", "-" }
    local script = folder:write("words.sh", [[for w; do printf '%s\n' "$w"; done]])
    local texts, expected = {}, {}
    for _ = 1, 200 do
      local parts = {}
      for i = 1, rng:int(12) do parts[i] = rng:pick(signs) end
      local words = commands.words(table.concat(parts))
      if words then
        texts[#texts + 1] = ("sh %s %s; echo ."):format(script, table.concat(parts))
        expected[#expected + 1] = table.concat(words, "\n") .. "\n.\n"
      end
    end
    local out = folder:must("sh " .. folder:write("all.sh", table.concat(texts, "\n")))
    assert.equal(table.concat(expected), out)
  end)

  it("must end", function()
    fails("a 'b", "the second ' is missing")
    fails('a "b\\"', 'there is no second "')
    fails("a \\", "there is nothing after the last \\")
    fails(" ", "expected a command")
    fails("a\0b", "it has a zero byte")
  end)
end)

describe("a program", function()
  it("plays, and its record tells what it was", function()
    local record = plays(command "fine")
    assert.is_false(record.repeatable)
    local told = record.programs["1"]
    assert.matches("^%x+$", told.hash)
    told.hash = nil
    assert.same({ command = command "fine", name = "faulty", version = "1.1" }, told)
    assert.same({ 0.5, nil, 1.0 }, record.values) -- then 1.5, 2.0 ..., which are no chances
    assert.is_nil(record.programs["2"])
    assert.is_truthy(tesela.replay(run(command "fine").line))
  end)

  it("has several seats, each its own process", function()
    local game = run(command "fine", { bots = { command "fine", command "fine" } })
    assert.equal("plies", game.reason, game.message)
  end)

  it("may give up, offer a draw, and agree to one", function()
    loses("resign", "resigned")
    loses("draw", "illegal", select(2, mixtour:start():move "draw"))
    local game = run(nil, { bots = { command "offer", command "agree" } })
    assert.same({ "agreement", { 1, 1 }, 3 }, { game.reason, game.places, game.state.ply })
    local function agrees(_, view) return view.ply == 7 end
    game = run(nil, { bots = { command "offer",
      { choose = function(_, view) return view:list()[1] end, draw = agrees } } })
    assert.same({ "agreement", 7 }, { game.reason, game.state.ply })
    assert.equal("plies", run(command "offer").reason)
    game = run(nil, { rules = tesela.rules("qwirkle", { players = 3 }), max_plies = 9,
      bots = { command "offer", command "agree", command "agree" } })
    assert.equal("plies", game.reason)
  end)

  it("may do without the list of moves", function()
    plays(command "unwanted", { max_plies = 4 })
  end)

  it("may ask for the points of each move, if moves have points", function()
    local qwirkle = tesela.rules "qwirkle"
    local game = run(nil, { rules = qwirkle, bots = { command "points", "random" } })
    assert.equal("plies", game.reason, game.message)
    local state, best = qwirkle:start(3), require "tesela.worth".best
    for _, move in ipairs(game.state:history()) do
      local _, points = best(state)
      local most = 0
      for _, each in pairs(points) do most = math.max(most, each) end
      if state.seat == 1 and state.ply > 1 then
        assert.equal(most, points[state:move(move)])
      end
      state:play(move)
    end
    loses("points", "error", "the program ended: exit status 1; its stderr: no points")
  end)

  it("may write empty lines, and much to its stderr", function()
    plays(command "blank")
    local _, said = support.tesela("-e", ([[
      tesela.run { rules = tesela.rules "mixtour", max_plies = 6, programs = true,
        bots = { %q, "random" } }]]):format(command "loud"))
    assert.matches("^faulty: yyy", said)
  end)

  it("may write numbers of any size, and names twice", function()
    local values = plays(command "large").values
    assert.same({ 0.5, nil, nil }, { values[1], values[3], values[5] })
  end)

  it("loses when it is late", function()
    local late = { run = { budget = { seconds = 0.1 } } }
    loses("sleep", "time", "no move within 0.21 s", late)
    loses("blanks", "time", "no move within 0.21 s", late)
    loses("deaf", "time", "no answer to hello within 0.2 s",
      { bot = tesela.bot(command "deaf", { start = 0.2 }) })
    loses("", "time", "no answer to hello within 0.2 s",
      { bot = tesela.bot("exec:sleep 1000", { start = 0.2 }) })
  end)

  it("may take as long to start as the page says", function()
    local default = require "tesela.programs.child".new({}):start_seconds()
    local page = support.read(support.root .. "/scripts/pages/protocol.md")
    assert.truthy(page:find(("`hello` may take %d seconds"):format(default), 1, true))
    assert.truthy(page:find(("`hello` (default %d)"):format(default), 1, true))
  end)

  it("loses when it ends", function()
    loses("exit", "error", "the program ended: exit status 1; its stderr: first / and "
      .. "last [2J words")
    loses("killed", "error", "the program ended: signal 9 (Killed)")
    assert.matches("^the program ended: exit status 1; its stderr: .*KeyError: 'missing'$",
      run(command "crash").message)
    loses("", "error", "the program ended: exit status 0", { bot = "exec:true" })
  end)

  it("loses when it closes its input or output", function()
    loses("shut", "error", "the program has closed its input or output")
    loses("half", "error", "the program has closed its input or output")
  end)

  it("loses when what it says is not an answer", function()
    loses("garbage", "error", 'expected an object of JSON, got "hello   world": '
      .. select(2, tesela.decode "hello \27 world"))
    assert.matches("not JSON at byte 2: a zero byte$", run(command "bytes").message)
    assert.matches("^expected an object of JSON", run(command "deep").message)
    loses("null", "error", 'expected an object of JSON, got "null": it is not an object')
    loses("list", "error", 'expected an object of JSON, got "[1]": it is not an object')
    loses("id", "error", "expected the answer with id 2, got id 1")
    loses("refuse", "error", "the program says: I do not know  mixtour")
    loses("object", "error", "the program says: (no text)")
    loses("'list id'", "error", "expected the answer with id 2, got id [1]")
    loses("'text id'", "error", 'expected the answer with id 2, got id "2"')
    loses("'no id'", "error", "expected the answer with id 2, got id null")
    loses("what", "error", 'expected {"ok":{...}} as the answer to hello')
  end)

  -- A program that answers so to hello, and plays what is legal.
  local function greeter(ok)
    return ("exec:python3 %s '%s'"):format(folder:write("greeter.py", [[
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message: print(sys.argv[1], flush=True)
    if "go" in message:
        go = message["go"]
        move = go.get("moves", ["pass"])[0]
        print("\n\r\n" + json.dumps({"id": go["id"], "move": move}), flush=True)
]]), ok)
  end

  it("loses when its answer to hello is another", function()
    for ok, why in pairs { ['{"ok":[1]}'] = 'expected {"ok":{...}} as the answer to hello',
      ['{"ok":true}'] = 'expected {"ok":{...}} as the answer to hello',
      ['[{"ok":{}}]'] = 'expected an object of JSON, got "[{"ok":{}}]": it is not an object',
      ['{"ok":{"name":5}}'] = "the answer to hello: name: expected a string",
      ['{"ok":{"version":[1]}}'] = "the answer to hello: version: expected a string",
      ['{"ok":{"want":"moves"}}'] = "the answer to hello: want: expected a list of strings",
      ['{"ok":{"want":{"moves":1}}}'] = "the answer to hello: want: expected a list of strings",
      ['{"ok":{"want":["moves",3]}}'] = "the answer to hello: want: expected a list of strings" } do
      loses(nil, "error", why, { bot = greeter(ok) })
    end
  end)

  it("may leave out what it has not to say, and write empty lines", function()
    for _, ok in ipairs { "{}", "[]", '{"name":null,"version":null,"want":null}',
      '{"want":["moves","beer"],"more":[1]}' } do
      plays(greeter('{"ok":' .. ok .. "}"), { max_plies = 4 })
    end
  end)

  it("loses when it writes a line that was not asked for", function()
    assert.matches("^the program wrote an unexpected line: \"{\"id\": 2, \"move\"",
      run(command "twice").message)
  end)

  it("loses when a line does not end", function()
    loses("long", "error",
      "the program wrote a line of more than a megabyte; its stderr: now")
  end)

  it("may write a move as people do", function()
    assert.is_truthy(#plays(command "spelt").moves > 4)
  end)

  it("learns what JSON lacks", function()
    local game = run(command "nan")
    assert.is_truthy(game.message:find(": JSON has no NaN and no infinity; write null", 1, true),
      game.message)
  end)

  it("loses when its move is not legal", function()
    loses("illegal", "illegal", select(2, mixtour:start():move "zz9"))
    loses("number", "illegal", "move: expected a string")
    loses("zero", "illegal", "expected a move, got text with a zero byte")
  end)

  it("has no more memory and processor than it is given", function()
    local hungry = folder:write("hungry.py", "x = bytearray(400 << 20)\n")
    assert.matches("MemoryError", run(tesela.bot("exec:python3 " .. hungry,
      { memory = 100 })).message)
    local busy = folder:write("busy.py", "while True: pass\n")
    local game = run(tesela.bot("exec:python3 " .. busy, { cpu = 1 }))
    assert.same({ "time", "the program has used up its CPU time" },
      { game.reason, game.message })
  end)
end)

describe("a program that cannot be started", function()
  local function says(spec, message)
    assert.equal(message, support.raised(tesela.bot, spec))
  end

  it("is reported at once", function()
    local plain = folder:write("plain", "echo\n")
    says("exec:nothing_there x", "bot exec:nothing_there x: there is no program nothing_there")
    says("exec:/no/such", "bot exec:/no/such: there is no program /no/such")
    says("exec:" .. plain, ("bot exec:%s: %s is not a file that can be run (chmod +x)")
      :format(plain, plain))
    says("exec:", "bot exec:: expected a command")
    says("exec:a 'b", "bot exec:a 'b: the second ' is missing")
  end)

  it("loses its games if that shows too late", function()
    local wrong = folder:write("wrong", "\1\2\3\n")
    folder:must "chmod +x wrong"
    loses("", "error", ("the program cannot be started: %s: Exec format error"):format(wrong),
      { bot = "exec:" .. wrong })
  end)
end)

describe("the messages to a program", function()
  it("is what its seat may know", function()
    local watched = folder:write("watched.sh", ("#!/bin/sh\ntee %s/log | python3 %s fine\n")
      :format(folder.path, FAULTY))
    folder:must "chmod +x watched.sh"
    local rules = tesela.rules "qwirkle"
    local game = tesela.run { rules = rules, bots = { "random", "exec:" .. watched },
      seed = 4, max_plies = 7, programs = true }
    assert.equal("plies", game.reason, game.message)
    local state, last = rules:start(4), nil
    for line in folder:read "log":gmatch "[^\n]+" do
      local message = tesela.decode(line)
      local said = message.hello or message.moved or message.go
      if message.moved then
        assert.equal(state.seat, said.seat)
        state:play(game.state:history()[state.ply + 1])
        local known = state:view(2):history()
        assert.equal(known[#known], said.move)
      end
      if message.go then
        assert.same(support.texts(state), (function(t) table.sort(t) return t end)(said.moves))
        last = said.id
      end
      if said then
        assert.equal(state:view(2):fen(), said.view)
        assert.is_nil(said.view:find(state:fen():match "%S+$" .. "/", 1, true))
      end
    end
    assert.equal(3, last)
    assert.equal('{"quit":{}}\n', folder:read "log":match "[^\n]+\n$")
  end)
end)

describe("what a program has started", function()
  -- It leaves a child in a session of its own that heeds no signal, and one in its
  -- group; their numbers go to a file.
  local function make()
    folder:write("parent.c", [[
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void note(void) {
  FILE *file = fopen("pids", "a");
  fprintf(file, "%d\n", (int)getpid());
  fclose(file);
}
static void leave(int own) {
  int ready[2];
  char byte;
  pipe(ready);
  if (fork() != 0) {
    read(ready[0], &byte, 1);
    return;
  }
  if (own) setsid();
  for (int i = 1; i < 30; i++) signal(i, SIG_IGN);
  note();
  write(ready[1], "x", 1);
  for (;;) pause();
}
int main(int count, char **words) {
  char line[1 << 16];
  note();
  leave(0);
  leave(1);
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (line[2] == 'h') puts("{\"ok\":{}}");
    if (line[2] == 'g' && count > 1) abort();
    if (line[2] == 'g') printf("{\"id\":%d,\"move\":\"zz\"}\n", atoi(line + 12));
    fflush(stdout);
  }
  for (;;) pause();
}
]])
    folder:must "cc -O1 -w -o parent parent.c"
  end

  local function alive()
    local left = folder:shell "for p in $(cat pids); do kill -0 $p && echo $p; done"
    return left ~= ""
  end

  local function gone()
    for _ = 1, 3000 do
      if not alive() then return true end
      os.execute "sleep 0.01"
    end
    return false
  end

  it("is gone with it", function()
    make()
    for _, words in ipairs { "", " abort" } do
      folder:write("pids", "")
      folder:must(([[$T -e 'tesela.run { rules = tesela.rules "mixtour", programs = true,
        bots = { "exec:./parent%s", "random" } }']]):format(words))
      assert.matches("^%d+\n%d+\n%d+\n$", folder:read "pids")
      assert.is_false(alive())
    end
  end)

  -- A game with a program, within seconds; what stands in its record.
  local function ends(words)
    return (folder:must(([[timeout 60 $T -e 'print(tesela.run { programs = true,
      rules = tesela.rules "mixtour", bots = { "%s", "random" } }.message)' ]]):format(words)))
  end

  it("is gone when its keeper was stopped", function()
    assert.matches("^expected the answer with id 2", ends(command "freeze"))
  end)

  it("is gone with its group when its keeper was killed", function()
    folder:write("pids", "")
    folder:write("killer.sh", [[#!/bin/sh
      read line; sleep 1000 & echo $$ $! >pids; kill -9 $PPID; wait]])
    folder:must "chmod +x killer.sh"
    assert.matches("^the program ended: unknown", ends "exec:./killer.sh")
    assert.matches("^%d+ %d+\n$", folder:read "pids")
    assert.is_true(gone())
  end)

  it("is gone with tesela, however that ends", function()
    folder:write("pids", "")
    folder:write("cup.lua", [[return { rules = "mixtour", games = 2, workers = 2,
      bots = { "random", { name = "x", bot = "exec:./parent" } } }]])
    folder:write("slow.sh", [[#!/bin/sh
      if mkdir tried 2>/dev/null; then
        exec ]] .. support.program .. [[ engine mixtour --protocol json --bot random; fi
      echo $$ >>pids; sleep 1000 & echo $! >>pids; wait]])
    folder:must "chmod +x slow.sh"
    folder:write("slow.lua", [[return { rules = "mixtour", games = 2, workers = 2,
      bots = { "random", { name = "x", bot = "exec:./slow.sh", start = 100 } } }]])
    folder:must [[$T tournament slow.lua --programs 2>/dev/null & P=$!
      while [ $(wc -l <pids) -lt 4 ]; do sleep 0.01; done; kill -9 $P; wait $P; true]]
    assert.is_true(gone())
  end)
end)

describe("games with programs", function()
  local function count(what)
    return tonumber((support.shell(what:gsub("%$P", "$(cut -d' ' -f4 /proc/self/stat)"))))
  end

  it("leave no process and no descriptor behind", function()
    local function held()
      return { count "ls /proc/$PPID/fd | wc -l",
        count "cat /proc/$PPID/task/$PPID/children | wc -w" }
    end
    tesela.run { rules = mixtour, bots = { command "fine", "random" }, max_plies = 2,
      programs = true }
    local before = held()
    for _, mode in ipairs { "fine", "exit", "garbage", "shut", "refuse" } do
      run(command(mode), { max_plies = 4 })
    end
    run("exec:true")
    collectgarbage()
    assert.same(before, held())
  end)
end)

describe("a program that is named by a file", function()
  local SPEC = "exec:python3 faulty.py fine"
  local REFUSED = "bot " .. SPEC .. ": starting a program needs --programs (in Lua programs = "
    .. "true, or tesela.bot)"

  local function fails(status, words, message)
    local out, err, code = folder:shell(words)
    assert.same({ "", message .. "\n", status }, { out, err, code })
  end

  it("is not started by a function unless that is said", function()
    local bots = { SPEC, "random" }
    assert.equal(REFUSED, support.raised(tesela.run, { rules = mixtour, bots = bots }))
    assert.equal(REFUSED, support.raised(tesela.match, { rules = mixtour, bots = bots }))
    assert.equal(REFUSED, support.raised(tesela.tournament, { rules = "mixtour", bots = bots }))
    assert.equal(REFUSED, support.raised(tesela.tournament, { rules = "mixtour",
      bots = { "random", { name = "x", bot = SPEC } } }))
    assert.equal(REFUSED, support.raised(tesela.play, "mixtour",
      { bot = SPEC }))
  end)

  -- A table that looks like what tesela.bot makes, from text alone.
  local function forged(members)
    return tesela.decode(([[{"name":"A","path":"/bin/touch","words":["touch","%s/forged"],
      "print":"",%s}]]):format(folder.path, members))
  end

  it("is not started by a table that looks like one", function()
    for _, members in ipairs { '"kind":"exec","command":"x"', '"kind":"gtp","command":"x"',
      '"source":{"path":"x.lua","text":"return print","hash":""}' } do
      local bots = { forged(members), "random" }
      assert.is_false(pcall(tesela.tournament, { rules = "mixtour", bots = bots }))
      assert.is_false(pcall(tesela.tournament, { rules = "mixtour", bots = { "random",
        { name = "x", bot = bots[1] } } }))
      assert.is_false(pcall(tesela.match, { rules = mixtour, bots = bots }))
      assert.is_false(pcall(tesela.run, { rules = mixtour, bots = bots }))
      assert.is_false(pcall(tesela.bot, bots[1]))
    end
    assert.is_nil(io.open(folder.path .. "/forged"))
  end)

  it("is no function, whatever members that has", function()
    local touch = forged '"kind":"exec","command":"x","source":{}'
    function touch.choose(_, view) return view:list()[1] end
    for _, trusted in ipairs { true, false } do
      local game = tesela.run { rules = mixtour, bots = { touch, "random" }, max_plies = 2,
        trusted = trusted }
      assert.equal("plies", game.reason, game.message)
    end
    assert.is_nil(io.open(folder.path .. "/forged"))
    assert.equal(2, tesela.match { rules = mixtour, bots = { touch, "random" }, games = 2,
      max_plies = 2, workers = 0 }.draws)
  end)

  it("is not started by a command unless that is said", function()
    folder:write("named.lua", ("return { rules = 'mixtour', games = 2, max_plies = 4, bots = "
      .. "{ { name = 'p', bot = %q }, 'random' } }"):format(SPEC))
    fails(2, "$T tournament named.lua", "tesela tournament: " .. REFUSED)
    folder:must "$T tournament named.lua --programs"
    fails(2, "$T tournament named.lua", "tesela tournament: " .. REFUSED)
    fails(1, "$T repeat named.jsonl", "tesela repeat: " .. REFUSED)
    local out, err = folder:must "$T repeat named.jsonl --programs"
    assert.equal("named.jsonl: 2 of 2 games repeated, 0 differ\n", out)
    assert.equal("tesela repeat: with programs, games may differ\n", err)
    folder:must "$T check named.jsonl"
    folder:must "$T report named.jsonl"
  end)

  it("is not started by a bot", function()
    for _, source in ipairs { [[require "tesela".bot "exec:true"]],
      [[require "tesela.child"]], [[require "tesela".run {}]] } do
      local path = folder:write("sly.lua", ("return function() %s end"):format(source))
      local game = run(path)
      assert.equal("error", game.reason)
      assert.is_truthy(game.message:find "nil value" or game.message:find "cannot have it")
    end
  end)

  it("is another where its files have changed", function()
    folder:write("other.py", folder:read "faulty.py")
    folder:write("other.lua", [[return { rules = 'mixtour', games = 2, max_plies = 4, bots =
      { { name = 'p', bot = "exec:python3 other.py fine" }, 'random' } }]])
    folder:must "$T tournament other.lua --programs"
    folder:write("other.py", folder:read "faulty.py" .. "# changed")
    fails(1, "$T tournament other.lua --programs", "tesela tournament: other.jsonl has games "
      .. "of another tournament (in the file, and now): bots: the file of p has changed; "
      .. "-o names another file")
  end)
end)

describe("tesela check-bot", function()
  local function fails(words, ...)
    local out, err, status = folder:shell("$T check-bot " .. words)
    assert.equal(1, status, out)
    assert.equal(table.concat({ ... }, "\n") .. "\n", err)
  end

  it("tries a program in all that may happen to it", function()
    local out = folder:must "$T check-bot exec:./mine qwirkle --set players=3"
    for _, words in ipairs { "start: ", "first move in seat 3 of 3: ", "6 games to the end: ",
      "only one move", "from the middle of a game: plays",
      "the same seeds again: the same move", "a second game in the same process: plays" } do
      assert.is_truthy(out:find("\n" .. words, 1, true) or out:find(words, 1, true) == 1, words)
    end
    assert.matches("\nmine plays qwirkle players=3\n$", out)
  end)

  it("tries a bot in Lua, too", function()
    local out = folder:must "$T check-bot ./mine.lua tictactoe"
    assert.matches("\nonly one move %(%S+%): plays\n", out)
    assert.matches("\nmine plays tictactoe\n$", out)
  end)

  it("explains what goes wrong as to the author of the bot", function()
    local place = "tesela check-bot: faulty fails in a game, in seat 1 of 2: "
    local function fen(text) return "  the position as its seat sees it: " .. text end
    fails("'exec:python3 faulty.py illegal' mixtour", place .. "illegal: "
      .. select(2, mixtour:start():move "zz9"), fen "5/5/5/5/w,2,r,1 w 0:0 d1",
      "  the moves: b1 c1 e1 a2 b2 c2 d2 e2 a3 b3 ... (23)")
    fails("'exec:python3 faulty.py liar' tictactoe", place
      .. "error: the program says: expected an object of JSON (global 'io')",
      fen "1 board=1,2,0*7 last=2", "  the moves: c1 a2 b2 c2 a3 b3 c3")
    fails("'exec:python3 faulty.py id' tictactoe", place
      .. "error: expected the answer with id 2, got id 1",
      "  An answer has the id of its question.", fen "1 board=1,2,0*7 last=2",
      "  the moves: c1 a2 b2 c2 a3 b3 c3")
    fails("'exec:python3 faulty.py sleep' tictactoe --seconds 0.1", place
      .. "time: no move within 0.21 s", "  Does it flush its output after each line, and "
      .. "read only to the end of a line?", fen "1 board=1,2,0*7 last=2",
      "  the moves: c1 a2 b2 c2 a3 b3 c3")
  end)
end)

describe("tesela check-bot of a slip in Lua", function()
  local function said(text, game)
    folder:write("slip.lua", text)
    local _, err, status = folder:shell("$T check-bot ./slip.lua " .. (game or "mixtour"))
    assert.equal(1, status)
    return err
  end

  it("is one line if there is no move", function()
    assert.matches("^[^\n]*in seat %d of 2: illegal: expected a move, got nil\n$",
      said("return function() end", "qwirkle"))
  end)

  it("counts hidden tiles", function()
    assert.matches("\n  the position as its seat sees it: %S+ %S+/%?%(6%) %?%(93%) ",
      said("return function() return 'zz' end", "qwirkle"))
  end)

  it("has the advice that a match has, and a sentence of its own", function()
    for text, message in pairs {
      ["return { choose = function(view) return view:list()[1] end }"] =
        "(in a table, choose is called as choose(self, view, budget))",
      ["return function(view) for _, m in ipairs(view:moves()) do return m end end"] =
        "(view:moves() is an iterator: for move in view:moves() do; view:list() is a table)",
      ["local h = require 'eval.more' return print"] =
        "module 'eval.more': there is no eval/more.lua beside the bot; expected one of tesela,",
      ["local function choose() end"] =
        "its file returns nothing; expected it to return a function or a table with choose",
    } do
      assert.is_truthy(said(text):find(message, 1, true), text)
    end
    local _, err = folder:shell "echo 'return require \"eval.more\"' >slip.lua; \
      $T check-bot --trusted ./slip.lua mixtour"
    assert.matches("slip.lua:1: module 'eval.more': there is no eval/more.lua beside the bot "
      .. "or in Lua's path", err, 1, true)
  end)
end)

describe("a tournament with programs", function()
  local CUP = [[return { rules = "qwirkle", games = %d, seed = 5, budget = { limit = 60 },
    bots = { "./mine.lua", { name = "snake", bot = "exec:python3 mine.py", reuse = true },
      { name = "c", bot = "exec:./mine" } } }]]

  it("is the same after kill -9, and whoever plays it", function()
    folder:write("cup.lua", CUP:format(2))
    folder:must "$T tournament cup.lua --programs -w 1"
    local expected = folder:merged "cup.jsonl"
    for _, game in ipairs(support.games(expected)) do
      assert.equal("out", game.result.reason)
    end
    for kill = 1, 2 do
      folder:shell(([[$T tournament cup.lua --programs -w 2 -o killed.jsonl & P=$!
        while [ $(wc -l <killed.jsonl || echo 0) -lt %d ]; do sleep 0.01; done
        kill -9 $P; wait $P]]):format(1 + kill))
    end
    folder:must "$T tournament cup.lua --programs -w 2 -o killed.jsonl"
    local function games(text) return support.timeless((text:gsub("^[^\n]*\n", ""))) end
    assert.equal(games(expected), games(folder:merged "killed.jsonl"))
  end)

  it("plays again if a program, or a shell that runs it, was ended from outside", function()
    -- The first start plays (before the first game), the second fails, later ones play.
    folder:write("once.sh", [[#!/bin/sh
      mkdir $1.tried 2>/dev/null && exec python3 mine.py
      mkdir $1.once 2>/dev/null || exec python3 mine.py
      sh -c "$2"; exit $?]])
    folder:must "chmod +x once.sh"
    for name, ending in pairs { term = "sleep 9 & kill $!; wait $!", hup = "exit 129",
      own = "exit 14" } do
      folder:write("once.lua", ([[return { rules = "qwirkle", games = 2, seed = 5,
        bots = { "random", { name = "p", bot = "exec:./once.sh %s '%s'" } } }]]):format(name,
        ending))
      folder:must("$T tournament once.lua --programs -w 1 -o " .. name .. ".jsonl")
      local reasons = {}
      for i, game in ipairs(support.games(folder:merged(name .. ".jsonl"))) do
        reasons[i] = game.result.reason
      end
      assert.same({ name == "own" and "error" or "out", "out" }, reasons, name)
    end
  end)

  it("continues if one of them fails", function()
    folder:write("bad.lua", [[return { rules = "mixtour", games = 2, bots = {
      "./mine.lua", { name = "bad", bot = "exec:python3 faulty.py crash" },
      { name = "gone", bot = "exec:./gone.sh" }, "random" } }]])
    folder:write("gone.sh", "#!/bin/sh\nmkdir tried.gone 2>/dev/null && exec ./mine\n")
    folder:must "chmod +x gone.sh"
    local out = folder:must "$T tournament bad.lua --programs -w 2 --prints prints.txt"
    assert.matches("bad: error 4", out)
    assert.matches("gone: error 6", out)
    assert.matches("game %d+ ply %d+ bad: KeyError: 'missing'", folder:read "prints.txt")
    folder:must "$T check bad.jsonl"
  end)

  it("keeps what they write to stderr beside its file", function()
    folder:write("loud.lua", [[return { rules = "mixtour", games = 2, max_plies = 4, bots = {
      { name = "bad", bot = "exec:python3 faulty.py crash" }, "random" } }]])
    folder:must "$T tournament loud.lua --programs -o here.jsonl"
    assert.matches("game 1 ply %d+ bad: KeyError: 'missing'\n", folder:read "here.prints")
    folder:write("quiet.lua", [[return { rules = "mixtour", games = 2, max_plies = 4, bots = {
      { name = "good", bot = "exec:./mine" }, "random" } }]])
    folder:must "$T tournament quiet.lua --programs"
    assert.is_nil(io.open(folder.path .. "/quiet.prints"))
  end)

  it("may be played in one process", function()
    local result = tesela.match { rules = mixtour, games = 4, workers = 0, max_plies = 6,
      bots = { tesela.bot(command "fine", { reuse = true }), "random" } }
    assert.equal(4, result.draws)
  end)
end)
