-- Runs every example of the README:
--   ```console  "$ command", then what it prints (stdout and stderr)
--   ```repl     "> line" typed into a session, then what it shows
--   ```lua      a script; "--> text" comments are what it prints, in order; if
--               it begins with "-- name.lua" it is a file for later examples
--   ```c        "/* name.c */": compiled against the core; "/* n */" behind
--               the printf is what it prints
-- Commands run in a new folder with the program on the PATH. And the table of
-- options of a game in C must be what the game's own table says.

local tesela = require "tesela"

local program = assert(os.getenv "TESELA", "TESELA names the program")
local root = assert(os.getenv "TESELA_ROOT", "TESELA_ROOT names the checkout")

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "w"))
  assert(file:write(text))
  file:close()
end

local function run(command, folder)
  local pipe = assert(io.popen(("cd '%s' && PATH='%s':$PATH && { %s\n} 2>&1")
    :format(folder, program:match "^(.*)/", command)))
  local text = pipe:read "a"
  pipe:close()
  return text
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  assert(os.execute(("mkdir '%s'"):format(folder)))
  return folder
end

local readme = read(root .. "/README.md")

local function blocks(kind)
  local list = {}
  for language, text in readme:gmatch "\n```(%a*)\n(.-\n)```" do
    if language == kind then list[#list + 1] = text end
  end
  return list
end

-- Pairs of an input (lines that begin with the prompt) and its output.
local function exchanges(text, prompt)
  local list = {}
  for line in text:gmatch "([^\n]*)\n" do
    if line:sub(1, #prompt) == prompt then
      list[#list + 1] = { input = line:sub(#prompt + 1), output = "" }
    elseif line:sub(1, 3) == ">> " then -- a statement goes on
      list[#list].input = list[#list].input .. "\n" .. line:sub(4)
    else
      list[#list].output = list[#list].output .. line .. "\n"
    end
  end
  return list
end

describe("the README", function()
  local folder = new_folder()

  teardown(function() os.execute(("rm -rf '%s'"):format(folder)) end)

  it("has examples of each kind", function()
    for _, kind in ipairs { "console", "repl", "lua", "c" } do
      assert.is_true(#blocks(kind) > 0, kind)
    end
  end)

  for i, text in ipairs(blocks "lua") do
    it("runs Lua example " .. i, function()
      local name = text:match "^%-%- ([%w_]+%.lua)\n"
      write(folder .. "/" .. (name or "example.lua"), text)
      if name then return end
      local expected = {}
      for line in text:gmatch "%-%-> ([^\n]*)\n" do expected[#expected + 1] = line end
      assert.is_true(#expected > 0, "no expected output")
      assert.equal(table.concat(expected, "\n") .. "\n",
        run("tesela example.lua", folder))
    end)
  end

  for i, text in ipairs(blocks "console") do
    for _, each in ipairs(exchanges(text, "$ ")) do
      it(("runs console example %d: %s"):format(i, each.input), function()
        local output = run(each.input, folder)
        -- What goes to stderr beside the result is not shown.
        output = output:gsub("games: [^\n]*\n", "")
        assert.equal(each.output, (output:gsub("([^\n])$", "%1\n")))
      end)
    end
  end

  for i, text in ipairs(blocks "repl") do
    it("runs session " .. i, function()
      local typed, expected = {}, {}
      for _, each in ipairs(exchanges(text, "> ")) do
        typed[#typed + 1] = each.input
        expected[#expected + 1] = each.output
      end
      write(folder .. "/session", table.concat(typed, "\n") .. "\n")
      local output = run("tesela -i <session", folder)
      -- A traceback follows the message of an error.
      output = output:gsub("stack traceback:\n[^\n]*\n", ""):gsub("\t[^\n]*\n", function(line)
        return line:match "^\t%.%.%.?" or line:match "^\t%S+: in " and "" or nil
      end)
      assert.equal(table.concat(expected), output)
    end)
  end

  for i, text in ipairs(blocks "c") do
    it("compiles C example " .. i, function()
      local name = text:match "^/%* ([%w_]+%.c) %*/"
      write(folder .. "/" .. name, text)
      local expected = text:match "printf[^\n]*/%* (%d+) %*/"
      local libraries = program:match "^(.*)/bin/" .. "/lib"
      local flags = os.getenv "TESELA_SANITIZED" == "1"
        and "-fsanitize=address,undefined" or ""
      assert.equal(expected .. "\n", run(
        ("cc %s -I'%s/core' %s '%s/libtesela.a' -lcjson -lm -o count && ./count")
        :format(flags, root, name, libraries), folder))
    end)
  end

  local function is_in_c(game) return tesela.game(game).source == nil end

  for _, game in ipairs(tesela.games()) do
    it("has the table of options of " .. game .. ", if it is in C", function()
      for _, option in ipairs(is_in_c(game) and tesela.game(game).options or {}) do
        local default = option.default
        if type(default) == "table" then default = table.concat(default, ",") end
        local row = ("| %s | %s | %s | %s |\n"):format(option.name,
          default, option.range:gsub("|", "\\|"), option.doc)
        assert.is_truthy(readme:find(row, 1, true), row)
      end
    end)
  end
end)
