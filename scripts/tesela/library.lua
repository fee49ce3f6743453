-- The part of the module `tesela` that is written in Lua: which name is found
-- in which file. A file is loaded when one of its names is first used.
--
-- It is the roof of the library. From the bottom up:
--
--   the files beside this one   games, bots, and how they are played
--   command/      what the commands of the program share
--   tournament/   many games: their plan, their file, what they say
--   analysis/     games that were played, looked at again
--   measure/      rules that are compared by games
--   terminal/     a game, or one that was played, in front of people
--   help/         what the program knows of itself
--   this file     the names of all that
--   repl/         the session at the prompt
--
-- A file uses those of its own line and of lines before it. Bots
-- and games use the module and the files beside this one, commands everything.

local files = {
  match = "tesela.tournament.match",
  tournament = "tesela.tournament.tournament",
  analyse = "tesela.analysis.analysis",
  measure = "tesela.measure.request",
  play = "tesela.terminal.play",
  board = "tesela.board",
  derive = "tesela.derive",
  define = "tesela.derive",
  reload = "tesela.games",
  bot = "tesela.bots",
  bots = "tesela.bots",
  run = "tesela.player.run",
  help = "tesela.help.help",
  show = "tesela.terminal.show",
  svg = "tesela.terminal.show",
}

return setmetatable({}, {
  __index = function(self, name)
    local file = files[name]
    if not file then return nil end
    local value = require(file)[name]
    rawset(self, name, value)
    return value
  end,
  -- For completion, help and the test that holds the annotations to this.
  __pairs = function() return pairs(files) end,
})
