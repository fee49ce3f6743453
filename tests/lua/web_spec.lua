-- Pages: their policy, texts of others, and games that are replayed as tesela draws them.

local tesela = require "tesela"
local support = require "support"
local html = require "tesela.base.html"
local packed = require "tesela.report_pages.packed_bytes"
local replay = require "tesela.report_pages.replay_data"
local sha256 = require "tesela.report_pages.sha256"

local function hex(bytes)
  return (bytes:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end))
end

teardown(support.clean)

describe("what packs a page", function()
  it("hashes as FIPS 180-4 says", function()
    assert.equal("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      hex(sha256.bytes ""))
    assert.equal("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
      hex(sha256.bytes "abc"))
    assert.equal("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
      hex(sha256.bytes "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))
  end)

  it("hashes texts of every length around a block as the system does", function()
    for _, length in ipairs { 54, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000 } do
      local text = ("tesela\255\0"):rep(200):sub(1, length)
      local out = support.shell("sha256sum <" .. support.quote(support.file(text)))
      assert.equal(out:match "^%x+", hex(sha256.bytes(text)))
    end
  end)

  it("writes base64 as RFC 4648 does", function()
    for text, letters in pairs { [""] = "", f = "Zg==", fo = "Zm8=", foo = "Zm9v",
      foob = "Zm9vYg==", fooba = "Zm9vYmE=", foobar = "Zm9vYmFy", ["\255\254\253"] = "//79" } do
      assert.equal(letters, packed.base64(text))
    end
  end)
end)

-- ---- what the page's script does, once more ----------------------------------

-- The bytes of a block of a page.
local function unpacked(letters)
  local path = support.file(letters)
  local out, why, status = support.shell(("base64 -d <%s | gzip -dc"):format(support.quote(path)))
  assert.equal("", why)
  assert.equal(0, status)
  return out
end

local function numbers(bytes)
  local at = 1
  return function()
    local number, shift = 0, 0
    while true do
      local byte = bytes:byte(at)
      at, number = at + 1, number | (byte & 127) << shift
      if byte < 128 then return number end
      shift = shift + 7
    end
  end, function() return at == #bytes + 1 end
end

local function signed(n) return n % 2 == 1 and -(n + 1) // 2 or n // 2 end

-- Before which item of a list, of which none behind `last` counts, a key stands.
local function place_of(list, last, key)
  local low, high = 1, last
  while low < high do
    local middle = (low + high) // 2
    if list[middle].key > key then high = middle else low = middle + 1 end
  end
  return low
end

-- What goes and what comes; `read` reads an item of a body, where another one went.
local function change(list, rows, read)
  local at, went = #list + 1, {}
  for i = 1, rows.counts() do
    at = at - rows.gone() - 1
    went[i] = table.remove(list, at)
  end
  at = #list + 1
  for i = 1, rows.counts() do
    local far, item = signed(rows.places()), read(rows.bodies() + 1, went[i])
    at = place_of(list, at, item.key) + far
    table.insert(list, at, item)
  end
end

-- The rows of a list of texts, and a function that says whether all are read.
local function rows_of(texts)
  local rows, ends = {}, {}
  for i, name in ipairs { "counts", "gone", "places", "bodies", "steps",
    "box_counts", "box_gone", "box_places", "box_bodies", "boxes", "numbers" } do
    rows[name], ends[i] = numbers(texts[i])
  end
  rows.beside = { counts = rows.box_counts, gone = rows.box_gone, places = rows.box_places,
    bodies = rows.box_bodies }
  return rows, function()
    for _, ended in ipairs(ends) do
      if not ended() then return false end
    end
    return true
  end
end

local function board_reader(book, rows)
  local x, y = 0, 0
  return function(body)
    local dx, dy = book.steps[rows.steps() + 1]:match "^(%S+) (%S+)$"
    x, y = x + math.tointeger(dx), y + math.tointeger(dy)
    local order = book.orders[body]
    return { body = body, x = x, y = y,
      key = (order * 1000000 + (order % 2 == 1 and y or -y)) * 1000000 + x }
  end
end

local function box_reader(book, rows)
  local box, last = 0, {}
  return function(body, went)
    box = (went and went.box or box) + signed(rows.boxes())
    local item = { box = box, key = box * 1000000000000 + book.orders[body],
      html = book.bodies[body] }
    if item.html:find("\0", 1, true) then
      local name = body .. " " .. box
      last[name] = (last[name] or 0) + signed(rows.numbers())
      item.html = item.html:gsub("%z", last[name])
    end
    return item
  end
end

-- A function that draws the next game, of so many plies: the pictures by ply, and what is
-- in its boxes; and one that says whether all is read.
local function drawer(book, texts)
  local rows, ended = rows_of(texts)
  return function(plies)
    local ground = book.grounds[rows.counts() + 1]
    local left, top = signed(rows.counts()), signed(rows.counts())
    local board, boxes, list = {}, {}, {}
    local on_board, in_box = board_reader(book, rows), box_reader(book, rows)
    for ply = 0, plies do
      change(board, rows, on_board)
      change(boxes, rows.beside, in_box)
      local parts = { ground }
      for _, item in ipairs(board) do
        parts[#parts + 1] = ('<g transform="translate(%d %d)">%s</g>\n'):format(
          left + item.x, top + item.y, book.bodies[item.body])
      end
      list[ply] = { svg = table.concat(parts) .. "</svg>\n",
        boxes = table.move(boxes, 1, #boxes, 1, {}) }
    end
    return list
  end, ended
end

-- ---- games --------------------------------------------------------------------

local function random_game(rules, seed, most)
  local state, rng = rules:start(seed), tesela.rng(seed)
  while not state.over and state.ply < (most or 400) do state:play(rng:pick(state:list())) end
  return state
end

local function without_ids(svg) return (svg:gsub(' data%-id="[^"]*"', "")) end

-- Holds a game as a page has it against tesela's own pictures.
local function check_game(rules, seed, variant, most)
  local state, book = random_game(rules, seed, most), replay.book()
  local line = state:record()
  local moves = tesela.decode(line).moves
  local rows, movers, names, options = book:game(line, moves, variant)
  local draw, ended = drawer(tesela.decode(tesela.encode(book:contents())), rows)
  local list = draw(#moves)
  assert.is_true(ended())
  assert.equal(rules.seats, #names)
  local now = tesela.replay(line, 0, variant)
  for ply = 0, #moves do
    if ply > 0 then now:play(moves[ply]) end
    assert.equal(without_ids(now:svg(options)), list[ply].svg)
    assert.equal(now.seat, movers[ply + 1])
    local beside = {}
    for _, element in ipairs((now:elements())) do
      if element.box > 0 then beside[#beside + 1] = element end
    end
    assert.equal(#beside, #list[ply].boxes)
    for i, element in ipairs(beside) do
      assert.equal(element.box, list[ply].boxes[i].box)
      if element.kind == "words" then
        assert.is_truthy(list[ply].boxes[i].html:find(html.text(element.text), 1, true))
      end
    end
  end
end

describe("a game in a page", function()
  it("is drawn at every ply as tesela draws it", function()
    for _, name in ipairs { "mixtour", "losetas" } do
      for seed = 1, support.times(3, 1) do check_game(tesela.rules(name), seed) end
    end
    for _, options in ipairs { { "blokus", { players = 4 } }, { "blokus", { players = 2 } },
      { "blokus", { players = 3 } }, { "blokus", { variant = "duo", players = 2 } },
      { "qwirkle", { players = 2 } }, { "qwirkle", { players = 3 } },
      { "qwirkle", { players = 4 } } } do
      check_game(tesela.rules(table.unpack(options)), 5, nil, support.times(30, 6))
    end
  end)

  it("is drawn so if the game is written in Lua", function()
    for _, name in ipairs(support.own_games or { "connect_four", "hex", "othello", "gomoku" }) do
      check_game(tesela.rules(name), 2, nil, support.times(40, 6))
    end
  end)

  it("has a board in words", function()
    local book = replay.book()
    book:game(tesela.rules("mixtour"):start(1):play("b2"):play("c3"):record(), { "b2", "c3" })
    local found, names = book:contents(), {}
    for _, name in pairs(found.names) do names[name] = true end
    assert.is_true(names.b2 and names.c3)
    local looks = table.concat(found.looks, ";")
    assert.is_truthy(looks:find("white disc", 1, true))
    assert.is_truthy(looks:find("red disc", 1, true))
  end)
end)

-- ---- pages ----------------------------------------------------------------------

local function report(...)
  local out, why, status = support.tesela("report", ...)
  assert.equal("", why)
  assert.equal(0, status)
  return out
end

-- The blocks of a page by id.
local function blocks(page)
  local found = {}
  for id, letters in page:gmatch '<script type="text/plain" id="([^"]+)">([%w+/=]*)</script>' do
    found[id] = unpacked(letters)
  end
  return found
end

local function play(definition)
  local path = support.file(nil, ".jsonl")
  tesela.tournament(definition, { file = path })
  return path
end

-- Writes other texts into the last line of a file.
local function rewritten(path, f)
  local lines = support.lines(support.read(path))
  local record = f(lines[#lines])
  lines[#lines] = record
  return support.file(table.concat(lines, "\n") .. "\n", ".jsonl")
end

local HOSTILE = "</script><script>alert(1)</script><!--\1\27[2J\u{202e}&\"'"

describe("a page", function()
  local path

  setup(function()
    path = play { name = "Cup " .. HOSTILE, rules = "mixtour", seed = 3, games = 6,
      bots = { { name = "one" .. HOSTILE, bot = "random" },
        { name = "</script><b>x" .. HOSTILE, bot = "random" },
        { name = "greedy & 'co'" .. HOSTILE, bot = "greedy" } } }
  end)

  it("names the hashes of its scripts and its style, as the system finds them", function()
    local page = report(path, "-f", "html")
    local policy = page:match 'Content%-Security%-Policy" content="([^"]*)"'
    local texts = { page:match "<style>(.-)</style>" }
    for script in page:gmatch "<script>(.-)</script>" do texts[#texts + 1] = script end
    assert.equal(4, #texts)
    for _, text in ipairs(texts) do
      local file = support.quote(support.file(text))
      local hash = support.shell("sha256sum <" .. file):match "^%x+":gsub("%x%x", function(byte)
        return string.char(tonumber(byte, 16))
      end)
      assert.is_truthy(policy:find("'sha256-" .. packed.base64(hash) .. "'", 1, true))
    end
    local _, sources = policy:gsub("sha256%-", "")
    assert.equal(4, sources)
    assert.is_truthy(policy:find("default-src 'none'", 1, true))
    assert.is_nil(policy:find("unsafe", 1, true))
  end)

  it("asks no one for anything", function()
    local page = report(path, "-f", "html"):gsub('xmlns="[^"]*"', "")
    assert.is_nil(page:find "https?:")
    assert.is_nil(page:find "%ssrc=")
    assert.is_nil(page:find "<link")
    assert.is_nil(page:find "%sstyle=")
    assert.is_nil(page:find "%son%l+=")
  end)

  it("lets no text of others be more than a text", function()
    local hostile = rewritten(path, function(line)
      local message = tesela.encode("oh " .. HOSTILE)
      line = line:gsub('"reason":"[^"]*"', function()
        return '"reason":"error","message":' .. message
      end)
      return (line:gsub(',"pair":', function()
        local notes = {}
        for ply = 0, 3 do
          notes[#notes + 1] = (',"note %d":'):format(ply) .. tesela.encode("note " .. HOSTILE)
        end
        return table.concat(notes) .. ',"pair":'
      end))
    end)
    local page = report(hostile, "-f", "html")
    page = page:gsub("^<!DOCTYPE html>\n<!%-%-[^\n]*%-%->\n", "", 1)
    assert.is_nil(page:find("<!--", 1, true))
    local _, opened = page:gsub("<script", "")
    local _, closed = page:gsub("</script>", "")
    local found, count = blocks(page), 3
    for _ in pairs(found) do count = count + 1 end
    assert.equal(count, opened)
    assert.equal(count, closed)
    assert.is_nil(page:find "[\0-\9\11-\31\127]")
    assert.is_nil(page:find("\u{202e}", 1, true))
    assert.is_nil(page:find("alert(1)</script>", 1, true))
    assert.is_nil(page:find("<b>x", 1, true))
    for _, name in ipairs { "Cup ", "one", "&lt;/script&gt;&lt;b&gt;x", "greedy &amp; 'co'" } do
      assert.is_truthy(page:find(name .. "&lt;/script&gt;&lt;scr", 1, true), name)
    end
    assert.is_truthy(page:find("Lost by a fault: 1 game", 1, true))
    for id, text in pairs(found) do
      local head = text:match "^[^\n]*"
      assert.is_nil(head:find "%c", id)
      assert.is_nil(head:find("\u{202e}", 1, true))
    end
    local details = tesela.decode((found["games-0"]:match "^[^\n]*")).games
    local seen = 0
    for _, detail in ipairs(details) do
      if detail.message then
        seen = seen + 1
        assert.is_truthy(detail.message:find("oh </script>", 1, true))
        for ply = 0, 3 do
          assert.is_truthy(detail.notes[tostring(ply)]:find("note </script>", 1, true))
        end
      end
    end
    assert.equal(1, seen)
  end)

  it("has all games in its list, and what each needs", function()
    local found = blocks(report(path, "-f", "html"))
    local index = tesela.decode(found.index)
    assert.equal(1, index.lists)
    local rows = tesela.decode(found["list-0"])
    assert.equal(18, #rows)
    assert.equal(18, index.replayed)
    local head, bytes = found["games-0"]:match "^([^\n]*)\n(.*)$"
    local details, texts, at = tesela.decode(head), {}, 1
    for i, length in ipairs(details.lengths) do
      texts[i], at = bytes:sub(at, at + length - 1), at + length
    end
    assert.equal(#bytes + 1, at)
    local draw, ended = drawer(tesela.decode(found.book), texts)
    for i, detail in ipairs(details.games) do
      assert.equal(rows[i][6], #detail.moves)
      assert.equal(#detail.moves, #draw(#detail.moves))
    end
    assert.is_true(ended())
  end)

  it("has as many games to replay as are asked for", function()
    local found = blocks(report(path, "-f", "html", "--games", "2"))
    assert.equal(18, #tesela.decode(found["list-0"]))
    assert.equal(2, #tesela.decode((found["games-0"]:match "^[^\n]*")).games)
    found = blocks(report(path, "-f", "html", "--no-games"))
    assert.equal(0, tesela.decode(found.index).replayed)
    assert.is_nil(found.book)
  end)

  it("is written if it is asked for, but not over something else", function()
    local out = support.file(nil, ".html")
    assert.equal("", report(path, "-f", "html", "-o", out))
    assert.equal(report(path, "-f", "html"), support.read(out))
    assert.equal("", report(path, "-f", "html", "-o", out))
    local other = support.file "mine\n"
    local _, why, status = support.tesela("report", path, "-f", "html", "-o", other)
    assert.equal(1, status)
    assert.is_truthy(why:find("it exists, and is not a page of games", 1, true))
    assert.equal("mine\n", support.read(other))
  end)

  it("goes with nothing that is not of a page", function()
    for _, case in ipairs { { "-o", "x.html", "--out: expected -f html with it" },
      { "--games", "3", "--games: expected -f html with it" },
      { "--no-games", "--no-games: expected -f html with it" },
      { "-f", "html", "--ratings", "-f html: a page shows one whole tournament; not with "
        .. "--ratings, --compare or --game" } } do
      local words = table.move(case, 1, #case - 1, 1, {})
      local _, why, status = support.tesela("report", path, table.unpack(words))
      assert.equal(2, status)
      assert.is_truthy(why:find(case[#case], 1, true), why)
    end
  end)
end)

describe("the list of many games", function()
  it("is packed in blocks while they are added", function()
    local games = require "tesela.report_pages.page_games"
    local page, found = games.new({ "one", "two" }, nil, 0), {}
    for number = 1, 5001 do
      page:add { number = number, players = { 1, 2 }, places = { 1, 2 }, scores = { 1, 0 },
        reason = "stuck", plies = number % 9 }
    end
    for _, block in ipairs(page:data()) do found[block.id] = unpacked(block.text) end
    assert.equal(2, tesela.decode(found.index).lists)
    assert.equal(5000, #tesela.decode(found["list-0"]))
    assert.same({ { 5001, { 0, 1 }, { 1, 2 }, { 1, 0 }, 0, 6 } },
      tesela.decode(found["list-1"]))
  end)
end)

describe("pages of other commands", function()
  local function run(folder, ...)
    local words = { support.quote(support.program) }
    for _, word in ipairs { ... } do words[#words + 1] = support.quote(word) end
    local out, why, status = support.shell(("cd %s && %s </dev/null"):format(
      support.quote(folder.path), table.concat(words, " ")))
    assert.equal(0, status, why)
    return out
  end

  it("show an analysis with the chances in its games", function()
    local path = play { rules = "tictactoe", bots = { "random", "greedy" }, games = 2, seed = 4 }
    local page = run(support.folder(), "analyse", path, "--iterations", "20", "-w", "1", "-f",
      "html")
    assert.is_truthy(page:find("<h1>Analysis: 2 games</h1>", 1, true))
    assert.is_truthy(page:match '<a href="#g1">1</a></th><td[^>]*>Move %d+, ')
    local found = blocks(page)
    for _, detail in ipairs(tesela.decode((found["games-0"]:match "^[^\n]*")).games) do
      assert.equal(#detail.moves + 1, #detail.chances)
      assert.equal(2, #detail.chances[1])
    end
  end)

  it("let no text of others be more than a text", function()
    local state = tesela.rules "tictactoe":start():play "a1":play "b2":play "a2":play "b1"
      :play "a3"
    local folder = support.folder()
    folder:write("game.jsonl", state:record { players = { HOSTILE, "two" .. HOSTILE },
      notes = { [1] = HOSTILE, [3] = "n" .. HOSTILE } } .. "\n")
    local page = run(folder, "analyse", "game.jsonl", "--iterations", "20", "-w", "1", "-f", "html")
    page = page:gsub("^<!DOCTYPE html>\n<!%-%-[^\n]*%-%->\n", "", 1)
    assert.is_nil(page:find("<!--", 1, true))
    assert.is_nil(page:find "[\0-\9\11-\31\127]")
    assert.is_nil(page:find("\u{202e}", 1, true))
    assert.is_nil(page:find("alert(1)</script>", 1, true))
    assert.is_truthy(page:find("two&lt;/script&gt;", 1, true))
    for id, text in pairs(blocks(page)) do
      assert.is_nil(text:match "^[^\n]*":find "%c", id)
    end
  end)

  it("show a measure, each figure with its interval, without any script", function()
    local folder = support.folder()
    local page = run(folder, "measure", "tictactoe", "-n", "4", "--iterations", "5", "--doublings",
      "0", "--looked", "0", "-w", "1", "-o", "m.jsonl", "-f", "html")
    local result = tesela.decode(run(folder, "measure", "tictactoe", "-n", "4", "--iterations",
      "5", "--doublings", "0", "--looked", "0", "-w", "1", "-o", "m.jsonl", "-f", "json"))
    local _, pictures = page:gsub('<svg class="bar"', "")
    local estimates = 0
    for _, figure in ipairs(result.figures) do
      estimates = estimates + (figure.columns[1] and 1 or 0)
      assert.is_truthy(page:find(html.text(figure.group .. ": " .. figure.name), 1, true))
    end
    assert.is_true(estimates > 3)
    assert.equal(estimates, pictures)
    assert.is_nil(page:find "<script")
    assert.is_truthy(page:find("script-src 'none'", 1, true))
  end)
end)

describe("what a page takes", function()
  local function size(definition)
    local path = play(definition)
    local page, records, games = report(path, "-f", "html"), 0, 0
    for _, line in ipairs(support.lines(support.read(path))) do
      if line:find('"moves":', 1, true) then records, games = records + #line + 1, games + 1 end
    end
    local taken = 0
    for id, letters in page:gmatch '<script type="text/plain" id="([^"]+)">([%w+/=]*)<' do
      if id ~= "book" then taken = taken + #letters end
    end
    return (taken - records) // games, taken // games
  end

  it("is at most 400 bytes a game beyond its record", function()
    for _, case in ipairs { { "mixtour", 2 }, { "losetas", 2 }, { "blokus", 4 },
      { "qwirkle", 2 }, { "qwirkle", 3, { players = 3 } }, { "qwirkle", 4, { players = 4 } } } do
      local bots = {}
      for i = 1, case[2] do bots[i] = { name = "random " .. i, bot = "random" } end
      local beyond, whole = size { rules = case[1], bots = bots, options = case[3],
        games = 4 * case[2], seed = 2 }
      assert.is_true(beyond <= 400, ("%s: %d, %d"):format(case[1], beyond, whole))
    end
  end)
end)
