-- The judge: searches the positions of a game, one ply at a time, with the search of `expert`.
-- Plies do not depend on each other, nor on the process: each search begins without memory, from a
-- seed derived from the ply. So the analysis is the same on any number of cores, and can be
-- resumed anywhere.
--
-- For a ply the judge reports
--  here   the chances of the position, by a search of the mover's view
--  best   the move of that search, with its line
--  kept   the chances after the best move, and
--  after  those after the played move
-- The last two come from searches of equal length by the next seat, so their difference, the loss
-- of a move, is free of the optimism of the side to move. In open games `after` is `here` of the
-- next ply, and is not searched twice. With hidden information or chance the mover does not know
-- the next position: then both moves are made in the same DEALS worlds that its view allows, and
-- searched from there.

local tesela = require "tesela"
local bots = require "tesela.bots.bots"
local chances = require "tesela.analysis.chances"
local interrupt = require "tesela.interrupt"
local seeds = require "tesela.base.seeds"

local M = {}

local DEALS = 8   -- worlds
local LINE = 6    -- moves of a line to keep
local ROUND = 1e4 -- precision of the chances

local Judge = {}
Judge.__index = Judge

--- Is the position after a move unknown to the mover?
function M.veiled(rules)
  local game = tesela.game(rules.name)
  return game.hidden or game.chance
end

--- A judge for games with some rules; `settings` is { iterations = of a search, seconds =,
--- seed = }.
function M.new(rules, settings)
  local expert = bots.bot "expert"
  return setmetatable({ rules = rules, settings = settings, veiled = M.veiled(rules),
    scale = chances.scale(rules), searcher = expert.new(rules, 1, 1).searcher }, Judge)
end

-- Searches a position that is not over, with a part of the budget.
local function search(self, state, seed, part)
  local given = self.settings
  self.searcher:clear()
  local _, report = self.searcher:search(state, {
    iterations = given.iterations and math.max(1, given.iterations // part),
    seconds = given.seconds and given.seconds / part, seed = seed })
  if report.stopped then interrupt.raise() end
  return report
end

local function rounded(list)
  for i, x in ipairs(list) do list[i] = math.floor(x * ROUND + 0.5) / ROUND end
  return list
end

local function look(self, state, seed, part)
  if state.over then return chances.ended(state) end
  return chances.of(search(self, state, seed, part), state, self.scale)
end

local function add(sum, list)
  for i, x in ipairs(list) do sum[i] = (sum[i] or 0) + x / DEALS end
end

-- The chances after a move of a position, given as text.
local function behind(self, state, move, seed)
  if not self.veiled then
    return rounded(look(self, state:copy():play(move), seed, 1))
  end
  local sum = {}
  for deal = 1, DEALS do
    local world = state:view(state.seat, seeds.derive(seed, deal))
    add(sum, look(self, world:play(move), seed, DEALS))
  end
  return rounded(sum)
end

-- The text of a move in the state's own words, which may differ from a record's.
local function own_text(state, move)
  local number = state:move(move)
  return number and state:text(number) or move
end

--- The result of a search of the position: the best move, and the report.
function Judge:report(state)
  local seed = seeds.derive(self.settings.seed, state.ply)
  local report = search(self, self.veiled and state:view(state.seat, seed) or state, seed, 1)
  return state:move(report.best), report
end

--- The mover's chance after a move, given as text.
function Judge:chance(state, move)
  local seed = seeds.derive(self.settings.seed, state.ply)
  return behind(self, state, move, seed)[state.seat]
end

-- The mover's search of a position.
local function opinion(self, state, seed)
  local view = self.veiled and state:view(state.seat, seed) or state
  local report = search(self, view, seed, 1)
  return { seat = state.seat, best = report.best, proof = report.proof,
    line = table.move(report.line, 1, math.min(LINE, #report.line), 1, {}),
    forced = state:count() == 1 or nil,
    here = rounded(chances.of(report, view, self.scale)) }
end

--- Judges a position and the move that was played there (nil: none). In an open game `after` is
--- left out, and `kept` too if the best move was played: both are `here` of the next ply.
function Judge:look(state, move)
  if state.over then return { here = rounded(chances.ended(state)) } end
  local seed = seeds.derive(self.settings.seed, state.ply)
  local found = opinion(self, state, seed)
  local same = move and own_text(state, move) == found.best
  if same and not self.veiled then return found end
  found.kept = behind(self, state, found.best, seed)
  if self.veiled and move then
    found.after = same and found.kept or behind(self, state, move, seed)
  end
  return found
end

return M
