-- The pages of the manual: pages/NAME.md, in the part of Markdown that they need.
--
-- A page is a list of blocks: { kind = "title" or "part", text }, "paragraph", "item" (of a list),
-- { kind = "code", text, language } and { kind = "table", rows }, each row a list of cells.
-- Comments are left out; one that says tesela(3) puts the page into that manual page (else it is
-- in tesela(1)).

local tesela = require "tesela"
local registry = require "tesela.base.registry"
local text = require "tesela.text"

local M = {}

--- Their names, in list order.
function M.names() return registry.names("pages", "md") end

function M.has(name) return registry.path("pages", name, "md") ~= nil end

local function source(name)
  local file <close> = assert(io.open(("%s/pages/%s.md"):format(tesela.home, name)))
  return file:read "a"
end

--- The title of a page.
function M.title(name) return source(name):match "^# ([^\n]*)" end

--- The section of the manual page that includes it: 1 or 3.
function M.section(name) return source(name):find("<!-- tesela(3) -->", 1, true) and 3 or 1 end

-- ---- reading ----------------------------------------------------------------

local function cells_of(line)
  local cells = {}
  for cell in line:gsub("\\|", "\0"):gmatch "|([^|]+)" do
    cells[#cells + 1] = cell:gsub("%z", "|"):match "^%s*(.-)%s*$"
  end
  return cells
end

-- The block that a line begins, or nil if it continues the one above.
local function begin(line)
  local kind = line:match "^(#+) " or line:match "^```" or line:match "^%- "
    or line:match "^|"
  if kind == "#" then return { kind = "title", text = line:sub(3) } end
  if kind == "##" then return { kind = "part", text = line:sub(4) } end
  if kind == "```" then return { kind = "code", language = line:sub(4), text = "" } end
  if kind == "- " then return { kind = "item", text = line:sub(3) } end
  if kind == "|" then return { kind = "table", rows = {} } end
end

local function add_row(rows, line)
  if not line:find "^|[-|]+$" then rows[#rows + 1] = cells_of(line) end
end

--- The blocks of a page.
function M.blocks(name)
  local list, last = {}, nil
  local function open(block) last, list[#list + 1] = block, block end
  for line in source(name):gsub("\n<!%-%-.-%-%->\n", "\n"):gmatch "([^\n]*)\n" do
    local code = last and last.kind == "code"
    if code and line == "```" or line == "" and not code then
      last = nil
    elseif code then
      last.text = last.text .. line .. "\n"
    elseif last and last.kind == "table" then
      add_row(last.rows, line)
    else
      local new = begin(line)
      if new then open(new) end
      if not new and last then last.text = last.text .. " " .. line end
      if not last then open { kind = "paragraph", text = line } end
      if last.kind == "table" then add_row(last.rows, line) end
    end
  end
  return list
end

-- ---- for a terminal ---------------------------------------------------------

--- Text without its marks.
function M.plain(words) return (words:gsub("`", ""):gsub("%*%*", "")) end

local LEAST = 10 -- the least width of a column

-- Widths of columns that fit together, the widest made narrower.
local function widths_of(rows, width)
  local widths, sum = {}, -2
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do
      widths[i] = math.max(widths[i] or 0, text.columns(M.plain(cell)))
    end
  end
  for _, each in ipairs(widths) do sum = sum + each + 2 end
  while sum > width do
    local widest = 1
    for i, each in ipairs(widths) do
      if each > widths[widest] then widest = i end
    end
    if widths[widest] <= LEAST then break end
    widths[widest], sum = widths[widest] - 1, sum - 1
  end
  return widths
end

local function pad(words, width)
  return words .. (" "):rep(width - text.columns(words))
end

-- The lines of a row, and whether there is more than one.
local function row_lines(row, widths)
  local columns, height, lines = {}, 1, {}
  for i, width in ipairs(widths) do
    columns[i] = {}
    local folded = text.fold(M.plain(row[i] or ""), "", "", width)
    for line in folded:gmatch "[^\n]+" do table.insert(columns[i], line) end
    height = math.max(height, #columns[i])
  end
  for at = 1, height do
    local line = {}
    for i, width in ipairs(widths) do line[i] = pad(columns[i][at] or "", width) end
    lines[at] = table.concat(line, "  "):gsub("%s+$", "")
  end
  return lines
end

--- A table as lines of text, no longer than `width`.
function M.table_text(rows, width)
  local widths, lines, line = widths_of(rows, width), {}, {}
  for i, row in ipairs(rows) do
    for _, each in ipairs(row_lines(row, widths)) do lines[#lines + 1] = each end
    if i == 1 then
      for column, each in ipairs(widths) do line[column] = ("-"):rep(each) end
      lines[#lines + 1] = table.concat(line, "  ")
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

local function indent(words, by) return (words:gsub("%f[^\n\0]([^\n])", by .. "%1")) end

local show = {}

function show.title(block) return block.text .. "\n" end
function show.part(block) return block.text .. "\n" end
function show.paragraph(block) return text.fold(M.plain(block.text), "  ", "  ") .. "\n" end
function show.item(block) return text.fold(M.plain(block.text), "  - ", "    ") .. "\n" end
function show.code(block) return indent(block.text, "    ") end
function show.table(block) return indent(M.table_text(block.rows, text.WIDTH - 2), "  ") end

--- A page as text for a terminal.
function M.text(name)
  local parts, before = {}, "part"
  for _, block in ipairs(M.blocks(name)) do
    local together = before == "part" or before == "item" and block.kind == "item"
    parts[#parts + 1] = (together and "" or "\n") .. show[block.kind](block)
    before = block.kind
  end
  return table.concat(parts)
end

return M
