-- Recorded games for people: a file of them, the text of one position, and a
-- dialogue that leafs through them line by line.
--
-- A game is { line, number, index, record (as decoded), rules, length }; its
-- positions come from replaying the line. Games of a tournament or a match have
-- numbers, which they are called by, here as everywhere, and stand in that order;
-- others are counted. Texts that a file holds are shown without
-- control characters: they are whatever somebody wrote.

local tesela = require "tesela"
local blksgf = require "tesela.format.blksgf"
local files = require "tesela.tournament.file"
local games = require "tesela.games"
local merge = require "tesela.tournament.merge"
local input = require "tesela.terminal.input"
local show = require "tesela.terminal.show"
local text = require "tesela.text"

local M = {}

-- ---- files and games --------------------------------------------------------

-- Calls the games by their numbers, if all have one.
local function call_by_number(lines)
  local list = {}
  for i, entry in ipairs(lines) do
    local number = math.tointeger(tonumber(entry.line:match '"number":(%d+)}$'))
    if not number then return end
    list[i] = number
  end
  for i, entry in ipairs(lines) do entry.game = list[i] end
  table.sort(lines, function(a, b)
    if a.game ~= b.game then return a.game < b.game end
    return a.number < b.number
  end)
end

-- The path that a tournament's games have for their rules, as the line says that tells
-- which tournament it is; or nil.
local function path_of(line)
  local header = files.read_header(line)
  return header and merge.game(header.definition)
end

--- The lines of a file: a list of { line =, number = of the line, game = what the
--- game is called by }; or nil and the reason. Those that say which tournament the
--- games are of are left out: of them there is `named`, the path of the games' rules,
--- where they have one. In a file of other programs there is `said`: what of it is not
--- shown, a list of texts.
function M.read(path)
  local file, why = io.open(path, "rb")
  if not file then return nil, why end
  local content
  content, why = file:read "a"
  file:close()
  if not content then return nil, ("%s: %s"):format(path, why) end
  if blksgf.is(content) then return blksgf.lines(path, content) end
  local lines, number = { path = path }, 0
  for line in content:gmatch "[^\n]*" do
    number = number + 1
    if files.is_header(line) then
      lines.named = path_of(line) or lines.named
    elseif line:find "%S" then
      lines[#lines + 1] = { line = line, number = number, game = #lines + 1 }
    end
  end
  if #lines == 0 then return nil, path .. ": it holds no game" end
  call_by_number(lines)
  return lines
end

local function index_of(lines, number)
  for i, entry in ipairs(lines) do
    if entry.game == number then return i end
  end
end

-- Which games there are: "1..4", or how many if some are not in the file.
local function range_of(lines)
  local first, last = lines[1].game, lines[#lines].game
  if last - first == #lines - 1 then return ("%d..%d"):format(first, last) end
  return ("%d..%d, of which %d are there"):format(first, last, #lines)
end

--- The game of a number (nil: the first), or nil and what is wrong with it.
function M.game(lines, number)
  local index = number and index_of(lines, number) or not number and 1
  if not index then
    return nil, ("%s: there is no game %d; expected one in %s"):format(lines.path, number,
      range_of(lines))
  end
  local entry = lines[index]
  local ok, state, why = pcall(tesela.replay, entry.line, nil, lines.rules)
  if not ok or not state then
    return nil, ("%s:%d: %s"):format(lines.path, entry.number,
      games.explained(tostring(ok and why or state)))
  end
  local record = tesela.decode(entry.line)
  return { line = entry.line, number = entry.game, index = index, record = record,
    rules = state.rules, names = state.seat_names, length = #record.moves,
    variant = lines.rules }
end

-- ---- texts ------------------------------------------------------------------

local function clean(words)
  return text.clean((tostring(words):gsub("\n", " "):gsub("%c", "?")))
end

local function fold(words) return text.fold(words, "", "  ") .. "\n" end

-- "white (greedy)": at the end, or by other names, for sides may change.
local function player(game, seat, names)
  local name = game.record.players[seat]
  return (names or game.names)[seat] .. (name and (" (%s)"):format(clean(name)) or "")
end

-- A record names all options; what is worth a word are those that were set.
local function rules_text(rules)
  local words = { rules.name }
  for _, option in ipairs(tesela.game(rules).options) do
    local value, default = rules.options[option.name], option.default
    if type(value) == "table" then
      value, default = table.concat(value, ","), table.concat(default, ",")
    end
    if value ~= default then
      words[#words + 1] = ("%s=%s"):format(option.name, value)
    end
  end
  return table.concat(words, " ")
end

--- Which game it is, of what rules, by whom.
function M.title(game, count)
  local parts = {}
  for seat = 1, game.rules.seats do parts[seat] = player(game, seat) end
  local form = game.number == game.index and "game %d of %d: %s, %s"
    or "game %d, one of %d: %s, %s"
  return fold(form:format(game.number, count, rules_text(game.rules),
    table.concat(parts, " against ")))
end

-- What the move was that led to a ply, and what is known about it.
local function move_text(game, ply)
  local head = ("ply %d of %d: "):format(ply, game.length)
  if ply == 0 then return fold(head .. "the start") end
  local record = game.record
  local before = tesela.replay(game.line, ply - 1, game.variant)
  local words = ("%s%s plays %s"):format(head,
    player(game, before.seat, before.seat_names), clean(record.moves[ply]))
  local seconds = record.seconds and record.seconds[ply]
  local value = record.values and record.values[ply]
  if seconds then words = words .. (", %.3f s"):format(seconds) end
  if value then words = words .. (", value %.4g"):format(value) end
  return fold(words)
end

-- Remarks about a ply are members "note N"; other texts that somebody put
-- into the record belong to the game.
local OWN = { game = true, fen = true, deal = true }

local function notes_text(game, ply)
  local note = game.record["note " .. ply]
  local lines = { type(note) == "string" and fold("note: " .. clean(note)) or nil }
  if ply < game.length then return table.concat(lines) end
  local names = {}
  for name, value in pairs(game.record) do
    if type(value) == "string" and not OWN[name] and not name:match "^note %d+$" then
      names[#names + 1] = name
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    lines[#lines + 1] = fold(("%s: %s"):format(clean(name),
      clean(game.record[name])))
  end
  return table.concat(lines)
end

local function winners_text(game, winners)
  if #winners == 0 then return "nobody wins" end
  if #winners == game.rules.seats and #winners > 1 then return "a draw" end
  local names = {}
  for i, seat in ipairs(winners) do names[i] = player(game, seat) end
  if #names == 1 then return names[1] .. " wins" end
  return table.concat(names, " and ") .. " share the first place"
end

local function result_text(game)
  local result = game.record.result
  if not result then return "the game is not over\n" end
  local words = fold(("the game is over: %s (%s), score %s"):format(
    winners_text(game, result.winners), clean(result.reason),
    table.concat(result.scores, ":")))
  if result.message then words = words .. fold("message: " .. clean(result.message)) end
  return words
end

--- The position after `ply` moves: the board, the move that led to it, notes,
--- and at the end the result.
function M.position(game, ply)
  local words = show.board(tesela.replay(game.line, ply, game.variant)) .. move_text(game, ply)
    .. notes_text(game, ply)
  if ply == game.length then words = words .. result_text(game) end
  return words
end

--- All moves with the numbers of their plies, in columns; * marks a note.
function M.moves(game)
  local items, width = {}, 0
  for ply, move in ipairs(game.record.moves) do
    local note = game.record["note " .. ply] and "*" or ""
    items[ply] = ("%3d %s%s"):format(ply, clean(move), note)
    width = math.max(width, #items[ply] + 2)
  end
  local per_line, lines = math.max(1, text.WIDTH // math.max(width, 1)), {}
  -- As many columns as whole rounds of the seats, so that each has its own.
  local seats = game.rules.seats
  if per_line > seats then per_line = per_line - per_line % seats end
  for first = 1, #items, per_line do
    local line = {}
    for i = first, math.min(first + per_line - 1, #items) do
      line[#line + 1] = items[i] .. (" "):rep(width - #items[i])
    end
    lines[#lines + 1] = table.concat(line):gsub("%s+$", "") .. "\n"
  end
  return #lines > 0 and table.concat(lines) or "there are no moves\n"
end

-- ---- the dialogue -----------------------------------------------------------

local HELP = [[
Enter, n   the next position       p, b   the one before
NUMBER     the position after so many moves (0: the start)
l          the list of moves       g N    game N of the file
h, ?       this text               q      leave
]]

local Viewer = {}
Viewer.__index = Viewer

function Viewer:show() self.write("\n", M.position(self.game, self.ply)) end

function Viewer:go(ply)
  if ply < 0 then
    self.write "this is the start\n"
  elseif ply <= self.game.length then
    self.ply = ply
    self:show()
  elseif ply == self.game.length + 1 and self.ply == self.game.length then
    local following = self.lines[self.game.index + 1]
    local more = following and ("; g %d: the next game"):format(following.game) or ""
    self.write("this is the last position", more, "; q: leave\n")
  else
    self.write(("expected a number of moves in 0..%d\n"):format(self.game.length))
  end
end

function Viewer:open(n)
  if not index_of(self.lines, n) then
    self.write(("expected a game in %s\n"):format(range_of(self.lines)))
    return
  end
  local game, why = M.game(self.lines, n)
  if not game then
    self.write(clean(why), "\n")
    return
  end
  self.game, self.ply = game, 0
  self.write("\n", M.title(game, #self.lines))
  self.write(M.position(game, 0))
end

local commands = {}

function commands.n(self) self:go(self.ply + 1) end

function commands.p(self) self:go(self.ply - 1) end

function commands.l(self) self.write(M.moves(self.game)) end

function commands.h(self) self.write(HELP) end

function commands.q() return true end

local names = { [""] = "n", n = "n", next = "n", p = "p", b = "p", back = "p",
  l = "l", list = "l", moves = "l", h = "h", help = "h", ["?"] = "h", q = "q",
  quit = "q", exit = "q" }

local LARGEST = 9 -- digits

-- True: leave.
function Viewer:obey(line)
  local word = line:match "^%s*(.-)%s*$"
  local number, game = word:match "^%d+$", word:match "^g%a*%s*(%d+)$"
  if #(number or game or "") > LARGEST then number, game = nil, nil end
  if number then
    self:go(math.tointeger(tonumber(number)))
  elseif game then
    self:open(math.tointeger(tonumber(game)))
  elseif names[word] then
    return commands[names[word]](self)
  else
    self.write(clean(word), ": expected Enter, b, a number of moves, g N, l or q;",
      " h explains\n")
  end
end

--- Leafs through the games, beginning with game n at the start, until whoever
--- sits at the terminal leaves. `write` is told what to print.
function M.leaf(lines, game, write)
  local self = setmetatable({ lines = lines, game = game, ply = 0,
    write = write }, Viewer)
  write(M.title(game, #lines))
  write(M.position(game, 0))
  write "Enter: on, b: back, h: what else there is, q: leave\n"
  repeat
    local line, why = input.read(("%d/%d> "):format(self.ply, self.game.length))
    local left = not line and why ~= "interrupted"
    if line then
      left = self:obey(line)
    elseif left then
      write "\n"
    end
  until left
end

return M
