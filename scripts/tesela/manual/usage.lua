-- The usage of the program and its commands, as lists: from the output of `tesela --help` and from
-- the parsers of the commands.

local cli = require "tesela.cli.cli"
local program = require "tesela.program"

local M = {}

--- Rows of { option, description } of the program, and the text below them.
function M.program()
  local rows, prose = {}, {}
  for line in program.usage:gmatch "[^\n]+" do
    local option, doc = line:match "^  (%-.-)%s%s+(%S.*)$"
    if option then
      rows[#rows + 1] = { option, doc }
    elseif line:match "^%s%s%s" and #rows > 0 then
      rows[#rows][2] = rows[#rows][2] .. " " .. line:match "^%s*(.*)$"
    elseif not line:match "^usage:" then
      prose[#prose + 1] = line
    end
  end
  return rows, table.concat(prose, " ")
end

-- argparse has no interface for reading a parser, except its formatted texts.
local function rows_of(parser)
  local rows = {}
  for _, argument in ipairs(parser._arguments) do
    rows[#rows + 1] = { argument:_get_argname(1), argument:_get_description() }
  end
  for _, option in ipairs(parser._options) do
    local names = table.concat(option:_get_label_lines(), " "):gsub("%s+", " ")
    if not names:match "%-%-help" then
      rows[#rows + 1] = { names:match "%S.*", option:_get_description() }
    end
  end
  return rows
end

--- A command: { usage, summary, rows, more }, the usage without "tesela NAME" before it, the rows {
--- argument or option, description }, and the text below them.
function M.command(name)
  local parser, command = cli.parser(name)
  local usage = parser:usage_max_width(1000):get_usage():gsub("^Usage:%s*", "")
    :gsub("%s+", " ")
  return { usage = usage:sub(#("tesela " .. name) + 1), summary = command.summary,
    rows = rows_of(parser), more = parser._epilog }
end

return M
