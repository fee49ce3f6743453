-- Openings: the moves with which games begin before bots play (schedule.lua), and whether a record
-- begins with them.
--
-- Those of a shipped game can be checked from its name; those of a game from a file need its rules.
-- Random moves depend on the order in which a game lists its moves, and so are known only if the
-- program that played lists them like this one, as shown by its signature (origin.lua).

local tesela = require "tesela"
local interrupt = require "tesela.interrupt"
local origin = require "tesela.contest.origin"

local M = {}

local DRAWS = 1000 -- of random plies, until they leave the game open

local function written_moves(start, moves)
  local state = start:copy()
  for word in moves:gmatch "%S+" do
    local move, why = state:try(word)
    if not move then error(("opening %q: %s"):format(moves, why), 0) end
  end
  return state
end

local function random_moves(start, plies, rng)
  local state = start:copy()
  while not state.over and state.ply < plies do state:play_random(rng) end
  return state
end

local function draw(start, opening)
  local rng = tesela.rng(opening.seed)
  for _ = 1, opening.continues and DRAWS or 1 do
    local state = random_moves(start, opening.plies, rng)
    if not (opening.continues and state.over) then return state end
  end
  error(("openings: plies=%d: %d random openings ended the game; expected fewer plies"):format(
    opening.plies, DRAWS), 0)
end

--- The position after an opening: a string of moves; random ones, { plies =, seed =,
--- continues = true: drawn again until the game is not over }; or nothing.
function M.play(start, opening)
  if not opening then return start end
  return type(opening) == "string" and written_moves(start, opening) or draw(start, opening)
end

local Openings = {}
Openings.__index = Openings

-- Calls f, which may run a game's Lua: returns its result, or nil.
local function try(f, ...)
  local ok, value = interrupt.try(f, ...)
  return ok and value or nil
end

local function named_rules(def)
  return def.rules == def.game and try(tesela.rules, def.game, def.options) or nil
end

--- A check that the games of a definition after a header begin with their openings, by
--- these rules, or by those of the game's name; nil if there is nothing to check, or no
--- way to check it.
function M.of(def, header, rules)
  if not (header and def.openings) then return nil end
  rules = rules or named_rules(def)
  if not rules then return nil end
  if def.openings.plies and header.signature ~= origin.of(rules).signature then return nil end
  return setmetatable({ rules = rules, alike = rules:start(1) == rules:start(2),
    texts = {} }, Openings)
end

-- The moves of a game's opening as in records: "b2","c3".
local function written(self, game)
  local state = M.play(self.rules:start(game.seed), game.opening)
  return tesela.encode(state:history()):sub(2, -2)
end

-- The same, or false if it cannot be played. The games of a pair come one after the other.
function Openings:text(plan, number, pair)
  if pair == self.pair then return self.last end
  local game = plan:game(number)
  local key = self.alike and type(game.opening) == "string" and game.opening
  local text = key and self.texts[key]
  if text == nil or not key then text = try(written, self, game) or false end
  if key then self.texts[key] = text end
  self.pair, self.last = pair, text
  return text
end

--- Do the moves of a record, as text, begin with the opening of its number?
function Openings:begins(plan, number, pair, moves)
  local text = self:text(plan, number, pair)
  if not text or moves:sub(1, #text) ~= text then return false end
  return text == "" or not moves:find('^[^,%]]', #text + 1)
end

return M
