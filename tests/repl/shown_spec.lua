-- Texts of others on their way to a terminal: whoever wrote them, and whatever
-- prints them, no control character, no letter that changes the order of others
-- and no line of their own gets there.

local here = debug.getinfo(1, "S").source:match "^@(.*/)" or "./"
local shell = dofile(here .. "shell.lua")

local quote = shell.quote
-- Escapes of seven and of eight bits, letters that turn the order, a bell, a byte
-- that is no UTF-8, and a line that looks like the program's own.
local EVIL = "e\27[31m\u{9B}7m\u{202E}\u{2066}\u{200B}\7\r\xFF\nFORGED\nv"

local directory

local function path(name) return directory .. "/" .. name end

-- Whether a text may be shown: true, or nil and what should not be there.
local function harmless(text, several)
  local bad = text:gsub("[\n\t]", ""):match "%c"
  if bad then return nil, ("control character %d"):format(bad:byte()) end
  if not utf8.len(text) then return nil, "a byte that is no UTF-8" end
  for _, code in utf8.codes(text) do
    if code >= 0x80 and code <= 0x9F or code == 0x200B or code >= 0x2028 and code <= 0x202E
      or code >= 0x2066 and code <= 0x2069 then
      return nil, ("U+%04X"):format(code)
    end
  end
  if not several and ("\n" .. text):find "\nFORGED" then
    return nil, "a line of another"
  end
  return true
end

-- Runs the program, all of whose output has to be harmless; returns it. (What is
-- raised in a session may have several lines.)
local function run(arguments, input, several)
  local out, err, status = shell.run(("cd %s && %s %s"):format(directory, shell.program,
    arguments), input)
  for _, text in ipairs { out, err } do
    local fine, why = harmless(text, several)
    assert(fine, ("%s: %s in %q"):format(arguments, why, text))
  end
  return out .. err, status
end

before_each(function() directory = shell.directory() end)
after_each(function() shell.remove(directory) end)

describe("what is typed in a shell", function()
  it("comes back clean", function()
    local evil = quote(EVIL)
    for _, arguments in ipairs {
      "moves %s", "moves mixtour --set %s", "moves mixtour --set win_score=%s",
      "moves mixtour --seed %s", "moves mixtour --fen %s", "moves qwirkle --bag %s",
      "moves mixtour --moves %s", "moves mixtour --moves b2%s", "perft mixtour %s",
      "perft mixtour --%s 1", "%s", "--%s", "-%s", "./%s.lua", "help %s", "bench %s",
      "bench mixtour --seconds %s", "random mixtour %s", "check %s", "check ./%s.lua",
      "check mixtour --games %s", "show %s", "report %s", "merge %s", "repeat %s",
      "tournament %s", "match mixtour %s random", "match mixtour random random -o /%s/x",
      "play mixtour --bot %s", "play mixtour --seat %s", "play mixtour --load %s",
      "ask %s games.jsonl", "ask random %s", "check-bot %s", "check-bot random --game %s",
      "new game %s.lua", "new bot %s", "new game mine.lua --from %s", "man %s",
      "completion %s", "result losetas --fen %s",
    } do
      local text, status = run((arguments:gsub("%%s", function() return evil end)))
      assert.is_true(status > 0 and #text > 0, arguments)
    end
  end)
end)

describe("what is typed in a game", function()
  it("comes back clean", function()
    local evil = EVIL:gsub("[\r\n]", "")
    local lines = { evil, "b2 " .. evil, "note " .. evil, "board", "moves " .. evil,
      "back " .. evil, "save /" .. evil .. "/x", "height " .. evil, "bo" .. evil, "quit" }
    run("play mixtour --seed 1", table.concat(lines, "\n"))
    run("play qwirkle --seed 1", table.concat(lines, "\n"))
    run("-i", ("play 'mixtour'\n%s\n"):format(table.concat(lines, "\n")))
  end)
end)

-- ---- what files say ---------------------------------------------------------

-- A line of JSON in which the texts are EVIL.
local function record(parts)
  local words = { moves = '"b2","c3"', game = "mixtour", name = "random", more = "" }
  for name, value in pairs(parts) do words[name] = value end
  return ('{"tesela":1,"game":"%s","options":{},"seed":1,"players":["%s","random"],'
    .. '"moves":[%s]%s}\n'):format(words.game, words.name, words.moves, words.more)
end

-- As it may stand in JSON: control characters as escapes, the rest raw or too.
local ESCAPED = "e\\u001b[31m\\u009b7m\\u202e\\u2066\\u200b\\u0007\\r\\nFORGED\\nv"
local RAW = "e\u{9B}7m\u{202E}\u{2066}\u{200B}v"

describe("what a file says", function()
  it("is shown clean", function()
    for _, evil in ipairs { ESCAPED, RAW } do
      for number, line in ipairs {
        record { name = evil }, record { moves = '"' .. evil .. '"' },
        record { game = evil }, record { more = ',"note 1":"' .. evil .. '"' },
        record { more = ',"' .. evil .. '":"' .. evil .. '"' },
        record { more = ',"result":{"scores":[0,0],"places":[1,2],"winners":[1],'
          .. '"reason":"resigned","message":"' .. evil .. '"}' },
        record { more = ',"result":{"scores":[0,0],"places":[1,2],"winners":[1],'
          .. '"reason":"' .. evil .. '"}' },
        record { more = ',"fen":"' .. evil .. '"' }, evil .. "\n",
      } do
        local name = ("%d.jsonl"):format(number)
        shell.write(path(name), line)
        for _, command in ipairs { "show", "show --ply 1", "check", "report", "merge -o x",
          "ask random", "check-bot random", "play mixtour --save y --load" } do
          run(("%s %s"):format(command, name), "moves\nquit\n")
        end
        shell.remove(path "y")
      end
    end
  end)
end)

-- ---- what rules and bots say ------------------------------------------------

describe("what a game in Lua says", function()
  -- A game of a few moves; `member` is a line of its table.
  local function game(member)
    shell.write(path "game.lua", ([[
local tesela = require "tesela"
local EVIL = %q
local t = {
  title = "t", endings = { "end" }, fields = { n = 1 }, seat_names = { "a", "b" },
  moves = function(_, out) out(1) out(2) end,
  apply = function(s) s.n, s.seat = s.n + 1, 3 - s.seat if s.n == 4 then s.over = "end" end end,
  result = function() return { 0, 0 } end,
}
%s
return tesela.define(t)
]]):format(EVIL, member))
  end

  it("is refused or shown clean", function()
    local turning = '"\\u{202E}"'
    for _, member in ipairs {
      "t.title = EVIL", "t.summary = EVIL", "t.notation = EVIL", "t.name = EVIL",
      "t.seat_names = { EVIL, 'b' }", "t.seat_names = { " .. turning .. ", 'b' }",
      "t.endings = { EVIL }", "t.options = { a = { default = 1, doc = EVIL } }",
      "t.options = { a = { default = 1, doc = " .. turning .. " } }",
      "t.options = { a = { words = { EVIL } } }", "t.options = { [EVIL] = 1 }",
      "t.options = { a = { default = EVIL } }", "t.fields = { [EVIL] = 1 }",
      "t.fields = { n = EVIL }", "t[EVIL] = 1", "t.seats = EVIL",
      "t.print = function(_, m) return EVIL .. m end",
      "t.print = function(_, m) return " .. turning .. " .. m end",
      "t.draw = function(_, b) b:size(3, 3) b:put(1, 1, EVIL) end",
      "t.draw = function(_, b) b:size(3, 3) b:put(1, 1, " .. turning .. ") end",
      "t.draw = function(_, b) b:size(3, 3) b:note(EVIL) end",
      "t.draw = function(_, b) b:size(3, 3) b:note(" .. turning .. ") end",
      "t.moves = function() error(EVIL) end", "t.moves = function() error(EVIL, 0) end",
      "t.apply = function() error(setmetatable({}, { __tostring = function() "
        .. "return EVIL end })) end",
      "t.result = function() return EVIL end", "t.over = function() return EVIL end",
      "t.moves = function(_, out) out(EVIL) end", "error(EVIL)", "EVIL = x.y",
      "t.apply = function(s) s[EVIL] = 1 end", "t.apply = function(s) s.over = EVIL end",
    } do
      game(member)
      for _, command in ipairs { "help", "moves", "play --bot random", "check --games 1" } do
        local name, rest = command:match "^(%S+)(.*)$"
        run(("%s ./game.lua%s"):format(name, rest), "1\n2\nhelp\n")
      end
      run("-i", "s = tesela.rules './game.lua':start()\ns\ns:list()\ns:play '1'\n", true)
    end
  end)
end)

describe("what a bot says", function()
  it("is shown clean", function()
    for _, words in ipairs {
      "return { name = EVIL, choose = function(_, v) return v:list()[1] end }",
      "return function() error(EVIL) end", "return function() error(EVIL, 0) end",
      "return function() return EVIL end", "return { new = function() error(EVIL) end, "
        .. "choose = print }", "error(EVIL)", "return EVIL", "return { [EVIL] = 1 }",
      "return function(v) print(EVIL) return v:list()[1] end",
      "return function() local function f() error 'x' end f() end",
    } do
      shell.write(path "bot.lua", ("local EVIL = %q\n%s\n"):format(EVIL, words))
      for _, trusted in ipairs { "", "--trusted " } do
        local prints = words:find "print%(" and trusted ~= "" -- which is its own
        if not prints then
          run(("play tictactoe --bot ./bot.lua %s--seed 1"):format(trusted), "b2\nquit\n")
        end
        os.remove(path "x")
        local bot = prints and "random" or "./bot.lua"
        run(("match tictactoe %s random -n 2 -w 1 %s-o x"):format(bot, trusted))
        for _, command in ipairs { "report", "report --game 1", "show", "check",
          "ask random", "repeat " .. trusted } do
          run(command .. " x")
        end
        run(("check-bot %s %s --game mixtour"):format(bot, trusted))
      end
    end
  end)
end)

describe("a session", function()
  it("prints errors and values clean", function()
    local lines = { ("EVIL = %q"):format(EVIL):gsub("\\\n", "\\n"), "error(EVIL:gsub('\\n', ''))",
      "EVIL:gsub('\\n', '')", "{ EVIL:gsub('\\n', '') }", "{ [EVIL:gsub('\\n', '')] = 1 }",
      "setmetatable({}, { __tostring = function() return (EVIL:gsub('\\n', '')) end })",
      "tesela.rules(EVIL)", "tesela.rules('mixtour', { [EVIL] = 1 })",
      "tesela.rules('mixtour', { win_score = EVIL })", "help(EVIL)",
      "s = tesela.rules('mixtour'):start()", "s:play(EVIL)", "s[EVIL]", "s:cell(EVIL)",
      "tesela.search(s, { [EVIL] = 1 })", "tesela.search(s, { method = EVIL })",
      "tesela.decode(EVIL)", "tesela.replay(EVIL)", "tesela.bot(EVIL)",
      "tesela.bot { choose = 1, [EVIL] = 2 }" }
    run("-i", table.concat(lines, "\n") .. "\n")
  end)
end)

describe("messages", function()
  it("have no addresses, and nothing is not a number with a sign", function()
    local values = { "{}", "math.sin", "0/0", "-(0/0)", "coroutine.create(print)", "io.stdout",
      "tesela.rng(1)" }
    local calls = {
      "tesela.rules('mixtour', { win_score = %s })", "tesela.rules('mixtour', { [%s] = 1 })",
      "tesela.rules('losetas', { tiles = { %s, 1, 1 } })", "tesela.rules(%s)",
      "tesela.rules('mixtour'):start(%s)", "s:play(%s)", "s:move(%s)", "s:cell(%s)",
      "s:copy(%s)", "s:view(%s)", "tesela.rng(%s)", "tesela.rng(1):int(%s)",
      "tesela.search(s, { seconds = %s })", "tesela.search(s, { method = %s })",
      "tesela.search(s, { iterations = %s })", "tesela.search(s, { [%s] = 1 })",
      "tesela.search(s, { margin = %s })", "s:perft(%s)", "s:draw { palette = %s }",
      "tesela.search(s, { iterations = 9, evaluate = function() return %s end })",
      "tesela.search(s, { iterations = 9, prior = function() return { %s } end })",
      "r:playouts { games = %s }", "r:check { games = %s }", "tesela.match { games = %s }",
      "tesela.match { rules = r, bots = { %s, %s } }", "tesela.derive('mixtour', %s)",
      "tesela.derive('mixtour', { name = %s })", "tesela.bot(%s)", "tesela.encode(%s)",
      "tesela.derive('mixtour', { name = 'x', fields = { a = %s } })",
      "tesela.derive('mixtour', { name = 'x', fields = { a = { max = %s } } })",
      "tesela.derive('mixtour', { name = 'x', options = { win_score = %s } })",
      "tesela.derive('mixtour', { name = 'x', options = { [%s] = 1 } })",
      "tesela.derive('mixtour', { name = 'x', endings = { %s } })",
      "tesela.derive('blokus', { name = 'x', board = %s })",
      "tesela.derive('blokus', { name = 'x', starts = { %s } })",
      "tesela.tournament { rules = 'mixtour', bots = { 'random', 'random' }, games = %s }",
      "tesela.tournament { rules = 'mixtour', bots = { %s, 'random' }, games = 2 }",
      "require 'tesela.terminal.play.play'.play('mixtour', { seed = %s })", "help(%s)",
    }
    local lines = { "r = tesela.rules('mixtour') s = r:start(1)" }
    for _, call in ipairs(calls) do
      for _, value in ipairs(values) do
        -- What it raises, and no more: some of these are no mistake.
        lines[#lines + 1] = ("do local ok, why = pcall(function() local _ = %s end) "
          .. "if not ok then print(why) end end"):format((call:gsub("%%s", value)))
      end
    end
    local text = run("-i", table.concat(lines, "\n") .. "\n")
    for line in text:gmatch "[^\n]+" do
      assert.is_nil(line:match "0x%x%x%x%x", line)
      assert.is_nil(line:match "%-nan", line)
    end
  end)
end)
