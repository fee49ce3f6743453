-- Files that the program has written and reads again, and those of positions and
-- openings, from anywhere: the first byte says of which kind. They are taken, or refused
-- with a message.

local tesela = require "tesela"
local told = require "told"
local gamefile = require "tesela.terminal.show.game_file"
local openings = require "tesela.analysis.find_openings"
local positions = require "tesela.cli.position_files"
local stores = require "tesela.measure.measure_file"
local suites = require "tesela.contest.schedule.opening_suite"
local tunings = require "tesela.tune.tune_file"

local rules = tesela.rules "tictactoe"
local tuning = { tuning = 1, game = "tictactoe", parameters = { { "x", 1, 0, 2 } }, steps = 1 }

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

local function store_of(path)
  local store, why = stores.open(path)
  if not store then return nil, why end
  local taken, reason = store:each { game = function(_, record)
    return not tesela.replay(record, nil, rules) and "no game" or nil
  end, values = function() end }
  store:close()
  return taken, reason
end

local function tuning_of(path)
  local file, why = tunings.open(path, tuning)
  if file then file:close() end
  return file, why
end

local readers = {
  s = function(path) return suites.read(path, rules) end,
  t = tuning_of,
  m = store_of,
  p = function(path) positions.read(path, {}) end,
  g = gamefile.read,
  o = function(_, text)
    openings.new(rules, { plies = 2, iterations = 9, seed = 0 }):resume(lines_of(text))
  end,
}

-- What a command raises is a table with a message.
local function read(reader, path, text)
  local ok, result, why = pcall(reader, path, text)
  if ok then return not result and why or nil end
  return type(result) == "table" and result.message or result
end

return function(bytes)
  local reader, text = readers[bytes:sub(1, 1)], bytes:sub(2)
  if not reader then return end
  local path = os.tmpname()
  local _ <close> = setmetatable({}, { __close = function() os.remove(path) end })
  local file <close> = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  told.check(read(reader, path, text))
end
