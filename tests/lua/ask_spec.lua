-- tesela ask and check-bot: a bot once more in a position that is known.

local tesela = require "tesela"
local turns = require "tesela.contest.results.recorded_turn"
local support = require "support"

local rules = tesela.rules "mixtour"

local function bot(source) return support.file(source, ".lua") end

-- Says what it is given, and plays a move that follows from it.
local TELLER = [[return { new = function(_, seat, seed) return { seat = seat, seed = seed } end,
  choose = function(self, v, b)
    self.turns = (self.turns or 0) + 1
    print(self.seat, self.seed, b.seed, b.iterations, b.seconds, v:fen(), self.turns)
    local list = v:list()
    return list[b.seed % #list + 1], (b.seed % 100) / 100
  end }]]

-- A tournament that two tellers have played, and what they said, by game and ply.
local function played(definition)
  local path, prints = support.file(nil, ".jsonl"), support.file ""
  local file = bot(TELLER)
  local def = { rules = "mixtour", games = 4, seed = 11, max_plies = 12,
    bots = { { name = "one", bot = file }, { name = "two", bot = file } },
    budget = { iterations = 77 } }
  for key, value in pairs(definition or {}) do def[key] = value end
  tesela.tournament(def, { file = path, prints = prints })
  local said = {}
  for line in support.read(prints):gmatch "[^\n]+" do
    local game, ply, text = line:match "^game (%d+) ply (%d+) %w+: (.*)$"
    said[game .. "/" .. ply] = text
  end
  return path, said, file
end

local function tesela_ask(...) return support.tesela("ask", ...) end

teardown(support.clean)

describe("a turn of a recorded game", function()
  it("has the position, budget and seeds of the game", function()
    for _, more in ipairs { {}, { openings = { plies = 3 } }, { rules = "losetas" } } do
      local path, said, file = played(more)
      local first = more.openings and 3 or 0
      for _, place in ipairs { { 1, first }, { 2, first + 1 }, { 3, 7 }, { 4, 6 } } do
        local game, ply = place[1], place[2]
        local out, err, status = tesela_ask(file, path, "--game", tostring(game), "--ply",
          tostring(ply))
        assert.equal(0, status)
        local text = said[game .. "/" .. ply]:gsub(" (%d+)$", " 1")
        assert.equal(text, (err:gsub("^lua_%w+: ", ""):gsub("\n$", "")))
        local move, value = out:match "played: (%S+), value (%S+)\n"
        assert.matches(("plays %s, value %s, "):format(move:gsub("%p", "%%%0"),
          value:gsub("%p", "%%%0")), out)
        assert.matches("77 iterations\n", out)
      end
    end
  end)

  it("comes after the earlier ones, where that is wanted", function()
    local path, said, file = played()
    local _, err = tesela_ask(file, path, "--game", "2", "--ply", "9", "--from-start")
    local lines = support.lines(err)
    assert.equal(5, #lines)
    for i, line in ipairs(lines) do
      assert.equal(said["2/" .. 2 * i - 1], (line:gsub("^lua_%w+: ", "")))
    end
  end)

  it("has the level and the parameters of the bot that had the turn", function()
    local file = bot [[
      return { parameters = { x = { 1, 0, 9 } }, levels = true,
        choose = function(_, v, b)
          print(("x is %d at level %d"):format(b.parameters.x, b.level))
          return v:list()[1]
        end }]]
    local bots = { { name = "one", bot = file, level = 2, parameters = { x = 3 } },
      { name = "two", bot = file, level = 7, parameters = { x = 4 } } }
    local path, _, other = played { bots = bots }
    local first = support.read(path):match '[^\n]*"number":1}'
    local players = tesela.decode(first).players
    for ply = 0, 1 do
      local own = players[ply + 1] == "one" and bots[1] or bots[2]
      local wanted = ("x is %d at level %d"):format(own.parameters.x, own.level)
      for _, words in ipairs { {}, { "--trusted" } } do
        local out, err, status = tesela_ask(file, path, "--ply", tostring(ply),
          table.unpack(words))
        assert.equal(0, status)
        assert.is_truthy((out .. err):find(wanted, 1, true))
        assert.is_truthy(out:find((", level %d, 77 iterations\n"):format(own.level), 1, true))
      end
      local _, err = tesela_ask(file, path, "--ply", tostring(ply), "--level", "5")
      assert.is_truthy(err:find(wanted:gsub("%d$", "5"), 1, true))
      assert.equal(0, (select(3, tesela_ask(other, path, "--ply", tostring(ply)))))
    end
  end)

  it("has the budget and the seed that are given", function()
    local path, said, file = played()
    local _, err = tesela_ask(file, path, "--seed", "5", "--seconds", "0.5")
    assert.matches("%d+ nil 0.5 ", err)
    assert.is_nil(err:find(said["1/0"], 1, true))
  end)

  it("is of any file of records", function()
        local game = tesela.run { rules = rules, bots = { "random", "greedy" }, seed = 8 }
    local other = tesela.run { rules = rules, bots = { "random", "random" }, seed = 9 }
    local path = support.file(other.line .. "\n\n" .. game.line .. "\n")
    local out, _, status = tesela_ask("random", path, "--game", "2", "--ply", "4",
      "--from-start")
    assert.equal(0, status)
    local move = game.state:history()[5]
    assert.matches(("\nplayed: %s\nrandom plays %s, "):format(move:gsub("%p", "%%%0"),
      move:gsub("%p", "%%%0")), out)
    out = tesela_ask("random", path, "--game", "2", "--ply", "4", "--from-start",
      "--trusted")
    assert.matches(("\nrandom plays %s, "):format(move:gsub("%p", "%%%0")), out)
  end)

  it("is there, or it is said why not", function()
    local path = played { openings = { plies = 3 } }
    local function why(...)
      local _, err, status = tesela_ask("random", path, ...)
      assert.equal(1, status)
      return (err:gsub("^tesela ask: ", ""):gsub("\n$", ""))
    end
    assert.equal(path .. ": there is no game 9; it has 4 games", why("--game", "9"))
    assert.equal("there is no ply 13 in game 1, which has 12 moves", why("--ply", "13"))
    assert.equal("ply 2 of game 3 is in its opening; its bots play from ply 3 on",
      why("--game", "3", "--ply", "2"))
    path = support.file(rules:start(1):record {} .. "\n")
    assert.equal(path .. ": there is no game 2; it has 1 game", why("--game", "2"))
    path = "/no/such"
    assert.equal("/no/such: No such file or directory", why())
    path = support.file "{}\n"
    assert.matches(": game 1: ", why())
    local line = tesela.run { rules = rules, bots = { "random", "random" }, seed = 9 }.line
    local _, plies = line:match '"moves":(%b[])':gsub(",", ",")
    path = support.file(line .. "\n")
    assert.equal(("game 1 is over after %d moves; the last turn is ply %d"):format(plies + 1,
      plies), why("--ply", tostring(plies + 1)))
  end)

  it("knows how often a seat was asked before", function()
    local path = played { rules = "qwirkle", options = { players = 3 } }
    local game = assert(turns.game(path, 1))
    local turn = assert(turns.turn(game, 7))
    assert.equal(2, #turn.before)
    for i, before in ipairs(turn.before) do
      assert.same({ turn.seat, 3 * i - 2 }, { before.state.seat, before.state.ply })
    end
    assert.is_nil(turns.turn(game, 13))
  end)

  it("shows where a bot fails, and what expert says", function()
    local path = support.file(rules:start(1):record {} .. "\n")
    local bad = bot "local function deep() error 'no' end\nreturn function() deep() end"
    local out = tesela_ask(bad, path, "--iterations", "2000")
    assert.matches("played: nothing %(the game continues%)\n", out)
    assert.matches("fails: error: .*:1: no, 0%.%d+ s\n  .*:1: in function 'deep'\n", out)
    assert.matches("expert plays %S+, value %S+, %S+ s; of %d+ moves:\n    1 ", out)
  end)

  -- A match ends a search when its choice is settled; here all moves are told.
  it("has the whole search of expert", function()
    local duo = tesela.rules("blokus", { variant = "duo" })
    local game = tesela.run { rules = duo, bots = { "expert", "expert" }, seed = 8,
      budget = { iterations = 100 }, max_plies = 8 }
    local path = support.file(game.line .. "\n")
    local turn = assert(turns.turn(assert(turns.game(path, 1)), 8, 7))
    local function search(settle)
      local _, report = tesela.searcher(duo, { margin = 0.8 }):search(turn.state,
        { iterations = 1000, seed = turn.move_seed, settle = settle })
      return ("expert plays %s, value %.4g, "):format(report.best, report.value)
    end
    assert.not_equal(search(true), search(false))
    local out = tesela_ask("random", path, "--ply", "8", "--iterations", "1000", "--seed", "7")
    assert.is_truthy(out:find(search(false), 1, true))
  end)
end)

describe("a profile", function()
  it("says where the time of a move goes", function()
    local path = support.file(rules:start(1):record {} .. "\n")
    local busy = bot [[
      local function busy() local t = {} for i = 1, 3000000 do t[i & 255] = i end end
      return { new = function() busy() busy() return {} end,
        choose = function(_, v) busy() return v:list()[1] end }]]
    local out = tesela_ask(busy, path, "--times", "3", "--iterations", "100")
    assert.matches(", 3 times, [%d.]+ ms each:\n   self  total\n", out)
    assert.matches("\n *[%d.]+ %% *[%d.]+ %%  busy %(", out)
    assert.is_nil(out:find("new", 1, true))
    local _, err, status = tesela_ask("random", path, "--profile", "--trusted")
    assert.same({ 2, "tesela ask: --profile: expected a sandboxed bot, got --trusted\n" },
      { status, err })
  end)
end)

describe("tesela check-bot", function()
  it("takes the name of a game for one, also if a folder has it", function()
    local folder = support.folder()
    folder:must "mkdir tictactoe"
    assert.equal("random plays tictactoe\n", (folder:must "$T check-bot random tictactoe"
      :match "[^\n]*\n$"))
  end)

  local WON = "w,1,r,2/3,r,w/rr,1,r,www,w/ww,4/ww,r,2,r w 0:0 c3:2-d3"
  local LINE = ('{"game":"mixtour","fen":"%s","best":["d3:3-c3"],"name":"three"}\n'):format(WON)

  it("counts what a bot finds", function()
    local path = support.file(LINE .. "\n" .. LINE)
    local out, _, status = support.tesela("check-bot", "alphabeta", path, "--iterations",
      "20000")
    assert.equal(0, status)
    assert.matches("^alphabeta finds 2 of 2, %S+ s\n$", out)
    local first = bot "return function(v) if v.ply > 0 then error 'no' end return 'a4' end"
    out, _, status = support.tesela("check-bot", first, path, "--all")
    assert.equal(0, status)
    assert.matches("^missed lua_%w+:1 %(three%): plays a4, best: d3:3%-c3, %S+ s\nmissed ", out)
    assert.matches("\nlua_%w+ finds 0 of 2, %S+ s\n$", out)
    out = support.tesela("check-bot", bot "return 1", path)
    assert.matches("fails: error: bot lua_%w+: expected a function", out)
  end)

  local function with_options(json)
    return (LINE:gsub('"fen"', function() return ('"options":%s,"fen"'):format(json) end))
  end

  it("refuses what it cannot read", function()
    for text, why in pairs {
      ["{}"] = "game: expected a string",
      ["no"] = "expected an object of JSON",
      ['{"game":"mixtour"}'] = "fen: expected a string",
      ['{"game":"nogame","fen":""}'] = "nogame",
      ['{"game":"mixtour","fen":"x","best":["a1"]}'] = "mixtour position",
      [LINE:gsub('"name"', '"iterations":0,"name"')] =
        "iterations: expected a whole number above 0",
      [LINE:gsub('%b[]', "[]")] = "best: expected a list of moves",
      [LINE:gsub('%b[]', '["e9"]')] = "best%[1%]: e9",
      [LINE:gsub('%b[]', '[null,"d3:3-c3"]')] = "best: expected a list of moves",
      [with_options '{"win_score":[[]]}'] =
        "options: win_score: expected a string, a number or a list of these, got %[%[%]%]\n",
      [with_options '{"win_score":{"a":"b\\u001b"}}'] =
        'options: win_score: expected a string, .*, got {"a":"b\\u001b"}\n',
      [with_options '{"win_score":[null,1]}'] = "got a list with null\n",
      [with_options '{"win_score":[1,2]}'] = "mixtour: win_score=1,2: expected a whole number",
      [with_options '{"win_score":"x"}'] = "mixtour: win_score=x: expected a whole number",
      [with_options "[1]"] = "options: expected an object, got %[1%]\n",
      [with_options "7"] = "options: expected an object, got 7\n",
    } do
      local path = support.file(text)
      local _, err, status = support.tesela("check-bot", "random", path)
      assert.equal(1, status)
      assert.matches("^tesela check%-bot: /.*:1: .*" .. why, err)
    end
    local _, err, status = support.tesela("check-bot", "random", "--game", "hex")
    assert.same({ 2, "tesela check-bot: there are no positions for hex, only for "
      .. "mixtour\n" }, { status, err })
  end)
end)

describe("the positions of Mixtour", function()
  -- Does whoever has the turn win within so many plies by a move?
  local function wins(searcher, state, move, plies)
    local after = state:copy():play(move)
    if after.over then return #after.winners == 1 and after.winners[1] == state.seat end
    if plies == 1 then return false end
    local _, report = searcher:search(after, { depth = plies - 1 })
    return report.proof == "loss"
  end

  it("are won by their best moves, and by no others", function()
    local searcher, count = tesela.searcher(rules, { method = "alphabeta" }), {}
    for line in io.lines(support.root .. "/scripts/positions/mixtour.jsonl") do
      local given = tesela.decode(line)
      local state, best = rules:load(given.fen), {}
      local plies = 2 * given.name:match "^win in (%d)$" - 1
      count[plies] = (count[plies] or 0) + 1
      for i, word in ipairs(given.best) do best[assert(state:move(word))] = i end
      for move in state:moves() do
        assert.equal(best[move] ~= nil, wins(searcher, state, move, plies))
      end
    end
    assert.is_true(count[1] > 1 and count[3] > 1 and count[5] > 1)
  end)
end)
