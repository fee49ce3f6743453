-- HTML from text, which is always escaped; tables; and the blocks of a page of the manual
-- (tesela.manual.pages). A function argument maps code, and the text before it, to the address of
-- a link or nil.

local texts = require "tesela.text"

local M = {}

local SPECIAL = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

--- Our own text, with its line breaks.
function M.escape(words) return (words:gsub('[&<>"]', SPECIAL)) end

--- Foreign text in one line, without invisible characters; not escaped yet.
M.clean = texts.clean

--- The same escaped for a page, between elements or in an attribute.
function M.text(value) return M.escape(texts.clean(tostring(value))) end

--- An element. `inside` is HTML already; without it the element has no end tag.
function M.element(name, inside, attributes)
  local list = {}
  for key, value in pairs(attributes or {}) do
    list[#list + 1] = (' %s="%s"'):format(key, M.escape(value))
  end
  table.sort(list)
  local head = "<" .. name .. table.concat(list) .. ">"
  return inside and head .. inside .. "</" .. name .. ">" or head
end

local element = M.element

--- Code, as a link if it has an address.
function M.code(words, address)
  local code = element("code", M.escape(words))
  return address and element("a", code, { href = address }) or code
end

--- Text with its marks: `code` and **strong**.
function M.inline(words, link)
  local parts = {}
  for before, code in (words .. "``"):gmatch "([^`]*)`([^`]*)`" do
    parts[#parts + 1] = M.escape(before):gsub("%*%*(.-)%*%*", "<strong>%1</strong>")
    if code ~= "" then parts[#parts + 1] = M.code(code, link(code, before)) end
  end
  return table.concat(parts)
end

--- Lines unchanged.
function M.lines(words) return element("pre", element("code", M.escape(words))) .. "\n" end

--- A heading with an id for links.
function M.heading(level, words, id)
  return element("h" .. level, M.escape(words), { id = id }) .. "\n"
end

-- The id for the heading of a part.
local function slug(words) return (words:lower():gsub("%W+", "-"):gsub("^%-*(.-)%-*$", "%1")) end

--- A list of rows { HTML of the term, HTML of its description, id? }.
function M.explained(rows)
  local parts = {}
  for i, row in ipairs(rows) do
    parts[i] = element("dt", row[1], { id = row[3] }) .. element("dd", row[2])
  end
  return #rows > 0 and element("dl", table.concat(parts, "\n")) .. "\n" or ""
end

--- A table of rows of cells, the first row its head; cells are HTML.
function M.grid(rows)
  local parts = {}
  for i, row in ipairs(rows) do
    local cells = {}
    for j, cell in ipairs(row) do cells[j] = element(i == 1 and "th" or "td", cell) end
    parts[i] = element("tr", table.concat(cells))
  end
  return element("table", table.concat(parts, "\n")) .. "\n"
end

--- A table of text: columns, rows, the columns that are words (`left`), other attributes of cells
--- (`attributes(i, k)`) and replacements for their contents (`markup(i, k)`).
function M.table(part, attributes, markup)
  local out = { '<div class="wide"><table><thead><tr>' }
  local function add(...)
    for _, text in ipairs { ... } do out[#out + 1] = text end
  end
  for k, column in ipairs(part.columns) do
    add('<th scope="col"', part.left[k] and ' class="l"' or "", ">", M.text(column), "</th>")
  end
  add "</tr></thead><tbody>"
  for i, row in ipairs(part.rows) do
    add "<tr>"
    for k, cell in ipairs(row) do
      local tag = k == 1 and 'th scope="row"' or "td"
      add("<", tag, part.left[k] and ' class="l"' or "",
        attributes and attributes(i, k) or "", ">",
        markup and markup(i, k) or M.text(cell), k == 1 and "</th>" or "</td>")
    end
    add "</tr>"
  end
  add "</tbody></table></div>\n"
  return table.concat(out)
end

local show = {}

function show.title(block) return M.heading(1, block.text) end
function show.part(block) return M.heading(2, block.text, slug(block.text)) end
function show.code(block) return M.lines(block.text) end

function show.paragraph(block, link)
  return element("p", M.inline(block.text, link)) .. "\n"
end

function show.item(block, link) return element("li", M.inline(block.text, link)) .. "\n" end

function show.table(block, link)
  local rows = {}
  for i, row in ipairs(block.rows) do
    rows[i] = {}
    for j, cell in ipairs(row) do rows[i][j] = M.inline(cell, link) end
  end
  return M.grid(rows)
end

--- A page from its blocks.
function M.blocks(list, link)
  local parts, items = {}, ""
  for i, block in ipairs(list) do
    if block.kind == "item" then
      items = items .. show.item(block, link)
      local next_one = list[i + 1]
      if not next_one or next_one.kind ~= "item" then
        parts[#parts + 1] = element("ul", "\n" .. items) .. "\n"
        items = ""
      end
    else
      parts[#parts + 1] = show[block.kind](block, link)
    end
  end
  return table.concat(parts)
end

return M
