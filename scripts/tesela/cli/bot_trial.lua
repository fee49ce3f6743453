-- A test of a bot: it goes through every situation of a game, and its faults are reported
-- to its author. Every bot, in Lua or not, is called as in games.
--
-- The situations are the start, the first move of each seat, whole games from each seat
-- against random moves, positions with a single move (forced passes, if there are any),
-- positions from games that it has not played, a second game, and the same move twice.

local tesela = require "tesela"
local asking = require "tesela.cli.asking"
local texts = require "tesela.text"
local tips = require "tesela.turns.error_advice"

local M = {}

local GAMES = 2      -- for each seat
local SECONDS = 30   -- after which no other game begins
local PLIES = 5000   -- the longest game
local RANDOM = 20    -- games to search for positions
local EACH = 3       -- positions of a kind
local SLOW = 0.5     -- seconds after which a start is reported as slow

local Tryout = {}
Tryout.__index = Tryout

--- A trial of { bot =, rules =, seed =, player = function(bot) that makes a player of it, write =
--- function(format, ...), fail = function(lines), which does not return }.
function M.new(trial)
  trial.moves, trial.longest, trial.games = 0, 0, 0
  return setmetatable(trial, Tryout)
end

-- ---- faults -----------------------------------------------------------------

-- Advice for the author of a program, by the kind of its mistake (child.lua) or the reason.
local ADVICE = {
  hello = "It must answer {\"hello\":...} with a line {\"ok\":{}}, and flush its output "
    .. "after each line.",
  output = "Its standard output is for answers only; print anything else to standard "
    .. "error.",
  id = "An answer has the id of its question.",
  time = "Does it flush its output after each line, and read only to the end of a line?",
}

local function advice(player, answer)
  if player.child then return ADVICE[player.child.slip or answer.reason] end
end

-- Answers without a move, for which the position does not matter.
local NO_MOVE = { ["expected a move, got nil"] = true, ["move: expected a string"] = true }

-- Position text with the number of the hidden tiles: "?(90)".
local function brief(fen)
  return (fen:gsub("%?%+[?+]*", function(tiles) return ("?(%d)"):format((#tiles + 1) // 2) end))
end

-- Ends the trial: the bot's fault, its place, and a likely meaning.
local function fail(self, player, what, state, seat, answer)
  local lines = { ("%s, in seat %d of %d: %s: %s"):format(what, seat, self.rules.seats,
    answer.reason, texts.clean(tips.with(player, answer.message or ""))) }
  if NO_MOVE[answer.message] then return self.fail(lines) end
  local function add(text) lines[#lines + 1] = text end
  for line in (answer.traceback or ""):gmatch "[^\n]+" do add("  " .. texts.clean(line)) end
  local more = advice(player, answer)
  if more then add(texts.fold(more, "  ", "  ")) end
  add("  the position as its seat sees it: " .. brief(state:view(seat):fen()))
  if state.seat == seat then
    local list = state:texts()
    add(("  the moves: %s%s"):format(table.concat(list, " ", 1, math.min(#list, 10)),
      #list > 10 and (" ... (%d)"):format(#list) or ""))
  end
  self.fail(lines)
end

-- ---- asking -----------------------------------------------------------------

local function begin(self, player, what, state, seat)
  local since = tesela.clock()
  local fault = asking.begin(player, state, seat, self.seed)
  if fault then fail(self, player, what, state, seat, fault) end
  return tesela.clock() - since
end

local function ask(self, player, what, state, seat)
  local answer = asking.ask(player, state, seat, self.seed + state.ply)
  if answer.reason and not answer.text then fail(self, player, what, state, seat, answer) end
  self.moves = self.moves + 1
  self.longest = math.max(self.longest, answer.seconds)
  return answer
end

local function over(player, state)
  if player.over then
    player:over { scores = state.scores, places = state.places, reason = state.reason }
  end
end

-- A game with the bot in one seat; others move at random.
local function game(self, player, what, seat, seed)
  local state, rng = self.rules:start(seed), tesela.rng(seed)
  begin(self, player, what, state, seat)
  while not state.over and state.ply < PLIES do
    if state.seat == seat then
      local answer = ask(self, player, what, state, seat)
      if not answer.move then break end
      state:play(answer.move)
    else
      state:play_random(rng)
    end
  end
  over(player, state)
  self.games = self.games + 1
end

-- ---- the corners ------------------------------------------------------------

local function start(self, player)
  local seconds = begin(self, player, "at the start of a game", self.rules:start(self.seed), 1)
  local slow = seconds > SLOW and self.bot.command and not self.bot.reuse
  self.write("start: %.3f s%s\n", seconds,
    slow and " for each game; reuse = true keeps it for the next" or "")
end

-- The first position of a random game in which a seat is to move.
local function first_turn(self, seat)
  for seed = self.seed, self.seed + RANDOM do
    local state, rng = self.rules:start(seed), tesela.rng(seed)
    while not state.over and state.seat ~= seat and state.ply < PLIES do
      state:play_random(rng)
    end
    if state.seat == seat and not state.over then return state, self.rules:start(seed) end
  end
end

local function first_moves(self, player)
  for seat = 1, self.rules.seats do
    local state, base = first_turn(self, seat)
    if state then
      begin(self, player, "before its first move", base, seat)
      local answer = ask(self, player, "at its first move", state, seat)
      self.write("first move in seat %d of %d: %s, %.3f s\n", seat, self.rules.seats,
        answer.text, answer.seconds)
    end
  end
end

local function whole_games(self, player)
  local since = tesela.clock()
  for number = 1, GAMES do
    for seat = 1, self.rules.seats do
      if number == 1 or tesela.clock() - since < SECONDS then
        game(self, player, "in a game", seat, self.seed + number)
      end
    end
  end
  self.write("%s to the end: %s, the longest %.3f s\n", texts.count(self.games, "game"),
    texts.count(self.moves, "move"), self.longest)
end

-- Positions of random games: with a single move, and others.
local function positions(self)
  local single, middle = {}, {}
  for seed = self.seed, self.seed + RANDOM do
    local state, rng = self.rules:start(seed), tesela.rng(seed)
    while not state.over and state.ply < PLIES do
      local list = #single < EACH and state:count() == 1 and single
        or #middle < EACH and state.ply > 3 and rng:int(10) == 1 and middle
      if list then list[#list + 1] = state:copy() end
      state:play_random(rng)
    end
    if #single == EACH and #middle == EACH then break end
  end
  return single, middle
end

-- Each is the beginning of a game: the bot does not know its history.
local function ask_all(self, player, what, list)
  for _, state in ipairs(list) do
    local seat = state.seat
    begin(self, player, what, state, seat)
    ask(self, player, what, state, seat)
  end
end

local function places(self, player)
  local single, middle = positions(self)
  ask_all(self, player, "in a position with only one move", single)
  self.write(#single > 0 and "only one move (%s): plays\n" or "only one move: there is no "
    .. "such position in random games\n", #single > 0 and single[1]:text(single[1]:list()[1]))
  ask_all(self, player, "in a position from a game that it has not played", middle)
  self.write("from the middle of a game: plays\n")
end

-- A program that stays for the next game receives another hello.
local function second_game(self)
  if not self.bot.command then return end
  local player <close> = self.player(tesela.bot(self.bot.kind .. ":" .. self.bot.command,
    { reuse = true, start = self.bot.start }))
  for number = 1, 2 do
    game(self, player, number == 1 and "in a first game" or "in a second game of the same "
      .. "process (which reuse = true allows)", 1, self.seed + number)
  end
  self.write("a second game in the same process: plays; it may answer reuse = true\n")
end

local function same_again(self, player)
  local state = first_turn(self, 1)
  if not state or state:count() < 2 then return end
  local moves = {}
  for i = 1, 2 do
    begin(self, player, "in the same game again", state, 1)
    moves[i] = ask(self, player, "in the same game again", state, 1).text
  end
  self.write(moves[1] == moves[2] and "the same seeds again: the same move\n"
    or "the same seeds again: %s, then %s; its games do not repeat\n", moves[1], moves[2])
end

--- Tests the bot; the first fault ends the test.
function Tryout:run()
  local player <close> = self.player(self.bot)
  start(self, player)
  first_moves(self, player)
  whole_games(self, player)
  places(self, player)
  same_again(self, player)
  second_game(self)
end

return M
