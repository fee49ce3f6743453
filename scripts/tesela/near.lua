-- Which of some words was meant by one that is none of them.

local M = {}

--- How many letters have to be changed, added or left out (Levenshtein).
function M.distance(a, b)
  local row = {}
  for j = 0, #b do row[j] = j end
  for i = 1, #a do
    local before = row[0]
    row[0] = i
    for j = 1, #b do
      local change = before + (a:byte(i) == b:byte(j) and 0 or 1)
      before = row[j]
      row[j] = math.min(change, row[j] + 1, row[j - 1] + 1)
    end
  end
  return row[#b]
end

local function mistyped(typed, word)
  local changes = M.distance(typed, word)
  return changes <= #typed // 3 and changes
end

local function holds(typed, word)
  return #typed >= 3 and word:find(typed, 1, true) and #word
end

--- The words that are near to `typed`, the nearest first, `most` at most:
--- those that a typing mistake may have made of it, or that it is a part of.
function M.words(typed, words, most)
  local found, ranks = {}, {}
  typed = typed:lower()
  local function collect(rank)
    for _, word in ipairs(words) do
      if not ranks[word] then
        ranks[word] = rank(typed, word:lower()) or nil
        if ranks[word] then found[#found + 1] = word end
      end
    end
  end
  collect(mistyped)
  if #found == 0 then collect(holds) end
  table.sort(found, function(a, b)
    if ranks[a] ~= ranks[b] then return ranks[a] < ranks[b] end
    return a < b
  end)
  return table.move(found, 1, math.min(#found, most or 3), 1, {})
end

return M
