-- A game at a glance, for its author: the length of games, the number of moves, the
-- endings, the winners. The games are uniformly random, so they say nothing about good
-- players; but an event that never occurs in them is probably a mistake, and is reported as
-- a warning.

local tesela = require "tesela"
local asked = require "tesela.asked"
local blind = require "tesela.rules.simultaneous"
local rating = require "tesela.rating"
local text = require "tesela.text"

local M = {}

local PASS = 1 << 62 -- in games derived from others, the pass that replaces an empty list
local GAMES = 200
local PLIES = 2000 -- of a game; a glance is short, and warns of longer games
local FEW = 20 -- games: too few for general remarks
local TRIES = 500 -- positions to try the notation's examples in

-- ---- counting ---------------------------------------------------------------

-- The examples that a game in Lua adds to the notation of its parent: the text before two spaces,
-- at the start of a line.
local function examples(game)
  local below, list = game.parent or game.root, {}
  local known = below and tesela.game(below).notation or ""
  for line in (game.source and game.notation or ""):gmatch "[^\n]+" do
    if not known:find(line, 1, true) then list[#list + 1] = line:match "^(%S.-)  " end
  end
  return list
end

local Glance = {}
Glance.__index = Glance

local function zeroes(count)
  local list = {}
  for i = 1, count do list[i] = 0 end
  return list
end

--- A glance at some rules, before any game; `code` is the text of the game's file, or "".
function M.new(rules, code)
  local seats, game = rules.seats, tesela.game(rules)
  return setmetatable({
    rules = rules, game = game, over = game.root or game.parent,
    games = 0, unended = 0, lengths = {},
    positions = 0, moves = 0, least = math.huge, most = 0, passes = 0,
    turns = zeroes(seats), points = zeroes(seats), squares = 0, alone = zeroes(seats),
    changed = false, hidden = zeroes(seats), open = zeroes(seats),
    shared = 0, lost = 0, endings = {}, scores = {}, examples = examples(game),
    makes_own = (code or ""):gsub("%-%-[^\n]*", ""):find "%.own%s*%(" ~= nil,
  }, Glance)
end

-- The first move of the variant's own, and whether it is written as its number.
local function note_own(self, state, list)
  for _, move in ipairs(list) do
    if move & PASS ~= 0 and move ~= PASS then
      self.own = state:text(move)
      self.bare = self.own == ("%d"):format(move & ~PASS)
      return
    end
  end
end

-- If something is hidden from a seat, but there is only one possibility for it, the seat knows it.
local function note_hidden(self, state)
  for seat = 1, self.rules.seats do
    local view = state:view(seat, self.positions)
    if view:fen():find("?", 1, true) then
      local other = state:view(seat, self.positions + 1)
      self.hidden[seat] = self.hidden[seat] + 1
      if view == other then self.open[seat] = self.open[seat] + 1 end
    end
  end
end

local function note_position(self, state, list)
  self.positions = self.positions + 1
  self.moves = self.moves + #list
  self.least, self.most = math.min(self.least, #list), math.max(self.most, #list)
  self.turns[state.seat] = self.turns[state.seat] + 1
  if list[1] == PASS and self.over then self.passes = self.passes + 1 end
  if self.over and not self.own then note_own(self, state, list) end
  if self.positions > TRIES then return end
  note_hidden(self, state)
  for i = #self.examples, 1, -1 do
    if state:legal(self.examples[i]) then table.remove(self.examples, i) end
  end
end

local function note_scores(self, state)
  for seat, score in ipairs(state.scores) do
    local seen = self.scores[seat] or { least = score, most = score, sum = 0 }
    seen.least, seen.most = math.min(seen.least, score), math.max(seen.most, score)
    seen.sum = seen.sum + score
    self.scores[seat] = seen
  end
end

-- The players in first place share a point.
local function note_winners(self, winners)
  for _, seat in ipairs(winners) do
    self.points[seat] = self.points[seat] + 1 / #winners
    if seat == 1 then self.squares = self.squares + (1 / #winners) ^ 2 end
  end
  if #winners == 1 then
    self.alone[winners[1]] = self.alone[winners[1]] + 1
  elseif #winners > 1 then
    self.shared = self.shared + 1
  else
    self.lost = self.lost + 1
  end
end

local function note_end(self, state)
  self.games = self.games + 1
  self.lengths[#self.lengths + 1] = state.ply
  note_scores(self, state)
  if state.seat_names[1] ~= self.rules.seat_names[1] then self.swapped = true end
  if not state.over then
    self.unended = self.unended + 1
    return
  end
  self.endings[state.reason] = (self.endings[state.reason] or 0) + 1
  note_winners(self, state.winners)
end

--- Plays a random game; returns false if `late` has ended it early.
function Glance:play(seed, late)
  local state, rng = self.rules:start(seed), tesela.rng(seed)
  while not state.over and state.ply < PLIES do
    if late() then return false end
    note_position(self, state, state:list())
    local before = not self.changed and state:copy()
    state:play_random(rng)
    self.changed = self.changed or before ~= state
  end
  note_end(self, state)
  return true
end

--- Plays this many games (200), the first with this seed, until `late` ends it. `tell` gets the
--- number of finished games.
function Glance:look(games, seed, late, tell)
  for i = 0, (games or GAMES) - 1 do
    tell(i)
    if not self:play((seed + i) % (1 << 53), late) then break end
  end
  table.sort(self.lengths)
  return self
end

-- ---- in words ---------------------------------------------------------------

local function seat_name(self, seat)
  return self.swapped and "seat " .. seat or self.rules.seat_names[seat]
end

local function length(self)
  local lengths = self.lengths
  return ("%d to %d plies, median %d"):format(lengths[1], lengths[#lengths],
    lengths[(#lengths + 1) // 2])
end

local function choice(self)
  if self.positions == 0 then return "none" end
  local words = ("%d to %d, %.1f a ply"):format(self.least, self.most,
    self.moves / self.positions)
  if self.passes == 0 then return words end
  return ("%s; none in %d of %s"):format(words, self.passes,
    text.count(self.positions, "position"))
end

local function endings(self)
  local words, told = {}, {}
  for _, name in ipairs(self.game.endings) do
    if self.endings[name] and not told[name] then
      told[name] = true
      words[#words + 1] = ("%s: %d"):format(name, self.endings[name])
    end
  end
  if self.unended > 0 then words[#words + 1] = ("none: %d"):format(self.unended) end
  return table.concat(words, ", ")
end

local function winners(self)
  local words = {}
  for seat, count in ipairs(self.alone) do
    words[seat] = ("%s: %d"):format(seat_name(self, seat), count)
  end
  if self.shared > 0 then words[#words + 1] = ("drawn: %d"):format(self.shared) end
  if self.lost > 0 then words[#words + 1] = ("no one: %d"):format(self.lost) end
  return table.concat(words, ", ")
end

local function first_seat(self)
  local share = rating.share(self.games - self.unended, self.points[1], self.squares)
  return ("%s has %.0f %% of the points (%s)"):format(seat_name(self, 1), 100 * share.value,
    share.margin and ("+/- %.0f"):format(100 * share.margin) or "too few for an interval")
end

local function scores(self)
  local words = {}
  for seat, seen in ipairs(self.scores) do
    words[seat] = ("%s: %d to %d (%.1f)"):format(seat_name(self, seat), seen.least,
      seen.most, seen.sum / self.games)
  end
  return table.concat(words, ", ")
end

--- Lines about the games.
function Glance:lines()
  if self.games == 0 then
    return { ("at a glance: no random game ended in time (%s)"):format(
      text.count(self.positions, "position")) }
  end
  local lines = { ("at a glance, %s:"):format(text.count(self.games, "random game")) }
  local function add(name, words)
    lines[#lines + 1] = text.fold(words, ("  %-8s "):format(name), (" "):rep(11))
  end
  add("length", length(self))
  add("moves", choice(self))
  add("endings", endings(self))
  if self.games > self.unended then
    add("winners", winners(self))
    if self.rules.seats > 1 then add("share", first_seat(self)) end
  end
  add("scores", scores(self))
  return lines
end

-- ---- warnings ---------------------------------------------------------------

-- The endings that a game in Lua adds to those of its root, which need not occur.
local function own_endings(game)
  local of_root, own = { stuck = true }, {}
  for _, name in ipairs(game.root and tesela.game(game.root).endings or {}) do
    of_root[name] = true
  end
  for _, name in ipairs(game.source and game.endings or {}) do
    if not of_root[name] then own[#own + 1] = name end
  end
  return own
end

local function warn_of_moves(self, add)
  if self.passes > 0 then
    add("no move was legal in %d of %s: the seat to move passed", self.passes,
      text.count(self.positions, "position"))
  elseif self.most == 1 then
    add "there was never more than one move"
  end
  for seat, turns in ipairs(self.turns) do
    if turns == 0 and self.positions >= FEW then
      add("it was never the turn of %s", seat_name(self, seat))
    end
  end
end

-- Warnings about functions that list or keep moves.
local function warn_of_functions(self, add)
  local count, refused = asked(self.rules)
  local positions = text.count(self.positions, "position")
  if self.positions < FEW then return end
  if count > 0 and refused == 0 then
    add("keep() never forbade a move, in %s", positions)
  end
  if self.makes_own and self.over and not self.own then
    add("out() was never called with a move of base.own, in %s", positions)
  elseif self.bare then
    add("moves of its own are written as numbers (%s): print() can name them", self.own)
  end
end

local function warn_of_secrets(self, add)
  for seat, count in ipairs(self.hidden) do
    if count >= FEW and self.open[seat] == count then
      add("%s can deduce everything hidden: there is only one possibility", seat_name(self, seat))
    end
  end
end

local function warn_of_endings(self, add)
  for _, name in ipairs(own_endings(self.game)) do
    if not self.endings[name] then add("no game ended by %q", name) end
  end
end

local function warn_of_examples(self, add)
  if self.positions < FEW then return end
  for _, example in ipairs(self.examples) do
    add("no move was ever %q, an example of the notation", example)
  end
end

local function warn_of_winners(self, add)
  local ended = self.games - self.unended
  for seat, count in ipairs(self.alone) do
    if count == ended and self.rules.seats > 1 then
      add("%s won every game", seat_name(self, seat))
    end
  end
  if self.shared == ended then add "every game was drawn" end
end

--- Probable mistakes: a list of lines.
function Glance:warnings()
  local list = {}
  local function add(form, ...) list[#list + 1] = form:format(...) end
  warn_of_moves(self, add)
  warn_of_functions(self, add)
  warn_of_examples(self, add)
  warn_of_secrets(self, add)
  local simultaneous = self.positions >= FEW and blind.warning(self.rules)
  if simultaneous then list[#list + 1] = simultaneous end
  if self.unended > 0 then
    add("%s did not end within %d plies", text.count(self.unended, "game"), PLIES)
  end
  if self.games >= FEW then warn_of_endings(self, add) end
  if self.games - self.unended >= FEW then warn_of_winners(self, add) end
  return list
end

--- A certain fault, or nil: no seat ever has a move.
function Glance:broken()
  if self.games > 0 and self.positions == 0 then
    return "every game is over before its first move"
  end
  if self.positions >= FEW and not self.changed then
    return "no move ever changed anything: apply() sets no cell and no seat"
  end
  if self.positions > 0 and self.passes == self.positions then
    return "every turn is a pass: moves() never calls out(m), or keep() keeps no move"
  end
end

return M
