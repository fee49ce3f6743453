-- What is hidden stays hidden: an attacker looks at two states that differ in
-- nothing but what a seat cannot see, and tries all that the module offers.
-- What it finds must be the same, to the letter.
--
-- Twins are made by search: a random game from a bag, and the same game from
-- a bag in which tiles have changed places that the seat has not seen. Where
-- another seat exchanges, it is for other tiles, but as many.

local tesela = require "tesela"
local support = require "support"

local COLOURS, SHAPES = "roygbp", "csdfut"

-- The tiles of a game with so many colours and shapes.
local function tiles_of(colours, shapes)
  local list = {}
  for colour in COLOURS:sub(1, colours):gmatch "." do
    for shape in SHAPES:sub(1, shapes):gmatch "." do list[#list + 1] = colour .. shape end
  end
  return list
end

local kinds = tiles_of(6, 6)

-- ---- twins ------------------------------------------------------------------

local function full_bag(options, rng)
  local bag = {}
  for _ = 1, options.copies do
    for _, kind in ipairs(tiles_of(options.colours, options.shapes)) do
      bag[#bag + 1] = kind
    end
  end
  for i = #bag, 2, -1 do
    local j = rng:int(i)
    bag[i], bag[j] = bag[j], bag[i]
  end
  return bag
end

local function split(text, pattern)
  local list = {}
  for item in text:gmatch(pattern) do list[#list + 1] = item end
  return list
end

-- The fields of a position text: tiles, hands, bag, seat, scores, passes.
local function fields(state)
  local tiles, hands, bag, seat, scores, passes =
    table.unpack(split(state:fen(), "%S+"))
  return { tiles = tiles, hands = split(hands, "[^/]+"), bag = bag, seat = seat,
    scores = scores, passes = passes }
end

-- The most different tiles of one colour or one shape (no letter is both).
local function largest(hand)
  local seen, count, best = {}, {}, 0
  for tile in hand:gmatch "%a%a" do
    if not seen[tile] then
      seen[tile] = true
      for letter in tile:gmatch "." do
        count[letter] = (count[letter] or 0) + 1
        best = math.max(best, count[letter])
      end
    end
  end
  return best
end

local function has_open_hands(state) return state.rules.options.hands == "open" end

-- All that a seat knows, as one text.
local function public(state, seat)
  local f, known = fields(state), {}
  for i, hand in ipairs(f.hands) do
    known[i] = (i == seat or has_open_hands(state)) and hand or #hand
    if f.tiles == "-" then known[i] = known[i] .. "," .. largest(hand) end
  end
  return table.concat({ f.tiles, table.concat(known, "/"), #f.bag, f.seat,
    f.scores, f.passes, tostring(state.over) }, " ")
end

-- A random game of some plies: the moves as texts, and who made them.
local function play_random(state, plies, rng)
  local moves = {}
  while #moves < plies and not state.over do
    local swaps, all = {}, state:list()
    for _, move in ipairs(all) do
      if state:text(move):match "^swap" then swaps[#swaps + 1] = move end
    end
    local from = #swaps > 0 and rng:int(2) == 1 and swaps or all
    local move = rng:pick(from)
    moves[#moves + 1] = { seat = state.seat, text = state:text(move) }
    state:play(move)
  end
  return moves
end

-- A swap of as many tiles as in the text, or nil.
local function other_swap(state, text, rng)
  local list = {}
  for move in state:moves() do
    local swap = state:text(move)
    if swap:match "^swap" and #swap == #text then list[#list + 1] = move end
  end
  return #list > 0 and rng:pick(list) or nil
end

-- Plays the same as far as `seat` can see; false if that does not work.
local function play_alike(state, moves, seat, rng)
  for _, move in ipairs(moves) do
    if state.seat ~= move.seat then return false end
    local chosen = move.text
    if move.seat ~= seat and chosen:match "^swap" and not has_open_hands(state) then
      chosen = other_swap(state, chosen, rng)
    end
    if not chosen or not state:legal(chosen) then return false end
    state:play(chosen)
  end
  return true
end

-- The game of `moves` from a bag that was changed a little and looks the same
-- to `seat`; nil if there is none.
local function twin_of(state, bag, moves, seat, rng)
  local wanted, twin = public(state, seat), nil
  local current = table.move(bag, 1, #bag, 1, {})
  for _ = 1, 200 do
    local i, j = rng:int(#bag), rng:int(#bag)
    local changed = table.move(current, 1, #current, 1, {})
    changed[i], changed[j] = changed[j], changed[i]
    local other = state.rules:start { bag = table.concat(changed, ",") }
    local begins = public(other, seat)
    if play_alike(other, moves, seat, rng) and public(other, seat) == wanted
      and begins == public(state.rules:start { bag = table.concat(bag, ",") }, seat)
      and other:fen() ~= state:fen() then
      twin, current = other, changed
    end
  end
  return twin
end

-- Two states that `seat` cannot tell apart after so many plies.
local function twins(options, plies, seat, seed)
  local rules, rng = tesela.rules("qwirkle", options), tesela.rng(seed)
  for _ = 1, 50 do
    local bag = full_bag(rules.options, rng)
    local state = rules:start { bag = table.concat(bag, ",") }
    local moves = play_random(state, plies, rng)
    if #moves == plies then
      local twin = twin_of(state, bag, moves, seat, rng)
      if twin then return state, twin end
    end
  end
  error("no twins were found")
end

-- ---- the attacker -----------------------------------------------------------

local Attack = {}
Attack.__index = Attack

local function new_attack(view, seat)
  return setmetatable({ view = view, seat = seat, found = {} }, Attack)
end

function Attack:note(label, text)
  self.found[#self.found + 1] = label .. ": " .. text
end

local show

local function show_table(value, depth)
  local keys, items = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do
    items[i] = tostring(key) .. "=" .. show(value[key], depth - 1)
  end
  return "{" .. table.concat(items, ";") .. "}"
end

-- A state that a call gave: what it looks like from outside.
local function show_state(state, depth)
  if depth <= 0 then return "state" end
  local items = {}
  for i, name in ipairs { "fen", "hash", "draw", "svg", "elements", "history", "count" } do
    local result = table.pack(pcall(state[name], state))
    items[i] = name .. " " .. show(result, depth - 1)
  end
  return "state(" .. tostring(state.viewer) .. " " .. tostring(state.seat) .. " "
    .. show(state.scores, 1) .. table.concat(items, " ") .. ")"
end

local function show_loop(f)
  local items = {}
  for i = 1, 50 do
    local ok, item = pcall(f)
    items[i] = tostring(item)
    if not ok or item == nil then break end
  end
  return "loop(" .. table.concat(items, " ") .. ")"
end

-- As text, without addresses.
function show(value, depth)
  local kind = type(value)
  if kind == "table" then
    return depth > 0 and show_table(value, depth) or "table"
  elseif kind == "function" then
    return show_loop(value)
  elseif kind == "userdata" then
    local meta = getmetatable(value)
    if meta and meta.__name == "tesela.state" then
      return show_state(value, depth)
    end
    return meta and meta.__tostring and tostring(value) or "userdata"
  end
  return tostring(value)
end

function Attack:call(label, f, ...)
  self:note(label, show(table.pack(pcall(f, ...)), 4))
end

-- Whatever a method might take. Fresh each time, for the generators in it.
function Attack:arguments()
  local seat, view = self.seat, self.view
  local list = view:list()
  return {
    {}, { seat }, { seat, 7 }, { seat, tesela.rng(5) }, { seat % 2 + 1 }, { 0 },
    { -1 }, { 1 }, { 2 }, { 3 }, { 4 }, { 9 }, { 1 << 60 }, { 1 << 61 },
    { math.maxinteger }, { "" }, { "1" }, { "2" }, { "3" }, { "0,0" },
    { "1,0" }, { "-1,0" }, { "rc" }, { "red" }, { "circle" }, { "bag" },
    { "pass" }, { "swap:rc" }, { "swap" }, { "swap:?" }, { "rc@0,0" },
    { "?@1,0" }, { "1@0,1" }, { "12@1,0>" }, { "swap:1" },
    { list[1] }, { list[#list] }, { list[1] and list[1] + 1 },
    { true }, { tesela.rng(3) }, { view }, { {} }, { { seat = seat % 2 + 1 } },
    { { seat = 0 } }, { { viewer = 0 } }, { { palette = 256 } },
    { { mark = list[1] } }, { { cells = { "0,0", "1,0" } } },
    { { hidden = true, bag = true, hands = true } },
  }
end

-- Methods that think: with arguments of their own, for these take long.
local function is_slow(name, argument)
  return name == "hint" or name == "perft" and (argument or 0) ~= 1
end

-- All methods with all arguments, each on a copy.
function Attack:methods(names)
  for _, name in ipairs(names) do
    for i, arguments in ipairs(self:arguments()) do
      local copy = self.view:copy()
      if not is_slow(name, arguments[1]) then
        self:call(name .. " " .. i, copy[name], copy, table.unpack(arguments))
        self:note(name .. " after", copy:fen())
      end
    end
  end
end

function Attack:fields(names)
  for _, name in ipairs(names) do
    self:call("field " .. name, function() return self.view[name] end)
  end
  for _, name in ipairs { "bag", "hands", "hidden", "seed", "key", "bytes", 1 } do
    self:call("no field " .. name, function() return self.view[name] end)
    self:call("set " .. name, function() self.view[name] = 1 end)
  end
end

function Attack:operators()
  local view = self.view
  self:call("tostring", tostring, view)
  self:call("length", function() return #view end)
  self:call("call", function() return view() end)
  self:call("concat", function() return view .. "" end)
  self:call("less", function() return view < view:copy() end)
  self:call("pairs", function() return pairs(view) end)
  self:call("next", function() return next(view) end)
  self:call("format", function() return ("%s"):format(view) end)
  self:call("encode", tesela.encode, view)
  self:call("rules", function() return tostring(view.rules) end)
end

-- Whoever may not have a tile is told so: is it the same for all tiles?
function Attack:guesses()
  local view = self.view
  for _, kind in ipairs(kinds) do
    for _, text in ipairs { "%s@0,0", "%s@1,0", "%s@-1,0", "%s@0,1", "%s@0,-1",
      "swap:%s", "swap:%s+%s", "%s" } do
      local move = text:gsub("%%s", kind)
      self:call("move " .. move, view.move, view, move)
    end
  end
  for move in view:moves() do
    self:call("text", view.text, view, move)
    self:call("parts", view.parts, view, move)
    if #self.found > 40000 then break end
  end
end

-- Positions behind the view: moves of one's own and of others as they are
-- made up there.
function Attack:ahead()
  local rng, state = tesela.rng(11), self.view:copy()
  for _ = 1, 12 do
    if state.over then break end
    state:play(rng:pick(state:list()))
    self:note("ahead", show_state(state, 3))
    self:call("ahead move", state.list, state)
  end
  for seed = 1, 5 do
    self:call("playout", self.view.playout, self.view, tesela.rng(seed))
  end
end

-- Views of views, and what their texts become when they are read.
function Attack:again()
  local view, rules = self.view, self.view.rules
  for seed = 1, 5 do
    self:note("again", show_state(view:view(self.seat, seed), 3))
    self:call("load", rules.load, rules, view:fen(), seed)
  end
  for seat = 0, rules.seats + 1 do
    self:call("seat " .. seat, view.view, view, seat, 1)
  end
  self:call("record", view.record, view, { result = { reason = "x" } })
  self:call("replay", tesela.replay, view:fen())
end

-- What is printed while f is called.
local function printed(f, ...)
  local items, write = {}, io.write
  io.write = function(...) -- luacheck: ignore
    items[#items + 1] = table.concat { ... }
  end
  local result = table.pack(pcall(f, ...))
  io.write = write -- luacheck: ignore
  return table.concat(items) .. show(result, 2)
end

-- The functions of the module that take a state, and the bots.
function Attack:module()
  local view, path = self.view, support.file()
  self:note("show", printed(tesela.show, view))
  self:note("show a move", printed(tesela.show, view, view:list()[1]))
  self:note("help", printed(tesela.help, view))
  self:call("hint", view.hint, view, 2, { iterations = 10, seed = 5 })
  self:call("svg", tesela.svg, view, path)
  self:note("svg file", support.read(path))
  for _, name in ipairs(tesela.bots()) do
    local bot = tesela.bot(name)
    self:call("bot " .. name, bot.choose, bot, view, { seed = 5, iterations = 10 })
  end
end

-- Everything, as a list of texts.
local function look(view, seat)
  local meta, attack = getmetatable(view), new_attack(view, seat)
  local methods, queries = {}, {}
  for name in pairs(meta.__methods) do methods[#methods + 1] = name end
  for _, query in ipairs(tesela.game(view.rules.name).queries) do
    queries[#queries + 1] = query.name
  end
  table.sort(methods)
  attack:fields(meta.__fields)
  attack:methods(methods)
  attack:methods(queries)
  attack:operators()
  attack:guesses()
  attack:ahead()
  attack:again()
  attack:module()
  return attack.found
end

-- ---- the comparison ---------------------------------------------------------

local function same(a, b, where)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      error(("%s:\n%s\nbut\n%s"):format(where, a[i], b[i]), 0)
    end
  end
end

-- Both are looked at with the same luck, which must be the same afterwards.
local function attack_twins(a, b, seat, where)
  for seed = 1, support.times(2, 1) do
    local one, other = tesela.rng(seed), tesela.rng(seed)
    local va, vb = a:view(seat, one), b:view(seat, other)
    assert.is_true(va == vb, where)
    assert.equal(one:seed(), other:seed(), where)
    local found = look(va, seat)
    assert.is_true(#found > 1000)
    same(found, look(vb, seat), where)
  end
end

local cases = {
  { { players = 2 }, 0 }, { { players = 4, hand = 3 }, 0 },
  { { players = 2, hand = 4 }, 1 }, { { players = 3 }, 4 },
  { { players = 4, hand = 2, copies = 1 }, 9 },
  { { players = 2, hand = 3, copies = 1 }, 8 },
  { { players = 3, hand = 3, copies = 2 }, 7 },
  { { players = 2, hand = 4, colours = 4, hands = "open" }, 6 },
  { { players = 3, hand = 3, shapes = 3, colours = 4 }, 3 },
}

describe("a view", function()
  teardown(support.clean)

  for i, case in ipairs(cases) do
    local options, plies = case[1], case[2]
    it(("shows the same of twins after %d plies, %d players"):format(plies,
      options.players), function()
      for seat = 1, support.times(options.players, 1) do
        local a, b = twins(options, plies, seat, 100 * i + seat)
        assert.are_not.equal(a:fen(), b:fen())
        attack_twins(a, b, seat, ("seat %d of %s"):format(seat, a:fen()))
      end
    end)
  end
end)

describe("what a view shows", function()
  local rules = tesela.rules("qwirkle", { players = 3 })

  -- Calls check(state, view, seat) for views of random games.
  local function each_view(plies, check)
    for seed = 1, 20 do
      local state = rules:start(seed)
      play_random(state, plies, tesela.rng(seed))
      for seat = 1, state.over and 0 or 3 do
        check(state, state:view(seat, seed), seat)
      end
    end
  end

  it("has a ? for each tile that is hidden", function()
    each_view(5, function(state, view, seat)
      local all, shown = fields(state), fields(view)
      for other, hand in ipairs(all.hands) do
        local hidden = hand:gsub("%a%a", "?")
        assert.equal(other == seat and hand or hidden, shown.hands[other])
        assert.equal(other == seat, (pcall(view.hand, view, other)))
      end
      local _, drawn = view:draw():gsub("1:%a%a", "")
      assert.equal(1, drawn)
      assert.equal((all.bag:gsub("%a%a", "?")), shown.bag)
      assert.equal(all.tiles, shown.tiles)
    end)
  end)

  it("counts what is not seen, wherever it is", function()
    each_view(5, function(state, view, seat)
      local expected, f = split(fields(state).bag, "%a%a"), fields(state)
      for other, hand in ipairs(f.hands) do
        if other ~= seat then
          for tile in hand:gmatch "%a%a" do expected[#expected + 1] = tile end
        end
      end
      local unseen = view:unseen()
      table.sort(expected)
      table.sort(unseen)
      assert.same(expected, unseen)
    end)
  end)

  it("has all hands if they are open, and no tile of the bag", function()
    local open = tesela.rules("qwirkle", { players = 3, hands = "open", colours = 5 })
    local state = open:start(3)
    play_random(state, 5, tesela.rng(3))
    local all = fields(state)
    for seat = 1, 3 do
      local view = state:view(seat, 7)
      local shown = fields(view)
      assert.same(all.hands, shown.hands)
      assert.equal((all.bag:gsub("%a%a", "?")), shown.bag)
      assert.equal(state:draw(), view:draw())
      assert.same(state:history(), view:history())
      assert.equal(view:fen(), open:load(view:fen(), 9):view(seat):fen())
      for other = 1, 3 do assert.same(state:hand(other), view:hand(other)) end
    end
  end)

  it("agrees at the very start with what was said", function()
    each_view(0, function(state, view)
      local again = fields(rules:load(view:fen(), 5))
      for seat, hand in ipairs(fields(state).hands) do
        assert.equal(largest(hand), largest(again.hands[seat]))
      end
      assert.equal(state.seat, view.seat)
    end)
  end)
end)

describe("a bot", function()
  local rules = tesela.rules("qwirkle", { players = 4 })

  it("is given a view of its seat and nothing else", function()
    local seats = {}
    local function bot(view, budget)
      seats[view.seat] = true
      assert(view.viewer == view.seat)
      assert(not pcall(view.dealt, view))
      assert(not pcall(view.record, view))
      for seat = 1, 4 do
        assert(pcall(view.view, view, seat) == (seat == view.seat))
      end
      for name in pairs(budget) do assert(name == "seed") end
      return view:list()[1]
    end
    local game = tesela.run { rules = rules, bots = { bot, bot, bot, bot },
      seed = 3, max_plies = 12 }
    assert.equal("plies", game.reason, game.message)
    assert.same({ true, true, true, true }, seats)
  end)
end)
