-- The player whose largest area is smaller wins; if they are equal, the smaller second
-- largest decides, and so on. `result` only says who wins: it runs when a result is asked
-- for, never during play.

local tesela = require "tesela"

return tesela.derive("losetas", {
  title = "Losetas in which the smaller area wins",
  summary = tesela.game("losetas").summary:gsub("with%sthe%slargest",
    "with the smaller largest"):gsub("second%slargest%sdecide", "smaller second largest decides"),
  result = function(base, s)
    local areas, places = base.result(s)
    return areas, { places[2], places[1] } -- two that share a place still do
  end,
})
