-- tesela report FILE...: the results of a tournament, or one of its games.

local cli = require "tesela.cli.cli"
local interrupt = require "tesela.interrupt"
local output = require "tesela.base.output"
local position = require "tesela.cli.position_argument"
local progress = require "tesela.contest.run.progress"
local show = require "tesela.terminal.dialogue.show_values"
local tesela = require "tesela"
local texts = require "tesela.text"

-- A line, folded to the width of the terminal.
local function write_folded(form, ...)
  local line = form:format(...)
  local folds = texts.room() < texts.WIDTH and texts.columns(line) > texts.room()
  cli.write(folds and texts.fold(line, "", "  ") or line, "\n")
end

-- The record, unchanged, and the last position.
local function show_game(parts, args)
  local number = position.integer(args.game, "--game", 1)
  local merge = require "tesela.contest.cluster.merge"
  local line = merge.line(parts, number)
  if not line then cli.fail(1, "there is no game %d", number) end
  local record = tesela.decode(line)
  position.say_terms(args, merge.game(parts.definition))
  local ok, state, why = interrupt.try(tesela.replay, line, #record.moves,
    merge.game(parts.definition))
  if not ok or not state then
    cli.fail(1, "game %d: %s", number, tostring(ok and why or state))
  end
  cli.write(texts.clean(line), "\n", show.board(state, nil, true))
  local result = record.result
  for seat, name in ipairs(record.players) do
    write_folded("%s: %s, place %d, score %d", state.seat_names[seat],
      texts.clean(name), result.places[seat], result.scores[seat])
  end
  write_folded("%s after %d %s%s", texts.clean(result.reason), #record.moves,
    #record.moves == 1 and "ply" or "plies",
    result.message and ": " .. texts.clean(result.message) or "")
end

local MOST_ELO = 100000 -- of an anchor

local function anchors(args)
  local list = {}
  for _, given in ipairs(args.anchor or {}) do
    local name, elo = given:match "^(.+)=([+-]?%d+%.?%d*)$"
    if not name then cli.fail(2, "--anchor %s: expected NAME=ELO", given) end
    local value = tonumber(elo)
    if math.abs(value) > MOST_ELO then
      cli.fail(2, "--anchor: expected a rating of at most %d", MOST_ELO)
    end
    if list[name] then cli.fail(2, "--anchor %s: %s already has a rating", given, name) end
    list[name] = value
  end
  return list
end

-- The tournaments of several files.
local function pooled(args)
  local console = require "tesela.contest.console"
  local complain, finish = console.complaints "tesela report"
  local list, why = require "tesela.contest.results.rating_pool".read(args.files, complain)
  local left, count = finish(), 0
  if not list then cli.fail(1, "%s", why) end
  for _, one in ipairs(list) do count = count + one.summary.games end
  console.need_games(count, left)
  return list
end

local function write_parts(args, parts, value)
  cli.write(require "tesela.contest.results.report".render_parts(parts, args.format, value))
end

local function show_ratings(args)
  local pool = require "tesela.contest.results.rating_pool"
  local list, unknown = cli.try(1, pool.list, pooled(args), anchors(args))
  if not list then cli.fail(2, "--anchor: no bot %s has played", unknown) end
  write_parts(args, pool.parts(list), list)
end

local function show_comparison(args)
  local compare = require "tesela.contest.results.compare"
  local list = pooled(args)
  if #list ~= 2 then
    cli.fail(2, "--compare: expected files of two tournaments, got %d", #list)
  end
  local found, why = compare.of(list[1].summary, list[2].summary)
  if not found then cli.fail(1, "%s", why) end
  write_parts(args, compare.parts(found), { bots = found.bots, pairings = found.pairings,
    first = found.first, differences = found.differences })
end

-- The games with an analysis, in the format of analysis.lua.
local function analysed(parts)
  local merge = require "tesela.contest.cluster.merge"
  local results = require "tesela.analysis.analysis_result"
  local games = {}
  merge.each_game(parts, function(line)
    local record = line:find('"analysis":', 1, true) and tesela.decode(line)
    local verdict = record and results.verdict(record, #record.players)
    if verdict then
      games[#games + 1] = { record = record, verdict = verdict, names = record.players,
        rules = { seats = #record.players } }
    end
  end)
  return games
end

-- ---- a page -----------------------------------------------------------------

local REPLAYED = 1000

local function write_page(args, text)
  if not args.out then return cli.write(text) end
  local ok, why = output.write(args.out, output.GAMES_PAGE, text)
  if not ok then cli.fail(1, "--out %s: %s", args.out, why) end
end

-- The number of games that can be replayed in the page.
local function replayed(args)
  if args.no_games then return 0 end
  return args.games and position.integer(args.games, "--games", 0) or REPLAYED
end

local function show_page(args, parts)
  local merge = require "tesela.contest.cluster.merge"
  position.say_terms(args, merge.game(parts.definition))
  local tick = progress.now_and_then(function(done, of)
    return ("%d of %d games"):format(done, of)
  end)
  local ok, text, lost = pcall(require "tesela.report_pages.tournament_page".page, parts,
    { most = replayed(args), tick = tick })
  if tick then progress.clear() end
  if not ok then error(text, 0) end
  write_page(args, text)
  if lost then cli.tell("tesela report: %s", lost) end
end

-- The mistakes that lost games, if `tesela analyse` has analysed some.
local function write_mistakes(parts, format)
  local games = analysed(parts)
  if #games == 0 then return end
  local words = require "tesela.analysis.analysis_report".phase_table(games)
  local count = texts.count(#games, "analysed game")
  cli.write(format == "markdown" and ("\n## Mistakes in %s\n\n```\n%s```\n"):format(count,
    words) or ("\nMistakes in %s\n%s"):format(count, words))
end

-- The options of a page exclude other formats.
local function check_page(args)
  local page = args.format == "html"
  for _, name in ipairs { "out", "games", "no_games" } do
    if args[name] and not page then
      cli.fail(2, "--%s: expected -f html with it", (name:gsub("_", "-")))
    end
  end
  if page and (args.ratings or args.compare or args.game) then
    cli.fail(2, "-f html: a page shows one whole tournament; not with --ratings, --compare "
      .. "or --game")
  end
end

-- The views exclude each other.
local function check_subject(args)
  local subject
  for _, name in ipairs { "game", "ratings", "compare" } do
    if args[name] and subject then
      cli.fail(2, "--%s and --%s: expected one of them", subject, name)
    end
    subject = args[name] and name or subject
  end
  if args.game and args.format ~= "text" then
    cli.fail(2, "-f %s: not with --game, which prints the record and its board",
      args.format)
  end
end

return {
  summary = "Show the results of a tournament.",
  configure = function(parser)
    parser:argument("files", "Files of games of one tournament; of several with --ratings "
      .. "or --compare."):args("+"):argname("FILE")
    parser:option("-f --format", "Format: text, markdown, csv, json or html (in one file).")
      :choices({ "text", "markdown", "csv", "json", "html" }):default("text")
    parser:option("-o --out", "File for the page (default: standard output)."):argname("FILE")
    parser:option("--games", ("Include the first N games in the page, to be replayed "
      .. "(default %d)."):format(REPLAYED)):argname("N")
    parser:flag("--no-games", "Include no games in the page.")
    parser:option("-g --game", "Show only this game."):argname("N")
    parser:flag("--ratings", "Rate the bots of all files in one list.")
    parser:option("--anchor", "For --ratings: fix the rating of a bot.")
      :argname("NAME=ELO"):count("*")
    parser:flag("--compare", "Compare two tournaments side by side.")
    position.add_terms(parser)
  end,
  run = function(args)
    if args.anchor and #args.anchor > 0 and not args.ratings then
      cli.fail(2, "--anchor: expected --ratings with it")
    end
    check_page(args)
    check_subject(args)
    if args.ratings then return show_ratings(args) end
    if args.compare then return show_comparison(args) end
    local parts = require "tesela.contest.console".read("tesela report", args.files)
    if args.game then
      return show_game(parts, args)
    end
    if args.format == "html" then return show_page(args, parts) end
    local summary = require "tesela.contest.cluster.merge".summary(parts)
    local is_read = args.format == "text" or args.format == "markdown"
    cli.write(require "tesela.contest.results.report".render(summary, args.format))
    if is_read then write_mistakes(parts, args.format) end
  end,
}
