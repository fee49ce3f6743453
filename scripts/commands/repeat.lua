-- tesela repeat FILE: plays games of a tournament or a match again, and lists the games
-- that differ.

local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"
local texts = require "tesela.text"

local function run(args)
  local console = require "tesela.contest.console"
  local complain, finish = console.complaints "tesela repeat"
  local _ <close> = setmetatable({}, { __close = finish })
  return console.try(require "tesela.contest.results.repeats".run, args.file, {
    games = position.integer(args.games, "--games", 1),
    seed = position.seed(args.seed, 1), workers = console.workers(args),
    trusted = args.trusted, programs = args.programs, complain = complain,
    say_terms = function(path) position.say_terms(args, path) end,
  })
end

return {
  summary = "Play games of a file again and compare them.",
  configure = function(parser)
    parser:argument("file", "File of games of a tournament or a match.")
    parser:option("-n --games", "Number of games, spread over the file."):argname("N")
      :default("100")
    parser:option("--seed", "Seed that picks the games (default 1)."):argname("S")
    parser:option("-w --workers", "Number of worker processes (default: one per core).")
      :argname("N")
    position.add_terms(parser)
    position.add_programs(parser)
  end,
  run = function(args)
    local found = run(args)
    if found.upgraded then cli.tell("tesela repeat: %s", found.upgraded) end
    if found.timed then
      cli.tell("tesela repeat: with budgets in seconds or a clock, games may differ")
    end
    if found.programs then
      cli.tell "tesela repeat: with programs, games may differ"
    end
    for _, game in ipairs(found.different) do
      cli.write(("game %d: %s\n"):format(game.number, texts.clean(game.how)))
    end
    cli.write(("%s: %d of %d games repeated, %d differ\n"):format(texts.clean(args.file),
      found.played, found.of, #found.different))
    if found.stopped then return 130 end
    return #found.different > 0 and 1 or 0
  end,
}
