-- Files that the program writes where somebody names them: saved games, pictures,
-- manual pages. One rule for all: a file is written over only if it is empty or
-- holds the same kind of thing, which is known by how it begins.

local M = {}

local MISSING = 2 -- ENOENT

M.GAME = { name = "a saved game", head = '{"tesela"' }
M.PICTURE = { name = "a picture (SVG)", head = "<svg " }
M.BLOKUS = { name = "a game in SGF", head = "(" }
M.MANUAL = { name = "a manual page", head = ".TH " }

-- The reason of the system, without the path before it.
local function reason(path, why)
  return why:sub(1, #path + 2) == path .. ": " and why:sub(#path + 3) or why
end

-- Why a file that is there stays as it is, or nil. What has no end (a terminal, a
-- pipe) is no file to be lost.
local function refusal(path, kind)
  local file <close>, why, code = io.open(path, "rb")
  if not file then return code ~= MISSING and reason(path, why) or nil end
  local size = file:seek "end"
  if not size or size == 0 then return nil end
  file:seek "set"
  local head = file:read(#kind.head)
  return head and head ~= kind.head and "it exists, and is not " .. kind.name or nil
end

--- Could a text of this kind be written to the file? True, or nil and why not.
function M.check(path, kind)
  local why = refusal(path, kind)
  if why then return nil, why end
  local there <close> = io.open(path, "rb")
  local file, trouble = io.open(path, "ab")
  if not file then return nil, reason(path, trouble) end
  file:close()
  if not there then os.remove(path) end
  return true
end

--- Writes a text of this kind to the file: true, or nil and why not.
function M.write(path, kind, text)
  local why = refusal(path, kind)
  if why then return nil, why end
  local file, ok
  file, why = io.open(path, "wb")
  if not file then return nil, reason(path, why) end
  ok, why = file:write(text)
  local closed, trouble = file:close()
  if ok and closed then return true end
  return nil, reason(path, why or trouble)
end

return M
