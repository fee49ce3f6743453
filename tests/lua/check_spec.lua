-- tesela check of a game: within its time, the game at a glance, and what is told of
-- one that is probably not what its author meant.

local tesela = require "tesela"
local support = require "support"

local folder = support.folder()
teardown(support.clean)

-- Runs `tesela check`, which must end so: stdout and stderr.
local function check(status, words)
  local out, err, got = folder:shell("$T check " .. words)
  assert.equal(status, got, out .. err)
  return out, err
end

-- The file of a variant of Mixtour with these members.
local function variant(name, members)
  folder:write(name, ("return require 'tesela'.derive('mixtour', { %s })"):format(members))
  return "./" .. name
end

-- The file of a whole game; `over` is said after each ply.
local function whole(name, members)
  folder:write(name, ([[
return require "tesela".define {
  endings = { "done", "never" }, fields = { n = 1, board = 2 },
  moves = function(_, out) out(1) out(2) end,
  apply = function(s, m)
    s.n = s.n + m
    s.seat = 3 - s.seat
    if s.n > 6 then s.over = "done" end
  end,
  result = function(s) return { s.n %% 2, 1 - s.n %% 2 } end,
  %s
}]]):format(members))
  return "./" .. name
end

describe("a check that is watched", function()
  local rules = tesela.rules "mixtour"

  it("reports its games and plies, and ends on request", function()
    local seen, calls = {}, 0
    assert.is_true(rules:check { games = 3, watch = function(games, ply)
      seen[games] = math.max(seen[games] or 0, ply)
    end })
    for game = 0, 2 do assert.is_true(seen[game] > 5) end
    assert.is_true(rules:check { games = 1000, watch = function(games)
      calls = calls + 1
      return games == 1
    end })
    assert.is_true(calls > 1)
  end)

  it("fails if its watcher does, and takes nothing else", function()
    local ok, why = rules:check { watch = function() error "tired" end }
    assert.is_nil(ok)
    assert.matches("check_spec.lua:%d+: tired$", why)
    ok, why = pcall(rules.check, rules, { watch = 5 })
    assert.is_false(ok)
    assert.matches("rules:check: watch: expected a function, got number", why)
  end)
end)

describe("tesela check", function()
  it("takes the time that it is given, and tells what had none", function()
    local path = whole("slow.lua", [[options = { size = { default = 3, min = 2, max = 5 } },
      over = function() for _ = 1, 1e6 do end end]])
    local out = check(0, path .. " --seconds 0.2")
    assert.matches("slow: part of a random game, all agree\n", out)
    assert.matches("slow size=5: part of a random game, all agree\n", out)
    assert.matches("\n0 of 3 ways to set the options with all their games, the rest with "
      .. "fewer, all agree\nthe time %(0.2 s%) ended before all games were played; "
      .. "%-%-thorough has no time limit\n$", out)
  end)

  it("plays all that it is asked for", function()
    assert.matches("\n13 ways to set the options, all agree\n$",
      (check(0, variant("few.lua", "options = { win_score = 1 }") .. " --games 2")))
    local out = check(0, whole("quick.lua", "") .. " --thorough")
    assert.matches("^quick: 100 random games, all agree\nat a glance, 100 random games:", out)
  end)

  it("shows the game at a glance", function()
    local out = check(0, whole("glance.lua", "seat_names = { 'odd', 'even' }")
      .. " --games 40")
    assert.matches("\n  length   4 to 7 plies, median %d\n", out)
    assert.matches("\n  moves    2 to 2, 2.0 a ply\n", out)
    assert.matches("\n  endings  done: 40\n", out)
    assert.matches("\n  winners  odd: %d+, even: %d+\n", out)
    assert.matches("\n  share    odd has %d+ %% of the points %(%+/%- %d+%)\n", out)
    assert.matches("\n  scores   odd: 0 to 1 %(0.%d%), even: 0 to 1 %(0.%d%)\n", out)
    assert.matches("\nwarning: no game ended by \"never\"\n", out)
  end)

  for name, case in pairs {
    ["positions without a move"] = { "moves = function(base, s, out) "
      .. "for m in base.moves(s) do if s.seat == 1 or s:reserve(2) > 18 then out(m) end end end",
      "no move was legal in %d+ of %d+ positions: the seat to move\n? *passed" },
    ["an ending that never comes"] = { "endings = { 'flood' }",
      'no game ended by "flood"' },
    ["one who always wins"] = { "result = function() return { 1, 0 } end",
      "white won every game" },
    ["a keep that forbids nothing"] = { "keep_by = 'move', keep = function() return true end",
      "keep%(%) never forbade a move, in %d+ positions" },
    ["moves of its own that never come"] = { [[moves = function(base, s, out)
        for m in base.moves(s) do out(m) end
        if s:reserve(1) > 20 then out(base.own(1)) end
      end]], "out%(%) was never called with a move of base.own, in %d+ positions" },
    ["moves of its own without a name"] = { [[moves = function(base, s, out)
        for m in base.moves(s) do out(m) end
        if s.seat == 1 then out(base.own(7)) end
      end, apply = function(base, s, m)
        if base.number(m) then base.pass(s) else base.apply(s, m) end
      end]], "moves of its own are written as numbers %(7%): print%(%) can name them" },
    ["games without a winner"] = { "result = function() return { 0, 0 } end",
      "every game was drawn" },
  } do
    it("warns of " .. name, function()
      assert.matches("\nwarning: " .. case[2] .. "\n",
        (check(0, variant("warn.lua", case[1]) .. " --games 20 --set win_score=1")))
    end)
  end

  it("does not warn of what has been", function()
    local out = check(0, variant("fine.lua", "keep_by = 'move', keep = function(_, s, m) "
      .. "return s:parts(m).to ~= 'c3' end") .. " --games 20 --set win_score=1 --set pieces=3")
    assert.is_nil(out:find("forbade", 1, true))
  end)

  it("plays no more games than are said, and no longer", function()
    local out = check(0, variant("both.lua", "") .. " --games 3 --seconds 5")
    assert.matches("at a glance, 3 random games:", out)
    out = check(0, "mixtour_in_lua --games 100000 --seconds 0.2")
    assert.matches("the time %(0.2 s%) ended", out)
  end)

  it("warns of an example of the notation that is not a move", function()
    local path = whole("noted.lua", "notation = '1  one\\n2  two\\nthree  none\\n  more'")
    local out = check(0, path .. " --games 20")
    assert.matches('\nwarning: no move was ever "three", an example of the notation\n', out)
    assert.is_nil(out:find('ever "1"', 1, true))
    assert.is_nil(out:find('ever "more"', 1, true))
  end)

  it("warns of a seat that has no turn, and of games that do not end", function()
    local out = check(0, whole("alone.lua", [[seats = 3, start = function(s) s.n = 1 end,
      over = function() end, apply = function(s) s.n = 3 - s.n s.seat = s.n end,
      result = function() return { 1, 2, 3 } end]]) .. " --seconds 1")
    assert.matches("\nwarning: it was never the turn of seat 3\n", out)
    assert.matches("\nwarning: %d+ games? did not end within 2000 plies\n", out)
    assert.matches("\n  endings  none: %d+\n  scores ", out)
  end)

  for name, case in pairs {
    ["moves that loop"] = { "moves = function(base, s, out)\n while true do end end",
      "./loop.lua:2: moves: takes longer than 0.1 s" },
    ["apply that loops"] = { "apply = function(base, s, m)\n\n while true do end end",
      "./loop.lua:3: apply: takes longer than 0.1 s" },
  } do
    it("ends " .. name .. ", trusted or not", function()
      local path = variant("loop.lua", case[1])
      for _, words in ipairs { " --limit 0.1", " --limit 0.1 --trusted" } do
        local _, err = check(1, path .. words)
        assert.is_truthy(err:find(case[2], 1, true), err)
        assert.is_nil(err:find("scripts", 1, true), err)
      end
    end)
  end

  it("ends a trusted file that loops while it is read", function()
    folder:write("forever.lua", "while true do end")
    local _, err = check(2, "./forever.lua --limit 0.1 --trusted")
    assert.equal("tesela check: ./forever.lua:1: takes longer than 0.1 s\n", err)
  end)

  it("is interrupted without a file of the program", function()
    local path = variant("long.lua", "moves = function(base, s, out)\n"
      .. "  for m in base.moves(s) do out(m) end\n  for _ = 1, 1e7 do end end")
    for _, words in ipairs { "1 $T check %s", "2 $T check %s --trusted --limit 99" } do
      local _, err = folder:shell(("timeout --foreground -s INT " .. words):format(path))
      assert.matches("^tesela check: [^\n]*interrupted\n$", err)
      assert.is_nil(err:find("scripts", 1, true), err)
    end
  end)

  it("calls seats by their numbers if sides are swapped", function()
    folder:write("pie.lua", "return require 'tesela'.derive('mixtour', { swap = true })")
    local out = check(0, "./pie.lua --games 40 --set win_score=1")
    assert.matches("\n  winners  seat 1: %d+, seat 2: %d+", out)
    assert.matches("\n  share    seat 1 has ", out)
    assert.is_nil(out:find('"pass"', 1, true), out)
  end)

  it("says in terms of Lua that moves depend on what is not in the state", function()
    folder:write("heap.lua", [[local heap = 10
      return require "tesela".define { fields = { x = 1 }, endings = { "empty" },
        moves = function(_, out) for i = 1, math.min(3, heap) do out(i) end end,
        apply = function(s, m)
          heap = heap - m
          s.seat = 3 - s.seat
          if heap == 0 then s.over = "empty" end
        end,
        result = function(s) return s.over and { s.seat - 1, 2 - s.seat } or { 0, 0 } end }]])
    local _, err = check(1, "./heap.lua")
    assert.matches("^tesela check: heap: moves%(%) differs for equal positions: "
      .. "the one at ply %d+ has other moves at ", err)
    assert.matches("A local variable of the file, math.random", (err:gsub("%s+", " ")))
    assert.is_nil(err:find("open()", 1, true))
  end)

  it("fails if every turn is a pass", function()
    local _, err = check(1, variant("pass.lua", "moves = function() end"))
    assert.equal("tesela check: pass: every turn is a pass: moves() never calls out(m), or "
      .. "keep() keeps no move\n", err)
  end)

  it("fails if no move changes anything", function()
    local _, err = check(1, variant("still.lua", "options = { stall = 20 }, "
      .. "apply = function() end") .. " --seconds 1")
    assert.equal("tesela check: still: no move ever changed anything: apply() sets no cell and "
      .. "no seat\n", err)
  end)

  it("fails if a game ends by what a seat does not see", function()
    local _, err = check(1, whole("blind.lua", [[start = function(s, rng) s.card = rng:int(5) end,
      over = function(s) if s.card == 3 and s.n > 2 then return "never" end end,
      fields = { n = 1, board = 2, card = { max = 5, deal = "any", seen = false } } ]])
      .. " --games 20")
    assert.matches("over%(%) ends the game %(never%) because of something hidden from seat %d", err)
    assert.matches("The end of a game depends only on what everyone sees", (err:gsub("%s+", " ")))
  end)

  it("warns of a secret that a seat can tell", function()
    for seen, warns in pairs { ["{ 1, 2, true }"] = true, ["{ 1, 2, false }"] = false } do
      local out = check(0, whole("told.lua", ([[start = function(s, rng)
          for i = 1, 3 do s.card[i] = rng:int(5) end
        end,
        fields = { n = 1, board = 2, card = { cells = 3, max = 5, pool = "cards", seen = %s } } ]])
        :format(seen)) .. " --games 20")
      assert.equal(warns, out:find("seat 1 can deduce everything hidden", 1, true) ~= nil, out)
    end
  end)

  it("warns of a choice that is made without seeing the one before", function()
    local out = check(0, whole("both_show.lua", [[
      tell = function(s, m, seat) return s.seat == seat and tostring(m) or "one" end ]])
      .. " --games 20")
    assert.matches("warning: seat 2 chooses without seeing the previous move", out)
  end)

  it("fails if there is never a move", function()
    local _, err = check(1, variant("none.lua", 'endings = { "none" }, '
      .. 'over = function() return "none" end'))
    assert.equal("tesela check: none: every game is over before its first move\n", err)
  end)
end)
