-- tesela man [SECTION]: the manual pages, which the build installs as tesela(1)
-- and tesela(3).

local cli = require "tesela.command.cli"
local manual = require "tesela.help.manual"
local output = require "tesela.output"

return {
  summary = "Print a manual page, for man.",
  configure = function(parser)
    parser:argument("section", "1 (the program, if nothing is said) or 3 (the Lua module).")
      :choices({ "1", "3" }):args("?")
    parser:option("-o --out", "Write it to a file."):argname("FILE")
  end,
  run = function(args)
    local text = manual.text(tonumber(args.section or 1))
    if not args.out then return cli.write(text) end
    local ok, why = output.write(args.out, output.MANUAL, text)
    if not ok then cli.fail(1, "--out %s: %s", args.out, why) end
  end,
}
