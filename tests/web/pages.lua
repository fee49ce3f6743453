-- Makes pages of tournaments for browser.py, in the folder of the first argument: with two,
-- three and four seats, hidden hands, a game in Lua, faults of every kind and hostile
-- names. Prints what the browser has to show, a line of JSON each: the page, a game, a ply,
-- and the picture of the position there.

local tesela = require "tesela"
local replay = require "tesela.report_pages.replay_data"

local folder = arg[1]

local function write(name, text)
  local file <close> = assert(io.open(folder .. "/" .. name, "wb"))
  assert(file:write(text))
end

-- Bots that lose in each way that is no move of the game.
write("late.lua", "return function() while true do end end\n")
write("greedy_for_room.lua",
  "return function() local t = {} for i = 1, 1e9 do t[i] = {} end end\n")
write("wrong.lua", "return function() error '</script><script>document.title = 1</script>' end\n")
write("cheat.lua", "return function() return 'a1-z9' end\n")
write("sure.lua", "return function(view) return view:list()[1 + view.ply % 3], 0.75 end\n")

local function bots(count)
  local list = {}
  for i = 1, count do list[i] = { name = "random " .. i, bot = "random" } end
  return list
end

local cups = {
  mixtour = { rules = "mixtour", games = 2, sprt = { elo0 = 0, elo1 = 200 }, bots = bots(2) },
  faults = { rules = "mixtour", games = 2, memory = 8, budget = { limit = 0.3 },
    name = "Faults </title><script>document.title = 2</script>",
    bots = { { name = "random", bot = "random" },
      { name = "<img src=x onerror=alert(1)>", bot = folder .. "/late.lua" },
      { name = "wide", bot = folder .. "/greedy_for_room.lua" },
      { name = "wrong", bot = folder .. "/wrong.lua" },
      { name = "cheat", bot = folder .. "/cheat.lua" } } },
  qwirkle = { rules = "qwirkle", options = { players = 3 }, games = 3, bots = bots(3) },
  blokus = { rules = "blokus", games = 4, bots = bots(4) },
  hex = { rules = "hex", games = 2, bots = bots(2) },
  losetas = { rules = "losetas", games = 2, bots = bots(2) },
  long = { rules = "tictactoe", games = 60, name = ("W"):rep(10000),
    bots = { { name = ("w"):rep(10000), bot = "random" }, { name = "random", bot = "random" } } },
}

-- One with clocks and values, of which a game has a note.
local timed = { rules = "mixtour", games = 2, max_plies = 12, budget = { clock = "10+0.5" },
  bots = { { name = "sure", bot = folder .. "/sure.lua" }, { name = "random", bot = "random" } } }

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function run(words, name)
  assert(os.execute(("cd %s && %s %s >%s"):format(quoted(folder), quoted(os.getenv "TESELA"),
    words, quoted(name .. ".html"))))
end

local function make_page(name, cup, edit)
  cup.workers, cup.seed = 2, 5
  local path = ("%s/%s.jsonl"):format(folder, name)
  tesela.tournament(cup, { file = path })
  if edit then
    local file <close> = assert(io.open(path, "rb"))
    write(name .. ".jsonl", edit(file:read "a"))
  end
  run("report -f html " .. quoted(path), name)
  return path
end

-- Some positions of a game.
local function expect(name, line)
  local record = tesela.decode(line)
  local _, _, _, options = replay.book():game(line, record.moves)
  for _, ply in ipairs { 0, #record.moves // 2, #record.moves } do
    local state = tesela.replay(line, ply)
    print(tesela.encode { page = name, game = record.number, ply = ply,
      svg = (state:svg(options):gsub(' data%-id="[^"]*"', "")) })
  end
end

for name, cup in pairs(cups) do
  local path, shown = make_page(name, cup), 0
  for line in io.lines(path) do
    if line:find('"moves":', 1, true) and shown < 2 then
      shown = shown + 1
      expect(name, line)
    end
  end
end

make_page("timed", timed, function(text)
  return (text:gsub(',"pair":1,', ',"note 2":"Two lines\\nof <b>note</b>","pair":1,'))
end)
run("report timed.jsonl -f html --games 1", "short")
run("show mixtour.jsonl --game 1 --animate film.svg", "film")
run("analyse mixtour.jsonl --iterations 30 -w 1 -f html", "analysis")
run("measure tictactoe -n 4 --iterations 5 --doublings 0 --looked 0 -w 1 -o m.jsonl -f html",
  "measure")
