-- Makes what the fuzzers begin with: tesela tests/fuzz/seeds.lua FOLDER writes
-- FOLDER/TARGET/NUMBER. All of it is good; the fuzzers make it bad. Inputs that have
-- shown a fault lie in tests/fuzz/corpus.

local tesela = require "tesela"

local folder = ...
local count = {}

local function put(target, ...)
  local path = ("%s/%s"):format(folder, target)
  if not count[target] then os.execute(("mkdir -p '%s'"):format(path)) end
  count[target] = (count[target] or 0) + 1
  local file <close> = assert(io.open(("%s/%d"):format(path, count[target]), "wb"))
  assert(file:write(...))
end

-- A position of a random game, and what is played there.
local function random_position(rules, seed, plies)
  local rng, s = tesela.rng(seed), rules:start(seed)
  for _ = 1, plies do
    local next_one = s:copy():play(rng:pick(s:list()))
    if next_one.over then break end
    s = next_one
  end
  return s, rng
end

local function moves_from(s, rng, most)
  local moves = {}
  s = s:copy()
  while #moves < most and not s.over do
    local move = rng:pick(s:list())
    moves[#moves + 1] = rng:int(3) == 1 and "#" .. move or s:text(move)
    s:play(move)
  end
  return table.concat(moves, "\n") .. "\n"
end

-- The letter of rules as fuzz.h has it.
local LETTERS = { mixtour = "a", blokus = "g", losetas = "j", qwirkle = "o" }
local SETTINGS = { qwirkle = { players = 2 } }

for game, letter in pairs(LETTERS) do
  local rules = tesela.rules(game, SETTINGS[game])
  for i, plies in ipairs { 0, 3, 9, 25 } do
    local s, rng = random_position(rules, i, plies)
    local line = moves_from(s, rng, 4)
    put("position", letter, s:fen(), "\n", (line:gsub("#%d+\n", "")))
    put("moves", letter, string.char(plies, i), line)
    put("record", s:record { players = { "me", "you \"2\"" },
      seconds = s.ply > 0 and { 0.5 } or nil })
  end
  local s, rng = rules:start(9), tesela.rng(1)
  while not s.over do s:play(rng:pick(s:list())) end
  put("record", s:record())
end
local qwirkle = tesela.rules("qwirkle", SETTINGS.qwirkle)
put("position", "o", qwirkle:start(3):view(1):fen(), "\n")
put("bag", "o", qwirkle:start(3):dealt())
for letter, settings in pairs { s = { colours = 3 }, t = { hands = "open" } } do
  local s = tesela.rules("qwirkle", settings):start(3)
  put("position", letter, s:view(1):fen(), "\n")
  put("bag", letter, s:dealt())
end
put("bag", "q", tesela.rules("qwirkle", { copies = 1 }):start(4):dealt())

-- Options, each at its default and at what its range says.
for i, game in ipairs { "mixtour", "blokus", "losetas", "qwirkle" } do
  local lines = {}
  for _, option in ipairs(tesela.game(game).options) do
    local value = option.default
    if type(value) == "table" then value = table.concat(value, ",") end
    lines[#lines + 1] = ("%s=%s\n"):format(option.name, value)
    for word in option.range:gmatch "[%w]+" do
      put("options", string.char(96 + i), ("%s=%s"):format(option.name, word))
    end
  end
  put("options", string.char(96 + i), table.concat(lines))
end

put("pieces", "variant=duo\nboard 5x5\nstarts a1 e5\npiece I1 x\npiece V3 x./xx\n")
put("pieces", "variant=duo\nboard 5x6\nholes c3 d3\nstarts a1 e5\npiece V3 x./xx\n")
put("pieces", "corners=fixed\nboard 3x7\nstarts a1 c1 a7 c7\npiece L2 xx\n")
put("pieces", "\nboard 20x20\npiece O8 xxx/x.x/xxx\npiece I8 xxxxxxxx\n")
put("pieces", "players=3\npiece Z xx./.xx\npiece W x../xx./.xx\n")

put("json", '1{"a":[1,-2.5e3,true,null,"\\u00e9\\ud83d\\ude00\\n"],"b":{}}')
put("json", '0["\\u0000",9223372036854775807,-18446744073709551615,1e308,1e400,0.1,-0]')
put("json", "1 [[[[]]], {\"\":0,\"\":1}] ")

local definitions = {
  '{"rules":"losetas","bots":["random","greedy"],"games":4,"seed":7}',
  '{"rules":"mixtour","options":{"win_score":2},"bots":["random",{"name":"me","bot":'
    .. '"mcts"},"expert"],"format":"gauntlet","budget":{"iterations":9,"limit":1.5}}',
  '{"rules":"qwirkle","options":{"players":3},"bots":["a","b","c","d"],"games":6,'
    .. '"openings":{"plies":2},"max_plies":90,"memory":64,"time":3,"workers":1}',
  '{"rules":"mixtour","bots":["random","random"],"sprt":{"elo0":0,"elo1":10,"alpha":'
    .. '0.05,"beta":0.1,"model":"trinomial"},"openings":["a1 b2","c3"],"trusted":false}',
}
for _, text in ipairs(definitions) do put("definition", text) end

-- Files of tournaments, whole, in two parts and torn.
local function tournament(options, shard)
  local path = os.tmpname()
  os.remove(path)
  tesela.tournament(options, { file = path, shard = shard })
  local file <close> = assert(io.open(path, "rb"))
  os.remove(path)
  return file:read "a"
end
local cup = { rules = "losetas", bots = { "random", "greedy" }, games = 2, workers = 1 }
local whole = tournament(cup)
put("file", whole)
put("file", whole:sub(1, -30))
put("file", tournament(cup, { part = 1, of = 2 }), "====\n",
  tournament(cup, { part = 2, of = 2 }))
cup.bots[3], cup.name = "random", "a \"cup\""
put("file", tournament(cup))

-- Other files of lines.
local function contents(words)
  local path = os.tmpname()
  assert(os.execute(("'%s' %s -o '%s.k' >'%s' 2>&1"):format(arg[-1], words, path, path)))
  local file <close> = assert(io.open(path .. ".k", "rb"))
  os.remove(path)
  os.remove(path .. ".k")
  return file:read "a"
end
local suite = contents "openings tictactoe --plies 2 -n 1 --iterations 9"
put("kept", "s", suite)
put("kept", "o", suite)
put("kept", "m", contents "measure tictactoe --games 2")
put("kept", "g", whole)
put("kept", "p", '{"game":"mixtour","options":{"win_score":2},"fen":"5/5/5/5/5 w 0:0 -",',
  '"best":["a1"],"name":"x","iterations":9}\n')
put("kept", "t", '{"tuning":1,"game":"tictactoe","parameters":[["x",1,0,2]],"steps":1}\n',
  '{"step":1,"score":0.5,"late":0}\n{"gain":1,"pairs":2,"sum":1,"squares":1,"late":0}\n')

-- Games of Blokus in files, and what engines are told.
local blksgf = require "tesela.formats.blksgf"
for i, options in ipairs { { variant = "duo" }, { players = 3 }, { corners = "fixed" } } do
  local s, rng = random_position(tesela.rules("blokus", options), i, 9 * i)
  local line = s:record { players = { "a", "b]" }, notes = { [0] = "x", [3] = "\\" } }
  put("blksgf", (blksgf.write(line)))
  local from = s.rules:load(s:fen())
  for _ = 1, 5 do from:play(rng:pick(from:list())) end
  put("blksgf", (blksgf.write(from:record())))
end
put("blksgf", "(;GM[Blokus Duo]PL[W]AE[a1]DT[1](;W[j5]C[a\\]])(;W[j4](;B[e10])(;B[e9])))")
put("engine", "e3 set_game Blokus Duo\nplay b e10\ngenmove w\nall_legal 1\nundo\nshowboard\n")
put("engine", "dplay 1 b2\n7 genmove red\nfinal_score\nboardsize 5\ntime_left 1 9 2\nparam\n")
put("engine", "ctime_settings 1 0 0\nboardsize 4\nplay b a1\ng\nget_value\nlist_commands\n")
put("engine", 'n{"hello":{"protocol":1,"game":"mixtour","options":{},"seat":1,"seed":2,',
  '"view":"5/5/5/5/5 w 0:0 -"}}\n{"go":{"id":1,"view":"5/5/5/5/5 w 0:0 -"}}\n',
  '{"moved":{"seat":1,"move":"a1","view":""}}\n{"over":{}}\n{"quit":{}}\n')

-- What is chosen by bytes.
for seed = 1, 12 do
  local rng, bytes = tesela.rng(seed), {}
  for i = 1, 20 * seed do bytes[i] = string.char(rng:int(256) - 1) end
  local text = table.concat(bytes)
  put("calls", text)
  put("game", text)
  put("game", string.char(seed % 2, 0), text:sub(3))
  put("definition", text)
end

-- What a page asks.
put("page", [[{"do":"games"}
{"do":"open","game":"mixtour","options":{"win_score":2},"players":["human",1],"seed":3}
{"do":"pick","chosen":["cell b2"]}
{"do":"move","text":"b2"}
{"do":"note","text":"well","ply":1}
{"do":"save"}
{"do":"undo"}
]])
put("page", [[{"do":"open","game":"blokus","players":["human","human","human","human"]}
{"do":"pick","chosen":["piece L5","turn 2"]}
{"do":"move","text":"a1"}
{"do":"position","ply":0}
{"do":"svg","ply":1}
]])
put("page", [[{"do":"open","game":"qwirkle","players":["human","human"],"seed":1}
{"do":"pick","chosen":["tile rc"]}
{"do":"rules","game":"qwirkle","options":{"players":3}}
{"do":"complete","line":"tesela.ru"}
{"do":"help","topic":"moves"}
{"do":"record","text":"{}"}
{"do":"record","text":"(;GM[Blokus Duo];B[e10,e9,e8])","name":"a.blksgf"}
]])

-- Small texts.
for _, clock in ipairs { "60+1", "5m+3", "10/60", "0.5+0.01" } do put("texts", "c", clock) end
local state = tesela.rules("mixtour"):start(1):play "b2":play "c3":play "b2-c3"
put("texts", "s", state:record(), "\n")
put("texts", "a", tesela.analyse { record = state:record(), budget = { iterations = 5 },
  workers = 0 }.line)
put("texts", 'p{"parameters":{"exploration":[1.2,0.1,4]},"set":{"exploration":2}}')
