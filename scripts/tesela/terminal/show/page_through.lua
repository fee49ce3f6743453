-- The dialogue that steps through recorded games line by line.
--
-- It is a session in which all seats belong to people, all hands are open and no move is made, so
-- the commands of a game in progress work here, too. Different and additional commands are in
-- `commands`.

local tesela = require "tesela"
local analysis = require "tesela.analysis.analysis"
local cli = require "tesela.cli.cli"
local gamefile = require "tesela.terminal.show.game_file"
local input = require "tesela.terminal.dialogue.input"
local judged = require "tesela.terminal.show.judged"
local judging = require "tesela.terminal.show.judging"
local loop = require "tesela.turns.game_loop"
local meant = require "tesela.terminal.play.meant_moves"
local menus = require "tesela.terminal.dialogue.command_list"
local member = require "tesela.base.json_member"
local output = require "tesela.base.output"
local play = require "tesela.terminal.play.play"
local playing = require "tesela.terminal.play.commands"
local results = require "tesela.analysis.analysis_result"
local session = require "tesela.terminal.play.game_session"
local show = require "tesela.terminal.dialogue.show_values"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"
local viewer = require "tesela.terminal.show.game_texts"

local M = {}

local Leaf = setmetatable({}, { __index = session })
Leaf.__index = Leaf

-- A session with a game of a file, at its start.
local function open(lines, game, options)
  local self = play.open { state = game.last, bot = "none", seed = 0,
    iterations = options.iterations, seconds = options.seconds }
  self.lines, self.recorded, self.options, self.at = lines, game, options, 1
  self.asked = options.iterations
  return setmetatable(self, Leaf)
end

-- A person who reads a record may see all of it.
function Leaf.eyes() end

function Leaf:draw(move) self.show(show.board(self:state(), { mark = move })) end

function Leaf:ply() return self.at - 1 end

function Leaf:show_position()
  cli.write("\n", viewer.position(self.recorded, self:ply()))
end

-- ---- the file ----

-- Replaces the line of the game, also in its file if that is allowed; then returns true.
function Leaf:change(line)
  local game = self.recorded
  gamefile.change(game.entry, line)
  game.line, game.record = line, tesela.decode(line)
  local ok, why = gamefile.keep(self.lines, game.entry)
  game.entry.unkept = not ok
  if ok then return true end
  self.tell("%s: save other.jsonl writes this game and its notes to another file", why)
end

-- ---- walking ----

local function tell_last(self)
  local following = self.lines[self.recorded.index + 1]
  local more = following and ("; g %d: the next game"):format(following.game) or ""
  self.say("this is the last position%s; q: leave", more)
end

-- Shows the position after this many moves.
local function go(self, ply)
  local length = self.recorded.length
  if ply < 0 then
    self.say "this is the start"
  elseif ply <= length then
    self.at = ply + 1
    self:show_position()
  elseif ply == length + 1 and self:ply() == length then
    tell_last(self)
  else
    self.say("expected a number of moves in 0..%d", length)
  end
end

-- Opens another game of the file: its session, or nothing.
local function turn_to(self, number)
  if not gamefile.index(self.lines, number) then
    self.say("expected a game in %s", gamefile.range(self.lines))
    return
  end
  local game, why = gamefile.game(self.lines, number)
  if not game then
    self.tell("%s", why)
    return
  end
  local other = open(self.lines, game, self.options)
  cli.write("\n", viewer.title(game, #self.lines), viewer.position(game, 0))
  return other
end

-- The next position whose move or note contains `words`; after the last one comes the start.
local function find(self, words)
  words = words ~= "" and words or self.options.words
  if not words then
    self.say "expected text, as in: /c4"
    return
  end
  self.options.words = words
  local record, low = self.recorded.record, words:lower()
  local count = self.recorded.length + 1
  for step = 1, count do
    local ply = (self:ply() + step) % count
    local all = table.concat({ record.moves[ply] or "", self.recorded.spoken[ply] or "",
      tostring(record["note " .. ply] or "") }, "\n")
    if all:lower():find(low, 1, true) then
      if ply <= self:ply() then self.say "from the start again:" end
      return go(self, ply)
    end
  end
  self.tell("/%s: no move or note contains it", words)
end

-- ---- commands ----

local menu = menus.new { [""] = "next", n = "next", forward = "next", p = "back", b = "back",
  l = "list", g = "game", h = "help", ["?"] = "help", q = "quit", exit = "quit" }

local function command(...) menu:add(...) end

-- A command with the meaning that it has in a game in progress.
local function same(name, call, doc)
  command(call, doc, function(self, words) playing.named(name).run(self, words) end)
end

command("next", "the next position (or Enter)", function(self) go(self, self.at) end)

command("back [2]", "the previous position, or that many moves back", function(self, word)
  local count = word == "" and 1 or math.tointeger(tonumber(word))
  if not count or count < 1 then
    self.say("back %s: expected a number of moves, as in: back 2", word)
    return
  end
  go(self, math.max(self:ply() - count, math.min(self:ply() - 1, 0)))
end)

command("end", "the last position", function(self) go(self, self.recorded.length) end)

command("list", "the moves around this one; * marks a note",
  function(self) cli.write(viewer.moves(self.recorded, self:ply())) end)

command("game [2]", "that game of the file, or a list of the games",
  function(self, word)
    if word == "" then
      cli.write(viewer.games(self.lines, self.recorded.index))
      return
    end
    return turn_to(self, #word < 10 and math.tointeger(tonumber(word)) or -1)
  end)

same("board", "board", "show the board again")
same("moves", "moves [CELL]", "the legal moves, or those that touch a cell")

command("hint [3]", "the move that expert would play, or the best three",
  function(self, word)
    playing.named "hint".run(self, word)
    local played = self.recorded.record.moves[self.at]
    if played then self.say("played: %s", text.clean(spoken.of(self:state(), played))) end
  end)

same("fen", "fen", "print the position as text")

-- ---- the analysis ----

command("better [2]", "a better move than the last, or that many moves of its line",
  function(self, words) judging.better(self, words, self:ply()) end)

command("curve", "the chances over the game", judging.curve)

command("analyse", "find the mistakes, and keep them in the file", judging.analyse)

function Leaf:judged_game()
  return self.recorded.verdict and self.recorded
end

function Leaf:to_judge(budget)
  local game = self.recorded
  return analysis.game(results.plain(game.line), { rules = game.variant,
    budget = budget or self.options })
end

function Leaf:keep_verdict(found)
  local game = self.recorded
  game.verdict, game.settings = found.verdict, found.settings
  if not found.verdict.whole then return end
  found.line = results.plain(game.line)
  self:change(results.line(found))
  judged.attach(game)
end

command("note TEXT", "keep a remark on this position in the file", function(self, words)
  local name = "note " .. self:ply()
  words = text.clean(words:match '^"(.*)"$' or words)
  if words ~= "" then
    local line = member.set(self.recorded.line, name, tesela.encode(words), "number")
    if self:change(line) then self.tell("%s is kept in %s", name, self.lines.path) end
    return
  end
  local has = self.recorded.record[name]
  self.tell("%s", type(has) == "string" and ("%s: %s"):format(name, text.clean(has))
    or "note: this position has no note; write one as in: note too hasty")
end)

command("play [BOT]", "play on from here against the bot of the game (or expert)",
  function(self, words) self:play_on(words) end)

-- The typed path, or nil.
local function path_of(self, name, words, example)
  local path = words:match '^"(.*)"$' or words
  if path ~= "" then return path end
  self.say("%s: expected a file name, as in: %s %s", name, name, example)
end

command("save FILE", "write this game to a file of its own", function(self, words)
  local path = path_of(self, "save", words, "other.jsonl")
  if not path then return end
  local entry = self.recorded.entry
  local ok, why = output.write(path, output.GAME, entry.line:gsub("\r$", "") .. "\n")
  if not ok then
    self.tell("save: cannot write %s: %s", path, why)
    return
  end
  entry.unkept = nil
  self.say("saved to %s", path)
end)

command("svg FILE", "write a picture of this position", function(self, words)
  local path = path_of(self, "svg", words, "position.svg")
  if not path then return end
  local ok, why = show.svg(self:state(), path)
  self.tell("%s", ok and "written to " .. path or "svg: cannot write " .. why)
end)

command("help", "this text", function(self)
  self.say "  Enter         the next position"
  self.say "  NUMBER        the position after that many moves (0: the start)"
  self.say("%s", text.narrow
    "  /TEXT         the next position with TEXT in its move or note; / repeats it")
  self.say("%s", menu:help(2))
  playing.tell_queries(self)
end)

command("quit", "leave (or Ctrl-D)", function(self)
  if self.recorded.entry.unkept and not self.warned then
    self.warned = true
    self.tell "The notes on this game are not saved: save FILE keeps them; quit again leaves."
    return
  end
  self.left = true
end)

-- ---- playing on ----

-- The record up to the displayed position.
local function record_so_far(self)
  local record, ply, notes = self.recorded.record, self:ply(), {}
  local own = results.notes(record)
  for i = 0, ply do
    local note = record["note " .. i]
    notes[i] = type(note) == "string" and not own[i] and note or nil
  end
  local seconds, values = loop.kept(record, ply)
  return self:state():record { players = record.players, notes = notes,
    seconds = seconds, values = values }
end

-- The built-in bot that has played against a seat, and its level, if it had one; by default
-- expert.
local function bot_of_game(self, seat)
  local names, players = {}, self.recorded.record.players
  for _, name in ipairs(tesela.bots()) do names[name] = true end
  for i = 1, self.rules.seats - 1 do
    local name = players[(seat + i - 1) % self.rules.seats + 1]
    local levelled, level = tostring(name):match "^(%S+) level (%d)$"
    if names[levelled or name] then
      return levelled or name, math.tointeger(tonumber(level))
    end
  end
  return "expert"
end

-- The arguments of play in "greedy 2": a bot, and the seat of the person, by default the seat to
-- move.
local function opponent(self, words)
  local bot, seat = words:match "^(.-)%s*(%d*)$"
  seat = math.tointeger(tonumber(seat)) or self:state().seat
  local level
  if bot == "" then bot, level = bot_of_game(self, seat) end
  return { level = level, bot = bot, seat = seat, trusted = self.options.trusted,
    programs = true } -- the person who types a command starts it
end

local function farewell(game)
  if game:is_kept() then game.say "The game is saved: tesela play offers to resume it." end
end

-- Plays until the person leaves, perhaps more than one game.
local function play_games(game)
  repeat
    local options
    do
      local now <close> = game
      now.farewell = farewell
      now:greet()
      now:loop()
      options = now.again and now:once_more(now.options)
    end
    game = options and play.open(options)
  until not game
end

--- Opens a game from here, and returns when it is left.
function Leaf:play_on(words)
  if self:state().over then
    self.say "play: the game is over here; b goes back"
    return
  end
  local ok, game = pcall(function()
    local options = opponent(self, words)
    options.record = record_so_far(self)
    options.iterations, options.seconds = self.options.iterations, self.options.seconds
    if options.iterations or options.seconds then options.level = nil end
    local opened = play.open(options)
    opened.options = options
    return opened
  end)
  if not ok then
    self.tell("play: %s", (cli.plain(game):gsub("^tesela%.play: ", "")))
    return
  end
  self.say("From move %d on; quit returns to the record.", self:ply())
  play_games(game)
  cli.write("\n", viewer.title(self.recorded, #self.lines))
  cli.write(viewer.position(self.recorded, self:ply()))
end

-- ---- lines ----

-- A line that is a move: if it is the played one, shows the next position.
local function try_move(self, line)
  local state = self:state()
  local move = not state.over and (state:move(line) or meant.move(state, line))
  if not move then return false end
  local played = self.recorded.record.moves[self.at]
  if played == state:text(move) then
    go(self, self.at)
  else
    self.tell("%s was not played here%s; play continues from here, with any move",
      spoken.text(state, move), played and ", but " .. text.clean(spoken.of(state, played))
      or "")
  end
  return true
end

-- True: leave. A session: continue with that.
local function obey(self, line)
  line = line:match "^%s*(.-)%s*$"
  local word, rest = line:match "^(%S*)%s*(.*)$"
  local number = line:match "^%d+$"
  local attached = line:match "^g(%d+)$"
  if attached then word, rest = "g", attached end
  local each = menu:named(word)
  if number then
    go(self, #number < 10 and math.tointeger(tonumber(number)) or math.maxinteger)
  elseif line:sub(1, 1) == "/" then
    find(self, line:sub(2))
  elseif each then
    return each.run(self, rest)
  elseif not try_move(self, line) and not playing.query(self, word, rest) then
    local found = menu:names(word:lower())
    if #found == 1 then return menu:named(found[1]).run(self, rest) end
    self.tell("%s: expected Enter, b, a number of moves or a command; h lists them", line)
  end
end

local function bots_with(line)
  local start = line:match "^%s*play%s+()%S*$"
  if not start then return nil end
  local found = {}
  for _, name in ipairs(tesela.bots()) do
    if name:sub(1, #line - start + 1) == line:sub(start) then found[#found + 1] = name end
  end
  return found, start
end

local function complete(self, line)
  local found, start = bots_with(line)
  if found then return found, start end
  return playing.complete(self, line, menu)
end

local function prompt(self)
  return ("%d/%d> "):format(self:ply(), self.recorded.length)
end

-- One line; a failure is reported, and only that line is lost.
local function step(self)
  local line, why = input.read(prompt(self), function(before)
    return complete(self, before)
  end)
  if not line and why ~= "interrupted" then
    self.say ""
    self.left = true
  end
  if not line then return end
  input.add_history(line)
  return obey(self, line)
end

--- Steps through the games of a file, beginning with `game` at the start, until the person leaves.
--- options: iterations, seconds, trusted (for hints and for bots as opponents).
function M.leaf(lines, game, options)
  local self = open(lines, game, options)
  cli.write(viewer.title(game, #lines), viewer.position(game, 0))
  self.say "Enter: next, b: back, h: help, q: leave"
  repeat
    local ok, other = input.guard(step, self)
    if ok and other then
      self = other
    elseif ok == nil then
      self.say "interrupted"
    elseif not ok then
      self.tell("that failed: %s", cli.plain(other))
    end
  until self.left
end

return M
