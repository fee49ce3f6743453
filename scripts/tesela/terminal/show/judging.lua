-- Questions about a finished game: `analyse`, `better` and `curve`, for a person who steps
-- through records or has just played the game.
--
-- A looker is a session (say, tell, show) with
--  judged_game()        the game (as of analysis.game) with its verdict, or nil
--  to_judge(budget)     the game, to be analysed
--  asked                the iterations per search, if a person has set them, or nil
--  keep_verdict(game)   receives a verdict, which may have gaps
--  begun                the game that this module analyses: after Ctrl-C its analysis
--                       is resumed. Code that changes the game forgets it.

local analysis = require "tesela.analysis.analysis"
local colour = require "tesela.terminal.dialogue.colour"
local curve = require "tesela.analysis.curve"
local judged = require "tesela.terminal.show.judged"
local process = require "tesela.process"
local progress = require "tesela.contest.run.progress"
local report = require "tesela.analysis.analysis_report"
local show = require "tesela.terminal.dialogue.show_values"
local spoken = require "tesela.rules.spoken_moves"
local text = require "tesela.text"

local M = {}

local NONE = ": this game was not analysed; analyse does it"

local function tell_report(self, game)
  self.say("%s", curve.text(game, colour.symbols()))
  local worst = report.worst(game)
  for i, line in ipairs(worst) do -- by the numbers below the curve
    self.say("%s%s", #worst > 1 and i .. ". " or "", line)
  end
  for _, line in ipairs(report.players(game)) do self.tell("%s", line) end
  self.tell("%s", report.settings(game.settings))
end

local function tick(done, of)
  progress.show(("%d of %d positions; Ctrl-C stops"):format(done, of))
end

-- Analyses the remaining positions; returns whether Ctrl-C has ended it.
local function run(game)
  local shown = process.terminal()
  local ok, stopped = pcall(analysis.run, { game }, { tick = shown and tick or nil })
  if shown then progress.clear() end
  if not ok then error(stopped, 0) end
  return stopped
end

-- The game with its verdict, as far as it is complete.
local function judge(self, budget)
  local game = self.begun
  if not game or budget and game.settings.iterations ~= budget.iterations then
    game = self:to_judge(budget)
    self.begun = game
  end
  local stopped = run(game)
  self:keep_verdict(game)
  if stopped then self.say "analyse: interrupted; the same command resumes it" end
  return game
end

-- Was a game searched with fewer iterations than requested?
local function is_shallower(game, iterations)
  local had = game and game.settings and game.settings.iterations
  return iterations and had and had < iterations
end

--- Analyses the game, or resumes its analysis, and reports the result. `words`: the
--- iterations of each search, or "".
function M.analyse(self, words)
  local game = self:judged_game()
  local iterations = math.tointeger(tonumber(words))
  if words ~= "" and (not iterations or iterations < 1) then
    self.say("analyse %s: expected iterations of each search, as in: analyse 20000", words)
    return
  end
  if words == "" and is_shallower(game, self.asked) then
    iterations = self.asked
  end
  if iterations or not (game and game.verdict.whole) then
    game = judge(self, iterations and { iterations = iterations })
  end
  tell_report(self, game)
end

function M.curve(self)
  local game = self:judged_game()
  self.say("%s", game and curve.text(game, colour.symbols()) or "curve" .. NONE)
end

--- Shows the better move instead of the one that led to a position, or a number of moves of its
--- line.
function M.better(self, words, ply)
  local count = words == "" and 0 or math.tointeger(tonumber(words))
  local game = self:judged_game()
  local states, moves
  if game then states, moves = judged.line(game, ply) end
  if not states then
    self.say("%s", game and "better: the last move was as good as any" or "better" .. NONE)
  elseif not count or count < 0 then
    self.say("better %s: expected a number of moves, as in: better 2", words)
  else
    count = math.min(count, #moves)
    local state = states[count + 1]
    self.show(show.board(state, { mark = count == 0 and state:move(moves[1]) or nil }))
    self.tell("better: %s", text.clean(table.concat(spoken.line(states[1], moves), " ")))
  end
end

return M
