-- The tour of the source in CONTRIBUTING.md: each function is defined in the file that
-- its row names.

local support = require "support"

-- Is there a definition: in C a line that begins with a type, in Lua `function NAME(`?
local function defines(file, text, name)
  local word = name:gsub("%p", "%%%0")
  if file:match "%.lua$" then
    return text:find("\nfunction " .. word .. "%(")
      or text:find("\nlocal function " .. word .. "%(")
  end
  return ("\n" .. text):find("\n[%a_][%w_ *]*[ *]" .. word .. "%([^;]-%) {")
end

describe("the tour of the source", function()
  it("names functions where they are", function()
    local root = os.getenv "TESELA_ROOT"
    local text = support.read(root .. "/CONTRIBUTING.md")
    local tour = text:match "\n## A tour of the source\n(.-)\n## "
    local rows = 0
    for file, name in tour:gmatch "\n| `([^`]+)` | `([^`]+)` |" do
      rows = rows + 1
      assert.is_truthy(defines(file, support.read(root .. "/" .. file), name), file .. ": " .. name)
    end
    assert.is_true(rows >= 20, "rows of the tour: " .. rows)
  end)
end)
