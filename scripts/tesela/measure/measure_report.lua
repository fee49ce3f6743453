-- The report of a measure, as text for a terminal of 80 or fewer columns, and as JSON.
--
-- Two columns are side by side with their difference. With more, as with the values of an option,
-- each figure is a table of its own: a row for each column, with its interval drawn on a common
-- scale.

local rating = require "tesela.rating"
local settings = require "tesela.rules.settings"
local tables = require "tesela.contest.results.report"
local progress = require "tesela.contest.run.progress"
local texts = require "tesela.text"

local M = {}

local CELL = 17 -- columns of a cell
local LABEL, PLOT = 26, 30 -- of a line with an interval,
local LEAST_LABEL, LEAST_PLOT = 12, 8 -- and in the narrowest terminal

-- ---- numbers ----------------------------------------------------------------

-- As many decimals as the margin justifies.
local function digits(kind, margin)
  if kind == "number" and margin and margin > 0 and margin < 0.1 then return 2 end
  return kind == "number" and margin and margin >= 10 and 0 or 1
end

local function scale_of(kind) return kind == "number" and 1 or 100 end

local function shown(kind, value)
  return rating.value(("%%.%df"):format(digits(kind)), value * scale_of(kind))
end

--- An estimate with its margin, as text; `sign`: with + if it is positive.
function M.cell(kind, estimate, sign)
  if not estimate then return "-" end
  local scale = scale_of(kind)
  local margin = estimate.margin and estimate.margin * scale
  local form = ("%%%s.%df"):format(sign and "+" or "", digits(kind, margin))
  return rating.text(form, estimate.value * scale, margin) .. (estimate.marked and " *" or "")
end

--- The name of a figure.
function M.label(figure)
  return figure.name .. (figure.kind == "number" and "" or ", %")
end

--- The end of the ladder of column i; its last two figures are the last rung and the slope.
function M.ends(result, i)
  local figures = result.figures
  if not figures[#figures].columns[i] then return "-" end
  local n = result.skill_ends[i]
  return n and ("ends at %d"):format(n)
    or ("continues at %s"):format(figures[#figures - 1].name:match "%d+")
end

-- ---- the parts --------------------------------------------------------------

local function pad(text, columns) return text .. (" "):rep(columns - texts.columns(text)) end

local function names(result)
  local list = {}
  for i, column in ipairs(result.columns) do list[i] = column.name end
  return list
end

local function players(result)
  local one, two = result.bots[1], result.bots[2]
  return two == one .. " (2)" and one or one .. " and " .. two
end

local function counts(result, member)
  local least, most = math.huge, 0
  for _, column in ipairs(result.columns) do
    least, most = math.min(least, column[member]), math.max(most, column[member])
  end
  return least == most and tostring(least) or ("%d to %d"):format(least, most)
end

-- Does each figure have an interval?
local function has_intervals(result)
  for _, figure in ipairs(result.figures) do
    for _, estimate in ipairs(figure.columns) do
      if estimate and not estimate.margin then return false end
    end
  end
  return true
end

--- A description of the measure, in lines.
function M.head(result)
  local list = names(result)
  local lines = {}
  lines[1] = table.concat(list, ", ")
  lines[2] = ("%s, %s, seed %d"):format(players(result), result.level
    and "level " .. result.level or result.iterations .. " iterations a move", result.seed)
  lines[3] = ("%s games each, %s of them looked at"):format(counts(result, "games"),
    counts(result, "looked"))
  for _, column in ipairs(result.columns) do
    if column.faults > 0 then
      lines[#lines + 1] = ("%s: %s lost by time or a mistake of a bot"):format(column.name,
        texts.count(column.faults, "game"))
    end
    if column.alike then
      lines[#lines + 1] = ("%s: all games are alike; --openings 2 begins them with random "
        .. "moves"):format(column.name)
    end
    if column.warning then
      lines[#lines + 1] = ("%s: %s"):format(column.name, column.warning)
    end
  end
  if not has_intervals(result) then lines[#lines + 1] = rating.NOTE end
  return lines
end

-- ---- side by side -----------------------------------------------------------

-- The order of the columns from left to right; the difference belongs to the last one.
local function order(result)
  if #result.columns == 1 then return { 1 } end
  return result.base == 1 and { 1, 2 } or { 2, 1 }
end

local function figure_row(result, figure)
  local cells = { "  " .. M.label(figure) }
  local list = order(result)
  for _, i in ipairs(list) do
    cells[#cells + 1] = M.cell(figure.kind, figure.columns[i])
  end
  if list[2] then
    cells[#cells + 1] = M.cell(figure.kind, figure.differences[list[2]], true)
  end
  return cells
end

local function ends_row(result)
  local cells = { "  the ladder" }
  for _, i in ipairs(order(result)) do cells[#cells + 1] = M.ends(result, i) end
  return cells
end

local function side_rows(result)
  local head, list = { "" }, order(result)
  for _, i in ipairs(list) do head[#head + 1] = result.columns[i].name end
  if list[2] then head[4] = "difference" end
  local rows, group = { head }, nil
  for _, figure in ipairs(result.figures) do
    if figure.group ~= group then rows[#rows + 1] = { figure.group } end
    group = figure.group
    rows[#rows + 1] = figure_row(result, figure)
  end
  if result.skill_ends then rows[#rows + 1] = ends_row(result) end
  return rows
end

local function side_by_side(result, lines)
  local rows = side_rows(result)
  local head, left = table.remove(rows, 1), {}
  for k = 1, #head do head[k], left[k] = texts.cut(head[k], CELL), true end
  for _, row in ipairs(rows) do
    for k = #row + 1, #head do row[k] = "" end
  end
  lines[#lines + 1] = "\n" .. tables.table { columns = head, rows = rows, left = left }
    :gsub("\n$", "")
end

-- ---- over many columns ------------------------------------------------------

local function range_of(figure)
  local low, high = math.huge, -math.huge
  for _, estimate in ipairs(figure.columns) do
    local margin = estimate and estimate.margin or 0
    if estimate then
      low = math.min(low, estimate.value - margin)
      high = math.max(high, estimate.value + margin)
    end
  end
  if figure.kind == "share" then low, high = math.max(0, low), math.min(1, high) end
  return low, high
end

-- The widths of the names and of the scale: both shrink in a narrow terminal.
local function widths()
  local lacking = texts.WIDTH - texts.room()
  return math.max(LEAST_LABEL, LABEL - lacking * 2 // 5),
    math.max(LEAST_PLOT, PLOT - (lacking * 3 + 4) // 5)
end

-- The interval of an estimate on a scale of this many columns.
local function interval(estimate, low, high, columns)
  local line = {}
  local function at(x)
    local share = high > low and (x - low) / (high - low) or 0.5
    return math.max(1, math.min(columns, 1 + math.floor(share * (columns - 1) + 0.5)))
  end
  for i = 1, columns do line[i] = " " end
  local margin = estimate.margin or 0
  for i = at(estimate.value - margin), at(estimate.value + margin) do line[i] = "-" end
  line[at(estimate.value)] = "o"
  return table.concat(line)
end

local function scale_line(figure, low, high)
  local label, columns = widths()
  local least, most = shown(figure.kind, low), shown(figure.kind, high)
  return (" "):rep(label + 1) .. least .. (" "):rep(columns - #least - #most) .. most
end

local function plot(result, figure, lines)
  local label, columns = widths()
  local low, high = range_of(figure)
  lines[#lines + 1] = ("\n%s: %s"):format(figure.group, M.label(figure))
  if high < low then
    lines[#lines + 1] = "  -"
    return
  end
  for i, column in ipairs(result.columns) do
    local estimate, difference = figure.columns[i], figure.differences[i]
    local words = M.cell(figure.kind, estimate)
      .. (difference and difference.marked and " *" or "")
    lines[#lines + 1] = ("  %s|%s| %s"):format(pad(texts.cut(column.name, label - 3), label - 2),
      estimate and interval(estimate, low, high, columns) or (" "):rep(columns), words)
  end
  lines[#lines + 1] = scale_line(figure, low, high)
end

local function over_columns(result, lines)
  for _, figure in ipairs(result.figures) do plot(result, figure, lines) end
  if not result.skill_ends then return end
  local label = widths()
  lines[#lines + 1] = "\nSkill: where the ladder ends"
  for i, column in ipairs(result.columns) do
    lines[#lines + 1] = "  " .. pad(texts.cut(column.name, label - 3), label - 2)
      .. M.ends(result, i)
  end
end

-- ---- the whole --------------------------------------------------------------

--- An explanation of the marks, and their number: two sentences.
function M.note(result)
  local count, marked = 0, 0
  for _, figure in ipairs(result.figures) do
    for _, difference in ipairs(figure.differences) do
      if difference and difference.margin then
        count, marked = count + 1, marked + (difference.marked and 1 or 0)
      end
    end
  end
  return { ("* differs from %s: the 95 %% interval of the difference excludes 0."):format(
    result.columns[result.base].name),
    ("%d of %d are marked; by chance alone about %.0f would be."):format(marked, count,
      count / 20) }
end

-- Adds sentences, folded to the width.
local function add_folded(lines, sentences)
  for _, words in ipairs(sentences) do lines[#lines + 1] = texts.paragraph(words) end
end

--- The result of a measure as text.
function M.text(result)
  local lines = {}
  add_folded(lines, M.head(result))
  if #result.columns > 2 then
    over_columns(result, lines)
  else
    side_by_side(result, lines)
  end
  if #result.columns > 1 then
    lines[#lines + 1] = ""
    add_folded(lines, M.note(result))
  end
  return table.concat(lines, "\n") .. "\n"
end

--- The same as a line of JSON.
function M.json(result)
  return texts.json(settings.line(result, { "measure", "columns", "base", "figures" }))
    .. "\n"
end

--- The announcement of the games to be played.
function M.beforehand(games, columns, seconds)
  return ("%s each of %s: about %s"):format(texts.count(games, "game"),
    texts.count(columns, "column"), progress.duration(seconds))
end

return M
