-- A variant of Mixtour. It runs as it is. Change it, then play it and check its rules:
--   tesela play ./mine.lua
--   tesela check ./mine.lua
-- Everything left out here is as in Mixtour, at full speed. help "Derived" and
-- help "Base" list everything that a variant can change and call.
local tesela = require "tesela"

return tesela.derive("mixtour", {
  title = "Mixtour with rules of my own",
  summary = tesela.game("mixtour").summary .. "\nAnd with rules of my own.",

  -- New defaults; { default = 3, min = 1, max = 5 } also narrows the range, and a
  -- new name adds an option of your own.
  options = {
    -- OPTIONS
  },

  -- Returns true for the moves of Mixtour that stay legal. s is the position, and base
  -- calls the rules of Mixtour; look at s:text(m), s:parts(m) and so on. To add moves
  -- of your own, write `moves` instead.
  keep = function(_base, _s, _m)
    return true
  end,

  -- What a move does.
  apply = function(base, s, m)
    base.apply(s, m)
  end,

  -- Scores by seat; the places follow from them.
  result = function(base, s)
    return base.result(s)
  end,
})
