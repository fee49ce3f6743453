-- A file of lines in which a long job saves its results, so that it can resume later.
-- Its first line says what it is. A loss of power may have left a part of the last line,
-- which is cut off; a part of a first line is accepted; other files are not touched.

local journals = require "tesela.journal"

local M = {}

local function begin(journal, head)
  local ok, why = journal:append(head .. "\n")
  if ok then ok, why = journal:sync() end
  return ok, why
end

local function prepare(journal, path, head, refused)
  local size, torn = journal:size()
  local file <close> = assert(io.open(path, "rb"))
  local first = file:read "l" or ""
  local ok, why = true, nil
  if first ~= head and (size > 0 or head:sub(1, #first) ~= first) then
    why = refused(first)
    if why then return nil, why end
    size, torn = 0, size + torn
  end
  if torn > 0 then ok, why = journal:cut(size) end
  if ok and size == 0 then ok, why = begin(journal, head) end
  return ok, why
end

--- Opens or makes such a file: its journal, or nil and the reason. `refused` is called with
--- a different first line and returns why the file must not be touched; nil: it starts
--- again.
function M.open(path, head, refused, no_lock)
  local journal, why = journals.open(path, no_lock)
  if not journal then return nil, why end
  local ok
  ok, why = prepare(journal, path, head, refused)
  if ok then return journal end
  journal:close()
  return nil, why
end

return M
