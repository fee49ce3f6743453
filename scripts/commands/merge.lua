-- tesela merge FILE...: puts the parts of one tournament into one file, with the games in
-- the order of their numbers.

local cli = require "tesela.cli.cli"

local CHUNK = 256 -- lines per write

-- Writes lines to a file that replaces another one once it is complete.
local function to_journal(journal)
  local waiting = {}
  local function flush()
    if #waiting == 0 then return end
    local ok, why = journal:append(table.concat(waiting, "\n") .. "\n")
    waiting = {}
    if not ok then cli.fail(1, "%s", why) end
  end
  return function(line)
    waiting[#waiting + 1] = line
    if #waiting >= CHUNK then flush() end
  end, function()
    flush()
    local ok, why = journal:commit()
    if not ok then cli.fail(1, "%s", why) end
  end
end

-- Writes lines to a pipe or a device.
local function to_device(path)
  local file, why = io.open(path, "wb")
  if not file then cli.fail(1, "%s", why) end
  local function check(ok, reason)
    if not ok then cli.fail(1, "%s: %s", path, reason) end
  end
  return function(line) check(file:write(line, "\n")) end,
    function() check(file:close()) end
end

-- A file may only be overwritten if all its games are among the new ones.
local function check_loss(parts, path, journal)
  local why = require "tesela.contest.cluster.merge".loses(parts, path)
  if not why then return end
  journal:close()
  cli.fail(1, "--out %s: %s", path, why)
end

-- Returns a function that writes a line, one to call after the last, and a journal to close.
local function open_out(parts, path, no_lock)
  if not path then
    return function(line) cli.write(line, "\n") end, function() end
  end
  if path:find "^/dev/" then return to_device(path) end
  local journal, why = require "tesela.journal".replace(path, no_lock)
  if journal then
    check_loss(parts, path, journal)
    local write, finish = to_journal(journal)
    return write, finish, journal
  end
  if why then cli.fail(1, "%s", why) end
  return to_device(path)
end

local function check_missing(parts, partial)
  local missing, total, which = require "tesela.contest.cluster.merge".missing(parts)
  if not missing then return end
  local text = ("%d of %d games are missing: %s"):format(missing, total,
    which)
  if not partial then
    cli.fail(1, "%s\nNothing was written; --partial merges what there is.", text)
  end
  cli.tell("tesela merge: %s", text)
end

return {
  summary = "Put the parts of a tournament together.",
  configure = function(parser)
    parser:argument("files", "Files of games of one tournament."):args("+")
      :argname("FILE")
    parser:option("-o --out", "File to write (default: standard output).")
      :argname("FILE")
    parser:flag("--partial", "Merge even if games are missing.")
    parser:flag("--no-lock", "For file systems without locks: make sure that no other "
      .. "process writes to the file.")
  end,
  run = function(args)
    local parts = require "tesela.contest.console".read("tesela merge", args.files)
    check_missing(parts, args.partial)
    local write, finish, journal = open_out(parts, args.out, args.no_lock)
    local ok, why = pcall(function()
      require "tesela.contest.cluster.merge".each(parts, write)
      finish()
    end)
    if journal then journal:close() end
    if not ok then error(why, 0) end
  end,
}
