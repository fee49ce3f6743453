-- Levels 1..9 of a bot: its strength as one number.
--
-- A level is a row { iterations, overlooked }: the length of its search, and the chance that it
-- overlooks a move, even the best one. It plays the best of the remaining moves. So a low level
-- misses things, as beginners do, but does not play moves that look bad to it. A proven win
-- catches the eye: it is missed only if each of LOOKS looks misses it. Tiles are exchanged only
-- if nothing else can be played. Higher levels overlook nothing and search longer. Nothing
-- depends on the clock or on the processors, so a level means the same everywhere.
--
-- `tesela levels` finds a scale for a game. The file of the game names the scale's file, which
-- has a line for each level: the iterations, and the share of moves overlooked, if any.

local tesela = require "tesela"
local worth = require "tesela.worth"

local M = {}

M.MOST = 9
M.FEWEST = 2

--- The number of levels that a bot has in a game: `levels` of a bot is true, or a function of the
--- rules that returns the number. A higher level counts as the highest.
function M.count(bot, rules)
  return type(bot.levels) == "function" and bot.levels(rules) or M.MOST
end

local SEARCHES = 4 -- the first level that overlooks nothing

local LOOKS = 60 -- at a move that wins

-- In a default scale, the levels before SEARCHES overlook these shares, in this many iterations.
local OVERLOOKED, GLANCE = { 0.95, 0.85, 0.65 }, 50

--- A default scale: from level SEARCHES up, the iterations grow by equal ratios from `least` to
--- `most`.
function M.scale(least, most)
  local rows = {}
  for level, share in ipairs(OVERLOOKED) do rows[level] = { GLANCE, share } end
  for level = SEARCHES, M.MOST do
    local part = (level - SEARCHES) / (M.MOST - SEARCHES)
    rows[level] = { math.floor(least * (most / least) ^ part + 0.5) }
  end
  return rows
end

--- A scale for games about which nothing else is known.
M.USUAL = M.scale(100, 10000)

--- A scale as the text of its file.
function M.text(rows)
  local lines = { "# A level a line: iterations, and the share of moves overlooked.\n" }
  for _, row in ipairs(rows) do lines[#lines + 1] = table.concat(row, " ") .. "\n" end
  return table.concat(lines)
end

-- The row of a line, or nil.
local function row_of(line)
  local words = {}
  for word in line:gmatch "%S+" do words[#words + 1] = tonumber(word) or false end
  local iterations, overlooked = math.tointeger(words[1] or nil), words[2]
  if #words > 2 or not iterations or iterations < 1 then return nil end
  if overlooked == nil then return { iterations } end
  return overlooked and overlooked >= 0 and overlooked <= 1 and { iterations, overlooked } or nil
end

--- The scale in the text of a file; or nil and the error in it.
function M.read(text)
  local rows, number = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    if line:find "%S" and not line:find "^%s*#" then
      local row = row_of(line)
      if not row then
        return nil, ("line %d: expected iterations, and a share of moves in 0..1"):format(number)
      end
      rows[#rows + 1] = row
    end
  end
  if #rows >= M.FEWEST and #rows <= M.MOST then return rows end
  return nil, ("expected %d to %d levels, got %d"):format(M.FEWEST, M.MOST, #rows)
end

local scales = {} -- by the name of the game

--- Gives a game a scale, or removes it (nil).
function M.give(name, rows) scales[name] = rows end

--- The scale that the file of a game has given it, or nil.
function M.of(name) return scales[name] end

-- The chances that the moves of a report are overlooked, by move.
local function chances(report, overlooked)
  local list = {}
  for _, seen in ipairs(report.moves) do
    list[seen.move] = seen.proof == "win" and overlooked ^ LOOKS or overlooked
  end
  return list
end

-- The moves of a report, the best first, and untried moves last. The moves that alpha-beta has
-- refuted are in the game's own order in a report, so their values, upper bounds, decide here.
local function ranked(report, rng)
  local list, value, tie = {}, {}, {}
  for i, seen in ipairs(report.moves) do
    list[i], value[seen.move] = seen.move, seen.value
    tie[seen.move] = seen.proof == "win" and -1 / i or rng:float() + (seen.bound and 1 or 0)
  end
  if report.method == "alphabeta" then
    table.sort(list, function(a, b)
      if value[a] ~= value[b] then return value[a] > value[b] end
      return tie[a] < tie[b]
    end)
  end
  return table.move(report.untried, 1, #report.untried, #list + 1, list)
end

-- The moves of a list that are not exchanges; all moves if there are only exchanges.
local function without_exchanges(list, view)
  local others = {}
  for _, move in ipairs(list) do
    if view:parts(move, "kind") ~= "swap" then others[#others + 1] = move end
  end
  return #others > 0 and others or list
end

--- Goes through the moves of a report on a view, the best first, overlooks each with this chance,
--- and returns the first that is not overlooked.
function M.pick(report, overlooked, seed, view)
  local rng = tesela.rng(seed)
  local list = without_exchanges(ranked(report, rng), view)
  local chance = chances(report, overlooked)
  for _, move in ipairs(list) do
    if rng:float() >= (chance[move] or overlooked) then return move end
  end
  return rng:pick(list)
end

--- Chooses a move at a level: returns the move, the chance to win, and the report of the search.
--- `row` is a row of a scale, `options` are further options of the search, if any.
function M.choose(searcher, view, row, seed, options)
  local budget = { iterations = row[1], seed = seed }
  for name, value in pairs(options or {}) do budget[name] = value end
  local move, report = searcher:search(view, budget)
  if row[2] then move = M.pick(report, row[2], seed, view) end
  return move, worth.chance(report, view.seat), report
end

return M
