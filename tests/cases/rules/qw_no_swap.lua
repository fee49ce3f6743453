-- Qwirkle without exchange: who cannot place passes.
local tesela = require "tesela"
return tesela.derive("qwirkle", {
  title = "Qwirkle without exchange",
  summary = tesela.game("qwirkle").summary .. "\nBut no one may exchange tiles.",
  keep = function(_, s, m) return s:parts(m, "kind") ~= "swap" end, keep_by = "kind",
})
