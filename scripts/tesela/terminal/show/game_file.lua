-- Files of recorded games: their contents, one game of them, and writing a game back.
--
-- A file is a list of { line, number = of the line, game = the name of the game, kept = the
-- line in the file, if `line` is a different one }. Games of a tournament or a match are
-- sorted by their numbers, and called by these here as everywhere; the games of other files
-- are numbered from 1.
--
-- A tournament's file is compared with its definition when it is resumed, and grows in
-- between: it is never changed here.

local tesela = require "tesela"
local blksgf = require "tesela.formats.blksgf"
local cli = require "tesela.cli.cli"
local files = require "tesela.contest.games_file"
local games = require "tesela.rules.games"
local hash = require "tesela.base.hash"
local interrupt = require "tesela.interrupt"
local judged = require "tesela.terminal.show.judged"
local merge = require "tesela.contest.cluster.merge"
local output = require "tesela.base.output"
local spoken = require "tesela.rules.spoken_moves"

local M = {}

local LONG = 1 << 24 -- bytes

-- ---- reading ----

-- Sets the numbers of the games from a list, if all have one.
local function call_by_number(lines, numbers)
  for i, entry in ipairs(lines) do
    if not numbers[i] then return end
    entry.game = numbers[i]
  end
  table.sort(lines, function(a, b)
    if a.game ~= b.game then return a.game < b.game end
    return a.number < b.number
  end)
end

-- The path of the rules of a tournament's games, from its first line.
local function path_of(line)
  local header = files.read_header(line)
  return header and merge.game(header.definition)
end

-- A file whose lines are read when needed; nil: it is not one, or too short to matter.
local function long_file(path)
  local file = io.open(path, "rb")
  if file and (file:seek "end" or 0) >= LONG and file:seek "set" and file:read(1) == "{" then
    file:seek "set"
    return file
  end
  if file then file:close() end
end

local function content_of(path)
  local file <close>, why = io.open(path, "rb")
  if not file then return nil, why end
  local content
  content, why = file:read "a"
  if not content then return nil, ("%s: %s"):format(path, why) end
  return content, file:seek() == nil
end

-- If a tournament was ended from outside, the last line may not be a game.
local function drop_torn(lines, whole)
  local last = lines[#lines]
  if not lines.tournament or not last or whole then return end
  if tesela.decode(last.line) then return end
  lines[#lines] = nil
  cli.tell("%s:%d: the last line is torn", lines.path, last.number)
end

-- The entries of a file whose lines are read from it again when needed.
local function read_again(file)
  return { __index = function(entry, key)
    if key ~= "line" then return nil end
    file:seek("set", entry.at)
    return file:read "l"
  end }
end

-- Adds the games among lines: their places in a long file, else their contents. Returns the total
-- bytes.
local function add_games(lines, next_line, file)
  local again, numbers, number, at = file and read_again(file), {}, 0, 0
  for line in next_line do
    number = number + 1
    if files.is_header(line) then
      lines.tournament, lines.named = true, path_of(line) or lines.named
    elseif line:find "%S" then
      local entry = { number = number, game = #lines + 1, [file and "at" or "line"] = file and at
        or line }
      lines[#lines + 1] = again and setmetatable(entry, again) or entry
      numbers[#lines] = math.tointeger(tonumber(line:match '"number":(%d+)}%s*$'))
    end
    at = at + #line + 1
  end
  return at, numbers
end

--- The lines of a file that are games; or nil and the reason. `named` is the path of a tournament's
--- rules, if they have one; `tournament` is true of its file. For a file of another program `said`
--- is a list of messages about parts that are not shown. If the file can be read only once,
--- `content` is its text; the argument `content` is text that was already read. `later`: lines of a
--- long file are read when needed, by this process only.
function M.read(path, content, later)
  local file, once = later and long_file(path) or nil, nil
  if not (file or content) then content, once = content_of(path) end
  if not (file or content) then return nil, once end
  if content and blksgf.is(content) then return blksgf.lines(path, content) end
  local lines = { path = path, content = once and content or nil }
  local size, numbers = add_games(lines, file and file:lines() or content:gmatch "[^\n]*", file)
  drop_torn(lines, file and file:seek "end" == size or content and content:sub(-1) == "\n")
  if #lines == 0 then return nil, path .. ": it contains no game" end
  call_by_number(lines, numbers)
  return lines
end

--- The index of the game with this number in a file, or nil.
function M.index(lines, number)
  for i, entry in ipairs(lines) do
    if entry.game == number then return i end
  end
end

--- The range of the games' numbers: "1..4", or "1..9 (4 games)" if some are missing.
function M.range(lines)
  local first, last = lines[1].game, lines[#lines].game
  if last - first == #lines - 1 then return ("%d..%d"):format(first, last) end
  return ("%d..%d (%d games)"):format(first, last, #lines)
end

local function of_entry(lines, entry, index)
  local ok, state, why, missing = interrupt.try(tesela.replay, entry.line, nil, lines.rules)
  if not ok or not state then
    return nil, ("%s:%d: %s"):format(lines.path, entry.number,
      games.explained(tostring(ok and why or state), missing))
  end
  local record = tesela.decode(entry.line)
  local start = tesela.replay(entry.line, 0, lines.rules)
  local game = { entry = entry, line = entry.line, number = entry.game, index = index,
    record = record, last = state, rules = state.rules, names = state.seat_names,
    length = #record.moves, variant = lines.rules,
    spoken = spoken.line(start, record.moves) }
  judged.attach(game)
  return game
end

--- The game with this number (nil: the first), or nil and the error: { entry, line, number, index,
--- record (as decoded), last (its last position), rules, names, length, variant, spoken (the moves
--- as people write them), verdict (of an analysis, if there is one) }.
function M.game(lines, number)
  local index = number and M.index(lines, number) or not number and 1
  if not index then
    return nil, ("%s: there is no game %d; expected one in %s"):format(lines.path, number,
      M.range(lines))
  end
  return of_entry(lines, lines[index], index)
end

-- ---- writing ----

--- Replaces the line of a game.
function M.change(entry, line)
  entry.kept = entry.kept or entry.line
  entry.line = line
end

--- Writes the line of a game back into its file, without changing any others, including new ones:
--- true, or nil and the reason.
function M.keep(lines, entry)
  local path = lines.path
  if lines.tournament then return nil, path .. " is a tournament's file, and is not changed" end
  if lines.said then return nil, path .. " is a file of another program" end
  local open <close>, refused = io.open(path, "r+b")
  if not open then return nil, refused end
  local ok, why = output.replace_line(path, hash.text(entry.kept), entry.line, entry.number)
  if not ok then return nil, ("%s: %s"):format(path, why) end
  entry.kept = nil
  return true
end

return M
