-- tesela tournament FILE: plays the tournament of a definition in Lua on all cores, and
-- keeps every game. Repeating the command resumes it.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local cli = require "tesela.cli.cli"
local console = require "tesela.contest.console"
local interrupt = require "tesela.interrupt"
local position = require "tesela.cli.position_argument"
local source = require "tesela.base.source"

require "tesela.terminal.dialogue.show_values" -- sets the width of the terminal

local function is_game(path)
  cli.fail(2, "%s is a game; a tournament is a file that returns a table: "
    .. "{ rules = \"%s\", bots = { \"expert\", \"greedy\" } }", path,
    path:find "/" and path or "./" .. path)
end

-- The value that the file returns. A game has no name here, and fails for that; it gets
-- its file's name when the file is loaded as a game.
local function value_of(path)
  local chunk, why = loadfile(path)
  if not chunk then cli.fail(2, "%s", why) end
  local ok, value = pcall(chunk)
  if ok then return value end
  interrupt.pass()
  if pcall(tesela.game, path:find "/" and path or "./" .. path) then is_game(path) end
  return cli.try(2, error, value, 0)
end

-- Paths in the file are relative to its folder.
local function place(given, path)
  local function beside(value)
    local is_path = type(value) == "string" and bots.is_path(value) and not bots.is_program(value)
    return is_path and source.beside(value, path) or value
  end
  given.rules, given.openings = beside(given.rules), beside(given.openings)
  for i, bot in ipairs(type(given.bots) == "table" and given.bots or {}) do
    if type(bot) == "table" and rawget(bot, "bot") ~= nil then
      bot.bot = beside(bot.bot)
    else
      given.bots[i] = beside(bot)
    end
  end
end

local function definition(path)
  local given = value_of(path)
  if arguments.kind(given):find "^tesela%.game" then is_game(path) end
  if type(given) ~= "table" then
    cli.fail(2, "%s: expected a file that returns a table, but it returns %s", path,
      given == nil and "nothing" or "a " .. type(given))
  end
  place(given, path)
  return given
end

-- The command line overrides the file.
local function change(given, args)
  if args.games then given.games = position.integer(args.games, "--games", 1) end
  if args.seed then given.seed = position.seed(args.seed) end
  for name, value in pairs(position.budget(args)) do
    given.budget = given.budget or {}
    given.budget[name] = value
  end
  given.workers = console.workers(args) or given.workers
  if args.trusted then given.trusted = true end
  if type(given.rules) == "string" then position.say_terms(args, given.rules) end
end

local function shard(text)
  if not text then return nil end
  local files = require "tesela.contest.games_file"
  local part, of = files.shard(text)
  if not part then cli.fail(2, "--shard %s: expected %s", text, files.A_SHARD) end
  return { part = part, of = of }
end

-- cup.lua gives cup.jsonl, its parts cup.1-of-4.jsonl.
local function file_name(path, part)
  local base = path:match "([^/]*)%.lua$" or path:match "[^/]*$"
  return base .. (part and (".%d-of-%d"):format(part.part, part.of) or "") .. ".jsonl"
end

-- ---- elsewhere ----------------------------------------------------------------

-- The arguments to repeat on other machines.
local function same_words(args)
  local words = { "tesela", "tournament", args.file }
  for _, name in ipairs { "games", "seed", "level", "clock", "limit" } do
    if args[name] then
      words[#words + 1] = "--" .. name
      words[#words + 1] = args[name]
    end
  end
  for _, name in ipairs { "trusted", "programs" } do
    if args[name] then words[#words + 1] = "--" .. name end
  end
  for i, word in ipairs(words) do words[i] = cli.quoted(word) end
  return table.concat(words, " ")
end

-- The definition as played in parts, and the files that it needs.
local function prepare(args, shards)
  local needs = require "tesela.contest.cluster.needs"
  local machine = require "tesela.contest.tournament"
  local files, session = needs.of(function()
    local given = definition(args.file)
    change(given, args)
    return console.open(given, { shard = shards, programs = args.programs or false })
  end)
  local total = session.stats.plan:total()
  machine.close(session)
  return files, total // session.job.def.seats
end

local function check_elsewhere(args)
  if args.parts and not args.script then
    cli.fail(2, "--parts %s: only with --script", args.parts)
  end
  if not (args.script or args.files) then return end
  for _, name in ipairs { "shard", "out", "prints", "workers", "no_lock",
    args.files and "script" or nil } do
    if args[name] then
      cli.fail(2, "--%s and --%s cannot be combined", args.files and "files" or "script",
        (name:gsub("_", "-")))
    end
  end
end

local function list_files(args)
  for _, file in ipairs((prepare(args))) do cli.write(file, "\n") end
end

local MOST = 1000 -- parts by default: the size of Slurm's arrays

local function write_script(args)
  local files, pairs_of_all = prepare(args, { part = 1, of = 1 })
  local most = math.min(pairs_of_all, require "tesela.contest.games_file".PARTS)
  local parts = args.parts and position.integer(args.parts, "--parts", 1, most)
    or math.min(most, MOST)
  cli.write(require "tesela.contest.cluster.script".text(args.script, { file = args.file,
    name = file_name(args.file):match "^(.*)%.jsonl$", parts = parts,
    command = same_words(args), files = files }))
end

return {
  summary = "Play a tournament of bots.",
  configure = function(parser)
    parser:argument("file", "Lua file that returns the definition.")
    parser:option("-n --games", "Games per pairing."):argname("N")
    parser:option("--seed", "Seed of the tournament."):argname("S")
    parser:option("--level", "Level of the bots that have levels, such as expert: 1 to 9.")
      :argname("L")
    position.add_clock(parser)
    parser:option("--shard", "Play only part I of N."):argname("I/N")
    parser:option("--script", "Print a script that plays the parts on many machines."
      ):choices { "parallel", "slurm" }
    parser:option("--parts", "Number of parts of --script (default: one for each pair of "
      .. "games, at most 1000)."):argname("N")
    parser:flag("--files", "List the files that the tournament needs.")
    position.add_terms(parser)
    position.add_programs(parser)
    console.add(parser, "NAME.jsonl")
  end,
  run = function(args)
    check_elsewhere(args)
    if args.files then return list_files(args) end
    if args.script then return write_script(args) end
    local given, part = definition(args.file), shard(args.shard)
    change(given, args)
    return console.run(given, { name = "tesela tournament", shard = part,
      file = args.out or file_name(args.file, part), dry_run = args.dry_run,
      format = args.format,
      lock = not args.no_lock, programs = args.programs or false, prints = args.prints,
      explains = true, again = "the same command resumes",
      hint = "; -o names another file" })
  end,
}
