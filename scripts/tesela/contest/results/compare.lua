-- Two tournaments side by side: the changes of the bots, and of the pairings, that both have. Bots
-- with the same name are compared, even if they have changed.
--
-- For a pairing both have a mean score over pairs of games, with its error (rating.lua); for the
-- difference of two such means the variances add up. A bot's score here is the mean over its
-- pairings that both have, so that other opponents change nothing. With two seats the pairings
-- have different games, and their variances add up, too; with more, pairings share games, and the
-- errors themselves are added, so the interval is rather too wide. If nothing has changed, one row
-- in twenty is marked.

local rating = require "tesela.rating"
local identity = require "tesela.contest.identity"
local text = require "tesela.text"

local M = {}

-- For each pairing, by "NAME\0NAME": the score of the first.
local function by_names(summary)
  local found = {}
  for _, met in ipairs(summary.pairings) do
    local a, b = summary.bots[met.a].name, summary.bots[met.b].name
    local mean, err = rating.parts(met.elo, met.margin)
    found[a .. "\0" .. b] = { score = met.score, mean = mean, err = err }
    found[b .. "\0" .. a] = { score = 1 - met.score, mean = 1 - mean, err = err }
  end
  return found
end

-- A row: both scores and the interval of the change.
local function row_of(names, before, after)
  local change = after.mean - before.mean
  local row = { names = names, before = before.score, after = after.score, marked = false }
  if not (before.err and after.err) then return row end
  local margin = rating.Z95 * math.sqrt(before.err ^ 2 + after.err ^ 2)
  row.low, row.high, row.marked = change - margin, change + margin, math.abs(change) > margin
  return row
end

-- The mean over pairings; `independent`: they share no games.
local function mean_of(list, independent)
  local score, mean, err, squares = 0, 0, 0, 0
  for _, one in ipairs(list) do
    score, mean = score + one.score, mean + one.mean
    err = err and one.err and err + one.err
    squares = squares + (one.err or 0) ^ 2
  end
  return { score = score / #list, mean = mean / #list,
    err = err and (independent and math.sqrt(squares) or err) / #list }
end

local function first_row(one, two)
  if not (one.first_seat and two.first_seat) then return nil end
  local sides = {}
  for i, first in ipairs { one.first_seat, two.first_seat } do
    local mean, err = rating.parts(first.elo, first.margin)
    sides[i] = { score = first.score, mean = mean, err = err }
  end
  return row_of({ "first seat" }, sides[1], sides[2])
end

--- Compares two summaries: { bots = rows, pairings = rows, first = row or nil,
--- differences = those between the definitions, as text, before, after = { title, games,
--- draws, plies } }; a row is { names, before, after = scores, low, high = the 95 % interval
--- of the change (nil if there are too few games), marked = 0 is not in it }. Returns nil
--- and the reason if they cannot be compared.
function M.of(one, two)
  local before, after = by_names(one), by_names(two)
  local rows, bots = {}, {}
  local independent = one.definition.seats == 2 and two.definition.seats == 2
  for i, a in ipairs(one.bots) do
    local old, new = {}, {}
    for j, b in ipairs(one.bots) do
      local key = a.name .. "\0" .. b.name
      if before[key] and after[key] then
        old[#old + 1], new[#new + 1] = before[key], after[key]
        if i < j then
          rows[#rows + 1] = row_of({ a.name, b.name }, before[key], after[key])
        end
      end
    end
    if #old > 0 then
      bots[#bots + 1] = row_of({ a.name }, mean_of(old, independent),
        mean_of(new, independent))
    end
  end
  if #rows == 0 then return nil, "no two bots have met in both tournaments" end
  return { bots = bots, pairings = rows, first = first_row(one, two),
    differences = identity.differences(one.definition, two.definition), before = one,
    after = two }
end

-- ---- the report -------------------------------------------------------------

local function cells(row)
  local names = {}
  for i, name in ipairs(row.names) do names[i] = text.cut(text.clean(name), 20) end
  return { table.concat(names, " - "), text.percent(row.before), text.percent(row.after),
    row.low and ("%+.1f .. %+.1f"):format(100 * row.low, 100 * row.high) or "(too few)",
    row.marked and "*" or "" }
end

local function part(title, column, rows, lines)
  local list = {}
  for i, row in ipairs(rows) do list[i] = cells(row) end
  return { title = title, lines = lines, rows = list, left = { true },
    columns = { column, "before", "after", "change, 95 %", "" } }
end

local function head(found)
  local lines = {}
  for _, key in ipairs { "before", "after" } do
    local summary = found[key]
    lines[#lines + 1] = ("%s: %s, %s, draws %s, %.1f plies a game"):format(key,
      text.clean(summary.definition.title), text.count(summary.games, "game"),
      text.percent(summary.draws or 0), summary.plies or 0)
  end
  lines[#lines + 1] = found.differences == "" and "They are the same tournament."
    or "Different: " .. text.cut(text.clean(found.differences), 400)
  lines[#lines + 1] = "A change is marked if its interval excludes 0; if nothing has changed, "
    .. "one row in twenty is."
  return { title = "What has changed", lines = lines }
end

--- The comparison as parts of a report.
function M.parts(found)
  local list = { head(found) }
  if #found.bots > 2 then
    list[2] = part("Bots, against those that both have", "bot", found.bots)
  end
  list[#list + 1] = part("Pairings", "pairing", found.pairings)
  if found.first then list[#list + 1] = part("Seats", "", { found.first }) end
  return list
end

return M
