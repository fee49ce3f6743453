-- The page of a tournament: the contents of the report, with charts, and its games.

local charts = require "tesela.report_pages.charts"
local course = require "tesela.report_pages.score_course"
local games = require "tesela.report_pages.page_games"
local html = require "tesela.base.html"
local merge = require "tesela.contest.cluster.merge"
local pages = require "tesela.report_pages.page"
local report = require "tesela.contest.results.report"
local texts = require "tesela.text"

local M = {}

-- ---- parts of the report ----------------------------------------------------

-- A table with another column of pictures, after the first one, where a phone shows it; `before`
-- is the existing markup of the table.
local function with_column(part, title, picture, before)
  local columns, rows = { table.unpack(part.columns) }, {}
  table.insert(columns, 2, title)
  for i, row in ipairs(part.rows) do
    rows[i] = { table.unpack(row) }
    table.insert(rows[i], 2, "")
  end
  local left = { table.unpack(part.left, 1, #part.columns) }
  for k = #columns, 3, -1 do left[k] = left[k - 1] end
  left[2] = true
  return { id = part.id, title = part.title, lines = part.lines, columns = columns,
    rows = rows, left = left }, function(i, k)
    if k == 2 then return picture(i) end
    return before and before(i, k > 2 and k - 1 or k)
  end
end

local sections = {}

-- Ratings with their intervals; for two bots the scores.
function sections.standings(part, summary)
  local ranked, estimates = #summary.bots > 2, {}
  for rank, i in ipairs(summary.ranking) do
    local bot = summary.bots[i]
    estimates[rank] = ranked and { value = bot.rating, margin = bot.margin }
      or { value = bot.score or 0 }
  end
  local range = charts.range(estimates)
  local shown, markup = with_column(part, ranked
    and ("Elo %+.0f to %+.0f, 95 %%"):format(range.low, range.high) or "chart",
    function(rank)
      return ranked and charts.interval(estimates[rank], range)
        or charts.bar(estimates[rank].value)
    end)
  return pages.section(shown, nil, nil, markup)
end

-- A cell lists the games of its pair.
function sections.cross(part, summary)
  return pages.section(part, '<p class="soft">Select a cell to list its games.</p>\n', nil,
    function(i, k)
      local cell = part.rows[i][k]
      if k == 1 or cell == "." then return nil end
      return ('<a href="#games" data-a="%d" data-b="%d">%s</a>'):format(summary.ranking[i] - 1,
        summary.ranking[k - 1] - 1, html.text(cell))
    end)
end

-- Each game can be opened.
function sections.faults(part)
  part.class = "bad"
  return pages.section(part, nil, nil, function(i, k)
    local cell = part.rows[i][k]
    return k == 1 and ('<a href="#g%s">%s</a>'):format(html.text(cell), html.text(cell))
  end)
end

-- Times and sizes as bars beside the figures, relative to the maximum.
function sections.usage(part, summary)
  local shown, markup = part, nil
  for _, name in ipairs { "memory", "seconds" } do
    local most = 0
    for _, each in ipairs(summary.usage) do most = math.max(most, each[name] or 0) end
    if most > 0 then
      shown, markup = with_column(shown, name == "seconds" and "time" or name, function(rank)
        local value = summary.usage[summary.ranking[rank]][name]
        return value and charts.bar(value / most) or ""
      end, markup)
    end
  end
  return pages.section(shown, nil, nil, markup)
end

-- ---- charts -----------------------------------------------------------------

local function bar_section(id, title, columns, rows, shares)
  local part = { id = id, title = title, columns = columns, rows = rows, left = { true } }
  local shown, markup = with_column(part, "chart", function(i) return charts.bar(shares[i]) end)
  return pages.section(shown, nil, nil, markup)
end

-- The scores of all seats, even if the report has them in a sentence.
local function seats(summary)
  local shown, markup = with_column(report.seats(summary), "chart", function(seat)
    return charts.bar(summary.seats[seat].score or 0)
  end)
  return pages.section(shown, nil, nil, markup)
end

local function endings(summary)
  local list, rows, shares = {}, {}, {}
  for reason, times in pairs(summary.reasons) do list[#list + 1] = { reason, times } end
  table.sort(list, function(a, b)
    if a[2] ~= b[2] then return a[2] > b[2] end
    return a[1] < b[1]
  end)
  for i, each in ipairs(list) do
    shares[i] = each[2] / summary.games
    rows[i] = { each[1], tostring(each[2]), texts.percent(shares[i]) }
  end
  return bar_section("endings", "Endings", { "ended by", "games", "share" }, rows, shares)
end

local function over_games(summary, played)
  if played.games < 2 then return "" end
  local more = charts.course(played:scores())
  local test = played:test()
  return pages.section({ id = "course", class = "chart", title = "Over the games", lines = {
    #summary.bots == 2 and ("The score of %s so far."):format(
      report.name(summary.bots[summary.ranking[1]].name)) or "The score of each bot so far.",
    test and "Below: the LLR of the test, which ends at one of its bounds." or nil } },
    more .. (test and charts.course(test) or ""))
end

-- ---- reading ----------------------------------------------------------------

local function names_of(def)
  local list = {}
  for i, bot in ipairs(def.bots) do list[i] = bot.name end
  return list
end

-- All games, in order: the games of the page, and their course (score_course).
local function collect(parts, summary, most, tick)
  local def = parts.definition
  local page = games.new(names_of(def), merge.game(def), most)
  local played = course.new(summary, parts.count)
  merge.each_result(parts, function(game, line)
    game.line, game.scores = line, game.scores or {}
    page:add(game)
    played:add(game)
    if tick then tick(played.games, parts.count) end
  end)
  return page, played
end

-- ---- the page ---------------------------------------------------------------

local function header(part)
  local out = { "<header>\n<h1>", html.text(part.title), "</h1>\n" }
  for _, line in ipairs(part.lines) do
    out[#out + 1] = '<p class="soft">' .. html.text(line) .. "</p>\n"
  end
  out[#out + 1] = "</header>\n"
  return table.concat(out)
end

--- The page of parts (merge.read). `options`: most = games that can be replayed, tick(done, of).
--- Returns it, and a remark about games that cannot be replayed.
function M.page(parts, options)
  local summary = merge.summary(parts)
  local list, played = collect(parts, summary, options.most, options.tick)
  local head, out = nil, {}
  for _, part in ipairs(report.parts(summary)) do
    if not head then
      head = part
      out[1] = header(part)
    elseif part.id ~= "seats" then
      local section = sections[part.id]
      out[#out + 1] = section and section(part, summary) or pages.section(part)
    end
  end
  if summary.games > 0 then
    out[#out + 1] = seats(summary) .. endings(summary) .. over_games(summary, played)
  end
  out[#out + 1] = pages.LIST
  return pages.text { title = head.title, body = "<main>\n" .. table.concat(out) .. "</main>\n",
    data = list:data() },
    list.lost > 0 and ("%s cannot be replayed (%s)"):format(texts.count(list.lost, "game"),
      list.why) or nil
end

return M
