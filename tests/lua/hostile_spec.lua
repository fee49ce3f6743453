-- A hundred bots that do what they should not, a line each, beside one that plays: its
-- games all count, theirs have a reason and a message, and nothing else happens.

local support = require "support"

local folder = support.folder()
teardown(support.clean)

-- By group, what a bot does when it is asked for a move. "tesela" is there.
local hostile = {
  library = {
    "return io.open('/etc/passwd')", "return io.read()", "return os.execute 'touch x'",
    "return os.exit(0)", "return os.getenv 'HOME'", "return os.remove 'cup.lua'",
    "return debug.getregistry()", "return debug.sethook()", "return package.loaded.io",
    "return package.loadlib('x', 'y')", "return dofile 'cup.lua'", "return loadfile 'cup.lua'",
    "return require 'io'", "return require 'tesela.process'", "return require 'posix'",
    "return require 'tesela.box'", "return require '../x'", "return getfenv(1)",
    "return warn '@on'", "return string.dump(print)", "return arg[0]",
    "return load('\27Lua')()", "return load(function() error 'x' end)()",
  },
  metatables = {
    "getmetatable('').__index = {} return 1", "return getmetatable(view).__index.x.y",
    "setmetatable(view, {})", "getmetatable(view.rules).__gc()", "view.rules.name = 'x'",
    "setmetatable(string, { __index = error }) return string.x",
    "setmetatable(_G, { __index = function() error 'g' end }) return nothing",
    "return setmetatable({}, { __tostring = error })", "rawset(view, 1, 2)",
    "return setmetatable({}, { __index = error }).x", "return #setmetatable({}, { __len = error })",
    "return setmetatable({}, { __metatable = 1, __call = error })()",
    "return setmetatable(setmetatable({}, { __metatable = 1 }), {})",
    "string.format, tostring, pairs = nil, nil, nil return pairs({})",
  },
  collector = {
    "setmetatable({}, { __gc = error }) error 'left'", "collectgarbage() return {}",
    "return collectgarbage 'count'", "collectgarbage 'stop' return {}",
    "local m = {} m.__gc = function(t) setmetatable(t, m) end setmetatable({}, m) return {}",
    "local w = setmetatable({}, { __mode = 'k' }) w[{}] = 1 return next(w)",
    "setmetatable({}, { __gc = function() error 'late' end }) return 0.5",
  },
  memory = {
    "local t = {} while true do t[#t + 1] = ('x'):rep(1 << 20) .. #t end",
    "return ('x'):rep(1 << 40)", "local s = 'x' while true do s = s .. s end",
    "return table.concat({}, 'x', 1, 1 << 40)", "return ('x'):rep(1 << 30)",
    "local function f() return 1 + f() end return f()", "return string.rep('x', math.maxinteger)",
    "local t = {} while true do t = { t, ('x'):rep(1 << 16) .. #t } end",
    "return table.unpack({}, 1, 1 << 30)", "return select(-1 << 40, 1)",
    "return string.pack('s', ('x'):rep(1 << 29))", "return ('%99s'):rep(1 << 30)",
    "local co = {} while true do co[#co + 1] = coroutine.create(print) end",
  },
  time = {
    "while true do end", "while true do pcall(function() while true do end end) end",
    "while true do xpcall(error, error) end",
    "xpcall(error, function() while true do end end)",
    "return (('a'):rep(300000)):find(('.-'):rep(90) .. 'b')",
    "local t = {} for i = 1, 1 << 40 do t[i % 100] = i end",
    "return load('while true do end')()",
    "local x <close> = setmetatable({}, { __close = function() while true do end end })",
    "table.sort({ 1, 2, 3 }, function() while true do end end)",
  },
  coroutines = {
    "coroutine.yield()", "return coroutine.wrap(function() error 'in' end)()",
    "return coroutine.close(coroutine.running())", "return coroutine.wrap(coroutine.yield)()",
    "local co = coroutine.wrap(function() end) co() co()", "return coroutine.running()",
    "coroutine.wrap(function() while true do end end)()",
    "return coroutine.resume(coroutine.running())",
    "return coroutine.create(function() end)",
  },
  views = {
    "return view:play(view:list()[1])", "view.seat = 2", "view.over = true", "view:play 'z9'",
    "view:nothing()", "return view.nothing.x", "return view:copy(1, 2):play()",
    "return view:text('x')", "return view:parts(-1)", "return view:load 'x'",
    "return view:svg(1)", "view:record({ x = print }) return view", "return view:draw(view)",
    "return view.rules:start(-1)", "return view.rules:load 'x'", "return view:try()",
    "return view:view(99)", "return view:perft(-1)", "return view.history(1)",
  },
  results = {
    "return", "return nil", "return true", "return {}", "return print", "return ''",
    "return 'x'", "return 0", "return -1", "return 1 << 62", "return 0/0", "return 1/0",
    "return 1.5", "return 'a1\\0b'", "return ('x'):rep(100000)", "return '\\27[2J'",
    "return '\\xff\\xfe'", "return 'pass'", "return 'resigned'", "return {}, {}", "return view",
    "return 'a1 a1'", "return '{\"number\":1}'", "return '\\n{}\\n'",
  },
  errors = {
    "error()", "error(nil)", "error({})", "error(print)", "error(view)", "error ''",
    "error '\\27[2J'", "error('x', 99)", "error('\\n{\"number\":1}\\n')", "error(0/0)",
    "error(('x'):rep(1 << 20))", "error(setmetatable({}, { __tostring = error }))",
    "error(setmetatable({}, { __tostring = function() return {} end }))",
    "error 'interrupted!'", "error 'out of time'", "error 'not enough memory'", "assert(false)",
    "error('\",\"reason\":\"stack\"')", "error '\\xff'", "error(coroutine.create(print))",
  },
  module = {
    "tesela.derive('mixtour', {})", "tesela.define {}", "tesela.rules 'nothing'",
    "tesela.rules './cup.lua'", "tesela.game '/etc/passwd'", "tesela.clock()",
    "tesela.search(view, { iterations = -1 })", "tesela.search()", "tesela.searcher(1)",
    "tesela.rng('x')", "tesela.rng(1):int(0)", "tesela.tournament {}", "tesela.match {}",
    "tesela.bot './b1.lua'", "tesela.reload 'hex'", "tesela.encode(print)", "tesela.play {}",
    "tesela.rules('mixtour', { x = 1 })", "tesela.rules('blokus'):playouts { games = -1 }",
    "tesela.rules = nil return tesela.rules 'mixtour'", "return tesela", "tesela.home.x = 1",
    "tesela.rules('mixtour', nil, { trusted = true }):start():play 'z9'",
  },
}

local REASONS = { error = true, illegal = true, memory = true, time = true }

-- The bots as files; their names in the tournament, with what they do.
local function write_all()
  local names, bots, groups = {}, {}, {}
  for group in pairs(hostile) do groups[#groups + 1] = group end
  table.sort(groups)
  for _, group in ipairs(groups) do
    for i, body in ipairs(hostile[group]) do
      local name = ("%s_%d"):format(group, i)
      folder:write(name .. ".lua", "local tesela = require 'tesela'\nreturn function(view) "
        .. "if view.ply < 2 then return view:list()[1] end " .. body .. " end\n")
      names[name] = body
      bots[#bots + 1] = ("%q"):format("./" .. name .. ".lua")
    end
  end
  return names, bots
end

-- The innocent one plays each of them once with either seat.
local function write_cup(bots)
  folder:write("cup.lua", ([[return { rules = "losetas", format = "gauntlet", games = 2,
    options = { size = 3, tiles = { 3, 3, 2 } }, seed = 3, memory = 8,
    budget = { limit = 0.3 }, bots = { "./innocent.lua", %s } }]]):format(
    table.concat(bots, ", ")))
  folder:write("innocent.lua", "return function(view) return view:list()[1] end")
end

local names, bots = write_all()
write_cup(bots)
local before = folder:must "ls -a"

local function listed() return folder:must "ls -a" end

local function play(workers)
  folder:must(("$T tournament cup.lua -w %d -f csv -o out.jsonl"):format(workers))
  local text = folder:merged "out.jsonl"
  folder:must "$T check out.jsonl"
  folder:remove "out.jsonl"
  folder:remove "merged.jsonl"
  return text
end

local whole

describe("a tournament with more than a hundred hostile bots", function()
  it("has all games of the innocent one, and says what the others did", function()
    whole = play(2)
    local games = support.games(whole)
    assert.is_true(#bots > 100)
    assert.equal(2 * #bots, #games)
    for _, game in ipairs(games) do
      local seat = game.players[1] == "innocent" and 1 or 2
      local other = game.players[3 - seat]
      local words = ("%s: %s: %s: %s"):format(other, names[other], game.result.reason,
        tostring(game.result.message))
      assert.equal("innocent", game.players[seat])
      assert.is_true(REASONS[game.result.reason], words)
      assert.equal("string", type(game.result.message), words)
      assert.same({ 1, 2 }, { game.result.places[seat], game.result.places[3 - seat] }, words)
    end
  end)

  it("leaves nothing behind", function() assert.equal(before, listed()) end)

  it("is the same with one worker", function() assert.equal(whole, play(1)) end)
end)
