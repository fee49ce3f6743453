-- The difference in strength between two players, from the results of a match.
--
-- Games come in pairs with the same start and swapped seats, and the two games of a pair are not
-- independent, so the pair is the unit: its score is 0, 1/4, 1/2, 3/4 or 1. With the mean score p
-- of n pairs the difference is
--
--     Elo(p) = 400 log10(p / (1 - p))          (Elo 1978, logistic form)
--
-- and its standard error is that of p multiplied by the derivative, 400 / (ln 10 * p * (1 - p))
-- (the delta method).
--
-- A score of 200:0 would give an infinite difference with an error of zero. So half a pair won and
-- half a pair lost is added, for mean and variance alike: the correction of Haldane (1956) and
-- Anscombe (1956) for the logarithm of odds. It keeps both finite for any result, moves the mean
-- towards equality by less than half a pair, and fades with n. With less than about 25 pairs, or
-- scores beyond 95 %, the interval is only an indication. Fewer than ten pairs are too few for any
-- interval (FEWEST): then there is no error, no margin and no likelihood, here and for all means
-- over units of games.
--
-- The likelihood of superiority is the probability that p is above 1/2, with p normally
-- distributed around the mean: Phi((mean - 1/2) / error), as in fishtest and fastchess (Van den
-- Bergh, "Fishtest mathematics").
--
-- Normalized Elo measures the distance of the score from 1/2 in standard deviations of a game, and
-- so the number of games needed to show that distance:
--
--     nElo = NORMAL * (mean - 1/2) / sigma,   NORMAL = 800 / ln 10
--
-- (Van den Bergh, "Comments on normalized Elo", 2021,
-- cantate.be/Fishtest/normalized_elo_practical.pdf). The score of a pair is the mean of two games,
-- so sigma is sqrt(2) times the standard deviation of the pairs' scores. For small differences
-- without draws nElo is Elo. It uses the pairs without the added half pairs.

local M = {}

M.Z95 = 1.959963984540054 -- the 97.5 % point of the normal distribution

--- The half points of a place against another: 0, 1, 2.
function M.half_points(own, other)
  return own < other and 2 or own == other and 1 or 0
end

M.FEWEST = 10 -- units needed for an interval

M.NORMAL = 800 / math.log(10)

--- The difference for an expected score, and the inverse.
function M.elo(score) return 400 * math.log(score / (1 - score), 10) end
function M.expected(elo) return 1 / (1 + 10 ^ (-elo / 400)) end

--- The distribution function of the normal distribution, by its series: Phi(x)
--- = 1/2 + phi(x) (x + x^3/3 + x^5/(3*5) + ...) (Marsaglia, "Evaluating the
--- normal distribution", Journal of Statistical Software 11(4), 2004).
function M.phi(x)
  if math.abs(x) > 8 then return x > 0 and 1.0 or 0.0 end
  local sum, term, i = x, x, 1
  repeat
    i = i + 2
    term = term * x * x / i
    sum = sum + term
  until math.abs(term) <= 1e-17 * math.abs(sum)
  return 0.5 + sum * math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
end

--- Are n units enough for an interval?
function M.enough(n) return n >= M.FEWEST end

--- The mean score and its standard error, from the number of pairs and the
--- sums of their scores and of the squares of these.
function M.mean(n, sum, squares)
  local enough = M.enough(n)
  n, sum, squares = n + 1, sum + 0.5, squares + 0.5
  local mean = sum / n
  return mean, enough and math.sqrt((squares / n - mean * mean) / n) or nil
end

--- The Elo difference of a mean score with its standard error, and the
--- half-width of its 95 % interval.
function M.interval(mean, err)
  local slope = 400 / (math.log(10) * mean * (1 - mean))
  return M.elo(mean), err and M.Z95 * slope * err
end

--- The mean score and its standard error for such an interval.
function M.parts(elo, margin)
  local mean = M.expected(elo)
  return mean, margin and margin * math.log(10) * mean * (1 - mean) / (400 * M.Z95)
end

--- The 97.5 % point of Student's distribution with this many degrees of freedom (Fisher and
--- Cornish's expansion about the normal one: accurate to 0.01 % from 9 on).
function M.student(degrees)
  local z, n = M.Z95, degrees
  return z + (z ^ 3 + z) / (4 * n) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * n ^ 2)
    + (3 * z ^ 7 + 19 * z ^ 5 + 17 * z ^ 3 - 15 * z) / (384 * n ^ 3)
end

--- The mean of n units { value =, margin = of its 95 % interval, n = } from the sums of
--- their values and of the squares of these; nil without units.
function M.number(n, sum, squares)
  if n == 0 then return nil end
  -- The variance is not below 0 except by rounding.
  local variance = math.max(0, squares - sum * sum / n) / (n - 1)
  return { value = sum / n, n = n,
    margin = M.enough(n) and M.student(n - 1) * math.sqrt(variance / n) or nil }
end

--- The same for shares in 0..1: with half a unit of 1 and half a unit of 0 added, so that the
--- interval has a width even if all are equal. It is not symmetric about the mean; the margin is
--- the wider half.
function M.share(n, sum, squares)
  if n == 0 then return nil end
  local value, mean, err = sum / n, M.mean(n, sum, squares)
  local half = err and M.student(n) * err
  return { value = value, n = n, margin = half and math.max(value - math.max(0, mean - half),
    math.min(1, mean + half) - value) }
end

--- A number with a format like "%+.1f", without the "-0" of a rounded number.
function M.value(form, value)
  return (form:format(value):gsub("^[-+](0%.?0*)$", form:find("+", 1, true) and "+%1" or "%1"))
end

--- A value with its interval as text, "+12 +/- 3" or "+12 (too few)", with one format for both.
function M.text(form, value, margin)
  local words = M.value(form, value)
  return margin and ("%s +/- %s"):format(words, form:gsub("%+", ""):format(margin))
    or words .. " (too few)"
end

--- The same in a sentence: "+12 +/- 3 (95 %)" or "+12 (too few games for an interval)".
function M.words(form, value, margin)
  return margin and M.text(form, value, margin) .. " (95 %)"
    or M.value(form, value) .. " (too few games for an interval)"
end

--- The meaning of "(too few)".
M.NOTE = ("Too few: an interval needs %d starts, each played in all seatings."):format(M.FEWEST)

--- Normalized Elo of n pairs and the half-width of its 95 % interval, from the sums of their scores
--- and of the squares of these; nil if all pairs have the same score.
function M.normalized(n, sum, squares)
  local mean = n > 0 and sum / n or 0
  local variance = n > 0 and squares / n - mean * mean or 0
  if variance < 1e-12 then return nil end
  return M.NORMAL * (mean - 0.5) / math.sqrt(2 * variance),
    M.enough(n) and M.Z95 * M.NORMAL / math.sqrt(2 * n) or nil
end

--- The probability that the true mean is above 1/2.
function M.superiority(mean, err) return err and M.phi((mean - 0.5) / err) end

--- The Elo difference from a list of scores of pairs (0..1 each, for the first player), and the
--- half-width of its 95 % interval; `part` of them (nil: all) count.
function M.difference(pairs_scores, part)
  part = part or 1
  local sum, squares = 0, 0
  for _, score in ipairs(pairs_scores) do
    sum, squares = sum + score, squares + score * score
  end
  return M.interval(M.mean(#pairs_scores * part, sum * part, squares * part))
end

return M
