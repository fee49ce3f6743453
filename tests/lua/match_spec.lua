-- Bots and matches: games that repeat, bots that do wrong, ratings, and what
-- the shipped bots promise.

local loop = require "tesela.turns.game_loop"
local tesela = require "tesela"
local support = require "support"
local rating = require "tesela.rating"
local bots = require "tesela.bots.bots"
local seeds = require "tesela.base.seeds"

local mixtour = tesela.rules "mixtour"

teardown(support.clean)

-- A match with the records of its games.
local function match(options)
  local lines, games = {}, {}
  options.on_game = function(game)
    games[#games + 1] = game
    lines[#lines + 1] = game.line
  end
  options.rules = options.rules or mixtour
  return tesela.match(options), lines, games
end

-- Games without their times, and without the memory of boxes.
local function timeless(lines)
  local list = {}
  for i, line in ipairs(lines) do
    list[i] = support.timeless(line):gsub(',"memory":%[[%d,nul]*%]', "")
  end
  return table.concat(list, "\n")
end

local function first(view) return view:list()[1] end

it("has a file of its own, whatever its bots are called", function()
  local folder = support.folder()
  folder:write("50%d.lua", "return function(view) return view:list()[1] end")
  local _, err = folder:must "$T match mixtour ./50%d.lua random -n 2"
  assert.equal("games: mixtour-50%d-random-1.jsonl\n", err)
  assert.equal(3, #support.lines(folder:read "mixtour-50%d-random-1.jsonl"))
end)

it("takes the name of a game, or a path, for its rules", function()
  local path = support.file([[return require "tesela".derive("mixtour", {
    name = "named_by_path", options = { win_score = 2 } })]], ".lua")
  for _, name in ipairs { "mixtour", path } do
    local options = { rules = name, bots = { "greedy", "random" }, games = 2, seed = 3 }
    local named, lines = match(options)
    local given, others = match { rules = tesela.rules(name), bots = options.bots,
      games = 2, seed = 3 }
    assert.equal(tostring(given), tostring(named))
    assert.equal(timeless(others), timeless(lines))
    assert.equal(name, options.rules)
    local one = { rules = name, bots = options.bots, seed = 3 }
    local line = support.timeless(tesela.run(one).line)
    one.rules = tesela.rules(name)
    assert.equal(line, support.timeless(tesela.run(one).line))
  end
end)

describe("tesela.run", function()
  it("takes what derive returns, as play, tournament and check do", function()
    local game = tesela.derive("mixtour", { name = "typed_here", options = { win_score = 2 } })
    local options = { bots = { "random", "random" }, games = 2, workers = 0, seed = 1 }
    options.rules = game
    local result = tesela.match(options)
    options.rules = tesela.rules(game)
    assert.equal(tostring(tesela.match(options)), tostring(result))
    assert.matches("2 games of typed_here", tostring(result))
    local out, err = support.shell(("printf '%%s\\n' 'v = tesela.derive(\"mixtour\", { name = "
      .. "\"typed\" })' 'print(v:check { games = 1 })' 'play { rules = v, bot = \"none\" }' c3 "
      .. "quit | %s -i 2>&1"):format(support.quote(support.program)))
    assert.matches("typed: 1 random game, all agree\nat a glance, 1 random game:\n", out)
    assert.matches("Left at 5/5/2,w,2/5/5 r", out .. err)
    local broken = tesela.derive("mixtour", { name = "broken_here",
      moves = function(base, s, list)
        for m in base.moves(s) do list(m) list(m) end
      end })
    local passed, why = broken:check { games = 1 }
    assert.is_nil(passed)
    assert.matches("moves%(%) listed a1 twice", why)
  end)

  it("plays the same game with a boxed bot as with a trusted one, to the last digit", function()
    local path = support.file([[return function(view)
      return view:list()[1], 0.1234567890123456789 end]], ".lua")
    local function line(trusted)
      return support.timeless(tesela.run { rules = mixtour, bots = { path, path },
        trusted = trusted }.line)
    end
    assert.matches("0.12345678901234568", line(false), 1, true)
    assert.equal(line(true), line(false))
  end)

  it("does not blame a bot for rules that its box cannot have", function()
    local path = support.file([[if not io then error "no io" end
      return require "tesela".derive("mixtour", { name = "needs_io" })]], ".lua")
    local bot = support.file("return function(view) return view:list()[1] end", ".lua")
    local needy = tesela.rules(path, nil, { trusted = true })
    local ok, why = pcall(tesela.run, { rules = needy, bots = { bot, "random" } })
    assert.is_false(ok)
    assert.matches("%.lua:1: no io$", why)
  end)
end)

describe("a bot", function()
  local source = [[
    local tesela = require "tesela"
    return { name = "mine", new = function(rules, seat, seed)
      return { rng = tesela.rng(seed) } end,
      choose = function(self, view) return self.rng:pick(view:list()) end }]]

  it("comes by name", function()
    assert.is_true(#tesela.bots() > 0)
    for _, name in ipairs(tesela.bots()) do
      local bot = tesela.bot(name)
      assert.equal(name, bot.name)
      assert.is_function(bot.choose)
    end
  end)

  it("comes by path", function()
    local path = support.file(source, ".lua")
    assert.equal("mine", tesela.bot(path, { trusted = true }).name)
    local bot = tesela.bot(path)
    assert.equal(path:match "([^/]*)%.lua$", bot.name)
    local ok, why = pcall(bot.choose, bot, mixtour:start(1):view(1), {})
    assert.is_false(ok)
    assert.is_truthy(why:find("it runs sandboxed", 1, true))
  end)

  it("that is one already stays what it is", function()
    local path = support.file(source, ".lua")
    for _, bot in ipairs { tesela.bot "greedy", tesela.bot(path), tesela.bot(first),
      tesela.bot { choose = first }, tesela.bot(path, { trusted = true }) } do
      assert.equal(bot, tesela.bot(bot))
    end
  end)

  it("comes as a function or a table, with a name or without", function()
    assert.equal("bot", tesela.bot(first).name)
    assert.equal("bot", tesela.bot { choose = first }.name)
    assert.equal("bot", tesela.bot { choose = first, name = 5 }.name)
    assert.equal("x", tesela.bot { choose = first, name = "x" }.name)
    local bot = tesela.bot { choose = first, draw = print }
    assert.equal(print, bot.draw)
    assert.equal("bot", tesela.bot(bot).name)
  end)

  it("whose file is wrong says so", function()
    local function refused(text, boxed)
      local path = support.file(text, ".lua")
      local ok, why = pcall(tesela.bot, path, { trusted = not boxed })
      assert.is_false(ok)
      return assert(why:match "^bot %S+: (.*)$", why)
    end
    assert.is_truthy(refused "return function(":match ":1: ")
    assert.is_truthy(refused("return function(", true):match ":1: ")
    assert.is_truthy(refused "error 'no good'":match ":1: no good$")
    assert.equal("its file returns nothing; expected it to return a function or a table with "
      .. "choose",
      refused "")
    assert.equal("expected a function or a table with choose, got table",
      refused "return {}")
    assert.equal("there is no member chose; did you mean choose? The members: name, new, "
      .. "choose, draw, parameters, levels, ponder", refused "return { chose = print, mood = 1 }")
    assert.equal("choose: expected a function, got a number", refused "return { choose = 3 }")
    assert.has_error(function() tesela.bot { choose = 3 } end,
      "tesela.bot: choose: expected a function, got a number")
    local ok, why = pcall(match, { bots = { support.file("return {}", ".lua"), "random" },
      games = 2 })
    assert.is_false(ok)
    assert.matches("^tesela.match: bot %S+: expected a function or a table with choose, got table$",
      why)
  end)

  it("loses by an error, whatever the error says", function()
    for _, words in ipairs { "interrupted!", "connection interrupted!", "x.lua:1: interrupted!" } do
      for _, workers in ipairs { 0, 1 } do
        local result, _, games = match { rules = tesela.rules "tictactoe", games = 4,
          bots = { function() error(words, 0) end, "random" }, workers = workers }
        assert.same({ 4, { error = 4 } }, { result.losses, result.reasons })
        assert.equal(words, games[1].message)
      end
    end
    local path = support.file("error('interrupted!', 0)", ".lua")
    assert.has_error(function() tesela.bot(path, { trusted = true }) end,
      ("bot %s: interrupted!"):format(path))
  end)

  it("plays the same whatever form it has", function()
    local path = support.file(source, ".lua")
    local as_table = load(source)()
    as_table.name = path:match "([^/]*)%.lua$"
    local _, by_path = match { bots = { path, "random" }, games = 4, seed = 5 }
    local _, by_table = match { bots = { as_table, "random" }, games = 4, seed = 5 }
    assert.equal(timeless(by_path), timeless(by_table))
    local _, here = match { bots = { as_table, "random" }, games = 4, seed = 5,
      workers = 0 }
    assert.equal(timeless(by_path), timeless(here))
    local _, trusted = match { bots = { { name = as_table.name, bot = path }, "random" },
      games = 4, seed = 5, trusted = true }
    assert.equal(timeless(by_path), timeless(trusted))
  end)

  it("gets a view of its seat, a budget, and an object for each game", function()
    local made, asked = {}, 0
    local bot = {
      new = function(rules, seat, seed)
        assert.equal("mixtour", rules.name)
        assert.equal("integer", math.type(seed))
        made[#made + 1] = seat
        return { seat = seat, rng = tesela.rng(seed) }
      end,
      helper = function(self, list) return self.rng:pick(list) end,
      choose = function(self, view, budget)
        asked = asked + 1
        assert.equal(self.seat, view.viewer)
        assert.equal(view.seat, view.viewer)
        assert.equal(view.ply, #view:history())
        assert.same({ 77, 0.5, "integer" },
          { budget.iterations, budget.seconds, math.type(budget.seed) })
        local move = self:helper(view:list())
        view:play(move) -- only its own view
        return move
      end,
    }
    local result = match { bots = { bot, "random" }, games = 4, workers = 0,
      budget = { iterations = 77, seconds = 0.5 } }
    assert.same({ 1, 2, 1, 2 }, made)
    assert.is_true(asked > 4)
    assert.is_nil(result.reasons.error)
    assert.is_nil(result.reasons.illegal)
  end)
end)

describe("a match", function()
  it("repeats with the same seed, byte for byte except the times", function()
    local options = { bots = { "greedy", "random" }, games = support.times(12, 2),
      seed = 31 }
    local result_a, a = match(options)
    local result_b, b = match(options)
    assert.equal(timeless(a), timeless(b))
    assert.equal(tostring(result_a), tostring(result_b))
    options.seed = 32
    local _, c = match(options)
    assert.are_not.equal(timeless(a), timeless(c))
  end)

  it("repeats nothing that the program is still to write", function()
    local game = support.file([[return require "tesela".define { name = "noisy",
      endings = { "full" }, fields = { n = 1 },
      moves = function(s, out) if s.n == 0 then io.write "of the rules\n" end out(1) end,
      apply = function(s) s.n = s.n + 1 s.seat = 3 - s.seat end,
      over = function(s) return s.n > 2 and "full" or nil end,
      result = function(s) return { s.n, 0 } end }]], ".lua")
    local script = support.file(([[local tesela = require "tesela"
      io.write "first, "
      tesela.match { rules = tesela.rules(%q, nil, { trusted = true }), games = 2,
        bots = { "random", "random" }, workers = 2 }
      io.write "last\n"]]):format(game), ".lua")
    local out, err = support.shell(("%s %s </dev/null"):format(support.quote(support.program),
      support.quote(script)))
    assert.equal("first, last\n", out:gsub("of the rules\n", ""))
    assert.is_nil(err:find "first")
  end)

  it("of searching bots repeats, too", function()
    local options = { bots = { "lookahead", "greedy" }, games = 2, seed = 1,
      budget = { iterations = 50 }, max_plies = support.stress and 6 or nil }
    local _, a = match(options)
    local _, b = match(options)
    assert.equal(timeless(a), timeless(b))
  end)

  it("plays pairs with one seed and swapped seats", function()
    local _, lines = match { bots = { "greedy", "random" }, games = 10, seed = 3 }
    local seen = {}
    for i = 1, 10, 2 do
      local one, two = tesela.decode(lines[i]), tesela.decode(lines[i + 1])
      assert.same({ "greedy", "random" }, one.players)
      assert.same({ "random", "greedy" }, two.players)
      assert.equal(one.seed, two.seed)
      assert.same({ (i + 1) // 2, (i + 1) // 2 }, { one.pair, two.pair })
      assert.is_nil(seen[one.seed])
      seen[one.seed] = true
    end
  end)

  it("has pairs whose games follow from its seed and their number alone", function()
    local _, few = match { bots = { "random", "greedy" }, games = 4, seed = 9 }
    local _, many = match { bots = { "random", "greedy" }, games = 12, seed = 9 }
    for i, line in ipairs(few) do
      assert.equal(support.timeless(line), support.timeless(many[i]))
    end
    local seed = tesela.decode(many[9]).seed
    local game = tesela.run { rules = mixtour, bots = { "random", "greedy" },
      seed = seed, luck = seeds.derive(seeds.derive(9, 5), 1), pair = 5 }
    assert.equal((support.timeless(many[9]):gsub(',"number":9}$', "}")),
      support.timeless(game.line))
  end)

  it("is no mirror: a bot has other luck in the second game of a pair", function()
    local result = match { bots = { "random", "random" }, games = 40 }
    local split = 0
    for _, score in ipairs(result.pair_scores) do
      if score == 0.5 then split = split + 1 end
    end
    assert.is_true(split < 20)
  end)

  it("leaves its players apart when they are the same bot", function()
    local result = match { bots = { "random", "random" }, games = 2 }
    assert.same({ "random", "random (2)" }, result.players)
  end)

  it("adds up", function()
    local games = support.times(40, 4)
    local result, lines, played = match { bots = { "greedy", "random" },
      games = games, seed = 2 }
    assert.equal(games, #lines)
    assert.equal(games, result.games)
    assert.equal(games, result.wins + result.draws + result.losses)
    local plies, reasons, points = 0, 0, 0
    for _, game in ipairs(played) do plies = plies + game.state.ply end
    for _, count in pairs(result.reasons) do reasons = reasons + count end
    for _, score in ipairs(result.pair_scores) do points = points + score end
    assert.equal(plies, result.plies)
    assert.equal(games, reasons)
    assert.equal(result.score, points / #result.pair_scores)
    assert.equal(result.score, (result.wins + result.draws / 2) / games)
    local text = tostring(result)
    assert.is_truthy(text:find("Elo difference", 1, true))
    for line in text:gmatch "[^\n]+" do assert.is_true(#line <= 79, line) end
  end)

  it("is of two bots at any number of seats, which each has as often", function()
    for players, games in pairs { [3] = 6, [4] = 8 } do
      local seats, sum = { greedy = {}, random = {} }, 0
      local result = tesela.match { rules = tesela.rules("crowns", { players = players }),
        bots = { "greedy", "random" }, games = games, on_game = function(game)
          local own, points = 0, 0
          local names = tesela.decode(game.line).players
          for seat, name in ipairs(names) do
            seats[name][seat] = (seats[name][seat] or 0) + 1
            for other, rival in ipairs(names) do
              if name == "greedy" and rival == "random" then
                local a, b = game.places[seat], game.places[other]
                own, points = own + 1, points + (a < b and 1 or a == b and 0.5 or 0)
              end
            end
          end
          sum = sum + points / own
        end }
      assert.equal(games, result.wins + result.draws + result.losses)
      assert.equal(games // players, #result.pair_scores)
      assert.is_true(math.abs(result.score - sum / games) < 1e-9)
      for seat = 1, players do
        assert.same({ games // 2, games // 2 }, { seats.greedy[seat], seats.random[seat] })
      end
    end
  end)

  it("draws the games that get too long", function()
    local result, lines = match { bots = { first, first }, games = 2, max_plies = 4 }
    assert.equal(2, result.draws)
    assert.same({ plies = 2 }, result.reasons)
    local record = tesela.decode(lines[1])
    assert.equal(4, #record.moves)
    assert.same({ 1, 1 }, record.result.places)
    assert.is_truthy(tesela.replay(lines[1]))
  end)

  it("can be of other rules", function()
    local rules = tesela.rules("mixtour", { win_score = 3, stack = 4 })
    local result, lines = match { rules = rules, bots = { "greedy", "random" },
      games = 2 }
    assert.equal("mixtour win_score=3 stack=4", result.rules)
    assert.equal(3, tesela.decode(lines[2]).options.win_score)
    assert.is_true(tesela.replay(lines[1]).over)
  end)
end)

describe("a bot that does wrong", function()
  local no_text = setmetatable({}, { __tostring = function() error "never" end })
  local with_text = setmetatable({}, { __tostring = function() return "my text" end })
  local function raise(value)
    return function() error(value) end
  end
  local function answer(value)
    return function() return value end
  end

  -- Name, bot, reason, pattern of the message.
  local wrong = {
    { "raises", raise "on purpose", "error", "match_spec.lua:%d+: on purpose$" },
    { "raises a number", function() error(5, 0) end, "error", "^5$" },
    { "raises nil", raise(nil), "error", "^%(error object is a nil value%)$" },
    { "raises a table", raise {}, "error", "^%(error object is a table value%)$" },
    { "raises a table with a text", raise(with_text), "error", "^my text$" },
    { "raises what raises", raise(no_text), "error",
      "^%(error object is a table value%)$" },
    { "raises bytes", raise "\xff\n\"\1", "error", "spec" },
    { "indexes nil", function(view) return view.places.more end, "error",
      "attempt to index a nil value" },
    { "runs out of stack", { choose = function(self, view)
      return 1 + self.choose(self, view)
    end }, "error", "stack overflow" },
    { "yields", function() coroutine.yield() end, "error", "attempt to yield" },
    { "fails in new", { new = raise "unborn", choose = first }, "error", "unborn$" },
    { "has a new that is none", { new = true, choose = first }, "error", "call" },
    { "makes nothing in new and needs it", { new = answer(nil),
      choose = function(self) return self.x end }, "error", "index a nil value" },
    { "returns nil", answer(nil), "illegal", "^expected a move, got nil$" },
    { "returns nothing", function() end, "illegal", "^expected a move, got nil$" },
    { "returns a float", answer(1.5), "illegal", "^expected a move, got 1.5$" },
    { "returns a whole float", answer(5.0), "illegal", "^expected a move, got 5.0$" },
    { "returns NaN", answer(0 / 0), "illegal", "^expected a move, got %-?nan$" },
    { "returns a table", answer {}, "illegal", "^expected a move, got table$" },
    { "returns true", answer(true), "illegal", "^expected a move, got boolean$" },
    { "returns its view", function(view) return view end, "illegal",
      "^expected a move, got userdata$" },
    { "returns a huge number", answer(math.maxinteger), "illegal",
      "^9223372036854775807 is not the number of a legal move here %(" },
    { "returns a negative number", answer(math.mininteger), "illegal",
      "^%-9223372036854775808 is not the number of a legal move here %(" },
    { "returns 0", answer(0), "illegal", "^0 is not the number of a legal move here %(" },
    { "returns a cell that is none", answer "z9", "illegal",
      "^z9: z9 is not a cell %(a1 to e5%)$" },
    { "returns an illegal move", answer "a1-e5", "illegal", "^a1%-e5: " },
    { "returns an empty text", answer "", "illegal", "^: expected an entry" },
    { "returns a long text", answer(("x"):rep(100000)), "illegal", "^xxxx" },
    { "returns a zero byte", answer "a1\0", "illegal", "zero byte$" },
  }

  -- A collection goes through the whole stack.
  if support.stress then
    for i, each in ipairs(wrong) do
      if each[1] == "runs out of stack" then
        table.remove(wrong, i)
        break
      end
    end
  end

  for _, each in ipairs(wrong) do
    local name, bot, reason, pattern = table.unpack(each)
    it(name .. ": it has lost, and the match goes on", function()
      local result, lines, games = match { bots = { bot, "random" }, games = 4,
        seed = 6 }
      assert.same({ 0, 0, 4 }, { result.wins, result.draws, result.losses })
      assert.same({ [reason] = 4 }, result.reasons)
      for i, line in ipairs(lines) do
        local record = assert(tesela.decode(line))
        local loser = i % 2 == 1 and 1 or 2
        assert.equal(reason, record.result.reason)
        assert.is_truthy(record.result.message:match(pattern), record.result.message)
        assert.same(loser == 1 and { 2, 1 } or { 1, 2 }, record.result.places)
        assert.same({ 3 - loser }, record.result.winners)
        assert.same(record.result.places, games[i].places)
        assert.equal(reason, games[i].reason)
        local state = assert(tesela.replay(line))
        assert.is_true(state == games[i].state)
        assert.same(record.moves, state:history())
        assert.is_false(state.over)
      end
      local _, again = match { bots = { bot, "random" }, games = 4, seed = 6 }
      assert.equal(timeless(lines), timeless(again))
    end)
  end

  it("in the middle of a game loses that game alone", function()
    local function choose(view)
      if view.ply >= 4 then error("enough", 0) end
      return first(view)
    end
    local result, lines = match { bots = { choose, "random" }, games = 2 }
    assert.same({ error = 2 }, result.reasons)
    local record = tesela.decode(lines[1])
    assert.same({ "enough", 4 }, { record.result.message, #record.moves })
    assert.equal(5, #tesela.decode(lines[2]).moves)
    assert.equal("plies", tesela.run { rules = mixtour, bots = { choose, "random" },
      max_plies = 4 }.reason)
  end)

  it("on both sides loses as often as it wins", function()
    local result = match { bots = { answer(nil), answer(nil) }, games = 4 }
    assert.same({ 2, 0, 2 }, { result.wins, result.draws, result.losses })
    assert.equal(0, result.first_seat)
  end)

  it("tells values that no record can hold: they are left out", function()
    for _, value in ipairs { 0 / 0, 1 / 0, -1 / 0, "x", true, {} } do
      local game = tesela.run { rules = mixtour, max_plies = 2,
        bots = { function(view) return first(view), value end, "random" } }
      assert.is_nil(tesela.decode(game.line).values)
      assert.is_truthy(tesela.replay(game.line))
    end
    local game = tesela.run { rules = mixtour, max_plies = 2,
      bots = { function(view) return first(view), 0.25 end, "random" } }
    assert.equal(0.25, tesela.decode(game.line).values[1])
  end)
end)

describe("a bot that gives up or offers a draw", function()
  local function file(body) return support.file(body, ".lua") end
  local resigns = file [[return function(view)
    return view.ply >= 4 and "resign" or view:list()[1] end]]
  local offers = file [[return function(view)
    return view:list()[1], nil, view.ply >= 4 and "draw" or nil end]]
  local agrees = file [[return { choose = function(_, view) return view:list()[1] end,
    draw = function(_, view) return view.seat == 2 and view.ply > 6 end }]]

  local function ends(players, trusted, game)
    local played = tesela.run { rules = game or mixtour, bots = players, trusted = trusted,
      max_plies = 12 }
    assert.is_truthy(tesela.replay(played.line))
    return { played.reason, played.state.ply, table.unpack(played.places) }
  end

  it("ends the game by that, in a box and outside", function()
    for _, trusted in ipairs { false, true } do
      assert.same({ "resigned", 4, 2, 1 }, ends({ resigns, "random" }, trusted))
      assert.same({ "agreement", 7, 1, 1 }, ends({ offers, agrees }, trusted))
      assert.same({ "plies", 12, 1, 1 }, ends({ offers, "random" }, trusted))
      assert.same({ "plies", 12, 1, 1 }, ends({ agrees, offers }, trusted))
      assert.same({ "plies", 12, 1, 1, 1 }, ends({ offers, agrees, offers }, trusted,
        tesela.rules("qwirkle", { players = 3 })))
    end
  end)

  it("is not asked about a draw again if it did not answer", function()
    local asked, seats = 0, { {}, {} }
    for seat, player in ipairs(seats) do
      function player.choose(_, state) return state:list()[1], nil, seat == 1 end
      function player.agrees()
        asked = asked + 1
        return nil, "time"
      end
    end
    local game = loop.new { start = mixtour:start(), players = seats, seeds = { 1, 2 },
      log = { values = {} } }
    for _ = 1, 6 do game:step() end
    assert.same({ 1, 6 }, { asked, game:state().ply })
    local endless = file [[return { choose = function(_, view) return view:list()[1] end,
      draw = function() while true do end end }]]
    local summary = tesela.tournament { rules = "mixtour", bots = { offers, endless },
      games = 2, max_plies = 12, budget = { limit = 0.2 } }
    assert.same({ plies = 2 }, summary.reasons)
  end)

  it("plays matches whose files can be checked, reported and repeated", function()
    local folder = support.folder()
    folder:write("offers.lua", support.read(offers))
    folder:write("willing.lua", "return { choose = function(_, view) return view:list()[1] end, "
      .. "draw = function() return true end }")
    folder:write("resigns.lua", support.read(resigns))
    folder:must "$T match mixtour ./offers.lua ./willing.lua -n 2 -o drawn.jsonl"
    folder:must "$T match mixtour ./resigns.lua random -n 2 -o resigned.jsonl"
    for name, reason in pairs { drawn = "agreement", resigned = "resigned" } do
      assert.matches("Ended by: " .. reason .. " 2\n",
        (folder:must(("$T report %s.jsonl"):format(name))))
      assert.equal(name .. ".jsonl: 2 games, 0 bad\n",
        (folder:must(("$T check %s.jsonl"):format(name))))
      folder:must(("$T repeat %s.jsonl"):format(name))
    end
    assert.matches("resigns plays resign, ",
      (folder:must "$T ask ./resigns.lua resigned.jsonl -g 1 -p 4 --iterations 1"))
    assert.matches("resigns plays mixtour\n$", (folder:must "$T check-bot ./resigns.lua mixtour"))
  end)
end)

-- ---- ratings ----------------------------------------------------------------

describe("the Elo difference", function()
  local function repeated(score, n)
    local list = {}
    for i = 1, n do list[i] = score end
    return list
  end

  it("is 0 for equals, and changes its sign with the sides", function()
    local elo, margin = rating.difference { 1, 0, 0.5, 0.75, 0.25, 1, 0, 0.5, 0.75, 0.25 }
    assert.is_true(math.abs(elo) < 1e-9 and margin > 0)
    local a, m = rating.difference { 1, 1, 0.5, 0.75, 0.25, 1, 1, 1, 1, 1 }
    local b, n = rating.difference { 0, 0, 0.5, 0.25, 0.75, 0, 0, 0, 0, 0 }
    assert.is_true(math.abs(a + b) < 1e-9 and math.abs(m - n) < 1e-9 and a > 0)
  end)

  it("and its interval are finite for 200:0, and plausible", function()
    for _, score in ipairs { 0, 1 } do
      local elo, margin = rating.difference(repeated(score, 100))
      assert.is_true(math.abs(elo) > 400 and math.abs(elo) < 2000)
      assert.is_true(margin > 100 and margin < 2000)
      assert.equal(score == 1, elo > 0)
    end
    local elo, margin = rating.difference(repeated(1, 9))
    assert.is_true(elo == elo and math.abs(elo) < 1000)
    assert.is_nil(margin) -- they are too few
    local few = rating.difference(repeated(1, 10))
    local many = rating.difference(repeated(1, 100))
    assert.is_true(few < many)
  end)

  it("is finite in a match of 20:0, whose table shows it", function()
    local result = match { bots = { "random", function() end }, games = 20 }
    assert.equal(20, result.wins)
    assert.is_truthy(tostring(result):match "Elo difference %+%d+ %+/%- %d+ %(95 %%%)")
  end)

  it("narrows with the number of games", function()
    local list, last = {}, math.huge
    for i = 1, 400 do
      list[i] = ({ 1, 0.5, 0.75, 0.25 })[i % 4 + 1]
      if i == 25 or i == 100 or i == 400 then
        local _, margin = rating.difference(list)
        assert.is_true(margin < last * 0.6)
        last = margin
      end
    end
  end)

  -- Pairs of games between players of known strength. `shared` is how often
  -- the second game of a pair only repeats the result of the first, which is
  -- what a start that favours one side of the board's players does.
  local function simulate(rng, elo, pairs_played, draws, shared)
    local win = 1 / (1 + 10 ^ (-elo / 400))
    local function game()
      local x = rng:float()
      if x < draws * math.min(win, 1 - win) * 2 then return 0.5 end
      return rng:float() < (win - draws * math.min(win, 1 - win))
        / (1 - 2 * draws * math.min(win, 1 - win)) and 1 or 0
    end
    local list = {}
    for i = 1, pairs_played do
      local one = game()
      local two = rng:float() < shared and one or game()
      list[i] = (one + two) / 2
    end
    return rating.difference(list)
  end

  -- True difference, pairs, draws, how much the games of a pair agree.
  local settings = {
    { 0, 20, 0, 0 }, { 0, 100, 0, 0 }, { 0, 100, 0.5, 0 }, { 0, 100, 0, 0.8 },
    { 0, 100, 0.3, 1 }, { 50, 50, 0.2, 0.3 }, { 100, 50, 0, 0 },
    { 100, 100, 0.4, 0.5 }, { -200, 100, 0, 0 }, { -200, 100, 0.3, 0.8 },
    { 300, 100, 0, 0.5 }, { 400, 100, 0, 0 },
  }

  for i, setting in ipairs(settings) do
    local elo, pairs_played, draws, shared = table.unpack(setting)
    it(("is within its interval 95 times in a hundred: %d, %d pairs, %.1f, %.1f")
      :format(elo, pairs_played, draws, shared), function()
      local rng, inside = tesela.rng(1000 + i), 0
      local rounds = support.times(2000, 200)
      for _ = 1, rounds do
        local found, margin = simulate(rng, elo, pairs_played, draws, shared)
        if math.abs(found - elo) <= margin then inside = inside + 1 end
      end
      local coverage = inside / rounds
      assert.is_true(coverage >= 0.9 and coverage <= 0.99, coverage)
    end)
  end
end)

-- ---- the shipped bots -------------------------------------------------------

-- Who wins at once: an independent look at each legal move and each reply,
-- through the move texts and the results alone.
local function wins_at_once(state, text)
  local seat = state.seat
  local after = state.rules:load(state:fen()):play(text)
  return after.over and #after.winners == 1 and after.winners[1] == seat
end

local function legal_texts(state)
  local list = {}
  for _, move in ipairs(state:list()) do list[#list + 1] = state:text(move) end
  return list
end

local function can_win(state)
  for _, text in ipairs(legal_texts(state)) do
    if wins_at_once(state, text) then return true end
  end
  return false
end

-- Does this move lose, or let the opponent win with the next?
local function gives_away(state, text)
  local after = state.rules:load(state:fen()):play(text)
  if after.over then
    return #after.winners == 1 and after.winners[1] ~= state.seat
  end
  return can_win(after)
end

describe("lookahead", function()
  -- Positions from random games, from the middle on.
  local function positions(rules, wanted, visit)
    local rng, seed, seen = tesela.rng(77), 0, 0
    while seen < wanted do
      seed = seed + 1
      local moves = support.random_game(rules, seed)
      local state, stop = rules:start(seed), rng:int(#moves) - 1
      stop = math.max(stop, #moves // 2)
      for i = 1, stop do state:play(moves[i]) end
      -- What a text cannot say (repetitions) must not matter here.
      if rules:load(state:fen()):hash() == state:hash() then
        seen = seen + 1
        visit(state)
      end
    end
  end

  local function examine(rules, wanted)
    local won, saved, lost = 0, 0, 0
    local bot = tesela.bot "lookahead"
    positions(rules, wanted, function(state)
      local player = bots.player(bot, rules, state.seat, state.ply)
      local move = assert(bots.choose(player, state, state.seat,
        { iterations = 10, seed = 1 }))
      local text = state:text(move)
      if can_win(state) then
        won = won + 1
        assert.is_true(wins_at_once(state, text), state:fen() .. " " .. text)
      elseif gives_away(state, text) then
        lost = lost + 1
        for _, other in ipairs(legal_texts(state)) do
          assert.is_true(gives_away(state, other), state:fen() .. " " .. text
            .. ", but " .. other)
        end
      else
        saved = saved + 1
      end
    end)
    return won, saved, lost
  end

  it("takes every win in one and never leaves one that it can avoid", function()
    local won, saved, lost = examine(mixtour, support.times(300, 6))
    if not support.stress then
      assert.is_true(won >= 50 and saved >= 50 and lost >= 1,
        ("%d %d %d"):format(won, saved, lost))
    end
  end)

  it("does so to three points, and with lower stacks", function()
    examine(tesela.rules("mixtour", { win_score = 3 }), support.times(60, 2))
    examine(tesela.rules("mixtour", { stack = 3 }), support.times(60, 2))
  end)

  it("beats greedy clearly", function()
    local games = support.times(20, 2)
    local result = match { bots = { "lookahead", "greedy" }, games = games, seed = 4,
      budget = { iterations = support.times(200, 20) },
      max_plies = support.stress and 6 or nil }
    assert.is_true(support.stress or result.elo - result.margin > 0, tostring(result))
    assert.is_true(support.stress or result.score >= 0.8, tostring(result))
  end)

  it("keeps to its time", function()
    local state = mixtour:start():play "a1"
    local player = bots.player(tesela.bot "lookahead", mixtour, 2, 1)
    local begin = tesela.clock()
    assert.is_truthy(bots.choose(player, state, 2,
      { iterations = 1000000000, seconds = 0.05, seed = 1 }))
    assert.is_true(support.stress or tesela.clock() - begin < 60)
  end)
end)

describe("greedy", function()
  it("takes every win in one", function()
    local bot, seen = tesela.bot "greedy", 0
    for seed = 1, support.times(200, 5) do
      local moves = support.random_game(mixtour, seed)
      local state = mixtour:start(seed)
      for i = 1, #moves - 1 do state:play(moves[i]) end
      if can_win(state) then
        seen = seen + 1
        local player = bots.player(bot, mixtour, state.seat, seed)
        local move = bots.choose(player, state, state.seat, { seed = 1 })
        assert.is_true(wins_at_once(state, state:text(move)))
      end
    end
    assert.is_true(seen > 0)
  end)

  it("beats random clearly", function()
    local result = match { bots = { "greedy", "random" },
      games = support.times(100, 4), seed = 4 }
    assert.is_true(support.stress or result.elo - result.margin > 0, tostring(result))
    assert.is_true(support.stress or result.score >= 0.8, tostring(result))
  end)
end)

describe("random", function()
  it("takes each move as often as the others", function()
    local state, count = mixtour:start(), {}
    local player = bots.player(tesela.bot "random", mixtour, 1, 5)
    local rounds = support.times(2500, 100)
    for _ = 1, rounds do
      local move = bots.choose(player, state, 1, { seed = 1 })
      count[move] = (count[move] or 0) + 1
    end
    if support.stress then return end
    for move in state:moves() do
      assert.is_true(count[move] > rounds / 25 * 0.6
        and count[move] < rounds / 25 * 1.4, count[move])
    end
  end)
end)

describe("seeds", function()
  it("that follow from a seed are all different", function()
    local seen, count = {}, support.times(20000, 500)
    for seed = 0, 1 do
      for i = 1, count do
        local derived = seeds.derive(seed, i)
        assert(derived >= 0 and derived < 1 << 53)
        assert(not seen[derived])
        seen[derived] = true
      end
    end
    assert.equal(seeds.derive(5, 7), seeds.derive(5, 7))
    assert.equal("integer", math.type(seeds.derive((1 << 53) - 1, 1 << 30)))
  end)

  -- The way back from the first number of a generator: rotations, products
  -- with odd numbers and shifted sums, each undone.
  local function seed_of(number)
    local function inverse(odd)
      local x = odd
      for _ = 1, 6 do x = x * (2 - odd * x) end
      return x
    end
    local function unshift(z, by)
      local x = z
      for _ = 1, 64 // by do x = z ~ (x >> by) end
      return x
    end
    local x = number * inverse(9)
    x = ((x >> 7) | (x << 57)) * inverse(5)
    x = unshift(x, 31) * inverse(0x94d049bb133111eb)
    x = unshift(x, 27) * inverse(0xbf58476d1ce4e5b9)
    return unshift(x, 30) - 2 * 0x9e3779b97f4a7c15
  end

  -- A seed leaves out the lowest 11 bits, which must be tried.
  local function ways_back(upper)
    local found = {}
    for low = 0, (1 << 11) - 1 do
      local seed = seed_of(upper << 11 | low)
      if seed >= 0 and seed < 1 << 53 then found[seed] = true end
    end
    return found
  end

  it("do not lead back, as the first number of a generator does", function()
    for parent = 1, 5 do
      assert.is_true(ways_back(tesela.rng(parent):seed())[parent])
      assert.is_nil(ways_back(seeds.derive(parent, 0))[parent])
    end
  end)
end)

describe("the value of a shipped bot", function()
  local SEEDS = 40

  -- The mean of the values at starts, with this budget; nil: it has none.
  local function value(name, rules, budget)
    local bot, sum = tesela.bot(name), 0
    for seed = 1, SEEDS do
      local own = { iterations = budget.iterations, level = budget.level, seed = seed }
      local player = assert(bots.player(bot, rules, 1, seed, nil, own))
      local move, chance = bots.choose(player, rules:start(seed), 1, own)
      assert.is_truthy(move)
      sum = sum and chance and sum + chance
    end
    return sum and sum / SEEDS
  end

  it("is its chance, and not that of the luckiest move", function()
    for _, rules in ipairs { mixtour, tesela.rules "connect_four" } do
      for _, name in ipairs(tesela.bots()) do
        local known, chance = pcall(value, name, rules, { iterations = 10 })
        assert.is_true(not (known and chance) or math.abs(chance - 0.5) < 0.2,
          ("%s: %s: %s"):format(tostring(rules), name, tostring(chance)))
      end
      for level = 1, 3 do
        assert.near(0.5, value("expert", rules, { level = level }), 0.2)
      end
    end
  end)

  it("is 1 if a win is proven", function()
    local state = tesela.rules "tictactoe":start():play "a1":play "b1":play "a2":play "b2"
    for _, name in ipairs { "lookahead", "mcts", "alphabeta", "expert" } do
      local player = bots.player(tesela.bot(name), state.rules, 1, 1)
      local move, chance = bots.choose(player, state, 1, { iterations = 500, seed = 1 })
      assert.same({ "a3", 1 }, { state:text(move), chance }, name)
    end
  end)
end)
