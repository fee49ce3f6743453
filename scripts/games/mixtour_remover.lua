-- The player who removes a stack scores, whatever piece is on top. `base.over` is
-- the parent's ending: "points" is taken back, the other endings stay.

local tesela = require "tesela"

return tesela.derive("mixtour", {
  title = "Mixtour in which the remover scores",
  summary = tesela.game("mixtour").summary:gsub(
    "its%stop%spiece%sscores%sa%spoint%sfor%sits%sowner",
    "the player\nwho removes it scores a point"),
  options = { win_score = 3 },
  fields = { removed = { cells = 2, max = 99 } },
  apply = function(base, s, m)
    local seat, before = s.seat, base.result(s)
    base.apply(s, m)
    local after = base.result(s)
    if after[1] + after[2] > before[1] + before[2] then
      s.removed[seat] = s.removed[seat] + 1
    end
  end,
  over = function(base, s)
    if math.max(s.removed[1], s.removed[2]) >= s.options.win_score then
      return "points"
    end
    local ending = base.over(s)
    return ending ~= "points" and ending or nil
  end,
  result = function(_, s)
    local drawn = s.over and s.reason ~= "points"
    return { s.removed[1], s.removed[2] }, drawn and { 1, 1 } or nil
  end,
  draw = function(base, s, board)
    base.draw(s, board)
    board:note(("   removed %d:%d"):format(s.removed[1], s.removed[2]))
  end,
})
