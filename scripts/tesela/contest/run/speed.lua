-- Tournaments in progress while their files are read: their speed, and the time left.
--
-- Files do not contain the time of their games, so that they do not depend on the machine. A file
-- that is being written is locked by that process; it is watched for a moment, and the new games
-- give the rate.

local journals = require "tesela.journal"
local progress = require "tesela.contest.run.progress"
local tesela = require "tesela"

local M = {}

local MOMENT = 1    -- seconds to watch files
local LONGEST = 3   -- or longer, until a game ends
local TICK = 0.05

--- Are all games played? With a time limit this is unknown.
function M.is_over(parts)
  local state, total = parts.stats:summary(), parts.stats.plan:total()
  local test = state.sprt or state.first
  return total ~= nil and state.games >= total or test ~= nil and test.decision ~= nil
end

--- The message about a tournament in progress: `done` of `total` games (nil if unknown) are there,
--- `fresh` of them from the last seconds.
function M.words(done, total, fresh, seconds)
  if fresh == 0 then return "In play: no game ended while the file was watched." end
  local rate = fresh / math.max(seconds, 1e-9)
  local words = ("In play: %.1f games a minute"):format(60 * rate)
  if total then
    words = words .. (", %s left"):format(progress.duration(math.max(0, total - done) / rate))
  end
  return words .. "."
end

-- The files that are being written, { path =, size = }.
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

-- The number of new lines since the files had these sizes.
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

--- The message about files read by merge.read, if they are being written and games are missing;
--- else nil. `wait(seconds)` pauses.
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
