-- The players for the bots of a game: in this process, in one with a sandbox, or as programs of
-- their own.

local boxed = require "tesela.sandbox.boxed"
local gtp = require "tesela.programs.gtp_program"
local hosted = require "tesela.sandbox.hosted"
local supplies = require "tesela.sandbox.supplies"
local program = require "tesela.programs.json_program"
local trusted = require "tesela.seats.trusted"

local M = {}

--- The megabytes of a sandbox in this process; nil: each sandbox has a process of its own. (A page
--- cannot start one: there, Stop ends a bot.)
M.here = nil

local FOREVER = 1e9 -- seconds

-- The protocols of programs (command_line.lua).
local PROTOCOLS = { exec = program, gtp = gtp }

-- Its output goes to stderr, line by line.
local function shows(bot)
  return function(line) hosted.show(bot.name, line) end
end

--- The player of a bot that is a program; `listen` gets the lines of its stderr.
function M.program(bot, budget, listen)
  return PROTOCOLS[bot.kind].new(bot, budget, listen)
end

--- The player of a bot (as returned by tesela.bot) in games of some rules, with a budget {
--- iterations =, seconds =, level =, must =, limit = } and its set parameters; or nil and
--- the reason. (The object of a bot in this process has its own members, with any names.)
function M.player(bot, rules, budget, set)
  if rawget(bot, "command") then return M.program(bot, budget, shows(bot)) end
  if not rawget(bot, "source") then return trusted.new(bot, budget, set) end
  local needed, why = supplies.of(rules.name, rules.options, M.here)
  if not needed then return nil, why end
  local given = { name = bot.name, source = bot.source, parameters = set }
  if not M.here then return hosted.new(needed, given, budget) end
  budget.limit = budget.limit or FOREVER
  return boxed.new(needed, given, budget)
end

return M
