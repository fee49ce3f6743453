-- The time and memory of moves, as far as records contain them: seconds, CPU time, and memory.
--
-- Games have memory and CPU time by seat, which are added up with the results (in whole numbers,
-- so in any order). Records of repeatable games lack CPU time: it is known only while they are
-- played. Seconds are listed by ply, without the mover: if there are any, all games are
-- replayed. In a game with a clock they are the time that a move took from the clock. They are
-- unknown when the clock was reset ("10/60"), and for a first move with an increment, which
-- earlier versions added only after it.

local tesela = require "tesela"
local clocks = require "tesela.base.clocks"
local interrupt = require "tesela.interrupt"

local M = {}

local Usage = {}
Usage.__index = Usage

function M.new() return setmetatable({ memory = {}, cpu = {} }, Usage) end

local function add(totals, bot, value)
  local total = totals[bot] or { count = 0, sum = 0, most = 0 }
  totals[bot] = total
  total.count, total.sum = total.count + 1, total.sum + value
  total.most = math.max(total.most, value)
end

-- Adds the CPU time of the seats of a game: each bot has one more game.
local function add_cpu(totals, game)
  local seen = {}
  for seat, bot in ipairs(game.players) do
    local pair = game.cpu[seat]
    if pair then
      local total = totals[bot] or { games = 0, micros = 0, moves = 0 }
      totals[bot] = total
      total.games, seen[bot] = total.games + (seen[bot] and 0 or 1), true
      total.micros = total.micros + math.floor(pair[1] * 1e6 + 0.5)
      total.moves = total.moves + pair[2]
    end
  end
end

--- Adds a game { players =, memory = KB by seat, cpu = { seconds, moves } by seat }.
function Usage:add(game)
  for seat, bot in ipairs(game.memory and game.players or {}) do
    local kb = game.memory[seat]
    if kb then add(self.memory, bot, kb) end
  end
  if game.cpu then add_cpu(self.cpu, game) end
end

-- The least average CPU time of a bot in a game.
local function least(list)
  local seconds = math.huge
  for _, each in ipairs(list) do seconds = math.min(seconds, each.cpu or math.huge) end
  return seconds
end

--- By bot { games =, memory = the average of its maximum in each game, in KB, most = its maximum in
--- any game, in KB, cpu =, cpu_move = average CPU seconds for a game and for a move,
--- cpu_ratio = relative to the bot with the least }, as far as known; nil if nothing is.
function Usage:of(bots)
  local list = {}
  for bot = 1, (next(self.memory) or next(self.cpu)) and bots or 0 do
    local memory, cpu, each = self.memory[bot], self.cpu[bot], {}
    if memory then
      each.games, each.memory, each.most = memory.count, memory.sum / memory.count, memory.most
    end
    if cpu then
      each.cpu = cpu.micros / cpu.games / 1e6
      each.cpu_move = cpu.moves > 0 and cpu.micros / cpu.moves / 1e6 or nil
    end
    list[bot] = each
  end
  local one = least(list)
  for _, each in ipairs(list) do
    each.cpu_ratio = each.cpu and one > 0 and each.cpu / one or nil
  end
  return #list > 0 and list or nil
end

-- The seats to move in a record, or nil if it cannot be replayed.
local function movers(line, moves, rules)
  local ok, list = pcall(function()
    local state, found = tesela.replay(line, 0, rules), {}
    for ply, move in ipairs(moves) do
      found[ply] = state.seat
      state:play(move)
    end
    return found
  end)
  interrupt.pass()
  return ok and list or nil
end

-- The time that each move took from its clock, by ply, as far as known; nil without a clock.
local function spent(record, seats)
  if type(record.clock) ~= "table" then return nil end
  local list, clock = {}, clocks.new(record.control, #record.players)
  for ply, seat in ipairs(seats) do
    local before, left = clock.left[seat], record.clock[ply]
    local control, first = clock.controls[seat], clock.made[seat] == 0
    local now = clock:moved(seat)
    local known = control and type(left) == "number"
      and not (control.moves and now ~= before or first and control.increment > 0)
    list[ply] = known and math.max(0, now - left) or nil
    clock.left[seat] = type(left) == "number" and left or clock.left[seat]
  end
  return list
end

local function add_seconds(totals, line, players, rules)
  local timed = line:find('"seconds":[', 1, true) or line:find('"clock":[', 1, true)
  local record = timed and tesela.decode(line)
  local seats = record and movers(line, record.moves, rules)
  if not seats then return end
  local list = type(record.seconds) == "table" and record.seconds or spent(record, seats)
  for ply, seat in ipairs(list and seats or {}) do
    local bot = players[seat]
    if bot and type(list[ply]) == "number" then add(totals, bot, list[ply]) end
  end
end

--- Adds to the lists of Usage:of, or to nil, moves =, seconds = the average of a move, and longest
--- =, for this many bots. `each_game(f)` calls f with the line and the players of each game,
--- `rules` are theirs.
function M.with_seconds(list, bots, each_game, rules)
  local totals = {}
  each_game(function(line, players) add_seconds(totals, line, players, rules) end)
  if not next(totals) then return list end
  list = list or {}
  for bot = 1, bots do
    local time = totals[bot]
    list[bot] = list[bot] or {}
    if time then
      list[bot].moves, list[bot].seconds = time.count, time.sum / time.count
      list[bot].longest = time.most
    end
  end
  return list
end

return M
