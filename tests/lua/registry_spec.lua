-- The folders of the scripts are their own registries: in a copy of them a file
-- is laid into each, and everything knows its name.

local tesela = require "tesela"
local registry = require "tesela.base.registry"
local support = require "support"

local home = os.tmpname()

local function write(path, text)
  local file <close> = assert(io.open(home .. "/" .. path, "w"))
  assert(file:write(text))
end

setup(function()
  os.remove(home)
  assert(os.execute("cp -rL " .. support.quote(tesela.home) .. " " .. home))
  write("commands/greet.lua", [[
    return {
      summary = "Say hello.",
      configure = function(parser) parser:argument("name", "Who is greeted.") end,
      run = function(args) print("hello " .. args.name) end,
    }]])
  write("games/tiny.lua", [[
    return require "tesela".derive("mixtour", { title = "Tiny Mixtour",
      options = { win_score = 7 } })]])
  write("games/mixtour.lua", "return nil")
  write("games/no-name.lua", "return nil")
  write("bots/newest.lua", [[-- newest: the last move of the list.
    return function(view) local list = view:list() return list[#list] end]])
end)

teardown(function()
  os.execute("rm -r " .. home)
  support.clean()
end)

-- The program with the copy; what it prints, its messages and its status.
local function run(...)
  local words = { "TESELA_HOME=" .. home, support.quote(support.program) }
  for _, word in ipairs { ... } do words[#words + 1] = support.quote(word) end
  return support.shell(table.concat(words, " ") .. " </dev/null")
end

local function done(...)
  local out, err, status = run(...)
  assert.same({ "", 0 }, { err, status })
  return out
end

-- What Lua says in the copy to expressions.
local function answer(code) return (done("-e", ("print(%s)"):format(code))) end

local function assert_has(text, ...)
  for _, part in ipairs { ... } do
    assert.is_truthy(text:find(part, 1, true), part .. " is missing in:\n" .. text)
  end
end

-- In the copy a list is `names` and a new one, behind those that `order` names.
local function assert_listed(kind, code, names, new)
  local order = support.read(("%s/%s/order"):format(tesela.home, kind)):gsub("#[^\n]*", "")
  local _, first = order:gsub("%S+", "")
  local found, at = {}, nil
  for name in answer(('table.concat(%s, " ")'):format(code)):gmatch "%S+" do
    found[#found + 1] = name
    if name == new then at = #found end
  end
  assert.is_true(at ~= nil and at > first)
  table.remove(found, at)
  assert.same(names, found)
end

describe("a folder of the scripts", function()
  it("names what is shown first, and nothing that there is not", function()
    for _, kind in ipairs { "commands", "bots", "games", "pages" } do
      local known, ending = {}, kind == "pages" and "md" or "lua"
      for _, name in ipairs(registry.names(kind, ending)) do known[name] = true end
      local order = support.read(("%s/%s/order"):format(tesela.home, kind))
      for name in order:gsub("#[^\n]*", ""):gmatch "%S+" do
        assert.is_true(known[name], kind .. ": " .. name)
      end
    end
  end)

  it("is left by no name", function()
    for _, name in ipairs { "", "../bots/greedy", "/etc/passwd", "no-name", "none" } do
      assert.is_nil(registry.path("games", name))
    end
  end)
end)

describe("a new command", function()
  it("runs, and is in help, the manual page and completion", function()
    assert.equal("hello you\n", done("greet", "you"))
    assert_has(done "help", "\n  greet        Say hello.\n")
    assert_has(done("help", "greet"), "Usage: tesela greet", "Who is greeted.")
    assert_has(done "man", ".SS greet\n", "Say hello.")
    assert.equal("greet\tSay hello.\n", done("__words", "gre"))
    assert.equal("greet\n", answer
      [[table.concat(require "tesela.repl.complete".complete 'help "gree', " ")]])
  end)

  it("is what was meant", function()
    local _, err, status = run("gret", "you")
    assert_has(err, "tesela: there is no command gret; did you mean greet? The commands: ",
      ", greet", "; or the path of a script\n")
    assert.equal(2, status)
    local _, why = run("help", "gret")
    assert_has(why, "did you mean greet?")
  end)
end)

describe("a new game", function()
  it("is listed once, behind those that the folder names first", function()
    assert_listed("games", "tesela.games()", tesela.games(), "tiny")
    assert.equal("7\n", answer "tesela.rules 'tiny'.options.win_score")
    assert.equal("1\n", answer "tesela.rules 'mixtour'.options.win_score")
  end)

  it("is in help, the manual page and completion, and is what was meant", function()
    assert_has(done("help", "games"), "Tiny Mixtour")
    assert_has(done("help", "tiny"), "Tiny Mixtour (tiny)")
    assert_has(done "man", "Tiny Mixtour")
    assert.equal("tiny\n", answer
      [[table.concat(require "tesela.repl.complete".complete 'play "tin', " ")]])
    local _, err = run("moves", "tinny")
    assert_has(err, "there is no game tinny; did you mean tiny?")
  end)
end)

describe("a new bot", function()
  it("plays by its name, and is listed", function()
    assert_listed("bots", "tesela.bots()", tesela.bots(), "newest")
    assert_has(done("help", "bots"), "newest", "the last move of the list.")
    assert_has(done "man", "the last move of the list.")
    assert.equal("newest\n", answer
      [[table.concat(require "tesela.repl.complete".complete 'tesela.bot "new', " ")]])
    local out, err = run("match", "tiny", "newest", "random", "-n", "2", "-o", "/dev/null")
    assert_has(out, "newest")
    assert.equal("", err)
    local _, why = run("match", "tiny", "newst", "random")
    assert_has(why, "there is no bot newst; did you mean newest? The bots: random, greedy",
      "newest")
  end)

  it("plays in a tournament, in a box", function()
    write("cup.lua", [[return { rules = "tiny", bots = { "newest", "random" },
      games = 2, budget = { iterations = 1 } }]])
    local out, _, status = run("tournament", home .. "/cup.lua", "-w", "1", "-o",
      home .. "/cup.jsonl")
    assert.equal(0, status)
    assert_has(out, "newest")
  end)
end)

describe("a new format of tournaments", function()
  setup(function()
    write("tesela/contest/formats/opener.lua", [[return { title = "opener",
      check = function(def) return #def.bots < 3 and "bots: an opener is of three" end,
      groups = function() return 1 end }]])
  end)

  -- A tournament of these bots.
  local function play(bots)
    write("cup.lua", ([[return { rules = "tiny", format = "opener", games = 2,
      bots = { %s }, budget = { iterations = 1 } }]]):format(bots))
    return run("tournament", home .. "/cup.lua", "-w", "1", "-o", home .. "/opener.jsonl")
  end

  it("is one file", function()
    local out, _, status = play '"random", "newest", "greedy"'
    assert.equal(0, status)
    assert_has(out, "opener of 3 bots", "2 of 2 games", "random", "newest", "greedy")
    assert_has(done("report", home .. "/opener.jsonl"), "opener of 3 bots")
    assert_has(done("check", home .. "/opener.jsonl"), "2 games, 0 bad")
  end)

  it("checks its definitions, and is named in messages", function()
    local _, why = play '"random", "newest"'
    assert_has(why, "bots: an opener is of three")
    write("cup.lua", [[return { rules = "tiny", format = "open", bots = { "random", "newest" } }]])
    _, why = run("tournament", home .. "/cup.lua")
    assert_has(why, "format: expected one of match, roundrobin, gauntlet, swiss, knockout, opener")
  end)
end)

describe("a new page", function()
  setup(function()
    write("pages/zebras.md", "# Of zebras\n\nThey have stripes. `tesela help zebras` says so.\n")
  end)

  it("is in help, the manual page and completion, and is what was meant", function()
    assert_has(done "help", "zebras", "Of zebras")
    assert_has(done("help", "zebras"), "Of zebras", "They have stripes.")
    assert_has(done "man", "They have stripes.")
    assert.equal("zebras\n", answer
      [[table.concat(require "tesela.repl.complete".complete 'help "zeb', " ")]])
    local _, why = run("help", "zebra")
    assert_has(why, "did you mean zebras")
  end)
end)

describe("a file with a mistake", function()
  setup(function()
    write("commands/bad.lua", "return 5")
    write("games/bad.lua", "error 'oops'")
  end)

  it("does not take the others away", function()
    local out = done "help"
    assert_has(out, "  bad          (its file has a mistake, which tesela bad shows)",
      "(its file has a mistake, which tesela check bad shows)", "Tiny Mixtour", "greet")
    assert_has(done("help", "win_score"), "An option of tiny")
    assert.equal("greet\tSay hello.\n", done("__words", "gre"))
    assert_has(answer "pcall(tesela.help, tesela.match)", "tesela.match(options)")
  end)

  it("is given if it is asked for", function()
    local _, err = run "bad"
    assert_has(err, "commands/bad.lua: expected a file that returns { summary =,")
    _, err = run("check", "bad")
    assert_has(err, "oops")
  end)
end)
