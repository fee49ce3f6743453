-- The commands during a game.
--
-- `help` lists the doc of a command up to the colon; `help NAME` shows all of it, with a comma
-- for the colon. A command may be shortened if no other command and no legal move begins the
-- same way. Commands that end the game (when = "playing") may not be shortened, and are not
-- available once it is over; those with when = "over" are available only then.

local cli = require "tesela.cli.cli"
local completion = require "tesela.terminal.play.completion"
local coverings = require "tesela.terminal.play.pieces_by_cells"
local hint = require "tesela.terminal.play.hint"
local interrupt = require "tesela.interrupt"
local input = require "tesela.terminal.dialogue.input"
local judging = require "tesela.terminal.show.judging"
local listing = require "tesela.terminal.play.legal_moves"
local arguments = require "tesela.base.arguments"
local loop = require "tesela.turns.game_loop"
local menus = require "tesela.terminal.dialogue.command_list"
local Screen = require "tesela.terminal.play.screen"
local show = require "tesela.terminal.dialogue.show_values"
local simultaneous = require "tesela.rules.simultaneous"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"

local M = {}

local menu = menus.new { ["?"] = "help", b = "back", exit = "quit",
  q = "quit" }

local function command(...) menu:add(...) end

local function is_of_use(self, each)
  return each.when == nil or each.when == (self:over() and "over" or "playing")
    or not self:over() and self:query(each.when) ~= nil
end

-- Refuses a command that is useless at the end of the game.
local function refused_at_end(self, name)
  if self:ended() then self.say("%s: the game is over", name) end
  return self:ended()
end

-- ---- looking ----

-- May the person at the screen see the moves? Refuses if not.
local function may_see_moves(self, name)
  if refused_at_end(self, name) then return false end
  if self:is_open() then return true end
  self.tell("%s: it is the turn of %s, whose hand you do not see", name,
    self:full_name(self:state().seat))
end

-- Explains why no move matches a word, which may not be a cell.
local function tell_no_moves(self, word)
  local _, why, kind = self:seen():move(word)
  local covering, reason = coverings.read(self:seen(), word)
  if covering then return self.tell("moves %s", reason) end
  if self:seen():count() == 0 then return self.tell("moves: %s", why) end
  if kind == "no cell" then return self.tell("moves %s", why) end
  self.tell("moves: no legal move touches %s", word)
end

command("moves [CELL]", "the legal moves: all, or those with a cell, a piece or a tile, or "
  .. "with a piece and a cell",
  function(self, word)
    if not may_see_moves(self, "moves") then return end
    local found = listing.text(self:seen(), word ~= "" and word or nil)
    if not found then return tell_no_moves(self, word) end
    self.say("%s", found)
  end)

command("corners", "mark open corners: on or off; the next piece must cover one of the cells "
  .. "marked +", function(self)
    Screen.corners = not Screen.corners
    self:draw()
  end, "open_corners")

command("board", "show the board again: all of it, even in a small window, and the "
  .. "winner if the game is over",
  function(self)
    self:draw(nil, true)
    if self:ended() then self:tell_outcome() end
  end)

-- Hints with moves as people write them.
local function as_spoken(state, found)
  local told = {}
  for i, entry in ipairs(found) do
    local line = spoken.line(state, entry.line)
    told[i] = { text = line[1], line = line, value = entry.value, proof = entry.proof,
      points = state:parts(entry.move).points }
  end
  return told
end

command("hint [3]", "suggest a move: shown on the board; hint 3 lists the best three with their "
  .. "values, the one tried most first",
  function(self, word)
    if not may_see_moves(self, "hint") then return end
    local count = word == "" and 1 or math.tointeger(tonumber(word))
    if not count or count < 1 then
      self.tell("hint %s: expected a number of moves, as in: hint 3", word)
      return
    end
    local state = self:state()
    local found = hint.of(state, count, { iterations = self.iterations,
      seconds = self.seconds, seed = self:move_seed(state.seat),
      threads = self.threads }, self.seeds[state.seat])
    local told = as_spoken(state, found)
    self:draw(found[1].move)
    if count > 1 then
      self.say("%s", hint.lines(told))
      if told[1].value then
        self.say("(%%: the chance that %s wins, as expert sees it)", self:name(state.seat))
      end
    end
    self.hinted = { state = state, move = found[1].move }
    self.say("try %s%s", told[1].text, self.recorded and "" or " (ok plays it)")
    local warning = simultaneous.warning(state.rules)
    if warning then self.say("%s", text.fold("but " .. warning, "", "")) end
  end)

command("ok", "play the hint: the move that hint has just suggested", function(self)
  local hinted = self.hinted
  if hinted and hinted.state == self:state() then
    return self:may_move(hinted.move) and hinted.move or nil
  end
  self.say "ok: there is no hint for this position; hint gives one"
end, "playing")

command("fen", "the position as text", function(self)
  self.say("%s", self:seen():fen())
end)

-- ---- walking through the game ----

-- The number of plies to step, or nil after a refusal.
local function plies_of(self, name, word)
  if word == "" then return 1 end
  local count = math.tointeger(tonumber(word))
  if count and count > 0 then return count end
  self.tell("%s %s: expected a number of moves, as in: %s 2", name, word, name)
end

command("back [2]", "look back: one move, or that many; undo then drops the moves after it",
  function(self, word)
    local count = plies_of(self, "back", word)
    if not count then return end
    if self.at == 1 then self.say "back: this is the beginning" return end
    self:walk(-count)
  end)

command("forward [2]", "forward again: one move, or that many", function(self, word)
  local count = plies_of(self, "forward", word)
  if not count then return end
  if not self:is_back() then self.say "forward: this is the last move" return end
  self:walk(count)
end)

command("go", "continue the game: after back or Ctrl-C", function(self)
  if refused_at_end(self, "go") then return end
  if not self:is_back() and not self:is_bot(self:state().seat) then
    self.say "go: it is your turn"
    return
  end
  self:go_on()
end)

-- Reads the file of a seat's bot again; returns its name or an error, or nil without a
-- file.
local function reload(self, seat)
  local player = self.players[seat]
  if not player.reload then return nil end
  local ok, why = player:reload()
  if ok == false then return nil end
  self:begin_anew(seat)
  return ok and player.name .. " is read again" or ("%s: %s"):format(player.name, why)
end

command("reload", "read bots' files again", function(self)
  local names = {}
  for seat = 1, self.rules.seats do names[#names + 1] = reload(self, seat) end
  self.tell("reload: %s", #names > 0 and table.concat(names, ", ")
    or "no bot here comes from a file")
end)

-- The level that a word means; without one, says what is expected.
local function level_of(self, name, word, else_expected)
  local level = math.tointeger(tonumber(word))
  if self.level and level and level >= 1 and level <= self.levels then return level end
  self.tell("%s %s: %s", name, word, self.level
    and ("expected a level, 1 to %d%s"):format(self.levels, else_expected)
    or "no bot here has levels")
end

command("level [5]", "the bot's level: or, with a number, a new level from its next move on",
  function(self, word)
    if word ~= "" then
      local level = level_of(self, "level", word, "")
      if not level then return end
      self:set_level(level)
    end
    self.tell("level: %s", self.level and ("%d of %d"):format(self.level, self.levels)
      or "no bot here has levels")
  end, "playing")

-- Lists the moves taken back: those after the position that is now the last.
local function tell_undone(self, states, moves)
  local texts = {}
  for ply = #self.states, #moves do
    texts[#texts + 1] = spoken.of(self:seen(states[ply]), moves[ply])
  end
  if #texts > 0 then self.tell("taken back: %s", table.concat(texts, ", ")) end
end

command("undo [2]", "take back a move: or that many moves; against a bot, back to your turn",
  function(self, word)
    local count = plies_of(self, "undo", word)
    local done, before = 0, table.move(self.states, 1, #self.states, 1, {})
    local moves = self:moves()
    while count and done < count and self:take_back() do done = done + 1 end
    if done > 0 then tell_undone(self, before, moves) end
    if not count or done == count then return end
    self.say(done == 0 and "undo: there is nothing to take back"
      or "undo %d: only %d could be taken back", count, done)
  end)

-- ---- keeping ----

command("note TEXT", "keep a remark: on this position; note alone shows it",
  function(self, words)
    local ply = self.at - 1
    words = words:match '^"(.*)"$' or words
    if words ~= "" then
      self:note(words)
    elseif not self.log.notes[ply] then
      self.say "note: this position has no note; write one as in: note too hasty"
      return
    end
    local number = 0
    for i = 0, ply do number = number + (self.log.notes[i] and 1 or 0) end
    self.tell("note %d: %s", number, self.log.notes[ply])
  end)

command("save [FILE]", "save the game: to FILE, or to the file it came from; save x.svg writes a "
  .. "picture of the position",
  function(self, path)
  path = path:match '^"(.*)"$' or path
  if path == "" then path = self.source and self.source.path or "" end
  if path == "" then
    self.say "save: expected a file name, as in: save game.jsonl"
    return
  end
  local picture = path:find "%.svg$"
  local ok, why
  if picture then ok, why = show.svg(self:seen(), path) else ok, why = self:save(path) end
  if not ok then
    self.tell("save: cannot write %s: %s (the game continues)", path, why)
    return
  end
  self.tell("%s to %s%s", picture and "a picture of the position is saved" or "saved", path,
    self.hidden and not picture and ", with all hands" or "")
end)

-- ---- ending ----

-- Only the player to move may end the game.
local function has_turn(self, name)
  if refused_at_end(self, name) then return false end
  if not self:is_back() and not self:is_bot(self:state().seat) then return true end
  self.tell("%s: only when it is your turn; go continues the game", name)
end

command("draw", "offer a draw", function(self)
  if not has_turn(self, "draw") then return end
  for seat = 1, self.rules.seats do
    local agrees = seat == self:state().seat or self:agrees(seat)
    if not agrees then
      self.tell(agrees == nil and "%s may agree instead of making its next move"
        or "%s does not agree to a draw", self:name(seat))
      return
    end
  end
  self:finish_drawn()
end, "playing")

command("resign", "give up", function(self)
  if not has_turn(self, "resign") then return end
  if input.terminal() and not self.confirm(self.rules.seats > 2
    and "this ends the game for all; resign?" or "this ends the game; resign?") then
    return
  end
  self:finish("resigned", loop.lost(self.rules.seats, self:state().seat))
end, "playing")

command("again [5]", "play again: with swapped seats; with a number, at that level",
  function(self, word)
    if not self:over() then
      self.say "again: the game is not over; resign ends it"
      return
    end
    local level = word ~= "" and level_of(self, "again", word, ", or nothing") or nil
    if word ~= "" and not level then return end
    self.wanted, self.again, self.left = level, true, true
  end, "over")

-- Refuses a command until the game is over.
local function after_end(name, f)
  return function(self, words)
    if self:over() then return f(self, words) end
    self.say("%s: the game is not over", name)
  end
end

command("analyse [N]", "find the mistakes: with N iterations per search (default: 15 seconds "
  .. "of CPU time in all). A mistake gave away part of its player's chance to win; the better "
  .. "move kept it", after_end("analyse", judging.analyse), "over")

command("better [2]", "a better move: instead of the last one, or the first 2 moves of its line",
  after_end("better", function(self, words) judging.better(self, words, self.at - 1) end),
  "over")

command("curve", "the chances over the game", after_end("curve", judging.curve), "over")

local function value_text(value)
  return type(value) == "table" and table.concat(value, ",") or tostring(value)
end

command("rules", "the rules: with the options of this game", function(self)
  local lines = {}
  for i, option in ipairs(self.game.options) do
    lines[i] = ("  %s=%s"):format(option.name, value_text(self.rules.options[option.name]))
    if option.doc ~= "" then lines[i] = ("%-20s  %s"):format(lines[i], option.doc) end
  end
  self.say("%s", text.paragraph(self.game.summary))
  if #lines > 0 then self.say("Here:\n%s", text.narrow(table.concat(lines, "\n"))) end
end)

local COLUMN = 39

-- The commands in two columns, down one and then down the other, if there is room.
local function overview(self)
  local items = {}
  for _, each in ipairs(menu.list) do
    if is_of_use(self, each) then
      items[#items + 1] = ("  %-12s  %s"):format(each.call, each.doc:match "^[^:]*")
    end
  end
  if text.room() < 2 * COLUMN then return text.narrow(table.concat(items, "\n")) end
  local half, lines = (#items + 1) // 2, {}
  for i = 1, half do
    local right = items[i + half]
    lines[i] = right and ("%-" .. COLUMN .. "s%s"):format(items[i], right) or items[i]
  end
  return table.concat(lines, "\n")
end

local function call_of(query)
  return (query.name .. " " .. query.takes:upper()):gsub(" $", "")
end

--- Lists the queries of this game, by name.
function M.tell_queries(self)
  local asked = {}
  for i, query in ipairs(self.game.queries) do asked[i] = call_of(query) end
  if #asked > 0 then self.tell("or ask: %s", table.concat(asked, ", ")) end
end

-- More about a command or a query.
local function tell_more(self, word)
  local each = menu.by_name[word]
  if each then return self.tell("%s: %s", each.call, (each.doc:gsub(": ", ", ", 1))) end
  local query = self:query(word)
  if query then return self.tell("%s: %s", call_of(query), query.doc) end
  if word == self.game.name then return menu.by_name.rules.run(self) end
  self.tell("help %s: there is no such command", word)
end

command("help [WORD]", "this text: or more about one of the words", function(self, word)
  if word ~= "" then return tell_more(self, word) end
  local notation = text.narrow("  " .. self.game.notation:gsub("\n", "\n  "))
  if coverings.is_of(self:seen()) then
    notation = "  X f6       the piece X, covering f6; if it fits in several ways, choose one\n"
      .. notation
  end
  self.say("Type a move:\n%s\nor one of these, or its beginning (for more: help hint):\n%s",
    notation, overview(self))
  M.tell_queries(self)
end)

command("quit", "leave, or Ctrl-D", function(self) self.left = true end)

-- ---- finding ----

--- The command of exactly this name.
function M.named(word) return menu:named(word) end

--- Whether a legal move begins with a word.
function M.begins_move(state, word)
  for move in state:moves() do
    if state:text(move):sub(1, #word) == word then return true end
  end
  return false
end

-- Marks names on the board if they are cells; prints a list for each seat by seat.
local function tell_list(session, state, answer)
  if type(answer[1]) == "table" then
    for seat, numbers in ipairs(answer) do
      session.tell("%s: %s", session:name(seat),
        #numbers > 0 and table.concat(numbers, " ") or "none")
    end
    return
  end
  local drawn, board = interrupt.try(show.board, state, { cells = answer })
  if drawn then session.show(board) end
  session.tell("%s", table.concat(answer, " "))
end

--- Answers a query of this game, by its name: `height c3`. False if it is not one.
function M.query(session, word, argument)
  local query = session:query(word)
  if not query then return false end
  local state = session:seen()
  local seat = query.takes == "seat" and argument == "" and (session:eyes() or state.seat)
  local ok, answer = interrupt.try(state[word], state, seat or argument ~= "" and argument or nil)
  if not ok then
    session.tell("%s", cli.plain(answer):gsub("^.-:%d+: ", ""))
  elseif answer == "" or type(answer) == "table" and #answer == 0 then
    session.tell("%s: %s", (word .. " " .. argument):gsub(" $", ""),
      answer == "" and query.takes == "cell" and "empty" or "none")
  elseif type(answer) == "table" then
    tell_list(session, state, answer)
  else
    session.say("%s", (tostring(answer):gsub("%s+\n", "\n"):gsub("%s+$", "")))
  end
  return true
end

local function names(self, own)
  return own:names("", function(each) return is_of_use(self, each) end)
end

--- The command of an abbreviation (one that accepts the words after it), or nil and a message.
function M.abbreviated(session, word, rest)
  local low = word:lower()
  local found = menu:names(low, function(each)
    return is_of_use(session, each) and ((rest or "") == "" or each.call:find(" ", 1, true))
  end)
  local only = #found == 1 and menu:named(found[1])
  if only and (low == only.name
    or not only.when and not M.begins_move(session:seen(), word)) then
    return only
  end
  local meant = #found > 0 and table.concat(found, " or ")
    or arguments.near(low, names(session, menu), 1)[1]
  return nil, meant and ("did you mean %s?"):format(meant)
    or "help lists what you can type"
end

-- ---- completing ----

-- The possible arguments of a query.
local function arguments_of(session, state, query)
  local takes = query and query.takes
  if takes == "move" then return completion.moves(state, "") end
  if takes == "seat" then
    local seats = {}
    for seat = 1, session.rules.seats do seats[seat] = tostring(seat) end
    return seats
  end
  if takes == "colour" then
    local ok, colours = interrupt.try(function() return state:colours() end)
    return ok and type(colours) == "table" and colours or state.seat_names
  end
  return takes and takes ~= "" and listing.words(state) or {}
end

--- The completions of the last word of a line, and the start of that word. Opponents' moves are not
--- shown. `own`: another menu in place of this one.
function M.complete(session, line, own)
  own = own or menu
  local state = session:is_open() and session:seen()
  local words = names(session, own)
  for _, query in ipairs(session.game.queries) do words[#words + 1] = query.name end
  local first = line:match "^%s*(%S+)%s+%S*$"
  local query = state and first and session:query(first)
  if query then
    return completion.fitting(arguments_of(session, state, query), line)
  end
  return completion.words(state, line, words, own)
end

return M
