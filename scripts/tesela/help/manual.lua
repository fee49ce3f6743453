-- The manual page of the program as text for man(7): the options from what
-- `tesela --help` says, the commands from their parsers, the games from their
-- tables, the module from its annotations. Only what has no other source is
-- written here.

local tesela = require "tesela"
local annotations = require "tesela.help.annotations"
local cli = require "tesela.command.cli"
local help = require "tesela.help.help"
local program = require "tesela.program"
local reference = require "tesela.help.reference"
local text = require "tesela.text"

local M = {}

local SPECIAL = {
  ["\\"] = "\\e", ["-"] = "\\-", ["^"] = "\\(ha", ["~"] = "\\(ti",
  ["'"] = "\\(aq", ["`"] = "\\(ga",
}

-- Text as it is. A request would begin with a dot; an apostrophe, which would
-- be one too, has become something else.
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

-- Text in lines that are not too long to be read in the source either.
function Page:text(words) self:put(plain(text.fold(words))) end

function Page:item(label, doc)
  self:put ".TP"
  self:put(label)
  if doc == "" then self:put "\\&" else self:text(doc) end
end

-- Lines as they are.
function Page:example(lines)
  if not self[#self]:match "^%.S" then self:put ".PP" end
  self:put ".nf"
  self:put ".RS 4"
  self:put(plain(lines))
  self:put ".RE"
  self:put ".fi"
end

-- ---- the program ------------------------------------------------------------

-- Rows of { option, what it does } and the text below them.
local function read_usage(usage)
  local rows, prose = {}, {}
  for line in usage:gmatch "[^\n]+" do
    local option, doc = line:match "^  (%-.-)%s%s+(%S.*)$"
    if option then
      rows[#rows + 1] = { option, doc }
    elseif line:match "^%s%s%s" and #rows > 0 then
      rows[#rows][2] = rows[#rows][2] .. " " .. line:match "^%s*(.*)$"
    elseif not line:match "^usage:" then
      prose[#prose + 1] = line
    end
  end
  return rows, table.concat(prose, " ")
end

-- Options bold, what stands for a value in italics.
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
  local rows, prose = read_usage(program.usage)
  page:section "DESCRIPTION"
  page:text("It knows the rules of board games, plays them, runs bots and "
    .. "matches, and is a session of Lua in which games are values.")
  page:paragraph(prose)
  page:section "OPTIONS"
  for _, row in ipairs(rows) do page:item(label(row[1]), row[2]) end
end

-- ---- commands ---------------------------------------------------------------

-- argparse has no interface for reading a parser, except its texts, which are
-- laid out already.
local function put_parser(page, name)
  local parser, command = cli.parser(name)
  local usage = parser:usage_max_width(1000):get_usage():gsub("^Usage:%s*", "")
    :gsub("%s+", " ")
  page:part(name)
  page:put(bold("tesela " .. name) .. plain(usage:sub(#("tesela " .. name) + 1)))
  page:paragraph(command.summary)
  for _, argument in ipairs(parser._arguments) do
    page:item(label(argument:_get_argname(1)), argument:_get_description())
  end
  for _, option in ipairs(parser._options) do
    local names = table.concat(option:_get_label_lines(), " ")
    if not names:match "%-%-help" then
      page:item(label(names), option:_get_description())
    end
  end
end

local function put_commands(page)
  page:section "COMMANDS"
  for _, name in ipairs(cli.names()) do put_parser(page, name) end
end

-- ---- games and bots ---------------------------------------------------------

local function shown(value)
  return type(value) == "table" and table.concat(value, ",") or tostring(value)
end

local function put_game(page, name)
  local game = tesela.game(name)
  page:part(name)
  page:text(game.title .. ". " .. game.summary:gsub("\n", " ") .. " Moves:")
  page:example(game.notation)
  page:paragraph "Options, with default and range:"
  for _, option in ipairs(game.options) do
    page:item(("%s=%s"):format(bold(option.name), plain(shown(option.default))),
      ("(%s) %s"):format(option.range, option.doc))
  end
  if #game.queries > 0 then page:paragraph "Methods of a state:" end
  for _, query in ipairs(game.queries) do
    page:item(bold(("s:%s(%s)"):format(query.name, query.takes)), query.doc)
  end
end

local function put_games(page)
  page:section "GAMES"
  for _, name in ipairs(tesela.games()) do put_game(page, name) end
  page:put "Wherever a game is named, the path of a Lua file that returns one "
  page:put "does too: one by tesela.derive or tesela.define."
  page:section "BOTS"
  page:put "Wherever a bot is named, the path of a Lua file does too."
  for _, name in ipairs(tesela.bots()) do
    page:item(bold(name), help.bot_summary(name))
  end
end

-- ---- the module -------------------------------------------------------------

local function put_module(page)
  local known = annotations.load()
  page:section "MODULE"
  page:put "In Lua; a name with a question mark may be left out."
  for _, entry in ipairs(known.functions) do
    page:item(bold(reference.signature(entry)), entry.doc)
  end
  for _, class in ipairs(known.classes) do
    if #class.methods > 0 then
      page:part(class.name)
      page:text(class.doc)
    end
    for _, method in ipairs(class.methods) do
      page:item(bold(reference.signature(method)), method.doc)
    end
  end
end

-- ---- the rest ---------------------------------------------------------------

local function put_items(page, section, rows)
  page:section(section)
  for _, row in ipairs(rows) do page:item(bold(row[1]), row[2]) end
end

local function put_rest(page)
  put_items(page, "ENVIRONMENT", {
    { "LUA_INIT, LUA_PATH, LUA_CPATH", "As for lua, with _5_4 at the end too." },
    { "NO_COLOR", "If it is set and not empty, nothing is coloured, unless "
      .. "--color=always." },
    { "XDG_STATE_HOME", "Where tesela/history keeps what was typed in sessions; "
      .. "~/.local/state if it is not set." },
    { "TESELA_TRACEBACK", "If it is set, a command that fails shows where." },
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
  page:section "SEE ALSO"
  page:put(bold "lua" .. "(1)")
end

--- The whole page.
function M.text()
  local page = setmetatable({}, Page)
  page:put((".TH TESELA 1 \"\" \"tesela %s\""):format(tesela._VERSION))
  page:put ".nh"
  page:put ".ad l"
  page:section "NAME"
  page:put "tesela \\- a scriptable runtime for board games"
  page:section "SYNOPSIS"
  page:put(bold "tesela" .. " [\\fIoptions\\fP] [\\fIscript\\fP | \\fIcommand\\fP] "
    .. "[\\fIarguments\\fP]")
  put_program(page)
  put_commands(page)
  put_games(page)
  put_module(page)
  put_rest(page)
  return table.concat(page, "\n") .. "\n"
end

return M
