-- Tournaments: tesela.tournament(definition, options).
--
-- What a tournament is (schedule.lua), what its games say (stats.lua and beside
-- it) and how it is shown (report.lua) is only data. This file brings the
-- machine to it: the files of bots and games, the file of the games that were
-- played, and the processes that play them (runner.lua, worker.lua).

local tesela = require "tesela"
local arguments = require "tesela.arguments"
local bots = require "tesela.bots"
local games = require "tesela.games"
local hash = require "tesela.hash"
local journals = require "tesela.journal"
local files = require "tesela.tournament.file"
local report = require "tesela.tournament.report"
local runner = require "tesela.tournament.runner"
local schedule = require "tesela.tournament.schedule"
local stats = require "tesela.tournament.stats"
local worker = require "tesela.tournament.worker"

local M = {}

local MB = 1024 * 1024
local MEMORY = 256 -- of a bot, in MB
local ROOM = 256   -- of a worker besides
local SOURCE = 16  -- the most that a file in Lua has

local function fail(form, ...) error("tesela.tournament: " .. form:format(...), 0) end

-- ---- the texts of bots and games --------------------------------------------

local function read(path)
  local file, why = io.open(path, "rb")
  if not file then fail("%s", why) end
  local text, reason = file:read(SOURCE * MB + 1)
  file:close()
  if reason then fail("%s: %s", path, reason) end
  if text and #text > SOURCE * MB then
    fail("%s: expected a file of at most %d MB", path, SOURCE)
  end
  return text or ""
end

-- The definition with the hashes of the bots' files, and their texts: what
-- tells a changed bot from the one that played the games before.
local function with_sources(given)
  local def, texts = {}, {}
  for key, value in pairs(given) do def[key] = value end
  if type(given.bots) ~= "table" then return def, texts end
  def.bots = {}
  for key, bot in pairs(given.bots) do def.bots[key] = bot end
  for i, bot in ipairs(given.bots) do
    local spec = type(bot) == "table" and not bot.choose and bot or { bot = bot }
    if type(spec.bot) == "string" then
      local path = bots.path(spec.bot)
      local text = read(path)
      texts[i] = { path = path, text = text }
      def.bots[i] = { source = hash.text(text) }
      for key, value in pairs(spec) do
        if key ~= "source" then def.bots[i][key] = value end
      end
    end
  end
  return def, texts
end

-- Modules of the library that others require, as far as a box may have them.
local OUTSIDE = { tesela = true, ["tesela.games"] = true, ["tesela.make"] = true }
local HARMLESS = { "tesela.worth", "tesela.near", "tesela.text", "tesela.rating" }

local function library_text(name)
  return read(("%s/%s.lua"):format(tesela.home, name:gsub("%.", "/")))
end

local function add_library(list, name)
  if OUTSIDE[name] or list[name] then return list end
  local text = library_text(name)
  list[name] = true
  list[#list + 1] = { name = name, text = text }
  for other in text:gmatch 'require%s*%(?%s*"(tesela[%w_.]*)"' do
    add_library(list, other)
  end
  return list
end

local function modules()
  local list = {}
  for i, name in ipairs(HARMLESS) do list[i] = { name = name, text = library_text(name) } end
  return list
end

-- The files of a game in Lua and of those that it is derived from, by the names
-- that they are asked for by.
local function add_games(list, rules_name)
  local info = tesela.game(rules_name)
  if not info.source then return list end
  for _, name in ipairs { rules_name, info.name } do
    local path = games.path(name)
    if path then list[#list + 1] = { name = name, path = path, text = read(path) } end
  end
  if #list == 0 then
    fail("rules: %s was not loaded from a file; bots that are not trusted "
      .. "cannot have it (trusted = true)", rules_name)
  end
  if info.parent then add_games(list, info.parent) end
  return list
end

-- "name=value name=value" for all options.
local function settings(options)
  local list = {}
  for name, value in pairs(options) do
    list[#list + 1] = ("%s=%s"):format(name,
      type(value) == "table" and table.concat(value, ",") or tostring(value))
  end
  table.sort(list)
  return table.concat(list, " ")
end

-- ---- the job of the workers -------------------------------------------------

local function check_bots(def, texts)
  for i, bot in ipairs(def.bots) do
    if not texts[i] then
      fail("bots: %s is not in a file; bots that are not trusted come by name or "
        .. "path (or trusted = true)", bot.name)
    end
  end
end

-- A worker keeps a box for each bot, and for each of its seats. What all of them
-- may hold (lboxes.c: sizes are rounded up) is never the fault of one.
local function ceiling(def, memory)
  local boxes = #def.bots * ((def.seats + #def.bots - 1) // #def.bots)
  return boxes * (memory // 2) * 5 + ROOM * MB
end

local function boxed_job(job, def, texts)
  check_bots(def, texts)
  local memory = math.tointeger(math.ceil((def.memory or MEMORY) * MB))
  job.memory, job.ceiling = memory, ceiling(def, memory)
  job.interior = { path = tesela.home .. "/tesela/tournament/interior.lua" }
  job.interior.text = read(job.interior.path)
  job.modules, job.games = modules(), add_games({}, def.rules)
  job.library = add_library({}, "tesela.derive")
  job.rules_name, job.settings = def.rules, settings(def.options)
  for i, bot in ipairs(def.bots) do
    job.bots[i] = { name = bot.name, path = texts[i].path, text = texts[i].text }
  end
end

--- What workers need for a definition: all is read now, so that a file that
--- changes meanwhile changes nothing.
function M.job(given)
  local with, texts = with_sources(given)
  local def, values = schedule.normalise(with)
  local job = { def = def, rules = values.rules, values = values.bots, bots = {},
    limit = worker.limit(def) }
  if not def.trusted then boxed_job(job, def, texts) end
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

--- Why games of these headers do not belong together, as text; nil if they do.
function M.mismatch(ours, theirs)
  if ours.hash == theirs.hash then return nil end
  local lines = schedule.differences(theirs.definition, ours.definition)
  return "  " .. table.concat(lines, "\n  ")
end

local function check_header(path, text, job, shard)
  local header, why = files.read_header(text)
  if not header then fail("%s: %s", path, why) end
  local own = files.read_header(files.header(job.def, shard))
  local differs = M.mismatch(own, header)
  if differs then
    fail("%s has games of another tournament (it, and what is asked for):\n%s",
      path, differs)
  end
  if header.shard ~= own.shard then
    fail("%s has games of %s; asked for %s", path,
      header.shard and "shard " .. header.shard or "the whole",
      own.shard and "shard " .. own.shard or "the whole")
  end
end

-- Counts the games of a file that was there before. A last line that is no game
-- is what a loss of power left of one. Returns the last header, and how many
-- bytes of such a line were cut off.
local function count_games(session, lines, header)
  local size, last = #header + 1, nil
  local function seen()
    last = lines()
    return last
  end
  local ok, why = files.each(session.path, session.job.def, seen,
    function(game, line)
      if not game then
        header = line
      elseif session.done:has(game.number) then
        return ("game %d is there twice"):format(game.number)
      else
        session.done:add(game.number)
        session.stats:add(game)
        session.played = session.played + 1
      end
      size = size + #line + 1
    end)
  if ok then return header, 0 end
  local bad = #last + 1
  if lines() or why:match "twice$" then fail("%s", why) end
  assert(session.journal:cut(size))
  return header, bad
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

-- What was there before. Nothing is changed before it is known to be ours.
local function read_file(session, size)
  local file <close> = assert(io.open(session.path, "rb"))
  local lines = whole_lines(file, size)
  local first = lines()
  if first or not files.is_torn_header(file:read(64) or "") then
    check_header(session.path, first, session.job, session.shard)
    return count_games(session, lines, first)
  end
  return nil, 0
end

local function open_file(session)
  local journal, why = journals.open(session.path)
  if not journal then fail("%s", why) end
  session.journal = journal
  local size, torn = journal:size()
  local last, bad = read_file(session, size)
  session.torn = torn + bad
  if torn > 0 then assert(journal:cut((journal:size()))) end
  if last ~= session.header then write_header(session) end
end

-- ---- the whole --------------------------------------------------------------

local function check_shard(job, shard)
  if not shard then return end
  local why = job.def.sprt and "sprt" or job.def.time and "time"
  if why then
    fail("%s needs the games before: it cannot be played in shards", why)
  end
end

-- A pair belongs to one shard, so that each has whole pairs.
local function mine(job, shard)
  if not shard then return function() return true end end
  local seats = job.def.seats
  return function(number)
    return (number - 1) // seats % shard.of == shard.part - 1
  end
end

-- How many games this run is to have in the end, or nil.
local function planned(job, shard)
  local total, seats = schedule.total(job.def), job.def.seats
  if not total or not shard then return total end
  local pairs_of_all = total // seats
  local more = shard.part <= pairs_of_all % shard.of and 1 or 0
  return (pairs_of_all // shard.of + more) * seats
end

-- Openings of a list are tried before anything is written, where all games begin
-- alike.
local function check_openings(job)
  local list, rules = job.def.openings, job.rules
  if not list or list.plies or rules:start(1) ~= rules:start(2) then return end
  for _, opening in ipairs(list) do
    local ok, why = pcall(worker.play_opening, rules:start(1), opening)
    if not ok then fail("%s", why) end
  end
end

--- Opens a tournament: counts what its file has. `options` are { file =,
--- shard = { part =, of = }, on_game =, progress = }.
function M.open(given, options)
  local session = { job = M.job(given), path = options.file, shard = options.shard,
    played = 0, torn = 0, done = M.numbers(), on_game = options.on_game }
  check_shard(session.job, session.shard)
  check_openings(session.job)
  session.stats = stats.new(session.job.def)
  session.mine = mine(session.job, session.shard)
  session.planned = planned(session.job, session.shard)
  session.header = files.header(session.job.def, session.shard)
  if session.path then open_file(session) end
  return session
end

--- Plays what is missing; why it stopped before the end, or nil.
function M.play(session, progress)
  return runner.run {
    job = session.job, stats = session.stats, journal = session.journal,
    total = schedule.total(session.job.def), done = session.done,
    mine = session.mine, on_game = session.on_game, progress = progress,
  }
end

--- The statistics that are shown: where a test has decided, those of the games
--- that it has looked at.
function M.counted(session)
  local test = session.stats.sprt and session.stats.sprt:state()
  if not (test and test.decision and session.path) then return session.stats end
  local counted = stats.new(session.job.def)
  local _, lines, file = files.open(session.path)
  files.each(session.path, session.job.def, lines, function(game)
    if game and game.number <= test.at then counted:add(game) end
  end)
  file:close()
  return counted
end

function M.close(session)
  if session.journal then session.journal:close() end
  session.journal = nil
end

-- The arguments of tesela.tournament.
local function check(definition, options)
  local name = "tesela.tournament"
  if type(definition) ~= "table" then
    arguments.expected(name, "a definition (a table)", definition)
  end
  arguments.table(name, options)
  arguments.names(name, options, { "file", "shard", "on_game" })
  arguments.member(name, options, "file", "string")
  arguments.member(name, options, "on_game", "function")
  arguments.member(name, options, "shard", "table")
  local shard = options.shard
  if not shard then return end
  arguments.names(name, shard, { "part", "of" }, "shard")
  if math.type(shard.of) ~= "integer" or shard.of < 1 then
    arguments.expected(name, "shard.of to be a whole number from 1 on", shard.of)
  end
  if math.type(shard.part) ~= "integer" or shard.part < 1 or shard.part > shard.of then
    arguments.expected(name, ("shard.part in 1..%d"):format(shard.of), shard.part)
  end
end

--- Plays a tournament, or what is missing of it in options.file, and returns
--- its summary, which prints as a report; and why it stopped, if it did.
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
