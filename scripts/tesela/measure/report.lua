-- What was measured, as text for a terminal of 80 columns and as JSON.
--
-- Two columns stand side by side with their difference. Where there are more, as over the
-- values of an option, each figure is a table of its own: a row for each column, with its
-- interval drawn on the scale of all.

local settings = require "tesela.settings"
local progress = require "tesela.tournament.progress"
local texts = require "tesela.text"

local M = {}

local NAME, CELL = 26, 17 -- columns of a table
local LABEL, PLOT = 26, 30

-- ---- numbers ----------------------------------------------------------------

-- As many digits behind the point as the margin is worth.
local function digits(kind, margin)
  if kind == "number" and margin and margin > 0 and margin < 0.1 then return 2 end
  return kind == "number" and margin and margin >= 10 and 0 or 1
end

local function shown(kind, value, margin, sign)
  local scale = kind == "number" and 1 or 100
  local form = ("%%%s.%df"):format(sign and "+" or "",
    digits(kind, margin and margin * scale))
  local text = form:format(value * scale)
  local margin_text = margin and form:gsub("%+", ""):format(margin * scale)
  return (text:gsub("^[-+](0%.?0*)$", sign and "+%1" or "%1")), margin_text
end

--- An estimate with its margin, as text; `sign`: + where it is positive.
function M.cell(kind, estimate, sign)
  if not estimate then return "-" end
  local value, margin = shown(kind, estimate.value, estimate.margin, sign)
  return value .. (margin and " +/- " .. margin or "") .. (estimate.marked and " *" or "")
end

--- What a figure is called.
function M.label(figure)
  return figure.name .. (figure.kind == "number" and "" or ", %")
end

--- Where the ladder of column i ends; its last two figures are the last rung and the slope.
function M.ends(result, i)
  local figures = result.figures
  if not figures[#figures].columns[i] then return "-" end
  local n = result.skill_ends[i]
  return n and ("ends at %d"):format(n)
    or ("goes on at %s"):format(figures[#figures - 1].name:match "%d+")
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

--- What is measured, a line each.
function M.head(result)
  local list = names(result)
  local lines = {}
  lines[1] = texts.fold(#list > 1 and table.concat(list, ", ") or list[1])
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
      lines[#lines + 1] = ("%s: all games go alike; --openings 2 begins them with random "
        .. "moves"):format(column.name)
    end
  end
  return lines
end

-- ---- side by side -----------------------------------------------------------

local function table_line(...)
  local cells = { ... }
  local line = pad(texts.cut(cells[1], NAME - 1), NAME)
  for i = 2, #cells do line = line .. pad(texts.cut(cells[i], CELL), CELL + 1) end
  return (line:gsub("%s+$", ""))
end

-- Which of two stands left, and which the difference belongs to.
local function order(result)
  if #result.columns == 1 then return { 1 } end
  return result.base == 1 and { 1, 2 } or { 2, 1 }
end

local function figure_line(result, figure)
  local cells = { "  " .. M.label(figure) }
  local list = order(result)
  for _, i in ipairs(list) do
    cells[#cells + 1] = M.cell(figure.kind, figure.columns[i])
  end
  if list[2] then
    cells[#cells + 1] = M.cell(figure.kind, figure.differences[list[2]], true)
  end
  return table_line(table.unpack(cells))
end

local function ends_line(result)
  local cells = { "  the ladder" }
  for _, i in ipairs(order(result)) do cells[#cells + 1] = M.ends(result, i) end
  return table_line(table.unpack(cells))
end

local function side_by_side(result, lines)
  local cells, list = { "" }, order(result)
  for _, i in ipairs(list) do cells[#cells + 1] = result.columns[i].name end
  if list[2] then cells[4] = "difference" end
  lines[#lines + 1] = "\n" .. table_line(table.unpack(cells))
  local group
  for _, figure in ipairs(result.figures) do
    if figure.group ~= group then lines[#lines + 1] = figure.group end
    group = figure.group
    lines[#lines + 1] = figure_line(result, figure)
  end
  if result.skill_ends then lines[#lines + 1] = ends_line(result) end
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

-- The interval of an estimate on a scale.
local function interval(estimate, low, high)
  local line = {}
  local function at(x)
    local share = high > low and (x - low) / (high - low) or 0.5
    return math.max(1, math.min(PLOT, 1 + math.floor(share * (PLOT - 1) + 0.5)))
  end
  for i = 1, PLOT do line[i] = " " end
  local margin = estimate.margin or 0
  for i = at(estimate.value - margin), at(estimate.value + margin) do line[i] = "-" end
  line[at(estimate.value)] = "o"
  return table.concat(line)
end

local function scale_line(figure, low, high)
  local least, most = shown(figure.kind, low), shown(figure.kind, high)
  return (" "):rep(LABEL + 1) .. least .. (" "):rep(PLOT - #least - #most) .. most
end

local function plot(result, figure, lines)
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
    lines[#lines + 1] = ("  %s|%s| %s"):format(pad(texts.cut(column.name, LABEL - 3), LABEL - 2),
      estimate and interval(estimate, low, high) or (" "):rep(PLOT), words)
  end
  lines[#lines + 1] = scale_line(figure, low, high)
end

local function over_columns(result, lines)
  for _, figure in ipairs(result.figures) do plot(result, figure, lines) end
  if not result.skill_ends then return end
  lines[#lines + 1] = "\nSkill: where the ladder ends"
  for i, column in ipairs(result.columns) do
    lines[#lines + 1] = "  " .. pad(texts.cut(column.name, LABEL - 3), LABEL - 2)
      .. M.ends(result, i)
  end
end

-- ---- the whole --------------------------------------------------------------

--- What the marks mean, and how many there are.
function M.note(result)
  local count, marked = 0, 0
  for _, figure in ipairs(result.figures) do
    for _, difference in ipairs(figure.differences) do
      if difference and difference.margin then
        count, marked = count + 1, marked + (difference.marked and 1 or 0)
      end
    end
  end
  return ("* differs from %s: the 95 %% interval of the difference excludes 0.\n"
    .. "%d of %d are marked; by chance alone about %.0f would be."):format(
    result.columns[result.base].name, marked, count, count / 20)
end

--- The result of a measure as text.
function M.text(result)
  local lines = M.head(result)
  if #result.columns > 2 then
    over_columns(result, lines)
  else
    side_by_side(result, lines)
  end
  if #result.columns > 1 then lines[#lines + 1] = "\n" .. M.note(result) end
  return table.concat(lines, "\n") .. "\n"
end

--- The same as a line of JSON.
function M.json(result)
  return texts.json(settings.line(result, { "measure", "columns", "base", "figures" }))
    .. "\n"
end

--- What is said before all is played.
function M.beforehand(games, columns, seconds)
  return ("%s each of %s: about %s"):format(texts.count(games, "game"),
    texts.count(columns, "column"), progress.duration(seconds))
end

return M
