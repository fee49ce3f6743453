-- tesela merge FILE...: parts of one tournament as one file, its games in the
-- order of their numbers.

local cli = require "tesela.command.cli"

-- A new file; the parts may lie in the one of that name until then. What is a
-- device must stay one.
local function open_out(path)
  if not path then return nil end
  local temporary = path:find "^/dev/" and path or path .. ".merging"
  local file, why = io.open(temporary, "wb")
  if not file then cli.fail(1, "%s", why) end
  return file, temporary
end

local function close_out(file, temporary, path)
  local ok, why = file:close()
  if ok and temporary ~= path then ok, why = os.rename(temporary, path) end
  if not ok then cli.fail(1, "%s: %s", path, why) end
end

return {
  summary = "Put the parts of a tournament together.",
  configure = function(parser)
    parser:argument("files", "Files of games of one tournament."):args("+")
      :argname("FILE")
    parser:option("-o --out", "File to write (default: standard output).")
      :argname("FILE")
  end,
  run = function(args)
    local merge = require "tesela.tournament.merge"
    local parts, why = merge.read(args.files)
    if not parts then cli.fail(1, "%s", why) end
    local file, temporary = open_out(args.out)
    merge.each(parts, function(line)
      if not file then return cli.write(line, "\n") end
      local ok, reason = file:write(line, "\n")
      if not ok then cli.fail(1, "%s: %s", temporary, reason) end
    end)
    if file then close_out(file, temporary, args.out) end
    local missing = merge.missing(parts)
    if missing and missing > 0 then
      io.stderr:write(("tesela merge: %s missing\n"):format(
        missing == 1 and "1 game is" or missing .. " games are"))
    end
  end,
}
