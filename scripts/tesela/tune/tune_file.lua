-- The file of a tuning: a first line that describes it, then a line for each finished step, {
-- "step": k, "score": s, "late": n }, and for each part of the games that measure the gain, {
-- "gain": i, "pairs": n, "sum": s, "squares": q, "late": n }.
--
-- The points follow from the scores of the steps, so nothing else is kept. Lines are synced one by
-- one; games of a torn line are played again.

local tesela = require "tesela"
local resumable = require "tesela.base.resumable_file"

local M = {}

local ORDER = { "tuning", "game", "options", "bot", "parameters", "step", "gain", "score",
  "pairs", "sum", "squares", "late" }

local NO_TUNING = "%s exists, and is not a tuning file; choose another with -o"

local File = {}
File.__index = File

-- The differences between two first lines, as text, and the names of the members.
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

-- Is the bot the only difference? Its parameters are in its file.
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

local MOST = 1 << 20  -- games of a line: far more than are played for one
local ROUNDED = 1e-6  -- for sums that may include thirds

-- Scores of pairs are 0..1: the sum of their squares is at most their sum, and at least that for
-- equal scores.
local function are_sums(n, sum, squares)
  return whole_in(n, 1, MOST) and number_in(sum, 0, n)
    and number_in(squares, 0, sum + ROUNDED) and sum * sum <= squares * n + n * ROUNDED
end

-- The list to which a line after the first belongs, or nil. The gain is measured after the
-- last step.
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

-- The reason why a file with this first line does not belong to this tuning.
local function refusal(path, line, want)
  local have = tesela.decode(line)
  if type(have) ~= "table" or have.tuning ~= 1 then return NO_TUNING:format(path) end
  local words, names = differences(have, want)
  if is_of_bot(names) then
    return ("%s was begun with an earlier version of the file of %s; to tune it again, name "
      .. "another file with -o"):format(path, want.bot)
  end
  return ("%s is of another tuning (in the file, and now): %s; -o names another")
    :format(path, words)
end

-- Reads the file: true, or nil and the reason why it does not belong to this tuning.
local function read(self)
  local at = 0
  for line in io.lines(self.path) do
    at = at + 1
    local value = at > 1 and tesela.decode(line)
    local list = value and kind_of(value, self)
    if at > 1 and not list then
      return nil, ("%s:%d: not a line of this tuning"):format(self.path, at)
    end
    if list then list[#list + 1] = value end
  end
  return true
end

--- Opens or makes the file of a tuning: { steps =, gains = }, its lines, with add and close; or nil
--- and the reason.
function M.open(path, of, no_lock)
  local journal, why = resumable.open(path, tesela.encode(of, ORDER), function(line)
    return refusal(path, line, of)
  end, no_lock)
  if not journal then return nil, why end
  local self = setmetatable({ path = path, journal = journal, steps = {}, gains = {},
    asked = of.steps }, File)
  local ok
  ok, why = read(self)
  if ok then return self end
  self:close()
  return nil, why
end

--- Adds a line to `steps` or `gains`, permanently; true, or nil and the reason.
function File:add(list, line)
  list[#list + 1] = line
  local ok, why = self.journal:append(tesela.encode(line, ORDER) .. "\n")
  if ok then ok, why = self.journal:sync() end
  return ok, why
end

function File:close() self.journal:close() end

return M
