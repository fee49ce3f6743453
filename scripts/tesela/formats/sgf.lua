-- Smart Game Format, FF[4]: parses text into its games, and formats values.
--
--   collection = game+     game = "(" node+ game* ")"
--   node = ";" property*   property = LETTERS ("[" value "]")+
--
-- A game is its main line, the first of each fork; the others, its variations, are only counted.
-- The text is read once from beginning to end, without recursion, at any depth.
--
-- Text before the first game, between games and after the last one does not belong to them: other
-- programs write such text, and skip it.

local M = {}

local DEEPEST = 10000 -- open brackets: anything deeper is not a game
local MARK = "^\xEF\xBB\xBF"
local NAMED = "^%(%s*;[^;()]*GM%s*%[" -- a game that names its kind

local Reader = {}
Reader.__index = Reader

-- The line number of a position, which must not be before the last one requested.
function Reader:line(at)
  local _, count = self.text:sub(self.counted, at - 1):gsub("\n", "")
  self.lines, self.counted = self.lines + count, at
  return self.lines
end

local function fail(reader, expected)
  local got = reader.text:match("^[%g ]", reader.at)
  error({ line = reader:line(reader.at), why = ("expected %s, got %s"):format(
    expected, got or reader.at > #reader.text and "the end of the file"
      or "an invalid character") })
end

-- The given sign after skipped spaces; nil if there is another.
function Reader:take(sign)
  self.at = self.text:match("^%s*()", self.at)
  if self.text:sub(self.at, self.at) ~= sign then return nil end
  self.at = self.at + 1
  return sign
end

-- A value, from after its [ to after its ].
function Reader:value()
  local text, from = self.text, self.at
  while true do
    local at = text:find("[%]\\]", self.at)
    if not at then
      self.at = from
      fail(self, "] after the value that begins here")
    end
    if text:byte(at) == 93 then
      self.at = at + 1
      return text:sub(from, at - 1)
    end
    self.at = at + 2
  end
end

-- A name without its small letters, which old files (FF[3]) ignore; a name with only small letters
-- is not a property.
local function name_of(word)
  return word:find "%u" and word:gsub("%l", "") or word:find "%l" and word .. " (small letters)"
    or word
end

-- The properties of a node: lists of values by name.
function Reader:node()
  local node = { line = self:line(self.at) }
  while true do
    local name, behind = self.text:match("^%s*(%w+)()", self.at)
    if not name then return node end
    name = name_of(name)
    self.at = behind
    if not self:take "[" then fail(self, "[ after the name of a property") end
    local values = node[name] or {}
    node[name] = values
    repeat values[#values + 1] = self:value() until not self:take "["
  end
end

-- Skips a node.
function Reader:skip()
  while true do
    local behind = self.text:match("^%s*%w+%s*%[()", self.at)
    if not behind then return end
    self.at = behind
    repeat self:value() until not self:take "["
  end
end

-- A tree within a game begins: the first of a fork is the rest of the main line.
local function open_tree(reader, trees, game)
  local tree = trees[#trees]
  if #trees > DEEPEST then fail(reader, ("at most %d open brackets"):format(DEEPEST)) end
  if #game == 0 then fail(reader, "a node (;) in front of variations") end
  if tree.forked then game.variations = game.variations + 1 end
  trees[#trees + 1] = { main = tree.main and not tree.forked }
  tree.forked = true
end

-- The game after its (.
function Reader:game()
  local game = { variations = 0 }
  local trees = { { main = true } }
  repeat
    local tree = trees[#trees]
    if self:take ";" then
      if tree.main and not tree.forked then game[#game + 1] = self:node() else self:skip() end
    elseif self:take "(" then
      open_tree(self, trees, game)
    elseif self:take ")" then
      trees[#trees] = nil
    else
      fail(self, "a node (;), a variation or )")
    end
  until #trees == 0
  if #game == 0 then fail(self, "a node (;) in a game") end
  return game
end

-- The start of the next game, or nil. A game after the first must name its kind: otherwise it is
-- the remainder of a longer file that was overwritten.
function Reader:next_game(is_first)
  local from = self.at
  repeat
    from = self.text:find("%(%s*;", from)
    local named = from and (is_first or self.text:find(NAMED, from))
    from = from and not named and from + 1 or from
  until named or not from
  return from
end

local function read(reader)
  local games, skipped = {}, {}
  repeat
    local from = reader:next_game(#games == 0)
    local text = reader.text:match("^%s*()", reader.at)
    if #games == 0 and not from then fail(reader, "(;") end
    if text < (from or #reader.text + 1) then skipped[#skipped + 1] = reader:line(text) end
    if from then
      reader.at = from
      reader:take "("
      games[#games + 1] = reader:game()
    end
  until not from
  games.skipped = skipped
  return games
end

--- Does this string look like SGF?
function M.is(text)
  text = text:gsub(MARK, "", 1)
  return text:find "^%s*%(%s*;" ~= nil
    or not text:find "^%s*{" and text:find(NAMED:sub(2)) ~= nil
end

--- The games in a string, a list of { node ..., variations = their number }, with `skipped`, the
--- lines at which other text begins. A node is { line =, NAME = { value ... } } with unparsed
--- values. Or nil, the reason, and the line.
function M.read(text)
  local reader = setmetatable({ text = text:gsub(MARK, "", 1), at = 1, lines = 1,
    counted = 1 }, Reader)
  local ok, games = pcall(read, reader)
  if ok then return games end
  if type(games) ~= "table" then error(games, 0) end
  return nil, games.why, games.line
end

-- Text that is not UTF-8 is Latin 1, as in old files.
local function as_utf8(text)
  if utf8.len(text) then return text end
  return (text:gsub("[\x80-\xFF]", function(byte) return utf8.char(byte:byte()) end))
end

--- The text of a value: a backslash escapes the next character, and at the end of a line joins the
--- line with the next.
function M.text(value)
  value = as_utf8(value):gsub("\r\n?", "\n"):gsub("\\(.)", function(sign)
    return sign == "\n" and "" or sign
  end)
  return (value:gsub("[\v\f]", " "):gsub("[\0-\8\14-\31\127]", ""))
end

--- The same as one line, trimmed.
function M.line(value) return (M.text(value):gsub("%s+", " "):match "^ ?(.-) ?$") end

--- A property as text.
function M.property(name, text) return ("%s[%s]"):format(name, (text:gsub("[%]\\]", "\\%0"))) end

return M
