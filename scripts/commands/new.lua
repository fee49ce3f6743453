-- tesela new WHAT FILE: writes a starter file. Each is a file templates/WHAT.ENDING and a
-- row of `kinds`. In a template "./mine.ENDING" is replaced by the file, "./mine" by the
-- program made from it, and exec:COMMAND, with or without quotes, by the command that
-- starts it. In templates/variant.lua, for --from, "mixtour" is replaced by the base,
-- Mixtour by its name, and "-- OPTIONS" by its options.
--
-- Beside a file in Lua it writes .luarc.json, if there is none: language servers for Lua
-- read there where the annotations of the module are.

local tables = require "tesela.base.tables"
local tesela = require "tesela"
local cli = require "tesela.cli.cli"
local output = require "tesela.base.output"
local text = require "tesela.text"

local ENOENT = 2 -- no such file, on all systems

-- By kind and ending: the next commands and, for a bot that is a program, its command. FILE
-- and STEM are replaced by its name, SPEC by the command.
local PROGRAM = { "tesela match mixtour SPEC random", "tesela check-bot SPEC mixtour" }
local kinds = {
  bot = {
    lua = { "tesela match mixtour FILE random", "tesela match mixtour FILE greedy" },
    py = { run = "python3 FILE", table.unpack(PROGRAM) },
    js = { run = "node FILE", table.unpack(PROGRAM) },
    c = { run = "STEM", "cc -O2 -o STEM FILE", table.unpack(PROGRAM) },
  },
  game = { lua = { "tesela play FILE --bot greedy", "tesela check FILE" } },
}

-- The path with a slash, as scripts and bots are named.
local function as_path(file)
  return file:find "/" and file or "./" .. file
end

-- A string escaped for use as a replacement in gsub.
local function plain(word) return (word:gsub("%%", "%%%%")) end

-- The replacements of FILE, STEM and SPEC.
local function names_of(row, path)
  local file, stem = cli.quoted(path), cli.quoted(path:match "^(.*)%.%w+$")
  local words = { FILE = file, STEM = stem }
  words.SPEC = row.run and cli.quoted("exec:" .. row.run:gsub("%u+", words))
  return words
end

local function template(kind, path, row)
  local ending = path:match "%w+$"
  local file <close> = assert(io.open(("%s/templates/%s.%s"):format(tesela.home,
    kind, ending), "rb"))
  local own, body = names_of(row, path), file:read "a"
  if own.SPEC then
    body = body:gsub("'exec:[^']*'", plain(own.SPEC)):gsub("exec:%./mine%f[^%w.]",
      plain(own.SPEC))
  end
  body = body:gsub("%./mine%." .. ending, plain(own.FILE))
  return (body:gsub("%./mine%f[^%w.]", plain(own.STEM)))
end

-- A game has the name of its file, which no other game may have.
local function check_name(file)
  local name = file:match "([^/]+)%.lua$"
  if not name:match "^%a[%w_]*$" or #name > 40 then
    cli.fail(2, "%s: expected a letter, then letters, digits and _, 40 at most, in the "
      .. "name of a game", file)
  end
  for _, known in ipairs(tesela.games()) do
    if known == name then
      cli.fail(2, "%s: there is already a game %s; choose another name", file, name)
    end
  end
end

local function written(value)
  if type(value) == "table" then
    return ("{ default = { %s } }"):format(table.concat(value, ", "))
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

-- The options of the base, for the author to change.
local function option_lines(game)
  local lines = {}
  for _, option in ipairs(game.options) do
    lines[#lines + 1] = text.fold(("%s (%s)"):format(option.doc, option.range),
      "    -- ", "    -- ")
    lines[#lines + 1] = ("    %s = %s,"):format(option.name, written(option.default))
  end
  return table.concat(lines, "\n")
end

local function variant(path, from, name)
  local game = cli.try(2, tesela.game, from)
  local replaced = {
    { "    %-%- OPTIONS", option_lines(game) }, { "Mixtour", game.name },
    { '"mixtour"', ("%q"):format(name) },
  }
  local words = template("variant", path, kinds.game.lua)
  for _, pair in ipairs(replaced) do
    words = words:gsub(pair[1], (pair[2]:gsub("%%", "%%%%")))
  end
  return words
end

-- The name of the base in the new file: for a file its path, which must be in the same
-- folder or below, because a game from a file cannot read any other file.
local function called(from, file)
  if not (from:find "/" or from:find "%.lua$") then return from end
  local folder, there = output.place(file):match "^.*/", output.place(from)
  if there:sub(1, #folder) ~= folder then
    cli.fail(2, "--from %s: expected a file in the folder of %s, or below it", from, file)
  end
  return (file:match "^.*/" or "./") .. there:sub(#folder + 1)
end

local function content(args, path, row)
  if args.what ~= "game" then
    if args.from then cli.fail(2, "--from %s: only for a game", args.from) end
    return template(args.what, path, row)
  end
  check_name(args.file)
  return args.from and variant(path, args.from, called(args.from, args.file))
    or template("game", path, row)
end

-- ".lua", or ".lua, .py or .c".
local function endings(rows)
  local list = {}
  for ending in pairs(rows) do list[#list + 1] = "." .. ending end
  table.sort(list)
  local last = table.remove(list)
  return #list == 0 and last or table.concat(list, ", ") .. " or " .. last
end

-- The row of `kinds` for a file.
local function row_of(what, file)
  local rows = kinds[what]
  return rows[file:match "[^/]%.(%w+)$"]
    or cli.fail(2, "%s: expected a name that ends in %s", file, endings(rows))
end

local function check(file)
  if file:find "%c" then
    cli.fail(2, "the name of the file: expected no control characters")
  end
  local old, why, code = io.open(file, "rb")
  if old then
    old:close()
    cli.fail(1, "%s already exists, and was not changed", file)
  elseif code ~= ENOENT then
    cli.fail(1, "%s", why)
  end
end

local function write(file, words)
  local ok, why = output.put(file, words)
  if not ok then cli.fail(1, "%s: %s", file, why) end
end

-- Writes settings for editors beside a new file in Lua.
local function annotate(file)
  local path = (file:match "^.*/" or "") .. ".luarc.json"
  local old = io.open(path, "rb")
  if old then return old:close() end
  write(path, tesela.encode({ ["runtime.version"] = "Lua 5.4",
    ["workspace.library"] = { tesela.home .. "/meta" } }) .. "\n")
  cli.tell("%s tells editors where the module's annotations are.", path)
end

return {
  summary = "Write a starter file: a bot or a game.",
  configure = function(parser)
    parser:argument("what", "bot or game."):choices(tables.keys(kinds))
    parser:argument("file", "The file to write, such as mine.lua; a bot "
      .. "may be in another language: mine.py, mine.js, mine.c."):argname("FILE")
    parser:option("--from", "Write a variant of this game (default: a whole game)."
      ):argname("GAME")
  end,
  run = function(args)
    local row = row_of(args.what, args.file)
    check(args.file)
    local path = as_path(args.file)
    write(args.file, content(args, path, row))
    cli.tell("%s is written, and runs as it is. Next:", args.file)
    for _, step in ipairs(row) do
      cli.tell("  %s", (step:gsub("%u%u+", names_of(row, path))))
    end
    if args.file:find "%.lua$" then annotate(args.file) end
  end,
}
