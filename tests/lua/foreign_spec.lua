-- Texts from elsewhere: other locales, standard input by its sign, long names, formulas in
-- tables, and machines that lack a program.

local report = require "tesela.contest.results.report"
local support = require "support"
local text = require "tesela.text"

teardown(support.clean)

local folder

setup(function()
  folder = support.folder()
  folder:must "$T match tictactoe greedy random --games 22 -o cup.jsonl"
end)

-- A locale whose decimal point is a comma, made here; nil: this machine cannot.
local function comma()
  local _, _, status = folder:shell "localedef -i de_DE -f UTF-8 ./de_DE.UTF-8"
  return status == 0 and "LOCPATH=$PWD LUA_INIT='assert(os.setlocale(\"de_DE.UTF-8\"))' " or nil
end

describe("numbers for programs", function()
  it("have a point in any locale", function()
    local with = comma()
    if not with then return pending "localedef makes no de_DE here" end
    assert.equal("0,5\n", (folder:must(with .. "$T -e 'print(0.5)'")))
    local out = folder:must("printf 'genmove w\\nget_value\\ncputime\\nquit\\n' | " .. with
      .. "$T engine mixtour --bot mcts --iterations 100")
    assert.matches("\n= 0%.%d%d%d%d\n\n= %d+%.%d%d%d\n", out)
    for _, format in ipairs { "csv", "text", "html", "json" } do
      assert.equal(folder:must("$T report cup.jsonl -f " .. format),
        folder:must(with .. "$T report cup.jsonl -f " .. format))
    end
  end)

  it("have one if a program with such a locale loads the module", function()
    local with = comma()
    if not with then return pending "localedef makes no de_DE here" end
    folder:write("in.lua", [[
      local m = tesela.match { rules = tesela.rules "tictactoe", bots = { "greedy", "random" },
        games = 22, budget = { clock = "9.5+0.25" } }
      local programs = tesela.run { rules = tesela.rules "tictactoe", programs = true,
        budget = { clock = "9.5" },
        bots = { "gtp:" .. os.getenv "T" .. " engine tictactoe", "random" } }
      print(("%.1f"):format(0.5), m.score, programs.reason, programs.message)]])
    local out = folder:must(with .. "T=$T $T in.lua")
    assert.matches("^0,5\t%d,%d+\tline\tnil\n$", out)
  end)
end)

describe("a dash for a file", function()
  it("is standard input", function()
    assert.equal("/dev/stdin: 22 games, 0 bad\n", (folder:must "$T check - <cup.jsonl"))
    assert.equal(folder:must "$T report cup.jsonl", (folder:must "cat cup.jsonl | $T report -"))
    assert.equal(folder:must "$T show cup.jsonl --ply 2",
      (folder:must "cat cup.jsonl | $T show - --ply 2"))
    assert.equal(folder:must "$T merge cup.jsonl", (folder:must "cat cup.jsonl | $T merge -"))
    folder:must "echo '(;GM[Blokus Duo];B[e10])' | $T convert - one.jsonl"
    assert.matches("e10", folder:read "one.jsonl")
    assert.matches("\nrandom plays ", (folder:must "$T ask random - --game 2 <cup.jsonl"))
    assert.matches("expected a whole number", select(2, folder:shell "$T perft mixtour -"))
  end)
end)

describe("records with a byte order mark", function()
  it("are read as others", function()
    folder:write("mark.jsonl", "\xEF\xBB\xBF" .. folder:read "cup.jsonl")
    assert.equal("mark.jsonl: 22 games, 0 bad\n", (folder:must "$T check mark.jsonl"))
    for _, command in ipairs { "report %s", "show %s --ply 2", "merge %s", "show %s --game 22" } do
      assert.equal(folder:must("$T " .. command:format "cup.jsonl"),
        (folder:must("$T " .. command:format "mark.jsonl")))
    end
    local one = folder:read "cup.jsonl":match '{"tesela"[^\n]*\n'
    folder:write("one.jsonl", one)
    folder:write("marked.jsonl", "\xEF\xBB\xBF" .. one)
    folder:write("cup.lua", [[return { rules = "tictactoe", bots = { "random", "random" },
      games = 2, openings = "marked.jsonl" }]])
    folder:must "$T tournament cup.lua -o opened.jsonl"
    assert.equal(folder:must "$T play --load one.jsonl --bot none </dev/null",
      (folder:must "$T play --load marked.jsonl --bot none </dev/null"))
  end)
end)

describe("names of bots", function()
  local long = ("x"):rep(10000)
  local def = { bots = { { name = long }, { name = "=cmd|' /c calc'!a1" } } }

  it("are cut in reports, pages and CSV", function()
    assert.equal(30, text.columns(report.name(long)))
    folder:write("long.lua", ([[return { rules = "tictactoe", games = 2, seed = 1,
      bots = { { name = %q, bot = "random" }, { name = %q, bot = "random" } } }]]):format(
      def.bots[1].name, def.bots[2].name))
    folder:must "$T tournament long.lua -o long.jsonl"
    for _, format in ipairs { "text", "markdown", "csv", "html" } do
      local out = folder:must("$T report long.jsonl -f " .. format)
      assert.is_nil(out:find(("x"):rep(61), 1, true), format)
    end
  end)

  it("are no formulas in CSV", function()
    local out = folder:must "$T report long.jsonl -f csv"
    assert.matches("\r\n'=cmd|' /c calc'!a1,", out, 1, true)
    assert.is_nil(out:find "%f[^\n,]=")
    assert.matches(",%-?%d+%.%d+,", out) -- numbers stay numbers
  end)
end)

describe("text", function()
  it("is folded by characters", function()
    local words = ("ä"):rep(10) .. " " .. ("ö"):rep(10)
    assert.equal(words, text.fold(words, "", "", 21))
    assert.equal((words:gsub(" ", "\n")), text.fold(words, "", "", 20))
    assert.equal("é " .. words:gsub(" ", "\né "), text.fold(words, "é ", "é ", 20))
  end)
end)

describe("a page", function()
  it("needs no program", function()
    for _, bytes in ipairs { "", "a", ("abc"):rep(50000), ("\0\255"):rep(32768) } do
      local path = support.file(bytes)
      local made = [[%s $T -e '
        local file = assert(io.open(%q, "rb"))
        local packed = require "tesela.report_pages.packed_bytes"
        io.write(packed.pack(file:read "a"))' | base64 -d | %s cmp - %s]]
      assert.equal("", (support.shell(made:format("PATH=", path, "", path))))
      assert.equal("", (support.shell(made:format("", path, "gzip -dc |", path))))
    end
  end)
end)
