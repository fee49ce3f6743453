-- tesela show FILE: steps through recorded games at a terminal; otherwise prints one
-- position, or writes a game as pictures.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local gamefile = require "tesela.terminal.show.game_file"
local input = require "tesela.terminal.dialogue.input"
local leaf = require "tesela.terminal.show.page_through"
local my_games = require "tesela.terminal.play.my_games"
local picture = require "tesela.cli.picture_argument"
local position = require "tesela.cli.position_argument"
local viewer = require "tesela.terminal.show.game_texts"

return {
  summary = "Step through recorded games.",
  configure = function(parser)
    parser:argument("file", "File of records (JSON Lines), as written by match and save, or "
      .. "of Blokus games (.blksgf); at a terminal the default is your recent games.")
      :argname("FILE"):args "?"
    parser:option("-g --game", "Number of the game in a tournament or match; in other files, "
      .. "its place (default: the first)."):argname("N")
    parser:option("-p --ply", "Only print the position after N moves (the last one is the "
      .. "default without a terminal)."):argname("N")
    parser:option("--rules", "File of the game, if it is not a shipped one."):argname("GAME")
    position.add_terms(parser)
    parser:option("--svg", "Write a picture of each position into this folder.")
      :argname("DIR")
    parser:option("--animate", "Write the game as one animated picture (SVG).")
      :argname("FILE")
    picture.add(parser)
    position.add_budget(parser)
    parser:option("--color", "Whether boards have colours (default auto).")
      :choices { "always", "never", "auto" }
  end,
  run = function(args)
    if args.color then tesela.color = args.color end
    args.file = args.file or my_games.choose()
    if not args.file then return end
    local lines, why = gamefile.read(args.file, nil, true)
    if not lines then cli.fail(1, "%s", why) end
    for _, words in ipairs(lines.said or {}) do cli.tell("%s: %s", args.file, words) end
    lines.rules = position.given_rules(args) or position.named_rules(args, lines.named)
    local number = args.game and position.integer(args.game, "--game", 1)
    local game
    game, why = gamefile.game(lines, number)
    if not game then cli.fail(1, "%s", why) end
    if args.svg then picture.write_all(args.svg, game, args) end
    if args.animate then picture.write_film(args.animate, game, args) end
    if args.svg or args.animate then return end
    local ply = args.ply and position.integer(args.ply, "--ply", 0, game.length)
    if not ply and input.terminal() then
      local options = position.budget(args)
      options.trusted = args.trusted
      return leaf.leaf(lines, game, options)
    end
    cli.write(viewer.title(game, #lines), viewer.position(game, ply or game.length))
  end,
}
