-- The manual as a site: static HTML from the same sources as help and the manual
-- pages, with pictures and a search that needs no server. All of it lies in one
-- folder; tesela.manual.links says what stands where.

local tesela = require "tesela"
local facts = require "tesela.manual.facts"
local html = require "tesela.base.html"
local links = require "tesela.manual.links"
local pages = require "tesela.manual.pages"

local M = {}

local element = html.element

-- What is no page of the manual: its name, what it is called, what makes it.
local REFERENCE = {
  { "commands", "Commands", facts.commands },
  { "games", "Games", facts.games },
  { "module", "Functions", facts.functions },
  { "methods", "Methods", facts.methods },
  { "tables", "Tables", facts.tables },
}

local function is_game(name)
  for _, each in ipairs(tesela.games()) do
    if each == name then return true end
  end
end

-- ---- pages --------------------------------------------------------------------

-- A page of the manual; one of a game begins with its picture.
local function manual_page(name)
  local blocks = pages.blocks(name)
  if not is_game(name) then return html.blocks(blocks, links.code) end
  local head = html.blocks({ table.remove(blocks, 1) }, links.code)
  return head .. element("p", facts.shown(name, "games.html#" .. name)) .. "\n"
    .. html.blocks(blocks, links.code)
end

local function link_list(rows)
  local parts = {}
  for i, row in ipairs(rows) do
    parts[i] = element("li", element("a", html.escape(row[2]), { href = row[1] .. ".html" }))
  end
  return element("ul", table.concat(parts, "\n")) .. "\n"
end

local function manual_rows()
  local rows = {}
  for i, name in ipairs(pages.names()) do rows[i] = { name, pages.title(name) } end
  return rows
end

local BEGIN = [[
tesela play                ask for a game, and play it
tesela                     open a session of Lua in which games are values
tesela help                list what there is to ask about
]]

local function index_page()
  local pictures = {}
  for _, name in ipairs(tesela.games()) do
    pictures[#pictures + 1] = facts.shown(name, "games.html#" .. name)
  end
  return html.heading(1, "tesela: a scriptable runtime for board games")
    .. element("p", table.concat(pictures, "\n"), { class = "games" }) .. "\n"
    .. html.lines(BEGIN)
    .. html.heading(2, "Pages of the manual", "pages") .. link_list(manual_rows())
    .. html.heading(2, "Reference", "reference") .. link_list(REFERENCE)
end

-- What all pages have around them.
local FRAME = [[
<!DOCTYPE html>
<!-- The manual of tesela as a site. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="tesela %s">
<meta name="viewport" content="width=device-width">
<title>%s</title>
<link rel="stylesheet" href="style.css">
<script defer src="index.js"></script>
<script defer src="search.js"></script>
</head>
<body>
<header>
<a href="index.html">tesela %s</a>
<input id="query" type="search" placeholder="Search" aria-label="Search">
</header>
<div id="found"></div>
<nav>
%s%s</nav>
<main>
%s</main>
<footer>Blokus and Qwirkle are trademarks of their owners, who have no part in tesela.</footer>
</body>
</html>
]]

local function framed(body)
  local version = html.escape(tesela._VERSION)
  local title = body:match "<h1>(.-)</h1>"
  return FRAME:format(version, title, version, link_list(manual_rows()),
    link_list(REFERENCE), body)
end

-- ---- what is searched -----------------------------------------------------------

local MEANT = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }

local WITHIN = { a = "", code = "", strong = "" } -- a word may go on behind these

--- The text of HTML, its words with single blanks between them.
function M.words(body)
  local text = body:gsub("</?(%w+)[^>]*>", function(tag) return WITHIN[tag] or " " end)
  return text:gsub("&%l+;", MEANT):gsub("%s+", " "):match "^ ?(.-) ?$"
end

-- Adds what stands behind each heading: { address, heading, page, text }.
local function add_parts(index, name, body)
  local title = M.words(body:match "<h1>(.-)</h1>")
  local address, heading, from = name .. ".html", title, 1
  for start, id, words, behind in body:gmatch '()<h%d id="([^"]*)">(.-)</h%d>()' do
    index[#index + 1] = { address, heading, title, M.words(body:sub(from, start - 1)) }
    address, heading, from = ("%s.html#%s"):format(name, id), M.words(words), behind
  end
  index[#index + 1] = { address, heading, title, M.words(body:sub(from)) }
end

-- ---- all of it --------------------------------------------------------------------

local function asset(name)
  local file <close> = assert(io.open(("%s/pages/site/%s"):format(tesela.home, name), "rb"))
  return file:read "a"
end

--- The files of the site by their names.
function M.files()
  local bodies, files, index = { index = index_page() }, {}, {}
  local names = { "index" }
  for _, name in ipairs(pages.names()) do
    bodies[name], names[#names + 1] = manual_page(name), name
  end
  for _, row in ipairs(REFERENCE) do
    assert(not bodies[row[1]], "a page of the manual has the name " .. row[1])
    bodies[row[1]], names[#names + 1] = row[3](), row[1]
  end
  for _, name in ipairs(names) do
    add_parts(index, name, bodies[name])
    files[name .. ".html"] = framed(bodies[name])
  end
  for _, name in ipairs(tesela.games()) do files[name .. ".svg"] = facts.picture(name) end
  files["style.css"], files["search.js"] = asset "style.css", asset "search.js"
  files["index.js"] = "// The manual of tesela as a site: what is searched.\nvar INDEX = "
    .. tesela.encode(index) .. ";\n"
  return files
end

return M
