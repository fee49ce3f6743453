-- What the results of a match between two say about their strength.
--
-- Games come in pairs with the same start and swapped seats, and the two games
-- of a pair are not independent, so the pair is the unit: its score is
-- 0, 1/4, 1/2, 3/4 or 1. With the mean score p of n pairs the difference is
--
--     Elo(p) = 400 log10(p / (1 - p))          (Elo 1978, logistic form)
--
-- and its standard error is that of p carried over by the derivative,
-- 400 / (ln 10 * p * (1 - p)) (the delta method).
--
-- A score of 200:0 would give an infinite difference with an error of zero.
-- So half a pair won and half a pair lost is counted on top, for mean and
-- variance alike: the correction of Haldane (1956) and Anscombe (1956) for the
-- logarithm of odds. It keeps both finite for any result, moves the mean
-- towards equality by less than half a pair, and fades with n. With less than
-- about 25 pairs, or scores beyond 95 %, the interval is an indication only.

local M = {}

local Z95 = 1.959963984540054 -- the 97.5 % point of the normal distribution

function M.elo(score) return 400 * math.log(score / (1 - score), 10) end

--- Takes a list of scores of pairs (0..1 each, for the first player) and
--- returns the Elo difference and the half-width of its 95 % interval.
function M.difference(pairs_scores)
  local n = #pairs_scores + 1
  local sum, squares = 0.5, 0.5 -- half a pair of score 1, half of score 0
  for _, score in ipairs(pairs_scores) do
    sum, squares = sum + score, squares + score * score
  end
  local mean = sum / n
  local variance = squares / n - mean * mean
  local slope = 400 / (math.log(10) * mean * (1 - mean))
  return M.elo(mean), Z95 * slope * math.sqrt(variance / n)
end

return M
