-- Whole games at the terminal, from the first to the last move, against quick bots.
--
-- What is typed, and what the bots answer, is the game that tesela.run plays with
-- the same seed: so it is known beforehand which position every screen shows, and a
-- bot that plays otherwise at the table than in a match is seen, too. Of every screen
-- it is asked that the whole board is on it, that nothing was folded by the terminal
-- and that the prompt stands below. Some are kept in screens/;
-- TESELA_UPDATE_SCREENS=1 writes them anew.

local tesela = require "tesela"

local covering = require "tesela.terminal.play.pieces_by_cells"

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")
local terminal = dofile(here .. "terminal.lua")

local PROMPT = "^[%l%d ]+>$"

-- What the first seat has to type in a game: { move, ply }, for a pass that is forced
-- is made for it.
local function typed(line)
  local list, state = {}, tesela.replay(line, 0)
  for ply, move in ipairs(tesela.decode(line).moves) do
    local forced = state:count() == 1 and move == "pass"
    if state.seat == 1 and not forced then list[#list + 1] = { move = move, ply = ply } end
    state:play(move)
  end
  return list
end

local function words_of(line)
  local words = {}
  for word in line:gmatch "%S+" do words[#words + 1] = word end
  return words
end

-- The names of the columns and of the rows that a board shows. Beside them other
-- things may stand.
local function frame(state)
  local board = state:draw { palette = 16, symbols = true }:gsub("\27%[[%d;]*m", "")
  local columns, rows = {}, {}
  for _, word in ipairs(words_of(board:match "^[^\n]*")) do
    if not (word:find "^%l$" or word:find "^%-?%d+$") then break end
    columns[#columns + 1] = word
  end
  for line in board:gmatch "[^\n]+" do
    local name, rest = line:match "^%s*(%-?%d+)( .*)$"
    if name and (rest .. " "):find(" " .. name .. " ", 1, true) then rows[#rows + 1] = name end
  end
  assert(#columns > 1 and #rows > 1, board)
  return columns, rows
end

local function begins(line, words)
  local own = words_of(line)
  for i, word in ipairs(words) do
    if own[i] ~= word then return false end
  end
  return true
end

-- Whether the names of the columns are on the screen, and those of all rows in order.
local function shows(screen, columns, rows)
  local named, found = false, 0
  for line in screen:gmatch "[^\n]+" do
    named = named or begins(line, columns)
    if rows[found + 1] and begins(line, { rows[found + 1] }) then found = found + 1 end
  end
  return named and found == #rows
end

local GAMES = {
  { name = "mixtour", call = "mixtour --set win_score=2", seed = 6, wrong = "b9" },
  { name = "duo", call = "blokus --set variant=duo", seed = 8, wrong = "I5@a1" },
  { name = "losetas", call = "losetas", seed = 5, wrong = "2x2@z9" },
  { name = "qwirkle", call = "qwirkle --set colours=4", seed = 8, wrong = "77 0,0>" },
  { name = "blokus", call = "blokus", seed = 2, wrong = "I5@b2" },
  { name = "blokus-wide", call = "blokus", seed = 2, wrong = "I5@b2", columns = 120,
    rows = 40 },
}

describe("a whole game of tesela play", function()
  local t

  after_each(function()
    if t then t:stop() end
    t = nil
  end)

  local function assert_screen(name)
    local path = here .. "screens/game-" .. name .. ".txt"
    local screen = t:screen() .. "\n"
    if os.getenv "TESELA_UPDATE_SCREENS" == "1" then shell.write(path, screen) end
    assert.equal(shell.read(path), screen)
  end

  -- What is true of every screen on which somebody is asked.
  local function assert_whole(state, width)
    local screen = t:screen()
    assert.is_true(shows(screen, frame(state)), "the board is not all there:\n" .. screen)
    for line in screen:gmatch "[^\n]+" do
      assert.is_true(utf8.len(line) < width, "a line as wide as the screen: " .. line)
      assert.is_nil(line:find "%c")
      assert.is_nil(line:find("^[", 1, true))
    end
    assert.matches(PROMPT, screen:match "[^\n]*$")
  end

  -- A piece of Blokus is typed by what one sees: with a cell, and a letter if it fits in
  -- several ways.
  local function type_move(state, text)
    local move = state:move(text)
    local parts = state:parts(move)
    if not parts.turn then return t:ask(text, PROMPT) end
    local words = ("%s %s"):format(parts.piece, parts.cells[#parts.cells])
    local list = covering.read(state, words)
    covering.pictures(state, list)
    t:ask(words, PROMPT)
    for i = 1, #list > 1 and #list or 0 do
      if list[i].move == move then
        t:ask(i <= list.shown and ("abcdefghijklmnopqrstuvwxyz"):sub(i, i) or text, PROMPT)
      end
    end
  end

  local function play_typed(game, line)
    local moves, kept = typed(line), 3
    for i, each in ipairs(moves) do
      type_move(tesela.replay(line, each.ply - 1), each.move)
      local following = moves[i + 1]
      assert_whole(tesela.replay(line, following and following.ply - 1), game.columns or 80)
      if i == kept then assert_screen(game.name .. "-answered") end
    end
  end

  for _, game in ipairs(GAMES) do
    it("is pleasant to look at: " .. game.call, function()
      local name, set = game.call:match "^(%l+)(.*)"
      local options = {}
      for key, value in set:gmatch "([%l_]+)=(%w+)" do options[key] = value end
      local rules, bots = tesela.rules(name, options), {}
      for seat = 1, rules.seats do bots[seat] = "greedy" end
      local line = tesela.run { rules = rules, bots = bots, seed = game.seed }.line
      t = terminal.start(("%s play %s --bot greedy --seed %d"):format(terminal.program,
        game.call, game.seed), nil, game.columns, game.rows)
      t:prompt(PROMPT)
      assert_whole(tesela.replay(line, 0), game.columns or 80)
      assert_screen(game.name .. "-start")
      t:ask(game.wrong, PROMPT)
      assert_screen(game.name .. "-wrong")
      play_typed(game, line)
      assert.equal("over>", t:prompt(PROMPT))
      assert_screen(game.name .. "-over")
      t:ask("again", PROMPT)
      assert_screen(game.name .. "-again")
      t:line "quit"
      assert.equal(0, t:finish())
    end)
  end
end)
