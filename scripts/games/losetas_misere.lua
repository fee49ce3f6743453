-- The smaller largest area wins; where those are equal, the smaller second
-- largest, and so on. `result` says who wins and nothing else: it is asked
-- when somebody wants to know, never while a game is played.

local tesela = require "tesela"

return tesela.derive("losetas", {
  title = "Losetas in which the smaller area wins",
  summary = tesela.game("losetas").summary:gsub("Whoever has the\nlargest",
    "The smaller\nlargest"):gsub("the second largest decides", "the smaller second largest does"),
  result = function(base, s)
    local areas, places = base.result(s)
    return areas, { places[2], places[1] } -- two that share a place still do
  end,
})
