-- tesela tournament FILE: plays what a definition in Lua says, on all cores,
-- and keeps every game. The same command again goes on where it stopped.

local cli = require "tesela.command.cli"
local position = require "tesela.command.position"
local process = require "tesela.process"

local function definition(path)
  local chunk, why = loadfile(path)
  if not chunk then cli.fail(1, "%s", why) end
  local given = cli.try(1, chunk)
  if type(given) ~= "table" then
    cli.fail(1, "%s: expected a file that returns a table, it returns %s", path,
      given == nil and "nothing" or "a " .. type(given))
  end
  return given
end

-- What the command line says counts for more than the file.
local function change(given, args)
  if args.games then given.games = position.integer(args.games, "--games", 1) end
  if args.seed then given.seed = position.seed(args.seed) end
  if args.workers then
    given.workers = position.integer(args.workers, "--workers", 1, 1024)
  end
  if args.trusted then given.trusted = true end
end

local function shard(text)
  if not text then return nil end
  local part, of = text:match "^(%d+)/(%d+)$"
  part, of = math.tointeger(tonumber(part)), math.tointeger(tonumber(of))
  if not part or part < 1 or part > of then
    cli.fail(2, "--shard %s: expected I/N, the I-th of N parts", text)
  end
  return { part = part, of = of }
end

-- cup.lua gives cup.jsonl, its parts cup.1-of-4.jsonl.
local function file_name(path, part)
  local base = path:match "([^/]*)%.lua$" or path:match "[^/]*$"
  return base .. (part and (".%d-of-%d"):format(part.part, part.of) or "") .. ".jsonl"
end

local TRUSTED = "tesela tournament: bots are trusted: they run with all of Lua "
  .. "in the workers, can read and write files, and share memory\n"

local function say(...) io.stderr:write(...) end

local function tell_before(session)
  if session.torn > 0 then
    say("tesela tournament: ", session.path, ": cut off a torn line at the end (",
      session.torn, " bytes)\n")
  end
  if session.job.def.trusted then say(TRUSTED) end
  if session.played > 0 then
    say("tesela tournament: ", session.path, " has ", session.played, " games",
      session.planned and (", %d are asked for"):format(session.planned) or "", "\n")
  end
end

local ENDS = {
  sprt = "the test has decided", time = "the time is over",
  interrupted = "interrupted; the same command goes on",
}

-- Calls f; what it raises ends the command, without the function's name.
local function try(f, ...)
  local result = table.pack(pcall(f, ...))
  if result[1] then return table.unpack(result, 2, result.n) end
  local why = result[2]
  if type(why) ~= "string" then error(why, 0) end
  cli.fail(1, "%s", (cli.plain(why):gsub("^tesela%.tournament: ", "")))
end

local function play(session)
  local progress = require "tesela.tournament.progress"
  local show = process.terminal() and progress.new(session)
  local ok, why = pcall(require "tesela.tournament.tournament".play, session, show)
  if show then progress.clear() end
  return ok, why
end

return {
  summary = "Play a tournament of bots.",
  configure = function(parser)
    parser:argument("file", "Lua file that returns the definition.")
    parser:option("-n --games", "Games of each pairing."):argname("N")
    parser:option("--seed", "Seed of the tournament."):argname("S")
    parser:option("-w --workers", "Processes that play (default: one a core).")
      :argname("N")
    parser:option("--shard", "Play only the I-th of N parts."):argname("I/N")
    parser:flag("--trusted",
      "Run bots without boxes: with all of Lua, files included.")
    parser:option("-f --format", "The report: text, markdown, csv or json.")
      :choices({ "text", "markdown", "csv", "json" }):default("text")
    parser:option("-o --out", "File for the games (default NAME.jsonl).")
      :argname("FILE")
  end,
  run = function(args)
    local machine = require "tesela.tournament.tournament"
    local given, part = definition(args.file), shard(args.shard)
    change(given, args)
    local path = args.out or file_name(args.file, part)
    local session = try(machine.open, given, { file = path, shard = part })
    tell_before(session)
    local ok, why = play(session)
    machine.close(session)
    if not ok then try(error, why, 0) end
    local summary = machine.counted(session):summary()
    cli.write(require "tesela.tournament.report".render(summary, args.format))
    if why then say("tesela tournament: ", ENDS[why], "\n") end
    say("games: ", path, "\n")
    return why == "interrupted" and 130 or 0
  end,
}
