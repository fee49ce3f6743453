-- What bots print, and where they failed: shown while they think, kept beside the
-- games.

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

  it("is heard when it was ended for being late", function()
    local path = bot "return function() print 'thinking' while true do end end"
    assert.equal(name_of(path) .. ": thinking\n", said(SCRIPT:format(path, 0.1)))
  end)

  it("is heard when no hook can stop it, and when its process ends", function()
    local path = bot [[return function() print "deep"
      return ("a"):rep(40):find(("a?"):rep(40) .. ("a"):rep(40) .. "b") end]]
    assert.equal(name_of(path) .. ": deep\n", said(SCRIPT:format(path, 0.1)))
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
    assert.matches("%(more was printed, and left out%)\n$", text)
  end)
end)
