-- `tesela play` as a person meets it, in a terminal of 80 by 24.
--
-- The screens of a whole game between two people are kept in screens/;
-- TESELA_UPDATE_SCREENS=1 writes them anew.

local tesela = require "tesela"

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local INTERRUPT_SECONDS = 20 -- how soon Ctrl-C has to help, on any machine

-- A position with 80 legal moves.
local CROWDED = "2,ww,1,w/1,w,r,1,w/2,rwr,wr,w/rw,1,rrrw,w,1/r,w,w,r,rr w 0:0 c4"

describe("tesela play", function()
  local directory, t

  before_each(function() directory = shell.directory() end)

  after_each(function()
    if t then t:stop() end
    t = nil
    shell.remove(directory)
  end)

  -- Starts a game; the first prompt is there.
  local function play(arguments, env)
    if t then t:stop() end
    t = terminal.start(("%s play mixtour %s"):format(terminal.program, arguments),
      env)
    t:prompt()
  end

  -- A bot that says that it thinks, and never ends.
  local function endless_bot()
    local path = directory .. "/endless.lua"
    shell.write(path, [[
return function()
  io.stdout:write "thinking\n"
  io.stdout:flush()
  while true do end
end
]])
    return path
  end

  -- A bot that takes a moment for each move.
  local function slow_bot()
    local path = directory .. "/slow.lua"
    shell.write(path, [[
local tesela = require "tesela"
return function(view)
  local finish = tesela.clock() + 0.2
  while tesela.clock() < finish do end
  return view:list()[1]
end
]])
    return path
  end

  local function load_text(text)
    local path = directory .. "/position"
    shell.write(path, text .. "\n")
    return "--load " .. path
  end

  local function assert_screen(name)
    local path = here .. "screens/" .. name .. ".txt"
    local screen = t:screen() .. "\n"
    if os.getenv "TESELA_UPDATE_SCREENS" == "1" then shell.write(path, screen) end
    assert.equal(shell.read(path), screen)
  end

  -- A line that is as wide as the screen may be one that was wrapped.
  local function assert_fits(text)
    for line in text:gmatch "[^\n]+" do
      assert.is_true(#line < 80, line)
    end
  end

  describe("from the first move to the last", function()
    it("is a game to three points against the bot", function()
      play "--set win_score=3 --seed 5 --iterations 600"
      local lines = 0
      repeat
        lines = lines + 1
        assert.is_true(lines < 500, "the game does not end")
        local move = t:ask("hint"):match "\ntry (%S+)"
        assert.is_string(move, t:screen())
        local _, last = t:ask(move, "^%l+>$")
      until last == "over>"
      assert.equal(0, t:finish())
      local winner, white, red =
        t:screen():match "The game is over: (%a+) wins %(by points%), score (%d):(%d)"
      assert.is_string(winner, t:screen())
      assert.equal(winner == "white" and "3" or white, white)
      assert.equal(winner == "red" and "3" or red, red)
      assert.matches("   over   score " .. white .. ":" .. red, t:screen(), 1, true)
    end)

    it("is a game between two people, screen by screen", function()
      play "--bot none --seed 5"
      assert_screen "start"
      local moves = {
        "a3", "b3", "d1", "a3-b3", "d1-b3", "c5", "d4", "b5", "c5-b5", "b3:3-b5",
      }
      local kept = { [3] = "entered", [5] = "stacked", [9] = "before-the-end" }
      for i = 1, #moves - 1 do
        t:ask(moves[i])
        if kept[i] then assert_screen(kept[i]) end
      end
      t:ask(moves[#moves], "^over>$")
      assert_screen "over"
      assert.equal(0, t:finish())
    end)
  end)

  describe("a line that is typed", function()
    it("says why a move is illegal, and nothing is lost", function()
      play "--bot none"
      for _, move in ipairs { "c3", "c4", "c3-c4" } do t:ask(move) end
      local before = t:ask "fen"
      local reasons = {
        { "z9", "z9 is not a cell" },
        { "c4", "c4: c4 is not empty" },
        { "a1-c4", "a1-c4: a1 is empty" },
        { "c4:7-c3", "c4:7-c3: c4 has only 2 pieces" },
        { "c4-d4", "c4-d4: d4 is empty" },
        { "c4-e3", "c4-e3: c4 and e3 are not in a line" },
        { "pass", "pass: red may pass only if there is no other move" },
      }
      for _, row in ipairs(reasons) do
        local answer = t:ask(row[1])
        assert.matches(row[2], answer, 1, true)
        assert_fits(answer)
      end
      assert.equal(before, (t:ask "fen"))
      assert.equal("5/2,rw,2/5/5/5 r 0:0 c3-c4", before)
    end)

    it("that is not a move is answered with what could be meant", function()
      play "--bot none"
      assert.matches("did you mean\n? *quit%?", (t:ask "quitt"))
      local answer = t:ask "what can I type here, please?"
      assert.matches("help lists what\n? *you can type", answer)
      assert_fits(answer)
    end)

    it("may be empty or have blanks around it", function()
      play "--bot none"
      t:send "Enter"
      t:wait "white>\nwhite>"
      t:ask "  b2 "
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
    end)

    it("comes back with the up arrow", function()
      play "--bot none"
      t:ask "moves"
      t:ask "fen"
      t:send("Up", "Up")
      t:prompt "white> moves$"
    end)
  end)

  describe("a line that is typed otherwise", function()
    it("is the move that is meant", function()
      play "--bot none"
      for _, each in ipairs { { "B2", "b2" }, { " c 3 ", "c3" }, { "b2 c3", "b2-c3" },
        { "D4", "d4" }, { "c3d4", "c3-d4" } } do
        local said = t:ask(each[1])
        assert.equal(each[2], t:ask("fen"):match "%S+$", each[1] .. ": " .. said)
      end
    end)

    it("tells why what is meant is not legal", function()
      play "--bot none"
      t:ask "c3"
      assert.equal("c3-e4: c3 and e4 are not in a line",
        (t:ask "C3 E4"))
      assert.equal("cell a1: empty", (t:ask "cell a1"))
      assert.equal("w", (t:ask "cell c3"))
    end)
  end)

  it("makes a pass that is forced, and undo goes back behind it", function()
    shell.write(directory .. "/passing.lua", [[
return require "tesela".define {
  fields = { left = 1 }, endings = { "done" },
  start = function(s) s.left = 3 end,
  moves = function(s, out) out(s.seat == 1 and 1 or 2) end,
  apply = function(s, m)
    if m == 1 then s.left = s.left - 1 end
    s.seat = 3 - s.seat
    if s.left == 0 then s.over = "done" end
  end,
  result = function() return { 0, 0 } end,
  print = function(_, m) return m == 1 and "take" or "pass" end,
}
]])
    t = terminal.start(("%s play %s/passing.lua --bot none"):format(terminal.program,
      directory))
    t:prompt "1> ?$"
    t:ask("take", "1>$")
    t:wait "seat 2 has no other move: pass"
    assert.matches("1 | 2 | 1", t:screen(), 1, true)
    assert.matches("1 | 3 | 1", (t:ask("undo", "1>$")), 1, true)
  end)

  it("continues if the rules fail at a move that was typed", function()
    shell.write(directory .. "/failing.lua", [[
return require "tesela".define {
  fields = { n = { max = 1 } }, endings = { "done" },
  moves = function(_, out) out(1) out(2) end,
  apply = function(s, m) s.n = m s.seat = 3 - s.seat end,
  result = function() return { 0, 0 } end,
  print = function(_, m) return "m" .. m end,
}
]])
    local out, err, status = shell.run(("%s play %s/failing.lua --bot none"):format(
      terminal.program, directory), "m2\nm1\nm2\nfen\n")
    assert.equal("", err)
    assert.equal(0, status)
    local _, failures = out:gsub("%s+", " "):gsub("in 0%.%.1, got 2", "")
    assert.equal(2, failures)
    assert.matches("\n2 n=1\n", out)
  end)

  describe("when the game is over", function()
    local function to_the_end(arguments)
      play("--seed 5 --bot none --set win_score=1 " .. (arguments or ""))
      for _, move in ipairs { "a3", "b3", "d1", "a3-b3", "d1-b3", "c5", "d4", "b5",
        "c5-b5" } do
        t:ask(move)
      end
      local said = t:ask("b3:3-b5", "^over>$")
      assert.matches("white wins %(by points%)", said)
      assert.matches("again", said)
    end

    it("looks back, saves and takes back", function()
      to_the_end()
      for _, word in ipairs { "hint", "moves", "go", "draw", "resign" } do
        assert.equal(word .. ": the game is over", (t:ask(word)))
      end
      assert.matches("^the game is over;", (t:ask "a1"))
      t:ask("back 3", "^back>$")
      t:ask("go", "^over>$")
      assert.equal("saved to " .. directory .. "/g.json",
        (t:ask("save " .. directory .. "/g.json")))
      t:ask("undo", "^red>$")
      t:line "b3:3-b5"
      t:prompt "^over>$"
      t:line "quit"
      assert.equal(0, t:finish())
      assert.is_nil(t:screen():find("To go on", 1, true))
    end)

    it("is analysed, leafed through and kept with that", function()
      to_the_end("--save " .. directory .. "/g.json")
      assert.matches("^better: this game was not analysed", (t:ask "better"))
      local said = t:ask "analyse 300"
      assert.matches("chance of white", said)
      assert.matches("Move %d+, %w+ %(human%): %S+ gave away", said)
      assert.matches("white %(human%): accuracy", said)
      assert.matches("chance of white", (t:ask "curve"))
      assert.matches("\n   note: mine\n", t:ask "note mine" .. t:ask "board" .. "\n", 1, true)
      local looked = t:ask("back 2", "^back>$")
      assert.matches("\nwhite  [^\n]+\n +%^\nchances: white %d+ %%, red %d+ %%", looked)
      t:ask("go", "^over>$")
      local path = directory .. "/h.json"
      assert.matches("^saved to", (t:ask("save " .. path)))
      local record = tesela.decode(shell.read(path))
      assert.equal(300, record.analysis.iterations)
      assert.equal("mine", record["note 10"])
      t:ask("undo", "^red>$")
      assert.equal("analyse: the game is not over", (t:ask "analyse"))
      t:line "quit"
      assert.equal(0, t:finish())
      play("--bot none --load " .. path)
      assert.matches("chance of white", (t:ask "curve"))
      assert.matches("^saved to", (t:ask("save " .. directory .. "/again.json")))
      assert.equal(shell.read(path), shell.read(directory .. "/again.json"))
      t:ask("undo", "^%a+>$")
      assert.matches("^saved to", (t:ask("save " .. directory .. "/undone.json")))
      assert.is_nil(shell.read(directory .. "/undone.json"):find "analysis")
    end)

    it("continues with an analysis that was interrupted", function()
      to_the_end()
      t:line "analyse 1000000"
      t:wait "%d of 11 positions"
      t:send "C-c"
      t:wait "interrupted; the same command resumes it"
      t:prompt "^over>$"
      assert.matches("accuracy", (t:ask "analyse 100"))
    end)

    it("tells how to go on with the game that was begun again", function()
      play("--bot random --seed 3", { XDG_STATE_HOME = "/dev/null" })
      t:resign()
      t:prompt "^over>$"
      assert.matches("You lose. The game is over: red wins (resigned)", t:screen(), 1, true)
      t:ask("again", "^red>$")
      t:ask("a1", "^red>$")
      t:line "quit"
      assert.equal(0, t:finish())
      assert.matches("--bot random --seat 2", t:screen(), 1, true)
    end)

    it("begins again with the seats turned", function()
      play("--bot random --seed 3 --save " .. directory .. "/g.json")
      t:resign()
      t:prompt "^over>$"
      t:line "again"
      t:wait "white: random, red: you"
      t:prompt "^red>$"
      t:line "quit"
      assert.equal(0, t:finish())
      for name, reason in pairs { ["g.json"] = "resigned", ["g-2.json"] = false } do
        local record = tesela.decode(shell.read(directory .. "/" .. name))
        assert.equal(reason, record.result and record.result.reason or false, name)
      end
    end)
  end)

  describe("without a game", function()
    local function answer(question, line)
      t:wait(question)
      t:line(line)
    end

    it("asks what to play, until that can be", function()
      t = terminal.start(terminal.program .. " play")
      answer("Which game? [mixtour]", "blokos")
      t:wait "did you mean blokus?"
      t:line "duo"
      t:wait "there is no game duo; that is blokus with variant=duo (--set variant=duo)"
      t:line "?"
      t:wait("Enter accepts the answer in brackets; type options to set the options of the\n"
        .. "  game and")
      t:send "Enter"
      answer("Against whom? [expert]", "options")
      t:wait "You can choose options and seat after the opponent."
      t:line "Random"
      answer("Which to change? [none]", "win_score=x")
      t:wait "win_score=x: expected"
      t:line "win_score=3"
      answer("Which seat is yours, 1 to 2? [1]", "7")
      t:wait "7: expected a seat"
      t:line "2"
      t:wait "white: random, red: you"
      t:prompt "^red>$"
      t:line "quit"
      t:finish()
      assert.matches("play mixtour --set win_score=3 --bot random --seat 2", t:screen(), 1, true)
    end)

    it("takes numbers and names in any case, and q to leave", function()
      t = terminal.start(terminal.program .. " play")
      t:wait "  2  blokus     pieces that touch"
      answer("Which game? [mixtour]", "4")
      t:wait "  7  none       people only"
      answer("Against whom? [expert]", "QUIT")
      assert.equal(0, t:finish())
      t:stop()
      t = terminal.start(terminal.program .. " play")
      answer("Which game? [mixtour]", "Tictactoe")
      answer("Against whom? [expert]", "7")
      t:prompt()
      t:line "quit"
      t:finish()
      assert.matches("play tictactoe --bot none", t:screen(), 1, true)
    end)

    it("takes the word of an option alone, and says what one may be", function()
      t = terminal.start(terminal.program .. " play")
      answer("Which game? [mixtour]", "blokus variant")
      t:wait "variant: expected variant=VALUE (classic|duo)"
      t:line "Blokus duo"
      answer("Against whom? [expert]", "none")
      t:wait "Blokus, by Bernard Tavitian; players=2, variant=duo. purple, orange."
    end)

    it("asks for game, opponent and level, and plays", function()
      t = terminal.start(terminal.program .. " play")
      for _, question in ipairs { "Which game? [mixtour]", "Against whom? [expert]",
        "Level 1 beats random, 3 is as strong as greedy, 9 is the strongest.\n"
          .. "Which level, 1 to 9? [4]" } do
        t:wait(question)
        t:send "Enter"
      end
      t:wait "white: you, red: expert level 4"
    end)

    it("is left by Ctrl-D, and continues with a saved game", function()
      play "--bot none"
      t:ask "b2"
      t:ask("save " .. directory .. "/g.json")
      t:stop()
      t = terminal.start(terminal.program .. " play")
      t:wait "Which game? [mixtour]"
      t:send "C-d"
      assert.equal(0, t:finish())
      t:stop()
      t = terminal.start(("%s play --bot none --load %s/g.json"):format(terminal.program,
        directory))
      t:prompt "^red>$"
      assert.matches("b2$", (t:ask "fen"))
    end)

    it("says in a pipe that one is expected", function()
      local _, err, status = shell.run(terminal.program .. " play")
      assert.equal(2, status)
      assert.equal("tesela play: expected a game, as in: tesela play mixtour\n", err)
    end)
  end)

  describe("a piece of Blokus", function()
    local function duo()
      t = terminal.start(terminal.program
        .. " play blokus --set variant=duo --bot none --seed 3")
      t:prompt "^purple>$"
    end

    it("is laid by a piece and a cell, and a letter if it fits in several ways", function()
      duo()
      assert.matches("^F e10 e11 f11: it fits in 6 ways. Type the letter of one:\n  a  ",
        (t:ask "F e10 e11 f11"))
      t:line "c"
      t:prompt "^orange>$"
      t:ask("undo", "^purple>$")
      t:ask("F e10 e11 f11", "^purple>$")
      t:ask("moves X e12", "^purple>$") -- another line ends the choice
      assert.matches("^c: expected a piece and a cell that it covers, as in: %S+ %l%d+;",
        (t:ask("c", "^purple>$")))
      assert.matches("+ . . . . . . . . .  10", t:ask("board", "^purple>$"), 1, true)
      assert.is_nil((t:ask("corners", "^purple>$")):find "%+")
      assert.matches("%+", (t:ask("corners", "^purple>$")))
    end)
  end)

  describe("hint", function()
    it("tells the best moves and what is expected", function()
      play "--bot none --iterations 2000"
      local said = t:ask "hint 3"
      for i = 1, 3 do assert.matches("\n ?" .. i .. "  %S+ .* %%", said) end
      assert.matches("\ntry %S+ %(ok plays it%)$", said)
      assert.matches("expected a number of moves", (t:ask "hint x"))
    end)
  end)

  describe("what is printed", function()
    it("fits into 80 columns and 24 rows: help", function()
      play "--bot none"
      local help = t:ask "help"
      assert_fits(help)
      for _, name in ipairs { "moves [CELL]", "board", "hint [3]", "undo [2]", "fen",
        "back [2]", "forward [2]", "go", "note TEXT", "save [FILE]", "draw",
        "resign", "help [WORD]", "quit" } do
        assert.matches("  " .. name .. "  ", help .. "\n", 1, true)
      end
      assert.matches("\nwhite>$", t:screen())
      assert.matches("Type a move:", t:screen(), 1, true)
    end)

    it("fits: a long list of moves", function()
      play("--bot none " .. load_text(CROWDED))
      local moves = t:ask "moves"
      assert_fits(moves)
      local count = 0
      for move in moves:gmatch "%S+" do
        if move:find "^%l%d" then count = count + 1 end
      end
      assert.equal(80, count)
      assert.matches("^enter %(%d+%)\n.*\nmove %(%d+%)\n", moves)
      assert.matches("enter %(%d+%)", t:screen()) -- it did not scroll away
    end)

    it("fits: a board with the highest stacks", function()
      play("--bot none --set stack=8 "
        .. load_text "wrwrwrw,1,rrrrrrr,2/5/5/5/5 w 0:0 -")
      local board = t:ask "board"
      assert_fits(board)
      assert.matches(" 5 | wrwrwrW |         | rrrrrrR |", board, 1, true)
      assert_fits(t:screen())
    end)

    it("higher than the window is where one begins, and all of it when asked for", function()
      t = terminal.start(terminal.program .. " play blokus --bot none", nil, 60, 20)
      t:prompt()
      local screen = t:screen()
      assert.matches("\n 1  %+[ .]+%+  1\n", screen)
      assert.matches("\n   there is more: above, beside; board shows all\nblue>$", screen)
      local board = t:ask "board"
      assert.matches("20  %+[ .]+%+  20\n", board)
      assert.matches("\n   green  %-89\n", board)
      assert.is_nil(board:find("there is more", 1, true), board)
    end)

    it("is asked for by name", function()
      play "--bot none"
      t:ask "b2"
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
      local board = t:ask "board"
      assert.matches(" 2 |       |  [W]  |", board, 1, true)
      assert.matches("red to move   score 0:0   reserve 19:20", board, 1, true)
      assert.matches("^enter %(24%)\n  a1  b1  c1 ", (t:ask "moves"))
      local hint = t:ask("hint"):match "\ntry (%S+)"
      assert.is_string(hint, t:screen())
      t:ask(hint)
      assert.matches(" w 0:0 " .. hint, t:ask "fen", 1, true)
    end)
  end)

  it("says who has won with the board, when the game is over", function()
    play "--level 1"
    t:resign()
    t:wait "over>"
    t:ask("help", "^over>$")
    local said = t:ask("board", "^over>$")
    assert.matches("\nYou lose. The game is over: red wins (resigned), score 0:0", said, 1,
      true)
    assert.is_nil(t:ask("back 1", "^over>$"):find "You lose")
  end)

  describe("undo", function()
    it("takes back one move between two people", function()
      play "--bot none"
      t:ask "b2"
      t:ask "c3"
      local _, prompt = t:ask "undo"
      assert.equal("red>", prompt)
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
      t:ask "undo"
      assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
      assert.equal("undo: there is nothing to take back", (t:ask "undo"))
    end)

    it("takes back that many turns", function()
      play "--bot none"
      t:ask "a1"
      t:ask "b2"
      t:ask "c3"
      t:ask "undo 2"
      assert.equal("5/5/5/5/w,4 r 0:0 a1", (t:ask "fen"))
      assert.equal("undo undo: expected a number of moves, as in: undo 2",
        (t:ask "undo undo"))
      assert.equal("undo 0: expected a number of moves, as in: undo 2", (t:ask "undo 0"))
      assert.matches("^taken back: a1\nundo 7: only 1 could be taken back\n", (t:ask "undo 7"))
      assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
      play "--seed 5 --bot random"
      t:ask "b2"
      t:ask(t:ask("moves"):match "%l%d")
      t:ask "undo 2"
      assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
    end)

    it("goes back to one's own turn against a bot", function()
      play "--seed 5 --bot random"
      t:ask "b2"
      local once = t:ask "fen"
      t:ask "moves"
      t:ask(t:ask("moves"):match "%l%d")
      t:ask "undo"
      assert.equal(once, (t:ask "fen"))
      t:ask "undo"
      assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
    end)

    it("leaves the bot's first move alone", function()
      play "--seed 5 --bot random --seat 2"
      local before = t:ask "fen"
      assert.equal("undo: there is nothing to take back", (t:ask "undo"))
      assert.equal(before, (t:ask "fen"))
    end)
  end)

  describe("save", function()
    it("writes what --load continues with", function()
      local path = directory .. "/game.json"
      play "--bot none --seed 5 --set win_score=3"
      for _, move in ipairs { "c3", "c4", "c3-c4" } do t:ask(move) end
      local before = t:ask "fen"
      assert.equal("saved to " .. path, (t:ask("save " .. path)))
      t:line "quit"
      assert.equal(0, t:finish())
      t:stop()
      play("--bot none --load " .. path)
      assert.equal(before, (t:ask "fen"))
      t:ask "undo"
      t:ask "d4"
      local text = shell.read(path)
      assert.matches('"moves":["c3","c4","c3-c4"]', text, 1, true)
      assert.matches('"win_score":3', text, 1, true)
    end)

    it("that fails says why, and the game continues", function()
      play "--bot none"
      t:ask "b2"
      assert.equal("save: cannot write /dev/full: No space left on device "
        .. "(the game continues)", (t:ask "save /dev/full"))
      assert.equal("save: cannot write /dev/null/game: Not a directory "
        .. "(the game continues)", (t:ask "save /dev/null/game"))
      assert.matches("^save: expected a file name", (t:ask "save"))
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
    end)
  end)

  describe("ends", function()
    it("with a draw when the other person agrees", function()
      play "--bot none"
      t:line "draw"
      t:prompt "^red, do you agree to a draw%? %(yes/no%)$"
      t:line "no"
      t:wait "\nred does not agree to a draw\nwhite>$"
      t:line "draw"
      t:prompt "%(yes/no%)$"
      t:send "C-c"
      t:wait "red does not agree to a draw\nwhite>.*red does not agree to a draw\nwhite>$"
      t:line "draw"
      t:prompt "%(yes/no%)$"
      t:line "yes"
      assert.equal(0, t:finish())
      t:wait "The game is over: a draw (agreement), score 0:0"
    end)

    it("with a draw that the bot offers, or where it gives up", function()
      local path = directory .. "/offers.lua"
      shell.write(path, [[return function(view)
        if view.ply > 3 then return "resign" end
        return view:list()[1], nil, "draw"
      end]])
      for answer, result in pairs { yes = "a draw %(agreement%), score 0:0",
        no = "white wins %(resigned%), score 0:0" } do
        play("--bot " .. path)
        t:line "b2"
        t:prompt "^white, do you agree to a draw%? %(yes/no%)$"
        assert.matches("red %(offers%) plays a1\nred offers a draw\n", t:screen())
        t:line(answer)
        if answer == "no" then
          t:prompt "white>$"
          t:line "c3"
          t:prompt "%(yes/no%)$"
          t:line "no"
          t:line "d4"
        end
        t:wait("The game is over: " .. result)
        assert.equal(0, t:finish())
      end
    end)

    it("not with a draw that the bot does not want", function()
      play "--seed 5"
      assert.equal("red does not agree to a draw", (t:ask "draw"))
    end)

    it("with resign if four play, which is asked about", function()
      t = terminal.start(terminal.program .. " play blokus --bot none")
      t:prompt()
      t:line "resign"
      t:wait "this ends the game for all; resign? (yes/no)"
      t:line "no"
      t:prompt "^%l+>$"
      t:resign()
      t:prompt "^over>$"
      assert.matches("over: yellow, red and green share first place %(resigned%),%s+score",
        t:screen())
    end)

    it("with resign", function()
      play "--bot none"
      t:resign()
      assert.equal(0, t:finish())
      t:wait "The game is over: red wins (resigned), score 0:0"
    end)

    it("with quit and with Ctrl-D, which tell how to go on, or the position", function()
      for _, leave in ipairs { "quit", "Ctrl-D" } do
        for _, kept in ipairs { true, false } do
          play("--bot none", not kept and { XDG_STATE_HOME = "/dev/null" } or nil)
          t:ask "b2"
          if leave == "quit" then t:line "quit" else t:send "C-d" end
          assert.equal(0, t:finish(), leave)
          t:wait(kept and "To go on:\n  tesela play mixtour\n"
            or "To go on:\n  tesela play mixtour --bot none --fen '5/5/5/1,w,3/5 r 0:0 b2'\n")
          assert.is_nil(t:screen():find("Left at", 1, true))
          t:stop()
        end
      end
    end)
  end)

  describe("Ctrl-C", function()
    it("gives up a line and not the game", function()
      play "--bot none"
      t:ask "b2"
      t:type "c3"
      t:prompt "red> c3$"
      t:send "C-c"
      t:prompt(nil, INTERRUPT_SECONDS)
      t:send "C-c"
      t:wait("red>\nred>$", INTERRUPT_SECONDS)
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
      t:ask "c3"
    end)

    it("while the bot thinks gives the turn back", function()
      play("--trusted --bot " .. endless_bot())
      for _ = 1, 2 do
        t:line "b2"
        t:wait "\nthinking$"
        t:send "C-c"
        t:prompt(nil, INTERRUPT_SECONDS)
        assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
      end
      local path = directory .. "/game.json"
      assert.equal("saved to " .. path, (t:ask("save " .. path)))
    end)

    it("pauses a game in which no one has a turn to go back to", function()
      t = terminal.start(("%s play mixtour --seat 2 --trusted --bot %s"):format(
        terminal.program, endless_bot()))
      t:wait "\nthinking"
      t:send "C-c"
      t:wait("interrupted: go continues the game; save FILE keeps it",
        INTERRUPT_SECONDS)
      t:prompt "^paused>$"
      assert.matches("^it is the turn of white %(endless%); go lets it move$",
        (t:ask "b2"))
      assert.matches("^resign: only when it is your turn", (t:ask "resign"))
      t:line "go"
      t:wait "paused> go\n.*\nthinking"
      t:send "C-c"
      t:wait "paused> go\n.*\npaused>$"
      t:line "quit"
      assert.equal(0, t:finish())
      assert.matches("paused> quit\n%[exit 0%]$", t:screen())
    end)

    it("stops a game that is watched, which can be kept and continued", function()
      local path = directory .. "/game.json"
      t = terminal.start(("%s play mixtour --seat 0 --set win_score=99 "
        .. "--trusted --bot %s"):format(terminal.program, slow_bot()))
      t:wait "red %(slow%) plays"
      t:send "C-c"
      t:prompt("^paused>$", INTERRUPT_SECONDS)
      assert.equal("saved to " .. path, (t:ask("save " .. path)))
      local kept = tesela.replay(shell.read(path))
      assert.is_true(kept.ply >= 2)
      t:ask "back 2"
      t:prompt "^back>$"
      t:line "go"
      t:poll(function(screen) return not screen:find "back>" end, "a new board")
      t:send "C-c"
      t:prompt("^paused>$", INTERRUPT_SECONDS)
      t:ask "undo"
      t:send "C-d"
      assert.equal(0, t:finish())
    end)

    it("twice at once is no worse than once", function()
      play("--trusted --bot " .. endless_bot())
      for _ = 1, 3 do
        t:line "b2"
        t:wait "\nthinking$"
        t:send("C-c", "C-c")
        t:prompt("^white>$", INTERRUPT_SECONDS)
        assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
        t:send "C-l"
        t:prompt "^white>$"
      end
    end)
  end)

  describe("the moves that are listed", function()
    it("are by kind, and by where they begin", function()
      play("--bot none " .. load_text "5/5/2,w,2/1,rw,1,w,1/5 w 0:0 -")
      local lines = t:ask "moves"
      assert.matches("^enter %(22%)\n  a1  b1 .*\nmove %(5%)\n", lines)
      assert.matches("\n  b2%-c3    b2:2%-c3$", lines)
    end)

    it("may be those of a cell or of a kind", function()
      play("--bot none " .. load_text "5/5/2,w,2/1,rw,1,w,1/5 w 0:0 -")
      assert.equal("enter (1)\n  c2", (t:ask "moves c2"))
      assert.equal("move (3)\n  d2-b2  d2-c3\n  c3-d2", (t:ask "moves d2"))
      assert.matches("^move %(5%)\n", (t:ask "moves move"))
      assert.equal("moves z9: z9 is not a cell (a1 to e5)", (t:ask "moves z9"))
    end)
  end)

  describe("walking through the game", function()
    local function start()
      play "--bot none --seed 5"
      for _, move in ipairs { "c3", "c4", "c3-c4", "d4" } do t:ask(move) end
    end

    it("shows positions and takes nothing back", function()
      start()
      local last = t:ask "fen"
      local shown, prompt = t:ask "back"
      assert.equal("back>", prompt)
      assert.matches("   move 3 of 4, c3-c4: back, forward; go to the end", shown,
        1, true)
      assert.equal("5/2,rw,2/5/5/5 r 0:0 c3-c4", (t:ask "fen"))
      assert.matches("   move 1 of 4, c3:", (t:ask "back 2"), 1, true)
      assert.matches("   move 0 of 4: back", (t:ask "back 9"), 1, true)
      assert.equal("back: this is the beginning", (t:ask "back"))
      assert.matches("   move 2 of 4, c4:", (t:ask "forward 2"), 1, true)
      assert.equal("back x: expected a number of moves, as in: back 2",
        (t:ask "back x"))
      local _, after = t:ask "go"
      assert.equal("white>", after)
      assert.equal(last, (t:ask "fen"))
      assert.equal("forward: this is the last move", (t:ask "forward"))
      assert.equal("go: it is your turn", (t:ask "go"))
    end)

    it("asks before a move there drops the later ones", function()
      start()
      t:ask "back 3"
      t:line "e5"
      t:prompt "^this takes back the 3 moves after it; play it%? %(yes/no%)$"
      t:line "no"
      t:prompt "^back>$"
      t:line "e5"
      t:prompt "%(yes/no%)$"
      t:send "C-c"
      t:prompt "^back>$"
      assert.matches("move 2 of 4, c4", (t:ask "c4"), 1, true) -- as it was
      t:line "e5"
      t:prompt "the 2 moves .* %(yes/no%)$"
      t:line "yes"
      t:prompt "^red>$"
      assert.equal("4,w/2,r,2/2,w,2/5/5 r 0:0 e5", (t:ask "fen"))
      t:ask "back 2"
      t:ask "undo"
      assert.equal("5/5/2,w,2/5/5 r 0:0 c3", (t:ask "fen"))
    end)

    it("leaves a bot's turns alone", function()
      play "--seed 5 --bot random"
      t:ask "c3"
      t:ask "back"
      assert.matches("^it is the turn of red %(random%): go back or forward",
        (t:ask "a1"))
      assert.matches("^draw: only when it is your turn", (t:ask "draw"))
      t:ask "back"
      t:line "a1"
      t:prompt "%(yes/no%)$"
      t:line "y"
      t:prompt "^white>$"
      t:wait "red (random) plays"
    end)
  end)

  describe("a note", function()
    it("is kept in the record, with its position", function()
      local path = directory .. "/game.json"
      play "--bot none --seed 5"
      assert.matches("^note: this position has no note", (t:ask "note"))
      t:ask "c3"
      assert.equal("note 1: the middle, as always", (t:ask "note the middle, as always"))
      t:ask "c4"
      t:ask 'note "hasty"'
      t:ask "back"
      assert.matches("   note: the middle, as always\n", t:screen(), 1, true)
      t:ask("save " .. path)
      local record = tesela.decode(shell.read(path))
      assert.equal("the middle, as always", record["note 1"])
      assert.equal("hasty", record["note 2"])
      t:line "quit"
      t:finish()
      t:wait "To go on:\n  tesela play mixtour\n"
      t:stop()
      play("--bot none --load " .. path)
      assert.equal("note 2: hasty", (t:ask "note"))
      t:ask "undo"
      assert.equal("note 1: the middle, as always", (t:ask "note"))
      t:ask "e5"
      assert.matches("^note: this position has no note", (t:ask "note"))
    end)
  end)

  describe("Tab", function()
    it("completes commands, moves and cells", function()
      play "--bot none"
      t:type "mo"
      t:send "Tab"
      t:prompt "^white> moves$"
      t:type " pa"
      t:send "Tab"
      t:prompt "^white> moves pa$"
      t:send "C-u"
      t:type "c"
      t:send("Tab", "Tab")
      t:wait "c1 +c2 +c3 +c4 +c5 +cell +cells\nwhite> c$"
      t:send "C-u"
      t:ask "c3"
    end)
  end)

  describe("a command", function()
    it("may be shortened where that is clear", function()
      play "--bot none"
      assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fe"))
      assert.matches("^enter %(25%)", (t:ask "m"))
      assert.matches("did you mean hint\n *or help%?", (t:ask "h"))
      t:ask "d" -- the beginning of d1, and not of draw
      assert.matches("did you mean\n? *draw%?", t:screen())
      assert.matches("did you mean\n? *resign%?", (t:ask "res"))
      t:line "exit"
      assert.equal(0, t:finish())
    end)
  end)

  it("shows what the bot played, and the board once", function()
    play "--seed 5 --bot random"
    local shown = t:ask "c3"
    local move = shown:match "\nred %(random%) plays (%S+)\n\n"
    assert.is_string(move, shown)
    local boards = 0
    for _ in shown:gmatch "white to move" do boards = boards + 1 end
    assert.equal(1, boards)
    assert.matches("[R]", shown, 1, true)
  end)

  it("marks a hint on the board", function()
    play "--bot none"
    assert.matches("[<>]", (t:ask "hint"))
    assert.matches("white> hint", t:screen(), 1, true)
  end)

  it("tells nothing about a game in which nothing was played", function()
    play "--level 1"
    t:ask "help"
    t:line "quit"
    assert.equal(0, t:finish())
    assert.matches("white> quit\n%[exit 0%]$", t:screen())
  end)

  it("tells how to go on with a game that was played at another level", function()
    play("--level 1 --seed 3", { XDG_STATE_HOME = "/dev/null" })
    t:resign()
    t:wait "over>"
    t:ask("again 2", "^red>$")
    t:ask("a1", "^red>$")
    t:line "quit"
    assert.equal(0, t:finish())
    assert.matches("To go on:\n  tesela play mixtour --seat 2 --level 2 --fen '", t:screen(),
      1, true)
  end)

  it("plays at another level from the bot's next move on", function()
    play("--level 1 --seed 3", { XDG_STATE_HOME = "/dev/null" })
    assert.equal("level: 1 of 9", (t:ask "level"))
    assert.equal("level 10: expected a level, 1 to 9", (t:ask "level 10"))
    assert.equal("level: 5 of 9", (t:ask "level 5"))
    t:ask("a1", "^white>$")
    assert.matches("red (expert level 5) plays", t:screen(), 1, true)
    t:line "quit"
    assert.equal(0, t:finish())
    assert.matches("--level 5", t:screen(), 1, true)
  end)

  it("has no level to change if no bot has any", function()
    play("--bot greedy", { XDG_STATE_HOME = "/dev/null" })
    assert.equal("level: no bot here has levels", (t:ask "level"))
    assert.equal("level 3: no bot here has levels", (t:ask "level 3"))
    t:line "quit"
    assert.equal(0, t:finish())
  end)

  it("tells on a terminal how to go on", function()
    play("--bot none --set win_score=3", { XDG_STATE_HOME = "/dev/null" })
    t:ask "b2"
    t:wait "(This game is not kept automatically: /dev/null"
    t:line "quit"
    t:finish()
    t:wait("To go on:\n  tesela play mixtour --set win_score=3 --bot none \\\n"
      .. "    --fen '5/5/5/1,w,3/5 r 0:0 b2'\n")
  end)

  it("is kept by --save whatever ends it", function()
    local path = directory .. "/game.json"
    play("--bot none --save " .. path)
    t:ask "b2"
    t:send "C-d"
    assert.equal(0, t:finish())
    assert.equal(1, tesela.replay(shell.read(path)).ply)
  end)

  it("refuses to save over what is not a game", function()
    play "--bot none"
    local path = directory .. "/mine.lua"
    shell.write(path, "return 1\n")
    t:line("save " .. path)
    t:wait "it exists, and is not a"
    assert.equal("return 1\n", shell.read(path))
  end)

  it("has colours when they are asked for", function()
    local command = "printf 'b2\\nquit\\n' | %s play mixtour --bot none --color=%s"
    assert.matches("\27%[", (shell.run(command:format(shell.program, "always"))))
    assert.not_matches("\27", (shell.run(command:format(shell.program, "never"))))
    assert.not_matches("\27", (shell.run(command:format(shell.program, "auto"))))
  end)

  it("says in lines of its own what was wrong with a bot that was shown thinking",
    function()
      shell.write(directory .. "/bad.lua", [[
local tesela = require "tesela"
return function()
  local finish = tesela.clock() + 0.3
  while tesela.clock() < finish do end
  return "a move that no game has, which is told in more than one line of this window"
end
]])
      t = terminal.start(("%s play mixtour --bot %s/bad.lua"):format(terminal.program,
        directory), nil, 60, 24)
      t:prompt()
      t:line "b2"
      t:wait "red %(bad%) thinks"
      t:prompt "paused>$"
      local screen = t:screen()
      assert.matches("\nred %(bad%): illegal: [^\n]+\n  [^\n]+", screen)
      assert.is_nil(screen:find("thinks", 1, true), screen)
    end)

  it("waits for a bot that fails, which may be repaired", function()
    shell.write(directory .. "/bad.lua", "return function() return 'z9' end\n")
    play(("--bot %s/bad.lua"):format(directory))
    t:line "b2"
    t:wait "red %(bad%): illegal: z9: z9 is not a cell"
    t:wait "paused>"
    shell.write(directory .. "/bad.lua", "return function() error 'not yet' end\n")
    t:line "reload"
    t:wait "reload: bad"
    t:line "go"
    t:wait "red %(bad%): error: .*bad.lua:1: not yet"
    shell.write(directory .. "/bad.lua",
      "return function() print('now\27[31m it works') return 'c3' end\n")
    t:line "reload"
    t:line "go"
    t:wait "bad: now.* it works"
    t:wait "red %(bad%) plays c3"
    t:prompt "^white>$"
    t:line "quit"
    assert.equal(0, t:finish())
  end)

  for _, flag in ipairs { "", " --trusted" } do
    it("begins again with a bot that was read again, or after undo" .. flag, function()
      local function write(text) shell.write(directory .. "/bot.lua", text) end
      write "return function(v) return v:list()[1] end\n"
      play(("--bot %s/bot.lua%s"):format(directory, flag))
      t:ask "b2"
      write "return { new = function() error 'no luck' end, choose = print }\n"
      t:line "reload"
      t:wait "reload: bot"
      t:line "moves"
      t:line "e5"
      t:wait "red %(bot%): error: .*bot.lua:1: no luck"
      t:prompt "^paused>$"
      t:ask "go"
      t:prompt "^paused>$"
      write "return {\n"
      t:ask "reload"
      t:wait "reload: bot: bot .*bot.lua:2:%s+unexpected symbol near <eof>"
      t:ask "go"
      write [[return { new = function() return { turn = 0 } end, choose = function(self, v)
        self.turn = self.turn + 1
        print("turn " .. self.turn .. " at ply " .. v.ply)
        return v:list()[1]
      end }]]
      t:ask "reload"
      t:line "go"
      t:wait "turn 1 at ply 3"
      t:prompt "^white>$"
      t:ask "undo"
      local said = t:ask "e5"
      assert.matches("turn 1 at ply 3\n", said)
      t:line "quit"
      assert.equal(0, t:finish())
    end)
  end

  it("ends a bot of a file that loops, by Ctrl-C", function()
    shell.write(directory .. "/slow.lua",
      "return function(v) if v.ply > 1 then while true do end end return 'c3' end\n")
    play(("--bot %s/slow.lua"):format(directory))
    t:line "b2"
    t:prompt "^white>$"
    t:line "d4"
    t:wait "reserve 18:19" -- it thinks
    t:send "C-c"
    t:wait "interrupted: your move is taken back"
    t:prompt "^white>$"
    t:line "quit"
    assert.equal(0, t:finish())
  end)

  describe("inside the session", function()
    before_each(function()
      t = terminal.start(terminal.program)
      t:prompt()
    end)

    it("is the same game", function()
      local _, prompt = t:ask 'state, record = play "mixtour"'
      assert.equal("white>", prompt)
      t:ask "undo"
      t:ask "b2"
      t:ask "quit"
      assert.matches("To continue: play%(s%)", t:screen())
      assert.equal("2", (t:ask "state.ply"))
      assert.equal("true", (t:ask "tesela.replay(record) == state"))
      t:ask 'state, record = play(state, { bot = "none" })'
      t:ask "back"
      t:ask "go"
      t:ask "e5-e4 is nonsense"
      t:resign()
      t:wait "The game is over: red wins (resigned)"
      t:prompt "^over>$"
      t:line "quit"
      t:prompt "^>$"
      assert.equal('"resigned"', (t:ask "tesela.decode(record).result.reason")
        :gsub("^resigned$", '"resigned"'))
    end)

    it("takes a bot that was typed a minute ago", function()
      t:ask "bot = function(view) return view:list()[1] end"
      t:ask 'state, record = play("mixtour", { bot = bot, seed = 1 })'
      assert.matches("\nred %(bot%) plays a1\n", (t:ask "c3"))
      t:ask "quit"
      t:ask "bad = { name = 'bad', choose = function() error 'oops' end }"
      t:ask 'state, record = play("mixtour", { bot = bad })'
      t:line "c3"
      t:wait "red %(bad%): error: .*oops"
      t:prompt "^paused>$"
      t:line "quit"
      t:prompt "^>$"
    end)

    it("lets a bot think while someone types", function()
    play "--ponder --seed 3"
    assert.matches("white: you, red: expert. Type a move or help", t:screen(), 1, true)
    t:ask "c3"
    assert.matches("red %(expert%) plays %S+\n", t:screen())
    t:type "a"
    t:wait "white> a"
    t:send "C-c"
    t:prompt "^white>$"
    t:ask("back", "^back>$")
    assert.matches("^5/5/", (t:ask("fen", "^back>$")))
    t:line "quit"
    assert.equal(0, t:finish())
  end)

  it("survives a bot that will not be interrupted", function()
      t:ask "function spin() while true do pcall(spin) end end"
      t:ask "function bot() print 'thinking' spin() end"
      t:ask 'state = play("mixtour", { bot = bot })'
      for _ = 1, 2 do
        t:line "c3"
        t:wait "\nthinking$"
        t:send("C-c", "C-c")
        t:wait("interrupted: your move is taken back", INTERRUPT_SECONDS)
        t:prompt "^white>$"
        t:ask "help"
      end
      t:send "C-d"
      t:prompt "^>$"
      assert.equal("0", (t:ask "state.ply"))
      assert.equal("nil", (t:ask "debug.gethook()"):match "^%a*")
    end)

    it("survives Ctrl-C, and gives the session back", function()
      t:ask "bot = function() print 'thinking' while true do end end"
      t:ask 'state = play("mixtour", { bot = bot })'
      t:line "c3"
      t:wait "\nthinking$"
      t:send "C-c"
      t:wait("interrupted: your move is taken back", INTERRUPT_SECONDS)
      t:prompt "^white>$"
      t:send "C-d"
      t:prompt "^>$"
      assert.equal("0", (t:ask "state.ply"))
    end)
  end)
end)
