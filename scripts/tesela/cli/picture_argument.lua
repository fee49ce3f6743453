-- Pictures, for the commands that write them: of one position or of all positions of a game.

local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local film = require "tesela.cli.animated_svg"
local output = require "tesela.base.output"
local position = require "tesela.cli.position_argument"

local M = {}

--- Adds the arguments for every picture.
function M.add(parser)
  parser:flag("--no-coordinates", "Leave out the names of columns and rows.")
  parser:option("--width", "Width in pixels."):argname("N")
end

--- These arguments as options of state:svg.
function M.options(args)
  return { coordinates = not args.no_coordinates,
    width = args.width and position.integer(args.width, "--width", 16, 20000) }
end

--- Writes a picture to a file, or ends the command.
function M.write(path, option, text)
  local ok, why = output.write(path, output.PICTURE, text)
  if not ok then cli.fail(1, "%s %s: %s", option, path, why) end
end

-- A frame with room for the cells of two frames.
local function join(a, b)
  local column, row = math.min(a.column, b.column), math.min(a.row, b.row)
  return { column = column, row = row,
    columns = math.max(a.column + a.columns, b.column + b.columns) - column,
    rows = math.max(a.row + a.rows, b.row + b.rows) - row }
end

-- The positions of a game, from its start, and options that give all their pictures the same size.
local function positions(game, options)
  local states = { tesela.replay(game.line, 0, game.variant) }
  local _, frame = states[1]:elements()
  for ply = 1, game.length do
    states[ply + 1] = states[ply]:copy():play(game.record.moves[ply])
    local _, room = states[ply + 1]:elements()
    frame = join(frame, room)
  end
  options.frame = frame
  return states, options
end

--- Writes a picture of each position of a game into a folder: 000.svg and so on.
function M.write_all(folder, game, args)
  local states, options = positions(game, M.options(args))
  local name = ("%%s/%%0%dd.svg"):format(math.max(3, #tostring(game.length)))
  for i, state in ipairs(states) do
    M.write(name:format(folder, i - 1), "--svg", state:svg(options))
  end
end

--- Writes a game as one moving picture.
function M.write_film(path, game, args)
  local states, options = positions(game, M.options(args))
  local frames = {}
  for i, state in ipairs(states) do
    frames[i] = { svg = state:svg(options), elements = state:elements() }
  end
  M.write(path, "--animate", film.text(frames))
end

return M
