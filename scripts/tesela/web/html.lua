-- HTML: texts of others, which never are more than texts, and what pages are built of.

local sha256 = require "tesela.web.sha256"
local packed = require "tesela.web.packed"
local texts = require "tesela.text"

local M = {}

local ENTITIES = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;",
  ["'"] = "&#39;" }

--- A text of others in one line, without what is not shown; not escaped yet.
M.clean = texts.clean

--- A text as it stands in a page, between elements or in an attribute.
function M.escape(text)
  return (texts.clean(tostring(text)):gsub("[&<>\"']", ENTITIES))
end

--- What a policy calls this script or style.
function M.source(text) return "'sha256-" .. packed.base64(sha256.bytes(text)) .. "'" end

--- A table of texts: columns, rows, which columns are words (`left`), what else the
--- cells have (`attributes(i, k)`) and what stands in them instead (`markup(i, k)`).
function M.table(part, attributes, markup)
  local out = { '<div class="wide"><table><thead><tr>' }
  local function add(...)
    for _, text in ipairs { ... } do out[#out + 1] = text end
  end
  for k, column in ipairs(part.columns) do
    add('<th scope="col"', part.left[k] and ' class="l"' or "", ">", M.escape(column), "</th>")
  end
  add "</tr></thead><tbody>"
  for i, row in ipairs(part.rows) do
    add "<tr>"
    for k, cell in ipairs(row) do
      local tag = k == 1 and 'th scope="row"' or "td"
      add("<", tag, part.left[k] and ' class="l"' or "",
        attributes and attributes(i, k) or "", ">",
        markup and markup(i, k) or M.escape(cell), k == 1 and "</th>" or "</td>")
    end
    add "</tr>"
  end
  add "</tbody></table></div>\n"
  return table.concat(out)
end

return M
