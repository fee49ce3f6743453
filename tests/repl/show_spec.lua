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
    values = { nil, -1.5 }, notes = { [2] = "too\27[31m hasty" } }
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
      assert.equal("there is no game 1; expected one in 3..9, of which 3 are there",
        title "--game 1")
    end)

    it("tells times, values, notes, and that a game is not over", function()
      local out = show "--game 3 --ply 2"
      assert.equal("ply 2 of 3: red (greedy) plays c3, 0.250 s, value -1.5\n"
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

    it("has colours only where they are asked for", function()
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
        { "", empty, "empty: it holds no game", 1 },
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
      assert.matches("h explains", ask "what?")
      assert.matches("the position after so many moves", ask "h")
      assert.matches("h explains", ask(("9"):rep(30)))
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

    it("prints one position and nothing else with --ply", function()
      t = terminal.start(("%s show %s --game 3 --ply 1 --color never"):format(
        terminal.program, shell.quote(path)))
      assert.equal(0, t:finish())
      assert.matches("ply 1 of 3: ", t:screen(), 1, true)
    end)
  end)
end)
