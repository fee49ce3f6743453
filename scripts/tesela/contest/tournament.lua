-- Tournaments: tesela.tournament(definition, options).
--
-- A tournament is data: its definition (definition.lua, schedule.lua), its results (stats.lua) and
-- their report (report.lua). This file adds the machine: the files of bots and rules, the file of
-- games, and the processes that play (runner.lua, worker.lua). To resume, it counts the games
-- that the file has (count_games); runner.lua plays the missing ones (next_number).

local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local commands = require "tesela.programs.command_line"
local first_move = require "tesela.contest.run.first_move"
local interrupt = require "tesela.interrupt"
local journals = require "tesela.journal"
local files = require "tesela.contest.games_file"
local opened = require "tesela.base.opened"
local openings = require "tesela.contest.schedule.opening"
local origin = require "tesela.contest.origin"
local sources = require "tesela.bots.bot_sources"
local report = require "tesela.contest.results.report"
local prints = require "tesela.contest.run.bot_output"
local output = require "tesela.base.output"
local process = require "tesela.process"
local runner = require "tesela.contest.run.runner"
local definitions = require "tesela.contest.definition"
local identity = require "tesela.contest.identity"
local formats = require "tesela.contest.formats"
local schedule = require "tesela.contest.schedule.schedule"
local stats = require "tesela.contest.results.stats"
local supplies = require "tesela.sandbox.supplies"
local tables = require "tesela.base.tables"
local worker = require "tesela.contest.run.worker"

local M = {}


local function fail(form, ...) error("tesela.tournament: " .. form:format(...), 0) end

local function expect(value, why) return value or fail("%s", why) end

-- ---- the sources of bots ----------------------------------------------------

-- A bot of a definition as { name =, bot = }, and the result of tesela.bot for it, if there is
-- one.
local function spec_of(bot)
  if type(bot) ~= "table" then return { bot = bot } end
  if bots.is_made(bot) then
    if rawget(bot, "command") then return commands.spec(bot), bot end
    if rawget(bot, "source") then return { name = bot.name, bot = bot.path }, bot end
  end
  return bot.choose and { bot = bot } or bot
end

local function modules_of(source)
  local modules, why = sources.outside(source)
  return why and expect(nil, why) or modules
end

-- The file or program of a bot, if it has one: its source, its hash, and the hash of the modules
-- that it requires from elsewhere.
local function read_bot(spec, made, trusted)
  if bots.is_program(spec.bot) then
    local program = made or bots.program(spec.bot, spec)
    return program, program.print
  end
  local source = made and made.source or expect(sources.read(bots.path(spec.bot)))
  return source, source.hash, trusted and modules_of(source) or nil
end

-- The definition with the hashes of the bots' files, and their sources, so that a changed bot
-- is not taken for the one that played earlier games.
local function with_sources(given, programs)
  local def, list = tables.copy(given), {}
  if type(given.bots) ~= "table" then return def, list end
  def.bots = tables.copy(given.bots)
  for i, bot in ipairs(given.bots) do
    local spec, made = spec_of(bot)
    if type(spec.bot) == "string" then
      if not made then bots.permit(spec.bot, programs) end
      def.bots[i] = {}
      list[i], def.bots[i].source, def.bots[i].modules = read_bot(spec, made, given.trusted)
      for key, value in pairs(spec) do
        if key ~= "source" and key ~= "modules" then def.bots[i][key] = value end
      end
    end
  end
  return def, list
end

-- ---- the job of the workers -------------------------------------------------

-- Removes programs from a list of bots' sources.
local function take_programs(list)
  local programs = {}
  for i, source in pairs(list) do
    if source.command then list[i], programs[i] = nil, source end
  end
  return programs
end

local function check_bots(def, list, programs)
  for i, bot in ipairs(def.bots) do
    if not (list[i] or programs[i]) then
      fail("bots: %s is not in a file; an untrusted bot needs a name or a path (or trusted = "
        .. "true)", bot.name)
    end
  end
end

-- The memory limit of a worker, which keeps a sandbox for each seat of each bot, unless there are
-- too many; in some formats only a few bots share all seats. If all sandboxes together exceed it,
-- no single bot is to blame.
local function ceiling(def, memory)
  local at_once = formats.of(def).at_once
  local players = at_once and at_once(def) or #def.bots
  local boxes = #def.bots * ((def.seats + players - 1) // players)
  boxes = math.min(boxes, worker.BOXES + def.seats)
  return boxes * supplies.ceiling(memory) + supplies.ROOM
end

local function boxed_job(job, def, list)
  job.supplies = expect(supplies.of(def.rules, def.options, def.memory))
  local all = true
  for i, bot in ipairs(def.bots) do
    job.bots[i] = list[i] and { name = bot.name, source = list[i],
      parameters = bot.parameters }
    all = all and list[i] ~= nil
  end
  job.ceiling = all and ceiling(def, job.supplies.memory) or nil
end

-- Keeps only the bots from files in a list: the built-in ones, given by name, count as trusted.
local function strangers(list, values)
  for i in pairs(list) do
    if not bots.is_path(values[i]) then list[i] = nil end
  end
  return list
end

--- Everything that workers need for a definition, read now, so that later changes to a file have no
--- effect. Bots outside of sandboxes have no entry in `bots`; with `own`, these are the built-in
--- bots and those without a file. The argument `programs` says whether programs may be started; the
--- member has their commands. `plan`, set when the tournament is opened, gives the meaning of the
--- games' numbers (later_games.lua). `ceiling` is the memory limit of a worker's sandboxes, if all
--- bots play in sandboxes.
function M.job(given, own, programs)
  local with, list = with_sources(given, programs)
  local def, values = definitions.normalise(with)
  own = own or def.own
  def.own = own
  local job = { def = def, rules = values.rules, values = values.bots, bots = {},
    programs = take_programs(list) }
  if def.trusted then return job end
  if own then strangers(list, values.bots) else check_bots(def, list, job.programs) end
  if next(list) then boxed_job(job, def, list) end
  return job
end

-- ---- numbers that are done --------------------------------------------------

-- A set of numbers, a bit each.
local Numbers = {}
Numbers.__index = Numbers

function Numbers:add(n) self[n >> 6] = (self[n >> 6] or 0) | 1 << (n & 63) end

function Numbers:has(n) return (self[n >> 6] or 0) >> (n & 63) & 1 == 1 end

--- An empty set, with add and has.
function M.numbers() return setmetatable({}, Numbers) end

-- ---- the file ---------------------------------------------------------------

--- The reason why the games of a header do not belong to a definition, as text; nil if they do.
function M.mismatch(def, header)
  if identity.hash(def) == header.hash then return nil end
  return identity.differences(header.definition, def)
end

--- The reason why games of the program that wrote `header` do not belong, or nil; and, if
--- they do belong, a remark or nil.
function M.upgrade(def, header, own)
  local same, why = origin.agree(def.game, header, own)
  return not same and why or nil, same and why or nil
end

local function check_header(session, text)
  local header, why = files.read_header(text)
  local path, shard = session.path, session.shard
  if not header then fail("%s: %s", path, why) end
  local differs = M.mismatch(session.job.def, header)
  if differs then
    fail("%s has games of another tournament (in the file, and now): %s%s", path,
      differs, session.hint or "")
  end
  if header.shard ~= shard then
    fail("%s has games of %s; asked for %s", path,
      header.shard and "shard " .. header.shard or "the whole",
      shard and "shard " .. shard or "the whole")
  end
  differs, session.upgraded = M.upgrade(session.job.def, header, session.origin)
  if differs then fail("%s: %s", path, differs) end
  return header
end

local function count_game(session, game, line)
  if session.done:has(game.number) then
    return ("game %d occurs twice"):format(game.number)
  end
  session.done:add(game.number)
  session.stats:add(game)
  session.played = session.played + 1
  if session.seen then session.seen(game, line) end
end

local GROWN = "an earlier version added bots or games here, or this is another tournament: the "
  .. "file can be read but not continued; choose another with -o"

-- Counts the games of an existing file. A last line that is not a game was torn by a loss of power.
-- Returns the last header, and the number of bytes cut off.
local function count_games(session, lines, first, text)
  local size, torn = #text + 1, 0
  session.stats:widen(first.definition)
  local function refuse(at, why) fail("%s:%d: %s", session.path, at, why) end
  files.each(first, lines, function(game, line, header, at)
    if header then
      text = line
      session.stats:widen(header.definition)
      if M.mismatch(session.job.def, header) then refuse(at, GROWN) end
      local differs = M.upgrade(session.job.def, header, session.origin)
      if differs then refuse(at, differs) end
    end
    size = size + #line + 1
    local why = game and count_game(session, game, line)
    if why then refuse(at, why) end
  end, function(at, why, foreign, line)
    if not foreign and not lines() then
      torn = #line + 1
      return true
    end
    refuse(at, why .. "; without this line, the same command plays the missing games")
  end, session.job.rules)
  session.stats:widen(session.job.def)
  if torn > 0 then assert(session.journal:cut(size)) end
  return files.plain_line(text), torn
end

local function write_header(session)
  local ok, why = session.journal:append(session.header .. "\n")
  if ok then ok, why = session.journal:sync() end
  if not ok then fail("%s", why) end
end

-- The lines of a file in its first `size` bytes.
local function whole_lines(file, size)
  return function()
    local line = size > 0 and file:read "l" or nil
    if line then size = size - #line - 1 end
    return line
  end
end

-- Reads an existing file. Nothing is changed before it is known to belong to this tournament.
local function read_file(session, size)
  local file <close> = assert(io.open(session.path, "rb"))
  local lines = whole_lines(file, size)
  local first = lines()
  if first or not files.is_torn_header(file:read(64) or "") then
    return count_games(session, lines, check_header(session, first), first)
  end
  return nil, 0
end

local function read_games(session)
  local size, torn = session.journal:size()
  local last, bad = read_file(session, size)
  session.torn = torn + bad
  if torn > 0 then assert(session.journal:cut((session.journal:size()))) end
  return last
end

-- The file for the output of bots. The stderr of programs is always kept, beside the games:
-- cup.prints beside cup.jsonl.
local function open_prints(session, options)
  local path, beside = options.prints, nil
  if session.path and not options.command and next(session.job.programs) then
    beside = session.path:gsub("%.jsonl$", "") .. ".prints"
  end
  if not (path or beside or options.command) then return end
  session.prints = expect(prints.open(path or beside, options.command, not path))
  session.job.listens = true
end

-- A refusal leaves nothing open, and no empty file.
local function open_files(session, options)
  if session.path then
    session.origin = origin.of(session.job.rules, session.job.def)
    session.header = files.header(session.job.def, session.shard, session.origin)
    session.journal = expect(journals.open(session.path, options.lock == false))
  end
  local last = session.path and read_games(session)
  open_prints(session, options)
  session.is_new = session.path and not last
  if session.path and last ~= session.header then write_header(session) end
end

-- ---- the whole --------------------------------------------------------------

local function check_shard(job, shard)
  if not shard then return end
  local why = job.def.sprt and "sprt" or job.def.decided and "decided"
    or job.def.time and "time"
    or formats.is_staged(job.def) and "a " .. job.def.format
  if why then
    fail("%s depends on earlier games, and cannot be played in shards", why)
  end
end

-- A pair belongs to one shard, so that each has whole pairs.
local function mine(job, shard)
  local seats = job.def.seats
  if not shard then return function() return true end end
  return function(number)
    return (number - 1) // seats % shard.of == shard.part - 1
  end
end

-- The final number of games in this part, or nil.
local function planned(job, shard)
  if not shard then return nil end
  local total, seats = job.plan:total(), job.def.seats
  if not total then return nil end
  local pairs_of_all = total // seats
  local more = shard.part <= pairs_of_all % shard.of and 1 or 0
  return (pairs_of_all // shard.of + more) * seats
end

-- A tournament continues as its file began: an older one draws openings differently.
local function keep_openings_version(def, path)
  local file <close> = def.openings and path and opened(path)
  local header = file and files.read_header(file:read "l")
  if header then def.openings_version = header.definition.openings_version end
end

local function after_opening(start, opening)
  local ok, state = interrupt.try(openings.play, start, opening)
  return ok and state or fail("%s", state)
end

-- Openings are tried before anything is written: those of a list if all games begin alike, and
-- random plies in the first game.
local function check_openings(job)
  local def, rules = job.def, job.rules
  if not def.openings then return end
  local first = schedule.game(def, 1)
  if def.openings.plies then return after_opening(rules:start(first.seed), first.opening) end
  for i, moves in ipairs(def.alike and def.openings or {}) do
    if after_opening(rules:start(first.seed), moves).over and def.openings_version then
      fail("openings[%d]: %s: expected moves after which the game continues", i, moves)
    end
  end
end

--- The job of a definition; raises those errors in it and in its bots that can be found before
--- anything is written.
function M.prepare(given, options)
  local job = M.job(given, options.own, options.programs)
  keep_openings_version(job.def, options.file)
  check_openings(job)
  if options.tries and process.cores() > 0 then first_move.check(job, fail) end
  return job
end

--- Opens a tournament: counts the games of its file. `options` are { file =, lock = false: the file
--- is not locked, shard = { part =, of = }, on_game = function(game, line), seen = function(game,
--- line), which gets the games of the file, own = and programs (see job), hint = an addition to the
--- error if the file belongs to another tournament; job = the result of prepare, tries = true:
--- bots that cannot answer the first position are refused (first_move.lua), here = true: play in
--- this process, without workers, prints = the file for the output of bots,
--- command = the name of a command that shows some of it }.
function M.open(given, options)
  local session = { job = options.job or M.prepare(given, options), path = options.file,
    seen = options.seen, here = options.here, hint = options.hint,
    played = 0, torn = 0, done = M.numbers(), on_game = options.on_game }
  if process.cores() == 0 and not session.job.def.workers then session.here = true end
  local shard = options.shard
  session.shard = shard and ("%d/%d"):format(shard.part, shard.of) or nil
  check_shard(session.job, shard)
  session.stats = stats.new(session.job.def)
  session.job.plan = session.stats.plan
  session.mine = mine(session.job, shard)
  local file, seen = options.file, options.prints
  if file and seen and output.place(file) == output.place(seen) then
    fail("%s: the games and the output of bots need different files", options.prints)
  end
  local ok, why = pcall(open_files, session, options)
  session.planned = ok and planned(session.job, shard)
  if ok then return session end
  M.close(session)
  error(why, 0)
end

--- Plays the missing games; returns the reason for an early end, or nil. After an error a new file
--- without a game is removed, because it would refuse another definition.
function M.play(session, progress)
  local ok, why = pcall(runner.run, {
    job = session.job, stats = session.stats, journal = session.journal,
    total = schedule.total(session.job.def), done = session.done,
    mine = session.mine, on_game = session.on_game, progress = progress,
    here = session.here, prints = session.prints,
  })
  if ok then return why end
  if session.is_new and session.stats.games == 0 then os.remove(session.path) end
  error(why, 0)
end

--- The statistics to show: after the decision of a test, those of the games that it used.
function M.counted(session)
  local test = session.stats.sprt and session.stats.sprt:state()
  if not (test and test.decision and session.path) then return session.stats end
  local counted = stats.new(session.job.def)
  local header, lines, file = files.open(session.path)
  if not header then fail("%s", lines) end
  files.each(header, lines, function(game)
    if game and game.number <= test.at then counted:add(game) end
  end, function() end)
  file:close()
  counted.usage.cpu = session.stats.usage.cpu -- not all records have it
  return counted
end

function M.close(session)
  if session.journal then session.journal:close() end
  if session.prints then session.prints:close() end
  session.journal, session.prints = nil, nil
end

-- The arguments of tesela.tournament.
local function check(definition, options)
  local name = "tesela.tournament"
  if type(definition) ~= "table" then
    arguments.expected(name, "a definition (a table)", definition)
  end
  arguments.options(name, options, { { "file", "string" }, { "lock", "boolean" },
    { "shard", "table" }, { "on_game", "function" }, { "prints", "string" }, "programs" })
  local shard = options.shard
  if not shard then return end
  arguments.names(name .. ": shard", shard, { "part", "of" })
  if math.type(shard.of) ~= "integer" or shard.of < 1 or shard.of > files.PARTS then
    arguments.expected(name, ("shard.of in 1..%d"):format(files.PARTS), shard.of)
  end
  if math.type(shard.part) ~= "integer" or shard.part < 1 or shard.part > shard.of then
    arguments.expected(name, ("shard.part in 1..%d"):format(shard.of), shard.part)
  end
end

--- Plays a tournament, or the games missing from options.file. Returns its summary, which prints
--- as a report; and the reason for an early end, if any.
function M.tournament(definition, options)
  options = options or {}
  check(definition, options)
  local session = M.open(definition, options)
  local ok, why = pcall(M.play, session, nil)
  M.close(session)
  if not ok then error(why, 0) end
  local summary = M.counted(session):summary()
  return setmetatable(summary, { __tostring = function()
    return report.render(summary, "text")
  end }), why
end

return M
