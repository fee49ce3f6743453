-- tesela result GAME: the result of a position, as one JSON object.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local position = require "tesela.cli.position_argument"

return {
  summary = "Print scores, places and position text as JSON.",
  configure = position.add,
  run = function(args)
    local result = position.result(position.state(args))
    cli.write(tesela.encode(result, position.result_order), "\n")
  end,
}
