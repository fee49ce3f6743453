-- A page in one file: it contains everything that it needs, and loads nothing from the network.
-- Its policy (Content-Security-Policy) allows only scripts and styles with known hashes, so that
-- foreign text could not run, even if it were not escaped.

local tesela = require "tesela"
local html = require "tesela.base.html"
local packed = require "tesela.report_pages.packed_bytes"
local sha256 = require "tesela.report_pages.sha256"

local M = {}

local function read(name)
  local file <close> = assert(io.open(("%s/web/%s"):format(tesela.home, name), "rb"))
  return file:read "a"
end

local HEAD = [[
<!DOCTYPE html>
<!-- Games by tesela. This page contains all that it needs. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="tesela">
<title>%s</title>
<style>%s</style>
</head>
<body>
]]

-- The source of this script or style in a policy.
local function source(text) return "'sha256-" .. packed.base64(sha256.bytes(text)) .. "'" end

-- The rights of the page: these scripts and styles, and nothing else.
local function policy(scripts, style)
  local sources = {}
  for i, script in ipairs(scripts) do sources[i] = source(script) end
  if #sources == 0 then sources[1] = "'none'" end
  return ("default-src 'none'; script-src %s; style-src %s; base-uri 'none'; "
    .. "form-action 'none'"):format(table.concat(sources, " "), source(style))
end

--- A page { title =, body = HTML, data = blocks of packed bytes { id =, text = } }.
function M.text(page)
  local style = read "page.css"
  local scripts = page.data and { read "board.js", read "replay.js", read "page.js" } or {}
  local out = { HEAD:format(policy(scripts, style), html.text(page.title), style),
    page.body }
  for _, block in ipairs(page.data or {}) do
    out[#out + 1] = ('<script type="text/plain" id="%s">%s</script>\n'):format(block.id,
      block.text)
  end
  for _, script in ipairs(scripts) do
    out[#out + 1] = "<script>" .. script .. "</script>\n"
  end
  out[#out + 1] = "</body>\n</html>\n"
  return table.concat(out)
end

--- A part of a page: { title =, lines =, columns =, rows =, left = } with more HTML after its
--- table, and the contents of its cells (see html.table).
function M.section(part, more, attributes, markup)
  local out = { ('<section%s>\n<h2>%s</h2>\n'):format(part.id
    and (' id="%s" class="%s"'):format(part.id, part.class or "part") or "",
    html.text(part.title)) }
  for _, line in ipairs(part.lines or {}) do
    out[#out + 1] = '<p class="soft">' .. html.text(line) .. "</p>\n"
  end
  if part.rows and #part.rows > 0 then
    out[#out + 1] = html.table(part, attributes, markup)
  end
  out[#out + 1] = more or ""
  out[#out + 1] = "</section>\n"
  return table.concat(out)
end

--- The list of games, and the place to replay one of them. web/page.js fills them.
M.LIST = [[
<section id="games">
<h2>Games</h2>
<noscript><p>The list of games and their replay need JavaScript.</p></noscript>
<form>
<label>Bot <select id="bot-a"><option value="">any</option></select></label>
<label>and <select id="bot-b"><option value="">any</option></select></label>
<label>Ending <select id="reason"><option value="">any</option></select></label>
</form>
<div class="wide"><table>
<thead><tr id="columns"></tr></thead>
<tbody id="rows"></tbody>
</table></div>
<div class="buttons">
<button type="button" id="before" aria-label="Previous games">&#x2039;</button>
<span id="count" role="status"></span>
<button type="button" id="after" aria-label="Next games">&#x203a;</button>
</div>
<p id="missing" role="status"></p>
</section>
<section id="replay" aria-label="Replay" hidden>
<header>
<h2 id="title" tabindex="-1"></h2>
<p id="versus"></p>
<p id="ended" class="soft"></p>
</header>
<div>
<div id="board"></div>
<input type="range" id="ply" min="0" step="1" aria-label="Ply">
<div class="buttons">
<button type="button" id="first" aria-label="To the start">&#x21e4;</button>
<button type="button" id="back" aria-label="One ply back">&#x2190;</button>
<button type="button" id="play" aria-label="Play" aria-pressed="false">&#x25b7;</button>
<button type="button" id="next" aria-label="One ply on">&#x2192;</button>
<button type="button" id="last" aria-label="To the end">&#x21e5;</button>
<button type="button" id="close">Close</button>
</div>
<p class="soft keys">Keys: &#x2190; &#x2192; Home End step, Space plays,
[ and ] change the game, Esc closes.</p>
</div>
<div>
<p id="said" aria-live="polite"></p>
<p id="about" class="soft"></p>
<p id="note"></p>
<div id="curve"></div>
<div id="boxes"></div>
<ol id="moves"></ol>
<details><summary>The board in words</summary><p id="words"></p></details>
</div>
</section>
]]

return M
