-- The number of processes of a command: what a container may use, not what the machine has.

local cores = require "tesela.base.cores"
local process = require "tesela.process"

-- The number where these files exist.
local function count(files)
  return cores.count(function(path) return files[path] or "" end)
end

describe("the number of cores", function()
  local all = process.cores()

  it("is that of the processors without a quota", function()
    assert.equal(all, count {})
    assert.equal(all, count { ["/proc/self/cgroup"] = "0::/\n",
      ["/sys/fs/cgroup/cpu.max"] = "max 100000\n" })
    assert.equal(all, count { ["/proc/self/cgroup"] = "2:cpu,cpuacct:/a\n",
      ["/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us"] = "-1\n",
      ["/sys/fs/cgroup/cpu/a/cpu.cfs_period_us"] = "100000\n" })
    assert.is_true(cores.count() <= all and cores.count() >= 1)
  end)

  it("is at least one, and at most the quota, of a group or of its container", function()
    for quota, wanted in pairs { ["20000"] = 1, ["100000"] = 1, ["150000"] = 1,
      ["6400000"] = all } do
      assert.equal(wanted, count { ["/proc/self/cgroup"] = "0::/a/b\n",
        ["/sys/fs/cgroup/a/b/cpu.max"] = quota .. " 100000\n" })
      assert.equal(wanted, count { ["/proc/self/cgroup"] = "0::/elsewhere\n",
        ["/sys/fs/cgroup/cpu.max"] = quota .. " 100000\n" })
      assert.equal(wanted, count { ["/proc/self/cgroup"] = "7:memory:/\n3:cpu,cpuacct:/a\n",
        ["/sys/fs/cgroup/cpu/a/cpu.cfs_quota_us"] = quota .. "\n",
        ["/sys/fs/cgroup/cpu/a/cpu.cfs_period_us"] = "100000\n" })
    end
  end)

  it("ignores files that say something else", function()
    for _, text in ipairs { "", "::\n", "0::\n", "x\n", "1:cpuset:/\n" } do
      assert.equal(all, count { ["/proc/self/cgroup"] = text,
        ["/sys/fs/cgroup/cpu.max"] = "what\n", ["/sys/fs/cgroup/cpu/cpu.cfs_quota_us"] = "5\n" })
    end
  end)
end)
