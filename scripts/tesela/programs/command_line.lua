-- The command of a bot that is a program: "exec:python3 mine.py".
--
-- It is split into words as by a shell, with quotes and backslashes, but without any expansion,
-- and no shell runs. The program is looked up once, so that a missing one is reported before a
-- game begins.

local child = require "tesela.child"
local hash = require "tesela.base.hash"
local interrupt = require "tesela.interrupt"
local texts = require "tesela.text"

local M = {}

-- The prefixes of commands: the protocols (seat.lua).
local KINDS = { exec = true, gtp = true }

--- The protocol of a text that names a program, and its command; nil: it names none.
function M.split(spec)
  local kind, command = spec:match "^(%l+):(.*)$"
  if KINDS[kind] then return kind, command end
end

-- ---- words ------------------------------------------------------------------

local function quoted(text, at)
  local last = text:find("'", at, true)
  if not last then error("the second ' is missing", 0) end
  return text:sub(at, last - 1), last + 1
end

-- In double quotes a backslash is an ordinary character, except before these.
local ESCAPED = { ["$"] = true, ["`"] = true, ['"'] = true, ["\\"] = true }

local function double_quoted(text, at)
  local parts = {}
  while true do
    local before, sign = text:match('^([^"\\]*)(["\\])', at)
    if not sign then error('there is no second "', 0) end
    parts[#parts + 1] = before
    at = at + #before + 1
    if sign == '"' then return table.concat(parts), at end
    local next_one = text:sub(at, at)
    if next_one ~= "\n" then
      parts[#parts + 1] = ESCAPED[next_one] and next_one or "\\" .. next_one
    end
    at = at + 1
  end
end

local function escaped(text, at)
  if at > #text then error("there is nothing after the last \\", 0) end
  local sign = text:sub(at, at)
  return sign == "\n" and "" or sign, at + 1
end

local READ = { ["'"] = quoted, ['"'] = double_quoted, ["\\"] = escaped }

local function split(text)
  local words, word, at = {}, nil, 1
  while at <= #text do
    local sign, part = text:sub(at, at), nil
    if READ[sign] then
      part, at = READ[sign](text, at + 1)
    elseif sign:find "[ \t\n]" then
      words[#words + 1], word, at = word, nil, at + 1
    else
      part = text:match("^[^%s'\"\\]+", at) or sign
      at = at + #part
    end
    if part then word = (word or "") .. part end
  end
  words[#words + 1] = word
  return words
end

--- The words of a command; or nil and the error.
function M.words(text)
  if text:find("\0", 1, true) then return nil, "it has a zero byte" end
  local ok, words = interrupt.try(split, text)
  if not ok then return nil, words end
  if #words == 0 then return nil, "expected a command" end
  return words
end

-- ---- files ------------------------------------------------------------------

-- The file of a program: a path, or a name in PATH.
local function find(name)
  if name:find("/", 1, true) then return child.runs(name) and name or nil end
  for folder in ((os.getenv "PATH" or "/usr/bin:/bin") .. ":"):gmatch "([^:]*):" do
    local path = (folder == "" and "." or folder) .. "/" .. name
    if child.runs(path) then return path end
  end
end

local function missing(name)
  if not name:find("/", 1, true) and child.print(name) then
    return ("there is no program %s; did you mean ./%s?"):format(name, name)
  end
  return child.print(name) and ("%s is not a file that can be run (chmod +x)"):format(name)
    or "there is no program " .. name
end

-- The words that name files, and a hash of their contents.
local function files_of(words, path)
  local last, prints = nil, { child.print(path) or "" }
  for i = 2, #words do
    local print = child.print(words[i])
    if print then last, prints[#prints + 1] = words[i], print end
  end
  return last, hash.text(table.concat(prints, " "))
end

local function short(path) return path:match "([^/]+)%.%w+$" or path:match "([^/]+)$" or path end

--- A command's contents: { name =, command =, words =, path = of the program, print = a hash of its
--- files }; or nil and the reason why it cannot run. The name is that of the last file among the
--- words, such as mine for "python3 mine.py --fast".
function M.read(command)
  local words, why = M.words(command)
  if not words then return nil, why end
  local path = find(words[1])
  if not path then return nil, missing(words[1]) end
  local last, print = files_of(words, path)
  return { name = texts.clean(short(last or words[1])), command = command, words = words,
    path = path, print = print }
end

--- The entry for a bot in a record; name and version come from the program itself.
function M.known(bot)
  return { command = bot.kind .. ":" .. bot.command, hash = bot.print }
end

--- The entry for a command in a definition, from a result of tesela.bot.
function M.spec(bot)
  return { name = bot.name, bot = bot.kind .. ":" .. bot.command, reuse = bot.reuse,
    start = bot.start, memory = bot.memory, cpu = bot.cpu }
end

return M
