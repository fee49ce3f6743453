-- `tesela play` as a person meets it, in a terminal of 80 by 24.
--
-- The screens of a whole game between two people are kept in screens/;
-- TESELA_UPDATE_SCREENS=1 writes them anew.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local INTERRUPT_SECONDS = 2 -- how soon Ctrl-C has to help

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
      play "--set win_score=3 --seed 5"
      local lines = 0
      repeat
        lines = lines + 1
        assert.is_true(lines < 500, "the game does not end")
        local move = t:ask("hint"):match "^try (%S+)$"
        assert.is_string(move, t:screen())
        local _, last = t:ask(move, "^%[?%a* ?%d*[>%]]$") -- white>, [exit 0]
      until last:find "exit"
      assert.equal(0, t:finish())
      local winner, white, red =
        t:screen():match "The game is over: (%a+) wins %(points%), score (%d):(%d)"
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
      t:line(moves[#moves])
      assert.equal(0, t:finish())
      assert_screen "over"
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
        { "pass", "pass: red may pass only without any other move" },
      }
      for _, row in ipairs(reasons) do
        local answer = t:ask(row[1])
        assert.matches(row[2], answer, 1, true)
        assert_fits(answer)
      end
      assert.equal(before, (t:ask "fen"))
      assert.equal("5/2,rw,2/5/5/5 r 0:0 c3-c4", before)
    end)

    it("that is no move is answered with what could be meant", function()
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

  describe("what is printed", function()
    it("fits into 80 columns and 24 rows: help", function()
      play "--bot none"
      local help = t:ask "help"
      assert_fits(help)
      for _, name in ipairs { "moves", "board", "hint", "undo", "fen", "save FILE",
        "draw", "resign", "help", "quit" } do
        assert.matches("\n  " .. name .. "  ", help .. "\n", 1, true)
      end
      assert.matches("\nwhite>$", t:screen())
      assert.matches("Type a move:", t:screen(), 1, true)
    end)

    it("fits: a long list of moves", function()
      play("--bot none " .. load_text(CROWDED))
      local moves = t:ask "moves"
      assert_fits(moves)
      local count = 0
      for _ in moves:gmatch "%S+" do count = count + 1 end
      assert.equal(80, count)
    end)

    it("fits: a board with the highest stacks", function()
      play("--bot none --set stack=8 "
        .. load_text "wrwrwrw,1,rrrrrrr,2/5/5/5/5 w 0:0 -")
      local board = t:ask "board"
      assert_fits(board)
      assert.matches(" 5 | wrwrwrW |         | rrrrrrR |", board, 1, true)
      assert_fits(t:screen())
    end)

    it("is asked for by name", function()
      play "--bot none"
      t:ask "b2"
      assert.equal("5/5/5/1,w,3/5 r 0:0 b2", (t:ask "fen"))
      local board = t:ask "board"
      assert.matches(" 2 |       |  [W]  |", board, 1, true)
      assert.matches("red to move   score 0:0   reserve 19:20", board, 1, true)
      assert.matches("^  a1  b1  c1 ", (t:ask "moves"))
      local hint = t:ask("hint"):match "^try (%S+)$"
      assert.is_string(hint)
      t:ask(hint)
      assert.matches(" w 0:0 " .. hint, t:ask "fen", 1, true)
    end)
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

    it("goes back to one's own turn against a bot", function()
      play "--seed 5 --bot random"
      t:ask "b2"
      local once = t:ask "fen"
      t:ask "moves"
      t:ask(t:ask("moves"):match "%S+")
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
    it("writes what --load goes on with", function()
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

    it("that fails says why, and the game goes on", function()
      play "--bot none"
      t:ask "b2"
      assert.equal("save: cannot write /dev/full: No space left on device "
        .. "(the game goes on)", (t:ask "save /dev/full"))
      assert.equal("save: cannot write /dev/null/game: Not a directory "
        .. "(the game goes on)", (t:ask "save /dev/null/game"))
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

    it("not with a draw that the bot does not want", function()
      play "--seed 5"
      assert.equal("red does not agree to a draw", (t:ask "draw"))
    end)

    it("with resign", function()
      play "--bot none"
      t:line "resign"
      assert.equal(0, t:finish())
      t:wait "The game is over: red wins (resigned), score 0:0"
    end)

    it("with quit and with Ctrl-D, which tell the position", function()
      for _, leave in ipairs { "quit", "Ctrl-D" } do
        play "--bot none"
        t:ask "b2"
        if leave == "quit" then t:line "quit" else t:send "C-d" end
        assert.equal(0, t:finish(), leave)
        t:wait "\nLeft at 5/5/5/1,w,3/5 r 0:0 b2\n"
        t:stop()
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
      play("--bot " .. endless_bot())
      for _ = 1, 2 do
        t:line "b2"
        t:wait "white> b2\nthinking"
        t:send "C-c"
        t:prompt(nil, INTERRUPT_SECONDS)
        assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "fen"))
      end
      local path = directory .. "/game.json"
      assert.equal("saved to " .. path, (t:ask("save " .. path)))
    end)

    it("leaves a game in which nobody has a turn to go back to", function()
      t = terminal.start(("%s play mixtour --seat 2 --bot %s"):format(
        terminal.program, endless_bot()))
      t:wait "\nthinking"
      t:send "C-c"
      assert.equal(0, t:finish())
      t:wait "\nLeft at 5/5/5/5/5 w 0:0 -\n"
    end)
  end)

  it("lets a bot that fails lose, with the reason", function()
    shell.write(directory .. "/bad.lua", "return function() return 'z9' end\n")
    play(("--bot %s/bad.lua"):format(directory))
    t:line "b2"
    assert.equal(0, t:finish())
    t:wait "red (bad) loses: z9: z9 is not a cell"
    t:wait "The game is over: white wins (illegal), score 0:0"
  end)

  it("is the same game inside the session", function()
    t = terminal.start(terminal.program)
    t:prompt()
    local _, prompt = t:ask 'state, record = tesela.play "mixtour"'
    assert.equal("white>", prompt)
    t:ask "undo"
    t:ask "quit"
    assert.equal("5/5/5/5/5 w 0:0 -", (t:ask "state:fen()"))
    assert.equal("string", (t:ask "type(record)"))
  end)
end)
