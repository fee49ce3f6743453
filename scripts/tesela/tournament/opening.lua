-- Openings: the moves with which games begin before bots play (schedule.lua), and whether
-- a record begins so.
--
-- Whoever reads games of a program's game by its name can tell; of a game in a file, who
-- has its rules. Random moves follow from the order in which a game lists its moves, and
-- so are known only where the program that has played lists them as this one does, which
-- its signature says (origin.lua).

local tesela = require "tesela"
local interrupt = require "tesela.interrupt"
local origin = require "tesela.tournament.origin"

local M = {}

--- Plays an opening: a text of moves, { plies =, seed = }, or nothing.
function M.play(state, opening)
  if type(opening) == "string" then
    for word in opening:gmatch "%S+" do
      local move, why = state:try(word)
      if not move then error(("opening %q: %s"):format(opening, why), 0) end
    end
  elseif opening then
    local rng = tesela.rng(opening.seed)
    while not state.over and state.ply < opening.plies do state:play_random(rng) end
  end
end

local Openings = {}
Openings.__index = Openings

-- Calls f, which may run a game's Lua: what it returns, or nil.
local function try(f, ...)
  local ok, value = pcall(f, ...)
  interrupt.pass(ok, value)
  return ok and value or nil
end

local function named_rules(def)
  return def.rules == def.game and try(tesela.rules, def.game, def.options) or nil
end

--- What tells whether games begin as they should: those of a definition, from where a
--- header says, by these rules, or by those of the game's name. Nil: nothing is to be
--- told, or nobody can.
function M.of(def, header, rules)
  if not (header and def.openings) then return nil end
  rules = rules or named_rules(def)
  if not rules then return nil end
  if def.openings.plies and header.signature ~= origin.of(rules).signature then return nil end
  return setmetatable({ rules = rules, alike = rules:start(1) == rules:start(2),
    texts = {} }, Openings)
end

-- The moves of a game's opening as records have them: "b2","c3".
local function written(self, game)
  local state = self.rules:start(game.seed)
  M.play(state, game.opening)
  return tesela.encode(state:history()):sub(2, -2)
end

-- The same, or false: it cannot be played. The games of a pair come one after the other.
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

--- Do the moves of a record, as they stand there, begin with the opening of its number?
function Openings:begins(plan, number, pair, moves)
  local text = self:text(plan, number, pair)
  if not text or moves:sub(1, #text) ~= text then return false end
  return text == "" or not moves:find('^[^,%]]', #text + 1)
end

return M
