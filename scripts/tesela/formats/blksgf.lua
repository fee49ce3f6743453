-- Games of Blokus in Smart Game Format (.blksgf), to records and back.
--
-- A move is the property of its colour, B, W or 1 to 4, with the cells; pieces set up at
-- the beginning are AB, AW or A1 to A4, and PL is the colour to move then: in a record they
-- are the position text. Comments (C) are notes. Passes are not written, except as a node
-- without a move if it has a note, or if no move follows. Options that other programs do
-- not assume are in RU. The description of a game: MEMBERS.
--
-- A record has one game in one line, without variations. Anything that it cannot contain is left
-- out, and reported.

local tesela = require "tesela"
local blokus = require "tesela.formats.blokus_names"
local interrupt = require "tesela.interrupt"
local sgf = require "tesela.formats.sgf"
local text = require "tesela.text"

local M = {}

-- The text properties about the game, in the order in which they are written.
local MEMBERS = { { "GN", "title" }, { "EV", "event" }, { "RO", "round" },
  { "PC", "place" }, { "DT", "date" }, { "AN", "annotator" }, { "SO", "from" },
  { "US", "by" }, { "GC", "about" } }

-- Properties that are read, or that say nothing about the game, and their old names.
local KNOWN = { C = true, PL = true, AE = true, GM = true, FF = true, CA = true,
  AP = true, SZ = true, ST = true, RU = true, RE = true }
for _, member in ipairs(MEMBERS) do KNOWN[member[1]] = true end
local OLD = { { "BLUE" }, { "YELLOW" }, { "RED" }, { "GREEN" } }

local SETTINGS = { corners = "fixed", bonus_all = 15, bonus_last = 5 }
local NAMES = { "corners", "bonus_all", "bonus_last" }

local ENDS = { R = "resigned", T = "time", F = "error" }
local LETTERS = { resigned = "R", time = "T", memory = "T", illegal = "F", error = "F" }

-- Raises an error in a game, at a node.
local function fail(node, form, ...)
  error({ line = node.line, why = form:format(...) })
end

-- ---- reading: the rules and the start ---------------------------------------

local function settings_of(root)
  local options = {}
  for name, value in sgf.text(root.RU and root.RU[1] or ""):gmatch "([%l_]+)=(%w+)" do
    if SETTINGS[name] then options[name] = value end
  end
  return options
end

local function rules_of(root, options)
  local name = sgf.line(root.GM and root.GM[1] or "")
  local all = blokus.options(name, options)
  if not all then
    fail(root, "GM: expected one of %s, got %s", table.concat(blokus.names(), ", "),
      text.cut(text.clean(name), 40))
  end
  local ok, rules = interrupt.try(tesela.rules, "blokus", all)
  return ok and rules or fail(root, "RU: %s", rules)
end

-- The properties of the colours: a list of names, new and old, for each.
local function ids(rules)
  local list = {}
  for n, id in ipairs(blokus.colours(rules)) do
    list[n] = { id, table.unpack(rules.options.variant == "classic" and OLD[n] or {}) }
  end
  return list
end

-- The cells of a value; in old files each is a separate value.
local function cells_of(values) return (sgf.line(table.concat(values, ",")):lower()) end

local function has_setup(game, node)
  if node.AE then return true end
  for _, id in ipairs(blokus.colours(game.rules)) do
    if node["A" .. id] then return true end
  end
  return false
end

local function lay(game, node, letter, values, board)
  for _, value in ipairs(values) do
    for cell in sgf.line(value):lower():gmatch "[^,]+" do
      local column, row = cell:match "^(%l)(%d%d?)$"
      column, row = (column or "a"):byte() - 96, tonumber(row or 0)
      if row < 1 or row > #board or column > #board then
        fail(node, "%s is not a cell", text.cut(text.clean(cell), 20))
      end
      board[row][column] = letter
    end
  end
  game.set_up = true
end

local function add_setup(game, node)
  local side = game.rules.options.variant == "duo" and 14 or 20
  game.board = game.board or {}
  for row = 1, side do game.board[row] = game.board[row] or {} end
  for n, id in ipairs(blokus.colours(game.rules)) do
    lay(game, node, game.names[n]:sub(1, 1), node["A" .. id] or {}, game.board)
  end
  if node.AE then lay(game, node, nil, node.AE, game.board) end
end

local function rows_text(board)
  local rows = {}
  for row = #board, 1, -1 do
    local cells = {}
    for column = 1, #board do cells[column] = board[row][column] or "." end
    rows[#rows + 1] = table.concat(cells):gsub("%.+", function(run) return #run end)
  end
  return table.concat(rows, "/")
end

-- The number of the colour in a PL, or nil.
local function colour_of(game, word)
  for n, id in ipairs(blokus.colours(game.rules)) do
    if word:upper() == id or word:lower() == blokus.words(game.rules, n)[1] then return n end
  end
end

-- ---- reading: the moves -----------------------------------------------------

-- The position of the start, with the set-up; by default this colour is to move.
local function start_of(game, node, colour)
  local turn = game.turn or colour or 1
  if not game.board then
    local state = game.rules:start()
    return turn == 1 and state or blokus.with_turn(state, turn)
  end
  local fen = ("%s %s -"):format(rows_text(game.board), game.names[turn]:sub(1, 1))
  local ok, state = interrupt.try(game.rules.load, game.rules, fen)
  return ok and state or fail(node, "pieces that are set up: %s", state)
end

-- Starts the moves from the set-up, unless they have begun.
local function begin(game, node, colour)
  if game.state then return end
  game.state = start_of(game, node, colour)
  game.start = game.state:copy()
end

local function add_note(game, words)
  if not words:find "%S" then return end
  local ply = game.state and game.state.ply or 0
  local list = game.notes[ply] or {}
  game.notes[ply], list[#list + 1] = list, words
end

-- The moves after a node cannot be kept: false.
local function cut(game, node, form, ...)
  game.cut = ("line %d: %s; it is read up to there"):format(node.line, form:format(...))
  return false
end

-- Makes the passes before the move of a colour; false: another colour is to move.
local function pass_until(game, node, colour)
  while blokus.turn(game.state) ~= colour do
    if not blokus.blocked(game.state) then
      local turn = blokus.turn(game.state)
      return cut(game, node, turn and "a move of %s, but %s is to move"
        or "a move of %s after the end of the game", game.names[colour], game.names[turn])
    end
    game.state:play "pass"
  end
  return true
end

-- Plays a move of a colour, with the passes before it; false: the line is cut.
local function play(game, node, colour, values)
  begin(game, node, colour)
  if not pass_until(game, node, colour) then return false end
  local words = cells_of(values)
  if words == "" or words == "pass" then
    return blokus.blocked(game.state)
      or cut(game, node, "a pass of %s, which can move", game.names[colour])
  end
  local move, why = game.state:try(words)
  if not move then fail(node, "move %d: %s", game.moves + 1, why) end
  game.moves = game.moves + 1
  return true
end

-- A node without a move is a pass if the side to move can only pass. This also holds right after
-- the set-up.
local function pass(game, node)
  local state = game.state or game.board and start_of(game, node)
  if state and blokus.blocked(state) then game.state = state:play "pass" end
end

-- The moves of a node, { colour, values } each, in the order of play: there should be one, but
-- some programs write more.
local function moves_in(game, node)
  local list, count = {}, #game.ids
  local turn = game.state and blokus.turn(game.state) or game.turn or 1
  for i = 0, count - 1 do
    local colour = (turn + i - 1) % count + 1
    for _, name in ipairs(game.ids[colour]) do
      if node[name] then list[#list + 1] = { colour, node[name] } end
    end
  end
  return list
end

local function leave_out(game, name)
  local left = game.left_out
  if not left[name] then left[#left + 1] = name end
  left[name] = true
end

local function note_others(game, node)
  for name in pairs(node) do
    if name ~= "line" and not KNOWN[name] and not game.used[name] then
      leave_out(game, name)
    end
  end
end

local function play_all_of(game, node, moves)
  for _, move in ipairs(moves) do
    if not play(game, node, move[1], move[2]) then return false end
  end
  return true
end

-- Reads one node of a line; false: the rest cannot be kept.
local function take(game, node)
  local moves, set_up = moves_in(game, node), has_setup(game, node)
  if set_up and game.state then return cut(game, node, "pieces are set up after moves") end
  if set_up then add_setup(game, node) end
  if node.PL and not game.state then
    game.turn = colour_of(game, sgf.line(node.PL[1]))
    if not game.turn then leave_out(game, "PL") end
  end
  local whole = play_all_of(game, node, moves)
  if #moves == 0 and not set_up then pass(game, node) end
  if node.C then add_note(game, sgf.text(node.C[1])) end
  note_others(game, node)
  return whole
end

-- Plays the nodes of a game.
local function play_line(game, nodes)
  for _, node in ipairs(nodes) do
    if not take(game, node) then return end
  end
end

-- ---- reading: games ---------------------------------------------------------

local function used(game)
  local names = {}
  for n, id in ipairs(blokus.colours(game.rules)) do
    for _, name in ipairs(game.ids[n]) do names[name] = true end
    names["A" .. id] = true
  end
  for _, id in ipairs(blokus.players(game.rules)) do names["P" .. id] = true end
  return names
end

local function played(nodes, options)
  local game = { rules = rules_of(nodes[1], options), notes = {}, moves = 0, left_out = {},
    variations = nodes.variations }
  game.names, game.ids = game.rules:start():colours(), ids(game.rules)
  game.used = used(game)
  play_line(game, nodes)
  begin(game, nodes[#nodes])
  for ply, list in pairs(game.notes) do game.notes[ply] = table.concat(list, "\n") end
  return game
end

-- First tries fixed start cells, as other programs use; then any cells.
local function play_all(nodes)
  local options = settings_of(nodes[1])
  local ok, game = interrupt.try(played, nodes, options)
  if ok or options.corners then return ok, game end
  options.corners = "any"
  return pcall(played, nodes, options)
end

-- ---- reading: records -------------------------------------------------------

local function players(game, root)
  local names = {}
  for seat, id in ipairs(blokus.players(game.rules)) do
    local values = seat <= game.rules.seats and root["P" .. id]
    local name = values and sgf.line(values[1])
    names[seat] = name ~= "" and name or nil
  end
  return names
end

-- The result of a game for two that was lost for a reason outside the rules, or nil.
local function outside(game, root)
  local winner, how = sgf.line(root.RE and root.RE[1] or ""):match "^([BW])%+(%u)%l*$"
  if game.state.over or not (winner and ENDS[how]) or game.rules.seats ~= 2 then return nil end
  return { reason = ENDS[how], places = winner == "B" and { 1, 2 } or { 2, 1 } }
end

-- A record's line with the members about the game.
local function with_members(line, root)
  local more = {}
  for _, member in ipairs(MEMBERS) do
    local words = root[member[1]] and sgf.text(root[member[1]][1])
    if words and words:find "%S" then
      more[#more + 1] = tesela.encode { [member[2]] = words }:sub(2, -2)
    end
  end
  return #more == 0 and line or ("%s,%s}"):format(line:sub(1, -2), table.concat(more, ","))
end

local function said(game)
  local list, count = { game.cut }, game.variations
  if count > 0 then
    list[#list + 1] = ("%s left out"):format(count == 1 and "1 variation is"
      or count .. " variations are")
  end
  if #game.left_out > 0 then
    table.sort(game.left_out)
    list[#list + 1] = ("left out: %s"):format(text.cut(table.concat(game.left_out, ", "), 60))
  end
  return list
end

local function record(nodes)
  local ok, game = play_all(nodes)
  if not ok then error(game, 0) end
  local line = game.state:record { players = players(game, nodes[1]), notes = game.notes,
    result = outside(game, nodes[1]) }
  return { line = with_members(line, nodes[1]), said = said(game) }
end

local function complain(number, count, why, line)
  return ("line %d: %s%s"):format(line, count > 1 and ("game %d: "):format(number) or "", why)
end

--- Is this string SGF?
M.is = sgf.is

--- The games in a string: a list of { line = the record, said = messages about parts that were not
--- kept }; or nil and the reason.
function M.read(words)
  local games, why, line = sgf.read(words)
  if not games then return nil, complain(1, 1, why, line) end
  for number, nodes in ipairs(games) do
    local ok, game = pcall(record, nodes)
    if not ok and type(game) ~= "table" then error(game, 0) end
    if not ok then return nil, complain(number, #games, game.why, game.line) end
    games[number] = game
  end
  for i, at in ipairs(games.skipped) do
    table.insert(games[1].said, i, ("line %d: text outside of games is left out"):format(at))
  end
  return games
end

--- The games of a file as if they were lines of records: a list of { line =, number =, game = its
--- number }, with `path` and `said`, messages about parts that were not kept; or nil and the
--- reason.
function M.lines(path, words)
  local games, why = M.read(words)
  if not games then return nil, ("%s: %s"):format(path, why) end
  local lines = { path = path, said = {} }
  for i, game in ipairs(games) do
    lines[i] = { line = game.line, number = i, game = i }
    for _, each in ipairs(game.said) do
      local in_file = #games == 1 or each:find "is no game"
      lines.said[#lines.said + 1] = in_file and each or ("game %d: %s"):format(i, each)
    end
  end
  return lines
end

-- ---- writing ----------------------------------------------------------------

local function result_of(state, result)
  if state.rules.seats ~= 2 or not result then return nil end
  if state.over then return blokus.difference(state) end
  local letter = LETTERS[result.reason]
  if not letter or result.places[1] == result.places[2] then return nil end
  return (result.places[1] == 1 and "B+" or "W+") .. letter
end

local function put(list, name, words)
  if words then list[#list + 1] = sgf.property(name, words) end
end

local function put_setup(list, state, ids_of)
  local pieces = {}
  for n, name in ipairs(state:colours()) do pieces[name] = { id = "A" .. ids_of[n] } end
  for _, element in ipairs((state:elements())) do
    local own = element.kind == "piece" and element.box == 0 and pieces[element.colour]
    if own then own[#own + 1] = element.squares end
  end
  for _, name in ipairs(state:colours()) do
    local own, values = pieces[name], {}
    for i, squares in ipairs(own) do
      local cells = {}
      table.sort(squares, function(a, b)
        if a[2] ~= b[2] then return a[2] < b[2] end
        return a[1] < b[1]
      end)
      for k, square in ipairs(squares) do
        cells[k] = ("%s%d"):format(string.char(96 + square[1]), square[2])
      end
      values[i] = ("[%s]"):format(table.concat(cells, ","))
    end
    table.sort(values)
    if #values > 0 then list[#list + 1] = own.id .. table.concat(values) end
  end
  put(list, "PL", ids_of[blokus.turn(state)])
end

local function put_settings(list, rules)
  local words = {}
  for _, name in ipairs(NAMES) do
    local value = rules.options[name]
    if value ~= SETTINGS[name] then words[#words + 1] = ("%s=%s"):format(name, value) end
  end
  put(list, "RU", words[1] and table.concat(words, " "))
end

local function note_of(given, ply)
  local words = given["note " .. ply]
  return type(words) == "string" and words or nil
end

local function root_of(game, start, final)
  local rules, list, given = start.rules, {}, game.record
  put(list, "GM", blokus.name(rules))
  put(list, "CA", "UTF-8")
  put(list, "AP", "tesela:" .. tesela._VERSION:match "%S+$")
  put_settings(list, rules)
  for seat, id in ipairs(blokus.players(rules)) do
    put(list, "P" .. id, seat <= rules.seats and given.players[seat] or nil)
  end
  for _, member in ipairs(MEMBERS) do
    local words = given[member[2]]
    put(list, member[1], type(words) == "string" and words or nil)
  end
  put(list, "RE", result_of(final, given.result))
  if given.fen then put_setup(list, start, blokus.colours(rules)) end
  put(list, "C", note_of(given, 0))
  return table.concat(list, "\n")
end

-- Must a pass be written: is there a note on it, or on one of the passes after it, or are there
-- only passes after it?
local function is_kept(given, ply)
  for later = ply, #given.moves do
    if given.moves[later] ~= "pass" then return false end
    if note_of(given, later) then return true end
  end
  return true
end

-- The node of the move that leads to a ply, or nothing.
local function node_of(given, state, ply)
  local move, node = given.moves[ply], {}
  if move ~= "pass" then
    put(node, blokus.colours(state.rules)[blokus.turn(state)], state:text(move))
  end
  put(node, "C", note_of(given, ply))
  state:play(move)
  if move ~= "pass" or is_kept(given, ply) and not state.over then
    return ";" .. table.concat(node, "\n")
  end
end

--- The reason why a game of some rules cannot be written; nil: it can.
function M.refused(rules)
  if blokus.name(rules) then return nil end
  return rules.name == "blokus" and "Blokus for one, which has no name in such files"
    or ("a game of %s; such files are only for Blokus"):format(rules.name)
end

local LOST = { "seconds", "values" }

-- SGF has names in one line.
local function changes_name(name)
  return type(name) == "string" and (name == "" or name:find "%c" or name:find "^%s"
    or name:find "%s$" or name:find "%s%s")
end

-- All line ends are read alike.
local function changes(words)
  return type(words) == "string" and words:find "[%z\1-\8\11-\31\127]"
end

local function is_blank(words) return type(words) == "string" and not words:find "%S" end

-- Does a test hold for one of the members about the game?
local function any_member(given, test)
  for _, member in ipairs(MEMBERS) do
    if test(given[member[2]]) then return true end
  end
  return false
end

local function any_note(given, test)
  for key, note in pairs(given) do
    local ply = key:match "^note (%d+)$"
    if ply and test(note, tonumber(ply)) then return true end
  end
  return false
end

local function any_name(given)
  for _, name in ipairs(given.players) do
    if changes_name(name) then return true end
  end
  return false
end

-- The parts that will be different when read back. `start`: the position in which the game begins.
local function not_kept(given, start)
  local lost = {}
  local function tell(is_so, form, ...)
    if is_so then lost[#lost + 1] = form:format(...) end
  end
  for _, name in ipairs(LOST) do tell(given[name], "%s of moves are left out", name) end
  tell(given.variations, "variations are left out")
  tell(any_name(given), "spaces and control characters in names change")
  tell(any_note(given, changes), "control characters in notes change")
  tell(any_member(given, changes), "control characters in the description of the game change")
  tell(any_note(given, is_blank) or any_member(given, is_blank), "empty text is left out")
  tell(any_note(given, function(_, ply) return ply > #given.moves end),
    "notes after the last move are left out")
  tell(given.fen and not start:fen():find " %-$",
    "the colours that placed the single cell last are left out")
  return lost
end

--- A record as text, and a list of messages about the parts that were not kept.
function M.write(line, rules)
  local start, final = tesela.replay(line, 0, rules), tesela.replay(line, nil, rules)
  local game, state = { record = tesela.decode(line) }, start:copy()
  local parts, lost = { ";" .. root_of(game, start, final) }, not_kept(game.record, start)
  for ply = 1, #game.record.moves do
    parts[#parts + 1] = node_of(game.record, state, ply)
  end
  return ("(%s\n)\n"):format(table.concat(parts, "\n")), lost
end

return M
