-- The report of an analysis: a table of the moves, sentences about the worst, how well each side
-- played; and over many games, where their players lose.

local tesela = require "tesela"
local curve = require "tesela.analysis.curve"
local settings = require "tesela.rules.settings"
local spoken = require "tesela.rules.spoken_moves"
local tables = require "tesela.contest.results.report"
local texts = require "tesela.text"
local verdicts = require "tesela.analysis.verdict"

local M = {}

--- The number of worst moves to mention.
M.WORST = 3

--- A chance in percent.
function M.percent(x) return ("%d %%"):format(math.floor(100 * x + 0.5)) end

local percent = M.percent

--- Folds text, but not between a number and its %.
function M.fold(words)
  local folded = texts.fold(texts.clean(words):gsub("(%d) %%", "%1_%%"), "", "  ")
  return (folded:gsub("(%d)_%%", "%1 %%"))
end

--- "white (greedy)": at the end, or in a position, because sides may change.
function M.player(game, seat, state)
  local name = game.record.players[seat]
  return (state and state.seat_names or game.names)[seat]
    .. (name and (" (%s)"):format(texts.clean(name)) or "")
end

-- The position before a move, by its number.
local function before(game, i) return tesela.replay(game.line, i - 1, game.variant) end

--- A sentence about a move, by its number.
function M.sentence(game, i)
  local move, state = game.verdict.moves[i], before(game, i)
  local line = table.concat(spoken.line(state, move.line), " ", 2)
  return ("Move %d, %s: %s gave away %s; %s kept %s%s."):format(i,
    M.player(game, move.seat, state), spoken.of(state, move.move), percent(move.lost),
    spoken.of(state, move.best), percent(move.before),
    line ~= "" and ", then " .. line or "")
end

-- ---- of one game ------------------------------------------------------------

-- Columns for the played moves: fewer in a narrow terminal, to leave room for the better ones
-- beside them.
local PLAYED, LEAST = 22, 8

local function played_columns()
  return math.max(LEAST, PLAYED - texts.WIDTH + texts.room())
end

local function row(game, i, columns)
  local move = game.verdict.moves[i]
  if not move then return ("%4d  not looked at"):format(i) end
  local luck = move.luck and ("%+4.0f"):format(100 * move.luck) or ""
  local better = move.best ~= move.move and move.lost >= 0.005
  local state = before(game, i)
  return ("%4d %-8s %-" .. columns .. "s %5s %5s %5s %s %s"):format(i,
    texts.cut(state.seat_names[move.seat], 8),
    texts.cut(texts.clean(spoken.of(state, move.move)), columns),
    percent(move.before), percent(move.after), better and percent(move.lost) or "",
    luck, better and texts.clean(spoken.of(state, move.best)) or "")
end

local function has_luck(game)
  for _, move in ipairs(game.verdict.moves) do
    if move and move.luck then return true end
  end
  return false
end

--- The moves, as the lines of a table.
function M.moves(game)
  local columns, lines = played_columns(), {}
  lines[1] = ("%4s %-8s %-" .. columns .. "s %5s %5s %5s %s %s"):format("move", "by", "",
    "before", "after", "lost", has_luck(game) and "luck" or "", "better")
  for i in ipairs(game.verdict.moves) do lines[#lines + 1] = row(game, i, columns) end
  for i, line in ipairs(lines) do lines[i] = texts.cut(line:gsub("%s+$", ""), texts.room()) end
  return lines
end

local function luck_of(game, seat)
  local sum = 0
  for _, move in ipairs(game.verdict.moves) do
    if move and move.luck and move.seat == seat then sum = sum + move.luck end
  end
  return has_luck(game) and (", luck %+.0f %%"):format(100 * sum) or ""
end

--- A line for each player.
function M.players(game)
  local lines = {}
  for seat, tally in ipairs(verdicts.by_seat(game.verdict, game.rules.seats)) do
    local accuracy, lost = tally:means()
    lines[seat] = accuracy and ("%s: accuracy %.1f %%, %.1f %% lost per move, %s%s"):format(
      M.player(game, seat), accuracy, 100 * lost,
      texts.count(tally.mistakes, "mistake"), luck_of(game, seat))
      or ("%s: no move with a choice"):format(M.player(game, seat))
  end
  return lines
end

--- The sentences about the worst moves, three or the given number.
function M.worst(game, most)
  local lines = {}
  for _, i in ipairs(verdicts.worst(game.verdict, most or M.WORST)) do
    lines[#lines + 1] = M.fold(M.sentence(game, i))
  end
  if #lines == 0 then lines[1] = "No move lost anything." end
  return lines
end

--- "by expert, 2000 iterations a search, seed 0".
function M.settings(how)
  local words = { "by " .. texts.clean(how.by) }
  if how.iterations then
    words[2] = texts.count(how.iterations, "iteration") .. " a search"
  end
  if how.seconds then words[#words + 1] = ("%.3g s a search"):format(how.seconds) end
  words[#words + 1] = ("seed %d"):format(how.seed)
  return table.concat(words, ", ")
end

--- The rules, with only the changed options (a record lists every option).
function M.rules_text(rules)
  local words = { rules.name }
  for _, each in ipairs(settings.changed(rules)) do words[#words + 1] = each.text end
  return table.concat(words, " ")
end

--- The game, and the settings of its analysis.
function M.title(game)
  local players = {}
  for seat = 1, game.rules.seats do players[seat] = M.player(game, seat) end
  return texts.fold(("%s, %s, %s"):format(texts.clean(M.rules_text(game.rules)),
    table.concat(players, " against "), texts.count(#game.record.moves, "move")), "", "  ")
    .. "\n" .. M.settings(game.settings)
end

--- The whole report of a game. `options`: symbols = can the terminal show more than ASCII?, moves =
--- false: without the table of moves.
function M.text(game, options)
  options = options or {}
  local parts = { M.title(game), "", curve.text(game, options.symbols), "" }
  if options.moves ~= false then
    table.move(M.moves(game), 1, #game.record.moves + 1, #parts + 1, parts)
    parts[#parts + 1] = ""
  end
  for _, lines in ipairs { M.worst(game), M.players(game) } do
    for _, line in ipairs(lines) do parts[#parts + 1] = texts.narrow(line) end
  end
  return table.concat(parts, "\n") .. "\n"
end

-- ---- of many games ----------------------------------------------------------

local PHASES = { "opening", "middle", "end" }

-- The third of the game that a move belongs to.
local function phase_of(i, count) return math.min(3, 1 + 3 * (i - 1) // count) end

local function player_of(players, name)
  local self = players[name]
  if self then return self end
  self = { name = name, games = 0, defeats = { 0, 0, 0 }, all = verdicts.tally(), phases = {} }
  for i = 1, #PHASES do self.phases[i] = verdicts.tally() end
  players[name], players[#players + 1] = self, self
  return self
end

-- The phase in which a seat lost most of a game.
local function add_defeat(player, game, seat)
  local result = game.record.result
  local lost, most = { 0, 0, 0 }, nil
  if not result or result.places[seat] == 1 then return end
  for i, move in ipairs(game.verdict.moves) do
    if move and move.seat == seat then
      local phase = phase_of(i, #game.verdict.moves)
      lost[phase] = lost[phase] + move.lost
    end
  end
  for phase = 1, #PHASES do
    if lost[phase] > (most and lost[most] or 0) then most = phase end
  end
  if most then player.defeats[most] = player.defeats[most] + 1 end
end

local function add_game(players, game)
  for seat = 1, game.rules.seats do
    local player = player_of(players, game.record.players[seat] or game.names[seat])
    player.games = player.games + 1
    add_defeat(player, game, seat)
  end
  for i, move in ipairs(game.verdict.moves) do
    if move then
      local player = player_of(players, game.record.players[move.seat]
        or game.names[move.seat])
      player.all:add(move)
      player.phases[phase_of(i, #game.verdict.moves)]:add(move)
    end
  end
end

--- The mistakes of the players of some games, by phase: a list of { name, games, all and
--- phases[1..3] = tallies, defeats[1..3] = games mostly lost in that phase }.
function M.phases(games)
  local players = {}
  for _, game in ipairs(games) do add_game(players, game) end
  local list = table.move(players, 1, #players, 1, {})
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

local function cell(tally)
  local _, lost = tally:means()
  return lost and ("%.1f %% %3d"):format(100 * lost, tally.mistakes) or "-"
end

-- The cells of a player.
local function phase_row(player)
  local accuracy = player.all:means()
  local cells = { texts.cut(texts.clean(player.name), 20), tostring(player.games),
    accuracy and ("%.1f %%"):format(accuracy) or "-" }
  for i = 1, #PHASES do
    cells[#cells + 1] = ("%s %3d"):format(cell(player.phases[i]), player.defeats[i])
  end
  return cells
end

--- The same as a table: for each phase the average loss of a move, the number of mistakes, and the
--- number of games mostly lost there.
function M.phase_table(games)
  local rows = {}
  for i, player in ipairs(M.phases(games)) do rows[i] = phase_row(player) end
  return texts.fold "Loss per move, mistakes and games lost, in each third of the game" .. "\n"
    .. tables.table { columns = { "player", "games", "accuracy", table.unpack(PHASES) },
      rows = rows, left = { true } }
end

return M
