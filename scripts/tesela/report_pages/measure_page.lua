-- The page of a measure: the contents of its report, with the intervals of each figure as a
-- picture.

local charts = require "tesela.report_pages.charts"
local html = require "tesela.base.html"
local pages = require "tesela.report_pages.page"
local report = require "tesela.measure.measure_report"

local M = {}

-- A figure as a table: a row for each column of the measure.
local function figure_section(result, figure)
  local estimates, rows = {}, {}
  for i, column in ipairs(result.columns) do
    local estimate, difference = figure.columns[i], figure.differences[i]
    if estimate then estimates[#estimates + 1] = estimate end
    rows[i] = { column.name, "", report.cell(figure.kind, estimate),
      #result.columns > 1 and (difference and report.cell(figure.kind, difference, true) or "")
      or nil }
  end
  local range = charts.range(estimates)
  return pages.section({ title = ("%s: %s"):format(figure.group, report.label(figure)),
    columns = { "rules", "chart", "95 %", #result.columns > 1 and "difference" or nil },
    rows = rows, left = { true, true } },
    nil, nil, function(i, k)
      local estimate = figure.columns[i]
      return k == 2 and (estimate and charts.interval(estimate, range) or "")
    end)
end

local function ladders(result)
  if not result.skill_ends then return "" end
  local rows = {}
  for i, column in ipairs(result.columns) do rows[i] = { column.name, report.ends(result, i) } end
  return pages.section { title = "Skill: where the ladder ends", columns = { "rules", "ladder" },
    rows = rows, left = { true, true } }
end

--- The page of a result (measure/measure_result.lua).
function M.page(result)
  local title = result.columns[1].name
  local out = { "<main>\n<h1>", html.text(title), "</h1>\n" }
  local function line(words)
    out[#out + 1] = '<p class="soft">' .. html.text(words) .. "</p>\n"
  end
  for _, words in ipairs(report.head(result)) do line(words) end
  for _, words in ipairs(#result.columns > 1 and report.note(result) or {}) do line(words) end
  for _, figure in ipairs(result.figures) do
    out[#out + 1] = figure_section(result, figure)
  end
  out[#out + 1] = ladders(result) .. "</main>\n"
  return pages.text { title = title, body = table.concat(out) }
end

return M
