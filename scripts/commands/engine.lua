-- tesela engine GAME: plays for another program, which sends commands line by line on
-- standard input.

local bots = require "tesela.engine.engine_game"
local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"

local PROTOCOLS = {
  gtp = require "tesela.engine.gtp_engine",
  json = require "tesela.engine.json_engine",
}

local LINE = 1 << 20 -- bytes at most, as for programs that play
local HEAD = 100      -- bytes kept of a longer line

-- The next line, nil after the last; and whether it is too long: then only its beginning is
-- kept. It is read byte by byte: a larger read would wait for more input, and a read of a
-- line has no limit.
local function next_line()
  local bytes, byte, long = {}, io.read(1), false
  if not byte then return nil end
  while byte and byte ~= "\n" do
    long = long or #bytes == LINE
    if not long then bytes[#bytes + 1] = byte end
    byte = io.read(1)
  end
  return table.concat(bytes, "", 1, long and HEAD or #bytes), long
end

local TOO_LONG = "a line of more than a megabyte"

-- Reads lines and writes the answers, to the end of the input.
local function serve(engine)
  io.stdout:setvbuf "full"
  while not engine.left do
    local line, long = next_line()
    if not line then return end
    local answer
    if long then answer = engine:refuse(line, TOO_LONG) else answer = engine:answer(line) end
    if answer then cli.write(answer) end
    io.stdout:flush()
  end
end

return {
  summary = "Play for another program, by GTP or lines of JSON.",
  configure = function(parser)
    position.add_rules(parser)
    parser:option("--protocol", "Protocol of the other program.")
      :choices { "gtp", "json" }:default "gtp"
    parser:option("-b --bot", "Name or path of the bot."):argname("BOT")
      :default "expert"
    position.add_bot_budget(parser)
    parser:option("--seed", "Seed of the starts and of the bot (default 0)."):argname("S")
  end,
  run = function(args)
    local protocol = PROTOCOLS[args.protocol]
    position.take_budget(args)
    local bot = cli.try(2, bots.bot, args.bot, args.trusted)
    local given = { game = args.game, options = position.settings(args),
      terms = position.terms(args) }
    local engine <close> = cli.try(2, protocol.new, given, bot, position.budget(args),
      position.seed(args.seed))
    serve(engine)
  end,
}
