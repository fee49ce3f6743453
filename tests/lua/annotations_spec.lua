-- bindings/tesela.lua against what the module exports, in both directions.

local tesela = require "tesela"
local play = require "tesela.terminal.play.play"
local support = require "support"

-- ---- reading the annotations ------------------------------------------------

local function words(text)
  local list = {}
  for word in text:gmatch "[%w_]+" do list[#list + 1] = word end
  return list
end

-- Ends a class or a function: what stood in the lines above it.
local function new_block() return { doc = {}, params = {}, fields = {} } end

local function read_tag(block, tag, rest)
  if tag == "class" then
    block.class = rest:match "^[%w_.]+"
  elseif tag == "field" then
    block.fields[#block.fields + 1] = rest:match "^[%w_]+"
  elseif tag == "param" then
    block.params[#block.params + 1] = rest:match "^[%w_]+"
  elseif tag == "return" then
    block.returns = (block.returns or 0) + 1
  elseif tag == "alias" then
    block.alias = true
  end
end

-- { classes = name -> { doc, fields, methods }, functions = name -> block }
local function parse(text)
  local found, by_variable = { classes = {}, functions = {} }, {}
  local block = new_block()
  local function keep_class(variable)
    local class = { doc = block.doc, fields = block.fields, methods = {} }
    found.classes[block.class] = class
    if variable then by_variable[variable] = class end
  end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    local tag, rest = line:match "^%-%-%-@(%w+)%s*(.*)$"
    local owner, dot, name, params =
      line:match "^function ([%w_]+)([.:])([%w_]+)(%b())"
    if tag then
      read_tag(block, tag, rest)
    elseif line:match "^%-%-%- ```" then
      block.example = not block.example -- site_spec looks at it
    elseif line:match "^%-%-%- " then
      if not block.example then block.doc[#block.doc + 1] = line:sub(5) end
    elseif owner then
      block.given, block.name = words(params), name
      if dot == "." then
        assert(owner == "tesela", line)
        found.functions[name] = block
      else
        assert(by_variable[owner], line).methods[name] = block
      end
      block = new_block()
    else
      if block.class then keep_class(line:match "^local ([%w_]+) = {}") end
      block = new_block()
    end
  end
  return found
end

local found = parse(support.read(support.root .. "/bindings/tesela.lua"))

-- ---- what is exported -------------------------------------------------------

local rules = tesela.rules("mixtour", { win_score = 2 })
local rng = tesela.rng(1)
local fresh = rules:start(1)
local over = fresh:copy():view(1)
while not over.over do over:play(rng:pick(over:list())) end

local methods_of = support.methods_of

local function keys(...)
  local set = {}
  for _, each in ipairs { ... } do
    for key in pairs(each) do set[key] = true end
  end
  return set
end

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do
    assert(not set[name], name .. " is there twice")
    set[name] = true
  end
  return set
end

local function fields(class)
  return set_of(assert(found.classes[class], class).fields)
end

-- The names in a table of C, so that a field that is added there is missed.
local function names_in(file, pattern)
  local set = {}
  local text = support.read(support.root .. "/bindings/" .. file)
  for name in text:gmatch(pattern) do set[name] = true end
  return set
end

local queries = {}
for _, query in ipairs(tesela.game "mixtour".queries) do
  queries[query.name] = query
end

-- What scripts/tesela/manual/annotations.lua reads, which help and the manual page are
-- made from.
local annotations = require "tesela.manual.annotations"

local function names_of(list)
  local set = {}
  for i, entry in ipairs(list) do
    assert.equal(entry, list[entry.name])
    set[entry.name] = i
  end
  return set
end

-- ---- tables that users write ------------------------------------------------

-- The names in { a: number?, b: string } among the types of a function's parameter.
local function inline(entry, param)
  local set = {}
  local body = entry.params[param].type:match "^{(.*)}$"
  body = body:gsub("%b{}", "table"):gsub("%b()", "")
  for name in body:gmatch "([%w_]+):" do set[name] = true end
  return set
end

-- What a function knows that refuses a table with another member in it.
local function known_to(f, ...)
  local ok, why = pcall(f, ...)
  assert.is_false(ok)
  local list = assert(why:match "there is no %a+ zz9; the %a+: (.*)$", why)
  return set_of(words(list))
end

describe("tables that users write", function()
  local entries = annotations.load()
  local wrong, bots = { zz9 = 1 }, { "random", "random" }

  local function has(class, f, ...)
    assert.same(known_to(f, ...), fields("tesela." .. class), class)
  end

  local function has_inline(entry, param, f, ...)
    assert.same(known_to(f, ...), inline(entry, param), entry.name)
  end

  it("have the members that are taken, and no other", function()
    has("RunOptions", tesela.run, wrong)
    has("MatchOptions", tesela.match, wrong)
    has("MeasureOptions", tesela.measure, wrong)
    has("PlayOptions", tesela.play, { rules = rules, zz9 = 1 })
    has("Definition", tesela.tournament, wrong)
    has("Derived", tesela.derive, "blokus", wrong)
    has("Defined", tesela.define, wrong)
    local board = tesela.board.square(3)
    local function with(t)
      local game = { name = "x", endings = { "a" }, moves = { "place" }, board = board,
        result = print }
      for name, value in pairs(t) do game[name] = value end
      return game
    end
    has("Verb", tesela.define, with { moves = { { "step", zz9 = 1 } } })
    has("Ending", tesela.define, with { endings = { { "a", zz9 = 1 } } })
    has("DeclaredPiece", tesela.define, with { pieces = { { "X", zz9 = 1 } } })
    has("OwnOption", tesela.derive, "mixtour", { name = "x", options = { new = wrong } })
    has("Piece", tesela.derive, "blokus", { name = "x", pieces = { wrong } })
    has("SearchOptions", tesela.search, fresh, wrong)
    local searcher = tesela.searcher(rules)
    has("SearchBudget", searcher.search, searcher, fresh, wrong)
    has("RecordOptions", fresh.record, fresh, wrong)
    has("OutsideResult", fresh.record, fresh, { result = wrong })
    has("DrawOptions", fresh.draw, fresh, wrong)
    has("PictureOptions", fresh.svg, fresh, wrong)
    has("Frame", fresh.svg, fresh, { frame = wrong })
  end)

  it("without a name have them, too", function()
    local of_rules = entries.classes.Rules.methods
    has_inline(of_rules.check, "options", rules.check, rules, wrong)
    has_inline(of_rules.playouts, "options", rules.playouts, rules, wrong)
    has_inline(entries.functions.bot, "options", tesela.bot, "random", wrong)
    has_inline(entries.functions.tournament, "options", tesela.tournament,
      { rules = "mixtour", bots = bots }, wrong)
  end)
end)

describe("what help reads of the annotations", function()
  local known = annotations.load()

  it("is all of them", function()
    assert.same(keys(found.functions), keys(names_of(known.functions)))
    local short = {}
    for name in pairs(found.classes) do short[name:gsub("^tesela%.", "")] = true end
    assert.same(short, keys(names_of(known.classes)))
    for name, class in pairs(found.classes) do
      local entry = known.classes[name:gsub("^tesela%.", "")]
      assert.same(keys(class.methods), keys(names_of(entry.methods)))
      assert.equal(#class.fields, #entry.fields)
      assert.equal(table.concat(class.doc, " "), entry.doc)
    end
  end)

  it("has a type for all that is named", function()
    local function check(items, where)
      for _, each in ipairs(items) do
        assert.is_true(#each.type > 0, where)
        assert.is_nil(each.type:match "^%s" or each.type:match "tesela%.", where)
        local odd = each.name ~= "..." and each.name:match "[^%w_]" or nil
        assert.is_nil(odd, where .. " " .. each.name)
      end
    end
    local function check_function(entry)
      check(entry.params, entry.name)
      check(entry.returns, entry.name)
    end
    for _, entry in ipairs(known.functions) do check_function(entry) end
    for _, class in ipairs(known.classes) do
      check(class.fields, class.name)
      for _, entry in ipairs(class.methods) do check_function(entry) end
    end
  end)

  it("takes types apart from what is said about them", function()
    local parsed = annotations.parse [[
--- Does it.
--- Twice.
---@param a? table<string, integer|string> The a, of b.
---@param f fun(x: tesela.State, y: {z: any}): string|tesela.Move, number? A move.
---@param g (fun(x: any): any)? Makes.
---@param h fun(x: any)?
---@param i "one"| "two" Quoted.
---@return tesela.State? state Or nil.
---@return string
function tesela.does(a, f, g, h, i) end
]]
    local entry = parsed.functions.does
    assert.equal("Does it. Twice.", entry.doc)
    local rows = {}
    for i, param in ipairs(entry.params) do
      rows[i] = { param.name, param.type, param.optional, param.doc }
    end
    assert.same({
      { "a", "table<string, integer|string>", true, "The a, of b." },
      { "f", "fun(x: State, y: {z: any}): string|Move, number?", false, "A move." },
      { "g", "fun(x: any): any", true, "Makes." },
      { "h", "fun(x: any)", true, "" },
      { "i", '"one"| "two"', false, "Quoted." },
    }, rows)
    assert.same({ name = "state", type = "State", optional = true, doc = "Or nil." },
      entry.returns[1])
    assert.same({ name = "", type = "string", optional = false, doc = "" },
      entry.returns[2])
  end)
end)

describe("the annotations", function()
  it("name every function of the module, and no other", function()
    local exported = {}
    for name, value in pairs(tesela) do
      if type(value) == "function" then exported[name] = true end
    end
    for name in pairs(require "tesela.library") do
      exported[name] = type(tesela[name]) == "function" or nil
    end
    assert.same(exported, keys(found.functions))
  end)

  it("name every other value of the module, and no other", function()
    local exported = {}
    for name, value in pairs(tesela) do
      if type(value) ~= "function" then exported[name] = true end
    end
    for name in pairs(require "tesela.library") do
      if type(tesela[name]) ~= "function" then exported[name] = true end
    end
    assert.same(exported, fields "tesela")
  end)

  it("name every method of rules and generators, and no other", function()
    assert.same(keys(methods_of(rules)), keys(found.classes["tesela.Rules"].methods))
    assert.same(keys(methods_of(rng)), keys(found.classes["tesela.Rng"].methods))
    assert.same(keys(methods_of(tesela.searcher(rules))),
      keys(found.classes["tesela.Searcher"].methods))
  end)

  it("name every method of a state with mixtour's queries, and no other",
    function()
      assert.same(keys(methods_of(fresh), queries),
        keys(found.classes["tesela.State"].methods))
      for name in pairs(queries) do assert.is_function(fresh[name], name) end
    end)

  it("describe the queries as the game does", function()
    for name, query in pairs(queries) do
      local block = found.classes["tesela.State"].methods[name]
      assert.equal("mixtour: " .. query.doc, table.concat(block.doc, " "))
      assert.equal(query.takes == "" and 0 or 1, #block.given, name)
      assert.equal(query.takes ~= "" and query.takes or nil, block.given[1], name)
    end
  end)

  it("name every field of a state, and no other", function()
    assert.same(names_in("functions/lfield.c", '{"([%w_]+)",%s+get_'), fields "tesela.State")
    for name in pairs(fields "tesela.State") do
      assert.is_not_nil(over[name] == nil and fresh[name] or over[name], name)
    end
  end)

  it("name every field of rules, and no other", function()
    assert.same(names_in("states/ldescribe.c", 'strcmp%(key, "([%w_]+)"%)'),
      fields "tesela.Rules")
    local declared = tesela.rules(tesela.derive("mixtour", {
      name = "annotated_iterations", iterations = 5,
    }))
    for name in pairs(fields "tesela.Rules") do assert.is_not_nil(declared[name]) end
  end)

  it("name every member of a game's description, and no other", function()
    local game = tesela.game "mixtour"
    local variant = tesela.derive(tesela.derive("mixtour", {
      name = "annotated", fields = { bombs = 1 },
    }), { name = "annotated_twice" })
    assert.same(keys(game, tesela.game(variant)), fields "tesela.Game")
    for _, option in ipairs(game.options) do
      assert.same(keys(option), fields "tesela.Option")
    end
    for _, query in ipairs(game.queries) do
      assert.same(keys(query), fields "tesela.Query")
    end
  end)

  it("name every part of a move, and no other", function()
    local named = {}
    for _, name in ipairs { "mixtour", "losetas", "blokus", "qwirkle", "tictactoe" } do
      local seen = {}
      for _, part in ipairs(tesela.game(name).parts) do
        assert.same(keys(part), fields "tesela.Part")
        named[part.name], seen[part.name] = true, part.gives
      end
      local state, luck, told = tesela.rules(name):start(), tesela.rng(5), {}
      while not state.over do
        local move = luck:pick(state:list())
        for part, value in pairs(state:parts(move)) do
          local item = type(value) == "table" and value[1]
          told[part] = item and type(item) .. "[]" or math.type(value) or type(value)
        end
        state:play(move)
      end
      assert.same(seen, told, name)
    end
    assert.same(named, fields "tesela.Parts")
  end)

  it("name every member of what a drawing is made of, and no other", function()
    local elements, frame = fresh:copy():play "b2":elements { svg = true }
    assert.same(keys(elements[1]), fields "tesela.Element")
    assert.same(keys(frame), fields "tesela.Frame")
  end)

  it("name every member of what draws, and no other", function()
    local set = names_in("luagames/cells/lboard.c", '{"([%w_]+)", board_')
    set.seat, set.hint = true, true
    assert.same(set, fields "tesela.Board")
  end)

  it("name every member of results and budgets, and no other", function()
    local budget, game
    local bad = { parameters = { a = { 1, 0, 2 } }, levels = true }
    function bad.choose(_, _, given)
      budget = given
      error "on purpose"
    end
    -- Two matches, since no budget has all members. (Fewer than ten pairs have no margin.)
    local seen, result = {}, nil
    for _, given in ipairs { { iterations = 1, seconds = 1, level = 2 }, { clock = "9/9" } } do
      result = tesela.match {
        rules = rules, bots = { bad, "random" }, games = 20, workers = 0, budget = given,
        on_game = function(each) game = each end,
      }
      for name in pairs(budget) do seen[name] = true end
    end
    -- And one thing where somebody waits for the move.
    local waiting <close> = play.open(rules, { bot = bad, seat = 2, threads = 1 })
    waiting.players[1]:choose(waiting:last(), 1, 1)
    for name in pairs(budget) do seen[name] = true end
    assert.same(seen, fields "tesela.Budget")
    assert.same(keys(game), fields "tesela.PlayedGame")
    assert.same(keys(result), fields "tesela.MatchResult")
  end)

  it("name every member of reports and options of searches, and no other",
    function()
      local state = tesela.rules "mixtour":load "ww,r,2,rwr/2,wr,2/3,r,1/1,r,3/1,w,w,rr,w w 0:0 -"
      local move, report = tesela.search(state, { method = "alphabeta", depth = 3 })
      assert.equal(state:move(report.best), move)
      local _, tree = tesela.search(state, { iterations = 10 })
      assert.same(keys(report, tree), fields "tesela.Report")
      local _, other = tesela.search(fresh, { method = "alphabeta", depth = 1 })
      assert.same(keys(report.moves[1], other.moves[2]), fields "tesela.SeenMove")
      local read = names_in("functions/lsearch.c", 'L, options,%s+"([%w_]+)"')
      read.evaluate, read.prior = true, true
      assert.same(read, fields "tesela.SearchOptions")
      for name in pairs(fields "tesela.SearchBudget") do
        assert.is_true(read[name], name)
      end
    end)

  it("have every function described, with its parameters", function()
    local function check(name, block)
      assert.is_true(#block.doc >= 1 and #block.doc <= 3, name .. ": its text")
      assert.is_truthy(block.doc[#block.doc]:match "[.?]$" or queries[block.name],
        name .. ": a sentence")
      assert.same(block.given, block.params, name)
    end
    for name, block in pairs(found.functions) do check(name, block) end
    for class, each in pairs(found.classes) do
      for name, block in pairs(each.methods) do check(class .. ":" .. name, block) end
    end
  end)

  it("give functions in Lua as many parameters as they have", function()
    for name, block in pairs(found.functions) do
      local info = debug.getinfo(tesela[name], "uS")
      assert.equal(info.what == "C" and 0 or info.nparams,
        info.what == "C" and 0 or #block.given, name)
    end
  end)

  it("name at their head what returns nil and a message", function()
    local named, returned = {}, {}
    local head = support.read(support.root .. "/bindings/tesela.lua"):match(
      "These return nil and a message instead:(.-)%.\n\n")
    for name in head:gmatch "[%a.:]+" do named[name] = true end
    local function add(prefix, list)
      for _, each in ipairs(list) do
        local first, second = each.returns[1], each.returns[2]
        if second and first.optional and second.type == "string" then
          returned[prefix .. each.name] = true
        end
      end
    end
    local known = annotations.load()
    add("tesela.", known.functions)
    for class, prefix in pairs { Rules = "rules:", State = "s:", Rng = "rng:",
      Searcher = "searcher:" } do
      add(prefix, known.classes[class].methods)
    end
    assert.same(returned, named)
  end)

  it("have every class described", function()
    for name, class in pairs(found.classes) do
      assert.is_true(#class.doc >= 1, name)
    end
  end)

  it("are Lua", function()
    assert.is_truthy(loadfile(support.root .. "/bindings/tesela.lua"))
  end)
end)
