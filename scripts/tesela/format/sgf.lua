-- Smart Game Format, FF[4]: a text to its games, and values to be written.
--
--   collection = game+     game = "(" node+ game* ")"
--   node = ";" property*   property = LETTERS ("[" value "]")+
--
-- Of a game only the main line is kept, the first of each fork; the rest is
-- passed over and counted. So the text is read once from its beginning to its end,
-- without recursion, and what is kept is one line of nodes, however deep it goes.

local M = {}

local DEEPEST = 10000 -- open brackets: what is deeper is no game
local MARK = "^\xEF\xBB\xBF"

local Reader = {}
Reader.__index = Reader

-- The line of a place that is not before the one that was asked for last.
function Reader:line(at)
  local _, count = self.text:sub(self.counted, at - 1):gsub("\n", "")
  self.lines, self.counted = self.lines + count, at
  return self.lines
end

local function fail(reader, expected)
  local got = reader.text:match("^[%g ]", reader.at)
  error({ line = reader:line(reader.at), why = ("expected %s, got %s"):format(
    expected, got or reader.at > #reader.text and "the end of the file"
      or "a character that is none") })
end

-- The sign behind blanks, which is passed over; nil: there is another one.
function Reader:take(sign)
  self.at = self.text:match("^%s*()", self.at)
  if self.text:sub(self.at, self.at) ~= sign then return nil end
  self.at = self.at + 1
  return sign
end

-- A value, from behind its [ to behind its ].
function Reader:value()
  local text, from = self.text, self.at
  while true do
    local at = text:find("[%]\\]", self.at)
    if not at then
      self.at = from
      fail(self, "] behind the value that begins here")
    end
    if text:byte(at) == 93 then
      self.at = at + 1
      return text:sub(from, at - 1)
    end
    self.at = at + 2
  end
end

-- The properties of a node: lists of values by name. Of old files the small letters of
-- a name do not count (FF[3]).
function Reader:node()
  local node = { line = self:line(self.at) }
  while true do
    local name, behind = self.text:match("^%s*(%w+)()", self.at)
    if not name then return node end
    name = name:gsub("%l", "")
    self.at = behind
    if not self:take "[" then fail(self, "[ behind the name of a property") end
    local values = node[name] or {}
    node[name] = values
    repeat values[#values + 1] = self:value() until not self:take "["
  end
end

-- Passes over a node.
function Reader:skip()
  while true do
    local behind = self.text:match("^%s*%w+%s*%[()", self.at)
    if not behind then return end
    self.at = behind
    repeat self:value() until not self:take "["
  end
end

-- The game behind its (: its main line, and how many variations there are besides.
function Reader:game()
  local game, depth, main = { variations = 0 }, 1, true
  repeat
    if self:take ";" then
      if main then game[#game + 1] = self:node() else self:skip() end
    elseif self:take "(" then
      depth = depth + 1
      if depth > DEEPEST then fail(self, ("at most %d open brackets"):format(DEEPEST)) end
      if not main then game.variations = game.variations + 1 end
      if #game == 0 then fail(self, "a node (;) in front of variations") end
    elseif self:take ")" then
      depth, main = depth - 1, false
    else
      fail(self, "a node (;), a variation or )")
    end
  until depth == 0
  if #game == 0 then fail(self, "a node (;) in a game") end
  return game
end

local function read(reader)
  local games = {}
  while reader:take "(" do games[#games + 1] = reader:game() end
  if #games == 0 then fail(reader, "(;") end
  reader:take ""
  if reader.at <= #reader.text then fail(reader, "( or the end behind a game") end
  return games
end

--- Does a text look like one of these?
function M.is(text) return text:gsub(MARK, "", 1):find "^%s*%(%s*;" ~= nil end

--- The games of a text, a list of { variations =, node ... }, where a node is { line =,
--- NAME = { value ... } } with values as they stand there; or nil, why, and the line.
function M.read(text)
  local reader = setmetatable({ text = text:gsub(MARK, "", 1), at = 1, lines = 1,
    counted = 1 }, Reader)
  local ok, games = pcall(read, reader)
  if ok then return games end
  if type(games) ~= "table" then error(games, 0) end
  return nil, games.why, games.line
end

-- What is no UTF-8 is Latin 1, as it was in files of old.
local function as_utf8(text)
  if utf8.len(text) then return text end
  return (text:gsub("[\x80-\xFF]", function(byte) return utf8.char(byte:byte()) end))
end

--- The text that a value means: a backslash takes the next sign as it is, and before
--- the end of a line joins it with the next one.
function M.text(value)
  value = as_utf8(value):gsub("\r\n?", "\n"):gsub("\\(.)", function(sign)
    return sign == "\n" and "" or sign
  end)
  return (value:gsub("[\v\f]", " "):gsub("[\0-\8\14-\31\127]", ""))
end

--- The same as one line, without blanks at its ends.
function M.line(value) return (M.text(value):gsub("%s+", " "):match "^ ?(.-) ?$") end

--- A property as it is written.
function M.property(name, text) return ("%s[%s]"):format(name, (text:gsub("[%]\\]", "\\%0"))) end

return M
