-- The manual as a site: static HTML from the same sources as help and the manual
-- pages, with pictures and a search that needs no server. All files are in one
-- folder; tesela.manual.links lists their addresses.

local tesela = require "tesela"
local facts = require "tesela.manual.facts"
local html = require "tesela.base.html"
local links = require "tesela.manual.links"
local pages = require "tesela.manual.pages"

local M = {}

local element = html.element

-- The pages made from the program: name, title, function that makes it.
local REFERENCE = {
  { "commands", "Commands", facts.commands },
  { "games", "Games", facts.games },
  { "reference", "The module", facts.reference },
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
  return head .. facts.shown(name, "games.html#" .. name) .. "\n"
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
tesela play                choose a game, and play it
tesela                     open a session of Lua in which games are values
tesela help                list all topics
]]

-- The tutorials, and the questions that people ask first.
local FIRST = { "first_bot", "first_variant", "faq" }

local function index_page()
  local pictures, first = {}, {}
  for _, name in ipairs(tesela.games()) do
    pictures[#pictures + 1] = facts.shown(name, "games.html#" .. name)
  end
  for i, name in ipairs(FIRST) do first[i] = { name, pages.title(name) } end
  local film = element("img", nil, { src = "game.svg", alt = "A game of Mixtour" })
  return html.heading(1, "tesela: a scriptable runtime for board games")
    .. element("figure", film .. element("figcaption", "A game of Mixtour")) .. "\n"
    .. html.heading(2, "Start here", "start") .. html.lines(BEGIN) .. link_list(first)
    .. html.heading(2, "Games", "games")
    .. element("div", table.concat(pictures, "\n"), { class = "games" }) .. "\n"
    .. html.heading(2, "Pages of the manual", "pages") .. link_list(manual_rows())
    .. html.heading(2, "Reference", "reference") .. link_list(REFERENCE)
end

-- The frame of all pages.
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

-- ---- the search -----------------------------------------------------------

local MEANT = { ["&lt;"] = "<", ["&gt;"] = ">", ["&quot;"] = '"', ["&amp;"] = "&" }

local WITHIN = { a = "", code = "", strong = "" } -- tags inside a word

--- The text of HTML, its words separated by single spaces.
function M.words(body)
  local text = body:gsub("</?(%w+)[^>]*>", function(tag) return WITHIN[tag] or " " end)
  return text:gsub("&%l+;", MEANT):gsub("%s+", " "):match "^ ?(.-) ?$"
end

-- Adds the text after each heading: { address, heading, page, text }.
local function add_parts(index, name, body)
  local title = M.words(body:match "<h1>(.-)</h1>")
  local address, heading, from = name .. ".html", title, 1
  for start, id, words, behind in body:gmatch '()<h%d id="([^"]*)">(.-)</h%d>()' do
    index[#index + 1] = { address, heading, title, M.words(body:sub(from, start - 1)) }
    address, heading, from = ("%s.html#%s"):format(name, id), M.words(words), behind
  end
  index[#index + 1] = { address, heading, title, M.words(body:sub(from)) }
end

-- ---- the files --------------------------------------------------------------------

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
  for _, name in ipairs { "style.css", "search.js", "game.svg" } do files[name] = asset(name) end
  files["index.js"] = "// The manual of tesela as a site: the index of the search.\nvar INDEX = "
    .. tesela.encode(index) .. ";\n"
  return files
end

return M
