-- Games of Blokus in files of other programs (.blksgf): read, written, converted.

local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local sgf = require "tesela.formats.sgf"
local support = require "support"

teardown(support.clean)

local function read(text)
  local games = assert(blksgf.read(text))
  return tesela.decode(games[1].line), games[1]
end

local function refused(text)
  local games, why = blksgf.read(text)
  assert.is_nil(games)
  return why
end

-- A game of rules, so long, as a record.
local function played(options, seed, plies, more)
  local rules, rng = tesela.rules("blokus", options), tesela.rng(seed)
  local s = rules:start()
  while not s.over and s.ply < (plies or 1e9) do s:play(rng:pick(s:list())) end
  return s:record(more), s
end

-- The position so many plies into a game.
local function played_to(state, plies)
  local s = state.rules:start()
  for ply = 1, plies do s:play(state:history()[ply]) end
  return s
end

describe("SGF", function()
  it("is read along its main line", function()
    local games = assert(sgf.read("(;GM[1]\nC[a \\] b](;B[a][b] ;\n W [c]\n"
      .. "(;B[d](;W[1])(;W[2];B[3]))(;B[e])) (;B[x](;W[y]))) (;GM[2])"))
    assert.equal(2, #games)
    assert.same({ variations = 3, { line = 1, GM = { "1" }, C = { "a \\] b" } },
      { line = 2, B = { "a", "b" } }, { line = 2, W = { "c" } }, { line = 4, B = { "d" } },
      { line = 4, W = { "1" } } }, games[1])
    assert.same({ variations = 0, { line = 4, GM = { "2" } } }, games[2])
    assert.same({}, games.skipped)
  end)

  it("may have other text before, between and after games", function()
    local games = assert(sgf.read "From: me\n(;GM[1]B[a])\nold (;W[x]) ;W[j5]])\n(;GM[2])\n)")
    assert.same({ 2, { 1, 3, 5 } }, { #games, games.skipped })
    assert.is_true(sgf.is "a line of text\n(;GM[Blokus Duo];B[e10])")
    assert.is_false(sgf.is '{"tesela":1,"note 0":"(;GM[Blokus];B[a1])"}')
    assert.is_false(sgf.is "a text (;-)")
  end)

  it("has texts with escapes, soft ends of lines and any bytes", function()
    assert.equal("a]b:c\\d", sgf.text "a\\]b\\:c\\\\d")
    assert.equal("one two\nthree", sgf.text "one \\\r\ntwo\r\nthree")
    assert.equal("na\u{EF}ve", sgf.text "na\xEFve")
    assert.equal("ab", sgf.text "a\0b\27")
    assert.equal("a b", sgf.line " a\n b ")
    for byte = 1, 255 do
      local text = string.char(byte)
      local kept = assert(sgf.read("(;" .. sgf.property("C", text) .. ")"))[1][1].C[1]
      if utf8.len(text) and not text:find "[%c]" then assert.equal(text, sgf.text(kept)) end
    end
  end)

  it("is no other text", function()
    for text, why in pairs {
      [""] = "expected (;, got the end of the file", ["(;B[1]"] = "expected a node (;), "
        .. "a variation or ), got the end of the file", ["()"] = "expected (;, got (",
      ["(;B[1)"] = "expected ] after the value that "
        .. "begins here, got 1", ["(;B)"] = "expected [ after the name of a property, got )",
      ["(;B[1]\1)"] = "expected a node (;), a variation or ), got an invalid character",
      ["(;" .. ("("):rep(20000)] = "expected at most 10000 open brackets, got (",
    } do
      local games, got, line = sgf.read(text)
      assert.is_nil(games, text)
      assert.same({ why, 1 }, { got, line })
    end
    assert.equal(3, select(3, sgf.read "(;B[1]\n\n!)"))
    assert.is_true(sgf.is "\xEF\xBB\xBF (\n;GM[Blokus]")
    assert.is_false(sgf.is '{"tesela":1}')
  end)
end)

describe("a .blksgf file", function()
  it("becomes a record", function()
    local record, game = read [[
(;GM[Blokus Duo]CA[UTF-8]AP[Pentobi:1]PB[Ann]PW[]DT[2024-05-01]EV[A cup]GC[Good
game]C[The start]
;B[f9,e10,f10,g10,f11]C[nice]TE[1](;W[i4,h5,i5,j5,i6];B[h7,g8,h8,h9,i9]C[here])(;W[j5]))]]
    assert.same({ "blokus", "duo", "fixed", 2 }, { record.game, record.options.variant,
      record.options.corners, record.options.players })
    assert.same({ "f9,e10,f10,g10,f11", "i4,h5,i5,j5,i6", "h7,g8,h8,h9,i9" }, record.moves)
    assert.same({ "Ann", [2] = nil }, record.players)
    assert.same({ "The start", "nice", nil, "here" }, { record["note 0"], record["note 1"],
      record["note 2"], record["note 3"] })
    assert.same({ "2024-05-01", "A cup", "Good\ngame" }, { record.date, record.event,
      record.about })
    assert.same({ "1 variation is left out", "left out: TE" }, game.said)
    assert.is_truthy(tesela.replay(game.line))
  end)

  it("says what is left out", function()
    local function moves(text)
      local record, game = read(text)
      return record.moves, game.said
    end
    assert.same({ { "e10", "j5", "d11,d12" }, {} },
      { moves "(;GM[Blokus Duo];B[e10]W[j5];B[d11,d12])" })
    local up_to_there = "; it is read up to there"
    for text, why in pairs { ["B[pass];W[j5]"] = "line 1: a pass of purple, which can move",
      ["B[];W[j5]"] = "line 1: a pass of purple, which can move",
      ["B[e10];B[f11,f12]"] = "line 1: a move of purple, but orange is to move" } do
      local _, game = read("(;GM[Blokus Duo];" .. text .. ")")
      assert.same({ why .. up_to_there }, game.said)
    end
    assert.same({ { "e10" }, { "left out: PL" } }, { moves "(;GM[Blokus Duo]PL[X];B[e10])" })
    assert.same({ {}, { "left out: b (small letters)" } },
      { moves "(;GM[Blokus Duo];b[e10])" })
    assert.same({ { "e10", "j5" }, { "line 2: text outside of games is left out" } },
      { moves "(;GM[Blokus Duo];B[e10];W[j5])\nold tail ;W[j5]])\n" })
    assert.same({ { "e10", "j5" }, { "line 1: text outside of games is left out" } },
      { moves "a line of text\n(;GM[Blokus Duo];B[e10];W[j5])\n" })
  end)

  it("may be of four colours, and of old", function()
    local record = read "(;GM[Blokus];1[a20];2[t20];3[t1];4[a1])"
    assert.same({ 4, { "a20", "t20", "t1", "a1" } }, { record.options.players, record.moves })
    record = read "(;GM[Blokus Two-Player];BLUE[a20][b20];YELLOW[t20];RED[t1];GREEN[a1])"
    assert.same({ 2, "a20,b20" }, { record.options.players, record.moves[1] })
  end)

  it("may have any start cells", function()
    assert.equal("any", read "(;GM[Blokus];1[a1])".options.corners)
    assert.equal("fixed", read "(;GM[Blokus];1[A20])".options.corners)
    assert.equal("any", read "(;GM[Blokus]RU[corners=any];1[a20])".options.corners)
    assert.equal("any", read "(;GM[Blokus Duo];B[j5])".options.corners)
    assert.matches("move 1: a1: the first piece must cover a start cell",
      refused "(;GM[Blokus]RU[corners=fixed];1[a1])")
  end)

  it("may begin with pieces that are set up", function()
    local record = read [[(;GM[Blokus Duo]
AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[W];W[i11,h11])]]
    assert.matches(" o %-$", record.fen)
    assert.same({ "h11,i11" }, record.moves)
    record = read "(;GM[Blokus Duo]AB[e10];C[and]AW[j5];W[k6,k7])"
    assert.matches("^14/14/14/14/4p9/14/14/14/14/9o4/14/14/14/14 o %-$", record.fen)
    assert.equal("and", record["note 0"])
    record = read "(;GM[Blokus Duo]AB[e10]AE[e10]AW[j5];B[e10])" -- as Pentobi reads it
    assert.same({ "e10" }, record.moves)
    record = read "(;GM[Blokus Duo]AB[e10][a1];AE[a1])"
    assert.matches(" p %-$", record.fen)
    assert.equal("14/14/14/14/4p9/14/14/14/14/14/14/14/14/14", record.fen:match "^%S+")
    record = read "(;GM[Blokus]PL[3];3[t1])" -- nothing lies, and red begins
    assert.same({ "t1" }, record.moves)
    assert.matches("line 1: pieces that are set up: .*twice",
      refused "(;GM[Blokus Duo]AB[e10][g12])")
    assert.matches("z9 is not a cell", refused "(;GM[Blokus Duo]AB[z9])")
  end)

  it("is read as far as a record can hold it", function()
    local record, game = read "(;GM[Blokus Duo];B[e10];W[j5];AE[j5]AW[a1];B[f11,f12])"
    assert.same({ "e10", "j5" }, record.moves)
    assert.same({ "line 1: pieces are set up after moves; it is read up to there" },
      game.said)
  end)

  it("is refused with the line and the reason", function()
    assert.matches("^line 1: GM: expected one of Blokus, .*, got Blokus Trigon$",
      refused "(;GM[Blokus Trigon])")
    assert.matches("^line 1: GM: expected .*, got $", refused "(;B[e10])")
    assert.matches("^line 2: move 2: e10: e10 is taken$",
      refused "(;GM[Blokus Duo];B[e10]\n;W[e10])")
    assert.matches("^line 1: game 2: GM: ", refused "(;GM[Blokus])(;GM[Go])")
    assert.matches("^line 1: RU: blokus: bonus_all=1000: ",
      refused "(;GM[Blokus]RU[bonus_all=1000])")
  end)

  it("keeps how a game for two ended", function()
    local text = "(;GM[Blokus Duo]RE[%s];B[e10])"
    local result = read(text:format "W+Resign").result
    assert.same({ "resigned", { 2, 1 } }, { result.reason, result.places })
    assert.equal("time", read(text:format "B+T").result.reason)
    assert.is_nil(read(text:format "B+7").result)
    assert.is_nil(read(text:format "?").result)
  end)
end)

-- Records that are written and read again are the same.
describe("a record that goes to .blksgf and back", function()
  local function around(line)
    local text = blksgf.write(line)
    local games = assert(blksgf.read(text))
    assert.equal(line, games[1].line)
    assert.same({}, games[1].said)
    assert.equal(text, (blksgf.write(games[1].line)))
  end

  it("is the same, of all games", function()
    local notes = { [0] = "start\n\nof it", [2] = "a] \\ b:c \u{E4}\u{1F600}", [9] = "x" }
    for i, options in ipairs { {}, { players = 2 }, { players = 3 }, { variant = "duo" },
      { corners = "fixed" }, { players = 2, bonus_all = 20, bonus_last = 0 } } do
      for _, plies in ipairs { 0, 9, 60, 1000 } do
        if plies >= 9 or i < 3 then
          local names = options.players == 2 and { "a", "b" } or { "a]", "b\\", "c" }
          if options.variant then names[3] = nil end
          around((played(options, i, plies, { players = names,
            notes = plies > 9 and notes or nil })))
        end
      end
    end
  end)

  it("keeps its notes in place, even on passes", function()
    local _, final = played({ variant = "duo" }, 4)
    local history, notes = final:history(), {}
    for ply = 0, #history do notes[ply] = "note " .. ply end
    local again = final.rules:start()
    for _, move in ipairs(history) do again:play(move) end
    assert.is_truthy(table.concat(history, " "):find "pass")
    around(again:record { notes = notes })
    for ply, move in ipairs(history) do
      if move == "pass" then around(again:record { notes = { [ply] = "alone" } }) end
    end
    for plies = #history - 6, #history - 1 do
      around((played({ variant = "duo" }, 4, plies)))
    end
  end)

  it("has them if it begins with passes behind what is set up", function()
    local _, final = played({ variant = "duo" }, 4)
    local history, tried = final:history(), 0
    for ply = 1, #history do
      if history[ply] == "pass" then
        local s = (final.rules:load((played_to(final, ply - 1):fen():gsub("%S+$", "-"))))
        local notes = { [0] = "start", "on it" }
        for later = ply, math.min(ply + 2, #history) do
          s:play(history[later])
          around(s:record { notes = notes })
          notes[s.ply + 1] = "behind"
          tried = tried + 1
        end
      end
    end
    assert.is_true(tried > 3)
  end)

  it("is the same from a position, and with an end from outside", function()
    local rules = tesela.rules("blokus", { players = 2 })
    local _, state = played({ players = 2 }, 5, 31)
    local s = rules:load(state:fen())
    for _ = 1, 7 do s:play(s:list()[1]) end
    local result = { reason = "resigned", places = { 2, 1 } }
    local line = s:record { players = { "x", "y" }, result = result }
    local text = blksgf.write(line)
    assert.equal(line, assert(blksgf.read(text))[1].line)
    assert.matches("\nPL%[4%]\n", text)
    assert.matches("\nRE%[W%+R%]\n", text)
  end)

  it("has texts about the game", function()
    local record, game = read "(;GM[Blokus Duo]GN[T]EV[E]RO[1]PC[P]DT[D]AN[A]SO[S]US[U]GC[G])"
    for _, name in ipairs { "title", "event", "round", "place", "date", "annotator", "from",
      "by", "about" } do
      assert.is_string(record[name])
    end
    around(game.line)
  end)

  it("says what is lost", function()
    local _, lost = blksgf.write((played({ variant = "duo" }, 1, 3, { seconds = { 1, 2, 3 },
      values = { 0.5 } })))
    assert.same({ "seconds of moves are left out", "values of moves are left out" }, lost)
    local rules = tesela.rules("blokus", { variant = "duo" })
    local s = rules:load(rules:start():play(rules:start():list()[1]):fen():gsub("%-$", "p"))
    _, lost = blksgf.write(s:record())
    assert.same({ "the colours that placed the single cell last are left out" }, lost)
    s:play(s:list()[1])
    _, lost = blksgf.write(s:record())
    assert.same({ "the colours that placed the single cell last are left out" }, lost)
    s = rules:load(rules:start():fen())
    s:play "j5":play "e10"
    _, lost = blksgf.write(s:record())
    assert.same({}, lost)
    assert.matches("Blokus for one", blksgf.refused(tesela.rules("blokus", { players = 1 })))
    assert.matches("a game of mixtour;", blksgf.refused(tesela.rules "mixtour"))
  end)
end)

-- A text with something else in it: bytes, pieces of it, halves.
local function mutated(text, rng)
  for _ = 1, rng:int(4) do
    local at, kind = rng:int(#text), rng:int(5)
    local head, tail = text:sub(1, at - 1), text:sub(at + rng:int(8) - 1)
    if kind == 1 then
      text = head .. string.char(rng:int(256) - 1) .. tail
    elseif kind == 2 then
      text = head .. tail
    elseif kind == 3 then
      local from = rng:int(#text)
      text = head .. text:sub(from, from + rng:int(40)) .. tail
    elseif kind == 4 then
      text = head .. rng:pick { "(", ")", ";", "[", "]", "\\", "B[", "AE[a1]", "PL[2]",
        "RU[corners=any]", "(;", "C[\0]", "RE[B+R]" } .. tail
    else
      text = text:sub(1, at)
    end
    if text == "" then text = "(" end
  end
  return text
end

describe("a file with mistakes", function()
  it("is a game that can be replayed, or has one message", function()
    local rng, good, bad = tesela.rng(7), 0, 0
    local seeds = {}
    for i, options in ipairs { { variant = "duo" }, {}, { players = 3, corners = "fixed" } } do
      seeds[i] = blksgf.write((played(options, i, 12, { notes = { [3] = "x" },
        players = { "a", "b" } })))
    end
    seeds[4] = "(;GM[Blokus Duo]AB[e10]AW[j5]PL[W](;W[k6,k7]C[a])(;W[k4];B[f11,f12]))"
    for i = 1, support.times(600, 30) do
      local text = mutated(seeds[i % 4 + 1], rng)
      local games, why = blksgf.read(text)
      if games then
        good = good + 1
        for _, game in ipairs(games) do assert(tesela.replay(game.line)) end
      else
        bad = bad + 1
        assert.matches("^line %d+: ", why)
        assert.is_nil(why:find "[%c]")
        assert.is_nil(why:find "%.lua")
        assert.is_true(#why < 400)
      end
    end
    if not support.stress then assert.is_true(good > 3 and bad > 10) end
  end)

  it("may be large and deep", function()
    local many = ("(;W[j5];B[f11,f12])"):rep(50000)
    local _, game = read("(;GM[Blokus Duo];B[e10]" .. many .. ")")
    assert.same({ "49999 variations are left out" }, game.said)
    local nested = ("(;C[a])(;C[b]"):rep(150)
    _, game = read("(;GM[Blokus Duo];B[e10]" .. nested .. (")"):rep(151))
    assert.same({ "150 variations are left out" }, game.said)
    local long = ("x"):rep(1000000)
    assert.equal(#long, #read("(;GM[Blokus Duo]C[" .. long .. "])")["note 0"])
    local deep = ("(;C[x]"):rep(9000)
    assert.is_truthy(blksgf.read("(;GM[Blokus Duo]" .. deep .. (")"):rep(9001)))
  end)
end)

describe("a .blksgf file in place of records", function()
  local folder

  setup(function()
    folder = support.folder()
    local lines = { played({ variant = "duo" }, 1), (played({ variant = "duo" }, 2, 6)) }
    folder:write("a.jsonl", table.concat(lines, "\n") .. "\n")
    folder:must "$T convert a.jsonl a.blksgf"
    folder:write("left.blksgf", "(;GM[Blokus Duo]KM[7];B[e10,f10];W[j5])")
  end)

  it("is checked", function()
    assert.equal("a.blksgf: 2 games, 0 bad\n", (folder:must "$T check a.blksgf"))
    assert.equal("/dev/stdin: 2 games, 0 bad\n", (folder:must "$T check /dev/stdin <a.blksgf"))
    local out, err = folder:must "$T check left.blksgf"
    assert.same({ "left.blksgf: 1 game, 0 bad\n", "left.blksgf: left out: KM\n" },
      { out, err })
    folder:write("torn.blksgf", folder:read("a.blksgf"):sub(1, -20))
    out, err = folder:shell "$T check torn.blksgf"
    assert.equal("", out)
    assert.matches("^tesela check: torn.blksgf: line %d+: ", err)
  end)

  it("has games that a bot is asked about", function()
    local words = "$T ask random a%s --game 2 --ply 3 --iterations 10 --seed 1"
    local out = folder:must(words:format ".blksgf"):gsub("%d+%.%d+ s", "")
    assert.equal(folder:must(words:format ".jsonl"):gsub("%d+%.%d+ s", ""), out)
    assert.matches("left out", select(2, folder:must "$T ask random left.blksgf --iterations 10"))
    local _, err = folder:shell "$T ask random a.blksgf --game 3"
    assert.equal("tesela ask: a.blksgf: there is no game 3; it has 2 games\n", err)
  end)

  it("has a game that is played on, and stays as it is", function()
    local before = folder:read "a.blksgf"
    local out = folder:must("printf 'undo\\nsave\\nquit\\n' | "
      .. "$T play --load a.blksgf --game 2 --bot none")
    assert.matches("\ntaken back: .*\nsave: expected a file name", out)
    assert.equal(before, folder:read "a.blksgf")
    assert.matches("left out: KM", select(2,
      folder:must "$T play --load left.blksgf --bot none </dev/null"))
    assert.equal("a.blksgf: the first of 2 games; --game N plays another one\n", select(2,
      folder:must "$T play --load a.blksgf --bot none </dev/null"))
    local _, err = folder:shell "$T play mixtour --load a.blksgf"
    assert.matches("\ntesela play: %-%-load a.blksgf: it is a game of blokus, not of mixtour\n$",
      err)
  end)
end)

describe("a .blksgf file of openings", function()
  it("is a suite of a tournament", function()
    local folder = support.folder()
    local one = "(;GM[Blokus Duo];B[e10];W[j5]%s;B[f11,f12])\n"
    folder:write("book.blksgf", one:format "" .. one:format ";B[f9,f8]")
    folder:write("cup.lua", [[return { rules = "blokus",
      options = { variant = "duo", corners = "fixed" },
      bots = { "random", "random" }, games = 4, seed = 1, openings = "book.blksgf" }]])
    folder:must "$T tournament cup.lua -o cup.jsonl"
    local seen = {}
    for _, line in ipairs(support.lines(folder:read "cup.jsonl")) do
      local record = tesela.decode(line)
      if record.moves then seen[table.concat(record.moves, " ", 1, 3)] = true end
    end
    assert.same({ ["e10 j5 f11,f12"] = true, ["e10 j5 f8,f9"] = true }, seen)
    folder:write("wrong.lua", [[return { rules = "blokus", options = { variant = "duo" },
      bots = { "random", "random" }, games = 6, openings = "book.blksgf" }]])
    assert.matches("book.blksgf:1: it is of blokus with other rules", select(2,
      folder:shell "$T tournament wrong.lua"))
  end)
end)

describe("tesela convert", function()
  it("says of what games there are none in such files", function()
    local folder = support.folder()
    for said, rules in pairs { ["Blokus for one, which has no name in such files"] =
      tesela.rules("blokus", { players = 1 }),
      ["a game of mixtour; such files are only for Blokus"] = tesela.rules "mixtour" } do
      local s = rules:start()
      folder:write("other.jsonl", s:play(s:list()[1]):record() .. "\n")
      local _, err, status = folder:shell "$T convert other.jsonl x.blksgf"
      assert.same({ "tesela convert: x.blksgf: game 1 is " .. said .. "\n", 1 },
        { err, status })
    end
  end)

  it("goes there and back", function()
    local folder = support.folder()
    local lines = {}
    for i, options in ipairs { {}, { variant = "duo" } } do
      lines[i] = played(options, i, nil, { players = { "a", "b" }, notes = { [1] = "one" } })
    end
    folder:write("a.jsonl", table.concat(lines, "\n") .. "\n")
    local _, err = folder:must "$T convert a.jsonl b.blksgf"
    assert.equal("b.blksgf: 2 games; Pentobi opens only files with one: --game N writes one\n"
      .. "b.blksgf: 2 games\n", err)
    folder:must "$T convert b.blksgf c.jsonl"
    assert.equal(folder:read "a.jsonl", folder:read "c.jsonl")
    folder:must "$T convert b.blksgf --game 2 d.jsonl"
    assert.equal(lines[2] .. "\n", folder:read "d.jsonl")
    folder:must "$T convert b.blksgf c.blksgf && cmp b.blksgf c.blksgf"
    folder:must "$T convert d.jsonl d.blksgf"
    local out = folder:must "$T show d.blksgf --ply 1"
    assert.matches("note: one\n", out)
  end)

  it("writes over one game, or what it writes again, and nothing else", function()
    local folder, lines = support.folder(), {}
    for i = 1, 3 do lines[i] = played({ variant = "duo" }, i, 4 + i) end
    folder:write("a.jsonl", table.concat(lines, "\n") .. "\n")
    folder:write("more.blksgf", "(;GM[Blokus Duo]KM[7];B[e10];W[j5])")
    for _, name in ipairs { "b.blksgf", "c.jsonl" } do
      folder:must("$T convert --game 1 a.jsonl " .. name)
      folder:must("$T convert --game 2 a.jsonl " .. name)
      for _ = 1, 2 do folder:must("$T convert a.jsonl " .. name) end
      local before = folder:read(name)
      local _, err, status = folder:shell("$T convert --game 2 a.jsonl " .. name)
      assert.same({ 1, ("tesela convert: %s: other games in it would be lost\n")
        :format(name) }, { status, err })
      assert.equal(before, folder:read(name))
    end
    folder:write("line.blksgf", "(;GM[Blokus Duo];B[e10](;W[j5])(;W[j5,j6]))")
    for to, why in pairs { ["more.blksgf"] = "it contains more than a record can: left out: KM",
      ["line.blksgf"] = "it contains more than a record can: 1 variation is left out",
      ["./../" .. folder.path:match "[^/]+$" .. "/a.jsonl"] =
      "expected a different file from the input" } do
      local before = folder:read(to)
      local _, err, status = folder:shell("$T convert --game 1 a.jsonl " .. to)
      assert.is_true(status > 0)
      assert.matches(why, err, 1, true)
      assert.equal(before, folder:read(to))
    end
  end)

  it("is what makes such files: a saved game is a record", function()
    local folder = support.folder()
    local _, err, status = folder:shell("$T play blokus --bot none --save a.blksgf </dev/null")
    assert.is_true(status > 0)
    assert.matches("a.blksgf: a saved game is a record; tesela convert turns it into .blksgf",
      err, 1, true)
    local out = folder:must("echo save a.blksgf | $T play blokus --bot none")
    assert.matches("a saved game is a record", out, 1, true)
    assert.is_nil(io.open(folder.path .. "/a.blksgf"))
  end)

  it("says what of names and notes does not come back", function()
    local record = tesela.decode(tesela.rules("blokus", { variant = "duo" }):start():record())
    local function lost(players, note)
      record.players, record["note 0"] = players, note
      return select(2, blksgf.write(tesela.encode(record), tesela.rules("blokus",
        { variant = "duo" })))
    end
    assert.same({}, lost({ "Ann B", tesela.null }, "one\ntwo\tthree"))
    for _, name in ipairs { " Ann", "Ann ", "a  b", "a\tb", "" } do
      assert.same({ "spaces and control characters in names change" }, lost({ name, "Bo" }, "x"))
    end
    assert.same({ "control characters in notes change" }, lost({ "a", "b" }, "one\r\ntwo"))
    for _, blank in ipairs { "", " ", "\n\t" } do
      assert.same({ "empty text is left out" }, lost({ "a", "b" }, blank))
    end
    record["note 9"] = "far"
    assert.same({ "notes after the last move are left out" }, lost({ "a", "b" }, "x"))
    record["note 9"], record.title = nil, "a\1b"
    assert.same({ "control characters in the description of the game change" },
      lost({ "a", "b" }, "x"))
    record.title = "  "
    assert.same({ "empty text is left out" }, lost({ "a", "b" }, "x"))
  end)

  it("says what is wrong, and what is left out", function()
    local folder = support.folder()
    folder:write("a.blksgf", "(;GM[Blokus Duo];B[e10](;W[j5])(;W[j5,j6]))")
    folder:write("bad.blksgf", "(;GM[Blokus Duo]\n;B[a1])")
    folder:write("m.jsonl", tesela.rules "mixtour":start():record() .. "\n")
    folder:write("text.jsonl", "a text\n")
    for words, wanted in pairs {
      ["a.blksgf b.txt"] = { 2, "b.txt: expected a name that ends in .blksgf or .jsonl\n" },
      ["bad.blksgf b.jsonl"] = { 1, "bad.blksgf: line 2: move 1: a1: the first piece must cover "
        .. "a start cell (j5, e10)\n" },
      ["m.jsonl b.blksgf"] = { 1, "b.blksgf: game 1 is a game of mixtour; such files are only "
        .. "for Blokus\n" },
      ["a.blksgf text.jsonl"] = { 1, "text.jsonl: it exists, and is not a saved game\n" },
      ["a.blksgf --game 2 b.jsonl"] = { 1, "a.blksgf: there is no game 2; expected one in "
        .. "1..1\n" },
      ["none.blksgf b.jsonl"] = { 1, "none.blksgf: No such file or directory\n" },
    } do
      local _, err, status = folder:shell("$T convert " .. words)
      err = err:gsub("^[^\n]*left out\n", ""):gsub("\nUsage.*", "\n")
      assert.same({ wanted[1], "tesela convert: " .. wanted[2] }, { status, err })
    end
    local _, err = folder:must "$T show a.blksgf --ply 1"
    assert.equal("a.blksgf: 1 variation is left out\n", err)
  end)
end)
