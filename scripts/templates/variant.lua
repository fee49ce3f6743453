-- A variant of Mixtour. It runs as it is; change it, and look whether it is
-- still sound:
--   tesela play ./mine.lua
--   tesela check ./mine.lua
-- What is not said here is as in Mixtour, at its speed. help "Derived" and
-- help "Base" tell what there is.
local tesela = require "tesela"

return tesela.derive("mixtour", {
  title = "Mixtour with rules of my own",
  summary = tesela.game("mixtour").summary .. "\nAnd with rules of my own.",

  -- Defaults; { default = 3, min = 1, max = 5 } makes the range narrower, and
  -- another name adds an option of your own.
  options = {
    -- OPTIONS
  },

  -- Which moves are legal: those of Mixtour that you keep. s is the position,
  -- base calls the rules of Mixtour. What decides may be s:text(m), what
  -- s:parts(m) says ... Instead, `moves` may add moves of your own.
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
