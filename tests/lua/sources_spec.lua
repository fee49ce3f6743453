-- The files of a bot: which are read, what they may require, and that a box and
-- the program give it the same.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local box = require "tesela.box"
local sources = require "tesela.bots.bot_sources"
local support = require "support"

local rules = tesela.rules "mixtour"
local interior = support.read(tesela.home .. "/tesela/sandbox/interior.lua")
local folder

local function write(name, text)
  local path = folder .. "/" .. name
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

local function names(source)
  local list = {}
  for i, file in ipairs(source.files) do list[i] = file.name end
  return table.concat(list, " ")
end

local function open(path, megabytes)
  local b = assert(box.open((megabytes or 64) << 20, interior, "@interior"))
  for _, file in ipairs(sources.modules()) do
    assert(b:call("module", file.name, file.text))
  end
  for _, file in ipairs(sources.library(false)) do
    assert(b:call("library", file.name, file.text))
  end
  assert(b:rules("mixtour", ""))
  local ok, reason, message = sources.hand(b,
    { name = "mine", source = assert(sources.read(path)) })
  return ok and b, reason, message
end

-- What a bot says in a box and as a trusted one: its move, or nil, reason, message.
local function boxed(path, b)
  b = b or open(path)
  local state = rules:start(1)
  local ok, reason, message = b:begin(state, 1, 10, 1)
  if not ok then return nil, reason, message end
  return b:choose(state, 1, 10, 1)
end

local function trusted(path)
  local ok, bot = pcall(bots.bot, path, { trusted = true })
  if not ok then return nil, "error", bot end
  local said = bot:choose(rules:start(1):view(1), {})
  return said
end

before_each(function()
  folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir -p %s/book"):format(support.quote(folder))))
end)

after_each(function() os.execute("rm -rf " .. support.quote(folder)) end)

describe("the source of a bot", function()
  it("is its file alone, of which the hash is that of the text", function()
    -- FNV-1a of "a", from the authors' list.
    assert.same({ text = "a", path = folder .. "/one.lua", files = {},
      hash = "af63dc4c8601ec8c" }, sources.read(write("one.lua", "a")))
  end)

  it("has the files beside it that it requires, and that they require", function()
    for _, name in ipairs { "eval", "tables", "third", "fourth", "fifth", "room", "unused" } do
      write(name .. ".lua", "return {}")
    end
    write("book/small.lua", "require'third' require 'book.small'")
    local path = write("bot.lua", [[local eval = require "eval"
      local t = require'tables', require ( "book.small" )
      local ok, e = pcall(require, 'fourth')
      local other = prerequire "unused", require(unused), require_ "unused"
      require "none" require "tesela" require "tesela.worth" require("fifth")
      require "room"]])
    local source = sources.read(path)
    assert.equal("eval tables book.small fourth fifth room third", names(source))
    assert.equal(folder .. "/book/small.lua", source.files[3].path)
  end)

  it("never looks outside of its folder", function()
    write("outside.lua", "return {}")
    write("tesela.lua", "return {}")
    assert(os.execute(("mkdir -p %s/inner/tesela"):format(support.quote(folder))))
    write("inner/tesela.lua", "return {}")
    write("inner/tesela/worth.lua", "return {}")
    local list = {}
    for _, name in ipairs { "../outside", "..outside", "...outside", "./outside",
      folder .. "/outside", "/etc/passwd", "x/../../outside", "", ".", "outside.",
      "tesela", "tesela.worth", "inner\\0x", "a\\..\\b" } do
      list[#list + 1] = ("require %q require '%s'"):format(name, name)
    end
    local source = sources.read(write("inner/bot.lua", table.concat(list, "\n")))
    assert.equal("", names(source))
  end)

  it("has a hash that follows from all of it", function()
    local function hash(bot, eval, name)
      write((name or "eval") .. ".lua", eval)
      return sources.read(write("bot.lua", bot)).hash
    end
    local bot, seen = "require 'eval'", {}
    for _, given in ipairs { { bot, "1" }, { bot, "2" }, { bot .. " ", "1" },
      { "require 'book.eval'", "1", "book/eval" } } do
      local h = hash(table.unpack(given))
      assert.is_nil(seen[h])
      seen[h] = true
      assert.equal(h, hash(table.unpack(given)))
    end
    os.remove(folder .. "/eval.lua")
    assert.is_nil(seen[sources.read(write("bot.lua", bot)).hash])
  end)

  it("may begin with a byte order mark and a line for a shell", function()
    for _, head in ipairs { "\xEF\xBB\xBF", "#!/usr/bin/env tesela\n",
      "\xEF\xBB\xBF#!/usr/bin/lua5.4\r\n" } do
      write("first.lua", head .. "return function(v) return v:list()[1] end")
      local path = write("bot.lua", head .. "return require 'first'")
      local move = rules:start(1):list()[1]
      assert.same({ move, move }, { boxed(path), (trusted(path)) })
      write("part.lua", head .. "return { swap = true }")
      for given, part in pairs { [{}] = "require 'part'", [{ trusted = true }] = "{}" } do
        local game = write("game.lua", head
          .. ("return require 'tesela'.derive('mixtour', %s)"):format(part))
        assert.equal("mixtour", tesela.game(tesela.rules(game, nil, given)).root)
      end
    end
    local _, _, why = trusted(write("wrong.lua", "\xEF\xBB\xBF#!x\nx = = 1"))
    assert.is_truthy(why:find "wrong.lua:2: ", why)
  end)

  it("has limits", function()
    local path = write("bot.lua", "require 'big'")
    write("big.lua", ("-"):rep(16 << 20))
    local source, why = sources.read(path)
    assert.is_nil(source)
    assert.equal(folder .. "/big.lua: expected a file of at most 16 MB, with those that "
      .. "it requires", why)
    write("big.lua", ("-"):rep(1 << 20))
    assert.equal("big", names(sources.read(path)))
    source, why = sources.read(folder .. "/none.lua")
    assert.is_nil(source)
    assert.equal(("cannot open %s/none.lua: No such file or directory"):format(folder), why)
    assert(os.execute(("mkdir %s/big2.lua"):format(support.quote(folder))))
    source, why = sources.read(write("bot.lua", "require 'big2'"))
    assert.is_nil(source)
    assert.is_truthy(why:match "Is a directory$", why)
  end)

  it("may have a thousand files", function()
    for i = 1, 1000 do
      write(("f%d.lua"):format(i), i < 1000 and ("return 1 + require 'f%d'"):format(i + 1)
        or "return 1")
    end
    local path = write("bot.lua", "local f = require 'f900' "
      .. "return function() return tostring(f) end")
    assert.equal(101, #sources.read(path).files)
    write("bot.lua", "local f = require 'f1' return function() return tostring(f) end")
    assert.equal(1000, #sources.read(path).files)
    assert.equal("1000", (boxed(path)))
    assert.equal("1000", trusted(path))
    local list = {}
    for i = 1, 1000 do
      write(("g%d.lua"):format(i), "return " .. i)
      list[i] = ("require 'g%d'"):format(i)
    end
    write("bot.lua", "local n = " .. table.concat(list, " + ")
      .. " return function() return tostring(n) end")
    assert.equal("500500", (boxed(path)))
    assert.equal("500500", trusted(path))
  end)
end)

describe("the files of a bot", function()
  it("are required once a game, with its globals", function()
    write("eval.lua", [[count = (count or 0) + 1
      local M = { n = 0, same = require "book.small" }
      function M.next() M.n = M.n + 1 return M.n end
      return M]])
    write("book/small.lua", "small = (small or 0) + 1 return 'book'")
    write("nothing.lua", "return nil")
    local path = write("bot.lua", [[#!/usr/bin/env tesela
      local eval = require "eval"
      local again = require("eval")
      local book = require "book.small"
      assert(eval == again and eval.same == book and require "nothing" == true)
      return function()
        return table.concat({ count, small, eval.next(), book, tostring(require "eval" == eval) },
          " ")
      end]])
    local b = open(path)
    for _ = 1, 3 do assert.equal("1 1 1 book true", (boxed(path, b))) end
    assert.equal("1 1 1 book true", trusted(path))
    count, small = nil, nil -- luacheck: ignore 111
  end)

  it("do not change with what lies there", function()
    write("eval.lua", "return 'before'")
    local path = write("bot.lua", "local e = require 'eval' return function() return e end")
    local b, bot = open(path), bots.bot(path, { trusted = true })
    write("eval.lua", "return 'after'")
    assert.equal("before", (boxed(path, b)))
    assert.equal("before", bot:choose(rules:start(1), {}))
    write("eval.lua", "return function(n) return require 'late' end")
    write("late.lua", "return 'late'")
    write("bot.lua", "local e = require 'eval' return function() return e() end")
    b, bot = open(path), bots.bot(path, { trusted = true })
    os.remove(folder .. "/late.lua")
    assert.equal("late", (boxed(path, b)))
    assert.equal("late", bot:choose(rules:start(1), {}))
  end)

  it("of two bots are their own", function()
    assert(os.execute(("mkdir %s/one %s/two"):format(folder, folder)))
    for _, name in ipairs { "one", "two" } do
      write(name .. "/eval.lua", ("return %q"):format(name))
      write(name .. "/bot.lua", "local e = require 'eval' return function() return e end")
    end
    for _, name in ipairs { "one", "two" } do
      assert.equal(name, trusted(("%s/%s/bot.lua"):format(folder, name)))
    end
    assert.is_nil(package.loaded.eval)
  end)

  it("may use the library, and nothing that a bot may not", function()
    write("eval.lua", [[local worth, tesela = require "tesela.worth", require "tesela"
      return type(worth) .. type(tesela.rng)]])
    local path = write("bot.lua", "local e = require 'eval' return function() return e end")
    assert.equal("tablefunction", (boxed(path)))
    assert.equal("tablefunction", trusted(path))
    write("eval.lua", "return tostring(io) .. tostring(os) .. tostring(debug)")
    assert.equal("nilnilnil", (boxed(path)))
  end)

  it("must not wait for themselves", function()
    local path = write("bot.lua", "require 'bot' return function() end")
    local _, reason, message = boxed(path)
    assert.equal("error", reason)
    assert.is_truthy(message:match "bot.lua:1: module 'bot': it requires itself: bot %-> bot$",
      message)
    assert.is_truthy(select(3, trusted(path)):match "module 'bot': it requires itself$")
    write("a.lua", "return require 'b'")
    write("b.lua", "return require 'c'")
    write("c.lua", "return require 'b'")
    write("bot.lua", [[local ok, why = pcall(require, "a")
      local _, again = pcall(require, "a")
      return function() return tostring(ok) .. why .. "," .. again end]])
    assert.is_truthy((boxed(path)):match("^false[^:]*bot.lua:1: module 'b': it requires "
      .. "itself: b %-> c %-> b,[^:]*bot.lua:2: module 'b': it requires itself: b %-> c %-> b$"))
    assert.is_truthy(trusted(path):match("^false.*: module 'b': it requires itself,.*: module "
      .. "'b': it requires itself$"))
  end)

  it("are named if one is missing", function()
    write("eval.lua", "return 1")
    local path = write("bot.lua",
      "local eval = require 'eval' return function() require 'evil' end")
    local _, reason, message = boxed(path)
    assert.equal("error", reason)
    assert.equal("module 'evil': there is no evil.lua beside the bot; expected one of tesela, "
      .. "tesela.worth, tesela.text, tesela.rating, tesela.levels, tesela.pace, eval",
      message:match "module.*")
  end)

  it("fail as the bot does, with their own lines", function()
    write("eval.lua", "local M = {}\nfunction M.score() error 'no' end\nreturn M")
    local path = write("bot.lua", [[local eval = require "eval"
      return function() eval.score() return 1 end]])
    local state = rules:start(1)
    local b = open(path)
    assert(b:begin(state, 1, 10, 1))
    local _, _, message, trace = b:choose(state, 1, 10, 1)
    local player = bots.player(bots.bot(path, { trusted = true }), rules, 1, 1)
    local _, fault = bots.choose(player, state, 1, { seed = 1 })
    assert.same({ "error", message }, { fault.reason, fault.message })
    assert.is_truthy(trace:match
      "eval.lua:2: in function 'score'\n.*bot.lua:2: in function <")
    assert.equal(trace, fault.traceback)
    write("eval.lua", "\nreturn (")
    local why, words
    _, why, words = boxed(path)
    assert.equal("error", why)
    assert.is_truthy(words:match "eval.lua:2: unexpected symbol near <eof>$", words)
    assert.is_truthy(select(3, trusted(path)):match "eval.lua:2: unexpected symbol near <eof>$")
  end)
end)

describe("where a trusted bot failed", function()
  local function failed(choose, new)
    local player, fault = bots.player(bots.bot { choose = choose, new = new }, rules, 1, 1)
    local _
    if player then _, fault = bots.choose(player, rules:start(1), 1, { seed = 1 }) end
    return fault.reason, fault.message, fault.traceback
  end

  it("is said in lines of its own functions", function()
    local function inner() error("no", 0) end
    local function deep(n) if n == 0 then inner() end return 1 + deep(n - 1) end
    local reason, message, trace = failed(function() return deep(2) end)
    assert.same({ "error", "no" }, { reason, message })
    assert.is_truthy(trace:match "sources_spec.lua:%d+: in [^\n]*'inner'\n", trace)
    assert.is_nil(trace:find "bots.lua")
    assert.is_nil(trace:find "[C]", 1, true)
    trace = select(3, failed(print, function() inner() end))
    assert.is_truthy(trace:match "sources_spec.lua:%d+: in [^\n]*'inner'\n", trace)
  end)

  it("does not change what is said", function()
    local function down(n) return 1 + down(n) end
    local reason, message, trace = failed(down)
    assert.equal("error", reason)
    assert.is_truthy(message:match "stack overflow")
    assert.is_truthy(trace:match "%.%.%.$")
    assert.equal("(error object is a table value)", (select(2, failed(function() error {} end))))
    assert.equal("(error object is a table: code = 1)",
      (select(2, failed(function() error { code = 1 } end))))
    reason, message, trace = failed(function() return 1.5 end)
    assert.same({ "illegal", "expected a move, got 1.5" }, { reason, message })
    assert.is_nil(trace)
  end)
end)
