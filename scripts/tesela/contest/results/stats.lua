-- The statistics of a tournament.
--
-- Games are added in any order, and only counted, in whole numbers, so a summary does not depend
-- on their order, down to the last bit. The weight of a game follows from its outcome, the seats
-- and places, and that of a pair from its outcomes. There are few different outcomes, so they are
-- tallied first and evaluated later, all equal ones at once: adding a game takes two microseconds
-- instead of ten, and memory does not grow with the number of games. (It grows with the number of
-- incomplete pairs.)
--
-- Score. In a game a bot has a point for each opponent that finishes lower and half a point for
-- each in the same place, as a share of all its opponents: 1, 1/2 or 0 with two seats. A win is
-- the first place alone, a draw the first place shared with another bot. A bot with more than one
-- seat has one result a game, that of its best seat; for its score each seat counts, but not
-- against other seats of the same bot.
--
-- Pairings. Two bots are compared by their places in the games that both are in; the better one
-- has the better best seat. The unit is the pair, the games from one start, as these are not
-- independent: with two seats its outcomes are those of the pentanomial, 0 1/4 1/2 3/4 1. The Elo
-- difference, its interval and the likelihood of superiority follow by the formulas in
-- tesela/rating.lua. Without a complete pair, games count as independent and never drawn, so the
-- interval is not too narrow.
--
-- Margin. The margin of a seat is its points minus the mean of its opponents': in a game the
-- margins of all seats add up to 0. For a bot with several seats it is their mean, over the seats
-- of other bots. Points count only in games that ended by the rules; a pair with any other game
-- has no margin. If all points are 0 or 1 they repeat the result, and there are no margins at all.
--
-- Rank and share of first places, with more than two seats: seats in the same place share it, so
-- the ranks of a game always have the same mean, and its shares add up to 1. A bot's rank is the
-- mean of its seats, its share is their sum.
--
-- For all three the units are pairs, too. The advantage of the first seat is the score of that
-- seat: each bot sits there once in each pair, so their strengths cancel.
--
-- Ratings of all bots are in ratings.lua. Repeated games are played and counted, but add no
-- information: same_games.lua.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local first_place = require "tesela.contest.results.first_place"
local plans = require "tesela.contest.schedule.later_games"
local rating = require "tesela.rating"
local ratings = require "tesela.contest.results.ratings"
local repeats = require "tesela.contest.results.same_games"
local sprt = require "tesela.contest.results.sprt"
local usages = require "tesela.contest.results.time_used"

local M = {}

-- Reasons for losing that are not the game's own, in the order of reports.
M.faults = { "time", "memory", "error", "illegal" }

local is_fault, is_outside = {}, { resigned = true, agreement = true, adjudicated = true,
  plies = true }
for _, reason in ipairs(M.faults) do is_fault[reason], is_outside[reason] = true, true end

-- The parts of a first place: a whole number for each of up to eight seats that share it.
local SHARES = 840

-- The number of faulty games to keep for each bot and reason: the first ones.
local KEPT = 10

-- The number of different outcomes, or pairs of them, at which they are evaluated.
local TALLIED = 4096

local Stats = {}
Stats.__index = Stats

-- Counters of a bot or a seat, and its units: half points against all opponents in the game,
-- shares of first places, margins.
local function counters()
  return { games = 0, wins = 0, draws = 0, losses = 0, points = 0, opponents = 0,
    units = { standing = {}, first = {}, margin = {} } }
end

local function list_of(n, make)
  local list = {}
  for i = 1, n do list[i] = make(i) end
  return list
end

-- The test that may end a tournament early: sprt.lua or first_place.lua.
local function test_of(def)
  return def.sprt and sprt.new(def.sprt) or def.decided and first_place.new(def) or nil
end

-- The identity of a definition's test, as text.
local function test_text(def) return tesela.encode { def.sprt or false, def.decided or false } end

--- Statistics of a definition, to which games are added.
function M.new(def)
  local self = setmetatable({
    plan = plans.of(def), games = 0, plies = 0, drawn = 0, reasons = {}, odd = {},
    open = {}, outcomes = {}, outcome_pairs = {}, made = 0, different = 0,
    bots = {}, seats = list_of(def.seats, counters),
    pairings = {}, complete = 0,
    model = ratings.new(0), sprt = test_of(def), tested = test_text(def), usage = usages.new(),
    repeats = repeats.new(),
  }, Stats)
  self:widen(def)
  return self
end

--- A definition's test, if it differs from the one that the games were added to: all games must be
--- added to it again with `test:add(game)`. Nil if it is the same, or if there is none.
function Stats:other_test(def)
  local text = test_text(def)
  if text == self.tested then return nil end
  self.sprt, self.tested = test_of(def), text
  return self.sprt
end

--- Widens to the games of this definition, which is otherwise the same, or has more bots.
function Stats:widen(def)
  self.def = def
  self.plan = self.plan:widen(def)
  for i = #self.bots + 1, #def.bots do
    self.bots[i] = counters()
    self.bots[i].places = list_of(def.seats, function() return 0 end)
    self.bots[i].faults = {}
  end
  self.model.bots = #self.bots
end

-- ---- tallying ---------------------------------------------------------------

-- Do points only repeat the result?
local function are_plain(scores)
  for _, points in ipairs(scores or {}) do
    if points ~= 0 and points ~= 1 then return false end
  end
  return true
end

local function outcome_of(self, game)
  local players, places = game.players, game.places
  local scores = not is_outside[game.reason] and game.scores or nil
  local key = table.concat(players, ",") .. "\t" .. table.concat(places, ",") .. "\t"
    .. table.concat(scores or {}, ",")
  local outcome = self.outcomes[key]
  if not outcome then
    self.made, self.different = self.made + 1, self.different + 1
    outcome = { id = self.made, players = players, places = places, scores = scores,
      times = 0, beside = {} }
    self.has_points = self.has_points or not are_plain(scores)
    self.outcomes[key] = outcome
  end
  outcome.times = outcome.times + 1
  return outcome
end

local function by_id(a, b) return a.id < b.id end

local function new_pair(self, members)
  local pair = { members = members, times = 0 }
  self.different = self.different + 1
  self.outcome_pairs[#self.outcome_pairs + 1] = pair
  return pair
end

-- Most pairs have two games: these need no key.
local function pair_of_two(self, one, two)
  if one.id > two.id then one, two = two, one end
  local pair = one.beside[two] or new_pair(self, { one, two })
  one.beside[two] = pair
  return pair
end

local function pair_of_more(self, members)
  table.sort(members, by_id)
  local ids = {}
  for i, outcome in ipairs(members) do ids[i] = outcome.id end
  local first, key = members[1].beside, table.concat(ids, ",")
  first[key] = first[key] or new_pair(self, members)
  return first[key]
end

-- The open part of a pair is its one outcome, or a list of more.
local function add_to_pair(self, open, outcome)
  if self.def.seats == 2 then return pair_of_two(self, open, outcome) end
  local members = open.id and { open } or open
  members[#members + 1] = outcome
  if #members < self.def.seats then
    return nil, members
  end
  return pair_of_more(self, members)
end

local function tally(self, game)
  local outcome, open = outcome_of(self, game), self.open[game.pair]
  if not open then
    self.open[game.pair] = outcome
    return
  end
  local pair
  pair, self.open[game.pair] = add_to_pair(self, open, outcome)
  if not pair then return end
  pair.times = pair.times + 1
  self.complete = self.complete + 1
end

-- ---- looking into an outcome ------------------------------------------------

--- The score of a bot in a game with several bots: the share of points that its seats had against
--- the seats of others.
function M.score(game, bot)
  local points, opponents = 0, 0
  for i, own in ipairs(game.players) do
    for j, other in ipairs(game.players) do
      if own == bot and other ~= bot then
        points = points + rating.half_points(game.places[i], game.places[j])
        opponents = opponents + 2
      end
    end
  end
  return points / opponents
end

local function raise(counts, key, by)
  counts[key] = (counts[key] or 0) + by
end

-- Bots a < b that meet, with the units of their complete pairs, and the half points of a in all
-- comparisons of their seats.
local function pairing_of(self, a, b)
  local of_a = self.pairings[a] or {}
  self.pairings[a] = of_a
  of_a[b] = of_a[b] or { games = 0, wins = 0, draws = 0, losses = 0, points = 0,
    comparisons = 0, by_pair = {} }
  return of_a[b]
end

-- Half points and comparisons of bots a < b in one game, added to `met[a][b]`.
local function add_meetings(met, game)
  for i, a in ipairs(game.players) do
    for j, b in ipairs(game.players) do
      if a < b then
        met[a] = met[a] or {}
        local both = met[a][b] or { points = 0, comparisons = 0 }
        met[a][b] = both
        both.points = both.points + rating.half_points(game.places[i], game.places[j])
        both.comparisons = both.comparisons + 1
      end
    end
  end
end

-- A unit of a score with this many half points in this many comparisons.
local function raise_unit(units, unit, times)
  units[unit.comparisons] = units[unit.comparisons] or {}
  raise(units[unit.comparisons], unit.points, times)
end

-- The number of first places in a table.
local function firsts(places)
  local count = 0
  for _, place in pairs(places) do count = count + (place == 1 and 1 or 0) end
  return count
end

local function add(unit, points, comparisons)
  unit.points, unit.comparisons = unit.points + points, unit.comparisons + comparisons
end

-- The units of a bot or a seat in a pair with this many games.
local function new_units(games)
  return { standing = { points = 0, comparisons = 0 }, margin = { points = 0, comparisons = 0 },
    first = { points = 0, comparisons = SHARES * games } }
end

-- Adds a seat of a game to its units; `all`: margins over all seats, not only those of other bots.
local function add_seat(units, game, seat, all)
  local place, scores = game.places[seat], game.scores
  if place == 1 then add(units.first, 2 * SHARES // firsts(game.places), 0) end
  for other, theirs in ipairs(game.places) do
    if other ~= seat then add(units.standing, rating.half_points(place, theirs), 1) end
    if scores and other ~= seat and (all or game.players[other] ~= game.players[seat]) then
      add(units.margin, 2 * (scores[seat] - scores[other]), 1)
    end
  end
end

-- The units of all bots, or of all seats, in a pair.
local function pair_units(games, of_seats)
  local list = {}
  for _, game in ipairs(games) do
    for seat, bot in ipairs(game.players) do
      local key = of_seats and seat or bot
      list[key] = list[key] or new_units(#games)
      add_seat(list[key], game, seat, of_seats)
    end
  end
  return list
end

local function raise_units(counts, list, scored, times)
  for key, units in pairs(list) do
    for name, unit in pairs(units) do
      if name ~= "margin" or scored then raise_unit(counts[key].units[name], unit, times) end
    end
  end
end

-- Adds the units of a pair.
local function add_units(self, games, times)
  local met, scored = {}, true
  for _, game in ipairs(games) do
    add_meetings(met, game)
    scored = scored and game.scores ~= nil
  end
  raise_units(self.bots, pair_units(games, false), scored, times)
  raise_units(self.seats, pair_units(games, true), scored, times)
  for a, of_a in pairs(met) do
    for b, both in pairs(of_a) do
      raise_unit(pairing_of(self, a, b).by_pair, both, times)
    end
  end
end

local OUTCOMES = { [0] = "losses", "draws", "wins" }

-- The best place of each bot.
local function best_places(game)
  local best = {}
  for seat, bot in ipairs(game.players) do
    best[bot] = math.min(best[bot] or math.huge, game.places[seat])
  end
  return best
end

local function count_pairings(self, game, best, times)
  local met = {}
  add_meetings(met, game)
  for a, of_a in pairs(met) do
    for b, both in pairs(of_a) do
      local pairing = pairing_of(self, a, b)
      pairing.games = pairing.games + times
      raise(pairing, OUTCOMES[rating.half_points(best[a], best[b])], times)
      raise(pairing, "points", both.points * times)
      raise(pairing, "comparisons", both.comparisons * times)
    end
  end
end

-- Counts a game of a bot or a seat with this best place.
local function count_game(counts, place, shared, times)
  counts.games = counts.games + times
  raise(counts, place > 1 and "losses" or shared and "draws" or "wins", times)
end

-- Counts the points of a seat, against all opponents or against other bots.
local function count_points(counts, game, seat, all, times)
  for other, place in ipairs(game.places) do
    if other ~= seat and (all or game.players[other] ~= game.players[seat]) then
      raise(counts, "points", rating.half_points(game.places[seat], place) * times)
      raise(counts, "opponents", times)
    end
  end
end

local function count_seats(self, game, times)
  local shared = firsts(game.places) > 1
  for seat, bot in ipairs(game.players) do
    count_game(self.seats[seat], game.places[seat], shared, times)
    count_points(self.seats[seat], game, seat, true, times)
    count_points(self.bots[bot], game, seat, false, times)
    raise(self.bots[bot].places, game.places[seat], times)
  end
end

local function count_bots(self, best, times)
  local shared = firsts(best) > 1
  if shared then self.drawn = self.drawn + times end
  for bot, place in pairs(best) do count_game(self.bots[bot], place, shared, times) end
end

-- Evaluates the tallies, in any order, because they are whole numbers.
local function settle(self)
  for _, outcome in pairs(self.outcomes) do
    local times, best = outcome.times, best_places(outcome)
    count_seats(self, outcome, times)
    count_bots(self, best, times)
    count_pairings(self, outcome, best, times)
    self.model:add(outcome.players, outcome.places, times)
  end
  for _, pair in ipairs(self.outcome_pairs) do
    add_units(self, pair.members, pair.times)
  end
  self.outcomes, self.outcome_pairs, self.different = {}, {}, 0
end

-- ---- adding -----------------------------------------------------------------

-- The bot in last place is the one to blame.
local function culprit(game)
  local worst = 1
  for seat, place in ipairs(game.places) do
    if place > game.places[worst] then worst = seat end
  end
  return game.players[worst]
end

local function add_fault(self, game)
  local bot = culprit(game)
  raise(self.bots[bot].faults, game.reason, 1)
  local key = ("%d %s"):format(bot, game.reason)
  local kept = self.odd[key] or {}
  self.odd[key] = kept
  local at = #kept + 1
  while at > 1 and kept[at - 1].number > game.number do at = at - 1 end
  table.insert(kept, at, { number = game.number, pair = game.pair, bot = bot,
    reason = game.reason, message = game.message, players = game.players })
  kept[KEPT + 1] = nil
end

--- Are the moves of games wanted?
function Stats:looks() return self.repeats:looks(self.def) end

--- Adds a game { number =, pair =, players =, places =, scores =, reason =, message =,
--- plies =, memory =, cpu =, moves = as in its record, or nil }, where players are
--- the numbers of the bots by seat.
function Stats:add(game)
  self.games = self.games + 1
  self.plan:add(game)
  self.plies = self.plies + (game.plies or 0)
  raise(self.reasons, game.reason or "unknown", 1)
  tally(self, game)
  if self.different > TALLIED then settle(self) end
  if is_fault[game.reason] then add_fault(self, game) end
  if self.sprt then self.sprt:add(game) end
  self.repeats:add(self.def, self.plan, game)
  self.usage:add(game)
end

-- ---- the summary ------------------------------------------------------------

-- The number of units and the sums of their scores and squares, always added in
-- the same order.
local function sums(units)
  local n, sum, squares = 0, 0, 0
  for _, comparisons in ipairs(tables.keys(units)) do
    local counts = units[comparisons]
    for _, points in ipairs(tables.keys(counts)) do
      local times, score = counts[points], points / (2 * comparisons)
      n, sum = n + times, sum + times * score
      squares = squares + times * score * score
    end
  end
  return n, sum, squares
end

-- Elo difference, its interval and the likelihood of superiority, by complete pairs, or for this
-- many games with this score. `part` of the games differ, and only as many units count.
local function estimate(by_pair, part, games, score)
  local n, sum, squares = sums(by_pair)
  if n == 0 then n, sum, squares = games, games * score, games * score end
  local mean, err = rating.mean(n * part, sum * part, squares * part)
  local elo, margin = rating.interval(mean, err)
  return { elo = elo, margin = margin, los = rating.superiority(mean, err), score = score }
end

local function pentanomial(by_pair)
  local counts = by_pair[2] or {}
  return list_of(5, function(i) return counts[i - 1] or 0 end)
end

-- Adds figures for two seats: the pairs by their points, and normalized Elo.
local function add_pairs(result, by_pair, part)
  local n, sum, squares = sums(by_pair)
  result.pentanomial = pentanomial(by_pair)
  result.nelo, result.nelo_margin = rating.normalized(n * part, sum * part, squares * part)
end

local function pairing_summary(self, a, b)
  local pairing = pairing_of(self, a, b)
  local part = self.repeats:part(a, b)
  local result = estimate(pairing.by_pair, part, pairing.games,
    pairing.points / (2 * pairing.comparisons))
  result.a, result.b, result.games = a, b, pairing.games
  result.wins, result.draws = pairing.wins, pairing.draws
  result.losses = pairing.losses
  if self.def.seats == 2 then add_pairs(result, pairing.by_pair, part) end
  return result
end

local function pairings(self)
  local list = {}
  for _, a in ipairs(tables.keys(self.pairings)) do
    for _, b in ipairs(tables.keys(self.pairings[a])) do
      list[#list + 1] = pairing_summary(self, a, b)
    end
  end
  return list
end

-- The mean of units by `kind`, a function of rating.lua; `part` of the games differ.
local function mean_of(kind, units, part)
  local n, sum, squares = sums(units)
  local mean = kind(n * part, sum * part, squares * part)
  return mean and { value = mean.value, margin = mean.margin }
end

-- The mean rank: 1 ahead of all opponents; the number of seats in last place.
local function rank_of(standing, seats)
  return standing and { value = seats - (seats - 1) * standing.value,
    margin = standing.margin and (seats - 1) * standing.margin }
end

-- The figures of a bot or a seat; `part` of its games differ.
local function counted(self, counts, part)
  local seats, units = self.def.seats, counts.units
  local result = {
    games = counts.games, wins = counts.wins, draws = counts.draws, losses = counts.losses,
    score = counts.opponents > 0 and counts.points / (2 * counts.opponents) or nil,
    mean_margin = self.has_points and mean_of(rating.number, units.margin, part) or nil,
  }
  if seats > 2 then
    result.mean_rank = rank_of(mean_of(rating.share, units.standing, part), seats)
    result.first_share = mean_of(rating.share, units.first, part)
  end
  return result
end

--- The share of different games of a bot.
function Stats:part(bot) return self.repeats:part(bot) end

--- Adds the repeated games to those of `all` (same_games.lua); `map` gives the numbers of its bots
--- there. A list of openings is this tournament's own, by its `number`.
function Stats:add_repeats(all, map, number)
  local openings = self.def.openings
  all:absorb(self.repeats, map, openings and not openings.plies and number .. ":" or "")
end

local function bots(self)
  local fit = self.model:fit()
  return list_of(#self.bots, function(i)
    local bot = counted(self, self.bots[i], self:part(i))
    bot.name = self.def.bots[i].name
    bot.places = tables.copy(self.bots[i].places)
    bot.faults = tables.copy(self.bots[i].faults)
    bot.rating, bot.margin = ratings.rating(fit, i)
    bot.margin = ratings.margin(bot.margin, bot.games / self.def.seats, self:part(i))
    return bot
  end)
end

-- Equals keep their order, regardless of the last bits of their ratings. Bots without games come
-- last.
local function by_rating(list)
  local ranking, rounded = {}, {}
  for i, bot in ipairs(list) do
    ranking[i], rounded[i] = i, math.floor(bot.rating * 1e6 + 0.5)
  end
  table.sort(ranking, function(a, b)
    local played, other = list[a].games > 0, list[b].games > 0
    if played ~= other then return played end
    if rounded[a] ~= rounded[b] then return rounded[a] > rounded[b] end
    return a < b
  end)
  return ranking
end

local function odd_games(self)
  local list = {}
  for _, kept in pairs(self.odd) do table.move(kept, 1, #kept, #list + 1, list) end
  table.sort(list, function(a, b) return a.number < b.number end)
  return list
end

local function first_seat(self)
  local counts = self.seats[1]
  return estimate(counts.units.standing, self.repeats:part(), counts.games,
    counts.points / (2 * counts.opponents))
end

--- The result of all games so far, as a table that can be written as JSON. Lists of bots are in the
--- order of the definition; `ranking` has their numbers from the best to the last.
function Stats:summary()
  settle(self)
  local summary = {
    definition = self.def, games = self.games, total = self.plan:total(),
    pairs = self.complete, bots = bots(self), pairings = pairings(self),
    seats = list_of(self.def.seats, function(i)
      return counted(self, self.seats[i], self.repeats:part())
    end),
    reasons = tables.copy(self.reasons), odd = odd_games(self),
    sprt = self.def.sprt and self.sprt:state() or nil,
    first = self.def.decided and self.sprt:state() or nil,
    usage = self.usage:of(#self.bots),
  }
  local again = self.repeats:list()
  summary.repeats = #again > 0 and again or nil
  summary.standing, summary.ranking = self.plan:standing()
  summary.ranking = summary.ranking or by_rating(summary.bots)
  if self.games > 0 then
    summary.plies = self.plies / self.games
    summary.draws = self.drawn / self.games
    summary.first_seat = first_seat(self)
  end
  return summary
end

--- The summary of a list of games, whose numbers may be in any order.
function M.summary(def, games)
  local self = M.new(def)
  for _, game in ipairs(games) do self:add(game) end
  return self:summary()
end

return M
