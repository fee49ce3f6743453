-- The progress line of a tournament on a terminal: finished games, speed, remaining time, and
-- standings.

local tesela = require "tesela"
local process = require "tesela.process"
local rating = require "tesela.rating"
local text = require "tesela.text"

local M = {}

--- "5 s", "2:05", "1:30 h".
function M.duration(seconds)
  local whole = math.tointeger(seconds // 1)
  if whole < 60 then return ("%d s"):format(whole) end
  if whole < 3600 then return ("%d:%02d"):format(whole // 60, whole % 60) end
  return ("%d:%02d h"):format(whole // 3600, whole // 60 % 60)
end

-- The leader of a round robin; of a match, its Elo difference.
local function standing(summary)
  local met = summary.pairings[1]
  if #summary.bots == 2 and met then
    return ("%.1f %%  %s"):format(100 * met.score, rating.text("%+.0f", met.elo, met.margin))
  end
  local best = summary.bots[summary.ranking[1]]
  return best and best.score and ("%s %.1f %%"):format(best.name, 100 * best.score)
    or nil
end

local function test(state)
  return ("LLR %.2f (%.2f..%.2f)"):format(state.llr, state.lower, state.upper)
end

--- The words of the line.
function M.words(session, runner, now)
  local done = session.played + runner.played
  local total = session.planned or session.stats.plan:total()
  local rate = runner.played / math.max(now - runner.since, 1e-9)
  local words = { total and ("%d/%d games"):format(done, total)
    or text.count(done, "game"), ("%.1f/s"):format(rate) }
  if total and rate > 0 then words[#words + 1] = M.duration((total - done) / rate) .. " left" end
  if done > 0 then
    local summary = session.stats:summary()
    words[#words + 1] = standing(summary)
    if summary.sprt then words[#words + 1] = test(summary.sprt) end
  end
  if runner.stopping then words[#words + 1] = "ending: " .. runner.stopping end
  return table.concat(words, "  ")
end

--- Replaces the previous line with another, cut to fit a narrow terminal.
function M.show(words)
  io.stderr:write("\r\27[K\27[?7l", text.cut(text.clean(words), text.WIDTH), "\27[?7h")
end

--- A function that shows the line of a runner.
function M.new(session)
  return function(runner) M.show(M.words(session, runner, tesela.clock())) end
end

function M.clear() io.stderr:write "\r\27[K" end

local OFTEN = 0.25 -- seconds between two lines

--- A function that shows the line of words(...) now and then; nil without a terminal.
function M.now_and_then(words)
  if not process.terminal() then return nil end
  local shown = -math.huge
  return function(...)
    local now = tesela.clock()
    if now - shown < OFTEN then return end
    shown = now
    M.show(words(...))
  end
end

return M
