-- Openings: balanced positions after a few random moves, all different even when the board is
-- turned or mirrored.
--
-- Position i, and its search, depend only on the seed and i, so a suite is the same on any number
-- of cores, and can be resumed anywhere: its file shows the progress. A chance is the mean of two
-- searches, by the side to move and by the next one after the best move, because each is
-- optimistic for its own side.
--
-- Boards are compared by their pictures, in the eight orientations of a square. In a game without
-- these symmetries (such as Hex) a few different positions are mistaken for twins and left out.

local tesela = require "tesela"
local arguments = require "tesela.base.arguments"
local crew = require "tesela.analysis.parallel_parts"
local judge = require "tesela.analysis.judge"
local seeds = require "tesela.base.seeds"

local M = {}

local EVEN = 0.05 -- the most that chances may differ from equal ones

local TWINS = 2000 -- in a row, after which there are no more openings
local BATCH = 256

-- ---- boards that are alike --------------------------------------------------

-- A cell of a board, seen in one of eight ways.
local function seen(x, y, way, wide, high)
  if way & 1 ~= 0 then x = wide + 1 - x end
  if way & 2 ~= 0 then y = high + 1 - y end
  if way & 4 ~= 0 then x, y = y, x end
  return x .. "," .. y
end

local function thing(element, way, frame)
  local cells = {}
  for i, square in ipairs(element.squares) do
    cells[i] = seen(square[1] - frame.column + 1, square[2] - frame.row + 1, way,
      frame.columns, frame.rows)
  end
  table.sort(cells)
  return ("%s%s%d@%s"):format(element.colour, element.text, element.level,
    table.concat(cells, " "))
end

--- The key of a position: the same for boards that are turned or mirrored.
function M.key(state)
  local elements, frame = state:elements()
  local least
  for way = 0, frame.columns == frame.rows and 7 or 3 do
    local list = {}
    for _, element in ipairs(elements) do
      local lies = element.kind == "piece" or element.kind == "tile"
      if lies and element.box == 0 then list[#list + 1] = thing(element, way, frame) end
    end
    table.sort(list)
    local text = table.concat(list, ";")
    if not least or text < least then least = text end
  end
  return state.seat .. ":" .. least
end

-- ---- which positions --------------------------------------------------------

local Suite = {}
Suite.__index = Suite

-- The position with this number; nil if the game is over by then.
local function position(self, number)
  local rng = tesela.rng(seeds.derive(self.settings.seed, number))
  local state = self.rules:start(0)
  while not state.over and state.ply < self.settings.plies do
    state:play_random(rng)
  end
  return not state.over and state or nil
end

-- The next position, unless an equal one was drawn before.
local function draw(self)
  self.drawn = self.drawn + 1
  local state = position(self, self.drawn)
  if not state then return nil end
  local key = M.key(state)
  if self.keys[key] then return nil end
  self.keys[key] = true
  return { number = self.drawn, state = state }
end

-- The next new position; nil: there are no more.
local function next_one(self)
  for _ = 1, TWINS do
    local one = draw(self)
    if one then return one end
  end
end

--- A suite for some rules, still empty: settings are { plies =, iterations = of a search, seed = }.
--- Raises the reason if there can be none.
function M.new(rules, settings)
  if rules.seats < 2 then
    error(tostring(rules) .. " is for one: openings need two players or more", 0)
  end
  if judge.veiled(rules) or rules:start(1) ~= rules:start(2) then
    error(rules.name .. ": its deal already gives each pair of games a "
      .. "different opening", 0)
  end
  return setmetatable({ rules = rules, settings = settings, keys = {}, drawn = 0,
    tried = 0, lines = {},
    judge = judge.new(rules, { iterations = settings.iterations, seed = settings.seed }),
  }, Suite)
end

-- ---- which are even ---------------------------------------------------------

local function chances(self, state)
  local found, list = self.judge:look(state), {}
  for seat, chance in ipairs(found.here) do
    list[seat] = math.floor((chance + found.kept[seat]) / 2 * 1e4 + 0.5) / 1e4
  end
  return list
end

local function is_even(list)
  for _, chance in ipairs(list) do
    if math.abs(chance - 1 / #list) > EVEN + 1e-9 then return false end
  end
  return true
end

local ORDER = { "number", "seed", "plies", "iterations", "chances" }

-- The line of an opening: the record of its game so far.
local function line_of(self, one, list)
  local given = self.settings
  return ('%s,"opening":%s}'):format(one.state:record():sub(1, -2), tesela.encode({
    number = one.number, seed = given.seed, plies = given.plies,
    iterations = given.iterations, chances = list }, ORDER))
end

local function take(self, one, list, on_line)
  self.tried = self.tried + 1
  if not is_even(list) then return end
  local line = line_of(self, one, list)
  self.lines[#self.lines + 1] = line
  on_line(line)
end

-- ---- resuming ---------------------------------------------------------------

-- The number of the opening in a line; nil if this suite would write its position differently.
-- (Checked before drawing all positions up to that number, which may be huge.)
local function number_of(self, line)
  local record = tesela.decode(line)
  local opening = type(record) == "table" and record.opening
  local number = type(opening) == "table" and opening.number
  if math.type(number) ~= "integer" or number <= self.drawn
    or not arguments.are_chances(opening.chances, self.rules.seats)
    or not is_even(opening.chances) then return nil end
  local one = { number = number, state = position(self, number) }
  return one.state and line_of(self, one, opening.chances) == line and number or nil
end

-- Reads a line of a file: is it the next opening of this suite?
local function resume_line(self, line)
  local number, one = number_of(self, line), nil
  while number and self.drawn < number do
    one = draw(self)
    if one then self.tried = self.tried + 1 end
  end
  if one then self.lines[#self.lines + 1] = line end
  return one ~= nil
end

--- Reads the openings in a file: nil, or the number of a line that does not belong to this suite.
function Suite:resume(lines)
  for i, line in ipairs(lines) do
    if not resume_line(self, line) then return i end
  end
end

-- ---- the whole --------------------------------------------------------------

-- Some of the next positions.
local function batch(self, count)
  local list = {}
  while #list < math.min(BATCH, math.max(8, 2 * (count - #self.lines))) do
    local one = next_one(self)
    if not one then break end
    list[#list + 1] = one
  end
  return list
end

-- Searches some positions, and adds them in order until one is missing.
local function look_at(self, list, count, options)
  local numbers, found, at = {}, {}, 1
  for i = 1, #list do numbers[i] = i end
  return crew.run { numbers = numbers, workers = options.workers,
    work = function(i) return chances(self, list[i].state) end,
    done = function(i, value)
      found[i] = value
      while found[at] and #self.lines < count do
        take(self, list[at], found[at], options.on_line)
        at = at + 1
      end
    end,
    tick = options.tick }
end

--- Looks for openings until there are `count`, on all cores. `options`: workers, on_line =
--- function(line), for each opening found, tick = function(). Returns "interrupted" or "no more" if
--- it ended earlier.
function Suite:fill(count, options)
  while #self.lines < count do
    local list = batch(self, count)
    if #list == 0 then return "no more" end
    local why = look_at(self, list, count, options)
    if why then return why end
  end
end

return M
