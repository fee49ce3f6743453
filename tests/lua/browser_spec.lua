-- The session behind a page: every legal move can be pointed at and nothing else; games
-- are played to their ends by pointing; what is wrong is answered and loses nothing.

local tesela = require "tesela"
local drawing = require "tesela.drawing"
local games = require "tesela.rules.games"
local picking = require "tesela.app.picking"
local session = require "tesela.app.session"
local support = require "support"

local function ask(request)
  local reply = tesela.decode(session.serve(tesela.encode(request)))
  return reply
end

local function good(request)
  local reply = ask(request)
  assert.is_nil(reply.error, reply.error)
  return reply
end


local function with(list, token)
  local more = table.move(list, 1, #list, 1, {})
  more[#more + 1] = token
  return more
end

-- Calls f with each pick that choosing leads to, each set of choices once.
local function walk(pointing, f)
  local seen, open = {}, { {} }
  while #open > 0 do
    local chosen = table.remove(open)
    local pick = picking.pick(pointing, chosen)
    f(pick, chosen)
    local nexts = {}
    for _, cell in pairs(pick.cells) do nexts[#nexts + 1] = with(pick.chosen, cell.token) end
    for _, thing in ipairs(pick.things) do
      nexts[#nexts + 1] = with(thing.before or pick.chosen, thing.token)
    end
    for _, more in ipairs(nexts) do
      local key = table.concat(more, "\n")
      if not seen[key] then open[#open + 1] = more end
      seen[key] = true
    end
  end
end

-- Cells as a page has them: those of the position's picture.
local function find_of(state)
  local find = {}
  for _, spot in ipairs(drawing.cells((drawing.of(state)))) do find[spot.name] = spot end
  for move in state:moves() do
    for _, name in ipairs(state:parts(move, "cells") or {}) do
      local x, y = name:match "^(%-?%d+),(%-?%d+)$"
      find[name] = find[name] or x and { column = math.tointeger(x), row = math.tointeger(y) }
    end
  end
  return find
end

-- A state somewhere in a random game.
local function somewhere(name, set, rng)
  local state = tesela.rules(name, set):start(rng:int(1000))
  for _ = 1, rng:int(40) do
    local list = state:list()
    local after = state:copy():play(rng:pick(list))
    if after.over then break end
    state = after
  end
  return state:view(state.seat, 1)
end

local MOST = 150 -- moves of a position of which every order of choosing is walked

describe("pointing at moves", function()
  local sets = { blokus = { variant = "duo" } }
  for _, name in ipairs(tesela.games()) do
    it("reaches each legal move of " .. name .. " and no other", function()
      local rng = tesela.rng(7)
      for _ = 1, support.times(6, 1) do
        local state = somewhere(name, sets[name], rng)
        if state:count() <= MOST then
          local pointing, found = picking.new(state, find_of(state)), {}
          walk(pointing, function(pick)
            if pick.move then found[state:move(pick.move)] = true end
            assert.is_true(pick.move ~= nil or next(pick.cells) ~= nil or #pick.things > 0)
            for _, cell in pairs(pick.cells) do
              for _, ghost in ipairs(cell.ghost) do assert.is_table(pointing.find[ghost], ghost) end
            end
          end)
          local count = 0
          for move in pairs(found) do
            assert.is_true(state:legal(move))
            count = count + 1
          end
          assert.equal(state:count(), count)
        end
      end
    end)
  end

  it("takes what leads nowhere for a mistake", function()
    good { ["do"] = "open", game = "mixtour", players = { "human", 1 } }
    for _, chosen in ipairs { { "cell z9" }, { "piece T4" }, { "cell a1", "cell a1" } } do
      assert.matches("lead to no legal move", ask { ["do"] = "pick", chosen = chosen }.error)
    end
  end)

  it("turns and flips a piece into each way that fits", function()
    local state = tesela.rules("blokus", { variant = "duo" }):start()
    local pointing = picking.new(state, find_of(state))
    for _, piece in ipairs { "L5", "F", "W", "Z5", "I5", "P" } do
      local first = picking.pick(pointing, { "piece " .. piece })
      assert.equal("turn 1", first.chosen[2])
      local ways, seen, open = 0, {}, { "turn 1" }
      for _, thing in ipairs(first.things) do
        if thing.group == "turn" then ways = ways + 1 end
      end
      local reached = 0
      while #open > 0 do
        local turn = table.remove(open)
        if not seen[turn] then
          seen[turn], reached = true, reached + 1
          local pick = picking.pick(pointing, { "piece " .. piece, turn })
          for _, tokens in pairs(pick.turns or {}) do open[#open + 1] = tokens[2] end
        end
      end
      assert.equal(math.max(ways, 1), reached, piece)
    end
  end)
end)

-- Plays the game on the table to its end: people point at random, bots think.
local function play_out(position, rng)
  local plies = 0
  while not position.over do
    if position.person then
      local pick = position.pick
      while not pick.move or #pick.things > 0 and rng:int(2) == 1 do
        local ways = {}
        for _, cell in pairs(pick.cells) do ways[#ways + 1] = with(pick.chosen, cell.token) end
        for _, thing in ipairs(pick.things) do
          if not thing.selected then
            ways[#ways + 1] = with(thing.before or pick.chosen, thing.token)
          end
        end
        table.sort(ways, function(a, b) return table.concat(a, " ") < table.concat(b, " ") end)
        if #ways == 0 then break end
        pick = good { ["do"] = "pick", chosen = rng:pick(ways) }
      end
      position = good { ["do"] = "move", text = pick.move }
    else
      position = good { ["do"] = "think" }
    end
    plies = plies + 1
    assert.equal(plies, position.ply)
  end
  return position
end

describe("a game on the table", function()
  local GAMES = {
    { "mixtour", {}, { "human", 1 } },
    { "blokus", { variant = "duo" }, { 1, "human" } },
    { "losetas", {}, { "human", 1 } },
    { "qwirkle", { players = 3 }, { 1, "human", 1 } },
    { "connect_four", {}, { "human", "human" } },
    { "crowns", { calm = 20 }, { "human", 1 } },
  }
  for _, row in ipairs(GAMES) do
    it("is played to its end: " .. row[1], function()
      local position = good { ["do"] = "open", game = row[1], options = row[2],
        players = row[3], seed = 5 }
      assert.equal(0, position.ply)
      position = play_out(position, tesela.rng(3))
      assert.matches("^%u[%w ,]*: .*, score %-?%d+:", position.status)
      assert.is_nil(position.pick)
      local record = good { ["do"] = "save" }
      local again = good { ["do"] = "record", text = record.text, players = row[3] }
      assert.equal(position.svg, again.svg)
      assert.equal(record.text, good({ ["do"] = "save" }).text)
      assert.matches("the game is over", ask { ["do"] = "think" }.error)
      assert.matches("the game is over", ask { ["do"] = "move", text = "a1" }.error)
    end)
  end

  it("is rebuilt from what a page keeps of it", function()
    good { ["do"] = "open", game = "qwirkle", players = { "human", 1 }, seed = 9 }
    good { ["do"] = "move", text = tesela.rules("qwirkle"):start(9):texts()[1] }
    good { ["do"] = "think" }
    assert.equal(1, good({ ["do"] = "note", text = "well", ply = 1 }).ply)
    local before = good { ["do"] = "position" }
    local moves = {}
    for i, move in ipairs(before.moves) do moves[i] = move.text end
    local after = good { ["do"] = "open", game = "qwirkle", players = before.players,
      seed = before.seed, moves = moves, notes = { ["1"] = "well" } }
    assert.equal(before.svg, after.svg)
    assert.same(before.pick, after.pick)
    assert.same({ ["1"] = "well" }, after.notes)
    assert.same(before.moves, after.moves)
  end)

  it("shows no hidden hand, neither in pictures nor in words", function()
    local position = good { ["do"] = "open", game = "qwirkle", players = { "human", 1 },
      seed = 4 }
    local other = good { ["do"] = "open", game = "qwirkle", players = { "human", 1 },
      seed = 4 }
    assert.equal(position.svg, other.svg)
    local state = tesela.rules("qwirkle"):start(4)
    local hand = state:view(1, 0)
    assert.equal(tostring(hand), position.text)
    good { ["do"] = "move", text = hand:texts()[1] }
    assert.matches("hands are hidden", ask { ["do"] = "analyse" }.error)
    position = good { ["do"] = "think" }
    assert.is_nil(position.text:find("seat 2 .*1:"), position.text)
    assert.matches("all hands", ask { ["do"] = "save" }.error)
  end)

  it("holds no hands of a record until its game is over", function()
    local rules = tesela.rules "qwirkle"
    local state = rules:load "rc@0,0+rd@1,0 ys+yd+bf/gf+gs+ot bf 1 0:0 0"
    local text = session.serve(tesela.encode { ["do"] = "record", text = state:record(),
      players = { "human", 1 } })
    assert.is_nil(text:find("gf+gs+ot", 1, true))
    assert.matches("hands", tesela.decode(text).only_here)
    while not state.over do state:play(state:list()[1]) end
    local position = good { ["do"] = "record", text = state:record(), players = { "human", 1 } }
    assert.is_nil(position.only_here)
    assert.equal(position.svg, good({ ["do"] = "record", text = position.record,
      players = position.players }).svg)
  end)

  it("takes back to a person's choice, and says what cannot be", function()
    good { ["do"] = "open", game = "mixtour", players = { "human", 1 }, seed = 1 }
    assert.matches("nothing to take back", ask { ["do"] = "undo" }.error)
    good { ["do"] = "move", text = "B2" }
    good { ["do"] = "think" }
    assert.equal(0, good({ ["do"] = "undo" }).ply)
    assert.matches("^b9: ", ask { ["do"] = "move", text = "b9" }.error)
    assert.equal(0, good({ ["do"] = "position" }).ply)
  end)

  it("has hints while a bot is to move, but none about hands that are hidden", function()
    good { ["do"] = "open", game = "mixtour", players = { 1, "human" } }
    assert.equal(1, #good({ ["do"] = "hint", iterations = 10 }).hints)
    good { ["do"] = "open", game = "qwirkle", players = { "human", 1 }, seed = 1 }
    assert.matches("whose hand you do not see", ask { ["do"] = "hint" }.error)
  end)

  it("says who has won", function()
    local position = good { ["do"] = "open", game = "connect_four", players = { "human", 1 },
      moves = { "a", "b", "a", "b", "a", "b" } }
    assert.same({}, position.winners)
    position = good { ["do"] = "move", text = "a" }
    assert.same({ 1 }, position.winners)
    assert.equal("You win: a line is complete, score 1:0", position.status)
  end)

  it("says what lies on each cell, from the bottom up, and where that is", function()
    good { ["do"] = "open", game = "mixtour", players = { "human", "human" } }
    for _, move in ipairs { "b2", "c3", "b2-c3" } do good { ["do"] = "move", text = move } end
    local cells = good({ ["do"] = "position" }).cells
    assert.equal("red disc, white disc", cells.c3.words)
    assert.equal("empty", cells.b2.words)
    assert.same({ 100, -100 }, { cells.c3.x - cells.b2.x, cells.c3.y - cells.b2.y })
    good { ["do"] = "open", game = "blokus", players = { "human", "human", "human", "human" } }
    cells = good({ ["do"] = "move", text = "a20,b20,a19" }).cells
    for _, name in ipairs { "a20", "b20", "a19" } do
      assert.equal("blue squares", cells[name].words)
    end
    assert.equal("empty", cells.b19.words)
  end)

  it("says moves in words, whatever they are made of", function()
    local function words(game, moves, options)
      local players = {}
      for seat = 1, tesela.rules(game, options).seats do players[seat] = "human" end
      local position = good { ["do"] = "open", game = game, moves = moves, options = options,
        players = players, seed = 2 }
      return position.moves[#moves].words, position.called
    end
    assert.equal("white disc to b2", words("mixtour", { "b2" }))
    assert.equal("white disc from b2 to c3", words("mixtour", { "b2", "c3", "b2-c3" }))
    assert.equal("2 pieces from c3 to d3", words("mixtour",
      { "b2", "c3", "b2-c3", "d3", "a1", "c3:2-d3" }))
    assert.equal("blue V3 to a19", words("blokus", { "a20,b20,a19" }))
    assert.equal("blue 1x2 to j8", words("losetas", { "2x2@h8", "1x2@j8" }))
    assert.equal("red disc to c1", words("connect_four", { "c" }))
    assert.equal("f1", words("kalah", { "f1" }))
    local hand = tesela.rules("qwirkle"):start(2)
    local said, called = words("qwirkle", { hand:texts()[1] })
    assert.matches("^%a+ %a+ to 0,0", said)
    assert.same({ "Player 1", "Player 2" }, called)
  end)

  it("says how a piece lies, and what was changed for who looks", function()
    good { ["do"] = "open", game = "blokus", players = { "human", "human" }, seed = 1,
      options = { variant = "duo", players = 2 } }
    local pick = good { ["do"] = "pick", chosen = { "piece F" } }
    assert.equal("F: choose where to", pick.say)
    local said = {}
    for _ = 1, 4 do
      pick = good { ["do"] = "pick", chosen = pick.turns.r }
      said[#said + 1] = pick.say:match "^[^:]*"
    end
    assert.same({ "F, turned once", "F, turned twice", "F, turned three times", "F" }, said)
    assert.equal(good({ ["do"] = "pick", chosen = pick.turns.f }).say:match "^[^:]*",
      "F, flipped")
    good { ["do"] = "open", game = "losetas", players = { "human", "human" } }
    assert.same({ "piece 2x1" }, good({ ["do"] = "pick", chosen = { "piece 1x2" } }).turns.r)
    good { ["do"] = "open", game = "mixtour", players = { "human", "human" } }
    for _, move in ipairs { "b2", "c3" } do good { ["do"] = "move", text = move } end
    local changes = good({ ["do"] = "move", text = "b2-c3" }).changes
    assert.same({ { "disc b2/1", "disc c3/2" } }, changes.moved)
  end)

  it("explains its rules in the words of the manual, with no id of the page", function()
    for _, name in ipairs(tesela.games()) do
      local about = good { ["do"] = "about", game = name }
      assert.matches("<h3>Rules</h3>\n<p>", about.html)
      assert.is_nil(about.html:find(" id=", 1, true))
      assert.matches("^%l[%w_]*%.html", about.page)
    end
    assert.matches("If you can do nothing, you%s+pass",
      good({ ["do"] = "about", game = "mixtour" }).html)
  end)

  it("reports how a bot thinks to the one who watches", function()
    local told = {}
    session.listen(function(text) told[#told + 1] = tesela.decode(text) end)
    good { ["do"] = "open", game = "mixtour", players = { "human", 1 }, seed = 1 }
    good { ["do"] = "move", text = "b2" }
    good { ["do"] = "think" }
    good { ["do"] = "analyse", iterations = 20 }
    session.listen(function() end)
    assert.equal(3, told[#told].of)
    assert.equal(3, told[#told].done)
  end)
end)

describe("requests that are wrong", function()
  it("are answered, and nothing is lost", function()
    good { ["do"] = "open", game = "tictactoe", players = { "human", "human" } }
    good { ["do"] = "move", text = "b2" }
    local wrong = { "", "1", "{}", '{"do":"fly"}', '{"do":1}', "[", '{"do":"open"}',
      '{"do":"open","game":"chess"}', '{"do":"open","game":"mixtour","options":{"x":1}}',
      '{"do":"open","game":"mixtour","players":["human",11]}',
      '{"do":"open","game":"mixtour","players":[1,2]}',
      '{"do":"open","game":"mixtour","moves":["b2","b2"]}',
      '{"do":"record","text":"{}"}', '{"do":"record"}', '{"do":"bring"}',
      '{"do":"bring","name":"../x.lua","text":"return 1"}', '{"do":"bring","name":"x.lua"}',
      '{"do":"hint","count":0}', '{"do":"open","game":"mixtour","players":"x"}',
      '{"do":"open","game":"mixtour","players":["human","x"]}',
      '{"do":"open","game":"mixtour","seed":"x"}', '{"do":"open","game":"mixtour","moves":"b2"}',
      '{"do":"open","game":"mixtour","options":"x"}', '{"do":"note","ply":0}',
      '{"do":"note","ply":0,"text":7}' }
    for _, text in ipairs(wrong) do
      local reply = tesela.decode(session.serve(text))
      assert.is_string(reply.error, text)
      assert.is_nil(reply.error:find "\n", reply.error)
      assert.is_nil(reply.error:find "attempt to" or reply.error:find "bad argument"
        or reply.error:find "index is", reply.error)
    end
    assert.equal(1, good({ ["do"] = "position" }).ply)
  end)
end)

describe("the notes of a game that is opened", function()
  local function open(notes)
    return ask { ["do"] = "open", game = "mixtour", moves = { "b2" }, notes = notes,
      players = { "human", "human" } }
  end

  it("are texts, each of one of its plies", function()
    good { ["do"] = "open", game = "tictactoe", players = { "human", "human" } }
    for _, key in ipairs { "x", "", "hello", "1.5", "-1", "2", "1e9" } do
      assert.equal("notes: expected a ply in 0..1, got " .. key, open { [key] = "y" }.error)
    end
    for _, note in ipairs { 5, true, {} } do
      assert.equal("notes: expected a string at ply 1", open { ["1"] = note }.error)
    end
    assert.matches("^notes: expected", open("x").error)
    assert.equal("tictactoe", good({ ["do"] = "position" }).game)
    assert.same({ ["0"] = "a", ["1"] = "b" }, open({ ["0"] = "a", ["1"] = "b" }).notes)
    assert.matches('"note 1":"b"', good({ ["do"] = "save" }).text)
  end)
end)

describe("files of games", function()
  local record = tesela.rules("mixtour"):start(1):play("b2"):record()
  local function open(text, number)
    return ask { ["do"] = "record", text = text, number = number, name = "some.file" }
  end

  it("are those of matches and tournaments, whose games have numbers", function()
    local folder = support.folder()
    folder:must "$T match mixtour greedy random --games 4"
    local position = open(folder:read "mixtour-greedy-random-1.jsonl", 3)
    support.clean()
    assert.is_nil(position.error, position.error)
    assert.equal(4, position.records)
    assert.is_true(position.over and position.plies > 0)
  end)

  it("are those of other programs", function()
    local position = open "(;GM[Blokus Duo];B[e10,e9,e8])"
    assert.is_nil(position.error, position.error)
    assert.equal("blokus", position.game)
    assert.equal(1, position.plies)
  end)

  it("may have no game", function()
    assert.equal("some.file: it contains no game", open("\n").error)
    assert.equal("expected a number in 1..2, got 3", open(record .. "\n" .. record, 3).error)
  end)
end)

describe("games of strangers", function()
  local folder
  setup(function()
    folder = os.tmpname()
    os.remove(folder)
    os.execute("mkdir " .. folder)
    session.folder = folder
  end)
  teardown(function()
    session.folder = nil
    os.execute("rm -r " .. folder)
  end)

  local function bring(name, text)
    return ask { ["do"] = "bring", name = name, text = text }
  end

  it("are played like others", function()
    local five = bring("five.lua", [[local tesela = require "tesela"
      return tesela.derive("mixtour", { name = "five", options = { win_score = 5 } })]]).game
    assert.equal("five", five.name)
    local position = good { ["do"] = "open", game = "five", players = { "human", 1 } }
    assert.equal("five", position.game)
    assert.is_nil(position.only_here)
  end)

  it("have a fence around them", function()
    assert.matches("os", bring("thief.lua", [[os.remove "x"]]).error)
    assert.matches("takes longer than 1 s", bring("ever.lua", "while true do end").error)
    assert.matches("expected a file that returns a game", bring("none.lua", "return 1").error)
    assert.matches("syntax error", bring("slip.lua", "retrun 1").error)
  end)

  it("take no name of a shipped game", function()
    local text = 'return require("tesela").derive("mixtour", { name = "%s" })'
    for _, name in ipairs { "connect_four", "mixtour" } do
      assert.equal(name .. ".lua: a shipped game already uses this name; choose another",
        bring(name .. ".lua", text:format(name)).error)
      assert.matches("name " .. name, bring("other.lua", text:format(name)).error)
    end
    assert.matches("at most 60", bring(("x"):rep(61) .. ".lua", text).error)
    assert.matches("Connect Four", good({ ["do"] = "open", game = "connect_four",
      players = { "human", "human" } }).title)
  end)

  it("may be bots, which play in boxes and are opened again", function()
    assert.equal("first", bring("first.lua", "return function(view) return view:list()[1] end").bot)
    assert.equal("thief", bring("thief.lua", [[return { choose = function(view)
      return io.open "x" end }]]).bot)
    assert.matches("did you mean choose", bring("slip.lua", "return { chose = 1 }").error)
    good { ["do"] = "open", game = "mixtour", players = { "human", "first" }, seed = 1 }
    good { ["do"] = "move", text = "b2" }
    local position = good { ["do"] = "think" }
    assert.equal("Red: red disc to a1", position.said)
    assert.same({ "You (white)", "Red (first)" }, position.called)
    assert.is_nil(position.only_here)
    assert.same({ "human", "first" }, position.players)
    good { ["do"] = "open", game = "mixtour", players = { "thief", "human" } }
    assert.matches("thief.*io", good({ ["do"] = "think" }).said)
    assert.matches("all bots of a game must be the same", ask { ["do"] = "open", game = "mixtour",
      players = { "first", 1 } }.error)
  end)
end)

describe("the prompt", function()
  local function eval(code) return ask { ["do"] = "eval", code = code } end

  it("shows values as a session does", function()
    assert.equal("3\t{ 1, 2 }", eval("1 + 2, { 1, 2 }").shown)
    assert.same({ done = true }, eval "browser_x = 5")
    assert.equal("5", eval("browser_x").shown)
    assert.equal("5", eval("_").shown)
    assert.equal(1, #eval("tesela.rules('mixtour'):start()").pictures)
    assert.same({ more = true }, eval "for i = 1, 3 do")
    assert.matches("attempt to call a nil value", eval("nothing_here()").error)
    assert.matches("unexpected symbol", eval(")").error)
  end)

  it("completes", function()
    local reply = good { ["do"] = "complete", line = "tesela.sear" }
    assert.equal(7, reply.from)
    assert.same({ "search", "searcher" }, reply.list)
  end)

  it("puts a game on the table", function()
    local reply = eval "s = play 'tictactoe'"
    assert.equal("tictactoe", reply.position.game)
    assert.equal("tictactoe", good({ ["do"] = "position" }).game)
  end)

  -- What a page opens again of a position, as address.js does.
  local function opened_again(position)
    if position.record then
      return good { ["do"] = "record", text = position.record, players = position.players }
    end
    local moves = {}
    for i, move in ipairs(position.moves) do moves[i] = move.text end
    return good { ["do"] = "open", game = position.game, options = position.options,
      seed = position.seed, players = position.players, notes = position.notes, moves = moves }
  end

  it("says which of its games cannot be opened again", function()
    local ONLY = {
      { [[play("mixtour", { bot = "greedy" })]], "bots" },
      { [[play("mixtour", { clock = "60+1" })]], "bots" },
      { [[play("mixtour", { iterations = 10 })]], "bots" },
      { [[play("tictactoe", { bot = function(view) return view:list()[1] end })]], "bots" },
      { [[play(tesela.rules(tesela.derive("mixtour", { name = "browser_mine" })))]], "rules" },
      { [[play(tesela.rules(tesela.derive("mixtour", { name = "connect_four" })))]], "rules" },
    }
    for _, row in ipairs(ONLY) do
      local result = eval(row[1])
      assert.is_nil(result.error, result.error)
      assert.matches(row[2], result.position.only_here or "none", row[1])
      assert.is_nil(result.position.record)
    end
  end)

  it("says of its other games all that opens them again", function()
    tesela.reload "connect_four" -- as before the test above
    for _, code in ipairs { [[play "connect_four"]], [[play("mixtour", { level = 2 })]],
      [[play("mixtour", { bot = "none" })]], [[play("mixtour", { bot = "expert", seat = 2 })]],
      [[play("mixtour", { level = 1, clock = "60+1" })]],
      [[play(tesela.rules("mixtour", { win_score = 3 }):start():play "b2")]],
      [[play(tesela.rules("mixtour"):load("5/5/1,r,wrrw,2/5/5 r 0:0 -"))]] } do
      local position = eval(code).position
      assert.is_nil(position.only_here, code)
      local control = tesela.decode(good({ ["do"] = "save" }).text).control
      local again = opened_again(position)
      for _, name in ipairs { "svg", "names", "players", "options", "moves", "only_here" } do
        assert.same(position[name], again[name], code .. " " .. name)
      end
      assert.equal(control, tesela.decode(good({ ["do"] = "save" }).text).control)
    end
  end)

  it("shows no hidden hand of a game that it puts on the table", function()
    local hand = tesela.rules("qwirkle"):start(3):view(2, 0)
    local reply = eval [[play("qwirkle", { seed = 3, seat = 2 })]]
    assert.equal((tostring(hand):gsub("\n$", "")), reply.shown)
    assert.equal(hand:svg(), reply.pictures[1])
    reply = eval [[play("qwirkle", { seed = 3, bot = "none" })]]
    assert.matches("hidden hands", reply.shown)
    assert.same({}, reply.pictures)
  end)

  it("lets a game wait whose bot has failed, until it is asked again", function()
    local position = eval [[browser_fails = true
      play("tictactoe", { seat = 2, bot = function(view)
        return browser_fails and error "no idea" or view:list()[1]
      end })]].position
    assert.is_nil(position.paused)
    for _ = 1, 2 do
      position = good { ["do"] = "think" }
      assert.is_true(position.paused)
      assert.equal(0, position.plies)
      assert.matches("no idea", position.said)
      assert.matches("Go on lets the bot try again", position.said)
      assert.is_nil(position.said:find "reload")
    end
    assert.is_true(good({ ["do"] = "position" }).paused)
    eval "browser_fails = false"
    position = good { ["do"] = "think" }
    assert.is_nil(position.paused)
    assert.equal(1, position.plies)
    good { ["do"] = "move", text = "c3" }
    eval "browser_fails = true"
    assert.is_true(good({ ["do"] = "think" }).paused)
    assert.is_nil(good({ ["do"] = "undo" }).paused)
  end)
end)

describe("what a page lists", function()
  it("has each game with its options, as an input wants them", function()
    local reply = good { ["do"] = "games" }
    local names = {}
    for i, game in ipairs(reply.games) do names[i] = game.name end
    for i, name in ipairs(tesela.games()) do assert.equal(name, names[i]) end
    assert.is_true(#names >= #games.names())
    for _, game in ipairs(reply.games) do
      for _, option in ipairs(game.options) do
        assert.is_true(option.words ~= nil or option.min ~= nil or option.range ~= nil)
        local set = { [option.name] = option.default }
        local rules = ask { ["do"] = "rules", game = game.name, options = set }
        assert.equal("integer", math.type(rules.seats), rules.error)
      end
    end
  end)
end)
