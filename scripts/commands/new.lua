-- tesela new WHAT FILE: writes a file to begin with. What there is to begin
-- with is a file templates/WHAT.lua, in which "mine.lua" stands for its name,
-- and a row of `kinds`.

local tesela = require "tesela"
local cli = require "tesela.cli"

local ENOENT = 2 -- no such file, on all systems

-- What to do next, by kind.
local kinds = {
  bot = {
    "tesela match mixtour %s random",
    "tesela match mixtour %s greedy",
  },
}

local function names()
  local list = {}
  for name in pairs(kinds) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- As a script or a bot is named: with a slash.
local function as_path(file)
  return file:find "/" and file or "./" .. file
end

-- For a shell, where it needs that.
local function quoted(word)
  if not word:find "[^%w_./+-]" then return word end
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function template(kind, path)
  local file <close> = assert(io.open(("%s/templates/%s.lua"):format(tesela.home,
    kind), "rb"))
  local name = quoted(path):gsub("%%", "%%%%")
  return (file:read "a":gsub("%./mine%.lua", name))
end

local function check(file)
  if not file:match "[^/]%.lua$" then
    cli.fail(2, "%s: expected a name that ends in .lua", file)
  elseif file:find "%c" then
    cli.fail(2, "the name of the file: expected no control characters")
  end
  local old, why, code = io.open(file, "rb")
  if old then
    old:close()
    cli.fail(1, "%s is there already; it is left as it is", file)
  elseif code ~= ENOENT then
    cli.fail(1, "%s", why)
  end
end

local function write(file, words)
  local out, why = io.open(file, "wb")
  if not out then cli.fail(1, "%s", why) end
  local ok
  ok, why = out:write(words)
  local closed, trouble = out:close()
  if not (ok and closed) then cli.fail(1, "%s: %s", file, why or trouble) end
end

return {
  summary = "Write a file to begin with: a bot.",
  configure = function(parser)
    parser:argument("what", "bot."):choices(names())
    parser:argument("file", "The file to write, as in mine.lua."):argname("FILE")
  end,
  run = function(args)
    check(args.file)
    local path = as_path(args.file)
    write(args.file, template(args.what, path))
    io.stderr:write(args.file, " is written, and runs as it is. Next:\n")
    for _, step in ipairs(kinds[args.what]) do
      io.stderr:write("  ", step:format(quoted(path)), "\n")
    end
  end,
}
