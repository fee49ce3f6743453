-- A removed stack scores for the player with more pieces in it, a tie for no one. The
-- points of the variant are shown in place of Mixtour's.
local tesela = require "tesela"

local function count(text, letter) return select(2, text:gsub(letter, "")) end

return tesela.derive("mixtour", {
  title = "Mixtour of majorities",
  summary = tesela.game("mixtour").summary:gsub("its top piece scores a point for its owner",
    "the player with more\npieces in it scores a point (no one, if equal)"),
  options = { win_score = 2 },
  fields = { won = { cells = 2, max = 99 } },
  apply = function(base, s, m)
    local kind, from, to, pieces = s:parts(m, "kind", "from", "to", "pieces")
    local stack = kind == "move" and s:cell(to) .. s:cell(from):sub(-pieces) or ""
    base.apply(s, m)
    local white, red = count(stack, "w"), count(stack, "r")
    if #stack < s.options.stack or white == red then return end
    local seat = white > red and 1 or 2
    s.won[seat] = s.won[seat] + 1
  end,
  over = function(base, s)
    if math.max(s.won[1], s.won[2]) >= s.options.win_score then return "points" end
    local ending = base.over(s)
    return ending ~= "points" and ending or nil
  end,
  result = function(_, s)
    return s.won:all(), s.over and s.reason ~= "points" and { 1, 1 } or nil
  end,
})
