-- The watcher of thinking bots, in this program or in a process of their own: one at a
-- time, the innermost. It is a table of functions:
--
--   see(report, direct)  the progress of a search; direct: it was called by the
--                        user's own code
--   over(interrupted)    that search is over, perhaps by Ctrl-C
--   tick()               a bot's process, or its program, has not answered yet
--   clear()              something else will be printed

local watching = require "tesela.watching"

local M = {}

local watcher

--- Sets the watcher, or none; returns the previous one.
function M.set(new)
  local before = watcher
  watcher = new
  watching.set(new and function(report, how)
    if report then new.see(report, how) else new.over(how) end
  end)
  return before
end

local Before = {}

function Before:__close() M.set(self.watcher) end

--- Calls f(...) with another watcher.
function M.during(new, f, ...)
  local _ <close> = setmetatable({ watcher = M.set(new) }, Before)
  return f(...)
end

--- A process has not answered yet.
function M.tick()
  if watcher then watcher.tick() end
end

--- Something else will be printed.
function M.clear()
  if watcher then watcher.clear() end
end

return M
