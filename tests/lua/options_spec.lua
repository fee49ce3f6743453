-- Tables that users write: every public function that takes one refuses a name
-- that is misspelled, and says which was meant. Which tables there are, also
-- within others, is read from the annotations: a new one is tried by itself, or
-- the test says what it needs to know to do so.

local tesela = require "tesela"
local annotations = require("tesela.manual.annotations").load()

local rules = tesela.rules "mixtour"

local function state() return rules:start(1) end

local function nothing() end

-- How each function is called with a table, and what that needs to hold besides
-- what is wrong. (Variants need a name each, or they replace each other.)
local two = { "random", "random" }
local callers = {
  rules = { function(t) tesela.rules("mixtour", {}, t) end },
  ["Rules:start"] = { function(t) rules:start(t) end },
  ["Rules:check"] = { function(t) rules:check(t) end },
  ["Rules:playouts"] = { function(t) rules:playouts(t) end },
  ["State:record"] = { function(t) state():record(t) end },
  ["State:draw"] = { function(t) state():draw(t) end },
  ["State:svg"] = { function(t) state():svg(t) end },
  ["State:elements"] = { function(t) state():elements(t) end },
  ["State:hint"] = { function(t) state():hint(1, t) end },
  analyse = { tesela.analyse, { record = tesela.run { rules = rules, bots = two }.line } },
  ["Searcher:search"] = { function(t) tesela.searcher(rules):search(state(), t) end },
  search = { function(t) tesela.search(state(), t) end },
  searcher = { function(t) tesela.searcher(rules, t) end },
  ["Variant:check"] = { function(t)
    tesela.derive("mixtour", { name = "misspelled" }):check(t)
  end },
  derive = { function(t) tesela.derive("blokus", t) end, { name = "misspelled" } },
  define = { tesela.define, { name = "misspelled", fields = { a = 1 },
    board = tesela.board.square(3), pieces = { { "X" }, { "O" } }, moves = { { "step" } },
    endings = { { "end", full = true } } } },
  ["bot spec"] = { tesela.bot },
  ["bot options"] = { function(t) tesela.bot("random", t) end },
  run = { tesela.run, { rules = rules, bots = two } },
  measure = { tesela.measure, { rules = "mixtour", bots = { "random" }, doublings = 0,
    games = 2 } },
  match = { tesela.match, { rules = rules, bots = two, games = 2 } },
  ["tournament definition"] = { tesela.tournament,
    { rules = "mixtour", bots = two, games = 2 } },
  ["tournament options"] = { function(t)
    tesela.tournament({ rules = "mixtour", bots = two, games = 2 }, t)
  end },
  ["play what"] = { tesela.play, { rules = rules } },
  ["play options"] = { function(t) tesela.play(rules, t) end },
}

-- ---- the tables of the annotations ------------------------------------------

-- Values of these are made by functions, not written.
local made = { Variant = true }

-- { name, type } of a table that is written out in a type: { games: integer? }.
local function inline_fields(text)
  local fields, depth, from = {}, 0, 1
  local inner = text:sub(2, -2) .. ","
  for at = 1, #inner do
    local char = inner:sub(at, at)
    if char:match "[%(%[{<]" then depth = depth + 1 end
    if char:match "[%)%]}>]" then depth = depth - 1 end
    if char == "," and depth == 0 then
      local name, kind = inner:sub(from, at - 1):match "^%s*([%w_]+):%s*(.*)$"
      fields[#fields + 1] = { name = name, type = kind }
      from = at + 1
    end
  end
  return fields
end

local collect

local function collect_table(found, path, fields, class)
  found[#found + 1] = { path = path, fields = fields, class = class }
  if class == "Bot" then return end -- see below: only the one that they need is held
  for _, field in ipairs(fields) do
    collect(found, field.type, path .. "." .. field.name)
  end
end

-- The tables that a type allows (nil: none was read): classes that are no objects, and tables that
-- are written out; within lists, and in tables under any name.
function collect(found, kind, path)
  kind = kind:gsub("fun%b()", ""):gsub("%?$", "")
  local list = kind:match "^%((.*)%)%[%]$" or kind:match "^([%w_.]+)%[%]$"
  if list then return collect(found, list, path .. ".1") end
  kind = kind:gsub("table(%b<>)", function(of)
    collect(found, of:match "^<[^,]*, (.*)>$", path .. ".any")
    return ""
  end)
  kind = kind:gsub("%b{}", function(text)
    collect_table(found, path, inline_fields(text))
    return ""
  end)
  for part in kind:gmatch "[^|]+" do
    local name = part:match "^%s*([%w_]+)%[?%]?%s*$"
    local class, alias = annotations.classes[name], annotations.aliases[name]
    if name and part:find "%[%]" then
      collect(found, name, path .. ".1")
    elseif alias then
      collect(found, alias.type, path)
    elseif class and #class.methods == 0 and not made[name] then
      collect_table(found, path, class.fields, name)
    end
  end
end

-- { path, fields, class }: the path is "match.budget", "tournament options.shard".
local function all_tables()
  local found = {}
  local function add(name, entry)
    local first = {}
    for _, param in ipairs(entry.params) do
      local own = {}
      collect(own, param.type, "")
      if #own > 0 then first[#first + 1] = { param = param.name, tables = own } end
    end
    for _, each in ipairs(first) do
      local key = #first == 1 and name or name .. " " .. each.param
      for _, one in ipairs(each.tables) do
        one.path, one.caller = key .. one.path, key
        found[#found + 1] = one
      end
    end
  end
  for _, entry in ipairs(annotations.functions) do add(entry.name, entry) end
  for _, class in ipairs(annotations.classes) do
    for _, method in ipairs(class.methods) do
      add(class.name .. ":" .. method.name, method)
    end
  end
  return found
end

-- ---- what is wrong with them ------------------------------------------------

-- Swaps two letters in the middle of the longest name.
local function misspelled(fields)
  local name = ""
  for _, field in ipairs(fields) do
    if #field.name > #name then name = field.name end
  end
  local at = #name // 2
  if name:sub(at, at) == name:sub(at + 1, at + 1) then at = at + 1 end
  return name:sub(1, at - 1) .. name:sub(at + 1, at + 1) .. name:sub(at, at)
    .. name:sub(at + 2), name
end

-- The caller's table, with a table at the path that holds the wrong name.
local function given(caller, path, wrong)
  local whole = {}
  for key, value in pairs(caller[2] or {}) do whole[key] = value end
  local at, last = whole, nil
  for name in path:gmatch "%.([^.]+)" do
    name = math.tointeger(tonumber(name)) or name
    if last then
      at[last] = type(at[last]) == "table" and table.move(at[last], 1, #at[last], 1, {})
        or {}
      at = at[last]
    end
    last = name
  end
  if last then
    local table_there = {}
    for name, value in pairs(type(at[last]) == "table" and at[last] or {}) do
      table_there[name] = value
    end
    table_there[wrong] = 1
    at[last] = table_there
  else
    whole[wrong] = 1
  end
  return whole
end

describe("a name that is misspelled", function()
  local tried = {}
  for _, each in ipairs(all_tables()) do
    tried[each.caller] = true
    it("is told by " .. each.path, function()
      local caller = callers[each.caller]
      assert.is_truthy(caller, "no caller of " .. each.caller)
      local fields = each.fields
      -- Bots have members of their own: only the one that they need is held.
      if each.class == "Bot" then fields = { { name = "choose" } } end
      local wrong, meant = misspelled(fields)
      local ok, why = pcall(caller[1], given(caller, each.path:sub(#each.caller + 1), wrong))
      assert.is_false(ok, "it was taken")
      local list = why:gsub("^[^:]*options_spec%.lua:%d+: ", ""):match(
        "^%l+[.:]%l+: .*there is no %l+ " .. wrong .. "; did you mean " .. meant
          .. "%? The %l+: (.*)$")
      assert.is_truthy(list, why)
      assert.is_truthy((", " .. list .. ","):find(", " .. meant .. ",", 1, true), why)
    end)
  end

  it("is tried with every caller", function()
    for name in pairs(callers) do assert.is_true(tried[name], name) end
  end)

  it("is reported by the option's name if a game has it", function()
    local _, why = pcall(tesela.rules, "mixtour", { win_scroe = 5 })
    assert.equal("mixtour: there is no option win_scroe; did you mean win_score? The "
      .. "options: win_score, pieces, stack, repetition, stall", why)
    for name, meant in pairs { win_scroe = "win_score", winscore = "win_score",
      stacks = "stack", stoll = "stall" } do
      _, why = pcall(tesela.derive, "mixtour", { name = "x",
        options = { [name] = { default = 5 } } })
      assert.is_truthy(why:find(("tesela.derive: options.%s: did you mean %s, an option of "
        .. "mixtour? A new one needs a less similar name"):format(name, meant), 1,
        true), why)
    end
    for _, name in ipairs { "stack2", "steps", "score" } do
      tesela.derive("mixtour", { name = "x", options = { [name] = { default = 5 } } })
    end
    _, why = pcall(tesela.derive, "mixtour", { name = "x", options = { win_scroe = 5 } })
    assert.equal("tesela.derive: options: there is no option win_scroe; did you mean "
      .. "win_score? The options: pieces, repetition, stack, stall, win_score; a new one "
      .. "is a table, { default = ... }", why)
  end)

  it("may be a list of numbers in a game of one's own", function()
    local function define(option)
      return tesela.define { name = "lists", options = { dice = option }, endings = { "done" },
        moves = function(_, out) out(1) end, apply = function(s) s.over = "done" end,
        result = function(s) return { s.options.dice[1], s.options.dice[3] } end }
    end
    local game = define { default = { 1, 2, 3 }, max = 6 }
    assert.same({ 1, 3 }, tesela.rules(game):start().scores)
    local others = tesela.rules(game, { dice = { 6, 5, 4 } })
    assert.same({ 6, 4 }, others:start().scores)
    assert.equal("lists dice=6,5,4", tostring(others))
    assert.matches("dice=1,2: expected numbers, 3 of 0..6",
      select(2, pcall(tesela.rules, game, { dice = "1,2" })))
    assert.matches("options.dice: expected numbers in 0..6",
      select(2, pcall(define, { default = { 1, 7 }, max = 6 })))
    assert.matches("options.dice: expected a list of 1 to 4 whole numbers, got 5",
      select(2, pcall(define, { default = { 1, 2, 3, 4, 5 } })))
    assert(others:check { games = 2 })
  end)

  it("is told where a colour is drawn with", function()
    local game = tesela.derive("mixtour", { name = "misspelled", draw = function(_, _, board)
      board:size(1, 1):put(1, 1, "x", "bleu")
    end })
    local _, why = pcall(tostring, tesela.rules(game):start())
    assert.matches("options_spec.lua:%d+: board: there is no colour bleu; did you mean blue%? "
      .. "The colours: plain, white, ", why)
  end)

  it("is reported where it was written, however deep it was found", function()
    local here = "^" .. debug.getinfo(1, "S").short_src:gsub("%p", "%%%0") .. ":%d+: "
    for _, call in ipairs {
      function() tesela.match { gmaes = 2 } end,
      function() tesela.match { rules = rules, bots = two, budget = { secnods = 1 } } end,
      function() tesela.tournament { rules = "mixtour", bots = { { nmae = "x" }, 1 } } end,
      function() tesela.play("mixtour", { bto = 1 }) end,
      function() tesela.play("mixtour", { set = { win_scroe = 5 } }) end,
      function() tesela.derive("mixtour", { mvoes = nothing }) end,
      function() tesela.bot { chosoe = nothing } end,
      function() tesela.search(state(), { sede = 1 }) end,
      function() tesela.show(state(), "z9") end,
      function() state():play "z9" end,
    } do
      local _, why = pcall(call)
      local info = debug.getinfo(call, "S")
      assert.matches(here, why)
      assert.equal(info.linedefined, tonumber(why:match ":(%d+):"), why)
    end
  end)
end)
