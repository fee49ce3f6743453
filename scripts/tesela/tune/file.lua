-- The file of a tuning: a first line that says of what, then a line for each step that is
-- done, { "step": k, "score": s, "late": n }, and for each part of the games that measure
-- the gain, { "gain": i, "pairs": n, "sum": s, "squares": q, "late": n }.
--
-- Where the steps lead follows from their scores, so that nothing else is kept. Lines are
-- synced one by one; a last one that is torn is cut off, and its games are played again.

local tesela = require "tesela"
local journals = require "tesela.journal"

local M = {}

local ORDER = { "tuning", "game", "options", "bot", "parameters", "step", "gain", "score",
  "pairs", "sum", "squares", "late" }

local NO_TUNING = "%s is there, and is no file of a tuning; -o names another"

local File = {}
File.__index = File

--- The first line of a tuning (a table, tune.lua).
local function header(of) return tesela.encode(of, ORDER) end

-- What differs between two first lines: as a sentence, and the names.
local function differences(have, want)
  local list, names = {}, {}
  for key, value in pairs(want) do
    local one, other = tesela.encode(have[key]), tesela.encode(value)
    if one ~= other then
      names[#names + 1] = key
      list[#list + 1] = ("%s: %s and %s"):format(key, one, other)
    end
  end
  table.sort(list)
  return table.concat(list, "; "), names
end

-- Is the bot the only thing that is another one? Its parameters are in its file.
local function is_of_bot(names)
  local code = false
  for _, name in ipairs(names) do
    if name ~= "code" and name ~= "parameters" then return false end
    code = code or name == "code"
  end
  return code
end

local function number_in(value, least, most)
  return type(value) == "number" and value >= least and value <= most
end

local function whole_in(value, least, most)
  return math.type(value) == "integer" and number_in(value, least, most)
end

local MOST = 1 << 20  -- games of a line: many more than are played for one
local ROUNDED = 1e-6  -- of sums that may be of thirds

-- Scores of pairs are 0..1: their squares are no more, and no less than those of the mean.
local function are_sums(n, sum, squares)
  return whole_in(n, 1, MOST) and number_in(sum, 0, n)
    and number_in(squares, 0, sum + ROUNDED) and sum * sum <= squares * n + n * ROUNDED
end

-- A line behind the first: which list it belongs to, or nil. The gain is measured behind
-- the last step.
local function kind_of(line, file)
  if type(line) ~= "table" or not whole_in(line.late, 0, MOST) then return nil end
  local steps, gains = #file.steps, #file.gains
  if line.step ~= nil then
    local fits = line.step == steps + 1 and steps < file.asked and number_in(line.score, 0, 1)
    return fits and file.steps or nil
  end
  local fits = line.gain == gains + 1 and steps == file.asked
    and are_sums(line.pairs, line.sum, line.squares)
  return fits and file.gains or nil
end

-- What a first line says, or nil.
local function is_tuning(line)
  local have = tesela.decode(line)
  return type(have) == "table" and have.tuning == 1 and have or nil
end

local function check_header(path, line, want)
  local have = is_tuning(line)
  if not have then return nil, NO_TUNING:format(path) end
  if line == header(want) then return true end
  local words, names = differences(have, want)
  if is_of_bot(names) then
    return nil, ("%s was begun with another state of %s, whose file has changed; -o names "
      .. "another, which tunes it anew"):format(path, want.bot)
  end
  return nil, ("%s is of another tuning (there, and as it is asked for): %s; -o names another")
    :format(path, words)
end

-- Cuts off what a loss of power has left of a line. Of a first line nothing may be left but
-- its beginning: other files are not touched.
local function cut_torn(self, want)
  local size, torn = self.journal:size()
  if torn == 0 then return size end
  local file <close> = assert(io.open(self.path, "rb"))
  local first = file:read "l"
  if size == 0 and header(want):sub(1, #first) ~= first or size > 0 and not is_tuning(first) then
    return nil, NO_TUNING:format(self.path)
  end
  local ok, why = self.journal:cut(size)
  return ok and size, why
end

-- Reads what is there: true, or nil and why it is not of this tuning.
local function read(self, want)
  local at = 0
  for line in io.lines(self.path) do
    at = at + 1
    if at == 1 then
      local same, why = check_header(self.path, line, want)
      if not same then return nil, why end
    else
      local value = tesela.decode(line)
      local list = kind_of(value, self)
      if not list then return nil, ("%s:%d: not a line of this tuning"):format(self.path, at) end
      list[#list + 1] = value
    end
  end
  return true
end

local function open(self, of)
  local size, why = cut_torn(self, of)
  if not size then return nil, why end
  if size == 0 then return self:write(header(of)) end
  return read(self, of)
end

--- Opens or makes the file of a tuning: { steps =, gains = }, the lines that it has, with
--- add and close; or nil and why not.
function M.open(path, of, no_lock)
  local journal, why = journals.open(path, no_lock)
  if not journal then return nil, why end
  local self = setmetatable({ path = path, journal = journal, steps = {}, gains = {},
    asked = of.steps }, File)
  local ok
  ok, why = open(self, of)
  if ok then return self end
  self:close()
  return nil, why
end

--- Writes a line, for good: true, or nil and why not.
function File:write(line)
  local ok, why = self.journal:append(line .. "\n")
  if ok then ok, why = self.journal:sync() end
  return ok, why
end

--- Adds a line to `steps` or `gains`; true, or nil and why not.
function File:add(list, line)
  list[#list + 1] = line
  return self:write(tesela.encode(line, ORDER))
end

function File:close() self.journal:close() end

return M
