-- Games that are looked at again: the numbers against games that are solved, what
-- stands in records, and the command.

local tesela = require "tesela"
local analyses = require "tesela.analysis.analysis"
local keeping = require "tesela.analysis.analysis_file"
local support = require "support"
local judge = require "tesela.analysis.judge"
local reports = require "tesela.analysis.analysis_report"
local results = require "tesela.analysis.analysis_result"
local solving = require "solving"
local verdicts = require "tesela.analysis.verdict"

local solved, four_by_four = solving.solved, solving.four_by_four

local folder = support.folder()
local function shell(command) return folder:shell(command) end
local function must(command) return folder:must(command) end
local function read(name) return folder:read(name) end

teardown(support.clean)

-- ---- games that are solved --------------------------------------------------

-- A random game, and what its positions are worth to seat 1 by `solver`.
local function random_game(rules, seed, known, solver)
  local rng, state = tesela.rng(seed), rules:start(seed)
  solver = solver or solved
  local worth = { solver(state, 1, known) }
  while not state.over do
    state:play(rng:pick(state:list()))
    worth[#worth + 1] = solver(state, 1, known)
  end
  return state:record(), worth
end

local function off(analysis, worth)
  local sum, most = 0, 0
  for i, value in ipairs(worth) do
    local d = analysis.values[i][1] - value
    sum, most = sum + d, math.max(most, math.abs(d))
  end
  return sum / #worth, most
end

-- How far losses are from what they should be.
local function off_losses(analysis, worth)
  local most = 0
  for i, move in ipairs(analysis.moves) do
    local sign = move.seat == 1 and 1 or -1
    most = math.max(most, math.abs(move.lost - sign * (worth[i] - worth[i + 1])))
  end
  return most
end

-- Games of some rules: the mean error of all positions, the largest, and that of losses.
local function errors(rules, games, iterations)
  local known, sum, most, lost = {}, 0, 0, 0
  for seed = 1, games do
    local line, worth = random_game(rules, seed, known)
    local analysis = tesela.analyse { record = line, workers = 0,
      budget = { iterations = iterations } }
    local mean, worst = off(analysis, worth)
    sum, most = sum + mean / games, math.max(most, worst)
    lost = math.max(lost, off_losses(analysis, worth))
  end
  return sum, most, lost
end

describe("an analysis of a game that is solved", function()
  it("says the same of tic-tac-toe, and favours no side", function()
    local mean, most, lost = errors(tesela.rules "tictactoe", support.times(2, 1), 2000)
    assert.is_true(math.abs(mean) < 0.1, mean)
    assert.is_true(most < 0.35, most)
    assert.is_true(lost < 0.35, lost)
  end)

  it("says the same of Connect Four on 4 by 4", function()
    local rules = tesela.rules("connect_four", { columns = 4, rows = 4 })
    local line, worth = random_game(rules, 7, {}, four_by_four)
    local analysis = tesela.analyse { record = line, workers = 0,
      budget = { iterations = 600 } }
    local mean, most = off(analysis, worth)
    assert.is_true(math.abs(mean) < 0.15 and most < 0.5, ("%.3f %.3f"):format(mean, most))
  end)

  it("says the same of small Losetas", function()
    local rules = tesela.rules("losetas", { size = 3, tiles = { 1, 2, 2 }, frame = "fixed" })
    local mean, most, lost = errors(rules, support.times(2, 1), 200000)
    assert.same({ 0, 0, 0 }, { mean, most, lost })
  end)
end)

-- ---- what is looked at ------------------------------------------------------

-- An open game of Qwirkle that goes on for a while, as text.
local function middle(rules, plies)
  local state = rules:start(5)
  for _ = 1, plies do state:play(state:list()[1]) end
  return state
end

describe("the judge", function()
  it("sees nothing that the mover does not see", function()
    local rules = tesela.rules "qwirkle"
    local state = middle(rules, 6)
    local fen = state:view(state.seat):fen()
    local one, other = rules:load(fen, 1), rules:load(fen, 2)
    assert.are_not.equal(one:fen(), other:fen())
    assert.equal(one:view(one.seat):fen(), other:view(other.seat):fen())
    local move = one:text(one:list()[1])
    local found = judge.new(rules, { iterations = 40, seed = 3 }):look(one, move)
    assert.same(found, judge.new(rules, { iterations = 40, seed = 3 }):look(other, move))
    assert.is_table(found.after)
  end)

  it("says what luck is where there are dice", function()
    local rules = tesela.rules "pig"
    local state = rules:start(3)
    for _ = 1, 4 do state:play(state:list()[1]) end
    local analysis = tesela.analyse { record = state:record(), workers = 0,
      budget = { iterations = 16 } }
    for _, move in ipairs(analysis.moves) do assert.is_number(move.luck) end
  end)

  it("has a chance for each of four, which are 1 together", function()
    local rules = tesela.rules("blokus", { players = 4 })
    local state = rules:start(1)
    for _ = 1, 9 do state:play(state:list()[1]) end
    local analysis = tesela.analyse { record = state:record(), workers = 0,
      budget = { iterations = 10 } }
    for _, list in ipairs(analysis.values) do
      local sum = 0
      for _, chance in ipairs(list) do sum = sum + chance end
      assert.is_true(#list == 4 and math.abs(sum - 1) < 0.001, sum)
    end
  end)
end)

describe("a verdict", function()
  local function look(seat, best, here, kept, after)
    return { seat = seat, best = best, line = { best }, here = { here, 1 - here },
      kept = kept and { kept, 1 - kept }, after = after and { after, 1 - after } }
  end

  it("is about searches from the same side", function()
    local record = { moves = { "a", "b" } }
    local verdict = verdicts.of(record, { [0] = look(1, "x", 0.6, 0.5), look(2, "b", 0.3),
      look(1, "c", 0.4, 0.4) }, false)
    local first, second = table.unpack(verdict.moves)
    assert.same({ "x", { "x" } }, { first.best, first.line })
    assert.is_true(math.abs(first.before - 0.55) < 1e-9)
    assert.is_true(math.abs(first.lost - 0.2) < 1e-9)
    assert.is_true(math.abs(first.after - 0.35) < 1e-9)
    assert.same({ 0, nil }, { second.lost, second.luck })
    assert.is_true(verdict.whole)
  end)

  it("takes a move that comes out better for the best", function()
    local verdict = verdicts.of({ moves = { "a" } },
      { [0] = look(1, "x", 0.6, 0.5), look(2, "b", 0.7, 0.7) }, false)
    assert.same({ "a", 0 }, { verdict.moves[1].best, verdict.moves[1].lost })
  end)

  it("has gaps if nothing was found yet", function()
    local verdict = verdicts.of({ moves = { "a", "b" } }, { [0] = look(1, "x", 0.6, 0.5),
      look(2, "b", 0.3) }, false)
    assert.is_table(verdict.moves[1])
    assert.same({ false, false }, { verdict.moves[2], verdict.whole })
  end)

  it("counts accuracy as lichess does, and forced moves not at all", function()
    assert.is_true(math.abs(verdicts.accuracy(0) - 100) < 0.001)
    assert.is_true(math.abs(verdicts.accuracy(0.1) - 63.6) < 0.1)
    assert.equal(0, verdicts.accuracy(1))
    local tally = verdicts.tally()
    tally:add { lost = 0.2 }
    tally:add { lost = 0, forced = true }
    assert.same({ 1, 1 }, { tally.moves, tally.mistakes })
  end)
end)

-- ---- records ----------------------------------------------------------------

local function game_of(name, seed)
  local _, final = support.random_game(tesela.rules(name), seed)
  return final:record { notes = { [2] = "mine" } }
end

describe("a record", function()
  local line = game_of("mixtour", 1)
  local analysis = tesela.analyse { record = line, workers = 0, seed = 4,
    budget = { iterations = 200 } }

  it("holds its analysis, and is what it was besides", function()
    assert.is_truthy(tesela.replay(analysis.line))
    assert.equal(line, results.plain(analysis.line))
    local record = tesela.decode(analysis.line)
    assert.equal("mine", record["note 2"])
    local i = analysis.worst[1]
    assert.is_truthy(record["note " .. i]:find("^analysis: Move " .. i .. ", "))
    assert.same({ by = "expert", iterations = 200, seed = 4 }, results.settings(record))
  end)

  it("gives it back as it was", function()
    local verdict = results.verdict(tesela.decode(analysis.line), 2)
    assert.same(analysis.values, verdict.values)
    for i, move in ipairs(verdict.moves) do
      assert.equal(analysis.moves[i].lost, move.lost)
    end
    assert.is_nil(results.verdict(tesela.decode(line), 2))
  end)

  it("says 100 % of a seat that made no move that was a choice", function()
    local one = tesela.rules("mixtour"):start():play "c3"
    local found = tesela.analyse { record = one:record(), workers = 0,
      budget = { iterations = 50 } }
    assert.equal(2, #found.accuracy)
    assert.equal(100, found.accuracy[2])
  end)

  it("may have anything in its place", function()
    for _, member in ipairs { "3", "{}", '{"version":1,"values":[],"moves":[]}',
      '{"version":1,"values":[[2,0]],"moves":[{}]}' } do
      local other = line:sub(1, -2) .. ',"analysis":' .. member .. "}"
      assert.is_nil(results.verdict(tesela.decode(other), 2))
      assert.is_truthy(tesela.replay(other))
    end
  end)

  it("loses what is in that place, and no more", function()
    for _, member in ipairs { '"x"', '{"a":"}"}', '[{"b":"]\\""}]', "3", "null" } do
      local text = '"analysis":' .. member
      for _, other in ipairs { line:sub(1, -2) .. "," .. text .. "}",
        "{" .. text .. ", " .. line:sub(2) } do
        assert.equal(line, results.plain(other))
      end
    end
  end)

  it("keeps people's own notes, whatever they say", function()
    local i = analysis.worst[1]
    local mine = line:sub(1, -2)
      .. (',"note %d":"analysis: mine","note 1":"analysis: too"}'):format(i)
    assert.equal(mine, results.plain(mine))
    local again = tesela.analyse { record = mine, workers = 0, seed = 4,
      budget = { iterations = 200 } }.line
    assert.equal("analysis: mine", tesela.decode(again)["note " .. i])
    assert.equal(mine, results.plain(again))
    for _, notes in ipairs { '"x"', '{"a":1}', '[1.5,"2",[]]', "[99]" } do
      local other = mine:sub(1, -2) .. ',"analysis":{"notes":' .. notes .. "}}"
      assert.equal(mine, results.plain(other))
    end
  end)

  it("is believed only as far as it can be true", function()
    local function verdict_with(change)
      local record = tesela.decode(analysis.line)
      change(record.analysis, record.analysis.moves[1])
      local rules = tesela.rules "mixtour"
      return results.of_record { line = line, record = record, rules = rules }
    end
    assert.is_table(verdict_with(function() end))
    for _, change in ipairs {
      function(_, move) move.luck = 1e308 end,
      function(_, move) move.luck = "much" end,
      function(_, move) move.proof = {} end,
      function(_, move) move.forced = "yes" end,
      function(_, move) move.seat = 2 end,
      function(found) found.by = 3 end,
      function(found) found.seed = nil end,
      function(found) found.iterations = 1.5 end,
      function(found) found.seconds = -1 end,
    } do
      assert.is_nil(verdict_with(change))
    end
  end)

  it("is the same on any number of processes", function()
    local other = tesela.analyse { record = line, workers = 2, seed = 4,
      budget = { iterations = 200 } }
    assert.equal(analysis.line, other.line)
    assert.equal(tostring(analysis), tostring(other))
  end)

  it("is refused if nothing can be said", function()
    assert.is_truthy(support.raised(tesela.analyse, { recrod = line })
      :find("tesela.analyse: there is no option recrod; did you mean record?", 1, true))
    assert.is_truthy(support.raised(tesela.analyse, { record = "{" })
      :find("tesela.analyse: ", 1, true))
    local alone = tesela.rules("blokus", { players = 1 }):start()
    assert.is_truthy(support.raised(tesela.analyse, { record = alone:record() })
      :find("blokus is for one", 1, true))
  end)
end)

describe("a report", function()
  it("breaks no line before a %", function()
    for length = 50, 80 do
      local folded = reports.fold(("x"):rep(length) .. " gave away 66 % here")
      assert.is_nil(folded:find "\n *%%", folded)
      assert.is_truthy(folded:find("66 %", 1, true))
    end
  end)

  it("fits a narrow terminal, with what would have been better", function()
    local line = random_game(tesela.rules "mixtour", 4, {}, function() return 0 end)
    local game = analyses.game(line, { rules = tesela.rules "mixtour",
      budget = { iterations = 50 } })
    analyses.run({ game }, { workers = 0 })
    local usual = reports.text(game)
    assert.is_true(support.width(usual) <= 79, usual)
    assert.equal(usual, support.at_columns(200, reports.text, game))
    for _, columns in ipairs { 50, 60, 75 } do
      local text = support.at_columns(columns, reports.text, game, { symbols = true })
      assert.is_true(support.width(text) < columns, text)
      for i, move in ipairs(game.verdict.moves) do
        local better = move.best ~= move.move and move.lost >= 0.005 and move.best or "%%"
        assert.matches(("\n *%d %%l+ +[^\n]*%s\n"):format(i, better:gsub("[-:]", "%%%0")), text)
      end
    end
  end)
end)

-- ---- the command ------------------------------------------------------------

describe("tesela analyse", function()
  setup(function()
    must "$T match mixtour mcts greedy --games 4 --iterations 100 -w 1 -o four.jsonl"
  end)
  local BUDGET = " --iterations 300"

  it("prints each move of a game", function()
    local out = must("$T analyse four.jsonl -g 2" .. BUDGET)
    local record = tesela.decode(support.lines(read "four.jsonl")[3])
    assert.is_truthy(out:find("mixtour, white (greedy) against red (mcts), "
      .. #record.moves .. " moves\n", 1, true), out)
    for i, move in ipairs(record.moves) do
      assert.is_truthy(out:find(("\n%4d %%w+ +%s "):format(i, move:gsub("%p", "%%%0"))), out)
    end
    assert.is_truthy(out:find("\nMove %d+, %w+ %(greedy%): %S+ gave away %d+ %%"))
    for _, row in ipairs(support.lines(out)) do assert.is_true(#row < 80, row) end
  end)

  it("prints where players lose their games", function()
    local out = must("$T analyse four.jsonl" .. BUDGET)
    assert.is_truthy(out:find "\nplayer +games +accuracy +opening +middle +end\ngreedy +4 ")
  end)

  it("prints objects", function()
    local list = support.lines((must("$T analyse four.jsonl -f json" .. BUDGET)))
    assert.equal(4, #list)
    assert.equal(3, tesela.decode(list[3]).game)
  end)

  it("writes files that are still those of a match", function()
    must("$T analyse four.jsonl -o out.jsonl" .. BUDGET)
    assert.equal("out.jsonl: 4 games, 0 bad\n", (must "$T check out.jsonl"))
    assert.equal("out.jsonl: 2 of 4 games repeated, 0 differ\n",
      (must "$T repeat out.jsonl -n 2"))
    local report, table_of = must "$T report four.jsonl", must("$T analyse out.jsonl" .. BUDGET)
    assert.equal(report .. "\nMistakes in 4 analysed games\n" .. table_of:match "\n\n(.*)$",
      (must "$T report out.jsonl"))
    local ply, number = read "out.jsonl":match '"note (%d+)":"analysis: .-"number":(%d+)}'
    assert.is_truthy(must(("$T show out.jsonl --game %s --ply %s"):format(number, ply))
      :find "given away, better was ")
  end)

  it("reads a pipe once, and writes all that was in it", function()
    local text = read "four.jsonl"
    for _, end_of_it in ipairs { "", "\n" } do
      folder:write("piped.jsonl", (text:gsub("\n$", "")) .. end_of_it)
      must("cat piped.jsonl | $T analyse /dev/stdin -g 2 -o piped.out.jsonl" .. BUDGET)
      must("$T analyse piped.jsonl -g 2 -o file.out.jsonl" .. BUDGET)
      assert.equal(read "file.out.jsonl", read "piped.out.jsonl")
      must "rm piped.out.jsonl file.out.jsonl"
    end
  end)

  it("reads files of other programs, and writes records", function()
    must "$T match blokus random random --set variant=duo --games 2 -w 1 -o duo.jsonl"
    must "$T convert duo.jsonl duo.blksgf"
    must "$T analyse duo.blksgf -g 2 --iterations 2 -o duo2.jsonl"
    local list = support.lines(read "duo2.jsonl")
    assert.same({ 2, nil }, { #list, tesela.decode(list[1]).analysis })
    assert.is_table(tesela.decode(list[2]).analysis)
    local _, err, status = shell "$T analyse duo.blksgf --iterations 2 -o a.blksgf"
    assert.equal(2, status)
    assert.is_truthy(err:find("into FILE.jsonl", 1, true))
  end)

  it("searches nothing that is there already", function()
    folder:write("saved.jsonl", (read "four.jsonl":gsub("^[^\n]*\n", "")))
    must("$T analyse saved.jsonl -o first.jsonl" .. BUDGET)
    must("$T analyse saved.jsonl -o first.jsonl" .. BUDGET)
    local out = must("$T analyse first.jsonl -o second.jsonl -w 0" .. BUDGET)
    assert.equal(read "first.jsonl", read "second.jsonl")
    assert.equal((must("$T analyse saved.jsonl" .. BUDGET)), out)
  end)

  it("continues after Ctrl-C", function()
    local command = "$T analyse four.jsonl -o slow.jsonl -w 1 --iterations 4000"
    local _, err, status = shell([[exec 2>err.txt; ]] .. command .. [[ >shown.txt & P=$!
      until [ "$(cat slow.jsonl.part 2>/dev/null | wc -l)" -gt 4 ]; do sleep 0.02; done
      kill -INT $P; wait $P]])
    assert.equal(130, status, err)
    assert.is_truthy(read "err.txt":find("interrupted; the same command resumes", 1, true))
    assert.is_nil((io.open(folder.path .. "/slow.jsonl")))
    _, err = must(command)
    assert.is_truthy(err:find "^tesela analyse: resumes: %d+ positions of slow.jsonl are done")
    must "$T analyse four.jsonl -o quick.jsonl -w 2 --iterations 4000"
    assert.equal(read "quick.jsonl", read "slow.jsonl")
    assert.is_nil((io.open(folder.path .. "/slow.jsonl.part")))
  end)

  it("searches again what no one could have found", function()
    local line = support.lines(read "four.jsonl")[2]
    local game = require "tesela.analysis.analysis".game(line, { budget = { iterations = 9 } })
    local path = folder.path .. "/found.jsonl"
    local kept = assert(keeping.open(path, { game }))
    kept:add(game, 0, { here = { 0.5, 0.5 }, seat = 1, best = "a1", line = { "a1" } })
    kept:close()
    local head, good = read "found.jsonl.part":match "^([^\n]*\n)([^\n]*\n)$"
    local function count(lines)
      folder:write("found.jsonl.part", head .. lines)
      local again, number = assert(keeping.open(path, { game }))
      again:close()
      return number
    end
    assert.equal(1, count(good))
    for _, found in ipairs { "{}", "[1,2]", '{"here":"x","seat":1}', '{"here":[0.5,0.5]}',
      '{"here":[null,0.5],"seat":1,"best":"a1","line":[]}',
      '{"here":[0.5,"x"],"seat":1,"best":"a1","line":[]}',
      '{"here":[0.5,2],"seat":1,"best":"a1","line":[]}',
      '{"here":[0.5,0.5],"seat":9,"best":"a1","line":[]}',
      '{"here":[0.5,0.5],"seat":1,"best":"a1","line":[{}]}',
      '{"here":[0.5,0.5],"kept":[1],"seat":1,"best":"a1","line":[]}' } do
      assert.equal(0, count(('{"game":1,"ply":0,"found":%s}\n'):format(found)), found)
    end
    folder:remove "found.jsonl.part"
  end)

  it("writes over nothing that is not its own", function()
    folder:write("a.jsonl.part", "a letter")
    local _, err, status = shell("$T analyse four.jsonl -o a.jsonl" .. BUDGET)
    assert.same({ 1, "tesela analyse: a.jsonl.part: it exists, and is not of an analysis\n" },
      { status, err })
    _, err, status = shell("$T analyse four.jsonl --svg c.svg" .. BUDGET)
    assert.equal(2, status)
    assert.is_truthy(err:find("expected one game", 1, true))
  end)

  it("refuses to write over other files, before it searches", function()
    local function refused(option, name, why)
      local before = read(name)
      local out, err, status = shell(("$T analyse four.jsonl -g 1 %s %s"):format(option, name))
      assert.same({ "", ("tesela analyse: %s: %s\n"):format(name, why), 1 },
        { out, err, status })
      assert.equal(before, read(name))
    end
    folder:write("thesis.txt", "my thesis\n")
    refused("-o", "thesis.txt", "it exists, and is not a saved game")
    refused("--puzzles", "thesis.txt", "it exists, and is not a file of puzzles")
    refused("--svg", "thesis.txt", "it exists, and is not a picture (SVG)")
    refused("-o", "four.jsonl", "it is a tournament's file, and is not changed")
    assert.is_nil((io.open(folder.path .. "/four.jsonl.part")))
    local lines = support.lines(read "four.jsonl")
    folder:write("noted.jsonl", (lines[2]:gsub(',"pair"', ',"note 1":"mine","pair"')) .. "\n")
    refused("-o", "noted.jsonl", "other games or notes in it would be lost")
    local _, err, status = shell "ln -s /dev/full full; $T analyse four.jsonl -g 1 -o full"
    assert.same({ "tesela analyse: full: expected a file\n", 1 }, { err, status })
    assert.is_nil((io.open(folder.path .. "/full.part")))
    _, err, status = shell "$T analyse four.jsonl -g 1 --svg one --puzzles ./one"
    assert.same({ "tesela analyse: --puzzles and --svg: expected two files\n", 2 },
      { err, status })
    assert.is_nil((io.open(folder.path .. "/one")))
    _, err, status = shell "$T analyse four.jsonl -g 1 -f html -o page.HTML"
    assert.same({ "tesela analyse: --out page.HTML: expected a file for games, one per "
      .. "line; for the page write -f html >page.HTML\n", 2 }, { err, status })
    assert.is_nil((io.open(folder.path .. "/page.HTML")))
  end)

  it("leaves what others write to the file meanwhile", function()
    local lines = support.lines(read "four.jsonl")
    folder:write("mine.jsonl", table.concat({ lines[2], lines[3] }, "\n") .. "\n")
    local first = lines[2]:gsub(',"pair"', ',"note 1":"mine","pair"')
    folder:write("theirs.jsonl", table.concat({ first, lines[4], lines[3] }, "\n") .. "\n")
    -- The file is another one as soon as the search has begun.
    local _, err = must([[$T analyse mine.jsonl -o mine.jsonl -w 1 --iterations 1000 & P=$!
      until [ "$(cat mine.jsonl.part 2>/dev/null | wc -l)" -gt 1 ]; do sleep 0.01; done
      cp theirs.jsonl mine.jsonl; wait $P]])
    assert.equal(
      "mine.jsonl: game 1 was changed during the analysis, and is kept without one\n", err)
    local list = support.lines(read "mine.jsonl")
    assert.same({ first, lines[4], 3 }, { list[1], list[2], #list })
    assert.equal(lines[3], results.plain(list[3]))
    assert.is_table(tesela.decode(list[3]).analysis)
  end)

  it("draws the curve with blocks if they can be shown", function()
    local out = must("LC_ALL=C.UTF-8 TERM=xterm $T analyse four.jsonl -g 1 --color always"
      .. BUDGET)
    assert.is_truthy(out:find("\n 50 %% |[█▁▂▃▄▅▆▇ ]+\n"), out)
  end)

  it("draws the curve as a picture", function()
    must("$T analyse four.jsonl -g 1 --svg c.svg" .. BUDGET)
    assert.is_truthy(read "c.svg":find "^<svg .*</svg>\n$")
  end)

  it("makes puzzles, which check-bot reads", function()
    -- Alpha-beta at its best; whoever moves at random misses wins.
    must "$T match mixtour random random --games 4 -o random.jsonl"
    must "$T analyse random.jsonl --puzzles puzzles.jsonl --iterations 500"
    local list = support.lines(read "puzzles.jsonl")
    assert.is_true(#list > 0)
    assert.equal(("expert finds %d of %d"):format(#list, #list),
      must("$T check-bot expert puzzles.jsonl"):match "^(.-),")
  end)

  it("makes puzzles, which play sets", function()
    local file = folder:write("two.jsonl", '{"game":"mixtour","name":"one","fen":'
      .. '"ww,3,rwrr/2,wr,2/3,r,1/1,r,3/r,w,w,rr,w w 0:0 a1","best":["a5-e5"]}\n'
      .. '{"game":"tictactoe","fen":"1 board=1,1,0*7 last=2","best":["c1"]}\n')
    local out = must("printf 'A5E5\\nb3\\nb9\\nc1\\n' | $T play " .. file)
    for _, words in ipairs { "puzzle 1 of 2 (one): white wins at once: how?\n",
      "a5-e5 it is\n", "puzzle 2 of 2", ": X wins at once: how?\n",
      "b3 is not it: O answers ", "; try another, or give up\n",
      "b9: expected cells in a1..c3", "c1 it is\n",
      "1 of 2 puzzles found at once, 1 after a wrong move\n" } do
      assert.is_truthy(out:find(words, 1, true), out)
    end
    assert.is_truthy(out:find("over (line)\nc1 it is\n", 1, true), out)
    out = must("printf 'hint\\nrules\\nmoves\\ngive up\\nHint\\nq\\n' | $T play " .. file)
    for _, words in ipairs { "it begins with a5\n", "a5-e5",
      tesela.game "mixtour".summary:match "^%S+ %S+", "best: a5-e5\n",
      "it begins with c\n" } do
      assert.is_truthy(out:find(words, 1, true), out)
    end
  end)

  it("asks in puzzles for the best move if none ends the game", function()
    local file = folder:write("open.jsonl", '{"game":"tictactoe",'
      .. '"fen":"1 board=1,2,0*7 last=2","best":["a3","b2"]}\n')
    local out = must("printf 'c3\\nc1\\na3\\n' | $T play " .. file)
    assert.is_truthy(out:find("what does X play? 2 moves are best\n", 1, true), out)
    assert.is_truthy(out:find("c3 is not it: O answers ", 1, true), out)
  end)

  it("names a blunder first that was planted", function()
    local out = must(("$T %s/tests/bench/blunders.lua mixtour 2 2000"):format(
      support.quote(support.root)))
    assert.is_truthy(out:find "\nmixtour: 2 of 2 named first\n$", out)
  end)
end)

describe("an analysis of a game whose sides were changed", function()
  it("names who moves as the board does", function()
    local path = folder:write("fair.lua", [[local tesela = require "tesela"
      return tesela.derive("mixtour", { swap = true })]])
    local rules, rng = tesela.rules(path), tesela.rng(4)
    local s, names = rules:start():play "c3", { "white" }
    for ply = 2, 200 do
      if s.over then break end
      names[ply] = s.seat_names[s.seat]
      s:play(ply == 2 and "swap" or rng:pick(s:list()))
    end
    folder:write("swapped.jsonl", s:record { players = { "Ann", "Bo" } } .. "\n")
    local out = folder:must "$T analyse swapped.jsonl --rules ./fair.lua --iterations 20 \z
      -o told.jsonl"
    local rows = 0
    for number, name in out:gmatch "\n +(%d+) (%a+) +%S" do
      assert.equal(names[math.tointeger(number)], name, number)
      rows = rows + 1
    end
    assert.equal(#names, rows)
    local told = 0
    for number, name in folder:read "told.jsonl":gmatch "Move (%d+), (%a+) %(" do
      assert.equal(names[math.tointeger(number)], name, number)
      told = told + 1
    end
    assert.is_true(told > 0)
    assert.matches("red %(Ann%) against white %(Bo%)", out)
    local shown = folder:must "$T show swapped.jsonl --rules ./fair.lua"
    local first, second = shown:match "score (%d):(%d)%s*$"
    assert.same({ s.scores[2], s.scores[1] }, { tonumber(first), tonumber(second) })
  end)
end)
