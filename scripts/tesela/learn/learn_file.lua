-- The files of learning: FILE.part, from which it resumes, and at the end FILE, the weights.
--
-- FILE.part has a line that says what is being learnt, a line with the progress, and the memory of
-- the weights as bytes. It is replaced as a whole, so there is always a complete one. FILE.lock
-- exists during learning.

local journals = require "tesela.journal"
local opened = require "tesela.base.opened"
local output = require "tesela.base.output"
local tesela = require "tesela"

local M = {}

local PART = { name = "a file of tesela learn", head = '{"learning":1' }

local File = {}
File.__index = File

local OTHER = "%s is for other rules, another seed or another --games; remove it, or name "
  .. "another file with -o"

--- The file of weights at `path`, learnt for `of`; nil and the reason. (no_lock: see
--- journal.open.)
function M.open(path, of, no_lock)
  local self = setmetatable({ path = path, part = path .. ".part" }, File)
  self.head = tesela.encode(of, { "learning", "game", "options", "source", "seed", "games" })
  for file, kind in pairs { [path] = output.WEIGHTS, [self.part] = PART } do
    local ok, why = output.check(file, kind)
    if not ok then return nil, ("%s: %s"):format(file, why) end
  end
  local file <close> = opened(self.part)
  if file and (file:read "l" or self.head) ~= self.head then
    return nil, OTHER:format(self.part)
  end
  local why
  self.lock, why = journals.open(path .. ".lock", no_lock)
  if not self.lock then return nil, why end
  return self
end

--- Allows other processes to learn into this file.
function File:close() self.lock:close() end

function File:damaged() return ("%s is damaged; remove it to begin again"):format(self.part) end

--- The saved state, { done =, spent =, curve =, memory = }, or nil.
function File:read()
  local file <close> = opened(self.part)
  if not (file and file:read "l") then return nil end
  local kept = tesela.decode(file:read "l" or "")
  if not (type(kept) == "table" and math.type(kept.done) == "integer"
    and type(kept.spent) == "number" and type(kept.curve) == "table") then
    error(self:damaged(), 0)
  end
  kept.memory = file:read "a":sub(1, -2)
  return kept
end

--- Saves such a table: true, or nil and the reason.
function File:keep(what)
  local line = tesela.encode({ done = what.done, spent = what.spent, curve = what.curve })
  return output.write(self.part, PART, table.concat { self.head, "\n", line, "\n",
    what.memory, "\n" })
end

--- Writes the weights and removes FILE.part: true, or nil and the reason. Existing weights become
--- FILE.old.
function File:finish(bytes)
  local there <close> = opened(self.path)
  if there then os.rename(self.path, self.path .. ".old") end
  local ok, why = output.write(self.path, output.WEIGHTS, bytes)
  if not ok then return nil, why end
  os.remove(self.part)
  return true
end


return M
