-- Parts of one tournament together: as one file whose games stand in the order
-- of their numbers, and as statistics.
--
-- Only the places of the lines are kept, not the lines, so that memory holds
-- many games. Where a test has decided, the games that workers had begun beyond
-- that are left out: then the file does not depend on how many there were.

local files = require "tesela.tournament.file"
local schedule = require "tesela.tournament.schedule"
local stats = require "tesela.tournament.stats"

local M = {}

-- The last line of a file may be torn.
local function add_game(parts, part, game, place)
  if parts.places[game.number] then
    return ("game %d is in %s too"):format(game.number,
      parts[parts.owners[game.number]].path)
  end
  parts.places[game.number], parts.owners[game.number] = place, part
  parts.numbers[#parts.numbers + 1] = game.number
  parts.stats:add(game)
end

local function whole_lines(file)
  local number = 1
  return function()
    local line = file:read "L"
    number = number + 1
    if line and line:sub(-1) ~= "\n" then return nil end
    return line and line:sub(1, -2)
  end
end

local function add_file(parts, path)
  local header, why, file = files.open(path)
  if not header then return nil, why end
  local first = parts[1]
  if first and first.header.hash ~= header.hash then
    return nil, ("%s is of another tournament than %s:\n  %s"):format(path, first.path,
      table.concat(schedule.differences(first.header.definition,
        header.definition), "\n  "))
  end
  parts[#parts + 1] = { path = path, header = header, file = file }
  if not first then parts.stats = stats.new(header.definition) end
  local place = file:seek()
  local ok
  ok, why = files.each(path, header.definition, whole_lines(file), function(game, line)
    local at = place
    place = place + #line + 1
    if game then return add_game(parts, #parts, game, at) end
    parts[#parts].header = files.read_header(line)
  end)
  return ok, why
end

--- Reads files: { path =, header =, file = } for each, numbers in order, stats;
--- nil and why they do not belong together.
function M.read(paths)
  local parts = { places = {}, owners = {}, numbers = {} }
  for _, path in ipairs(paths) do
    local ok, why = add_file(parts, path)
    if not ok then return nil, why end
  end
  table.sort(parts.numbers)
  parts.definition = parts[1].header.definition
  parts.stats.def = parts.definition -- of the last header
  return parts
end

--- The line of a game; nil if no file has it.
function M.line(parts, number)
  local owner = parts.owners[number]
  if not owner then return nil end
  local file = parts[owner].file
  file:seek("set", parts.places[number])
  return file:read "l"
end

-- The last number that counts.
local function last_number(parts)
  local test = parts.stats.sprt and parts.stats.sprt:state()
  return test and test.decision and test.at or math.huge
end

--- Calls f with the header and then each line, without newlines.
function M.each(parts, f)
  local last = last_number(parts)
  f(files.header(parts.definition))
  for _, number in ipairs(parts.numbers) do
    if number > last then break end
    f(M.line(parts, number))
  end
end

--- The statistics of the games that count.
function M.counted(parts)
  local last = last_number(parts)
  if last == math.huge then return parts.stats end
  local counted, read = stats.new(parts.definition), files.reader(parts.definition)
  for _, number in ipairs(parts.numbers) do
    if number <= last then counted:add(read(M.line(parts, number))) end
  end
  return counted
end

--- How many games of the whole there are not, or nil where nobody knows.
function M.missing(parts)
  local total = schedule.total(parts.definition)
  if not total or parts.definition.sprt then return nil end
  return math.max(0, total - #parts.numbers)
end

--- The first line of a file as a header, for those who take any file of games.
function M.header(line)
  return line and files.is_header(line) and files.read_header(line) or nil
end

--- The game that the records of a definition are replayed with: nil is that of
--- their name, else the path of its file.
function M.game(def)
  return def.rules ~= def.game and def.rules or nil
end

return M
