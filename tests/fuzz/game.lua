-- Rules in Lua from anywhere: a table for define or derive is made from a good one
-- and bytes, and so is what its functions do. They behave while the bytes last not.
-- Then the game is played, drawn, searched and checked: all of that is done, or
-- fails with a message.

local tesela = require "tesela"
local told = require "told"
local values = require "values"

local PLIES = 12

-- ---- a good game --------------------------------------------------------------

local function good()
  return {
    name = "fuzzed", fields = { board = 9, last = 1 }, endings = { "done" },
    options = { width = { default = 3, max = 9 } },
    start = function(s) s.board[1] = 1 end,
    moves = function(s, out)
      for m = 1, 3 do out(m + s.board[1]) end
    end,
    apply = function(s, m)
      s.last, s.board[m % 9 + 1] = m, s.seat
      s.seat = 3 - s.seat
    end,
    over = function(s) return s.ply >= PLIES and "done" or nil end,
    result = function(s) return { s.board[2], s.board[3] } end,
    print = function(_, m) return "m" .. m end,
    draw = function(s, board)
      board:size(3, 3, 2):put(1, 1, tostring(s.last)):note "good"
    end,
  }
end

local function good_variant()
  return {
    name = "fuzzed", fields = { bombs = 4 }, endings = { "done" },
    start = function(base, s, rng) base.start(s, rng) end,
    moves = function(base, s, out)
      for m in base.moves(s) do out(m) end
      out(base.own(5))
    end,
    apply = function(base, s, m)
      if base.number(m) then return base.pass(s) end
      base.apply(s, m)
    end,
    over = function(_, s) return s.ply >= PLIES and "done" or nil end,
    result = function(base, s) return base.result(s) end,
    print = function(base, s, m)
      return base.number(m) and "own" or base.print(s, m)
    end,
    draw = function(base, s, board) base.draw(s, board) end,
  }
end

-- The same with cards that not every seat sees, and with chance.
local function secret(from, t)
  t.fields.card = { cells = 4, max = 9, seen = function(s, cell, seat)
    if from:byte() == 1 then return from:value() end
    return cell % 2 + 1 == seat or from:byte() == 2 and s.card[cell] > 4
  end, pool = "cards" }
  t.fields.deck = { cells = 3, max = 9, seen = false, pool = "cards" }
  t.fields.bid = { cells = 2, max = 3, seen = { 1, 2 }, deal = "any" }
  t.chance = true
  local apply = t.apply
  t.apply = function(...)
    local given = table.pack(...)
    local s, rng = given[given.n - 2], given[given.n]
    s.card[rng:int(4)], s.bid[rng:int(2)] = rng:int(10) - 1, rng:int(3)
    s.deck[1] = 2
    return apply(...)
  end
  t.tell = function(...) return "m" .. select("#", ...) end
  return t
end

-- ---- what its functions do ------------------------------------------------------

local FIELDS = { "board", "last", "bombs", "seat", "over", "ply", "passes", "scores",
  "rules", "list", "fen", "play", "copy", "hash", "draw" }
local METHODS = { "start", "moves", "apply", "pass", "result", "print", "draw", "hide",
  "own", "number", "size", "put", "fill", "slant", "mark", "note", "int", "float",
  "pick", "list", "count", "move", "legal", "play", "try", "text", "parts", "view",
  "fen", "record", "perft", "playout", "svg", "elements", "history" }

local acts = {
  function(from, given) given[1][from:pick(FIELDS)] = from:value() end,
  function(from, given) given[2][from:pick(FIELDS)] = from:value() end,
  function(from, given)
    local s = type(given[1]) == "table" and given[2] or given[1]
    s[from:pick(FIELDS)][from:value()] = from:value()
  end,
  function(from)
    local object = from:pick(from.others)
    object[from:pick(METHODS)](object, from:value(), from:value(), from:value())
  end,
  function(from) from:pick(from.others)[from:pick(METHODS)](from:value(), from:value()) end,
  function(from) from:pick(from.others)(from:value(), from:value()) end,
}

-- What a function is given is kept: it must not be of use later.
local function keep(from, given)
  for i = 1, given.n do
    if type(given[i]) ~= "number" then
      from.others[#from.others % 40 + 1] = given[i]
    end
  end
end

-- In a function of the game whatever happens is its own affair, except that what
-- the library says must be said well.
local function misbehave(from, given)
  local ok, why = pcall(from:pick(acts), from, given)
  if not ok then from.bad = from.bad or not pcall(told.check, why) and why end
  return ok, why
end

local function wrapped(from, f)
  return function(...)
    local way = from:byte() % 8
    if way == 0 or from:is_over() then return f(...) end
    local given = table.pack(...)
    keep(from, given)
    local ok, why = misbehave(from, given)
    if way == 1 then return from:value(), from:value() end
    if way == 2 then error(from:value(), 0) end
    if way == 3 and not ok then error(why, 0) end
    return f(...)
  end
end

local function table_of(from, t, functions)
  for _, name in ipairs { "start", "moves", "apply", "over", "result", "print", "draw" } do
    if functions & 1 == 1 then t[name] = wrapped(from, t[name]) end
    functions = functions >> 1
  end
  if functions & 1 == 1 then secret(from, t) end
  for _ = 1, from:byte() % 4 do t[from:pick(values.KEYS)] = from:value() end
  return t
end

-- ---- what is done with it -------------------------------------------------------

local function play(from, s)
  for _ = 1, PLIES + 2 do
    if s.over then break end
    local list = s:list()
    s:play(list[from:byte() % #list + 1])
    tostring(s)
  end
  return s
end

local deeds = {
  function(from, rules) return play(from, rules:start(from:byte())) end,
  function(_, rules) return rules:check { games = 1, max_plies = PLIES } end,
  function(_, rules) return rules:playouts { games = 2 } end,
  function(_, rules) return rules:playouts { listed = true } end,
  function(_, rules) return rules:start():perft(2) end,
  function(_, rules) return rules:load(rules:start():fen()) end,
  function(from, rules) return rules:load(from:text()) end,
  function(_, rules) return rules:start():svg() end,
  function(_, rules) return rules:start():view(1) end,
  function(_, rules) return rules:start():copy():playout(tesela.rng(1)) end,
  function(_, rules) return tesela.search(rules:start(), { iterations = 30, memory = 1 << 20 }) end,
  function(_, rules)
    return tesela.search(rules:start(), { method = "alphabeta", iterations = 30,
      memory = 1 << 20 })
  end,
  function(from, rules)
    return tesela.replay(play(from, rules:start(from:byte())):record())
  end,
  function(_, rules)
    return tesela.run { rules = rules, bots = { "random", "random" }, max_plies = PLIES }
  end,
  function(from, rules)
    return tesela.rules(tesela.derive(rules, table_of(from, good_variant(), from:byte())))
      :start()
  end,
}

return function(bytes)
  local from = values.new(bytes, { tesela, tesela.rules "mixtour":start() })
  local whole, functions = from:byte() % 2 == 0, from:byte()
  local ok, game = pcall(function()
    if whole then return tesela.define(table_of(from, good(), functions)) end
    local below = from:pick { "mixtour", "losetas", "qwirkle", "tictactoe" }
    return tesela.derive(below, table_of(from, good_variant(), functions))
  end)
  if not ok then return told.check(game) end
  local opened, rules = pcall(tesela.rules, game)
  if not opened then return told.check(rules) end
  for _ = 1, 6 do
    local done, result, why = pcall(from:pick(deeds), from, rules)
    if not done then told.check(result) end
    if done and result == nil then told.check(why) end
    if from.bad then error("told: " .. tostring(from.bad), 0) end
  end
end
