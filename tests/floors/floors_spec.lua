-- The test of the test: a small house that is sound, and what is told when one
-- of its files is another one.

local support = require "support"
package.path = support.root .. "/tests/floors/?.lua;" .. package.path
local house = require "house"
local laws = require "laws"

local FLOORS = [[
core
  headers  tesela_game
  base     base/*
  runtime  runtime/*
  dots     games/dots/*
  + lines
           games/lines/*
bindings
  all      *
scripts
  library  tesela/*
  games    games/* # not the module of that name
outside tesela tesela.box
]]

local SOUND = {
  ["core/tesela_game.h"] = [[
    typedef struct tes_insight { int (*guess)(int); } tes_insight;
    struct tes_game { int (*moves)(int); int (*apply)(int); const tes_insight *insight; };
    struct tes_rules { const struct tes_game *game; };]],
  ["core/base/rng.h"] = "int rng(void);",
  ["core/base/rng.c"] = '#include "rng.h"\nint rng(void) { return 1; }',
  ["core/runtime/state.c"] = [[
    #include "../tesela_game.h"
    #include "base/rng.h"
    int state(const struct tes_game *game) { return game->moves(rng()); }]],
  ["core/games/dots/dots.h"] = '#include "tesela_game.h"\nint dots_moves(int);',
  ["core/games/dots/rules.c"] = '#include "dots.h"\nint dots_moves(int n) { return n; }',
  ["core/games/dots/dots.c"] = [[
    #include "dots.h" /* names the vtable's ->moves(, as "->apply(" below */
    const char *text = "rules->game->apply('x')";
    const struct tes_game dots = {.moves = dots_moves, .apply = dots_moves};]],
  ["core/games/lines/lines.c"] = "int lines;",
  ["bindings/lt.c"] = "int rng(void); int lua_gettop(int); int lt; int f(void)"
    .. "{ return rng() + lua_gettop(1); }",
  ["scripts/tesela/library.lua"] = 'return { play = "tesela.play" } -- require "x"',
  ["scripts/tesela/play.lua"] = 'return { play = function() return require "tesela.box" end }',
  ["scripts/games/hex.lua"] = 'local tesela = require "tesela"\nreturn tesela.play()',
}

local function run(command, ...) assert(os.execute(command:format(...))) end

-- Writes files into a house and compiles those in C.
local function put(root, files)
  local commands = { "set -e; cd " .. root }
  for path, text in pairs(files) do
    local object = "build/CMakeFiles/all.dir/" .. path .. ".o"
    run("cd %s && mkdir -p $(dirname %s %s)", root, path, object)
    local file <close> = assert(io.open(root .. "/" .. path, "w"))
    file:write(text)
    if path:find "%.c$" then
      commands[#commands + 1] = ("cc -w -c -Icore -Iinclude -o %s %s"):format(object, path)
    end
  end
  run("%s", table.concat(commands, "\n"))
end

local function folder()
  local root = os.tmpname()
  os.remove(root)
  run("mkdir %s", root)
  return root
end

describe("the test of the floors", function()
  local sound
  setup(function()
    sound = folder()
    put(sound, SOUND)
  end)
  teardown(function() run("rm -r %s", sound) end)

  -- What is told of the sound house with some files changed.
  local function told(changed, floors)
    local root = folder()
    run("cp -r %s/* %s", sound, root)
    put(root, changed)
    local found = house.read(root, root .. "/build", floors or FLOORS)
    laws.hold(found)
    run("rm -r %s", root)
    return table.concat(found.problems, "\n")
  end

  it("finds nothing in a sound house", function() assert.equal("", told {}) end)

  it("fails on a circle of symbols within a room", function()
    local text = told {
      ["core/base/rng.c"] = "int seed(void); int rng(void) { return seed(); }",
      ["core/base/seed.c"] = "int rng(void); int seed(void) { return rng(); }",
    }
    assert.equal([[
a circle: core/base/rng.c
    -> core/base/seed.c: seed
    -> core/base/rng.c: rng]], text)
  end)

  it("fails on a circle of includes, which no symbol shows", function()
    local text = told {
      ["core/base/rng.h"] = '#include "bits.h"\nint rng(void);',
      ["core/base/bits.h"] = "int rng(void);",
      ["core/base/bits.c"] = '#include "rng.h"\n',
    }
    assert.matches("-> core/base/bits.c: core/base/rng.h:1 includes bits.h", text, 1, true)
    assert.matches("-> core/base/rng.c: core/base/bits.c:1 includes rng.h", text, 1, true)
  end)

  it("fails on a circle of requires inside functions", function()
    local text = told {
      ["scripts/tesela/play.lua"] = "local tesela\n\nreturn function() tesela.play() "
        .. 'pcall(require, "tesela.show") end',
      ["scripts/tesela/show.lua"] = 'local function f() return tesela.play end return f',
    }
    assert.equal([[
a circle: scripts/tesela/play.lua
    -> scripts/tesela/show.lua: line 3 requires it
    -> scripts/tesela/play.lua: line 1: tesela.play]], text)
  end)

  it("fails on an arrow upwards", function()
    assert.equal("core/base/rng.c (base) uses what is above: "
      .. "core/runtime/state.c (runtime): state",
      told { ["core/base/rng.c"] = "int state(void); int rng(void) { return state(); }",
        ["core/runtime/state.c"] = "int state(void) { return 0; }" })
    assert.equal("core/games/lines/lines.c (lines) uses what is above: "
      .. "bindings/lt.c (all): lt",
      told { ["core/games/lines/lines.c"] = "extern int lt; int g(void) { return lt; }" })
    assert.equal("core/base/rng.c (base) uses what is above: core/runtime/seed.h (runtime): "
      .. "core/base/rng.c:2 includes runtime/seed.h",
      told { ["core/base/rng.c"] = '\n#include "runtime/seed.h"\nint rng(void) { return 1; }',
        ["core/runtime/seed.h"] = "" })
    assert.equal("scripts/tesela/play.lua (library) uses what is above: "
      .. "scripts/games/hex.lua (games): line 1 requires it",
      told { ["scripts/tesela/play.lua"] = 'require("games.hex")',
        ["scripts/games/hex.lua"] = "return 1" })
  end)

  it("fails on an arrow to the room beside", function()
    assert.equal("core/games/lines/lines.c (lines) uses what is beside: "
      .. "core/games/dots/dots.h (dots): core/games/lines/lines.c:1 includes ../dots/dots.h",
      told { ["core/games/lines/lines.c"] = '#include "../dots/dots.h"' })
  end)

  it("fails on core knowing Lua", function()
    assert.equal("core/base/rng.c: core knows Lua: it uses luaL_error",
      told { ["core/base/rng.c"] = "int luaL_error(); int rng(void) { return luaL_error(); }" })
    assert.equal("core/tesela_game.h:1: core knows Lua: it includes lua.h",
      told { ["core/tesela_game.h"] = "#include <lua.h>\n" .. SOUND["core/tesela_game.h"],
        ["include/lua.h"] = "" })
  end)

  it("fails on a second caller", function()
    local function call(text)
      return told { ["bindings/lt.c"] = ('#include "tesela_game.h"\nint lt; int f('
        .. "const struct tes_game *game) {\n return %s; }"):format(text) }
    end
    for text, name in pairs { ["game->moves(1)"] = "moves", ["(*game).apply (1)"] = "apply",
      ["(*game->moves)(1)"] = "moves", ["game->insight\n->guess(1)"] = "guess" } do
      assert.matches(("^bindings/lt.c:%%d: calls %s of a game itself"):format(name), call(text))
    end
    assert.equal("", call "game->moves == 0 || /* game->moves( */ \"->apply(\"[0]")
    assert.equal("", call "((struct { int (*moves)(); } *)game)->moves != 0")
  end)

  it("fails on a game that looks at which game its rules have", function()
    assert.equal("core/games/dots/rules.c:3: reads rules->game, which in a variant is "
      .. "another one", told { ["core/games/dots/rules.c"] = '#include "dots.h"\n'
        .. "int dots_moves(int n) { struct tes_rules *rules = 0;\n"
        .. "return rules->game->moves != 0; }" })
  end)

  it("fails on two definitions of a name", function()
    local rng = "int rng(void) { return 1; }\n"
    local function both(one, other)
      return told { ["core/base/rng.c"] = rng .. one, ["core/base/seed.c"] = "\n" .. other }
    end
    local function expected(name)
      return ("core/base/seed.c:2: defines %s, as core/base/rng.c does: "
        .. "expected one definition of a name"):format(name)
    end
    local body = "static int put(int (*f)(int), int n) { return f(n); }"
    assert.equal(expected "put", both(body, "__attribute__((unused)) " .. body))
    local spot = "struct spot { int x; };"
    assert.equal(expected "spot", both(spot, "typedef struct { int y; } spot;"))
    assert.equal(expected "spot", both("enum spot { HERE };", spot))
    assert.equal("", both("int put(int n);", body))
    assert.equal("", both("#if 1\n" .. body .. "\n#else\n" .. body .. "\n#endif", "int x;"))
    assert.equal("", both(body, "/* int put(int n) { */ struct put_all { int put; };"
      .. " int x(int put) { while (put) { put--; } return put; }"))
  end)

  it("fails on rooms that do not fit", function()
    local floors = FLOORS:gsub("base/%*", "%0 games/dots/*"):gsub("tesela_game", "x")
    local text = told({}, floors)
    assert.matches("core/games/dots/dots.c: expected to be in one room of floors.txt, "
      .. "is in base and dots", text, 1, true)
    assert.matches("core/tesela_game.h: expected to be in one room of floors.txt, "
      .. "is in none", text, 1, true)
    assert.matches("core: room headers has no files", text, 1, true)
  end)

  it("fails on what it cannot see", function()
    assert.equal("scripts/games/hex.lua:1: requires socket: neither in scripts nor one of "
      .. "those outside", told { ["scripts/games/hex.lua"] = 'require [[socket]]' })
    assert.equal("scripts/games/hex.lua:1: requires what is not a string: neither in scripts "
      .. "nor one of those outside", told { ["scripts/games/hex.lua"] = "require(name)" })
    assert.equal("core/base/rng.h:1: includes bits.h: expected its path from the folder of "
      .. "a part", told { ["core/base/rng.h"] = '#include "bits.h"',
        ["core/base/rng.c"] = "int rng(void) { return 1; }",
        ["core/runtime/state.c"] = "" })
    assert.equal("no struct tes_game with moves and apply in the headers of core",
      told { ["core/tesela_game.h"] = "struct tes_rules { int game; };",
        ["core/games/dots/dots.c"] = "", ["core/runtime/state.c"] = "" })
  end)
end)

describe("the files of the games", function()
  it("are those that CONTRIBUTING explains, and no other", function()
    local explained = {}
    local text = support.read(support.root .. "/CONTRIBUTING.md") .. "\n"
    for _, head in ipairs { "| file | contains |", "| other files of games | contents |" } do
      local rows = text:match(head:gsub("%p", "%%%0") .. "\n(.-)\n\n")
      for row in rows:gmatch "| (`[^|]*`) |" do
        for name in row:gmatch "`([^`]*%.c)`" do explained[name] = true end
      end
    end
    local pipe <close> = assert(io.popen(("ls %s/core/games/*/*.c"):format(
      support.quote(support.root))))
    local found = {}
    for path in pipe:lines() do
      local game, name = path:match "([^/]*)/([^/]*)%.c$"
      found[(name == game and "NAME" or name) .. ".c"] = true
    end
    assert.same(explained, found)
  end)
end)
