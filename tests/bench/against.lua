-- A match of weights at equal time: `tesela tests/bench/against.lua GAME A B [SECONDS
-- [GAMES [K=V ...]]]`, where A and B are files of weights, or none: tree search without an
-- estimate. K=V sets an option of the game.

local games = require "tesela.rules.games"
local learn = require "tesela.learn.learn"
local tesela = require "tesela"

local name, seconds, count = arg[1], tonumber(arg[4] or 0.05), tonumber(arg[5] or 200)
local options = {}
for i = 6, #arg do
  local option, value = arg[i]:match "^(.-)=(.*)$"
  options[option] = math.tointeger(value) or value
end
local plain = tesela.rules(name, options)

local function rules_with(path)
  if path == "none" then return plain end
  local file <close> = assert(io.open(path, "rb"))
  games.give(plain.name, file:read "a")
  local rules = tesela.rules(name, options)
  games.give(plain.name, nil)
  assert(rules.learnt, path .. ": learnt with other options")
  return rules
end

io.stdout:write(tostring(learn.match { rules = plain, a = { arg[2], rules_with(arg[2]) },
  b = { arg[3], rules_with(arg[3]) }, games = count, seconds = seconds, seed = 5 }))
