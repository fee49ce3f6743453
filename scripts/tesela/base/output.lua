-- Files that the program writes at a given path: saved games, pictures, pages. One rule for
-- all: a file is overwritten only if it is empty or contains the same kind of thing, which
-- is known by its beginning; a file of games only if it contains one game.
--
-- At every moment the path has either the old file or the new one, complete: text is
-- written to a file beside it, which then replaces it. (A path that is not a file, or is in
-- a folder where no file can be made, is written in place.)

local folder = require "tesela.folder"
local hash = require "tesela.base.hash"
local journals = require "tesela.journal"
local opened = require "tesela.base.opened"

local M = {}

local MISSING = 2 -- ENOENT
local TOURNAMENT = '{"tournament":' -- the beginning of its file, which only grows

M.GAME = { name = "a saved game", head = '{"tesela"', alone = true }
M.GAMES = { name = M.GAME.name, head = M.GAME.head } -- several games, all of which are written
M.PUZZLES = { name = "a file of puzzles", head = '{"game":' }
M.GAMES_PAGE = { name = "a page of games", head = "<!DOCTYPE html>\n<!-- Games by tesela" }
M.PICTURE = { name = "a picture (SVG)", head = "<svg " }
M.BLOKUS = { name = "a game in SGF", head = "(" }
M.WEIGHTS = { name = "learnt weights", head = "tesela weights " }
M.LEVELS = { name = "a scale of levels", head = "# A level a line: " }
M.MANUAL = { name = "a manual page", head = ".TH " }
M.SITE = { name = "a page of the manual",
  head = "<!DOCTYPE html>\n<!-- The manual of tesela" }
M.STYLE = { name = "a style sheet of the manual", head = "/* The manual of tesela" }
M.SCRIPT = { name = "a script of the manual", head = "// The manual of tesela" }

-- The system's reason, without the path before it.
local function reason(path, why)
  return why:sub(1, #path + 2) == path .. ": " and why:sub(#path + 3) or why
end

--- Does a file begin like one of games, including a tournament's?
function M.has_games(path)
  local file <close> = opened(path)
  local head = file and file:read(#TOURNAMENT) or ""
  return head == TOURNAMENT or head:sub(1, #M.GAME.head) == M.GAME.head
end

-- Does a file have two lines that are not empty?
local function holds_several(file)
  file:seek "set"
  local count = 0
  for line in file:lines() do
    if line:find "%S" then count = count + 1 end
    if count > 1 then return true end
  end
  return false
end

-- The reason why an existing file must not be overwritten, or nil. A terminal or a pipe, which has
-- no end, is not a file to lose.
local function refusal(path, kind)
  if kind == M.GAME and path:find "%.blksgf$" then
    return "a saved game is a record; tesela convert turns it into .blksgf"
  end
  if path:find("\0", 1, true) then return "expected a path without zero bytes" end
  local file <close>, why, code = io.open(path, "rb")
  if not file then return code ~= MISSING and reason(path, why) or nil end
  local size = file:seek "end"
  if not size or size == 0 then return nil end
  file:seek "set"
  local head, unread = file:read(math.max(#TOURNAMENT, #kind.head))
  if unread then return reason(path, unread) end
  if head and head:sub(1, #TOURNAMENT) == TOURNAMENT then
    return "it is a tournament's file, and is not changed"
  end
  if head and head:sub(1, #kind.head) ~= kind.head then
    return "it exists, and is not " .. kind.name
  end
  return kind.alone and holds_several(file) and "it contains several games" or nil
end

--- The place of a file that exists or will be made, however it is named.
function M.place(path)
  local where, name = path:match "^(.-)([^/]*)$"
  local real = folder.real(where == "" and "." or where)
  return folder.real(path) or real and real .. "/" .. name or path
end

--- Can text of this kind be written to the file? True, or nil and the reason.
function M.check(path, kind)
  local why = refusal(path, kind)
  if why then return nil, why end
  local there <close> = opened(path)
  local file, trouble = io.open(path, "ab")
  if not file then return nil, reason(path, trouble) end
  local empty = file:seek "end" == 0
  file:close()
  -- A link whose target did not exist stays a link.
  if not there and empty then os.remove(folder.real(path) or path) end
  return true
end

local function write_in_place(path, text)
  local file, why = io.open(path, "wb")
  if not file then return nil, reason(path, why) end
  local ok
  ok, why = file:write(text)
  local closed, trouble = file:close()
  if ok and closed then return true end
  return nil, reason(path, why or trouble)
end

--- Replaces a file of any kind with text: true, or nil and the reason. (no_lock: the caller
--- makes sure that no other process writes to it.)
function M.put(path, text, no_lock)
  local lines = text:sub(-1) == "\n"
  local journal, why, kind
  if lines then journal, why, kind = journals.replace(path, no_lock) end
  if kind == "no locks" then -- there is no way to find out who else writes
    journal, why, kind = journals.replace(path, true)
  end
  if not journal and (not why or kind == "denied") then
    return write_in_place(path, text)
  end
  local ok = journal
  if ok then ok, why = journal:append(text) end
  if ok then ok, why = journal:commit() end
  if journal then journal:close() end
  if ok then return true end
  return nil, (reason(path, why):gsub("^cannot [%l ]+: ", ""))
end

--- Writes text of this kind to the file: true, or nil and the reason.
function M.write(path, kind, text)
  local why = refusal(path, kind)
  if why then return nil, why end
  return M.put(path, text)
end

-- The place of the line with a hash in a text, and the start of the next line. If several lines are
-- equal, `number` selects one.
local function place_of(text, known, number)
  local count, first, last = 0, nil, nil
  for from, line, behind in text:gmatch "()([^\n]*)\n?()" do
    count = count + 1
    if (not first or count == number) and hash.text(line) == known then
      first, last = from, behind
    end
    if first and count >= (number or 0) then break end
  end
  return first, last
end

--- Replaces a line of a file, which is known by its hash: true and the hash of the new
--- line, or nil and the reason. All other lines stay; a missing file is written again.
--- `number`: the number of the line, if several are equal.
function M.replace_line(path, known, line, number)
  local file <close>, trouble, code = io.open(path, "rb")
  if not file and code ~= MISSING then return nil, reason(path, trouble) end
  local text, why = "", nil
  if file then text, why = file:read "a" end
  if not text then return nil, reason(path, why) end
  local first, last = place_of(text, known, number)
  if file and not first then return nil, "it no longer contains this game" end
  local head = text:sub(1, (first or 1) - 1)
  local ok
  ok, why = M.put(path, head .. line .. "\n" .. text:sub(last or 1))
  if not ok then return nil, why end
  return true, hash.text(line)
end

return M
