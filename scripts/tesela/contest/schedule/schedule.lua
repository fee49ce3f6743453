-- The games of a tournament: the meaning of each number.
--
-- The seats and all seeds of game i follow only from the definition and i, so any part of a
-- tournament can be played anywhere, in any order, and again.
--
-- The participants of a game are a group, a combination of bots (combinations.lua). The format
-- chooses the groups (formats.lua).
--
-- A pair is the games of one group from one start, in which each participant has each seat once;
-- with two seats, two games. Successive pairs go through the groups, a round being one pair of
-- each, so the numbers can continue as long as a stopping rule needs, and all groups have the same
-- number of games when it stops. The participants of a pair go around the table in a circular
-- order. Successive rounds go through these orders, too, so that no bot always plays after the
-- same neighbour.
--
--     number    1 2 3 4 5 6 7 8 ...     three bots, two seats
--     pair      1 1 2 2 3 3 4 4 ...
--     group    12  13  23  12  ...
--     seated   12 21 13 31 23 32 12 21 ...
--
-- Seeds are derived in tesela/base/seeds.lua.
--
-- In some formats the groups follow from earlier games (later_games.lua); the rest is the same.

local tesela = require "tesela"
local combinations = require "tesela.contest.schedule.combinations"
local formats = require "tesela.contest.formats"
local seeds = require "tesela.base.seeds"

local M = {}

-- ---- groups -----------------------------------------------------------------

local known = setmetatable({}, { __mode = "k" })

--- Group number k, from 1: a list of the numbers of bots, one for each seat.
function M.group(def, k)
  known[def] = known[def] or {}
  known[def][k] = known[def][k] or combinations.get(#def.bots, def.seats, k)
  return known[def][k]
end

--- The number of games of each group: `games`, rounded up to whole pairs.
function M.games(def) return (def.games + def.seats - 1) // def.seats * def.seats end

--- The number of games; nil if it depends on a stopping rule or on earlier games, and in a file
--- that grew.
function M.total(def)
  if not def.games or def.grown then return nil end
  local format, games = formats.of(def), M.games(def)
  if format.total then return format.total(def, games) end
  return formats.groups(def) * games
end

local LISTED = 4 -- line-ups to name

-- The line-ups of few bots at many seats, by names, if there are not too many.
local function line_ups(def)
  local list, count = {}, formats.groups(def)
  for k = 1, count <= LISTED and count or 0 do
    local names = {}
    for seat, bot in ipairs(M.group(def, k)) do names[seat] = def.bots[bot].name end
    list[k] = table.concat(names, " ")
  end
  return #list > 0 and (" (%s)"):format(table.concat(list, ", ")) or ""
end

--- A reason why the number of games differs from `games`, as text; nil if it is no surprise.
function M.explanation(def)
  local total = M.total(def)
  if not total or formats.is_staged(def) then return nil end
  local each, groups, parts = M.games(def), formats.groups(def), {}
  if each > def.games then
    parts[1] = ("rounded up to %d (whole %s)"):format(each, def.seats == 2 and "pairs"
      or ("groups of %d"):format(def.seats))
  end
  if #def.bots < def.seats and groups > 1 then
    parts[#parts + 1] = ("for each of %d line-ups%s"):format(groups, line_ups(def))
  elseif parts[1] and groups > 1 then
    parts[2] = ("for each of %d pairings"):format(groups)
  end
  if #parts == 0 then return nil end
  return ("games=%d: %s: %d games"):format(def.games, table.concat(parts, ", "), total)
end

-- ---- games ------------------------------------------------------------------

local orders = setmetatable({}, { __mode = "k" })

-- The order of a list of openings in one pass through it. The last one is kept.
local function order_of(def, pass)
  local last = orders[def]
  if not last or last.pass ~= pass then
    local order = {}
    for i in ipairs(def.openings) do order[i] = i end
    tesela.rng(seeds.order(def.seed, pass)):shuffle(order)
    last = { pass = pass, order = order }
    orders[def] = last
  end
  return last.order
end

--- The number of the opening in its list for a round, from 1.
function M.opening_number(def, round)
  local count = #def.openings
  local place = round % count + 1
  return def.openings_version and order_of(def, round // count)[place] or place
end

local function opening_of(def, round, pair_seed)
  local given = def.openings
  if not given then return nil end
  if given.plies then
    return { plies = given.plies, seed = seeds.opening(pair_seed),
      continues = def.openings_version and true }
  end
  return given[M.opening_number(def, round)]
end

--- The seating in game i: its pair, the numbers of the bots by seat, its round and its group.
function M.seated(def, i)
  local pair = (i - 1) // def.seats + 1
  local groups = formats.groups(def)
  local round, group = (pair - 1) // groups, (pair - 1) % groups + 1
  return pair, combinations.seated(M.group(def, group), round, (i - 1) % def.seats + 1), round,
    group
end

--- The seed of the start of a pair's games.
function M.start(def, pair) return seeds.start(seeds.derive(def.seed, pair)) end

--- Game i (from 1) as { number =, pair =, group =, players =, seed =, opening =, seeds = }:
--- `players` are numbers of bots by seat, `seed` is that of the start, `opening` an argument for
--- opening.play, `seeds` are those of the bots by seat. The arguments after i are the results of
--- seated; not needed if they follow from i.
function M.game(def, i, pair, players, round, group)
  if not pair then pair, players, round, group = M.seated(def, i) end
  local pair_seed = seeds.derive(def.seed, pair)
  local turn = (i - 1) % def.seats + 1
  return {
    number = i, pair = pair, group = group, players = players,
    seed = seeds.start(pair_seed), opening = opening_of(def, round, pair_seed),
    seeds = seeds.seats(seeds.derive(pair_seed, turn), def.seats),
  }
end

return M
