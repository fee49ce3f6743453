-- How many processes can compute side by side: one on each processor; in a container fewer,
-- if its control group (cgroup) has a quota of CPU time. With more than that, the system
-- stops all of them for a part of each tenth of a second, and moves come late.

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

-- The group of a line of /proc/self/cgroup ("0::/path", or "3:cpu,cpuacct:/path" in the first
-- version). A container sees its own group as the root.
local function quota_of(read, line)
  local number, controllers, path = line:match "^(%d+):([^:]*):(.*)$"
  local unified = number == "0" and controllers == ""
  if not unified and not (controllers or ""):find "%f[%w]cpu%f[^%w]" then return nil end
  local quota, period = limit_of(read, unified, path)
  if not period then quota, period = limit_of(read, unified, "") end
  return period and tonumber(quota) / tonumber(period)
end

--- The number; 0 where other processes cannot be started. `read` (for tests) returns the
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
