-- Files of games: what is in them was written by a tournament, and what a tournament
-- or a merge writes is there, whole, whatever else happens to the file.

local tesela = require "tesela"
local support = require "support"
local files = require "tesela.contest.games_file"
local merge = require "tesela.contest.cluster.merge"
local definitions = require "tesela.contest.definition"
local schedule = require "tesela.contest.schedule.schedule"

local folder = support.folder()

teardown(support.clean)

local function write(...) return folder:write(...) end
local function read(name) return folder:read(name) end
local function shell(command) return folder:shell(command) end
local function must(command) return folder:must(command) end
local function path(name) return folder.path .. "/" .. name end

local GAMES = 40

-- A tournament that is over: its file in the order of the numbers, and its lines.
local whole, all
do
  write("small.lua", ([[return { rules = "losetas", bots = { "random", "greedy" },
    options = { size = 3, tiles = { 3, 3, 2 } }, games = %d, seed = 5 }]]):format(GAMES))
  must "$T tournament small.lua -o whole.jsonl"
  whole = folder:merged "whole.jsonl"
  all = support.lines(whole)
end

local function lines_of(...) return table.concat({ ... }, "\n") .. "\n" end

-- A tournament that goes on as long as nobody ends it; words that follow it.
local function running(words)
  write("long.lua", [[return { rules = "blokus", games = 1000000,
    bots = { "random", "random", "random", "random" } }]])
  folder:remove "long.jsonl"
  return shell(([[$T tournament long.lua -w 1 >out.txt 2>err.txt & P=$!
    until [ $(cat long.jsonl 2>/dev/null | wc -l) -gt 3 ]; do sleep 0.05; done
    %s]]):format(words))
end

local function failed(command, pattern)
  local out, err, status = shell(command)
  assert.same({ "", 1 }, { out, status }, err)
  assert.is_truthy(err:match(pattern), err)
end

local function left_beside(name)
  return (shell(("ls -a | grep '^%s.' || true"):format((name:gsub("%.", "\\.")))))
end

describe("texts of others in a file", function()
  it("reach no terminal as they are, in any report", function()
    local evil = "\\u001b[31mX\\u009b\\u202e\\n"
    write("evil.jsonl", (whole:gsub('"reason":"%w+"', '"reason":"' .. evil .. '"')
      :gsub('"title":"[^"]*"', '"title":"' .. evil .. '"', 1)))
    local reports = { "--ratings", "--ratings -f csv" }
    for _, format in ipairs { "text", "markdown", "csv", "json", "html" } do
      reports[#reports + 1] = "-f " .. format
    end
    for _, options in ipairs(reports) do
      local out = must(("$T report evil.jsonl %s"):format(options)):gsub("\r?\n", "")
      assert.is_truthy(out:find("31mX", 1, true) or options:find "csv", options)
      assert.is_nil(out:find("\u{202e}", 1, true), options)
      assert.is_nil(out:find("\u{9b}", 1, true), options)
      assert.is_nil(out:find "%c", options)
    end
    local told = tesela.decode((must "$T report evil.jsonl -f json"))
    assert.equal("\27[31mX\u{9b}\u{202e}\n", (next(told.reasons)))
  end)
end)

describe("tesela merge", function()
  it("replaces no file that someone writes to", function()
    local _, err, status = running [[$T merge long.jsonl -o long.jsonl --partial; S=$?
      kill -INT $P; wait $P; echo $P >&2; exit $S]]
    assert.equal(1, status)
    local pid = err:match "(%d+)\n$"
    assert.is_truthy(err:find(("tesela merge: long.jsonl: process %s is writing to this "
      .. "file\n"):format(pid), 1, true), err)
    assert.equal("", left_beside "long.jsonl")
    assert.is_truthy(read "err.txt":find("interrupted; the same command resumes", 1, true))
    must "$T check long.jsonl"
  end)

  it("takes more parts than a process may open files, as report does", function()
    for i = 2, #all do write(("one.%d.jsonl"):format(i), lines_of(all[1], all[i])) end
    local function limited(command) return must("ulimit -n 20; $T " .. command) end
    assert.equal(whole, limited "merge $(ls -r one.*.jsonl)")
    must "rm -f many.jsonl"
    for _ = 1, 2 do limited "merge one.*.jsonl -o many.jsonl" end
    assert.equal(whole, read "many.jsonl")
    assert.equal(whole, (must "cat one.2.jsonl | $T merge /dev/stdin one.[3-9].jsonl one.??.jsonl"))
    for _, options in ipairs { "", "-f html", "--ratings", "-g 7" } do
      assert.equal((must("$T report whole.jsonl " .. options)),
        limited("report one.*.jsonl " .. options))
    end
    must "rm one.*.jsonl"
  end)

  it("has a temporary file of its own", function()
    write("all.jsonl.merging", "a letter")
    must "$T merge whole.jsonl -o all.jsonl"
    assert.equal("a letter", read "all.jsonl.merging")
    folder:remove "all.jsonl.merging"
    local _, err, status = shell [[for i in 1 2 3 4; do
      $T merge whole.jsonl -o all.jsonl & P="$P $!"; done
      for p in $P; do wait $p || exit 1; done]]
    assert.same({ "", 0 }, { err, status })
    assert.equal(whole, read "all.jsonl")
    assert.equal("", left_beside "all.jsonl")
  end)

  it("keeps the rights of the file, and a link", function()
    write("true.jsonl", lines_of(all[1], all[2]))
    shell "chmod 640 true.jsonl; ln -sf true.jsonl link.jsonl"
    must "$T merge whole.jsonl -o link.jsonl"
    assert.equal(whole, read "true.jsonl")
    assert.equal("640 link.jsonl\n", (shell "stat -Lc '%a %n' link.jsonl"))
    assert.equal("link.jsonl\n", (shell "find . -name link.jsonl -type l -printf '%f\\n'"))
  end)

  it("writes over nothing that has what the games have not", function()
    local function kept(text, why)
      write("there.jsonl", text)
      failed("$T merge whole.jsonl -o there.jsonl", "^tesela merge: %-%-out there%.jsonl: "
        .. "it exists, and " .. why .. "\n$")
      assert.equal(text, read "there.jsonl")
      assert.equal("", left_beside "there.jsonl")
    end
    kept("my letter", "is not a file of a tournament")
    kept("return function() end\n", "is not a file of a tournament")
    kept(lines_of(all[2], all[3]), "is not a file of a tournament")
    kept((lines_of(all[1], all[2]):gsub("\n", "\r\n")), "its line 2 is not among the games that "
      .. "are merged")
    kept(whole:sub(1, -2):gsub('"moves":%[".-"', '"moves":["1x1@a1"', 1) .. "\n",
      "its line 2 is not among the games that are merged")
    must "$T tournament small.lua -n 60 -o more-games.jsonl"
    kept(read "more-games.jsonl", "its line %d+ is not among the games that are merged")
    must "$T tournament small.lua --seed 6 -n 4 -o six.jsonl"
    kept(read "six.jsonl", "is of another tournament")
    for _, text in ipairs { "", whole, lines_of(all[1]), lines_of(all[1], all[9], all[2]) } do
      write("there.jsonl", text)
      must "$T merge whole.jsonl -o there.jsonl"
      assert.equal(whole, read "there.jsonl")
    end
  end)

  it("names that many missing parts, and soon, of however many there are", function()
    local function missing(shard)
      write("part.jsonl", (all[1]:gsub("}$", (',"shard":"%s"}'):format(shard))) .. "\n")
      local since = tesela.clock()
      local _, err = must "$T merge part.jsonl --partial -o /dev/null"
      assert.is_true(tesela.clock() - since < 10)
      return err:match "are missing: ([^\n]*)"
    end
    assert.matches("^part 1/6, part 2/6, part 4/6, part 5/6, part 6/6, games 5",
      missing "3/6")
    assert.matches("^part 1/7, part 2/7, part 4/7, part 5/7, part 6/7, 1 more part, games ",
      missing "3/7")
    assert.equal("part 1/1000000, part 2/1000000, part 4/1000000, part 5/1000000, "
      .. "part 6/1000000, 999994 more parts, games 5..6", missing "3/1000000")
    write("part.jsonl", (all[1]:gsub("}$", ',"shard":"3/1000001"}')) .. "\n")
    failed("$T merge part.jsonl --partial -o /dev/null", "part.jsonl: a damaged first line: "
      .. "shard: expected I/N, the I%-th of N parts, at most 1000000\n")
    local _, err, status = shell "$T tournament small.lua --shard 1/1000001"
    assert.equal(2, status)
    assert.matches("%-%-shard 1/1000001: expected I/N, the I%-th of N parts, at most 1000000\n",
      err)
  end)

  it("says which games are missing, and writes nothing", function()
    for part = 1, 3 do must(("$T tournament small.lua --shard %d/3"):format(part)) end
    write("kept.jsonl", "kept")
    failed("$T merge small.1-of-3.jsonl small.3-of-3.jsonl -o kept.jsonl",
      "^tesela merge: 14 of 40 games are missing: part 2/3\nNothing was written; ")
    assert.equal("kept", read "kept.jsonl")
    write("holes.jsonl", lines_of(all[1], all[2], all[6], all[7], all[9], all[11], all[13],
      all[15], all[17]))
    failed("$T merge holes.jsonl",
      "32 of 40 games are missing: games 2%.%.4, 7, 9, 11, 13 and more\n")
    local out, err = must "$T merge holes.jsonl --partial"
    assert.equal(read "holes.jsonl", out)
    assert.is_truthy(err:match "^tesela merge: 32 of 40 games are missing: games 2")
    local rest = support.lines(read "small.1-of-3.jsonl")
    write("first.jsonl", lines_of(table.unpack(rest, 1, #rest - 1)))
    failed("$T merge first.jsonl small.2-of-3.jsonl",
      "missing: part 3/3, games %d+\n")
    write("head.jsonl", all[1] .. "\n")
    failed("$T merge head.jsonl", "40 of 40 games are missing: games 1%.%.40\n")
  end)

  it("counts games that were played after fewer had been asked for", function()
    write("more.jsonl", whole)
    must "$T tournament small.lua -n 10 -o more.jsonl"
    must "$T merge more.jsonl -o again.jsonl"
    must "$T merge again.jsonl -o once.jsonl"
    assert.equal(read "again.jsonl", read "once.jsonl")
    assert.equal("once.jsonl: 40 games, 0 bad\n", (must "$T check once.jsonl"))
    assert.equal((must "$T report more.jsonl"), (must "$T report once.jsonl"))
  end)

  it("holds a number for each game, and not the games", function()
    local def = definitions.normalise(load(read "small.lua")())
    local head = all[2]:match '^(.-"seed":)'
    local rest = all[2]:match('("moves":.*),"pair"')
    local function file(count)
      def.games = count
      local list = { files.header(def, nil, {}) }
      for i = 1, count do
        local game = schedule.game(def, i)
        list[i + 1] = ('%s%d,"players":["%s","%s"],%s,"pair":%d,"number":%d}'):format(head,
          game.seed, def.bots[game.players[1]].name, def.bots[game.players[2]].name, rest,
          game.pair, i)
      end
      return write("many.jsonl", table.concat(list, "\n") .. "\n")
    end
    local parts
    local function kept(count)
      local name = file(count)
      collectgarbage()
      collectgarbage()
      local before = collectgarbage "count"
      parts = assert(merge.read { name })
      collectgarbage()
      collectgarbage()
      assert.equal(count, parts.count)
      return (collectgarbage "count" - before) * 1024
    end
    local few, many = kept(4096), kept(5 * 4096)
    assert.is_true((many - few) / (4 * 4096) < 24, tostring(many - few))
  end)
end)

describe("what comes through a pipe", function()
  it("is read as a file is", function()
    write("whole.jsonl", whole)
    for _, command in ipairs { "merge %s", "report %s", "report -f json %s",
      "report -f html %s", "report --ratings %s", "report --game 3 %s",
      "ask greedy %s --game 3 --ply 2 | grep 'game 3'" } do
      local plain = must("$T " .. command:format "whole.jsonl")
      assert.equal(plain, (must("cat whole.jsonl | $T " .. command:format "/dev/stdin")), command)
    end
    assert.equal("/dev/stdin: 3 of 40 games repeated, 0 differ\n",
      (must "cat whole.jsonl | $T repeat -n 3 /dev/stdin"))
    must "$T tournament small.lua --seed 6 -n 4 -o six.jsonl; mkfifo fifo"
    assert.equal((must "$T report --compare whole.jsonl six.jsonl"),
      (must "cat six.jsonl >fifo & cat whole.jsonl | $T report --compare /dev/stdin fifo"))
    failed("echo 1 | $T report /dev/stdin", "/dev/stdin: not a file of a tournament")
  end)
end)

describe("the file of a tournament that runs", function()
  local function gone(words, why)
    running(words .. "; wait $P; echo $? >status.txt")
    assert.equal("1\n", read "status.txt")
    assert.equal(("tesela tournament: long.jsonl: %s while games were written to it\n"):format(
      why or "it was moved, replaced or removed"), read "err.txt")
    assert.equal("", read "out.txt")
  end

  it("is missed when it is removed", function() gone "rm long.jsonl" end)

  it("is missed when it is moved, or another one has its place", function()
    gone "mv long.jsonl moved.jsonl"
    must "$T check moved.jsonl"
    gone "cp long.jsonl other.jsonl; mv other.jsonl long.jsonl"
  end)

  it("is missed when it is cut, or written to", function()
    local why = "another program has truncated or changed it"
    gone(": >long.jsonl", why)
    gone("truncate -s 300 long.jsonl", why)
    gone("echo junk >>long.jsonl", why)
    gone("$T merge long.jsonl --partial >long.jsonl", why)
  end)

  it("is missed in the end, too", function()
    write("brief.lua", [[local tesela = require "tesela"
      tesela.tournament({ rules = "mixtour", games = 2, bots = { "random", "random" } },
        { file = "brief.jsonl", on_game = function() os.remove "brief.jsonl" end })]])
    failed("$T brief.lua", "brief.jsonl: it was moved, replaced or removed")
  end)
end)

-- ---- Ctrl-C -----------------------------------------------------------------

describe("Ctrl-C while a file is read", function()
  -- Calls f while `module[name]` is interrupted.
  local function interrupted(module, name, f, ...)
    local old = rawget(module, name)
    rawset(module, name, require "tesela.interrupt".raise)
    local ok, why = require "tesela.line".guard(f, ...)
    rawset(module, name, old)
    assert.same({ nil, "interrupted!" }, { ok, why })
  end

  it("is no fault of the file, of its suite, of its rules or of a game", function()
    local suites = require "tesela.contest.schedule.opening_suite"
    local turn = require "tesela.contest.results.recorded_turn"
    local gamefile = require "tesela.terminal.show.game_file"
    local given = { rules = "mixtour", bots = { "random", "greedy" }, openings = "mixtour" }
    interrupted(definitions, "read", files.read_header, all[1])
    interrupted(tesela, "rules", definitions.normalise, given)
    interrupted(suites, "read", definitions.normalise, given)
    interrupted(tesela, "replay", definitions.normalise, given)
    interrupted(tesela, "replay", turn.game, path "whole.jsonl", 1)
    local lines = assert(gamefile.read(path "whole.jsonl"))
    interrupted(tesela, "replay", gamefile.game, lines, 1)
  end)

  it("is not what an error says", function()
    local ok, why = require "tesela.line".guard(error, "interrupted!", 0)
    assert.same({ false, "interrupted!" }, { ok, why })
    write("words.lua", "error('interrupted!', 0)")
    for command, status in pairs { ["perft ./words.lua 1"] = 2, ["check ./words.lua"] = 2,
      ["tournament words.lua"] = 2 } do
      local _, err, got = shell("$T " .. command)
      assert.matches("^tesela %l+: [^\n]*interrupted!\n$", err)
      assert.same({ command, status }, { command, got })
    end
    write("fails.lua", [[return require "tesela".derive("tictactoe", { name = "fails",
      apply = function() error("interrupted!", 0) end })]])
    local _, err, got = shell "$T check ./fails.lua"
    assert.matches("apply%(%) failed: [^\n]*interrupted!", err)
    assert.equal(1, got)
  end)

  it("is no mistake of the games and commands that help lists", function()
    local help, cli = require "tesela.manual.help", require "tesela.cli.cli"
    interrupted(tesela, "game", help.text, "games")
    interrupted(cli, "load", help.text)
  end)
end)

-- ---- foreign lines ----------------------------------------------------------

-- What merge does with a file whose bad lines are at these places, and check.
local function left_out(text, places, why)
  write("bad.jsonl", text)
  local out, err = must "$T merge --partial bad.jsonl"
  local told = {}
  for place in err:gmatch "tesela merge: bad.jsonl:(%d+): " do told[#told + 1] = tonumber(place) end
  assert.same(places, told, err)
  if why then assert.is_truthy(err:find(why, 1, true), err) end
  assert.is_truthy(err:find(("%d line%s skipped\n"):format(#places,
    #places == 1 and " was" or "s were"), 1, true), err)
  for _, line in ipairs(support.lines(out)) do assert.is_truthy(tesela.decode(line)) end
  local _, _, status = shell "$T check bad.jsonl"
  assert.equal(1, status)
  return out
end

-- The first game, changed, behind the header and before all others.
local function changed(pattern, text)
  local line, count = all[2]:gsub(pattern, text, 1)
  assert.equal(1, count)
  return lines_of(all[1], line, table.unpack(all, 3))
end

local without_first = lines_of(all[1], table.unpack(all, 3))

describe("a line that no tournament of the definition wrote", function()
  it("is not merged: other numbers", function()
    for _, number in ipairs { "0", "41", "9999", "-1", "1.5", "99999999999999999999", "01",
      "1e0", "9007199254740993", "null" } do
      assert.equal(without_first,
        left_out(changed('"number":1}', ('"number":%s}'):format(number)), { 2 }))
    end
  end)

  it("is not merged: another pair, other players, another start", function()
    for _, each in ipairs {
      { '"pair":1,', '"pair":2,', "game 1 is of another pair" },
      { '"number":1}', '"number":3}', "game 3 is of another pair" },
      { '"random","greedy"', '"greedy","random"', "game 1 has other players" },
      { '"random","greedy"', '"random","expert"', "game 1 has other players" },
      { '"random","greedy"', '"random"', "game 1 has other players" },
      { '"seed":%d+', '"seed":7', "game 1 has another start" },
      { '"seed":%d+,', '', "game 1 has another start" },
      { '"players"', '"fen":"g2x2@h8 b","players"', "game 1 has another start" },
      { '"moves"', '"fen":"g2x2@h8 b","moves"', "game 1 has another start" },
      { ',"seed"', ',"fen":"g2x2@h8 b","seed"', "game 1 has another start" },
      { '"moves"', '"deal":"rc","moves"', "game 1 has another start" },
      { '"number":1}', '"number":1,"fen":"g2x2@h8 b"}', "game 1 has another start" },
      { '"size":3', '"size":4', "it has other rules" },
      { '"game":"losetas"', '"game":"mixtour"', "it has other rules" },
      { '"places":%[%d,%d%]', '"places":[1,3]', "not a game of a tournament" },
      { '"places":%[%d,%d%]', '"places":[1]', "not a game of a tournament" },
      { '"places":%[%d,%d%]', '"places":[null,2]', "not a game of a tournament" },
      { '"players":%[', '"players":[null,', "game 1 has other players" },
      { '"moves":%[', '"moves":[null,', "not a game of a tournament" },
      { '"tesela":1', '"tesela":2', "not a game of a tournament" },
      { '"reason":"', '"reason":"\\u0000', "not a game of a tournament" },
      { '"moves":%["', '"moves":["\\u0000', "not a game of a tournament" },
      { '"tesela":1', '"tesela":1,"x":["\\u0000"]', "not a game of a tournament" },
      { '"reason":"', '"message":"\\\\\\u0000","reason":"', "not a game of a tournament" },
    } do
      assert.equal(without_first, left_out(changed(each[1], each[2]), { 2 }, each[3]))
    end
  end)

  it("may say \\u0000, as long as it has no zero byte", function()
    write("said.jsonl", changed('"reason":"', '"message":"a \\\\u0000","reason":"'))
    assert.equal("said.jsonl: 40 games, 0 bad\n", (must "$T check said.jsonl"))
    assert.equal(read "said.jsonl", (must "$T merge said.jsonl"))
  end)

  it("is not merged: games of another seed, joined", function()
    must "$T tournament small.lua --seed 6 -n 4 -o six.jsonl"
    local six = read "six.jsonl"
    local out = left_out(whole .. six, { 42, 43, 44, 45, 46 }, "another tournament begins here")
    assert.equal(whole, out)
    failed("$T merge whole.jsonl six.jsonl", "six.jsonl are of different tournaments")
    -- The same shards joined are one file.
    must "$T tournament small.lua --shard 1/2"
    must "$T tournament small.lua --shard 2/2"
    must "cat small.?-of-2.jsonl >joined.jsonl"
    assert.equal(whole, (must "$T merge joined.jsonl"))
    assert.equal("joined.jsonl: 40 games, 0 bad\n", (must "$T check joined.jsonl"))
  end)

  it("is not merged: torn, and running into the next", function()
    for cut = 1, #all[2] - 1, 7 do
      local torn = all[2]:sub(1, cut)
      write("torn.jsonl", lines_of(all[1], torn .. all[3], table.unpack(all, 4)))
      local parts = assert(merge.read { path "torn.jsonl" })
      assert.same({ GAMES - 2, 1 }, { parts.count, parts.bad }, torn)
    end
    left_out(lines_of(all[1], all[2]:sub(1, 100) .. all[3], table.unpack(all, 4)), { 2 })
    write("torn.jsonl", whole:sub(1, -2))
    local _, err = must "$T merge --partial torn.jsonl"
    assert.is_truthy(err:find("torn.jsonl:41: the last line is torn", 1, true), err)
  end)

  it("is not merged: with zero bytes, which is one line for check", function()
    left_out(lines_of(all[1], ("\0"):rep(300), table.unpack(all, 3)), { 2 })
    local out, err = shell "$T check bad.jsonl"
    assert.equal("bad.jsonl: 40 games, 1 bad\n", out)
    assert.equal(1, #support.lines(err))
  end)

  it("is not reported if all lines are like that", function()
    write("cr.jsonl", (whole:gsub("\n{", "\nx{")))
    for _, command in ipairs { "report", "report -f json", "report --ratings", "report --compare",
      "merge", "repeat" } do
      failed(("$T %s cr.jsonl"):format(command), "40 lines were skipped\ntesela %l+: ")
    end
    local out, err, status = shell "$T check cr.jsonl"
    assert.same({ "cr.jsonl: 40 games, 40 bad\n", 1 }, { out, status })
    assert.equal(21, #support.lines(err))
    assert.matches("\ntesela check: 20 more lines are bad\n$", err)
    write("head.jsonl", all[1] .. "\n")
    must "$T report head.jsonl" -- of which nothing was played
  end)

  it("is left out: a game that is there twice", function()
    assert.equal(whole, left_out(whole .. all[5] .. "\n", { 42 }, "game 4 occurs twice"))
    assert.equal((must "$T report whole.jsonl -f json"), (must "$T report bad.jsonl -f json"))
  end)

  it("is found by check: twice", function()
    write("twice.jsonl", whole .. all[5] .. "\n")
    local out, err, status = shell "$T check twice.jsonl"
    assert.same({ "twice.jsonl: 41 games, 1 bad\n",
      "tesela check: twice.jsonl:42: game 4 occurs twice\n", 1 }, { out, err, status })
  end)

  -- A tournament of two games with this opening; its lines.
  local function opened(rules, opening)
    write("open.lua", ([[return { rules = %q, bots = { "random", "random" },
      games = 2, seed = 1, openings = %s }]]):format(rules, opening or "nil"))
    folder:remove "open.jsonl"
    must "$T tournament open.lua"
    must "$T check open.jsonl"
    return support.lines(folder:merged "open.jsonl")
  end

  local WHY = "open.jsonl:2: not a game of this tournament: game 1 has another opening"

  it("is reported and left out: another opening", function()
    local other = opened("mixtour", "{ 'd4 d5 c3' }")[2]
    for _, opening in ipairs { "{ plies = 2 }", "{ 'b2 c3', 'a1 a2' }", "{ 'd4 d5 c4' }" } do
      local lines = opened("mixtour", opening)
      local text = lines_of(lines[1], other, lines[3])
      write("open.jsonl", text)
      for _, command in ipairs { "check", "report", "merge --partial", "repeat" } do
        local _, err = shell(("$T %s open.jsonl"):format(command))
        assert.is_truthy(err:find(WHY, 1, true), command .. ": " .. err)
      end
      failed("$T tournament open.lua", "open%.jsonl:2: .*: game 1 has another opening; without")
      assert.equal(text, read "open.jsonl")
      -- Its moves as another program may write them are the same opening.
      write("open.jsonl", lines_of(lines[1], lines[2]:gsub('","', '", "'), lines[3]))
      must "$T check open.jsonl"
    end
  end)

  it("is reported: another opening of a game in a file, or of hands that are dealt", function()
    write("hasty.lua", [[return require "tesela".derive("mixtour",
      { options = { win_score = 1 } })]])
    local other = opened("./hasty.lua", "{ 'd4 d5 c3' }")[2]
    for _, opening in ipairs { "{ plies = 2 }", "{ 'b2 c3' }" } do
      local lines = opened("./hasty.lua", opening)
      write("open.jsonl", lines_of(lines[1], other, lines[3]))
      local _, err = shell "$T check open.jsonl"
      assert.is_truthy(err:find(WHY, 1, true), err)
      failed("$T tournament open.lua", "open%.jsonl:2: .*: game 1 has another opening; without")
      _, err = shell "$T report open.jsonl" -- which does not look for the game's file
      assert.equal("", err)
    end
    other = opened("qwirkle", nil)[2]
    local lines = opened("qwirkle", "{ plies = 4 }")
    write("open.jsonl", lines_of(lines[1], other, lines[3]))
    local _, err = shell "$T report open.jsonl"
    assert.is_truthy(err:find(WHY, 1, true), err)
  end)

  it("is not reported for random moves of a program whose game differs", function()
    local other = opened("mixtour", nil)[2]
    local lines = opened("mixtour", "{ plies = 2 }")
    local head = lines[1]:gsub('"signature":"%x+"', '"signature":"00000000000000aa"')
    write("open.jsonl", lines_of(head, other, lines[3]))
    assert.equal("", (select(2, shell "$T report open.jsonl")))
  end)

  it("takes no longer than others, however often it begins", function()
    write("long-line.jsonl", lines_of(all[1], ('"players":['):rep(3000000), all[2]))
    local parts = assert(merge.read { path "long-line.jsonl" })
    assert.same({ 1, 1 }, { parts.count, parts.bad })
    local mark = '{"tesela":1,"game":"losetas","options":{},"seed":1,"players":['
    write("long-line.jsonl", lines_of(all[1], mark:rep(300000), all[2]))
    parts = assert(merge.read { path "long-line.jsonl" })
    assert.same({ 1, 1 }, { parts.count, parts.bad })
  end)

  it("stops a tournament, which cuts off no game of another", function()
    local six = support.lines(read "six.jsonl")
    local text = lines_of(all[1], all[2], six[3])
    write("other.jsonl", text)
    failed("$T tournament small.lua -o other.jsonl", "other.jsonl:3: not a game of this "
      .. "tournament: game %d+ has another start; without this line, the same command")
    assert.equal(text, read "other.jsonl")
    text = lines_of(all[1], all[2], six[1])
    write("other.jsonl", text)
    failed("$T tournament small.lua -o other.jsonl", ":3: another tournament begins here; "
      .. "without this line")
    assert.equal(text, read "other.jsonl")
  end)
end)

describe("a damaged file", function()
  local function refused(header, why)
    write("damaged.jsonl", header .. "\n" .. all[2] .. "\n")
    for _, command in ipairs { "merge damaged.jsonl", "report damaged.jsonl",
      "repeat damaged.jsonl", "tournament small.lua -o damaged.jsonl" } do
      local _, err, status = shell("$T " .. command)
      assert.equal(1, status)
      assert.equal(1, #support.lines(err), err)
      assert.is_truthy(err:find("damaged.jsonl: " .. why, 1, true), err)
    end
  end

  it("is reported in one line", function()
    local function definition(pattern, text)
      return (all[1]:gsub(pattern, function() return text end, 1))
    end
    refused('{"tournament":1,"definition":{},"hash":"0"}',
      "a damaged first line: rules: expected a string, got nil")
    refused('{"tournament":1}', "a damaged first line: the definition: expected a table")
    refused('{"tournament":2}', "a tournament of format 2; expected 1")
    refused('{"tournament":{}}', "a tournament of format unknown")
    refused(definition('"bots":%b[]', '"bots":5'),
      "a damaged first line: bots: expected a list of bots, got 5")
    refused(definition('"bots":%b[]', '"bots":["random","greedy"]'),
      "a damaged first line: bots[1]: expected { name =, ... }")
    refused(definition('"seats":2', '"seats":2000000000'),
      "a damaged first line: seats: expected a whole number in 2..8")
    refused(definition('"seed":5', '"seed":6'),
      "a damaged first line: the hash does not match the definition")
    refused(definition('"hash":"%x+"', '"hash":"%x+","shard":"3/2"'):gsub("%%x%+", "0"),
      "a damaged first line: shard: expected I/N")
  end)

  -- Bytes that are changed, cut out or said twice, anywhere.
  local function damage(text, rng)
    local at, kind = rng:int(#text), rng:int(4)
    local upto = math.min(#text, at + rng:int(30))
    if kind == 1 then
      return text:sub(1, at - 1) .. string.char(rng:int(256) - 1) .. text:sub(at + 1)
    end
    if kind == 2 then return text:sub(1, at - 1) .. text:sub(upto) end
    if kind == 3 then return text:sub(1, upto) .. text:sub(at) end
    local digits = { "0", "9", "-", ",", '"', "]", "}", "null", "99999999999999999999", "\n" }
    return text:sub(1, at - 1) .. digits[rng:int(#digits)] .. text:sub(at + 1)
  end

  it("raises nothing, whatever it holds, and what is taken of it is JSON", function()
    local rng = tesela.rng(1)
    local text = lines_of(table.unpack(all, 1, 6))
    local taken = 0
    for _ = 1, support.times(1500) do
      local bad = damage(text, rng)
      if rng:int(2) == 1 then bad = damage(bad, rng) end
      write("damaged.jsonl", bad)
      local parts, why = merge.read { path "damaged.jsonl" }
      if not parts then
        assert.equal("string", type(why))
      else
        merge.missing(parts)
        merge.counted(parts):summary()
        merge.each(parts, function(line)
          assert.is_truthy(tesela.decode(line), line)
          taken = taken + 1
        end)
        merge.close(parts)
      end
    end
    assert.is_true(taken > 1000)
  end)

  it("has lines that are read the same in both ways", function()
    local header = assert(files.read_header(all[1]))
    local reader = files.reader(header.definition)
    for i = 2, #all do
      assert.is_truthy(reader:quick(all[i]))
      local quick = assert(reader:read(all[i]))
      reader.quick = function() end
      assert.same(quick, (reader:read(all[i])))
      reader.quick = nil
      assert.is_nil(quick.message)
    end
  end)
end)

-- ---- who has played ---------------------------------------------------------

describe("a file of games", function()
  local function by(version, signature)
    local line = all[1]:gsub('"version":"[^"]*"', ('"version":"%s"'):format(version))
    if signature then
      line = line:gsub('"signature":"%x+"', ('"signature":"%s"'):format(signature))
    end
    return line
  end

  it("says by which program, and how the game was", function()
    local header = tesela.decode(all[1])
    assert.equal(tesela._VERSION, header.version)
    local out = must "$T bench losetas -s size=3 -s tiles=3,3,2 --seconds 0.1"
    assert.equal(out:match "signature (%x+)", header.signature)
  end)

  it("continues with another program, if the game is the same", function()
    write("old.jsonl", lines_of(by "0.0.1", table.unpack(all, 2, 11)))
    local _, err = must "$T tournament small.lua -o old.jsonl"
    assert.is_truthy(err:find(("old.jsonl: games of tesela 0.0.1 and of tesela %s; losetas "
      .. "is the same in both\n"):format(tesela._VERSION), 1, true), err)
    assert.same({ support.lines(whole)[2] }, { support.lines(folder:merged "old.jsonl")[2] })
    must "$T check old.jsonl"
    write("half.jsonl", lines_of(by "0.0.1", table.unpack(all, 2, 11)))
    write("rest.jsonl", lines_of(all[1], table.unpack(all, 12)))
    _, err = must "$T merge half.jsonl rest.jsonl -o old.jsonl"
    assert.is_truthy(err:find("rest.jsonl: games of tesela 0.0.1 and of tesela ", 1, true), err)
    _, err = must "$T repeat half.jsonl"
    assert.is_truthy(err:find("losetas is the same in both", 1, true), err)
  end)

  it("does not go on if it is another one", function()
    local text = lines_of(by("0.0.1", "00000000000000aa"), table.unpack(all, 2, 11))
    write("old.jsonl", text)
    failed("$T tournament small.lua -o old.jsonl", "old.jsonl: losetas has changed between "
      .. "the programs: its random games have the signature 00000000000000aa in tesela "
      .. "0%.0%.1, %x+ in tesela ")
    assert.equal(text, read "old.jsonl")
    failed("$T repeat old.jsonl", "losetas has changed between the programs")
    write("rest.jsonl", lines_of(all[1], table.unpack(all, 12)))
    failed("$T merge old.jsonl rest.jsonl", "losetas has changed between the programs")
    failed("$T merge --partial old.jsonl whole.jsonl", "losetas has changed between")
    left_out(text .. lines_of(all[1]), { 12 }, "losetas has changed between the programs")
  end)

  it("notes how strong the program's bots are, and has games of one version", function()
    local function noted(header, version)
      return (header:gsub('"strength":{[^}]*}', ('"strength":{"random":%d}'):format(version)))
    end
    local strength = tesela.decode(all[1]).strength
    assert.is_true(math.type(strength.random) == "integer")
    local wanted = "random plays differently in the two programs: its strength is version 99 in "
    local text = lines_of(noted(all[1], 99), table.unpack(all, 2, 11))
    write("old.jsonl", text)
    failed("$T tournament small.lua -o old.jsonl", wanted)
    assert.equal(text, read "old.jsonl")
    failed("$T repeat old.jsonl", wanted)
    write("rest.jsonl", lines_of(all[1], table.unpack(all, 12)))
    failed("$T merge old.jsonl rest.jsonl", wanted)
    left_out(text .. lines_of(all[1]), { 12 }, wanted)
    -- Files of earlier versions note none; after a header that notes one it counts.
    local plain = all[1]:gsub('"strength":{[^}]*},', "")
    write("old.jsonl", lines_of(plain, table.unpack(all, 2, 11)))
    must "$T tournament small.lua -o old.jsonl"
    assert.equal(all[1], support.lines(read "old.jsonl")[12])
    write("old.jsonl", lines_of(plain, all[2], noted(all[1], 99), table.unpack(all, 3, 11)))
    failed("$T tournament small.lua -o old.jsonl", "old.jsonl:3: " .. wanted)
    failed("$T tournament small.lua -o old.jsonl", "start another file %(%-o%), or continue with")
  end)

  it("may be older than versions", function()
    local header = all[1]:gsub('"version":.-,"definition"', '"definition"')
      :gsub('"hash":"%x+"', '"hash":"00"')
    write("old.jsonl", lines_of(header, table.unpack(all, 2, 11)))
    local _, err = must "$T tournament small.lua -o old.jsonl"
    assert.is_truthy(err:find("games of an older tesela and of tesela ", 1, true), err)
  end)

  it("is of a game in Lua as it was then", function()
    local game = [[local tesela = require "tesela"
      return tesela.derive("mixtour", { name = "hasty", endings = { "enough" },
        over = function(_, s) if s:reserve(1) < %d then return "enough" end end })]]
    write("hasty.lua", game:format(12))
    write("hasty-cup.lua", [[return { rules = "./hasty.lua", games = 2,
      bots = { "random", "greedy" } }]])
    must "$T tournament hasty-cup.lua"
    must "$T check hasty-cup.jsonl"
    write("hasty.lua", game:format(14))
    failed("$T tournament hasty-cup.lua", " rules: the file of hasty has changed; %-o names "
      .. "another file\n$")
    failed("$T repeat hasty-cup.jsonl", "rules: %./hasty%.lua has changed since the "
      .. "definition was made\n$")
  end)

  it("is of bots that were trusted, or not", function()
    write("trusted.jsonl", whole)
    failed("$T tournament small.lua --trusted -o trusted.jsonl",
      "another tournament.* trusted: nothing and true; %-o names another file\n$")
  end)

  it("is of the modules that trusted bots found elsewhere", function()
    shell "mkdir -p lib"
    write("lib/weigh.lua", "return function(list) return list[1] end")
    write("bot.lua", [[local weigh = require "weigh"
      return function(view) return weigh(view:list()) end]])
    write("mine.lua", [[return { rules = "mixtour", games = 2, trusted = true,
      bots = { "./bot.lua", "random" } }]])
    local command = "LUA_PATH='./lib/?.lua;;' $T tournament mine.lua"
    must(command)
    write("lib/weigh.lua", "return function(list) return list[#list] end")
    failed(command, " bots: a module that bot requires has changed; "
      .. "%-o names another file\n$")
  end)
end)

-- ---- file systems and disks -------------------------------------------------

describe("a file system", function()
  if not support.sanitized then
    local faulty = "LD_PRELOAD=" .. support.quote(os.getenv "TESELA_FAULTY" or "")

    it("without locks is reported, and --no-lock continues", function()
      for number, words in pairs { [37] = "No locks available",
        [38] = "Function not implemented" } do
        local broken = ("%s FAULTY=lock:%d "):format(faulty, number)
        folder:remove "unlocked.jsonl"
        failed(broken .. "$T tournament small.lua -o unlocked.jsonl",
          "unlocked.jsonl: this file system has no locks %(" .. words .. "%); use %-%-no%-lock")
        assert.equal("", (shell "ls | grep unlocked || true"))
        must(broken .. "$T tournament small.lua --no-lock -o unlocked.jsonl")
        assert.equal(whole, folder:merged "unlocked.jsonl")
        failed(broken .. "$T merge whole.jsonl -o unlocked.jsonl", "has no locks")
        must(broken .. "$T merge whole.jsonl --no-lock -o unlocked.jsonl")
        assert.equal(whole, read "unlocked.jsonl")
        folder:remove "match.jsonl"
        local match = broken .. "$T match mixtour random random -n 2 -o match.jsonl"
        failed(match, "has no locks")
        must(match .. " --no-lock")
        local searches = "--iterations 10 -o unlocked.jsonl"
        for _, command in ipairs { "openings tictactoe --plies 2 -n 1 " .. searches,
          "measure tictactoe --games 2 -o unlocked.jsonl",
          "analyse whole.jsonl -g 1 -w 1 " .. searches } do
          shell "rm -f unlocked.jsonl*"
          failed(("%s$T %s"):format(broken, command), "has no locks")
          assert.equal("", (shell "ls | grep unlocked || true"))
          must(("%s$T %s --no-lock"):format(broken, command))
        end
      end
      local saved = "saved.jsonl"
      for _ = 1, 2 do -- over nothing, and over itself
        must(("printf 'a1\\nsave %s\\nquit\\n' | %s FAULTY=lock:37 $T play mixtour --bot none")
          :format(saved, faulty))
        assert.is_truthy(read(saved):find('"moves":["a1"]', 1, true))
      end
      write("api.lua", [[local tesela = require "tesela"
        tesela.match({ rules = tesela.rules "mixtour", bots = { "random", "random" },
          games = 2, file = "api.jsonl", lock = false })
        tesela.tournament({ rules = "mixtour", games = 2, bots = { "random", "greedy" } },
          { file = "api2.jsonl", lock = false })]])
      must(faulty .. " FAULTY=lock:37 $T api.lua")
    end)

    it("that cannot sync keeps the old file of a merge", function()
      local old = lines_of(all[1], all[2])
      write("synced.jsonl", old)
      failed(faulty .. " FAULTY=bad:1 $T merge whole.jsonl -o synced.jsonl",
        "^tesela merge: synced.jsonl: cannot sync: Input/output error\n$")
      assert.equal(old, read "synced.jsonl")
      failed(faulty .. " FAULTY=full:2000 $T merge whole.jsonl -o synced.jsonl",
        "^tesela merge: synced.jsonl: cannot write: No space left on device\n$")
      assert.equal(old, read "synced.jsonl")
      assert.equal("", left_beside "synced.jsonl")
      shell(faulty .. " FAULTY=sync:1 $T merge whole.jsonl -o synced.jsonl")
      assert.equal(old, read "synced.jsonl") -- killed before the file had its place
    end)
  end

  -- The shell's own files may not grow either.
  local function limited(command)
    return (shell(("(ulimit -f 0; %s; echo \"status $?\") 2>&1 | cat"):format(command)))
  end

  it("where files may not grow is like a full disk", function()
    local full = "cannot write: File too large\nstatus 1\n$"
    local out = limited "$T tournament small.lua -o no.jsonl"
    assert.is_truthy(out:match("^tesela tournament: no.jsonl: " .. full), out)
    out = limited "$T match mixtour random random -n 2 -o no.jsonl"
    assert.is_truthy(out:match("^tesela match: no.jsonl: " .. full), out)
    out = limited "$T merge whole.jsonl -o no.jsonl"
    assert.is_truthy(out:match("^tesela merge: no.jsonl: " .. full), out)
    assert.equal("", (shell "ls -a | grep 'no\\.jsonl' || true"))
    out = limited "$T merge whole.jsonl >no.jsonl"
    assert.equal("tesela: cannot write output: File too large\nstatus 1\n", out)
    write("going.jsonl", lines_of(table.unpack(all, 1, 11)))
    out = limited "$T tournament small.lua -o going.jsonl"
    assert.is_truthy(out:match("cannot write: File too large; earlier games are safe; "
      .. "the same command resumes\nstatus 1\n$"), out)
    must "$T tournament small.lua -o going.jsonl"
    assert.equal(whole, folder:merged "going.jsonl")
    write("here.lua", [[local tesela = require "tesela"
      tesela.match({ rules = tesela.rules "mixtour", bots = { "random", "random" },
        games = 2, file = "here.jsonl", workers = 0 })]])
    out = limited "$T here.lua"
    assert.is_truthy(out:match("tesela.match: here.jsonl: cannot write: File too large"), out)
  end)

  it("has no empty file of a tournament that could not begin", function()
    failed("$T tournament small.lua -o none.jsonl --prints /nowhere/x", "/nowhere/x: No such")
    assert.equal("", (shell "ls | grep none || true"))
    write("empty.jsonl", "")
    failed("$T tournament small.lua -o empty.jsonl --prints /nowhere/x", "/nowhere/x: No such")
    assert.equal("", read "empty.jsonl") -- which was there before
  end)

  it("may have paths that are not UTF-8", function()
    write("b\xFF.lua", "return function(view) return view:list()[1] end")
    local _, err, status = shell "$T match mixtour ./b\xFF.lua random -n 2"
    assert.equal(2, status)
    assert.equal("tesela match: bots[1].bot: expected a name or a path in UTF-8, got ./b?.lua\n",
      err)
    write("odd.lua", 'return { rules = "mixtour", bots = { "./b\xFF.lua", "random" } }')
    _, err, status = shell "$T tournament odd.lua"
    assert.equal(2, status)
    assert.equal("tesela tournament: bots[1].bot: expected a name or a path in UTF-8, got "
      .. "./b?.lua\n", err)
    assert.equal("", (shell "ls | grep odd.jsonl || true"))
  end)
end)
