-- Words that plain English does without: no text of these rooms contains one. A room is a
-- pattern of paths; add a line for each further one. Comments, messages and pages count
-- alike, because people read all of them.

local cli = require "tesela.cli.cli"
local support = require "support"

local ROOMS = {
  "README.md",
  "CONTRIBUTING.md",
  "scripts/pages/*.md",
  "scripts/commands/*.lua",
  "scripts/games/*.lua",
  "scripts/bots/*.lua",
  "scripts/templates/*",
  "scripts/tesela/*.lua",
  "scripts/tesela/*/*.lua",
  "scripts/tesela/*/*/*.lua",
  "scripts/browser/*.js",
  "scripts/browser/index.html",
  "scripts/web/*",
  "bindings/tesela.lua",
  "bindings/*.[ch]",
  "bindings/*/*.[ch]",
  "bindings/*/*/*.[ch]",
  "core/*.h",
  "core/*/*.[ch]",
  "core/*/*/*.[ch]",
  "repl/*.[ch]",
  "repl/*/*",
}

-- In small letters, with single spaces; a word of them may end otherwise.
local NEVER = { "nobody", "somebody", "whoever", "so many", "who is to move", "is told",
  "are told", "as it comes" }

-- The words that a text contains.
local function found_in(text)
  local words = " " .. text:lower():gsub("%-%-", " "):gsub("[%s\"'.*]+", " ")
  local found = {}
  for _, each in ipairs(NEVER) do
    if words:find("%f[%a]" .. each .. "%f[%A]") then found[#found + 1] = each end
  end
  return found
end

describe("plain English", function()
  it("is noticed if it is missing", function()
    assert.same({ "nobody", "is told" },
      found_in 'local why = "Nobody is "\n  -- told:'  )
    assert.same({}, found_in "This is toldable; nobodys, whoeverest.")
  end)

  for _, room in ipairs(ROOMS) do
    it("has no other words in " .. room, function()
      local paths = support.shell(("cd %s && ls %s"):format(support.quote(support.root), room))
      assert.is_truthy(paths:find "%S", "no file: " .. room)
      for path in paths:gmatch "%S+" do
        assert.same({}, found_in(support.read(support.root .. "/" .. path)), path)
      end
    end)
  end

  it("is the language of the help of commands", function()
    for _, name in ipairs(cli.names()) do
      assert.same({}, found_in(cli.parser(name):get_help()), name)
    end
  end)
end)
