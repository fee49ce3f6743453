-- How strong the levels of expert are: each against the one below it, and the lowest
-- against random: the table "Levels" on the page of each game.
--
--   sh tests/bench/levels.sh .build/release [GAME|all [GAMES]]

local tesela = require "tesela"

local games = { "mixtour", "losetas", "blokus", "qwirkle" }
local OPTIONS = { blokus = { players = 2, variant = "duo" } }
local count = tonumber(arg[2] or 200)

-- The highest thinks ten seconds a move: a tenth of the games must do.
local function games_of(level) return level < 9 and count or math.max(2, count // 20 * 2) end

-- Openings of a few random moves, since the highest level always plays alike.
local function match(rules, level)
  local opponent = level > 1 and { bot = "expert", level = level - 1 } or "random"
  return tesela.tournament { rules = rules, format = "match", seed = 1,
    bots = { { bot = "expert", level = level }, opponent }, games = games_of(level),
    openings = not tesela.game(rules).hidden and { plies = 2 } or nil }
end

-- The points of the first of two bots, in percent, with half of its 95 % interval.
local function score(summary)
  local list, sum, squares = summary.pairings[1].pentanomial, 0, 0
  local n = 0
  for points = 0, #list - 1 do
    local share, times = points / (#list - 1), list[points + 1]
    n, sum, squares = n + times, sum + times * share, squares + times * share * share
  end
  local mean = sum / n
  local variance = math.max(squares / n - mean * mean, 0)
  return 100 * mean, 196 * math.sqrt(variance / math.max(n - 1, 1))
end

for _, name in ipairs(arg[1] and arg[1] ~= "all" and { arg[1] } or games) do
  local rules = tesela.rules(name, OPTIONS[name])
  print(("%s\nlevel  against        games   score"):format(tostring(rules)))
  for level = 1, 9 do
    local mean, half = score(match(rules, level))
    print(("%5d  %-13s %5d   %5.1f +/- %.1f %%"):format(level,
      level > 1 and "level " .. level - 1 or "random", games_of(level), mean, half))
  end
end
