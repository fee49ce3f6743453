-- The result of a tuning, as text and as JSON.

local rating = require "tesela.rating"
local settings = require "tesela.rules.settings"
local spsa = require "tesela.tune.spsa"
local texts = require "tesela.text"

local M = {}

local ROWS = 10     -- of a curve
local COLUMNS = 41

local function number(value) return ("%.4g"):format(value) end

-- A row of a curve: the place of the value in its range.
local function dot(x)
  local at = math.floor(x * (COLUMNS - 1) + 0.5)
  return "|" .. (" "):rep(at) .. "o" .. (" "):rep(COLUMNS - 1 - at) .. "|"
end

-- The curve of parameter i over the steps.
local function curve(tuning, i)
  local row, count, lines = tuning.rows[i], #tuning.points, {}
  local least, most = number(row.least), number(row.most)
  lines[1] = ("  %6s  %s%s%s"):format("step", least,
    (" "):rep(COLUMNS + 2 - #least - #most), most)
  local last
  for r = 0, ROWS do
    local k = math.floor(count * r / ROWS + 0.5)
    local point = k == 0 and spsa.start(tuning.rows) or tuning.points[k]
    if k ~= last then
      lines[#lines + 1] = ("  %6d  %s  %s"):format(k, dot(point[i]),
        number(spsa.values(tuning.rows, point)[row.name]))
    end
    last = k
  end
  return table.concat(lines, "\n")
end

-- The line for the file of the bot.
local function declaration(tuning, values)
  local parts = {}
  for i, row in ipairs(tuning.rows) do
    parts[i] = ("%s = { %s, %s, %s%s }"):format(row.name, number(values[row.name]),
      number(row.least), number(row.most), row.whole and ", whole = true" or "")
  end
  return "parameters = { " .. table.concat(parts, ", ") .. " }"
end

local function gain_line(tuning)
  local elo, margin, games = tuning:gained()
  if not elo then return "gain: not measured" end
  return ("gain: Elo %s against the declared values, %s on fresh seeds"):format(
    rating.words("%+.0f", elo, margin), texts.count(games, "game"))
end

--- The report as text.
function M.text(tuning)
  local values, lines = tuning:values(), {}
  lines[1] = ("%s, %s: %d of %s of %d games, seed %d"):format(tuning.made.name,
    tostring(tuning.rules), #tuning.points, texts.count(tuning.steps, "step"), tuning.step,
    tuning.seed)
  for i, row in ipairs(tuning.rows) do
    lines[#lines + 1] = ("\n%s: %s, declared %s"):format(row.name, number(values[row.name]),
      number(row.start))
    lines[#lines + 1] = curve(tuning, i)
  end
  lines[#lines + 1] = "\n" .. gain_line(tuning)
  if tuning.late > 0 then
    lines[#lines + 1] = ("%s lost by time or memory"):format(texts.count(tuning.late, "game"))
  end
  lines[#lines + 1] = declaration(tuning, values)
  return table.concat(lines, "\n") .. "\n"
end

--- The same as a line of JSON.
function M.json(tuning)
  local elo, margin, games = tuning:gained()
  local curves = {}
  for k, point in ipairs(tuning.points) do curves[k] = spsa.values(tuning.rows, point) end
  return texts.json(settings.line { bot = tuning.made.name, game = tuning.rules.name,
    options = tuning.rules.options, steps = #tuning.points, seed = tuning.seed,
    values = tuning:values(), curve = curves, late = tuning.late,
    gain = elo and { elo = elo, margin = margin, games = games } }) .. "\n"
end

return M
