-- Runs busted inside the program, whose module may be built with sanitizers:
--   tesela tests/lua/runner.lua [busted's options] FILE...
-- TESELA is the path of the program under test (else the one that runs this),
-- TESELA_ROOT the checkout (else where this file lies). With TESELA_GC=stress
-- the collector runs all the time. The exit status is 0 or 1.

local folder = arg[0]:match "^(.*)/[^/]*$" or "."
package.path = table.concat({
  folder .. "/?.lua", package.path, "/usr/share/lua/5.4/?.lua",
  "/usr/share/lua/5.4/?/init.lua",
}, ";")

-- busted exits with the number of failures, of which 256 would be none.
local exit = os.exit
-- luacheck: push ignore 122
function os.exit(code, close)
  if math.type(code) == "integer" and code ~= 0 then code = 1 end
  exit(code, close)
end
-- luacheck: pop

require("support").start(arg[-1], folder)
require "busted.runner" { standalone = false, output = "plainTerminal" }
