-- Bots around a table: the combinations of bots at the seats of a game, and the circular orders of
-- a combination.
--
-- With more bots than seats these are all the combinations of bots, in lexicographic order; with
-- fewer, every bot has equally many seats, and the remaining seats go to all the combinations, one
-- after another: three bots at four seats are 1123, 1223 and 1233. A combination follows from its
-- number: there is no list of all of them.

local M = {}

--- The most groups of a tournament.
M.MOST = 1000000

--- The number of ways to choose `count` of n; any number above MOST if there are more than that.
function M.ways(n, count)
  local product = 1
  for i = 1, count do
    product = product * (n - count + i) // i
    if product > M.MOST then break end
  end
  return product
end

--- The number of combinations of n bots.
function M.count(n, seats) return M.ways(n, seats % n) end

--- Combination k, from 1: a list of the numbers of bots, one for each seat.
function M.get(n, seats, k)
  local bot, left = 1, k - 1
  local share, more, group = seats // n, seats % n, {}
  while #group < seats do
    -- The number of combinations with this bot, which come next in their order.
    local with = more > 0 and M.ways(n - bot, more - 1) or 0
    local chosen = left < with
    for _ = 1, share + (chosen and 1 or 0) do group[#group + 1] = bot end
    if chosen then more = more - 1 else left = left - with end
    bot = bot + 1
  end
  return group
end

-- The n-th circular order: the first stays, the others take the n-th of their permutations in
-- lexicographic order (n from 0, which leaves all in place).
local function circle(group, n)
  local left, orders = table.move(group, 2, #group, 1, {}), 1
  for i = 2, #left do orders = orders * i end
  local order, rest = { group[1] }, n % orders
  for i = #left, 1, -1 do
    orders = orders // i
    order[#order + 1] = table.remove(left, rest // orders + 1)
    rest = rest % orders
  end
  return order
end

--- The bots of a group by seat in its round, in game i of a pair: each has each seat once.
function M.seated(group, round, i)
  local order, players, seats = circle(group, round), {}, #group
  for seat = 1, seats do players[seat] = order[(seat - 2 + i) % seats + 1] end
  return players
end

return M
