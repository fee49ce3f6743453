-- Small texts of others, a letter first that says of what: clocks, suites of openings,
-- records with an analysis in them, parameters of bots.

local tesela = require "tesela"
local told = require "told"
local analysis = require "tesela.analysis.analysis"
local clocks = require "tesela.base.clocks"
local parameters = require "tesela.bots.parameters"
local report = require "tesela.analysis.analysis_report"
local suite = require "tesela.contest.schedule.opening_suite"

local readers = {}

function readers.c(text)
  local control, why = clocks.read(text)
  if not control then return told.check(why) end
  local clock = clocks.new(text, 2)
  clock:spend(1, control.main / 2)
  assert(clock:moved(1) >= 0, "less than nothing is left")
  local again = clocks.read(control.text)
  assert(again.main == control.main and again.increment == control.increment)
  local packed = clocks.pack(clock:told(1))
  assert(clocks.pack(clocks.unpack(packed)) == packed, "it is packed otherwise")
end

function readers.s(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  local ok, list = told.call(suite.read, path, tesela.rules "mixtour")
  os.remove(path)
  assert(not ok or #list > 0)
end

function readers.a(text)
  local ok, game = told.call(analysis.stored, text, {})
  if ok and game then assert(#report.text(game) > 0) end
end

function readers.p(text)
  local ok, given = pcall(tesela.decode, text)
  if not ok or type(given) ~= "table" then return end
  local set = type(given.set) == "table" and given.set or nil
  local read, rows = told.call(parameters.declared, given.parameters)
  if read then told.call(parameters.values, rows, set) end
end

return function(bytes)
  local reader = rawget(readers, bytes:sub(1, 1))
  if reader then reader(bytes:sub(2)) end
end
