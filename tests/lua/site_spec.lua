-- The manual as a site: its links lead somewhere, it says what help says, its search
-- finds, and every function of the module has an example that runs.

local tesela = require "tesela"
local annotations = require "tesela.manual.annotations"
local cli = require "tesela.cli.cli"
local folders = require "tesela.folder"
local help = require "tesela.manual.help"
local links = require "tesela.manual.links"
local pages = require "tesela.manual.pages"
local reference = require "tesela.manual.reference"
local site = require "tesela.manual.site"
local support = require "support"

local files = site.files()
local known = annotations.load()

teardown(support.clean)

-- Visits the pages in the order of their names.
local function each_page(visit)
  local names = {}
  for name in pairs(files) do
    if name:find "%.html$" then names[#names + 1] = name end
  end
  table.sort(names)
  for _, name in ipairs(names) do visit(name, files[name]) end
end

-- The page and, where the address has one, the heading or the item in it.
local function exists(address, from)
  local name, id = address:match "^([^#]*)#?(.*)$"
  local text = files[name == "" and from or name]
  return text ~= nil and (id == "" or text:find((' id="%s"'):format(id), 1, true) ~= nil)
end

-- Text with single blanks between its words, and the same without marks.
local function single(words) return words:gsub("%s+", " "):match "^ ?(.-) ?$" end

local function plain(words) return single(pages.plain(words)) end

local function body(name) return site.words(files[name]:match "<main>(.*)</main>") end

-- All functions of the module and methods: an entry, and its heading.
local function each_function(visit)
  for _, entry in ipairs(known.functions) do visit(entry, "reference.html", entry.name) end
  for _, class in ipairs(known.classes) do
    for _, entry in ipairs(class.methods) do
      visit(entry, "reference.html", class.name .. "." .. entry.name)
    end
  end
end

-- What stands below a heading, up to the next one.
local function part(name, id)
  local _, last = files[name]:find((' id="%s">'):format(id), 1, true)
  local text = files[name]:sub(last + 1)
  return site.words(text:match '^(.-)<h%d id=' or text:match "^(.-)</main>")
end

local function has(text, words, what)
  local found = text:gsub("`", ""):find(single((words:gsub("`", ""))), 1, true)
  assert.is_truthy(found, ("%s: %s"):format(what, words))
end

describe("the manual as a site", function()
  it("has no dead link", function()
    local count = 0
    each_page(function(name, text)
      for address in text:gmatch '[ ]%f[%l]%l+="([^"]*)"' do
        assert.is_nil(address:find "://", address)
      end
      for kind, address in text:gmatch '(%l+)="([^"]*)"' do
        if kind == "href" or kind == "src" then
          assert.is_true(exists(address, name), ("%s: %s"):format(name, address))
          count = count + 1
        end
      end
    end)
    assert.is_true(count > 1000)
  end)

  it("leads to every page and every picture", function()
    local reached = { ["index.html"] = true, ["index.js"] = true }
    each_page(function(_, text)
      for address in text:gmatch '"([^"#]*)' do reached[address] = true end
    end)
    for name in pairs(files) do assert.is_true(reached[name], name) end
  end)

  it("knows where everything is that help can be asked about", function()
    for _, topic in ipairs(help.topics()) do
      local address = links.topic(topic)
      assert.is_truthy(address and exists(address), topic)
    end
    assert.is_nil(links.topic "zz9")
    assert.is_nil(links.code("tesela zz9", ""))
    assert.equal("trust.html", links.code("tesela help trust", ""))
    assert.equal("reference.html#State.play", links.code("s:play(move)", ""))
    assert.equal("reference.html#Budget", links.code("budget.seconds", ""))
  end)

  it("is HTML: elements end where they should, and ids are there once", function()
    local empty = { meta = true, link = true, input = true, img = true }
    each_page(function(name, text)
      local open, ids = {}, {}
      for ends, tag, attributes in text:gmatch "<(/?)(%l[%w]*)([^>]*)>" do
        if ends == "/" then
          assert.equal(table.remove(open), tag, name)
        elseif not empty[tag] then
          open[#open + 1] = tag
        end
        local id = attributes:match ' id="([^"]*)"'
        assert.is_nil(id and ids[id], ("%s: %s twice"):format(name, id))
        if id then ids[id] = true end
      end
      assert.same({}, open)
      assert.is_nil(text:gsub("&%l+;", ""):find "&", name)
    end)
  end)

  it("has the pages of the manual, word by word", function()
    for _, name in ipairs(pages.names()) do
      local text, at = body(name .. ".html"), 1
      local function next_words(words, as)
        local _, last = text:find((as or plain)(words), at, true)
        assert.is_truthy(last, ("%s: %s"):format(name, words))
        at = last + 1
      end
      for _, block in ipairs(pages.blocks(name)) do
        if block.kind == "code" then -- is as it is
          next_words(block.text, single)
        elseif block.kind == "table" then
          for _, row in ipairs(block.rows) do next_words(table.concat(row, " ")) end
        else
          next_words(block.text)
        end
      end
    end
  end)

  it("has every function as help explains it", function()
    each_function(function(entry, name, id)
      local text = part(name, id)
      assert.equal(1, text:find(reference.signature(entry), 1, true), id)
      local told = single(help.text((id:gsub("^(%u%w*)%.", function(class)
        return reference.variable(class) .. ":"
      end))))
      local function both(words)
        has(text, words, id)
        has(told, words, id)
      end
      both(entry.doc)
      assert.is_truthy(text:find(single(entry.example), 1, true), id)
      for _, list in ipairs { entry.params, entry.returns } do
        for _, item in ipairs(list) do
          both(("%s: %s"):format(reference.item_name(item), item.type))
          both(item.doc)
        end
      end
    end)
  end)

  it("has all fields of tables and classes", function()
    for _, class in ipairs(known.classes) do
      if class.name ~= "tesela" then
        local name, id = links.named(class.name):match "^(.-)#(.*)$"
        local text = part(name, id)
        has(text, class.doc, id)
        for _, field in ipairs(class.fields) do has(text, field.doc, id) end
      end
    end
  end)

  it("has every command with its options, and every game with a picture", function()
    for _, name in ipairs(cli.names()) do
      local text = part("commands.html", name)
      local told = cli.parser(name):get_help():match "\n\n(.*)$"
      for _, argument in ipairs(cli.parser(name)._arguments) do
        has(text, argument:_get_description(), name)
      end
      told = told:gsub("Arguments:.-\n\n", ""):gsub("Options:\n[^\n]*", "")
      for word in told:gmatch "%S+" do has(text, word, name) end
    end
    for _, name in ipairs(tesela.games()) do
      local game, text = tesela.game(name), part("games.html", name)
      has(text, game.title, name)
      has(text, game.summary, name)
      for _, option in ipairs(game.options) do has(text, option.doc, name) end
      assert.matches("^<svg .*</svg>", files[name .. ".svg"])
      assert.is_truthy(files["games.html"]:find(('src="%s.svg"'):format(name), 1, true))
    end
  end)
end)

describe("the search of the site", function()
  local installed = os.execute "command -v duk >/dev/null 2>&1"

  -- The addresses that are found, the best first.
  local function found(query)
    local path = support.file(table.concat {
      files["index.js"], files["search.js"],
      ("find(INDEX, %s).forEach(function (entry) { print(entry[0]); });\n")
        :format(tesela.encode(query)),
    }, ".js")
    local out, err, status = support.shell("duk " .. support.quote(path))
    assert.same({ "", 0 }, { err, status })
    return support.lines(out)
  end

  it("has all that can be read in its index", function()
    local index = tesela.decode(files["index.js"]:match "INDEX = (.*);\n$")
    local texts = {}
    for _, entry in ipairs(index) do
      assert.is_true(exists(entry[1]), entry[1])
      local name = entry[1]:match "^[^#]*"
      texts[name] = (texts[name] or "") .. (entry[1]:find "#" and entry[2] or "") .. entry[4]
    end
    each_page(function(name)
      assert.equal((body(name):gsub(" ", "")), (texts[name]:gsub(" ", "")))
    end)
  end)

  it("finds functions, options and words, those in headings first", function()
    if not installed then return end
    assert.equal("reference.html#match", found("tesela.match")[1])
    assert.equal("reference.html#State.perft", found("s:perft")[1])
    assert.equal("trust.html", found("What to TRUST")[1])
    assert.is_true(#found "win_score" > 3)
    assert.same({ {}, {} }, { found "", found "zz9 mixtour" })
  end)
end)

describe("tesela man --html", function()
  it("writes it into a folder, again over itself, and over nothing else", function()
    local folder = support.folder().path
    for _ = 1, 2 do
      local out, err, status = support.tesela("man", "--html", folder)
      assert.same({ "", 0 }, { out, status })
      assert.matches("/index.html: the manual, in %d+ files\n", err)
    end
    for name, text in pairs(files) do
      assert.equal(text, support.read(folder .. "/" .. name))
    end
    local path = folder .. "/bots.html"
    local file <close> = assert(io.open(path, "w"))
    assert(file:write "<!DOCTYPE html>\n<p>Mine.\n")
    file:close()
    local _, why, code = support.tesela("man", "--html", folder)
    assert.same({ 1, ("tesela man: --html %s: it exists, and is not a page of the manual\n")
      :format(path) }, { code, why })
  end)

  it("writes nothing if one of its files is another's", function()
    local folder = support.folder().path
    local file <close> = assert(io.open(folder .. "/trust.html", "w"))
    assert(file:write "<!DOCTYPE html>\n<p>Mine.\n")
    file:close()
    local _, _, code = support.tesela("man", "--html", folder)
    assert.equal(1, code)
    assert.same({ "trust.html" }, folders.list(folder))
  end)

  it("wants a folder that is there, and no section", function()
    local _, why, code = support.tesela("man", "--html", "/no/such")
    assert.equal(1, code)
    assert.matches("^tesela man: %-%-html /no/such/[%w.]+: No such file or directory\n$", why)
    _, why, code = support.tesela("man", "3", "--html", "/tmp")
    assert.same({ 2, "tesela man: --html: cannot be combined with a section\n" }, { code, why })
  end)
end)

-- ---- the examples of functions ------------------------------------------------------

-- What an example says that it prints, as lines without blanks at their ends.
local function expected(example)
  local list = {}
  for line in example:gmatch "%-%-> ?([^\n]*)" do list[#list + 1] = (line:gsub("%s+$", "")) end
  return list
end

-- The lines of a text likewise, without empty ones at the end.
local function printed(text)
  local list = support.lines(text:gsub("%s+$", "") .. "\n")
  for i, line in ipairs(list) do list[i] = line:gsub("%s+$", "") end
  return list
end

describe("the examples of functions", function()
  -- All run in one program, each with globals of its own, in a folder of their own.
  local names, script = {}, { [[
    local tesela = require "tesela"
    local function run(name, text)
      io.write("\1", name, "\n")
      local globals = setmetatable({ tesela = tesela }, { __index = _G })
      assert(load(text, "=" .. name, "t", globals))()
    end
  ]] }
  each_function(function(entry, _, id)
    names[#names + 1] = id
    names[id] = entry.example
    script[#script + 1] = ("run(%q, %q)\n"):format(id, entry.example or "")
  end)

  it("are there for each, and use it", function()
    for _, id in ipairs(names) do
      assert.is_truthy(names[id], id .. " has no example")
      assert.is_true(#expected(names[id]) > 0, id .. ": what does it print?")
      local name = id:match "[%w_]+$"
      assert.is_truthy(names[id]:find(id:find "%." and ":" .. name or "tesela." .. name, 1,
        true), id)
    end
  end)

  it("print what they say", function()
    local folder = support.folder().path
    local path = support.file(table.concat(script))
    local out, err, status = support.shell(("cd %s && %s %s </dev/null"):format(
      support.quote(folder), support.quote(support.program), support.quote(path)))
    assert.same({ "", 0 }, { err, status })
    local seen = {}
    for name, text in out:gmatch "\1([^\n]*)\n([^\1]*)" do
      local said, found = expected(names[name]), printed(text)
      if said[#said] == "..." then
        said[#said] = nil
        found = table.move(found, 1, #said, 1, {})
      end
      assert.same(said, found, name)
      seen[name] = true
    end
    for _, id in ipairs(names) do assert.is_true(seen[id], id) end
  end)
end)
