-- A tournament's summary for people and programs: text for a terminal of at most 80
-- columns, Markdown, CSV and JSON.
--
-- Text and Markdown have the same parts in the same order: games lost by a fault come
-- first, because the rest cannot be trusted before they have been looked at. A part is
-- lines or a table; tables that are too wide for a terminal are continued below, a few
-- columns at a time.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local formats = require "tesela.contest.formats"
local process = require "tesela.process"
local rating = require "tesela.rating"
local stats = require "tesela.contest.results.stats"
local text = require "tesela.text"

local cut, width = text.cut, text.columns

local M = {}

-- The number of faulty games to list.
local LISTED = 20

-- ---- numbers and names ------------------------------------------------------

-- A probability that is 1 only by rounding is not certain.
local function likelihood(chance)
  if not chance then return "-" end
  if chance > 0.9995 then return "> 99.9 %" end
  return chance < 0.0005 and "< 0.1 %" or text.percent(chance)
end

local function elo(estimate, key)
  return rating.text("%+.0f", estimate[key or "elo"], estimate.margin)
end

-- One line without control characters.
local function one_line(value)
  return text.clean((tostring(value):match "^[^\r\n]*":gsub("%c", "?")))
end

--- The name of a bot in reports.
function M.name(name) return cut(one_line(name), 30) end

local function name_of(summary, bot) return M.name(summary.definition.bots[bot].name) end

local function count_list(t, order)
  local parts = {}
  for _, key in ipairs(order or tables.keys(t)) do
    if t[key] then parts[#parts + 1] = ("%s %d"):format(key, t[key]) end
  end
  return table.concat(parts, ", ")
end

-- The number of starts that were played in all seatings.
local function complete(summary)
  local seats = summary.definition.seats
  if seats == 2 then return text.count(summary.pairs, "complete pair") end
  return ("%s of %d games"):format(text.count(summary.pairs, "complete group"), seats)
end

-- ---- the parts --------------------------------------------------------------

local function head(summary)
  local def = summary.definition
  local clock = def.budget and def.budget.clock
  local line = ("%s, %s of %d bots, seed %d%s"):format(def.title, formats.of(def).title,
    #def.bots, def.seed, clock and ", clock " .. one_line(clock) or "")
  -- A file may have more games than are requested now.
  local total = summary.total and math.max(summary.total, summary.games)
  local done = total and ("%d of %d games"):format(summary.games, total)
    or text.count(summary.games, "game")
  return { title = def.name and one_line(def.name) or "Tournament",
    lines = { line, done .. ", " .. complete(summary) } }
end

-- The number of games that a bot lost by a fault, and whether that is all of its games.
local function faults_of(bot)
  local count = 0
  for _, times in pairs(bot.faults) do count = count + times end
  return count, count > 0 and count == bot.games
end

local function fault_lines(summary)
  local lines, all = {}, 0
  for i, bot in ipairs(summary.bots) do
    local count, always = faults_of(bot)
    all = all + count
    if count > 0 then
      lines[#lines + 1] = ("%s: %s%s"):format(name_of(summary, i),
        count_list(bot.faults, stats.faults),
        always and ", ALL of its games: nothing here says how well it plays" or "")
    end
  end
  return lines, all
end

local function faults(summary)
  local lines, all = fault_lines(summary)
  if all == 0 then return nil end
  local rows = {}
  for i = 1, math.min(LISTED, #summary.odd) do
    local odd = summary.odd[i]
    rows[i] = { tostring(odd.number), name_of(summary, odd.bot), odd.reason,
      one_line(odd.message or "") }
  end
  if all > #rows then lines[#lines + 1] = "The first of them:" end
  return { id = "faults", title = "Lost by a fault: " .. text.count(all, "game"),
    lines = lines, columns = { "game", "bot", "fault", "message" }, rows = rows,
    left = { true, true, true, true }, cut = true }
end

-- The reason why some of a list of estimates { games =, margin = } have no interval, or nil.
local function few(list)
  for _, each in ipairs(list) do
    if each.games > 0 and not each.margin then return rating.NOTE end
  end
end

-- A mean with its interval as a cell, multiplied by `scale`.
local function mean_cell(mean, form, scale)
  return mean and rating.text(form, mean.value * scale, mean.margin and mean.margin * scale)
    or "-"
end

local function margin_cell(counts) return mean_cell(counts.mean_margin, "%+.1f", 1) end

-- Adds a column of cells to a table, if one of `list` has such a member.
local function add_column(columns, rows, list, member, title, cell)
  local known = false
  for _, counts in ipairs(list) do known = known or counts[member] ~= nil end
  if not known then return end
  columns[#columns + 1] = title
  for i, counts in ipairs(list) do rows[i][#columns] = cell(counts) end
end

-- The bots of a summary, the best first.
local function ranked_bots(summary)
  local list = {}
  for rank, i in ipairs(summary.ranking) do list[rank] = summary.bots[i] end
  return list
end

-- Explanations of columns that are not obvious.
local function standings_lines(summary, ranked)
  local lines = {}
  if ranked then
    lines[1] = "Ratings are Elo above the average of all, with 95 % intervals."
    lines[2] = few(summary.bots)
  end
  if summary.definition.seats > 2 then
    lines[#lines + 1] = "A win is the first place alone, a draw shares it; the score is the "
      .. "share of opponents that finish lower; ties count half."
  end
  if summary.bots[1].mean_margin then
    lines[#lines + 1] = summary.definition.seats == 2
      and "Margin: points minus the opponent's, in pairs played to the end."
      or "Margin: points minus the mean of the opponents', in groups played to the end."
  end
  return lines
end

local function standings(summary)
  local rows, ranked = {}, #summary.bots > 2
  local columns = { "bot", "games", "wins", "draws", "losses", "score" }
  if ranked then table.insert(columns, 2, "rating") end
  for rank, i in ipairs(summary.ranking) do
    local bot = summary.bots[i]
    local played = bot.games > 0
    local row = { ("%s %s"):format(played and rank or "-", name_of(summary, i)), bot.games,
      bot.wins, bot.draws, bot.losses, text.percent(bot.score) }
    if ranked then table.insert(row, 2, played and elo(bot, "rating") or "-") end
    for k, value in ipairs(row) do row[k] = tostring(value) end
    rows[rank] = row
  end
  add_column(columns, rows, ranked_bots(summary), "mean_margin", "margin", margin_cell)
  return { id = "standings", title = "Standings", lines = standings_lines(summary, ranked),
    columns = columns, rows = rows, left = { true } }
end

local ORDINALS = { "1st", "2nd", "3rd" }

local function places(summary)
  local seats = summary.definition.seats
  if seats == 2 then return nil end
  local rows, columns = {}, { "bot" }
  for place = 1, seats do
    columns[place + 1] = ORDINALS[place] or place .. "th"
  end
  for rank, i in ipairs(summary.ranking) do
    rows[rank] = { ("%d %s"):format(rank, name_of(summary, i)) }
    for place = 1, seats do
      rows[rank][place + 1] = tostring(summary.bots[i].places[place])
    end
  end
  local list = ranked_bots(summary)
  add_column(columns, rows, list, "first_share", "first, %", function(bot)
    return mean_cell(bot.first_share, "%.1f", 100)
  end)
  add_column(columns, rows, list, "mean_rank", "mean rank", function(bot)
    return mean_cell(bot.mean_rank, "%.2f", 1)
  end)
  local lines = { "First, %: a bot's share of the first places in its games. Ties share a place." }
  if #list < seats then lines[2] = "A bot with several seats has a place for each." end
  return { title = "Places", lines = lines, columns = columns, rows = rows, left = { true } }
end

--- The part of the seats, over all bots.
function M.seats(summary)
  local rows, columns = {}, { "seat", "wins", "draws", "losses", "score" }
  for seat, counts in ipairs(summary.seats) do
    rows[seat] = { tostring(seat), tostring(counts.wins), tostring(counts.draws),
      tostring(counts.losses), text.percent(counts.score) }
  end
  add_column(columns, rows, summary.seats, "mean_rank", "mean rank", function(counts)
    return mean_cell(counts.mean_rank, "%.2f", 1)
  end)
  add_column(columns, rows, summary.seats, "mean_margin", "margin", margin_cell)
  return { id = "seats", title = "Seats", columns = columns, rows = rows, left = { true } }
end

-- With two seats the first one is enough.
local function many_seats(summary)
  return summary.definition.seats > 2 and summary.games > 0 and M.seats(summary) or nil
end

-- A pairing from the side of bot a.
local function seen_from(pairing, a)
  if pairing.a == a then return pairing end
  local counted = pairing.pentanomial
  return {
    a = pairing.b, b = pairing.a, games = pairing.games, wins = pairing.losses,
    draws = pairing.draws, losses = pairing.wins, score = 1 - pairing.score,
    elo = -pairing.elo, margin = pairing.margin, los = pairing.los and 1 - pairing.los,
    nelo = pairing.nelo and -pairing.nelo, nelo_margin = pairing.nelo_margin,
    pentanomial = counted
      and { counted[5], counted[4], counted[3], counted[2], counted[1] },
  }
end

local function by_bots(summary)
  local found = {}
  for i = 1, #summary.bots do found[i] = {} end
  for _, pairing in ipairs(summary.pairings) do
    local a, b = pairing.a, pairing.b
    found[a][b], found[b][a] = seen_from(pairing, a), seen_from(pairing, b)
  end
  return found
end

local function cross_table(summary)
  if #summary.bots < 3 then return nil end
  local found, rows, columns = by_bots(summary), {}, { "bot" }
  for rank, i in ipairs(summary.ranking) do
    columns[rank + 1] = tostring(rank)
    rows[rank] = { ("%d %s"):format(rank, name_of(summary, i)) }
    for column, j in ipairs(summary.ranking) do
      local met = found[i][j]
      rows[rank][column + 1] = met
        and ("%d-%d-%d"):format(met.wins, met.draws, met.losses) or "."
    end
  end
  return { id = "cross", title = "Wins, draws and losses against each other",
    columns = columns, rows = rows, left = { true } }
end

local function pairing_row(summary, met)
  local row = { ("%s - %s"):format(cut(name_of(summary, met.a), 14),
    cut(name_of(summary, met.b), 14)), tostring(met.games), text.percent(met.score),
    elo(met), likelihood(met.los) }
  if met.pentanomial then row[6] = table.concat(met.pentanomial, " ") end
  return row
end

-- Each pairing from the side of the better bot.
local function pairings(summary)
  if #summary.bots < 3 or #summary.pairings == 0 then return nil end
  local found, rows = by_bots(summary), {}
  for rank, i in ipairs(summary.ranking) do
    for other = rank + 1, #summary.ranking do
      local met = found[i][summary.ranking[other]]
      if met then rows[#rows + 1] = pairing_row(summary, met) end
    end
  end
  local columns = { "pairing", "games", "score", "Elo", "superior" }
  if summary.definition.seats == 2 then columns[6] = "pairs" end
  local lines = { not few(summary.bots) and few(summary.pairings) or nil }
  return { title = "Pairings", lines = lines, columns = columns, rows = rows, left = { true } }
end

-- The pairing of a match, in sentences.
local function match_lines(summary, lines)
  local met = summary.pairings[1]
  if #summary.bots > 2 or not met then return end
  for i, bot in ipairs(summary.bots) do
    if select(2, faults_of(bot)) then
      lines[#lines + 1] = ("No Elo difference: %s has failed in all of its games"):format(
        name_of(summary, i))
      return
    end
  end
  local better = met.elo >= 0 and met.a or met.b
  met = seen_from(met, better)
  lines[#lines + 1] = ("%s: Elo difference %s%s"):format(name_of(summary, better),
    rating.words("%+.0f", met.elo, met.margin),
    met.los and ", superior with " .. likelihood(met.los) or "")
  if met.pentanomial then
    lines[#lines + 1] = ("Pairs by points 0 1/2 1 3/2 2: %s%s"):format(
      table.concat(met.pentanomial, " "), met.nelo_margin and ", normalized Elo "
      .. rating.text("%+.0f", met.nelo, met.nelo_margin) or "")
  end
end

-- The sequential test and its end.
local function test_lines(summary, lines)
  local test, state = summary.definition.sprt, summary.sprt
  if not test then return end
  lines[#lines + 1] = ("SPRT, elo0 %g, elo1 %g, alpha %g, beta %g, %s:"):format(test.elo0,
    test.elo1, test.alpha, test.beta, test.model)
  lines[#lines + 1] = ("  LLR %.2f (%.2f, %.2f), %s after %s"):format(state.llr,
    state.lower, state.upper, state.decision and state.decision .. " accepted"
    or "undecided", text.count(state.at, "game"))
end

-- The format's report on its stages.
local function stages(summary)
  local format = formats.of(summary.definition)
  return summary.standing and format.section(summary, name_of)
end

-- ---- all of them ------------------------------------------------------------

local function first_lines(summary, lines)
  local state = summary.first
  if not state then return end
  lines[#lines + 1] = state.decision
    and ("First place: %s, decided with %.10g %% after %s"):format(
      name_of(summary, state.decision), 100 * summary.definition.decided,
      text.count(state.at, "game"))
    or ("First place: not decided with %.10g %%"):format(100 * summary.definition.decided)
end

local SHOWN = 5 -- of those whose games repeat

-- The bots whose games repeat.
local function repeat_lines(summary, lines)
  local list = summary.repeats or {}
  for i = 1, math.min(SHOWN, #list) do
    local names = {}
    for k, bot in ipairs(list[i].bots) do names[k] = name_of(summary, bot) end
    lines[#lines + 1] = ("Only %d different games of %d: %s"):format(list[i].different,
      list[i].games, table.concat(names, ", "))
  end
  if #list > SHOWN then
    lines[#lines + 1] = ("The same is true of %d more pairings"):format(#list - SHOWN)
  end
  if #list == 0 then return end
  lines[#lines + 1] = "Intervals count each different game once"
    .. (summary.definition.sprt and ", the test counts all" or "")
    .. (summary.definition.openings and "; more openings make more differ"
      or "; openings make games differ")
end

-- The advantage of the first of two seats.
local function first_seat(summary)
  if summary.definition.seats > 2 then return "" end
  local first, counts = summary.first_seat, summary.seats[1]
  return ("first seat %s%s%s, "):format(text.percent(first.score),
    first.margin and (" (Elo %s)"):format(elo(first)) or "",
    counts.mean_margin and ", margin " .. margin_cell(counts) or "")
end

local function facts(summary)
  local lines = {}
  match_lines(summary, lines)
  repeat_lines(summary, lines)
  first_lines(summary, lines)
  test_lines(summary, lines)
  if summary.games > 0 then
    lines[#lines + 1] = ("Draws %s, %s%.1f plies a game"):format(text.percent(summary.draws),
      first_seat(summary), summary.plies)
    lines[#lines + 1] = "Ended by: " .. count_list(summary.reasons)
  end
  if #lines == 0 then return nil end
  return { title = "Figures", lines = lines }
end

local CPU = "CPU: seconds of CPU time, for programs including all that they start. Ratio: to the "
  .. "bot with the least per game."

-- Time and memory, in a column for each known figure. The memory of a bot is its peak in a
-- game, as an average and as the maximum.
local USAGE = {
  { "moves", "moves", "%d", 1 },
  { "seconds", "seconds a move", "%.3f", 1 },
  { "longest", "longest", "%.3f", 1 },
  { "memory", "MB", "%.1f", 1024 },
  { "most", "most MB", "%.1f", 1024 },
  { "cpu", "CPU a game", "%.5f", 1, CPU },
  { "cpu_move", "CPU a move", "%.5f", 1 },
  { "cpu_ratio", "CPU ratio", "%.1f", 1 },
}

local function usage(summary)
  if not summary.usage then return nil end
  local columns, rows, keys, lines = { "bot" }, {}, {}, {}
  for _, column in ipairs(USAGE) do
    local known = false
    for _, each in ipairs(summary.usage) do known = known or each[column[1]] ~= nil end
    if known then
      columns[#columns + 1], keys[#keys + 1] = column[2], column
      lines[#lines + 1] = column[5]
    end
  end
  for rank, i in ipairs(summary.ranking) do
    rows[rank] = { ("%d %s"):format(rank, name_of(summary, i)) }
    for k, column in ipairs(keys) do
      local value = summary.usage[i][column[1]]
      rows[rank][k + 1] = value
        and column[3]:format(column[4] == 1 and value or value / column[4]) or "-"
    end
  end
  return { id = "usage", title = "Time and memory a move", columns = columns, rows = rows,
    left = { true }, lines = lines }
end

--- The parts of the report, in order, beginning with the head: { title =, lines =, columns =, rows
--- =, left = the columns that are words, id = a name for some of them }.
function M.parts(summary)
  local list = {}
  for _, part in ipairs { head, faults, stages, standings, places, cross_table, pairings,
    many_seats, usage, facts } do
    list[#list + 1] = part(summary)
  end
  return list
end

-- ---- text -------------------------------------------------------------------

-- All names, titles and reasons come from outside.
local function cleaned(part)
  local copy = {}
  for key, value in pairs(part) do
    local kind = type(value)
    copy[key] = kind == "table" and cleaned(value) or kind == "string" and text.clean(value)
      or value
  end
  return copy
end

local GAP = "  "

local function padded(value, columns, left)
  local space = (" "):rep(columns - width(value))
  return left and value .. space or space .. value
end

local function widths_of(part)
  local widths = {}
  for k, column in ipairs(part.columns) do
    widths[k] = width(column)
    for _, row in ipairs(part.rows) do
      widths[k] = math.max(widths[k], width(row[k]))
    end
  end
  return widths
end

-- Blocks of columns that fit, each with the first column.
local function blocks(widths)
  local list, used = {}, math.huge
  for k = 2, #widths do
    if used + #GAP + widths[k] > text.room() then
      list[#list + 1] = { 1 }
      used = widths[1]
    end
    table.insert(list[#list], k)
    used = used + #GAP + widths[k]
  end
  return list
end

local function table_line(part, row, widths, block)
  local cells = {}
  for _, k in ipairs(block) do
    cells[#cells + 1] = padded(row[k], widths[k], part.left[k])
  end
  return (table.concat(cells, GAP):gsub("%s+$", ""))
end

local function fit(part, widths, k, room)
  for _, row in ipairs(part.rows) do row[k] = cut(row[k], room) end
  widths[k] = math.min(widths[k], room)
end

local LEAST = 20 -- columns of free text

-- A last column with free text is cut at the end of the line; if there is too little room, it is
-- put below.
local function fit_last(part, widths)
  if not part.cut then return end
  local last, used = #widths, 0
  for k = 1, last - 1 do used = used + widths[k] + #GAP end
  if text.room() - used < LEAST then used = widths[1] + #GAP end
  fit(part, widths, last, math.max(text.room() - used, 10))
end

-- The first column, which is in each block, leaves room for any other.
local function fit_first(part, widths)
  local most = 0
  for k = 2, #widths do most = math.max(most, widths[k]) end
  local room = math.max(text.room() - most - #GAP, 8)
  if widths[1] > room then fit(part, widths, 1, room) end
end

local function table_lines(part, lines)
  local widths = widths_of(part)
  fit_last(part, widths)
  fit_first(part, widths)
  for i, block in ipairs(blocks(widths)) do
    if i > 1 then lines[#lines + 1] = "" end
    lines[#lines + 1] = table_line(part, part.columns, widths, block)
    for _, row in ipairs(part.rows) do
      lines[#lines + 1] = table_line(part, row, widths, block)
    end
  end
end

--- The text of a part that is only a table.
function M.table(part)
  local lines = {}
  table_lines(cleaned(part), lines)
  return table.concat(lines, "\n") .. "\n"
end

local function as_text(list)
  local lines = {}
  for i, part in ipairs(cleaned(list)) do
    if i > 1 then lines[#lines + 1] = "" end
    lines[#lines + 1] = width(part.title) > text.room() and text.fold(part.title, "", "  ")
      or part.title
    for _, line in ipairs(part.lines or {}) do
      local indent = line:match "^ *"
      lines[#lines + 1] = text.fold(line, indent, indent .. "  ")
    end
    if part.rows then table_lines(part, lines) end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- Markdown ---------------------------------------------------------------

local function escaped(value) return (value:gsub("[\\`*_{}%[%]<>#|]", "\\%0")) end

local function markdown_row(cells)
  local list = {}
  for k, cell in ipairs(cells) do list[k] = escaped(cell) end
  return "| " .. table.concat(list, " | ") .. " |"
end

local function markdown_table(part, lines)
  local rule = {}
  for k = 1, #part.columns do rule[k] = part.left[k] and ":---" or "---:" end
  lines[#lines + 1] = ""
  lines[#lines + 1] = markdown_row(part.columns)
  lines[#lines + 1] = "| " .. table.concat(rule, " | ") .. " |"
  for _, row in ipairs(part.rows) do lines[#lines + 1] = markdown_row(row) end
end

local function as_markdown(list)
  local lines = {}
  for i, part in ipairs(cleaned(list)) do
    if i > 1 then lines[#lines + 1] = "" end
    lines[#lines + 1] = (i == 1 and "# " or "## ") .. escaped(part.title)
    if part.lines and #part.lines > 0 then
      lines[#lines + 1] = ""
      for _, line in ipairs(part.lines) do
        lines[#lines + 1] = "- " .. escaped((line:gsub("^ +", "")))
      end
    end
    if part.rows then markdown_table(part, lines) end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- CSV --------------------------------------------------------------------

local CSV = { "bot", "opponent", "games", "wins", "draws", "losses", "score", "elo",
  "margin", "los" }
local MEANS = { "mean_margin", "mean_rank", "first_share" }
for _, names in ipairs { stats.faults, { "nelo", "nelo_margin", "seat", "mean_margin",
  "mean_margin_interval", "mean_rank", "mean_rank_interval", "first_share",
  "first_share_interval", "cpu", "cpu_move", "cpu_ratio" } } do
  table.move(names, 1, #names, #CSV + 1, CSV)
end

-- RFC 4180. Spreadsheets treat text that begins with =, +, - or @ as a formula, unless it is a
-- number.
local function quoted(value)
  value = text.clean(value)
  if value:find "^[=+@-]." and not tonumber(value) then value = "'" .. value end
  return value:find '[",\r\n]' and '"' .. value:gsub('"', '""') .. '"' or value
end

local LONGEST = 60 -- columns of a name, which must still distinguish bots

local function csv_line(values)
  local cells = {}
  for k = 1, #CSV do
    local value = values[CSV[k]]
    if math.type(value) == "float" then
      value = ("%.4f"):format(value):gsub("^%-(0%.0+)$", "%1")
    end
    cells[k] = quoted(cut(tostring(value == nil and "" or value), LONGEST))
  end
  return table.concat(cells, ",")
end

-- Counts that bots and seats have in common.
local function csv_counts(counts)
  local values = { games = counts.games, wins = counts.wins, draws = counts.draws,
    losses = counts.losses, score = counts.score }
  for _, name in ipairs(MEANS) do
    local mean = counts[name] or {}
    values[name], values[name .. "_interval"] = mean.value, mean.margin
  end
  return values
end

local function csv_bot(summary, i)
  local bot = summary.bots[i]
  local values = csv_counts(bot)
  values.bot, values.elo, values.margin = bot.name, bot.rating, bot.margin
  for _, reason in ipairs(stats.faults) do values[reason] = bot.faults[reason] or 0 end
  for name, value in pairs(summary.usage and summary.usage[i] or {}) do
    if name:find "^cpu" then values[name] = ("%.6g"):format(value) end
  end
  return csv_line(values)
end

-- One table: a line for each bot against all, with its rating, then one against
-- each opponent, with the difference; then a line for each seat.
local function as_csv(summary)
  local lines, found = { table.concat(CSV, ",") }, by_bots(summary)
  for _, i in ipairs(summary.ranking) do
    lines[#lines + 1] = csv_bot(summary, i)
    for _, j in ipairs(summary.ranking) do
      local met = found[i][j]
      if met then
        lines[#lines + 1] = csv_line { bot = summary.bots[i].name,
          opponent = summary.bots[j].name, games = met.games, wins = met.wins,
          draws = met.draws, losses = met.losses, score = met.score, elo = met.elo,
          margin = met.margin, los = met.los, nelo = met.nelo,
          nelo_margin = met.nelo_margin }
      end
    end
  end
  for seat, counts in ipairs(summary.seats) do
    local values = csv_counts(counts)
    values.seat = seat
    lines[#lines + 1] = csv_line(values)
  end
  return table.concat(lines, "\r\n") .. "\r\n"
end

-- ---- JSON -------------------------------------------------------------------

local ORDER = { "definition", "games", "total", "pairs", "odd", "sprt", "ranking",
  "bots", "name", "number", "pair", "bot", "a", "b", "wins", "draws", "losses",
  "score", "rating", "elo", "margin", "los", "nelo", "nelo_margin" }

local function as_json(summary) return text.json(tesela.encode(summary, ORDER)) .. "\n" end

-- ---- the face ---------------------------------------------------------------

local renderers = {
  text = function(summary) return as_text(M.parts(summary)) end,
  markdown = function(summary) return as_markdown(M.parts(summary)) end,
  csv = as_csv, json = as_json }

--- The names of the formats.
M.formats = { "text", "markdown", "csv", "json" }

--- A summary (of stats) as text in one of the formats.
function M.render(summary, format) return process.pointed(renderers[format], summary) end

-- The rows of the tables.
local function rows_as_csv(list)
  local lines = {}
  for _, part in ipairs(list) do
    for i = part.columns and 0 or 1, part.rows and #part.rows or 0 do
      local cells = {}
      for k, cell in ipairs(i == 0 and part.columns or part.rows[i]) do
        cells[k] = quoted(cell)
      end
      lines[#lines + 1] = table.concat(cells, ",")
    end
  end
  return table.concat(lines, "\r\n") .. "\r\n"
end

--- Other parts { title =, lines =, columns =, rows =, left = } in one of the formats;
--- as JSON it is `value`.
function M.render_parts(list, format, value)
  if format == "json" then return text.json(tesela.encode(value, ORDER)) .. "\n" end
  return format == "csv" and rows_as_csv(list) or format == "markdown"
    and as_markdown(list) or as_text(list)
end

--- M.text(def, games), M.markdown, M.csv, M.json: the same for a list of games.
for _, format in ipairs(M.formats) do
  M[format] = function(def, games)
    return M.render(stats.summary(def, games), format)
  end
end

return M
