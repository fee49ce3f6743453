-- tesela man [SECTION]: the manual pages, which the build installs as tesela(1)
-- and tesela(3); with --html the whole manual as a site.

local cli = require "tesela.cli.cli"
local manual = require "tesela.manual.man_pages"
local output = require "tesela.base.output"
local site = require "tesela.manual.site"
local tables = require "tesela.base.tables"

-- The kinds of files, by extension.
local kinds = { html = output.SITE, svg = output.PICTURE, css = output.STYLE,
  js = output.SCRIPT }

-- Writes all files, or none if one of them would overwrite a foreign file.
local function write_site(folder)
  local files = site.files()
  local names = tables.keys(files)
  for _, put in ipairs { output.check, output.write } do
    for _, name in ipairs(names) do
      local path = folder .. "/" .. name
      local ok, why = put(path, kinds[name:match "%w+$"], files[name])
      if not ok then cli.fail(1, "--html %s: %s", path, why) end
    end
  end
  cli.tell("%s/index.html: the manual, in %d files", folder, #names)
end

return {
  summary = "Print a manual page, or write the manual as a web site.",
  configure = function(parser)
    parser:argument("section", "1 (the program, the default) or 3 (the Lua module).")
      :choices({ "1", "3" }):args("?")
    parser:mutex(
      parser:option("-o --out", "Write to a file."):argname("FILE"),
      parser:option("--html", "Write the whole manual into this folder as a web site with "
        .. "pictures and search."):argname("DIR"))
  end,
  run = function(args)
    if args.html and args.section then cli.fail(2, "--html: cannot be combined with a section") end
    if args.html then return write_site(args.html) end
    local text = manual.text(tonumber(args.section or 1))
    if not args.out then return cli.write(text) end
    local ok, why = output.write(args.out, output.MANUAL, text)
    if not ok then cli.fail(1, "--out %s: %s", args.out, why) end
  end,
}
