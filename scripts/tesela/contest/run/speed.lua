-- Tournaments that are in play while somebody looks at their files: how fast they are,
-- and how long they will take.
--
-- No file says when its games were played, so that it is the same whoever plays it. One
-- that somebody writes to is held by that process; it is watched for a moment, and what
-- came in the meantime is the rate.

local journals = require "tesela.journal"
local progress = require "tesela.contest.run.progress"
local tesela = require "tesela"

local M = {}

local MOMENT = 1    -- seconds that files are watched
local LONGEST = 3   -- and those while no game has ended
local TICK = 0.05

--- Is all played that will be? What a time ends nobody knows.
function M.is_over(parts)
  local state, total = parts.stats:summary(), parts.stats.plan:total()
  local test = state.sprt or state.first
  return total ~= nil and state.games >= total or test ~= nil and test.decision ~= nil
end

--- What is to be said of a tournament in play, of which `done` games of `total` (nil: nobody
--- knows) are there, `fresh` of them since so many seconds.
function M.words(done, total, fresh, seconds)
  if fresh == 0 then return "In play: no game has ended since it is watched." end
  local rate = fresh / math.max(seconds, 1e-9)
  local words = ("In play: %.1f games a minute"):format(60 * rate)
  if total then
    words = words .. (", %s left"):format(progress.duration(math.max(0, total - done) / rate))
  end
  return words .. "."
end

-- The files with a writer, { path =, size = }.
local function held(parts)
  local list = {}
  for _, part in ipairs(parts) do
    if journals.holder(part.path) then
      local file <close> = assert(io.open(part.path, "rb"))
      list[#list + 1] = { path = part.path, size = file:seek "end" }
    end
  end
  return list
end

-- How many lines have come since the files had these sizes.
local function lines_since(list)
  local count = 0
  for _, each in ipairs(list) do
    local file <close> = assert(io.open(each.path, "rb"))
    file:seek("set", each.size)
    local _, lines = (file:read "a" or ""):gsub("\n", "")
    count = count + lines
  end
  return count
end

--- The words for files that merge.read has read, if somebody writes to them now and not all
--- is played; else nil. `wait(seconds)` pauses.
function M.watch(parts, wait)
  local list, since = held(parts), tesela.clock()
  if M.is_over(parts) or #list == 0 then return nil end
  while true do
    wait(TICK)
    local fresh, passed = lines_since(list), tesela.clock() - since
    if passed >= LONGEST or passed >= MOMENT and fresh > 0 then
      return M.words(parts.count + fresh, parts.stats.plan:total(), fresh, passed)
    end
  end
end

return M
