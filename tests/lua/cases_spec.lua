-- Games that people wrote from the manual alone (tests/cases), in the words of today.

local tesela = require "tesela"
local support = require "support"

local FOLDER = support.root .. "/tests/cases/rules/"

local function start(name, options)
  return tesela.rules(FOLDER .. name .. ".lua", options):start(1)
end

local function play(s, moves)
  for move in moves:gmatch "%S+" do s:play(move) end
  return s
end

describe("chess in Lua", function()
  it("has as many moves as chess", function()
    assert.same({ 20, 400 }, { start "chess":perft(1), start "chess":perft(2) })
    if not support.stress then assert.equal(8902, start "chess":perft(3)) end
  end)

  it("castles, takes in passing and promotes", function()
    local s = play(start "chess", "e2e4 a7a6 e4e5 d7d5 e5d6")
    assert.equal(0, s.board[s.board:cell "d5"])
    play(s, "b8c6 d6c7 e7e5 g1f3 g8f6 f1e2 f8e7 e1g1 e8g8")
    assert.same({ 4, 10 }, { s.board[s.board:cell "f1"], s.board[s.board:cell "f8"] })
    assert.is_true(s:legal "c7d8q" and s:legal "c7d8n" and not s:legal "c7d8k")
    assert.equal(5, s:play "c7d8q".board[s.board:cell "d8"])
  end)

  it("ends by mate, and says what check forbids", function()
    local s = play(start "chess", "f2f3 e7e5 g2g4 d8h4")
    assert.same({ "mate", { 2 } }, { s.reason, s.winners })
    s = play(start "chess", "e2e4 f7f6 d1h5")
    assert.equal("a7a6: the king would be in check", select(2, s:move "a7a6"))
    s = play(start "chess", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")
    assert.same({ "repetition", { 1, 2 } }, { s.reason, s.winners })
  end)
end)

describe("Stratego on 4x4", function()
  it("hides ranks, and shows what has fought", function()
    local s = start "stratego4"
    local seen = s:view(1):fen():match " blue=(%S+)"
    assert.equal("0*10,?,0,?*4", seen)
    assert.equal(0, select(2, s:fen():gsub("?", "")))
    for _, m in ipairs(s:list()) do
      assert.is_true(s.red[m // 8192] > 1 and s.red[m // 8192] < 5)
    end
    assert(s.rules:check { games = support.times(20, 2) })
  end)
end)

describe("Mixtour of majorities", function()
  it("shows its own points", function()
    local s = start "mix_majority".rules:load "5/5/rr,1,wrr,2/5/5 w 0:0 -"
    s:play "c3:3-a3"
    assert.same({ 0, 1 }, s.scores)
    assert.matches("score 0:1 ", tostring(s))
  end)
end)

describe("Qwirkle without exchange", function()
  it("has all moves of Qwirkle but these", function()
    local plain, s = tesela.rules "qwirkle":start(1), start "qw_no_swap"
    local places = 0
    for m in plain:moves() do places = places + (plain:parts(m, "kind") == "place" and 1 or 0) end
    assert.equal(places, s:count())
    assert(s.rules:check { games = 1, max_plies = support.times(20, 3) })
  end)
end)
