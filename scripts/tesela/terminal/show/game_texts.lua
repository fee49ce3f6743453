-- Recorded games for people: the games of a file (game_file.lua) in words.
--
-- Text from a file is shown without control characters, because it may contain anything.

local tesela = require "tesela"
local clocks = require "tesela.base.clocks"
local interrupt = require "tesela.interrupt"
local judged = require "tesela.terminal.show.judged"
local report = require "tesela.analysis.analysis_report"
local show = require "tesela.terminal.dialogue.show_values"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"

local M = {}

local function clean(words)
  return text.clean((tostring(words):gsub("\n", " "):gsub("%c", "?")))
end

local function fold(words) return text.fold(words, "", "  ") .. "\n" end

-- "white (greedy)", by the names of the seats at the end, or by others: sides may change.
local function player(game, seat, names)
  local name = game.record.players[seat]
  return (names or game.names)[seat] .. (name and (" (%s)"):format(clean(name)) or "")
end

-- The clocks of a record, of all seats or by seat, or nil.
local function control_text(control, seats)
  if type(control) ~= "table" then return type(control) == "string" and control or nil end
  local words = {}
  for seat = 1, seats do
    words[seat] = type(control[seat]) == "string" and control[seat] or "none"
  end
  return table.concat(words, " against ")
end

--- The game, its rules and its players.
function M.title(game, count)
  local parts = {}
  for seat = 1, game.rules.seats do parts[seat] = player(game, seat) end
  local form = game.number == game.index and "game %d of %d: %s, %s"
    or "game %d, one of %d: %s, %s"
  local control = control_text(game.record.control, game.rules.seats)
  return fold(form:format(game.number, count, report.rules_text(game.rules),
    table.concat(parts, " against "))
    .. (control and ", clock " .. clean(control) or ""))
end

-- The move that led to a ply, and the facts known about it.
local function move_text(game, ply)
  local head = ("ply %d of %d: "):format(ply, game.length)
  if ply == 0 then return fold(head .. "the start") end
  local record = game.record
  local before = tesela.replay(game.line, ply - 1, game.variant)
  local words = ("%s%s%s %s"):format(head,
    player(game, before.seat, before.seat_names), spoken.with_colour(before),
    spoken.deed(clean(game.spoken[ply])))
  local seconds = record.seconds and record.seconds[ply]
  local value = record.values and record.values[ply]
  if seconds then words = words .. (", %.3f s"):format(seconds) end
  if value then words = words .. (", value %.4g"):format(value) end
  local left = type(record.clock) == "table" and record.clock[ply]
  if type(left) == "number" then
    words = words .. (", clock %s"):format(clocks.shown(left))
  end
  return fold(words)
end

-- Notes about a ply are members "note N"; other added strings belong to the game.
local OWN = { game = true, fen = true, deal = true, control = true }

local function notes_text(game, ply)
  local note = game.record["note " .. ply]
  if judged.says(game, ply) then note = nil end
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
  if #winners == 0 then return "no one wins" end
  if #winners == game.rules.seats and #winners > 1 then return "a draw" end
  local names = {}
  for i, seat in ipairs(winners) do names[i] = player(game, seat) end
  if #names == 1 then return names[1] .. " wins" end
  return table.concat(names, " and ") .. " share first place"
end

local function result_text(game)
  local result = game.record.result
  if not result then return "the game is not over\n" end
  local words = fold(("the game is over: %s (%s), score %s"):format(
    winners_text(game, result.winners), clean(result.reason),
    spoken.scores(game.last, result.scores)))
  if result.message then words = words .. fold("message: " .. clean(result.message)) end
  return words
end

--- The position after `ply` moves: the board, the curve of an analysis if there is room for it, the
--- move that led here, notes, and at the end the result.
function M.position(game, ply)
  local board = show.board(tesela.replay(game.line, ply, game.variant))
  local words = move_text(game, ply) .. judged.text(game, ply) .. notes_text(game, ply)
  return board .. judged.strips(game, ply, board .. words) .. words
    .. (ply == game.length and result_text(game) or "")
end

local SHOWN = 18 -- lines of a list

-- The first and the last of this many lines that fit a screen around one of them.
local function window(count, at)
  local first = math.max(1, math.min(at - SHOWN // 2, count - SHOWN + 1))
  return first, math.min(count, first + SHOWN - 1)
end

-- Lays out items of one width in rows, if possible with a whole number of rounds in each, so that
-- every seat has its own columns. Returns the rows and the number of columns.
local function rows_of(items, width, seats)
  local across, rows = math.max(1, text.room() // math.max(width, 1)), {}
  if across > seats then across = across - across % seats end
  for first = 1, #items, across do
    local row = {}
    for i = first, math.min(first + across - 1, #items) do
      row[#row + 1] = items[i] .. (" "):rep(width - text.columns(items[i]))
    end
    rows[#rows + 1] = table.concat(row):gsub("%s+$", "") .. "\n"
  end
  return rows, across
end

--- The moves with the numbers of their plies, in columns, as many as fit around the move at `ply`;
--- > marks that move, * a note.
function M.moves(game, ply)
  local items, width = {}, 0
  for i, move in ipairs(game.spoken) do
    items[i] = ("%s%3d %s%s"):format(i == ply and ">" or " ", i, clean(move),
      game.record["note " .. i] and "*" or "")
    width = math.max(width, text.columns(items[i]) + 1)
  end
  if #items == 0 then return "there are no moves\n" end
  local rows, across = rows_of(items, width, game.rules.seats)
  local first, last = window(#rows, (math.max(ply, 1) - 1) // across + 1)
  local words = table.concat(rows, "", first, last)
  if last - first + 1 == #rows then return words end
  return words .. ("moves %d to %d of %d; the list follows the position\n"):format(
    (first - 1) * across + 1, math.min(last * across, #items), #items)
end

-- A game in a line: its players, its end, its length.
local function line_of(entry)
  local record = tesela.decode(entry.line)
  if type(record) ~= "table" or type(record.moves) ~= "table" then return "not a game" end
  local names, result = {}, record.result
  for seat, name in ipairs(record.players or {}) do names[seat] = clean(name) end
  return ("%s: %s  %s, %s"):format(clean(record.game), table.concat(names, ", "),
    result and table.concat(result.scores, ":") or "not over",
    text.count(#record.moves, "move"))
end

--- The games of a file, a line for each, as many as fit around one of them.
function M.games(lines, index)
  local first, last = window(#lines, index)
  local words = {}
  for i = first, last do
    local ok, line = interrupt.try(line_of, lines[i])
    words[#words + 1] = text.cut(("%s %3d  %s"):format(i == index and ">" or " ",
      lines[i].game, ok and line or "not a game"), text.room()) .. "\n"
  end
  local rest = #lines - (last - first + 1)
  if rest > 0 then words[#words + 1] = ("      and %d more\n"):format(rest) end
  return table.concat(words)
end

return M
