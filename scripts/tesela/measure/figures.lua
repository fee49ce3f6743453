-- The figures of a game: each is a function of one game (measured_game.lua) that returns a number,
-- or nil if the game says nothing about it. The page `measure` describes them and their sources.
--
-- A figure is { group =, name =, kind =, value = }; its kind is "number", "percent" (a number
-- shown in percent) or "share" (of games, see estimate.lua). A figure that is not a mean over
-- games has `over` in place of value: a function that makes the value function from all games.

local rating = require "tesela.rating"
local tables = require "tesela.base.tables"

local M = {}

M.DECIDED = 0.9
local LEAD = 0.1 - 1e-9 -- except for rounding

-- ---- who wins ---------------------------------------------------------------

-- The share of its opponents that finish lower than a seat.
local function score(game, seat)
  local points, places = 0, game.places
  for other, place in ipairs(places) do
    if other ~= seat then
      points = points + rating.half_points(places[seat], place) / 2
    end
  end
  return points / (#places - 1)
end

-- A first place, shared by all seats that have it.
local function first_places(game, seat)
  return game.places[seat] == 1 and 1 / #game.winners or 0
end

local function winner(game) return #game.winners == 1 and game.winners[1] or nil end

-- The player of the first side at the end, in games where names go with the sides.
local function first_side(game)
  local names = game.state.rules.seat_names
  for seat, name in ipairs(game.state.seat_names) do
    if name == names[1] then return seat end
  end
  return 1
end

local function swapped(game) return first_side(game) == 1 and 0 or 1 end

-- ---- expectations -----------------------------------------------------------

-- The seat that leads all others by a tenth or more, or nil. (Searches are not accurate enough for
-- a smaller lead.)
local function leader(chances)
  local best, second = 1, nil
  for seat, chance in ipairs(chances) do
    if chance > chances[best] then best = seat end
  end
  for seat, chance in ipairs(chances) do
    if seat ~= best then second = math.max(second or 0, chance) end
  end
  return chances[best] - second >= LEAD and best or nil
end

--- The number of times that the lead passes from one seat to another. A tie does not
--- end the lead.
function M.lead_changes(game)
  local count, last = 0, nil
  for _, chances in ipairs(game.values) do
    local now = leader(chances) or last
    if last and now ~= last then count = count + 1 end
    last = now
  end
  return count
end

--- The plies left once the winner's chance stays above 0.9.
function M.decided(game)
  local won, values = winner(game), game.values
  if not won then return nil end
  local at = #values
  while at > 1 and values[at - 1][won] > M.DECIDED do at = at - 1 end
  return #values - at
end

--- The winner's distance from the leader, on average over the positions in which it
--- trailed.
function M.drama(game)
  local won, sum, count = winner(game), 0, 0
  if not won then return nil end
  for _, chances in ipairs(game.values) do
    local gap = math.max(table.unpack(chances)) - chances[won]
    if gap > 0 then sum, count = sum + gap, count + 1 end
  end
  return count > 0 and sum / count or 0
end

-- Only for games that were searched.
local function seen(f)
  return function(game) return game.values and f(game) end
end

-- ---- scores -----------------------------------------------------------------

local function margin(game)
  local list = table.move(game.scores, 1, #game.scores, 1, {})
  table.sort(list)
  return list[#list] - list[#list - 1]
end

local function total(game)
  local sum = 0
  for _, points in ipairs(game.scores) do sum = sum + points end
  return sum / #game.scores
end

-- Do scores say more than the winner?
local function has_points(games)
  for _, game in ipairs(games) do
    for _, points in ipairs(game.scores) do
      if points ~= 0 and points ~= 1 then return true end
    end
  end
  return false
end

-- ---- moves ------------------------------------------------------------------

local function mean_choice(game)
  local sum = 0
  for _, count in ipairs(game.choices) do sum = sum + count end
  return game.plies > 0 and sum / game.plies or nil
end

local function share_of_choices(game)
  local count = 0
  for _, moves in ipairs(game.choices) do count = count + (moves > 1 and 1 or 0) end
  return game.plies > 0 and count / game.plies or nil
end

-- The share of the moves with this value of the part.
local function use_of(part, value)
  return function(game)
    local count = 0
    for _, parts in ipairs(game.parts) do
      count = count + (parts[part] == value and 1 or 0)
    end
    return game.plies > 0 and count / game.plies or nil
  end
end

-- The values of a part in some games, sorted.
local function values_of(part, games)
  local found, list = {}, {}
  for _, game in ipairs(games) do
    for _, parts in ipairs(game.parts) do
      if parts[part] then found[tostring(parts[part])] = parts[part] end
    end
  end
  for _, value in pairs(found) do list[#list + 1] = value end
  table.sort(list)
  return list
end

-- ---- of all games together --------------------------------------------------

-- The spread of the length of games: the standard deviation s of their plies x. As the mean of
-- each game's contribution to it, s + ((x - mean)^2 - s^2) / 2 s, it is also a mean over games,
-- and has the interval of a mean (the delta method).
local function spread(games)
  local n, sum, squares = math.max(1, #games), 0, 0
  for _, game in ipairs(games) do
    sum, squares = sum + game.plies, squares + game.plies ^ 2
  end
  local mean = sum / n
  local variance = math.max(0, squares / n - mean ^ 2)
  local s = math.sqrt(variance)
  return function(game)
    return s > 0 and s + ((game.plies - mean) ^ 2 - variance) / (2 * s) or 0
  end
end

-- The difference in first places between the seat with the most and the seat with the fewest.
local function gap(games)
  local list, most, least = {}, 1, 1
  for seat = 1, games[1] and #games[1].places or 0 do
    list[seat] = 0
    for _, game in ipairs(games) do list[seat] = list[seat] + first_places(game, seat) end
    if list[seat] > list[most] then most = seat end
    if list[seat] < list[least] then least = seat end
  end
  return function(game) return first_places(game, most) - first_places(game, least) end
end

-- ---- the list ---------------------------------------------------------------

local function reasons(games)
  local found = {}
  for _, game in ipairs(games) do found[game.reason] = true end
  return tables.keys(found)
end

local function add_seats(add, games, columns)
  local seats, swap = 2, false
  for _, rules in ipairs(columns) do seats = math.max(seats, rules.seats) end
  for _, game in ipairs(games) do swap = swap or swapped(game) == 1 end
  if seats > 2 then
    for seat = 1, seats do
      add("Seats", ("seat %d is first"):format(seat), "share", function(game)
        return game.places[seat] and first_places(game, seat)
      end)
    end
    add("Seats", "first places' gap", "percent", nil, gap)
  end
  add("Seats", swap and "first player's score" or "first seat's score",
    "share", function(game) return score(game, 1) end)
  if swap then
    add("Seats", "first side's score", "share",
      function(game) return score(game, first_side(game)) end)
    add("Seats", "sides swapped", "share", swapped)
  end
end

local function add_use(add, games)
  for _, part in ipairs { "kind", "piece" } do
    local values = values_of(part, games)
    for _, value in ipairs(#values > 1 and values or {}) do
      local name = part == "kind" and value or part .. " " .. value
      add("Use, of all moves", name, "percent", use_of(part, value))
    end
  end
end

local function add_own(add, own)
  for _, name in ipairs(tables.keys(own)) do add("Your own", name, "number", own[name]) end
end

--- The figures of some games, in order, for the rules of some columns. `own`: measures by name.
function M.list(games, columns, own)
  local list = {}
  local function add(group, name, kind, value, over)
    list[#list + 1] = { group = group, name = name, kind = kind, value = value, over = over }
  end
  add("Length", "plies", "number", function(game) return game.plies end)
  add("Length", "spread", "number", nil, spread)
  add("Choice", "legal moves a ply", "number", mean_choice)
  add("Choice", "plies with a choice", "percent", share_of_choices)
  add("End", "by the rules", "share", function(game) return game.over and 1 or 0 end)
  add("End", "drawn", "share", function(game) return #game.winners > 1 and 1 or 0 end)
  for _, reason in ipairs(reasons(games)) do
    add("End", "by " .. reason, "share", function(game)
      return game.reason == reason and 1 or 0
    end)
  end
  add_seats(add, games, columns)
  add("Course", "lead changes", "number", seen(M.lead_changes))
  add("Course", "plies when decided", "number", seen(M.decided))
  add("Course", "drama", "percent", seen(M.drama))
  if has_points(games) then
    add("Points", "points of a seat", "number", total)
    add("Points", "margin", "number", margin)
  end
  add_use(add, games)
  add_own(add, own)
  return list
end

--- The values of a figure by pair: the mean over its games that have one.
function M.units(figure, games)
  local sums, counts, units = {}, {}, {}
  local value = figure.value or figure.over(games)
  for _, game in ipairs(games) do
    local x = value(game)
    if x then
      sums[game.pair] = (sums[game.pair] or 0) + x
      counts[game.pair] = (counts[game.pair] or 0) + 1
    end
  end
  for pair, sum in pairs(sums) do units[pair] = sum / counts[pair] end
  return units
end

return M
