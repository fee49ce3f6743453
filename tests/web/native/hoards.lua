-- A variant that takes all memory.
local tesela = require "tesela"

return tesela.derive("tictactoe", { moves = function()
  local list = {}
  while true do list[#list + 1] = ("x"):rep(1 << 20) .. #list end
end })
