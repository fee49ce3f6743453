-- What is said while a game is played fits a screen, and is said as people write it.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local tesela = require "tesela"

-- What comes of lines, without the board before them.
local function said(game, ...)
  local lines = table.concat({ ... }, "\n") .. "\nquit\n"
  local out, err, status = shell.run(("%s play %s"):format(shell.program, game), lines)
  assert.same({ "", 0 }, { err, status })
  local text = out:match "^.-\n\n.-\n(%S.*)\nLeft at [^\n]*\n$" or out
  return text
end

local function last_lines(text, count)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return table.concat(lines, "\n", math.max(1, #lines - count + 1))
end

-- With the line that asks for it and the prompt behind it.
local function assert_fits(text, what)
  local _, rows = text:gsub("[^\n]+", function(line)
    assert.is_true(utf8.len(line) < 80, line)
  end)
  assert.is_true(rows <= 22, what .. ": " .. rows)
end

describe("what is said at the table", function()
  for _, game in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
    it("fits a screen: " .. game, function()
      local board = said(game .. " --bot none --seed 1")
      local function behind(word)
        local text = said(game .. " --bot none --seed 1", word)
        return text:sub(#board + 1)
      end
      assert_fits(behind "help", "help")
      assert_fits(behind "rules", "rules")
    end)
  end

  it("folds what it says of many words", function()
    local many = (" nonsense"):rep(12)
    local text = said("mixtour --bot none", "help" .. many, "moves" .. many,
      "hint" .. many, "undo" .. many, "back" .. many)
    for line in text:gmatch "[^\n]+" do assert.is_true(#line <= 80, line) end
    assert.matches("nonsense: expected a number of moves, as in: undo%s+2", text)
  end)

  it("tells whose point a move is, what is taken back, and the end in words", function()
    local moves = "a3\nb3\nd1\na3-b3\nd1->b3\nc5\nd4\nb5\nc5-b5\nb3:3-b5\n"
    local text = shell.run(shell.program .. " play mixtour --bot none --set win_score=2",
      moves .. "undo\nexplain b3:3-b5\nexplain a1\nquit\n")
    local _, told = text:gsub("b5 is 5 high: a point for white; 2 white and 3 red go back", "")
    assert.equal(2, told)
    assert.matches("\ntaken back: b3:3%-b5\n", text)
    assert.matches("\nexplain a1: none\n", text)
    assert.matches("white wins %(by points%), score 1:0",
      (shell.run(shell.program .. " play mixtour --bot none", moves)))
  end)

  it("takes the cells of a piece with blanks between them", function()
    local text = said("blokus --bot none ", "a20 a19 a18", "undo")
    assert.matches("taken back: I3@a18", text)
  end)

  it("saves a picture where that is meant", function()
    local folder = shell.directory()
    local path = folder .. "/position.svg"
    assert.matches("a picture of the position is saved to ",
      said("mixtour --bot none", "b2", "save " .. path))
    local file <close> = assert(io.open(path))
    assert.matches("^<svg", (file:read "a"))
    shell.remove(folder)
  end)

  it("names a file of games if a name is missing", function()
    assert.matches("save: expected a file name, as in: save game%.jsonl",
      said("mixtour --bot none", "b2", "save"))
  end)

  it("tells the options of this game among the rules", function()
    local text = said("mixtour --bot none --set win_score=3", "rules")
    assert.matches("\n  win_score=3 +points needed to win\n", text)
  end)

  it("tells more about a word", function()
    local text = last_lines(said("blokus --bot none", "help back", "help pictures",
      "help nonsense"), 3)
    assert.matches("^back %[2%]: look back, one move, or that many; undo then drops the "
      .. "moves after it\npictures COLOUR: a drawing of the pieces .*\n"
      .. "help nonsense: there is no such command", text)
  end)

  it("tells about a word in one sentence", function()
    assert.equal("rules: the rules, with the options of this game",
      said("mixtour --bot none", "help rules"))
  end)

  it("names the moves of pieces as help does, and takes cells too", function()
    local text = said("blokus --bot none --seed 3 --iterations 50",
      "a1,a2,a3,a4,a5", "back", "forward", "hint 2", "I5@t1", "i5 q20", "moves I4")
    assert.matches("move 0 of 1: back", text)
    assert.matches("\n 1  %w+@[a-t]%d+/?%d? +%d+ %%[^\n]*  then %w+@[a-t]%d+[ /\n]", text)
    assert.matches("\n%(%%: the chance that yellow wins, as expert sees it%)\n"
      .. "try %w+@[a-t]%d+/?%d? %(ok plays it%)\n", text)
    assert.matches("\nplace %(%d+%)\n  I4@", text)
  end)

  it("tells the pieces if moves are too many, and the moves of one", function()
    local text = said("blokus --bot none", "moves", "moves X")
    assert.matches("\nplace %(232%)\n  1: 4    2: 8 ", text)
    assert.matches("moves PIECE or moves CELL lists them", text)
    text = said("blokus --bot none", "moves 1") -- a piece, and no way of others
    assert.matches("\nplace %(4%)\n  1@a1 +1@t1 +1@a20 +1@t20$", text)
  end)

  it("says which colour has the turn if a seat has several or shares one", function()
    local two = said("blokus --set players=2 --bot random --seed 3", "V3@a1/4")
    assert.matches("yellow and green %(random%) with yellow plays %w+@", two)
    assert.is_nil(said("blokus --bot random --seed 3", "V3@a1/4"):find " with ")
    local game = tesela.rules("blokus", { players = 3 }):start()
    local spoken = require "tesela.rules.spoken_moves"
    for _, want in ipairs { "", "", "", " with green", "", "", "", " with green" } do
      assert.equal(want, spoken.with_colour(game))
      game:play(game:list()[1])
    end
    assert.equal("", spoken.with_colour(tesela.rules("mixtour"):start()))
    assert.equal(" with blue", spoken.with_colour(tesela.rules("blokus", { players = 1 }):start()))
  end)

  it("begins with the options that are not those of the game, and with whose variant it is",
    function()
      local function first(game)
        return (shell.run(("%s play %s --bot none"):format(shell.program, game), "quit\n"))
          :match "^[^\n]*"
      end
      local directory = shell.directory()
      shell.write(directory .. "/five.lua", [[
return require "tesela".derive("mixtour", { options = { win_score = 5 } })]])
      assert.equal("Mixtour, by Dieter Stein. white, red. Type a move or help.",
        first "mixtour")
      assert.equal("Mixtour, by Dieter Stein; win_score=3. white, red. Type a move or help.",
        first "mixtour --set win_score=3")
      assert.equal("Mixtour, by Dieter Stein (five); win_score=5. white, red. Type a move or "
        .. "help.", first(directory .. "/five.lua"))
      shell.remove(directory)
    end)

  it("folds help, rules and moves between words in a narrow window", function()
    local terminal = dofile(here .. "terminal.lua")
    local t <close> = setmetatable({ terminal.start(
      terminal.program .. " play blokus --bot none --set variant=duo", nil, 60, 60) },
      { __close = function(it) it[1]:stop() end })
    t[1]:prompt()
    local help = t[1]:ask "help"
    assert.matches("\n  V3@a1      a piece by name and its first cell (lowest\n"
      .. "             row, then leftmost), if it fits there in only\n"
      .. "             one way\n", help, 1, true)
    assert.matches("\n  save [FILE]   save the game\n", help, 1, true)
    assert.matches("Colours place their pieces in turn. A colour's first piece\n"
      .. "covers a start cell, marked *.", t[1]:ask "rules", 1, true)
    for line in t[1]:ask("moves F"):gmatch "[^\n]+" do
      assert.is_true(#line < 60 and (line:find "^  F@" or line:find "^place") ~= nil, line)
    end
    t[1]:stop()
    t[1] = terminal.start(terminal.program .. " help mixtour", nil, 60, 60)
    assert.matches("\n  On your turn, enter a piece of yours on an empty cell, or\n"
      .. "  move: take any number", t[1]:wait "[exit 0]", 1, true)
  end)

  it("asks for a seat's things if none is named, for who sits there", function()
    local text = said("qwirkle --seed 3 --bot none", "hand", "hand_count", "help qwirkle")
    assert.matches("\ngf os ot pd pu rc\n6\nTiles have one of six colours", text)
    assert.equal("20", said("mixtour --bot none", "reserve"))
  end)

  it("says that bots are read again, and what is not a cell", function()
    assert.equal("reload: greedy is read again\nmoves z9: z9 is not a cell (a1 to e5)",
      said("mixtour --bot greedy", "reload", "moves z9"))
  end)

  it("names the ways that there are", function()
    local text = said("blokus --bot none", "T4@a1/9", "T4@a1/4"):gsub("\n *", " ")
    assert.matches("T4@a1/9: T4 has no way 9; ways 1 2 fit there (piece T4 shows them)",
      text, 1, true)
    assert.matches("T4@a1/4: that is not on the board; ways 1 2 fit there", text, 1, true)
  end)

  it("reads no words of a refusal, which begins with those that were typed", function()
    assert.equal("moves: no legal move touches is not a cell",
      said("mixtour --bot none", "moves is not a cell"))
    local text = said("blokus --bot none", "hello (piece V3 shows them)", "V3@a1/9")
    local _, drawings = text:gsub("\n  a      b      c\n", "")
    assert.equal(1, drawings)
    assert.matches("swap:9: there is no tile 9; the hand has only 6$",
      said("qwirkle --bot none", "", "swap 9"))
    assert.equal("expected: there is no such command",
      said("tictactoe --bot none", "expected"):match "expected: [^;\n]+")
  end)

  it("blames the way that a piece has not, and not a cell that the board has", function()
    local text = said("blokus --bot none", "V3 a1 9", "V3 a1/9", "I5 e10/7", "V3 a1x")
      :gsub("\n *", " ")
    for _, why in ipairs { "V3@a1/9: V3 has no way 9; ways 1 2 4 fit there",
      "I5@e10/7: I5 has no way 7", "V3 a1x: expected a piece" } do
      assert.matches(why, text, 1, true)
    end
    assert.is_nil(text:find "is not a cell")
  end)

  it("takes cells in capitals however they are typed", function()
    for typed, move in pairs { ["I5 P20 1"] = "p20,q20,r20,s20,t20", ["V3 A1 4"] = "a1,b1,b2",
      ["V3 A1/4"] = "a1,b1,b2", ["A2,A1"] = "a1,a2", ["V3@A1/4"] = "a1,b1,b2" } do
      local text = said("blokus --bot none", typed, "back", "forward", "fen")
      assert.matches("move 0 of 1", text, 1, true)
      assert.equal(tesela.rules "blokus":start():play(move):fen(), text:match "([^\n]*)$")
    end
    assert.matches("e10,e9: the first piece must cover a start cell",
      said("blokus --bot none", "E10,E9"):gsub("\n *", " "), 1, true)
  end)

  it("says so if a cell is empty, and takes b 2 as a command", function()
    assert.matches("cell h8: empty\nback: this is the beginning",
      said("losetas --bot none", "cell h8", "b 2"))
    local text = said("mixtour --bot none", "b 2", "b 2", "fen"):gsub("\n *", " ")
    assert.matches("back: this is the beginning 5/5/5/5/5 w 0:0 -", text, 1, true)
  end)

  it("marks and lists what all others have played since", function()
    local text = said("blokus --bot greedy --seed 4", "I5@a1/1", "I5@f2", "back")
    local board = text:match "\n( +a b c .*)\nI5@f2: "
    for _, colour in ipairs { "yellow", "red", "green" } do
      assert.matches("  " .. colour .. " plays %w+@%w+", board)
    end
    for _, letter in ipairs { "Y", "R", "G" } do
      assert.matches("%[[^%]]*" .. letter, board, nil, nil)
    end
    assert.is_nil(board:match "%[[^%]]*B")
    text = said("qwirkle --bot greedy --seed 4 --set players=3", "34@0,0>", "board")
    assert.matches("\n   seat 2 plays %S+\n   seat 3 plays %S+\n", text)
    assert.is_nil(said("mixtour --bot greedy --seed 4", "c3", "board"):find "   red plays")
  end)
end)
