-- The result of learning, as text or JSON.

local rating = require "tesela.rating"
local tesela = require "tesela"
local text = require "tesela.text"

local M = {}

local function percent(score, margin)
  return ("%.1f %%"):format(100 * score) .. (margin and (" +/- %.1f"):format(100 * margin) or "")
end

-- What the interval says about the gain.
local function gain(match)
  if match.margin and match.elo - match.margin > 0 then return "" end
  if match.margin and match.elo + match.margin < 0 then
    return "; the weights make it weaker: do not use them"
  end
  return "; the gain is not certain"
end

--- The sentence about the match against the search without weights.
function M.verdict(match)
  local words = ("against the search without weights, equal time: %s, Elo %s"):format(
    percent(match.score), rating.words("%+.0f", match.elo, match.margin))
  if match.interrupted then return words .. ("; interrupted (%d games were planned)"):format(
    match.interrupted) end
  return words .. gain(match)
end

function M.text(learning, match)
  local list = { ("%s: %s learnt from, %d patterns, %d weights\n"):format(
    tostring(learning.rules), text.count(learning.games, "game"), learning.weights:shape(),
    (select(3, learning.weights:shape()))) }
  list[#list + 1] = "  games   one ply against random moves\n"
  for _, point in ipairs(learning.curve) do
    list[#list + 1] = ("%7d   %s\n"):format(point.games, percent(point.score, point.margin))
  end
  if match then
    list[#list + 1] = ("%s %s\n"):format(text.count(match.games, "game"), M.verdict(match))
  end
  return table.concat(list)
end

function M.json(learning, match)
  local patterns, images, count = learning.weights:shape()
  return tesela.encode({ game = learning.rules.name, options = learning.rules.options,
    games = learning.games, seed = learning.seed, patterns = patterns, images = images,
    weights = count, curve = learning.curve, gain = match and { games = match.games,
      score = match.score, elo = match.elo, margin = match.margin } }) .. "\n"
end

return M
