-- Charts for pages, as SVG. Those in cells of tables have no words: the figures are beside them.
-- Colours are those of the page (web/page.css).

local html = require "tesela.base.html"
local text = require "tesela.text"

local M = {}

local BAR = '<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" '
  .. 'aria-hidden="true">%s</svg>'

local at = text.trimmed

--- A share, 0..1, as a bar.
function M.bar(share)
  return BAR:format(('<path d="M0 9.5H100"/><rect y="1" height="8" width="%s"/>')
    :format(at(100 * math.max(0, math.min(1, share)))))
end

--- The range for a scale: the minimum and the maximum of estimates with margins.
function M.range(estimates)
  local low, high = 0, 0
  for _, each in ipairs(estimates) do
    low = math.min(low, each.value - (each.margin or 0))
    high = math.max(high, each.value + (each.margin or 0))
  end
  return { low = low, high = high > low and high or low + 1 }
end

--- An estimate { value =, margin = } with its interval, on a scale that has a mark at 0.
function M.interval(estimate, range)
  local function place(x)
    local share = (x - range.low) / (range.high - range.low)
    return 1 + 98 * math.max(0, math.min(1, share))
  end
  local middle, margin = place(estimate.value), estimate.margin or 0
  return BAR:format(('<path d="M%s 0V10" vector-effect="non-scaling-stroke"/>'
    .. '<line x1="%s" x2="%s" y1="5" y2="5" stroke-width="2" '
    .. 'vector-effect="non-scaling-stroke"/><rect x="%s" y="1" width="1.6" height="8"/>')
    :format(at(place(0)), at(place(estimate.value - margin)),
      at(place(estimate.value + margin)), at(middle - 0.8)))
end

-- ---- over a course ----------------------------------------------------------

local WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 240, 52, 10, 24

local function polyline(class, points)
  return ('<polyline class="%s" points="%s"/>'):format(class, table.concat(points, " "))
end

local function grid(chart, y_of)
  local out = {}
  for _, mark in ipairs(chart.marks) do
    out[#out + 1] = ('<path%s d="M%d %sH%d"/><text x="%d" y="%s" text-anchor="end">%s</text>')
      :format(mark.bound and ' class="bound"' or "", LEFT, at(y_of(mark.value)), WIDTH,
        LEFT - 5, at(y_of(mark.value) + 4), html.text(mark.text))
  end
  return table.concat(out)
end

local function legend(chart)
  if #chart.series < 2 then return "" end
  local out = {}
  for i, series in ipairs(chart.series) do
    out[i] = ('<span><svg viewBox="0 0 20 8" aria-hidden="true">'
      .. '<polyline class="s%d" points="0,4 20,4"/></svg> %s</span>'):format((i - 1) % 8 + 1,
      html.text(series.name))
  end
  return '<p class="legend">' .. table.concat(out, "\n") .. "</p>"
end

--- Lines over a number of games: { label =, least =, most =, last = (the right end),
--- marks = { { value =, text =, bound = } }, series = { { name =, points = { { x, y } } } } }.
function M.course(chart)
  local function x_of(x) return LEFT + (WIDTH - LEFT - 8) * x / math.max(1, chart.last) end
  local function y_of(y)
    local share = (y - chart.least) / (chart.most - chart.least)
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - math.max(0, math.min(1, share)))
  end
  local lines = {}
  for i, series in ipairs(chart.series) do
    local points = {}
    for k, point in ipairs(series.points) do
      points[k] = at(x_of(point[1])) .. "," .. at(y_of(point[2]))
    end
    lines[i] = polyline("s" .. (i - 1) % 8 + 1, points)
  end
  return ('<div class="wide"><svg class="course" viewBox="0 0 %d %d" role="img" '
    .. 'aria-label="%s">%s%s<text x="%d" y="%d">0</text><text x="%d" y="%d" '
    .. 'text-anchor="end">%d games</text></svg></div>%s'):format(WIDTH, HEIGHT,
    html.text(chart.label), grid(chart, y_of), table.concat(lines), LEFT, HEIGHT - 6,
    WIDTH, HEIGHT - 6, chart.last, legend(chart))
end

return M
