-- How often weights of Connect Four keep the value of a position: `tesela
-- tests/bench/learnt.lua FILE.weights [ITERATIONS]`, by one ply of search and by alpha-beta.
-- The positions and their exact values are in connect_four.solved; nothing is fitted to them.

local tesela = require "tesela"
local weights = require "tesela.weights"

local COLUMNS = "abcdefg"
local rules = tesela.rules "connect_four"

local function read(path)
  local file <close> = assert(io.open(path, "rb"))
  return file:read "a"
end

local function sign(value) return value > 0 and 1 or value < 0 and -1 or 0 end

-- { state =, worth = 1, 0 or -1 by column } for each line.
local function positions(path)
  local list = {}
  for line in io.lines(path) do
    local played, rest = line:match "^(%d+) (.*)$"
    local one = { state = rules:start(0), worth = {} }
    for column in (played or ""):gmatch "%d" do
      local number = math.tointeger(tonumber(column))
      one.state:play(COLUMNS:sub(number, number))
    end
    for value in (rest or ""):gmatch "%S+" do
      one.worth[#one.worth + 1] = value ~= "." and sign(tonumber(value))
    end
    if played then list[#list + 1] = one end
  end
  return list
end

local function keeps(position, move)
  local best = -1
  for column = 1, #COLUMNS do best = math.max(best, position.worth[column] or -1) end
  return position.worth[COLUMNS:find(position.state:text(move))] == best
end

local function share(list, choose)
  local kept = 0
  for _, position in ipairs(list) do
    if keeps(position, choose(position.state)) then kept = kept + 1 end
  end
  return 100 * kept / #list
end

local learnt = assert(weights.read(rules, read(arg[1])))
local iterations = math.tointeger(tonumber(arg[2] or 20000))
local list = positions(arg[0]:match "^.*/" .. "connect_four.solved")
local function by_search(options)
  return function(state)
    return (tesela.searcher(rules, options):search(state, { iterations = iterations }))
  end
end
local rng = tesela.rng(1)
print(("any move       %.1f %%"):format(share(list, function(s) return rng:pick(s:list()) end)))
print(("one ply        %.1f %%"):format(share(list, function(s) return learnt:choose(s, 1) end)))
print(("alphabeta      %.1f %%, %d positions"):format(share(list, by_search {
  method = "alphabeta", reductions = "late", weights = learnt }), iterations))
print(("without weights %.1f %%"):format(share(list, by_search { method = "alphabeta",
  reductions = "late" })))
