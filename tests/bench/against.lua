-- A match of weights at equal time: `tesela tests/bench/against.lua GAME A B [SECONDS
-- [GAMES]]`, where A and B are files of weights, or none: tree search without an estimate.

local games = require "tesela.rules.games"
local learn = require "tesela.learn.learn"
local tesela = require "tesela"

local name, seconds, count = arg[1], tonumber(arg[4] or 0.05), tonumber(arg[5] or 200)
local plain = tesela.rules(name)

local function rules_with(path)
  if path == "none" then return plain end
  local file <close> = assert(io.open(path, "rb"))
  games.give(plain.name, file:read "a")
  local rules = tesela.rules(name)
  games.give(plain.name, nil)
  return rules
end

io.stdout:write(tostring(learn.match { rules = plain, a = { arg[2], rules_with(arg[2]) },
  b = { arg[3], rules_with(arg[3]) }, games = count, seconds = seconds, seed = 5 }))
