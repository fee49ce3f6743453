-- A tournament that has grown: more bots, more games, or without some bots.
--
-- Numbers of games keep their meaning, as there are games that have them. So the games
-- of each growth stand behind those that there were, in a segment of their own. `grown`
-- of a definition are its former states from the first, each { bots = how many of its
-- bots, out = which of them play no more, games =, format = }; the last state is the
-- definition itself, in which bots that play no more have `out`. Bots are only ever
-- added behind the others.
--
-- In a segment are the games that the groups of its bots have too few of: groups with a
-- new bot all of them, others what is more than before. In turn, as in the first one:
--
--     state   bots 1 2 3, 2 games   bots 1 2 3 4, 4 games
--     group   12 13 23              12 13 14 23 24 34   14 24 34
--
-- The pairs of a group go on where they were: its circular orders, and its openings.

local arguments = require "tesela.arguments"

local M = {}

local MOST = 100000 -- groups

local function set_of(list)
  local set = {}
  for _, item in ipairs(list) do set[item] = true end
  return set
end

local function state(count, games, format, out)
  return { bots = count, games = games, format = format, out = set_of(out) }
end

local function out_of(def)
  local list = {}
  for i, bot in ipairs(def.bots) do
    if bot.out then list[#list + 1] = i end
  end
  return list
end

-- All states, the last one too.
local function states(def)
  local list = {}
  for i, one in ipairs(def.grown) do
    list[i] = state(one.bots, one.games, one.format, one.out)
  end
  list[#list + 1] = state(#def.bots, def.games, def.format, out_of(def))
  return list
end

-- Do all of a group play in a state?
local function plays(group, one)
  for _, bot in ipairs(group) do
    if bot > one.bots or one.out[bot] then return false end
  end
  return true
end

local function pairs_of(one, seats) return (one.games + seats - 1) // seats end

-- Calls f with each combination of so many of a list; of a gauntlet with the first.
local function each_group(list, size, gauntlet, f)
  local group = {}
  local function choose(from)
    if #group == size then return f(table.move(group, 1, size, 1, {})) end
    for i = from, gauntlet and #group == 0 and 1 or #list do
      group[#group + 1] = list[i]
      choose(i + 1)
      group[#group] = nil
    end
  end
  choose(1)
end

local function active(one)
  local list = {}
  for bot = 1, one.bots do
    if not one.out[bot] then list[#list + 1] = bot end
  end
  return list
end

-- The groups of state k that have too few pairs, by how many: { [3] = { group ... } },
-- each group with `have`, the pairs that it had before.
local function missing(all, k, seats)
  local needs, one = {}, all[k]
  each_group(active(one), seats, one.format == "gauntlet", function(group)
    group.have = 0
    for j = 1, k - 1 do
      if plays(group, all[j]) then
        group.have = math.max(group.have, pairs_of(all[j], seats))
      end
    end
    local need = pairs_of(one, seats) - group.have
    if need > 0 then
      needs[need] = needs[need] or {}
      table.insert(needs[need], group)
    end
  end)
  return needs
end

local function in_order(a, b)
  for i = 1, #a do
    if a[i] ~= b[i] then return a[i] < b[i] end
  end
  return false
end

-- The rounds of a segment: while some groups have enough, the others go on.
local function segment_of(needs, first)
  local sizes, segment = {}, { first = first, size = 0, levels = {} }
  for need in pairs(needs) do sizes[#sizes + 1] = need end
  table.sort(sizes)
  for i, need in ipairs(sizes) do
    local level = { before = sizes[i - 1] or 0, first = segment.size, groups = {} }
    for k = i, #sizes do
      table.move(needs[sizes[k]], 1, #needs[sizes[k]], #level.groups + 1, level.groups)
    end
    table.sort(level.groups, in_order)
    segment.size = segment.size + (need - level.before) * #level.groups
    segment.levels[i] = level
  end
  return segment
end

local known = setmetatable({}, { __mode = "k" })

local function segments(def)
  if not known[def] then
    local all, list, first = states(def), {}, 1
    for k = 1, #all do
      list[k] = segment_of(missing(all, k, def.seats), first)
      first = first + list[k].size
    end
    known[def] = list
  end
  return known[def]
end

--- How many pairs of games there are.
function M.pairs(def)
  local list = segments(def)
  return list[#list].first + list[#list].size - 1
end

--- The group of a pair, and its round of that group; behind the last one nil.
function M.group(def, pair)
  local list = segments(def)
  local k = #list
  while k > 1 and pair < list[k].first do k = k - 1 end
  local at, i = pair - list[k].first, #list[k].levels
  if at < 0 or at >= list[k].size then return nil end
  while at < list[k].levels[i].first do i = i - 1 end
  local level = list[k].levels[i]
  local into = at - level.first
  local group = level.groups[into % #level.groups + 1]
  return group, group.have + level.before + into // #level.groups
end

-- ---- from one to the next ---------------------------------------------------

local function copy(t)
  local other = {}
  for key, value in pairs(t) do other[key] = value end
  return other
end

--- What a definition was before it grew the last time.
function M.before(def)
  local last, old = def.grown[#def.grown], copy(def)
  local out = set_of(last.out)
  old.bots, old.games, old.format = {}, last.games, last.format
  for i = 1, last.bots do
    old.bots[i] = copy(def.bots[i])
    old.bots[i].out = out[i]
  end
  old.grown = #def.grown > 1 and table.move(def.grown, 1, #def.grown - 1, 1, {}) or nil
  return old
end

local function base(name) return name:match "^(.*)@%d+$" or name end

-- The bot of a list that is the same as one; nil, and how many have that name.
local function find(list, bot, same)
  local versions = 0
  for i = #list, 1, -1 do
    local known_name = list[i].name
    if (known_name == bot.name or base(known_name) == bot.name) then
      if same(list[i], bot) then return i end
      versions = versions + 1
    end
  end
  return nil, versions
end

-- The bots of old with those of new behind them, and whether some came or went.
local function bots_of(old, new, same)
  local list, changed, here = {}, false, {}
  for i, bot in ipairs(old.bots) do list[i] = copy(bot) end
  for _, bot in ipairs(new.bots) do
    local i, versions = find(list, bot, same)
    if not i then
      list[#list + 1], i, changed = copy(bot), #list + 1, true
      if versions > 0 then list[i].name = ("%s@%d"):format(bot.name, versions + 1) end
    end
    here[i], list[i].bot = true, bot.bot
  end
  local gone = false
  for i, bot in ipairs(list) do
    local out = not here[i] or nil
    changed, gone, bot.out = changed or out ~= bot.out, gone or out and not bot.out, out
  end
  return list, changed, gone
end

--- What becomes of a definition, `old`, where another one is asked for: that with the
--- bots and the games of both, and whether a bot goes that was there. `same(a, b)` says
--- whether two bots are the same.
function M.grow(old, new, same)
  local def = copy(new)
  local list, changed, gone = bots_of(old, new, same)
  def.bots = list
  def.grown, def.format, def.games = old.grown, old.format, old.games
  if not changed and new.games <= old.games then return def, false end
  def.games = new.games
  if def.format == "match" and #def.bots > 2 then def.format = "roundrobin" end
  def.grown = table.move(old.grown or {}, 1, #(old.grown or {}), 1, {})
  def.grown[#def.grown + 1] = { bots = #old.bots, games = old.games, format = old.format,
    out = out_of(old) }
  return def, gone
end

-- ---- what may stand in a definition -----------------------------------------

local function is_count(value, least, most)
  return math.type(value) == "integer" and value >= least and value <= most
end

local function groups_within(count, seats)
  local product = 1
  for i = 1, seats do
    product = product * (count - seats + i) // i
    if product > MOST then return false end
  end
  return true
end

local function wrong_out(list, count)
  if not arguments.is_list(list) then return true end
  local last = 0
  for _, bot in ipairs(list) do
    if not is_count(bot, last + 1, count) then return true end
    last = bot
  end
  return false
end

local function wrong_state(one, seats, least, most)
  return type(one) ~= "table" or not is_count(one.bots, least, most)
    or not is_count(one.games, 1, 1 << 31) or wrong_out(one.out, one.bots)
    or one.bots - #one.out < seats
    or one.format == "gauntlet" and one.out[1] == 1
end

--- What is wrong with `grown` of a definition, or nil.
function M.wrong(def)
  local all, seats, least = def.grown, def.seats, 2
  if not arguments.is_list(all) or #all < 1 or #all > 100 then
    return "a list of 1 to 100 states"
  end
  if not def.games or def.sprt then return "a number of games, and no test" end
  if not groups_within(#def.bots, seats) then return ("at most %d groups"):format(MOST) end
  for i = 1, #all + 1 do
    local one = all[i] or { bots = #def.bots, games = def.games, format = def.format,
      out = out_of(def) }
    local gauntlet = def.format == "gauntlet" and "gauntlet"
    if wrong_state(one, seats, least, #def.bots)
      or one.format ~= (gauntlet or one.bots == 2 and "match" or "roundrobin")
      and not (not gauntlet and one.format == "roundrobin") then
      return "states with bots, games, format and out"
    end
    least = one.bots
  end
end

return M
