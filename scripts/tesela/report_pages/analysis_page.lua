-- The page of analysed games: how well each side played, the worst moves, and each game with its
-- chances from position to position.

local games = require "tesela.report_pages.page_games"
local html = require "tesela.base.html"
local pages = require "tesela.report_pages.page"
local report = require "tesela.analysis.analysis_report"
local results = require "tesela.analysis.analysis_result"
local texts = require "tesela.text"

local M = {}

-- The players, in order of appearance: names, and the number of each.
local function players_of(list)
  local names, numbers = {}, {}
  for _, game in ipairs(list) do
    for seat = 1, game.rules.seats do
      local name = game.record.players[seat] or game.names[seat]
      if not numbers[name] then
        names[#names + 1] = name
        numbers[name] = #names
      end
    end
  end
  return names, numbers
end

local PHASES = { "opening", "middle", "end" }

local function lost(tally)
  local _, mean = tally:means()
  return mean and ("%.1f %%, %s"):format(100 * mean, texts.count(tally.mistakes, "mistake")) or "-"
end

local function phases(list)
  local rows = {}
  for i, player in ipairs(report.phases(list)) do
    local accuracy = player.all:means()
    rows[i] = { player.name, tostring(player.games),
      texts.percent(accuracy and accuracy / 100) }
    for phase in ipairs(PHASES) do rows[i][3 + phase] = lost(player.phases[phase]) end
  end
  return pages.section { title = "Players", rows = rows, left = { true },
    lines = { "Loss per move, and mistakes, in each third of the game." },
    columns = { "player", "games", "accuracy", table.unpack(PHASES) } }
end

local function link(number) return ('<a href="#g%d">%d</a>'):format(number, number) end

local function mistakes(list)
  local rows = {}
  for i, game in ipairs(list) do
    local sentences = report.worst(game, #list == 1 and report.WORST or 1)
    rows[i] = { tostring(game.number), (table.concat(sentences, " "):gsub("%s+", " ")) }
  end
  return pages.section({ title = "Worst moves", columns = { "game", "mistakes" }, rows = rows,
    left = { false, true } }, nil, nil, function(i, k)
    return k == 1 and link(list[i].number)
  end)
end

-- The result of an unfinished game.
local UNFINISHED = { scores = {}, places = {}, reason = "not over" }

--- The page of games that `tesela analyse` has judged; all have the same rules.
function M.page(list, options)
  local names, numbers = players_of(list)
  local page = games.new(names, options.variant, #list)
  for _, game in ipairs(list) do
    local players, result = {}, game.record.result or UNFINISHED
    for seat = 1, game.rules.seats do
      players[seat] = numbers[game.record.players[seat] or game.names[seat]]
    end
    page:add { number = game.number, line = results.line(game), players = players,
      places = result.places, scores = result.scores, reason = result.reason,
      plies = #game.record.moves, timed = true }
  end
  local title = "Analysis: " .. texts.count(#list, "game")
  local settings = list[1] and report.settings(list[1].settings)
  return pages.text { title = title, data = page:data(), body = table.concat { "<main>\n<h1>",
    html.text(title), "</h1>\n", settings and '<p class="soft">' .. html.text(
      report.rules_text(list[1].rules) .. ", " .. settings) .. "</p>\n" or "",
    phases(list), mistakes(list), pages.LIST, "</main>\n" } }
end

return M
