-- A game at the terminal, between people and bots.
--
-- A session holds the states of the game so far (the last one is the board
-- that is shown), the player of each seat (a bot, or nothing for a person) and
-- what it is told to do next. Every line that is typed is a command or a move;
-- whatever is wrong with it is said in one line, and nothing is lost.

local tesela = require "tesela"
local arguments = require "tesela.arguments"
local bots = require "tesela.bots"
local cli = require "tesela.cli"
local input = require "tesela.input"
local run = require "tesela.run"
local text = require "tesela.text"

local M = {}

local Session = {}
Session.__index = Session

local function say(format, ...) cli.write(format:format(...), "\n") end

-- A text, not a format.
local function show(words) say("%s", words) end

-- ---- the session ----

function Session:state() return self.states[#self.states] end

function Session:name(seat)
  return self.game.seat_names[seat] or ("seat " .. seat)
end

function Session:is_bot(seat) return self.players[seat] ~= nil end

function Session:people()
  local list = {}
  for seat = 1, self.rules.seats do
    if not self:is_bot(seat) then list[#list + 1] = seat end
  end
  return list
end

-- What the person at the board may see: a view where hands are hidden.
function Session:seen(seat)
  local state = self:state()
  return state.seat and state:view(seat, self.seed) or state
end

function Session:budget()
  return {
    iterations = self.iterations, seconds = self.seconds,
    seed = run.derive(self.seed, 1000 + self:state().ply),
  }
end

function Session:make(move, seconds, value)
  local state = self:state()
  local next_state = state:copy():play(move)
  self.states[#self.states + 1] = next_state
  self.log.seconds[next_state.ply] = seconds
  self.log.values[next_state.ply] = value
end

-- Against a bot: back to one's own turn. Between people: one move. False when
-- there is no such turn.
function Session:take_back()
  local last = #self.states - 1
  while last > 1 and self:is_bot(self.states[last].seat) do last = last - 1 end
  if last < 1 or self:is_bot(self.states[last].seat) then return false end
  table.move(self.states, #self.states + 1, 2 * #self.states, last + 1)
  self.shown = nil
  return true
end

-- Ends the game for a reason from outside.
function Session:finish(reason, places, message)
  self.outside = { reason = reason, places = places, message = message }
end

function Session:over() return self.outside ~= nil or self:state().over end

function Session:record()
  local names = {}
  for seat = 1, self.rules.seats do
    local player = self.players[seat]
    names[seat] = player and player.bot.name or "human"
  end
  return self:state():record {
    players = names, seconds = self.log.seconds, values = self.log.values,
    result = self.outside,
  }
end

-- ---- commands ----

local commands = {} -- name -> function(session, argument); true: leave
local help = {}     -- lines of { how to call it, what it does }

local function command(call, doc, f)
  local name = call:match "^%a+"
  commands[name] = f
  help[#help + 1] = { call, doc }
end

local function in_columns(list)
  local width, lines = 0, {}
  for _, item in ipairs(list) do width = math.max(width, #item + 2) end
  local columns = math.max(1, 76 // width)
  for i, item in ipairs(list) do
    local line = (i - 1) // columns + 1
    lines[line] = (lines[line] or "  ") .. item .. (" "):rep(width - #item)
  end
  for i, line in ipairs(lines) do lines[i] = line:gsub("%s+$", "") end
  return table.concat(lines, "\n")
end

command("moves", "list the legal moves", function(self)
  local state, list = self:state(), {}
  for move in state:moves() do list[#list + 1] = state:text(move) end
  show(in_columns(list))
end)

command("board", "show the board again", function(self)
  show(tostring(self:seen(self:state().seat)))
end)

command("hint", "suggest a move", function(self)
  local state = self:state()
  local player = assert(bots.player(bots.bot "lookahead", self.rules, state.seat,
    self.seed))
  local move = bots.choose(player, state, state.seat, self:budget())
  say("try %s", state:text(move))
end)

command("undo", "take back a move (against a bot: to your own turn)", function(self)
  if not self:take_back() then say("undo: there is nothing to take back") end
end)

command("fen", "print the position as text", function(self)
  show(self:seen(self:state().seat):fen())
end)

command("save FILE", "write the game to a file", function(self, path)
  if path == "" then
    say("save: expected a file name, as in: save game.json")
    return
  end
  local file, why = io.open(path, "w")
  local ok = file ~= nil
  if file then
    ok, why = file:write(self:record(), "\n")
    local closed, trouble = file:close()
    if ok and not closed then ok, why = nil, trouble end
  end
  if not ok then
    say("save: cannot write %s: %s (the game goes on)", path,
      (why:gsub("^" .. path:gsub("%p", "%%%0") .. ": ", "")))
    return
  end
  say("saved to %s", path)
end)

-- Asks the other person, or the bot, which may have an opinion of its own.
local function agrees(self, seat)
  local player = self.players[seat]
  if player then
    local view = self:state():view(seat, self.seed)
    local ok, answer = pcall(player.bot.draw or function() end, player.object, view)
    return ok and answer == true
  end
  local answer = input.read(("%s, do you agree to a draw? (yes/no) "):format(
    self:name(seat)))
  return answer ~= nil and answer:match "^%s*[yY]" ~= nil
end

command("draw", "offer a draw", function(self)
  local places = {}
  for seat = 1, self.rules.seats do
    places[seat] = 1
    if seat ~= self:state().seat and not agrees(self, seat) then
      say("%s does not agree to a draw", self:name(seat))
      return
    end
  end
  self:finish("agreement", places)
end)

command("resign", "give up", function(self)
  self:finish("resigned", run.lost(self.rules.seats, self:state().seat))
end)

command("help", "this text", function(self)
  show("Type a move:")
  show("  " .. self.game.notation:gsub("\n", "\n  "))
  show("or one of these:")
  for _, line in ipairs(help) do say("  %-11s %s", line[1], line[2]) end
end)

command("quit", "leave the game", function() return true end)

-- ---- turns ----

local function distance(a, b) -- Levenshtein
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local before = row[0]
    row[0] = i
    for j = 1, #b do
      local change = before + (a:byte(i) == b:byte(j) and 0 or 1)
      before = row[j]
      row[j] = math.min(change, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b]
end

-- The command that a mistyped word most probably means.
local function similar(word)
  local found, least = nil, #word > 3 and 3 or 2
  for _, line in ipairs(help) do
    local name = line[1]:match "^%a+"
    local changes = distance(word, name)
    if changes < least and changes < #word - 1 then found, least = name, changes end
  end
  return found
end

-- A line that a person typed. True: leave.
function Session:obey(line)
  local word, rest = line:match "^%s*(%S+)%s*(.-)%s*$"
  if not word then return false end
  if commands[word] then return commands[word](self, rest) end
  local state = self:state()
  local move, why = state:move(line:match "^%s*(.-)%s*$")
  if move then
    self:make(move)
    return false
  end
  local near = similar(word)
  show(text.fold(why .. (near and ("; did you mean %s?"):format(near)
    or "; help lists what you can type"), "", "  "))
  return false
end

function Session:show_board()
  local state = self:state()
  if self.shown == state then return end
  self.shown = state
  show("")
  show(tostring(self:seen(state.seat)))
end

function Session:ask()
  self:show_board()
  local line, why = input.read(self:name(self:state().seat) .. "> ")
  if line then
    input.add_history(line)
    return self:obey(line)
  end
  if why == "interrupted" then return false end
  if input.terminal() then show("") end
  return true
end

-- A bot that does something wrong has lost.
function Session:let_bot_move()
  local state = self:state()
  local seat, begin = state.seat, tesela.clock()
  local player = self.players[seat]
  local move, value, message = bots.choose(player, state, seat, self:budget())
  if not move then
    say("%s (%s) loses: %s", self:name(seat), player.bot.name, message)
    self:finish(value, run.lost(self.rules.seats, seat), message)
    return
  end
  say("%s (%s) plays %s", self:name(seat), player.bot.name, state:text(move))
  self:make(move, tesela.clock() - begin, value)
end

local function list_of(names)
  if #names == 1 then return names[1] .. " wins" end
  return table.concat(names, " and ") .. " share the first place"
end

function Session:tell_result()
  local state, outside = self:state(), self.outside
  local places = outside and outside.places or state.places
  local winners = {}
  for seat, place in ipairs(places) do
    if place == 1 then winners[#winners + 1] = self:name(seat) end
  end
  show("")
  show(tostring(state))
  local what = #winners == 0 and "nobody wins"
    or #winners == self.rules.seats and #winners > 1 and "a draw"
    or list_of(winners)
  say("The game is over: %s (%s), score %s", what,
    outside and outside.reason or state.reason,
    table.concat(state.scores, ":"))
end

-- One turn of a bot or one line of a person. True: leave.
function Session:step()
  if self:is_bot(self:state().seat) then return self:let_bot_move() end
  return self:ask()
end

-- Ctrl-C ends what is being done, not the game: a bot that was thinking gives
-- the turn back to the person who moved last. True: there is nobody, leave.
function Session:interrupted()
  if not self:is_bot(self:state().seat) then
    show("interrupted")
    return false
  end
  local taken = self:take_back()
  show(taken and "interrupted: your move is taken back" or "interrupted")
  return not taken
end

function Session:loop()
  while not self:over() do
    local ok, left = pcall(self.step, self)
    if not ok then
      if not tostring(left):match "interrupted!$" then error(left, 0) end
      left = self:interrupted()
    end
    if left and not self:over() then
      say("Left at %s", self:state():fen())
      return
    end
  end
  self:tell_result()
end

-- ---- starting ----

local function seat_bots(self, options)
  self.players = {}
  if options.bot == nil or options.bot == "none" then return end
  local bot = bots.bot(options.bot)
  for seat = 1, self.rules.seats do
    if seat ~= (options.seat or 1) then
      local player, _, message = bots.player(bot, self.rules, seat,
        run.derive(self.seed, seat))
      if not player then error(("bot %s: %s"):format(bot.name, message), 0) end
      self.players[seat] = player
    end
  end
end

local function greet(self)
  local list = {}
  for seat = 1, self.rules.seats do
    local player = self.players[seat]
    list[seat] = ("%s: %s"):format(self:name(seat),
      player and player.bot.name or "you")
  end
  if #self:people() > 1 then
    for seat = 1, #list do list[seat] = list[seat]:gsub(": you$", "") end
  end
  say("%s. %s. Type a move or help.", self.game.title, table.concat(list, ", "))
end

local function check(options)
  local name = "tesela.play"
  arguments.member(name, options, "state", "tesela.state")
  arguments.member(name, options, "rules", "tesela.rules", options.state == nil)
  local rules = options.state and options.state.rules or options.rules
  arguments.whole(name, options, "seat", 0, rules.seats)
  arguments.whole(name, options, "seed", 0, arguments.SEED_MAX)
end

--- Plays at the terminal. options: state (or rules and seed), bot (name, path,
--- function; nil or "none": people only), seat (which one is yours; the bot
--- has the others; 0: none is), iterations and seconds (the bot's budget).
--- Returns the last state and the record of the game as a line of JSON.
function M.play(options)
  if type(options) == "string" then
    local ok, rules = pcall(tesela.rules, options)
    if not ok then error(rules, 2) end
    options = { rules = rules, bot = "lookahead" }
  elseif type(options) == "userdata" then
    local is_state = options.ply ~= nil
    options = { state = is_state and options or nil,
      rules = not is_state and options or nil, bot = "lookahead" }
  elseif type(options) ~= "table" or not (options.state or options.rules) then
    error("tesela.play: expected the name of a game, rules, a state or a table",
      2)
  end
  check(options)
  local state = options.state
  local rules = state and state.rules or options.rules
  local seed = options.seed or (os.time() * 1000003 & ((1 << 53) - 1))
  local self = setmetatable({
    rules = rules, game = tesela.game(rules.name), seed = seed,
    iterations = options.iterations, seconds = options.seconds,
    states = { state or rules:start(seed) },
    log = { seconds = {}, values = {} },
  }, Session)
  seat_bots(self, options)
  greet(self)
  self:loop()
  return self:state(), self:record()
end

return M
