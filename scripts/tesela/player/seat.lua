-- Who plays a bot in a game of this process: itself, or a process with a box.

local hosted = require "tesela.player.hosted"
local supplies = require "tesela.player.supplies"
local trusted = require "tesela.player.trusted"

local M = {}

--- The player of a bot (as tesela.bot returns it) in games of some rules, with a
--- budget { iterations =, seconds =, limit = }; or nil and why it cannot be one.
function M.player(bot, rules, budget)
  if not bot.source then return trusted.new(bot, budget) end
  local needed, why = supplies.of(rules.name, rules.options)
  if not needed then return nil, why end
  return hosted.new(needed, bot, budget)
end

return M
