-- tesela analyse FILE: analyses recorded games position by position: the loss of each
-- move, the turning points, the accuracy of each side.

local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local cli = require "tesela.cli.cli"
local colour = require "tesela.terminal.dialogue.colour"
local curve = require "tesela.analysis.curve"
local gamefile = require "tesela.terminal.show.game_file"
local input = require "tesela.terminal.dialogue.input"
local journal = require "tesela.journal"
local keeping = require "tesela.analysis.analysis_file"
local my_games = require "tesela.terminal.play.my_games"
local opened = require "tesela.base.opened"
local output = require "tesela.base.output"
local pager = require "tesela.terminal.dialogue.pager"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local puzzles = require "tesela.analysis.find_puzzles"
local report = require "tesela.analysis.analysis_report"
local results = require "tesela.analysis.analysis_result"
local texts = require "tesela.text"

require "tesela.terminal.dialogue.show_values" -- sets the width of the terminal

local INTERRUPTED = 130

-- ---- which games ------------------------------------------------------------

local function same(a, b)
  return a.by == b.by and a.seed == b.seed and a.iterations == b.iterations
    and a.seconds == b.seconds
end

-- A game of the file, with the wanted analysis if its record contains it.
local function open_game(lines, entry, options)
  local ok, game = pcall(analysis.game, entry.line, options)
  if not ok then
    cli.fail(1, "%s:%d: %s", lines.path, entry.number, cli.plain(game))
  end
  game.number, game.at, game.text = entry.game, entry.number, entry.line
  local verdict = results.of_record(game)
  if verdict and same(results.settings(game.record), game.settings) then
    game.verdict = verdict
  end
  game.line = results.plain(entry.line)
  return game
end

local function open_games(args, lines)
  local options = { rules = lines.rules, budget = position.budget(args),
    seed = position.seed(args.seed) }
  local number = args.game and position.integer(args.game, "--game", 1)
  local list = {}
  for _, entry in ipairs(lines) do
    if not number or entry.game == number then
      list[#list + 1] = open_game(lines, entry, options)
    end
  end
  if #list == 0 then cli.fail(1, "%s: there is no game %d", lines.path, number) end
  return list
end

-- The name of the game that was played.
local function game_of(lines)
  local record = #lines > 0 and tesela.decode(lines[1].line)
  return lines.rules and lines.rules.name or type(record) == "table" and record.game or ""
end

-- A line without its analysis; it need not be a record.
local function plain(line)
  return type(tesela.decode(line)) == "table" and results.plain(line) or line
end

-- An overwritten file must contain exactly these games: a note added to one makes it a
-- different game.
local function check_games(path, lines)
  local known = {}
  for _, entry in ipairs(lines) do known[plain(entry.line)] = true end
  local file <close> = opened(path)
  for line in file and file:lines() or function() end do
    if line:find "%S" and not known[plain(line)] then
      cli.fail(1, "%s: other games or notes in it would be lost", path)
    end
  end
end

-- The games that are not analysed yet.
local function undone(games)
  local list = {}
  for _, game in ipairs(games) do
    if not game.verdict then list[#list + 1] = game end
  end
  return list
end

-- ---- the work ---------------------------------------------------------------

-- A function that shows the progress, or nil without a terminal.
local function shower()
  local since = tesela.clock()
  return progress.now_and_then(function(done, of)
    local left = done > 0 and (", %s left"):format(
      progress.duration((tesela.clock() - since) * (of - done) / done)) or ""
    return ("%d of %d positions%s"):format(done, of, left)
  end)
end

local function workers(args)
  return args.workers and position.integer(args.workers, "--workers", 0, 1024)
end

-- Analyses the games; returns what stopped it early.
local function work(args, games)
  local list, keep = undone(games), nil
  if args.out and #list > 0 then
    local why
    keep, why = keeping.open(args.out, list, args.no_lock)
    if not keep then cli.fail(1, "%s", why) end
    if why > 0 then
      cli.tell("tesela analyse: resumes: %s of %s are done",
        texts.count(why, "position"), args.out)
    end
  end
  local ok, stopped = input.guard(analysis.run, list, {
    workers = workers(args), tick = shower(),
    on_ply = keep and function(...) keep:add(...) end })
  if process.terminal() then progress.clear() end
  if keep then keep:close() end
  if ok == nil then return "interrupted" end
  if not ok then cli.fail(1, "%s", cli.plain(stopped)) end
  return stopped
end

-- ---- what is written --------------------------------------------------------

-- The named files, and the kinds that they may overwrite.
local KINDS = { { "out", output.GAMES }, { "puzzles", output.PUZZLES },
  { "svg", output.PICTURE } }

-- The games replace a file; the results so far are kept beside it.
local function check_place(path, no_lock)
  local file, why = journal.replace(path, no_lock)
  if not file then cli.fail(1, "%s", why or path .. ": expected a file") end
  file:close()
end

-- Checked first, so that no search is lost because its file cannot be written.
local function check_files(args)
  local option_of = {}
  for _, each in ipairs(KINDS) do
    local option, kind = each[1], each[2]
    local path, ok, why = args[option], true, nil
    if path then ok, why = output.check(path, kind) end
    if not ok then cli.fail(1, "%s: %s", path, why) end
    local place = path and output.place(path) or option
    if option_of[place] then
      cli.fail(2, "--%s and --%s: expected two files", option_of[place], option)
    end
    option_of[place] = option
  end
  if args.out then check_place(args.out, args.no_lock) end
end

local function put(path, kind, text)
  local ok, why = output.write(path, kind, text)
  if not ok then cli.fail(1, "%s: %s", path, why) end
end

-- The records in the file; games of other programs become records.
local function file_lines(args, lines)
  local list = {}
  if lines.said then
    for i, entry in ipairs(lines) do list[i] = entry.line end
    return list
  end
  if lines.content then -- a pipe cannot be read again
    for line in (lines.content:gsub("\n$", "") .. "\n"):gmatch "(.-)\n" do
      list[#list + 1] = line
    end
    return list
  end
  local file <close> = cli.open(args.file)
  for line in file:lines() do list[#list + 1] = line end
  return list
end

-- The place of a game in the file as it is now, or nil if the file has changed.
local function place_of(list, game)
  if list[game.at] == game.text then return game.at end
  for at, line in ipairs(list) do
    if line == game.text then return at end
  end
end

-- The file as it is now, with the analyses in the games.
local function write_records(args, lines, games)
  local list = file_lines(args, lines)
  for _, game in ipairs(games) do
    local at = place_of(list, game)
    if at then
      list[at] = results.line(game)
    else
      cli.tell("%s: game %d was changed during the analysis, and is kept without one",
        args.file, game.number)
    end
  end
  put(args.out, output.GAMES, table.concat(list, "\n") .. "\n")
  os.remove(args.out .. ".part")
end

local function write_picture(args, games)
  put(args.svg, output.PICTURE, curve.svg(games[1], report.sentence))
end

local function whole(games)
  local list = {}
  for _, game in ipairs(games) do
    if game.verdict and game.verdict.whole then list[#list + 1] = game end
  end
  return list
end

local ORDER = { "game", "players", "accuracy", "worst", "by", "version", "iterations",
  "seconds", "seed" }

local function write_json(games)
  for _, game in ipairs(games) do
    local object = {}
    for name, value in pairs(results.of(game)) do
      if name ~= "line" then object[name] = value end
    end
    object.game, object.players = game.number, game.record.players
    cli.write(texts.json(tesela.encode(object, ORDER)), "\n")
  end
end

local function write_text(games, done)
  local symbols = colour.symbols()
  if #games == 1 then
    return pager.write(report.text(games[1], { symbols = symbols }))
  end
  for _, game in ipairs(done) do
    cli.write(("game %d: "):format(game.number),
      report.worst(game, 1)[1], "\n")
  end
  if #done > 0 then cli.write("\n", report.phase_table(done)) end
end

-- Ctrl-C may interrupt this, too.
local function write_puzzles(args, games)
  local text = puzzles.text(games, workers(args))
  if not text then return "interrupted" end
  if text ~= "" then put(args.puzzles, output.PUZZLES, text) end
  local _, count = text:gsub("\n", "")
  cli.tell("puzzles: %s", count > 0 and args.puzzles or "none found")
end

local function write(args, lines, games, stopped)
  local done = whole(games)
  if args.puzzles and not stopped then
    stopped = write_puzzles(args, done)
  end
  if args.svg then write_picture(args, games) end
  if args.out and not stopped then write_records(args, lines, games) end
  if args.format == "html" then
    cli.write(require "tesela.report_pages.analysis_page".page(done, { variant = lines.rules }))
  elseif args.format == "json" then
    write_json(done)
  else
    write_text(games, done)
  end
  return stopped
end

return {
  summary = "Find the mistakes in recorded games.",
  configure = function(parser)
    parser:argument("file", "File of records (JSON Lines), as written by match and save; "
      .. "at a terminal the default is your recent games."):argname("FILE"):args "?"
    parser:option("-g --game", "Analyse only game N."):argname("N")
    parser:option("--iterations", "Budget of each search (default: enough for 15 seconds of "
      .. "CPU time per game)."):argname("N")
    parser:option("--seconds", "Budget of each search, in seconds."):argname("S")
    parser:option("--seed", "Seed of the searches (default 0)."):argname("S")
    parser:option("-w --workers", "Number of searching processes (default: one per core).")
      :argname("N")
    parser:option("-o --out", "Write the games with their analysis to this file; an "
      .. "interrupted analysis resumes."):argname("FILE")
    parser:option("-f --format", "Format: text, json or html (in one file).")
      :choices({ "text", "json", "html" }):default("text")
    parser:option("--svg", "Write the curve of a game as a picture (SVG)."):argname("FILE")
    parser:option("--puzzles", "Write the positions in which the player missed the only "
      .. "winning move."):argname("FILE")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    position.add_terms(parser)
    position.add_weights(parser)
    parser:flag("--no-lock", "For file systems without locks.")
    parser:option("--color", "Draw curves in block symbols (default auto: on colour terminals).")
      :choices { "always", "never", "auto" }
  end,
  run = function(args)
    if args.color then tesela.color = args.color end
    args.file = args.file or my_games.choose()
    if not args.file then return end
    if args.out and args.out:find "%.blksgf$" then
      cli.fail(2, "--out: %s: an analysis is written with records, into FILE.jsonl", args.out)
    end
    position.check_games_path(args.out)
    check_files(args)
    local lines, why = gamefile.read(args.file, nil, true)
    if not lines then cli.fail(1, "%s", why) end
    lines.rules = position.given_rules(args) or position.named_rules(args, lines.named)
    if args.weights then position.give_weights(args, game_of(lines)) end
    local games = open_games(args, lines)
    if args.svg and #games > 1 then
      cli.fail(2, "--svg: expected one game; --game N chooses it")
    end
    if args.out then check_games(args.out, lines) end
    local stopped = work(args, games)
    if not write(args, lines, games, stopped) then return end
    cli.tell("tesela analyse: interrupted; %s", args.out and "the same command resumes"
      or "with -o FILE the same command would resume")
    return INTERRUPTED
  end,
}
