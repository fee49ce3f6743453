-- A game in C that is not built in: a module hands it over (tests/embed).

package.cpath = os.getenv "TESELA_EMBED" .. "/?.so;" .. package.cpath

local tesela = require "tesela"
local toy = require "toy"

local function play_out(rules, seed)
  local s, rng = rules:start(seed), tesela.rng(seed)
  while not s.over do s:play(rng:pick(s:list())) end
  return s
end

describe("a game in C from outside", function()
  it("is a game", function()
    assert.equal("game: toy", tostring(toy.game))
    assert.equal("toy", toy.game.name)
    assert.is_nil(toy.game.source)
    assert.equal("Secret bids", tesela.game(toy.game).title)
    assert.is_true(tesela.game(toy.game).hidden)
    assert.same(tesela.game(toy.game), tesela.game "toy")
  end)

  it("is played", function()
    local rules = tesela.rules(toy.game, { seats = 2, limit = 5 })
    assert.equal("toy seats=2 limit=5", tostring(rules))
    assert.equal(rules:start(3):perft(3), tesela.rules(rules,
      { seats = 2, limit = 5 }):start(3):perft(3))
    assert.is_true(rules:check { games = 3 })
    assert.is_true(play_out(rules, 1).over)
    local s = rules:start(1)
    assert.is_true(s:legal((tesela.search(s, { iterations = 50 }))))
  end)

  it("is recorded and replayed by its name", function()
    local s = play_out(tesela.rules(toy.game), 2)
    assert.equal(s:fen(), tesela.replay(s:record()):fen())
    assert.equal(s:fen(), tesela.replay(s:record(), nil, toy.game):fen())
  end)

  it("is played in a match", function()
    local done = tesela.match { rules = tesela.rules(toy.game, { seats = 2 }),
      bots = { "random", "random" }, games = 4, seed = 1 }
    assert.equal(4, done.games)
  end)

  it("is derived from", function()
    local variant = tesela.derive(toy.game, {
      name = "toy_in_a_hurry",
      endings = { "late" },
      fields = { plies = 1 },
      apply = function(base, s, m)
        base.apply(s, m)
        s.plies = s.plies + 1
      end,
      over = function(base, s)
        return base.over(s) or (s.plies > 3 and "late" or nil)
      end,
    })
    local rules = tesela.rules(variant)
    assert.equal("late", play_out(rules, 1).reason)
    assert.is_true(rules:check { games = 2 })
    assert.equal("toy", tesela.game(variant).root)
    local again = tesela.derive(variant, { name = "toy_again" })
    assert.equal("late", play_out(tesela.rules(again), 1).reason)
  end)

  it("lives as long as its rules", function()
    local s = tesela.rules(toy.named "toy_for_a_moment"):start(1)
    for _ = 1, 3 do collectgarbage() end
    assert.equal("toy_for_a_moment", s.rules.name)
    assert.is_true(s:count() > 0)
  end)

  it("is refused when it was built for something else", function()
    assert.error_matches(function() toy.strange(8, tesela._VERSION) end,
      "built for tesela " .. tesela._VERSION:gsub("%p", "%%%0") .. " %(%d+ bytes%)")
    assert.error_matches(function() toy.strange(0, "9.9") end,
      "built for tesela 9.9 ")
    assert.error_matches(function() toy.named(nil) end, "lacks a required member")
    assert.error_matches(function() toy.named "mixtour" end,
      "there is already a game mixtour")
  end)

  it("comes through the module alone", function()
    assert.is_nil(tesela.admit)
    assert.error_matches(function() tesela.rules(io.stdout) end,
      "expected the name of a game")
  end)
end)

it("a variant of rules is one of their game", function()
  local rules = tesela.rules("mixtour", { win_score = 2 })
  local variant = tesela.derive(rules, { name = "of_rules" })
  assert.equal("mixtour", tesela.game(variant).root)
  local of_variant = tesela.derive(tesela.rules(variant), { name = "of_these" })
  assert.equal("of_rules", tesela.game(of_variant).parent)
end)

describe("a host that counts instructions", function()
  after_each(function() toy.count(0) end)

  local function match()
    return tesela.match { rules = tesela.rules "tictactoe", bots = { "random",
      function(view) return view:list()[1] end }, games = 4, workers = 0 }
  end

  it("is not taken for Ctrl-C", function()
    toy.count(1 << 30)
    assert.equal(4, match().games)
  end)

  it("gets its own error", function()
    toy.count(2)
    local ok, why = pcall(match)
    toy.count(0)
    assert.is_false(ok)
    assert.matches("the allowance is spent$", why)
  end)
end)
