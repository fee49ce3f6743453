-- Take 1 to 3 stones. The player who takes the last one wins.
local tesela = require "tesela"
return tesela.define {
  options = { stones = { default = 21, min = 5, max = 50 } },
  fields = { left = { max = 50 } },
  endings = { "empty" },
  start = function(s) s.left = s.rules.options.stones end,
  moves = function(s, out)
    for number = 1, math.min(3, s.left) do out(number) end
  end,
  apply = function(s, m) s.left, s.seat = s.left - m, 3 - s.seat end,
  over = function(s) if s.left == 0 then return "empty" end end,
  result = function(s)
    if s.seat == 1 then return { 0, 1 } end
    return { 1, 0 }
  end,
}
