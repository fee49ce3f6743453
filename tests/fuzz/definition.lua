-- Definitions of tournaments from anywhere: JSON, or a table made from bytes. What
-- is taken means the same when it is given again, and its games can be named.

local tesela = require "tesela"
local told = require "told"
local values = require "values"
local definitions = require "tesela.contest.definition"
local files = require "tesela.contest.games_file"
local identity = require "tesela.contest.identity"
local plans = require "tesela.contest.schedule.later_games"
local schedule = require "tesela.contest.schedule.schedule"

local function given(bytes)
  if bytes:find "^%s*{[^\0]*$" then return tesela.decode(bytes) end
  local from = values.new(bytes, { tesela.rules "mixtour" })
  local def = { rules = "mixtour", bots = { "random", "greedy" } }
  for _ = 1, 8 do
    if from:is_over() then break end
    def[from:pick(values.KEYS)] = from:value()
  end
  return def
end

local function check_game(def, number)
  local game = plans.of(def):game(number)
  if not game then return assert(number > plans.of(def):known()) end
  assert(#game.players == def.seats and #game.seeds == def.seats)
  for _, bot in ipairs(game.players) do assert(def.bots[bot]) end
end

local function look(def)
  local hash = identity.hash(def)
  local again = definitions.normalise(def)
  assert(identity.hash(again) == hash, "normalised again it is another tournament")
  assert(#identity.differences(def, again) == 0)
  if #def.bots > 20 then return end
  local total = schedule.total(def) or 1 << 40
  for number = 1, math.min(total, 9) do check_game(def, number) end
  check_game(def, total)
end

return function(bytes)
  local ok, def = told.call(definitions.normalise, given(bytes))
  if ok then look(def) end
  local header, why = files.read_header(bytes)
  if not header then told.check(why) end
end
