-- A file of lines to which work adds what is done, and which goes on where it stopped. Its
-- first line says what it is of. Of the last one a loss of power may have left a part, which
-- is cut off; of a first one only its beginning may be there: other files are not touched.

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

--- Opens or makes such a file: its journal, or nil and why not. `refused` is called with
--- another first line and returns why the file is not to be touched; nil: it begins anew.
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
