-- tesela man [SECTION]: the manual pages, which the build installs as tesela(1)
-- and tesela(3).

local cli = require "tesela.command.cli"
local manual = require "tesela.help.manual"

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
    local file, why = io.open(args.out, "w")
    if not file then cli.fail(1, "--out %s", why) end
    local ok
    ok, why = file:write(text)
    local closed, trouble = file:close()
    if not (ok and closed) then
      cli.fail(1, "--out %s: %s", args.out, why or trouble)
    end
  end,
}
