-- One list of ratings from the games of several tournaments of the same game.
--
-- A bot is the same in two files if it has the same name, the same text (the hashes of its file
-- and of the modules it requires) and the same budget. A different one with its name becomes
-- NAME@2, then NAME@3, in the order of the files. (For a bot that was a function, only the name is
-- compared.) Files of one tournament are its parts, and no game counts twice.
--
-- Games are added up as the models of the tournaments count them, so the list is the one that all
-- games together would give.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local files = require "tesela.contest.games_file"
local merge = require "tesela.contest.cluster.merge"
local rating = require "tesela.rating"
local ratings = require "tesela.contest.results.ratings"
local repeats = require "tesela.contest.results.same_games"
local definitions = require "tesela.contest.definition"
local text = require "tesela.text"

local M = {}

-- ---- the files --------------------------------------------------------------

-- The files by their tournaments, in order: paths, and open files that cannot be opened again.
local function by_tournament(paths)
  local list, known = {}, {}
  for _, path in ipairs(paths) do
    local header, why, file, copied = files.open(path)
    if not header then return nil, why end
    if not copied then file:close() end
    local group = known[header.hash]
    if not group then
      group = {}
      known[header.hash], list[#list + 1] = group, group
    end
    group[#group + 1] = copied and { path = path, file = file } or path
  end
  return list
end

-- The paths of its files, for messages.
local function paths_of(group)
  local names = {}
  for i, given in ipairs(group) do names[i] = type(given) == "table" and given.path or given end
  return names
end

-- The rules of games.
local function rules_of(def)
  return tesela.encode { def.game, def.options, def.source or "" }
end

--- Reads files of tournaments: a list of { paths =, definition =, stats = }, or nil and the reason.
--- `complain` as in merge.lua.
function M.read(paths, complain)
  local list, why = by_tournament(paths)
  if not list then return nil, why end
  for i, group in ipairs(list) do
    local parts
    parts, why = merge.read(group, complain)
    if not parts then return nil, why end
    local stats = merge.counted(parts)
    list[i] = { paths = paths_of(group), definition = parts.definition, stats = stats,
      summary = stats:summary() }
    merge.close(parts)
  end
  return list
end

-- ---- who is who -------------------------------------------------------------

local function identity(def, index)
  local bot, budget = def.bots[index], definitions.budget(def, index)
  return tesela.encode { bot.name, bot.source or "", bot.modules or "",
    budget.iterations or 0, budget.seconds or 0, budget.level or 0, budget.clock or "",
    bot.parameters or "" }
end

-- A name that no other bot has.
local function free_name(name, taken)
  local n = 1
  local given = name
  while taken[given] do
    n = n + 1
    given = ("%s@%d"):format(name, n)
  end
  return given
end

-- All names in use, so that a numbered name does not equal another bot's.
local function names_of(list)
  local names = {}
  for _, one in ipairs(list) do
    for _, bot in ipairs(one.definition.bots) do names[bot.name] = true end
  end
  return names
end

local function new_bot(bots, name, path)
  local bot = { name = name, path = path, games = 0, wins = 0, draws = 0, losses = 0,
    points = 0, opponents = 0, faults = 0 }
  bots[#bots + 1] = bot
  return #bots
end

-- The bots of all tournaments; sets `map` in each: the numbers of its bots here.
local function all_bots(list)
  local bots, known, seen, names = {}, {}, {}, names_of(list)
  for _, one in ipairs(list) do
    one.map = {}
    for i, bot in ipairs(one.definition.bots) do
      local key = identity(one.definition, i)
      if not known[key] then
        local name = seen[bot.name] and free_name(bot.name, names) or bot.name
        seen[bot.name], names[name] = true, true
        known[key] = new_bot(bots, name, one.paths[1])
      end
      one.map[i] = known[key]
    end
  end
  return bots
end

-- ---- the list ---------------------------------------------------------------

local COUNTED = { "games", "wins", "draws", "losses", "points", "opponents" }

local function add_counts(bots, one)
  for i, counts in ipairs(one.stats.bots) do
    local bot = bots[one.map[i]]
    for _, key in ipairs(COUNTED) do bot[key] = bot[key] + counts[key] end
    for _, times in pairs(counts.faults) do bot.faults = bot.faults + times end
  end
end

-- Groups of bots that have met, directly or through others: lists of names, if there is more than
-- one.
local function islands(model, bots)
  local of = {}
  for i = 1, #bots do of[i] = i end
  local function root(i)
    while of[i] ~= i do i = of[i] end
    return i
  end
  for key in pairs(model.sets) do
    local first
    for bot in key:gmatch "%d+" do
      first = first or root(math.tointeger(bot))
      of[root(math.tointeger(bot))] = first
    end
  end
  local list, known = {}, {}
  for i, bot in ipairs(bots) do
    local group = known[root(i)] or {}
    if #group == 0 then known[root(i)], list[#list + 1] = group, group end
    group[#group + 1] = bot.name
  end
  return list
end

-- Repeated games, with the names of their bots.
local function named_repeats(again, bots)
  local list = again:list()
  for _, each in ipairs(list) do
    for i, bot in ipairs(each.bots) do each.bots[i] = bots[bot].name end
  end
  return list
end

local function held_bots(bots, anchors)
  if not next(anchors) then return nil, nil end
  local held, left = {}, tables.copy(anchors)
  for i, bot in ipairs(bots) do
    if bot.games > 0 then held[i], left[bot.name] = left[bot.name], nil end
  end
  local unknown = next(left)
  return held, unknown
end

--- The list made from M.read: { bots = the best first, { name, path = the first file with it,
--- rating, margin, games, wins, draws, losses, score, faults }; bots without games have no rating
--- and come last), islands, repeats = repeated games, games, tournaments, anchors, title }.
--- `anchors`: ratings by names; with several, their average is fixed. Nil and a name if no bot of
--- that name has played. Raises other errors.
function M.list(list, anchors)
  local first = list[1].definition
  for _, one in ipairs(list) do
    if rules_of(one.definition) ~= rules_of(first) then
      error(("%s has games of %s, but %s of %s"):format(list[1].paths[1], first.title,
        one.paths[1], one.definition.title), 0)
    end
  end
  local bots = all_bots(list)
  local model, again = ratings.new(#bots), repeats.new()
  for number, one in ipairs(list) do
    model:absorb(one.stats.model, one.map)
    one.stats:add_repeats(again, one.map, number)
    add_counts(bots, one)
  end
  local held, unknown = held_bots(bots, anchors)
  if unknown then return nil, unknown end
  local fit = model:fit()
  local groups = islands(model, bots)
  for i, bot in ipairs(bots) do
    if bot.games > 0 then
      bot.rating, bot.margin = ratings.rating(fit, i, held)
      bot.margin = ratings.margin(bot.margin, bot.games / first.seats, again:part(i))
    end
    bot.score = bot.opponents > 0 and bot.points / (2 * bot.opponents) or nil
    bot.points, bot.opponents, bot.order = nil, nil, i
  end
  local same = named_repeats(again, bots)
  table.sort(bots, function(a, b)
    if not (a.rating and b.rating) then
      return a.rating ~= nil or b.rating == nil and a.order < b.order
    end
    local x, y = math.floor(a.rating * 1e6 + 0.5), math.floor(b.rating * 1e6 + 0.5)
    if x ~= y then return x > y end
    return a.order < b.order
  end)
  for _, bot in ipairs(bots) do bot.order = nil end
  return { title = first.title, tournaments = #list, games = model.games, bots = bots,
    islands = groups, anchors = anchors, repeats = #same > 0 and same or nil }
end

-- ---- the report -------------------------------------------------------------

local function meaning(list)
  local names = {}
  for name, elo in pairs(list.anchors) do
    names[#names + 1] = ("%s at %g"):format(text.clean(name), elo)
  end
  table.sort(names)
  return #names == 0 and "Ratings are Elo above the average of all, with 95 % intervals."
    or ("Ratings are Elo with %s%s, with 95 %% intervals."):format(
      table.concat(names, ", "), #names > 1 and " on average" or "")
end

-- The reason why some have no interval, or nil.
local function few(bots)
  for _, bot in ipairs(bots) do
    if bot.rating and not bot.margin then return rating.NOTE end
  end
end

local function lines_of(list)
  local lines = { ("%s, %s, %s of %s"):format(list.title,
    text.count(list.tournaments, "tournament"), text.count(list.games, "game"),
    text.count(#list.bots, "bot")), meaning(list), few(list.bots) }
  local faults = 0
  for _, bot in ipairs(list.bots) do
    faults = faults + bot.faults
    if bot.name:find "@%d+$" then
      lines[#lines + 1] = ("%s: the bot in %s, with another text or budget"):format(
        text.clean(bot.name), text.clean(bot.path))
    end
  end
  if faults > 0 then
    lines[#lines + 1] = ("Lost by a fault: %s; tesela report FILE says which"):format(
      text.count(faults, "game"))
  end
  for _, each in ipairs(list.repeats or {}) do
    lines[#lines + 1] = text.clean(("Only %d different games of %d: %s"):format(each.different,
      each.games, table.concat(each.bots, ", ")))
  end
  if list.repeats then lines[#lines + 1] = "Intervals count each different game once" end
  if #list.islands > 1 then
    local groups = {}
    for i, names in ipairs(list.islands) do groups[i] = table.concat(names, ", ") end
    lines[#lines + 1] = "These have not met, not even through others, and their ratings cannot "
      .. "be compared: " .. text.clean(table.concat(groups, " | "))
  end
  return lines
end

local COLUMNS = { "bot", "rating", "games", "wins", "draws", "losses", "score" }

--- The list as parts of a report.
function M.parts(list)
  local rows = {}
  for rank, bot in ipairs(list.bots) do
    rows[rank] = { ("%s %s"):format(bot.rating and rank or "-", text.cut(text.clean(bot.name), 30)),
      bot.rating and rating.text("%+.0f", bot.rating, bot.margin) or "-",
      tostring(bot.games), tostring(bot.wins), tostring(bot.draws), tostring(bot.losses),
      text.percent(bot.score) }
  end
  return { { title = "Ratings", lines = lines_of(list), columns = COLUMNS, rows = rows,
    left = { true } } }
end

return M
