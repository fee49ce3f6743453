-- A tournament or a match at the command line: its progress, its report and its messages.

local cli = require "tesela.cli.cli"
local dry_runs = require "tesela.contest.run.dry_run"
local machine = require "tesela.contest.tournament"
local merge = require "tesela.contest.cluster.merge"
local position = require "tesela.cli.position_argument"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local report = require "tesela.contest.results.report"
local schedule = require "tesela.contest.schedule.schedule"
local text = require "tesela.text"

local M = {}

local function say(...) io.stderr:write(text.lines(table.concat { ... })) end

--- Adds arguments for processes and files; `file` is the default of --out.
function M.add(parser, file)
  parser:option("-w --workers", "Number of worker processes (default: one per core).")
    :argname("N")
  parser:option("-f --format", "Format of the report: text, markdown, csv or json.")
    :choices({ "text", "markdown", "csv", "json" }):default("text")
  parser:option("-o --out", ("File for the games (default %s)."):format(file))
    :argname("FILE")
  parser:flag("--no-lock", "For file systems without locks: make sure that no other "
    .. "process writes to the file.")
  parser:flag("--dry-run", "Print the pairings, the number of games and an estimate of the "
    .. "time from one game; keep no games.")
  parser:option("--prints", "File for the output of the bots and the places where they fail.")
    :argname("FILE")
end

--- The number of processes in the arguments, or nil.
function M.workers(args)
  return args.workers and position.integer(args.workers, "--workers", 1, 1024)
end

-- Calls f; an error ends the command with this status.
local function try(status, f, ...)
  local result = table.pack(pcall(f, ...))
  if result[1] then return table.unpack(result, 2, result.n) end
  local why = result[2]
  if type(why) ~= "string" then error(why, 0) end
  cli.fail(status, "%s", (cli.plain(why):gsub("^tesela%.tournament: ", "")))
end

--- Calls f; an error ends the command, without the function's name.
function M.try(f, ...) return try(1, f, ...) end

--- The same for the user's input: the status is 2.
function M.try_usage(f, ...) return try(2, f, ...) end

--- Opens a tournament (tournament.lua): errors in the definition or in bots end the command with 2,
--- errors of files with 1.
function M.open(given, options)
  options.job = M.try_usage(machine.prepare, given, options)
  return M.try(machine.open, given, options)
end

local TRUSTED = ": bots are trusted: like rules from files, they run with all of Lua in the "
  .. "workers, can read and write files, and share memory\n"

local function tell_before(session, options)
  local name = options.name
  if session.torn > 0 then
    say(name, ": ", session.path, ": cut off a torn line at the end (",
      text.count(session.torn, "byte"), ")\n")
  end
  if session.upgraded then
    say(name, ": ", session.path, ": ", session.upgraded, "\n")
  end
  if session.job.def.trusted then say(name, TRUSTED) end
  local why = options.explains and schedule.explanation(session.job.def)
  if why then say(name, ": ", text.clean(why), "\n") end
  if session.played > 0 then
    local planned = session.planned or session.stats.plan:total()
    say(name, ": ", session.path, " has ", text.count(session.played, "game"),
      planned and ("; %d are planned"):format(planned) or "", "\n")
  end
end

local ENDS = { sprt = "the test has decided", time = "the time is up",
  interrupted = "interrupted; ", killed = "some games are missing: the system killed their "
    .. "processes, as it does when memory is short (fewer workers, -w, need less); " }
local STATUS = { interrupted = 130, killed = 1 }

local function play(session)
  local show = process.terminal() and progress.new(session)
  local ok, why = pcall(machine.play, session, show)
  if show then progress.clear() end
  return ok, why
end

local COMPLAINTS = 5 -- messages shown individually

--- A function that reports skipped lines of files, for the command `name`; and one to call
--- after the last, which reports their number.
function M.complaints(name)
  local count = 0
  return function(why)
    count = count + 1
    if count <= COMPLAINTS then say(name, ": ", why, "\n") end
  end, function()
    if count == 0 then return end
    say(name, ": ", count, count == 1 and " line was" or " lines were", " skipped\n")
    return count
  end
end

--- Ends a command that has no games to report, because all lines were skipped.
function M.need_games(count, left)
  if count == 0 and left then
    cli.fail(1, "no readable game: all lines were skipped")
  end
end

--- Reads files of games for a command; ends it if they cannot be read.
function M.read(name, paths)
  local complain, finish = M.complaints(name)
  local parts, why = merge.read(paths, complain)
  local left = finish()
  if not parts then cli.fail(1, "%s", why) end
  M.need_games(parts.count, left)
  for _, note in ipairs(parts.notes) do say(name, ": ", note, "\n") end
  return parts
end

-- Plays one game without keeping it, and prints what a definition would play.
local function dry_run(given, options)
  local session = M.open(given, { own = options.own, programs = options.programs,
    tries = true })
  cli.write(M.try(dry_runs.text, session))
  return 0
end

--- Plays the definition `given`, and reports. `options`: name (of the command), file (nil:
--- none), lock, shard, own, programs, prints, hint (see tournament.lua), format, shows =
--- true: show the first output of bots, explains = true: say why more games are played than
--- `games`, again = how to resume, dry_run = true: keep no game. Returns the command's
--- status.
function M.run(given, options)
  if options.dry_run then return dry_run(given, options) end
  local session = M.open(given, { file = options.file, lock = options.lock,
    shard = options.shard, own = options.own, programs = options.programs,
    prints = options.prints, tries = true, hint = options.hint,
    command = options.shows and options.name or nil })
  tell_before(session, options)
  local ok, why = play(session)
  machine.close(session)
  if not ok then M.try(error, why, 0) end
  cli.write(report.render(M.try(machine.counted, session):summary(), options.format))
  if why then
    say(options.name, ": ", ENDS[why], STATUS[why] and options.again or "", "\n")
  end
  if options.file then say("games: ", options.file, "\n") end
  return STATUS[why] or 0
end

return M
