-- gtp:COMMAND: programs that talk GTP as players, and engines in tournaments.

local tesela = require "tesela"
local support = require "support"

teardown(support.clean)

-- An engine that plays the first legal move of a game; `answers` are functions in Lua,
-- by the names of commands, that answer instead: a whole answer, or nil.
local function engine(game, answers, options)
  local path = support.file(([[
    local tesela = require "tesela"
    local rules = tesela.rules(%q, %s)
    local state, answers, id = rules:start(), %s, nil
    local function reply(text) io.write("=", id, " ", text or "", "\n\n") io.flush() end
    local commands = { name = function() return "fake" end, version = function() return "7" end,
      list_commands = function() return "name\nversion\ngenmove\nplay" end,
      clear_board = function() state = rules:start() end,
      set_game = function() state = rules:start() end,
      play = function(_, move) state:play(move) end,
      genmove = function()
        local move = state:text(state:list()[1])
        state:play(move)
        return move
      end }
    for line in io.lines() do
      if line == "quit" then break end
      local number, name, rest = line:match "^(%%d+) (%%S+) ?(.*)$"
      id = number
      local own = answers[name] and answers[name](rest, id, state)
      if own then
        io.write(own)
        io.flush()
      else
        reply(commands[name](rest:match "^(%%S+) ?(.*)$"))
      end
    end]]):format(game, options or "{}", answers or "{}"), ".lua")
  return ("gtp:%s %s"):format(support.program, path)
end

local function play(game, options, bots, more)
  local given = { rules = tesela.rules(game, options), bots = bots, programs = true,
    seed = 3 }
  for name, value in pairs(more or {}) do given[name] = value end
  return tesela.run(given)
end

-- How a game against an engine ends that answers so: reason and message.
local function against(answers, more)
  local game = play("tictactoe", {}, { "random", engine("tictactoe", answers) }, more)
  assert.same({ 1, 2 }, game.places)
  assert.is_truthy(tesela.replay(game.line))
  return game.reason, game.message
end

describe("a program that talks GTP", function()
  it("plays a game, and is known in the record", function()
    local game = play("tictactoe", {}, { "greedy", engine "tictactoe" })
    assert.is_true(game.reason == "line" or game.reason == "full")
    local programs = tesela.decode(game.line).programs
    assert.same({ "fake", "7" }, { programs["2"].name, programs["2"].version })
    assert.matches("^gtp:", programs["2"].command)
  end)

  it("gets the board, the moves and the side to move", function()
    local log = support.file ""
    local game = play("tictactoe", {}, { "random", engine("tictactoe", ([[setmetatable({}, {
      __index = function(_, name)
        return function(rest)
          local file <close> = io.open(%q, "a")
          file:write(name, " ", rest, "\n")
        end
      end })]]):format(log)) })
    local moves, lines = tesela.decode(game.line).moves, support.lines(support.read(log))
    assert.same({ "list_commands ", "name ", "version ", "clear_board " },
      { table.unpack(lines, 1, 4) })
    for i = 1, #moves // 2 do
      assert.equal("play b " .. moves[2 * i - 1], lines[3 + 2 * i])
      assert.equal("genmove w", lines[4 + 2 * i])
    end
  end)

  it("gets what its clock begins with in time_settings", function()
    local log = support.file ""
    play("tictactoe", {}, { "random", engine("tictactoe", ([[{
      list_commands = function(_, id) return "=" .. id .. " genmove\ntime_settings\n\n" end,
      time_settings = function(rest, id)
        local file <close> = io.open(%q, "a")
        file:write(rest, "\n")
        return "=" .. id .. "\n\n"
      end }]]):format(log)) }, { budget = { clock = "0+5" } })
    assert.equal("5 0 0\n", support.read(log))
  end)

  it("loses when it disagrees, and both opinions are reported", function()
    local reason, message = against [[{ play = function(_, id)
      return "?" .. id .. " illegal move\n\n" end }]]
    assert.equal("illegal", reason)
    assert.matches("^play b %w%d: the program says: illegal move; by the rules it is legal$",
      message)
    reason, message = against [[{ genmove = function(_, id)
      return "=" .. id .. " a1\0\n\n" end }]]
    assert.equal("illegal", reason)
    assert.matches("expected a move, got text with a zero byte$", message)
    reason, message = against [[{ genmove = function(_, id)
      return "=" .. id .. " z9\n\n" end }]]
    assert.equal("illegal", reason)
    assert.matches("^the program plays z9; by the rules: z9: ", message)
    reason, message = against [[{ genmove = function(_, id)
      return "=" .. id .. " pass\n\n" end }]]
    assert.equal("illegal", reason)
    assert.matches("^the program plays pass; by the rules: ", message)
  end)

  it("may give up", function()
    local reason, message = against [[{ genmove = function(_, id)
      return "=" .. id .. " RESIGN\n\n" end }]]
    assert.same({ "resigned", nil }, { reason, message })
  end)

  it("loses by what is not an answer", function()
    for answers, wanted in pairs {
      ['{ genmove = function() return "b2\\n\\n" end }'] =
        'expected an answer of GTP %(=6%) to genmove w, got "b2"',
      ['{ genmove = function() return "# why\\n\\nhello \\27[31m\\n\\n" end }'] =
        'expected an answer of GTP %(=6%) to genmove w, got "hello  %[31m"',
      ['{ genmove = function() return "=99 b2\\n\\n" end }'] =
        'expected an answer of GTP %(=6%) to genmove w, got "=99 b2"',
      ['{ genmove = function(_, id) return "?" .. id .. " I\\27 cannot\\n\\n" end }'] =
        "^the program refuses genmove w: I +cannot$",
      ['{ clear_board = function(_, id) return "?" .. id .. " no\\n\\n" end }'] =
        "^the program refuses clear_board: no$",
      ['{ genmove = function() os.exit(3) end }'] = "^the program ended: exit status 3$",
      ['{ name = function() io.stderr:write "no name\\n" os.exit(1) end }'] =
        "^the program ended: exit status 1; its stderr: no name$",
      ['{ genmove = function(_, id) return "=" .. id .. ("\\n."):rep(20000) end }'] =
        "^the program answers genmove w with more than 10000 lines$",
      ['{ genmove = function(_, id) return "=" .. id .. " " .. ("x"):rep(2e6) end }'] =
        "^the program wrote a line of more than a megabyte$",
      ['{ play = function(_, id) return "=" .. id .. "\\n\\n= more\\n\\n" end }'] =
        '"= ?more"$',
    } do
      local reason, message = against(answers)
      assert.equal("error", reason)
      assert.matches(wanted, message)
    end
  end)

  it("loses when it is late", function()
    local reason, message = against("{ genmove = function() while true do end end }",
      { budget = { seconds = 0.05 } })
    assert.same({ "time", "no move within 0.155 s" }, { reason, message })
    reason, message = against([[{ genmove = function()
      while true do io.write(("\n"):rep(65536)) end
    end }]], { budget = { seconds = 0.05 } })
    assert.same({ "time", "no move within 0.155 s" }, { reason, message })
  end)

  it("answers in several lines, without numbers, and says what its moves are worth", function()
    local game = play("tictactoe", {}, { "random", engine("tictactoe", [[{
      list_commands = function(_, id) return "= get_value\nname\nversion\n\n" end,
      get_value = function(_, id) return "=" .. id .. " 0.25\n\n" end,
      play = function(rest, _, state) state:play(rest:match "%S+$") return "=\nwell\n \n" end,
    }]]) })
    local values = tesela.decode(game.line).values
    assert.same({ 0.25, 0.25 }, { values[2], values[4] })
  end)

  it("may write comments and empty lines between its answers", function()
    local game = play("tictactoe", {}, { "greedy", engine("tictactoe", [[{
      name = function(_, id) return "# hello\n  # a name: =9 x\n\n \n=" .. id .. " fake\n\n" end,
      play = function(_, id, state)
        state:play(_:match "%S+$")
        return "\n=" .. id .. "\n\n\n# said before it is asked\n"
      end }]]) })
    assert.is_true(game.reason == "line" or game.reason == "full", game.message)
    assert.equal("fake", tesela.decode(game.line).programs["2"].name)
    local reason, message = against [[{ genmove = function(_, id)
      return "=" .. id .. " b2\n\nb3\n" end }]]
    assert.equal("error", reason)
    assert.matches("wrote an unexpected line: \"b3\"", message)
  end)

  it("is not asked what it has no words for", function()
    for _, name in ipairs { "qwirkle", "pig" } do
      local game = play(name, {}, { "greedy", engine(name) })
      assert.same({ "error", "GTP cannot express hidden hands and chance" },
        { game.reason, game.message })
    end
    local game = play("blokus", { players = 1 }, { engine "blokus" })
    assert.equal("GTP has no name for these rules of Blokus", game.message)
  end)
end)

describe("tesela engine as a program", function()
  local function own(game, words)
    return ("gtp:%s engine %s %s"):format(support.program, game, words or "--bot greedy")
  end

  it("plays what there are words for", function()
    for game, reasons in pairs { mixtour = "points", losetas = "stuck", othello = "no moves",
      connect_four = "line" } do
      local played = play(game, {}, { "greedy", own(game) })
      assert.is_truthy(reasons:find(played.reason, 1, true), played.message)
    end
  end)

  it("plays all games of Blokus", function()
    for _, options in ipairs { { variant = "duo" }, { players = 2 }, { players = 3 }, {} } do
      options.corners = "fixed"
      local bots = { own("blokus", "--bot random") }
      for seat = 2, tesela.rules("blokus", options).seats do
        bots[seat] = seat == 3 and own("blokus", "--bot random") or "random"
      end
      local played = play("blokus", options, bots)
      assert.equal("blocked", played.reason, played.message)
    end
    local played = play("blokus", { variant = "duo" }, { function(view)
      for move in view:moves() do
        if view:text(move):find "j5" then return move end
      end
    end, own "blokus" })
    assert.same({ "illegal", 2 }, { played.reason, played.places[2] })
    assert.matches("%(other engines have corners=fixed%)$", played.message)
  end)

  it("plays as the bot does, by JSON", function()
    local json = ("exec:%s engine losetas --protocol json --bot greedy"):format(
      support.program)
    local games = {}
    for i, bot in ipairs { "greedy", json } do
      games[i] = play("losetas", {}, { "random", bot }).state:history()
    end
    assert.same(games[1], games[2])
  end)
end)

-- The texts of processes that have a word in their command line.
local function running(word)
  local pipe <close> = assert(io.popen(("pgrep -f '[%s]%s'"):format(word:sub(1, 1),
    word:sub(2))))
  return pipe:read "a"
end

local function wait_for(what)
  for _ = 1, 3000 do
    if what() then return true end
    os.execute "sleep 0.02"
  end
  return false
end

describe("a tournament of programs", function()
  it("continues where it was killed", function()
    local folder = support.folder()
    local seed = 1000000 + os.time() % 1000000 -- by which these processes are known
    folder:write("mine.lua", "return function(view) return view:list()[1] end")
    folder:write("cup.lua", ([[return { rules = "tictactoe", games = 20, seed = 1,
      bots = { "./mine.lua",
        { name = "gtp", bot = "gtp:%s engine tictactoe --bot random --seed %d" },
        { name = "json",
          bot = "exec:%s engine tictactoe --protocol json --bot random --seed %d" } },
    }]]):format(support.program, seed, support.program, seed))
    local command = "$T tournament cup.lua --programs --out cup.jsonl --workers 2"
    folder:must(command .. " >out 2>err & echo $! >pid")
    assert.is_true(wait_for(function()
      local ok, text = pcall(folder.read, folder, "cup.jsonl")
      return ok and select(2, text:gsub("\n", "")) > 5
    end))
    folder:must "kill -9 $(cat pid)"
    assert.is_true(wait_for(function() return running("seed " .. seed) == "" end))
    folder:must(command)
    local games = support.games(folder:merged "cup.jsonl")
    assert.equal(60, #games)
    for number, game in ipairs(games) do
      assert.equal(number, game.number)
      assert.is_true(game.result.reason == "line" or game.result.reason == "full")
    end
    assert.equal("", running("seed " .. seed))
  end)
end)
