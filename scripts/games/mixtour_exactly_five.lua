-- A stack of exactly five scores two points. The extra points are kept in cells of the
-- variant's own (`fields`), which are copied, compared and written in position text like
-- the rest of a state.

local tesela = require "tesela"

local function scores(base, s)
  local points, places = base.result(s)
  return { points[1] + s.more[1], points[2] + s.more[2] }, places
end

return tesela.derive("mixtour", {
  title = "Mixtour in which exactly five score two",
  summary = tesela.game("mixtour").summary:gsub(
    "scores%sa%spoint%sfor%sits%sowner",
    "scores for its owner, two points if the\nstack was exactly 5 high, else one"),
  options = { win_score = 3 },
  fields = { more = { cells = 2, max = 99 } },
  apply = function(base, s, m)
    local pieces, to = s:parts(m, "pieces", "to")
    local high, before = pieces and pieces + s:height(to), base.result(s)
    base.apply(s, m)
    local after = base.result(s)
    for seat = 1, high == 5 and 2 or 0 do
      s.more[seat] = s.more[seat] + after[seat] - before[seat]
    end
  end,
  over = function(base, s)
    local points = scores(base, s)
    if math.max(points[1], points[2]) >= s.options.win_score then
      return "points"
    end
    return base.over(s)
  end,
  result = function(base, s)
    local points, places = scores(base, s)
    local drawn = s.over and s.reason ~= "points"
    return points, drawn and places or nil
  end,
})
