-- tesela svg GAME: a picture of a position.

local cli = require "tesela.cli.cli"
local picture = require "tesela.cli.picture_argument"
local position = require "tesela.cli.position_argument"

return {
  summary = "Write a picture of a position (SVG).",
  configure = function(parser)
    position.add(parser)
    parser:option("--hint", "Mark this move without making it."):argname("MOVE")
    picture.add(parser)
    parser:option("-o --out", "Write to a file."):argname("FILE")
  end,
  run = function(args)
    local options = picture.options(args)
    local state = position.state(args)
    if args.hint then
      local move, why = state:move(args.hint)
      if not move then cli.fail(1, "--hint %s", why) end
      options.mark = move
    end
    local text = state:svg(options)
    if not args.out then return cli.write(text) end
    picture.write(args.out, "--out", text)
  end,
}
