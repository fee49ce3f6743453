-- `tesela show`: a recorded game in a terminal of 80 by 24, and in a pipe.

local tesela = require "tesela"

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local PROMPT = "^%d+/%d+>$"

local rules = tesela.rules("mixtour", { win_score = 2 })

-- Two games of a match, and one that a person left.
local function games()
  local lines = {}
  tesela.match { rules = rules, bots = { "greedy", "random" }, games = 2,
    on_game = function(game) lines[#lines + 1] = game.line end }
  lines[3] = rules:start():play("b2"):play("c3"):play("b2-c3"):record {
    players = { "human", "greedy" }, seconds = { nil, 0.25 },
    values = { nil, 0.25 }, notes = { [2] = "too\27[31m hasty" } }
  return lines
end

describe("tesela show", function()
  local directory, path, lines, t

  setup(function()
    directory = shell.directory()
    path = directory .. "/games.jsonl"
    lines = games()
    shell.write(path, table.concat(lines, "\n") .. "\n")
  end)

  teardown(function() shell.remove(directory) end)

  after_each(function()
    if t then t:stop() end
    t = nil
  end)

  local function show(arguments, file)
    return shell.run(("%s show %s %s"):format(terminal.program,
      shell.quote(file or path), arguments or ""))
  end

  local function start(arguments)
    t = terminal.start(("%s show %s %s"):format(terminal.program,
      shell.quote(path), arguments or ""))
    t:prompt(PROMPT)
  end

  local function ask(words) return t:ask(words, PROMPT) end

  -- Enter alone, which has no echo to wait for.
  local function enter(expected)
    t:send "Enter"
    t:wait(expected)
    t:prompt(PROMPT)
  end

  describe("in a pipe", function()
    it("prints the last position with the result", function()
      local out, err, status = show()
      assert.same({ "", 0 }, { err, status })
      local state = tesela.replay(lines[1])
      assert.equal("game 1 of 3: mixtour win_score=2, white (greedy) against red "
        .. "(random)", out:match "^[^\n]*")
      assert.matches(tostring(state), out, 1, true)
      assert.matches(("ply %d of %d: "):format(state.ply, state.ply), out, 1, true)
      local winner = ({ "white (greedy)", "red (random)" })[state.winners[1]]
      assert.matches(("\nthe game is over: %s wins (points), score %s\n")
        :format(winner, table.concat(state.scores, ":")), out, 1, true)
    end)

    it("prints any position of any game", function()
      for n, line in ipairs(lines) do
        for _, ply in ipairs { 0, 1, 3 } do
          local out = show(("--game %d --ply %d"):format(n, ply))
          assert.matches(tostring(tesela.replay(line, ply)), out, 1, true)
          assert.matches(("game %d of 3: "):format(n), out, 1, true)
          assert.matches(("\nply %d of %%d+: "):format(ply), out)
        end
      end
    end)

    it("calls games by the numbers that they have", function()
      local file, text = directory .. "/cup.jsonl", ""
      for _, number in ipairs { 9, 3, 4 } do
        text = text .. lines[3]:gsub("}$", (',"number":%d}'):format(number)) .. "\n"
      end
      shell.write(file, text)
      local function title(words)
        local out, err, status = show(words, file)
        return status == 0 and out:match "^[^:]*" or err:match "file: (.*)\n$"
          or err:match "there is.*[^\n]"
      end
      assert.equal("game 3, one of 3", title "")
      assert.equal("game 9, one of 3", title "--game 9")
      assert.equal("there is no game 1; expected one in 3..9 (3 games)",
        title "--game 1")
    end)

    it("tells times, values, notes, and that a game is not over", function()
      local out = show "--game 3 --ply 2"
      assert.equal("ply 2 of 3: red (greedy) plays c3, 0.250 s, value 0.25\n"
        .. "note: too?[31m hasty\n", out:match "\n(ply .*)$")
      out = show "--game 3"
      assert.matches("\nply 3 of 3: white (human) plays b2-c3\n"
        .. "the game is not over\n", out, 1, true)
    end)

    it("tells what ended a game from outside", function()
      local file = directory .. "/bad.jsonl"
      tesela.match { rules = rules, games = 2,
        bots = { function() error "on purpose" end, "random" },
        on_game = function(game) shell.write(file, game.line .. "\n") end }
      local out = show("", file)
      assert.matches("the game is over: white %(random%) wins %(error%), score 0:0\n"
        .. "message: .*on%s+purpose\n$", out)
    end)

    it("has colours only if they are asked for", function()
      assert.is_nil(show():find "\27")
      assert.is_truthy(show("--color always"):find "\27")
    end)

    it("names what is wrong in one line", function()
      local wrong = directory .. "/wrong.jsonl"
      shell.write(wrong, "\n" .. lines[1] .. "\n" .. lines[2]:gsub('"moves":%["%w+',
        '"moves":["z9') .. "\nnothing\n\0\n")
      local empty = directory .. "/empty"
      shell.write(empty, "\n")
      local cases = {
        { "", directory .. "/none", "none: No such file or directory", 1 },
        { "", directory, ": Is a directory", 1 },
        { "", empty, "empty: it contains no game", 1 },
        { "--game 2", wrong, "wrong.jsonl:3: .*z9", 1 },
        { "--game 3", wrong, "wrong.jsonl:4: not JSON", 1 },
        { "--game 4", wrong, "wrong.jsonl:5: .*zero byte", 1 },
        { "--game 4", path, "there is no game 4; expected one in 1..3", 1 },
        { "--game x", path, "%-%-game x: expected a whole number in 1..", 2 },
        { "--game 3 --ply 4", path, "%-%-ply 4: expected a whole number in 0..3", 2 },
      }
      for _, case in ipairs(cases) do
        local out, err, status = show(case[1], case[2])
        assert.same({ "", case[4] }, { out, status })
        assert.matches("^tesela show: [^\n]*" .. case[3] .. "[^\n]*\n$", err)
      end
    end)
  end)

  describe("on a terminal", function()
    it("leafs through a game", function()
      start "--game 3"
      assert.matches("ply 0 of 3: the start", t:screen(), 1, true)
      enter "ply 1 of 3: white (human) plays b2"
      assert.matches("ply 2 of 3: red (greedy) plays c3", ask "n", 1, true)
      assert.matches("ply 1 of 3: ", ask "b", 1, true)
      assert.matches("ply 3 of 3: ", ask "3", 1, true)
      enter "this is the last position; q: leave"
      assert.matches("ply 0 of 3: ", ask "0", 1, true)
      assert.equal("this is the start", ask "p")
      t:line "q"
      assert.equal(0, t:finish())
    end)

    it("fits the screen, with the last board on it", function()
      start "--game 3"
      ask "2"
      local screen = t:screen()
      assert.matches("   +-------+", screen, 1, true)
      assert.matches("\n 5 |", screen, 1, true)
      assert.matches("\n 1 |", screen, 1, true)
      for line in screen:gmatch "[^\n]+" do assert.is_true(#line < 80, line) end
    end)

    it("lists the moves and goes to other games", function()
      start()
      local list = ask "l"
      local number = 0
      for ply, move in list:gmatch "(%d+) (%S+)" do
        number = number + 1
        assert.equal(number, tonumber(ply))
        assert.equal(tesela.decode(lines[1]).moves[number], move)
      end
      assert.equal(#tesela.decode(lines[1]).moves, number)
      assert.matches("game 3 of 3: mixtour win_score=2", ask "g 3", 1, true)
      assert.matches("  2 c3*", ask "l", 1, true)
      assert.equal("expected a game in 1..3", ask "g 4")
      assert.equal("expected a number of moves in 0..3", ask "7")
      assert.matches("h lists them", ask "what?")
      assert.matches("the position after that many moves", ask "h")
      assert.equal("expected a number of moves in 0..3", ask(("9"):rep(30)))
      assert.equal("expected a game in 1..3", (ask("g " .. ("9"):rep(30))))
      assert.matches("^\n?    1  mixtour: greedy, random  %d:%d, %d+ moves\n.*\n>   3  mixtour",
        (ask "g"))
    end)

    it("lists what fits the screen of a long game", function()
      local file = directory .. "/long.jsonl"
      local game = tesela.run { rules = tesela.rules "qwirkle", seed = 1,
        bots = { "random", "random" } }
      shell.write(file, (game.line .. "\n"):rep(40))
      t = terminal.start(("%s show %s --game 20"):format(terminal.program, file))
      t:prompt(PROMPT)
      for _, word in ipairs { "list", "30", "list", "end", "list", "g" } do
        local said = ask(word)
        local _, rows = said:gsub("\n", "")
        assert.is_true(word ~= "list" and word ~= "g" or rows < 22, said)
        if word == "list" then
          local shown = tonumber(t:screen():match "(%d+)/%d+>$")
          assert.matches(shown == 0 and " +1 " or ">%s*" .. shown .. " ", said)
          assert.matches("moves %d+ to %d+ of " .. game.state.ply, said)
        end
      end
      assert.matches("\n>  20  qwirkle: .*and 22 more$", t:screen():match "^(.*)\n")
    end)

    it("survives Ctrl-C, and ends with Ctrl-D", function()
      start "--game 3"
      t:type "gggg"
      t:wait "gggg"
      t:send "C-c"
      t:prompt(PROMPT)
      enter "ply 1 of 3: "
      t:send "C-d"
      assert.equal(0, t:finish())
    end)

    it("explains all that can be typed on one screen", function()
      for _, name in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
        local file = directory .. "/" .. name .. ".jsonl"
        shell.write(file, tesela.rules(name):start(1):record {} .. "\n")
        t = terminal.start(("%s show %s"):format(terminal.program, file))
        t:prompt(PROMPT)
        local _, rows = ("\n" .. ask "help" .. "\n"):gsub("[^\n]+", function(line)
          assert.is_true(#line < 80, line)
        end)
        assert.is_true(rows <= 22, name .. rows)
        assert.matches("help\n", t:screen())
        t:stop()
      end
    end)

    it("suggests moves as in play, and tells what was played", function()
      start "--game 3 --iterations 200"
      local told = ask "hint"
      assert.matches("   +-------+", told, 1, true)
      assert.matches("\ntry %S+\nplayed: b2$", told)
      assert.matches("\n 1  %S+ .-\n 2  %S+ .-\n 3  %S+ .-\ntry %S+\nplayed: b2$",
        (ask "hint 3"))
      ask "3"
      assert.matches("\ntry %S+$", (ask "hint"))
      assert.equal("height c3: 2", "height c3: " .. ask "height c3")
      assert.matches("a1", (ask "moves a1"))
    end)

    it("shows all hands, and searches with one", function()
      local file = directory .. "/hands.jsonl"
      local game = tesela.run { rules = tesela.rules "qwirkle", seed = 1,
        bots = { "random", "random" }, max_plies = 6 }
      shell.write(file, game.line .. "\n")
      t = terminal.start(("%s show %s --iterations 50"):format(terminal.program, file))
      t:prompt(PROMPT)
      assert.equal(table.concat(tesela.replay(game.line, 0):hand(2), " "), (ask "hand 2"))
      local _, hands = ask("hint"):gsub("1:%l%l", "")
      assert.equal(2, hands)
      assert.matches("played: ", t:screen())
    end)

    it("finds moves and notes, and takes the move that was played", function()
      start "--game 3"
      assert.matches("ply 2 of 3: ", ask "/HASTY", 1, true)
      assert.matches("ply 3 of 3: ", ask "/c3", 1, true)
      assert.matches("from the start again:\n.*ply 2 of 3: ", (ask "/"))
      assert.equal("/e5: no move or note contains it", (ask "/e5"))
      ask "0"
      assert.matches("ply 1 of 3: ", ask "B2", 1, true)
      assert.matches("^a1 was not played here, but c3; play continues", (ask "a1"))
      assert.matches("ply 3 of 3: ", ask "end", 1, true)
      assert.matches("ply 1 of 3: ", ask "b 2", 1, true)
    end)

    it("completes its words, moves and bots", function()
      start "--game 3"
      t:type "hi"
      t:send "Tab"
      t:prompt "^0/3> hint$"
      t:send "C-u"
      t:type "play look"
      t:send "Tab"
      t:prompt "^0/3> play lookahead$"
      t:send "C-u"
      t:type "a"
      t:send("Tab", "Tab")
      t:wait "a1 .*a5"
      t:send "C-u"
      t:line "q"
      assert.equal(0, t:finish())
    end)

    it("writes a picture", function()
      start "--game 3"
      local file = directory .. "/one.svg"
      ask "2"
      assert.equal("written to " .. file, (ask("svg " .. file):gsub("\n *", " ")))
      assert.equal(tesela.replay(lines[3], 2):svg(), shell.read(file))
      assert.matches("^svg: expected a file name", (ask "svg"))
      assert.matches("it exists, and is not a picture",
        (ask("svg " .. path):gsub("\n *", " ")), 1, true)
    end)

    describe("playing on", function()
      it("begins with the position that is shown, and comes back", function()
        start "--game 3 --iterations 50"
        ask "2"
        t:line "play greedy"
        t:wait "white: you, red: greedy"
        t:prompt "^white>$"
        assert.matches("note: too%?%[31m hasty", t:screen())
        local fen = tesela.replay(lines[3], 2):fen()
        assert.equal(fen, (t:ask "fen"))
        t:ask "b2-c3"
        local save = directory .. "/played-on.jsonl"
        t:ask("save " .. save)
        t:line "quit"
        t:wait "ply 2 of 3: "
        t:prompt "^2/3>$"
        assert.matches("The game is saved: tesela play offers to resume it", t:screen(), 1, true)
        local record = tesela.decode(shell.read(save))
        assert.same({ "b2", "c3", "b2-c3" }, { table.unpack(record.moves, 1, 3) })
        assert.same({ "human", "greedy" }, record.players)
        assert.equal("too\27[31m hasty", record["note 2"])
        assert.equal(0.25, record.seconds[2])
        assert.is_nil(record.result)
      end)

      it("takes the bot and the seat that are named", function()
        start "--game 3"
        t:line "play random 2"
        t:wait "white: random, red: you"
        t:prompt "^red>$"
        t:resign()
        t:prompt "^over>$"
        t:line "again"
        t:wait "white: you, red: random"
        t:prompt "^white>$"
        t:line "quit"
        t:prompt "^0/3>$"
        assert.matches("^play: there is no bot nobody", (ask "play nobody"))
        assert.matches("^play: seat: expected a whole number in 0..2, got 3",
          (ask "play random 3"))
        ask "g 1"
        ask "end"
        assert.matches("^play: the game is over here", (ask "play"))
      end)
    end)

    describe("a note", function()
      local file

      local function start_with(text)
        file = directory .. "/noted.jsonl"
        shell.write(file, text)
        t = terminal.start(("%s show %s --game 2"):format(terminal.program, file))
        t:prompt(PROMPT)
      end

      local function one_line(said) return (said:gsub("\n *", " ")) end

      it("is kept in the file, in which nothing else changes", function()
        local before, behind = lines[1] .. "\r\n\n", "\n" .. lines[3] .. "\n \n"
        start_with(before .. lines[2] .. behind)
        ask "3"
        assert.equal("note 3 is kept in " .. file, one_line(ask 'note "why \\ not?"'))
        local noted = lines[2]:gsub(',"number"', ',"note 3":"why \\\\ not?"%0')
        assert.equal(before .. noted .. behind, shell.read(file))
        assert.equal("note 3: why \\ not?", (ask "note"))
        assert.matches("\nnote: why \\ not?", ask "3", 1, true)
        shell.write(file, shell.read(file) .. lines[1] .. "\n")
        ask "note because"
        noted = noted:gsub('"why.-"', '"because"')
        assert.equal(before .. noted .. behind .. lines[1] .. "\n", shell.read(file))
        assert.matches("  3 %S+%*", (ask "list"))
        t:line "q"
        assert.equal(0, t:finish())
        assert.matches("note: because", show("--game 2 --ply 3", file), 1, true)
      end)

      it("comes before the number of a game, also in a file without an end", function()
        local numbered = lines[2]:gsub('"number":%d+', '"number":%%d')
        start_with(numbered:format(1) .. "\n" .. numbered:format(2))
        ask "note first"
        assert.equal(numbered:format(1) .. "\n" .. numbered:format(2)
          :gsub(',"number"', ',"note 0":"first"%0') .. "\n", shell.read(file))
      end)

      it("goes to the game that is shown, of several that are alike", function()
        start_with((lines[3] .. "\n"):rep(3))
        ask "note this one"
        local noted = lines[3]:gsub("}$", ',"note 0":"this one"}')
        assert.equal(lines[3] .. "\n" .. noted .. "\n" .. lines[3] .. "\n", shell.read(file))
      end)

      it("is not written if someone else has changed the game", function()
        start_with(lines[1] .. "\n" .. lines[2] .. "\n")
        local changed = lines[1] .. "\n" .. lines[3] .. "\n"
        shell.write(file, changed)
        assert.matches("it no longer contains this game: save other.jsonl writes",
          one_line(ask "note lost?"), 1, true)
        assert.equal(changed, shell.read(file))
        t:line "q"
        t:wait "quit again leaves"
        t:prompt(PROMPT)
        assert.matches("it contains several games",
          one_line(ask("save " .. path)), 1, true)
        local other = directory .. "/other.jsonl"
        ask("save " .. other)
        assert.equal("lost?", tesela.decode(shell.read(other))["note 0"])
        t:line "q"
        assert.equal(0, t:finish())
      end)

      it("leaves a tournament's file as it is", function()
        local cup = directory .. "/cup-2.jsonl"
        shell.run(("%s match mixtour greedy random --games 2 --out %s"):format(
          terminal.program, cup))
        local content = shell.read(cup)
        t = terminal.start(("%s show %s"):format(terminal.program, cup))
        t:prompt(PROMPT)
        assert.matches("is a tournament's file, and is not changed: save other.jsonl",
          one_line(ask "note a good start"), 1, true)
        assert.equal(content, shell.read(cup))
        assert.matches("it is a tournament's file, and is not changed",
          one_line(ask("save " .. cup)), 1, true)
        assert.matches("\nnote: a good start\n", (ask "0") .. "\n", 1, true)
        local other = directory .. "/one.jsonl"
        ask("save " .. other)
        assert.matches("note: a good start", show("--ply 0", other), 1, true)
        assert.equal(content, shell.read(cup))
      end)
    end)

    describe("a game that was analysed", function()
      local file

      before_each(function()
        file = directory .. "/judged.jsonl"
        local function move(seat, best, before, lost, line)
          return { seat = seat, best = best, before = before, after = before - lost,
            lost = lost, line = line }
        end
        local member = { version = 1, by = "expert", iterations = 10, seed = 0,
          values = { { 0.5, 0.5 }, { 0.4, 0.6 }, { 0.62, 0.38 }, { 0.9, 0.1 } },
          moves = { move(1, "b2", 0.5, 0, { "b2" }),
            move(2, "d4", 0.6, 0.22, { "d4", "c4", "d4-c4" }),
            move(1, "b2-c3", 0.9, 0, {}) } }
        shell.write(file, lines[3]:gsub("}$", ',"analysis":' .. tesela.encode(member)
          .. "}") .. "\n")
        t = terminal.start(("%s show %s"):format(terminal.program, file))
        t:prompt(PROMPT)
      end)

      it("shows the chances and where in the curve they are", function()
        assert.matches("\nwhite  ▅▄▅█\n       ^\nply 0 of 3: ", t:screen(), 1, true)
        assert.matches("chances: white 50 %, red 50 %\n", t:screen(), 1, true)
        ask "2"
        assert.matches("\nwhite  ▅▄▅█\n         ^\n", t:screen(), 1, true)
        assert.matches("\nchances: white 62 %, red 38 %; 22 % given away, better was d4\n",
          t:screen(), 1, true)
        assert.matches("chance of white", (ask "curve"))
        assert.matches("Move 2, red %(greedy%): c3 gave away 22 %%; d4 kept 60 %%, "
          .. "then c4%s+d4%-c4%..*accuracy.*\nby expert, 10 iterations a search, seed 0$",
          (ask "analyse"))
      end)

      it("is analysed again if more was asked for", function()
        assert.matches("\nby expert, 30 iterations a search, seed 0$", (ask "analyse 30"))
        t:line "q"
        t:stop()
        t = terminal.start(("%s show %s --iterations 40"):format(terminal.program, file))
        t:prompt(PROMPT)
        assert.matches("\nby expert, 40 iterations a search, seed 0$", (ask "analyse"))
        assert.equal(40, tesela.decode(shell.read(file)).analysis.iterations)
      end)

      it("shows the better line on the board", function()
        ask "1"
        assert.equal("better: the last move was as good as any", (ask "better"))
        ask "2"
        assert.matches(" 4 |       |       |       |  < >  |", (ask "better"), 1, true)
        local line = ask "better 9"
        assert.matches(" 4 |       |       | [wR]  |", line, 1, true)
        assert.matches("\nbetter: d4 c4 d4%-c4$", line)
        assert.matches("red to move", (ask "better 2"))
      end)

      it("is analysed where it was not yet", function()
        shell.write(file, lines[3] .. "\n")
        t:line "q"
        t:stop()
        t = terminal.start(("%s show %s --iterations 20"):format(terminal.program, file))
        t:prompt(PROMPT)
        assert.matches("^curve: this game was not analysed", (ask "curve"))
        assert.matches("accuracy", (ask "analyse"))
        assert.is_table(tesela.decode(shell.read(file)).analysis)
        assert.matches("chances: ", (ask "3"))
      end)
    end)

    it("prints one position and nothing else with --ply", function()
      t = terminal.start(("%s show %s --game 3 --ply 1 --color never"):format(
        terminal.program, shell.quote(path)))
      assert.equal(0, t:finish())
      assert.matches("ply 1 of 3: ", t:screen(), 1, true)
    end)
  end)
end)

describe("tesela report", function()
  local directory, t

  setup(function() directory = shell.directory() end)
  teardown(function() shell.remove(directory) end)
  after_each(function() t:stop() end)

  local function screen(arguments, what)
    t = terminal.start(("%s report %s/games.jsonl %s"):format(terminal.program,
      shell.quote(directory), arguments), nil, 40, 40)
    return t:poll(function(text) return text:find("[exit 0]", 1, true) and text end, what)
  end

  it("is read in 40 columns", function()
    local _, _, status = shell.run(("%s match mixtour greedy random -n 2 -o %s/games.jsonl")
      :format(terminal.program, shell.quote(directory)))
    assert.equal(0, status)
    local text = screen("", "the report")
    assert.matches("\nbot +games  wins  draws  losses\n1 %l+ ", text)
    assert.matches("\nbot +score\n1 %l+ +%d+%.%d %%\n", text)
    t:stop()
    text = screen("-g 1", "the game")
    assert.matches("\n 5 | [^\n]*| 5\n", text)
    assert.matches("there is more: %l+\n", text)
  end)
end)
