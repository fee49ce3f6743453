-- The source of a bot or a game from a file.
--
-- It consists of the file, and of the files beside it that it requires, or that these require, by a
-- literal name: `require "eval"` is eval.lua in the folder of the file, `require "book.small"`
-- book/small.lua. They are found by reading, before any of it runs: untrusted code has no files,
-- and a bot is the same in all games of a tournament. Names of the library (tesela, tesela.worth
-- ...) are not looked for, nor is anything outside of the folder.

local tesela = require "tesela"
local hash = require "tesela.base.hash"
local opened = require "tesela.base.opened"

local M = {}

local MB = 1024 * 1024
local SOURCE = 16 -- the most that a source, or any other Lua file, may have, in MB
local MISSING = { [2] = true, [20] = true } -- ENOENT, ENOTDIR

-- Text of at most `room` bytes (or the limit for a file); or nil, the reason and, if there is no
-- such file, that reason alone.
local function read(path, room)
  if path:find("\0", 1, true) then
    return nil, "expected the path of a file, got text with a zero byte"
  end
  local file, why, code = io.open(path, "rb")
  if not file then return nil, "cannot open " .. why, MISSING[code] and why end
  local text, reason = file:read((room or SOURCE * MB) + 1)
  file:close()
  if reason then return nil, ("%s: %s"):format(path, reason) end
  if text and #text > (room or SOURCE * MB) then
    return nil, ("%s: expected a file of at most %d MB%s"):format(path, SOURCE,
      room and ", with those that it requires" or "")
  end
  return text or ""
end

--- The text of a file, or nil and the reason.
function M.text(path) return read(path) end

-- The path of a name in a folder; nil: the name is not looked for.
local function place(folder, name)
  if (name .. "."):match "^tesela%." or name:find "[/\\%c]"
    or ("." .. name .. "."):find("..", 1, true) then
    return nil
  end
  return folder .. name:gsub("%.", "/") .. ".lua"
end

--- The names of modules that source text requires, if they are literal: require "name",
--- require("name"), pcall(require, "name").
function M.required(text)
  return text:gmatch "%f[%w_]require%s*[(,]?%s*[\"']([^\"'\n]+)[\"']"
end

-- Adds the files that a text requires: `found` is { list =, seen = by name, room = in bytes }; nil
-- and the reason on failure.
local function add_required(found, folder, text)
  for name in M.required(text) do
    local path = not found.seen[name] and place(folder, name)
    if path then
      local more, why, missing = read(path, found.room)
      if more then
        found.list[#found.list + 1] = { name = name, path = path, text = more }
        found.room = found.room - #more
      elseif not missing then
        return nil, why
      end
      found.seen[name] = true
    end
  end
  return true
end

-- The text without a byte order mark, and with a first line for a shell as a comment.
local function code(text) return (text:gsub("^\xEF\xBB\xBF", ""):gsub("^#", "--#")) end

--- All texts as one: only that of the file if there are no others.
function M.whole(text, files)
  local all = { text }
  for _, file in ipairs(files) do
    all[#all + 1] = ("\n%s %d\n"):format(file.name, #file.text)
    all[#all + 1] = file.text
  end
  return table.concat(all)
end

--- The path of a file that another file names: beside that one or, if there is none, as written,
--- from the working directory.
function M.beside(path, from)
  local folder = from:match "^.*/"
  if not folder or path:sub(1, 1) == "/" or path:find("\0", 1, true) then return path end
  local own = folder .. path:gsub("^%./", "")
  local file <close> = opened(own)
  return file and own or path
end

--- A source { path =, text =, files =, hash = }: `files` are those beside it, a list of { name =,
--- path =, text = }. The texts are Lua alone (see code), the hash is of the whole files. Or nil,
--- the reason and, if there is no such file, that reason alone.
function M.read(path)
  local text, why, missing = read(path)
  if not text then return nil, why, missing end
  local folder, files = path:match "^.*/" or "", {}
  local found = { list = files, seen = {}, room = SOURCE * MB - #text }
  local next_text, at = text, 0
  while next_text do
    local ok, reason = add_required(found, folder, next_text)
    if not ok then return nil, reason end
    at = at + 1
    next_text = files[at] and files[at].text
  end
  local known = hash.text(M.whole(text, files))
  for _, file in ipairs(files) do file.text = code(file.text) end
  return { path = path, text = code(text), files = files, hash = known }
end

-- ---- of the library ---------------------------------------------------------

local HARMLESS = { "tesela.worth", "tesela.text", "tesela.rating", "tesela.levels",
  "tesela.pace" }

--- The text of a module of the library.
function M.library(name)
  return assert(read(("%s/%s.lua"):format(tesela.home, name:gsub("%.", "/"))))
end

--- The modules that untrusted code may require: a list of { name =, text = }.
function M.modules()
  local list = {}
  for i, name in ipairs(HARMLESS) do list[i] = { name = name, text = M.library(name) } end
  return list
end

return M
