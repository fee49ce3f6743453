-- No colour may begin with a piece of five cells. A move says of itself what
-- it is made of (`s:parts`), a state what is on the board (here `s:left`).

local tesela = require "tesela"

local PIECES = 21

return tesela.derive("blokus", {
  title = "Blokus that begins with small pieces",
  moves = function(base, s, out)
    local first = #s:left(s:colour()) == PIECES
    for m in base.moves(s) do
      if not first or s:parts(m).size < 5 then out(m) end
    end
  end,
})
