-- The manual pages as text for man(7), tesela(1) of the program and tesela(3) of the module: the
-- options from the output of `tesela --help`, the commands from their parsers, the module from its
-- annotations, the games from the pages of the manual, which are included entirely. Only text
-- without another source is written here.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local cli = require "tesela.cli.cli"
local help = require "tesela.manual.help"
local pages = require "tesela.manual.pages"
local reference = require "tesela.manual.reference"
local text = require "tesela.text"
local usage = require "tesela.manual.usage"

local M = {}

local SPECIAL = {
  ["\\"] = "\\e", ["-"] = "\\-", ["^"] = "\\(ha", ["~"] = "\\(ti",
  ["'"] = "\\(aq", ["`"] = "\\(ga",
}

-- Plain text. A request would begin with a dot; an apostrophe, which would also be one, has
-- already been replaced.
local function plain(words)
  return (words:gsub("[\\%-^~'`]", SPECIAL):gsub("^%.", "\\&."):gsub("\n%.", "\n\\&."))
end

local function bold(words) return "\\fB" .. plain(words) .. "\\fP" end

local function italic(words) return "\\fI" .. plain(words) .. "\\fP" end

local Page = {}
Page.__index = Page

function Page:put(line) self[#self + 1] = line end

function Page:section(name) self:put(".SH " .. name) end

-- A name is one word.
function Page:part(name) self:put(".SS " .. plain(name)) end

function Page:paragraph(words)
  self:put ".PP"
  self:text(words)
end

-- Text in lines short enough to read in the source, too.
function Page:text(words) self:put(plain(text.fold(words))) end

function Page:item(label, doc)
  self:put ".TP"
  self:put(label)
  if doc == "" then self:put "\\&" else self:text(doc) end
end

-- Lines unchanged.
function Page:example(lines)
  if not self[#self]:match "^%.S" then self:put ".PP" end
  self:put ".nf"
  self:put ".RS 4"
  self:put(plain(lines))
  self:put ".RE"
  self:put ".fi"
end

-- ---- the pages of the manual ------------------------------------------------

local TABLE = 66 -- columns of a table: a terminal of 80 less the indentation

-- Names and code are bold.
local function marked(words)
  local parts = {}
  for before, code in (text.fold(words) .. "``"):gmatch "([^`]*)`([^`]*)`" do
    parts[#parts + 1] = plain(pages.plain(before)) .. (code == "" and "" or bold(code))
  end
  return table.concat(parts)
end

local put = {}

function put.title(page, block) page:section(plain(block.text:upper())) end
function put.part(page, block) page:part(block.text) end
function put.code(page, block) page:example(block.text:sub(1, -2)) end

function put.paragraph(page, block)
  page:put ".PP"
  page:put(marked(block.text))
end

function put.item(page, block)
  page:put ".IP \\(bu 2"
  page:put(marked(block.text))
end

function put.table(page, block)
  page:example(pages.table_text(block.rows, TABLE):sub(1, -2))
end

local function put_pages(page, section)
  for _, name in ipairs(pages.names()) do
    if pages.section(name) == section then
      for _, block in ipairs(pages.blocks(name)) do put[block.kind](page, block) end
    end
  end
end

-- ---- the program ------------------------------------------------------------

-- Options in bold, placeholders for values in italics.
local function label(names)
  local words = {}
  for word in names:gmatch "%S+" do
    local core, comma = word:match "^(.-)(,?)$"
    local look = core:match "^%-" and bold or italic
    words[#words + 1] = look((core:gsub("^<(.*)>$", "%1"))) .. comma
  end
  return table.concat(words, " ")
end

local function put_program(page)
  local rows, prose = usage.program()
  page:section "DESCRIPTION"
  page:text("It knows the rules of board games, plays the games, runs bots and "
    .. "matches, and is a session of Lua in which games are values.")
  page:paragraph(prose)
  page:section "OPTIONS"
  for _, row in ipairs(rows) do page:item(label(row[1]), row[2]) end
end

-- ---- commands ---------------------------------------------------------------

local function put_command(page, name)
  local command = usage.command(name)
  page:part(name)
  page:put(bold("tesela " .. name) .. plain(command.usage))
  page:paragraph(command.summary)
  for _, row in ipairs(command.rows) do page:item(label(row[1]), row[2]) end
  if command.more then page:paragraph(command.more) end
end

local function put_commands(page)
  page:section "COMMANDS"
  for _, name in ipairs(cli.names()) do put_command(page, name) end
end

-- ---- games and bots ---------------------------------------------------------

local function put_games(page)
  page:section "GAMES"
  for _, name in ipairs(tesela.games()) do
    page:item(bold(name), tesela.game(name).title)
  end
  page:put ".PP"
  page:put "In place of a name, give the path of a Lua file that returns a game, made by "
  page:put "tesela.derive or tesela.define."
  page:section "BOTS"
  page:put "In place of a name, give the path of a Lua file that returns a bot."
  for _, name in ipairs(tesela.bots()) do
    page:item(bold(name), help.bot_summary(name))
  end
end

-- ---- the module -------------------------------------------------------------

local function put_function(page, entry)
  page:item(bold(reference.signature(entry)), entry.doc)
  page:example(entry.example:sub(1, -2))
end

local function put_module(page)
  local known = annotations.load()
  page:section "MODULE"
  page:put "The functions and methods in Lua; a name with a question mark is optional."
  for _, entry in ipairs(known.functions) do put_function(page, entry) end
  for _, class in ipairs(known.classes) do
    if #class.methods > 0 then
      page:part(class.name)
      page:text(class.doc)
    end
    for _, method in ipairs(class.methods) do put_function(page, method) end
  end
end

-- ---- the rest ---------------------------------------------------------------

local function put_items(page, section, rows)
  page:section(section)
  for _, row in ipairs(rows) do page:item(bold(row[1]), row[2]) end
end

local function put_rest(page)
  put_items(page, "ENVIRONMENT", {
    { "LUA_INIT, LUA_PATH, LUA_CPATH", "As for lua, also with _5_4 at the end." },
    { "NO_COLOR", "If set and not empty, there is no colour, unless with "
      .. "--color=always." },
    { "XDG_STATE_HOME", "The folder of tesela/history, the input of sessions, and of "
      .. "tesela/games, the unfinished games (with the last 200 others in its "
      .. "folder earlier); default ~/.local/state." },
    { "TESELA_TRACEBACK", "If set, a failing command prints a traceback." },
  })
  put_items(page, "EXIT STATUS", {
    { "0", "Done." }, { "1", "Failed; the reason is on standard error." },
    { "2", "Wrong usage." }, { "130", "Interrupted." },
  })
  page:section "EXAMPLES"
  page:example(table.concat({
    "tesela play mixtour --bot greedy",
    "tesela new bot mine.lua",
    "tesela match mixtour ./mine.lua greedy --games 200",
    "tesela new game rules.lua --from mixtour",
    "tesela check rules.lua",
    "tesela moves mixtour --moves \"b2 c3\"",
    "tesela -e 'print(tesela.rules(\"mixtour\"):start():perft(4))'",
  }, "\n"))
end

local function begin(section, name, synopsis)
  local page = setmetatable({}, Page)
  page:put((".TH TESELA %d \"\" \"tesela %s\""):format(section, tesela._VERSION))
  page:put ".nh"
  page:put ".ad l"
  page:section "NAME"
  page:put("tesela \\- " .. name)
  page:section "SYNOPSIS"
  page:put(synopsis)
  return page
end

local function finish(page, others)
  page:section "SEE ALSO"
  page:put(others)
  return table.concat(page, "\n") .. "\n"
end

local sections = {}

sections[1] = function()
  local page = begin(1, "a scriptable runtime for board games", bold "tesela"
    .. " [\\fIoptions\\fP] [\\fIscript\\fP | \\fIcommand\\fP] [\\fIarguments\\fP]")
  put_program(page)
  put_commands(page)
  put_games(page)
  put_rest(page)
  put_pages(page, 1)
  return finish(page, bold "tesela" .. "(3), " .. bold "lua" .. "(1)")
end

sections[3] = function()
  local page = begin(3, "the Lua module: games, bots and searches",
    bold "local tesela = require \"tesela\"")
  put_module(page)
  put_pages(page, 3)
  return finish(page, bold "tesela" .. "(1), " .. bold "lua" .. "(1)")
end

--- A whole manual page: 1 or 3.
function M.text(section) return sections[section]() end

return M
