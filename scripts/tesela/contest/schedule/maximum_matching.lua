-- The most pairs that can be formed at once: Edmonds' maximum matching ("Paths, trees, and
-- flowers", Canadian Journal of Mathematics 17, 1965), in O(n^3).
--
-- From each single vertex a tree of alternating paths grows until it reaches another single one;
-- then along the path joined edges are separated, and the others joined. A cycle of odd length (a
-- blossom) counts as one vertex, its base.

local M = {}

local Search = {}
Search.__index = Search

-- The first base that is on the paths of both to the root.
function Search:common(a, b)
  local seen = {}
  while true do
    a = self.base[a]
    seen[a] = true
    if not self.mate[a] then break end
    a = self.parent[self.mate[a]]
  end
  while true do
    b = self.base[b]
    if seen[b] then return b end
    b = self.parent[self.mate[b]]
  end
end

-- One side of a blossom, from v down to its base.
function Search:mark(blossom, v, base, child)
  local mate = self.mate
  while self.base[v] ~= base do
    blossom[self.base[v]], blossom[self.base[mate[v]]] = true, true
    self.parent[v] = child
    child = mate[v]
    v = self.parent[child]
  end
end

function Search:reach(v)
  if self.reached[v] then return end
  self.reached[v] = true
  self.queue[#self.queue + 1] = v
end

function Search:shrink(v, to)
  local base, blossom = self:common(v, to), {}
  self:mark(blossom, v, base, to)
  self:mark(blossom, to, base, v)
  for _, each in ipairs(self.vertices) do
    if blossom[self.base[each]] then
      self.base[each] = base
      self:reach(each)
    end
  end
end

-- Examines the edge from v to another vertex: true if that is single, the end of a path.
function Search:step(root, v, to)
  local mate, parent = self.mate, self.parent
  if self.base[v] == self.base[to] or mate[v] == to then return false end
  if to == root or mate[to] and parent[mate[to]] then
    self:shrink(v, to)
  elseif not parent[to] then
    parent[to] = v
    if not mate[to] then return true end
    self:reach(mate[to])
  end
  return false
end

-- The end of a path from a single vertex, or nil.
function Search:path(root)
  self.parent, self.base, self.reached, self.queue = {}, {}, {}, {}
  for _, v in ipairs(self.vertices) do self.base[v] = v end
  self:reach(root)
  local at = 1
  while self.queue[at] do
    local v = self.queue[at]
    for _, to in ipairs(self.vertices) do
      if self.joined(v, to) and self:step(root, v, to) then return to end
    end
    at = at + 1
  end
end

-- Joins all that can be joined without separating others, which leaves little for the paths.
function Search:begin()
  for _, v in ipairs(self.vertices) do
    for _, to in ipairs(self.vertices) do
      if self.mate[v] then break end
      if v ~= to and not self.mate[to] and self.joined(v, to) then
        self.mate[v], self.mate[to] = to, v
      end
    end
  end
end

--- The number of vertices of a list that stay single in a maximum matching; joined(a, b) returns
--- the possible pairs.
function M.alone(vertices, joined)
  local self = setmetatable({ vertices = vertices, joined = joined, mate = {} }, Search)
  self:begin()
  local alone = 0
  for _, root in ipairs(vertices) do
    local v = not self.mate[root] and self:path(root)
    alone = alone + (v == nil and 1 or 0)
    while v do
      local before = self.parent[v]
      local after = self.mate[before]
      self.mate[v], self.mate[before] = before, v
      v = after
    end
  end
  return alone
end

return M
