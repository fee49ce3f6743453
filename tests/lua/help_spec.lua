-- What help, the manual page and `tesela new` print and write.

local tesela = require "tesela"
local help = require "tesela.manual.help"
local annotations = require "tesela.manual.annotations"
local near = require("tesela.base.arguments").near
local pages = require "tesela.manual.pages"
local support = require "support"

local WIDTH = 79

local known = annotations.load()
local rules = tesela.rules "mixtour"
local state = rules:start()
local rng = tesela.rng(1)

teardown(support.clean)

-- What tesela.help(topic) prints.
local function printed(topic)
  local written, write = {}, io.write
  rawset(io, "write", function(...) written[#written + 1] = table.concat { ... } end)
  local ok, why = pcall(tesela.help, topic)
  rawset(io, "write", write)
  assert(ok, why)
  return table.concat(written)
end

local function refused(topic)
  local ok, why = pcall(tesela.help, topic)
  assert.is_false(ok)
  return (why:gsub("^[^:]*:%d+: ", ""))
end

local function assert_fits(words, what)
  for line in words:gmatch "[^\n]+" do
    assert.is_true(#line <= WIDTH, ("%s: %s"):format(what, line))
  end
  assert.equal("\n", words:sub(-1), what)
end

local function assert_has(words, ...)
  for _, each in ipairs { ... } do
    assert.is_truthy(words:find(each, 1, true), ("%q in\n%s"):format(each, words))
  end
end

local function topics()
  local list = { "session", "commands", "games", "bots", "functions", "_", "_1" }
  for _, name in ipairs(tesela.games()) do list[#list + 1] = name end
  for _, name in ipairs(require "tesela.cli.cli".names()) do list[#list + 1] = name end
  for _, entry in ipairs(known.functions) do
    list[#list + 1] = entry.name
    list[#list + 1] = "tesela." .. entry.name
  end
  for _, entry in ipairs(known.aliases) do list[#list + 1] = entry.name end
  for _, class in ipairs(known.classes) do
    list[#list + 1] = class.name
    for _, method in ipairs(class.methods) do
      list[#list + 1] = method.name
      list[#list + 1] = class.name:lower() .. ":" .. method.name
    end
  end
  return list
end

describe("help", function()
  it("has every topic, in 80 columns", function()
    assert_fits(printed(), "the overview")
    for _, topic in ipairs(topics()) do assert_fits(printed(topic), topic) end
  end)

  it("begins with what there is", function()
    local words = printed()
    assert.equal(words, printed(tesela))
    assert.equal(words, help.text())
    assert_has(words, "tesela COMMAND", "\n  match ", "\n  new ", "\n  show ",
      "\n  mixtour ", "lookahead", "help \"session\"", "help \"s:play\"", "replay")
  end)

  it("explains a game from its tables", function()
    local words, game = printed "mixtour", tesela.game "mixtour"
    assert_has(words, game.title, "c4:3-d3", "--set win_score=1")
    for _, option in ipairs(game.options) do
      assert_has(words, ("\n  %-12s %-8s %s "):format(option.name,
        option.default, option.range))
    end
    for _, query in ipairs(game.queries) do
      assert_has(words, ("s:%s(%s)"):format(query.name, query.takes))
    end
    for _, part in ipairs(game.parts) do assert_has(words, "\n  " .. part.name .. " ") end
  end)

  it("says what is played if nothing is said", function()
    for _, name in ipairs(tesela.games()) do
      local said = help.text(name)
      for option, value in pairs(tesela.rules(name).options) do
        if type(value) == "table" then value = table.concat(value, ",") end
        assert_has(said, ("\n  %-12s %-8s "):format(option, value))
      end
      local set = said:match "%-%-set (%S+)"
      if set then
        local option, value = set:match "^(.-)=(.*)$"
        assert.is_truthy(tesela.rules(name, { [option] = value }))
      end
    end
  end)

  it("explains an option by its name", function()
    assert_has(printed "win_score", "mixtour", "\n  win_score    1        1..99",
      "points needed to win")
  end)

  it("explains each function of the module by what it is", function()
    for _, entry in ipairs(known.functions) do
      local words = printed(tesela[entry.name])
      assert_has(words, "tesela." .. entry.name .. "(")
      assert_has(printed(entry.name), words)
      for _, param in ipairs(entry.params) do
        assert.matches("\n  " .. param.name .. "%??: ", words)
      end
    end
  end)

  it("explains each method by what it is", function()
    local objects = { State = state, Rules = rules, Rng = rng,
      Searcher = tesela.searcher(rules) }
    for class, object in pairs(objects) do
      for _, method in ipairs(known.classes[class].methods) do
        local words = printed(object[method.name])
        -- (of a state's there may be those of other games behind it)
        assert.equal(words, printed(class:lower() .. ":" .. method.name):sub(1, #words))
        assert_has(words, ":" .. method.name .. "(")
      end
    end
    assert.equal(printed "s:play", printed(state.play))
  end)

  it("explains what states of one game have, of any shipped game", function()
    for _, name in ipairs(tesela.games()) do
      local game = tesela.game(name)
      for _, query in ipairs(game.root and {} or game.queries) do
        local words = printed("s:" .. query.name)
        assert_has(words:gsub("%s+", " "), (("%s: %s"):format(name, query.doc):gsub("%s+", " ")))
        assert_has(printed(tesela.rules(name):start(1)), ("s:%s(%s)"):format(query.name,
          query.takes))
      end
    end
  end)

  it("knows the query of other rules of the game", function()
    local other = tesela.rules("mixtour", { stack = 3 }):start()
    assert_has(printed "s:height", printed(other.height))
    assert.not_equal(printed(other.height), printed(other.cell))
  end)

  it("explains what a value is", function()
    assert.equal(printed(state), printed(state:copy()))
    assert_has(printed(state), "s:play(move)", "s.scores: integer[]")
    assert_has(printed(rules), "rules:start(seed?)")
    assert_has(printed(rng), "rng:pick(list)")
  end)

  it("shows all that has the name", function()
    assert_has(printed "match", "Usage: tesela match", "tesela.match(options)",
      "on_game?: fun(game: PlayedGame, result: MatchResult)", "pair_scores")
    assert_has(printed "rules", "tesela.rules(name, options?, terms?)", "rules:load(fen, seed?)")
    assert_has(printed "perft", "Usage: tesela perft", "See also help \"s:perft\"")
    assert_has(printed "height", "s:height(cell)")
    assert_has(printed "s.seat", "s.seat?: integer")
  end)

  it("explains the session and the bots", function()
    assert_has(printed "session", "_1", "Ctrl-D", "play(")
    assert.equal(printed "session", printed "_")
    for _, name in ipairs(tesela.bots()) do
      assert_has(printed "bots", "\n  " .. name .. " ")
    end
    assert_has(printed "bots", "tesela new bot mine.lua")
  end)

  it("knows the globals of a session", function()
    local out = support.shell(
      ("printf 'help(play)\nhelp \"help\"\n' | %s -i"):format(
        support.quote(support.program)))
    assert_has(out, "tesela.play(", "tesela.help(topic?)")
  end)

  it("says in one line that there is none, and what is near", function()
    assert.equal("help: there is no help on mixtuor; did you mean mixtour?",
      refused "mixtuor")
    assert.matches("did you mean s:play[?,]", refused "s:pley")
    assert.equal("help: there is no help on xyzzy; try help()", refused "xyzzy")
    assert.equal("help: there is no help on this function; try help()", refused(print))
    assert.matches("^help: there is no help on this function %(of .*help_spec.lua:%d+%)",
      refused(function() end))
    for _, topic in ipairs { "..", "s:", ":", "%", "[", "../x", "\0", "s:play:x" } do
      assert.matches("^help: there is no help on ", refused(topic))
    end
    assert.matches("expected a topic", refused(5))
    assert.matches("expected a topic", refused {})
  end)

  it("shows a page, of which a game or a list may have the name", function()
    for _, name in ipairs(pages.names()) do
      assert.equal(pages.text(name), printed("page " .. name))
      assert_has(printed(), ("\n  %-14s %s\n"):format(name, pages.title(name)))
    end
    assert.equal(pages.text "trust", printed "trust")
    assert.matches("\nSee also help \"page mixtour\"\n$", printed "mixtour")
    assert.matches("\nSee also help \"page bots\"\n$", printed "bots")
    assert.matches("\nSee also help \"page tournaments\"\n$", printed "tournament")
    assert_has(printed "pages", "help \"page mixtour\"", pages.title "trust")
    assert.equal("help: there is no help on varients; did you mean variants, variant?",
      refused "varients")
    assert.equal("help: there is no help on page trsut; did you mean page trust?",
      refused "page trsut")
    local out, _, status = support.tesela("help", "page", "mixtour")
    assert.same({ pages.text "mixtour", 0 }, { out, status })
  end)

  it("is the same from the shell", function()
    for _, topic in ipairs { "mixtour", "match", "s:play", "session" } do
      local out, err, status = support.tesela("help", topic)
      assert.same({ printed(topic), "", 0 }, { out, err, status })
    end
    local out, err, status = support.tesela("help", "mixtuor")
    assert.same({ "", 2 }, { out, status })
    assert.equal("tesela help: there is no help on mixtuor; did you mean mixtour?\n",
      err)
  end)
end)

-- Blocks of code stay as they are, however long.
describe("a page of the manual", function()
  it("fits a terminal", function()
    for _, name in ipairs(pages.names()) do
      local words = pages.text(name)
      for _, block in ipairs(pages.blocks(name)) do
        local code = block.kind == "code" and ("\n" .. block.text):gsub("\n([^\n])", "\n    %1")
        if code then
          local first, last = words:find(code, 1, true)
          words = words:sub(1, first) .. words:sub(last)
        end
      end
      assert_fits(words, name)
      assert.is_nil(words:find("`", 1, true), name)
    end
  end)

  it("has tables whose cells are folded", function()
    local rows = { { "name", "what" }, { "`a|b`", "words that do not fit there" } }
    assert.equal("name  what\n----  --------------\n"
      .. "a|b   words that do\n      not fit there\n", pages.table_text(rows, 20))
    assert.equal("name  what\n----  ---------------------------\n"
      .. "a|b   words that do not fit there\n", pages.table_text(rows, 79))
  end)
end)

describe("near words", function()
  it("are found by typing mistakes, else by a part", function()
    assert.same({ "match" }, near("matc", { "match", "matchless", "play" }))
    assert.same({ "win_score" }, near("score", { "win_score", "play" }))
    assert.same({}, near("zz", { "match", "play" }))
    assert.same({ "aab", "aac" }, near("aaa", { "aac", "aab", "aab", "bbb" }))
    assert.same({ "play" }, near("paly", { "lap", "play" }))
  end)
end)

describe("tesela man", function()
  local page, err, status = support.tesela "man"
  local module = support.tesela("man", "3")

  it("prints a page with all there is of the program", function()
    assert.same({ "", 0 }, { err, status })
    assert.matches("^%.TH TESELA 1 ", page)
    assert.equal(page, (support.tesela("man", "1")))
    for _, name in ipairs(require "tesela.cli.cli".names()) do
      local words = name:gsub("%-", "\\-")
      assert_has(page, "\n.SS " .. words .. "\n\\fBtesela " .. words .. "\\fP")
    end
    for _, name in ipairs(tesela.games()) do
      assert_has(page, ".TP\n\\fB" .. name .. "\\fP\n")
    end
    for _, option in ipairs(tesela.game "mixtour".options) do
      assert_has(page, "\n" .. option.name .. " ")
    end
    local usage = support.tesela "--help"
    for option in usage:gmatch "\n  (%-%-?%a+)" do
      assert_has(page, "\\fB" .. option:gsub("%-", "\\-"))
    end
  end)

  it("prints another of the module", function()
    assert.matches("^%.TH TESELA 3 ", module)
    for _, entry in ipairs(known.functions) do
      assert_has(module, "\\fBtesela." .. entry.name .. "(")
    end
    local _, why, code = support.tesela("man", "2")
    assert.equal(2, code)
    assert_has(why, "must be one of '1', '3'")
  end)

  it("has every page of the manual in one of both", function()
    for _, name in ipairs(pages.names()) do
      local found = 0
      for section, text in pairs { page, [3] = module } do
        local title = "\n.SH " .. pages.title(name):upper():gsub("%-", "\\-") .. "\n"
        if text:find(title, 1, true) then
          assert.equal(pages.section(name), section)
          found = found + 1
        end
      end
      assert.equal(1, found, name)
    end
  end)

  it("writes it to a file", function()
    local path = support.file ""
    assert.same({ "", "", 0 }, { support.tesela("man", "--out", path) })
    assert.equal(page, support.read(path))
    assert.same({ "", "", 0 }, { support.tesela("man", "3", "--out", path) })
    assert.equal(module, support.read(path))
    local _, why, code = support.tesela("man", "--out", "/no/such/file")
    assert.same({ "tesela man: --out /no/such/file: No such file or directory\n", 1 },
      { why, code })
  end)

  local function have(command)
    return os.execute("command -v " .. command .. " >/dev/null 2>&1") == true
  end

  -- The pages have no date, so that a build can be repeated.
  it("satisfies mandoc", function()
    if not have "mandoc" then return end
    for _, text in ipairs { page, module } do
      local out = support.shell("mandoc -Tlint -Wwarning "
        .. support.quote(support.file(text)))
      for line in out:gmatch "[^\n]+" do assert.matches("missing date", line) end
    end
  end)

  it("satisfies groff", function()
    if not have "groff" then return end
    for _, text in ipairs { page, module } do
      local out, why, code = support.shell("groff -man -ww -Tutf8 -z "
        .. support.quote(support.file(text)))
      assert.same({ "", "", 0 }, { out, why, code })
    end
  end)
end)

describe("tesela new bot", function()
  local function new(path) return support.tesela("new", "bot", path) end

  -- A path in a folder of its own.
  local function fresh(name) return support.folder().path .. "/" .. name end

  it("leaves nothing on a full disk", function()
    local folder = support.folder()
    local said = folder:must("{ trap '' XFSZ; ulimit -f 0; $T new bot mine.lua 2>&1 || true; } "
      .. "| cat; ls -A")
    assert.equal("tesela new: mine.lua: File too large\n", said)
    folder:must "$T new bot mine.lua"
  end)

  it("writes a file that plays a match and wins", function()
    local path = fresh "mine.lua"
    local out, err, status = new(path)
    assert.same({ "", 0 }, { out, status })
    assert_has(err, "tesela match mixtour " .. path .. " greedy")
    assert_has(support.read(path), "tesela match mixtour " .. path .. " greedy")
    local result = tesela.match { rules = rules, bots = { path, "random" },
      games = 40 }
    assert.is_true(result.score > 0.8, tostring(result))
    assert.same({ "points" }, { next(result.reasons), next(result.reasons,
      "points") })
    local record = tesela.decode(tesela.run { rules = rules, bots = { path, path } }.line)
    for ply = 1, #record.moves do -- only values of 0..1 are kept
      assert.is_number(record.values[ply])
    end
  end)

  it("writes a short file that luacheck accepts", function()
    local path = fresh "mine.lua"
    new(path)
    local _, lines = support.read(path):gsub("\n", "\n")
    assert.is_true(lines <= 40)
    local out, _, status = support.shell("luacheck -q --std lua54 "
      .. support.quote(path))
    if status == 127 then return end
    assert.equal(0, status, out)
  end)

  it("tells editors where the annotations are, once", function()
    local path = fresh "mine.lua"
    local settings = path:gsub("mine%.lua$", ".luarc.json")
    local _, err = new(path)
    assert_has(err, settings .. " tells editors where the module's annotations are.")
    local told = tesela.decode(support.read(settings))
    assert.equal("Lua 5.4", told["runtime.version"])
    assert.same({ tesela.home .. "/meta" }, told["workspace.library"])
    assert.equal("---@meta tesela\n",
      support.read(told["workspace.library"][1] .. "/tesela.lua"):match "^.-\n")
    os.remove(path)
    support.shell("echo mine >" .. support.quote(settings))
    _, err = new(path)
    assert.is_nil(err:find("luarc", 1, true))
    assert.equal("mine\n", support.read(settings))
  end)

  it("tells them nothing of another language", function()
    local path = fresh "mine.py"
    assert.is_nil(select(2, new(path)):find("luarc", 1, true))
    assert.is_nil(io.open((path:gsub("mine%.py$", ".luarc.json"))))
  end)

  it("overwrites nothing", function()
    local path = support.file("precious", ".lua")
    local out, err, status = new(path)
    assert.same({ "", "tesela new: " .. path
      .. " already exists, and was not changed\n", 1 }, { out, err, status })
    assert.equal("precious", support.read(path))
  end)

  it("names what is wrong", function()
    local cases = {
      { "mine", 2, "mine: expected a name that ends in .c, .js, .lua or .py" },
      { ".lua", 2, ".lua: expected a name that ends in .c, .js, .lua or .py" },
      { "a\nb.lua", 2, "the name of the file: expected no control characters" },
      { "/no/such/mine.lua", 1, "/no/such/mine.lua: No such file or directory" },
    }
    for _, case in ipairs(cases) do
      local _, err, status = new(case[1])
      assert.same({ "tesela new: " .. case[3] .. "\n", case[2] }, { err, status })
    end
    local _, err, status = support.tesela("new", "chess", "mine.lua")
    assert.equal(2, status)
    assert_has(err, "must be one of 'bot'")
  end)

  it("quotes names that a shell would take apart", function()
    local path = fresh " it's %1.lua"
    local _, err, status = new(path)
    assert.equal(0, status, err)
    assert_has(err, support.quote(path))
    assert_has(support.read(path), support.quote(path))
    assert.is_table(tesela.bot(path))
  end)
end)
