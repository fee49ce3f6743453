-- tesela report FILE...: what the games of a tournament say, or one of them.

local cli = require "tesela.command.cli"
local interrupt = require "tesela.interrupt"
local position = require "tesela.command.position"
local texts = require "tesela.text"

-- The record as it stands, and the last position.
local function show_game(parts, args)
  local number = position.integer(args.game, "--game", 1)
  local merge = require "tesela.tournament.merge"
  local tesela = require "tesela"
  local line = merge.line(parts, number)
  if not line then cli.fail(1, "there is no game %d", number) end
  local record = tesela.decode(line)
  position.say_terms(args, merge.game(parts.definition))
  local ok, state, why = pcall(tesela.replay, line, #record.moves,
    merge.game(parts.definition))
  interrupt.pass(ok, state)
  if not ok or not state then
    cli.fail(1, "game %d: %s", number, tostring(ok and why or state))
  end
  cli.write(texts.clean(line), "\n", tostring(state))
  local result = record.result
  for seat, name in ipairs(record.players) do
    cli.write(("%s: %s, place %d, score %d\n"):format(state.seat_names[seat],
      texts.clean(name), result.places[seat], result.scores[seat]))
  end
  cli.write(("%s after %d %s%s\n"):format(texts.clean(result.reason), #record.moves,
    #record.moves == 1 and "ply" or "plies",
    result.message and ": " .. texts.clean(result.message) or ""))
end

local function anchors(args)
  local list = {}
  for _, given in ipairs(args.anchor or {}) do
    local name, elo = given:match "^(.+)=([+-]?%d+%.?%d*)$"
    if not name then cli.fail(2, "--anchor %s: expected NAME=ELO", given) end
    list[name] = tonumber(elo)
  end
  return list
end

-- The tournaments of several files.
local function pooled(args)
  local complain, finish = require "tesela.tournament.console".complaints "tesela report"
  local list, why = require "tesela.tournament.pool".read(args.files, complain)
  finish()
  return list or cli.fail(1, "%s", why)
end

local function write_parts(args, parts, value)
  cli.write(require "tesela.tournament.report".render_parts(parts, args.format, value))
end

local function show_ratings(args)
  local pool = require "tesela.tournament.pool"
  local list = cli.try(1, pool.list, pooled(args), anchors(args))
  write_parts(args, pool.parts(list), list)
end

local function show_comparison(args)
  local compare = require "tesela.tournament.compare"
  local list = pooled(args)
  if #list ~= 2 then
    cli.fail(2, "--compare: expected files of two tournaments, got %d", #list)
  end
  local found, why = compare.of(list[1].summary, list[2].summary)
  if not found then cli.fail(1, "%s", why) end
  write_parts(args, compare.parts(found), { bots = found.bots, pairings = found.pairings,
    first = found.first, differences = found.differences })
end

-- The games in which an analysis stands, as of analysis.lua.
local function analysed(parts)
  local merge = require "tesela.tournament.merge"
  local results = require "tesela.analysis.result"
  local tesela = require "tesela"
  local games = {}
  for _, number in ipairs(merge.numbers(parts)) do
    local line = merge.line(parts, number)
    local record = line:find('"analysis":', 1, true) and tesela.decode(line)
    local verdict = record and results.verdict(record)
    if verdict then
      games[#games + 1] = { record = record, verdict = verdict, names = record.players,
        rules = { seats = #record.players } }
    end
  end
  return games
end

-- Where the players lose their games, if `tesela analyse` has looked at some.
local function write_mistakes(parts, format)
  local games = analysed(parts)
  if #games == 0 then return end
  local words = require "tesela.analysis.report".phase_table(games)
  local count = texts.count(#games, "analysed game")
  cli.write(format == "markdown" and ("\n## Mistakes in %s\n\n```\n%s```\n"):format(count,
    words) or ("\nMistakes in %s\n%s"):format(count, words))
end

return {
  summary = "Show what the games of a tournament say.",
  configure = function(parser)
    parser:argument("files", "Files of games of one tournament, with --ratings or "
      .. "--compare of several."):args("+"):argname("FILE")
    parser:option("-f --format", "text, markdown, csv or json.")
      :choices({ "text", "markdown", "csv", "json" }):default("text")
    parser:option("-g --game", "Show only this game."):argname("N")
    parser:flag("--ratings", "One list of ratings of the bots of all files.")
    parser:option("--anchor", "Of --ratings: the rating of a bot is held.")
      :argname("NAME=ELO"):count("*")
    parser:flag("--compare", "Two tournaments side by side: what has changed.")
    position.add_terms(parser)
  end,
  run = function(args)
    if args.anchor and #args.anchor > 0 and not args.ratings then
      cli.fail(2, "--anchor: expected --ratings with it")
    end
    if args.ratings then return show_ratings(args) end
    if args.compare then return show_comparison(args) end
    local merge = require "tesela.tournament.merge"
    local parts = require "tesela.tournament.console".read("tesela report", args.files)
    if args.game then
      return show_game(parts, args)
    end
    cli.write(require "tesela.tournament.report".render(
      merge.counted(parts):summary(), args.format))
    if args.format == "text" or args.format == "markdown" then
      write_mistakes(parts, args.format)
    end
  end,
}
