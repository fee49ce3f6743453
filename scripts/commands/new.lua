-- tesela new WHAT FILE: writes a file to begin with. What there is to begin
-- with is a file templates/WHAT.lua, in which "./mine.lua" stands for its name,
-- and a row of `kinds`. In templates/variant.lua, for --from, "mixtour" stands
-- for the game that is derived from, Mixtour for its name, and "-- OPTIONS" for
-- its options.

local tesela = require "tesela"
local cli = require "tesela.command.cli"
local text = require "tesela.text"

local ENOENT = 2 -- no such file, on all systems

-- What to do next, by kind.
local kinds = {
  bot = {
    "tesela match mixtour %s random",
    "tesela match mixtour %s greedy",
  },
  game = {
    "tesela play %s --bot greedy",
    "tesela check %s",
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

local function template(kind, path)
  local file <close> = assert(io.open(("%s/templates/%s.lua"):format(tesela.home,
    kind), "rb"))
  local name = cli.quoted(path):gsub("%%", "%%%%")
  return (file:read "a":gsub("%./mine%.lua", name))
end

-- A game is called as its file, and not as another.
local function check_name(file)
  local name = file:match "([^/]+)%.lua$"
  if not name:match "^%a[%w_]*$" or #name > 40 then
    cli.fail(2, "%s: expected letters, digits and _ in the name of a game", file)
  end
  for _, known in ipairs(tesela.games()) do
    if known == name then
      cli.fail(2, "%s: there is a game %s already; choose another name", file, name)
    end
  end
end

local function written(value)
  if type(value) == "table" then
    return ("{ default = { %s } }"):format(table.concat(value, ", "))
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

-- The options of the game below as they are, for their author to change.
local function option_lines(game)
  local lines = {}
  for _, option in ipairs(game.options) do
    lines[#lines + 1] = text.fold(("%s (%s)"):format(option.doc, option.range),
      "    -- ", "    -- ")
    lines[#lines + 1] = ("    %s = %s,"):format(option.name, written(option.default))
  end
  return table.concat(lines, "\n")
end

local function variant(path, from)
  local game = cli.try(2, tesela.game, from)
  local replaced = {
    { "    %-%- OPTIONS", option_lines(game) }, { "Mixtour", game.name },
    { '"mixtour"', ("%q"):format(from) },
  }
  local words = template("variant", path)
  for _, pair in ipairs(replaced) do
    words = words:gsub(pair[1], (pair[2]:gsub("%%", "%%%%")))
  end
  return words
end

local function content(args, path)
  if args.what ~= "game" then
    if args.from then cli.fail(2, "--from %s: only a game has that", args.from) end
    return template(args.what, path)
  end
  check_name(args.file)
  return args.from and variant(path, args.from) or template("game", path)
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
    cli.fail(1, "%s exists already, and was not changed", file)
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
  summary = "Write a file to begin with: a bot or a game.",
  configure = function(parser)
    parser:argument("what", "bot or game."):choices(names())
    parser:argument("file", "The file to write, as in mine.lua."):argname("FILE")
    parser:option("--from", "A game that differs from this one (else a whole one)."
      ):argname("GAME")
  end,
  run = function(args)
    check(args.file)
    local path = as_path(args.file)
    write(args.file, content(args, path))
    cli.tell("%s is written, and runs as it is. Next:", args.file)
    for _, step in ipairs(kinds[args.what]) do
      cli.tell("  %s", step:format(cli.quoted(path)))
    end
  end,
}
