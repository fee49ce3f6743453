-- tesela.play without a terminal: its arguments, the game that it keeps, what
-- it completes and lists. (tests/repl/play_spec.lua plays at a terminal.)

local tesela = require "tesela"
local support = require "support"
local commands = require "tesela.terminal.play.commands"
local completion = require "tesela.terminal.play.completion"
local curtain = require "tesela.terminal.play.curtain"
local listing = require "tesela.terminal.play.legal_moves"
local menus = require "tesela.terminal.dialogue.command_list"
local play = require "tesela.terminal.play.play"

local rules = tesela.rules "mixtour"

local function first(view) return view:list()[1] end

local function played(...)
  local state = rules:start(5)
  for _, move in ipairs { ... } do state:play(move) end
  return state
end

local function open(what, options)
  options = options or {}
  options.bot = options.bot or "none"
  return play.open(what, options)
end

describe("a wrong argument of play", function()
  local function refuses(message, ...)
    local ok, err = pcall(tesela.play, ...)
    assert.is_false(ok)
    assert.equal(message, err)
  end

  it("is named in one line", function()
    local wanted =
      "tesela.play: expected the name of a game, rules, a state or a table"
    refuses(wanted)
    refuses(wanted, 5)
    refuses(wanted, {})
    refuses("tesela.play: expected a table of options, got 5", "mixtour", 5)
    refuses("there is no game chess; the games: " .. table.concat(tesela.games(), ", "), "chess")
    refuses("tesela.play: win_score is an option of mixtour: set = { win_score = ... }",
      "mixtour", { win_score = 3 })
    refuses("tesela.play: there is no option bto; did you mean bot? The options: rules, "
      .. "state, record, set, bot, seat, seed, iterations, seconds, level, clock, "
      .. "ponder, threads, trusted, programs, limit",
      "mixtour",
      { bto = 1 })
    refuses("tesela.play: seat: expected a whole number in 0..2, got 3", rules,
      { seat = 3 })
    refuses("tesela.play: seat: expected a whole number in 1..2, got 0", rules,
      { seat = { 1, 0 } })
    refuses("tesela.play: seed: expected a whole number in 0..9007199254740991, "
      .. "got -1", rules, { seed = -1 })
    refuses("tesela.play: seconds: expected a number above 0, less than a million, got 0", rules,
      { seconds = 0 })
    refuses("tesela.play: iterations: expected a whole number above 0, got 1.5",
      rules, { iterations = 1.5 })
    refuses("tesela.play: record: it is a game of mixtour, not of blokus", "blokus",
      { record = rules:start():record() })
    refuses("tesela.play: state: it is a game of mixtour, not of losetas",
      { rules = "losetas", state = rules:start() })
    refuses(("tesela.play: state: it is a game of %s, not of %s"):format(
      tostring(tesela.rules("mixtour", { win_score = 3 })), tostring(rules)),
      { rules = rules, state = tesela.rules("mixtour", { win_score = 3 }):start() })
    refuses("tesela.play: set: only with the name of a game", rules, { set = {} })
    refuses("tesela.play: state: expected a game, got a view", rules:start():view(1))
    refuses('tesela.play: record: no member "tesela"', "{}")
    refuses("there is no bot nobody; the bots: " .. table.concat(tesela.bots(), ", ")
      .. "; or the path of a file (./mine.lua)", "mixtour", { bot = "nobody" })
    refuses("tesela.play: bot bad: oops", rules, { bot = { name = "bad",
      choose = first, new = function() error("oops", 0) end } })
  end)
end)

describe("a game that is opened", function()
  it("begins with a name, rules, a state, a record or a table", function()
    local state = played("c3", "c4")
    for _, what in ipairs { state, state:record(), { state = state },
      { record = state:record() } } do
      local game = open(what)
      assert.is_true(game:last() == state)
      assert.equal(3, #game.states)
    end
    for _, what in ipairs { "mixtour", rules, { rules = rules },
      { rules = "mixtour" } } do
      assert.equal(0, open(what):last().ply)
    end
    assert.equal(3, open("mixtour", { set = { win_score = 3 } }).rules.options.win_score)
    assert.equal(0, #played():history())
  end)

  it("has expert, or the bot that is given, in the other seats", function()
    local function name(game, seat) return game.players[seat].name end
    assert.equal("expert level 4", name(play.open "mixtour", 2))
    assert.equal("expert", name(play.open { rules = rules, iterations = 9 }, 2))
    assert.equal("expert level 9", name(play.open { rules = rules, level = 9 }, 2))
    assert.equal("human", name(play.open "mixtour", 1))
    assert.equal("bot", name(open(rules, { bot = first, seat = 2 }), 1))
    local watched = open(rules, { bot = { name = "it", choose = first }, seat = 0 })
    assert.same({ "it", "it" }, { name(watched, 1), name(watched, 2) })
    assert.equal(0, watched:people())
    assert.equal(2, open(rules):people())
  end)

  it("keeps the times and remarks of its record", function()
    local state = played("c3", "c4", "c3-c4")
    local line = state:record { players = { "human", "human" }, seconds = { 1, nil, 3 },
      values = { nil, 0.5 }, notes = { [0] = "so it begins", [2] = "hm" } }
    assert.equal(line, open(line):record())
  end)
end)

describe("a record from elsewhere", function()
  it("is gone on with, without what no record of ours has", function()
    local line = played("c3", "c4"):record { values = { 0.5, 1 }, seconds = { 1, 2 },
      notes = { "mine" } }
    local other = line:gsub("%[0.5,1%]", "[7,1]"):gsub("%[1,2%]", "[1,-2]")
      :gsub("}$", ',"note 9":"theirs"}')
    assert.is_truthy(tesela.replay(other))
    local record = tesela.decode(open(other):record())
    assert.same({ { [2] = 1 }, { 1 }, "mine" },
      { record.values, record.seconds, record["note 1"] })
    assert.is_nil(record["note 9"])
  end)
end)

describe("the record of a state", function()
  it("has remarks by ply", function()
    local line = played("c3", "c4"):record {
      notes = { [2] = "two", [0] = 'zero "0"' } }
    assert.is_truthy(line:find([["note 0":"zero \"0\"","note 2":"two"}]], 1, true))
    assert.is_truthy(tesela.replay(line))
  end)

  it("has only remarks that are text", function()
    for _, notes in ipairs { { [0] = {} }, { true }, "x" } do
      local ok, why = pcall(played("c3").record, played "c3", { notes = notes })
      assert.is_false(ok)
      assert.matches("^state:record: ", why)
    end
  end)
end)

describe("walking and taking back", function()
  it("is by one move between two people", function()
    local game = open(played("c3", "c4", "c3-c4"))
    assert.is_true(game:take_back())
    assert.is_true(game:last() == played("c3", "c4"))
    game:walk(-5)
    assert.equal(1, game.at)
    assert.is_true(game:is_back())
    game:walk(1)
    assert.is_true(game:state() == played "c3")
    assert.is_true(game:last() == played("c3", "c4"))
    game:go_on()
    assert.is_false(game:is_back())
  end)

  it("is to one's own turn against a bot", function()
    local game = open(played("c3", "c4", "c3-c4"), { bot = first, seat = 2 })
    assert.is_true(game:take_back())
    assert.equal(1, game:last().ply)
    assert.is_false(game:take_back())
    assert.equal(1, game:last().ply)
  end)

  it("drops what was said about the moves that are gone", function()
    local game = open(played("c3", "c4", "c3-c4"))
    game.log.notes = { [0] = "a", [1] = "b", [2] = "c", [3] = "d" }
    game:walk(-2)
    assert.is_true(game:take_back())
    assert.same({ [0] = "a", "b" }, game.log.notes)
    game:make("e5", 2, 0.25)
    local record = tesela.decode(game:record())
    assert.same({ "c3", "e5" }, record.moves)
    assert.same({ nil, 2 }, record.seconds)
    assert.same({ nil, 0.25 }, record.values)
    assert.equal("b", record["note 1"])
    assert.is_nil(record["note 2"])
  end)
end)

describe("a game that is saved", function()
  it("does not take the place of another kind of file", function()
    local game, path = open(played "c3"), support.file "return 1\n"
    local ok, why = game:save(path)
    assert.is_nil(ok)
    assert.equal("it exists, and is not a saved game", why)
    assert.equal("return 1\n", support.read(path))
    os.remove(path)
    assert.is_true(game:save(path))
    assert.is_true(game:save(path))
    assert.equal(path, game.saved)
    assert.equal(game:record() .. "\n", support.read(path))
    game:make "c4"
    assert.is_nil(game.saved)
    os.remove(path)
  end)
end)

describe("what a game that is kept says of its bot", function()
  local opener = require "tesela.terminal.play.play"

  it("is true from wherever it is gone on with", function()
    assert.equal("expert", opener.lasting_bot(nil))
    assert.equal("none", opener.lasting_bot "none")
    assert.equal("exec:python3 ./mine.py", opener.lasting_bot "exec:python3 ./mine.py")
    local here = debug.getinfo(1, "S").source:match "^@(.*)$"
    assert.matches("^/.*/play_spec.lua$", opener.lasting_bot(here))
    assert.is_nil(opener.lasting_bot "no/such/bot.lua")
    assert.is_nil(opener.lasting_bot(print))
  end)
end)

describe("completion while a game is played", function()
  local game = open(played("c3", "c4", "c3-c4"))

  local function complete(line) return commands.complete(game, line) end

  it("knows commands and legal moves", function()
    assert.same({ "b1", "b2", "b3", "b4", "b5", "back", "board" }, (complete "b"))
    assert.same({ "c1", "c2", "c3", "c5", "cell", "cells" }, (complete "c"))
    local list, start = complete "  sa"
    assert.same({ "save" }, list)
    assert.equal(3, start)
    list, start = complete ""
    assert.equal(1, start)
    assert.is_true(#list > 24)
  end)

  it("knows cells and kinds behind moves", function()
    local list, start = complete "moves e"
    assert.same({ "e1", "e2", "e3", "e4", "e5", "enter" }, list)
    assert.equal(7, start)
    assert.same({ {}, 6 }, { complete "note e" })
    assert.same({ {}, 10 }, { complete "moves c3 e" })
  end)

  it("knows what can be asked, and of what", function()
    assert.same({ "reserve", "resign" }, (complete "res"))
    assert.same({ "1", "2" }, (complete "reserve "))
    assert.same({ "e1", "e2", "e3", "e4", "e5", "enter" }, (complete "cell e"))
    local other = open(tesela.rules("blokus"))
    local function of(line) return (commands.complete(other, line)) end
    assert.same({ "piece", "pictures" }, { of("piec")[1], of("pic")[1] })
    assert.same({ "blue", "green", "red", "yellow" }, of "left ")
    assert.same({ "L4", "L5" }, of "piece L")
    assert.same({ "I5@a16", "I5@a1/1", "I5@a1/2", "I5@a20" }, { of("I5@a16")[1],
      of("I5@a1/")[1], of("I5@a1/")[2], of("I5@a2")[1] })
    assert.same({ "a1,b1,c1,d1,e1" }, of "a1,b1,c1,d1,e")
  end)

  it("offers the cells that a piece can cover by its name", function()
    local duo = tesela.rules("blokus", { variant = "duo", corners = "fixed" })
    local other = open(duo)
    local function piece(line) return (commands.complete(other, line)) end
    assert.same({ "d10", "d11", "d9", "e10", "e11", "e9", "f10", "f11", "f9" }, piece "V3 ")
    assert.same({ "e10", "e11", "e9" }, piece "V3 e")
    assert.same({ "d10", "d11", "e10", "f10", "f11" }, piece "V3 e11 ")
    assert.same({ "f10", "f11" }, piece "V3 e11 f")
    assert.same({}, piece "Q9 ")
  end)

  it("offers the cells of a tile, and nothing if one way is the only", function()
    local losetas = tesela.rules("losetas", { frame = "fixed", size = 2 })
    local other = open(losetas)
    local function tile(line) return (commands.complete(other, line)) end
    assert.same({ "a1", "a2" }, tile "2x1 ")
    assert.same({ "a2" }, tile "2x1 a2")
    assert.same({}, tile "2x1 a2 ")
    assert.same({ "1x2@a1", "1x2@b1" }, tile "1x2")
    assert.same({ "2x1", "2x2" }, tile "moves 2")
    assert.same({ "a1", "a2" }, tile "moves a")
  end)
end)

-- A position as far as lists and completion look at it: moves with points, and
-- of tiles on cells.
local function table_of(moves)
  local state, numbers = {}, {}
  for number, move in ipairs(moves) do numbers[move.text] = number end
  function state.moves() -- luacheck: ignore 212
    local number = 0
    return function()
      number = number + 1
      return moves[number] and number
    end
  end
  function state.text(_, move) return moves[move].text end
  function state.parts(_, move, name)
    local parts = moves[move].parts
    if name then return parts[name] end
    return parts
  end
  function state.legal(_, word) return numbers[word:gsub(" ", "@")] ~= nil end
  return state
end

-- Tiles aa to dd on twenty cells each, and those of one cell as a pair.
local function many_moves()
  local moves = {}
  for _, tile in ipairs { "aa", "bb", "cc", "dd" } do
    for x = -10, 9 do
      local cell = x .. ",0"
      local parts = { kind = "place", points = (x + 10) % 7, cells = { cell } }
      moves[#moves + 1] = { text = tile .. "@" .. cell, parts = parts }
    end
  end
  for _, tile in ipairs { "aa", "bb" } do
    moves[#moves + 1] = { text = tile .. "@1,0+cc@2,0",
      parts = { kind = "place", points = 12, cells = { "1,0", "2,0" } } }
  end
  moves[#moves + 1] = { text = "13@1,0>", parts = { kind = "place", points = 0 } }
  moves[#moves + 1] = { text = "swap:aa", parts = { kind = "swap", points = 0 } }
  return table_of(moves)
end

describe("completion of a great many moves", function()
  local state, menu = many_moves(), menus.new {}
  menu:add("moves", "", function() end)
  local function words(line)
    return (completion.words(state, line, { "help" }, menu))
  end

  it("goes part by part", function()
    assert.same({ "13@", "aa@", "bb@", "cc@", "dd@", "help", "swap:" }, words "")
    assert.same({ "swap:aa" }, words "swap:")
    local cells = words "aa@"
    assert.equal(21, #cells)
    assert.equal("aa@-1,0", cells[1])
    assert.same({ "aa@1,0", "aa@1,0+cc@2,0" }, words "aa@1")
  end)

  it("finds the cells for tiles that are typed in another way", function()
    assert.same({ "1,0>" }, words "13 ")
    assert.same({ "13@1,0>" }, words "13@1")
    assert.same({}, words "99@")
  end)

  it("keeps the moves of others to them", function()
    assert.same({ "help" }, (completion.words(false, "", { "help" }, menu)))
    assert.same({}, (completion.words(false, "aa@", { "help" }, menu)))
  end)
end)

describe("who sees what if hands are hidden", function()
  -- Mixtour hides nothing; what matters is whose view is taken.
  local function hidden(options)
    local game = open("mixtour", options)
    game.hidden = true
    return game
  end

  it("is the only person's view, whoever moves", function()
    local game = hidden { bot = first, seat = 2 }
    assert.is_false(curtain.hangs(game))
    assert.equal(2, game:eyes())
    assert.equal(2, game:seen().viewer)
    assert.is_false(game:is_open())
    game:make "c3"
    assert.is_true(game:is_open())
    assert.equal(2, game:seen().viewer)
    assert.is_true(#commands.complete(game, "") > 24)
    game:walk(-1)
    assert.is_false(game:is_open())
    assert.same({}, (commands.complete(game, "a")))
  end)

  it("changes at a curtain between several people", function()
    local game = hidden()
    assert.is_true(curtain.falls(game))
    game.viewer = 1
    assert.is_false(curtain.falls(game))
    game:make "c3"
    assert.is_true(curtain.falls(game))
    game.viewer = 2
    assert.equal(2, game:seen().viewer)
    game:walk(-1)
    assert.is_false(curtain.falls(game))
    assert.equal(2, game:seen().viewer)
    game:go_on()
    game:finish("agreement", { 1, 1 })
    assert.is_false(curtain.hangs(game))
    assert.is_nil(game:seen().viewer)
  end)

  it("passes over bots", function()
    local rules4 = tesela.rules("blokus")
    local game = open(rules4, { bot = first, seat = { 1, 3 } })
    game.hidden = true
    assert.equal(2, game:people())
    game.viewer = 1
    game:make(game:state():list()[1])
    assert.is_false(curtain.falls(game))
    game:make(game:state():list()[1])
    assert.is_true(curtain.falls(game))
  end)

  it("is everything for whoever only watches", function()
    local game = hidden { bot = first, seat = 0 }
    assert.is_nil(game:seen().viewer)
    assert.is_true(game:is_open())
  end)
end)

describe("an abbreviation", function()
  local game = open(played())

  local function meaning(word)
    local command, hint = commands.abbreviated(game, word)
    return command and command.name or hint
  end

  it("is clear, or is answered with what could be meant", function()
    assert.equal("moves", meaning "mo")
    assert.equal("undo", meaning "u")
    assert.equal("help", meaning "HELP")
    assert.equal("did you mean hint or help?", meaning "h")
    assert.equal("did you mean resign?", meaning "res")
    assert.equal("did you mean draw?", meaning "d")
    assert.equal("did you mean back?", meaning "bakc")
    assert.equal("help lists what you can type", meaning "xyzzy")
  end)
end)

describe("the list of moves", function()
  it("has those that cover a cell, wherever they begin", function()
    local state = tesela.rules("losetas", { frame = "fixed", size = 2 }):start()
    assert.equal("table (4)\n  2x2@a1\n  2x1@a2\n  1x2@b1\n  1x1@b2",
      listing.text(state, "b2"))
  end)

  it("is cut to what fits a screen", function()
    local state = rules:load(
      "2,ww,1,w/1,w,r,1,w/2,rwr,wr,w/rw,1,rrrw,w,1/r,w,w,r,rr w 0:0 c4")
    local text, rows, moves = listing.text(state), 0, 0
    for line in text:gmatch "[^\n]+" do
      rows = rows + 1
      assert.is_true(#line < 80, line)
    end
    for _ in text:gmatch "%l%d[^%s]*" do moves = moves + 1 end
    assert.is_true(rows <= 20)
    assert.equal(state:count(), moves)
    assert.is_nil(listing.text(state, "z9"))
    assert.is_nil(listing.text(state, "pass"))
  end)

  it("begins with the most points, and says how many are left out", function()
    local state = many_moves()
    local text, rows = listing.text(state), 0
    for line in text:gmatch "[^\n]+" do
      rows = rows + 1
      assert.is_true(#line < 80, line)
    end
    assert.is_true(rows <= 20)
    assert.matches("^place %(83%)\n  12 aa@1,0%+cc@2,0 +12 bb@1,0%+cc@2,0 ", text)
    assert.is_truthy(text:find("more; moves CELL or moves TILE", 1, true))
    assert.is_truthy(text:find("swap (1)\n  swap:aa", 1, true))
    local of_cell = listing.text(state, "2,0")
    assert.matches("^place %(6%)\n  12 aa@1,0%+cc@2,0 ", of_cell)
    assert.matches("\n   5 cc@2,0 +5 dd@2,0$", of_cell)
    assert.is_nil(listing.text(state, "3,3"))
  end)
end)

describe("a piece and a cell", function()
  local covering = require "tesela.terminal.play.pieces_by_cells"
  local meant = require "tesela.terminal.play.meant_moves"
  local duo = tesela.rules("blokus", { variant = "duo" })

  local function state(moves)
    local s = duo:start(0)
    for move in moves:gmatch "%S+" do s:play(move) end
    return s
  end

  local function why(s, line)
    local list, reason = covering.read(s, line)
    assert.equal(0, #list)
    return reason
  end

  it("are the placement that covers it, if only one does", function()
    local s = state "X@e9 X@j4"
    for _, line in ipairs { "I5 g11 k11", "i5 K11 g11", "I5  g11  k11" } do
      assert.equal("g11,h11,i11,j11,k11", s:text((meant.move(s, line))))
    end
    assert.equal("d12,d13", s:text((meant.move(s, "D12 d13")))) -- cells
    assert.matches("^a5,a6: ", select(2, meant.move(s, "a5 a6")))
  end)

  it("are drawn with letters if several do, of which one is chosen", function()
    local s = state "X@e9 X@j4"
    local move, reason, list = meant.move(s, "V5 f8")
    assert.is_nil(move)
    assert.equal("V5 f8: it fits in 5 ways", reason)
    assert.equal(5, #list)
    assert.equal(table.concat({
      "  a       b       c       d       e",
      "  P....   P....   P....   P....   ..P..",
      "  .o...   .o##.   .o##.   PP.#.   ...o.",
      "  .#...   .#...   ...#.   P..#.   ...#.",
      "  .###.   .#...   ...#.   .o##.   .###.",
      "  ....O   ....O   ....O   .....   ....." }, "\n"), covering.pictures(s, list))
    assert.equal(list[2], covering.chosen(list, "b"))
    assert.is_nil(covering.chosen(list, "f"))
    local all = covering.read(state "", "F e10")
    assert.equal(40, #all)
    for line in covering.pictures(s, all):gmatch "[^\n]+" do assert.is_true(#line < 80) end
    assert.is_true(all.shown < 27 and not covering.chosen(all, "zz"))
  end)

  it("are answered with the reason if none does", function()
    local s = state "X@e9 X@j4"
    assert.equal("X f8: purple has already placed the piece X", why(s, "X f8"))
    assert.equal("F e10: e10 is taken", why(s, "F e10"))
    assert.equal("F e12: e12 touches your own piece at e11 along an edge", why(s, "F e12"))
    assert.equal("F o1: o1 is not a cell (a1 to n14)", why(s, "F o1"))
    assert.equal("Q a1: there is no piece Q", why(s, "Q a1"))
    assert.equal("F a1: it cannot cover that; moves F shows where it fits", why(s, "F a1"))
    assert.matches("^F: where%? Name a cell that it covers, as in: F %l%d+$", why(s, "F"))
    assert.is_nil(covering.read(rules:start(1), "c3 c4"))
  end)

  it("say which moves to list", function()
    local s = state "X@e9 X@j4"
    local listed = listing.text(s, "V5 f8")
    assert.matches("^place %(5%)\n  V5@f6/1 ", listed)
    assert.is_nil(listing.text(s, "V5 a1"))
  end)
end)

describe("what is meant by a line", function()
  local meant = require "tesela.terminal.play.meant_moves"

  local function state(game, moves)
    local s = tesela.rules(game):start(3)
    for move in moves:gmatch "%S+" do s:play(move) end
    return s
  end

  it("is the move in another spelling", function()
    local s = state("mixtour", "b2 c3")
    for typed, move in pairs { B2C3 = "b2-c3", ["c3 b2"] = "c3-b2", ["C3  -B2"] = "c3-b2",
      D4 = "d4" } do
      assert.equal(move, s:text((meant.move(s, typed))), typed)
    end
  end)

  it("is never another move than what was typed, if numbers have signs", function()
    local s = state("qwirkle", "os@0,0+ot@1,0 gs@0,-1")
    assert.is_truthy(s:move "gf@-1,-1")
    local move, why = meant.move(s, "gf@1,-1")
    assert.is_nil(move)
    assert.is_truthy(why:find "share neither")
    for m in s:moves() do
      local other = s:text(m):gsub("-", "")
      local found = not s:move(other) and meant.move(s, other)
      assert.is_true(not found or s:text(found) == s:text(m) and not s:text(m):find "-%d",
        other)
    end
  end)

  it("may have spaces between the tiles of an exchange", function()
    local s = state("qwirkle", "os@0,0+ot@1,0")
    for typed, move in pairs { ["swap 1 2"] = "swap:12", ["swap 2"] = "swap:2" } do
      assert.equal(s:move(move), (meant.move(s, typed)), typed)
    end
  end)

  it("is nothing if several could be, or none", function()
    local s = state("mixtour", "")
    for _, typed in ipairs { "", "?", "zz", "b", "a1b2", "bé2", "b2日", "b2-", "b2," } do
      assert.is_nil((meant.move(s, typed)), typed)
    end
  end)
end)
