-- tesela man: the manual page, which the build installs as tesela(1).

local cli = require "tesela.command.cli"
local manual = require "tesela.help.manual"

return {
  summary = "Print the manual page, for man.",
  configure = function(parser)
    parser:option("-o --out", "Write it to a file."):argname("FILE")
  end,
  run = function(args)
    if not args.out then return cli.write(manual.text()) end
    local file, why = io.open(args.out, "w")
    if not file then cli.fail(1, "--out %s", why) end
    local ok
    ok, why = file:write(manual.text())
    local closed, trouble = file:close()
    if not (ok and closed) then
      cli.fail(1, "--out %s: %s", args.out, why or trouble)
    end
  end,
}
