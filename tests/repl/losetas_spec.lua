-- `tesela play losetas` as a person meets it, in a terminal of 80 by 24.
--
-- TESELA_UPDATE_SCREENS=1 writes the screens that are kept anew.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

describe("tesela play losetas", function()
  local t

  after_each(function()
    if t then t:stop() end
    t = nil
  end)

  local function play(arguments)
    t = terminal.start(("%s play losetas %s"):format(terminal.program, arguments))
    t:prompt()
  end

  local function assert_screen(name)
    local path = here .. "screens/losetas-" .. name .. ".txt"
    local screen = t:screen() .. "\n"
    if os.getenv "TESELA_UPDATE_SCREENS" == "1" then shell.write(path, screen) end
    assert.equal(shell.read(path), screen)
  end

  it("outlines the tiles, whose cells tell colour and height", function()
    play "--bot none"
    assert_screen "start"
    for _, move in ipairs { "2x2@h8", "1x2@j8", "1x1@k9", "2x1@h9", "1x1@j9" } do
      t:ask(move)
    end
    assert_screen "stacked"
  end)

  it("is over when the player to move is stuck", function()
    play "--bot none --set frame=fixed --set size=2"
    t:ask "2x2@a1"
    t:ask("1x1@a1", "^over>$")
    assert_screen "over"
    assert.equal(0, t:finish())
  end)

  it("answers with the areas of both, the largest first", function()
    play "--bot none"
    assert.equal("grey: none\nblue: none", (t:ask "areas"))
    for _, move in ipairs { "2x2@h8", "1x2@j8", "1x1@k9" } do t:ask(move) end
    assert.equal("grey: 4 1\nblue: 2", (t:ask "areas"))
  end)

  it("completes a tile, then the cells that it fits", function()
    play "--bot none"
    t:ask "2x2@h8"
    t:type "1x2"
    t:send "Tab"
    t:prompt "blue> 1x2@$"
    t:send "Tab"
    t:wait "1x2@g7 .*\n1x2@g8 "
    t:type "g8"
    t:prompt "blue> 1x2@g8$"
    t:send "Enter"
    t:prompt "grey>$"
  end)

  it("plays against a bot to the end, with hints", function()
    play "--set tiles=2,2,1 --bot greedy --seed 3"
    local moves, over = 0
    repeat
      moves = moves + 1
      assert.is_true(moves < 20, "the game does not end")
      local move = t:ask("hint"):match "\ntry (%S+)"
      assert.is_string(move, t:screen())
      local _, last = t:ask(move, "^%l+>$")
      over = last == "over>"
    until over
    assert.equal(0, t:finish())
    assert.matches("The game is over: .* %(the side to move is stuck%), score %d+:%d+", t:screen())
  end)
end)
