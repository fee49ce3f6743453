-- The page of a tournament while it runs: rewritten until all games are played.

local tesela = require "tesela"
local merge = require "tesela.contest.cluster.merge"
local pages = require "tesela.report_pages.tournament_page"
local playing = require "tesela.contest.run.speed"
local process = require "tesela.process"

local M = {}

local PAUSE = 5  -- seconds between two pages, at least
local SHARE = 10 -- making pages takes at most 1/SHARE of the time
local TICK = 0.1 -- seconds by which Ctrl-C may be delayed

local function wait(seconds)
  local ends = tesela.clock() + seconds
  while tesela.clock() < ends do process.poll({}, TICK) end
end

--- Calls write(text, lost) with the page of the files at these paths, until no game is missing.
--- `read(paths)` is merge.read, or ends the command; `most` and `tick` as in tournament_page.page;
--- `pause`: seconds between two pages (default 5).
function M.run(paths, options)
  local since, first = tesela.clock(), nil
  while true do
    local parts, began = options.read(paths), tesela.clock()
    local over = playing.is_over(parts)
    first = first or parts.count
    local words = not over and playing.words(parts.count, parts.stats.plan:total(),
      parts.count - first, began - since) or nil
    local pause = options.pause or PAUSE
    options.write(pages.page(parts, { most = options.most, tick = options.tick,
      progress = words, again = not over and math.ceil(math.max(1, pause)) or nil }))
    merge.close(parts)
    if over then return end
    wait(math.max(pause, SHARE * (tesela.clock() - began)))
  end
end

--- merge.read for growing files: an unfinished line is not reported.
function M.read(paths)
  return merge.read(paths, function() end)
end

return M
