-- What people and bots are told where hands are hidden: everything that can be
-- typed, on two games that differ only in what one seat cannot see, is answered
-- with the same words.

local tesela = require "tesela"
local support = require "support"
local cli = require "tesela.cli.cli"
local play = require "tesela.terminal.play.play"

local rules = tesela.rules("qwirkle", { players = 3 })

-- Two games in the middle, the same to seat 1 and different to the others.
local function twins(seed, plies)
  local state = rules:start(seed)
  local rng = tesela.rng(seed)
  for _ = 1, plies do state:play(rng:pick(state:list())) end
  while state.seat ~= 1 do state:play(state:list()[1]) end
  local fen = state:view(1):fen()
  local one, other = rules:load(fen, 1), rules:load(fen, 2)
  assert(one ~= other, "these do not differ")
  return one, other
end

-- What a command prints.
local function done(...)
  local out, err, status = support.tesela(...)
  assert.equal(0, status, err)
  return out
end

local function first(view) return view:list()[1] end

-- All that a session writes while it obeys lines, and what it completes.
local function transcript(state, lines)
  local game = play.open(state, { bot = { name = "first", choose = first }, seed = 3,
    iterations = 100 })
  local written, write = {}, cli.write
  cli.write = function(...) -- luacheck: ignore 122
    for _, each in ipairs { ... } do written[#written + 1] = each end
  end
  local ok, err = pcall(function()
    for _, line in ipairs(lines) do
      game:obey(line)
      local words = require "tesela.terminal.play.commands".complete(game, line)
      written[#written + 1] = table.concat(words, " ") .. "\n"
    end
  end)
  cli.write = write
  assert(ok, err)
  return table.concat(written)
end

describe("a person at the terminal", function()
  it("learns nothing that the seat cannot know", function()
    local lines = { "board", "moves", "hint", "fen", "hand 1", "hand 2", "unseen",
      "hand_count 2", "bag_count", "points 123@9,9>", "explain swap:1", "1 0,9",
      "swap:rc", "swap:bc+bc", "pass", "rc@0,9", "back", "board" }
    for seed = 1, support.times(6, 1) do
      local one, other = twins(seed, 3 * seed)
      local told = transcript(one, lines)
      assert.is_true(#told > 500)
      assert.equal(told, transcript(other, lines))
      assert.is_nil(told:match "seat 2 +%d+ +1:")
    end
  end)

  it("learns only how many tiles another player exchanged", function()
    local state = twins(4, 6)
    local tile = state:hand(1)[1]
    state:play("swap:" .. tile)
    local game = play.open(state, { bot = "none" })
    game.viewer = 2
    assert.equal("swap:?", game:moves()[1])
    game.viewer = 1
    assert.equal("swap:" .. tile, game:moves()[1])
  end)
end)

describe("a bot", function()
  it("gets a view, and moves the same whatever it cannot see", function()
    for _, name in ipairs { "random", "greedy", "lookahead" } do
      local one, other = twins(2, 9)
      local moves = {}
      for i, state in ipairs { one, other } do
        local bots = require "tesela.bots.bots"
        local player = assert(bots.player(bots.bot(name), rules, 1, 5))
        moves[i] = state:text(assert(bots.choose(player, state, 1,
          { seed = 6, iterations = 50 })))
      end
      assert.equal(moves[1], moves[2])
    end
  end)

  it("plays to the end with three and four seats", function()
    for players = 3, 4 do
      local list = { "lookahead", "greedy", "random", "greedy" }
      for seat = #list, players + 1, -1 do list[seat] = nil end
      local game = tesela.run { rules = tesela.rules("qwirkle", { players = players,
        copies = 1 }), bots = list, seed = players, budget = { iterations = 20 } }
      assert.is_true(game.state.over, game.message)
      assert.is_true(tesela.replay(game.line) == game.state)
    end
  end)

  it("that takes the most points at once does", function()
    local state = twins(3, 12)
    local most = 0
    for move in state:moves() do most = math.max(most, state:parts(move).points) end
    local move = tesela.bot "greedy".choose(
      { seat = state.seat, rng = tesela.rng(1) }, state:view(state.seat))
    assert.is_true(most > 0)
    assert.equal(most, state:parts(move).points)
  end)
end)

describe("a random game of what is dealt", function()
  it("can be replayed from its seed and from its bag", function()
    local game = tesela.decode(done("random", "qwirkle", "7"))
    for _, start in ipairs { game.seed, { bag = game.bag } } do
      local state = tesela.rules("qwirkle", game.options):start(start)
      for i, move in ipairs(game.moves) do
        assert.equal(game.counts[i], state:count())
        state:play(move)
      end
      assert.same({ true, game.result.scores, game.result.fen },
        { state.over, state.scores, state:fen() })
    end
    local again = tesela.decode(done("random", "qwirkle", "7", "--bag", game.bag))
    assert.same(game, again)
  end)

  it("begins from a bag in the other commands, too", function()
    local game = tesela.decode(done("random", "qwirkle", "8"))
    local moves = done("moves", "qwirkle", "--bag", game.bag)
    assert.equal(game.counts[1], select(2, moves:gsub("\n", "")))
    assert.equal(moves, done("moves", "qwirkle", "--seed", "8"))
    assert.equal(game.counts[1] .. "\n",
      done("perft", "qwirkle", "1", "--bag", game.bag))
    local result = tesela.decode(done("result", "qwirkle", "--bag", game.bag,
      "--moves", table.concat(game.moves, " ")))
    assert.same(game.result, result)
  end)
end)

describe("a record", function()
  it("of a game from a view's text begins with the same hands", function()
    local fen = twins(5, 10):view(1):fen()
    assert.is_truthy(fen:find("?", 1, true))
    for seed = 1, 5 do
      local state = rules:load(fen, seed)
      state:play(state:list()[1])
      local line = state:record()
      assert.equal(seed, tesela.decode(line).seed)
      assert.is_true(assert(tesela.replay(line)) == state)
    end
  end)

  it("is not to be had from a view", function()
    local view = twins(5, 10):view(1)
    assert.has_error(function() view:record() end, "state:record: expected a game, got a view")
    assert.has_error(function() view:dealt() end, "state:dealt: the bag is hidden")
  end)
end)
