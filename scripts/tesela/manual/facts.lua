-- Pages of the manual's site from the program itself: the commands, the games with
-- pictures, and the reference for the module. The text is the same as in help.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local cli = require "tesela.cli.cli"
local help = require "tesela.manual.help"
local html = require "tesela.base.html"
local links = require "tesela.manual.links"
local pages = require "tesela.manual.pages"
local reference = require "tesela.manual.reference"
local usage = require "tesela.manual.usage"

local M = {}

local element = html.element

local function paragraph(words)
  return element("p", html.inline(words, links.code)) .. "\n"
end

local function said(words) return html.inline(words, links.code) end

-- ---- the program and its commands ---------------------------------------------

-- Rows of text in the form of explained lists.
local function explained(rows)
  local list = {}
  for i, row in ipairs(rows) do list[i] = { html.code(row[1]), said(row[2]) } end
  return html.explained(list)
end

local function command(name)
  local it = usage.command(name)
  return html.heading(2, name, name) .. element("p", html.code("tesela " .. name .. it.usage))
    .. "\n" .. paragraph(it.summary) .. explained(it.rows)
    .. (it.more and paragraph(it.more) or "")
end

--- The program, its sessions, and all commands.
function M.commands()
  local rows, prose = usage.program()
  local parts = { html.heading(1, "Commands"), html.heading(2, "tesela", "program"),
    explained(rows), paragraph(prose), html.heading(2, "A session", "session"),
    html.lines(help.text "session") }
  for _, name in ipairs(cli.names()) do parts[#parts + 1] = command(name) end
  return table.concat(parts)
end

-- ---- games --------------------------------------------------------------------

-- A position in the middle of a random game.
local function middle(name)
  local rules, rng = tesela.rules(name), tesela.rng(1)
  local final = rules:start(1)
  while not final.over do final:play_random(rng) end
  local moves, state = final:history(), rules:start(1)
  for i = 1, #moves // 2 do state:play(moves[i]) end
  return state
end

--- A picture of a game (SVG): from pages/pictures if there is one, else of a random game.
function M.picture(name)
  local path = ("%s/pages/pictures/%s.svg"):format(tesela.home, name)
  local file <close> = io.open(path, "rb")
  return file and file:read "a" or middle(name):svg { width = 480 }
end

--- The picture of a game with a caption, as a link if there is an address.
function M.shown(name, address)
  local title = tesela.game(name).title
  local image = element("img", nil, { src = name .. ".svg", alt = title, loading = "lazy" })
  return element("figure", (address and element("a", image, { href = address }) or image)
    .. element("figcaption", html.escape(title)))
end

local function options(game)
  local rows = { { "option", "default", "range", "meaning" } }
  local played = tesela.rules(game.name).options -- the defaults, as in help
  for _, option in ipairs(game.options) do
    local default = played[option.name]
    if type(default) == "table" then default = table.concat(default, ",") end
    rows[#rows + 1] = { element("code", html.escape(option.name),
      { id = game.name .. "." .. option.name }), html.escape(tostring(default)),
      html.escape(option.range), said(option.doc) }
  end
  return #rows > 1 and html.grid(rows) or ""
end

-- A heading and a list, unless it is empty.
local function listed(words, rows)
  return #rows > 0 and element("h3", words) .. "\n" .. explained(rows) or ""
end

local function game(name)
  local it, queries, parts = tesela.game(name), {}, {}
  for i, query in ipairs(it.queries) do
    queries[i] = { ("s:%s(%s)"):format(query.name, query.takes), query.doc }
  end
  for i, part in ipairs(it.parts) do parts[i] = { part.name, part.doc } end
  local more = pages.has(name) and paragraph(("More: the page `%s`."):format(name)) or ""
  return html.heading(2, it.title, name) .. element("p", html.code(name)) .. "\n"
    .. M.shown(name) .. "\n" .. paragraph(it.summary) .. more
    .. element("h3", "Moves") .. "\n" .. html.lines(it.notation)
    .. options(it) .. listed("Methods of a state", queries)
    .. listed("Parts of a move", parts)
end

--- All games.
function M.games()
  local parts = { html.heading(1, "Games") }
  for _, name in ipairs(tesela.games()) do parts[#parts + 1] = game(name) end
  return table.concat(parts)
end

-- ---- the module ---------------------------------------------------------------

-- A type, whose classes and aliases are links.
local function type_html(kind)
  return (html.escape(kind):gsub("%f[%w_]%u[%w_]*", function(word)
    local address = links.named(word)
    return address and element("a", word, { href = address })
  end))
end

-- Rows of params, returns or fields; those of a class with methods have addresses.
local function items(list, owner)
  local rows = {}
  for i, item in ipairs(list) do
    local name = reference.item_name(item)
    rows[i] = { element("code", name .. ": " .. type_html(item.type)), said(item.doc),
      owner and owner .. "." .. item.name }
  end
  return html.explained(rows)
end

local function headed(words, inside)
  return inside ~= "" and element("h4", words) .. "\n" .. inside or ""
end

local function entry(it)
  local id = it.class and it.class .. "." .. it.name or it.name
  return html.heading(3, reference.signature(it), id) .. paragraph(it.doc)
    .. headed("Takes", items(it.params)) .. headed("Returns", items(it.returns))
    .. headed("Example", html.lines(it.example))
end

local function entries(list)
  local parts = {}
  for i, it in ipairs(list) do parts[i] = entry(it) end
  return table.concat(parts)
end

local function class(it)
  local owner = #it.methods > 0 and it.name or nil
  return html.heading(2, it.name, it.name) .. paragraph(it.doc)
    .. items(it.fields, owner) .. entries(it.methods)
end

-- The classes with methods, or those without; the module is neither.
local function classes(with)
  local parts = {}
  for _, it in ipairs(annotations.load().classes) do
    if it.name ~= "tesela" and (#it.methods > 0) == with then
      parts[#parts + 1] = class(it)
    end
  end
  return table.concat(parts)
end

--- The module: functions, classes with methods, tables of data, names of types.
function M.reference()
  local known = annotations.load()
  local parts = { html.heading(1, "Reference"), paragraph(known.classes.tesela.doc),
    items(known.classes.tesela.fields, "tesela"), html.heading(2, "Functions", "functions"),
    entries(known.functions), classes(true), classes(false) }
  for _, alias in ipairs(known.aliases) do
    parts[#parts + 1] = html.heading(2, alias.name, alias.name)
      .. element("p", element("code", type_html(alias.type))) .. "\n" .. paragraph(alias.doc)
  end
  return table.concat(parts)
end

return M
