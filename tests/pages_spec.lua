-- Runs every example of the README and of the pages of the manual, and holds
-- their tables and the commands that they name against the program.
--   ```console  "$ command", then what it prints (stdout and stderr)
--   ```repl     "> line" typed into a session, then what it shows
--   ```lua      a script; "--> text" comments are what it prints, in order; if
--               it begins with "-- name.lua" it is a file for later examples
--   ```c        "/* name.c */": compiled against the core; "/* n */" behind
--               the printf is what it prints
--   ```text     how a move is written, on the page of a game
--   ```sh       runs with few games, and its commands and options must exist; see
--               NOT_RUN for what cannot be run
-- Examples run in the order of the page, in a folder of the page's own, with the
-- program on the PATH.
--
-- TESELA_PAGE is the one page to be tested (else all are). TESELA_UPDATE_PAGES=1
-- writes what consoles and tables should say into the pages; what a table says of its
-- rows by hand is "..." there, and to be written.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local cli = require "tesela.cli.cli"
local help = require "tesela.manual.help"
local pages = require "tesela.manual.pages"
local support = require "support"

local program = assert(os.getenv "TESELA", "TESELA names the program")
local root = assert(os.getenv "TESELA_ROOT", "TESELA_ROOT names the checkout")
local update = os.getenv "TESELA_UPDATE_PAGES"

local function write(path, text)
  local file <close> = assert(io.open(path, "w"))
  assert(file:write(text))
end

local function run(command, folder)
  local pipe = assert(io.popen(("cd '%s' && PATH='%s':$PATH && { %s\n} 2>&1")
    :format(folder, program:match "^(.*)/", command)))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir '%s'"):format(folder)))
  return folder
end

-- ---- tables -----------------------------------------------------------------

local function row(...)
  local cells = { ... }
  for i, cell in ipairs(cells) do cells[i] = cell:gsub("|", "\\|") end
  return "| " .. table.concat(cells, " | ") .. " |\n"
end

local function rows(list, f)
  local text = {}
  for i, each in ipairs(list) do text[i] = f(each) end
  return table.concat(text)
end

local function option_label(option)
  return (table.concat(option:_get_label_lines(), " "):gsub("%s+", " "):match "%S.*")
end

-- What follows a header, from the page's name and the words of the header.
local tables = {
  ["option | default | range | meaning"] = function(page)
    return rows(tesela.game(page).options, function(option)
      local default = option.default
      if type(default) == "table" then default = table.concat(default, ",") end
      return row(option.name, tostring(default), option.range, option.doc)
    end)
  end,
  ["method | answer"] = function(page)
    return rows(tesela.game(page).queries, function(query)
      return row(("`s:%s(%s)`"):format(query.name, query.takes), query.doc)
    end)
  end,
  ["part of a move | what it is"] = function(page)
    return rows(tesela.game(page).parts, function(part)
      return row("`" .. part.name .. "`", part.gives == "string" and part.doc
        or ("%s (%s)"):format(part.doc, part.gives == "string[]" and "a list" or "a number"))
    end)
  end,
  ["command | what it does"] = function()
    return rows(cli.names(), function(name) return row(name, cli.load(name).summary) end)
  end,
  ["bot | how it plays"] = function()
    return rows(tesela.bots(), function(name) return row(name, help.bot_summary(name)) end)
  end,
  ["game | what it is"] = function()
    return rows(tesela.games(), function(name) return row(name, tesela.game(name).title) end)
  end,
  ["page | what it is about"] = function()
    return rows(pages.names(), function(name)
      return row(("[%s](scripts/pages/%s.md)"):format(name, name), pages.title(name))
    end)
  end,
  ["member of (%u%w+) | meaning"] = function(_, class)
    return rows(annotations.load().classes[class].fields, function(field)
      return row("`" .. field.name .. "`", field.doc ~= "" and field.doc or "`"
        .. field.type .. "`")
    end)
  end,
  ["option of `tesela ([%l-]+)` | meaning"] = function(_, name)
    return rows(cli.parser(name)._options, function(option)
      local label = option_label(option)
      if label:find "%-%-help" then return "" end
      return row("`" .. label .. "`", option:_get_description())
    end)
  end,
}

-- The names in the first column of these; what they mean is written by hand.
local function keys(...)
  local all = {}
  for _, command in ipairs { ... } do
    local line = run(command, "/tmp"):match "(%b{})\n?$"
    for name in pairs(tesela.decode((line:gsub("null", "0")))) do all[name] = true end
  end
  return all
end

local MATCH = [[-e "tesela.match { rules = tesela.rules '%s', bots = { 'random', 'random' },
  games = 2, max_plies = 2, workers = 0, budget = { seconds = 9 },
  on_game = function(game) print(game.line) end }"]]

local function record_keys()
  local state = tesela.rules("qwirkle"):start { bag = tesela.rules "qwirkle":start():dealt() }
  local loaded = tesela.rules("mixtour"):load "5/5/5/5/5 w 0:0 -":play "b2"
  local all = keys("tesela " .. MATCH:format "hex" .. " | head -n 1")
  for _, each in ipairs { state:play(state:list()[1]), loaded } do
    local line = each:record { players = { "a", "b" }, values = { 0.5 }, notes = { [0] = "x" } }
    for name in pairs(tesela.decode((line:gsub("null", "0")))) do all[name] = true end
  end
  all.number, all.memory = true, true -- what the file of a tournament adds
  -- And loop.lua.
  for _, name in ipairs { "programs", "repeatable", "clock", "control" } do
    all[name] = true
  end
  all["note 0, note 1 ..."], all["note 0"] = all["note 0"], nil
  return all
end

-- The members of each message to a program. (A clock and levels need other budgets.)
local function told_to_program()
  local log = os.tmpname()
  local function offers_draws(view) return view:list()[1], nil, "draw" end
  tesela.run { rules = tesela.rules "mixtour", budget = { iterations = 5, seconds = 9 },
    bots = { ('exec:sh -c "tee %s | python3 %s/templates/bot.py"'):format(log, tesela.home),
      offers_draws }, programs = true }
  local all = { go = { ["`level`"] = true, ["`clock`"] = true, ["`increment`"] = true,
    ["`togo`"] = true } }
  for line in io.lines(log) do
    local name, value = next(tesela.decode(line))
    all[name] = all[name] or {}
    for key in pairs(value) do all[name]["`" .. key .. "`"] = true end
  end
  os.remove(log)
  return all
end

local names = {
  ["member of (%l+) | meaning"] = function(word) return told_to_program()[word] end,
  ["member of `tesela result` | meaning"] = function()
    return keys "tesela result losetas"
  end,
  ["member of `tesela random` | meaning"] = function()
    return keys "tesela random qwirkle 1"
  end,
  ["member of `tesela bench` | meaning"] = function()
    return keys "tesela bench mixtour --json --seconds 0.05"
  end,
  ["member of a record | meaning"] = record_keys,
  ["command of GTP | what it does"] = function()
    local all = {}
    for name in run("echo list_commands | tesela engine mixtour", "/tmp"):sub(3)
      :gmatch "%S+" do
      all[name] = true
    end
    return all
  end,
  ["game | what it is | what it shows"] = function()
    local all = {}
    for _, name in ipairs(tesela.games()) do
      if tesela.game(name).source then
        all[name .. " | " .. tesela.game(name).title] = true
      end
    end
    return all
  end,
}

-- Lists that the program knows have to be of those above.
local HELD = { option = true, member = true, method = true, command = true,
  bot = true, game = true, page = true }

local function find_table(list, header)
  for pattern, f in pairs(list) do
    local words = table.pack(header:match("^" .. pattern .. "$"))
    if words[1] then return f, words[1] end
  end
end

-- Visits the header of each table and its rows below the line.
local function each_table(text, visit)
  local last, header, body
  for line in text:gsub("\n```.-\n```", ""):gmatch "([^\n]*)\n" do
    local is_row = line:find "^|"
    if header and is_row then
      body = body .. line .. "\n"
    elseif header then
      visit(header, body)
      header = nil
    elseif is_row and line:find "^|[-|]+$" then
      header, body = last:match "^| ?(.-) ?|$", ""
    end
    last = line
  end
  if header then visit(header, body) end
end

-- The rows of a table by what stands in their first columns.
local function by_first_columns(text, count)
  local all = {}
  for line in text:gmatch "[^\n]+" do
    local cells = {}
    for cell in line:gmatch "%f[|]| ([^|]*) %f[|]" do cells[#cells + 1] = cell end
    all[table.concat(cells, " | ", 1, count)] = line .. "\n"
  end
  return all
end

-- What a row has of which only the first columns are known.
local UNWRITTEN = "..."

-- A table whose first columns are to be these: rows that are there stay as they are.
local function with_rows(body, wanted, count)
  local found, text = by_first_columns(body, count), ""
  for line in body:gmatch "[^\n]+" do
    if wanted[next(by_first_columns(line, count))] then text = text .. line .. "\n" end
  end
  local new = {}
  for key in pairs(wanted) do
    if not found[key] then new[#new + 1] = key end
  end
  table.sort(new)
  for _, key in ipairs(new) do text = ("%s| %s | %s |\n"):format(text, key, UNWRITTEN) end
  return text
end

-- ---- a page -----------------------------------------------------------------

local Page = {}
Page.__index = Page

-- Notes that a part of the text should be another.
function Page:replace(old, new)
  assert(old ~= "", "an empty table: write one row, | ? |, which is replaced")
  local first, last = self.text:find(old, 1, true)
  self.text = self.text:sub(1, first - 1) .. new .. self.text:sub(last + 1)
end

-- Output without CPU times and their ratio, which differ from run to run.
local function fixed(text)
  return (text:gsub(" +%d+%.%d%d%d%d%d +%d+%.%d%d%d%d%d +%d+%.%d\n", " (CPU)\n"))
end

function Page:is(expected, found)
  local same = fixed(expected) == fixed(found)
  if update and not same then return self:replace(expected, found) end
  assert.equal(fixed(expected), fixed(found))
end

-- The table has these in its first columns, and something in the last.
function Page:has_rows(body, wanted, count)
  if update then return self:replace(body, with_rows(body, wanted, count)) end
  local found = by_first_columns(body, count)
  for key, line in pairs(found) do
    assert.is_nil(line:find("| " .. UNWRITTEN .. " |", 1, true), key .. ": is not written")
    found[key] = true
  end
  assert.same(wanted, found)
end

-- Pairs of an input (lines that begin with the prompt) and its output.
local function exchanges(text, prompt)
  local list = {}
  for line in text:gmatch "([^\n]*)\n" do
    if line:sub(1, #prompt) == prompt then
      list[#list + 1] = { input = line:sub(#prompt + 1), output = "" }
    elseif line:sub(1, 3) == ">> " then -- a statement goes on
      list[#list].input = list[#list].input .. "\n" .. line:sub(4)
    else
      list[#list].output = list[#list].output .. line .. "\n"
    end
  end
  return list
end

local kinds = {}

function kinds.lua(page, text)
  local name = text:match "^%-%- ([%w_]+%.lua)[:\n]"
  write(page.folder .. "/" .. (name or "example.lua"), text)
  if name then return end
  local expected = {}
  for line in text:gmatch "%-%-> ([^\n]*)\n" do expected[#expected + 1] = line end
  assert.is_true(#expected > 0, "no expected output")
  assert.equal(table.concat(expected, "\n") .. "\n",
    run("tesela example.lua", page.folder))
end

function kinds.console(page, text)
  for _, each in ipairs(exchanges(text, "$ ")) do
    local output = run(each.input, page.folder)
    -- What goes to stderr beside the result is not shown.
    output = output:gsub("games: [^\n]*\n", ""):gsub("([^\n])$", "%1\n")
    local line = "$ " .. each.input .. "\n"
    page:is(line .. each.output, line .. output)
  end
end

function kinds.repl(page, text)
  local typed, expected = {}, {}
  for _, each in ipairs(exchanges(text, "> ")) do
    typed[#typed + 1] = each.input
    expected[#expected + 1] = each.output
  end
  write(page.folder .. "/session", table.concat(typed, "\n") .. "\n")
  local output = run("tesela -i <session", page.folder)
  -- A traceback follows the message of an error.
  output = output:gsub("stack traceback:\n[^\n]*\n", ""):gsub("\t[^\n]*\n", function(line)
    return line:match "^\t%.%.%.?" or line:match "^\t%S+: in " and "" or nil
  end)
  assert.equal(table.concat(expected), output)
end

function kinds.c(page, text)
  local name = text:match "^/%* ([%w_]+%.c) %*/"
  write(page.folder .. "/" .. name, text)
  local expected = text:match "printf[^\n]*/%* (%d+) %*/"
  local libraries = program:match "^(.*)/bin/" .. "/lib"
  local flags = os.getenv "TESELA_SANITIZED" == "1"
    and "-fsanitize=address,undefined" or ""
  assert.equal(expected .. "\n", run(
    ("cc %s -I'%s/core' %s '%s/libtesela.a' -lm -ljansson -o count && ./count")
    :format(flags, root, name, libraries), page.folder))
end

function kinds.text(page, text)
  page:is(text, tesela.game(page.name).notation .. "\n")
end

-- tests/install.sh builds with CMake what an installation has.
function kinds.cmake() end

-- What installs something, takes hours, or needs other machines, other programs or a file
-- of the reader's: it is only read by a shell. tests/install.sh tries what is installed.
local NOT_RUN = { "%.ci/", "cmake %-%-install", "cmake %-%-preset", "LUA_CPATH",
  "luarocks", "PKG_CONFIG_PATH", "tests/bench/", "^HOSTS=", "^head ", "'gtp:" }

-- Everything else runs with few games of few iterations.
local SHORTER = { { "iterations = %d+", "iterations = 20" },
  { "(tesela tournament %S+)", "%1 --games 2" }, { "%-%-games %d+", "--games 2" },
  { "(tesela learn) %S+ %-%-time %d+m", "%1 tictactoe --games 2 --gain 0" },
  { "%-%-time %d+m", "--games 2 --looked 0 --doublings 1 --iterations 20" },
  { "%-%-iterations %d+", "--iterations 20" } }

function kinds.sh(page, text)
  write(page.folder .. "/script", text)
  assert.equal("", run("sh -n script", page.folder))
  for _, pattern in ipairs(NOT_RUN) do
    if text:find(pattern) then return end
  end
  for _, each in ipairs(SHORTER) do text = text:gsub(each[1], each[2]) end
  write(page.folder .. "/script", text)
  local output = run("sh -e script; echo $?", page.folder)
  assert.matches("\n0\n$", "\n" .. output)
end

-- ---- what a page names ------------------------------------------------------

-- The options of a command, or of all.
local function known_options(name)
  local known = { ["--help"] = true }
  for _, command in ipairs(name and { name } or cli.names()) do
    for _, option in ipairs(cli.parser(command)._options) do
      for alias in option_label(option):gmatch "%-%-?[%w-]+" do known[alias] = true end
    end
  end
  return known
end

-- Visits what stands between backquotes, and the commands of examples.
local function each_code(text, visit)
  local prose = text:gsub("\n```(%a*)\n(.-\n)```", function(kind, block)
    if kind == "sh" then visit(block:gsub("\\\n%s*", "")) end
    if kind == "console" then
      for _, each in ipairs(exchanges(block, "$ ")) do visit(each.input .. "\n") end
    end
    return "\n"
  end)
  for code in prose:gmatch "`([^`]+)`" do visit(code:gsub("%s+", " ")) end
end

local function check_commands(code)
  for name, rest in code:gmatch "%f[%w]tesela (%l[%l-]*)%f[%s\0]([^\n|;>&)]*)" do
    assert.is_true(cli.has(name), "tesela " .. name)
    local known = known_options(name)
    for option in (" " .. rest):gsub("'[^']*'", ""):gmatch "%s(%-%-?%l[%l-]*)" do
      assert.is_true(known[option], "tesela " .. name .. " " .. option)
    end
  end
end

local function check_topics(code)
  for _, pattern in ipairs { "tesela help (%l[^|\n]*)", "help%(?%s*\"([^\"]+)\"" } do
    for topic in code:gmatch(pattern) do
      if not topic:find "/" then assert.is_truthy(help.text(topic), topic) end
    end
  end
end

-- Options that stand alone are those of some command.
local function check_options(code)
  if code:find "^%-%-%l" then
    local name = code:match "^%-%-[%l-]+"
    assert.is_true(known_options()[name], name)
  end
end

-- ---- all pages --------------------------------------------------------------

local function page_of(path)
  return setmetatable({ path = root .. "/" .. path, folder = new_folder(),
    name = path:match "([^/]*)%.md$", text = support.read(root .. "/" .. path) }, Page)
end

local function test(path)
  local page = page_of(path)
  local text = page.text

  teardown(function()
    os.execute(("rm -rf '%s'"):format(page.folder))
    if update then write(page.path, page.text) end
  end)

  local number = 0
  for kind, block in text:gmatch "\n```(%a*)\n(.-\n)```" do
    number = number + 1
    it(("runs example %d (%s): %s"):format(number, kind, block:match "[^\n]*"), function()
      kinds[kind](page, block)
    end)
  end

  each_table(text, function(header, body)
    it("has the table of: " .. header, function()
      local f, word = find_table(tables, header)
      if f then return page:is(body, f(page.name, word)) end
      f, word = find_table(names, header)
      local _, columns = header:gsub("|", "")
      if f then return page:has_rows(body, f(word), columns) end
      assert.is_nil(HELD[header:match "^%l+"], "nothing holds this table: " .. header)
    end)
  end)

  it("names commands, options and topics that there are", function()
    each_code(text, function(code)
      check_commands(code)
      check_topics(code)
      check_options(code)
    end)
  end)

  it("has the rules of its game", function()
    local known, game = pcall(tesela.game, page.name)
    if not known or path == "README.md" then return end
    assert.equal(game.title, pages.title(page.name))
    assert.is_truthy(text:gsub("%s+", " "):find(game.summary:gsub("%s+", " "), 1, true))
  end)

  if path == "README.md" then
    it("is short", function() assert.is_true(select(2, text:gsub("\n", "")) <= 250) end)
  end

  it("has short lines", function()
    for line in text:gsub("\n```.-\n```", ""):gmatch "[^\n]+" do
      assert.is_true(line:find "^|" ~= nil or #line <= 84, line)
    end
  end)
end

local list = { "README.md" }
for _, name in ipairs(pages.names()) do list[#list + 1] = "scripts/pages/" .. name .. ".md" end
local one = os.getenv "TESELA_PAGE"
if one and one ~= "" then list = { one } end
for _, path in ipairs(list) do
  describe(path, function() test(path) end)
end
