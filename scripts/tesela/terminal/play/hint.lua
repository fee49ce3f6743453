-- Hints: the moves that expert would play in a position, side by side with their values and the
-- expected lines. play shows them, and every state has them: s:hint(3).

local arguments = require "tesela.base.arguments"
local bots = require "tesela.bots.bots"
local budgets = require "tesela.bots.search_budget"
local input = require "tesela.terminal.dialogue.input"
local simultaneous = require "tesela.rules.simultaneous"
local text = require "tesela.text"
local thinking = require "tesela.terminal.dialogue.thinking"

local M = {}

local NAME, PLIES = "expert", 8
local SHARE = 4 -- part of the budget for each move after the best one

local Hint = {}
Hint.__index = Hint

local function ask(state, f, ...)
  return thinking.during(NAME, state, input.think, f, ...)
end

-- A budget divided by a number.
local function share(budget, object)
  local iterations = budget.iterations or not budget.seconds and object.iterations or nil
  return { seconds = budget.seconds and budget.seconds / SHARE, seed = budget.seed,
    threads = budget.threads, iterations = iterations and math.max(1, iterations // SHARE) }
end

-- Searches the position after a move that is not the best: sets the expected moves, and the value
-- if only an upper bound is known.
local function look_behind(entry, state, object, budget)
  local after = state:copy():play(entry.move)
  if after.over then return end
  local _, report = ask(after, object.searcher.search, object.searcher, after,
    share(budget, object))
  table.move(report.line, 1, PLIES - 1, 2, entry.line)
  if entry.bound then
    local value = after.seat == state.seat and report.value or 1 - report.value
    entry.value = math.min(entry.value, value)
  end
end

-- The entries of the best moves; with hidden hands the moves after them are unknown.
local function entries(state, report, object, count, budget)
  local list, open = {}, #report.line > 1
  for i = 1, math.min(count, #report.moves) do
    local seen = report.moves[i]
    list[i] = { move = seen.move, text = seen.text, value = seen.value,
      proof = seen.proof, bound = seen.bound, line = { seen.text } }
    if i == 1 then
      table.move(report.line, 1, math.min(PLIES, #report.line), 1, list[i].line)
    elseif open and not (report.stopped or seen.proof) then
      look_behind(list[i], state, object, budget)
    end
    list[i].bound = nil
  end
  return list
end

local function by_value(a, b) return a.value > b.value end

--- The best moves of a position for the side to move, at most `count`: a list of { move =,
--- text =, value =, proof =, line = }, the best first, with state =. `budget` is the search's:
--- { iterations =, seconds =, seed =, threads = }; `seed` is the bot's.
function M.of(state, count, budget, seed)
  local seat = state.seat
  local adviser = bots.player(bots.bot(NAME), state.rules, seat, seed or 0)
  local answer, why, message = ask(state, bots.choose, adviser, state, seat, budget)
  if answer == nil then error(("%s: %s"):format(why, message), 0) end
  local object, move = adviser.object, state:move(answer)
  local list = object.report and count > 1
    and entries(state, object.report, object, count, budget)
    or { { move = move, text = state:text(move), line = { state:text(move) },
      value = object.report and object.report.value,
      proof = object.report and object.report.proof } }
  local best = table.remove(list, 1)
  table.sort(list, by_value)
  table.insert(list, 1, best)
  list.state = state:view(seat, 0)
  return setmetatable(list, Hint)
end

local function percent(entry) return ("%3.0f %%"):format(100 * entry.value) end

-- A remark if a move with a higher value follows the best one: a search trusts the move that it
-- has tried most.
local function doubt(hint)
  for _, entry in ipairs(hint) do
    if entry.value and entry.value > hint[1].value and percent(entry) ~= percent(hint[1]) then
      return "  (tried most)"
    end
  end
  return ""
end

local function line_of(number, entry, width, note)
  local line = ("%2d  %-" .. width .. "s %s%s"):format(number, entry.text, percent(entry),
    note)
  if entry.points then line = line .. ("  %s"):format(text.count(entry.points, "point")) end
  if entry.proof then line = line .. "  a proven " .. entry.proof end
  for i = 2, #entry.line do
    local more = line .. (i == 2 and "  then " or " ") .. entry.line[i]
    if text.columns(more) > text.room() then break end
    line = more
  end
  return text.cut(line, text.room())
end

--- The moves as lines.
function M.lines(hint)
  local lines, width = {}, 0
  for _, entry in ipairs(hint) do width = math.max(width, #entry.text) end
  for i, entry in ipairs(hint) do
    lines[i] = entry.value and line_of(i, entry, width, i == 1 and doubt(hint) or "")
      or ("%2d  %s"):format(i, entry.text)
  end
  return table.concat(lines, "\n")
end

--- The board with the best move on it, and the moves.
function Hint:__tostring()
  local warning = simultaneous.warning(self.state.rules)
  return self.state:draw { mark = self[1].move } .. M.lines(self)
    .. (warning and "\n" .. text.fold(warning, "", "") or "")
end

local FUNCTION = "state:hint"

local function check(state, count, budget)
  count = count == nil and 3 or math.tointeger(count)
  if not count or count < 1 then
    arguments.fail(FUNCTION, "expected a number of moves, 1 or more")
  end
  if budget ~= nil then
    arguments.options(FUNCTION, budget, { "iterations", { "seconds", "amount" }, "seed",
      "threads" })
    arguments.amounts(FUNCTION, budget)
  end
  if state.over then arguments.fail(FUNCTION, "the game is over") end
  return count, budget or {}
end

--- state:hint(count, budget)
function M.hint(state, count, budget)
  local most, given = check(state, count, budget)
  local iterations, seconds = budgets.waiting(state.rules, given.iterations, given.seconds)
  return M.of(state, most, { iterations = iterations, seconds = seconds,
    seed = given.seed or 0, threads = budgets.threads(given) })
end

return M
