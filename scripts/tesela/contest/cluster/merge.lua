-- Merges the parts of one tournament: into one file whose games are in the order of their numbers,
-- and into statistics.
--
-- Only the places of the lines are kept, not the lines: a whole number for each game, in blocks by
-- the numbers of the games. One part is open at a time, since there may be more parts than a
-- process may open files; the lines of a block are read part by part. Lines that are not games of
-- this tournament are reported and left out. After the decision of a test, further games that
-- workers had begun are left out, so that the file does not depend on the number of workers.

local files = require "tesela.contest.games_file"
local opened = require "tesela.base.opened"
local origin = require "tesela.contest.origin"
local identity = require "tesela.contest.identity"
local schedule = require "tesela.contest.schedule.schedule"
local stats = require "tesela.contest.results.stats"
local tables = require "tesela.base.tables"
local text = require "tesela.text"
local usages = require "tesela.contest.results.time_used"

local M = {}

-- ---- places -----------------------------------------------------------------

local BITS = 10
local BLOCK = 1 << BITS

-- A map from numbers of games to whole numbers.
local Index = {}
Index.__index = Index

local function new_index() return setmetatable({ blocks = {}, last = 0 }, Index) end

function Index:get(number)
  local block = self.blocks[(number - 1) >> BITS]
  return block and block[(number - 1) % BLOCK + 1]
end

function Index:set(number, value)
  local key = (number - 1) >> BITS
  local block = self.blocks[key] or {}
  self.blocks[key] = block
  block[(number - 1) % BLOCK + 1] = value
  self.last = math.max(self.last, number)
end

-- Calls f with each block, { [i] = value }, and the number before its first, in order,
-- until it returns true.
function Index:each_block(f)
  for _, key in ipairs(tables.keys(self.blocks)) do
    if f(self.blocks[key], key << BITS) then return end
  end
end

-- ---- lines ------------------------------------------------------------------

local function close(part)
  if part.file then part.file:close() end
  part.file = nil
end

-- Opens a part in place of another. A file that was passed open stays open: one from a pipe cannot
-- be opened again.
local function set_open(parts, part)
  if parts.open and parts.open ~= part then close(parts.open) end
  parts.open = part
end

local function part_at(parts, value)
  return parts[value % parts.most + 1], value // parts.most
end

local function line_at(parts, value)
  local part, place = part_at(parts, value)
  if not part.file then
    set_open(parts, part)
    part.file, part.at = assert(io.open(part.path, "rb")), 0
  end
  if part.at ~= place then part.file:seek("set", place) end
  local line = part.file:read "l"
  part.at = line and place + #line + 1
  return line and files.plain_line(line)
    or error(part.path .. ": it has changed since it was read", 0)
end

-- The lines of a block, part by part.
local function lines_of(parts, block)
  local order, lines = {}, {}
  for i in pairs(block) do order[#order + 1] = i end
  table.sort(order, function(a, b)
    local x, y = block[a] % parts.most, block[b] % parts.most
    return x < y or x == y and block[a] < block[b]
  end)
  for _, i in ipairs(order) do lines[i] = line_at(parts, block[i]) end
  return lines
end

--- Calls f with the line and the number of each game, in order, until it returns true.
function M.each_game(parts, f)
  parts.index:each_block(function(block, before)
    local lines = lines_of(parts, block)
    for i = 1, BLOCK do
      if lines[i] and f(lines[i], before + i) then return true end
    end
  end)
end

--- Closes all files.
function M.close(parts)
  for _, part in ipairs(parts) do close(part) end
end

-- ---- reading ----------------------------------------------------------------

-- The last line of a file may be torn.
local function whole_lines(parts, path, file)
  local number = 1
  return function()
    local line = file:read "L"
    number = number + 1
    if line and line:sub(-1) ~= "\n" then
      parts.complain(("%s:%d: the last line is torn"):format(path, number))
      return nil
    end
    return line and line:sub(1, -2)
  end
end

local function check_header(parts, path, header)
  local first = parts[1]
  if not first then return true end
  local def = first.header.definition
  if first.header.hash ~= header.hash then
    return nil, ("%s and %s are of different tournaments: %s"):format(first.path, path,
      identity.differences(def, header.definition))
  end
  local same, why = origin.agree(def.game, first.header, header)
  if not same then return nil, ("%s and %s: %s"):format(first.path, path, why) end
  if why then parts.notes[#parts.notes + 1] = ("%s: %s"):format(path, why) end
  return true
end

-- The last header of a file decides which games are requested.
local function take_header(parts, part, header)
  part.header = header
  parts.stats:widen(header.definition)
  parts.shards[header.shard or "whole"] = true
  local total = schedule.total(header.definition)
  if parts.widest and (not total or total > (schedule.total(parts.widest) or total)) then
    parts.widest = header.definition
  end
  parts.widest = parts.widest or header.definition
end

local function leave_out(parts, at, why)
  parts.bad = parts.bad + 1
  parts.complain(("%s:%d: %s"):format(parts[#parts].path, at, why))
end

-- Counts a game of the last part. A game that a part has twice is counted once; if another part
-- has it, the parts do not belong together: returns the reason, or nil.
local function add_game(parts, game, place, at)
  local number, last = game.number, parts[#parts]
  local value = parts.index:get(number)
  local known = value and part_at(parts, value)
  if known == last then return leave_out(parts, at, ("game %d occurs twice"):format(number)) end
  if known then return ("game %d is also in %s"):format(number, known.path) end
  parts.index:set(number, place * parts.most + #parts - 1)
  parts.count = parts.count + 1
  parts.stats:add(game)
  parts.timed = parts.timed or game.timed
end

local function add_lines(parts, part)
  local place = part.file:seek()
  return files.each(part.header, whole_lines(parts, part.path, part.file),
    function(game, line, header, at)
      local why
      if game then
        why = add_game(parts, game, place, at)
      else
        take_header(parts, part, header)
      end
      place = place + #line + 1
      return why and ("%s:%d: %s"):format(part.path, at, why)
    end,
    function(at, why, _, line)
      place = place + #line + 1
      leave_out(parts, at, why)
    end)
end

local function add_file(parts, given)
  if type(given) == "string" then given = { path = given } end
  local path = given.path
  local header, why, file, copied = files.open(path, given.file)
  if not header then return nil, why end
  local ok
  ok, why = check_header(parts, path, header)
  if not ok then return nil, why end
  if #parts == 0 then parts.stats = stats.new(header.definition) end
  local part = { path = path, file = file }
  parts[#parts + 1] = part
  if not (given.file or copied) then set_open(parts, part) end
  take_header(parts, part, header)
  why = add_lines(parts, part)
  return not why, why
end

local function silence() end

-- The definition of the whole: that of the part with the most games to play.
local function definition(parts)
  local best = parts[1].header.definition
  for i = 2, #parts do
    local def = parts[i].header.definition
    local most, total = schedule.total(best), schedule.total(def)
    if most and (not total or total > most) then best = def end
  end
  return best
end

-- Calls f with the result of each game (Reader:read) and its line; `each` calls a function with
-- the lines.
local function each_read(parts, each, f)
  local reader = files.reader(parts.definition)
  reader:widen(parts.widest)
  each(parts, function(line) f(reader:read(line), line) end)
end

--- Calls f with the result of each game (Reader:read) and its line, in order.
function M.each_result(parts, f) each_read(parts, M.each_game, f) end

-- Adds the games to a test or to statistics.
local function add_to(parts, to, each)
  each_read(parts, each, function(game) to:add(game) end)
  return to
end

-- The test is that of the last header, which may differ from earlier ones: then all games
-- are tested again, in order.
local function set_test(parts)
  local test = parts.stats:other_test(parts.definition)
  if test then add_to(parts, test, M.each_game) end
end

--- Reads files, which are paths or { path =, file = } if already open: a list of { path =, header =
--- }, with count = the number of games, bad = the number of other lines, notes = remarks,
--- definition, stats; nil and the reason if they do not belong together. `complain` is called with
--- a message for each line that is left out.
function M.read(paths, complain)
  local parts = { index = new_index(), count = 0, bad = 0, notes = {}, shards = {},
    most = #paths, complain = complain or silence }
  for _, path in ipairs(paths) do
    local ok, why = add_file(parts, path)
    if not ok then return nil, why end
  end
  parts.definition = definition(parts)
  parts.stats:widen(parts.definition)
  set_test(parts)
  return parts
end

-- ---- games ------------------------------------------------------------------

--- The line of a game; nil if no file has it.
function M.line(parts, number)
  local value = parts.index:get(number)
  return value and line_at(parts, value)
end

--- The numbers of the games, in order.
function M.numbers(parts)
  local list = {}
  parts.index:each_block(function(block, before)
    for i = 1, BLOCK do
      if block[i] then list[#list + 1] = before + i end
    end
  end)
  return list
end

-- The last number that counts.
local function last_number(parts)
  local test = parts.stats.sprt and parts.stats.sprt:state()
  return test and test.decision and test.at or math.huge
end

-- There may be more games than the last header asks for: then they follow the header that asked
-- for them.
local function write_headers(parts, f)
  local from, def = parts[1].header, parts.definition
  local total = schedule.total(def)
  if total and parts.index.last > total then
    f(files.header(parts.widest, nil, from))
  end
  f(files.header(def, nil, from))
end

-- Calls f with the line and the number of each game that counts, in order.
local function each_counted(parts, f)
  local last = last_number(parts)
  M.each_game(parts, function(line, number)
    if number > last then return true end
    f(line, number)
  end)
end

--- Calls f with the header and then each line, without newlines.
function M.each(parts, f)
  write_headers(parts, f)
  each_counted(parts, f)
end

-- Is this line one of the games that were read and will be written?
local function has_line(parts, line, last)
  local number = math.tointeger(tonumber(line:match '"number":(%d+)}$'))
  return number and number <= last and M.line(parts, number) == files.plain_line(line)
end

--- The reason why a file must not be overwritten with these games (it has others), or nil.
function M.loses(parts, path)
  local found <close> = opened(path)
  if not found or found:seek "end" == 0 then return nil end
  local header, lines, file = files.open(path)
  if not header then return "it exists, and is not a file of a tournament" end
  local _ <close> = file
  local def = parts.definition
  if header.hash ~= identity.hash(def) then
    return "it exists, and is of another tournament"
  end
  local at, last = 1, last_number(parts)
  for line in lines do
    at = at + 1
    if not (files.is_header(line) or has_line(parts, line, last)) then
      return ("it exists, and its line %d is not among the games that are merged"):format(at)
    end
  end
end

--- The statistics of the games that count.
function M.counted(parts)
  if last_number(parts) == math.huge then return parts.stats end
  return add_to(parts, stats.new(parts.definition), each_counted)
end

--- The summary of the games that count, and the time of their moves.
function M.summary(parts)
  local summary = M.counted(parts):summary()
  if not parts.timed then return summary end
  summary.usage = usages.with_seconds(summary.usage, #summary.bots, function(f)
    each_counted(parts, function(line, number)
      f(line, select(2, parts.stats.plan:seated(number)))
    end)
  end, M.game(parts.definition))
  return summary
end

-- ---- the missing part -------------------------------------------------------

local SHOWN = 5 -- parts, and ranges of numbers

-- The number of parts, if all files are parts of one; and the parts that are here, from 0.
local function present_parts(parts)
  local of, here = nil, {}
  for shard in pairs(parts.shards) do
    local part, count = files.shard(shard)
    if not count or of and of ~= count then return nil, {} end
    of, here[part - 1] = count, true
  end
  return of, here
end

-- Calls f with the first and the last number of each gap; returns the number of games. Games of
-- absent parts are not in a gap, and do not end one.
local function gaps(parts, total, of, here, f)
  local first, last, there, seats = nil, nil, 0, parts.definition.seats
  local walked = math.min(total, parts.index.last + seats * (of or 1))
  for number = 1, walked do
    if parts.index:get(number) then
      if first then f(first, last) end
      first, there = nil, there + 1
    elseif not of or here[(number - 1) // seats % of] then
      first, last = first or number, number
    end
  end
  if first then f(first, walked < total and total or last) end
  return there
end

-- The absent parts: the names of the first ones, and the number of the others.
local function part_names(of, here)
  local list, absent = {}, of or 0
  for _ in pairs(here) do absent = absent - 1 end
  local part = 1
  while #list < math.min(absent, SHOWN) do
    if not here[part - 1] then list[#list + 1] = ("part %d/%d"):format(part, of) end
    part = part + 1
  end
  if absent > SHOWN then list[#list + 1] = text.count(absent - SHOWN, "more part") end
  return list
end

--- The number of missing games, the total, and which are missing: "part 2/3, games 3..9, 15". Nil
--- if there are none, or if this is unknown.
function M.missing(parts)
  local def = parts.definition
  local total = parts.stats.plan:total()
  if not total or def.sprt or def.decided or def.time then return nil end
  local of, here = present_parts(parts)
  local names, ranges = part_names(of, here), 0
  local there = gaps(parts, total, of, here, function(first, last)
    ranges = ranges + 1
    if ranges > SHOWN then return end
    names[#names + 1] = (ranges == 1 and "games " or "")
      .. (first == last and "%d" or "%d..%d"):format(first, last)
  end)
  if there == total then return nil end
  return total - there, total, table.concat(names, ", ")
    .. (ranges > SHOWN and " and more" or "")
end

--- The game that the records of a definition are replayed with: nil means the game with their name,
--- else the path of its file.
function M.game(def)
  return def.rules ~= def.game and def.rules or nil
end

return M
