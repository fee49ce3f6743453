-- `tesela play qwirkle` as people meet it, in a terminal of 80 by 24: hands that
-- are nobody else's business, symbols, points line by line.
--
-- TESELA_UPDATE_SCREENS=1 writes the screens that are kept anew.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local SEAT = "^seat %d>$"
local CURTAIN = "^seat %d, take the keyboard and press Enter>$"

describe("tesela play qwirkle", function()
  local directory, t

  before_each(function() directory = shell.directory() end)

  after_each(function()
    if t then t:stop() end
    t = nil
    shell.remove(directory)
  end)

  local function play(arguments, prompt)
    t = terminal.start(("%s play qwirkle %s"):format(terminal.program, arguments))
    t:prompt(prompt or SEAT)
  end

  local function ask(line, prompt) return t:ask(line, prompt or SEAT) end

  local function assert_screen(name)
    local path = here .. "screens/qwirkle-" .. name .. ".txt"
    local screen = t:screen() .. "\n"
    if os.getenv "TESELA_UPDATE_SCREENS" == "1" then shell.write(path, screen) end
    assert.equal(shell.read(path), screen)
  end

  -- The hand that is on the screen, as the game writes it.
  local function hand() return t:screen():match ".*(1:%l%l[^\n]*)" end

  -- The move that hint tells.
  local function hint()
    return ask("hint"):match "\ntry (%S+)" or error(t:screen())
  end

  describe("against a bot", function()
    it("shows one's own hand, and moves by its numbers", function()
      play "--seed 5 --bot greedy"
      assert_screen "start"
      local told = ask "234 0,0>"
      assert.matches("^  row 0,0..2,0: 3\n", told)
      assert.matches("\nseat 2 %(greedy%) plays %S+\n  %l+ ", told)
      assert.is_nil(told:find("thinks", 1, true))
      assert.is_nil(told:match "seat 2 +%d+ +1:")
      assert_screen "answered"
    end)

    it("shows as much of the board as the terminal has room for", function()
      play "--seed 5 --bot greedy"
      ask "234 0,0>"
      t:resize(50, 9)
      assert.is_nil(ask("board"):find("there is more", 1, true))
      local told = ask "hint"
      assert.matches("bag +90 tiles\n   there is more: %l", told)
      assert.is_truthy(told:find("<", 1, true))
    end)

    it("says why, and shows what is best first", function()
      play "--seed 5 --bot greedy"
      assert.matches("236 0,0>: ", (ask "236 0,0>"), 1, true)
      ask "234 0,0>"
      local listed = ask "moves"
      local points = {}
      for number in listed:match "\n(.-)\nswap":gmatch "%s(%d+) %l%l@" do
        points[#points + 1] = tonumber(number)
      end
      assert.is_true(#points > 5)
      for i = 2, #points do assert.is_true(points[i] <= points[i - 1]) end
      assert.matches("hand: seat 1 does not see the hand of seat 2",
        (ask "hand 2"), 1, true)
      assert.matches("seat 2 +%d+ +6 tiles\n +bag +%d+ tiles\ntry %S+ %(ok plays it%)$",
        (ask "hint"))
    end)

    it("completes the cells for tiles by their numbers", function()
      play "--seed 5 --bot greedy"
      t:type "234 "
      t:send "Tab"
      t:send "Tab"
      t:wait "0,0>  0,0%^  0,2v  2,0<"
      t:type "0,0>"
      t:prompt "^seat 1> 234 0,0>$"
      t:send "Enter"
      t:wait "seat 2 (greedy) plays"
    end)

    it("says of an exchange only how many tiles", function()
      local path = directory .. "/swapper.lua"
      shell.write(path, [[
return function(view)
  for move in view:moves() do
    local parts = view:parts(move)
    if parts.kind == "swap" and parts.size == 2 then return move end
  end
  return view:list()[1]
end
]])
      play("--seed 5 --bot " .. path)
      assert.matches("seat 2 %(swapper%) exchanges 2 tiles\n", (ask "234 0,0>"))
      ask("back", "^back>$")
      assert.is_nil(t:screen():find "swap:%l")
      assert.matches("   move 1 of 2, p%l@", t:screen())
    end)

    it("is left with what one knows, and saved with everything", function()
      local path = directory .. "/game.json"
      play "--seed 5 --bot greedy"
      ask "234 0,0>"
      local own = hand()
      assert.matches("saved to " .. path .. ", with all hands",
        (ask("save " .. path):gsub("\n *", " ")), 1, true)
      t:line "quit"
      assert.equal(0, t:finish())
      assert.matches("To go on:\n  tesela play qwirkle\n", t:screen())
      t:stop()
      play("--bot greedy --load " .. path)
      assert.equal(own, hand())
      assert.matches("^seat 1", t:screen():match "[^\n]*$")
    end)
  end)

  describe("among several people", function()
    -- Everything that the terminal still has, what scrolled away too.
    local function all() return t:capture(500) end

    it("falls a curtain before the next one has the keyboard", function()
      play("--seed 5 --bot none", CURTAIN)
      t:send "Enter"
      t:prompt(SEAT)
      local first = hand()
      ask("234 0,0>", CURTAIN)
      assert_screen "curtain"
      assert.is_nil(all():find(first, 1, true))
      assert.is_nil(all():find "1:%l%l")
      t:send "Enter"
      t:prompt "^seat 2>$"
      assert.is_not.equal(first, hand())
      assert_screen "second"
      t:send "Up"
      t:type "hand 1"
      t:prompt "^seat 2> hand 1$"
      t:send "Enter"
      t:wait "seat 2 does not see the hand of seat 1"
      t:prompt(SEAT)
      ask("back", "^back>$")
      assert.is_nil(all():find(first, 1, true))
      assert.matches("moves: it is the turn of seat 1, whose hand you do not see",
        (ask("moves", "^back>$")), 1, true)
      assert.matches("^it is the turn of seat 1", (ask("1 5,5", "^back>$")))
      t:line "quit"
      assert.equal(0, t:finish())
      assert.is_nil(all():find "Left at")
      assert.is_nil(all():find(first, 1, true))
    end)

    it("undo gives the keyboard back", function()
      play("--seed 5 --bot none", CURTAIN)
      t:send "Enter"
      t:prompt(SEAT)
      local first = hand()
      ask("234 0,0>", CURTAIN)
      t:send "Enter"
      t:prompt(SEAT)
      ask("undo", "^seat 1, take the keyboard and press Enter>$")
      t:send "Enter"
      t:prompt "^seat 1>$"
      assert.equal(first, hand())
    end)

    it("is three of them, or two and a bot", function()
      play("--seed 11 --set players=3 --seat 1,3 --bot greedy", CURTAIN)
      for _ = 1, 4 do
        t:send "Enter"
        t:prompt(SEAT)
        ask(hint(), CURTAIN)
      end
      assert.matches("seat 2 %(greedy%) plays %S+\n", t:screen())
    end)
  end)

  describe("inside the session", function()
    before_each(function()
      t = terminal.start(terminal.program)
      t:prompt()
    end)

    local function leave()
      t:line "quit"
      t:prompt "^>$"
      return t:screen():match "To continue.*"
    end

    it("is printed as one saw it when one leaves", function()
      t:ask('play("qwirkle", { seed = 5 })', SEAT)
      local left = leave()
      assert.matches("seat 1 +0 +1:gt.*seat 2 +0 +6 tiles", left)
      assert.matches("\nits record, with all hands\n", left)
      assert.is_nil((t:ask "_"):match "seat 2 +%d+ +1:")
      t:ask "s = _"
      assert.equal("0", (t:ask "s:play(s:list()[1]).ply - 1"))
      assert.matches("seat 1 +3 +1:.*seat 2 +0 +6 tiles", (t:ask "s"))
      assert.matches("^%-? ?[%l@,+0-9-]+ [%l+]+/[%l+]+ ", (t:ask "s:fen()"))
    end)

    it("says nothing of hands that several people have", function()
      t:ask('play("qwirkle", { seed = 5, bot = "none" })', CURTAIN)
      t:send "Enter"
      t:prompt(SEAT)
      local left = leave()
      assert.matches("\na game with hidden hands: ", left)
      assert.is_nil(left:match "%d:%l%l")
    end)
  end)

  it("is played to the end, and then all is shown", function()
    play "--set hand=2 --set copies=1 --seed 2 --bot greedy"
    local moves, over = 0
    repeat
      moves = moves + 1
      assert.is_true(moves < 60, "the game does not end")
      local _, last = ask(hint(), "^%l+ ?%d*>$")
      over = last == "over>"
    until over
    assert.equal(0, t:finish())
    assert.matches("The game is over: .* %([%l ]+%), score %d+:%d+", t:screen())
  end)

  it("knows that moves of a variant's own have no points", function()
    local folder = shell.directory()
    shell.write(folder .. "/skipping.lua", [[
local tesela = require "tesela"
return tesela.derive("qwirkle", {
  moves = function(base, s, out)
    for m in base.moves(s) do out(m) end
    if s.ply_count > 0 then out(base.own(1)) end
  end,
  fields = { ply_count = { max = 500 } },
  apply = function(base, s, m)
    if base.number(m) then base.pass(s) else base.apply(s, m) end
    s.ply_count = s.ply_count + 1
  end,
  print = function(base, s, m) return base.number(m) and "skip" or base.print(s, m) end,
})
]])
    local out, err, status = shell.run(("%s play %s/skipping.lua --bot none --seed 5")
      :format(terminal.program, folder), "pd@0,0+ps@1,0+pu@2,0\nmoves\nskip\nmoves\nquit\n")
    shell.remove(folder)
    assert.equal("", err)
    assert.equal(0, status)
    assert.is_nil(out:find("that failed", 1, true), out)
    local _, listed = out:gsub("\nown %(1%)\n  skip\n", "")
    assert.equal(2, listed, out)
    assert.matches("\nLeft at ", out)
  end)
end)
