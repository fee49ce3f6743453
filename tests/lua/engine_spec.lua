-- tesela engine: sessions of GTP and of JSON, text in and text out.

local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local gtp = require "tesela.engine.gtp_engine"
local json = require "tesela.engine.json_engine"
local tables = require "tesela.engine.engine_game"
local seeds = require "tesela.base.seeds"
local support = require "support"

teardown(support.clean)

local function engine(game, options, bot, budget)
  return gtp.new({ game = game, options = options }, tables.bot(bot or "greedy"), budget or {}, 0)
end

-- The answers to lines, as one text.
local function session(of, lines)
  local answers = {}
  for line in lines:gmatch "[^\n]*" do answers[#answers + 1] = of:answer(line) end
  return table.concat(answers)
end

-- Each line with what is answered: "command", then "= answer" lines.
local function golden(of, words)
  for command, answer in words:gsub("\n%s+", "\n"):gmatch "> ([^\n]*)\n([^>]*)" do
    local got = of:answer(command)
    assert.equal(answer:match "^(.-)\n*$" .. "\n\n", (got or ""):gsub(" \n\n$", "\n\n") .. (
      got and "" or "\n\n"), command)
  end
end

describe("GTP", function()
  it("is the standard's", function()
    golden(engine "mixtour", [[
      > protocol_version
      = 2
      > 17 name
      =17 tesela
      > known_command genmove
      = true
      > 3 known_command loose
      =3 false
      > play 1 b2
      =
      > play red c3
      =
      > play white b2-c3
      =
      > final_score
      ? cannot score: the game is not over
      > undo
      =
      > 5 undo
      =5
      > undo
      =
      > undo
      ? cannot undo
      > boardsize 5
      =
      > boardsize 19
      ? unacceptable size
      > komi 6.5
      =
      > clear_board
      =
      > time_settings 60 5 1
      =
      > time_left 1 20 0
      =
      > frobnicate
      ? unknown command
      > quit
      =
    ]])
  end)

  it("drops control characters and comments, and takes tabs as blanks", function()
    local of = engine "mixtour"
    assert.equal("=4 \n\n", of:answer "\0014\tpl\127ay  \t1 b\r2 # a comment\r")
    assert.equal("= tesela\n\n", of:answer "na\0me")
    for _, line in ipairs { "", "   \t", "# play 1 c3", "\r", "\1\2" } do
      assert.is_nil(of:answer(line))
    end
    assert.equal("?9 unknown command\n\n", of:answer "9")
  end)

  it("says in one line what is wrong, and changes nothing", function()
    local of = engine "mixtour"
    local before = of.table.state:fen()
    golden(of, [[
      > play
      ? syntax error: expected a colour and a move
      > play b b2
      ? it is the turn of 1 (white)
      > play x b2
      ? syntax error: expected a colour, 1 (white) or 2 (red), got x
      > play 2 b2
      ? it is the turn of 1 (white)
      > play 1 c3-c4
      ? illegal move: c3-c4: c3 is empty
      > genmove 3
      ? syntax error: expected a colour, 1 (white) or 2 (red), got 3
      > boardsize five
      ? syntax error: expected a size, got five
      > time_settings 1 2
      ? syntax error: expected main time, byo-yomi time and byo-yomi stones
      > time_left 1 x 0
      ? syntax error: expected seconds, got x
      > komi nan
      ? syntax error: expected a number, got nan
      > set_random_seed 1.5
      ? syntax error: expected a seed, got 1.5
      > set_game Go
      ? expected one of mixtour, got Go
      > param wine 1
      ? unknown parameter wine: expected iterations (fixed_simulations) or seconds
      > loadsgf /nowhere
      ? cannot load file: cannot open /nowhere: No such file or directory
    ]])
    assert.equal(before, of.table.state:fen())
    local long = of:answer("play 1 " .. ("x"):rep(1e6))
    assert.is_true(#long < 600)
    assert.equal(2, select(2, long:gsub("\n", "")))
  end)

  it("calls colours as games have them", function()
    for game, words in pairs { gomoku = "b w", othello = "black white", hex = "b w",
      losetas = "grey blue", tictactoe = "x o", mixtour = "white red", kuhn = "1 2" } do
      local of = engine(game)
      for number, word in words:gmatch "()(%S+)" do
        assert.equal(number > 1 and 2 or 1, of.dialect:colour(word), game)
      end
    end
    for game, words in pairs { gomoku = { b = 1, w = 2 }, mixtour = { w = 1, r = 2, b = 2 },
      losetas = { g = 1, b = 1, w = 2 }, tictactoe = { x = 1, O = 2 },
      hex = { b = 1, w = 2 }, blokus = { b = 1, r = 3 } } do
      local of = engine(game)
      for word, number in pairs(words) do
        assert.equal(number, of.dialect:colour(word), game .. " " .. word)
      end
    end
  end)

  it("takes the sizes that a game has", function()
    local of = engine "hex"
    assert.equal("= \n\n", of:answer "boardsize 5")
    assert.equal(5, of.table.rules.options.size)
    assert.equal("? unacceptable size\n\n", of:answer "boardsize 400")
    assert.equal("= \n\n", engine "blokus":answer "boardsize 20")
    assert.equal("? unacceptable size\n\n", engine "blokus":answer "boardsize 14")
  end)

  it("plays games to their ends", function()
    for _, game in ipairs { "losetas", "othello", "qwirkle", "pig" } do
      local of = engine(game, {}, game == "losetas" and "greedy" or "random")
      while not of.table.state.over do
        local seat = of.table.state.seat
        local text = of:answer("genmove " .. seat):match "^= (%S+)\n\n$"
        assert.is_truthy(text, game)
        assert.equal(text, of.table.state:history()[of.table.state.ply])
      end
      local score = of:answer "final_score"
      assert.matches(of.table.rules.seats == 2 and "^= [BW0]" or "^= %d", score)
      assert.matches("^%? the game is over", of:answer "genmove 1")
      assert.equal("= \n\n", of:answer "undo")
      assert.is_false(of.table.state.over)
    end
  end)

  it("is the same game for the same session", function()
    local lines = "set_random_seed 4\nclear_board\ngenmove 1\ngenmove 2\nundo\ngenmove 2\n"
    local first = session(engine("qwirkle", {}, "random"), lines)
    assert.equal(first, session(engine("qwirkle", {}, "random"), lines))
    assert.not_equal(first, session(engine("qwirkle", {}, "random"), (lines:gsub("4", "5"))))
  end)

  it("tells the bot what time is left, and for how many moves", function()
    local of = engine("hex", {}, "mcts")
    local function told(colour)
      local time = of.clock:told(colour, of.table.state)
      return time and { time.left, time.moves }
    end
    assert.is_nil(told(1))
    of:answer "time_left b 4 10"
    assert.same({ { 4, 0 }, 10 }, told(1))
    of:answer "time_left b 0 0"
    assert.same({ { 0.02, 0 } }, told(1))
    of:answer "time_settings 100 0 0"
    assert.same({ { 100, 100 } }, told(1))
    of:answer "time_settings 0 10 5"
    assert.same({ { 10, 0 }, 5 }, told(1))
    of:answer "time_settings 0 1 0" -- no limit
    assert.is_nil(told(1))
  end)

  it("gives up if its bot does", function()
    local of <close> = gtp.new({ game = "tictactoe" }, tesela.bot(function() return "resign" end),
      {}, 0)
    assert.equal("= resign\n\n", of:answer "genmove b")
    assert.equal(0, of.table.state.ply)
  end)

  it("plays by that time", function()
    local bot = support.file([[
      local tesela = require "tesela"
      return function(view, budget)
        assert(budget.clock[view.seat] == 8 and budget.increment == 0 and budget.moves == 2)
        assert(not budget.seconds and not budget.iterations)
        return view:list()[1]
      end]], ".lua")
    local of = engine("hex", {}, bot)
    of:answer "time_left b 8 2"
    assert.matches("^= %l%d+\n", of:answer "genmove b")
    for _, name in ipairs { "expert", "mcts", "alphabeta" } do
      local own = engine("hex", {}, name)
      own:answer "time_settings 0 1 10"
      assert.matches("^= %l%d+\n", own:answer "genmove b")
    end
  end)

  it("lists what it knows", function()
    local of = engine "mixtour"
    for line in of:answer "list_commands":sub(3, -3):gmatch "[^\n]+" do
      assert.equal("= true\n\n", of:answer("known_command " .. line))
    end
  end)

  it("does not wait for ever for a bot in a box, or a program", function()
    local file = support.file([[local count = 0
      return function(view)
        count = count + 1
        while count > 1 do end
        return view:list()[1]
      end]], ".lua")
    local program = ("exec:sh %s"):format(support.quote(support.file([[
      while read -r line; do case $line in *hello*) echo '{"ok":{"name":"mute"}}';; esac
      done]], ".sh")))
    local late = "^%? the bot failed: time: no move within 0%.32 s\n"
    for bot, first in pairs { [file] = "^= a1", [program] = late } do
      local of <close> = engine("mixtour", nil, bot, { seconds = 0.2 })
      assert.matches(first, of:answer "genmove w")
      of:answer "play r a2"
      assert.matches(late, of:answer "genmove w")
      assert.matches("^= ", of:answer "showboard")
    end
  end)
end)

describe("GTP of Blokus", function()
  it("has the games of other engines, with their start cells", function()
    local of = engine "blokus"
    local options = of.table.rules.options
    assert.same({ 4, "fixed" }, { options.players, options.corners })
    for name, wanted in pairs { ["Blokus Two-Player"] = { 2, "classic" },
      ["Blokus Three-Player"] = { 3, "classic" }, ["Blokus Duo"] = { 2, "duo" },
      Blokus = { 4, "classic" } } do
      assert.equal("= \n\n", of:answer("set_game " .. name))
      options = of.table.rules.options
      assert.same({ wanted[1], wanted[2], "fixed" },
        { options.players, options.variant, options.corners })
    end
    assert.equal("any", engine("blokus", { corners = "any" }).table.rules.options.corners)
    assert.equal("? expected one of Blokus, Blokus Two-Player, Blokus Three-Player, "
      .. "Blokus Duo, got Blokus Trigon\n\n", of:answer "set_game Blokus Trigon")
  end)

  it("is played by lists of cells", function()
    local of = engine("blokus", { variant = "duo" })
    golden(of, [[
      > play b E8,d9,e9,f9,e10
      =
      > play white i4,h5,i5,j5,i6
      =
      > play 1 g10,g11
      =
      > p h7
      =
      > play b a1
      ? illegal move: a1: it touches none of your pieces at a corner
      > play b g10
      ? illegal move: g10: g10 is taken
      > undo
      =
      > undo
      =
      > get_value
      ? no generated move has a value
    ]])
    local board = of:answer "showboard"
    assert.matches("^= \n +a +b +c", board)
    assert.is_nil(board:sub(1, -3):find "\n\n")
  end)

  it("answers for a colour that is not to move, too", function()
    local of = engine "blokus"
    local function count(colour)
      local _, lines = of:answer("all_legal " .. colour):gsub("[^\n]+", "")
      return lines
    end
    assert.equal(count "1", count "green")
    of:answer "play 3 t1,t2,t3"
    assert.equal("= \n\n", of:answer "play yellow t20")
    assert.equal("red", of.table.state:colour())
    of:answer "undo"
    of:answer "undo"
    assert.equal(0, of.table.state.ply)
  end)

  it("passes over colours that are blocked", function()
    for name, colours in pairs { ["Blokus Duo"] = "bw", ["Blokus Two-Player"] = "1234",
      ["Blokus Three-Player"] = "1234" } do
      local of = engine("blokus", {}, "random")
      of:answer("set_game " .. name)
      local played, passes = 0, 0
      while not of.table.state.over do
        for colour in colours:gmatch "." do
          local blocked = of:answer("all_legal " .. colour) == "= \n\n"
          local answer = of:answer("genmove " .. colour)
          assert.equal(blocked, answer == "= pass\n\n")
          if blocked then passes = passes + 1 else played = played + 1 end
        end
      end
      assert.is_true(played > 20 and passes > 0)
      assert.equal("= pass\n\n", of:answer "g")
      local score = of:answer "final_score"
      assert.matches(name:find "Three" and "^= %d+ %d+ %d+ %d+\n\n$" or "^= [BW0]%+?%d*\n\n$",
        score)
      assert.matches("^= [123]", of:answer("get_place " .. colours:sub(1, 1)))
    end
  end)

  it("says what the bot thinks of its move", function()
    local of = engine("blokus", { variant = "duo" }, "expert", { iterations = 50 })
    assert.matches("^= %S+,%S+\n\n$", of:answer "reg_genmove b")
    assert.equal(0, of.table.state.ply)
    assert.matches("^= 0%.%d%d%d%d\n\n$", of:answer "get_value")
    local none = "? no generated move has a value\n\n"
    of:answer "genmove b"
    of:answer "undo"
    assert.equal(none, of:answer "get_value")
    of:answer "genmove b"
    of:answer "reg_genmove w"
    assert.matches("^= 0%.%d%d%d%d\n\n$", of:answer "get_value")
    of:answer "play w j5"
    assert.equal(none, of:answer "get_value")
    of:answer "clear_board"
    assert.equal("= iterations 50\nseconds 0\n\n", of:answer "param")
    of:answer "param fixed_simulations 7"
    of:answer "param seconds 0.5"
    assert.equal("= iterations 7\nseconds 0.5\n\n", of:answer "param")
  end)

  it("loads a file", function()
    local of = engine "blokus"
    local path = support.file "(;GM[Blokus Duo];B[e10];W[j5];B[f11,f12])"
    assert.equal("= \n\n", of:answer("loadsgf " .. path))
    assert.same({ "orange", 3 }, { of.table.state:colour(), of.table.state.ply })
    of:answer("loadsgf " .. path .. " 2")
    assert.equal(1, of.table.state.ply)
    assert.equal("= \n\n", of:answer "undo")
    assert.equal("= \n\n", of:answer "play b e10")
  end)

  it("takes names of files in quotes, and saves games", function()
    local folder = support.folder()
    local path = folder.path .. "/a \"b\" \\ c.blksgf"
    local quoted = '"' .. path:gsub('["\\]', "\\%0") .. '"'
    local of, again = engine "blokus", engine "blokus"
    of:answer "set_game Blokus Duo"
    for _, line in ipairs { "play b e10", "play w j5,j6", "savesgf " .. quoted } do
      assert.equal("= \n\n", of:answer(line))
    end
    assert.equal("= \n\n", again:answer("loadsgf " .. quoted .. " 2"))
    assert.same({ "orange", 1 }, { again.table.state:colour(), again.table.state.ply })
    assert.equal("= \n\n", again:answer("loadsgf " .. quoted))
    assert.equal(of.table.state, again.table.state)
    assert.equal("= \n\n", of:answer('savesgf ' .. quoted))
    assert.matches("^%? cannot save file: it exists, and is not a game in SGF",
      of:answer("savesgf " .. folder:write("other.txt", "words")))
    assert.matches("^%? cannot save file: a game of mixtour;", engine "mixtour":answer "savesgf x")
    assert.matches("^%? syntax error: expected a file", of:answer "savesgf")
    assert.matches("^%? cannot load file: cannot open a b: ", of:answer 'loadsgf "a b')
  end)

  -- A game in which colours pass, as a file and as a list of moves { colour, text }.
  local function with_passes()
    local rules, rng = tesela.rules("blokus", { variant = "duo", corners = "fixed" }),
      tesela.rng(3)
    local s, moves, passes = rules:start(), {}, 0
    while not s.over do
      local move = rng:pick(s:list())
      if s:text(move) == "pass" then
        passes = passes + 1
      else
        moves[#moves + 1] = { s:colour() == "purple" and "b" or "w", s:text(move) }
      end
      s:play(move)
    end
    assert.is_true(passes > 0)
    return support.file((blksgf.write(s:record()))), moves
  end

  local function board(of) return of:answer "showboard" end

  it("loads a game with passes as if it had been played", function()
    local path, moves = with_passes()
    local played, loaded = engine "blokus", engine "blokus"
    played:answer "set_game Blokus Duo"
    local boards = { board(played) }
    for _, move in ipairs(moves) do
      assert.equal("= \n\n", played:answer(("play %s %s"):format(table.unpack(move))))
      boards[#boards + 1] = board(played)
    end
    for number = 1, #moves do
      loaded:answer(("loadsgf %s %d"):format(path, number))
      assert.equal(boards[number], board(loaded))
    end
    assert.equal("= \n\n", loaded:answer("loadsgf " .. path))
    for number = #moves + 1, 1, -1 do
      assert.equal(boards[number], board(loaded))
      assert.equal(number > 1 and "= \n\n" or "? cannot undo\n\n", loaded:answer "undo")
    end
  end)

  it("has its own options for games behind one from a file", function()
    local of = engine "blokus"
    of:answer("loadsgf " .. support.file
      "(;GM[Blokus Duo]RU[corners=any bonus_all=1];B[j5];W[e10])")
    assert.equal("any", of.table.rules.options.corners)
    of:answer "set_game Blokus Duo"
    assert.same({ "fixed", 15 },
      { of.table.rules.options.corners, of.table.rules.options.bonus_all })
    assert.matches("^%? illegal move", of:answer "play b j5")
  end)
end)

-- A game between two engines that are told what seats may know; its record's moves.
local function between(game, options, seed, names)
  local rules = tesela.rules(game, options)
  local state, engines, told = rules:start(seed), {}, {}
  local seated = seeds.seats(seed, rules.seats)
  for seat = 1, rules.seats do
    engines[seat] = json.new({ game = game }, tables.bot(names[seat]), { iterations = 20 }, 0)
    local said = { protocol = 1, game = rules.name, options = rules.options, seat = seat,
      seats = rules.seats, seed = seated[seat], view = state:view(seat):fen(), more = {} }
    if not next(said.options) then said.options = nil end
    assert.matches('^{"ok":', engines[seat]:answer(tesela.encode { hello = said }))
    told[seat] = 0
  end
  local id = 0
  while not state.over do
    local seat = state.seat
    local of, view = engines[seat], state:view(seat)
    while told[seat] < state.ply do
      local at = tesela.replay(state:record(), told[seat])
      local mover = at.seat
      at:play(state:history()[told[seat] + 1])
      local seen = at:view(seat)
      told[seat] = told[seat] + 1
      assert.is_nil(of:answer(tesela.encode { moved = { seat = mover,
        move = seen:history()[seen.ply], view = seen:fen() } }))
    end
    id = id + 1
    local answer = tesela.decode(of:answer(tesela.encode { go = { id = id, seat = seat,
      view = view:fen(), seed = seeds.moves(seated[seat]):number((state.ply + 2) // 2) } }))
    assert.equal(id, answer.id)
    state:play(answer.move)
  end
  for _, of in ipairs(engines) do
    of:answer '{"over":{"scores":[0,0],"places":[1,1],"reason":"x"}}'
    of:close()
  end
  return state:history()
end

describe("JSON", function()
  local HELLO = [[{"hello":{"protocol":1,"game":"mixtour","options":{"win_score":2},
    "seats":2,"seat":1,"seed":9,"view":"5/5/5/5/5 w 0:0 -"}}]]

  local function mixtour(budget)
    return json.new({ game = "mixtour" }, tables.bot "expert", budget or {}, 0)
  end

  it("is answered to hello and to go", function()
    local of = mixtour { iterations = 100 }
    assert.equal(('{"ok":{"name":"tesela expert","version":"%s","want":[]}}\n'):format(
      tesela._VERSION:match "%S+$"), of:answer((HELLO:gsub("\n", ""))))
    assert.equal(2, of.rules.options.win_score)
    local answer = of:answer [[{"go":{"id":7,"seat":1,"view":"5/5/5/5/5 w 0:0 -",
      "moves":["a1"],"iterations":2000,"seconds":1.0,"seed":3,"later":true}}]]
    assert.matches('^{"id":7,"move":"%w+","value":[%d.]+,"line":%["[^%]]*%]}\n$', answer)
    assert.is_nil(of:answer '{"over":{"scores":[1,0],"places":[1,2],"reason":"score"}}')
    assert.is_nil(of:answer '{"something":{"else":1}}')
    assert.is_nil(of:answer "")
    assert.is_nil(of.left)
    assert.is_nil(of:answer '{"quit":{}}')
    assert.is_true(of.left)
  end)

  it("reads numbers of any size, and the last of repeated names", function()
    local of = mixtour { iterations = 10 }
    of:answer((HELLO:gsub("^{", '{"hello":7,', 1)))
    assert.matches('^{"id":3,"move":', of:answer [[{"go":{"id":18446744073709551615,"id":3,
      "view":"5/5/5/5/5 w 0:0 -","tag":18446744073709551615,"far":[-1e400]}}]])
    assert.matches("expected an integer, got number", of:answer
      [[{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -","iterations":18446744073709551615}}]])
  end)

  it("has the options of its command if hello has none", function()
    local of = json.new({ game = "mixtour", options = { win_score = 4 } }, tables.bot "random",
      {}, 0)
    local hello = HELLO:gsub("\n", "")
    assert.is_truthy(of:answer(hello):find '"ok"')
    assert.equal(2, of.rules.options.win_score)
    hello = hello:gsub('"options":%b{},', ""):gsub("w 0:0", "w 3:0")
    for _ = 1, 2 do
      assert.is_truthy(of:answer(hello):find '"ok"')
      assert.equal(4, of.rules.options.win_score)
    end
  end)

  it("follows the moves as long as they lead to the view", function()
    local of = mixtour { iterations = 10 }
    of:answer(HELLO)
    local state = tesela.rules "mixtour":start()
    for seat, move in ipairs { "b2", "b3" } do
      state:play(move)
      of:answer(('{"moved":{"seat":%d,"move":"%s","view":"%s"}}'):format(seat, move,
        state:fen()))
    end
    of:answer(('{"go":{"id":1,"view":"%s"}}'):format(state:fen()))
    assert.same({ "b2", "b3" }, of.table.state:history())
    of:answer '{"go":{"id":2,"view":"5/5/2,r,2/1,w,3/5 w 0:0 -"}}'
    assert.same({}, of.table.state:history())
    of:answer '{"moved":{"seat":1,"move":"nonsense","view":""}}'
    assert.matches('^{"id":3,"move"', of:answer '{"go":{"id":3,"view":"5/5/5/5/5 w 0:0 -"}}')
  end)

  it("gives up, offers draws and agrees to them as its bot does", function()
    local says
    local of <close> = json.new({ game = "mixtour" }, tables.bot { choose = function(_, view)
      return says.move or view:text(view:list()[1]), nil, says.offer
    end, draw = function() return says.agrees end }, {}, 0)
    of:answer(HELLO)
    local function answer(what, more)
      says = what
      return of:answer(('{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -"%s}}'):format(more or ""))
    end
    assert.equal('{"id":1,"move":"resign"}\n', answer { move = "resign" })
    assert.equal('{"id":1,"move":"a1","draw":true}\n', answer { offer = "draw" })
    assert.equal('{"id":1,"move":"a1"}\n', answer { agrees = true })
    assert.equal('{"id":1,"move":"a1"}\n', answer({}, ',"draw_offered":true'))
    assert.equal('{"id":1,"move":"draw"}\n', answer({ agrees = true }, ',"draw_offered":true'))
  end)

  it("thinks within the clock of a game", function()
    local of = mixtour()
    of:answer(HELLO)
    local go = '{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -",%s}}'
    local function iterations(clock)
      of:answer(go:format(clock))
      return of.table.players[1].player.object.report.iterations
    end
    -- The last of the moves before new time has most of what is left, one of ten a part.
    assert.is_true(iterations '"clock":[0.2,9],"togo":1' > iterations '"clock":[0.2,9],"togo":10')
    local file = support.file("return function(view) return view:list()[1] end", ".lua")
    local boxed <close> = json.new({ game = "mixtour" }, tables.bot(file), {}, 0)
    boxed:answer(HELLO)
    assert.is_truthy(boxed:answer(go:format '"clock":[9,9]'):find('"move":', 1, true))
    assert.is_truthy(of:answer(go:format '"clock":[1]'):find(
      "clock: expected the seconds of each of 2 seats", 1, true))
    assert.is_truthy(of:answer(go:format '"level":10'):find("level: expected 1 to 9", 1, true))
  end)

  it("thinks as it was started to, whatever level is asked for", function()
    local file = support.file([[return { levels = true, choose = function(_, view, budget)
      return view:list()[1], (budget.level or 0) / 10 end }]], ".lua")
    for level, budget in pairs { [0] = { iterations = 50 }, [3] = { level = 3 },
      [9] = {} } do
      local of <close> = json.new({ game = "mixtour" }, tables.bot(file), budget, 0)
      of:answer(HELLO)
      local answer = of:answer '{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -","level":9}}'
      assert.equal(level, math.floor(tesela.decode(answer).value * 10 + 0.5))
    end
    local of <close> = engine("mixtour", nil, file, { level = 2 })
    for _, words in ipairs { "param seconds 0", "param iterations 0" } do
      of:answer(words)
      of:answer "g"
      assert.equal("= 0.2000\n\n", of:answer "get_value")
    end
    of:answer "param iterations 5"
    of:answer "g"
    assert.equal("= 0.0000\n\n", of:answer "get_value")
  end)

  it("says what is wrong in an object", function()
    local of = mixtour { iterations = 10 }
    for line, why in pairs {
      ["[1"] = "expected an object of JSON: ", ["7"] = "expected an object of JSON",
      ['{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -"}}'] = "go: expected hello before it",
      ['{"go":1}'] = "go: expected an object, got a number",
      ['{"hello":{}}'] = "protocol: expected an integer, got nil",
      ['{"hello":{"protocol":2}}'] = "protocol: expected 1, got 2",
      ['{"hello":{"protocol":1,"game":"go"}}'] = "game: this engine plays mixtour, not go",
      ['{"hello":{"protocol":1,"game":"mixtour","options":{"win_score":0}}}'] =
        "options: mixtour: win_score=0: expected a whole number in 1..99",
      ['{"hello":{"protocol":1,"game":"mixtour","seat":"one"}}'] =
        "seat: expected an integer, got string",
      ['{"hello":{"protocol":1,"game":"mixtour","seat":1,"view":"x"}}'] =
        "view: mixtour position: ",
    } do
      local answer = of:answer(line)
      assert.equal(why, tesela.decode(answer).error:sub(1, #why))
      assert.equal(1, select(2, answer:gsub("\n", "")))
    end
    of:answer(HELLO)
    assert.matches('^{"error":"view: it is the turn of seat 2',
      of:answer '{"go":{"id":1,"view":"5/5/5/1,w,3/5 r 0:0 -"}}')
    assert.matches('^{"id":1,', of:answer '{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -"}}')
  end)

  it("continues if a text has a zero byte", function()
    local of <close> = json.new({ game = "mixtour" }, tables.bot "greedy", {}, 0)
    of:answer '{"hello":{"protocol":1,"game":"mixtour","seat":1,"view":"5/5/5/5/5 r 0:0 -"}}'
    assert.is_nil(of:answer [[{"moved":{"seat":2,"move":"a1\u0000","view":"x"}}]])
    assert.matches("a zero byte", of:answer '{"go":\0{}}')
    assert.matches('^{"error":', of:answer [[{"go":{"id":1,"view":"5/5\u0000"}}]])
    assert.matches('^{"id":1,', of:answer '{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -"}}')
  end)

  it("plays as the bot itself does", function()
    for _, game in ipairs { "mixtour", "tictactoe", "losetas" } do
      local names = { "expert", "greedy" }
      local played = tesela.run { rules = tesela.rules(game), bots = names, seed = 5,
        budget = { iterations = 20 } }
      assert.same(played.state:history(), between(game, nil, 5, names))
    end
  end)

  it("knows no more than its seat", function()
    for _, game in ipairs { "qwirkle", "kuhn", "pig" } do
      assert.is_true(#between(game, nil, 3, { "greedy", "random" }) > 1)
    end
  end)
end)

describe("tesela engine", function()
  it("ends with its input", function()
    local out, err, status = support.shell(("printf 'name\\n2 version' | %s engine mixtour")
      :format(support.quote(support.program)))
    assert.same({ "= tesela\n\n=2 " .. tesela._VERSION:match "%S+$" .. "\n\n", "", 0 },
      { out, err, status })
    out = support.shell(("printf 'quit\\nname\\n' | %s engine mixtour")
      :format(support.quote(support.program)))
    assert.equal("= \n\n", out)
  end)

  it("plays with a bot of one's own, in a box", function()
    local bot = support.file("return function(view) print 'hello' return view:list()[1] end",
      ".lua")
    local out, err, status = support.shell(
      ("printf 'genmove 1\\ngenmove 2\\nundo\\ngenmove 2\\n' | %s engine mixtour --bot %s")
        :format(support.quote(support.program), bot))
    assert.same({ "= a1\n\n= b1\n\n= \n\n= b1\n\n", 0 }, { out, status })
    assert.matches("hello", err)
  end)

  it("tells what is wrong with a bot, and continues", function()
    local bot = support.file("return function() error 'no idea' end", ".lua")
    local of = engine("mixtour", {}, nil)
    of.table.bot = tesela.bot(bot)
    assert.matches("^%? the bot failed: error: .*no idea\n\n$", of:answer "genmove 1")
    assert.equal("= \n\n", of:answer "play 1 b2")
    of:close()
  end)

  it("refuses a line of more than a megabyte, and continues", function()
    local function run(protocol, begin, rest, sign)
      return support.shell(("{ printf '%s'; head -c 3000000 /dev/zero | tr '\\0' '%s'; "
        .. "printf '%s'; } | %s engine tictactoe --protocol %s"):format(begin, sign or "x", rest,
        support.quote(support.program), protocol))
    end
    local WHY = "a line of more than a megabyte"
    local out, err, status = run("gtp", "7 play b ", "\\nname\\n")
    assert.same({ "?7 " .. WHY .. "\n\n= tesela\n\n", "", 0 }, { out, err, status })
    assert.equal("= tesela\n\n", (run("gtp", "# ", "\\nname\\n")))
    assert.equal("? " .. WHY .. "\n\n", (run("gtp", "", "", "1")))
    assert.equal(('{"error":"%s"}\n{"error":"go: expected hello before it"}\n'):format(WHY),
      (run("json", '{"go":"', '\\n{"go":{}}\\n')))
  end)

  it("keeps little of such a line", function()
    if support.sanitized then return end -- sanitizers reserve more
    local out = support.shell(("ulimit -v 300000; { head -c 30000000 /dev/zero; "
      .. "printf '\\nname\\n'; } | %s engine tictactoe"):format(support.quote(support.program)))
    assert.equal("? a line of more than a megabyte\n\n= tesela\n\n", out)
  end)

  it("has no more time than a search can have", function()
    local seconds, left
    local of <close> = gtp.new({ game = "tictactoe" }, tesela.bot(function(view, budget)
      seconds, left = budget.seconds, budget.clock and budget.clock[1]
      return view:list()[1]
    end), {}, 0)
    of:answer "time_settings 1e14 0 0"
    of:answer "genmove 1"
    assert.equal(1e14, left)
    of:answer "param seconds 1e14"
    of:answer "genmove 2"
    assert.equal(1e9, seconds)
  end)

  it("says what is missing", function()
    for _, words in ipairs { { "nothing" }, { "mixtour", "--bot", "nobody" },
      { "mixtour", "--set", "pieces=0" }, { "mixtour", "--protocol", "uci" } } do
      local _, err, status = support.tesela("engine", table.unpack(words))
      assert.equal(2, status)
      assert.matches("^tesela engine: ", err)
    end
  end)
end)
