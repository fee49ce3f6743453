-- The part of the module `tesela` that is written in Lua: the file of each name. A file is loaded
-- when one of its names is first used.
--
-- The layers of the library, the lowest first:
--
--   base/         tools that know no game: arguments, files, seeds, clocks
--   changes, levels, pace, rating, text, worth   beside this file: for users, too
--   rules/        games in Lua: found, declared, derived; and moves as people write them
--   formats/      records of games as other programs write them
--   turns/        the game loop: the player to move chooses a move
--   programs/     players that are programs of their own
--   bots/         bots: found by name, their parameters and budgets
--   sandbox/      untrusted bots
--   seats/        any player in a seat, and one game between bots
--   cli/          the common parts of commands
--   engine/       the program as an engine of other programs
--   contest/      tournaments and matches; in its folders formats/, schedule/ (pairings),
--                 run/ (processes), results/ (statistics) and cluster/ (several machines)
--   tune/         parameters of bots, fitted by playing
--   analysis/     played games, searched again
--   measure/      figures about a game from playing it
--   learn/        an estimate for a game, learnt by playing it
--   report_pages/ results and games as pages of HTML
--   terminal/     people at a terminal; in its folders dialogue/ (lines, menus, colours),
--                 play/ (a game) and show/ (recorded games)
--   manual/       help, the manual, and the site
--   this file     the names of all these
--   repl/         the session at the prompt
--   app/          the page that plays: its requests to the program
--
-- A file uses those of its own room and of rooms before it; tests/floors/floors.txt has the same
-- order, and a test enforces it.

local files = {
  match = "tesela.contest.match",
  tournament = "tesela.contest.tournament",
  analyse = "tesela.analysis.analysis",
  measure = "tesela.measure.request",
  play = "tesela.terminal.play.play",
  board = "tesela.rules.board",
  derive = "tesela.rules.derive",
  define = "tesela.rules.derive",
  reload = "tesela.rules.games",
  bot = "tesela.bots.bots",
  bots = "tesela.bots.bots",
  run = "tesela.seats.run",
  help = "tesela.manual.help",
  show = "tesela.terminal.dialogue.show_values",
  svg = "tesela.terminal.dialogue.show_values",
}

return setmetatable({}, {
  __index = function(self, name)
    local file = files[name]
    if not file then return nil end
    local value = require(file)[name]
    rawset(self, name, value)
    return value
  end,
  -- For completion, help, and the test that compares the annotations with this.
  __pairs = function() return pairs(files) end,
})
