-- No colour may begin with a piece of five cells. `s:parts` returns the parts of a move,
-- here the size of its piece; methods such as `s:left` look at the position.

local tesela = require "tesela"

local PIECES = 21

return tesela.derive("blokus", {
  title = "Blokus that begins with small pieces",
  summary = tesela.game("blokus").summary
    .. "\nNo colour may begin with a piece of five cells.",
  keep = function(_, s, m)
    return (s:parts(m, "size") or 0) < 5 or #s:left(s:colour()) < PIECES
  end,
})
