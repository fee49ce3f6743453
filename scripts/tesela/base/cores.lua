-- The number of processes that can compute at the same time: one per processor, or fewer in
-- a container whose control group (cgroup) has a quota of CPU time. If there are more, the
-- system stops all of them for part of every tenth of a second, and moves come late.

local process = require "tesela.process"

local M = {}

local ROOT = "/sys/fs/cgroup"

local function text_of(path)
  local file <close> = io.open(path, "rb")
  return file and file:read "a" or ""
end

-- The quota and the period of a group, in microseconds; or nil.
local function limit_of(read, unified, path)
  if unified then return read(ROOT .. path .. "/cpu.max"):match "^(%d+) (%d+)" end
  local folder = ROOT .. "/cpu" .. path
  local quota = read(folder .. "/cpu.cfs_quota_us"):match "^%d+"
  return quota, quota and read(folder .. "/cpu.cfs_period_us"):match "^%d+"
end

-- The quota of the group in a line of /proc/self/cgroup ("0::/path"; in the first version
-- "3:cpu,cpuacct:/path"). A container sees its own group as the root.
local function quota_of(read, line)
  local number, controllers, path = line:match "^(%d+):([^:]*):(.*)$"
  local unified = number == "0" and controllers == ""
  if not unified and not (controllers or ""):find "%f[%w]cpu%f[^%w]" then return nil end
  local quota, period = limit_of(read, unified, path)
  if not period then quota, period = limit_of(read, unified, "") end
  return period and tonumber(quota) / tonumber(period)
end

--- The number; 0 if other processes cannot be started. `read` (for tests) returns the
--- text of a file, "" if there is none.
function M.count(read)
  read = read or text_of
  local count = process.cores()
  for line in read "/proc/self/cgroup":gmatch "[^\n]+" do
    local quota = quota_of(read, line)
    if quota then count = math.min(count, math.max(1, math.floor(quota))) end
  end
  return count
end

return M
