-- What Tab offers: tesela.repl.complete, without a terminal.

local tesela = require "tesela"
local complete = require "tesela.repl.complete"
local folder = require "tesela.folder"

-- The candidates for the text before the cursor, and the text that they would
-- replace.
local function offered(text)
  local list, start = complete.complete(text)
  return list, text:sub(start)
end

local function has(list, name)
  for _, candidate in ipairs(list) do
    if candidate == name then return true end
  end
  return false
end

local function assert_offers(text, names)
  local list, word = offered(text)
  for name in names:gmatch "%S+" do
    assert.is_true(has(list, name), ("%s: %s"):format(text, name))
  end
  for _, candidate in ipairs(list) do
    assert.equal(word, candidate:sub(1, #word), text)
  end
end

describe("completion", function()
  local names = { "known_state", "known_table", "known_trap" }

  setup(function()
    _G.known_state = tesela.rules("mixtour"):start(1)
    _G.known_table = setmetatable({
      alpha = { beta = 1, gamma = function() end }, alpine = 2, [1] = { first = 1 },
      ["no name"] = 1, _hidden = 1,
    }, { __index = { inherited = 1 } })
    _G.known_trap = setmetatable({}, { __index = function() error "called" end })
  end)

  teardown(function()
    for _, name in ipairs(names) do _G[name] = nil end
  end)

  describe("offers", function()
    it("globals and keywords", function()
      assert_offers("kn", "known_state known_table")
      assert_offers("tes", "tesela")
      assert_offers("if x th", "then")
      assert_offers("x = 1 + (ma", "math")
      assert.same({}, (offered "nothing_begins_so"))
    end)

    it("fields, also those behind __index", function()
      assert_offers("known_table.al", "alpha alpine")
      assert_offers("known_table.inh", "inherited")
      assert_offers("known_table.alpha.", "beta gamma")
      assert_offers("known_table['alpha'].", "beta gamma")
      assert_offers("known_table[1].", "first")
      assert_offers("x = { known_table . alpha . b", "beta")
      assert.is_false(has(offered "known_table.", "no name"))
    end)

    it("what begins with _ only when that is asked for", function()
      assert.is_false(has(offered "known_table.", "_hidden"))
      assert_offers("known_table._", "_hidden")
      assert_offers("tesela._", "_VERSION")
    end)

    it("functions alone behind a colon", function()
      assert.same({ "gamma" }, (offered "known_table.alpha:"))
      assert_offers("io.stdout:", "write lines close")
    end)

    it("methods of strings", function()
      assert_offers("('x'):", "rep upper")
      assert_offers("(\"x\"):re", "rep reverse")
      assert_offers("('x'):rep(3, ','):upp", "upper")
    end)

    it("the module, its library too", function()
      assert_offers("tesela.", "rules match play home games")
      assert_offers("tesela.ma", "match")
    end)

    it("methods and fields of states, rules and generators", function()
      assert_offers("known_state:", "play moves perft height cell")
      assert_offers("known_state.", "seat over play scores reserve")
      assert_offers("known_state.rules.", "name seats options start")
      assert.is_false(has(offered "known_state:", "seat"))
      assert_offers("tesela.rng(1):", "int float pick")
    end)

    it("what calls of the module would return, without calling", function()
      assert_offers("tesela.rules('mixtour'):", "start load")
      assert_offers("tesela.rules 'nothing':start(1):pl", "play playout")
      assert_offers("known_state:copy():play('a1'):mo", "moves")
      assert_offers("known_state:fen():", "gsub")
      assert.same({}, (offered "os.exit():"))
      assert.same({}, (offered "known_trap.x."))
      assert.same({}, (offered "known_trap."))
    end)

    it("every field and method that has an annotation", function()
      local known = require "tesela.manual.annotations".load().classes
      for variable, class in pairs { known_state = known.State } do
        for _, method in ipairs(class.methods) do
          assert_offers(variable .. ":", method.name)
        end
        for name in pairs(class.fields) do
          if type(name) == "string" then assert_offers(variable .. ".", name) end
        end
      end
    end)

    it("options of a game", function()
      assert.same({ "win_score = " }, (offered "tesela.rules('mixtour', { w"))
      assert.same({ "win_score = " }, (offered "tesela.rules('mixtour', {\n  stall = 3,\n w"))
      assert.equal(#tesela.game("mixtour").options,
        #(offered "r = tesela.rules(\"mixtour\", {"))
      assert.is_false(has(offered "tesela.rules('mixtour', { stall = w", "win_score = "))
      assert.is_false(has(offered "tesela.rules('nothing', { w", "win_score = "))
    end)

    it("the words that an option may have", function()
      local game = tesela.game
      -- luacheck: push ignore 122
      tesela.game = function()
        return { options = { { name = "wrap", range = "none|both|rows", default = "none" } } }
      end
      local as_value = offered "tesela.rules('torus', { wrap = "
      local as_text = offered "tesela.rules('torus', { wrap = \"bo"
      tesela.game = game
      -- luacheck: pop
      assert.same({ '"both"', '"none"', '"rows"' }, as_value)
      assert.same({ "both" }, as_text)
    end)

    it("the members of a table that a function takes", function()
      local function members(text, wanted)
        local list = offered(text)
        for name in wanted:gmatch "%S+" do
          assert.is_true(has(list, name .. " = "), ("%s: %s"):format(text, name))
        end
        assert.is_false(has(list, "print"), text)
      end
      members("tesela.search(known_state, {", "iterations seconds evaluate")
      members("x = tesela.search(known_state, { iterations = f(1, 2), ", "depth")
      members("tesela.match{", "rules bots games")
      members("known_state:draw{", "palette mark")
      assert.same({ "seed = " }, (offered "tesela.search(known_state:copy(), { see"))
      assert.is_false(has(offered "play('mixtour', { b", "bot = "))
      _G.play = function() end -- as sessions have it
      members("play('mixtour', { ", "bot seed level")
      assert.same({ "bot = " }, (offered "play('mixtour', { bo"))
      _G.play = nil
      for _, text in ipairs { "tesela.rng({ ", "nobody({", "f{", "({", "known_table:x{" } do
        assert.is_true(has(offered(text), "print"), text)
      end
    end)

    it("the moves of a state where one is expected", function()
      assert.same({ "b1", "b2", "b3", "b4", "b5" }, (offered 'known_state:play "b'))
      assert.same({ "c1", "c2", "c3", "c4", "c5" }, (offered "x = known_state:move('c"))
      assert.same({}, (offered 'known_state:legal "z'))
      assert.same({}, (offered 'known_state:play("b2"):fen "b'))
      assert.same({}, (offered 'tesela.rules("mixtour"):start():play "'))
      assert.same({}, (offered 'nobody:play("'))
    end)

    it("names of games, bots and topics inside of strings", function()
      local all = tesela.games()
      table.sort(all)
      assert.same(all, (offered "tesela.rules('"))
      assert.same({ "qwirkle", "qwirkle_twelve" }, (offered "play \"qw"))
      assert_offers("help 's:pl", "s:play")
      assert.same({ "greedy" }, (offered "tesela.bot 'gr"))
      assert.same({ "greedy" }, (offered "tesela.match { bots = { 'random', 'gr"))
      assert.same({ "greedy" }, (offered "play('mixtour', { bot = 'gr"))
    end)

    it("files inside of strings that look like a path", function()
      local list_of = folder.list
      local asked
      folder.list = function(place)
        asked = place
        return { "bots/", "mine.lua", "more.lua", ".secret" }
      end
      local list, word = offered "tesela.bot './m"
      assert.same({ "mine.lua", "more.lua" }, list)
      assert.equal("m", word)
      assert.equal("./", asked)
      assert.same({ "bots/" }, (offered "dofile 'b"))
      assert.equal(".", asked)
      assert.same({ ".secret" }, (offered "x = [[/some/folder/."))
      assert.equal("/some/folder/", asked)
      assert.same({}, (offered "print 'm"))
      folder.list = list_of
    end)

    it("files that there are, whatever they are called", function()
      local place = os.tmpname()
      os.remove(place)
      assert(os.execute(("mkdir -p \"%s/it's\""):format(place)))
      assert.same({ "it's/" }, folder.list(place))
      assert.same({}, folder.list(place .. "/it's"))
      local none, why = folder.list(place .. "/nothing")
      assert.is_nil(none)
      assert.equal(place .. "/nothing: No such file or directory", why)
      assert.same({}, (offered(("dofile '%s/nothing/"):format(place))))
      os.execute("rm -r " .. place)
    end)

    it("nothing in comments and numbers, and blanks at the begin of a line", function()
      assert.same({}, (offered "-- tes"))
      assert.same({}, (offered "--[[ tes\ntes"))
      assert.same({}, (offered "x = 12"))
      assert.same({ "  " }, (offered ""))
      assert.same({ "  " }, (offered "for i = 1, 3 do\n"))
      assert_offers("-- a comment\n--[[ another ]] x = 'text' tes", "tesela")
    end)
  end)

  describe("answers a key", function()
    local function answer(list, text, start)
      return complete.tab(function() return list, start end, text, 40)
    end

    it("with the rest of the only candidate", function()
      assert.same({ "ela" }, { answer({ "tesela", "other" }, "x = tes", 5) })
      assert.same({ "a1" }, { answer({ "a1" }, "", 1) })
    end)

    it("with what all candidates have in common", function()
      assert.same({ "lp" }, { answer({ "alpha", "alpine" }, "a", 1) })
      assert.same({ "x" }, { answer({ "xä", "xö" }, "", 1) })
    end)

    it("with the list of them", function()
      assert.same({ "", "alpha   alpine" }, { answer({ "alpine", "alpha" }, "alp", 1) })
      local many = {}
      for i = 1, 300 do many[i] = ("n%03d"):format(i) end
      local _, list = answer(many, "n", 1)
      local _, longer = answer({ "n1", "n2" }, "n", 1)
      assert.equal("n1  n2", longer)
      assert.is_truthy(list:find "\n%.%.%. 100 more$")
      for line in list:gmatch "[^\n]+" do assert.is_true(#line < 40, line) end
    end)

    it("with nothing if there is none", function()
      assert.is_nil(answer({}, "x", 1))
      assert.is_nil(answer({ "a" }, "x", 1))
      assert.is_nil(answer(nil, "x", 1))
    end)
  end)

  it("survives any text", function()
    local rng = tesela.rng(7)
    local pieces = { "tesela", ".", ":", "(", ")", "{", "}", "[", "]", "'", '"', "[[",
      "]]", "--", "x", "1", ",", " ", "=", "\n", "rules", "\\", "mixtour", "end" }
    for _ = 1, 3000 do
      local text = {}
      for i = 1, rng:int(12) do text[i] = rng:pick(pieces) end
      local line = table.concat(text)
      local list, start = complete.complete(line)
      assert.equal("table", type(list), line)
      assert.is_true(start >= 1 and start <= #line + 1, line)
    end
  end)
end)
