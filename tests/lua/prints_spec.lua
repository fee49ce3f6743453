-- What bots print, and where they failed: shown while they think, kept beside the
-- games.

local tesela = require "tesela"
local support = require "support"

-- What a script of the program writes to stderr.
local function said(script)
  return (select(2, support.tesela(support.file(script, ".lua"))))
end

local function bot(source) return support.file(source, ".lua") end

teardown(support.clean)

describe("a bot in a process of its own", function()
  local SCRIPT = [[
    local tesela = require "tesela"
    local path = %q
    tesela.run { rules = tesela.rules "mixtour", bots = { path, "random" },
      budget = { seconds = %s }, max_plies = 4 }]]

  local function name_of(path) return path:match "([^/]*)%.lua$" end

  -- Where others have the processor a game that ends late is played again.
  local function assert_said(line, text)
    assert.equal(line, text:sub(1, #line))
    assert.equal("", (text:gsub(line, "")))
  end

  it("is heard when it was ended for being late", function()
    local path = bot "return function() print 'thinking' while true do end end"
    assert_said(name_of(path) .. ": thinking\n", said(SCRIPT:format(path, 0.1)))
  end)

  it("is heard when no hook can stop it, and when its process ends", function()
    local path = bot [[return function() print "deep"
      return ("a"):rep(40):find(("a?"):rep(40) .. ("a"):rep(40) .. "b") end]]
    assert_said(name_of(path) .. ": deep\n", said(SCRIPT:format(path, 0.1)))
  end)

  it("writes lines that no terminal obeys", function()
    local path = bot [[return function(v)
      if v.ply == 0 then print("a\27[2J\u{202E}b\u{9B}c\xff\n\n" .. ("x"):rep(400)) end
      return v:list()[1] end]]
    local name = name_of(path)
    assert.equal(("%s: a [2J?b c?\n%s: \n%s: %s...\n"):format(name, name, name,
      ("x"):rep(297)), said(SCRIPT:format(path, 10)))
  end)

  it("is heard up to a limit", function()
    local path = bot "return function(v) for i = 1, 1e4 do print(i) end return v:list()[1] end"
    local text = said(SCRIPT:format(path, 10))
    assert.is_true(#text < 40000)
    assert.matches("%(more was printed, but left out%)\n$", text)
  end)
end)

describe("what is printed in many games", function()
  local LOUD = [[return function(v)
    if v.ply < 4 then print("at", v.ply, "\27[2J") end
    return v:list()[1] end]]
  local BAD = [[
    local function deep(v) return v.winners.no end
    return function(v) if v.ply == 3 then deep(v) end return v:list()[1] end]]

  local function run(bots, options, more)
    options = options or {}
    local def = { rules = "mixtour", bots = bots, games = 4, seed = 3 }
    for key, value in pairs(more or {}) do def[key] = value end
    local games, lines = {}, nil
    options.on_game = function(game, line) games[game.number] = line end
    if options.prints == nil then options.prints = support.file "" end
    if not options.prints then options.prints = nil end
    tesela.tournament(def, options)
    if options.prints then
      lines = support.lines(support.read(options.prints))
      table.sort(lines)
    end
    return lines, games
  end

  local function named(name, source) return { name = name, bot = bot(source) } end

  it("is kept with game, ply and bot, and changes no game", function()
    local bots = { named("loud", LOUD), named("bad", BAD) }
    local lines, games = run(bots)
    local path = bots[2].bot
    assert.same({ "game 1 ply 0 loud: at 0  [2J", "game 1 ply 2 loud: at 2  [2J" },
      { lines[1], lines[2] })
    assert.equal("game 2 ply 1 loud: at 1  [2J", lines[6])
    assert.same({
      ("game 1 ply 3 bad:   %s:1: in function 'deep'"):format(path),
      ("game 1 ply 3 bad:   %s:2: in function <%s:2>"):format(path, path),
      ("game 1 ply 3 bad: error: %s:1: attempt to index a nil value (field 'winners')")
        :format(path),
    }, { lines[3], lines[4], lines[5] })
    local nothing, same = run(bots, { prints = false })
    assert.is_nil(nothing)
    assert.same(games, same)
  end)

  it("is added to what is there", function()
    local before = "game 0 ply 0 loud: before"
    local path = support.file(before .. "\n")
    local lines = run({ named("loud", LOUD), "random" }, { prints = path })
    assert.equal(before, lines[1])
    assert.equal(9, #lines)
  end)

  it("is not added to a file of another kind, or to that of the games", function()
    local path = support.file "return 1\n"
    assert.error_matches(function() run({ "random", "greedy" }, { prints = path }) end,
      "^tesela.tournament: " .. path .. ": it exists, and does not contain the output of bots$")
    assert.equal("return 1\n", support.read(path))
    local games = support.file()
    local _, err = support.tesela("match", "mixtour", "random", "greedy", "-n", "2", "-o", games,
      "--prints", games)
    assert.equal(("tesela match: %s: the games and the output of bots need different files\n")
      :format(games), err)
    local other = games:gsub("/([^/]*)$", "/./%1")
    _, err = support.tesela("match", "mixtour", "random", "greedy", "-n", "2", "-o", games,
      "--prints", other)
    assert.matches(": the games and the output of bots need different files\n$", err)
    assert.equal("", support.read(games))
  end)

  it("is not lost with a worker that is ended", function()
    local lines = run({ named("slow", [[return function(v) print "thinking"
      return ("a"):rep(40):find(("a?"):rep(40) .. ("a"):rep(40) .. "b") end]]), "random" },
      nil, { games = 2, budget = { limit = 0.1 } })
    assert.same({ "game 1 ply 0 slow: thinking", "game 1 ply 0 slow: time: no move within 0.1 s",
      "game 2 ply 1 slow: thinking", "game 2 ply 1 slow: time: no move within 0.1 s" }, lines)
  end)

  it("is that of trusted bots too", function()
    local lines = run({ { name = "own", bot = function(v)
      if v.ply < 2 then print("here", nil, v.ply) end
      return v:list()[1]
    end }, "random" }, nil, { trusted = true })
    assert.same({ "game 1 ply 0 own: here nil 0", "game 2 ply 1 own: here nil 1",
      "game 3 ply 0 own: here nil 0", "game 4 ply 1 own: here nil 1" }, lines)
    local path, before = support.file "", print
    tesela.match { rules = tesela.rules "mixtour", games = 2, prints = path, workers = 0,
      bots = { function(v) if v.ply == 0 then print "x" end return v:list()[1] end, "random" } }
    assert.equal("game 1 ply 0 bot: x\n", support.read(path))
    assert.equal(before, print)
  end)

  it("needs a file that can be written", function()
    assert.has_error(function() run({ "random", "greedy" }, { prints = "/no/such" }) end,
      "tesela.tournament: /no/such: No such file or directory")
  end)

  it("is shown by a match: the first lines, and the first failure of each", function()
    local games, prints = support.file(nil, ".jsonl"), support.file ""
    local loud, bad = bot(LOUD), bot(BAD)
    local _, err = support.tesela("match", "mixtour", loud, bad, "-n", "20", "-o", games)
    local _, count = err:gsub("game %d+ ply %d lua_%w+: at %d  %[2J\n", "")
    assert.equal(20, count)
    assert.matches("\ntesela match: more output follows; %-%-prints FILE keeps all of it\n", err)
    _, count = err:gsub(": error: ", "")
    assert.equal(1, count)
    assert.matches("in function 'deep'\n", err)
    os.remove(games)
    _, err = support.tesela("match", "mixtour", loud, bad, "-n", "20", "-o", games, "--prints",
      prints)
    assert.is_nil(err:find "at %d")
    assert.matches("in function 'deep'\n", err)
    _, count = support.read(prints):gsub(": error: ", "")
    assert.equal(10, count)
  end)

  it("is not shown by a tournament", function()
    local loud, games = bot(LOUD), support.file(nil, ".jsonl")
    local cup = support.file(("return { rules = 'mixtour', games = 2, bots = { %q, 'random' } }")
      :format(loud), ".lua")
    local _, err = support.tesela("tournament", cup, "-o", games)
    assert.equal(("games: %s\n"):format(games), err)
  end)
end)
