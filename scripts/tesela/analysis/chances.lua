-- The result of a search as chances: for each seat the probability of finishing first, shared if
-- several do.
--
-- Searches look for good moves, and their values have their own scales: an evaluation that
-- alpha-beta maps to 0..1, or the place and the lead at the ends of playouts. For the built-in
-- games this number is converted to a chance with the logistic curve that best fits games between
-- experts (the figures are on the page `analysis`); for other games the value of tree search
-- already is a share of playouts.

local tesela = require "tesela"
local interrupt = require "tesela.interrupt"

local M = {}

local function logistic(x) return 1 / (1 + math.exp(-x)) end

-- Alpha-beta maps an evaluation e, in units of a thousand, to e / (1 + |e|).
local function unbent(value)
  local x = 2 * value - 1
  return x / math.max(1 - math.abs(x), 1e-9)
end

-- The uncertainty of a lead, in points.
local spreads = {}

function spreads.qwirkle(state) return 2 + 2.4 * math.sqrt(state:bag_count()) end

function spreads.blokus(state)
  local rules = state.rules
  local colours = rules.options.variant == "duo" and 2 or 4
  local left = math.max(0, 1 - state.ply / (21 * colours))
  return 0.2 + 8 * colours / rules.seats * left ^ 3
end

-- The argument of the logistic function for an evaluation of one thousand.
local slopes = { mixtour = 10, losetas = 0.6 }

local function root_of(rules)
  local known, game = interrupt.try(tesela.game, rules.name)
  return known and game.root or rules.name
end

-- Scaled to a sum of 1.
local function shared(list)
  local sum = 0
  for _, chance in ipairs(list) do sum = sum + chance end
  for seat, chance in ipairs(list) do
    list[seat] = sum > 0 and chance / sum or 1 / #list
  end
  return list
end

-- The chances of two seats, one of which is known.
local function of_two(seat, chance)
  return seat == 1 and { chance, 1 - chance } or { 1 - chance, chance }
end

local function alone(seat, seats)
  local list = {}
  for other = 1, seats do list[other] = other == seat and 1 or 0 end
  return list
end

--- The chances in a finished game.
function M.ended(state)
  local list = alone(0, state.rules.seats)
  for _, seat in ipairs(state.winners) do list[seat] = 1 / #state.winners end
  return list
end

local PROVEN = { win = 1, draw = 0.5, loss = 0 }

local function by_leads(leads, spread)
  local list = {}
  for seat, lead in ipairs(leads) do list[seat] = logistic(lead / spread) end
  return shared(list)
end

--- The chances from the report of a search from a state: a list by seat. `name` comes from M.scale.
function M.of(report, state, name)
  local seat, seats = state.seat, state.rules.seats
  if report.proof == "win" then return alone(seat, seats) end
  if seats == 2 and report.proof then return of_two(seat, PROVEN[report.proof]) end
  local spread = spreads[name]
  if spread and report.leads then return by_leads(report.leads, spread(state)) end
  if seats > 2 then return shared { table.unpack(report.values) } end
  local slope = report.method == "alphabeta" and slopes[name]
  return of_two(seat, slope and logistic(slope * unbent(report.value)) or report.value)
end

--- The game whose scale is used for some rules: the game itself, or the game in C that it is
--- derived from.
function M.scale(rules) return root_of(rules) end

return M
